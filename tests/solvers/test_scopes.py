"""Where a claim is decided: what one board may say of another, and games found on large boards."""

from __future__ import annotations

import time

import pytest

from ruleproof import Position, game
from ruleproof.models.claims.claims import (
    Always,
    Claim,
    Decision,
    Endless,
    Outcome,
    Sometimes,
    ValueIs,
)
from ruleproof.models.compiled.compile_time import COMPILING
from ruleproof.models.play.game import Game
from ruleproof.solvers.reasoning.checking.check import check
from ruleproof.solvers.reasoning.checking.scopes import Effort, Ways, best_found, conclusive
from ruleproof.solvers.reasoning.deciding.inquiry import Inquiry
from ruleproof.solvers.reasoning.deciding.replay import carried
from ruleproof.solvers.reasoning.deciding.witnesses import played
from ruleproof.solvers.work.progress import Deadline
from tests.solvers.test_prove import few, many, never, two_colours


def claim(*obligations: object, boards: tuple[str, ...] = (), **more: object) -> Claim:
    return Claim("1", "It is so.", "A sentence.", obligations, boards=boards, **more)  # pyright: ignore[reportArgumentType]


def found_on(boards: dict[str, str], general: bool, *, thorough: bool = False):
    """What is found where the verdict on each board is known; the large board is never decided."""

    def by_table(ground: Game, seconds: float, obligations: object) -> Outcome:
        return Outcome(boards.get(ground.board.text, "undecided"))  # pyright: ignore[reportArgumentType]

    def known(ground: Game) -> str | None:
        return boards.get(ground.board.text)

    def nothing(ground: Game, seconds: float, obligation: object) -> None:
        return None

    one = claim(Always(few) if general else Sometimes(many), boards=tuple(boards), expected=known)
    effort = Effort(thorough=thorough)
    return best_found(game("esgros"), one, effort, Ways(by_table, nothing))


def test_a_refutation_on_a_small_board_is_not_hidden_by_a_proof_on_another():
    found = found_on({"path:4": "proved", "path:5": "refuted", "path:6": "proved"}, general=True)
    assert (found.ground.board.text, found.outcome.verdict) == ("path:5", "refuted")


def test_a_possibility_that_a_small_board_lacks_is_looked_for_on_the_next():
    found = found_on({"path:4": "refuted", "path:5": "witnessed"}, general=False)
    assert (found.ground.board.text, found.outcome.verdict) == ("path:5", "witnessed")


def test_what_is_settled_is_not_looked_at_further_but_when_thorough():
    boards = {"path:4": "refuted", "path:5": "refuted"}
    assert list(found_on(boards, general=True).boards) == ["path:4"]
    assert list(found_on(boards, general=True, thorough=True).boards) == ["path:4", "path:5"]


def test_the_value_of_one_board_says_nothing_of_another():
    assert not conclusive(claim(ValueIs()), Outcome("witnessed"))
    assert conclusive(claim(ValueIs(lambda game: "win")), Outcome("refuted"))
    ask = Decision(lambda game, seconds: Outcome("refuted"), "thinking", asks="ever")
    assert not conclusive(claim(ask), Outcome("refuted"))


def test_a_verdict_that_nobody_expected_anything_of_is_as_expected():
    chosen = game("esgros", "square:4x4")
    verdict = check(chosen, ["7a"], seconds=30)[0]
    assert verdict.expected is None
    assert verdict.as_expected


@pytest.mark.slow
@pytest.mark.parametrize("obligation", [Always(few), Sometimes(many)])
def test_random_games_show_what_is_there(obligation: Always | Sometimes):
    chosen = game("esgros", "hex:5")
    shown = played(Inquiry(chosen, allowed=2.0), obligation)
    assert shown is not None
    end = Position.start(chosen).play(shown.witness)
    assert len(shown.witness.split()) == shown.details["plies"]
    stones = sum(token in "BW" for token in end.text.partition(";")[0])
    assert stones > 4 if isinstance(obligation, Always) else stones >= 4


@pytest.mark.parametrize("obligation", [Always(two_colours), Sometimes(never)])
def test_random_games_prove_nothing(obligation: Always | Sometimes):
    assert played(Inquiry(game("esgros", "hex:4"), allowed=0.2), obligation) is None


@pytest.mark.slow
def test_a_claim_that_names_the_board_is_not_held_to_the_time_of_one_that_does_not() -> None:
    verdicts = {one.id: one for one in check(game("esgros", "hex:3"), ["2c", "6"])}
    assert verdicts["6"].scope.holds == "hex:3"
    assert len((verdicts["6"].witness or "").split()) == 54


def test_a_game_of_a_small_board_is_played_on_a_large_one():
    """Two players who only end their turns come back to where they were, on any board."""
    chosen = game("grow", "square:15x15")
    found = Outcome("witnessed", "@a1 @b1 end end")
    shown = carried(chosen, Endless(), found, "path:3")
    assert shown is not None
    assert (shown.verdict, shown.details["cycle"]) == ("witnessed", 2)
    assert not shown.details["shortest"]
    assert carried(chosen, Endless(), found._replace(witness="@a1 @b1 end"), "path:3") is None
    assert carried(chosen, Endless(), found._replace(witness="@a1 @a1 end"), "path:3") is None
    assert carried(game("grow", "path:2"), Endless(), found, "path:3") is None


def test_a_refutation_is_carried_over_only_where_it_refutes():
    chosen = game("esgros", "square:4x4")
    line = Outcome("refuted", "a4 b4 c2 a1 a2")
    shown = carried(chosen, Always(few), line, "square:3x3")
    assert shown is not None
    assert shown.verdict == "refuted"
    assert carried(chosen, Always(few), line._replace(witness="a4 b4"), "square:3x3") is None


def test_a_game_that_repetition_ends_is_not_carried_over_beyond_its_end():
    found = Outcome("witnessed", "c1 c2" + " pass c2-b1 pass b1-c2" * 3)
    assert carried(game("gro", "dish:1,1"), Endless(), found, "dish:1,1") is not None
    ending = game("gro", "dish:1,1", repetition="loss-3")
    assert carried(ending, Endless(), found, "dish:1,1") is None


def test_an_undecided_claim_says_why_on_each_board() -> None:
    """On the large board nothing but exploring is tried, and that comes to no end either."""

    def never_done(ground: Game, seconds: float, obligations: object) -> Outcome:
        return Outcome("undecided", details={"reason": f"not in {seconds:g} s"})

    one = claim(Always(few), boards=("path:4", "path:5"))

    def nothing(ground: Game, seconds: float, obligation: object) -> None:
        return None

    ways = Ways(never_done, nothing)
    details = best_found(game("esgros"), one, Effort(), ways).outcome.details
    assert details["reason"] == "path:4: not in 30 s; path:5: not in 30 s"
    assert details["own_board"] == "hex:4: not in 2 s"


def test_time_of_work_does_not_count_compiling() -> None:
    deadline = Deadline.of_work(0.2)
    COMPILING.begin()
    _work(0.4)
    assert not deadline.passed
    COMPILING.end()
    assert not deadline.passed
    _work(0.4)
    assert deadline.passed


def _work(seconds: float) -> None:
    """Keeps the processor busy."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
