"""Rule diff: two settings of one game in, the shortest game after which they part out, or a proof
that no game on the board tells them apart.

Two games *part* at a position when their legal moves, results or pictures differ there, after the
same moves before. Both are walked in step, breadth first and up to common symmetry, so the line
that is found is a shortest one, and of those one that ends with the fewest stones.
"""

# numpy's arrays are partly untyped
# pyright: basic

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from ruleproof.models.errors import TextError
from ruleproof.models.game import Game, State, make_game
from ruleproof.models.kernels import engine
from ruleproof.models.notation import cell_text, show
from ruleproof.models.settings import Setting, Value
from ruleproof.models.states import WORD, layout
from ruleproof.solvers import pairs
from ruleproof.solvers.progress import Deadline, Listener, Progress, Stopped, silent
from ruleproof.solvers.tables import enter, enter_all, turns_of

if TYPE_CHECKING:
    from ruleproof.solvers.conflict import Refusal

_LOOK_BEYOND = 20.0
"""The seconds given to positions that are out of reach of play."""


@dataclass(frozen=True)
class Difference:
    """How two settings of one game compare on a board.

    `same`: True when no line of play tells them apart (`positions`: how many pairs of positions
    were looked at), False when one does, None when that was not decided in the time and memory
    given (no difference within `plies` moves). `differs`: in `moves`, `result` or `position`.
    `line`: the shortest game, `position` after it (`second_position` where that is another).
    `reachable` is False when the position is out of reach of play; `elsewhere` says whether there
    are such positions: `found`, `none`, `unknown` for lack of time, "" if that was not looked for.
    `only_first`, `only_second`: the moves legal under one of the settings only. `results`: the
    results there, "" while play goes on. `sentences`: the rulebook's, of each setting that differs;
    `refusals`: the clauses, an unsatisfiable core, that refuse a move which the other reading
    allows. `values`: of the start under either, when they were asked for.
    """

    game: str
    board: str
    first: Mapping[str, Value]
    second: Mapping[str, Value]
    same: bool | None
    scope: str
    differs: str = ""
    line: tuple[str, ...] | None = None
    position: str | None = None
    second_position: str | None = None
    reachable: bool = True
    elsewhere: str = ""
    only_first: tuple[str, ...] = ()
    only_second: tuple[str, ...] = ()
    results: tuple[str, str] = ("", "")
    sentences: Mapping[str, str] = field(default_factory=dict[str, str])
    refusals: tuple[Refusal, ...] = ()
    positions: int = 0
    plies: int = 0
    values: tuple[str | int | None, str | int | None] | None = None
    seconds: float = 0.0


def changed(game: Game, settings: Mapping[str, Value]) -> Game:
    """The game with these settings changed; a changed edition brings its own defaults along."""
    book = game.rulebook
    kinds = {setting.name: setting for setting in book.settings}
    kept: dict[str, Value] = dict(game.chosen)
    for name, value in settings.items():
        for other in kinds[name].bundle.get(str(value), {}) if name in kinds else ():
            kept.pop(other, None)
    return make_game(book, game.board.text, kept | dict(settings))


def own_settings(one: Game, two: Game) -> tuple[dict[str, Value], dict[str, Value]]:
    """The settings in which the games differ, as each has them."""
    names = [name for name in one.settings if one.settings[name] != two.settings[name]]
    return {n: one.settings[n] for n in names}, {n: two.settings[n] for n in names}


def compare(
    game: Game,
    others: Iterable[Game],
    *,
    seconds: float | None = None,
    limit: int = 5_000_000,
    values: bool = False,
    progress: Listener = silent,
) -> list[Difference]:
    """How the game differs from each of the others, which are on the same board.

    `seconds` and `limit` (of pairs of positions kept) bound each comparison, Ctrl-C ends it with
    what is known; `values` also solves both starts. Raises `TextError` for another game or board.
    """
    found: list[Difference] = []
    for other in others:
        if other.rulebook is not game.rulebook or other.board != game.board:
            raise TextError(
                f"only settings of one game on one board are compared: "
                f"{other.name + ' ' + other.board.text!r}"
            )
        found.append(_difference(game, other, Deadline(seconds), limit, values, progress))
    return found


def all_pairs(game: Game, setting: str, **how: Any) -> dict[tuple[Value, Value], Difference]:
    """Every pair of the setting's values compared, the game's other settings kept.

    Values that the rulebook refuses on this board are left out; `how` as in `compare`.
    """
    asked = game.rulebook.setting(setting)
    games: dict[Value, Game] = {}
    for value in asked.choices:
        try:
            games[value] = changed(game, {setting: value})
        except TextError:
            continue
    return {
        (one, two): compare(games[one], [games[two]], **how)[0]
        for one, two in combinations(games, 2)
    }


