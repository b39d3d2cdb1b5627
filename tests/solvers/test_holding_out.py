"""Certificates that there is no forced win within so many plies: written for every such answer,
accepted, and worth nothing once they are altered to say more than is true.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleproof.models.play.game import Game, game
from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.exact.solution import Solution
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.playing.search.proof_number import ProofSearch
from ruleproof.solvers.verify.certificates import verify
from tests.plain import wandering
from tests.solvers.proofs import faults, lines_of

GAMES = [
    game("esgros", "hex:2"),
    game("esgros", "path:7", full="loss"),
    game("gro", "dish:1,1", tokens="2"),
    game("gro", "dish:1,1", tokens="4", stuck="loss", **{"pass": "no"}),
    game("sow", "square:2x4", height=2),
    game("incrowd", "square:3x3"),
    game("grow", "square:2x3"),
]


def no_win(path: Path, position: Position, plies: int) -> Solution:
    """The answer to whether the side to move wins within so many plies, with its certificate."""
    found = solve(position, goal="win", within=plies, certificate=path, replace=True)
    assert found.certificate == path
    assert verify(path) == []
    return found


def saying(lines: list[Any], plies: int) -> list[Any]:
    """The certificate with another number of plies, in its header and in all that follows."""
    head, strategy, *rows = lines
    more = plies - strategy["plies"]
    claim = head["claim"] | {"no_win_within": plies}
    altered = [[text, move, rank + more] for text, move, rank in rows]
    return [head | {"claim": claim}, strategy | {"plies": plies}, *altered]


@pytest.mark.slow
@pytest.mark.parametrize("one", GAMES, ids=lambda one: f"{one.name}-{one.board.text}")
def test_one_ply_more_than_is_true_is_refused(tmp_path: Path, one: Game) -> None:
    path = tmp_path / "certificate.json"
    wins = 0
    for seed in range(12):
        line = wandering(one, seed, seed % 8)
        position = Position(one, [state for state in line if not one.over(state)][-1])
        for plies in range(1, 7):
            if no_win(path, position, plies).no_win_within is None:
                wins += 1
                break
            lines = lines_of(path)
            assert lines[1]["plies"] == plies
            soon = solve(position, goal="win", within=plies + 1).no_win_within is None
            refused = faults(tmp_path, saying(lines, plies + 1))
            assert refused or not soon
    assert wins or one.name in ("gro", "sow")


@pytest.mark.slow
def test_on_the_real_board_after_the_turns_of_the_card(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    card = "c4 d5 c4+ d5+ c4/d4 d5/e4 c4+ e4+ c4/c3 e4/d3"
    position = Position.start(game("gro", "dish:3,2")).play(card)
    assert no_win(path, position, 7).no_win_within == 7
    assert "has no move for" in faults(tmp_path, saying(lines_of(path), 9))


@pytest.fixture
def held(tmp_path: Path) -> list[Any]:
    """That there is no win in nine plies from the third ply on, on a small dish."""
    path = tmp_path / "held.json"
    one = game("gro", "dish:1,1", tokens="3")
    assert no_win(path, Position.start(one).play("a1 c3"), 9).no_win_within == 9
    return lines_of(path)


@pytest.mark.slow
def test_every_entry_is_needed(tmp_path: Path, held: list[Any]) -> None:
    head, strategy, *rows = held
    fewer = strategy | {"entries": len(rows) - 1}
    for number in range(0, len(rows), 8):
        text = rows[number][0]
        left_out = rows[:number] + rows[number + 1 :]
        assert f"no move for {text!r}" in faults(tmp_path, [head, fewer, *left_out])


def test_every_rank_is_the_least_that_will_do(tmp_path: Path, held: list[Any]) -> None:
    for number in range(2, len(held), 12):
        text, move, rank = held[number]
        for other, words in ((rank - 1, f"for {rank - 1} plies, {rank} are left"), (None, "rank")):
            altered = [*held[:number], [text, move, other], *held[number + 1 :]]
            assert words in faults(tmp_path, altered) or other == 0


def test_a_move_that_loses_too_soon_is_refused(tmp_path: Path, held: list[Any]) -> None:
    one = game("gro", "dish:1,1", tokens="3")
    search = ProofSearch(one)
    lost = 0
    for number, (text, move, rank) in enumerate(held[2:], 2):
        here = Position.read(one, text)
        for other in set(here.moves()) - {move}:
            after = here.play([other])
            if not after.over and search.wins(after.state, True, 0, rank - 1):
                lost += 1
                altered = [*held[:number], [text, other, rank], *held[number + 1 :]]
                assert faults(tmp_path, altered)
    assert lost


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ({"no_win_within": -1}, "claim.no_win_within"),
        ({"no_win_within": 2.5}, "claim.no_win_within"),
        ({"no_win_within": True}, "claim.no_win_within"),
        ({"no_win_within": 1 << 40}, "claim.no_win_within"),
        ({"no_win_within": 10}, "stands"),
        ({"no_win_within": 8}, "stands"),
        ({"no_win_within": None}, "the bounds say nothing"),
        ({"value": "draw"}, "only a claim without a value"),
        ({"bounds": ["loss", "draw"]}, "should begin stands"),
        ({"bounds": None}, "two bounds"),
    ],
)
def test_another_claim_is_refused(
    tmp_path: Path, held: list[Any], claim: dict[str, Any], words: str
) -> None:
    head = held[0] | {"claim": held[0]["claim"] | claim}
    assert words in faults(tmp_path, [head, *held[1:]])


def test_with_three_players_there_is_no_such_claim(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    solve(Position.start(game("grow", "square:2x2", players="3")), certificate=path)
    head, *more = lines_of(path)
    head["claim"] = {"value": None, "bounds": ["loss", "win"], "no_win_within": 3}
    assert "in games of two" in faults(tmp_path, [head, *more])


@pytest.mark.parametrize("within", [None, 9])
def test_where_repetition_decides_holding_out_proves_nothing(
    tmp_path: Path, within: int | None
) -> None:
    path = tmp_path / "certificate.json"
    goal = "value" if within is None else "win"
    free = Position.start(game("gro", "dish:1,1", tokens="2"))
    solve(free, goal=goal, within=within, certificate=path)
    bound = Position.start(game("gro", "dish:1,1", tokens="2", repetition="loss-3"))
    found = solve(bound, goal=goal, within=within, certificate=tmp_path / "none.json")
    assert (found.certificate, found.value, found.no_win_within) == (None, None, None)
    assert "but by the rule of repetition" in found.reason
    head, *more = lines_of(path)
    assert verify(path) == []
    head["settings"]["repetition"] = "loss-3"
    assert "again may decide it otherwise" in faults(tmp_path, [head, *more])
