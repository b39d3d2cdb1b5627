"""People's attempts: how tables of them are read, and what they make of ratings."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from ruleproof.cli.app import run
from ruleproof.models.errors import TextError
from ruleproof.puzzles.puzzle import Puzzle, Rating, read_set
from ruleproof.puzzles.rating.attempt_tables import Tried, read_attempts, repeated, table_name
from ruleproof.puzzles.rating.attempts import SOLVERS, TRIES, Attempt
from ruleproof.puzzles.rating.people import Moved, rated
from ruleproof.puzzles.rating.rating import rating, searched
from tests.puzzles.bare import bare
from tests.reports.small_puzzles import help_puzzle, small_puzzle

TURNS = 169
"""The turns that a search looks at in the help puzzle."""
HEAD = "id,turns,seconds,solved\n"


def puzzle(name: str, value: int, error: int = 150) -> Puzzle:
    """A puzzle of that id with a simulated rating."""
    rating = Rating(value=value, error=error, level=3, solved=0.5, by="simulated")
    return bare(id=name, rating=rating)


def attempts(name: str, solved: int, failed: int) -> str:
    """Rows of so many successes and failures."""
    return f"{name},2,30.5,yes\n" * solved + f"{name},1,90,no\n" * failed


def simulated(name: str, solved: int) -> Puzzle:
    """A puzzle that so many of the simulated attempts solved."""
    names = [one for one in SOLVERS for _ in range(TRIES)]
    tried = [Attempt(one, place < solved) for place, one in enumerate(names)]
    return puzzle(name, 1500).model_copy(update={"rating": rating(tried, {"turns": 2})})


def moved(puzzles: Sequence[Puzzle], told: str, table: str = "t") -> Moved:
    """The puzzles with the attempts of these rows."""
    return rated(puzzles, read_attempts(HEAD + told, "t").attempts, table)


def values(told: str, *puzzles: Puzzle) -> list[int]:
    """The values of the ratings once the attempts are added."""
    found = moved(puzzles, told).puzzles
    return [one.rating.value for one in found if one.rating]


def test_what_people_fail_at_grows_harder_than_what_they_solve():
    pair = puzzle("a", 1500), puzzle("b", 1500)
    easy, hard = values(attempts("a", 9, 1) + attempts("b", 1, 9), *pair)
    assert easy < 1500 < hard
    assert easy + hard == pytest.approx(3000, abs=2)


def test_a_sure_rating_moves_less():
    pair = puzzle("a", 1500, 30), puzzle("b", 1500, 200)
    one, other = values(attempts("a", 9, 1) + attempts("b", 9, 1), *pair)
    assert abs(one - 1500) < abs(other - 1500) or one == other == 1500
    moved = values(attempts("a", 9, 1) + attempts("b", 1, 9), *pair)
    assert 0 < 1500 - moved[0] < moved[1] - 1500


def test_attempts_make_a_rating_surer_and_name_their_table():
    found = moved([puzzle("a", 1500), puzzle("b", 1400)], attempts("a", 6, 2), "table")
    tried, untouched = found.puzzles
    assert tried.rating
    assert tried.rating.error < 150
    assert (tried.rating.by, tried.rating.table, tried.rating.people) == ("people", "table", 0.75)
    assert tried.rating.solved == 0.5  # as simulated: worth rests on it
    assert untouched == puzzle("b", 1400)


def test_tables_are_named_by_what_they_say_in_whatever_order():
    assert table_name(["a"]) == table_name(["a"]) != table_name(["b"])
    assert table_name(["a", "b"]) == table_name(["b", "a"]) != table_name(["ab"])


def test_a_set_that_people_rated_goes_back_before_it_is_moved_again():
    """The file holds the share of the simulated attempts, from which their rating follows."""
    pair = [simulated("a", 20), simulated("b", 45)]
    once = moved(pair, attempts("a", 9, 1) + attempts("b", 1, 9)).puzzles
    assert once != pair
    assert moved(once, attempts("a", 2, 2)) == moved(pair, attempts("a", 2, 2))


def test_a_line_without_a_defence_goes_back_to_the_rating_of_a_search():
    counted = searched(TURNS, {"turns": 2})
    before = help_puzzle().model_copy(update={"rating": counted})
    once = moved([before], attempts(before.id, 4, 4)).puzzles
    assert once[0].rating != before.rating
    assert moved([*once, puzzle("a", 1500)], attempts("a", 1, 1)).puzzles[0] == before


def test_attempts_at_other_puzzles_are_skipped_and_counted():
    found = moved([puzzle("a", 1500)], attempts("a", 3, 1) + attempts("z", 2, 0))
    assert (found.used, found.tried, found.skipped) == (4, 1, 2)
    assert found.puzzles == moved([puzzle("a", 1500)], attempts("a", 3, 1)).puzzles


def test_readers_are_as_able_as_what_they_solve_says():
    able = [moved([puzzle("a", 1500)], attempts("a", many, 8 - many)).ability for many in (1, 4, 7)]
    assert able[0] < able[1] == 1500 < able[2]
    hard = moved([puzzle("a", 1900)], attempts("a", 4, 4)).ability
    assert 1850 < hard <= 1900


@pytest.mark.parametrize(
    ("error", "many", "told"),
    [
        (60, 10, [(1580, 53), (1548, 53), (1500, 53)]),
        (60, 100, [(1805, 38), (1665, 33), (1500, 30)]),
        (220, 50, [(2053, 109), (1724, 58), (1500, 48)]),
    ],
)
def test_attempts_move_a_rating_as_far_as_the_documents_say(
    error: int, many: int, told: list[tuple[int, int]]
):
    """The table of docs/puzzles.md; a second puzzle makes the readers' ability 1500."""
    pair = [puzzle("a", 1500, error), puzzle("b", 1500, error)]
    found: list[tuple[int, int]] = []
    for solved in (0, many // 5, many // 2):
        rows = attempts("a", solved, many - solved) + attempts("b", many - solved, solved)
        first = moved(pair, rows).puzzles[0].rating
        assert first
        found.append((first.value, first.error))
    assert found == told


# Tables


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffid,turns,seconds,solved\na,2,30.5,yes\n",
        "\ufeffid;turns;seconds;solved\na;2;30,5;yes\n",
        "id;turns;seconds;solved\na;2;30.5;YES\n;;;\n",
        "solved,id,seconds,turns\n1,a,30.5,2\n\n",
        'id , turns,"seconds",solved,\na, 2 ,30.5,true,\n',
    ],
)
def test_spreadsheets_may_change_how_a_table_is_written(text: str):
    assert read_attempts(text, "t") == ([Tried("a", 2, 30.5, True)], [])


