"""Sets of puzzles as pages and books, by the command line."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pytest

from ruleproof.puzzles.puzzle import Puzzle
from tests.cli.conftest import Run
from tests.reports.small_puzzles import help_puzzle, small_puzzle
from tests.starter_sets import starter

Runner = Callable[..., Run]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A set of two puzzles."""
    found = tmp_path / "set.jsonl"
    found.write_text(f"{small_puzzle('esgros').line()}\n{small_puzzle('sow').line()}\n")
    return found


@pytest.mark.parametrize("form", [("--html",), ("--to", "html")])
def test_a_set_becomes_a_page(run: Runner, path: Path, form: tuple[str, ...]):
    page = path.with_suffix(".html")
    assert run("puzzles", "export", str(path), *form, "-o", str(page)).status == 0
    assert "2 puzzles of Esgros, Sow?" in page.read_text()


@pytest.mark.slow
@pytest.mark.parametrize("words", [("show",), ("export",), ("export", "--html")])
def test_the_rules_that_a_puzzle_keeps_to_are_told(run: Runner, words: tuple[str, ...]):
    command, *options = words
    which = ["1"] if command == "show" else options
    told = " ".join(run("puzzles", command, "starter:grow", *which).out.split())
    assert "While a space is free, every turn includes a drop." in told


def test_a_page_has_the_title_that_an_editor_gives_it(run: Runner, path: Path):
    page = path.with_suffix(".html")
    words = ("puzzles", "export", str(path), "--title", "Two <b>games</b>")
    assert run(*words, "-o", str(page)).status == 0
    assert "<h1>Two &lt;b&gt;games&lt;/b&gt;</h1>" in page.read_text()
    refused = run(*words, "--to", "csv")
    assert (refused.status, refused.out) == (2, "")
    assert "--title is for .pdf, .html, a site" in refused.err


def test_an_export_is_not_written_under_the_name_of_another_form(run: Runner, path: Path):
    for name in ("other.JSONL", "set.docx"):
        output = path.with_name(name)
        answer = run("publish", str(path), "-o", str(output))
        assert (answer.status, answer.out) == (2, "")
        assert "--output: a name ends in .pdf, .html, .csv, .txt, .svg or .png" in answer.err
        assert not output.exists()


def test_a_form_that_is_asked_for_may_have_any_name(run: Runner, path: Path):
    for name, words in (("set.docx", ("--to", "text")), ("set.TXT", ()), ("set", ())):
        output = path.with_name(name)
        assert run("puzzles", "export", str(path), *words, "-o", str(output)).status == 0
        assert output.read_text().startswith("1. Black to move.")


@pytest.mark.parametrize("form", ["text", "csv", "html", "svg", "book", "sheet", "site"])
def test_a_sentence_that_is_not_the_stipulations_is_not_published(
    run: Runner, path: Path, tmp_path: Path, form: str
):
    false = small_puzzle("sow").model_copy(update={"sentence": "Left to move. Win in one turn."})
    path.write_text(f"{small_puzzle('esgros').line()}\n{false.line()}\n")
    output = tmp_path / "out"
    words = {
        "book": ("book", str(path)),
        "sheet": ("book", str(path), "--sheet", "2"),
        "site": ("site", str(path)),
    }
    others = ("puzzles", "export", str(path), "--to", form)
    answer = run(*words.get(form, others), "-o", str(output))
    assert (answer.status, answer.out) == (2, "")
    (line,) = answer.err.splitlines()
    assert (
        f": puzzle 2, {false.id}: the sentence is not the stipulation's, which is "
        "'Left to move. Win within 2 turns.': 'Left to move. Win in one turn.'"
    ) in line
    assert not output.exists() or not list(output.iterdir())


FALSE: dict[str, tuple[Callable[[Puzzle], dict[str, object]], str]] = {
    "a turn that the tree lacks": (
        lambda own: {"tries": [("z9", "a1")]},
        "by the tree the try is no wrong turn that a reply refutes: 'z9'",
    ),
    "the solution as a try": (
        lambda own: {"tries": [(own.key, "a1")]},
        "by the tree the try is no wrong turn that a reply refutes: ",
    ),
    "a reply that is not legal": (
        lambda own: {"tries": [(own.tries[0][0],) * 2]},
        "the try ",
    ),
    "another uniqueness": (
        lambda own: {"unique": "first" if own.unique == "line" else "line"},
        "by the tree it is unique as ",
    ),
    "no game": (
        lambda own: {"composed": False, "proof_game": []},
        "the proof game does not lead to the diagram: ",
    ),
}


@pytest.mark.parametrize("fault", FALSE)
@pytest.mark.parametrize("form", ["text", "html", "book"])
def test_what_contradicts_the_tree_is_not_published(
    run: Runner, path: Path, tmp_path: Path, form: str, fault: str
):
    changed, told = FALSE[fault]
    own = next(one for one in starter("esgros") if one.tries)
    now = changed(own) | {"version": version("ruleproof")}
    path.write_text(own.model_copy(update=now).line() + "\n", encoding="utf-8")
    output = tmp_path / "out"
    others = ("puzzles", "export", str(path), "--to", form)
    answer = run(*(("book", str(path)) if form == "book" else others), "-o", str(output))
    assert (answer.status, answer.out) == (2, "")
    assert f": {path}: puzzle 1, {own.id}: {told}" in answer.err
    assert not output.exists()


