"""Examples in docstrings are run as they stand."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WITH_EXAMPLES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for folder in ("models", "solvers", "puzzles", "reports", "ruleproof")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if ">>> " in path.read_text()
]


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_in_docstrings_say_what_happens(name: str):
    module = import_module(name if name.startswith("ruleproof") else f"ruleproof.{name}")
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert result.attempted
    assert not result.failed


def test_the_front_door_shows_what_a_user_needs_and_nothing_else():
    import ruleproof

    assert dir(ruleproof) == sorted(ruleproof.__all__)
    for name in ruleproof.__all__:
        found = getattr(ruleproof, name)
        assert isinstance(found, str) or found.__doc__, name
    with pytest.raises(AttributeError, match="nonsense"):
        _ = ruleproof.nonsense  # pyright: ignore[reportAttributeAccessIssue]
