"""Annotated games: what is known of a position is so, mistakes and missed wins are told."""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path

import pytest

from ruleproof import Position, game, solve
from ruleproof.cli.app import run
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.records import record_of, write_record
from ruleproof.puzzles.judging.judge import Judge
from ruleproof.puzzles.posing.in_games import puzzles_in
from ruleproof.puzzles.puzzle import Worth, read_set
from ruleproof.puzzles.telling import annotating
from ruleproof.puzzles.telling.annotating import TURNS, Known, annotated, known, turns_of, unrelated
from ruleproof.puzzles.telling.relatives import relatives
from ruleproof.reports.wording.annotations import standing
from ruleproof.solvers.playing.values.words import value_in_words
from ruleproof.solvers.work.progress import Deadline
from tests.reports.small_puzzles import random_game, small_puzzle

SMALL = game("esgros", "path:6")


def wins(chosen: Game, state: State, turns: int) -> bool:
    """Whether the side to move wins within so many turns, by plain play."""
    if chosen.over(state):
        return chosen.payoff(state) > 0
    return turns > 0 and any(
        loses(chosen, chosen.play(state, move), turns - 1) for move in chosen.moves(state)
    )


def loses(chosen: Game, state: State, turns: int) -> bool:
    """Whether the side to move loses within so many turns of the other, by plain play."""
    if chosen.over(state):
        return chosen.payoff(state) < 0
    return turns > 0 and all(
        wins(chosen, chosen.play(state, move), turns) for move in chosen.moves(state)
    )


def test_what_is_known_is_what_plain_play_finds():
    judge = Judge(SMALL)
    values: set[str | None] = set()
    for seed in range(12):
        for position in random_game(SMALL, seed)[0]:
            found = known(judge, position.state)
            won, lost = wins(SMALL, position.state, TURNS), loses(SMALL, position.state, TURNS)
            assert found.value == ("win" if won else "loss" if lost else None), position
            if found.best:
                after = position.play(found.best.split())
                assert loses(SMALL, after.state, (found.turns or 0) - 1)
            values.add(found.value)
    assert values == {"win", "loss", None}


@pytest.fixture
def without_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """Annotates as where no exact value is found."""

    def none(*_: object) -> dict[int, object]:
        return {}

    monkeypatch.setattr(annotating, "_exact", none)


@functools.cache
def outcome(chosen: Game, state: State) -> int:
    """What the side to move gets by best play, by plain play: 1, 0 or -1."""
    if chosen.over(state):
        payoff = chosen.payoff(state)
        return (payoff > 0) - (payoff < 0)
    return max(
        outcome(chosen, after) * (1 if after.side == state.side else -1)
        for after in (chosen.play(state, move) for move in chosen.moves(state))
    )


def left_to_other(chosen: Game, before: State, after: Position) -> int:
    """What the side gets that was not to move before."""
    return outcome(chosen, after.state) * (-1 if after.state.side == before.side else 1)


@pytest.mark.parametrize(
    "chosen",
    [SMALL, game("incrowd", "square:2x3"), game("grow", "square:2x3", drop="mandatory")],
    ids=["esgros", "incrowd", "grow"],
)
def test_mistakes_and_missed_wins_are_so_by_best_play(chosen: Game):
    mistakes = missed = slow = 0
    for seed in range(15):
        for one in annotated(turns_of(*random_game(chosen, seed))):
            first = one.turn.before.state
            before, after = outcome(chosen, first), left_to_other(chosen, first, one.turn.after)
            assert (one.before.outcome, one.after.outcome) == (before, after)
            assert one.mistake == (before >= 0 and after == 1), one
            assert (one.missed is not None) == (before == 1 and after >= 0), one
            for better in filter(None, (one.better, one.missed)):
                then = one.turn.before.play(better.split())
                assert left_to_other(chosen, first, then) == -before
            mistakes += one.mistake
            missed += one.missed is not None
            slow += bool(one.missed) and one.before.value is None
    assert mistakes
    assert missed
    assert slow or chosen.name != "incrowd", "some wins take more than three turns"


