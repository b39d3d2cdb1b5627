"""Letters told by sums: every letter has a sum of its own, and other letters are noticed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleproof.models.compiled import sums as module
from ruleproof.models.compiled.kernels import engine
from ruleproof.models.compiled.sums import sums
from ruleproof.models.play.game import Game, State, game
from ruleproof.models.play.states import layout
from ruleproof.solvers.playing.keys import key_kernel as k
from ruleproof.solvers.playing.keys.key_kernel import least_key, row_of
from ruleproof.solvers.playing.keys.keys import Keys, keys, wider
from ruleproof.solvers.playing.retrograde.cyclic import Backward
from tests.plain import wandering
from tests.ready import ready

LAYERS = 8


@st.composite
def alphabets(draw: st.DrawFn) -> tuple[list[int], set[int], list[int]]:
    """Some layers, letters of them, and what each layer becomes when colours change."""
    layers = sorted(draw(st.sets(st.integers(0, LAYERS - 1), min_size=2, max_size=6)))
    met = draw(st.sets(st.integers(0, (1 << len(layers)) - 1), max_size=9))
    other = list(range(LAYERS))
    if draw(st.booleans()):
        other[layers[0]], other[layers[1]] = layers[1], layers[0]
    return layers, met, other


@given(alphabets())
@settings(deadline=None)
def test_every_letter_has_a_sum_of_its_own(what: tuple[list[int], set[int], list[int]]):
    layers, met, other = what
    found = sums(layers, met, other)
    letters = {letter for letter in found.letters if letter >= 0}
    assert {0, *met} <= letters
    for place, letter in enumerate(found.letters):
        if letter >= 0:
            mine = [w for n, w in enumerate(found.weights) if letter >> n & 1]
            assert sum(mine) == place
            after = [layers.index(other[layers[n]]) for n in range(len(layers)) if letter >> n & 1]
            assert sum(1 << n for n in after) in letters
    assert sums(layers, letters, other) == found


@given(alphabets(), st.lists(st.integers(0, 255), min_size=1, max_size=70))
@settings(deadline=None)
def test_cells_with_other_letters_are_noticed(
    what: tuple[list[int], set[int], list[int]], cells: list[int]
):
    layers, met, other = what
    found = sums(layers, met, other)
    letters = {letter for letter in found.letters if letter >= 0}
    per_layer = -(-len(cells) // 64)
    row = np.zeros(LAYERS * per_layer, np.uint64)
    for cell, number in enumerate(cells):
        letter = number % (1 << len(layers))
        for n, layer in enumerate(layers):
            row[layer * per_layer + cell // 64] |= np.uint64((letter >> n & 1) << cell % 64)
    wrong = {
        cell % 64 for cell, number in enumerate(cells) if number % (1 << len(layers)) not in letters
    }
    bad = int(module.broken(module.plan(found, per_layer), np.uint64(0), row))
    assert {cell for cell in range(64) if bad >> cell & 1} == wrong


GAMES = [
    "esgros hex:3", "esgros hex:6", "gro dish:1,2 tokens=4", "gro dish:3,2", "grow square:2x4",
    "grow square:3x3", "sow square:3x4 height=2 entry=advanced", "incrowd square:4x4",
]  # fmt: skip


def key_in(forms: Keys, state: State) -> tuple[Keys, tuple[int, ...]]:
    """The key of a position, and the keys, made wide enough for it."""
    row = engine(forms.game).row(state)
    while True:
        key, room = np.zeros(forms.words, np.uint64), np.zeros(forms.room, np.uint64)
        if least_key(forms.plan, forms.pieces, forms.images, room, row, key):
            return forms, tuple(int(word) for word in key)
        forms = wider(forms, row)


def states_of(one: Game) -> list[State]:
    """The positions of some random games."""
    return [state for seed in range(4) for state in wandering(one, seed, 59)]


def images(one: Game, state: State) -> set[State]:
    return {one.image(state, turn, swap) for turn, swap in one.symmetries}


@pytest.mark.slow
@pytest.mark.parametrize("said", GAMES)
@pytest.mark.parametrize("code_bits", [0, 9])
def test_keys_are_the_same_for_all_images_and_tell_them_from_others(said: str, code_bits: int):
    one = ready(said)
    hold_for(one, states_of(one), keys(one, None, code_bits))


def test_letters_are_digits_where_that_saves_a_word():
    back = Backward(game("grow", "square:2x4"), memory=1 << 30)
    back.begin(back.game.start())
    with ThreadPoolExecutor(1) as pool:
        while len(back.keys.letters or ()) <= 64:
            assert not back.explore(pool)
    one = game("grow", "square:3x3")
    sets = layout(one.rulebook.rules.State).layers
    used = [mask and one.board.full for mask in back.keys.used[:sets]]
    forms = keys(one, (*used, *back.keys.used[sets:]), 0, back.keys.letters)
    assert forms.plan[k.RADIX]
    assert forms.words == 1
    hold_for(one, states_of(one), forms)


def hold_for(one: Game, states: list[State], forms: Keys) -> None:
    """Keys are what they should be for these positions."""
    for state in states:
        forms, _ = key_in(forms, state)
    row = np.zeros(engine(one).row_words, np.uint64)
    for state in states:
        same, key = key_in(forms, state)
        assert same is forms
        row_of(forms.plan, forms.pieces, np.array(key, np.uint64), np.uint64(0), row)
        mine = images(one, state)
        assert engine(one).state(row) in {_without_history(image) for image in mine}
        assert {key_in(forms, image)[1] for image in mine} == {key}
        assert key[0] & (1 << forms.code_bits) - 1 == 0


def _without_history(state: State) -> State:
    return state._replace(seen=0) if hasattr(state, "seen") else state
