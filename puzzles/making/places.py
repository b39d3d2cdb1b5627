"""The places of a set: what it has enough of, what it lacks, and for what its last places are kept.

A *kind* is a stipulation by its name. A set of all lengths is a *ladder*: a tenth teaches goals in
one turn, half take two, the rest more. A set *lacks* a level, or a kind, while it has fewer of it
than its least share. The last places go to what is lacking, to levels before kinds, and so do the
last places for loose lines: as long as some of it is found.

>>> from ruleproof.models.play.game import game
>>> from ruleproof.puzzles.making.request import wanted
>>> from ruleproof.puzzles.starter import starter
>>> places = Places(wanted(game("gro"), seed=1), 100, starter("gro")[:3])
>>> places.left, places.refused(starter("gro")[-1])
(97, '')
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from ruleproof.puzzles.judging.defence import answers, live, one_answer
from ruleproof.puzzles.judging.solution import length
from ruleproof.puzzles.making.request import EVERY_LEVEL, LADDER, Wanted
from ruleproof.puzzles.posing.asking import AIM, only_general
from ruleproof.puzzles.posing.helping import HELP
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.puzzles.telling.appeal import dull_kind
from ruleproof.puzzles.telling.worth import worth


class Quota(NamedTuple):
    """The shares of a set that one level, or one kind, may have: at `least`, before the last places
    go to others, `most` as long as others are found, and `ever` in any case. `many`: so many levels
    or kinds get their least share.
    """

    least: float
    most: float
    ever: float = 1.0
    many: int = 5


LEVEL = Quota(least=0.1, most=0.35)
KIND = Quota(least=0.07, most=0.2, ever=0.3)
FEW_OF_KIND = KIND._replace(most=0.3, ever=0.5)
"""The quota of a kind in sets of fewer puzzles than `MANY`."""
LEVELS, MANY = range(1, 6), 50
LOOSE, OTHERS = 0.5, 0.2
"""The largest shares for puzzles with one continuation after fewer than half of the replies, and
for puzzles without a defence.
"""
SHORT = {1: 0.1, 2: 0.5}
"""The largest shares of a ladder's puzzles in one turn and in two."""
FEWEST = 10
"""Sets of fewer puzzles are no ladder."""
OWN = 0.2
"""The least share of puzzles for the game's own aim, where other goals are asked for, too."""
UNDEFENDED = 0.15
"""The largest share of puzzles in which one answer does for all replies; these ask for the game's
own aim.
"""
SAME, BARE = 0.08, 0.05
"""The largest shares of puzzles that ask for the same and show the same first theme, and of puzzles
that show no theme.
"""
LIKED = (
    "zugzwang",
    "quiet-key",
    "riposte",
    "cross-wise",
    "interference",
    "sacrifice",
    "decoy",
    "ripple",
    "squeeze",
    "refusal",
    "refill",
    "strand",
    "two-step-trap",
    "self-block",
)
"""The themes that readers liked best; each counts `FAVOUR` points of worth, and the
game's own aim `OWN_FAVOUR` while the set lacks it.
"""
FAVOUR, OWN_FAVOUR = 10, 60
DEEP, ANSWER, ANSWERS = 12, 12, 4
"""Points of worth for each level, and for each different answer to the replies, up to so many: of
all that is known before, readers' pleasure goes with these most.
"""
IDLE = 80
"""Points of worth that a diagram loses where all its pieces play no part: readers ask what they are
for. A half of them costs half as many.
"""
RARE, TIGHT, THEME, NEW, LONG = 40, 25, 0.08, 15, 30
"""Points of worth: for a level or a kind while the set has none of it, for a tight line while fewer
than half of the set's lines are tight, below that share for a rare theme, and for more than two
turns in a ladder.
"""


def level_of(puzzle: Puzzle) -> int:
    """The puzzle's level, 0 where it has none yet."""
    return puzzle.rating.level if puzzle.rating else 0


def first_idea(puzzle: Puzzle) -> tuple[str, str]:
    """What the puzzle asks for, whoever is to reach it, and its first theme."""
    return puzzle.stipulation.goal.name, puzzle.themes[0] if puzzle.themes else ""


