"""Judging: the questions that make sense in a position, and whether a diagram is a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from ruleproof.models.play.position import Position
from ruleproof.reports.studio.api.context import TheLimits, operations
from ruleproof.reports.studio.api.searching import STREAMS, TheSearch, Timed, streamed, task_of
from ruleproof.reports.studio.asked import PositionAsked, position_asked
from ruleproof.reports.studio.gate.limits import Limits, Word
from ruleproof.reports.studio.gate.refusals import at

if TYPE_CHECKING:
    from ruleproof.puzzles.stipulations import Stipulation

router = operations("judging")


class GoalTold(BaseModel):
    """Something to ask of a position, in the words of `puzzles judge` (`--goal`, `--on`,
    `--amount`), and as a sentence, with the note that explains it apart. `aim`: reach, avert or
    help. `needs_turns`: whether it is asked with a number of turns alone.
    """

    goal: str
    on: list[str]
    amount: int
    words: str
    note: str
    aim: str
    needs_turns: bool


class Diagram(Timed):
    """A diagram, and what is asked in it; without `turns` the game is played to its end."""

    goal: Word = "win"
    on: list[Word] = Field([], max_length=384)
    amount: int = Field(0, ge=0, le=1000)
    turns: Annotated[int, Field(ge=1, le=9)] | None = None


@router.post("/goals")
def goals(asked: PositionAsked, limits: TheLimits) -> list[GoalTold]:
    """The questions that make sense in a position: first those against a defence."""
    from ruleproof.puzzles.stipulations import askable, check_diagram, check_game

    here = position_asked(asked, limits)
    game, state = here.game, here.state
    with at("game"):
        check_game(game)
    with at("line"):
        check_diagram(game, state)
    return [_goal_told(here, one) for one in askable(game, state)]


def _goal_told(here: Position, asked: Stipulation) -> GoalTold:
    """The question as a line of a menu, without the side to move, which the page shows."""
    from ruleproof.puzzles.stipulations import note, sentence

    side = here.side.capitalize()
    explained = note(here.game, here.state.side, asked)
    words = sentence(here.game, here.state.side, asked).removesuffix(explained).rstrip()
    for opening in (f"{side} to move. ", f"{side} moves first and "):
        words = words.removeprefix(opening)
    return GoalTold(
        goal=asked.name,
        on=asked.goal.cells,
        amount=asked.goal.amount,
        words=words,
        note=explained,
        aim=asked.aim,
        needs_turns=asked.aim == "help" or not here.game.acyclic,
    )


@router.post("/judge", **STREAMS)
async def judge(asked: Diagram, search: TheSearch) -> StreamingResponse:
    """The judgement of a diagram as a puzzle (`report`), named as by `puzzles judge --json`."""
    task = await run_in_threadpool(_judged, asked, search.limits)
    return await streamed(search.events(task))


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
    here = position_asked(asked, limits)
    with at("game"):
        check_game(here.game)
    with at("line"):
        check_diagram(here.game, here.state)
    with at("goal"):
        stipulation = stipulated(here.game, asked.goal, asked.on, asked.amount, asked.turns)
        question(here.game, here.state, stipulation)
        check_open(here.game, here.state, stipulation)
        sentence(here.game, here.state.side, stipulation)
    return task | asked.model_dump(include={"goal", "on", "amount", "turns"})
