"""The book: what it says of a set, and the PDF that comes of it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from ruleproof.models.errors import TextError
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.reports.publishing import typesetting
from ruleproof.reports.publishing.book import FEW, book
from ruleproof.reports.publishing.indexes import by_question, spans
from ruleproof.reports.publishing.printed import kept
from ruleproof.reports.publishing.sheet import sheet
from ruleproof.reports.publishing.typesetting import PrintLayout, pdf
from ruleproof.reports.wording.asked import question
from tests.reports.small_puzzles import SMALL, help_puzzle, small_puzzle
from tests.starter_sets import starter

PUZZLES = [*(small_puzzle(name, level) for name in SMALL for level in (2, 1)), help_puzzle()]


def rows(told: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of puzzles of all games, in order."""
    return [row for game in told["games"] for page in game["pages"] for row in page["rows"]]


def of_levels(*many: int) -> list[Puzzle]:
    """So many puzzles of each level, from 1."""
    return [small_puzzle("esgros", level) for level, n in enumerate(many, 1) for _ in range(n)]


def test_the_same_set_makes_the_same_bytes():
    content = pdf(book(PUZZLES))
    assert content.startswith(b"%PDF-")
    assert content == pdf(book(PUZZLES))
    assert content != pdf(book(PUZZLES, PrintLayout(paper="letter")))


def test_the_pdf_is_tagged_and_claims_so():
    content = pdf(book(PUZZLES[:1]))
    assert b"/StructTreeRoot" in content
    assert b"pdfuaid" in content


@pytest.mark.parametrize("lacking", ["漢", "\x1b", "\ue000", "\udcff"])
def test_a_missing_glyph_is_an_error(lacking: str):
    with pytest.raises(TextError) as caught:
        pdf(book(PUZZLES[:1], PrintLayout(f"a {lacking}")))
    told = f"the fonts of the book lack a character: {lacking!r}"
    assert str(caught.value) == f"{told}, in the title"
    wrong = PUZZLES[1].model_copy(update={"sentence": f"a {lacking}"})
    with pytest.raises(TextError) as caught:
        pdf(book([PUZZLES[0], wrong]))
    assert str(caught.value) == f"{told}, in puzzle {wrong.id}"


TOO_LONG = {"sentence": "sentence", "themes": "list of themes", "hints": "hint 1"}


@pytest.mark.parametrize("name", ["esgros", "gro"])
@pytest.mark.parametrize("text", ["x" * 20_000, "a word " * 1500])
@pytest.mark.parametrize("field", TOO_LONG)
def test_a_text_too_long_for_a_page_is_named(name: str, text: str, field: str):
    puzzle = small_puzzle(name)
    changed: dict[str, Any] = {"id": "long-one", field: text if field == "sentence" else [text]}
    wrong = puzzle.model_copy(update=changed)
    for puzzles in ([puzzle, wrong], [wrong, *[puzzle] * FEW]):
        with pytest.raises(TextError) as caught:
            pdf(book(puzzles))
        told = re.fullmatch(
            rf"puzzle long-one: {TOO_LONG[field]} too long for the page: "
            r"([\d,]+) characters; about ([\d,]+) fit",
            str(caught.value),
        )
        assert told
        has, fits = (int(one.replace(",", "")) for one in told.groups())
        assert len(text) - 1 <= has <= len(text) + 100
        assert 0 < fits < has


@pytest.mark.parametrize("field", ["sentence", "hints"])
def test_a_text_as_long_as_a_refusal_says_is_printed(field: str):
    def printed(letters: int) -> bytes:
        text = "a word " * (letters // 7)
        changed: dict[str, Any] = {field: text if field == "sentence" else [text]}
        return pdf(book([small_puzzle("gro").model_copy(update=changed)]))

    with pytest.raises(TextError) as caught:
        printed(10_000)
    fits = int(re.findall(r"about ([\d,]+) fit", str(caught.value))[0].replace(",", ""))
    assert printed(fits).startswith(b"%PDF-")


def test_markup_in_words_is_printed_as_it_is():
    wrong = PUZZLES[0].model_copy(update={"sentence": '#panic("no") $x$ *b* `c` <d> @e'})
    assert pdf(book([wrong])).startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("many", "pages"),
    [
        # a level that leaves half a page or more is followed by the next
        ((5, FEW), [["Level 1 of 5", ""], ["", "Level 2 of 5"]]),
        ((6, FEW), [["Level 1 of 5", ""], ["", "Level 2 of 5"]]),
        ((7, FEW), [["Level 1 of 5", ""], ["", ""], ["Level 2 of 5", ""]]),
        ((8, FEW), [["Level 1 of 5", ""], ["", ""], ["Level 2 of 5", ""]]),
        ((1, 1, 1, 1, FEW), [["Level 1 of 5", "Level 2 of 5"], ["Level 3 of 5", "Level 4 of 5"]]),
    ],
)
def test_levels_leave_less_than_half_a_page_empty(many: tuple[int, ...], pages: list[list[str]]):
    (chapter,) = book(of_levels(*many)).told["games"]
    titles = [[row["title"] for row in page["rows"]] for page in chapter["pages"]]
    assert titles[: len(pages)] == pages
    heads = [page["head"] for page in chapter["pages"]]
    assert all(bool(head) != bool(page[0]) for head, page in zip(heads, titles, strict=True))


