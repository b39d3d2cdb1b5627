"""Claims: statements about a game, in words, with ways to decide them.

claim       a statement about a game, with the sentence of the rulebook it comes from
obligation  one way to decide a claim; a claim lists several, those that reach furthest first
verdict     the outcome for a claim: proved, refuted, witnessed, undecided or vacuous
scope       the boards where the verdict holds, and the verdict on the board asked about

A game's `claims.py` is a table `CLAIMS`, a tuple of `Claim`. A claim is stated once; the prover
(`reasoning/checking/check.py`) runs its obligations on the board it is asked about and, where that
is too large, on the claim's own small boards. An example, from a game that never takes stones::

    @rule
    def grows(board: Field, rules: Rules, before: State, move: int, after: State) -> bool:
        return count(after.stones) == count(before.stones) + 1

    @rule
    def full(board: Field, rules: Rules, p: State) -> bool:
        return p.stones == board.full

    CLAIMS = (
        Claim("1", "Every turn adds one stone.", PLACE, (EveryTurn(grows),), boards=("path:3",)),
        Claim("2", "The board can fill up.", END, (Sometimes(full),), expected="witnessed"),
        Claim("3", "Play ends.", END, (Ends(),), boards=("path:3", "square:2x2")),
    )

Predicates are functions marked `@rule`, written in the words of `models/cells.py` like `rules.py`
itself, and are compiled with it. They must not tell symmetric positions apart unless the
obligation says `symmetric=False`: positions are looked at once up to symmetry.

A predicate takes `(board, rules, p)`, p a position, or, of turns, `(board, rules, p, move, q)`, the
legal move and the position after it; it returns a truth value, a *measure* a whole number. A
measure of positions given as `toward` is what random games on large boards try to raise.
z3 is imported inside the functions that need it, never at the top of a `claims.py`. What takes more
than a predicate, such as values of positions, plain Python judges (`Plain` in `evidence.py`).

>>> from ruleproof.models.play.game import game
>>> claim = table(game("esgros", "hex:2"))[0]
>>> claim.id, claim.statement
('1', 'While play goes on, a legal move exists exactly when an empty cell exists.')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from ruleproof.models.claims.bounds import left_open
from ruleproof.models.claims.evidence import Bounded, Greatest, Plain
from ruleproof.models.claims.obligations import must_return
from ruleproof.models.claims.problems import Problem as Problem
from ruleproof.models.claims.scope import EVERY_BOARD as EVERY_BOARD
from ruleproof.models.claims.scope import Scope, Word
from ruleproof.models.claims.tables import check_tables
from ruleproof.models.claims.theorems import Induction, OneTurn, Theorem
from ruleproof.models.displays import Listing, displayed, short_form
from ruleproof.models.errors import offer
from ruleproof.models.play.game import Game
from ruleproof.models.rulebooks.assumed import Assumed
from ruleproof.models.rulebooks.settings import Value

_OUTCOMES = ("win", "draw", "loss")


@dataclass(frozen=True)
class Always:
    """The predicate holds in every reachable position (in which the premise `when` holds).

    Refuted by the shortest game to a position where it does not hold.
    """

    holds: Callable[..., Any]
    when: Callable[..., Any] | None = None
    symmetric: bool = True
    toward: Callable[..., Any] | None = None


@dataclass(frozen=True)
class EveryTurn:
    """The predicate of turns holds at every legal move of every reachable position (in which the
    premise `when`, a predicate of turns as well, holds).
    """

    holds: Callable[..., Any]
    when: Callable[..., Any] | None = None
    symmetric: bool = True
    toward: Callable[..., Any] | None = None


@dataclass(frozen=True)
class Sometimes:
    """The predicate holds in a reachable position; witnessed by the shortest game."""

    shows: Callable[..., Any]
    symmetric: bool = True
    toward: Callable[..., Any] | None = None


@dataclass(frozen=True)
class SomeTurn:
    """The predicate of turns holds at a legal move of a reachable position; witnessed by the
    shortest game.
    """

    shows: Callable[..., Any]
    symmetric: bool = True
    toward: Callable[..., Any] | None = None


@dataclass(frozen=True)
class Ends:
    """Every game ends and no position repeats; the length of the longest game is among the
    details. Refuted by a game that comes back to a position. `ignoring` names number fields of the
    state that do not count (such as the number of occurrences so far).
    """

    ignoring: tuple[str, ...] = ()


@dataclass(frozen=True)
class Endless:
    """Play can go on for ever: witnessed by a game that runs into its shortest cycle."""

    ignoring: tuple[str, ...] = ()


@dataclass(frozen=True)
class Symmetric:
    """Every symmetry of the game carries legal moves, positions after them and results along, at
    every reachable position.
    """


@dataclass(frozen=True)
class Same:
    """With these settings changed as well, play never differs: legal moves and results are the same
    after every line of play. `only`: `within` asks only that the legal moves of the claim's game
    are among those under the changed settings; `contains` asks the reverse.
    """

    settings: Mapping[str, Value]
    only: Literal["equal", "within", "contains"] = "equal"


@dataclass(frozen=True)
class Most:
    """The measure is at most `bound(game)` in every reachable position (`turns`: at every legal
    move); `exactly`: some game attains the bound, too. Without a bound, the check finds and
    witnesses the greatest value. The details give the greatest value and the bound.
    """

    measure: Callable[..., Any]
    bound: Callable[[Game], int] | None = None
    turns: bool = False
    symmetric: bool = True
    exactly: bool = False

    def bound_on(self, game: Game) -> int | None:
        """The bound on the game's board; None without one. Raises `Mistake` if it is no number."""
        bound: Any = self.bound and self.bound(game)
        return must_return(self.bound, bound, bound is None or isinstance(bound, int), "a number")

    def holds(self, most: int, bound: int) -> bool:
        """Whether the claim holds where `most` is the greatest value of the measure."""
        return most == bound if self.exactly else most <= bound


