"""Certificates that rest on what a game gives besides its rules: of endgames of Grow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleproof.models.play import notation
from ruleproof.models.play.game import game
from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.exact.searching import oracle
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.playing.strategies.by_rules import Effort, Promise, strategy
from ruleproof.solvers.playing.values.contradiction import Contradiction
from tests.endgames import MANDATORY, Endgame, positions, spaces
from tests.solvers.proofs import certificate, faults

KINDS = [
    ({}, 3),
    pytest.param({}, 4, marks=pytest.mark.slow),
    pytest.param({}, 5, marks=pytest.mark.slow),
    ({"order": "drop-first"}, 4),
    pytest.param({"order": "moves-first"}, 4, marks=pytest.mark.slow),
    ({"new-head": "moves"}, 3),
]


@pytest.mark.slow
@pytest.mark.parametrize(("settings", "empty"), KINDS, ids=str)
def test_endgames_on_5x5_are_certified(
    tmp_path: Path, settings: dict[str, str], empty: int
) -> None:
    """And a margin of one more, or of one less, is refused with the same strategies."""
    kind = Endgame("grow", "square:5x5", MANDATORY | settings, spaces(empty))
    condensed = 0
    for position in positions(kind, 4, seed=7):
        lines = certificate(tmp_path, position)
        condensed += lines[0].get("given", False)
        for more in (-1, 1):
            assert faults(tmp_path, shifted(lines, more))
    assert condensed


def shifted(lines: list[Any], more: int) -> list[Any]:
    """The certificate with another margin, in its header and in its strategies."""
    head, *rest = lines
    value = head["claim"]["value"] + more
    sign = 1 if head["position"].endswith("; red") else -1
    claim = head["claim"] | {"value": value}
    least = {"mover": sign * value, "other": -sign * value}
    moved = [row | {"least": least[row["side"]]} if isinstance(row, dict) else row for row in rest]
    return [head | {"claim": claim}, *moved]


def test_three_players_are_certified(tmp_path: Path) -> None:
    kind = Endgame("grow", "square:3x5", MANDATORY | {"players": "3"}, three(3))
    condensed = 0
    for position in positions(kind, 3, seed=1):
        lines = certificate(tmp_path, position)
        condensed += lines[0].get("given", False)
        points = lines[0]["claim"]["value"]
        for player in range(3):
            more = [value + (number == player) for number, value in enumerate(points)]
            claim = lines[0]["claim"] | {"value": more}
            altered = [lines[0] | {"claim": claim}]
            for row in lines[1:]:
                if isinstance(row, dict) and row["player"] == position.game.players[player]:
                    sign, number = row["points"][:2], int(row["points"][2:])
                    row = row | {"points": f"{sign}{number + 1}"}
                altered.append(row)
            assert faults(tmp_path, altered)
    assert condensed


def three(many: int) -> Any:
    """A turn begins with so many spaces empty, of three players."""

    def reached(one: Any, p: Any) -> bool:
        taken = (p.red | p.blue | p.green).bit_count()
        return one.board.size - taken == many and not p.dropped and not any(p.spent)

    return reached


def test_small_boards_are_certified_by_the_rules_alone(tmp_path: Path) -> None:
    for board in ("square:2x3", "square:1x6"):
        lines = certificate(tmp_path, Position.start(game("grow", board, drop="mandatory")))
        assert "given" not in lines[0]


@pytest.fixture
def lines(tmp_path: Path) -> list[Any]:
    """A margin with strategies of several entries."""
    kind = Endgame("grow", "square:5x5", MANDATORY, spaces(5))
    found = certificate(tmp_path, positions(kind, 14)[13])
    assert found[0]["given"] is True
    assert len(found) > 100
    return found


def test_every_entry_is_needed(tmp_path: Path, lines: list[Any]) -> None:
    strategy = 1
    for number in range(2, len(lines)):
        if isinstance(lines[number], dict):
            strategy = number
        elif number % 8 == 0:
            fewer = {**lines[strategy], "entries": lines[strategy]["entries"] - 1}
            altered = [
                *lines[:strategy],
                fewer,
                *lines[strategy + 1 : number],
                *lines[number + 1 :],
            ]
            assert "has no move for" in faults(tmp_path, altered)


@pytest.mark.slow
def test_ranks_have_to_fall(tmp_path: Path, lines: list[Any]) -> None:
    refused: list[str] = []
    for number in range(2, len(lines), 9):
        if isinstance(lines[number], list):
            text, move, rank = lines[number]
            for other in (0, None, rank + 40):
                altered = [*lines[:number], [text, move, other], *lines[number + 1 :]]
                refused.append(faults(tmp_path, altered))
    assert refused
    assert all(refused[::3])
    assert all(refused[1::3])
    assert any("does not fall" in one for one in refused[2::3])


def test_a_strategy_cannot_rest_on_itself(tmp_path: Path) -> None:
    """Moves that lead to a position alike to the one before prove nothing, whatever their rank."""
    kind = Endgame("grow", "square:5x5", MANDATORY, spaces(5))
    position = positions(kind, 8)[7]
    one, tried = position.game, 0
    lines = certificate(tmp_path, position)
    assert one.given is not None
    for number, line in enumerate(lines):
        if isinstance(line, dict):
            continue
        text, _, rank = line
        state = notation.read(one, text)
        mark = one.given.alike(one, state)
        idle = [m for m in one.moves(state) if one.given.alike(one, one.play(state, m)) == mark]
        for move in idle[:1]:
            altered = [*lines[:number], [text, one.show_move(move), rank], *lines[number + 1 :]]
            why = faults(tmp_path, altered)
            assert "does not fall" in why or "should be over" in why
            tried += 1
    assert tried


def test_it_is_said_that_more_than_the_rules_is_taken_as_given(
    tmp_path: Path, lines: list[Any]
) -> None:
    head, *rest = lines
    alone = {key: word for key, word in head.items() if key != "given"}
    assert "has no move for" in faults(tmp_path, [alone, *rest])
    assert ": given: " in faults(tmp_path, [head | {"given": "all"}, *rest])
    settings = head["settings"] | {"drop": "optional"}
    assert "nothing can be taken as given" in faults(
        tmp_path, [head | {"settings": settings}, *rest]
    )
    claim = head["claim"] | {"value": None, "bounds": [None, None], "no_win_within": 3}
    assert "nothing can be taken as given" in faults(tmp_path, [head | {"claim": claim}, *rest])


def test_nothing_is_given_of_other_games(tmp_path: Path) -> None:
    head, *rest = certificate(tmp_path, Position.start(game("incrowd", "square:2x3")))
    assert faults(tmp_path, [head, *rest]) == ""
    assert "nothing can be taken as given" in faults(tmp_path, [head | {"given": True}, *rest])


def test_entries_that_are_no_positions_or_alike_are_refused(
    tmp_path: Path, lines: list[Any]
) -> None:
    head, first = lines[:2]
    number = next(k for k in range(2, len(lines)) if isinstance(lines[k], list))
    strategy = next(k for k in range(number - 1, 0, -1) if isinstance(lines[k], dict))
    more = lines[strategy] | {"entries": lines[strategy]["entries"] + 1}
    before, after = lines[1:strategy], lines[strategy + 1 :]
    assert "two moves for" in faults(tmp_path, [head, *before, more, lines[number], *after])
    wrong = ["nonsense", *lines[number][1:]]
    assert "'nonsense': " in faults(tmp_path, [head, *before, more, wrong, *after])
    assert first


def test_a_strategy_that_does_not_hold_is_a_broken_law() -> None:
    """A win is promised to the side that has lost: Black wins here."""
    one = game("esgros", "hex:2")
    assert solve(one).value == "win"
    with pytest.raises(Contradiction, match="the strategy that was found does not hold") as caught:
        strategy(oracle(one), one.start(), Promise({}, -1, 1, ends=True), Effort())
    assert caught.value.laws[0] == "runs"
