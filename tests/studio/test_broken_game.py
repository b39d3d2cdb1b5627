"""A game whose files have a mistake is told as such, and takes nothing else down."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="needs the extra `web`")

from ruleproof.cli import main
from ruleproof.models.mistakes import Mistake
from ruleproof.models.play.offered import BROKEN, offered, playable
from ruleproof.models.rulebooks.rulebook import names, rulebook
from ruleproof.reports.pages.tour import tour
from ruleproof.reports.publishing.site import write_site
from ruleproof.reports.studio import offering
from tests.packages import installed
from tests.reports.small_puzzles import small_puzzle
from tests.studio.served import Limits, Options, TestClient, events, make_app

PAGES = ("/", "/analyse", "/analyse?game=esgros", "/play", "/read", "/solve")
NAME = "atoll"
Broken = Callable[[str, str, str], int]


@pytest.fixture
def broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Broken]:
    """Installs a game that sorts before all others, with a text in one of its files replaced;
    returns the line that has changed.
    """

    def install(file: str, old: str, new: str) -> int:
        folder = tmp_path / NAME
        assert main(["new", NAME, "--folder", str(folder), "--json"]) == 0
        capsys.readouterr()
        path = folder / "src" / NAME / file
        text = path.read_text("utf-8")
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), "utf-8")
        environment = installed(folder)
        monkeypatch.syspath_prepend(environment["PYTHONPATH"].split(os.pathsep)[0])
        forget()
        assert NAME in names()
        return text[: text.index(old)].count("\n") + 1

    def forget() -> None:
        offering._STAMPS.pop(NAME, None)  # pyright: ignore[reportPrivateUsage]
        for known in (names, rulebook, playable):
            known.cache_clear()
        BROKEN.clear()
        for module in [one for one in sys.modules if one.split(".")[0] == NAME]:
            del sys.modules[module]

    yield install
    monkeypatch.undo()
    forget()


@pytest.fixture
def studio() -> Iterator[TestClient]:
    """A studio that is asked without a network; its own errors are answers."""
    with TestClient(
        make_app(), base_url="http://localhost", raise_server_exceptions=False
    ) as found:
        yield found


LINE = ["a1", "d4"]
LOOPS_LATE = """while p.black & 1 and p.white >> 15 & 1:
        pass
    return not open_cells(board, p)"""
"""A loop that the game's picture does not meet."""
A_SYNTAX_ERROR = ("rules.py", "def payoff(", "def payoff)")


def test_a_syntax_error_leaves_the_other_games(broken: Broken, studio: TestClient):
    line = broken(*A_SYNTAX_ERROR)
    told = f"{NAME}/rules.py, line {line}: SyntaxError"
    pages = {path: studio.get(path) for path in PAGES}
    assert {path: page.status_code for path, page in pages.items()} == dict.fromkeys(PAGES, 200)
    assert told in pages["/"].text
    assert 'href="/play?game=esgros"' in pages["/"].text
    assert NAME not in {one["name"] for one in studio.get("/api/games").json()}
    for answer in (
        studio.get(f"/api/games/{NAME}"),
        studio.post("/api/position", json={"game": NAME}),
        studio.post("/api/values", json={"game": NAME}),
    ):
        assert answer.status_code == 422
        assert answer.json()["kind"] == "mistake"
        assert told in answer.json()["message"]
    page = studio.get(f"/read/{NAME}")
    assert (page.status_code, told in page.text) == (422, True)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        pytest.param(
            "    stone = single(board, move)\n",
            "    while move >= 0:\n        stone = single(board, move)\n",
            "(play): `play` did not return within 1 s; end its loops",
            id="a rule",
        ),
        pytest.param(
            "@rule\ndef payoff(",
            "while True:\n    pass\n\n\n@rule\ndef payoff(",
            f"it does not answer within 4 s of work; `ruleproof conform {NAME}` shows",
            id="a file",
        ),
    ],
)
def test_a_game_without_an_end_holds_nobody_up(broken: Broken, old: str, new: str, told: str):
    broken("rules.py", old, new)
    app = make_app(Options(limits=Limits(rule=1.0, asked=4.0)))
    with TestClient(app, base_url="http://localhost") as studio:
        assert [studio.get(path).status_code for path in PAGES] == [200] * len(PAGES)
        page = studio.get("/").text
        assert told in page
        assert 'href="/play?game=esgros"' in page
        answer = studio.post("/api/position", json={"game": NAME, "line": ["a1"]})
        assert (answer.status_code, answer.json()["kind"]) == (422, "mistake")


