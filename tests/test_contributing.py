"""The worked example of CONTRIBUTING.md is the game that the other tests play."""

from __future__ import annotations

import re
from pathlib import Path

TOP = Path(__file__).parent.parent


def test_the_worked_example_is_the_game_that_joins():
    blocks = re.findall(r"```python\n(.*?)```", (TOP / "CONTRIBUTING.md").read_text(), re.S)
    assert blocks == [(TOP / "tests/games/clobber.py").read_text()]
