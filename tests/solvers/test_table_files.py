"""ValueTable files say what tables say, are checked by other code, and are refused when altered."""

from __future__ import annotations

import hashlib
import json
import tracemalloc
import zlib
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleproof.models.play.game import Game, game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import names
from ruleproof.solvers.playing.keys.keys import Keys, keys
from ruleproof.solvers.playing.retrograde import scouts
from ruleproof.solvers.playing.search.alphabeta import Searcher
from ruleproof.solvers.playing.tables import filing
from ruleproof.solvers.playing.tables.build import build, head, party_of
from ruleproof.solvers.playing.tables.header import TableError
from ruleproof.solvers.playing.tables.read import TableFile
from ruleproof.solvers.playing.tables.value_table import ValueTable
from ruleproof.solvers.playing.tables.write import TRAILER, write_table
from ruleproof.solvers.playing.values.questions import settle
from ruleproof.solvers.playing.values.scale import WIN, Bounds
from ruleproof.solvers.verify.files import table_report
from ruleproof.solvers.verify.tables import check as sweep
from ruleproof.solvers.verify.tables.check import TooLarge, check
from tests.plain import minimax, reachable
from tests.ready import ready
from tests.solvers.altering import altered
from tests.strategies import games

SMALL = [
    *("esgros hex:2", "esgros hex:2 pie=on exceed=either", "esgros square:1x70 edition=second"),
    *("esgros square:3x3 full=loss exceed=void", "breakthrough square:4x2", "kalah square:2x2"),
    *("incrowd square:3x3", "incrowd square:3x3 chain=global", "gro dish:1,1 tokens=2"),
    *("gro dish:1,1 tokens=1 captures=both", "sow square:2x3 height=1", "clobber square:3x3"),
    *("sow square:1x5 height=1 path=flexible", "sow square:1x3 height=2 entry=advanced"),
    *("grow path:4", "grow square:2x2 drop=mandatory", "grow square:2x3 players=3 drop=mandatory"),
    *("oust square:2x3", "chomp square:3x4 poison=wins", "hex-on-rhombus rhombus:3x3"),
    "connect-four square:3x3 line=3",
]


def first(one: Game) -> Position:
    """The start, or on a long board a position near the end of a game."""
    here = Position.start(one)
    if one.board.size > 64:
        return Position.read(one, " ".join(". " * 6 + "B W " * 32).replace("  ", " ") + " ; black")
    return here


def test_every_game_has_a_small_table():
    assert {said.split()[0] for said in SMALL} >= set(names())


@pytest.mark.parametrize("said", SMALL)
def test_files_and_tables_and_search_agree_on_every_position(tmp_path: Path, said: str):
    one = ready(said)
    here = first(one)
    path = tmp_path / "table.rpt"
    party = 0 if len(one.players) > 2 else -1
    built = build(here, path, party=party)
    table = ValueTable(one, party=party)
    table.prepare(here.state)
    assert built.entries == table.nodes
    assert built.size == path.stat().st_size
    search = Searcher(one, party=party) if one.acyclic else None
    with TableFile(path) as file:
        for state, worth in table.states():
            entry = file.look_up(state)
            assert entry is not None
            assert entry.value == worth, state
            if search:
                assert settle(search, state, Bounds()) == worth, state
    assert check(path) == []
    assert check(path, threads=2) == []


KEYED = [
    ("gro dish:1,2 tokens=2", 0),
    ("sow square:3x4 height=1 path=flexible", 12),
    ("grow square:3x3 drop=mandatory", 6),
    pytest.param("grow square:2x4", 8, marks=pytest.mark.slow),
    ("esgros square:3x3", 0),
]


def near_the_end(one: Game, plies: int) -> Position:
    """A position so many moves from the start, always by the last one in the list."""
    here = Position.start(one)
    for _ in range(plies):
        here = here.after(here.legal_moves()[-1])
    return here


