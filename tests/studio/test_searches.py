"""Searches: streams of values, turns and verdicts; the queue; what ends them."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ruleproof import Position, game, solve
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.reports.studio import work
from ruleproof.reports.studio.gate.limits import Limits
from ruleproof.reports.studio.gate.refusals import Refusal
from ruleproof.reports.studio.opponents import opponents, player
from ruleproof.reports.studio.searches import Searches
from ruleproof.solvers.playing.exact.openings import move_values
from tests.studio.served import GAMES, Event, Served, TestClient, events, until
from tests.studio.test_orphans import descendants

ALL = [pytest.param(asked, id=name) for name, asked in GAMES.items()]
HARD = {"game": "gro", "line": ["c1", "d8"], "seconds": 100}
"""A position that nobody has solved."""


@contextmanager
def streaming(
    served: Served, path: str, asked: dict[str, Any], tab: str, *, page: bool = False
) -> Generator[Any]:
    """An answer of events that has begun to come, to a program, or to a page of the studio."""
    import httpx2

    headers = {"X-Tab": tab}
    with httpx2.Client(base_url=served.address, timeout=120) as client:
        if page:
            client.get("/solve")
        with client.stream("POST", f"/api/{path}", json=asked, headers=headers) as answer:
            yield answer


@pytest.mark.parametrize("asked", ALL)
def test_every_move_is_told_with_its_exact_value(client: TestClient, asked: dict[str, Any]):
    told = events(client.post("/api/values", json=asked).text)
    assert told[-1] == ("done", {"complete": True, "reason": ""})
    last = {what["move"]: what for name, what in told if name == "move"}
    position = Position.start(game(asked["game"], asked["board"], **asked.get("settings", {})))
    assert {move: what["value"] for move, what in last.items()} == move_values(position)
    value = [what for name, what in told if name == "value"][-1]
    solution = solve(position)
    assert (value["value"], value["distance"]) == (solution.value, solution.distance)


REPETITION = {"game": "gro", "board": "dish:1,1"} | {
    "settings": {"tokens": "1", "repetition": "loss-3"}
}
"""A game whose start is decided by a rule of repetition alone."""


def test_a_search_that_a_rule_of_repetition_leaves_open_says_so(client: TestClient):
    told = events(client.post("/api/values", json=REPETITION).text)
    reason = solve(game("gro", "dish:1,1", tokens=1, repetition="loss-3")).reason
    assert told[-1] == ("done", {"complete": False, "reason": reason})
    value = [what for name, what in told if name == "value"][-1]
    assert (value["value"], value["by_repetition"]) == (None, True)
    moves = [what for name, what in told if name == "move"]
    assert {what["words"] for what in moves} == {"no win; the rules of repetition decide"}
    told = events(client.post("/api/line", json=REPETITION).text)
    assert reason in told[-1][1]["reason"]


def test_a_line_is_told_with_gains_of_the_first_player(client: TestClient):
    asked = {**GAMES["esgros"], "line": ["b2", "a1"]}
    told = events(client.post("/api/line", json=asked).text)
    gains = {what["place"]: what["gain"] for name, what in told if name == "place"}
    assert gains == {0: 1, 1: 1, 2: 1}


@pytest.mark.parametrize("asked", ALL)
@pytest.mark.parametrize("place", [0, 1, 2, -2, -1])
def test_an_opponent_plays_a_whole_legal_turn(
    client: TestClient, asked: dict[str, Any], place: int
):
    name = opponents(rulebook(asked["game"]))[place].name
    wanted = {**asked, "player": name, "seed": 7, "seconds": 20}
    first, again = (events(client.post("/api/reply", json=wanted).text) for _ in range(2))
    turn = dict(first)["turn"]
    assert turn == dict(again)["turn"]
    position = Position.start(game(asked["game"], asked["board"], **asked.get("settings", {})))
    after = position.play(turn["moves"])
    assert after.over or not position.game.plays_on((*after.before, None)[-2], after.state)
    if name == "perfect":
        assert turn["exact"]
        assert turn["moves"][0] in solve(position).best


def test_opponents_are_told_in_the_order_of_their_ratings(client: TestClient):
    for name in ("gro", "grow", "incrowd", "sow", "esgros"):
        told = client.get(f"/api/players?game={name}").json()
        ratings = [one["rating"] for one in told[:-1]]
        assert ratings[0] == 0
        assert all(high - low >= 60 for low, high in pairwise(ratings))
        assert (told[0]["name"], told[-1]["name"]) == ("random", "perfect")
    assert client.get("/api/players?game=nobody").status_code == 400


def test_a_hint_has_three_steps_and_the_last_one_names_the_turn(client: TestClient):
    told = events(client.post("/api/hint", json={**GAMES["esgros"], "seconds": 20}).text)
    (hint,) = [what for name, what in told if name == "hint"]
    position = Position.start(game("esgros", GAMES["esgros"]["board"]))
    assert hint["exact"]
    assert hint["moves"][0] in solve(position).best
    assert [hint["moves"][0] in step for step in hint["steps"]] == [False, False, True]


def test_a_random_turn_ends_where_the_turn_ends():
    position = Position.start(game("grow", "square:3x3")).play("@a1 @c3")
    for seed in range(20):
        turn = player("random").choose(position, seed)
        assert position.game.show_move(turn[-1]) == "end"


def test_claims_are_checked_and_their_games_can_be_opened(client: TestClient):
    asked = {**GAMES["esgros"], "seconds": 30}
    told = events(client.post("/api/claims", json=asked).text)
    verdicts = [what for name, what in told if name == "verdict"]
    assert verdicts
    links = [one["link"] for one in verdicts if one["link"]]
    assert links
    for link in links:
        assert client.get(link).status_code == 200


def test_who_is_unknown_cannot_be_played_against(client: TestClient):
    answer = client.post("/api/reply", json={**GAMES["esgros"], "player": "nobody"})
    assert answer.status_code == 400
    assert "random" in answer.json()["message"]


def test_a_search_ends_when_its_client_goes(served: Served):
    with streaming(served, "values", HARD, "goes") as answer:
        text = answer.iter_text()  # once this is forgotten, the connection is closed
        assert next(text)
        assert served.busy == 1
    until(lambda: served.busy == 0)


def test_time_that_is_up_ends_a_search_with_what_is_known(client: TestClient):
    told = events(client.post("/api/values", json={**HARD, "seconds": 0.5}).text)
    assert told[-1][1] == {"complete": False, "reason": "the time is up"}


def test_searches_wait_in_turn_and_nobody_has_too_many():
    served = Served(Limits(running=1, each=2, waiting=4, share=0.5))
    seen: dict[str, list[Event]] = {}

    def listen(tab: str) -> None:
        with streaming(served, "values", HARD | {"seconds": 3}, tab) as answer:
            seen[tab] = [(str(answer.status_code), None)]
            if answer.status_code == 200:
                seen[tab] += events("".join(answer.iter_text()))

    try:
        threads = []
        for number, tab in enumerate(("one", "one", "two"), 1):
            threads.append(threading.Thread(target=listen, args=(tab,)))
            threads[-1].start()
            until(lambda many=number: served.busy == many)
        with streaming(served, "values", HARD, "three") as answer:
            assert answer.status_code == 503
            assert json.loads(answer.read())["kind"] == "limit"
        for thread in threads:
            thread.join(100)
    finally:
        served.end()
    assert [name for name, _ in seen["two"]][:2] == ["200", "waiting"]
    assert seen["two"][1][1]["ahead"] == 1
    assert [what for name, what in seen["two"] if name == "waiting"][-1] == {"ahead": 0}
    assert "begun" in [name for name, _ in seen["two"]]
    assert seen["one"][-1][0] == "done"


def test_no_client_has_more_searches_than_its_share():
    served = Served(Limits(each=2))
    try:
        with (
            streaming(served, "values", HARD, "greedy") as one,
            streaming(served, "values", HARD, "greedy") as two,
        ):
            first, second = one.iter_text(), two.iter_text()
            next(first)
            next(second)
            with streaming(served, "values", HARD, "greedy") as three:
                assert three.status_code == 429
            with streaming(served, "values", HARD, "modest") as other:
                assert other.status_code == 200
            del first, second
        until(lambda: served.busy == 0)
    finally:
        served.end()


def test_a_search_that_nobody_hears_does_not_count():
    searches = Searches(Limits(running=1, each=1))

    async def ask() -> None:
        ticket = searches.admit("one")
        with pytest.raises(Refusal):
            searches.admit("one")
        ticket.left = True
        assert searches.admit("one") is not ticket

    asyncio.run(ask())


def test_fifty_pages_at_once_are_all_served_or_told_to_wait():
    served = Served(Limits(running=2))
    ends: list[Event] = []
    asked = {"game": "esgros", "board": "hex:2"}

    def listen(tab: str) -> None:
        with streaming(served, "values", asked, tab, page=True) as answer:
            assert answer.status_code == 200
            ends.append(events("".join(answer.iter_text()))[-1])

    threads = [threading.Thread(target=listen, args=(f"tab-{n}",)) for n in range(50)]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
    finally:
        served.end()
    assert len(ends) == 50
    for kind, told in ends:
        assert kind == "done"
        assert told["complete"] or told["reason"] == "others are waiting"
    assert any(told["complete"] for _, told in ends)


def test_an_error_of_the_studios_own_is_a_reason_and_the_worker_lives(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def fails(*_: object) -> str:
        raise KeyError("lost")

    def limits_nothing(_: object) -> None:
        return None

    said: list[Event] = []
    answered = threading.Semaphore(0)

    def hear(name: str, what: Any) -> None:
        said.append((name, what))
        answered.release()

    def lines() -> Generator[bytes]:
        for _ in range(2):
            yield json.dumps({"task": {"kind": "values", "seconds": 1.0}}).encode()
        for _ in range(2):  # the studio listens until it has both answers
            answered.acquire()

    monkeypatch.setitem(work._TASKS, "values", fails)  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(work, "limit_work", limits_nothing)  # it would limit this process
    work.serve(work.TaskStream(lines(), lambda: None), Limits(), hear)
    why = "an error of the studio's own, KeyError: 'lost'"
    assert said == [("done", {"complete": False, "reason": why})] * 2
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_worker_that_dies_ends_its_search_alone(served: Served):
    with streaming(served, "values", HARD, "dies") as answer:
        text = answer.iter_text()
        while "progress" not in next(text):
            pass

        for child in descendants(os.getpid()):
            with suppress(OSError):
                if b"ruleproof.reports.studio.work" in Path(f"/proc/{child}/cmdline").read_bytes():
                    os.kill(child, signal.SIGKILL)
        told = "".join(text)
        assert "the search broke off: its process was ended by signal 9; perhaps memory" in told
    until(lambda: served.busy == 0)
    with streaming(served, "values", GAMES["esgros"], "goes on") as answer:
        assert events("".join(answer.iter_text()))[-1][1]["complete"]
