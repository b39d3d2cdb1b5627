"""Conformance: whether a game's two encodings, the rules to run and the constraints, say the same.

In a position the successors by `rules.py` must be exactly the models of the step constraint: each
accepted, and none besides. Both encodings must also agree on what is over, what it is worth, and
what is well-formed.

That nothing is accepted besides is shown by a lemma: a solver proves once, for all positions, that
a position and a move have at most one successor, and lists every move that is legal anywhere; then
in each position each of these moves is put to the constraint, 64 at a time.

>>> from ruleproof.models.play.game import game
>>> small = game("esgros", "path:3")
>>> conform(small, [small.start()])
[]
"""

# z3's and pysat's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from ruleproof.models.compiled.kernels import PLAYING
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.notation import show
from ruleproof.solvers.reasoning.formulas.stepping import PlainRules, Steps, rows_of
from ruleproof.solvers.reasoning.formulas.successors import Constraints, Facts
from ruleproof.solvers.work.progress import Listener, Progress, silent

LANES = 4_000_000
"""The most questions evaluated at once."""
MOST = 2_000
"""The most positions compared at once."""


class Disagreement(NamedTuple):
    """A difference between the rules to run and the constraints at one position.

    `about`: `well-formed`, `over`, `score`, `payoff`, `legal`, `successor` or `move list`; `move`:
    the text of the move, empty where the position alone is in question.
    """

    position: str
    about: str
    move: str
    by_rules: str
    by_constraints: str

    def __str__(self) -> str:
        move = f", move {self.move}" if self.move else ""
        return (
            f"{self.position}{move}: {self.about} is {self.by_rules} by the rules to run, "
            f"{self.by_constraints} by the constraints"
        )


class Tally(NamedTuple):
    """The tally of a run: positions, the steps from them, and all that differed."""

    positions: int
    steps: int
    disagreements: list[Disagreement]


def conform(
    game: Game, states: Iterable[State], *, constraints: Constraints | None = None
) -> list[Disagreement]:
    """All that the two encodings say differently of the positions, the rules run by Python.

    `constraints` may be given to use them again for the same game. Raises `LookupError` for a game
    without constraints and `ValueError` when the lemma does not hold.
    """
    return compare_all(constraints or Constraints(game), states).disagreements


