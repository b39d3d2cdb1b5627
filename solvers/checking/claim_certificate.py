"""Certificates of claims: what `check --certificates` writes and `verify` reads.

A certificate is a zip archive. Its `claim.json` says which claim came out how, on which board and
under which settings, and by which of the claim's obligations. The proof beside it is one of:

game       a game record, a line from the start that shows it, to be replayed by the rules
sweep      nothing but the number of positions: they are all looked at again
formulas   per goal the clauses (DIMACS) with CaDiCaL's DRAT proof, or with an assignment where the
           goal must have a model; SMT-LIB for goals with quantifiers
values     strategies (`solvers/strategies/certificate.py`) for the value of each start that is
           spoken of
again      nothing: the claim's own decision is taken again
"""

# pysat's functions are untyped
# pyright: basic, reportAttributeAccessIssue=false

from __future__ import annotations

import gzip
import io
import json
import os
import signal
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from ruleproof.models import claims
from ruleproof.models.claims import Claim, Obligation, Outcome
from ruleproof.models.files import write_whole
from ruleproof.models.game import Game
from ruleproof.models.position import Position
from ruleproof.models.records import record_of
from ruleproof.models.sources import sources_hash
from ruleproof.models.variants import changed
from ruleproof.solvers.deciding.inquiry import STRENGTHENED
from ruleproof.solvers.formulas.blast import Cnf, Unblastable, cnf
from ruleproof.solvers.formulas.goals import proof_goals
from ruleproof.solvers.formulas.smtlib import script

FORMAT = "ruleproof claim 1"
HEAD, GAME = "claim.json", "game.json"
ENDINGS = {"unsat": ".drat", "sat": ".model"}
_SEEN = ("positions", "turns", "pairs", "premise_met", "longest", "most")
"""What a head repeats of how much was looked at."""

