"""Scatter plots, and the plot of ratings against successes."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from lab.ratings_file import Agreement, GameAgreement
from lab.ratings_plot import main, ratings_plot
from ruleproof.models.errors import TextError
from ruleproof.puzzles.rating.tenths import Tenth
from ruleproof.reports.drawing.plots import COLOURS, SHAPES, Bar, Dot, Series, bars, scatter

SVG = "{http://www.w3.org/2000/svg}"


def told(*games: str, tenths: int = 10) -> Agreement:
    """An agreement of so many tenths in each game."""
    parts = [
        Tenth(puzzles=9, rating=1300.0 + 70 * k, solved=0.9 - k / 12, low=0.1, high=0.95)
        for k in range(tenths)
    ]
    return Agreement(
        games=[
            GameAgreement(game=name, puzzles=90, over_puzzles=-0.5, over_tenths=-0.9, tenths=parts)
            for name in games
        ]
    )


def test_every_game_has_a_colour_and_a_shape_of_its_own():
    drawn = ET.fromstring(ratings_plot(told("esgros", "gro", "grow", "incrowd", "sow")))
    shapes = [one for one in drawn.iter(f"{SVG}path") if one.get("transform")]
    kinds = {(one.get("fill"), one.get("d")) for one in shapes}
    assert len(kinds) == len({fill for fill, _ in kinds}) == len({d for _, d in kinds}) == 5
    assert len(shapes) == 5 * (10 + 1), "the tenths, and the key"
    names = [one.text for one in drawn.iter(f"{SVG}text")]
    assert {"esgros", "gro", "grow", "incrowd", "sow", "0%", "100%"} <= set(names)


def test_as_many_shapes_as_colours():
    assert len(SHAPES) == len(set(SHAPES)) == len(COLOURS)


def test_a_plot_of_its_own_is_legible_in_light_and_dark():
    text = ratings_plot(told("gro"))
    assert "prefers-color-scheme:dark" in text
    assert 'class="paper"' in text
    assert not re.search(r"(href|url\(|@import)", text)
    assert text == ratings_plot(told("gro"))


def test_dots_lie_within_the_field_and_harder_is_further_right():
    drawn = ET.fromstring(ratings_plot(told("gro")))
    wide, high = (float(part) for part in drawn.get("viewBox", "").split()[2:])
    places = [
        tuple(map(float, re.findall(r"[\d.]+", one.get("transform", ""))))
        for one in drawn.iter(f"{SVG}path")
        if one.get("transform")
    ]
    assert all(0 < x < wide and 0 < y < high for x, y in places)
    assert places == sorted(places)


@pytest.mark.parametrize("numbers", [[], [1500.0], [1500.0, 1500.0], [-300.0, 0.0], [0.1, 0.11]])
def test_few_dots_have_axes_all_the_same(numbers: list[float]):
    series = [Series("one", [Dot(number, 0.5, "said") for number in numbers])]
    drawn = ET.fromstring(str(scatter("title", series, across="across", up="up")))
    assert "nan" not in ET.tostring(drawn, encoding="unicode")
    assert len(list(drawn.iter(f"{SVG}text"))) > 6


def test_everything_from_outside_is_escaped_and_long_names_are_cut():
    hostile = "<script>alert(1)</script>"
    text = ratings_plot(told(hostile, "gro"))
    assert "<script" not in text
    label = "a theme of very many letters indeed"
    drawn = ET.fromstring(str(bars("title", [Bar(label, 0.5, "1")])))
    shown = next(drawn.iter(f"{SVG}text"))
    assert shown.text is not None
    assert label.startswith(shown.text.rstrip("…"))
    assert shown.text.endswith("…")
    assert shown.findtext(f"{SVG}title") == label


def test_an_agreement_without_tenths_is_refused():
    with pytest.raises(TextError, match="no tenths to draw"):
        ratings_plot(told("gro", tenths=0))
    assert ratings_plot(told("gro", tenths=1))


def test_the_command_draws_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    source, target = tmp_path / "ratings.json", tmp_path / "ratings.svg"
    source.write_text(told("gro").model_dump_json())
    main([str(source), "-o", str(target)])
    assert target.read_text() == ratings_plot(told("gro"))
    source.write_text("{}")
    with pytest.raises(SystemExit) as caught:
        main([str(source), "-o", str(target)])
    assert caught.value.code == 2
    assert "games: it is missing" in capsys.readouterr().err
