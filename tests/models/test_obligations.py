"""An author's slips in claims and their obligations are told before anything is decided."""

# pyright: basic

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ruleproof import game
from ruleproof.models.claims.claims import (
    Always,
    Claim,
    Decision,
    Ends,
    EveryTurn,
    Induction,
    Most,
    Same,
    Sometimes,
    SomeTurn,
    Theorem,
    ValueIs,
    table,
)
from ruleproof.models.claims.evidence import Plain
from ruleproof.models.claims.obligations import claim_slip, slip
from ruleproof.models.mistakes import Mistake
from ruleproof.models.play.states import layout
from ruleproof.solvers.reasoning.deciding.by_decision import decision
from ruleproof.solvers.reasoning.deciding.by_settings import value_is
from ruleproof.solvers.reasoning.deciding.inquiry import Inquiry


def of_position(board: Any, rules: Any, p: Any) -> bool:
    return True


def of_turn(board: Any, rules: Any, p: Any, move: int, q: Any) -> bool:
    return True


def wrong(value: object) -> Any:
    return value


RIGHT = [
    Always(of_position),
    Always(of_position, when=of_position, toward=of_position),
    EveryTurn(of_turn, toward=of_position),
    Most(of_position),
    Most(of_turn, bound=lambda game: 2, turns=True),
    ValueIs(),
    Ends(("swap",)),
    Theorem(lambda game, *others: []),
    Induction(lambda game, p: True, helps=(lambda game, p: True,)),
]
WRONG = [
    (Most(of_position, wrong(2)), "`bound` of Most is 2", "write `lambda game: …`"),
    (Most(of_position, wrong(lambda: 2)), "takes nothing", "let it take (game)"),
    (Most(of_position, turns=True), "`measure` of Most, `of_position`", "without `turns=True`"),
    (Most(of_turn), "takes board, rules, p, move, q", "`turns=True` of `Most`"),
    (Always(of_turn), "`holds` of Always, `of_turn`", "of turns: `EveryTurn`"),
    (Always(of_position, when=of_turn), "`when` of Always", "(board, rules, p)"),
    (Always(of_position, toward=of_turn), "`toward` of Always", "(board, rules, p)"),
    (Always(wrong(True)), "`holds` of Always is True", "marked `@rule`"),
    (Sometimes(wrong(None)), "`shows` of Sometimes is None", "marked `@rule`"),
    (SomeTurn(of_position), "`shows` of SomeTurn", "of positions: `Always`, `Sometimes`"),
    (Same(wrong("last=wins")), "`settings` of Same", '{"name": "value"}'),
    (Same({}, wrong("among")), "`only` of Same is 'among'", "equal, within, contains"),
    (ValueIs(wrong("win")), "`value` of ValueIs is 'win'", "write `lambda game: …`"),
    (ValueIs(position=wrong(3)), "`position` of ValueIs is 3", "write a picture"),
    (Ends(wrong("side")), "`ignoring` of Ends", "write `('side',)`"),
    (Ends(("sid",)), "names 'sid'", "write one of side, swap"),
    (Theorem(wrong([])), "`goals` of Theorem is []", "write `lambda game: …`"),
    (Theorem(lambda game: [], wrong("all")), "`scope` of Theorem", "board, every board"),
    (Induction(wrong(lambda p: True)), "`holds` of Induction", "let it take (game, p)"),
    (Induction(lambda game, p: True, helps=wrong(len)), "`helps` of Induction", "comma"),
    (Decision(wrong(lambda game: None), ""), "`decide` of Decision", "(game, seconds)"),
    (Decision(wrong(lambda game, seconds: None), "", wrong("all")), "`asks` of", "ever, what"),
    (Plain(wrong(of_turn)), "`judge` of Plain", "let it take (game, worth, look)"),
    (of_position, "`of_position` is no obligation", "`Always(of_position)`"),
]  # fmt: skip


@pytest.mark.parametrize("one", RIGHT)
def test_what_checks_can_use_is_no_slip(one: Any):
    assert slip(one, ("side", "swap")) is None


@pytest.mark.parametrize(("one", "what", "remedy"), WRONG)
def test_an_obligation_that_no_check_can_use_is_told(one: Any, what: str, remedy: str):
    found = slip(one, ("side", "swap"))
    assert found
    assert what in found.what
    assert remedy in found.remedy


@pytest.mark.parametrize("name", ["esgros", "gro", "grow", "incrowd", "sow", "hex-on-rhombus"])
def test_the_claims_of_games_have_no_slip(name: str):
    chosen = game(name)
    numbers = layout(chosen.rulebook.rules.State).numbers
    for claim in table(chosen):
        assert claim_slip(claim) is None
        assert [slip(one, numbers) for one in claim.obligations if slip(one, numbers)] == []


CLAIM = Claim("1", "It ends.", "It ends.", (Ends(),))


@pytest.mark.parametrize(
    ("changes", "what", "remedy"),
    [
        ({"id": 1}, "`id` is 1", "between quotes"),
        ({"statement": None}, "`statement` is None", "between quotes"),
        ({"settings": "last"}, "`settings` is 'last'", "write `('last',)`"),
        ({"boards": "path:3"}, "`boards` is 'path:3'", "write `('path:3',)`"),
        ({"applies": True}, "`applies` is True", "write `lambda game: …`"),
        ({"applies": lambda: True}, "`applies`, the lambda", "let it take (game)"),
        ({"expected": lambda: "proved"}, "`expected`, the lambda", "let it take (game)"),
    ],
)
def test_a_field_of_a_claim_that_no_check_can_use_is_told(
    changes: dict[str, Any], what: str, remedy: str
):
    found = claim_slip(replace(CLAIM, **changes))
    assert found
    assert what in found.what
    assert remedy in found.remedy


SMALL = game("esgros", "path:2")


@pytest.mark.parametrize(
    "ask",
    [
        lambda: Most(of_position, wrong(lambda game: "2")).bound_on(SMALL),
        lambda: ValueIs(lambda game: "wins").values_on(SMALL),
        lambda: value_is(Inquiry(SMALL), ValueIs(position="B")),
        lambda: replace(CLAIM, expected=wrong(lambda game: "prooved")).expects(SMALL),
        lambda: decision(Inquiry(SMALL), Decision(wrong(lambda game, seconds: "proved"), "")),
    ],
)
def test_a_wrong_answer_of_the_authors_function_is_the_authors_mistake(ask: Any):
    with pytest.raises(Mistake) as caught:
        ask()
    assert caught.value.remedy
    assert caught.value.place.file.endswith(".py")
