"""Answers of a claim's predicates and measures, as plain Python: whole numbers, or truths.

>>> answer(lambda board, rules, p: p > 3, None, None, 4)
1
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from ruleproof.models.mistakes import Mistake, place_of
from ruleproof.models.rulebooks.returns import end_without_return

_REMEDY = "return True or False, or a measure's whole number"


def answer(asked: Callable[..., Any], *arguments: Any) -> int:
    """The answer of a predicate, 0 or 1, or of a measure. Raises `Mistake` where it is no whole
    number and no truth.
    """
    said = asked(*arguments)
    if isinstance(said, int):
        return int(said)
    if said is None:
        must_return_always(asked)
    raise Mistake(place_of(asked), f"it returns {said!r:.60}", _REMEDY)


def must_return_always(asked: Callable[..., Any]) -> None:
    """Raises `Mistake`, with the line, where a predicate or measure can end without `return`."""
    function: Any = inspect.unwrap(asked)
    line = end_without_return(function) if hasattr(function, "__code__") else 0
    if line:
        place = place_of(asked)._replace(line=line)
        raise Mistake(
            place, "it can end here without `return`", "end each of its branches with `return`"
        )
