"""General themes of replies: what refutes wrong turns, and what answers the replies to the key.

on the key   of a reply: it lands where the key does
"""

from __future__ import annotations

from collections import Counter

from ruleproof.models.cells import Cells
from ruleproof.models.play.solutions import Step
from ruleproof.puzzles.telling.facts import (
    Facts,
    after_key,
    first_answers,
    landed,
    meets_most,
    moved,
    passed,
    refutations,
    rights,
    taken,
    text_of,
    tries,
    usual,
)

MANY = 3
"""Tries, or answers, that are many."""
FEWEST = 4
"""With fewer wrong turns than this, the cell that refutes them shows nothing."""
LATE = 2
"""Turns that reach the goal too late."""


def zugzwang(facts: Facts) -> bool:
    """Whether the key threatens nothing: if the other could pass, he would hold out."""
    return facts.threats == () and len(facts.solution.line) > 1


def double_threat(facts: Facts) -> bool:
    """Whether the key makes two threats or three, two of which are the only answer to some reply
    each. More are one threat with many ways to carry it out.
    """
    threats = facts.threats or ()
    if len(threats) not in (2, 3):
        return False
    needed = [rights(node) for node in first_answers(facts) if node.alone]
    return sum(any(threat in one for one in needed) for threat in threats) >= 2


def _on_key(facts: Facts, reply: Step) -> bool:
    return bool(landed(facts, reply) & landed(facts, facts.solution.key))


def _nearly(facts: Facts) -> list[Step]:
    """The replies that refute tries."""
    known = set(facts.puzzle.tries)
    return [
        one.refutation
        for one in facts.solution.wrong
        if one.refutation and (text_of(facts, one.step), text_of(facts, one.refutation)) in known
    ]


def vital_point(facts: Facts) -> bool:
    """Whether the key lands where replies refute three quarters of the wrong turns, or, for a goal
    to reach, all that fail to one reply alone.
    """
    told = refutations(facts)
    on = sum(_on_key(facts, reply) for reply in told)
    if len(told) >= FEWEST and 4 * on >= 3 * len(told):
        return True
    nearly = _nearly(facts) if facts.aim == "reach" else []
    return bool(nearly) and all(_on_key(facts, reply) for reply in nearly)


def interference(facts: Facts) -> bool:
    """Whether the key, without landing there, makes the reply illegal that refutes most other
    turns where a goal is averted, and else all that refute tries. In the diagram it is legal.
    """
    averts = facts.aim == "avert"
    common = usual(facts) if averts else None
    found = [common] if common else [] if averts else _nearly(facts)
    if facts.solution.root is None or not found:
        return False
    legal = after_key(facts)
    before = {text_of(facts, step) for step in passed(facts)}
    cut = {text_of(facts, reply) for reply in found}
    return cut <= before and not cut & legal.keys() and not any(_on_key(facts, x) for x in found)


def _met(facts: Facts) -> tuple[bool, bool]:
    """Of a goal to be averted: whether the reply that refutes most other turns is still legal after
    the key, and whether one answer alone meets it then.
    """
    common = usual(facts) if facts.aim == "avert" else None
    known = after_key(facts)
    if common is None or text_of(facts, common) not in known:
        return False, False
    fork = known[text_of(facts, common)]
    return True, fork is not None and fork.alone


def indirect_defence(facts: Facts) -> bool:
    """Whether the reply that refutes most other turns is still legal, and harmless."""
    return _met(facts) == (True, False)


def riposte(facts: Facts) -> bool:
    """Whether the reply that refutes most other turns is still legal, and one answer meets it."""
    return _met(facts) == (True, True)


def two_for_one(facts: Facts) -> bool:
    """Whether a goal is averted by a turn against two threats: each refutes a quarter of the other
    turns or more, or alone a turn that meets the other.
    """
    told = Counter(text_of(facts, one) for one in refutations(facts))
    large = [one for one, many in told.items() if 4 * many >= len(facts.solution.wrong)]
    near = {reply for _, reply in (tries(facts) if usual(facts) else facts.puzzle.tries)}
    return facts.aim == "avert" and max(len(large), len(near)) > 1


def cross_wise(facts: Facts) -> bool:
    """Whether two replies to the key have each other's cell as the only answer."""
    pairs: set[tuple[Cells, Cells]] = set()
    for reply, fork in facts.solution.root.answers if facts.solution.root else ():
        if fork and fork.alone:
            pairs.add((landed(facts, reply), landed(facts, fork.right)))
    return any(one and other and one != other and (other, one) in pairs for one, other in pairs)


def decoy(facts: Facts) -> bool:
    """Whether the first reply of the line takes the piece of the key, and the next turn, right
    alone, takes what took it.
    """
    shown = facts.solution
    if not shown.replies or len(shown.own) < 2 or not shown.trunk[1:] or not shown.trunk[1].alone:
        return False
    reply = shown.replies[0]
    lost = taken(facts, reply) & moved(facts, shown.key)[1]
    return bool(lost and taken(facts, shown.own[1]) & moved(facts, reply)[1])


def in_between(facts: Facts) -> bool:
    """Whether the second turn of the line, played at once, fails to one reply alone, and matters
    when it comes.
    """
    own = facts.solution.own
    if len(own) < 2 or facts.aim != "reach":
        return False
    forks, second = facts.solution.trunk, text_of(facts, own[1])
    return any(turn == second for turn, _ in tries(facts)) and len(forks) > 1 and forks[1].alone


def three_answers(facts: Facts) -> bool:
    """Whether three answers or more are each the only one to some reply to the key, and none of
    them meets more than half of the replies.
    """
    nodes = [node for node in first_answers(facts) if node.alone and not meets_most(facts, node)]
    return len({node.right[0] for node in nodes}) >= MANY


def many_tries(facts: Facts) -> bool:
    """Whether three turns or more fail to one reply alone, which is not the same for all."""
    near = tries(facts)
    return len(near) >= MANY and len({reply for _, reply in near}) >= 2


def in_time(facts: Facts) -> bool:
    """Whether two other turns or more, but no more than half of all, reach the goal too late."""
    tree = facts.puzzle.tree
    turns = tree.nodes[0].turns if tree else []
    return LATE <= sum(kind == "late" for _, kind, _, _ in turns) <= len(turns) / 2


def set_play_changed(facts: Facts) -> bool:
    """Whether a reply with an answer in the diagram has another answer after the key. The answer in
    the diagram is not the key itself, and the new one does not meet most replies.
    """
    tree = facts.puzzle.tree
    if tree is None:
        return False
    keys, nodes = rights(tree.nodes[0]), tree.nodes
    prepared = {text: turn for text, turn in facts.puzzle.set_play if turn not in keys}
    return any(
        text in prepared
        and child is not None
        and prepared[text] not in rights(nodes[child])
        and nodes[child].alone
        and len(nodes[child].turns) > 1
        and not meets_most(facts, nodes[child])
        for text, _, child in nodes[0].right[3]
    )
