"""Games: a rulebook on a board with its settings chosen, ready to be played.

state     what rules see: a `NamedTuple` of sets of cells and small numbers
move      a whole number; its meaning is the game's business, its text everybody's
payoff    the worth of an ended game for the side to move: 1, 0, -1, or a margin where it is scored

Everything here runs the rules as plain Python; `models/compiled/kernels.py` runs the same text
compiled.

>>> small = game("esgros", "path:3")
>>> [small.show_move(move) for move in small.moves(small.start())]
['a1', 'b1', 'c1']
>>> small.over(small.play(small.start(), small.read_move("b1")))
False
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, NoReturn

from ruleproof.models.boards.boards import Board
from ruleproof.models.boards.boards import board as read_board
from ruleproof.models.cells import Field
from ruleproof.models.errors import MoveError, TextError, offer
from ruleproof.models.mistakes import Mistake, authored
from ruleproof.models.play.complete import check_rulebook
from ruleproof.models.play.states import moved, wrong_field
from ruleproof.models.rulebooks import moves as texts
from ruleproof.models.rulebooks.kinds import is_texts
from ruleproof.models.rulebooks.parts import Example, Given, Symmetry
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.models.rulebooks.rulebook import rulebook as find_rulebook
from ruleproof.models.rulebooks.settings import Value, choose, field_name

State = Any
"""A game's own `State`: a NamedTuple with at least the field `side`."""


class Result(NamedTuple):
    """The result of a game: the winner's name (a colour) and number among the players, from 1, both
    None for a draw; scores if it is scored; and why. Once the players have exchanged colours, the
    number is that of the player who has the colour now; `Position.result` knows of the exchange,
    `Game.verdict` does not.
    """

    winner: str | None
    player: int | None
    score: list[int] | None
    reason: str


def must_be_game(thing: object) -> None:
    """Raises `TypeError` for anything but a game."""
    if not isinstance(thing, Game):
        raise TypeError(
            f"a game is taken, which `game(NAME, BOARD)` makes, not {type(thing).__name__}: "
            f"{thing!r}"
        )


