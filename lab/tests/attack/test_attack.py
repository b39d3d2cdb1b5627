"""The attack finds what is planted, and a little of it finds nothing here."""

from __future__ import annotations

import faulthandler
import gzip
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from lab.attack import driver
from lab.attack.declarations import TARGET as DECLARATIONS
from lab.attack.declarations import install
from lab.attack.driver import Chunk, Driver, page, signature
from lab.attack.edits import bytes_edit, json_edit, json_text, text_edit
from lab.attack.jobs import PIPED, Files, Parser, Trial, peak, resident, tried
from lab.attack.sealed import Frame, archive, checkpoint, files_of, frames_of, table, table_parts
from lab.attack.strategies import TARGET as STRATEGIES
from lab.attack.tables import entries_of
from lab.attack.targets import Altered, Run, Seed, Target, broken, does_more_than_show, judged
from lab.attack.texts import ambiguous, unsaid
from lab.attack.truth import false_claim
from ruleproof.models.play.game import game
from ruleproof.models.rulebooks import rulebook as rulebooks

ROOT = Path(__file__).parents[3]
ACCEPTING = Target(
    "accepting",
    lambda maker: [],
    lambda dice, seed, seeds: Altered(b"x", True),
    lambda seed, content, run: "",
)
WIN = {"value": "win", "distance": 3}


class Planted:
    """A job in which every fourth trial does what it should not."""

    name = "planted"

    def __init__(self, harm: Callable[[], object]) -> None:
        self._harm = harm

    def begin(self, folder: Path) -> None:
        (folder / "file").write_text("altered")

    def trial(self, seed: int, number: int, begun: Callable[[], None]) -> Trial | None:
        assert seed == 1
        if number == 8:
            return None
        begun()
        if number % 4 == 2:
            self._harm()
        return Trial("planted", {"refused": 1}, [], 0.01, 5)


def crash() -> None:
    faulthandler.disable()
    os.kill(os.getpid(), signal.SIGSEGV)


def hang() -> None:
    while True:
        pass


def swell() -> None:
    kept = [b"x" * (1 << 20) for _ in range(300)]
    time.sleep(600)
    del kept


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (crash, "Segmentation fault"),
        (lambda: os._exit(3), "status 3"),
        (hang, "hangs"),
        (swell, "grew"),
    ],
    ids=["crash", "exit", "hang", "growth"],
)
def test_harm_is_found_and_survived(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, harm: Callable[[], object], told: str
):
    monkeypatch.setattr(driver, "MOST_SECONDS", 0.5)
    monkeypatch.setattr(driver, "SWOLLEN", 100 << 20)
    run = Driver(tmp_path, 1, "", lambda text: None)
    job = Planted(harm)
    chunks = [Chunk(job, 0, 5), Chunk(job, 5, 1000)]
    run.run(chunks, 2, 60.0)
    assert run.rows["planted"].counts == {"refused": 6, "finding": 2}
    reasons = [path.read_text() for path in sorted(tmp_path.glob("findings/*/why.txt"))]
    assert len(reasons) == 2
    assert all(told in reason and "seed 1, job 'planted'" in reason for reason in reasons)
    assert [path.read_text() for path in tmp_path.glob("findings/*/file")] == ["altered"] * 2

    again = Driver(tmp_path, 1, "", lambda text: pytest.fail(text))
    again.run([Chunk(job, 0, 5)], 1, 60.0)
    assert page(again.rows) == page(run.rows)


