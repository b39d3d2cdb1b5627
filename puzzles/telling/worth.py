"""Worth: the value of a puzzle for a set, from 0 to 100, and the parts that make it up.

surprise    the key ranks low among the turns of the diagram for weak solvers
tries       turns that fail to one reply alone
play        the two sides meet: wrong turns nearly work, or the solver's turns take, cover or come
            beside the other side's pieces; a plain walk has none
indirect    wrong turns fail elsewhere; low where the key changes what their refutations would
            change, as when a threat is parried where it lands
variety     wrong turns fail to several replies, and replies to the key need several answers
purpose     later turns can go wrong as well; low where cells are merely filled after the key
length      two to four own turns
tightness   after how many of the replies one turn alone is right
economy     how many of the pieces stand near what the solution changes
balance     both sides have pieces, neither far more than the other
open        the board is neither empty nor so full that it cannot be read
themes      how much the solution shows; the game's own themes count double
challenge   some simulated solvers fail, some succeed
appeal      readers liked puzzles that ask for the same (`appeal.py`)

Each part is between 0 and 1; worth is their mean, weighted by `WEIGHTS`, in hundredths.

>>> from ruleproof.puzzles.starter import starter
>>> puzzles = starter("esgros")
>>> distance(puzzles[0], puzzles[0])
0.0
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import exp, log
from typing import NamedTuple

from ruleproof.models.cells import Cells, count, each
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game
from ruleproof.puzzles.changes import changed_names, differing
from ruleproof.puzzles.judging.solution import turns_of_line
from ruleproof.puzzles.puzzle import Puzzle, Tree, Worth
from ruleproof.puzzles.telling.appeal import appeal
from ruleproof.puzzles.telling.facts import Facts
from ruleproof.puzzles.telling.themes import own_themes

WEIGHTS = {
    "surprise": 20,
    "tries": 2,
    "play": 24,
    "indirect": 12,
    "variety": 16,
    "purpose": 16,
    "length": 8,
    "tightness": 2,
    "economy": 14,
    "balance": 12,
    "open": 6,
    "themes": 16,
    "challenge": 3,
    "appeal": 48,
}
THRESHOLD = 50
"""Puzzles worth less are not taken into a set."""
LEAST_PLAY = 0.2
"""Puzzles with less play are not taken either: walks that nobody can hinder, with no wrong turn
that nearly works.
"""
LEAST_PURPOSE = 0.05
"""Puzzles whose later turns have less purpose are not taken either."""
LEAST_VARIETY = 0.1
"""Puzzles within so many turns that have less variety are not taken either: one reply spoils every
wrong turn, or nearly, and one answer does for all replies, or nearly.
"""
DIRECT, SETTLED = 0.1, 0.7
"""A defence is a plain parry where its key is less indirect than the first, and its later turns
have less purpose than the second: it fills the hole, and nothing is left to do.
"""
ANYTHING, LOOSE = 0.5, 0.1
"""A defence is over after its key where its later turns have less purpose than the first, and it is
less tight than the second: nearly any turn will do.
"""
UNDEFENDED = 0.75
"""The parts that only a defence can show, for puzzles without one: readers liked these as much as
the better half of the others.
"""
NEAR = 2
"""A piece at most so many steps from what the solution changes counts for economy."""
_LENGTHS = {1: 0.5, 2: 1.0, 3: 1.0, 4: 0.9, 5: 0.6}
_TRIES = 4
_BESIDE = 4
"""A turn beside so many pieces of the other side meets it as much as one that changes them."""
_THEMES = 5


def worth_of(facts: Facts, themes: Sequence[str], turns: int, rank: float | None) -> Worth:
    """The worth of a puzzle of so many own turns. `rank`: the share of the other turns that look
    better than the key to weak solvers, None where there is no tree to try.
    """
    puzzle, shown = facts.puzzle, facts.solution
    game = shown.game
    sides = _pieces(game, puzzle.position)
    standing = sides[0] | sides[1] | sides[2]
    own = {one.name for one in own_themes(game)}
    told = sum(2 if name in own else 1 for name in themes)
    tree = puzzle.tree
    parts = {
        "surprise": UNDEFENDED if rank is None else rank,
        "tries": min(1.0, len(puzzle.tries) / _TRIES),
        "play": _play(facts),
        "indirect": indirect(tree),
        "variety": _variety(tree),
        "purpose": _purpose(puzzle),
        "length": _LENGTHS.get(turns, 0.4),
        "tightness": tree.only / max(1, tree.replies) if tree else 1.0,
        "economy": _economy(facts, standing),
        "balance": _balance(sides),
        "open": _open(count(standing) / game.board.size),
        "themes": min(1.0, told / _THEMES),
        "challenge": _challenge(puzzle),
        "appeal": appeal(puzzle.game, puzzle.stipulation.name),
    }
    parts = {name: round(part, 2) for name, part in parts.items()}
    total = sum(WEIGHTS[name] * part for name, part in parts.items())
    return Worth(value=round(100 * total / sum(WEIGHTS.values())), parts=parts)


def worth(puzzle: Puzzle) -> int:
    """The puzzle's worth, 0 where it has none yet."""
    return puzzle.worth.value if puzzle.worth else 0


