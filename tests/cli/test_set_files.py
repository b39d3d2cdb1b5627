"""Files of sets: none is lost, copies are made, and changed rules are told."""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable
from pathlib import Path

from ruleproof.puzzles.making.saved import state_file
from ruleproof.puzzles.puzzle import read_set
from ruleproof.puzzles.starter import starter, starter_text
from tests.cli.conftest import Run

Runner = Callable[..., Run]
CHECK = "`ruleproof puzzles check` says where"


def test_a_set_that_is_there_is_not_replaced_without_a_word(run: Runner, tmp_path: Path):
    path = tmp_path / "mine.jsonl"
    select = ("puzzles", "select", "starter:sow", "-n", "1", "--replace", "-o", str(path))
    assert run(*select).err == ""
    told = f"ruleproof: note: {str(path)!r} is there and will be replaced\n"
    assert run(*select).err == told
    before = path.read_bytes()
    make = ("puzzles", "make", "sow", "-n", "1", "--time", "0.01")
    refused = run(*make, "-o", str(path))
    assert (refused.status, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert "--replace writes a set in its place" in refused.err
    assert "--resume" not in refused.err
    none = run(*make, "--replace", "-o", str(path))
    assert none.err.startswith(told)
    assert none.out.endswith(f"no puzzle; {path} is as it was\n")
    assert path.read_bytes() == before
    other = tmp_path / "other.jsonl"
    none = run(*make, "-o", str(other))
    ways = f"--resume {other} goes on with it\n" if state_file(other).exists() else ""
    assert none.out.endswith(f"no puzzle; {other} is not written\n{ways}")
    assert not other.exists()


def test_a_set_is_copied_and_may_begin_with_a_byte_order_mark(run: Runner, tmp_path: Path):
    path, marked = tmp_path / "copy.jsonl", tmp_path / "marked.jsonl"
    assert run("puzzles", "select", "starter:sow", "-o", str(path)).out.startswith(
        f"{len(starter('sow'))} puzzles"
    )
    assert path.read_text(encoding="utf-8") == starter_text("sow")
    first = path.read_bytes().splitlines()[0]
    marked.write_bytes(codecs.BOM_UTF8 + first + b"\n")
    assert run("puzzles", "check", str(marked)).status == 0
    assert run("puzzles", "select", str(marked), "--replace", "-o", str(path)).status == 0
    assert path.read_bytes() == first + b"\n"
    assert read_set(marked.read_text(encoding="utf-8"), "marked") == starter("sow")[:1]


def test_check_goes_on_behind_lines_that_are_no_puzzles(run: Runner, tmp_path: Path):
    first, second, third = (json.loads(puzzle.line()) for puzzle in starter("sow")[:3])
    first["rating"]["level"] = 9
    second["note"] = "mine"
    third["sentence"] = "Solve it."
    path = tmp_path / "edited.jsonl"
    lines = map(json.dumps, (first, "", second, [], third))
    path.write_text("\n".join(lines), "utf-8")
    refused = run("puzzles", "check", str(path), "--json")
    *lines, last = refused.object["faults"]
    assert lines == [
        "line 1: rating.level: takes a number up to 5: 9",
        'line 2: no puzzle: takes an object: ""',
        "line 3: note: there is no such field",
        "line 4: no puzzle: takes an object",
    ]
    assert last.startswith(f"puzzle 5 ({third['id']}): the sentence is not the stipulation's")
    shown = run("puzzles", "show", str(path))
    assert shown.err.endswith(
        "level: takes a number up to 5: 9; lines 2, 3, 4 are no puzzles, either\n"
    )


def test_no_set_is_lost_to_a_book_of_it(run: Runner, tmp_path: Path):
    path = tmp_path / "winter"
    path.write_text(starter("sow")[0].line() + "\n", "utf-8")
    before = path.read_bytes()
    refused = run("book", "--sheet", "1", str(path), "-o", str(path))
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    assert "--output: the file of SET, which would be lost" in refused.err
    assert path.read_bytes() == before


def test_a_set_of_other_rules_is_shown_and_printed_with_a_note(run: Runner, tmp_path: Path):
    path, own = tmp_path / "set.jsonl", starter("esgros")[0]
    assert own.tree
    first, *rest = own.tree.nodes
    fewer = first.model_copy(update={"turns": [one for one in first.turns if one[1] == "right"]})
    tree = own.tree.model_copy(update={"nodes": [fewer, *rest]})
    asked = [("show", str(path)), ("show", str(path), "1"), ("export", str(path))]
    for update in ({}, {"version": "0.1"}, {"version": "0.1", "tree": tree}):
        path.write_text(own.model_copy(update=update).line() + "\n", encoding="utf-8")
        for words in asked:
            answer = run("puzzles", *words)
            assert answer.status == 0
            told = f"SET: note: 1 puzzle does not fit today's rules of esgros; {CHECK}"
            assert answer.err == (f"ruleproof: {told}: {own.id!r}\n" if "tree" in update else "")


def test_no_set_is_lost_to_work_that_finds_nothing(run: Runner, tmp_path: Path):
    path = tmp_path / "set.jsonl"
    assert run("puzzles", "select", "starter:esgros", "-n", "2", "-o", str(path)).status == 0
    before = path.read_bytes()
    make = ("puzzles", "make", "esgros", "-b", "hex:2", "-n", "1", "-t", "4", "-o", str(path))
    none = run(*make, "--replace")
    assert none.status == 3
    on = f"--resume {path} goes on with it\n" if state_file(path).exists() else ""
    assert none.out.endswith(f"no puzzle; {path} is as it was\n{on}")
    state_file(path).write_text("left by a run that was stopped")
    assert f"--resume {path} goes on with it; --replace writes" in run(*make).err
    assert "leave out -o and --replace" in run(*make, "--resume", str(path)).err
    state_file(path).unlink(missing_ok=True)
    for words, told in (
        (("export", str(path), "--to", "csv", "-o"), "the file of SET, which would be lost"),
        (("make", "esgros", "-n", "1", "--resume"), "it has 2 puzzles, more than -n 1"),
        (("make", "gro", "-n", "2", "--resume"), "it is a set of esgros, not gro"),
    ):
        refused = run("puzzles", *words, str(path))
        assert (refused.status, refused.out) == (2, "")
        assert told in refused.err
    assert path.read_bytes() == before
