"""Findings: the known facts about one game on one board, for a report.

consequence   what changes when one reading is exchanged for another: a rule diff
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ruleproof.models.claims.claims import Claim, Verdict, table
from ruleproof.models.play.game import Game
from ruleproof.models.rulebooks.settings import Value

if TYPE_CHECKING:
    from ruleproof.puzzles.puzzle import Puzzle
    from ruleproof.reports.statistics.play_statistics import PlayStatistics
    from ruleproof.solvers.playing.exact.solution import Solution
    from ruleproof.solvers.reasoning.checking.repair import Repair
    from ruleproof.solvers.reasoning.lockstep.compare import Difference


@dataclass(frozen=True)
class Findings:
    """The findings about a game.

    `line`: the beginning of a game, to a position in play. `repairs` maps claims to the changes
    that were tried on them, `consequences` maps a setting's name and another value of it to the
    difference in play under that value, `openings` first moves to values as `solvers.move_values`
    gives them. `solved` is the game whose start was solved and whose openings were valued, if it is
    not `game` itself. `best` are the best of the game's starter set. `notes` say what was left
    undone, and why, in a part of the page: `claims`, `readings`, `values`, `statistics` or
    `puzzles`. `midway`: the work goes on.
    """

    game: Game
    verdicts: tuple[Verdict, ...] = ()
    repairs: Mapping[str, tuple[Repair, ...]] = field(
        default_factory=dict[str, "tuple[Repair, ...]"]
    )
    solution: Solution | None = None
    openings: Mapping[str, object] = field(default_factory=dict[str, object])
    solved: Game | None = None
    puzzles: tuple[Puzzle, ...] = ()
    best: tuple[Puzzle, ...] = ()
    consequences: Mapping[tuple[str, Value], Difference] = field(
        default_factory=dict[tuple[str, Value], "Difference"]
    )
    statistics: PlayStatistics | None = None
    line: tuple[str, ...] = ()
    seconds: float = 0.0
    notes: Mapping[str, str] = field(default_factory=dict[str, str])
    midway: bool = False

    @property
    def unlooked(self) -> list[Claim]:
        """The claims about the game that have no verdict, for lack of time or, midway, not yet."""
        told = {verdict.id for verdict in self.verdicts}
        claims = (claim for claim in table(self.game) if claim.speaks_of(self.game))
        return [claim for claim in claims if claim.id not in told]

    @property
    def decided(self) -> int:
        """The number of claims that are decided."""
        return sum(verdict.verdict != "undecided" for verdict in self.verdicts)
