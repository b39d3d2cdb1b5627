"""The page of a tuning: all variants in one table, then a plot, then each variant by itself."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from ruleproof.models.play.game import Game
from ruleproof.reports.pages.page import article, byline, page
from ruleproof.reports.statistics.measures import lines, player_words
from ruleproof.reports.statistics.side_by_side import name_of, notes, side_by_side, value_words
from ruleproof.reports.statistics.tune_plot import plot
from ruleproof.reports.statistics.tuning import Tuned, statistics


def tuned_page(game: Game, rows: Tuned, command: str = "") -> str:
    """The page as HTML, of at least one row; `command`: the command line that makes it again."""
    drawn = Markup(plot(f"{rows.title}: what the first player gets", rows, alone=False))
    shown = contents(rows, game) | {"plot": drawn, "command": command}
    told = article("tuned.html.jinja", game, shown)
    return page(f"{rows.title}: variants side by side", byline(game.rulebook), [told])


def contents(rows: Tuned, game: Game | None = None) -> dict[str, Any]:
    """The names of a template for a tuning: the table of all variants, then each by itself."""
    table = side_by_side(rows)
    details = [
        {
            "name": name_of(row),
            "value": value_words(row),
            "players": [player_words(one.player) for one in statistics(row).groups],
            "rows": lines(statistics(row).groups),
        }
        for row in rows
    ]
    player = player_words(table.player)
    return {"table": table, "player": player, "details": details, "notes": notes(rows, game)}
