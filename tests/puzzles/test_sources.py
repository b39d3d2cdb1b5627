"""The sources of a set: what they give holds, and default requests are what they were."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pytest

from ruleproof import Table, build_table, game, make_puzzles, reference_values
from ruleproof.models.errors import TextError
from ruleproof.models.play.position import Position
from ruleproof.puzzles.checking.check import faults
from ruleproof.puzzles.making.batches import Maker, Order
from ruleproof.puzzles.making.choice import Choice, made
from ruleproof.puzzles.making.request import Wanted, wanted
from ruleproof.puzzles.making.saved import resumed, save, state_file, text_of
from ruleproof.puzzles.posing.rejected import Rejected
from ruleproof.puzzles.puzzle import Puzzle, position_of
from ruleproof.puzzles.sources.origins import origin, sources_of
from ruleproof.puzzles.sources.reaching import game_to
from ruleproof.puzzles.sources.self_play import Prospect, diagrams, self_play
from ruleproof.solvers.playing.shards.build import build_shards
from ruleproof.solvers.work.executors import Here

SMALL = game("esgros", "square:3x3")
OLD = (
    "Wanted(game='esgros', board='square:3x3', settings=(('edition', 'first'), ('exceed', "
    "'minimal'), ('full', 'draw'), ('pie', 'off')), seed=3, names=('win',), turns=(2, 4), "
    "theme='', levels=(1, 5))"
)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table of all positions of a small game."""
    path = tmp_path_factory.mktemp("tables") / "small.rpt"
    build_table(SMALL, path)
    return path


def puzzles_of(asked: Wanted, batches: int) -> list[Puzzle]:
    maker = Maker(asked)
    batched = (maker(Order(number)).found for number in range(batches))
    return [one for found in batched for options in found for one in options]


def test_a_request_of_games_alone_seeds_its_dice_as_ever() -> None:
    assert repr(wanted(SMALL, 3, ["win"], range(2, 4), sources=["games"])) == OLD
    assert repr(wanted(game("sow"), 3)) == repr(wanted(game("sow"), 3, sources=["games"]))


def test_a_game_may_prefer_several_sources() -> None:
    assert wanted(SMALL, 3) == wanted(SMALL, 3, sources=["games", "composed"])
    assert wanted(SMALL, 3) != wanted(SMALL, 3, sources=["games"])


def test_python_names_sources_as_the_command_does(table: Path) -> None:
    choice = Choice(wanted(SMALL, 1, ["save"], sources=[f"table:{table}"]), 1)
    for _ in made(choice, [Here()]):
        pass
    assert make_puzzles(SMALL, 1, goals=["save"], sources=[f"table:{table}"]) == choice.puzzles


def test_a_table_may_be_a_folder(tmp_path: Path) -> None:
    build_shards(Position.start(SMALL), tmp_path / "several", tmp_path / "part", lambda: [Here()])
    assert rare(tmp_path / "several")


def test_sources_take_turns(table: Path) -> None:
    asked = wanted(SMALL, 3, sources=["composed", "games", f"table:{table}"])
    assert [source.kind for source in asked.sources] == ["composed", "games", "table"]


def test_what_is_no_source_is_refused(table: Path, tmp_path: Path) -> None:
    with pytest.raises(TextError, match="games, composed, constraints, framed, table:FILE"):
        sources_of(SMALL, ["dreams"])
    with pytest.raises(TextError, match="needs its file"):
        sources_of(SMALL, ["table"])
    with pytest.raises(OSError, match="No such file"):
        sources_of(SMALL, [f"table:{tmp_path / 'none.rpt'}"])
    with pytest.raises(ValueError, match=r"the table is of game.*square:3x3.*not of game.*hex:3"):
        sources_of(game("esgros", "hex:3"), [f"table:{table}"])
    with pytest.raises(TextError, match="esgros has no frames"):
        sources_of(SMALL, ["framed"])
    with pytest.raises(TextError, match=r"grow.*square:5x5.* has no room for a smaller board"):
        sources_of(game("grow", "square:5x5"), ["framed"])
    (tmp_path / "other.rpt").write_text("nothing\n")
    with pytest.raises(ValueError, match="no header"):
        sources_of(SMALL, [f"table:{tmp_path / 'other.rpt'}"])


def framed() -> Wanted:
    """The request for framed puzzles of Grow."""
    chosen = game("grow", "square:6x6", drop="mandatory")
    return wanted(chosen, 1, ["avert-lead", "avert-shut"], sources=["framed"])