@pytest.mark.parametrize(
    ("run", "told"),
    [
        (Run(-11, "", ""), "status -11"),
        (Run(3, "", "stopped by an error of its own: KeyError: 1\n"), "an error of its own"),
        (Run(2, "half an answer", "no file\n"), "one line"),
        (Run(2, "", "first\nsecond\n"), "one line"),
        (Run(0, "ok: \x1b[2J\n", ""), "control characters"),
        (Run(1, "x" * 200_000, ""), "characters of output"),
        (Run(0, "ok\n", ""), "no JSON object"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_output_that_breaks_the_contract_is_found(run: Run, told: str):
    assert told in broken(run, as_json=True)


def test_false_claims_are_known():
    one = game("esgros", "hex:2")
    assert not false_claim(one, one.start(), WIN)
    assert not false_claim(one, one.start(), WIN | {"distance": 9})
    assert not false_claim(one, one.start(), {"value": None, "bounds": ["draw", "win"]})
    for claim in (
        {"value": "loss"},
        {"value": "draw"},
        WIN | {"distance": 2},
        {"value": None, "bounds": ["loss", "draw"]},
        {"value": None, "bounds": ["loss", "win"], "no_win_within": 3},
    ):
        assert false_claim(one, one.start(), claim), claim
    scored = game("incrowd", "square:2x2")
    assert [
        value for value in range(-4, 5) if not false_claim(scored, scored.start(), {"value": value})
    ] == [4]
    three = game("grow", "path:3", players=3)
    assert not false_claim(three, three.start(), {"value": [1, 1, 1]})
    assert false_claim(three, three.start(), {"value": [1, 2, 1]})


def test_accepted_files_are_judged():
    head = '{"game": "esgros", "board": "hex:2", "settings": %s, "position": "%s", "claim": %s}'
    from json import dumps

    one = game("esgros", "hex:2")
    words = (dumps(one.settings), ". . / . . . / . . ; black")
    true, false = (
        (head % (*words, dumps(claim)) + "\n").encode() for claim in (WIN, {"value": "loss"})
    )
    seed = Seed("", "", "c", true, ("verify", "c"), Run(0, "ok", ""), 0.1)
    accepted, refused = Run(0, "ok", ""), Run(1, "refused", "")
    for content, run, outcome in (
        (true, accepted, "true"),
        (false, accepted, "finding"),
        (false, refused, "refused"),
        (true, Run(0, "ok, and more", ""), "finding"),
        (false, Run(3, "", ""), "open"),
    ):
        assert judged(STRATEGIES, seed, Altered(content, True), run).outcome == outcome


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b'{"a": 1, "b": {"a": 1}}', ""),
        (b'{"a": {"b": 1, "b": 1}}', "twice"),
        (b'{"a": 1}\n["x", {"a": 1, "a": 2}]\n', "twice"),
        (gzip.compress(b'{"a": NaN}', mtime=0), "NaN"),
        (b'{"a": -1e999}', "-1e999"),
        (archive([("claim.json", b"{}"), ("1.json", b'{"a": 1}\n{"a": Infinity}\n')]), "Infinity"),
        (checkpoint([Frame(b"HEAD", b'{"a": 1, "a": 1}'), Frame(b"BODY", b"")]), "twice"),
        (b'{"format": "a table"}\n\x00{"a": NaN', ""),
    ],
)
def test_files_that_are_read_in_two_ways_are_known(content: bytes, told: str):
    assert bool(told) is bool(ambiguous(content))
    assert told in ambiguous(content)
    seed = Seed("", "", "c", content, ("show", "c"), Run(0, "", ""), 0.1)
    expected = "finding" if told else "true"
    assert judged(ACCEPTING, seed, Altered(content, True), Run(0, "", "")).outcome == expected
    assert judged(ACCEPTING, seed, Altered(content, True), Run(1, "", "")).outcome == "refused"


def test_facts_that_are_taken_must_be_said():
    words = "taken as given: a space keeps its owner"
    formulas = "taken as given: the formulas say what the rules and the claim say"
    given = b'{"claim": {}, "given": true}\n'
    proofs = archive([("claim.json", b"{}"), ("1.json", given), ("1.drat", b"0\n")])
    for content, out, kinds in (
        (b'{"claim": {}}\n', "ok", ""),
        (given, "ok", "given"),
        (given, f"ok\n{words}", ""),
        (given, '{"assumes": []}', "given"),
        (given, '{"assumes": [{"kind": "given", "words": ""}]}', ""),
        (proofs, f"ok\n{formulas}", "given"),
        (proofs, f"ok\n{words}", "formulas"),
        (proofs, f"ok\n{words}\n{formulas}", ""),
    ):
        assert unsaid(content, Run(0, out, "")) == kinds


