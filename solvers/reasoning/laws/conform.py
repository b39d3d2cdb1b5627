"""Conforming: every law tested on a game, of whatever package, and the nearest breach of each told.

trial    a game on a board with its settings, and whether all positions are tried or random games
variant  the trials of a game with one setting varied (`trials.py`)

    >>> from ruleproof.models.play.game import make_game
    >>> from ruleproof.models.template import RULEBOOK
    >>> one = make_game(RULEBOOK, "path:2", {})
    >>> [told.word for told in conform([one], only=["text", "faults"])]
    ['holds', 'holds']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Literal, NamedTuple

from ruleproof.models.displays import short_form
from ruleproof.models.endless import NoReturn
from ruleproof.models.mistakes import Mistake, Place, authored, files_of, mistake
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.models.rulebooks.settings import Value
from ruleproof.solvers.reasoning.laws.grounds import Ground, line_to
from ruleproof.solvers.reasoning.laws.laws import RUNS, Law, named
from ruleproof.solvers.reasoning.laws.positions import Breach
from ruleproof.solvers.reasoning.laws.steady import look_twice
from ruleproof.solvers.reasoning.laws.trials import Trial, fill, thinned, trials, trials_on
from ruleproof.solvers.work.asked import must_be_seconds
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, Stopped, silent

Word = Literal["holds", "broken", "absent", "untested", "stopped"]
"""`absent`: the game has nothing that the law speaks of. `untested`: a broken rule leaves no
positions to test it on. `stopped`: not looked at to the end.
"""


class Broken(NamedTuple):
    """A breach of a law: the game, the position and the moves to it (None: by no known play), the
    breach in words, and the place of the author's function.
    """

    game: Game
    position: str
    line: tuple[str, ...] | None
    what: str
    place: Place


@dataclass(frozen=True)
class Told:
    """The fate of a law: on how many positions it was tested, in all and with each setting varied,
    where it is broken, and why it could not be tested.
    """

    law: str
    says: str
    word: Word
    positions: int = 0
    broken: Broken | None = None
    variants: tuple[Looked, ...] = ()
    why: str = ""

    __repr__ = short_form


class Looked(NamedTuple):
    """A setting varied alone, none for the game as it is, and the positions looked at with it."""

    settings: Mapping[str, Value]
    positions: int


@dataclass
class _Case:
    """A law under test."""

    law: Law
    applies: bool = False
    looked: dict[tuple[tuple[str, Value], ...], int] = field(
        default_factory=dict[tuple[tuple[str, Value], ...], int]
    )
    broken: list[tuple[int, int, Broken]] = field(default_factory=list[tuple[int, int, Broken]])
    stopped: bool = False
    untested: str = ""

    def told(self) -> Told:
        name, says, many = self.law.name, self.law.says, sum(self.looked.values())
        variants = tuple(Looked(dict(one), number) for one, number in self.looked.items())
        if self.broken:
            worst = min(self.broken, key=lambda one: one[:2])[2]
            return Told(name, says, "broken", many, worst, variants)
        if self.untested and not (many or self.stopped):
            return Told(name, says, "untested", why=self.untested)
        word: Word = "stopped" if self.stopped else "holds" if self.applies else "absent"
        return Told(name, says, word, many, None, variants)

    def looked_at(self, trial: Trial, positions: int) -> None:
        """Notes so many positions more."""
        variant = tuple(trial.variant.items())
        self.looked[variant] = self.looked.get(variant, 0) + positions


def conform(
    games: Iterable[Game] | Game | Rulebook,
    *,
    only: Iterable[str] | None = None,
    seconds: float | None = None,
    seed: int = 1,
    progress: Listener = silent,
) -> list[Told]:
    """Test each law on the games, on one game, or on the trials of a rulebook (`trials`).

    Of all breaches of a law the one with the fewest plies is told, on the smallest board. After
    `seconds` the laws not yet tested to the end are `stopped`, as after Ctrl-C, or where a rule
    does not return, if somebody watches that (`watched.py`).
    """
    games = [games] if isinstance(games, Game) else games
    must_be_seconds("seconds", seconds)
    deadline = Deadline(seconds)
    cases = [_Case(law) for law in named(only)]
    asked = (
        list(trials(games))
        if isinstance(games, Rulebook)
        else [trial for game in games for trial in trials_on(game)]
    )
    try:
        for number, trial in enumerate(asked):
            _try(trial, cases, seed, deadline, lambda note: progress(
                Progress("laws", number, len(asked), note)  # noqa: B023 - called at once
            ))  # fmt: skip
    except (KeyboardInterrupt, Stopped, NoReturn):
        for case in cases:
            case.stopped = True
    return [case.told() for case in cases]


def _try(
    trial: Trial, cases: Sequence[_Case], seed: int, deadline: Deadline, tell: Callable[[str], None]
) -> None:
    """Tests the laws on one trial."""
    game = trial.game
    where = f"{game.name} {game.board.text}"
    tell(where)
    if deadline.passed:
        raise Stopped
    ground = whole = Ground(game, deadline=deadline)
    try:
        fill(ground, trial, seed)
        look_twice(ground)
    except Stopped:
        raise
    except NoReturn as error:
        _fails(cases, ground, error.mistake)
        raise
    except Exception as error:
        _fails(cases, ground, _blamed(game, error))
        return
    for case in cases:
        law = case.law
        if not _applies(case, game) or (case.broken and trial.random):
            continue
        if law.dear and not trial.dear:
            continue
        case.applies = True
        ground = thinned(whole, law.dear) if law.dear and trial.variant else whole
        ground.at, ground.looked = None, 0
        tell(f"{law.name} on {where}")
        try:
            for state, breach in islice(law.look(ground), 1):
                position = ground.positions.get(state)
                if trial.random and position is not None:
                    position = shrunk(position, law)
                _note(case, position, game, breach, state)
        except (KeyboardInterrupt, Stopped):
            raise
        except NoReturn as error:
            _note(case, ground.at, game, error.mistake)
            raise
        except Exception as error:
            _note(case, ground.at, game, _blamed(game, error))
        if deadline.passed:
            raise Stopped
        case.looked_at(trial, ground.looked or len(ground.positions))
    if deadline.passed:
        raise Stopped


def _fails(cases: Sequence[_Case], ground: Ground, error: Mistake) -> None:
    """Notes an error that came up while positions were listed."""
    runs = next((case for case in cases if case.law is RUNS), cases[0])
    runs.applies = True
    _note(runs, ground.at, ground.game, error)
    for case in cases:
        if case is not runs and _speaks(case.law, ground.game):
            case.untested = (
                f"no position can be relied on while the law “{runs.law.name}” is broken"
            )


def _speaks(law: Law, game: Game) -> bool:
    """Whether the game has what the law speaks of, as far as its modules can say."""
    try:
        return law.applies(game)
    except Exception:  # told where the law is tested
        return True


def _applies(case: _Case, game: Game) -> bool:
    """Whether the game has what the law speaks of; errors of its modules count as a breach."""
    try:
        return case.law.applies(game)
    except Exception as error:
        case.applies = True
        _note(case, None, game, _blamed(game, error))
        return False


def _blamed(game: Game, error: Exception) -> Mistake:
    """The author's mistake that the error is due to; raises the error if it is not due to one."""
    found = mistake(error, files_of(game.rulebook))
    if found is None:
        raise error
    return found


