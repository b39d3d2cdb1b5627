"""Mistakes of authors in plain words: what rules cannot use, a wrong `State`, rules that break what
the rulebook declares, names that two packages offer, and few positions.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ruleproof.cli import main
from ruleproof.models.cells import rule
from ruleproof.models.mistakes import IN_RULES, Mistake
from ruleproof.models.play.complete import check_rulebook
from ruleproof.models.play.game import make_game
from ruleproof.models.rulebooks.parts import turns_and_colours
from ruleproof.models.rulebooks.uncompilable import uncompilable
from ruleproof.solvers.reasoning.laws.conform import Broken, conform
from tests.cli.conftest import Run
from tests.games import clobber
from tests.packages import installed, run
from tests.solvers.test_laws import wrong_rules

# each rule below is compiled nowhere
# ruff: noqa: E731, C416


@rule
def _imports(p: Any) -> int:
    import math

    return math.isqrt(p)


@rule
def _dictionary(p: Any) -> int:
    return {1: 2}[p]


@rule
def _text(p: Any) -> bool:
    return p == "black"


@rule
def _writes(p: Any) -> int:
    return len(str(p))


@rule
def _comprehension(p: Any) -> int:
    return len([one for one in range(p)])


@rule
def _list(p: Any) -> int:
    return [1, 2][p]


@rule
def _set(p: Any) -> bool:
    return p in {1, 2}


@rule
def _generator(p: Any) -> int:
    return sum(one for one in range(p))


@rule
def _formatted(p: Any) -> int:
    return len(f"{p}")


@rule
def _tries(p: Any) -> int:
    try:
        return 1 // p
    except ZeroDivisionError:
        return 0


@rule
def _closure(p: Any) -> int:
    def inner() -> int:
        return p

    return inner()


@rule
def _lambda(p: Any) -> int:
    inner = lambda: p
    return inner()


@rule
def _yields(p: Any) -> Any:
    yield p


@rule
def _opens(p: Any) -> int:
    with p:
        return 1


@rule
def _itself(p: Any) -> int:
    return _itself(p - 1) if p else 0


@rule
def _calls(p: Any) -> int:
    return _list(p)


LACKING = [
    (_imports, 1, "an import"),
    (_dictionary, 1, "a dictionary"),
    (_text, 1, "the text 'black'"),
    (_writes, 1, "`str`"),
    (_comprehension, 1, "a list comprehension"),
    (_list, 1, "a list"),
    (_set, 1, "a set in braces"),
    (_generator, 1, "a generator"),
    (_formatted, 1, "an f-string"),
    (_tries, 1, "`try`"),
    (_closure, 1, "a function inside a function"),
    (_lambda, 1, "a lambda"),
    (_yields, 1, "`yield`"),
    (_opens, 1, "`with`"),
    (_itself, -1, "it calls itself"),
]


@pytest.mark.parametrize(("function", "below", "what"), LACKING)
def test_words_that_rules_lack_are_found_with_their_line(
    function: Callable[..., Any], below: int, what: str
) -> None:
    found = next(uncompilable([function]))
    assert found.what.startswith(f"{what}, which rules cannot ")
    assert found.line == function.__code__.co_firstlineno + 1 + below


def test_they_are_found_in_rules_that_rules_call() -> None:
    assert next(uncompilable([_calls])).rule is _list


def changed(folder: Path, *pairs: tuple[str, str]) -> int:
    """Changes the package's rules; the line that the last change has begun in."""
    path, line = folder / "src" / "hedgehog" / "rules.py", 0
    for old, new in pairs:
        text = path.read_text("utf-8")
        assert text.count(old) == 1
        line = text[: text.index(old)].count("\n") + 1
        path.write_text(text.replace(old, new), "utf-8")
    return line


STONE = "    stone = single(board, move)"
PLACED = "return State(p.black | stone, p.white, WHITE)"


