"""In Crowd: questions that a designer asks and no sentence answers, as claims."""

from __future__ import annotations

from ruleproof.models.claims.claims import Claim, Word
from ruleproof.models.claims.evidence import Judge, Look, Plain, Worth
from ruleproof.models.claims.sentences import Sentences
from ruleproof.models.incrowd import PHASE_1
from ruleproof.models.incrowd.claims.findings import sides
from ruleproof.models.incrowd.rules import State
from ruleproof.models.play.game import Game

LESS = (
    "opening moves are critical--they may determine the entire game--and moves become less and "
    'less important, until at the end, you are just "filling in holes".'
)

text = Sentences()


def _at_once(game: Game) -> Word:
    return "proved" if sides(game)[1] <= 3 else "refuted"


@text.game(PHASE_1, expected=_at_once)
def phase_1_ends_at_once(game: Game) -> bool:
    """A single stone can end phase 1: one that all other cells are adjacent to."""
    full = game.field.full
    return any(game.field.around[cell] | 1 << cell == full for cell in range(game.board.size))


def _spread(game: Game, worth: Worth, p: State) -> int:
    """The points between the best and the worst turn; 0 where the game is over."""
    values = [worth(game)[game.play(p, move)] for move in game.moves(p)]
    return max(values) - min(values) if values else 0


def _matters_less(game: Game, worth: Worth, look: Look) -> Judge:
    """The judge of whether no next turn can cost more than this one."""

    def judge(p: State) -> bool | None:
        if game.over(p):
            return None
        after = [game.play(p, move) for move in game.moves(p)]
        return all(_spread(game, worth, q) <= _spread(game, worth, p) for q in after)

    return judge


def _more_at_stake(game: Game) -> Word | None:
    return "refuted" if game.board.size >= 6 else None


QUESTIONS: tuple[Claim, ...] = (
    *text.claims,
    Claim(
        "turns-matter-less",
        "Turns become less important: none can cost more than the one before it could.",
        LESS,
        (Plain(_matters_less),),
        expected=_more_at_stake,
        boards=("square:2x2", "square:2x3"),
    ),
)
