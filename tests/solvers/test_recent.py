"""What was found lately is told as it was found, or not at all."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ruleproof.solvers.playing.retrograde.entry_table import mixed
from ruleproof.solvers.playing.retrograde.recent import keep, known, new_recent

MASK = np.uint64((1 << 9) - 1)
START = np.uint64(0)


@pytest.mark.parametrize("words", [1, 2, 3])
def test_a_code_is_told_until_another_takes_its_place(words: int) -> None:
    recent, many = new_recent(words), np.uint64(words)
    dice = random.Random(words)
    keys = [
        np.array(
            [dice.getrandbits(40) << 9, *(dice.getrandbits(6) for _ in range(words - 1))], np.uint64
        )
        for _ in range(2 * recent.size // words)
    ] + [np.zeros(words, np.uint64)]
    told: list[int] = []
    for number, key in enumerate(keys):
        code, mix = 1 + number % 500, mixed(many, key, START)
        assert known(recent, many, MASK, key, START, mix) == 0
        keep(recent, many, key, START, mix, np.uint64(code))
        assert known(recent, many, MASK, key, START, mix) == code
        told.append(code)
    left = 0
    for key, code in zip(keys, told, strict=True):
        found = known(recent, many, MASK, key, START, mixed(many, key, START))
        assert found in (0, code)
        left += found != 0
    assert (
        left == np.count_nonzero(recent.reshape(-1, words)[:, 0] & MASK) > recent.size // words // 2
    )
