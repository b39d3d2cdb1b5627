"""`ruleproof tune`: boards and settings side by side, kept and gone on from."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from ruleproof.cli import main
from ruleproof.cli.commands.tune import chosen_variants
from ruleproof.solvers.work.seals import sealed, unsealed

SMALL = ("tune", "esgros", "--board", "hex:2", "--player", "random", "--games", "6")


@pytest.mark.slow
def test_every_board_is_tried_under_every_combination(run: Callable[..., Any]):
    found = run(*SMALL, "--board", "path:5", "--set", "pie=off,on", "--set", "full=loss", "--json")
    assert found.status == 0
    assert found.fields == {"games", "seed", "variants", "complete"}
    told = found.object
    assert told["game"] == "esgros"
    assert told["complete"]
    assert [(one["board"], one["varied"]) for one in told["variants"]] == [
        (board, {"pie": pie}) for board in ("hex:2", "path:5") for pie in ("off", "on")
    ]
    for one in told["variants"]:
        assert one["settings"]["full"] == "loss"
        (group,) = one["statistics"]["groups"]
        assert (group["player"], group["games"]) == ("random", 6)
        assert group["balance"]["low"] <= group["balance"]["value"] <= group["balance"]["high"]


@pytest.mark.slow
def test_small_variants_have_their_exact_value(run: Callable[..., Any]):
    told = run(*SMALL, "--set", "pie=off,on", "--json").object
    assert [one["value"] for one in told["variants"]] == ["win", "loss"]
    scored = run("tune", "incrowd", "-b", "square:2x2", "--player", "random", "-g", "2", "--json")
    exact = run("solve", "incrowd", "-b", "square:2x2", "--json").object["value"]
    assert scored.object["variants"][0]["value"] == exact


@pytest.mark.slow
def test_the_same_call_tells_the_same_and_a_file_is_gone_on_from(
    run: Callable[..., Any], tmp_path: Path
):
    kept = str(tmp_path / "tune.json")
    alone = run(*SMALL, "--json", "--resume", kept).object["variants"]
    stored = json.loads(unsealed(Path(kept).read_bytes()))
    stored["rows"][0]["statistics"]["groups"][0]["length"]["value"] = 77.0
    Path(kept).write_bytes(sealed(json.dumps(stored).encode()))
    both = run(*SMALL, "--board", "path:4", "--json", "--resume", kept).object["variants"]
    assert both[0]["statistics"]["groups"][0]["length"]["value"] == 77.0  # not played again
    again = run(*SMALL, "--board", "path:4", "--json").object["variants"]
    assert again[0] == alone[0]
    assert again[1] == both[1]
    assert len(json.loads(unsealed(Path(kept).read_bytes()))["rows"]) == 2


@pytest.mark.slow
def test_one_table_has_a_row_for_each_variant_before_the_tables_of_each(
    run: Callable[..., Any], tmp_path: Path
):
    page = tmp_path / "tune.html"
    found = run(*SMALL, "--set", "pie=off,on", "-o", str(page))
    first, *rows = found.out.partition("\n\n")[0].splitlines()
    assert first == "side by side: games of random against itself"
    assert [row.split()[:4] for row in rows] == [
        ["variant", "games", "value", "turns"],
        ["hex:2", "pie=off", "6", "win"],
        ["hex:2", "pie=on", "6", "loss"],
    ]
    assert "hex:2 pie=on: exactly loss" in found.out.partition("\n\n")[2]
    told = page.read_text()
    assert told.index('id="side-by-side"') < told.index('id="each"')
    assert told.count('<th scope="row">hex:2 pie=') == 2
    assert "ruleproof tune esgros --board hex:2 --set pie=off,on" in told


@pytest.mark.slow
def test_settings_that_all_variants_have_and_that_change_nothing_are_named(run: Callable[..., Any]):
    told = " ".join(run(*SMALL, "--set", "full=draw,loss", "--set", "pie=on").out.split())
    assert "All games were played with pie=on." in told
    assert "full made no difference: under each of its values the same games were played." in told
    assert "made no difference" not in run(*SMALL, "--set", "pie=off,on").out


@pytest.mark.slow
def test_the_plot_shows_every_variant(run: Callable[..., Any], tmp_path: Path):
    path = tmp_path / "plot.svg"
    found = run(*SMALL, "--set", "pie=off,on", "-o", str(path))
    assert found.status == 0
    assert "hex:2 pie=on: exactly loss for whoever begins" in found.out
    words = [one.text for one in ElementTree.fromstring(path.read_text()).iter()]
    assert {"hex:2 pie=off", "hex:2 pie=on", "random"} <= set(words)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--player", "strong"), "--player: a player is random"),
        (("--set", "pie=off,maybe"), "maybe"),
        (("--set", "pie=on", "--set", "pie=off"), "--set: pie is chosen twice; write pie=V1,V2"),
        (("--board", "hex:99"), "hex:99"),
        (("--games", "0"), "--games"),
        (("--resume", "."), "--resume"),
        (("--output", "pie.png"), "--output: a drawing is SVG and a page is HTML"),
        (("--output", "/no/such\0folder/x.svg"), "--output"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    run: Callable[..., Any], more: tuple[str, ...], says: str
):
    found = run(*SMALL, *more)
    assert found.status == 2
    assert not found.out
    assert says in found.err
    assert found.err.count("\n") == 1


@pytest.fixture(scope="module")
def tuned(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of a file that the command has kept."""
    kept = tmp_path_factory.mktemp("kept") / "tune.json"
    assert main((*SMALL, "--resume", str(kept))) == 0
    return kept.read_text()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"seed": 2}, "it was made with seed 2, not 1"),
        ({"rules": "0" * 16}, "its games were played by other rules than those here"),
        ({"games": "many"}, "games"),
        ({"rows": [{}]}, "no file of `ruleproof tune`"),
        ({"rows": 3}, "no file of `ruleproof tune`"),
        ({"format": "other"}, "no file of `ruleproof tune`"),
    ],
)
def test_a_file_of_other_games_is_refused(
    run: Callable[..., Any], tmp_path: Path, tuned: str, change: dict[str, Any], says: str
):
    kept = tmp_path / "tune.json"
    said = json.loads(unsealed(tuned.encode()))
    kept.write_bytes(sealed(json.dumps(said | change).encode()))
    found = run(*SMALL, "--resume", str(kept))
    assert found.status == 2
    assert says in found.err


