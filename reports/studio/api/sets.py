"""Sets of puzzles: which there are, what one holds, and a puzzle as the board is told it.

A set is a list of puzzles as `ruleproof puzzles make` writes them. Pages ask for the list of a set
first, and for a puzzle when it is opened. A set that somebody opens in the browser stays there.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from ruleproof.models.errors import TextError
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.reports.pages.analysing import analyse_link
from ruleproof.reports.studio.api.context import TheCollection, TheLimits, operations
from ruleproof.reports.studio.asked import GameAsked, game_asked
from ruleproof.reports.studio.gate.limits import Limits, Word
from ruleproof.reports.studio.gate.refusals import at

if TYPE_CHECKING:
    from ruleproof.puzzles.puzzle import Puzzle

router = operations("sets")


class SetTold(BaseModel):
    """A set: its name, its title, and the ids of its puzzles."""

    name: str
    title: str
    ids: list[str]


class SetOpened(BaseModel):
    """A set with its puzzles, lines of JSON as in its file."""

    name: str
    title: str
    lines: list[str]


class PuzzleListed(BaseModel):
    """A puzzle of a list: the title of its game, its rating and level if it has been rated, its
    themes, and what is asked, in a few words.
    """

    id: str
    game: str
    level: int | None
    rating: int | None
    themes: list[str]
    asked: str


class PuzzleTold(BaseModel):
    """A puzzle as the scripts that solve it read it: the board that it stands on, and its tree;
    `played`: its game, as requests name it. `link` opens its diagram for analysis.
    """

    played: GameAsked
    ground: dict[str, Any]
    puzzle: dict[str, Any]
    link: str


@router.get("/sets")
def sets(collection: TheCollection) -> list[SetTold]:
    """The sets that are served."""
    return [
        SetTold(name=name, title=one.title, ids=list(one.ids))
        for name, one in collection.sets.items()
    ]


@router.get("/sets/{name}")
def opened(name: Word, collection: TheCollection) -> SetOpened:
    """One set, whole."""
    with at("name"):
        found = collection.open(name)
    lines = [puzzle.line() for puzzle in found.puzzles]
    return SetOpened(name=name, title=found.title, lines=lines)


@router.get("/sets/{name}/list")
def listed(name: Word, collection: TheCollection) -> list[PuzzleListed]:
    """The puzzles of a set, each in a few words."""
    with at("name"):
        found = collection.open(name)
    return [
        PuzzleListed(
            id=one.id,
            game=rulebook(one.game).title,
            level=one.rating.level if one.rating else None,
            rating=one.rating.value if one.rating else None,
            themes=one.themes,
            asked=one.stipulation.title,
        )
        for one in found.puzzles
    ]


@router.get("/sets/{name}/puzzles/{known}")
def puzzle_of(name: Word, known: Word, collection: TheCollection, limits: TheLimits) -> PuzzleTold:
    """A puzzle of a set, by its id, told so that it can be solved on a board."""
    with at("name"):
        found = collection.open(name)
    with at("id"):
        one = next((one for one in found.puzzles if one.id == known), None)
        if one is None:
            raise TextError(f"the set {name} has no such puzzle: {known!r}")
    return _told(one, limits)


@router.post("/puzzle")
def puzzle(found: dict[str, Any], limits: TheLimits) -> PuzzleTold:
    """A puzzle of a set, told so that it can be solved on a board."""
    from ruleproof.puzzles.puzzle import read_set

    with at("puzzle"):
        try:
            (read,) = read_set(json.dumps(found), "puzzle")
        except TextError as error:
            raise TextError(str(error).removeprefix("puzzle, line 1: ")) from None
    return _told(read, limits)


def _told(read: Puzzle, limits: Limits) -> PuzzleTold:
    """The puzzle as scripts read it. Raises `Refusal` where it cannot be played through."""
    from ruleproof.puzzles.puzzle import check_sentence
    from ruleproof.reports.pages.solving import set_told

    played = _within(limits, read.game, read.board, read.settings)
    with at("puzzle"):
        check_sentence(read)
        try:
            told = set_told([read])
        except (KeyError, IndexError) as error:
            raise TextError(f"the puzzle cannot be played through: {error}") from None
        link = analyse_link(read.ready(), start=read.position)
    return PuzzleTold(
        played=played, ground=told["grounds"][0], puzzle=told["puzzles"][0], link=link
    )


def _within(limits: Limits, game: str, board: str, settings: dict[str, str | int]) -> GameAsked:
    """The game as requests name it. Raises `Refusal` where the studio does not show it."""
    with at("puzzle"):
        try:
            asked = GameAsked(game=game, board=board, settings=dict(settings))
        except ValueError:
            raise TextError("the puzzle names its game in texts that are too long") from None
    game_asked(asked, limits)
    return asked
