"""Claims about positions that a judge looks at one by one, by the rules as plain Python.

A judge may play on, compare two games, or ask for the worth of a position, which compiled
predicates cannot. The positions that play reaches come in order of their plies, so that the first
one that shows the claim ends a shortest game. On a large board random games are looked at from
their ends back, where values are cheap to find. All work is counted.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from ruleproof.models.claims.bounds import Bounds, none_within, of_game
from ruleproof.models.claims.claims import Outcome
from ruleproof.models.claims.counted import PLAYED, Allowance, OutOfWork
from ruleproof.models.claims.evidence import Explained, Greatest, Plain
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.notation import show
from ruleproof.models.play.variants import changed
from ruleproof.solvers.playing.values import reference
from ruleproof.solvers.reasoning.deciding.inquiry import (
    Inquiry,
    general,
    line_text,
    replayed,
    undecided,
)
from ruleproof.solvers.work.progress import Progress

EACH = "all positions, one by one"
ENDS = "positions near the ends of random games"
OVER = "the work allowed is done"
_A_GAME = 0.25
"""Seconds' worth of work on one random game."""
_A_LINE = 10.0
"""Seconds' worth of work on a line from another board."""
_PLIES = 4
"""Plies of the longest random game, for each cell of the board."""


class Margins(Mapping[State, int]):
    """The first player's margin at each position of a game, found when it is asked for."""

    def __init__(self, game: Game, allowed: Allowance) -> None:
        self._game, self._allowed = game, allowed
        self._known: dict[State, int] = {}

    def __getitem__(self, p: State) -> int:
        if p not in self._known:
            if self._game.acyclic:
                self._search(p)
            else:
                self._settle(p)
        return self._known[p]

    def __iter__(self) -> Iterator[State]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    def _search(self, first: State) -> None:
        """Finds the worth of a position and of all after it, where none comes twice."""
        game, known = self._game, self._known
        after: dict[State, list[State]] = {}
        waiting = [first]
        while waiting:
            p = waiting[-1]
            if p not in known and p not in after:
                after[p] = [game.play(p, move) for move in game.moves(p)]
                self._allowed.spend(1 + len(after[p]), PLAYED)
                waiting += [q for q in after[p] if q not in known]
                continue
            waiting.pop()
            if p not in known:
                later = [known[q] for q in after.pop(p)]
                payoff = game.payoff(p) if game.over(p) else 0
                margin = (min if p.side else max)(later, default=0)
                known[p] = margin if later else -payoff if p.side else payoff

    def _settle(self, first: State) -> None:
        """Finds them where play can come back to a position."""
        most = int(self._allowed.left * PLAYED)
        try:
            found = reference.values(self._game, first, most=max(most, 0))
        except ValueError:
            raise OutOfWork from None
        self._allowed.spend(len(found), PLAYED)
        self._known |= {p: -one.value if p.side else one.value for p, one in found.items()}


class _Judged:
    """A judge at work: the game it looks at, with so many seconds' worth of work."""

    def __init__(self, inquiry: Inquiry, claim: Plain, seconds: float) -> None:
        self.inquiry, self.claim = inquiry, claim
        self.game = changed(inquiry.game, claim.settings) if claim.settings else inquiry.game
        self.allowed = Allowance(seconds)
        self.worths: dict[object, Margins] = {}
        self.judge = claim.judge(self.game, self.worth, self.look)
        self.looks = 0

    def worth(self, game: Game) -> Margins:
        """The worths of a game's positions."""
        return self.worths.setdefault(game.chosen, Margins(game, self.allowed))

    def look(self) -> None:
        """Counts a position looked at; raises `OutOfWork` where no work is left."""
        self.allowed.spend(1, PLAYED)
        self.looks += 1
        if self.looks % 1000 == 0:
            self.inquiry.progress(Progress("positions", self.looks))

    def moves(self, p: State) -> list[int]:
        """The moves to play at the position."""
        return list(self.claim.moves(self.game, p) if self.claim.moves else self.game.moves(p))

    def shows(self, p: State) -> bool | None:
        """Whether the position shows the verdict that one game can show; None where the claim does
        not speak of it.
        """
        said = self.judge(p)
        return None if said is None else said is (self.claim.asks == "ever")

    def outcome(self, line: list[int], p: State, method: str, shortest: bool) -> Outcome:
        """The outcome that the game to the position shows. It goes on as the claim explains, if the
        rules allow that.
        """
        claim, game = self.claim, self.inquiry.game
        explained = claim.explained(self.game, self.worth, p) if claim.explained else Explained()
        whole = [*line, *explained.moves]
        if not _legal(game, line):
            reason = "a game shows it, under other settings than those asked about"
            return undecided(reason, {"position": show(self.game, p)}, method)
        details: dict[str, object] = of_game(len(line), len(line) - 1 if shortest else None)
        if explained.moves and _legal(game, whole):
            line, details = whole, Bounds("shortest", at_most=len(whole)).details
        details |= {"position": show(self.game, p), **explained.details}
        return Outcome(claim.shown, line_text(game, line), method, details)


