"""General themes: the ideas of a solution that are the same in every game.

Some need the game's `stones`, the cells with pieces that can be taken. `themes.py` adds the game's
own themes; `reply_themes.py` has those of replies and their answers.

artificial  of a pass: the rules need not allow it; it is played in thought, to see whether the
            solver threatens anything
"""

from __future__ import annotations

from itertools import pairwise

from ruleproof.models.cells import Cells, count
from ruleproof.models.play.game import State
from ruleproof.models.play.solutions import Fork, Step
from ruleproof.puzzles.changes import differing
from ruleproof.puzzles.telling import reply_themes
from ruleproof.puzzles.telling.facts import (
    Facts,
    General,
    for_taking,
    handed_over,
    moved,
    passed,
    stones,
    taken,
    taking_usual,
    text_of,
    tries,
)

LONG = 3
"""Own turns of a long line."""


def quiet_key(facts: Facts) -> bool:
    """Whether the key takes nothing and gives nothing up, though another turn takes something, and
    the solver's later turns do after every reply. A key that parries does not count.
    """
    shown, own = facts.solution, stones(facts)
    if own is None or shown.root is None or facts.aim != "reach" or not for_taking(facts):
        return False
    before, after = (count(own(p, shown.solver)) for p in (shown.key.before, shown.key.after))
    if taken(facts, shown.key) or after < before or taking_usual(facts):
        return False
    below = _answers(shown.root)
    could = any(taken(facts, one.step) for one in shown.wrong)
    return could and bool(below) and all(_takes(facts, one) for one in below)


def _answers(fork: Fork) -> list[Fork]:
    """The forks behind the replies to the right turn, where play goes on."""
    return [below for _, below in fork.answers if below]


def _takes(facts: Facts, fork: Fork) -> bool:
    """Whether right turns take something, from the fork on, after whatever reply."""
    below = _answers(fork)
    later = bool(below) and all(_takes(facts, one) for one in below)
    return bool(taken(facts, fork.right)) or later


def refusal(facts: Facts) -> bool:
    """Whether a wrong turn takes two pieces or more, and more than the key, and fails to one reply
    alone. Where a goal is averted, that reply does not just carry the threat out.
    """
    shown = facts.solution
    if not for_taking(facts):
        return False
    nearly = {turn for turn, _ in (tries(facts) if facts.aim == "avert" else facts.puzzle.tries)}
    least = max(1, count(taken(facts, shown.key)))
    return any(
        count(taken(facts, one.step)) > least and text_of(facts, one.step) in nearly
        for one in shown.wrong
    )


def sacrifice(facts: Facts) -> bool:
    """Whether half of the replies to the key or more take the piece that it moved or placed, and it
    is right all the same. Replies that end the game are not counted, and a piece that could be
    taken where it stood is not offered.
    """
    shown = facts.solution
    if shown.root is None:
        return False
    gone, came = moved(facts, shown.key)
    replies = [reply for reply, _ in shown.root.answers if not shown.game.over(reply.after)]
    taking = sum(bool(taken(facts, reply) & came) for reply in replies)
    if not taking or 2 * taking < len(replies):
        return False
    return not gone or not any(taken(facts, step) & gone for step in passed(facts))


def switchback(facts: Facts) -> bool:
    """Whether a solver's piece comes back to a cell that it left in an earlier turn of his."""
    trails: list[tuple[Cells, Cells]] = []
    for step in facts.solution.own:
        gone, came = moved(facts, step)
        if any(gone & now and came & home for home, now in trails):
            return True
        trails = [(home | gone, came) if gone & now else (home, now) for home, now in trails]
        trails.append((gone, came))
    return False


def two_step_trap(facts: Facts) -> bool:
    """Whether the solver's turns of a line of three or more take nothing until the last, which
    does, for a goal for which pieces are taken, and are no walk.
    """
    *before, last = facts.solution.own
    if facts.aim != "reach" or len(before) < LONG - 1 or not for_taking(facts):
        return False
    quiet = not any(taken(facts, step) for step in before)
    return quiet and bool(taken(facts, last)) and not _walks(facts)


def long_line(facts: Facts) -> bool:
    """Whether the line has three turns of the solver's or more, each right alone, and is no
    walk.
    """
    shown = facts.solution
    alone = all(one.alone for one in shown.trunk)
    return len(shown.own) >= LONG and alone and not _walks(facts)


def _walks(facts: Facts) -> bool:
    """Whether each turn of the solver's goes on where the one before it ended."""
    return all(_goes_on(facts, one, later) for one, later in pairwise(facts.solution.own))


def _goes_on(facts: Facts, earlier: Step, later: Step) -> bool:
    """Whether the later turn moves only pieces from cells that the earlier one changed."""
    gone, _ = moved(facts, later)
    return bool(gone) and not gone & ~differing(earlier.before, earlier.after)


# Both sides together


def _helped(facts: Facts) -> list[Step]:
    """The helping side's turns of the line; none against a defence."""
    return list(facts.solution.replies) if facts.aim == "help" else []


def _new(facts: Facts, step: Step, before: State) -> bool:
    """Whether the first move of the turn was illegal for its side in an earlier position."""
    here = before if before.side == step.before.side else handed_over(facts.solution.game, before)
    return here is not None and step.moves[0] not in set(facts.solution.game.moves(here))


def enabled(facts: Facts) -> bool:
    """Whether the first helping turn is illegal in the diagram."""
    return any(_new(facts, step, facts.solution.diagram) for step in _helped(facts)[:1])