def test_who_has_lost_already_makes_no_mistake():
    """White is lost from the second move on, and loses within three turns only after the last."""
    moves = ["a1", "e2", "d1", "c1", "b4", "b2", "c3", "c5", "d4", "a3", "b1", "b2", "e1", "e2"]
    positions = [Position.start(game("esgros", "hex:3"))]
    for move in moves:
        positions.append(positions[-1].play([move]))
    last = list(annotated(turns_of(positions, moves)))[-1]
    assert (last.after.value, last.after.turns) == ("win", 3)
    assert (last.before.value, last.before.exact, last.before.plies) == (None, "loss", 10)
    assert not last.mistake


def test_a_margin_is_told_of_the_first_player():
    positions, moves = random_game(game("incrowd", "square:2x3"), 3)
    for one in annotated(turns_of(positions, moves)):
        known_to_solve = solve(one.turn.after).value
        assert one.after.exact == known_to_solve
        if not one.turn.after.over:
            assert standing(one).endswith(value_in_words(one.turn.after, known_to_solve))


@pytest.mark.usefixtures("without_values")
def test_a_mistake_gives_a_win_away_and_a_missed_win_lets_one_go():
    mistakes = missed = 0
    for seed in range(12):
        positions, moves = random_game(SMALL, seed)
        for one in annotated(turns_of(positions, moves)):
            before, after = one.turn.before.state, one.turn.after.state
            assert one.mistake == (
                wins(SMALL, after, TURNS)
                and (wins(SMALL, before, TURNS) or not loses(SMALL, before, TURNS))
            )
            assert (one.missed is not None) == (
                wins(SMALL, before, TURNS) and not loses(SMALL, after, TURNS)
            )
            mistakes += one.mistake
            missed += one.missed is not None
    assert mistakes
    assert missed


@pytest.mark.usefixtures("without_values")
def test_a_mistake_is_told_with_a_turn_that_is_none():
    mistakes = 0
    for seed in range(12):
        for one in annotated(turns_of(*random_game(SMALL, seed))):
            assert (one.better is not None) == one.mistake
            if one.better:
                mistakes += 1
                before = one.turn.before
                after = before.play(one.better.split()).state
                if wins(SMALL, before.state, TURNS):
                    assert loses(SMALL, after, TURNS)
                assert not wins(SMALL, after, TURNS)
    assert mistakes


def worth_of(value: int) -> Worth:
    """A worth without its parts."""
    return Worth(value=value, parts={})


def test_of_relatives_the_one_of_the_greatest_worth_is_kept():
    poor, rich = (
        small_puzzle("esgros").model_copy(update={"worth": worth_of(value)}) for value in (50, 60)
    )
    other = small_puzzle("gro").model_copy(update={"worth": worth_of(70)})
    assert unrelated([poor, rich, other, poor]) == [1, 2]
    assert unrelated([other, poor, rich]) == [0, 2]
    assert unrelated([]) == []


CROWD: str = (
    "c2 a3 d4 b5 e1 a1 pass b1 c5 d3 c3 b3 a5 a4 c4 e4 b4 e3 a2 d2 e5 d1 pass d5 c1 pass b2 e2 pass"
)
"""A game of In Crowd in which puzzles come up."""


def played_in_crowd() -> tuple[list[Position], list[str]]:
    """The positions and moves of that game."""
    moves: list[str] = CROWD.split()
    positions = [Position.start(game("incrowd", "square:5x5"))]
    for move in moves:
        positions.append(positions[-1].play([move]))
    return positions, moves


