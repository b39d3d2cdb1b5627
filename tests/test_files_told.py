"""What docs/files.md tells of files suffices to read and to check them: here a checker of solution
certificates and a reader of tables that know nothing else, but for the rules of the game.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

from ruleproof import Position, Table, build_table, game, solve
from ruleproof.models.play.game import Game
from ruleproof.models.play.states import layout, width_for
from ruleproof.solvers.playing.strategies import certificate
from tests.ready import at_start, ready
from tests.test_readme import matches

DOCUMENT = (Path(__file__).parents[1] / "docs" / "files.md").read_text("utf-8")
MANY = 1 << 30


def lines_of(path: Path) -> list[Any]:
    """The values of a certificate, line by line."""
    content = path.read_bytes()
    text = gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content
    return [json.loads(line) for line in text.splitlines()]


def strategies_of(lines: list[Any]) -> list[tuple[dict[str, Any], dict[str, tuple[str, Any]]]]:
    """The strategies: the first line of each, and its moves by their positions."""
    found: list[tuple[dict[str, Any], dict[str, tuple[str, Any]]]] = []
    left = lines[1:]
    while left:
        head, left = left[0], left[1:]
        own, left = left[: head["entries"]], left[head["entries"] :]
        found.append((head, {text: (move, rank) for text, move, rank in own}))
    return found


def holds(first: Position, head: dict[str, Any], moves: dict[str, tuple[str, Any]], most: int):
    """Plays a strategy of a game of two against every reply, in at most so many plies."""
    owner = first.state.side if head["side"] == "mover" else 1 - first.state.side
    least, plies = head["least"], head.get("plies")
    best: dict[str, int] = {}
    todo = [(first, most if plies is None else plies)]
    while todo:
        here, left = todo.pop()
        if here.over:
            won = here.game.payoff(here.state)
            assert (won if here.side == here.game.players[owner] else -won) >= least
            assert left >= 0
            continue
        if left == 0 and plies is not None:
            continue
        assert left > 0
        if here.state.side == owner:
            move, rank = moves[here.text]
            if least > 0:
                assert rank <= left
                left = rank
            elif plies is not None:
                assert rank >= left
                left = rank
            replies = [move]
            assert move in here.moves()
        else:
            replies = here.moves()
        if least <= 0 and plies is None:
            left = MANY
        hard = -left if least > 0 else left
        if best.get(here.text, -MANY - 1) >= hard:
            continue
        best[here.text] = hard
        todo += [(Position(here.game, here.play([one]).state), left - 1) for one in replies]


CLAIMS: list[tuple[str, str, dict[str, Any], list[tuple[str, int]]]] = [
    ("esgros hex:2", "", {}, [("mover", 1)]),
    ("esgros hex:2", "a1", {}, [("mover", 1)]),
    ("esgros hex:2", "b2", {}, [("other", 1)]),
    ("gro dish:1,1 tokens=1", "", {}, [("mover", 0), ("other", 0)]),
    ("incrowd square:2x2", "", {}, [("mover", 4), ("other", -4)]),
    ("gro dish:1,1", "", {"goal": "win", "within": 3}, [("other", 0)]),
]


@pytest.mark.parametrize(("said", "line", "asked", "wanted"), CLAIMS)
def test_a_certificate_is_checked_by_what_is_told_of_it(
    tmp_path: Path, said: str, line: str, asked: dict[str, Any], wanted: list[tuple[str, int]]
):
    path = tmp_path / "a.proof"
    solve(at_start(said).play(line), certificate=path, **asked)
    head, *_ = lines = lines_of(path)
    played = game(head["game"], head["board"], **head["settings"])
    first = Position.read(played, head["position"])
    found = strategies_of(lines)
    assert [(own["side"], own["least"]) for own, _ in found] == wanted
    within = head["claim"]["distance"] or MANY
    for own, moves in found:
        holds(first, own, moves, within)
        for text in moves:
            with pytest.raises((AssertionError, KeyError)):
                holds(first, own, {one: moves[one] for one in moves if one != text}, within)
    if head["claim"]["distance"]:
        with pytest.raises(AssertionError):
            holds(first, *found[0], within - 1)


def test_a_long_certificate_is_packed_and_told_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "packed.proof"
    solve(game("esgros", "hex:2"), certificate=tmp_path / "a.proof")
    short = (tmp_path / "a.proof").read_bytes()
    assert short[:1] == b"{"
    monkeypatch.setattr(certificate, "_LONG", len(short) - 1)
    solve(game("esgros", "hex:2"), certificate=path)
    assert path.read_bytes()[:2] == b"\x1f\x8b"
    assert lines_of(path) == [json.loads(line) for line in short.splitlines()]


def test_the_example_is_a_certificate(tmp_path: Path):
    solve(game("esgros", "hex:2"), certificate=tmp_path / "a.proof")
    (example,) = re.findall(r"^<!-- tested -->\n```\n(.*?)^```", DOCUMENT, re.M | re.S)
    assert matches(example, (tmp_path / "a.proof").read_text())


def entries_of(path: Path) -> tuple[dict[str, Any], list[tuple[int, int]]]:
    """The header of a table, and its entries: key and value."""
    content = path.read_bytes()
    line, _, _ = content.partition(b"\n")
    head = json.loads(line)
    at, size, blocks, check, digest, mark = struct.unpack("<QQQI32s8s", content[-68:])
    assert (mark, at + size) == (b"rpt end\n", len(content) - 68)
    assert digest == hashlib.sha256(content[:-68]).digest()
    assert check == zlib.crc32(line + b"\n" + content[at : at + size])
    index, words, found = zlib.decompress(content[at : at + size]), head["words"], []
    row = struct.Struct(f"<{words}QQII")
    for number in range(blocks):
        *first, place, length, crc = row.unpack_from(index, number * row.size)
        packed = content[place : place + length]
        assert zlib.crc32(packed) == crc
        many = min(head["per_block"], head["entries"] - len(found))
        raw, columns = zlib.decompress(packed), []
        while raw:
            planes, raw = raw[0], raw[1:]
            column = [sum(raw[p * many + k] << 8 * p for p in range(planes)) for k in range(many)]
            columns.append(column)
            raw = raw[planes * many :]
        assert len(columns) == words + 1 + head["plies"]
        keys = [0] * many
        for k in range(words):
            word = first[words - 1 - k]
            for entry, step in enumerate(columns[k]):
                word = (word + step) % (1 << 64)
                keys[entry] |= word << 64 * (words - 1 - k)
        found += [(key, head["values"][v]) for key, v in zip(keys, columns[words], strict=True)]
    return head, found


def key_of(played: Game, head: dict[str, Any], state: Any) -> int:
    """The key of a position, as its row gives it."""
    words = width_for(played.board.size) // 64
    sets: list[int] = []
    numbers: list[int] = []
    changes = any(swap for _, swap in played.symmetries)
    for name, value in zip(state._fields, state, strict=True):
        if name in layout(type(state)).numbers:
            numbers.append(0 if name == "seen" or (name == "side" and changes) else value)
        else:
            sets += value if isinstance(value, tuple) else [value]
    row = [one >> 64 * k & (1 << 64) - 1 for one in sets for k in range(words)]
    row += [
        sum(one << 16 * k for k, one in enumerate(numbers[place : place + 4]))
        for place in range(0, len(numbers), 4)
    ]
    used, key, at = head["used"], 0, 0
    cells = len(sets) * words
    if head["letters"] is not None:
        width = (len(head["letters"]) - 1).bit_length()
        layers = [one for n, one in enumerate(sets) if any(used[n * words : (n + 1) * words])]
        for cell in range(played.board.size):
            letter = sum((one >> cell & 1) << k for k, one in enumerate(layers))
            key |= head["letters"].index(letter) << at
            at += width
    for place, mask in enumerate(used):
        if head["letters"] is not None and place < cells:
            continue
        for bit in range(64):
            if mask >> bit & 1:
                key |= (row[place] >> bit & 1) << at
                at += 1
    return key


@pytest.mark.slow
@pytest.mark.parametrize(
    ("said", "letters"),
    [
        ("esgros hex:3 exceed=minimal", False),
        ("incrowd square:2x3", False),
        ("sow square:2x3 height=1", False),
        ("gro dish:1,1 tokens=2", False),
        ("grow square:3x3 drop=mandatory", True),
    ],
)
def test_a_table_is_read_by_what_is_told_of_it(tmp_path: Path, said: str, letters: bool):
    path = tmp_path / "a.rpt"
    played = ready(said)
    build_table(played, path)
    head, entries = entries_of(path)
    assert (head["letters"] is not None) == letters
    assert len(entries) == head["entries"]
    assert sorted(entries) == entries
    known = dict(entries)
    with Table(path) as table:
        position = table.start
        for _ in range(30):
            if position.over:
                break
            state = position.state
            turned = any(swap for _, swap in played.symmetries) and state.side == 1
            images = [
                played.image(state, turn, swap)
                for turn, swap in played.symmetries
                if swap == turned
            ]
            value = known[min(key_of(played, head, image) for image in images)]
            worth = table.look_up(position)
            assert worth is not None
            if played.rulebook.scored:
                assert value == (worth.value if state.side == 0 else -int(worth.value or 0))
            elif worth.value == "draw":
                assert value == 0
            else:
                assert worth.distance is not None
                assert value in (30000 - worth.distance, worth.distance - 30000)
                assert (value > 0) == (worth.value == "win")
            best = [move for move, one in table.moves(position).items() if one]
            position = Position(played, position.play([best[-1]]).state)
