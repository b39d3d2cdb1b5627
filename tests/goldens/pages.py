"""Puzzles, reports and displays of notebooks as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from ruleproof import (
    Position,
    Table,
    build_table,
    check,
    compare,
    game,
    move_values,
    openings,
    repair,
    solve,
    tune,
)
from ruleproof.models.play.game import Game
from ruleproof.puzzles.judging.solution import solution_of, telling
from ruleproof.puzzles.puzzle import Puzzle, PuzzleSet, Rating, read_set
from ruleproof.puzzles.starter import starter
from ruleproof.puzzles.telling.derived import remade
from ruleproof.puzzles.telling.facts import Facts
from ruleproof.puzzles.telling.hints import hints_of
from ruleproof.puzzles.telling.themes import themes_of
from ruleproof.reports.examining.findings import Findings
from ruleproof.reports.pages.notebooks import display
from ruleproof.reports.pages.page import byline, chapter, page
from ruleproof.reports.pages.solving import as_page, set_told
from ruleproof.reports.publishing.book import book
from ruleproof.reports.publishing.plain_forms import as_csv, as_text
from ruleproof.reports.publishing.sheet import sheet
from ruleproof.reports.statistics.play_statistics import play_statistics
from ruleproof.solvers.work.executors import Here
from tests.goldens.layout import laid_out, read
from tests.goldens.masks import masked
from tests.goldens.sessions import folder
from tests.reports.small_puzzles import by_people, help_puzzle, small_puzzle

HERE = Path(__file__).parents[1]
EVERY = 10
"""One of so many starter puzzles is kept."""
SMALL: dict[str, tuple[str, dict[str, str | int], list[str]]] = {
    "esgros": ("path:3", {}, ["1", "6"]),
    "gro": ("dish:1,1", {"tokens": 2}, ["1"]),
    "grow": ("path:3", {}, ["1"]),
    "incrowd": ("square:2x2", {}, ["1"]),
    "sow": ("square:1x4", {}, ["1"]),
}
"""A board, settings and claims of each game that take a second or two."""
UNREAD = {"nodes", "shapes", "paints", "pieces", "tints", "cells", "rows", "arrows", "drawing"}
"""Data of pages and books that are drawings or numbers for scripts, and no words."""


@cache
def tenths(name: str) -> PuzzleSet:
    """Every tenth puzzle of the game's starter set."""
    return PuzzleSet(starter(name)[::EVERY])


def small(name: str) -> Game:
    """The game on its small board."""
    board, settings, _ = SMALL[name]
    return game(name, board, **settings)


def _text(name: str) -> str:
    return masked(as_text(tenths(name)))


def _csv(name: str) -> str:
    return as_csv(tenths(name))


def _book(name: str) -> str:
    return masked(laid_out(_worded(book(tenths(name)).told)) + "\n")


def _sheet(name: str) -> str:
    """Sheets with solutions at the foot and behind, of the game's puzzles and one of another."""
    puzzles, parts = [*tenths(name)[:4], starter("grow")[0]], ("title", "legend", "pages")
    told = [sheet(puzzles, 4, solutions="foot").told, sheet(puzzles, 6).told]
    return masked(laid_out(_worded([{one: each[one] for one in parts} for each in told])) + "\n")


def _page(name: str) -> str:
    puzzles = tenths(name)
    return masked(read(as_page(puzzles)) + laid_out(_worded(set_told(puzzles))) + "\n")


def _worded(value: Any) -> Any:
    """The value without what nobody reads."""
    if isinstance(value, dict):
        return {key: _worded(one) for key, one in value.items() if key not in UNREAD}
    return list(map(_worded, value)) if isinstance(value, (list, tuple)) else value


def _hints(name: str) -> str:
    """Themes and hints made anew, as far as the tree has them."""
    return "".join(f"{one.id}\n{_derived(one)}\n" for one in tenths(name))


def _derived(puzzle: Puzzle) -> str:
    facts = Facts(puzzle, telling(puzzle, solution_of(puzzle)), None)
    themes = themes_of(facts) if puzzle.stipulation.goal else []
    return "".join(f"  {line}\n" for line in (", ".join(themes), *hints_of(facts, themes)))


def _report(name: str) -> str:
    """The page of a report, from findings that no clock cuts short."""
    ground = small(name)
    start = solve(Position.start(ground))
    findings = Findings(
        ground,
        verdicts=tuple(check(ground, SMALL[name][2])),
        solution=start,
        openings=dict(openings(ground, value=start.value)),
        puzzles=tuple(starter(name)[:2]),
        statistics=play_statistics(
            ground, games=5, seconds=None, groups=("random",), skill=(), workers=[Here()]
        ),
    )
    told = chapter(findings, alone=True)
    title = ground.rulebook.title
    return masked(read(page(title, byline(ground.rulebook), [told], "", "")))


