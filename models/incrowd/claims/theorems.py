"""In Crowd: the theorems that z3 proves, some of them for every board.

friends, enemies    of a stone under attack: the stones around it that would turn it, and those of
                    its own colour, itself left out
"""

# z3 ships no complete types
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false, reportOperatorIssue=false

from __future__ import annotations

from typing import Any

import z3

from ruleproof.models.claims.theorems import Goal
from ruleproof.models.incrowd import constraints as rules
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.notation import show
from ruleproof.models.symbolic.cells import (
    around,
    common,
    complement,
    count,
    is_empty,
    meet,
    single,
    surroundings,
    together,
    union,
    within,
    without,
)
from ruleproof.models.symbolic.logic import conj, disj, equal, iff, implies, less, neg, plus, truth
from ruleproof.models.symbolic.states import fresh, read_state

# Chains, on every board: cells with any adjacency whatever


def turns_it(game: Game, friends: Any, enemies: Any, neighbours: Any) -> Any:
    """Whether a stone flips with that many friends and enemies on that many neighbours, as numbers:
    `friends` are those of the player that it goes to.
    """
    if game.settings["majority"] == "cells":
        return 2 * friends > neighbours + 1
    return friends > enemies + 1


def chain_goals(game: Game) -> list[Goal]:
    """Show that whichever of two flips comes first, the other may follow, and every flip leaves one
    enemy stone fewer: so chains end, and all in the same position (Newman's lemma).
    """
    cell = z3.DeclareSort("Cell")
    near = z3.Function("near", cell, cell, z3.BoolSort())
    enemy, changed = (z3.Function(name, cell, z3.BoolSort()) for name in ("enemy", "changed"))
    friends, enemies, neighbours = (
        z3.Function(name, cell, z3.IntSort()) for name in ("friends", "enemies", "neighbours")
    )
    x, y, by_x, by_y = z3.Consts("x y by_x by_y", cell)
    everywhere = z3.Bool("global")

    def may_flip(stone: Any, by: Any) -> Any:
        """Whether the stone is an outnumbered enemy in the chain's reach: `by` is a changed cell
        next to it.
        """
        reached = z3.Or(everywhere, z3.And(changed(by), near(by, stone)))
        flips = turns_it(game, friends(stone), enemies(stone), neighbours(stone))
        return z3.And(enemy(stone), reached, flips)

    def may_flip_after(stone: Any, by: Any, flipped: Any) -> Any:
        """Whether it still may flip after another one did, by the same changed cell: it need not
        look for another.
        """
        one_more = z3.If(near(flipped, stone), 1, 0)
        reached = z3.Or(everywhere, z3.And(z3.Or(changed(by), by == flipped), near(by, stone)))
        counts = friends(stone) + one_more, enemies(stone) - one_more, neighbours(stone)
        return z3.And(enemy(stone), stone != flipped, reached, turns_it(game, *counts))

    both = z3.And(may_flip(x, by_x), may_flip(y, by_y), x != y)
    return [
        Goal("two stones may both flip", [both], "sat"),
        Goal("neither flip hinders the other", [both, z3.Not(may_flip_after(x, by_x, y))]),
        Goal("no stone flips twice in a chain", [may_flip(x, by_x), may_flip_after(x, by_y, x)]),
    ]


def chain_checks(game: Game) -> list[Goal]:
    """Check that on the game's own board a flip changes the numbers around each other stone by one
    where they are adjacent and leaves them alone elsewhere, as the abstraction has it.
    """
    board = game.field
    friends, enemies = fresh(game, "p").black, fresh(game, "p").white
    apart = is_empty(common(friends, enemies))
    goals: list[Goal] = []
    for stone in range(board.size):
        beside = around(board, stone)
        before = [count(side[c] for c in beside) for side in (friends, enemies)]
        wrong: list[Any] = []
        for flipped in set(range(board.size)) - {stone}:
            one = single(board, flipped)
            sides = union(friends, one), without(enemies, one)
            more, fewer = (count(side[c] for c in beside) for side in sides)
            step = int(flipped in beside)
            right = conj(equal(more, plus(before[0], step)), equal(before[1], plus(fewer, step)))
            wrong.append(conj(enemies[flipped], neg(right)))
        goals.append(Goal(f"numbers around {game.board.names[stone]}", [apart, disj(*wrong)]))
    return goals


def gain_goals(game: Game) -> list[Goal]:
    """Show that a chain turns stones of one colour only: where that is the other player's, no stone
    of the mover is lost.
    """
    cell = z3.DeclareSort("Cell")
    mine, theirs, flipped, after = (
        z3.Function(name, cell, z3.BoolSort()) for name in ("mine", "theirs", "flipped", "mine'")
    )
    c, d = z3.Consts("c d", cell)
    turn = [
        z3.ForAll([c], z3.Implies(flipped(c), theirs(c))),
        z3.ForAll([c], after(c) == z3.Or(mine(c), flipped(c))),
    ]
    return [
        Goal("a stone of the mover's is lost", [*turn, mine(d), z3.Not(after(d))]),
        Goal("a stone is gained", [*turn, after(d), z3.Not(mine(d))], "sat"),
    ]


