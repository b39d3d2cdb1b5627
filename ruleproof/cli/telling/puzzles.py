"""Prints puzzles, sets and the report on a diagram for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.play.game import Game
    from ruleproof.models.play.position import Position
    from ruleproof.puzzles.posing.diagrams import Report
    from ruleproof.puzzles.puzzle import Puzzle, Rating, Tree

_FEW = 12
"""So many wrong turns are told, the rest counted."""


def common_game(puzzles: list[Puzzle]) -> Game | None:
    """The game that all puzzles are of, None if they are of several."""
    if len({(puzzle.game, puzzle.board, str(puzzle.settings)) for puzzle in puzzles}) != 1:
        return None
    try:
        return puzzles[0].ready()
    except ValueError:
        return None


def tell_set(console: Console, puzzles: Sequence[Puzzle]) -> None:
    """Prints a table of puzzles."""
    from rich.box import SIMPLE
    from rich.table import Table

    table = Table(box=SIMPLE, pad_edge=False)
    table.add_column("", justify="right")
    table.add_column("id", no_wrap=True)
    table.add_column("asked for")
    table.add_column("level")
    table.add_column("unique")
    table.add_column("themes")
    for number, puzzle in enumerate(puzzles, 1):
        stars = "*" * puzzle.rating.level if puzzle.rating else ""
        themes = ", ".join(puzzle.themes)
        row = (str(number), puzzle.id, puzzle.sentence, stars, puzzle.unique, themes)
        table.add_row(*row)
    console.print(table)


def tell_puzzle(console: Console, puzzle: Puzzle, solution: bool) -> None:
    """Prints a puzzle: its drawing and its question."""
    from rich.text import Text

    from ruleproof.cli.telling.pictures import field
    from ruleproof.puzzles.puzzle import position_of
    from ruleproof.reports.drawing.text import on_terminal
    from ruleproof.reports.wording.rules_told import chosen

    here = position_of(puzzle)
    console.print(on_terminal(here), no_wrap=True, crop=False, overflow="ignore")
    field(console, "asked for", puzzle.sentence, "bold")
    if here.beside:
        field(console, "besides", here.beside)
    if kept := chosen(here.game):
        field(console, "rules", " ".join(kept))
    if puzzle.author:
        field(console, "author", puzzle.author)
    if puzzle.rating:
        field(console, "level", _level(puzzle.rating))
    if solution:
        _tell_solution(console, puzzle)
    words = Text.assemble(("as text", "bold"), " " * 5, (puzzle.position, "dim"))
    console.print(words, soft_wrap=True)


def _tell_solution(console: Console, puzzle: Puzzle) -> None:
    """Prints what stands in the back of a book."""
    from ruleproof.cli.telling.pictures import field

    if puzzle.themes:
        field(console, "themes", ", ".join(puzzle.themes))
    if puzzle.worth:
        parts = ", ".join(f"{name} {part:g}" for name, part in puzzle.worth.parts.items())
        field(console, "worth", f"{puzzle.worth.value} of 100 ({parts})")
    for number, hint in enumerate(puzzle.hints or [], 1):
        field(console, f"hint {number}", hint)
    field(console, "solution", " ".join(puzzle.solution))
    if puzzle.tree:
        for answer, replies in _by_answer(puzzle.tree).items():
            field(console, "then", f"{answer}   after {', '.join(replies)}")
    for reply, turns in _grouped((reply, turn) for turn, reply in puzzle.tries).items():
        field(console, "tries", f"{', '.join(turns)}   but {reply}")
    for turn, answer in puzzle.set_play:
        field(console, "set play", f"{turn}, then {answer}")
    if puzzle.tree:
        for reply, turns in _grouped(_failing(puzzle.tree)).items():
            told = ", ".join(turns)
            field(console, "wrong", f"{told}   but {reply}" if reply else told)


def _by_answer(tree: Tree) -> dict[str, list[str]]:
    """The replies to the solution's first turn, by the turn that is right after each. Nothing where
    one turn is right after every reply.
    """
    _, _, _, replies = tree.nodes[0].right
    pairs: list[tuple[str, str]] = []
    for reply, _, child in replies:
        if child is not None:
            pairs.append((tree.nodes[child].right[0], reply))
    found = _grouped(pairs)
    return found if len(found) > 1 else {}


def _failing(tree: Tree) -> Iterator[tuple[str, str]]:
    """The reply that refutes each wrong turn of the diagram, and the turn."""
    for turn, kind, _, replies in tree.nodes[0].turns:
        if kind in ("fails", "late"):
            yield replies[0][0] if replies else "", f"{turn} (too late)" if kind == "late" else turn


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The second texts of pairs by their first, those of most first."""
    found: dict[str, list[str]] = {}
    for first, second in pairs:
        found.setdefault(first, []).append(second)
    return dict(sorted(found.items(), key=lambda item: -len(item[1])))


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
    from ruleproof.cli.telling.pictures import field
    from ruleproof.puzzles.judging.solution import joined
    from ruleproof.reports.drawing.text import on_terminal
    from ruleproof.reports.wording.words import counted

    console.print(on_terminal(here), no_wrap=True, crop=False, overflow="ignore")
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
    from rich.box import SIMPLE
    from rich.table import Table

    if not rejected:
        return
    table = Table("asked for", "tried in vain", "why", box=SIMPLE, pad_edge=False)
    for name, reasons in rejected.items():
        told = ", ".join(f"{reason} {many:,}" for reason, many in reasons.items())
        table.add_row(name, f"{sum(reasons.values()):,}", told)
    console.print(table)
