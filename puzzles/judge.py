"""Judging: whether a position is a puzzle, and which; and whether a written puzzle holds.

Both ask the solver anew. A written puzzle is faulty when anything it claims is not so: its
position, its proof game, its stipulation, its uniqueness, its line, its id, its rating.
"""

from __future__ import annotations

from typing import Literal

from ruleproof.models.errors import MoveError, PositionError, TextError
from ruleproof.models.game import Game, State
from ruleproof.models.position import Position, follow
from ruleproof.puzzles.puzzle import Puzzle, Stipulation, canonical_text, position_of, puzzle_id
from ruleproof.puzzles.rate import greedy, rate
from ruleproof.puzzles.themes import themes
from ruleproof.solvers.exact.solve import Solution, oracle, solve

_MEMORY = 1 << 29
"""Bytes for the table of one judge."""


_FAR = 2
"""Positions whose end is further off than the longest puzzle by more than this are passed over."""


_TABLE = 50
"""Where play can come back to a position, one table of all positions serves every puzzle: it may
hold so many times more than one search may look at."""


class TooCostly(Exception):
    """The position is not solved within the bound on positions."""


class Judge:
    """Solves positions of one game, each within `limit` searched positions, with one table.

    Where play can come back to a position the table may hold `_TABLE` times as many.
    """

    def __init__(self, game: Game, limit: int) -> None:
        self.limit = limit if game.acyclic else limit * _TABLE
        self._search = oracle(game, memory=_MEMORY, most=self.limit)

    def solved(self, position: Position, *, line: bool = False) -> Solution:
        """The exact solution, with a line if asked; `TooCostly` beyond the limit."""
        solution = solve(position, most=self.limit, search=self._search, line=line)
        if solution.stopped:
            raise TooCostly
        return solution


def stipulated(game: Game, solution: Solution) -> Stipulation | None:
    """What can be asked of the side to move, or None where every move is as good or all is lost."""
    if isinstance(solution.value, int):
        return Stipulation(kind="margin", margin=solution.value)
    if solution.value == "win":
        return Stipulation(kind="win", plies=solution.distance)
    return Stipulation(kind="hold") if solution.value == "draw" else None


def unique_line(judge: Judge, position: Position) -> tuple[list[str], Literal["first", "line"]]:
    """The main line, ending with the last move of the solving side that matters, and how far its
    moves are the only ones.
    """
    solver = position.side
    line: list[str] = []
    unique: Literal["first", "line"] = "line"
    for text in judge.solved(position, line=True).line:
        if position.side == solver and len(judge.solved(position).best) != 1:
            unique = "first"
        line.append(text)
        position = position.play([text])
    return line, unique


def found_on_sight(game: Game, state: State, move: int) -> bool:
    """Whether the greediest move is the solution."""
    return greedy(game, state) == [move]


def compose(
    judge: Judge, position: Position, *, plies: range, version: str, captures: bool
) -> Puzzle | None:
    """The puzzle that the position makes, or None: not unique, too easy, or nothing to ask for.

    Raises `TooCostly` when the judge cannot solve it, or the end is so far that
    the positions before will hardly be puzzles either. `captures` lets what the
    greediest move finds pass.
    """
    game, state = position.game, position.state
    moves = game.moves(state)
    if len(moves) < 3:
        return None
    solution = judge.solved(position)
    asked = stipulated(game, solution)
    if solution.distance is not None and solution.distance > plies.stop + _FAR:
        raise TooCostly
    if asked is None or len(solution.best) != 1:
        return None
    if solution.distance is not None and solution.distance not in plies:
        return None
    move = game.read_move(solution.best[0])
    if not captures and found_on_sight(game, state, move):
        return None
    line, unique = unique_line(judge, position)
    after = position.after(move)
    return Puzzle(
        id=puzzle_id(game, state, asked, game.settings),
        game=game.name,
        board=game.board.text,
        settings=game.settings,
        position=position.text,
        side=position.side,
        stipulation=asked,
        solution=line,
        unique=unique,
        themes=themes(game, state, after.state),
        rating=rate(game, state, move),
        proof_game=history(position),
        version=version,
    )


def history(position: Position) -> list[str]:
    """The moves that led from the start of the game to the position."""
    states = (*position.before, position.state)
    if states[0] != position.game.start():
        raise PositionError(["no game from the start leads here"], position.text)
    game = position.game
    return [
        next(
            game.show_move(move)
            for move in game.moves(states[last])
            if follow(game, states[: last + 1], move) == states[last + 1]
        )
        for last in range(len(states) - 1)
    ]


def faults(puzzle: Puzzle, *, limit: int = 1 << 62) -> list[str]:
    """Everything that the puzzle claims and that is not so; empty when it holds."""
    try:
        position = position_of(puzzle)
    except (TextError, MoveError, PositionError) as error:
        return [f"the proof game cannot be played: {error}"]
    game = position.game
    if position.text != puzzle.position or position.side != puzzle.side:
        return [f"the proof game leads to another position: {position.text!r}"]
    if position.over:
        return ["the game is over in the puzzle's position"]
    found: list[str] = []
    judge = Judge(game, limit)
    solution = judge.solved(position)
    asked = stipulated(game, solution)
    if asked != puzzle.stipulation:
        now = asked.model_dump(exclude_none=True) if asked else "nothing"
        found.append(f"the stipulation does not hold; what can be asked for is {now}")
    if list(solution.best) != puzzle.solution[:1]:
        found.append(f"the first move is not the only one: {' '.join(solution.best)}")
    if puzzle.id != puzzle_id(game, position.state, puzzle.stipulation, puzzle.settings):
        found.append(f"the id is not that of the position: {puzzle.id!r}")
    if not found:
        found += _line_faults(judge, puzzle, position)
    if not found:
        move = game.read_move(puzzle.solution[0])
        if rate(game, position.state, move) != puzzle.rating:
            found.append("the rating is not the one measured")
        if themes(game, position.state, position.after(move).state) != puzzle.themes:
            found.append("the themes are not those of the solution")
    return found


def _line_faults(judge: Judge, puzzle: Puzzle, position: Position) -> list[str]:
    """What is wrong with the rest of the line: a move that gives the result away, or is claimed to
    be the only one and is not.
    """
    for ply, text in enumerate(puzzle.solution, 1):
        if position.over:
            return [f"the line goes on after the end of the game, at ply {ply}"]
        best = judge.solved(position).best
        if text not in best:
            return [f"ply {ply} of the line is not a best move: {text!r}"]
        if puzzle.unique == "line" and position.side == puzzle.side and len(best) != 1:
            return [f"ply {ply} of the line is not the only move: {' '.join(best)}"]
        position = position.play([text])
    return []


def canonical_key(puzzle: Puzzle) -> tuple[str, str]:
    """The same for puzzles that a symmetry makes one."""
    position = position_of(puzzle)
    return canonical_text(position.game, position.state), puzzle.stipulation.model_dump_json()
