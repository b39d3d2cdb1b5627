"""`Table`: a table file read in words, position by position.

>>> import tempfile
>>> from pathlib import Path
>>> from ruleproof.models.play.game import game
>>> from ruleproof.models.play.position import Position
>>> from ruleproof.solvers.playing.tables.build import build
>>> small = game("esgros", "path:3")
>>> with tempfile.TemporaryDirectory() as folder:
...     path = Path(folder) / "small.rpt"
...     built = build(Position.start(small), path)
...     with Table(path) as table:
...         print(len(table), table.look_up("b1"))
...         print(next(iter(table)).position.text)
8 Worth(value='loss', distance=2)
. . . ; black
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ruleproof.models.cells import each
from ruleproof.models.displays import displayed
from ruleproof.models.errors import TextError
from ruleproof.models.files.writing import WriteError, try_out
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.position import Position
from ruleproof.models.play.states import WORD, layout, unpack, width_for
from ruleproof.solvers.playing.tables import exports
from ruleproof.solvers.playing.tables.folder import AnyTable, opened
from ruleproof.solvers.playing.tables.header import Header, TableError
from ruleproof.solvers.playing.values.oracle import relation
from ruleproof.solvers.playing.values.scale import OUTCOMES, Bounds, distance, reading, sign
from ruleproof.solvers.playing.values.worth import Worth
from ruleproof.solvers.work.progress import Listener, Progress, silent

if TYPE_CHECKING:
    import pandas


_TOLD = 1024
"""Entries between two reports of an export."""


ROWS = "one position of each class of symmetric ones"
"""The meaning of a row, as exports say it."""


class Row(NamedTuple):
    """One position of a table, up to symmetry, and its worth."""

    position: Position
    worth: Worth


class Table:
    """A table, a file or a folder of them: `len`, iteration over its entries, `look_up`, and
    exports. Use it in a `with` block.

    Raises `TableError`, a `ValueError`, for a file that is no table, and `OSError` where it cannot
    be read. The file is believed; `ruleproof verify` checks it. Once it is closed, only `path`
    and `closed` are known: every other use raises `TableError`.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._content = opened(path)

    @property
    def _file(self) -> AnyTable:
        """The file; `TableError` once it is closed."""
        if self.closed:
            raise TableError(f"the table is closed; open it again by Table({str(self.path)!r})")
        return self._content

    @property
    def game(self) -> Game:
        """The game with its board and settings."""
        return self._file.head.game

    @property
    def start(self) -> Position:
        """The position from which the table's positions can be reached."""
        return Position(self.game, self._file.head.start)

    @property
    def player(self) -> str:
        """The player whose points are told, where more than two play; empty for others."""
        party = self._file.head.party
        return self.game.players[party] if party >= 0 else ""

    @property
    def whose_values(self) -> str:
        """The player or side for whom values are told, in words."""
        if self.player:
            return f"the points of {self.player}, against all others together"
        if self.game.rulebook.scored:
            return f"the margin of {self.game.players[0]}"
        return "for the side to move"

    @property
    def closed(self) -> bool:
        """Whether the file is closed."""
        return self._content.closed

    @property
    def current(self) -> bool:
        """Whether the table was made with exactly these rules."""
        return self._file.head.said["rules"] == self.game.rulebook.sources

    def look_up(self, position: Position | str | Iterable[str] = "") -> Worth | None:
        """The table's answer about a position, or about the one after some moves from its start;
        None if it does not hold it. Raises `TextError` and `MoveError` for moves as `Position.play`
        does, and `ValueError` for a position of another game.
        """
        position = self._own(position)
        entry = self._file.look_up(position.state)
        return None if entry is None else self._worth(position.state, entry.value)

    def moves(self, position: Position | str | Iterable[str] = "") -> dict[str, Worth | None]:
        """The worth of every legal move of a position, named as in `look_up`, by the move's text;
        None where the table does not hold the position after it. Raises the errors of `look_up`.

        Values are for the player who makes the move, as in `move_values`; margins and points are
        those that `whose_values` names. A distance counts the move.
        """
        position = self._own(position)
        before = position.state
        after = {move: position.play([move]).state for move in position.moves()}
        return {move: self._made(before, state) for move, state in after.items()}

    def _made(self, before: State, after: State) -> Worth | None:
        """The worth of a move that leads from one state to the other."""
        entry, head = self._file.look_up(after), self._file.head
        if entry is None:
            return None
        worth = self._worth(after, entry.value)
        if self._points or worth.value is None:
            return worth
        mine = relation(self.game, head.party, before, after) == 1
        value = entry.value if mine else -entry.value
        plies = None if worth.distance is None else worth.distance + 1
        return Worth(OUTCOMES[sign(value)], plies)

    def images(self, position: Position | str | Iterable[str] = "") -> list[Position]:
        """The positions that are the position, named as in `look_up`, up to symmetry, itself first:
        a row stands for them.

        All have the row's worth, but that an exchange of the colours turns round a margin. Play
        may reach some of them only, as where they exchange who moves first. Raises the errors of
        `look_up`.
        """
        position = self._own(position)
        game = position.game
        states = (game.image(position.state, turn, swap) for turn, swap in game.symmetries)
        whole = [state for state in dict.fromkeys(states) if not game.faults(state)]
        return [Position(game, state) for state in dict.fromkeys([position.state, *whole])]

    def _own(self, position: Position | str | Iterable[str]) -> Position:
        """The position, which must be of the table's game, or the one after some moves from the
        table's start.
        """
        if isinstance(position, str) and ";" in position:
            raise TextError(
                "moves are taken; of a position's text, as rows have it, "
                f"`Position.read(table.game, text)` makes the position: {position!r}"
            )
        if not isinstance(position, Position):
            return self.start.play(position)
        if position.game != self.game:
            raise ValueError(of_another_game(self.game, position.game))
        return position

    def __len__(self) -> int:
        return self._file.head.entries

    def __iter__(self) -> Iterator[Row]:
        """The entries in the order of their keys, one block of the file in memory at a time."""
        for number in range(self._file.blocks):
            block = self._file.block(number)
            for place, value in enumerate(block.values):
                key = sum(int(word[place]) << WORD * k for k, word in enumerate(block.words))
                state = plain_state(self._file.head, key)
                yield Row(Position(self.game, state), self._worth(state, int(value)))

    def to_csv(self, path: Path | str, *, progress: Listener = silent) -> Path:
        """Writes the entries as CSV, with the columns that `exports` names, and returns the path. A
        file that is there is replaced, but not the table itself: raises `WriteError` for that,
        where the path cannot be written to, and for a name that does not end in .csv.
        """
        path = self._elsewhere(path, ".csv")
        exports.write_csv(self._lines(progress), path)
        return path

    def to_parquet(self, path: Path | str, *, progress: Listener = silent) -> Path:
        """Writes the entries as Parquet, and returns the path. A file that is there is replaced,
        but not the table itself. Needs the extra `frames`: raises `MissingExtra` without it, and
        `WriteError` as `to_csv` does; the name ends in .parquet.
        """
        path = self._elsewhere(path, ".parquet")
        exports.write_parquet(self._lines(progress), path, kinds=self._kinds, told=self._told())
        return path

    def frame(self, *, progress: Listener = silent) -> pandas.DataFrame:
        """The entries as a pandas frame, all in memory. Needs the extra `frames`: raises
        `MissingExtra` without it.
        """
        return exports.frame(self._lines(progress), kinds=self._kinds, told=self._told())

    def _elsewhere(self, path: Path | str, ending: str) -> Path:
        """The path of an export. Raises `WriteError` where it is the table's own, where its name
        ends otherwise, and where it cannot be written to.
        """
        path = Path(path)
        if path.exists() and self.path.exists() and path.samefile(self.path):
            raise WriteError(errno.EINVAL, "it is the table itself", str(path))
        if path.suffix.lower() != ending and not (path.exists() and not path.is_file()):
            raise WriteError(errno.EINVAL, f"a name that ends in {ending} is taken", str(path))
        try_out(path)
        return path

    def _lines(self, progress: Listener) -> Iterator[exports.Line]:
        """The entries in the form of exports; reports progress."""
        game = self.game
        turns = list(dict.fromkeys(turn for turn, swap in game.symmetries if not swap))
        change = next(((turn, swap) for turn, swap in game.symmetries if swap), None)
        for done, (position, worth) in enumerate(self):
            if done % _TOLD == 0:
                progress(Progress("exporting", done, len(self)))
            state = position.state
            images = len(turns) // sum(_fixes(state, turn) for turn in turns)
            if change and not game.faults(game.image(state, *change)):
                images *= 2
            yield exports.Line(position.text, position.side, worth.value, worth.distance, images)

    @property
    def _kinds(self) -> exports.Kinds:
        """The kinds of the columns of exports."""
        return exports.Kinds(self._points, self.game.players)

    @property
    def _points(self) -> bool:
        """Whether values are points."""
        return bool(self.player) or self.game.rulebook.scored

    def _told(self) -> dict[str, str]:
        """The description of the table in its exports."""
        settings = " ".join(f"{name}={value}" for name, value in self.game.chosen)
        told = {"game": self.game.name, "board": self.game.board.text, "settings": settings}
        told |= {"start": self.start.text, "rows": ROWS, "values": self.whose_values}
        return told | ({"player": self.player} if self.player else {})

    def _worth(self, state: State, value: int) -> Worth:
        head, game = self._file.head, self.game
        if not value and game.repetition_decides and not game.over(state):
            return Worth(None, None)
        if head.party >= 0:
            return Worth(value if state.side == head.party else -value, None)
        told, _ = reading(game, state, Bounds(value, value))
        return Worth(told, None if game.rulebook.scored else distance(value))

    def close(self) -> None:
        """Closes the file."""
        self._content.close()

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Table({str(self.path)!r})"

    def _repr_html_(self) -> str | None:
        return displayed(self)


