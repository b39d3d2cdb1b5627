"""Functions for users of Python where the solvers' own ask for more than a user knows.

>>> from ruleproof import game
>>> perft(game("esgros", "hex:2"), 2)
42
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruleproof.models.compiled.failures import sound
from ruleproof.models.play.game import Game, State, must_be_game
from ruleproof.models.play.position import Position
from ruleproof.solvers.reasoning.lockstep.compare import Difference
from ruleproof.solvers.work.progress import Deadline, Listener, Stopped, silent

if TYPE_CHECKING:
    from ruleproof.puzzles.puzzle import PuzzleSet
    from ruleproof.reports.statistics.tuning import Tuned
    from ruleproof.solvers.playing.values.worth import ReferenceValues
    from ruleproof.solvers.verify.report import Report


@sound
def perft(of: Game | Position, depth: int) -> int:
    """The number of sequences of exactly `depth` legal moves from a position, or from the start.

    Raises `ValueError` for a depth below 0 or above 100.
    """
    from ruleproof.solvers.playing.exact.asking import position_of
    from ruleproof.solvers.playing.reach.perft import DEEPEST
    from ruleproof.solvers.playing.reach.perft import perft as count
    from ruleproof.solvers.work.asked import must_be_whole

    position = position_of(of)
    must_be_whole("depth", depth, 0, DEEPEST)
    if position.over and depth > 0:
        return 0
    return count(position.game, (*position.before, position.state), depth)


@sound
def compare(
    one: Game, other: Game, *, seconds: float | None = None, progress: Listener = silent
) -> Difference:
    """Compares two settings of one game on one board, or a game and a variant of it: the shortest
    game after which they part, or a proof that none does. `shortest` of the answer is False where
    the game need not be the shortest: where positions recur in it, or the time was up. Raises
    `TextError` for another board, and for a game that is no variant.
    """
    from ruleproof.solvers.reasoning.lockstep.compare import compare as differences

    must_be_game(one)
    must_be_game(other)
    (found,) = differences(one, [other], seconds=seconds, progress=progress)
    return found


@sound
def tune(
    variants: Sequence[Game] | Game,
    *,
    games: int = 200,
    seed: int = 1,
    seconds: float | None = None,
    players: Sequence[str] = (),
    resume: Path | str | None = None,
    progress: Listener = silent,
) -> Tuned:
    """Play statistics of one rulebook on several boards or under several settings, a row for each.
    Notebooks show them side by side.

    `games` are played of each of the `players` (by default four of several strengths) and of each
    step of skill, in so many `seconds` for each variant. `resume`: a file that keeps the rows;
    variants that it holds are not played again. One game can stand without a list. Raises
    `TextError` for a file of other games, and `ValueError` where the variants are not of one game,
    and for numbers that make no sense.
    """
    from ruleproof.reports.statistics.play_statistics import GROUPS, play_statistics
    from ruleproof.reports.statistics.tuning import Variant, tuned
    from ruleproof.solvers.work.asked import must_be_seconds, must_be_whole
    from ruleproof.solvers.work.executors import Here

    variants = [variants] if isinstance(variants, Game) else list(variants)
    for one in variants:
        must_be_game(one)
    must_be_whole("games", games, 1)
    must_be_seconds("seconds", seconds)
    if len({one.name for one in variants}) != 1:
        raise ValueError(f"variants of one game are needed: {[one.name for one in variants]}")
    names = tuple(players) or GROUPS
    varying = [
        key for key in variants[0].settings if len({one.settings[key] for one in variants}) > 1
    ]

    def measure(one: Game, left: int) -> Any:
        return play_statistics(
            one,
            games=games,
            seed=seed,
            seconds=seconds,
            groups=names,
            workers=[Here()],
            progress=progress,
        )

    return tuned(
        [Variant(one, {key: str(one.settings[key]) for key in varying}) for one in variants],
        measure,
        games=games,
        seed=seed,
        players=names,
        resume=Path(resume) if resume else None,
        progress=progress,
    )


@sound
def build_table(
    of: Game | Position,
    path: Path | str,
    *,
    replace: bool = False,
    checkpoint: Path | str | None = None,
    player: str = "",
    **how: Any,
) -> Any:
    """Writes a table of every position that can be reached from a position, or from the start, and
    returns what is known of it (`Built`). `Table(path)` then reads it.

    `replace`: whether a file that is there is replaced; without it, raises `FileExistsError` before
    any work. `checkpoint`: a file to save the work in, and to go on from. `player`: with more than
    two players, the name of the one whose sure score is told (default: the first). `how`: `memory`
    in bytes, `time` in seconds, `threads`, `progress`. Raises `TextError` for another player, and
    `WriteError`, an `OSError`, where the path cannot be written to.
    """
    from ruleproof.models.files.writing import must_be_new, try_out
    from ruleproof.solvers.playing.exact.asking import position_of
    from ruleproof.solvers.playing.tables.build import build, party_of
    from ruleproof.solvers.work.asked import must_be_seconds, must_be_whole, path_of

    position = position_of(of)
    for name, least in (("memory", 0), ("threads", 1)):
        if name in how:
            must_be_whole(name, how[name], least)
    must_be_seconds("time", how.get("time"))
    party = party_of(position.game, player)
    path = Path(path)
    if not replace:
        must_be_new(path)
    try_out(path)
    kept = path_of("checkpoint", checkpoint)
    return build(position, path, checkpoint=kept, party=party, **how)


@sound
def reference_values(
    of: Game | Position,
    start: State | None = None,
    *,
    player: str = "",
    party: int = -1,
    most: int = 200_000,
) -> ReferenceValues:
    """The outcome of every position that can be reached from a position, or from the start, by
    plain dictionaries (`playing/values/reference.py`). The answer's `look_up` takes a position and
    tells its worth as `Table.look_up` does.

    `player`: with more than two players, the name of the one whose sure score is told; `party` is
    its number among the players, from 0. `start`: a state to begin with in place of the game's.
    Raises `TextError` for another player, and `ValueError` for a number that is none's, where
    neither is given though more than two play, and where there are more than `most` positions.
    """
    from ruleproof.solvers.playing.exact.asking import position_of
    from ruleproof.solvers.playing.tables.build import party_of
    from ruleproof.solvers.playing.values.reference import values
    from ruleproof.solvers.playing.values.worth import ReferenceValues
    from ruleproof.solvers.work.asked import must_be_whole

    position = position_of(of)
    game = position.game
    must_be_whole("party", party, -1, len(game.players) - 1)
    if player:
        party = party_of(game, player)
    first = position.state if start is None else start
    return ReferenceValues(game, party, values(game, first, party=party, most=most))


@sound
def verify(
    path: Path | str,
    *,
    memory: int | None = None,
    time: float | None = None,
    progress: Listener = silent,
) -> Report:
    """Checks a certificate, a table or a game record, as `ruleproof verify` does. `ok` of the
    answer is True where all that the file claims holds, False where a fault was found, None where
    something was not checked; `faults`, `unchecked` and `told`, what the file proves, are lines.

    `memory` in bytes and `time` in seconds: their limits (default: 2 GiB and 600 s; for a table,
    all there is). Raises `OSError` where the file cannot be read, `ValueError` for limits that make
    no sense, `Stopped` where the listener does.
    """
    from ruleproof.solvers.verify.files import report_on
    from ruleproof.solvers.work.asked import must_be_seconds, must_be_whole

    if memory is not None:
        must_be_whole("memory", memory, 1)
    must_be_seconds("time", time)
    return report_on(Path(path), memory, time, progress)


@sound
def make_puzzles(
    of: Game,
    many: int = 10,
    *,
    goals: Sequence[str] | str = (),
    sources: Sequence[str] | str = (),
    seed: int = 1,
    seconds: float | None = None,
    progress: Listener = silent,
) -> PuzzleSet:
    """A set of so many puzzles of a game, as `ruleproof puzzles make` makes it from the same seed,
    by this process alone. Fewer where the seconds did not suffice, or where nothing more is found.
    `goals`: their names, or one (default: all that the game has). `sources`: where positions come
    from, named as on the command line, or one (default: games of self-play). Raises `TextError` for
    an unknown goal or source, `ValueError` for a number below 0.
    """
    from ruleproof.puzzles.making.choice import Choice, made
    from ruleproof.puzzles.making.request import wanted
    from ruleproof.puzzles.puzzle import PuzzleSet
    from ruleproof.solvers.work.executors import Here

    must_be_game(of)
    if not isinstance(many, int) or many < 0:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ValueError(f"a number of puzzles is a whole one, 0 or more: {many!r}")
    choice = Choice(wanted(of, seed, _several(goals), sources=_several(sources)), many)
    with suppress(Stopped):
        for _ in made(choice, [Here()], deadline=Deadline(seconds), progress=progress):
            pass
    return PuzzleSet(choice.puzzles)


def _several(names: Sequence[str] | str) -> Sequence[str]:
    """The names: a text is one of them, not its letters."""
    return [names] if isinstance(names, str) else names
