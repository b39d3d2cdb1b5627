"""Themes: the ideas of a solution, in the words of its game and in those of every game.

A game's own themes stand in its `themes.py`. Those here hold for every game; some need the game's
`stones`, the cells with pieces that can be taken.

taking      of a turn: a cell of the other's pieces is his no longer
artificial  of a pass: the rules need not allow it; it is played in thought, to see whether the
            solver threatens anything
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from ruleproof.models.cells import Cells, count
from ruleproof.models.errors import TextError, offer
from ruleproof.models.play.game import Game
from ruleproof.models.play.solutions import Fork, Solution, Step, Theme
from ruleproof.puzzles.puzzle import Puzzle, TreeNode, differing

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
    """A theme of every game; of those alone that know taking where it speaks of pieces taken."""

    name: str
    words: str
    shown: Callable[[Facts], bool]
    hint: str
    takes: bool = False


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


def _answers(fork: Fork) -> list[Fork]:
    """What stands behind the replies to the right turn, where play goes on."""
    return [below for _, below in fork.answers if below]


def _first_answers(facts: Facts) -> list[TreeNode]:
    """The positions after the replies to the key in which the solver has a choice."""
    tree = facts.puzzle.tree
    if tree is None:
        return []
    children = {
        child
        for _, kind, _, replies in tree.nodes[0].turns
        if kind == "right"
        for _, _, child in replies
        if child is not None
    }
    return [tree.nodes[child] for child in sorted(children) if len(tree.nodes[child].turns) > 1]


def _right(node: TreeNode) -> set[str]:
    """The turns of a position that reach the goal."""
    return {text for text, kind, _, _ in node.turns if kind in ("right", "same", "also")}


def _tries(facts: Facts) -> list[tuple[str, str]]:
    """The tries that a thought is needed to refute: not by a reply that changes nothing, and not by
    one that refutes most wrong turns, since it carries out what the other side threatens anyhow.
    """
    refuting: Counter[str] = Counter()
    plain: set[str] = set()
    for one in facts.solution.wrong:
        if one.refutation:
            reply = _text(facts, one.refutation)
            refuting[reply] += 1
            if not differing(one.refutation.before, one.refutation.after):
                plain.add(reply)
    plain |= {text for text, many in refuting.items() if 2 * many > len(facts.solution.wrong)}
    return [one for one in facts.puzzle.tries if one[1] not in plain]


def _text(facts: Facts, step: Step) -> str:
    """The turn as puzzles write it."""
    return " ".join(map(facts.solution.game.show_move, step.moves))


def double_threat(facts: Facts) -> bool:
    """Whether the key threatens two turns at once or more, and no turn of the solver's is an answer
    to every reply.
    """
    turns = facts.puzzle.stipulation.turns
    if turns != 2 or facts.threats is None or len(facts.threats) < 2:
        return False
    answers = [_right(node) for node in _first_answers(facts)]
    return bool(answers) and not set.intersection(*answers)


def quiet_key(facts: Facts) -> bool:
    """Whether the key takes nothing, though another turn would, and a later one does after every
    reply.
    """
    shown = facts.solution
    if _taken(facts, shown.key) or not any(_taken(facts, one.step) for one in shown.wrong):
        return False
    if shown.root is None:
        return any(_taken(facts, step) for step in shown.own[1:])
    return bool(_answers(shown.root)) and all(_takes(facts, one) for one in _answers(shown.root))


def _takes(facts: Facts, fork: Fork) -> bool:
    """Whether right turns take something, from the fork on, after whatever reply."""
    below = _answers(fork)
    later = bool(below) and all(_takes(facts, one) for one in below)
    return bool(_taken(facts, fork.right)) or later


def refusal(facts: Facts) -> bool:
    """Whether a wrong turn takes two pieces or more, and more than the key, and fails to one reply
    alone.
    """
    shown = facts.solution
    nearly = {turn for turn, _ in facts.puzzle.tries}
    least = max(1, count(_taken(facts, shown.key)))
    return any(
        count(_taken(facts, one.step)) > least and _text(facts, one.step) in nearly
        for one in shown.wrong
    )


def sacrifice(facts: Facts) -> bool:
    """Whether the reply to the key takes the piece that the key moved or placed, and the solver
    goes on.
    """
    shown = facts.solution
    if len(shown.own) < 2:
        return False
    changed = differing(shown.key.before, shown.key.after)
    return bool(_taken(facts, shown.replies[0]) & changed)


def switchback(facts: Facts) -> bool:
    """Whether a solver's piece comes back to a cell that it left in an earlier turn of his."""
    module: Any = facts.solution.game.rulebook.module("themes")
    stones = getattr(module, "stones", None)
    if stones is None:
        return False
    trails: list[tuple[Cells, Cells]] = []
    for step in facts.solution.own:
        before, after = (stones(p, step.before.side) for p in (step.before, step.after))
        gone, came = before & ~after, after & ~before
        if any(gone & now and came & home for home, now in trails):
            return True
        trails = [(home | gone, came) if gone & now else (home, now) for home, now in trails]
        trails.append((gone, came))
    return False


