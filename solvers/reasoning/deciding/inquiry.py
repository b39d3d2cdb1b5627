"""Inquiries: one game on one board with its settings, and the facts found about it so far.

The obligations of a game's claims share its explorations, so that positions are listed once; what
each may use and report is its own share (`share.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ruleproof.models.claims.bounds import none_within
from ruleproof.models.claims.claims import Outcome, Word
from ruleproof.models.claims.theorems import Goal
from ruleproof.models.mistakes import Mistake, place_of
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.reach.explore import Reach
from ruleproof.solvers.reasoning.deciding.predicate_kernels import Hit, Scan
from ruleproof.solvers.reasoning.deciding.share import Share
from ruleproof.solvers.work.progress import Deadline, Listener, silent

OBLIGATION = "obligation"
"""The key, in an outcome's details, of the obligation that decided it."""

STRENGTHENED = "strengthened_by"
"""The key, in an outcome's details, of the invariants that an induction needed besides its own."""


class Valued(NamedTuple):
    """A value that a search found, None if it came to no end, with the bounds on it, a line of best
    play, the positions that it looked at, and the laws that it rests on, in words.
    """

    value: Any
    bounds: tuple[Any, Any]
    line: tuple[str, ...]
    work: int
    trusted: str


@dataclass
class Inquiry:
    """A game, and what is known of it for the claim that is asked about: its deadline, its limit on
    positions and the counted work it is allowed (`models/claims/counted.py`), its shares of
    explorations, its goals for z3. All claims share the explorations themselves, z3's answers, the
    invariants that it proved, and the values of positions by settings and position.
    """

    game: Game
    deadline: Deadline = field(default_factory=Deadline)
    limit: int = 2_000_000
    progress: Listener = silent
    allowed: float = 20.0
    kept: list[Goal] = field(default_factory=list[Goal])
    answers: dict[tuple[int, ...], tuple[Goal, str, Any]] = field(
        default_factory=dict[tuple[int, ...], tuple[Goal, str, Any]]
    )
    invariants: list[Callable[..., Any]] = field(default_factory=list[Callable[..., Any]])
    values: dict[object, Valued] = field(default_factory=dict[object, Valued])
    _reach: dict[tuple[bool, tuple[str, ...]], Reach] = field(
        default_factory=dict[tuple[bool, tuple[str, ...]], Reach]
    )
    _shares: dict[tuple[bool, tuple[str, ...]], Share] = field(
        default_factory=dict[tuple[bool, tuple[str, ...]], Share]
    )

    def begin(self, deadline: Deadline, limit: int, allowed: float) -> None:
        """Begins the work on a claim, which has these limits and nothing looked at so far."""
        self.deadline, self.limit, self.allowed = deadline, limit, allowed
        self.kept.clear()
        self._shares.clear()

    def share(self, symmetric: bool = True, ignoring: tuple[str, ...] = ()) -> Share:
        """The claim's share of the exploration of the game, begun by whoever asked first."""
        key = (symmetric, ignoring)
        if key not in self._reach:
            self._reach[key] = Reach(
                self.game,
                symmetric=symmetric,
                ignoring=ignoring,
                limit=self.limit,
                progress=self.progress,
            )
        if key not in self._shares:
            self._shares[key] = Share(self._reach[key], self.limit)
        return self._shares[key]


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


def positions_seen(scan: Scan, of_turns: bool) -> dict[str, object]:
    """The extent of a scan, as details of a verdict."""
    known: dict[str, object] = {"positions": scan.positions}
    if of_turns:
        known["turns"] = scan.seen
    if scan.met < scan.seen:
        known["premise_met"] = scan.met
    if not scan.complete:
        known["plies_complete"] = scan.plies
    return known


def not_so_far(scan: Scan, of_turns: bool) -> dict[str, object]:
    """The details of a scan without a hit that came to no end: no game so short has one."""
    return none_within(scan.plies + of_turns) if scan.plies >= 0 else {}


def undecided(reason: str, details: dict[str, object], method: str) -> Outcome:
    """The outcome of an attempt that came to no end."""
    return Outcome("undecided", method=method, details=details | {"reason": reason})


def general(found: bool, met: bool = True) -> Word:
    """The verdict on a general statement that was looked at everywhere."""
    if found:
        return "refuted"
    return "proved" if met else "vacuous"
