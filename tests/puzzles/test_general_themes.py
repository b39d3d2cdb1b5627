"""General themes: a puzzle that shows each, and those that just do not."""

from __future__ import annotations

import pytest

from ruleproof import game
from ruleproof.models.play.solutions import step
from ruleproof.puzzles.puzzle import Answer, Tree, TreeNode
from ruleproof.puzzles.stipulations import AimOf, Asked, Stipulation
from ruleproof.puzzles.telling.facts import Facts, General
from ruleproof.puzzles.telling.general_themes import GENERAL
from ruleproof.puzzles.telling.themes import names
from tests.puzzles.bare import bare
from tests.solutions import of_line

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
    aim: AimOf = "reach",
) -> Facts:
    """The facts of a line, as if it solved a puzzle in two turns. Tries: a turn, ` / `, a reply."""
    chosen = game(name, board)
    shown = of_line(chosen, position, turns, wrong)
    puzzle = bare(
        f"{name} {board}",
        position=position,
        side=chosen.players[shown.solver],
        stipulation=Stipulation(aim=aim, goal=Asked(name="win"), turns=2),
        solution=[move for turn in turns for move in turn.split()],
        tree=tree,
        tries=[(turn, reply) for turn, _, reply in (one.partition(" / ") for one in tries)],
        set_play=list(set_play),
    )
    return Facts(puzzle, shown, threats)


