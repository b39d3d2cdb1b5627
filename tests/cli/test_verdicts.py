"""What `check` tells of the claims of a package, and what it withdraws."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ruleproof.cli import main
from tests.packages import installed, run

BOARDS = ("hex:2", "path:4", "square:2x3")
NUMBERS = """
@rule
def stones(board: Field, rules: Rules, p: State) -> int:
    \"\"\"The stones on the board.\"\"\"
    return count(p.black | p.white)


CLAIMS = (
    Claim("most", "How many stones fit?", words.EMPTY, (Most(stones),), expected=None,
          boards=("hex:2", "path:4", "square:2x3")),
    Claim("value", "Who wins?", words.END, (ValueIs(),), expected=None,
          boards=("hex:2", "path:4", "square:2x3")),
)
"""


@pytest.fixture
def hedgehog(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A package that `ruleproof new` has written."""
    folder = tmp_path / "hedgehog"
    assert main(["new", "hedgehog", "--folder", str(folder), "--json"]) == 0
    capsys.readouterr()
    return folder


def change(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / "hedgehog" / file
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


def test_a_verdict_on_several_boards_tells_the_number_found_on_each(hedgehog: Path) -> None:
    change(hedgehog, "claims.py", "Ends, EveryTurn", "Ends, EveryTurn, Most, ValueIs")
    path = hedgehog / "hedgehog" / "claims.py"
    path.write_text(path.read_text("utf-8") + NUMBERS, "utf-8")
    place, words = installed(hedgehog), ("check", "hedgehog", "--board", "square:9x9")
    done = run(place, "ruleproof", *words, "--time", "2", "--json")
    assert done.returncode == 0, done.stderr
    most, value = json.loads(done.stdout)["claims"]
    assert most["found"] == {"hex:2": 4, "path:4": 3, "square:2x3": 4}
    assert most["details"]["most"] == 4
    assert set(value["found"]) == set(BOARDS)
    alone = [
        run(place, "ruleproof", "solve", "hedgehog", "--board", one, "--json") for one in BOARDS
    ]
    assert list(value["found"].values()) == [json.loads(one.stdout)["value"] for one in alone]
    shown = run(place, "ruleproof", *words, "--claim", "most", "--time", "2").stdout
    assert "witnessed: 4 on hex:2" in " ".join(shown.split())
