"""What a set is made of, for `ruleproof puzzles show`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ruleproof.cli.asking.arguments import after_the_answer
from ruleproof.cli.errors import at
from ruleproof.cli.telling.answers import tell_replaced
from ruleproof.cli.telling.counts import Family, Member, tell_relatives, tell_stats, tell_successes
from ruleproof.cli.telling.progress import listening

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.puzzles.puzzle import Puzzle
    from ruleproof.puzzles.rating.tenths import Tenth


class Counted(NamedTuple):
    """What a set is made of: counts, successes of simulated solvers and of people, relatives."""

    counts: Mapping[str, Any]
    successes: Sequence[Tenth]
    successes_of_people: Sequence[Tenth]
    relatives: Sequence[Family]
    html: str | None

    def tell(self, console: Console) -> None:
        """Prints it."""
        from ruleproof.puzzles.telling.counts import in_order

        tell_stats(console, in_order(self.counts))
        tell_successes(console, self.successes, "simulated solvers")
        tell_successes(console, self.successes_of_people, "people")
        tell_relatives(console, self.relatives)
        if self.html:
            told = f"{self.html} is written"
            console.print(told, markup=False, highlight=False, soft_wrap=True)


def count(puzzles: list[Puzzle], page: Path | None, unwritten: list[str]) -> Counted:
    """What the set is made of, and the page of it written; `unwritten` takes the reason if that
    fails.
    """
    from ruleproof.models.files.writing import write_whole
    from ruleproof.puzzles.telling.counts import counted, successes
    from ruleproof.puzzles.telling.relatives import relatives

    with listening() as listener, at("SET"):
        tenths, clusters = successes(puzzles), relatives(puzzles, listener)
        of_people = successes(puzzles, "people")
        if page:
            from ruleproof.reports.pages.set_statistics import statistics_page

            content = statistics_page(puzzles, clusters)
            tell_replaced(page)
            with after_the_answer("--output", unwritten):
                write_whole(page, content)
    families = [
        Family([Member(at + 1, puzzles[at].id) for at in one.puzzles], one.alike)
        for one in clusters
    ]
    html = str(page) if page and not unwritten else None
    return Counted(counted(puzzles), tenths, of_people, families, html)
