"""Puzzles: their parts, and their format.

sound      the stipulation holds, proved by search, and not sooner
unique     one turn meets it; other orders of its steps are the same turn (`first`), or so it is
           after every reply of the line as well (`line`)
legal      a game from the start that reaches the position is attached, or it says `composed`

A set is a file of JSON Lines, one puzzle a line; `puzzle.schema.json` beside this module is the
published schema of a line. A puzzle begins a history of its own: nothing before it counts as a
repetition.

>>> from ruleproof.puzzles.starter import starter
>>> len(starter("esgros")[:2])
2
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from ruleproof.models.displays import EXPORTS, Listing, displayed
from ruleproof.models.errors import PositionError, TextError
from ruleproof.models.files.reading import LONGEST_SET, text_within
from ruleproof.models.files.strict import Misfit, json_as
from ruleproof.models.files.writing import try_out, write_whole
from ruleproof.models.mistakes import Mistake, authored
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State, game_in_file
from ruleproof.models.play.position import Position
from ruleproof.puzzles.ids import puzzle_id
from ruleproof.puzzles.stipulations import Stipulation, Strict, sentence
from ruleproof.puzzles.texts import Author, Id, Line
from ruleproof.puzzles.unread import others_told, reason

if TYPE_CHECKING:
    import pandas

FORMAT = "ruleproof-puzzle/2"
LARGEST = 200_000
"""Bytes of a puzzle's line; a longer one is too wide for a puzzle."""
Class = Literal["right", "same", "also", "late", "fails"]
"""The class of a turn: it is the solution; it comes to the same; it also reaches the goal; it
reaches it, but too late; it fails.
"""
Answer = tuple[Line, Line, int | None]
"""A reply: its text, its changes, and the number of the node that it leads to, None where the
puzzle ends there or goes no further.
"""
Entry = tuple[Line, Class, Line, list[Answer]]
"""A turn: its text, its class, its changes, and replies: to the right turn every one, to a wrong
turn the one that refutes it, none where there is nothing to reply.
"""


def leaving_out(name: str) -> Any:
    """A serializer that leaves out the field of that name where it is None."""

    @model_serializer(mode="wrap")
    def without(self: Strict, dump: SerializerFunctionWrapHandler) -> dict[str, object]:
        told: dict[str, object] = dump(self)
        if told[name] is None:
            del told[name]
        return told

    return without


class TreeNode(Strict):
    """A position in which the solver is to move: how many turns the side that is to reach the goal
    has left, and every legal turn.
    """

    left: int
    turns: list[Entry]

    @property
    def right(self) -> Entry:
        """The entry of the turn that the solution goes on with."""
        return next(entry for entry in self.turns if entry[1] == "right")

    @property
    def alone(self) -> bool:
        """Whether no other turn is right, turns that come to the same apart."""
        return all(kind != "also" for _, kind, _, _ in self.turns)

    @property
    def wrong(self) -> list[Entry]:
        """The turns that fail, or reach the goal too late."""
        return [entry for entry in self.turns if entry[1] in ("fails", "late")]

    @property
    def refuted(self) -> list[tuple[str, str]]:
        """The wrong turns that some reply refutes, each with that reply."""
        return [(turn, replies[0][0]) for turn, _, _, replies in self.wrong if replies]


class Tree(Strict):
    """The solution: the outcome of every turn. The first node is the diagram."""

    nodes: list[TreeNode] = Field(min_length=1)
    replies: int
    """The number of all replies to right turns."""
    only: int
    """The number of replies after which one turn alone is right."""

    @property
    def loose(self) -> bool:
        """Whether fewer than half of the replies leave one continuation alone."""
        return 2 * self.only < self.replies