def _pieces(game: Game, position: str) -> tuple[Cells, Cells, Cells]:
    """The cells of the first player's pieces, of the second's, and of pieces without a known owner:
    a token's last letter is the first of its owner's name.
    """
    rows, _, _ = position.partition(";")
    letters = [name[0].lower() for name in game.players[:2]]
    found = [0, 0, 0]
    for line, row in zip(rows.split("/"), game.board.rows, strict=True):
        for token, cell in zip(line.split(), row, strict=True):
            if cell < 0 or token == ".":
                continue
            letter = "".join(one for one in token if one.isalpha())[-1:].lower()
            found[letters.index(letter) if letter in letters else 2] |= 1 << cell
    return found[0], found[1], found[2]


def _play(facts: Facts) -> float:
    """The degree to which the two sides meet. Two tries are enough; so are solver's turns that
    change the other side's pieces, or come beside several of them.
    """
    shown = facts.solution
    near = shown.game.field.around
    met: list[float] = []
    for step in shown.own:
        changed = differing(step.before, step.after)
        other = _pieces(shown.game, notation.show(shown.game, step.before))[1 - step.before.side]
        beside = changed
        for cell in each(changed):
            beside |= near[cell]
        met.append(1.0 if changed & other else min(1.0, count(beside & other) / _BESIDE))
    return max(min(1.0, len(facts.puzzle.tries) / 2), sum(met) / len(met))


