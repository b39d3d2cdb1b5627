"""Solutions: the answer about a position, made of the findings of a search.

Bounds on the scale of solvers become words, or points of the first player; findings that a rule of
repetition may overturn are left out.

>>> from ruleproof.models.play.game import game
>>> unsearched(Position.start(game("esgros", "path:3"))).bounds
('loss', 'win')
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from ruleproof.models.displays import displayed, short_form
from ruleproof.models.files.writing import WriteError
from ruleproof.models.play.game import State
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.assumed import Assumed
from ruleproof.solvers.playing.exact.asking import Findings, stopped_by
from ruleproof.solvers.playing.values.oracle import Oracle
from ruleproof.solvers.playing.values.scale import Bounds, distance, reading
from ruleproof.solvers.playing.values.words import BY_REPETITION

Value: TypeAlias = str | int | list[int]
NOTHING = (("loss", "win"), (None, None))
"""Bounds that say nothing."""


@dataclass(frozen=True)
class Solution:
    """The answer about a position.

    `value` is None when the search was stopped; when only a win was asked for and there is none;
    and, with `stopped` False, where a rule of repetition decides, as `reason` then says. `bounds`
    then hold the worst and the best it can still be (None: no bound known), and `no_win_within` the
    plies within which the side to move is proved not to win, if that was asked. `distance` is None
    for draws and points, and where it is not known. `nodes` counts the positions searched,
    `seconds` the time, which comparisons leave out. `stopped`: whether a limit or Ctrl-C ended the
    search before all was known; the value may be known all the same, without its distance, best
    moves or line. `certificate` is the file that proves what is known, if one was asked for and
    written, `assumes` what that file takes as given besides the rules. `reason` says why there is
    no value, or which limit was reached, if that is known. `unwritten`: why the certificate, or the
    last state of the search, could not be written.
    `position`: the one asked about; comparisons and pickles leave it out.
    """

    value: Value | None
    bounds: tuple[Any, Any]
    distance: int | None = None
    best: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    nodes: int = 0
    seconds: float = field(default=0.0, compare=False)
    stopped: bool = False
    certificate: Path | None = None
    assumes: tuple[Assumed, ...] = ()
    reason: str = ""
    no_win_within: int | None = None
    unwritten: tuple[WriteError, ...] = ()
    position: Position | None = field(default=None, repr=False, compare=False)

    __repr__ = short_form

    def __getstate__(self) -> dict[str, Any]:
        """The fields without the position, whose game may be of no installed package."""
        return self.__dict__ | {"position": None}

    def _repr_html_(self) -> str | None:
        return displayed(self)


def unsearched(position: Position) -> Solution:
    """The answer about a position before any search."""
    many = len(position.game.players)
    if many > 2:
        nothing = [None] * many
        return Solution(None, (nothing, nothing), stopped=True)
    return Solution(None, reading(position.game, position.state, Bounds()), stopped=True)


def solution_of(search: Oracle, state: State, found: Findings) -> Solution:
    """The answer that the findings of a search give about a position."""
    game, bounds, held = search.game, found.bounds, found.no_win_within
    reason = "" if held is None else f"no win within {held} {'ply' if held == 1 else 'plies'}"
    if held is not None and game.repetition_decides:
        reason += " but by the rule of repetition"
        held = None
    if bounds.high == 0 and game.repetition_decides and not game.over(state):
        reason = BY_REPETITION
        if not bounds.exact:
            reason = "the side to move does not win but by the rule of repetition"
        bounds, found = Bounds(), Findings(stopped=found.stopped)
    if found.stopped:
        reason = reason or stopped_by(search, found)
    low, high = reading(game, state, bounds)
    points = game.rulebook.scored
    return Solution(
        value=low if low == high else None,
        bounds=(low, high),
        distance=distance(bounds.low) if bounds.exact and not points else None,
        best=tuple(map(game.show_move, found.best)),
        line=tuple(map(game.show_move, found.line)),
        nodes=search.nodes,
        seconds=search.deadline.elapsed,
        stopped=found.stopped,
        reason=reason,
        no_win_within=held,
    )
