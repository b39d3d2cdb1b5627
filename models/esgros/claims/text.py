"""Esgros: the sentences of its rulebook that no other claim tests, each as a plain predicate.

Groups are found and counted here stone by stone, apart from `rules.py` and `sizes.py`.
"""

from __future__ import annotations

from ruleproof.models.cells import Cells, Field, count, each, neighbours, rule, single
from ruleproof.models.claims.sentences import Sentences
from ruleproof.models.esgros.rules import BLACK, SWAP, Rules, State
from ruleproof.models.play.game import Game, make_game

text = Sentences("path:3", "path:4", "path:5", "path:6", "hex:2")


@text.game(
    "It is played on the hexes (cells) of an initially empty hexagonal board. The recommended size "
    "is 4 cells per side, but boards of 3 or 5 are also valid.",
    "5 cells per side, but boards of 4 or 6 are also valid",
)
def sizes_are_valid(game: Game) -> bool:
    """On hexagons of 3 to 6 cells a side a game begins on an empty board, on any cell."""
    for side in range(3, 7):
        one = make_game(game.rulebook, f"hex:{side}", dict(game.chosen))
        degrees = sorted(dict(one.board.graph.degree).values())
        inner = 3 * (side - 1) * (side - 2) + 1
        p = one.start()
        if degrees != [3] * 6 + [4] * 6 * (side - 2) + [6] * inner or p.black | p.white:
            return False
        if sorted(one.moves(p)) != list(range(len(degrees))):
            return False
    return True


@rule
def placed(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether the turn places a stone."""
    return move != SWAP


@text.turn(
    "Each player has access to a sufficient supply of stones in their own color.", when=placed
)
def one_stone_is_placed(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """However many stones a player has, he places another one of his colour, on the cell named."""
    own, after = (p.black, q.black) if p.side == BLACK else (p.white, q.white)
    return after == own | single(board, move) and after != own


@rule
def joined_to(board: Field, stone: Cells, stones: Cells) -> Cells:
    """The stones connected to one of them, which are taken in ring by ring."""
    found = stone
    for _ in range(board.size):
        found = found | neighbours(board, found) & stones
    return found


@rule
def least_beyond(board: Field, own: Cells, empty: Cells, bound: int, most: int) -> int:
    """The least size above the bound, and no more than `most`, of a group that a stone on one of
    the empty cells forms; 0 if there is none.
    """
    least = 0
    for cell in each(empty):
        stone = single(board, cell)
        size = count(joined_to(board, stone, own | stone))
        if bound < size <= most and (least == 0 or size < least):
            least = size
    return least


@rule
def largest_of(board: Field, stones: Cells) -> int:
    """The size of the largest group of the stones."""
    most = 0
    for cell in each(stones):
        most = max(most, count(joined_to(board, single(board, cell), stones)))
    return most


def minimal(game: Game) -> bool:
    """Whether groups may exceed the enemy's largest, with the minimal size."""
    return game.settings["exceed"] == "minimal" and game.settings["edition"] == "first"


@text.turn(
    "Groups may exceed the largest group of the opposite color, always with the minimal possible "
    "size.",
    when=placed,
    applies=minimal,
)
def larger_than_the_enemys_by_least(
    board: Field, rules: Rules, p: State, move: int, q: State
) -> bool:
    """A turn that forms a group larger than the largest enemy group forms the smallest such group
    that the own colour's clause allows.
    """
    own, enemy = (p.black, p.white) if p.side == BLACK else (p.white, p.black)
    empty, stone = board.full & ~(own | enemy), single(board, move)
    size, bound = count(joined_to(board, stone, own | stone)), largest_of(board, enemy)
    most = largest_of(board, own)
    if least_beyond(board, own, empty, 0, most) == 0:
        most = least_beyond(board, own, empty, most, board.size)
    return size <= bound or size == least_beyond(board, own, empty, bound, most)


@text.turn(
    "A single stone is also a group. The size of a group is the number of stones it contains.",
    "On your turn, perform the following actions in order:",
    when=placed,
)
def stones_go_by_number(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Once the stone is placed, exactly those enemy stones go whose group, a single stone or more,
    is beside its group and has fewer stones.
    """
    own, enemy = (p.black, p.white) if p.side == BLACK else (p.white, p.black)
    left = q.white if p.side == BLACK else q.black
    group = joined_to(board, single(board, move), own | single(board, move))
    beside = neighbours(board, group)
    for cell in each(enemy):
        victims = joined_to(board, single(board, cell), enemy)
        goes = bool(victims & beside) and count(victims) < count(group)
        if goes == bool(left & single(board, cell)):
            return False
    return True
