"""Checks certificates (see `solvers/strategies/certificate.py` for the words) by the rules alone,
or, where a file says so, by them and what the game gives besides (`models.rulebook.Given`).

Nothing here searches: the rules run as plain Python, every reply is tried, and the file must name a
move wherever its side is to move. What it reads comes from outside, so nothing in it is believed
but what the rules confirm, and no file may make the check take memory without end.
"""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

from ruleproof.models import notation
from ruleproof.models.errors import PositionError, TextError
from ruleproof.models.game import Game, State, make_game
from ruleproof.models.parts import Given
from ruleproof.models.rulebook import rulebook
from ruleproof.solvers.verify.strategies import Fault, Move, Strategy, walk

FORMAT = "ruleproof certificate 1"
LONGEST_LINE = 1 << 16
MOST_LINES = 50_000_000
MOST_MOVES = 1 << 18
"""Limits on what a file may ask for."""
LONGEST_FAULT = 1000
"""The characters of a message."""
_END = object()
_OUTCOMES = {"win": 1, "draw": 0, "loss": -1}


class Claim(NamedTuple):
    """What the header says."""

    game: Game
    start: State
    value: Any
    distance: int | None
    bounds: Any
    no_win_within: int | None
    given: Given | None


def verify(path: Path | str) -> list[str]:
    """The faults of a certificate: none if it proves what it claims, else the first that was found.

    Raises `OSError` when the file cannot be read.
    """
    try:
        with Path(path).open("rb") as raw:
            compressed = raw.read(2) == b"\x1f\x8b"
        with gzip.open(path, "rb") if compressed else Path(path).open("rb") as file:
            _verify(_lines(cast("IO[bytes]", file)))
    except Fault as fault:
        return [_short(fault)]
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        return [f"the compressed file is damaged: {error}"]
    return []


def verify_text(text: str) -> tuple[list[str], Claim | None]:
    """The faults of a certificate given as text, and what it claims if it has none."""
    try:
        return [], _verify(_lines(io.BytesIO(text.encode())))
    except Fault as fault:
        return [_short(fault)], None


def _short(fault: Fault) -> str:
    """The fault in words, no more than can be read."""
    text = str(fault)
    return text if len(text) <= LONGEST_FAULT else f"{text[:LONGEST_FAULT]}…"


def _lines(file: IO[bytes]) -> Iterator[Any]:
    """The JSON values of the file, line by line."""
    for number in range(1, MOST_LINES):
        line = file.readline(LONGEST_LINE + 1)
        if not line:
            return
        if len(line) > LONGEST_LINE:
            raise Fault(f"line {number} is longer than {LONGEST_LINE} bytes")
        try:
            yield json.loads(line)
        except (ValueError, RecursionError):
            raise Fault(f"line {number} is no JSON: {line[:40]!r}") from None
    raise Fault(f"the file has more than {MOST_LINES} lines")


def _verify(lines: Iterator[Any]) -> Claim:
    """What the file claims, once all of it has been checked."""
    claim = _header(next(lines, None))
    if claim.game.over(claim.start):
        _check_ended(claim)
        if next(lines, _END) is not _END:
            raise Fault("the game is over at the start, so the file ends after its header")
        return claim
    if claim.distance is not None and claim.value not in ("win", "loss"):
        raise Fault(f"only a win or a loss has a distance: {claim.distance!r}")
    for needed in _needed(claim):
        if claim.game.repetition_decides and not needed.must_end:
            raise Fault(
                f"{needed.title} need not make the game end, and bringing a position about again"
                " may decide it otherwise"
            )
        _read(needed, claim, lines)
        walk(claim.game, claim.start, needed, claim.given)
    if next(lines, _END) is not _END:
        raise Fault("the file goes on after its last strategy")
    return claim


