"""The part of the law of goals about what makes the search for them faster and changes no answer.

outlook   what the game says of a position without a search: surely reached in time, or surely not
in order  of a turn: played under the settings of `in_order`, which leave fewer orders of its steps
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleproof.models.compiled.goals import WIN
from ruleproof.models.errors import TextError
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State, make_game
from ruleproof.models.rulebooks.parts import Aim, Goal
from ruleproof.solvers.reasoning.laws.goal_walks import Asked, Goals, Stage
from ruleproof.solvers.reasoning.laws.positions import Breach

LEFT = (1, 2)
"""Within how many turns outlooks are held against play."""
LOOKS = 2000
"""The moves looked at for the outlooks of one question, and at most those of one turn."""


def _one_point(_game: Game, _p: State, _attacker: int) -> list[Aim]:
    """The aim of a win."""
    return [Aim((), 1)]


TO_WIN = Goal("win", WIN, "win", _one_point)
"""The goal that every game has."""


class TooMany(Exception):
    """More moves than are looked at."""


def speeds_search(goals: Goals) -> bool:
    """Whether the game has any of the functions that this part is about."""
    return any(hasattr(goals.module, name) for name in ("outlook", "in_order"))


def of_outlook(goals: Goals, asked: Asked) -> Iterator[Breach]:
    """The outlook of a position comes true whatever is played, and compiled code says the same."""
    if not hasattr(goals.module, "outlook"):
        return
    of, game = goals.module.outlook, goals.game
    bounded = PlayedOut(goals, asked)
    for stage in goals.walk(asked):
        shown = notation.show(game, stage.state)
        for left in LEFT:
            said = goals.outlook(asked, stage, left)
            fast = goals.outlook_compiled(asked, stage, left)
            within = "1 turn" if left == 1 else f"{left} turns"
            if fast != said:
                yield Breach(f"in {shown!r} compiled code foresees {fast}, plain {said}", of)
            if not said:
                continue
            try:
                reached = bounded.reached(stage, left)
            except TooMany:
                return
            if reached != (said == 1):
                told = "is sure" if said == 1 else "cannot be reached"
                so = "can be reached" if reached else "can be averted"
                yield Breach(f"in {shown!r} it {told} within {within}, says outlook; it {so}", of)


class PlayedOut:
    """Plays out one question within few turns. Raises `TooMany` after `LOOKS` moves."""

    def __init__(self, goals: Goals, asked: Asked) -> None:
        self._goals, self._asked = goals, asked
        self._left = LOOKS
        self._known: dict[tuple[Stage, int], bool] = {}

    def reached(self, stage: Stage, left: int) -> bool:
        """Whether the attacker reaches the goal within so many of his turns, the present one, if it
        is his, among them.
        """
        if left < 1:
            return False
        key = stage, left
        if key not in self._known:
            attacks = stage.state.side == self._asked.attacker
            self._known[key] = not attacks and bool(self._goals.later(stage.state))
            for step in self._goals.steps(self._asked, stage):
                self._left -= 1
                if self._left < 0:
                    raise TooMany
                if step.ends and (step.told or self._goals.game.over(step.after.state)):
                    held = step.told == 1
                else:
                    held = self.reached(step.after, left - (attacks and step.ends))
                if held == attacks:
                    self._known[key] = held
                    break
        return self._known[key]


def of_order(goals: Goals, asked: Asked) -> Iterator[Breach]:
    """Turns in order are legal, and have every effect and every end, up to `alike`, that turns in
    any order have.
    """
    if not hasattr(goals.module, "in_order"):
        return
    game, d, of = goals.game, asked.diagram, goals.module.in_order
    changed = of(game.settings)
    if not changed:
        return
    try:
        ordered = make_game(game.rulebook, game.board.text, {**game.settings, **changed})
    except TextError as error:
        yield Breach(f"in_order gives settings that the game refuses: {error}", of)
        return
    try:
        every, few = (list(_turns(one, d)) for one in (game, ordered))
    except TooMany:
        return
    legal = set(every)
    for p, q in few:
        if (p, q) not in legal:
            shown = notation.show(game, q)
            yield Breach(f"a turn in order ends {shown!r}, which no legal turn does so", of)

    def effect(p: State, q: State) -> object:
        return goals.effect(d, q)

    def end(p: State, q: State) -> object:
        told, marked = goals.told(asked, p, q, sum(1 << cell for cell in asked.aim.cells))
        return told, told or (goals.alike(asked.goal.code, q, marked), marked, game.over(q))

    for what, kind in ((effect, "has the effect of"), (end, "ends like")):
        found = {what(p, q) for p, q in few}
        for p, q in every:
            if what(p, q) not in found:
                shown = notation.show(game, q)
                yield Breach(f"no turn in order {kind} the one that ends {shown!r}", of)
                break


def _turns(game: Game, p: State) -> Iterator[tuple[State, State]]:
    """Yields the positions before and after the last move of the turns. Raises `TooMany` after
    `LOOKS` moves.
    """
    seen, waiting, looks = {p}, [p], 0
    for state in waiting:
        for q in dict.fromkeys(game.play(state, move) for move in game.moves(state)):
            looks += 1
            if looks > LOOKS:
                raise TooMany
            if game.over(q) or not game.plays_on(state, q):
                yield state, q
            elif q not in seen:
                seen.add(q)
                waiting.append(q)
