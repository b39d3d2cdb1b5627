"""Solve: sets that are served, opened and edited; puzzles by mouse and by keys; what is kept."""

from __future__ import annotations

import csv
import gzip
import html
import io
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright.sync_api", reason="needs playwright")

from playwright.sync_api import expect

from ruleproof.puzzles.puzzle import Puzzle, read_set
from ruleproof.puzzles.rating.attempt_tables import COLUMNS, read_attempts
from ruleproof.puzzles.rating.people import rated
from ruleproof.puzzles.starter import starters
from ruleproof.reports.studio.collection import Collection
from tests.reports.small_puzzles import small_puzzle
from tests.studio.served import SET, Options, TestClient, make_app

if TYPE_CHECKING:
    from playwright.sync_api import Page

FIRST = SET[0]
ONE_LISTED = Path(__file__).parent.parent / "reports" / "one_listed.jsonl"


def turns(puzzle: Puzzle) -> list[str]:
    """The solver's turns of the line, of one step each."""
    assert puzzle.tree
    return [puzzle.key, puzzle.tree.nodes[1].turns[0][0]]


def opened(page: Page, puzzle: Puzzle) -> None:
    """Opens the page at a puzzle."""
    page.goto(f"/solve?puzzle={puzzle.id}")
    asked = puzzle.sentence.partition(" to move. ")[2]
    expect(page.locator(".sentence")).to_have_text(asked)


def type_turn(page: Page, turn: str) -> None:
    page.fill("#turn", turn)
    page.keyboard.press("Enter")


def said(page: Page) -> str:
    return page.inner_text(".solver .said")


def saved(page: Page) -> str:
    """The table that the page saves."""
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save the attempts").click()
    return waiting.value.path().read_text()


def test_a_puzzle_is_solved_by_clicks_and_its_attempt_saved(page: Page):
    opened(page, FIRST)
    assert "quiet key" not in page.inner_text("#solver .table")
    for turn in turns(FIRST):
        page.click(f'[data-cell="{turn}"][role=gridcell]')
    assert "Solved" in said(page)
    assert "quiet key" in page.inner_text("#solver .table")
    assert page.inner_text("#tally").startswith(f"1 of {len(SET)} solved")
    assert "1 tried, 1 solved, your rating 1" in page.inner_text(".attempts")
    assert "first try of every turn was right, without a hint" in page.inner_text(".attempts")
    text = saved(page)
    (row,) = csv.DictReader(io.StringIO(text))
    assert tuple(row) == COLUMNS
    assert (row["id"], row["turns"], row["solved"]) == (FIRST.id, "2", "yes")
    (moved,) = rated([FIRST], read_attempts(text, "attempts.csv").attempts, "table").puzzles
    assert moved.rating
    assert FIRST.rating
    assert moved.rating.value < FIRST.rating.value


def test_a_puzzle_is_solved_by_keys_and_a_wrong_turn_refuted(page: Page):
    opened(page, FIRST)
    assert FIRST.tree
    wrong, _, _, replies = next(one for one in FIRST.tree.nodes[0].turns if one[1] == "fails")
    type_turn(page, wrong)
    assert f"{wrong} fails: White replies {replies[0][0]}" in said(page)
    ring = page.locator("#solver .rp-last").first
    assert ring.evaluate("mark => getComputedStyle(mark).stroke") != "none"
    page.keyboard.press("Enter")  # the same key again changes nothing
    assert f"{wrong} fails" in said(page)
    for turn in turns(FIRST):
        type_turn(page, turn)
    page.keyboard.press("Enter")
    assert "Solved" in said(page)
    expect(page.locator(".dots .missed")).to_have_count(1)
    expect(page.locator(".attempts")).to_contain_text("1 tried, 0 solved")
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#puzzle")).to_have_text("Puzzle 2")
    assert f"puzzle={SET[1].id}" in page.url
    page.reload()
    expect(page.locator("#puzzle")).to_have_text("Puzzle 2")
    expect(page.locator(".dots .missed")).to_have_count(1)


