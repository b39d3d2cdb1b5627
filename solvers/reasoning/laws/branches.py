"""Coverage of the rules: which ways the conditions in a game's rules go in play, the position that
first shows each, and how often each kind of move is legal.

condition   an expression that rules ask for its truth: a test, or a part of it beside `and`, `or`
way         whether it held

Play is all positions of small boards as far as a limit goes, random games there and on the game's
own board, and the games that show verdicts. A way that none of them takes is looked for under each
other value of each setting. A copy of the rules runs as plain Python, each condition wrapped.

>>> from ruleproof.models.play.game import game
>>> found = rules_coverage(game("esgros", "path:3"))
>>> [(one.kind, one.often, one.seen.ply) for one in found.kinds], found.untaken
([('#', 4663, 0)], [])
"""

from __future__ import annotations
import __future__

import ast
import inspect
import random
import textwrap
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple, TypeAlias

from ruleproof.models.boards.boards import board
from ruleproof.models.claims.claims import Verdict, table
from ruleproof.models.errors import MoveError, TextError
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.notation import show
from ruleproof.models.play.position import Position
from ruleproof.models.play.variants import elsewhere, varied
from ruleproof.models.rulebooks.moves import kind_of
from ruleproof.solvers.work.progress import Listener, Progress, silent

RULES = ("start", "moves", "play", "over", "payoff", "score", "plays_on", "exchanged")
"""The functions of `rules.py` that play calls; the others are found in these."""
POSITIONS = 1_000
"""The most positions of a small board."""
GAMES, PLIES = 6, 150
"""Random games on each board, and the most plies of each."""
ELSEWHERE = 100
"""The most positions under another value of a setting."""
_MOST = 9
"""The most cells of a small board."""
_TOOK = "__took__"


class Seen(NamedTuple):
    """A position that shows something: its board, settings that are not the game's, its text, the
    number of moves to it, and the move that was looked at there, empty for none.
    """

    board: str
    settings: dict[str, object]
    position: str
    ply: int
    move: str


class Way(NamedTuple):
    """A way of a condition: the function it stands in, its text, whether it holds, and where that
    was first seen; None if it never was.
    """

    function: str
    condition: str
    holds: bool
    seen: Seen | None


class MoveKind(NamedTuple):
    """A kind of move: how often one was legal, and where one first was."""

    kind: str
    often: int
    seen: Seen


class Ground(NamedTuple):
    """A small board: the number of positions looked at, and whether these are all."""

    board: str
    many: int
    every: bool


class RulesCoverage(NamedTuple):
    """The ways in the order of the rules, the kinds of moves under the game's settings, the small
    boards looked at, and the functions that no play ran.
    """

    ways: tuple[Way, ...]
    kinds: tuple[MoveKind, ...]
    grounds: tuple[Ground, ...]
    idle: tuple[str, ...]

    @property
    def untaken(self) -> list[Way]:
        """The ways that nothing takes, of functions that ran."""
        return [one for one in self.ways if one.seen is None and one.function not in self.idle]


_Condition: TypeAlias = tuple[str, str]
"""A function and the text of a condition in it."""
_Copies: TypeAlias = dict[FunctionType, FunctionType]


class _Watch:
    """The sights of a walk: ways by the number of their condition, functions by their name, and
    kinds of moves.
    """

    def __init__(self) -> None:
        self.ways: dict[tuple[int | str, bool], Seen] = {}
        self.kinds: dict[str, tuple[int, Seen]] = {}
        self.now: Callable[[], Seen]
        self.at: list[Any]

    def walk(self, ground: Game, own: Game) -> list[Any]:
        """Begins to watch a walk on the ground: the list of its state, ply and move."""
        changed = ground.settings.items() - own.settings.items()
        at: list[Any] = [None, 0, None]

        def now() -> Seen:
            state, ply, move = at
            text = show(ground, state) if state else ""
            told = "" if move is None else ground.show_move(move)
            return Seen(ground.board.text, dict(changed), text, ply, told)

        self.now, self.at = now, at
        return at

    def took(self, number: int | str, value: Any) -> Any:
        """Notes the way of a condition, and returns its value."""
        if (way := (number, bool(value))) not in self.ways:
            self.ways[way] = self.now()
        return value

    def count(self, kind: str) -> None:
        """Counts a legal move."""
        often, first = self.kinds.get(kind) or (0, self.now())
        self.kinds[kind] = (often + 1, self.now() if self.at[1] < first.ply else first)


