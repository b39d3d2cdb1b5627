"""Making puzzles: what is found is a puzzle, the same from any number of workers, and resumed."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleproof import PuzzleSet, check_puzzles, game, make_puzzles
from ruleproof.models.errors import TextError
from ruleproof.models.files.writing import WriteError
from ruleproof.puzzles.changes import changed, changes
from ruleproof.puzzles.checking.check import faults
from ruleproof.puzzles.checking.twins import shape
from ruleproof.puzzles.making import batches
from ruleproof.puzzles.making.batches import Maker, Order, ordered
from ruleproof.puzzles.making.choice import Choice, made
from ruleproof.puzzles.making.request import wanted
from ruleproof.puzzles.making.saved import resumed, save, state_file, text_of
from ruleproof.puzzles.posing.rejected import UNCONFIRMED
from ruleproof.puzzles.puzzle import Puzzle, position_of
from ruleproof.puzzles.stipulations import AGAINST, names
from ruleproof.solvers.work.executors import Here


def test_puzzles_are_what_they_say(esgros_set: list[Puzzle]) -> None:
    for puzzle in esgros_set:
        assert faults(puzzle) == []
    assert len({shape(puzzle) for puzzle in esgros_set}) == len(esgros_set)


def test_a_tree_tells_every_turn(esgros_set: list[Puzzle]) -> None:
    for puzzle in esgros_set:
        position = position_of(puzzle)
        if puzzle.tree is not None:
            told = {entry[0] for entry in puzzle.tree.nodes[0].turns}
            assert told == set(position.moves())
            assert [entry[1] for entry in puzzle.tree.nodes[0].turns].count("right") == 1


def test_changes_lead_from_one_position_to_the_next(esgros_set: list[Puzzle]) -> None:
    for puzzle in esgros_set:
        position = position_of(puzzle)
        for text in puzzle.solution:
            after = position.play([text])
            told = changes(position.game, position.state, after.state)
            assert changed(position.game, position.state, told) == after.state
            position = after


@pytest.mark.slow
def test_the_same_set_from_one_worker_and_two() -> None:
    asked = wanted(game("esgros", "hex:3"), seed=4)
    sets: list[str] = []
    for many in (1, 2):
        choice = Choice(asked, 3)
        for _ in made(choice, [Here() for _ in range(many)]):
            pass
        sets.append(text_of(choice))
    assert sets[0] == sets[1]
    assert sets[0].count("\n") == 3


@pytest.mark.parametrize("best_of", [pytest.param(1, marks=pytest.mark.slow), 2])
def test_a_stopped_set_goes_on_as_if_it_had_not_been(tmp_path: Path, best_of: int) -> None:
    asked = wanted(game("esgros", "hex:3"), seed=4, best_of=best_of)
    path = tmp_path / "set.jsonl"
    whole = Choice(asked, 2)
    for _ in made(whole, [Here()]):
        pass
    choice = resumed(asked, 2, path)
    for _ in range(100):
        choice = resumed(asked, 2, path)
        for found in made(choice, [Here()]):
            save(found, path)
            break  # stopped after a batch
        if not state_file(path).exists():
            break
    assert path.read_text() == text_of(whole)
    assert choice.rejected == whole.rejected


def test_a_set_begun_with_other_options_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    choice = Choice(wanted(game("esgros", "hex:3"), seed=4), 9)
    save(choice, path)
    with pytest.raises(TextError, match="other options"):
        resumed(wanted(game("esgros", "hex:3"), seed=5), 9, path)
    place = state_file(path)
    place.write_bytes(place.read_bytes().replace(b'"tried":0', b'"tried":1'))
    with pytest.raises(TextError, match="altered"):
        resumed(choice.wanted, 9, path)


def test_batches_are_the_same_whatever_was_made_before() -> None:
    asked = wanted(game("esgros"), seed=1, turns=range(2, 3))
    used, fresh = Maker(asked), Maker(asked)
    used(Order(0))
    assert used(Order(1)) == fresh(Order(1))


def test_no_puzzle_is_kept_that_the_check_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = wanted(game("esgros"), seed=1, turns=range(2, 3), sources=["composed"])
    maker = Maker(asked)
    accepted = [one.id for options in maker(Order(0)).found for one in options]
    assert accepted

    def refuses_the_first(puzzle: Puzzle) -> list[str]:
        return ["not confirmed: too large"] if puzzle.id == accepted[0] else []

    monkeypatch.setattr(batches, "faults", refuses_the_first)
    batch = Maker(maker.wanted)(Order(0))
    assert [one.id for options in batch.found for one in options] == accepted[1:]
    assert sum(many for why, many in batch.rejected.items() if UNCONFIRMED in why) == 1


def test_help_comes_seldom_unless_it_alone_is_wanted() -> None:
    both = ["win", "kill", "help-win"]
    firsts = [ordered(both, first)[0] for first in range(12)]
    assert firsts.count("help-win") == 2
    assert ordered(["help-win"], 0) == ["help-win"]


def test_what_can_be_asked() -> None:
    assert {"win", "save", "take", "avert-remove", "help-win"} <= set(names(game("esgros")))
    assert "save" not in names(game("gro"))
    with pytest.raises(TextError, match="no such goal of gro"):
        wanted(game("gro"), 1, ["mate"])
    with pytest.raises(TextError, match="two players"):
        wanted(game("grow", players=3), 1)


def test_puzzles_against_a_defence_have_a_game_that_leads_there(esgros_set: list[Puzzle]) -> None:
    against = [puzzle for puzzle in esgros_set if puzzle.stipulation.aim in AGAINST]
    assert against
    assert all(puzzle.proof_game for puzzle in esgros_set)


@pytest.mark.slow
def test_a_set_made_from_python_is_the_same_as_by_the_command(tmp_path: Path) -> None:
    small = game("esgros", "square:3x3")
    found = make_puzzles(small, 2, seed=1)
    choice = Choice(wanted(small, seed=1), 2)
    for _ in made(choice, [Here(), Here()]):
        pass
    assert found == choice.puzzles
    assert check_puzzles(found) == []
    with pytest.raises(WriteError, match=r"no such file or directory.*/new/set"):
        found.save(tmp_path / "new" / "set.jsonl")
    path = found.save(tmp_path / "set.jsonl")
    assert PuzzleSet.read(path) == found
    stopped = make_puzzles(small, 2, seed=1, time=0)
    assert len(stopped) < 2
    assert stopped == found[: len(stopped)]
    with pytest.raises(TextError, match="no such goal"):
        make_puzzles(small, goals=["nothing"])
