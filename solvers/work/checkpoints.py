"""Checkpoints: files from which long work goes on after it was stopped.

A checkpoint is a file of frames, each with its length and checksum; the first identifies the work.
Frames are appended as work goes on. A killed process leaves at worst a last frame that is cut
short, which counts as never begun; any other damage is refused. Some frames replace earlier ones.
Once such a frame is whole, those before it are marked as gone, and their room is used again later.

A process at work on the file holds the lock beside it: two never write to one. Links are followed.
"""

# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false

from __future__ import annotations

import errno
import json
import mmap
import os
import struct
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from ruleproof.models.errors import TextError
from ruleproof.models.files.locks import Lock, lock
from ruleproof.models.files.strict import Misfit, json_value
from ruleproof.models.files.writing import WriteError
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State
from ruleproof.solvers.work.formats import CHECKPOINT
from ruleproof.solvers.work.scratch import Reader, put

SECONDS = 20.0
"""Seconds between two frames, if they are quickly written."""
_MOST_SECONDS = 50.0
_FRAME = struct.Struct("<4sQII")
"""The name of a frame, its length, its CRC-32, and the CRC-32 of these."""
_HEAD, _GONE, _SPENT = b"HEAD", b"GONE", b"TIME"
_TIMES = struct.Struct("<dd")
LATEST = b"LATE"
"""The name of frames that take the place of earlier ones."""
_LONGEST_HEAD = 1 << 20
_LONGEST_WORK = 1e9
"""Seconds between two frames, at the most."""
_ALIGNED = 4
"""The length of the first frame is a multiple of this. The lengths of the others are, too, so
numbers in them may be read in place.
"""


class _Frame(NamedTuple):
    """The name of a frame, its content, and where it begins."""

    tag: bytes
    content: Any
    at: int


class _Place(NamedTuple):
    """The place of a frame, and its length without its head."""

    at: int
    length: int


class Spent(NamedTuple):
    """The time that work took: seconds on the clock, and seconds of all cores."""

    seconds: float = 0.0
    work: float = 0.0


def _now() -> Spent:
    """The time that this process has worked since some moment in the past."""
    return Spent(time.monotonic(), time.process_time())


def _lock_of(path: Path) -> Path:
    """The file of the lock on a checkpoint."""
    return path.with_name(f".{path.name}-lock")


class CheckpointError(TextError):
    """The file is not one from which this work can go on."""


class TakenError(CheckpointError):
    """Another process is at work on the file."""


