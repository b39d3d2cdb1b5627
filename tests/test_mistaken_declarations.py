"""No command calls an answer right that rests on a false declaration. `pytest -s` prints the table:
game and mistake, and what each command said.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import networkx as nx
import pytest

from ruleproof.models.play.game import game
from ruleproof.models.rulebooks import rulebook as rulebooks
from ruleproof.solvers.playing.values.scale import OUTCOMES
from tests.anew import margins
from tests.cli.conftest import Run
from tests.cli.conftest import run as run
from tests.mistakes import BOOKS, MISTAKEN, Mistaken
from tests.mistakes.claims import MEASURES

Runner = Callable[..., Run]
EACH = pytest.mark.parametrize("one", MISTAKEN, ids=lambda one: one.name)
HARMLESS = (
    "nothing", "symmetries forgotten", "acyclic forgotten", "promise upside down",
    "repetition decides", "given that is false",
)  # fmt: skip
"""Mistakes that change no value: every command must be right all the same."""


@pytest.fixture(scope="module", autouse=True)
def _installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The games with mistakes can be named as if a package offered them."""
    folder = tmp_path_factory.mktemp("mistaken")
    info = folder / "mistaken_games-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mistaken-games\nVersion: 1.0\n")
    lines = [f"{book.name} = tests.mistakes:{name}" for name, book in BOOKS.items()]
    (info / "entry_points.txt").write_text("\n".join(["[ruleproof.games]", *lines]) + "\n")
    root = str(Path(__file__).parents[1])
    before, paths = sys.path[:], os.environ.get("PYTHONPATH", "")
    sys.path += [str(folder), root]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [paths, str(folder), root]))
    rulebooks.names.cache_clear()
    yield
    sys.path[:] = before
    os.environ["PYTHONPATH"] = paths
    rulebooks.names.cache_clear()
    rulebooks.rulebook.cache_clear()


class Truth(NamedTuple):
    """The value of the start, found by plain search of the game written anew, the longest game, and
    the greatest value of the measure that is claimed.
    """

    value: str | int
    longest: int
    most: int


@cache
def truth(title: str, board: str, settings: tuple[tuple[str, int], ...]) -> Truth:
    """The truth about the game without a mistake."""
    honest = game(title, board, **dict(settings))
    margin, _ = margins(title, board)
    graph: Any = nx.DiGraph()
    waiting, seen = [honest.start()], {honest.start()}
    while waiting:
        state = waiting.pop()
        for move in honest.moves(state):
            after = honest.play(state, move)
            graph.add_edge(state, after)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    most = max(MEASURES[title](honest.field, honest.rules, state) for state in seen)
    value = margin if honest.rulebook.scored else OUTCOMES[margin]
    return Truth(value, nx.dag_longest_path_length(graph), most)


def truth_of(one: Mistaken) -> Truth:
    return truth(one.name.partition("-")[0], one.board, tuple(one.settings.items()))


def asked(one: Mistaken) -> list[str]:
    settings = (word for pair in one.settings.items() for word in ("--set", "{}={}".format(*pair)))
    return [one.name, "--board", one.board, *settings]


def word(told: Run, right: bool) -> str:
    """What a command said, in a word of the table."""
    if told.status == 2:
        assert told.out == ""
        assert told.err.count("\n") == 1
        return "refused"
    return {0: "right" if right else "WRONG", 1: "faulty", 3: "stopped"}[told.status]


def show(one: Mistaken, **said: str) -> None:
    """Prints a row of the table."""
    title = one.name.partition("-")[0]
    columns = "  ".join(f"{name} {what:8}" for name, what in said.items())
    sys.stdout.write(f"{title:12}  {one.mistake:24}  {columns}\n")


def may_be(one: Mistaken, said: str) -> None:
    """A mistake that changes no value leaves answers right; others may be refused."""
    assert said in (("right",) if one.mistake in HARMLESS else ("right", "refused")), said


