"""General themes: a puzzle that shows each, and one that just does not."""

from __future__ import annotations

import pytest

from ruleproof import game
from ruleproof.models.play.solutions import of_line
from ruleproof.puzzles.puzzle import Answer, Puzzle, Tree, TreeNode
from ruleproof.puzzles.stipulations import Asked, Stipulation
from ruleproof.puzzles.telling.themes import GENERAL, Facts, names

LONE = "B W . / . . . B / . . W . . / B . . . / . W . ; black"
DECOY = "W B . / B . . . / . . . B . / W . . . / . B W ; white"
PAIRS = "B W . W B . . / B W B W B . B ; black"
CORNERED = ". . . . / . . . . / r1 . . . / b1 . r1 . ; red placed=2"


def facts(
    name: str,
    board: str,
    position: str,
    turns: list[str],
    wrong: tuple[str, ...] = (),
    threats: tuple[str, ...] | None = None,
    tries: tuple[str, ...] = (),
    tree: Tree | None = None,
    set_play: tuple[tuple[str, str], ...] = (),
) -> Facts:
    """The facts of a line, as if it solved a puzzle in two turns. Tries: a turn, ` / `, a reply."""
    chosen = game(name, board)
    shown = of_line(chosen, position, turns, wrong)
    puzzle = Puzzle(
        id="x",
        game=name,
        board=board,
        settings=chosen.settings,
        position=position,
        side=chosen.players[shown.solver],
        stipulation=Stipulation(aim="reach", goal=Asked(name="win"), turns=2),
        sentence="",
        solution=[move for turn in turns for move in turn.split()],
        unique="line",
        tree=tree,
        tries=[(turn, reply) for turn, _, reply in (one.partition(" / ") for one in tries)],
        set_play=list(set_play),
        proof_game=[],
        version="",
    )
    return Facts(puzzle, shown, threats)


def tree(only: int, replies: int, second: str = "fails") -> Tree:
    """A tree in which the reply `b` leads to a node where `c` is as `second` says."""
    first = TreeNode(left=2, turns=[("a", "right", "", [("b", "", 1)])])
    last = TreeNode(left=1, turns=[("d", "right", "", []), ("c", second, "", [])])  # pyright: ignore[reportArgumentType]
    return Tree(nodes=[first, last], replies=replies, only=only)


def forked(*answers: str, replies: int | None = None) -> Tree:
    """A tree in which replies to the key have these turns as their right answers, several with
    blanks between them; `x` is always wrong.
    """
    nodes: list[TreeNode] = []
    for texts in answers:
        first, *others = texts.split()
        kinds = [(first, "right"), *((text, "also") for text in others), ("x", "fails")]
        nodes.append(TreeNode(left=1, turns=[(text, kind, "", []) for text, kind in kinds]))  # pyright: ignore[reportArgumentType]
    below: list[Answer] = [(f"b{number}", "", number) for number in range(1, len(nodes) + 1)]
    root = TreeNode(left=2, turns=[("a", "right", "", below)])
    only = sum(len(texts.split()) == 1 for texts in answers)
    return Tree(nodes=[root, *nodes], replies=replies or len(answers), only=only)


FIRST = ("esgros", "hex:3", LONE, ["b4", "c5", "c2"])
WAIT = ("gro", "dish:1,2", CORNERED)
EXAMPLES = {
    "zugzwang": (
        facts("esgros", "hex:3", LONE, ["b4", "c5", "c2"], threats=()),
        facts("esgros", "hex:3", LONE, ["b4", "c5", "c2"], threats=("c2",)),
    ),
    "double-threat": (
        facts(*FIRST, threats=("c2", "a1"), tree=forked("c2", "a1")),
        facts(*FIRST, threats=("c2", "a1"), tree=forked("c2", "a1 c2")),
    ),
    "sacrifice": (
        facts("esgros", "hex:3", DECOY, ["d3", "b4", "d3"]),
        facts("esgros", "hex:3", LONE, ["b4", "c5", "c2"]),
    ),
    "quiet-key": (
        facts("incrowd", "square:2x7", PAIRS, ["g2", "pass", "c2"], ("c2",)),
        facts("incrowd", "square:2x7", PAIRS, ["g2", "pass", "c2"], ("f2",)),
    ),
    "refusal": (
        facts("incrowd", "square:2x7", PAIRS, ["g2", "pass", "c2"], ("c2",), tries=("c2 / d1",)),
        facts("incrowd", "square:2x7", PAIRS, ["g2", "pass", "c2"], ("c2",), tries=("f2 / d1",)),
    ),
    "in-between": (
        facts("incrowd", "square:2x7", PAIRS, ["g2", "pass", "c2"], tries=("c2 / f2",)),
        facts("incrowd", "square:2x7", PAIRS, ["g2", "pass", "c2"], tries=("f2 / c2",)),
    ),
    "switchback": (
        facts(*WAIT, ["c1-c2", "a1-b1", "c2-c1"]),
        facts(*WAIT, ["c1-c2", "a1-b1", "c2-c3"]),
    ),
    "only-moves": (
        facts(*WAIT, ["c1-c2"], tree=forked("c", "d", "c")),
        facts(*WAIT, ["c1-c2"], tree=forked("c", "c", "c")),
    ),
    "long-line": (
        facts(*WAIT, ["c1-c2", "a1-b1", "c2-c3", "b1-b2", "c3-c4"]),
        facts(*WAIT, ["c1-c2", "a1-b1", "c2-c3"]),
    ),
    "many-tries": (
        facts(*WAIT, ["c1-c2"], tries=("a / x", "b / y", "c / x")),
        facts(*WAIT, ["c1-c2"], tries=("a / x", "b / x", "c / x")),
    ),
    "set-play-changed": (
        facts(*WAIT, ["c1-c2"], tree=tree(1, 1), set_play=(("b", "c"),)),
        facts(*WAIT, ["c1-c2"], tree=tree(1, 1, "also"), set_play=(("b", "c"),)),
    ),
}


@pytest.mark.parametrize("name", [one.name for one in GENERAL])
def test_a_puzzle_shows_the_theme_and_a_near_miss_does_not(name: str):
    shows, misses = EXAMPLES[name]
    theme = next(one for one in GENERAL if one.name == name)
    assert theme.shown(shows)
    assert not theme.shown(misses)


def test_only_moves_need_every_reply():
    theme = next(one for one in GENERAL if one.name == "only-moves")
    assert not theme.shown(facts(*WAIT, ["c1-c2"], tree=forked("c", "d", "c e")))
    assert not theme.shown(facts(*WAIT, ["c1-c2"], tree=forked("c", "d")))


def test_a_threat_carried_out_refutes_no_try():
    """White's reply takes the same two stones after either wrong turn: that is no try."""
    theme = next(one for one in GENERAL if one.name == "in-between")
    wrong = ("c2 / f2", "f2")
    shown = facts("incrowd", "square:2x7", PAIRS, ["g2", "pass", "c2"], wrong, tries=("c2 / f2",))
    assert theme.shown(shown)
    wrong = ("c2 / f2",)
    shown = facts("incrowd", "square:2x7", PAIRS, ["g2", "pass", "c2"], wrong, tries=("c2 / f2",))
    assert not theme.shown(shown)


def test_games_that_take_nothing_have_no_themes_of_taking():
    assert "sacrifice" in names(game("gro", "dish:1,2"))
    assert "sacrifice" not in names(game("grow", "square:3x3"))