def _other(name: str, theirs: Any, ours: Any) -> str:
    """The refusal of a checkpoint by one entry of its head; of settings those that differ."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        theirs, ours = (
            {one: value for one, value in said.items() if other.get(one) != value}
            for said, other in ((theirs, ours), (ours, theirs))
        )
    another = "other settings" if name == "settings" else f"another {name}"
    asked = f"{json.dumps(ours)} {'are' if name == 'settings' else 'is'} asked for"
    return f"the checkpoint is of {another}, {asked}: {json.dumps(theirs)}"


class Checkpoint:
    """The file that keeps one piece of work.

    `kind` is the kind of work, `state` and `party` its subject. `form`: what a reader must know to
    read the frames of the file. `earlier`: the time of the work that left the frames read; each
    save adds the time since the file was made or read. `lost`: the bytes of a last frame that is
    cut short, which reading leaves out.
    """

    def __init__(self, path: Path, kind: str, game: Game, state: State, party: int) -> None:
        self.path = path
        self._said: dict[str, Any] = {
            "format": CHECKPOINT,
            "kind": kind,
            "rules": game.rulebook.sources,
            "game": game.name,
            "board": game.board.text,
            "settings": game.settings,
            "position": notation.show(game, state),
            "party": game.players[party] if party >= 0 else None,
        }
        self.form: dict[str, Any] | None = None
        self.earlier = Spent()
        self.lost = 0
        self._begun = self._told_spent = _now()
        self._file: Any = None
        self._lock: Lock | None = None
        self._end = 0
        self._reader: Reader | None = None
        self._told = 0
        self._latest: list[_Place] = []
        self._gone: list[_Place] = []
        self._next = time.monotonic() + SECONDS

    @property
    def _real(self) -> Path:
        """The file itself, where links lead."""
        return Path(os.path.realpath(self.path))

    @property
    def _new(self) -> Path:
        """The name of a new file until it is whole."""
        return self._real.with_name(f".{self._real.name}-new")

    @property
    def due(self) -> bool:
        """Whether it is time to save new finds."""
        return time.monotonic() >= self._next

    def begin(self, form: dict[str, Any], frames: Iterable[tuple[bytes, list[Any]]] = ()) -> None:
        """Writes a new file with the first frames, in place of an older one, all at once. Raises
        `WriteError` where another process has the file open.
        """
        self.close()
        begun, name = time.monotonic(), self._new
        head = self._said | {"version": version("ruleproof"), "form": form}
        self.form = None
        self._latest, self._gone, self._end = [], [], 0
        self._take()
        try:
            self._file = name.open("w+b", buffering=0)
            said = json.dumps(head).encode()
            self._write(_HEAD, [said + b" " * (-len(said) % _ALIGNED)])
            for tag, parts in frames:
                self._write(tag, parts)
            self._write_spent(self._begun, self.earlier)
            os.fsync(self._file.fileno())
            self._file.close()  # Windows moves no open file
            name.replace(self._real)
            self._file = self._real.open("r+b", buffering=0)
        except BaseException:
            self.close()
            name.unlink(missing_ok=True)
            raise
        self.form = form
        self._rest(begun)

    def _take(self) -> None:
        """Holds the lock of the file until it is closed."""
        real = self._real
        self._lock = lock(_lock_of(real))
        if self._lock is None:
            raise WriteError(errno.EBUSY, "another process is at work on it", str(self.path))

    def add(self, frames: Iterable[tuple[bytes, list[Any]]]) -> None:
        """Appends frames."""
        begun, many = time.monotonic(), len(self._latest)
        for tag, parts in frames:
            self._write(tag, parts)
        self._write_spent(self._told_spent, Spent())
        os.fsync(self._file.fileno())
        while len(self._latest) > max(1, many):
            self._mark(self._latest[0], _GONE, 0)
            self._gone.append(self._latest.pop(0))
            many = 0
        self._rest(begun)

    def _write(self, tag: bytes, parts: list[Any]) -> None:
        """Appends a frame, whole or not at all."""
        views = [memoryview(part).cast("B") for part in parts if len(part)]
        check = 0
        for view in views:
            check = zlib.crc32(view, check)
        length = sum(map(len, views))
        place = _Place(self._end, length)
        again = [one for one in self._gone if tag == LATEST and one.length == length]
        if again:
            place = again[0]
            self._gone.remove(place)
        try:
            if not again:  # the frame is cut short until all of it is there
                self._mark(place, tag, check)
            self._file.seek(place.at + _FRAME.size)
            for view in views:
                put(self._file.fileno(), view)
            if again:  # it is gone until all of it is there
                self._mark(place, tag, check)
        except BaseException as error:
            if again:
                self._gone.append(place)
            else:
                self._file.truncate(place.at)
            if isinstance(error, OSError):
                error.filename = str(self.path)
            raise
        self._told = place.at + _FRAME.size
        if not again:
            self._end += _FRAME.size + length
        if tag == LATEST:
            self._latest.append(place)

    def _write_spent(self, since: Spent, more: Spent) -> None:
        """Appends the time that the work took since some moment, and more."""
        now = _now()
        spent = [end - begin + other for begin, end, other in zip(since, now, more, strict=True)]
        self._write(_SPENT, [_TIMES.pack(*spent)])
        self._told_spent = now

    def _mark(self, place: _Place, tag: bytes, check: int) -> None:
        """Writes the head of a frame."""
        start = struct.pack("<4sQI", tag, place.length, check)
        self._file.seek(place.at)
        put(self._file.fileno(), start + struct.pack("<I", zlib.crc32(start)))

    def wait(self) -> None:
        """Puts off the next save, because the last one failed."""
        self._rest(time.monotonic())

    def _rest(self, begun: float) -> None:
        """Puts off the next frame, for longer if this one took long."""
        now = time.monotonic()
        self._next = now + min(_MOST_SECONDS, max(SECONDS, 10 * (now - begun)))

    def where(self) -> tuple[Reader, int]:
        """The place of the content of the last frame written or read: its reader, and the first
        byte. It can be read there as long as the reader is kept.
        """
        if self._reader is None:
            self._reader = Reader(self._file.fileno(), str(self.path))
        return self._reader, self._told

    def close(self) -> None:
        """Closes the file."""
        self._reader = None
        if self._file:
            self._file.close()
            self._file = None
        if self._lock:
            self._lock.release()
            self._lock = None

    def remove(self) -> None:
        """Closes and removes the file, and any that was begun; the work is done."""
        self.close()
        self._new.unlink(missing_ok=True)
        self._real.unlink(missing_ok=True)
        if _lock_of(self._real).is_file() and (left := lock(_lock_of(self._real))):
            left.release()  # a process that was killed left it

    def read(self) -> tuple[dict[str, Any], Iterator[tuple[bytes, Any]]]:
        """The form of the frames, and those after the first; when all were read, new ones are
        appended behind them. Raises `CheckpointError` for other work and for a damaged file, and
        `TakenError` where another process has the file open.
        """
        frames = _frames(self.path)
        head = _head(frames)
        if head.get("format") != CHECKPOINT:
            raise CheckpointError(f"no checkpoint of this program: {str(self.path)!r}")
        for name, value in self._said.items():
            if head.get(name) == value:
                continue
            if name == "rules":
                raise CheckpointError(
                    f"the checkpoint was made with other sources of the rules, those here are "
                    f"{json.dumps(value)}: {json.dumps(head.get(name))}"
                )
            raise CheckpointError(_other(name, head.get(name), value))
        form = head.get("form")
        if not isinstance(form, dict):
            raise CheckpointError(f"the checkpoint says nothing of its form: {str(self.path)!r}")
        self.form = form
        return form, self._rest_of(frames)

    def _rest_of(self, frames: Iterator[_Frame]) -> Iterator[tuple[bytes, Any]]:
        try:
            self._take()
        except WriteError as error:
            raise TakenError(f"{error.strerror}: {str(self.path)!r}") from None
        self._file = self._real.open("r+b", buffering=0)
        self._latest, self._gone, self._end = [], [], self.path.stat().st_size
        for tag, content, at in frames:
            if tag == _GONE:
                self._gone.append(_Place(at, len(content)))
            elif tag == _SPENT and len(content) == _TIMES.size:
                more = _TIMES.unpack(content)
                if not all(0 <= one <= _LONGEST_WORK for one in more):
                    raise CheckpointError(f"the checkpoint holds an impossible time: {more}")
                self.earlier = Spent(*map(sum, zip(self.earlier, more, strict=True)))
            elif tag:
                if tag == LATEST:
                    self._latest.append(_Place(at, len(content)))
                self._told = at + _FRAME.size
                yield tag, content
            else:
                self.lost, self._end = self._end - at, at
        self._file.truncate(self._end)


def kind_of(path: Path) -> str | None:
    """The kind of work of a checkpoint, None if nothing there names it."""
    with suppress(OSError, CheckpointError):
        return _head(_frames(path)).get("kind")
    return None


def _head(frames: Iterator[_Frame]) -> dict[str, Any]:
    """The head in the first frame; empty if it makes no sense."""
    tag, content, _ = next(frames, _Frame(b"", b"", 0))
    head = None
    if tag == _HEAD and len(content) < _LONGEST_HEAD:
        with suppress(Misfit):
            head = json_value(bytes(content))
    return head if isinstance(head, dict) else {}


def _frames(path: Path) -> Iterator[_Frame]:
    """All frames; at the end, without a name, a last one that was cut short. Contents are where the
    system keeps the file: they take no other memory. Frames that are gone may hold anything.
    """
    size = path.stat().st_size
    whole = memoryview(b"")
    if size:
        with path.open("rb") as file:
            whole = memoryview(mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ))
    at = 0
    while at + _FRAME.size <= size:
        tag, length, check, own = _FRAME.unpack_from(whole, at)
        if zlib.crc32(whole[at : at + _FRAME.size - 4]) != own:
            raise CheckpointError(f"the checkpoint is damaged at byte {at}: {str(path)!r}")
        last = at + _FRAME.size + length
        if last > size:
            break
        content = whole[at + _FRAME.size : last]
        if tag != _GONE and zlib.crc32(content) != check:
            raise CheckpointError(f"the checkpoint is damaged behind byte {at}: {str(path)!r}")
        yield _Frame(tag, content, at)
        at = last
    if at < size:
        yield _Frame(b"", b"", at)