def rules_coverage(
    game: Game, verdicts: Iterable[Verdict] = (), progress: Listener = silent
) -> RulesCoverage | None:
    """The coverage of the game's rules by play and by the games of the verdicts; None if their
    source cannot be read.
    """
    watch, functions = _Watch(), _functions(game)
    try:
        conditions, copies = _copied(functions, watch)
    except OSError:
        return None
    grounds: list[Ground] = []
    for ground in _small(game):
        progress(Progress("positions", 0, note=ground.board.text))
        grounds.append(_walk(ground, game, copies, watch, POSITIONS))
    for ground in (*_small(game), game):
        _play(ground, game, copies, watch, GAMES)
    kinds = dict(watch.kinds)
    for ground, moves in _witnesses(game, verdicts):
        _follow(ground, moves, game, copies, watch)
    for ground in _varied(game):
        if len(watch.ways) == 2 * len(conditions) + len(functions):
            break
        _walk(ground, game, copies, watch, ELSEWHERE)
        _play(ground, game, copies, watch, 1)
    ways = tuple(
        Way(*condition, holds, watch.ways.get((number, holds)))
        for number, condition in enumerate(conditions)
        for holds in (True, False)
    )
    idle = [one.__name__ for one in functions if (one.__name__, True) not in watch.ways]
    found = (MoveKind(kind, *one) for kind, one in kinds.items())
    return RulesCoverage(ways, tuple(found), tuple(grounds), tuple(idle))


def _small(game: Game) -> Iterator[Game]:
    """The game on the small boards of its claims: of those of one kind, the last three."""
    named = {text for claim in table(game) for text in claim.boards}
    small: dict[str, list[str]] = {}
    texts = sorted(named | set(game.rulebook.small_boards))
    for text in sorted(texts, key=lambda one: board(one).size):
        if elsewhere(game, text) and board(text).size <= _MOST:
            small.setdefault(board(text).kind, []).append(text)
    chosen = [text for one in small.values() for text in one[-3:]]
    yield from (one for text in chosen if (one := elsewhere(game, text)))


def _varied(game: Game) -> Iterator[Game]:
    """The game on its smallest boards, each setting at each of its other values."""
    for ground in islice(_small(game), 2):
        for setting in game.rulebook.settings:
            yield from varied(ground, setting)


def _walk(ground: Game, own: Game, copies: _Copies, watch: _Watch, most: int) -> Ground:
    """Looks at the positions of the ground, nearest first, up to so many."""
    game = _copy(ground, copies)
    at = watch.walk(ground, own)
    first = game.start()
    plies, waiting = {first: 0}, deque([first])
    while waiting and len(plies) <= most:
        state = waiting.popleft()
        at[:] = state, plies[state], None
        for move in _asked(game, state):
            at[2] = move
            watch.count(kind_of(ground.show_move(move)))
            after = game.play(state, move)
            game.plays_on(state, after)
            game.exchanged(state, after)
            if after not in plies:
                plies[after] = plies[state] + 1
                waiting.append(after)
    return Ground(ground.board.text, len(plies), every=not waiting)


def _play(ground: Game, own: Game, copies: _Copies, watch: _Watch, games: int) -> None:
    """Looks at random games on the ground."""
    game, chance = _copy(ground, copies), random.Random(0)
    at = watch.walk(ground, own)
    for _ in range(games):
        at[:] = None, 0, None
        position = Position.start(game)
        for ply in range(PLIES):
            at[:] = position.state, ply, None
            _asked(game, position.state)
            if not (legal := position.legal_moves()):
                break
            for at[2] in legal:
                watch.count(kind_of(ground.show_move(at[2])))
            at[2] = chance.choice(legal)
            position = position.after(at[2])


def _witnesses(game: Game, verdicts: Iterable[Verdict]) -> Iterator[tuple[Game, list[int]]]:
    """The games that show verdicts, each with its moves; a witness in other words is no game."""
    for verdict in verdicts:
        if verdict.witness and not verdict.position:
            chosen = dict(verdict.settings or game.settings)
            ground = make_game(game.rulebook, verdict.board or game.board.text, chosen)
            with suppress(TextError, MoveError):
                Position.start(ground).play(verdict.witness)
                yield ground, [ground.read_move(text) for text in verdict.witness.split()]


def _follow(ground: Game, moves: list[int], own: Game, copies: _Copies, watch: _Watch) -> None:
    """Looks at one game on the ground."""
    position, at = Position.start(_copy(ground, copies)), watch.walk(ground, own)
    for ply, move in enumerate(moves):
        at[:] = position.state, ply, None
        _asked(position.game, position.state)
        at[2] = move
        position = position.after(move)
    at[:] = position.state, len(moves), None
    _asked(position.game, position.state)


