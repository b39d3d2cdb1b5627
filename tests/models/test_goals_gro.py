"""GRO's goals on positions small enough to be judged by eye: reached, and just not."""

from __future__ import annotations

from ruleproof import Position, game
from ruleproof.models.gro import goals

BY_NAME = {goal.name: goal for goal in goals.GOALS}
RED, BLUE = 0, 1
WAIST = "dish:1,2"


def told(
    text: str,
    line: str,
    goal: str,
    cells: str = "",
    amount: int = 0,
    attacker: int = RED,
    board: str = WAIST,
    **settings: object,
) -> list[tuple[int, str]]:
    """After each turn of the line, whether it reaches the goal, and the cells it speaks of then."""
    position = Position.read(game("gro", board, **settings), text)
    chosen, diagram, code = position.game, position.state, BY_NAME[goal].code
    marked, found = chosen.board.set_of(cells), []
    for move in line.split():
        before = position.state
        position = position.play(move)
        about = diagram, before, position.state
        marked = goals.follow(chosen.field, chosen.rules, code, *about, marked)
        answer = goals.reached(chosen.field, chosen.rules, code, amount, attacker, *about, marked)
        found.append((answer, chosen.board.name_of(marked)))
    return found


def aims(text: str, goal: str, attacker: int = RED, board: str = WAIST) -> list[str]:
    """What can be asked, as text."""
    chosen = game("gro", board)
    state = Position.read(chosen, text).state
    found = BY_NAME[goal].aims(chosen, state, attacker)
    return [" ".join(chosen.board.names[c] for c in a.cells) or str(a.amount) for a in found]


CORNERED = ". . . . / . . . . / r1 . . . / b1 . r1 . ; red placed=2"
"""Blue's a1 has one open point, b1, to which Red's c1 can go."""


# Which germ is which


def test_a_germ_without_open_points_is_killed():
    assert told(CORNERED, "c1-b1", "kill", "a1") == [(1, "")]
    assert told(CORNERED, "c1-c2 pass", "kill", "a1") == [(0, "a1"), (0, "a1")]


def test_the_named_germ_is_followed_when_it_moves():
    line = "c1-c2 a1-b1 c2-c1 b1-a1 c1-b1"
    cells = ["a1", "b1", "b1", "a1"]
    assert told(CORNERED, line, "kill", "a1") == [*((0, cell) for cell in cells), (1, "")]


def test_a_germ_that_grows_stays_the_same():
    text = ". . . . / . . . . / . . . . / b1 . r1 . ; blue placed=2"
    assert told(text, "a1+ pass", "kill", "a1") == [(0, "a1"), (0, "a1")]


def test_a_germ_on_the_point_that_the_named_one_left_is_another():
    text = ". . . . / . . . . / r1 . . . / b1 . b1 r1 ; blue placed=2"
    found = told(text, "a1-b2 pass c1-b1 pass b1-a1", "kill", "a1")
    assert found == [(0, "b2")] * 5


def test_both_halves_of_a_divided_germ_are_it():
    text = ". . . . / . r1 . . / . . . . / b2 . r1 . ; blue placed=2"
    assert told(text, "a1/b1 b3-a2", "kill", "a1") == [(0, "a1 b1"), (0, "b1")]


def test_a_capture_of_ones_own_germ_is_told_from_its_move():
    text = ". . . . / . . . . / . b1 r1 . / r1 . b1 r1 ; blue placed=2"
    assert told(text, "b2-b1", "kill", "b2", captures="both") == [(0, "b1")]
    assert told(text, "b2-b1", "kill", "c1", captures="both") == [(1, "")]


# What reaches a goal


FORK = ". . . . / . . . . / r1 r1 r1 . / b1 . b2 r1 ; red placed=2"
"""Red's b2 kills both germs of Blue's at b1."""


def test_kills_are_counted_in_one_turn():
    assert told(FORK, "b2-b1", "kill-any") == [(1, "")]
    assert told(FORK, "b2-b1", "kill-two") == [(1, "")]
    assert told(FORK, "b2-b1", "kill-tokens", amount=3) == [(1, "")]
    assert told(FORK, "b2-b1", "kill-tokens", amount=4) == [(0, "")]
    assert told(CORNERED, "c1-b1", "kill-any") == [(1, "")]
    assert told(CORNERED, "c1-b1", "kill-two") == [(0, "")]
    assert told(CORNERED, "a2-a3", "kill-any") == [(0, "")]


