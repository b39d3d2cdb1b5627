"""Checks certificates (see `playing/strategies/certificate.py` for the words) by the rules alone,
or, where a file says so, also by facts that the game gives (`models.rulebooks.parts.Given`).

Nothing here searches: the rules run as plain Python, every reply is tried, and the file must name a
move wherever its side is to move. Files come from outside, so only what the rules confirm is
believed, and no file may make the check take memory without end.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated, Any, Literal, NamedTuple, cast

from pydantic import BaseModel, ConfigDict, Field

from ruleproof.models.errors import PositionError, TextError
from ruleproof.models.files.strict import Misfit, fitting, json_value
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State, game_in_file
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.assumed import Assumed
from ruleproof.models.rulebooks.parts import Given
from ruleproof.solvers.playing.values.words import bounds_in_words, of_whom, subject, value_in_words
from ruleproof.solvers.verify.report import Report, other_sources, unknown_format
from ruleproof.solvers.verify.strategies import Fault, Move, Side, Strategy, walk
from ruleproof.solvers.work.formats import STRATEGIES
from ruleproof.solvers.work.limits import (
    CELL,
    LONGEST_LINE,
    LONGEST_MOVE,
    MOST_LINES,
    MOST_MOVES,
    Hash,
    Moves,
    Word,
)
from ruleproof.solvers.work.progress import Listener, Progress, silent

_END = object()
_OUTCOMES = {"win": 1, "draw": 0, "loss": -1}
_PLIES = Annotated[int, Field(ge=0, lt=1 << 31)]
_POINTS = Annotated[int, Field(gt=-(1 << 31), lt=1 << 31)]
_VALUE = Literal["win", "draw", "loss"] | _POINTS


class Claimed(BaseModel):
    """The header's claim about the position, see `playing/strategies/certificate.py`."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    value: _VALUE | Annotated[list[_POINTS], Field(max_length=64)] | None
    distance: _PLIES | None = None
    bounds: Annotated[list[_VALUE | None], Field(min_length=2, max_length=2)] | None = None
    no_win_within: _PLIES | None = None


class Head(BaseModel):
    """The header of a certificate."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    format: Literal["ruleproof certificate 1"]
    version: Word
    rules: Hash | Literal[""] = ""
    game: Word
    board: Word
    settings: Annotated[dict[Word, Word | _POINTS], Field(max_length=64)]
    position: Moves
    claim: Claimed
    given: bool = False


class HeadClaim(NamedTuple):
    """Read the header."""

    game: Game
    start: State
    value: Any
    distance: int | None
    bounds: Any
    no_win_within: int | None
    given: Given | None

    @property
    def assumes(self) -> tuple[Assumed, ...]:
        """What the strategies take as given."""
        return () if self.given is None else (Assumed("given", self.given.words),)

    @property
    def words(self) -> str:
        """The claim in words."""
        here = Position(self.game, self.start)
        if self.value is not None:
            within = "" if self.distance is None else f" within {self.distance} plies"
            return value_in_words(here, self.value) + within + of_whom(here)
        held = self.no_win_within
        so_far = "" if held is None else f", no win within {held} plies"
        return bounds_in_words(here, *self.bounds) + so_far + of_whom(here)


class Checked(NamedTuple):
    """A claim that the file proves, and notes for the reader."""

    claim: HeadClaim
    notes: list[str]


def verify(path: Path | str) -> list[str]:
    """The faults of a certificate: none if it proves its claim, else the first fault found.

    Raises `OSError` when the file cannot be read.
    """
    return report(Path(path)).faults


def report(path: Path, progress: Listener = silent) -> Report:
    """Check a certificate. Raises `OSError` when the file cannot be read."""
    try:
        with unpacked(path) as file:
            claim, notes = verify_stream(file, progress)
    except Fault as fault:
        return Report.refused(str(fault))
    told = [f"{subject(Position(claim.game, claim.start))}: {claim.words}"]
    return Report.proving(told, claim.assumes, notes, claim.game)


def proved(path: Path, progress: Listener = silent) -> tuple[HeadClaim, list[Strategy]]:
    """The claim of a certificate, and the strategies that prove it, each of them checked. Raises
    `TextError` where it does not prove its claim, and `OSError` when the file cannot be read.
    """
    strategies: list[Strategy] = []
    try:
        with unpacked(path) as file:
            claim = _verify(_lines(file, progress), strategies).claim
    except Fault as fault:
        raise TextError(str(fault)) from None
    return claim, strategies


@contextmanager
def unpacked(path: Path) -> Generator[IO[bytes]]:
    """The file as a stream, unpacked as it is read if it is compressed. Raises `Fault` where it is
    damaged.
    """
    try:
        with path.open("rb") as raw:
            compressed = raw.peek(2)[:2] == b"\x1f\x8b"
            yield cast("IO[bytes]", gzip.GzipFile(fileobj=raw)) if compressed else raw
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise Fault(f"the compressed file is damaged: {error}") from None


def verify_stream(file: IO[bytes], progress: Listener = silent) -> Checked:
    """The statement that a certificate proves. Raises `Fault` where it does not prove its claim."""
    return _verify(_lines(file, progress))


def _lines(file: IO[bytes], progress: Listener) -> Iterator[Any]:
    """Yields the JSON values of the file, line by line."""
    for number in range(1, MOST_LINES):
        line = file.readline(LONGEST_LINE + 1)
        if not line:
            return
        if len(line) > LONGEST_LINE:
            raise Fault(f"line {number} is longer than {LONGEST_LINE} bytes")
        if number % 1000 == 0:
            progress(Progress("lines read", number))
        try:
            yield json_value(line)
        except Misfit as misfit:
            raise Fault(f"line {number} {misfit}") from None
    raise Fault(f"the file has more than {MOST_LINES} lines")


def _verify(lines: Iterator[Any], kept: list[Strategy] | None = None) -> Checked:
    """The file's claim, once all of it has been checked; its strategies are `kept`."""
    claim, notes = _header(next(lines, None))
    if claim.game.over(claim.start):
        _check_ended(claim)
        if next(lines, _END) is not _END:
            raise Fault("the game is over at the start, so the file ends after its header")
        return Checked(claim, notes)
    if claim.distance is not None and claim.value not in ("win", "loss"):
        raise Fault(f"only a win or a loss has a distance: {claim.distance!r}")
    for needed in needed_for(claim):
        if claim.game.repetition_decides and not needed.must_end:
            raise Fault(
                f"{needed.title} need not make the game end, and bringing a position about again"
                " may decide it otherwise"
            )
        _read(needed, claim, lines)
        walk(claim.game, claim.start, needed, claim.given)
        if kept is not None:
            kept.append(needed)
    if next(lines, _END) is not _END:
        raise Fault("the file goes on after its last strategy")
    return Checked(claim, notes)


