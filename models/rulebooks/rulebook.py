"""Rulebooks: games as their folders describe them, and how they are found.

A *rulebook* is the game as published: its settings, the boards it is played on, its rules to run
(`rules.py`) and, by module name, its rules to reason about (`constraints.py`) and its claims
(`claims.py`). With a board and settings it becomes a `Game` (`models/play/game.py`).

Packages offer rulebooks through the entry-point group `ruleproof.games`; each entry point names a
`Rulebook`. The five games that come along are found the same way.

    >>> rulebook("esgros").title
    'Esgros'
"""

from __future__ import annotations

import importlib
import importlib.util
import pickle
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

from ruleproof.models.boards.boards import kind
from ruleproof.models.errors import TextError, meant, offer
from ruleproof.models.files.play_sources import play_hash
from ruleproof.models.files.sources import sources_hash, times_of
from ruleproof.models.installed import entries
from ruleproof.models.mistakes import Mistake, Place, short_path, told_as_the_authors
from ruleproof.models.offers import offered_by
from ruleproof.models.rulebooks.kinds import check_kinds
from ruleproof.models.rulebooks.parts import Declared, Drawing, Repetition, Setup, Text, Tour, Words
from ruleproof.models.rulebooks.settings import Setting

GROUP = "ruleproof.games"


@dataclass(frozen=True, eq=False)
class Rulebook:
    """A published game: its names, its rules, and parts (`models/rulebooks/parts.py`) that a small
    game can leave out.
    """

    name: str
    """REQUIRED. The game's name on the command line, that of its entry point."""

    title: str
    """REQUIRED. The game's name in print."""

    author: str
    """REQUIRED. Who made the game, and when."""

    about: str
    """REQUIRED. The game in one clause."""

    players: tuple[str, ...]
    """REQUIRED. The players' names in turn order; also the words for the side to move."""

    boards: tuple[str, ...]
    """REQUIRED. The kinds of board that the game can be played on."""

    board: str
    """REQUIRED. The board by default."""

    rules: ModuleType
    """REQUIRED. The rules to run, a `RulesModule` (`models/rulebooks/contracts.py`)."""

    tiny: tuple[str, ...] = ()
    """OPTIONAL. Small boards of its kinds, on which `conform` looks at all positions, for a game
    that cannot be played on those that the kinds of board name (`Kind.tiny`).
    Without: those.
    """

    settings: tuple[Setting, ...] = ()
    """OPTIONAL. Readings, options, variants and editions. Without: there is one way to play."""

    scored: bool = False
    """OPTIONAL. Whether players count points; `rules.score` is then REQUIRED.
    Without: a game is won, lost or drawn.
    """

    package: str = ""
    """OPTIONAL. The package that holds the modules `constraints`, `claims`, `meanings`, `goals`,
    `themes` and `play` (how the game is played, for print), if there are any.
    Law `constraints`: they say the same as the rules to run.
    Without: nothing is proved by formulas, there are no claims, and puzzles ask to win.
    """

    advice: ModuleType | None = None
    """OPTIONAL. An `AdviceModule` (`models/rulebooks/contracts.py`), which speeds up search and
    changes no answer.
    Without: searches try all moves in the order of `moves`.
    """

    setup: Setup = field(default_factory=Setup)
    """OPTIONAL. The game as a board and the settings shape it. Without: nothing."""

    text: Text = field(default_factory=Text)
    """OPTIONAL. The notation of positions and moves. Without: moves are cells."""

    words: Words = field(default_factory=Words)
    """OPTIONAL. Texts about positions and moves, for people. Without: none."""

    declared: Declared = field(default_factory=Declared)
    """OPTIONAL. Symmetries and the like, for solvers to rely on. Without: none."""

    repetition: Repetition = field(default_factory=Repetition)
    """OPTIONAL. Rules about positions that recur. Without: none."""

    drawing: Drawing = field(default_factory=Drawing)
    """OPTIONAL. The drawing of positions. Without: as discs."""

    tour: Tour = field(default_factory=Tour)
    """OPTIONAL. A small game that the tour can solve. Without: the default one."""

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles as its name, which must be that of an installed game: another process loads the
        rulebook anew. Raises `PicklingError` for one that no installed package offers.
        """
        if self.name not in names() or rulebook(self.name) is not self:
            raise pickle.PicklingError(
                f"a rulebook is pickled by its name, and no installed package offers this one: "
                f"{self.name!r}"
            )
        return rulebook, (self.name,)

    def __copy__(self) -> Rulebook:
        """The rulebook itself, which nobody can change."""
        return self

    def __deepcopy__(self, memo: object) -> Rulebook:
        """The rulebook itself, which nobody can change."""
        return self

    @cached_property
    def _home(self) -> Path | None:
        """The folder of the game's sources, or its file where the game is a module that stands in
        no package, perhaps beside others' modules; None where it has no file.
        """
        file = getattr(self.rules, "__file__", None)
        if file is None:
            return None
        path = Path(file).resolve()
        alone = "." not in self.rules.__name__ and path.stem != "__init__"
        return path if alone else path.parent

    @property
    def sources(self) -> str:
        """The hash of the sources of the rules, as they were when the rulebook was loaded."""
        return sources_hash(self._home)

    @property
    def play(self) -> str:
        """The hash of the code that decides how the game goes, whatever its wording: the rules,
        the advice that players follow, and the module that offers the rulebook.
        """
        modules = [self.rules.__name__, *([self.advice.__name__] if self.advice else [])]
        with suppress(TextError, Mistake):
            modules.append(entry(self.name))
        return play_hash(*modules)

    @cached_property
    def _written(self) -> tuple[tuple[str, int, int], ...]:
        """When the game's sources were written, as of the first time that this was asked."""
        return times_of(self._home) if self._home else ()

    @property
    def changed(self) -> bool:
        """Whether the game's sources have been written since the rulebook was loaded."""
        before = self._written
        return self._home is not None and times_of(self._home) != before

    def module(self, name: str) -> ModuleType | None:
        """The game's module of that name (`constraints`, `claims`), or None if it has none."""
        path = f"{self.package}.{name}"
        if not self.package or importlib.util.find_spec(path) is None:
            return None
        return importlib.import_module(path)

    @property
    def small_boards(self) -> tuple[str, ...]:
        """Small boards to look at all positions of; the game may refuse some of its kinds'."""
        return self.tiny or tuple(text for name in self.boards for text in kind(name).tiny)

    def setting(self, name: str) -> Setting:
        """The setting of that name; `TextError` when the rulebook has none."""
        for setting in self.settings:
            if setting.name == name:
                return setting
        names = offer((setting.name for setting in self.settings), 30)
        raise TextError(f"no such setting of {self.name} (settings: {names}): {name!r}")


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """The names of all games that can be found, in alphabetical order."""
    return tuple(sorted({point.name for point in entries(GROUP)}))


