"""`ruleproof compare`: two readings of a game, or a game and a variant of it, told apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ruleproof.cli.asking.arguments import chosen_game, pairs
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import BOARD, GAME, SETTINGS, TIME, flag, option
from ruleproof.cli.errors import InputError, at
from ruleproof.cli.status import DONE, STOPPED
from ruleproof.cli.telling.answers import Answer, picked, remark
from ruleproof.cli.telling.pictures import draw, field
from ruleproof.cli.telling.progress import stoppable
from ruleproof.cli.telling.verdicts import in_words
from ruleproof.reports.wording.words import counted
from ruleproof.solvers.work.progress import Listener, Stopped

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.play.game import Game
    from ruleproof.models.rulebooks.settings import Value
    from ruleproof.solvers.reasoning.lockstep.compare import Difference


@command("compare", earlier={"--all-pairs": "--with=all"})
def compare(
    game: str = GAME,
    other: list[str] | None = option(
        "-w --with",
        "K=V",
        "A setting of the other reading; a variant, by its name, and its settings; or all.",
    ),
    claims: bool = flag("--claims", "Name the claims whose verdicts change, too."),
    board: str = BOARD,
    settings: list[str] | None = SETTINGS,
    time: float | None = TIME,
) -> Answer:
    """Find the first point at which two readings of the rules differ.

    The answer is the shortest game after which they differ, or a proof that they never do. If they
    differ only through repetition, or time runs out, the game may not be the shortest; the output
    says so.

    The first reading is the game with --set; the second adds the changes of --with. --with also
    takes a variant, such as `ruleproof new --like` begins: it needs the same board and the same
    text for positions and moves. `--with all` compares all pairs of values of each setting whose
    values are words.

    Examples:
      ruleproof compare esgros --board hex:3 --with exceed=void
      ruleproof compare esgros --board hex:2 --with my-esgros --claims
      ruleproof compare esgros --board path:4 --with all
    """
    from ruleproof.solvers.reasoning.lockstep import compare as solver

    if not other:
        raise InputError("--with: name a setting, a variant or all (see ruleproof compare --help)")
    one = chosen_game(game, board, settings)
    if "all" in other:
        if len(other) > 1 or claims:
            raise InputError("--with all compares every pair; leave out --claims and other --with")
        return _all_pairs(one, time)
    two = _other_game(one, settings or [], other)
    found: list[Difference] = []
    changes: list[Change] = []
    with stoppable(time) as listener:
        with at("--with"):
            found = solver.compare(one, [two], seconds=time, progress=listener)
        changes += changed_verdicts(one, two, listener) if claims else ()
    if not found:
        raise Stopped(listener.why)
    if listener.asked_to_stop:
        remark("stopped: claims were not looked at")

    def people(console: Console) -> None:
        tell_difference(console, one, two, found[0])
        for change in changes:
            before, after = change.before or "not stated", change.after or "not stated"
            field(console, f"claim {change.id}", f"{before}, then {after}")
        if claims and not changes and not listener.asked_to_stop:
            field(console, "claims", "all have the same verdicts")

    fields = difference_object(found[0]) | ({"changed": changes} if claims else {})
    undecided = found[0].same is None or listener.asked_to_stop
    return Answer(fields, people, one, STOPPED if undecided else DONE)


def _all_pairs(game: Game, time: float | None) -> Answer:
    """The answer on all pairs of values of each setting whose values are words."""
    from ruleproof.solvers.reasoning.lockstep import compare as solver
    from ruleproof.solvers.work.progress import Deadline

    found: list[Difference] = []
    deadline = Deadline(time)
    numbers = [one.name for one in game.rulebook.settings if isinstance(one.values, range)]
    with stoppable(time) as listener:
        for setting in game.rulebook.settings:
            if setting.name not in numbers and not listener.asked_to_stop:
                how = {"seconds": deadline.left, "progress": listener}
                found += solver.all_pairs(game, setting.name, **how).values()
    if listener.asked_to_stop and not found:
        raise Stopped(listener.why)
    if listener.asked_to_stop:
        remark(f"stopped: {counted(len(found), 'pair')} compared, and others not")
    decided = bool(found) and all(one.same is not None for one in found)
    people = partial(tell_pairs, game=game, found=found, numbers=numbers)
    fields = {"pairs": list(map(difference_object, found)), "not_compared": numbers}
    done = decided and not listener.asked_to_stop
    return Answer(fields, people, game, DONE if done else STOPPED)


class Change(NamedTuple):
    """A claim whose verdict is another under the second reading; None if it is not stated there."""

    id: str
    before: str | None
    after: str | None


def changed_verdicts(one: Game, two: Game, listener: Listener) -> list[Change]:
    """The claims whose verdicts differ under two readings, in the order of the first."""
    from ruleproof.models.claims.claims import table
    from ruleproof.solvers.reasoning.checking.check import check

    before, after = (
        {verdict.id: verdict.verdict for verdict in check(game, progress=listener)}
        if table(game)
        else {}
        for game in (one, two)
    )
    return [
        Change(name, before.get(name), after.get(name))
        for name in dict.fromkeys((*before, *after))
        if before.get(name) != after.get(name)
    ]


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
    fields = picked(difference, "same", "scope", "line", "shortest", "position")
    if difference.line is None:
        fields["shortest"] = None
    fields |= picked(difference, "only_first", "only_second", "sentences", "refusals", "first")
    fields |= picked(difference, "second", "second_game?", "differs?", "second_position")
    return fields | picked(difference, "results", "reachable", "elsewhere?")


def tell_pairs(
    console: Console, game: Game, found: Sequence[Difference], numbers: Sequence[str]
) -> None:
    """Prints all pairs in a table, each sentence once, then the pairs that part, one by one, and
    the settings that were not compared.
    """
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
    if numbers:
        console.print(
            f"not compared: {', '.join(numbers)}, since their values are numbers: "
            f"--with {numbers[0]}=N compares one",
            soft_wrap=True,
        )


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
        _draw(console, one, difference.position)
    if difference.second_position is not None:
        field(console, "or", f"under {second}:")
        _draw(console, two, difference.second_position)
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


def _draw(console: Console, game: Game, text: str) -> None:
    """Prints a position's picture, or its text where another reading's own marks stand in it."""
    from ruleproof.models.play.position import Position

    try:
        draw(console, Position.read(game, text))
    except ValueError:
        console.print(text, soft_wrap=True)
