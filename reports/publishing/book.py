"""A book of puzzles for print: its contents, and the PDF that typst makes from them.

Drawings are vectors with literal colours. Only the fonts of two Python packages are used, under the
SIL Open Font License. The PDF is tagged, by the rules of PDF/UA-1: every drawing has words for
those who cannot see it, and a character that no font has is an error. The same set makes the same
bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ruleproof.models.errors import TextError
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.puzzles.judging.solution import turns_of_line
from ruleproof.puzzles.puzzle import Puzzle, position_of
from ruleproof.reports.drawing.svg import FONT, svg
from ruleproof.reports.wording import rules_told, words
from ruleproof.reports.wording.lines import check_tree, joined

PAPERS = {"a4": "a4", "letter": "us-letter"}
"""Sizes of paper: typst's name for each name on the command line."""
FONTS = ("font_source_sans_pro", "font_source_serif_pro")
"""The packages of the book's fonts."""
_IN_DRAWINGS = "Source Sans Pro"
_MOST_TRIES = 3
_UNRATED = 9
"""The level under which unrated puzzles stand: after all others."""
_SIZE = re.compile(r'width="([\d.]+)" height="([\d.]+)"')
_LACKING = re.compile(r'the text `"(.*?)"` could not be displayed')
_TITLES = re.compile(r"<(title|desc)>.*?</\1>")

Told = dict[str, Any]


class Drawings:
    """The drawings of a book, each with a name and alternative words."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def add(self, position: Position, *, cells: Sequence[str] = (), last: bool = False) -> Told:
        """Draws a position; returns what the template needs to show it."""
        picture = svg(position, highlight=cells, last=last, style=False)
        plain = _TITLES.sub("", picture).replace(f'"{_escaped(FONT)}"', f'"{_IN_DRAWINGS}"')
        name = f"{len(self.files) + 1}.svg"
        self.files[f"drawings/{name}"] = plain.encode()
        marked = f" Marked: {', '.join(cells)}." if cells else ""
        title = position.game.rulebook.title
        size = [float(one) for one in _SIZE.findall(plain)[0]]
        return {
            "name": name,
            "size": size,
            "alt": f"{title}, rows from the top: {position.text}.{marked}",
        }


def _escaped(text: str) -> str:
    return text.replace("'", "&#x27;")


def as_pdf(puzzles: Sequence[Puzzle], title: str = "", paper: str = "a4") -> bytes:
    """The book of the puzzles. Raises `TextError` where a font lacks a character, and for an
    invalid puzzle.
    """
    import typst

    try:
        return typst.compile(
            _inputs(puzzles, title, paper),
            format="pdf",
            font_paths=font_folders(),
            ignore_system_fonts=True,
            timestamp=0,
            pdf_standards=["ua-1"],
        )
    except typst.TypstError as error:
        raise TextError(_refused(str(error))) from None


def as_pictures(puzzles: Sequence[Puzzle], title: str = "", paper: str = "a4") -> list[bytes]:
    """The pages of the book as PNG, to look at."""
    import typst

    fonts = font_folders()
    inputs = _inputs(puzzles, title, paper)
    found = typst.compile(
        inputs, format="png", font_paths=fonts, ignore_system_fonts=True, timestamp=0, ppi=80.0
    )
    return found if isinstance(found, list) else [found]


def _inputs(puzzles: Sequence[Puzzle], title: str, paper: str) -> Any:
    """The files that typst reads: the template, its words, the drawings."""
    drawings = Drawings()
    told = book_told(puzzles, drawings, title, PAPERS[paper])
    template = files("ruleproof.reports.publishing").joinpath("book_page", "book.typ").read_bytes()
    words_of_it = json.dumps(told, ensure_ascii=False).encode()
    return {"main": template, "data.json": words_of_it, **drawings.files}


def _refused(error: str) -> str:
    """The reason why typst makes no book, in one line."""
    lacking = _LACKING.search(error)
    if lacking:
        return f"the book's fonts lack a character: {lacking[1]!r}"
    return f"typst cannot make the book: {' '.join(error.split())}"


def font_folders() -> list[str]:
    """The folders of the fonts' files; `TextError` where their packages are missing."""
    found: list[str] = []
    for name in FONTS:
        spec = find_spec(name)
        if spec is None or spec.origin is None:
            raise TextError(f"a font is missing: pip install {name.replace('_', '-')}")
        found.append(str(Path(spec.origin).parent / "files"))
    return found