def _fixes(state: State, turn: Sequence[int]) -> bool:
    """Whether a turn of the board leaves the state as it is."""
    for name, many in layout(type(state)).sets:
        levels = getattr(state, name)
        for cells in levels if many else (levels,):
            if not all(cells >> turn[cell] & 1 for cell in each(cells)):
                return False
    return True


def of_another_game(own: Game, other: Game) -> str:
    """The reason why a table of the one game tells nothing of the other, in words."""
    ground = f"the table is of {own.name} on {own.board.text}"
    if own.name != other.name:
        return f"{ground}, not of {other.name}"
    if own.board.text != other.board.text:
        return f"{ground}, not on {other.board.text}"
    others = other.settings
    parting = {name: value for name, value in own.settings.items() if others.get(name) != value}
    mine = ", ".join(f"{name}={value}" for name, value in parting.items())
    theirs = ", ".join(f"{name}={others.get(name)}" for name in parting)
    return f"{ground} with {mine}, not with {theirs}"


def _whole(game: Game, state: State) -> State:
    """An image of the state under a symmetry that no static rule forbids: keys tell positions with
    the first player to move, whose colours may be those of no position.
    """
    images = (game.image(state, turn, swap) for turn, swap in game.symmetries)
    return next((image for image in images if not game.faults(image)), state)


