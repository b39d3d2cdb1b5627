"""Esgros' claims about single sentences, decided again by a program of its own."""

from __future__ import annotations

from typing import NamedTuple

import networkx as nx
import pytest

from ruleproof.models.play.game import Game
from tests.again import Judge, Tokens, Turn, decided_again


class State(NamedTuple):
    stones: frozenset[tuple[str, str]]
    side: str


def graph_of(game: Game) -> nx.Graph[str]:
    names = game.board.names
    found: nx.Graph[str] = nx.Graph()
    found.add_edges_from((names[one], names[other]) for one, other in game.board.graph.edges)
    return found


def groups(graph: nx.Graph[str], stones: Tokens, colour: str) -> list[set[str]]:
    own = [cell for cell, stone in stones.items() if stone == colour]
    return [set(group) for group in nx.connected_components(graph.subgraph(own))]


class Esgros:
    """The first edition: own groups first, then the least that exceeds the enemy's largest."""

    def __init__(self, game: Game) -> None:
        self.graph = graph_of(game)

    def start(self) -> State:
        return State(frozenset(), "B")

    def tokens(self, state: State) -> Tokens:
        return dict(state.stones)

    def side(self, state: State) -> str:
        return state.side

    def largest(self, stones: Tokens, colour: str) -> int:
        return max(map(len, groups(self.graph, stones, colour)), default=0)

    def formed(self, stones: Tokens, colour: str, cell: str) -> set[str]:
        own = groups(self.graph, {**stones, cell: colour}, colour)
        return next(group for group in own if cell in group)

    def moves(self, state: State) -> set[str]:
        stones, enemy = self.tokens(state), "BW".replace(state.side, "")
        if len(stones) > 1 and state.side not in stones.values():
            return set()
        empty = {cell for cell in self.graph if cell not in stones}
        sizes = {cell: len(self.formed(stones, state.side, cell)) for cell in empty}
        for colour in (state.side, enemy):
            most = self.largest(stones, colour)
            over = [size for size in sizes.values() if size > most]
            small = any(size <= most for size in sizes.values())
            least = min(over, default=0) if colour == enemy or not small else most
            sizes = {cell: size for cell, size in sizes.items() if size <= max(most, least)}
        return set(sizes)

    def play(self, state: State, move: str) -> State:
        stones, enemy = self.tokens(state), "BW".replace(state.side, "")
        group = self.formed(stones, state.side, move)
        beside = nx.node_boundary(self.graph, group)
        victims = [one for one in groups(self.graph, stones, enemy) if one & beside]
        gone = set().union(*(one for one in victims if len(one) < len(group)))
        left = {cell: stone for cell, stone in stones.items() if cell not in gone}
        return State(frozenset({**left, move: state.side}.items()), enemy)


def goes_by_number(game: Game, turn: Turn) -> bool:
    graph, own = graph_of(game), [*turn.before.items(), (turn.move, turn.mover)]
    group = next(one for one in groups(graph, dict(own), turn.mover) if turn.move in one)
    for victims in groups(graph, turn.before, "BW".replace(turn.mover, "")):
        beside = any(graph.has_edge(one, other) for one in victims for other in group)
        if (victims & set(turn.after) == set()) != (beside and len(victims) < len(group)):
            return False
    return True


def one_more(game: Game, turn: Turn) -> bool:
    own = {cell for cell, stone in turn.before.items() if stone == turn.mover}
    after = {cell for cell, stone in turn.after.items() if stone == turn.mover}
    return after - own == {turn.move} and own < after


def least_above(game: Game, turn: Turn) -> bool:
    plain, enemy = Esgros(game), "BW".replace(turn.mover, "")
    sizes = {
        cell: len(plain.formed(turn.before, turn.mover, cell))
        for cell in game.board.names
        if cell not in turn.before
    }
    own, bound = (plain.largest(turn.before, colour) for colour in (turn.mover, enemy))
    most = max(own, min(sizes.values()))
    above = [size for size in sizes.values() if bound < size <= most]
    return sizes[turn.move] <= bound or sizes[turn.move] == min(above)


SAYS: dict[str, Judge] = {
    "one-stone-is-placed": one_more,
    "stones-go-by-number": goes_by_number,
    "larger-than-the-enemys-by-least": least_above,
}


@pytest.mark.parametrize("board", ["path:6", "hex:2"])
def test_claims_about_sentences_again(board: str):
    decided_again("esgros", board, Esgros, SAYS)
