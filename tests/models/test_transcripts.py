"""A whole game of each game as a game record, which `ruleproof play` replays to its end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ruleproof.cli import main
from ruleproof.models.play.records import read_record, record_of, replay
from ruleproof.models.rulebooks.rulebook import names, rulebook

FILES = sorted(Path(__file__).parent.glob("*/transcript*.json"))
OURS = {name for name in names() if rulebook(name).package.startswith("ruleproof.")}


def test_every_game_has_one() -> None:
    assert {file.parent.name for file in FILES} == OURS
    assert len(OURS) == 5


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name} {file.stem}")
def test_play_replays_it_to_its_end(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    wanted = json.loads(file.read_text("utf-8"))
    assert wanted["result"] is not None
    capfd.readouterr()
    assert main(["play", str(file), "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert {key: told[key] for key in ("game", "board", "result")} == {
        key: wanted[key] for key in ("game", "board", "result")
    }
    assert told["over"] is True
    assert wanted["settings"].items() <= told["settings"].items()


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name} {file.stem}")
def test_it_is_what_a_save_of_its_game_writes(file: Path) -> None:
    record = read_record(file.read_text("utf-8"))
    first, *rest = replay(record)
    again = record_of(first, record.moves)
    assert len(rest) == len(record.moves)
    assert again.model_copy(update={"version": record.version}) == record
    assert not any(one.game.faults(one.state) for one in rest)
