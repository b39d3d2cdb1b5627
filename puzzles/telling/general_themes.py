"""General themes: the ideas of a solution that are the same in every game.

Some need the game's `stones`, the cells with pieces that can be taken. `themes.py` adds the game's
own themes.

taking      of a turn: a cell of the other's pieces is his no longer
artificial  of a pass: the rules need not allow it; it is played in thought, to see whether the
            solver threatens anything
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from ruleproof.models.cells import Cells, count
from ruleproof.models.play.game import State
from ruleproof.models.play.solutions import Fork, Solution, Step
from ruleproof.puzzles.changes import differing
from ruleproof.puzzles.puzzle import Puzzle, TreeNode

MANY_TRIES = 3
LONG = 3
"""Own turns of a long line."""
FEWEST = 3
"""With fewer replies than this, a unique line shows nothing."""


class Facts(NamedTuple):
    """The source of themes: the puzzle, its solution, and, for a goal to reach in some turns, the
    turns that would be right if the other passed after the key; None where these are not known.
    """

    puzzle: Puzzle
    solution: Solution
    threats: tuple[str, ...] | None = None


class General(NamedTuple):
    """A theme of every game; of those alone that know taking where it speaks of pieces taken."""

    name: str
    words: str
    shown: Callable[[Facts], bool]
    hint: str
    takes: bool = False


def _stones(facts: Facts) -> Callable[[State, int], Cells] | None:
    """The game's `stones`; None where it knows no taking."""
    module: Any = facts.solution.game.rulebook.module("themes")
    return getattr(module, "stones", None)


def _taken(facts: Facts, step: Step) -> Cells:
    """The cells that the turn takes from the other side; none where the game knows no taking."""
    stones = _stones(facts)
    if stones is None:
        return 0
    other = 1 - step.before.side
    return stones(step.before, other) & ~stones(step.after, other)


def _moved(facts: Facts, step: Step) -> tuple[Cells, Cells]:
    """The cells that the turn empties of its own side's pieces, and those that it fills."""
    stones = _stones(facts)
    if stones is None:
        return 0, 0
    before, after = (stones(p, step.before.side) for p in (step.before, step.after))
    return before & ~after, after & ~before


def zugzwang(facts: Facts) -> bool:
    """Whether the key threatens nothing: if the other could pass, he would hold out."""
    return facts.threats == () and len(facts.solution.line) > 1


def _answers(fork: Fork) -> list[Fork]:
    """The forks behind the replies to the right turn, where play goes on."""
    return [below for _, below in fork.answers if below]


def _first_answers(facts: Facts) -> list[tuple[str, TreeNode]]:
    """The replies to the key after which the solver has a choice, each with its position."""
    tree = facts.puzzle.tree
    if tree is None:
        return []
    nodes = tree.nodes
    return [
        (text, nodes[child])
        for _, kind, _, replies in nodes[0].turns
        if kind == "right"
        for text, _, child in replies
        if child is not None and len(nodes[child].turns) > 1
    ]


def _right(node: TreeNode) -> set[str]:
    """The turns of a position that reach the goal."""
    return {text for text, kind, _, _ in node.turns if kind in ("right", "same", "also")}


def _meets_most(facts: Facts, node: TreeNode) -> bool:
    """Whether a right turn of this position is right after more than half of the replies to the
    key: then it is what the key threatens, or plans anyhow.
    """
    rights = [_right(other) for _, other in _first_answers(facts)]
    return any(2 * sum(turn in one for one in rights) > len(rights) for turn in _right(node))


def _tries(facts: Facts) -> list[tuple[str, str]]:
    """The tries that a thought is needed to refute: not by a reply that changes nothing, and not by
    one that refutes most wrong turns, since it carries out what the other side threatens anyhow.
    The reply that is told where the turn stands among the wrong ones may be another one of the same
    effect; it is not to be plain either.
    """
    plain, told = _usual(facts), dict[str, str]()
    for one in facts.solution.wrong:
        if one.refutation:
            text = told[_text(facts, one.step)] = _text(facts, one.refutation)
            if not differing(one.refutation.before, one.refutation.after):
                plain.add(text)
    return [one for one in facts.puzzle.tries if not plain & {one[1], told.get(one[0], one[1])}]


