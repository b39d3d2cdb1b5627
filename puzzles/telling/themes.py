"""Themes: the ideas of a solution, in the words of its game and in those of every game.

A game's own themes stand in its `themes.py`. Those here hold for every game; some need the game's
`stones`, the cells with pieces that can be taken.

taking      of a turn: a cell of the other's pieces is his no longer
artificial  of a pass: the rules need not allow it; it is played in thought, to see whether the
            solver threatens anything
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ruleproof.models.cells import Cells, count
from ruleproof.models.errors import TextError, offer
from ruleproof.models.game import Game
from ruleproof.models.solutions import Solution, Step, Theme
from ruleproof.puzzles.puzzle import Puzzle

MANY_TRIES = 3
LONG = 3
"""Own turns of a long line."""
FEWEST = 3
"""With fewer replies than this, a unique line shows nothing."""


class Facts(NamedTuple):
    """The source of themes: the puzzle, its solution, and, for a goal to reach in some turns, the
    turns that would be right if the other passed after the key; None where these are not known.
    """

    puzzle: Puzzle
    solution: Solution
    threats: tuple[str, ...] | None = None


class General(NamedTuple):
    """A theme of every game."""

    name: str
    words: str
    shown: Callable[[Facts], bool]
    hint: str


def own_themes(game: Game) -> tuple[Theme, ...]:
    """The game's own themes."""
    module: Any = game.rulebook.module("themes")
    return module.THEMES if module else ()


def _taken(facts: Facts, step: Step) -> Cells:
    """The cells that the turn takes from the other side; none where the game knows no taking."""
    module: Any = facts.solution.game.rulebook.module("themes")
    stones = getattr(module, "stones", None)
    if stones is None:
        return 0
    other = 1 - step.before.side
    return stones(step.before, other) & ~stones(step.after, other)


def zugzwang(facts: Facts) -> bool:
    """Whether the key threatens nothing: if the other could pass, he would hold out."""
    return facts.threats == () and len(facts.solution.line) > 1


def double_threat(facts: Facts) -> bool:
    """Whether the key threatens two turns at once or more."""
    turns = facts.puzzle.stipulation.turns
    return turns == 2 and facts.threats is not None and len(facts.threats) >= 2


def quiet_key(facts: Facts) -> bool:
    """Whether the key takes nothing, though another turn would, and a later one does."""
    shown = facts.solution
    if _taken(facts, shown.key) or not any(_taken(facts, one.step) for one in shown.wrong):
        return False
    return any(_taken(facts, step) for step in shown.own[1:])


def refusal(facts: Facts) -> bool:
    """Whether a wrong turn takes two pieces or more, and more than the key."""
    shown = facts.solution
    most = max((count(_taken(facts, one.step)) for one in shown.wrong), default=0)
    return most >= 2 and most > count(_taken(facts, shown.key))


def sacrifice(facts: Facts) -> bool:
    """Whether the reply to the key takes a piece, and the solver goes on."""
    shown = facts.solution
    return len(shown.own) > 1 and bool(_taken(facts, shown.replies[0]))


def switchback(facts: Facts) -> bool:
    """Whether a solver's piece comes back to a cell that it left in an earlier turn of his."""
    module: Any = facts.solution.game.rulebook.module("themes")
    stones = getattr(module, "stones", None)
    if stones is None:
        return False
    left = 0
    for step in facts.solution.own:
        before, after = (stones(p, step.before.side) for p in (step.before, step.after))
        if left & after & ~before:
            return True
        left |= before & ~after
    return False


def in_between(facts: Facts) -> bool:
    """Whether the second turn of the line, played at once, fails to one reply alone."""
    own = facts.solution.own
    if len(own) < 2 or facts.puzzle.stipulation.aim != "reach":
        return False
    game = facts.solution.game
    second = " ".join(game.show_move(move) for move in own[1].moves)
    return any(turn == second for turn, _ in facts.puzzle.tries)


