"""The goals of In Crowd puzzles besides more territory: stones flipped, held and made safe.

attacker  the player who is to reach the goal; the `other` one averts it
block     four cells around one point
safe      of a stone: it never flips, whatever is played (`advice.settled`)
"""

from __future__ import annotations

from ruleproof.models.cells import Cells, Field, count, each, rule, surroundings
from ruleproof.models.incrowd.advice import settled
from ruleproof.models.incrowd.rules import BLACK, PASS, Rules, State, empty, free
from ruleproof.models.rulebooks.parts import Aim, Game, Goal, Shown

FLIP, PAIR, BLOCK, CHAIN, GAIN, SECURE = range(1, 7)


@rule
def stones_of(p: State, player: int) -> Cells:
    """The player's stones."""
    return p.black if player == BLACK else p.white


@rule
def flipped(p: State, q: State, attacker: int) -> int:
    """The number of the other's stones that became the attacker's by the turn."""
    return count(stones_of(p, 1 - attacker) & stones_of(q, attacker))


@rule
def reached(
    board: Field, rules: Rules, goal: int, amount: int, attacker: int, d: State, p: State, q: State,
    marked: Cells,
) -> int:  # fmt: skip
    """Whether the turn from `p` to `q` reaches the goal: 1, 0 if not yet, -1 if none will."""
    own = stones_of(q, attacker)
    if goal == SECURE:
        return 0 if marked & ~settled(board, rules, own) else 1
    if goal == CHAIN:
        return 1 if p.side == attacker and flipped(p, q, attacker) >= amount else 0
    if goal == GAIN:
        more = count(own) - count(stones_of(d, attacker))
        return 1 if p.side == attacker and more >= amount else 0
    return 0 if marked & ~own else 1


# What can be asked of a player in a position


def _asks(game: Game, p: State) -> bool:
    """Whether anything is asked: only once stones stand beside each other, or may."""
    return not game.over(p) and not free(game.field, p)


def _most_flipped(game: Game, p: State, attacker: int) -> int:
    """The most stones that the attacker would flip if it were his turn."""
    p = p._replace(side=attacker)
    drops = (move for move in game.moves(p) if move != PASS)
    return max((flipped(p, game.play(p, move), attacker) for move in drops), default=0)


def _within_reach(game: Game, p: State, attacker: int) -> Cells:
    """The other's stones that can still flip and stand beside an empty cell."""
    others = stones_of(p, 1 - attacker)
    lasting = settled(game.field, game.rules, others)
    return others & ~lasting & surroundings(game.field, empty(game.field, p))


def flippable(game: Game, p: State, attacker: int) -> list[Aim]:
    """Each stone of the other that can still flip and stands beside an empty cell."""
    if not _asks(game, p):
        return []
    return [Aim((cell,)) for cell in each(_within_reach(game, p, attacker))]


def pairs(game: Game, p: State, attacker: int) -> list[Aim]:
    """Each two such stones that are adjacent."""
    if not _asks(game, p):
        return []
    stones = _within_reach(game, p, attacker)
    return [
        Aim((one, two))
        for one in each(stones)
        for two in each(stones & game.field.around[one])
        if one < two
    ]


def blocks(game: Game, p: State, attacker: int) -> list[Aim]:
    """Each block with a stone of the attacker and two or three of the other, none of them safe."""
    if not _asks(game, p):
        return []
    own, others = stones_of(p, attacker), stones_of(p, 1 - attacker)
    lasting = settled(game.field, game.rules, others)
    found: list[Aim] = []
    for block in _blocks(game):
        cells = sum(1 << cell for cell in block)
        if cells & own and count(cells & others) >= 2 and not cells & lasting:
            found.append(Aim(block))
    return found


def _blocks(game: Game) -> list[tuple[int, ...]]:
    """The cells of each block, in ascending order."""
    around, near = game.field.around, game.field.near
    found: list[tuple[int, ...]] = []
    for one in range(game.board.size):
        for two in each(around[one] & ~near[one]):
            block = sorted((one, two, *each(near[one] & near[two])))
            if one == block[0]:
                found.append(tuple(block))
    return found


