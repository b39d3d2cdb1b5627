"""Goes back from the ends of games, to check that no game comes to them."""

# positions and their names are a game's own
# pyright: basic

from __future__ import annotations

from ruleproof.models.claims.evidence import Backwards
from ruleproof.solvers.verify.play import Looking


def leads_back(back: Backwards, looking: Looking) -> bool:
    """Whether going back from one of the ends leads to a position that games come to."""
    seen: set[object] = set()
    for end in back.ends:
        waiting = [end]
        while waiting:
            p = waiting.pop()
            name = back.name(p)
            if name is None or name in seen:
                continue
            if back.opening(p):
                return True
            looking()
            seen.add(name)
            waiting += back.before(p)
    return False
