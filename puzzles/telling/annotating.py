"""Annotates games: the worth of each turn where known, mistakes, missed wins, puzzles.

known     a side has a forced win within `TURNS` turns of its own, proved by search; the exact value
          of the position, where a small search finds it; or the side to move has a longer forced
          win, which a search for a proof finds
mistake   a turn after which the other has a forced win, though before it he had none: by exact
          values, and where the value before the turn is not known, within `TURNS` turns
missed    a turn that lets a forced win go: one after which the other does not lose, as where he can
          end the game in a draw at once
better    than a mistake: a turn that keeps the value, or else one that wins, or one after which the
          other has no forced win within `TURNS` turns
searched  a position whose search for forced wins was not too wide; no mistake and no missed win is
          told that rests on one that was, unless exact values show it
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

from ruleproof.models.play.game import State
from ruleproof.models.play.position import Position
from ruleproof.puzzles.judging.judge import Judge
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.puzzles.stipulations import WIN, Asked, Stipulation
from ruleproof.puzzles.telling.relatives import relatives
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.playing.exact.unfolding import Worth, line_unfolding
from ruleproof.solvers.playing.goals.attack import TooWide
from ruleproof.solvers.work.progress import Listener, Progress, silent

TURNS = 3
"""Forced wins are looked for within so many turns."""
LIMIT = 60_000
"""The most moves of one search."""
SMALL, LARGE = 1 << 16, 1 << 20
"""The most positions of a search for an exact value, and for a turn that keeps it."""
PROOF = 1 << 18
"""The most positions of a search for a longer forced win."""
IN_A_ROW = 8
"""Positions asked for together."""
MEMORY = 1 << 28
"""The bytes that either may take."""


class Known(NamedTuple):
    """Facts about a position: whether the side to move wins or loses, the number of the winner's
    turns that it takes, and a turn that wins; `value` is None where nothing is known. `searched`
    says whether all turns were searched, so that None means that there is no forced win so soon.

    `exact`: the value as `solve` tells it (`win`, `draw`, `loss` for the side to move, or the first
    player's margin), with the `plies` to the end where outcomes count; None where it is not known.
    `outcome`: what the side to move gets by best play, 1 a win, 0 a draw, -1 a loss, or None.
    """

    value: Literal["win", "loss"] | None = None
    turns: int | None = None
    best: str | None = None
    searched: bool = True
    exact: str | int | None = None
    plies: int | None = None
    outcome: int | None = None


class Turned(NamedTuple):
    """A whole turn of the game: the number of its first move, the side, its text, and the positions
    around it.
    """

    number: int
    side: str
    text: str
    before: Position
    after: Position


class Annotated(NamedTuple):
    """A turn with the facts known before it, for its side, and after it, for the other. `better`:
    another turn in place of a mistake, None where the search for one was too wide. `held`: whether
    the other side can end the game at once after it without losing.
    """

    turn: Turned
    before: Known
    after: Known
    better: str | None = None
    held: bool = False

    @property
    def mistake(self) -> bool:
        """Whether the turn gives the other a forced win that he did not have."""
        before, after = self.before, self.after
        if before.outcome is not None:
            return before.outcome >= 0 and after.outcome == 1
        return after.value == "win" and before.searched

    @property
    def gone(self) -> bool:
        """Whether the turn gives a forced win away."""
        before, after = self.before, self.after
        if before.outcome != 1:
            return False
        if after.outcome is None:
            return self.held or (before.value == "win" and after.searched)
        return after.outcome >= 0

    @property
    def missed(self) -> str | None:
        """The turn that would have won, if this one gives the win away."""
        return self.before.best if self.gone else None


def turns_of(positions: Sequence[Position], moves: Sequence[str]) -> list[Turned]:
    """The whole turns of a game from its positions and moves."""
    found: list[Turned] = []
    begun = 0
    for number in range(1, len(positions)):
        before, after = positions[number - 1], positions[number]
        if not after.over and after.game.plays_on(before.state, after.state):
            continue
        first = positions[begun]
        text = " ".join(moves[begun:number])
        found.append(Turned(begun + 1, first.side, text, first, after))
        begun = number
    return found


def annotated(turns: Sequence[Turned], listener: Listener = silent) -> Iterator[Annotated]:
    """Yields the turns, each with the facts known about the positions around it."""
    if not turns:
        return
    judge = Judge(turns[0].before.game, LIMIT)
    exact = _exact(turns, listener)
    before = _proved(turns[0].before, known(judge, turns[0].before.state, exact.get(0)))
    for number, turn in enumerate(turns):
        listener(Progress("turns", number, len(turns)))
        after = _proved(turn.after, known(judge, turn.after.state, exact.get(number + 1)))
        same = turn.after.state.side == turn.before.state.side  # as where a turn ends some games
        held = not turn.after.over and not same and _held(turn.after)
        seen = Annotated(turn, before, _by_the_other(after) if same else after, held=held)
        told = _improved(seen)
        yield told._replace(better=told.better or _better(judge, told)) if told.mistake else told
        before = after


def _exact(turns: Sequence[Turned], listener: Listener) -> dict[int, Worth]:
    """The worths of the positions before the first turn and after each, by their numbers, of games
    of two. Begins with the last ones, and ends where it finds out nothing of several in a row:
    those before are harder.
    """
    if len(turns[0].before.game.players) != 2:
        return {}
    line = [turns[0].before, *(turn.after for turn in turns)]
    worths: dict[int, Worth] = {}
    for end in range(len(line), 0, -IN_A_ROW):
        begin = max(0, end - IN_A_ROW)
        found = line_unfolding(line[begin:end], memory=MEMORY, most=SMALL, progress=listener)
        some = {begin + worth.place: worth for worth in found}
        if all(_outcome(worth) is None for worth in some.values()):
            break
        worths |= some
    return worths


def _proved(position: Position, found: Known) -> Known:
    """The facts with a longer forced win, where the outcome is not known."""
    game = position.game
    if found.outcome is not None or len(game.players) != 2:
        return found
    if game.over(position.state):
        return found._replace(outcome=0)
    won = _win(position)
    return found if won is None else found._replace(outcome=1, best=_turn_of(position, won))


def _held(position: Position) -> bool:
    """Whether the side to move can end the game at once without losing it."""
    game, side = position.game, position.state.side
    reached = [game.play(position.state, move) for move in position.legal_moves()]
    ends = filter(game.over, reached)
    payoffs = [game.payoff(one) * (1 if one.side == side else -1) for one in ends]
    return max(payoffs, default=-1) >= 0


def _win(position: Position) -> tuple[str, ...] | None:
    """The first move of a forced win, if the search for its proof tells it; None without proof."""
    found = solve(position, goal="win", most=PROOF, memory=MEMORY, line=False)
    return found.best[:1] if found.value == "win" else None


def _turn_of(position: Position, moves: Sequence[str]) -> str | None:
    """The turn, if these moves are a whole one; else None."""
    after = position.play(moves)
    whole = bool(moves) and (after.over or not after.game.plays_on(position.state, after.state))
    return " ".join(moves) if whole else None


def _winning_proof(position: Position) -> str | None:
    """A turn that is proved to win; None where none is found."""
    return _turn_of(position, _win(position) or ())


def _by_the_other(known: Known) -> Known:
    """The facts as the side sees them that is not to move."""
    flipped: dict[Any, Any] = {"win": "loss", "loss": "win"}
    return known._replace(
        value=flipped.get(known.value),
        exact=flipped.get(known.exact, known.exact),
        outcome=None if known.outcome is None else -known.outcome,
    )


def _improved(told: Annotated) -> Annotated:
    """Names a turn that keeps the value, where a turn gives away a value that is known."""
    before, after = told.before, told.after
    if before.best or before.outcome is None:
        return told
    if told.gone:
        better = _keeping(told.turn.before) or _winning_proof(told.turn.before)
        return told._replace(before=before._replace(best=better))
    if after.outcome is None or before.outcome == -1 or before.outcome == -after.outcome:
        return told
    return told._replace(better=_keeping(told.turn.before))


def _keeping(position: Position) -> str | None:
    """A turn that keeps the value of the position, None where the search finds none."""
    found = solve(position, most=LARGE, memory=MEMORY)
    moves: list[str] = []
    for move in found.line:
        after = position.play([move])
        moves.append(move)
        if after.over or not after.game.plays_on(position.state, after.state):
            return " ".join(moves)
        position = after
    return None


def numbers(puzzles: Iterable[Puzzle], turns: Iterable[Turned]) -> list[int]:
    """The number of the turn before which each puzzle of a game comes up; both in their order."""
    coming = iter(turns)
    return [
        next(turn.number for turn in coming if turn.before.text == puzzle.position)
        for puzzle in puzzles
    ]


def unrelated(puzzles: Sequence[Puzzle]) -> list[int]:
    """The places of the puzzles that stay: of relatives the one of the greatest worth."""

    def worth(place: int) -> int:
        told = puzzles[place].worth
        return told.value if told else 0

    left = set(range(len(puzzles)))
    for cluster in relatives(puzzles):
        left -= set(cluster.puzzles) - {max(cluster.puzzles, key=worth)}
    return sorted(left)


def known(judge: Judge, state: State, worth: Worth | None = None) -> Known:
    """Searches a position that begins a turn for forced wins. `worth`: what is known besides."""
    found = _forced(judge, state)
    if found.value:
        outcome = 1 if found.value == "win" else -1
    else:
        outcome = None if worth is None else _outcome(worth)
    if worth is None or worth.value is None or worth.by_repetition:
        return found._replace(outcome=outcome)
    return found._replace(exact=worth.value, plies=worth.distance, outcome=outcome)


def _outcome(worth: Worth) -> int | None:
    """The outcome that the bounds on a worth leave; None where they leave several."""
    if worth.by_repetition:
        return None
    if worth.low > 0:
        return 1
    if worth.high < 0:
        return -1
    return 0 if worth.settled else None


def _forced(judge: Judge, state: State) -> Known:
    """The forced win within `TURNS` turns of either side."""
    game = judge.game
    if game.over(state):
        payoff = game.payoff(state)
        return Known("win" if payoff > 0 else "loss", 0) if payoff else Known()
    try:
        for turns in range(1, TURNS + 1):
            if _wins(judge, state, turns):
                return Known("win", turns, _winning(judge, state, turns))
            if _loses(judge, state, turns):
                return Known("loss", turns)
    except TooWide:
        return Known(searched=False)
    return Known()


def _better(judge: Judge, mistaken: Annotated) -> str | None:
    """A turn in place of the mistake, None where the search is too wide."""
    if mistaken.before.outcome is not None:
        return mistaken.before.best
    try:
        root = judge.pose(mistaken.turn.before.state, _asked("avert", TURNS))
        held = (judge.text(turn) for turn in judge.turns(root) if judge.right(turn, TURNS))
        return next(held, None)
    except TooWide:
        return None


def _asked(aim: Literal["reach", "avert"], turns: int) -> Stipulation:
    return Stipulation(aim=aim, goal=Asked(name=WIN), turns=turns)


def _wins(judge: Judge, state: State, turns: int) -> bool:
    return judge.within(judge.pose(state, _asked("reach", turns)), turns)


def _loses(judge: Judge, state: State, turns: int) -> bool:
    return judge.within(judge.pose(state, _asked("avert", turns)), turns)


def _winning(judge: Judge, state: State, turns: int) -> str:
    root = judge.pose(state, _asked("reach", turns))
    return next(judge.text(turn) for turn in judge.turns(root) if judge.right(turn, turns))
