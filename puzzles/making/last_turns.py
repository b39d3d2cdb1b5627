"""Last turns: a diagram to which one turn alone can have led.

Diagrams come from a game and from turns beside it: every position that it comes to, and some that
it might have come to instead. Pieces are taken back and put back first, which is cheap; the few
diagrams that this leaves are put to the search, which looks back as many turns as are asked for.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game, State
from ruleproof.puzzles.judging.judge import Judge
from ruleproof.puzzles.judging.last_turns import looks
from ruleproof.puzzles.posing.looking_back import last_turn_asked
from ruleproof.puzzles.posing.rejected import Rejected
from ruleproof.puzzles.puzzle import Puzzle, differing
from ruleproof.puzzles.sources.self_play import Played, opening
from ruleproof.puzzles.stipulations import LOOK_BACK, look_back
from ruleproof.solvers.backwards.descent import last_turns
from ruleproof.solvers.backwards.lookback import Unsettled

FEWEST_LOOKS = 4
"""So many turns at least must look as if they came last, besides the one that did."""
REASONS = 2
"""They must be dismissed for so many reasons at least, up to the cells that these name."""
BESIDE = 20
"""Turns beside each of the game's that are looked at."""
OPEN = 1
"""At most so many other turns may be possible as far as one turn back."""
ASKED = 3
"""The most diagrams of a game that are put to the search."""
CONFLICTS = 20_000
"""The most conflicts of the search for one diagram."""


class Diagram(NamedTuple):
    """A position with the moves that lead to it. Besides the last of these, how many turns are
    possible as far as one turn back, how many look so, and how many kinds of reasons dismiss them.
    """

    state: State
    history: list[str]
    open: int
    others: int
    reasons: int


def diagrams(game: Game, played: Played, dice: random.Random) -> Iterator[Diagram]:
    """Yields the positions of the game, and beside it, to which at most `OPEN` other turns can
    have led as far as one turn back. The last turn changed the board: a pass shows.
    """
    for number in range(opening(game), len(played.moves)):
        before = played.states[number]
        turns = game.moves(before)
        others = [move for move in turns if move != played.moves[number]]
        beside = dice.sample(others, min(BESIDE, len(others)))
        for move in (played.moves[number], *beside):
            after = game.play(before, move)
            if game.plays_on(before, after):
                return
            unseen = getattr(after, "seen", 1) == 1 and bool(differing(before, after))
            if not unseen or game.over(after):
                continue
            found = _looked_at(game, after, game.show_move(move))
            if found:
                history = [*played.history(game, number), game.show_move(move)]
                yield Diagram(after, history, *found)


def _looked_at(game: Game, state: State, key: str) -> tuple[int, int, int] | None:
    """The numbers of a `Diagram`; None where too many turns are possible."""
    possible, found = 0, list[str]()
    for look in looks(game, state):
        if look.turn == key:
            continue
        possible += not look.reason
        if possible > OPEN:
            return None
        found.append(look.reason)
    return possible, len(found), len({_kind(reason) for reason in found if reason})


def _kind(reason: str) -> str:
    """The first words of a reason, without the cells that it goes on to name."""
    return " ".join(reason.split()[:4])


def last_turn_puzzle(
    judge: Judge, played: Played, dice: random.Random, turns: int | None = None
) -> Puzzle:
    """The last-turn puzzle of a game. Raises `Rejected` where there is none."""
    game = judge.game
    depth = turns or look_back(game) or LOOK_BACK
    found = list(diagrams(game, played, dice))
    if not found:
        raise Rejected("several turns can have come last")
    enough = [one for one in found if one.others >= FEWEST_LOOKS and one.reasons >= REASONS]
    if not enough:
        raise Rejected("too few turns look possible")
    enough.sort(key=lambda one: (one.open, -one.reasons, -one.others))
    why = "several turns can have come last"
    for one in enough[:ASKED]:
        try:
            if sole(game, one.state, one.history, depth):
                return last_turn_asked(judge, one.state, one.history, depth)
        except TextError as error:
            raise Rejected(str(error)) from None
        except Unsettled:
            why = "too wide"
    raise Rejected(why)


def sole(game: Game, state: State, history: Sequence[str], turns: int) -> bool:
    """Whether no turn but the last of these moves can have led to the position."""
    key = game.read_move(history[-1])
    return next(last_turns(game, state, turns, [key], CONFLICTS), None) is None
