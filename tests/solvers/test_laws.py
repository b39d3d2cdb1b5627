"""Every game keeps the laws that solvers rely on, and a game that breaks one is told so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings

from ruleproof.models.cells import rule
from ruleproof.models.errors import TextError
from ruleproof.models.mistakes import Mistake, Place
from ruleproof.models.play.game import game, make_game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.parts import Declared, turns_and_colours
from ruleproof.models.rulebooks.rulebook import Rulebook, names, rulebook
from ruleproof.solvers.playing.exact.solve import solve
from ruleproof.solvers.playing.values.contradiction import Contradiction
from ruleproof.solvers.reasoning.laws import engines as laws_of_engines
from ruleproof.solvers.reasoning.laws import positions as laws_of_positions
from ruleproof.solvers.reasoning.laws.blame import blamed
from ruleproof.solvers.reasoning.laws.conform import Told, conform
from ruleproof.solvers.reasoning.laws.laws import LAWS, named
from ruleproof.solvers.reasoning.laws.trials import trials
from tests.games import clobber, connect_four
from tests.strategies import positions


@pytest.mark.parametrize("law", ["text", "moves", "payoff", "faults", "symmetry"])
@given(position=positions())
@settings(deadline=None)
def test_every_position_keeps_the_laws(law: str, position: Position) -> None:
    assert list(getattr(laws_of_positions, law)(position)) == []


@pytest.mark.slow
@pytest.mark.parametrize("law", ["compiled", "bulk", "spread"])
@settings(max_examples=60, deadline=None)
@given(position=positions())
def test_compiled_code_keeps_the_laws(law: str, position: Position) -> None:
    assert list(getattr(laws_of_engines, law)(position)) == []


TINY = {
    "path": "path:3",
    "square": "square:2x2",
    "hex": "hex:2",
    "dish": "dish:1,1",
    "rhombus": "rhombus:2x2",
}
QUICK = [law.name for law in LAWS if law.name not in ("constraints", "essence")]


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=pytest.mark.slow) if one == "gro" else one for one in names()]
)
def test_every_game_keeps_all_laws_on_a_small_board(name: str) -> None:
    """Constraints and essences have tests of their own, on more boards."""
    book = rulebook(name)
    one = make_game(book, (*book.tiny, TINY[book.boards[0]])[0], {})
    assert [
        told for told in conform([one], only=QUICK) if told.word not in ("holds", "absent")
    ] == []


def test_every_kind_of_board_is_tried_and_every_setting_varied() -> None:
    for name in names():
        book = rulebook(name)
        tried = list(trials(book))
        assert {one.game.board.kind for one in tried} == set(book.boards)
        assert any(one.random and one.game.board.text == book.board for one in tried)
        for setting in book.settings:
            assert len({one.game.settings[setting.name] for one in tried}) > 1, setting.name


def broken(book: Rulebook, board: str, **changed: Any) -> dict[str, Told]:
    """The laws that a changed rulebook breaks on the board."""
    return {
        told.law: told
        for told in conform([make_game(replace(book, **changed), board, {})])
        if told.word == "broken"
    }


def wrong_rules(book: Rulebook, **functions: Callable[..., Any]) -> Any:
    """The rulebook's rules with some functions replaced, for plain Python alone."""
    return SimpleNamespace(**{**vars(book.rules), **functions})


def always(value: Any) -> Callable[..., Any]:
    """A function that answers the same to everything."""

    @rule
    def answer(*_: Any) -> Any:
        return value

    return answer


CLOBBER, FOUR = clobber.RULEBOOK, connect_four.RULEBOOK


def test_a_symmetry_that_is_none_is_found_with_few_plies() -> None:
    """Gravity is upside down under half the turns of the board."""
    declared = replace(FOUR.declared, symmetries=turns_and_colours)
    told = broken(FOUR, "square:2x2", declared=declared)
    assert list(told) == ["symmetry"]
    found = told["symmetry"].broken
    assert found is not None
    assert found.line == ()
    assert found.place.file.endswith("connect_four.py")


def test_a_game_that_returns_is_not_acyclic() -> None:
    declared = replace(rulebook("gro").declared, acyclic=always(True))
    one = make_game(replace(rulebook("gro"), declared=declared), "dish:1,1", {"tokens": 1})
    (told,) = conform([one], only=["acyclic"])
    assert told.word == "broken"
    assert told.broken is not None
    assert told.broken.place.file.endswith("test_laws.py")


def test_too_few_moves_are_told_before_compiled_code_writes_them() -> None:
    declared = replace(CLOBBER.declared, most_moves=always(1))
    told = broken(CLOBBER, "square:2x2", declared=declared)
    assert "IndexError" in str(told["runs"].broken)


def test_a_move_whose_text_is_not_its_own_is_found() -> None:
    text = replace(CLOBBER.text, write_move=always("a1xb1"))
    (found,) = (told.broken for told in broken(CLOBBER, "square:2x2", text=text).values())
    assert found is not None
    assert (found.line, found.what) == ((), "two moves are written 'a1xb1'")


def test_static_faults_of_reachable_positions_are_found() -> None:
    def no_disc(_: Any, p: Any) -> list[str]:
        return ["a disc"] if p.first else []

    words = replace(FOUR.words, faults=no_disc)
    found = broken(FOUR, "square:2x2", words=words)["faults"].broken
    assert found is not None
    assert found.line == ("a1",)


def test_advice_that_promises_too_much_is_found() -> None:
    book = rulebook("incrowd")
    functions = {**vars(book.advice), "limits": always((0, 0))}
    one = make_game(replace(book, advice=SimpleNamespace(**functions)), "square:1x2", {})
    (told,) = conform([one], only=["limits"])
    assert told.word == "broken"


