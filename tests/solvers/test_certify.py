"""Certificates of claims: each kind is accepted, and refused once anything in it is changed."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ruleproof import game
from ruleproof.models.claims import claims
from ruleproof.models.claims.claims import Claim
from ruleproof.models.files.writing import WriteError
from ruleproof.models.play.game import Game
from ruleproof.models.play.position import Position
from ruleproof.models.play.records import record_of
from ruleproof.solvers.reasoning.checking.check import check
from ruleproof.solvers.reasoning.checking.claim_certificate import Decided, certify
from ruleproof.solvers.reasoning.checking.examination import decide
from ruleproof.solvers.reasoning.checking.scopes import Effort
from ruleproof.solvers.reasoning.deciding.inquiry import OBLIGATION, Inquiry
from ruleproof.solvers.reasoning.formulas import cvc5 as second
from ruleproof.solvers.verify import claims as verify_claims
from ruleproof.solvers.verify.claims import verify_claim
from ruleproof.solvers.verify.report import Report
from ruleproof.solvers.work.archives import sealed
from ruleproof.solvers.work.claim_heads import GAME, HEAD, kind_of
from tests.ready import ready

pytest.importorskip("cvc5")


def decided(chosen: Game, claim_id: str, only: type | None = None) -> Decided:
    """The claim decided by the first of its obligations that does, or by the first of a type."""
    claim = next(one for one in claims.table(chosen) if one.id == claim_id)
    for number, obligation in enumerate(claim.obligations):
        if only is not None and not isinstance(obligation, only):
            continue
        alone = Claim(claim.id, claim.statement, claim.sentence, (obligation,))
        outcome = decide(Inquiry(chosen, limit=200_000), alone, Effort())
        if outcome.verdict != "undecided":
            details = {key: one for key, one in outcome.details.items() if key != OBLIGATION}
            return Decided(chosen, claim, number, outcome._replace(details=details))
    raise AssertionError(f"{claim_id} is undecided")


PATH4, PATH3 = "esgros path:4", "grow path:3"
CASES: list[tuple[str, str, type | None, str, str]] = [
    (PATH4, "6", None, "game", "refuted"),
    (PATH4, "12d", None, "game", "refuted"),
    (PATH4, "12b", None, "sweep", "proved"),
    ("esgros hex:2", "8", None, "game", "witnessed"),
    ("esgros hex:2", "1", claims.Always, "sweep", "proved"),
    (PATH4, "3", claims.EveryTurn, "sweep", "proved"),
    (PATH4, "2a", claims.Ends, "sweep", "proved"),
    (PATH4, "10b", claims.Symmetric, "sweep", "proved"),
    ("esgros path:2", "8", claims.SomeTurn, "sweep", "refuted"),
    (PATH4, "7b", None, "values", "proved"),
    (PATH4, "11a", None, "values", "witnessed"),
    (PATH4, "5", claims.Theorem, "formulas", "proved"),
    ("esgros path:3", "1", claims.Theorem, "formulas", "proved"),
    ("grow square:1x4", "5a", claims.Endless, "game", "witnessed"),
    (PATH3, "1", claims.Theorem, "formulas", "proved"),
    (PATH3, "12a", claims.Theorem, "formulas", "proved"),
    (PATH3, "7", claims.Plain, "sweep", "proved"),
    (PATH3, "9c", claims.Plain, "sweep", "proved"),
    (PATH3, "11a", claims.Plain, "sweep", "proved"),
    (PATH3, "14", claims.ValueIs, "values", "witnessed"),
    ("incrowd square:1x3", "9a", claims.Plain, "game", "witnessed"),
    ("incrowd square:2x3", "8c", claims.Greatest, "sweep", "witnessed"),
    ("incrowd square:3x3", "7c", claims.Theorem, "formulas", "proved"),
    ("incrowd square:2x3", "8a", claims.Most, "sweep", "witnessed"),
    ("incrowd square:2x3", "4c", claims.SameValue, "values", "proved"),
]


@pytest.mark.parametrize(("said", "claim_id", "only", "kind", "verdict"), CASES)
def test_every_kind_is_accepted(
    said: str, claim_id: str, only: type | None, kind: str, verdict: str, tmp_path: Path
):
    one = decided(ready(said), claim_id, only)
    assert (kind_of(one.obligation, one.outcome.verdict), one.outcome.verdict) == (kind, verdict)
    report = verify_claim(certify(one, tmp_path))
    assert (report.faults, report.unchecked, report.notes) == ([], [], [])
    assert report.told[1].startswith(f"{verdict} on ")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("certificates")


KINDS = {
    "game": ("6", None),
    "sweep": ("2a", claims.Ends),
    "values": ("7b", None),
    "formulas": ("5", None),
}


@pytest.fixture(scope="module")
def written(folder: Path) -> dict[str, Path]:
    """A certificate of each kind."""
    return {kind: certify(decided(ready(PATH4), *which), folder) for kind, which in KINDS.items()}


Files = dict[str, str]
Change = Callable[[Files], object]


def altered(path: Path, change: Change) -> Report:
    """What is said of the archive with its files changed."""
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    change(files)
    other = path.with_name("altered.zip")
    other.write_bytes(sealed(files))
    return verify_claim(other)


def head(**changes: Any) -> Change:
    def change(files: Files) -> None:
        files[HEAD] = json.dumps(json.loads(files[HEAD]) | changes)

    return change


def another(name: str, text: str) -> Change:
    return lambda files: files.update({name: text})


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("change", "why"),
    [
        (head(format="another"), "claim.json"),
        (head(more=1), "more"),
        (head(game="chess"), "chess"),
        (head(board="hex:99"), "99"),
        (head(settings={"full": "nonsense"}), "nonsense"),
        (head(id="4"), "claim 4 says"),
        (head(id="99"), "no claim '99'"),
        (head(statement="All is well."), "All is well"),
        (head(verdict="undecided"), "verdict"),
        (head(verdict="vacuous"), "vacuous|it can be shown"),
        (head(obligation=7), "no obligation 7"),
        (head(obligation=-1), "obligation"),
        (head(scope="hex:4"), "hex:4"),
        (head(scope="all boards"), "all boards"),
        (head(proof="again"), "proof"),
        (head(proof="none"), "none"),
        (head(witness="a1 a1 a1"), "a1 a1 a1|another game"),
        (head(seen={"longest": 99}), "99"),
        (head(seen={"most": 99}), "99"),
        (head(seen={"positions": 1}), "positions"),
        (head(strengthened=["most passes 2"]), "strengthened|lacks"),
        (head(statement="All is well.\nok: all"), "statement.*characters that show"),
        (head(version="1\x1b[2J"), "version.*characters that show"),
        (head(version="1\u202e"), "version.*characters that show"),
        (head(rules="x"), "rules"),
        (head(scope="x" * 5_000_000), "holds more than"),
        (head(scope="x" * 5_000), "scope.*at most 64"),
        (head(**{"x" * 5_000: 1}), "xxx"),
        (head(**{"\x1b[2J": 1}), "no head"),
        (head(format="ruleproof claim 4"), "no format that is known.*claim 2"),
        (another("more.txt", "x"), "more.txt"),
        (another(HEAD, "{"), "claim.json"),
        (another(HEAD, ""), "claim.json"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_an_altered_head_is_refused(written: dict[str, Path], kind: str, change: Change, why: str):
    report = altered(written[kind], change)
    (fault,) = report.faults
    assert re.search(why, fault), fault
    assert fault.isprintable()
    assert len(fault) < 1100
    assert not report.told


@pytest.mark.parametrize("kind", KINDS)
def test_other_sources_are_told_and_change_nothing(written: dict[str, Path], kind: str):
    report = altered(written[kind], head(rules="0123456789abcdef"))
    assert (report.faults, report.unchecked) == ([], [])
    assert "0123456789abcdef" in report.notes[0]
    assert report.told == verify_claim(written[kind]).told


@pytest.mark.parametrize("kind", ["game", "sweep", "values"])
def test_a_theorem_of_one_board_is_none_of_another(written: dict[str, Path], kind: str):
    report = altered(written[kind], head(scope=claims.EVERY_BOARD))
    assert "not for 'every board'" in report.faults[0]
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
    missing = altered(written["values"], lambda files: files.pop("2.json"))
    assert "2.json" in missing.unchecked[0]
    assert not missing.told


@pytest.fixture(scope="module")
def clausal(folder: Path) -> tuple[Path, str]:
    """A certificate with a DRAT proof of some length, and that proof's name."""
    path = certify(decided(ready(PATH3), "1", claims.Theorem), folder)
    with zipfile.ZipFile(path) as archive:
        drats = [one for one in archive.infolist() if one.filename.endswith(".drat")]
        return path, max(drats, key=lambda one: one.file_size).filename


