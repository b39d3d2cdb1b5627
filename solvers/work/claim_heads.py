"""Heads of certificates of claims: their fields, and the facts that follow from the claim itself.

A certificate is a sealed archive (`archives.py`). Its `claim.json` names the claim, its verdict,
the board, the settings, and the obligation that decided. The proof beside it is one of:

game       a game record, a line from the start that shows it, to be replayed by the rules
sweep      nothing: all positions are looked at, by the rules as plain Python
formulas   per goal the clauses (DIMACS) with CaDiCaL's DRAT proof, or with an assignment where the
           goal must have a model; SMT-LIB for goals with quantifiers. Where games come as far as
           formulas allow (`Bounded`), these are replayed
values     strategies (`playing/strategies/certificate.py`) for the value of each start that is
           spoken of
none       nothing: nothing simpler than the prover is known to check it by

A decision by a function of the claim's own is checked by its `evidence`
(`models/claims/evidence.py`).
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from ruleproof.models.claims import claims
from ruleproof.models.claims.claims import EVERY_BOARD, Evidence, Obligation
from ruleproof.models.claims.evidence import Bounded, Plain
from ruleproof.models.play.game import Game
from ruleproof.models.play.position import Position
from ruleproof.models.play.variants import changed
from ruleproof.solvers.work.limits import Hash, Line, Moves, Word

HEAD, GAME = "claim.json", "game.json"
ENDINGS = {"unsat": ".drat", "sat": ".model"}
Kind: TypeAlias = Literal["game", "sweep", "formulas", "values", "none"]
_NUMBER = Annotated[int, Field(ge=-(1 << 62), le=1 << 62)]

_SHOWN: dict[type, str] = {
    claims.Always: "refuted",
    claims.EveryTurn: "refuted",
    claims.Sometimes: "witnessed",
    claims.SomeTurn: "witnessed",
    claims.Ends: "refuted",
    claims.Endless: "witnessed",
    claims.Symmetric: "refuted",
    claims.Same: "refuted",
}
"""The verdict that one game shows, by obligation; any other verdict needs all positions."""


class Seen(BaseModel):
    """The counts of a sweep besides the verdict: the plies of the longest game, the greatest value
    of a measure.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    longest: _NUMBER | None = None
    most: _NUMBER | None = None


class Head(BaseModel):
    """The head of a certificate. Nothing that it says is printed: the checker finds each of its
    words out and compares.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    format: Literal["ruleproof claim 2"]
    version: Word
    rules: Hash
    game: Word
    board: Word
    settings: Annotated[dict[Word, Word | _NUMBER], Field(max_length=64)]
    id: Word
    statement: Line
    verdict: Literal["proved", "refuted", "witnessed", "vacuous"]
    scope: Word
    obligation: Annotated[int, Field(ge=0, le=99)]
    witness: Moves
    proof: Kind
    seen: Seen
    strengthened: Annotated[list[Line], Field(max_length=1000)] = []


def evidence_of(obligation: Obligation) -> Obligation | Evidence | None:
    """The check of an obligation's verdict: the obligation itself, or a decision's evidence."""
    return obligation.evidence if isinstance(obligation, claims.Decision) else obligation


def kind_of(obligation: Obligation, verdict: str) -> Kind:
    """The kind of proof for such a verdict of such an obligation."""
    evidence = evidence_of(obligation)
    if evidence is None:
        return "none"
    if isinstance(evidence, claims.Theorem | claims.Induction | claims.OneTurn | Bounded):
        return "formulas"
    if isinstance(evidence, claims.ValueIs | claims.SameValue):
        return "values"
    shown = evidence.shown if isinstance(evidence, Plain) else _SHOWN.get(type(evidence))
    return "game" if shown == verdict else "sweep"


def scope_of(game: Game, obligation: Obligation, verdict: str) -> str:
    """The scope in which such a verdict of such an obligation holds."""
    theorem = obligation if isinstance(obligation, claims.Theorem) else None
    everywhere = theorem and theorem.scope == EVERY_BOARD and theorem.shows == verdict
    return EVERY_BOARD if everywhere else game.board.text


def played(game: Game, evidence: object) -> Game:
    """The game under the settings of the evidence."""
    return changed(game, evidence.settings) if isinstance(evidence, Plain) else game


def spoken_of(game: Game, evidence: object) -> list[Position]:
    """The positions whose values decide the verdict."""
    if isinstance(evidence, claims.SameValue):
        return [Position.start(game), Position.start(changed(game, evidence.settings))]
    if isinstance(evidence, claims.ValueIs):
        text = evidence.position_on(game)
        return [Position.read(game, text) if text else Position.start(game)]
    return []