class Rating(Strict):
    """The difficulty of the puzzle: `value` with its standard `error`, and `level` from 1 (easiest)
    to 5.

    `by` says for whom: `simulated` solvers, `people` too, or, where nobody defends, `search`, which
    looks at every turn. `solved` is the share of simulated attempts that solved it, `misfit` their
    disagreement with the value (about 1 where they do). `parts` are plain numbers beside it: own
    `turns` of the line, `choices` in the diagram, wrong ones that look as good as the key or better
    to weak solvers (`plausible`), the `rank` of the key for them, the `nodes` of an exact search,
    and what people see, which moves the level: `candidates`, pieces that `matter`, `forced` turns,
    and the percentage of refutations that are `hidden`.
    """

    value: int
    error: int
    level: int = Field(ge=1, le=5)
    solved: float | None = Field(default=None, ge=0, le=1)
    misfit: float | None = None
    by: Literal["simulated", "people", "search"]
    table: Line | None = None
    """The table of people's attempts that the rating also rests on."""
    people: float | None = Field(default=None, ge=0, le=1)
    """The share of people's attempts that solved it; worth does not depend on it."""
    tried: int | None = Field(default=None, ge=1)
    """The number of people's attempts."""
    parts: dict[Line, int] = Field(default={})

    _without_nobody = leaving_out("tried")

    @property
    def share(self) -> float | None:
        """The share that solved the puzzle of the attempts of those whose rating it is."""
        return self.people if self.by == "people" else self.solved


class Worth(Strict):
    """The worth of the puzzle for a set, from 0 to 100, and its parts."""

    value: int = Field(ge=0, le=100)
    parts: dict[Line, float]


class Puzzle(Strict):
    """One puzzle: a line of a set."""

    format: Literal["ruleproof-puzzle/2"] = FORMAT
    id: Id
    game: Line
    board: Line
    settings: dict[Line, Line | int]
    position: Line
    side: Line
    stipulation: Stipulation
    sentence: Line
    solution: list[Line] = Field(min_length=1)
    """The moves of the line, one after another, the defender's among them."""
    unique: Literal["first", "line"]
    tree: Tree | None
    """None for help, which has one line."""
    tries: list[tuple[Line, Line]] = Field(default=[])
    """Turns that fail to one reply only, each with that reply."""
    set_play: list[tuple[Line, Line]] = Field(default=[])
    """Turns of the defender, if he were to move, each with the answer that would work."""
    composed: bool = False
    proof_game: list[Line]
    themes: list[Line] = Field(default=[])
    rating: Rating | None = None
    worth: Worth | None = None
    hints: list[Line] | None = None
    author: Author | None = None
    """The name of who composed it or sent it in, as it is printed; None where nobody is named."""
    version: Line

    _without_nobody = leaving_out("author")

    def ready(self) -> Game:
        """The game the puzzle is of; `TextError` for an unknown game, board or setting, and for one
        that files write otherwise.
        """
        return game_in_file(self.game, self.board, self.settings)

    def line(self) -> str:
        """The puzzle as one line of JSON, without the line break."""
        content = self.model_dump(mode="json")
        return json.dumps(content, ensure_ascii=False, separators=(",", ":"))

    @property
    def key(self) -> str:
        """The text of the turn that solves the puzzle; without a tree, of its whole line."""
        entries = self.tree.nodes[0].turns if self.tree else []
        right = (entry[0] for entry in entries if entry[1] == "right")
        return next(right, " ".join(self.solution))

    @property
    def loose(self) -> bool:
        """Whether fewer than half of the replies leave one continuation alone."""
        return self.tree is not None and self.tree.loose

    def __repr__(self) -> str:
        return f"Puzzle({self.id!r}, {self.sentence!r})"

    def _repr_html_(self) -> str | None:
        return displayed(self)


