"""The turns of a solution, as Grow's themes look at them: drops, moves of heads, spaces taken.

taking   of a head move: to an empty space

>>> from ruleproof.models.play.game import game
>>> from ruleproof.models.play.notation import read
>>> from ruleproof.models.play.solutions import steps
>>> small = game("grow", "square:1x4")
>>> turn = steps(small, read(small, "r1 . . b1 ; red"), ["a1-b1", "@c1"])[0]
>>> drops(turn), list(each(gains(turn)))
([2], [1, 2])
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleproof.models.cells import Cells, each, first_of, last_of
from ruleproof.models.grow.counts import some, total
from ruleproof.models.grow.rules import END, LEAP, State, own, spaces_of
from ruleproof.models.play.solutions import Solution, Step


def answered(shown: Solution) -> tuple[Step, ...]:
    """The solver's turns of the line that have a reply."""
    return shown.own[: len(shown.replies)]


def refutations(shown: Solution) -> Iterator[Step]:
    """The replies that refute wrong turns."""
    return (wrong.refutation for wrong in shown.wrong if wrong.refutation)


def replies(shown: Solution) -> Iterator[Step]:
    """All known replies of the other's, those of the line first."""
    yield from shown.replies
    for fork in shown.forks:
        yield from (reply for reply, _ in fork.answers)


def micro(shown: Solution, step: Step) -> Iterator[tuple[State, int]]:
    """The micro-moves of the turn, each with the position before it."""
    state = step.before
    for move in step.moves:
        yield state, move
        state = shown.game.play(state, move)


def jumps(shown: Solution, step: Step) -> Iterator[tuple[int, int, bool]]:
    """The head moves of the turn: origin, target, and whether it is taking."""
    for state, move in micro(shown, step):
        if move >= LEAP:
            origin, target = first_of(move), last_of(move)
            yield origin, target, not own(state) >> target & 1


def drops(step: Step) -> list[int]:
    """The spaces that the turn drops a head on."""
    return [move for move in step.moves if move < END]


def heads(p: State) -> Cells:
    """The spaces with a head."""
    return some(p.ready) | some(p.spent)


def gains(step: Step) -> Cells:
    """The spaces that the turn takes."""
    return own(step.before) ^ spaces_of(step.after, step.before.side)


def enters(shown: Solution, step: Step, region: Cells) -> bool:
    """Whether the turn moves a head to an empty space of the region."""
    return any(taking and region >> target & 1 for _, target, taking in jumps(shown, step))


def grown(shown: Solution, step: Step, group: Cells) -> Cells:
    """The group with the spaces that its heads take in the turn."""
    whole = group
    for origin, target, taking in jumps(shown, step):
        if taking and group >> origin & 1:
            whole |= 1 << target
    return whole


def takable(shown: Solution, p: State, spaces: Cells, without: Cells) -> int:
    """The number of the spaces that heads of the side to move can take in one turn, those on some
    cells left out. Each takes one space beside it: a largest matching, by augmenting paths.
    """
    near = shown.game.field.near
    runners = [
        near[cell] & spaces
        for cell in each(own(p) & some(p.ready) & ~without)
        for _ in range(total(p.ready, 1 << cell))
    ]
    taker: dict[int, int] = {}

    def finds(runner: int, tried: set[int]) -> bool:
        for space in each(runners[runner]):
            if space not in tried:
                tried.add(space)
                if space not in taker or finds(taker[space], tried):
                    taker[space] = runner
                    return True
        return False

    return sum(finds(runner, set()) for runner in range(len(runners)))
