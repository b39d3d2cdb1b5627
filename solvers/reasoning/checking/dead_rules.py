"""Dead rules: clauses of a rulebook that never decide whether a move is legal.

Clauses are taken in the order of the rulebook, since a later one may start from what earlier ones
leave. A clause is *alive* on a board if in some well-formed position some move keeps all clauses
before it and breaks this one; the position is its witness. Else it is *dead* there. A clause that
the settings make empty is *not in force*, and gets no verdict.
"""

# z3 ships no complete types
# pyright: basic, reportAttributeAccessIssue=false

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from types import ModuleType

import z3

from ruleproof.models.boards.boards import board
from ruleproof.models.claims import claims
from ruleproof.models.claims.claims import Scope, Verdict, Word
from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game
from ruleproof.models.play.notation import show
from ruleproof.models.play.variants import elsewhere
from ruleproof.models.symbolic.cells import Clause
from ruleproof.models.symbolic.logic import TRUE, conj, neg
from ruleproof.models.symbolic.states import fresh, read_state
from ruleproof.solvers.reasoning.formulas.run_z3 import asked
from ruleproof.solvers.work.progress import Listener, Progress, silent

METHOD = "z3: every clause before, and not this one"
_SMALL = 12
"""The most cells of a board that clauses are first tried on."""
_SHAPE = 1
"""The place, in each game's list, of the clause that says what a move is: after it there is a move
to read.
"""
_WORDS: dict[str, Word] = {"sat": "witnessed", "unsat": "refuted"}


def dead_rules(
    game: Game,
    *,
    seconds: float = 20.0,
    only: Iterable[str] | None = None,
    progress: Listener = silent,
) -> list[Verdict]:
    """For each clause of a legal move that is in force (if `only` says so, of those ids), whether
    it is alive on the game's board under its settings: `witnessed` with a position and a move that
    it alone forbids there, `refuted` if it is dead, `undecided` after `seconds`.

    Positions are well-formed but perhaps unreachable, so a clause that is dead here is dead in play
    as well. Raises `TextError` for a game without constraints.
    """
    rules = _constraints(game)
    p, move = fresh(game, "p"), rules.fresh_move(game, "m")
    clauses: list[Clause] = rules.legal(game, p, move)
    wanted = None if only is None else set(only)
    expected_dead = claims.idle_clauses(game)
    found: list[Verdict] = []
    for done, (name, clause) in enumerate(_named(clauses)):
        if clause.formula is TRUE or (wanted is not None and name not in wanted):
            continue
        progress(Progress("clauses", done, len(clauses), clause.name))
        begun = time.monotonic()
        solver = z3.Solver()
        solver.set("timeout", max(1, int(seconds * 1000)))
        before = conj(*(other.formula for other in clauses[:done]))
        solver.add(rules.wellformed(game, p), before, neg(clause.formula))
        answer = asked(solver)
        witness, details = None, dict[str, object]()
        if answer == "sat":
            witness = show(game, read_state(game, solver.model(), p))
            if done > _SHAPE:
                code = rules.read_move(game, solver.model(), move)
                details["forbids"] = game.show_move(code)
        found.append(
            Verdict(
                id=name,
                statement=f"The clause “{clause.name}” decides whether some move is legal.",
                sentence=clause.sentence,
                verdict=_WORDS.get(answer, "undecided"),
                expected="refuted" if name in expected_dead else "witnessed",
                scope=Scope.on(game.board.text, _WORDS.get(answer, "undecided")),
                method=METHOD,
                seconds=time.monotonic() - begun,
                settings=game.settings,
                witness=witness,
                position=witness is not None,
                board=game.board.text,
                details=details,
            )
        )
    return found


def clauses(game: Game, *, seconds: float = 5.0, progress: Listener = silent) -> list[Verdict]:
    """A verdict on each clause of a legal move: alive, if it is on a small board of the game's
    claims or on its own; dead, if it is so on its own. In the order of the rulebook.

    Raises `TextError` for a game without constraints.
    """
    found: dict[str, Verdict] = {}
    for ground in [*_small(game), game]:
        left = [name for name, verdict in found.items() if verdict.verdict != "witnessed"]
        if found and not left:
            break
        for verdict in dead_rules(
            ground, seconds=seconds, only=left if found else None, progress=progress
        ):
            before = found.get(verdict.id)
            if before and verdict.verdict == "undecided":
                details = {"dead_on": before.scope.holds} if before.verdict == "refuted" else {}
                verdict = replace(verdict, details={**verdict.details, **details})
            found[verdict.id] = verdict
    return [_asked(game, verdict) for verdict in found.values()]


def _asked(game: Game, verdict: Verdict) -> Verdict:
    """The verdict on a clause as it is reported where the game's own board was asked about."""
    (ground,), here = verdict.scope.boards, game.board.text
    there = verdict.verdict if ground == here else "undecided"
    return replace(verdict, scope=Scope((ground,), here, there))


def _small(game: Game) -> list[Game]:
    """The game on the largest small board that its claims name, whatever its kind, and on that of
    the own kind, if the game's board is larger.
    """
    named = {text for claim in claims.table(game) for text in claim.boards}
    fitting = sorted(
        (text for text in named if board(text).size <= _SMALL < game.board.size),
        key=lambda text: (board(text).size, text),
    )
    alike = [text for text in fitting if board(text).kind == game.board.kind]
    chosen = dict.fromkeys([*fitting[-1:], *alike[-1:]])
    return [ground for ground in (elsewhere(game, text) for text in chosen) if ground]


def _constraints(game: Game) -> ModuleType:
    rules = game.rulebook.module("constraints")
    if rules is None:
        raise TextError(f"a game without constraints: {game.name!r}")
    return rules


def _named(clauses: list[Clause]) -> list[tuple[str, Clause]]:
    """Each clause with a name of its own: several of one name are numbered."""
    many = Counter(clause.name for clause in clauses)
    seen: Counter[str] = Counter()
    named: list[tuple[str, Clause]] = []
    for clause in clauses:
        seen[clause.name] += 1
        number = f" {seen[clause.name]}" if many[clause.name] > 1 else ""
        named.append((f"clause:{clause.name}{number}", clause))
    return named
