"""Whether a rulebook is complete: rules that lack what every game must have, and names in the
rulebook that stand for nothing, are found before anything is played.

>>> from ruleproof.models.template import RULEBOOK
>>> check_rulebook(RULEBOOK)
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

from ruleproof.models.boards.boards import board as read_board
from ruleproof.models.boards.boards import kind_names
from ruleproof.models.cells import RULES
from ruleproof.models.errors import TextError, offer
from ruleproof.models.mistakes import IN_RULES, Mistake, Place, files_of, place_of
from ruleproof.models.play.states import FieldError, layout
from ruleproof.models.rulebooks import moves
from ruleproof.models.rulebooks.contracts import RulesModule, missing
from ruleproof.models.rulebooks.entries import right
from ruleproof.models.rulebooks.kinds import check_kinds, entry_of
from ruleproof.models.rulebooks.outside import kept_outside
from ruleproof.models.rulebooks.returns import unreturned
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.models.rulebooks.settings import Kind, field_name
from ruleproof.models.rulebooks.uncompilable import uncompilable

_RULES = [name for name in vars(RulesModule) if not name.startswith("_") and name != "start"]
"""The functions that are compiled wherever a game has them."""


@lru_cache(maxsize=64)
def check_rulebook(book: Rulebook) -> None:
    """Raises `Mistake` where the rules to run lack what every game must have, and where what the
    rulebook names is not there.
    """
    check_kinds(book)
    rules = book.rules
    for name in missing(rules, RulesModule):
        raise Mistake(place_of(rules), f"no `{name}`, which is required", f"write `{name}`")
    marked = {id(function) for function in RULES}
    for name in _RULES:
        function = getattr(rules, name, None)
        if function is not None and id(getattr(function, "__func__", function)) not in marked:
            what = f"`{name}` is not marked `@rule`, so it cannot be compiled"
            raise Mistake(place_of(function), what, "write `@rule` above it")
    for function, line in unreturned(rules):
        what = "it can end here without `return`"
        place = place_of(function)._replace(line=line)
        raise Mistake(place, what, "end each of its branches with `return`")
    must_keep_nothing(vars(rules).values())
    must_compile(one for name, one in vars(rules).items() if name != "start")
    must_compile(vars(book.advice).values() if book.advice else ())
    if book.scored and not hasattr(rules, "score"):
        what = "no `score`, which is required where points are counted"
        place = entry_of(book, "Rulebook", "scored")
        raise Mistake(place, what, "write `score`, or leave out `scored=True`")
    for name in ("Rules", "State"):
        kind = getattr(rules, name)
        if not (isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")):
            what, remedy = f"`{name}` is no `NamedTuple`", f"write `class {name}(NamedTuple):`"
            raise Mistake(_in_class(book, name), what, remedy)
    wanted = [field_name(setting.name) for setting in book.settings]
    fields = rules.Rules._fields
    if set(fields) != set(wanted):
        what = (
            f"`Rules` has the fields {offer(fields, 30)}, and the settings are {offer(wanted, 30)}"
        )
        raise Mistake(_in_class(book, "Rules"), what, "give `Rules` one field for each setting")
    _check_state(book)
    _check_names(book)
    _check_words(book)


def must_keep_nothing(functions: Iterable[object]) -> None:
    """Raises `Mistake` where one of the rules, or one that they call, keeps something outside the
    state.
    """
    for function, line, name, kind in kept_outside(functions):
        place = place_of(function)
        what = f"it gives the global `{name}` a new value"
        if kind:
            made = _made_in(function, name)
            what = f"it uses the global {kind} `{name}`" + (f" of line {made}" if made else "")
        remedy = "rules keep nothing outside the state: write a field of `State`, or a tuple"
        raise Mistake(place._replace(line=line), what, remedy)


def must_compile(functions: Iterable[object]) -> None:
    """Raises `Mistake` where one of the rules, or one that they call, is written in words that
    compiled code lacks.
    """
    for function, line, what in uncompilable(functions):
        place = place_of(function)._replace(line=line)
        raise Mistake(place, what, IN_RULES)


def _made_in(function: Callable[..., Any], name: str) -> int:
    """The line of the function's file that gives the name its value, 0 if none does."""
    lines = Path(function.__code__.co_filename).read_text("utf-8").splitlines()
    begins = re.compile(rf"{re.escape(name)}\b[^=]*=(?!=)")
    return next((number for number, line in enumerate(lines, 1) if begins.match(line)), 0)


def _check_state(book: Rulebook) -> None:
    """Raises `Mistake` where `State` holds what rules cannot, or lacks what the rulebook names."""
    rules = book.rules
    try:
        plan = layout(rules.State)
    except FieldError as error:
        place = _in_class(book, "State", error.field)
        raise Mistake(place, str(error), "write `Cells` for sets, `int` for numbers") from None
    if "side" not in plan.numbers:
        place = _in_class(book, "State")
        raise Mistake(place, "`State` has no field `side: int`", "let it say who moves")
    sets, levels = {name for name, _ in plan.sets}, {name for name, many in plan.sets if many}
    named = {
        "Text.tokens": (set(book.text.tokens.values()), sets - levels),
        "Text.counts": (set(book.text.counts.values()), levels),
        "Text.keys": (set(book.text.keys), set(plan.numbers)),
        "Declared.exchange": (
            {name for pair in book.declared.exchange for name in pair},
            sets | set(plan.numbers),
        ),
    }
    for part, (names, known) in named.items():
        for name in sorted(names - known):
            what = f"`{part}` names {name!r}, and `State` has {offer(sorted(known), 30)}"
            raise Mistake(_named_in(book, f'"{name}"'), what, "name a field of `State`")


