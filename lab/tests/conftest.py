"""What the tests of the project share: its games by entry point, and a browser."""

from __future__ import annotations

from tests.conftest import browser

__all__ = ["browser"]
