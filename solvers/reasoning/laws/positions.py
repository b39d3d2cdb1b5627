"""Laws of single positions: text both ways, moves and ends, static faults, symmetries.

Each law is a function of a position that gives its breaches, none where the law holds.

    >>> from ruleproof.models.play.game import make_game
    >>> from ruleproof.models.template import RULEBOOK
    >>> from ruleproof.models.play.position import Position
    >>> list(text(Position.start(make_game(RULEBOOK, "hex:2", {}))))
    []
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from ruleproof.models.mistakes import authored
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.parts import Symmetry
from ruleproof.solvers.reasoning.laws.steady import (
    STEADY,
    UNSTEADY,
    Answers,
    answers,
    must_be_steady,
)


class Breach(NamedTuple):
    """A breach in words, the author's function to look for it in, and what would mend it."""

    what: str
    function: Callable[..., Any] | None = None
    remedy: str = ""


_OF_CELLS = "declare the symmetries that keep the rules, or none"
_OF_COLOURS = "declare the symmetries without a change of colours, such as `every_turn`"


def start(position: Position) -> Iterator[Breach]:
    """The game starts from a position, with the first side of the players to move or another."""
    game, state = position.game, position.game.start()
    if not 0 <= state.side < len(game.players):
        yield Breach(f"the start has side {state.side}", game.rulebook.rules.start)
    for fault in game.faults(state):
        yield Breach(f"the start has a fault: {fault}", game.rulebook.words.faults)


def text(position: Position) -> Iterator[Breach]:
    """A position's text reads back as the same position, a move's text as the same move."""
    game, state, of = position.game, position.state, position.game.rulebook.text
    shown = notation.show(game, state)
    try:
        again = notation.read(game, shown)
    except ValueError as error:
        yield Breach(
            f"its text cannot be read back: {error}", of.read_cells or game.rulebook.words.faults
        )
        return
    if again != state:
        yield Breach(
            f"its text {shown!r} reads back as another position, {_difference(state, again)}",
            of.read_cells,
        )
    names: dict[str, int] = {}
    for move in game.moves(state):
        name = game.show_move(move)
        if name in names and names[name] != move:
            yield Breach(f"two moves are written {name!r}", of.write_move)
        names[name] = move
        if not name or name.split() != [name]:
            yield Breach(f"the text of a move has no blanks: {name!r}", of.write_move)
        try:
            back = game.read_move(name)
        except ValueError as error:
            yield Breach(f"the move {name!r} cannot be read back: {error}", of.read_move)
            continue
        if back != move:
            yield Breach(f"the move {name!r} reads back as {game.show_move(back)!r}", of.read_move)


def _difference(one: State, other: State) -> str:
    fields = [name for name in one._fields if getattr(one, name) != getattr(other, name)]
    return "other in " + ", ".join(fields)


def moves(position: Position) -> Iterator[Breach]:
    """Moves are whole numbers, each listed once, no more than `most_moves`, none exactly when play
    is over.
    """
    game, state, rules = position.game, position.state, position.game.rulebook.rules
    found = [0] * (4 * (game.most_moves + 1))
    rules.moves(game.field, game.rules, state, found)
    listed = found[1 : found[0] + 1]
    if found[0] > game.most_moves:
        yield Breach(
            f"{found[0]} moves, and most_moves is {game.most_moves}",
            game.rulebook.declared.most_moves or rules.moves,
        )
        return
    for move in listed:
        if not isinstance(move, int):  # pyright: ignore[reportUnnecessaryIsInstance] - an author's
            yield Breach(f"a move is a whole number from 0: {move!r:.60}", rules.moves)
            return
    for move, times in Counter(listed).items():
        if times > 1:
            yield Breach(f"the move {game.show_move(move)!r} is listed {times} times", rules.moves)
        if move < 0:
            yield Breach(f"a move is a whole number from 0: {move}", rules.moves)
    if game.over(state) and listed:
        yield Breach(f"play is over, and there are {len(listed)} moves", rules.moves)
    if not game.over(state) and not listed:
        yield Breach("play is not over, and there is no move", rules.over)


