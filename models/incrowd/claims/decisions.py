"""In Crowd: claims about best play, long chains and invincible shapes, decided by plain search.

greedy      a move that turns as many enemy stones as any move does, at least one
needs       of a cell: how many friends around it keep a stone there from being outnumbered when
            enemies stand on all its other neighbours
"""

# z3 ships no complete types
# pyright: basic, reportAttributeAccessIssue=false

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from ruleproof.models.cells import count, each
from ruleproof.models.claims.bounds import of_game
from ruleproof.models.claims.claims import Outcome
from ruleproof.models.claims.counted import Allowance, OutOfWork
from ruleproof.models.incrowd import rules
from ruleproof.models.incrowd.claims import predicates
from ruleproof.models.play.game import Game, State, make_game
from ruleproof.models.play.notation import show

# Best play


class _Values:
    """Values of positions by plain negamax, every position looked at once."""

    def __init__(self, game: Game, seconds: float) -> None:
        self.game = game
        self.allowed = Allowance(seconds)
        self._known: dict[State, int] = {}

    def of(self, p: State) -> int:
        """The worth of the position for the side to move; `OutOfWork` when the work is done."""
        if p not in self._known:
            self.look()
            game = self.game
            self._known[p] = game.payoff(p) if game.over(p) else max(self.by_move(p).values())
        return self._known[p]

    def by_move(self, p: State) -> dict[int, int]:
        """The worth of each move for the side to move."""
        return {move: -self.of(self.game.play(p, move)) for move in self.game.moves(p)}

    def look(self) -> None:
        """Counts a position looked at; raises `OutOfWork` when the work allowed is done."""
        self.allowed.spend(self.game.board.size, _LOOKS)


_LOOKS = 300_000
"""Cells of positions from which all moves are played in a second."""
_SMALL = 12
"""On boards with more cells the ends of random games are looked at first."""
_EMPTY = 5
"""The most empty cells at the end of a game."""


def _games(values: _Values) -> Iterator[tuple[State, list[int]]]:
    """Every position that play reaches and is not over, the shortest game to it first."""
    start = values.game.start()
    level: dict[State, list[int]] = {start: []}
    seen = {start}
    while level:
        after: dict[State, list[int]] = {}
        for p, line in level.items():
            values.look()
            if values.game.over(p):
                continue
            yield p, line
            for move in values.game.moves(p):
                q = values.game.play(p, move)
                if q not in seen:
                    seen.add(q)
                    after[q] = [*line, move]
        level = after


def _ends_of_games(values: _Values, kept: float) -> Iterator[tuple[State, list[int]]]:
    """Positions near the ends of random games, each also after a pass, until so much of the work
    allowed is left.
    """
    game, rng = values.game, random.Random(values.game.board.text)
    while values.allowed.left > kept:
        p, line = game.start(), list[int]()
        left = rng.randrange(2, _EMPTY + 1)
        while count(rules.empty(game.field, p)) > left:
            values.look()
            move = rng.choice([move for move in game.moves(p) if move != rules.PASS])
            p = game.play(p, move)
            line.append(move)
        yield p, line
        yield game.play(p, rules.PASS), [*line, rules.PASS]


def _first(game: Game, seconds: float, shown: Callable[[_Values, State], str]) -> Outcome:
    """The shortest game to a position for which `shown` tells something. On a large board half the
    work goes to random games first, whose witness need not be shortest.
    """
    values = _Values(game, seconds)
    kept = seconds / 2 if game.board.size > _SMALL else seconds
    walks = (_ends_of_games(values, kept), False), (_games(values), True)
    positions = 0
    try:
        for walk, shortest_first in walks:
            positions = 0
            for p, line in walk:
                positions += 1
                told = shown(values, p)
                if told:
                    witness = " ".join(map(game.show_move, line))
                    about = {"position": show(game, p), "values": told, "positions": positions}
                    about |= of_game(len(line), len(line) - 1 if shortest_first else None)
                    return Outcome("witnessed", witness, details=about)
    except OutOfWork:
        details = {"reason": "the work allowed is done", "positions": positions}
        return Outcome("undecided", details=details)
    return Outcome("refuted", details={"positions": positions})


def _told(game: Game, worth: dict[int, int]) -> str:
    return ", ".join(f"{game.show_move(move)} {value}" for move, value in worth.items())


def zugzwang(game: Game, seconds: float) -> Outcome:
    """The shortest game to a position where a stone may be dropped and a pass is best alone."""

    def shown(values: _Values, p: State) -> str:
        if rules.free(game.field, p) or not rules.empty(game.field, p):
            return ""
        worth = values.by_move(p)
        pass_ = worth[rules.PASS]
        best_drop = max(value for move, value in worth.items() if move != rules.PASS)
        return _told(game, worth) if pass_ > best_drop else ""

    return _first(game, seconds, shown)


