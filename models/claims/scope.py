"""Scopes: the boards that a verdict holds on, beside the board that was asked about.

>>> print(Scope(("path:2", "path:4"), "square:15x15", "undecided"))
path:2, path:4 only; undecided on square:15x15
>>> print(Scope((), "hex:4", "proved"))
every board
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

Word: TypeAlias = Literal["proved", "refuted", "witnessed", "undecided", "vacuous"]
"""A verdict in one word. `proved` and `refuted` are said of general statements; a statement that
something can happen is `witnessed`, or `refuted` once it is shown that it never does; `vacuous`: a
general statement that holds only because its premise never does; `undecided` is never a proof.
"""

EVERY_BOARD = "every board"


class Scope(NamedTuple):
    """The boards that a verdict holds on (no names: every board), the board that was asked about,
    and the verdict there. A verdict on other boards never stands for the one on the board asked.
    """

    boards: tuple[str, ...]
    asked: str
    there: Word

    @classmethod
    def on(cls, board: str, word: Word) -> Scope:
        """The scope of a verdict on the board asked about."""
        return cls((board,), board, word)

    @property
    def everywhere(self) -> bool:
        """Whether the verdict holds on every board."""
        return not self.boards

    @property
    def holds(self) -> str:
        """The boards that the verdict holds on, in words."""
        return ", ".join(self.boards) or EVERY_BOARD

    @property
    def elsewhere(self) -> bool:
        """Whether the verdict is of other boards than the one asked about."""
        return bool(self.boards) and self.asked not in self.boards

    def __str__(self) -> str:
        return f"{self.holds} only; {self.there} on {self.asked}" if self.elsewhere else self.holds
