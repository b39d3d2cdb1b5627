"""Two games that can be walked in step: settings of one game, or a game and a variant of it whose
positions and moves are made alike.
"""

from __future__ import annotations

from collections.abc import Iterable

from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.states import layout
from ruleproof.models.rulebooks.rulebook import Rulebook


def check_comparable(one: Game, two: Game) -> None:
    """Raises `TextError` where the positions of two games cannot be held against each other."""
    if one.board != two.board:
        raise TextError(
            f"games on one board are compared, {one.board.text} here: {two.board.text!r}"
        )
    check_variant(one.rulebook, two.rulebook)
    if one.players != two.players:
        if one.rulebook is two.rulebook:
            raise TextError(
                f"readings are compared with the same players, {', '.join(one.players)} here: "
                f"{', '.join(two.players)!r}"
            )
        raise _no_variant(one.name, two.name, "the players")


def check_variant(one: Rulebook, two: Rulebook) -> None:
    """Raises `TextError` where positions of the two rulebooks are made otherwise, whatever the
    board and the settings.
    """
    if one is two:
        return
    for what, first, second in (
        ("the fields of State", layout(one.rules.State), layout(two.rules.State)),
        ("whether points are counted", one.scored, two.scored),
        ("what recurs", one.repetition.fields, two.repetition.fields),
    ):
        if first != second:
            raise _no_variant(one.name, two.name, what)


def _no_variant(one: str, two: str, what: str) -> TextError:
    """The refusal to compare two games that differ in this."""
    return TextError(
        f"a game is compared with a variant, whose positions are made alike; {two} is no variant "
        f"of {one}: {what} of {one} and {two} differ: {two!r}"
    )


def check_moves(one: Game, two: Game, moves: Iterable[int]) -> None:
    """Raises `TextError` where a move of both games has another text in each."""
    for move in moves:
        ours, theirs = one.show_move(move), two.show_move(move)
        if ours != theirs:
            raise TextError(
                f"{one.name} and {two.name} number their moves differently, so they cannot be "
                f"compared: move {move} is {ours!r} in one and {theirs!r} in the other"
            )


def check_moves_there(one: Game, two: Game, p: State, q: State) -> None:
    """Raises `TextError` where legal moves of the two positions have one text and two numbers, or
    one number and two texts.
    """
    ours, theirs = one.moves(p), two.moves(q)
    check_moves(one, two, set(ours) & set(theirs))
    texts = {two.show_move(move): move for move in theirs}
    for move in ours:
        text = one.show_move(move)
        if texts.get(text, move) != move:
            raise TextError(
                f"{one.name} and {two.name} number their moves differently, so they cannot be "
                f"compared: {text!r} is move {move} in one and {texts[text]} in the other"
            )


def shared_turns(one: Game, two: Game) -> list[tuple[tuple[int, ...], bool]]:
    """The symmetries of both games."""
    shared = {(tuple(turn), swap) for turn, swap in two.symmetries}
    if set(one.rulebook.declared.exchange) != set(two.rulebook.declared.exchange):
        shared = {(turn, swap) for turn, swap in shared if not swap}
    return [(tuple(turn), swap) for turn, swap in one.symmetries if (tuple(turn), swap) in shared]
