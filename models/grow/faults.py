"""Grow's static invariants, which hold in every position that play reaches, and their breaches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ruleproof.models.cells import Cells, each, flood
from ruleproof.models.grow import notation, rules
from ruleproof.models.grow.counts import some, total
from ruleproof.models.play.game import Game

INVARIANTS = {
    "setup": "while setting up, the players before the one to move have one space with one head "
    "each, the others none; after it everyone has a space and a head",
    "heads": "every group has a head, and no more heads than spaces: each was dropped on a space "
    "of its own, and none leaves its group",
    "turns": "under a mandatory drop all have dropped as often, players before the one to move in "
    "turn order once more, and so has he if he has dropped",
    "spent": "only heads of the player to move are spent",
    "dropped": "who has dropped has a head besides the one from the setup, and it is spent, unless "
    "new heads move",
    "order": "under drop-first with a mandatory drop no head moves before it",
    "empty-turns": "a turn that has begun is not empty, and no turn is under a mandatory drop",
    "began": "a space of the mover that he did not have when his turn began has a spent head, or "
    "is the one he has dropped on; ready heads are on spaces that he had",
}


def faults(game: Game, p: Any) -> list[str]:
    """Return the static invariants that the position breaks, one sentence for each break."""
    spaces = [rules.spaces_of(p, player) for player in range(len(game.players))]
    ready = [total(p.ready, own) for own in spaces]
    spent = [total(p.spent, own) for own in spaces]
    heads = [one + other for one, other in zip(ready, spent, strict=True)]
    found = list(_faults_of_groups(game, p, spaces))
    if rules.setting_up(game.rules, p):
        return found + _faults_of_setup(game, p, heads)
    found += [
        f"{name} is not to move, yet has spent heads"
        for player, name in enumerate(game.players)
        if player != p.side and spent[player]
    ]
    if game.settings["drop"] == "mandatory":
        found += _faults_of_turn_order(game, p, heads)
    return found + _faults_of_turn(game, p, ready[p.side], spent[p.side])


def _faults_of_groups(game: Game, p: Any, spaces: Sequence[Cells]) -> Iterator[str]:
    """Name the groups with no head, or more heads than spaces."""
    for name, stones in zip(game.players, spaces, strict=True):
        rest = stones
        while rest:
            group = flood(game.field, rest & -rest, stones)
            rest &= ~group
            heads, many = total(p.ready, group) + total(p.spent, group), group.bit_count()
            first = game.board.names[next(each(group))]
            if not heads:
                yield f"{name} has no head in the group of {first}, whose first one never left it"
            if heads > many:
                yield (
                    f"{name} has {heads} heads on {_spaces(many)}, the group of {first}, "
                    "each dropped on a space of its own"
                )


def _faults_of_turn_order(game: Game, p: Any, heads: Sequence[int]) -> list[str]:
    """Name heads that do not fit the turn order, where everyone must drop in every turn."""
    turns = [
        have - (player < p.side or (player == p.side and bool(p.dropped)))
        for player, have in enumerate(heads)
    ]
    if min(turns) == max(turns):
        return []
    mover = game.players[p.side]
    more = f"players before {mover}{f', and {mover},' if p.dropped else ''}"
    have = ", ".join(f"{name} {many}" for name, many in zip(game.players, heads, strict=True))
    return [f"under drop=mandatory {more} have one head more than the others, not {have}"]


def _faults_of_setup(game: Game, p: Any, heads: Sequence[int]) -> list[str]:
    """Name the faults of a position in setup."""
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
    if p.dropped or some(p.spent) or p.empty_turns or p.began or p.landing:
        faults.append("a drop in setup passes the turn: nothing is spent, dropped or begun")
    return faults


def _faults_of_turn(game: Game, p: Any, ready: int, spent: int) -> list[str]:
    """Name the faults of the turn that the side to move is in."""
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
    """Name the faults of the board at the start of a turn of simultaneous moves."""
    name, board = game.players[p.side], game.board
    own = rules.own(p)
    headless = own & ~(p.began | p.landing | some(p.spent))
    early = some(p.ready) & own & ~(p.began | p.landing)
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
        there = notation.heads_on(p.ready, space), notation.heads_on(p.spent, space)
        fitting = {(1, 0), (0, 0)} if game.settings["new-head"] == "moves" else {(0, 1)}
        if there not in fitting:
            faults.append(f"on {board.names[space]} there can be the dropped head alone")
    return faults


def _spaces(many: int) -> str:
    """Return the number of spaces in words."""
    return "1 space" if many == 1 else f"{many} spaces"
