"""The book: what it says of a set, and the PDF that comes of it."""

from __future__ import annotations

import json
import re

import pytest

from ruleproof.models.errors import TextError
from ruleproof.puzzles.judging.solution import turns_of_line
from ruleproof.reports.publishing.book import Drawings, as_pdf, book_told, refuted
from tests.reports.small_puzzles import SMALL, help_puzzle, small_puzzle

PUZZLES = [*(small_puzzle(name, level) for name in SMALL for level in (2, 1)), help_puzzle()]


def test_the_same_set_makes_the_same_bytes():
    content = as_pdf(PUZZLES)
    assert content.startswith(b"%PDF-")
    assert content == as_pdf(PUZZLES)
    assert content != as_pdf(PUZZLES, paper="letter")


def test_the_pdf_is_tagged_and_claims_so():
    content = as_pdf(PUZZLES[:1])
    assert b"/StructTreeRoot" in content
    assert b"pdfuaid" in content


def test_a_missing_glyph_is_an_error():
    with pytest.raises(TextError, match="lack a character: '漢'"):
        as_pdf(PUZZLES[:1], "漢字")


def test_markup_in_words_is_printed_as_it_is():
    wrong = PUZZLES[0].model_copy(update={"sentence": '#panic("no") $x$ *b* `c` <d> @e'})
    assert as_pdf([wrong]).startswith(b"%PDF-")


def test_every_puzzle_stands_once_with_its_solution():
    told = book_told(PUZZLES, Drawings())
    shown = [one for game in told["games"] for part in game["sections"] for one in part["puzzles"]]
    assert [one["number"] for one in shown] == [str(k + 1) for k in range(len(PUZZLES))]
    assert [(one["number"], one["id"]) for one in shown] == [
        (one["number"], one["id"]) for one in told["solutions"]
    ]
    assert {one["id"] for one in shown} == {puzzle.id for puzzle in PUZZLES}


def test_puzzles_stand_by_level():
    esgros = book_told(PUZZLES, Drawings())["games"][0]
    titles = [part["title"] for part in esgros["sections"]]
    assert titles == ["Esgros · level 1 of 5", "Esgros · level 2 of 5"]


def test_every_drawing_has_words_and_literal_colours():
    drawings = Drawings()
    told = json.dumps(book_told(PUZZLES, drawings))
    for path, content in drawings.files.items():
        name = path.removeprefix("drawings/")
        assert re.search(rf'"name": "{name}".{{1,80}}"alt": "[^"]+rows from the top: ', told)
        text = content.decode()
        assert "var(" not in text
        assert "<style" not in text
        assert set(re.findall(r'font-family="([^"]*)"', text)) == {"Source Sans Pro"}


@pytest.mark.parametrize("name", SMALL)
def test_each_game_tells_how_it_is_played(name: str):
    (chapter,) = book_told([small_puzzle(name)], Drawings())["games"]
    assert chapter["play"]
    assert chapter["examples"] or SMALL[name][1], "every game has examples for its own settings"


def test_a_line_is_told_in_whole_turns():
    puzzle = small_puzzle("grow")
    assert puzzle.tree
    _, _, _, replies = puzzle.tree.nodes[0].turns[-1]
    last = puzzle.tree.nodes[1].turns[0][0]
    assert turns_of_line(puzzle) == [puzzle.key, replies[0][0], last]


def test_without_tries_the_wrong_turn_that_is_only_late_is_refuted():
    puzzle = small_puzzle("esgros").model_copy(update={"tries": []})
    assert puzzle.tree
    first, second, *others = puzzle.tree.nodes[0].turns
    late = (second[0], "late", second[2], second[3])
    node = puzzle.tree.nodes[0].model_copy(update={"turns": [first, late, *others]})
    tree = puzzle.tree.model_copy(update={"nodes": [node, *puzzle.tree.nodes[1:]]})
    assert refuted(puzzle) == [(first[0], first[3][0][0])]
    assert refuted(puzzle.model_copy(update={"tree": tree})) == [(second[0], second[3][0][0])]
