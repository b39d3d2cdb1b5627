"""Builds table files: the work from a position to a file, and a report on it."""

# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false

from __future__ import annotations

from contextlib import nullcontext, suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from time import process_time
from typing import Any

from ruleproof.models.displays import short_form
from ruleproof.models.errors import TextError
from ruleproof.models.files.writing import WriteError, remove_leftovers
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.retrograde.settling import compile_settling
from ruleproof.solvers.playing.tables.filing import Entries, in_order
from ruleproof.solvers.playing.tables.promises import must_keep_laws
from ruleproof.solvers.playing.tables.solved import Keep, Solved
from ruleproof.solvers.playing.tables.sorting import compile_sorting
from ruleproof.solvers.playing.tables.value_table import ValueTable
from ruleproof.solvers.playing.tables.write import write_table
from ruleproof.solvers.playing.values.contradiction import Contradiction
from ruleproof.solvers.playing.values.scale import OUTCOMES, distance, sign
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, Stopped, silent

Value = str | int | None


@dataclass(frozen=True)
class Built:
    """A table that was built, or what is known of one that was not finished.

    `entries`: the positions in it, one of each orbit of symmetric ones. `positions`: how many can
    be reached, None where the entries do not tell it (see `countable`). `value`, `distance`: of the
    first position, as a solution gives them. `seconds` and `work`: seconds on the clock and of all
    cores until all values are known, including those of earlier builds from which it goes on, as
    far as they saved their work. `reading`: the seconds among them in which the work of an earlier
    build was read, which `time` does not count. `size`: of the file, in bytes. `memory`: the bytes
    that all positions took while they were found. `unwritten`: why there is no file, where all
    values are known. `lost`: the bytes at the end of the checkpoint that were cut short; their
    positions were found again.
    """

    entries: int
    positions: int | None = None
    value: Value = None
    distance: int | None = None
    seconds: float = 0.0
    work: float = 0.0
    size: int = 0
    memory: int = 0
    stopped: bool = False
    reason: str = ""
    unwritten: WriteError | None = None
    reading: float = 0.0
    lost: int = 0

    __repr__ = short_form

    @property
    def rate(self) -> float:
        """Entries found and solved in a second of one core."""
        return self.entries / self.work if self.work else 0.0


def build(
    position: Position,
    path: Path,
    *,
    memory: int = 1 << 30,
    time: float | None = None,
    progress: Listener = silent,
    party: int = -1,
    threads: int = 1,
    checkpoint: Path | None = None,
) -> Built:
    """Solves all positions that can be reached from one and writes their table.

    `memory` is in bytes (raises `TooLittle`), `time` in seconds, without the reading of a
    checkpoint; when one of them does not suffice, or on Ctrl-C, the result says so and no file is
    written. `party`: in games of more than two, the number of the player whose points are told, as
    `party_of` gives it (raises `ValueError`). Work is saved in the file `checkpoint` now and then,
    and goes on from there if the file exists; the file is removed at the end. Where it cannot be
    written, the work stops, and `unwritten` says why. Raises `Contradiction` where the game breaks
    a law that it declares, and then leaves no checkpoint.
    """
    game, state = position.game, position.state
    if party not in (range(len(game.players)) if len(game.players) > 2 else (-1,)):
        raise ValueError(f"no such player in a game for {len(game.players)}: {party}")
    must_keep_laws(game, state)
    _compile(game, party, progress)
    deadline, worked = Deadline(time), process_time()
    table = ValueTable(
        game,
        memory=memory,
        deadline=deadline,
        progress=progress,
        party=party,
        threads=threads,
        checkpoint=checkpoint,
    )
    keep = Keep(checkpoint, game, state, party) if checkpoint else None
    solved = None
    unwritten: WriteError | None = None
    try:
        if keep and keep.there:
            solved, rows = _kept(keep, table, memory)
        else:
            solved, rows = _solved(table, state, deadline, worked)
            if keep and keep.begun:
                keep.put(solved, rows)
        try:
            if keep:  # an earlier build of this table may have been killed while it wrote
                remove_leftovers(path)
            size = _write(path, table, state, solved, rows, threads)
        except BaseException as error:
            if isinstance(error, WriteError):
                size, unwritten = 0, error
            if keep and not keep.there:
                with suppress(OSError) if unwritten else nullcontext():
                    keep.put(solved, rows)
            if not unwritten:
                raise
        if keep and not unwritten:
            keep.remove()
    except Contradiction:
        if keep:
            keep.remove()
        raise
    except (Stopped, KeyboardInterrupt):
        reason = table.stopped_by or "it was stopped"
        return Built(
            solved.entries if solved else table.nodes,
            seconds=table.earlier.seconds + deadline.elapsed,
            work=table.earlier.work + process_time() - worked,
            memory=table.bytes,
            stopped=True,
            reason=reason,
            unwritten=table.unsaved,
            reading=table.reading,
            lost=table.lost,
        )
    return Built(
        solved.entries,
        solved.positions,
        told(game, state, solved.worth, party),
        None if game.rulebook.scored else distance(solved.worth),
        solved.seconds,
        solved.work,
        size,
        solved.memory,
        unwritten=unwritten,
        reading=table.reading,
        lost=table.lost,
    )


