"""All positions that can be reached from the start of a game, up to symmetry, with a shortest line
to each: breadth first, in compiled code, level by level as far as somebody asks.

level   the positions that some line of that many moves reaches and no shorter one
line    a list of move texts from the start

Where the rules count repetitions, a position's count of occurrences is left as `play` leaves it: a
position that some game reaches is also reached by a game without repetition.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.kernels import ENDED, MOVES, PLAY, PLAYING, Engine, engine
from ruleproof.models.mistakes import told_as_the_authors
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.states import BITS, WORD, layout
from ruleproof.solvers.playing.reach.alike import first_unlike, plays_alike
from ruleproof.solvers.playing.reach.position_set import (
    IMAGES,
    PLAN,
    ROW,
    ROWS,
    SLOTS,
    canonical,
    enter,
    enter_all,
    find,
    turns_of,
)
from ruleproof.solvers.playing.values.contradiction import Contradiction, laws_of_images
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, silent

_CHUNK = 1 << 15
"""Positions expanded between two looks at the clock."""

_FEW = 1 << 6
"""The same by plain Python."""
_PLAINLY = 8_000
"""Images of moves that a process makes by plain Python before it compiles: half a second's work."""
_made = Counter[str]()
"""The images made so."""

_EXPAND = types.int64(
    MOVES,
    PLAY,
    ENDED,
    types.uint64[::1],
    types.int64[::1],
    IMAGES,
    PLAN,
    ROWS,
    types.int32[::1],
    SLOTS,
    types.int64[::1],
    ROW,
    types.int64[::1],
    types.int32[::1],
    types.int64,
    types.int64,
    types.int64,
)


@kernel(_EXPAND, allocates=True)
def _expand(
    moves,
    play,
    ended,
    masks,
    numbers,
    images,
    plan,
    rows,
    parents,
    slots,
    found,
    kept,
    offsets,
    targets,
    first,
    last,
    many,
):
    """Enters the positions one move from the rows `first` to `last`; stops early, at the row that
    is returned, when there is no room; `found[0]` is room for moves. The number of rows, `many`
    before, is left in `found[0]`. `kept` masks the words that count.
    """
    words = rows.shape[1]
    after, best, room = np.zeros(words, np.uint64), np.zeros(words, np.uint64), rows[0].copy()
    at = first
    while at < last:
        edge = offsets[at]
        if many + found.size > rows.shape[0] or 2 * (many + found.size) > slots.size:
            break
        if edge + found.size > targets.size:
            break
        if ended(masks, numbers, rows[at]) == PLAYING:
            for k in range(1, moves(masks, numbers, rows[at], found) + 1):
                play(masks, numbers, rows[at], found[k], after)
                for word in range(words):
                    after[word] &= kept[word]
                canonical(after, images, plan, room, best)
                number = find(rows, slots, best)
                if number < 0:
                    number = many
                    for word in range(words):
                        rows[many, word] = best[word]
                    parents[many] = at
                    enter(rows, slots, many)
                    many += 1
                targets[edge] = number
                edge += 1
        at += 1
        offsets[at] = edge
    found[0] = many
    return at


def counting(compiled: Engine, ignoring: tuple[str, ...]) -> Any:
    """The words of a row with a bit wherever it counts: everywhere but in the fields ignored."""
    mask = [(1 << WORD) - 1] * compiled.row_words
    for name in ignoring:
        word, shift = layout(compiled.game.rulebook.rules.State).number_place(name, compiled.width)
        mask[word] &= ~((1 << BITS) - 1 << shift)
    return np.array(mask, np.uint64)


def _longer(array: Any, size: int, many: int) -> Any:
    """An array of that size that begins with the first entries of another."""
    longer = np.zeros((size, *array.shape[1:]), array.dtype)
    longer[:many] = array[:many]
    return longer


