"""GRO's rules, clause by clause, on positions small enough to be judged by eye."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ruleproof import MoveError, Position, PositionError, TextError, game
from ruleproof.models.gro import endings, germs, rules

CARD = "c4 d5 c4+ d5+ c4/d4 d5/e4 c4+ e4+ c4/c3 e4/d3"
"""The five turns on the Example side of the card."""


def at(board: str, text: str, /, **settings: object) -> Position:
    return Position.read(game("gro", board, **settings), text)


def openings(position: Position, name: str) -> int:
    free = germs.open_points(position.game.field, position.state)
    return germs.openings(position.game.field, position.game.board.cell(name), free)


def refused(position: Position, move: str) -> str:
    with pytest.raises(MoveError) as error:
        position.play(move)
    assert str(error.value).endswith(f": {move!r}")
    return str(error.value)


def test_the_dish_is_the_one_of_the_rulebook():
    board = game("gro").board
    assert (board.text, board.size) == ("dish:3,2", 52)
    assert [board.name_of(area) for area in board.areas] == [
        "c1 b2 c2 a3 b3 c3",
        "f1 f2 g2 f3 g3 h3",
        "a6 b6 c6 b7 c7 c8",
        "f6 g6 h6 f7 g7 f8",
    ]


@pytest.mark.parametrize("number", ["3", "4"])
def test_the_five_turns_of_the_card(number: str):
    chosen = game("gro", large_move=number, medium_grow=number)
    line = CARD.split()
    after = [Position.start(chosen).play(line[:many]) for many in range(len(line) + 1)]
    assert openings(after[2], "c4") == 4  # A, before growing
    assert openings(after[3], "d5") == 4  # B, before growing
    assert openings(after[4], "c4") == 4  # A, before dividing
    assert openings(after[5], "d4") == 2  # C, after its division
    assert openings(after[5], "d5") == 3  # B, before dividing
    assert openings(after[6], "e4") == 3  # D, after its division
    assert after[9].text == (
        "- - . . . . - - / - . . . . . . - / . . . . . . . . / . . . b1 . . . . / "
        ". . r1 r1 b2 . . . / . . r1 . . . . . / - . . . . . . - / - - . . . . - - ; blue placed=2"
    )
    board, rule, p = chosen.field, chosen.rules, after[9].state
    reds, blues = germs.points(germs.red(p)), germs.points(germs.blue(p))
    assert [endings.occupies(board, rule, reds, blues, area) for area in range(4)] == [
        True,
        False,
        False,
        False,
    ]
    assert after[10].text == (
        "- - . . . . - - / - . . . . . . - / . . . . . . . . / . . . b1 . . . . / "
        ". . r1 . b1 . . . / . . r1 b1 . . . . / - . . . . . . - / - - . . . . - - ; red placed=2"
    )
    assert rules.in_reserve(rule, germs.red(after[9].state)) == 13
    assert rules.in_reserve(rule, germs.red(after[10].state)) == 14


def test_a_whole_game():
    record = json.loads((Path(__file__).parent / "transcript.json").read_text())
    end = Position.start(game(record["game"], record["board"])).play(record["moves"])
    assert len(end.before) == 53
    assert end.result is not None
    assert end.result._asdict() == record["result"]
    assert end.moves() == []
    assert end.text == (
        "- - . b4 . . - - / - . r4 . r1 r2 . - / . . . . . b2 b4 . / . . r1 . r2 . r1 . / "
        ". . . . . . . . / . . r2 . . . r1 . / - . . . . . . - / - - . . . . - - ; blue placed=2"
    )


# Movement

NOTCHES = ["c1 b2", "b2 a3", "f1 g2", "g2 h3", "a6 b7", "b7 c8", "f8 g7", "g7 h6"]


@pytest.mark.parametrize("pair", NOTCHES)
def test_corner_movement_across_the_notches(pair: str):
    here, there = pair.split()
    for one, other in ((here, there), (there, here)):
        line = f"{one} e5 {one}-{other}"
        assert Position.start(game("gro")).play(line).state.red1.bit_count() == 1
    assert not game("gro").board.near[game("gro").board.cell(here)] & game("gro").board.set_of(
        there
    )


def test_a_medium_germ_needs_two_open_points_after_moving():
    position = at("dish:1,1", ". . . / b1 r2 . / . . . ; red placed=2")
    assert "b2-c1" in position.moves()
    clause = "after moving, a medium germ needs 2 open points and would have 1"
    assert clause in refused(position, "b2-a1")


def test_a_large_germ_needs_three_open_points_by_the_card_and_four_by_the_text():
    text = ". . . / . r4 . / . . . ; red placed=2"
    assert "b2-b1" in at("dish:1,1", text).moves()
    clause = "after moving, a large germ needs 4 open points and would have 3"
    assert clause in refused(at("dish:1,1", text, large_move="4"), "b2-b1")


# Growth


def test_a_medium_germ_grows_with_three_open_points_by_the_card_and_four_by_the_text():
    text = ". . . / . . . / . r2 . ; red placed=2"
    assert at("dish:1,1", text).play("b1+").state.red4 == game("gro", "dish:1,1").board.set_of("b1")
    clause = "before growing, a medium germ needs 4 open points and has 3"
    assert clause in refused(at("dish:1,1", text, medium_grow="4"), "b1+")


def test_growth_needs_tokens_in_the_reserve():
    text = ". . . / . r2 . / . . . ; red placed=2"
    clause = "a medium germ grows by 2 tokens, and the reserve holds 1"
    assert clause in refused(at("dish:1,1", text, tokens=3), "b2+")
    assert "b2+" in at("dish:1,1", text, tokens=4).moves()
    assert "b2+" in at("dish:1,1", text, tokens=3, reserve="unlimited").moves()
    over = at("dish:1,1", text, tokens=1, reserve="unlimited").play("b2+")
    assert over.text.startswith(". . . / . r4 . / . . .")


# Division


def test_the_moved_half_needs_what_a_move_of_its_size_needs():
    text = ". . . / b1 r4 . / . . . ; red placed=2"
    clause = "after moving, a medium germ needs 2 open points and would have 1"
    assert clause in refused(at("dish:1,1", text), "b2/a1")
    after = at("dish:1,1", text, divide_after="alive").play("b2/a1")
    assert after.text == ". . . / b1 r2 . / r2 . . ; blue placed=2"


def test_division_goes_diagonally_unless_it_is_said_to_be_orthogonal():
    text = ". . . / . r2 . / . . . ; red placed=2"
    assert at("dish:1,1", text).play("b2/c3").text == ". . r1 / . r1 . / . . . ; blue placed=2"
    orthogonal = at("dish:1,1", text, divide_direction="orthogonal")
    assert "divide-direction=orthogonal" in refused(orthogonal, "b2/c3")
    assert [move for move in orthogonal.moves() if "/" in move] == [
        "b2/b1",
        "b2/a2",
        "b2/c2",
        "b2/b3",
    ]


# Death


def test_an_open_point_made_by_killing_counts():
    position = at("dish:1,1", ". . . / r1 r1 r1 / b1 . r1 ; red placed=2")
    assert position.play("c2-b1").text == ". . . / r1 r1 . / . r1 r1 ; blue placed=2"


def test_suicide_is_illegal_unless_both_colours_are_captured():
    text = ". . . / b1 . . / r1 . r1 ; red placed=2"
    clause = "suicide is illegal: it would kill your own germ on a1"
    assert clause in refused(at("dish:1,1", text), "c1-b1")
    both = at("dish:1,1", text, captures="both").play("c1-b1")
    assert both.text == ". . . / b1 . . / . r1 . ; blue placed=2"


def test_points_of_own_germs_taken_count_as_open_and_the_threshold_still_holds():
    text = ". . . / b1 r1 . / r1 . r2 ; red placed=2"
    both = at("dish:1,1", text, captures="both").play("c1-b1")
    assert both.text == ". . . / b1 r1 . / . r2 . ; blue placed=2"
    text = ". . . / b1 r1 r2 / r1 . b1 ; red placed=2"
    clause = "after moving, a medium germ needs 2 open points and would have 1"
    assert clause in refused(at("dish:1,1", text, captures="both"), "c2-b1")


# Winning

TRAP = "- . . . - / b1 r1 . . . / . . . . . / . r1 . r1 . / - . . . - ; blue placed=2"
"""Only Blue's germ on a4 keeps Red from being alone in three areas."""


