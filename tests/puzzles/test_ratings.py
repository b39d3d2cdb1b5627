"""Ratings, worth and hints: what they must do with attempts, and that they can be made again."""

from __future__ import annotations

import json
import math
import random
from collections import Counter

import pytest

from lab.calibrate import Row, calibrated, text_of, validated
from lab.lookers import Lookers, looked
from ruleproof import Position, game
from ruleproof.models.cells import Cells
from ruleproof.puzzles.judging.solution import replies_of, solution_of
from ruleproof.puzzles.posing.candidates import Composer
from ruleproof.puzzles.puzzle import Puzzle, Tree, TreeNode
from ruleproof.puzzles.rating.attempts import GAMES, MOVES, SOLVERS, Attempt
from ruleproof.puzzles.rating.effort import tried
from ruleproof.puzzles.rating.rating import (
    Calibration,
    calibration,
    fitted,
    level_of,
    rating,
    searched,
)
from ruleproof.puzzles.rating.reading import MoveReader
from ruleproof.puzzles.rating.seen import seen
from ruleproof.puzzles.stipulations import Asked, Stipulation
from ruleproof.puzzles.telling.derived import dressed, remade
from ruleproof.puzzles.telling.general_themes import GENERAL
from ruleproof.puzzles.telling.hints import area_words
from ruleproof.puzzles.telling.themes import names
from ruleproof.puzzles.telling.worth import WEIGHTS, distance

HANGING = (
    "B . . . / . . . . . / B W . . W . / W . . B . . W / . . W . B . / B . B . W / . W . B ; black"
)
"""Black removes White's e2 within three turns."""


@pytest.fixture(scope="module")
def composed() -> Puzzle:
    """A puzzle with everything that is derived of it."""
    chosen = game("esgros")
    asked = Stipulation(aim="reach", goal=Asked(name="remove", cells=["e2"]), turns=3)
    state = Position.read(chosen, HANGING).state
    return Composer(chosen).puzzle(state, asked, [], composed=True).puzzle


# The model


def test_the_likeliest_difficulty_is_where_as_many_succeed_as_did():
    found = fitted([(0.0, True), (0.0, False)])
    assert abs(found.difficulty) < 1e-6
    assert abs(found.misfit - 1) < 1e-6
    harder = fitted([(0.0, True), (0.0, False), (0.0, False), (0.0, False)])
    assert 0.9 < harder.difficulty < math.log(3)  # the prior draws it to 0
    assert harder.error < found.error


def test_attempts_that_go_against_abilities_misfit():
    as_foreseen = fitted([(-2.0, False), (-1.0, False), (1.0, True), (2.0, True)])
    against = fitted([(-2.0, True), (-1.0, True), (1.0, False), (2.0, False)])
    assert as_foreseen.misfit < 1 < against.misfit


def test_all_or_none_still_have_a_difficulty():
    assert fitted([(0.0, True)] * 6).difficulty < 0 < fitted([(0.0, False)] * 6).difficulty


@pytest.mark.parametrize("parts", [{}, {"matter": 8}, {"matter": 8, "candidates": 3}])
def test_levels_rise_with_the_value(parts: dict[str, int]):
    levels = [level_of(value, parts) for value in range(500, 3000, 10)]
    assert levels == sorted(levels)
    assert set(levels) == {1, 2, 3, 4, 5}


def test_levels_follow_the_rating_as_long_as_readings_give_nothing_else_a_weight():
    few, many = ({"matter": n, "candidates": n, "forced": n} for n in (1, 12))
    assert level_of(1500, few) == level_of(1500, many) == level_of(1500)
    assert [level_of(value, many) for value in (1200, 1350, 1500, 1600, 1800)] == [1, 2, 3, 4, 5]


def test_a_puzzle_is_seen_as_its_tree_has_it(composed: Puzzle):
    found = seen(composed, solution_of(composed), 1)
    assert composed.rating
    assert found.keys() <= composed.rating.parts.keys()
    assert all(composed.rating.parts[name] == found[name] for name in ("matter", "forced"))
    assert 1 <= found["forced"] <= 3


def test_a_rating_says_whose_it_is():
    flat = Calibration({"games 0": 0.0, "moves 9": 1.0}, 1000.0, 100.0, 150.0, {}, 9)
    told = rating([Attempt("games 0", False), Attempt("moves 9", True)], {"turns": 2}, flat)
    assert (told.by, told.solved, told.parts) == ("simulated", 0.5, {"turns": 2})
    difficulty = fitted([(0.0, False), (1.0, True)]).difficulty
    assert told.value == round(1500 + 400 / math.log(10) * difficulty)
    helped = searched(1000, {}, flat)
    assert (helped.by, helped.value, helped.error, helped.solved) == ("search", 1300, 150, None)


def test_the_package_ships_a_calibration_in_which_strength_pays():
    found = calibration()
    assert tuple(found.abilities) == SOLVERS
    for family in (SOLVERS[: len(GAMES)], SOLVERS[len(GAMES) :]):
        ordered = [found.abilities[name] for name in family]
        assert ordered == sorted(ordered)
    assert found.puzzles > 0


# Attempts


def test_lookers_are_another_family_whose_width_pays(composed: Puzzle):
    composer = Composer(composed.ready())
    state = Position.read(composed.ready(), composed.position).state
    found = looked(composer.judge, state, composed)
    assert found == looked(composer.judge, state, composed)
    solved = Counter(one.solver for one in found if one.solved)
    narrow, *_, wide = Lookers(composer.judge).picks()
    assert solved[narrow] < solved[wide]


