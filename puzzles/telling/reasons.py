r"""The reasons for a turn, in the words of the game's goals.

reason   the turn reaches a goal at once, keeps the other side from one that it could reach in its
         next turn, or threatens one: reached next if the other side passed, and not otherwise

>>> from ruleproof.models.play.game import game
>>> from ruleproof.models.play.position import Position
>>> from ruleproof.models.play.solutions import step
>>> small = game("esgros", "path:6")
>>> turn = step(small, Position.read(small, "B B . W . B ; black").state, ["e1"])
>>> purpose(small, reasons(small, turn), 0)
(['win'], '')
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ruleproof.models.cells import Cells
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.goal_tables import goals_module
from ruleproof.models.play.solutions import Step
from ruleproof.puzzles.stipulations import WIN, Asked, Stipulation, filled, goals_of, question
from ruleproof.puzzles.stipulations import askable as stipulations
from ruleproof.puzzles.telling.facts import handed_over
from ruleproof.solvers.playing.goals.attack import Attack, TooWide

ASKED = 2_000
"""The moves that a question about one goal may take."""
MOST_ASKED = 60
"""The goals that are asked about, at most, for each side."""


class Reasons(NamedTuple):
    """The goals that a turn reaches `now`, those of the other side that it `averts`, and those that
    it `threatens`, each list with the most telling first.
    """

    now: list[Stipulation]
    averts: list[Stipulation]
    threatens: list[Stipulation]


def reasons(game: Game, step: Step) -> Reasons:
    """The reasons for a whole turn of a game of two."""
    side = step.before.side
    if game.over(step.after):
        won = game.payoff(step.after) * (1 if step.after.side == side else -1) > 0
        return Reasons([WON] if won else [], [], [])
    attack = Attack(game)
    other = handed_over(game, step.before)
    again = handed_over(game, step.after)
    now = [one for one in _asked(game, step.before) if reached(game, one, step)]
    averts = [
        one
        for one in ([] if other is None else _asked(game, other))
        if _reaches(attack, other, one) and not _reaches(attack, other, one, step)
    ]
    threatens = [
        one
        for one in ([] if again is None else _asked(game, again))
        if _reaches(attack, again, one) and not _reaches(attack, step.before, one)
    ]
    return Reasons(_largest(now), _largest(averts), _largest(threatens))


WON = Stipulation(aim="reach", goal=Asked(name=WIN), turns=1)


def _asked(game: Game, state: State) -> list[Stipulation]:
    """The goals that the side to move may have in one turn, to win first."""
    found = [one for one in stipulations(game, state) if one.aim == "reach"]
    return [one.model_copy(update={"turns": 1}) for one in found[:MOST_ASKED]]


def _largest(found: list[Stipulation]) -> list[Stipulation]:
    """Of the goals of one name that differ in their amount alone, the last with the greatest."""
    best: dict[tuple[Any, ...], Stipulation] = {}
    for one in found:
        key = one.goal.name, tuple(one.goal.cells)
        if key not in best or best[key].goal.amount <= one.goal.amount:
            best[key] = one
    return list(best.values())


def _followed(game: Game, one: Stipulation, step: Step) -> Cells:
    """The cells that the goal speaks of, after the turn."""
    module: Any = goals_module(game.rulebook)
    marked = sum({1 << game.board.cell(name) for name in one.goal.cells})
    if one.goal.name == WIN or not hasattr(module, "follow"):
        return marked
    code, (before, _, after) = goals_of(game)[one.goal.name].code, step
    return module.follow(game.field, game.rules, code, before, before, after, marked)


def reached(game: Game, one: Stipulation, step: Step) -> bool:
    """Whether the turn reaches a goal of its side's, other than to win."""
    if one.goal.name == WIN:
        return False
    module: Any = goals_module(game.rulebook)
    code, before, after = goals_of(game)[one.goal.name].code, step.before, step.after
    marked, side = _followed(game, one, step), before.side
    ground = game.field, game.rules, code, one.goal.amount, side, before
    return module.reached(*ground, before, after, marked) == 1


def _reaches(attack: Attack, state: State, one: Stipulation, step: Step | None = None) -> bool:
    """Whether the side to move reaches the goal in one turn, from the state or after the turn;
    False where that takes too long to find out.
    """
    attack.ask(question(attack.game, state, one))
    node = attack.node(step.after, _followed(attack.game, one, step)) if step else attack.root()
    try:
        return attack.within(node, 1, ASKED)
    except TooWide:
        return step is not None  # nothing is claimed to be averted


def words_of(game: Game, one: Stipulation, attacker: int, *, averted: bool = False) -> str:
    """A goal in words that follow "to"; `averted`: the other side's task against it."""
    if one.goal.name == WIN:
        players = game.players
        return f"keep {players[attacker].capitalize()} from winning" if averted else "win"
    goal = goals_of(game)[one.goal.name]
    return filled(game, (averted and goal.defence) or goal.words, one.goal, attacker)


def purpose(game: Game, told: Reasons, side: int) -> tuple[list[str], str]:
    """What a turn of the side's does, in words that follow "to", at most two things, and what it
    threatens to do, empty if nothing.
    """
    acts = [words_of(game, one, side) for one in told.now[:1]]
    acts += [words_of(game, one, 1 - side, averted=True) for one in told.averts[:1]]
    return acts, words_of(game, told.threatens[0], side) if told.threatens else ""
