"""An author's mistake is told as theirs, with file, line and remedy, and costs one claim."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleproof.cli import main
from tests.packages import installed, run


def changed(folder: Path, file: str, old: str, new: str) -> int:
    """Changes a file of the package; the line that has changed."""
    path = folder / "src" / "hedgehog" / file
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")
    return text[: text.index(old)].count("\n") + 1


def a_typo(folder: Path) -> tuple[int, str, str]:
    line = changed(folder, "rules.py", "return -1 if rules.last", "return LOST if rules.last")
    return line, "rules.py", "define or import it"


def a_missing_function(folder: Path) -> tuple[int, str, str]:
    changed(folder, "rules.py", "def payoff(", "def pay_off(")
    return 0, "rules.py", "write `payoff`"


BROKEN = "'def payoff)board: Field, rules: Rules, p: State) -> int:'; write it as Python has it"


def a_syntax_error(folder: Path) -> tuple[int, str, str]:
    return changed(folder, "rules.py", "def payoff(", "def payoff)"), "rules.py", BROKEN


def a_setting_without_a_field(folder: Path) -> tuple[int, str, str]:
    changed(folder, "__init__.py", '"last",\n', '"first",\n')
    return 0, "rules.py", "one field for each setting"


def a_branch_without_return(folder: Path) -> tuple[int, str, str]:
    line = changed(folder, "rules.py", "    return State(p.black, p.white | stone, BLACK)", "")
    return line - 2, "rules.py", "end each of its branches with `return`"


@pytest.mark.parametrize(
    "mistake",
    [
        a_typo,
        a_missing_function,
        a_syntax_error,
        a_setting_without_a_field,
        a_branch_without_return,
    ],
)
def test_a_mistake_in_the_rules_is_one_line_that_names_it(
    mistake: Callable[[Path], tuple[int, str, str]], hedgehog: Path
) -> None:
    line, file, remedy = mistake(hedgehog)
    done = run(installed(hedgehog), "ruleproof", "solve", "hedgehog", "--board", "square:1x2")
    assert (done.returncode, done.stdout) == (2, "")
    (said,) = (line for line in done.stderr.splitlines() if "compil" not in line)
    assert said.startswith("ruleproof: a mistake in ")
    assert f"{file}, line {line}" in said if line else file in said
    assert remedy in said


ROWS = ("--board", "square:1x2")


def test_an_error_of_a_rule_is_not_told_as_one_of_an_option(hedgehog: Path) -> None:
    line = changed(hedgehog, "rules.py", "stone = single(board, move)",
                   "stone = single(board, move - 1)")  # fmt: skip
    done = run(installed(hedgehog), "ruleproof", "play", "hedgehog", *ROWS, "--line", "a1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("ruleproof: a mistake in ")
    assert f"rules.py, line {line} (play): ValueError: negative shift count" in done.stderr


@pytest.mark.slow
def test_conform_tells_a_rule_that_fails_deep_in_random_games(hedgehog: Path) -> None:
    """The way to the position passes other moves that fail."""
    line = changed(hedgehog, "rules.py", "stone = single(board, move)",
                   "stone = single(board, move or move - 1)")  # fmt: skip
    words = ("ruleproof", "conform", "hedgehog", "--board", "square:4x4", "--law", "runs", "--json")
    done = run(installed(hedgehog), *words)
    assert (done.returncode, done.stderr) == (1, "")
    (told,) = json.loads(done.stdout)["laws"]
    assert "negative shift count" in str(told["broken"])
    assert told["broken"]["line_number"] == line


FAILING = "stone = single(board, move + 0 // (move - 3))"
"""What fails on b2, where the game that is tried before compiling does not go."""


@pytest.mark.slow
@pytest.mark.parametrize("background", [False, True])
def test_a_rule_that_fails_in_compiled_code_leaves_no_answer(
    hedgehog: Path, background: bool
) -> None:
    changed(hedgehog, "rules.py", "stone = single(board, move)", FAILING)
    words = ("ruleproof", "perft", "hedgehog", "--board", "square:2x2", "--depth", "3")
    done = run(installed(hedgehog), *words, background=background)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert "ZeroDivisionError" in done.stderr
    assert "`ruleproof conform hedgehog` shows where" in done.stderr


@pytest.mark.slow
def test_a_rule_that_fails_in_a_worker_is_told_as_the_authors(hedgehog: Path) -> None:
    line = changed(hedgehog, "rules.py", "stone = single(board, move)",
                   "stone = single(board, move + 0 // (p.side - 1))")  # fmt: skip
    words = ("puzzles", "make", "hedgehog", "-n", "1", "--time", "60")
    done = run(installed(hedgehog), "ruleproof", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"rules.py, line {line} (play): ZeroDivisionError" in done.stderr


IN_PYTHON = """
from ruleproof import game, perft
try:
    print("counted", perft(game("hedgehog", "square:2x2"), 3))
