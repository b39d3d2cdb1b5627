"""A wrong entry of a game's tables of claims and meanings is told with its line and remedy."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from ruleproof.models import template
from ruleproof.models.claims.claims import Word
from ruleproof.models.claims.tables import check_tables
from ruleproof.models.mistakes import Mistake

NO_OPEN = "OPEN: Mapping[str, str] = {}"
WRONG = [
    ("meanings.py", '("3", "refuted")', '("3", "refutd")', "no verdict 'refutd'", "'refuted'"),
    ("meanings.py", '("3", "refuted")', '("7", "refuted")', "no claim '7'", "1, 2, 3, 4"),
    ("meanings.py", "{longest}", "{longst}", "names {longst}, which", "write 'longest'"),
    ("meanings.py", 'and no rule ends it.")', 'and on.", ("lst",))',
     "no setting of the game: 'lst'", "write 'last'"),
    ("meanings.py", NO_OPEN, 'OPEN = {"lst": "whether"}', "no setting of the game: 'lst'",
     "write 'last'"),
    ("meanings.py", NO_OPEN, 'OPEN = {"last": "whether"}', "'last', which is no reading",
     "leave it out"),
    ("meanings.py", '("last", "wins")', '("last", "win")', "no value 'win'", "write 'wins'"),
    ("meanings.py", '("last", "wins")', '("lats", "wins")', "no setting of the game: 'lats'",
     "write 'last'"),
    ("claims.py", 'Claim("3",', 'Claim("1",', "two claims have the id '1'", "give each"),
    ("claims.py", '"square:2x3")', '"squar:2x3")', "a board is written", "'squar:2x3'"),
    ("claims.py", '"square:2x3")', '"dish:1,1")', "the board 'dish:1,1'", "played on square"),
    ("claims.py", "(EveryTurn(adds_a_stone),)", "(EveryTurn(adds_a_stone))",
     "claim '1' are no tuple", "with a comma"),
    ("claims.py", "(Ends(),)", "(Ends,)", "claim '3' has the class Ends", "write `Ends(…)`"),
    ("claims.py", '"witnessed"', '"witnesed"', "expects 'witnesed'", "write 'witnessed'"),
    ("claims.py", 'expected="witnessed"', 'seen="In {cycl} moves."', "names {cycl}, which",
     "write 'cycle'"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "what", "right"), WRONG)
def test_a_wrong_entry_is_told(
    file: str,
    old: str,
    new: str,
    what: str,
    right: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    package = tmp_path / f"wrong{WRONG.index((file, old, new, what, right))}"
    package.mkdir()
    for name in ("claims.py", "meanings.py"):
        shutil.copy(Path(template.__file__).with_name(name), package)
    (package / "__init__.py").touch()
    text = (package / file).read_text("utf-8")
    assert text.count(old) == 1
    (package / file).write_text(text.replace(old, new), "utf-8")
    line = text[: text.index(old)].count("\n") + 1
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(Mistake) as caught:
        check_tables(replace(template.RULEBOOK, package=package.name), get_args(Word))
    told = str(caught.value)
    assert f"{file}, line {line} (" in told
    assert what in told
    assert right in told
