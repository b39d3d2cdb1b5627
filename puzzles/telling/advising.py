r"""Advice for a player: a turn, whether it is proved best, and hints that lead to it step by step.

idle     a turn that leaves the board as it is, as a pass does, or as it was before with the same
         side to move. It is advised only if it is proved best, or if no other turn is legal
reason   what the turn does in the words of the game's goals: it reaches a goal at once, keeps the
         other side from one that it could reach in its next turn, or threatens one

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

from ruleproof.models.cells import Cells
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.goal_tables import goals_module
from ruleproof.models.play.position import Position
from ruleproof.models.play.solutions import Solution, Step
from ruleproof.puzzles.changes import differing
from ruleproof.puzzles.stipulations import WIN, Asked, Stipulation, filled, goals_of, question
from ruleproof.puzzles.stipulations import askable as stipulations
from ruleproof.puzzles.telling.hints import place_words
from ruleproof.puzzles.telling.themes import hint_of, own_themes
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.playing.goals.attack import Attack, TooWide
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
ASKED = 2_000
"""The moves that a question about one goal may take."""
MOST_ASKED = 60
"""The goals that are asked about, at most, for each side."""
_FINISHES = "mcts:256"
"""The player who finishes a turn of several moves."""


class Advice(NamedTuple):
    """A turn, as the texts of its moves; whether it is proved to be best; what to look at, where it
    is played, and the turn with its reasons.
    """

    moves: tuple[str, ...]
    exact: bool
    steps: tuple[str, str, str]


class Reasons(NamedTuple):
    """The goals that a turn reaches `now`, those of the other side that it `averts`, and those that
    it `threatens`, each list with the most telling first.
    """

    now: list[Stipulation]
    averts: list[Stipulation]
    threatens: list[Stipulation]


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


# The reasons for a turn


def reasons(position: Position, step: Step) -> Reasons:
    """The reasons for a whole turn of a game of two."""
    game, side = position.game, step.before.side
    if game.over(step.after):
        won = game.payoff(step.after) * (1 if step.after.side == side else -1) > 0
        return Reasons([_WIN] if won else [], [], [])
    attack = Attack(game)
    other = _handed_over(game, step.before)
    again = _handed_over(game, step.after)
    now = [one for one in _asked(game, step.before) if _reached(game, one, step)]
    averts = [
        one
        for one in ([] if other is None else _asked(game, other))
        if _reaches(attack, other, one) and not _reaches(attack, other, one, step)
    ]
    threatens = [
        one
        for one in ([] if again is None else _asked(game, again))
        if _reaches(attack, again, one) and not _reaches(attack, step.before, one)
    ]
    return Reasons(_largest(now), _largest(averts), _largest(threatens))


_WIN = Stipulation(aim="reach", goal=Asked(name=WIN), turns=1)


def _asked(game: Game, state: State) -> list[Stipulation]:
    """The goals that the side to move may have in one turn, to win first."""
    found = [one for one in stipulations(game, state) if one.aim == "reach"]
    return [one.model_copy(update={"turns": 1}) for one in found[:MOST_ASKED]]


def _largest(found: list[Stipulation]) -> list[Stipulation]:
    """Of the goals of one name that differ in their amount alone, the last with the greatest."""
    best: dict[tuple[Any, ...], Stipulation] = {}
    for one in found:
        key = one.goal.name, tuple(one.goal.cells)
        if key not in best or best[key].goal.amount <= one.goal.amount:
            best[key] = one
    return list(best.values())


def _handed_over(game: Game, state: State) -> State | None:
    """The state with the other side to move; None where that cannot be."""
    passed = state._replace(side=1 - state.side)
    return None if game.faults(passed) or game.over(passed) else passed


def _followed(game: Game, one: Stipulation, step: Step) -> Cells:
    """The cells that the goal speaks of, after the turn."""
    module: Any = goals_module(game.rulebook)
    marked = sum({1 << game.board.cell(name) for name in one.goal.cells})
    if one.goal.name == WIN or not hasattr(module, "follow"):
        return marked
    code, (before, _, after) = goals_of(game)[one.goal.name].code, step
    return module.follow(game.field, game.rules, code, before, before, after, marked)


def _reached(game: Game, one: Stipulation, step: Step) -> bool:
    """Whether the turn reaches a goal of its side's, other than to win."""
    if one.goal.name == WIN:
        return False
    module: Any = goals_module(game.rulebook)
    code, before, after = goals_of(game)[one.goal.name].code, step.before, step.after
    marked, side = _followed(game, one, step), before.side
    ground = game.field, game.rules, code, one.goal.amount, side, before
    return module.reached(*ground, before, after, marked) == 1


def _reaches(attack: Attack, state: State, one: Stipulation, step: Step | None = None) -> bool:
    """Whether the side to move reaches the goal in one turn, from the state or after the turn;
    False where that takes too long to find out.
    """
    attack.ask(question(attack.game, state, one))
    node = attack.node(step.after, _followed(attack.game, one, step)) if step else attack.root()
    try:
        return attack.within(node, 1, ASKED)
    except TooWide:
        return step is not None  # nothing is claimed to be averted


# The sentences


def _words(game: Game, one: Stipulation, attacker: int, *, averted: bool = False) -> str:
    """A goal in words that follow "to"; `averted`: the other side's task against it."""
    if one.goal.name == WIN:
        players = game.players
        return f"keep {players[attacker].capitalize()} from winning" if averted else "win"
    goal = goals_of(game)[one.goal.name]
    return filled(game, (averted and goal.defence) or goal.words, one.goal, attacker)


def hints(
    position: Position, after: Position, moves: tuple[int, ...], proof: str = ""
) -> tuple[str, str, str]:
    """What to look at, where a turn is played that leads to the position `after`, and the turn with
    its reasons and its proof, if there is one.
    """
    game, side = position.game, position.state.side
    step = Step(position.state, moves, after.state)
    turn = " ".join(map(game.show_move, step.moves))
    cells = differing(step.before, step.after)
    place = f"The turn is played {place_words(game, cells)} of the board."
    if not cells:
        place = "The turn changes nothing on the board."
    if len(game.players) != 2:
        return "Look for the turn that is worth most.", place, f"Play {turn}. {proof}".strip()
    told = reasons(position, step)
    now = [_words(game, one, side) for one in told.now]
    averts = [_words(game, one, 1 - side, averted=True) for one in told.averts]
    threats = [_words(game, one, side) for one in told.threatens]
    said = f"Play {turn}"
    if now or averts:
        said += f" to {(now or averts)[0]}"
        if now and averts:
            said += f", and to {averts[0]}"
    said += "."
    if threats:
        said += f" It threatens to {threats[0]}."
    look = _look(position, step, told, now, threats)
    return look, place, f"{said} {proof or UNPROVED}"


UNPROVED = "It is not proved, but seems best after 4,096 games ahead."


def _look(position: Position, step: Step, told: Reasons, now: list[str], threats: list[str]) -> str:
    """What to look at first."""
    game, side = position.game, step.before.side
    other = game.players[1 - side].capitalize()
    if told.now and told.now[0].goal.name == WIN:
        return "You can win at once."
    if told.averts and told.averts[0].goal.name == WIN:
        return f"{other} could win in the next turn."
    if theme := _theme(game, step, told):
        return theme
    if now:
        return f"You can {now[0]}."
    if told.averts:
        return f"{other} could {_words(game, told.averts[0], 1 - side)} in the next turn."
    if threats:
        return f"You can threaten to {threats[0]}."
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