def test_a_turn_that_is_too_late_is_told_apart_and_not_punished(page: Page):
    late = SET[1]
    assert late.tree
    opened(page, late)
    type_turn(page, late.tree.nodes[0].turns[0][0])
    assert "gets there, but a turn too late" in said(page)
    expect(page.locator(".dots .missed")).to_have_count(0)
    page.get_by_role("button", name="Take back").click()
    for turn in turns(late):
        type_turn(page, turn)
    assert said(page).endswith("Solved.")
    (row,) = csv.DictReader(io.StringIO(saved(page)))
    assert row["solved"] == "yes"


def rating(page: Page) -> int:
    """The rating that the page gives who solves."""
    return int(page.inner_text(".attempts p >> nth=0").split("rating ")[1].split()[0])


def cleared(page: Page) -> None:
    """Clears the attempts of the set."""
    page.once("dialog", lambda asked: asked.accept())
    page.get_by_role("button", name="Clear the attempts").click()
    expect(page.locator(".attempts")).to_be_hidden()


def test_a_hint_makes_an_attempt_fail_and_counts_less_than_a_wrong_turn(page: Page):
    assert FIRST.tree
    wrong = next(text for text, kind, *_ in FIRST.tree.nodes[0].turns if kind == "fails")
    ratings: list[int] = []
    for hint, tried in ((False, []), (True, []), (False, [wrong])):
        opened(page, FIRST)
        if hint:
            page.get_by_role("button", name="Hint").click()
        for turn in tried:
            type_turn(page, turn)
            page.keyboard.press("Enter")
        for turn in turns(FIRST):
            type_turn(page, turn)
        ratings.append(rating(page))
        (row,) = csv.DictReader(io.StringIO(saved(page)))
        assert (row["solved"] == "yes") == (not hint and not tried)
        assert ("Solved, with a hint." in said(page)) == hint
        cleared(page)
    solved, helped, missed = ratings
    assert missed < helped < 1500 < solved


def test_attempts_are_those_of_the_set_and_stay_until_they_are_cleared(page: Page, tmp_path: Path):
    opened(page, FIRST)
    page.get_by_role("button", name="Show the solution").click()
    opened(page, SET[1])
    for turn in turns(SET[1]):
        type_turn(page, turn)
    path = tmp_path / "second.jsonl"
    path.write_text(SET[1].line())
    page.goto("/solve")
    assert [row["id"] for row in csv.DictReader(io.StringIO(saved(page)))] == [FIRST.id, SET[1].id]
    page.set_input_files("#open-set", path)
    expect(page.locator("#said")).to_contain_text("1 puzzle opened.")
    assert [row["id"] for row in csv.DictReader(io.StringIO(saved(page)))] == [SET[1].id]
    cleared(page)
    page.goto("/solve")
    assert [row["id"] for row in csv.DictReader(io.StringIO(saved(page)))] == [FIRST.id]


def test_a_set_is_opened_from_a_file_edited_and_saved(page: Page, tmp_path: Path):
    path = tmp_path / "own.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(one.line() for one in SET).encode()))
    page.goto("/solve")
    page.set_input_files("#open-set", path)
    expect(page.locator("#said")).to_contain_text(f"{len(SET)} puzzles opened.")
    page.click(".editing summary")
    page.get_by_role("button", name="Later").click()
    expect(page.locator("#puzzle")).to_have_text("Puzzle 2")
    expect(page.locator("#solver .origin")).to_contain_text(FIRST.id)
    page.get_by_role("button", name="Take it out").click()
    expect(page.locator("#said")).to_have_text("Taken out.")
    page.fill("#name", "mine")
    page.get_by_role("button", name="Rename").click()
    expect(page.locator("#said")).to_have_text("It is called mine now.")
    page.reload()
    expect(page.locator("#sets option:checked")).to_have_text("mine")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save as a file").click()
    assert waiting.value.suggested_filename == "mine.jsonl"
    assert read_set(waiting.value.path().read_text(), "mine") == SET[1:]
    page.click(".editing summary")
    page.once("dialog", lambda asked: asked.dismiss())
    page.get_by_role("button", name="Delete the set").click()
    expect(page.locator("#sets option:checked")).to_have_text("mine")
    page.once("dialog", lambda asked: asked.accept())
    page.get_by_role("button", name="Delete the set").click()
    expect(page.locator("#sets option:checked")).to_have_text("small")


