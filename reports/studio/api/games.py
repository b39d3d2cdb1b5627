"""Games: what there is, with settings and the sentences that they come from."""

from __future__ import annotations

from fastapi import Request
from pydantic import BaseModel

from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.models.rulebooks.settings import Setting
from ruleproof.reports.studio.api.context import operations
from ruleproof.reports.studio.asked import book_asked
from ruleproof.reports.studio.gate.refusals import at

router = operations("games")


class SettingTold(BaseModel):
    """A setting: its values with their meanings, or the least and the greatest number."""

    name: str
    kind: str
    default: str | int
    values: dict[str, str] | None
    numbers: tuple[int, int] | None
    sentence: str


class GameTold(BaseModel):
    """A game as published."""

    name: str
    title: str
    author: str
    about: str
    players: list[str]
    scored: bool
    boards: list[str]
    board: str
    settings: list[SettingTold]


def setting_told(setting: Setting) -> SettingTold:
    """The setting as programs see it."""
    values = setting.values
    numbers = values if isinstance(values, range) else None
    return SettingTold(
        name=setting.name,
        kind=setting.kind,
        default=setting.default,
        values=None if isinstance(values, range) else dict(values),
        numbers=(numbers[0], numbers[-1]) if numbers else None,
        sentence=setting.sentence,
    )


def game_told(book: Rulebook) -> GameTold:
    """The game as programs see it."""
    return GameTold(
        name=book.name,
        title=book.title,
        author=book.author,
        about=book.about,
        players=list(book.players),
        scored=book.scored,
        boards=list(book.boards),
        board=book.board,
        settings=[setting_told(setting) for setting in book.settings],
    )


@router.get("/games")
def games(request: Request) -> list[GameTold]:
    """All games that can be played."""
    return [game_told(book) for book in request.app.state.offer.books]


@router.get("/games/{name}")
def game(name: str) -> GameTold:
    """One game."""
    with at("name"):
        return game_told(book_asked(name))
