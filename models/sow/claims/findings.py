"""Sow?: the boards on which claims about possibilities apply, and the verdicts to expect.

Two rows of three columns, or one row of eight, show everything that the game is about: blocks,
enemy pieces left behind, cycles. Games on smaller boards end too soon, as do those where the stacks
of the start are as high as the limit and too close to each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ruleproof.models.claims.claims import Word
from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.rulebooks.settings import Value

VALUES = ("square:2x2", "square:3x2", "square:1x8", "square:2x3")
"""The boards whose starts are solved."""
DECISIVE = {
    ("order", "square:1x8", 3),
    ("turn", "square:2x3", 3),
    ("path", "square:2x2", 3),
    ("last-column", "square:2x2", 2),
    ("last-column", "square:3x2", 2),
    ("last-column", "square:2x3", 3),
}
"""The settings whose other value changes who wins, each with its board and the height of stacks,
all else as by default: the only ones on these boards, with stacks of at most three.
"""


def size(game: Game) -> tuple[int, int]:
    """Rows and columns."""
    return len(game.board.rows), len(game.board.rows[0])


def possible(game: Game, changed: Mapping[str, Value]) -> bool:
    """Whether the rulebook allows the game with these settings changed."""
    try:
        make_game(game.rulebook, game.board.text, dict(game.chosen) | dict(changed))
    except TextError:
        return False
    return True


def roomy(game: Game) -> bool:
    """Whether the board has two rows and three columns, or one row and eight columns, or more."""
    rows, columns = size(game)
    return columns >= (3 if rows > 1 else 8)


def wide(game: Game) -> bool:
    """Whether paths can turn at different pieces: two rows and three columns, or more."""
    rows, columns = size(game)
    return rows > 1 and columns > 2


def turns_late(game: Game) -> bool:
    """Whether a path can turn behind its second piece: on two rows and three columns, or more; on
    four where the last column has no turn.
    """
    rows, columns = size(game)
    return rows > 1 and columns > (3 if game.settings["last-column"] == "exit" else 2)


def can_block(game: Game, limit: str | None = None) -> bool:
    """Whether there are more pieces than make a block under the limit (None: the game's own), so
    that one can stand in somebody's way.
    """
    limit = limit or str(game.settings["limit"])
    pieces = 2 * size(game)[0] * int(game.settings["height"])
    return limit != "none" and pieces > int(limit)


def blocks(limit: str) -> Callable[[Game], Word]:
    """Whether that limit makes no difference."""
    return lambda game: "refuted" if can_block(game, limit) else "proved"


def overfilled(game: Game) -> Word:
    """Expects that the limit on pieces left behind is a dead rule if only stacks that start on the
    last column exit: the pieces were in the stack before.
    """
    dead = game.settings["exit"] == "from-last" or not can_block(game)
    return "proved" if dead else "refuted"


def immovable(game: Game) -> Word:
    """Expects that only blocks can hold up a stack that may be sown over the edge."""
    free = game.settings["exit"] == "overshoot" and not can_block(game)
    return "refuted" if free else "witnessed"


def worth_the_same(name: str) -> Callable[[Game], Word | None]:
    """Whether the start is worth the same under the other value of the setting: known for the
    boards above with stacks of at most three, all else as by default.
    """

    def expected(game: Game) -> Word | None:
        height = int(game.settings["height"])
        default = {one.name: one.default for one in game.rulebook.settings} | {"height": height}
        if game.board.text not in VALUES or height > 3 or game.settings != default:
            return None
        return "refuted" if (name, game.board.text, height) in DECISIVE else "proved"

    return expected
