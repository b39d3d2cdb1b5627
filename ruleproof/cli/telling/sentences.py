"""Prints a rulebook, coloured by what became of each sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.play.game import Game
    from ruleproof.solvers.reasoning.checking.coverage import Covered

STYLES = {
    "proved": "green",
    "refuted": "bold red",
    "setting": "yellow",
    "untested": "cyan",
    "unread": "bold magenta",
}


NAMES = {"": "claim", "setting": "setting", "clause": "clause", "rules": "run by"}


def tell_sentences(console: Console, game: Game, sentences: Sequence[Covered]) -> None:
    """Prints each sentence under its heading with its state and what reads it, then the sum."""
    from rich.table import Table
    from rich.text import Text

    from ruleproof.solvers.reasoning.checking.coverage import STATES

    table = Table.grid(padding=(0, 2))
    heading = ""
    for one in sentences:
        if one.heading != heading:
            heading = one.heading
            table.add_row("", Text(heading, "bold"))
        said = Text(one.text, "italic" if one.kind == "flavour" else "")
        said += Text(f"\n{_sources(one.by)}" if one.by else "", "dim")
        table.add_row(Text(f"  {one.state}", STYLES[one.state]), said)
    many = Counter(one.state for one in sentences)
    table.add_row("", "")
    for state, meaning in STATES.items():
        if many[state]:
            table.add_row(Text(f"  {state}", STYLES[state]), Text(meaning, "dim"))
    states = ", ".join(f"{many[state]} {state}" for state in STYLES if many[state])
    console.print()
    console.print(table)
    console.print(f"{game.rulebook.title}: {len(sentences)} sentences of the rulebook, {states}")


def _sources(names: Sequence[str]) -> str:
    """What reads a sentence, kind by kind."""
    kinds: dict[str, list[str]] = {}
    for name in names:
        kind, _, own = name.rpartition(":")
        kinds.setdefault(NAMES[kind], []).append(own)
    return " · ".join(f"{kind} {', '.join(own)}" for kind, own in kinds.items())
