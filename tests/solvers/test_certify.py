"""Certificates of claims: each kind is accepted, and refused once anything in it is changed."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleproof import game
from ruleproof.models import claims
from ruleproof.models.claims import Claim
from ruleproof.models.game import Game
from ruleproof.solvers.checking.check import Effort, decide
from ruleproof.solvers.checking.claim_certificate import GAME, HEAD, Decided, certify, kind_of
from ruleproof.solvers.deciding.inquiry import OBLIGATION, Study
from ruleproof.solvers.formulas import cvc5 as second
from ruleproof.solvers.verify import claims as verify_claims
from ruleproof.solvers.verify.claims import Report, verify_claim

pytest.importorskip("cvc5")


def decided(chosen: Game, claim_id: str, only: type | None = None) -> Decided:
    """The claim decided by the first of its obligations that does, or by the first of a type."""
    claim = next(one for one in claims.table(chosen) if one.id == claim_id)
    for number, obligation in enumerate(claim.obligations):
        if only is not None and not isinstance(obligation, only):
            continue
        alone = Claim(claim.id, claim.statement, claim.sentence, (obligation,))
        outcome = decide(Study(chosen, limit=200_000), alone, Effort())
        if outcome.verdict != "undecided":
            details = {key: one for key, one in outcome.details.items() if key != OBLIGATION}
            return Decided(chosen, claim, number, outcome._replace(details=details))
    raise AssertionError(f"{claim_id} is undecided")


PATH4, PATH3 = ("esgros", "path:4"), ("grow", "path:3")
CASES: list[tuple[tuple[str, str], str, type | None, str, str]] = [
    (PATH4, "6", None, "game", "refuted"),
    (PATH4, "12d", None, "game", "refuted"),
    (PATH4, "12b", None, "sweep", "proved"),
    (("esgros", "hex:2"), "8", None, "game", "witnessed"),
    (("esgros", "hex:2"), "1", claims.Always, "sweep", "proved"),
    (PATH4, "3", claims.EveryTurn, "sweep", "proved"),
    (PATH4, "2a", claims.Ends, "sweep", "proved"),
    (PATH4, "10b", claims.Symmetric, "sweep", "proved"),
    (("esgros", "path:2"), "8", claims.SomeTurn, "sweep", "refuted"),
    (PATH4, "7b", None, "values", "proved"),
    (PATH4, "11a", None, "values", "witnessed"),
    (PATH4, "5", claims.Theorem, "formulas", "proved"),
    (("esgros", "path:3"), "1", claims.Theorem, "formulas", "proved"),
    (("grow", "square:1x4"), "5a", claims.Endless, "game", "witnessed"),
    (PATH3, "1", claims.Theorem, "formulas", "proved"),
    (PATH3, "12a", claims.Theorem, "formulas", "proved"),
    (PATH3, "7", claims.Decision, "again", "proved"),
]


@pytest.mark.parametrize(("where", "claim_id", "only", "kind", "verdict"), CASES)
def test_every_kind_is_accepted(
    where: tuple[str, str],
    claim_id: str,
    only: type | None,
    kind: str,
    verdict: str,
    tmp_path: Path,
):
    one = decided(game(*where), claim_id, only)
    assert (kind_of(one.obligation, one.outcome.verdict), one.outcome.verdict) == (kind, verdict)
    report = verify_claim(certify(one, tmp_path))
    assert (report.faults, report.left_open) == ([], [])
    assert report.head is not None
    assert report.head.proof == kind


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("certificates")


@pytest.fixture(scope="module")
def written(folder: Path) -> dict[str, Path]:
    """A certificate of each kind."""
    chosen = {
        "game": ("6", None),
        "sweep": ("2a", claims.Ends),
        "values": ("7b", None),
        "formulas": ("5", None),
    }
    return {kind: certify(decided(game(*PATH4), *which), folder) for kind, which in chosen.items()}


Files = dict[str, str]
Change = Callable[[Files], object]


def altered(path: Path, change: Change) -> Report:
    """What is said of the archive with its files changed."""
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    change(files)
    other = path.with_name("altered.zip")
    with zipfile.ZipFile(other, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return verify_claim(other)


def head(**changes: Any) -> Change:
    def change(files: Files) -> None:
        files[HEAD] = json.dumps(json.loads(files[HEAD]) | changes)

    return change


def another(name: str, text: str) -> Change:
    return lambda files: files.update({name: text})


@pytest.mark.parametrize("kind", ["game", "sweep", "values", "formulas"])
@pytest.mark.parametrize(
    ("change", "why"),
    [
        (head(format="another"), "claim.json"),
        (head(more=1), "more"),
        (head(game="chess"), "chess"),
        (head(board="hex:99"), "99"),
        (head(settings={}), "lacks a setting"),
        (head(settings={"full": "nonsense"}), "nonsense"),
        (head(id="4"), "claim 4 says"),
        (head(id="99"), "no claim '99'"),
        (head(statement="All is well."), "All is well"),
        (head(verdict="undecided"), "verdict"),
        (head(verdict="vacuous"), "vacuous"),
        (head(obligation=7), "no obligation 7"),
        (head(obligation=-1), "no obligation -1"),
        (head(scope="hex:4"), "hex:4"),
        (head(proof="again"), "again"),
        (another("more.txt", "x"), "more.txt"),
        (another(HEAD, "{"), "claim.json"),
        (another(HEAD, ""), "claim.json"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_an_altered_head_is_refused(written: dict[str, Path], kind: str, change: Change, why: str):
    report = altered(written[kind], change)
    assert report.faults
    assert re.search(why, report.faults[0]), report.faults


@pytest.mark.parametrize("kind", ["game", "sweep", "values"])
def test_another_board_is_refused(written: dict[str, Path], kind: str):
    assert altered(written[kind], head(board="path:5", scope="path:5")).faults


def test_another_game_is_refused(written: dict[str, Path]):
    def shorter(files: Files) -> None:
        record = json.loads(files[GAME])
        record["moves"].pop()
        record["result"] = None
        files[GAME] = json.dumps(record)
        head(witness=" ".join(record["moves"]))(files)

    assert "does not show it" in altered(written["game"], shorter).faults[0]
    assert "another game" in altered(written["game"], head(witness="a1")).faults[0]
    illegal = altered(
        written["game"], lambda files: files.update({GAME: files[GAME].replace('"a1"', '"zz"')})
    )
    assert GAME in illegal.faults[0]


def test_another_number_is_refused(written: dict[str, Path]):
    known = json.loads(zipfile.ZipFile(written["sweep"]).read(HEAD))["seen"]
    wrong = altered(written["sweep"], head(seen=known | {"longest": known["longest"] + 1}))
    assert "longest" in wrong.faults[0]


def test_another_strategy_is_refused(written: dict[str, Path]):
    def exchanged(files: Files) -> None:
        files["1.json"], files["2.json"] = files["2.json"], files["1.json"]

    assert "another position" in altered(written["values"], exchanged).faults[0]
    cut = altered(written["values"], lambda files: files.update({"2.json": files["2.json"][:300]}))
    assert "2.json" in cut.faults[0]
    assert "2.json" in altered(written["values"], lambda files: files.pop("2.json")).faults[0]


@pytest.fixture(scope="module")
def clausal(folder: Path) -> tuple[Path, str]:
    """A certificate with a DRAT proof of some length, and that proof's name."""
    path = certify(decided(game(*PATH3), "1", claims.Theorem), folder)
    with zipfile.ZipFile(path) as archive:
        drats = [one for one in archive.infolist() if one.filename.endswith(".drat")]
        return path, max(drats, key=lambda one: one.file_size).filename


