"""Holds games and sweeps against claims by the rules as plain Python, to check certificates.

shown   what a line of moves from the start shows: that a claim fails, or that something happens
swept   all positions that play reaches, one after the other and without symmetry

Nothing here is shared with the code that decides claims (`reasoning/deciding`, compiled): two
readings of an obligation must agree for a certificate to pass.

>>> from ruleproof.models.play.game import game
>>> sum(1 for _ in reachable(game("esgros", "path:3"), Looking()))
13
"""

# predicates and states are a game's own
# pyright: basic

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ruleproof.models.claims import claims
from ruleproof.models.claims.evidence import Greatest, Judge, Plain
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.notation import cell_text
from ruleproof.models.play.variants import changed
from ruleproof.solvers.verify.values import Worths
from ruleproof.solvers.work.claim_heads import played
from ruleproof.solvers.work.progress import Listener, Progress, silent


class Looking:
    """Counts the positions looked at, and reports them every so often."""

    def __init__(self, progress: Listener = silent) -> None:
        self.positions = 0
        self._progress = progress

    def __call__(self) -> None:
        """Counts one more position."""
        self.positions += 1
        if self.positions % 1000 == 0:
            self._progress(Progress("positions", self.positions))


# Games


def shown(game: Game, evidence: object, line: Sequence[int], looking: Looking) -> bool:
    """Whether the legal line shows the verdict that one game can show: that `Always`, `EveryTurn`,
    `Ends`, `Symmetric`, `Same` or an always `Plain` fails, or that `Sometimes`, `SomeTurn`,
    `Endless` or an ever `Plain` comes about.
    """
    ground = played(game, evidence)
    states = [ground.start()]
    for move in line:
        states.append(ground.play(states[-1], move))
    last = states[-1]
    if isinstance(evidence, Plain):
        return _shown_plainly(game, evidence, states, line, looking)
    if isinstance(evidence, claims.Always | claims.Sometimes):
        return _shows(game, evidence, last)
    if isinstance(evidence, claims.Ends | claims.Endless):
        keys = [_key(state, evidence.ignoring) for state in states]
        return keys[-1] in keys[:-1]
    if isinstance(evidence, claims.Symmetric):
        return not symmetric(game, last)
    if isinstance(evidence, claims.Same):
        other = changed(game, evidence.settings)
        return _parted(game, other, evidence.only, line)
    if not line:
        return False
    if isinstance(evidence, claims.EveryTurn | claims.SomeTurn):
        return _shows(game, evidence, states[-2], line[-1], last)
    raise TypeError(f"no game shows a {type(evidence).__name__}")


def _shown_plainly(
    game: Game, evidence: Plain, states: Sequence[State], line: Sequence[int], looking: Looking
) -> bool:
    """Whether the line of those moves ends in a position that shows the verdict by the judge."""
    ground = played(game, evidence)
    judge = _judge(game, evidence, looking)
    if evidence.moves is not None:
        before = zip(states[:-1], line, strict=True)
        if any(move not in evidence.moves(ground, p) for p, move in before):
            return False
    return judge(states[-1]) is (evidence.asks == "ever")


def shown_sooner(game: Game, evidence: object, plies: int, looking: Looking) -> bool:
    """Whether a game of no more than so many plies shows the verdict that one game can show. Raises
    `TypeError` for evidence that the end of a game alone does not show.
    """
    if plies < 0:
        return False
    if isinstance(evidence, claims.Same):
        return _in_step(game, evidence, looking, plies)
    if isinstance(evidence, Plain):
        judge = _judge(game, evidence, looking)
        ground = played(game, evidence)
        sooner = reachable(ground, looking, moves=evidence.moves, plies=plies)
        return any(judge(p) is (evidence.asks == "ever") for p in sooner)
    if isinstance(evidence, claims.Always | claims.Sometimes):
        sooner = reachable(game, looking, plies=plies)
        return any(_shows(game, evidence, p) for p in sooner)
    if isinstance(evidence, claims.EveryTurn | claims.SomeTurn):
        before = reachable(game, looking, plies=plies - 1) if plies else iter(())
        return any(_shows(game, evidence, *turn) for turn in _turns(game, before))
    raise TypeError(f"a shortest game is no part of a {type(evidence).__name__}")


def _judge(game: Game, evidence: Plain, looking: Looking) -> Judge:
    known: dict[object, Worths] = {}

    def worth(one: Game) -> Worths:
        return known.setdefault(one.chosen, Worths(one, looking))

    return evidence.judge(played(game, evidence), worth, looking)


