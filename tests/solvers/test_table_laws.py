"""Wrong declarations: no table rests on one, neither when it is built nor when it is checked."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ruleproof.models.mistakes import Mistake
from ruleproof.models.play.game import Game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.parts import Symmetry, every_turn, turns_and_colours
from ruleproof.solvers.playing.tables import build as building
from ruleproof.solvers.playing.tables import header
from ruleproof.solvers.playing.tables.build import build
from ruleproof.solvers.playing.tables.read import TableFile
from ruleproof.solvers.playing.tables.write import write_table
from ruleproof.solvers.playing.values.contradiction import Contradiction
from ruleproof.solvers.verify.tables import forms as table_forms
from ruleproof.solvers.verify.tables.check import check
from ruleproof.solvers.verify.tables.forms import on_trust
from ruleproof.solvers.verify.tables.ranks import Unshown
from tests.ready import at_start, ready


def _half_a_group(game: Game) -> list[Symmetry]:
    """A quarter turn, without the half turn that it makes when it is made twice."""
    still, *turns = game.board.symmetries
    quarter = next(turn for turn in turns if [turn[turn[cell]] for cell in still] != [*still])
    return [(still, False), (quarter, False)]


def _believes(game: Game, state: object) -> None:
    """Tests no law."""


def _declares(game: Game) -> bool:
    """Declares what is false."""
    return True


WRONG: dict[str, tuple[str, dict[str, Any]]] = {
    "exchange is forgotten": ("clobber square:2x2", {"exchange": ()}),
    "exchange is forgotten, with cycles": ("gro dish:1,1", {"exchange": ()}),
    "pieces are not exchanged": ("sow square:2x3", {"exchange": (("left_home", "right_home"),)}),
    "stones fall, and the board is turned": (
        "connect-four square:2x3", {"symmetries": every_turn},
    ),
    "sides of the board belong to players": (
        "hex-on-rhombus rhombus:2x2", {"symmetries": turns_and_colours},
    ),
}  # fmt: skip


def wrong(said: str, declared: dict[str, Any]) -> Game:
    """A game whose rulebook declares something else."""
    right = ready(said)
    book = replace(right.rulebook, declared=replace(right.rulebook.declared, **declared))
    return replace(right, rulebook=book)


@pytest.fixture
def believed(monkeypatch: pytest.MonkeyPatch) -> Callable[[Game], None]:
    """Makes builds and headers believe in a game."""

    def believe(game: Game) -> None:
        monkeypatch.setattr(header, "rulebook", {game.name: game.rulebook}.get)
        monkeypatch.setattr(building, "must_keep_laws", _believes)

    return believe


@pytest.mark.parametrize("case", WRONG)
def test_a_table_that_rests_on_a_false_symmetry_is_refused(
    tmp_path: Path, believed: Callable[[Game], None], case: str
):
    path = tmp_path / "wrong.rpt"
    game = wrong(*WRONG[case])
    believed(game)
    assert not build(Position.start(game), path).stopped
    (fault,) = check(path)
    assert f"{game.name} breaks the law “symmetry”" in fault


@pytest.mark.parametrize("case", WRONG)
def test_a_build_refuses_a_false_symmetry(tmp_path: Path, case: str):
    path, part = tmp_path / "wrong.rpt", tmp_path / "wrong.rpt.part"
    with pytest.raises(Contradiction) as refused:
        build(Position.start(wrong(*WRONG[case])), path, checkpoint=part)
    assert refused.value.laws == ("symmetry",)
    assert not [*tmp_path.iterdir()]


def test_symmetries_are_a_group(tmp_path: Path, believed: Callable[[Game], None]):
    path = tmp_path / "wrong.rpt"
    game = wrong("clobber square:2x2", {"symmetries": _half_a_group})
    with pytest.raises(Mistake, match="one symmetry after another one is none of them"):
        build(Position.start(game), path)
    believed(game)
    build(Position.start(game), path)
    (fault,) = check(path)
    assert "one of its symmetries after another one is none of them" in fault


@pytest.mark.parametrize("said", ["gro dish:1,1 tokens=1", "grow path:4"])
@pytest.mark.parametrize("seen", ["before", "while"])
def test_a_build_refuses_play_that_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, seen: str
):
    path, part = tmp_path / "wrong.rpt", tmp_path / "wrong.rpt.part"
    game = wrong(said, {"acyclic": _declares})
    if seen == "while":
        monkeypatch.setattr(building, "must_keep_laws", _believes)
    with pytest.raises(Contradiction, match="a position comes up twice") as refused:
        build(Position.start(game), path, checkpoint=part, memory=1 << 26)
    assert "acyclic" in refused.value.laws
    assert not [*tmp_path.iterdir()]


def without_plies(path: Path, new: Path, alter: Callable[[Any], None]) -> None:
    """A table of one block as a game without cycles has it, its values altered."""
    with TableFile(path) as file:
        said, block = file.head.said, file.block(0)
    values = block.values.astype(np.int16)
    alter(values)
    write_table(new, said, tuple(block.words), values, None)


def test_values_that_rest_on_each_other_are_refused(
    tmp_path: Path, believed: Callable[[Game], None]
):
    """In a scored game whose play comes back, wrong values may agree with those after them."""
    right, path = tmp_path / "right.rpt", tmp_path / "wrong.rpt"
    build(at_start("grow path:4"), right)
    assert check(right) == []
    believed(wrong("grow path:4", {"acyclic": _declares}))
    without_plies(right, path, lambda values: None)
    (fault,) = check(path)
    assert "grow breaks the law “acyclic”" in fault


def test_play_without_a_rank_is_not_shown_to_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "table.rpt"
    build(at_start("incrowd square:2x3"), path)
    monkeypatch.setattr("ruleproof.solvers.verify.tables.ranks._ROUNDS", 0)
    with pytest.raises(Unshown, match="incrowd declares that play never comes back"):
        check(path)


def test_ranks_are_found_for_moves_that_samples_lack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "table.rpt"
    build(at_start("incrowd square:2x3"), path)
    monkeypatch.setattr("ruleproof.solvers.verify.tables.ranks._MOVES", 1)
    assert check(path) == []


@pytest.mark.parametrize("threads", [1, 2])
def test_in_a_large_table_some_images_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, believed: Callable[[Game], None], threads: int
):
    """A table is taken for large: of half its entries one image suffices to see what is wrong."""
    monkeypatch.setattr(table_forms, "_ALL_IMAGES", 0)
    path = tmp_path / "table.rpt"
    build(at_start("clobber square:3x3"), path)
    assert check(path, threads=threads) == []
    with TableFile(path) as file:
        assert "held against 1 of its 15 images" in on_trust(file.head)[0]
    game = wrong("clobber square:3x3", {"exchange": ()})
    believed(game)
    build(Position.start(game), path)
    assert "breaks the law “symmetry”" in check(path, threads=threads)[0]


def test_a_count_of_positions_needs_a_start_that_symmetries_keep(tmp_path: Path):
    """From a start that one of them changes, play need not reach all images of entries."""
    here = at_start("connect-four square:2x3 line=3")
    path, forged = tmp_path / "table.rpt", tmp_path / "forged.rpt"
    build(here.after(here.legal_moves()[0]), path)
    with TableFile(path) as file:
        said, block, many = file.head.said, file.block(0), file.head.entries
    assert said["positions"] is None
    for count in range(many, 2 * many + 1):
        forged_head = said | {"positions": count}
        write_table(forged, forged_head, tuple(block.words), block.values.astype(np.int16), None)
        assert check(forged)


@pytest.mark.parametrize("name", sorted(header.NAMES - {"format"}))
def test_a_header_lacks_nothing(tmp_path: Path, name: str):
    content = {one: None for one in header.NAMES if one != name} | {"format": header.TABLE}
    with pytest.raises(header.TableError, match=f"^the header lacks {name}$"):
        header.header(json.dumps(content).encode())
