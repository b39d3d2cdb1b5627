"""Parts: the tables that make up a rulebook, besides its rules.

Each part is a small immutable table. Every entry says REQUIRED or OPTIONAL, the law that it must
keep, and what happens without it; nothing is assumed that a game does not declare. The names of the
laws are those of `ruleproof conform`, which tests them. The modules of a game (`rules.py`,
`advice`, `constraints.py`) have their contracts in `models/rulebooks/contracts.py`.

    >>> Text(tokens={"x": "black", "o": "white"}).tokens["x"]
    'black'
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from ruleproof.models.boards.boards import Board
from ruleproof.models.cells import Cells
from ruleproof.models.rulebooks.moves import words_of
from ruleproof.models.rulebooks.settings import Value

Game: TypeAlias = Any
"""A `models.play.game.Game`. That module imports rulebooks, so this one cannot import it."""
Symmetry: TypeAlias = tuple[tuple[int, ...], bool]
"""A permutation of the cells (`turn[cell]` is where the cell goes), and whether the colours change
too.
"""


class Mark(NamedTuple):
    """One thing drawn on a cell. Marks of a list are drawn in its order, from the board upwards.

    `shape`: `disc`, `small` (a small disc), `ring`, `square`, `dot`, `checker` (a flat piece seen
    from aslant, for piles: one mark for each piece) or `shade` (the whole cell tinted). `colour`: a
    player's name or a colour word (`black`, `white`, `red`, `blue`, `green`, `yellow`, `grey`),
    with `-light` or `-dark` behind it for a tone; `neutral` for things without an owner, such as a
    goal area. `label`: a few characters in its middle. `height`: the number of pieces below it; a
    drawing shows all pieces of a pile.
    """

    cell: int
    shape: str
    colour: str
    label: str = ""
    height: int = 0


class Given(NamedTuple):
    """Facts that certificates may assume besides the rules, in scored games without cycles.

    `alike(game, state)` returns equal values for positions with the same play: both are over or
    neither is, and where one has a move, the other has a move to a position alike. Moves to a
    position alike to the one before do not count. `certain(game, state)` returns the least and the
    most points that each player can have at the end, whatever is played. `words` explains both to
    people. Both are plain Python for the checker of certificates; no search uses them.
    """

    alike: Callable[[Game, Any], Hashable]
    certain: Callable[[Game, Any], Sequence[tuple[int, int]]]
    words: str


class Example(NamedTuple):
    """A move as text, its meaning, and a position in which it is legal: the position's text (empty:
    the start), its board (empty: the game's own), and the settings that differ from the defaults.
    """

    move: str
    means: str
    position: str = ""
    board: str = ""
    settings: Mapping[str, Value] = {}


class Aim(NamedTuple):
    """The target of a goal in one position: the cells it names, if any, and a number, if any."""

    cells: tuple[int, ...] = ()
    amount: int = 0


class Shown(NamedTuple):
    """A turn that reaches a goal: its moves with blanks between them, in a position of a board; and
    the cells and the number that the goal has there.
    """

    turn: str
    position: str
    board: str
    cells: str = ""
    amount: int = 0


class Goal(NamedTuple):
    """A goal that a puzzle can ask for besides a win, in the game's own language.

    `words` says what the player who reaches the goal does, `defence` what the player who averts it
    does, each as a verb with its object: "remove the group at {groups}", "keep the group at
    {groups}". They may use `{cells}`, or `{groups}` for one cell of each connected part of them,
    `{amount}`, and `{side}`, the name of the player who reaches the goal, or `{other}`. With an
    empty `defence`, no puzzle asks to avert it. `code`, from 1, is the goal's number in `goals.py`.
    `aims(game, state, attacker)` lists a few sensible aims for that player in a position rather
    than all; none that is met already, and none once play is over. `name` is a word of small
    letters, digits and `-`, and none that every game has, such as `win`. `note` explains what the
    words leave open, such as what "this germ" is once it has divided; `example` is drawn beside
    the rules.
    """

    name: str
    code: int
    words: str
    aims: Callable[[Game, Any, int], Sequence[Aim]]
    defence: str = ""
    note: str = ""
    example: Shown | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class Setup:
    """The game before play begins, as a board and the settings shape it."""

    areas: Callable[[Board, Mapping[str, Value]], tuple[Cells, ...]] | None = None
    """OPTIONAL. Named sets of cells that the game adds to the board's own; rules see both as
    `board.areas`, the board's own first.
    Without: the board's own areas alone.
    """

    names_of_players: Callable[[Mapping[str, Value]], tuple[str, ...]] | None = None
    """OPTIONAL. The players' names under the settings, where their number is a setting.
    Without: `Rulebook.players`.
    """

    refuse: Callable[[Board, Mapping[str, Value]], str] | None = None
    """OPTIONAL. Says why the game cannot be played on the board under the settings; empty if it
    can.
    Law `start`: a game that is not refused starts without faults.
    Without: every board of its kinds is accepted, under all settings.
    """


@dataclass(frozen=True, eq=False, kw_only=True)
class Text:
    """The notation of positions and moves.
    Law `text`: a written text reads back as the same thing.
    """

    tokens: Mapping[str, str] = field(default_factory=dict[str, str])
    """OPTIONAL. Maps each cell token to the field of `State`, a set of cells, that it stands for.
    For games whose cells hold at most one piece.
    Without: `counts`, or `write_cell` and `read_cells`, do it.
    """

    counts: Mapping[str, str] = field(default_factory=dict[str, str])
    """OPTIONAL. Maps signs to fields of `State` that hold a number for each cell (`Levels`): a cell
    shows the sign and its number. `{"": "seeds"}` writes `4`, `{"r": "red", "b": "blue"}` writes
    `r4` or `b1`. A cell shows one token or one count, so that no two of them stand on it.
    Without: no cell shows a number.
    """

    keys: Mapping[str, tuple[str, ...] | None] = field(
        default_factory=dict[str, tuple[str, ...] | None]
    )
    """OPTIONAL. The number fields of `State` that a position's text carries, each with the words
    for its values, or None where it is a number. A key that is omitted has its start-of-game value.
    Without: a text shows only the cells and the side to move.
    """

    moves: tuple[str, ...] = ("CELL",)
    """OPTIONAL. The forms of moves: `CELL`, `CELL-CELL`, `CELL:WAY`, `CELL+NUMBER`, `pass` … A part
    stands where its name stands in capitals: a cell, a direction by its name, or a number from 0 to
    511. A form has at most two parts; one without parts is a word. Texts, their reading and the
    greatest number of moves follow. Rules number the moves by `pair` and `KIND` of
    `models/cells.py`: a cell is its number, and `pass`, as the second form, is `KIND`.
    Without: every move is a cell.
    """

    examples: tuple[Example, ...] = ()
    """OPTIONAL. A move of every kind, for people; each is legal in its own position.
    Without: `ruleproof games` shows the first moves of the game.
    """

    write_cell: Callable[[Game, Any, int], str] | None = None
    """OPTIONAL. The token of a cell; `.` when nothing is on it. Needs `read_cells`.
    Without: as `tokens` and `counts` have it.
    """

    read_cells: Callable[[Game, Mapping[int, str], int, Mapping[str, str]], Any] | None = None
    """OPTIONAL. Makes a state from the token of each cell, the side to move, and the values of the
    keys; raises `TextError` for text that it cannot read.
    Without: as `tokens`, `counts` and `keys` have it.
    """

    write_keys: Callable[[Game, Any], Mapping[str, str]] | None = None
    """OPTIONAL. Every key with its value in words; needs `read_cells`.
    Without: as `keys` has it.
    """

    write_move: Callable[[Game, int], str] | None = None
    """OPTIONAL. The text of a move that has more than two parts, without blanks and different for
    each move of a position; needs `read_move`, and `Declared.most_moves`.
    Without: as `moves` has it.
    """

    read_move: Callable[[Game, str], int] | None = None
    """OPTIONAL. The move that a text names, legal or not; raises `TextError` when it names none.
    Without: as `moves` has it.
    """

    @property
    def words(self) -> dict[str, int]:
        """The moves without a part, by their words."""
        return {} if self.write_move else words_of(self.moves)


Acting: TypeAlias = "Callable[[Game, Any, int, Any], bool]"
"""A test of whether a sentence acted in a move, by the states before and after it."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Words:
    """Texts about positions and moves, for people."""

    invariants: Mapping[str, str] = field(default_factory=dict[str, str])
    """OPTIONAL. Invariants of every position, in words, by short names.
    Without: `ruleproof games` lists none.
    """

    faults: Callable[[Game, Any], list[str]] | None = None
    """OPTIONAL. The static invariants that a state breaks, in words.
    Law `faults`: no reachable position has one.
    Without: every picture counts as a position.
    """

    refusal: Callable[[Game, Any, int], str] | None = None
    """OPTIONAL. The clause of the rulebook that an illegal move breaks.
    Without: the error lists legal moves instead.
    """

    nothing: Callable[[Game, Any, int], str] | None = None
    """OPTIONAL. The clause by which a move that other programs write is none, as a piece that moves
    to its own cell; empty for others. `play` and `annotate` leave it out of their records.
    Without: such a move is illegal.
    """

    notes: Mapping[str, str] = field(default_factory=dict[str, str])
    """OPTIONAL. Notes for a reader of the settings, by short names, such as the words they use and
    the sizes of board that the author recommends.
    Without: there are no notes.
    """

    reason: Callable[[Game, Any], str] | None = None
    """OPTIONAL. The reason why the game is over. Without: a result has no reason."""

    acting: Mapping[str, Acting] = field(default_factory=dict[str, "Acting"])
    """OPTIONAL. Sentences of the rulebook that act in some moves, as one on captures does, each
    with a test of whether it acted in a legal move.
    Without: reports do not tell how often sentences act.
    """

    cell: Callable[[Game, str], str] | None = None
    """OPTIONAL. Words for the token of a cell that is not empty, for people who hear a board read.
    Without: the name of the token's field in `Text.tokens`, or the token itself.
    """

    place: Callable[[Game, int], str] | None = None
    """OPTIONAL. Words for a cell by its number, whatever stands on it, such as the goal area that
    it belongs to, for people who hear a board read; empty for a cell that is like others.
    Without: cells are told by their names alone.
    """

    move: Callable[[Game, int], str] | None = None
    """OPTIONAL. A few words beside the text of a move, the same in every position, for people who
    hear it or do not know its signs yet: `divides` beside `c4/d5`. Empty where the text says it
    all, as `c4` does for a stone on c4.
    Without: moves are told by their texts alone.
    """

    legend: Callable[[Game], str] | None = None
    """OPTIONAL. One line below a drawing made of letters: the meaning of its tokens, and of `∘`, an
    empty cell that is tinted, where there are such.
    Without: the tokens of `Text.tokens` that stand on the board, with the names of their fields.
    """

    keys: Mapping[str, str] = field(default_factory=dict[str, str])
    """OPTIONAL. Sentences for the keys of a position's text, by key, or by `key=value` where one
    value needs its own (empty: nothing to say): `{value}` stands for the value, `{0}`, `{1}` … for
    its parts between commas.
    Without: players are shown a key without any sentence as `key: value.`, where its value is not
    that of the start; `ruleproof conform` and `puzzles make` name it.
    """

    beside: Callable[[Game, Any], str] | None = None
    """OPTIONAL. Facts of a position that a player needs, and that neither its drawing nor its keys
    show, such as the pieces in reserve; empty where there is nothing. Without: nothing is said.
    """


@dataclass(frozen=True, eq=False, kw_only=True)
class Declared:
    """Facts that the game declares and solvers rely on. A wrong entry makes wrong answers;
    `ruleproof conform` tests each against the rules.
    """

    symmetries: Callable[[Game], Sequence[Symmetry]] | None = None
    """OPTIONAL. Symmetries of the rules: permutations of the cells, each with whether the colours
    change too. `every_turn` and `turns_and_colours` are ready to use.
    Law `symmetry`: the moves of a reachable position's image lead to the images of its successors;
    both are over or neither is, and both have the same payoff.
    Without: the identity alone, and searches take longer.
    """

    exchange: tuple[tuple[str, str], ...] = ()
    """OPTIONAL. The pairs of fields of `State` that a change of colours swaps; the side to move
    changes with them. Law `symmetry`. Without: only the side to move changes.
    """

    acyclic: Callable[[Game], bool] | None = None
    """OPTIONAL. Whether no position can occur twice, whatever is played.
    Law `acyclic`: play never returns to a position.
    Without: solvers assume that the game has cycles.
    """

    most_moves: Callable[[Game], int] | None = None
    """OPTIONAL. An upper bound on the number of legal moves in a position; compiled code reserves
    room for as many.
    Law `moves`: no reachable position has more. Without: all moves of the forms of `Text.moves`.
    """

    given: Callable[[Game], Given | None] | None = None
    """OPTIONAL. Facts that certificates may assume besides the rules.
    Law `given`: positions alike play alike, and no play leads beyond what is certain.
    Without: certificates rest on the rules alone.
    """


@dataclass(frozen=True, eq=False, kw_only=True)
class Repetition:
    """Rules about positions that recur."""

    fields: tuple[str, ...] = ()
    """OPTIONAL. The fields of `State` that must be the same where a position recurs; `State` then
    has a number field `seen`, 1 at a first occurrence.
    Without: the rules ignore repetition.
    """

    forbids: Callable[[Game], int] | None = None
    """OPTIONAL. The occurrence of a position that no move may bring about, 0 for none; needs
    `fields`.
    Without: moves may repeat any position.
    """

    decides: Callable[[Game], bool] | None = None
    """OPTIONAL. Whether repeating a position can lose or be illegal, so that endless play need not
    be a draw.
    Without: endless play is a draw.
    """


@dataclass(frozen=True, eq=False, kw_only=True)
class Drawing:
    """The drawing of positions."""

    marks: Callable[[Game, Any], list[Mark]] | None = None
    """OPTIONAL. The marks on the cells.
    Without: a disc for each of `Text.tokens`, in the colour that its field is named after, and one
    with its number for each of `Text.counts`.
    """

    on_points: bool = False
    """OPTIONAL. Whether pieces stand where lines cross rather than in the cells between them.
    Without: in the cells.
    """

    headings: Mapping[str, tuple[float, float]] = field(
        default_factory=dict[str, tuple[float, float]]
    )
    """OPTIONAL. The direction in which each player's pieces travel, to the right and upwards on the
    board, by the player's name.
    Without: play has no direction.
    """


@dataclass(frozen=True, eq=False, kw_only=True)
class Tour:
    """A small game that `ruleproof tour` can solve."""

    board: str = ""
    """OPTIONAL. Its board. Without: the rulebook's own."""

    settings: Mapping[str, Value] = field(default_factory=dict[str, Value])
    """OPTIONAL. Its settings. Without: the defaults."""


PARTS: tuple[type[Any], ...] = (Setup, Text, Words, Declared, Repetition, Drawing, Tour)


def every_turn(game: Game) -> list[Symmetry]:
    """All symmetries of the board, the colours kept."""
    return [(turn, False) for turn in game.board.symmetries]


def turns_and_colours(game: Game) -> list[Symmetry]:
    """All symmetries of the board, with and without a change of colours."""
    return [(turn, swap) for swap in (False, True) for turn in game.board.symmetries]
