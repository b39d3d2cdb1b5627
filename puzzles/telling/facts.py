"""The facts that general themes and hints rest on: turns, what they take, and what refutes them.

taking    of a turn: a cell of the other's pieces is his no longer
landing   of a turn: the cells, empty till then, that it fills; else those that become its side's
usual     of a reply: it refutes half of the wrong turns or more
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ruleproof.models.cells import Cells
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.solutions import Fork, Solution, Step
from ruleproof.puzzles.changes import differing
from ruleproof.puzzles.puzzle import Puzzle, TreeNode


class Facts(NamedTuple):
    """The source of themes: the puzzle, its solution, and, for a goal to reach in some turns, the
    turns that would be right if the other passed after the key; None where these are not known.
    """

    puzzle: Puzzle
    solution: Solution
    threats: tuple[str, ...] | None = None

    @property
    def aim(self) -> str:
        """Whether the solver is to reach the goal, averts it, or is helped."""
        return self.puzzle.stipulation.aim


class General(NamedTuple):
    """A theme of every game; of those alone that know taking where it speaks of pieces taken."""

    name: str
    words: str
    shown: Callable[[Facts], bool]
    hint: str
    takes: bool = False


def stones(facts: Facts) -> Callable[[State, int], Cells] | None:
    """The game's `stones`; None where it knows no taking."""
    module: Any = facts.solution.game.rulebook.module("themes")
    return getattr(module, "stones", None)


def taken(facts: Facts, step: Step) -> Cells:
    """The cells that the turn takes from the other side; none where the game knows no taking."""
    if (own := stones(facts)) is None:
        return 0
    other = 1 - step.before.side
    return own(step.before, other) & ~own(step.after, other)


def moved(facts: Facts, step: Step) -> tuple[Cells, Cells]:
    """The cells that the turn empties of its own side's pieces, and those that it fills."""
    if (own := stones(facts)) is None:
        return 0, 0
    before, after = (own(p, step.before.side) for p in (step.before, step.after))
    return before & ~after, after & ~before


def landed(facts: Facts, step: Step) -> Cells:
    """The cells where the turn's pieces land; none where the game knows no taking."""
    if (own := stones(facts)) is None:
        return 0
    before, after = (own(p, 0) | own(p, 1) for p in (step.before, step.after))
    return after & ~before or moved(facts, step)[1]


def for_taking(facts: Facts) -> bool:
    """Whether pieces are taken for the goal, as far as the game says for which goals they are."""
    goals = getattr(facts.solution.game.rulebook.module("themes"), "TAKEN_FOR", None)
    return goals is None or facts.solution.goal in goals


def text_of(facts: Facts, step: Step) -> str:
    """The turn as puzzles write it."""
    return " ".join(map(facts.solution.game.show_move, step.moves))


def handed_over(game: Game, state: State) -> State | None:
    """The state with the other side to move; None where that cannot be."""
    passed = state._replace(side=1 - state.side)
    return None if game.faults(passed) or game.over(passed) else passed


def passed(facts: Facts) -> Iterator[Step]:
    """The moves that the other would have in the diagram if the solver passed."""
    game = facts.solution.game
    if (here := handed_over(game, facts.solution.diagram)) is not None:
        for move in game.moves(here):
            yield Step(here, (move,), game.play(here, move))


def refutations(facts: Facts) -> list[Step]:
    """The replies that refute wrong turns, one for each turn where one is told."""
    return [one.refutation for one in facts.solution.wrong if one.refutation]


def usual(facts: Facts) -> Step | None:
    """The reply that refutes half of the wrong turns or more, if there is one."""
    told = {text_of(facts, one): one for one in refutations(facts)}
    counts = Counter(text_of(facts, one) for one in refutations(facts))
    return next((told[text] for text, many in counts.items() if _most(facts, many)), None)


def _most(facts: Facts, many: int) -> bool:
    return 2 * many > len(facts.solution.wrong)


def taking_usual(facts: Facts) -> bool:
    """Whether one reply that takes something refutes most wrong turns."""
    reply = usual(facts)
    return reply is not None and bool(taken(facts, reply))


def after_key(facts: Facts) -> dict[str, Fork | None]:
    """The replies to the key, each with the fork behind it."""
    root = facts.solution.root
    return {text_of(facts, reply): fork for reply, fork in root.answers} if root else {}


def tries(facts: Facts) -> list[tuple[str, str]]:
    """The tries that a thought is needed to refute: not by a reply that changes nothing, and not by
    one that refutes most wrong turns, since it carries out what the other side threatens anyhow.
    The reply that is told where the turn stands among the wrong ones may be another one of the same
    effect; it is not to be plain either.
    """
    common = usual(facts)
    plain, told = {text_of(facts, common)} if common else set[str](), dict[str, str]()
    for one in facts.solution.wrong:
        if one.refutation:
            text = told[text_of(facts, one.step)] = text_of(facts, one.refutation)
            if not differing(one.refutation.before, one.refutation.after):
                plain.add(text)
    return [one for one in facts.puzzle.tries if not plain & {one[1], told.get(one[0], one[1])}]


def first_answers(facts: Facts) -> list[TreeNode]:
    """The positions after the replies to the key in which the solver has a choice."""
    tree = facts.puzzle.tree
    if tree is None:
        return []
    children = [tree.nodes[child] for _, _, child in tree.nodes[0].right[3] if child is not None]
    return [node for node in children if len(node.turns) > 1]


def rights(node: TreeNode) -> set[str]:
    """The turns of a position that reach the goal."""
    return {text for text, kind, _, _ in node.turns if kind in ("right", "same", "also")}


def meets_most(facts: Facts, node: TreeNode) -> bool:
    """Whether a right turn of this position is right after more than half of the replies to the
    key: then it is what the key threatens, or plans anyhow.
    """
    known = [rights(other) for other in first_answers(facts)]
    return any(2 * sum(turn in one for one in known) > len(known) for turn in rights(node))
