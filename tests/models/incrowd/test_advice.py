"""What advice says of In Crowd's positions, held against its plain meaning."""

from __future__ import annotations

import random

import pytest

from ruleproof import game
from ruleproof.models.cells import each
from ruleproof.models.incrowd.advice import settled
from ruleproof.models.incrowd.rules import in_minority


@pytest.mark.parametrize("majority", ["stones", "cells"])
def test_settled_stones_are_the_most_that_hold_each_other(majority: str):
    one = game("incrowd", "square:5x6", majority=majority)
    dice = random.Random(5)
    some = 0
    for _ in range(300):
        stones = dice.getrandbits(30) | dice.getrandbits(30)
        kept = stones
        while lost := [
            cell
            for cell in each(kept)
            if in_minority(one.field, one.rules, cell, kept, one.field.full & ~kept)
        ]:
            kept &= ~(1 << dice.choice(lost))
        assert settled(one.field, one.rules, stones) == kept
        some += kept not in (0, stones)
    assert some