def test_an_altered_file_is_refused(run: Callable[..., Any], tmp_path: Path, tuned: str):
    kept = tmp_path / "tune.json"
    altered = tuned.replace('"value": "win"', '"value": "loss"', 1)
    assert altered != tuned
    kept.write_text(altered)
    found = run(*SMALL, "--resume", str(kept))
    assert found.status == 2
    assert "altered, or not sealed" in found.err


def test_a_file_of_no_games_is_refused(run: Callable[..., Any], tmp_path: Path):
    kept = tmp_path / "tune.json"
    for text in ("", "[]", "not json"):
        kept.write_text(text)
        assert run(*SMALL, "--resume", str(kept)).status == 2


def test_statistics_of_other_types_are_refused(run: Callable[..., Any], tmp_path: Path, tuned: str):
    kept = tmp_path / "tune.json"
    said = json.loads(unsealed(tuned.encode()))
    said["rows"][0]["statistics"]["groups"][0]["completion"]["value"] = "1.0"
    for content in (json.dumps(said).encode(), b'{"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"):
        kept.write_bytes(sealed(content))
        found = run(*SMALL, "--resume", str(kept))
        assert (found.status, found.out, found.err.count("\n")) == (2, "", 1)


@pytest.mark.slow
def test_what_is_stopped_says_which_variants_were_not_played(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    from ruleproof.reports.statistics import tuning

    whole = tuning.tuned

    def first(variants: Any, measure: Any, **how: Any) -> Any:
        return whole(variants[:1], measure, **how)

    monkeypatch.setattr(tuning, "tuned", first)
    found = run(*SMALL, "--board", "path:4", "--resume", str(tmp_path / "tune.json"))
    assert found.status == 3
    assert "not played: path:4" in found.out
    kept = tmp_path / "tune.json"
    line = "ruleproof tune esgros --board hex:2 --board path:4 --player random --games 6"
    assert f"this goes on from there: {line} --resume {kept}\n" in found.out
    unkept = run(*SMALL, "--board", "path:4").out
    assert "nothing is kept for later; this does: ruleproof tune esgros" in unkept
    assert "--resume esgros-tune.json" in unkept


def test_boards_can_stand_in_one_option():
    variants = chosen_variants("gro", ["dish:1,1,dish:2,1", "dish:1,2"], [])
    assert [one.game.board.text for one in variants] == ["dish:1,1", "dish:2,1", "dish:1,2"]
