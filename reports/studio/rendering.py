"""Pages from templates: everything that comes from outside is escaped."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from importlib.metadata import version
from importlib.resources import files
from typing import Any

from fastapi import Request
from jinja2 import Environment
from starlette.responses import HTMLResponse, Response

from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.reports.drawing.palette import BOARD_CSS, NAMED, SLOTS, tone
from ruleproof.reports.pages.alone import MARKS
from ruleproof.reports.pages.page import byline
from ruleproof.reports.studio.gate.places import with_token
from ruleproof.reports.studio.gate.refusals import Refused
from ruleproof.reports.wording import words
from ruleproof.reports.wording.templates import environment

_IMPORT = re.compile(r'from "\./([^"]+)";')


@lru_cache(maxsize=1)
def _environment() -> Environment:
    found = environment("ruleproof.reports.studio", "templates")
    found.filters |= {"packed": packed}
    own: dict[str, Any] = {"counted": words.counted, "byline": byline, "version": version}
    own["modules"] = modules
    found.globals.update(own)
    return found


@lru_cache(maxsize=16)
def modules(name: str) -> tuple[str, ...]:
    """The names of all modules that a module of a page imports, so that browsers can fetch them
    before they have read any.
    """
    here = files("ruleproof.reports")
    folders = here.joinpath("studio", "static"), here.joinpath("web")
    found: dict[str, None] = {}
    waiting = [name]
    while waiting:
        one = waiting.pop()
        place = next(path for folder in folders if (path := folder.joinpath(one)).is_file())
        needs = _IMPORT.findall(place.read_text(encoding="utf-8"))
        waiting += [other for other in needs if other not in found]
        found |= dict.fromkeys(needs)
    return tuple(found)


def packed(value: Any) -> str:
    """The value as JSON, for an attribute that a script reads."""
    return json.dumps(value)


def all_games(request: Request) -> tuple[Rulebook, ...]:
    """The rulebooks of all games that can be played, for menus."""
    return request.app.state.offer.books


def rendered(request: Request, template: str, status: int = 200, **shown: Any) -> Response:
    """The page that a template makes of the given names."""
    text = (
        _environment()
        .get_template(template)
        .render(games=all_games(request), path=request.scope["path"], **shown)
    )
    return with_token(request, HTMLResponse(text, status), request.app.state.token)


def problem_page(request: Request, status: int, told: Refused) -> Response:
    """A page that explains a refusal."""
    return rendered(request, "problem.html.jinja", status, told=told, game=None)


@lru_cache(maxsize=1)
def _sheet() -> str:
    page = files("ruleproof.reports.pages").joinpath("page.css").read_text(encoding="utf-8")
    return page + MARKS + BOARD_CSS + _colours()


def _colours() -> str:
    """A class for each colour of a player, since pages may not carry styles of their own."""
    found = {name: tone(name) for name in NAMED}
    found |= {f"slot-{number}": tone(name) for number, name in enumerate(SLOTS)}
    return "".join(
        f".paint-{name}{{background:{paint.fill};border-color:{paint.rim}}}"
        for name, paint in found.items()
    )


def paints(players: tuple[str, ...]) -> list[str]:
    """The class that paints each player's colour."""
    return [
        f"paint-{name if name in NAMED else f'slot-{number % len(SLOTS)}'}"
        for number, name in enumerate(players)
    ]


def style() -> Response:
    """The style sheet that all pages of the system share."""
    return Response(_sheet(), media_type="text/css")