@pytest.mark.slow
def test_framed_puzzles_hold_and_fill_the_rest_of_the_board() -> None:
    asked = framed()
    found = puzzles_of(asked, 1)
    assert found
    for puzzle in found:
        assert puzzle.composed
        assert puzzle.board == "square:6x6"
        assert puzzle.position.count(".") < 25
        assert not faults(puzzle)


@pytest.mark.slow
def test_framed_puzzles_are_the_same_each_time() -> None:
    asked = framed()
    assert puzzles_of(asked, 1) == puzzles_of(asked, 1)


def test_composed_puzzles_hold() -> None:
    chosen = game("esgros", "hex:3")
    found = puzzles_of(wanted(chosen, 1, ["remove"], sources=["constraints"]), 1)
    assert found
    for puzzle in found:
        assert puzzle.composed != bool(puzzle.proof_game)
        assert faults(puzzle) == []


def rare(path: Path) -> list[Prospect]:
    source = sources_of(SMALL, [f"table:{path}"])[0]
    walk = origin(SMALL, source, range(2, 4), "")
    found: list[Prospect] = []
    for number in range(8):
        with suppress(Rejected):
            found += walk.prospects(random.Random(number))
    return found


def test_rare_positions_of_a_table_have_one_keeping_move_and_a_game(table: Path) -> None:
    values = reference_values(SMALL)
    found = rare(table)
    assert found
    for one in found:
        state = one.state
        afters = [SMALL.play(state, move) for move in SMALL.moves(state)]
        assert sum(-values[after].value == values[state].value for after in afters) == 1
        assert Position.start(SMALL).play(one.history(SMALL)).state == state
        assert not one.composed


def test_puzzles_of_a_table_hold(table: Path) -> None:
    found = puzzles_of(wanted(SMALL, 1, ["win", "save"], sources=[f"table:{table}"]), 8)
    assert found
    with Table(table) as known:
        for puzzle in found:
            assert faults(puzzle) == []
            worth = known.look_up(position_of(puzzle))
            assert worth
            assert worth.value == ("win" if puzzle.stipulation.name == "win" else "draw")


def test_a_table_under_another_name_is_the_same_source(table: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.rpt"
    other.write_bytes(table.read_bytes())
    one, two = (wanted(SMALL, 1, sources=[f"table:{path}"]) for path in (table, other))
    assert repr(one) == repr(two)


def test_a_table_built_by_another_version_is_the_same_source(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def another(_name: str) -> str:
        return "10.20.30"

    monkeypatch.setattr("ruleproof.solvers.playing.tables.build.version", another)
    other = tmp_path / "other.rpt"
    build_table(SMALL, other)
    assert other.read_bytes() != table.read_bytes()
    one, two = (wanted(SMALL, 1, sources=[f"table:{path}"]) for path in (table, other))
    assert repr(one) == repr(two)


def test_another_table_is_another_source(table: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.rpt"
    build_table(Position.read(SMALL, "B . . / . . . / . . . ; white"), other)
    one, two = (wanted(SMALL, 1, sources=[f"table:{path}"]) for path in (table, other))
    assert repr(one) != repr(two)


def test_a_game_is_found_to_diagrams_of_placed_pieces() -> None:
    dice = random.Random(4)
    chosen = game("esgros", "hex:3")
    reached = 0
    for _ in range(3):
        for _, state in [*diagrams(chosen, self_play(chosen, dice))][-4:]:
            line = game_to(chosen, state)
            if line:
                reached += 1
                assert Position.start(chosen).play(line).state == state
    assert reached > 3


def test_no_game_is_found_where_there_is_none() -> None:
    small = game("esgros", "path:5")
    assert game_to(small, Position.read(small, "B B . . B ; white").state) == []


def test_a_set_from_other_sources_is_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    asked = wanted(SMALL, 3, sources=["constraints"])
    save(Choice(asked, 9), path)
    assert resumed(asked, 9, path).n == 9
    with pytest.raises(TextError, match="other options"):
        resumed(wanted(SMALL, 3, sources=["games"]), 9, path)


@pytest.mark.slow
def test_the_same_set_from_one_worker_and_two_and_stopped(table: Path, tmp_path: Path) -> None:
    asked = wanted(SMALL, 1, sources=["constraints", "games", f"table:{table}"])
    sets: list[str] = []
    for many in (1, 2):
        choice = Choice(asked, 4)
        for _ in made(choice, [Here() for _ in range(many)]):
            pass
        sets.append(text_of(choice))
    assert sets[0] == sets[1]
    assert sets[0].count("\n") == 4
    path = tmp_path / "set.jsonl"
    while not path.exists() or state_file(path).exists():
        for found in made(resumed(asked, 4, path), [Here()]):
            save(found, path)
            break  # stopped after a batch
    assert path.read_text() == sets[0]
