"""What notebooks show: displays of positions, findings, puzzles and tables."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from ruleproof import (
    Position,
    Table,
    build_table,
    check,
    compare,
    game,
    openings,
    repair,
    solve,
    tune,
)
from ruleproof.models.claims.claims import Verdict, Verdicts
from ruleproof.models.claims.scope import Scope
from ruleproof.puzzles.puzzle import PuzzleSet, read_set
from ruleproof.reports.drawing.palette import heat
from ruleproof.reports.pages.notebooks import DRAWN, display
from ruleproof.reports.statistics.tuning import Tuned
from ruleproof.solvers.playing.exact.openings import MoveValues, move_values
from ruleproof.solvers.reasoning.lockstep.compare import Difference
from tests.pages import Elements
from tests.starter_sets import starter

SMALL = game("esgros", "path:3")
EVIL = '<script>alert(1)</script>"&'


def elements(thing: Any) -> Elements:
    """The elements of what a notebook shows of a thing."""
    return Elements(thing._repr_html_())


def text(thing: Any) -> str:
    """The words of a display, with single spaces."""
    return " ".join(elements(thing).words.split())


def puzzles() -> PuzzleSet:
    return starter("esgros")[: DRAWN + 2]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    path = tmp_path_factory.mktemp("tables") / f"{EVIL.replace('/', '')}.rpt"
    build_table(SMALL, path)
    with Table(path) as opened:
        yield opened


@pytest.fixture(scope="module")
def shown(table: Table) -> list[Any]:
    """One thing of each kind that has a display of its own."""
    verdicts = check(SMALL, ["6", "7a"])
    return [
        solve(Position.start(SMALL)),
        openings(SMALL),
        verdicts,
        verdicts[0],
        repair(SMALL, "6"),
        compare(SMALL, game("esgros", "path:3", exceed="void")),
        puzzles(),
        puzzles()[0],
        table,
    ]


def test_a_display_stands_alone_and_takes_nothing_from_outside(shown: list[Any]):
    for thing in shown:
        found = elements(thing)
        assert found.tags[:2] == ["div", "style"]
        assert not {"script", "link", "img", "iframe"} & set(found.tags)
        names = {name for _, name, _ in found.attributes}
        assert not {name for name in names if name.startswith("on")} | names & {"id", "src", "href"}
        outside = re.findall(r"(?:https?:|url\()[^\"]*", display(thing))
        assert set(outside) <= {"http://www.w3.org/2000/svg"}


def test_what_has_no_display_is_told():
    with pytest.raises(TypeError, match="how to show it: 3"):
        display(3)


def test_what_comes_from_outside_is_escaped(table: Table):
    puzzle = puzzles()[0].model_copy(
        update={"sentence": EVIL, "themes": [EVIL], "solution": [EVIL], "id": EVIL}
    )
    here = Scope.on(EVIL, "proved")
    verdict = Verdict(
        EVIL, EVIL, EVIL, "proved", "refuted", here, EVIL, 0.0, {}, EVIL, finding=EVIL
    )
    solution = replace(
        solve(Position.start(SMALL)), value=None, best=(EVIL,), line=(EVIL,), reason=EVIL
    )
    things = [puzzle, PuzzleSet([puzzle]), verdict, Verdicts([verdict], SMALL), solution, table]
    for thing in things:
        assert "script" not in elements(thing).tags
        assert EVIL in elements(thing).words or thing is table
    closed = Table(table.path)
    closed.close()
    assert EVIL.replace("/", "") in elements(closed).words


def test_moves_are_in_the_colour_of_their_value():
    small = game("esgros", "hex:2")
    position = Position.start(small)
    values = openings(small)
    assert set(values.values()) == {"win", "loss"}
    drawn = display(values)
    for value, colour in (("win", heat(1.0)), ("loss", heat(-1.0))):
        many = sum(one == value for one in values.values())
        assert len(re.findall(f'<polygon [^>]*fill="{colour}"', drawn)) == many
    solution = solve(position)
    drawn = display(solution)
    assert len(re.findall(f'<polygon [^>]*fill="{heat(1.0)}"', drawn)) == len(solution.best)
    assert heat(-1.0) not in drawn
    lost = position.play(next(move for move, value in values.items() if value == "win"))
    assert set(move_values(lost).values()) == {"loss"}
    assert f"{lost.side.capitalize()}, to move, loses in" in text(solve(lost))


def test_moves_are_told_with_how_soon_they_end_the_game_and_how_many_they_are():
    values = openings(game("esgros", "hex:2"))
    shown = text(values)
    for value, verb in (("win", "Wins"), ("loss", "Loses")):
        for plies in {values.distances[move] for move in values if values[move] == value}:
            moves = [
                move for move in values if (values[move], values.distances[move]) == (value, plies)
            ]
            assert f"{verb} in {plies} plies {len(moves)} {' '.join(moves)}" in shown
    known = MoveValues(dict(values), values.position)
    assert "plies" not in text(known)


def test_the_end_of_a_game_has_a_display():
    ended = Position.start(SMALL)
    while not ended.over:
        ended = ended.play(ended.moves()[:1])
    assert "No move is left." in text(move_values(ended))
    assert "svg" in elements(solve(ended)).tags


def test_points_and_many_players_have_displays():
    scored = game("incrowd", "square:2x2")
    values = openings(scored)
    assert all(isinstance(value, int) for value in values.values())
    assert "svg" in elements(values).tags
    many = game("grow", "square:2x2", players=3)
    assert "Against all others together" in text(solve(Position.start(many)))
    assert "svg" in elements(openings(many)).tags
    assert "Points of red : blue : green" in text(openings(many))
    assert "Points of" not in text(values)


def test_a_variant_is_called_by_its_name():
    found = Difference(
        game="esgros",
        board="path:3",
        first={},
        second={"new": "yes"},
        same=False,
        scope="path:3",
        line=("a1",),
        position="B . . ; white",
        only_second=("c1",),
        second_game="my-esgros",
    )
    shown = text(found)
    assert "Play can differ after 1 move" in shown
    assert "only under my-esgros: c1" in shown
    assert "new=yes" in shown
    assert "svg" in elements(found).tags


def test_a_witness_is_drawn_where_the_game_is_known():
    verdicts = check(SMALL, ["6"])
    told = [verdict for verdict in verdicts if verdict.witness]
    assert told
    assert elements(verdicts).tags.count("svg") == len(told)
    assert "svg" not in elements(told[0]).tags
    assert str(told[0].witness) in text(told[0])


def test_a_set_draws_as_many_as_a_screen_holds():
    several = puzzles()
    assert elements(several).tags.count("svg") == DRAWN
    assert f"{len(several)} puzzles; a slice shows others" in text(several)
    assert elements(several[DRAWN:]).tags.count("svg") == 2
    assert all(puzzle.sentence in elements(several).words for puzzle in several[:DRAWN])


def test_a_table_tells_its_facts_and_first_rows(table: Table):
    told = text(table)
    assert f"{len(table)} positions up to symmetry" in told
    assert "wins in" in told
    first = next(iter(table))
    assert first.position.text in elements(table).words
    assert told.endswith(f"and {len(table) - 5} more")


def test_sets_and_verdicts_are_lists_that_print_shortly():
    several = puzzles()
    assert several == list(several)
    assert isinstance(several[1:3], PuzzleSet)
    assert several[1:3] == [several[1], several[2]]
    assert repr(several[:2]) == "<PuzzleSet: 2 of esgros>"
    assert read_set("\n".join(one.line() for one in several), "set") == several
    verdicts = check(SMALL, ["6"])
    assert verdicts[:1].game is SMALL
    assert repr(verdicts[:0]) == "<Verdicts: none>"


def test_what_knows_its_game_still_pickles(shown: list[Any]):
    solution, values, verdicts, *_ = shown
    for thing in (solution, values, verdicts, puzzles()):
        found = pickle.loads(pickle.dumps(thing))
        assert found == thing
    assert pickle.loads(pickle.dumps(solution)).position is None
    assert type(pickle.loads(pickle.dumps(values))) is dict
    assert copy.copy(verdicts) == verdicts


def test_variants_stand_in_one_table_before_the_tables_of_each():
    found = elements(tune([SMALL, game("esgros", "path:4")], games=2, players=["random"]))
    assert found.tags.count("table") == 3
    one, other = found.words.index("path:4"), found.words.index("path:3: exactly")
    assert found.words.index("path:3") < one < other
    assert "No variant" in elements(Tuned()).words
    with pytest.raises(ValueError, match="of one game are needed"):
        tune([SMALL, game("grow", "square:2x2")])