@dataclass(frozen=True)
class Game:
    """A rulebook, a board, and a value for every setting."""

    rulebook: Rulebook
    board: Board
    chosen: tuple[tuple[str, Value], ...]

    def __repr__(self) -> str:
        settings = self.rulebook.settings
        bundles = {one.name: self.settings[one.name] for one in settings if one.bundle}
        usual = {one.name: one.default for one in settings if one.bundle}
        usual |= {k: v for k, v in choose(settings, bundles).items() if k not in usual}
        changed = "".join(
            f", {field_name(name)}={value!r}" for name, value in self.chosen if value != usual[name]
        )
        return f"game({self.name!r}, {self.board.text!r}{changed})"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles as its fields; `Rulebook` says where that cannot be."""
        return Game, (self.rulebook, self.board, self.chosen)

    @property
    def settings(self) -> dict[str, Value]:
        """Every setting's effective value."""
        return dict(self.chosen)

    @property
    def name(self) -> str:
        """The name of the game, as on the command line."""
        return self.rulebook.name

    @cached_property
    def rules(self) -> Any:
        """The settings as rules see them: a `Rules` tuple of whole numbers."""
        codes = {
            field_name(setting.name): setting.code(self.settings[setting.name])
            for setting in self.rulebook.settings
        }
        return self.rulebook.rules.Rules(**codes)

    @cached_property
    def field(self) -> Field:
        """The board as rules see it."""
        board = self.board
        more = self.rulebook.setup.areas(board, self.settings) if self.rulebook.setup.areas else ()
        steps = list(board.steps.values())
        return Field(
            size=board.size,
            directions=len(steps),
            full=board.full,
            none=0,
            near=board.near,
            around=board.around,
            areas=board.areas + tuple(more),
            step=tuple(step[cell] for cell in range(board.size) for step in steps),
        )

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The players' names in turn order."""
        naming = self.rulebook.setup.names_of_players
        if naming is None:
            return self.rulebook.players
        said: Any = naming(self.settings)
        if not is_texts(said) or len(said) < 2:
            self._returned(naming, said, "return a tuple of two names or more")
        return said

    @cached_property
    def most_moves(self) -> int:
        """An upper bound on the number of legal moves in any position."""
        if self.rulebook.declared.most_moves:
            return self.rulebook.declared.most_moves(self)
        return texts.space(self.rulebook.text.moves, self.board)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries that the rulebook declares; the identity if it declares none."""
        declared = self.rulebook.declared.symmetries
        return tuple(declared(self)) if declared else ((tuple(range(self.board.size)), False),)

    @property
    def acyclic(self) -> bool:
        """Whether no position can occur twice, whatever is played."""
        declared = self.rulebook.declared.acyclic
        return bool(declared and declared(self))

    @property
    def repetition_decides(self) -> bool:
        """Whether a game that goes on for ever need not be a draw."""
        decides = self.rulebook.repetition.decides
        return bool(decides and decides(self))

    @property
    def given(self) -> Given | None:
        """Facts that certificates may assume besides the rules, None if there are none."""
        tell = self.rulebook.declared.given
        return tell(self) if tell and self.rulebook.scored and self.acyclic else None

    def start(self) -> State:
        """The state the game starts from."""
        start = self.rulebook.rules.start
        return self.must_hold(start, self._state(start, start(self.field, self.rules)))

    def moves(self, state: State) -> list[int]:
        """The legal moves; none when the game is over."""
        found = [0] * (self.most_moves + 1)
        said = self.rulebook.rules.moves(self.field, self.rules, state, found)
        if said is not None:
            self._returned(
                self.rulebook.rules.moves, said, "append each move by `add(found, move)`"
            )
        return found[1 : found[0] + 1]

    def play(self, state: State, move: int) -> State:
        """The state after a legal move; the caller vouches for its legality."""
        play = self.rulebook.rules.play
        return self._state(play, play(self.field, self.rules, state, move))

    def over(self, state: State) -> bool:
        """Whether the game has ended."""
        said = self.rulebook.rules.over(self.field, self.rules, state)
        if not isinstance(said, int):
            self._returned(self.rulebook.rules.over, said, "return True or False")
        return bool(said)

    def payoff(self, state: State) -> int:
        """The worth of the ended game for the side to move, in games of two players."""
        payoff = self.rulebook.rules.payoff
        return self._number(payoff, payoff(self.field, self.rules, state))

    def score(self, state: State, player: int) -> int:
        """The player's own points now, in scored games."""
        score = self.rulebook.rules.score
        return self._number(score, score(self.field, self.rules, state, player))

    def must_hold(self, by: Callable[..., Any], state: State) -> State:
        """The state that the rule has made. Raises `Mistake` where a field of it holds no such set
        of cells or number.
        """
        if wrong := wrong_field(state, self.board.size, len(self.players)):
            raise Mistake(authored(by, self.rulebook), *wrong)
        return state

    def _state(self, by: Callable[..., Any], said: Any) -> State:
        """The state that the rule has returned."""
        if not isinstance(said, self.rulebook.rules.State):
            self._returned(by, said, "return `State(...)`")
        return said

    def _number(self, by: Callable[..., Any], said: Any) -> int:
        """The whole number that the rule has returned."""
        if not isinstance(said, int):
            self._returned(by, said, "return a whole number")
        return int(said)

    def _returned(self, by: Any, said: object, right: str) -> NoReturn:
        """Raises the mistake of an author's function that returns what it must not."""
        raise Mistake(authored(by, self.rulebook), f"it returns {said!r:.60}", right)

    def plays_on(self, before: State, after: State) -> bool:
        """Whether the player who moved before moves again after."""
        special = getattr(self.rulebook.rules, "plays_on", None)
        return bool(special(before, after)) if special else before.side == after.side

    def exchanged(self, before: State, after: State) -> bool:
        """Whether the players exchanged their colours by the turn between the states: false unless
        the game's rules have a function `exchanged` that says so.
        """
        special = getattr(self.rulebook.rules, "exchanged", None)
        return bool(special(before, after)) if special else False

    def result(self, state: State) -> Result | None:
        """The winner and the reason; None while play goes on."""
        return self.verdict(state) if self.over(state) else None

    def verdict(self, state: State) -> Result:
        """The winner and the reason, once play is known to be over."""
        telling = self.rulebook.words.reason
        reason = telling(self, state) if telling else ""
        if not isinstance(reason, str):  # pyright: ignore[reportUnnecessaryIsInstance] - an author's
            self._returned(telling, reason, "return a text")
        if not self.rulebook.scored:
            best = {1: [state.side], 0: [], -1: [1 - state.side]}[self.payoff(state)]
            score = None
        else:
            score = [self.score(state, player) for player in range(len(self.players))]
            best = [player for player, own in enumerate(score) if own == max(score)]
        if len(best) != 1:
            return Result(None, None, score, reason)
        return Result(self.players[best[0]], best[0] + 1, score, reason)

    def faults(self, state: State) -> list[str]:
        """Every static invariant that the state breaks, in words."""
        telling = self.rulebook.words.faults
        said: Any = telling(self, state) if telling else []
        if not is_texts(said):
            self._returned(telling, said, "return a list of texts, empty where there is no fault")
        return said

    def no_move(self, move: int) -> str:
        """The reason, in words, why no move has the number; empty where one may."""
        text = self.rulebook.text
        if not isinstance(move, int):  # pyright: ignore[reportUnnecessaryIsInstance] - an author's
            return f"the move {move!r:.60} is no whole number"
        if not text.write_move:
            try:
                texts.written(text.moves, self.board, move)
            except TextError as error:
                return str(error)
        return ""

    def must_be_move(self, move: int) -> None:
        """Raises `Mistake`, at the rule that lists moves, where no move has the number."""
        if wrong := self.no_move(move):
            place = authored(self.rulebook.rules.moves, self.rulebook)
            remedy = "add moves of the forms of `Text.moves`"
            raise Mistake(place, wrong, remedy)

    def show_move(self, move: int) -> str:
        """The text of a move. Raises `Mistake` where no move has the number."""
        if not isinstance(move, int):  # pyright: ignore[reportUnnecessaryIsInstance] - an author's
            self.must_be_move(move)
        if self.rulebook.text.write_move:
            return self.rulebook.text.write_move(self, move)
        try:
            return texts.written(self.rulebook.text.moves, self.board, move)
        except TextError:
            self.must_be_move(move)
            raise

    def read_move(self, text: str) -> int:
        """The move that the text names, legal or not; `TextError` when it names none."""
        if self.rulebook.text.read_move:
            return self.rulebook.text.read_move(self, text)
        return texts.read(self.rulebook.text.moves, self.board, text, self._forms())

    def allows(self, example: Example) -> bool:
        """Whether the settings are those that an example of a move needs."""
        return all(self.settings.get(name) == value for name, value in example.settings.items())

    def _forms(self) -> list[str]:
        """The forms of moves, without words whose examples all need other settings."""
        text = self.rulebook.text
        shown = {form: [one for one in text.examples if one.move == form] for form in text.moves}
        return [form for form, of in shown.items() if not of or any(map(self.allows, of))]

    def checked_move(self, state: State, text: str) -> int:
        """The legal move that the text names.

        Raises `TextError` when it cannot be read and `MoveError`, naming the clause it breaks, when
        it is not legal.
        """
        move = self.read_move(text)
        legal = self.moves(state)
        if move in legal:
            return move
        if self.over(state):
            raise MoveError(f"the game is over: {text!r}")
        why = self.rulebook.words.refusal(self, state, move) if self.rulebook.words.refusal else ""
        if not why:
            why = f"not legal here (legal: {offer(map(self.show_move, legal), 8)})"
        raise MoveError(f"{why.removesuffix('.')}: {text!r}")

    def image(self, state: State, turn: Sequence[int], swap: bool) -> State:
        """The state after a symmetry: cells go where `turn` sends them, `swap` changes colours."""
        image = moved(state, turn)
        if not swap:
            return image
        values = image._asdict()
        for one, other in self.rulebook.declared.exchange:
            values[one], values[other] = values[other], values[one]
        values["side"] = 1 - values["side"]
        return type(image)(**values)