def _holds(game: Game, predicate: Callable[..., Any], *about: Any) -> bool:
    return bool(predicate(game.field, game.rules, *about))


def _shows(
    game: Game,
    evidence: claims.Always | claims.Sometimes | claims.EveryTurn | claims.SomeTurn,
    *about: Any,
) -> bool:
    """Whether the position, or the turn, refutes the general statement or shows the possible."""
    if isinstance(evidence, claims.Sometimes | claims.SomeTurn):
        return _holds(game, evidence.shows, *about)
    return _meets(game, evidence.when, *about) and not _holds(game, evidence.holds, *about)


def _meets(game: Game, premise: Callable[..., Any] | None, *about: Any) -> bool:
    return premise is None or _holds(game, premise, *about)


def _key(state: State, ignoring: Sequence[str]) -> State:
    return state._replace(**dict.fromkeys(ignoring, 0)) if ignoring else state


def symmetric(game: Game, p: State) -> bool:
    """Whether every symmetry maps the result, and the positions after the legal moves, to those of
    the image.
    """
    after = {game.play(p, move) for move in game.moves(p)}
    for turn, swap in game.symmetries:
        image = game.image(p, turn, swap)
        if _ended(game, image) != _ended(game, p):
            return False
        carried = {game.image(q, turn, swap) for q in after}
        if {game.play(image, move) for move in game.moves(image)} != carried:
            return False
    return True


def _ended(game: Game, p: State) -> object:
    """The worth of an ended game, None while play goes on."""
    if not game.over(p):
        return None
    if len(game.players) > 2:
        return tuple(game.score(p, player) for player in range(len(game.players)))
    return game.payoff(p)


def _parted(game: Game, other: Game, only: str, line: Sequence[int]) -> bool:
    """Whether the two settings part after the line, which is legal under both until then."""
    if only == "contains":
        game, other = other, game
    p, q = game.start(), other.start()
    for move in line:
        if move not in game.moves(p) or move not in other.moves(q):
            return False
        p, q = game.play(p, move), other.play(q, move)
    return _differ(game, other, only, p, q)


def _differ(game: Game, other: Game, only: str, p: State, q: State) -> bool:
    """Whether the two games differ at the positions that the same moves led to."""
    ours, theirs = set(game.moves(p)), set(other.moves(q))
    if only != "equal":
        return not ours <= theirs
    cells = range(game.board.size)
    pictures = any(cell_text(game, p, cell) != cell_text(other, q, cell) for cell in cells)
    return ours != theirs or _ended(game, p) != _ended(other, q) or pictures


# Sweeps


def reachable(
    game: Game,
    looking: Looking,
    ignoring: Sequence[str] = (),
    moves: Callable[[Game, State], Sequence[int]] | None = None,
    plies: int | None = None,
) -> Iterator[State]:
    """Yields every position that play reaches, the start first, fewer moves before more; one of
    those that differ only in `ignoring` fields. `moves`: the moves to play, where these are not
    all; `plies`: how many at most.
    """
    first = game.start()
    seen = {_key(first, ignoring)}
    level = [first]
    while level:
        after: list[State] = []
        for p in level:
            looking()
            yield p
            for move in moves(game, p) if moves else game.moves(p):
                q = game.play(p, move)
                key = _key(q, ignoring)
                if key not in seen:
                    seen.add(key)
                    after.append(q)
        if plies is not None:
            plies -= 1
        level = after if plies is None or plies >= 0 else []


class Tally(NamedTuple):
    """The counts of a sweep: the positions or turns that fulfilled the premise, and those of them
    that fulfilled the predicate.
    """

    met: int
    held: int


def _swept(
    game: Game,
    predicate: Callable[..., Any],
    when: Callable[..., Any] | None,
    of_turns: bool,
    looking: Looking,
) -> Tally:
    met = held = 0
    for p in reachable(game, looking):
        abouts = ((p, move, game.play(p, move)) for move in game.moves(p)) if of_turns else ((p,),)
        for about in abouts:
            if _meets(game, when, *about):
                met += 1
                held += _holds(game, predicate, *about)
    return Tally(met, held)


Found = tuple[str, Mapping[str, int]]
"""A verdict, and further facts (`most`, `longest`)."""


