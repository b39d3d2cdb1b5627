"""Sets of puzzles on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleproof.cli import main
from ruleproof.puzzles.puzzle import Puzzle, read_set
from ruleproof.puzzles.starter import starter
from tests.cli.conftest import Run

Runner = Callable[..., Run]
MAKE = ("puzzles", "make", "esgros", "--board", "square:3x4", "-n", "2", "--seed", "3")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of a set that the command has written."""
    path = tmp_path_factory.mktemp("sets") / "set.jsonl"
    assert main((*MAKE, "-o", str(path))) == 0
    return path.read_text()


@pytest.fixture
def made(written: str, tmp_path: Path) -> Path:
    path = tmp_path / "set.jsonl"
    path.write_text(written)
    return path


def test_the_same_seed_makes_the_same_set_as_an_object(run: Runner, made: Path):
    answer = run(*MAKE, "--json")
    lines = made.read_text().splitlines()
    assert answer.object["puzzles"] == [json.loads(line) for line in lines]
    assert (answer.object["game"], answer.object["board"]) == ("esgros", "square:3x4")
    assert answer.object["tried"] > 0
    assert all(answer.object["rejected"].values())


def test_a_made_set_is_accepted(run: Runner, made: Path):
    answer = run("puzzles", "check", str(made), "--json")
    assert answer.status == 0
    assert answer.fields == {"ok", "faults"}
    assert answer.object["ok"] is True


def test_a_truncated_set_is_refused(run: Runner, made: Path):
    made.write_text(made.read_text()[:-30])
    answer = run("puzzles", "check", str(made), "--json")
    assert answer.status == 1
    assert "line 2" in answer.object["faults"][0]


def test_a_puzzle_with_another_solution_is_refused(run: Runner, made: Path):
    first, *others = (json.loads(line) for line in made.read_text().splitlines())
    first["solution"] = [*first["solution"], "b1"]
    made.write_text("".join(json.dumps(line) + "\n" for line in [first, *others]))
    answer = run("puzzles", "check", str(made))
    assert answer.status == 1
    assert first["id"] in answer.out


def test_a_tree_that_leads_nowhere_is_not_shown(run: Runner, made: Path):
    lines = map(json.loads, made.read_text().splitlines())
    first = next(line for line in lines if len(line["tree"]["nodes"]) > 1)
    for node in first["tree"]["nodes"]:
        for entry in node["turns"]:
            entry[3] = [[reply, told, 99] for reply, told, _ in entry[3]]
    made.write_text(json.dumps(first))
    answer = run("puzzles", "show", str(made), "1", "--solution")
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "leads from node 0 to node 99" in answer.err


@pytest.mark.parametrize("name", ["id", "game", "board", "position", "side", "format"])
def test_what_is_wrong_with_a_set_is_told_in_short_lines(run: Runner, made: Path, name: str):
    first, *others = (json.loads(line) for line in made.read_text().splitlines())
    for text in ("x" * 100_000, "\x1b[2J", "a\nok: b"):
        lines = [json.dumps(line) + "\n" for line in (first | {name: text}, *others)]
        made.write_text("".join(lines))
        answer = run("puzzles", "check", str(made))
        assert answer.status == 1
        told = answer.out.splitlines()
        assert all(line.startswith("refused: ") and line.isprintable() for line in told)
        assert max(map(len, told)) < 1200
        faults = run("puzzles", "check", str(made), "--json").object["faults"]
        assert max(map(len, faults)) < 1100


def test_a_puzzle_is_shown_and_its_solution_only_when_asked_for(run: Runner, made: Path):
    first = json.loads(made.read_text().splitlines()[0])
    hidden = run("puzzles", "show", str(made), "1").out
    assert first["position"] in hidden
    assert "solution" not in hidden
    told = run("puzzles", "show", str(made), first["id"], "--solution").out
    assert " ".join(first["solution"]) in told


def test_no_such_puzzle(run: Runner, made: Path):
    answer = run("puzzles", "show", str(made), "3")
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "WHICH: a number from 1 to 2 or an id: '3'" in answer.err
    answer = run("puzzles", "show", str(made), "foo-123")
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "no puzzle has this id, nor is it one of 1 to 2: 'foo-123'" in answer.err


def test_a_table_that_was_altered_is_refused(run: Runner, tmp_path: Path):
    path = tmp_path / "altered.rpt"
    ground = ("esgros", "--board", "square:3x3")
    assert run("table", "build", *ground, "-o", str(path)).status == 0
    content = bytearray(path.read_bytes())
    content[content.index(b"\n") + 40] ^= 255  # in the first block, behind the header
    path.write_bytes(content)
    answer = run("puzzles", "make", *ground, "--source", f"table:{path}")
    assert (answer.status, answer.out) == (2, "")
    assert "--source: block 0 is altered" in answer.err
    assert "altered.rpt" in answer.err
    assert answer.err.count("\n") == 1