except BaseException as error:
    print(repr(error))
"""
IN_A_THREAD = """
from concurrent.futures import ThreadPoolExecutor
from ruleproof import game, perft
with ThreadPoolExecutor(1) as pool:
    print(repr(pool.submit(perft, game("hedgehog", "square:2x2"), 3).exception()))
"""
IN_A_WORKER = """
from ruleproof import game, perft
from ruleproof.solvers.playing.reach.perft import perft as count
from ruleproof.solvers.work.executors import Local
def ask():
    chosen = game("hedgehog", "square:2x2")
    return count(chosen, [chosen.start()], 3)
if __name__ == "__main__":
    worker = Local()
    print(repr(worker.submit(ask).exception()))
    worker.close()
"""


@pytest.mark.slow
@pytest.mark.parametrize("text", [IN_PYTHON, IN_A_THREAD, IN_A_WORKER])
def test_a_rule_that_fails_in_compiled_code_is_an_error_of_python(
    hedgehog: Path, tmp_path: Path, text: str
) -> None:
    changed(hedgehog, "rules.py", "stone = single(board, move)", FAILING)
    script = tmp_path / "ask.py"
    script.write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, script], env=installed(hedgehog), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("RuleFailure('ZeroDivisionError"), done.stdout


def test_mistakes_in_claims_cost_one_claim_each(hedgehog: Path) -> None:
    colour = changed(
        hedgehog,
        "claims.py",
        "    return not beside(board, p.black) & p.white",
        "    return not beside(board, p.black) & p.white or not p.black",
    )
    assert colour
    changed(hedgehog, "claims.py", "return not open_cells(board, p) and", "return p.blak and")
    changed(
        hedgehog,
        "claims.py",
        "return count(q.black | q.white) == count(p.black | p.white) + 1",
        "return count(q.black) >= count(q.white)",
    )
    words = ("ruleproof", "check", "hedgehog", "--board", "square:2x2", "--json")
    done = run(installed(hedgehog), *words)
    assert done.returncode == 1, done.stderr
    found = {one["id"]: one for one in json.loads(done.stdout)["claims"]}
    assert {name: one["verdict"] for name, one in found.items()} == {
        "1": "undecided", "2": "proved", "3": "proved", "4": "undecided",
    }  # fmt: skip
    assert "symmetric=False" in found["1"]["details"]["reason"]
    assert found["1"]["details"]["file"].endswith("claims.py")
    assert "blak" in found["4"]["details"]["reason"]
    assert found["4"]["details"]["function"] == "blocked"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "old", "new", "what", "right"),
    [
        ("meanings.py", '("3", "refuted")', '("3", "refutd")', "no verdict 'refutd'", "'refuted'"),
        ("claims.py", '"witnessed"', '"witnesed"', "expects 'witnesed'", "write 'witnessed'"),
        ("claims.py", "(EveryTurn(adds_a_stone),)", "(EveryTurn(apart),)",
         "claim '1': `holds` of EveryTurn, `apart`, takes board, rules, p",
         "let it take (board, rules, p, move, q), or say it of positions: `Always`"),
        ("claims.py", "(EveryTurn(adds_a_stone),)", "()",
         "claim '1' has no obligation, so nothing decides it", "such as `(Ends(),)`"),
    ],
)  # fmt: skip
def test_a_wrong_entry_of_a_table_is_told_with_its_line(
    hedgehog: Path, file: str, old: str, new: str, what: str, right: str
) -> None:
    line = changed(hedgehog, file, old, new)
    done = run(installed(hedgehog), "ruleproof", "check", "hedgehog", "--claim", "1")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert f"{file}, line {line} (" in done.stderr
    assert what in done.stderr
    assert right in done.stderr


def test_conform_tells_where_a_law_is_broken(hedgehog: Path) -> None:
    changed(hedgehog, "rules.py", "return State(p.black | stone, p.white, WHITE)",
            "return State(p.black | stone, p.white | stone, WHITE)")  # fmt: skip
    words = ("ruleproof", "conform", "hedgehog", "--board", "path:2", "--law", "faults", "--law",
             "text", "--json")  # fmt: skip
    done = run(installed(hedgehog), *words)
    assert done.returncode == 1, done.stderr
    answer = json.loads(done.stdout)
    assert answer["ok"] is False
    told = {one["law"]: one["broken"] for one in answer["laws"]}
    assert told["faults"]["line"] == ["a1"]
    assert told["faults"]["function"] == "faults"
    assert told["faults"]["file"].endswith("__init__.py")


LATE = """
    if rules.last != WINS and count(p.black | p.white) > 6:
        return 2
    return -1 if rules.last"""


@pytest.mark.slow
def test_conform_finds_a_law_that_one_setting_breaks_late_in_games(hedgehog: Path) -> None:
    """No small board has so many cells: random games are played with every setting."""
    changed(hedgehog, "rules.py", "Field, add, each", "Field, add, count, each")
    changed(hedgehog, "rules.py", "\n    return -1 if rules.last", LATE)
    done = run(installed(hedgehog), "ruleproof", "conform", "hedgehog", "--law", "payoff", "--json")
    assert done.returncode == 1, done.stderr
    (told,) = json.loads(done.stdout)["laws"]
    assert told["broken"]["settings"] == {"last": "loses"}
    assert told["broken"]["board"] == "square:4x4"
    assert [one["settings"] for one in told["variants"]] == [{}, {"last": "loses"}]
    assert all(one["positions"] > 100 for one in told["variants"])


@pytest.mark.slow
def test_conform_says_how_many_positions_of_each_variant_it_looked_at(hedgehog: Path) -> None:
    words = ("conform", "hedgehog", "--law", "text", "--law", "claims")
    done = run(installed(hedgehog), "ruleproof", *words)
    assert done.returncode == 0, done.stderr
    as_it_is, loses = done.stdout.splitlines()[-2:]
    assert as_it_is.startswith("as it is")
    assert loses.startswith("last=loses")
    assert "(claims 20)" in loses


ENDLESS = """
    while move >= 0:
        stone = single(board, move)