def undefended(puzzle: Puzzle) -> bool:
    """Whether one answer does for all replies, where there is a defence and an answer."""
    tree = puzzle.tree
    return tree is not None and bool(live(tree, 0)) and one_answer(tree)


def idle(puzzle: Puzzle) -> float:
    """The share of the pieces that play no part: far from what the line and the refutations
    change, and from what the goal speaks of.
    """
    rows = puzzle.position.partition(";")[0].replace("/", " ").split()
    standing = sum(one not in (".", "-") for one in rows)
    matter = puzzle.rating.parts.get("matter", standing) if puzzle.rating else standing
    return max(0, standing - matter) / max(1, standing)


class Places:
    """The places of a set of `n` puzzles, some of them taken."""

    def __init__(self, wanted: Wanted, n: int, puzzles: Iterable[Puzzle] = ()) -> None:
        self.wanted = wanted
        self.n = n
        self.taken = 0
        self.loose = 0
        self.undefended = 0
        self.themeless = 0
        self.lengths: Counter[int] = Counter()
        self.kinds: Counter[str] = Counter()
        self.levels: Counter[int] = Counter()
        self.themes: Counter[str] = Counter()
        self.ideas: Counter[tuple[str, str]] = Counter()
        self.kind = KIND if n >= MANY else FEW_OF_KIND
        self.general = only_general(wanted.ready())
        self.spans = wanted.turns == (LADDER.start, LADDER.stop) and not self.general
        self.ladder = self.spans and n >= FEWEST
        own = set(wanted.names).intersection(AIM)
        self._own = int(OWN * n) if own and set(wanted.names) - own else 0
        if self.general:
            self.kind = self.kind._replace(ever=1.0)
        for puzzle in puzzles:
            self.take(puzzle)

    def take(self, puzzle: Puzzle) -> None:
        """Gives the puzzle a place."""
        self.taken += 1
        self.loose += puzzle.loose
        self.undefended += undefended(puzzle)
        self.lengths[length(puzzle)] += 1
        self.kinds[puzzle.stipulation.name] += 1
        self.levels[level_of(puzzle)] += 1
        self.themes.update(puzzle.themes)
        self.themeless += not puzzle.themes
        self.ideas[first_idea(puzzle)] += 1

    @property
    def left(self) -> int:
        """The number of places left."""
        return self.n - self.taken

    @property
    def lacking(self) -> int:
        """The least number of puzzles after which the set lacks no level, and no kind."""
        return max(self._levels_lacking(), self._kinds_lacking())

    @property
    def many_loose(self) -> bool:
        """Whether the set has as many loose lines as it may."""
        return self.loose >= int(LOOSE * self.n)

    def lacks(self, puzzle: Puzzle) -> bool:
        """Whether the set lacks the puzzle's level or kind."""
        level, name = level_of(puzzle), puzzle.stipulation.name
        return (
            self._levels_lacking(level) < self._levels_lacking()
            or self._kinds_lacking(name) < self._kinds_lacking()
        )

    def refused(self, puzzle: Puzzle, *, bends: bool = False, keeps: bool = True) -> str:
        """The reason why the puzzle gets no place; empty if it gets one.

        `bends`: a kind or a level may have more than its largest share, and where there are only
        general questions, so may loose lines. `keeps`: places are kept for what the set lacks.
        """
        level, name = level_of(puzzle), puzzle.stipulation.name
        if dull_kind(puzzle.game, name):
            return "readers found its kind dull"
        if reason := self.enough_of(name, bends=bends, keeps=keeps):
            return reason
        if puzzle.loose and self.many_loose and not (bends and self.general):
            return "enough with loose lines"
        if self._mixed and not bends and self.levels[level] >= math.ceil(LEVEL.most * self.n):
            return "enough of its level"
        if undefended(puzzle) and not self.general and self.undefended >= int(UNDEFENDED * self.n):
            return "enough with one answer to all replies"
        if self.enough_in(length(puzzle), bends=bends):
            return "enough of its length"
        if self.ladder and not puzzle.themes and self.themeless >= max(1, round(BARE * self.n)):
            return "enough without a theme"
        if self.ladder and self.ideas[first_idea(puzzle)] >= max(2, round(SAME * self.n)):
            return "enough of its idea"
        lacking = self._levels_lacking()
        if not keeps or self._levels_lacking(level) < lacking:
            return ""
        if self._kept(lacking, puzzle.loose):
            return "the rest is kept for other levels"
        lacking = self._kinds_lacking()
        if self._kinds_lacking(name) == lacking and self._kept(lacking, puzzle.loose):
            return "the rest is kept for other kinds"
        return ""

    def enough_of(self, name: str, *, bends: bool = False, keeps: bool = True) -> str:
        """The reason why no puzzle of that kind gets a place; empty if some do."""
        share = self.kind.ever if bends else self.kind.most
        if len(self.wanted.names) > 2 and self.kinds[name] >= max(2, round(share * self.n)):
            return "enough of its kind"
        mixed = not all(one.startswith(HELP) for one in self.wanted.names)
        if keeps and name not in AIM and self.left <= self._own_lacking():
            return "the rest is kept for the game's own aim"
        if name.startswith(HELP) and mixed:
            others = sum(self.kinds[one] for one in self.kinds if one.startswith(HELP))
            if others >= int(OTHERS * self.n):
                return "enough without a defence"
        lacking = self._kinds_lacking()
        keeps = keeps and not self._levels_lacking()
        if keeps and self._kinds_lacking(name) == lacking and self._kept(lacking, loose=False):
            return "the rest is kept for other kinds"
        return ""

    def enough_in(self, turns: int, *, bends: bool = False) -> bool:
        """Whether no puzzle of that length gets a place."""
        share = SHORT.get(turns, 1.0) if self.ladder else 1.0
        most = max(1, round(share * self.n))
        return self.lengths[turns] >= most and not (bends and turns > 1)

    def wish(self, puzzle: Puzzle) -> float:
        """The gain of the set from the puzzle: its worth, and more for what the set has few of."""
        alike, same = self.kinds[puzzle.stipulation.name], self.levels[level_of(puzzle)]
        new = sum(self.themes[theme] < THEME * self.n for theme in puzzle.themes)
        full = alike / (KIND.most * self.n) + same / (LEVEL.most * self.n)
        tight = TIGHT * (not puzzle.loose and self.loose > LOOSE * self.taken)
        more = LONG * (self.ladder and length(puzzle) != 2)
        liked = FAVOUR * sum(theme in LIKED for theme in puzzle.themes)
        own = puzzle.stipulation.name in AIM and self._own_lacking() > 0
        liked += OWN_FAVOUR * own
        liked += DEEP * level_of(puzzle) + ANSWER * min(ANSWERS, answers(puzzle.tree))
        liked -= IDLE * idle(puzzle)
        return 2 * worth(puzzle) + NEW * new + liked + tight + more - RARE * full

    def _own_lacking(self) -> int:
        """The number of puzzles after which enough ask for the game's own aim."""
        return self._own - sum(self.kinds[one] for one in AIM)

    @property
    def _mixed(self) -> bool:
        """Whether the set is to have puzzles of all levels."""
        return self.wanted.levels == EVERY_LEVEL

    def _kept(self, lacking: int, loose: bool) -> bool:
        """Whether the places left, or those for loose lines, are kept for so many puzzles."""
        return self.left <= lacking or (loose and int(LOOSE * self.n) - self.loose <= lacking)

    def _levels_lacking(self, more: int | None = None) -> int:
        """The number of puzzles after which no level is lacking; with one more of a level."""
        return self._lacking(LEVEL, self.levels, LEVELS if self._mixed else (), more)

    def _kinds_lacking(self, more: str | None = None) -> int:
        """The number of puzzles after which no kind is lacking; with one more of a kind."""
        return self._lacking(self.kind, self.kinds, self.wanted.names, more)

    def _lacking(self, quota: Quota, counts: Counter[Any], names: Iterable[Any], more: Any) -> int:
        least = int(quota.least * self.n)
        most_first = sorted((counts[name] + (name == more) for name in names), reverse=True)
        return sum(max(0, least - count) for count in most_first[: quota.many])
