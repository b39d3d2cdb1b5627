"""In Crowd: the sentences of its rulebook that no other claim tests, each as a plain predicate."""

from __future__ import annotations

from ruleproof.models.cells import Field, count, each, has, rule
from ruleproof.models.claims.sentences import Sentences
from ruleproof.models.incrowd.rules import BLACK, PASS, Rules, State, bulk, over
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.position import Position

text = Sentences("square:1x4", "square:2x2", "square:2x3", "square:3x3")
EXAMPLE = "B . B . . / . . . . B / W . W . . / . . . . W / B . W . . ; black"
"""The position of the page's example."""


def usual(game: Game) -> bool:
    """Whether the readings are those that the example settles."""
    return game.settings["majority"] == "stones" and game.settings["chain"] == "local"


def has_neighbours(game: Game) -> bool:
    """Whether there is more than one cell."""
    return game.board.size > 1


@text.game("In Crowd is played on an empty NxN (say 9x9) square board:")
def boards_are_squares(game: Game) -> bool:
    """On NxN cells, N from 1 to 10, the first stone is dropped on any cell of an empty board."""
    for side in range(1, 11):
        one = make_game(game.rulebook, f"square:{side}x{side}", dict(game.chosen))
        p = one.start()
        if p.black | p.white or sorted(one.moves(p)) != list(range(side * side)):
            return False
    return True


@rule
def apart(board: Field, p: State) -> int:
    """The number of cells without a stone on them or around them."""
    stones, found = p.black | p.white, 0
    for cell in range(board.size):
        if not has(stones, cell) and not board.around[cell] & stones:
            found += 1
    return found


@rule
def goes_on(board: Field, rules: Rules, p: State) -> bool:
    """Whether play goes on."""
    return not over(board, rules, p)


@text.position("When a drop in this conditions is not possible, phase 2 starts.", when=goes_on)
def phases_follow(board: Field, rules: Rules, p: State) -> bool:
    """While a cell is apart from all stones, there are as many turns as such cells; after that, one
    for each empty cell, and the pass.
    """
    many = apart(board, p)
    rest = board.size - count(p.black | p.white) + 1
    return bulk(board, rules, p) == (many if many else rest)


@text.turn("When a drop in this conditions is not possible, phase 2 starts.")
def drops_keep_apart(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """While a cell is apart from all stones nobody passes or drops a stone beside another."""
    if apart(board, p) == 0:
        return True
    return move != PASS and not board.around[move] & (p.black | p.white)


@rule
def drops_equal(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether a stone is dropped among as many friends as enemies, itself counted or not."""
    if move == PASS:
        return False
    own, enemy = (p.black, p.white) if p.side == BLACK else (p.white, p.black)
    friends, enemies = count(board.around[move] & own), count(board.around[move] & enemy)
    return enemies > 0 and (enemies == friends or enemies == friends + 1)


@text.turn(
    "Note: If the number of friends are equal to the number of enemies, the dropped stone does not "
    "change color.",
    when=drops_equal,
    applies=has_neighbours,
)
def equal_numbers_keep(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """A stone dropped among as many friends as enemies, itself counted or not, keeps its colour."""
    return has(q.black if p.side == BLACK else q.white, move)


@text.game(
    "On this position, all cells are adjacent to a stone, so the game goes to phase 2. After the "
    "threat a4, White replies b3, then a2, c2. Then Black's b4 flips a3 which flips b3.",
    applies=usual,
)
def example_is_right(game: Game) -> bool:
    """In the example every cell is adjacent to a stone; a4, b3, a2 and c2 flip nothing; then b4
    flips a3, and only with a3 flipped b3, and no other stone.
    """
    one = make_game(game.rulebook, "square:5x5", dict(game.chosen))
    position = Position.read(one, EXAMPLE)
    p, names = position.state, one.board.names
    stones = p.black | p.white
    if any(not (one.field.around[cell] | 1 << cell) & stones for cell in range(one.board.size)):
        return False
    before = p
    for move, flips in (("a4", ""), ("b3", ""), ("a2", ""), ("c2", ""), ("b4", "a3 b3")):
        before, cell = position.state, names.index(move)
        position = position.play(move)
        own, after = before[before.side], position.state[before.side]
        turned = " ".join(names[c] for c in each(after & ~own & ~(1 << cell)))
        if turned != flips or not has(after, cell):
            return False
    around = one.field.around[names.index("b3")]
    enemies, friends = count(around & before.black) + 1, count(around & before.white) + 1
    return enemies <= friends and enemies + 1 > friends - 1
