"""Checking puzzles: whatever is altered is refused, and the reason says what."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from ruleproof.models.errors import TextError
from ruleproof.models.play.position import Position
from ruleproof.puzzles.checking import tree_check
from ruleproof.puzzles.checking.check import check_set, faults
from ruleproof.puzzles.checking.ratings import check_rating
from ruleproof.puzzles.checking.turns import Fault
from ruleproof.puzzles.posing.diagrams import examined
from ruleproof.puzzles.puzzle import Puzzle, read_set
from ruleproof.puzzles.rating.attempts import SOLVERS, TRIES, Attempt
from ruleproof.puzzles.rating.rating import rating
from ruleproof.puzzles.stipulations import RETIRED, Asked, Stipulation
from ruleproof.puzzles.telling.derived import remade
from tests.ready import ready
from tests.reports.small_puzzles import help_puzzle

Altered = dict[str, Any]


def turn(puzzle: Altered, *kinds: str) -> list[Any]:
    """The first turn of the diagram of one of these classes: its text, class, changes, replies."""
    turns = puzzle["tree"]["nodes"][0]["turns"]
    return next(entry for entry in turns if entry[1] in kinds)


WRONG = ("fails", "late")


def _other_key(puzzle: Altered) -> None:
    right, wrong = turn(puzzle, "right"), turn(puzzle, *WRONG)
    right[1], wrong[1] = wrong[1], right[1]
    right[3], wrong[3] = wrong[3], right[3]


def _second_solution(puzzle: Altered) -> None:
    turn(puzzle, *WRONG)[1::2] = "also", []


def _cut_short(puzzle: Altered) -> None:
    puzzle["solution"] = puzzle["solution"][:-1] or ["pass"]


def _unreachable(puzzle: Altered) -> None:
    puzzle["proof_game"] = puzzle["proof_game"][:-2]


def _sentence(puzzle: Altered) -> None:
    puzzle["sentence"] += " Easily."


def _setting(puzzle: Altered) -> None:
    puzzle["settings"]["full"] = "loss"


def _turn_left_out(puzzle: Altered) -> None:
    puzzle["tree"]["nodes"][0]["turns"].remove(turn(puzzle, *WRONG))


def _reply_left_out(puzzle: Altered) -> None:
    turn(puzzle, "right")[3].pop()


def _wrong_refutation(puzzle: Altered) -> None:
    entries = (entry for node in puzzle["tree"]["nodes"] for entry in node["turns"])
    next(entry for entry in entries if entry[1] in WRONG and entry[3])[3] = []


def _changes(puzzle: Altered) -> None:
    puzzle["tree"]["nodes"][0]["turns"][0][2] = ""


def _counts(puzzle: Altered) -> None:
    puzzle["tree"]["only"] += 1


def _sooner(puzzle: Altered) -> None:
    puzzle["stipulation"]["turns"] += 1


def _side(puzzle: Altered) -> None:
    puzzle["side"] = "black" if puzzle["side"] == "white" else "white"


def _tries(puzzle: Altered) -> None:
    right = turn(puzzle, "right")
    puzzle["tries"] = [[right[0], right[3][0][0] if right[3] else right[0]]]


def _illegal_turn(puzzle: Altered) -> None:
    turn(puzzle, "fails")[0] = puzzle["proof_game"][0]


def _child_from_the_end(puzzle: Altered) -> None:
    replies = (reply for entry in puzzle["tree"]["nodes"][0]["turns"] for reply in entry[3])
    next(reply for reply in replies if reply[2] is not None)[2] -= len(puzzle["tree"]["nodes"])


def _no_solution(puzzle: Altered) -> None:
    turn(puzzle, "right")[1] = "also"


def _unknown_goal(puzzle: Altered) -> None:
    puzzle["stipulation"]["goal"]["name"] = "nothing"


ALTERATIONS: tuple[Callable[[Altered], None], ...] = (
    _other_key, _second_solution, _cut_short, _unreachable, _sentence, _setting, _turn_left_out,
    _reply_left_out, _wrong_refutation, _changes, _counts, _sooner, _side, _tries, _illegal_turn,
    _child_from_the_end, _no_solution, _unknown_goal,
)  # fmt: skip


@pytest.fixture(scope="module")
def puzzle(esgros_set: list[Puzzle]) -> Puzzle:
    """A puzzle of several turns, with refutations."""
    return next(
        one
        for one in esgros_set
        if one.tree is not None and one.stipulation.turns and len(one.tree.nodes) > 1
    )


@pytest.mark.parametrize("alter", ALTERATIONS, ids=lambda one: one.__name__)
def test_an_altered_puzzle_is_refused(puzzle: Puzzle, alter: Callable[[Altered], None]) -> None:
    altered = json.loads(puzzle.line())
    alter(altered)
    assert altered != json.loads(puzzle.line())
    read = read_set(json.dumps(altered), "set.jsonl")
    found = faults(read[0])
    assert len(found) == 1
    assert "error" not in found[0]


def test_the_puzzle_itself_is_accepted(puzzle: Puzzle) -> None:
    assert faults(puzzle) == []


def test_what_takes_too_long_is_not_confirmed(
    puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree_check, "MOVES", 5)
    (fault,) = faults(puzzle)
    assert fault.startswith("not confirmed: ")


@pytest.mark.parametrize(
    ("said", "moves", "why"),
    [
        ("grow square:3x3 players=3", [], "two players"),
        ("esgros hex:2 pie=on", ["a1"], "exchange their colours"),
    ],
)
def test_some_diagrams_are_no_puzzles(said: str, moves: list[str], why: str) -> None:
    played = ready(said)
    state = Position.start(played).play(moves).state
    win = Stipulation(aim="reach", goal=Asked(name="win"), turns=1)
    with pytest.raises(TextError, match=why):
        examined(played, state, win)


def test_twins_are_refused(puzzle: Puzzle) -> None:
    found = check_set([puzzle, puzzle])
    assert found == [f"puzzle 2 ({puzzle.id}) is a twin of {puzzle.id}"]


@pytest.mark.parametrize("aim", RETIRED)
def test_a_set_with_a_retired_stipulation_is_refused(puzzle: Puzzle, aim: str) -> None:
    old = json.loads(puzzle.line())
    old["stipulation"] = {"aim": aim, "goal": None, "turns": 2}
    with pytest.raises(TextError, match=f"^a, line 2: this version no longer .* '{aim}'$"):
        read_set(f"{puzzle.line()}\n{json.dumps(old)}", "a")


def test_an_old_puzzle_is_said_to_be_old() -> None:
    with pytest.raises(ValueError, match=r"line 1: an old puzzle, of format ruleproof-puzzle/1"):
        read_set('{"format": "ruleproof-puzzle/1", "id": "esgros-0"}', "set.jsonl")


def test_an_empty_set_is_refused() -> None:
    with pytest.raises(ValueError, match="holds none"):
        read_set("\n", "set.jsonl")


def test_the_published_schema_is_the_one_in_force() -> None:
    published = json.loads(files("ruleproof.puzzles").joinpath("puzzle.schema.json").read_text())
    published.pop("$schema")
    assert published == Puzzle.model_json_schema()


Parts = dict[str, Any]


def _rated(puzzle: Puzzle, **words: Any) -> Puzzle:
    """The puzzle with these words in its rating."""
    told: Parts = json.loads(puzzle.line())
    told["rating"] |= words
    return read_set(json.dumps(told), "set.jsonl")[0]


def _by_search() -> Puzzle:
    """A puzzle without a defence, which search rates."""
    help_one = help_puzzle()
    return help_one.model_copy(update=remade(help_one, ratings=True))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"value": 2999, "level": 5}, "of the attempts succeed it is"),
        ({"value": 2999}, "level 5 is that of 2999"),
        ({"error": 1}, "of the attempts succeed it is"),
        ({"solved": 0.123}, "0.123 is no share of 64 attempts"),
        ({"solved": None}, "it has 'solved' and 'misfit'"),
        ({"misfit": None}, "it has 'solved' and 'misfit'"),
        ({"by": "people"}, "names their table and their share; no 'table'"),
        ({"by": "people", "table": "0123456789ab"}, "their share; no 'people'"),
        ({"table": "0123456789ab", "people": 0.5}, "but it is by simulated"),
        ({"tried": 3}, "but it is by simulated"),
        (
            {"by": "people", "table": "0123456789ab", "people": 0.5, "tried": 3},
            "0.5 is no share of 3 attempts",
        ),
        ({"by": "search"}, "this one has a tree"),
        ({"parts": {"turns": 9}}, "'turns' is "),
        ({"parts": {}}, "'turns' is "),
    ],
    ids=str,
)
def test_a_rating_that_contradicts_itself_is_refused(puzzle: Puzzle, words: Parts, told: str):
    (fault,) = faults(_rated(puzzle, **words))
    assert fault.startswith("its rating: ")
    assert told in fault


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_one_level_alone_is_that_of_the_value(puzzle: Puzzle, level: int):
    assert puzzle.rating
    assert (not faults(_rated(puzzle, level=level))) == (level == puzzle.rating.level)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"value": 2999, "level": 5}, "search gives values from"),
        ({"error": 1}, "the error of search is"),
        ({"solved": 0.5}, "'solved' and 'misfit' are null"),
        ({"by": "simulated"}, "no simulated solver tries a puzzle without a tree"),
    ],
    ids=str,
)
def test_a_rating_by_search_that_contradicts_itself_is_refused(words: Parts, told: str):
    with pytest.raises(Fault, match=told):
        check_rating(_rated(_by_search(), **words))


def test_a_rating_by_search_is_accepted():
    check_rating(_by_search())


def test_every_share_of_attempts_has_the_rating_that_the_attempts_give(puzzle: Puzzle):
    tries = [name for name in SOLVERS for _ in range(TRIES)]
    parts = puzzle.rating.parts if puzzle.rating else {}
    for solved in range(len(tries) + 1):
        attempts = [Attempt(name, at >= len(tries) - solved) for at, name in enumerate(tries)]
        given = rating(attempts, parts).model_dump(exclude={"parts"})
        check_rating(_rated(puzzle, **given))


def test_a_composed_puzzle_has_no_game(puzzle: Puzzle):
    assert puzzle.proof_game
    told: Parts = json.loads(puzzle.line()) | {"composed": True}
    (fault,) = faults(read_set(json.dumps(told), "set.jsonl")[0])
    assert fault == "it is said to be composed, but a game stands beside it"
