"""Reports written by the studio: kept in memory, linked to Analyse, shown without scripts."""

from __future__ import annotations

import re
from html import unescape

import pytest

from ruleproof import game
from ruleproof.models.claims.claims import Verdict, table
from ruleproof.models.claims.scope import Scope
from ruleproof.reports.examining.findings import Findings
from ruleproof.reports.pages.page import chapter
from ruleproof.reports.studio.written import MOST, MOST_BYTES, Reports
from ruleproof.solvers.reasoning.lockstep.compare import Difference
from tests.studio.served import TestClient, events

ASKED = {"game": "esgros", "board": "hex:2", "settings": {"full": "loss"}, "seconds": 6}


@pytest.fixture(scope="module")
def page(client: TestClient) -> dict[str, str]:
    """What is told of a report, and its text."""
    found = events(client.post("/api/report", json=ASKED).text)
    assert [name for name, _ in found[-2:]] == ["page", "done"]
    assert found[-1][1]["complete"], found[-1]
    told = dict(found)["page"]
    return told | {"text": client.get(told["link"]).text}


def test_a_report_is_there_and_listed_where_one_reads(client: TestClient, page: dict[str, str]):
    assert (page["title"], page["board"]) == ("Esgros", "hex:2")
    assert page["changed"] == {"full": "loss"}
    assert "<h1>Esgros</h1>" in page["text"]
    listed = client.get("/read/esgros").text
    assert f'<a href="{page["link"]}">Esgros on hex:2</a>' in listed
    assert page["link"] not in client.get("/read/gro").text


def test_the_game_to_read_is_asked_for_as_on_other_pages(client: TestClient):
    assert "<h1>GRO" in client.get("/read?game=gro").text
    assert "<h1>GRO" not in client.get("/read").text
    assert "chess" in client.get("/read?game=chess").text


def test_a_report_has_no_script_and_needs_nothing_else(client: TestClient, page: dict[str, str]):
    policy = client.get(page["link"]).headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script" not in policy
    assert "<script" not in page["text"]
    assert 'href="/read/esgros"' in page["text"]


def test_what_a_report_shows_opens_in_analyse(client: TestClient):
    one = game("esgros", "hex:2")
    claim = table(one)[0]
    word, ids = "refuted", (claim.id, claim.statement, claim.sentence)
    found = Verdict(*ids, word, word, Scope.on("hex:2", word), "by hand", 0.1, witness="a1 a2")
    difference = Difference("esgros", "path:4", {}, {}, False, "path:4", line=("a1", "c1"))
    findings = Findings(one, (found,), consequences={("exceed", "void"): difference})
    text = chapter(findings, alone=True, studio="").article
    links = {unescape(link) for link in re.findall(r'href="(/analyse[^"]*)"', text)}
    assert len(links) == 2
    for link in links:
        assert client.get(link).status_code == 200, link


def test_a_game_opened_for_a_claim_says_which(client: TestClient):
    claim = table(game("esgros", "hex:2"))[0]
    link = f"/analyse?game=esgros&board=hex:2&line=a1+a2&claim={claim.id}"
    shown = client.get(link).text
    assert f'href="/read/esgros#claim-{claim.id}"' in shown
    assert "This game was found for it" in shown
    assert "What this shows" not in client.get(link.replace("claim=", "claim=none-")).text


def test_the_oldest_reports_make_room():
    kept, one = Reports(), game("esgros", "hex:2")
    for _ in range(MOST + 3):
        kept.keep(one, b"page")
    assert [told.number for told in kept.about("esgros")] == list(range(MOST + 3, 3, -1))
    assert kept.of(3) is None
    kept.keep(one, bytes(MOST_BYTES))
    assert [told.number for told in kept.about("esgros")] == [MOST + 4]
    assert list(kept.about("gro")) == []


@pytest.mark.parametrize(
    ("changed", "status", "place"),
    [
        ({"game": "chess"}, 400, "game"),
        ({"board": "hex:200"}, 400, "board"),
        ({"board": "../x"}, 400, "board"),
        ({"settings": {"full": "maybe"}}, 400, "settings"),
        ({"seconds": 0}, 422, "seconds"),
        ({"output": "/tmp"}, 422, "output"),
    ],
)
def test_bad_requests_are_refused(
    client: TestClient, changed: dict[str, object], status: int, place: str
):
    answer = client.post("/api/report", json=ASKED | changed)
    assert (answer.status_code, answer.json()["place"]) == (status, place)


@pytest.mark.parametrize("number", ["999", "-1", "x", "1/../../x"])
def test_a_report_that_is_not_kept_is_told(client: TestClient, number: str):
    assert client.get(f"/reports/{number}").status_code in (404, 422)
