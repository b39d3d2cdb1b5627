r"""Advice for a player: a turn, whether it is proved best, and hints that lead to it step by step.

idle     a turn that leaves the board as it is, as a pass does, or as it was before with the same
         side to move. It is advised only if it is proved best, or if no other turn is legal

>>> from ruleproof.models.play.game import game
>>> advice = advise(Position.read(game("esgros", "path:6"), "B B . W . B ; black"))
>>> advice.moves, advice.exact
(('e1',), True)
>>> print("\n".join(advice.steps))
You can win at once.
The turn is played on the right side of the board.
Play e1 to win. It is proved to win at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ruleproof.models.play.game import Game
from ruleproof.models.play.position import Position
from ruleproof.models.play.solutions import Solution, Step
from ruleproof.puzzles.changes import differing
from ruleproof.puzzles.stipulations import WIN
from ruleproof.puzzles.telling.hints import place_of
from ruleproof.puzzles.telling.reasons import Reasons, purpose, reasons, words_of
from ruleproof.puzzles.telling.themes import hint_of, own_themes
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.playing.players.players import Ranked, player, ranked
from ruleproof.solvers.work.progress import Listener, silent

PLAYOUTS = 4096
"""The playouts of the tree search, where the position is not solved."""
SOLVED = 1 << 19
"""The positions that the search for the exact value looks at, at most."""
WIDE, NARROW = 1 << 19, 1 << 16
"""The positions that the search for a forced win looks at, at most: of the side to move, and of the
other after a move.
"""
DOUBTED = 8
"""The moves that tree search prefers are looked at in turn for a forced win against them."""
EXACT = 0.5
"""Its share of the time."""
MEMORY = 1 << 28
_FINISHES = "mcts:256"
"""The player who finishes a turn of several moves."""


class Advice(NamedTuple):
    """A turn, as the texts of its moves; whether it is proved to be best; what to look at, where it
    is played, and the turn with its reasons.
    """

    moves: tuple[str, ...]
    exact: bool
    steps: tuple[str, str, str]


class Best(NamedTuple):
    """A turn, whether it is proved best, and that proof as a sentence, empty if there is none."""

    moves: tuple[int, ...]
    after: Position
    proof: str

    @property
    def exact(self) -> bool:
        """Whether the turn is proved best."""
        return bool(self.proof)


def advise(
    position: Position,
    *,
    seconds: float | None = None,
    memory: int = MEMORY,
    progress: Listener = silent,
) -> Advice:
    """Advises the side to move: see `best_turn`."""
    found = best_turn(position, seconds=seconds, memory=memory, progress=progress)
    texts = tuple(map(position.game.show_move, found.moves))
    steps = hints(position, found.after, found.moves, found.proof)
    return Advice(texts, found.exact, steps)


def best_turn(
    position: Position,
    *,
    seconds: float | None = None,
    memory: int = MEMORY,
    seed: int = 0,
    progress: Listener = silent,
) -> Best:
    """The best turn known: by the exact value, if it is found within `SOLVED` positions and a part
    of the seconds; else by a forced win; else by tree search. Raises `ValueError` where the game is
    over.
    """
    if position.over:
        raise ValueError(f"the game is over: {position.text!r}")
    time = None if seconds is None else EXACT * seconds
    found = solve(position, most=SOLVED, time=time, memory=memory, line=False, progress=progress)
    first = _active(position, map(position.game.read_move, found.best))
    proof = "" if first is None else _proved(position, found.value, found.distance)
    if first is None and (first := _winning(position, memory, WIDE)) is not None:
        proof = _PROVED[1]
    if first is None or (proof == _PROVED[1] and len(position.game.players) == 2):
        chosen = searched(position, memory, seed=seed)  # a proof without a distance may go round
        if first is None or _idle(position, first) or _loses(position.after(chosen.move), memory):
            sure = first is not None and _loses(position.after(chosen.move), memory)
            first, proof = chosen.move, _PROVED[1 if sure else chosen.outcome]
    after, moves = _whole_turn(position, first)
    return Best(moves, after, proof)


_PROVED: dict[int | None, str] = {
    None: "",
    1: "It is proved to win.",
    0: "It is proved to draw, and nothing wins.",
    -1: "Every turn loses against best play; this one holds out longest.",
}
"""The outcomes that are proved, as sentences about the best turn."""


def _active(position: Position, moves: Iterator[int]) -> int | None:
    """The first of the moves that are not idle, else the first one; None of none."""
    best = list(moves)
    active = (move for move in best if not _idle(position, move))
    return next(active, best[0] if best else None)


def _idle(position: Position, move: int) -> bool:
    """Whether the move ends a turn that changes nothing on the board or repeats a position."""
    game, states = position.game, [*position.before, position.state]
    after = game.play(position.state, move)
    if game.plays_on(position.state, after):
        return False
    begun = len(states) - 1
    while begun and game.plays_on(states[begun - 1], states[begun]):
        begun -= 1
    same = (one for one in states[:begun] if one.side == after.side)
    return any(not differing(one, after) for one in (states[begun], *same))


def _winning(position: Position, memory: int, most: int) -> int | None:
    """A move that is proved to win, by a search of so many positions; None where none is found."""
    if len(position.game.players) != 2:
        return None
    found = solve(position, goal="win", most=most, memory=memory, line=False)
    return position.game.read_move(found.best[0]) if found.value == "win" and found.best else None


def _loses(position: Position, memory: int) -> bool:
    """Whether the side to move is proved to lose, as far as `SOLVED` positions show it."""
    if position.over:
        return position.game.payoff(position.state) < 0
    return solve(position, most=SOLVED, memory=memory, line=False).value == "loss"


def searched(position: Position, memory: int = MEMORY, *, seed: int) -> Ranked:
    """The move that tree search prefers among those that are not idle and after which the other
    side is not proved to win; idle ones only if they are proved best.
    """
    order = ranked(position, PLAYOUTS, seed)
    active = [one for one in order if one.outcome is not None or not _idle(position, one.move)]
    for one in active[:DOUBTED]:
        after = position.after(one.move)
        on = position.game.plays_on(position.state, after.state)
        if one.outcome is not None or after.over or on or _winning(after, memory, NARROW) is None:
            return one
    return [*active, order[0]][0]


def _whole_turn(position: Position, first: int) -> tuple[Position, tuple[int, ...]]:
    """The position after the turn that begins with the move, and the turn."""
    moves, after = [first], position.after(first)
    if not after.over and position.game.plays_on(position.state, after.state):
        for move in player(_FINISHES).choose(after, 0):
            moves.append(move)
            after = after.after(move)
    return after, tuple(moves)


def _proved(position: Position, value: Any, distance: int | None) -> str:
    """The exact value as a sentence about the best turn."""
    if value == "win" and distance:
        return f"It is proved to win {'at once' if distance == 1 else f'in {distance} plies'}."
    if isinstance(value, str):
        return _PROVED[{"win": 1, "draw": 0, "loss": -1}[value]]
    if isinstance(value, int):
        own = value if position.state.side == 0 else -value
        end = "a draw" if not own else f"{abs(own)} {'ahead' if own > 0 else 'behind'}"
        return f"It is proved to end {end} by best play."
    return "It is proved best."


# The sentences


def hints(
    position: Position, after: Position, moves: tuple[int, ...], proof: str = ""
) -> tuple[str, str, str]:
    """What to look at, where a turn is played that leads to the position `after`, and the turn with
    its reasons and its proof, if there is one.
    """
    game, step = position.game, Step(position.state, moves, after.state)
    turn, place = " ".join(map(game.show_move, moves)), place_of(game, step)
    if len(game.players) != 2:
        return "Look for the turn that is worth most.", place, f"Play {turn}. {proof}".strip()
    told = reasons(game, step)
    acts, threat = purpose(game, told, position.state.side)
    said = f"Play {turn}{' to ' * bool(acts)}{', and to '.join(acts)}."
    if threat:
        said += f" It threatens to {threat}."
    return _look(position, step, told, threat), place, f"{said} {proof or UNPROVED}"


UNPROVED = "It is not proved, but seems best after 4,096 games ahead."


def _look(position: Position, step: Step, told: Reasons, threat: str) -> str:
    """What to look at first."""
    game, side = position.game, step.before.side
    other = game.players[1 - side].capitalize()
    if told.now and told.now[0].goal.name == WIN:
        return "You can win at once."
    if told.averts and told.averts[0].goal.name == WIN:
        return f"{other} could win in the next turn."
    if theme := _theme(game, step, told):
        return theme
    if told.now:
        return f"You can {words_of(game, told.now[0], side)}."
    if told.averts:
        return f"{other} could {words_of(game, told.averts[0], 1 - side)} in the next turn."
    if threat:
        return f"You can threaten to {threat}."
    return "Nobody can reach a goal at once: look for the turn that improves your position most."


def _theme(game: Game, step: Step, told: Reasons) -> str:
    """The hint of the first of the game's own themes that the turn shows, as the answer to a goal
    that it reaches; empty where it shows none.
    """
    for one in told.now:
        marked = sum({1 << game.board.cell(name) for name in one.goal.cells})
        shown = Solution(game, one.goal.name, step.before.side, marked, (step,))
        for theme in own_themes(game):
            if theme.shown(shown):
                return hint_of(game, theme.name)
    return ""
