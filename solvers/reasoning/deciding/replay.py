"""Lines carried over: a game found on a small board, played on the game's own.

Names of cells are the same at the near corner of boards of one kind, and of paths and square
boards; so a short game may well be one of a larger board, too. It is replayed there by the plain
rules, and shows there what it shows or nothing. It need not be the shortest game of that board.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ruleproof.models.claims.asking import asking
from ruleproof.models.claims.bounds import Bounds, of_game
from ruleproof.models.claims.claims import Endless, Ends, Obligation, Outcome, Same
from ruleproof.models.claims.evidence import Plain
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.notation import show
from ruleproof.models.play.variants import changed
from ruleproof.solvers.reasoning.deciding.by_judge import shown_after
from ruleproof.solvers.reasoning.deciding.inquiry import replayed
from ruleproof.solvers.reasoning.lockstep.compare import described


def carried(game: Game, obligation: Obligation, outcome: Outcome, board: str) -> Outcome | None:
    """The outcome that a line from the smaller board shows for the obligation on the game's own;
    None if it cannot be played there or shows nothing.
    """
    if not outcome.witness:
        return None
    try:
        line = [game.read_move(text) for text in outcome.witness.split()]
        replayed(game, line)
    except ValueError:
        return None
    method = f"a game found on {board}, replayed on {game.board.text}"
    if isinstance(obligation, Plain):
        there = shown_after(game, obligation, line)
        return there and there._replace(method=method, details={**there.details, "found_on": board})
    details = shown(game, obligation, line)
    if details is None:
        return None
    told = {**of_game(len(line)), "found_on": board, **details}
    return Outcome(outcome.verdict, outcome.witness, method, told)


Known = dict[str, Any]
_Shows = Callable[[Game, Any, Sequence[int], Sequence[State]], Known | None]
"""Further details, if the line, played through the states, shows the obligation; else None."""


def shown(game: Game, obligation: Obligation, line: Sequence[int]) -> Known | None:
    """Further details, if a line that can be played refutes or witnesses the obligation by the
    plain rules; else None.
    """
    states = [game.start()]
    for move in line:
        states.append(game.play(states[-1], move))
    if asked := asking(obligation):
        last = (states[-2], line[-1]) if line else (states[-1], -1)
        seen = bool(line) or not asked.of_turns
        return {} if seen and asked.shows(game, *last, states[-1]) else None
    shows = _SHOWN.get(type(obligation))
    return shows and shows(game, obligation, line, states)


def _cycle(game: Game, one: Any, line: Sequence[int], states: Sequence[State]) -> Known | None:
    """Whether the last position is an earlier one but for what does not count."""
    ignored = dict.fromkeys(one.ignoring, 0)
    pictures = [show(game, state._replace(**ignored)) for state in states]
    if pictures[-1] not in pictures[:-1]:
        return None
    entry = pictures.index(pictures[-1])
    cycle = len(line) - entry
    return {"cycle": cycle, "cycle_from_ply": entry, **Bounds("cycle", at_most=cycle).details}


def _parting(game: Game, one: Same, line: Sequence[int], states: Sequence[State]) -> Known | None:
    """Whether the settings part after it."""
    try:
        replayed(changed(game, one.settings), line)
        known = parted_after(game, one, line)
    except (ValueError, AssertionError):
        return None
    lost = {"equal": True, "within": known["only_first"], "contains": known["only_second"]}
    return known if lost[one.only] else None


def parted_after(game: Game, one: Same, line: Sequence[int]) -> Known:
    """The difference between the game's settings, first, and the changed ones after the line."""
    about = described(game, changed(game, one.settings), line)
    told = {key: about[key] for key in ("differs", "position", "only_first", "only_second")}
    return {"other": dict(one.settings), **told}


_SHOWN: dict[type, _Shows] = {
    Ends: _cycle,
    Endless: _cycle,
    Same: _parting,
}
