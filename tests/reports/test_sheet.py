"""Sheets: some puzzles to a page, their solutions behind them or at the foot."""

from __future__ import annotations

import re

import pytest

from ruleproof.models.errors import TextError
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.puzzles.stipulations import WIN
from ruleproof.reports.publishing import typesetting
from ruleproof.reports.publishing.book import book
from ruleproof.reports.publishing.sheet import SHAPES, sheet
from ruleproof.reports.publishing.typesetting import PrintLayout, PrintWork, pdf
from ruleproof.reports.wording.asked import question
from tests.reports.small_puzzles import SMALL, help_puzzle, small_puzzle
from tests.starter_sets import starter

PUZZLES = [*(small_puzzle(name, level) for name in SMALL for level in (2, 1)), help_puzzle()]


def pages(work: PrintWork) -> int:
    """The number of pages."""
    return len(typesetting.pngs(work, 10))


@pytest.mark.parametrize("paper", typesetting.PAPERS)
@pytest.mark.parametrize("many", SHAPES)
def test_puzzles_stand_on_one_page_and_their_solutions_on_the_next(many: int, paper: str):
    puzzles = [one for one in starter("esgros") if one.stipulation.turns == 2][:many]
    assert pages(sheet(puzzles, many, PrintLayout(paper=paper))) == 2
    foot = sheet(puzzles, many, PrintLayout(paper=paper), solutions="foot")
    assert pages(foot) == (1 if many <= 6 else 2)


def test_a_note_stands_once_below_the_puzzles_that_need_it():
    of = starter("esgros")
    same = next(one for one in of if question(one).note)
    plain = next(one for one in of if not question(one).note)
    note = question(same).note
    (page,) = sheet([same, plain, same], 4).told["pages"]
    assert [one["mark"] for one in page["puzzles"]] == ["a", "", "a"]
    assert page["notes"] == [{"mark": "a", "note": note}]
    assert not any(one["note"] for one in page["puzzles"])


def test_diagrams_too_small_to_read_are_refused():
    of = starter("gro")[:12]
    long = [*of[:5], of[5].model_copy(update={"sentence": "Read this. " * 60}), *of[6:]]
    with pytest.raises(TextError) as caught:
        pdf(sheet(long, 12, solutions="foot"))
    assert re.fullmatch(
        rf"the diagrams would be too small to read: the words of puzzle {of[5].id} have \d{{3}} "
        "characters; fewer puzzles to a page are accepted, or solutions on the next page",
        str(caught.value),
    )


LONG = "a word " * 1500


@pytest.mark.parametrize("text", ["x" * 20_000, LONG])
def test_texts_too_long_for_a_page_are_refused(text: str):
    of = starter("esgros")[0]
    for name, changed in {
        "sentence": {"sentence": text},
        "list of themes": {"themes": [text]},
        "list of replies and tries": {"tries": [(text, text)]},
    }.items():
        with pytest.raises(TextError, match=f"^puzzle {of.id}: {name} too long for the page: "):
            pdf(sheet([of.model_copy(update=changed)], 1))


def test_a_missing_glyph_of_a_sheet_is_told_as_one():
    of = starter("esgros")[0].model_copy(update={"sentence": "漢"})
    with pytest.raises(TextError) as caught:
        pdf(sheet([of], 1))
    told = f"the fonts of the sheet lack a character: '漢', in puzzle {of.id}"
    assert str(caught.value) == told


def test_solutions_too_long_for_the_foot_are_refused():
    of = starter("esgros")[0].model_copy(update={"tries": [(LONG, LONG)]})
    with pytest.raises(TextError, match=r"^the solutions are too long for the foot"):
        pdf(sheet([of], 1, solutions="foot"))


@pytest.mark.parametrize("text", ["x" * 2000, LONG])
def test_titles_too_long_for_the_page_are_refused(text: str):
    of = starter("esgros")[:1]
    layout = PrintLayout(text)
    for work in (sheet(of, 1, layout), book(of, layout)):
        with pytest.raises(TextError, match=r"^the title is too long for the page$"):
            pdf(work)


def test_long_words_break_within_their_line():
    """Were they one line, the question would be as high as a short one."""
    of = starter("esgros")[0]
    several = [of.model_copy(update={"sentence": "x" * 2000})] * 9
    with pytest.raises(TextError, match="too small to read"):
        pdf(sheet(several, 9))


def test_the_same_set_makes_the_same_tagged_bytes():
    layout = PrintLayout("Eleven")
    content = pdf(sheet(PUZZLES, 6, layout))
    assert content == pdf(sheet(PUZZLES, 6, layout))
    assert content != pdf(sheet(PUZZLES, 6, layout, solutions="foot"))
    assert b"/StructTreeRoot" in content
    assert b"pdfuaid" in content


def test_small_boards_have_larger_letters_beside_them():
    def letters(per_page: int) -> set[str]:
        files = sheet([starter("incrowd")[0]], per_page).drawings.files
        return set(re.findall(r'font-size="(\d+)"', b"".join(files.values()).decode()))

    assert letters(4) == {"15"}
    assert "22" in letters(9)