def test_a_reader_who_reads_to_the_end_is_always_right(composed: Puzzle):
    judge = Composer(composed.ready()).judge
    root = judge.pose(
        Position.read(composed.ready(), composed.position).state, composed.stipulation
    )
    turns = [one.turn for one in judge.judged(root, 3)]
    picked = {MoveReader(judge, 10**6).pick(turns, 3, random.Random(seed)) for seed in range(5)}
    assert [judge.text(turns[one]) for one in picked] == [composed.key]


def test_a_reader_without_moves_takes_any_turn_that_does_not_end_play(composed: Puzzle):
    judge = Composer(composed.ready()).judge
    root = judge.pose(
        Position.read(composed.ready(), composed.position).state, composed.stipulation
    )
    turns = [one.turn for one in judge.judged(root, 3)]
    picked = {MoveReader(judge, 0).pick(turns, 3, random.Random(seed)) for seed in range(200)}
    assert picked == {number for number, turn in enumerate(turns) if turn.met == 0}


def test_readers_do_not_learn_from_what_the_judge_has_searched(composed: Puzzle):
    state = Position.read(composed.ready(), composed.position).state
    fresh, other = Composer(composed.ready()).judge, Composer(composed.ready()).judge
    other.pose(state, composed.stipulation)
    other.within(other.attack.root(), 3)
    assert tried(fresh, state, composed) == tried(other, state, composed)


def test_the_line_follows_the_defender_of_the_tree(composed: Puzzle):
    assert composed.tree
    reply = replies_of(composed.tree, averts=False)[0]
    assert composed.solution[1] == reply


def test_a_calibration_is_written_as_it_is_read(composed: Puzzle):
    strong = {"games 64", "games 256", f"moves {MOVES[-1]}"}
    attempts = [Attempt(name, name in strong) for name in SOLVERS for _ in range(4)]
    table = [Row(composed, attempts, attempts, 10), Row(composed, attempts[:8], attempts, 90)]
    found = calibrated(table)
    told = json.loads(text_of(found))
    assert told["abilities"] == found.abilities
    assert len(validated(table, found).table) == 2


# What is derived


def test_everything_derived_is_made_again(composed: Puzzle):
    found = remade(composed, ratings=True)
    assert found == {name: getattr(composed, name) for name in found}
    bare = composed.model_copy(update={"themes": [], "hints": None, "worth": None})
    again = remade(bare)
    assert "rating" not in again
    assert again == {name: getattr(composed, name) for name in again}


def test_a_rating_depends_on_the_puzzle_alone(composed: Puzzle):
    composer = Composer(composed.ready())
    state = Position.read(composed.ready(), composed.position).state
    other = composed.model_copy(update={"rating": None, "proof_game": []})
    assert dressed(composer.judge, state, other).rating == composed.rating


def test_worth_is_the_weighted_mean_of_its_parts(composed: Puzzle):
    assert composed.worth
    parts = composed.worth.parts
    assert set(parts) == set(WEIGHTS)
    assert all(0 <= part <= 1 for part in parts.values())
    mean = sum(WEIGHTS[name] * part for name, part in parts.items()) / sum(WEIGHTS.values())
    assert composed.worth.value == round(100 * mean)
    assert parts["tries"] == min(1.0, len(composed.tries) / 4)


def test_themes_are_those_of_the_game_or_of_every_game(composed: Puzzle):
    known = names(composed.ready())
    assert len(known) == len(set(known))
    assert set(composed.themes) <= set(known)
    assert {one.name for one in GENERAL} <= set(known)


def test_the_solution_has_the_whole_tree(composed: Puzzle):
    shown = solution_of(composed)
    assert composed.tree
    assert len(list(shown.forks)) >= len(composed.tree.nodes)
    assert len(shown.own) == 3
    assert len(shown.wrong) == sum(
        kind in ("fails", "late") for _, kind, _, _ in composed.tree.nodes[0].turns
    )


def test_distance_tells_puzzles_apart(composed: Puzzle):
    assert distance(composed, composed) == 0
    other = composed.model_copy(update={"themes": [], "solution": ["a1"]})
    assert distance(composed, other) > 0.5


def test_distance_compares_whole_turns(composed: Puzzle):
    """The second moves of turns, which are no turns, are alike here, and nothing else is."""

    def told(*turns: str) -> Puzzle:
        nodes = [
            TreeNode(left=2, turns=[(turns[0], "right", "", [(turns[1], "", 1)])]),
            TreeNode(left=1, turns=[(turns[2], "right", "", [])]),
        ]
        tree = Tree(nodes=nodes, replies=1, only=1)
        moves = [move for turn in turns for move in turn.split()]
        return composed.model_copy(update={"tree": tree, "solution": moves})

    one, other = told("a1 end", "c1 end", "b1 end"), told("a2 end", "c1 end", "b2 end")
    assert distance(one, other) == 0.4
    assert distance(one, told("a2 end", "c2 end", "b1 end")) == 0.2


@pytest.mark.parametrize(
    ("cells", "words"),
    [("a3", "upper left"), ("b2", "middle"), ("c2", "right side"), ("b1", "lower part")],
)
def test_areas_have_names(cells: str, words: str):
    chosen = game("incrowd", "square:3x3")
    marked: Cells = chosen.board.set_of(cells)
    assert area_words(chosen, marked) == words
