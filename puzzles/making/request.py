"""The request for a set, whose text seeds the dice and names the set that `--resume` goes on with.

>>> from ruleproof.models.play.game import game
>>> wanted(game("esgros"), seed=1, goals=["win"]).names
('win',)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ruleproof.models.play.game import Game, make_game
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.puzzles.sources.origins import SELF_PLAY, Source, sources_of
from ruleproof.puzzles.stipulations import check_game, check_goal, goals_of, names

LADDER = range(1, 5)
"""The numbers of turns in which goals are asked for by default."""
GENERAL = range(2, 4)
"""The same where a game has no goals of its own."""
EVERY_LEVEL = (1, 5)


class Wanted(NamedTuple):
    """A request for a set: the game as its file describes it, the seed, the names of the
    stipulations, the numbers of turns, the least and the highest level, the sources of positions,
    and of how many puzzles the set takes one.

    Its text seeds the dice. It leaves out what came later and has its default, so that a request
    without it makes the set that it always made.
    """

    game: str
    board: str
    settings: tuple[tuple[str, str | int], ...]
    seed: int
    names: tuple[str, ...]
    turns: tuple[int, int]
    levels: tuple[int, int] = EVERY_LEVEL
    sources: tuple[Source, ...] = SELF_PLAY
    best_of: int = 1

    def __repr__(self) -> str:
        later = {name: self._field_defaults[name] for name in ("sources", "best_of")}
        told = [
            f"{name}={value!r}"
            for name, value in self._asdict().items()
            if name not in later or value != later[name]
        ]
        told.insert(told.index(f"levels={self.levels!r}"), "theme=''")  # as in all earlier requests
        return f"Wanted({', '.join(told)})"

    @property
    def rules(self) -> str:
        """The hash of the sources of the game's rules."""
        return rulebook(self.game).sources

    def ready(self) -> Game:
        """The game."""
        return make_game(rulebook(self.game), self.board, dict(self.settings))


def wanted(
    game: Game,
    seed: int,
    goals: Sequence[str] = (),
    turns: range | None = None,
    levels: tuple[int, int] = EVERY_LEVEL,
    sources: Sequence[str] = (),
    best_of: int = 1,
) -> Wanted:
    """The request that the command line makes. Raises `TextError` for an unknown goal or
    source; `OSError` for a table that cannot be read.
    """
    for name in goals:
        check_goal(game, name)
    check_game(game)
    chosen = tuple(goals) or tuple(names(game))
    settings = tuple(sorted(game.settings.items()))
    turns = turns or (LADDER if goals_of(game) else GENERAL)
    span = turns.start, turns.stop
    return Wanted(
        game.name,
        game.board.text,
        settings,
        seed,
        chosen,
        span,
        levels,
        sources_of(game, sources),
        best_of,
    )
