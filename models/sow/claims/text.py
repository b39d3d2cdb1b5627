"""Sow?: the sentences of its rulebook that no other claim tests, each as a plain predicate."""

from __future__ import annotations

from ruleproof.models.cells import Field, has, rule, single, tally
from ruleproof.models.claims.sentences import Sentences
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.sow import sentences
from ruleproof.models.sow.codes import Rules
from ruleproof.models.sow.stacks import State
from ruleproof.models.sow.ways import ENTER, LEFT, exits, square_of, way_of

text = Sentences("square:2x2", "square:1x4", "square:3x2", "square:2x3")


def can_sow(game: Game) -> bool:
    """Whether a first turn is possible where only stacks on the last column exit."""
    short = len(game.board.rows[0]) <= int(game.settings["height"])
    return game.settings["exit"] == "overshoot" or not short


def set_up(game: Game) -> bool:
    """Whether the pieces start on the board."""
    return game.settings["entry"] == "setup"


@text.game(
    "The game is played on half a checkerboard (8 squares long and 4 squares wide). Players called "
    '"Left" (or "Black") and "Right" (or "White") sit at their respective end of the board (see '
    "the starting position).",
    "Initially each of the four squares at the left end contains stacks of three black checkers, "
    "while each of the four squares at the right end contains stacks of three white checkes.",
    applies=set_up,
)
def ends_are_the_players(game: Game) -> bool:
    """On 4 rows of 8 squares the stacks of three of the player to move, all black, stand on the
    squares a1 to a4, those of the other, all white, on h1 to h4.
    """
    one = make_game(game.rulebook, "square:4x8", dict(game.chosen) | {"height": 3})
    p, names = one.start(), one.board.names
    left = sum(1 << names.index(f"a{row}") for row in range(1, 5))
    right = sum(1 << names.index(f"h{row}") for row in range(1, 5))
    standing = (left,) * 3 == p.left[:3] and (right,) * 3 == p.right[:3]
    return standing and not any(p.left[3:] + p.right[3:]) and p.side == LEFT


@text.game(
    "Pieces start off the board. At his turn a player either activates and sows one of the stacks "
    "they control or enters a new piece on the board."
)
def pieces_enter_or_are_sown(game: Game) -> bool:
    """In the first four turns of the advanced version on 2 rows of 3 squares, from an empty board,
    a move enters a piece on any square of the mover's end, or sows a stack whose top is his.
    """
    one = make_game(game.rulebook, "square:2x3", dict(game.chosen) | {"entry": "advanced"})
    waiting, ends = {one.start()}, one.field.areas
    for turn in range(4):
        for p in waiting:
            if turn == 0 and any(p.left + p.right):
                return False
            own, moves = p.left if p.side == LEFT else p.right, one.moves(p)
            entered = {square_of(move) for move in moves if move & ENTER}
            if entered != {square for square in range(6) if ends[p.side] >> square & 1}:
                return False
            for square in {square_of(move) for move in moves if not move & ENTER}:
                if not own[pieces_on(p, square) - 1] >> square & 1:
                    return False
        waiting = {one.play(p, move) for p in waiting for move in one.moves(p)}
    return True


@rule
def pieces_on(p: State, square: int) -> int:
    """The number of pieces on the square."""
    return tally(p.left, square) + tally(p.right, square)


@rule
def sows(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether the turn sows a stack."""
    return not move & ENTER


@text.turn(f"{sentences.TOPMOST} {sentences.CONTROL}", when=sows, applies=can_sow)
def the_owner_of_the_top_sows(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """The topmost piece of the stack that is sown is the mover's; the other side is next."""
    square = square_of(move)
    top = pieces_on(p, square) - 1
    own = p.left if p.side == LEFT else p.right
    return top >= 0 and has(own[top], square) and q.side == 1 - p.side


@text.turn(sentences.ONE_A_SQUARE, when=sows, applies=can_sow)
def one_piece_a_square(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """No square gets more than one piece, save where the player exits, in his last column; there
    are no more pieces on the board than before.
    """
    last = board.areas[1 - p.side]
    more, pieces = board.none, 0
    for square in range(board.size):
        before = 0 if square == square_of(move) else pieces_on(p, square)
        pieces += pieces_on(q, square) - pieces_on(p, square)
        if pieces_on(q, square) > before + 1:
            more = more | single(board, square)
    if exits(way_of(move)):
        return pieces <= 0 and not more & ~last
    return pieces == 0 and not more
