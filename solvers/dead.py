"""Dead rules: clauses of a rulebook that never decide whether a move is legal.

Clauses are taken in the order of the rulebook, as a later one may start from what earlier ones
leave. A clause is *alive* on a board if in some well-formed position some move keeps all clauses
before it and breaks this one; the position is its witness. Else it is *dead* there.
"""

# z3 ships no complete types
# pyright: basic, reportAttributeAccessIssue=false

from __future__ import annotations

import time

import z3

from ruleproof.models.claims import Verdict, Word
from ruleproof.models.errors import TextError
from ruleproof.models.game import Game
from ruleproof.models.logic import conj, neg
from ruleproof.models.notation import show
from ruleproof.models.symbolic import fresh, read_state
from ruleproof.solvers.progress import Listener, Progress, silent


def dead_rules(game: Game, *, seconds: float = 20.0, progress: Listener = silent) -> list[Verdict]:
    """For each clause of a legal move, whether it is alive on the game's board under its settings:
    `witnessed` with a position, `refuted` if it is dead there, `undecided` after `seconds`.

    Positions are well-formed but perhaps out of reach of play, so what is dead here is dead in
    play as well. Raises `TextError` for a game without constraints.
    """
    rules = game.rulebook.module("constraints")
    if rules is None:
        raise TextError(f"a game without constraints: {game.name!r}")
    p, move = fresh(game, "p"), rules.fresh_move(game, "m")
    clauses = rules.legal(game, p, move)
    found: list[Verdict] = []
    for done, clause in enumerate(clauses):
        progress(Progress("clauses", done, len(clauses), clause.name))
        begun = time.monotonic()
        others = conj(*(other.formula for other in clauses[:done]))
        solver = z3.Solver()
        solver.set("timeout", max(1, int(seconds * 1000)))
        solver.add(rules.wellformed(game, p), others, neg(clause.formula))
        answer = solver.check()
        words: dict[str, Word] = {"sat": "witnessed", "unsat": "refuted"}
        witness = None
        if answer == z3.sat:
            witness = show(game, read_state(game, solver.model(), p))
        found.append(
            Verdict(
                id=f"alive:{clause.name}",
                statement=f"The clause “{clause.name}” decides whether some move is legal.",
                sentence=clause.sentence,
                verdict=words.get(str(answer), "undecided"),
                expected="witnessed",
                scope=game.board.text,
                method="z3: every clause before, and not this one",
                seconds=time.monotonic() - begun,
                settings=game.settings,
                witness=witness,
                position=witness is not None,
                board=game.board.text,
            )
        )
    return found
