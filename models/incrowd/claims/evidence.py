"""Judges of In Crowd's claims that search decides, at one position, for the checker of
certificates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from itertools import product
from typing import Any

from ruleproof.models.cells import count
from ruleproof.models.claims.claims import Theorem
from ruleproof.models.claims.evidence import (
    Attained,
    Backwards,
    Bounded,
    Greatest,
    Judge,
    Plain,
    Worth,
)
from ruleproof.models.incrowd import rules
from ruleproof.models.incrowd.claims import findings, predicates
from ruleproof.models.incrowd.claims.going_back import back_from_chains
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.variants import changed


def _by_move(game: Game, worth: Worth, p: State) -> dict[int, int]:
    """The worth of each move for the side to move."""
    sign = 1 if p.side == rules.BLACK else -1
    known = worth(game)
    return {move: sign * known[game.play(p, move)] for move in game.moves(p)}


def _only_a_pass(*, when_open: bool) -> Callable[[Game, Worth], Judge]:
    """The judge of whether a pass (one that does not end the game, if asked) is the only best move
    though stones can be dropped.
    """

    def of(game: Game, worth: Worth) -> Judge:
        def judge(p: State) -> bool | None:
            playing = not (game.over(p) or rules.free(game.field, p))
            if not playing or not rules.empty(game.field, p) or (when_open and p.passes):
                return None
            worths = _by_move(game, worth, p)
            drops = [value for move, value in worths.items() if move != rules.PASS]
            return worths[rules.PASS] > max(drops)

        return judge

    return of


ZUGZWANG = Plain(_only_a_pass(when_open=False), "ever")
OPEN_ZUGZWANG = Plain(_only_a_pass(when_open=True), "ever")


def _greedy_is_best(game: Game, worth: Worth) -> Judge:
    def judge(p: State) -> bool | None:
        drops = [] if game.over(p) else [move for move in game.moves(p) if move != rules.PASS]
        turned = {move: count(predicates.gained(p, game.play(p, move))) for move in drops}
        most = max(turned.values(), default=0)
        if not most:
            return None
        worths = _by_move(game, worth, p)
        greedy = max(worths[move] for move in drops if turned[move] == most)
        return greedy >= max(worths[move] for move in drops)

    return judge


GREED = Plain(_greedy_is_best)
"""One of the drops that flip the most, if any flips stones, is as good as any other drop."""


def _worth_another(game: Game, worth: Worth) -> Judge:
    chain = {"local": "global", "global": "local"}[str(game.settings["chain"])]
    other = changed(game, {"chain": chain})
    return lambda p: worth(game)[p] != worth(other)[p]


OTHER_CHAIN = Plain(_worth_another, "ever")
"""A position is worth something else under the other `chain`."""


def _anywhere(game: Game) -> Iterator[State]:
    """Every position in which Black is to move, whether play reaches it or not."""
    kind = type(game.start())
    for stones in product((0, 1, 2), repeat=game.board.size):
        black, white = (
            sum(1 << cell for cell, stone in enumerate(stones) if stone == colour)
            for colour in (1, 2)
        )
        for passes in (0, 1):
            p = kind(black, white, rules.BLACK, passes)
            if not game.faults(p):
                yield p
                break


MOST_FLIPS = Greatest(predicates.flips, _anywhere)
MOST_WAVES = Greatest(predicates.waves, _anywhere)


def _as_long_as_any(measure: Callable[..., Any]) -> Callable[[Game, str], Iterator[Attained]]:
    """The game of the witness, whose last drop measures as much as a drop can flip at all."""

    def games(game: Game, witness: str) -> Iterator[Attained]:
        most = findings.MOST_FLIPS.get(game.board.text)
        bounded = most is not None and game.settings["turncoat-chain"] == "off"

        def shows(states: Sequence[State], moves: Sequence[int]) -> bool:
            return measure(game.field, game.rules, states[-2], moves[-1], states[-1]) == most

        what = f"a drop as long as any, of {most}" if bounded else "a drop as long as any"
        yield Attained(what, witness.split() if bounded else (), shows)

    return games


def _longer(measure: Callable[..., Any]) -> Callable[[Game, str], Backwards | None]:
    """Going back from the drops that flip more stones than the last one of the witness measures:
    each wave flips one at least.
    """

    def more(game: Game, witness: str) -> Backwards | None:
        most = findings.MOST_FLIPS.get(game.board.text)
        if most is None or not witness:
            return None
        before, move = game.start(), -1
        after = before
        for text in witness.split():
            before, move = after, game.checked_move(after, text)
            after = game.play(before, move)
        reached = measure(game.field, game.rules, before, move, after)
        return back_from_chains(game, reached + 1, most)

    return more


def _beyond(game: Game) -> Any:
    return import_module("ruleproof.models.incrowd.claims.chain_theorems").beyond_goals(game)


def _spare(game: Game) -> Any:
    return import_module("ruleproof.models.incrowd.claims.chain_theorems").spare_checks(game)


_NO_LONGER = Theorem(_beyond, checks=_spare, covers="square:2x3")
FLIPS_IN_PLAY = Bounded(_as_long_as_any(predicates.flips), _NO_LONGER, _longer(predicates.flips))
WAVES_IN_PLAY = Bounded(_as_long_as_any(predicates.waves), _NO_LONGER, _longer(predicates.waves))
"""Each wave turns a stone, so there are no more waves than flips."""


def _shape_goals(game: Game) -> Any:
    theorems = import_module("ruleproof.models.incrowd.claims.theorems")
    return theorems.small_shape_goals(game, 6)


SHAPES_OF_SIX = Theorem(_shape_goals)
"""No few stones off the edge hold each other whatever surrounds them."""
