"""`Table`: a table file read in words."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pandas import isna, read_parquet
from pandas.testing import assert_frame_equal
from pyarrow.parquet import read_schema, read_table

from ruleproof import (
    Position,
    Table,
    TextError,
    build_table,
    game,
    move_values,
    reference_values,
    solve,
)
from ruleproof.models.errors import MoveError
from ruleproof.models.files.writing import WriteError
from ruleproof.models.play.game import Game, State
from ruleproof.solvers.playing.tables import exports
from ruleproof.solvers.playing.tables.exports import Line, MissingExtra
from ruleproof.solvers.playing.tables.header import TableError
from ruleproof.solvers.playing.tables.read import TableFile
from ruleproof.solvers.playing.tables.table import state_of
from ruleproof.solvers.playing.values.reference import Outcome, values
from ruleproof.solvers.work.progress import Progress
from tests.ready import ready

SMALL = {
    "esgros hex:2": 27, "incrowd square:2x3": 200, "gro dish:1,1 tokens=1": 40,
    "sow square:2x3 height=1": 300, "grow square:2x2": 62,
}  # fmt: skip
"""Games, and the entries of their tables."""
OUTCOMES, POINTS = (exports.Kinds(points, ("black", "white")) for points in (False, True))


@pytest.fixture(scope="module", params=SMALL)
def small(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Game, Table]]:
    """A game and its whole table, of as many entries as it should have."""
    played, path = ready(request.param), tmp_path_factory.mktemp("small") / "table.rpt"
    build_table(played, path)
    with Table(path) as table:
        assert len(table) == SMALL[request.param]
        yield played, table


@pytest.fixture
def path3(tmp_path: Path) -> Path:
    """A table of Esgros on path:3, in a folder of its own."""
    build_table(game("esgros", "path:3"), tmp_path / "table.rpt")
    return tmp_path / "table.rpt"


def metadata(path: Path) -> list[tuple[bytes, bytes]]:
    """The entries by which a file of Parquet describes itself."""
    others = (b"ARROW:schema", b"pandas", b"PANDAS_ATTRS")
    return [(key, said) for key, said in read_schema(path).metadata.items() if key not in others]


def in_words(position: Position, worth: Outcome) -> tuple[str | int, int | None]:
    if position.game.rulebook.scored:
        return (worth.value if position.state.side == 0 else -worth.value), None
    return {1: "win", 0: "draw", -1: "loss"}[worth.value], worth.plies


def test_entries_and_look_ups_are_the_worth_of_every_position(small: tuple[Game, Table]):
    played, table = small
    known, entries = reference_values(played), list(table)
    assert len({entry.position.state for entry in entries}) == len(table)
    for position, worth in entries:
        assert Position.read(played, position.text).state == position.state
        assert table.look_up(position) == worth
    for state, worth in known.items():
        position = Position(played, state)
        found = table.look_up(position)
        assert found is not None
        assert known.look_up(position) == found
        told = found.value, found.distance if worth.plies != 0 else worth.plies
        assert told == in_words(position, worth), position.text


@pytest.mark.parametrize("repetition", ["claim-3", "loss-3"])
def test_positions_that_recur_have_their_worth_in_tables_and_the_reference(
    repetition: str, tmp_path: Path
):
    played = game("gro", "dish:1,1", tokens=1, repetition=repetition)
    build_table(played, tmp_path / "table.rpt")
    known = reference_values(played)
    start = Position.start(played)
    dice, recurring = Random(1), dict[State, Position]()
    for _ in range(60):
        position = start
        while not position.over and len(position.before) < 40:
            position = position.after(dice.choice(position.legal_moves()))
            if position.state.seen > 1:
                recurring[position.state] = position
    assert {state.seen for state in recurring} >= {2, 3}
    with Table(tmp_path / "table.rpt") as table:
        for position in recurring.values():
            found = table.look_up(position)
            assert found is not None
            assert known.look_up(position) == found
            solved = solve(position, line=False)
            assert (solved.value, solved.distance) == found, position.text


def test_a_text_of_a_row_is_no_line_of_moves(tmp_path: Path):
    build_table(game("esgros", "hex:2"), tmp_path / "table.rpt")
    with Table(tmp_path / "table.rpt") as table:
        text = table.frame().iloc[3]["position"]
        with pytest.raises(TextError, match=r"Position\.read\(table\.game, text\)"):
            table.look_up(text)
        assert table.look_up(Position.read(table.game, text)) is not None


def test_the_reference_tells_the_points_of_one_of_three_players_as_a_table_does(tmp_path: Path):
    played = game("grow", "path:3", players=3)
    build_table(played, tmp_path / "table.rpt", player="blue")
    known = reference_values(Position.start(played), player="blue")
    with Table(tmp_path / "table.rpt") as table:
        for state in known:
            position = Position(played, state)
            assert known.look_up(position) == table.look_up(position)
    with pytest.raises(ValueError, match="not of game"):
        known.look_up(Position.start(game("esgros", "hex:2")))
    with pytest.raises(TypeError, match=r"Position\.read"):
        known.look_up(". . .")  # pyright: ignore[reportArgumentType]


def test_moves_have_the_values_that_search_finds_and_the_distances_of_what_follows(
    small: tuple[Game, Table],
):
    position = small[1].start
    for _ in range(3):
        if position.over:
            break
        moves, here = small[1].moves(position), small[1].look_up(position)
        found = move_values(position)
        assert {move: worth and worth.value for move, worth in moves.items()} == found
        assert found.distances == {move: one.distance for move, one in moves.items() if one}
        distances = [worth.distance for worth in moves.values() if worth and worth == here]
        assert here is not None
        assert here.distance is None or here.distance in distances
        position = position.play(position.moves()[-1])


def test_rows_stand_for_all_their_images(small: tuple[Game, Table]):
    """Every position that play reaches is an image of one row, and of no other."""
    played, table = small
    stood_for: set[State] = set()
    for position, worth in table:
        images = table.images(position)
        assert images[0] == position
        states = {image.state for image in images}
        assert len(states) == len(images)
        assert not states & stood_for
        stood_for |= states
        for image in images:
            same = image.side == position.side or not played.rulebook.scored
            value = worth.value if same else -int(worth.value or 0)
            assert table.look_up(image) == (value, worth.distance)
    with pytest.raises(ValueError, match=f"the table is of {played.name}"):
        table.images(Position.start(game("esgros", "path:4")))
    kept = {Position.read(played, Position(played, state).text).state for state in values(played)}
    assert kept <= stood_for


def test_a_key_of_no_player_s_turn_is_refused(tmp_path: Path):
    build_table(game("grow", "path:3", players=3), tmp_path / "table.rpt")
    with TableFile(tmp_path / "table.rpt") as file:
        refused: list[str] = []
        for key in range(1 << 14):
            try:
                assert state_of(file.head, key).side < 3
            except TableError as error:
                refused.append(str(error))
        assert set(refused) == {"an entry is of no position: player 4 is to move"}


def test_a_table_tells_the_points_of_the_player_who_is_named(tmp_path: Path):
    played = game("grow", "square:2x2", players=3)
    scores = solve(Position.start(played)).value
    assert isinstance(scores, list)
    for player, score in zip(played.players, scores, strict=True):
        assert build_table(played, tmp_path / f"{player}.rpt", player=player).value == score
        with Table(tmp_path / f"{player}.rpt") as table:
            assert (table.player, table.look_up()) == (player, (score, None))
    assert build_table(played, tmp_path / "first.rpt").value == scores[0]
    for other, player in ((played, "pink"), (game("esgros", "path:3"), "black")):
        with pytest.raises(TextError, match=f"'{player}'"):
            build_table(other, tmp_path / "none.rpt", player=player)


def test_a_line_is_looked_up_from_the_table_s_start(tmp_path: Path):
    played = game("esgros", "path:4")
    path = tmp_path / "table.rpt"
    build_table(Position.start(played).play("a1"), path)
    with Table(path) as table:
        assert table.look_up("b1 d1") == table.look_up(Position.start(played).play("a1 b1 d1"))
        assert repr(table) == f"Table({str(path)!r})"
        with pytest.raises(ValueError, match="the table is of esgros on path:4"):
            table.look_up(Position.start(game("esgros", "path:5")))


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (game("gro", "dish:1,1", tokens=3), "of gro on dish:1,1 with tokens=2, not with tokens=3"),
        (game("gro", "dish:1,2", tokens=2), "of gro on dish:1,1, not on dish:1,2"),
        (game("esgros", "path:3"), "of gro on dish:1,1, not of esgros"),
    ],
    ids=str,
)
def test_a_table_names_the_part_of_another_game_that_differs(
    tmp_path: Path, other: Game, told: str
):
    build_table(game("gro", "dish:1,1", tokens=2), tmp_path / "table.rpt")
    with Table(tmp_path / "table.rpt") as table:
        for ask in (table.look_up, table.moves, table.images):
            with pytest.raises(ValueError, match=f"^the table is {told}$"):
                ask(Position.start(other))


def test_images_take_moves_as_look_ups_do(tmp_path: Path):
    played = game("esgros", "hex:2")
    build_table(played, tmp_path / "table.rpt")
    with Table(tmp_path / "table.rpt") as table:
        expected = table.images(Position.start(played).play("b2 a1"))
        assert table.images("b2 a1") == table.images(["b2", "a1"]) == expected
        assert len(table.images()) == 1
        with pytest.raises(MoveError):
            table.images("b2 b2")


USES: dict[str, Callable[[Table], object]] = {
    "game": lambda table: table.game,
    "start": lambda table: table.start,
    "whose values": lambda table: table.whose_values,
    "current": lambda table: table.current,
    "len": len,
    "iter": list,
    "look_up": lambda table: table.look_up("b1"),
    "look_up of a position": lambda table: table.look_up(Position.start(game("esgros", "path:3"))),
    "moves": lambda table: table.moves(),
    "images": lambda table: table.images(),
    "csv": lambda table: table.to_csv(table.path.with_suffix(".csv")),
    "parquet": lambda table: table.to_parquet(table.path.with_suffix(".parquet")),
    "frame": lambda table: table.frame(),
}


@pytest.mark.parametrize("use", USES)
def test_every_use_of_a_closed_table_says_that_it_is_closed(path3: Path, use: str):
    with Table(path3) as table:
        table.look_up("b1")
    with pytest.raises(TableError) as raised:
        USES[use](table)
    assert str(raised.value) == f"the table is closed; open it again by Table({str(path3)!r})"
    assert [one.name for one in path3.parent.iterdir()] == ["table.rpt"]
    table.close()
    assert table.closed
    assert repr(table) == f"Table({str(path3)!r})"


def test_a_table_is_replaced_only_when_that_is_wanted(path3: Path):
    before = path3.read_bytes()
    with pytest.raises(FileExistsError, match=r"replace=True replaces it: .*table\.rpt"):
        build_table(game("esgros", "path:4"), str(path3))
    assert path3.read_bytes() == before
    build_table(game("esgros", "path:4"), path3, replace=True)
    assert path3.read_bytes() != before


def test_a_build_is_refused_where_nothing_can_be_written(tmp_path: Path):
    told: list[Progress] = []
    with pytest.raises(WriteError, match="cannot write there"):
        build_table(game("esgros", "path:3"), tmp_path / "none" / "t.rpt", progress=told.append)
    assert not told


def test_a_build_goes_on_from_a_checkpoint_that_is_named(tmp_path: Path):
    small, part = game("esgros", "hex:3"), str(tmp_path / "t.part")
    first = build_table(small, tmp_path / "t.rpt", checkpoint=part, memory=1 << 22)
    assert first.stopped
    assert Path(part).exists()
    assert not build_table(small, tmp_path / "t.rpt", checkpoint=part).stopped
    assert [one.name for one in tmp_path.iterdir()] == ["t.rpt"]


# Exports


def test_exports_replace_files_but_not_the_table_itself(path3: Path, tmp_path: Path):
    path, link, before = path3, tmp_path / "link", path3.read_bytes()
    link.symlink_to(path)
    with Table(path) as table:
        for write, ending in ((table.to_csv, ".csv"), (table.to_parquet, ".parquet")):
            for itself in (path, str(link)):
                with pytest.raises(WriteError, match="it is the table itself"):
                    write(itself)
            with pytest.raises(WriteError, match=f"ends in {ending} is taken.*t.xlsx"):
                write(tmp_path / "t.xlsx")
            with pytest.raises(WriteError, match=f"no such file or directory.*new/t{ending}"):
                write(tmp_path / "new" / f"t{ending}")
            out = tmp_path / f"t{ending}"
            out.write_text("old")
            assert write(str(out)) == out
            assert out.stat().st_size > len("old")
    assert path.read_bytes() == before


def test_exports_have_a_row_for_every_entry(small: tuple[Game, Table], tmp_path: Path):
    played, table = small
    entries = [
        (row.position.text, row.position.side, *row.worth, len(table.images(row.position)))
        for row in table
    ]
    written, parquet = table.to_csv(tmp_path / "t.csv"), table.to_parquet(tmp_path / "t.parquet")
    frame = table.frame()
    with written.open(newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    assert header == ["position", "side", "value", "distance", "images"]
    assert rows == [["" if one is None else str(one) for one in entry] for entry in entries]
    assert [tuple(row.values()) for row in read_table(parquet).to_pylist()] == entries
    assert list(frame.columns) == header
    assert_frame_equal(read_parquet(parquet), frame)
    assert read_parquet(parquet).attrs == frame.attrs
    assert list(frame["side"].cat.categories) == list(played.players)
    assert [tuple(None if isna(one) else one for one in row) for row in frame.values] == entries
    if frame["value"].dtype == "category":
        assert frame["value"].cat.ordered
        assert list(frame["value"].cat.categories) == ["loss", "draw", "win"]
    whose = {"incrowd": "the margin of black", "grow": "the margin of red"}
    about = ("game", played.name), ("start", Position.start(played).text)
    assert set(frame.attrs.items()) >= {
        *about, ("values", whose.get(played.name, "for the side to move")),
    }  # fmt: skip
    assert read_schema(parquet).metadata[b"board"].decode() == played.board.text
    assert frame.attrs.items() == {k.decode(): v.decode() for k, v in metadata(parquet)}.items()


def test_exports_are_written_part_by_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """No more entries are taken from the table than are written together."""
    monkeypatch.setattr(exports, "AT_ONCE", 5)
    taken, sizes = 0, list[int]()

    def lines() -> Iterator[Line]:
        nonlocal taken
        for number in range(13):
            taken += 1
            yield Line(str(number), "black", "win", number, 1)

    def noting(original: Any) -> Any:
        def parts(given: Any) -> Iterator[list[Line]]:
            for part in original(given):
                sizes.append(len(part))
                assert taken == sum(sizes)
                yield part

        return parts

    monkeypatch.setattr(exports, "_parts", noting(exports._parts))  # pyright: ignore[reportPrivateUsage]
    exports.write_csv(lines(), tmp_path / "t.csv")
    assert sizes == [5, 5, 3]
    assert (tmp_path / "t.csv").read_text().count("\n") == 14
    taken = 0
    sizes.clear()
    exports.write_parquet(lines(), tmp_path / "t.parquet", kinds=OUTCOMES, told={})
    assert read_table(tmp_path / "t.parquet").num_rows == 13
    assert sizes == [5, 5, 3]


@pytest.mark.parametrize("name", ["esgros", "incrowd"])
def test_a_frame_of_several_parts_is_that_of_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
):
    monkeypatch.setattr(exports, "AT_ONCE", 5)
    build_table(game(name, "square:2x3"), tmp_path / "t.rpt")
    with Table(tmp_path / "t.rpt") as table:
        frame = table.frame()
        assert len(frame) == len(table) > 5
        assert_frame_equal(read_parquet(table.to_parquet(tmp_path / "t.parquet")), frame)
        assert sum(frame["images"]) == sum(len(table.images(row.position)) for row in table)


def test_an_export_of_nothing_has_its_columns(tmp_path: Path):
    exports.write_csv([], tmp_path / "t.csv")
    assert (tmp_path / "t.csv").read_text() == "position,side,value,distance,images\n"
    exports.write_parquet([], tmp_path / "t.parquet", kinds=POINTS, told={})
    assert read_table(tmp_path / "t.parquet").column_names == list(Line._fields)
    assert exports.frame([], kinds=POINTS, told={}).empty


def test_a_missing_extra_is_named(path3: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(exports, "find_spec", dict[str, None]().get)
    with Table(path3) as table:
        for ask in (table.frame, lambda: table.to_parquet(tmp_path / "t.parquet")):
            with pytest.raises(MissingExtra, match=r'pip install "ruleproof\[frames\]"') as told:
                ask()
            assert isinstance(told.value, ImportError)
            assert "\n" not in str(told.value)
        table.to_csv(tmp_path / "t.csv")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["t.csv", "table.rpt"]


def test_a_broken_export_leaves_what_stood_there(tmp_path: Path):
    def lines() -> Iterator[Line]:
        yield Line("", "black", "win", 1, 1)
        raise KeyboardInterrupt

    for name, write in (("t.csv", exports.write_csv), ("t.parquet", exports.write_parquet)):
        more: Any = {} if name == "t.csv" else {"kinds": OUTCOMES, "told": {}}
        (tmp_path / name).write_text("old")
        with pytest.raises(KeyboardInterrupt):
            write(lines(), tmp_path / name, **more)
    assert {path.read_text() for path in tmp_path.iterdir()} == {"old"}
    assert len(list(tmp_path.iterdir())) == 2
