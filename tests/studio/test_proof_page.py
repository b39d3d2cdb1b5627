"""The page of a proof: it holds an answer to everything, and plays it from disk."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ruleproof import Position, game, solve
from ruleproof.models.errors import TextError
from ruleproof.puzzles.changes import changed
from ruleproof.reports.pages import proof_page as module
from ruleproof.reports.pages.proof_page import proof_page, proof_told
from ruleproof.solvers.verify.certificates import proved
from tests.pages import NARROW, faultless, held

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SMALL = game("esgros", "hex:2")
DRAWN = Position.start(game("esgros", "path:3")).play("a1")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The proof that the first player wins on the small board."""
    path = tmp_path_factory.mktemp("proof") / "win.json"
    solve(Position.start(SMALL), certificate=path)
    return path


def answered(position: Position, told: Any) -> set[str]:
    """Plays a strategy of the page against every move; returns how the games end."""
    ends: set[str] = set()
    waiting, seen = [(position, 0)], {0}
    while waiting:
        here, number = waiting.pop()
        _, moves, mine = told["nodes"][number]
        assert mine or [text for text, _, _ in moves] == here.moves()
        assert not mine or len(moves) == 1
        for text, changes, follows in moves:
            after = here.play([text])
            assert changed(here.game, here.state, changes) == after.state
            assert after.over == (follows < 0)
            if follows < 0:
                ends.add(told["ends"][-1 - follows])
            elif follows not in seen:
                seen.add(follows)
                waiting.append((after, follows))
    assert len(seen) == len(told["nodes"])
    return ends


def test_a_win_has_an_answer_to_every_move(certificate: Path):
    told = proof_told(*proved(certificate))
    (strategy,) = told["strategies"]
    assert strategy["promise"] == "Black wins within 3 plies."
    assert strategy["against"] == "white"
    ends = answered(Position.start(SMALL), strategy)
    assert ends
    assert all(one.startswith("Black has won") for one in ends)


def test_a_draw_is_two_strategies_that_do_not_lose(tmp_path: Path):
    solve(DRAWN, certificate=tmp_path / "draw.json")
    told = proof_told(*proved(tmp_path / "draw.json"))
    assert [one["promise"] for one in told["strategies"]] == [
        "White does not lose.",
        "Black does not lose.",
    ]
    for one, loser in zip(told["strategies"], ("Black has won", "White has won"), strict=True):
        assert not any(end.startswith(loser) for end in answered(DRAWN, one))


def test_a_certificate_that_proves_nothing_makes_no_page(certificate: Path, tmp_path: Path):
    lines = certificate.read_text().splitlines()
    (tmp_path / "cut.json").write_text("\n".join(lines[:-1]))
    with pytest.raises(TextError, match="cut short"):
        proof_page(tmp_path / "cut.json")


def test_a_proof_that_is_too_long_makes_no_page(certificate: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "MOST", 5)
    with pytest.raises(TextError, match="more than 5 moves"):
        proof_page(certificate)


@pytest.fixture
def page(browser: Browser, certificate: Path, tmp_path: Path) -> Any:
    """The page, opened from disk; an error in a script or under the policy fails the test."""
    path = tmp_path / "proof.html"
    path.write_text(proof_page(certificate), encoding="utf-8")
    with faultless(browser, NARROW) as found:
        found.goto(path.as_uri())
        yield found


def test_the_proof_answers_clicks_and_typed_moves(page: Page):
    assert page.inner_text("#promise") == "Black wins within 3 plies."
    assert "The proof plays b2." in page.inner_text(".said")
    assert "at most 2 plies left" in page.inner_text(".mover")
    page.click('[data-cell="a1"][role=gridcell]')
    assert "Black has won" in page.inner_text(".said")
    page.get_by_role("button", name="Take back").click()
    assert page.locator(".played li").all_inner_texts() == ["1. b2"]
    page.fill("#move", "b2")
    page.keyboard.press("Enter")
    assert page.inner_text(".said") == "b2 is no legal move here."
    page.fill("#move", "C2")
    page.keyboard.press("Enter")
    assert "Black has won" in page.inner_text(".said")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "status"
    page.keyboard.press("Enter")  # the same key again begins no other game
    assert "Black has won" in page.inner_text(".said")
    page.get_by_role("button", name="From the start").click()
    page.get_by_role("button", name="Play for me").click()
    assert "Black has won" in page.inner_text(".said")


def test_a_printed_proof_has_no_controls(page: Page):
    page.emulate_media(media="print")
    for left_out in ("button", "input", "select", ".said"):
        assert not any(one.is_visible() for one in page.locator(left_out).all()), left_out
    for kept in ("#promise", ".board", ".played", ".tally"):
        assert page.locator(kept).is_visible(), kept


def test_axe_finds_nothing_against_the_page_and_it_fits_a_phone(page: Page):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe")
    browser = page.context.browser
    assert browser
    plain = browser.new_context(bypass_csp=True).new_page()  # axe is a script of its own
    plain.goto(page.url)
    found = axe.Axe().run(plain).response["violations"]
    plain.context.close()
    assert [violation["id"] for violation in found] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_command_writes_the_page(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    from ruleproof.cli import main

    path = tmp_path / "proof.html"
    asked = ["solve", "esgros", "--board", "hex:2", "--json", "--html"]
    assert main([*asked, str(path)]) == 0
    told = json.loads(capfd.readouterr().out)
    assert (told["html"], told["certificate"]) == (str(path), None)
    assert held(path.read_text())["strategies"][0]["promise"] == "Black wins within 3 plies."
    nowhere = tmp_path / "nowhere" / "proof.html"
    assert main([*asked, str(nowhere)]) == 2
    told = capfd.readouterr()
    assert not told.out
    assert "--output" in told.err