def party_of(game: Game, player: str = "") -> int:
    """The number of the player whose points a table tells, by name, or of the first one; -1 in
    games of two. Raises `TextError` for a name that the game does not have, and for any name in
    games of two.
    """
    if len(game.players) > 2 and (player or game.players[0]) in game.players:
        return game.players.index(player or game.players[0])
    if len(game.players) > 2 or player:
        takes = ", ".join(game.players) if len(game.players) > 2 else "nothing in games of 2"
        raise TextError(f"takes {takes}: {player!r}")
    return -1


def _solved(
    table: ValueTable, state: State, deadline: Deadline, worked: float
) -> tuple[Solved, Entries]:
    """Solves all positions that play can reach from one, in any order; uses up `table`."""
    table.prepare(state)
    worth = table.value(state)
    seconds = table.earlier.seconds + deadline.elapsed
    work = table.earlier.work + process_time() - worked
    positions = table.orbits() if countable(table.game, state) else None
    solved = Solved(
        entries=table.nodes,
        worth=worth,
        positions=positions,
        seconds=seconds,
        work=work,
        memory=table.bytes,
    )
    return solved, table.surrender()


def _kept(keep: Keep, table: ValueTable, memory: int) -> tuple[Solved, Entries]:
    """The solution of an earlier build."""
    try:
        with table.apart():
            return keep.take(memory, lambda known: table.look("positions known", known, None))
    except MemoryError:
        table.stopped_by = "the memory does not suffice"
        raise Stopped from None


def _write(
    path: Path, table: ValueTable, state: State, solved: Solved, rows: Entries, threads: int
) -> int:
    """Sorts the entries and writes them; the size of the file."""
    rows = in_order(rows, lambda: table.look("sorted", 0, None))
    said = head(table.game, state, solved.worth, table.party) | {"positions": solved.positions}
    return write_table(
        path,
        said | rows.form,
        rows.words,
        rows.values,
        rows.plies,
        lambda done: table.look("written", done, solved.entries),
        threads,
    )


def _compile(game: Game, party: int, progress: Listener) -> None:
    """Compiles what a table of the game needs, which takes seconds once."""
    progress(Progress("compiling", 0))
    few = ValueTable(game, most=1, party=party)
    with suppress(Stopped):
        few.prepare(game.start())
    if not game.acyclic:
        compile_settling()
        compile_sorting()


def head(game: Game, state: State, worth: int, party: int) -> dict[str, Any]:
    """The header's words about the position that a table begins with."""
    return {
        "version": version("ruleproof"),
        "rules": game.rulebook.sources,
        "game": game.name,
        "board": game.board.text,
        "settings": game.settings,
        "position": notation.show(game, state),
        "party": game.players[party] if party >= 0 else None,
        "worth": worth,
        "value": told(game, state, worth, party),
        "distance": None if game.rulebook.scored else distance(worth),
    }


def told(game: Game, state: State, worth: int, party: int) -> Value:
    """A value as a solution gives it: the outcome, the first player's margin, the party's points;
    None where the rules of repetition may decide otherwise.
    """
    if not worth and game.repetition_decides and not game.over(state):
        return None
    if party >= 0:
        return worth if state.side == party else -worth
    if game.rulebook.scored:
        return worth if state.side == 0 else -worth
    return OUTCOMES[sign(worth)]


def countable(game: Game, state: State) -> bool:
    """Whether entries tell how many positions play from this one reaches: the images of each entry.

    Every symmetry must leave the position as it is: then play reaches the images of all that it
    reaches. One that changes the colours never does, for it changes who is to move: an entry may
    then stand for positions of one side to move or of both, and the table does not say which.
    """
    if len(game.players) == 2 and any(swap for _, swap in game.symmetries):
        return False
    return all(
        game.image(state, turn, False) == state for turn, swap in game.symmetries if not swap
    )
