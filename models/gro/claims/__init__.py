"""GRO (Greg Turner, 1999): its claims, by the numbers of its sheet.

`predicates` speak of one position or one turn; `decisions` replay play that was found for the
purpose; `text` tests single sentences. `theorems` and `turns` hold on every board, for z3.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ruleproof.models.cells import each
from ruleproof.models.claims.claims import (
    Always,
    Claim,
    Decision,
    Endless,
    EveryTurn,
    Same,
    SameValue,
    Sometimes,
    SomeTurn,
    Symmetric,
    Theorem,
    ValueIs,
    Word,
)
from ruleproof.models.claims.theorems import everywhere, later
from ruleproof.models.gro import REPETITION, sentences
from ruleproof.models.gro.claims import decisions
from ruleproof.models.gro.claims import predicates as on
from ruleproof.models.gro.claims.questions import QUESTIONS
from ruleproof.models.gro.claims.text import text
from ruleproof.models.play.game import Game

TOKENS = "The 16 red and 16 blue tokens represent germs."
LIFE = "A germ must have at least 1 open point orthogonal to it in order to live."
WIN = "You win when your germs are the sole occupants of 3 of the 4 goal areas."
SMALL_DISHES = ("dish:1,1",)
ALL_SETTINGS = (
    "large-move",
    "medium-grow",
    "divide-after",
    "divide-direction",
    "win-check",
    "repetition",
    "stuck",
    "control",
    "pass",
    "captures",
    "reserve",
)


_proved = partial(everywhere, __name__)
_claim = partial(Claim, boards=SMALL_DISHES)

# 6 and 13. Readings

READINGS = (
    ("a", "large-move", "3", "4", 4, sentences.AFTER_MOVING),
    ("b", "medium-grow", "3", "4", 4, sentences.BEFORE_GROWING),
    ("c", "divide-after", "as-move", "alive", 4, sentences.DIVISION),
    ("d", "divide-direction", "all8", "orthogonal", 2, sentences.HALVES),
)
"""Each reading with its values, the tokens without which it says nothing, and its sentence."""


def _other(setting: str, one: str, other: str) -> list[tuple[str, Callable[[Game], bool]]]:
    """Each value with whether the game has the other one."""
    return [(new, lambda game, old=old: game.settings[setting] == old)
            for old, new in ((one, other), (other, one))]  # fmt: skip


def _readings() -> tuple[Claim, ...]:
    """A claim for each reading of a threshold: that the other value makes no difference to play or
    to who wins.
    """
    table: list[Claim] = []
    for letter, setting, one, other, least, sentence in READINGS:
        for value, applies in _other(setting, one, other):
            table += [
                _claim(
                    f"6{letter}-{value}",
                    f"Under `{setting}={value}` the same moves are legal.",
                    sentence,
                    (Same({setting: value}),),
                    expected=_refuted_with(least),
                    settings=(setting,),
                    applies=applies,
                ),
                _claim(
                    f"6{letter}-{value}-value",
                    f"Under `{setting}={value}` the game is worth the same.",
                    sentence,
                    (SameValue({setting: value}),),
                    expected=lambda game: "proved" if game.board.size <= 9 else None,
                    settings=(setting,),
                    applies=applies,
                ),
            ]
    return tuple(table)


def _limited(game: Game) -> bool:
    return game.settings["reserve"] == "limited"


def _one_passes(game: Game) -> bool:
    """Whether one player can win and the other pass."""
    return game.settings["control"] == "sole" and game.settings["pass"] == "yes"


def _has_tokens(game: Game, least: int) -> bool:
    return not _limited(game) or int(game.settings["tokens"]) >= least


def _can_be_large(game: Game) -> bool:
    return _has_tokens(game, 4)


def _refuted_with(least: int) -> Callable[[Game], Word]:
    """Expects a refutation where there are that many tokens, else a proof."""
    return lambda game: "refuted" if _has_tokens(game, least) else "proved"


def _walled(game: Game) -> bool:
    """Whether every goal area has a point all of whose neighbours are in the area."""
    near, areas = game.board.near, game.board.areas
    inner = (any(not near[cell] & ~area for cell in each(area)) for area in areas)
    return game.settings["control"] == "all" and all(inner)


def _exhausted(game: Game) -> Word:
    """Expects no room for so many tokens and another growth on the nine points of dish:1,1."""
    roomy = game.board.size > 9 or int(game.settings["tokens"]) < 16
    return "witnessed" if roomy else "refuted"


def _wins_by_other(game: Game) -> Word:
    """Expects that a goal area of one point is never left to the other by leaving it."""
    single_points = all(area.bit_count() == 1 for area in game.board.areas)
    return "refuted" if single_points else "witnessed"


CLAIMS: tuple[Claim, ...] = (
    _claim(
        "1",
        "Tokens in the dish and in the reserve are as many as ever, for each colour; sizes stay 1, "
        "2 and 4.",
        TOKENS,
        (
            _proved("turns.tokens", "tokens are counted: in the dish, in the reserve"),
            EveryTurn(on.tokens_kept),
        ),
        settings=("captures", "reserve"),
    ),
    _claim(
        "2",
        "After every legal turn every germ has an open point.",
        LIFE,
        (
            _proved("theorems.life", "germs are sets; a turn is an arrival or leaves all points"),
            Always(on.alive),
        ),
        settings=("captures", "divide-after"),
    ),
    _claim(
        "3",
        "Growth kills nobody.",
        sentences.DOUBLE,
        (
            _proved("turns.growth", "a growth is a change of sizes; germs are sets"),
            EveryTurn(on.nobody_dies, when=on.grows),
        ),
        settings=("captures",),
    ),
    _claim(
        "4a",
        "Two germs next to the same point are never next to each other. (It fails exactly where "
        "the graph has a triangle, as on hexes.)",
        sentences.DEATH,
        (
            _proved(
                "theorems.parity", "points are a grid's; near is a step along a row or a column"
            ),
        ),
    ),
    _claim(
        "4b",
        "So kills never rescue a friend other than the moved germ, the order of kills is "
        "irrelevant, and when suicide is looked at makes no difference.",
        sentences.SUICIDE,
        (
            _proved("theorems.kill", "a two-coloured graph; whoever dies had an open point before"),
            Always(on.timing_is_idle),
        ),
        settings=("captures",),
    ),
    _claim("4c", "A move can kill.", sentences.DEATH, (SomeTurn(on.kills),), expected="witnessed"),
    _claim(
        "5a",
        "“1 or more” for a small germ says no more than that it must not be dead itself.",
        sentences.AFTER_MOVING,
        (
            _proved("turns.one_is_life", "a germ is dead if no point near it is open"),
            Always(on.one_is_life),
        ),
    ),
    _claim(
        "5b",
        "The half left behind by a division always lives.",
        sentences.BEFORE_DIVIDING,
        (Theorem(later(__name__, "theorems.half_goals")), Always(on.half_lives)),
        settings=("divide-after", "divide-direction", "captures"),
    ),
    _claim(
        "5c",
        "A small germ's orthogonal move is refused only for its own colour's suicide.",
        sentences.AFTER_MOVING,
        (Theorem(later(__name__, "theorems.small_goals")), Always(on.refused_only_for_suicide)),
        settings=("captures",),
    ),
    *_readings(),
    Claim(
        "6e",
        "A large germ can stand exactly on the points with as many neighbours as growing or moving "
        "there takes, a medium germ on every point.",
        sentences.AFTER_MOVING,
        (
            Decision(
                decisions.large_points,
                "induction by z3 where it cannot, a game for each point where it can",
                evidence=decisions.LARGE_POINTS,
            ),
        ),
        settings=("large-move", "medium-grow"),
        boards=("dish:1,1", "dish:2,1"),
        applies=_can_be_large,
    ),
    _claim(
        "7a",
        "At most one player meets the win condition.",
        WIN,
        (_proved("theorems.one_winner", "an area has one occupant at most"), Always(on.one_winner)),
        settings=("control",),
    ),
    Claim(
        "7b",
        "A move can complete the opponent's win.",
        WIN,
        (
            Decision(
                decisions.other_wins,
                "a game found by playing towards it, replayed",
                "ever",
                evidence=SomeTurn(decisions.wins_for_the_other),
            ),
        ),
        expected=_wins_by_other,
        settings=("win-check",),
        applies=_one_passes,
    ),
    _claim(
        "8a",
        "A player with germs can have no action.",
        sentences.PASS,
        (Sometimes(on.no_action),),
        expected="witnessed",
        settings=("large-move", "divide-after", "captures"),
    ),
    _claim(
        "8b",
        "A player without germs never returns.",
        sentences.FIRST_TURN,
        (
            _proved("turns.return", "germs are sets; who arrives is of a germ's colour"),
            EveryTurn(on.gone_for_good),
        ),
    ),
    _claim(
        "9",
        "Play can go on for ever, but for the repetition rule.",
        REPETITION,
        (Endless(ignoring=("seen",)),),
        expected="witnessed",
        settings=("pass", "stuck"),
    ),
    _claim(
        "10",
        "The reserve can be exhausted, and then growth is blocked.",
        sentences.RESERVE,
        (
            Decision(
                decisions.exhaustion,
                "a game that grows and divides, replayed",
                "ever",
                evidence=Sometimes(decisions.reserve_blocks),
            ),
            Sometimes(decisions.reserve_blocks),
        ),
        expected=_exhausted,
        applies=_limited,
    ),
    Claim(
        "11",
        "Against an opponent who only passes a game can be won; the witness is the shortest.",
        WIN,
        (decisions.SHORTEST_WIN,),
        shortest=True,
        expected="witnessed",
        settings=("large-move", "medium-grow", "divide-direction"),
        boards=("dish:1,1", "dish:1,2", "dish:2,1"),
        applies=_one_passes,
    ),
    _claim(
        "12",
        "The board's symmetries and the exchange of colours preserve moves and results.",
        sentences.ADJACENT,
        (Symmetric(),),
        settings=ALL_SETTINGS,
    ),
    _claim(
        "13",
        "The start has a value, endless play counting as a draw.",
        WIN,
        (ValueIs(),),
        expected="witnessed",
        settings=ALL_SETTINGS,
    ),
    Claim(
        "14",
        "Under `control=all` nobody can win where an area has a point whose neighbours are all in "
        "it: a germ there would be dead.",
        "Corner is controlled by a player, if that player has stacks on all its marked cells",
        (Theorem(later(__name__, "theorems.never_all_goals")),),
        applies=_walled,
    ),
    *text.claims,
    *QUESTIONS,
)