class PuzzleSet(Listing[Puzzle]):
    """Puzzles in their order; a slice of a set is a set."""

    def __repr__(self) -> str:
        games = Counter(puzzle.game for puzzle in self)
        told = ", ".join(f"{many} of {name}" for name, many in games.items())
        return f"<PuzzleSet: {told or 'none'}>"

    @classmethod
    def read(cls, path: Path | str) -> PuzzleSet:
        """The puzzles of a file. Raises `TextError`, which names the first line that is no puzzle,
        and `OSError` if the file cannot be read.
        """
        return read_set(text_within(Path(path), LONGEST_SET), str(path))

    def filter(self, keep: Callable[[Puzzle], object]) -> PuzzleSet:
        """The set of the puzzles for which `keep` is true."""
        return PuzzleSet(puzzle for puzzle in self if keep(puzzle))

    def export(self, path: Path | str) -> Path:
        """Writes the set in the form that the path ends in, and returns the path: `.html` is a page
        to solve it on, `.pdf` a book, `.csv` a table, `.txt` plain text. A file that is there is
        replaced.
        Raises `TextError` for another ending, `WriteError` if the path cannot be written to.
        """
        return EXPORTS[0](self, Path(path))

    def save(self, path: Path | str) -> Path:
        """Writes the set, a puzzle a line, and returns the path. A file that is there is replaced.
        Raises `WriteError` where the path cannot be written to, as in a folder that is not there.
        """
        try_out(Path(path))
        return write_whole(Path(path), "".join(puzzle.line() + "\n" for puzzle in self))

    def frame(self) -> pandas.DataFrame:
        """The set as a pandas frame, a puzzle a row, with the columns that `frames.py`
        names. Needs the extra `frames`: raises `MissingExtra` without it.
        """
        from ruleproof.puzzles.frames import frame

        return frame(self)


def new_puzzle(
    game: Game,
    state: State,
    stipulation: Stipulation,
    solution: Sequence[str],
    proof_game: Sequence[str],
    *,
    unique: Literal["first", "line"] = "line",
    tree: Tree | None = None,
    tries: Sequence[tuple[str, str]] = (),
    set_play: Sequence[tuple[str, str]] = (),
    composed: bool = False,
) -> Puzzle:
    """The puzzle that asks the stipulation of a position, with its id, its sentence, and the
    solution's moves; nothing else is derived yet. Raises `Mistake` where the game's own files
    cannot read the position, to which play led.
    """
    return Puzzle(
        id=puzzle_id(game, state, stipulation, game.settings),
        game=game.name,
        board=game.board.text,
        settings=game.settings,
        position=_readable(game, state),
        side=game.players[state.side],
        stipulation=stipulation,
        sentence=sentence(game, state.side, stipulation),
        solution=list(solution),
        unique=unique,
        tree=tree,
        tries=list(tries),
        set_play=list(set_play),
        composed=composed,
        proof_game=list(proof_game),
        version=version("ruleproof"),
    )


def _readable(game: Game, state: State) -> str:
    """The position's text, which reads back."""
    shown, of = notation.show(game, state), game.rulebook
    try:
        notation.read(game, shown)
    except ValueError as error:
        faulty = of.words.faults if isinstance(error, PositionError) else of.text.read_cells
        what = f"a position that play reaches cannot be read back: {error}"
        remedy = f"`ruleproof conform {game.name}` shows more"
        raise Mistake(authored(faulty, of), what, remedy, "text") from None
    return shown


def read_set(text: str, name: str) -> PuzzleSet:
    """The puzzles of a set's text; `TextError` names the first line that is not one, and the file
    by `name`. A byte order mark at the beginning counts for nothing.
    """
    puzzles, wrong = read_lines(text)
    if wrong:
        first, *others = wrong
        raise TextError(f"{name}, line {first}: {wrong[first]}{others_told(others)}")
    if not puzzles:
        raise TextError(f"a puzzle file holds one puzzle a line, this one holds none: {name!r}")
    return PuzzleSet(puzzles.values())


def read_lines(text: str) -> tuple[dict[int, Puzzle], dict[int, str]]:
    """The puzzles of a set's text by the numbers of their lines, and the reasons why other lines
    are none.
    """
    puzzles: dict[int, Puzzle] = {}
    wrong: dict[int, str] = {}
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if not line.strip():
            continue
        try:
            puzzles[number] = json_as(Puzzle, line)
        except Misfit as misfit:
            wrong[number] = reason(misfit, line)
    return puzzles, wrong


def position_of(puzzle: Puzzle) -> Position:
    """The puzzle's position. It begins a history of its own, without the moves that led to it."""
    return Position.read(puzzle.ready(), puzzle.position)


def check_sentence(puzzle: Puzzle) -> None:
    """Raises `TextError` where the sentence is not that of the stipulation."""
    position = position_of(puzzle)
    told = sentence(position.game, position.state.side, puzzle.stipulation)
    if puzzle.sentence != told:
        raise TextError(
            f"the sentence is not the stipulation's, which is {told!r}: {puzzle.sentence!r}"
        )
