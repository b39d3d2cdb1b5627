"""Esgros (Saïd Galdseid, 2024): what should be true of it, by the numbers of its sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ruleproof.models.cells import (
    Field,
    count,
    flood,
    lowest,
    neighbours,
    rule,
    single,
)
from ruleproof.models.claims import (
    Always,
    Claim,
    Ends,
    EveryTurn,
    Goal,
    Same,
    SameValue,
    Sometimes,
    SomeTurn,
    Symmetric,
    Theorem,
    ValueIs,
    Word,
)
from ruleproof.models.esgros import END, ENEMY_CLAUSE, OWN_CLAUSE, PIE
from ruleproof.models.esgros.rules import (
    SWAP,
    Rules,
    State,
    eliminated,
    empty,
    formed,
    largest,
    mine,
    not_above,
    placements,
    removed,
    theirs,
)
from ruleproof.models.game import Game

PLACE = "Place a stone of your color on an empty cell."
REMOVE = "Remove all smaller enemy groups adjacent to the group of the placed stone from the board."
GROUP = "A group is the maximal set of connected stones of the same color."
TURNS = "Black plays first, then turns alternate."
DRAWLESS = "A drawless annihilation game."

SMALL = ("path:3", "path:4", "path:5", "path:6", "path:7", "path:8", "hex:2")
PARTING = ("path:4", "hex:2", "path:11")
READINGS = ("edition", "exceed")


def _theorem(module: str, goals: str, checks: str, abstraction: str) -> Theorem:
    """A proof for every board; the module that holds its goals imports z3, so it waits."""

    def of(name: str) -> Callable[[Game], Sequence[Goal]]:
        def goals_of(game: Game) -> Sequence[Goal]:
            from importlib import import_module

            return getattr(import_module(f"ruleproof.models.esgros.{module}"), name)(game)

        return goals_of

    return Theorem(of(goals), "every board", abstraction, of(checks))


# 1. A legal move exists exactly when an empty cell exists


@rule
def moves_while_empty(board: Field, rules: Rules, p: State) -> bool:
    """A stone can be placed exactly when a cell is empty."""
    return bool(placements(board, rules, p)) == bool(empty(board, p))


@rule
def goes_on(board: Field, rules: Rules, p: State) -> bool:
    """Nobody is eliminated."""
    return not eliminated(p)


# 3. Stones after a placement


@rule
def stones_in_order(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """The colours are disjoint and the mover has a stone, so that only the other can be eliminated;
    after a swap nobody is.
    """
    if move == SWAP:
        return not eliminated(q)
    return not (q.black & q.white) and bool(theirs(q))


# 4. The largest own group


@rule
def largest_kept(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """The mover's largest group does not shrink; the enemy's does only where a stone is taken."""
    if move == SWAP:
        return True
    taken = theirs(p) & ~mine(q)
    grown = largest(board, theirs(q)) >= largest(board, mine(p))
    return grown and (bool(taken) or largest(board, mine(q)) == largest(board, theirs(p)))


# 5. The order of removal


@rule
def one_by_one(board: Field, stones: int, enemies: int, cell: int) -> int:
    """The enemies left when smaller groups beside the placed stone's group are removed one at a
    time, the one with the highest cell first, and looked for anew each time.
    """
    group = flood(board, single(board, cell), stones)
    going = True
    while going:
        going = False
        beside = neighbours(board, group) & enemies
        chosen = board.none
        while beside:
            victim = flood(board, single(board, lowest(beside)), enemies)
            beside = beside & ~victim
            if count(victim) < count(group):
                chosen = victim
                going = True
        enemies = enemies & ~chosen
    return enemies


@rule
def any_order(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whichever captured group is removed first, those that remain to be removed are the other
    captured groups; and removing all of them one by one leaves what removing them at once does.
    """
    if move == SWAP:
        return True
    stones = mine(p) | single(board, move)
    captured = removed(board, stones, theirs(p), move)
    rest = captured
    while rest:
        victim = flood(board, single(board, lowest(rest)), theirs(p))
        rest = rest & ~victim
        left = theirs(p) & ~victim
        if removed(board, stones, left, move) != captured & ~victim:
            return False
    return one_by_one(board, stones, theirs(p), move) == mine(q)


# 6. Drawless


@rule
def not_filled(board: Field, rules: Rules, p: State) -> bool:
    """Some cell is empty, or one colour has the whole board."""
    return bool(empty(board, p)) or not p.black or not p.white