def pages_of(puzzles: list[Puzzle], paper: str) -> int:
    """The number of pages of the book."""
    return len(typesetting.pngs(book(puzzles, PrintLayout(paper=paper)), 10))


@pytest.mark.parametrize("paper", typesetting.PAPERS)
def test_nine_puzzles_make_a_short_book(paper: str):
    assert pages_of(starter("esgros")[:9], paper) == 6


@pytest.mark.slow
@pytest.mark.parametrize("paper", typesetting.PAPERS)
def test_small_chapters_share_pages(paper: str):
    few = [one for name in SMALL for one in starter(name)[:5]]
    told = book(few).told
    assert not told["compact"]
    assert all(game["small"] for game in told["games"])
    games = [game | {"small": False} for game in told["games"]]
    apart = book(few)._replace(told=told | {"games": games})
    assert pages_of(few, paper) < len(typesetting.pngs(apart, 10))


def test_the_last_puzzle_of_a_small_chapter_does_not_stand_alone():
    def shown(name: str, many: int) -> list[int]:
        return [len(row["puzzles"]) for row in rows(book(starter(name)[:many]).told)]

    assert [shown("esgros", many) for many in (1, 2, 3, 4, 5)] == [[1], [2], [3], [2, 2], [2, 3]]
    assert shown("sow", 3) == [1, 1, 1], "boards much wider than high have rows of their own"


def test_apostrophes_are_curly():
    def page(title: str) -> bytes:
        return typesetting.pngs(sheet(starter("esgros")[:1], 1, PrintLayout(title)), 40)[0]

    assert page("The players' and a reader's turns") == page("The players’ and a reader’s turns")


def test_every_drawing_has_words_and_literal_colours():
    work = book(PUZZLES)
    told = json.dumps(work.told)
    for path, content in work.drawings.files.items():
        name = path.removeprefix("drawings/")
        assert re.search(rf'"name": "{name}".{{1,80}}"alt": "[^"=/]+ to move\.', told)
        text = content.decode()
        assert "var(" not in text
        assert "<style" not in text
        assert set(re.findall(r'font-family="([^"]*)"', text)) == {"Source Sans Pro"}


def test_a_position_is_drawn_once():
    files = book(PUZZLES).drawings.files
    assert len(set(files.values())) == len(files)


def test_no_key_of_a_position_is_printed_raw():
    puzzles = [one for name in ("gro", "sow", "incrowd") for one in starter(name)]
    some = [one for one in puzzles if "=" in one.position][:12]
    some += [one for one in puzzles if "passes=1" in one.position]
    words = json.dumps([game["pages"] for game in book(some).told["games"]])
    assert not re.search(r"\w=\w", words)
    passed = sum("passes=1" in one.position for one in some)
    assert words.count("One player has passed") == 2 * passed


def test_a_book_tells_the_rules_that_its_puzzles_keep_to():
    (chapter,) = book(starter("grow")[:3]).told["games"]
    drop = "While a space is free, every turn includes a drop."
    assert chapter["kept"] == [f"In these puzzles: {drop}"]
    usual = starter("grow")[0].model_copy(
        update={"settings": starter("grow")[0].settings | {"drop": "optional"}}
    )
    mixed = [(1, usual), (2, starter("grow")[1]), (3, usual), (4, starter("grow")[2])]
    assert kept(mixed) == [f"In puzzles 2, 4: {drop}"]
    (chapter,) = book(starter("esgros")[:3]).told["games"]
    assert chapter["kept"] == []


def test_a_question_and_its_note_stand_apart():
    noted = next(one for one in starter("esgros") if question(one).note)
    told = question(noted)
    assert re.search(r"\d turns?\.$", told.asked)
    assert f"{told.asked} {told.note}" == noted.sentence
    mended = noted.model_copy(update={"sentence": "My own words."})
    assert question(mended) == ("My own words.", "")


def test_a_hint_that_many_puzzles_share_is_told_once():
    of = starter("gro")
    ideas, *_ = book(of).told["hints"]
    general, *rest = ideas["hints"]
    assert general["number"] == "Not listed below:"
    assert general["hint"] not in [one["hint"] for one in rest]
    assert len(rest) < len(of) - 7
    listed = {one["number"] for one in rest}
    ordered = sorted(of, key=lambda one: one.rating.level if one.rating else 0)
    for number, puzzle in enumerate(ordered, 1):
        assert (str(number) in listed) == ((puzzle.hints or [""])[0] != general["hint"])


@pytest.mark.parametrize("name", SMALL)
def test_no_blank_of_a_goal_is_left_in_an_index(name: str):
    puzzles = list(enumerate(starter(name), 1))
    (game,) = by_question({"": puzzles})
    names = [row["name"] for row in game["rows"]]
    assert not [one for one in names if "{" in one or "  " in one or one.endswith(" ")]


def test_numbers_in_a_row_are_told_as_a_span():
    assert spans([4, 2, 1, 9, 3]) == "1–4, 9"
