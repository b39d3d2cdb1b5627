"""`ruleproof compare`: two readings of a game, or a game and a variant of it, told apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ruleproof.cli.asking.arguments import chosen_game, pairs
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import AsJson, BoardText, GameName, Seconds, SettingTexts
from ruleproof.cli.errors import InputError, at
from ruleproof.cli.status import DONE, STOPPED
from ruleproof.cli.telling.answers import Answer, remark
from ruleproof.cli.telling.pictures import field
from ruleproof.cli.telling.progress import listening, stopping
from ruleproof.cli.telling.verdicts import in_words
from ruleproof.reports.wording.words import counted

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.play.game import Game
    from ruleproof.models.rulebooks.settings import Value
    from ruleproof.solvers.reasoning.lockstep.compare import Difference


def register(app: typer.Typer) -> None:
    """Adds the command of this module."""
    command(
        app,
        "compare",
        compare,
        "compare esgros --board hex:3 --with exceed=void",
        "compare esgros --board hex:2 --with my-esgros",
        "compare esgros --board path:4 --all-pairs",
    )


def compare(
    game: GameName,
    other: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            "-w",
            metavar="K=V",
            help="A setting of the other reading; or a variant, by its name, and its settings.",
        ),
    ] = None,
    all_pairs: Annotated[
        bool,
        typer.Option(
            "--all-pairs", help="Every pair of values of every setting whose values are words."
        ),
    ] = False,
    board: BoardText = "",
    settings: SettingTexts = None,
    seconds: Seconds = None,
    as_json: AsJson = False,
) -> Answer:
    """Find the first point at which two readings of the rules differ.

    The answer is the shortest game after which they differ, or a proof that they never do. If they
    differ only through repetition, or time runs out, the game may not be the shortest; the output
    says so.

    The first reading is the game with --set; the second adds the changes of --with. --with also
    takes a variant, such as `ruleproof new --like` begins: it needs the same board and the same
    text for positions and moves.
    """
    from ruleproof.solvers.reasoning.lockstep import compare as solver

    if all_pairs == bool(other):
        raise InputError("--with or --all-pairs: one of the two is needed, and not both")
    one = two = chosen_game(game, board, settings)
    if other:
        two = _other_game(one, settings or [], other)
    numbers = [
        setting.name for setting in one.rulebook.settings if isinstance(setting.values, range)
    ]
    found: list[Difference] = []
    with listening() as listener, stopping(listener):
        try:
            if other:
                with at("--with"):
                    found = solver.compare(one, [two], seconds=seconds, progress=listener)
            else:
                for setting in one.rulebook.settings:
                    if setting.name not in numbers and not listener.asked_to_stop:
                        how = {"seconds": seconds, "progress": listener}
                        found += solver.all_pairs(one, setting.name, **how).values()
        except KeyboardInterrupt:
            if not found:
                raise
            listener.asked_to_stop = True
    if listener.asked_to_stop and all_pairs:
        remark(f"stopped: {counted(len(found), 'pair')} compared, and others not")

    def people(console: Console) -> None:
        if all_pairs:
            tell_pairs(console, one, found)
            if numbers:
                console.print(
                    f"not compared: {', '.join(numbers)}, since their values are numbers: "
                    f"--with {numbers[0]}=N compares one",
                    soft_wrap=True,
                )
        else:
            tell_difference(console, one, two, found[0])

    objects = [difference_object(difference) for difference in found]
    fields = {"pairs": objects, "not_compared": numbers} if all_pairs else objects[0]
    decided = bool(found) and all(difference.same is not None for difference in found)
    whole = decided and not listener.asked_to_stop
    return Answer(fields, people, one, DONE if whole else STOPPED)


def _other_game(one: Game, settings: list[str], other: list[str]) -> Game:
    """The game that --with names: `one` with settings changed, or a variant of it."""
    from ruleproof.models.errors import offer
    from ruleproof.models.play.game import make_game
    from ruleproof.models.play.variants import changed
    from ruleproof.models.rulebooks.rulebook import names, rulebook
    from ruleproof.models.rulebooks.settings import choose
    from ruleproof.solvers.reasoning.lockstep.variant import check_variant

    variants = [text for text in other if text in names()]
    unknown = [text for text in other if "=" not in text and text not in variants]
    if unknown:
        games = offer(name for name in names() if name != one.name)
        takes = f"takes NAME=VALUE or another game ({games})"
        raise InputError(f"--with: {takes}: {unknown[0]!r}")
    with at("--with"):
        changes = pairs(text for text in other if text not in variants)
        if not variants:
            choose(one.rulebook.settings, changes)
            two = changed(one, {**changes})
            if two == one:
                told = " ".join(f"{name}={value}" for name, value in changes.items())
                raise InputError(
                    f"--with: this changes nothing, since {one.name} is compared under these "
                    f"settings already: {told!r}"
                )
            return two
        if len(variants) > 1 or variants[0] == one.name:
            raise InputError(f"--with: takes one other game, or NAME=VALUE: {variants[-1]!r}")
        book = rulebook(variants[0])
        check_variant(one.rulebook, book)
        own = {setting.name for setting in book.settings}
        kept = {name: value for name, value in pairs(settings).items() if name in own}
        return make_game(book, one.board.text, kept | changes)


def difference_object(difference: Difference) -> dict[str, Any]:
    """A difference as JSON has it."""
    return {
        "same": difference.same,
        "scope": difference.scope,
        "line": None if difference.line is None else list(difference.line),
        "shortest": None if difference.line is None else difference.shortest,
        "position": difference.position,
        "only_first": list(difference.only_first),
        "only_second": list(difference.only_second),
        "sentences": dict(difference.sentences),
        "refusals": [one._asdict() for one in difference.refusals],
        "first": dict(difference.first),
        "second": dict(difference.second),
        "second_game": difference.second_game or None,
        "differs": difference.differs or None,
        "second_position": difference.second_position,
        "results": list(difference.results),
        "reachable": difference.reachable,
        "elsewhere": difference.elsewhere or None,
    }


def tell_pairs(console: Console, game: Game, found: Sequence[Difference]) -> None:
    """Prints all pairs in a table, each sentence once, then the pairs that part, one by one."""
    from rich.box import SIMPLE
    from rich.table import Table

    table = Table("reading", "against", "verdict", box=SIMPLE, pad_edge=False)
    sentences: dict[str, str] = {}
    for difference in found:
        table.add_row(in_words(difference.first), in_words(difference.second), verdict(difference))
        sentences |= difference.sentences
    console.print(table)
    for name, sentence in sentences.items():
        field(console, name, f"“{sentence}”", "italic")
    told = {*sentences.values()}
    for difference in found:
        if difference.position is not None:
            console.print()
            tell_difference(console, game, game, difference, told)


def verdict(difference: Difference) -> str:
    """The verdict on two readings, in words."""
    if difference.same is None:
        return f"undecided: no difference within {difference.plies} moves"
    if difference.same:
        return f"no game on {difference.scope} tells them apart"
    told = f"they part after {counted(len(difference.line or ()), 'move')}"
    if difference.shortest:
        return told
    return f"{told}; a shorter game may do"


def tell_difference(
    console: Console, one: Game, two: Game, difference: Difference, told: set[str] | None = None
) -> None:
    """Prints how two readings compare: words, the shortest game, the position drawn, and those
    sentences that are not among the ones `told` before, to which it adds them.
    """
    told = set() if told is None else told
    first, second = in_words(difference.first), in_words(difference.second)
    if difference.second_game:
        first, second = _with_name(one, difference.first), _with_name(two, difference.second)
    field(console, "readings", f"{first}  against  {second}", "bold")
    field(console, "verdict", verdict(difference))
    if difference.line is not None:
        field(console, "line", " ".join(difference.line) or "at the start")
    if difference.position is not None:
        if not difference.reachable:
            field(console, "elsewhere", "they differ only where no game leads:")
        draw(console, one, difference.position)
    if difference.second_position is not None:
        field(console, "or", f"under {second}:")
        draw(console, two, difference.second_position)
    for reading, moves in ((first, difference.only_first), (second, difference.only_second)):
        if moves:
            field(console, "only", f"{' '.join(moves)}  legal under {reading}")
    if any(difference.results):
        results = (result or "play goes on" for result in difference.results)
        field(console, "result", "  against  ".join(results))
    for name, sentence in difference.sentences.items():
        if sentence not in told:
            field(console, name, f"“{sentence}”", "italic")
    for refusal in difference.refusals:
        reading = first if refusal.by == "first" else second
        quoted = "" if refusal.sentence in told else f": “{refusal.sentence}”"
        told.add(refusal.sentence)
        words = f"{refusal.move} under {reading}, by “{refusal.clause}”{quoted}"
        field(console, "refused", words)


def _with_name(game: Game, settings: Mapping[str, Value]) -> str:
    """A game's name with some of its settings."""
    return f"{game.name} {in_words(settings)}" if settings else game.name


def draw(console: Console, game: Game, text: str) -> None:
    """Prints a position's picture, or its text where another reading's own marks stand in it."""
    from ruleproof.models.play.position import Position
    from ruleproof.reports.drawing.text import on_terminal

    try:
        picture = on_terminal(Position.read(game, text))
    except ValueError:
        picture = text
    console.print(picture, no_wrap=True, crop=False, overflow="ignore")
    console.print(text, style="dim", soft_wrap=True)
