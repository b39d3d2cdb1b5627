"""Predicates and measures of claims compiled behind one signature, and scans of explored positions.

judge     a compiled predicate or measure of a claim: `judge(masks, numbers, row, move, after)`;
          one of positions sees `row` alone
hit       where a judge says what a scan looks for
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import lru_cache
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from numba import types

from ruleproof.models.cells import RULES
from ruleproof.models.claims.answers import answer
from ruleproof.models.compiled.compiling import compiled_code_of, kept, kernel, named
from ruleproof.models.compiled.kernels import ENDED, MOVES, PLAY, PLAYING
from ruleproof.models.compiled.levels import register_rules
from ruleproof.models.compiled.rows import load_field, load_rules, load_state
from ruleproof.models.mistakes import Mistake, place_of, told_as_the_authors
from ruleproof.models.play.complete import must_compile
from ruleproof.models.play.states import WORD, layout
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.solvers.playing.reach.explore import Reach
from ruleproof.solvers.playing.reach.position_set import ROW, ROWS, occupied
from ruleproof.solvers.reasoning.deciding.share import Share
from ruleproof.solvers.work.progress import Deadline

JUDGE = types.FunctionType(types.int64(ROW, types.int64[::1], ROW, types.int64, ROW))
_CHUNK = 1 << 15
_FEW = 64
"""Positions between two looks at the clock: compiled, and not."""
_PATIENCE = 0.2
"""For so many seconds a scan is interpreted; the rest is compiled."""


@kernel(JUDGE.signature)
def always(masks, numbers, row, move, after):
    """The premise of claims without one."""
    return 1


@lru_cache(maxsize=512)
def judge_of(book: Rulebook, predicate: Callable[..., Any], width: int, of_turns: bool) -> Any:
    """The predicate compiled; what it closes over pickles by name, so that the compiled code is
    found again. Raises `Mistake` where it is not marked `@rule`.
    """
    register_rules()
    if isinstance(predicate, FunctionType) and all(predicate is not one for one in RULES):
        what = f"`{predicate.__name__}` is not marked `@rule`, so it cannot be compiled"
        raise Mistake(place_of(predicate), what, "write `@rule` above it")
    must_compile([predicate])
    state_type, rules_type = book.rules.State, book.rules.Rules
    home = sys.modules[predicate.__module__]
    with compiled_code_of(home, book.rules), told_as_the_authors(home, book.rules):
        if of_turns:

            @kept(JUDGE.signature)
            @named(predicate.__module__, predicate.__qualname__, book.name, width)
            def judge(masks, numbers, row, move, after):
                board = load_field(masks, numbers, width)
                rules = load_rules(numbers, rules_type)
                p = load_state(row, state_type, width)
                return int(predicate(board, rules, p, move, load_state(after, state_type, width)))

        else:

            @kept(JUDGE.signature)
            @named(predicate.__module__, predicate.__qualname__, book.name, width)
            def judge(masks, numbers, row, move, after):
                board = load_field(masks, numbers, width)
                rules = load_rules(numbers, rules_type)
                return int(predicate(board, rules, load_state(row, state_type, width)))

    return judge


class Hit(NamedTuple):
    """A position, by its number in the exploration, and a move from it, -1 for none; the number of
    stones on the board; the value of the judge.
    """

    number: int
    move: int
    stones: int
    value: int


class Scan(NamedTuple):
    """The findings of a scan: the hit with the shortest line (of those, the one with the fewest
    stones), the number of positions or turns looked at, how many met the premise, the positions and
    the last of the levels that were looked at whole (-1: none), and whether everything was.
    """

    first: Hit | None = None
    seen: int = 0
    met: int = 0
    positions: int = 0
    plies: int = -1
    complete: bool = False


FALSE, TRUE, GREATEST = 0, 1, 2
"""The aim of a scan."""

_ROW = types.uint64[::1]
_INTS = types.int64[::1]
_INT = types.int64


@kernel(types.void(JUDGE, JUDGE, _ROW, _INTS, _ROW, _INT, _ROW, _INT, _INT, _INT, _INT, _INTS))
def _judged(judge, premise, masks, numbers, row, move, after, number, wanted, layers, words, found):
    """Keeps a position or a turn in `found` if it is a better hit than the one there."""
    found[4] += 1
    if not premise(masks, numbers, row, move, after):
        return
    found[5] += 1
    value = judge(masks, numbers, row, move, after)
    if wanted == GREATEST:
        if found[0] >= 0 and value < found[3]:
            return
    elif (value != 0) != (wanted == TRUE):
        return
    stones = occupied(row, layers, words)
    if found[0] < 0 or stones < found[2] or (wanted == GREATEST and value > found[3]):
        found[0] = number
        found[1] = move
        found[2] = stones
        found[3] = value


@kernel(types.void(JUDGE, JUDGE, _ROW, _INTS, ROWS, _INT, _INT, _INT, _INT, _INT, _INTS))
def _scan_positions(
    judge, premise, masks, numbers, rows, first, last, wanted, layers, words, found
):
    """Looks for a judgement of `wanted`, `FALSE` or `TRUE`, or for the `GREATEST`.

    `found`: number of the hit or -1, move, stones, value, looked at, premise met.
    """
    for at in range(first, last):
        row = rows[at]
        _judged(judge, premise, masks, numbers, row, -1, row, at, wanted, layers, words, found)


_TURNS = types.void(
    MOVES, PLAY, ENDED, JUDGE, JUDGE, _ROW, _INTS, ROWS, _INTS, _INT, _INT, _INT, _INT, _INT, _INTS
)


@kernel(_TURNS, allocates=True)
def _scan_turns(
    moves, play, ended, judge, premise, masks, numbers, rows, room, first, last, wanted, layers,
    words, found,
):  # fmt: skip
    """The same over all legal moves of the positions; stones are counted before the move."""
    after = np.zeros(rows.shape[1], np.uint64)
    for at in range(first, last):
        row = rows[at]
        if ended(masks, numbers, row) != PLAYING:
            continue
        for k in range(1, moves(masks, numbers, row, room) + 1):
            move = room[k]
            play(masks, numbers, row, move, after)
            _judged(
                judge, premise, masks, numbers, row, move, after, at, wanted, layers, words, found
            )


def scan(
    share: Share,
    predicate: Callable[..., Any],
    wanted: int,
    *,
    when: Callable[..., Any] | None = None,
    of_turns: bool = False,
    deadline: Deadline | None = None,
) -> Scan:
    """Judges every reachable position (`of_turns`: every legal move) level by level, until behind
    the first level that has a hit, or for the greatest value to the end.
    """
    reach = share.reach
    found = Scan()
    patience = Deadline(_PATIENCE)
    interpreted = _Interpreted(reach, predicate, when, of_turns, wanted)
    compiled: Compiled | None = None
    for level, (low, high) in enumerate(share.levels(deadline)):
        begin = low
        while begin < high:
            if deadline is not None and deadline.passed:
                return found
            if patience.passed:
                compiled = compiled or Compiled(reach, predicate, when, of_turns, wanted)
                end = min(high, begin + _CHUNK)
                look = compiled.look(begin, end)
            else:
                end = min(high, begin + _FEW)
                look = interpreted.look(begin, end)
            seen, met = found.seen + int(look[4]), found.met + int(look[5])
            found = found._replace(seen=seen, met=met)
            if look[0] >= 0:
                hit = Hit(*(int(value) for value in look[:4]))
                found = found._replace(first=_earlier(reach, found.first, hit, wanted))
            begin = end
        found = found._replace(positions=high, plies=level)
        if found.first is not None and wanted != GREATEST:
            return found
    return found._replace(complete=share.complete)


class Compiled:
    """A look at positions in compiled code."""

    def __init__(
        self,
        reach: Reach,
        predicate: Callable[..., Any],
        when: Callable[..., Any] | None,
        of_turns: bool,
        wanted: int,
    ) -> None:
        book, width = reach.game.rulebook, reach.engine.width
        self._reach = reach
        self._judge = judge_of(book, predicate, width, of_turns)
        self._premise = judge_of(book, when, width, of_turns) if when else always.compiled
        self._of_turns = of_turns
        self._shape = wanted, layout(book.rules.State).layers, width // WORD
        self._room = reach.engine.move_list()

    def look(self, begin: int, end: int) -> Any:
        """The findings of `_scan_positions` from one number to another."""
        engine, rows = self._reach.engine, self._reach.rows
        found = np.array([-1, -1, 0, 0, 0, 0], np.int64)
        judges, arrays = (self._judge, self._premise), (engine.masks, engine.numbers, rows)
        if self._of_turns:
            kernels = engine.kernels
            rules = kernels.moves, kernels.play, kernels.ended
            _scan_turns(*rules, *judges, *arrays, self._room, begin, end, *self._shape, found)
        else:
            _scan_positions(*judges, *arrays, begin, end, *self._shape, found)
        return found


class _Interpreted:
    """The same look by the same text as plain Python: to compile it takes longer than to read it a
    few thousand times.
    """

    def __init__(
        self,
        reach: Reach,
        predicate: Callable[..., Any],
        when: Callable[..., Any] | None,
        of_turns: bool,
        wanted: int,
    ) -> None:
        self._reach = reach
        self._predicate = predicate
        self._when = when
        self._of_turns = of_turns
        self._wanted = wanted

    def look(self, begin: int, end: int) -> list[int]:
        """The findings of `_scan_positions` from one number to another."""
        reach, game, wanted = self._reach, self._reach.game, self._wanted
        board, rules, when = game.field, game.rules, self._when
        layers, words = layout(game.rulebook.rules.State).layers, reach.engine.width // WORD
        found = [-1, -1, 0, 0, 0, 0]
        for at in range(begin, end):
            p = reach.engine.state(reach.rows[at])
            seen: list[tuple[int, tuple[Any, ...]]] = [(-1, (p,))]
            if self._of_turns:
                moves = [] if game.over(p) else game.moves(p)
                seen = [(move, (p, move, game.play(p, move))) for move in moves]
            for move, what in seen:
                found[4] += 1
                if when is not None and not answer(when, board, rules, *what):
                    continue
                found[5] += 1
                value = answer(self._predicate, board, rules, *what)
                if wanted == GREATEST:
                    if found[0] >= 0 and value < found[3]:
                        continue
                elif bool(value) != (wanted == TRUE):
                    continue
                stones = int(occupied.quick(reach.rows[at], layers, words))
                more = wanted == GREATEST and value > found[3]
                if found[0] < 0 or stones < found[2] or more:
                    found[:4] = [at, move, stones, value]
        return found


def _earlier(reach: Reach, best: Hit | None, hit: Hit, wanted: int) -> Hit:
    """The better of two hits by the length of their lines, then by stones."""
    if best is None or (wanted == GREATEST and hit.value > best.value):
        return hit
    if wanted == GREATEST and hit.value < best.value:
        return best
    mine = (reach.depth(hit.number), hit.stones)
    return hit if mine < (reach.depth(best.number), best.stones) else best
