"""Plots for pages: SVG in the colours of the page, so that they suit light and dark.

range      a value as a dot on a line that spans its interval
histogram  the number of values in each of equal steps
scatter    dots at two values each, in series that differ in colour and in shape
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor, log10
from textwrap import wrap
from typing import NamedTuple

from markupsafe import Markup

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
"""The colours of Okabe and Ito, which all eyes tell apart."""
_LEFT, _WIDE, _LINE, _TOP = 150, 340, 26, 8
_HIGH = 46
_STEPS = 24
_LONGEST = 19
"""Letters of a label; of a longer one the beginning is shown."""
_LETTERS = 40
"""Letters of a line below a bar, in a narrow window as well."""
SHAPES = (
    "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z",
    "M-4-4H4V4H-4z",
    "M0-5.5L5 4H-5z",
    "M0-6L5 0L0 6L-5 0z",
    "M0 5.5L5-4H-5z",
    "M-1.7-5H1.7V-1.7H5V1.7H1.7V5H-1.7V1.7H-5V-1.7H-1.7z",
)
"""Shapes around (0, 0), as many as there are colours, for those who cannot tell colours apart."""
_FIELD = (52.0, 32.0, 374.0, 200.0)
"""Left, top, width and height of a scatter plot, without its words."""
_KEYS = 5
"""Series that a row of the key names."""
_NAME = 10
"""Letters of a series's name in the key."""
ALONE = Markup(
    "<style>.plot{{color:#211f1b;font-family:ui-sans-serif,system-ui,'Segoe UI',Roboto,Arial,"
    "sans-serif}}.plot>.paper{{fill:#fffdf8}}@media (prefers-color-scheme:dark)"
    "{{.plot{{color:#ece7dc}}.plot>.paper{{fill:#1a1917}}}}</style>"
    '<rect class="paper" width="{w:g}" height="{h:g}" fill="#fffdf8"/>'
)
"""The colours of a plot that stands in a file of its own, and its ground."""


class Range(NamedTuple):
    """A value with its interval, its name, and a text that explains it."""

    label: str
    value: float
    low: float
    high: float
    said: str


class Dot(NamedTuple):
    """A number across, a share from 0 to 1 up, a text that explains it, and the interval of the
    share, where it has one.
    """

    across: float
    up: float
    said: str
    low: float | None = None
    high: float | None = None


class Series(NamedTuple):
    """Dots of one kind; `joined` by a line, or `faint` where there are many."""

    label: str
    dots: Sequence[Dot]
    joined: bool = False
    faint: bool = False


def colour(number: int) -> str:
    """The colour of the row of that number."""
    return COLOURS[number % len(COLOURS)]


def ranges(title: str, rows: Sequence[Range], *, middle: float | None = None) -> Markup:
    """Shares from 0 to 1, one below the other; `middle` is marked by a broken line."""
    bottom = _TOP + _LINE * len(rows)
    parts = [_axis(tick, _LEFT + _WIDE * tick, bottom) for tick in (0, 0.25, 0.5, 0.75, 1)]
    if middle is not None:
        line = '<path d="M{:g} {}V{}" stroke="currentColor" stroke-dasharray="4 3" opacity=".6"/>'
        parts.append(Markup(line).format(_LEFT + _WIDE * middle, _TOP, bottom))
    for number, row in enumerate(rows):
        y = _TOP + _LINE * (number + 0.5)
        low, at, high = (_LEFT + _WIDE * part for part in (row.low, row.value, row.high))
        parts.append(text_at(_LEFT - 14, y + 4, row.label, "end"))
        parts.append(
            Markup(
                '<g><title>{}</title><path d="M{:g} {:g}H{:g}" stroke="{c}" stroke-width="3" '
                'stroke-linecap="round"/><circle cx="{:g}" cy="{:g}" r="5" fill="{c}"/></g>'
            ).format(row.said, low, y, high, at, y, c=colour(number))
        )
    return framed(title, _LEFT + _WIDE + 30, bottom + 22, parts)