def test_an_altered_proof_is_refused(clausal: tuple[Path, str]):
    path, name = clausal
    steps = zipfile.ZipFile(path).read(name).decode().splitlines()
    refused = {
        "no proof": [],
        "no numbers": ["unsat"],
        "cut short": [*steps[:-1], steps[-1].rstrip("0 ") + "1"],
        "only its end": ["0"],
        "only its first half": steps[: len(steps) // 2],
        "a literal of its own": ["1 0", "-1 0"],
    }
    for lines in refused.values():
        text = "\n".join(lines)
        report = altered(path, lambda files, text=text: files.update({name: text}))
        assert report.faults
        assert name in report.faults[0]
    missing = altered(path, lambda files: files.pop(name))
    assert not missing.faults
    assert "no proof was found" in missing.left_open[0]


def test_altered_clauses_are_refused(clausal: tuple[Path, str]):
    """Clauses that contradict each other prove nothing if they are not those of the claim."""
    path, name = clausal
    clauses = name.replace(".drat", ".cnf")

    def easier(files: Files) -> None:
        files[clauses] = "c easier\np cnf 1 2\n1 0\n-1 0\n"
        files[name] = "0\n"

    assert "not what the claim comes to" in altered(path, easier).faults[0]
    gone = altered(path, lambda files: files.pop(clauses))
    assert f"{clauses} is missing" in gone.faults[0]


def test_a_model_that_is_none_is_refused(folder: Path):
    path = certify(decided(game("gro", "dish:1,1"), "5b", claims.Theorem), folder)
    assert verify_claim(path).faults == []
    wrong = altered(path, lambda files: files.update({"2.model": "1 2 3"}))
    assert "does not hold" in wrong.faults[0]


def test_altered_smt_is_refused(written: dict[str, Path]):
    with zipfile.ZipFile(written["formulas"]) as archive:
        scripts = [name for name in archive.namelist() if name.endswith(".smt2")]

    def easier(files: Files) -> None:
        files[scripts[0]] = "; easier\n(assert false)\n(check-sat)\n"

    assert "not what the claim comes to" in altered(written["formulas"], easier).faults[0]


def test_without_cvc5_nothing_is_confirmed(
    written: dict[str, Path], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("ruleproof.solvers.verify.formulas.installed", lambda: False)
    report = verify_claim(written["formulas"])
    assert not report.faults
    assert second.MISSING in report.left_open[0]


def test_a_contradiction_of_cvc5_is_a_fault(
    written: dict[str, Path], monkeypatch: pytest.MonkeyPatch
):
    def saying(answer: str) -> Callable[[str, float], str]:
        return lambda text, seconds: answer

    asked = "ruleproof.solvers.verify.formulas.ask_cvc5"
    monkeypatch.setattr(asked, saying("sat"))
    assert "cvc5 says sat, not unsat" in verify_claim(written["formulas"]).faults[0]
    monkeypatch.setattr(asked, saying("unknown"))
    assert "no answer" in verify_claim(written["formulas"]).left_open[0]


def test_damaged_archives_are_refused(written: dict[str, Path], tmp_path: Path):
    whole = written["formulas"].read_bytes()
    path = tmp_path / "damaged.zip"
    for size in (4, 30, len(whole) // 2, len(whole) - 10):
        path.write_bytes(whole[:size])
        assert "archive is damaged" in verify_claim(path).faults[0]
    for place in range(40, len(whole), max(1, len(whole) // 25)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        report = verify_claim(path)
        assert report.faults or report == verify_claim(written["formulas"])


def test_an_archive_that_is_too_large_is_refused(
    written: dict[str, Path], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(verify_claims, "MOST_BYTES", 100)
    assert "holds more" in verify_claim(written["sweep"]).faults[0]


def test_many_positions_are_swept_by_compiled_rules(
    written: dict[str, Path], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(verify_claims, "POSITIONS", 3)
    report = verify_claim(written["sweep"])
    assert (report.faults, report.how.partition(":")[0]) == ([], "decided again")
    wrong = altered(written["sweep"], head(seen={"positions": 1}))
    assert "positions" in wrong.faults[0]
