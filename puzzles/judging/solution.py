"""Reads the solution of a puzzle as its game sees it, with the defender's replies of its line."""

from __future__ import annotations

from ruleproof.models.play.game import Game, State
from ruleproof.models.play.solutions import Answer, Fork, Solution, Wrong, step, steps
from ruleproof.puzzles.puzzle import Puzzle, Tree, first_position
from ruleproof.puzzles.stipulations import attacker_of


def solution_of(puzzle: Puzzle) -> Solution:
    """The solution of a puzzle. Its moves must be legal, as `puzzles check` proves."""
    position = first_position(puzzle)
    game, state, asked = position.game, position.state, puzzle.stipulation.goal
    return Solution(
        game=game,
        goal=asked.name if asked else puzzle.stipulation.aim,
        attacker=attacker_of(puzzle.stipulation, state.side),
        cells=game.board.set_of(asked.cells) if asked else 0,
        line=steps(game, state, puzzle.solution),
        root=_root(game, state, puzzle.tree) if puzzle.tree else None,
    )


def telling(puzzle: Puzzle, shown: Solution) -> Solution:
    """The solution with the part of its line that shows something: where a goal is averted, the
    turns up to the first of the solver's that has an equal; after it he may play as he likes.
    """
    if puzzle.tree is None or puzzle.stipulation.aim != "avert":
        return shown
    replies, number = replies_of(puzzle.tree, averts=True), 0
    for at in range(2, len(shown.line), 2):
        entry = next(one for one in puzzle.tree.nodes[number].turns if one[1] == "right")
        number = next((child for text, _, child in entry[3] if text == replies[number]), None) or 0
        if not number or any(kind == "also" for _, kind, _, _ in puzzle.tree.nodes[number].turns):
            return shown._replace(line=shown.line[:at])
    return shown


def _root(game: Game, diagram: State, tree: Tree) -> Fork:
    known: dict[int, Fork] = {}

    def fork(number: int, state: State) -> Fork:
        if number not in known:
            turns = tree.nodes[number].turns
            entry = next(one for one in turns if one[1] == "right")
            right = step(game, state, entry[0].split())
            answers: list[Answer] = []
            for text, _, child in entry[3]:
                reply = step(game, right.after, text.split())
                answers.append((reply, None if child is None else fork(child, reply.after)))
            alone = all(kind != "also" for _, kind, _, _ in turns)
            known[number] = Fork(right, tuple(answers), alone=alone)
        return known[number]

    failing: list[Wrong] = []
    for text, kind, _, replies in tree.nodes[0].turns:
        if kind in ("fails", "late"):
            turn = step(game, diagram, text.split())
            refutation = step(game, turn.after, replies[0][0].split()) if replies else None
            failing.append(Wrong(turn, refutation))
    return fork(0, diagram)._replace(wrong=tuple(failing))


def replies_of(tree: Tree, averts: bool) -> dict[int, str]:
    """The defender's reply of the line at each node where he has one: the first of the replies that
    last longest. `averts`: whether the goal is to be averted, so that there is always a move to
    play.
    """
    heights: dict[int, int] = {}
    found: dict[int, str] = {}

    def height(number: int) -> int:
        if number not in heights:
            below = 0
            entry = next(one for one in tree.nodes[number].turns if one[1] == "right")
            for text, _, child in entry[3]:
                here = 0 if child is None else height(child)
                if here > below or (averts and number not in found):
                    below, found[number] = max(here, below), text
            heights[number] = 1 + below
        return heights[number]

    height(0)
    return found
