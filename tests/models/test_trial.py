"""Mistakes of a game's author are found before its rules are compiled."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ruleproof.cli import main
from ruleproof.models.compiled.kernels import engine
from ruleproof.models.mistakes import Mistake, mistake
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.position import Position
from ruleproof.reports.drawing.svg import svg
from ruleproof.solvers.playing.exact.openings import move_values
from ruleproof.solvers.playing.exact.solve import solve

Changed = Callable[..., Game]


@pytest.fixture
def changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Changed]:
    """Makes the game that `ruleproof new` writes, on hex:2, with one text of one file changed."""
    assert main(["new", "hedgehog", "--folder", str(tmp_path / "hedgehog")]) == 0
    sources = tmp_path / "hedgehog" / "src"
    monkeypatch.syspath_prepend(str(sources))
    before = set(sys.modules)

    def make(file: str, old: str, new: str) -> Game:
        path = sources / "hedgehog" / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")
        importlib.invalidate_caches()
        return make_game(importlib.import_module("hedgehog").RULEBOOK, "hex:2", {})

    yield make
    for name in set(sys.modules) - before:
        if name.partition(".")[0] == "hedgehog":
            del sys.modules[name]


RULES = [
    ("add(found, cell)", "add(found, cell + 1)", "the move 7 is no cell (cells: 0 to 6)"),
    ("add(found, cell)", "add(found, -cell)", "a move is a whole number from 0: -"),
    ("return -1", "return 3", "the payoff is 3, not 1, 0 or -1"),
    ("return -1", "return -1.5", "the payoff is -1.5, not 1, 0 or -1"),
    ("return -1", "return -1.0", "the payoff is -1.0, no whole number"),
    ("return State(", "return tuple, (", "it returns (<class 'tuple'>, "),
    ("return not open_cells", 'return "yes" or not open_cells', "the text 'yes', which rules"),
    ("add(found, cell)", "add(found, cell)\n    return (1,)", "it returns (1,)"),
    ("return -1 if", "return (0,) if", "the payoff is (0,), not 1, 0 or -1"),
    (
        "import Cells, Field, add, each, rule, single\n",
        "import Cells, Field, add, rule, single\nfrom ruleproof.models.cells import each as every\n"
        "import random\n\ndef each(cells):\n"
        "    return [one for one in every(cells) if random.random() < 0.9]\n",
        "asked twice, it answers differently, in the position",
    ),
    ("board.none, board.none, BLACK", "board.none, board.none, 7", "it makes side 7"),
]


@pytest.mark.parametrize(("old", "new", "told"), RULES)
def test_one_game_at_random_is_played_before_rules_are_compiled(
    changed: Changed, old: str, new: str, told: str
) -> None:
    with pytest.raises(Mistake) as caught:
        engine(changed("rules.py", old, new))
    assert told in str(caught.value)
    assert caught.value.place.file.endswith("rules.py")
    assert caught.value.place.line > 0


BOOK = [
    ("rules.py", "    side: int", "    side: float", "not side: float"),
    ("rules.py", "@rule\ndef payoff", "def payoff", "`payoff` is not marked `@rule`"),
    ("__init__.py", '"W": "white"', '"W": "whit"', "`Text.tokens` names 'whit'"),
    ("__init__.py", '("black", "white"),\n    boards', '("black",),\n    boards', "two or more"),
    ("rules.py", "class State(NamedTuple)", "class State", "`State` is no `NamedTuple`"),
    ("__init__.py", 'boards=("', 'boards=("hexes", "', "no such kind of board"),
    ("__init__.py", '"variant",', '"varian",', "a setting is one of reading"),
    (
        "__init__.py",
        '        "wins",',
        '        "win",',
        "the default of last is none of its values",
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "told"), BOOK)
def test_names_that_stand_for_nothing_are_found_first(
    changed: Changed, file: str, old: str, new: str, told: str
) -> None:
    with pytest.raises(Mistake) as caught:
        changed(file, old, new)
    assert told in str(caught.value)
    assert caught.value.place.file.endswith(file)


BOOKED = 'players=("black", "white")'
KINDS = [
    (BOOKED, 'players=("black")', "`players` is 'black', and not a tuple", "write `('black',)`"),
    ('boards=("square", "hex", "path")', 'boards="hex"', "`boards` is 'hex', and", "`('hex',)`"),
    ('title="', 'title=3 or "', "`title` is 3, and not a text", "between quotes"),
    ("settings=SETTINGS", "settings=SETTINGS[0]", "`settings` is Setting(", "tuple of `Setting`s"),
    ('{"B": "black", "W": "white"}', '["black"]', "`Text.tokens` is ['black'], and not a mapping",
     "a mapping from texts to texts"),
    ("acyclic=never_returns", "acyclic=True", "`Declared.acyclic` is True", "function of (game)"),
    ("never_returns(game: Game)", "never_returns()", "`Declared.acyclic` is `never_returns`, which",
     "let it take (game)"),
    ('exchange=(("black", "white"),)', 'exchange=("black", "white")', "`Declared.exchange` is",
     "a tuple of pairs of texts"),
    ("reason=lambda game, p: ", 'reason="" and ', "`Words.reason` is", "function of (game, state)"),
    ('{"wins": "who makes the last move wins", "loses": "who makes the last move loses"}',
     '["wins", "loses"]', "`values` of the setting 'last' is ['wins', 'loses'], and not a mapping",
     "a mapping from texts to texts"),
]  # fmt: skip


BOARDS = [
    ('board="square:4x4"', 'board="dish:2,1"', "`board` is 'dish:2,1', and the game is played on"),
    ('board="square:4x4"', 'board="hex:12"', "`board`: hex:S needs"),
]
NAMED = [(old, new, what, "name a board of one of `boards`") for old, new, what in BOARDS]


TOKENS = 'tokens={"B": "black", "W": "white"}'
WORDED = [
    ('"B": "black"', '".": "black"', "`Text.tokens` has '.', which stands for an empty cell",
     "another token"),
    ('"B": "black"', '"-": "black"', "`Text.tokens` has '-', which stands for a gap", "another"),
    ('"B": "black"', '"a stone": "black"', "the token 'a stone' cannot be told", "without blanks"),
    (BOOKED, 'players=("black", "so white")', "the name of a player 'so white'", "without blanks"),
    (TOKENS, f'{TOKENS}, specials={{"no move": 400}}', "the special move 'no move'", "blanks"),
    (TOKENS, f'{TOKENS}, keys={{"side": ("one", "the other")}}', "a word of the key 'side', 'the",
     "without blanks"),
    ("keys={},", 'keys={"taken": "Gone."},', "`Words.keys` has a sentence for 'taken', no key of",
     "leave it out"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "what", "right"), [*KINDS, *NAMED, *WORDED])
def test_an_entry_of_another_kind_is_told_with_its_line(
    changed: Changed, old: str, new: str, what: str, right: str
) -> None:
    with pytest.raises(Mistake) as caught:
        changed("__init__.py", old, new)
    assert caught.value.what.startswith(what)
    assert right in caught.value.remedy
    assert caught.value.place.file.endswith("__init__.py")
    assert caught.value.place.line > 0


PARTS = "__import__('importlib').import_module('ruleproof.models.rulebooks.parts')"


@pytest.mark.parametrize(
    ("key", "what", "right"),
    [
        ("sid", "`Words.keys` has a sentence for 'sid', no key of `Text.keys` (side)", "'side'"),
        ("side=b", "`Words.keys` has a sentence for 'side=b', and side takes a, bb", "'bb'"),
    ],
)
def test_a_sentence_for_a_key_that_no_position_has_is_told(
    changed: Changed, key: str, what: str, right: str
) -> None:
    rest = "    words=Words(\n        keys={},"
    given = (
        f'keys={{"side": ("a", "bb")}}),\n    words=Words(\n        keys={{"{key}": "It is so."}},'
    )
    with pytest.raises(Mistake) as caught:
        changed("__init__.py", f"{TOKENS}),\n{rest}", f"{TOKENS}, {given}")
    assert caught.value.what == what
    assert right in caught.value.remedy
    assert caught.value.place.line > 0


@pytest.mark.parametrize(
    ("given", "right"),
    [
        ("reasons=None", "write `reason`"),
        ("wrong=1", "it takes invariants, faults, refusal, notes"),
    ],
)
def test_a_part_with_an_entry_of_another_name_says_which_there_are(
    changed: Changed, given: str, right: str
) -> None:
    with pytest.raises(TypeError) as caught:
        changed("__init__.py", "words=Words(", f"words=Words({given}, ")
    (home,) = (Path(frame.path) for frame in caught.traceback if "hedgehog" in str(frame.path))
    told = mistake(caught.value, [home.parent])
    assert told
    assert told.remedy.startswith(right)
    assert told.place.line > 0


ANSWERS: list[tuple[str, str, str, Callable[[Game], object], str]] = [
    ("__init__.py", "return found", 'return ""', lambda game: game.faults(game.start()), "''"),
    ("__init__.py", "return found", "return None", lambda game: game.faults(game.start()), "None"),
    ("rules.py", "State(board.none, ", "State([], ", lambda game: game.start(), "makes black []"),
    ("rules.py", "add(found, cell)", "add(found, (1,))", lambda game: Position.start(game).moves(),
     "the move (1,) is no whole number"),
    ("__init__.py", "text=", f"setup={PARTS}.Setup(names_of_players=lambda _: 'red'),\n    text=",
     lambda game: game.players, "it returns 'red'"),
    ("__init__.py", "text=", f"drawing={PARTS}.Drawing(marks=lambda *_: [(0, 'disc')]),\n    text=",
     lambda game: svg(Position.start(game)), "it lists (0, 'disc')"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "ask", "what"), ANSWERS)
def test_an_answer_of_another_kind_is_told_at_the_function(
    changed: Changed, file: str, old: str, new: str, ask: Callable[[Game], object], what: str
) -> None:
    with pytest.raises(Mistake) as caught:
        ask(changed(file, old, new))
    assert what in caught.value.what
    assert caught.value.place.file.endswith(file)
    assert caught.value.place.line > 0


def test_the_game_as_it_is_written_is_in_order(changed: Changed) -> None:
    engine(changed("rules.py", "BLACK", "BLACK"))


SPECIALS = [
    ('{"pass": 3}', "the special move 'pass' has 3, the number of the cell"),
    ('{"pass": 6}', "the special move 'pass' has 6, the number of the cell"),
    ('{"pass": -1}', "the special move 'pass' has -1, no whole number from 0"),
    ('{"pass": 7, "swap": 7}', "the special move 'swap' has 7, the number of 'pass' too"),
]


@pytest.mark.parametrize(("specials", "told"), SPECIALS)
def test_a_special_move_has_no_other_moves_number(
    changed: Changed, specials: str, told: str
) -> None:
    tokens = 'tokens={"B": "black", "W": "white"}'
    with pytest.raises(Mistake) as caught:
        changed("__init__.py", tokens, f"{tokens}, specials={specials}")
    assert told in caught.value.what
    assert caught.value.place.file.endswith("__init__.py")
    assert caught.value.place.line > 0
    assert caught.value.remedy.startswith("give it a number from 7 on; those from 384 on are free")


def test_a_special_move_may_have_any_number_beyond_the_cells(changed: Changed) -> None:
    tokens = 'tokens={"B": "black", "W": "white"}'
    engine(changed("__init__.py", tokens, f'{tokens}, specials={{"pass": 7}}'))


OPEN = "return not open_cells(board, p)"
STUCK = ". . / . B . / . . ; white"
ASKED: list[Callable[[Position, Position], object]] = [
    lambda here, _: here.result,
    lambda here, _: solve(here),
    lambda here, _: move_values(here),
    lambda _, start: solve(start),
]


@pytest.mark.parametrize("ask", ASKED)
def test_a_position_without_a_move_that_is_not_over_has_no_result(
    changed: Changed, ask: Callable[[Position, Position], object]
) -> None:
    """Where Black's first stone leaves White no cell, these rules do not say that play is over."""
    game = changed("rules.py", OPEN, f"{OPEN} and bool(p.black) and bool(p.white)")
    with pytest.raises(Mistake, match=r"play is not over, and there is no move") as caught:
        ask(Position.read(game, STUCK), Position.start(game))
    assert any(stuck in caught.value.what for stuck in (STUCK, ". . / . W . / . . ; black"))
    assert caught.value.law == "moves"
    assert caught.value.place.function == "over"