def _usual(facts: Facts, taking: bool = False) -> set[str]:
    """The reply that refutes most wrong turns, if there is one; `taking`: by taking something."""
    wrong = facts.solution.wrong
    refuting = Counter(
        _text(facts, one.refutation)
        for one in wrong
        if one.refutation and (not taking or _taken(facts, one.refutation))
    )
    return {text for text, many in refuting.items() if 2 * many > len(wrong)}


def _text(facts: Facts, step: Step) -> str:
    """The turn as puzzles write it."""
    return " ".join(map(facts.solution.game.show_move, step.moves))


def double_threat(facts: Facts) -> bool:
    """Whether the key makes two threats or three, two of which are the only answer to some reply
    each. More are one threat with many ways to carry it out.
    """
    if facts.puzzle.stipulation.turns != 2 or len(facts.threats or ()) not in (2, 3):
        return False
    needed = [_right(node) for _, node in _first_answers(facts) if node.alone]
    return sum(any(threat in one for one in needed) for threat in facts.threats or ()) >= 2


def quiet_key(facts: Facts) -> bool:
    """Whether the key takes nothing and gives nothing up, though another turn takes something, and
    the solver's later turns do after every reply. A key that parries does not count.
    """
    shown, stones = facts.solution, _stones(facts)
    if stones is None or shown.root is None or facts.puzzle.stipulation.aim != "reach":
        return False
    if not _for_taking(facts):
        return False
    before, after = (count(stones(p, shown.solver)) for p in (shown.key.before, shown.key.after))
    if _taken(facts, shown.key) or after < before or _usual(facts, taking=True):
        return False
    below = _answers(shown.root)
    could = any(_taken(facts, one.step) for one in shown.wrong)
    return could and bool(below) and all(_takes(facts, one) for one in below)


def _takes(facts: Facts, fork: Fork) -> bool:
    """Whether right turns take something, from the fork on, after whatever reply."""
    below = _answers(fork)
    later = bool(below) and all(_takes(facts, one) for one in below)
    return bool(_taken(facts, fork.right)) or later


def _for_taking(facts: Facts) -> bool:
    """Whether pieces are taken for the goal, as far as the game says for which goals they are."""
    goals = getattr(facts.solution.game.rulebook.module("themes"), "TAKEN_FOR", None)
    return goals is None or facts.solution.goal in goals


def refusal(facts: Facts) -> bool:
    """Whether a wrong turn takes two pieces or more, and more than the key, and fails to one reply
    alone. Where a goal is averted, that reply does not just carry the threat out.
    """
    shown = facts.solution
    if not _for_taking(facts):
        return False
    averts = facts.puzzle.stipulation.aim == "avert"
    nearly = {turn for turn, _ in (_tries(facts) if averts else facts.puzzle.tries)}
    least = max(1, count(_taken(facts, shown.key)))
    return any(
        count(_taken(facts, one.step)) > least and _text(facts, one.step) in nearly
        for one in shown.wrong
    )


def sacrifice(facts: Facts) -> bool:
    """Whether half of the replies to the key or more take the piece that it moved or placed, and it
    is right all the same. Replies that end the game are not counted, and a piece that could be
    taken where it stood is not offered.
    """
    shown = facts.solution
    if shown.root is None:
        return False
    gone, came = _moved(facts, shown.key)
    replies = [reply for reply, _ in shown.root.answers if not shown.game.over(reply.after)]
    taking = sum(bool(_taken(facts, reply) & came) for reply in replies)
    if not taking or 2 * taking < len(replies):
        return False
    return not gone or not any(_taken(facts, step) & gone for step in _passed(facts))


def _passed(facts: Facts) -> Iterator[Step]:
    """The moves that the other would have in the diagram if the solver passed: see `artificial`."""
    game, here = facts.solution.game, facts.solution.diagram
    passed = here._replace(side=1 - here.side)
    if game.faults(passed) or game.over(passed):
        return
    for move in game.moves(passed):
        yield Step(passed, (move,), game.play(passed, move))


def switchback(facts: Facts) -> bool:
    """Whether a solver's piece comes back to a cell that it left in an earlier turn of his."""
    trails: list[tuple[Cells, Cells]] = []
    for step in facts.solution.own:
        gone, came = _moved(facts, step)
        if any(gone & now and came & home for home, now in trails):
            return True
        trails = [(home | gone, came) if gone & now else (home, now) for home, now in trails]
        trails.append((gone, came))
    return False


