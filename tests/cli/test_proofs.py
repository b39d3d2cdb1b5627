"""Claims, readings and repairs on the command line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleproof.models.claims import claims
from ruleproof.models.claims.claims import Claim, Endless
from ruleproof.solvers.work.seals import sealed, unsealed
from tests.cli.conftest import Run

Runner = Callable[..., Run]
CLAIM = {"id", "statement", "sentence", "verdict", "expected", "scope", "method", "seconds"} | {
    "witness",
    "certificate",
    "assumes",
}
PATH4 = ("esgros", "--board", "path:4")


def test_check(run: Runner):
    answer = run("check", *PATH4, "--claim", "1", "--claim", "6", "--json")
    assert answer.fields == {"claims", "clauses", "extent", "unvaried", "broken"}
    found = answer.object["claims"]
    assert [claim["id"] for claim in found] == ["1", "6"]
    for claim in found:
        assert set(claim) >= CLAIM
        assert (claim["game"], claim["board"]) == ("esgros", "path:4")
    expected = all(claim["verdict"] == claim["expected"] for claim in found)
    assert answer.status == (0 if expected else 1)


@pytest.mark.slow
def test_a_thorough_check_says_which_settings_no_claim_names(run: Runner):
    asked = ("check", "esgros", "--board", "path:3", "--claim", "6")
    words = run(*asked, "--thorough").out
    last = words.splitlines()[-1]
    assert last.startswith("not varied: ")
    assert "full" not in last
    assert "pie" in last
    told = json.loads(run(*asked, "--thorough", "--json").out)["unvaried"]["esgros"]
    assert last == f"not varied: {', '.join(told)}; no claim here names them (`settings=`)"
    assert "not varied" not in run(*asked).out
    assert json.loads(run(*asked, "--json").out)["unvaried"] == {}


def test_a_thorough_check_says_with_which_settings_a_finding_is_found(run: Runner):
    words = run("check", "esgros", "--board", "path:4", "--claim", "2c", "--thorough").out
    told = " ".join(words.split())
    assert told.count("The longest game on path:4 takes") > 1
    first, *others = re.findall(r"The longest game on path:4 takes \d+ turns\.(.*?)“", told)
    assert first.strip() == ""
    assert all(re.fullmatch(r" With (\S+=\S+ ?)+\. ", one) for one in others), others


@pytest.mark.slow
def test_a_thorough_check_says_which_reading_a_verdict_is_of(run: Runner):
    words = run("check", "esgros", "--board", "path:3", "--claim", "6", "--thorough").out
    heads = [line for line in words.splitlines() if line.startswith("esgros path:3")]
    assert heads[0] == "esgros path:3"
    assert "esgros path:3 exceed=void" in heads
    assert len(set(heads)) == len(heads) == words.count("\n 6 ")


def test_a_refutation_is_a_game_that_can_be_played(run: Runner):
    answer = run("check", *PATH4, "--claim", "6", "--json")
    (claim,) = answer.object["claims"]
    assert claim["verdict"] == "refuted"
    line = " ".join(claim["witness"])
    end = run("show", "esgros", "--board", claim["board"], "--line", line, "--json").object
    assert end["over"] is True
    assert end["result"]["winner"] is None


def test_every_verdict_has_a_certificate_that_is_verified(run: Runner, tmp_path: Path):
    folder = tmp_path / "proofs"
    answer = run(
        *("check", "esgros", "--board", "path:3", "--certificates", str(folder), "--json"),
        *(word for claim in ("1", "2a", "6", "7b", "10b") for word in ("--claim", claim)),
    )
    told = answer.object["claims"]
    assert {one["id"] for one in told} == {"1", "2a", "6", "7b", "10b"}
    for one in told:
        file = Path(one["certificate"])
        assert file.parent == folder
        verified = run("verify", str(file), "--json")
        assert (verified.object["ok"], verified.object["faults"], verified.status) == (True, [], 0)
        assert (verified.object["game"], verified.object["board"]) == ("esgros", one["board"])
        words = run("verify", str(file)).out
        assert "not checked" not in words
        assert one["verdict"] in words
    path = Path(told[0]["certificate"])
    path.write_bytes(path.read_bytes()[:200])
    broken = run("verify", str(path), "--json")
    assert (broken.status, broken.object["ok"]) == (1, False)


def test_compare(run: Runner):
    answer = run("compare", *PATH4, "--with", "full=loss", "--json")
    assert answer.status == 0
    told = answer.object
    assert answer.fields >= {"same", "scope", "line", "position", "only_first", "only_second"}
    assert told["same"] is False
    assert list(told["sentences"]) == ["full"]
    end = run("show", *PATH4, "--line", " ".join(told["line"]), "--json").object
    assert end["position"] == told["position"]
    assert end["over"] is True


def test_readings_that_part_after_the_first_move_do_so_after_one(run: Runner):
    told = run("compare", "esgros", "--board", "path:2", "--with", "pie=on").out
    assert "they part after 1 move\n" in told


def test_readings_that_never_part(run: Runner):
    answer = run("compare", "esgros", "--board", "path:2", "--with", "exceed=void", "--json")
    assert answer.status == 0
    assert answer.object["same"] is True
    assert answer.object["line"] is None


def test_repair(run: Runner):
    answer = run("repair", *PATH4, "--claim", "6", "--json")
    assert answer.status == 0
    assert answer.fields == {"claims", "repairs", "tried", "problems"}
    assert answer.object["claims"][0]["verdict"] == "refuted"
    for one in answer.object["repairs"]:
        sets = [
            word for name, value in one["settings"].items() for word in ("--set", f"{name}={value}")
        ]
        again = run("check", *PATH4, *sets, "--claim", "6", "--json").object["claims"][0]
        assert again["verdict"] in ("proved", "witnessed")


def test_repair_names_the_claims_that_can_show_problems(run: Runner):
    answer = run("repair", *PATH4)
    assert (answer.status, answer.out) == (2, "")
    assert "CLAIM: name the claim to repair; 6, 8 can show problems; " in answer.err


def test_repair_tells_every_wording_that_a_report_offers(run: Runner):
    (problem,) = run("repair", *PATH4, "--claim", "6", "--json").object["problems"]
    told = [(one["setting"], one["here"], one["then"]) for one in problem["wordings"]]
    assert told == [
        ("full=draw", True, ""),
        ("full=loss", False, "it holds: claim 6, on every board"),
    ]
    assert problem["wordings"][0]["text"] == "A full board is a draw."


@pytest.mark.slow
def test_repair_tells_a_wording_where_no_setting_helps(run: Runner):
    answer = run("repair", "esgros", "--board", "hex:3", "--claim", "8")
    assert answer.status == 0
    assert "wording     “If every placement exceeds your largest group" in answer.out
    assert "no setting changes the verdict: 26 changes of settings tried" in answer.out


def test_the_example_in_the_help_of_repair_has_something_to_repair(run: Runner):
    help_text = run("repair", "--help").out
    (first, *_) = re.findall(r"ruleproof (repair [a-z].*)", help_text)
    assert run(*first.split(), "--json").object["repairs"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["check"], ["GAME", "--all"]),
        (["check", "esgros", "--all"], ["GAME", "--all"]),
        (["check", "esgros", "--claim", "99"], ["--claim", "'99'", "10b"]),
        (["check", "esgros", "--sample", "0"], ["--sample", "'0'"]),
        (["check", "esgros", "--certificates", "/proc/no"], ["--certificates", "'/proc/no'"]),
        (["compare", "esgros"], ["--with"]),
        (["compare", "esgros", "--with", "exceed=void", "--all-pairs"], ["--with"]),
        (["compare", "esgros", "--with", "exceed"], ["--with", "'exceed'"]),
        (["compare", "esgros", "--with", "hedgehog"], ["another game", "grow", "'hedgehog'"]),
        (
            ["compare", "esgros", "--with", "gro"],
            ["--with", "gro is no variant of", "'gro'"],
        ),
        (
            ["compare", "esgros", "-b", "hex:2", "--with", "exceed=minimal"],
            ["--with", "changes nothing", "'exceed=minimal'"],
        ),
        (
            ["compare", "esgros", "-s", "exceed=void", "-w", "exceed=void", "-w", "full=draw"],
            ["--with", "changes nothing", "'exceed=void full=draw'"],
        ),
        (["compare", "esgros", "--with", "esgros"], ["--with", "one other game", "'esgros'"]),
        (
            ["compare", "incrowd", "-b", "square:2x2", "--with", "grow"],
            ["--with", "the fields of State", "'grow'"],
        ),
        (["compare", "esgros", "--with", "exceed=zz"], ["--with", "'zz'", "by-one"]),
        (["repair", "esgros"], ["CLAIM"]),
        (["repair", "esgros", "--claim", "99"], ["CLAIM", "'99'", "10b"]),
        (["report", "esgros"], ["--output"]),
        (["report", "esgros", "-o", "/proc/no"], ["--output", "'/proc/no'"]),
        (["tour", "-o", "/proc/no"], ["--output", "'/proc/no'"]),
        (["tour", "--time", "0"], ["no longer", "'--time'"]),
    ],
)
def test_bad_input(run: Runner, arguments: list[str], words: list[str]):
    answer = run(*arguments)
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert all(word in answer.err for word in words), answer.err


def test_a_claim_that_holds_against_expectation_needs_no_repair(
    run: Runner, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Claim, "expects", lambda *_: "refuted")  # pyright: ignore[reportUnknownLambdaType]
    answer = run("repair", "esgros", "--board", "path:3", "--claim", "1")
    assert answer.status == 0
    assert "holds, against expectation" in answer.out
    last = answer.out.splitlines()[-1]
    assert last == "it is not refuted: nothing is to be repaired but the claim, or its `expected`"


def test_a_refuted_claim_of_a_game_without_settings_says_that_none_was_tried(
    run: Runner, monkeypatch: pytest.MonkeyPatch
):
    refuted = Claim("1", "Play can go on for ever.", "", (Endless(),))
    monkeypatch.setattr(claims, "table", lambda _: (refuted,))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    last = run("repair", "clobber", "--board", "path:3", "--claim", "1").out.splitlines()[-1]
    assert last == "no setting was tried: none allows a change on this board"


def test_all_pairs_begin_with_a_table_and_tell_a_sentence_once(run: Runner):
    answer = run("compare", "esgros", "--board", "path:3", "--all-pairs")
    assert answer.status == 0
    lines = [line.split() for line in answer.out.splitlines()]
    assert ["reading", "against", "verdict"] in lines
    assert ["pie=off", "pie=on", "they", "part", "after", "1", "move"] in lines
    assert answer.out.count("To balance the game") == 1
    assert answer.out.count("readings ") == answer.out.count("they part after") // 2


@pytest.mark.slow
def test_all_pairs_tell_which_settings_are_numbers(run: Runner):
    asked = ("compare", "grow", "--board", "path:3", "--all-pairs", "--time", "60")
    told = run(*asked).out.splitlines()[-1]
    assert told.startswith("not compared: players")
    assert told.endswith("since their values are numbers: --with players=N compares one")
    assert json.loads(run(*asked, "--json").out)["not_compared"][0] == "players"
    esgros = ("compare", "esgros", "--board", "path:2", "--all-pairs")
    assert "not compared" not in run(*esgros).out
    assert json.loads(run(*esgros, "--json").out)["not_compared"] == []


@pytest.mark.slow
def test_a_report_tells_its_steps(run: Runner, tmp_path: Path):
    answer = run("report", "clobber", "--board", "square:2x3", "--time", "3", "-o", str(tmp_path))
    assert answer.status == 0
    told = [line for line in answer.err.splitlines() if line.endswith("…")]
    assert "ruleproof: playing games …" in told
    assert len(told) == len(set(told))


def test_a_game_without_claims_is_said_to_have_none(run: Runner):
    answer = run("check", "clobber", "--board", "square:3x4")
    assert answer.status == 0
    assert "clobber square:3x4: no claims" in answer.out
    assert run("check", "clobber", "--json").object["game"] == "clobber"


def test_what_a_record_says_is_told_as_a_note(run: Runner, tmp_path: Path):
    record = tmp_path / "checked.json"
    check = ("check", "esgros", "--board", "path:3", "--claim", "1", "--resume", str(record))
    first, second = run(*check, "--json").object, run(*check, "--json").object
    assert [claim["record"] for claim in first["claims"]] == [None]
    assert [claim["record"] for claim in second["claims"]] == [str(record)]
    told = run(*check)
    assert told.status == 0
    assert "note: proved" in told.out
    assert f"1 note from the record {record}" in told.out
    edited = record.read_text().replace('"verdict":"proved"', '"verdict":"refuted"')
    record.write_text(edited)
    told = run(*check)
    assert (told.status, told.out, told.err.count("\n")) == (2, "", 1)
    assert "--resume: no record of a check: altered" in told.err


def test_what_is_asked_and_expected_comes_from_no_record(run: Runner, tmp_path: Path):
    record = tmp_path / "checked.json"
    check = ("check", "esgros", "--board", "path:3", "--claim", "1", "--resume", str(record))
    true = run(*check, "--json").object["claims"][0]
    forged = json.loads(unsealed(record.read_bytes()))
    lies = {
        "verdict": "refuted",
        "expected": "refuted",
        "statement": "All is well.",
        "sentence": "",
    }
    forged["answers"][0]["verdicts"][0] |= lies
    record.write_bytes(sealed(json.dumps(forged).encode()))
    answer = run(*check, "--json")
    told = answer.object["claims"][0]
    assert (told["verdict"], told["record"]) == ("refuted", str(record))
    for name in ("expected", "statement", "sentence"):
        assert told[name] == true[name]
    assert answer.status == 1
