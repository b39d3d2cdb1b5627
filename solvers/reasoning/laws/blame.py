"""The law that a contradiction of a search is due to, and its place in the author's files.

>>> from ruleproof.models.play.game import game
>>> esgros = game("esgros", "path:2")
>>> wrong = Contradiction(esgros, esgros.start(), "a position comes up twice", ("acyclic",))
>>> "breaks the law “acyclic”" in blamed(wrong).what
True
"""

from __future__ import annotations

from ruleproof.models.mistakes import Mistake, authored
from ruleproof.models.play import notation
from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.values.contradiction import Contradiction
from ruleproof.solvers.reasoning.laws.conform import conform
from ruleproof.solvers.reasoning.laws.grounds import Ground
from ruleproof.solvers.reasoning.laws.laws import named

SECONDS = 20.0
"""The seconds that may go into finding out which law of a game is broken."""


def blamed(error: Contradiction, seconds: float = SECONDS) -> Mistake:
    """The mistake behind a contradiction: the first of the laws that the search relied on that is
    found to be broken, at the author's function. Where none is found in so many seconds, the
    contradiction itself, at the rulebook.
    """
    game = error.game
    ground = Ground(game, {error.state: Position(game, error.state)})
    for law in (law for law in named(error.laws) if law.applies(game)):
        for state, breach in law.look(ground):
            where = f"{game.name} {game.board.text} breaks the law “{law.name}”"
            what = f"{where}: {breach.what}: {notation.show(game, state)!r}"
            place = authored(breach.function, game.rulebook)
            return Mistake(place, what, breach.remedy, law.name)
    for told in conform([game], only=error.laws, seconds=seconds):
        if told.broken:
            where = f"{game.name} {game.board.text} breaks the law “{told.law}”"
            what = f"{where}: {told.broken.what}: {told.broken.position!r}"
            return Mistake(told.broken.place, what, law=told.law)
    return Mistake(authored(None, game.rulebook), str(error))
