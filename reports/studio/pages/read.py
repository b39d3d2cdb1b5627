"""Read: a game's rules as this system has them, with claims to check and reports to write."""

from __future__ import annotations

from typing import Any, NamedTuple

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from ruleproof.models.boards.boards import KINDS
from ruleproof.models.claims.claims import table as claims_of
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.puzzles.lessons import has_lessons
from ruleproof.reports.drawing.figures import picture
from ruleproof.reports.pages.analysing import analyse_link
from ruleproof.reports.studio.answers.told import tokens
from ruleproof.reports.studio.api.context import TheReports
from ruleproof.reports.studio.asked import book_asked
from ruleproof.reports.studio.gate.refusals import at
from ruleproof.reports.studio.pages.opening import choices
from ruleproof.reports.studio.rendering import all_games, paints, rendered
from ruleproof.reports.wording.words import how_it_is_played

router = APIRouter()


class ShownMove(NamedTuple):
    """An example of a move: its text, what it means, the drawing after it, and where to try it."""

    move: str
    means: str
    drawing: Markup
    link: str


@router.get("/read")
def read_first(request: Request, reports: TheReports) -> Response:
    """The rules of the game that the query names, as other pages take it, or of the first."""
    return read(request, request.query_params.get("game") or all_games(request)[0].name, reports)


@router.get("/read/{name}")
def read(request: Request, name: str, reports: TheReports) -> Response:
    """One game's rules."""
    with at("game"):
        book = book_asked(name)
    game = make_game(book, "", {})
    small = make_game(book, book.tour.board, dict(book.tour.settings))
    return rendered(
        request,
        "read.html.jinja",
        game=book,
        paints=list(zip(game.players, paints(game.players), strict=True)),
        kinds=[kind for kind in KINDS if kind.name in book.boards],
        tokens=tokens(game),
        start=picture(Position.start(game), title=f"The start of {book.title}"),
        taught=has_lessons(book.name),
        play=how_it_is_played(book),
        examples=examples(book),
        claims=claims_of(game),
        apply={claim.id for claim in claims_of(small) if claim.speaks_of(small)},
        asked=asked(small),
        board=small.board.text,
        choices=choices(game),
        written=list(reports.about(book.name)),
    )


def asked(game: Game) -> dict[str, Any]:
    """The game as the page's script names it in its requests."""
    return {"game": game.name, "board": game.board.text, "settings": game.settings}


def examples(book: Rulebook) -> list[ShownMove]:
    """Each example of a move, drawn after it is played."""
    found: list[ShownMove] = []
    for example in book.text.examples:
        game = make_game(book, example.board, dict(example.settings))
        first = Position.read(game, example.position) if example.position else Position.start(game)
        drawn = picture(first.play([example.move]), title=f"After {example.move}")
        start = "" if first.state == game.start() else first.text
        link = analyse_link(game, start=start, line=[example.move])
        found.append(ShownMove(example.move, example.means, drawn, link))
    return found