@pytest.mark.slow
def test_puzzles_are_told_with_the_numbers_of_their_turns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    positions, moves = played_in_crowd()
    record, found = tmp_path / "game.json", tmp_path / "set.jsonl"
    write_record(record_of(positions[0], moves), record)
    assert run(["annotate", str(record), "-o", str(found), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told["puzzles"]) > 1
    assert told["found"] >= len(told["puzzles"])
    for number, puzzle in zip(told["numbers"], told["puzzles"], strict=True):
        assert positions[number - 1].text == puzzle["position"]
    kept = read_set(found.read_text(), str(found))
    assert [one.id for one in kept] == [one["id"] for one in told["puzzles"]]
    assert relatives(kept) == []
    best = max(kept, key=lambda one: one.worth.value if one.worth else 0)
    number = told["numbers"][[one.id for one in kept].index(best.id)]
    assert best.worth
    assert run(["annotate", str(record), "-o", str(found), "--replace"]) == 0
    line = f"{number:>3}. {best.sentence}  {best.id}, worth {best.worth.value}"
    assert line in capsys.readouterr().out.splitlines()


@pytest.mark.usefixtures("without_values")
@pytest.mark.parametrize("limit", [1, 30])
def test_nothing_is_called_a_mistake_that_was_not_searched(
    monkeypatch: pytest.MonkeyPatch, limit: int
):
    monkeypatch.setattr(annotating, "LIMIT", limit)
    unsearched = 0
    for seed in range(12):
        for one in annotated(turns_of(*random_game(SMALL, seed))):
            before, after = one.turn.before.state, one.turn.after.state
            if one.mistake:
                assert wins(SMALL, after, TURNS)
                assert wins(SMALL, before, TURNS) or not loses(SMALL, before, TURNS)
            if one.missed:
                assert wins(SMALL, before, TURNS)
                assert not loses(SMALL, after, TURNS)
            unsearched += not one.after.searched
    assert unsearched


def test_turns_of_several_moves_are_told_whole():
    chosen = game("grow", "square:2x3")
    start = Position.start(chosen)
    moves = ["a1", "b3" if "b3" in chosen.board.names else "c2"]
    moves = [f"@{cell}" for cell in moves]
    positions = [start]
    for move in [*moves, "@b1", "a1-a2", "end"]:
        positions.append(positions[-1].play([move]))
    turns = turns_of(positions, [*moves, "@b1", "a1-a2", "end"])
    assert [turn.text for turn in turns] == [*moves, "@b1 a1-a2 end"]
    assert [turn.number for turn in turns] == [1, 2, 3]


def test_a_game_is_searched_for_puzzles_until_time_is_up():
    positions, moves = random_game(SMALL, 1)
    assert list(puzzles_in(turns_of(positions, moves), moves, Deadline(0))) == []


def test_the_command_line_annotates_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    positions, moves = random_game(SMALL, 1)
    record, found = tmp_path / "game.json", tmp_path / "set.jsonl"
    write_record(record_of(positions[0], moves), record)
    assert run(["annotate", str(record), "-o", str(found)]) == 0
    told = capsys.readouterr().out
    lines = told.splitlines()
    assert lines[0] == "Esgros on path:6"
    assert f"{len(moves):>3}. " in told
    last = next(at for at, line in enumerate(lines) if " puzzles" in line or "1 puzzle" in line)
    assert re.fullmatch(r"(black|white) has won: .+|drawn.*", lines[last - 2])
    assert re.fullmatch(
        r"\d+ mistakes?, \d+ missed wins?, by forced wins within 3 turns and the values of \d+ of "
        r"\d+ positions",
        lines[last - 1],
    )
    if found.exists():
        assert read_set(found.read_text(), str(found))
    assert run(["annotate", str(tmp_path / "none.json")]) == 2
    assert "GAME: no such file" in capsys.readouterr().err


def test_nothing_is_known_of_a_drawn_end():
    judge = Judge(SMALL)
    full = Position.read(SMALL, "B W B W B W ; black")
    assert known(judge, full.state) == Known()


DRAWN = (
    "b3 f1 b3+ f1-g2 b3+ g2-f1 b3/c3 f1-e2 c3+ e2-f3 b3+ f3-g2 c3/c2 g2-f2 c2+ f2-e2 c2/d3 e2-d1 "
    "c2+ d1-c1 b3/b4 c1-d2 b4+ pass b4/b5 d2-d1 pass pass"
)
"""A game of GRO that two passes end in a draw, where Red could force a win in four turns."""


def test_a_pass_that_lets_the_other_draw_misses_a_proved_win():
    positions = [Position.start(game("gro"))]
    moves = DRAWN.split()
    for move in moves:
        positions.append(positions[-1].play([move]))
    told = list(annotated(turns_of(positions, moves)))
    (missed,) = [one for one in told if one.missed]
    assert (missed.turn.number, missed.turn.text, missed.before.value) == (27, "pass", None)
    assert missed.before.outcome == 1
    assert missed.missed
    better = missed.turn.before.play(missed.missed.split())
    for reply in better.moves():
        assert solve(better.play([reply]), goal="win", most=1 << 18, line=False).value == "win"