def book_told(
    puzzles: Sequence[Puzzle], drawings: Drawings, title: str = "", paper: str = "a4"
) -> Told:
    """The data for the template. Raises `TextError` for a puzzle that cannot be played through."""
    games: dict[str, list[Puzzle]] = {}
    for number, puzzle in enumerate(puzzles, 1):
        try:
            position_of(puzzle)
            check_tree(puzzle)
        except ValueError as error:
            raise TextError(f"puzzle {number}, {puzzle.id}: {error}") from None
        games.setdefault(puzzle.game, []).append(puzzle)
    for of_one in games.values():
        of_one.sort(key=_level)  # the order of the set within a level
    ordered = [puzzle for of_one in games.values() for puzzle in of_one]
    numbers = {id(puzzle): number for number, puzzle in enumerate(ordered, 1)}
    chapters = [_chapter(of_one, numbers, drawings) for of_one in games.values()]
    titles = [chapter["title"] for chapter in chapters]
    return {
        "title": title or (f"{titles[0]} puzzles" if len(titles) == 1 else "Puzzles"),
        "lead": f"{words.counted(len(ordered), 'puzzle')} for {_listed(titles)}",
        "paper": paper,
        "cover": drawings.add(position_of(max(ordered, key=_crowded))),
        "games": chapters,
        "solutions": [_solution(puzzle, numbers[id(puzzle)]) for puzzle in ordered],
        "asked": _index((_asked(one), numbers[id(one)]) for one in ordered),
        "themes": _index((theme, numbers[id(one)]) for one in ordered for theme in one.themes),
        "made": _made(ordered),
    }


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _level(puzzle: Puzzle) -> int:
    return puzzle.rating.level if puzzle.rating else _UNRATED


def _crowded(puzzle: Puzzle) -> int:
    """The number of pieces on the board, to choose the cover."""
    picture = puzzle.position.partition(";")[0]
    return len([token for token in picture.split() if token not in (".", "-", "/")])


def _chapter(puzzles: Sequence[Puzzle], numbers: Mapping[int, int], drawings: Drawings) -> Told:
    """The rules of one game in short, and its puzzles by level."""
    game = puzzles[0].ready()
    book = game.rulebook
    levels: dict[int, list[Told]] = {}
    readings = rules_told.readings(game)
    seen, plain = rules_told.examples(game)
    for puzzle in puzzles:
        told = _puzzle(puzzle, numbers[id(puzzle)], drawings)
        levels.setdefault(_level(puzzle), []).append(told)
    return {
        "title": book.title,
        "short": book.title.partition(":")[0],
        "by": book.author,
        "about": words.capital(book.about) + ".",
        "play": words.how_it_is_played(book),
        "examples": [_example(one, drawings) for one in seen],
        "plain": [{"move": one.move, "means": rules_told.sentence(one.means)} for one in plain],
        "readings": readings,
        "notes": rules_told.notes(book, readings),
        "sections": [
            {"title": _section(book, level), "puzzles": told} for level, told in levels.items()
        ],
    }


def _section(book: Rulebook, level: int) -> str:
    short = book.title.partition(":")[0]
    return f"{short} · puzzles" if level == _UNRATED else f"{short} · level {level} of 5"


def _example(one: rules_told.Shown, drawings: Drawings) -> Told:
    return {
        "move": one.example.move,
        "means": rules_told.sentence(one.example.means),
        "before": drawings.add(one.before),
        "after": drawings.add(one.after, last=True),
    }


