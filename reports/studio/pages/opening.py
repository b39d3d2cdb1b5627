"""The common part of Analyse and Play: a game from a link, its settings as a form."""

from __future__ import annotations

from typing import Any, NamedTuple

from fastapi import Request

from ruleproof.models.boards.boards import KINDS
from ruleproof.models.claims.claims import Claim
from ruleproof.models.claims.claims import table as claims_of
from ruleproof.models.play.game import Game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.settings import Setting
from ruleproof.reports.studio.answers.told import position_told
from ruleproof.reports.studio.asked import after_moves, first_asked, game_asked
from ruleproof.reports.studio.gate.limits import Limits
from ruleproof.reports.studio.links import opened
from ruleproof.reports.studio.rendering import all_games, paints
from ruleproof.reports.wording.words import how_it_is_played

_LISTED = 64
"""A setting with more numbers than this is typed, not chosen from a list."""


class SettingChoice(NamedTuple):
    """A setting as a form shows it: what can be chosen, with its meaning, and what is."""

    setting: Setting
    options: list[tuple[str, str]]
    chosen: str


def choices(game: Game) -> list[SettingChoice]:
    """Every setting of the game as a part of a form; without options it is typed."""
    found: list[SettingChoice] = []
    for setting in game.rulebook.settings:
        values = setting.values
        options = [
            (str(value), "" if isinstance(values, range) else values[str(value)])
            for value in setting.choices
        ]
        listed = options if len(options) <= _LISTED else []
        found.append(SettingChoice(setting, listed, str(game.settings[setting.name])))
    return found


def claim_shown(game: Game, known: str) -> Claim | None:
    """The claim of that number; None where the rules have none."""
    return next((claim for claim in claims_of(game) if claim.id == known), None)


def shown(request: Request, limits: Limits) -> dict[str, Any]:
    """The names that the templates of Analyse and Play use. Raises `Refusal`."""
    link = opened(request.query_params, all_games(request)[0].name)
    game = game_asked(link.asked, limits)
    first = first_asked(game, link.asked.start)
    whole = after_moves(first, link.asked.line)
    here = after_moves(first, link.asked.line[: link.at])
    told = position_told(here, flip=link.flip)
    return {
        "game": game.rulebook,
        "play": how_it_is_played(game.rulebook),
        "told": told,
        "doubt": any(move.text not in move.cells for move in told.moves),
        "choices": choices(game),
        "claim": claim_shown(game, link.claim),
        "kinds": [kind for kind in KINDS if kind.name in game.rulebook.boards],
        "opened": told.model_dump()
        | {
            "start": link.asked.start,
            "moves_played": list(link.asked.line),
            "whole_line": [one.model_dump() for one in position_told(whole).line],
            "at": link.at,
            "claim": link.claim,
            "flip": link.flip,
            "paints": paints(game.players),
            "from_start": Position.start(game).text == first.text,
        },
    }
