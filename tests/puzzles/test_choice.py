"""The choice among candidates: one of a game, nothing dull, nothing too near, levels mixed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from ruleproof import game
from ruleproof.puzzles.judging.defence import answers
from ruleproof.puzzles.making import batches
from ruleproof.puzzles.making import choice as choosing
from ruleproof.puzzles.making.batches import FOUND, GAMES, Batch, Maker, Order
from ruleproof.puzzles.making.choice import BENDS, OTHERS_BETTER, PATIENCE, SELDOM, WAITS, Choice
from ruleproof.puzzles.making.places import (
    FEW_OF_KIND,
    KIND,
    LEVEL,
    LOOSE,
    MANY,
    Places,
)
from ruleproof.puzzles.making.request import wanted
from ruleproof.puzzles.making.saved import resumed, save
from ruleproof.puzzles.posing.candidates import Candidate
from ruleproof.puzzles.puzzle import Puzzle, Rating, Tree, TreeNode, Worth
from ruleproof.puzzles.starter import starter
from ruleproof.puzzles.stipulations import Asked, Stipulation, stipulated
from ruleproof.puzzles.telling.relatives import Fight
from ruleproof.puzzles.telling.worth import THRESHOLD, worth
from tests.puzzles.bare import bare

CELLS = ("a1", "a2", "a3", "b1", "b2", "b3", "b4", "c1", "c2", "c3", "c4", "d1", "d2")

LOOSE_TREE = Tree(nodes=[TreeNode(left=2, turns=[("a1", "right", "", [])])], replies=2, only=0)


def puzzle(
    number: int, value: int, level: int = 3, themes: tuple[str, ...] = (), purpose: float = 1.0
) -> Puzzle:
    """A puzzle of that worth, with a stone of its own place."""
    chosen = game("esgros", "hex:3")
    rows = [["."] * len(row) for row in chosen.board.rows]
    for row in range(number + 1):
        rows[row % 5][row // 5] = "B"
    rows[2][4] = "W"
    return bare(
        "esgros hex:3",
        id=f"p{number}",
        position=" / ".join(" ".join(row) for row in rows) + " ; black",
        solution=[CELLS[number], CELLS[-number]],
        themes=list(themes),
        rating=Rating(value=1500, error=100, level=level, solved=0.5, by="simulated"),
        worth=Worth(value=value, parts={"play": 1.0, "purpose": purpose}),
    )


@pytest.fixture(autouse=True)
def _bare_solutions(monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    """Lets solutions be other ones although their moves are not legal."""
    monkeypatch.setattr(choosing, "idea", lambda one: one.id)  # pyright: ignore[reportUnknownLambdaType]


def choice_of(n: int, goals: Sequence[str] = (), **asked: Any) -> Choice:
    """The choice of so many, of games of Esgros on hex:3."""
    asked.setdefault("turns", range(2, 4))
    return Choice(wanted(game("esgros", "hex:3"), 1, goals, **asked), n)


def _accepted(_: Puzzle) -> list[str]:
    return []


def batch(monkeypatch: pytest.MonkeyPatch, found: list[Puzzle], **asked: object) -> Batch:
    """The batch of a maker that finds these in each of its games, and that a check accepts."""

    def searched(*_: object) -> Iterator[tuple[str, Candidate]]:
        yield from (("win", Candidate(one, [])) for one in found)

    monkeypatch.setattr(Maker, "_searched", searched)
    monkeypatch.setattr(batches, "faults", _accepted)
    return Maker(wanted(game("esgros", "hex:3"), 1, **asked))(Order(0))  # pyright: ignore[reportArgumentType]


def chosen(options: list[list[Puzzle]], n: int) -> list[Puzzle]:
    """What a set of so many takes of games with these options."""
    choice = choice_of(n)
    choice.add(Batch(0, options, 0, {}, {}))
    return choice.puzzles


def test_a_game_is_searched_until_it_has_given_enough(monkeypatch: pytest.MonkeyPatch):
    several = [puzzle(k, 60 + k) for k in range(FOUND + 2)]
    assert batch(monkeypatch, several).found == [several[:FOUND]] * GAMES


def test_loose_lines_do_not_end_the_search(monkeypatch: pytest.MonkeyPatch):
    loose = [puzzle(k, 60 + k).model_copy(update={"tree": LOOSE_TREE}) for k in range(FOUND)]
    tight = puzzle(FOUND, 60)
    assert batch(monkeypatch, [*loose, tight]).found == [[*loose, tight]] * GAMES


def test_a_tight_line_is_taken_where_the_set_has_few():
    loose = [puzzle(k, 90).model_copy(update={"tree": LOOSE_TREE}) for k in range(3)]
    tight = puzzle(3, 70)
    assert chosen([[loose[0]], [loose[1], tight]], 10) == [loose[0], tight]
    assert chosen([[tight], [loose[0], puzzle(4, 70)]], 10) == [tight, loose[0]]


def test_later_turns_must_matter(monkeypatch: pytest.MonkeyPatch):
    filling, other = puzzle(0, 80, purpose=0.0), puzzle(1, 80)
    made = batch(monkeypatch, [filling, other])
    assert made.found == [[other]] * GAMES
    assert made.rejected == {"win: later turns hardly matter": GAMES}


def test_the_greatest_worth_of_a_game_is_taken():
    low, high, middle = (puzzle(k, value) for k, value in enumerate((50, 80, 60)))
    assert chosen([[low, high, middle]], 10) == [high]


def test_what_a_set_has_few_of_counts_as_worth():
    easy, hard, other = puzzle(0, 70, 1), puzzle(1, 71, 1), puzzle(2, 62, 2)
    assert chosen([[easy], [hard, other]], 10) == [easy, other]
    assert chosen([[easy], [hard, other]], 100) == [easy, hard]


def test_of_those_that_wait_the_best_is_taken_once_enough_have_come():
    choice = choice_of(2, best_of=3)
    worths = [60, 80, 70, 75, 55, 50]
    offered = [puzzle(k, value, 1 + k % 5) for k, value in enumerate(worths)]
    for number, one in enumerate(offered):
        choice.add(Batch(number, [[one]], 1, {}, {}))
        assert len(choice.puzzles) == (number + 1) // 3
    assert choice.puzzles == [offered[1], offered[3]]
    assert choice.waiting == []
    assert choice.rejected == {f"win: {OTHERS_BETTER}": 4}


def test_only_so_many_wait(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(choosing, "WAITING", 2)
    choice = choice_of(2, best_of=9)
    offered = [puzzle(k, value) for k, value in enumerate((60, 80, 70))]
    choice.add(Batch(0, [[one] for one in offered], 1, {}, {}))
    assert choice.waiting == [offered[1], offered[2]]
    assert choice.came == 3


def test_a_full_level_takes_no_more_until_nothing_else_was_found():
    n = 10
    choice = choice_of(n, ["win", "save"])
    most = math.ceil(LEVEL.most * n)
    for number in range(most + 1):
        assert len(choice.puzzles) == number
        choice.add(Batch(number, [[puzzle(number, 60)]], 1, {}, {}))
    assert len(choice.puzzles) == most
    assert choice.rejected == {"win: enough of its level": 1}
    number = most + 1
    while len(choice.puzzles) == most:
        choice.add(Batch(number, [[puzzle(most, 60)]], 1, {}, {}))
        number += 1
    assert number == most + 1 + math.ceil(BENDS[0] * n)


def test_whoever_asks_for_levels_gets_them():
    n = 10
    choice = choice_of(n, ["win"], levels=(3, 3))
    choice.add(Batch(0, [[puzzle(k, 60)] for k in range(5)], 5, {}, {}))
    assert len(choice.puzzles) == 5 > math.ceil(LEVEL.most * n)


def test_idle_pieces_count_against_a_puzzle_and_several_answers_for_it():
    def rated(number: int, **parts: int) -> Puzzle:
        one = puzzle(number, 60)
        assert one.rating
        return one.model_copy(update={"rating": one.rating.model_copy(update={"parts": parts})})

    idle, neat = rated(1, matter=1), rated(2, matter=4)
    assert chosen([[idle, neat]], 1) == [neat]
    deep = neat.model_copy(update={"id": "deep", "tree": starter("gro")[-1].tree})
    assert deep.tree
    assert answers(deep.tree) > 1
    assert choice_of(9).places.wish(deep) > choice_of(9).places.wish(neat)


def test_what_readers_found_dull_gets_no_place():
    places = choice_of(9).places
    dull = stipulated(game("esgros"), "avert-gain", [], 3, 2)
    assert "dull" in places.refused(puzzle(1, 60).model_copy(update={"stipulation": dull}))


def grown(n: int, levels: Sequence[int], goals: Sequence[str] = ("win", "save")) -> Choice:
    """A set of so many that has taken puzzles of these levels, one a batch."""
    choice = choice_of(n, goals)
    for number, level in enumerate(levels):
        choice.add(Batch(number, [[puzzle(number, 60, level)]], 1, {}, {}))
    assert len(choice.puzzles) == len(levels)
    return choice


def test_places_are_kept_for_the_levels_that_a_set_lacks_as_long_as_they_are_found():
    n = 10
    choice = grown(n, (2, 2, 3, 3, 4, 4, 5, 5, 5))
    since = choice.waited
    number = 9
    while len(choice.puzzles) == 9:
        choice.add(Batch(number, [[puzzle(9, 60, 4)]], 1, {}, {}))
        number += 1
    assert since + number - 10 == math.ceil(WAITS[0] * n)
    assert choice.rejected == {"win: the rest is kept for other levels": number - 10}


def test_a_large_set_bends_before_it_is_given_up():
    choice = choice_of(10_000, ["win", "save"])
    choice.places.levels[3] = 10_000
    for number in range(PATIENCE):
        if choice.add(Batch(number, [[puzzle(0, 60)]], 1, {}, {})):
            break
    assert len(choice.puzzles) == 1
    assert not choice.hopeless


def test_a_puzzle_of_what_a_set_lacks_ends_the_wait():
    choice = grown(10, (2, 2, 3, 3, 4, 4, 5, 5))
    waited = choice.waited
    choice.add(Batch(8, [[puzzle(8, 60, 3)]], 1, {}, {}))
    assert choice.waited == waited + 1
    choice.add(Batch(9, [[puzzle(9, 60, 1)]], 1, {}, {}))
    assert choice.waited == 0
    assert choice.full


def asks(number: int, goal: str, level: int = 3, loose: bool = False) -> Puzzle:
    """A puzzle that asks for that goal."""
    asked = Stipulation(aim="reach", goal=Asked(name=goal), turns=2)
    tree = LOOSE_TREE if loose else None
    one = puzzle(number % 10, 60, level)
    return one.model_copy(update={"stipulation": asked, "tree": tree})


KINDS = ("win", "join", "take", "remove", "grow")


def places(n: int, taken: Sequence[Puzzle], levels: tuple[int, int] = (1, 4)) -> Places:
    """The places of a set of any levels, unless told, with these puzzles."""
    chosen = game("esgros", "hex:3")
    return Places(wanted(chosen, 1, KINDS, turns=range(2, 4), levels=levels), n, taken)


def test_places_are_kept_for_several_kinds():
    n = 20
    least = int(KIND.least * n)
    taken = [asks(k, KINDS[k % 2], level=1 + k % 5) for k in range(n - 3 * least)]
    held = places(n, taken)
    assert held.lacking == held.left == 3 * least
    one = asks(n, "win")
    assert held.refused(one, bends=True) == "the rest is kept for other kinds"
    assert held.enough_of("win", bends=True) == "the rest is kept for other kinds"
    assert not held.refused(one, bends=True, keeps=False)
    for goal in KINDS[2:]:
        assert held.lacks(asks(n, goal))
        assert not held.refused(asks(n, goal))


def test_loose_lines_are_kept_for_what_a_set_lacks():
    n = 40
    least = int(KIND.least * n)
    loose = [asks(k, "win", loose=True) for k in range(int(LOOSE * n) - 4 * least)]
    held = places(n, loose)
    assert held.left > held.lacking == 4 * least
    assert held.refused(asks(n, "win", loose=True), bends=True) == (
        "the rest is kept for other kinds"
    )
    assert not held.refused(asks(n, "win"), bends=True)
    assert not held.refused(asks(n, "join", loose=True))


def test_every_level_is_lacking_until_it_has_its_share():
    n = 20
    least = int(LEVEL.least * n)
    held = places(n, [], (1, 5))
    assert held.lacking == 5 * least
    for number in range(least):
        assert held.lacks(asks(number, "win", level=2))
        held.take(asks(number, "win", level=2))
    held = places(n, [asks(k, "win", level=2) for k in range(6)], (1, 5))
    assert held.lacking == 4 * least
    assert not held.lacks(asks(9, "win", level=2))
    assert held.lacks(asks(9, "win", level=5))


def test_a_kind_has_its_share_until_nothing_else_is_found():
    n = 10
    held = places(n, [asks(k, "win") for k in range(round(FEW_OF_KIND.most * n))])
    assert held.refused(asks(9, "win")) == "enough of its kind"
    assert not held.refused(asks(9, "win"), bends=True)
    assert not held.refused(asks(9, "join"))
    for n, share in ((10, FEW_OF_KIND.ever), (MANY, KIND.ever)):
        most = places(n, [asks(k, "win") for k in range(round(share * n))])
        assert most.refused(asks(9, "win"), bends=True) == "enough of its kind"


def test_batches_leave_out_what_a_set_has_enough_of_some_batches_before():
    choice = grown(10, (1, 2, 3), ["win", "save", "remove"])
    last = choice.batches + choice.ahead
    assert choice.order(last) == Order(last, frozenset(["win"]))
    assert all(choice.order(number) == Order(number) for number in range(3, last))


def test_what_costs_much_for_what_it_gives_is_searched_for_seldom():
    choice = choice_of(100, ["win", "save"])
    for number in range(9):
        found = [[puzzle(number, 60, 1 + number % 5)]]
        choice.add(Batch(number, found, 1, {}, {"win": 1_000, "save": 300}))
    assert choice.order(choice.batches + choice.ahead).omitted == frozenset()
    choice.add(Batch(9, [], 1, {}, {"save": 30_000}))
    for number in range(10, 14):
        choice.add(Batch(number, [], 1, {}, {}))
    orders = [choice.order(choice.batches + choice.ahead - back) for back in range(SELDOM)]
    assert sorted(len(order.omitted) for order in orders) == [0] + (SELDOM - 1) * [1]
    assert all(not order.omitted for order in orders if order.number % SELDOM == 0)


def test_loose_lines_are_rejected_once_a_set_has_enough_of_them():
    choice = choice_of(4, ["win", "save"])
    for number in range(2):
        one = puzzle(5 * number, 60, 1 + number)
        node = TreeNode(left=2, turns=[(one.key, "right", "", [])])
        loose = one.model_copy(update={"tree": Tree(nodes=[node], replies=2, only=0)})
        assert not choice.order(choice.batches + choice.ahead).tight
        choice.add(Batch(number, [[loose]], 1, {}, {}))
    assert choice.order(choice.batches + choice.ahead).tight


def test_a_stopped_set_keeps_its_orders(tmp_path: Path):
    choice = grown(10, (1, 2, 3), ["win", "save", "remove"])
    choice.spent["win"] = 7
    save(choice, tmp_path / "set.jsonl")
    again = resumed(choice.wanted, 10, tmp_path / "set.jsonl")
    assert (again.orders, again.spent, again.given) == (choice.orders, choice.spent, choice.given)


def test_the_dull_are_dropped(monkeypatch: pytest.MonkeyPatch):
    made = batch(monkeypatch, [puzzle(0, THRESHOLD - 1)])
    assert made.found == []
    assert made.rejected == {"win: dull": GAMES}


def test_what_is_too_near_another_is_left_out():
    choice = choice_of(10)
    one, same = puzzle(1, 60), puzzle(2, 60).model_copy(update={"solution": puzzle(1, 60).solution})
    choice.add(Batch(0, [[one], [same]], 2, {}, {}))
    assert choice.puzzles == [one]
    assert choice.rejected == {"win: too near another": 1}


def test_few_puzzles_of_a_set_ask_for_the_same_in_one_fight(monkeypatch: pytest.MonkeyPatch):
    alike = Fight((0, ((0, 0),)), ({(0, 0): "B"},))
    monkeypatch.setattr(choosing, "fight_of", lambda one: alike)  # pyright: ignore[reportUnknownLambdaType]
    choice = choice_of(20, ["win", "save"])
    found = [[puzzle(k, 80)] for k in range(4)] + [[asks(4, "save")]]
    choice.add(Batch(0, found, 0, {}, {}))
    assert [one.id for one in choice.puzzles] == ["p0", "p1", "p4"]
    assert choice.rejected == {"win: the fight of others": 2}


def test_a_puzzle_without_worth_is_worth_nothing():
    assert worth(puzzle(0, 50).model_copy(update={"worth": None})) == 0
