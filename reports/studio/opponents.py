"""Opponents, and their choices of turns.

All choose a whole turn, and the same one again from the same seed. A game's `LADDER` says who they
are: players in the order of a tournament, each with its rating. `perfect` stands above them: it
plays by the exact value if that is found in time, and says if it is not.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple, Protocol

from ruleproof.models.errors import TextError, offer
from ruleproof.models.mistakes import Mistake, place_of
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.solvers.work.progress import Listener, silent

PERFECT = "perfect"


class Opponent(NamedTuple):
    """Somebody to play against: the name that requests use, what people are told, and the rating in
    Elo, where one was measured.
    """

    name: str
    title: str
    about: str
    rating: int | None = None


class ChosenTurn(NamedTuple):
    """The moves of a whole turn, as texts, and whether they are proved to be best."""

    moves: tuple[str, ...]
    exact: bool


class Chooser(Protocol):
    """A player who chooses turns."""

    def choose(self, position: Position, seed: int) -> list[int]:
        """The moves of a whole turn in a position that is not over."""
        ...


class Random:
    """Chooses blindly among the legal moves. Unlike the player of that name, it need not be
    compiled.
    """

    def choose(self, position: Position, seed: int) -> list[int]:
        """The moves of a whole turn."""
        chance, side, chosen = random.Random(seed), position.state.side, list[int]()
        while not position.over:
            move = chance.choice(position.legal_moves())
            chosen.append(move)
            before, position = position.state, position.after(move)
            if position.state.side != side or not position.game.plays_on(before, position.state):
                break
        return chosen


_LADDER = ("random", "careless:2", "careless:5", "shallow:1", "shallow:2", "mcts:256")
"""The players of a game that has no ladder of its own."""
_ABOUT = {
    "random": "plays any legal move",
    "careless": "looks at {} moves and plays the best of them",
    "greedy": "takes what counts at once, and looks no further",
    "shallow": "looks {} ahead",
    "mcts": "plays {} games in its head for each move",
}
_EXACT = Opponent(PERFECT, "Perfect", "plays the exact value if it finds it in time, else its best")


def opponents(book: Rulebook) -> tuple[Opponent, ...]:
    """All opponents in a game, the weakest first. Raises `Mistake` where its `LADDER` is none."""
    module: Any = book.module("play")
    ladder: Any = getattr(module, "LADDER", None)
    if ladder is None:
        ladder = tuple((name, None) for name in _LADDER)
    elif not isinstance(ladder, tuple) or not all(map(_is_level, ladder)):
        remedy = 'write `LADDER = (("random", 0), ("shallow:1", 400))`'
        raise Mistake(place_of(module), "`LADDER` is no tuple of players and ratings", remedy)
    found = [
        Opponent(name, f"Level {number}", _about(name), rating)
        for number, (name, rating) in enumerate(ladder, 1)
    ]
    return (*found, _EXACT)


def _is_level(level: Any) -> bool:
    """Whether this is a player's name, which nobody needs to compile, with a rating."""
    if not isinstance(level, tuple) or len(level) != 2 or not isinstance(level[1], int):
        return False
    return isinstance(level[0], str) and level[0].partition(":")[0] in _ABOUT


def _about(name: str) -> str:
    """What the player of that name does."""
    kind, _, number = name.partition(":")
    many = f"{int(number or 1):,}"
    if kind == "shallow":
        many += " move" if many == "1" else " moves"
    return _ABOUT[kind].format(many)


def usual(book: Rulebook) -> Opponent:
    """The opponent to begin with, who can be beaten and does not play blindly."""
    return opponents(book)[1]


def checked(book: Rulebook, name: str) -> str:
    """The name itself; `TextError` where no opponent in the game has it."""
    known = [one.name for one in opponents(book)]
    if name not in known:
        raise TextError(f"no such player (players: {offer(known)}): {name!r}")
    return name


def player(name: str) -> Chooser:
    """The player of that name, `perfect` apart."""
    if name == "random":
        return Random()
    from ruleproof.solvers.playing.players import players

    return players.player(name)


def turn(
    position: Position,
    name: str,
    seed: int,
    *,
    seconds: float,
    memory: int,
    progress: Listener = silent,
) -> ChosenTurn:
    """The turn that the opponent plays in a position that is not over."""
    if name == PERFECT:
        from ruleproof.puzzles.telling.advising import best_turn

        found = best_turn(position, seconds=seconds, memory=memory, seed=seed, progress=progress)
        return ChosenTurn(tuple(map(position.game.show_move, found.moves)), exact=found.exact)
    moves = player(name).choose(position, seed)
    return ChosenTurn(tuple(map(position.game.show_move, moves)), exact=False)
