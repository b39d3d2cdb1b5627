"""Contracts of a game's modules: what `rules.py`, `advice` and `constraints.py` must have.

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
from collections.abc import Sequence
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
        """REQUIRED. What the ended game is worth to the side to move: 1, 0, -1, or a margin where
        points are counted. Law `payoff`: no other value, and the margin is that of the scores.
        """
        ...

    def score(self, board: Any, rules: Any, p: Any, player: int) -> int:
        """OPTIONAL, but REQUIRED where points are counted (`Rulebook.scored`). The player's own
        points now. Without: the game has no points.
        """
        ...

    def plays_on(self, p: Any, q: Any) -> bool:
        """OPTIONAL. Whether whoever moved in `p` moves again in `q`.
        Without: where the side to move is the same.
        """
        ...

    def bulk(self, board: Any, rules: Any, p: Any) -> int:
        """OPTIONAL. The number of legal moves, for perft. Law `bulk`: as many as `moves` lists.
        Without: `moves` lists them.
        """
        ...


class AdviceModule(Protocol):
    """`advice`: what makes search faster and changes no answer. Every function is marked `@rule`.

    Law `compiled`: Python and compiled code say the same.
    """

    def promise(self, board: Any, rules: Any, p: Any, move: int) -> int:
        """OPTIONAL. Greater for moves to look at first. It may be wrong.
        Without: moves are looked at in the order of `moves`.
        """
        ...

    def limits(self, board: Any, rules: Any, p: Any) -> tuple[int, int]:
        """OPTIONAL, for scored games of two. The least and the most that the side to move can have
        more than the other at the end, whatever is played.
        Law `limits`: no game ends beyond them. Without: play is searched to its end.
        """
        ...

    def essence(self, board: Any, rules: Any, p: Any) -> Any:
        """OPTIONAL. What the position's worth depends on, as a state, which need be no position.
        Law `essence`: positions of one essence are worth the same and end as soon, and the essence
        of an image under a symmetry is the image of the essence.
        Without: all of the position counts.
        """
        ...

    def spread(self, board: Any, rules: Any, p: Any, states: Any) -> None:
        """OPTIONAL. Tells (`cells.tell`) the positions after all moves, in any order.
        Law `spread`: those that `play` leads to. Without: move by move.
        """
        ...


class GoalsModule(Protocol):
    """`goals.py`: what puzzles can ask for besides a win, in the game's package. Its functions are
    marked `@rule`.

    Law `goals`: Python and compiled code say the same, aims are met by no position that they are
    asked in, and symmetric positions have symmetric aims.

    d         the diagram: the position that the puzzle shows
    p, q      the positions before and after a move that ends a turn
    attacker  the number of the player who is to reach the goal
    marked    the cells that the goal speaks of now, which may move with what stands on them
    """

    GOALS: tuple[Any, ...]
    """REQUIRED. The goals, each a `parts.Goal`. A module may have `GROUND` besides, a board and
    settings: puzzles are made there where nothing else is asked for.
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
        """REQUIRED. Whether the turn from `p` to `q` reaches the goal of that code: 1; 0 if not
        yet; -1 if it cannot be reached any more. `marked` is what `follow` makes of it.
        """
        ...

    def follow(self, board: Any, rules: Any, goal: int, d: Any, p: Any, q: Any, marked: Any) -> Any:
        """OPTIONAL. The cells that the goal speaks of after the turn.
        Without: they stay where they are.
        """
        ...

    def alike(self, board: Any, rules: Any, goal: int, p: Any, marked: Any) -> Any:
        """OPTIONAL. What the answer to the goal depends on in `p`, also amid a turn, as a state,
        which need be no position; goal 0 is to win.
        Law `goals`: from positions that are alike, the same turns reach the goal, and others lead
        to positions alike.
        Without: all of the position counts.
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
        """OPTIONAL. Whether the attacker surely reaches the goal from `p`, also amid a turn, within
        `left` of his turns, the one that he is in among them: 1; -1 if he surely does not; 0 if it
        takes a search. Goal 0 is to win by that amount. It makes the search faster and changes no
        answer. Without: always 0.
        """
        ...

    def in_order(self, settings: Any) -> Any:
        """OPTIONAL. Settings to change for search, under which turns take their steps in fewer
        orders: the turns are legal under the game's own settings too, and they have every effect
        that turns have under those, with the same ends up to `alike`.
        Without: nothing is changed.
        """
        ...

    def effect(self, board: Any, rules: Any, p: Any, q: Any) -> Any:
        """OPTIONAL. A state, which need be no position: the same for turns from `p` that are one
        and the same answer to a puzzle.
        Without: turns are the same answer where they end in the same position.
        """
        ...


class ThemesModule(Protocol):
    """`themes.py`: what solutions of puzzles can show in the game's own language. Plain Python.

    A theme says what a whole solution shows, and no theme shares its name with another.
    """

    THEMES: tuple[Any, ...]
    """REQUIRED. The themes, each a `solutions.Theme`; the most telling first."""

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
        """REQUIRED. The number of the move that a model gives; asks it for values of the move's own
        variables alone, by `model.eval(variable, model_completion=True)`.
        """
        ...

    def move_is(self, game: Any, move: Any, code: int) -> Any:
        """REQUIRED. Whether the move is the one of that number."""
        ...

    def legal(self, game: Any, p: Any, move: Any) -> Sequence[Any]:
        """REQUIRED. The clauses (`symbolic.Clause`, each with its sentence of the rulebook) that
        together make the move legal in the well-formed position `p`; one of them rules every move
        out once play is over.
        """
        ...

    def effect(self, game: Any, p: Any, move: Any, q: Any) -> Sequence[Any]:
        """REQUIRED. The clauses that together make `q` what a legal move leaves of `p`; they leave
        no field of `q` open.
        """
        ...

    def step(self, game: Any, p: Any, move: Any, q: Any) -> Sequence[Any]:
        """REQUIRED. Those of `legal` and `effect`, written apart so that both share terms."""
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


CONTRACTS: dict[str, type[Any]] = {
    "rules": RulesModule,
    "advice": AdviceModule,
    "goals": GoalsModule,
    "themes": ThemesModule,
    "constraints": ConstraintsModule,
}


def members(contract: type[Any]) -> dict[str, str]:
    """The names of a contract with what is said of each."""
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
    """The names that the contract requires of every game and the module lacks."""
    return [name for name in required(contract) if not hasattr(module, name)]
