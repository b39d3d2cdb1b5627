"""The changes that a turn makes to the text of a position: `c4=B d5=.` for cells, `passes=1` for
keys, and the side to move as a bare word where it is not simply the other one.

>>> from ruleproof.models.play.game import game
>>> small = game("esgros", "path:3")
>>> start = small.start()
>>> changes(small, start, small.play(start, small.read_move("b1")))
'b1=B'
"""

from __future__ import annotations

from ruleproof.models.cells import Cells, each
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.states import layout


def changes(game: Game, before: State, after: State) -> str:
    """The changes that turn the text of one position into that of another: see the top of this
    module.
    """
    words = [
        f"{game.board.names[cell]}={token}"
        for cell in each(differing(before, after))
        if (token := notation.cell_text(game, after, cell))
        != notation.cell_text(game, before, cell)
    ]
    old, new = (notation.key_words(game, state) for state in (before, after))
    words += [f"{key}={value}" for key, value in new.items() if old.get(key) != value]
    if after.side != (before.side + 1) % len(game.players):
        words.append(game.players[after.side])
    return " ".join(words)


def changed_names(words: str) -> list[str]:
    """The names of the cells and keys that the changes speak of, and of a side that they name."""
    return [word.partition("=")[0] for word in words.split()]


def differing(before: State, after: State) -> Cells:
    """The cells where the states differ."""
    found = 0
    for name, _ in layout(type(before)).sets:
        one, other = getattr(before, name), getattr(after, name)
        levels = zip(one, other, strict=True) if isinstance(one, tuple) else [(one, other)]
        for old, new in levels:
            found |= old ^ new
    return found


def changed(game: Game, before: State, words: str) -> State:
    """The state after the changes to another. Raises `TextError` where they are not changes."""
    cells = {cell: notation.cell_text(game, before, cell) for cell in range(game.board.size)}
    keys = notation.key_words(game, before)
    side = game.players[(before.side + 1) % len(game.players)]
    for word in words.split():
        key, equals, value = word.partition("=")
        if not equals:
            side = key
        elif key in keys:
            keys[key] = value
        else:
            cells[game.board.cell(key)] = value
    rows = (" ".join("-" if cell < 0 else cells[cell] for cell in row) for row in game.board.rows)
    told = " ".join(f"{key}={value}" for key, value in keys.items())
    return notation.read_unchecked(game, f"{' / '.join(rows)} ; {side} {told}")