@pytest.mark.parametrize(
    ("field", "text", "told"),
    [
        ("id", "../outside", "id: takes at most 100 letters, digits, hyphens and underscores"),
        ("id", "x" * 300, "id: takes at most 100 letters, digits, hyphens and underscores"),
        ("sentence", "Win.\nSolutions", "sentence: takes one line of characters that show"),
        ("version", "1\x1b[2J", "version: takes one line of characters that show"),
    ],
)
def test_texts_that_a_form_could_not_show_are_refused(
    run: Runner, path: Path, tmp_path: Path, field: str, text: str, told: str
):
    path.write_text(json.dumps(json.loads(small_puzzle("esgros").line()) | {field: text}))
    folder = tmp_path / "drawings"
    answer = run("puzzles", "export", str(path), "--to", "svg", "-o", str(folder))
    assert (answer.status, answer.out) == (2, "")
    assert told in answer.err
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("form", ["text", "csv", "svg", "html"])
def test_a_puzzle_that_cannot_be_set_up_is_named(
    run: Runner, path: Path, tmp_path: Path, form: str
):
    wrong = small_puzzle("esgros").model_copy(update={"settings": {"pie": "maybe"}, "id": "wrong"})
    path.write_text(f"{small_puzzle('esgros').line()}\n{wrong.line()}\n")
    answer = run("puzzles", "export", str(path), "--to", form, "-o", str(tmp_path / "out"))
    assert (answer.status, answer.out) == (2, "")
    assert f"SET: {path}: puzzle 2, wrong: pie takes" in answer.err
    assert not (tmp_path / "out").exists()
    book = run("book", str(path), "-o", str(tmp_path / "out"))
    assert (book.status, book.out) == (2, "")
    assert f"SET: {path}: puzzle 2, wrong: pie takes" in book.err
    shown = run("puzzles", "show", str(path), "2")
    assert (shown.status, shown.out) == (2, "")
    assert "SET: pie takes" in shown.err


@pytest.mark.parametrize("form", ["html", "book"])
def test_a_tree_without_a_right_turn_is_told(run: Runner, path: Path, tmp_path: Path, form: str):
    said = json.loads(small_puzzle("esgros").line())
    for turn in said["tree"]["nodes"][0]["turns"]:
        turn[1] = "fails"
    path.write_text(json.dumps(said))
    output = str(tmp_path / "out")
    words = ["book", str(path)] if form == "book" else ["puzzles", "export", str(path), "--html"]
    answer = run(*words, "-o", output)
    assert (answer.status, answer.out) == (2, "")
    assert f"puzzle 1, {said['id']}: tree: node 0 needs one right turn, and has 0" in answer.err
    assert not Path(output).exists()


def test_a_solution_that_is_not_of_the_tree_is_not_printed(run: Runner, path: Path, tmp_path: Path):
    said = json.loads(small_puzzle("esgros").line())
    right, *rest = said["solution"]
    wrong = next(turn[0] for turn in said["tree"]["nodes"][0]["turns"] if turn[0] != right)
    path.write_text(json.dumps(said | {"solution": [wrong, *rest]}))
    output = tmp_path / "out"
    for words in (["puzzles", "show", str(path), "1", "--solution"], ["book", str(path)]):
        answer = run(*words, *(["-o", str(output)] if words[0] == "book" else []))
        assert (answer.status, answer.out) == (2, "")
        assert f"the solution does not follow the right turns of the tree: '{wrong}" in answer.err
    for form in ("text", "csv", "html"):
        answer = run("puzzles", "export", str(path), "--to", form, "-o", str(output))
        assert (answer.status, answer.out) == (2, "")
    assert not output.exists()


def test_a_table_holds_no_formulas(run: Runner, path: Path):
    puzzle = small_puzzle("gro").model_copy(update={"hints": ["=1+1"], "themes": ["@SUM(1)"]})
    path.write_text(puzzle.line() + "\n")
    rows = list(csv.DictReader(run("puzzles", "export", str(path), "--to", "csv").out.splitlines()))
    assert (rows[0]["hint 1"], rows[0]["themes"]) == ("'=1+1", "'@SUM(1)")
    assert rows[0]["position"] == puzzle.position


def test_a_line_that_is_not_legal_makes_no_page(run: Runner, path: Path):
    wrong = help_puzzle().model_copy(update={"solution": ["a1", "a1"]})
    path.write_text(wrong.line() + "\n")
    answer = run("puzzles", "export", str(path), "--html", "-o", str(path.with_suffix(".html")))
    assert answer.status == 2
    assert "puzzle 1, esgros-help" in answer.err
    assert not path.with_suffix(".html").exists()


