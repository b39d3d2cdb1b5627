"""Contracts of a game's modules: the names that each of them must have.

A module keeps a contract by the names of its functions. Each name says REQUIRED or OPTIONAL, the
law that it must keep, and what happens without it; `missing` tells what a module lacks. The names
of the laws are those of `ruleproof conform`.

board   `Field` (`models/cells.py`): the board as rules see it
rules   the module's `Rules`, a tuple of whole numbers, one for each setting
p, q    states; with z3, symbolic states: the same `State` with symbolic sets and numbers

    >>> from ruleproof.models.esgros import rules
    >>> missing(rules, RulesModule)
    []
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Protocol


class RulesModule(Protocol):
    """`rules.py`, the rules to run: one text for Python and compiled code.

    Law `compiled`: both do the same. Every function is marked `@rule`, `start` may be.
    """

    State: Any
    """REQUIRED. A `NamedTuple` of sets of cells and small numbers, with the number field `side`."""

    Rules: Any
    """REQUIRED. A `NamedTuple` with a number for each setting, `-` written `_`."""

    def start(self, board: Any, rules: Any) -> Any:
        """REQUIRED. The state the game starts from. Law `start`: it has no fault."""
        ...

    def moves(self, board: Any, rules: Any, p: Any, found: Any) -> None:
        """REQUIRED. Appends (`add`) the legal moves, whole numbers from 0; none once play is over.
        Law `moves`: each once, none exactly when play is over.
        """
        ...

    def play(self, board: Any, rules: Any, p: Any, move: int) -> Any:
        """REQUIRED. The state after a legal move. Law `faults`: it has none."""
        ...

    def over(self, board: Any, rules: Any, p: Any) -> bool:
        """REQUIRED. Whether the game has ended. Law `moves`."""
        ...

    def payoff(self, board: Any, rules: Any, p: Any) -> int:
        """REQUIRED. The worth of the ended game for the side to move: 1, 0, -1, or a margin where
        points are counted.
        Law `payoff`: no other value, and the margin is that of the scores.
        """
        ...

    def score(self, board: Any, rules: Any, p: Any, player: int) -> int:
        """OPTIONAL, but REQUIRED where points are counted (`Rulebook.scored`). The player's own
        points now. Without: the game has no points.
        """
        ...

    def plays_on(self, p: Any, q: Any) -> bool:
        """OPTIONAL. Whether the player who moved in `p` moves again in `q`.
        Without: whether the side to move is the same.
        """
        ...

    def bulk(self, board: Any, rules: Any, p: Any) -> int:
        """OPTIONAL. The number of legal moves, for perft. Law `bulk`: as many as `moves` lists.
        Without: `moves` lists them.
        """
        ...


class AdviceModule(Protocol):
    """`advice`: functions that speed up search and change no answer. Each is marked `@rule`.

    Law `compiled`: Python and compiled code say the same.
    """

    def promise(self, board: Any, rules: Any, p: Any, move: int) -> int:
        """OPTIONAL. A number, greater for moves that search should try first. It may be wrong.
        Without: search tries moves in the order of `moves`.
        """
        ...

    def limits(self, board: Any, rules: Any, p: Any) -> tuple[int, int]:
        """OPTIONAL, for scored games of two. The least and the greatest margin of the side to move
        over the other at the end, whatever is played.
        Law `limits`: no game ends beyond them.
        Without: search plays to the end.
        """
        ...

    def essence(self, board: Any, rules: Any, p: Any) -> Any:
        """OPTIONAL. The part of the position that its worth depends on, as a state, which need not
        be a position.
        Law `essence`: positions with the same essence are worth the same and end as soon, and the
        essence of an image under a symmetry is the image of the essence.
        Without: the whole position counts.
        """
        ...

    def tier(self, board: Any, rules: Any, p: Any) -> int:
        """OPTIONAL. A whole number, from 0 on, that rises with every turn, as the stones on the
        board do where every turn adds one.
        Law `tier`: it rises, and is the same for symmetric positions.
        Without: tables on several machines take some seven times the work.
        """
        ...

    def spread(self, board: Any, rules: Any, p: Any, states: Any) -> None:
        """OPTIONAL. Tells (`cells.tell`) the positions after all moves, in any order.
        Law `spread`: `play` leads to the same.
        Without: moves are played one by one.
        """
        ...


class GoalsModule(Protocol):
    """`goals.py` in the game's package: goals that puzzles can ask for besides a win. Its functions
    are marked `@rule`.

    Law `goals`: Python and compiled code say the same, no position meets an aim that it is asked
    for, an ended game has no aims, and symmetric positions have symmetric aims.

    d         the diagram: the position that the puzzle shows
    p, q      the positions before and after a move that ends a turn
    attacker  the number of the player who is to reach the goal
    marked    the cells that the goal speaks of now, which may move with what stands on them
    """

    GOALS: tuple[Any, ...]
    """REQUIRED. The goals, each a `parts.Goal`. A module may also have `GROUND`, a board and
    settings: puzzles are made there by default; and `SOURCES`, names for `--source`: positions
    come from there by default.
    """

    def reached(
        self,
        board: Any,
        rules: Any,
        goal: int,
        amount: int,
        attacker: int,
        d: Any,
        p: Any,
        q: Any,
        marked: Any,
    ) -> int:
        """REQUIRED. 1 if the turn from `p` to `q` reaches the goal of that code, 0 if not yet, -1
        if it can no longer be reached. `marked` is the result of `follow`.
        """
        ...

    def follow(self, board: Any, rules: Any, goal: int, d: Any, p: Any, q: Any, marked: Any) -> Any:
        """OPTIONAL. The cells that the goal speaks of after the turn.
        Without: they stay where they are.
        """
        ...

    def alike(self, board: Any, rules: Any, goal: int, p: Any, marked: Any) -> Any:
        """OPTIONAL. The part of `p`, also in mid-turn, that the answer to the goal depends on, as a
        state, which need not be a position; goal 0 is to win.
        Law `goals`: from positions that are alike, the same turns reach the goal, and others lead
        to positions alike.
        Without: the whole position counts.
        """
        ...

    def outlook(
        self,
        board: Any,
        rules: Any,
        goal: int,
        amount: int,
        attacker: int,
        d: Any,
        p: Any,
        marked: Any,
        left: int,
    ) -> int:
        """OPTIONAL. 1 if the attacker surely reaches the goal from `p`, also in mid-turn, within
        `left` of his turns, the present one included; -1 if he surely does not; 0 if only a search
        can tell. Goal 0 is to win by that amount. It makes the search faster and changes no answer.
        Without: always 0.
        """
        ...

    def in_order(self, settings: Any) -> Any:
        """OPTIONAL. Settings that search changes so that turns take their steps in fewer orders.
        The turns are legal under the game's own settings too. They have every effect that turns
        have under those, with the same ends up to `alike`.
        Without: search changes no setting.
        """
        ...

    def effect(self, board: Any, rules: Any, p: Any, q: Any) -> Any:
        """OPTIONAL. A state, which need not be a position, equal for turns from `p` that count as
        one answer to a puzzle.
        Without: turns that end in the same position count as one answer.
        """
        ...

    def inner(self, game: Any) -> str:
        """OPTIONAL, but REQUIRED where there is `framed`. The smaller board whose endings can be
        laid into the game's; empty where none can.
        """
        ...

    def framed(self, game: Any, picture: Any, small: Any, p: Any, dice: Any) -> Any:
        """OPTIONAL. A position of the game in which `p`, a position of the game `small` on its
        `inner` board, is surrounded by cells of the picture, a position of play, so that few turns
        are legal; None where that fails. Plain Python; `dice` is a `random.Random`.
        Law: the result has no fault.
        Without: `--source framed` is refused.
        """
        ...


class ThemesModule(Protocol):
    """`themes.py`: themes of puzzle solutions, in the game's own language. Plain Python.

    A theme says what a whole solution shows, and no theme shares its name with another.
    """

    THEMES: tuple[Any, ...]
    """REQUIRED. The themes, each a `solutions.Theme`; the most telling first. A module may also
    have `TAKEN_FOR`: the goals for which pieces are taken; for others, general themes pass over
    taking.
    """

    def stones(self, p: Any, player: int) -> Any:
        """OPTIONAL. The cells with a piece of the player's that can be taken from him.
        Without: general themes of taking and losing pieces are not looked for.
        """
        ...


class ConstraintsModule(Protocol):
    """`constraints.py`, the same game for z3, written from the rulebook and not from `rules.py`,
    in the words of `models/symbolic/cells.py`. Law `constraints`: both say the same.

    A *move* is a tuple, nested or not, of z3 Bools and bit-vectors of the module's own making.
    """

    def wellformed(self, game: Any, p: Any) -> Any:
        """REQUIRED. Whether `p` is a position: exactly where `Words.faults` finds no fault."""
        ...

    def starting(self, game: Any, p: Any) -> Any:
        """REQUIRED. Whether `p` is the start."""
        ...

    def fresh_move(self, game: Any, prefix: str) -> Any:
        """REQUIRED. A move of new variables, their names beginning with the prefix."""
        ...

    def read_move(self, game: Any, model: Any, move: Any) -> int:
        """REQUIRED. The number of the move that a model gives; asks the model only for values of
        the move's own variables, by `model.eval(variable, model_completion=True)`.
        """
        ...

    def move_is(self, game: Any, move: Any, code: int) -> Any:
        """REQUIRED. Whether the move has that number."""
        ...

    def legal(self, game: Any, p: Any, move: Any) -> Sequence[Any]:
        """REQUIRED. The clauses (`symbolic.Clause`, each with its sentence of the rulebook) that
        together make the move legal in the well-formed position `p`; one of them rules every move
        out once play is over.
        """
        ...

    def effect(self, game: Any, p: Any, move: Any, q: Any) -> Sequence[Any]:
        """REQUIRED. The clauses that together make `q` the position after a legal move from `p`;
        they leave no field of `q` open.
        """
        ...

    def step(self, game: Any, p: Any, move: Any, q: Any) -> Sequence[Any]:
        """REQUIRED. The clauses of `legal` and `effect` together, in a function of its own so that
        both share terms.
        """
        ...

    def over(self, game: Any, p: Any) -> Any:
        """REQUIRED. Whether the game has ended."""
        ...

    def payoff(self, game: Any, p: Any) -> Any:
        """REQUIRED. As `rules.payoff`, in two's complement."""
        ...

    def score(self, game: Any, p: Any, player: int) -> Any:
        """OPTIONAL, but REQUIRED where points are counted. As `rules.score`."""
        ...


