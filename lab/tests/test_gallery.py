"""A picture of several positions holds each of them whole."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from lab.gallery import drawn_list, gallery
from ruleproof.models.play.game import game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import names

SVG = "{http://www.w3.org/2000/svg}"


def test_every_game_stands_in_the_picture_once_and_inside_it() -> None:
    positions = [Position.start(game(name)) for name in names()]
    root = ElementTree.fromstring(gallery(positions, width=900))
    drawings = list(root.iter(f"{SVG}svg"))[1:]
    assert len(drawings) == len(positions)
    boxes = [[float(d.attrib[k]) for k in ("x", "y", "width", "height")] for d in drawings]
    height = float(root.attrib["height"])
    for number, (x, y, wide, high) in enumerate(boxes):
        assert 0 <= x <= x + wide <= 900
        assert 0 <= y <= y + high <= height
        for left, top, width, tall in boxes[:number]:
            assert x >= left + width or left >= x + wide or y >= top + tall or top >= y + high
    captions = [text.text for text in root.findall(f"{SVG}text")]
    assert captions == [p.game.rulebook.title.split(":")[0] for p in positions]


def test_the_readmes_picture_is_what_the_drawings_give_today() -> None:
    top = Path(__file__).parents[2]
    picture = drawn_list((top / "lab" / "results" / "games.json").read_text(encoding="utf-8"))
    assert picture == (top / "docs" / "games.svg").read_text(encoding="utf-8"), (
        "run: python -m lab.gallery lab/results/games.json docs/games.svg"
    )