def only_moves(facts: Facts) -> bool:
    """Whether one turn alone is right after every one of three replies or more."""
    tree = facts.puzzle.tree
    return tree is not None and tree.only == tree.replies >= FEWEST


def long_line(facts: Facts) -> bool:
    """Whether the line has three turns of the solver's or more."""
    return len(facts.solution.own) >= LONG


def many_tries(facts: Facts) -> bool:
    """Whether three turns or more fail to one reply alone."""
    return len(facts.puzzle.tries) >= MANY_TRIES


def set_play_changed(facts: Facts) -> bool:
    """Whether a reply with an answer in the diagram has another answer after the key."""
    root = facts.puzzle.tree.nodes[0] if facts.puzzle.tree else None
    if root is None:
        return False
    entry = next(one for one in root.turns if one[1] == "right")
    answers = {text: child for text, _, child in entry[3] if child is not None}
    for text, answer in facts.puzzle.set_play:
        if text in answers and facts.puzzle.tree:
            turns = facts.puzzle.tree.nodes[answers[text]].turns
            kinds = {turn: kind for turn, kind, _, _ in turns}
            if kinds.get(answer) in (None, "fails", "late"):
                return True
    return False


GENERAL = (
    General(
        "zugzwang",
        "the first turn threatens nothing: any turn of the other side's spoils its defence "
        "(with a pass, which is artificial where turns are compulsory, it would hold)",
        zugzwang,
        "Threaten nothing: the other side would like to pass.",
    ),
    General(
        "switchback",
        "a piece comes back to where it stood",
        switchback,
        "What you leave, you may come back to.",
    ),
    General(
        "sacrifice",
        "a piece is given up",
        sacrifice,
        "You must let something of yours be taken.",
    ),
    General(
        "refusal",
        "the turn that takes most is wrong",
        refusal,
        "Do not take all that you can.",
    ),
    General(
        "in-between",
        "the second turn of the line, played at once, fails to one reply alone",
        in_between,
        "The obvious turn is right, but not yet.",
    ),
    General(
        "double-threat",
        "the first turn threatens two things at once",
        double_threat,
        "Look for a turn that threatens two things at once.",
    ),
    General(
        "set-play-changed",
        "a reply that had an answer in the diagram gets another",
        set_play_changed,
        "The answers that you have prepared will change.",
    ),
    General(
        "quiet-key",
        "the first turn takes nothing, though it could",
        quiet_key,
        "The first turn takes nothing.",
    ),
    General(
        "many-tries",
        "three turns or more fail to one reply alone",
        many_tries,
        "Several turns nearly do it: look for the one reply that refutes each.",
    ),
    General(
        "only-moves",
        "after every reply one turn alone is right",
        only_moves,
        "Every reply needs an answer of its own.",
    ),
    General("long-line", "three own turns or more", long_line, "It takes all the turns you have."),
)


def themes_of(facts: Facts) -> list[str]:
    """The names of the themes that the solution shows: the game's own first, each group with the
    most telling first. A game's own theme replaces the general one of the same name.
    """
    found = [one.name for one in own_themes(facts.solution.game) if one.shown(facts.solution)]
    own = {one.name for one in own_themes(facts.solution.game)}
    return found + [one.name for one in GENERAL if one.name not in own and one.shown(facts)]


def names(game: Game) -> list[str]:
    """The names of all themes of the game, the general ones among them."""
    own = [one.name for one in own_themes(game)]
    return own + [one.name for one in GENERAL if one.name not in own]


def hint_of(game: Game, name: str) -> str:
    """The hint that gives a theme away."""
    told = {one.name: one.hint for one in GENERAL} | {
        one.name: one.hint for one in own_themes(game)
    }
    return told[name]


def known_theme(game: Game, name: str) -> str:
    """The name; `TextError` where the game has no such theme."""
    if name not in names(game):
        raise TextError(
            f"no such theme of {game.name} (themes: {offer(names(game), 40)}): {name!r}"
        )
    return name
