"""The explorer held against published counts, and against plain Python that knows no tables."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ruleproof import game
from ruleproof.models.play.game import Game, State
from ruleproof.solvers.playing.reach.explore import Reach
from ruleproof.solvers.work.progress import Deadline

SMALL = [
    ("esgros", "path:5"),
    ("esgros", "hex:2"),
    ("esgros", "square:2x3"),
    ("connect-four", "square:3x3"),
    ("clobber", "square:2x4"),
]


def plain_levels(chosen: Game, symmetric: bool) -> Iterator[set[State]]:
    """The states of each level, one of each class, by the rules as plain Python."""

    def least(state: State) -> State:
        if not symmetric:
            return state
        return min(chosen.image(state, turn, swap) for turn, swap in chosen.symmetries)

    seen = edge = {least(chosen.start())}
    while edge:
        yield edge
        edge = {least(chosen.play(p, move)) for p in edge for move in chosen.moves(p)} - seen
        seen = seen | edge


@pytest.mark.parametrize("symmetric", [True, False])
@pytest.mark.parametrize(("name", "board"), SMALL)
def test_levels_are_those_of_plain_python(name: str, board: str, symmetric: bool):
    chosen = game(name, board)
    levels = [len(level) for level in plain_levels(chosen, symmetric)]
    reach = Reach(chosen, symmetric=symmetric)
    assert [high - low for low, high in reach.levels()] == levels
    assert reach.complete


@pytest.mark.parametrize(
    ("name", "board"),
    [
        *SMALL,
        ("gro", "dish:1,1"),
        ("grow", "path:3"),
        ("incrowd", "square:3x3"),
        ("sow", "square:2x2"),
    ],
)
def test_plain_python_expands_as_compiled_code_does(
    name: str, board: str, monkeypatch: pytest.MonkeyPatch
):
    found: list[object] = []
    for plainly in (True, False):
        monkeypatch.setattr(Reach, "_plainly", plainly)
        reach = Reach(game(name, board))
        while len(reach.ends) < 5 and not reach.complete:
            assert reach.advance()
        edges = int(reach.offsets[reach.expanded])
        found.append([
            *(reach.rows[: reach.count].tolist(), [reach.parents[: reach.count].tolist()]),
            *([reach.targets[:edges].tolist()], [reach.ends]),
        ])  # fmt: skip
    assert found[0] == found[1]


def test_published_numbers_of_positions():
    reach = Reach(game("connect-four", "square:4x4"), symmetric=False)
    assert reach.all()
    assert reach.count == 161029


@pytest.mark.parametrize(("name", "board"), SMALL)
def test_lines_lead_where_they_say(name: str, board: str):
    chosen = game(name, board)
    reach = Reach(chosen)
    assert reach.all()
    for number in range(0, reach.count, 7):
        line, state = reach.replay(reach.path(number))
        assert len(line) == reach.depth(number)
        row = reach.engine.row(state)
        assert (reach.canonical(row) == reach.rows[number]).all()


def test_edges_are_the_positions_after_each_move():
    chosen = game("esgros", "path:5")
    reach = Reach(chosen)
    assert reach.all()
    for number in range(reach.count):
        state = reach.state(number)
        after = [chosen.play(state, move) for move in chosen.moves(state)]
        rows = [reach.canonical(reach.engine.row(one)) for one in after]
        edges = reach.targets[reach.offsets[number] : reach.offsets[number + 1]]
        assert [tuple(reach.rows[edge]) for edge in edges] == [tuple(row) for row in rows]


def test_a_limit_and_a_deadline_stop_it_and_say_so():
    reach = Reach(game("esgros", "hex:3"), limit=1000)
    assert not reach.all()
    assert not reach.complete
    late = Reach(game("esgros", "hex:3"))
    assert not late.all(Deadline(0.0))
    assert not late.complete
