"""Searches the positions of one family, a game of self-play or composed positions, for puzzles.

The stipulations are asked in turn. Where a question has several keys, the game is varied, or the
diagram edited, until it has one.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from functools import cached_property
from itertools import islice

from ruleproof.models.play.game import State
from ruleproof.puzzles.making.variations import IN_STEPS, MOST_KEYS, Climb
from ruleproof.puzzles.posing.asking import (
    ANY,
    Series,
    kind_of,
    only_general,
    shortest,
    stipulations,
)
from ruleproof.puzzles.posing.candidates import Candidate, Composer
from ruleproof.puzzles.posing.editing import economical
from ruleproof.puzzles.posing.helping import HELP, help_puzzle
from ruleproof.puzzles.posing.rejected import NEARLY, SEVERAL, TOO_WIDE, Rejected
from ruleproof.puzzles.sources.self_play import Prospect
from ruleproof.puzzles.stipulations import Stipulation
from ruleproof.solvers.playing.goals.attack import TooWide
from ruleproof.solvers.work.progress import Listener, Progress, silent

MORE = 4
"""So many more stipulations are asked of a game after one gave a puzzle with a tight line."""
CLIMBS = 12
"""So many questions of one game with several keys are asked again in variations of it."""
EDITED = 4
"""So many positions of one game that nearly are puzzles are edited, where that is asked for."""
FEW = 3
"""The positions of a game, and the questions of each name, that are asked where turns consist of
several moves: there questions cost more.
"""
GIVE_UP = 3
"""A position is asked no more after so many questions that were too wide."""
LONGEST = 3
"""Questions in more turns are not asked again in variations: that takes too long."""
MOST = 24
"""The most stipulations asked of one position."""

Results = Iterator[tuple[str, Candidate | str]]
"""The name of each question with its puzzle, or with the reason why it gave none."""
_Asking = Generator[tuple[str, Candidate | str], None, Candidate | None]
"""Yields the results of some questions; returns the puzzle that they gave."""


class FamilySearch:
    """The search of a family's positions. `edits`: whether diagrams are edited; composed ones are
    in any case. `omitted`: the kinds of questions that are not asked. `costs`: the moves spent on
    each kind, where there are only general questions.
    """

    def __init__(
        self,
        composer: Composer,
        looks: Sequence[Prospect],
        turns: range,
        dice: random.Random,
        edits: bool = False,
        progress: Listener = silent,
    ) -> None:
        self.composer = composer
        self.looks = looks
        self.turns = turns
        self.dice = dice
        self.edits = edits
        self.progress = progress
        self.omitted: frozenset[str] = frozenset()
        self.costs: Counter[str] = Counter()
        self._wide: Counter[State] = Counter()
        self._too_wide: set[str] = set()
        composed = edits or any(one.composed for one in looks)
        self._general = only_general(composer.game)
        self._climbs = EDITED if composed else CLIMBS if composer.game.acyclic else 0

    @cached_property
    def in_steps(self) -> bool:
        """Whether turns consist of several moves."""
        return any(self.composer.in_steps(one.state) for one in self.looks[:1])

    def results(self, names: Sequence[str]) -> Results:
        """Yields each question asked with its result; at most one puzzle per name."""
        left = len(names)
        for name in names:
            if not left:
                return
            left -= 1
            few = self.looks
            if self.in_steps and not self._general:
                few = self.dice.sample(self.looks, min(FEW, len(self.looks)))
            for look in few:
                if self._wide[look.state] >= GIVE_UP:
                    continue
                self.progress(Progress("questions", len(names) - left, len(names)))
                helping = name.startswith(HELP)
                found = yield from self._helped(name, look) if helping else self._asked(name, look)
                if found:
                    if helping or not found.puzzle.loose:
                        left = min(left, MORE)
                    break

    def _helped(self, name: str, look: Prospect) -> _Asking:
        """Asks for a line in which both sides help."""
        goal, history = name.removeprefix(HELP), look.history(self.composer.game)
        try:
            puzzle = help_puzzle(self.composer.judge, goal, look.state, history, look.composed)
        except (Rejected, TooWide) as no:
            yield name, str(no) or TOO_WIDE
            return None
        yield name, (found := Candidate(puzzle, []))
        return found

    def _asked(self, name: str, look: Prospect) -> _Asking:
        """Asks the questions of the name of one position, until one gives a puzzle."""
        every = stipulations(self.composer.game, look.state, name, self.turns, self.dice)
        asked = (one for one in every if f"{ANY}/{one[0].turns}" not in self.omitted)
        few = shortest(asked, FEW) if self.in_steps else islice(asked, MOST)
        for series in few:
            kind, moves = kind_of(series[0]), self.composer.moves
            if self._general and (kind in self.omitted or kind in self._too_wide):
                continue
            found = yield from self._answered(name, look, series)
            if self._general:
                self.costs[kind] += self.composer.moves - moves
            if found:
                yield name, found
                return found
            if self._wide[look.state] >= GIVE_UP:
                return None
        return None

    def _answered(self, name: str, look: Prospect, series: Series) -> _Asking:
        """Asks the hardest question of the series that can be met. Yields why there is no puzzle,
        and climbs to one where that nearly is one.
        """
        state, stipulation = look.state, None
        try:
            stipulation = self.composer.hardest(state, series)
            history = look.history(self.composer.game)
            found = self.composer.puzzle(state, stipulation, history, look.composed)
            if self._economical(look):
                found = self._lean(found, state, stipulation)
            return self.composer.as_win(found)
        except Rejected as no:
            reason = str(no)
        self._wide[state] += reason == TOO_WIDE
        if reason == TOO_WIDE:  # so it will be in earlier positions
            self._too_wide.add(kind_of(series[0]))
        yield name, reason
        if stipulation and self._near(look, stipulation, reason):
            return self._climbed(name, look, stipulation)
        return None

    def _economical(self, look: Prospect) -> bool:
        """Whether pieces that the diagram can do without are taken away."""
        return (self.edits or look.composed) and not look.full

    def _near(self, look: Prospect, stipulation: Stipulation, reason: str) -> bool:
        """Whether a rejection for that reason is worth a climb. Where turns consist of several
        moves, climbs to goals that are reached soon cost most; without edits one of 55 gave a
        puzzle. Long questions, and those to the end of the game, cost too much.
        """
        edits = self.edits or look.composed
        if not stipulation.turns or stipulation.turns > LONGEST:
            return False
        sooner = stipulation.aim == "reach" and stipulation.turns
        if self.in_steps and sooner and not self._economical(look):
            return False
        return bool(self._climbs) and reason in (NEARLY if edits else (SEVERAL,))

    def _climbed(self, name: str, look: Prospect, stipulation: Stipulation) -> Candidate | None:
        """The puzzle to which changes of the position lead, if they do."""
        most = IN_STEPS if self.in_steps else MOST_KEYS
        keys = self.composer.keys(look.state, stipulation, most)
        if not 1 <= keys <= most:
            return None
        self._climbs -= 1
        edits = self.edits or look.composed
        kind = kind_of(stipulation) if self._general else ""
        turns = stipulation.turns
        span = range(turns, turns + 1) if turns else self.turns
        climb = Climb(self.composer.game, name, span, self.dice, edits, kind)
        return climb.up(self.composer, look.played, look.number, keys)

    def _lean(self, candidate: Candidate, state: State, stipulation: Stipulation) -> Candidate:
        """The composed puzzle without the pieces that it can do without, if that is one too."""
        lean = economical(self.composer, state, stipulation, self.dice)
        if lean == state:
            return candidate
        try:
            return self.composer.puzzle(lean, stipulation, [], composed=True)
        except Rejected:
            return candidate
