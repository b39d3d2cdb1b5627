"""Claims about any game, for those that state none of their own."""

from __future__ import annotations

from ruleproof.models.claims.claims import Claim, Ends, Problem, Verdict, Word, table
from ruleproof.models.play.game import Game
from ruleproof.solvers.reasoning.checking.check import effort_of
from ruleproof.solvers.reasoning.checking.examination import Examination
from ruleproof.solvers.work.progress import Listener, silent

PROBLEMS: dict[tuple[str, Word], Problem] = {
    ("ends", "refuted"): Problem(
        "Play can go on for ever, and no rule ends it.",
        wording="If the same position occurs for the third time, with the same player to move, the "
        "game is a draw.",
    )
}
"""The problems of a rulebook that their verdicts show."""


def general_claims(game: Game) -> tuple[Claim, ...]:
    """The claims that are decided of a game without claims; none of a game that states some, or
    whose rules tell what becomes of repetitions.
    """
    if table(game) or game.rulebook.repetition.fields:
        return ()
    return (Claim("ends", "Every game ends.", "", (Ends(),), boards=game.rulebook.small_boards),)


def general_verdicts(game: Game, progress: Listener = silent) -> list[Verdict]:
    """The verdicts on the general claims."""
    effort = effort_of(progress=progress)
    return [Examination(game, effort).verdict(claim) for claim in general_claims(game)]