@rule
def stones(board: Field, rules: Rules, p: State) -> int:
    """The number of stones on the board."""
    return count(p.black | p.white)


def _drawless(game: Game) -> Word:
    """One cell takes one stone; on hex:2 somebody is always eliminated before the board is full."""
    return "proved" if game.board.size == 1 or game.board.text == "hex:2" else "refuted"


NARROWING = ("minimal", "void", "by-one")
"""The readings under which the clause takes moves away, if it does anything."""


# 8. A forced placement beyond L + 1


@rule
def forced_beyond(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """No cell keeps to the largest own group, and the stone placed forms one that is larger by two
    or more.
    """
    if move == SWAP:
        return False
    own = largest(board, mine(p))
    if not_above(board, mine(p), empty(board, p), own):
        return False
    return formed(board, mine(p), move) > own + 1


def _forced(game: Game) -> Word:
    """It takes five cells in a row, or seven in two; six in two where the enemy's group counts."""
    widening = game.settings["edition"] == "first" and game.settings["exceed"] not in NARROWING
    six = game.board.size == 6 and (widening or game.board.kind == "path")
    return "witnessed" if game.board.size == 5 or game.board.size >= 7 or six else "refuted"


# 9. The earliest win


@rule
def won(board: Field, rules: Rules, p: State) -> bool:
    """A side is eliminated."""
    return eliminated(p)


def _first_edition(game: Game) -> bool:
    return game.settings["edition"] == "first"


def _other_than(exceed: str) -> Callable[[Game], bool]:
    return lambda game: _first_edition(game) and game.settings["exceed"] != exceed


LONG = ("path:11", "path:12", "hex:3")
"""The smallest boards on which the narrowing readings part, after twelve moves or more."""
SHORT = ("square:2x6", "square:3x4")
"""Boards of more than ten cells on which they never do."""


def _differs_from(exceed: str) -> Callable[[Game], Word | None]:
    """Widening readings part from the others after a few moves, if there are that many cells; the
    narrowing ones part from each other on large boards only, which are not all known.
    """

    def expected(game: Game) -> Word | None:
        pair = {exceed, str(game.settings["exceed"])}
        size, board = game.board.size, game.board.text
        if pair <= set(NARROWING):
            if size <= 10 or board in SHORT:
                return "proved"
            return "refuted" if board in LONG or game.board.kind == "hex" else None
        if not pair & set(NARROWING):
            return "refuted" if size >= (5 if "either" in pair else 6) else "proved"
        return "refuted" if size >= 4 else "proved"

    return expected


def _worth_the_same(game: Game) -> Word | None:
    """It is on hex:2, on hex:3 and wherever play is the same; elsewhere nobody knows."""
    same = game.board.text in ("hex:2", "hex:3") or _differs_from("void")(game) == "proved"
    return "proved" if same else None


def _readings() -> tuple[Claim, ...]:
    """A claim for each other reading of the enemy clause: that it makes no difference."""
    table: list[Claim] = []
    for letter, value in zip(
        "abcdef",
        ("minimal", "void", "by-one", "permit-least", "permit-by-one", "either"),
        strict=True,
    ):
        table.append(
            Claim(
                f"12{letter}",
                f"Under `exceed={value}` play is the same.",
                ENEMY_CLAUSE,
                (Same({"exceed": value}),),
                expected=_differs_from(value),
                settings=("exceed",),
                boards=PARTING,
                applies=_other_than(value),
            )
        )
    return tuple(table)


CLAIMS: tuple[Claim, ...] = (
    Claim(
        "1",
        "While play goes on, a legal move exists exactly when an empty cell exists.",
        OWN_CLAUSE,
        (
            _theorem(
                "theorems",
                "legal_move_goals",
                "legal_move_checks",
                "s(c) is some function of the cell",
            ),
            Always(moves_while_empty, when=goes_on),
        ),
        settings=READINGS,
        boards=SMALL,
    ),
    Claim(
        "2a",
        "No position repeats: the numbers of stones in groups of each size grow, largest first.",
        TURNS,
        (
            _theorem(
                "theorems",
                "ranking_goals",
                "ranking_checks",
                "a position is the number of stones in groups of each size",
            ),
            Ends(),
        ),
        settings=(*READINGS, "pie"),
        boards=SMALL,
    ),
    Claim(
        "2b",
        "Every game ends: a board has only so many positions, and none comes twice.",
        END,
        (
            _theorem(
                "theorems",
                "ranking_goals",
                "ranking_checks",
                "a position is the number of stones in groups of each size",
            ),
            Ends(),
        ),
        settings=(*READINGS, "pie"),
        boards=SMALL,
    ),
    Claim(
        "2c",
        "The longest game of a small board is known.",
        END,
        (Ends(),),
        settings=(*READINGS, "pie"),
        boards=SMALL,
    ),
    Claim(
        "3",
        "After every placement the colours are disjoint, the mover owns a group, and only the "
        "mover can have won; never are both colours eliminated.",
        END,
        (
            _theorem(
                "turns",
                "stones_goals",
                "turn_checks",
                "stones are sets; the enemy's only become fewer",
            ),
            EveryTurn(stones_in_order),
        ),
        settings=(*READINGS, "pie"),
        boards=SMALL,
    ),
    Claim(
        "4",
        "The largest own group never shrinks by one's own move; it shrinks only by capture.",
        GROUP,
        (
            _theorem(
                "turns",
                "largest_goals",
                "turn_checks",
                "stones are sets; a group has a size, which own placements never lower",
            ),
            EveryTurn(largest_kept),
        ),
        settings=READINGS,
        boards=SMALL,
    ),
    Claim(
        "5",
        "Removing captured groups one by one in any order gives the same position.",
        REMOVE,
        (
            _theorem(
                "turns",
                "order_goals",
                "order_checks",
                "groups are the classes of an equivalence",
            ),
            EveryTurn(any_order),
        ),
        settings=READINGS,
        boards=SMALL,
    ),
    Claim(
        "6",
        "The game is drawless: a full board with both colours on it is never reached.",
        DRAWLESS,
        (Always(not_filled, toward=stones),),
        expected=_drawless,
        settings=READINGS,
        boards=("hex:2", "hex:3", "path:3", "path:4", "path:5", "path:6", "path:7", "path:8"),
    ),
    Claim(
        "7a",
        "“Groups may exceed the largest group of the opposite color” adds nothing: without it the "
        "same moves are legal.",
        ENEMY_CLAUSE,
        (Same({"exceed": "void"}),),
        expected=_differs_from("void"),
        settings=("exceed",),
        boards=PARTING,
        applies=_other_than("void"),
    ),
    Claim(
        "7b",
        "Without the clause on the opposite color the game is worth the same.",
        ENEMY_CLAUSE,
        (SameValue({"exceed": "void"}),),
        expected=_worth_the_same,
        settings=("exceed",),
        boards=("hex:2", "hex:3"),
        applies=_other_than("void"),
    ),
    Claim(
        "8",
        "A forced placement can make a group that is larger than the largest own group by two or "
        "more: “exactly one more” is no possible reading.",
        OWN_CLAUSE,
        (SomeTurn(forced_beyond),),
        expected=_forced,
        settings=READINGS,
        boards=SMALL,
    ),
    Claim(
        "9",
        "A game can be won; the witness is the earliest possible win.",
        END,
        (Sometimes(won),),
        expected=lambda game: "witnessed" if game.board.size >= 3 else "refuted",
        settings=READINGS,
        boards=SMALL,
    ),
    Claim(
        "10",
        "The board's symmetries and the exchange of colours preserve legality.",
        PLACE,
        (
            _theorem(
                "theorems",
                "symmetry_goals",
                "symmetry_checks",
                "a symmetry is a one-to-one map that carries s(c) along",
            ),
            Symmetric(),
        ),
        settings=(*READINGS, "pie"),
        boards=SMALL,
    ),
    Claim(
        "10b",
        "They also carry along the positions after every move and all results.",
        PLACE,
        (Symmetric(),),
        settings=(*READINGS, "full", "pie"),
        boards=SMALL,
    ),
    Claim(
        "11a",
        "The empty board has a value.",
        END,
        (ValueIs(),),
        expected="witnessed",
        settings=(*READINGS, "full", "pie"),
        boards=("hex:2", "hex:3"),
    ),
    Claim(
        "11b",
        "With the pie rule the second player never loses.",
        PIE,
        (ValueIs(lambda game: ("draw", "loss")),),
        settings=(*READINGS, "full"),
        boards=("hex:2", "hex:3"),
        applies=lambda game: game.settings["pie"] == "on",
    ),
    *_readings(),
)