def _check_names(book: Rulebook) -> None:
    """Raises `Mistake` where the rulebook names a board, a kind or a value that there is not."""
    if len(book.players) < 2:
        what = f"`players` names {len(book.players)}, and a game has two or more"
        raise Mistake(_named_in(book, "players="), what, "name the players in turn order")
    for kind in book.boards:
        if kind not in kind_names():
            what = f"no such kind of board (kinds: {offer(kind_names(), 30)}): {kind!r}"
            raise Mistake(_named_in(book, f'"{kind}"'), what, "correct `boards`")
    try:
        kind = read_board(book.board).kind
    except TextError as error:
        place = entry_of(book, "Rulebook", "board")
        raise Mistake(place, f"`board`: {error}", "name a board of one of `boards`") from None
    if kind not in book.boards:
        what = f"`board` is {book.board!r}, and the game is played on {offer(book.boards)} boards"
        place = entry_of(book, "Rulebook", "board")
        raise Mistake(place, what, "name a board of one of `boards`")
    for one in book.settings:
        if one.kind not in get_args(Kind):
            what = f"a setting is one of {offer(get_args(Kind), 30)}: {one.kind!r}"
            raise Mistake(_named_in(book, f'"{one.kind}"'), what, f"correct the setting {one.name}")
        if one.default not in one.values:
            values = offer(map(str, one.values), 30)
            what = f"the default of {one.name} is none of its values ({values}): {one.default!r}"
            raise Mistake(_named_in(book, f'"{one.default}"'), what, "correct the default")


_OWN_SIGNS = {".": "an empty cell", "-": "a gap in a row"}
"""Tokens that have a meaning in every game."""


def _check_words(book: Rulebook) -> None:
    """Raises `Mistake` where a word of a position's text could not be read back, and where a
    sentence is for a key or a value that no position has.
    """
    text = book.text
    for token in text.tokens:
        if token in _OWN_SIGNS:
            place = entry_of(book, "Text", "tokens")
            what = f"`Text.tokens` has {token!r}, which stands for {_OWN_SIGNS[token]}"
            raise Mistake(place, what, "take another token")
        _must_be_word(book, ("Text", "tokens"), "the token", token)
    for name in book.players:
        _must_be_word(book, ("Rulebook", "players"), "the name of a player", name)
    if wrong := moves.fault(text.moves):
        what, remedy = f"`Text.moves`: {wrong}", "write forms such as `CELL`, `CELL-CELL`, `pass`"
        raise Mistake(entry_of(book, "Text", "moves"), what, remedy)
    for key, words in text.keys.items():
        for word in (key, *(words or ())):
            _must_be_word(book, ("Text", "keys"), f"a word of the key {key!r},", word)
    if text.write_keys or text.read_cells:
        return
    for told in book.words.keys:
        key, equals, value = told.partition("=")
        if key not in text.keys:
            known = offer(text.keys, 30) or "none"
            what = f"`Words.keys` has a sentence for {key!r}, no key of `Text.keys` ({known})"
            remedy = right(key, text.keys) if text.keys else "leave it out"
            raise Mistake(entry_of(book, "Words", "keys"), what, remedy)
        words = text.keys[key]
        if equals and words is not None and value not in words:
            what = f"`Words.keys` has a sentence for {told!r}, and {key} takes {offer(words)}"
            raise Mistake(entry_of(book, "Words", "keys"), what, right(value, words))


def _must_be_word(book: Rulebook, entry: tuple[str, str], who: str, word: str) -> None:
    """Raises `Mistake`, at the entry of a part, unless the word can stand between blanks in the
    text of a position.
    """
    if not word or word.split() != [word] or set(word) & set(";/="):
        what = f"{who} {word!r} cannot be told from the text around it"
        remedy = "write a word without blanks, `;`, `/` and `=`"
        raise Mistake(entry_of(book, *entry), what, remedy)


def _in_class(book: Rulebook, name: str, field: str = "") -> Place:
    """The line of a class of the rules, or of its field, wherever the class is written; without
    such a class the line that makes the thing of that name.
    """
    kind = getattr(book.rules, name)
    written = sys.modules.get(getattr(kind, "__module__", ""), book.rules)
    home = getattr(written, "__file__", None) or files_of(book)[0]
    line = 0
    for node in ast.walk(ast.parse(Path(home).read_text("utf-8"))):
        if isinstance(node, ast.ClassDef) and node.name == name:
            lines = [
                one.lineno
                for one in node.body
                if isinstance(one, ast.AnnAssign) and ast.unparse(one.target) == field
            ]
            return place_of(home)._replace(line=lines[0] if lines else node.lineno, function=name)
        if isinstance(node, ast.Assign) and name in map(ast.unparse, node.targets):
            line = node.lineno
    return place_of(home)._replace(line=line, function=name)


def _named_in(book: Rulebook, word: str) -> Place:
    """The last line of the rulebook's own file that holds the word."""
    home = files_of(book)[-1]
    lines = home.read_text("utf-8").splitlines()
    return place_of(home)._replace(
        line=max((number for number, line in enumerate(lines, 1) if word in line), default=0)
    )