def test_a_rule_that_never_returns_in_play_is_ended(broken: Broken):
    broken("rules.py", "return not open_cells(board, p)", LOOPS_LATE)
    app = make_app(Options(limits=Limits(rule=1.0)))
    with TestClient(app, base_url="http://localhost") as studio:
        answer = studio.post("/api/position", json={"game": NAME, "line": LINE})
        assert (answer.status_code, answer.json()["kind"]) == (422, "mistake")
        assert "(over): `over` did not return within 1 s" in answer.json()["message"]


def test_a_rule_that_fails_in_play_is_told_where_it_is_met(broken: Broken, studio: TestClient):
    line = broken("rules.py", "stone = single(board, move)", "stone = sinlge(board, move)")
    told = f"{NAME}/rules.py, line {line} (play): NameError"
    page = studio.get("/")
    assert (page.status_code, told in page.text) == (200, True)
    answer = studio.post("/api/position", json={"game": NAME, "line": ["a1"]})
    assert (answer.status_code, answer.json()["kind"]) == (422, "mistake")
    assert told in answer.json()["message"]


def test_a_search_says_that_a_rule_cannot_be_compiled(broken: Broken, studio: TestClient):
    line = broken("rules.py", "return -1 if rules.last", "return LOST if rules.last")
    answer = studio.post("/api/values", json={"game": NAME, "board": "path:2", "seconds": 5})
    name, what = events(answer.text)[-1]
    assert (name, what["complete"]) == ("done", False)
    assert f"rules.py, line {line} (payoff): NameError: name 'LOST' is not" in what["reason"]


def test_a_site_leaves_the_game_out(broken: Broken, tmp_path: Path):
    line = broken(*A_SYNTAX_ERROR)
    made = write_site([small_puzzle("esgros")], tmp_path / "site")
    assert f"line {line}" in str(made.broken[NAME])
    assert tmp_path / "site" / "gro-rules.html" in made.files
    assert not (tmp_path / "site" / f"{NAME}-rules.html").exists()


@pytest.mark.parametrize(
    "change",
    [
        A_SYNTAX_ERROR,
        ("rules.py", "def payoff(", "def pay_off("),
        ("__init__.py", 'board="square:4x4"', 'board="dish:1,1"'),
        ("__init__.py", "RULEBOOK = ", "BOOK = "),
    ],
)
def test_every_kind_of_mistake_is_told_of_the_game_alone(
    broken: Broken, change: tuple[str, str, str], capsys: pytest.CaptureFixture[str]
):
    broken(*change)
    found = offered()
    assert list(found.broken) == [NAME]
    assert {book.name for book in found.books} == set(names()) - {NAME}
    assert isinstance(found.broken[NAME], Mistake)
    assert main(["games"]) == 0
    assert f"ruleproof: {NAME}: a mistake in " in capsys.readouterr().err


def test_check_all_goes_on_without_the_game(
    broken: Broken, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    line = broken("claims.py", "CLAIMS: tuple", "CLAIMS tuple")
    monkeypatch.setattr("ruleproof.models.rulebooks.rulebook.names", lambda: (NAME, "chomp"))
    assert main(["check", "--all"]) == 1
    told = capsys.readouterr()
    assert f"ruleproof: {NAME}: a mistake in " in told.err
    assert f"claims.py, line {line}: SyntaxError" in told.err
    assert told.out == "chomp square:4x7: no claims are stated of it\n"


@pytest.mark.slow
def test_the_tour_names_the_game_that_it_leaves_out(
    broken: Broken, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    line = broken(*A_SYNTAX_ERROR)
    monkeypatch.setattr("ruleproof.models.play.offered.names", lambda: (NAME, "chomp"))
    page = tour(tmp_path, seconds=1.0, workers=1).read_text("utf-8")
    assert "1 game, each" in page
    assert f"{NAME} is left out: a mistake in " in page
    assert f"line {line}" in page


def test_rules_that_change_while_the_studio_runs_are_not_mixed(
    broken: Broken, studio: TestClient, tmp_path: Path
):
    broken("rules.py", "The last player to move wins", "Who moves last wins")
    assert studio.post("/api/position", json={"game": NAME}).status_code == 200
    path = tmp_path / NAME / "src" / NAME / "rules.py"
    path.write_text(path.read_text("utf-8").replace("return -1 if", "return 1 if"), "utf-8")
    for place in ("/api/position", "/api/values"):
        answer = studio.post(place, json={"game": NAME})
        assert (answer.status_code, answer.json()["kind"]) == (422, "mistake")
        assert "have changed since the studio began" in answer.json()["message"]
    assert studio.post("/api/position", json={"game": "esgros"}).status_code == 200
