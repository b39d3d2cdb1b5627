"""Positions: their drawings, the moves legal there, and the reasons why others are not."""

from __future__ import annotations

from fastapi import Response
from pydantic import BaseModel, Field

from ruleproof.models.boards.boards import Board
from ruleproof.models.errors import MoveError, TextError
from ruleproof.models.play.position import Position
from ruleproof.reports.drawing.svg import svg
from ruleproof.reports.studio.answers.told import (
    PositionTold,
    WhyTold,
    position_told,
    reasons,
    turned,
)
from ruleproof.reports.studio.api.context import TheLimits, operations
from ruleproof.reports.studio.asked import PositionAsked, drawn_unjudged, game_asked, position_asked
from ruleproof.reports.studio.gate.limits import MOST_TURNS, MoveText, Word
from ruleproof.reports.studio.gate.refusals import Refusal, at

router = operations("positions")


class SeenPosition(PositionAsked):
    """A position and from where it is looked at."""

    flip: bool = False


class Clicked(PositionAsked):
    """A position and cells that were clicked there, one after the other."""

    cells: list[Word] = Field(max_length=4)


class Typed(PositionAsked):
    """A position at the start of a turn, a turn that somebody typed, and turns listed there."""

    typed: MoveText
    listed: list[MoveText] = Field([], max_length=MOST_TURNS)


class TypedTold(BaseModel):
    """A turn: why it is not legal, with the clause that forbids it (empty: it is legal); the listed
    turn that comes to the same as an answer to a puzzle (empty: none does).
    """

    why: str
    equal: str


@router.post("/position")
def position(asked: SeenPosition, limits: TheLimits) -> PositionTold:
    """The position after the moves: its drawing, the legal moves, the result."""
    return position_told(position_asked(asked, limits), flip=asked.flip)


@router.post("/setup")
def setup(asked: SeenPosition, limits: TheLimits) -> PositionTold:
    """The position that a text shows, with all its faults if the rules do not allow it."""
    try:
        return position_told(position_asked(asked, limits), flip=asked.flip)
    except Refusal as refused:
        if refused.told.kind != "position":
            raise
        game = game_asked(asked, limits)
        with at("start"):
            drawn = drawn_unjudged(game, asked.start)
        if drawn is None:
            raise
        return position_told(drawn, flip=asked.flip, faults=refused.told.faults)


@router.post("/why")
def why(asked: Clicked, limits: TheLimits) -> list[WhyTold]:
    """Each move that naming these cells might mean, with the clause it breaks; empty: legal. Where
    all break the same clause, the answer has the cells alone in place of the moves.
    """
    found = position_asked(asked, limits)
    _check_cells(found.game.board, asked.cells)
    return reasons(found, asked.cells)


@router.post("/turn")
def turn(asked: Typed, limits: TheLimits) -> TypedTold:
    """Judges a whole turn, whose steps may stand in any order: whether it is legal, and which
    listed turn comes to the same.
    """
    from ruleproof.puzzles.telling.equals import effect, line_after, typed

    here = position_asked(asked, limits)
    try:
        try:
            after = typed(here, asked.typed)
        except TextError:
            after = typed(here, asked.typed.lower())
    except (MoveError, TextError) as error:
        return TypedTold(why=_step_first(str(error), asked.typed), equal="")
    reached = effect(here.game, here.state, after.state)
    known: dict[tuple[str, ...], Position] = {(): here}
    for number, text in enumerate(asked.listed, 1):
        with at(f"listed, turn {number}"):
            one = line_after(known, text.split())
        if effect(here.game, here.state, one.state) == reached:
            return TypedTold(why="", equal=text)
    return TypedTold(why="", equal="")


def _step_first(message: str, text: str) -> str:
    """The message of an error about a step of a turn, which it begins with if it is not all."""
    told, _, step = message.rpartition(": ")
    step = step.strip("'\"")
    return told if step == text.strip() else f"{step}: {told}"


SVG = "image/svg+xml"


@router.post(
    "/drawing",
    response_class=Response,
    responses={200: {"content": {SVG: {"schema": {"type": "string"}}}}},
)
def drawing(asked: SeenPosition, limits: TheLimits) -> Response:
    """The position as an SVG that stands alone."""
    found = position_asked(asked, limits)
    shown = turned(found) if asked.flip else found
    return Response(svg(shown), media_type=SVG)


def _check_cells(board: Board, cells: list[str]) -> None:
    with at("cells"):
        for cell in cells:
            board.cell(cell)