def test_a_turn_may_complete_the_others_win():
    after = at("dish:2,1", TRAP).play("a4-a3")
    assert after.result == (
        "red",
        1,
        None,
        "red is the sole occupant of at least 3 of the 4 goal areas",
    )
    assert after.game.payoff(after.state) == 1


def test_by_win_check_mover_only_ones_own_turn_wins():
    after = at("dish:2,1", TRAP, win_check="mover").play("a4-a3")
    assert not after.over
    won = after.play("pass")
    assert won.result is not None
    assert (won.result.winner, won.game.payoff(won.state)) == ("red", -1)
    assert not after.play("d2-c3").over


def test_control_of_all_points():
    text = "- r1 . . - / r1 r1 . . . / . . . . . / r1 r1 . r1 r1 / - r1 . {} - ; blue placed=2"
    full, short = text.format("r1"), text.format(".")
    won = at("dish:2,1", full, control="all")
    assert won.result == ("red", 1, None, "red holds every point of at least 3 of the 4 goal areas")
    assert not at("dish:2,1", short, control="all").over
    assert at("dish:2,1", short).over


# Draws


def test_two_passes_in_a_row_are_a_draw():
    position = Position.start(game("gro")).play("c4 d5 pass d5+ pass")
    assert not position.over
    assert position.text.endswith("; blue placed=2 passes=1")
    end = position.play("pass")
    assert end.result == (None, None, None, "both players passed, one right after the other")
    assert end.text.endswith("; red placed=2 passes=2 seen=2")


