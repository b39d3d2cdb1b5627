"""Laws of compiled code: rules and advice say the same compiled and as plain Python."""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ruleproof.models.compiled.kernels import PLAYING, engine, least, most
from ruleproof.models.play import notation
from ruleproof.models.play.position import Position
from ruleproof.solvers.reasoning.laws.positions import Breach


def compiled(position: Position) -> Iterator[Breach]:
    """Compiled rules say what plain Python says of moves, ends, points and successors; compiled
    advice likewise.
    """
    game, state, rules = position.game, position.state, position.game.rulebook.rules
    fast = engine(game)
    kernels, board, row = fast.kernels, (fast.masks, fast.numbers), fast.row(state)
    if fast.state(row) != state:
        yield Breach(
            "numbers of a State lie between 0 and 65,535, and sets on the board", rules.play
        )
        return
    found = fast.move_list()
    kernels.moves(*board, row, found)
    listed = [int(move) for move in found[1 : found[0] + 1]]
    plain = game.moves(state)
    if listed != plain:
        yield Breach(f"compiled there are {len(listed)} moves, plain {len(plain)}", rules.moves)
        return
    ended, two = kernels.ended(*board, row), len(game.players) == 2
    if (ended != PLAYING) != game.over(state):
        yield Breach(f"compiled it is {'not ' if ended == PLAYING else ''}over", rules.over)
    elif ended != PLAYING and two and ended != game.payoff(state):
        yield Breach(f"compiled it is worth {ended}, plain {game.payoff(state)}", rules.payoff)
    for player in range(len(game.players)) if game.rulebook.scored else ():
        if kernels.score(*board, row, player) != game.score(state, player):
            yield Breach(f"compiled, {game.players[player]} has other points", rules.score)
    out = np.zeros(fast.row_words, np.uint64)
    for move in plain:
        again = kernels.play(*board, row, move, out)
        after = game.play(state, move)
        if fast.state(out) != after:
            yield Breach(f"compiled, {game.show_move(move)} leads elsewhere", rules.play)
        elif (again == 1) != game.plays_on(state, after):
            yield Breach(f"compiled, {game.show_move(move)} passes the turn otherwise", rules.play)
    yield from _advice(position, fast, row, plain)


def _advice(position: Position, fast: Any, row: Any, plain: list[int]) -> Iterator[Breach]:
    game, state = position.game, position.state
    advice: Any = game.rulebook.advice
    kernels, board = fast.kernels, (fast.masks, fast.numbers)
    if hasattr(advice, "promise"):
        for move in plain:
            told = kernels.promise(*board, row, move)
            if told != advice.promise(game.field, game.rules, state, move):
                yield Breach(f"compiled, {game.show_move(move)} promises {told}", advice.promise)
    if hasattr(advice, "limits") and not game.over(state):
        word = kernels.limits(*board, row)
        told = (least(word), most(word))
        if told != tuple(advice.limits(game.field, game.rules, state)):
            yield Breach(f"compiled, the limits are {told}", advice.limits)
    if hasattr(advice, "tier"):
        told = kernels.tier(*board, row)
        if told != advice.tier(game.field, game.rules, state):
            yield Breach(f"compiled, the tier is {told}", advice.tier)
    if hasattr(advice, "essence") and not game.over(state):
        out = np.zeros(fast.row_words, np.uint64)
        kernels.essence(*board, row, out)
        if fast.state(out) != advice.essence(game.field, game.rules, state):
            yield Breach("compiled, its essence is another", advice.essence)


def bulk(position: Position) -> Iterator[Breach]:
    """The number of moves counted at once is that of the moves listed."""
    game, state = position.game, position.state
    fast, many = engine(game), len(game.moves(state))
    counted = fast.kernels.bulk(fast.masks, fast.numbers, fast.row(state), fast.move_list())
    if counted != many:
        yield Breach(f"bulk counts {counted} moves, and there are {many}", game.rulebook.rules.bulk)


def spread(position: Position) -> Iterator[Breach]:
    """The positions told at once, by advice if it can, are those that moves lead to."""
    game, state, advice = position.game, position.state, position.game.rulebook.advice
    wanted = sorted(
        (after, game.plays_on(state, after))
        for after in (game.play(state, move) for move in game.moves(state))
    )
    fast = engine(game)
    found, wide = fast.move_list(), fast.row_words
    rows = np.zeros((game.most_moves + 1) * wide, np.uint64)
    many = fast.kernels.spread(fast.masks, fast.numbers, fast.row(state), found, rows)
    told = [fast.state(rows[k * wide : (k + 1) * wide]) for k in range(many)]
    again = [int(number) == 1 for number in found[1 : many + 1]]
    by = getattr(advice, "spread", None)
    if sorted(zip(told, again, strict=True)) != wanted:
        missed = sorted(set(wanted) - set(zip(told, again, strict=True)))
        lacks = f": not among them is {notation.show(game, missed[0][0])!r}" if missed else ""
        yield Breach(
            f"spread tells {many} positions, moves lead to {len(wanted)}, and these differ{lacks}",
            by,
        )
    if by is not None:
        plain: list[Any] = []
        by(game.field, game.rules, state, plain)
        if sorted(plain) != [after for after, _ in wanted]:
            yield Breach("spread, as plain Python, tells other positions than moves lead to", by)
