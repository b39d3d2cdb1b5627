"""Searches: the compiled solvers for each kind of game, and how they are asked in turn.

Importing this module imports the compiler.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

from ruleproof.models.files.writing import WriteError
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.exact.asking import COMPILED, Findings, find, kind_of, note_stop
from ruleproof.solvers.playing.reach.explore import Reach
from ruleproof.solvers.playing.search.alphabeta import Searcher
from ruleproof.solvers.playing.search.proof_number import ProofSearch
from ruleproof.solvers.playing.search.proof_table import NEVER, UNTOLD
from ruleproof.solvers.playing.tables.value_table import ValueTable
from ruleproof.solvers.playing.values.oracle import GIGABYTE, Oracle
from ruleproof.solvers.playing.values.scale import WIN, Bounds
from ruleproof.solvers.work.memory import TooLittle
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, Stopped, silent

_Turn: TypeAlias = tuple[type[Searcher | ValueTable | ProofSearch], int | None]
_IN_TURN: tuple[_Turn, ...] = (
    (ValueTable, 1 << 16), (ProofSearch, 1 << 18), (ValueTable, 1 << 20), (ProofSearch, None),
)  # fmt: skip
"""Solvers for cyclic win/draw/loss games, tried in turn, each with its limit on positions: a table
is soon done where there are few positions, and forced wins are soon found where they are near.
"""
_MANY = 1 << 12
"""The most moves of a position in games whose symmetries are tested before a search."""
_ALL = 1 << 62
"""More positions than can be looked at."""


def oracle(
    game: Game,
    *,
    memory: int = GIGABYTE,
    deadline: Deadline | None = None,
    progress: Listener = silent,
    party: int = -1,
    most: int | None = None,
    checkpoint: Path | None = None,
) -> Searcher | ValueTable:
    """A search that answers questions about a game, or, where play can return, a table."""
    kind = Searcher if game.acyclic else ValueTable
    return kind(
        game, memory=memory, deadline=deadline, progress=progress, party=party, most=most,
        checkpoint=checkpoint,
    )  # fmt: skip


def force(search: ProofSearch, state: State, plies: int) -> Findings:
    """Whether the side to move forces a win within so many plies."""
    found = Findings()
    try:
        search.prepare(state)
        if search.game.over(state):
            found.bounds = Bounds(search.final(state), search.final(state))
        elif search.wins(state, True, 0, plies):
            found.within = search.within if search.within < UNTOLD else None
            found.bounds.low = 1 if search.game.rulebook.scored else WIN - search.within
            move = search.suggestion(state, 0, found.within)
            found.best = [] if move is None else [move]
        elif plies == NEVER:
            found.bounds.high = 0
        else:
            found.no_win_within = plies
    except (Stopped, MemoryError) as error:
        note_stop(search, found, error)
    except KeyboardInterrupt:
        found.stopped = found.interrupted = True
    search.save()
    return found


def value_of(
    position: Position,
    memory: int,
    deadline: Deadline,
    progress: Listener,
    most: int | None,
    resume: Path | None,
    *,
    line: bool,
) -> tuple[Oracle, Findings]:
    """The search for a position's value, and its findings."""
    game = position.game
    waiting = list(in_turn(game, most, resume))
    unsaved: list[WriteError] = []
    while True:
        kind, limit = waiting.pop(0)
        try:
            search = kind(
                game,
                memory=memory,
                deadline=deadline,
                progress=progress,
                most=limit,
                checkpoint=resume,
            )
        except TooLittle:
            if not waiting:
                raise
            continue
        found = find(search, position.state, "value", line=line)
        if resume:
            search.save()
        if search.unsaved:
            unsaved.append(search.unsaved)
            waiting = waiting or [(kind, limit)]  # once more, without a checkpoint
        found.unsaved = unsaved
        if not waiting or not found.stopped or found.interrupted or deadline.passed:
            if most is None and limit is not None:
                search.allow(_ALL)  # a certificate asks further questions
            return search, found
        resume = None  # the next search is another one
        del search


def in_turn(game: Game, most: int | None, resume: Path | None) -> tuple[_Turn, ...]:
    """The solvers to try in turn, each with the positions after which it gives up.

    Where play can return and only wins count, a table of all positions or a search for each side's
    forced wins answers, whichever is done first.
    """
    if game.acyclic or game.rulebook.scored:
        return ((Searcher if game.acyclic else ValueTable, most),)
    turns: tuple[_Turn, ...] = ((ValueTable, None), (ProofSearch, None)) if resume else _IN_TURN
    if most is None:
        return turns
    bounded = ((kind, most if limit is None else min(limit, most)) for kind, limit in turns)
    return tuple(dict.fromkeys(bounded))


def compile_for(
    position: Position,
    progress: Listener = silent,
    memory: int = GIGABYTE,
    time: float | None = None,
) -> bool:
    """Compile the kernels that a search from the position needs, by its first steps; False after
    Ctrl-C.

    Compiling takes seconds the first time and is not counted; the steps keep to the limits.
    """
    game, state = position.game, position.state
    which = kind_of(game)
    if which in COMPILED or game.over(state):
        return True
    try:
        progress(Progress("compiling", 0))
    except KeyboardInterrupt:
        return False
    few = oracle(game, most=1, memory=memory, deadline=Deadline(time))
    if find(few, state, "value").interrupted:
        return False
    COMPILED.add(which)
    return True


def look_around(position: Position) -> None:
    """Raises `Contradiction` where one of the first positions that play reaches from here breaks a
    symmetry that the game declares.
    """
    game = position.game
    if len(game.symmetries) > 1 and game.most_moves <= _MANY:
        reach = Reach(game, limit=0, start=position.state)
        while not reach.complete and reach.advance():
            pass
