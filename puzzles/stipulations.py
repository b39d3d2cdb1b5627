"""Stipulations: the question of a puzzle, as a small tree and as a sentence.

reach     the side to move reaches a goal within so many turns of its own, against every defence
avert     the side to move keeps the other from reaching it within so many turns of theirs
help      both sides together reach the goal in exactly so many turns of the side to move

The goal `win` belongs to every game; the others stand in the game's `goals.py`. Without a number of
turns the game is played to its end.

    >>> from ruleproof.models.play.game import game
    >>> sentence(game("esgros"), 0, Stipulation(aim="reach", goal=Asked(name="win"), turns=2))
    'Black to move. Win within 2 turns.'
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ruleproof.models.errors import TextError, listed, offer
from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.goal_tables import aims_of, goals_module
from ruleproof.models.play.goal_tables import goals_of as own_goals
from ruleproof.models.rulebooks.parts import Aim, Goal
from ruleproof.puzzles.texts import Line
from ruleproof.solvers.playing.goals.attack import LONGEST, Question

_ONE = re.compile(r"\b1 ((?:[A-Z]\w+ )?\w+)s\b")
"""A number that disagrees with its noun: "1 pieces"."""
AimOf = Literal["reach", "avert", "help"]
RETIRED = ("proof-game", "last-turn")
"""Stipulations of earlier versions, which sets may still have."""
WIN = "win"
AGAINST: tuple[AimOf, ...] = ("reach", "avert")
"""The aims against a defence."""


class Strict(BaseModel):
    """A part of a puzzle's file: nothing is converted, nothing may be added."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Asked(Strict):
    """A goal: its name, the cells it speaks of, and its number (of stones, points, pieces)."""

    name: Line = Field(min_length=1, max_length=40)
    cells: list[Line] = Field(default=[], max_length=384)
    amount: int = Field(default=0, ge=0, le=1000)


class Stipulation(Strict):
    """The task of the side to move; see the top of this module."""

    aim: AimOf
    goal: Asked
    turns: int | None = Field(default=None, ge=1, le=LONGEST)

    @property
    def name(self) -> str:
        """The name for `--goal`: `win`, `save`, `kill`, `avert-kill`, `help-kill`."""
        if self.goal.name == WIN and self.aim == "avert":
            return "save"
        if self.goal.name == WIN and self.aim == "reach":
            return "best" if self.goal.amount > 1 else WIN
        return self.goal.name if self.aim == "reach" else f"{self.aim}-{self.goal.name}"

    @property
    def title(self) -> str:
        """The question in a few words, for menus: "kill", "kill, to be prevented"."""
        own = {"save": "save the game", "best": "win by a margin"}
        if self.name in own:
            return own[self.name]
        goal = self.goal.name.replace("-", " ")
        behind = {"avert": ", to be prevented", "help": ", with help"}
        return goal + behind.get(self.aim, "")

    @property
    def within(self) -> int:
        """The number of turns for a search."""
        return self.turns if self.turns is not None else LONGEST


def in_general(game: Game, name: str) -> str:
    """The question of that name for `--goal`, without cells and numbers, as the first player is
    asked: "kill the Blue germ at CELLS". Raises `TextError` for a name that the game does not have.

    >>> from ruleproof.models.play.game import game
    >>> in_general(game("esgros"), "avert-remove")
    'keep the Black group at CELLS'
    """
    own = {WIN: "win", "save": "do not lose", "best": "win by at least N"}
    if name in own:
        return own[name]
    aim, goal = named(name)
    solver, other = (player.capitalize() for player in game.players)
    if aim == "help":
        asked = own[WIN] if goal == WIN else in_general(game, goal)
        return f"{solver} moves first and {other} helps: {asked}"
    attacker, defender = (other, solver) if aim == "avert" else (solver, other)
    words = goal_of(game, goal).defence if aim == "avert" else goal_of(game, goal).words
    return words.format(cells="CELLS", groups="CELLS", amount="N", side=attacker, other=defender)


def goals_of(game: Game) -> dict[str, Goal]:
    """The goals of the game's own, by their names."""
    return {goal.name: goal for goal in own_goals(game.rulebook)}


def retired(name: str) -> str:
    """The reason for refusing a stipulation of earlier versions."""
    return f"this version no longer has the stipulation {name!r}"


def check_goal(game: Game, name: str) -> None:
    """Raises `TextError` where the game has no stipulation of that name for `--goal`."""
    if name in RETIRED:
        raise TextError(retired(name))
    if name not in (known := names(game)):
        raise TextError(f"no such goal of {game.name} (goals: {offer(known, 60)}): {name!r}")


def names(game: Game) -> list[str]:
    """Every stipulation that can be asked in the game, by its name for `--goal`."""
    own = goals_of(game).values()
    found = [WIN]
    if game.acyclic:
        found += ["save", *(["best"] if game.rulebook.scored else [])]
    found += [goal.name for goal in own]
    found += [f"avert-{goal.name}" for goal in own if goal.defence]
    found += [f"help-{name}" for name in (WIN, *(goal.name for goal in own))]
    return found