def test_columns_besides_are_left_out_and_named():
    found = read_attempts("who,id,turns,seconds,when,solved\nann,a,2,30.5,today,no\n", "t")
    assert found == ([Tried("a", 2, 30.5, False)], ["who", "when"])


def test_a_table_that_another_one_holds_is_found():
    early, late = attempts("a", 1, 1), attempts("a", 1, 2)
    tables = [read_attempts(HEAD + rows, "t").attempts for rows in (early, late, "", early)]
    assert repeated(tables) == [(0, 1), (3, 0)]
    assert repeated(tables[1:3]) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "row 1: it names the columns: id,turns,seconds,solved; id is missing"),
        ("id,turns\n", "columns: id,turns,seconds,solved; seconds is missing: 'id,turns'"),
        ("id\tturns\tseconds\tsolved\n", "id is missing"),
        ("id,turns,seconds,solved,id\n", "id stands there more than once"),
        (HEAD + "a,2,3\n", "row 2: 4 fields, id,turns,seconds,solved: 'a,2,3'"),
        (HEAD + "a,2,30,5,yes\n", "row 2: 4 fields, id,turns,seconds,solved: 'a,2,30,5,yes'"),
        (
            "id;turns;seconds;solved\na;2;x;yes",
            "row 2: seconds is a number from 0 to 999,999,999: 'x'",
        ),
        (HEAD + "a,x,3,yes\n", "row 2: turns is a whole number: 'x'"),
        (HEAD + "a,1,nan,yes\n", "row 2: seconds is a number from 0 to 999,999,999: 'nan'"),
        (HEAD + "a,1,-1,yes\n", "row 2: seconds is a number from 0 to 999,999,999: '-1'"),
        (HEAD + "a,1,\r1,yes\n", "line 2: a field holds a line break without quotes"),
        (HEAD + "a,1,1,yes\n" + "a" * 200_000, "line 3: a field .* than 131,072 characters"),
        (HEAD + "a,1,1,maybe\n", "row 2: solved is yes or no: 'maybe'"),
    ],
)
def test_a_table_that_is_none_is_refused(text: str, told: str):
    with pytest.raises(TextError, match=told):
        read_attempts(text, "t")


