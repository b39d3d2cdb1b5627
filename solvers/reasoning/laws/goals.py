"""The law of goals: puzzles ask for aims that are well worded, not yet met, and the same compiled.

Each part of the law gives its breaches, with the author's function. `open_goals` looks for all of
them in the diagrams of a ground; the words are those of `reasoning/laws/goal_walks.py`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from ruleproof.models.cells import each
from ruleproof.models.play import notation
from ruleproof.models.play.game import State
from ruleproof.models.play.goal_tables import aims_of, check_goals
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.parts import Aim, Goal, Symmetry
from ruleproof.solvers.reasoning.laws.goal_search import TO_WIN, of_order, of_outlook, speeds_search
from ruleproof.solvers.reasoning.laws.goal_walks import Asked, Goals, Stage, Step
from ruleproof.solvers.reasoning.laws.grounds import Ground
from ruleproof.solvers.reasoning.laws.play import Found
from ruleproof.solvers.reasoning.laws.positions import Breach, symmetry

Thing = TypeVar("Thing")

DIAGRAMS = 8
"""Diagrams of a ground that are looked at, spread evenly over its positions."""
ENDED = 2
"""Ended games of a ground that are looked at besides: nothing is asked there."""
AIMS = 2
"""Aims of a goal in a diagram, where there are several diagrams."""


def open_goals(ground: Ground) -> Found:
    """Breaches of every part of the law, in diagrams of the ground."""
    goals = Goals(ground.game)
    ground.at = next(iter(ground.positions.values()))
    check_goals(ground.game.rulebook)
    starts = [one for one in ground.positions.values() if starts_turn(one)]
    ended = [one for one in starts if ground.game.over(one.state)]
    diagrams = dict.fromkeys([*spread(starts, DIAGRAMS), *spread(ended, ENDED)])
    for number, position in enumerate(diagrams):
        ground.look()
        ground.at = position
        for breach in of_diagram(goals, position, number if len(starts) > 1 else None):
            yield position.state, breach


def spread(things: Sequence[Thing], most: int) -> list[Thing]:
    """So many of the things at most, from the first on, evenly apart."""
    return list(things[:: -(-len(things) // most) or 1])


def starts_turn(position: Position) -> bool:
    """Whether a turn begins in the position."""
    last = position.before[-1:]
    return not last or not position.game.plays_on(last[0], position.state)


def of_diagram(goals: Goals, position: Position, number: int | None = None) -> Iterator[Breach]:
    """The breaches among the questions of a diagram: of a few aims under a few symmetries, others
    for each number; without one, of all.
    """
    game, d = goals.game, position.state
    symmetries = () if any(symmetry(position)) else game.symmetries
    few = symmetries if number is None else _turned(symmetries, number)[:2]
    for attacker in range(2):
        for goal in goals.module.GOALS:
            aims = aims_of(game, goal, d, attacker)
            wrong = list(of_aims(goals, goal, aims, d, attacker))
            yield from wrong
            if wrong:
                continue
            yield from of_images(goals, goal, aims, d, attacker, few)
            for aim in aims if number is None else spread(aims, AIMS):
                yield from of_asked(goals, Asked(goal, aim, attacker, d), few[:1])
                few = _turned(few, 1)
        if speeds_search(goals) and not game.over(d):
            yield from of_search(goals, Asked(TO_WIN, Aim((), 1), attacker, d))


def _turned(things: Sequence[Thing], by: int) -> Sequence[Thing]:
    """The things, with so many of the first ones behind the others."""
    by %= max(1, len(things))
    return (*things[by:], *things[:by])


def of_aims(
    goals: Goals, goal: Goal, aims: Sequence[Aim], d: State, attacker: int
) -> Iterator[Breach]:
    """Aims are each listed once, name cells of the board in ascending order; an ended game has
    none, and none is met or out of reach in the diagram.
    """
    game = goals.game
    if aims and game.over(d):
        yield Breach(f"play is over, and {goal.name} is asked", goal.aims)
    if len(set(aims)) < len(aims):
        yield Breach(f"{goal.name} lists an aim twice", goal.aims)
    for aim in aims:
        if list(aim.cells) != sorted(set(aim.cells) & set(range(game.board.size))):
            yield Breach(f"{goal.name} names cells that do not ascend: {aim.cells}", goal.aims)
            continue
        asked = Asked(goal, aim, attacker, d)
        told, _ = goals.told(asked, d, d, sum(1 << cell for cell in aim.cells))
        if told:
            already = "met" if told == 1 else "out of reach"
            yield Breach(f"it is {already} in the diagram to {asked.words(game)}", goal.aims)


def of_images(
    goals: Goals,
    goal: Goal,
    aims: Sequence[Aim],
    d: State,
    attacker: int,
    symmetries: Sequence[Symmetry],
) -> Iterator[Breach]:
    """The image of a diagram has the images of its aims."""
    game = goals.game
    for turn, swap in symmetries:
        wanted = {_image_of_aim(aim, turn) for aim in aims}
        image = game.image(d, turn, swap)
        found = set(aims_of(game, goal, image, _player(attacker, swap)))
        if found != wanted:
            shown = notation.show(game, image)
            yield Breach(f"the aims of {goal.name} in its image {shown!r} are no images", goal.aims)
            return


def of_asked(goals: Goals, asked: Asked, symmetries: Sequence[Symmetry]) -> Iterator[Breach]:
    """Compiled code says what plain Python says of the turns of a walk, positions alike go on
    alike, turns of one effect are told the same, and so are images; what makes the search faster
    changes no answer.
    """
    walk = goals.walk(asked)
    parts = (
        *(of_compiled(goals, asked, stage, steps) for stage, steps in walk.items()),
        of_alikes(goals, asked, walk),
        of_effects(goals, asked, walk),
        *(of_symmetry(goals, asked, walk, one) for one in symmetries),
    )
    yield from _first(goals, asked, *parts)
    yield from of_search(goals, asked)


def of_search(goals: Goals, asked: Asked) -> Iterator[Breach]:
    """Shortcuts of the search change no answer."""
    yield from _first(goals, asked, of_outlook(goals, asked), of_order(goals, asked))


def _first(goals: Goals, asked: Asked, *parts: Iterator[Breach]) -> Iterator[Breach]:
    """The first breach of the parts, with the question before it."""
    words = asked.words(goals.game)
    for part in parts:
        for breach in islice(part, 1):
            yield breach._replace(what=f"asked to {words}: {breach.what}")
            return


def of_compiled(
    goals: Goals, asked: Asked, stage: Stage, steps: Sequence[Step]
) -> Iterator[Breach]:
    """Compiled code says what plain Python says of a stage."""
    of, (p, marked) = goals.module, stage

    def turn(q: State) -> str:
        texts = (notation.show(goals.game, state) for state in (q, p))
        return "of the turn that ends {!r} after {!r}".format(*texts)

    for step in steps:
        if not step.ends:
            continue
        q = step.after.state
        plain, fast = (step.told, step.after.marked), goals.told_compiled(asked, p, q, marked)
        if fast[0] != plain[0]:
            yield Breach(f"{turn(q)} compiled code tells {fast[0]}, plain {plain[0]}", of.reached)
        elif fast[1] != plain[1]:
            yield Breach(f"{turn(q)} compiled code marks other cells", of.follow)
        if hasattr(of, "effect") and goals.effect_compiled(p, q) != goals.effect(p, q):
            yield Breach(f"{turn(q)} compiled code tells another effect", of.effect)
    for code in (0, asked.goal.code) if hasattr(of, "alike") else ():
        if goals.alike_compiled(code, p, marked) != goals.alike(code, p, marked):
            where = notation.show(goals.game, p)
            yield Breach(f"compiled code takes {where!r} for alike to others", of.alike)


def of_alikes(goals: Goals, asked: Asked, walk: dict[Stage, list[Step]]) -> Iterator[Breach]:
    """From positions that are alike, turns are told the same and lead to positions alike; moves
    within a turn that lead to a position alike to the one before do not count.
    """
    if not hasattr(goals.module, "alike"):
        return
    courses: dict[Hashable, tuple[Hashable, State]] = {}
    for stage, steps in walk.items():
        mark = _mark(goals, asked, stage)
        goes_on = frozenset(
            (step.ends, step.told, () if step.told else _mark(goals, asked, step.after))
            for step in steps
        ) - {(False, 0, mark)}
        course, first = courses.setdefault(mark, (goes_on, stage.state))
        if course != goes_on:
            one, other = (notation.show(goals.game, state) for state in (first, stage.state))
            what = f"{other!r} is alike to {one!r}, but the goal is reached otherwise"
            yield Breach(what, goals.module.alike)


def of_effects(goals: Goals, asked: Asked, walk: dict[Stage, list[Step]]) -> Iterator[Breach]:
    """Turns of one effect are told the same."""
    if not hasattr(goals.module, "effect"):
        return
    found: dict[State, int] = {}
    amid = {next(iter(walk))}
    for stage in walk:
        for step in walk[stage] if stage in amid else ():
            if not step.ends:
                amid.add(step.after)
                continue
            q = step.after.state
            if found.setdefault(goals.effect(asked.diagram, q), step.told) != step.told:
                shown = notation.show(goals.game, q)
                what = f"the turn that ends {shown!r} is told otherwise than one of its effect"
                yield Breach(what, goals.module.effect)


def of_symmetry(
    goals: Goals, asked: Asked, walk: dict[Stage, list[Step]], one: Symmetry
) -> Iterator[Breach]:
    """The image of a turn is told the same, its cells and what it depends on are the images."""
    game, of = goals.game, goals.module
    turn, swap = one

    def image(state: State) -> State:
        return game.image(state, turn, swap)

    aim, attacker = _image_of_aim(asked.aim, turn), _player(asked.attacker, swap)
    asked_there = Asked(asked.goal, aim, attacker, image(asked.diagram))
    for (p, marked), steps in walk.items():
        where = f"the image {notation.show(game, image(p))!r}"
        cells = _image_of_cells(marked, turn)
        there = goals.alike(asked.goal.code, image(p), cells)
        if there != image(goals.alike(asked.goal.code, p, marked)):
            yield Breach(f"{where} is alike to others than images", of.alike)
        for step in steps:
            if not step.ends:
                continue
            q = step.after.state
            told, later = goals.told(asked_there, image(p), image(q), cells)
            if told != step.told:
                yield Breach(f"of a turn in {where} {told} is told, not {step.told}", of.reached)
            if later != _image_of_cells(step.after.marked, turn):
                yield Breach(f"a turn in {where} leads to other cells than images", of.follow)
            if goals.effect(image(p), image(q)) != image(goals.effect(p, q)):
                yield Breach(f"a turn in {where} has another effect than the image", of.effect)


def _mark(goals: Goals, asked: Asked, stage: Stage) -> Hashable:
    """The key of a stage in a search."""
    alike = goals.alike(asked.goal.code, stage.state, stage.marked)
    return alike, stage.marked, goals.game.over(stage.state)


def _player(player: int, swap: bool) -> int:
    return 1 - player if swap else player


def _image_of_cells(cells: int, turn: Sequence[int]) -> int:
    return sum(1 << turn[cell] for cell in each(cells))


def _image_of_aim(aim: Aim, turn: Sequence[int]) -> Aim:
    return aim._replace(cells=tuple(sorted(turn[cell] for cell in aim.cells)))