def game(name: str, /, board: str | Board = "", **settings: object) -> Game:
    """The game of that name; `board`, a text or a `Board`, defaults to the rulebook's own, as do
    settings.

    Settings are named as by `field_name`. Raises `TextError` for an unknown game, board, setting or
    value and for combinations the rulebook refuses.
    """
    return make_game(
        find_rulebook(name),
        board.text if isinstance(board, Board) else board,
        {key.rstrip("_").replace("_", "-"): value for key, value in settings.items()},
    )


def make_game(book: Rulebook, board: str, chosen: Mapping[str, object]) -> Game:
    """The rulebook's game on the board (empty: its default) with the settings chosen.

    Raises `TextError` as `game` does, and `Mistake` where the rules lack what is required.
    """
    check_rulebook(book)
    ground = read_board(board or book.board)
    if ground.kind not in book.boards:
        raise TextError(f"{book.name} is played on {offer(book.boards)} boards: {board!r}")
    settings = choose(book.settings, chosen)
    fault = book.setup.refuse(ground, settings) if book.setup.refuse else ""
    if fault:
        raise TextError(fault)
    return Game(book, ground, tuple(settings.items()))


def game_in_file(name: str, board: str, settings: Mapping[str, object]) -> Game:
    """The game that a file names; its board and its settings have one spelling there. Settings that
    the file leaves out, because it is older than they are, have their defaults.

    Raises `TextError` for another spelling too, and says which is right.
    """
    found = make_game(find_rulebook(name), board, settings)
    if (found.name, found.board.text) != (name, board):
        raise TextError(f"files write {found.name} {found.board.text}: {f'{name} {board}'!r}")
    for setting, value in settings.items():
        own = found.settings.get(setting)
        if own != value or type(own) is not type(value):
            raise TextError(f"files write {setting} as {own!r}: {value!r}")
    return found