def open_zugzwang(game: Game, seconds: float) -> Outcome:
    """The same where the pass does not end the game."""

    def shown(values: _Values, p: State) -> str:
        if p.passes or rules.free(game.field, p) or not rules.empty(game.field, p):
            return ""
        worth = values.by_move(p)
        pass_ = worth[rules.PASS]
        best_drop = max(value for move, value in worth.items() if move != rules.PASS)
        return _told(game, worth) if pass_ > best_drop else ""

    return _first(game, seconds, shown)


def greed(game: Game, seconds: float) -> Outcome:
    """The shortest game to a position where every greedy move is worse than another drop."""

    def shown(values: _Values, p: State) -> str:
        drops = [move for move in game.moves(p) if move != rules.PASS]
        turned = {m: count(predicates.gained(p, game.play(p, m))) for m in drops}
        most = max(turned.values(), default=0)
        if not most:
            return ""
        worth = values.by_move(p)
        greedy = max(worth[move] for move in drops if turned[move] == most)
        return _told(game, worth) if greedy < max(worth[move] for move in drops) else ""

    found = _first(game, seconds, shown)
    word = {"witnessed": "refuted", "refuted": "proved"}.get(found.verdict, "undecided")
    return found._replace(verdict=word)  # pyright: ignore[reportArgumentType]


def other_chain(game: Game, seconds: float) -> Outcome:
    """The shortest game to a position that is worth something else under the other `chain`."""
    chain = {"local": "global", "global": "local"}[str(game.settings["chain"])]
    other = _Values(
        make_game(game.rulebook, game.board.text, game.settings | {"chain": chain}), seconds
    )

    def shown(values: _Values, p: State) -> str:
        here, there = values.of(p), other.of(p)
        return "" if here == there else f"{here}, under chain={chain} {there}"

    return _first(game, seconds, shown)


# How many stones phase 1 takes


def fewest_stones(game: Game, seconds: float) -> Outcome:
    """Phase 1 with a stone in the middle of each block of three by three."""
    return _set_apart(game, 3, 1, predicates.fewest_stones)


def most_stones(game: Game, seconds: float) -> Outcome:
    """Phase 1 with a stone in the corner of each block of two by two."""
    return _set_apart(game, 2, 0, predicates.most_stones)


def _set_apart(game: Game, step: int, first: int, shows: Callable[..., bool]) -> Outcome:
    """A game of stones dropped a step apart, if its end shows what is asked."""
    rows, columns = len(game.board.rows), len(game.board.rows[0])
    state, line = game.start(), list[int]()
    for y in range(0, rows, step):
        for x in range(0, columns, step):
            spot = min(x + first, columns - 1), min(y + first, rows - 1)
            drop = game.board.spots.index(spot)
            if drop not in game.moves(state):
                return Outcome("undecided", details={"reason": "no such game was planned"})
            line.append(drop)
            state = game.play(state, drop)
    if not shows(game.field, game.rules, state):
        return Outcome("undecided", details={"reason": "the game planned does not show it"})
    return Outcome("witnessed", " ".join(map(game.show_move, line)), details={"plies": len(line)})


# Invincible shapes


def needs(game: Game) -> list[int]:
    """Per cell, the fewest friends f around it with n - f ≤ f + 1 among its n neighbours."""
    return [count(near) // 2 for near in game.field.around]


def minimal_shapes(game: Game, largest: int) -> list[int]:
    """The invincible shapes of at most so many stones that hold no smaller one, each only once
    among its images under the board's symmetries.

    A shape is grown from its lowest cell; a cell of it that lacks friends is given one more.
    """
    field, wanted = game.field, needs(game)
    found: set[int] = set()
    seen: set[int] = set()

    def lacking(shape: int) -> int:
        for cell in each(shape):
            if count(field.around[cell] & shape) < wanted[cell]:
                return cell
        return -1

    def grow(shape: int) -> None:
        if shape in seen:
            return
        seen.add(shape)
        cell = lacking(shape)
        if cell < 0:
            found.add(shape)
        elif count(shape) < largest:
            for other in each(field.around[cell] & ~shape):
                grow(shape | 1 << other)

    for cell in range(field.size):
        grow(1 << cell)
    kept = {
        shape for shape in found if not any(one != shape and one & shape == one for one in found)
    }
    return sorted({_canonical(game, shape) for shape in kept}, key=lambda one: (count(one), one))


def _canonical(game: Game, shape: int) -> int:
    return min(sum(1 << turn[cell] for cell in each(shape)) for turn in game.board.symmetries)


def shapes_of_six(game: Game, seconds: float) -> Outcome:
    """All minimal invincible shapes of at most six stones, by where they touch the rim."""
    shapes = minimal_shapes(game, 6)
    full = game.field.full
    rim = sum(1 << cell for cell in each(full) if count(game.field.around[cell]) < 8)
    corners = sum(1 << cell for cell in each(full) if count(game.field.around[cell]) == 3)
    kinds: dict[str, list[str]] = {"corner": [], "edge": [], "middle": []}
    for shape in shapes:
        kind = "corner" if shape & corners else "edge" if shape & rim else "middle"
        kinds[kind].append(game.board.name_of(shape))
    details: dict[str, object] = {"shapes": kinds}
    return Outcome("refuted" if kinds["middle"] else "proved", details=details)
