"""The page stands alone, says what was found, and lets no text through unescaped."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, get_args
from urllib.parse import quote_plus

import pytest

from ruleproof.models.claims.bounds import of_game
from ruleproof.models.claims.claims import Verdict, Word, table
from ruleproof.models.claims.scope import Scope
from ruleproof.models.play.game import Game, game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import names
from ruleproof.puzzles.starter import starter
from ruleproof.reports.drawing.figures import steps, steps_css, strip
from ruleproof.reports.examining.findings import Findings
from ruleproof.reports.pages.page import chapter, page
from ruleproof.reports.pages.rows import claim_row, difficulty, section
from ruleproof.reports.wording.differences import difference_words, seen
from ruleproof.reports.wording.templates import codes
from ruleproof.reports.wording.verdicts import worded
from ruleproof.solvers.playing.exact.solution import Solution
from ruleproof.solvers.reasoning.lockstep.compare import Difference
from tests.pages import Elements

BOARDS = {
    "hex": "hex:2",
    "square": "square:3x3",
    "dish": "dish:1,1",
    "path": "path:4",
    "rhombus": "rhombus:3x3",
}


def small(name: str) -> Game:
    book = game(name).rulebook
    return game(name, *book.tiny[:1] or [BOARDS[book.boards[0]]])


def verdict(word: Word = "refuted", expected: Word = "refuted", **known: object) -> Verdict:
    said = Verdict(
        "1", "A statement.", "A sentence.", word, expected, Scope.on("hex:2", word), "by hand", 0.1
    )
    return replace(said, **known)  # pyright: ignore[reportArgumentType]


def played(one: Game, plies: int) -> tuple[str, ...]:
    position, line = Position.start(one), []
    while len(line) < plies and not position.over:
        move = position.moves()[0]
        line.append(move)
        position = position.play([move])
    return tuple(line)


def full(one: Game) -> Findings:
    line = played(one, 4)
    return Findings(
        one,
        verdicts=(verdict(witness=" ".join(line)), verdict("undecided", id="2")),
        solution=Solution("win", ("win", "win"), 3, line[:1], line, 12),
        openings=dict.fromkeys(Position.start(one).moves(), "win"),
        notes={"values": "A note."},
    )


@pytest.mark.parametrize("name", names())
def test_a_page_of_one_game_stands_alone(name: str) -> None:
    text = page("One game", "A lead.", [chapter(full(small(name)), alone=True)])
    found = Elements(text)
    assert text.startswith("<!doctype html>")
    assert not {"script", "link", "img", "iframe", "object", "embed"} & set(found.tags)
    assert all(value.startswith("#") for value in found.values("href"))
    assert "url(" not in text
    assert "@import" not in text
    assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)", text)
    ids = found.values("id")
    assert len(ids) == len(set(ids))
    assert {value[1:] for value in found.values("href")} <= set(ids)
    assert "A note." in found.words
    assert found.tags.count("h1") == 1


@pytest.mark.parametrize("name", names())
def test_what_a_page_shows_opens_in_a_studio_whose_address_it_knows(name: str) -> None:
    one, address = small(name), "http://here:1"
    found = full(one)
    line = "+".join(quote_plus(move) for move in played(one, 4))
    links = Elements(page("", "", [chapter(found, alone=True, studio=address)])).values("href")
    there = [link for link in links if not link.startswith("#")]
    assert all(link.startswith(f"{address}/analyse?game={name}&board=") for link in there)
    assert sum(f"line={line}" in link for link in there) == 2
    assert sum("&claim=" in link for link in there) == 1
    drawn = replace(found, verdicts=(verdict(witness="a model of z3"),), solution=None)
    assert address not in page("", "", [chapter(drawn, alone=True, studio=address)])


def test_a_page_of_all_games_has_a_card_for_each() -> None:
    found = Elements(page("All", "Lead.", [chapter(full(small(name))) for name in names()]))
    cards = [value for tag, name, value in found.attributes if (tag, name) == ("a", "class")]
    assert cards.count("card") == len(names())
    assert {f"#{name}" for name in names()} <= set(found.values("href"))


def test_hostile_text_stays_text() -> None:
    hostile = "<script>alert('&\"')</script>"
    one = small("esgros")
    one = replace(one, rulebook=replace(one.rulebook, title=hostile, author=hostile, about=hostile))
    where = Scope.on(hostile, "refuted")
    claimed = verdict(statement=hostile, sentence=hostile, scope=where, method=hostile)
    claimed = replace(claimed, witness=hostile, details={hostile: [hostile]})
    found = Findings(one, verdicts=(claimed,), notes={"claims": hostile})
    for alone in (False, True):
        read = Elements(page(hostile, hostile, [chapter(found, alone=alone)]))
        assert "script" not in read.tags
        assert hostile in read.words


def test_a_counterexample_is_drawn_move_by_move() -> None:
    one = small("esgros")
    shown = claim_row(one, verdict(witness="a1 b3")).evidence
    assert shown.steps
    figures = shown.steps.figures
    assert [one.caption for one in figures] == ["Before the first move", "1. a1", "2. b3"]
    assert [one.mover for one in figures] == ["", "black", "white"]
    assert shown.steps.shown == 2
    assert not shown.open
    assert claim_row(one, verdict("proved", "refuted")).evidence.open
    elsewhere = claim_row(one, verdict(witness="a1 b1", board="path:4")).evidence
    assert elsewhere.board == "path:4"
    assert elsewhere.steps
    assert elsewhere.steps.ground.count("<polygon") == 4


def test_a_position_is_drawn_and_a_text_that_is_neither_is_shown() -> None:
    one, model = small("esgros"), verdict(witness="a model of z3")
    row = claim_row(one, verdict(witness="B . / . W . / . . ; white", position=True))
    assert row.evidence.final
    assert row.evidence.final.drawing.count("<circle") >= 2
    assert not row.evidence.steps
    assert claim_row(one, model).evidence.text == "a model of z3"
    assert "a model of z3" in Elements(page("", "", [chapter(Findings(one, (model,)))])).words


def test_a_long_line_is_drawn_from_its_end() -> None:
    one = game("esgros", "hex:4")
    line = played(one, 70)
    drawn = strip(Position.start(one), line)
    assert len(drawn.figures) + len(drawn.skipped.split()) == len(line)
    assert drawn.figures[-1].caption == f"{len(line)}. {line[-1]}"


def test_a_game_is_stepped_through_without_a_script() -> None:
    one = small("esgros")
    line = played(one, 4)
    found = Elements(page("", "", [chapter(Findings(one, (verdict(witness=" ".join(line)),)))]))
    radios = [value for tag, name, value in found.attributes if (tag, name) == ("input", "id")]
    assert len(radios) == len(line) + 1
    assert found.values("for") == radios
    assert [tag for tag, name, _ in found.attributes if name == "checked"] == ["input"]
    assert len(set(found.values("name")) - {"viewport", "color-scheme", "generator"}) == 1
    assert "script" not in found.tags


def test_a_long_game_is_stepped_through_from_where_it_is_drawn() -> None:
    one = game("incrowd", "square:9x9")
    line = played(one, 70)
    assert len(line) == 70
    drawn = steps(Position.start(one), line)
    assert len(drawn.figures) - 1 + len(drawn.skipped.split()) == len(line)
    assert drawn.figures[0].caption == f"Before move {len(drawn.skipped.split()) + 1}"
    assert len(drawn.figures) <= steps_css().count("display:block")


def test_the_position_in_play_has_its_mover_beside_it() -> None:
    one = small("esgros")
    begun = Findings(one, line=played(one, 3))
    assert "hex:2, after 3 moves of play: white to move" in page("", "", [chapter(begun)])
    assert "hex:2: black to move" in page("", "", [chapter(Findings(one))])


def test_backticks_become_code() -> None:
    assert codes("a `b` <c>") == "a <code>b</code> &lt;c&gt;"
    assert codes("an odd ` one") == "an odd ` one"


def test_unfinished_searches_show_bounds_and_no_value() -> None:
    one = small("esgros")
    found = Findings(one, solution=Solution(None, ("draw", "win"), nodes=5, stopped=True))
    words = Elements(page("", "", [chapter(found)])).words
    assert "between draw and win" in words
    assert "wins in" not in words


def test_readings_that_are_not_decided_are_told_without_a_count_of_nothing() -> None:
    ground = small("esgros")
    found = Difference(ground.name, ground.board.text, {}, {}, same=None, scope="")
    assert difference_words(found) == (f"Not decided on {ground.board.text} in the time given.", [])
    said = difference_words(replace(found, plies=1)).said
    assert said == f"Not decided on {ground.board.text} in the time given: identical for 1 move."


@pytest.mark.parametrize(
    ("name", "claim", "details", "told"),
    [
        ("grow", "9c", {"turn": "@b1 a1-b1 end", "under": "free", "against": "moves-first"},
         "Under `order=free` a turn can end as `@b1 a1-b1 end` does here, under "
         "`order=moves-first` none can."),
        ("grow", "9c", {"starts": 1}, ""),
        ("grow", "5a", {"cycle_from_ply": 2},
         "The moves from number 3 on can be played again and again."),
        ("esgros", "7a", {"other": {"full": "loss"}, "only_first": [*"abcdefghij"],
                          "only_second": []},
         "Legal then only under the settings here: a, b, c, d, e, f, g, h, 2 more."),
        ("esgros", "7a", {"other": {"full": "loss"}, "only_first": [], "only_second": ["a1"]},
         "Legal then only under `full=loss`: a1."),
        ("esgros", "of-no-game", {}, ""),
    ],
)  # fmt: skip
def test_the_end_of_a_witness_is_told_by_its_claim_or_its_details(
    name: str, claim: str, details: dict[str, object], told: str
) -> None:
    verdict = Verdict(
        claim, "", "", "refuted", None, Scope.on("", "refuted"), "", 0.0, details=details
    )
    assert seen(small(name), verdict) == told


def test_the_headline_says_how_many_claims_were_decided_and_the_page_what_was_not() -> None:
    ground = small("esgros")
    many = len([claim for claim in table(ground) if claim.speaks_of(ground)])
    one = Verdict(
        "1", "It is so.", "", "proved", "proved", Scope.on("path:4", "proved"), "by hand", 0.1
    )
    open_ = replace(one, id="7a", verdict="undecided", expected="refuted")
    shown = replace(one, id="6", verdict="refuted", expected="refuted")
    for verdicts, decided, problems in (
        ((), 0, "No time was left to look for problems"),
        ((one,), 1, "No problem found so far"),
        ((one, open_), 1, "No problem found so far"),
        ((one, open_, shown), 2, "Not sound as written: 1 problem in these rules"),
    ):
        found = Findings(ground, verdicts=verdicts)
        page = str(chapter(found))
        assert f"<h2>{problems} <small>{decided} of {many} claims decided</small></h2>" in page
        left = many - len(verdicts)
        assert f"{left} of {many} claims not looked at for lack of time." in page
        later = str(chapter(replace(found, midway=True)))
        assert f"{left} of {many} claims not yet looked at." in later


def test_verdicts_stand_in_parts() -> None:
    verdicts = [verdict(word, word, id=word) for word in get_args(Word)]
    parts = section(Findings(small("esgros"), verdicts=tuple(verdicts))).parts
    assert {part.title: [row.verdict.id for row in part.rows] for part in parts} == {
        "What was proved": ["proved", "witnessed", "vacuous"],
        "What was refuted": ["refuted"],
        "What was not decided": ["undecided"],
    }


def test_a_page_leads_back_to_the_site_that_it_stands_in() -> None:
    assert '<a href="index.html">Mine &amp; yours</a>' in page("One", "A lead.", [], "Mine & yours")
    assert "index.html" not in page("One", "A lead.", [])


@pytest.mark.parametrize(
    ("known", "named"),
    [
        ({"details": {"shortest": False}}, "A game"),
        ({"details": of_game(2, 1)}, "A shortest game"),
        ({"verdict": "refuted"}, "A counterexample"),
        ({"position": True}, "The position"),
    ],
)
def test_a_witness_has_a_name(known: dict[str, Any], named: str) -> None:
    assert worded(verdict("witnessed", witness="a1 b3", **known)).witness == named


@pytest.mark.parametrize(
    ("known", "found", "scope", "expected"),
    [
        ({}, "", "hex:2", ""),
        ({"expected": "proved"}, "", "hex:2", "proved"),
        ({"found": {"hex:2": 4}}, "4 on hex:2", "", ""),
        ({"found": {"hex:2": 4, "path:4": 2}}, "4 on hex:2, 2 on path:4", "hex:2", ""),
    ],
)
def test_numbers_on_boards_stand_for_the_scope(
    known: dict[str, Any], found: str, scope: str, expected: str
) -> None:
    said = worded(verdict(**known))
    assert (said.found, said.scope, said.expected) == (found, scope, expected)


def test_puzzles_stand_easiest_first() -> None:
    made = list(starter("esgros"))
    assert all(one.rating for one in made)
    hard_first = sorted(made, key=difficulty, reverse=True)[::30]
    cards = section(Findings(made[0].ready(), puzzles=tuple(hard_first))).puzzles
    told = [difficulty(card.puzzle) for card in cards]
    assert told == sorted(map(difficulty, hard_first))
    assert told != list(map(difficulty, hard_first))