def test_a_sheet_of_several_games_names_the_game_of_each_puzzle():
    of = [starter("gro")[0], starter("sow")[0]]
    for solutions in ("next", "foot"):
        (page,) = sheet(of, 2, solutions=solutions).told["pages"]
        assert [one["game"] for one in page["puzzles"]] == ["GRO", "Sow?"]
    (page,) = sheet(of[:1], 1).told["pages"]
    assert page["puzzles"][0]["game"] == ""


def test_marks_come_in_the_order_of_the_page():
    """The second puzzle has a note that is new and one that the first has, too."""
    kept = next(one for one in starter("grow") if not question(one).note)
    noted = next(one for one in starter("grow") if question(one).note)
    (page,) = sheet([kept, noted, kept], 4).told["pages"]
    assert [one["mark"] for one in page["puzzles"]] == ["a", "a,b", "a"]
    assert [one["mark"] for one in page["notes"]] == ["a", "b"]


@pytest.mark.parametrize("paper", typesetting.PAPERS)
@pytest.mark.parametrize(("solutions", "more"), [("next", 1), ("foot", 0)])
def test_rules_stand_behind_solutions_on_the_next_page(solutions: str, more: int, paper: str):
    work = sheet(starter("gro")[:2], 2, PrintLayout(paper=paper), solutions=solutions)
    assert pages(work) == 1 + more
    assert len(work.told["games"]) == more
    assert len(work.told["box"]) == 1 - more


def key(work: PrintWork) -> str:
    """The explanation at the foot of the first page."""
    return work.told["pages"][0]["key"]


def test_the_foot_explains_its_signs_and_says_where_the_rules_are():
    gro = [one for one in starter("gro") if one.stipulation.turns == 2][:3]
    first, second = sheet(gro, 2, solutions="foot").told["pages"]
    assert "A turn marked ? fails to the reply marked !." in first["key"]
    assert "Rules" not in first["key"]
    assert second["key"].endswith("Rules and notation: page 1.")
    mixed = sheet(PUZZLES, 9, solutions="foot")
    lines_alone = key(mixed)
    assert "?" not in lines_alone
    assert "After" not in lines_alone
    assert lines_alone.endswith(f"Rules and notation: page {len(mixed.told['pages']) + 1}.")


def test_rules_show_a_turn_that_reaches_each_goal_of_the_puzzles():
    for game in sheet(PUZZLES, 9).told["games"]:
        goals = {
            one.stipulation.goal.name
            for one in PUZZLES
            if game["title"] in repr(one.ready().rulebook.title)
        }
        assert len(game["goals"]) == len(goals - {WIN})


@pytest.mark.parametrize("solutions", ["next", "foot"])
@pytest.mark.parametrize("name", SMALL)
def test_the_signs_that_solutions_have_are_explained_and_no_others(name: str, solutions: str):
    for puzzle in starter(name)[:30]:
        work = sheet([puzzle], 1, solutions=solutions)
        (page,) = work.told["pages"]
        legend = page["key"] if solutions == "foot" else work.told["legend"]
        (one,) = page["solutions"]
        line = f"{one['key']} {one['rest']}"
        assert ("brackets" in legend) == ("(or " in line)
        assert ("“or”" in legend) == (" or " in line.replace("(or ", ""))
        assert ("“After”" in legend) == any(more.startswith("After ") for more in one["more"])
        assert ("marked ?" in legend) == any("?" in more for more in one["more"])


def test_marks_of_diagrams_are_explained_where_no_rules_do():
    held = next(one for one in starter("gro") if "hatched" in _marks(one))
    assert key(sheet([held], 1, solutions="foot")).count("are hatched.") == 1
    assert "are hatched." not in sheet([held], 1).told["legend"]


def _marks(puzzle: Puzzle) -> str:
    (told,) = sheet([puzzle], 1).told["games"]
    return told["marks"]


@pytest.mark.parametrize("paper", typesetting.PAPERS)
def test_a_long_explanation_stands_on_the_page(paper: str):
    five = [starter(name)[-1] for name in SMALL]
    work = sheet(five, 6, PrintLayout(paper=paper), solutions="foot")
    assert len(key(work)) > 300
    assert len(work.told["pages"]) == 1
    assert pages(work) > 1


def test_level_and_author_stand_apart_so_that_a_long_name_may_have_its_own_line():
    of = starter("esgros")[0].model_copy(update={"author": "Jo Doe"})
    (page,) = sheet([of], 1).told["pages"]
    (told,) = page["puzzles"]
    assert (told["level"][:6], told["author"]) == ("level ", "by Jo Doe")
    long = of.model_copy(update={"author": "Jo " * 66 + "Doe"})
    assert pages(sheet([long] * 9, 9)) == 2


def test_a_picture_says_its_resolution():
    (page,) = typesetting.pngs(sheet(starter("gro")[:1], 1, solutions="foot"), 127)
    at = page.index(b"pHYs")
    assert page[at - 4 : at + 13] == b"\0\0\0\x09pHYs" + (5000).to_bytes(4, "big") * 2 + b"\x01"
    assert at < page.index(b"IDAT")