def test_an_altered_proof_is_refused(clausal: tuple[Path, str]):
    path, name = clausal
    steps = zipfile.ZipFile(path).read(name).decode().splitlines()
    cut, half = [*steps[:-1], steps[-1].rstrip("0 ") + "1"], steps[: len(steps) // 2]
    for lines in ([], ["unsat"], cut, ["0"], half, ["1 0", "-1 0"]):
        assert name in altered(path, another(name, "\n".join(lines))).faults[0]
    missing = altered(path, lambda files: files.pop(name))
    assert not missing.faults
    assert "no proof was found" in missing.unchecked[0]
    assert not missing.told


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
    wrong = altered(path, another("2.model", "1 2 3"))
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
    assert second.MISSING in report.unchecked[0]


def test_a_contradiction_of_cvc5_is_a_fault(
    written: dict[str, Path], monkeypatch: pytest.MonkeyPatch
):
    def saying(answer: str) -> Callable[[str, float], str]:
        return lambda text, seconds: answer

    asked = "ruleproof.solvers.verify.formulas.ask_cvc5"
    monkeypatch.setattr(asked, saying("sat"))
    assert "there must be none" in verify_claim(written["formulas"]).faults[0]
    monkeypatch.setattr(asked, saying("unknown"))
    assert "no answer" in verify_claim(written["formulas"]).unchecked[0]


def test_damaged_archives_are_refused(written: dict[str, Path], tmp_path: Path):
    whole = written["formulas"].read_bytes()
    path = tmp_path / "damaged.zip"
    for size in (0, 4, 30, len(whole) // 2, len(whole) - 10, len(whole) - 1):
        path.write_bytes(whole[:size])
        assert "archive is damaged" in verify_claim(path).faults[0]
    path.write_bytes(whole + b"0")
    assert "archive is damaged" in verify_claim(path).faults[0]


def test_a_flipped_bit_is_refused_wherever_it_is(written: dict[str, Path], tmp_path: Path):
    whole = bytearray(written["game"].read_bytes())
    path = tmp_path / "flipped.zip"
    for place in range(len(whole)):
        whole[place] ^= 1 << place % 8
        path.write_bytes(whole)
        assert "archive is damaged" in verify_claim(path).faults[0]
        whole[place] ^= 1 << place % 8
    path.write_bytes(whole)
    assert not verify_claim(path).faults


def test_a_file_that_is_too_large_is_not_unpacked(
    written: dict[str, Path], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(verify_claims, "LONGEST_HEAD", 100)
    assert "holds more than 100 bytes" in verify_claim(written["sweep"]).faults[0]


def test_a_game_that_is_not_the_shortest_is_refused(tmp_path: Path):
    """Claim 9 says that its witness is the earliest win."""
    path = certify(decided(game("esgros", "hex:2"), "9"), tmp_path)
    shortest = verify_claim(path)
    assert not shortest.faults
    assert "none is shorter" in shortest.told[1]
    longer = next(iter(longer_wins("esgros", "hex:2")))

    def change(files: Files) -> None:
        record = record_of(Position.start(game("esgros", "hex:2")), longer)
        files[GAME] = json.dumps(record.model_dump(mode="json"))
        head(witness=" ".join(longer))(files)

    assert "a shorter game" in altered(path, change).faults[0]


def longer_wins(name: str, board: str) -> Iterator[list[str]]:
    """Games that are won later than the shortest."""
    waiting: list[tuple[Position, list[str]]] = [(Position.start(game(name, board)), [])]
    for position, before in waiting:
        for move in position.moves():
            after, line = position.play([move]), [*before, move]
            if after.result is not None and after.result.winner and len(line) > 3:
                yield line
            waiting += [(after, line)] * (not after.over)


def test_what_nothing_simpler_checks_is_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A decision without evidence: its certificate is well-formed, and not a proof of anything."""
    chosen = game("esgros", "path:3")
    outcome = claims.Outcome("proved", "", "told by somebody")
    decision = claims.Decision(lambda game, seconds: outcome, "somebody's word")
    claim = Claim("1", "It is so.", "", (decision,))
    monkeypatch.setattr(claims, "table", lambda game: (claim,))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    report = verify_claim(certify(Decided(chosen, claim, 0, outcome), tmp_path))
    assert (report.faults, report.told, report.ok) == ([], [], None)
    assert "nothing simpler" in report.unchecked[0]


@pytest.mark.slow
def test_germs_are_placed_by_games_and_kept_off_by_induction(tmp_path: Path):
    path = certify(decided(game("gro", "dish:1,1"), "6e", claims.Decision), tmp_path)
    report = verify_claim(path)
    assert (report.faults, report.unchecked) == ([], [])
    assert "14 games replayed" in report.told[1]


def test_a_most_that_is_not_the_most_is_refused(tmp_path: Path):
    one = decided(game("incrowd", "square:1x5"), "8a", claims.Most)
    path = certify(one, tmp_path)
    most = one.outcome.details["most"]
    assert isinstance(most, int)
    assert "does not measure" in altered(path, head(seen={"most": most + 1})).faults[0]
    assert "nothing says how much" in altered(path, head(seen={})).faults[0]
    line = one.outcome.witness.split()
    assert "does not measure" in altered(path, head(witness=" ".join(line[:-1]))).faults[0]
    assert "the witness" in altered(path, head(witness="zz")).faults[0]


def test_a_place_that_takes_no_certificates_is_told_before_any_work(tmp_path: Path):
    small, told = game("esgros", "hex:2"), list[object]()
    (tmp_path / "file.py").write_text("text")
    for place in (tmp_path / "file.py", "/proc/nothing"):
        with pytest.raises(WriteError, match=re.escape(repr(str(place)))):
            check(small, "6", certificates=place, tell=told.append)
    assert not told
    (verdict,) = check(small, "6", certificates=tmp_path / "new" / "folder")
    assert verdict.certificate
