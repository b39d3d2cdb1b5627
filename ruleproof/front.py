"""Functions for users of Python where the solvers' own ask for more than a user knows.

>>> from ruleproof import game
>>> perft(game("esgros", "hex:2"), 2)
42
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruleproof.models.compiled.failures import sound
from ruleproof.models.displays import Listing
from ruleproof.models.play.game import Game, State, must_be_game
from ruleproof.models.play.position import Position
from ruleproof.solvers.reasoning.lockstep.compare import Difference
from ruleproof.solvers.work.progress import Deadline, Listener, Stopped, silent

if TYPE_CHECKING:
    from ruleproof.models.claims.claims import Verdict, Verdicts
    from ruleproof.models.rulebooks.rulebook import Rulebook
    from ruleproof.puzzles.puzzle import PuzzleSet
    from ruleproof.reports.statistics.tuning import Tuned
    from ruleproof.solvers.playing.values.worth import ReferenceValues
    from ruleproof.solvers.reasoning.checking.repair import Repair, Repairs
    from ruleproof.solvers.reasoning.laws.conform import Told
    from ruleproof.solvers.verify.report import Report


@sound
def perft(position: Game | Position, depth: int) -> int:
    """The number of sequences of exactly `depth` legal moves from a position, or from the start.

    Raises `ValueError` for a depth below 0 or above 100.
    """
    from ruleproof.solvers.playing.exact.asking import position_of
    from ruleproof.solvers.playing.reach.perft import DEEPEST
    from ruleproof.solvers.playing.reach.perft import perft as count
    from ruleproof.solvers.work.asked import must_be_whole

    here = position_of(position)
    must_be_whole("depth", depth, 0, DEEPEST)
    if here.over and depth > 0:
        return 0
    return count(here.game, (*here.before, here.state), depth)


@sound
def check(
    game: Game,
    ids: Iterable[str] | str | None = None,
    *,
    time: float | None = None,
    thorough: bool = False,
    sample: int | None = None,
    limit: int | None = None,
    work: float | None = None,
    certificates: Path | str | None = None,
    progress: Listener = silent,
    tell: Callable[[Verdict], None] | None = None,
) -> Verdicts:
    """A verdict on every claim of the game, or on those of the ids, in the order of its sheet. One
    id can stand without a list.

    `thorough` also runs each claim with every setting it speaks of varied, one verdict each,
    looks at all its small boards, and has theorems confirmed by a second solver; `sample` plays
    that many random games against claims that are undecided on the game's own board. Each claim has
    a limit in counted work on each board, so that verdicts do not depend on the machine; `limit`
    (of positions kept) and `work` (in seconds' worth) change it, and `time` in seconds bounds the
    check, too. `certificates`: a folder for a certificate of each verdict, which replaces an
    earlier one of the same claim. `tell` hears each verdict as soon as it is found. Raises
    `TextError` for an unknown id, and before any work `WriteError` if the folder cannot be made or
    written to; if a certificate cannot be written later, the verdict says so in
    `details["unwritten"]`.
    """
    from ruleproof.solvers.reasoning.checking.check import check as checked
    from ruleproof.solvers.work.asked import must_be_seconds

    must_be_seconds("time", time)
    return checked(
        game,
        ids,
        thorough=thorough,
        sample=sample,
        seconds=time,
        limit=limit,
        work=work,
        certificates=certificates,
        progress=progress,
        tell=tell,
    )


@sound
def repair(
    game: Game,
    claim: str,
    *,
    among: Sequence[str] | str | None = None,
    time: float | None = None,
    work: float | None = None,
    progress: Listener = silent,
    tell: Callable[[Repair], None] | None = None,
) -> Repairs:
    """Checks the claim as it stands, then under one change after another.

    It tries no change if the claim holds and shows no problem. `among`: only these settings, one at
    a time, or this one. `time` in seconds and `work` bound each check, as they do `check`; `tell`
    hears each answer as soon as it is found. Raises `TextError` for an unknown claim or setting.
    """
    from ruleproof.solvers.reasoning.checking.repair import repair as repaired
    from ruleproof.solvers.work.asked import must_be_seconds

    must_be_seconds("time", time)
    return repaired(game, claim, among=among, seconds=time, work=work, progress=progress, tell=tell)


@sound
def conform(
    game: Iterable[Game] | Game | Rulebook,
    *,
    time: float | None = None,
    only: Iterable[str] | None = None,
    seed: int = 1,
    progress: Listener = silent,
) -> Listing[Told]:
    """Tests each law that solvers rely on, on one game, on several, or on small games of a
    rulebook.

    Of all breaches of a law it shows the one with the fewest plies, on the smallest board. After
    `time` in seconds the laws not yet tested to the end are `stopped`, as after Ctrl-C.
    """
    from ruleproof.solvers.reasoning.laws.conform import conform as tested
    from ruleproof.solvers.work.asked import must_be_seconds

    must_be_seconds("time", time)
    return Listing(tested(game, only=only, seconds=time, seed=seed, progress=progress))


@sound
def compare(
    game: Game, other: Game, *, time: float | None = None, progress: Listener = silent
) -> Difference:
    """Compares two settings of one game on one board, or a game and a variant of it: the shortest
    game after which they part, or a proof that none does. `shortest` of the answer is False where
    the game need not be the shortest: where positions recur in it, or the time was up. Raises
    `TextError` for another board, and for a game that is no variant.
    """
    from ruleproof.solvers.reasoning.lockstep.compare import compare as differences
    from ruleproof.solvers.work.asked import must_be_seconds

    must_be_game(game)
    must_be_game(other)
    must_be_seconds("time", time)
    (found,) = differences(game, [other], seconds=time, progress=progress)
    return found


@sound
def tune(
    game: Sequence[Game] | Game,
    *,
    time: float | None = None,
    games: int = 200,
    seed: int = 1,
    players: Sequence[str] = (),
    resume: Path | str | None = None,
    progress: Listener = silent,
) -> Tuned:
    """Play statistics of one rulebook on several boards or under several settings, a row for each.
    Notebooks show them side by side.

    `games` are played of each of the `players` (by default four of several strengths) and of each
    step of skill, for up to `time` in seconds a variant. `resume`: a file that keeps the rows;
    variants that it holds are not played again. One game can stand without a list. Raises
    `TextError` for a file of other games, and `ValueError` where the variants are not of one game,
    and for numbers that make no sense.
    """
    from ruleproof.reports.statistics.play_statistics import GROUPS
    from ruleproof.reports.statistics.tuning import Variant, tuned
    from ruleproof.solvers.work.asked import must_be_seconds, must_be_whole
    from ruleproof.solvers.work.executors import Here

    variants = [game] if isinstance(game, Game) else list(game)
    for one in variants:
        must_be_game(one)
    must_be_whole("games", games, 1)
    must_be_seconds("time", time)
    if len({one.name for one in variants}) != 1:
        raise ValueError(f"variants of one game are needed: {[one.name for one in variants]}")
    varying = [
        key for key in variants[0].settings if len({one.settings[key] for one in variants}) > 1
    ]
    return tuned(
        [Variant(one, {key: str(one.settings[key]) for key in varying}) for one in variants],
        lambda _: time,
        games=games,
        players=tuple(players) or GROUPS,
        seed=seed,
        workers=[Here()],
        resume=Path(resume) if resume else None,
        progress=progress,
    )


@sound
def build_table(
    position: Game | Position,
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

    position = position_of(position)
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
    position: Game | Position,
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

    position = position_of(position)
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
    game: Game,
    many: int = 10,
    *,
    time: float | None = None,
    goals: Sequence[str] | str = (),
    sources: Sequence[str] | str = (),
    seed: int = 1,
    progress: Listener = silent,
) -> PuzzleSet:
    """A set of so many puzzles of a game, as `ruleproof puzzles make` makes it from the same seed,
    in this process only. Fewer if the `time` in seconds is up, or nothing more is found.
    `goals`: their names, or one (default: all that the game has). `sources`: where positions come
    from, named as on the command line, or one (default: games of self-play). Raises `TextError` for
    an unknown goal or source, `ValueError` for a number below 0.
    """
    from ruleproof.puzzles.making.choice import Choice, made
    from ruleproof.puzzles.making.request import wanted
    from ruleproof.puzzles.puzzle import PuzzleSet
    from ruleproof.solvers.work.asked import must_be_seconds
    from ruleproof.solvers.work.executors import Here

    must_be_game(game)
    must_be_seconds("time", time)
    if not isinstance(many, int) or many < 0:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ValueError(f"a number of puzzles is a whole one, 0 or more: {many!r}")
    choice = Choice(wanted(game, seed, _several(goals), sources=_several(sources)), many)
    with suppress(Stopped):
        for _ in made(choice, [Here()], deadline=Deadline(time), progress=progress):
            pass
    return PuzzleSet(choice.ordered)


def _several(names: Sequence[str] | str) -> Sequence[str]:
    """The names: a text is one of them, not its letters."""
    return [names] if isinstance(names, str) else names
