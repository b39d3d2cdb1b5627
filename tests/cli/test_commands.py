"""The command line can be learnt: few commands and options, by job; earlier names still answer."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from ruleproof.cli.app import app
from ruleproof.cli.asking.command import GROUPS, JOBS
from tests.cli.conftest import Run
from tests.goldens.masks import masked_fields

LISTED = [name for names in JOBS.values() for name in names]
EARLIER = {
    "boards hex:2": "kind cells rows symmetries",
    "boards": "boards",
    "moves esgros -b hex:2": "moves over result start played position",
    "openings esgros -b hex:2": "openings distances start played position",
    "table probe hex2.rpt": "position value distance moves",
    "table check hex2.rpt": "ok faults unchecked notes file kind proved assumes",
    "puzzles goals esgros": "goals",
    "puzzles stats few.jsonl": "counts successes successes_of_people relatives html",
    "puzzles select few.jsonl --keep 1-2 --mixed -n 1 -o one.jsonl": "set puzzles",
    "puzzles export few.jsonl --to csv": "files content",
    "puzzles export few.jsonl --to svg -o drawings": "files",
    "puzzles export few.jsonl --html -o few.html": "files",
    "book few.jsonl -o few --title Few": "book puzzles",
    "site few.jsonl esgros -o site": "files broken",
}
"""Commands of earlier names, each with the JSON fields of then."""
SAME = {
    "solve esgros -b hex:2 --goal win --within 3": "solve esgros -b hex:2 --goal win:3",
    "perft esgros -b hex:2 --depth 2": "perft esgros 2 -b hex:2",
    "perft esgros -b hex:2 -d=2": "perft esgros 2 -b hex:2",
    "repair esgros -b path:3 --claim 6": "repair esgros 6 -b path:3",
    "play --record game.json": "play game.json",
    "moves esgros -b hex:2 --line a1": "show esgros -b hex:2 --line a1",
    "openings esgros -b hex:2": "solve esgros -b hex:2 --each",
    "puzzles judge esgros -b path:6 -p 'B . W W . B ; black' --goal remove --on c1 --turns 1": (
        "puzzles judge esgros -b path:6 -p 'B . W W . B ; black' --goal remove:c1 --turns 1"
    ),
    "puzzles goals gro": "puzzles judge gro",
    "table probe hex2.rpt --line a1": "solve --table hex2.rpt --line a1",
    "boards path:3": "games path:3",
    "boards": "games boards",
    "puzzles stats few.jsonl": "puzzles show few.jsonl",
}
"""Command lines of then and now, whose answers agree in every field that both have."""


def commands(inner: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """Every command by its name, hidden ones too."""
    for name, one in inner.commands.items():
        if hasattr(one, "commands"):
            yield from commands(one, f"{before}{name} ")
        else:
            yield before + name, one


ALL = dict(commands(typer.main.get_command(app)))


def options(name: str) -> list[str]:
    """The options of a command that its help shows, `--help` left out."""
    return [
        max(one.opts, key=len)
        for one in ALL[name].params
        if one.param_type_name == "option" and not one.hidden
    ]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Callable[..., Run]) -> None:
    """A folder to be in, with a set, a table and a record."""
    monkeypatch.chdir(tmp_path)
    for line in (
        "puzzles show starter:esgros --keep 11,31 -o few.jsonl",
        "table build esgros -b hex:2 -o hex2.rpt",
        "play esgros -b hex:2 --line 'a1 b2' --save game.json",
    ):
        assert run(*shlex.split(line)).status == 0


def test_there_are_24_commands_and_the_help_lists_them_by_job(run: Callable[..., Run]):
    assert len(LISTED) <= 24
    assert {name for name, one in ALL.items() if not one.hidden} == set(LISTED)
    told = run("--help").out
    places = [told.index(f"\n{job}:\n") for job in JOBS]
    assert places == sorted(places)
    for (job, names), begin, end in zip(
        JOBS.items(), places, [*places[1:], len(told)], strict=True
    ):
        for name in names:
            assert f"\n  {name}  " in told[begin:end], job
    rows = [line for line in told[places[0] :].splitlines() if line.startswith("  ")]
    assert not [row for row in rows if row.strip().startswith(("boards ", "book ", "site "))]


@pytest.mark.parametrize("name", LISTED)
def test_a_command_has_few_options(name: str):
    assert len(options(name)) <= 14


def test_there_are_150_options_in_all():
    assert sum(len(options(name)) for name in LISTED) <= 150


@pytest.mark.parametrize("group", GROUPS)
def test_a_group_lists_no_earlier_names(group: str, run: Callable[..., Run]):
    own = [name.removeprefix(f"{group} ") for name in LISTED if name.startswith(f"{group} ")]
    told = run(group, "--help").out.partition("Commands:\n")[2]
    assert [line.split()[0] for line in told.splitlines() if line[2:3] != " " and line] == own


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("line", EARLIER)
def test_an_earlier_name_answers_as_before(line: str, run: Callable[..., Run]):
    done = run(*shlex.split(line), "--json")
    assert done.status == 0, done.err
    assert done.fields == set(EARLIER[line].split())


def test_every_earlier_name_is_tried():
    tried = {name for name in ALL if any(f"{line} ".startswith(f"{name} ") for line in EARLIER)}
    assert tried >= set(ALL) - set(LISTED)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("line", SAME)
def test_what_is_written_now_means_the_same(line: str, run: Callable[..., Run]):
    before, now = (run(*shlex.split(one), "--json") for one in (line, SAME[line]))
    assert (before.status, now.status) == (0, 0), before.err + now.err
    both = (set(before.object) & set(now.object)) - {"seconds", "compiling", "moves", "claims"}
    assert len(both) > 4
    one, two = (
        {name: value for name, value in masked_fields(done.object).items() if name in both}
        for done in (before, now)
    )
    assert one == two
