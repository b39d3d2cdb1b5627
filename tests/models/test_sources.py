"""The hash that answers carry: it changes with any source of models, of rooms and of games."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ruleproof.models.files import sources

MODELS = Path(__file__).parents[2] / "models"


@pytest.mark.parametrize("edited", ["cells.py", "play/game.py", "esgros/rules.py", "gro/codes.py"])
def test_the_hash_changes_with_every_source(
    edited: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    copied = shutil.copytree(MODELS, tmp_path / "models")
    monkeypatch.setattr(sources, "__file__", str(copied / "files" / "sources.py"))
    hashed = sources.sources_hash.__wrapped__
    before = hashed()
    assert before == sources.sources_hash()
    with (copied / edited).open("a") as file:
        file.write("# edited\n")
    assert hashed() != before
