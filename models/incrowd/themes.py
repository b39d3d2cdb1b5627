"""What solutions of In Crowd puzzles can show: chains, sacrifices, stones that stay for good."""

from __future__ import annotations

from ruleproof.models.cells import surroundings
from ruleproof.models.incrowd.advice import settled
from ruleproof.models.incrowd.goals import flipped, stones_of
from ruleproof.models.incrowd.rules import PASS, empty
from ruleproof.models.solutions import Solution, Step, Theme

stones = stones_of
LONG = 4
"""Flips of a long chain."""


def flips(shown: Solution, step: Step) -> int:
    """How many stones the turn flips to the side that plays it."""
    return flipped(step.before, step.after, step.before.side)


def placed(shown: Solution, step: Step) -> int:
    """The cell of the stone placed, as a set; none for a pass."""
    return empty(shown.game.field, step.before) & ~empty(shown.game.field, step.after)


def long_chain(shown: Solution) -> bool:
    """Whether a turn of the solver's flips four stones or more."""
    return any(flips(shown, step) >= LONG for step in shown.own)


def ripple(shown: Solution) -> bool:
    """Whether a chain of the solver's flips a stone that is not adjacent to the one placed."""
    for step in shown.own:
        side = step.before.side
        gained = stones_of(step.after, side) & stones_of(step.before, 1 - side)
        if gained & ~surroundings(shown.game.field, placed(shown, step)):
            return True
    return False


def quiet_turn(shown: Solution) -> bool:
    """Whether the key flips nothing, though another turn would, and a later turn flips two."""
    if flips(shown, shown.key) or shown.key.moves == (PASS,):
        return False
    others = any(flips(shown, wrong.step) for wrong in shown.wrong)
    return others and any(flips(shown, step) >= 2 for step in shown.own[1:])


def sacrifice(shown: Solution) -> bool:
    """Whether a reply flips two stones of the solver's or more."""
    return any(flips(shown, reply) >= 2 for reply in shown.replies)


def turncoat(shown: Solution) -> bool:
    """Whether a stone that the solver places changes colour."""
    return any(
        placed(shown, step) & stones_of(step.after, 1 - step.before.side) for step in shown.own
    )


def anchor(shown: Solution) -> bool:
    """Whether the stone of the key can never flip from then on, where that is not what is asked."""
    if shown.goal == "secure":
        return False
    own = stones_of(shown.key.after, shown.solver)
    return bool(placed(shown, shown.key) & settled(shown.game.field, shown.game.rules, own))


def pass_alone(shown: Solution) -> bool:
    """Whether a pass is the key, so that every stone placed fails."""
    return shown.key.moves == (PASS,) and len(shown.wrong) > 0


THEMES = (
    Theme(
        "zugzwang",
        "to place any stone spoils it: only a pass will do",
        pass_alone,
        "Any stone that you place spoils something of your own.",
    ),
    Theme(
        "turncoat",
        "a stone that the solver places changes colour",
        turncoat,
        "A stone that you place need not stay yours.",
    ),
    Theme(
        "own-stones",
        "the other side is let flip two stones or more",
        sacrifice,
        "You can afford to lose some stones on the way.",
    ),
    Theme(
        "long-chain",
        "one turn flips four stones or more",
        long_chain,
        "One turn of yours can flip four stones or more.",
    ),
    Theme(
        "ripple",
        "a chain goes on to a stone that is not adjacent to the one placed",
        ripple,
        "Follow a chain beyond the stones around the one you place.",
    ),
    Theme(
        "quiet-turn",
        "the first turn flips nothing, though it could, and a later one flips two or more",
        quiet_turn,
        "The first turn flips nothing: it prepares a chain.",
    ),
    Theme(
        "anchor",
        "the first stone can never flip again",
        anchor,
        "The first stone can never be flipped.",
    ),
)