def test_a_served_set_is_edited_as_a_copy_that_says_so(page: Page):
    page.goto("/solve?set=served/small")
    page.click(".editing summary")
    expect(page.locator("#solver .origin")).to_contain_text(FIRST.id)
    expect(page.get_by_role("button", name="Earlier")).to_be_disabled()
    page.get_by_role("button", name="Later").click()
    told = "Copied into this browser as “small, edited”. It is puzzle 2 now."
    expect(page.locator("#said")).to_have_text(told)
    expect(page.locator("#sets option:checked")).to_have_text("small, edited")
    expect(page.get_by_role("button", name="Earlier")).to_be_enabled()
    expect(page.get_by_role("button", name="Later")).to_be_disabled()


def test_a_puzzle_that_was_taken_out_is_put_back_where_it_was(page: Page):
    page.goto("/solve?set=served/small")
    page.click(".editing summary")
    expect(page.locator("#solver .origin")).to_contain_text(FIRST.id)
    back = page.get_by_role("button", name="Put it back")
    expect(back).to_be_disabled()
    page.get_by_role("button", name="Take it out").click()
    expect(page.locator("#said")).to_contain_text("Taken out.")
    expect(page.locator("#solver .origin")).to_contain_text(SET[1].id)
    back.click()
    expect(page.locator("#said")).to_have_text("Put back.")
    expect(page.locator("#solver .origin")).to_contain_text(FIRST.id)
    expect(page.locator(".dots button")).to_have_count(len(SET))
    expect(back).to_be_disabled()
    expect(page.get_by_role("button", name="Take it out")).to_be_focused()
    page.get_by_role("button", name="Take it out").click()
    expect(back).to_be_enabled()
    page.select_option("#sets", "served/small")
    expect(back).to_be_disabled()


def test_a_set_is_proved_anew_and_what_cannot_be_trusted_is_named(page: Page, tmp_path: Path):
    wrong = json.loads(SET[0].line()) | {"solution": ["a1"]}
    path = tmp_path / "own.jsonl"
    path.write_text("\n".join((json.dumps(wrong), SET[1].line(), SET[1].line())))
    page.goto("/solve")
    page.set_input_files("#open-set", path)
    expect(page.locator("#said")).to_contain_text("2 puzzles opened (1 repeated line left out).")
    page.get_by_role("button", name="Check", exact=True).click()
    found = re.compile("Not all can be trusted: 2 faults in 2 puzzles.")
    expect(page.locator("#checked-said")).to_have_text(found, timeout=60_000)
    expect(page.locator("#checked-faults")).to_contain_text(SET[0].id)
    page.select_option("#sets", "served/small")
    expect(page.locator("#checked")).to_be_hidden()


def test_a_streak_and_a_rating_are_of_the_sitting(page: Page):
    opened(page, FIRST)
    for turn in turns(FIRST):
        type_turn(page, turn)
    told = page.locator(".attempts p").first
    expect(told).to_contain_text("This sitting: 1 tried, 1 solved, your rating")
    expect(told).not_to_contain_text("In all")
    page.evaluate("sessionStorage.clear()")
    page.reload()
    expect(told).to_contain_text("In all: 1 tried, 1 solved, your rating")
    expect(told).not_to_contain_text("This sitting")
    opened(page, SET[1])
    page.get_by_role("button", name="Show the solution").click()
    expect(told).to_contain_text("This sitting: 1 tried, 0 solved")
    expect(told).to_contain_text("In all: 2 tried, 1 solved")
    expect(page.locator("#tally")).to_have_text("1 of 2 solved · 1 gone wrong")


def test_the_first_page_leads_to_the_set_that_a_game_is_served_with():
    others = [SET[0].model_copy(update={"game": "chomp"})]
    app = make_app(Options(sets={"mine & more": others}))
    with TestClient(app, base_url="http://localhost") as client:
        page = client.get("/").text
        solving = client.get("/solve?game=chomp").text
    assert 'href="/solve?game=chomp">Solve<span' in page
    sets = json.loads(html.unescape(solving.split('data-sets="')[1].split('"')[0]))
    assert (sets["chomp"], sets["gro"]) == ("mine & more", "starter-gro")
    assert page.count(">Solve<span") == len(starters()) + 1


def test_what_is_no_set_is_told_in_one_line(page: Page, tmp_path: Path):
    path = tmp_path / "notes.txt"
    path.write_text(f"{FIRST.line()}\nno puzzle\n")
    page.goto("/solve")
    page.set_input_files("#open-set", path)
    expect(page.locator("#problem")).to_have_text("Line 2 is no puzzle of a set: no puzzle")


