"""Kalah, Breakthrough and Oust written down once more, in plain Python: nothing here is shared with
the packages of these games.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any

Spot = tuple[int, int]
Board = dict[Spot, str]
Node = tuple[Any, int]
"""What is on the board, and the number of the player to move."""
Played = Callable[[Node], dict[str, Node]]
"""The positions after the legal moves, by their texts; none once play is over."""


def text(node: Node, rows: int, columns: int) -> str:
    board: Any = node[0]
    lines = (
        " ".join(board.get((x, y), ".") for x in range(columns)) for y in reversed(range(rows))
    )
    return " / ".join(lines)


def name(spot: Spot) -> str:
    return f"{'abcdefghi'[spot[0]]}{spot[1] + 1}"


# Kalah: pits 0 to n - 1 are South's, n his store, n + 1 to 2n North's, 2n + 1 her store


def kalah(node: Node) -> dict[str, Node]:
    pits, side = node
    n = len(pits) // 2 - 1
    rows = range(n), range(n + 1, 2 * n + 1)
    if not all(any(pits[pit] for pit in row) for row in rows):
        return {}
    found: dict[str, Node] = {}
    for pit in rows[side]:
        if not pits[pit]:
            continue
        after, at = list(pits), pit
        after[pit] = 0
        for _ in range(pits[pit]):
            at = (at + 1) % len(pits)
            if at == (2 * n + 1 if side == 0 else n):
                at = (at + 1) % len(pits)
            after[at] += 1
        store = n if side == 0 else 2 * n + 1
        if at in rows[side] and after[at] == 1 and after[2 * n - at]:
            after[store] += 1 + after[2 * n - at]
            after[at] = after[2 * n - at] = 0
        spot = (pit, 0) if side == 0 else (2 * n - pit, 1)
        found[name(spot)] = tuple(after), side if at == store else 1 - side
    return found


def kalah_text(node: Node, rows: int, columns: int) -> str:
    pits, _ = node
    low = {(x, 0): str(pits[x] or ".") for x in range(columns)}
    high = {(x, 1): str(pits[2 * columns - x] or ".") for x in range(columns)}
    return text((low | high, 0), rows, columns)


def kalah_result(node: Node) -> list[int]:
    pits, _ = node
    n = len(pits) // 2 - 1
    return [sum(pits[: n + 1]), sum(pits[n + 1 :])]


# Breakthrough


def breakthrough(size: Spot) -> Played:
    rows, columns = size

    def after(node: Node) -> dict[str, Node]:
        board, side = node
        own, ahead = ("o", 1) if side == 0 else ("x", -1)
        if breakthrough_winner(board, rows) >= 0:
            return {}
        found: dict[str, Node] = {}
        for x, y in [spot for spot, pawn in board.items() if pawn == own]:
            for aside in (-1, 0, 1):
                to = x + aside, y + ahead
                if not 0 <= to[0] < columns or board.get(to) == own:
                    continue
                if aside == 0 and to in board:
                    continue
                rest = {spot: pawn for spot, pawn in board.items() if spot != (x, y)}
                found[f"{name((x, y))}-{name(to)}"] = rest | {to: own}, 1 - side
        return found

    return after


def breakthrough_winner(board: Board, rows: int) -> int:
    pawns = list(board.values())
    if "x" not in pawns or any(y == rows - 1 and pawn == "o" for (_, y), pawn in board.items()):
        return 0
    if "o" not in pawns or any(y == 0 and pawn == "x" for (_, y), pawn in board.items()):
        return 1
    return -1


# Oust


def oust(size: Spot) -> Played:
    rows, columns = size

    def near(spot: Spot) -> Iterator[Spot]:
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if 0 <= spot[0] + x < columns and 0 <= spot[1] + y < rows:
                yield spot[0] + x, spot[1] + y

    def whole(board: Board, spot: Spot) -> frozenset[Spot]:
        found, waiting = {spot}, [spot]
        while waiting:
            for other in near(waiting.pop()):
                if board.get(other) == board[spot] and other not in found:
                    found.add(other)
                    waiting.append(other)
        return frozenset(found)

    def places(board: Board, side: int) -> dict[str, Node]:
        own, found = "rb"[side], dict[str, Node]()
        for x in range(columns):
            for y in range(rows):
                if (x, y) in board:
                    continue
                there = board | {(x, y): own}
                made = whole(there, (x, y))
                if len(made) == 1:
                    found[name((x, y))] = there, 1 - side
                    continue
                enemies = {
                    whole(there, other)
                    for spot in made
                    for other in near(spot)
                    if there.get(other, own) != own
                }
                if enemies and all(len(made) > len(other) for other in enemies):
                    gone = frozenset[Spot]().union(*enemies)
                    left = {spot: stone for spot, stone in there.items() if spot not in gone}
                    found[name((x, y))] = left, side
        return found

    def after(node: Node) -> dict[str, Node]:
        board, side = node
        if len(board) > 1 and len(set(board.values())) == 1:
            return {}
        mine = places(board, side)
        return mine or ({"pass": (board, 1 - side)} if places(board, 1 - side) else {})

    return after


GAMES: dict[tuple[str, str], tuple[Node, Played]] = {
    ("kalah", "square:2x3"): (((2, 2, 2, 0) * 2, 0), kalah),
    ("kalah", "square:2x6"): ((((4,) * 6 + (0,)) * 2, 0), kalah),
    **{
        ("breakthrough", f"square:{rows}x{columns}"): (
            (
                {(x, y): "o" if y < 2 else "x" for x in range(columns)
                 for y in (0, 1, rows - 2, rows - 1)},
                0,
            ),
            breakthrough((rows, columns)),
        )
        for rows, columns in ((4, 2), (5, 3), (8, 8))
    },
    **{
        ("oust", f"square:{rows}x{columns}"): (({}, 0), oust((rows, columns)))
        for rows, columns in ((1, 3), (2, 2), (2, 3), (4, 4), (5, 5))
    },
}  # fmt: skip
"""The first position and the moves of each, written anew."""


def key(node: Node) -> Hashable:
    """The node as a key of dictionaries."""
    board, side = node
    return (frozenset(board.items()) if isinstance(board, dict) else board), side


def margins(title: str, board: str) -> tuple[int, dict[Hashable, int]]:
    """The first player's margin at the start of the game (1, 0 or -1 where wins count), and at
    every position that play reaches, by plain search.
    """
    first, after = GAMES[title, board]
    known: dict[Hashable, int] = {}

    def margin(node: Node) -> int:
        mark = key(node)
        if mark not in known:
            values = [margin(later) for later in after(node).values()]
            best = max if node[1] == 0 else min
            known[mark] = best(values) if values else _final(title, board, node)
        return known[mark]

    return margin(first), known


def _final(title: str, board: str, node: Node) -> int:
    """The first player's margin at an end."""
    if title == "kalah":
        south, north = kalah_result(node)
        return south - north
    if title == "breakthrough":
        return 1 - 2 * breakthrough_winner(node[0], int(board[7]))
    left = set(node[0].values())
    return 0 if len(left) != 1 else 1 if left == {"r"} else -1
