"""The table of strong solutions: its list is read, its results are kept, and the list that comes
with the project names games that there are.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lab import results
from ruleproof.models.errors import TextError
from ruleproof.models.rulebooks.rulebook import names
from ruleproof.solvers.work.seals import sealed

LIST = """
# a remark
esgros --board hex:2
gro --board dish:1,1 --set tokens=2  # a draw
grow --board square:2x2 --set players=3 --set drop=mandatory
grow --board square:1x2 --set drop=mandatory
"""


def test_results_are_built_checked_and_kept(tmp_path: Path):
    wanted = results.tasks(LIST)
    rows = list(results.run(wanted, tmp_path, memory=1 << 28))
    assert [row["value"] for row in rows] == ["win", "draw", 2, 0]
    assert all(row["faults"] == [] for row in rows)
    table = results.markdown(rows).splitlines()
    assert len(table) == 6
    assert len({line.count("|") for line in table}) == 1
    assert "win in 3" in table[2]
    assert "red +2" in table[4]
    assert "| 0 (even) |" in table[5]
    again = list(results.run(wanted, tmp_path, memory=1 << 28))
    assert again == rows
    assert len(list(tmp_path.glob("*.rpt"))) == 4


def test_altered_results_are_refused(tmp_path: Path):
    wanted = results.tasks("esgros --board hex:2")
    assert len(list(results.run(wanted, tmp_path, memory=1 << 28))) == 1
    kept = tmp_path / results.KEPT
    kept.write_text(kept.read_text().replace('"value": "win"', '"value": "loss"'))
    with pytest.raises(TextError, match=r"results.jsonl', line 1: altered"):
        list(results.run(wanted, tmp_path, memory=1 << 28))


@pytest.mark.parametrize(
    "forged",
    [
        *({"positions": "x"}, {"positions": None}, {"bytes": None}, {"work": "x"}, {"line": 5}),
        *({"value": 5}, {"value": "lost\nwin"}, {"distance": [1]}, {"faults": "no"}, {"more": 1}),
        *({"player": "black"}, {"game": "gro"}, {"board": "hex:3"}, {"line": "chess"}),
        {"faults": "deep"},
    ],
    ids=str,
)
def test_results_that_are_none_are_refused(tmp_path: Path, forged: dict[str, object]):
    wanted = results.tasks("esgros --board path:3")
    (row,) = results.run(wanted, tmp_path, memory=1 << 28)
    kept = tmp_path / results.KEPT
    kept.write_bytes(sealed(json.dumps(row).encode()) + b"\n")
    assert list(results.run(wanted, tmp_path, memory=1 << 28)) == [row]
    content = json.dumps(row | forged).replace('"deep"', "[" * 100_000 + "]" * 100_000)
    kept.write_bytes(sealed(content.encode()) + b"\n")
    with pytest.raises(TextError, match=r"results.jsonl', line 1: .*; remove it"):
        list(results.run(wanted, tmp_path, memory=1 << 28))


def test_a_line_of_a_list_that_cannot_be_read_is_named():
    for line in ("chess", "esgros --board", 'esgros --set "pie=on'):
        with pytest.raises(TextError, match="line 2: "):
            results.tasks(f"esgros --board hex:2\n{line}\n")


def test_the_first_and_largest_tables_of_each_game_and_board_are_told():
    rows = [
        {"game": game, "board": board, "positions": many}
        for game, board, many in (("a", "x", 3), ("a", "x", 5), ("b", "x", 2), ("a", "y", 1))
    ]
    assert [row["positions"] for row in results.brief(rows)] == [3, 5, 2, 1]


def test_what_does_not_fit_is_told_and_goes_on(tmp_path: Path):
    wanted = results.tasks("incrowd --board square:3x5")
    (row,) = results.run(wanted, tmp_path, memory=1 << 30, seconds=0.1)
    assert (row["value"], row["reason"]) == (None, "the time is up")
    assert "more than" in results.markdown([row])
    (row,) = results.run(wanted, tmp_path, memory=1 << 30)
    assert row["value"] is not None


@pytest.mark.parametrize(
    "line", ["chess", "esgros --board hex:99", "esgros --set", "esgros --depth 2", "gro --set x=1"]
)
def test_lines_that_cannot_be_read_are_named(line: str):
    with pytest.raises(TextError, match="line 2"):
        results.tasks(f"esgros\n{line}\n")


def test_the_list_of_the_project_can_be_read():
    path = Path(__file__).parents[1] / "results" / "tables.txt"
    wanted = results.tasks(path.read_text("utf-8"))
    assert {task.game.name for task in wanted} <= set(names())
    assert len({task.line for task in wanted}) == len(wanted)
