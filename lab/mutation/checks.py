"""What a game's rules must pass, as plain Python, in a second or two: what kills mutants.

Prepared once for a game and then asked of many versions of its rules: the perft data, the
constraints on small boards under every setting (conformance), and that what compiles is marked.
"""

# z3's and pysat's functions are untyped
# pyright: basic

from __future__ import annotations

import inspect
import json
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from pathlib import Path
from types import ModuleType
from typing import Any

from ruleproof.models.cells import RULES
from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game, State, make_game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import Rulebook, rulebook
from ruleproof.models.symbolic.states import constant
from ruleproof.solvers.playing.reach.perft import plain_perft
from ruleproof.solvers.reasoning.formulas.conformance import conform, random_states
from ruleproof.solvers.reasoning.formulas.successors import Constraints
from tests.long_run import varied

PERFT = Path(__file__).parents[2] / "tests" / "models"
SMALL = {
    "path": ("path:2", "path:4"),
    "square": ("square:1x2", "square:2x2", "square:2x3", "square:3x3"),
    "hex": ("hex:2",),
    "dish": ("dish:1,1",),
}
"""Boards for conformance, by kind; every setting is varied on the last."""
MEDIUM = {"path": "path:7", "square": "square:3x4", "hex": "hex:3", "dish": "dish:2,1"}
"""Larger boards, by kind, for positions of random games under every setting."""
NEVER_COMPILED = ("start",)
"""Functions of rules that no solver calls from compiled code, and that need not be marked."""
SEQUENCES = 150
"""Perft is counted as long as there are no more sequences than that."""


class Dead(Exception):
    """A check that the rules do not pass."""


@dataclass
class Ground:
    """A game with its constraints at hand, and the positions on which rules are held against
    them.
    """

    constraints: Constraints
    states: list[State]


@dataclass
class Checks:
    """Everything that the rules of a game are held against."""

    book: Rulebook
    lines: list[dict[str, Any]]
    grounds: list[Ground]

    def run(
        self,
        rules: ModuleType,
        modules: list[ModuleType],
        begun: Callable[[], None] = lambda: None,
    ) -> None:
        """Raises `Dead`, or whatever the rules raise, unless they pass everything; `begun` is
        called once a small first part is passed.
        """
        book = replace(self.book, rules=rules)
        marked(modules)
        for line in self.lines[::20]:
            counts(book, line)
        begun()
        for some in (slice(None, None, 9), slice(None)):
            for line in self.lines[some]:
                counts(book, line)
            for ground in self.grounds:
                conforms(book, ground, ground.states[some])


def prepare(name: str, *, lines: int = 400, states: int = 150, medium: bool = True) -> Checks:
    """The checks of that game; without `medium` on small boards only, which is prepared sooner."""
    book = rulebook(name)
    data = map(json.loads, (PERFT / name / "perft.jsonl").read_text().splitlines())
    return Checks(book, _of_every_board(data, lines), list(_grounds(book, states, medium)))


def _of_every_board(data: Iterable[dict[str, Any]], many: int) -> list[dict[str, Any]]:
    """So many of the lines, the same number of every board where there are enough."""
    boards: dict[str, list[dict[str, Any]]] = {}
    for line in data:
        boards.setdefault(line["board"], []).append(line)
    drawn = [random.Random(1).sample(lines, len(lines)) for lines in boards.values()]
    turns = (line for turn in zip_longest(*drawn) for line in turn if line)
    return list(islice(turns, many))


def _grounds(book: Rulebook, many: int, medium: bool) -> Iterator[Ground]:
    for board in (text for kind in book.boards for text in SMALL[kind]):
        try:
            usual = make_game(book, board, {})
            usual.start()
        except TextError:
            continue
        whole = board == SMALL[book.boards[0]][-1]
        for game in varied(book, board) if whole else [usual]:
            constraints = built(game)
            every = list(islice(constraints.positions(), 2_000))
            rng = random.Random(1)
            chosen = rng.sample(every, min(len(every), many))
            yield Ground(constraints, chosen + list(islice(random_states(game, 1), many)))
    for game in varied(book, MEDIUM[book.boards[0]]) if medium else ():
        yield Ground(built(game), list(islice(random_states(game, 1), many)))


def built(game: Game) -> Constraints:
    """The game's constraints with everything derived from them at hand."""
    constraints = Constraints(game)
    for derived in ("facts", "legal", "step", "codes", "is_function"):
        getattr(constraints, derived)
    return constraints


def marked(modules: list[ModuleType]) -> None:
    """Every function is marked `@rule`, or what calls it would not compile."""
    known = set(RULES)
    for module in modules:
        for name, function in inspect.getmembers(module, inspect.isfunction):
            own = function.__module__ == module.__name__ and name not in NEVER_COMPILED
            if own and function not in known:
                raise Dead(f"{name} is not marked @rule")


def counts(book: Rulebook, line: dict[str, Any]) -> None:
    """The numbers of move sequences, and where the data has them the margins, are those of the
    line; moves are counted in bulk as they are listed.
    """
    game = make_game(book, line["board"], line["settings"])
    position = Position.read(game, line["position"])
    for depth, count in enumerate(line["counts"], 1):
        if count > SEQUENCES:
            break
        if plain_perft(game, (position.state,), depth) != count:
            raise Dead(f"perft {depth} of {line}")
        known = line.get("margins", ())[depth - 1 : depth]
        if known and margins(game, position.state, depth) != known[0]:
            raise Dead(f"margins {depth} of {line}")
    bulk(game, position.state)


def margins(game: Game, p: State, depth: int) -> int:
    """The first player's points less the second's, summed over all sequences."""
    if depth == 0:
        return game.score(p, 0) - game.score(p, 1)
    return sum(margins(game, game.play(p, move), depth - 1) for move in game.moves(p))


def bulk(game: Game, p: State) -> None:
    """The number of moves is that of the moves listed."""
    counted = getattr(game.rulebook.rules, "bulk", None)
    if counted and counted(game.field, game.rules, p) != len(game.moves(p)):
        raise Dead(f"bulk at {p}")


def conforms(book: Rulebook, ground: Ground, states: list[State]) -> None:
    """The rules say what the constraints say."""
    constraints = ground.constraints
    usual = constraints.game
    game = Game(book, usual.board, usual.chosen)
    constraints.game = game
    wrong = conform(game, states, constraints=constraints)
    if wrong:
        raise Dead(str(wrong[0]))
    begun = constraints.module.starting(usual, constant(usual, game.start()))
    if str(begun) != "True":
        raise Dead(f"the start is {game.start()}")
    for state in states:
        bulk(game, state)
        for move in game.moves(state):
            turns(game, state, move)
    constraints.game = usual


def turns(game: Game, p: State, move: int) -> None:
    """Whoever is to move after a move is told: the same player where the side is the same, but for
    a swap, which leaves the side and exchanges the players.
    """
    q = game.play(p, move)
    again = p.side == q.side and game.show_move(move) != "swap"
    if game.plays_on(p, q) != again:
        raise Dead(f"who plays on after {game.show_move(move)} at {p}")
