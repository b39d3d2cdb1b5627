"""Sow? (Richard Hutnik, 2011): its rulebook, its settings and the points that it leaves open.

>>> from ruleproof.models.play.game import game
>>> from ruleproof.models.play.position import Position
>>> Position.start(game("sow", "square:2x3")).moves()
['a1:FFx:LL', 'a1:FFU:LLL', 'a2:FFx:LL', 'a2:FFD:LLL']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ruleproof.models.boards.boards import Board
from ruleproof.models.play.game import Game
from ruleproof.models.rulebooks.parts import (
    Declared,
    Drawing,
    Example,
    Repetition,
    Setup,
    Text,
    Tour,
    Words,
)
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.models.rulebooks.settings import Setting, Value
from ruleproof.models.sow import notation, rules, sentences

SETTINGS = (
    Setting(
        "turn",
        "reading",
        {
            "any": "the path may turn after any forward step",
            "second": "the path turns at the second piece or never",
        },
        "any",
        sentences.TURN,
    ),
    Setting(
        "strand",
        "reading",
        {
            "bound": "enemy pieces left behind at an exit must respect the stack limit",
            "free": "they may exceed it",
        },
        "bound",
        sentences.EXIT,
    ),
    Setting(
        "exit",
        "reading",
        {
            "overshoot": "any stack may be sown over the far edge",
            "from-last": "only a stack that starts on the last column may exit",
        },
        "overshoot",
        sentences.EXIT,
    ),
    Setting(
        "last-column",
        "reading",
        {
            "turn": "a path that reaches the last column with pieces in hand may turn there",
            "exit": "it must leave the board",
        },
        "turn",
        sentences.EXIT,
    ),
    Setting(
        "exit-needs-own",
        "reading",
        {
            "no": "an exit may leave only enemy pieces in hand",
            "yes": "an exit with only enemy pieces in hand is illegal",
        },
        "no",
        sentences.EXIT,
    ),
    Setting(
        "repetition",
        "reading",
        {
            "draw": "the third occurrence of position and side ends the game",
            "forbidden": "a move that brings the third occurrence about is illegal",
        },
        "draw",
        sentences.END,
    ),
    Setting(
        "limit",
        "variant",
        {
            "4": "stacks of four block",
            "3": "stacks of three block",
            "none": f"no blocks; of the advanced version the rulebook says: “{sentences.ADVISED}”",
        },
        "4",
        sentences.LIMITS,
        codes={"4": 4, "3": 3, "none": 0},
    ),
    Setting(
        "order",
        "variant",
        {"any": "pieces go down in any order", "top-first": "from the top of the stack down"},
        "any",
        sentences.ORDERED,
    ),
    Setting(
        "path",
        "variant",
        {
            "once": "one change of direction at most",
            "flexible": "after the first step forward any step may turn, no square twice",
        },
        "once",
        sentences.FLEXIBLE,
    ),
    Setting(
        "entry",
        "variant",
        {
            "setup": "pieces start on the home columns",
            "advanced": "pieces start off the board and are entered",
        },
        "setup",
        sentences.ADVANCED,
    ),
    Setting("height", "option", range(1, rules.TALLEST // 2 + 1), 3, sentences.STACKS),
)

MOST_MOVES = 4_000_000
"""Settings under which a position could have more moves are refused."""


def _homes(board: Board, settings: Mapping[str, Value]) -> tuple[int, ...]:
    """The home columns: of Left the first, of Right the last."""
    last = max(x for x, _ in board.spots)
    return tuple(
        sum(1 << cell for cell, (x, _) in enumerate(board.spots) if x == column)
        for column in (0, last)
    )


def _size(board: Board) -> tuple[int, int]:
    """Rows and columns."""
    return len(board.rows), len(board.rows[0])


def _refuse(board: Board, settings: Mapping[str, Value]) -> str:
    """The reason why the combination cannot be played; empty if it can."""
    height, limit = int(settings["height"]), str(settings["limit"])
    said = _chosen(settings, "height", "limit", "strand", "path")
    rows, columns = _size(board)
    if columns < 2:
        return f"the players' home columns must differ, at least 2 columns: {board.text!r}"
    if limit != "none" and height > int(limit):
        return f"stacks of height {height} exceed the limit of {limit}: {said!r}"
    unbounded = {"limit": "none", "strand": "free"}
    tall = [f"{key}={value}" for key, value in unbounded.items() if settings[key] == value]
    if not tall:
        return ""
    if settings["path"] == "flexible" and rows * height > 4:
        return (
            f"path=flexible with {tall[0]} needs rows × height ≤ 4 (here {rows} × {height}), "
            f"or a stack could have millions of moves: {said!r}"
        )
    if 2 * rows * height > rules.TALLEST:
        return (
            f"{tall[0]} needs 2 × rows × height ≤ {rules.TALLEST}, the tallest stack there is, "
            f"not 2 × {rows} × {height}: {said!r}"
        )
    if most_moves(board, settings) > MOST_MOVES:
        return (
            f"{tall[0]} is refused on {board.text} with height={height}, "
            f"as a stack could have millions of moves: {said!r}"
        )
    return ""


def _chosen(settings: Mapping[str, Value], *names: str) -> str:
    """The settings that differ from the default, as they are written."""
    usual = {setting.name: setting.default for setting in SETTINGS}
    return " ".join(f"{name}={settings[name]}" for name in names if settings[name] != usual[name])


def most_moves(board: Board, settings: Mapping[str, Value]) -> int:
    """An upper bound on the number of moves in any position.

    A stack of `h` pieces has `ways` of at most `far` steps, each with at most 2^steps orders; the
    stacks share the pieces there are, so the worst stack's moves per piece bound them all.
    """
    rows, columns = _size(board)
    pieces = 2 * rows * int(settings["height"])
    bounded = settings["limit"] != "none" and settings["strand"] == "bound"
    tallest = min(pieces, int(settings["limit"])) if bounded else pieces
    far = columns - 1 + rows - 1
    if settings["path"] == "flexible":
        far = board.size - 1
    worst = 0
    for h in range(1, tallest + 1):
        steps = min(h, far)
        ways = 1 + 2 * steps + steps + 1 if settings["path"] == "once" else 2 * 3**steps
        worst = max(worst, -(-ways * 2**steps // h))
    return rows + pieces * worst


def _symmetries(game: Game) -> Sequence[tuple[tuple[int, ...], bool]]:
    """The symmetries that keep the columns, and those that reverse them with the colours."""
    spots = game.board.spots
    last = max(x for x, _ in spots)
    found: list[tuple[tuple[int, ...], bool]] = []
    for turn in game.board.symmetries:
        columns = [(spots[cell][0], spots[turn[cell]][0]) for cell in range(game.board.size)]
        if all(before == after for before, after in columns):
            found.append((turn, False))
        elif all(before == last - after for before, after in columns):
            found.append((turn, True))
    return found


_SMALL = "square:2x4"
_NEAR_THE_END = ". . RL . / . . . L ; left off=4,5"
"""A position of that board in which pieces can leave it."""

RULEBOOK = Rulebook(
    name="sow",
    title="Sow?",
    author="Richard Hutnik, 2011",
    about="stacks are sown across half a checkerboard, in a race to bring all one's pieces off it",
    players=("left", "right"),
    boards=("square",),
    board="square:4x8",
    rules=rules,
    settings=SETTINGS,
    package=__name__,
    tour=Tour(board="square:2x3", settings={"height": 2}),
    setup=Setup(areas=_homes, refuse=_refuse),
    text=Text(
        examples=(
            Example(
                "a3:FFU:LLL",
                "the stack on a3 is sown two steps forward (F) and one up (U; D is down), three "
                "pieces of Left's, one a step",
            ),
            Example(
                "c2:Fx:R",
                "a step with a piece of Right's, then the rest exits (x)",
                _NEAR_THE_END,
                _SMALL,
            ),
            Example(
                "d1:x:",
                "the stack on d1 exits: Left's piece leaves the board, Right's stays",
                ". . . R / L . . RL ; left off=4,4",
                _SMALL,
            ),
            Example("@a1", "a piece is entered on a1", settings={"entry": "advanced"}),
        ),
        write_cell=notation.write_cell,
        read_cells=notation.read_cells,
        write_keys=notation.write_keys,
        write_move=notation.write_move,
        read_move=notation.read_move,
    ),
    repetition=Repetition(
        fields=("left", "right", "side", "left_home", "right_home"),
        forbids=lambda game: 3 if game.settings["repetition"] == "forbidden" else 0,
        decides=lambda game: game.settings["repetition"] == "forbidden",
    ),
    declared=Declared(
        symmetries=_symmetries,
        exchange=(("left", "right"), ("left_home", "right_home")),
        most_moves=lambda game: most_moves(game.board, game.settings),
    ),
    words=Words(
        invariants={
            "pieces": "each player's pieces on the board, off it and not yet entered are "
            "rows × height",
            "limit": "under strand=bound no stack is higher than the limit",
            "seen": "no position occurs more than 3 times, under repetition=forbidden more than "
            "twice",
            "home": "home=l,r stands only under entry=advanced",
            "over": "at most one player has no piece left",
        },
        cell=notation.cell_words,
        move=notation.move_words,
        legend=lambda game: "L, R: pieces of Left and Right, the lowest of a stack first",
        keys={
            "off": "Home: Left {0}, Right {1}.",
            "home": "To be entered: Left {0}, Right {1}.",
            "seen": "This position has come up {value} times.",
            "seen=1": "",
        },
        faults=notation.faults,
        refusal=notation.refusal,
        reason=notation.reason,
        acting={sentences.EXIT: notation.exits, sentences.TOPMOST: notation.takes_over},
    ),
    drawing=Drawing(marks=notation.marks, headings={"left": (1, 0), "right": (-1, 0)}),
)
