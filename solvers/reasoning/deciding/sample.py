"""Random games against claims, on boards too large to prove: Hypothesis plays, and shrinks a game
that breaks a claim, or shows what it asks for, to a short one.
"""

# Hypothesis is optional
# pyright: basic

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ruleproof.models.claims.answers import answer
from ruleproof.models.claims.bounds import of_game
from ruleproof.models.claims.claims import (
    Always,
    Claim,
    EveryTurn,
    Obligation,
    Outcome,
    Sometimes,
    SomeTurn,
)
from ruleproof.models.play.game import Game, State
from ruleproof.solvers.reasoning.deciding.inquiry import OBLIGATION, Inquiry, line_text, replayed

_Test = Callable[[State, int, State], bool]


def _target(game: Game, obligation: Obligation) -> tuple[bool, bool, _Test] | None:
    """Whether finding it refutes, whether it is of turns, and the test for it; None for obligations
    that a single game cannot show.
    """
    field, rules = game.field, game.rules
    if isinstance(obligation, Always):
        holds, when = obligation.holds, obligation.when
        return (
            True,
            False,
            lambda p, m, q: (
                (when is None or bool(answer(when, field, rules, p)))
                and not answer(holds, field, rules, p)
            ),
        )
    if isinstance(obligation, EveryTurn):
        holds, when = obligation.holds, obligation.when
        return (
            True,
            True,
            lambda p, m, q: (
                (when is None or bool(answer(when, field, rules, p, m, q)))
                and not answer(holds, field, rules, p, m, q)
            ),
        )
    if isinstance(obligation, Sometimes):
        shows = obligation.shows
        return False, False, lambda p, m, q: bool(answer(shows, field, rules, p))
    if isinstance(obligation, SomeTurn):
        shows = obligation.shows
        return False, True, lambda p, m, q: bool(answer(shows, field, rules, p, m, q))
    return None


def _play(game: Game, choices: list[int], of_turns: bool, test: _Test) -> list[int] | None:
    """The moves up to the first one that meets the test; each choice picks a legal move."""
    state = game.start()
    line: list[int] = []
    if not of_turns and test(state, -1, state):
        return line
    for choice in choices:
        moves = game.moves(state)
        if not moves:
            return None
        move = moves[choice % len(moves)]
        after = game.play(state, move)
        line.append(move)
        if test(state, move, after) if of_turns else test(after, -1, after):
            return line
        state = after
    return None


def sampled(inquiry: Inquiry, claim: Claim, games: int) -> Outcome | None:
    """The outcome that one of so many random games against the claim shows; None if none of them
    shows anything. The same games are played every time.
    """
    from hypothesis import HealthCheck, Phase, find, settings
    from hypothesis import strategies as st
    from hypothesis.errors import NoSuchExample

    game = inquiry.game
    longest = 4 * game.board.size
    for number, obligation in enumerate(claim.obligations):
        target = _target(game, obligation)
        if target is None:
            continue
        refutes, of_turns, test = target
        choices: Any = st.lists(st.integers(0, 10_000), max_size=longest)

        def meets(chosen: list[int], of_turns: bool = of_turns, test: _Test = test) -> bool:
            return _play(game, chosen, of_turns, test) is not None

        try:
            chosen = find(
                choices,
                meets,
                settings=settings(
                    max_examples=games,
                    database=None,
                    derandomize=True,
                    deadline=None,
                    phases=(Phase.generate, Phase.shrink),
                    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
                ),
            )
        except NoSuchExample:
            continue
        line = _play(game, chosen, of_turns, test) or []
        replayed(game, line)
        return Outcome(
            "refuted" if refutes else "witnessed",
            line_text(game, line),
            "random games, shrunk",
            {**of_game(len(line)), OBLIGATION: number},
        )
    return None