_SHOWN = {
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


class Decided(NamedTuple):
    """A claim decided: the game on the board where it was, the place of the obligation that did it
    in the claim's list, and what came out.
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

    `seconds` bounds the work for each proof by CaDiCaL; a goal for which it does not suffice is
    left as clauses without a proof, and says so.
    """
    game, claim, number, outcome = decided
    kind = kind_of(decided.obligation, outcome.verdict)
    files = dict(_FILES[kind](decided, seconds))
    head = {
        "format": FORMAT,
        "version": version("ruleproof"),
        "rules": sources_hash(),
        "game": game.name,
        "board": game.board.text,
        "settings": game.settings,
        "id": claim.id,
        "statement": claim.statement,
        "verdict": outcome.verdict,
        "scope": outcome.scope or game.board.text,
        "obligation": number,
        "witness": outcome.witness,
        "proof": kind,
        "seen": {key: outcome.details[key] for key in _SEEN if key in outcome.details},
        "strengthened": strengthened_by(outcome),
    }
    path = folder / f"{stem_of(game, claim)}.zip"
    text = json.dumps(head, ensure_ascii=False, indent=1) + "\n"
    write_whole(path, _archive({HEAD: text} | files))
    return path


def strengthened_by(outcome: Outcome) -> list[str]:
    """The invariants, in words, that an induction needed besides its own."""
    names: Any = outcome.details.get(STRENGTHENED, ())
    return list(names)


def stem_of(game: Game, claim: Claim) -> str:
    """The name of a claim's certificate without its ending: game, board, claim, and the settings
    that are not as by default.
    """
    usual = {setting.name: setting.default for setting in game.rulebook.settings}
    words = [f"{name}={value}" for name, value in game.chosen if value != usual[name]]
    return "-".join([game.name, game.board.text.replace(":", ""), claim.id, *words])


def _archive(files: Mapping[str, str]) -> bytes:
    """The files as a zip archive, which is the same for the same files."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return content.getvalue()


def kind_of(obligation: Obligation, verdict: str) -> str:
    """The kind of proof that such a verdict of such an obligation has."""
    if isinstance(obligation, claims.Theorem | claims.Induction | claims.OneTurn):
        return "formulas" if verdict == "proved" else "again"
    if isinstance(obligation, claims.ValueIs | claims.SameValue):
        return "values"
    if isinstance(obligation, claims.Decision):
        return "again"
    return "game" if _SHOWN.get(type(obligation)) == verdict else "sweep"


Files: TypeAlias = Iterator[tuple[str, str]]
"""The names of the files of a certificate besides its head, and the text of each."""


def _record(decided: Decided, seconds: float) -> Files:
    game, _, _, outcome = decided
    record = record_of(Position.start(game), outcome.witness.split())
    yield GAME, json.dumps(record.model_dump(mode="json"), ensure_ascii=False, indent=1) + "\n"


def _nothing(decided: Decided, seconds: float) -> Files:
    yield from ()


def spoken_of(game: Game, obligation: Obligation) -> list[Position]:
    """The positions whose values decide the obligation."""
    if isinstance(obligation, claims.SameValue):
        return [Position.start(game), Position.start(changed(game, obligation.settings))]
    if isinstance(obligation, claims.ValueIs):
        text = obligation.position
        return [Position.read(game, text) if text else Position.start(game)]
    return []


def _strategies(decided: Decided, seconds: float) -> Files:
    from ruleproof.solvers.exact.solve import solve

    with tempfile.TemporaryDirectory() as folder:
        for number, position in enumerate(spoken_of(decided.game, decided.obligation), 1):
            path = Path(folder) / "strategy"
            solve(position, certificate=path)
            content = path.read_bytes()
            packed = content.startswith(b"\x1f\x8b")
            yield f"{number}.json", (gzip.decompress(content) if packed else content).decode()


def _goals(decided: Decided, seconds: float) -> Files:
    """Per goal its clauses or its SMT-LIB, and the proof or the model that CaDiCaL gives."""
    game, claim, _, outcome = decided
    strengthened = strengthened_by(outcome)
    goals = proof_goals(game, claim, decided.obligation, strengthened) or []
    for number, goal in enumerate(goals, 1):
        try:
            clauses = cnf(goal.formulas)
        except Unblastable:
            yield f"{number}.smt2", f"; {goal.name}: {goal.expect}\n{script(goal.formulas)}"
            continue
        yield f"{number}.cnf", f"c {goal.name}: {goal.expect}\n{clauses.text()}"
        answer, proof = solved(clauses, seconds)
        if answer == goal.expect:
            yield f"{number}{ENDINGS[answer]}", proof


_FILES: dict[str, Callable[[Decided, float], Files]] = {
    "game": _record,
    "sweep": _nothing,
    "formulas": _goals,
    "values": _strategies,
    "again": _nothing,
}


# CaDiCaL


def solved(clauses: Cnf, seconds: float) -> tuple[str, str]:
    """What CaDiCaL says of the clauses, and the text of its DRAT proof or of its model; `unknown`
    if it takes longer than that.

    It runs in a process of its own, because it cannot be stopped otherwise.
    """
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(read)
            signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
            with os.fdopen(write, "w") as pipe:
                _solve(clauses, pipe)
        finally:
            os._exit(0)
    os.close(write)
    try:
        with os.fdopen(read) as pipe:
            answer, _, text = pipe.read().partition("\n")
    except BaseException:
        os.kill(child, signal.SIGKILL)
        raise
    finally:
        _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status) or answer not in ("sat", "unsat"):
        return "unknown", ""
    return answer, text


def _solve(clauses: Cnf, out: Any) -> None:
    from pysat.solvers import Solver

    with Solver(name="cadical195", bootstrap_with=clauses.clauses, with_proof=True) as solver:
        if solver.solve():
            model = solver.get_model() or []
            out.write("sat\n" + " ".join(map(str, model)) + "\n")
        else:
            out.write("unsat\n" + "\n".join(solver.get_proof() or []) + "\n")
