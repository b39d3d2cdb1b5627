"""Many positions of random games, held against the constraints."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ruleproof.models.play.game import Game, State
from ruleproof.solvers.reasoning.formulas.conformance import Tally, Way, compare_all, random_states
from ruleproof.solvers.reasoning.formulas.stepping import Compiled
from ruleproof.solvers.reasoning.formulas.successors import Constraints
from ruleproof.solvers.work.progress import Listener, silent


def long_run(
    game: Game, positions: int, seed: int, progress: Listener = silent, *, way: Way = "lemma"
) -> Tally:
    """The tally of that many different positions of random games, the rules run compiled; reports
    its progress.
    """
    constraints, rules = Constraints(game), Compiled(game)

    def different() -> Iterator[State]:
        seen: set[State] = set()
        stale = 0
        for state in random_states(game, seed, rules=rules):
            stale = stale + 1 if state in seen else 0
            if stale > 10_000:  # the board has no more, or hardly any
                return
            if not stale:
                seen.add(state)
                yield state

    chosen = islice(different(), positions)
    return compare_all(
        constraints, chosen, way=way, rules=rules, progress=progress, total=positions
    )