def compare_all(
    constraints: Constraints,
    states: Iterable[State],
    *,
    rules: PlainRules | None = None,
    progress: Listener = silent,
    total: int | None = None,
) -> Tally:
    """The positions and steps compared and what differed, for constraints that are at hand.

    `rules` are those of the constraints' game, plain unless they are given compiled.
    """
    if not constraints.is_function:
        raise ValueError(f"a move of {constraints.game.name} has two successors by its constraints")
    many = max(1, min(MOST, LANES // max(1, len(constraints.codes))))
    asked = rules or PlainRules(constraints.game)
    waiting = iter(states)
    positions = steps = 0
    found: list[Disagreement] = []
    while chunk := list(islice(waiting, many)):
        compared, wrong = _compare(constraints, asked, chunk)
        positions += len(chunk)
        steps += compared
        found += wrong
        progress(Progress("conformance", positions, total, f"{steps} steps"))
    return Tally(positions, steps, found)


def _compare(
    constraints: Constraints, rules: PlainRules, states: Sequence[State]
) -> tuple[int, list[Disagreement]]:
    """Returns the number of steps compared, and the disagreements."""
    game = constraints.game
    found, sound = _facts(constraints, rules, states)
    rows = rows_of(game, sound)
    steps = rules.steps(sound, rows)
    found += _listed_twice(game, sound, steps)
    codes = np.array(constraints.codes, np.int64)
    allowed = constraints.allowed(rows)
    place = np.minimum(np.searchsorted(codes, steps.codes), len(codes) - 1)
    legal = (codes[place] == steps.codes) & allowed[steps.of, place]
    allowed[steps.of[legal], place[legal]] = False
    right = legal & constraints.leads(rows[steps.of], steps.codes, steps.after)
    for k in np.flatnonzero(~right).tolist():
        state, move = sound[steps.of[k]], int(steps.codes[k])
        after = constraints.state(constraints.row_bits(steps.after[k][None])[0])
        answers = constraints.successors(state).get(move, [])
        told = " or ".join(show(game, answer) for answer in answers) or "none"
        found.append(_told(game, state, "successor", move, show(game, after), told))
    for of, column in np.argwhere(allowed).tolist():
        found.append(_told(game, sound[of], "legal", int(codes[column]), "false", "true"))
    return len(steps.codes), found


def _listed_twice(game: Game, states: Sequence[State], steps: Steps) -> list[Disagreement]:
    """The first move of each position that its list of moves has twice."""
    order = np.lexsort((steps.codes, steps.of))
    of, codes = steps.of[order], steps.codes[order]
    again = (of[1:] == of[:-1]) & (codes[1:] == codes[:-1])
    twice = dict(zip(of[1:][again].tolist()[::-1], codes[1:][again].tolist()[::-1], strict=True))
    return [
        _told(game, states[of], "move list", code, "twice", "once") for of, code in twice.items()
    ]


def _facts(
    constraints: Constraints, rules: PlainRules, states: Sequence[State]
) -> tuple[list[Disagreement], list[State]]:
    """The differences at the positions themselves, and the positions that both call well-formed."""
    game = constraints.game
    found: list[Disagreement] = []
    sound: list[tuple[State, Facts]] = []
    for state, facts in zip(states, constraints.facts_of(states), strict=True):
        faults = game.faults(state)
        if facts.wellformed == bool(faults):
            said = "; ".join(faults) or "true"
            by_constraints = str(facts.wellformed).lower()
            found.append(_told(game, state, "well-formed", None, said, by_constraints))
        if facts.wellformed and not faults:
            sound.append((state, facts))
    both = [state for state, _ in sound]
    rows = rows_of(game, both)
    worths, scores = rules.ends(both, rows).tolist(), rules.scores(both, rows).tolist()
    for (state, facts), worth, score in zip(sound, worths, scores, strict=True):
        over = worth != PLAYING
        answers = [("over", over, facts.over), ("score", score, facts.score)]
        if over and facts.over:
            answers.append(("payoff", worth, facts.payoff))
        for about, by_rules, by_constraints in answers:
            if by_rules != by_constraints:
                found.append(_told(game, state, about, None, str(by_rules), str(by_constraints)))
    return found, both


def _told(
    game: Game, state: State, about: str, move: int | None, by_rules: str, by_constraints: str
) -> Disagreement:
    text = "" if move is None else game.show_move(move)
    return Disagreement(show(game, state), about, text, by_rules, by_constraints)


# Where positions come from


def random_states(
    game: Game, seed: int, *, longest: int | None = None, rules: PlainRules | None = None
) -> Iterator[State]:
    """Positions of random games from the start, ended ones among them, without end.

    A game that has not ended after `longest` moves (default: four times the number of cells) is
    broken off. The same seed gives the same positions, whether `rules` are plain or compiled.
    """
    rng = random.Random(seed)
    limit = longest or 4 * game.board.size
    fields = game.rulebook.repetition.fields
    asked = rules or PlainRules(game)
    while True:
        state = game.start()
        seen = Counter[Any]({_pattern(state, fields): state.seen} if fields else {})
        for _ in range(limit):
            yield state
            moves = asked.moves(state)
            if not moves:
                break
            state = asked.play(state, rng.choice(moves))
            if fields:
                pattern = _pattern(state, fields)
                seen[pattern] += 1
                state = state._replace(seen=seen[pattern])
        else:
            yield state


def _pattern(state: State, fields: Sequence[str]) -> tuple[Any, ...]:
    """The fields that must be the same where a position recurs."""
    return tuple(getattr(state, name) for name in fields)
