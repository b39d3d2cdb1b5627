"""Kalah, Breakthrough and Oust are what they are when written down once more, in plain Python."""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from ruleproof import Position, game, solve
from ruleproof.solvers.playing.reach.perft import perft
from tests.anew import GAMES, Node, Played, breakthrough_winner, kalah_result, kalah_text, text

GAMES_IN_DOCS = Path(__file__).parents[1] / "docs" / "games"


@pytest.mark.parametrize(("title", "board"), GAMES)
def test_random_games_go_as_they_do_when_written_anew(title: str, board: str) -> None:
    settings = {"seeds": 2} if (title, board) == ("kalah", "square:2x3") else {}
    dice, chosen = Random(board), game(title, board, **settings)
    rows, columns = map(int, board.removeprefix("square:").split("x"))
    for _ in range(25):
        node, after = GAMES[title, board]
        position = Position.start(chosen)
        while True:
            moves = after(node)
            shown = (kalah_text if title == "kalah" else text)(node, rows, columns)
            assert position.text.partition(" ; ")[0] == shown
            assert position.side == chosen.players[node[1]]
            assert sorted(position.moves()) == sorted(moves)
            if not moves:
                break
            move = dice.choice(sorted(moves))
            position, node = position.play(move), moves[move]
        result = position.result
        assert result
        if title == "kalah":
            assert result.score == kalah_result(node)
        elif title == "breakthrough":
            assert result.player == breakthrough_winner(node[0], rows) + 1
        else:
            left = set(node[0].values())
            assert result.winner == (
                {"r": "red", "b": "blue"}[left.pop()] if len(left) == 1 else None
            )


def plain_perft(node: Node, after: Played, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(plain_perft(later, after, depth - 1) for later in after(node).values())


@pytest.mark.parametrize(
    ("title", "board", "counts"),
    [
        ("kalah", "square:2x6", [1, 6, 35, 185, 942]),
        ("breakthrough", "square:8x8", [1, 22, 484, 11132]),
        ("oust", "square:4x4", [1, 16, 240, 2896]),
    ],
)
def test_perft(title: str, board: str, counts: list[int]) -> None:
    chosen = game(title, board)
    start = (chosen.start(),)
    assert [perft(chosen, start, depth) for depth in range(len(counts))] == counts
    node, after = GAMES[title, board]
    assert [plain_perft(node, after, depth) for depth in range(len(counts))] == counts


@pytest.mark.parametrize("title", ["breakthrough", "kalah", "oust"])
def test_each_is_written_in_a_hundred_lines_with_documented_names(title: str) -> None:
    source = (GAMES_IN_DOCS / f"{title}.py").read_text("utf-8")
    assert len(code_lines(source)) <= 100
    page = (GAMES_IN_DOCS.parent / "adding-a-game.md").read_text("utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ruleproof."):
            home = import_module(node.module or "")
            for one in node.names:
                shown = re.search(rf"\b{one.name}\b", page)
                assert shown or getattr(home, one.name).__doc__, f"{one.name} is not documented"


def code_lines(source: str) -> set[int]:
    """The lines that hold code: no blanks, no comments, no docstrings."""
    docs = {
        line
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    skipped = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    found: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in skipped | {tokenize.ENDMARKER}:
            found.update(range(token.start[0], token.end[0] + 1))
    return found - docs


def test_their_package_offers_all_three() -> None:
    offered = tomllib.loads((GAMES_IN_DOCS / "pyproject.toml").read_text("utf-8"))
    points = offered["project"]["entry-points"]["ruleproof.games"]
    assert {f"{name}.py" for name in points} == {one.name for one in GAMES_IN_DOCS.glob("*.py")}
    assert offered["tool"]["setuptools"]["py-modules"] == sorted(points)
    for name, where in points.items():
        module, _, book = where.partition(":")
        assert getattr(import_module(module), book).name == name


FOUND: list[tuple[str, str, dict[str, int], object, int | None, int]] = [
    ("oust", "hex:3", {}, "win", 3, 7),
    ("breakthrough", "square:4x5", {}, "loss", 16, 8),
    ("kalah", "square:2x3", {"seeds": 3}, 2, None, 2),
    ("kalah", "square:2x3", {"seeds": 4}, 2, None, 1),
]
"""What the page says was found: value, distance, and the number of best first moves."""


@pytest.mark.parametrize(("title", "board", "settings", "value", "distance", "best"), FOUND)
def test_what_the_page_says_was_found(
    title: str, board: str, settings: dict[str, int], value: object, distance: int, best: int
) -> None:
    found = solve(Position.start(game(title, board, **settings)))
    assert (found.value, found.distance, len(found.best)) == (value, distance, best)
