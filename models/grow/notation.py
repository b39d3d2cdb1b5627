"""Grow's positions and moves as text.

`r0` a space with a tail alone, `b2` one with two heads, `r3''` one with three of which two are
spent. `turn=N`: the N-th head of the setup is to be put down. `began=a1,b1@c2`: the spaces the
mover had when his turn began, unless they are those of the picture, and the one he has dropped on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ruleproof.models.cells import Cells, each
from ruleproof.models.errors import TextError, offer
from ruleproof.models.grow import rules
from ruleproof.models.grow.counts import DIGITS, Counts
from ruleproof.models.play.game import Game
from ruleproof.models.play.notation import number_word

SPENT = "'"
_TOKEN = re.compile(r"([a-z])(0|[1-9][0-9]{0,2})('*)", re.ASCII)


def heads_on(heads: Counts, space: int) -> int:
    """Return how many heads are on the space."""
    return sum((digit >> space & 1) << place for place, digit in enumerate(heads))


def counts_of(heads: Mapping[int, int]) -> Counts:
    """Return the count per space of the numbers of heads."""
    return tuple(
        sum(1 << space for space, many in heads.items() if many >> place & 1)
        for place in range(DIGITS)
    )


def owner(state: Any, space: int) -> int | None:
    """The player whose stones are on the space, or None."""
    for player in range(4):
        if rules.spaces_of(state, player) >> space & 1:
            return player
    return None


def write_cell(game: Game, state: Any, space: int) -> str:
    """The token of a space."""
    player = owner(state, space)
    if player is None:
        return "."
    spent = heads_on(state.spent, space)
    return f"{_letters(game)[player]}{heads_on(state.ready, space) + spent}{SPENT * spent}"


def cell_words(game: Game, token: str) -> str:
    """A space in words: its owner, the heads on it, and how many of them are spent."""
    match = _TOKEN.fullmatch(token)
    if not match or match[1] not in _letters(game):
        return token
    name, heads = game.players[_letters(game).index(match[1])].capitalize(), int(match[2])
    if not heads:
        return f"{name}, a tail"
    told = f"{name}, {heads} head{'s' * (heads > 1)}"
    return f"{told}, {len(match[3])} spent" if match[3] else told


def legend(game: Game) -> str:
    """The meaning of the tokens, in one line."""
    owners = ", ".join(_letters(game))
    names, one = ", ".join(name.capitalize() for name in game.players), game.players[0][0]
    return f"{owners}: {names}  {one}2: two heads  {one}2{SPENT}: one of them spent  {one}0: a tail"


def _letters(game: Game) -> str:
    return "".join(name[0] for name in game.players)


def write_keys(game: Game, state: Any) -> dict[str, str]:
    """The keys of a position: its facts beside the picture."""
    setup = 0 < state.turn < len(game.players)
    keys = {
        "turn": str(state.turn + 1) if setup else "",
        "dropped": "yes" if state.dropped else "no",
    }
    if game.settings["stall"] == "score":
        keys["empty-turns"] = str(state.empty_turns)
    if game.settings["order"] == "simultaneous":
        same = state.began == rules.own(state) and not state.landing
        drop = "".join("@" + game.board.names[space] for space in each(state.landing))
        keys["began"] = "" if same else _names(game, state.began) + drop
    return keys


def _names(game: Game, spaces: Cells) -> str:
    return game.board.name_of(spaces).replace(" ", ",")


def read_cells(game: Game, tokens: Mapping[int, str], side: int, keys: Mapping[str, str]) -> Any:
    """The state of the tokens and keys; `TextError` for text that shows none, or for a `turn` that
    disagrees with the picture.
    """
    letters = _letters(game)
    spaces = [0, 0, 0, 0]
    ready: dict[int, int] = {}
    spent: dict[int, int] = {}
    for space, token in tokens.items():
        if token == ".":
            continue
        match = _TOKEN.fullmatch(token)
        if not match or match[1] not in letters or int(match[2]) > game.board.size:
            some = offer([".", *(letter + "1" for letter in letters)])
            raise TextError(
                f"{game.board.names[space]} holds {some} …, the owner and the number of heads, "
                f"at most {game.board.size}, with a {SPENT} for each one spent: {token!r}"
            )
        heads, marks = int(match[2]), len(match[3])
        if marks > heads:
            raise TextError(f"{game.board.names[space]} has more {SPENT} than heads: {token!r}")
        spaces[letters.index(match[1])] |= 1 << space
        ready[space], spent[space] = heads - marks, marks
    red, blue, green, yellow = spaces
    state = rules.State(
        red=red,
        blue=blue,
        green=green,
        yellow=yellow,
        ready=counts_of(ready),
        spent=counts_of(spent),
        began=0,
        landing=0,
        side=side,
        turn=sum(map(bool, spaces)),
        dropped=_dropped(keys),
        empty_turns=number_word("empty-turns", keys.get("empty-turns", "0"), 0, len(game.players)),
    )
    _check_turn(state.turn, keys["turn"], len(game.players))
    began, landing = _began(game, state, keys.get("began", ""))
    return state._replace(began=began, landing=landing)


def _dropped(keys: Mapping[str, str]) -> int:
    words = ("no", "yes")
    if keys["dropped"] not in words:
        raise TextError(f"dropped takes {offer(words)}: {'dropped=' + keys['dropped']!r}")
    return words.index(keys["dropped"])


def _check_turn(turn: int, text: str, players: int) -> None:
    """`TextError` unless a `turn` that is given is the one that the picture shows."""
    if text and (turn >= players or text != str(turn + 1)):
        shown = f"turn {turn + 1} of the setup" if turn < players else "a board already set up"
        raise TextError(
            f"turn counts the setup's drops from 1, the picture shows {shown}: {text!r}"
        )


def _began(game: Game, state: Any, text: str) -> tuple[Cells, Cells]:
    """The mover's spaces when his turn began, and the one he has dropped on."""
    if game.settings["order"] != "simultaneous":
        return 0, 0
    if not text:
        return (0 if rules.setting_up(game.rules, state) else rules.own(state)), 0
    before, drop, landing = text.partition("@")
    began = game.board.set_of(before.split(","))
    return began, 1 << game.board.cell(landing) if drop else 0


def move_words(game: Game, move: int) -> str:
    """The words beside a micro-move, of drops alone: the others' texts say it all."""
    return "a head is dropped" if move < rules.END else ""