@pytest.mark.parametrize(
    ("pairs", "below", "told"),
    [
        ([(STONE, f"    import math\n{STONE}")], 0, f"which rules cannot use; {IN_RULES}"),
        ([(STONE, f"    name = str(move)\n{STONE}")], 0, "`str`, which rules cannot use"),
        ([("    side: int\n", "    turn: int\n"), ("class State", "class State")], 0,
         "(State): `State` has no field `side: int`; let it say who moves"),
        ([("    side: int\n", "    side: int\n    swapped: bool\n")], 1,
         "(State): a State holds Cells, Levels and int, not swapped: bool; write `Cells`"),
        ([("    last: int", "    first: int"), ("class Rules", "class Rules")], 0,
         "(Rules): `Rules` has the fields first, and the settings are last"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_rules_has_a_line(
    hedgehog: Path, pairs: list[tuple[str, str]], below: int, told: str
) -> None:
    line = changed(hedgehog, *pairs) + below
    done = run(installed(hedgehog), "ruleproof", "moves", "hedgehog", "--board", "square:2x2")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert f"rules.py, line {line} (" in done.stderr
    assert told in done.stderr


CLOBBER = clobber.RULEBOOK


def blame(law: str, **functions: Callable[..., Any]) -> Broken:
    """The breach of the law by Clobber with other rules."""
    rules = wrong_rules(CLOBBER, **functions)
    one = make_game(replace(CLOBBER, rules=rules), "square:2x3", {})
    (told,) = conform([one], only=[law])
    assert told.broken
    return told.broken


@rule
def idle(board: Any, rules: Any, p: Any, move: int) -> Any:
    """Nothing happens."""
    return p


@rule
def one_sided(board: Any, rules: Any, p: Any, move: int) -> Any:
    """White takes nothing where something is to be taken beside the first cell."""
    after = CLOBBER.rules.play(board, rules, p, move)
    return after._replace(black=p.black) if p.side == 1 and move < 5 else after


def test_blame_for_play_that_leaves_the_position_names_play_and_the_declaration() -> None:
    found = blame("acyclic", play=idle)
    assert found.place.function == "idle"
    assert found.what.startswith("a move leaves the position as it is; ")
    assert "leave out `acyclic` (" in found.what
    assert "clobber.py, line " in found.what


def test_blame_for_a_capture_that_one_colour_forgets_names_play_and_the_declaration() -> None:
    found = blame("symmetry", play=one_sided)
    assert found.place.function == "one_sided"
    assert "mend `play`, or declare the symmetries without a change of colours" in found.what
    assert "clobber.py, line " in found.what


def test_blame_for_symmetries_that_are_none_names_the_declaration_first() -> None:
    declared = replace(CLOBBER.declared, symmetries=turns_and_colours, exchange=())
    one = make_game(replace(CLOBBER, declared=declared), "square:2x3", {})
    (told,) = conform([one], only=["symmetry"])
    assert told.broken
    assert told.broken.place.function in ("turns_and_colours", "")
    assert "or mend `" in told.broken.what


def test_two_packages_that_offer_one_game_are_both_named(hedgehog: Path, tmp_path: Path) -> None:
    """Other games go on as they are."""
    environment = installed(hedgehog)
    sources = Path(environment["PYTHONPATH"].partition(":")[0])
    other = tmp_path / "other"
    shutil.copytree(next(sources.glob("*.dist-info")), other / "urchin-2.0.dist-info")
    (other / "urchin-2.0.dist-info" / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: urchin\nVersion: 2.0\n"
    )
    environment["PYTHONPATH"] += f":{other}"
    done = run(environment, "ruleproof", "moves", "hedgehog", "--board", "square:2x2")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    told = "several packages offer 'hedgehog' as one of ruleproof.games: "
    assert f"{told}hedgehog (hedgehog:RULEBOOK) and urchin (hedgehog:RULEBOOK); " in done.stderr
    done = run(environment, "ruleproof", "games", "--json")
    assert "esgros" in [book["name"] for book in json.loads(done.stdout)["games"]]
    assert run(environment, "ruleproof", "moves", "esgros", "--board", "hex:2").returncode == 0


def test_a_game_that_ends_the_program_leaves_the_others(hedgehog: Path) -> None:
    line = changed(hedgehog, ("BLACK, WHITE = 0, 1", "raise SystemExit\nBLACK, WHITE = 0, 1"))
    assert line
    environment = installed(hedgehog)
    done = run(environment, "ruleproof", "moves", "hedgehog")
    assert (done.returncode, done.stdout) == (2, "")
    assert "ends the program; take out the call of `exit`" in done.stderr
    done = run(environment, "ruleproof", "games", "--json")
    assert "esgros" in [book["name"] for book in json.loads(done.stdout)["games"]]


def test_conform_warns_where_it_saw_few_positions(run: Callable[..., Run]) -> None:
    told = run("conform", "oust", "--board", "path:2", "--law", "text")
    assert told.status == 0
    assert "on 10 positions" in told.out
    assert "no law saw more than 10 positions, 1,000 are advisable" in told.err
    told = run("conform", "breakthrough", "--law", "text")
    assert (told.status, told.err) == (0, "")


def test_rules_that_lack_nothing_are_taken() -> None:
    check_rulebook(CLOBBER)
    with pytest.raises(Mistake, match="a list, which rules cannot use"):
        check_rulebook(replace(CLOBBER, rules=wrong_rules(CLOBBER, helper=_calls)))
    assert main(["games"]) == 0