def _difference(
    one: Game, two: Game, deadline: Deadline, limit: int, values: bool, progress: Listener
) -> Difference:
    steps = Steps(one, two, limit=limit, progress=progress)
    try:
        parting = steps.parting(deadline)
    except (Stopped, KeyboardInterrupt):
        parting, values = None, False
    first, second = own_settings(one, two)
    known: dict[str, Any] = {
        "game": one.name,
        "board": one.board.text,
        "first": first,
        "second": second,
        "scope": one.board.text,
        "sentences": {name: one.rulebook.setting(name).sentence for name in first},
        "positions": steps.count,
        "plies": len(steps.ends) - 1,
    }
    if parting is not None:
        known |= described(one, two, parting)
        known["refusals"] = _refusals(one, two, parting)
    elif steps.complete:
        known |= {"same": True} | _out_of_reach(one, two, deadline)
    else:
        known |= {"same": None}
    if values:
        known["values"] = (_value(one, deadline), _value(two, deadline))
    return Difference(**known, seconds=deadline.elapsed)


def _refusals(one: Game, two: Game, line: Sequence[int]) -> tuple[Refusal, ...]:
    """The clauses that refuse a move which the other reading allows after the line."""
    if one.rulebook.module("constraints") is None:
        return ()
    from ruleproof.solvers.conflict import contradictions

    p, q = one.start(), two.start()
    for move in line:
        p, q = one.play(p, move), two.play(q, move)
    return contradictions(one, two, p, q)


def described(one: Game, two: Game, line: Sequence[int]) -> dict[str, Any]:
    """What there is to say about two games that part after the line, by the plain rules."""
    p, q = one.start(), two.start()
    for move in line:
        p, q = one.play(p, move), two.play(q, move)
    return {
        "same": False,
        "line": tuple(one.show_move(move) for move in line),
        **parted(one, two, p, q),
    }


def parted(one: Game, two: Game, p: State, q: State) -> dict[str, Any]:
    """In what two games differ at a position of each; raises AssertionError if in nothing."""
    ours, theirs = one.moves(p), two.moves(q)
    only_first = tuple(one.show_move(move) for move in ours if move not in theirs)
    only_second = tuple(two.show_move(move) for move in theirs if move not in ours)
    results = tuple(_result(game, state) for game, state in ((one, p), (two, q)))
    pictures = show(one, p), show(two, q)
    if results[0] != results[1]:
        differs = "result"
    elif only_first or only_second:
        differs = "moves"
    elif pictures[0] != pictures[1]:
        differs = "position"
    else:
        raise AssertionError(f"the compiled and the plain rules differ at {pictures[0]!r}")
    return {
        "differs": differs,
        "position": pictures[0],
        "second_position": pictures[1] if pictures[0] != pictures[1] else None,
        "only_first": only_first,
        "only_second": only_second,
        "results": results,
    }


def _result(game: Game, state: State) -> str:
    """How the game ended there, in words; empty while play goes on."""
    result = game.result(state)
    if result is None:
        return ""
    if result.score is not None:
        return " : ".join(str(points) for points in result.score)
    return f"{result.winner} wins" if result.winner else "draw"


def _value(game: Game, deadline: Deadline) -> Any:
    """The value of the start, None if time ran out."""
    from ruleproof.models.position import Position
    from ruleproof.solvers.search import solve

    rest = None if deadline.seconds is None else max(1.0, deadline.seconds - deadline.elapsed)
    return solve(Position.start(game), time=rest).value


def _out_of_reach(one: Game, two: Game, deadline: Deadline) -> dict[str, Any]:
    """The smallest position where the games differ although no game leads there, if there is one
    and the game has constraints to find it by.
    """
    module = one.rulebook.module("constraints")
    if module is None:
        return {}
    from ruleproof.solvers.divergence import smallest_difference

    left = _LOOK_BEYOND
    if deadline.seconds is not None:
        left = min(left, max(0.1, deadline.seconds - deadline.elapsed))
    state, move, found = smallest_difference(one, two, module, Deadline(left))
    if state is None:
        return {"elsewhere": found}
    states = state, state
    if move is not None:
        states = one.play(state, move), two.play(state, move)
    return parted(one, two, *states) | {"reachable": False, "elsewhere": "found"}