def swept(game: Game, evidence: object, looking: Looking) -> Found:
    """The verdict by looking at all positions. Raises `TypeError` for evidence that no sweep
    decides.
    """
    if isinstance(evidence, claims.Always | claims.EveryTurn):
        of_turns = isinstance(evidence, claims.EveryTurn)
        return _general(_swept(game, evidence.holds, evidence.when, of_turns, looking)), {}
    if isinstance(evidence, claims.Sometimes | claims.SomeTurn):
        of_turns = isinstance(evidence, claims.SomeTurn)
        seen = _swept(game, evidence.shows, None, of_turns, looking)
        return ("witnessed" if seen.held else "refuted"), {}
    if isinstance(evidence, Plain):
        return _swept_plainly(game, evidence, looking), {}
    if isinstance(evidence, claims.Symmetric):
        kept = all(symmetric(game, p) for p in reachable(game, looking))
        return ("proved" if kept else "refuted"), {}
    if isinstance(evidence, claims.Same):
        return ("refuted" if _in_step(game, evidence, looking) else "proved"), {}
    if isinstance(evidence, claims.Ends | claims.Endless):
        longest = _longest(game, evidence.ignoring, looking)
        words = ("refuted", "proved") if isinstance(evidence, claims.Ends) else _ENDLESS
        return (words[0], {}) if longest is None else (words[1], {"longest": longest})
    if isinstance(evidence, claims.Most):
        return _greatest(game, evidence, looking)
    if isinstance(evidence, Greatest):
        turns = _turns(game, evidence.positions(game), looking)
        values = (int(evidence.measure(game.field, game.rules, *turn)) for turn in turns)
        most = max(values, default=None)
        return ("vacuous", {}) if most is None else ("witnessed", {"most": most})
    raise TypeError(f"no sweep decides a {type(evidence).__name__}")


_ENDLESS = "witnessed", "refuted"


def _general(seen: Tally) -> str:
    if seen.held < seen.met:
        return "refuted"
    return "proved" if seen.met else "vacuous"


def _swept_plainly(game: Game, evidence: Plain, looking: Looking) -> str:
    judge = _judge(game, evidence, looking)
    met = held = 0
    for p in reachable(played(game, evidence), looking, moves=evidence.moves):
        said = judge(p)
        met += said is not None
        held += said is True
    if evidence.asks == "ever":
        return "witnessed" if held else "refuted"
    return _general(Tally(met, held))


def _in_step(game: Game, evidence: claims.Same, looking: Looking, plies: int | None = None) -> bool:
    """Whether play reaches a point where the two settings part, within so many plies if `plies` is
    given.
    """
    other = changed(game, evidence.settings)
    if evidence.only == "contains":
        game, other = other, game
    level = [(game.start(), other.start())]
    seen = set(level)
    while level:
        after: list[tuple[State, State]] = []
        for p, q in level:
            looking()
            if _differ(game, other, evidence.only, p, q):
                return True
            for move in game.moves(p):
                pair = game.play(p, move), other.play(q, move)
                if pair not in seen:
                    seen.add(pair)
                    after.append(pair)
        if plies is not None:
            plies -= 1
        level = after if plies is None or plies >= 0 else []
    return False


def _longest(game: Game, ignoring: Sequence[str], looking: Looking) -> int | None:
    """The length of the longest game, None if play can come back to a position."""
    after: dict[State, set[State]] = {}
    for p in reachable(game, looking, ignoring):
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


def _turns(
    game: Game, positions: Iterator[State], looking: Looking | None = None
) -> Iterator[tuple[State, int, State]]:
    for p in positions:
        if looking:
            looking()
        for move in game.moves(p):
            yield p, move, game.play(p, move)


def _greatest(game: Game, evidence: claims.Most, looking: Looking) -> Found:
    positions = reachable(game, looking)
    abouts = _turns(game, positions) if evidence.turns else ((p,) for p in positions)
    values = (int(evidence.measure(game.field, game.rules, *about)) for about in abouts)
    most = max(values, default=None)
    if most is None:
        return "vacuous", {}
    bound = evidence.bound_on(game)
    if bound is None:
        return "witnessed", {"most": most}
    kept = evidence.holds(most, bound)
    return ("proved" if kept else "refuted"), {"most": most}


def worth_as_much(game: Game, evidence: object, line: Sequence[int], most: int) -> bool:
    """Whether the legal line ends with a position, or a turn, that measures so much."""
    assert isinstance(evidence, claims.Most)
    states = [game.start()]
    for move in line:
        states.append(game.play(states[-1], move))
    if evidence.turns and not line:
        return False
    about = (states[-2], line[-1], states[-1]) if evidence.turns else (states[-1],)
    return int(evidence.measure(game.field, game.rules, *about)) == most


def one_measures(game: Game, evidence: Greatest, p: State, most: int) -> bool:
    """Whether a legal move of the position measures so much."""
    turns = _turns(game, iter([p]))
    return any(int(evidence.measure(game.field, game.rules, *turn)) == most for turn in turns)