def test_sets_become_a_book(run: Runner, path: Path, tmp_path: Path):
    book, other = path.with_suffix(".pdf"), tmp_path / "other.jsonl"
    other.write_text(small_puzzle("gro").line())
    words = ("book", str(path), str(other), "-o", str(book), "--paper", "letter", "--json")
    answer = run(*words)
    assert answer.status == 0
    assert answer.object["puzzles"] == 3
    assert book.read_bytes().startswith(b"%PDF-")


def test_no_puzzle_is_printed_twice(run: Runner, path: Path, tmp_path: Path):
    output = tmp_path / "out"
    answer = run("book", str(path), "--keep", "1,1", "-o", str(output))
    assert (answer.status, answer.out) == (2, "")
    assert "--keep: a puzzle comes twice: 'esgros-0123456789'" in answer.err
    assert not output.exists()
    once = run("book", str(path), "--sheet", "4", "-o", str(output), "--json").object
    for words in (("book", str(path), str(path), "--sheet", "4"), ("site", str(path), str(path))):
        output = tmp_path / words[0]
        answer = run(*words, "-o", str(output), "--json")
        assert answer.status == 0
        assert answer.object.get("puzzles", 2) == once["puzzles"] == 2
        assert "puzzles that come twice are taken once: 2" in answer.err


def test_what_a_book_cannot_be_made_of_is_told(run: Runner, path: Path):
    book = path.with_suffix(".pdf")
    assert run("book", str(path), "-o", str(book), "--paper", "a5").status == 2
    answer = run("book", str(path), "-o", str(book), "--title", "漢")
    assert (answer.status, answer.out) == (2, "")
    assert "'漢'" in answer.err
    assert not book.exists()


def test_puzzles_of_sets_become_a_sheet(run: Runner, path: Path):
    page = path.with_suffix(".pdf")
    sheet = ("book", str(path), "starter:gro", "-o", str(page), "--sheet", "4:foot")
    answer = run(*sheet, "--keep", "4,1-2", "--json")
    assert answer.status == 0
    assert answer.object["puzzles"] == 3
    assert page.read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--sheet", "5"), "--sheet: a page takes 1, 2, 4, 6, 9 or 12 puzzles: 5"),
        (("--sheet", "13"), "--sheet: a page takes 1, 2, 4, 6, 9 or 12 puzzles: 13"),
        (("--sheet", "0"), "--sheet takes a whole number from 1: '0'"),
        (("--rules", "next"), "no longer has this option; sheets have the rules behind"),
        (("--hints",), "no longer has this option; a book has hints"),
        (("--note=x",), "no longer has this option; the foot of a sheet names the command"),
        (("--order", "set"), "no longer has this option; a sheet keeps the order of the set"),
        (("--subtitle", "x"), "no longer has this option; --title takes the whole title"),
        (("--sheet", "4:back"), "--sheet: 4 or 4:foot: '4:back'"),
        (("--solutions", "foot"), "no longer has this option; --sheet N:foot turns them round"),
        (("--keep", "3"), "--keep: numbers from 1 to 2"),
    ],
)
def test_a_sheet_that_cannot_be_is_refused(
    run: Runner, path: Path, words: tuple[str, ...], told: str
):
    page = path.with_suffix(".pdf")
    answer = run("book", str(path), "-o", str(page), *words)
    assert (answer.status, answer.out) == (2, "")
    assert told in answer.err
    assert not page.exists()


def test_a_book_has_the_name_of_a_pdf(run: Runner, path: Path, tmp_path: Path):
    answer = run("book", str(path), "-o", str(tmp_path / "book.doc"))
    assert (answer.status, answer.out) == (2, "")
    assert "a book is a PDF, so its name ends in .pdf" in answer.err
    assert list(tmp_path.glob("*.doc")) == []


def test_sets_become_a_site(run: Runner, path: Path, tmp_path: Path):
    answer = run("site", str(path), "-o", str(tmp_path / "public"), "--title", "Ours", "--json")
    assert answer.status == 0
    assert all(Path(name).exists() for name in answer.object["files"])
    assert "<h1>Ours</h1>" in (tmp_path / "public" / "index.html").read_text()


def test_games_of_a_site_are_named_on_the_command_line(run: Runner, tmp_path: Path):
    own = tmp_path / "own.jsonl"
    own.write_text(small_puzzle("esgros").line() + "\n")
    folder = str(tmp_path / "public")
    found = run("site", str(own), "-o", folder, "esgros", "esgros", "--json")
    assert found.status == 0
    files = {Path(name).name for name in json.loads(found.out)["files"]}
    assert files == {
        "index.html",
        "esgros-rules.html",
        "esgros-lessons.html",
        "esgros-puzzles.html",
        "book.pdf",
    }
    for games, told in (("chess", "chess"), ("sow", "puzzles of esgros, too; name it")):
        found = run("site", str(own), games, "-o", folder)
        assert (found.status, found.out, found.err.count("\n")) == (2, "", 1)
        assert told in found.err
