"""Letters told by sums: a number for each layer, so that the sum over a letter's layers names it.

Letters are those of `models/compiled/letters.py`. With such numbers a key is a sum of what each
layer adds to it, and no cell has to be looked at by itself. This holds only where no other letters
stand on the board. A few rules about layers ensure that for all cells at once:

group   layers of which no letter has two
needs   each letter with a certain layer has one of a group's

The alphabet is of all letters that keep these rules, not only of those that were met.
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.play.game import Game
from ruleproof.models.play.states import layout

_W = types.uint64[::1]
_N = types.int64[::1]


class Rule(NamedTuple):
    """A group, and the layers that need one of it; as sets of layers."""

    group: int
    needing: int


class Sums(NamedTuple):
    """`letters`: by their sums, -1 where no letter has that sum. `weights`: of the layers."""

    layers: tuple[int, ...]
    letters: tuple[int, ...]
    weights: tuple[int, ...]
    rules: tuple[Rule, ...]

    @property
    def carries(self) -> bool:
        """Whether the weights of some letter have a bit in common."""
        return any(
            self.weights[a] & self.weights[b]
            for letter in self.letters
            for a in range(len(self.layers))
            for b in range(a)
            if letter >= 0 and letter >> a & letter >> b & 1
        )


def sums(layers: Sequence[int], met: Iterable[int], other: Sequence[int]) -> Sums:
    """The alphabet that holds the letters met, and those they become when colours change: each
    layer of a row then becomes the `other` one.
    """
    to = [layers.index(other[layer]) for layer in layers]
    known = {0, *met}
    known |= {_exchanged(letter, to) for letter in known}
    rules = _rules(known, len(layers), to)
    kept = [letter for letter in range(1 << len(layers)) if _keeps(letter, rules)]
    weights = _weights(kept, len(layers))
    named = {_sum(letter, weights): letter for letter in kept}
    letters = tuple(named.get(number, -1) for number in range(max(named) + 1))
    return Sums(tuple(layers), letters, tuple(weights), tuple(rules))


def other_layers(game: Game) -> list[int]:
    """For each layer the one that it becomes when colours change."""
    state = layout(game.rulebook.rules.State)
    many = dict(state.sets)
    other = list(range(state.layers))
    if len(game.players) == 2 and any(swap for _, swap in game.symmetries):
        for pair in game.rulebook.declared.exchange:
            for one, two in (pair, pair[::-1]):
                for n in range(max(many.get(one, -1), 1) if one in many else 0):
                    other[state.layer_of(one) + n] = state.layer_of(two) + n
    return other


def _exchanged(letter: int, to: Sequence[int]) -> int:
    return sum(1 << one for k, one in enumerate(to) if letter >> k & 1)


def _rules(letters: set[int], many: int, to: Sequence[int]) -> list[Rule]:
    """Rules that all letters keep: every two layers that exclude each other are in a group."""
    together = {(a, b) for a in range(many) for b in range(many) for one in letters
                if one >> a & 1 and one >> b & 1}  # fmt: skip
    groups: list[int] = []
    for a in range(many):
        for b in range(a + 1, many):
            pair = 1 << a | 1 << b
            if (a, b) in together or any(pair & ~group == 0 for group in groups):
                continue
            group = pair
            for c in range(many):
                if all((c, d) not in together for d in range(many) if group >> d & 1 and c != d):
                    group |= 1 << c
            groups.append(group)
    groups += [1 << a for a in range(many)]
    groups = list(dict.fromkeys([*groups, *(_exchanged(group, to) for group in groups)]))
    found: list[Rule] = []
    for group in groups:
        needing = 0
        for a in range(many):
            having = [letter for letter in letters if letter >> a & 1]
            if having and not group >> a & 1 and all(letter & group for letter in having):
                needing |= 1 << a
        if needing or group & (group - 1):
            found.append(Rule(group, needing))
    return found


def _keeps(letter: int, rules: Iterable[Rule]) -> bool:
    """Whether a letter keeps the rules."""
    return all(
        (letter & group).bit_count() <= 1 and (letter & group or not letter & needing)
        for group, needing in rules
    )


def _weights(letters: Sequence[int], many: int) -> list[int]:
    """Numbers for the layers, as small as can be found soon, with other sums for all letters."""
    often = sorted(range(many), key=lambda k: -sum(letter >> k & 1 for letter in letters))
    found = [_small_weights(letters, order) for order in (often, list(range(many)))]
    return min(found, key=lambda weights: max(_sum(letter, weights) for letter in letters))


def _small_weights(letters: Sequence[int], order: Sequence[int]) -> list[int]:
    """Layer after layer the least number that tells the letters apart, as far as they are made of
    the layers so far.
    """
    weights = [0] * len(order)
    done = 0
    for layer in order:
        without = {letter & done for letter in letters}
        with_it = {letter & done for letter in letters if letter >> layer & 1}
        taken = {_sum(letter, weights) for letter in without}
        wanted = [_sum(letter, weights) for letter in with_it]
        weight = 1
        while any(weight + number in taken for number in wanted):
            weight += 1
        weights[layer] = weight
        done |= 1 << layer
    return weights


def _sum(letter: int, weights: Sequence[int]) -> int:
    return sum(weight for k, weight in enumerate(weights) if letter >> k & 1)


def plan(found: Sums, per_layer: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The rules as compiled code uses them, if each layer has so many words: the number of rules,
    of words; for each rule how many layers are in its group and the words where they begin, then
    how many need it and the words where these begin.
    """
    flat = [len(found.rules), per_layer]
    for rule in found.rules:
        for some in rule:
            begins = [per_layer * one for k, one in enumerate(found.layers) if some >> k & 1]
            flat += [len(begins), *begins]
    return np.array(flat, np.int64)


@kernel(types.uint64(_N, types.uint64, _W), inline=True)
def broken(plan, at, row):
    """The cells of a row, of all its words together, that break a rule; the plan begins at `at`."""
    rules, words = np.uint64(plan[at]), np.uint64(plan[at + np.uint64(1)])
    at += np.uint64(2)
    bad = np.uint64(0)
    for _ in range(rules):
        many = np.uint64(plan[at])
        needing = np.uint64(plan[at + many + np.uint64(1)])
        for word in range(words):
            once = np.uint64(0)
            for k in range(at + np.uint64(1), at + many + np.uint64(1)):
                layer = row[np.uint64(plan[k]) + word]
                bad |= once & layer
                once |= layer
            first = at + many + np.uint64(2)
            for k in range(first, first + needing):
                bad |= row[np.uint64(plan[k]) + word] & ~once
        at += many + needing + np.uint64(2)
    return bad
