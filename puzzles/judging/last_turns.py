"""Turns that look as if they had led to a diagram, and why they did not.

taken back  the diagram with nothing on one cell, the other side to move
look        a turn that puts the piece back, or would if it were legal

Each piece is taken back in turn and put back by the rules. Where that leads to the diagram, one
must look farther back. That nothing else leads there, with other pieces on the board before, is not
decided here, but by the search and the check of last-turn puzzles.

>>> from ruleproof.models.play.game import game
>>> from ruleproof.models.play.notation import read
>>> small = game("esgros", "path:6")
>>> for look in looks(small, read(small, "B B . W . B ; white")):
...     print(look.turn, look.reason[:26] or "possible")
a1 possible
b1 it would form a group of 2
f1 possible
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ruleproof.models.cells import each
from ruleproof.models.errors import MoveError, TextError
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.states import layout
from ruleproof.puzzles.puzzle import changes, differing
from ruleproof.solvers.formulas.stepping import Compiled

BEFORE = "the position before it cannot have come up"
"""The reason where a piece can be taken back and put back, and nothing leads to the position
between.
"""


class Look(NamedTuple):
    """A turn that looks as if it came last, and the reason why it did not; empty where only a look
    farther back can tell.
    """

    turn: str
    reason: str


def looks(game: Game, diagram: State) -> Iterator[Look]:
    """Yields the turns that look as if they led to the diagram, each once, in the order of the
    cells.
    """
    rules, seen = Compiled(game), set[str]()
    mover = game.players[1 - diagram.side][0].lower()
    for cell in each(_occupied(game, diagram)):
        token = notation.cell_text(game, diagram, cell)
        before = _without(diagram, cell)
        found = list(_put_back(game, rules, before, diagram, cell, token))
        if not found and token[-1:].lower() == mover:
            found = _refused(game, before, cell)
        for look in found:
            if look.turn not in seen:
                seen.add(look.turn)
                yield look


def dismissed(game: Game, diagram: State, key: str) -> list[tuple[str, str]]:
    """The turns besides the key that look as if they came last, each with why it did not; it is
    known that none of them did.
    """
    return [(turn, reason or BEFORE) for turn, reason in looks(game, diagram) if turn != key]


def looked_at(game: Game, diagram: State) -> int:
    """The number of turns that it takes to put every piece back that is taken back."""
    rules = Compiled(game)
    cells = each(_occupied(game, diagram))
    return sum(len(rules.moves(_without(diagram, cell))) for cell in cells)


def _occupied(game: Game, state: State) -> int:
    cells = range(game.board.size)
    return sum(1 << cell for cell in cells if notation.cell_text(game, state, cell) != ".")


def _without(diagram: State, cell: int) -> State:
    """The diagram with nothing on the cell, the other side to move."""
    keep = ~(1 << cell)
    values: dict[str, Any] = {"side": 1 - diagram.side}
    for name, many in layout(type(diagram)).sets:
        old = getattr(diagram, name)
        values[name] = tuple(one & keep for one in old) if many else old & keep
    return diagram._replace(**values)


def _put_back(
    game: Game, rules: Compiled, before: State, diagram: State, cell: int, token: str
) -> Iterator[Look]:
    """Yields the legal turns that put the same piece on the cell."""
    for move in rules.moves(before):
        after = rules.play(before, move)
        if notation.cell_text(game, after, cell) == token:
            yield Look(game.show_move(move), _reason(game, before, after, diagram))


def _reason(game: Game, before: State, after: State, diagram: State) -> str:
    """The reason why a turn that puts a piece back is not the last one."""
    changed = differing(after, diagram)
    if changed:
        cells = list(each(changed))
        gone = [cell for cell in cells if notation.cell_text(game, after, cell) == "."]
        what = "removed" if gone == cells else "changed"
        return f"it would have {what} {_listed([game.board.names[cell] for cell in cells])}"
    if after != diagram:
        return f"it would not have led to {changes(game, after, diagram)}"
    faults = game.faults(before)
    if faults:
        return f"without it, {faults[0]}"
    return "the game was over before it" if game.over(before) else ""


def _refused(game: Game, before: State, cell: int) -> list[Look]:
    """The turn that puts a piece on the cell, with the clause that it breaks; nothing where no turn
    is written so.
    """
    name = game.board.names[cell]
    try:
        game.checked_move(before, name)
    except MoveError as error:
        return [Look(name, str(error).removesuffix(f": {name!r}"))]
    except TextError:
        pass
    return []


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
