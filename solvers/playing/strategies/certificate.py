"""Certificates: files that prove a value by the rules alone.

strategy   for one side (`mover`: whoever moves first, `other`, or with more than two players a
           player alone or all the `others`), a move at every position it reaches, whatever the
           others do
rank       the plies that the move is meant for, see `playing/strategies/by_rules.py`
claim      a win is one strategy, a draw two that never lose, a margin two that hold it; bounds of
           a value are a strategy for each that says something; that there is no win within so many
           plies is one strategy, which holds out that long; with more players each one's points are
           two strategies, his own and that of all others

The file is JSON, a value a line, compressed if it is long: a header, then for each strategy a line
that says whose it is and one `[position, move, rank]` per position.
`solvers/verify/certificates.py` reads it. The distance that a certificate claims is proved as a
bound: the win comes within so many plies.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from ruleproof.models.files.writing import write_whole
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State
from ruleproof.models.rulebooks.assumed import Assumed
from ruleproof.solvers.playing.strategies.by_rules import Effort, Promise, Reply, TooMany, strategy
from ruleproof.solvers.playing.strategies.condensed import condensed
from ruleproof.solvers.playing.values.oracle import Oracle
from ruleproof.solvers.playing.values.scale import OUTCOMES
from ruleproof.solvers.work.formats import STRATEGIES

_LONG = 1 << 20
"""Bytes beyond which a file is compressed."""
_LOOKED_AT = 1 << 13
"""Positions looked at for strategies by the rules alone, where the game gives more than these."""
_SIGNS = {word: sign for sign, word in OUTCOMES.items()}
_LINE, _COPIES, _OFTEN = 64, 4, 256
"""Bytes of a line without its text; how often the text is there while the file is written; lines
between two looks at the ledger.
"""


class ValueClaim(NamedTuple):
    """The claim of a certificate about a position: its value; or, if that is None, `bounds` of it,
    and that the side to move does not win within so many plies. `within`: the plies that a win
    takes at most, if they are known.
    """

    value: Any
    bounds: tuple[Any, Any] = (None, None)
    within: int | None = None
    no_win_within: int | None = None


def promises(game: Game, state: State, claim: ValueClaim) -> list[Promise]:
    """The proof obligations of the claim about a position, strategy by strategy."""
    if len(game.players) > 2:
        found: list[Promise] = []
        for player, points in enumerate(claim.value):
            alone = 1 if state.side == player else -1
            name = game.players[player]
            own = {"side": "alone", "player": name, "points": f">={points}"}
            all_others = {"side": "others", "player": name, "points": f"<={points}"}
            found.append(Promise(own, alone, points, ends=True))
            found.append(Promise(all_others, -alone, -points, ends=True))
        return found
    low, high = claim.bounds if claim.value is None else (claim.value, claim.value)
    if not game.rulebook.scored:
        low, high = _SIGNS[low], _SIGNS[high]
    elif state.side:
        low, high = (None if end is None else -end for end in (high, low))
    found = []
    for side, owner, end in (("mover", 1, low), ("other", -1, high)):
        least = None if end is None else owner * end
        if least is not None and (game.rulebook.scored or least >= 0):
            ends = least > 0
            header = {"side": side, "least": least}
            found.append(Promise(header, owner, least, ends, claim.within if ends else None))
    if claim.no_win_within is not None:
        header = {"side": "other", "least": 0, "plies": claim.no_win_within}
        found.append(Promise(header, -1, 0, ends=False, plies=claim.no_win_within))
    return found


class Written(NamedTuple):
    """A certificate that was written: its number of entries, and what it takes as given."""

    entries: int
    assumes: tuple[Assumed, ...]


def write(
    path: Path, game: Game, state: State, claim: ValueClaim, oracles: Sequence[Oracle]
) -> Written:
    """Writes the certificate of a claim.

    `oracles`: one, or with more than two players one for each. The file appears whole or not at
    all. Raises `TextError` where it cannot be written, `Stopped`, and `MemoryError` where a ledger
    of the oracles has no room for it.
    """
    claimed = {"value": claim.value, "distance": None if game.rulebook.scored else claim.within}
    if claim.value is None:
        claimed["bounds"] = list(claim.bounds)
    if claim.no_win_within is not None:
        claimed["no_win_within"] = claim.no_win_within
    head: dict[str, Any] = {
        "format": STRATEGIES,
        "version": version("ruleproof"),
        "rules": game.rulebook.sources,
        "game": game.name,
        "board": game.board.text,
        "settings": game.settings,
        "position": notation.show(game, state),
        "claim": claimed,
    }
    needed = [] if game.over(state) else promises(game, state, claim)
    given = game.given if claim.no_win_within is None else None
    effort = Effort(_LOOKED_AT if given else None)
    assumes: tuple[Assumed, ...] = ()
    try:
        lines, total = _body(game, state, needed, oracles, partial(strategy, effort=effort))
    except TooMany:
        assert given is not None
        head["given"] = True
        assumes = (Assumed("given", given.words),)
        lines, total = _body(game, state, needed, oracles, partial(condensed, given=given))
    text = "\n".join([json.dumps(head), *lines, ""]).encode()
    write_whole(path, gzip.compress(text, 6, mtime=0) if len(text) > _LONG else text)
    for oracle in oracles:
        oracle.ledger.hold("strategy", 0)
        oracle.ledger.hold("lines", 0)
    return Written(total, assumes)


def _body(
    game: Game,
    state: State,
    needed: Sequence[Promise],
    oracles: Sequence[Oracle],
    find: Callable[[Oracle, State, Promise], Mapping[State, Reply]],
) -> tuple[list[str], int]:
    """The lines of the strategies, and the number of their entries."""
    lines: list[str] = []
    total = size = 0
    for number, promise in enumerate(needed):
        oracle = oracles[number // 2 if len(oracles) > 1 else 0]
        entries = find(oracle, state, promise)
        total += len(entries)
        lines.append(json.dumps(promise.header | {"entries": len(entries)}))
        for at, entry in entries.items():
            row = [notation.show(game, at), game.show_move(entry.move), entry.rank]
            lines.append(json.dumps(row))
            size += _LINE + _COPIES * len(lines[-1])
            if len(lines) % _OFTEN == 0:
                oracle.ledger.hold("lines", size)
    return lines, total
