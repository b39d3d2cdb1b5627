"""Plots for pages: SVG in the colours of the page, so that they suit light and dark.

range      a value as a dot on a line that spans its interval
histogram  the number of values in each of equal steps
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from markupsafe import Markup

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
"""The colours of Okabe and Ito, which all eyes tell apart."""
_LEFT, _WIDE, _LINE, _TOP = 150, 340, 26, 8
_HIGH = 46
_STEPS = 24


class Range(NamedTuple):
    """A value with its interval, its name, and a text that explains it."""

    label: str
    value: float
    low: float
    high: float
    said: str


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
        parts.append(_words(_LEFT - 14, y + 4, row.label, "end"))
        parts.append(
            Markup(
                '<g><title>{}</title><path d="M{:g} {:g}H{:g}" stroke="{c}" stroke-width="3" '
                'stroke-linecap="round"/><circle cx="{:g}" cy="{:g}" r="5" fill="{c}"/></g>'
            ).format(row.said, low, y, high, at, y, c=colour(number))
        )
    return _plot(title, _LEFT + _WIDE + 30, bottom + 22, parts)


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
        parts.append(_words(_LEFT - 14, y - 8, label, "end"))
        parts.append(Markup('<path d="{}" fill="{}"/>').format(bars, colour(number)))
        base = '<path d="M{:g} {:g}H{:g}" stroke="currentColor" opacity=".35"/>'
        parts.append(Markup(base).format(_LEFT, y, _LEFT + _WIDE))
    for part in (0, 0.5, 1):
        plies = round(most * part)
        parts.append(_words(_LEFT + wide * plies / step, y + 17, f"{plies:,}", "middle"))
    return _plot(title, _LEFT + _WIDE + 30, y + 24, parts)


def bars(title: str, rows: Sequence[tuple[str, float, str]]) -> Markup:
    """Shares as bars: a label, a share from 0 to 1, and its text."""
    parts: list[Markup] = []
    longest = max((share for _, share, _ in rows), default=1.0) or 1.0
    for number, (label, share, said) in enumerate(rows):
        y = _TOP + _LINE * number
        bar = '<rect x="{}" y="{}" width="{:.1f}" height="14" rx="2" fill="{}"/>'
        wide = _WIDE * 0.8 * share / longest
        parts.append(_words(_LEFT - 14, y + 12, label, "end"))
        parts.append(Markup(bar).format(_LEFT, y, max(1.0, wide), colour(0)))
        parts.append(_words(_LEFT + max(1.0, wide) + 8, y + 12, said, "start"))
    return _plot(title, _LEFT + _WIDE + 30, _TOP + _LINE * len(rows), parts)


def _axis(share: float, x: float, y: float) -> Markup:
    line = '<path d="M{:g} {}V{}" stroke="currentColor" opacity=".15"/>'
    return Markup(line).format(x, _TOP, y) + _words(x, y + 16, f"{share:.0%}", "middle")


def _words(x: float, y: float, words: str, anchor: str) -> Markup:
    text = '<text x="{:g}" y="{:g}" text-anchor="{}" fill="currentColor">{}</text>'
    return Markup(text).format(x, y, anchor, words)


def _plot(title: str, wide: float, high: float, parts: Sequence[Markup]) -> Markup:
    head = Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" class="plot" role="img" viewBox="0 0 {w:g} {h:g}" '
        'width="{w:g}" height="{h:g}" font-size="13"><title>{t}</title>'
    ).format(w=wide, h=high, t=title)
    return Markup("").join([head, *parts, Markup("</svg>")])
