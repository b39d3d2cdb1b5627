"""The checker's own look at positions says what the decision by a judge says, on small boards."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ruleproof import game
from ruleproof.models.claims import claims
from ruleproof.models.claims.bounds import bounds_of
from ruleproof.models.claims.claims import Claim, Decision
from ruleproof.models.claims.counted import PLAYED, Allowance, OutOfWork
from ruleproof.models.claims.evidence import Explained, Greatest, Judge, Look, Plain, Worth
from ruleproof.models.claims.sentences import SET_UP
from ruleproof.models.play.game import Game, State, make_game
from ruleproof.models.rulebooks.rulebook import names, rulebook
from ruleproof.solvers.playing.values import reference
from ruleproof.solvers.reasoning.deciding.by_judge import (
    EACH,
    ENDS,
    OVER,
    Margins,
    greatest,
    near_ends,
    plain,
    shown_after,
)
from ruleproof.solvers.reasoning.deciding.inquiry import Inquiry
from ruleproof.solvers.verify.play import Looking, reachable, shown, shown_sooner, swept

SMALL = {"grow": ("path:3", "square:2x2"), "incrowd": ("square:1x3", "square:1x4", "square:2x3")}
SETTINGS: dict[str, tuple[dict[str, str], ...]] = {
    "grow": ({}, {"order": "moves-first"}, {"drop": "mandatory", "new-head": "moves"}),
    "incrowd": ({}, {"chain": "global", "turncoat-chain": "on"}),
}


def judged() -> Iterator[tuple[Game, Claim, Plain | Greatest]]:
    """Every obligation with a judge, on small boards, under some settings."""
    for name, boards in SMALL.items():
        for board in boards:
            for settings in SETTINGS[name]:
                one = make_game(rulebook(name), board, settings)
                for claim in filter(lambda claim: claim.speaks_of(one), claims.table(one)):
                    for way in claim.obligations:
                        if isinstance(way, Plain | Greatest):
                            yield one, claim, way


@pytest.mark.parametrize(
    ("one", "way"),
    [
        pytest.param(one, way, id=f"{one.name}-{one.board.text}-{claim.id}-{number}")
        for number, (one, claim, way) in enumerate(judged())
    ],
)
def test_a_sweep_says_what_the_decision_says(one: Game, way: Plain | Greatest):
    """A game that shows the verdict does so by the checker, too, and none shorter does."""
    inquiry, looking = Inquiry(one, allowed=60.0), Looking()
    outcome = greatest(inquiry, way) if isinstance(way, Greatest) else plain(inquiry, way)
    verdict, known = swept(one, way, looking)
    assert verdict == outcome.verdict
    assert known.get("most") == outcome.details.get("most")
    if isinstance(way, Plain) and verdict == way.shown:
        ends = [one.read_move(text) for text in outcome.witness.split()]
        shortest = [many for many in range(len(ends) + 1) if shown(one, way, ends[:many], looking)]
        assert shortest
        assert not shown_sooner(one, way, shortest[0] - 1, looking)


@pytest.mark.parametrize(
    ("name", "settings"),
    [("grow", {}), ("grow", {"drop": "mandatory"}), ("grow", {"stall": "score"}), ("esgros", {})],
)
def test_worths_are_those_of_the_reference(name: str, settings: dict[str, str]):
    one = game(name, "path:3", **settings)
    worths = Margins(one, Allowance(60.0))
    for p, found in reference.values(one).items():
        assert worths[p] == (-found.value if p.side else found.value)


@pytest.mark.parametrize(("name", "board"), [("grow", "path:5"), ("incrowd", "square:3x3")])
def test_worths_cost_work(name: str, board: str):
    one = game(name, board)
    with pytest.raises(OutOfWork):
        Margins(one, Allowance(100 / PLAYED))[one.start()]


def _filled(game: Game, worth: Worth, look: Look) -> Judge:
    return lambda p: game.board.full == p.black | p.white


def _on(game: Game, worth: Worth, p: State) -> Explained:
    return Explained({"stones": 9}, [game.read_move("pass")])


FILLED = Plain(_filled, "ever", explained=_on)


def test_what_no_work_is_left_for_is_undecided_with_the_plies_looked_at():
    found = plain(Inquiry(game("incrowd", "square:3x3"), allowed=0.05), FILLED)
    assert (found.verdict, found.details["reason"]) == ("undecided", OVER)
    bounds = bounds_of(found.details)
    assert bounds is not None
    assert 1 < (bounds.at_least or 0) < 9


def test_random_games_are_looked_at_from_their_ends_back():
    one = game("incrowd", "square:4x4")
    found = near_ends(Inquiry(one), FILLED)
    assert found.verdict == "witnessed"
    assert found.details["stones"] == 9
    assert found.witness.endswith("pass")
    nothing = near_ends(Inquiry(one, allowed=0.5), Plain(lambda g, w, k: lambda p: None))
    assert (nothing.verdict, nothing.method) == ("undecided", ENDS)
    again = shown_after(one, FILLED, [one.read_move(text) for text in found.witness.split()])
    assert again is not None
    assert (again.verdict, again.method) == (found.verdict, EACH)
    assert found.witness.startswith(again.witness.removesuffix(" pass"))
    assert shown_after(one, FILLED, []) is None


def test_a_shortest_win_is_no_longer_than_another():
    """Red, who wins against passes, could as well have moved to and fro first."""
    one = game("gro", "dish:1,1")
    (claim,) = (claim for claim in claims.table(one) if claim.id == "11")
    (way,) = claim.obligations
    assert isinstance(way, Plain)
    found = plain(Inquiry(one, allowed=120.0), way)
    assert found.details["shortest"]
    codes = [one.read_move(text) for text in found.witness.split()]
    assert shown(one, way, codes, Looking())
    assert not shown_sooner(one, way, len(codes) - 1, Looking())
    longer = next(wasted(one, codes))
    assert shown(one, way, longer, Looking())
    assert shown_sooner(one, way, len(longer) - 1, Looking())


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
    """A new one needs evidence, unless it looks at the board and the start only."""
    for name in names():
        for claim in claims.table(game(name)):
            for way in claim.obligations:
                if isinstance(way, Decision) and way.method != SET_UP:
                    assert way.evidence is not None, (name, claim.id)


def test_a_judge_is_asked_at_every_position():
    """Of a small game, those that the checker comes to as well."""
    one, seen = game("grow", "path:3"), set[State]()
    found = plain(Inquiry(one), Plain(lambda g, w, k: lambda p: bool(seen.add(p)) or True))
    assert found.verdict == "proved"
    assert seen == set(reachable(one, Looking()))
