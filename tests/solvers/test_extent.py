"""How far verdicts reach: for every board, on the one that was asked about, or on smaller ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ruleproof import game
from ruleproof.models.claims.claims import Scope, Word
from ruleproof.solvers.reasoning.checking.check import check
from ruleproof.solvers.reasoning.checking.extent import Extent, extent

GAMES = ("esgros", "gro", "grow", "incrowd", "sow")


def test_claims_are_counted_by_the_boards_they_are_decided_on():
    chosen = game("esgros", "path:4")
    one = check(chosen, ["9"], seconds=5)[0]
    word: Word = "undecided"
    here, everywhere = Scope.on("path:4", word), Scope((), "path:4", "proved")
    verdicts = [
        replace(one, id="1", scope=everywhere),
        replace(one, id="2a", scope=everywhere),
        replace(one, id="2b", scope=everywhere),
        replace(one, id="6", scope=Scope(("path:3", "path:4"), "path:4", "proved")),
        replace(one, id="8", scope=Scope(("path:3",), "path:4", "undecided")),
        replace(one, id="9", scope=here, verdict=word),
        replace(one, id="7b", scope=here),
        replace(one, id="11a", scope=here),
    ]
    found = extent(chosen, verdicts)
    assert found == Extent(("1", "2a", "2b"), ("6",), ("8",), ("9",), ("7b", "11a"))
    assert found.items == ("1", "2")
    assert found.share == 1 / 3
    assert Extent().share == 1


@pytest.mark.slow
def test_most_claims_reach_the_boards_that_the_games_are_played_on():
    """At least fifteen items of the sheets hold on every board; of the other claims that name no
    board three quarters are decided on the game's own.
    """
    found = [extent(chosen, check(chosen)) for chosen in map(game, GAMES)]
    assert sum(len(one.items) for one in found) >= 15
    own = sum(len(one.own_board) for one in found)
    others = sum(len(one.own_board + one.smaller + one.undecided) for one in found)
    assert own >= 0.75 * others
