"""Grow's claims about single sentences, decided again by the game on a real table."""

from __future__ import annotations

import copy
from collections import Counter

import networkx as nx
import pytest

from ruleproof.models.play.game import Game
from tests.again import Judge, Tokens, Turn, decided_again
from tests.models.grow.test_naive import Table, laid_out


class Grow:
    """Single heads as objects."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def start(self) -> Table:
        chosen = {name.replace("-", "_"): one for name, one in self.game.settings.items()}
        return laid_out(self.game.board, chosen)

    def tokens(self, state: Table) -> Tokens:
        return {space: state.token(space) for space in state.owner}

    def side(self, state: Table) -> str:
        return state.me[0]

    def moves(self, state: Table) -> set[str]:
        return state.moves()

    def play(self, state: Table, move: str) -> Table:
        after = copy.deepcopy(state)
        after.play(move)
        return after


def owners(tokens: Tokens) -> dict[str, str]:
    return {space: token[0] for space, token in tokens.items()}


def heads(tokens: Tokens) -> Counter[str]:
    """The heads of each colour, those that have not moved apart."""
    found: Counter[str] = Counter()
    for token in tokens.values():
        spent = token.count("'")
        found[token[0]] += int(token[1:].strip("'"))
        found[f"{token[0]}'"] += spent
    return found


def once(game: Game, turn: Turn) -> bool | None:
    if "-" not in turn.move:
        return None
    source, target = turn.move.split("-")
    before, after, own = heads(turn.before), heads(turn.after), f"{turn.mover}'"
    cells = laid_out(game.board, game.settings).spaces
    free = target not in turn.before and cells.has_edge(source, target)
    there = free or owners(turn.before).get(target) == turn.mover
    return there and before[turn.mover] == after[turn.mover] and after[own] == before[own] + 1


def surrounded(game: Game, turn: Turn, space: str) -> bool:
    graph = laid_out(game.board, game.settings).spaces
    empty = graph.subgraph([one for one in graph if one not in turn.before])
    region = set(nx.node_connected_component(empty, space))
    walls = {owners(turn.before)[one] for one in nx.node_boundary(graph, region)}
    return bool(walls) and turn.mover not in walls


def moves_in(game: Game, turn: Turn) -> bool | None:
    if "-" not in turn.move:
        return None
    target = turn.move.split("-")[1]
    return target in turn.before or not surrounded(game, turn, target)


def invades(game: Game, turn: Turn) -> bool:
    return "@" in turn.move and len(turn.before) > 1 and surrounded(game, turn, turn.move[1:])


def highways(game: Game, turn: Turn) -> bool | None:
    """A head that travels beside a liberty finds it next to it."""
    graph, own = laid_out(game.board, game.settings).spaces, owners(turn.before)
    found: list[bool] = []
    for space, token in turn.before.items():
        ready = int(token[1:].strip("'")) > token.count("'") and len(turn.before) > 1
        if token[0] != turn.mover or not ready:
            continue
        mine = [one for one, owner in own.items() if owner == turn.mover]
        group = nx.node_connected_component(graph.subgraph(mine), space)
        for liberty in nx.node_boundary(graph, group) - set(own):
            stones = set(graph[liberty]) & set(group)
            found.append(all(s == space or f"{space}-{s}" in turn.legal for s in stones))
    return all(found) if found else None


def far(game: Game, turn: Turn) -> bool:
    if "-" not in turn.move:
        return False
    source, target = turn.move.split("-")
    graph = laid_out(game.board, game.settings).spaces
    liberties = set(graph[target]) - set(turn.before)
    return any(nx.shortest_path_length(graph, source, one) > 2 for one in liberties)


SAYS: dict[str, Judge] = {
    "stones-are-stacked": lambda game, turn: any(
        int(token[1:].strip("'")) > 1 for token in turn.after.values()
    ),
    "stones-have-one-colour": lambda game, turn: set(owners(turn.after).values()) <= {"r", "b"},
    "heads-move-once": once,
    "no-head-moves-in": moves_in,
    "drops-invade": invades,
    "highways-lead-to-liberties": highways,
    "highways-reach-far": far,
}


@pytest.mark.parametrize("board", ["path:5", "square:2x4"])
def test_claims_about_sentences_again(board: str):
    decided_again("grow", board, Grow, SAYS)
