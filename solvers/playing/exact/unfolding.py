"""Values as they become known, for every move of a position or every position of a line.

Each question is asked again and again with more positions allowed, so that easy answers come first
and nobody waits for a hard one. Bounds only narrow, and each one is proved.

>>> from ruleproof.models.play.game import game
>>> position = Position.start(game("esgros", "path:3"))
>>> last = {worth.move: worth for worth in moves_unfolding(position)}
>>> [(move, one.value, one.distance) for move, one in sorted(last.items())]
[('a1', 'draw', None), ('b1', 'win', 3), ('c1', 'draw', None)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ruleproof.models.play.game import Game, State
from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.exact.asking import COMPILED, kind_of
from ruleproof.solvers.playing.exact.small import load_searches, plainly
from ruleproof.solvers.playing.values.oracle import GIGABYTE, Oracle, relation
from ruleproof.solvers.playing.values.questions import above, settle
from ruleproof.solvers.playing.values.scale import (
    ANYTHING,
    Bounds,
    distance,
    reading,
    seen_from,
    sign,
)
from ruleproof.solvers.work.progress import Deadline, Listener, Stopped, silent

_FIRST, _TIMES = 1 << 12, 4
"""Positions that a question may cost in the first round, and the factor of the next."""
_SMALL, _LARGE = 1 << 16, 1 << 20
"""Limits on positions: of the table tried before the search for forced wins, and of the one after.
"""
_LONGEST = 1 << 16
"""Positions that a question may cost before the larger table is tried."""
_NEVER = 1 << 62


class Worth(NamedTuple):
    """The known worth of a position for its player to move, or of a move for the player who makes
    it.

    `value`, `bounds`: `win`, `draw`, `loss`, in scored games of two the first player's margin, with
    more players the mover's own points against all the others; `value` is None until it is known;
    an end of `bounds` is None while no bound is known. `distance`: plies to the end with the move,
    None until known. `low` and `high` are the bounds on the scale of solvers, greater being better
    for the mover. `place`: the number of the position along its line, 0 for moves. `by_repetition`:
    neither side wins but by a rule of repetition, so that no search tells the value.
    """

    move: str
    value: str | int | None
    distance: int | None
    bounds: tuple[Any, Any]
    low: int
    high: int
    place: int = 0
    by_repetition: bool = False

    @property
    def settled(self) -> bool:
        """Whether the value is known, and how soon the game ends."""
        return self.low == self.high

    @property
    def finished(self) -> bool:
        """Whether nothing is left that a search could find out."""
        return self.settled or self.by_repetition


@dataclass
class _Question:
    """A position to value, and the report of its known worth."""

    state: State
    place: int
    move: str = ""
    relation: int | None = None
    bounds: Bounds = field(default_factory=Bounds)


def moves_unfolding(
    position: Position,
    *,
    memory: int = GIGABYTE,
    time: float | None = None,
    compiles: bool = True,
    progress: Listener = silent,
) -> Iterator[Worth]:
    """Yields the known worth of each legal move, again whenever more is known of it.

    Ends when all is known or the time is up; at once if it would have to compile, unless it may.
    `progress` may raise an exception to end it sooner.
    """
    game, state = position.game, position.state
    party = state.side if len(game.players) > 2 else -1
    questions = [
        _Question(after, 0, game.show_move(move), relation(game, party, state, after))
        for move in position.legal_moves()
        for after in [position.after(move).state]
    ]
    try:
        small = plainly(position, memory=memory, time=time, progress=progress)
    except (Stopped, KeyboardInterrupt):
        return
    if small:
        for question in questions:
            settle(small[party], question.state, question.bounds)
            yield _worth(small[party], state, question)
        return
    may = compiles or kind_of(game) in COMPILED
    if not may or not _compiled_for(position, progress):
        return
    deadline = Deadline(time)
    for search, most in _searches(game, party, memory, deadline, progress):
        yield from _rounds(search, state, questions, most)
        if deadline.passed or not _open(questions):
            return


def line_unfolding(
    line: Sequence[Position],
    *,
    memory: int = GIGABYTE,
    time: float | None = None,
    most: int | None = None,
    progress: Listener = silent,
) -> Iterator[Worth]:
    """Yields the known worth of each position of a line of play, for its side to move. The last
    positions, which are the easiest, come first. Ends as `moves_unfolding` does, and where each
    question has cost so many positions, if `most` is given: the same line then tells the same. Only
    for games of two players.
    """
    game = line[0].game
    if not _compiled_for(line[0], progress):
        return
    deadline = Deadline(time)
    questions = [_Question(one.state, place) for place, one in enumerate(line)][::-1]
    for search, allowed in _searches(game, -1, memory, deadline, progress, most):
        yield from _rounds(search, None, questions, allowed)
        if deadline.passed or not _open(questions):
            return


def together(position: Position, worths: Iterable[Worth]) -> Worth:
    """Combines the worths of one or more moves into that of the position: its mover takes the best;
    a move whose worth is missing may be better still.
    """
    known = list(worths)
    missing = len(known) < len(position.legal_moves())
    high = ANYTHING[1] if missing else max(one.high for one in known)
    bounds = Bounds(max(one.low for one in known), high)
    party = position.state.side if len(position.game.players) > 2 else -1
    told = _told(position.game, position.state, party, bounds, "", 0)
    if missing or told.settled or bounds.low > 0 or not all(one.finished for one in known):
        return told
    return told._replace(by_repetition=any(one.by_repetition for one in known))


def _compiled_for(position: Position, progress: Listener) -> bool:
    """Compiles the searches of a position, and returns False after Ctrl-C."""
    load_searches()
    from ruleproof.solvers.playing.exact.searching import compile_for

    return compile_for(position, progress)


def _searches(
    game: Game,
    party: int,
    memory: int,
    deadline: Deadline,
    progress: Listener,
    limit: int | None = None,
) -> Iterator[tuple[Oracle, int]]:
    """Yields the solvers in turn, each with the positions that it may spend on a question: where
    play can return and only wins count, a small table, forced wins, a larger table, and forced wins
    without a limit. With a `limit` on these positions, only those that keep it.
    """
    from ruleproof.solvers.playing.exact.searching import ProofSearch, ValueTable, oracle

    if game.acyclic or game.rulebook.scored or party >= 0:
        most = _FIRST if game.acyclic else limit
        search = oracle(
            game, memory=memory, deadline=deadline, progress=progress, party=party, most=most
        )
        yield search, limit or _NEVER
        return

    def table(most: int) -> ValueTable:
        return ValueTable(game, memory=memory // 2, deadline=deadline, progress=progress, most=most)

    yield table(min(_SMALL, limit or _SMALL)), _NEVER
    proofs = ProofSearch(
        game, memory=memory // 2, deadline=deadline, progress=progress, most=_FIRST
    )
    yield proofs, min(_LONGEST, limit or _LONGEST)
    if limit:
        return
    yield table(_LARGE), _NEVER
    yield proofs, _NEVER


def _rounds(
    search: Oracle, root: State | None, questions: list[_Question], most: int
) -> Iterator[Worth]:
    """Asks all questions in turn until each is answered, the search gives up, or one has cost
    `most` positions.
    """
    from ruleproof.solvers.playing.exact.searching import ProofSearch, Searcher

    by_budget = isinstance(search, Searcher | ProofSearch)
    budget = _FIRST
    try:
        if root is not None:
            search.prepare(root)
    except (Stopped, MemoryError):
        return
    while budget <= most and _open(questions):
        for question in _open(questions):
            before = question.bounds.low, question.bounds.high
            if by_budget:
                search.allow(budget)
            stopped = _narrow(search, question)
            if (question.bounds.low, question.bounds.high) != before:
                yield _worth(search, root, question)
            if search.deadline.passed or (stopped and search.stopped_by):
                return
        if not by_budget:
            return
        budget *= _TIMES


def _narrow(search: Oracle, question: _Question) -> bool:
    """Narrows the bounds of a question: who wins first, then how soon. Returns whether the search
    was stopped.
    """
    state, bounds = question.state, question.bounds
    scored = search.game.rulebook.scored
    try:
        search.prepare(state)
        if scored or search.game.over(state) or sign(bounds.low) == sign(bounds.high):
            settle(search, state, bounds)
        else:
            above(search, state, bounds, 0)
            above(search, state, bounds, -1)
    except (Stopped, MemoryError):
        return True
    return False


def _open(questions: list[_Question]) -> list[_Question]:
    """The questions that are not answered."""
    return [one for one in questions if not one.bounds.exact]


def _worth(search: Oracle, root: State | None, question: _Question) -> Worth:
    """The known worth of a question, as seen by the player who moves before."""
    game, bounds = search.game, _sure(search.game, question)
    open_end = _by_repetition(game, question)
    if question.relation is None:
        told = _told(game, question.state, search.party, bounds, "", question.place)
        return told._replace(by_repetition=open_end)
    scored = int(game.rulebook.scored)
    ends = [
        end if end in ANYTHING else int(seen_from(end, 1, scored))
        for end in (bounds.low, bounds.high)
    ]
    if question.relation != 1:
        ends = [_negative(ends[1]), _negative(ends[0])]
    told = _told(game, root, search.party, Bounds(*ends), question.move, question.place)
    return told._replace(by_repetition=open_end)


def _by_repetition(game: Game, question: _Question) -> bool:
    """Whether the search found that neither side wins, which a rule of repetition may overturn."""
    bounds = question.bounds
    drawn = bounds.exact and not bounds.low
    return drawn and game.repetition_decides and not game.over(question.state)


def _negative(end: int) -> int:
    """The end of bounds as the other side sees it."""
    if end == ANYTHING[0]:
        return ANYTHING[1]
    return ANYTHING[0] if end == ANYTHING[1] else -end


def _sure(game: Game, question: _Question) -> Bounds:
    """The bounds, without those that a rule of repetition may overturn."""
    low, high = question.bounds.low, question.bounds.high
    if game.repetition_decides and not game.over(question.state):
        low, high = low or ANYTHING[0], high or ANYTHING[1]
    return Bounds(low, high)


def _told(game: Game, state: State, party: int, bounds: Bounds, move: str, place: int) -> Worth:
    """The bounds of the side to move in the state, in words."""
    if party < 0:
        low, high = reading(game, state, bounds)
    else:
        low, high = (None if end in ANYTHING else end for end in (bounds.low, bounds.high))
    value = low if low == high else None
    plies = distance(bounds.low) if bounds.exact and not game.rulebook.scored else None
    return Worth(move, value, plies, (low, high), bounds.low, bounds.high, place)