def _header(head: Any) -> Claim:
    """The game, the position and the claim that the header names."""
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise Fault(f"the first line is no header of a {FORMAT!r}")
    words = [head.get(key) for key in ("version", "game", "board", "position")]
    settings, claimed = head.get("settings"), head.get("claim")
    if not all(isinstance(word, str) for word in words):
        raise Fault("the header lacks the text of version, game, board or position")
    if not isinstance(settings, dict) or not isinstance(claimed, dict):
        raise Fault("the header lacks settings or claim")
    _, name, board, position = cast("list[str]", words)
    try:
        game = make_game(rulebook(name), board, settings)
        start = notation.read(game, position)
    except (TextError, PositionError) as error:
        raise Fault(f"the header: {error}") from None
    if game.settings != settings:
        missing = next(key for key in game.settings if game.settings[key] != settings.get(key))
        raise Fault(f"the header lacks the setting {missing!r}")
    if game.most_moves > MOST_MOVES:
        raise Fault(f"{name} on {board} can have more than {MOST_MOVES} moves at a time")
    value, distance, held = (claimed.get(key) for key in ("value", "distance", "no_win_within"))
    for key, plies in (("distance", distance), ("no_win_within", held)):
        if plies is not None and not _natural(plies):
            raise Fault(f"{key} is a whole number of plies: {plies!r}")
    if held is not None and (value is not None or len(game.players) > 2):
        raise Fault("that there is no win so soon is claimed where no value is, of games of two")
    given = head.get("given", False)
    if given is not True and given is not False:
        raise Fault(f"given is true where more than the rules is taken as given: {given!r}")
    if given and (game.given is None or held is not None):
        raise Fault("nothing can be taken as given besides the rules here")
    bounds = claimed.get("bounds")
    return Claim(game, start, value, distance, bounds, held, game.given if given else None)


def _natural(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number < 1 << 31


def _whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and abs(number) < 1 << 31


def _check_ended(claim: Claim) -> None:
    """The value of a game that is over at the start is its result."""
    game, start = claim.game, claim.start
    if len(game.players) > 2:
        value: Any = [game.score(start, player) for player in range(len(game.players))]
    elif game.rulebook.scored:
        value = game.payoff(start) if start.side == 0 else -game.payoff(start)
    else:
        value = {1: "win", 0: "draw", -1: "loss"}[game.payoff(start)]
    if json.dumps(claim.value) != json.dumps(value) or claim.distance not in (None, 0):
        raise Fault(f"the game is over and its value is {value!r}: {claim.value!r}")


def _needed(claim: Claim) -> Iterator[Strategy]:
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
            yield Strategy(moves_first, player, own, True, None, f"{name}'s strategy")
            yield Strategy(not moves_first, player, -own, True, None, f"that of {name}'s rivals")
        return
    low, high = _ends(claim)
    found = False
    for mine, end in ((True, low), (False, high)):
        if end is not None and (game.rulebook.scored or (end >= 0 if mine else end <= 0)):
            title = f"the strategy of {'the side to move' if mine else 'the other side'}"
            least = end if mine else -end
            found = True
            yield Strategy(mine, -1, least, least > 0, claim.distance if least > 0 else None, title)
    if claim.no_win_within is not None:
        found = True
        yield Strategy(False, -1, 0, False, claim.no_win_within, "the strategy that holds out")
    if not found:
        raise Fault(f"the bounds say nothing: {claim.bounds!r}")


def _ends(claim: Claim) -> tuple[int | None, int | None]:
    """The least and the most that the claim says the side to move gets, None where nothing."""
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


def _title(needed: Strategy, game: Game) -> dict[str, Any]:
    """The line of the file that begins the strategy."""
    if needed.player < 0:
        plies = {} if needed.must_end or needed.plies is None else {"plies": needed.plies}
        return {"side": "mover" if needed.mine else "other", "least": needed.least} | plies
    name = game.players[needed.player]
    if needed.title.startswith(name):
        return {"side": "alone", "player": name, "points": f">={needed.least}"}
    return {"side": "others", "player": name, "points": f"<={-needed.least}"}


def _read(needed: Strategy, claim: Claim, lines: Iterator[Any]) -> None:
    """Reads the strategy's moves."""
    game, given = claim.game, claim.given
    head = next(lines, None)
    wanted = _title(needed, claim.game)
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
    for _ in range(cast("int", entries)):
        row = next(lines, None)
        if not isinstance(row, list) or len(cast("list[Any]", row)) != 3:
            raise Fault(
                f"{needed.title} is cut short or has a line that is no [position, move, rank]"
            )
        position, move, rank = cast("list[Any]", row)
        if not isinstance(position, str) or not isinstance(move, str):
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
