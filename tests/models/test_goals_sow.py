"""Sow?'s goals on positions small enough to be judged by eye: reached, and just not."""

from __future__ import annotations

from ruleproof import Position, game
from ruleproof.models.sow import goals

BY_NAME = {goal.name: goal for goal in goals.GOALS}
LEFT, RIGHT = 0, 1


def told(
    text: str,
    line: str,
    goal: str,
    cells: str = "",
    amount: int = 0,
    attacker: int = LEFT,
    **settings: object,
) -> list[tuple[int, str]]:
    """After each turn of the line, whether it reaches the goal, and the square it speaks of."""
    position = Position.read(game("sow", "square:2x4", **settings), text)
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


def aims(text: str, goal: str, attacker: int = LEFT, **settings: object) -> list[str]:
    """What can be asked, as text."""
    chosen = game("sow", "square:2x4", **settings)
    state = Position.read(chosen, text).state
    found = BY_NAME[goal].aims(chosen, state, attacker)
    return [" ".join(chosen.board.names[c] for c in a.cells) or str(a.amount) for a in found]


RACE = "R . LL L / RR . . L ; left off=2,3"
"""Left brings pieces home from the last column, Right from the first."""


def test_pieces_that_leave_the_board_in_any_turn_are_home():
    line = "d2:x: a2:x: d1:x:"
    assert [answer for answer, _ in told(RACE, line, "home", amount=1)] == [1, 0, 1]
    assert [answer for answer, _ in told(RACE, line, "home", amount=2)] == [0, 0, 1]
    assert [answer for answer, _ in told(RACE, line, "home", amount=3)] == [0, 0, 0]


def test_a_lead_counts_what_both_have_brought_home():
    line = "d2:x: a2:x: d1:x: a1:x:"
    assert [answer for answer, _ in told(RACE, line, "lead", amount=0)] == [1, 0, 1, 0]
    assert [answer for answer, _ in told(RACE, line, "lead", amount=1)] == [0, 0, 0, 0]
    found = told(RACE, line, "lead", amount=2, attacker=RIGHT)
    assert [answer for answer, _ in found] == [0, 0, 0, 1]


WALL = "LLL L R . / LL . R . ; left off=0,4"


def test_a_stack_is_covered_by_a_piece_on_top_of_it():
    assert told(WALL, "b2:F:L", "cover", "c2") == [(1, "c2")]
    assert told(WALL, "b2:F:L", "cover", "c1") == [(0, "c1")]


def test_a_stack_that_has_been_sown_is_covered_no_more():
    assert told(WALL, "a1:FF:LL", "cover", "c1") == [(1, "c1")]
    assert told(WALL, "b2:F:L c1:F:R", "cover", "c1") == [(0, "c1"), (-1, "")]
    assert told(WALL, "b2:F:L c1:F:R", "cover", "c2") == [(1, "c2"), (1, "c2")]


def test_a_stack_without_a_way_is_blocked():
    text = "L LLL R . / L . R . ; left off=1,4"
    assert told(text, "a2:F:L", "block", "c2") == [(1, "c2")]  # b2 holds four
    assert told(text, "a1:F:L", "block", "c2") == [(0, "c2")]
    assert told(text, "a2:F:L", "block", "c1") == [(0, "c1")]
    assert told(text, "a1:F:L c2:F:R", "block", "c2", limit="none", strand="free") == [
        (0, "c2"),
        (-1, ""),
    ]


def test_enemy_pieces_are_carried_by_a_sowing():
    text = "L RL . . / L . R . ; left off=3,4"
    assert told(text, "b2:FF:LR", "carry", amount=1) == [(1, "")]
    assert told(text, "b2:FF:LR", "carry", amount=2) == [(0, "")]
    assert told(text, "a2:F:L", "carry", amount=1) == [(0, "")]
    assert told(text, "a2:F:L c1:F:R", "carry", amount=0) == [(1, ""), (0, "")]


def test_a_stack_left_behind_on_its_own_square_has_been_sown():
    """Right's pieces stay where the stack stood when Left exits with it."""
    text = "L . . RL / . . . R ; left off=4,4"
    assert told(text, "d2:x:", "carry", amount=1) == [(1, "")]
    assert told(text, "d2:x:", "cover", "d2", attacker=RIGHT) == [(-1, "")]


def test_a_tower_is_as_high_as_the_pieces_in_it():
    text = "L RL . . / . LR L R ; left off=2,3"
    assert told(text, "a2:F:L", "tower", amount=3) == [(1, "")]
    assert told(text, "a2:F:L", "tower", amount=4) == [(0, "")]
    assert told(text, "c1:F:L", "tower", amount=3) == [(0, "")]


def test_what_is_met_already_or_can_never_be_is_not_asked():
    assert aims(RACE, "home") == ["1", "2", "3"]
    assert aims(RACE, "lead") == ["1", "2"]
    assert aims(RACE, "lead", attacker=RIGHT) == ["2", "3"]
    assert aims(WALL, "cover") == ["c1", "c2"]
    blocked = ". LLLL R . / L . R . ; left off=1,4"
    assert aims(blocked, "block") == ["c1"]
    assert aims(blocked, "cover", attacker=RIGHT) == ["a1"]
    assert aims(blocked, "tower") == []
    assert aims(WALL, "tower") == ["4"]
    assert aims("L RL . . / L . R . ; left off=3,4", "carry") == ["2"]


def test_nothing_is_asked_after_the_end():
    end = ". . L . / . . . . ; left off=5,6"
    for goal in goals.GOALS:
        assert aims(end, goal.name) == []
