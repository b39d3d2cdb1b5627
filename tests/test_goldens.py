"""What users see is what it was; `python -m tests.goldens --update` keeps what is new."""

from __future__ import annotations

import json
import re

import pytest

from tests.goldens.golden import REFUSED, Golden, goldens, strays
from tests.goldens.sessions import folder, ran, sessions

COMMON = {"game", "board", "settings", "seconds", "compiling", "version", "rules"}


@pytest.mark.parametrize("golden", [pytest.param(one, id=one.name) for one in goldens()])
def test_users_see_what_was_kept(golden: Golden):
    changed = golden.diff(golden.make())
    assert not changed, f"{changed}\nif it is meant: python -m tests.goldens --update {golden.name}"


def test_every_file_belongs_to_a_golden():
    assert strays() == []


@pytest.mark.parametrize("extra", ["", " --json"])
def test_a_refusal_is_one_line_on_standard_error(extra: str):
    with folder():
        for line in sessions()[REFUSED]:
            done = ran(f"{line}{extra}")
            assert (done.status, done.out, done.err.count("\n")) == (2, "", 1), line
            assert done.err.startswith("ruleproof: "), line


def test_every_json_answer_has_the_common_fields():
    for golden in goldens():
        for answer in re.split(r"^\$ ruleproof .*\n", golden.kept, flags=re.M)[1:]:
            if golden.name.startswith("json/"):
                found, _ = json.JSONDecoder().raw_decode(answer)
                assert set(found) >= COMMON, golden.name