def test_out_of_time_is_stopped_with_what_was_found(run: Runner, tmp_path: Path):
    path = tmp_path / "set.jsonl"
    more = ("puzzles", "make", "esgros", "--board", "hex:3", "-n", "500", "--seed", "4")
    answer = run(*more, "--time", "0.1", "-o", str(path), "--json")
    assert answer.status == 3
    assert len(answer.object["puzzles"]) < 500
    assert "in the time given" in answer.err


def test_a_diagram_is_judged(run: Runner, made: Path):
    for line in made.read_text().splitlines():
        puzzle = json.loads(line)
        asked = puzzle["stipulation"]
        if asked["aim"] not in ("reach", "avert") or asked["turns"] is None:
            continue
        goal = asked["goal"]
        name = goal["name"] if asked["aim"] == "reach" else f"avert-{goal['name']}"
        options = ["--goal", name, "--amount", str(goal["amount"]), "--turns", str(asked["turns"])]
        if goal["cells"]:
            options += ["--on", ",".join(goal["cells"])]
        ground = ("puzzles", "judge", "esgros", "--board", "square:3x4", "-p", puzzle["position"])
        answer = run(*ground, *options, "--json")
        told = answer.object
        assert answer.status == 0
        assert (told["sound"], told["unique"]) == (True, True)
        assert told["solutions"] == [" ".join(puzzle["solution"][:1])]
        assert told["sentence"] == puzzle["sentence"]
        assert told["puzzle"]["tree"] == puzzle["tree"]
        shown = [line.split() for line in run(*ground, *options).out.splitlines()]
        line = ["main", "line", *puzzle["solution"]]
        assert (line in shown) == (len(puzzle["solution"]) > 1)
        return
    raise AssertionError("the set has a puzzle against a defence")


def test_a_set_is_counted_and_exported(run: Runner, made: Path, tmp_path: Path):
    puzzles = [json.loads(line) for line in made.read_text().splitlines()]
    counts = run("puzzles", "stats", str(made), "--json").object["counts"]
    assert sum(counts["stipulation"].values()) == len(puzzles)
    text = run("puzzles", "export", str(made)).out
    table = run("puzzles", "export", str(made), "--to", "csv").out.splitlines()
    assert all(puzzle["sentence"] in " ".join(text.split()) for puzzle in puzzles)
    assert max(map(len, text.splitlines())) <= 80
    assert [row.split(",")[0] for row in table[1:]] == [puzzle["id"] for puzzle in puzzles]
    assert run("puzzles", "export", str(made), "--to", "svg", "-o", str(tmp_path / "d")).status == 0
    names = {path.name for path in (tmp_path / "d").iterdir()}
    assert names == {f"{puzzle['id']}.svg" for puzzle in puzzles}


