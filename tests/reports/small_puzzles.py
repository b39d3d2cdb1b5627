"""Small puzzles of each game for tests of pages and books: legal turns, and one called right.

They are no true puzzles: which turn is right is settled by its place among the legal ones.
"""

from __future__ import annotations

import random

from ruleproof import Position, game
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game
from ruleproof.puzzles.changes import changes
from ruleproof.puzzles.puzzle import Entry, Puzzle, Rating, Tree, TreeNode
from ruleproof.puzzles.stipulations import Asked, Stipulation, sentence

SMALL: dict[str, tuple[str, dict[str, str | int], str]] = {
    "esgros": ("hex:2", {}, ""),
    "gro": ("dish:1,1", {"tokens": 2}, ""),
    "grow": ("square:2x3", {}, "r1 . . / . . b1 ; red"),
    "incrowd": ("square:3x3", {}, ""),
    "sow": ("square:2x4", {"height": 2}, ""),
}
"""A board, settings and a position (empty: the start) of each game."""


def small_game(name: str) -> Game:
    """The game of that name on its small board."""
    board, settings, _ = SMALL[name]
    return game(name, board, **settings)


def turns(position: Position, most: int = 40) -> list[tuple[str, Position]]:
    """Whole turns from the position, at most so many of at most four moves."""
    found: list[tuple[str, Position]] = []
    waiting: list[tuple[list[str], Position]] = [([], position)]
    while waiting and len(found) < most:
        line, here = waiting.pop(0)
        for text in here.moves():
            after, told = here.play([text]), [*line, text]
            if after.state.side != here.state.side:
                found.append((" ".join(told), after))
            elif len(told) < 4:
                waiting.append((told, after))
    return found


def random_game(of: Game, seed: int) -> tuple[list[Position], list[str]]:
    """The positions and moves of a random game."""
    dice = random.Random(seed)
    positions, moves = [Position.start(of)], list[str]()
    while not positions[-1].over:
        moves.append(dice.choice(positions[-1].moves()))
        positions.append(positions[-1].play([moves[-1]]))
    return positions, moves


def small_puzzle(name: str, level: int = 1) -> Puzzle:
    """Two turns of the solver: the first is the last one listed, then whatever comes first."""
    of = small_game(name)
    text = SMALL[name][2]
    first = Position.read(of, text) if text else Position.start(of)
    state = first.state
    listed = turns(first)
    right, then = listed[-1]
    reply, last = turns(then, 8)[-1]
    answer = (reply, changes(of, then.state, last.state), 1)
    entries: list[Entry] = []
    for told, after in listed[:-1]:
        refuting, end = turns(after, 8)[-1]
        refutation = (refuting, changes(of, after.state, end.state), None)
        entries.append((told, "fails", changes(of, state, after.state), [refutation]))
    entries.append((right, "right", changes(of, state, then.state), [answer]))
    final: list[Entry] = [
        (told, "also" if place else "right", changes(of, last.state, after.state), [])
        for place, (told, after) in enumerate(turns(last))
    ]
    nodes = [TreeNode(left=2, turns=entries), TreeNode(left=1, turns=final)]
    stipulation = Stipulation(aim="reach", goal=Asked(name="win"), turns=2)
    return Puzzle(
        id=f"{name}-0123456789",
        game=name,
        board=of.board.text,
        settings=of.settings,
        position=notation.show(of, state),
        side=first.side,
        stipulation=stipulation,
        sentence=sentence(of, state.side, stipulation),
        solution=[*right.split(), *reply.split(), *final[0][0].split()],
        unique="first",
        tree=Tree(nodes=nodes, replies=1, only=1),
        tries=[(listed[0][0], entries[0][3][0][0])],
        proof_game=[],
        themes=["quiet key"],
        rating=Rating(value=1500, error=60, level=level, solved=0.5, by="simulated"),
        version="0",
    )


def help_puzzle() -> Puzzle:
    """A puzzle without a tree: a line of three moves in Esgros."""
    first = Position.start(small_game("esgros"))
    stipulation = Stipulation(aim="help", goal=Asked(name="win"), turns=2)
    return small_puzzle("esgros").model_copy(
        update={
            "id": "esgros-help",
            "position": first.text,
            "side": first.side,
            "stipulation": stipulation,
            "sentence": sentence(first.game, first.state.side, stipulation),
            "solution": ["a1", "b2", "b3"],
            "tree": None,
            "tries": [],
        }
    )


def by_people(puzzle: Puzzle, share: float) -> Puzzle:
    """The puzzle with a rating that people's attempts moved; such a share of them solved it."""
    assert puzzle.rating
    told = {"by": "people", "people": share, "table": "t", "value": puzzle.rating.value + 300}
    return puzzle.model_copy(update={"rating": puzzle.rating.model_copy(update=told)})
