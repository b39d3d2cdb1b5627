"""GRO (Greg Turner, 1999): its rulebook, its settings and its positions' faults.

>>> from ruleproof.models.play.game import game
>>> from ruleproof.models.play.position import Position
>>> Position.start(game("gro", "dish:1,1")).play("b2").text
'. . . / . r1 . / . . . ; blue placed=1'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ruleproof.models.cells import each
from ruleproof.models.gro import codes, death, endings, rules, sentences
from ruleproof.models.gro.germs import RED, State, blue, in_dish, open_points, points, red, size_at
from ruleproof.models.gro.notation import (
    move_words,
    place,
    reason,
)
from ruleproof.models.gro.refusals import kills, refusal
from ruleproof.models.play.game import Game
from ruleproof.models.rulebooks.parts import (
    Declared,
    Drawing,
    Example,
    Mark,
    Repetition,
    Text,
    Tour,
    Words,
    turns_and_colours,
)
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.models.rulebooks.settings import Setting, Value

MOST_TOKENS = 1024
"""Four tokens on each of 256 points: more can never be of use."""

EDITIONS: Mapping[str, Mapping[str, Value]] = {
    "card": {"large-move": "3", "medium-grow": "3"},
    "rulebook": {"large-move": "4", "medium-grow": "4"},
    "zillions": {
        "large-move": "3",
        "medium-grow": "3",
        "pass": "no",
        "captures": "both",
        "reserve": "unlimited",
        "repetition": "loss-3",
    },
    "neto": {"large-move": "3", "medium-grow": "3", "control": "all", "pass": "no"},
}
REPETITION = (
    "If the same pattern of germs in the dish recurs 3 times, with the same player to move each "
    "time, the moving player may call the game a draw."
)

SETTINGS = (
    Setting(
        "edition",
        "edition",
        {
            "card": "the Illustrations & Example card of 1999",
            "rulebook": "the body of the rulebook of 1999",
            "zillions": "the computer version of 2000",
            "neto": "the text on J. Neto's games page; the liberties it asks for “to divide” are "
            "counted after the division too, one of two ways to read it",
        },
        "card",
        "Refer to the Illustrations while you read the rules.",
        bundle=EDITIONS,
    ),
    Setting(
        "large-move",
        "reading",
        {"3": "as on the card: 3 or more", "4": "as in the body of the text: 4"},
        "3",
        "a large germ must have 4 adjacent open points [card: Large Germ: Must have 3 or more open "
        "points after moving.]",
        codes={"3": 3, "4": 4},
    ),
    Setting(
        "medium-grow",
        "reading",
        {"3": "as on the card: 3 or more", "4": "as in the body of the text: 4"},
        "3",
        "A medium germ must have 4 open points. [card: Medium Germ: Must have 3 or more open "
        "points before growing.]",
        codes={"3": 3, "4": 4},
    ),
    Setting(
        "divide-after",
        "reading",
        {
            "as-move": "the moved half needs the open points that a move of its size needs",
            "alive": "the moved half needs 1 open point, whatever its size",
        },
        "as-move",
        "Division is really just a special type of move. [card: The moving germ must have 2 or "
        "more open points after moving.]",
    ),
    Setting(
        "divide-direction",
        "reading",
        {"all8": "as a move, diagonally too", "orthogonal": "orthogonally only"},
        "all8",
        "A medium germ divides by moving 1 small germ to an adjacent, open point while leaving 1 "
        "small germ behind.",
    ),
    Setting(
        "win-check",
        "reading",
        {
            "both": "after every turn, for either player",
            "mover": "only for the player whose turn it was",
        },
        "both",
        "You win when your germs are the sole occupants of 3 of the 4 goal areas.",
    ),
    Setting(
        "repetition",
        "reading",
        {
            "claim-3": "from the third occurrence on the mover may claim a draw",
            "claim-4": "from the fourth occurrence on (three recurrences of the first)",
            "loss-3": "whoever brings the third occurrence about loses",
        },
        "claim-3",
        REPETITION,
    ),
    Setting(
        "stuck",
        "reading",
        {
            "pass": "who has no action passes",
            "loss": "who has no action loses",
            "draw": "who has no action ends the game in a draw",
        },
        "pass",
        "On each subsequent turn, 1 of your germs may do 1 of the following: move, grow, or "
        "divide. [games page: must do one of the following actions]",
        unless={"pass": "yes"},
    ),
    Setting(
        "control",
        "variant",
        {
            "sole": "one or more germs of one's own in the area and no enemy's",
            "all": "germs of one's own on all points of the area",
        },
        "sole",
        "You are the sole occupant of a goal area if your germs occupy 1 or more points in the "
        "area and there are no opposing germs on any points in the area. [games page: if that "
        "player has stacks on all its marked cells]",
    ),
    Setting(
        "pass",
        "variant",
        {"no": "nobody passes who has an action", "yes": "either player may pass at any turn"},
        "yes",
        "You may pass instead of doing anything on your turn. However, if both players pass one "
        "right after the other, the game ends in a draw.",
    ),
    Setting(
        "captures",
        "variant",
        {
            "enemy": "a move that would kill a germ of one's own is illegal",
            "both": "a move takes germs of either side that it leaves no open point",
        },
        "enemy",
        "Suicide is illegal; You may not move a germ to a point that would kill 1 or more of your "
        "own germs. [computer version: captures one or more pieces of either side]",
    ),
    Setting(
        "reserve",
        "variant",
        {
            "limited": "tokens are taken from the reserve",
            "unlimited": "there are always enough tokens",
        },
        "limited",
        "If you do not have enough tokens in your reserves, your germ may not grow.",
    ),
    Setting(
        "tokens",
        "option",
        range(1, MOST_TOKENS + 1),
        16,
        "The 16 red and 16 blue tokens represent germs.",
    ),
)

INVARIANTS = {
    "first turns": "with placed=0 the dish is empty and Red is to move; with placed=1 it holds one "
    "small red germ and Blue is to move; with placed=2 it is not empty",
    "alive": "every germ has an open point orthogonal to it",
    "tokens": "under reserve=limited neither colour has more tokens in the dish than there are",
    "passes": "passes come after both first turns, at most two in a row; under pass=no only where "
    "stuck=pass, and only of players who have no action",
    "seen": "every position occurs at least once, more often only after both first turns, and "
    "under repetition=loss-3 at most three times",
    "claimed": "a draw is claimed after both first turns, not right after a pass, not under "
    "repetition=loss-3, and ends the game, so that its position occurs once",
}


def _faults(game: Game, p: State) -> list[str]:
    """The static invariants that the position breaks."""
    return [*_first_turns(p), *_germs(game, p), *_counters(game, p)]


def _first_turns(p: State) -> list[str]:
    side = "red" if p.side == RED else "blue"
    germs = points(red(p)) | points(blue(p))
    if p.placed == 2:
        return [] if germs else ["placed=2 needs a germ in the dish: there is always one"]
    faults: list[str] = []
    if p.placed == 0 and germs:
        faults.append("placed=0 needs an empty dish (after both first turns it is placed=2)")
    if p.placed == 1 and (germs != p.red1 or p.red1.bit_count() != 1):
        faults.append("placed=1 needs one small red germ and nothing else in the dish")
    if p.side != p.placed:
        turn = "Blue" if p.placed else "Red"
        faults.append(f"with placed={p.placed} {turn} is to move, not {side}")
    return faults


def _germs(game: Game, p: State) -> list[str]:
    faults: list[str] = []
    if game.rules.reserve == codes.LIMITED:
        for name, own in (("red", red(p)), ("blue", blue(p))):
            used = in_dish(own)
            if used > game.rules.tokens:
                faults.append(
                    f"{name} has {used} tokens in the dish, more than {game.rules.tokens}"
                )
    free = open_points(game.field, p)
    dead = death.dead(game.field, game.board.full & ~free, free)
    if dead:
        faults.append(f"a germ without open points is dead: {game.board.name_of(dead)}")
    return faults


def _counters(game: Game, p: State) -> list[str]:
    faults: list[str] = []
    early = p.placed < 2
    if early and p.passes:
        faults.append(f"passes={p.passes} stands only with placed=2: the first turns place a germ")
    if p.passes and not game.rules.pass_ and game.rules.stuck != codes.STUCK_PASS:
        faults.append(f"passes={p.passes} stands only under pass=yes or stuck=pass")
    elif p.passes and not game.rules.pass_ and not early:
        passed = (1 - p.side, p.side)[: p.passes]
        for side in passed:
            if rules.can_act(game.field, game.rules, p._replace(side=side)):
                faults.append(
                    f"passes={p.passes} under pass=no: {game.players[side]} has an action and so "
                    "did not pass"
                )
    if p.seen < 1:
        faults.append("seen counts this occurrence too: it is at least 1")
    if early and p.seen > 1:
        faults.append(f"seen={p.seen} stands only with placed=2: first turns do not recur")
    if p.seen > 3 and game.rules.repetition == codes.LOSS_3:
        faults.append(f"under repetition=loss-3 the third occurrence ends the game: seen={p.seen}")
    if p.claimed and game.rules.repetition == codes.LOSS_3:
        faults.append("claimed=yes: nobody claims a draw under repetition=loss-3")
    if p.claimed and (early or p.passes or p.seen > 1):
        faults.append("claimed=yes stands only with placed=2, passes=0, seen=1")
    return faults


def _reserves(game: Game, p: State) -> str:
    """The tokens that each player has left."""
    if game.settings["reserve"] != "limited":
        return ""
    of_red, of_blue = (game.rules.tokens - in_dish(own) for own in (red(p), blue(p)))
    return f"In reserve: Red {of_red}, Blue {of_blue}."


def _most_moves(game: Game) -> int:
    """An upper bound on the number of moves: 8 moves, 8 divisions and a growth for a germ, which
    is 9 a token at most, as a small germ cannot divide; and `pass` and `claim`.
    """
    points = game.board.size
    actions = 17 * points
    if game.rules.reserve == codes.LIMITED:
        actions = min(actions, 9 * game.rules.tokens)
    return max(points, actions) + 2


def _marks(game: Game, p: Any) -> list[Mark]:
    """The goal areas in the colour of the player who occupies them, the germs as stacks of tokens
    with their number on top.
    """
    sides = (("red", red(p), blue(p)), ("blue", blue(p), red(p)))
    marks: list[Mark] = []
    for number, area in enumerate(game.board.areas):
        colour = "neutral"
        for name, own, enemy in sides:
            held = points(own), points(enemy)
            if endings.occupies(game.field, game.rules, *held, number):
                colour = name
        marks += [Mark(cell, "shade", colour) for cell in each(area)]
    for name, own, _ in sides:
        for cell in each(points(own)):
            size = size_at(game.field, own, cell)
            marks += [Mark(cell, "checker", name, "", height) for height in range(size - 1)]
            marks.append(Mark(cell, "checker", name, str(size), size - 1))
    return marks


_BELOW = ". . . . . . . . / - . . . . . . - / - - . . . . - -"
_GERMS = (
    "- - . . . . - - / - . . . . . . - / . . . . . . . . / . . r1 . . b1 . . / . . . r2 . . . . / "
    f"{_BELOW} ; red placed=2"
)
"""A position in which examples of moves are legal."""

RULEBOOK = Rulebook(
    name="gro",
    title="GRO: Battle for the Petri Dish",
    author="Greg Turner, 1999",
    about="germs move, grow and divide to be alone in three of the dish's four goal areas",
    players=("red", "blue"),
    boards=("dish",),
    board="dish:3,2",
    rules=rules,
    settings=SETTINGS,
    package=__name__,
    tour=Tour(board="dish:1,1", settings={"tokens": 3}),
    text=Text(
        examples=(
            Example("d1", "a small germ on the point d1, at the beginning"),
            Example("c5+", "the germ on c5 grows", _GERMS),
            Example("c5-c6", "the germ on c5 moves to c6", _GERMS),
            Example("d4/d3", "the germ on d4 divides to d3", _GERMS),
            Example(
                "b6-c7",
                "the germ on b6 moves to c7, and the germ on c8 dies, without an open point",
                "- - b1 r1 . . - - / - . . . . . . - / . r1 . . . . . . / . . . . . . . . / "
                f". . . . . . . . / {_BELOW} ; red placed=2",
            ),
            Example("pass", "no action", _GERMS),
            Example("claim", "a draw, the position having recurred", f"{_GERMS} seen=3"),
        ),
        tokens={
            "r1": "red1",
            "r2": "red2",
            "r4": "red4",
            "b1": "blue1",
            "b2": "blue2",
            "b4": "blue4",
        },
        keys={
            "placed": ("0", "1", "2"),
            "passes": ("0", "1", "2"),
            "seen": None,
            "claimed": ("no", "yes"),
        },
        moves=("CELL", "CELL+", "CELL-CELL", "CELL/CELL", "pass", "claim"),
    ),
    repetition=Repetition(
        fields=("red1", "red2", "red4", "blue1", "blue2", "blue4", "side", "claimed"),
        decides=lambda game: game.settings["repetition"] == "loss-3",
    ),
    declared=Declared(
        symmetries=turns_and_colours,
        exchange=(("red1", "blue1"), ("red2", "blue2"), ("red4", "blue4")),
        most_moves=_most_moves,
    ),
    words=Words(
        invariants=INVARIANTS,
        place=place,
        move=move_words,
        legend=lambda game: "r, b: germs of Red and Blue with so many tokens  ∘: goal area",
        keys={
            "placed=0": "Both players have still to place their first germ.",
            "placed=1": "Blue has still to place the first germ.",
            "passes=1": "One player has passed; another pass ends the game.",
            "passes=2": "Both players have passed.",
            "seen": "This position has come up {value} times.",
            "seen=1": "",
            "claimed=yes": "A draw has been claimed.",
        },
        faults=_faults,
        refusal=refusal,
        reason=reason,
        acting={sentences.DEATH: kills},
        beside=_reserves,
    ),
    drawing=Drawing(marks=_marks, on_points=True),
)
