"""Checks a game's `goals.py` when goals are first asked for, and its aims in each position.

A goal that is written wrongly would cost a search its time and find nothing, so it is told as the
author's mistake, with file, line and what would be right.

>>> from ruleproof.models.rulebooks.rulebook import rulebook
>>> [goal.name for goal in goals_of(rulebook("incrowd"))]
['flip', 'pair', 'block', 'chain', 'gain', 'secure']
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from ruleproof.models.cells import RULES
from ruleproof.models.errors import offer
from ruleproof.models.mistakes import Mistake, authored, place_of, told_as_the_authors
from ruleproof.models.play.complete import must_compile, must_keep_nothing
from ruleproof.models.play.game import Game, State
from ruleproof.models.rulebooks.contracts import GoalsModule, missing
from ruleproof.models.rulebooks.entries import Table, called, other_arguments, right, takes
from ruleproof.models.rulebooks.parts import Aim, Goal
from ruleproof.models.rulebooks.returns import unreturned
from ruleproof.models.rulebooks.rulebook import Rulebook

RESERVED = ("win", "save", "best")
"""The names of questions that every game has; no goal of its own has one of them."""
BEFORE_NAMES = ("avert-", "help-")
"""The beginnings of names that a goal's name gets where it is averted, or reached with help."""
WORDS = ("cells", "groups", "amount", "side", "other")
"""The names in braces that the words of a goal may use."""
_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
_ASKED = ("game", "state", "attacker")
_PLAIN = ("in_order", "inner", "framed")
"""The functions of `goals.py` that are never compiled."""


def goals_module(book: Rulebook) -> ModuleType | None:
    """The game's module `goals`, checked; None if it has none. Raises `Mistake` as `check_goals`
    does.
    """
    _checked(book)
    return book.module("goals")


def goals_of(book: Rulebook) -> tuple[Goal, ...]:
    """The goals of the game's own."""
    module: Any = goals_module(book)
    return module.GOALS if module else ()


@lru_cache(maxsize=64)
def _checked(book: Rulebook) -> None:
    check_goals(book)


def check_goals(book: Rulebook) -> None:
    """Raises `Mistake` for the first thing in `goals.py` that puzzles cannot use."""
    with told_as_the_authors(book.rules):
        module: Any = book.module("goals")
    if module is None:
        return
    for name in missing(module, GoalsModule):
        near = get_close_matches(name, _own_names(module, name.isupper()), 1)
        remedy = f"rename `{near[0]}`" if near else f"write `{name}`"
        raise Mistake(place_of(module), f"no `{name}`, which is required", remedy)
    table = Table([Path(module.__file__)], "GOALS")
    _check_functions(module)
    must_compile(vars(module).values())
    _check_table(table, module.GOALS)
    _check_more(table, module)


def _own_names(module: ModuleType, capital: bool) -> list[str]:
    """The names of the module's tables or of its functions, those of the contract apart."""
    known = {*vars(GoalsModule), *GoalsModule.__annotations__}
    return [
        name
        for name, value in vars(module).items()
        if name not in known and name.isupper() == capital
        if capital or getattr(value, "__module__", "") == module.__name__
    ]


def _check_functions(module: ModuleType) -> None:
    """Raises `Mistake` where a function is no rule, takes other arguments or ends without an
    answer.
    """
    marked = {id(function) for function in RULES}
    for name, wanted in vars(GoalsModule).items():
        function = getattr(module, name, None)
        if name.startswith("_") or function is None or not inspect.isfunction(wanted):
            continue
        arguments = [one for one in inspect.signature(wanted).parameters if one != "self"]
        place = place_of(function if callable(function) else module)
        if not callable(function):
            raise Mistake(place, f"`{name}` is {function!r:.60}, not a function", f"write `{name}`")
        if not takes(function, arguments):
            slip = other_arguments(f"`{name}`", function, arguments)
            raise Mistake(place, slip.what, slip.remedy)
        if name not in _PLAIN and id(function) not in marked:
            what = f"`{name}` is not marked `@rule`, so it cannot be compiled"
            raise Mistake(place, what, "write `@rule` above it")
    for function, line in unreturned(module):
        place = place_of(function)._replace(line=line)
        remedy = "end each of its branches with `return`"
        raise Mistake(place, "it can end here without `return`", remedy)
    must_keep_nothing(vars(module).values())