def test_whoever_has_no_germ_reaches_nothing():
    for goal in ("kill-any", "kill-two", "kill-tokens", "two-areas", "large"):
        assert told(CORNERED, "c1-b1", goal, attacker=BLUE, amount=2) == [(-1, "")], goal
    assert told(CORNERED, "c1-b1", "kill", "c1", attacker=BLUE) == [(-1, "b1")]


def test_a_medium_germ_is_trapped_where_it_has_too_few_open_points():
    text = ". . . . / . . . . / r1 . r1 . / b2 . r1 . ; red placed=2"
    assert told(text, "c2-b2", "trap", "a1") == [(1, "a1")]
    assert told(text, "c1-d1", "trap", "a1") == [(0, "a1")]
    assert told(text, "c1-b1", "trap", "a1") == [(1, "")]  # killed


def test_an_area_is_taken_once_no_enemy_is_left_in_it():
    text = "- . . . - / . . . . . / . . . . . / . . r1 . . / - b1 r1 . - ; red placed=2"
    area, board = "b1 a2 b2", "dish:2,1"
    assert told(text, "c2-b2", "area", area, board=board) == [(1, area)]
    assert told(text, "c2-b3", "area", area, board=board) == [(0, area)]
    contested = text.replace(". . r1 . . / -", "b1 . r1 . . / -")
    assert told(contested, "c2-b2", "area", area, board=board) == [(0, area)]


def test_two_areas_are_held_at_once():
    text = ". . . r1 / . . . . / r1 . . . / . . . b1 ; red placed=2"
    assert told(text, "a2-a1", "two-areas") == [(1, "")]
    assert told(text, "a2-a3", "two-areas") == [(0, "")]
    assert told(text, "d4-d3", "two-areas") == [(0, "")]


def test_only_a_medium_germ_grows_to_large_size():
    text = ". . . . / . r2 . . / . . . r1 / b1 . . . ; red placed=2"
    assert told(text, "b3+", "large") == [(1, "")]
    assert told(text, "d2+", "large") == [(0, "")]


# Turns that are one answer


def effects(text: str, *moves: str) -> int:
    """How many different answers the moves are."""
    position = Position.read(game("gro", WAIST), text)
    chosen, p = position.game, position.state
    after = [position.play(move).state for move in moves]
    return len({goals.effect(chosen.field, chosen.rules, p, q) for q in after})


def test_a_move_and_a_division_to_one_point_are_one_answer():
    text = ". . . . / . r2 . . / . . . . / b1 . . . ; red placed=2"
    assert effects(text, "b3-c3", "b3/c3") == 1
    assert effects(text, "b3-c3", "b3-c2", "b3+", "pass") == 4


def test_what_is_killed_tells_answers_apart():
    text = ". . . . / . . . . / r2 . . . / b1 . . . ; red placed=2"
    assert effects(text, "a2-b1", "a2/b1") == 2  # only the half that stays takes a2 from a1


# What can be asked


def test_germs_that_nothing_stands_near_are_not_asked_for():
    assert aims(CORNERED, "kill") == ["a1"]
    assert aims(". . . . / . b1 . . / . . . . / . . . r1 ; red placed=2", "kill") == []
    assert aims(CORNERED, "kill", attacker=BLUE) == ["a2", "c1"]


def test_what_is_met_already_or_can_never_be_is_not_asked():
    held = "r1 . . r1 / . . . . / . . . . / b1 . . . ; red placed=2"
    assert aims(held, "two-areas") == []
    assert aims(held, "area") == ["a1", "d1"]
    assert aims(held, "kill-two") == []
    assert aims(FORK, "kill-tokens") == ["2"]
    assert aims(FORK, "trap") == []  # c1 is trapped already, and a1 is small
    free = ". . . . / . . . . / r1 . r1 . / b2 . r1 . ; red placed=2"
    assert aims(free, "trap") == ["a1"]


def test_nothing_is_asked_before_both_have_placed_or_after_the_end():
    start = Position.start(game("gro", WAIST))
    end = "r1 . . r1 / . . . . / . . . . / b1 . . r1 ; blue placed=2"
    for goal in goals.GOALS:
        assert goal.aims(start.game, start.state, RED) == []
        assert aims(end, goal.name) == []
