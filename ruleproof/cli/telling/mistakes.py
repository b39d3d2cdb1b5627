"""Mistakes in a game's own files, told as its author's and not as the program's."""

from __future__ import annotations


def faulty_game(error: Exception) -> str:
    """The author's mistake in a game's files that the error is due to; empty if there is none.

    A search that met a contradiction names the laws it relied on; they are tested, to name the one
    that is broken and where.
    """
    from ruleproof.models.mistakes import mistake

    if any(kind.__name__ == "Contradiction" for kind in type(error).__mro__):
        from ruleproof.solvers.playing.values.contradiction import Contradiction
        from ruleproof.solvers.reasoning.laws.blame import blamed

        assert isinstance(error, Contradiction)
        return str(blamed(error))
    found = mistake(error)
    return str(found) if found else ""
