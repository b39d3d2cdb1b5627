"""Clauses of GRO that moves break, in words, and one that acts in them."""

from __future__ import annotations

from ruleproof.models.cells import each, first_of, kind_of, last_of
from ruleproof.models.gro import codes, death, rules
from ruleproof.models.gro.germs import (
    LARGE,
    MEDIUM,
    SMALL,
    State,
    mine,
    open_points,
    openings,
    points,
    size_at,
    theirs,
)
from ruleproof.models.play.game import Game

NAMES = {SMALL: "small", MEDIUM: "medium", LARGE: "large"}


def kills(game: Game, p: State, move: int, q: State) -> bool:
    """Whether a move kills germs of the other side."""
    after = mine(q) if q.side != p.side else theirs(q)
    return bool(points(theirs(p)) & ~points(after))


def refusal(game: Game, p: State, move: int) -> str:
    """The clause that an illegal move breaks."""
    kind, cell, target = kind_of(move), first_of(move), last_of(move)
    if kind == codes.CLAIM:
        return _claim(game, p)
    if (kind == codes.PLACE) != (p.placed < 2):
        return (
            "the first turn is the only time you place a token directly onto a point"
            if kind == codes.PLACE
            else "on your 1st turn, you must place 1 small germ"
        )
    if kind == codes.PLACE:
        return "one point may contain only 1 germ"
    if kind == codes.PASS:
        return "pass=no: a player who can move, grow or divide must do so"
    origin = target if kind == codes.GROW else cell
    size = size_at(game.field, mine(p), origin)
    if not size:
        return (
            f"you move, grow or divide 1 of your germs, and none is on {game.board.names[origin]}"
        )
    if kind == codes.GROW:
        return _growth(game, p, target, size)
    if kind == codes.DIVIDE:
        return _division(game, p, cell, target, size)
    if not game.board.around[cell] >> target & 1:
        return "a germ moves orthogonally or diagonally to an immediately adjacent point"
    return _arrival(game, p, cell, target, size, staying=False)


def _claim(game: Game, p: State) -> str:
    if game.rules.repetition == codes.LOSS_3:
        return "repetition=loss-3: nobody claims a draw, a third occurrence loses"
    least = 4 if game.rules.repetition == codes.CLAIM_4 else 3
    return (
        f"a draw may be claimed once the same pattern has occurred {least} times with the same "
        f"player to move, and this one has occurred {_times(p.seen)}"
    )


def _times(many: int) -> str:
    """Return how often, in words."""
    return "once" if many == 1 else f"{many} times"


def _many(many: int, word: str) -> str:
    """Return the number with its word."""
    return f"{many} {word}" + ("" if many == 1 else "s")


def _growth(game: Game, p: State, cell: int, size: int) -> str:
    if size == LARGE:
        return "large germs may not grow"
    left = rules.in_reserve(game.rules, mine(p))
    if game.rules.reserve == codes.LIMITED and left < size:
        return f"a {NAMES[size]} germ grows by {_many(size, 'token')}, and the reserve holds {left}"
    needed = rules.needed_before_growing(game.rules, size)
    open_now = openings(game.field, cell, open_points(game.field, p))
    least = _many(needed, "open point")
    return f"before growing, a {NAMES[size]} germ needs {least} and has {open_now}"


def _division(game: Game, p: State, cell: int, target: int, size: int) -> str:
    if size == SMALL:
        return "small germs may not divide"
    needed = rules.needed_before_dividing(size)
    open_now = openings(game.field, cell, open_points(game.field, p))
    if open_now < needed:
        least = _many(needed, "open point")
        return f"before dividing, a {NAMES[size]} germ needs {least}, it has {open_now}"
    if not game.board.around[cell] >> target & 1:
        return "a germ divides to an immediately adjacent point"
    if game.rules.divide_direction == codes.ORTHOGONAL and not game.board.near[cell] >> target & 1:
        return "divide-direction=orthogonal: a germ divides to an orthogonally adjacent point"
    return _arrival(game, p, cell, target, size // 2, staying=True)


def _arrival(game: Game, p: State, cell: int, target: int, size: int, *, staying: bool) -> str:
    """The reason why a germ of that size may not go to an adjacent point; `staying`: half stays."""
    board, free = game.field, open_points(game.field, p)
    if not free >> target & 1:
        return f"{game.board.names[target]} contains a germ, so it is not an open point"
    here, there = 1 << cell, 1 << target
    free = free & ~there if staying else (free | here) & ~there
    free |= death.killed(board, points(theirs(p)), free, target)
    others = points(mine(p)) & (board.full if staying else ~here)
    lost = death.suicides(board, others, free, target)
    if lost and game.rules.captures == codes.TAKE_ENEMY:
        names = " ".join(game.board.names[one] for one in each(lost))
        return f"suicide is illegal: it would kill your own germ on {names}"
    needed = rules.needed_after_moving(game.rules, size)
    if staying and game.rules.divide_after == codes.ALIVE:
        needed = 1
    open_then = openings(board, target, free | lost)
    least = _many(needed, "open point")
    return f"after moving, a {NAMES[size]} germ needs {least} and would have {open_then}"