def gain_checks(game: Game) -> list[Goal]:
    """Check that on the game's own board a step takes no stone from the mover, and gives it no
    stones but the other side's and the one dropped.
    """
    p, move, q, step = _step(game)
    mine, theirs = rules.sides(p, p)
    mine_after, _ = rules.sides(p, q)
    kept = conj(within(mine, mine_after), within(mine_after, union(mine, theirs, move.cell)))
    return [Goal("stones change otherwise", [step, neg(kept)])]


def reach_goals(game: Game) -> list[Goal]:
    """Show that if no stone was outnumbered before, the next to flip has had some stone change
    beside it: so whatever a chain that reaches the whole board turns, one that spreads turns as
    well, stone by stone.
    """
    friends, enemies, more, fewer, neighbours = z3.Ints("friends enemies more fewer neighbours")
    outnumbered = turns_it(game, friends, enemies, neighbours)
    rests = [friends >= 0, enemies >= 0, z3.Not(outnumbered)]
    # what changed beside the stone came to its attackers, part of it from its own side
    changed = [more >= 0, fewer >= 0, fewer <= more, fewer <= enemies]
    flips = turns_it(game, friends + more, enemies - fewer, neighbours)
    return [
        Goal("it flips with nothing changed beside it", [*rests, *changed, more == 0, flips]),
        Goal("a stone that flips", [*rests, *changed, flips], "sat"),
    ]


def reach_checks(game: Game) -> list[Goal]:
    """Check that on the game's own board, where nothing was outnumbered before, both kinds of
    chains lead to the same position.
    """
    other = "global" if game.settings["chain"] == "local" else "local"
    second = make_game(game.rulebook, game.board.text, game.settings | {"chain": other})
    p, move, q, step = _step(game)
    there = together(rules.effect(second, p, move, q))
    rests = [
        neg(conj(stones[c], rules.outnumbered(game, c, enemies, stones)))
        for stones, enemies in ((p.black, p.white), (p.white, p.black))
        for c in range(game.board.size)
    ]
    return [Goal("they lead elsewhere", [step, *rests, neg(there)])]


# One turn, on every board: what becomes of one cell


def change_goals(game: Game) -> list[Goal]:
    """Show that a dropped stone changes colour only where nothing flips."""
    flips, outnumbered = z3.Bools("flips outnumbered")
    changes = z3.And(z3.Not(flips), outnumbered)
    return [
        Goal("a dropped stone may change", [changes], "sat"),
        Goal("not both", [flips, changes]),
    ]


def change_checks(game: Game) -> list[Goal]:
    """Check that on the game's own board no step has both."""
    p, move, q, step = _step(game)
    mine_after, theirs_after = rules.sides(p, q)
    flips = meet(rules.sides(p, p)[1], mine_after)
    return [Goal("both in one turn", [step, flips, meet(move.cell, theirs_after)])]


def ending_goals(game: Game) -> list[Goal]:
    """Show that three times the stones plus the passes in a row grow with every turn and stay below
    a bound, so no position comes back and every game ends.
    """
    size, stones, passes, stones_after, passes_after = z3.Ints("size stones passes stones' passes'")
    drop = z3.And(stones_after == stones + 1, passes_after == 0, stones < size)
    pause = z3.And(stones_after == stones, passes_after == passes + 1)
    turn = [stones >= 0, stones <= size, passes >= 0, passes < 2, z3.Or(drop, pause)]
    before, after = 3 * stones + passes, 3 * stones_after + passes_after
    return [
        Goal("there are turns", turn, "sat"),
        Goal("it grows", [*turn, after <= before]),
        Goal("it is bounded", [*turn, after > 3 * size + 2]),
    ]


def ending_checks(game: Game) -> list[Goal]:
    """Check that on the game's own board every step drops one stone or passes, and removes none."""
    p, _, q, step = _step(game)
    before, after = union(p.black, p.white), union(q.black, q.white)
    drop = conj(equal(count(after), plus(count(before), 1)), equal(q.passes, 0))
    pause = conj(equal(count(after), count(before)), equal(q.passes, plus(p.passes, 1)))
    kept = conj(within(before, after), is_empty(common(q.black, q.white)), less(p.passes, 2))
    return [Goal("any other turn", [step, neg(conj(kept, disj(drop, pause)))])]


def _step(game: Game) -> tuple[Any, Any, Any, Any]:
    p, q = fresh(game, "p"), fresh(game, "q")
    move = rules.fresh_move(game, "m")
    return p, move, q, conj(rules.wellformed(game, p), together(rules.step(game, p, move, q)))


# Phase 1, on the game's own board


