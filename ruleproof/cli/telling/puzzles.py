"""Prints puzzles, sets and the report on a diagram for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.play.game import Game
    from ruleproof.models.play.position import Position
    from ruleproof.puzzles.posing.diagrams import Report
    from ruleproof.puzzles.puzzle import Puzzle, Rating

_FEW = 12
"""So many wrong turns are told, the rest counted."""


def common_game(puzzles: Sequence[Puzzle]) -> Game | None:
    """The game that all puzzles are of, None if they are of several."""
    if len({(puzzle.game, puzzle.board, str(puzzle.settings)) for puzzle in puzzles}) != 1:
        return None
    try:
        return puzzles[0].ready()
    except ValueError:
        return None


def tell_set(
    console: Console, puzzles: Sequence[Puzzle], places: Sequence[int] | None = None
) -> None:
    """Prints a table of puzzles, which stand at these places of a list, from 0."""
    from ruleproof.cli.telling.pictures import table

    shown = table(">", "|id", "asked for", "level", "unique", "themes")
    for number, puzzle in zip(places or range(len(puzzles)), puzzles, strict=True):
        stars = "*" * puzzle.rating.level if puzzle.rating else ""
        themes = ", ".join(puzzle.themes)
        row = (str(number + 1), puzzle.id, puzzle.sentence, stars, puzzle.unique, themes)
        shown.add_row(*row)
    console.print(shown)


def tell_puzzle(console: Console, puzzle: Puzzle, solution: bool) -> None:
    """Prints a puzzle: its drawing and its question."""
    from rich.text import Text

    from ruleproof.cli.telling.pictures import draw, field
    from ruleproof.puzzles.puzzle import position_of
    from ruleproof.reports.wording.rules_told import chosen
    from ruleproof.reports.wording.solutions import rows

    here = position_of(puzzle)
    draw(console, here, text=False)
    field(console, "asked for", puzzle.sentence, "bold")
    if here.beside:
        field(console, "besides", here.beside)
    if kept := chosen(here.game):
        field(console, "rules", " ".join(kept))
    if puzzle.author:
        field(console, "author", puzzle.author)
    if puzzle.rating:
        field(console, "level", _level(puzzle.rating))
    for name, text in rows(puzzle) if solution else ():
        field(console, name, text)
    words = Text.assemble(("as text", "bold"), " " * 5, (puzzle.position, "dim"))
    console.print(words, soft_wrap=True)


def _level(rating: Rating) -> str:
    """The level in stars, and the number behind it."""
    from ruleproof.reports.wording.ratings_told import share_told

    return f"{'*' * rating.level}  {rating.value} ± {rating.error} ({share_told(rating)})"


def _verdict(report: Report) -> str:
    """Whether the diagram is sound and unique, the latter as far as it is known."""
    if not report.sound:
        return f"not sound: {report.reason}"
    return "sound" + {True: ", unique", False: ", not unique", None: ""}[report.unique]


def tell_report(console: Console, here: Position, report: Report) -> None:
    """Prints the judgement of a diagram as a puzzle."""
    from ruleproof.cli.telling.pictures import draw, field
    from ruleproof.puzzles.judging.solution import joined
    from ruleproof.reports.wording.words import counted

    draw(console, here, text=False)
    field(console, "asked for", report.sentence, "bold")
    if report.sound is None:
        field(console, "verdict", report.reason)
        return
    field(console, "verdict", _verdict(report))
    if report.solutions:
        field(console, "solution" if report.unique else "solutions", ", ".join(report.solutions))
    if report.line:
        field(console, "main line", joined(report.line))
    if report.duals:
        many = counted(report.duals, "reply", "replies")
        field(console, "duals", f"after {many} more than one turn is right")
    for turn, reply in report.tries:
        field(console, "try", f"{turn}, but {reply}")
    for turn, answer in report.set_play:
        field(console, "set play", f"{turn}, then {answer}")
    wrong = [one for one in report.wrong if one not in report.tries]
    for turn, reply in wrong[:_FEW]:
        field(console, "wrong", f"{turn}, refuted by {reply}" if reply else turn)
    if len(wrong) > _FEW:
        field(console, "", f"and {len(wrong) - _FEW} more")
    if report.spare:
        field(console, "to spare", ", ".join(report.spare))
    if report.unfinished:
        field(console, "not all told", report.unfinished)
    if report.objection:
        field(console, "for a set", f"no: {report.objection}")
    if report.puzzle and report.puzzle.rating and report.puzzle.worth:
        field(console, "level", _level(report.puzzle.rating))
        field(console, "themes", ", ".join(report.puzzle.themes) or "none")
        field(console, "worth", f"{report.puzzle.worth.value} of 100")


def tell_rejected(console: Console, rejected: Mapping[str, Mapping[str, int]]) -> None:
    """Prints why positions were no puzzles."""
    from ruleproof.cli.telling.pictures import table

    if not rejected:
        return
    shown = table("asked for", "tried in vain", "why")
    for name, reasons in rejected.items():
        told = ", ".join(f"{reason} {many:,}" for reason, many in reasons.items())
        shown.add_row(name, f"{sum(reasons.values()):,}", told)
    console.print(shown)