"""
RETURNS_SOON = """
import sys
from ruleproof.cli import main
from ruleproof.solvers.reasoning.laws import watched
if __name__ == "__main__":
    watched.RETURNS = 3.0
    sys.exit(main())
"""


@pytest.mark.slow
def test_conform_names_a_rule_that_never_returns(hedgehog: Path) -> None:
    line = changed(hedgehog, "rules.py", "    stone = single(board, move)\n", ENDLESS)
    (hedgehog / "conforming.py").write_text(RETURNS_SOON)
    words = [sys.executable, hedgehog / "conforming.py", "conform", "hedgehog", "--board", "path:2"]
    done = subprocess.run(
        [*words, "--json"], env=installed(hedgehog), capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (1, "")
    told = {one["law"]: one for one in json.loads(done.stdout)["laws"]}
    broken = told.pop("runs")["broken"]
    assert broken["what"] == "`play` did not return within 3 s; end its loops"
    assert broken["function"] == "play"
    assert broken["line_number"] in (line + 1, line + 2)
    assert broken["line"] == []
    assert {one["verdict"] for one in told.values()} == {"stopped"}


@pytest.mark.slow
def test_conform_of_a_rule_that_never_returns_is_stopped_by_ctrl_c(hedgehog: Path) -> None:
    changed(hedgehog, "rules.py", "    stone = single(board, move)\n", ENDLESS)
    words = [
        sys.executable,
        "-m",
        "ruleproof",
        "conform",
        "hedgehog",
        "--board",
        "path:2",
        "--json",
    ]
    with subprocess.Popen(
        words, env=installed(hedgehog), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as work:
        time.sleep(5)
        work.send_signal(signal.SIGINT)
        out, error = work.communicate(timeout=60)
    assert work.returncode == 3, error
    assert {one["verdict"] for one in json.loads(out)["laws"]} == {"stopped"}


COMPILED = """
from ruleproof import game
from ruleproof.solvers.reasoning.laws.watched import conform_watched
if __name__ == "__main__":
    asked = game("hedgehog", "path:2")
    runs, other = conform_watched(asked, only=["compiled", "runs"], alive=12.0)
    print(runs.word, other.word, runs.broken.what, runs.broken.place, sep="|")
