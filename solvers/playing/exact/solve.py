"""Exact values: the worth of a position, the plies to the end, the moves that keep it.

value     `win`, `draw` or `loss` for the side to move; in scored games of two the first player's
          margin; with more players each one's points against all the others together
distance  plies to the end when the winner hurries and the loser delays
best      all moves that keep the value, the shortest wins and the longest losses first

A search that is stopped early gives bounds instead of a value: what it has proved so far.

>>> from ruleproof.models.play.game import game
>>> found = solve(Position.start(game("esgros", "hex:2")))
>>> found.value, found.distance, found.best[0]
('win', 3, 'b2')
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ruleproof.models.compiled.failures import sound
from ruleproof.models.errors import PositionError
from ruleproof.models.files.writing import WriteError, must_be_new, try_out
from ruleproof.models.play.game import Game
from ruleproof.models.play.notation import read_unchecked
from ruleproof.models.play.position import Position, must_go_on
from ruleproof.solvers.playing.exact.asking import (
    Findings,
    Goal,
    find,
    must_make_sense,
    position_of,
    stopped_by,
)
from ruleproof.solvers.playing.exact.small import Small, forced_win, load_searches, plainly
from ruleproof.solvers.playing.exact.solution import NOTHING, Solution, solution_of, unsearched
from ruleproof.solvers.playing.values.contradiction import Contradiction
from ruleproof.solvers.playing.values.oracle import GIGABYTE, Oracle
from ruleproof.solvers.playing.values.scale import ANYTHING
from ruleproof.solvers.work.asked import must_be_seconds, must_be_whole, path_of
from ruleproof.solvers.work.memory import LACK
from ruleproof.solvers.work.progress import TIME_IS_UP, Deadline, Listener, Stopped, silent


@sound
def solve(
    position: Position | Game,
    *,
    goal: Goal = "value",
    within: int | None = None,
    memory: int = GIGABYTE,
    time: float | None = None,
    most: int | None = None,
    search: Oracle | None = None,
    progress: Listener = silent,
    certificate: Path | str | None = None,
    replace: bool = False,
    line: bool = True,
    resume: Path | str | None = None,
) -> Solution:
    """The exact value of a position, or of a game's start.

    The goal `win` only asks whether the side to move can win (where points are counted: have more
    than the other), with `within` whether it can within so many plies, 1 or more; `best` is then
    one such move. `memory` is in bytes (raises `TooLittle`), `time` in seconds, `most` a number of
    positions after which the search of a game of two gives up, always at the same one. `search` is
    an earlier one of the same game whose table is used again (its own limits on memory and time
    apply). Ctrl-C also ends the search with what is known. The file `certificate` receives a proof
    of the value or bounds found; one that is there is replaced only with `replace`, and raises
    `FileExistsError` before any work without it, as a place that cannot be written to raises
    `WriteError`. Without `line`, the search looks for no line. The
    search is saved in the file `resume` now and then and at its end, and goes on from there if the
    file exists; raises `CheckpointError` if that holds another search. Raises `TextError` for
    another goal, `ValueError` for `within` without the goal `win` or below 1, and for limits below
    0, and `TypeError` for arguments of another kind.
    """
    position = position_of(position)
    game, scored = position.game, position.game.rulebook.scored
    must_make_sense(game, goal, within)
    must_go_on(game, position.state)
    must_be_whole("memory", memory, 0)
    must_be_seconds("time", time)
    if most is not None:
        must_be_whole("most", most, 0)
    certificate, resume = path_of("certificate", certificate), path_of("resume", resume)
    if resume:
        try_out(resume)
    if certificate:
        if not replace:
            must_be_new(certificate)
        try_out(certificate)
    nothing = dataclasses.replace(unsearched(position), position=position)
    if not (search or certificate or resume or most is not None or (within and scored)):
        try:
            small = plainly(position, memory=memory, time=time, progress=progress)
        except (Stopped, KeyboardInterrupt):
            return nothing
        if small:
            found = answered(position, small, goal, within, line=line)
            return dataclasses.replace(found, position=position)
    if search is None:
        load_searches()
        from ruleproof.solvers.playing.exact.searching import compile_for, look_around

        if goal == "value" and not compile_for(position, progress, memory, time):
            return nothing
        look_around(position)
    deadline = Deadline(time)
    with _doubting(game, resume, own=search is None):
        found = _solved(
            position, goal, within, memory, deadline, most, search, progress, certificate, resume,
            line=line,
        )  # fmt: skip
        return dataclasses.replace(found, position=position)


def answered(
    position: Position,
    small: Mapping[int, Small],
    goal: Goal = "value",
    within: int | None = None,
    *,
    line: bool = True,
) -> Solution:
    """The answer of `solve`, once the value of all that play reaches is known."""
    if len(position.game.players) > 2:
        return _against_all(position, small.__getitem__)
    search, state = small[-1], position.state
    if goal == "win":
        return solution_of(search, state, forced_win(search, state, within))
    return solution_of(search, state, find(search, state, goal, line=line))


@contextmanager
def _doubting(game: Game, resume: Path | None, *, own: bool) -> Generator[None]:
    """Turns contradictory answers inside into `CheckpointError`, if there was a checkpoint: then it
    is to blame. Else, in a search of its `own`, a position that the search should have met is one.
    """
    known = [resume.with_name(name) for name in _names(game, resume)] if resume else []
    resumed = any(path.exists() for path in known)
    try:
        yield
    except (Contradiction, PositionError, AssertionError) as error:
        if not resumed and own and isinstance(error, PositionError):
            what = "play leads to a position that no image of one met is"
            raise Contradiction(game, read_unchecked(game, error.text), what) from error
        if not resumed:
            raise
        from ruleproof.solvers.work.checkpoints import CheckpointError

        what = f"the checkpoint contradicts itself or the rules: {str(resume)!r}"
        raise CheckpointError(what) from error


def _names(game: Game, resume: Path) -> list[str]:
    """The names of the checkpoints: with more than two players, one for each."""
    many = len(game.players) > 2
    return [f"{resume.name}-{player}" for player in game.players] if many else [resume.name]


def _solved(
    position: Position,
    goal: Goal,
    within: int | None,
    memory: int,
    deadline: Deadline,
    most: int | None,
    search: Oracle | None,
    progress: Listener,
    certificate: Path | None,
    resume: Path | None,
    *,
    line: bool,
) -> Solution:
    """The answer of `solve` by a search, once everything is compiled."""
    from ruleproof.solvers.playing.exact.searching import (
        NEVER,
        ProofSearch,
        force,
        oracle,
        value_of,
    )

    game = position.game
    if len(game.players) > 2:
        names = _names(game, resume) if resume else []

        def search_for(player: int) -> Oracle:
            return oracle(
                game,
                memory=memory // (len(game.players) if certificate else 1),
                deadline=deadline,
                progress=progress,
                party=player,
                most=most,
                checkpoint=resume and resume.with_name(names[player]),
            )

        return _against_all(position, search_for, certificate, resume)
    if search is not None:
        if most is not None:
            search.allow(most)
        found = find(search, position.state, goal, line=line)
    elif goal == "win":
        search = proofs = ProofSearch(
            game, memory=memory, deadline=deadline, progress=progress, most=most, checkpoint=resume
        )
        found = force(proofs, position.state, NEVER if within is None else within)
    else:
        search, found = value_of(position, memory, deadline, progress, most, resume, line=line)
    solution = solution_of(search, position.state, found)
    unsaved = found.unsaved or [error for error in [search.unsaved] if error]
    solution = dataclasses.replace(solution, unwritten=tuple(unsaved))
    return _certified(solution, position, [search], certificate, found.within)


def _certified(
    solution: Solution,
    position: Position,
    searches: list[Oracle],
    path: Path | None,
    within: int | None = None,
) -> Solution:
    """The solution, with its certificate written if something is proved and the time suffices.

    `within`: the plies that a win takes at most, where the distance is not known.
    """
    value, held = solution.value, solution.no_win_within
    proved = (value, held) != (None, None) or solution.bounds not in NOTHING
    if path is None or solution.stopped or not proved:
        return solution
    within = solution.distance if within is None else within
    from ruleproof.solvers.playing.strategies.certificate import ValueClaim, write

    claim = ValueClaim(value, solution.bounds, within, held)
    try:
        written = write(path, position.game, position.state, claim, searches)
    except Stopped:
        return dataclasses.replace(solution, stopped=True, reason=solution.reason or TIME_IS_UP)
    except KeyboardInterrupt:
        return dataclasses.replace(solution, stopped=True)
    except WriteError as error:
        return dataclasses.replace(solution, unwritten=(*solution.unwritten, error))
    except MemoryError:
        return dataclasses.replace(solution, stopped=True, reason=solution.reason or LACK)
    return dataclasses.replace(
        solution,
        certificate=path,
        assumes=written.assumes,
        seconds=searches[0].deadline.elapsed,
    )


def _against_all(
    position: Position,
    search_for: Callable[[int], Any],
    certificate: Path | None = None,
    resume: Path | None = None,
) -> Solution:
    """The score that each player can guarantee against all the others together, by the search that
    is made for each.
    """
    game, state = position.game, position.state
    searches: list[Oracle] = []
    lows: list[int | None] = []
    highs: list[int | None] = []
    best: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    nodes, seconds = 0, 0.0
    stopped, reason = False, ""
    unsaved: list[WriteError] = []
    for player in range(len(game.players)):
        search = search_for(player)
        found = (
            Findings(stopped=True)
            if stopped
            else find(search, state, "value", moves=player == state.side)
        )
        if resume:
            search.save()
        unsaved += [search.unsaved] if search.unsaved else []
        stopped = found.stopped
        reason = reason or (stopped_by(search, found) if stopped else "")
        low, high = (
            None if end in ANYTHING else end for end in (found.bounds.low, found.bounds.high)
        )
        if state.side != player:
            low, high = (None if high is None else -high), (None if low is None else -low)
        else:
            best = tuple(map(game.show_move, found.best))
            line = tuple(map(game.show_move, found.line))
        lows.append(low)
        highs.append(high)
        nodes, seconds = nodes + search.nodes, search.deadline.elapsed
        if certificate:
            searches.append(search)  # the certificate asks it again
        del search
    known = [low for low, high in zip(lows, highs, strict=True) if low is not None and low == high]
    solution = Solution(
        value=known if len(known) == len(lows) else None,
        bounds=(lows, highs),
        best=best,
        line=line,
        nodes=nodes,
        seconds=seconds,
        stopped=stopped,
        reason=reason,
        unwritten=tuple(unsaved),
    )
    return _certified(solution, position, searches, certificate)