def plain_state(head: Header, key: int) -> State:
    """The state that a key tells, or an image of it that no static rule forbids."""
    return _whole(head.game, state_of(head, key))


def state_of(head: Header, key: int) -> State:
    """The state that a key tells; what keys leave out has its least value. Raises `TableError`
    where no player has the turn.
    """
    game = head.game
    width = width_for(game.board.size)
    kind = game.rulebook.rules.State
    plan = layout(kind)
    row = [0] * plan.row_words(width)
    alphabet = head.alphabet
    if alphabet:
        for cell in range(game.board.size):
            letter = alphabet.letters[key & (1 << alphabet.bits) - 1]
            key >>= alphabet.bits
            for place, layer in enumerate(alphabet.layers):
                word, shift = divmod(cell, WORD)
                row[layer * (width // WORD) + word] |= (letter >> place & 1) << shift
    cells = plan.layers * (width // WORD)
    for place, mask in enumerate(head.used):
        if alphabet and place < cells:
            continue
        for bit in range(WORD):
            if mask >> bit & 1:
                row[place] |= (key & 1) << bit
                key >>= 1
    state = unpack(kind, row, width)
    if state.side >= len(game.players):
        raise TableError(f"an entry is of no position: player {state.side + 1} is to move")
    return state._replace(seen=1) if game.rulebook.repetition.fields else state
