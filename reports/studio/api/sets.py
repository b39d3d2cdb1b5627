"""Sets of puzzles: which there are, what one holds, and a puzzle as the board is told it.

A set is a list of puzzles as `ruleproof puzzles make` writes them; one that somebody opens in the
browser stays there, and is told puzzle by puzzle.
"""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel

from ruleproof.models.errors import TextError
from ruleproof.reports.pages.analysing import analyse_link
from ruleproof.reports.studio.api.context import TheCollection, TheLimits, operations
from ruleproof.reports.studio.asked import GameAsked, game_asked
from ruleproof.reports.studio.limits import Limits, Word
from ruleproof.reports.studio.refusals import at

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


class PuzzleTold(BaseModel):
    """A puzzle as the scripts that solve it read it: the board that it stands on, and its tree;
    `link` opens its diagram for analysis.
    """

    ground: dict[str, Any]
    puzzle: dict[str, Any]
    link: str


@router.get("/sets")
def sets(collection: TheCollection) -> list[SetTold]:
    """The sets that are served."""
    return [
        SetTold(name=name, title=one.title, ids=[puzzle.id for puzzle in one.puzzles])
        for name, one in collection.sets.items()
    ]


@router.get("/sets/{name}")
def opened(name: Word, collection: TheCollection) -> SetOpened:
    """One set, whole."""
    with at("name"):
        found = collection.open(name)
    lines = [puzzle.line() for puzzle in found.puzzles]
    return SetOpened(name=name, title=found.title, lines=lines)


@router.post("/puzzle")
def puzzle(found: dict[str, Any], limits: TheLimits) -> PuzzleTold:
    """A puzzle of a set, told so that it can be solved on a board."""
    from ruleproof.puzzles.puzzle import check_sentence, read_set
    from ruleproof.reports.pages.solving import set_told

    with at("puzzle"):
        try:
            (read,) = read_set(json.dumps(found), "puzzle")
        except TextError as error:
            raise TextError(str(error).removeprefix("puzzle, line 1: ")) from None
    _within(limits, read.game, read.board, read.settings)
    with at("puzzle"):
        check_sentence(read)
        try:
            told = set_told([read])
        except (KeyError, IndexError) as error:
            raise TextError(f"the puzzle cannot be played through: {error}") from None
        link = analyse_link(read.ready(), start=read.position)
    return PuzzleTold(ground=told["grounds"][0], puzzle=told["puzzles"][0], link=link)


def _within(limits: Limits, game: str, board: str, settings: dict[str, str | int]) -> None:
    """Raises `Refusal` where the game is none that the studio shows."""
    with at("puzzle"):
        try:
            asked = GameAsked(game=game, board=board, settings=dict(settings))
        except ValueError:
            raise TextError("the puzzle names its game in texts that are too long") from None
    game_asked(asked, limits)
