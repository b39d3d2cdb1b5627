"""Grow (Fred Chan, 2021–2024): its rulebook, its settings and the points that it leaves open.

>>> from ruleproof.models.play.game import game
>>> from ruleproof.models.play.position import Position
>>> Position.start(game("grow", "square:2x2")).play("@a1 @b2 @a2").text
"r1' b1 / r1 . ; red dropped=yes"
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ruleproof.models.boards.boards import Board
from ruleproof.models.cells import first_of, last_of
from ruleproof.models.grow import advice, given, notation, rules
from ruleproof.models.grow.counts import some
from ruleproof.models.grow.faults import INVARIANTS, faults
from ruleproof.models.play.game import Game
from ruleproof.models.rulebooks.parts import (
    Declared,
    Drawing,
    Example,
    Mark,
    Setup,
    Text,
    Tour,
    Words,
)
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.models.rulebooks.settings import Setting, Value

COLOURS = ("red", "blue", "green", "yellow")

SETUP = "Each player, in order, puts a head-stone on any unoccupied space on the board."
STEPS = (
    "On each player’s turn after the setup, they do the following steps (which may be done in any "
    "order, or simultaneously). Players take turns until the board is filled."
)
DROP = "The player may drop a head-stone onto any unoccupied space on the board"
EACH_HEAD = "For each of the player’s head-stones on the board"
OPTION_A = "Move the head-stone to any adjacent unoccupied space. (Diagonals are not allowed)."
OPTION_B = (
    "If the head-stone is adjacent to a contiguous group of the player’s own stones, the player "
    "may move their head-stone to any space in that group. (Diagonals are not allowed. Multiple of "
    "the player’s own stones may occupy the same space)."
)
OPTION_C = "Leave the head-stone where it is"
STAYS = f"“{OPTION_C}” takes no move"
TAIL = (
    "Then, if the space where the head-stone used to be is unoccupied, that players puts their own "
    "tail-stone in that space."
)
WINNING = (
    "When there are no more unoccupied spaces on the board, the game ends. The player with the "
    "most spaces occupied by their own stones wins."
)
PLAYERS = "It is intended for 3-4 players, but playable with 2+."

SETTINGS = (
    Setting(
        "edition",
        "edition",
        {
            "2021": "move every head-stone, then drop",
            "2023": "the two steps can be completed simultaneously",
            "2024": "in any order, or simultaneously",
        },
        "2024",
        STEPS,
        sentences={"2023": "can be completed simultaneously"},
        bundle={
            "2021": {"order": "moves-first"},
            "2023": {"order": "simultaneous"},
            "2024": {"order": "free"},
        },
    ),
    Setting(
        "players",
        "option",
        range(2, 5),
        2,
        PLAYERS,
        bounds="the rulebook names stones of four colours, red, blue, green and yellow",
    ),
    Setting(
        "order",
        "reading",
        {
            "free": "drop and moves in any order, each applied at once",
            "drop-first": "no drop once a head has moved",
            "moves-first": "no move once a head has been dropped",
            "simultaneous": "all targets are judged against the board as the turn began; heads may "
            "share a target, but not the space dropped on",
        },
        "free",
        STEPS,
    ),
    Setting(
        "drop",
        "reading",
        {"optional": "a player may go without", "mandatory": "no turn ends without a drop"},
        "optional",
        DROP,
    ),
    Setting(
        "new-head",
        "reading",
        {
            "rests": "a head does not move in the turn it is dropped",
            "moves": "a head may move in the turn it is dropped, if moves may follow the drop",
        },
        "rests",
        EACH_HEAD,
    ),
    Setting(
        "stall",
        "reading",
        {
            "endless": "turns go on until the board is filled",
            "score": "a full round of turns with neither a drop nor a move ends the game",
        },
        "endless",
        WINNING,
    ),
)


def _refuse(board: Board, settings: Mapping[str, Value]) -> str:
    players = int(settings["players"])
    if board.size < players:
        return f"{players} players need a space each to set up: {board.text!r}"
    return ""


def _refusal(game: Game, p: Any, move: int) -> str:
    """The clause that an illegal move breaks."""
    setup = rules.setting_up(game.rules, p)
    if move == rules.END:
        return f"setup: “{SETUP}”" if setup else "the drop is mandatory: drop a head before the end"
    if move < rules.END:
        return _refusal_of_drop(game, p, move)
    if setup:
        return f"setup: “{SETUP}”"
    return _refusal_of_leap(game, p, first_of(move), last_of(move))


def _refusal_of_drop(game: Game, p: Any, space: int) -> str:
    """Return the clause that an illegal drop breaks."""
    taken = 1 << space & ~rules.empty(game.field, p)
    if rules.setting_up(game.rules, p):
        return f"the space is occupied, against “{SETUP}”"
    if taken & rules.unoccupied(game.field, game.rules, p):
        return "under order=simultaneous no head is dropped on a space that a head has moved to"
    if taken:
        return f"the space is occupied, against “{DROP}”"
    if p.dropped:
        return f"one drop a turn, against “{DROP}”"
    return "a head has moved, and under order=drop-first the drop comes first"


def _refusal_of_leap(game: Game, p: Any, origin: int, target: int) -> str:
    """Return the clause that an illegal move of a head breaks."""
    here, there = 1 << origin, 1 << target
    name = game.board.names[origin]
    if not rules.own(p) & here:
        return f"no head-stone of {game.players[p.side]} on {name}, against “{EACH_HEAD}”"
    if not some(p.ready) & here:
        spent = some(p.spent) & here
        return f"on {name} {'every head has moved or is new' if spent else 'there is only a tail'}"
    if not rules.movable(game.field, game.rules, p) & here:
        if p.dropped:
            return "a head has been dropped, and under order=moves-first the moves come first"
        return "under order=drop-first the drop, which is mandatory, comes first"
    if origin == target:
        return STAYS
    if p.landing & there:
        return "under order=simultaneous no head moves to the space dropped on"
    if rules.own(p) & there:
        return f"{game.board.names[target]} is not in the head-stone's group, against “{OPTION_B}”"
    if not rules.unoccupied(game.field, game.rules, p) & there:
        return f"{game.board.names[target]} is occupied, against “{OPTION_A}”"
    return f"{game.board.names[target]} is not adjacent, against “{OPTION_A}”"


def _nothing(game: Game, p: Any, move: int) -> str:
    """The clause by which a head that moves to its own space makes no move."""
    origin = first_of(move)
    stays = move > rules.END and origin == last_of(move)
    movable = rules.movable(game.field, game.rules, p)
    return STAYS if stays and movable >> origin & 1 else ""


def _reason(game: Game, p: Any) -> str:
    """The reason why the game is over, and the players who share the first place."""
    full = not rules.empty(game.field, p)
    why = "no space is unoccupied" if full else "a full round of empty turns"
    score = [game.score(p, player) for player in range(len(game.players))]
    first = [name for name, own in zip(game.players, score, strict=True) if own == max(score)]
    return why if len(first) == 1 else f"{why}; a draw between {', '.join(first)}"


def _takes(game: Game, p: Any, move: int, q: Any) -> bool:
    """Whether a head moved to a space that was unoccupied."""
    return move > rules.END and bool(rules.spaces_of(q, p.side) & ~rules.own(p))


def _travels(game: Game, p: Any, move: int, q: Any) -> bool:
    """Whether a head moved within its own group."""
    return move > rules.END and not _takes(game, p, move, q)


def _leaves_tail(game: Game, p: Any, move: int, q: Any) -> bool:
    """Whether a head moved and left a space without a head."""
    if move <= rules.END:
        return False
    origin = first_of(move)
    return not (some(q.ready) | some(q.spent)) >> origin & 1


def _spaces(game: Game, p: Any) -> str:
    """The spaces that each player has: nobody should have to count them."""
    spaces = [game.score(p, player) for player in range(len(game.players))]
    told = (f"{one.capitalize()} {many}" for one, many in zip(game.players, spaces, strict=True))
    return f"Spaces: {', '.join(told)}." if any(spaces) else ""


def _marks(game: Game, p: Any) -> list[Mark]:
    """A dark tail-stone on every occupied space, a light head-stone on it with the number of heads
    where there are several and a mark for each that is spent.
    """
    found: list[Mark] = []
    for space in range(game.board.size):
        player = notation.owner(p, space)
        if player is None:
            continue
        colour = game.players[player]
        spent = notation.heads_on(p.spent, space)
        heads = notation.heads_on(p.ready, space) + spent
        found.append(Mark(space, "disc", f"{colour}-dark"))
        if heads:
            label = ("" if heads == 1 else str(heads)) + notation.SPENT * spent
            found.append(Mark(space, "small", f"{colour}-light", label))
    return found


def _symmetries(game: Game) -> list[tuple[tuple[int, ...], bool]]:
    """The board's own, and with two players the change of colours: turns alternate, so it does not
    matter who began. It holds in setup too, where the swapped position, Blue beginning, is only
    never reached.
    """
    colours = (False, True) if len(game.players) == 2 else (False,)
    return [(turn, swap) for swap in colours for turn in game.board.symmetries]


def _most_moves(game: Game) -> int:
    """A bound on the legal moves: with m own spaces and e empty ones of n, and one at least someone
    else's, e drops, `end`, and for each head at most all other own and empty spaces; m + e < n and
    e > 0. In setup, n drops.
    """
    n = game.board.size
    return n + max(0, (n - 2) * (n - 3))


def _acyclic(game: Game) -> bool:
    """Whether no position comes again: always so with a mandatory drop (claim 5b)."""
    return game.settings["drop"] == "mandatory"


RULEBOOK = Rulebook(
    name="grow",
    title="Grow",
    author="Fred Chan, 2021–2024",
    about="heads that leave tails behind fill the board and travel along what they have grown",
    players=COLOURS[:2],
    boards=("square", "path"),
    board="square:15x15",
    rules=rules,
    advice=advice,
    settings=SETTINGS,
    package=__name__,
    scored=True,
    tour=Tour(board="square:3x3", settings={"drop": "mandatory"}),
    setup=Setup(
        names_of_players=lambda settings: COLOURS[: int(settings["players"])], refuse=_refuse
    ),
    text=Text(
        examples=(
            Example("@c4", "a head dropped on c4", board="square:5x5"),
            Example("a1-b1", "a head moved from a1 to b1", "r1 . . b1 ; red", "path:4"),
            Example(
                "a1-c1",
                "a head moved along its group, from a1 to c1",
                "r1 r0 r0 . b1 ; red",
                "path:5",
            ),
            Example(
                "end",
                "the end of the turn; until then ' marks heads that have moved",
                "r1 r1' . b1 ; red dropped=yes",
                "path:4",
            ),
        ),
        moves=("@CELL", "end", "CELL-CELL"),
        write_cell=notation.write_cell,
        read_cells=notation.read_cells,
        write_keys=notation.write_keys,
    ),
    declared=Declared(
        symmetries=_symmetries,
        exchange=(("red", "blue"),),
        acyclic=_acyclic,
        most_moves=_most_moves,
        given=given.given,
    ),
    words=Words(
        invariants=INVARIANTS,
        cell=notation.cell_words,
        move=notation.move_words,
        legend=notation.legend,
        keys={
            "turn": "Setting up: this is turn {value}.",
            "turn=": "",
            "dropped=yes": "A head has been dropped in this turn.",
            "empty-turns": "{value} turns in a row were empty.",
            "empty-turns=0": "",
            "empty-turns=1": "The last turn was empty.",
            "began": "Spaces of the mover when the turn began: {value} (@: dropped since).",
            "began=": "",
        },
        faults=faults,
        refusal=_refusal,
        nothing=_nothing,
        beside=_spaces,
        reason=_reason,
        acting={OPTION_A: _takes, OPTION_B: _travels, TAIL: _leaves_tail},
    ),
    drawing=Drawing(marks=_marks, on_points=True),
)
