"""The plot of a tuning as SVG: the first player's result in each variant, by strength."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup, escape

from ruleproof.reports.statistics.side_by_side import name_of
from ruleproof.reports.statistics.tuning import Row

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
"""The colours of Okabe and Ito, which all eyes tell apart."""
_LEFT, _WIDE, _LINE, _TOP = 230, 420, 16, 64


def plot(title: str, rows: Sequence[Row]) -> str:
    """The plot: a block for each row, a line for each player with its interval of 95 %."""
    names = list(dict.fromkeys(one["player"] for row in rows for one in row.statistics["groups"]))
    colour_of = {name: _COLOURS[k % len(_COLOURS)] for k, name in enumerate(names)}
    line = Markup(
        '<line x1="{0}" x2="{0}" y1="{1}" y2="{2}" stroke="#888" stroke-dasharray="4 3"/>'
    )
    parts: list[Markup] = []
    at = _TOP
    for row in rows:
        label = name_of(row)
        groups = row.statistics["groups"]
        middle = at + _LINE * max(1, len(groups)) / 2
        parts.append(_text(_LEFT - 12, middle + 4, label, "end"))
        fair = _x(1 / row.statistics["players"])
        parts.append(line.format(fair, at, at + _LINE * max(1, len(groups)) + _LINE / 2))
        for one in groups:
            parts.append(_bar(at + _LINE / 2, one, colour_of[one["player"]]))
            at += _LINE
        at += _LINE
    for tick in (0, 0.25, 0.5, 0.75, 1):
        parts.append(_text(_x(tick), _TOP - 10, f"{tick:.0%}", "middle"))
    for number, name in enumerate(names):
        x = _LEFT + number * 105
        dot = Markup('<circle cx="{}" cy="30" r="4" fill="{}"/>')
        parts.append(dot.format(x, colour_of[name]))
        parts.append(_text(x + 9, 34, name, "start"))
    head = Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" role="img" '
        'font-family="sans-serif" font-size="12"><title>{t}</title>'
        '<rect width="{w}" height="{h}" fill="#fff"/>'
    ).format(w=_LEFT + _WIDE + 40, h=at + 10, t=title)
    shown = [head, _text(12, 16, title, "start"), *parts]
    return str(Markup("\n").join([*shown, Markup("</svg>")])) + "\n"


def _x(share: float) -> float:
    return _LEFT + _WIDE * share


def _text(x: float, y: float, words: str, anchor: str, colour: str = "#222") -> Markup:
    return Markup('<text x="{:g}" y="{:g}" text-anchor="{}" fill="{}">{}</text>').format(
        x, y, anchor, colour, escape(words)
    )


def _bar(y: float, group: Any, colour: str) -> Markup:
    told = group["balance"]
    if not told:
        words = f"none of {group['games']} games ended"
        return _text(_x(0) + 6, y + 4, words, "start", colour)
    ended = round(group["completion"]["value"] * group["games"])
    return Markup(
        "<g><title>{}: {:.0%} ({:.0%} to {:.0%}), {} of {} games ended</title>"
        '<line x1="{:g}" x2="{:g}" y1="{y:g}" y2="{y:g}" stroke="{c}" stroke-width="2"/>'
        '<circle cx="{:g}" cy="{y:g}" r="4" fill="{c}"/></g>'
    ).format(
        *(group["player"], told["value"], told["low"], told["high"], ended, group["games"]),
        *(_x(told["low"]), _x(told["high"]), _x(told["value"])),
        y=y,
        c=colour,
    )