ROUND = " a1-a2 c3-c2 a2-a1 c2-c3"


@pytest.mark.parametrize(("reading", "rounds"), [("claim-3", 2), ("claim-4", 3)])
def test_a_recurring_pattern_may_be_called_a_draw(reading: str, rounds: int):
    start = Position.start(game("gro", "dish:1,1", repetition=reading)).play("a1 c3")
    before = start.play(ROUND * (rounds - 1))
    assert f"has occurred {rounds} times" in refused(before, "claim")
    third = before.play(ROUND)
    assert third.text == f". . b1 / . . . / r1 . . ; red placed=2 seen={rounds + 1}"
    assert third.moves()[-1] == "claim"
    assert "claim" not in third.play("a1+").moves()
    drawn = third.play("claim")
    assert drawn.result == (None, None, None, "red called the recurring pattern a draw")
    assert drawn.text == ". . b1 / . . . / r1 . . ; blue placed=2 claimed=yes"
    assert drawn.moves() == []
    assert Position.read(drawn.game, drawn.text).state == drawn.state


def test_whoever_brings_the_third_occurrence_about_loses():
    start = Position.start(game("gro", "dish:1,1", repetition="loss-3")).play("a1 c3")
    assert "nobody claims a draw" in refused(start, "claim")
    end = start.play(ROUND * 2)
    assert end.result == ("red", 1, None, "blue brought the third occurrence about")
    assert end.game.payoff(end.state) == 1
    assert not start.play(ROUND + ROUND.rsplit(" ", 1)[0]).over


def test_two_passes_are_a_draw_even_where_they_bring_a_third_occurrence_about():
    start = Position.start(game("gro", "dish:1,1", repetition="loss-3")).play("a1 c3")
    twice = start.play(ROUND)
    assert twice.state.seen == 2
    end = twice.play("pass pass")
    assert end.state.seen == 3
    assert end.result == (None, None, None, "both players passed, one right after the other")


def test_passes_do_not_make_a_pattern_another_one():
    start = Position.start(game("gro", "dish:1,1")).play("a1 c3 pass")
    again = start.play("c3-c2 a1-a2 c2-c3 a2-a1")
    assert again.text == ". . b1 / . . . / r1 . . ; blue placed=2 seen=2"


def test_occurrences_go_on_from_the_number_in_the_text():
    start = at("dish:1,1", ". . b1 / . . . / r1 . . ; red placed=2 seen=2")
    assert "claim" in start.play(ROUND).moves()


# Variants


def test_a_player_without_germs_can_only_pass():
    text = ". . . / . . . / . r1 . ; blue placed=2"
    assert at("dish:1,1", text).moves() == ["pass"]
    forced = at("dish:1,1", text, **{"pass": "no"})
    assert forced.moves() == ["pass"]
    assert "pass=no" in refused(forced.play("pass"), "pass")
    lost = at("dish:1,1", text, pass_="no", stuck="loss")
    assert lost.result == (
        "red",
        1,
        None,
        "blue can neither move, grow nor divide a germ, and loses",
    )
    assert lost.game.payoff(lost.state) == -1
    drawn = at("dish:1,1", text, pass_="no", stuck="draw")
    assert drawn.result is not None
    assert drawn.result.winner is None
    assert lost.moves() == drawn.moves() == []


def test_editions_set_defaults_that_a_choice_overrides():
    settings = game("gro", edition="zillions").settings
    chosen = ("pass", "captures", "reserve", "repetition", "large-move")
    assert [settings[name] for name in chosen] == ["no", "both", "unlimited", "loss-3", "3"]
    assert game("gro", captures="enemy", edition="zillions").settings["captures"] == "enemy"
    assert game("gro", edition="neto").settings["control"] == "all"
    body = game("gro", edition="rulebook").settings
    assert (body["large-move"], body["medium-grow"]) == ("4", "4")
    assert game("gro").rules.medium_grow == game("gro", edition="neto").rules.large_move == 3


# Refusals and faults

GERMS = ". b1 . / . r4 r1 / r2 . . ; red placed=2"


