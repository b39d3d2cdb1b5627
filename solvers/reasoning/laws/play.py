"""Laws of all positions together: no play comes back, no end beyond the limits, one worth for one
essence, what certificates take as given.

Each law is a function of a ground (`reasoning/laws/grounds.py`) that gives the states where it is
broken, with the breach.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from typing import Any, TypeAlias

import networkx as nx

from ruleproof.models.mistakes import authored
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.exact.everywhere import values_without_advice
from ruleproof.solvers.reasoning.laws.grounds import Ground
from ruleproof.solvers.reasoning.laws.positions import Breach
from ruleproof.solvers.work.progress import Deadline

Found: TypeAlias = Iterator[tuple[State, Breach]]
"""Bytes that a table of a small board may take."""


def acyclic(ground: Ground) -> Found:
    """No play comes back to a position, in a game that is declared to be acyclic."""
    for line in ground.lines:
        for ply, state in enumerate(line):
            if state in line[:ply]:
                yield state, _returns(ground.game, ply - line.index(state))
                break
    graph: Any = nx.DiGraph(
        [(state, after) for state, later in ground.after.items() for after in later]
    )
    cycles: list[set[State]] = [
        part
        for part in nx.strongly_connected_components(graph)
        if len(part) > 1 or any(graph.has_edge(state, state) for state in part)
    ]
    for part in cycles:
        state = min(part, key=lambda one: len(ground.positions[one].before))
        plies = min(
            1 + nx.shortest_path_length(graph, after, state)
            for after in graph[state]
            if after in part
        )
        yield state, _returns(ground.game, plies)


def _returns(game: Game, plies: int) -> Breach:
    """The breach that play comes back to a position after so many plies."""
    book = game.rulebook
    declared, play = book.declared.acyclic, book.rules.play
    if plies == 1:
        remedy = (
            f"let it make another position, or leave out `acyclic` ({authored(declared, book)})"
        )
        return Breach("a move leaves the position as it is", play, remedy)
    remedy = f"leave it out, or mend `play` ({authored(play, book)})"
    return Breach(f"play can come back to it in {plies} plies", declared, remedy)


def _ends(ground: Ground) -> dict[State, tuple[int, int]]:
    """For each state that an end can be reached from, the least and the greatest margin of the
    first player there.
    """
    game = ground.game
    before: dict[State, list[State]] = defaultdict(list)
    for state, later in ground.after.items():
        for after in later:
            before[after].append(state)
    ends: dict[State, tuple[int, int]] = {}
    for state in ground.ended():
        margin = game.payoff(state) * (1 if state.side == 0 else -1)
        ends[state] = margin, margin
    waiting = list(ends)
    while waiting:
        state = waiting.pop()
        for earlier in before[state]:
            low, high = ends.get(earlier, ends[state])
            wider = min(low, ends[state][0]), max(high, ends[state][1])
            if ends.get(earlier) != wider:
                ends[earlier] = wider
                waiting.append(earlier)
    return ends


def limits(ground: Ground) -> Found:
    """No game ends beyond the limits that advice gives any of its positions."""
    game = ground.game
    advice: Any = game.rulebook.advice

    def breach(state: State, low: int, high: int) -> Breach | None:
        least, most = advice.limits(game.field, game.rules, state)
        sign = 1 if state.side == 0 else -1
        low, high = sorted((sign * low, sign * high))
        if least <= low and high <= most:
            return None
        return Breach(
            f"games from here end with a margin from {low} to {high} for the side to move, and "
            f"the limits are {least} and {most}",
            advice.limits,
        )

    for line in ground.lines:
        end = line[-1]
        if game.over(end):
            margin = game.payoff(end) * (1 if end.side == 0 else -1)
            for state in line[:-1]:
                found = breach(state, margin, margin)
                if found:
                    yield state, found
    ends = _ends(ground)
    for state in ground.positions:
        ground.look()
        if state in ends and not game.over(state):
            found = breach(state, *ends[state])
            if found:
                yield state, found


def essence_of_images(position: Position) -> Iterator[Breach]:
    """The essence of an image under a symmetry is the image of the essence."""
    game, state = position.game, position.state
    if game.over(state):
        return
    advice: Any = game.rulebook.advice
    told = advice.essence(game.field, game.rules, state)
    for turn, swap in game.symmetries:
        image = game.image(state, turn, swap)
        if advice.essence(game.field, game.rules, image) != game.image(told, turn, swap):
            shown = notation.show(game, image)
            yield Breach(
                f"the essence of its image {shown!r} is no image of its own", advice.essence
            )


def essence(ground: Ground) -> Found:
    """Positions of one essence are worth the same and end as soon; images have image essences."""
    for state, position in ground.positions.items():
        ground.look()
        for breach in essence_of_images(position):
            yield state, breach
    if ground.complete:
        yield from worths_of_essences(ground.game, ground.deadline)


def worths_of_essences(game: Game, deadline: Deadline | None = None) -> Found:
    """All positions of one essence are worth the same and end as soon."""
    advice: Any = game.rulebook.advice
    worth: dict[Any, tuple[Any, State]] = {}
    for state, value in values_without_advice(game, deadline):
        if game.over(state):
            continue
        told = advice.essence(game.field, game.rules, state)
        other, first = worth.setdefault(told, (value, state))
        if other != value:
            what = f"it has the essence of {notation.show(game, first)!r}, but another worth"
            yield state, Breach(what, advice.essence)


def given(ground: Ground) -> Found:
    """From positions alike play is the same, and no play leads beyond what is certain."""
    game = ground.game
    facts = game.given
    if facts is None or not ground.complete:
        return
    by: Callable[..., Any] | None = game.rulebook.declared.given
    courses: dict[Hashable, tuple[Any, State]] = {}
    for state, later in ground.after.items():
        ground.look()
        mark = facts.alike(game, state)
        goes_on = frozenset(facts.alike(game, after) for after in later) - {mark}
        course = game.over(state), goes_on, tuple(facts.certain(game, state))
        other, first = courses.setdefault(mark, (course, state))
        if other != course:
            what = f"it is alike to {notation.show(game, first)!r}, but play goes on otherwise"
            yield state, Breach(what, facts.alike)
    for state, scores in _scores(ground).items():
        for player, (low, high) in enumerate(facts.certain(game, state)):
            least, most = scores[player]
            if not low <= least <= most <= high:
                what = (
                    f"{game.players[player]} ends with {least} to {most} points, and {low} to "
                    f"{high} are told to be certain"
                )
                yield state, Breach(what, by)


def _scores(ground: Ground) -> dict[State, list[tuple[int, int]]]:
    """The least and the most points that each player can end with, in a game without cycles."""
    game, players = ground.game, range(len(ground.game.players))
    found: dict[State, list[tuple[int, int]]] = {}
    for first in ground.after:
        waiting = [first]
        while waiting:
            state = waiting[-1]
            open_ones = [after for after in ground.after[state] if after not in found]
            if state not in found and open_ones:
                waiting += open_ones
                continue
            waiting.pop()
            later = ground.after[state]
            if not later:
                points = [game.score(state, player) for player in players]
                found[state] = list(zip(points, points, strict=True))
            else:
                found[state] = [
                    (min(found[q][one][0] for q in later), max(found[q][one][1] for q in later))
                    for one in players
                ]
    return found
