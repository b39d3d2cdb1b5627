"""The kinds of claims that Sow? has several of, and the boards they are decided on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from ruleproof.models.claims.claims import Claim, Same, SameValue, Theorem, Word
from ruleproof.models.claims.theorems import Goal, everywhere, later
from ruleproof.models.play.game import Game
from ruleproof.models.rulebooks.settings import Value
from ruleproof.models.sow.claims import findings

SMALL = ("square:2x2", "square:3x2", "square:1x8", "square:2x3")
"""With stacks of three the last two have 41,119 and 68,573 positions, the others at most 625."""
ROOMY = ("square:1x8", "square:2x3")
"""The small boards on which all that can happen does."""
EVERYTHING = (
    "turn",
    "strand",
    "exit",
    "last-column",
    "exit-needs-own",
    "limit",
    "order",
    "path",
    "entry",
    "height",
)


proved = partial(
    everywhere,
    __package__ or "",
    abstraction="a turn lifts a stack, puts pieces down one by one, and resolves the rest at an "
    "exit",
    covers="square:2x3",
)
claim = partial(Claim, settings=EVERYTHING, boards=SMALL)


def _includes(changed: Mapping[str, Value]) -> Theorem:
    """A proof for every board that the changed reading allows no more than the game's own."""

    def of(name: str) -> Callable[[Game], Sequence[Goal]]:
        function = later(__package__ or "", f"readings.inclusion_{name}")
        return lambda game: function(game, changed)

    steps = "a way by its steps, its squares and the order of its pieces"
    return Theorem(of("goals"), "every board", steps, of("checks"), covers="square:2x3")


def _has(game: Game, settings: Mapping[str, Value]) -> bool:
    return all(game.settings[name] == value for name, value in settings.items())


def _can_change(
    wide: Mapping[str, Value], changed: Mapping[str, Value], where: Callable[[Game], bool]
) -> Callable[[Game], bool]:
    """Whether the game has the wide settings, can have the changed ones, and is large enough."""
    return lambda game: _has(game, wide) and where(game) and findings.possible(game, changed)


def limited(game: Game) -> bool:
    """Whether stacks have a limit."""
    return game.settings["limit"] != "none"


def bounded(game: Game) -> bool:
    """Whether no stack ever passes the limit."""
    return limited(game) and game.settings["strand"] == "bound"


def _anywhere(game: Game) -> bool:
    return True


def inclusion(
    letters: str,
    narrow: str,
    sentence: str,
    changed: Mapping[str, Value],
    wide: Mapping[str, Value],
    where: Callable[[Game], bool],
) -> tuple[Claim, Claim]:
    """Make the claims that moves under the changed settings are among the game's own, and that
    there are others where the board is large enough.
    """
    return (
        claim(
            f"7{letters[0]}",
            f"A sowing {narrow} stays legal where the rules allow other sowings, too.",
            sentence,
            (_includes(changed), Same(changed, only="contains")),
            applies=_can_change(wide, changed, _anywhere),
        ),
        claim(
            f"7{letters[1]}",
            f"Only a sowing {narrow} is legal; a game to any other refutes this.",
            sentence,
            (Same(changed, only="within"),),
            expected="refuted",
            boards=ROOMY,
            applies=_can_change(wide, changed, where),
        ),
    )


def value_kept(
    letter: str, what: str, sentence: str, changed: Mapping[str, Value], wide: Mapping[str, Value]
) -> Claim:
    """Make the claim that the start is worth the same under the changed settings."""
    return Claim(
        f"7{letter}",
        f"The start is worth the same if {what}.",
        sentence,
        (SameValue(changed),),
        expected=findings.worth_the_same(*changed),
        boards=findings.VALUES,
        applies=_can_change(wide, changed, _anywhere),
    )


def makes_no_difference(
    letter: str,
    what: str,
    sentence: str,
    changed: Mapping[str, Value],
    wide: Mapping[str, Value],
    expected: Callable[[Game], Word] | Word = "refuted",
) -> Claim:
    """Make the claim that two values of a setting never differ in play."""
    return claim(
        f"8{letter}",
        f"It makes no difference {what}.",
        sentence,
        (Same(changed),),
        expected=expected,
        boards=ROOMY,
        applies=_can_change(wide, changed, findings.roomy),
    )
