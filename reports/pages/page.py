"""The HTML report: one file that stands alone, on any screen, with or without a mouse.

chapter   the part of a page about one game
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import version
from importlib.resources import files
from itertools import count
from typing import Any, NamedTuple

from jinja2 import Environment
from markupsafe import Markup

from ruleproof.models.play.game import Game
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.reports.drawing.figures import LONGEST_STRIP, steps_css
from ruleproof.reports.drawing.palette import BOARD_CSS, Tone, tone
from ruleproof.reports.examining.findings import Findings
from ruleproof.reports.pages.rows import section
from ruleproof.reports.wording import words
from ruleproof.reports.wording.templates import ALWAYS, environment


def byline(book: Rulebook) -> str:
    """The author and the subject of the game."""
    about = words.capital(book.about)
    return ". ".join(part for part in (book.author, about) if part) + "."


class Chapter(NamedTuple):
    """One game's part of a page, ready to be put in: HTML."""

    facts: str
    card: str
    article: str


@lru_cache(maxsize=1)
def _environment() -> Environment:
    return environment("ruleproof.reports.pages")


def macros(name: str, game: Game, studio: str | None = None) -> Any:
    """The macros of a template, for a page about the game that links to the studio at that address,
    if any.
    """
    numbers = count(1)

    def fresh() -> str:
        return f"{game.name}-s{next(numbers)}"

    def paint(name: str) -> Tone:
        return tone(name, game.players)

    given = ALWAYS | {"byline": byline, "fresh": fresh, "tone": paint, "studio": studio}
    return _environment().get_template(name).make_module(given)


def article(name: str, game: Game, shown: Any) -> Chapter:
    """The chapter that a template makes of what a page shows, about this game and no other."""
    parts = macros(name, game)
    return Chapter(str(parts.facts(shown)), "", str(parts.article(shown)))


def chapter(findings: Findings, *, alone: bool = False, studio: str | None = None) -> Chapter:
    """The chapter of one game; `alone` if the page has no other. `studio`: the address of a studio
    that games and positions are opened in, None for none.
    """
    parts = macros("chapter.html.jinja", findings.game, studio)
    shown = section(findings)
    return Chapter(
        str(parts.facts(shown)), str(parts.card(shown)), str(parts.article(shown, alone))
    )


def page(
    title: str,
    lead: str,
    chapters: Sequence[Chapter],
    home: str = "",
    back: str = "index.html",
    *,
    longest: int = LONGEST_STRIP,
) -> str:
    """The report as one HTML file without anything from outside; `home` is the title of the page
    `back` that it leads back to, if any, and `longest` the number of moves that a line to step
    through has at most.
    """
    sheet = files("ruleproof.reports.pages").joinpath("page.css").read_text(encoding="utf-8")
    style = sheet + steps_css(longest) + BOARD_CSS
    return (
        _environment()
        .get_template("page.html.jinja")
        .render(
            title=title,
            lead=lead,
            home=home,
            back=back,
            chapters=[Chapter(*map(Markup, one)) for one in chapters],
            style=Markup(style),
            version=version("ruleproof"),
        )
    )
