"""GRO (Greg Turner, 1999): claims that are decided by play found for the purpose and replayed.

idle    a player who passes where that is allowed and otherwise moves out of the way
plan    the texts of the moves of the first player, in order
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from importlib import import_module
from typing import Any

from ruleproof.models.cells import Field, each, kind_of, rule
from ruleproof.models.claims.claims import Induction, Outcome
from ruleproof.models.claims.counted import PLAYED, Z3_STEPS, within
from ruleproof.models.claims.evidence import Attained, Bounded, Judge, Look, Plain, Worth
from ruleproof.models.gro.codes import DIVIDE, GROW, MOVE, PASS, Rules
from ruleproof.models.gro.endings import dominates, occupies
from ruleproof.models.gro.germs import (
    MEDIUM,
    RED,
    SMALL,
    State,
    in_dish,
    mine,
    open_points,
    openings,
    points,
    red,
    theirs,
)
from ruleproof.models.gro.rules import in_reserve
from ruleproof.models.play.game import Game
from ruleproof.models.play.position import Position

Goal = Callable[[Game, State], bool]


def _idle(position: Position) -> int | None:
    """The idle player's move: to pass, else to move; None where that ends the game."""
    moves = position.legal_moves()
    kept = [move for move in moves if move == PASS] or [
        move for move in moves if kind_of(move) == MOVE
    ]
    for move in reversed(kept):
        if not position.after(move).over:
            return move
    return None


def _against_idle(game: Game, plan: Sequence[str]) -> list[str]:
    """A line in which the first player keeps to the plan; empty if there is none against a germ of
    the other's on any point.
    """
    for place in reversed(game.board.names):
        position, line = Position.start(game), list[str]()
        for number, text in enumerate(plan):
            if text not in position.moves():
                break
            position, line = position.play([text]), [*line, text]
            if number == len(plan) - 1:
                return line
            answer = game.read_move(place) if number == 0 else _idle(position)
            if answer is None or answer not in position.legal_moves():
                break
            position, line = position.after(answer), [*line, game.show_move(answer)]
    return []


# 6. Where large and medium germs can stand


def _stands(field: str, cell: int) -> Callable[[Sequence[State], Sequence[int]], bool]:
    """Whether a germ of Red's of that field stands on the cell in the end."""
    return lambda states, moves: bool(getattr(states[-1], field) >> cell & 1)


def germs_to_place(game: Game, witness: str = "") -> Iterator[Attained]:
    """Each germ and point where it can stand: a large one where it can grow or move to, a medium
    one anywhere, with a game that puts it there.
    """
    grow, move = int(game.settings["medium-grow"]), int(game.settings["large-move"])
    names, degree = game.board.names, [near.bit_count() for near in game.board.near]
    for cell, name in enumerate(names):
        plans = [("r2", [name, f"{name}+"])]
        if degree[cell] >= grow:
            plans.append(("r4", [name, f"{name}+", f"{name}+"]))
        elif degree[cell] >= move:
            beside = (one for one in each(game.board.around[cell]) if degree[one] >= grow)
            source = names[next(beside, cell)]
            plans.append(("r4", [source, f"{source}+", f"{source}+", f"{source}-{name}"]))
        for token, plan in plans:
            shows = _stands(f"red{token[1:]}", cell)
            yield Attained(f"{token} {name}", _against_idle(game, plan), shows)


def _large_stand(game: Game, p: Any) -> Any:
    return import_module("ruleproof.models.gro.claims.theorems").large_stand(game, p)


LARGE_POINTS = Bounded(germs_to_place, Induction(_large_stand))
"""A game for each germ and point where it can stand; large ones stand nowhere else."""


