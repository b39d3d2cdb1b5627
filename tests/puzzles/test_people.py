"""People's attempts: read strictly, and what they make of ratings."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleproof import game
from ruleproof.cli.app import run
from ruleproof.models.errors import TextError
from ruleproof.puzzles.puzzle import Puzzle, Rating, read_set
from ruleproof.puzzles.rating.people import rated, read_attempts, table_name
from ruleproof.puzzles.stipulations import Asked, Stipulation

HEAD = "id,turns,seconds,solved\n"


def puzzle(name: str, value: int, error: int = 150) -> Puzzle:
    """A puzzle of that id with a simulated rating."""
    return Puzzle(
        id=name,
        game="esgros",
        board="path:4",
        settings=game("esgros").settings,
        position="",
        side="black",
        stipulation=Stipulation(aim="reach", goal=Asked(name="win"), turns=2),
        sentence="",
        solution=["a1"],
        unique="line",
        tree=None,
        proof_game=[],
        rating=Rating(value=value, error=error, level=3, solved=0.5, by="simulated"),
        version="",
    )


def attempts(name: str, solved: int, failed: int) -> str:
    """Rows of so many successes and failures."""
    return f"{name},2,30.5,yes\n" * solved + f"{name},1,90,no\n" * failed


def values(told: str, *puzzles: Puzzle) -> list[int]:
    """The values of the ratings once the attempts are added."""
    found = rated(puzzles, read_attempts(HEAD + told, "t"), "t")
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
    text = HEAD + attempts("a", 6, 2)
    found = rated([puzzle("a", 1500), puzzle("b", 1400)], read_attempts(text, "t"), "table")
    tried, untouched = found
    assert tried.rating
    assert tried.rating.error < 150
    assert (tried.rating.by, tried.rating.table, tried.rating.people) == ("people", "table", 0.75)
    assert tried.rating.solved == 0.5  # as simulated: worth rests on it
    assert untouched == puzzle("b", 1400)


def test_tables_are_named_by_what_they_say():
    assert table_name("a") == table_name("a") != table_name("b")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "columns: id,turns,seconds,solved"),
        ("id,turns\n", "columns: id,turns,seconds,solved"),
        (HEAD + "a,2,3\n", "row 2: 4 fields"),
        (HEAD + "a,x,3,yes\n", "row 2: turns is a whole number: 'x'"),
        (HEAD + "a,1,nan,yes\n", "row 2: seconds is a number from 0: 'nan'"),
        (HEAD + "a,1,-1,yes\n", "row 2: seconds is a number from 0: '-1'"),
        (HEAD + "a,1,\r1,yes\n", "line 2: a field holds a line break without quotes"),
        (HEAD + "a,1,1,yes\n" + "a" * 200_000, "line 3: a field .* than 131,072 characters"),
        (HEAD + "a,1,1,maybe\n", "row 2: solved is yes or no: 'maybe'"),
    ],
)
def test_a_table_that_is_none_is_refused(text: str, told: str):
    with pytest.raises(TextError, match=told):
        read_attempts(text, "t")


def test_attempts_at_unknown_puzzles_are_refused():
    with pytest.raises(TextError, match="no puzzle of that id: 'z'"):
        values(attempts("z", 1, 0), puzzle("a", 1500))
    bare = puzzle("a", 1500).model_copy(update={"rating": None})
    with pytest.raises(TextError, match="needs a simulated rating first"):
        values(attempts("a", 1, 0), bare)


def test_the_command_line_adds_attempts_to_a_set(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    found, table, out = (tmp_path / name for name in ("set.jsonl", "tried.csv", "out.jsonl"))
    found.write_text(puzzle("a", 1500).line() + "\n")
    table.write_text(HEAD + attempts("a", 1, 3))
    assert run(["puzzles", "rate", str(found), "--attempts", str(table), "-o", str(out)]) == 0
    rating = read_set(out.read_text(), "out")[0].rating
    assert rating is not None
    assert rating.by == "people"
    capsys.readouterr()
    table.write_text(HEAD + attempts("b", 1, 3))
    assert run(["puzzles", "rate", str(found), "--attempts", str(table)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "--attempts" in told.err
    assert "'b'" in told.err
