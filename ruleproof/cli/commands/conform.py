"""`ruleproof conform`: the laws that a game must keep for solvers to be right about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruleproof.cli.asking.arguments import chosen_game
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import BOARD, GAME, SETTINGS, TIME, option
from ruleproof.cli.errors import at
from ruleproof.cli.status import DONE, FAILED, STOPPED
from ruleproof.cli.telling.answers import Answer, picked, remark
from ruleproof.cli.telling.keys import tell_bare_keys
from ruleproof.cli.telling.pictures import field
from ruleproof.cli.telling.progress import listening, stopping

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.rulebooks.rulebook import Rulebook
    from ruleproof.solvers.reasoning.laws.conform import Broken, Told

COLOURS = {
    "holds": "green",
    "broken": "bold red",
    "absent": "dim",
    "untested": "yellow",
    "stopped": "yellow",
}

ENOUGH = 1_000
"""Positions below which a law that holds may be broken elsewhere."""
_SHOWN = {"untested": "not tested"}


@command("conform", gone={"--seed": "its games are always the same"})
def conform(
    game: str = GAME,
    board: str = BOARD,
    settings: list[str] | None = SETTINGS,
    law: list[str] | None = option("--law", "NAME", "One law; repeat it for more.  [all]"),
    seconds: float | None = TIME,
) -> Answer:
    """Test the laws that a game must keep for solvers to be right about it.

    Each law is tested on all positions of small boards and on random games, then on fewer with
    every setting varied alone; with --board or --set on that game alone. It says how many positions
    each law saw, and warns where there were fewer than 1,000. A broken law is told with the nearest
    position and the author's function. A rule that does not return within 10 s (compiled: 60 s)
    breaks the law under test, and the other laws are stopped. Status 1 if a law is broken, 3 if
    one was not tested to the end.

    Examples:
      ruleproof conform esgros
      ruleproof conform grow --board square:2x3 --set drop=mandatory
      ruleproof conform incrowd --law symmetry --law text
    """
    from ruleproof.models.rulebooks.rulebook import rulebook
    from ruleproof.solvers.reasoning.laws.laws import named
    from ruleproof.solvers.reasoning.laws.watched import conform_watched

    with at("GAME"):
        book = rulebook(game)
    chosen = chosen_game(game, board, settings)
    with at("--law"):
        named(law)
    with listening() as listener, stopping(listener):
        found = conform_watched(
            chosen if board or settings else book, only=law, seconds=seconds, progress=listener
        )

    def people(console: Console) -> None:
        tell_laws(console, found)

    words = {told.word for told in found}
    status = FAILED if "broken" in words else STOPPED if "stopped" in words else DONE
    if status == DONE:
        tell_bare_keys(chosen)
        _warn_of_few(book, found, alone=bool(board or settings))
    fields = {"laws": [law_object(told) for told in found], "ok": status == DONE}
    return Answer(fields, people, chosen, status)


def _warn_of_few(book: Rulebook, found: list[Told], *, alone: bool) -> None:
    """Says so where the laws saw few positions, as on boards that the game refuses."""
    seen = max((told.positions for told in found), default=0)
    if seen < ENOUGH:
        boards = f"; they come from {', '.join(book.small_boards)} and {book.board}"
        mended = "name boards with more positions in `Rulebook.tiny`, or add --board"
        if alone:
            boards, mended = "", "try a larger --board as well"
        remark(
            f"no law saw more than {seen:,} positions, {ENOUGH:,} are advisable{boards}: {mended}"
        )


def law_object(told: Told) -> dict[str, Any]:
    """A law's result, as JSON has it."""
    named = {"law": told.law, "says": told.says, "verdict": told.word}
    return (
        named
        | picked(told, "positions", "variants")
        | {"broken": _where(told), "why": told.why or None}
    )


def _where(told: Told) -> dict[str, Any] | None:
    """The place where a law is broken, as JSON has it; None where it is not."""
    if told.broken is None:
        return None
    game, place = told.broken.game, told.broken.place
    where = {"file": place.file, "line_number": place.line, "function": place.function}
    own = picked(told.broken, "position?", "line", "what")
    return {"board": game.board.text, "settings": game.settings, **own, **where}


def tell_laws(console: Console, found: list[Told]) -> None:
    """Prints what became of each law, then where each broken one is broken."""
    wide = max((len(told.law) for told in found), default=0)
    for told in found:
        many = f"on {told.positions:,} positions" if told.positions else ""
        field(
            console,
            told.law.ljust(wide),
            f"{_SHOWN.get(told.word, told.word):10} {many:22} {told.says}",
            COLOURS[told.word],
        )
    for why in dict.fromkeys(told.why for told in found if told.why):
        console.print(f"not tested: {why}")
    tell_variants(console, found)
    for told in found:
        if told.broken:
            console.print()
            tell_broken(console, told.law, told.broken)


def tell_variants(console: Console, found: list[Told]) -> None:
    """Prints how many positions were looked at with each setting varied alone, and by which laws
    fewer.
    """
    from ruleproof.cli.telling.verdicts import in_words

    looked: dict[str, dict[str, int]] = {}
    for told in found:
        for one in told.variants if len(told.variants) > 1 else ():
            words = in_words(one.settings) if one.settings else "as it is"
            looked.setdefault(words, {})[told.law] = one.positions
    if looked:
        console.print()
    wide = max(map(len, looked), default=0)
    for words, by_law in looked.items():
        most = max(by_law.values())
        fewer = ", ".join(f"{law} {many:,}" for law, many in by_law.items() if many < most)
        told = f"{most:,} positions" + (f" ({fewer})" if fewer else "")
        field(console, words.ljust(wide), told)


def tell_broken(console: Console, law: str, broken: Broken) -> None:
    """Prints where a law is broken."""
    from ruleproof.models.rulebooks.settings import choose

    game = broken.game
    usual = choose(game.rulebook.settings, {})
    changed = [f"{name}={value}" for name, value in game.settings.items() if usual[name] != value]
    field(console, "broken", f"{law}: {broken.what}", "bold red")
    field(console, "game", " ".join([game.name, game.board.text, *changed]))
    if broken.position:
        field(console, "position", broken.position)
    if broken.line is not None:
        field(console, "line", " ".join(broken.line) or "at the start")
    field(console, "author", str(broken.place))
