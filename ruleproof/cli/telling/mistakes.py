"""Mistakes in a game's own files, told as its author's and not as the program's."""

from __future__ import annotations

PINNED = 20.0
"""Seconds that may go into finding out which law of a game is broken."""


def faulty_game(error: Exception) -> str:
    """The author's mistake in a game's files that the error is due to; empty if there is none.

    A search that met a contradiction names the laws it relied on; they are tested, to name the one
    that is broken and where.
    """
    from ruleproof.models.mistakes import mistake

    if type(error).__name__ == "Contradiction":
        from ruleproof.solvers.laws.conform import broken_law
        from ruleproof.solvers.values.contradiction import Contradiction

        assert isinstance(error, Contradiction)
        told = broken_law(error.game, error.laws, PINNED)
        if told and told.broken:
            found = told.broken
            game = f"{error.game.name} {error.game.board.text}"
            law = f"{game} breaks the law “{told.law}” ({found.place})"
            return f"{law}: {found.what}: {found.position!r}"
        return str(error)
    found = mistake(error)
    return str(found) if found else ""
