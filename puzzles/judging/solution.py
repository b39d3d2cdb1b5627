"""Reads the solution of a puzzle as its game sees it, with the defender's replies of its line.

>>> from ruleproof.puzzles.starter import starter
>>> puzzle = starter("esgros")[0]
>>> len(solution_of(puzzle).own) == puzzle.stipulation.turns
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from ruleproof.models.play.game import Game, State
from ruleproof.models.play.solutions import Answer, Fork, Solution, Wrong, step, steps
from ruleproof.puzzles.puzzle import Puzzle, Tree, position_of
from ruleproof.puzzles.stipulations import attacker_of


def solution_of(puzzle: Puzzle) -> Solution:
    """The solution of a puzzle. Its moves must be legal, as `puzzles check` proves."""
    position = position_of(puzzle)
    game, state, asked = position.game, position.state, puzzle.stipulation.goal
    return Solution(
        game=game,
        goal=asked.name,
        attacker=attacker_of(puzzle.stipulation, state.side),
        cells=game.board.set_of(asked.cells),
        line=steps(game, state, puzzle.solution),
        root=_root(game, state, puzzle.tree) if puzzle.tree else None,
    )


def telling(puzzle: Puzzle, shown: Solution) -> Solution:
    """The solution with the part of its line that shows something: where a goal is averted, the
    turns up to the first of the solver's that has an equal; after it he may play as he likes.
    """
    if puzzle.tree is None or puzzle.stipulation.aim != "avert":
        return shown
    alone = takewhile(lambda fork: fork.alone, shown.trunk[1:])
    return shown._replace(line=shown.line[: 2 + 2 * sum(1 for _ in alone)])


def _root(game: Game, diagram: State, tree: Tree) -> Fork:
    known: dict[int, Fork] = {}

    def fork(number: int, state: State) -> Fork:
        if number not in known:
            entry = tree.nodes[number].right
            right = step(game, state, entry[0].split())
            answers: list[Answer] = []
            for text, _, child in entry[3]:
                reply = step(game, right.after, text.split())
                answers.append((reply, None if child is None else fork(child, reply.after)))
            known[number] = Fork(right, tuple(answers), alone=tree.nodes[number].alone)
        return known[number]

    failing: list[Wrong] = []
    for text, _, _, replies in tree.nodes[0].wrong:
        turn = step(game, diagram, text.split())
        refutation = step(game, turn.after, replies[0][0].split()) if replies else None
        failing.append(Wrong(turn, refutation))
    return fork(0, diagram)._replace(wrong=tuple(failing))


def replies_of(tree: Tree, averts: bool) -> dict[int, str]:
    """The defender's reply of the line at each node where he has one: of the replies that last
    longest, those after which one turn alone is right; of these, those that refute most wrong
    turns, so that the key must meet them; of these, those whose answer is rarest among them; then
    those after which fewest turns are right, and the first. `averts`: whether the goal is to be
    averted, so that there is always a move to play.
    """
    heights: dict[int, int] = {}
    found: dict[int, str] = {}
    for number in sorted(range(len(tree.nodes)), key=lambda one: tree.nodes[one].left):
        _, _, _, replies = tree.nodes[number].right
        refuting = Counter(one for _, _, _, most in tree.nodes[number].wrong for one, *_ in most)
        live = [(text, child) for text, _, child in replies if child is not None]
        heights[number] = 1 + max((heights[child] for _, child in live), default=0)
        longest = [one for one in live if heights[one[1]] + 1 == heights[number]]
        answers = Counter(tree.nodes[child].right[0] for _, child in longest)

        def ease(
            reply: tuple[str, int],
            answers: Counter[str] = answers,
            refuting: Counter[str] = refuting,
        ) -> tuple[bool, int, int, int]:
            node = tree.nodes[reply[1]]
            right = len(node.turns) - len(node.wrong)
            return right > 1, -refuting[reply[0]], answers[node.right[0]], right

        if longest:
            found[number] = min(longest, key=ease)[0]
        elif averts and replies:
            found[number] = replies[0][0]
    return found


class MainLine(NamedTuple):
    """The moves of a line, and whether the solver's turns are all the only ones."""

    moves: list[str]
    unique: bool


def line_of(tree: Tree) -> MainLine:
    """The line of the tree, to the solver's last turn."""
    replies = replies_of(tree, averts=False)
    moves: list[str] = []
    number: int | None = 0
    unique = True
    while number is not None:
        node = tree.nodes[number]
        right, _, _, answers = node.right
        unique = unique and node.alone
        moves += right.split()
        reply = replies.get(number)
        number = next((child for text, _, child in answers if text == reply), None)
        if reply and number is not None:
            moves += reply.split()
    return MainLine(moves, unique)


class PlayedNode(NamedTuple):
    """A node of a puzzle's line: its number, the right turn there, and the reply, empty if none."""

    number: int
    turn: str
    reply: str


def played(puzzle: Puzzle) -> list[PlayedNode]:
    """The nodes of the puzzle's line, as far as its moves go; none without a tree."""
    found: list[PlayedNode] = []
    rest = puzzle.solution
    number: int | None = 0
    while rest and number is not None and puzzle.tree is not None:
        turn, _, _, replies = puzzle.tree.nodes[number].right
        rest = rest[len(turn.split()) :]
        answers = [
            one for one in replies if one[0] and rest[: len(one[0].split())] == one[0].split()
        ]
        text, _, child = answers[0] if answers else ("", "", None)
        found.append(PlayedNode(number, turn, text))
        rest, number = rest[len(text.split()) :], child
    return found


def joined(turns: Sequence[str]) -> str:
    """The turns in one text that shows where each ends."""
    return (", " if any(" " in turn for turn in turns) else " ").join(turns)


def turns_of_line(puzzle: Puzzle) -> list[str]:
    """The turns of the puzzle's line, each with all of its moves. Raises `MoveError` where a line
    without a tree is not legal.
    """
    if puzzle.tree is None:
        position = position_of(puzzle)
        game = position.game
        line = steps(game, position.state, puzzle.solution)
        return [" ".join(map(game.show_move, one.moves)) for one in line]
    return [text for one in played(puzzle) for text in (one.turn, one.reply) if text]


def length(puzzle: Puzzle) -> int:
    """The number of the solver's turns: as many as are asked for, or as the line has."""
    asked = puzzle.stipulation
    return asked.turns or len(turns_of_line(puzzle)[::2])
