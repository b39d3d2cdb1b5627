"""Games and sweeps held against claims by the rules as plain Python, to check certificates.

shown   what a line of moves from the start shows: that a claim fails, or that something happens
swept   all positions that play reaches, one after the other and without symmetry

Nothing here is shared with what decides claims (`solvers/prove_*.py`, compiled): two readings of
what an obligation means must agree for a certificate to pass.
"""

# predicates and states are a game's own
# pyright: basic

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ruleproof.models import claims
from ruleproof.models.claims import Obligation, Outcome
from ruleproof.models.game import Game, State
from ruleproof.models.notation import cell_text


class TooMany(Exception):
    """More positions than may be looked at."""


# Games


def shown(game: Game, other: Game | None, obligation: Obligation, line: Sequence[int]) -> bool:
    """Whether the legal line shows what one game can show of the obligation: that `Always`,
    `EveryTurn`, `Ends`, `Symmetric` or `Same` (with regard to the `other` settings) fails, that
    `Sometimes`, `SomeTurn` or `Endless` comes about.
    """
    states = [game.start()]
    for move in line:
        states.append(game.play(states[-1], move))
    last = states[-1]
    if isinstance(obligation, claims.Always):
        return _meets(game, obligation.when, last) and not _holds(game, obligation.holds, last)
    if isinstance(obligation, claims.Sometimes):
        return _holds(game, obligation.shows, last)
    if isinstance(obligation, claims.Ends | claims.Endless):
        keys = [_key(state, obligation.ignoring) for state in states]
        return keys[-1] in keys[:-1]
    if isinstance(obligation, claims.Symmetric):
        return not symmetric(game, last)
    if isinstance(obligation, claims.Same):
        assert other is not None
        return _parts(game, other, obligation.only, states, line)
    if not line:
        return False
    turn = states[-2], line[-1], last
    if isinstance(obligation, claims.EveryTurn):
        return _meets(game, obligation.when, *turn) and not _holds(game, obligation.holds, *turn)
    if isinstance(obligation, claims.SomeTurn):
        return _holds(game, obligation.shows, *turn)
    raise TypeError(f"no game shows a {type(obligation).__name__}")


def _holds(game: Game, predicate: Callable[..., Any], *about: Any) -> bool:
    return bool(predicate(game.field, game.rules, *about))


def _meets(game: Game, premise: Callable[..., Any] | None, *about: Any) -> bool:
    return premise is None or _holds(game, premise, *about)


def _key(state: State, ignoring: Sequence[str]) -> State:
    return state._replace(**dict.fromkeys(ignoring, 0)) if ignoring else state


def symmetric(game: Game, p: State) -> bool:
    """Whether every symmetry carries the result and the positions after the legal moves along."""
    after = {game.play(p, move) for move in game.moves(p)}
    for turn, swap in game.symmetries:
        image = game.kept_by(p, turn, swap)
        if _ended(game, image) != _ended(game, p):
            return False
        carried = {game.kept_by(q, turn, swap) for q in after}
        if {game.play(image, move) for move in game.moves(image)} != carried:
            return False
    return True


def _ended(game: Game, p: State) -> object:
    """What an ended game is worth, None while play goes on."""
    if not game.over(p):
        return None
    if len(game.players) > 2:
        return tuple(game.score(p, player) for player in range(len(game.players)))
    return game.payoff(p)


def _parts(
    game: Game, other: Game, only: str, states: Sequence[State], line: Sequence[int]
) -> bool:
    """Whether the two settings part after the line, which is legal under both until then."""
    if only == "contains":
        game, other = other, game
    p, q = game.start(), other.start()
    for move in line:
        if move not in game.moves(p) or move not in other.moves(q):
            return False
        p, q = game.play(p, move), other.play(q, move)
    ours, theirs = set(game.moves(p)), set(other.moves(q))
    if only != "equal":
        return not ours <= theirs
    cells = range(game.board.size)
    pictures = any(cell_text(game, p, cell) != cell_text(other, q, cell) for cell in cells)
    return ours != theirs or _ended(game, p) != _ended(other, q) or pictures


# Sweeps


