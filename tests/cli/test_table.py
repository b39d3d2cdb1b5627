"""`ruleproof table`: what it builds, what it finds there, and what it refuses."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from pyarrow.parquet import read_table

from ruleproof import Table
from tests.cli.conftest import Run

Runner = Callable[..., Run]
HEX2 = ("esgros", "--board", "hex:2")


@pytest.fixture
def table(run: Runner, tmp_path: Path) -> str:
    path = str(tmp_path / "hex2.rpt")
    answer = run("table", "build", *HEX2, "-o", path, "--json")
    assert answer.status == 0
    assert answer.object["table"] == path
    return path


def test_build(run: Runner, tmp_path: Path):
    path = tmp_path / "t.rpt"
    answer = run("table", "build", *HEX2, "-o", str(path), "--json")
    assert answer.fields == {
        "table", "positions", "all_positions", "value", "distance", "bytes", "memory", "rate",
        "reading", "lost",
    }  # fmt: skip
    assert answer.object["bytes"] == path.stat().st_size
    solved = run("solve", *HEX2, "--json").object
    assert (answer.object["value"], answer.object["distance"]) == (
        solved["value"],
        solved["distance"],
    )
    assert str(path) in run("table", "build", *HEX2, "-o", str(path), "--replace").out


def test_another_table_that_is_there_is_kept_when_a_build_goes_on(run: Runner, table: str):
    before = Path(table).read_bytes()
    asked = ("table", "build", "esgros", "--board", "path:3", "-o", table)
    asked += ("--resume", f"{table}.part")
    answer = run(*asked)
    assert (answer.status, answer.out) == (2, "")
    assert "a file is there; --replace writes a table in its place" in answer.err
    assert Path(table).read_bytes() == before
    answer = run(*asked, "--replace")
    assert answer.status == 0
    assert "will be replaced" in answer.err
    assert Path(table).read_bytes() != before


def test_a_build_that_goes_on_tells_what_a_finished_table_holds(run: Runner, table: str):
    before = Path(table).stat()
    told = run("table", "build", *HEX2, "-o", table, "--resume", f"{table}.part", "--json").object
    assert (told["table"], told["positions"], told["bytes"]) == (table, 27, before.st_size)
    solved = run("solve", *HEX2, "--json").object
    assert (told["value"], told["distance"]) == (solved["value"], solved["distance"])
    assert Path(table).stat().st_mtime_ns == before.st_mtime_ns


def test_probing_says_what_solving_says(run: Runner, table: str):
    for line in ("", "a1", "a1 b2", "a1 b2 c1"):
        probed = run("table", "probe", table, "--line", line, "--json")
        assert probed.fields == {"position", "value", "distance", "moves"}
        solved = run("solve", *HEX2, "--line", line, "--json").object
        openings = run("openings", *HEX2, "--line", line, "--json").object["openings"]
        assert probed.object["value"] == solved["value"]
        assert probed.object["distance"] == solved["distance"]
        moves = probed.object["moves"]
        assert {move: one["value"] for move, one in moves.items()} == openings
        best = [m for m, one in moves.items() if one["value"] == solved["value"]]
        assert set(solved["best"]) <= set(best)
        if solved["distance"]:
            assert moves[solved["best"][0]]["distance"] == solved["distance"]
        text = probed.object["position"]
        assert run("table", "probe", table, "--position", text, "--json").object["moves"] == moves
    assert "loss" in run("table", "probe", table, "--line", "a1").out


def test_margins_are_the_first_players(run: Runner, tmp_path: Path):
    path = str(tmp_path / "t.rpt")
    board = ("incrowd", "--board", "square:2x3")
    run("table", "build", *board, "-o", path)
    for line in ("", "a1", "a1 c1"):
        probed = run("table", "probe", path, "--line", line, "--json").object
        assert probed["value"] == run("solve", *board, "--line", line, "--json").object["value"]
        openings = run("openings", *board, "--line", line, "--json").object["openings"]
        assert {move: one["value"] for move, one in probed["moves"].items()} == openings


def test_an_export_says_what_probing_says(run: Runner, table: str, tmp_path: Path):
    out = tmp_path / "hex2.csv"
    answer = run("table", "export", table, "-o", str(out), "--json")
    assert answer.status == 0
    assert answer.fields == {"export", "positions"}
    header, *rows = csv.reader(out.read_text().splitlines())
    assert header == ["position", "side", "value", "distance", "images"]
    assert len(rows) == answer.object["positions"]
    for position, _, value, distance, _ in rows[:5]:
        probed = run("table", "probe", table, "--position", position, "--json").object
        assert (value, distance) == (probed["value"], str(probed["distance"]))
    told = run("table", "export", table, "-o", str(tmp_path / "hex2.parquet"))
    assert told.out == f"{len(rows)} positions in {tmp_path / 'hex2.parquet'}\n"
    assert read_table(tmp_path / "hex2.parquet").num_rows == len(rows)


def test_an_export_refuses_bad_input(run: Runner, table: str, tmp_path: Path):
    (tmp_path / "no.rpt").write_text("no table")
    copy = tmp_path / "altered.rpt"
    content = Path(table).read_bytes()
    copy.write_bytes(content[:-60] + bytes(20) + content[-40:])
    itself = tmp_path / "table.csv"
    itself.symlink_to(table)
    out = str(tmp_path / "t.csv")
    for given, place in (
        ((table, "-o", str(tmp_path / "t.xlsx")), "--output: a name that ends in .csv or .parquet"),
        ((table, "-o", str(itself)), "--output: cannot write there (it is the table itself)"),
        ((table, "-o", str(tmp_path / "no.rpt" / "t.csv")), "--output: cannot write there"),
        ((str(tmp_path / "no.rpt"), "-o", out), "FILE: "),
        ((str(copy), "-o", out), "FILE: "),
        ((str(tmp_path / "nothing.rpt"), "-o", out), "FILE: "),
    ):
        answer = run("table", "export", *given)
        assert (answer.status, answer.out) == (2, "")
        assert place in answer.err
        assert answer.err.count("\n") == 1
    assert not Path(out).exists()
    assert Path(table).read_bytes() == content


def test_parquet_without_its_extra_is_bad_input(
    run: Runner, table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("ruleproof.solvers.playing.tables.exports.find_spec", dict[str, None]().get)
    answer = run("table", "export", table, "-o", str(tmp_path / "t.parquet"))
    assert (answer.status, answer.out) == (2, "")
    assert 'needs the extra `frames`: pip install "ruleproof[frames]"' in answer.err
    assert answer.err.count("\n") == 1
    assert run("table", "export", table, "-o", str(tmp_path / "t.csv")).status == 0
    assert not (tmp_path / "t.parquet").exists()


def test_check_and_verify_accept_what_build_wrote(run: Runner, table: str):
    for command in (("table", "check"), ("verify",)):
        answer = run(*command, table, "--json")
        assert answer.status == 0
        assert {"ok", "faults", "file", "kind", "proved"} <= answer.fields
        assert (answer.object["ok"], answer.object["game"]) == (True, "esgros")
        assert "ok" in run(*command, table).out


def test_check_and_verify_refuse_an_altered_table(run: Runner, table: str):
    content = Path(table).read_bytes()
    Path(table).write_bytes(content[:-100] + b"x" + content[-99:])
    for command in (("table", "check"), ("verify",)):
        answer = run(*command, table, "--json")
        assert answer.status == 1
        assert answer.object["ok"] is False
        assert answer.object["faults"]


def test_a_table_that_memory_does_not_suffice_for_is_not_checked(run: Runner, table: str):
    answer = run("table", "check", table, "--memory", "100")
    assert (answer.status, answer.out.count("\n"), answer.err) == (3, 1, "")
    assert "bytes of memory, more than 100" in answer.out
    assert run("table", "check", table, "--memory", "1M").status == 0
    told = run("table", "check", table, "--memory", "100", "--json")
    assert (told.status, told.object["ok"], told.object["faults"]) == (3, None, [])
    assert "bytes of memory, more than 100" in told.object["unchecked"][0]
    verified = run("verify", table, "--memory", "100")
    assert verified.status == 3
    assert verified.out.startswith(f"not checked: {table}: its keys take ")


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_an_export_that_is_stopped_prints_an_object_that_says_so(
    run: Runner,
    table: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    error: type[BaseException],
):
    def stop(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(Table, "to_csv", stop)
    asked = ("table", "export", table, "-o", str(tmp_path / "a.csv"))
    told = run(*asked, "--json")
    assert (told.status, told.object["stopped"]) == (3, True)
    assert f"ruleproof: {told.object['reason']}\n" == told.err
    plain = run(*asked)
    assert (plain.status, plain.out, plain.err) == (3, "", told.err)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--position", ". . / . . ; black"), "--position"),
        (("--position", "B B / . . . / . . ; white"), "does not hold"),
        (("--line", "a1 a1"), "--line, move 2"),
    ],
)
def test_what_a_table_cannot_hold_is_bad_input(
    run: Runner, table: str, arguments: tuple[str, ...], named: str
):
    answer = run("table", "probe", table, *arguments)
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert named in answer.err


def test_what_a_table_of_other_sources_cannot_hold_takes_one_line_too(
    run: Runner, table: str, monkeypatch: pytest.MonkeyPatch
):
    name = "ruleproof.models.rulebooks.rulebook.sources_hash"
    monkeypatch.setattr(name, lambda _: "0" * 16)  # pyright: ignore[reportUnknownLambdaType]
    assert "other sources" in run("table", "probe", table).err
    for words in (("table", "check"), ("verify",)):
        answer = run(*words, table, "--json")
        assert (answer.status, answer.object["ok"]) == (0, True)
        assert answer.object["notes"] == [
            "it was made with other sources of the rules, and holds by today's"
        ]
        assert "holds by today's" in run(*words, table).out
    answer = run("table", "probe", table, "--position", "B B / . . . / . . ; white")
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "does not hold" in answer.err


@pytest.mark.parametrize("content", [b"", b"{}\n", b"\xff" * 300, b'{"game": "esgros"}\n'])
@pytest.mark.parametrize("command", ["probe", "check"])
def test_other_files_are_bad_input(run: Runner, tmp_path: Path, command: str, content: bytes):
    (tmp_path / "x").write_bytes(content)
    answer = run("table", command, str(tmp_path / "x"))
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "FILE" in answer.err


def test_a_table_that_is_cut_short_or_of_another_format_has_a_fault(run: Runner, table: str):
    content = Path(table).read_bytes()
    header, rest = content.split(b"\n", 1)
    boards = header.replace(b"hex:2", b"hex:3") + b"\n" + rest
    formats = header.replace(b"ruleproof table 3", b"ruleproof table 2") + b"\n" + rest
    for wrong in (content[:200], content[:-1], content[: len(header) + 9], boards, formats):
        Path(table).write_bytes(wrong)
        answer = run("table", "check", table, "--json")
        assert answer.status == 1
        assert len(answer.object["faults"]) == 1


def test_who_stops_early_gets_no_file_but_status_3(run: Runner, tmp_path: Path):
    path = tmp_path / "t.rpt"
    for limits in (("--time", "0.01"), ("--memory", "3M")):
        answer = run(
            "table", "build", "esgros", "--board", "hex:5", "-o", str(path), *limits, "--json"
        )
        assert answer.status == 3
        assert answer.object["table"] is None
        assert answer.object["value"] is None
        assert answer.object["reason"]
        assert not path.exists()
        path.with_name("t.rpt.part").unlink(missing_ok=True)  # or the next build would refuse


def test_players_are_named(run: Runner, tmp_path: Path):
    three = ("grow", "--board", "path:4", "--set", "players=3", "--set", "drop=mandatory")
    path = str(tmp_path / "t.rpt")
    answer = run("table", "build", *three, "-o", path, "--player", "blue", "--json")
    assert answer.status == 0
    scores = run("solve", *three, "--json").object["value"]
    assert answer.object["value"] == scores[1]
    assert run("verify", path).status == 0
    told = run("table", "probe", path).out
    assert "blue is sure of" in told
    assert "red" not in told
    for bad in ((*three, "--player", "pink"), (*HEX2, "--player", "black")):
        answer = run("table", "build", *bad, "-o", path)
        assert (answer.status, answer.out) == (2, "")


def test_an_unfinished_build_goes_on_only_when_asked_to(run: Runner, tmp_path: Path):
    path = tmp_path / "t.rpt"
    build = ("table", "build", "incrowd", "--board", "square:3x5", "-o", str(path))
    answer = run(*build, "--time", "0.2", "--json")
    assert (answer.status, answer.object["reason"]) == (3, "the time is up")
    assert (tmp_path / "t.rpt.part").exists()
    answer = run(*build)
    assert (answer.status, answer.out) == (2, "")
    assert "--resume" in answer.err
    part = str(tmp_path / "t.rpt.part")
    other = ("table", "build", "incrowd", "--board", "square:3x4", "-o", str(path))
    answer = run(*other, "--resume", part)
    assert (answer.status, answer.out) == (2, "")
    assert "another board" in answer.err
    assert run(*build, "--resume", part).status == 0
    assert [one.name for one in tmp_path.iterdir()] == ["t.rpt"]
    assert run("table", "check", str(path)).status == 0


def test_work_that_was_cut_short_is_told(run: Runner, tmp_path: Path):
    path, part = tmp_path / "t.rpt", tmp_path / "t.rpt.part"
    build = ("table", "build", "incrowd", "--board", "square:3x5", "-o", str(path), "--json")
    stopped = run(*build, "--time", "0.2")
    assert stopped.object["kept"] == str(part)
    content = part.read_bytes()
    part.write_bytes(content[: len(content) // 2])
    answer = run(*build, "--resume", str(part))
    assert answer.status == 0
    assert 0 < answer.object["lost"] < len(content) / 2
    assert f"its last {answer.object['lost']:,} bytes are left out" in answer.err
    part.write_bytes(b"")
    path.unlink()
    answer = run(*build, "--resume", str(part))
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.count(repr(str(part))) == 1


def test_solve_goes_on_from_its_checkpoint(run: Runner, tmp_path: Path):
    path = tmp_path / "s.rpc"
    for board in (("esgros", "--board", "hex:2"), ("gro", "--board", "dish:1,1")):
        path.unlink(missing_ok=True)
        chosen = ("--set", "tokens=2") if board[0] == "gro" else ()
        solve = ("solve", *board, *chosen, "--resume", str(path), "--json")
        assert run(*solve).object["value"] == run(*solve).object["value"] is not None
    for bad in ((*HEX2, "--goal", "win"), (*HEX2, "--line", "a1")):
        run("solve", *HEX2, "--resume", str(path))
        answer = run("solve", *bad, "--resume", str(path))
        assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
        assert "--resume" in answer.err
