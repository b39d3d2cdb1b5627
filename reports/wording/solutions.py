r"""Solutions as print tells them: the line, answers to other replies, wrong turns refuted.

line         the solver's turns, numbered, each followed by the reply that holds out longest
answers      the right turn after other replies, where one alone is right
refutations  wrong first turns, those that fail to the same reply told together

>>> [turn.replace("\N{NO-BREAK SPACE}", " ") for turn in numbered(["c4", "a3", "f1"])]
['1. c4', 'a3', '2. f1']
>>> few(["a1", "b1", "c1"], most=1)
'a1 and 2 others'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ruleproof.models.errors import listed
from ruleproof.puzzles.changes import changed_names
from ruleproof.puzzles.judging.solution import played, turns_of_line
from ruleproof.puzzles.puzzle import Entry, Puzzle, Tree

BOUND = "\u00a0"
"""The blank between a number and its turn: no line ends there."""
MOST_TURNS = 4
"""So many replies or wrong turns are named together, the others counted."""
MOST_ANSWERS = 6
"""So many answers to other replies are told, the others counted."""
MOST_GROUPS = 3
"""At most so many groups of wrong turns are told."""


class Refuted(NamedTuple):
    """Wrong first turns with the reply that refutes them. `late`: they reach the goal too late;
    `most`: they are many, and most of all wrong turns fail to that reply.
    """

    turns: list[str]
    reply: str
    late: bool = False
    most: bool = False


class ToldSolution(NamedTuple):
    """A solution in words: its first turn, the rest of its line, and further lines."""

    key: str
    rest: str
    more: list[str]


def told(puzzle: Puzzle) -> ToldSolution:
    """The solution of a puzzle, as it stands at the back of a book."""
    turns = [
        turn + _alike(puzzle, place) + _others(puzzle, place)
        for place, turn in enumerate(turns_of_line(puzzle))
    ]
    line = numbered(turns)
    key = line[0] + ("," if len(line) > 1 else "")
    rest = "; ".join(", ".join(pair) for pair in _pairs(line))
    wrong = _wrong(puzzle)
    return ToldSolution(key, rest[len(key) :].strip(), [*_answers_told(puzzle), *wrong])


def _answers_told(puzzle: Puzzle) -> list[str]:
    """A line for each answer to other replies, and one that counts those left out."""
    found = answers(puzzle)
    told = [f"After {few(replies)}: 2.{BOUND}{answer}." for answer, replies in found[:MOST_ANSWERS]]
    left = len(found) - len(told)
    if left:
        told.append(f"Other replies have {left} more right answer{'s' * (left > 1)}.")
    return told


def _wrong(puzzle: Puzzle) -> list[str]:
    """The wrong turns in one line, or a line for each group where turns have several moves; a
    semicolon parts groups either way.
    """
    found = refutations(puzzle)
    told = [_refutation(one) for one in found]
    if any(" " in turn for one in found for turn in (*one.turns, one.reply)):
        return [f"{one};" for one in told[:-1]] + told[-1:]
    return ["; ".join(told)] if told else []


def numbered(turns: Sequence[str]) -> list[str]:
    """The turns of a line, with a number before each of the solver's."""
    return [turn if at % 2 else f"{at // 2 + 1}.{BOUND}{turn}" for at, turn in enumerate(turns)]


def _pairs(line: Sequence[str]) -> list[Sequence[str]]:
    return [line[at : at + 2] for at in range(0, len(line), 2)]


