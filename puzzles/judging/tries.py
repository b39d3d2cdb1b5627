"""Tries, which fail to one reply alone, and set play: answers that would work if the defender
began.
"""

from __future__ import annotations

from collections.abc import Sequence

from ruleproof.models.play.game import State
from ruleproof.puzzles.judging.judge import Judge, Judged
from ruleproof.puzzles.stipulations import Stipulation

FEWEST_REPLIES = 3
"""A turn that leaves fewer replies shows nothing."""
TRIES = 8
"""The most tries, and answers of set play, that are written down."""


def tries(judge: Judge, judged: Sequence[Judged], left: int) -> list[tuple[str, str]]:
    """The wrong turns that fail to one reply only, each with that reply; turns that leave few
    replies are omitted.
    """
    found: list[tuple[str, str]] = []
    for one in judged:
        if one.right or len(judge.told_replies(one.turn, left)) < FEWEST_REPLIES:
            continue
        refutations = judge.refutations(one.turn, left)
        first = next(refutations, None)
        if first is None:
            continue
        effect = judge.effect(one.turn.after, first)
        if all(judge.effect(one.turn.after, other) == effect for other in refutations):
            found.append((judge.text(one.turn), judge.text(first)))
        if len(found) == TRIES:
            break
    return found


def set_play(judge: Judge, state: State, stipulation: Stipulation) -> list[tuple[str, str]]:
    """The answers that would work if the defender were to move: turns of his after which one turn
    alone of the attacker's reaches the goal in the turns that are left.
    """
    if stipulation.aim != "reach" or stipulation.turns is None or stipulation.turns < 2:
        return []
    other = state._replace(side=1 - state.side)
    if judge.game.faults(other):
        return []
    left = stipulation.turns - 1
    found: list[tuple[str, str]] = []
    for turn in judge.turns(judge.attack.node(other)):
        if turn.met != 0 or not judge.within(turn.after, left):
            continue
        answers = [one for one in judge.turns(turn.after) if judge.right(one, left)]
        if len({judge.effect(turn.after, one) for one in answers}) == 1:
            found.append((judge.text(turn), judge.text(answers[0])))
        if len(found) == TRIES:
            break
    return found