def _header(line: Any) -> Checked:
    """The game, the position and the claim that the header names."""
    unknown = unknown_format(json.dumps(line))
    if unknown:
        raise Fault(unknown)
    try:
        head: Head = fitting(Head, line)
    except Misfit as misfit:
        raise Fault(f"the first line is no header of a {STRATEGIES!r}: {misfit}") from None
    try:
        game = game_in_file(head.game, head.board, head.settings)
        start = notation.read(game, head.position)
    except (TextError, PositionError) as error:
        raise Fault(f"the header: {error}") from None
    if game.most_moves > MOST_MOVES:
        raise Fault(f"{head.game} on {head.board} can have more than {MOST_MOVES} moves at a time")
    claimed = head.claim
    value, held = claimed.value, claimed.no_win_within
    if held is not None and (value is not None or len(game.players) > 2):
        raise Fault("only a claim without a value, in games of two, says that no win is so near")
    if value is not None and claimed.bounds is not None:
        raise Fault("a claim has a value or two bounds, and this one has both")
    if head.given and (game.given is None or held is not None):
        raise Fault("nothing can be taken as given besides the rules here")
    given = game.given if head.given else None
    claim = HeadClaim(game, start, value, claimed.distance, claimed.bounds, held, given)
    return Checked(claim, other_sources(head.rules, game))


def _is_text(value: object, longest: int) -> bool:
    return isinstance(value, str) and len(value) <= longest


