"""Random games against claims, on boards too large to prove: Hypothesis plays, and shrinks a game
that breaks a claim, or shows what it asks for, to a short one.
"""

# Hypothesis is optional
# pyright: basic

from __future__ import annotations

from typing import Any

from ruleproof.models.claims.asking import Asking, asking
from ruleproof.models.claims.bounds import of_game
from ruleproof.models.claims.claims import Claim, Outcome
from ruleproof.models.play.game import Game
from ruleproof.solvers.reasoning.deciding.inquiry import OBLIGATION, Inquiry, line_text, replayed


def _play(game: Game, choices: list[int], asked: Asking) -> list[int] | None:
    """The moves up to the first one that shows the verdict; each choice picks a legal move."""
    state = game.start()
    line: list[int] = []
    if not asked.of_turns and asked.shows(game, state, -1, state):
        return line
    for choice in choices:
        moves = game.moves(state)
        if not moves:
            return None
        move = moves[choice % len(moves)]
        after = game.play(state, move)
        line.append(move)
        if asked.shows(game, state, move, after):
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
        asked = asking(obligation)
        if asked is None:
            continue
        choices: Any = st.lists(st.integers(0, 10_000), max_size=longest)

        def meets(chosen: list[int], asked: Asking = asked) -> bool:
            return _play(game, chosen, asked) is not None

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
        line = _play(game, chosen, asked) or []
        replayed(game, line)
        return Outcome(
            asked.shown,
            line_text(game, line),
            "random games, shrunk",
            {**of_game(len(line)), OBLIGATION: number},
        )
    return None