def test_drawings_for_print_show_the_goal(run: Runner, tmp_path: Path):
    few = tmp_path / "few.jsonl"
    assert run("puzzles", "select", "starter:esgros", "--keep", "1", "-o", str(few)).status == 0
    puzzle = json.loads(few.read_text())
    for form in ("svg", "png"):
        folder = tmp_path / form
        answer = run("puzzles", "export", str(few), "--to", form, "-o", str(folder))
        assert (answer.status, [one.suffix for one in folder.iterdir()]) == (0, [f".{form}"])
    drawing = (tmp_path / "svg" / f"{puzzle['id']}.svg").read_text()
    assert drawing.count("rp-mark") == len(puzzle["stipulation"]["goal"]["cells"])
    assert "<style" not in drawing
    assert (tmp_path / "png" / f"{puzzle['id']}.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("form", ["svg", "png"])
def test_no_drawing_takes_the_place_of_another(run: Runner, tmp_path: Path, form: str):
    few, folder = tmp_path / "few.jsonl", tmp_path / form
    assert run("puzzles", "select", "starter:esgros", "--keep", "1,2", "-o", str(few)).status == 0
    first, second = few.read_text().splitlines()
    few.write_text(f"{first}\n{second}\n{first}\n")
    answer = run("puzzles", "export", str(few), "--to", form, "-o", str(folder))
    assert (answer.status, len(list(folder.iterdir()))) == (0, 2)
    name = json.loads(first)["id"]
    few.write_text(f"{first}\n{second.replace(json.loads(second)['id'], name)}\n")
    refused = run("puzzles", "export", str(few), "--to", form, "-o", str(tmp_path / "none"))
    told = f"SET: puzzles 1 and 2 are different and have one id: {name!r}\n"
    assert (refused.status, refused.out, refused.err) == (2, "", f"ruleproof: {told}")
    assert not (tmp_path / "none").exists()


def test_a_position_is_drawn_once_and_then_told_as_text(run: Callable[..., Run]) -> None:
    position = run("puzzles", "show", "starter:gro", "1", "--json").object["puzzles"][0]["position"]
    for more in ([], ["--solution"]):
        lines = run("puzzles", "show", "starter:gro", "1", *more).out.splitlines()
        assert [line for line in lines if position in line] == [f"as text     {position}"]
        assert lines[-1].startswith("as text")


def test_the_end_of_a_name_says_the_form(run: Runner, made: Path, tmp_path: Path):
    begins = {"a.html": "<!doctype html>", "a.csv": "id,game", "a.txt": "1. "}
    for name, begin in begins.items():
        assert run("puzzles", "export", str(made), "-o", str(tmp_path / name)).status == 0
        assert (tmp_path / name).read_text().lower().startswith(begin)
    assert run("publish", str(made), "-o", str(tmp_path / "a.svg")).status == 0
    drawn = {one.name for one in tmp_path.glob("*.svg")}
    many = len(made.read_text().splitlines())
    assert drawn == {f"a-{number}.svg" for number in range(1, many + 1)}


def test_puzzles_are_selected_ordered_and_joined(run: Runner, tmp_path: Path):
    few, joined, less = (tmp_path / f"{name}.jsonl" for name in ("few", "joined", "less"))
    ids = [one["id"] for one in run("puzzles", "show", "starter:sow", "--json").object["puzzles"]]
    chosen = f"3, {ids[0]},5-6"
    told = run("puzzles", "select", "starter:sow", "--keep", chosen, "-o", str(few))
    assert (told.status, told.out.splitlines()[-1]) == (0, f"4 puzzles in {few}")

    def held(path: Path) -> list[str]:
        return [json.loads(line)["id"] for line in path.read_text().splitlines()]

    assert held(few) == [ids[2], ids[0], ids[4], ids[5]]
    other = ("starter:gro", "--json", "-o", str(joined))
    found = run("puzzles", "select", str(few), *other).object
    assert found["puzzles"] == 4 + len(starter("gro"))
    assert held(joined)[:4] == held(few)
    assert run("puzzles", "select", str(few), "--keep", "1,4", "-o", str(less)).status == 0
    assert held(less) == [ids[2], ids[5]]
    again = run("puzzles", "select", str(few), str(less), "-o", str(less))
    assert again.status == 0
    assert "puzzles that come twice are taken once: 2" in again.err
    assert held(less) == held(few)


def test_a_mixed_choice_takes_turns_of_games_and_levels(run: Runner, tmp_path: Path):
    column = tmp_path / "column.jsonl"
    games = ("gro", "sow", "esgros", "incrowd", "grow")
    sets = [f"starter:{name}" for name in games]
    words = ("puzzles", "select", *sets, "-n", "10", "--mixed", "--order", "rating")
    assert run(*words, "-o", str(column)).status == 0
    puzzles = read_set(column.read_text(), "column")
    assert sorted(one.game for one in puzzles) == sorted([*games, *games])
    ratings = [one.rating for one in puzzles if one.rating]
    assert sorted(one.level for one in ratings) == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert [one.value for one in ratings] == sorted(one.value for one in ratings)
    refused = run("puzzles", "select", *sets, "--mixed", "-o", str(column))
    assert (refused.status, "-n is needed" in refused.err) == (2, True)


@pytest.mark.parametrize(
    ("position", "verdict"),
    [("B . W . B . ; black", "sound, not unique"), ("B B W . B . ; black", "sound, unique")],
)
def test_a_verdict_says_whether_a_sound_diagram_is_unique(run: Runner, position: str, verdict: str):
    answer = run("puzzles", "judge", "esgros", "--board", "path:6", "-p", position, "--turns", "1")
    assert f"verdict     {verdict}\n" in answer.out


def test_judged_diagrams_join_a_set(run: Runner, made: Path, tmp_path: Path):
    path = tmp_path / "mine.jsonl"
    puzzles = [
        one for one in read_set(made.read_text(), "made") if one.tree and one.stipulation.turns
    ][:2]
    assert len(puzzles) == 2

    def judged(puzzle: Puzzle) -> Run:
        goal = puzzle.stipulation.goal
        assert goal
        name = ("avert-" if puzzle.stipulation.aim == "avert" else "") + goal.name
        asked = ["--goal", name, "--amount", str(goal.amount), "--on", ",".join(goal.cells)]
        ground = ("--board", puzzle.board, "-p", puzzle.position)
        limit = ("--turns", str(puzzle.stipulation.turns), "-o", str(path))
        return run("puzzles", "judge", "esgros", *ground, *asked, *limit)

    for number, puzzle in enumerate(puzzles, 1):
        assert f"as number {number}" in judged(puzzle).out
    assert [one.tree for one in read_set(path.read_text(), "mine")] == [one.tree for one in puzzles]
    before = path.read_bytes()
    again = judged(puzzles[0])
    assert again.status == 0
    assert "--output: the set has this puzzle already: 'esgros-" in again.err
    small = ("puzzles", "judge", "esgros", "--board", "path:6", "-p", "B . W . B . ; black")
    none = run(*small, "--turns", "1", "-o", str(path), "--json")
    assert none.object["added"] is False
    assert none.err.startswith(
        "ruleproof: --output: nothing was added, since the diagram is no puzzle"
    )
    assert path.read_bytes() == before
    path.write_text("no set\n")
    broken = judged(puzzles[0])
    assert (broken.status, broken.out, path.read_text()) == (2, "", "no set\n")
    assert "--output" in broken.err


def test_puzzles_are_selected_by_level_goal_and_theme(run: Runner, tmp_path: Path):
    path = tmp_path / "some.jsonl"
    into = ("--replace", "-o", str(path))

    def held(*words: str) -> list[Puzzle]:
        assert run("puzzles", "select", "starter:sow", *words, *into).status == 0
        return read_set(path.read_text(), str(path))

    everything = starter("sow")
    assert held("--level", "2-3") == [
        one for one in everything if one.rating and one.rating.level in (2, 3)
    ]
    chosen = held("--goal", "home", "--goal", "cover", "--theme", "convoy", "--order", "rating")
    ratings = [one.rating.value for one in chosen if one.rating]
    assert ratings == sorted(ratings)
    assert {one.id for one in chosen} == {
        one.id
        for one in everything
        if one.stipulation.name in ("home", "cover") and "convoy" in one.themes
    }
    worths = [one.worth.value for one in held("--order", "worth", "-n", "5") if one.worth]
    assert len(worths) == 5
    assert worths == sorted((one.worth.value for one in everything if one.worth), reverse=True)[:5]


def test_starter_sets_are_named_instead_of_a_file(run: Callable[..., Run]) -> None:
    found = run("puzzles", "show", "starter:esgros", "1")
    assert found.status == 0
    assert "to move." in found.out
    refused = run("puzzles", "stats", "starter:checkers")
    assert refused.status == 2
    assert "SET: no starter set of that game (there are: " in refused.err


def test_the_goals_of_a_game_are_those_that_judge_takes(run: Runner):
    told = run("puzzles", "goals", "esgros", "--json").object["goals"]
    names_told = [goal["goal"] for goal in told]
    assert names_told[0] == "win"
    assert "avert-remove" in names_told
    assert {"goal": "remove", "words": "remove the White group at CELLS"} in told


def test_the_goals_of_a_diagram_are_judged_as_told(run: Runner):
    diagram = ("esgros", "--board", "path:6", "--position", "B . W W . B ; black")
    told = run("puzzles", "goals", *diagram, "--json").object["goals"]
    asked = next(goal for goal in told if goal["goal"] == "remove")
    assert asked["on"] == ["c1", "d1"]
    options = ("--goal", asked["goal"], "--on", ",".join(asked["on"]), "--turns", "2")
    judged = run("puzzles", "judge", *diagram, *options, "--json").object
    assert judged["sentence"].startswith(asked["words"].split(" White group")[0])
    assert "--goal remove:c1,d1" in run("puzzles", "goals", *diagram).out


def test_some_goals_of_a_diagram_are_told_alone(run: Runner):
    diagram = ("esgros", "--board", "path:6", "--position", "B . W W . B ; black")
    told = run("puzzles", "goals", *diagram, "--json").object["goals"]
    about = run("puzzles", "goals", *diagram, "--on", "d1", "--json").object["goals"]
    assert about == [one for one in told if "d1" in one["on"]]
    assert about
    none = run("puzzles", "goals", *diagram, "--on", "b1")
    assert (none.status, none.out.count("\n")) == (0, 1)
    assert "no question about this diagram" in none.out
    refused = run("puzzles", "goals", *diagram, "--on", "z9")
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    assert "--on: " in refused.err
    assert "add --position" in run("puzzles", "goals", "esgros", "--on", "c1").err
