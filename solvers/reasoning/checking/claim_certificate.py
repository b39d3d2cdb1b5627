"""Writes certificates of claims for `check --certificates`; `verify` reads them, and
`claim_heads.py` describes their contents.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from ruleproof.models.claims import claims
from ruleproof.models.claims.claims import Claim, Obligation, Outcome
from ruleproof.models.claims.evidence import Bounded, Greatest, Plain
from ruleproof.models.files.folders import own_folder
from ruleproof.models.files.strict import json_value
from ruleproof.models.files.writing import write_whole
from ruleproof.models.play.game import Game
from ruleproof.models.play.notation import read
from ruleproof.models.play.position import Position
from ruleproof.models.play.records import record_of
from ruleproof.models.rulebooks.assumed import Assumed, assumed
from ruleproof.solvers.reasoning.deciding.inquiry import STRENGTHENED
from ruleproof.solvers.reasoning.formulas.blast import Unblastable, cnf
from ruleproof.solvers.reasoning.formulas.cadical import solved
from ruleproof.solvers.reasoning.formulas.cvc5 import script
from ruleproof.solvers.reasoning.formulas.goals import proof_goals
from ruleproof.solvers.work.archives import opened, sealed
from ruleproof.solvers.work.claim_heads import (
    ENDINGS,
    GAME,
    HEAD,
    evidence_of,
    kind_of,
    played,
    scope_of,
    spoken_of,
)
from ruleproof.solvers.work.formats import CLAIM
from ruleproof.solvers.work.limits import LONGEST_STRATEGIES


class Decided(NamedTuple):
    """A decided claim: the game on the board of the decision, the place of the deciding obligation
    in the claim's list, and the outcome.
    """

    game: Game
    claim: Claim
    number: int
    outcome: Outcome

    @property
    def obligation(self) -> Obligation:
        """The obligation that decided."""
        return self.claim.obligations[self.number]


def certify(decided: Decided, folder: Path, seconds: float = 60.0) -> Path:
    """Writes the certificate of a verdict into the folder, and returns its path.

    `seconds` bounds the work for each proof by CaDiCaL; a goal that needs more is left as clauses
    without a proof, and `verify` says so.
    """
    game, claim, number, outcome = decided
    kind = kind_of(decided.obligation, outcome.verdict)
    files = dict(_FILES[kind](decided, seconds))
    head = {
        "format": CLAIM,
        "version": version("ruleproof"),
        "rules": game.rulebook.sources,
        "game": game.name,
        "board": game.board.text,
        "settings": game.settings,
        "id": claim.id,
        "statement": claim.statement,
        "verdict": outcome.verdict,
        "scope": scope_of(game, decided.obligation, outcome.verdict),
        "obligation": number,
        "witness": _witness(decided, kind),
        "proof": kind,
        "seen": _seen(decided),
        "strengthened": strengthened_by(outcome),
    }
    path = folder / f"{stem_of(game, claim)}.zip"
    text = json.dumps(head, ensure_ascii=False, indent=1) + "\n"
    write_whole(path, sealed({HEAD: text} | files))
    return path


def assumed_by(path: Path, decided: Decided) -> tuple[Assumed, ...]:
    """What the certificate at that path takes as given; the checker finds it out by itself."""
    kind, given = kind_of(decided.obligation, decided.outcome.verdict), decided.game.given
    with opened(path) as files:
        if kind == "formulas":
            quantified = any(name.endswith(".smt2") for name in files.names)
            return (assumed("formulas"), *([assumed("cvc5")] if quantified else []))
        if kind == "values" and given:
            for name in files.names - {HEAD}:
                with files.stream(name, LONGEST_STRATEGIES) as file:
                    if json_value(file.readline()).get("given"):
                        return (Assumed("given", given.words),)
    return ()


def strengthened_by(outcome: Outcome) -> list[str]:
    """The invariants, in words, that an induction needed besides its own."""
    names: Any = outcome.details.get(STRENGTHENED, ())
    return list(names)


def stem_of(game: Game, claim: Claim) -> str:
    """The name of a claim's certificate without its ending: game, board, claim, and the settings
    that differ from the defaults.
    """
    usual = {setting.name: setting.default for setting in game.rulebook.settings}
    words = [f"{name}={value}" for name, value in game.chosen if value != usual[name]]
    return "-".join([game.name, game.board.text.replace(":", ""), claim.id, *words])


def _witness(decided: Decided, kind: str) -> str:
    """The game or the position where the checker is to find the verdict; empty where the checker
    looks at everything.
    """
    evidence = evidence_of(decided.obligation)
    if isinstance(evidence, Plain) and kind == "game":
        return " ".join(_line(decided))
    extreme = isinstance(evidence, claims.Most | Greatest | Bounded)
    return decided.outcome.witness if extreme or kind == "game" else ""


def _seen(decided: Decided) -> dict[str, object]:
    """The counts that a sweep must find besides the verdict."""
    details, evidence = decided.outcome.details, evidence_of(decided.obligation)
    if isinstance(evidence, Greatest):
        game = decided.game
        p = read(game, decided.outcome.witness)
        turns = ((p, move, game.play(p, move)) for move in game.moves(p))
        return {"most": max(evidence.measure(game.field, game.rules, *turn) for turn in turns)}
    if not details.get("complete", True):
        return {}
    return {key: details[key] for key in ("longest", "most") if key in details}


def _line(decided: Decided) -> list[str]:
    """The witness, up to the last position that shows the verdict by itself."""
    from ruleproof.solvers.verify.play import Looking, shown

    evidence = evidence_of(decided.obligation)
    words = decided.outcome.witness.split()
    if isinstance(evidence, Plain):
        ground = played(decided.game, evidence)
        codes = [ground.read_move(word) for word in words]
        for many in range(len(codes), 0, -1):
            if shown(decided.game, evidence, codes[:many], Looking()):
                return words[:many]
    return words


Files: TypeAlias = Iterator[tuple[str, str]]
"""The names of the files of a certificate besides its head, and the text of each."""


def _record(decided: Decided, seconds: float) -> Files:
    ground = played(decided.game, evidence_of(decided.obligation))
    record = record_of(Position.start(ground), _line(decided))
    yield GAME, json.dumps(record.model_dump(mode="json"), ensure_ascii=False, indent=1) + "\n"


def _nothing(decided: Decided, seconds: float) -> Files:
    yield from ()


def _strategies(decided: Decided, seconds: float) -> Files:
    from ruleproof.solvers.playing.exact.solve import solve

    with own_folder() as folder:
        starts = spoken_of(decided.game, evidence_of(decided.obligation))
        for number, position in enumerate(starts, 1):
            path = folder / "strategy"
            path.unlink(missing_ok=True)
            solve(position, certificate=path)
            if not path.exists():
                continue  # `verify` says that it is missing
            content = path.read_bytes()
            packed = content.startswith(b"\x1f\x8b")
            yield f"{number}.json", (gzip.decompress(content) if packed else content).decode()


def _goals(decided: Decided, seconds: float) -> Files:
    """For each goal its clauses or its SMT-LIB, and the proof or the model that CaDiCaL gives;
    stops at the first goal that does not come out as it must.
    """
    game, claim, _, outcome = decided
    strengthened = strengthened_by(outcome)
    evidence = evidence_of(decided.obligation)
    for number, goal in enumerate(proof_goals(game, claim, evidence, strengthened) or [], 1):
        try:
            clauses = cnf(goal.formulas)
        except Unblastable:
            yield f"{number}.smt2", f"; {goal.name}: {goal.expect}\n{script(goal.formulas)}"
            continue
        yield f"{number}.cnf", f"c {goal.name}: {goal.expect}\n{clauses.text()}"
        answer, proof = solved(clauses, seconds)
        if answer in ENDINGS:
            yield f"{number}{ENDINGS[answer]}", proof
        if answer != goal.expect and outcome.verdict != "proved":
            return


_FILES: dict[str, Callable[[Decided, float], Files]] = {
    "game": _record,
    "sweep": _nothing,
    "formulas": _goals,
    "values": _strategies,
    "none": _nothing,
}
