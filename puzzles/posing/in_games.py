"""Finds the puzzles in a game that was played, at most one of each position."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from ruleproof.models.play import notation
from ruleproof.models.play.game import Game
from ruleproof.puzzles.posing.asking import stipulations
from ruleproof.puzzles.posing.candidates import Candidate, Composer
from ruleproof.puzzles.posing.helping import HELP
from ruleproof.puzzles.posing.rejected import Rejected
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.puzzles.stipulations import names
from ruleproof.puzzles.telling.annotating import TURNS, Turned
from ruleproof.puzzles.telling.worth import worth
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, silent


def puzzles_in(
    turns: Sequence[Turned], moves: Sequence[str], deadline: Deadline, listener: Listener = silent
) -> Iterator[Puzzle]:
    """Yields the puzzles in a game that begins at the start of play, at most one of each position:
    that of the greatest worth. Puzzles in a game with a later beginning say that they are composed.
    """
    if not turns:
        return
    game: Game = turns[0].before.game
    composer = Composer(game)
    composed = turns[0].before.state != game.start()
    asked = [name for name in names(game) if not name.startswith(HELP)]
    for number, turn in enumerate(turns):
        listener(Progress("puzzles", number, len(turns)))
        found: list[Puzzle] = []
        state = turn.before.state
        dice = random.Random(notation.show(game, state))
        for name in asked:
            if deadline.passed:
                return
            for series in stipulations(game, state, name, range(2, TURNS + 1), dice):
                history = [] if composed else list(moves[: turn.number - 1])
                try:
                    stipulation = composer.hardest(state, series)
                    candidate: Candidate = composer.puzzle(state, stipulation, history, composed)
                except Rejected:
                    continue
                found.append(candidate.puzzle)
                break
        if found:
            yield max(found, key=worth)