def _note(
    case: _Case,
    position: Position | None,
    game: Game,
    found: Breach | Mistake,
    state: State | None = None,
) -> None:
    """Keeps the breach with the position it was found at."""
    line = None if position is None else tuple(map(game.show_move, line_to(position)))
    here = state if position is None else position.state
    text = "" if here is None else notation.show(game, here)
    at = found.place if isinstance(found, Mistake) else authored(found.function, game.rulebook)
    mended = f"; {found.remedy}" if found.remedy else ""
    broken = Broken(game, text, line, found.what + mended, at)
    plies = len(line) if line is not None else 1 << 20
    case.broken.append((plies, game.board.size, broken))


def shrunk(position: Position, law: Law) -> Position:
    """A position of a shorter game that breaks the law as well: moves are left out as long as the
    rest can be played and the law is still broken at its end.
    """
    game, line = position.game, line_to(position)
    best = position
    again = True
    while again:
        again = False
        for many in (len(line) // 2, 4, 2, 1):
            for first in range(len(line) - many + 1) if many else ():
                shorter = line[:first] + line[first + many :]
                end = _played(game, shorter)
                if end is not None and _breaks(end, law):
                    best, line, again = end, shorter, True
                    break
            if again:
                break
    return best


def _played(game: Game, line: Sequence[int]) -> Position | None:
    """The position after the moves, None if one is not legal."""
    position = Position.start(game)
    for move in line:
        if move not in position.legal_moves():
            return None
        position = position.after(move)
    return position


def _breaks(position: Position, law: Law) -> bool:
    """Whether the law is broken at the position, taken alone."""
    game, state = position.game, position.state
    ground = Ground(game, {state: position})
    ground.after[state] = [game.play(state, move) for move in game.moves(state)]
    ground.lines = [[*position.before, state]] if law.name == "acyclic" else []
    try:
        return any(found == state for found, _ in islice(law.look(ground), 1))
    except Exception:
        return False
