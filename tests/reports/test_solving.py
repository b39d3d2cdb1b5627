"""The page of a set: what its scripts are told, and what its policy lets run."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import re

import pytest

from ruleproof import Position, game
from ruleproof.models.errors import TextError
from ruleproof.models.play.game import make_game
from ruleproof.models.play.notation import start_keys
from ruleproof.models.play.variants import varied
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.puzzles.puzzle import position_of
from ruleproof.puzzles.starter import starter
from ruleproof.reports.drawing.spoken import cell_words
from ruleproof.reports.drawing.svg import svg, tints
from ruleproof.reports.pages.solving import as_page, ground_told, set_told
from ruleproof.reports.wording.lines import main_line
from tests.pages import held
from tests.reports.small_puzzles import SMALL, help_puzzle, small_puzzle

PUZZLES = [small_puzzle(name) for name in SMALL]


def test_every_token_of_a_tree_has_a_drawing():
    told = set_told(PUZZLES)
    for puzzle in told["puzzles"]:
        ground = told["grounds"][puzzle["ground"]]
        names = {cell["name"] for cell in ground["cells"]}
        changes = [
            words
            for node in puzzle["nodes"]
            for turn in node["turns"]
            for words in (turn[2], *(reply[1] for reply in turn[3]))
        ]
        pairs = [word.split("=") for text in changes for word in text.split() if "=" in word]
        tokens = {token for cell, token in pairs if cell in names} - {"."}
        assert tokens
        assert all(ground["pieces"][token] for token in tokens)


def test_the_tints_after_each_turn_are_those_of_the_position():
    puzzles = [one for one in starter("gro") if one.tree][:2]
    told = set_told(puzzles)
    shapes = told["grounds"][0]["tints"]
    assert len(shapes) > 1
    changed_by_turns = 0
    for puzzle, data in zip(puzzles, told["puzzles"], strict=True):
        assert puzzle.tree
        first = position_of(puzzle)
        assert shapes[data["tint"]] == tints(first)
        for (_, _, _, replies), turn in zip(
            puzzle.tree.nodes[0].turns, data["nodes"][0]["turns"], strict=True
        ):
            after = first.play(turn[0])
            tinted = _tint(turn[2], data["tint"])
            assert shapes[tinted] == tints(after)
            changed_by_turns += tinted != data["tint"]
            for (text, _, _), reply in zip(replies, turn[3], strict=True):
                assert shapes[_tint(reply[1], tinted)] == tints(after.play(text))
    assert changed_by_turns


def _tint(changes: str, before: int) -> int:
    """The number of the tints after these changes."""
    last = changes.split()[-1]
    return int(last[1:]) if last.startswith("#") else before


def test_the_policy_names_the_hashes_of_what_runs():
    page = as_page(PUZZLES)
    style = re.findall(r"<style>(.*?)</style>", page, re.S)
    script = re.findall(r'<script type="module">(.*?)</script>', page, re.S)
    assert len(style) == len(script) == 1
    for text in (*style, *script):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{digest}'".replace("'", "&#39;") in page
    assert "import " not in script[0].replace("important", "")
    assert not re.search(r"""(src|href)=["']https?:""", page)


def test_a_puzzles_words_are_no_markup():
    hostile = "Win within 2 turns, <b>or</b> </script> not."
    page = as_page([PUZZLES[0].model_copy(update={"sentence": hostile}), *PUZZLES[1:]])
    assert page.count("</script>") == 2
    assert "<b>or</b>" not in page
    assert held(page)["puzzles"][0]["sentence"] == hostile


def test_a_line_without_a_tree_is_told_move_by_move():
    (puzzle,) = set_told([help_puzzle()])["puzzles"]
    right = [[turn for turn in node["turns"] if turn[1] == "right"] for node in puzzle["nodes"]]
    assert [[turn[0] for turn in turns] for turns in right] == [["a1"], ["b2"], ["b3"]]
    assert [turns[0][3] for turns in right] == [[["", "", 1]], [["", "", 2]], [["", "", None]]]


@pytest.mark.parametrize(
    ("name", "board", "token", "told"),
    [
        ("esgros", "hex:2", "B", "black"),
        ("gro", "dish:1,1", "r2", "red 2"),
        ("grow", "path:4", "r0", "Red, a tail"),
        ("grow", "path:4", "b1", "Blue, 1 head"),
        ("grow", "path:4", "r3''", "Red, 3 heads, 2 spent"),
        ("sow", "square:2x4", "L", "Left"),
        ("sow", "square:2x4", "LRR", "3 high, top first: Right, Right, Left"),
        ("sow", "square:2x4", ".", "empty"),
    ],
)
def test_a_cell_is_told_in_words(name: str, board: str, token: str, told: str) -> None:
    assert cell_words(game(name, board), token) == told


