"""Relatives: what counts as alike, up to symmetry and shift, and what does not."""

from __future__ import annotations

import pytest

from ruleproof import Position, game
from ruleproof.models.errors import TextError
from ruleproof.models.play import notation
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.puzzles.stipulations import Asked, Stipulation
from ruleproof.puzzles.telling.relatives import fought_over, relatives
from tests.reports.small_puzzles import small_puzzle

GROUND = "square:7x7"


def fight(name: str, placed: dict[str, str], cell: str, **changed: object) -> Puzzle:
    """A puzzle of one turn in Esgros: Black plays on the cell, with these stones there; `changed`
    are other parts of the puzzle.
    """
    esgros = game("esgros", GROUND)
    cells = [placed.get(one, ".") for one in esgros.board.names]
    rows = (" ".join(cells[cell] for cell in row) for row in esgros.board.rows)
    text = f"{' / '.join(rows)} ; black"
    bare = small_puzzle("esgros")
    return bare.model_copy(
        update={
            "id": name,
            "board": GROUND,
            "settings": esgros.settings,
            "position": Position.read(esgros, text).text,
            "side": "black",
            "stipulation": Stipulation(aim="reach", goal=Asked(name="join"), turns=1),
            "solution": [cell],
            "themes": [f"theme of {name}"],
            **changed,
        }
    )


def turned(puzzle: Puzzle, number: int) -> Puzzle:
    """The puzzle's image under the symmetry of that number."""
    position = Position.read(puzzle.ready(), puzzle.position)
    of = position.game
    turn, swap = of.symmetries[number]
    image = of.image(position.state, turn, swap)
    key = of.board.names[turn[of.board.cell(puzzle.solution[0])]]
    return puzzle.model_copy(
        update={
            "id": f"{puzzle.id}-{number}",
            "position": notation.show(of, image),
            "side": of.players[image.side],
            "solution": [key],
            "themes": [f"theme {number}"],
        }
    )


STONES = {"b5": "B", "d4": "W", "b3": "W"}


def test_a_fight_is_the_same_in_every_image_of_the_board():
    one = fight("one", STONES, "c4")
    many = len(one.ready().symmetries)
    assert many == 16
    images = [turned(one, number) for number in range(many)]
    (cluster,) = relatives(images)
    assert cluster.puzzles == tuple(range(many))
    assert "fight" in cluster.alike


def test_a_fight_is_the_same_elsewhere_on_the_board_with_other_stones_far_away():
    shifted = {"c5": "B", "e4": "W", "c3": "W", "a7": "W", "g1": "B"}
    one, other = fight("one", STONES, "c4"), fight("other", shifted, "d4")
    (cluster,) = relatives([one, fight("third", {"b2": "W"}, "b3"), other])
    assert cluster == ((0, 2), ("fight",))


def test_other_stones_near_the_fight_make_another():
    others = {"b5": "W", "d5": "B", "b3": "B"}
    assert relatives([fight("one", STONES, "c4"), fight("other", others, "c4")]) == []


def test_the_edge_is_part_of_a_fight():
    inside, beside = {"c3": "W"}, {"b1": "W"}
    assert relatives([fight("one", inside, "c4"), fight("other", beside, "b2")])
    assert relatives([fight("one", {"c2": "W"}, "c3"), fight("other", {"c2": "W"}, "c1")]) == []


def test_other_questions_boards_and_lengths_are_no_relatives():
    one = fight("one", STONES, "c4")
    asked = one.stipulation
    for other in (
        asked.model_copy(update={"turns": 2}),
        asked.model_copy(update={"goal": Asked(name="grow")}),
    ):
        assert relatives([one, one.model_copy(update={"stipulation": other})]) == []
    pie = {"settings": one.settings | {"pie": "on"}, "position": f"{one.position} swap=closed"}
    assert one.settings["pie"] == "off"
    assert relatives([one, one.model_copy(update=pie)]) == []


def test_the_same_line_on_nearly_the_same_board_makes_relatives_though_the_fight_differs():
    near = STONES | {"d5": "B", "d3": "B", "b3": "B"}
    one = fight("one", STONES, "c4", themes=["quiet-key"])
    other = fight("other", near, "c4", themes=["quiet-key"])
    assert relatives([one, other]) == [((0, 1), ("line",))]
    far = dict.fromkeys(one.ready().board.names[::2], "W")
    assert "c4" not in far
    far["a1"] = "B"
    assert relatives([one, fight("far", far, "c4", themes=["quiet-key"])]) == []


def test_a_chain_of_likenesses_makes_one_cluster_and_the_largest_comes_first():
    pair = [fight(f"pair-{k}", {"f6": "W", "a1": "B"}, "f5", themes=[str(k)]) for k in range(2)]
    three = [fight(f"one-{k}", STONES, "c4") for k in range(3)]
    found = relatives([*pair, *three])
    assert [one.puzzles for one in found] == [(2, 3, 4), (0, 1)]


def test_none_and_one_have_no_relatives():
    assert relatives([]) == []
    assert relatives([fight("one", STONES, "c4")]) == []


def test_the_fight_is_what_the_solver_changes_and_the_goal_names():
    asked = Stipulation(aim="reach", goal=Asked(name="remove", cells=["g7"]), turns=1)
    one = fight("one", STONES, "c4", stipulation=asked)
    names = one.ready().board.names
    assert {"c4", "g7"} <= {names[cell] for cell in range(49) if fought_over(one) >> cell & 1}


@pytest.mark.parametrize(
    "wrong",
    [
        {"position": "B ; black"},
        {"solution": ["b5"]},
        {"solution": ["<b>"]},
        {"game": "<script>"},
        {"settings": {"pie": "maybe"}},
    ],
)
def test_a_puzzle_that_cannot_be_set_up_and_played_is_named(wrong: dict[str, object]):
    one = fight("one", STONES, "c4")
    with pytest.raises(TextError, match=r"^puzzle 2, wrong: "):
        relatives([one, one.model_copy(update={"id": "wrong", **wrong})])
