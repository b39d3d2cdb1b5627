"""The themes of In Crowd puzzles: chains, sacrifices, stones that stay for good."""

from __future__ import annotations

from collections import Counter

from ruleproof.models.cells import Cells, count, each, surroundings
from ruleproof.models.incrowd.advice import settled
from ruleproof.models.incrowd.goals import flipped, stones_of
from ruleproof.models.incrowd.rules import PASS, State, empty, wave
from ruleproof.models.play.solutions import Answer, Solution, Step, Theme

stones = stones_of
PLAIN = ("long-chain", "ripple")
"""Common themes: hints prefer others."""
LONG = 4
"""Flips of a long chain."""
HELD = 2
"""Stones that an anchor makes safe."""
COUNTED = ("gain", "win")
"""Goals that count stones, so that each stone lost matters."""


def flips(shown: Solution, step: Step) -> int:
    """The number of stones that the turn flips to the side that plays it."""
    return flipped(step.before, step.after, step.before.side)


def placed(shown: Solution, step: Step) -> Cells:
    """The cell of the stone placed, as a set; none for a pass."""
    return empty(shown.game.field, step.before) & ~empty(shown.game.field, step.after)


def _attacks(shown: Solution) -> bool:
    """Whether the solver is to reach the goal."""
    return shown.attacker == shown.solver


def _stands(shown: Solution, own: Cells) -> bool:
    """Whether the goal's cells are as it asks, with these stones of the attacker's."""
    safe = settled(shown.game.field, shown.game.rules, own) if shown.goal == "secure" else own
    return not shown.cells & ~safe


def gained(shown: Solution, step: Step) -> Cells:
    """The stones that the turn flips; in the one that reaches a goal with cells, those that flip
    until it stands, wave by wave: nothing more is needed then.
    """
    side, board, rules = step.before.side, shown.game.field, shown.game.rules
    flipping = stones_of(step.after, side) & stones_of(step.before, 1 - side)
    if not shown.cells or not _attacks(shown) or step != shown.own[-1]:
        return flipping
    new, found = placed(shown, step), board.none
    own, others = stones_of(step.before, side) | new, stones_of(step.before, 1 - side)
    while new and not _stands(shown, own | found):
        beside = surroundings(board, new) & others & ~found
        new = wave(board, rules, beside, own | found, others & ~found)
        found |= new
    return found & flipping


def long_chain(shown: Solution) -> bool:
    """Whether a turn of the solver's flips four stones or more for the goal; one that keeps cells
    from the other side does so by where it stands.
    """
    if shown.cells and not _attacks(shown):
        return False
    return any(count(gained(shown, step)) >= LONG for step in shown.own)


def ripple(shown: Solution) -> bool:
    """Whether a chain of the solver's flips, for the goal, a stone that is not adjacent to the one
    placed.
    """
    field = shown.game.field
    return any(
        gained(shown, step) & ~surroundings(field, placed(shown, step)) for step in shown.own
    )


def quiet_turn(shown: Solution) -> bool:
    """Whether the attacker's key flips nothing, though another turn would, and the answers to more
    than half of the replies flip two.
    """
    if not _attacks(shown) or flips(shown, shown.key) or shown.key.moves == (PASS,):
        return False
    answers = _answered(shown)
    prepared = sum(bool(after) and flips(shown, after.right) >= 2 for _, after in answers)
    others = any(flips(shown, wrong.step) for wrong in shown.wrong)
    return others and 2 * prepared > len(answers)


def _around(shown: Solution, cells: Cells) -> Cells:
    """The cells and all that are adjacent to them."""
    return cells | surroundings(shown.game.field, cells)


def sacrifice(shown: Solution) -> bool:
    """Whether a reply to the key flips two stones of the solver's or more that most wrong turns
    would have kept safe, and that matter: stones are counted, or some stand beside cells of the
    goal or beside those that the key changed.
    """
    key, side = shown.key, shown.solver
    gained = stones_of(key.after, side) & stones_of(key.before, 1 - side)
    near = _around(shown, shown.cells | placed(shown, key) | gained)
    losses: list[Cells] = []
    for reply, after in _answered(shown):
        lost = stones_of(reply.before, side) & ~stones_of(reply.after, side)
        if after and count(lost) >= 2 and (shown.goal in COUNTED or lost & near):
            losses.append(lost)
    if not losses:
        return False
    kept = _kept(shown)
    return any(count(lost & kept) >= 2 for lost in losses)


