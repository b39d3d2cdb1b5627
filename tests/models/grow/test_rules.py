"""Grow's rules: small turns written out from the sheet, refusals, text, ends, symmetries."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleproof import Game, MoveError, Position, PositionError, TextError, game
from ruleproof.models.compiled.kernels import engine
from ruleproof.models.grow import counts, notation, rules
from ruleproof.solvers.playing.reach.perft import perft, plain_perft


def read(board: str, text: str, **chosen: object) -> Position:
    return Position.read(game("grow", board, **chosen), text)


def picture(position: Position) -> str:
    return position.text.partition(" ;")[0]


# Setup


def test_setup_drops_pass_the_turn_by_themselves():
    position = Position.start(game("grow", "square:2x3", players=3))
    assert position.text == ". . . / . . . ; red"
    assert position.moves() == ["@a1", "@b1", "@c1", "@a2", "@b2", "@c2"]
    position = position.play("@a1")
    assert position.text == ". . . / r1 . . ; blue turn=2"
    position = position.play("@c1")
    assert position.text == ". . . / r1 . b1 ; green turn=3"
    position = position.play("@b2")
    assert position.text == ". g1 . / r1 . b1 ; red"
    assert position.moves() == ["@b1", "@a2", "@c2", "a1-b1", "a1-a2", "end"]


def test_the_spaces_of_each_player_are_told_beside_the_board():
    chosen = game("grow", "square:3x3")
    assert Position.start(chosen).beside == ""
    position = Position.read(chosen, "r1 r0 . / . . . / . . b1 ; red")
    assert position.beside == "Spaces: Red 2, Blue 1."


def test_a_board_needs_a_space_for_each_player():
    with pytest.raises(TextError, match=r"3 players need a space each.*'square:1x2'"):
        game("grow", "square:1x2", players=3)
    end = Position.start(game("grow", "square:1x2")).play("@a1 @b1")
    assert end.over
    assert end.result == (None, None, [1, 1], "no space is unoccupied; a draw between red, blue")


# Turns


def test_a_moved_head_leaves_a_tail_and_is_spent():
    position = read("square:2x3", ". . . / r1 . b1 ; red").play("a1-b1")
    assert position.text == ". . . / r0 r1' b1 ; red"
    assert position.moves() == ["@a2", "@b2", "@c2", "end"]
    assert position.play("end").text == ". . . / r0 r1 b1 ; blue"


def test_a_head_travels_along_its_group_and_not_beyond():
    position = read("square:2x5", "r0 . b1 . . / r1 r0 r0 . r1 ; red")
    assert [move for move in position.moves() if move.startswith("a1")] == [
        "a1-b1",
        "a1-c1",
        "a1-a2",
    ]
    after = position.play("a1-c1")
    assert picture(after) == "r0 . b1 . . / r0 r0 r1' . r1"


def test_two_heads_on_one_space_are_one_move_and_move_one_by_one():
    position = read("path:5", "r2 r0 r0 . b1 ; red")
    assert position.moves() == ["@d1", "a1-b1", "a1-c1", "end"]
    position = position.play("a1-c1")
    assert position.text == "r1 r0 r1' . b1 ; red"
    position = position.play("a1-c1")
    assert position.text == "r0 r0 r2'' . b1 ; red"
    assert position.moves() == ["@d1", "end"]


def test_free_order_lets_one_head_use_the_space_another_has_just_won():
    position = read("path:5", "r1 r1 . . b1 ; red").play("b1-c1")
    assert position.moves() == ["@d1", "a1-b1", "a1-c1", "end"]


def test_a_dropped_head_joins_groups_at_once_but_rests():
    position = read("path:6", "r1 . r1 . . b1 ; red").play("@b1")
    assert position.text == "r1 r1' r1 . . b1 ; red dropped=yes"
    assert position.moves() == ["a1-b1", "a1-c1", "c1-a1", "c1-b1", "c1-d1", "end"]


def test_a_new_head_may_move_if_the_reading_says_so():
    position = read("path:6", "r1 . r1 . . b1 ; red", new_head="moves").play("@d1")
    assert position.text == "r1 . r1 r1 . b1 ; red dropped=yes"
    assert "d1-e1" in position.moves()
    after = position.play("d1-e1")
    assert after.text == "r1 . r1 r0 r1' b1 ; red dropped=yes"


@pytest.mark.parametrize(
    ("order", "first", "gone"), [("drop-first", "a1-b1", "@d1"), ("moves-first", "@d1", "a1-b1")]
)
def test_orders_take_away_what_comes_too_late(order: str, first: str, gone: str):
    position = read("path:5", "r1 . . . b1 ; red", order=order)
    assert {first, gone} <= set(position.moves())
    assert gone not in position.play(first).moves()
    with pytest.raises(MoveError, match=f"order={order}.*{gone}"):
        position.play([first, gone])


def test_a_mandatory_drop_is_owed_before_the_end():
    position = read("path:5", "r1 . . . b1 ; red", drop="mandatory")
    assert "end" not in position.moves()
    assert "end" not in position.play("a1-b1").moves()
    assert "end" in position.play("a1-b1 @c1").moves()
    first = read("path:5", "r1 . . . b1 ; red", drop="mandatory", order="drop-first")
    assert first.moves() == ["@b1", "@c1", "@d1"]


def test_simultaneous_moves_see_the_board_as_the_turn_began():
    position = read("path:6", "r1 r1 . r1 . b1 ; red", order="simultaneous")
    after = position.play("b1-c1")
    assert after.text == "r1 r0 r1' r1 . b1 ; red began=a1,b1,d1"
    assert after.moves() == ["@e1", "a1-b1", "d1-c1", "d1-e1", "end"]
    shared = after.play("d1-c1")
    assert shared.text == "r1 r0 r2'' r0 . b1 ; red began=a1,b1,d1"
    assert shared.play("end").text == "r1 r0 r2 r0 . b1 ; blue"
    dropped = position.play("@c1")
    assert dropped.text == "r1 r1 r1' r1 . b1 ; red dropped=yes began=a1,b1,d1@c1"
    assert dropped.moves() == ["a1-b1", "b1-a1", "d1-e1", "end"]
    assert "@c1" not in after.moves()


def test_a_new_head_among_simultaneous_moves_leaves_its_space_to_itself():
    chosen = {"order": "simultaneous", "new_head": "moves"}
    position = read("path:6", "r1 . r1 . . b1 ; red", **chosen).play("@b1")
    assert position.text == "r1 r1 r1 . . b1 ; red dropped=yes began=a1,c1@b1"
    assert position.moves() == ["b1-a1", "b1-c1", "c1-d1", "end"]
    after = position.play("b1-c1")
    assert after.text == "r1 r0 r2' . . b1 ; red dropped=yes began=a1,c1@b1"


# Winning


def test_the_game_ends_the_moment_no_space_is_empty_mid_turn_too():
    position = read("path:4", "r1 . . b1 ; red").play("a1-b1 @c1")
    assert position.over
    assert position.moves() == []
    assert position.text == "r0 r1' r1' b1 ; red dropped=yes"
    assert position.result == ("red", 1, [3, 1], "no space is unoccupied")
    assert position.game.payoff(position.state) == 2


def test_a_round_of_empty_turns_ends_the_game_only_under_score():
    text = "r1 . . b1 ; red"
    assert not read("path:4", text).play("end end end end").over
    position = read("path:4", text, stall="score")
    assert position.play("end").text == "r1 . . b1 ; blue empty-turns=1"
    assert position.play("end d1-c1 end").text == "r1 . b1 b0 ; red"
    end = position.play("end end")
    assert end.text == "r1 . . b1 ; red empty-turns=2"
    assert end.over
    assert end.result == (
        None,
        None,
        [1, 1],
        "a full round of empty turns; a draw between red, blue",
    )


def test_three_players_may_share_the_first_place():
    end = read("path:5", "r1 . b1 b0 g1 ; red", players=3).play("@b1")
    assert end.result == (None, None, [2, 2, 1], "no space is unoccupied; a draw between red, blue")
    assert end.game.payoff(end.state) == 0
    assert end.game.players == ("red", "blue", "green")


# Settings


@pytest.mark.parametrize(
    ("edition", "order"), [("2021", "moves-first"), ("2023", "simultaneous"), ("2024", "free")]
)
def test_an_edition_sets_the_default_of_the_order(edition: str, order: str):
    assert game("grow", edition=edition).settings["order"] == order
    assert game("grow", edition=edition, order="free").settings["order"] == "free"
    assert game("grow").settings["edition"] == "2024"


def test_more_than_four_players_are_refused_with_the_reason():
    with pytest.raises(TextError, match=r"2 to 4 \(the rulebook names stones of four colours"):
        game("grow", "path:9", players=5)


# Refusals

REFUSALS: list[tuple[dict[str, object], str, str, str]] = [
    ({}, "r1 . b1 . . ; red", "@a1", "drop a head-stone onto any unoccupied space"),
    ({}, "r1 r1' b1 . . ; red dropped=yes", "@d1", "one drop a turn"),
    ({}, "r1 r0 b1 . . ; red", "b1-a1", "on b1 there is only a tail"),
    ({}, "r1' r0 b1 . . ; red", "a1-b1", "on a1 every head has moved or is new"),
    ({}, "r1 . b1 . . ; red", "c1-d1", "no head-stone of red on c1"),
    ({}, "r1 . b1 . . ; red", "b1-d1", "no head-stone of red on b1"),
    ({}, "r1 . b1 . . ; red", "a1-a1", "Leave the head-stone where it is"),
    ({}, "r1 . b1 . . ; red", "a1-d1", "d1 is not adjacent.*Diagonals"),
    ({}, "r1 . b1 . . ; red", "a1-c1", "c1 is occupied"),
    ({}, "r1 . r1 . b1 ; red", "a1-c1", "c1 is not in the head-stone's group"),
    ({"drop": "mandatory"}, "r1 . b1 . . ; red", "end", "the drop is mandatory"),
    ({}, "r1 . . . . ; blue turn=2", "@a1", "puts a head-stone on any unoccupied space"),
    (
        {"order": "simultaneous"},
        "r0 r1' . . b1 ; red began=a1",
        "@b1",
        "no head is dropped on a space that a head has moved to",
    ),
    ({"order": "simultaneous"}, "r0 r1' . . b1 ; red began=a1", "@a1", "The player may drop"),
    ({}, "r1 . . . . ; blue turn=2", "a1-b1", "setup"),
    ({}, "r1 . . . . ; blue turn=2", "end", "setup"),
    (
        {"order": "drop-first", "drop": "mandatory"},
        "r1 . b1 . . ; red",
        "a1-b1",
        "the drop, which is mandatory, comes first",
    ),
    (
        {"order": "simultaneous"},
        "r1 r1' . . b1 ; red dropped=yes began=a1@b1",
        "a1-b1",
        "no head moves to the space dropped on",
    ),
    ({}, "r1 r0 r0 r0 b1 ; red", "end", "the game is over"),
]


@pytest.mark.parametrize(("chosen", "text", "move", "why"), REFUSALS)
def test_a_refusal_names_the_clause(chosen: dict[str, object], text: str, move: str, why: str):
    with pytest.raises(MoveError, match=f"{why}.*{move!r}$"):
        read("path:5", text, **chosen).play(move)


@pytest.mark.parametrize("text", ["c4", "@", "@f1", "a1-f1", "a1-", "-a1", "pass", "END", ""])
def test_what_is_no_move_is_a_text_error(text: str):
    with pytest.raises(TextError, match=r"'[^']*'$"):
        game("grow", "path:5").read_move(text)


# Text

FAULTS: list[tuple[dict[str, object], str, list[str]]] = [
    ({}, "r3 r0 . . b1 ; red", ["red has 3 heads on 2 spaces"]),
    ({}, "r0 . . . b1' ; red", ["red has no head", "blue is not to move"]),
    ({}, "r1 . r0 . b1 ; red", ["red has no head in the group of c1"]),
    ({}, "r2 . r1 r0 b1 ; red", ["red has 2 heads on 1 space, the group of a1"]),
    (
        {"drop": "mandatory"},
        "r1 r1 . . b1 ; red",
        ["players before red have one head more than the others, not red 2, blue 1"],
    ),
    (
        {"drop": "mandatory"},
        "r1 . b0 b1 b1' ; blue dropped=yes",
        ["players before blue, and blue, have one head more than the others, not red 1, blue 2"],
    ),
    ({}, "r1 . . . b1 ; red dropped=yes", ["only the head from the setup", "no head is spent"]),
    ({}, ". . . . b1 ; red", ["red should have 1", "blue should have 0", "blue is to move"]),
    ({}, "r1' . . . . ; blue turn=2", ["nothing is spent"]),
    (
        {"order": "drop-first", "drop": "mandatory", "stall": "score"},
        "r0 r1' . . b1 ; red empty-turns=1",
        ["before the mandatory drop", "this one is not empty", "no turn is empty"],
    ),
    (
        {"order": "simultaneous"},
        "r1 r1 r0 . b1 ; red began=a1,d1",
        ["began with d1", "got b1 c1", "ready head on b1"],
    ),
    (
        {"order": "simultaneous"},
        "r1 r1' r0 . b1 ; red dropped=yes",
        ["began=…@SPACE names the drop"],
    ),
    (
        {"order": "simultaneous"},
        "r1 r0 r1' . b1 ; red dropped=yes began=a1,c1@b1",
        ["on b1 there can be the dropped head alone"],
    ),
    (
        {"order": "simultaneous"},
        "r1 r1' r0 . b1 ; red dropped=yes began=a1,c1@e1",
        ["cannot have dropped on e1"],
    ),
]


@pytest.mark.parametrize(("chosen", "text", "faults"), FAULTS)
def test_all_faults_are_told_at_once(chosen: dict[str, object], text: str, faults: list[str]):
    with pytest.raises(PositionError) as raised:
        read("path:5", text, **chosen)
    for fault in faults:
        assert any(fault in told for told in raised.value.faults), raised.value.faults


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("g1 . . . b1 ; red", "a1 holds"),
        ("r6 . . . b1 ; red", "a1 holds .*number of heads, at most 5"),
        ("r01 . . . b1 ; red", "a1 holds"),
        ("r . . . b1 ; red", "a1 holds"),
        ("r1'' . . . b1 ; red", "more ' than heads"),
        ("r1 . . . . ; blue turn=3", "turn 2 of the setup"),
        ("r1 . . . b1 ; red turn=1", "a board already set up"),
        ("r1 . . . b1 ; red dropped=1", "dropped takes no, yes"),
        ("r1 . . . b1 ; red empty-turns=1", "no such key"),
        ("r1 . . . b1 ; red began=a1", "no such key"),
        ("r1 . . . b1 ; green", "side to move"),
    ],
)
def test_unreadable_text_says_what_is_wrong(text: str, why: str):
    with pytest.raises(TextError, match=why):
        read("path:5", text)


def test_began_names_spaces_of_the_board():
    with pytest.raises(TextError, match=r"no such cell.*'z9'"):
        read("path:5", "r1 . . . b1 ; red began=a1,z9", order="simultaneous")
    with pytest.raises(TextError, match=r"no such cell.*''"):
        read("path:5", "r1 . . . b1 ; red began=a1@", order="simultaneous")


# Counts per space


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 255)), max_size=12), st.integers(0, 5))
def test_counts_per_space_count_heads(pairs: list[tuple[int, int]], space: int):
    heads, more = dict(pairs[::2]), dict(pairs[1::2])
    one, other = notation.counts_of(heads), notation.counts_of(more)
    both = counts.together(one, other)
    for cell in range(6):
        assert notation.heads_on(both, cell) == heads.get(cell, 0) + more.get(cell, 0)
    raised = counts.one_more(one, 1 << space)
    assert notation.heads_on(raised, space) == heads.get(space, 0) + 1
    assert counts.one_less(raised, 1 << space) == one
    assert counts.some(one) == sum(1 << cell for cell, many in heads.items() if many)


def test_the_largest_board_holds_the_most_heads_a_space_can_have():
    chosen = game("grow", "square:16x16")
    spaces = [f"r{255 if cell == 0 else 0}" for cell in range(254)]
    row = " / ".join(" ".join((["b1", ".", *spaces])[16 * k : 16 * k + 16]) for k in range(16))
    with pytest.raises(PositionError, match="red has 255 heads on 254 spaces"):
        Position.read(chosen, row + " ; red")
    position = Position.read(chosen, row.replace("r255", "r254") + " ; red")
    (full,) = [move for move in position.moves() if move.startswith("@")]
    after = position.play(full)
    assert after.over
    compiled = engine(chosen)
    assert compiled.state(compiled.row(after.state)) == after.state
    assert perft(chosen, (position.state,), 2, bulk=False) == plain_perft(
        chosen, (position.state,), 2
    )


# Symmetry


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["free", "drop-first", "moves-first", "simultaneous"]),
    st.sampled_from(["optional", "mandatory"]),
    st.sampled_from([2, 3]),
    st.integers(0, 2**32),
)
def test_symmetries_keep_the_rules(order: str, drop: str, players: int, seed: int):
    chosen = game("grow", "square:3x3", order=order, drop=drop, players=players, stall="score")
    chance = random.Random(seed)
    state: Any = chosen.start()
    assert len(chosen.symmetries) == (16 if players == 2 else 8)
    for _ in range(chance.randrange(25)):
        if chosen.over(state):
            break
        state = chosen.play(state, chance.choice(chosen.moves(state)))
    turn, swap = chance.choice(chosen.symmetries)
    image = chosen.image(state, turn, swap)
    assert chosen.over(image) == chosen.over(state)
    assert chosen.payoff(image) == chosen.payoff(state)
    if swap and drop == "optional" and not rules.setting_up(chosen.rules, state):
        assert chosen.faults(image) == []

    def carried(move: int) -> int:
        if move == rules.END:
            return move
        if move < rules.END:
            return turn[move]
        origin, target = notation.leap_of(move)
        return rules.leap(turn[origin], turn[target])

    assert sorted(map(carried, chosen.moves(state))) == sorted(chosen.moves(image))
    for move in chosen.moves(state):
        after = chosen.image(chosen.play(state, move), turn, swap)
        assert after == chosen.play(image, carried(move))


# Drawing


def test_marks_are_light_heads_over_dark_tails():
    chosen: Game = game("grow", "path:4")
    position = Position.read(chosen, "r2' r0 . b1 ; red")
    assert chosen.rulebook.drawing.marks is not None
    found = [
        (m.cell, m.shape, m.colour, m.label)
        for m in chosen.rulebook.drawing.marks(chosen, position.state)
    ]
    assert found == [
        (0, "disc", "red-dark", ""),
        (0, "small", "red-light", "2'"),
        (1, "disc", "red-dark", ""),
        (3, "disc", "blue-dark", ""),
        (3, "small", "blue-light", ""),
    ]