def _legal(game: Game, line: list[int]) -> bool:
    try:
        replayed(game, line)
    except ValueError:
        return False
    return True


def plain(inquiry: Inquiry, claim: Plain) -> Outcome:
    """Whether the judge's answer is yes at every, or at some, position that play reaches."""
    judged = _Judged(inquiry, claim, _allowed(inquiry))
    before: dict[State, tuple[State, int] | None] = {}
    met = plies = 0
    try:
        for depth, p in _reached(judged, before):
            plies, shows = depth, judged.shows(p)
            if shows:
                return judged.outcome(_line(before, p), p, EACH, shortest=True)
            met += shows is not None
    except OutOfWork:
        details = {"positions": len(before), "judged": met, **none_within(plies - 1)}
        return undecided(OVER, details, EACH)
    word = "refuted" if claim.asks == "ever" else general(False, met > 0)
    return Outcome(word, "", EACH, {"positions": len(before), "judged": met})


def _reached(
    judged: _Judged, before: dict[State, tuple[State, int] | None]
) -> Iterator[tuple[int, State]]:
    """Every position that play reaches, each as soon as it is found, and its plies; notes the
    position before each, with the move.
    """
    level, plies = [judged.game.start()], 0
    before[level[0]] = None
    yield 0, level[0]
    while level:
        after: list[State] = []
        plies += 1
        for p in level:
            for move in judged.moves(p):
                judged.look()
                q = judged.game.play(p, move)
                if q not in before:
                    before[q] = p, move
                    after.append(q)
                    yield plies, q
        level = after


def _line(before: Mapping[State, tuple[State, int] | None], p: State) -> list[int]:
    """The moves that led to the position."""
    line: list[int] = []
    while (step := before[p]) is not None:
        p, move = step
        line.append(move)
    return line[::-1]


def near_ends(inquiry: Inquiry, claim: Plain) -> Outcome:
    """The outcome that a position near the end of a random game shows. A game ends as late as can
    be.
    """
    dice, left, games = random.Random(inquiry.game.board.text), _allowed(inquiry), 0
    while left > 0:
        judged = _Judged(inquiry, claim, min(left, _A_GAME))
        before = judged.allowed.left
        try:
            states, line = _random_game(judged, dice)
            for many in range(len(line), -1, -1):
                if judged.shows(states[many]):
                    return judged.outcome(line[:many], states[many], ENDS, shortest=False)
        except OutOfWork:
            pass
        left -= before - judged.allowed.left
        games += 1
    return undecided(f"{games} random games do not show it", {}, ENDS)


def _random_game(judged: _Judged, dice: random.Random) -> tuple[list[State], list[int]]:
    """The positions and moves of a random game that goes on while it can."""
    game = judged.game
    states, line = [game.start()], list[int]()
    while not game.over(states[-1]) and len(line) < _PLIES * game.board.size + 8:
        p, moves = states[-1], judged.moves(states[-1])
        judged.allowed.spend(len(moves), PLAYED)
        while moves:
            move = moves.pop(dice.randrange(len(moves)))
            after = game.play(p, move)
            if not moves or not game.over(after):
                break
        else:
            break
        states.append(after)
        line.append(move)
    return states, line


def shown_after(game: Game, claim: Plain, line: Sequence[int]) -> Outcome | None:
    """The outcome that a position on the line shows, the first that does; None where none does. The
    line is one from another board.
    """
    judged = _Judged(Inquiry(game), claim, _A_LINE)
    states = [judged.game.start()]
    for move in line:
        if move not in judged.moves(states[-1]):
            break
        states.append(judged.game.play(states[-1], move))
    try:
        for many in range(len(states)):
            if judged.shows(states[many]):
                return judged.outcome(list(line[:many]), states[many], EACH, shortest=False)
    except OutOfWork:
        pass
    return None


def greatest(inquiry: Inquiry, claim: Greatest) -> Outcome:
    """The greatest value of the measure over all legal moves of the claim's positions."""
    game, allowed = inquiry.game, Allowance(_allowed(inquiry))
    best: tuple[int, State, int] | None = None
    turns = 0
    try:
        for p in claim.positions(game):
            for move in game.moves(p):
                allowed.spend(1, PLAYED)
                turns += 1
                value = int(claim.measure(game.field, game.rules, p, move, game.play(p, move)))
                if best is None or value > best[0]:
                    best = value, p, move
    except OutOfWork:
        return undecided(OVER, {"turns": turns}, EACH)
    if best is None:
        return Outcome("vacuous", method=EACH)
    most, p, move = best
    details = {"most": most, **Bounds("most", most, most).details, "turns": turns}
    details |= {"move": game.show_move(move), "witness_is_position": True}
    return Outcome("witnessed", show(game, p), EACH, details)


def _allowed(inquiry: Inquiry) -> float:
    left = inquiry.deadline.left
    return inquiry.allowed if left is None else min(left, inquiry.allowed)