def named(name: str) -> tuple[AimOf, str]:
    """The aim and the goal that `--goal` names; a goal that no game has is let through."""
    if name == "save":
        return "avert", WIN
    if name == "best":
        return "reach", WIN
    for aim in ("avert", "help"):
        if name.startswith(f"{aim}-"):
            return aim, name.removeprefix(f"{aim}-")
    return "reach", name


def stipulated(
    game: Game, name: str, cells: Sequence[str], amount: int, turns: int | None
) -> Stipulation:
    """The stipulation that `--goal` gives this name. Raises `TextError` where the game has no such
    goal or cells, the goal's words lack their cells or number or have no place for those given, or
    help has no number of turns, or play may go on for ever.
    """
    aim, goal = named(name)
    own = goals_of(game)
    if goal not in {WIN, *own}:
        if name in RETIRED:
            raise TextError(retired(name))
        accepted = [WIN, "save", *own, *(f"avert-{one}" for one in own)]
        accepted += [f"help-{one}" for one in (WIN, *own)]
        raise TextError(f"no such goal of {game.name} (goals: {offer(accepted, 60)}): {name!r}")
    if aim == "help" and turns is None:
        raise TextError(f"{name} takes exactly so many turns; add --turns N")
    found = sorted({game.board.names[game.board.cell(cell)] for cell in cells})
    _check_target(game, name, goal, found, amount)
    if turns is None and not game.acyclic:
        raise TextError("play of this game can go on for ever; add --turns N")
    return Stipulation(aim=aim, goal=Asked(name=goal, cells=found, amount=amount), turns=turns)


def _check_target(game: Game, name: str, goal: str, cells: Sequence[str], amount: int) -> None:
    """Raises `TextError` where cells or a number are given that the goal's words do not speak of,
    or none where they do. To win may have a number where points are counted.
    """
    words = "" if goal == WIN else goals_of(game)[goal].words
    wants_cells, wants_amount = "{cells}" in words or "{groups}" in words, "{amount}" in words
    if wants_cells and not cells:
        raise TextError(f"{name} needs cells, such as --goal {name}:{game.board.names[0]}")
    if cells and not wants_cells:
        raise TextError(f"{name} takes no cells: {','.join(cells)!r}")
    if wants_amount and not amount:
        raise TextError(f"{name} needs a number from 1, such as --goal {name}:2")
    if amount and not wants_amount and not (goal == WIN and game.rulebook.scored):
        raise TextError(f"{name} takes no number: {amount}")


def check_open(game: Game, state: State, stipulation: Stipulation) -> None:
    """Raises `TextError` where the goal is met in the diagram before a turn is played, or cannot be
    met: no group stands on the cells that are named, say.
    """
    asked = stipulation.goal
    if asked.name == WIN:
        return
    goal = goal_of(game, asked.name)
    module: Any = goals_module(game.rulebook)
    attacker = attacker_of(stipulation, state.side)
    marked = sum({1 << game.board.cell(name) for name in asked.cells})
    ground = game.field, game.rules, goal.code
    if hasattr(module, "follow"):
        marked = module.follow(*ground, state, state, state, marked)
    told = module.reached(*ground, asked.amount, attacker, state, state, state, marked)
    if told:
        already = f"the goal is {'met' if told == 1 else 'out of reach'} in the diagram already"
        if not asked.cells:
            raise TextError(f"{already}: {filled(game, goal.words, asked, attacker)}")
        there = listed([_holding(game, state, name) for name in asked.cells])
        raise TextError(
            f"{already}, where {there}; {_askable_on(game, state, goal, attacker)}: "
            f"{','.join(asked.cells)!r}"
        )


def _holding(game: Game, state: State, name: str) -> str:
    """The token that stands on the cell, in words."""
    token = notation.cell_text(game, state, game.board.cell(name))
    return f"{name} is empty" if token == "." else f"{name} holds {token}"


def _askable_on(game: Game, state: State, goal: Goal, attacker: int) -> str:
    """The cells of which the goal can be asked in the position, in words."""
    aims = [asked_of(game, goal, one).cells for one in aims_of(game, goal, state, attacker)]
    cells = list(dict.fromkeys(",".join(found) for found in aims if found))
    if not cells:
        return f"{goal.name} can be asked of no cells here"
    return f"{goal.name} can be asked here of {' or '.join(cells[:3])}{', …' * (len(cells) > 3)}"


def askable(game: Game, state: State) -> list[Stipulation]:
    """The stipulations that make sense in the position: those against a defence and, without its
    number of turns, help.
    """
    found = [Stipulation(aim="reach", goal=Asked(name=WIN))]
    if game.acyclic:
        found.append(Stipulation(aim="avert", goal=Asked(name=WIN)))
    for aim in AGAINST:
        found += _with_own_goals(game, state, aim)
    found.append(Stipulation(aim="help", goal=Asked(name=WIN)))
    return found + _with_own_goals(game, state, "help")


