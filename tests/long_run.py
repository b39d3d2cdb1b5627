"""Many positions of random games, held against the constraints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game, State, make_game
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.solvers.reasoning.formulas.conformance import Tally, compare_all, random_states
from ruleproof.solvers.reasoning.formulas.successors import Constraints
from ruleproof.solvers.work.progress import Listener, silent
from tests.compiled_rules import Compiled


def long_run(game: Game, positions: int, seed: int, progress: Listener = silent) -> Tally:
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
    return compare_all(constraints, chosen, rules=rules, progress=progress, total=positions)


def varied(book: Rulebook, board: str) -> Iterator[Game]:
    """The game on the board by default, then with each setting varied alone.

    Of a range of numbers the least and the greatest stand for all. Variations that the rulebook
    refuses on the board are left out.
    """
    yield make_game(book, board, {})
    for setting in book.settings:
        numbers = setting.values
        values = {numbers[0], numbers[-1]} if isinstance(numbers, range) else dict(numbers)
        for value in values:
            if value == setting.default:
                continue
            try:
                yield make_game(book, board, {setting.name: value})
            except TextError:
                continue


def searched(constraints: Constraints, states: Iterable[State]) -> list[tuple[State, int]]:
    """The positions and moves whose next states differ, all of them listed by a solver: without the
    lemma of `conformance.py`. Positions that are not well-formed are left out.
    """
    game = constraints.game
    found: list[tuple[State, int]] = []
    for state in states:
        if game.faults(state):
            continue
        by_rules = {move: [game.play(state, move)] for move in game.moves(state)}
        allowed = constraints.successors(state)
        both = by_rules.keys() | allowed.keys()
        found += [(state, one) for one in both if by_rules.get(one) != allowed.get(one)]
    return found
