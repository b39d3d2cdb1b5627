"""Values as answers: in words, in short, and as a gain for the player who moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from ruleproof.models.play.game import Game
from ruleproof.reports.wording import words
from ruleproof.reports.wording.values import margin
from ruleproof.solvers.playing.values.words import NO_WIN

if TYPE_CHECKING:
    from ruleproof.solvers.playing.exact.unfolding import Worth


class WorthTold(BaseModel):
    """The known worth of a move or a position: fields as in `Worth`, in words, and its gain: 1, 0
    or -1, or the points, for the player who moves; below 0 where others have the points.
    `by_repetition`: neither side wins but by a rule
    of repetition, so that no search tells the value.
    """

    move: str
    place: int
    value: str | int | None
    distance: int | None
    bounds: tuple[str | int | None, str | int | None]
    words: str
    short: str
    gain: int | None
    settled: bool
    by_repetition: bool = False


def worth_told(game: Game, worth: Worth) -> WorthTold:
    """The worth as pages and programs see it."""
    return WorthTold(
        move=worth.move,
        place=worth.place,
        value=worth.value,
        distance=worth.distance,
        bounds=worth.bounds,
        words=in_words(game, worth),
        short=in_short(game, worth),
        gain=None if worth.value is None else gain(worth),
        settled=worth.settled,
        by_repetition=worth.by_repetition,
    )


def gain(worth: Worth) -> int:
    """The gain of a known value for the player who moves."""
    if isinstance(worth.value, str):
        return {"win": 1, "draw": 0, "loss": -1}[worth.value]
    return worth.low


def in_short(game: Game, worth: Worth) -> str:
    """The value as it stands on a cell: `W3`, `D`, `+2`, with more than two players the points of
    one, `5`; empty where it is not known.
    """
    if isinstance(worth.value, str):
        return worth.value[0].upper() + ("" if worth.distance is None else str(worth.distance))
    if worth.value is None:
        return ""
    return _points(game, worth.value).replace("-", "−")


def in_words(game: Game, worth: Worth) -> str:
    """The value, or its bounds, in a few words."""
    low, high = worth.bounds
    if isinstance(worth.value, str):
        plies = worth.distance
        return worth.value + (
            "" if plies is None else f" in {words.counted(plies, 'ply', 'plies')}"
        )
    if worth.value is not None:
        many = len(game.players) > 2
        return words.counted(worth.value, "point") if many else margin(game, worth.value)
    if worth.by_repetition:
        return NO_WIN
    if (low, high) in ((None, None), ("loss", "win")):
        return "not known"
    if isinstance(low, str):
        return f"{low} or {high}"
    if low is None:
        return f"at most {_points(game, high, 'point')}"
    if high is None:
        return f"at least {_points(game, low, 'point')}"
    return f"from {_points(game, low)} to {_points(game, high, 'point')}"


def _points(game: Game, points: Any, unit: str = "") -> str:
    """A margin with its sign, which nothing has none of; of more players the points of one, with
    their unit.
    """
    if len(game.players) > 2:
        return words.counted(points, unit) if unit else str(points)
    return f"{points:+d}" if points else "0"