def chains(game: Game, p: State, attacker: int) -> list[Aim]:
    """The numbers of stones to flip. On the attacker's turn: as many as he can flip, two at least,
    and one and two more, three at least. Otherwise: as many as he threatens to flip, two at least.
    """
    if not _asks(game, p):
        return []
    now, most = _most_flipped(game, p, attacker), count(stones_of(p, 1 - attacker))
    first = max(3, now + 1)
    amounts = [max(2, now)]
    if p.side == attacker:
        amounts += [first, first + 1]
    return [Aim((), amount) for amount in amounts if amount <= most]


def gains(game: Game, p: State, attacker: int) -> list[Aim]:
    """The numbers of stones to gain. On the attacker's turn: as many as one turn brings by the
    placed stone and those flipped, two at least, and one to three more, but more than three turns
    without a flip bring. Otherwise: as many as one turn with a flip brings.
    """
    if not _asks(game, p):
        return []
    now = 1 + _most_flipped(game, p, attacker)
    first = max(4, now + 1)
    amounts = [max(2, now)]
    if p.side == attacker:
        amounts += [first, first + 1, first + 2]
    return [Aim((), amount) for amount in amounts if amount <= game.board.size]


def securable(game: Game, p: State, attacker: int) -> list[Aim]:
    """The attacker's stones beside empty cells that are not safe yet: on his turn those that no
    stone of his makes safe at once, otherwise those that one would.
    """
    if not _asks(game, p):
        return []
    board, own = game.field, stones_of(p, attacker)
    stones = own & ~settled(board, game.rules, own) & surroundings(board, empty(board, p))
    his = p._replace(side=attacker)
    after = (game.play(his, move) for move in game.moves(his) if move != PASS)
    at_once = 0
    for q in after:
        at_once |= settled(board, game.rules, stones_of(q, attacker))
    stones &= ~at_once if p.side == attacker else at_once
    return [Aim((cell,)) for cell in each(stones)]


GOALS = (
    Goal(
        "flip",
        FLIP,
        "flip the {other} stone at {cells}",
        flippable,
        defence="keep the stone at {cells} {other}",
        example=Shown("a3", "B W . B / . . . . / . B . . / . . . W ; white", "square:4x4", "a4"),
    ),
    Goal(
        "pair",
        PAIR,
        "own both stones at {cells} at the same time",
        pairs,
        defence="keep one of the stones at {cells} {other}",
        example=Shown("c1", ". . . . / W . B . / . B W . / B . . W ; black", "square:4x4", "d1 c2"),
    ),
    Goal(
        "block",
        BLOCK,
        "own all stones at {cells} at the same time",
        blocks,
        defence="keep {side} from owning all stones at {cells}",
        example=Shown(
            "c2", "W . . . / . . . B / B W . . / . B W . ; black", "square:4x4", "b1 c1 b2 c2"
        ),
    ),
    Goal(
        "chain",
        CHAIN,
        "flip at least {amount} {other} stones in one turn",
        chains,
        defence="keep {side} from flipping {amount} or more stones in one turn",
        example=Shown("d2", ". B . . / . . . W / . . B . / . B . W ; black", "square:4x4", "", 2),
    ),
    Goal(
        "gain",
        GAIN,
        "have at least {amount} stones more than in the diagram",
        gains,
        defence="keep {side} from having {amount} stones more than in the diagram",
        note="placed stones count; stones are counted after each turn of {side}",
        example=Shown("d2", ". B . . / . . . W / . . B . / . B . W ; black", "square:4x4", "", 3),
    ),
    Goal(
        "secure",
        SECURE,
        "make the {side} stone at {cells} safe for good",
        securable,
        defence="keep {side} from making the stone at {cells} safe for good",
        note="a stone is safe for good if it would stay {side} even with {other} stones on every "
        "empty cell",
        example=Shown("d1", "B . . W / . . . . / B . . W / . . B . ; white", "square:4x4", "c1"),
    ),
)