def _with_own_goals(game: Game, state: State, aim: AimOf) -> list[Stipulation]:
    """The stipulations of this aim for the game's own goals, without a number of turns."""
    attacker = 1 - state.side if aim == "avert" else state.side
    return [
        Stipulation(aim=aim, goal=asked_of(game, goal, one))
        for goal in goals_of(game).values()
        if aim != "avert" or goal.defence
        for one in aims_of(game, goal, state, attacker)
    ]


def attacker_of(stipulation: Stipulation, side: int) -> int:
    """The player who is to reach the goal, in a diagram with that side to move."""
    return 1 - side if stipulation.aim == "avert" else side


def check_game(game: Game) -> None:
    """Raises `TextError` where no puzzle can be asked of the game."""
    if len(game.players) != 2:
        raise TextError("puzzles are for two players")
    forbids = game.rulebook.repetition.forbids
    if forbids and 0 < forbids(game) < 3:
        raise TextError(
            "a puzzle begins a history of its own, so none is asked where a position may not come "
            "up twice"
        )


def check_diagram(game: Game, state: State) -> None:
    """Raises `TextError` where a player may still exchange the colours: nobody can say then who is
    to reach the goal.
    """
    moves = game.moves(state)
    if any(game.exchanged(state, game.play(state, move)) for move in moves):
        raise TextError("the players may still exchange their colours in the diagram")


def goal_of(game: Game, name: str) -> Goal:
    """The game's own goal of that name; `TextError` where it has none."""
    goals = goals_of(game)
    if name not in goals:
        accepted = offer([WIN, *goals], 30)
        raise TextError(f"no such goal of {game.name} (goals: {accepted}): {name!r}")
    return goals[name]


def question(game: Game, state: State, stipulation: Stipulation) -> Question:
    """The question for the search; `TextError` for a goal or cells that the game does not have."""
    asked = stipulation.goal
    attacker = attacker_of(stipulation, state.side)
    if asked.name == WIN:
        least = max(1, asked.amount)
        return Question(state, attacker, stipulation.within, amount=least)
    goal = goal_of(game, asked.name)
    marked = sum({1 << game.board.cell(name) for name in asked.cells})
    return Question(state, attacker, stipulation.within, goal.code, asked.amount, marked)


def asked_of(game: Game, goal: Goal, aim: Aim) -> Asked:
    """One of a goal's aims, in the form of a puzzle."""
    cells = [game.board.names[cell] for cell in sorted(aim.cells)]
    return Asked(name=goal.name, cells=cells, amount=aim.amount)


def _turns(many: int) -> str:
    return "1 turn" if many == 1 else f"{many} turns"


def filled(game: Game, words: str, asked: Asked, attacker: int) -> str:
    """The words of a goal, with its cells, number and players filled in."""
    players = game.players
    told = words.format(
        cells=listed(asked.cells) if asked.cells else "",
        groups=listed(notation.one_of_each(game, map(game.board.cell, asked.cells)))
        if asked.cells
        else "",
        amount=asked.amount,
        side=players[attacker].capitalize(),
        other=players[1 - attacker].capitalize(),
    )
    return _ONE.sub(r"1 \1", told)


LOOKED_AT = (
    "A goal is looked at when a turn ends, of either side, and when the game ends, "
    "unless its sentence says otherwise."
)
"""The rule of all goals, for the solver."""


def sentence(game: Game, side: int, stipulation: Stipulation) -> str:
    """The question in a sentence or two, for the solver."""
    mover, other = (game.players[k].capitalize() for k in (side, 1 - side))
    asked, turns = stipulation.goal, stipulation.turns
    explained = note(game, side, stipulation)
    if asked.name == WIN:
        words, defence = "win", "do not lose"
        if asked.amount > 1:
            words, defence = f"win by at least {asked.amount}", f"lose by less than {asked.amount}"
    else:
        goal = goal_of(game, asked.name)
        attacker = attacker_of(stipulation, side)
        words, defence = (
            filled(game, text, asked, attacker) for text in (goal.words, goal.defence)
        )
    if stipulation.aim == "help":
        span = f" in exactly {_turns(turns)} of {mover}" if turns else ""
        told = f"{mover} moves first and {other} helps: {words}{span}"
    elif stipulation.aim == "avert":
        coming = "turn" if turns == 1 else f"{turns} turns"
        span = f" through {other}'s next {coming}" if turns else ""
        told = f"{mover} to move. {defence[:1].upper()}{defence[1:]}{span}"
    elif turns == 1:
        told = f"{mover} to move. {words[:1].upper()}{words[1:]} in one turn"
    else:
        span = f" within {_turns(turns)}" if turns else ""
        told = f"{mover} to move. {words[:1].upper()}{words[1:]}{span}"
    return f"{told}. {explained}".rstrip()


def note(game: Game, side: int, stipulation: Stipulation) -> str:
    """The sentence that explains the goal, the last of the question; empty where there is none."""
    asked = stipulation.goal
    if asked.name == WIN:
        return ""
    goal = goal_of(game, asked.name)
    told = filled(game, goal.note, asked, attacker_of(stipulation, side))
    return f"{told[:1].upper()}{told[1:].removesuffix('.')}." if told else ""