@EACH
def test_values_and_certificates(one: Mistaken, run: Runner, tmp_path: Path) -> None:
    proof = tmp_path / "value.proof"
    told = run("solve", *asked(one), "--certificate", str(proof), "--json")
    solved = word(told, told.status == 0 and told.object["value"] == truth_of(one).value)
    verified = "-"
    if proof.exists():
        again = run("verify", str(proof), "--json")
        verified = word(again, solved == "right")
        if '"given": true' in proof.read_text("utf-8").partition("\n")[0]:
            assert "no seed is won any more" in again.out
    show(one, solve=solved, verify=verified)
    may_be(one, solved)
    assert verified != "WRONG"


@EACH
def test_claims(one: Mistaken, run: Runner) -> None:
    told = run("check", *asked(one), "--json")
    true, undecided = truth_of(one), 0
    found = {claim["id"]: claim for claim in told.object["claims"]} if told.status < 2 else {}
    for claim in found.values():
        details = claim["details"]
        undecided += claim["verdict"] == "undecided"
        if claim["verdict"] == "undecided":
            assert "line" in details["reason"] or "board" in details["reason"], details
        elif claim["id"] == "1":
            assert (claim["verdict"], details["longest"]) == ("proved", true.longest)
        elif claim["id"] == "2":
            assert (claim["verdict"], details["value"]) == ("witnessed", true.value)
        else:
            assert (claim["verdict"], details["most"]) == ("witnessed", true.most)
    show(one, check=f"{undecided} of {len(found)} undecided" if found else "refused")
    if one.mistake in HARMLESS:
        assert (told.status, undecided) == (0, 0)


@EACH
def test_tables(one: Mistaken, run: Runner, tmp_path: Path) -> None:
    table = tmp_path / "all.rpt"
    told = run("table", "build", *asked(one), "-o", str(table), "--json")
    built = word(told, told.status == 0 and told.object["value"] == truth_of(one).value)
    checked = verified = "-"
    if table.exists():
        checked = word(run("table", "check", str(table), "--json"), built == "right")
        verified = word(run("verify", str(table), "--json"), built == "right")
    show(one, build=built, check=checked, verify=verified)
    assert "WRONG" not in (checked, verified)
    may_be(one, built)
    assert built == "right" or [*tmp_path.iterdir()] == []


DIAGRAMS = {
    "breakthrough": ". x / . . / o . / . . ; white",
    "oust": ". . . / . . . ; red",
}
"""Positions that are judged as puzzles: to win in two turns."""


POSED = pytest.mark.parametrize(
    "one",
    [one for one in MISTAKEN if one.name.partition("-")[0] in DIAGRAMS],
    ids=lambda one: one.name,
)


@POSED
def test_sets(one: Mistaken, run: Runner, tmp_path: Path) -> None:
    title = one.name.partition("-")[0]
    puzzle = json.loads(Path(__file__).with_name("mistakes").joinpath(f"{title}.jsonl").read_text())
    puzzle |= {"game": one.name, "id": puzzle["id"].replace(title, one.name)}
    turns = {turn[1]: turn for node in puzzle["tree"]["nodes"][::-1] for turn in node["turns"]}
    file = tmp_path / "set.jsonl"

    def checked(right: bool) -> str:
        file.write_text(json.dumps(puzzle) + "\n", "utf-8")
        return word(run("puzzles", "check", str(file), "--json"), right)

    true = checked(right=True)
    for said, turn in turns.items():
        turn[1] = "fails" if said in ("also", "right") else "also"
        assert checked(right=False) in ("faulty", "refused"), turn
        turn[1] = said
    show(one, check=true)
    assert true == "right" or one.mistake != "nothing"


@pytest.mark.slow
@POSED
def test_puzzles(one: Mistaken, run: Runner) -> None:
    title = one.name.partition("-")[0]
    words = ("--board", one.board, "--position", DIAGRAMS[title], "--turns", "2", "--json")
    honest = run("puzzles", "judge", title, *words).object
    told = run("puzzles", "judge", one.name, *words)
    kept = ("sound", "unique", "solutions", "sooner", "wrong")
    same = told.status == 0 and all(told.object[name] == honest[name] for name in kept)
    judged = word(told, same)
    show(one, judge=judged)
    may_be(one, judged)