def test_a_puzzle_is_told_whole_or_refused(client: TestClient):
    told = client.post("/api/puzzle", json=json.loads(FIRST.line())).json()
    assert told["puzzle"]["sentence"] == FIRST.sentence
    assert told["link"].startswith("/analyse?game=esgros")
    wrong = json.loads(FIRST.line())
    wrong["tree"]["nodes"][0]["turns"][-1][3][0][2] = 7
    answer = client.post("/api/puzzle", json=wrong)
    assert answer.status_code == 400
    assert "leads from node 0 to node 7" in answer.json()["message"]
    wide = json.loads(small_puzzle("grow").line()) | {"board": "square:19x19"}
    answer = client.post("/api/puzzle", json=wide)
    assert (answer.status_code, answer.json()["kind"]) == (400, "limit")
    false = json.loads(FIRST.line()) | {"sentence": "Win at once."}
    answer = client.post("/api/puzzle", json=false)
    assert answer.status_code == 400
    assert "the sentence is not the stipulation's" in answer.json()["message"]


def test_without_sets_the_page_says_how_to_get_one(client: TestClient):
    served = client.get("/api/sets").json()
    assert all(one["name"].startswith("starter-") for one in served)
    assert client.get("/api/sets/nothing").json()["kind"] == "text"
    assert "No set yet" in client.get("/solve").text


def test_the_studio_tells_the_clause_that_forbids_a_turn(page: Page):
    opened(page, FIRST)
    type_turn(page, FIRST.key)
    expect(page.locator(".solver .said")).to_contain_text("Go on")
    type_turn(page, FIRST.key)
    told = f"{FIRST.key} is not legal here: a stone is placed on an empty cell."
    expect(page.locator(".solver .said")).to_have_text(told)
    type_turn(page, "zz9")
    expect(page.locator(".solver .said")).to_contain_text(
        "zz9 is not legal here: no such cell on hex:2"
    )
    assert page.locator(".dots .missed").count() == 0


def test_the_studio_takes_any_turn_that_comes_to_the_same(page: Page):
    """Also with steps that take nothing, which no page lists."""
    opened(page, FIRST)
    page.set_input_files("#open-set", ONE_LISTED)
    expect(page.locator(".sentence")).to_contain_text("Keep the Blue group at a2")
    heard = page.locator(".solver .said")
    type_turn(page, "@c1 a1-c4 end")
    expect(heard).to_contain_text("@c1 a1-c4 end is not legal here: a1-c4: ")
    expect(heard).to_contain_text("“")
    type_turn(page, "c5-c4 d4-d3 end")
    expect(heard).to_contain_text("is not legal here: end: ")
    type_turn(page, "@B4 c5-c4 d4-d3 end")
    expect(heard).to_contain_text("comes to the same as @b4 d4-c4 end, which fails: Red replies")
    page.get_by_role("button", name="Take back").click()
    type_turn(page, "d4-d3 c5-c4 @c1")
    expect(heard).to_contain_text("is right: it comes to the same as @c1 d4-c4 end")


def test_a_typed_turn_is_judged_for_programs(client: TestClient):
    asked = {"game": "grow", "board": "square:2x3", "start": "r1 . . / . . b1 ; red"}
    listed = ["@b2 end", "@c2 a2-b2 end"]
    for typed, why, equal in (
        ("end a2-c2", "a2-c2: ", ""),
        ("a2-b2 @c2", "", "@c2 a2-b2 end"),
        ("@b2", "", "@b2 end"),
        ("@a1", "", ""),
    ):
        told = client.post("/api/turn", json=asked | {"typed": typed, "listed": listed}).json()
        assert told["why"].startswith(why)
        assert bool(told["why"]) == bool(why)
        assert told["equal"] == equal
    wrong = client.post("/api/turn", json=asked | {"typed": "@b2", "listed": ["@c1"]})
    assert (wrong.status_code, wrong.json()["place"]) == (400, "listed, turn 1")


def test_a_starter_set_that_is_served_by_name_has_the_title_of_its_game():
    found = Collection({"starter-esgros": SET, "mine": SET}).sets
    assert (found["starter-esgros"].title, found["mine"].title) == ("Esgros", "mine")
