"""Grow: questions that a designer asks and no sentence answers, as claims."""

from __future__ import annotations

from ruleproof.models.cells import Field, first_of, flood, last_of, neighbours, rule, single
from ruleproof.models.claims.claims import Claim, SomeTurn, Word
from ruleproof.models.claims.evidence import Judge, Look, Plain, Worth
from ruleproof.models.grow import WINNING
from ruleproof.models.grow.rules import LEAP, Rules, State, empty, own
from ruleproof.models.play.game import Game

OWN_ESCAPE = (
    "Unlike your own stones, your opponents stones cannot escape that region under any "
    "circumstances."
)


def _winners(game: Game, p: State) -> frozenset[int]:
    """The players with the most spaces."""
    scores = [game.score(p, player) for player in range(len(game.players))]
    return frozenset(player for player, many in enumerate(scores) if many == max(scores))


def _makes_a_king(game: Game, worth: Worth, look: Look) -> Judge:
    """The judge of whether the mover can end the game with either of two others as its winner,
    and in no way with himself among the winners.
    """

    def judge(p: State) -> bool | None:
        after = [game.play(p, move) for move in game.moves(p)]
        if not any(map(game.over, after)):
            return None
        ends = {_winners(game, q) for q in after if game.over(q)}
        kings = {one for one in ends if len(one) == 1}
        return len(kings) > 1 and not any(p.side in one for one in ends)

    return judge


@rule
def leaves_own_walls(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether a head beside unoccupied spaces that only its own stones surround travels to where
    others are free.
    """
    if move < LEAP:
        return False
    free = empty(board, p)
    origin, target = single(board, first_of(move)), single(board, last_of(move))
    region = flood(board, neighbours(board, origin) & free, free)
    shut = bool(region) and not neighbours(board, region) & ~own(p)
    outside = neighbours(board, target) & free & ~region
    return shut and bool(target & own(p)) and bool(outside)


def _has_room(game: Game) -> Word | None:
    return "witnessed" if game.board.size > 5 else None


def _no_king(game: Game) -> Word | None:
    """Expects none on small boards, where the last turn has too little choice."""
    return "refuted" if game.board.size <= 6 else None


QUESTIONS: tuple[Claim, ...] = (
    Claim(
        "own-walls-open",
        "One's own head can leave a region that one's own stones surround: along the wall, to "
        "spaces outside.",
        OWN_ESCAPE,
        (SomeTurn(leaves_own_walls),),
        expected=_has_room,
        boards=("path:5", "path:6"),
    ),
    Claim(
        "kingmaker",
        "With three or more, a player who cannot win himself can decide which of two others does.",
        WINNING,
        (Plain(_makes_a_king, "ever"),),
        expected=_no_king,
        settings=("players",),
        boards=("path:5", "square:2x3", "path:6"),
        applies=lambda game: int(game.settings["players"]) > 2,
    ),
)
