"""Grow (Fred Chan, 2021–2024): the table of what its rulebook says and what it leaves open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ruleproof.models.boards import Board
from ruleproof.models.cells import each
from ruleproof.models.game import Game
from ruleproof.models.grow import advice, given, notation, rules
from ruleproof.models.parts import Declared, Drawing, Mark, Setup, Text, Tour, Words
from ruleproof.models.rulebook import Rulebook
from ruleproof.models.settings import Setting, Value

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
        bundle={
            "2021": {"order": "moves-first"},
            "2023": {"order": "simultaneous"},
            "2024": {"order": "free"},
        },
    ),
    Setting("players", "option", range(2, 5), 2, PLAYERS),
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
        "variant",
        {
            "endless": "turns go on until the board is filled",
            "score": "a full round of turns with neither a drop nor a move ends the game",
        },
        "endless",
        WINNING,
    ),
)

INVARIANTS = {
    "setup": "while setting up, the players before the one to move have one space with one head "
    "each, the others none; after it everyone has a space and a head",
    "heads": "nobody has more heads than spaces: each was dropped on a space of its own",
    "spent": "only heads of the player to move are spent",
    "dropped": "who has dropped has a head besides the one from the setup, and it is spent, unless "
    "new heads move",
    "order": "under drop-first with a mandatory drop no head moves before it",
    "empty-turns": "a turn that has begun is not empty, and no turn is under a mandatory drop",
    "began": "a space of the mover that he did not have when his turn began has a spent head, or "
    "is the one he has dropped on; ready heads are on spaces that he had",
}


def _refuse(board: Board, settings: Mapping[str, Value]) -> str:
    players = int(settings["players"])
    if board.size < players:
        return f"{players} players need a space each to set up: {board.text!r}"
    return ""


def _faults(game: Game, p: Any) -> list[str]:
    """The static invariants that the position breaks, one sentence for each break."""
    spaces = [rules.spaces_of(p, player) for player in range(len(game.players))]
    ready = [notation.heads_among(p.heads, own) for own in spaces]
    spent = [notation.heads_among(p.spent, own) for own in spaces]
    heads = [one + other for one, other in zip(ready, spent, strict=True)]
    setup = rules.setting_up(game.rules, p)
    faults = [
        f"{name} has {have} heads on {own.bit_count()} spaces, each dropped on a space of its own"
        for name, have, own in zip(game.players, heads, spaces, strict=True)
        if have > own.bit_count()
    ]
    if setup:
        faults += _faults_of_setup(game, p, heads)
    else:
        faults += [
            f"{name} has no head, not even the one from the setup"
            for name, have in zip(game.players, heads, strict=True)
            if not have
        ]
        faults += [
            f"{name} is not to move, yet has spent heads"
            for player, name in enumerate(game.players)
            if player != p.side and spent[player]
        ]
        faults += _faults_of_turn(game, p, ready[p.side], spent[p.side])
    return faults


def _faults_of_setup(game: Game, p: Any, heads: list[int]) -> list[str]:
    """What is wrong while not everyone has put down a head."""
    faults: list[str] = []
    for player, name in enumerate(game.players):
        should = int(player < p.turn)
        have = rules.spaces_of(p, player).bit_count(), heads[player]
        if have != (should, should):
            faults.append(
                f"the setup goes in order, a head each: {name} should have {should}, "
                f"not {have[1]} on {have[0]} spaces"
            )
    if p.side != p.turn:
        faults.append(
            f"the setup goes in order: {game.players[p.turn]} is to move, "
            f"not {game.players[p.side]}"
        )
    if p.dropped or rules.some(p.spent) or p.empty_turns or p.began or p.landing:
        faults.append("a drop in setup passes the turn: nothing is spent, dropped or begun")
    return faults


def _faults_of_turn(game: Game, p: Any, ready: int, spent: int) -> list[str]:
    """What is wrong with the turn that the side to move is in."""
    name = game.players[p.side]
    settings = game.settings
    may_move = settings["new-head"] == "moves" and settings["order"] != "moves-first"
    faults: list[str] = []
    if p.dropped and ready + spent < 2:
        faults.append(f"{name} has dropped, yet has only the head from the setup")
    if p.dropped and not may_move and not spent:
        faults.append(f"{name} has dropped, yet no head is spent")
    owes = settings["order"] == "drop-first" and settings["drop"] == "mandatory"
    if owes and spent and not p.dropped:
        faults.append(f"{name} has moved a head before the mandatory drop")
    if p.empty_turns and (p.dropped or spent):
        faults.append("empty-turns counts turns just before, yet this one is not empty")
    if p.empty_turns and settings["drop"] == "mandatory":
        faults.append("no turn is empty when the drop is mandatory")
    if settings["order"] == "simultaneous":
        faults += _faults_of_began(game, p)
    return faults


def _faults_of_began(game: Game, p: Any) -> list[str]:
    """What is wrong with the board at the start of a turn of simultaneous moves."""
    name, board = game.players[p.side], game.board
    own = rules.own(p)
    headless = own & ~(p.began | p.landing | rules.some(p.spent))
    early = rules.some(p.heads) & own & ~(p.began | p.landing)
    faults: list[str] = []
    if not p.began:
        faults.append(f"{name} had no space when the turn began")
    if p.began & ~own:
        faults.append(f"{name} began with {board.name_of(p.began & ~own)} but has lost it")
    if headless:
        faults.append(f"{name} got {board.name_of(headless)} without a spent head")
    if early:
        faults.append(f"{name} has a ready head on {board.name_of(early)}, empty as the turn began")
    if bool(p.landing) != bool(p.dropped):
        faults.append("under order=simultaneous began=…@SPACE names the drop, if there is one")
    if p.landing & (p.began | ~own):
        faults.append(f"{name} cannot have dropped on {board.name_of(p.landing)}")
    elif p.landing:
        space = next(each(p.landing))
        there = notation.heads_on(p.heads, space), notation.heads_on(p.spent, space)
        fitting = {(1, 0), (0, 0)} if game.settings["new-head"] == "moves" else {(0, 1)}
        if there not in fitting:
            faults.append(f"on {board.names[space]} there can be the dropped head alone")
    return faults


def _refusal(game: Game, p: Any, move: int) -> str:
    """The clause that an illegal move breaks."""
    setup = rules.setting_up(game.rules, p)
    if move == rules.END:
        return f"setup: “{SETUP}”" if setup else "the drop is mandatory: drop a head before the end"
    if move < rules.END:
        return _refusal_of_drop(game, p, move)
    if setup:
        return f"setup: “{SETUP}”"
    return _refusal_of_leap(game, p, *notation.leap_of(move))


def _refusal_of_drop(game: Game, p: Any, space: int) -> str:
    if not rules.empty(game.field, p) >> space & 1:
        return f"the space is occupied, against “{DROP}”"
    if p.dropped:
        return f"one drop a turn, against “{DROP}”"
    return "a head has moved, and under order=drop-first the drop comes first"


def _refusal_of_leap(game: Game, p: Any, origin: int, target: int) -> str:
    here, there = 1 << origin, 1 << target
    name = game.board.names[origin]
    if not rules.own(p) & here:
        return f"no head-stone of {game.players[p.side]} on {name}, against “{EACH_HEAD}”"
    if not rules.some(p.heads) & here:
        spent = rules.some(p.spent) & here
        return f"on {name} {'every head has moved or is new' if spent else 'there is only a tail'}"
    if not rules.ready(game.field, game.rules, p) & here:
        if p.dropped:
            return "a head has been dropped, and under order=moves-first the moves come first"
        return "under order=drop-first the drop, which is mandatory, comes first"
    if origin == target:
        return f"“{OPTION_C}” takes no move"
    if p.landing & there:
        return "under order=simultaneous no head moves to the space dropped on"
    if rules.own(p) & there:
        return f"{game.board.names[target]} is not in the head-stone's group, against “{OPTION_B}”"
    if not rules.option_a(game.field, game.rules, p) & there:
        return f"{game.board.names[target]} is occupied, against “{OPTION_A}”"
    return f"{game.board.names[target]} is not adjacent, against “{OPTION_A}”"


def _reason(game: Game, p: Any) -> str:
    """Why the game is over, and who shares the first place."""
    full = not rules.empty(game.field, p)
    why = "no space is unoccupied" if full else "a full round of empty turns"
    score = [game.score(p, player) for player in range(len(game.players))]
    first = [name for name, own in zip(game.players, score, strict=True) if own == max(score)]
    return why if len(first) == 1 else f"{why}; a draw between {', '.join(first)}"


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
        heads = notation.heads_on(p.heads, space) + spent
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
    """With a mandatory drop no position comes again (claim 5b)."""
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
        names_of_players=lambda settings: COLOURS[: int(settings["players"])],
        refuse=_refuse,
    ),
    text=Text(
        specials={"end": rules.END},
        write_cell=notation.write_cell,
        read_cells=notation.read_cells,
        write_keys=notation.write_keys,
        write_move=notation.write_move,
        read_move=notation.read_move,
    ),
    declared=Declared(
        symmetries=_symmetries,
        exchange=(("red", "blue"),),
        acyclic=_acyclic,
        most_moves=_most_moves,
        given=given.given,
    ),
    words=Words(invariants=INVARIANTS, faults=_faults, refusal=_refusal, reason=_reason),
    drawing=Drawing(marks=_marks, on_points=True),
)