class _Plain:
    """A game's rules as plain Python, with the signatures of its kernels."""

    def __init__(self, compiled: Engine) -> None:
        self._engine, self._game = compiled, compiled.game

    def moves(self, masks: Any, numbers: Any, row: Any, out: Any) -> int:  # noqa: ARG002 - kernel's
        """See `kernels.MOVES`."""
        found = self._game.moves(self._engine.state(row))
        out[0], out[1 : len(found) + 1] = len(found), found
        return len(found)

    def play(self, masks: Any, numbers: Any, row: Any, move: Any, out: Any) -> int:  # noqa: ARG002
        """See `kernels.PLAY`."""
        before = self._engine.state(row)
        after = self._game.play(before, int(move))
        out[:] = self._engine.row(after)
        return 1 if self._game.plays_on(before, after) else -1

    def ended(self, masks: Any, numbers: Any, row: Any) -> int:  # noqa: ARG002 - kernel's
        """See `kernels.ENDED`."""
        state = self._engine.state(row)
        return self._game.payoff(state) if self._game.over(state) else PLAYING


class Reach:
    """The positions of a game explored so far; `advance` goes one level on.

    `rows[:count]` are the positions, `parents` the number of the position each was first reached
    from, `ends[k]` the count after level k, `targets[offsets[i]:offsets[i + 1]]` the numbers of the
    positions after each move of the i-th, of which `expanded` have been looked at. `complete`:
    there is nothing beyond. `works[k]`: the seconds of work until level k was known, `work` all so
    far. `limit`: no more positions than about that many are kept; `symmetric=False` keeps symmetric
    positions apart; number fields named in `ignoring` are left at 0, so that positions which differ
    in them alone are one. `start`: the first position, if it is not the start of the game.
    """

    def __init__(
        self,
        game: Game,
        *,
        symmetric: bool = True,
        ignoring: tuple[str, ...] = (),
        limit: int = 20_000_000,
        progress: Listener = silent,
        start: State | None = None,
    ) -> None:
        self.game = game
        self.engine: Engine = engine(game)
        identity = (tuple(range(game.board.size)), False)
        self.turns = turns_of(self.engine, game.symmetries if symmetric else [identity])
        self.limit = limit
        self.progress = progress
        words = self.engine.row_words
        self.rows: Any = np.zeros((1 << 10, words), np.uint64)
        self.parents: Any = np.zeros(1 << 10, np.int32)
        self.slots: Any = np.zeros(1 << 12, np.int32)
        self.offsets: Any = np.zeros((1 << 10) + 1, np.int64)
        self.targets: Any = np.zeros(1 << 12, np.int32)
        self.kept = counting(self.engine, ignoring)
        self.rows[0] = self.canonical(self.engine.row(game.start() if start is None else start))
        self.count = 1
        self.parents[0] = -1
        enter.quick(self.rows, self.slots, 0)
        self.ends = [1]
        self.expanded = 0
        self.complete = False
        self.work = 0.0
        self.works = [0.0]

    def canonical(self, row: Any) -> Any:
        """The least image of a row, as far as it counts, under the symmetries."""
        row = row & self.kept
        best, room = row.copy(), row.copy()
        canonical.quick(row, self.turns.images, self.turns.plan, room, best)
        return best

    def advance(self, deadline: Deadline | None = None) -> bool:
        """Explores the next level; False when it could not be finished (`limit`, `deadline`)."""
        if self.complete:
            return True
        watch = Deadline.of_work(None)
        with told_as_the_authors(self.game.rulebook.rules):
            done = self._next_level(deadline)
        self.work += watch.elapsed
        if len(self.works) < len(self.ends):
            self.works.append(self.work)
        return done

    def _next_level(self, deadline: Deadline | None) -> bool:
        last = self.ends[-1]
        found = self.engine.move_list()
        while self.expanded < last:
            if deadline is not None and deadline.passed:
                return False
            plainly = self._plainly
            kernels, expand = self._kernels(plainly), _expand.plain if plainly else _expand
            stop, first = min(last, self.expanded + (_FEW if plainly else _CHUNK)), self.expanded
            self.expanded = expand(
                kernels.moves,
                kernels.play,
                kernels.ended,
                self.engine.masks,
                self.engine.numbers,
                self.turns.images,
                self.turns.plan,
                self.rows,
                self.parents,
                self.slots,
                found,
                self.kept,
                self.offsets,
                self.targets,
                self.expanded,
                stop,
                self.count,
            )
            self.count = int(found[0])
            self._test_turns(found, first, plainly)
            self.progress(Progress("positions", self.count))
            if self.expanded < stop and not self._enlarge(found.size):
                return False
        if self.count == last:
            self.complete = True
        else:
            self.ends.append(self.count)
        return True

    @property
    def _plainly(self) -> bool:
        """Whether the next positions are expanded by plain Python."""
        return "compiled" not in vars(_expand) and _made["images"] < _PLAINLY

    def _kernels(self, plainly: bool) -> Any:
        return _Plain(self.engine) if plainly else self.engine.kernels

    def _test_turns(self, found: Any, first: int, plainly: bool) -> None:
        """Raises `Contradiction` where one of the positions expanded from `first` on stands for an
        image that plays otherwise.
        """
        game, many = self.game, len(self.turns.plan)
        if plainly:
            _made["images"] += many * int(self.offsets[self.expanded] - self.offsets[first])
        kernels, look = self._kernels(plainly), first_unlike.plain if plainly else first_unlike
        while many > 1:
            engine, turns = self.engine, self.turns
            unlike = look(
                *(kernels.moves, kernels.play, kernels.ended),
                *(engine.masks, engine.numbers, turns.images, turns.plan, self.rows, self.kept),
                *(found, first, self.expanded),
            )
            if unlike < 0:
                return
            number, turn = divmod(int(unlike), many)
            state = self.state(number)
            if not plays_alike(game, state, *game.symmetries[turn]):
                what = "a position and its image under a declared symmetry play otherwise"
                raise Contradiction(game, state, what, laws_of_images(game))
            first = number + 1  # several moves lead to one position here, and fewer in the image

    def _enlarge(self, spare: int) -> bool:
        """Makes room for more positions and edges; False when the limit is reached."""
        edges = int(self.offsets[self.expanded])
        if edges + spare > len(self.targets):
            self.targets = _longer(self.targets, 2 * len(self.targets) + spare, edges)
        size = len(self.rows)
        if self.count + spare <= size:
            return True
        if size >= self.limit + spare:
            return False
        size = min(max(2 * size, self.count + 2 * spare), self.limit + spare)
        self.rows = _longer(self.rows, size, self.count)
        self.parents = _longer(self.parents, size, self.count)
        self.offsets = _longer(self.offsets, size + 1, self.expanded + 1)
        if 2 * size > self.slots.size:
            self.slots = np.zeros(1 << (2 * size - 1).bit_length(), np.int32)
            enter_all(self.rows, self.slots, self.count)
        return True

    def levels(self, deadline: Deadline | None = None) -> Iterator[tuple[int, int]]:
        """The first and last-plus-one position of each level, explored as far as they are asked
        for; ends early where `advance` does.
        """
        level = 0
        while True:
            while level >= len(self.ends):
                if self.complete or not self.advance(deadline):
                    return
            yield (self.ends[level - 1] if level else 0), self.ends[level]
            level += 1

    def all(self, deadline: Deadline | None = None) -> bool:
        """Explores everything; False if it could not be finished."""
        while not self.complete:
            if not self.advance(deadline):
                return False
        return True

    def state(self, number: int) -> State:
        """The position of that number, one of the symmetric ones it stands for."""
        return self.engine.state(self.rows[number])

    def depth(self, number: int) -> int:
        """The length of a shortest line to the position."""
        return next(level for level, end in enumerate(self.ends) if number < end)

    def path(self, number: int) -> list[int]:
        """The numbers of the positions on a shortest line to the position, the start first."""
        chain = [number]
        while self.parents[chain[-1]] >= 0:
            chain.append(int(self.parents[chain[-1]]))
        return chain[::-1]

    def replay(self, chain: list[int]) -> tuple[list[int], State]:
        """Moves from the start through the positions of the chain, up to symmetry, as the rules
        play them in plain Python, and the state they lead to.
        """
        game = self.game
        state, line = game.start(), []
        for number in chain[1:]:
            wanted = self.rows[number]
            for move in game.moves(state):
                after = game.play(state, move)
                if np.array_equal(self.canonical(self.engine.row(after)), wanted):
                    line.append(move)
                    state = after
                    break
            else:
                what = f"after {len(line)} plies no move leads where compiled search went"
                raise Contradiction(game, state, what, laws_of_images(game))
        return line, state
