"""Trials: the games, boards and settings that laws are tried on, and how many positions of each.

variant  a game with one setting varied, of numbers the least and the greatest
dear     of a law: it takes long, so on a variant it looks at few positions, of one board

    >>> from ruleproof.models.template import RULEBOOK
    >>> [one.game.board.text for one in trials(RULEBOOK) if one.variant and one.random]
    ['square:4x4']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple

from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game, make_game, must_be_game
from ruleproof.models.play.variants import changed
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.models.rulebooks.settings import Value
from ruleproof.solvers.reasoning.laws.grounds import MOST, Ground, explore, wander

FEW = 100
"""Positions of random games on a game's own board."""
VARIED = 300
"""Positions of each small board of a variant."""
WANDERED = 60
"""Positions of random games of a variant."""


class Trial(NamedTuple):
    """A game to try the laws on, and how many positions of it: all, or those of random games.

    `variant` has the setting that is varied, `dear` says whether laws that take long are tried.
    """

    game: Game
    most: int
    random: bool = False
    variant: Mapping[str, Value] = MappingProxyType({})
    dear: bool = True
    number: int = 0
    """A number added to the seed of random games."""


def trials(book: Rulebook) -> Iterator[Trial]:
    """A game's trials when no board is chosen: small boards of its kinds and random games on its
    own board, then the same with each setting varied alone.
    """
    small: list[Game] = []
    for text in book.small_boards:
        try:
            game = make_game(book, text, {})
            game.start()
        except TextError:
            continue
        small.append(game)
    small.sort(key=lambda one: one.board.size)
    for game in small:
        yield Trial(game, MOST)
    main = max(
        small, key=lambda one: (one.board.kind == book.boards[0], one.board.size), default=None
    )
    own = make_game(book, "", {})
    if main:
        for change, other in _variants(main):
            yield Trial(other, VARIED, variant=change)
    yield Trial(own, FEW, random=True)
    for number, (change, other) in enumerate(_variants(own)):
        yield Trial(other, WANDERED, True, change, False, number)
    for game in small:
        for change, other in _variants(game) if game is not main else ():
            yield Trial(other, VARIED, False, change, False)


def _variants(game: Game) -> Iterator[tuple[dict[str, Value], Game]]:
    """The game with each setting varied alone, where it can be started from."""
    for setting in game.rulebook.settings:
        numbers = setting.values
        values = {numbers[0], numbers[-1]} if isinstance(numbers, range) else {*setting.choices}
        for value in sorted(values - {game.settings[setting.name]}, key=str):
            try:
                other = changed(game, {setting.name: value})
                other.start()
            except TextError:
                continue
            yield {setting.name: value}, other


def trials_on(game: Game) -> list[Trial]:
    """The trials of one game on its board with its settings."""
    must_be_game(game)
    return [Trial(game, MOST), Trial(game, 2 * FEW, random=True)]


def fill(ground: Ground, trial: Trial, seed: int) -> None:
    """Adds the trial's positions to the ground. Raises `Stopped`."""
    if trial.random:
        wander(ground, seed + trial.number, trial.most)
    else:
        explore(ground, trial.most)


def thinned(ground: Ground, most: int) -> Ground:
    """So many of the positions of a ground, spread over it."""
    step = -(-len(ground.positions) // most)
    if step < 2:
        return ground
    kept = dict(islice(ground.positions.items(), 0, None, step))
    return Ground(ground.game, kept, ground.after, False, ground.lines, ground.deadline)
