"""Lists the stipulations that a position allows, by the name of a goal, the easiest first."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cache

from ruleproof.models.play.game import Game, State
from ruleproof.models.play.goal_tables import aims_of
from ruleproof.models.rulebooks.parts import Aim
from ruleproof.puzzles.stipulations import WIN, Asked, Stipulation, asked_of, goals_of, named

LARGEST_MARGIN = 384
"""The largest margin that is asked for where points need not be cells of the board."""
AIMS = 4
"""Aims of one goal, apart from their amounts, that are tried in one position."""
END = "end"
"""The number of turns of questions that go to the end of the game, in their kind."""
ANY = "*"
"""The name of any question in a kind that only tells the number of turns, as `*/2`."""
AIM = (WIN, "save", "best")
"""The questions for the game's own aim."""
Series = tuple[Stipulation, ...]
"""Stipulations that differ only by their amount, the easiest first: where one cannot be met, no
later one can.
"""


def only_general(game: Game) -> bool:
    """Whether the questions that every game has are all that can be asked of it. They are met near
    the end of a game, a game's own goals at any time.
    """
    return not goals_of(game)


def kind_of(stipulation: Stipulation) -> str:
    """The kind of the question: its name and its number of turns, as `win/2` or `win/end`."""
    return f"{stipulation.name}/{stipulation.turns or END}"


def stipulations(
    game: Game, state: State, name: str, turns: range, dice: random.Random
) -> Iterator[Series]:
    """Yields the stipulations of that name in the position, the least number of turns first; for
    goals with many aims, some are chosen.
    """
    best = name == "best"
    aim, name = named(name)
    if name == WIN and aim == "avert":
        if only_general(game):
            yield (Stipulation(aim="avert", goal=Asked(name=WIN, amount=0), turns=1),)
        yield (Stipulation(aim="avert", goal=Asked(name=WIN, amount=0)),)
        return
    if best:
        yield _margins(LARGEST_MARGIN if only_general(game) else game.board.size)
        return
    if name == WIN:
        for many in turns:
            yield (Stipulation(aim="reach", goal=Asked(name=WIN), turns=many),)
        if game.acyclic:
            yield (Stipulation(aim="reach", goal=Asked(name=WIN)),)
        return
    goal = goals_of(game)[name]
    attacker = 1 - state.side if aim == "avert" else state.side
    series: dict[tuple[int, ...], list[Aim]] = {}
    for one in aims_of(game, goal, state, attacker):
        series.setdefault(one.cells, []).append(one)
    for cells in dice.sample(list(series), min(AIMS, len(series))):
        rising = sorted(series[cells], key=lambda one: one.amount, reverse=aim == "avert")
        for many in turns if aim == "reach" else range(2, min(turns.stop, 4)):
            yield tuple(
                Stipulation(aim=aim, goal=asked_of(game, goal, one), turns=many) for one in rising
            )


@cache
def _margins(most: int) -> Series:
    """To win by at least 2, 3, … points."""
    amounts = range(2, most + 1)
    return tuple(Stipulation(aim="reach", goal=Asked(name=WIN, amount=one)) for one in amounts)


def shortest(asked: Iterable[Series], most: int) -> list[Series]:
    """So many of the series, those with the fewest turns first: where turns consist of several
    moves, longer questions cost too much to be answered.
    """
    return sorted(asked, key=lambda series: series[0].within)[:most]