@pytest.mark.parametrize(("said", "plies"), KEYED)
def test_keys_are_written_as_files_hold_them_with_letters_where_these_save_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, plies: int
):
    here = near_the_end(ready(said), plies)
    one, other = tmp_path / "one.rpt", tmp_path / "other.rpt"
    build(here, one)
    table = ValueTable(here.game)
    table.prepare(here.state)
    with TableFile(one) as file:
        assert (file.head.alphabet is not None) == (here.game.name != "esgros")
        assert file.head.entries == table.nodes > 100
        for state, worth in islice(table.states(), 0, 20_000, min(200, table.nodes // 100)):
            entry = file.look_up(state)
            assert entry is not None
            assert entry.value == worth, state
    assert check(one) == []

    def plain(old: Keys) -> Keys:
        return keys(old.game, old.used, 0, None)

    monkeypatch.setattr(filing, "filed", plain)
    monkeypatch.setattr(filing, "_PIECE", 100)
    build(here, other)
    with TableFile(one) as first, TableFile(other) as second:
        assert second.head.alphabet is None
        assert first.head.entries == second.head.entries
    assert check(other) == []


@given(st.data())
@settings(deadline=None, max_examples=30)
def test_tables_agree_with_plain_minimax(data: st.DataObject):
    one = data.draw(games(own_board=False))
    position = Position.start(one)
    lines: list[Position] = [position]
    for _ in range(40):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.after(data.draw(st.sampled_from(moves)))
        lines.append(position)
    if not one.acyclic or len(one.players) > 2:
        return
    here = lines[max(0, len(lines) - 5)]
    if len(reachable(one, 5000, here.state)) > 5000:
        return
    table = ValueTable(one, threads=data.draw(st.sampled_from((1, 2))))
    table.prepare(here.state)
    assert table.value(here.state) == minimax(one, here.state, {})


@pytest.mark.parametrize(
    "said",
    [
        "incrowd square:3x4", "gro dish:1,1 tokens=6", "grow square:2x3 players=3",
        "sow square:3x4 height=1",
    ],
)  # fmt: skip
def test_threads_find_the_same_positions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str
):
    one = ready(said)
    contents: list[bytes] = []
    for threads in (1, 2, 3, 4):
        if threads == 4:  # short of room, so that looks are made again
            for few in ("_FRESH", "_EACH", "_LEAST"):
                monkeypatch.setattr(scouts, few, 1)
        path = tmp_path / f"{threads}.rpt"
        assert not build(Position.start(one), path, threads=threads, party=party_of(one)).stopped
        contents.append(path.read_bytes())
    assert len(set(contents)) == 1


def test_orbits_are_counted(tmp_path: Path):
    four = build(Position.start(game("connect-four", "square:4x4")), tmp_path / "a.rpt")
    assert four.positions == 161_029
    assert four.entries < 161_029
    lone = Position.start(game("esgros", "hex:2")).play("a1")
    assert build(lone, tmp_path / "b.rpt").positions is None


def test_a_table_takes_at_most_four_bytes_a_position(tmp_path: Path):
    built = build(Position.start(game("incrowd", "square:3x4")), tmp_path / "a.rpt")
    assert built.size <= 4 * built.entries


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "table.rpt"
    build(Position.start(game("incrowd", "square:3x3")), path)
    return path


def test_no_altered_byte_passes(tmp_path: Path, table: Path):
    content, path = table.read_bytes(), tmp_path / "altered.rpt"
    for at in range(0, len(content), 13):
        path.write_bytes(content[:at] + bytes([content[at] ^ 0x10]) + content[at + 1 :])
        assert check(path), at


def test_no_truncated_file_passes_and_no_other(tmp_path: Path, table: Path):
    content, path = table.read_bytes(), tmp_path / "truncated.rpt"
    for kept in [*range(0, len(content), 97), len(content) - 1]:
        path.write_bytes(content[:kept])
        assert check(path), kept
        with pytest.raises(TableError):
            TableFile(path)
    for other in (content + b"more", b"\x00\xff" * 99, b"{}\n", b"[" * 5000, b"\n" * 500):
        path.write_bytes(other)
        assert check(path)


def resigned(content: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    """The table with another header, all checksums made right again."""
    line, _, rest = content.partition(b"\n")
    place, length, blocks, _, _, mark = TRAILER.unpack(content[-TRAILER.size :])
    head = json.loads(line)
    change(head)
    new = json.dumps(head).encode() + b"\n"
    packed = content[place : place + length]
    row = np.dtype([("key", "<u8", (json.loads(line)["words"],))])
    raw = bytearray(zlib.decompress(packed))
    step = len(raw) // blocks
    shift = len(new) - len(line) - 1
    for number in range(blocks):
        at = number * step + row.itemsize
        old = int.from_bytes(raw[at : at + 8], "little")
        raw[at : at + 8] = (old + shift).to_bytes(8, "little")
    packed = zlib.compress(bytes(raw), 6)
    body = new + rest[: place - len(line) - 1] + packed
    check_sum = zlib.crc32(packed, zlib.crc32(new))
    digest = hashlib.sha256(body).digest()
    return body + TRAILER.pack(place + shift, len(packed), blocks, check_sum, digest, mark)


def test_headers_are_not_believed(tmp_path: Path, table: Path):
    content = table.read_bytes()
    path = tmp_path / "forged.rpt"
    path.write_bytes(resigned(content, lambda head: head))
    assert check(path) == []
    changes: dict[str, Any] = {
        "game": "chess",
        "board": "square:4x4",
        "settings": {"chain": "global", "turncoat-chain": "off", "territory": "orthogonal"},
        "position": "B . . / . . . / . . . ; white",
        "worth": 1,
        "value": -9,
        "distance": 3,
        "positions": 3,
        "entries": 12,
        "per_block": 0,
        "words": 64,
        "format": "ruleproof table 33",
        "values": [0] * 40,
        "used": [1, 1, 1],
        "party": "black",
        "plies": True,
    }
    for name, value in changes.items():
        path.write_bytes(resigned(content, lambda head, n=name, v=value: head.update({n: v})))
        assert check(path), name
    for name in changes:
        path.write_bytes(resigned(content, lambda head, n=name: head.pop(n)))
        assert check(path), name
        assert table_report(path).faults == check(path), name


def test_a_table_of_several_players_tells_whose_points_it_holds(tmp_path: Path):
    """The values of no player, as if two played, would be those of no question."""
    three = Position.start(game("grow", "path:3", players=3))
    path = tmp_path / "three.rpt"
    for party in (-1, 3):
        with pytest.raises(ValueError, match="no such player in a game for 3"):
            build(three, path, party=party)
    build(three, path, party=1)
    assert check(path) == []
    path.write_bytes(resigned(path.read_bytes(), lambda head: head.update(party=None)))
    assert check(path) == ["the header names no player, in a game for 3"]


def test_what_a_header_says_takes_no_memory(tmp_path: Path, table: Path):
    """Whatever the numbers in a header, the check takes no more memory than it was given."""
    content, path = table.read_bytes(), tmp_path / "forged.rpt"
    most = 10 << 20
    changes: list[dict[str, Any]] = [
        {"words": 64},
        {"entries": 1 << 39},
        {"per_block": 1 << 16},
        {"board": "square:19x20"},
        {"values": [0] * 300_000},
        {"settings": {"chain": ["global"]}},
    ]
    check(table, memory=most)  # compiles
    for change in changes:
        path.write_bytes(resigned(content, lambda head, some=change: head.update(some)))
        tracemalloc.start()
        try:
            assert check(path, memory=most)
        except TooLarge:
            pass
        finally:
            _, peak = tracemalloc.get_traced_memory()
            tracemalloc.stop()
        assert peak < 2 * most, change


def test_images_of_a_large_board_count_as_memory(tmp_path: Path):
    """A header is short, whatever its board: what its keys need is counted before it is made."""
    path = tmp_path / "large.rpt"
    one = game("grow", "square:15x15", players=2, drop="mandatory")
    state = one.start()
    forms = keys(one, code_bits=0, letters=None)
    said = head(one, state, 0, -1) | {"positions": None} | forms.form
    write_table(path, said, (np.zeros(1, np.uint64),) * forms.words, np.zeros(1, np.int16), None)
    with pytest.raises(TooLarge, match="keys take"):
        check(path, memory=10 << 20)


def test_other_formats_are_named(tmp_path: Path, table: Path):
    path = tmp_path / "other.rpt"
    path.write_bytes(
        resigned(table.read_bytes(), lambda head: head.update(format="ruleproof table 33"))
    )
    assert check(path) == ["the format known here is 'ruleproof table 3': 'ruleproof table 33'"]


@pytest.mark.parametrize(("threads", "chunk"), [(1, 1 << 14), (3, 50)])
def test_every_wrong_value_and_every_missing_position_is_found(
    tmp_path: Path, table: Path, monkeypatch: pytest.MonkeyPatch, threads: int, chunk: int
):
    monkeypatch.setattr(sweep, "_CHUNK", chunk)  # so that threads share the work out
    path = tmp_path / "wrong.rpt"
    altered(table, path, lambda values: slice(None))
    assert check(path, threads=threads) == []
    for at in range(0, 2139, 101):

        def worse(values: Any, at: int = at) -> Any:
            values[at] += 1
            return slice(None)

        def fewer(values: Any, at: int = at) -> Any:
            return np.delete(np.arange(len(values)), at)

        altered(table, path, worse)
        (fault,) = check(path, threads=threads)
        assert "entry" in fault or "worth" in fault
        altered(table, path, fewer)
        assert check(path, threads=threads), at


def test_positions_that_cannot_be_reached_are_found(tmp_path: Path, table: Path):
    later = tmp_path / "later.rpt"
    start = Position.start(game("incrowd", "square:3x3"))
    build(start.after(start.legal_moves()[0]), later)
    with TableFile(later) as file:
        said, few = file.head.said, file.head.entries
    path = tmp_path / "more.rpt"
    content = table.read_bytes()
    told = {name: said[name] for name in ("position", "worth", "value", "positions")}
    path.write_bytes(resigned(content, lambda head: head.update(told)))
    assert check(path) == [f"{2139 - few} of its entries are of positions that cannot be reached"]


FORGED = [
    "esgros hex:2", "incrowd square:2x3", "gro dish:1,1 tokens=2", "sow square:2x6 height=1",
    "grow square:2x2", "grow square:2x2 players=3",
]  # fmt: skip


@pytest.mark.parametrize("said", FORGED)
def test_forged_entries_never_break_the_check(tmp_path: Path, said: str):
    """Whatever keys and values a well-formed table has, the check says what is wrong with it."""
    one = ready(said)
    path, forged = tmp_path / "table.rpt", tmp_path / "forged.rpt"
    build(Position.start(one), path, party=party_of(one))
    with TableFile(path) as file:
        head, block = file.head, file.block(0)
    dice = np.random.default_rng(5)
    for _ in range(40):
        words = [column.copy() for column in block.words]
        at = dice.integers(1, len(words[0]), 3)
        words[-1][at] = dice.integers(0, 1 << 63, 3, np.uint64) >> dice.integers(
            0, 40, 3, np.uint64
        )
        order = np.lexsort(words)
        kept = [word[order] for word in words]
        values = block.values.astype(np.int16)[order]
        plies = None if block.plies is None else block.plies.astype(np.uint16)[order]
        if np.any(np.diff(kept[0]) == 0) and len(kept) == 1:
            continue
        write_table(forged, head.said, tuple(kept), values, plies)
        assert len(check(forged)) == 1


def test_values_are_those_of_the_words(table: Path):
    with TableFile(table) as file:
        assert file.head.said["value"] == 9
        assert max(file.head.values) < WIN
