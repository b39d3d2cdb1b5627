"""The hash of the code of play: the same after rewording, another after a change of the rules."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleproof.models.files.play_sources import play_hash

RULES = '''"""How a game goes."""

from . import sizes


def most(board):
    """A row has at most three stones."""
    return sizes.ROW


SAID = "Three stones at most."
'''


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package with rules, and a module that they import."""
    folder = tmp_path / "reworded_game"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "sizes.py").write_text("ROW = 3\n")
    (folder / "rules.py").write_text(RULES)
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    for name in [one for one in sys.modules if one.startswith("reworded_game")]:
        del sys.modules[name]


def test_wording_is_no_change_and_another_rule_is_one(package: Path):
    before = play_hash("reworded_game.rules")
    reworded = RULES.replace("at most", "and no more").replace("goes.", "goes on.") + "# why\n"
    (package / "rules.py").write_text(reworded)
    assert play_hash("reworded_game.rules") == before
    (package / "rules.py").write_text(reworded.replace("sizes.ROW", "sizes.ROW + 1"))
    assert play_hash("reworded_game.rules") != before
    (package / "rules.py").write_text(reworded)
    (package / "sizes.py").write_text("ROW = 4\n")
    assert play_hash("reworded_game.rules") != before