class ClaimsModule(Protocol):
    """`claims.py`, or a package `claims`: statements about the game, for `check` to decide.

    Law: `claims.tables` finds no wrong entry: ids differ, settings and boards are the game's.
    """

    CLAIMS: tuple[Any, ...]
    """REQUIRED. The claims, each a `claims.Claim`, in the order of the sheet."""

    def idle(self, game: Any) -> Iterable[str]:
        """OPTIONAL. The names of clauses of a legal move that decide nothing on the game's board.
        Without: each clause is expected to decide something.
        """
        ...


class MeaningsModule(Protocol):
    """`meanings.py`: the meaning of verdicts for the rulebook. A module may also have `WORDINGS`, a
    sentence for each (setting, value); without it reports use the short meanings of values.

    Law: `claims.tables` finds no wrong entry: claims, verdicts, settings and values are there, and
    names in braces are details of verdicts.
    """

    MEANINGS: Any
    """REQUIRED. For each (claim id, verdict) a fact as text, or a `claims.Problem`."""


class PlayModule(Protocol):
    """`play.py`: how the game is played, in plain words, for books, pages and the studio.

    Without the module they show the sentences of the rulebook: those that claims quote, or else
    the docstrings of the rules, and those that settings quote. A module may also have `LADDER`: the
    players that the studio offers as opponents, each with its rating in Elo, the weakest first with
    0. Without it the studio offers the same players in every game, and no ratings.
    """

    PLAY: tuple[str, ...]
    """REQUIRED. Two to four paragraphs for a reader who has never seen the game: the turn, what it
    does, and the end.
    """


def members(contract: type[Any]) -> dict[str, str]:
    """Each name of a contract with its description."""
    functions = {
        name: inspect.getdoc(value) or ""
        for name, value in vars(contract).items()
        if inspect.isfunction(value) and not name.startswith("_")
    }
    return dict.fromkeys(contract.__annotations__, "REQUIRED.") | functions


@cache
def required(contract: type[Any]) -> tuple[str, ...]:
    """The names that the contract requires of every game."""
    return tuple(name for name, said in members(contract).items() if said.startswith("REQUIRED"))


def missing(module: Any, contract: type[Any]) -> list[str]:
    """The names that the contract requires of every game but the module lacks."""
    return [name for name in required(contract) if not hasattr(module, name)]