@dataclass(frozen=True)
class ValueIs:
    """The value of the position (a text or a function of the game; empty: the start) is
    `value(game)`: "win", "draw" or "loss" for the side to move, or in scored games the first
    player's margin; of a tuple, any will do. Without `value`, the check finds it.
    """

    value: Callable[[Game], str | int | tuple[str | int, ...]] | None = None
    position: str | Callable[[Game], str] = ""

    def position_on(self, game: Game) -> str:
        """The text of the position on the game's board."""
        return self.position(game) if callable(self.position) else self.position

    def values_on(self, game: Game) -> tuple[str | int, ...]:
        """The values that will do. Raises `Mistake` where they are no values of the game."""
        said = self.value(game) if self.value else ()
        values = said if isinstance(said, tuple) else (said,)
        scored = game.rulebook.scored
        known = all(isinstance(one, int) if scored else one in _OUTCOMES for one in values)
        right = "a margin, a number" if scored else f"one of {offer(_OUTCOMES)}"
        must_return(self.value, said, known, right)
        return values


@dataclass(frozen=True)
class SameValue:
    """With these settings changed, the value of the start is still the same."""

    settings: Mapping[str, Value]


class Outcome(NamedTuple):
    """The findings of a claim's own decision; fields as in `Verdict`."""

    verdict: Word
    witness: str = ""
    method: str = ""
    details: Mapping[str, object] = {}


Evidence: TypeAlias = (
    Always
    | EveryTurn
    | Sometimes
    | SomeTurn
    | Most
    | ValueIs
    | SameValue
    | Theorem
    | OneTurn
    | Plain
    | Greatest
    | Bounded
)
"""A check of a decision."""


@dataclass(frozen=True)
class Decision:
    """A decision by the claim's own function: `decide(game, seconds)` keeps to so many seconds'
    worth of counted work (`counted.py`) and answers `undecided`, with what is known, when that is
    done. `asks`: whether something is always so, whether it is ever so (a board where it never is
    says nothing about others), or what is so on the board. `worth`: its seconds' worth on a board
    larger than the claim's. `evidence`: an equivalent
    obligation by which a certificate can be checked, None where there is no simpler one.
    """

    decide: Callable[[Game, float], Outcome]
    method: str
    asks: Literal["always", "ever", "what"] = "always"
    worth: float = 2.0
    evidence: Evidence | None = None


Obligation: TypeAlias = (
    Always
    | EveryTurn
    | Sometimes
    | SomeTurn
    | Ends
    | Endless
    | Symmetric
    | Same
    | Most
    | ValueIs
    | SameValue
    | Theorem
    | Induction
    | OneTurn
    | Plain
    | Greatest
    | Decision
)


