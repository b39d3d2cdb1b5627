"""GRO's claims about single sentences, decided again by a program of its own."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest

from ruleproof.models.cells import each
from ruleproof.models.play.game import Game
from tests.again import Judge, Tokens, Turn, decided_again


class State(NamedTuple):
    germs: Tokens
    side: str = "r"
    placed: int = 0
    passes: int = 0
    drawn: bool = False
    history: tuple[Any, ...] = ()


class Gro:
    """The card's rules: tokens such as `r2` on named points."""

    def __init__(self, game: Game) -> None:
        names, board = game.board.names, game.board
        self.near = {
            names[one]: {names[n] for n in each(near)} for one, near in enumerate(board.near)
        }
        self.around = {
            names[one]: {names[n] for n in each(around)} for one, around in enumerate(board.around)
        }
        self.areas = [{names[n] for n in each(area)} for area in board.areas]
        self.supply = int(game.settings["tokens"])

    def start(self) -> State:
        return State({})

    def tokens(self, state: State) -> Tokens:
        return state.germs

    def side(self, state: State) -> str:
        return state.side

    def room(self, germs: Tokens, point: str) -> int:
        return len(self.near[point] - set(germs))

    def landed(self, germs: Tokens, side: str, target: str) -> tuple[Tokens, bool]:
        """The germs without the enemies that have no room, and whether no own one is dead."""
        left = {p: g for p, g in germs.items() if g[0] == side or self.room(germs, p)}
        alive = all(self.room(left, p) for p, g in left.items() if g[0] == side and p != target)
        return left, alive

    def areas_of(self, germs: Tokens, side: str) -> int:
        held = [{germs[p][0] for p in area if p in germs} for area in self.areas]
        return sum(colours == {side} for colours in held)

    def after(self, germs: Tokens, move: str, side: str) -> Tokens:
        if move.endswith("+"):
            return {**germs, move[:-1]: f"{side}{2 * int(germs[move[:-1]][1])}"}
        source, kind, target = re.split(r"([-/])", move)
        size = int(germs[source][1])
        if kind == "-":
            moved = {p: g for p, g in germs.items() if p != source} | {target: germs[source]}
        else:
            moved = {**germs, source: f"{side}{size // 2}", target: f"{side}{size // 2}"}
        return self.landed(moved, side, target)[0]

    def moves(self, state: State) -> set[str]:
        germs, side = state.germs, state.side
        if state.drawn or state.passes == 2 or any(self.areas_of(germs, s) >= 3 for s in "rb"):
            return set()
        free = set(self.near) - set(germs)
        if state.placed < 2:
            return free
        own = {p: int(g[1]) for p, g in germs.items() if g[0] == side}
        left = self.supply - sum(own.values())
        found = {f"{p}+" for p, size in own.items()
                 if size < 4 and left >= size and self.room(germs, p) >= size + 1}  # fmt: skip
        for point, size in own.items():
            for target in self.around[point] & free:
                for kind, needed in (("-", min(size, 3)), ("/", size // 2)):
                    if kind == "/" and self.room(germs, point) < {1: 9, 2: 2, 4: 3}[size]:
                        continue
                    moved = {p: g for p, g in germs.items() if p != point or kind == "/"}
                    moved = {**moved, target: f"{side}{size}"}
                    then, alive = self.landed(moved, side, target)
                    if alive and self.room(then, target) >= needed:
                        found.add(f"{point}{kind}{target}")
        pattern = (sorted(germs.items()), side)
        return found | {"pass"} | ({"claim"} if state.history.count(pattern) >= 2 else set())

    def play(self, state: State, move: str) -> State:
        germs, side = state.germs, "rb".replace(state.side, "")
        history = (*state.history, (sorted(germs.items()), state.side))
        if move == "claim":
            return State(germs, side, 2, 0, True, history)
        if move == "pass":
            return State(germs, side, 2, state.passes + 1, False, history)
        if state.placed < 2:
            return State(
                {**germs, move: f"{state.side}1"}, side, state.placed + 1, 0, False, history
            )
        return State(self.after(germs, move, state.side), side, 2, 0, False, history)


def count(germs: Tokens, side: str) -> int:
    return sum(int(germ[1]) for germ in germs.values() if germ[0] == side)


def by_growth(game: Game, turn: Turn) -> bool:
    added = count(turn.after, turn.mover) - count(turn.before, turn.mover)
    if turn.move.endswith("+"):
        old, new = int(turn.before[turn.move[:-1]][1]), int(turn.after[turn.move[:-1]][1])
        return (old, added, new) in {(1, 1, 2), (2, 2, 4)}
    return added == (turn.move in game.board.names)


def gone(game: Game, turn: Turn) -> bool | None:
    plain, enemy = Gro(game), turn.following
    if "-" not in turn.move and "/" not in turn.move:
        return None
    stood = {**{p: g for p, g in turn.before.items() if g[0] == enemy}, **turn.after}
    dead = {p for p, g in turn.before.items() if g[0] == enemy and not plain.room(stood, p)}
    lost = sum(int(turn.before[point][1]) for point in dead)
    left = count(turn.before, enemy) - lost
    return (
        dead == set(turn.before) & set(stood) - set(turn.after) and count(turn.after, enemy) == left
    )


def halved(game: Game, turn: Turn) -> bool | None:
    if "/" not in turn.move:
        return None
    source, target = turn.move.split("/")
    half = f"{turn.mover}{int(turn.before[source][1]) // 2}"
    return turn.after[source] == turn.after[target] == half


def allowed(kind: str, needed: dict[str, int]) -> Judge:
    """Judges the points that moves or divisions lead to by the open points beside them."""

    def judge(game: Game, turn: Turn) -> bool | None:
        if kind not in turn.move:
            return None
        plain, (source, target) = Gro(game), turn.move.split(kind)
        room = plain.room(turn.after, target)
        divided = (
            kind == "-"
            or plain.room(turn.before, source) >= {"2": 2, "4": 3}[turn.before[source][1]]
        )
        alive = all(plain.room(turn.after, point) for point in turn.after)
        near = target in plain.around[source] - set(turn.before)
        return near and alive and divided and room >= needed[turn.before[source][1]]

    return judge


def grows(game: Game, turn: Turn) -> bool | None:
    if not turn.move.endswith("+"):
        return None
    germ, room = turn.before[turn.move[:-1]], Gro(game).room(turn.before, turn.move[:-1])
    return germ[1] != "4" and room >= int(germ[1]) + 1


def goes_on(game: Game, turn: Turn) -> bool:
    plain = Gro(game)
    won = any(plain.areas_of(turn.after, side) >= 3 for side in "rb")
    return turn.over if won or turn.move == "claim" else turn.over <= (turn.move == "pass")


def one_acts(game: Game, turn: Turn) -> bool:
    own, after = (
        {(point, germ) for point, germ in germs.items() if germ[0] == turn.mover}
        for germs in (turn.before, turn.after)
    )
    fresh = {point for point, _ in after} - {point for point, _ in own}
    return not own or len(fresh) <= len(own - after) <= 1


SAYS: dict[str, Judge] = {
    "one-germ-acts": one_acts,
    "one-germ-a-point": lambda game, turn: set(turn.after.values()) <= {
        side + size for side in "rb" for size in "124"
    },
    "turns-alternate": lambda game, turn: turn.mover != turn.following,
    "tokens-come-by-growth": by_growth,
    "moves-need-room-after": allowed("-", {"1": 1, "2": 2, "4": 3}),
    "growth-needs-room-before": grows,
    "division-needs-room": allowed("/", {"2": 1, "4": 2}),
    "halves-are-equal": halved,
    "tokens-of-killed-return": gone,
    "play-goes-on": goes_on,
}  # fmt: skip


@pytest.mark.parametrize("board", ["dish:1,1", "dish:2,1"])
def test_claims_about_sentences_again(board: str):
    decided_again("gro", board, Gro, SAYS)