def _check_table(table: Table, goals: Any) -> None:
    """Raises `Mistake` for the first wrong entry of `GOALS`."""
    if isinstance(goals, Goal):
        table.wrong("`GOALS` is one goal, no tuple", "write `(Goal(…),)`, with a comma", goals.name)
    if not isinstance(goals, tuple):
        table.wrong(f"`GOALS` is {goals!r:.60}, no tuple", "write `GOALS = (Goal(…), …)`")
    before: list[Goal] = []
    for goal in goals:
        if not isinstance(goal, Goal):
            table.wrong(f"an entry is no `Goal`: {goal!r:.60}", "write `Goal(…)`")
        _check_name(table, goal, [one.name for one in before])
        _check_code(table, goal, before)
        _check_words(table, goal)
        if not callable(goal.aims):
            what = f"`aims` of the goal {goal.name!r} is {goal.aims!r:.60}, not a function"
            table.wrong(what, f"write a function of ({', '.join(_ASKED)})", goal.name)
        if not takes(goal.aims, _ASKED):
            who = f"`aims` of the goal {goal.name!r}, {called(goal.aims)},"
            table.wrong(*other_arguments(who, goal.aims, _ASKED), goal.name)
        before.append(goal)


def _check_name(table: Table, goal: Goal, before: Sequence[str]) -> None:
    name: Any = goal.name
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        what = f"the name of a goal is {name!r:.60}"
        table.wrong(what, "write a word of small letters, digits and `-`", name)
    if name in RESERVED or name.startswith(BEFORE_NAMES):
        what = f"a goal has the name {name!r}, which questions of every game have"
        taken = offer([*RESERVED, *(f"{one}…" for one in BEFORE_NAMES)])
        table.wrong(what, f"give it another name than {taken}", name)
    if name in before:
        table.wrong(f"two goals have the name {name!r}", "give each its own", name)


def _check_code(table: Table, goal: Goal, before: Sequence[Goal]) -> None:
    code: Any = goal.code
    if not isinstance(code, int) or isinstance(code, bool) or code < 1:
        what = f"the code of the goal {goal.name!r} is {code!r:.60}, no whole number from 1"
        table.wrong(what, "give each goal a number of its own, from 1", goal.name)
    for other in before:
        if other.code == code:
            what = f"two goals have the code {code}, {other.name!r} and {goal.name!r}"
            table.wrong(what, "give each goal a number of its own, from 1", goal.name)


def _check_words(table: Table, goal: Goal) -> None:
    texts: Mapping[str, Any] = {"words": goal.words, "defence": goal.defence, "note": goal.note}
    for field, text in texts.items():
        who = f"`{field}` of the goal {goal.name!r}"
        if not isinstance(text, str):
            remedy = 'write it between quotes, "…"'
            table.wrong(f"{who} is {text!r:.60}, not a text", remedy, goal.name)
        for name in table.names(text, goal.name):
            if name not in WORDS:
                what = f"{who} names {{{name}}}, which nothing fills"
                table.wrong(what, right(name, WORDS), goal.name, name)
    if not goal.words:
        table.wrong(f"the goal {goal.name!r} has no words", "say what is to be done", goal.name)


def _check_more(table: Table, module: Any) -> None:
    """Raises `Mistake` where a table that may stand beside `GOALS` is of another kind."""
    sources = getattr(module, "SOURCES", ())
    if not isinstance(sources, tuple) or not all(isinstance(one, str) for one in sources):
        what = f"`SOURCES` is {sources!r:.60}, no tuple of texts"
        table._replace(name="SOURCES").wrong(what, 'write `("games", "composed")`', sources)
    ground = getattr(module, "GROUND", ("", {}))
    kinds = (str, Mapping)
    if not isinstance(ground, tuple) or len(ground) != 2 or not all(map(isinstance, ground, kinds)):
        what = f"`GROUND` is {ground!r:.60}, no board with settings"
        table._replace(name="GROUND").wrong(what, 'write `("hex:3", {"setting": "value"})`')


def aims_of(game: Game, goal: Goal, state: State, attacker: int) -> list[Aim]:
    """The aims of the goal in a position. Raises `Mistake` where its function lists anything but
    aims.
    """
    found: Any = goal.aims(game, state, attacker)
    place = authored(goal.aims, game.rulebook)
    remedy = "list `Aim(cells, amount)`: numbers of cells in a tuple, and a whole number from 0"
    if not isinstance(found, Sequence) or isinstance(found, str | Aim):
        raise Mistake(place, f"it returns {found!r:.60}", remedy)
    for aim in found:
        if not isinstance(aim, Aim) or not _is_aim(game, aim):
            raise Mistake(place, f"it lists {aim!r:.60}", remedy)
    return list(found)


def _is_aim(game: Game, aim: Any) -> bool:
    """Whether the aim has cells of the board, and a whole number from 0."""
    if not isinstance(aim.cells, tuple):
        return False
    numbers = (*aim.cells, aim.amount)
    if any(not isinstance(one, int) or isinstance(one, bool) or one < 0 for one in numbers):
        return False
    return all(cell < game.board.size for cell in aim.cells)
