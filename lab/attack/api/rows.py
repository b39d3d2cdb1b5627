"""Rows of the report: what became of the requests to one operation, and what was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from lab.attack.driver import signature
from lab.attack.targets import MEGABYTE

TITLES = ("operation", "asked", "answered", "refused", "told to wait", "findings")
SHOWN = 3
"""Requests that are told of findings that say the same."""


@dataclass
class Row:
    """What became of the requests to an operation: `growth` of memory in bytes, `seconds` of the
    processor for the slowest answer.
    """

    name: str
    counts: Counter[str] = field(default_factory=Counter[str])
    seconds: float = 0.0
    growth: int = 0
    found: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def add(self, outcome: str, seconds: float, faults: Iterable[str], told: str) -> None:
        """Counts an answer."""
        self.counts[outcome] += 1
        self.seconds = max(self.seconds, seconds)
        for fault in faults:
            self.counts["finding"] += 1
            self.found.setdefault(signature(fault), []).append(f"{fault}\n    {told}")

    @property
    def line(self) -> str:
        """The row of a table."""
        asked = sum(self.counts[one] for one in ("answered", "refused", "told to wait"))
        cells = [f"`{self.name}`", f"{asked:,}"]
        cells += [f"{self.counts[one]:,}" for one in TITLES[2:-1]]
        cells += [f"{self.counts['finding']:,}", f"{self.seconds:.2f}"]
        return f"| {' | '.join([*cells, str(round(self.growth / MEGABYTE))])} |"


def table(rows: Iterable[Row]) -> str:
    """All rows, as a table of a page."""
    titles = " | ".join((*TITLES, "slowest (s)", "growth (MB)"))
    head = [f"| {titles} |", "| --- |" + " ---: |" * (len(TITLES) + 1)]
    return "\n".join([*head, *(row.line for row in rows)])


def findings(rows: Iterable[Row]) -> str:
    """What was found, each cause with some of the requests."""
    told: list[str] = []
    for row in rows:
        for faults in row.found.values():
            told.append(f"{row.name}: {len(faults)} times:")
            told += [f"  {fault}" for fault in faults[:SHOWN]]
    return "\n".join(told)