def histogram(title: str, rows: Sequence[tuple[str, Sequence[int]]]) -> Markup:
    """The spread of the values of each row, over the same steps, one below the other."""
    most = max((max(values) for _, values in rows if values), default=1) or 1
    step = max(1, ceil((most + 1) / _STEPS))
    wide = _WIDE / ceil((most + 1) / step)
    parts: list[Markup] = []
    y = _TOP
    for number, (label, values) in enumerate(rows):
        y += _HIGH
        counts: dict[int, int] = {}
        for value in values:
            counts[value // step] = counts.get(value // step, 0) + 1
        tallest = max(counts.values(), default=1)
        bars = Markup("").join(
            Markup("M{:.1f} {:g}h{:.1f}v{:.1f}h{:.1f}z").format(
                *(_LEFT + wide * place, y, wide - 1, -(_HIGH - 8) * many / tallest, 1 - wide)
            )
            for place, many in sorted(counts.items())
        )
        parts.append(text_at(_LEFT - 14, y - 8, label, "end"))
        parts.append(Markup('<path d="{}" fill="{}"/>').format(bars, colour(number)))
        base = '<path d="M{:g} {:g}H{:g}" stroke="currentColor" opacity=".35"/>'
        parts.append(Markup(base).format(_LEFT, y, _LEFT + _WIDE))
    for part in (0, 0.5, 1):
        plies = round(most * part)
        parts.append(text_at(_LEFT + wide * plies / step, y + 17, f"{plies:,}", "middle"))
    return framed(title, _LEFT + _WIDE + 30, y + 24, parts)


class Bar(NamedTuple):
    """A share from 0 to 1 with its label, the words behind it and those below it."""

    label: str
    share: float
    said: str
    means: str = ""


def bars(title: str, rows: Sequence[Bar]) -> Markup:
    """Shares as bars."""
    parts: list[Markup] = []
    longest = max((one.share for one in rows), default=1.0) or 1.0
    y = _TOP
    for label, share, said, means in rows:
        bar = '<rect x="{}" y="{}" width="{:.1f}" height="14" rx="2" fill="{}"/>'
        wide = _WIDE * 0.8 * share / longest
        parts.append(text_at(_LEFT - 14, y + 12, label, "end", _LONGEST))
        parts.append(Markup(bar).format(_LEFT, y, max(1.0, wide), colour(0)))
        parts.append(text_at(_LEFT + max(1.0, wide) + 8, y + 12, said, "start"))
        y += _LINE
        for line in wrap(means, _LETTERS):
            parts.append(text_at(_LEFT, y + 4, line, "start"))
            y += 18
    return framed(title, _LEFT + _WIDE + 30, y, parts)


def scatter(
    title: str, series: Sequence[Series], *, across: str, up: str, alone: bool = False
) -> Markup:
    """Shares against numbers; `across` and `up` name the two. With `alone` it has its own ground
    and colours, for a file of its own, in light and dark.
    """
    left, top, wide, high = _FIELD
    top += 22 * ceil(len(series) / _KEYS) if len(series) > 1 else 0
    numbers = [dot.across for one in series for dot in one.dots]
    least, most, step = _span(numbers)

    def at(number: float, share: float) -> tuple[float, float]:
        return left + wide * (number - least) / (most - least), top + high * (1 - share)

    parts = list(_key(series)) if len(series) > 1 else []
    parts.append(text_at(4, top - 15, up, "start"))
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = at(least, share)[1]
        line = '<path d="M{:g} {:g}H{:g}" stroke="currentColor" opacity=".15"/>'
        parts.append(Markup(line).format(left, y, left + wide))
        parts.append(text_at(left - 8, y + 4, f"{share:.0%}", "end"))
    for tick in range(round((most - least) / step) + 1):
        number = least + step * tick
        parts.append(text_at(at(number, 0)[0], top + high + 18, f"{number:g}", "middle"))
    parts.append(text_at(left + wide / 2, top + high + 37, across, "middle"))
    for number, one in enumerate(series):
        parts += _drawn(one, number, [(dot, *at(dot.across, dot.up)) for dot in one.dots], high)
    return framed(title, left + wide + 20, top + high + 46, parts, alone)


def _drawn(
    series: Series, number: int, dots: Sequence[tuple[Dot, float, float]], high: float
) -> Iterator[Markup]:
    """The dots of a series, each with its place, on a field of that height."""
    paint = colour(number)
    if series.joined and len(dots) > 1:
        path = Markup("L").join(Markup("{:.1f} {:.1f}").format(x, y) for _, x, y in dots)
        line = '<path d="M{}" fill="none" stroke="{}" stroke-width="1.6" opacity=".8"/>'
        yield Markup(line).format(path, paint)
    for dot, x, y in dots:
        yield Markup("<g><title>{}</title>").format(dot.said)
        if dot.low is not None and dot.high is not None:
            above, below = (y - high * (end - dot.up) for end in (dot.high, dot.low))
            bar = '<path d="M{:.1f} {:.1f}V{:.1f}" stroke="{}" stroke-width="1.6" opacity=".7"/>'
            yield Markup(bar).format(x, above, below, paint)
        yield _shape(number, x, y, series.faint) + Markup("</g>")


def _key(series: Sequence[Series]) -> Iterator[Markup]:
    """The names of the series, each beside its shape."""
    for number, one in enumerate(series):
        row, column = divmod(number, _KEYS)
        x, y = 14 + 85 * column, 16 + 22 * row
        yield _shape(number, x, y - 4, one.faint) + text_at(x + 12, y, one.label, "start", _NAME)


def _shape(number: int, x: float, y: float, faint: bool) -> Markup:
    rim = '<path transform="translate({:.1f} {:.1f})" d="{}" fill="{}" {}/>'
    how = 'opacity=".65"' if faint else 'stroke="currentColor" stroke-width=".8"'
    return Markup(rim).format(x, y, SHAPES[number % len(SHAPES)], colour(number), Markup(how))


def _span(numbers: Sequence[float]) -> tuple[float, float, float]:
    """An axis for the numbers: its least, its greatest, and the step between its ticks."""
    low, high = min(numbers, default=0.0), max(numbers, default=1.0)
    rough = (high - low) / 5 or 1.0
    ten = 10.0 ** floor(log10(rough))
    step = next(ten * part for part in (1, 2, 2.5, 5, 10) if ten * part >= rough)
    return floor(low / step) * step, max(ceil(high / step), floor(low / step) + 1) * step, step


def _axis(share: float, x: float, y: float) -> Markup:
    line = '<path d="M{:g} {}V{}" stroke="currentColor" opacity=".15"/>'
    return Markup(line).format(x, _TOP, y) + text_at(x, y + 16, f"{share:.0%}", "middle")


def text_at(x: float, y: float, words: str, anchor: str, longest: int = 99) -> Markup:
    """Words at a place; of long ones the beginning, with the whole where a mouse rests."""
    text = '<text x="{:g}" y="{:g}" text-anchor="{}" fill="currentColor">{}{}</text>'
    whole = Markup("<title>{}</title>").format(words) if len(words) > longest else ""
    shown = words[: longest - 1] + "…" if whole else words
    return Markup(text).format(x, y, anchor, shown, whole)


def framed(
    title: str, wide: float, high: float, parts: Sequence[Markup], alone: bool = False
) -> Markup:
    """A plot of these parts; `alone`: with a ground and colours for a file of its own."""
    head = Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" class="plot" role="img" viewBox="0 0 {w:g} {h:g}" '
        'width="{w:g}" height="{h:g}" font-size="13"><title>{t}</title>'
    ).format(w=wide, h=high, t=title)
    ground = [ALONE.format(w=wide, h=high)] if alone else []
    return Markup("").join([head, *ground, *parts, Markup("</svg>")])
