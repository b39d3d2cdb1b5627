"""Prints a rulebook, coloured by what became of each sentence, and how play covers the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.play.game import Game
    from ruleproof.solvers.reasoning.checking.coverage import Covered
    from ruleproof.solvers.reasoning.laws.branches import RulesCoverage

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


def tell_rules(console: Console, rules: RulesCoverage | None) -> None:
    """Prints how often each kind of move is legal, and the conditions that only go one way."""
    from rich.table import Table

    if rules is None:
        console.print("coverage of the rules: their source cannot be read")
        return
    every = ", ".join(
        f"{one.board} ({'all' if one.every else 'the first'} {one.many:,})" for one in rules.grounds
    )
    console.print(f"\npositions looked at: {every}, and games")
    table = Table.grid(padding=(0, 2))
    for one in rules.kinds:
        place = f"first at ply {one.seen.ply} on {one.seen.board}"
        table.add_row(f"  {one.kind}", f"{one.often:,} times legal", place)
    console.print(table)
    many = len(rules.ways) // 2
    one_way = (
        f"{len(rules.untaken)} of them seen one way only"
        if rules.untaken
        else "all seen true and false"
    )
    console.print(f"{many} conditions in the rules, {one_way}")
    for way in rules.untaken:
        word = "true" if way.holds else "false"
        console.print(f"  never {word}: {way.condition} ({way.function})", style="cyan")
    for name in rules.idle:
        console.print(f"  never run: {name}", style="cyan")


def rules_object(rules: RulesCoverage | None) -> dict[str, Any] | None:
    """The coverage of the rules as JSON has it."""
    if rules is None:
        return None
    return {
        "boards": [one._asdict() for one in rules.grounds],
        "moves": [{**one._asdict(), "seen": one.seen._asdict()} for one in rules.kinds],
        "conditions": [
            {**one._asdict(), "seen": one.seen and one.seen._asdict()} for one in rules.ways
        ],
        "idle": list(rules.idle),
    }