def test_a_board_that_is_no_square_grid_says_which_cells_touch():
    assert ground_told(game("esgros", "hex:2"))["play"][-1] == (
        "On this board b2 touches a1, a2, b1, b3, c1, c2."
    )
    assert not any(" touches " in one for one in ground_told(game("grow"))["play"])


def test_every_piece_has_words():
    for ground in set_told(PUZZLES)["grounds"]:
        assert set(ground["words"]) == {".", *ground["pieces"]}


def test_the_replies_of_the_line_are_found_in_the_tree():
    for puzzle in PUZZLES:
        assert puzzle.tree
        assert main_line(puzzle) == {"0": puzzle.tree.nodes[0].turns[-1][3][0][0]}


def test_a_line_that_cannot_be_played_names_its_puzzle():
    wrong = help_puzzle().model_copy(update={"solution": ["a1", "a1"]})
    with pytest.raises(TextError, match="puzzle 2, esgros-help: "):
        as_page([PUZZLES[0], wrong])


def test_the_same_set_makes_the_same_page():
    assert as_page(PUZZLES) == as_page(PUZZLES)


@pytest.mark.parametrize(
    ("name", "board", "line", "told"),
    [
        ("gro", "dish:2,1", "b1 c5", "In reserve: Red 15, Blue 15."),
        ("gro", "dish:1,1", "", "Both players have still to place their first germ. In reserve: "),
        ("gro", "dish:1,1", "b1", "Blue has still to place the first germ. In reserve: Red 15, "),
        ("sow", "square:4x8", "", "Home: Left 0, Right 0."),
        (
            "incrowd",
            "square:3x3",
            "b2 a1 pass",
            "One player has passed; another pass ends",
        ),
        ("grow", "path:4", "@a1", "Setting up: this is turn 2."),
        ("esgros", "hex:2", "a1", ""),
    ],
)
def test_what_a_drawing_does_not_show_is_told_beside_it(
    name: str, board: str, line: str, told: str
) -> None:
    beside = Position.start(game(name, board)).play(line).beside
    assert beside.startswith(told)
    assert bool(beside) == bool(told)


def test_a_key_without_a_sentence_is_told_as_it_is() -> None:
    esgros = game("esgros", "hex:2", pie="on")
    words = dataclasses.replace(esgros.rulebook.words, keys={})
    silent = dataclasses.replace(esgros, rulebook=dataclasses.replace(esgros.rulebook, words=words))
    assert start_keys(silent) == {"swap": "open"}
    assert Position.start(silent).play("a1").beside == ""
    after = Position.start(silent).play("a1 b2")
    assert after.text.endswith("; black swap=closed")
    assert after.beside == "swap: closed."
    assert Position(esgros, after.state).beside == ""
    assert ground_told(silent)["sentences"] == {"swap": "swap: {value}.", "swap=open": ""}


@pytest.mark.parametrize("name", ["esgros", "gro", "grow", "incrowd", "sow"])
def test_every_key_of_a_position_has_its_sentence(name: str) -> None:
    book = rulebook(name)
    told = {key.partition("=")[0] for key in book.words.keys}
    usual = make_game(book, "", {})
    for of in [usual, *(one for setting in book.settings for one in varied(usual, setting))]:
        assert set(start_keys(of)) <= told


def test_examples_of_turns_fit_the_settings_and_tell_the_board_of_cells_that_are_not_here() -> None:
    told = dict(ground_told(game("sow", "square:2x3"))["notation"])
    assert told["d1:x:"].endswith("(on square:2x4)")
    assert "(on" not in told["c2:Fx:R"]
    assert "@a1" not in told
    assert "@a1" in dict(ground_told(game("sow", "square:2x3", entry="advanced"))["notation"])


def test_a_ground_has_the_arrows_of_whole_drawings_for_each_side():
    played = game("sow", "square:2x3")
    here = Position.start(played)
    arrows = ground_told(played)["arrows"]
    sides = {one.side: one for one in (here, here.play(here.moves()[:1]))}
    assert list(arrows) == list(sides)
    for side, position in sides.items():
        assert arrows[side] in svg(position)
    assert arrows["left"] != arrows["right"]
    assert ground_told(game("esgros", "hex:2"))["arrows"] == {}