class Steps:
    """Two games walked in step, level by level.

    `within` asks only that the first game's legal moves are among the second's. `count` pairs have
    been entered; `complete`: there are no more.
    """

    def __init__(
        self,
        one: Game,
        two: Game,
        *,
        within: bool = False,
        limit: int = 5_000_000,
        progress: Listener = silent,
    ) -> None:
        self.one, self.two = one, two
        self.engines = engine(one), engine(two)
        shared = set(two.symmetries)
        self.turns = turns_of(self.engines[0], [t for t in one.symmetries if t in shared])
        self.asked = pairs.WITHIN if within else pairs.EQUAL
        self.limit, self.progress = limit, progress
        words = self.engines[0].row_words
        self.pairs: Any = np.zeros((1 << 10, 2 * words), np.uint64)
        self.parents: Any = np.zeros(1 << 10, np.int32)
        self.slots: Any = np.zeros(1 << 12, np.int32)
        self.rooms: Any = np.zeros((4, 2 * words), np.uint64)
        self.visible = self._visible(words)
        self.pairs[0] = self._canonical(one.start(), two.start())
        self.parents[0] = -1
        enter(self.pairs, self.slots, 0)
        self.count = 1
        self.ends = [1]
        self.complete = False

    def _visible(self, words: int) -> Any:
        """The words of a row that hold sets of cells; numbers are not in the picture."""
        layers = layout(self.one.rulebook.rules.State).layers
        sets = layers * (self.engines[0].width // WORD)
        return np.array([(1 << 64) - 1] * sets + [0] * (words - sets), np.uint64)

    def _canonical(self, p: State, q: State) -> Any:
        """The least image of a pair of states."""
        pair = np.concatenate([self.engines[0].row(p), self.engines[1].row(q)])
        words = len(pair) // 2
        rooms = self.rooms
        pairs.canonical_pair(pair, *self.turns, rooms[1, :words], rooms[2], rooms[3])
        return rooms[3].copy()

    def parting(self, deadline: Deadline) -> list[int] | None:
        """The moves of a shortest line after which the games part; None if none was found: they
        never part if `complete`.
        """
        begun = 0
        while True:
            at = self._look(begun, self.ends[-1])
            if at is not None:
                line, p, q = self._replay(at[0])
                if at[1] != pairs.PICTURE or _pictures_differ(self.one, self.two, p, q):
                    return line
                self.visible[:] = 0  # bookkeeping in sets of cells: what matters will show in moves
                continue
            if not self._grow(begun, deadline):
                return None
            if self.complete:
                return None
            begun = self.ends[-2]

    def _look(self, first: int, last: int) -> tuple[int, int] | None:
        """The parting with the fewest stones among the pairs: its number and its kind."""
        one, two = self.engines
        found = one.move_list(), two.move_list()
        parting = np.array([-1, 0, 0], np.int64)
        plan = layout(self.one.rulebook.rules.State)
        pairs.part(
            one.kernels.moves,
            one.kernels.ended,
            one.masks,
            one.numbers,
            two.masks,
            two.numbers,
            self.pairs,
            self.visible,
            self.asked,
            *found,
            first,
            last,
            plan.layers,
            one.width // WORD,
            parting,
        )
        return (int(parting[0]), int(parting[1])) if parting[0] >= 0 else None

    def _grow(self, first: int, deadline: Deadline) -> bool:
        """Enters the next level; False when there is no time or no room."""
        one, two = self.engines
        found = one.move_list()
        last = self.ends[-1]
        while first < last:
            if deadline.passed:
                return False
            stop = min(last, first + (1 << 14))
            reached = pairs.walk(
                one.kernels.moves,
                one.kernels.play,
                one.kernels.ended,
                one.masks,
                one.numbers,
                two.masks,
                two.numbers,
                *self.turns,
                self.pairs,
                self.parents,
                self.slots,
                found,
                self.rooms,
                first,
                stop,
                self.count,
            )
            self.count = int(found[0])
            self.progress(Progress("pairs", self.count))
            if reached < stop and not self._enlarge(found.size):
                return False
            first = reached
        if self.count == last:
            self.complete = True
        else:
            self.ends.append(self.count)
        return True

    def _enlarge(self, spare: int) -> bool:
        """Makes room for more pairs; False when the limit is reached."""
        size = len(self.pairs)
        if size >= self.limit + spare:
            return False
        size = min(max(2 * size, self.count + 2 * spare), self.limit + spare)
        wider = np.zeros((size, self.pairs.shape[1]), np.uint64)
        wider[: self.count] = self.pairs[: self.count]
        parents = np.zeros(size, np.int32)
        parents[: self.count] = self.parents[: self.count]
        self.pairs, self.parents = wider, parents
        if 2 * size > self.slots.size:
            self.slots = np.zeros(1 << (2 * size - 1).bit_length(), np.int32)
            enter_all(self.pairs, self.slots, self.count)
        return True

    def _replay(self, number: int) -> tuple[list[int], State, State]:
        """Moves from the start to a pair, up to symmetry, by the rules as plain Python."""
        chain = [number]
        while self.parents[chain[-1]] >= 0:
            chain.append(int(self.parents[chain[-1]]))
        p, q = self.one.start(), self.two.start()
        line: list[int] = []
        for step in chain[-2::-1]:
            for move in self.one.moves(p):
                after = self.one.play(p, move), self.two.play(q, move)
                if np.array_equal(self._canonical(*after), self.pairs[step]):
                    line.append(move)
                    p, q = after
                    break
            else:
                raise AssertionError(f"the compiled and the plain rules differ after {line!r}")
        return line, p, q


def _pictures_differ(one: Game, two: Game, p: State, q: State) -> bool:
    """Whether a cell looks different."""
    return any(cell_text(one, p, cell) != cell_text(two, q, cell) for cell in range(one.board.size))


def varied(game: Game, setting: Setting) -> list[Game]:
    """The game with the setting at each of its other values, refused combinations left out."""
    found: list[Game] = []
    for value in setting.choices:
        if value == game.settings[setting.name]:
            continue
        try:
            found.append(changed(game, {setting.name: value}))
        except TextError:
            continue
    return found
