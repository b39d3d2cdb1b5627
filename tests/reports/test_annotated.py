"""The page of an annotated game: it says what the command line says, and stands alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ruleproof import Position, game
from ruleproof.cli.app import run
from ruleproof.models.play.records import record_of, write_record
from ruleproof.puzzles.telling.annotating import Annotated, annotated, turns_of
from ruleproof.reports.pages.annotated import annotated_page
from tests.reports.small_puzzles import random_game, small_puzzle

SMALL = game("esgros", "path:6")


def mistaken() -> tuple[list[Position], list[str], list[Annotated]]:
    """A random game with a mistake, and its annotated turns."""
    for seed in range(40):
        positions, moves = random_game(SMALL, seed)
        told = list(annotated(turns_of(positions, moves)))
        if any(one.mistake for one in told):
            return positions, moves, told
    raise AssertionError("random games make mistakes")


def test_a_page_draws_what_turned_the_game_and_stands_alone() -> None:
    positions, moves, told = mistaken()
    found = annotated_page(positions[0], moves, told)
    assert found == annotated_page(positions[0], moves, told)
    for one in told:
        title = f"Before {one.turn.number}. {one.turn.text} by {one.turn.side}"
        assert (title in found) == bool(one.mistake or one.missed)
    assert "<p>A mistake" in found
    assert "Puzzles in this game" not in found
    assert "<script" not in found
    assert 'src="http' not in found


def test_a_page_numbers_puzzles_by_their_turns() -> None:
    positions, moves = random_game(SMALL, 1)
    puzzle = small_puzzle("esgros")
    found = annotated_page(positions[0], moves, [], [(17, puzzle)])
    assert f"<b>17.</b> {puzzle.sentence.removesuffix('.')}" in found
    assert "Nothing was found." in found


def test_a_game_without_moves_has_a_page() -> None:
    assert "No move was played." in annotated_page(Position.start(SMALL), [], [])


def test_the_command_line_writes_the_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    positions, moves, told = mistaken()
    record, page = tmp_path / "game.json", tmp_path / "game.html"
    write_record(record_of(positions[0], moves), record)
    assert run(["annotate", str(record), "--html", str(page), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["html"] == str(page)
    assert page.read_text("utf-8") == annotated_page(positions[0], moves, told)
    assert run(["annotate", str(record), "--html", str(page)]) == 0
    assert str(page) in capsys.readouterr().err  # it will be replaced
    nowhere = tmp_path / "no" / "such"
    nowhere.parent.write_text("a file")
    assert run(["annotate", str(record), "--html", str(nowhere / "page.html")]) == 2
    assert capsys.readouterr().err.startswith("ruleproof: --output: ")


@pytest.mark.parametrize("option", ["--html", "--output"])
def test_a_page_never_replaces_the_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    positions, moves = random_game(SMALL, 1)
    record = tmp_path / "game.json"
    write_record(record_of(positions[0], moves), record)
    before = record.read_bytes()
    assert run(["annotate", str(record), option, str(record)]) == 2
    told = capsys.readouterr().err
    assert "--output: the file of GAME, which would be lost" in told
    assert record.read_bytes() == before
