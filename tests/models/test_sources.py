"""The hash that answers carry: it changes with any source of models, of rooms and of games."""

from __future__ import annotations

import importlib
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from ruleproof.models.files import sources
from ruleproof.models.template import RULEBOOK

MODELS = Path(__file__).parents[2] / "models"


@pytest.mark.parametrize("edited", ["cells.py", "play/game.py", "esgros/rules.py", "gro/codes.py"])
def test_the_hash_changes_with_every_source(
    edited: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    copied = shutil.copytree(MODELS, tmp_path / "models")
    monkeypatch.setattr(sources, "_HOME", copied)
    hashed = sources.sources_hash.__wrapped__
    before = hashed()
    assert before == sources.sources_hash()
    with (copied / edited).open("a") as file:
        file.write("# edited\n")
    assert hashed() != before


def test_the_hash_of_a_game_of_another_package_changes_with_its_sources(tmp_path: Path):
    (tmp_path / "rules.py").write_text("STONES = 3\n")
    hashed = sources.sources_hash.__wrapped__
    before = hashed(tmp_path)
    assert before != sources.sources_hash()
    (tmp_path / "rules.py").write_text("STONES = 4\n")
    assert hashed(tmp_path) != before
    assert hashed(MODELS / "gro") == sources.sources_hash()


def test_a_game_that_is_a_module_alone_rests_on_no_module_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "lonely_rules.py").write_text("STONES = 3\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    rules = importlib.import_module("lonely_rules")
    book = replace(RULEBOOK, rules=rules)
    before = book.sources
    assert not book.changed
    (tmp_path / "beside.py").write_text("STONES = 4\n")
    assert not book.changed
    assert sources.sources_hash.__wrapped__(tmp_path / "lonely_rules.py") == before
    (tmp_path / "lonely_rules.py").write_text("STONES = 5, 6\n")
    assert book.changed
    assert sources.sources_hash.__wrapped__(tmp_path / "lonely_rules.py") != before
    assert replace(RULEBOOK, name="other").sources == sources.sources_hash()
