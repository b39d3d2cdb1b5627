"""Other games that decide a claim: replayed, no two symmetric, none left out that is shorter."""

from __future__ import annotations

import pytest

from ruleproof.models.claims.claims import table
from ruleproof.models.play.game import game
from ruleproof.models.play.position import Position
from ruleproof.solvers.reasoning.checking.another import MOST, others
from ruleproof.solvers.reasoning.checking.check import check


def full_with_both(position: Position) -> bool:
    """Whether the board is full of stones of two colours."""
    return set(position.text.partition(";")[0].split()) - {"/"} == {"B", "W"}


def mirrored(position: Position) -> frozenset[str]:
    """The stones of a path, read from either end."""
    cells = position.text.partition(";")[0].split()
    return frozenset((" ".join(cells), " ".join(reversed(cells))))


@pytest.mark.parametrize("cells", [3, 4, 5])
def test_other_games_are_the_next_ones_up_to_symmetry(cells: int):
    played = game("esgros", f"path:{cells}")
    (verdict,) = check(played, "6")
    assert verdict.verdict == "refuted"
    assert verdict.witness
    (claim,) = (one for one in table(played) if one.id == "6")
    found = others(played.rulebook, claim, verdict)
    assert found is not None
    lines = [verdict.witness.split(), *(one.line for one in found)]
    ends = [Position.start(played).play(line) for line in lines]
    assert all(map(full_with_both, ends))
    shapes = [mirrored(end) for end in ends]
    assert len(set(shapes)) == len(shapes)
    # all games, level by level, by the rules alone
    level, seen, known = {Position.start(played).text}, set[str](), list[frozenset[str]]()
    while level:
        after = {
            Position.read(played, text).after(move)
            for text in level
            for move in Position.read(played, text).legal_moves()
        }
        fresh = {one for one in after if one.text not in seen}
        seen |= {one.text for one in fresh}
        known += dict.fromkeys(sorted(map(mirrored, filter(full_with_both, fresh)), key=sorted))
        level = {one.text for one in fresh if not one.over}
    assert len(shapes) == min(MOST + 1, len(set(known)))
    assert set(shapes) <= set(known)
    assert [len(line) for line in lines] == sorted(len(line) for line in lines)


@pytest.mark.parametrize(
    ("name", "board", "claim"), [("esgros", "path:3", "2a"), ("incrowd", "square:2x2", "8a")]
)
def test_a_claim_about_more_than_positions_has_no_other_game(name: str, board: str, claim: str):
    played = game(name, board)
    (verdict,) = check(played, claim)
    (asked,) = (one for one in table(played) if one.id == claim)
    assert others(played.rulebook, asked, verdict) is None
