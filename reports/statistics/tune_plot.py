"""The plot of a tuning as SVG: the first player's result in each variant, by strength.

It has the colours of the page around it; in a file of its own it has a ground, for light and dark.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from markupsafe import Markup

from ruleproof.reports.drawing.plots import SHAPES, colour, framed, text_at
from ruleproof.reports.statistics.groups import PlayerGames
from ruleproof.reports.statistics.measures import interval
from ruleproof.reports.statistics.side_by_side import name_of
from ruleproof.reports.statistics.tuning import Row, statistics

_LEFT, _WIDE, _LINE = 20, 350, 18
_NAMES = 3
"""Players that a row of the key names."""
_LETTERS = 52
"""Letters of a line of a variant's name, in a narrow window as well."""


def plot(title: str, rows: Sequence[Row], *, alone: bool = True) -> str:
    """The plot: a block for each row, a line for each player with its interval of 95 %. `alone`: it
    stands in a file of its own, with a ground and its title in sight.
    """
    played = list(map(statistics, rows))
    names = list(dict.fromkeys(one.player for each in played for one in each.groups))
    place = {name: number for number, name in enumerate(names)}
    parts: list[Markup] = []
    at = 18.0
    for line in wrap(title, _LETTERS) if alone else ():
        parts.append(text_at(_LEFT - 8, at, line, "start"))
        at += _LINE
    for number, name in enumerate(names):
        x, y = _LEFT + number % _NAMES * 120, at + number // _NAMES * _LINE
        parts += [_mark(x, y - 4, number), text_at(x + 10, y, name, "start")]
    at += -(-len(names) // _NAMES) * _LINE + 6
    for tick in (0, 0.25, 0.5, 0.75, 1):
        parts.append(text_at(_x(tick), at, f"{tick:.0%}", "middle"))
    at += 10
    for row, found in zip(rows, played, strict=True):
        for line in wrap(name_of(row), _LETTERS):
            at += _LINE
            parts.append(text_at(_LEFT - 8, at, line, "start"))
        top = at = at + 8
        for one in found.groups:
            parts.append(_bar(at + _LINE / 2, one, place[one.player]))
            at += _LINE
        parts.append(
            Markup(
                '<path d="M{:g} {:g}V{:g}" stroke="currentColor" stroke-dasharray="4 3" '
                'opacity=".6"/>'
            ).format(_x(1 / found.players), top, max(at, top + _LINE))
        )
        at = max(at, top + _LINE) + 4
    return str(framed(title, _LEFT + _WIDE + 22, at + 8, parts, alone)) + "\n"


def _x(share: float) -> float:
    return _LEFT + _WIDE * share


def _mark(x: float, y: float, number: int) -> Markup:
    """The mark of the player of that number."""
    shape = SHAPES[number % len(SHAPES)]
    return Markup('<path d="{}" transform="translate({:g} {:g})" fill="{}"/>').format(
        shape, x, y, colour(number)
    )


def _bar(y: float, group: PlayerGames, number: int) -> Markup:
    value = group.balance
    if not value:
        words = f"none of {group.games} games ended"
        return _mark(_x(0), y, number) + text_at(_x(0) + 10, y + 4, words, "start")
    ended = f"{group.games - group.cut} of {group.games} games ended"
    said = f"{group.player}: {interval(value, share=True)}, {ended}"
    drawn = Markup("")
    if value.low is not None and value.high is not None:
        line = Markup('<path d="M{:g} {:g}H{:g}" stroke="{}" stroke-width="2"/>')
        drawn = line.format(_x(value.low), y, _x(value.high), colour(number))
    return Markup("<g><title>{}</title>{}{}</g>").format(
        said, drawn, _mark(_x(value.value), y, number)
    )