def forked(*answers: str, replies: int | None = None) -> Tree:
    """A tree in which the replies `b1`, `b2` … to the key have these turns as their right answers,
    several with blanks between them; `x` is always wrong.
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


def ending(kinds: str) -> Tree:
    """A tree of one turn, with other turns of these kinds."""
    turns = [(f"t{number}", kind, "", []) for number, kind in enumerate(["right", *kinds.split()])]
    return Tree(nodes=[TreeNode(left=1, turns=turns)], replies=0, only=0)  # pyright: ignore[reportArgumentType]


def both(one: Facts, other: Facts) -> Facts:
    """The first, with the replies of both to the key that they share."""
    assert one.solution.root
    assert other.solution.root
    answers = one.solution.root.answers + other.solution.root.answers
    root = one.solution.root._replace(answers=answers)
    return one._replace(solution=one.solution._replace(root=root))


HOME = "R L . L / . L R . ; left off=3,4"

WITHIN_REACH = "L . . . / . L . RR ; left off=4,4"
"""Right's d1 can cover b1 and c1, not a1."""
FIRST = ("esgros", "hex:3", LONE, ["b4", "c5", "c2"])
GIVEN = ("esgros", "hex:3", DECOY, ["d3", "b4", "d3"])
WAIT = ("gro", "dish:1,2", CORNERED)
FLIP = ("incrowd", "square:2x7", PAIRS, ["g2", "pass", "c2"])
"""The first turn flips nothing; c2 would flip two stones in the diagram, f2 none."""
SOWN = ("sow", "square:2x4", HOME)
COVERS = (*SOWN, ["b1:F:L", "a2:x:"])
"""Left's b1 covers c1, from where Right would sow."""
PARRY = (*FLIP[:3], ["g2", "f2", "c2"])
OFFER = ("sow", "square:2x4", "L . LL RRR / . RL . R ; right off=2,1")
HELPED = ("sow", "square:2x4", HOME)
SLOW = ". B W / . . . B / B . . . . / . . . . / W . . ; white"
LEFT = "B . W / . . . B / B W B W . / . . . . / B . W ; white"
GROWN = ". W . / . B . B / B . W . . / W B . B / . W . ; white"
SPREAD = "B . . W . W . / . . . . . . B ; black"
WALK = ["c1-c2", "a1-b1", "c2-c3", "b1-b2", "c3-c4"]
EXAMPLES = {
    "zugzwang": (facts(*FIRST, threats=()), facts(*FIRST, threats=("c2",))),
    "double-threat": (
        facts(*FIRST, threats=("c2", "a1"), tree=forked("c2", "a1", "a1 c2")),
        facts(*FIRST, threats=("c2", "a1"), tree=forked("c2", "a1 c2")),
        facts(*FIRST, threats=("c2", "a1"), tree=forked("c2", "d1")),
        facts(*FIRST, threats=("c2", "a1", "b1", "d1"), tree=forked("c2", "a1", "b1", "d1")),
    ),
    "sacrifice": (
        facts(*GIVEN),
        facts(*FIRST),
        facts("sow", "square:2x4", WITHIN_REACH, ["b1:F:L", "d1:FF:RR"]),
    ),
    "quiet-key": (facts(*FLIP, ("c2",)), facts(*FLIP, ("f2",)), facts(*FLIP, ("c2",), aim="avert")),
    "refusal": (
        facts(*FLIP, ("c2",), tries=("c2 / d1",)),
        facts(*FLIP, ("c2",), tries=("f2 / d1",)),
    ),
    "in-between": (facts(*FLIP, tries=("c2 / f2",)), facts(*FLIP, tries=("f2 / c2",))),
    "switchback": (
        facts(*WAIT, ["c1-c2", "a1-b1", "c2-c1"]),
        facts(*WAIT, ["c1-c2", "a1-b1", "c2-c3"]),
    ),
    "three-answers": (
        facts(*WAIT, ["c1-c2"], tree=forked("c", "d", "e", "c")),
        facts(*WAIT, ["c1-c2"], tree=forked("c", "d", "c")),
        facts(*WAIT, ["c1-c2"], tree=forked("c", "d", "e", "c", "c", "c", "c")),
        facts(*WAIT, ["c1-c2"], tree=forked("c", "d", "e f")),
    ),
    "vital-point": (
        facts(*FLIP, ("c2 / g2", "f2 / g2", "f1 / g2", "pass / c2")),
        facts(*FLIP, ("c2 / g2", "f2 / g2", "f1 / c2", "pass / c2")),
        facts(*FLIP, ("c2 / g2", "f2 / c2"), tries=("f2 / c2",)),
    ),
    "interference": (
        facts(*COVERS, ("d2:x: / c1:F:R", "b2:F:L / c1:F:R"), aim="avert"),
        facts(*COVERS, ("d2:x: / c1:F:R", "b2:F:L / c1:F:R")),
        facts(*COVERS, ("d2:x: / a2:x:", "b2:F:L / a2:x:"), aim="avert"),
        facts(*FLIP, ("c2 / g2", "f2 / g2"), aim="avert"),
    ),
    "riposte": (
        facts(*PARRY, ("c2 / f2", "f1 / f2"), aim="avert"),
        facts(*PARRY, ("c2 / f2", "f1 / f2")),
        facts(*PARRY, ("c2 / f2", "f1 / c2"), aim="avert"),
    ),
    "indirect-defence": (
        facts(*PARRY[:3], ["g2", "f2"], ("c2 / f2", "f1 / f2"), aim="avert"),
        facts(*PARRY, ("c2 / f2", "f1 / f2"), aim="avert"),
        facts(*FLIP, ("c2 / g2", "f2 / g2"), aim="avert"),
    ),
    "two-for-one": (
        facts(*FLIP, tries=("c2 / f2", "f1 / c2"), aim="avert"),
        facts(*FLIP, tries=("c2 / f2", "f1 / f2"), aim="avert"),
        facts(*FLIP, tries=("c2 / f2", "f1 / c2")),
    ),
    "cross-wise": (
        both(facts(*FLIP[:3], ["g2", "c2", "f2"]), facts(*FLIP[:3], ["g2", "f2", "c2"])),
        both(facts(*FLIP[:3], ["g2", "c2", "f2"]), facts(*FLIP[:3], ["g2", "f2", "f1"])),
    ),
    "decoy": (
        facts(*OFFER, ["d2:FFD:RRR", "a2:F:L", "c2:FFD:RLL"]),
        facts(*OFFER, ["d2:FFD:RRR", "a2:F:L", "b1:Fx:L"]),
    ),
    "two-step-trap": (
        facts("esgros", "hex:3", SLOW, ["b4", "c3", "d1", "a3", "a2"]),
        facts("esgros", "hex:3", SLOW, ["b4", "c3", "d1", "a3", "a2"], aim="avert"),
        facts("esgros", "hex:3", SLOW, ["b4", "c3", "d1"]),
    ),
    "in-time": (
        facts(*WAIT, ["c1-c2"], tree=ending("late late fails fails")),
        facts(*WAIT, ["c1-c2"], tree=ending("late fails fails fails")),
        facts(*WAIT, ["c1-c2"], tree=ending("late late late fails")),
    ),
    "enabled": (
        facts("esgros", "hex:3", LEFT, ["c5", "c3", "e2"], aim="help"),
        facts("esgros", "hex:3", LEFT, ["c5", "c3", "e2"]),
        facts(*HELPED, ["b1:F:L", "a2:x:", "b2:F:L"], aim="help"),
    ),
    "opened": (
        facts("esgros", "hex:3", GROWN, ["d1", "a3", "a2"], aim="help"),
        facts("esgros", "hex:3", GROWN, ["d1", "a3", "a2"]),
        facts(*HELPED, ["b2:F:L", "a2:x:", "b1:F:L"], aim="help"),
    ),
    "helpful-loss": (
        facts("esgros", "hex:3", GROWN, ["d1", "a3", "a2"], aim="help"),
        facts(*FLIP, aim="help"),
    ),
    "self-capture": (
        facts("incrowd", "square:2x7", SPREAD, ["f1", "e2", "e1"], aim="help"),
        facts("incrowd", "square:2x7", SPREAD, ["f1", "e2", "b1"], aim="help"),
    ),
    "idle-help": (facts(*FLIP, aim="help"), facts(*PARRY, aim="help"), facts(*FLIP)),
    "long-line": (
        facts("incrowd", "square:2x7", PAIRS, ["g2", "pass", "c2", "pass", "f2"]),
        facts(*FLIP),
        facts(*WAIT, WALK),
    ),
    "many-tries": (
        facts(*WAIT, ["c1-c2"], tries=("a / x", "b / y", "c / x")),
        facts(*WAIT, ["c1-c2"], tries=("a / x", "b / x", "c / x")),
    ),
    "set-play-changed": (
        facts(*WAIT, ["c1-c2"], tree=forked("c", "d"), set_play=(("b1", "x"),)),
        facts(*WAIT, ["c1-c2"], tree=forked("c", "d"), set_play=(("b1", "c"),)),
        facts(*WAIT, ["c1-c2"], tree=forked("c", "d"), set_play=(("b1", "a"),)),
        facts(*WAIT, ["c1-c2"], tree=forked("c e", "d"), set_play=(("b1", "x"),)),
        facts(*WAIT, ["c1-c2"], tree=forked("c", "d", "c"), set_play=(("b1", "x"),)),
    ),
}


