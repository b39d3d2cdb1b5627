"""The checker accepts what the search writes and nothing that does not prove its claim."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ruleproof.models.play.game import game
from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.verify.certificates import HeadClaim, needed_for, title_of, verify
from ruleproof.solvers.verify.strategies import owner_moves
from tests.solvers.proofs import certificate, faults


@pytest.fixture
def win(tmp_path: Path) -> list[Any]:
    return certificate(tmp_path, Position.start(game("esgros", "hex:2")))


@pytest.mark.parametrize("board", ["path:2", "path:3", "path:5", "square:2x2", "square:2x3"])
@pytest.mark.parametrize("full", ["draw", "loss"])
def test_every_kind_of_value_is_certified(tmp_path: Path, board: str, full: str) -> None:
    one = game("esgros", board, full=full)
    for line in ["", *Position.start(one).moves()]:
        certificate(tmp_path, Position.start(one).play(line))


def test_a_certificate_is_replaced_only_when_that_is_wanted(tmp_path: Path) -> None:
    path, start = tmp_path / "certificate.json", Position.start(game("esgros", "path:3"))
    assert solve(start, certificate=str(path)).certificate == path
    before = path.read_bytes()
    with pytest.raises(FileExistsError, match=r"replace=True replaces it: .*certificate\.json"):
        solve(start.play("a1"), certificate=path)
    assert path.read_bytes() == before
    solve(start.play("a1"), certificate=path, replace=True)
    assert path.read_bytes() != before
    assert verify(path) == []


def test_a_swap_and_an_ended_game_are_certified(tmp_path: Path) -> None:
    assert (
        certificate(tmp_path, Position.start(game("esgros", "hex:2", pie="on")))[0]["claim"][
            "value"
        ]
        == "loss"
    )
    lines = certificate(tmp_path, Position.start(game("esgros", "hex:2")).play("b2 a1 a2"))
    assert lines[0]["claim"] == {"value": "loss", "distance": 0}
    assert "its value is 'loss'" in faults(
        tmp_path, [lines[0] | {"claim": {"value": "win", "distance": 0}}]
    )


def test_a_long_certificate_is_compressed_and_a_damaged_one_refused(tmp_path: Path) -> None:
    one = game("esgros", "hex:3")
    path = tmp_path / "certificate.json"
    position = Position.start(one).play("a1 a2 b3 b1 c1 b4 c5 c3 d2 d1 e3")
    solve(position, certificate=path)
    assert verify(path) == []
    packed = gzip.compress(path.read_bytes())
    path.write_bytes(packed)
    assert verify(path) == []
    path.write_bytes(packed[:-20])
    assert "damaged" in verify(path)[0]
    path.write_bytes(packed[:2000] + b"?" + packed[2001:])
    assert verify(path)


def test_a_winning_move_replaced_by_a_losing_one_is_named(tmp_path: Path, win: list[Any]) -> None:
    for number in range(3, len(win)):
        text, move, rank = win[number]
        position = Position.read(game("esgros", "hex:2"), text)
        for other in set(position.moves()) - {move}:
            if not position.play([other]).over:
                altered = [*win[:number], [text, other, rank], *win[number + 1 :]]
                assert f"after b2 {_reply(text)} {other}" in faults(tmp_path, altered)


def _reply(text: str) -> str:
    state = Position.read(game("esgros", "hex:2"), text).state
    return game("esgros", "hex:2").board.names[state.white.bit_length() - 1]


def test_a_reply_left_out_is_named(tmp_path: Path, win: list[Any]) -> None:
    for number in range(2, len(win)):
        altered = [*win[:number], *win[number + 1 :]]
        altered[1] = altered[1] | {"entries": altered[1]["entries"] - 1}
        assert f"no move for {win[number][0]!r}" in faults(tmp_path, altered)


def test_a_rank_that_does_not_fall_is_named(tmp_path: Path, win: list[Any]) -> None:
    for number in range(3, len(win)):
        text, move, _ = win[number]
        for rank, words in (
            (2, "does not fall"),
            (3, "does not fall"),
            (0, "should be over"),
            (None, "has no rank"),
        ):
            altered = [*win[:number], [text, move, rank], *win[number + 1 :]]
            assert words in faults(tmp_path, altered)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("board", "hex:3"),
        ("board", "path:7"),
        ("board", "hex:9"),
        ("game", "no-such-game"),
        ("position", ". . / . B . / . . ; white"),
        ("position", "nonsense"),
        ("claim", {"value": "loss", "distance": 3}),
        ("claim", {"value": "draw", "distance": None}),
        ("claim", {"value": "win", "distance": 1}),
        ("claim", {"value": 1, "distance": None}),
        ("claim", {"value": ["win"], "distance": None}),
        ("claim", None),
        ("settings", []),
        ("format", "something else"),
        ("version", 1),
    ],
)
def test_another_header_is_refused(tmp_path: Path, win: list[Any], key: str, value: object) -> None:
    assert faults(tmp_path, [win[0] | {key: value}, *win[1:]])


def test_a_setting_that_the_header_leaves_out_has_its_default(
    tmp_path: Path, win: list[Any]
) -> None:
    assert faults(tmp_path, [win[0] | {"settings": {}}, *win[1:]]) == ""
    void = certificate(tmp_path, Position.start(game("esgros", "path:6", exceed="void")))
    assert faults(tmp_path, [void[0] | {"settings": {"exceed": "void"}}, *void[1:]]) == ""


def test_another_setting_is_refused_where_it_changes_the_claim(tmp_path: Path) -> None:
    draw = certificate(tmp_path, Position.start(game("esgros", "path:5")))
    altered = draw[0] | {"settings": draw[0]["settings"] | {"full": "loss"}}
    assert draw[0]["claim"]["value"] == "draw"
    assert "ends with -1" in faults(tmp_path, [altered, *draw[1:]])


def test_a_draw_needs_both_strategies(tmp_path: Path) -> None:
    draw = certificate(tmp_path, Position.start(game("esgros", "path:5")))
    second = next(k for k in range(2, len(draw)) if isinstance(draw[k], dict))
    assert "other side" in faults(tmp_path, draw[:second])
    assert faults(tmp_path, [draw[0], *draw[second:]])


def test_nothing_follows_the_last_strategy(tmp_path: Path, win: list[Any]) -> None:
    for more in ([None], [None, "more"], ["more"], [win[-1]]):
        assert "goes on after its last strategy" in faults(tmp_path, [*win, *more])
    ended = certificate(tmp_path, Position.start(game("esgros", "hex:2")).play("b2 a1 a2"))
    assert "ends after its header" in faults(tmp_path, [*ended, None])


def test_numbers_are_of_their_kind(tmp_path: Path, win: list[Any]) -> None:
    strategy = win[1] | {"least": True}
    assert "where the strategy" in faults(tmp_path, [win[0], strategy, *win[2:]])
    for said in (0, 1, 1.0, None, [], "true"):
        assert ": given: " in faults(tmp_path, [win[0] | {"given": said}, *win[1:]])
    assert faults(tmp_path, [win[0] | {"given": False}, *win[1:]]) == ""
    ended = certificate(
        tmp_path, Position.start(game("incrowd", "square:1x2")).play("a1 pass pass")
    )
    value = ended[0]["claim"]["value"]
    for said in (float(value), True, str(value)):
        claim = ended[0]["claim"] | {"value": said}
        assert "claim.value" in faults(tmp_path, [ended[0] | {"claim": claim}])


def test_numbers_of_many_digits_are_refused(tmp_path: Path) -> None:
    one = game("grow", "square:2x3", stall="score")
    path = tmp_path / "certificate.json"
    position = Position.read(one, "r1 . . / r0 . b1 ; red empty-turns=1")
    solve(position, certificate=path)
    head, *rest = [json.loads(text) for text in path.read_text().splitlines()]
    for number in ("0000000009", "9" * 10, "0" * 5000):
        altered = head | {"position": f"r1 . . / r0 . b1 ; red empty-turns={number}"}
        assert "empty-turns takes a whole number" in faults(tmp_path, [altered, *rest])
        settings = head["settings"] | {"players": f"2{number}"}
        wrong = faults(tmp_path, [head | {"settings": settings}, *rest])
        assert "players takes" in wrong or "settings.players" in wrong


def test_messages_are_short(tmp_path: Path, win: list[Any]) -> None:
    assert len(faults(tmp_path, [win[0] | {"board": "x" * 50_000}, *win[1:]])) < 1100


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"null\n",
        b"[" * 60_000,
        b"{" * 70_000,
        b'{"format": "ruleproof certificate 1"}',
        b"\xff\xfe\x00garbage",
        b"\x1f\x8b\x08garbage",
        b"9" * 5000,
        gzip.compress(b" " * (1 << 26)),
    ],
    ids=range(10),
)
def test_garbage_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "garbage"
    path.write_bytes(content)
    assert len(verify(path)) == 1


def test_a_file_that_is_not_there_is_an_error_and_not_a_fault(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        verify(tmp_path / "none")


@given(st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_cut_anywhere_it_is_refused(tmp_path: Path, win: list[Any], data: st.DataObject) -> None:
    whole = "".join(json.dumps(line) + "\n" for line in win)
    path = tmp_path / "cut.json"
    path.write_text(whole[: data.draw(st.integers(0, len(whole) - 3))])
    assert verify(path)


def _named(names: tuple[str, ...], settings: Any) -> tuple[str, ...]:
    return names


@pytest.mark.parametrize("names", [("that", "of", "those"), ("a", "a's strategy", "b")])
def test_names_of_players_decide_nothing(names: tuple[str, ...]) -> None:
    """A strategy's owner is known by its side, whatever it is called."""
    one = game("grow", "square:1x3", players="3", drop="mandatory")
    setup = replace(one.rulebook.setup, names_of_players=partial(_named, names))
    one = replace(one, rulebook=replace(one.rulebook, setup=setup))
    claim = HeadClaim(one, one.start(), [1, 1, 1], None, None, None, None)
    needed = list(needed_for(claim))
    titles = [title_of(strategy, one) for strategy in needed]
    assert [title["side"] for title in titles] == ["alone", "others"] * 3
    assert [title["player"] for title in titles] == [name for name in names for _ in range(2)]
    owners = [owner_moves(strategy, one.start()) for strategy in needed]
    assert owners == [True, False, False, True, False, True]
