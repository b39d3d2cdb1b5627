"""Building table files: the work from a position to a file, and what is known of it afterwards."""

# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from time import process_time
from typing import Any

from ruleproof.models import notation
from ruleproof.models.files import remove_leftovers
from ruleproof.models.game import Game, State
from ruleproof.models.position import Position
from ruleproof.models.sources import sources_hash
from ruleproof.solvers.progress import Deadline, Listener, Progress, Stopped, silent
from ruleproof.solvers.search_values import distance, sign
from ruleproof.solvers.settling import compile_settling
from ruleproof.solvers.sorting import compile_sorting
from ruleproof.solvers.strong import Table
from ruleproof.solvers.table_write import write_table

Value = str | int | None
OUTCOMES = {-1: "loss", 0: "draw", 1: "win"}


@dataclass(frozen=True)
class Built:
    """A table that was built, or what is known of one that was not finished.

    `entries`: the positions in it, one of each orbit of symmetric ones. `positions`: how many
    positions they stand for, None where the first one is not symmetric itself. `value`, `distance`:
    of the first position, as a solution tells them. `seconds` and `work`: those on the clock and
    those of all cores, until all values are known. `size`: of the file, in bytes. `memory`: the
    bytes that all positions took while they were found.
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

    `memory` is in bytes, `time` in seconds; when one of them does not suffice, or on Ctrl-C, what
    is returned says so and no file is written. `party`: in games of more than two, the player whose
    points are told. What is found is saved in the file `checkpoint` now and then, from which work
    goes on if it exists; it is removed at the end. Raises `OSError` where a file cannot be written.
    """
    game, state = position.game, position.state
    _compile(game, party, progress)
    deadline, worked = Deadline(time), process_time()
    table = Table(
        game,
        memory=memory,
        deadline=deadline,
        progress=progress,
        party=party,
        threads=threads,
        checkpoint=checkpoint,
    )
    try:
        table.prepare(state)
        worth = table.value(state)
        seconds, work = deadline.elapsed, process_time() - worked
        entries, took = table.nodes, table.bytes
        positions = table.orbits() if symmetric(game, state) else None
        said = head(game, state, worth, party) | {"positions": positions}
        rows = table.surrender()

        if checkpoint:  # an earlier build of this table may have been killed while it wrote
            remove_leftovers(path)

        def report(done: int) -> None:
            table.look("written", done, entries)

        size = write_table(
            path,
            said | rows.keys.form,
            rows.words,
            rows.values,
            rows.plies,
            report,
            threads,
        )
        if checkpoint:
            checkpoint.unlink(missing_ok=True)
    except (Stopped, KeyboardInterrupt):
        reason = table.stopped_by or "it was stopped"
        return Built(
            table.nodes,
            seconds=deadline.elapsed,
            work=process_time() - worked,
            memory=table.bytes,
            stopped=True,
            reason=reason,
        )
    return Built(
        entries,
        positions,
        said["value"],
        said["distance"],
        seconds,
        work,
        size,
        took,
    )


def _compile(game: Game, party: int, progress: Listener) -> None:
    """Has what a table of the game needs compiled, which takes seconds once."""
    progress(Progress("compiling", 0))
    few = Table(game, memory=1 << 20, most=1, party=party)
    with suppress(Stopped):
        few.prepare(game.start())
    if not game.acyclic:
        compile_settling()
        compile_sorting()


def head(game: Game, state: State, worth: int, party: int) -> dict[str, Any]:
    """What a header says of the position that a table begins with."""
    return {
        "version": version("ruleproof"),
        "rules": sources_hash(),
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
    """A value as a solution tells it: the outcome, the first player's margin, the party's points;
    None where the rules of repetition may decide otherwise.
    """
    decides = game.rulebook.repetition_decides
    if not worth and not game.over(state) and decides is not None and decides(game):
        return None
    if party >= 0:
        return worth if state.side == party else -worth
    if game.rulebook.scored:
        return worth if state.side == 0 else -worth
    return OUTCOMES[sign(worth)]


def symmetric(game: Game, state: State) -> bool:
    """Whether every symmetry of the board that keeps the colours leaves the position as it is."""
    return all(
        game.kept_by(state, turn, False) == state for turn, swap in game.symmetries if not swap
    )
