"""What users see is what it was; `python -m tests.goldens --update` keeps what is new."""

from __future__ import annotations

import pytest

from tests.goldens.golden import Golden, goldens, strays


@pytest.mark.parametrize("golden", [pytest.param(one, id=one.name) for one in goldens()])
def test_users_see_what_was_kept(golden: Golden):
    changed = golden.diff(golden.make())
    assert not changed, f"{changed}\nif it is meant: python -m tests.goldens --update {golden.name}"


def test_every_file_belongs_to_a_golden():
    assert strays() == []
