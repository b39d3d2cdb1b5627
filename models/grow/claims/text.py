"""Grow: the sentences of its rulebook that no other claim tests, each as a plain predicate."""

from __future__ import annotations

from ruleproof.models.cells import (
    Cells,
    Field,
    count,
    each,
    first_of,
    flood,
    has,
    last_of,
    neighbours,
    rule,
    single,
)
from ruleproof.models.claims.scope import Word
from ruleproof.models.claims.sentences import Sentences
from ruleproof.models.grow.counts import some, total
from ruleproof.models.grow.rules import END, LEAP, Rules, State, option_a, option_b
from ruleproof.models.play.game import Game, make_game

text = Sentences("path:3", "path:4", "square:2x2", "path:5")


def roomy(game: Game) -> bool:
    """Whether each player has room for two stones."""
    return game.board.size >= 2 * int(game.settings["players"])


def far_enough(game: Game) -> Word | None:
    """Expects room for three steps in a row; of small boards nothing is known."""
    return "witnessed" if game.board.size > 8 else None


def travelled(game: Game) -> Word:
    """Expects that a head is in its way where moves are simultaneous: it sees its group as it was
    when the turn began.
    """
    seen = game.settings["order"] == "simultaneous" and roomy(game)
    return "refuted" if seen else "proved"


@text.game(
    "Use a 15x15 Go board (each intersection is a “space”). You can use larger or smaller Go "
    "boards for longer or shorter games, respectively.",
    "Determine turn order Each player, in order, puts a head-stone on any unoccupied space on the "
    "board.",
)
def boards_are_go_boards(game: Game) -> bool:
    """On 9x9, 13x13, 15x15 and 19x19 spaces the first player puts a head on any space, and each of
    the others after him on any other one.
    """
    for side in (9, 13, 15, 19):
        one = make_game(game.rulebook, f"square:{side}x{side}", dict(game.chosen))
        p, left = one.start(), set(range(side * side))
        for player in range(int(game.settings["players"])):
            if p.side != player or set(one.moves(p)) != left:
                return False
            space = player * (side + 1)
            left.remove(space)
            p = one.play(p, space)
    return p.side == 0 and p.turn == int(game.settings["players"])


@text.game("It is intended for 3-4 players, but playable with 2+.")
def two_to_four_can_play(game: Game) -> bool:
    """With 2, 3 and 4 players on 5x5 spaces everybody sets up in turn, and then takes turns in the
    same order, with a drop each.
    """
    for players in range(2, 5):
        chosen = dict(game.chosen) | {"players": players}
        one = make_game(game.rulebook, "square:5x5", chosen)
        p = one.start()
        for turn in range(3 * players):
            if p.side != turn % players or one.over(p):
                return False
            p = one.play(p, min(one.moves(p)))
            if turn >= players:
                p = one.play(p, END)
    return True


@rule
def colours(p: State, player: int) -> Cells:
    """The spaces of a player's stones."""
    if player < 2:
        return p.blue if player else p.red
    return p.green if player == 2 else p.yellow


@rule
def occupied(p: State) -> Cells:
    """The spaces with a stone."""
    return p.red | p.blue | p.green | p.yellow


@text.can(
    "Grow stones are flat cylinders that can be stacked on top of each other, roughly the size of "
    "Go stones.",
    turn=False,
    applies=roomy,
)
def stones_are_stacked(board: Field, rules: Rules, p: State) -> bool:
    """Two heads or more can come to stand on one space."""
    heads = total(p.ready, board.full) + total(p.spent, board.full)
    return heads > count(some(p.ready) | some(p.spent))


@text.position(
    "Each player has a color (e.g. red), and needs both light colored head-stones (e.g. light red) "
    "dark colored tail-stones (e.g. dark red)."
)
def stones_have_one_colour(board: Field, rules: Rules, p: State) -> bool:
    """Every space with a stone has one colour, that of the heads on it; a head stands on no
    other's.
    """
    many = count(p.red) + count(p.blue) + count(p.green) + count(p.yellow)
    heads = some(p.ready) | some(p.spent)
    return count(occupied(p)) == many and not heads & ~occupied(p)


