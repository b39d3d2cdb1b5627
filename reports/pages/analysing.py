"""Links to the studio: a position opened for analysis, with what it shows.

`/analyse?game=NAME&board=B&set=K%3DV&start=TEXT&line=M1+M2` opens the position after these moves;
`claim=ID` has the page say which claim it was found for, `table=NAME` has that table tell values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from ruleproof.models.claims.claims import Verdict
from ruleproof.models.play.game import Game, make_game
from ruleproof.reports.wording.words import changed_settings

if TYPE_CHECKING:
    from ruleproof.solvers.reasoning.lockstep.compare import Difference


def analyse_link(
    game: Game,
    *,
    start: str = "",
    line: Sequence[str] = (),
    claim: str = "",
    table: str = "",
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