def in_between(facts: Facts) -> bool:
    """Whether the second turn of the line, played at once, fails to one reply alone, and matters
    when it comes.
    """
    own = facts.solution.own
    if len(own) < 2 or facts.puzzle.stipulation.aim != "reach":
        return False
    forks = facts.solution.trunk
    second = _text(facts, own[1])
    return any(turn == second for turn, _ in _tries(facts)) and len(forks) > 1 and forks[1].alone


def only_moves(facts: Facts) -> bool:
    """Whether one turn alone is right after every one of three replies or more, and none is right
    after more than half of those to the key.
    """
    tree = facts.puzzle.tree
    if tree is None or tree.only != tree.replies or tree.replies < FEWEST:
        return False
    nodes = _first_answers(facts)
    return bool(nodes) and not any(_meets_most(facts, node) for _, node in nodes)


def long_line(facts: Facts) -> bool:
    """Whether the line has three turns of the solver's or more, each right alone, and is not a
    walk, in which each turn goes on where the one before it ended.
    """
    shown = facts.solution
    if len(shown.own) < LONG or not all(one.alone for one in shown.trunk):
        return False
    return not all(_goes_on(facts, earlier, later) for earlier, later in pairwise(shown.own))


def _goes_on(facts: Facts, earlier: Step, later: Step) -> bool:
    """Whether the later turn moves only pieces from cells that the earlier one changed."""
    gone, _ = _moved(facts, later)
    return bool(gone) and not gone & ~differing(earlier.before, earlier.after)


def many_tries(facts: Facts) -> bool:
    """Whether three turns or more fail to one reply alone, which is not the same for all."""
    tries = _tries(facts)
    return len(tries) >= MANY_TRIES and len({reply for _, reply in tries}) >= 2


def set_play_changed(facts: Facts) -> bool:
    """Whether a reply with an answer in the diagram has another answer after the key. The answer in
    the diagram is not the key itself, and the new one does not meet most replies.
    """
    tree = facts.puzzle.tree
    keys = _right(tree.nodes[0]) if tree else set[str]()
    prepared = {text: turn for text, turn in facts.puzzle.set_play if turn not in keys}
    return any(
        text in prepared
        and prepared[text] not in _right(node)
        and node.alone
        and not _meets_most(facts, node)
        for text, node in _first_answers(facts)
    )


GENERAL = (
    General(
        "zugzwang",
        "the first turn threatens nothing, but every turn of the other side's spoils its defence: "
        "a pass, which is artificial where turns are compulsory, would hold",
        zugzwang,
        "Threaten nothing: the other side would like to pass.",
    ),
    General(
        "switchback",
        "a piece comes back to where it stood",
        switchback,
        "What you leave, you may come back to.",
        takes=True,
    ),
    General(
        "sacrifice",
        "at least half of the replies that do not end the game take the piece just played, which "
        "was safe till then, yet it is right",
        sacrifice,
        "Let the other side take what you have just played.",
        takes=True,
    ),
    General(
        "refusal",
        "a turn that takes two pieces or more, and more than the first turn, fails to exactly "
        "one reply",
        refusal,
        "Do not take all that you can.",
        takes=True,
    ),
    General(
        "in-between",
        "the second turn of the line, played at once, fails to exactly one reply",
        in_between,
        "A turn that looks right is right, but not yet.",
    ),
    General(
        "double-threat",
        "the first turn makes two threats, and each is the only answer to some reply",
        double_threat,
        "Look for a turn that threatens two things at once.",
    ),
    General(
        "set-play-changed",
        "a reply with an answer in the diagram gets another, which does not meet most replies",
        set_play_changed,
        "The answers that you have prepared will change.",
    ),
    General(
        "quiet-key",
        "the first turn takes nothing, though it could, and a later turn does",
        quiet_key,
        "The first turn takes nothing.",
        takes=True,
    ),
    General(
        "many-tries",
        "three turns or more fail to exactly one reply each, not all to the same",
        many_tries,
        "Several turns nearly do it: look for the one reply that refutes each.",
    ),
    General(
        "only-moves",
        "after every reply exactly one turn is right, and no turn is right after most of them",
        only_moves,
        "Different replies need different answers.",
    ),
    General(
        "long-line",
        "three own turns or more, each the only right one, and more than the walk of one piece",
        long_line,
        "It takes all the turns you have.",
    ),
)