def _puzzle(puzzle: Puzzle, number: int, drawings: Drawings) -> Told:
    asked = puzzle.stipulation.goal
    position = position_of(puzzle)
    return {
        "number": str(number),
        "id": puzzle.id,
        "sentence": f"{puzzle.sentence} {position.beside}".rstrip(),
        "drawing": drawings.add(position, cells=asked.cells if asked else ()),
    }


def _solution(puzzle: Puzzle, number: int) -> Told:
    """The line, the tries, or the best wrong turn with its refutation, and other facts."""
    line = turns_of_line(puzzle)
    facts: list[str] = []
    if puzzle.tree and puzzle.tree.replies > 1:
        facts.append(f"{puzzle.tree.replies} defences in all")
    if puzzle.rating:
        facts.append(f"rated {puzzle.rating.value} ± {puzzle.rating.error}")
    if puzzle.composed:
        facts.append("composed")
    facts += puzzle.themes
    return {
        "number": str(number),
        "id": puzzle.id,
        "key": line[0],
        "rest": joined(line[1:]),
        "tries": "; ".join(f"{turn}? {reply}!" for turn, reply in refuted(puzzle)),
        "facts": "; ".join(facts),
    }


def refuted(puzzle: Puzzle) -> list[tuple[str, str]]:
    """The tries, or else the wrong turn that comes closest: one that is only too late, if any."""
    if puzzle.tries or puzzle.tree is None:
        return puzzle.tries[:_MOST_TRIES]
    wrong = [
        (kind, turn, replies[0][0])
        for turn, kind, _, replies in puzzle.tree.nodes[0].turns
        if kind in ("late", "fails") and replies
    ]
    wrong.sort(key=lambda one: one[0] != "late")
    return [(turn, reply) for _, turn, reply in wrong[:1]]


def _asked(puzzle: Puzzle) -> str:
    """The question of a puzzle, in a word or two for the index."""
    asked = puzzle.stipulation.goal
    if asked is None:
        return puzzle.stipulation.aim.replace("-", " ")
    goal = asked.name.replace("-", " ")
    return {"help": f"{goal}, with help", "avert": f"{goal}, prevented"}.get(
        puzzle.stipulation.aim, goal
    )


def _index(pairs: Iterator[tuple[str, int]]) -> list[Told]:
    """Names in alphabetical order, each with the numbers of its puzzles."""
    found: dict[str, list[int]] = {}
    for name, number in pairs:
        found.setdefault(name, []).append(number)
    return [
        {"name": name, "numbers": ", ".join(map(str, sorted(numbers)))}
        for name, numbers in sorted(found.items())
    ]


def _made(puzzles: Sequence[Puzzle]) -> list[str]:
    """The making of the puzzles, and the facts to rely on."""
    composed = sum(puzzle.composed for puzzle in puzzles)
    rated = any(puzzle.rating for puzzle in puzzles)
    told = [
        "A computer played games and searched their positions for turns that alone reach a goal. "
        "Each puzzle kept is sound: a complete search proved that its solution works against every "
        "defence, and no sooner. It is unique: no other first turn works.",
        "Every position arises in play: a game from the start leads to it."
        if not composed
        else f"{words.counted(composed, 'position')} of this book "
        f"{'was' if composed == 1 else 'were'} composed, marked so among the solutions; to every "
        "other one a game leads from the start.",
    ]
    if rated:
        told.append(
            "Ratings and levels come from simulated solvers of many strengths that attempted each "
            "puzzle; behind ± stands the standard error."
        )
    told.append(
        "Below each puzzle stands its id, by which it is found in the set. The set and this book "
        f"were made by Ruleproof {version('ruleproof')}; the same set makes the same book. The "
        "typefaces are Source Sans Pro and Source Serif Pro, under the SIL Open Font License 1.1."
    )
    return told