def _natural(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number < 1 << 31


def _whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and abs(number) < 1 << 31


def _check_ended(claim: HeadClaim) -> None:
    """Checks that the value of a game that is over at the start is its result."""
    game, start = claim.game, claim.start
    if len(game.players) > 2:
        value: Any = [game.score(start, player) for player in range(len(game.players))]
    elif game.rulebook.scored:
        value = game.payoff(start) if start.side == 0 else -game.payoff(start)
    else:
        value = {1: "win", 0: "draw", -1: "loss"}[game.payoff(start)]
    if json.dumps(claim.value) != json.dumps(value) or claim.distance not in (None, 0):
        raise Fault(f"the game is over and its value is {value!r}: {claim.value!r}")


def needed_for(claim: HeadClaim) -> Iterator[Strategy]:
    """The strategies that together prove the claim, in the order of the file."""
    game, value = claim.game, claim.value
    players = game.players
    if len(players) > 2:
        points = cast("list[object]", value) if isinstance(value, list) else []
        if len(points) != len(players) or not all(map(_whole, points)):
            raise Fault(f"the value is a list of {len(players)} whole numbers: {value!r}")
        for player, own in enumerate(cast("list[int]", points)):
            moves_first = claim.start.side == player
            name = players[player]
            title, rivals = f"{name}'s strategy", f"that of {name}'s rivals"
            yield Strategy("alone", moves_first, player, own, True, None, title)
            yield Strategy("others", not moves_first, player, -own, True, None, rivals)
        return
    low, high = _ends(claim)
    found = False
    ends: tuple[tuple[Side, int | None, str], ...] = (
        ("mover", low, "the strategy of the side to move"),
        ("other", None if high is None else -high, "the strategy of the other side"),
    )
    for side, least, title in ends:
        if least is not None and (game.rulebook.scored or least >= 0):
            found, within = True, claim.distance if least > 0 else None
            yield Strategy(side, side == "mover", -1, least, least > 0, within, title)
    if claim.no_win_within is not None:
        found, title = True, "the strategy that holds out"
        yield Strategy("other", False, -1, 0, False, claim.no_win_within, title)
    if not found:
        raise Fault(f"the bounds say nothing: {claim.bounds!r}")


def _ends(claim: HeadClaim) -> tuple[int | None, int | None]:
    """The least and the most that the side to move gets by the claim; None where unsaid."""
    ends, scored = [claim.value] * 2, claim.game.rulebook.scored
    if claim.value is None:
        if not isinstance(claim.bounds, list) or len(cast("list[Any]", claim.bounds)) != 2:
            raise Fault(f"a claim has a value or two bounds: {claim.bounds!r}")
        ends = cast("list[Any]", claim.bounds)
    for end in ends:
        if not scored and end not in tuple(_OUTCOMES):
            raise Fault(f"the value is win, draw or loss: {end!r}")
        if scored and not _whole(end) and (end is not None or claim.value is not None):
            raise Fault(f"the value is a whole number: {end!r}")
    if not scored:
        return _OUTCOMES[ends[0]], _OUTCOMES[ends[1]]
    if claim.start.side == 0:
        return ends[0], ends[1]
    low, high = (None if end is None else -end for end in reversed(ends))
    return low, high


def title_of(needed: Strategy, game: Game) -> dict[str, Any]:
    """The line of the file that begins the strategy."""
    side = needed.side
    if needed.player < 0:
        plies = {} if needed.must_end or needed.plies is None else {"plies": needed.plies}
        return {"side": side, "least": needed.least} | plies
    points = f">={needed.least}" if side == "alone" else f"<={-needed.least}"
    return {"side": side, "player": game.players[needed.player], "points": points}


def _read(needed: Strategy, claim: HeadClaim, lines: Iterator[Any]) -> None:
    """Reads the strategy's moves."""
    game, given = claim.game, claim.given
    head = next(lines, None)
    wanted = title_of(needed, claim.game)
    if not isinstance(head, dict):
        raise Fault(f"the file ends, or goes on otherwise, where {needed.title} should begin")
    head = cast("dict[str, Any]", head)
    entries = head.get("entries")
    if json.dumps({key: head.get(key) for key in wanted}) != json.dumps(wanted) or (
        not head.keys() - wanted.keys() <= {"entries"}
    ):
        raise Fault(f"where {needed.title} should begin stands {json.dumps(head)[:200]}")
    if not _natural(entries):
        raise Fault(f"{needed.title} lacks its number of entries")
    longest = CELL * (game.board.size + 8)
    for _ in range(cast("int", entries)):
        row = next(lines, None)
        if not isinstance(row, list) or len(cast("list[Any]", row)) != 3:
            raise Fault(
                f"{needed.title} is cut short or has a line that is no [position, move, rank]"
            )
        position, move, rank = cast("list[Any]", row)
        if not _is_text(position, longest) or not _is_text(move, LONGEST_MOVE):
            raise Fault(f"{needed.title} has a line without position and move: {row!r}"[:300])
        if rank is not None and not _natural(rank):
            raise Fault(f"a rank is a whole number: {rank!r} at {position!r}")
        key, state = position, None
        if given:
            state = _position(game, position)
            key = given.alike(game, state)
        if key in needed.moves:
            raise Fault(f"{needed.title} has two moves for {position!r}")
        needed.moves[key] = Move(state, move, rank)


def _position(game: Game, text: str) -> State:
    try:
        return notation.read(game, text)
    except (TextError, PositionError) as error:
        raise Fault(f"{text!r}: {error}") from None
