"""`ruleproof new` writes packages that work as they stand."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from ruleproof.cli import main
from tests.packages import installed, run


def test_the_written_game_conforms_and_is_checked_and_solved(tmp_path: Path) -> None:
    folder = tmp_path / "hedgehog"
    assert main(["new", "hedgehog", "--folder", str(folder), "--json"]) == 0
    environment = installed(folder)
    done = run(environment, "pytest", "-q", "-p", "no:cacheprovider", str(folder / "tests"))
    assert done.returncode == 0, done.stdout
    done = run(environment, "ruleproof", "solve", "hedgehog", "--board", "square:2x2", "--json")
    assert json.loads(done.stdout)["value"] == "loss"


@pytest.mark.parametrize("origin", ["esgros", "gro", "grow", "incrowd", "sow", ""])
def test_a_copy_is_not_taken_for_the_original(origin: str, tmp_path: Path) -> None:
    folder = tmp_path / "my-game"
    like = ["--like", origin] if origin else []
    assert main(["new", "my-game", *like, "--folder", str(folder), "--json"]) == 0
    rulebook = (folder / "src" / "my_game" / "__init__.py").read_text("utf-8")
    for line in ('name="my-game"', 'title="My Game"', 'author="after '):
        assert f"\n    {line}" in rulebook
    about = (folder / "README.md").read_text("utf-8")
    assert about.startswith("# My Game\n")
    columns = {
        line.index(purpose)
        for line in about.splitlines()
        for purpose in ("install it", "test what", "decide its", "solve it", "all of this")
        if purpose in line
    }
    assert len(columns) == 1


@pytest.mark.slow
def test_a_copy_of_ones_own_game_has_its_own_name(tmp_path: Path) -> None:
    """The package of the first game has the game's own name, the second one's has a hyphen."""
    first, second = tmp_path / "hedgehog", tmp_path / "my-hedgehog"
    assert main(["new", "hedgehog", "--folder", str(first)]) == 0
    words = ("ruleproof", "new", "my-hedgehog", "--like", "hedgehog", "-o", str(second))
    assert run(installed(first), *words).returncode == 0
    rulebook = (second / "src" / "my_hedgehog" / "__init__.py").read_text("utf-8")
    assert '    name="my-hedgehog"' in rulebook
    assert '    author="after Simon Norton"' in rulebook
    assert "from my_hedgehog import rules" in rulebook
    done = run(installed(second), "ruleproof", "conform", "my-hedgehog", "--law", "moves")
    assert done.returncode == 0, done.stderr


def test_the_folder_of_a_package_cannot_be_taken_for_the_package(tmp_path: Path) -> None:
    folder = tmp_path / "hedgehog"
    assert main(["new", "hedgehog", "--folder", str(folder), "--json"]) == 0
    assert (folder / "src" / "hedgehog" / "rules.py").is_file()
    setuptools = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    assert setuptools == {"package-dir": {"": "src"}, "packages": ["hedgehog"]}


def test_a_folder_that_hides_the_package_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "hedgehog"
    assert main(["new", "hedgehog", "--folder", str(folder), "--json"]) == 0
    environment = installed(folder)
    (folder / "src" / "hedgehog" / "__init__.py").unlink()
    done = run(environment, "ruleproof", "games", "hedgehog")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "takes the folder" in done.stderr
    assert str(folder / "src" / "hedgehog") in done.stderr
    assert "work in another folder" in done.stderr


def test_the_readme_of_a_variant_names_the_modules_that_a_rule_concerns(tmp_path: Path) -> None:
    for name, like, there, absent in (
        ("my-esgros", ["--like", "esgros"], ("advice.py", "claims/", "goals.py"), "words.py"),
        ("hedgehog", [], ("claims.py", "meanings.py", "play.py", "words.py"), "advice.py"),
    ):
        folder = tmp_path / name
        assert main(["new", name, *like, "--folder", str(folder), "--json"]) == 0
        told = (folder / "README.md").read_text("utf-8")
        assert [one for one in ("constraints.py", *there) if f"- `{one}`: " not in told] == []
        assert f"- `{absent}`: " not in told


@pytest.mark.slow
def test_a_variant_of_a_game_is_changed_in_one_function(tmp_path: Path) -> None:
    """Where nobody wins, every game is a draw: the original is what it was."""
    folder = tmp_path / "my-esgros"
    assert main(["new", "my-esgros", "--like", "esgros", "--folder", str(folder), "--json"]) == 0
    sources = sorted((folder / "src" / "my_esgros").rglob("*.py"))
    assert not [path for path in sources if "ruleproof.models.esgros" in path.read_text("utf-8")]
    environment = installed(folder)
    rules = folder / "src" / "my_esgros" / "rules.py"
    changed = "\n\n@rule\ndef payoff(board: Field, rules: Rules, p: State) -> int:\n    return 0\n"
    values: list[str] = []
    for text in ("", changed):
        rules.write_text(rules.read_text("utf-8") + text, "utf-8")
        words = ("ruleproof", "solve", "my-esgros", "--board", "hex:2", "--json")
        values.append(json.loads(run(environment, *words).stdout)["value"])
    assert values == ["win", "draw"]
    words = ("ruleproof", "compare", "esgros", "--board", "hex:2", "--with", "my-esgros", "--json")
    told = json.loads(run(environment, *words).stdout)
    assert (told["same"], told["second_game"]) == (False, "my-esgros")
    assert told["results"] == ["black wins", "draw"]
    assert len(told["line"]) == 3


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["esgros"], "a game of that name is installed: 'esgros'"),
        (["json"], "a Python module of that name is installed: 'json'"),
        (["class"], "a word of Python's own cannot name a package: 'class'"),
        (["Bad name"], "takes a name of small letters, digits and hyphens, such as my-game"),
        (["fine", "--like", "nope"], "no such game"),
    ],
)
def test_bad_names_are_refused(
    words: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", *words]) == 2
    said = capsys.readouterr()
    assert told in said.err
    assert (said.out, list(tmp_path.iterdir())) == ("", [])