@pytest.mark.parametrize(
    ("move", "clause"),
    [
        ("a3", "the first turn is the only time you place a token directly onto a point"),
        ("b2+", "large germs may not grow"),
        ("c2/c3", "small germs may not divide"),
        ("a1-a3", "orthogonally or diagonally to an immediately adjacent point"),
        ("a1/c1", "a germ divides to an immediately adjacent point"),
        ("a1-b2", "b2 contains a germ"),
        ("b3-c3", "none is on b3"),
        ("a2+", "none is on a2"),
        ("a1+", "before growing, a medium germ needs 3 open points and has 2"),
        ("b2/b1", "before dividing, a large germ needs 3 open points, it has 2"),
        ("claim", "has occurred once"),
    ],
)
def test_an_illegal_move_names_the_clause_it_breaks(move: str, clause: str):
    assert clause in refused(at("dish:1,1", GERMS), move)


def test_first_turns_place_a_germ_on_an_open_point():
    start = Position.start(game("gro"))
    assert start.moves() == list(start.game.board.names)
    assert "you must place 1 small germ" in refused(start, "pass")
    assert "you must place 1 small germ" in refused(start.play("c4"), "c4+")
    assert "one point may contain only 1 germ" in refused(start.play("c4"), "c4")
    over = start.play("c4 d5 pass pass")
    assert "the game is over" in refused(over, "pass")


@pytest.mark.parametrize("text", ["", "c", "c4-", "c4/", "+", "c4+d5", "c4-d5+", "Pass"])
def test_unreadable_moves(text: str):
    with pytest.raises(TextError, match="a move is c4"):
        game("gro").read_move(text)


@pytest.mark.parametrize("text", ["z9", "c4-z9", "z9/c4", "z9+"])
def test_a_point_off_the_dish_is_told_as_such(text: str):
    with pytest.raises(TextError, match=r"no such cell on dish:3,2.*'z9'"):
        game("gro").read_move(text)


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (". . . / . . . / . . . ; red placed=2", ["placed=2 needs a germ"]),
        (". . . / . . . / . . . ; blue", ["with placed=0 Red is to move, not blue"]),
        (". . . / . r2 . / . . . ; blue placed=1", ["placed=1 needs one small red germ"]),
        (
            "b1 r4 . / r1 b4 . / . . . ; red placed=1 passes=2 seen=0 claimed=yes",
            [
                "placed=1 needs one small red germ",
                "with placed=1 Blue is to move, not red",
                "red has 5 tokens in the dish, more than 4",
                "blue has 5 tokens in the dish, more than 4",
                "a germ without open points is dead: a3",
                "passes=2 stands only with placed=2",
                "passes=2 stands only under pass=yes or stuck=pass",
                "seen counts this occurrence too",
                "claimed=yes: nobody claims a draw",
                "claimed=yes stands only with placed=2, passes=0, seen=1",
            ],
        ),
        (". . . / . r1 . / . . . ; red placed=2 seen=4", ["the third occurrence ends the game"]),
        (". . . / . r1 . / . . . ; blue placed=1 seen=2", ["first turns do not recur"]),
    ],
)
def test_all_faults_of_a_position_are_told_at_once(text: str, faults: list[str]):
    with pytest.raises(PositionError) as error:
        at("dish:1,1", text, tokens=4, repetition="loss-3", pass_="no", stuck="loss")
    assert len(error.value.faults) == len(faults)
    for told, fault in zip(error.value.faults, faults, strict=True):
        assert told.startswith(fault) or fault in told


def test_a_position_says_how_it_is_made():
    position = at("dish:1,1", GERMS, **{"pass": "no", "edition": "rulebook"})
    names = {"Position": Position, "game": game}
    assert eval(repr(position), names) == position


# Passes under `pass=no`


def test_under_pass_no_only_players_without_an_action_have_passed():
    chosen = game("gro", "dish:1,1", pass_="no")
    free = "r1 . . / . . . / . . b1 ; red placed=2 passes"
    with pytest.raises(PositionError, match=r"passes=1 under pass=no: blue has an action") as one:
        Position.read(chosen, f"{free}=1")
    assert len(one.value.faults) == 1
    with pytest.raises(PositionError) as two:
        Position.read(chosen, f"{free}=2")
    assert [fault.split(": ")[1].split()[0] for fault in two.value.faults] == ["blue", "red"]
    assert Position.read(game("gro", "dish:1,1"), f"{free}=2").over


def test_a_player_without_germs_may_have_passed_under_pass_no():
    chosen = game("gro", "dish:1,1", pass_="no")
    text = "r1 . . / . . . / . . . ; red placed=2 passes=1"
    assert Position.read(chosen, text).text == text
    with pytest.raises(PositionError, match="passes=2 under pass=no: red has an action"):
        Position.read(chosen, text.replace("passes=1", "passes=2"))


def test_one_token_is_told_in_the_singular():
    spent = at("dish:1,1", "r1 . b1 / . . . / . . . ; red placed=2", tokens=1)
    assert "grows by 1 token, and the reserve holds 0" in refused(spent, "a3+")