def no_such_game(name: str) -> TextError:
    """The error that no installed package offers the game, which a folder may hold."""
    here = ""
    with suppress(OSError, ValueError):  # a text that can be no path
        here = Path(name).name if (Path(name) / "pyproject.toml").is_file() else ""
    waits = f"; ./{here} is not installed: pip install -e {here}" if here else ""
    return TextError(
        f"no such game (games: {offer(names(), 30)}{waits or meant(name, names())}): {name!r}"
    )


def entry(name: str) -> str:
    """The module that offers the game of that name. Raises as `rulebook` does."""
    point = offered_by(GROUP, name)
    if point is None:
        raise no_such_game(name)
    return point.module


@lru_cache(maxsize=32)
def rulebook(name: str) -> Rulebook:
    """The rulebook of that name. Raises `TextError` when no installed package offers one and
    `Mistake` when several do, or when the one that does cannot be loaded.
    """
    point = offered_by(GROUP, name)
    if point is None:
        raise no_such_game(name)
    with told_as_the_authors():
        return _loaded(point)


def _loaded(point: EntryPoint) -> Rulebook:
    """The rulebook that the entry point names. Raises `Mistake` where it names none."""
    place = Place(f"the entry point `{point.name} = {point.value}`", 0)
    try:
        module = importlib.import_module(point.module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{point.module}.".startswith(f"{error.name}."):
            raise
        what = f"there is no module {error.name!r}"
        raise Mistake(
            place, what, "install the package again, or mend its pyproject.toml"
        ) from None
    except SystemExit:
        what = f"importing {point.module} ends the program"
        raise Mistake(place, what, "take out the call of `exit`") from None
    found = getattr(module, point.attr, None)
    if found is None and not getattr(module, "__file__", None):
        folder = short_path(next(iter(module.__path__)))
        what = f"Python takes the folder {folder!r} for the package, and it holds no __init__.py"
        raise Mistake(place, what, "work in another folder, or rename this one")
    if not isinstance(found, Rulebook):
        remedy = "let it name the `Rulebook` of your game"
        raise Mistake(place, f"it names no `Rulebook` in {point.module}", remedy)
    if found.name != point.name:
        what = f"its `Rulebook` has the name {found.name!r}, and the entry point {point.name!r}"
        raise Mistake(place, what, "give both one name")
    check_kinds(found)
    _ = found.sources, found.changed  # read now: the author may go on writing
    return found