def large_points(game: Game, seconds: float) -> Outcome:
    """Whether large germs can stand exactly where they can grow or move to, medium ones on any."""
    placed = list(germs_to_place(game))
    for one in placed:
        if not one.line:
            return Outcome("undecided", details={"reason": f"no game leads to {one.what}"})
    reached = sorted(one.what[3:] for one in placed if one.what.startswith("r4"))
    details = {"large": " ".join(reached), "points": game.board.size, "games": len(placed)}
    if not _never_elsewhere(game, seconds):
        return Outcome("undecided", details=details | {"reason": "z3 came to no end"})
    return Outcome("proved", details=details)


def _never_elsewhere(game: Game, seconds: float) -> bool:
    """Whether z3 shows that a turn from a well-formed position puts no large germ elsewhere."""
    import z3

    theorems = import_module("ruleproof.models.gro.claims.theorems")
    solver = z3.Solver()
    solver.set("rlimit", within(seconds, Z3_STEPS))
    solver.add(*theorems.large_turn(game))
    return solver.check() == z3.unsat


# 7 and 11. Wins against a player who only passes


def _turns(game: Game, p: State) -> Iterator[tuple[int, State]]:
    for move in game.moves(p):
        if move < PASS:
            yield move, game.play(p, move)


def _red_wins(game: Game, q: State) -> bool:
    return dominates(game.field, game.rules, theirs(q), mine(q))


def _against_passes(game: Game, p: State) -> list[int]:
    """The moves of games in which Blue, once he has a germ, only passes and Red never does. Red
    places his germ on one point of those that symmetries make one.
    """
    if not p.placed:
        return [game.read_move(name) for name in _up_to_symmetry(game)]
    if p.placed < 2:
        return list(game.moves(p))
    return [move for move in game.moves(p) if (move < PASS if p.side == RED else move == PASS)]


def _red_has_just_won(game: Game, worth: Worth, look: Look) -> Judge:
    return lambda p: p.side != RED and _red_wins(game, p)


SHORTEST_WIN = Plain(_red_has_just_won, "ever", moves=_against_passes)
"""Red wins against one who only passes."""


def _up_to_symmetry(game: Game) -> list[str]:
    """One point of each set that the board's symmetries make one."""
    found = [
        cell
        for cell in range(game.board.size)
        if cell == min(turn[cell] for turn in game.board.symmetries)
    ]
    return [game.board.names[cell] for cell in found]


def _all_but_one(game: Game, q: State) -> bool:
    """Whether Red, who has just moved, is alone in two areas and beside one blue germ in a third,
    which can leave it for a point outside all areas.
    """
    board, own, enemy = game.field, points(red(q)), points(mine(q))
    alone = [occupies(board, game.rules, own, enemy, area) for area in range(4)]
    both = [area for area in game.board.areas if area & own and area & enemy]
    if q.side == RED or sum(alone) < 2 or not both:
        return False
    return any(_red_has_won(game, game.play(q, move)) for move in game.moves(q))


def _red_has_won(game: Game, p: State) -> bool:
    return dominates(game.field, game.rules, mine(p), theirs(p))


def _guided(game: Game, first: Position, goal: Goal, seconds: float) -> list[str]:
    """A line, with the other side passing, after which the goal holds at the end of the mover's
    turn: the positions nearest to three germs in the first area and two others are tried first.
    Empty where so many seconds' worth of work find none.
    """
    spots, left = game.board.spots, within(seconds, PLAYED)

    def distance(cell: int, area: int) -> int:
        x, y = spots[cell]
        return min(max(abs(x - spots[c][0]), abs(y - spots[c][1])) for c in each(area))

    def guide(p: State) -> int:
        own = list(each(points(red(p))))
        ways = [min(distance(cell, area) for cell in own) for area in game.board.areas]
        return (
            ways[0] + sum(sorted(ways[1:])[:2]) + 3 * max(0, 3 - len(own)) - min(3, in_dish(red(p)))
        )

    waiting = [(guide(first.state), 0, first.state, list[str]())]
    known = {first.state}
    while waiting and left > 0:
        _, _, p, line = heappop(waiting)
        for move, q in _turns(game, p):
            left -= 1
            text = game.show_move(move)
            if goal(game, q):
                return [*line, text]
            back = q if game.over(q) else game.play(q, PASS)
            if back.side == RED and back not in known and red(back) != red(p):
                known.add(back)
                heappush(waiting, (guide(back), len(known), back, [*line, text, "pass"]))
    return []


