"""The games of tests are installed here too."""

from __future__ import annotations

from tests import conftest as conftest