def opened(facts: Facts) -> bool:
    """Whether the last turn would be illegal before the last helping turn."""
    helped = _helped(facts)[-1:]
    return any(_new(facts, facts.solution.own[-1], step.before) for step in helped)


def helpful_loss(facts: Facts) -> bool:
    """Whether the helping side takes pieces of the solver's."""
    return any(taken(facts, step) for step in _helped(facts))


def self_capture(facts: Facts) -> bool:
    """Whether the helping side plays a piece that the next turn takes."""
    turns = zip(_helped(facts), facts.solution.own[1:], strict=False)
    return any(taken(facts, own) & moved(facts, step)[1] for step, own in turns)


def idle_help(facts: Facts) -> bool:
    """Whether the helping side changes nothing on the board."""
    helped = _helped(facts)
    return bool(helped) and not any(differing(one.before, one.after) for one in helped)


GENERAL = (
    General(
        "zugzwang",
        "the first turn threatens nothing, but every turn of the other side's spoils its defence: "
        "a pass, which is artificial where turns are compulsory, would hold",
        reply_themes.zugzwang,
        "Threaten nothing: the other side would like to pass.",
    ),
    General(
        "switchback",
        "a piece comes back to where it stood",
        switchback,
        "What you leave, you may come back to.",
        takes=True,
    ),
    General(
        "sacrifice",
        "at least half of the replies that do not end the game take the piece just played, which "
        "was safe till then, yet it is right",
        sacrifice,
        "Let the other side take what you have just played.",
        takes=True,
    ),
    General(
        "decoy",
        "the piece just played is taken, and what took it is taken in turn",
        reply_themes.decoy,
        "Offer something, and take what takes it.",
        takes=True,
    ),
    General(
        "cross-wise",
        "two replies have each other's cell as their only answer",
        reply_themes.cross_wise,
        "Two cells are worth the same: if the other side takes one, take the other.",
        takes=True,
    ),
    General(
        "two-step-trap",
        "two turns or more take nothing, and the last one springs the trap",
        two_step_trap,
        "Set the trap in two quiet steps before you spring it.",
        takes=True,
    ),
    General(
        "double-threat",
        "the first turn makes two threats, and each is the only answer to some reply",
        reply_themes.double_threat,
        "Two threats at once cannot both be met.",
    ),
    General(
        "interference",
        "the first turn makes a reply impossible that would refute most other turns, or those that "
        "nearly work, and does not stand on its cell",
        reply_themes.interference,
        "Cut the other side off from the turn that it relies on.",
        takes=True,
    ),
    General(
        "riposte",
        "the turn that refutes most others can still be played, and exactly one answer meets it",
        reply_themes.riposte,
        "Let the other side carry out its threat, and have an answer ready.",
    ),
    General(
        "indirect-defence",
        "the turn that refutes most others can still be played, and is harmless",
        reply_themes.indirect_defence,
        "You need not prevent the threat: make it harmless.",
    ),
    General(
        "two-for-one",
        "one turn meets two threats, to each of which other turns fail",
        reply_themes.two_for_one,
        "Two things are threatened: one turn of yours must meet both.",
    ),
    General(
        "refusal",
        "a turn that takes two pieces or more, and more than the first turn, fails to exactly "
        "one reply",
        refusal,
        "Do not take all that you can.",
        takes=True,
    ),
    General(
        "in-between",
        "the second turn of the line, played at once, fails to exactly one reply",
        reply_themes.in_between,
        "A turn that looks right is right, but not yet.",
    ),
    General(
        "set-play-changed",
        "a reply with an answer in the diagram gets another, which does not meet most replies",
        reply_themes.set_play_changed,
        "The answers that you have prepared will change.",
    ),
    General(
        "quiet-key",
        "the first turn takes nothing, though it could, and a later turn does",
        quiet_key,
        "The first turn takes nothing.",
        takes=True,
    ),
    General(
        "vital-point",
        "the first turn goes where the other side would refute most other turns, or those that "
        "nearly work",
        reply_themes.vital_point,
        "Go where the other side wants to go.",
        takes=True,
    ),
    General(
        "three-answers",
        "three replies need three different answers, none of which meets most replies",
        reply_themes.three_answers,
        "Different replies need different answers.",
    ),
    General(
        "many-tries",
        "three turns or more fail to exactly one reply each, not all to the same",
        reply_themes.many_tries,
        "Several turns nearly do it: look for the one reply that refutes each.",
    ),
    General(
        "in-time",
        "other turns reach the goal as well, but too late",
        reply_themes.in_time,
        "More than one way leads there, but only one is fast enough.",
    ),
    General(
        "long-line",
        "three own turns or more, each the only right one, and more than the walk of one piece",
        long_line,
        "It takes all the turns you have.",
    ),
    General(
        "enabled",
        "the helping turn is possible only after the first turn",
        enabled,
        "The other side's turn is not possible yet: make it so.",
    ),
    General(
        "opened",
        "the last turn is possible only after the helping turn",
        opened,
        "Your last turn is not possible yet: let the other side make it so.",
    ),
    General(
        "helpful-loss",
        "the helping side takes pieces of the solver's",
        helpful_loss,
        "You are helped by losing something.",
        takes=True,
    ),
    General(
        "self-capture",
        "the helping side plays a piece that is taken at once",
        self_capture,
        "The other side plays into your hands.",
        takes=True,
    ),
    General(
        "idle-help",
        "the helping side changes nothing on the board",
        idle_help,
        "You must do it all yourself: the other side only waits.",
    ),
)
