"""The goals of Sow? puzzles besides a win: pieces brought home, stacks blocked, covered, carried
and built.

attacker  the player who is to reach the goal; the `other` one averts it
home      off the board: a player's pieces leave it only on the player's own turns
marked    the square of the stack that a goal names, which is that stack until it is sown
"""

from __future__ import annotations

from ruleproof.models.cells import (
    Cells,
    Field,
    Levels,
    count,
    each,
    lowest,
    rule,
    single,
    tally,
    topmost,
)
from ruleproof.models.rulebooks.parts import Aim, Game, Goal, Shown
from ruleproof.models.sow.codes import Rules
from ruleproof.models.sow.rules import blocked, sowings
from ruleproof.models.sow.stacks import TALLEST, State, controlled, height
from ruleproof.models.sow.ways import LEFT

HOME, LEAD, BLOCK, COVER, CARRY, TOWER = range(1, 7)


@rule
def pieces_of(p: State, player: int) -> Levels:
    """The player's pieces on the board, level by level."""
    return p.left if player == LEFT else p.right


@rule
def remaining(p: State, player: int) -> int:
    """The number of the player's pieces on the board or not yet entered."""
    found = p.left_home if player == LEFT else p.right_home
    levels = pieces_of(p, player)
    for level in range(TALLEST):
        found += count(levels[level])
    return found


@rule
def lead(p: State, player: int) -> int:
    """The player's lead over the other in pieces brought home; both begin with as many."""
    return remaining(p, 1 - player) - remaining(p, player)


@rule
def sown(board: Field, p: State, q: State) -> Cells:
    """The square of the stack that was sown between the positions: its top piece is gone."""
    found = board.none
    for level in range(TALLEST):
        found |= p.left[level] & ~q.left[level] | p.right[level] & ~q.right[level]
    return found


@rule
def follow(
    board: Field, rules: Rules, goal: int, d: State, p: State, q: State, marked: Cells
) -> Cells:
    """The square of the named stack; none once that has been sown."""
    return marked & ~sown(board, p, q)


@rule
def reached(
    board: Field, rules: Rules, goal: int, amount: int, attacker: int, d: State, p: State, q: State,
    marked: Cells,
) -> int:  # fmt: skip
    """Whether the turn from `p` to `q` reaches the goal: 1, 0 if not yet, -1 if none will."""
    own, others = pieces_of(q, attacker), pieces_of(q, 1 - attacker)
    if goal in (BLOCK, COVER):
        if not marked:
            return -1
        if topmost(own, others) & marked:
            return 1
        return 1 if goal == BLOCK and q.side != attacker and held(board, rules, q, marked) else 0
    if goal == LEAD:
        return 1 if lead(q, attacker) >= amount else 0
    if p.side != attacker:
        return 0
    if goal == HOME:
        return 1 if remaining(d, attacker) - remaining(q, attacker) >= amount else 0
    if goal == CARRY:
        square = sown(board, p, q)
        if not square:
            return 0
        return 1 if tally(pieces_of(p, 1 - attacker), lowest(square)) >= amount else 0
    return 1 if topmost(own, others) & (own[amount - 1] | others[amount - 1]) else 0


@rule
def held(board: Field, rules: Rules, p: State, stack: Cells) -> bool:
    """Whether the mover has no way to sow the stack."""
    return not sowings(board, rules, p, blocked(board, rules, p), lowest(stack), None)


# What can be asked of a player in a position


def _asks(game: Game, p: State) -> bool:
    """Whether anything is asked: play goes on."""
    return not game.over(p)


def _stacks(game: Game, p: State, player: int) -> list[int]:
    """The squares of the stacks that the player controls and could sow if it were his turn."""
    turned = p._replace(side=player)
    return [
        square
        for square in each(controlled(turned))
        if not held(game.field, game.rules, turned, single(game.field, square))
    ]


def pieces_home(game: Game, p: State, attacker: int) -> list[Aim]:
    """One to four pieces, fewer than the attacker still has."""
    if not _asks(game, p):
        return []
    left = remaining(p, attacker)
    return [Aim((), amount) for amount in range(1, 5) if amount < left]


