"""Evidence on a page: games and positions, with links to the studio that open them for analysis.

`/analyse?game=NAME&board=B&set=K%3DV&start=TEXT&line=M1+M2` opens the position after these moves;
`claim=ID` has the page say which claim it was found for, `table=NAME` has that table tell values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from ruleproof.models.claims.claims import Verdict
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.settings import Value
from ruleproof.reports.drawing.figures import Figure, Steps, picture, steps
from ruleproof.reports.wording.differences import difference_words, seen
from ruleproof.reports.wording.words import changed_settings, settings_words

if TYPE_CHECKING:
    from ruleproof.solvers.reasoning.lockstep.compare import Difference


def analyse_link(
    game: Game, *, start: str = "", line: Sequence[str] = (), claim: str = "", table: str = ""
) -> str:
    """The link to a position of the game, which was found for that claim, with the values of that
    table, if any.
    """
    words = [("game", game.name), ("board", game.board.text)]
    words += [("set", f"{name}={value}") for name, value in changed_settings(game).items()]
    if start:
        words.append(("start", start))
    if line:
        words.append(("line", " ".join(line)))
    if claim:
        words.append(("claim", claim))
    if table:
        words.append(("table", table))
    return f"/analyse?{urlencode(words)}"


def witness_game(game: Game, verdict: Verdict) -> Game:
    """The game that the verdict's witness is played in."""
    chosen = verdict.settings or dict(game.chosen)
    return make_game(game.rulebook, verdict.board or game.board.text, chosen)


def witness_link(ground: Game, verdict: Verdict) -> str:
    """The link to the verdict's witness, played in the game `ground`; empty without one."""
    if not verdict.witness:
        return ""
    if verdict.position:
        return analyse_link(ground, start=verdict.witness, claim=verdict.id)
    return analyse_link(ground, line=verdict.witness.split(), claim=verdict.id)


def difference_link(ground: Game, found: Difference) -> str:
    """The link to the game or position that tells two readings apart, in the game `ground`; empty
    without one.
    """
    if found.line:
        return analyse_link(ground, line=found.line)
    return analyse_link(ground, start=found.position) if found.position is not None else ""


class Evidence(NamedTuple):
    """A game to step through, or a position, or a text if it is neither. `board`: the board that it
    is played on; `seen`: what it shows, as sentences; `open`: whether readers see it at once.
    """

    board: str
    steps: Steps | None = None
    final: Figure | None = None
    text: str = ""
    link: str = ""
    seen: str = ""
    open: bool = False


def of_verdict(
    game: Game, verdict: Verdict, *, drawn: bool = True, found: bool = False
) -> Evidence:
    """The witness of a verdict; as text if it is not to be `drawn`, or is neither a line of moves
    nor a position. `found`: whether it is open from the start.
    """
    ground = witness_game(game, verdict)
    empty = Evidence(ground.board.text, open=found)
    if not verdict.witness:
        return empty
    if not drawn:
        return empty._replace(text=verdict.witness)
    try:
        if verdict.position:
            shown = empty._replace(final=Figure(picture(Position.read(ground, verdict.witness))))
        else:
            line = steps(Position.start(ground), verdict.witness.split(), from_end=True)
            shown = empty._replace(steps=line)
    except ValueError:
        return empty._replace(text=verdict.witness)
    return shown._replace(link=witness_link(ground, verdict), seen=seen(ground, verdict))


def of_difference(game: Game, found: Difference) -> Evidence:
    """The game that leads to a difference between two readings, or the position that shows it."""
    ground = make_game(game.rulebook, found.board, dict(game.chosen))
    shown = Evidence(ground.board.text, link=difference_link(ground, found))
    if found.line:
        return shown._replace(steps=steps(Position.start(ground), found.line, from_end=True))
    if found.position is not None:
        final = Figure(picture(Position.read(ground, found.position)))
        return shown._replace(final=final)
    return shown


def parting(game: Game, found: Difference) -> Evidence:
    """The difference between two readings, with what is legal or decided under only one of them."""
    names = _quoted(found.first), _quoted(found.second)
    return of_difference(game, found)._replace(seen=" ".join(difference_words(found, names).only))


def _quoted(chosen: Mapping[str, Value]) -> str:
    """The settings of one of two readings, each as code."""
    return " ".join(f"`{one}`" for one in settings_words(chosen))
