"""How many positions a second proof-number search makes, on one core.

A position is counted when it is made, that is played, and either found to have ended (or otherwise
settled by the rules) or looked up in the table: every child that a visit looks at, but not the
visit itself, nor the children behind one that settles the position. A child that is made again at
a later visit counts again, as it costs the same again.

The positions are those after some plies of random play with fixed seeds on each game's default
board, in the midst of the game; the question, whether the side to move can win, is broken off
after a million positions. `pytest -s lab/benchmarks/test_proofs.py` tells the seconds of this
process, after compilation.

Asked for are 3 million a second for the cheapest game, which is GRO, and 0.5 million for the
dearest, which is Grow on its board of 225 cells. Most of the time goes into making a position, not
into looking it up, which is begun while the next ones are made: in Sow? into playing it and seeing
whether any piece can still move, in Grow into playing, packing and hashing rows of 89 words.
"""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from ruleproof.models.play.game import game
from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.search.proof_number import ProofSearch
from ruleproof.solvers.work.progress import Stopped

MANY = 1_000_000
MIDDLES = {"esgros": 14, "gro": 20, "grow": 10, "incrowd": 20, "sow": 10}
"""The plies played at random in each game before the question."""


def middle(name: str, seed: int) -> Position:
    """A position in the midst of a random game that has not ended then."""
    dice = random.Random(seed)
    while True:
        position = Position.start(game(name))
        for _ in range(MIDDLES[name]):
            if not position.over:
                position = position.after(dice.choice(position.legal_moves()))
        if not position.over:
            return position


def search(position: Position, most: int) -> int:
    """The number of positions that a search made until it was broken off."""
    proofs = ProofSearch(position.game, most=most)
    with pytest.raises(Stopped):
        proofs.wins(position.state, ours=True)
    return proofs.nodes


@pytest.mark.parametrize("name", MIDDLES)
def test_positions_a_second(name: str, benchmark: Any) -> None:
    waiting = [middle(name, seed) for seed in range(3)]
    for position in waiting:
        search(position, 100_000)  # compiled by now
    rates: list[float] = []

    def each() -> None:
        for position in waiting:
            begun = time.process_time()
            made = search(position, MANY)
            assert made >= MANY
            rates.append(made / (time.process_time() - begun))

    benchmark.pedantic(each, rounds=1)
    told = [round(rate / 1e6, 2) for rate in rates]
    benchmark.extra_info["millions a second"] = told
    print(f"\n{name}: {told} million positions a second")  # noqa: T201 - for -s
