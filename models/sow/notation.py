"""Sow? in words: stacks as `LLR`, moves as `a3:FFU:LLR`, refusals by clause, drawings.

>>> from ruleproof.models.play.game import game
>>> small = game("sow", "square:2x3")
>>> write_move(small, read_move(small, "a1:FFU:LLL"))
'a1:FFU:LLL'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from ruleproof.models.cells import topmost
from ruleproof.models.errors import PositionError, TextError
from ruleproof.models.play.game import Game
from ruleproof.models.play.notation import number_word
from ruleproof.models.rulebooks.parts import Mark
from ruleproof.models.sow import codes, rules, sentences, ways

LETTERS = "LR"
STEPS = "FUD"
STEP_WORDS = {"F": "forward", "U": "up", "D": "down"}
FORM = "SQUARE:STEPS:PIECES with steps F, U, D, x at an exit, or @SQUARE"


def stack(p: Any, square: int) -> str:
    """The pieces on a square, bottom first."""
    found = ""
    for left, right in zip(p.left, p.right, strict=True):
        found += "L" * (left >> square & 1) + "R" * (right >> square & 1)
    return found


def write_cell(game: Game, p: Any, square: int) -> str:
    """The token of a square."""
    return stack(p, square) or "."


def cell_words(game: Game, token: str) -> str:
    """A stack in words, the piece on top first, whose player has it: `2 high, top first: Right,
    Left`.
    """
    names = [game.players[LETTERS.index(letter)].capitalize() for letter in reversed(token)]
    return names[0] if len(names) == 1 else f"{len(names)} high, top first: {', '.join(names)}"


def _setup(game: Game) -> int:
    """The number of pieces each player has in all."""
    return len(game.board.rows) * int(game.settings["height"])


def _on_board(p: Any) -> tuple[int, int]:
    return (sum(level.bit_count() for level in p.left), sum(level.bit_count() for level in p.right))


def write_keys(game: Game, p: Any) -> Mapping[str, str]:
    """The pieces off the board, those not yet entered, and how often the position has occurred."""
    total, (left, right) = _setup(game), _on_board(p)
    keys = {"off": f"{total - left - p.left_home},{total - right - p.right_home}"}
    if game.settings["entry"] == "advanced":
        keys["home"] = f"{p.left_home},{p.right_home}"
    return keys | {"seen": str(p.seen)}


def _two(key: str, value: str, most: int) -> tuple[int, int]:
    """Two numbers `l,r`."""
    left, comma, right = value.partition(",")
    if not comma:
        raise TextError(f"{key} is written {key}=LEFT,RIGHT: {key + '=' + value!r}")
    return number_word(key, left, 0, most), number_word(key, right, 0, most)


def read_cells(game: Game, tokens: Mapping[int, str], side: int, keys: Mapping[str, str]) -> Any:
    """The state that the tokens and keys show."""
    left, right = [0] * rules.TALLEST, [0] * rules.TALLEST
    for square, token in tokens.items():
        if token == ".":
            continue
        if not re.fullmatch(f"[{LETTERS}]{{1,{rules.TALLEST}}}", token):
            raise TextError(
                f"{game.board.names[square]} holds . or a stack of L and R, bottom first, "
                f"at most {rules.TALLEST} high: {token!r}"
            )
        for level, letter in enumerate(token):
            (left if letter == "L" else right)[level] |= 1 << square
    total = _setup(game)
    off = _two("off", keys["off"], total)
    home = _two("home", keys["home"], total) if "home" in keys else (0, 0)
    seen = number_word("seen", keys["seen"], 1, 0xFFFF)
    p = rules.State(tuple(left), tuple(right), side, *home, seen)  # pyright: ignore[reportArgumentType]
    wrong = [
        f"{name} has {there} on the board, {gone} off and {waiting} to enter, not {total} in all"
        for name, there, gone, waiting in zip(game.players, _on_board(p), off, home, strict=True)
        if there + gone + waiting != total
    ]
    if wrong:
        raise PositionError(wrong + faults(game, p), "")
    return p


def faults(game: Game, p: Any) -> list[str]:
    """The static invariants that the position breaks."""
    found: list[str] = []
    limit = game.rules.limit
    if limit and game.settings["strand"] == "bound":
        high = [
            game.board.names[square]
            for square in range(game.board.size)
            if len(stack(p, square)) > limit
        ]
        if high:
            found.append(f"higher than the limit of {limit}: {' '.join(high)}")
    most = 2 if game.rules.repetition == codes.FORBIDDEN else 3
    if p.seen > most:
        repetition = f"repetition={game.settings['repetition']}"
        found.append(f"under {repetition} no position occurs more than {most} times: seen={p.seen}")
    left, right = _on_board(p)
    total = _setup(game)
    for name, own in zip(game.players, (left + p.left_home, right + p.right_home), strict=True):
        if own > total:
            found.append(f"{name} has {own} pieces, more than the {total} there are")
    pieces = (left + p.left_home, right + p.right_home)
    if not any(pieces):
        found.append("both players have advanced all their pieces off the board")
    elif not pieces[p.side]:
        found.append(f"{game.players[p.side]} has won already and cannot be to move")
    return found


def write_move(game: Game, move: int) -> str:
    """The text of a move."""
    name = game.board.names[ways.square_of(move)]
    if move & ways.ENTER:
        return f"@{name}"
    path, leaves, pieces = _parts(move)
    return f"{name}:{path}{'x' if leaves else ''}:{pieces}"


def _parts(move: int) -> tuple[str, bool, str]:
    """The letters of a move's steps, whether it exits after them, and the letters of the pieces it
    leaves, step by step.
    """
    way, lefts = ways.way_of(move), move >> ways.PIECES
    steps = ways.steps_of(way)
    path = "".join(STEPS[ways.step_of(ways.route_of(way), index)] for index in range(steps))
    pieces = "".join("RL"[lefts >> index & 1] for index in range(steps))
    return path, ways.exits(way), pieces


def move_words(game: Game, move: int) -> str:
    """A move in words: its steps, and the pieces that they leave, as `1 forward, 2 up: Left, Right,
    Left`.
    """
    if move & ways.ENTER:
        return "a piece is entered"
    path, leaves, pieces = _parts(move)
    steps = ", ".join(f"{len([*run])} {STEP_WORDS[step]}" for step, run in groupby(path))
    left = ", ".join(game.players[LETTERS.index(piece)].capitalize() for piece in pieces)
    return "; ".join([f"{steps}: {left}"] * bool(path) + ["exits"] * leaves)


def read_move(game: Game, text: str) -> int:
    """The move that the text names; `TextError` when it names none on any position."""
    if text.startswith("@"):
        return ways.ENTER | game.board.cell(text[1:])
    match = re.fullmatch(r"([a-z]+\d+):([FUD]*)(x?):([LR]*)", text, re.ASCII)
    if match is None:
        raise TextError(f"a move is {FORM}: {text!r}")
    name, path, leaves, pieces = match.groups()
    square = game.board.cell(name)
    if len(path) != len(pieces):
        raise TextError(f"a move names one piece for each step: {text!r}")
    if len(path) > rules.TALLEST or not (path or leaves):
        raise TextError(f"a stack holds 1 to {rules.TALLEST} pieces: {text!r}")
    route = sum(STEPS.index(step) << 2 * index for index, step in enumerate(path))
    lefts = sum(1 << index for index, piece in enumerate(pieces) if piece == "L")
    way = ways.as_way(len(path), bool(leaves), route)
    move = ways.encoded(ways.LEFT, square, way, lefts)
    if write_move(game, move) != text:
        raise TextError(f"a path of more than 11 steps turns once at most: {text!r}")
    return move


def refusal(game: Game, p: Any, move: int) -> str:
    """The clause that an illegal move breaks."""
    square, mover = ways.square_of(move), game.players[p.side]
    name, limit = game.board.names[square], game.rules.limit
    pieces = stack(p, square)
    if move & ways.ENTER:
        if game.settings["entry"] != "advanced":
            return "pieces are entered only under entry=advanced"
        if not (p.left_home, p.right_home)[p.side]:
            return f"{mover} has entered all pieces"
        if not game.field.areas[p.side] >> square & 1:
            return f"{mover} enters pieces on the own home column"
        return f"a stack of {limit} blocks: {name} holds {pieces}"
    if not pieces:
        return f"there is no stack on {name}"
    if pieces[-1] != LETTERS[p.side]:
        return f"a stack is controlled by the owner of its top piece: {name} holds {pieces}"
    return _refused_path(game, p, square, pieces, ways.way_of(move), move)


def _refused_path(game: Game, p: Any, square: int, pieces: str, way: int, move: int) -> str:
    """The clause that the path or the pieces of a move break."""
    steps, route = ways.steps_of(way), ways.route_of(way)
    if steps > len(pieces) or (steps == len(pieces)) == ways.exits(way):
        return f"the stack {pieces} is sown whole, one piece a square, or exits with some in hand"
    block = rules.blocked(game.field, game.rules, p)
    for done in range(1, steps + 1):
        if not rules.keeps_direction(game.rules, route, done):
            return _refused_turn(route, done)
        if not rules.leaves_last_column(game.field, game.rules, p.side, square, route, done):
            return f"under last-column=exit a path does not turn there, by “{sentences.EXIT}”"
        target = rules.end_of(game.field, p.side, square, route, done)
        if target < 0:
            return f"step {done} leaves the board, only an exit (x) forward does"
        if not rules.may_land(game.field, game.rules, p.side, block, square, route, done):
            held, limit = stack(p, target), game.rules.limit
            if limit and len(held) >= limit:
                return f"a stack of {limit} blocks: {game.board.names[target]} has {held}"
            return f"no square is sown twice: {game.board.names[target]}"
    if ways.exits(way) and not rules.may_exit(game.field, game.rules, p.side, square, route, steps):
        return _refused_exit(game, p.side, square, route, steps)
    lefts = move >> ways.PIECES
    named = "".join("RL"[lefts >> index & 1] for index in range(steps))
    if any(named.count(letter) > pieces.count(letter) for letter in LETTERS):
        return f"the stack {pieces} does not hold these pieces"
    if game.settings["order"] == "top-first" and not pieces[::-1].startswith(named):
        return "the top piece of the stack is sown first, then the second and so on"
    if game.settings["exit-needs-own"] == "yes" and LETTERS[p.side] not in _rest(pieces, named):
        return "an exit needs an own piece in hand"
    return "the enemy pieces left behind exceed the stack limit"


def _refused_turn(route: int, steps: int) -> str:
    """Return the clause that the direction of the last of the steps breaks."""
    if steps == 1:
        return f"the first step is forward, by “{sentences.FIRST_FORWARD}”"
    if ways.step_of(route, steps - 2) != ways.FORWARD:
        return f"a path that has turned keeps its direction, by “{sentences.ONE_DIRECTION}”"
    return "under turn=second a path turns at the second piece or never"


def _refused_exit(game: Game, side: int, square: int, route: int, steps: int) -> str:
    """Return the clause that an exit behind the path breaks."""
    last = rules.end_of(game.field, side, square, route, steps)
    if rules.neighbour(game.field, side, last, ways.FORWARD) >= 0:
        return f"an exit is a step over the far edge, and {game.board.names[last]} is not there"
    if steps and game.settings["path"] == "once" and ways.step_of(route, steps - 1) != ways.FORWARD:
        return f"a path that has turned does not exit, by “{sentences.ONE_DIRECTION}”"
    return "under exit=from-last only a stack that starts on the last column may exit"


def _rest(pieces: str, named: str) -> str:
    """Return the pieces left in hand."""
    for letter in named:
        pieces = pieces.replace(letter, "", 1)
    return pieces


def reason(game: Game, p: Any) -> str:
    """The reason why the game is over."""
    if rules.gone(p):
        return "the winner's last piece has left the board"
    if rules.repeated(game.rules, p):
        return "the position has occurred for the third time"
    return "the loser has no legal move"


def exits(game: Game, p: Any, move: int, q: Any) -> bool:
    """Whether a stack was sown beyond the edge of the board."""
    return not move & ways.ENTER and ways.exits(ways.way_of(move))


def takes_over(game: Game, p: Any, move: int, q: Any) -> bool:
    """Whether a stack of the other player's got a piece of the mover's on top."""
    theirs = topmost(rules.theirs(p), rules.mine(p))
    return bool(theirs & topmost(rules.theirs(q), rules.mine(q)))


def marks(game: Game, p: Any) -> list[Mark]:
    """Checkers, one above another."""
    return [
        Mark(square, "checker", game.players[0 if letter == "L" else 1], height=level)
        for square in range(game.board.size)
        for level, letter in enumerate(stack(p, square))
    ]