@pytest.fixture
def mistaken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The games that declare what is false, for as long as a test lasts."""
    monkeypatch.setattr("sys.path", [*sys.path])
    install(tmp_path)
    yield
    monkeypatch.undo()
    rulebooks.names.cache_clear()
    rulebooks.rulebook.cache_clear()


@pytest.mark.usefixtures("mistaken")
def test_wrong_declarations_are_known():
    """An accepted table of Kalah must have the value of right declarations."""
    name = "kalah-exchange-forgotten"
    head: dict[str, Any] = {"game": name, "board": "square:2x2", "settings": {"seeds": 1}}
    head |= {"position": "1 1 / 1 1 ; south", "distance": None}
    found = {
        value: DECLARATIONS.false(
            Seed("", name, "t", b"", ("verify", "t"), Run(1, "", ""), 0.1),
            json.dumps(head | {"value": value}).encode() + b"\n",
            Run(status, "", ""),
        )
        for value, status in ((9, 0), (8, 1))
    }
    assert "not 9" in found[9]
    assert found[8] == ""


class Says:
    """A shell whose commands say one thing."""

    def __init__(self, run: Run, piped: Run | None = None) -> None:
        self.children = SimpleNamespace(most=0)
        self._run, self._piped = run, piped

    def run(self, _: object) -> Run:
        return self._run

    def piped(self, *_: object) -> Run | None:
        return self._piped


@pytest.mark.parametrize(
    ("piped", "outcome"),
    [
        (Run(0, "ok: c in 3.5 s", ""), "true"),
        (Run(0, "ok: d in 1 s", ""), "finding"),
        (Run(1, "refused", ""), "finding"),
        (Run(2, "", "no such file"), "finding"),
    ],
)
def test_another_answer_to_a_pipe_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, piped: Run, outcome: str
):
    plain = Run(0, "ok: c in 1 s", "")
    job = Files(ACCEPTING, [Seed("", "", "c", b"", ("show", "c"), plain, 0.1)])
    shell = Says(plain, piped)
    folder = tmp_path / "1"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setattr(job, "_shell", shell, raising=False)
    monkeypatch.setattr(job, "_folder", folder, raising=False)
    trial = job.trial(1, PIPED + 1, lambda: None)
    assert trial is not None
    assert trial.counts == {outcome: 1}


@pytest.mark.parametrize(
    ("sealed", "outcome"), [(False, "finding"), (True, "led astray")], ids=["damaged", "forged"]
)
def test_only_findings_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sealed: bool, outcome: str
):
    target = Target(
        "planted",
        lambda maker: [],
        lambda dice, seed, seeds: Altered(b"altered", sealed),
        lambda seed, content, run: "",
        unsealed=lambda seed, run: "it is worth something else",
    )
    seed = Seed("kind", "name", "file", b"", ("show",), Run(0, "", ""), 0.1)
    job = Files(target, [seed])
    folder = tmp_path / "1"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setattr(job, "_shell", Says(Run(0, "", "")), raising=False)
    monkeypatch.setattr(job, "_folder", folder, raising=False)
    trial = job.trial(1, 1, lambda: None)
    assert trial is not None
    assert trial.counts == {outcome: 1}
    assert len(trial.found) == (outcome == "finding")


def test_parsers_are_judged():
    def read(text: str) -> int:
        return 1 // len(text) if text != "12" else int(text)

    def kept(text: str, value: int) -> str:
        return "wrong" if value > 1 else ""

    parser = Parser("numbers", read, ("1",), kept=kept)
    found = [tried(parser, text).outcome for text in ("1", "", "12")]
    assert found == ["true", "finding", "finding"]
    refusing = Parser("numbers", int, ("1",))
    assert tried(refusing, "x").outcome == "refused"


def test_growth_is_measured():
    before = resident()
    kept = b"x" * (64 << 20)
    assert peak() - before > 50 << 20
    del kept


@pytest.mark.slow
def test_files_are_put_together_as_they_were(tmp_path: Path):
    from ruleproof.models.play.position import Position
    from ruleproof.solvers.playing.tables.build import build
    from ruleproof.solvers.playing.tables.value_table import ValueTable
    from ruleproof.solvers.verify.tables.check import check
    from ruleproof.solvers.work.progress import Stopped

    path = tmp_path / "t.rpt"
    build(Position.start(game("incrowd", "square:2x2")), path)
    content = path.read_bytes()
    entries = entries_of(content)
    path.write_bytes(table(table_parts(content)))
    assert check(path) == []
    assert entries_of(path.read_bytes()) == entries
    assert len(entries) == table_parts(content).head["entries"]

    kept = tmp_path / "kept"
    one = game("incrowd", "square:3x3")
    with pytest.raises(Stopped):
        ValueTable(one, most=500, checkpoint=kept).prepare(one.start())
    assert checkpoint(frames_of(kept.read_bytes())) == kept.read_bytes()

    files = [("claim.json", b"{}"), ("1.drat", b"0\n")]
    assert files_of(archive(files)) == dict(files)


def test_edits_alter_and_do_so_again():
    value = {"value": "win", "entries": [1, 2, ["a1", None]]}
    text = json_text(Random(0), value)
    edits: tuple[Callable[[Random], object], ...] = (
        lambda dice: bytes_edit(dice, text.encode(), [b"other"]),
        lambda dice: text_edit(dice, text),
        lambda dice: json_text(dice, json_edit(dice, value, ["loss", 7])),
    )
    for edit in edits:
        found = [edit(Random(number)) for number in range(200)]
        assert found == [edit(Random(number)) for number in range(200)]
        assert len({repr(one) for one in found}) > 100


def test_making_a_file_may_take_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    class Slow(Planted):
        def trial(self, seed: int, number: int, begun: Callable[[], None]) -> Trial | None:
            end = time.process_time() + 0.15
            while time.process_time() < end:
                pass
            return super().trial(seed, number, begun)

    monkeypatch.setattr(driver, "MOST_SECONDS", 0.05)
    run = Driver(tmp_path, 1, "", lambda text: None)
    run.run([Chunk(Slow(int), 0, 2)], 1, 60.0)
    assert run.rows["planted"].counts == {"refused": 2}


def test_a_run_may_be_stopped_and_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    real = driver.select.select

    def stopped(*arguments: Any) -> Any:
        time.sleep(0.6)
        return real(*arguments)

    monkeypatch.setattr(driver.select, "select", stopped)
    monkeypatch.setattr(driver, "PATIENCE", 0.5)
    monkeypatch.setattr(driver, "ASLEEP", 0.3)
    run = Driver(tmp_path, 1, "", lambda text: None)
    run.run([Chunk(Planted(lambda: time.sleep(1.5)), 0, 4)], 1, 60.0)
    assert run.rows["planted"].counts == {"refused": 4}


@pytest.mark.parametrize(
    ("text", "harmful"),
    [
        ("a é ◯ 😀 \u243a \u200d", ""),
        ("\x1b\x00\x85\u2028\u202e\u2066\u200f", "\x1b\x00\x85\u2028\u202e\u2066\u200f"),
    ],
)
def test_characters_that_do_more_than_show_are_known(text: str, harmful: str):
    assert "".join(filter(does_more_than_show, text)) == harmful


def test_causes_are_told_apart():
    assert signature("took 12.5 s for 'a1'") == signature("took 9 s for 'b2'")
    assert signature("took 12.5 s") != signature("grew by 12 MB")


@pytest.mark.parametrize(
    ("only", "files", "inputs"),
    [
        ("people's attempts", 150, 0),
        pytest.param("wrong declarations", 300, 0, marks=pytest.mark.slow),
        ("boards", 0, 1500),
        pytest.param("strategies", 100, 0, marks=pytest.mark.slow),
        pytest.param("people's attempts", 4000, 0, marks=pytest.mark.slow),
        pytest.param("positions", 0, 20_000, marks=pytest.mark.slow),
        pytest.param("tables", 2000, 0, marks=pytest.mark.slow),
        pytest.param("checkpoints", 2000, 0, marks=pytest.mark.slow),
        pytest.param("puzzles", 2000, 0, marks=pytest.mark.slow),
        pytest.param("game records", 2000, 0, marks=pytest.mark.slow),
        pytest.param("exports of tables", 2000, 0, marks=pytest.mark.slow),
        pytest.param("exports of sets", 2000, 0, marks=pytest.mark.slow),
        pytest.param("sheets and pictures", 2000, 0, marks=pytest.mark.slow),
        pytest.param("claims", 800, 0, marks=pytest.mark.slow),
        pytest.param("strategies", 2000, 0, marks=pytest.mark.slow),
    ],
)
def test_a_little_of_the_attack_finds_nothing(tmp_path: Path, only: str, files: int, inputs: int):
    words = ["--only", only, "--files", str(files), "--inputs", str(inputs), "--jobs", "1"]
    answer = subprocess.run(
        [sys.executable, "-m", "lab.attack", "--folder", str(tmp_path), *words],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert answer.returncode == 0, answer.stdout + answer.stderr
