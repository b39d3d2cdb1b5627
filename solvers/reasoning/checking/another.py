"""Further games that show what the game of a verdict shows, no two of them symmetric.

hit   a position, or a turn, that decides the claim as the verdict does
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from ruleproof.models.claims.asking import asking
from ruleproof.models.claims.claims import Claim, Verdict
from ruleproof.models.play.game import make_game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.solvers.playing.reach.explore import Reach
from ruleproof.solvers.reasoning.deciding.inquiry import hit_line
from ruleproof.solvers.reasoning.deciding.predicate_kernels import Compiled, Hit
from ruleproof.solvers.work.progress import Listener, Progress, silent

LIMIT = 1_500_000
"""The most positions looked at, as many as for a verdict."""
MOST = 3
"""The most games."""
_CHUNK = 1 << 10


class Other(NamedTuple):
    """Another game: its moves, and the stones on the board after it, before its last move if the
    claim is about turns.
    """

    line: list[str]
    stones: int


def others(
    book: Rulebook, claim: Claim, verdict: Verdict, progress: Listener = silent
) -> list[Other] | None:
    """The next games that show it, shortest first, of one length those with few stones first. None
    if the claim is not about single positions or turns.
    """
    asked = next(filter(None, map(asking, claim.obligations)), None)
    if asked is None or verdict.position or not verdict.witness:
        return None
    game = make_game(book, verdict.board, dict(verdict.settings))
    reach = Reach(game, symmetric=asked.symmetric, limit=LIMIT)
    agrees = partial(asked.shows, game)
    looks = Compiled(reach, asked.predicate, asked.when, asked.of_turns, int(asked.wanted))
    images, row = Reach(game).canonical, reach.engine.row
    seen = {images(row(Position.start(game).play(verdict.witness.split()).state)).tobytes()}
    told: list[Other] = []
    for hits in _levels(reach, looks, progress):
        for hit in sorted(hits, key=lambda one: one.stones):
            line = hit_line(reach, hit, agrees, asked.predicate)
            played = [game.show_move(move) for move in line]
            key = images(row(Position.start(game).play(played).state)).tobytes()
            if key not in seen:
                seen.add(key)
                told.append(Other(played, hit.stones))
            if len(told) == MOST:
                return told
    return told


def _levels(reach: Reach, looks: Compiled, progress: Listener) -> Iterator[list[Hit]]:
    """Yields the hits of each level, one from a position."""
    begin = 0
    while begin < reach.count:
        progress(Progress("positions", begin))
        hits: list[Hit] = []
        for first in range(begin, reach.count, _CHUNK):
            last = min(first + _CHUNK, reach.count)
            if looks.look(first, last)[0] >= 0:
                found = (looks.look(at, at + 1) for at in range(first, last))
                hits += [Hit(*map(int, one[:4])) for one in found if one[0] >= 0]
        yield hits
        begin = reach.count
        reach.advance()