def _kept(shown: Solution) -> Cells:
    """The solver's stones that no reply flips after most wrong turns."""
    kept = [_safe(shown, wrong.step) for wrong in shown.wrong]
    own = each(stones_of(shown.diagram, shown.solver))
    return sum(1 << cell for cell in own if 2 * sum(one >> cell & 1 for one in kept) > len(kept))


def _safe(shown: Solution, step: Step) -> Cells:
    """The solver's stones that no reply to the turn flips."""
    game, safe = shown.game, stones_of(step.after, shown.solver)
    for move in () if game.over(step.after) else game.moves(step.after):
        safe &= stones_of(game.play(step.after, move), shown.solver)
    return safe


def _answered(shown: Solution) -> tuple[Answer, ...]:
    """The replies to the key, with the play after them."""
    return shown.root.answers if shown.root else ()


def turncoat(shown: Solution) -> bool:
    """Whether the stone of the key changes colour. Later ones may just fill a last cell."""
    return bool(placed(shown, shown.key) & stones_of(shown.key.after, 1 - shown.solver))


def _at_once(shown: Solution, reply: Step) -> State:
    """The position after the reply to the key, had it been played in the diagram."""
    waiting = shown.diagram._replace(side=reply.before.side)
    return shown.game.play(waiting, reply.moves[0])


def spoiled_cell(shown: Solution) -> bool:
    """Whether the key spoils the cell that decides: a reply there changes colour, as it would not
    have done before the key. The cell that decides is the one where the attacker, who is the
    solver, answers more than half of the replies.
    """
    answers = _answered(shown)
    if not _attacks(shown):
        return False
    cells = Counter(placed(shown, after.right) for _, after in answers if after)
    for reply, _ in answers:
        cell = placed(shown, reply)
        turned = cell & stones_of(reply.after, shown.solver)
        if 2 * cells[cell] > len(answers) and turned:
            return not turned & stones_of(_at_once(shown, reply), shown.solver)
    return False


def _made_safe(shown: Solution, step: Step) -> Cells:
    """The solver's stones that could flip before the step and never can after it."""
    board, rules = shown.game.field, shown.game.rules
    before, after = (stones_of(p, shown.solver) for p in (step.before, step.after))
    return before & settled(board, rules, after) & ~settled(board, rules, before)


def anchor(shown: Solution) -> bool:
    """Whether the stone of a defender's key can never flip and makes others safe, unless the goal
    asks for that: one of the cells that the goal names, or two and more than any other turn does.
    """
    if shown.goal == "secure" or _attacks(shown):
        return False
    own = stones_of(shown.key.after, shown.solver)
    if not placed(shown, shown.key) & settled(shown.game.field, shown.game.rules, own):
        return False
    held = _made_safe(shown, shown.key)
    if shown.cells:
        return bool(held & shown.cells)
    others = (count(_made_safe(shown, one.step)) for one in shown.wrong)
    return count(held) >= HELD and count(held) > max(others, default=count(held))


def pass_alone(shown: Solution) -> bool:
    """Whether a pass is the key, so that every stone placed fails."""
    return shown.key.moves == (PASS,) and len(shown.wrong) > 0


THEMES = (
    Theme(
        "zugzwang",
        "to place any stone spoils it: only a pass will do",
        pass_alone,
        "Any stone that you place spoils something of your own.",
    ),
    Theme(
        "turncoat",
        "the first stone changes colour",
        turncoat,
        "The stone that you place first need not stay yours.",
    ),
    Theme(
        "own-stones",
        "the solver gives up two stones or more that matter and that most other turns keep safe",
        sacrifice,
        "You can afford to lose some stones on the way.",
    ),
    Theme(
        "spoiled-cell",
        "the first turn spoils the cell that decides: a stone of the other side's changes colour "
        "there",
        spoiled_cell,
        "Take away the cell that the other side needs: let its stone change colour there.",
    ),
    Theme(
        "long-chain",
        "one turn flips four stones or more",
        long_chain,
        "One turn of yours can flip four stones or more.",
    ),
    Theme(
        "ripple",
        "a chain goes on to a stone that is not adjacent to the one placed",
        ripple,
        "Follow a chain beyond the stones around the one you place.",
    ),
    Theme(
        "quiet-turn",
        "the first turn flips nothing, though it could, and a later one flips two or more",
        quiet_turn,
        "The first turn flips nothing: it prepares a later one.",
    ),
    Theme(
        "anchor",
        "the first stone can never flip, and makes others safe that matter",
        anchor,
        "The first stone can never be flipped, and makes others safe.",
    ),
)
