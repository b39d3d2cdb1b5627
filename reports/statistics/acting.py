"""Sentences of the rules that act in moves, and those that end games, counted.

acting  of a sentence: it did something in a move, as one on captures does where a piece is taken
ending  the rulebook's reason why a game is over, with "the player" for their names

Sentences on the start, on turns and on scores act in every game alike; those that say what a move
is are counted as kinds of moves. Neither are counted here.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from ruleproof.models.compiled.kernels import engine
from ruleproof.models.play.game import Game
from ruleproof.reports.statistics.refused import by_player, reason
from ruleproof.solvers.playing.players.games import Played

MOVES = 30
"""The most moves of a game that are looked at."""


def acting(played: Played) -> tuple[Counter[str], int]:
    """The number of moves in which each sentence acted, and the number of moves looked at. A
    sentence that never acted is there with 0. The same game gives the same counts.
    """
    game = played.first.game
    tests = game.rulebook.words.acting
    counts = Counter(dict.fromkeys(tests, 0))
    if not tests:
        return counts, 0
    plies = range(len(played.moves))
    read = engine(game).state
    chosen = random.Random(played.seed).sample(plies, min(MOVES, len(plies)))
    for ply in chosen:
        before, after = read(played.rows[ply]), read(played.rows[ply + 1])
        for sentence, acts in tests.items():
            counts[sentence] += acts(game, before, played.moves[ply], after)
    return counts, len(chosen)


def ending(played: Played) -> str:
    """The reason why the rules ended the game; empty where they did not or give none."""
    game = played.first.game
    if not played.ended or game.rulebook.words.reason is None:
        return ""
    last = engine(game).state(played.rows[-1])
    if not game.over(last):
        result = played.positions[-1].result
        return without_names(game, result.reason if result else "")
    return without_names(game, game.rulebook.words.reason(game, last))


def without_names(game: Game, text: str) -> str:
    """A reason without players' names; what tells the score is left out.

    >>> from ruleproof.models.play.game import game
    >>> without_names(game("incrowd"), "both players passed: Black's area is 5, White's 4")
    'both players passed'
    """
    said, colon, more = text.partition(": ")
    kept = said if colon and any(letter.isdigit() for letter in more) else text
    (found,) = by_player(game, {reason(kept.partition("; ")[0]): 1})
    return found


def forced_passes(played: Played, choices: Sequence[int]) -> int | None:
    """The number of turns that only a move without a cell, such as `pass`, was legal in; None where
    the game has none. `choices`: the number of legal moves before each move.
    """
    game = played.first.game
    passes, read = set(game.rulebook.text.words.values()), engine(game).state
    if not passes:
        return None
    found = 0
    for ply, (move, many) in enumerate(zip(played.moves, choices, strict=True)):
        if many == 1 and move in passes:
            begins = not ply or not game.plays_on(*map(read, played.rows[ply - 1 : ply + 1]))
            found += begins
    return found