def test_an_essence_that_leaves_out_too_much_is_found() -> None:
    def forget(board: Any, rules: Any, p: Any) -> Any:
        return clobber.State(0, 0, p.side)

    book = replace(CLOBBER, advice=SimpleNamespace(essence=forget))
    (told,) = conform([make_game(book, "square:2x3", {})], only=["essence"])
    assert told.word == "broken"


def test_constraints_of_another_reading_are_told_apart() -> None:
    usual, other = game("esgros", "path:4"), game("esgros", "path:4", full="loss")
    book = replace(usual.rulebook, rules=wrong_rules(usual.rulebook, payoff=always(0)))
    (told,) = conform([make_game(book, "path:4", {})], only=["constraints"])
    assert told.word == "broken"
    assert told.broken is not None
    assert told.broken.place.function == "payoff"
    (told,) = conform([other], only=["constraints"])
    assert told.word == "holds"


def test_a_game_that_breaks_nothing_is_told_so_and_what_it_lacks() -> None:
    words = {told.law: told.word for told in conform([make_game(CLOBBER, "square:2x3", {})])}
    lacking = {"faults", "bulk", "limits", "essence", "tier", "given", "constraints", "claims"}
    lacking |= {"goals"}
    assert words == {law.name: "absent" if law.name in lacking else "holds" for law in LAWS}


def test_laws_that_a_broken_rule_leaves_untested_are_told_so() -> None:
    @rule
    def play(board: Any, rules: Any, p: Any, move: int) -> Any:
        raise Mistake(Place("rules.py", 1, "play"), "a stone too many")

    book = replace(CLOBBER, rules=wrong_rules(CLOBBER, play=play))
    found = {told.law: told for told in conform([make_game(book, "square:2x3", {})])}
    assert found["runs"].word == "broken"
    assert found["symmetry"].word == found["text"].word == "untested"
    assert found["text"].why == "no position can be relied on while the law “runs” is broken"
    assert found["constraints"].word == "absent"


def test_rules_that_answer_differently_when_asked_again_are_told_before_symmetries() -> None:
    dice = Random(1)

    @rule
    def over(board: Any, rules: Any, p: Any) -> bool:
        return dice.random() < 0.1 or CLOBBER.rules.over(board, rules, p)

    one = make_game(replace(CLOBBER, rules=wrong_rules(CLOBBER, over=over)), "square:2x3", {})
    found = {told.law: told for told in conform([one], only=["runs", "symmetry", "moves"])}
    assert {name: told.word for name, told in found.items()} == {
        "runs": "broken", "moves": "untested", "symmetry": "untested",
    }  # fmt: skip
    broken_by = found["runs"].broken
    assert broken_by
    assert broken_by.what.startswith("asked twice, it answers differently, in the position '")
    assert broken_by.what.endswith(
        "; let it rest on the board, the settings and the position alone"
    )
    assert broken_by.place.function.endswith("over")
    with pytest.raises(Mistake, match="asked twice, it answers differently"):
        _ = [list(laws_of_positions.symmetry(Position.start(one))) for _ in range(100)]


def test_a_broken_symmetry_of_colours_is_told_with_a_remedy() -> None:
    @rule
    def payoff(board: Any, rules: Any, p: Any) -> int:
        return -1 if p.side else 1

    book = replace(CLOBBER, rules=wrong_rules(CLOBBER, payoff=payoff))
    (told,) = conform([make_game(book, "square:2x3", {})], only=["symmetry"])
    assert told.broken
    assert "with a change of colours" in told.broken.what
    assert "; declare the symmetries without a change of colours" in told.broken.what


def test_time_that_is_up_is_told() -> None:
    told = conform([game("esgros", "hex:2")], seconds=1e-9)
    assert {one.word for one in told} == {"stopped"}


def test_a_law_that_is_none_is_refused() -> None:
    with pytest.raises(TextError, match=r"'gravity'$"):
        named(["gravity"])


def test_bounds_that_exclude_each_other_name_the_law() -> None:
    """Without the pairs of fields that it swaps, a change of colours is no symmetry."""
    declared = Declared(
        symmetries=turns_and_colours, acyclic=CLOBBER.declared.acyclic,
        most_moves=CLOBBER.declared.most_moves,
    )  # fmt: skip
    one = make_game(replace(CLOBBER, declared=declared), "square:2x2", {})
    with pytest.raises(Contradiction, match="“symmetry”") as told:
        solve(Position.start(one), time=60)
    assert "symmetry" in told.value.laws


def test_a_claim_whose_search_meets_a_cycle_blames_the_function_that_declares_none() -> None:
    book = rulebook("gro")
    book = replace(book, declared=replace(book.declared, acyclic=always(True)))
    one = make_game(book, "dish:1,1", {"tokens": 2})
    contradiction = Contradiction(one, one.start(), "a position comes up twice", ("acyclic",))
    found = blamed(contradiction, 20)
    assert "breaks the law “acyclic”: play can come back to it in " in found.what
    assert found.place.file.endswith("test_laws.py")
    unbroken = game("esgros", "path:2")
    found = blamed(Contradiction(unbroken, unbroken.start(), "a doubt", ("acyclic",)), 20)
    assert "a doubt" in found.what


def test_a_cycle_in_a_game_declared_acyclic_ends_the_search() -> None:
    book = rulebook("gro")
    book = replace(book, declared=replace(book.declared, acyclic=always(True)))
    with pytest.raises(Contradiction, match="acyclic"):
        solve(Position.start(make_game(book, "dish:1,2", {"tokens": 2})), time=60)