def in_between(facts: Facts) -> bool:
    """Whether the second turn of the line, played at once, fails to one reply alone, and matters
    when it comes.
    """
    own = facts.solution.own
    if len(own) < 2 or facts.puzzle.stipulation.aim != "reach":
        return False
    forks = _line(facts)
    second = _text(facts, own[1])
    return any(turn == second for turn, _ in _tries(facts)) and forks[1:2] != [] and forks[1].alone


def _line(facts: Facts) -> list[Fork]:
    """The forks along the line, the diagram first."""
    fork, found = facts.solution.root, list[Fork]()
    for reply in (*facts.solution.replies, None):
        if fork is None:
            return found
        found.append(fork)
        below = [one for step, one in fork.answers if reply and step.moves == reply.moves]
        fork = below[0] if below else None
    return found


def only_moves(facts: Facts) -> bool:
    """Whether one turn alone is right after every one of three replies or more, and not always the
    same.
    """
    tree = facts.puzzle.tree
    if tree is None or tree.only != tree.replies or tree.replies < FEWEST:
        return False
    forks = _first_answers(facts)
    return len(forks) >= 2 and len({min(_right(node)) for node in forks}) >= 2


def long_line(facts: Facts) -> bool:
    """Whether the line has three turns of the solver's or more, each right alone."""
    shown = facts.solution
    return len(shown.own) >= LONG and (shown.root is None or all(one.alone for one in _line(facts)))


def many_tries(facts: Facts) -> bool:
    """Whether three turns or more fail to one reply alone, which is not the same for all."""
    tries = _tries(facts)
    return len(tries) >= MANY_TRIES and len({reply for _, reply in tries}) >= 2


def set_play_changed(facts: Facts) -> bool:
    """Whether a reply with an answer in the diagram has another answer after the key. The answer in
    the diagram is not the key itself.
    """
    root = facts.puzzle.tree.nodes[0] if facts.puzzle.tree else None
    if root is None or facts.puzzle.tree is None:
        return False
    entry = next(one for one in root.turns if one[1] == "right")
    keys = {text for text, kind, _, _ in root.turns if kind in ("right", "same")}
    answers = {text: child for text, _, child in entry[3] if child is not None}
    for text, answer in facts.puzzle.set_play:
        if text in answers and answer not in keys:
            turns = facts.puzzle.tree.nodes[answers[text]].turns
            kinds = {turn: kind for turn, kind, _, _ in turns}
            if kinds.get(answer) in (None, "fails", "late") and "also" not in kinds.values():
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
        takes=True,
    ),
    General(
        "sacrifice",
        "the piece just played is given up",
        sacrifice,
        "Let the other side take what you have just played.",
        takes=True,
    ),
    General(
        "refusal",
        "a turn that takes more than the solution is wrong, by one reply alone",
        refusal,
        "Do not take all that you can.",
        takes=True,
    ),
    General(
        "in-between",
        "the second turn of the line, played at once, fails to one reply alone",
        in_between,
        "The obvious turn is right, but not yet.",
    ),
    General(
        "double-threat",
        "the first turn threatens two things at once, and no turn answers every reply",
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
        takes=True,
    ),
    General(
        "many-tries",
        "three turns or more fail to one reply alone, not all to the same",
        many_tries,
        "Several turns nearly do it: look for the one reply that refutes each.",
    ),
    General(
        "only-moves",
        "after every reply one turn alone is right, and not always the same",
        only_moves,
        "Different replies need different answers.",
    ),
    General(
        "long-line",
        "three own turns or more, each right alone",
        long_line,
        "It takes all the turns you have.",
    ),
)


def _general(game: Game) -> list[General]:
    """The general themes of the game. A game's own theme replaces the general one of the same name;
    those of taking need the game's `stones`.
    """
    own = {one.name for one in own_themes(game)}
    takes = hasattr(game.rulebook.module("themes"), "stones")
    return [one for one in GENERAL if one.name not in own and (takes or not one.takes)]


def themes_of(facts: Facts) -> list[str]:
    """The names of the themes that the solution shows: the game's own first, each group with the
    most telling first.
    """
    game = facts.solution.game
    found = [one.name for one in own_themes(game) if one.shown(facts.solution)]
    return found + [one.name for one in _general(game) if one.shown(facts)]


def names(game: Game) -> list[str]:
    """The names of all themes of the game, the general ones among them."""
    return [one.name for one in (*own_themes(game), *_general(game))]


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
