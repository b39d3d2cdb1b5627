"""Random games on boards too large to explore: a game that shows a claim, refutes it, comes back to
a position, or parts two readings.

What is found is replayed by the plain rules. To find nothing proves nothing. Of the games found the
shortest is kept, which need not be the shortest there is.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ruleproof.models.claims.asking import Asking, asking
from ruleproof.models.claims.bounds import of_game
from ruleproof.models.claims.claims import Endless, Ends, Obligation, Outcome, Same
from ruleproof.models.claims.counted import THROWN, within
from ruleproof.models.claims.evidence import Plain
from ruleproof.models.compiled.kernels import engine
from ruleproof.models.play.game import Game
from ruleproof.models.play.states import WORD, layout
from ruleproof.models.play.variants import changed
from ruleproof.solvers.playing.reach.explore import counting
from ruleproof.solvers.reasoning.deciding.by_judge import near_ends
from ruleproof.solvers.reasoning.deciding.inquiry import (
    Inquiry,
    judged_otherwise,
    line_text,
    replayed,
)
from ruleproof.solvers.reasoning.deciding.predicate_kernels import always, judge_of
from ruleproof.solvers.reasoning.deciding.random_games import come_back, first_hit, part_ways
from ruleproof.solvers.reasoning.deciding.replay import shown
from ruleproof.solvers.reasoning.lockstep.pair_kernel import EQUAL, WITHIN
from ruleproof.solvers.work.progress import Progress

METHOD = "random games, the shortest that was found"
_GAMES = 64
"""Games between two looks at the work done."""
_LEAST = 50_000
"""So many moves are chosen at least, once a game was found, for a shorter one."""
_PLIES = 4
"""Plies of the longest game played, for each cell of the board."""
_GROWING = 2
"""Games are looked for with this many times the moves that the last game found had taken."""
_TRIES = 4
"""Moves that a guided game chooses from."""


def _none_thrown() -> Any:
    """The number of random numbers used so far."""
    return np.zeros(1, np.uint64)


def _shortest(
    inquiry: Inquiry, chosen: Any, most: int, attempt: Callable[[int], list[int] | None]
) -> list[int] | None:
    """The shortest game found until the moves `chosen` are those allowed, or the time is up, or
    more moves hardly matter: each attempt may use one ply less than the best game so far.
    """
    best: list[int] | None = None
    enough = allowed = within(inquiry.allowed, THROWN)
    while most > 0 and chosen[0] < enough and not inquiry.deadline.passed:
        inquiry.progress(Progress("random games", int(chosen[0])))
        line = attempt(most)
        if line is not None:
            best, most = line, len(line) - 1
            enough = min(allowed, _GROWING * max(int(chosen[0]), _LEAST))
    return best


def _replayable(game: Game, line: Any, many: int) -> list[int] | None:
    """So many moves of the line, if they can be played: where the rules count repetitions, compiled
    play does not. None where there are none, a number below 0.
    """
    if many < 0:
        return None
    moves = [int(move) for move in line[:many]]
    try:
        replayed(game, moves)
    except ValueError:
        return None
    return moves


def played(inquiry: Inquiry, obligation: Obligation) -> Outcome | None:
    """The outcome that random games show for the obligation, by the moves that a claim is allowed;
    None if they show nothing.
    """
    if asked := asking(obligation):
        return _witness(inquiry, obligation, asked)
    if isinstance(obligation, Ends | Endless):
        return _cycle(inquiry, obligation)
    if isinstance(obligation, Same):
        return _parting(inquiry, obligation)
    return near_ends(inquiry, obligation) if isinstance(obligation, Plain) else None


def _plies(game: Game) -> int:
    return _PLIES * game.board.size + 8


def _witness(inquiry: Inquiry, obligation: Obligation, asked: Asking) -> Outcome | None:
    """A game to a position or turn that refutes the claim or shows what it asks for."""
    game = inquiry.game
    compiled = engine(game)
    kernels = compiled.kernels

    def judge(predicate: Callable[..., Any] | None, of_turns: bool) -> Any:
        known = predicate and judge_of(game.rulebook, predicate, compiled.width, of_turns)
        return known or always.compiled

    judges = judge(asked.predicate, asked.of_turns), judge(asked.when, asked.of_turns)
    guide, tries = judge(asked.toward, False), _TRIES if asked.toward else 1
    room, line, count = compiled.move_list(), np.zeros(_plies(game), np.int64), _none_thrown()
    start = compiled.row(game.start())

    def attempt(most: int) -> list[int] | None:
        many = first_hit(
            kernels.moves, kernels.play, kernels.ended, *judges, guide, tries, compiled.masks,
            compiled.numbers, start, room, count, _GAMES, most, int(asked.wanted),
            int(asked.of_turns), line,
        )  # fmt: skip
        moves = _replayable(game, line, many)
        if moves is not None and shown(game, obligation, moves) is None:
            raise judged_otherwise(game, moves, asked.predicate)
        return moves

    moves = _shortest(inquiry, count, _plies(game), attempt)
    if moves is None:
        return None
    return Outcome(asked.shown, line_text(game, moves), METHOD, of_game(len(moves)))


def _cycle(inquiry: Inquiry, obligation: Ends | Endless) -> Outcome | None:
    """A game that comes back to a position."""
    game = inquiry.game
    if game.acyclic:
        return None
    compiled = engine(game)
    kernels = compiled.kernels
    kept = counting(compiled, obligation.ignoring)
    room, line, count = compiled.move_list(), np.zeros(_plies(game), np.int64), _none_thrown()
    start = compiled.row(game.start())

    def attempt(most: int) -> list[int] | None:
        many = come_back(
            kernels.moves, kernels.play, kernels.ended, compiled.masks, compiled.numbers, start,
            kept, room, count, _GAMES // 8, most, line,
        )  # fmt: skip
        return _replayable(game, line, many)

    moves = _shortest(inquiry, count, _plies(game), attempt)
    if moves is None:
        return None
    known = shown(game, obligation, moves)
    if known is None:
        raise AssertionError(f"no cycle by plain Python: {line_text(game, moves)!r}")
    details = {**of_game(len(moves)), **known}
    word: Any = "refuted" if isinstance(obligation, Ends) else "witnessed"
    return Outcome(word, line_text(game, moves), METHOD, details)


def _parting(inquiry: Inquiry, obligation: Same) -> Outcome | None:
    """A game after which the settings part."""
    one, two = inquiry.game, changed(inquiry.game, obligation.settings)
    if obligation.only == "contains":
        one, two = two, one
    pair = engine(one), engine(two)
    visible = layout(one.rulebook.rules.State).layers * (pair[0].width // WORD)
    room, line, count = pair[0].move_list(), np.zeros(_plies(one), np.int64), _none_thrown()
    asked = EQUAL if obligation.only == "equal" else WITHIN
    kernels = pair[0].kernels

    def attempt(most: int) -> list[int] | None:
        many = part_ways(
            kernels.moves, kernels.play, kernels.ended, pair[0].masks, pair[0].numbers,
            pair[1].masks, pair[1].numbers, pair[0].row(one.start()), pair[1].row(two.start()),
            visible, asked, room, pair[1].move_list(), count, _GAMES, most, line,
        )  # fmt: skip
        moves = _replayable(one, line, many)
        if moves is None or _replayable(two, line, many) is None:
            return None
        # none where they part in bookkeeping in sets of cells, which no picture shows
        return moves if shown(inquiry.game, obligation, moves) is not None else None

    moves = _shortest(inquiry, count, _plies(one), attempt)
    if moves is None:
        return None
    known = shown(inquiry.game, obligation, moves) or {}
    details = {**known, **of_game(len(moves))}
    return Outcome("refuted", line_text(inquiry.game, moves), METHOD, details)