def wins_for_the_other(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether a turn of Blue's completes Red's win."""
    if p.side == RED or dominates(board, rules, theirs(p), mine(p)):
        return False
    return dominates(board, rules, mine(q), theirs(q))


def other_wins(game: Game, seconds: float) -> Outcome:
    """A game in which a turn of Blue's completes Red's win; none where areas are single points,
    since a germ of Blue's on one keeps no germ of Red's company.
    """
    if all(area.bit_count() == 1 for area in game.board.areas):
        return Outcome("refuted", details={"reason": "an area of one point has one germ at most"})
    board = game.board
    middle = min(range(board.size), key=lambda c: _far(board.spots, board.spots[c]))
    for cell in each(board.areas[0]):
        if not board.near[cell] & ~board.areas[0]:
            continue
        start = Position.start(game).play([board.names[middle], board.names[cell]])
        line = _guided(game, start, _all_but_one, seconds)
        if not line:
            return Outcome("undecided", details={"reason": "no such game was found"})
        before = start.play(line)
        last = next(
            move for move in before.legal_moves() if _red_has_won(game, before.after(move).state)
        )
        witness = [board.names[middle], board.names[cell], *line, game.show_move(last)]
        return Outcome("witnessed", " ".join(witness), details={"plies": len(witness)})
    return Outcome("undecided", details={"reason": "no area can be left"})


def _far(spots: Sequence[tuple[int, int]], here: tuple[int, int]) -> int:
    return sum((x - here[0]) ** 2 + (y - here[1]) ** 2 for x, y in spots)


# 10. The reserve


@rule
def reserve_blocks(board: Field, rules: Rules, p: State) -> bool:
    """Whether a germ has the open points to grow and the reserve lacks the tokens."""
    free, left = open_points(board, p), in_reserve(rules, mine(p))
    for cell in each(mine(p).small):
        if left < SMALL and openings(board, cell, free) >= 2:
            return True
    for cell in each(mine(p).medium):
        if left < MEDIUM and openings(board, cell, free) >= rules.medium_grow:
            return True
    return False


_GROWN = 500
"""Turns of a game that are chosen with care in a second."""


def exhaustion(game: Game, seconds: float) -> Outcome:
    """A game in which Red grows and divides until the reserve is too small for a growth."""
    names = _up_to_symmetry(game)
    line = [names[-1], next(name for name in game.board.names if name != names[-1])]
    position = Position.start(game).play(line)
    for _ in range(within(min(seconds, 10), _GROWN)):
        if reserve_blocks(game.field, game.rules, position.state):
            return Outcome("witnessed", " ".join(line), details={"plies": len(line)})
        wanted = _grower(position) if position.state.side == RED else _idle(position)
        if wanted is None:
            break
        line.append(game.show_move(wanted))
        position = position.after(wanted)
    return Outcome("undecided", details={"reason": "growing and dividing did not get there"})


def _grower(position: Position) -> int | None:
    """The growth, else the division, else the move that leaves most open points to germs."""
    order = (GROW, DIVIDE, MOVE)
    ranked: list[tuple[int, int, int]] = []
    for move in position.legal_moves():
        kind = kind_of(move)
        after: Any = position.after(move)
        if kind in order and not after.over:
            free = open_points(position.game.field, after.state)
            room = sum(
                openings(position.game.field, cell, free) for cell in each(points(red(after.state)))
            )
            ranked.append((order.index(kind), -room, move))
    return min(ranked)[2] if ranked else None