def _asked(game: Game, state: Any) -> list[int]:
    """The legal moves; of an ended game, its result is asked for."""
    if not game.over(state):
        return game.moves(state)
    if game.rulebook.scored:
        for player in range(len(game.players)):
            game.score(state, player)
    if len(game.players) == 2 and hasattr(game.rulebook.rules, "payoff"):
        game.payoff(state)
    return []


def _functions(game: Game) -> list[FunctionType]:
    """The functions of the game's own that play runs, in the order of their modules and lines."""
    rules = game.rulebook.rules
    own = (game.rulebook.package or rules.__name__, rules.__name__)
    waiting: list[Any] = [getattr(rules, name, None) for name in RULES]
    found: list[FunctionType] = []
    while waiting:
        one = waiting.pop()
        if isinstance(one, FunctionType) and one.__module__.startswith(own) and one not in found:
            found.append(one)
            waiting += [one.__globals__.get(name) for name in _names(one.__code__)]
    found = [one for one in found if not one.__code__.co_freevars]
    found.sort(key=lambda one: (one.__module__, one.__code__.co_firstlineno))
    return sorted(found, key=lambda one: one.__module__ != rules.__name__)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _copied(
    functions: list[FunctionType], watch: _Watch
) -> tuple[list[_Condition], dict[FunctionType, FunctionType]]:
    """The conditions of the functions, and for each function a copy that notes their ways."""
    conditions: list[_Condition] = []
    copies: dict[FunctionType, FunctionType] = {}
    names: dict[str, dict[str, Any]] = {}
    for function in functions:
        known = names.setdefault(function.__module__, dict(function.__globals__))
        code = _code(function, conditions)
        copies[function] = FunctionType(code, known, function.__name__, function.__defaults__)
    for known in names.values():
        known[_TOOK] = watch.took
        for name, one in known.items():
            if isinstance(one, FunctionType) and one in copies:
                known[name] = copies[one]
    return conditions, copies


def _code(function: FunctionType, conditions: list[_Condition]) -> CodeType:
    """The function's code with its conditions wrapped; lists these."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    definition.decorator_list = []
    definition.args.defaults = []
    name = function.__name__
    _Wrapper(name, conditions).visit(definition)
    definition.body.insert(0, ast.Expr(_noted(name, ast.Constant(True))))
    ast.fix_missing_locations(tree)
    filename, future = function.__code__.co_filename, __future__.annotations.compiler_flag
    whole = compile(tree, filename, "exec", flags=future, dont_inherit=True)
    return next(one for one in whole.co_consts if isinstance(one, CodeType))


def _noted(number: int | str, value: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(_TOOK, ast.Load()), [ast.Constant(number), value], [])


class _Wrapper(ast.NodeTransformer):
    """Wraps each condition of a function, and lists them."""

    def __init__(self, function: str, conditions: list[_Condition]) -> None:
        self.function = function
        self.conditions = conditions

    def asked(self, test: ast.expr) -> ast.expr:
        """The test with its parts wrapped."""
        if isinstance(test, ast.BoolOp):
            test.values = [self.asked(one) for one in test.values]
            return test
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            test.operand = self.asked(test.operand)
            return test
        if isinstance(test, ast.Constant):
            return test
        text = ast.unparse(test)
        inside: Any = self.generic_visit(test)
        number = len(self.conditions)
        self.conditions.append((self.function, text))
        return ast.copy_location(_noted(number, inside), test)

    def _tested(self, node: Any) -> ast.AST:
        test, node.test = self.asked(node.test), ast.Constant(True)
        self.generic_visit(node)
        node.test = test
        return node

    visit_If = visit_While = visit_IfExp = _tested  # noqa: N815 - names that ast looks up

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """Wraps the parts of an `and` or `or`."""
        return self.asked(node)

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        """Wraps the conditions of a comprehension."""
        tests, node.ifs = [self.asked(one) for one in node.ifs], []
        self.generic_visit(node)
        node.ifs = tests
        return node


def _copy(game: Game, copies: _Copies) -> Game:
    """The game with the copied functions as its rules."""
    rules = ModuleType(game.rulebook.rules.__name__)
    for name, one in vars(game.rulebook.rules).items():
        setattr(rules, name, copies.get(one, one) if isinstance(one, FunctionType) else one)
    return Game(replace(game.rulebook, rules=rules), game.board, game.chosen)
