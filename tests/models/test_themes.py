"""What solutions show, theme by theme: a line that shows it, and one that just does not.

`themes.txt` lists the examples under `[game board]`: the theme, a line that shows it (`+`) and a
near miss (`-`), which differs in one thing. A line is a position (`"` repeats the one above), the
turns of the solution after `=>` (the solver's first; lines with one key and other replies stand one
after another, with `|` between them), then turns of the diagram that fail after `wrong`, and the
question after `goal`, which is `win` unless it says otherwise.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ruleproof import game
from ruleproof.models.play.solutions import Solution
from ruleproof.models.rulebooks.contracts import ThemesModule, missing
from ruleproof.models.rulebooks.rulebook import rulebook
from tests.solutions import of_line


class Example(NamedTuple):
    """A theme of a game on a board, and the solutions that show it and miss it."""

    game: str
    board: str
    theme: str
    shows: str
    misses: str


def examples() -> list[Example]:
    """What the table lists."""
    found: list[Example] = []
    chosen, theme = ["", ""], ""
    shows = position = ""
    for row in Path(__file__).with_name("themes.txt").read_text("utf-8").splitlines():
        text = row.split("#")[0].strip()
        if text.startswith("["):
            chosen = text.strip("[]").split()
        elif text.startswith("+"):
            shows = text[1:].strip()
            position = shows.split(" => ")[0]
        elif text.startswith("-"):
            misses = text[1:].strip().replace('" =>', f"{position} =>", 1)
            found.append(Example(chosen[0], chosen[1], theme, shows, misses))
        elif text:
            theme = text
    return found


EXAMPLES = examples()


def solution(game_name: str, board: str, text: str) -> Solution:
    """The solution that a line of the table writes; all its replies to the key stand under it."""
    position, rest = text.split(" => ")
    turns, *words = rest.split(" ; ")
    said = dict(word.split(" ", 1) for word in words)
    wrong = said.get("wrong", "").split(", ") if "wrong" in said else []
    goal = said.get("goal", "win").removeprefix("avert ")
    name, _, cells = goal.partition(" ")
    averts = said.get("goal", "").startswith("avert ")
    chosen = game(game_name, board)
    lines = [
        of_line(chosen, position, line.split(", "), wrong, name, cells, averts)
        for line in turns.split(" | ")
    ]
    roots = [line.root for line in lines if line.root]
    answers = tuple(answer for root in roots for answer in root.answers)
    return lines[0]._replace(root=roots[0]._replace(answers=answers))


def shown(name: str, theme: str, one: Solution) -> bool:
    """Whether the solution shows the theme."""
    module: Any = rulebook(name).module("themes")
    return next(known for known in module.THEMES if known.name == theme).shown(one)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: f"{one.game}-{one.theme}")
def test_a_line_shows_the_theme_and_a_near_miss_does_not(example: Example):
    name, board, theme, shows, misses = example
    assert shown(name, theme, solution(name, board, shows))
    assert not shown(name, theme, solution(name, board, misses))


def test_a_stone_comes_back_only_where_no_other_turn_is_right():
    refill = next(one for one in EXAMPLES if one.theme == "refill")
    kept = solution("esgros", refill.board, refill.shows)
    assert kept.root
    [(reply, last)] = kept.root.answers
    assert last
    loose = kept.root._replace(answers=((reply, last._replace(alone=False)),))
    assert not shown("esgros", "refill", kept._replace(root=loose))


def test_a_bridge_that_every_turn_builds_is_none():
    every_turn_joins = (
        "B . W B / . . B . B / B . W B . B / B . B . . . . / . . . B . B / B B W . B / B . B W"
        " ; black => c5, a2, f2"
    )
    assert not shown("esgros", "bridge", solution("esgros", "hex:4", every_turn_joins))


@pytest.mark.parametrize("name", sorted({one.game for one in EXAMPLES}))
def test_a_game_has_six_themes_and_each_has_its_examples(name: str):
    module: Any = rulebook(name).module("themes")
    assert missing(module, ThemesModule) == []
    own = [theme.name for theme in module.THEMES]
    assert len(own) == len(set(own)) >= 6
    assert {one.theme for one in EXAMPLES if one.game == name} == set(own)
    assert all(theme.words and theme.hint.endswith(".") for theme in module.THEMES)
