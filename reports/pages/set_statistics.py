"""A set's statistics as one page: counts, ratings against successes, relatives drawn side by side.

The page stands alone, without scripts, and the same set gives the same bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from ruleproof.models.cells import each
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.puzzles.puzzle import Puzzle, position_of
from ruleproof.puzzles.rating.tenths import Tenth
from ruleproof.puzzles.telling.counts import counted, in_order, solved_shares, successes
from ruleproof.puzzles.telling.relatives import Cluster, fought_over
from ruleproof.reports.drawing.plots import Bar, Dot, Series, bars, scatter
from ruleproof.reports.drawing.svg import svg
from ruleproof.reports.pages.page import article, page
from ruleproof.reports.wording import words

CAPTIONS = {
    "stipulation": "What is asked",
    "theme": "Themes",
    "level": "Levels, from the easiest to the hardest",
    "rating": "Ratings",
    "turns": "Turns of the solver",
    "worth": "Worth, of 100",
    "unique": "Alone right: the first turn, or the whole line",
    "continuations": "Continuations: tight, or loose",
}
"""The plots, in their order, each with its caption."""
ALIKE = {
    "line": "the same line on nearly the same board",
    "fight": "the same fight, whatever stands elsewhere",
}
"""The kinds of likeness, in words."""
WHOSE = {"simulated": "simulated solvers", "people": "people"}
"""Those whose successes are shown, in words."""
SEEN = 8
"""So many puzzles of a cluster are seen at once; the rest unfolds."""


class Drawn(NamedTuple):
    """A puzzle of a cluster: its number in the set, its drawing, and the puzzle."""

    number: int
    drawing: Markup
    puzzle: Puzzle


class Successes(NamedTuple):
    """The successes of simulated solvers or people, at puzzles whose ratings are theirs: who they
    are, in one word and in words, a plot, and the tenths.
    """

    by: str
    whose: str
    scatter: Markup
    tenths: Sequence[Tenth]


class DrawnFamily(NamedTuple):
    """A cluster for the page: what its puzzles ask for, how they are alike, and the puzzles."""

    asked: str
    alike: str
    seen: Sequence[Drawn]
    folded: Sequence[Drawn]


def statistics_page(puzzles: Sequence[Puzzle], clusters: Sequence[Cluster]) -> str:
    """The page of a set that is not empty, with the clusters that `relatives` finds in it. Raises
    `TextError` for a rating beyond all measure.
    """
    titles = [rulebook(name).title for name in dict.fromkeys(one.game for one in puzzles)]
    shown = {
        "puzzles": len(puzzles),
        "boards": list(dict.fromkeys(one.board for one in puzzles)),
        "rated": sum(one.rating is not None for one in puzzles),
        "plots": list(_plots(puzzles).items()),
        "successes": [one for by in WHOSE if (one := _successes(puzzles, by))],
        "relatives": [_family(cluster, puzzles) for cluster in clusters],
        "related": sum(len(cluster.puzzles) for cluster in clusters),
    }
    lead = "What the set holds, how hard it is, and which of its puzzles are alike."
    chapter = article("set_statistics.html.jinja", puzzles[0].ready(), shown)
    return page(f"Puzzles of {', '.join(titles)}", lead, [chapter])


def _plots(puzzles: Sequence[Puzzle]) -> dict[str, Markup]:
    """A plot of each count, by its caption."""
    counts = in_order(counted(puzzles))
    return {
        caption: bars(caption, [Bar(row, many / len(puzzles), f"{many:,}") for row, many in rows])
        for name, caption in CAPTIONS.items()
        if (rows := counts.get(name))
    }


def _successes(puzzles: Sequence[Puzzle], by: str) -> Successes | None:
    """The successes of those whose ratings they are; None where no rating is theirs."""
    shares, found = solved_shares(puzzles, by), successes(puzzles, by)
    return Successes(by, WHOSE[by], _scatter(shares, found, WHOSE[by]), found) if found else None


def _scatter(shares: Sequence[tuple[float, float]], tenths: Sequence[Tenth], whose: str) -> Markup:
    """Ratings against successes, puzzle by puzzle, and the means of the tenths."""
    many = Counter(shares)
    each_one = [
        Dot(value, share, f"{words.counted(count, 'puzzle')}: rated {value:g}, {share:.0%} solved")
        for (value, share), count in sorted(many.items())
    ]
    means = [Dot(one.rating, one.solved, _said(one), one.low, one.high) for one in tenths]
    series = [Series("a puzzle", each_one, faint=True), Series("a tenth", means, joined=True)]
    title = f"The share of attempts of {whose} that solve a puzzle, by its rating"
    return scatter(title, series, across="rating", up="attempts that solve it")


def _said(tenth: Tenth) -> str:
    many = words.counted(tenth.puzzles, "puzzle")
    return f"{many}: rated {tenth.rating:.0f} in the mean, {tenth.solved:.0%} solved"


def _family(cluster: Cluster, puzzles: Sequence[Puzzle]) -> DrawnFamily:
    drawn = [_drawn(place + 1, puzzles[place]) for place in cluster.puzzles]
    asked = puzzles[cluster.puzzles[0]].stipulation
    turns = f" within {words.counted(asked.turns, 'turn')}" if asked.turns else ""
    alike = "; ".join(ALIKE[kind] for kind in cluster.alike)
    return DrawnFamily(asked.name + turns, alike, drawn[:SEEN], drawn[SEEN:])


def _drawn(number: int, puzzle: Puzzle) -> Drawn:
    position = position_of(puzzle)
    names = [position.game.board.names[cell] for cell in each(fought_over(puzzle))]
    title = f"Puzzle {number}, {puzzle.id}"
    return Drawn(number, Markup(svg(position, highlight=names, title=title, style=False)), puzzle)
