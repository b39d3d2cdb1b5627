"""Kalah, Breakthrough and Oust are what they are when written down once more, in plain Python."""

from __future__ import annotations

from random import Random

import pytest

from ruleproof import Position, game
from ruleproof.solvers.playing.reach.perft import perft
from tests.anew import GAMES, Node, Played, breakthrough_winner, kalah_result, kalah_text, text


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