def test_attempts_that_can_move_no_rating_are_refused():
    with pytest.raises(TextError, match=r"no attempt is at a puzzle of the set: .* 'z'"):
        moved([puzzle("a", 1500)], attempts("z", 1, 0))
    with pytest.raises(TextError, match="no attempt is at a puzzle of the set; there is none"):
        moved([puzzle("a", 1500)], "")
    bare = puzzle("a", 1500).model_copy(update={"rating": None})
    remedy = "`ruleproof puzzles rate SET -o FILE.jsonl` makes one"
    with pytest.raises(TextError, match=f"a simulated rating first; {remedy}"):
        moved([bare], attempts("a", 1, 0))
    lost = small_puzzle("esgros")
    told = Rating(value=1500, error=60, level=3, by="people", solved=0.2, people=0.5)
    with pytest.raises(TextError, match=f"lost .no share of 64 .*; {remedy}"):
        moved([lost.model_copy(update={"rating": told})], attempts(lost.id, 1, 0))


# The command line


class Said(NamedTuple):
    """The status of a command, and what it said on both streams."""

    status: int
    out: str
    err: str


Runner = Callable[..., Said]


@pytest.fixture
def rate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Runner:
    """Runs `puzzles rate`, which names its files by their place in a folder of its own."""

    def run_it(*words: str) -> Said:
        placed = [str(tmp_path / word) if "." in word else word for word in words]
        status = run(["puzzles", "rate", *placed])
        told = capsys.readouterr()
        return Said(status, told.out, told.err)

    return run_it


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a set of two puzzles, and with the attempts of three readers."""
    both = simulated("a", 20), simulated("b", 45)
    (tmp_path / "set.jsonl").write_text("".join(one.line() + "\n" for one in both))
    (tmp_path / "ann.csv").write_text(HEAD + attempts("a", 1, 3))
    (tmp_path / "ben.csv").write_text(HEAD + attempts("a", 3, 0) + attempts("b", 0, 2))
    (tmp_path / "other.csv").write_text(HEAD + attempts("z", 1, 3))
    return tmp_path


def test_several_files_of_attempts_add_up(rate: Runner, folder: Path):
    told = rate("set.jsonl", "--attempts", "ann.csv", "--attempts", "ben.csv", "-o", "out.jsonl")
    assert told.status == 0
    assert "9 attempts at 2 puzzles used; readers count as a solver rated " in told.out
    assert told.err == ""
    first, second = read_set((folder / "out.jsonl").read_text(), "out")
    assert first.rating
    assert second.rating
    assert (first.rating.people, second.rating.people) == (0.571, 0.0)
    together = rows(folder, "ann.csv") + rows(folder, "ben.csv")
    (folder / "both.csv").write_text(HEAD + together)
    rate("set.jsonl", "--attempts", "both.csv", "-o", "one.jsonl")
    once = read_set((folder / "one.jsonl").read_text(), "one")
    assert [one.rating and one.rating.value for one in once] == [
        first.rating.value, second.rating.value,
    ]  # fmt: skip


def rows(folder: Path, name: str) -> str:
    """The attempts of a file without its first row."""
    return (folder / name).read_text().removeprefix(HEAD)


def test_a_rated_set_takes_attempts_again(rate: Runner, folder: Path):
    rate("set.jsonl", "--attempts", "ann.csv", "-o", "rated.jsonl")
    again = rate("rated.jsonl", "--attempts", "ann.csv", "--attempts", "ben.csv", "-o", "new.jsonl")
    assert (again.status, again.err) == (0, "")
    rate("set.jsonl", "--attempts", "ann.csv", "--attempts", "ben.csv", "-o", "both.jsonl")
    assert (folder / "new.jsonl").read_text() == (folder / "both.jsonl").read_text()
    less = rate("rated.jsonl", "--attempts", "ben.csv", "-o", "less.jsonl")
    assert less.status == 0
    assert "1 puzzle had attempts of other files in the rating; they count only where" in less.err


def test_without_attempts_every_rating_is_simulated_again(rate: Runner, tmp_path: Path):
    kept = read_set((Path(__file__).with_name("near_misses.jsonl")).read_text(), "kept")[0]
    (tmp_path / "set.jsonl").write_text(kept.line() + "\n")
    rate("set.jsonl", "-o", "before.jsonl")
    (tmp_path / "ann.csv").write_text(HEAD + attempts(kept.id, 1, 8))
    rate("before.jsonl", "--attempts", "ann.csv", "-o", "rated.jsonl")
    assert (tmp_path / "rated.jsonl").read_text() != (tmp_path / "before.jsonl").read_text()
    told = rate("rated.jsonl", "-o", "after.jsonl")
    assert (tmp_path / "after.jsonl").read_text() == (tmp_path / "before.jsonl").read_text()
    assert "1 puzzle had people's attempts in the rating, which is that of simulated" in told.err


def test_what_is_left_out_is_said(rate: Runner, folder: Path):
    (folder / "more.csv").write_text("id,turns,seconds,solved,who\na,2,3,yes,me\nz,2,3,no,me\n")
    (folder / "late.csv").write_text(HEAD + attempts("a", 2, 4))
    words = [word for name in ("more", "ann", "late") for word in ("--attempts", f"{name}.csv")]
    told = rate("set.jsonl", *words, "-o", "out.jsonl")
    assert told.status == 0
    lines = told.err.splitlines()
    assert len(lines) == 3
    assert lines[0].endswith("ATTEMPTS: columns that are left out: who")
    assert "late.csv' has all attempts of" in lines[1]
    assert "1 attempt at puzzles of other sets left out" in lines[2]
    assert "11 attempts at 1 puzzle used" in told.out


def test_json_counts_what_was_used(rate: Runner, folder: Path):
    told = rate("set.jsonl", "--attempts", "ann.csv", "--attempts", "other.csv", "--json")
    assert told.status == 0
    answer = json.loads(told.out)
    found = answer["attempts"]
    assert {name: found[name] for name in ("used", "puzzles", "skipped")} == {
        "used": 4, "puzzles": 1, "skipped": 4,
    }  # fmt: skip
    assert found["ability"] < answer["puzzles"][0]["rating"]["value"]


def test_attempts_at_other_sets_alone_are_refused(rate: Runner, folder: Path):
    told = rate("set.jsonl", "--attempts", "other.csv", "-o", "set.jsonl")
    assert (told.status, told.out) == (2, "")
    assert "ATTEMPTS: no attempt is at a puzzle of the set: the first is at 'z'" in told.err
    assert len(told.err.splitlines()) == 1


def test_a_file_that_is_given_twice_is_refused(rate: Runner, folder: Path):
    told = rate("set.jsonl", "--attempts", "ann.csv", "--attempts", "./ann.csv")
    assert (told.status, told.out) == (2, "")
    assert "ATTEMPTS: the same file is given twice" in told.err


def test_a_file_that_is_replaced_is_named(rate: Runner, folder: Path):
    told = rate("set.jsonl", "--attempts", "ann.csv", "-o", "set.jsonl")
    assert told.status == 0
    assert "set.jsonl' is there and will be replaced" in told.err


def test_a_set_on_standard_output_stands_alone(rate: Runner, folder: Path):
    told = rate("set.jsonl", "--attempts", "ann.csv")
    assert len(read_set(told.out, "out")) == 2
    assert "ATTEMPTS: 4 attempts at 1 puzzle used" in told.err
