"""Inquiries: one game on one board with its settings, and the facts found about it so far.

The obligations of a game's claims share its explorations, so that positions are listed once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ruleproof.models.claims.claims import Outcome, Word
from ruleproof.models.claims.theorems import Goal
from ruleproof.models.mistakes import Mistake, place_of
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.position import Position
from ruleproof.solvers.deciding.predicate_kernels import Hit, Scan
from ruleproof.solvers.reach.explore import Reach
from ruleproof.solvers.work.progress import Deadline, Listener, silent

OBLIGATION = "obligation"
"""The key, in an outcome's details, of the obligation that decided it."""

STRENGTHENED = "strengthened_by"
"""The key, in an outcome's details, of the invariants that an induction needed besides its own."""


@dataclass
class Inquiry:
    """A game, the limit on positions kept, the deadline, the explorations made, z3's goals with its
    answers, the invariants that it proved, and the values of positions, with a line of best play,
    and the laws that they rest on, by settings and position. Unless it is `patient`, what could not
    be explored or solved in the time given once is not tried again.
    """

    game: Game
    deadline: Deadline = field(default_factory=Deadline)
    limit: int = 2_000_000
    progress: Listener = silent
    patient: bool = True
    _reach: dict[tuple[bool, tuple[str, ...]], Reach] = field(
        default_factory=dict[tuple[bool, tuple[str, ...]], Reach]
    )

    kept: list[Goal] = field(default_factory=list[Goal])
    answers: dict[tuple[int, ...], tuple[Goal, str, Any]] = field(
        default_factory=dict[tuple[int, ...], tuple[Goal, str, Any]]
    )
    invariants: list[Callable[..., Any]] = field(default_factory=list[Callable[..., Any]])
    values: dict[object, tuple[Any, list[str]]] = field(
        default_factory=dict[object, tuple[Any, list[str]]]
    )
    trusted: dict[object, str] = field(default_factory=dict[object, str])

    def reach(self, symmetric: bool = True, ignoring: tuple[str, ...] = ()) -> Reach:
        """The exploration of the game, begun by whoever asked first."""
        key = (symmetric, ignoring)
        if key not in self._reach:
            self._reach[key] = Reach(
                self.game,
                symmetric=symmetric,
                ignoring=ignoring,
                limit=self.limit,
                progress=self.progress,
            )
        self._reach[key].patient = self.patient
        return self._reach[key]


def line_text(game: Game, line: Sequence[int]) -> str:
    """The texts of the moves, separated by blanks."""
    return " ".join(game.show_move(move) for move in line)


def replayed(game: Game, line: Sequence[int]) -> Position:
    """The position after the moves, each checked by the rules as plain Python."""
    return Position.start(game).play([game.show_move(move) for move in line])


def hit_line(
    reach: Reach,
    hit: Hit,
    agrees: Callable[[State, int, State], bool],
    predicate: Callable[..., Any],
) -> list[int]:
    """Moves from the start that show the hit; the last one is the hit's own, if it has a move.

    `agrees(before, move, after)` is the judgement by plain Python, which must be the same; raises
    `Mistake`, which names the predicate, where it is not.
    """
    game = reach.game
    line, state = reach.replay(reach.path(hit.number))
    if hit.move < 0:
        if not agrees(state, -1, state):
            raise judged_otherwise(game, line, predicate)
        return line
    for move in game.moves(state):
        if agrees(state, move, game.play(state, move)):
            return [*line, move]
    raise judged_otherwise(game, line, predicate)


def judged_otherwise(game: Game, line: Sequence[int], predicate: Callable[..., Any]) -> Mistake:
    """The mistake of a predicate that says one thing of a position and another of its image, or
    one thing compiled and another as plain Python.
    """
    where = f"after {line_text(game, line)!r}" if line else "at the start"
    what = f"{where} it says otherwise than of a symmetric position, or than compiled"
    return Mistake(place_of(predicate), what, "say symmetric=False in its claim, or mend it")


def positions_seen(reach: Reach, scan: Scan, of_turns: bool) -> dict[str, object]:
    """The extent of a scan, as details of a verdict."""
    known: dict[str, object] = {"positions": reach.count if scan.complete else scan.seen}
    if of_turns:
        known = {"positions": reach.expanded, "turns": scan.seen}
    if scan.met < scan.seen:
        known["premise_met"] = scan.met
    if not scan.complete:
        known["plies_complete"] = len(reach.ends) - 1
    return known


def undecided(reason: str, details: dict[str, object], method: str) -> Outcome:
    """The outcome of an attempt that came to no end."""
    return Outcome("undecided", method=method, details=details | {"reason": reason})


def general(found: bool, met: bool = True) -> Word:
    """The verdict on a general statement that was looked at everywhere."""
    if found:
        return "refuted"
    return "proved" if met else "vacuous"
