"""The part of a shared exploration that one claim may use, and report as its own.

Claims of one game share its explorations, so that positions are listed once. What each of them says
must not depend on the others. So a share has the levels that its claim would have explored by
itself: within its limit of positions, and within its time, of which the work of others on those
levels takes as much as it took them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ruleproof.solvers.playing.reach.explore import Reach
from ruleproof.solvers.work.progress import Deadline


@dataclass
class Share:
    """A claim's share of an exploration, with its limit of positions. `ends` are the counts after
    each level that the claim has come to, as in `Reach`; `complete`: there is nothing beyond.
    """

    reach: Reach
    limit: int
    complete: bool = False
    ends: list[int] = field(default_factory=list[int])
    _before: float = 0.0

    def __post_init__(self) -> None:
        self._before = self.reach.work

    @property
    def count(self) -> int:
        """The positions of the levels that the claim has come to."""
        return self.ends[-1] if self.ends else 0

    @property
    def plies(self) -> int:
        """The last level that the claim has come to; -1 before the first."""
        return len(self.ends) - 1

    def levels(self, deadline: Deadline | None = None) -> Iterator[tuple[int, int]]:
        """The first and last-plus-one position of each level, explored as far as they are asked
        for; ends early where the limit or the deadline is met.
        """
        level = 0
        while level < len(self.ends) or self._comes_to(level, deadline):
            yield (self.ends[level - 1] if level else 0), self.ends[level]
            level += 1

    def all(self, deadline: Deadline | None = None) -> bool:
        """Explores everything; False if the limit or the deadline is met before."""
        for _ in self.levels(deadline):
            pass
        return self.complete

    def _comes_to(self, level: int, deadline: Deadline | None) -> bool:
        """Whether the claim comes to a level; notes it, or that there is nothing beyond."""
        reach = self.reach
        if self.complete or (reach.count > self.limit and level >= len(reach.ends)):
            return False
        # others' work on what this claim uses counts as its own
        own = deadline and deadline.later(-self._before)
        if level >= len(reach.ends) and not reach.complete:
            reach.limit = self.limit
            reach.advance(own)
        if level < len(reach.ends):
            spent = min(reach.works[level], self._before)
            if reach.ends[level] > self.limit or (deadline and deadline.later(-spent).passed):
                return False
            self.ends.append(reach.ends[level])
            return True
        late = own is not None and own.passed and reach.work == self._before
        self.complete = reach.complete and reach.count <= self.limit and not late
        return False
