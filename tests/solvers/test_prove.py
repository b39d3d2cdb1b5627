"""The prover: each method on claims whose truth is known, and the words it may not use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ruleproof import Position, game
from ruleproof.models.cells import count, rule
from ruleproof.models.claims.claims import (
    Always,
    Claim,
    Decision,
    Endless,
    Ends,
    EveryTurn,
    Most,
    Obligation,
    Outcome,
    Same,
    Sometimes,
    SomeTurn,
    Symmetric,
    table,
)
from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game
from ruleproof.solvers.reasoning.checking.check import check
from ruleproof.solvers.reasoning.checking.examination import decide
from ruleproof.solvers.reasoning.checking.scopes import Effort
from ruleproof.solvers.reasoning.deciding.inquiry import Inquiry
from ruleproof.solvers.reasoning.deciding.sample import sampled
from ruleproof.solvers.verify.play import Looking, swept


@rule
def few(board: Any, rules: Any, p: Any) -> bool:
    """At most four stones stand on the board."""
    return count(p.black | p.white) <= 4


@rule
def many(board: Any, rules: Any, p: Any) -> bool:
    """At least four stones stand on the board."""
    return count(p.black | p.white) >= 4


@rule
def two_colours(board: Any, rules: Any, p: Any) -> bool:
    """No cell holds both."""
    return not p.black & p.white


@rule
def never(board: Any, rules: Any, p: Any) -> bool:
    """A premise that nothing meets."""
    return bool(p.black & p.white)


@rule
def stones(board: Any, rules: Any, p: Any) -> int:
    """The number of stones."""
    return count(p.black | p.white)


@rule
def one_more(board: Any, rules: Any, p: Any, move: int, q: Any) -> bool:
    """The turn adds exactly one stone."""
    return count(q.black | q.white) == count(p.black | p.white) + 1


@rule
def one_less(board: Any, rules: Any, p: Any, move: int, q: Any) -> bool:
    """The turn leaves fewer stones."""
    return count(q.black | q.white) < count(p.black | p.white)


def outcome(chosen: Game, *obligations: Obligation, limit: int = 100_000) -> Outcome:
    claim = Claim("1", "It is so.", "A sentence.", obligations)
    return decide(Inquiry(chosen, limit=limit), claim, Effort())


HEX2 = ("esgros", "hex:2")
CASES: list[tuple[tuple[str, str], Obligation, str]] = [
    (HEX2, Always(two_colours), "proved"),
    (HEX2, Always(few), "refuted"),
    (HEX2, Always(few, when=never), "vacuous"),
    (HEX2, Sometimes(many), "witnessed"),
    (HEX2, Sometimes(never), "refuted"),
    (HEX2, EveryTurn(one_more), "refuted"),
    (HEX2, SomeTurn(one_less), "witnessed"),
    (("esgros", "path:2"), SomeTurn(one_less), "refuted"),
    (HEX2, Ends(), "proved"),
    (HEX2, Endless(), "refuted"),
    (HEX2, Symmetric(), "proved"),
    (HEX2, Same({"exceed": "void"}), "proved"),
    (HEX2, Same({"exceed": "either"}), "refuted"),
    (HEX2, Same({"exceed": "permit-least"}, "within"), "proved"),
    (HEX2, Same({"exceed": "permit-least"}, "contains"), "refuted"),
    (HEX2, Most(stones, bound=lambda game: 6), "proved"),
    (HEX2, Most(stones, bound=lambda game: 7), "proved"),
    (HEX2, Most(stones, bound=lambda game: 5), "refuted"),
    (HEX2, Most(stones, bound=lambda game: 6, exactly=True), "proved"),
    (HEX2, Most(stones, bound=lambda game: 7, exactly=True), "refuted"),
    (HEX2, Most(stones, bound=lambda game: 5, exactly=True), "refuted"),
    (HEX2, Most(stones), "witnessed"),
]


@pytest.mark.parametrize(("where", "obligation", "verdict"), CASES)
def test_verdicts_that_are_known(where: tuple[str, str], obligation: Obligation, verdict: str):
    assert outcome(game(*where), obligation).verdict == verdict


@pytest.mark.parametrize(("obligation", "verdict"), [one[1:] for one in CASES if one[0] == HEX2])
def test_the_checker_sees_the_same_verdicts(obligation: Obligation, verdict: str):
    assert swept(game(*HEX2), obligation, Looking())[0] == verdict


@pytest.mark.parametrize("only", ["equal", "contains"])
def test_the_moves_of_the_games_own_settings_are_told_first(only: Any):
    found: Any = outcome(game(*HEX2), Same({"exceed": "permit-least"}, only)).details
    assert (found["only_first"], bool(found["only_second"])) == ((), True)


@pytest.mark.parametrize(
    "obligation", [Always(two_colours), EveryTurn(one_more), Ends(), Symmetric(), Most(stones)]
)
def test_what_is_not_all_seen_is_not_proved(obligation: Obligation):
    found = outcome(game("esgros", "hex:3"), obligation, limit=300)
    assert found.verdict in ("undecided", "refuted", "witnessed")
    if found.verdict == "undecided":
        assert found.details["reason"]


def shortest(chosen: Game, met: Callable[[Position], bool]) -> int:
    """The length of the shortest game to a position, by plain Python."""
    edge = [Position.start(chosen)]
    plies = 0
    while not any(met(position) for position in edge):
        plies += 1
        edge = [position.play([move]) for position in edge for move in position.moves()]
        edge = list({position.state: position for position in edge}.values())
    return plies


def test_a_refutation_is_a_shortest_game():
    chosen = game("esgros", "hex:2")
    found = outcome(chosen, Always(few))

    def crowded(position: Position) -> bool:
        return sum(token in "BW" for token in position.text.partition(";")[0]) > 4

    end = Position.start(chosen).play(found.witness)
    assert crowded(end)
    assert len(found.witness.split()) == shortest(chosen, crowded) == found.details["plies"]


def test_exhaustion_says_how_many_positions():
    assert outcome(game("esgros", "hex:2"), Always(two_colours)).details["positions"] == 27


def test_the_longest_game_is_replayed():
    chosen = game("clobber", "square:2x3")
    found = outcome(chosen, Ends())
    line = str(found.details["longest_game"]).split()
    assert Position.start(chosen).play(line).over

    def longest(position: Position) -> int:
        return max((1 + longest(position.play([move])) for move in position.moves()), default=0)

    assert len(line) == found.details["longest"] == longest(Position.start(chosen))


def test_an_endless_game_comes_back_to_where_it_was():
    chosen = game("grow", "square:1x4")
    found = outcome(chosen, Endless())
    assert found.verdict == "witnessed"
    position = Position.start(chosen)
    states = [position.state]
    for move in found.witness.split():
        position = position.play([move])
        states.append(position.state)
    begin = found.details["cycle_from_ply"]
    assert isinstance(begin, int)
    assert states[begin] == states[-1]
    assert len(states) - 1 - begin == found.details["cycle"]


def test_a_symmetry_the_rules_do_not_keep_is_found():
    from dataclasses import replace

    from ruleproof.models.esgros import RULEBOOK
    from ruleproof.models.play.game import make_game
    from ruleproof.models.rulebooks.parts import turns_and_colours

    declared = replace(RULEBOOK.declared, symmetries=turns_and_colours)
    book = replace(RULEBOOK, declared=declared)
    found = outcome(make_game(book, "hex:2", {"pie": "on"}), Symmetric())
    assert found.verdict == "refuted"
    assert found.details["colours_change"] is True


def test_the_first_obligation_that_decides_is_taken():
    def give_up(chosen: Game, seconds: float) -> Outcome:
        return Outcome("undecided", details={"reason": "too hard"})

    claim = (Decision(give_up, "thinking"), Always(two_colours))
    assert outcome(game("esgros", "hex:2"), *claim).verdict == "proved"
    found = outcome(game("esgros", "hex:2"), Decision(give_up, "thinking"))
    assert (found.verdict, found.method) == ("undecided", "thinking")
    assert "too hard" in str(found.details["reason"])


def test_a_large_board_is_left_for_the_claims_small_ones():
    verdict = check(game("esgros", "hex:4"), ["2c"], limit=500)[0]
    assert verdict.verdict == "proved"
    assert verdict.scope.boards[-1] == "hex:2"
    assert (verdict.scope.asked, verdict.scope.there) == ("hex:4", "undecided")
    assert "hex:4" in str(verdict.details["own_board"])


def test_sampling_finds_and_shrinks_a_game():
    chosen = game("esgros", "hex:4", exceed="permit-least")
    claim = next(claim for claim in table(chosen) if claim.id == "9")
    found = sampled(Inquiry(chosen), claim, 500)
    assert found is not None
    assert found.verdict == "witnessed"
    assert Position.start(chosen).play(found.witness).over


def test_an_unknown_claim_is_named():
    with pytest.raises(TextError, match=r"claims: 1, 2a.*'99'"):
        check(game("esgros", "hex:2"), ["99"])


def test_a_number_stands_for_all_its_parts():
    assert [v.id for v in check(game("esgros", "path:4"), ["2"])] == ["2a", "2b", "2c"]
