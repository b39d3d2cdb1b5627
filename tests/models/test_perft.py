"""The perft data of every game, held against compiled rules, plain rules and constraints.

`tests/models/GAME/perft.jsonl` is plain data: a position a line with the numbers of its move
sequences of length 1, 2, …; `ends.jsonl` beside it holds digests of the positions at their ends.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ruleproof.models.boards.boards import board
from ruleproof.models.compiled.kernels import PLAYING, engine
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.position import Position
from ruleproof.models.play.states import width_for
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.solvers.playing.reach.perft import perft, plain_perft
from ruleproof.solvers.reasoning.formulas.successors import Constraints
from tests.constraint_perft import concrete_perft, constraint_counts
from tests.ends import Compiled, digest

KEYS = ("board", "settings", "position")
ENDS_NAME = "ends.jsonl"
FILES = sorted(Path(__file__).parent.glob("*/perft.jsonl"))


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def quick(file: Path, first: int, every: int) -> list[dict[str, Any]]:
    """A sample on the game's own board and on boards of one word; wider ones compile code anew."""
    own = rulebook(file.parent.name).board
    narrow = [one for one in lines(file) if one["board"] == own or board(one["board"]).size <= 64]
    return narrow[first::every]


def position(file: Path, line: dict[str, Any]) -> Position:
    game = make_game(rulebook(file.parent.name), line["board"], line["settings"])
    return Position.read(game, line["position"])


LARGE = {"gro": (2690, 13751), "grow": (3008, 15383), "incrowd": (3277, 16150)}
"""The positions and the counts of the larger sets of data."""


def test_the_data_is_as_large_as_promised() -> None:
    assert [file.parent.name for file in FILES] == ["esgros", "gro", "grow", "incrowd", "sow"]
    everything = [line for file in FILES for line in lines(file)]
    assert len(everything) >= 10_000
    assert sum(len(line["counts"]) for line in everything) >= 50_000


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_the_data_covers_every_value_of_every_setting(file: Path) -> None:
    name, data = file.parent.name, lines(file)
    many = len(data), sum(len(line["counts"]) for line in data)
    assert LARGE.get(name, many) == many
    assert len({json.dumps([line[key] for key in KEYS]) for line in data}) == len(data)
    for setting in rulebook(name).settings:
        seen = {line["settings"].get(setting.name, setting.default) for line in data}
        if not isinstance(setting.values, range) and (name, setting.name) != ("grow", "edition"):
            assert seen == set(setting.choices)
    if name == "gro":
        assert sum("seen" in line["position"] for line in data) == 691
        widths = {width_for(board(line["board"]).size) for line in data}
        assert widths == {64, 128, 192, 256}
    if name == "grow":
        amid = [line for line in data if "'" in line["position"] or "dropped" in line["position"]]
        assert len(amid) == 1483


def points(game: Game, p: Any, depth: int) -> list[int]:
    """Each player's points, added up over the ends of all sequences of that length."""
    if depth == 0:
        return [game.score(p, player) for player in range(len(game.players))]
    ends = [points(game, game.play(p, move), depth - 1) for move in game.moves(p)]
    return [sum(each) for each in zip(*ends, strict=True)] or [0] * len(game.players)


def points_held(file: Path, chosen: list[dict[str, Any]]) -> None:
    """Whether the points are those of the data: each player's in Grow, the margin in In Crowd."""
    for line in chosen:
        start = position(file, line)
        assert start.text == line["position"]
        for depth, told in enumerate(line["spaces" if "spaces" in line else "margins"], 1):
            found = points(start.game, start.state, depth)
            assert told == (found if "spaces" in line else found[0] - found[1]), line


SCORED = [file for file in FILES if file.parent.name in ("grow", "incrowd")]


@pytest.mark.parametrize("file", SCORED, ids=lambda file: file.parent.name)
def test_a_sample_of_the_points(file: Path) -> None:
    points_held(file, quick(file, 3, 37))


@pytest.mark.slow
@pytest.mark.parametrize("file", SCORED, ids=lambda file: file.parent.name)
def test_all_points(file: Path) -> None:
    points_held(file, lines(file))


def held(file: Path, chosen: list[dict[str, Any]], most: int, plainly: int) -> None:
    for line in chosen:
        start = position(file, line)
        history = (start.state,)
        for depth, count in enumerate(line["counts"], 1):
            if count <= most:
                assert perft(start.game, history, depth) == count, line
                assert perft(start.game, history, depth, bulk=False) == count, line
            if count <= plainly:
                assert plain_perft(start.game, history, depth) == count, line


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_a_sample(file: Path) -> None:
    held(file, quick(file, 0, 200), 20_000, 300)


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_the_whole(file: Path) -> None:
    held(file, lines(file), 10**9, 3_000)


ENDS = sorted(Path(__file__).parent.glob(f"*/{ENDS_NAME}"))


def ends_held(file: Path, chosen: list[dict[str, Any]]) -> None:
    """Whether plain and compiled rules lead to the positions that the data tells."""
    for line in chosen:
        start = position(file, line)
        compiled = Compiled(start.game)
        for depth, ends in enumerate(line["ends"], 1):
            assert digest(start.game, (start.state,), depth) == ends, line
            assert digest(compiled, (start.state,), depth) == ends, line


@pytest.mark.slow
@pytest.mark.parametrize("file", ENDS, ids=lambda file: file.parent.name)
def test_a_sample_of_the_ends(file: Path) -> None:
    ends_held(file, quick(file, 3, 12))


