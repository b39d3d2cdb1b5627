"""`solve --certificate` and `verify`: what is accepted, and how a refusal is told."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleproof.solvers.work.archives import sealed
from tests.cli.conftest import Run

Runner = Callable[..., Run]
FIELDS = {"ok", "faults", "unchecked", "notes", "file", "kind", "proved", "assumes"}


@pytest.fixture
def certificate(run: Runner, tmp_path: Path) -> Path:
    path = tmp_path / "proof.json"
    answer = run("solve", "esgros", "--board", "hex:2", "--certificate", str(path), "--json")
    assert answer.object["certificate"] == str(path)
    return path


def test_a_certificate_that_is_there_is_replaced(run: Runner, certificate: Path):
    before = certificate.read_bytes()
    answer = run("solve", "esgros", "--board", "path:3", "-c", str(certificate), "--json")
    assert (answer.status, answer.object["certificate"]) == (0, str(certificate))
    assert certificate.read_bytes() != before


def test_a_certificate_is_accepted(run: Runner, certificate: Path):
    answer = run("verify", str(certificate), "--json")
    assert answer.status == 0
    assert answer.fields == FIELDS
    assert answer.object["ok"] is True
    assert answer.object["faults"] == []
    assert (answer.object["game"], answer.object["board"]) == ("esgros", "hex:2")
    assert answer.object["settings"]["exceed"] == "minimal"
    assert (answer.object["file"], answer.object["kind"]) == (str(certificate), "strategies")
    assert answer.object["proved"] == run("verify", str(certificate)).out.splitlines()[1:]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"b2", 3]', '"a1", 3]'),
        ('"board": "hex:2"', '"board": "hex:3"'),
        ('"pie": "off"', '"pie": "on"'),
        ('"value": "win"', '"value": "loss"'),
        ('"esgros"', '"chess"'),
        ("ruleproof certificate", "another file"),
    ],
)
def test_a_tampered_certificate_is_refused(run: Runner, certificate: Path, old: str, new: str):
    text = certificate.read_text()
    assert old in text
    certificate.write_text(text.replace(old, new, 1))
    answer = run("verify", str(certificate), "--json")
    assert answer.status == 1
    assert answer.object["ok"] is False
    assert answer.object["faults"]
    assert answer.err == ""
    told = run("verify", str(certificate))
    assert told.status == 1
    assert answer.object["faults"][0] in told.out.replace("\n", " ")


@pytest.mark.parametrize(
    "content",
    [b"", b"\x00\xff", b"[]", b"{}", b"\x1f\x8b\x00", b"{" * 9999, b"\x1f\x8b\x08\0" + b"x" * 50],
)
def test_other_files_are_refused(run: Runner, tmp_path: Path, content: bytes):
    path = tmp_path / "file"
    path.write_bytes(content)
    answer = run("verify", str(path), "--json")
    assert answer.status == 1
    assert answer.object["faults"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('{"format"', '{"entries": "x", "format"', "entries"),
        ('{"format"', '{"moves\\u001b[2J": "x", "format"', "no header"),
        ("certificate 1", "certificate 9", "ruleproof certificate 1, ruleproof claim 2"),
        ("certificate 1", "table 33", "ruleproof table 3"),
        ('"version": "', '"version": "\\nok: all is well', "version"),
        (
            '"value": "win"',
            '"value": true',
            "claim.value: takes 'win', 'draw' or 'loss' or a whole number or a list: true",
        ),
        ('"value": "win"', '"value": -3.0', "or a whole number or a list: -3.0"),
        ('"value": "win"', '"value": [2, "x"]', "claim.value.1: takes a whole number: "),
    ],
)
def test_a_header_that_says_more_is_refused(
    run: Runner, certificate: Path, old: str, new: str, words: str
):
    text = certificate.read_text()
    assert old in text
    certificate.write_text(text.replace(old, new, 1))
    answer = run("verify", str(certificate))
    assert answer.status == 1
    assert words in answer.out
    assert answer.out.count("\n") == 1
    assert answer.out.strip().isprintable()


def test_other_sources_are_told(run: Runner, certificate: Path):
    text = certificate.read_text()
    here = run("verify", str(certificate), "--json").object
    assert here["notes"] == []
    certificate.write_text(text.replace(here["rules"], "0123456789abcdef", 1))
    answer = run("verify", str(certificate), "--json")
    assert (answer.status, answer.object["ok"]) == (0, True)
    assert "0123456789abcdef" in answer.object["notes"][0]
    assert answer.object["notes"][0] in run("verify", str(certificate)).out
    certificate.write_text(text.replace(f'"rules": "{here["rules"]}", ', "", 1))
    assert "without a word" in run("verify", str(certificate), "--json").object["notes"][0]


@pytest.mark.slow
def test_out_of_time_or_memory_nothing_is_told(certificate: Path):
    """Whatever a file claims, it is not checked to the end then."""
    head, strategy, *_ = certificate.read_text().splitlines()
    many = [f'["{number}", "b2", 3]' for number in range(200_000)]
    strategy = re.sub(r'"entries": \d+', f'"entries": {len(many)}', strategy)
    certificate.write_text("\n".join([head, strategy, *many, ""]))
    for limit in (["--memory", "1K"], ["--time", "0.001"]):
        words = ("verify", str(certificate), *limit)
        # in a process of its own: the memory that tests before it gave back would be used first
        command = [sys.executable, "-m", "ruleproof", *words, "--json"]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
        told = json.loads(answer.stdout)
        assert (answer.returncode, told["ok"], told["faults"]) == (3, None, [])
        assert "not checked to the end" in told["unchecked"][0]
        answer = subprocess.run(command[:-1], capture_output=True, text=True, check=False)
        assert "win" not in answer.stdout
        assert "ok:" not in answer.stdout


@pytest.mark.parametrize("option", ["--memory", "--time"])
def test_limits_that_are_none_are_bad_input(run: Runner, certificate: Path, option: str):
    answer = run("verify", str(certificate), option, "0")
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert option in answer.err


def test_a_proof_that_is_missing_is_no_verdict(run: Runner, tmp_path: Path):
    asked = ("check", "esgros", "--board", "path:3", "--claim", "1", "--json")
    (claim,) = run(*asked, "--certificates", str(tmp_path)).object["claims"]
    path = Path(claim["certificate"])
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    (gone,) = (name for name in files if name.endswith(".drat"))
    del files[gone]
    path.write_bytes(sealed(files))
    answer = run("verify", str(path), "--json")
    assert (answer.status, answer.object["ok"], answer.object["faults"]) == (3, None, [])
    words = run("verify", str(path)).out
    assert words.startswith("not checked")
    assert "proved" not in words
    files["more"] = "x"
    path.write_bytes(sealed(files))
    assert run("verify", str(path)).status == 1


def test_a_truncated_certificate_is_refused(run: Runner, certificate: Path):
    lines = certificate.read_text().splitlines(keepends=True)
    for kept in range(len(lines)):
        certificate.write_text("".join(lines[:kept]))
        assert run("verify", str(certificate)).status == 1


def test_a_game_record_is_verified(run: Runner, tmp_path: Path):
    path = tmp_path / "game.json"
    run("play", "esgros", "--board", "hex:2", "--line", "a1 c2", "--save", str(path))
    assert run("verify", str(path), "--json").object["ok"] is True
    path.write_text(path.read_text().replace('"c2"', '"a1"'))
    answer = run("verify", str(path), "--json")
    assert answer.status == 1
    assert "moves, number 2" in answer.object["faults"][0]


@pytest.mark.parametrize("name", ["game", "board", "start", "settings", "moves"])
@pytest.mark.parametrize(
    "long", ["x" * 100_000, "\x1b[2J", "a\nok: b"], ids=["x", "escape", "line"]
)
def test_what_is_wrong_with_a_game_is_told_in_a_short_line(
    run: Runner, tmp_path: Path, name: str, long: str
):
    path = tmp_path / "g.json"
    assert (
        run("play", "esgros", "--board", "hex:2", "--line", "a1", "--save", str(path)).status == 0
    )
    said = json.loads(path.read_text())
    wrong = {"settings": {long: 1}, "moves": [long]}.get(name, long)
    path.write_text(json.dumps(said | {name: wrong}))
    answer = run("verify", str(path))
    assert answer.out.count("\n") == 1
    assert answer.out.strip().isprintable()
    assert len(answer.out) < 1200
    assert answer.out.startswith("refused: ")


def test_a_compressed_file_that_unpacks_without_end_is_stopped(
    run: Runner, tmp_path: Path, certificate: Path
):
    head, title, *_ = certificate.read_bytes().splitlines(keepends=True)
    many = json.dumps(json.loads(title) | {"entries": 2_000}).encode() + b"\n"
    path = tmp_path / "c.json.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(head + many)
        for number in range(2_000):
            file.write(b'["%d", "a1", 1%s]\n' % (number, b" " * 60_000))
    answer = run("verify", str(path), "--memory", "64M", "--time", "60", "--json")
    assert answer.status in (1, 3)
    assert answer.object["ok"] is not True
    assert run("verify", str(path), "--memory", "64M", "--time", "0.1").status == 3


@pytest.mark.parametrize("path", ["/no/such/file", "/"])
def test_a_file_that_cannot_be_read_is_bad_input(run: Runner, path: str):
    answer = run("verify", path)
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert repr(path) in answer.err


def test_an_unwritable_certificate_is_bad_input_before_the_search(run: Runner):
    answer = run("solve", "esgros", "--board", "hex:8", "--certificate", "/no/such/file")
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "--certificate" in answer.err


def test_that_there_is_no_win_so_soon_is_certified(run: Runner, tmp_path: Path):
    path = str(tmp_path / "proof.json")
    asked = ("solve", "esgros", "--board", "hex:2", "--goal", "win", "--within", "2", "-c", path)
    answer = run(*asked, "--json").object
    assert (answer["value"], answer["bounds"]) == (None, ["loss", "win"])
    assert (answer["no_win_within"], answer["certificate"]) == (2, path)
    assert answer["reason"] == "no win within 2 plies"
    told = run("verify", path)
    assert told.status == 0
    assert "loss, draw or win, no win within 2 plies for black, who is to move" in told.out


@pytest.mark.parametrize(
    ("asked", "proved"),
    [
        ("incrowd --board square:2x2", "incrowd square:2x2: black +4"),
        ("incrowd --board square:3x3 --goal win", "incrowd square:3x3: black +1 or more"),
        ("grow --board square:2x2 --set players=3", "red 2, blue 1, green 1"),
        (
            "esgros --board hex:2 --set full=loss --line a1",
            "esgros hex:2, full=loss, at '. . / . . . / B . ; white': win within 3 plies for white",
        ),
    ],
)
def test_what_is_proved_is_told_in_full(run: Runner, tmp_path: Path, asked: str, proved: str):
    """The reader learns of which rules and which position the value is, and whose it is."""
    path = str(tmp_path / "proof.json")
    assert run("solve", *asked.split(), "--certificate", path).status == 0
    assert proved in run("verify", path).out


def test_what_a_table_holds_is_told_in_full(run: Runner, tmp_path: Path):
    path = str(tmp_path / "table.rpt")
    three = ("grow", "--board", "square:2x2", "--set", "players=3")
    assert run("table", "build", *three, "--player", "blue", "-o", path).status == 0
    told = run("verify", path).out
    assert "grow square:2x2, players=3" in told
    assert "blue is sure of 1" in told


def test_a_record_tells_its_settings(run: Runner, tmp_path: Path):
    path = str(tmp_path / "game.json")
    asked = ("esgros", "--board", "hex:2", "--set", "full=loss", "--line", "a1 b2")
    assert run("play", *asked, "--save", path).status == 0
    assert "esgros hex:2, full=loss: a game of 2 moves" in run("verify", path).out


def test_what_is_given_besides_the_rules_is_told(run: Runner, tmp_path: Path):
    path = str(tmp_path / "proof.json")
    endgame = (
        *("b1 r0 r1 r0 r1", "b0 b0 r1 r0 r0", "b1 b0 b0 r1 r0", "b1 b0 b1 b1 r1", ". . . . r1"),
    )
    position = " / ".join(endgame) + " ; blue"
    asked = ("solve", "grow", "--board", "square:5x5", "-s", "drop=mandatory")
    answer = run(*asked, "--position", position, "-c", path, "--json").object
    assert answer["certificate"] == path
    told = run("verify", path)
    assert told.status == 0
    assert "taken as given: heads of a group" in told.out
    assert run("verify", path, "--json").fields == FIELDS


@pytest.mark.parametrize(
    ("asked", "status", "told"),
    [
        (
            ["gro", "--board", "dish:1,1", "-s", "repetition=loss-3", "-s", "tokens=1"],
            0,
            "no value",
        ),
        (["esgros", "--board", "hex:4", "--time", "0.01"], 3, "stopped before it was complete"),
    ],
)
def test_a_certificate_and_a_page_that_are_not_written_are_missed(
    run: Runner, tmp_path: Path, asked: list[str], status: int, told: str
):
    path = tmp_path / "proof.json"
    answer = run("solve", *asked, "--certificate", str(path))
    assert answer.status == status
    assert f"not written: {told}" in answer.out
    assert not path.exists()
    page = tmp_path / "proof.html"
    told_too = run("solve", *asked, "--html", str(page))
    assert told_too.status == status
    assert f"page        not written: {told}" in told_too.out
    assert "--output" not in told_too.err
    plain = run("solve", *asked, "--html", str(page), "--json")
    assert (plain.status, plain.object["html"]) == (status, None)
    assert not page.exists()
