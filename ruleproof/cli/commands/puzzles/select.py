"""Sets of an editor's choice, in an editor's order, for `ruleproof puzzles show -o`."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ruleproof.cli.asking.arguments import after_the_answer, puzzle_set, set_to_write
from ruleproof.cli.asking.options import option, whole
from ruleproof.cli.commands.puzzles.make import levels
from ruleproof.cli.errors import InputError
from ruleproof.cli.telling.answers import remark, tell_replaced

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.puzzles.puzzle import Puzzle, PuzzleSet

_SPAN = re.compile(r"(\d{1,6})-(\d{1,6})", re.ASCII)
ORDERS = ("rating", "worth", "mixed")
"""Orders of a set: the easiest puzzle first, that of the greatest worth, or games in turns."""
KEEP: Any = option("--keep", "LIST", "These, in this order: 7,1-3 or ids.  [all]", "")
LEVEL: Any = option("--level", "A-B", "Of these levels, 1 easiest.  [any]", reader=levels)
GOALS: Any = option("--goal", "NAME", "Of this goal; repeat it for more.  [any]")
THEMES: Any = option("--theme", "NAME", "Of this theme; repeat it for more.  [any]")
ORDER: Any = option(
    "--order", "BY", "rating (the easiest first), worth (the greatest first) or mixed."
)
MOST: Any = option("-n", "N", "The first N.  [all]", reader=whole(1))


class Selection(NamedTuple):
    """An editor's choice: the puzzles of a list without others, of levels, goals and themes, in
    these orders one after another, and how many at most.
    """

    keep: str = ""
    level: tuple[int, int] | None = None
    goals: Sequence[str] = ()
    themes: Sequence[str] = ()
    orders: Sequence[str] = ()
    most: int | None = None

    def places_in(self, puzzles: PuzzleSet) -> list[int]:
        """The places of the puzzles that are chosen, in order; each puzzle once. Raises
        `InputError` if none is.
        """
        if unknown := [one for one in self.orders if one not in ORDERS]:
            raise InputError(f"--order: {', '.join(ORDERS)}: {unknown[0]!r}")
        if "mixed" in self.orders and not self.most:
            raise InputError("--order mixed: -n is needed, the number of puzzles to take")
        fitting = _fitting(puzzles, self.level, self.goals, self.themes)
        left = [place for place in kept(puzzles, self.keep) if place in fitting]
        if "mixed" in self.orders:
            left = _mixed(puzzles, left, self.most or 0)
        for order in self.orders:
            left.sort(key=lambda place: _rank(puzzles[place], order))
        if not left:
            raise InputError("no puzzle is left: these choices together exclude all")
        return left[: self.most]


def sets_read(sets: Sequence[Path]) -> PuzzleSet:
    """The puzzles of all sets, in their order."""
    from ruleproof.puzzles.puzzle import PuzzleSet

    return PuzzleSet(puzzle for path in sets for puzzle in puzzle_set(path, "SET"))


def write_set(
    output: Path,
    puzzles: Sequence[Puzzle],
    replace: bool,
    read: Sequence[Path],
    unwritten: list[str],
) -> None:
    """Writes a set to the file of -o; `unwritten` takes the reason if that fails."""
    from ruleproof.models.files.writing import write_whole

    set_to_write(output, replace, read)
    tell_replaced(output)
    with after_the_answer("--output", unwritten):
        write_whole(output, "".join(puzzle.line() + "\n" for puzzle in puzzles))


def tell_written(
    console: Console, puzzles: Sequence[Puzzle], output: Path, unwritten: Sequence[str]
) -> None:
    """Prints how many puzzles a file has, if it was written."""
    from ruleproof.reports.wording.words import counted

    if not unwritten:
        told = f"{counted(len(puzzles), 'puzzle')} in {output}"
        console.print(told, markup=False, highlight=False, soft_wrap=True)


def _fitting(
    puzzles: Sequence[Puzzle],
    level: tuple[int, int] | None,
    goals: Sequence[str],
    themes: Sequence[str],
) -> set[int]:
    """The places of the puzzles of these levels, goals and themes. An unrated one has no level."""
    _known("--goal", goals, {puzzle.stipulation.name for puzzle in puzzles})
    _known("--theme", themes, {theme for puzzle in puzzles for theme in puzzle.themes})
    return {
        place
        for place, puzzle in enumerate(puzzles)
        if not level or (puzzle.rating and level[0] <= puzzle.rating.level <= level[1])
        if not goals or puzzle.stipulation.name in goals
        if not themes or not set(themes).isdisjoint(puzzle.themes)
    }


def _known(option: str, names: Sequence[str], there: set[str]) -> None:
    """Raises `InputError` for a name that no puzzle has."""
    for name in names:
        if name not in there:
            accepted = ", ".join(sorted(there)) or "none"
            raise InputError(f"{option}: no puzzle has it (there are: {accepted}): {name!r}")


def once(puzzles: Sequence[Puzzle]) -> list[int]:
    """The places of the puzzles, without those that came before; says how many those are. Raises
    `InputError` for two different puzzles of one id.
    """
    first = {puzzle.id: place for place, puzzle in reversed(list(enumerate(puzzles)))}
    for place, puzzle in enumerate(puzzles):
        if _asked(puzzles[first[puzzle.id]]) != _asked(puzzle):
            both = f"puzzles {first[puzzle.id] + 1} and {place + 1}"
            raise InputError(f"SET: {both} are different and have one id: {puzzle.id!r}")
    if len(first) < len(puzzles):
        many = len(puzzles) - len(first)
        remark(f"SET: puzzles that come twice are taken once: {many}")
    return sorted(first.values())


def _asked(puzzle: Puzzle) -> tuple[object, ...]:
    """The diagram and the question, whatever has become of its rating."""
    return puzzle.game, puzzle.board, puzzle.position, puzzle.stipulation


def _mixed(puzzles: Sequence[Puzzle], left: Sequence[int], most: int) -> list[int]:
    """So many of the places that are left: each next one of the game that has fewest so far, then
    of the level and of the goal that have fewest, and the first of these.
    """
    waiting = list(left)
    taken = Counter[tuple[str, str]]()

    def crowd(place: int) -> list[int]:
        return [taken[trait] for trait in _traits(puzzles[place])]

    chosen = set[int]()
    while waiting and len(chosen) < most:
        place = min(waiting, key=crowd)
        waiting.remove(place)
        taken.update(_traits(puzzles[place]))
        chosen.add(place)
    return [place for place in left if place in chosen]


def _traits(puzzle: Puzzle) -> list[tuple[str, str]]:
    """The traits that a mixed set varies, those that matter most first."""
    level = str(puzzle.rating.level) if puzzle.rating else ""
    return [("game", puzzle.game), ("level", level), ("goal", puzzle.stipulation.name)]


def _rank(puzzle: Puzzle, order: str) -> int:
    """The rank of a puzzle in an order; puzzles without a rating or worth come last."""
    if order == "rating":
        return puzzle.rating.value if puzzle.rating else sys.maxsize
    if order == "worth":
        return -puzzle.worth.value if puzzle.worth else 1
    return 0


def kept(puzzles: PuzzleSet, keep: str) -> list[int]:
    """The places of the puzzles that --keep names, or of all, each once. Raises `InputError` if a
    puzzle is named twice.
    """
    found = _places(puzzles, keep) if keep else once(puzzles)
    for known, many in Counter(puzzles[place].id for place in found).items():
        if many > 1:
            raise InputError(f"--keep: a puzzle comes twice: {known!r}")
    return found


def _places(puzzles: PuzzleSet, text: str) -> list[int]:
    """The places, from 0, of the puzzles that a list of numbers, spans and ids names."""
    by_id = {puzzle.id: place for place, puzzle in enumerate(puzzles)}
    found: list[int] = []
    for word in map(str.strip, text.split(",")):
        span = _SPAN.fullmatch(word if "-" in word else f"{word}-{word}")
        if word in by_id:
            found.append(by_id[word])
        elif span and 1 <= int(span[1]) <= int(span[2]) <= len(puzzles):
            found += range(int(span[1]) - 1, int(span[2]))
        else:
            accepted = f"numbers from 1 to {len(puzzles)}, spans as 3-7, or ids, with commas"
            if any(map(str.isalpha, word)):
                accepted = f"no puzzle has this id ({accepted})"
            raise InputError(f"--keep: {accepted}: {word!r}")
    return found
