"""Help: both sides play towards a goal, in exactly so many turns of the side to move, and one line
alone does it. That is decided by plain enumeration of turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.metadata import version

from ruleproof.models import notation
from ruleproof.models.game import Game, State
from ruleproof.puzzles.compose import Rejected
from ruleproof.puzzles.derived import dressed
from ruleproof.puzzles.judge import Judge
from ruleproof.puzzles.puzzle import Puzzle, puzzle_id
from ruleproof.puzzles.stipulations import WIN, Asked, Stipulation, asked_of, goals_of, sentence
from ruleproof.solvers.goals.attack import Node, TooWide

HELP = "help-"
"""What the names of such stipulations begin with."""
MOST_LINES = 20_000
"""The most turns that are looked at for one help puzzle."""
HELP_TURNS = 2
"""Within how many turns of the side to move help reaches a goal."""


def helped(judge: Judge, node: Node, left: int) -> Iterator[list[str]]:
    """The lines in which both sides together reach the goal with the last of exactly `left` turns
    of the side that is to reach it, and not before. Raises `TooWide` beyond `MOST_LINES` turns.
    """
    looked = 0

    def lines(here: Node, left: int, line: list[str]) -> Iterator[list[str]]:
        nonlocal looked
        for turn in judge.turns(here):
            looked += 1
            if looked > MOST_LINES:
                raise TooWide
            told = [*line, judge.text(turn)]
            rest = left - here.attacks
            if turn.met == 1 and rest == 0 and here.attacks:
                yield told
            elif turn.met == 0 and rest > 0:
                yield from lines(turn.after, rest, told)

    yield from lines(node, left, [])


def help_puzzle(judge: Judge, name: str, state: State, proof_game: Sequence[str]) -> Puzzle:
    """The help puzzle of the goal of that name. Raises `Rejected` where there is none, and
    `TooWide` where that is not decided.
    """
    game = judge.game
    asked = [Asked(name=WIN)]
    if name != WIN:
        goal = goals_of(game)[name]
        asked = [asked_of(game, goal, aim) for aim in goal.aims(game, state, state.side)][:4]
    why = "nothing to ask for"
    for one in asked:
        stipulation = Stipulation(aim="help", goal=one, turns=HELP_TURNS)
        node = judge.pose(state, stipulation)
        found: list[list[str]] = []
        if any(turn.met == 1 for turn in judge.turns(node)):
            why = "reached at once"
            continue
        for line in helped(judge, node, HELP_TURNS):
            found.append(line)
            if len(found) > 1:
                break
        if len(found) != 1:
            why = "several lines" if found else "no line"
            continue
        puzzle = _written(game, state, stipulation, found[0], proof_game)
        return dressed(judge, state, puzzle)
    raise Rejected(why)


def _written(
    game: Game,
    state: State,
    stipulation: Stipulation,
    line: Sequence[str],
    proof_game: Sequence[str],
) -> Puzzle:
    return Puzzle(
        id=puzzle_id(game, state, stipulation, game.settings),
        game=game.name,
        board=game.board.text,
        settings=game.settings,
        position=notation.show(game, state),
        side=game.players[state.side],
        stipulation=stipulation,
        sentence=sentence(game, state.side, stipulation),
        solution=[move for turn in line for move in turn.split()],
        unique="line",
        tree=None,
        proof_game=list(proof_game),
        version=version("ruleproof"),
    )