@dataclass(frozen=True)
class Claim:
    """A statement about a game, and ways to decide it, those that reach furthest first.

    `id` is the number on the game's sheet, with a letter for each part (`6`, `7a`, `7b`).
    `sentence` is the rulebook's. `expected` is the verdict that is no news, or a function of the
    game (its board and settings); None where nobody knows beforehand, so that any verdict is
    welcome. `settings` names the settings it speaks of; `--thorough` varies them one by one.
    `boards` are small boards, smallest first, on which it is decided where the game's own board is
    too large; `applies(game)` says where the claim speaks at all. `shortest`: whether the statement
    says that no shorter game shows it; it is undecided until that is proved, on the board asked
    about (`models/claims/bounds.py`). `seen`: a sentence on the end of a game that shows it, with
    details of the verdict in braces; reports leave it out where one is lacking. `known(game)`: in
    words, what others found about a board that is too large here, and where that stands; it is said
    of a board that stays undecided, and decides nothing.
    """

    id: str
    statement: str
    sentence: str
    obligations: tuple[Obligation, ...]
    expected: Word | Callable[[Game], Word | None] = "proved"
    settings: tuple[str, ...] = ()
    boards: tuple[str, ...] = ()
    applies: Callable[[Game], bool] | None = None
    shortest: bool = False
    seen: str = ""
    known: Callable[[Game], str] | None = None

    def speaks_of(self, game: Game) -> bool:
        """Whether the claim is asked of the game: nowhere, for one, under the settings that it
        compares others with.
        """
        return not self.compares_itself(game) and (self.applies is None or self.applies(game))

    def compares_itself(self, game: Game) -> bool:
        """Whether the claim changes settings to the values that the game has."""
        pairs = (
            one.settings.items() for one in self.obligations if isinstance(one, Same | SameValue)
        )
        return any(all(game.settings.get(name) == value for name, value in one) for one in pairs)

    def expects(self, game: Game) -> Word | None:
        """The expected verdict for the game; None where any will do. Raises `Mistake` where the
        claim's function returns another word.
        """
        word = self.expected(game) if callable(self.expected) else self.expected
        words = get_args(Word)
        known = word is None or word in words
        return must_return(self.expected, word, known, f"None or one of {offer(words)}")


@dataclass(frozen=True)
class Verdict:
    """The verdict on a claim on a board with settings.

    `scope` has the boards where it holds, and the verdict on the board asked about. `method` says
    how it was found, `seconds` how long that took, and `compiling` how much of it compiling.
    `witness` is a line of moves from the start or, where `position` is true, a position; it has
    been replayed by `rules.py` on `board` (empty: the game's own). `found` has the number or value
    that a claim asks for, by board, where it is decided. `laws` are those it rests on, which
    solvers take the game to keep. `details` holds further facts: the number of positions of an
    exhaustion, bounds (`bounds.py`), extremes. `certificate` is the path of a file, or None;
    `assumes` what that file takes as given besides the rules; `finding` is what it means for the
    rulebook, in plain words. `record`: the file that holds the verdict, if it comes from a record
    and was not found now.
    """

    id: str
    statement: str
    sentence: str
    verdict: Word
    expected: Word | None
    scope: Scope
    method: str
    seconds: float
    settings: Mapping[str, Value] = field(default_factory=dict[str, Value])
    witness: str | None = None
    position: bool = False
    board: str = ""
    certificate: str | None = None
    assumes: tuple[Assumed, ...] = ()
    finding: str = ""
    record: str | None = None
    details: Mapping[str, object] = field(default_factory=dict[str, object])
    compiling: float = 0.0
    found: Mapping[str, object] = field(default_factory=dict[str, object])
    laws: tuple[str, ...] = ()

    __repr__ = short_form

    @property
    def as_expected(self) -> bool:
        """Whether the verdict is no news; a mistake of the author's always is news."""
        if "mistake" in self.details:
            return False
        return self.expected is None or self.verdict == self.expected

    @property
    def left_open(self) -> list[str]:
        """Sentences on the extremes that it leaves open, with the bounds known."""
        return left_open(self.details, self.scope.asked, self.verdict)

    def _repr_html_(self) -> str | None:
        return displayed(self)


class Verdicts(Listing[Verdict]):
    """The verdicts on claims of a game, in the order of its sheet; a slice has the same game."""

    def __init__(self, verdicts: Iterable[Verdict] = (), game: Game | None = None) -> None:
        super().__init__(verdicts)
        self.game = game

    def __repr__(self) -> str:
        words = Counter(verdict.verdict for verdict in self)
        told = ", ".join(f"{many} {word}" for word, many in words.items())
        return f"<Verdicts: {told or 'none'}>"


def table(game: Game) -> tuple[Claim, ...]:
    """The game's claims, in the order of its sheet; empty if its folder has none. Raises `Mistake`
    where a table of the game's claims or meanings has a wrong entry.
    """
    module = game.rulebook.module("claims")
    check_tables(game.rulebook, get_args(Word))
    return module.CLAIMS if module else ()


def idle_clauses(game: Game) -> frozenset[str]:
    """The clauses, as `clause:` and their names, that decide nothing on the game's board under its
    settings; `idle(game)` in the game's folder lists them.
    """
    module = game.rulebook.module("claims")
    idle = getattr(module, "idle", None)
    return frozenset(f"clause:{name}" for name in idle(game)) if idle else frozenset()
