"""The longest chains of In Crowd are the longest, whichever way one looks for them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from lab.chains import ancestry
from lab.chains import bounds as chain_bounds
from lab.chains import drops as longest_known
from lab.chains import longest as chains
from lab.chains.bounds import Arrangement
from ruleproof import Position, game
from ruleproof.models.boards.boards import Board, board
from ruleproof.models.cells import count, each
from ruleproof.models.incrowd import rules
from ruleproof.models.incrowd.claims import findings
from ruleproof.models.play.game import Game
from ruleproof.models.play.notation import read
from ruleproof.solvers.reasoning.checking.check import check

READINGS = [{}, {"chain": "global"}, {"turncoat_chain": "on"}]


def every_drop(one: Game) -> Iterator[tuple[int, int]]:
    """The flips and waves of Black's drop on each cell, up to symmetry, of every position."""
    state, field = type(one.start()), one.field
    for drop in {min(turn[cell] for turn in one.board.symmetries) for cell in range(field.size)}:
        others = [cell for cell in range(field.size) if cell != drop]
        for stones in product((0, 1, 2), repeat=len(others)):
            black, white = (
                sum(1 << cell for cell, one in zip(others, stones, strict=True) if one == colour)
                for colour in (1, 2)
            )
            if rules.free(field, state(black, white, 0, 0)):
                continue  # phase 1, where nothing flips
            for passes in (0, 1):
                p = state(black, white, 0, passes)
                if not one.faults(p):
                    yield chains.measured(one, p, drop).lengths
                    break


@pytest.mark.parametrize("chosen", READINGS, ids=str)
@pytest.mark.parametrize(
    "text",
    [
        *("1x1", "1x2", "1x5", "1x7", "2x2", "2x3", "2x4", "3x3"),
        *(pytest.param(text, marks=pytest.mark.slow) for text in ("2x5", "3x4")),
    ],
)
def test_the_longest_chains_are_those_of_all_positions(text: str, chosen: dict[str, str]):
    one = game("incrowd", f"square:{text}", **chosen)
    lengths = list(every_drop(one))
    for which, name in enumerate(chains.NAMES):
        found = chains.longest(one, 60, which)
        most = max((length[which] for length in lengths), default=0)
        assert (found.verdict, found.details[name]) == ("witnessed", most)
        witness = read(one, found.witness)
        move = one.read_move(str(found.details["move"]))
        assert chains.measured(one, witness, move).lengths[which] == most


@pytest.mark.parametrize("text", ["1x6", "2x3", "3x2", "2x6", "3x3", "3x4", "4x3"])
def test_counting_finds_the_largest_set_that_can_spare_its_pairs(text: str):
    here = board(f"square:{text}")
    able = chain_bounds.spare(here)

    def spares(cells: tuple[int, ...]) -> bool:
        chosen = sum(1 << cell for cell in cells)
        pairs = sum(count(here.around[cell] & chosen) for cell in cells) // 2
        return pairs <= sum(able[cell] for cell in cells) and min(able[c] for c in cells) >= 0

    sizes = range(1, here.size + 1)
    most = max(
        (size for size in sizes if any(map(spares, combinations(range(here.size), size)))),
        default=0,
    )
    assert chain_bounds.most_by_counting(here) == most <= chain_bounds.most_by_arithmetic(here)