"""
WAITS = """
from ruleproof import game
from ruleproof.solvers.reasoning.laws.watched import conform_watched
if __name__ == "__main__":
    asked = game("hedgehog", "path:2")
    (runs,) = conform_watched(asked, only=["runs"], alive=8.0)
    print(runs.word, runs.broken.what, sep="|")
"""
ENDS_IN_PYTHON = """
    size = 0
    while count(~p.black) > 8:
        size = 1
    if size:
        return 0
    return -1 if rules.last"""


@pytest.mark.slow
def test_conform_ends_compiled_code_that_never_returns(hedgehog: Path, tmp_path: Path) -> None:
    """Outside the board a set has all cells when it is compiled, and in Python none."""
    changed(hedgehog, "rules.py", "Field, add, each", "Field, add, count, each")
    changed(hedgehog, "rules.py", "\n    return -1 if rules.last", ENDS_IN_PYTHON)
    (tmp_path / "watched.py").write_text(COMPILED)
    done = subprocess.run(
        [sys.executable, tmp_path / "watched.py"],
        env=installed(hedgehog), capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    word, other, what, place = done.stdout.strip().split("|")
    assert (word, other) == ("broken", "stopped")
    assert what.startswith("`over` or `payoff`, compiled, did not return within 12 s")
    assert place.endswith("(over)")


@pytest.mark.slow
def test_conform_names_a_rule_that_only_waits(hedgehog: Path, tmp_path: Path) -> None:
    changed(hedgehog, "rules.py", "BLACK, WHITE = 0, 1", "import time\nBLACK, WHITE = 0, 1")
    asleep = "    time.sleep(900)\n"
    changed(hedgehog, "rules.py", "    stone = single(board, move)\n", asleep)
    (tmp_path / "waits.py").write_text(WAITS)
    done = subprocess.run(
        [sys.executable, tmp_path / "waits.py"],
        env=installed(hedgehog), capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "broken|`play` did not return within 8 s; end its loops"


def test_conform_refuses_a_law_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conform", "esgros", "--law", "gravity"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.endswith("'gravity'\n")


@pytest.mark.slow
def test_conform_that_is_stopped_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conform", "esgros", "--time", "0.000001", "--json"]) == 3
    answer = json.loads(capsys.readouterr().out)
    assert {one["verdict"] for one in answer["laws"]} == {"stopped"}


@pytest.mark.slow
def test_conform_remarks_that_keys_have_no_sentence(hedgehog: Path) -> None:
    changed(hedgehog, "__init__.py", 'tokens={"B": "black", "W": "white"}',
            'tokens={"B": "black", "W": "white"}, keys={"taken": None}')  # fmt: skip
    changed(hedgehog, "rules.py", "    white: Cells\n", "    white: Cells\n    taken: int\n")
    path = hedgehog / "src" / "hedgehog" / "rules.py"
    text = path.read_text("utf-8").replace("board.none, BLACK)", "board.none, 0, BLACK)")
    text = text.replace("p.white, WHITE)", "p.white, 3, WHITE)")
    path.write_text(text.replace("p.white | stone, BLACK)", "p.white | stone, 3, BLACK)"), "utf-8")
    environment = installed(hedgehog)
    words = ("conform", "hedgehog", "--board", "path:2", "--law", "text")
    done = run(environment, "ruleproof", *words)
    assert done.returncode == 0, done.stderr
    what = "`Words.keys` has no sentence for taken: players are shown 'taken: …'"
    said = f"ruleproof: hedgehog: {what}, where the value is not that of the start"
    assert done.stderr.splitlines()[-1] == said
    changed(hedgehog, "__init__.py", "keys={},", 'keys={"taken": "{value} are gone."},')
    done = run(environment, "ruleproof", *words)
    assert (done.returncode, "Words.keys" in done.stderr) == (0, False)