@pytest.mark.parametrize("name", [one.name for one in GENERAL])
def test_a_puzzle_shows_the_theme_and_near_misses_do_not(name: str):
    shows, *misses = EXAMPLES[name]
    theme = theme_of(name)
    assert theme.shown(shows)
    assert [theme.shown(miss) for miss in misses] == [False] * len(misses)


def theme_of(name: str) -> General:
    return next(one for one in GENERAL if one.name == name)


def test_a_threat_carried_out_refutes_no_try():
    """A reply that refutes every wrong turn, not one of two, makes no try."""
    theme = theme_of("in-between")
    wrong = ("c2 / f2", "f2")
    shown = facts("incrowd", "square:2x7", PAIRS, ["g2", "pass", "c2"], wrong, tries=("c2 / f2",))
    assert theme.shown(shown)
    wrong = ("c2 / f2",)
    shown = facts("incrowd", "square:2x7", PAIRS, ["g2", "pass", "c2"], wrong, tries=("c2 / f2",))
    assert not theme.shown(shown)


def test_a_try_does_not_fail_to_the_usual_threat_under_another_name():
    """Of two replies of the same effect the try may name the one, the wrong turn the other."""
    theme, tries = theme_of("many-tries"), ("c1-b1 / x", "c1-d1 / x", "c1-d2 / y")
    threat = tuple(f"{turn} / a1-b2" for turn in ("c1-d1", "c1-d2", "c1-c3"))
    assert theme.shown(facts(*WAIT, ["c1-c2"], threat[2:], tries=tries))
    assert not theme.shown(facts(*WAIT, ["c1-c2"], threat, tries=tries))


def test_games_that_take_nothing_have_no_themes_of_taking():
    assert "sacrifice" in names(game("gro", "dish:1,2"))
    assert "sacrifice" not in names(game("grow", "square:3x3"))


def test_a_capture_elsewhere_is_no_refusal_while_a_threat_stands():
    """Where the goal is averted, the reply that refutes every wrong turn carries the threat out."""
    theme = theme_of("refusal")
    wrong = ("c2 / f2",)
    reached = facts(*FLIP, wrong, tries=("c2 / f2",))
    averted = facts(*FLIP, wrong, tries=("c2 / f2",), aim="avert")
    assert theme.shown(reached)
    assert not theme.shown(averted)
    assert theme.shown(facts(*FLIP, ("c2 / f2", "f2"), tries=("c2 / f2",), aim="avert"))


def test_a_parry_is_no_quiet_key():
    """White's c2, which takes a stone, refutes most wrong turns: Black's key prevents it."""
    theme = theme_of("quiet-key")
    assert theme.shown(facts(*FLIP, ("c2", "f2 / c2")))
    assert not theme.shown(facts(*FLIP, ("c2", "f2 / c2", "f1 / c2")))


def test_a_turn_that_leaves_the_board_is_no_quiet_key():
    theme = theme_of("quiet-key")
    assert theme.shown(facts(*SOWN, ["b2:F:L", "a2:x:", "b1:F:L"], ("b1:F:L",)))
    assert not theme.shown(facts(*SOWN, ["d2:x:", "a2:x:", "b1:F:L"], ("b1:F:L",)))


def test_a_piece_that_goes_where_it_can_be_taken_is_given_up():
    theme = theme_of("sacrifice")
    far = WITHIN_REACH.replace(". L .", "L . .")
    assert theme.shown(facts("sow", "square:2x4", far, ["a1:F:L", "d1:FF:RR"]))
    assert not theme.shown(facts("sow", "square:2x4", WITHIN_REACH, ["b1:F:L", "d1:FF:RR"]))


def test_a_last_piece_whose_loss_ends_the_game_is_not_given_up():
    last = ". . . . / L . . RR ; left off=5,4"
    assert not theme_of("sacrifice").shown(facts("sow", "square:2x4", last, ["a1:F:L", "d1:FF:RR"]))


def test_a_piece_is_given_up_to_most_replies_of_a_side_that_defends():
    theme = theme_of("sacrifice")
    given = facts(*GIVEN)
    root = given.solution.root
    assert root is not None
    spared = [(step(given.solution.game, root.right.after, [text]), None) for text in ("a1", "b2")]
    for others, shown in ((spared[:1], True), (spared, False)):
        forked = root._replace(answers=(*root.answers, *others))
        assert theme.shown(given._replace(solution=given.solution._replace(root=forked))) is shown
    assert not theme.shown(given._replace(solution=given.solution._replace(root=None)))