def _entries(puzzle: Puzzle, place: int) -> Sequence[Entry]:
    """The solver's turns at that place of the line; none where the other side is to move."""
    nodes = played(puzzle)
    if place % 2 or place // 2 >= len(nodes) or puzzle.tree is None:
        return []
    return puzzle.tree.nodes[nodes[place // 2].number].turns


def _alike(puzzle: Puzzle, place: int) -> str:
    """The turns that come to the same as the one at that place of the line, by name. Turns of
    several steps are left out: their steps come in any order, which nobody takes for another turn.
    """
    same = [text for text, kind, _, _ in _entries(puzzle, place) if kind == "same"]
    same = [text for text in same if " " not in text]
    return f" (or {', '.join(same)})" if same else ""


def _others(puzzle: Puzzle, place: int) -> str:
    """The number of turns that would do as well as the one at that place of the line."""
    also = [text for text, kind, _, _ in _entries(puzzle, place) if kind == "also"]
    if len(also) < 2:
        return f" or {also[0]}" if also else ""
    return f" or {len(also)} others"


def few(turns: Sequence[str], most: int = MOST_TURNS, *, counted: bool = True) -> str:
    """The first turns by name, the others counted, or only said to be there."""
    if len(turns) > most + 1:
        others = f"{len(turns) - most} others" if counted else "others"
        return listed([*turns[:most], others])
    return listed(turns, "or")


def grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The second texts of pairs by their first, the largest group first."""
    found: dict[str, list[str]] = {}
    for first, second in pairs:
        found.setdefault(first, []).append(second)
    return dict(sorted(found.items(), key=lambda one: -len(one[1])))


def answers(puzzle: Puzzle) -> list[tuple[str, list[str]]]:
    """The second turns that the line does not show, each with the replies after which no other turn
    is right; those of most replies first.
    """
    line, tree = turns_of_line(puzzle), puzzle.tree
    shown = line[2:3]
    pairs = [
        (tree.nodes[child].right[0], reply)
        for reply, _, child in (tree.nodes[0].right[3] if tree else ())
        if tree and child is not None and tree.nodes[child].alone
    ]
    return list(grouped(pair for pair in pairs if pair[0] not in shown).items())


def refutations(puzzle: Puzzle) -> list[Refuted]:
    """The tries, grouped by the replies that refute them, or else the best wrong turn. A puzzle
    names no more than some of its tries, so that nobody may count them.
    """
    if puzzle.tree is None:
        return []
    root = puzzle.tree.nodes[0]
    if puzzle.tries:
        known, many = dict(root.refuted), Counter(reply for _, reply in root.refuted)
        found = grouped((known.get(turn, reply), turn) for turn, reply in puzzle.tries)
        return [
            Refuted(
                turns, reply, most=len(turns) > MOST_TURNS and 2 * many[reply] >= len(root.wrong)
            )
            for reply, turns in list(found.items())[:MOST_GROUPS]
        ]
    wrong = [entry for entry in root.wrong if entry[3]]
    if not wrong:
        return []
    turn, kind, _, replies = max(wrong, key=_tempting(puzzle.tree))
    return [Refuted([turn], replies[0][0], kind == "late")]


def _tempting(tree: Tree) -> Callable[[Entry], tuple[int, bool, int, int]]:
    """An order of wrong turns, the best last: those that withstand the replies to most other wrong
    turns, then those that are only too late, then those that are right a turn later after most
    replies, then those that change most.
    """
    withstood = _withstood(tree)
    children = (child for _, _, child in tree.nodes[0].right[3] if child is not None)
    later = Counter(tree.nodes[child].right[0] for child in children)
    return lambda entry: (
        withstood[entry[0]],
        entry[1] == "late",
        later[entry[0]],
        len(entry[2].split()),
    )


def _withstood(tree: Tree) -> dict[str, int]:
    """For each turn of the diagram, how many other wrong turns fail to replies that do not refute
    it. A tree names one reply that refutes; those that have refuted more turns before were tried
    before it. One that changes a cell which the turn changes may only not have been legal, and does
    not count.
    """
    refuted = Counter(reply for _, reply in tree.nodes[0].refuted)
    changed: dict[str, set[str]] = {}
    found: dict[str, int] = {}
    before = Counter[str]()
    for turn, kind, change, replies in tree.nodes[0].turns:
        if kind == "right":
            before.update(reply for node in tree.nodes[1:] for _, reply in node.refuted)
            continue
        cells = set(changed_names(change))
        found[turn] = 0
        if kind not in ("late", "fails") or not replies:
            continue
        reply, effect, _ = replies[0]
        found[turn] = sum(
            refuted[other]
            for other, times in before.items()
            if times > before[reply] and cells.isdisjoint(changed.get(other, cells))
        )
        changed.setdefault(reply, set(changed_names(effect)))
        before[reply] += 1
    return found


def _refutation(one: Refuted) -> str:
    turns = "Most other turns" if one.most else few(one.turns, counted=False)
    reply = f"{turns}? {one.reply}!"
    return f"{reply} (one turn too late)" if one.late else reply


def rows(puzzle: Puzzle) -> Iterator[tuple[str, str]]:
    """Yields all that is known of the solution, as a name and a text: themes, worth, hints, the
    line, answers, tries, set play and every wrong turn.
    """
    if puzzle.themes:
        yield "themes", ", ".join(puzzle.themes)
    if puzzle.worth:
        parts = ", ".join(f"{name} {part:g}" for name, part in puzzle.worth.parts.items())
        yield "worth", f"{puzzle.worth.value} of 100 ({parts})"
    for number, hint in enumerate(puzzle.hints or [], 1):
        yield f"hint {number}", hint
    yield "solution", " ".join(puzzle.solution)
    nodes = puzzle.tree.nodes if puzzle.tree else []
    then = grouped(
        (nodes[child].right[0], reply)
        for reply, _, child in (nodes[0].right[3] if nodes else ())
        if child is not None
    )
    for answer, replies in then.items() if len(then) > 1 else ():
        yield "then", f"{answer}   after {', '.join(replies)}"
    for reply, turns in grouped((reply, turn) for turn, reply in puzzle.tries).items():
        yield "tries", f"{', '.join(turns)}   but {reply}"
    for turn, answer in puzzle.set_play:
        yield "set play", f"{turn}, then {answer}"
    wrong = grouped(
        (replies[0][0] if replies else "", f"{turn} (too late)" if kind == "late" else turn)
        for turn, kind, _, replies in (nodes[0].wrong if nodes else ())
    )
    for reply, turns in wrong.items():
        yield "wrong", f"{', '.join(turns)}   but {reply}" if reply else ", ".join(turns)
