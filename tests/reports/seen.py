"""Colours as people see them: what a deuteranope sees, and how different two colours look.

lab          a colour in CIE L*a*b*, under daylight (D65)
deuteranope  a colour as somebody without green cones sees it (Machado, Oliveira and Fernandes 2009)
difference   how different two colours look, by CIEDE2000 (Sharma, Wu and Dalal 2005): 1 is just
             seen, 20 cannot be missed
"""

from __future__ import annotations

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import NamedTuple, TypeAlias

Linear: TypeAlias = tuple[float, float, float]

_DEUTERANOPE = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)


class Lab(NamedTuple):
    """Lightness from 0 to 100, greenish to reddish, bluish to yellowish."""

    light: float
    a: float
    b: float


def linear(colour: str) -> Linear:
    """The light of `#rrggbb`, each part from 0 to 1."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return red, green, blue


def _times(matrix: tuple[Linear, ...], colour: Linear) -> Linear:
    one, two, three = (sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)
    return one, two, three


def deuteranope(colour: Linear) -> Linear:
    """The light that looks to everybody as the colour looks to a deuteranope."""
    one, two, three = (min(1.0, max(0.0, part)) for part in _times(_DEUTERANOPE, colour))
    return one, two, three


def lab(colour: Linear) -> Lab:
    """The light as lightness and two hues."""

    def root(part: float) -> float:
        return part ** (1 / 3) if part > (6 / 29) ** 3 else part / (3 * (6 / 29) ** 2) + 4 / 29

    x, y, z = (root(part / w) for part, w in zip(_times(_XYZ, colour), _WHITE, strict=True))
    return Lab(116 * y - 16, 500 * (x - y), 200 * (y - z))


def difference(one: Lab, two: Lab) -> float:
    """How different the two look."""
    strong = (hypot(one.a, one.b) + hypot(two.a, two.b)) / 2
    grey = 0.5 * (1 - sqrt(strong**7 / (strong**7 + 25**7)))
    a1, a2 = (1 + grey) * one.a, (1 + grey) * two.a
    c1, c2 = hypot(a1, one.b), hypot(a2, two.b)
    h1, h2 = (degrees(atan2(b, a)) % 360 if a or b else 0.0 for a, b in ((a1, one.b), (a2, two.b)))
    turn = 0.0 if not c1 * c2 else (h2 - h1 + 180) % 360 - 180
    hues = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    middle = h1 + turn / 2 if c1 * c2 else h1 + h2
    light, colourful = (one.light + two.light) / 2, (c1 + c2) / 2
    uneven = (
        1
        - 0.17 * cos(radians(middle - 30))
        + 0.24 * cos(radians(2 * middle))
        + 0.32 * cos(radians(3 * middle + 6))
        - 0.20 * cos(radians(4 * middle - 63))
    )
    by_light = 1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    by_colour, by_hue = 1 + 0.045 * colourful, 1 + 0.015 * colourful * uneven
    lean = -sin(radians(60 * exp(-(((middle % 360 - 275) / 25) ** 2))))
    lean *= 2 * sqrt(colourful**7 / (colourful**7 + 25**7))
    parts = (two.light - one.light) / by_light, (c2 - c1) / by_colour, hues / by_hue
    return sqrt(sum(part**2 for part in parts) + lean * parts[1] * parts[2])
