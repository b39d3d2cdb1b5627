"""In Crowd: judges of claims about best play, at one position, and positions of any stones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from ruleproof.models.cells import count
from ruleproof.models.claims.evidence import Explained, Greatest, Judge, Look, Plain, Worth
from ruleproof.models.incrowd import rules
from ruleproof.models.incrowd.claims import predicates
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.variants import changed


def _by_move(game: Game, worth: Worth, p: State) -> dict[int, int]:
    """The worth of each move for the side to move."""
    sign = 1 if p.side == rules.BLACK else -1
    known = worth(game)
    return {move: sign * known[game.play(p, move)] for move in game.moves(p)}


def _by_moves(game: Game, worth: Worth, p: State) -> Explained:
    """The worth of each move, in words."""
    worths = _by_move(game, worth, p).items()
    told = ", ".join(f"{game.show_move(move)} {value}" for move, value in worths)
    return Explained({"values": told})


def _only_a_pass(*, when_open: bool) -> Callable[[Game, Worth, Look], Judge]:
    """The judge of whether a pass (one that does not end the game, if asked) is the only best move
    though stones can be dropped.
    """

    def of(game: Game, worth: Worth, look: Look) -> Judge:
        def judge(p: State) -> bool | None:
            playing = not (game.over(p) or rules.free(game.field, p))
            if not playing or not rules.empty(game.field, p) or (when_open and p.passes):
                return None
            worths = _by_move(game, worth, p)
            drops = [value for move, value in worths.items() if move != rules.PASS]
            return worths[rules.PASS] > max(drops)

        return judge

    return of


ZUGZWANG = Plain(_only_a_pass(when_open=False), "ever", explained=_by_moves)
OPEN_ZUGZWANG = Plain(_only_a_pass(when_open=True), "ever", explained=_by_moves)


def _greedy_is_best(game: Game, worth: Worth, look: Look) -> Judge:
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


GREED = Plain(_greedy_is_best, explained=_by_moves)
"""One of the drops that flip the most, if any flips stones, is as good as any other drop."""


def _other(game: Game) -> Game:
    """The game under the other `chain`."""
    return changed(game, {"chain": "local" if game.settings["chain"] == "global" else "global"})


def _worth_another(game: Game, worth: Worth, look: Look) -> Judge:
    other = _other(game)
    return lambda p: worth(game)[p] != worth(other)[p]


def _both_worths(game: Game, worth: Worth, p: State) -> Explained:
    other, sign = _other(game), 1 if p.side == rules.BLACK else -1
    here, there = (sign * worth(one)[p] for one in (game, other))
    return Explained({"values": f"{here}, under chain={other.settings['chain']} {there}"})


OTHER_CHAIN = Plain(_worth_another, "ever", explained=_both_worths)
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
