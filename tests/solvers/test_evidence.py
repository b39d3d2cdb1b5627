"""Evidence says the same as the decision that it stands for, on every small board."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ruleproof import game
from ruleproof.models.claims import claims
from ruleproof.models.claims.claims import Claim, Decision
from ruleproof.models.claims.evidence import Greatest, Plain
from ruleproof.models.grow.claims.evidence import begins_turn
from ruleproof.models.grow.claims.turns import turn_starts, values
from ruleproof.models.play.game import Game, State, make_game
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.solvers.verify.play import Looking, reachable, shown, shown_sooner, swept
from ruleproof.solvers.verify.values import Worths

SMALL = {"grow": ("path:3", "square:2x2"), "incrowd": ("square:1x3", "square:1x4", "square:2x3")}
SETTINGS: dict[str, tuple[dict[str, str], ...]] = {
    "grow": ({}, {"order": "moves-first"}, {"drop": "mandatory", "new-head": "moves"}),
    "incrowd": ({}, {"chain": "global", "turncoat-chain": "on"}),
}


def decided() -> Iterator[tuple[Game, Claim, Decision]]:
    """Every decision that has plain evidence, on small boards, under some settings."""
    for name, boards in SMALL.items():
        for board in boards:
            for settings in SETTINGS[name]:
                one = make_game(rulebook(name), board, settings)
                for claim in claims.table(one):
                    if claim.applies is not None and not claim.applies(one):
                        continue
                    for way in claim.obligations:
                        if isinstance(way, Decision) and isinstance(way.evidence, Plain | Greatest):
                            yield one, claim, way


@pytest.mark.parametrize(
    ("one", "claim", "way"),
    [
        pytest.param(*case, id=f"{case[0].name}-{case[0].board.text}-{case[1].id}-{number}")
        for number, case in enumerate(decided())
    ],
)
def test_a_sweep_says_what_the_decision_says(one: Game, claim: Claim, way: Decision):
    outcome = way.decide(one, 60.0)
    if outcome.verdict == "undecided":
        assert outcome.details["reason"] == "the board is no corridor"
        return
    verdict, known = swept(one, way.evidence, Looking())
    assert verdict == outcome.verdict
    if isinstance(way.evidence, Greatest):
        assert known["most"] in outcome.details.values()


def test_turns_begin_where_they_do():
    for board in ("path:3", "square:2x2"):
        for order in ("free", "drop-first", "moves-first", "simultaneous"):
            one = game("grow", board, order=order)
            wanted = {p for p, _ in turn_starts(one, lambda: None)}
            assert {p for p in reachable(one, Looking()) if begins_turn(one, p)} == wanted


@pytest.mark.parametrize("settings", [{}, {"drop": "mandatory"}, {"stall": "score"}])
def test_worths_are_those_of_another_reckoning(settings: dict[str, str]):
    one = game("grow", "path:3", **settings)
    worths = Worths(one, lambda: None)
    for p, value in values(one, lambda: None).items():
        assert worths[p] == value


def test_a_shortest_win_is_no_longer_than_another():
    """Red, who wins against passes, could as well have moved to and fro first."""
    one = game("gro", "dish:1,1")
    (claim,) = (claim for claim in claims.table(one) if claim.id == "11")
    (way,) = claim.obligations
    assert isinstance(way, Decision)
    line = way.decide(one, 120.0).witness.split()
    codes = [one.read_move(text) for text in line]
    assert shown(one, way.evidence, codes, Looking())
    assert not shown(one, way.evidence, codes[:-1], Looking())
    assert not shown_sooner(one, way.evidence, len(codes) - 1, Looking())
    assert shown_sooner(one, way.evidence, len(codes), Looking())
    longer = next(wasted(one, codes))
    assert shown(one, way.evidence, longer, Looking())
    assert shown_sooner(one, way.evidence, len(longer) - 1, Looking())


def wasted(one: Game, codes: list[int]) -> Iterator[list[int]]:
    """The line with a turn in it that is played to and fro, where it stays legal."""
    for place in range(2, len(codes), 2):
        for forth in one.moves(at(one, codes[:place])):
            for back in one.moves(at(one, [*codes[:place], forth, codes[3]])):
                longer = [*codes[:place], forth, codes[3], back, codes[3], *codes[place:]]
                if legal(one, longer):
                    yield longer


def at(one: Game, codes: list[int]) -> State:
    p = one.start()
    for code in codes:
        p = one.play(p, code)
    return p


def legal(one: Game, codes: list[int]) -> bool:
    return all(code in one.moves(at(one, codes[:place])) for place, code in enumerate(codes))


def test_every_decision_says_what_checks_it():
    """A new one needs evidence."""
    without: set[str] = set()
    for name in ("esgros", "gro", "grow", "incrowd", "sow"):
        one = make_game(rulebook(name), rulebook(name).board, {})
        for claim in claims.table(one):
            for way in claim.obligations:
                if isinstance(way, Decision) and way.evidence is None:
                    without.add(f"{name} {claim.id}")
    assert without == set()
