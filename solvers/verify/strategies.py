"""Plays the strategies of certificates against all replies, by the rules alone, or, where a
certificate says so, also by facts that the game gives (`models.rulebooks.parts.Given`).

In the second case each position stands for all that are alike. The other side's moves to a position
alike are passed over: a game without cycles runs out of them, and the play after them is the same
as before. The ranks of the strategy must fall with all other moves, so it cannot rest on itself.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

from ruleproof.models.errors import TextError
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State
from ruleproof.models.rulebooks.parts import Given

Side: TypeAlias = Literal["mover", "other", "alone", "others"]
"""The owner of a strategy, as its line in the file names him: whoever moves at the start, or the
other; with more than two players, one alone or all the others.
"""


class Fault(Exception):
    """The first thing in a file that does not hold."""


class Move(NamedTuple):
    """A move of a strategy: the position if it stands for all alike, the text of the move, and the
    plies.
    """

    state: State | None
    text: str
    rank: int | None


@dataclass
class Strategy:
    """A strategy as the file gives it, and the value that it must hold.

    `title` names it for people. `mine` says whether its owner is to move at the start; `player` is
    the number of the player whose points count where there are more than two, else -1; `least` is
    the value that its owner holds (for the others: minus the most that the player gets). `plies`:
    if the game must end, the plies within which it ends; else the plies for which the value is
    held, None if for ever. `moves`: by position, or by the key that alike positions share.
    """

    side: Side
    mine: bool
    player: int
    least: int
    must_end: bool
    plies: int | None
    title: str
    moves: dict[Hashable, Move] = field(default_factory=dict[Hashable, "Move"])


class Node(NamedTuple):
    """A position reached: the key that it shares with those alike, whether the owner of the
    strategy is to move, the plies left to the end, or for which he must still hold out (None if for
    ever), and the way there.
    """

    state: State
    alike: Hashable
    mine: bool
    left: int | None
    came: tuple[Any, str] | None


def walk(game: Game, start: State, strategy: Strategy, given: Given | None) -> None:
    """Plays the strategy against all replies. Raises `Fault`."""
    ends, left = strategy.must_end or given is not None, strategy.plies
    if ends and left is None:
        left = _first_rank(strategy)
    own: set[Hashable] = set()
    replied: dict[Hashable, int] = {}
    todo = [Node(start, _alike(game, start, given), strategy.mine, left, None)]
    while todo:
        node = todo.pop()
        alike, state, remaining, move = node.alike, node.state, node.left, ""
        over = game.over(state)
        kept = over or (given is not None and _held(game, strategy, node, given))
        if ends and remaining is not None and remaining < (0 if kept else 1):
            raise Fault(f"{strategy.title}: the game should be over{_after(node)}")
        if over:
            _check_end(game, strategy, node)
        if kept or remaining == 0:
            continue
        if node.mine:
            key = alike if given else notation.show(game, state)
            state, move, remaining = _entry(game, strategy, node, key, ends)
            if alike in own:
                continue
            own.add(alike)
        else:
            hardness = 0 if remaining is None else -remaining if ends else remaining
            if replied.get(alike, -1 << 62) >= hardness:
                continue
            replied[alike] = hardness
        moves = game.moves(state)
        if node.mine:
            moves = [_legal(game, strategy, node, move, moves)]
        if not moves:
            raise Fault(
                f"{strategy.title}: no move is legal and yet the game is not over{_after(node)}"
            )
        later = None if remaining is None else remaining - 1
        seen = {alike} if given and not node.mine else set[Hashable]()
        for code in moves:
            after = game.play(state, code)
            mark = _alike(game, after, given)
            if mark in seen:
                continue
            seen.add(mark)
            mine = game.plays_on(state, after) == node.mine
            if strategy.player >= 0:
                mine = owner_moves(strategy, after)
            todo.append(Node(after, mark, mine, later, (node, game.show_move(code))))


def _alike(game: Game, state: State, given: Given | None) -> Hashable:
    """The key that alike positions share; by the rules alone, the position itself."""
    return given.alike(game, state) if given else state


def owner_moves(strategy: Strategy, state: State) -> bool:
    """Whether the strategy's owner is to move, with more than two players."""
    return (state.side == strategy.player) == (strategy.side == "alone")


def _first_rank(strategy: Strategy) -> int:
    """The most plies that a strategy without a claimed distance may take from the start."""
    ranks = [move.rank for move in strategy.moves.values() if move.rank is not None]
    return 1 << 30 if not strategy.mine else max(ranks, default=0)


def _held(game: Game, strategy: Strategy, node: Node, given: Given) -> bool:
    """Whether the certain points already hold the strategy's value."""
    points = given.certain(game, node.state)
    if strategy.player >= 0:
        least, most = points[strategy.player]
        value = least if strategy.side == "alone" else -most
    else:
        owner = node.state.side if node.mine else 1 - node.state.side
        value = points[owner][0] - points[1 - owner][1]
    return value >= strategy.least


def _entry(
    game: Game, strategy: Strategy, node: Node, key: Hashable, ends: bool
) -> tuple[State, str, int | None]:
    """The position for which the strategy has a move, the move, and its rank: the plies within
    which the game ends, which must have fallen; or those for which he holds out, which may have
    fallen by one a ply.
    """
    if key not in strategy.moves:
        text = notation.show(game, node.state)
        raise Fault(f"{strategy.title} has no move for {text!r}{_after(node)}")
    state, move, rank = strategy.moves[key]
    state = node.state if state is None else state
    if node.left is None:
        return state, move, None
    if rank is None:
        text = notation.show(game, state)
        raise Fault(f"{strategy.title} has no rank for {text!r}")
    if ends and rank > node.left:
        raise Fault(
            f"{strategy.title}: the rank {rank} does not fall, {node.left} plies are left"
            f"{_after(node)}"
        )
    if not ends and rank < node.left:
        raise Fault(
            f"{strategy.title}: the move is for {rank} plies, {node.left} are left{_after(node)}"
        )
    return state, move, rank


def _legal(game: Game, strategy: Strategy, node: Node, move: str, moves: list[int]) -> int:
    """The strategy's move, if it is legal."""
    try:
        code = game.read_move(move)
    except TextError as error:
        raise Fault(f"{strategy.title}{_after(node)}: {error}") from None
    if code not in moves:
        raise Fault(f"{strategy.title}: {move!r} is not legal{_after(node)}")
    return code


def _check_end(game: Game, strategy: Strategy, node: Node) -> None:
    """Checks that an ended game is worth what the strategy holds."""
    if strategy.player >= 0:
        points = game.score(node.state, strategy.player)
        value = points if strategy.side == "alone" else -points
    else:
        payoff = game.payoff(node.state)
        value = payoff if node.mine else -payoff
    if value < strategy.least:
        raise Fault(
            f"{strategy.title} ends with {value}, not at least {strategy.least}{_after(node)}"
        )


def _after(node: Node) -> str:
    """The moves that led to a position, for a message."""
    moves: list[str] = []
    while node.came is not None:
        node, move = node.came
        moves.append(move)
    return f" after {' '.join(reversed(moves))}" if moves else " at the start"
