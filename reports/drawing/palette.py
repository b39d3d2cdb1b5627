"""Colours of drawings, of pages, and of the values of a heat map.

tone      the paints of a piece: its fill, its rim, its side, the ink of a label on it
slot      the colour of a player whose name is no colour word, by turn order
heat      a value from -1 (lost) over 0 to 1 (won) as a colour: orange over grey to blue, which
          people who cannot tell red from green tell apart

printed   a tone for print, where one side is much lighter than the other: a black-and-white printer
          keeps them apart

Pieces keep their colours on light and dark pages. The board, its lines and its letters do not:
attributes carry the light page, `BOARD_CSS` overrides them on a dark one.

>>> mix("#000000", "#ffffff", 0.5), round(brightness("#ffffff"), 2)
('#808080', 1.0)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

NAMED: dict[str, str] = {
    "black": "#212327",
    "white": "#fdfcf9",
    "red": "#a01c1c",
    "blue": "#2f66c0",
    "green": "#4bcdad",
    "yellow": "#f1c518",
    "teal": "#1d7480",
    "amber": "#e79a2e",
    "lilac": "#e6d6ee",
    "ruby": "#8a1415",
    "violet": "#7a5aa6",
    "grey": "#8b8f96",
    "neutral": "#a9987a",
}
SLOTS = ("teal", "amber", "lilac", "ruby")
"""Four players' colours of either kind are far apart in lightness where red and green look alike,
in every tone: at least 20 by CIEDE2000, for a deuteranope too.
"""

PRINTED: dict[str, str] = NAMED | {
    "red": "#8c1616",
    "blue": "#90bdf2",
    "green": "#2a8570",
    "yellow": "#f8e58a",
    "teal": "#155a66",
    "amber": "#f3b765",
    "lilac": "#efe3f5",
    "ruby": "#7c1012",
}
"""The same colours for print. The first two players are at least 30 apart in lightness (CIE L*), in
every tone; any two are as far apart to a deuteranope as on the screen.
"""

LIGHT: dict[str, tuple[str, str]] = {
    "rp-panel": ("#efe4cb", "#c6b58d"),
    "rp-cell": ("#efe4cb", "#c3b289"),
    "rp-line": ("none", "#a8966e"),
    "rp-name": ("#776b4f", "none"),
    "rp-edge": ("#6d6552", "none"),
    "rp-gone": ("none", "#8a7d62"),
    "rp-last": ("none", "#c2410c"),
    "rp-mark": ("none", "#0e7490"),
}
"""Fill and stroke of each class of the board on a light page."""

DARK: dict[str, tuple[str, str]] = {
    "rp-panel": ("#c9b68c", "#a08e62"),
    "rp-cell": ("#c9b68c", "#9f8c60"),
    "rp-line": ("none", "#86754d"),
    "rp-name": ("#5b5033", "none"),
    "rp-edge": ("#b9b3a4", "none"),
    "rp-gone": ("none", "#6b5f45"),
    "rp-last": ("none", "#b3380a"),
    "rp-mark": ("none", "#0b6480"),
}
"""The same on a dark page: the same wood, in less light."""


def _rules(theme: dict[str, tuple[str, str]]) -> str:
    return "".join(
        f".{name}{{fill:{fill};stroke:{stroke}}}" for name, (fill, stroke) in theme.items()
    )


BOARD_CSS = f"@media (prefers-color-scheme:dark){{{_rules(DARK)}}}@media print{{{_rules(LIGHT)}}}"
"""The style that lets a drawing follow the page; everything else stands in its attributes."""


class Tone(NamedTuple):
    """The paints of a piece; `side` is its wall where it is seen from aslant."""

    fill: str
    rim: str
    ink: str
    side: str


def mix(colour: str, other: str, part: float) -> str:
    """The colour with that part (0 to 1) of the other mixed in, `#rrggbb`."""
    pairs = zip(_parts(colour), _parts(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def brightness(colour: str) -> float:
    """The brightness of the colour to the eye, from 0 to 1 (relative luminance, WCAG 2)."""
    linear = [
        part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4
        for part in _parts(colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ink(colour: str) -> str:
    """The colour of letters on that colour: almost black or almost white."""
    return "#1b1c1f" if brightness(colour) > 0.22 else "#fdfcf9"


@lru_cache(maxsize=256)
def tone(word: str, players: Sequence[str] = (), *, printed: bool = False) -> Tone:
    """The paints of a piece of that colour word, on the screen or `printed`.

    The word is a colour or a player's name, with `-light` or `-dark` behind it for a tone of it;
    any other word is neutral.
    """
    name, _, shade = word.partition("-")
    named, lighter, darker = (PRINTED, 0.22, 0.2) if printed else (NAMED, 0.3, 0.32)
    if name in named:
        fill = named[name]
    elif name in players:
        fill = named[SLOTS[players.index(name) % len(SLOTS)]]
    else:
        fill = named["neutral"]
    if shade == "light":
        fill = mix(fill, "#ffffff", lighter)
    elif shade == "dark":
        fill = mix(fill, "#000000", darker)
    rim = "#6f6f70" if brightness(fill) < 0.05 else mix(fill, "#000000", 0.48)
    return Tone(fill, rim, ink(fill), mix(fill, "#000000", 0.16))


def heat(value: float) -> str:
    """The colour of a value from -1 to 1."""
    value = max(-1.0, min(1.0, value))
    middle = "#e4e2dc"
    strong = "#2b7bba" if value > 0 else "#e0812b"
    return mix(middle, strong, abs(value) ** 0.8)