def leads(game: Game, p: State, attacker: int) -> list[Aim]:
    """A lead of one piece to three that the attacker does not yet have, and could have."""
    if not _asks(game, p):
        return []
    now, most = lead(p, attacker), remaining(p, 1 - attacker)
    return [Aim((), amount) for amount in range(1, 4) if now < amount < most]


def stacks_to_block(game: Game, p: State, attacker: int) -> list[Aim]:
    """Each enemy stack that could be sown if it were its player's turn."""
    if not _asks(game, p):
        return []
    return [Aim((square,)) for square in _stacks(game, p, 1 - attacker)]


def stacks_to_cover(game: Game, p: State, attacker: int) -> list[Aim]:
    """Each enemy stack that another piece may be sown on."""
    if not _asks(game, p):
        return []
    limit = game.rules.limit or TALLEST
    enemy = topmost(pieces_of(p, 1 - attacker), pieces_of(p, attacker))
    return [Aim((square,)) for square in each(enemy) if height(p, square) < limit]


def cargoes(game: Game, p: State, attacker: int) -> list[Aim]:
    """One more enemy piece than any stack that the attacker controls holds, and two more, as far as
    the other has them.
    """
    if not _asks(game, p):
        return []
    own, others = pieces_of(p, attacker), pieces_of(p, 1 - attacker)
    there = max((tally(others, square) for square in each(topmost(own, others))), default=0)
    most = min(sum(map(count, others)), (game.rules.limit or TALLEST) - 1)
    return [Aim((), amount) for amount in (there + 1, there + 2) if amount <= most]


def towers(game: Game, p: State, attacker: int) -> list[Aim]:
    """One piece more than the highest stack that the attacker controls, from three on, and two
    more, up to the limit.
    """
    if not _asks(game, p):
        return []
    own, others = pieces_of(p, attacker), pieces_of(p, 1 - attacker)
    now = max((height(p, square) for square in each(topmost(own, others))), default=0)
    least, limit = max(now + 1, 3), game.rules.limit or TALLEST
    return [Aim((), amount) for amount in (least, least + 1) if amount <= limit]


_UNTIL = "once it has been sown, a stack is no more"

GOALS = (
    Goal(
        "home",
        HOME,
        "bring {amount} pieces home",
        pieces_home,
        "keep {side} from bringing {amount} or more pieces home",
        "a piece is home once it has left the board; those that have left it already do not count",
        example=Shown("e1:x:", ". . RRL . . / RL . . . LL ; left off=2,3", "square:2x5", "", 2),
    ),
    Goal(
        "lead",
        LEAD,
        "lead by at least {amount} pieces brought home",
        leads,
        "keep {side} from leading by {amount} or more pieces brought home",
        "all pieces that have left the board count",
        example=Shown("d1:Fx:R", "RRL . . . . / . . . RL . ; left off=4,3", "square:2x5", "", 2),
    ),
    Goal(
        "block",
        BLOCK,
        "block the stack at {cells}",
        stacks_to_block,
        "keep the stack at {cells} from being blocked",
        "a stack is blocked if its player is to move and cannot sow it, or no longer has the piece "
        f"on top; {_UNTIL}",
        example=Shown("d1:F:L", ". RL . . LL / . . . L R ; left off=2,4", "square:2x5", "e1"),
    ),
    Goal(
        "cover",
        COVER,
        "cover the stack at {cells}",
        stacks_to_cover,
        "keep the stack at {cells} uncovered",
        f"a stack is covered if it has a piece of the other player's on top; {_UNTIL}",
        example=Shown("d1:F:R", ". . . . LLLR / . . . R . ; right off=3,4", "square:2x5", "e2"),
    ),
    Goal(
        "carry",
        CARRY,
        "sow a stack with at least {amount} {other} pieces in it",
        cargoes,
        "keep {side} from sowing a stack with {amount} or more {other} pieces in it",
        example=Shown("a2:x:", "LLR . . . . / . . LR . . ; right off=3,4", "square:2x5", "", 2),
    ),
    Goal(
        "tower",
        TOWER,
        "control a stack of at least {amount} pieces",
        towers,
        "keep {side} from controlling a stack of {amount} or more pieces",
        "who has the piece on top controls a stack",
        example=Shown("b2:FD:LL", ". LL LL . . / . . LRL RR . ; left off=0,3", "square:2x5", "", 4),
    ),
)
