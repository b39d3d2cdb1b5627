"""The rarest positions of a solved table: one turn alone wins, or holds the draw, and many do not.

Positions far from the end come first. A game is attached where the table begins with the game and
is small enough for all its positions to be reached again, or where one is found by playing towards
the diagram.

keeping    of a move: the side that moves is no worse off than before, by the table: it wins still,
           or draws still
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ruleproof.models.play.game import Game, State
from ruleproof.models.play.states import WORD
from ruleproof.puzzles.posing.candidates import FEWEST_TURNS
from ruleproof.puzzles.posing.rejected import Rejected
from ruleproof.puzzles.sources.reaching import game_to
from ruleproof.puzzles.sources.self_play import Played, Prospect, composed, opening
from ruleproof.solvers.playing.reach.explore import Reach
from ruleproof.solvers.playing.reach.position_set import find
from ruleproof.solvers.playing.tables.folder import AnyTable, opened
from ruleproof.solvers.playing.tables.header import Header, TableError
from ruleproof.solvers.playing.tables.table import plain_state
from ruleproof.solvers.playing.values.oracle import relation
from ruleproof.solvers.playing.values.scale import WIN, sign

BLOCKS = 4
"""Blocks of the table that a family is taken from."""
LOOKED = 24
"""Entries of a block whose moves are looked up."""
FAMILY = 8
"""Positions of a family."""
REACHED = 400_000
"""Tables with more entries are too large for all positions to be reached again."""


class _Rare(NamedTuple):
    """A position with one keeping move: the number of its moves, and the plies to the end."""

    moves: int
    plies: int
    state: State


class TableWalk:
    """The positions of a table of the game, in families; wins take as many own turns as `turns`
    says. Draws are of use where play must end: there a puzzle can ask to save the game.
    """

    def __init__(self, game: Game, path: Path, turns: range) -> None:
        self.game = game
        self._plies = range(2 * turns.start - 1, 2 * turns.stop - 2)
        self._path = path
        self._reach: Reach | None = None
        self._tried = False

    def prospects(self, dice: random.Random) -> list[Prospect]:
        """The rarest positions of a few blocks. Raises `Rejected` where there are none, and
        `TableError` where the file is altered.
        """
        try:
            with opened(self._path) as table:
                blocks = dice.sample(range(table.blocks), min(BLOCKS, table.blocks))
                rare = [one for number in blocks for one in self._rare(table, number, dice)]
                self._reach_again(table.head)
        except TableError as error:
            raise TableError(f"{error}: {str(self._path)!r}") from None
        rare.sort(key=lambda one: (-one.plies, -one.moves, one.state))
        found: list[Prospect] = []
        for one in rare:
            prospect = self._reached(one.state)
            if prospect and len(found) < FAMILY:
                found.append(prospect)
        if not found:
            raise Rejected("no rare position")
        return found

    def _rare(self, table: AnyTable, number: int, dice: random.Random) -> Iterator[_Rare]:
        """The rare positions among some entries of a block."""
        block = table.block(number)
        for at in _drawn(block.values, self._fits, dice):
            key = sum(int(word[at]) << WORD * k for k, word in enumerate(block.words))
            state, value = plain_state(table.head, key), int(block.values[at])
            moves = [] if self.game.over(state) else self.game.moves(state)
            if len(moves) >= FEWEST_TURNS and self._keeping(table, state, moves, sign(value)) == 1:
                plies = 0 if self.game.rulebook.scored else _plies(value)
                yield _Rare(len(moves), plies, state)

    def _fits(self, value: int) -> bool:
        """Whether a position of that value can be asked about."""
        if value == 0:
            return self.game.acyclic
        return bool(self.game.rulebook.scored) or _plies(value) in self._plies

    def _keeping(self, table: AnyTable, state: State, moves: list[int], worth: int) -> int:
        """The number of moves that keep what the position is worth, or 2 if there are more."""
        many = 0
        for move in moves:
            after = self.game.play(state, move)
            turned = relation(self.game, -1, state, after)
            if self.game.over(after):
                value = self.game.payoff(after)
            else:
                entry = table.look_up(after)
                if entry is None:
                    return 0
                value = entry.value
            many += sign(value * turned) >= worth
            if many == 2:
                return many
        return many

    # Games

    def _reach_again(self, head: Header) -> None:
        """Reaches all positions with their games, once, unless there are too many, or the table
        begins elsewhere.
        """
        if self._tried:
            return
        self._tried = True
        if head.start == self.game.start() and head.entries <= REACHED:
            reach = Reach(self.game, limit=2 * REACHED)
            self._reach = reach if reach.all() else None

    def _reached(self, state: State) -> Prospect | None:
        """The position with a game that leads to it, or to an image of it; None where it is within
        a turn or in the opening.
        """
        game, played = self.game, None
        if self._reach:
            row = self._reach.canonical(self._reach.engine.row(state))
            number = int(find(self._reach.rows, self._reach.slots, row))
            if number >= 0:
                played = _played(game, self._reach.replay(self._reach.path(number))[0])
        if played is None:
            line = game_to(game, state)
            if not line:
                return None if self._in_steps(state) else composed(state)
            played = _played(game, [game.read_move(text) for text in line])
        states = played.states
        within = len(states) > 1 and game.plays_on(states[-2], states[-1])
        early = len(played.moves) <= opening(game)
        return None if within or early else Prospect(played, len(played.moves))

    def _in_steps(self, state: State) -> bool:
        """Whether turns of the position have several moves: it may be within one."""
        first = self.game.play(state, self.game.moves(state)[0])
        return self.game.plays_on(state, first)


def _drawn(values: Any, fits: Callable[[int], bool], dice: random.Random) -> list[int]:
    """Draws entries with fitting values, not worse than a draw, one value as often as another: so
    long distances, which few entries have, come up as often as short ones.
    """
    kinds: dict[int, list[int]] = {}
    for at, value in enumerate(values.tolist()):
        if value >= 0 and fits(value):
            kinds.setdefault(value, []).append(at)
    found: list[int] = []
    while kinds and len(found) < LOOKED:
        value = dice.choice(sorted(kinds))
        entries = kinds[value]
        found.append(entries.pop(dice.randrange(len(entries))))
        if not entries:
            del kinds[value]
    return found


def _plies(value: int) -> int:
    """The plies to the end behind the value of a win; 0 for a draw."""
    return WIN - value if value else 0


def _played(game: Game, moves: list[int]) -> Played:
    states = [game.start()]
    for move in moves:
        states.append(game.play(states[-1], move))
    return Played(states, moves)