@pytest.mark.parametrize(
    ("text", "most"),
    [
        *(("3x4", 6), ("4x4", 9), ("4x5", 12), ("5x5", 16)),
        pytest.param("6x6", 24, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("spreads", [True, False])
def test_clauses_find_the_most_flips(text: str, most: int, spreads: bool):
    """And all of them, of a drop that can be found again by the rules."""
    here = board(f"square:{text}")
    found = next(chain_bounds.arrangements(here, most, spreads, 120))
    assert count(found.flips) == most
    assert not chain_bounds.stuck(here, found, here.full & ~found.flips, 0, spreads)


@pytest.mark.parametrize(("text", "most"), [("3x4", 6), ("4x4", 9), ("4x5", 12)])
def test_clauses_alone_show_that_no_drop_flips_more(text: str, most: int):
    here = board(f"square:{text}")
    assert not list(chain_bounds.arrangements(here, most + 1, False, 120))


def test_clauses_miss_no_arrangement():
    """Of 3x3 all sets of four cells and drops, by trying them, up to symmetry."""
    here = board("square:3x3")
    tried = set[tuple[int, int]]()
    for cells in combinations(range(9), 4):
        flips = sum(1 << cell for cell in cells)
        for drop in each(here.full & ~flips):
            if not chain_bounds.stuck(here, Arrangement(drop, flips), here.full & ~flips, 0, True):
                tried.add((drop, flips))

    def images(drop: int, flips: int) -> set[tuple[int, int]]:
        return {(t[drop], sum(1 << t[one] for one in each(flips))) for t in here.symmetries}

    found = chain_bounds.arrangements(here, 4, True, 60)
    assert set().union(*(images(*one) for one in found)) == tried


def test_the_authors_shapes_are_traps():
    one = game("incrowd", "square:8x8")
    for name in findings.SHAPES:
        shape = findings.shape(one, name)
        assert chain_bounds.trap_in(one.board, shape) == shape
        inside = chain_bounds.smallest_trap_in(one.board, shape)
        assert inside
        assert not inside & ~shape
        assert not chain_bounds.trap_in(one.board, inside & (inside - 1))


@pytest.mark.parametrize(
    "text", ["2x4", *(pytest.param(one, marks=pytest.mark.slow) for one in ("2x3", "3x3", "2x5"))]
)
def test_going_back_finds_the_drops_of_all_games(text: str):
    one = game("incrowd", f"square:{text}")
    lengths = set[tuple[int, int]]()
    seen = {one.start()}
    waiting = [one.start()]
    while waiting:
        p = waiting.pop()
        for move in one.moves(p):
            lengths.add(chains.measured(one, p, move).lengths)
            q = one.play(p, move)
            if q not in seen:
                seen.add(q)
                waiting.append(q)
    for flips in range(1, chain_bounds.most_by_counting(one.board) + 1):
        for waves in range(flips + 1):
            played = any(f >= flips and w >= waves for f, w in lengths)
            assert ancestry.reaches(one.board, flips, waves, 60)[0] == played


@pytest.mark.parametrize(
    ("text", "flips", "waves"),
    [("3x5", 7, 7), ("4x4", 8, 8), pytest.param("5x5", 14, 13, marks=pytest.mark.slow)],
)
def test_chains_in_play_are_decided(text: str, flips: int, waves: int):
    one = game("incrowd", f"square:{text}")
    for which, most in enumerate((flips, waves)):
        found = chains.longest_in_play(one, 100, which)
        assert (found.verdict, found.details["at_most"]) == ("witnessed", most)
        moves = found.witness.split()
        position = Position.start(one).play(" ".join(moves[:-1]))
        drop = chains.measured(one, position.state, one.read_move(moves[-1]))
        assert drop.lengths[which] == most


def test_going_back_stops_where_there_is_no_time_or_room():
    for text, seconds in (("6x6", 60.0), ("5x5", 0.0)):
        with pytest.raises(TimeoutError):
            ancestry.reaches(board(f"square:{text}"), 15, 0, seconds)


def test_5x5_is_decided():
    one = game("incrowd", "square:5x5")
    found = chains.longest(one, 60, chains.FLIPS)
    assert (found.verdict, found.details["flips"]) == ("witnessed", 16)


@pytest.mark.slow
def test_the_waves_of_5x5_are_decided():
    """Fifteen in sequence, and no drop that flips sixteen stones needs as many waves."""
    found = chains.longest(game("incrowd", "square:5x5"), 120, chains.WAVES)
    assert (found.verdict, found.details["waves"]) == ("witnessed", 15)


@pytest.mark.parametrize("chosen", READINGS, ids=str)
def test_9x9_takes_59_flips(chosen: dict[str, str]):
    found = chains.longest(game("incrowd", **chosen), 5, chains.FLIPS)
    assert (found.verdict, found.details["flips"], found.details["at_most"]) == (
        "witnessed",
        59,
        59,
    )


@pytest.mark.parametrize("text", sorted(longest_known.PICTURES.keys() | longest_known.GAMES))
def test_what_is_known_can_be_played(text: str):
    """Each entry is the longest of its board by flips or by waves."""
    one = game("incrowd", text)
    for entries in (longest_known.PICTURES, longest_known.GAMES):
        lengths = [drop.lengths for drop in chains.known(one, entries)]
        assert len(lengths) == len(entries.get(text, ()))
        best = {max(lengths, key=lambda length: length[which]) for which in (0, 1) if lengths}
        assert best == set(lengths)


def test_a_game_that_is_known_is_as_long_as_any_where_all_are_looked_at():
    one = game("incrowd", "square:3x3")
    for which, verdict in enumerate(check(one, ["8a", "8b"], seconds=60)):
        assert verdict.method == "all reachable positions"
        found = chains.longest_in_play(one, 60, which)
        assert found.details[chains.NAMES[which]] == verdict.details["most"]


def test_a_bound_that_is_too_low_is_found_out(monkeypatch: pytest.MonkeyPatch):
    def planted(here: Board) -> int:
        return chain_bounds.most_by_counting(here) - 1

    monkeypatch.setattr(chains, "most_by_counting", planted)
    with pytest.raises(ValueError, match="more than 15 flips"):
        chains.longest(game("incrowd", "square:5x5"), 60, chains.FLIPS)


@pytest.mark.parametrize("text", findings.MOST_FLIPS)
@pytest.mark.parametrize("chain", ["local", "global"])
def test_the_table_of_flips(text: str, chain: str):
    found = chains.longest(game("incrowd", text, chain=chain), 60, chains.FLIPS)
    assert (found.verdict, found.details["flips"]) == ("witnessed", findings.MOST_FLIPS[text])


def test_a_picture_that_is_no_position_is_found_out(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(longest_known.PICTURES, "square:3x3", ("BB./*../...",))
    with pytest.raises(ValueError, match="in phase 1"):
        chains.longest(game("incrowd", "square:3x3"), 60, chains.FLIPS)


def test_a_game_that_breaks_the_rules_is_found_out(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(longest_known.GAMES, "square:3x3", ("a1 a2 b3",))
    with pytest.raises(ValueError, match="a2"):
        chains.longest_in_play(game("incrowd", "square:3x3"), 60, chains.FLIPS)


def test_time_that_runs_out_leaves_bounds():
    """Of a board that nothing is known of."""
    found = chains.longest(game("incrowd", "square:10x10"), 0.5, chains.FLIPS)
    assert found.verdict == "undecided"
    assert found.details["at_most"] == 74
    assert 50 < int(str(found.details["flips"])) < 74
