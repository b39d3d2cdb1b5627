"""Refused moves: the sentences of the rules that forbid moves legal at another time.

asked   moves that were legal at one of the positions looked at, tried at another of the same game
reason  why the rules refuse one there: the rulebook's words, with `…` for cells and numbers
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping

from ruleproof.models.compiled.kernels import engine
from ruleproof.models.play.game import Game
from ruleproof.solvers.players.games import Played

POSITIONS, MOVES = 5, 16
"""So many positions of a game, and so many moves at each."""
_CELLS = re.compile(r"\b[a-z]{1,2}\d+\b(?:(?:,? and |, | )[a-z]{1,2}\d+\b)*")


def reason(text: str) -> str:
    """A refusal without its cells and numbers.

    >>> reason("it would form a group of 3, against “Place a stone”")
    'it would form a group of …, against “Place a stone”'
    >>> reason("h3 is adjacent to g2 i2 h4")
    '… is adjacent to …'
    """
    said, quote, clause = text.partition("“")
    return re.sub(r"\b\d+\b", "…", _CELLS.sub("…", said)) + quote + clause


def refused(played: Played) -> tuple[Counter[str], int]:
    """The number of moves that the rules refuse in the game, by reason, and the number asked. The
    same game gives the same counts. Nothing is asked where the rulebook gives no reasons. Takes
    some milliseconds, ten times a random game.
    """
    game, counts, asked = played.first.game, Counter[str](), 0
    why = game.rulebook.words.refusal
    if why is None:
        return counts, 0
    dice = random.Random(played.seed)
    plies = range(len(played.rows) - played.ended)
    read = engine(game).state
    chosen = [read(played.rows[ply]) for ply in dice.sample(plies, min(POSITIONS, len(plies)))]
    legal = [set(game.moves(state)) for state in chosen]
    known = sorted(set[int]().union(*legal))
    for state, here in zip(chosen, legal, strict=True):
        for move in dice.sample(known, min(MOVES, len(known))):
            asked += 1
            if move not in here:
                counts[reason(why(game, state, move) or "not legal here")] += 1
    return counts, asked


def by_player(game: Game, counts: Mapping[str, int]) -> Counter[str]:
    """The counts with the players' names left out: who is refused is chance."""
    names = "|".join(re.escape(name) for name in game.players)
    found: Counter[str] = Counter()
    for text, many in counts.items():
        said, quote, clause = text.partition("“")
        found[re.sub(rf"\b({names})\b", "…", said) + quote + clause] += many
    return found
