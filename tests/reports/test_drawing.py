"""Drawings hold every cell and every piece, are well-formed, and let no text through unescaped."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from ruleproof.models.boards.boards import kinds
from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game, game, make_game
from ruleproof.models.play.notation import cell_text
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.parts import Drawing, Mark
from ruleproof.models.rulebooks.rulebook import names, rulebook
from ruleproof.reports.drawing.marks import marks, state_words
from ruleproof.reports.drawing.spoken import (
    cell_words,
    move_words,
    place_words,
    spoken,
)
from ruleproof.reports.drawing.svg import empty_board, svg
from ruleproof.reports.drawing.text import unicode

SVG = "{http://www.w3.org/2000/svg}"
EXAMPLES = {kind.name: kind.example for kind in kinds()}
CASES = [(name, kind) for name in names() for kind in rulebook(name).boards]


def wandered(played: Game, plies: int, seed: int) -> Position:
    dice = random.Random(seed)
    position = Position.start(played)
    for _ in range(plies):
        moves = played.moves(position.state)
        if not moves:
            break
        position = position.after(dice.choice(moves))
    return position


def drawn_cells(picture: str) -> dict[str, ElementTree.Element]:
    return {g.attrib["data-cell"]: g for g in cells_of(ElementTree.fromstring(picture))}


def cells_of(root: ElementTree.Element) -> list[ElementTree.Element]:
    return [g for g in root.iter(f"{SVG}g") if "data-cell" in g.attrib]


def bare(played: Game) -> Game:
    """The same game with drawings from its tokens only."""
    return replace(played, rulebook=replace(played.rulebook, drawing=Drawing()))


@pytest.mark.parametrize(("name", "kind"), CASES)
@pytest.mark.parametrize("plies", [0, 1, 15])
def test_every_game_draws_every_kind_of_its_boards(name: str, kind: str, plies: int) -> None:
    board = rulebook(name).board if rulebook(name).board.startswith(kind) else EXAMPLES[kind]
    position = wandered(game(name, board), plies, plies)
    cells = drawn_cells(svg(position))
    assert list(cells) == list(position.game.board.names)
    standing = [mark for mark in marks(position) if mark.shape != "shade"]
    for mark in standing:
        shapes = [part.tag for part in cells[position.game.board.names[mark.cell]]]
        assert {f"{SVG}circle", f"{SVG}rect", f"{SVG}ellipse"} & set(shapes)
    occupied = {
        cell
        for cell in range(position.game.board.size)
        if cell_text(position.game, position.state, cell) != "."
    }
    assert {mark.cell for mark in standing} >= occupied
    picture = unicode(position)
    assert position.side in picture or position.over
    assert len(picture.splitlines()) >= len(position.game.board.rows) + 1


def marked(found: list[Mark]) -> Callable[[Game, Any], list[Mark]]:
    def always(_game: Game, _state: Any) -> list[Mark]:
        return found

    return always


def test_a_pile_shows_all_its_pieces() -> None:
    pile = [Mark(0, "disc", colour, "", height) for height, colour in enumerate(["black"] * 30)]
    book = replace(rulebook("esgros"), drawing=Drawing(marks=marked(pile)))
    cell = drawn_cells(svg(Position.start(make_game(book, "square:2x2", {}))))["a1"]
    heights = [float(c.attrib["cy"]) for c in cell.iter(f"{SVG}circle")]
    assert heights == sorted(set(heights), reverse=True)
    assert len(heights) == 30
    assert max(heights) - min(heights) < 30


def test_hostile_text_stays_text() -> None:
    hostile = "<script>alert('&\"')</script>"
    drawing = Drawing(marks=marked([Mark(0, "disc", hostile, hostile)]))
    book = replace(rulebook("esgros"), title=hostile, drawing=drawing)
    position = Position.start(make_game(book, "hex:2", {}))
    for picture in (svg(position), svg(position, title=hostile, values={"a2": hostile})):
        root = ElementTree.fromstring(picture)
        assert not [part for part in root.iter() if "script" in part.tag]
        assert (root.findtext(f"{SVG}title") or "").startswith(hostile)


def test_the_last_move_is_marked() -> None:
    before = Position.read(game("esgros", "path:7"), ". B . W . B B ; black")
    after = before.play("c1")
    assert 'class="rp-last"' not in svg(before)
    assert svg(after).count('class="rp-last"') == 1
    assert svg(after).count('class="rp-gone"') == 1
    assert 'class="rp-last"' not in svg(after, last=False)


def test_only_what_moved_is_marked() -> None:
    """In Grow the marks on spent heads go at the end of a turn; that moves nothing."""
    turn = Position.start(game("grow", "square:3x3")).play("@a1 @c3 a1-a2")
    assert svg(turn).count('class="rp-last"') == 2, "the space that the head left, and its new one"
    ended = turn.play("end")
    assert 'class="rp-last"' not in svg(ended)
    assert 'class="rp-gone"' not in svg(ended)


def test_an_arrow_shows_where_each_player_plays_and_who_is_to_move() -> None:
    left = Position.start(game("sow", "square:2x4"))
    fills = []
    for position in (left, left.play(left.moves()[:1])):
        arrows = [
            path.attrib
            for path in ElementTree.fromstring(svg(position)).iter(f"{SVG}path")
            if "rotate" in path.attrib.get("transform", "")
        ]
        assert ["rotate(0)" in one["transform"] for one in arrows] == [True, False]
        fills.append([one["fill"] != "none" for one in arrows])
    assert fills == [[True, False], [False, True]]
    assert "rotate" not in svg(left, labels=False)
    assert "rotate" not in svg(Position.start(game("esgros", "hex:2")))


def test_a_position_without_its_ground_lies_on_the_empty_board() -> None:
    position = Position.read(game("esgros", "hex:2"), "B . / . W . / . . ; white")
    ground, pieces = empty_board(position), svg(position, ground=False, style=False)
    boxes = [ElementTree.fromstring(part).attrib["viewBox"] for part in (ground, pieces)]
    assert boxes[0] == boxes[1] == ElementTree.fromstring(svg(position)).attrib["viewBox"]
    assert set(drawn_cells(pieces)) == {"b2", "c1"}
    assert ground.count("<polygon") == position.game.board.size
    assert "<polygon" not in pieces


def test_values_and_frames_name_cells() -> None:
    position = Position.start(game("esgros", "hex:2"))
    cells = drawn_cells(svg(position, values={"b2": "win", "a1": -3}, highlight=["c1"]))
    assert "W" in [text.text for text in cells["b2"].iter(f"{SVG}text")]
    assert "−3" in [text.text for text in cells["a1"].iter(f"{SVG}text")]
    with pytest.raises(TextError, match="'z9'"):
        svg(position, highlight=["z9"])
    with pytest.raises(TextError, match="'z9'"):
        svg(position, values={"z9": 1})


@pytest.mark.parametrize("name", names())
def test_drawings_are_told_in_words(name: str) -> None:
    position = wandered(game(name, rulebook(name).tour.board), 6, 6)
    root = ElementTree.fromstring(svg(position))
    told = root.findtext(f"{SVG}desc") or ""
    assert position.text.partition(";")[0].strip() not in told
    assert "=" not in told
    assert position.beside in told
    for cell, title in enumerate(group.findtext(f"{SVG}title") for group in cells_of(root)):
        token = cell_text(position.game, position.state, cell)
        words = cell_words(position.game, token)
        place = place_words(position.game, cell)
        assert title == ", ".join(filter(None, [position.game.board.names[cell], place, words]))
        assert token == "." or words[1:] in told


def test_goal_areas_are_told_beside_what_stands_on_them() -> None:
    dish = game("gro", "dish:1,1")
    position = Position.start(dish)
    told = spoken(position)
    for number in range(1, 5):
        (name,) = [
            dish.board.names[cell]
            for cell in range(dish.board.size)
            if place_words(dish, cell) == f"goal area {number}"
        ]
        assert f"Goal area {number}: {name}." in told
        assert f"<title>{name}, goal area {number}, empty</title>" in svg(position)


@pytest.mark.parametrize(
    ("chosen", "text", "words"),
    [
        (game("sow", "square:4x8"), "a3:FFU:LLL", "2 forward, 1 up: Left, Left, Left"),
        (game("sow", "square:4x8"), "c2:Fx:R", "1 forward: Right; exits"),
        (game("sow", "square:4x8"), "d1:x:", "exits"),
        (game("sow", "square:4x8", entry="advanced"), "@a1", "a piece is entered"),
        (game("gro", "dish:1,1"), "b2", ""),
        (game("gro", "dish:1,1"), "b2+", "grows"),
        (game("gro", "dish:1,1"), "b2-b3", ""),
        (game("gro", "dish:1,1"), "b2/b3", "divides"),
        (game("gro", "dish:1,1"), "claim", "calls the recurring pattern a draw"),
        (game("gro", "dish:1,1"), "pass", ""),
        (game("grow", "square:2x3"), "@a1", "a head is dropped"),
        (game("grow", "square:2x3"), "a1-b1", ""),
        (game("grow", "square:2x3"), "end", ""),
        (game("esgros", "hex:2", pie="on"), "swap", "takes over Black's stone"),
        (game("esgros", "hex:2"), "a1", ""),
        (game("incrowd", "square:3x3"), "a1", ""),
    ],
)
def test_signs_of_moves_have_words(chosen: Game, text: str, words: str) -> None:
    assert move_words(chosen, chosen.read_move(text)) == words


def test_words_of_a_drawing_list_cells_by_what_lies_there() -> None:
    sow = game("sow", "square:2x4", height=2)
    position = Position.read(sow, "L RL . R / L . . R ; left off=1,1")
    assert spoken(position) == (
        "Left on a1, a2. Right on d1, d2. 2 high, top first: Left, Right on b2. "
        "All other cells are empty. Left to move. Home: Left 1, Right 1."
    )


def test_the_end_of_a_game_is_told_with_its_points() -> None:
    drawn = Position.start(game("grow", "path:2")).play("@a1 @b1")
    assert state_words(drawn).startswith("drawn (red 1, blue 1): no space is unoccupied")
    areas = Position.start(game("incrowd", "square:3x3")).play("b2 a1 pass pass")
    assert state_words(areas) == "drawn: both players passed: Black's area is 1, White's 1"
    won = Position.start(game("esgros", "path:3")).play("b1")
    assert "(" not in state_words(won)


def test_nothing_comes_from_outside() -> None:
    picture = svg(Position.start(game("esgros", "hex:3")))
    root = ElementTree.fromstring(picture)
    attributes = [name for part in root.iter() for name in part.attrib]
    assert not {"href", "src", "id"} & set(attributes)
    assert "url(" not in picture
    assert root.attrib["role"] == "img"
    assert root.findtext(f"{SVG}title")
    assert root.findtext(f"{SVG}desc")


def test_terminal_pictures() -> None:
    position = Position.read(game("esgros", "hex:2"), "B . / . W . / . . ; white")
    assert unicode(position).splitlines() == [
        " c ● ·",
        "b · ○ ·",
        " a · ·",
        "● black  ○ white  white to move",
    ]
    square = Position.read(game("esgros", "square:2x3"), "B . . / . W . ; black")
    assert unicode(square).splitlines() == [
        "2 ● · ·",
        "1 · ○ ·",
        "  a b c",
        "● black  ○ white  black to move",
    ]


def test_letters_of_terminal_pictures_are_explained() -> None:
    grow = Position.start(game("grow", "square:2x2"))
    assert unicode(grow).splitlines()[-2:] == [
        "r, b: Red, Blue  r2: two heads  r2': one of them spent  r0: a tail",
        "red to move",
    ]
    sow = Position.start(game("sow", "square:2x4"))
    assert "L, R: pieces of Left and Right, the lowest of a stack first" in unicode(sow)
    gro = Position.start(game("gro", "dish:1,1"))
    assert "r, b: germs of Red and Blue with so many tokens  ∘: goal area" in unicode(gro)


def test_letters_of_a_game_without_a_legend_are_named() -> None:
    text = replace(rulebook("esgros").text, tokens={"B": "black", "O": "white"})
    book = replace(rulebook("esgros"), text=text, players=("north", "south"))
    position = Position.read(make_game(book, "path:3", {}), "B . O ; north")
    assert unicode(position).splitlines()[-1] == "B black  O white  north to move"


@pytest.mark.parametrize("board", ["dish:1,1", "dish:3,2", "square:1x1", "square:9x9", "path:30"])
def test_point_boards_have_a_line_for_every_edge(board: str) -> None:
    points = Drawing(on_points=True)
    book = replace(
        rulebook("esgros"), drawing=points, boards=("dish", "square", "path"), board=board
    )
    position = Position.start(make_game(book, board, {}))
    root = ElementTree.fromstring(svg(position))
    paths = [p.attrib["d"] for p in root.iter(f"{SVG}path")]
    assert sum(path.count("M") for path in paths) == position.game.board.graph.number_of_edges()
    assert list(drawn_cells(svg(position))) == list(position.game.board.names)
    assert drawn_cells(svg(wandered(bare(position.game), 5, 1)))