def phase_1_goals(game: Game) -> list[Goal]:
    """Show that cells three apart each need a stone on or around them that serves no other of them,
    and each block of two by two cells takes one stone at most: ⌈R/3⌉·⌈C/3⌉ cells, ⌈R/2⌉·⌈C/2⌉
    blocks.
    """
    board, cell = game.field, dict(zip(game.board.spots, range(game.board.size), strict=True))
    columns, rows_ = (max(spot[k] for spot in cell) + 1 for k in (0, 1))
    p = fresh(game, "p")
    stones = union(p.black, p.white)
    apart = conj(
        *(
            implies(stones[c], neg(disj(*(stones[o] for o in around(board, c)))))
            for c in cell.values()
        )
    )
    none_free = conj(*union(stones, surroundings(board, stones)))
    sparse = [cell[x, y] for x in range(0, columns, 3) for y in range(0, rows_, 3)]
    unserved = disj(*(neg(disj(stones[c], *(stones[o] for o in around(board, c)))) for c in sparse))
    blocks = [
        [cell[a, b] for a in (x, x + 1) for b in (y, y + 1) if (a, b) in cell]
        for x in range(0, columns, 2)
        for y in range(0, rows_, 2)
    ]
    crowded = disj(
        *(conj(stones[a], stones[b]) for block in blocks for a in block for b in block if a < b)
    )
    serving = [{c, *around(board, c)} for c in sparse]
    shared = any(a & b for k, a in enumerate(serving) for b in serving[:k])
    covered = sorted(c for block in blocks for c in block) == list(range(board.size))
    ended = [apart, none_free]

    def read(model: Any) -> str:
        return show(game, read_state(game, model, p))

    return [
        Goal("phase 1 can end", ended, "sat"),
        Goal("no cell serves two", [truth(shared)]),
        Goal("the blocks leave no cell out", [truth(not covered)]),
        Goal(f"{len(sparse)} cells three apart are served", [*ended, unserved], read=read),
        Goal(f"{len(blocks)} blocks take one stone each", [apart, crowded], read=read),
    ]


def apart_goals(game: Game) -> list[Goal]:
    """Show that a stone with none around it is not outnumbered."""
    counts: list[Any] = list(z3.Ints("friends enemies neighbours"))
    friends, enemies, neighbours = counts
    some = [friends == 0, neighbours >= enemies]
    flips = turns_it(game, enemies, friends, neighbours)
    return [
        Goal("alone and outnumbered", [*some, enemies == 0, flips]),
        Goal("outnumbered at all", [*some, flips], "sat"),
    ]


def apart_checks(game: Game) -> list[Goal]:
    """Check that on the game's own board a stone dropped while a cell is free leaves no two stones
    beside each other and turns none, itself included.
    """
    p, move, q, step = _step(game)
    board, before, after = game.field, union(p.black, p.white), union(q.black, q.white)
    free = without(complement(before), surroundings(board, before))
    beside = meet(after, surroundings(board, after))
    mine, theirs = rules.sides(p, p)
    mine_after, theirs_after = rules.sides(p, q)
    kept = conj(within(union(mine, move.cell), mine_after), within(theirs, theirs_after))
    return [Goal("a stone turned", [step, neg(is_empty(free)), disj(beside, neg(kept))])]


# Areas


def parity_goals(game: Game) -> list[Goal]:
    """Show that equal areas that fill a board are an even number of cells."""
    size, area = z3.Ints("size area")
    full = [size >= 1, area >= 0, area + area == size]
    return [Goal("equal areas can fill a board", full, "sat"), Goal("odd", [*full, size % 2 == 1])]


def area_goals(game: Game) -> list[Goal]:
    """Show that each cell is in one area, or is empty and neutral. An area holds a colour's stones
    and the empty cells that only this colour reaches; neutral cells are reached by both or by
    neither. So it is with sums.
    """
    black, white, by_black, by_white = z3.Bools("black white by_black by_white")
    empty = z3.And(z3.Not(black), z3.Not(white))
    in_black = z3.Or(black, z3.And(empty, by_black, z3.Not(by_white)))
    in_white = z3.Or(white, z3.And(empty, by_white, z3.Not(by_black)))
    neutral = z3.And(empty, by_black == by_white)
    times = [z3.If(part, 1, 0) for part in (in_black, in_white, neutral)]
    cell = [z3.Not(z3.And(black, white))]
    return [
        Goal("a cell in none of them, or in two", [*cell, times[0] + times[1] + times[2] != 1]),
        Goal("a neutral cell", [*cell, neutral], "sat"),
    ]


def area_checks(game: Game) -> list[Goal]:
    """Check that on the game's own board the areas and the neutral cells are as many as all cells,
    neutral being empty and joined, over empty cells, to stones of both colours or of neither.
    """
    p = fresh(game, "p")
    empty = complement(union(p.black, p.white))
    reached = [rules.reached(game, stones, empty) for stones in (p.black, p.white)]
    neutral = [
        conj(free, iff(black, white)) for free, black, white in zip(empty, *reached, strict=True)
    ]
    all_of = plus(plus(*rules.area(game, p)), count(neutral))
    known = rules.wellformed(game, p)
    return [Goal("a sum otherwise", [known, neg(equal(all_of, game.board.size))])]
