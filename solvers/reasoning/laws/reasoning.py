"""Laws of constraints and claims: constraints say what the rules say, and claims tell no symmetric
positions apart unless they say so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from itertools import islice
from typing import Any

from ruleproof.models.claims import claims
from ruleproof.models.claims.answers import answer
from ruleproof.models.claims.asking import judging
from ruleproof.models.claims.claims import Claim
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.position import Position
from ruleproof.solvers.reasoning.laws.grounds import Ground
from ruleproof.solvers.reasoning.laws.play import Found
from ruleproof.solvers.reasoning.laws.positions import Breach, symmetry

PICTURES = 300
"""Well-formed positions, reachable or not, that the constraints are asked about."""
_CHUNK = 500
"""Positions that are compared between two looks at the clock."""
STARTS = 60
"""Positions that are asked about whether they are the start."""
_ASKED = {
    "well-formed": "wellformed",
    "over": "over",
    "score": "score",
    "payoff": "payoff",
    "legal": "legal",
    "successor": "effect",
}
"""The function of `constraints.py` that answers each question."""


def constraints(ground: Ground) -> Found:
    """The constraints allow what the rules to run allow, and lead to the same positions."""
    from ruleproof.solvers.reasoning.formulas.conformance import compare_all
    from ruleproof.solvers.reasoning.formulas.successors import Constraints

    game = ground.game
    symbolic = Constraints(game)
    yield from _start(ground, symbolic.module)
    if not symbolic.is_function:
        first = next(iter(ground.positions))
        yield first, Breach("a move leads to two positions", symbolic.module.effect)
        return
    asked = [*ground.positions, *islice(symbolic.positions(), PICTURES)]
    by_text = {notation.show(game, state): state for state in reversed(asked)}
    for first in range(0, len(asked), _CHUNK):
        ground.look()
        for one in compare_all(symbolic, asked[first : first + _CHUNK]).disagreements:
            what = (
                f"{f'of move {one.move}, ' if one.move else ''}{one.about} is {one.by_rules} by "
                f"rules.py and {one.by_constraints} by constraints.py"
            )
            function = getattr(symbolic.module, _ASKED.get(one.about, "step"), None)
            yield by_text[one.position], Breach(what, function)


def _start(ground: Ground, module: Any) -> Found:
    """The constraints call the start the start, and no other position."""
    import z3

    from ruleproof.models.symbolic.states import constant

    game = ground.game
    for state in islice(ground.positions, STARTS):
        by_rules = state == game.start()
        formula: Any = module.starting(game, constant(game, state))
        if z3.is_true(z3.simplify(formula)) != by_rules:  # pyright: ignore[reportUnknownMemberType]
            what = (
                "the start by rules.py alone" if by_rules else "the start by constraints.py alone"
            )
            yield state, Breach(f"it is {what}", module.starting)


def predicates(claim: Claim) -> Iterator[tuple[Callable[..., Any], bool]]:
    """The predicates of a claim that must tell no symmetric positions apart, each with whether it
    is of turns.
    """
    for asked in map(judging, claim.obligations):
        if asked and asked.symmetric:
            predicate, when, of_turns = asked.predicate, asked.when, asked.of_turns
            if when:
                yield when, of_turns
            yield _where(when, predicate) if when else predicate, of_turns


def _where(when: Callable[..., Any], holds: Callable[..., Any]) -> Callable[..., Any]:
    """The predicate where its premise holds, else true: elsewhere it need not make sense."""

    @wraps(holds)
    def guarded(*arguments: Any) -> bool:
        return not answer(when, *arguments) or bool(answer(holds, *arguments))

    return guarded


def tells_apart(
    position: Position, predicate: Callable[..., Any], of_turns: bool
) -> Iterator[Breach]:
    """A predicate says the same of a position, or of its turns, and of their images."""
    game, state = position.game, position.state
    for turn, swap in game.symmetries:
        image = game.image(state, turn, swap)
        if of_turns:
            here = _of_turns(game, state, predicate, turn, swap)
            same = here == _of_turns(game, image, predicate, range(game.board.size), False)
        else:
            answers = {answer(predicate, game.field, game.rules, one) for one in (state, image)}
            same = len(answers) == 1
        if not same:
            yield Breach(
                f"a claim tells it apart from its image {notation.show(game, image)!r}: say "
                "symmetric=False in the claim, or mend the predicate",
                predicate,
            )
            return


def _of_turns(
    game: Game, state: State, predicate: Callable[..., Any], turn: Any, swap: bool
) -> dict[State, set[int]]:
    """The answers of a predicate of turns, by the images of the positions after them."""
    found: dict[State, set[int]] = {}
    for move in game.moves(state):
        after = game.play(state, move)
        said = answer(predicate, game.field, game.rules, state, move, after)
        found.setdefault(game.image(after, turn, swap), set()).add(said)
    return found


def symmetric_claims(position: Position) -> Iterator[Breach]:
    """No claim tells symmetric positions apart unless it says `symmetric=False`."""
    game = position.game
    if any(symmetry(position)):
        return  # whatever a claim says of images that are none
    for claim in claims.table(game):
        if claim.speaks_of(game):
            for predicate, of_turns in predicates(claim):
                for breach in tells_apart(position, predicate, of_turns):
                    yield breach._replace(what=f"claim {claim.id}: {breach.what}")