OF_GAMES: dict[str, Callable[[str], str]] = {
    "puzzles-text": _text,
    "puzzles-csv": _csv,
    "puzzles-book": _book,
    "puzzles-sheet": _sheet,
    "puzzles-page": _page,
    "puzzles-hints": _hints,
    "report": _report,
}
"""The goldens that each game has."""


def _shown(*things: object) -> str:
    """The displays of the things, each headed by what Python prints of its type."""
    return masked("\n".join(f"# {type(one).__name__}\n{read(display(one))}" for one in things))


def _positions() -> str:
    return _shown(*(Position.start(small(name)) for name in SMALL))


def _values() -> str:
    start = Position.start(game("esgros", "hex:2"))
    crowd, sow = Position.start(small("incrowd")), Position.start(small("sow"))
    solutions = [solve(one) for one in (start, crowd, sow)]
    return _shown(*solutions, openings(start.game), move_values(start.play("a1")))


def _claims() -> str:
    ground = small("esgros")
    return _shown(check(ground, ["2a", "6"]), repair(ground, "6"))


def _readings() -> str:
    first = game("esgros", "hex:2")
    others = (game("esgros", "hex:2", exceed=one) for one in ("either", "void"))
    return _shown(*(compare(first, other) for other in others))


def _puzzles() -> str:
    shown: Sequence[Puzzle] = starter("esgros")[:2]
    return _shown(PuzzleSet(shown), *shown, starter("sow")[0])


def _tables() -> str:
    with folder():
        build_table(Position.start(game("esgros", "hex:2")), "hex2.rpt")
        with Table("hex2.rpt") as table:
            told = _shown(table)
        return told + _shown(table)


def _unsolved() -> str:
    """Values that small boards do not have, bounds, and reasons."""
    win = solve(Position.start(game("esgros", "hex:2")))
    margin = solve(Position.start(small("incrowd")))
    late = replace(win, value=None, distance=None, best=[], line=[], reason="out of time")
    return _shown(
        replace(win, value="draw", distance=None),
        replace(win, value="loss", distance=1),
        replace(win, value="win", distance=None),
        *(replace(margin, value=value) for value in (1, 0, -12)),
        solve(Position.start(game("grow", "path:3", players=3))),
        late,
        replace(late, bounds=("draw", "win"), reason=""),
        *(replace(margin, value=None, bounds=one) for one in ((-2, 3), (None, 3), (-2, None))),
    )


def _known_puzzles() -> str:
    """Solutions with several answers, groups of wrong turns, and a line of help."""
    known = read_set((HERE / "reports" / "told.jsonl").read_text("utf-8"), "told.jsonl")
    small = [*map(small_puzzle, SMALL), help_puzzle()]
    return masked(as_text([*known, *small]) + as_csv(known))


def _threats() -> str:
    """Hints made anew with the threats of first turns, which take a search."""
    return "".join(f"{one.id}\n{laid_out(_hinted(one))}\n" for one in tenths("esgros"))


def _hinted(puzzle: Puzzle) -> dict[str, Any]:
    found = remade(puzzle)
    return {name: found[name] for name in ("sentence", "themes", "hints")}


def _ratings() -> str:
    """Whose ratings a book has, and the facts of its solutions."""
    simulated = small_puzzle("esgros")
    people = by_people(simulated, 0.067)
    rating = Rating(value=1700, error=200, level=4, by="search")
    search = help_puzzle().model_copy(update={"rating": rating})
    unrated = simulated.model_copy(update={"rating": None})
    told: list[str] = []
    for kinds in (
        [unrated],
        [simulated, unrated],
        [people],
        [search],
        [simulated, people],
        [simulated, search],
        [people, search],
        [simulated, people, search],
    ):
        made = book(kinds).told
        facts = {name: made[name] for name in ("lead", "rated", "made", "solutions")}
        told.append(laid_out(_worded(facts)))
    return masked("\n".join(told) + "\n" + as_csv([people, search]))


def _tuned() -> str:
    variants = [game("esgros", board) for board in ("path:3", "path:4")]
    return _shown(tune(variants, players=["random"], games=20))


DISPLAYS: dict[str, Callable[[], str]] = {
    "positions": _positions,
    "values": _values,
    "claims": _claims,
    "readings": _readings,
    "puzzles": _puzzles,
    "tables": _tables,
    "tuned": _tuned,
    "unsolved": _unsolved,
}
"""The displays of notebooks, by what is shown."""

OTHERS: dict[str, Callable[[], str]] = {
    "puzzles-text/known": _known_puzzles,
    "puzzles-hints/threats": _threats,
    "puzzles-book/ratings": _ratings,
}
"""Puzzles that starter sets have few or none of."""