@pytest.mark.slow
@pytest.mark.parametrize("file", ENDS, ids=lambda file: file.parent.name)
def test_all_ends(file: Path) -> None:
    ends_held(file, lines(file))


def test_every_game_tells_the_ends_of_some_of_its_positions() -> None:
    assert [file.parent for file in ENDS] == [file.parent for file in FILES]
    for file in FILES:
        known = {json.dumps([line[key] for key in KEYS]) for line in lines(file)}
        told = {json.dumps([line[key] for key in KEYS]) for line in lines(file.parent / ENDS_NAME)}
        assert told <= known
        assert len(told) > len(known) / 20


def test_the_ends_see_the_chains_that_counts_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without chains In Crowd has the same numbers of sequences but not the same ends."""
    from ruleproof.models.incrowd import rules

    file = Path(__file__).parent / "incrowd" / ENDS_NAME
    chosen = [line for line in lines(file) if line["board"] in ("square:3x3", "square:4x4")]
    counts = {
        json.dumps([line[key] for key in KEYS]): line["counts"]
        for line in lines(file.with_name("perft.jsonl"))
    }

    def no_chain(board: Any, *rest: Any) -> int:
        return board.none

    monkeypatch.setattr(rules, "chain", no_chain)
    seen = 0
    for line in chosen:
        start = position(file, line)
        own = counts[json.dumps([line[key] for key in KEYS])]
        for depth, ends in enumerate(line["ends"], 1):
            assert plain_perft(start.game, (start.state,), depth) == own[depth - 1]
            seen += digest(start.game, (start.state,), depth) != ends
    assert seen > 10


SHARES = {"esgros": 0.2, "gro": 0.07, "grow": 0.05, "incrowd": 0.15, "sow": 0.1}
"""The share of each game's counts that the constraints reproduce: a tenth of all and more. Games
whose data spreads over many boards and settings, each of which has to be prepared, give less.
"""
MOST, DEEPEST = 60, 4
"""The constraints play no more than so many sequences of a position, and none as long as it takes
for a position to recur.
"""


def reproduced(file: Path, share: float, *, smallest_first: bool) -> int:
    """The number of counts reproduced by the constraints alone: at least that share of them all,
    many positions for each board and settings, which have to be prepared.
    """
    prepared: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in lines(file):
        prepared[json.dumps([line["board"], line["settings"]])].append(line)
    rest = sorted(prepared.values(), key=len, reverse=True)
    if smallest_first:
        rest.sort(key=lambda alike: position(file, alike[0]).game.board.size)
    wanted = share * sum(len(line["counts"]) for line in lines(file))
    held = 0
    while held < wanted:
        alike = rest.pop(0)
        starts = [position(file, line) for line in alike]
        constraints = Constraints(starts[0].game)
        depth = max(1, min(DEEPEST, max(len(line["counts"]) for line in alike)))
        found = constraint_counts(constraints, [one.state for one in starts], depth, MOST)
        for line, counts in zip(alike, found, strict=True):
            both = min(len(counts), len(line["counts"]))
            assert counts[:both] == line["counts"][:both], line
            held += both
    return held


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_a_sample_through_the_constraints(file: Path) -> None:
    assert reproduced(file, 0.01, smallest_first=True) > 40


def test_the_shares_make_a_tenth_of_all_counts() -> None:
    counts = {file.parent.name: sum(len(line["counts"]) for line in lines(file)) for file in FILES}
    promised = sum(SHARES[name] * many for name, many in counts.items())
    assert promised > sum(counts.values()) / 10


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_a_tenth_through_the_constraints(file: Path) -> None:
    held = reproduced(file, SHARES[file.parent.name], smallest_first=False)
    print(f"{file.parent.name}: {held} counts")  # noqa: T201 - shown by pytest -s


def same_in_all_three_ways(name: str, depth: int) -> None:
    one = make_game(rulebook(name), rulebook(name).board, {})
    start = one.start()
    count = perft(one, (start,), depth)
    assert plain_perft(one, (start,), depth) == count
    assert concrete_perft(one, start, depth) == count


@pytest.mark.slow
@pytest.mark.parametrize("name", [file.parent.name for file in FILES])
def test_first_moves_on_the_games_own_board_are_the_same_in_all_three_ways(name: str) -> None:
    same_in_all_three_ways(name, 0)
    same_in_all_three_ways(name, 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["esgros", "gro", "sow"])
def test_two_moves_on_the_games_own_board_are_the_same_in_all_three_ways(name: str) -> None:
    same_in_all_three_ways(name, 2)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_every_move_is_the_same_compiled_and_interpreted(file: Path) -> None:
    for line in quick(file, 4, 97):
        start = position(file, line)
        game, compiled = start.game, engine(start.game)
        kernels, masks, numbers = compiled.kernels, compiled.masks, compiled.numbers
        row, after = compiled.row(start.state), np.zeros(compiled.row_words, np.uint64)
        found = compiled.move_list()
        many = kernels.moves(masks, numbers, row, found)
        moves = [int(move) for move in found[1 : many + 1]]
        assert moves == game.moves(start.state)
        assert kernels.bulk(masks, numbers, row, found) == many
        for move in moves:
            again = kernels.play(masks, numbers, row, move, after)
            q = game.play(start.state, move)
            assert compiled.state(after) == q
            assert again == (1 if q.side == start.state.side else -1)
            ended = kernels.ended(masks, numbers, after)
            assert ended == (game.payoff(q) if game.over(q) else PLAYING)
            for player in range(len(game.players) if game.rulebook.scored else 0):
                assert kernels.score(masks, numbers, after, player) == game.score(q, player)