def payoff(position: Position) -> Iterator[Breach]:
    """The payoff of an ended game is 1, 0 or -1, where points are counted the margin."""
    game, state, rules = position.game, position.state, position.game.rulebook.rules
    if not game.over(state) or len(game.players) > 2:
        return
    worth = rules.payoff(game.field, game.rules, state)
    if rules.payoff(game.field, game.rules, state) != worth:
        yield Breach(UNSTEADY, rules.payoff, STEADY)
    if not isinstance(worth, int):
        yield Breach(f"the payoff is {worth!r}, no whole number", rules.payoff)
    if not game.rulebook.scored:
        if worth not in (-1, 0, 1):
            yield Breach(f"the payoff is {worth}, not 1, 0 or -1", rules.payoff)
        return
    margin = game.score(state, state.side) - game.score(state, 1 - state.side)
    if worth != margin:
        yield Breach(f"the payoff is {worth}, and the margin of the scores {margin}", rules.payoff)


def faults(position: Position) -> Iterator[Breach]:
    """No position that play leads to breaks a static invariant."""
    for fault in position.game.faults(position.state):
        yield Breach(
            f"a position that play reaches has a fault: {fault}",
            position.game.rulebook.words.faults,
        )


def symmetry(position: Position) -> Iterator[Breach]:
    """The image of a position leads to the images of its successors, is over with it, and is worth
    the same. Raises `Mistake` where it is not so because rules answer differently when they are
    asked again.
    """
    game, state = position.game, position.state
    here = answers(game, state)
    for turn, swap in game.symmetries:
        image = game.image(state, turn, swap)
        there = answers(game, image)
        for breach in _of_image(game, (turn, swap), image, here, there):
            must_be_steady(game, [(state, here), (image, there)])
            yield breach


def tier(position: Position) -> Iterator[Breach]:
    """The tier rises with every turn, and is the same for all images."""
    game, state = position.game, position.state
    by: Any = game.rulebook.advice.tier  # pyright: ignore[reportOptionalMemberAccess]

    def of(one: State) -> int:
        return by(game.field, game.rules, one)

    here = of(state)
    if here < 0:
        yield Breach(f"its tier is {here}, less than 0", by)
    if {of(game.image(state, *one)) for one in game.symmetries} - {here}:
        yield Breach("a symmetric position has another tier", by)
    for move in game.moves(state):
        after = of(game.play(state, move))
        if after <= here:
            yield Breach(f"{game.show_move(move)} leads from tier {here} to tier {after}", by)


def _of_image(
    game: Game, by: Symmetry, image: State, here: Answers, there: Answers
) -> Iterator[Breach]:
    """The breach of the symmetry between the answers about a position and about its image."""
    turn, swap = by
    how = f"under {_named(game, turn)}" + (" with a change of colours" if swap else "")
    wanted = {game.image(after, turn, swap) for after in here.play}
    found = set(there.play)
    if here.over != there.over:
        yield _by_either(game, swap, "over", f"{how} it is {'not ' if here.over else ''}over")
    elif wanted != found:
        missing, more = len(wanted - found), len(found - wanted)
        what = (
            f"{how}, which gives {notation.show(game, image)!r}, {missing} of the positions "
            f"after its moves are missing and {more} are new"
        )
        rule = "play" if len(here.moves) == len(there.moves) else "moves"
        yield _by_either(game, swap, rule, what, likely=bool(wanted & found))
    elif here.payoff != there.payoff:
        what = f"{how} it is worth {there.payoff}, and not {here.payoff}"
        yield _by_either(game, swap, "payoff", what)


def _by_either(game: Game, swap: bool, rule: str, what: str, *, likely: bool = False) -> Breach:
    """The breach that is due to the rule or to the declaration. The rule is the `likely` one where
    other moves of the position keep the symmetry.
    """
    book = game.rulebook
    declared, function = book.declared.symmetries, getattr(book.rules, rule)
    mended = _OF_COLOURS if swap else _OF_CELLS
    if likely:
        place = authored(declared, book)
        return Breach(what, function, f"mend `{rule}`, or {mended} ({place})")
    return Breach(what, declared, f"{mended}, or mend `{rule}` ({authored(function, book)})")


def _named(game: Game, turn: Sequence[int]) -> str:
    """A permutation of the cells, in words, by the first few cells that it moves."""
    names = game.board.names
    moved = [f"{names[c]} → {names[turn[c]]}" for c in range(len(turn)) if turn[c] != c]
    shown = ", ".join(moved[:3]) + (", …" if len(moved) > 3 else "")
    return f"the symmetry {shown}" if moved else "the identity"