def dull(puzzle: Puzzle) -> str:
    """The reason why the puzzle is worth too little for a set; empty if it is not.

    Those that ask for so many turns have a few more: all wrong turns fail to one reply, or nearly
    all, and all replies to the key have one answer, or nearly all; a defence is a plain parry; it
    is over after its key.
    """
    parts = puzzle.worth.parts if puzzle.worth else {}
    told = parts if puzzle.stipulation.turns is not None and puzzle.stipulation.turns > 1 else {}
    averts = puzzle.stipulation.aim == "avert" and bool(told)
    reasons = {
        "a plain walk": puzzle.tree is not None and parts.get("play", 1) < LEAST_PLAY,
        "later turns hardly matter": parts.get("purpose", 1) < LEAST_PURPOSE,
        "one reply and one answer to everything": told.get("variety", 1) < LEAST_VARIETY,
        "a plain parry": averts and told.get("indirect", 1) < DIRECT and told["purpose"] < SETTLED,
        "over after the key": averts
        and told.get("tightness", 1) < LOOSE
        and told["purpose"] < ANYTHING,
        "dull": worth(puzzle) < THRESHOLD,
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def _refutations(tree: Tree) -> list[tuple[str, str]]:
    """The text and the changes of the reply that refutes each wrong turn, the late ones apart."""
    entries = tree.nodes[0].turns
    return [reply[0][:2] for _, kind, _, reply in entries if kind == "fails" and reply]


def indirect(tree: Tree | None) -> float:
    """The share of wrong turns that fail to replies which change nothing that the key changes: no
    cell, and no count beside the board. Half where no reply is known.
    """
    if tree is None:
        return UNDEFENDED
    refuting = _refutations(tree)
    if not refuting:
        return 0.5
    key = set(changed_names(tree.nodes[0].right[2]))
    return sum(key.isdisjoint(changed_names(one)) for _, one in refuting) / len(refuting)


def _variety(tree: Tree | None) -> float:
    """The number of replies that refute wrong turns, and of answers to replies to the key, each
    less one.
    """
    if tree is None:
        return UNDEFENDED
    refuting = [text for text, _ in _refutations(tree)]
    children = [child for _, _, child in tree.nodes[0].right[3]]
    answers = [tree.nodes[child].right[0] for child in children if child is not None]
    return min(1.0, sum(_several(texts) - 1 for texts in (refuting, answers) if texts))


def _several(texts: Sequence[str]) -> float:
    """The number of different texts, each counted by its share: the exponential of Shannon's
    entropy.
    """
    shares = [many / len(texts) for many in Counter(texts).values()]
    return exp(-sum(share * log(share) for share in shares))


def _purpose(puzzle: Puzzle) -> float:
    """The mean share of other turns that spoil the goal, over the solver's later turns: squared
    where something is to be reached. A defence may leave little to do, which counts for less, from
    0.4 on; three quarters where there is no later turn.
    """
    shares: list[float] = []
    for node in puzzle.tree.nodes[1:] if puzzle.tree else []:
        if len(node.turns) > 1:
            right = len(node.turns) - len(node.wrong)
            shares.append(1 - (right - 1) / (len(node.turns) - 1))
    if not shares:
        return 0.75
    mean = max(0.0, sum(shares) / len(shares))
    return mean**2 if puzzle.stipulation.aim == "reach" else min(1.0, 0.4 + mean)


def _economy(facts: Facts, standing: Cells) -> float:
    """The share of the pieces that are near what the line changes or the goal speaks of."""
    shown = facts.solution
    near = shown.cells
    for step in shown.line:
        near |= differing(step.before, step.after)
    for _ in range(NEAR):
        for cell in each(near):
            near |= shown.game.field.near[cell]
    return count(standing & near) / max(1, count(standing))


def _balance(sides: tuple[Cells, Cells, Cells]) -> float:
    """The lesser side's share of the cells against the greater's; full from two to three on."""
    first, second = count(sides[0]), count(sides[1])
    if not first + second:
        return 1.0
    return min(1.0, 1.5 * min(first, second) / max(first, second))


def _open(full: float) -> float:
    """The readability of a board of which so much is full."""
    if full < 0.1:
        return 5 * full
    if full < 0.2:
        return 0.5 + 5 * (full - 0.1)
    return 1.0 if full <= 0.6 else max(0.0, 1 - 2.5 * (full - 0.6))


def _challenge(puzzle: Puzzle) -> float:
    """Full where a tenth to six tenths of the attempts succeed."""
    solved = puzzle.rating.solved if puzzle.rating else None
    if solved is None:
        return 0.5
    if solved < 0.1:
        return 10 * solved
    return 1.0 if solved <= 0.6 else max(0.0, 2.5 * (1 - solved))


class Likeness(NamedTuple):
    """The parts of a puzzle by which it is like another: its question, its themes, and the solver's
    own turns of its line.
    """

    question: str
    themes: frozenset[str]
    turns: tuple[str, ...]


def likeness(puzzle: Puzzle) -> Likeness:
    """The parts of the puzzle by which it is like another."""
    turns = tuple(turns_of_line(puzzle)[::2])
    return Likeness(puzzle.stipulation.name, frozenset(puzzle.themes), turns)


def distance(one: Puzzle, other: Puzzle) -> float:
    """The difference between two puzzles of a game, from 0 to 1: in their questions, in their
    themes, and in the ends of the solver's lines.
    """
    return apart(likeness(one), likeness(other))


def apart(one: Likeness, other: Likeness) -> float:
    """The distance between two puzzles of these parts."""
    asked = one.question != other.question
    every = one.themes | other.themes
    themes = 1 - len(one.themes & other.themes) / len(every) if every else 0.0
    ends = sum(a == b for a, b in zip(reversed(one.turns), reversed(other.turns), strict=False))
    longer = max(len(one.turns), len(other.turns))
    return 0.3 * asked + 0.3 * themes + 0.4 * (1 - ends / longer)