@rule
def leaps(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether a head moves."""
    return move >= LEAP


@text.turn(
    "First, choose one of the following options to move the stone:", when=leaps, applies=roomy
)
def heads_move_once(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """A head that moves has not moved in this turn, and cannot again before the next: it goes to an
    adjacent unoccupied space or to one of its colour.
    """
    origin, target = first_of(move), last_of(move)
    once = total(q.ready, board.full) + 1 == total(p.ready, board.full)
    spent = total(q.spent, board.full) == total(p.spent, board.full) + 1
    there = total(q.spent, single(board, target)) > total(p.spent, single(board, target))
    own = colours(p, p.side) | (board.near[origin] & ~occupied(p))
    return once and spent and there and has(own, target)


SURROUNDING = (
    "Completely surrounding a region of unoccupied spaces makes it easier for you to fill those "
    "spaces with your own stones later because opponents’ head-stones can’t move into that region, "
    "so they must use their drop to invade the space."
)


@rule
def shut_out(board: Field, p: State, space: int) -> bool:
    """Whether the space is in an unoccupied region beside which the mover has no stone, and another
    player has.
    """
    region = flood(board, single(board, space), board.full & ~occupied(p))
    walls = neighbours(board, region) & occupied(p)
    return bool(walls) and not walls & colours(p, p.side)


@text.turn(SURROUNDING, when=leaps, applies=roomy)
def no_head_moves_in(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """No head moves into a region of unoccupied spaces that others surround."""
    return not shut_out(board, p, last_of(move)) or has(occupied(p), last_of(move))


@text.can(SURROUNDING, applies=roomy)
def drops_invade(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """A drop can invade a region of unoccupied spaces that others surround."""
    return move < END and p.turn >= rules.players and shut_out(board, p, last_of(move))


LIBERTIES = (
    "As long as the group has adjacent unoccupied spaces (“liberties” for you Go players), the "
    "head stones can travel next to the liberties on the highway, and move onto the liberties on "
    "your next turn."
)


@rule
def has_head(board: Field, rules: Rules, p: State) -> bool:
    """Whether the mover has a head that has not moved."""
    return bool(some(p.ready) & colours(p, p.side)) and p.turn >= rules.players


@text.position(LIBERTIES, when=has_head, expected=travelled, settings=("order",))
def highways_lead_to_liberties(board: Field, rules: Rules, p: State) -> bool:
    """Wherever a head's group has a liberty, the head can travel to a stone beside it, if it does
    not stand there, and from there move onto it the next time, if it is still unoccupied.
    """
    own, free = colours(p, p.side), board.full & ~occupied(p)
    for head in each(some(p.ready) & own):
        group = flood(board, single(board, head), own)
        reach = option_b(board, rules, p, single(board, head))
        for liberty in each(neighbours(board, group) & free):
            landing = board.near[liberty] & group & reach
            if not landing:
                return False
            for stone in each(landing):
                if not has(option_a(board, rules, p, stone), liberty):
                    return False
    return True


@text.can(
    "In the late game, this helps you fill in small, unoccupied spaces that are hard to reach "
    "without dropping a new stone.",
    turn=False,
    boards=("path:5", "path:6"),
    expected=far_enough,
)
def highways_reach_far(board: Field, rules: Rules, p: State) -> bool:
    """A head can have a liberty of its group in reach that no two steps lead to."""
    own, free = colours(p, p.side), board.full & ~occupied(p)
    if p.turn < rules.players:
        return False
    for head in each(some(p.ready) & own):
        stone = single(board, head)
        near = stone | neighbours(board, stone)
        two = near | neighbours(board, near)
        if neighbours(board, flood(board, stone, own)) & free & ~two:
            return True
    return False
