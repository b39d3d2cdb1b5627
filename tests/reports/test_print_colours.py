"""Drawings for print are told apart without colour: by lightness, and areas by hatching."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from xml.etree import ElementTree

import pytest

from ruleproof.models.play.game import game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import names, rulebook
from ruleproof.puzzles.puzzle import position_of
from ruleproof.reports.drawing.marks import marks
from ruleproof.reports.drawing.palette import SLOTS, brightness, tone
from ruleproof.reports.publishing.sheet import sheet
from ruleproof.reports.publishing.typesetting import for_print
from tests.reports.seen import deuteranope, difference, lab, linear
from tests.reports.test_drawing import SVG, drawn_cells, wandered
from tests.starter_sets import starter

APART = 30
"""The least difference of lightness between the two sides, in CIE L*."""
READABLE = 4.5
"""The least contrast of letters (WCAG 2)."""
SHADES = ("", "-light", "-dark")
OF_PIECES = {f"{SVG}{tag}" for tag in ("circle", "ellipse", "path", "rect")}


def positions(name: str) -> list[Position]:
    """Positions of a game on its board, some of them with many pieces."""
    return [wandered(game(name, rulebook(name).board), plies, plies) for plies in (8, 30, 60)]


def owners(position: Position) -> dict[str, str]:
    """The player of each cell on which one alone has pieces."""
    found: dict[str, set[str]] = defaultdict(set)
    for mark in marks(position):
        if mark.shape != "shade":
            found[position.game.board.names[mark.cell]].add(mark.colour.partition("-")[0])
    return {cell: next(iter(those)) for cell, those in found.items() if len(those) == 1}


def tints(position: Position) -> set[str]:
    """The colours of tinted cells."""
    return {mark.colour for mark in marks(position) if mark.shape == "shade"}


def lightness(colour: str) -> float:
    return lab(linear(colour)).light


def contrast(one: str, other: str) -> float:
    dark, bright = sorted((brightness(one), brightness(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", names())
def test_two_sides_differ_in_lightness(name: str) -> None:
    """Compares pieces of one shape and size."""
    found: dict[tuple[str, str], dict[str, set[float]]] = defaultdict(lambda: defaultdict(set))
    for position in positions(name):
        cells = drawn_cells(for_print(position, titles=True))
        for cell, player in owners(position).items():
            for part in cells[cell]:
                if part.tag in OF_PIECES:
                    kind = part.tag, part.attrib.get("r", "")
                    found[kind][player].add(lightness(part.attrib["fill"]))
    compared = [of for of in found.values() if len(of) > 1]
    assert compared or len({player for of in found.values() for player in of}) < 2
    for of in compared:
        for (one, mine), (other, theirs) in combinations(of.items(), 2):
            assert min(abs(a - b) for a in mine for b in theirs) >= APART, (one, other)


@pytest.mark.parametrize("name", names())
def test_letters_on_pieces_can_be_read(name: str) -> None:
    for position in positions(name):
        for group in drawn_cells(for_print(position, titles=True)).values():
            below = ""
            for part in group:
                if part.tag == f"{SVG}text" and below:
                    assert contrast(part.attrib["fill"], below) >= READABLE
                below = part.attrib.get("fill", below)


@pytest.mark.parametrize("players", [game("grow", players=4).players, SLOTS], ids=" ".join)
@pytest.mark.parametrize("shade", SHADES)
def test_any_two_of_four_players_are_told_apart_in_print(
    players: tuple[str, ...], shade: str
) -> None:
    fills = {name: tone(name + shade, printed=True).fill for name in players}
    for one, two in combinations(players, 2):
        first, second = linear(fills[one]), linear(fills[two])
        assert difference(lab(first), lab(second)) > 20, (one, two)
        seen = lab(deuteranope(first)), lab(deuteranope(second))
        assert difference(*seen) > 20, (one, two, "by a deuteranope")


def test_areas_of_the_lighter_side_alone_are_hatched() -> None:
    gro = game("gro", "dish:1,1", tokens=2)
    held = {
        mark.colour: position
        for position in (wandered(gro, 3, seed) for seed in range(40))
        for mark in marks(position)
        if mark.shape == "shade" and mark.colour != "neutral"
    }
    assert set(held) == {"red", "blue"}
    for position in held.values():
        root = ElementTree.fromstring(for_print(position, titles=True))
        rim = tone("blue", printed=True).rim
        lines = [one for one in root if one.attrib.get("stroke") == rim]
        assert len(lines) == ("blue" in tints(position))
        assert all(one.attrib["d"].count("M") > 10 for one in lines)


def test_hatching_is_explained_where_it_is_seen() -> None:
    gro = starter("gro")
    held = next(one for one in gro if "blue" in tints(position_of(one)))
    free = next(one for one in gro if "blue" not in tints(position_of(one)))
    for puzzle, seen in ((held, True), (free, False)):
        (rules,) = sheet([puzzle], 1).told["games"]
        assert ("Areas that Blue holds are hatched." in rules["marks"]) == seen


def test_the_screen_keeps_its_colours() -> None:
    assert tone("blue") != tone("blue", printed=True)
    assert tone("black") == tone("black", printed=True)
