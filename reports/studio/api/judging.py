"""Judging: the questions that make sense in a position, and whether a diagram is a puzzle."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from ruleproof.reports.studio.api.context import TheLimits, TheSearches
from ruleproof.reports.studio.api.searching import STREAM, Tab, Timed, stream, task_of
from ruleproof.reports.studio.asked import PositionAsked, position_asked
from ruleproof.reports.studio.limits import Limits, Word
from ruleproof.reports.studio.refusals import at

router = APIRouter(tags=["judging"])


class GoalTold(BaseModel):
    """Something to ask of a position, in the words of `puzzles judge` (`--goal`, `--on`,
    `--amount`), and as a sentence.
    """

    goal: str
    on: list[str]
    amount: int
    words: str


class Diagram(Timed):
    """A diagram, and what is asked in it; without `turns` the game is played to its end."""

    goal: Word = "win"
    on: list[Word] = Field([], max_length=384)
    amount: int = Field(0, ge=0, le=1000)
    turns: Annotated[int, Field(ge=1, le=9)] | None = None


@router.post("/goals")
def goals(asked: PositionAsked, limits: TheLimits) -> list[GoalTold]:
    """The questions that make sense in a position."""
    from ruleproof.puzzles.stipulations import askable, check_diagram, check_game, sentence

    here = position_asked(asked, limits)
    game, state = here.game, here.state
    with at("game"):
        check_game(game)
    with at("line"):
        check_diagram(game, state)
    found: list[GoalTold] = []
    for one in askable(game, state):
        assert one.goal is not None
        words = sentence(game, state.side, one).removeprefix(f"{here.side.capitalize()} to move. ")
        told = GoalTold(goal=one.name, on=one.goal.cells, amount=one.goal.amount, words=words)
        found.append(told)
    return found


@router.post("/judge", response_class=StreamingResponse, responses=STREAM)
async def judge(
    asked: Diagram, request: Request, limits: TheLimits, searches: TheSearches, tab: Tab = ""
) -> StreamingResponse:
    """The judgement of a diagram as a puzzle (`report`), named as by `puzzles judge --json`."""
    task = await run_in_threadpool(_judged, asked, limits)
    return await stream(request, searches, tab, task)


def _judged(asked: Diagram, limits: Limits) -> dict[str, Any]:
    """The task for a worker, once the question is found to be sound. Raises `Refusal`."""
    from ruleproof.puzzles.stipulations import (
        check_diagram,
        check_game,
        check_open,
        question,
        sentence,
        stipulated,
    )

    task = task_of("judge", asked, limits)
    here = position_asked(PositionAsked.model_validate(task["asked"]), limits)
    with at("game"):
        check_game(here.game)
    with at("line"):
        check_diagram(here.game, here.state)
    with at("goal"):
        stipulation = stipulated(here.game, asked.goal, asked.on, asked.amount, asked.turns)
        if stipulation.goal is not None:
            question(here.game, here.state, stipulation)
        check_open(here.game, here.state, stipulation)
        sentence(here.game, here.state.side, stipulation)
    return task | {name: getattr(asked, name) for name in ("goal", "on", "amount", "turns")}
