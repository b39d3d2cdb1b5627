"""A book of puzzles for print: its contents, for the template `book.typ`.

chapter   one game: how it is played, and its puzzles by level
row       puzzles side by side, or one alone with its words beside it where boards are wide
page      rows of puzzles: half a page each, of wide boards a quarter
compact   of a book with few puzzles: it has no contents, and parts follow each other on a page
small     of a chapter with few puzzles, or in a compact book: it may begin within a page
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version

from ruleproof.models.errors import listed
from ruleproof.models.rulebooks.rulebook import Rulebook, rulebook
from ruleproof.puzzles.puzzle import Puzzle, position_of
from ruleproof.reports.publishing import indexes
from ruleproof.reports.publishing.printed import asked, checked, hint_lists, rules, solution, wide
from ruleproof.reports.publishing.typesetting import PLAIN, Drawings, PrintLayout, PrintWork, Told
from ruleproof.reports.wording import ratings_told, rules_told, words

_UNRATED = 9
"""The level under which unrated puzzles stand: after all others."""
FEW = 24
"""A book of at most so many puzzles is compact, and its chapters are not parted by level."""
SMALL = 8
"""A chapter of at most so many puzzles begins on the page on which the one before it ends."""


def book(puzzles: Sequence[Puzzle], layout: PrintLayout = PLAIN) -> PrintWork:
    """The book of the puzzles, game by game, by level. Raises `TextError` for a puzzle that cannot
    be played through.
    """
    games: dict[str, list[Puzzle]] = {}
    for number, puzzle in enumerate(puzzles, 1):
        checked(number, puzzle)
        games.setdefault(puzzle.game, []).append(puzzle)
    for of_one in games.values():
        of_one.sort(key=_level)  # the order of the set within a level
    ordered = [puzzle for of_one in games.values() for puzzle in of_one]
    numbers = {id(puzzle): number for number, puzzle in enumerate(ordered, 1)}
    titles = [rulebook(name).title for name in games]
    chapters = {
        title: [(numbers[id(puzzle)], puzzle) for puzzle in of_one]
        for title, of_one in zip(titles, games.values(), strict=True)
    }
    drawings, compact = Drawings(), len(ordered) <= FEW
    told = layout.told([rules_told.short(rulebook(name)) for name in games]) | {
        "lead": f"{words.counted(len(ordered), 'puzzle')} for {listed(titles)}",
        "compact": compact,
        "cover": drawings.add(position_of(max(ordered, key=_crowded))),
        "games": [_chapter(numbered, drawings, compact) for numbered in chapters.values()],
        "hints": hint_lists(ordered),
        "solutions": [
            solution(number, puzzle) for one in chapters.values() for number, puzzle in one
        ],
        "asked": indexes.by_question(chapters),
        "themes": indexes.by_theme(chapters),
        "rated": ratings_told.rated_by(ordered),
        "made": _made(ordered),
    }
    return PrintWork("book.typ", told, drawings)


def _level(puzzle: Puzzle) -> int:
    return puzzle.rating.level if puzzle.rating else _UNRATED


def _crowded(puzzle: Puzzle) -> int:
    """The number of pieces on the board, to choose the cover."""
    picture = puzzle.position.partition(";")[0]
    return len([token for token in picture.split() if token not in (".", "-", "/")])


def _chapter(numbered: Sequence[tuple[int, Puzzle]], drawings: Drawings, compact: bool) -> Told:
    """One game: its rules in short, and its puzzles by level."""
    game = numbered[0][1].ready()
    levels: dict[int, list[Told]] = {}
    mixed = compact or len(numbered) <= FEW
    for number, puzzle in numbered:
        level = _level(puzzle)
        told = asked(number, puzzle, drawings, level=mixed, name=puzzle.id)
        levels.setdefault(0 if mixed else level, []).append(told)
    small = compact or len(numbered) <= SMALL
    pages = _pages(game.rulebook, levels, small=small)
    return rules(numbered, drawings) | {"small": small, "pages": pages}


@dataclass
class _Page:
    """A page of puzzles; `head` names the level where no heading does."""

    wide: bool
    head: str
    rows: list[Told]

    def told(self) -> Told:
        return {"wide": self.wide, "head": self.head, "rows": self.rows}

    def takes(self, row: Told, wide: bool) -> bool:
        """Whether the row may follow; that of a new level only on a page half free."""
        full = 4 if self.wide else 2
        most = full // 2 if row["title"] else full - 1
        return self.wide == wide and len(self.rows) <= most


def _pages(
    book: Rulebook, levels: Mapping[int, Sequence[Told]], *, small: bool = False
) -> list[Told]:
    """The pages of puzzles. A level begins on a new page unless half of the last one is free. In a
    small chapter a last puzzle joins the row before it, that it may not stand alone on a page.
    """
    pages: list[_Page] = []
    for level, puzzles in levels.items():
        broad = all(map(wide, puzzles))
        across, title = 1 if broad else 2, _level_title(level)
        rows = [list(puzzles[at : at + across]) for at in range(0, len(puzzles), across)]
        if small and across > 1 and len(rows) > 1 and len(rows[-1]) == 1:
            rows[-2:] = [rows[-2] + rows[-1]]
        for at, shown in enumerate(rows):
            row = {"title": "" if at else title, "puzzles": shown}
            if not pages or not pages[-1].takes(row, broad):
                pages.append(_Page(broad, f"{rules_told.short(book)} · {title}" if at else "", []))
            pages[-1].rows.append(row)
    return [page.told() for page in pages]


def _level_title(level: int) -> str:
    if level == 0:
        return "Puzzles"
    return "Puzzles without a rating" if level == _UNRATED else f"Level {level} of 5"


def _made(puzzles: Sequence[Puzzle]) -> list[str]:
    """The making of the puzzles, and the facts to rely on."""
    composed = sum(puzzle.composed for puzzle in puzzles)
    told = [
        "A computer played games and searched their positions for goals that only one turn "
        "reaches. Each puzzle is sound: a complete search proved that its solution works against "
        "every defence, and no sooner. Each is unique: no other first turn works. Turns that come "
        "to the same stand behind it in brackets.",
        "Every position arises in play: a game from the start leads to it."
        if not composed
        else f"{words.counted(composed, 'position')} of this book "
        f"{'was' if composed == 1 else 'were'} composed and marked so among the solutions; a game "
        "from the start leads to every other one.",
    ]
    if any(puzzle.rating for puzzle in puzzles):
        told.append(
            f"{ratings_told.origin(puzzles)} Behind ± stands the standard error. Level 1 is the "
            "easiest."
        )
    told.append(
        "The solutions were compared with their trees before they were printed. Hints, themes and "
        "ratings are those of the set; “ruleproof puzzles check SET” checks them."
    )
    told.append(
        "Below each puzzle stands its id. “ruleproof serve SET” opens it to be solved, at "
        "the address /solve?puzzle=ID, and “ruleproof puzzles show SET ID” draws it. The set and "
        f"this book were made by Ruleproof {version('ruleproof')}; the same set makes the same "
        "book. The typefaces are Source Sans Pro and Source Serif Pro, under the SIL Open Font "
        "License 1.1."
    )
    return told
