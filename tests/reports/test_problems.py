"""What a report calls a problem, and the wordings that it offers."""

from __future__ import annotations

from dataclasses import replace
from html import unescape

import pytest

from ruleproof.models.claims.claims import Problem, Verdict, Word, table
from ruleproof.models.claims.meanings import problem, telling, wording
from ruleproof.models.claims.scope import Scope
from ruleproof.models.esgros import RULEBOOK as ESGROS
from ruleproof.models.play.game import Game, game, make_game
from ruleproof.models.rulebooks.rulebook import names
from ruleproof.reports.examining.examine import best_of_starter
from ruleproof.reports.examining.findings import Findings
from ruleproof.reports.pages.page import chapter
from ruleproof.reports.pages.problems import Shown, shown_problems
from ruleproof.solvers.reasoning.checking.repair import Repair
from ruleproof.solvers.reasoning.lockstep.compare import Difference


def verdict(claim: str, word: Word, expected: Word | None = None, finding: str = "") -> Verdict:
    return Verdict(
        claim, "A statement.", "A sentence.", word, expected, Scope.on("path:4", word), "by hand",
        0.1,
        witness="a1 b1", board="path:4", finding=finding,
    )  # fmt: skip


def of(one: Game, *verdicts: Verdict, **known: object) -> list[Shown]:
    return shown_problems(replace(Findings(one, verdicts=verdicts), **known))  # pyright: ignore[reportArgumentType]


def test_a_problem_offers_every_value_that_settles_it_and_says_what_becomes_of_the_claim() -> None:
    one = game("esgros", "path:4")
    tried = Repair({"full": "loss"}, (verdict("6", "proved"),), repairs=True)
    (found,) = of(one, verdict("6", "refuted", "refuted"), repairs={"6": (tried,)})
    assert [one.setting for one in found.wordings] == ["full=draw", "full=loss"]
    assert [one.here for one in found.wordings] == [True, False]
    assert [bool(one.then) for one in found.wordings] == [False, True]
    assert found.wordings[0].text == "A full board is a draw."
    assert found.sentence == "A sentence."


def test_the_value_played_here_of_a_setting_that_is_no_reading_is_no_cure() -> None:
    """Of a variant the rulebook states the value played here, so that stating it mends nothing."""
    settings = tuple(
        replace(one, kind="variant") if one.name == "full" else one for one in ESGROS.settings
    )
    one = make_game(replace(ESGROS, settings=settings), "path:4", {})
    tried = Repair({"full": "loss"}, (verdict("6", "proved"),), repairs=True)
    (found,) = of(one, verdict("6", "refuted", "refuted"), repairs={"6": (tried,)})
    assert [one.setting for one in found.wordings] == ["full=loss"]
    (untried,) = of(one, verdict("6", "refuted", "refuted"))
    assert [(one.setting, one.untried) for one in untried.wordings] == [("full=loss", True)]


def test_where_a_value_must_change_the_verdict_only_those_that_do_are_offered() -> None:
    one = game("grow", "path:3")
    tried = (
        Repair({"stall": "score"}, (verdict("5a", "witnessed"),)),
        Repair({"drop": "mandatory"}, (verdict("5a", "refuted"),), repairs=True),
    )
    (found,) = of(one, verdict("5a", "witnessed", "witnessed"), repairs={"5a": tried})
    assert [one.setting for one in found.wordings] == ["drop=mandatory"]


def test_where_no_change_was_tried_those_that_may_mend_it_are_offered_as_untried() -> None:
    one = game("grow", "path:5", players=4)
    (found,) = of(one, verdict("5a", "witnessed", "witnessed"))
    assert [one.setting for one in found.wordings] == ["drop=mandatory", "stall=score"]
    assert all(one.untried for one in found.wordings)
    article = chapter(Findings(one, (verdict("5a", "witnessed", "witnessed"),)), alone=True).article
    assert "<b>Add:</b> <q>While a space is free, every turn includes a drop.</q>" in article
    assert "was not tried" in article


def test_another_threshold_leaves_the_rest_of_its_passage_as_it_is() -> None:
    (found,) = of(game("gro", "dish:1,1"), verdict("6a-4", "refuted", "refuted"))
    assert found.replaces
    for one, most in zip(found.wordings, ("3 or more", "4"), strict=True):
        assert "a small germ must have 1 or more open points" in one.text
        assert "a medium germ must have 2 or more open points" in one.text
        assert f"a large germ must have {most} adjacent open points" in one.text


def test_who_moves_first_in_sow_is_a_problem_that_a_sentence_mends() -> None:
    (found,) = of(game("sow", "square:2x3"), verdict("9", "proved", "proved"))
    assert "not said who moves first" in found.text
    assert [one.text for one in found.wordings] == ["Left moves first."]


def test_claims_that_were_not_looked_at_are_told_with_their_statements() -> None:
    one = game("esgros", "path:4")
    facts = Findings(one, (verdict("1", "proved", "proved"),))
    (said,) = [claim.statement for claim in table(one) if claim.id == "6"]
    assert said in unescape(chapter(facts, alone=True).article)


