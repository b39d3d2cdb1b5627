"""Contradictions: two proved answers about one position that cannot both be true.

A search relies on what a game declares: its symmetries, that no position comes again, its advice.
Where one of these is wrong, the search proves that a value is above a number and not above it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from ruleproof.models.errors import offer
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State, make_game
from ruleproof.models.play.position import must_go_on
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.models.rulebooks.settings import Value
from ruleproof.solvers.playing.values.scale import OUTCOMES

ADVICE = {"limits": "limits", "essence": "essence"}
"""The functions of advice that bounds can rest on, each with the law that it keeps."""


class Contradiction(Exception):
    """Two answers about one position exclude each other; `laws` are the laws that may be broken."""

    def __init__(self, game: Game, state: State, what: str, laws: tuple[str, ...] = ()) -> None:
        self.game, self.state, self.what = game, state, what
        self.laws = laws or relied_on(game)
        broken = (
            f"the law “{laws[0]}”"
            if len(self.laws) == 1
            else f"one of the laws {_offered(self.laws)}"
        )
        super().__init__(
            f"{game.name} breaks {broken}, which searches rely on: {what} "
            f"(`ruleproof conform {game.name} --board {game.board.text}` shows where): "
            f"{notation.show(game, state)!r}"
        )

    def __reduce__(self) -> tuple[object, ...]:
        game = self.game
        told = game.name, game.board.text, dict(game.settings), self.state, self.what, self.laws
        return _again, told


class WrongValue(Contradiction, ValueError):
    """A value that was given contradicts what is found of the moves."""

    def __init__(self, found: Contradiction, given: object) -> None:
        super().__init__(found.game, found.state, found.what, found.laws)
        self.given = given

    def __str__(self) -> str:
        return (
            f"the value given contradicts what is found ({self.what}); leave `value` out where it "
            f"is not known for certain: {self.given!r}"
        )

    def __reduce__(self) -> tuple[object, ...]:
        return _given, (*super().__reduce__(), self.given)


def must_be_value(game: Game, value: object) -> None:
    """Raises `ValueError` for anything that is no value of the game's positions."""
    many = len(game.players)
    if many > 2:
        points = value if isinstance(value, list | tuple) else ()
        if len(points) != many or not all(type(one) is int for one in points):
            raise ValueError(
                f"a value of {game.name} is a list of {many} whole numbers, the points of "
                f"{', '.join(game.players)}: {value!r}"
            )
    elif game.rulebook.scored:
        if type(value) is not int:
            raise ValueError(
                f"a value of {game.name} is a whole number, the margin of {game.players[0]}: "
                f"{value!r}"
            )
    elif value not in tuple(OUTCOMES.values()):
        raise ValueError(f"a value of {game.name} is {offer(OUTCOMES.values())}: {value!r}")


def _given(again: Callable[..., Contradiction], told: tuple[Any, ...], given: object) -> WrongValue:
    """The error of another process."""
    return WrongValue(again(*told), given)


def _again(
    name: str,
    board: str,
    settings: dict[str, Value],
    state: State,
    what: str,
    laws: tuple[str, ...],
) -> Contradiction:
    """The contradiction of another process: the game is made anew."""
    return Contradiction(make_game(rulebook(name), board, settings), state, what, laws)


def laws_of_images(game: Game) -> tuple[str, ...]:
    """The laws that a search rests on where it follows compiled play by plain Python."""
    return tuple(law for law in relied_on(game) if law in ("symmetry", "compiled"))


def raise_stuck(game: Game, state: State) -> NoReturn:
    """Raises `Mistake` where rules leave open how play goes on, or else `Contradiction`."""
    must_go_on(game, state)
    raise Contradiction(game, state, "compiled rules list no move", laws_of_images(game))


def laws_of_lines(game: Game) -> tuple[str, ...]:
    """The laws of which one is broken where a line of play comes back to a position."""
    return tuple(law for law in relied_on(game) if law in ("symmetry", "acyclic"))


def relied_on(game: Game) -> tuple[str, ...]:
    """The laws that the bounds of a search of the game rest on: those of what it declares."""
    laws: list[str] = []
    if len(game.symmetries) > 1:
        laws.append("symmetry")
    if game.acyclic:
        laws.append("acyclic")
    laws += [law for name, law in ADVICE.items() if hasattr(game.rulebook.advice, name)]
    return (*laws, "compiled")


def _offered(laws: tuple[str, ...]) -> str:
    return ", ".join(f"“{law}”" for law in laws)