def reachable(game: Game, most: int, ignoring: Sequence[str] = ()) -> Iterator[State]:
    """Every position that play reaches, the start first; one of those that differ in `ignoring`
    fields only. Raises `TooMany` beyond that many.
    """
    first = game.start()
    seen = {_key(first, ignoring)}
    waiting = [first]
    for p in waiting:
        yield p
        for move in game.moves(p):
            q = game.play(p, move)
            key = _key(q, ignoring)
            if key not in seen:
                if len(seen) >= most:
                    raise TooMany
                seen.add(key)
                waiting.append(q)


class Seen(NamedTuple):
    """What a sweep met: how many positions or turns fulfilled the premise, and how many of these
    the predicate.
    """

    met: int
    held: int


def _swept(
    game: Game,
    predicate: Callable[..., Any],
    when: Callable[..., Any] | None,
    of_turns: bool,
    most: int,
) -> Seen:
    met = held = 0
    for p in reachable(game, most):
        abouts = ((p, move, game.play(p, move)) for move in game.moves(p)) if of_turns else ((p,),)
        for about in abouts:
            if _meets(game, when, *about):
                met += 1
                held += _holds(game, predicate, *about)
    return Seen(met, held)


def swept(game: Game, obligation: Obligation, most: int) -> tuple[str, Mapping[str, object]]:
    """The verdict by looking at all positions, and what is known besides (`most`, `longest`).

    Raises `TooMany` where there are more than that, and `TypeError` for obligations of another
    kind.
    """
    if isinstance(obligation, claims.Always | claims.EveryTurn):
        of_turns = isinstance(obligation, claims.EveryTurn)
        seen = _swept(game, obligation.holds, obligation.when, of_turns, most)
        if seen.held < seen.met:
            return "refuted", {}
        return ("proved" if seen.met else "vacuous"), {}
    if isinstance(obligation, claims.Sometimes | claims.SomeTurn):
        of_turns = isinstance(obligation, claims.SomeTurn)
        seen = _swept(game, obligation.shows, None, of_turns, most)
        return ("witnessed" if seen.held else "refuted"), {}
    if isinstance(obligation, claims.Symmetric):
        kept = all(symmetric(game, p) for p in reachable(game, most))
        return ("proved" if kept else "refuted"), {}
    if isinstance(obligation, claims.Ends):
        longest = _longest(game, obligation.ignoring, most)
        return ("refuted", {}) if longest is None else ("proved", {"longest": longest})
    if isinstance(obligation, claims.Endless):
        longest = _longest(game, obligation.ignoring, most)
        return ("witnessed", {}) if longest is None else ("refuted", {"longest": longest})
    if isinstance(obligation, claims.Most):
        return _greatest(game, obligation, most)
    raise TypeError(f"no sweep decides a {type(obligation).__name__}")


def _longest(game: Game, ignoring: Sequence[str], most: int) -> int | None:
    """The length of the longest game, None if play can come back to a position."""
    after: dict[State, set[State]] = {}
    for p in reachable(game, most, ignoring):
        after[_key(p, ignoring)] = {_key(game.play(p, move), ignoring) for move in game.moves(p)}
    left = {p: len(later) for p, later in after.items()}
    before: dict[State, list[State]] = {p: [] for p in after}
    for p, later in after.items():
        for q in later:
            before[q].append(p)
    rest = dict.fromkeys(after, 0)
    done = [p for p, many in left.items() if not many]
    for p in done:
        for earlier in before[p]:
            rest[earlier] = max(rest[earlier], rest[p] + 1)
            left[earlier] -= 1
            if not left[earlier]:
                done.append(earlier)
    return rest[_key(game.start(), ignoring)] if len(done) == len(after) else None


def _greatest(game: Game, obligation: claims.Most, most: int) -> tuple[str, Mapping[str, object]]:
    values: list[int] = []
    for p in reachable(game, most):
        if obligation.turns:
            abouts = ((p, move, game.play(p, move)) for move in game.moves(p))
        else:
            abouts = ((p,),)
        values += [int(obligation.measure(game.field, game.rules, *about)) for about in abouts]
    if not values:
        return "vacuous", {}
    known = {"most": max(values)}
    if obligation.bound is None:
        return "witnessed", known
    return ("proved" if max(values) == obligation.bound(game) else "refuted"), known


def agrees(outcome: Outcome, verdict: str, known: Mapping[str, object]) -> bool:
    """Whether an outcome is that verdict and knows the same."""
    return outcome.verdict == verdict and all(
        outcome.details.get(key) == value for key, value in known.items()
    )