def test_the_report_leads_to_the_puzzles_of_the_starter_set() -> None:
    one = game("esgros", "hex:3")
    shown = chapter(Findings(one, best=best_of_starter("esgros")), alone=True)
    assert 'href="#esgros-best"' in shown.facts
    assert 'id="esgros-best"' in shown.article
    assert "esgros-best" not in chapter(Findings(one), alone=True).facts


def test_puzzles_of_the_starter_set_tell_the_settings_that_the_report_does_not_have() -> None:
    best = best_of_starter("grow")
    three = chapter(Findings(game("grow", "square:3x3", players=3), best=best), alone=True)
    assert "On square:5x5 with players=2, drop=mandatory." in three.article
    two = chapter(Findings(game("grow", "square:3x3"), best=best), alone=True)
    assert "On square:5x5 with drop=mandatory." in two.article


def test_a_fact_is_no_problem_and_neither_is_what_a_setting_without_effect_would_settle() -> None:
    esgros, gro = game("esgros", "path:4"), game("gro", "dish:1,1")
    assert of(esgros, verdict("2c", "proved", "proved")) == []
    assert of(esgros, verdict("12d", "refuted", "refuted")) == []
    stuck = verdict("8a", "witnessed", "witnessed")
    assert of(gro, stuck) == []
    assert len(of(game("gro", "dish:1,1", **{"pass": "no"}), stuck)) == 1


def test_a_verdict_that_nobody_expected_is_a_problem_of_any_game() -> None:
    one = game("clobber", "path:4")
    (found,) = of(one, verdict("1", "refuted", "proved"))
    assert found.text == "“A statement” does not hold."
    assert of(one, verdict("1", "refuted", "refuted"), verdict("2", "undecided", "proved")) == []


def difference(one: Game, name: str, value: str) -> Difference:
    return Difference(
        one.name, one.board.text, {}, {name: value}, same=False, scope="", line=("a1", "b1")
    )


def test_a_reading_that_makes_a_difference_is_a_problem_unless_another_one_turns_on_it() -> None:
    one = game("esgros", "path:4")
    known = {("full", "loss"): difference(one, "full", "loss")}
    (found,) = of(one, consequences=known)
    assert "two ways" in found.text
    assert "after 2 moves" in found.text
    assert [one.setting for one in found.wordings] == ["full=draw", "full=loss"]
    (claimed,) = of(one, verdict("6", "refuted", "refuted"), consequences=known)
    assert claimed.verdict is not None
    same = {("full", "loss"): replace(known["full", "loss"], same=True)}
    option = {("pie", "on"): difference(one, "pie", "on")}
    assert of(one, consequences=same | option) == []


def test_the_page_counts_them_and_shows_the_game() -> None:
    one = game("esgros", "path:4")
    article = chapter(Findings(one, (verdict("6", "refuted", "refuted"),)), alone=True).article
    first = article.partition('<div class="judged">')[2].partition("</div>")[0]
    assert "Not sound as written: 1 problem in these rules" in first
    assert "<b>Mend first:</b> <q>A sentence.</q>" in first
    assert "<b>Add:</b> <q>A full board is a draw.</q>" in first
    assert article.count("<fieldset") == 1, "the table of claims does not draw the game again"
    assert 'href="#esgros-problem-1"' in article


def test_claims_that_come_out_otherwise_than_expected_are_no_problems_of_the_rules() -> None:
    one = game("esgros", "path:4")
    guess = verdict("3", "refuted", "proved")
    alone = chapter(Findings(one, (guess,)), alone=True).article
    assert "<h2>1 claim not as expected <small>" in alone
    assert "problem in these rules" not in alone
    known = verdict("6", "refuted", "refuted")
    both = chapter(Findings(one, (guess, known)), alone=True).article
    assert "<h2>Not sound as written: 1 problem in these rules <small>" in both
    assert "<h3>1 claim not as expected</h3>" in both
    assert both.index('id="esgros-problem-1"') < both.index('id="esgros-unexpected-1"')
    assert 'href="#esgros-unexpected-1"' in both


@pytest.mark.parametrize("name", names())
def test_all_that_problems_name_is_there(name: str) -> None:
    one = game(name)
    module = one.rulebook.module("meanings")
    ids = {claim.id for claim in table(one)}
    assert set(telling(one)) <= ids
    settings = {setting.name: setting for setting in one.rulebook.settings}
    for (claim, word), found in (module.MEANINGS if module else {}).items():
        assert claim in ids
        if isinstance(found, Problem):
            assert found.wording or found.settled_by or found.mended_by, (claim, word)
            assert (shown := problem(one, claim, word)) is None or shown.text == found.text
            for setting in found.settled_by + found.mended_by:
                assert all(
                    wording(one, setting, v).endswith(".") for v in settings[setting].choices
                )
    for setting, value in getattr(module, "WORDINGS", {}):
        assert value in settings[setting].choices
