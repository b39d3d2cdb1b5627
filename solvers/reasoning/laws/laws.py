"""Laws: promises that every game must keep for solvers to be right about it.

law      a name, a sentence, where it applies, and a function that looks for breaches
breach   what is broken, with the author's function
ground   the positions it is looked for in (`reasoning/laws/grounds.py`)

`reasoning/laws/conform.py` tests them. A law for a module that a game may have (themes) is one
more row of `LAWS`: `applies` says whether the game has it.

    >>> [law.name for law in named(["text", "faults"])]
    ['text', 'faults']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from ruleproof.models.claims import claims
from ruleproof.models.errors import TextError, offer
from ruleproof.models.play.game import Game
from ruleproof.models.play.position import Position
from ruleproof.solvers.reasoning.laws import engines as laws_of_engines
from ruleproof.solvers.reasoning.laws import play as laws_of_play
from ruleproof.solvers.reasoning.laws import positions as laws_of_positions
from ruleproof.solvers.reasoning.laws import reasoning as laws_of_reasoning
from ruleproof.solvers.reasoning.laws.goal_walks import has_goals
from ruleproof.solvers.reasoning.laws.goals import open_goals
from ruleproof.solvers.reasoning.laws.grounds import Ground
from ruleproof.solvers.reasoning.laws.play import Found
from ruleproof.solvers.reasoning.laws.positions import Breach


def _every(_: Game) -> bool:
    return True


LARGEST = 36
"""The most cells of a board whose constraints are tested: formulas take the square of it."""


class Law(NamedTuple):
    """`look(ground)` gives the states where it is broken, nearest first, with the breach."""

    name: str
    says: str
    look: Callable[[Ground], Found]
    applies: Callable[[Game], bool] = _every
    dear: int = 0
    """The most positions of a variant that a law which takes long looks at; 0: all."""


def _each(
    look: Callable[[Position], Iterator[Breach]], most: int = 1 << 30
) -> Callable[[Ground], Found]:
    """Looks for breaches of a law of single positions, at no more than so many of a ground."""

    def looked(ground: Ground) -> Found:
        step = -(-len(ground.positions) // most)
        for state, position in islice(ground.positions.items(), 0, None, max(1, step)):
            ground.look()
            ground.at = position
            for breach in look(position):
                yield state, breach

    return looked


def _at_start(ground: Ground) -> Found:
    start = Position.start(ground.game)
    ground.look()
    for breach in laws_of_positions.start(start):
        yield start.state, breach


def _nothing(_: Ground) -> Found:
    return iter(())


def _of_two(game: Game) -> bool:
    return len(game.players) == 2


def _has_faults(game: Game) -> bool:
    return game.rulebook.words.faults is not None


def _has_symmetries(game: Game) -> bool:
    return game.rulebook.declared.symmetries is not None


def _is_acyclic(game: Game) -> bool:
    return game.acyclic


def _counts(game: Game) -> bool:
    return hasattr(game.rulebook.rules, "bulk")


def _is_given(game: Game) -> bool:
    return game.given is not None


def _has_limits(game: Game) -> bool:
    return hasattr(game.rulebook.advice, "limits") and game.rulebook.scored and _of_two(game)


def _has_essence(game: Game) -> bool:
    return hasattr(game.rulebook.advice, "essence")


def _has_tiers(game: Game) -> bool:
    return hasattr(game.rulebook.advice, "tier")


def _has_constraints(game: Game) -> bool:
    return game.board.size <= LARGEST and game.rulebook.module("constraints") is not None


def _has_claims(game: Game) -> bool:
    return bool(claims.table(game)) and len(game.symmetries) > 1


RUNS = Law(
    "runs",
    "start, moves, play and over raise no error, and answer the same when asked again",
    _nothing,
)
"""Broken where positions cannot be listed, or rules answer differently when asked again."""
LAWS: tuple[Law, ...] = (
    RUNS,
    Law("start", "the game starts from a position without faults", _at_start),
    Law(
        "moves",
        "each move is listed once, none exactly when play is over, no more than most_moves",
        _each(laws_of_positions.moves),
    ),
    Law(
        "payoff",
        "an ended game is worth 1, 0 or -1, or the margin of its scores",
        _each(laws_of_positions.payoff),
        _of_two,
    ),
    Law("text", "positions and moves read back from their text", _each(laws_of_positions.text)),
    Law(
        "faults",
        "no position that play reaches has a static fault",
        _each(laws_of_positions.faults),
        _has_faults,
    ),
    Law(
        "symmetry",
        "images of positions have the images of their moves' results, ends and worth",
        _each(laws_of_positions.symmetry),
        _has_symmetries,
    ),
    Law(
        "acyclic",
        "no play comes back to a position, where the game says so",
        laws_of_play.acyclic,
        _is_acyclic,
    ),
    Law(
        "compiled",
        "compiled rules and advice say what plain Python says",
        _each(laws_of_engines.compiled),
    ),
    Law(
        "bulk",
        "bulk counts the moves that are listed",
        _each(laws_of_engines.bulk),
        _counts,
    ),
    Law(
        "spread",
        "the positions told at once are those that moves lead to",
        _each(laws_of_engines.spread),
    ),
    Law(
        "limits",
        "no game ends beyond the limits that advice gives its positions",
        laws_of_play.limits,
        _has_limits,
    ),
    Law(
        "essence",
        "positions of one essence are worth the same; images have the images of essences",
        laws_of_play.essence,
        _has_essence,
    ),
    Law(
        "tier",
        "the tier rises with every turn and is the same for symmetric positions",
        _each(laws_of_positions.tier),
        _has_tiers,
    ),
    Law(
        "given",
        "from positions alike play is the same, and no play leads beyond what is certain",
        laws_of_play.given,
        _is_given,
    ),
    Law(
        "constraints",
        "constraints.py says what rules.py says",
        laws_of_reasoning.constraints,
        _has_constraints,
        dear=100,
    ),
    Law(
        "claims",
        "no claim tells symmetric positions apart unless it says symmetric=False",
        _each(laws_of_reasoning.symmetric_claims, most=60),
        _has_claims,
        dear=30,
    ),
    Law(
        "goals",
        "goals are well said, open, the same compiled and in images; outlook changes no answer",
        open_goals,
        has_goals,
        dear=60,
    ),
)


def named(names: Iterable[str] | None) -> list[Law]:
    """The laws of those names, all if there are none; `TextError` for a name that is no law's."""
    wanted = None if names is None else list(names)
    for name in wanted or ():
        if not any(law.name == name for law in LAWS):
            raise TextError(
                f"no such law (laws: {offer((law.name for law in LAWS), 30)}): {name!r}"
            )
    return [law for law in LAWS if wanted is None or law.name in wanted]
