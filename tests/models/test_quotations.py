"""Every sentence that a game quotes stands in its rulebook.txt."""

# pyright: basic

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleproof.models.claims.claims import table
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.position import Position
from ruleproof.models.play.variants import varied
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.models.rulebooks.sentences import published, quoted
from ruleproof.models.symbolic.states import fresh

HERE = Path(__file__).parent
NAMES = sorted(file.parent.name for file in HERE.glob("*/perft.jsonl"))


def text(name: str) -> list[str]:
    return [sentence.text for sentence in published(rulebook(name))]


def in_marks(text: str) -> list[str]:
    """What stands in a text between quotation marks."""
    return re.findall(r"“([^”]*)”", text)


# What a game quotes, and where


def games_of(name: str) -> Iterator[Game]:
    """The game on the smallest board of its perft data, each of its settings varied alone."""
    lines = map(json.loads, (HERE / name / "perft.jsonl").read_text().splitlines())
    boards = dict.fromkeys(line["board"] for line in lines)
    game = make_game(rulebook(name), next(iter(boards)), {})
    yield game
    for setting in game.rulebook.settings:
        if not isinstance(setting.values, range):
            yield from varied(game, setting)


def of_settings(name: str) -> Iterator[str]:
    return (setting.sentence for setting in rulebook(name).settings)


def of_claims(name: str) -> Iterator[str]:
    game = make_game(rulebook(name), "", {})
    for claim in table(game):
        yield claim.sentence
        yield from in_marks(claim.statement)
    meanings = rulebook(name).module("meanings")
    for meaning in meanings.MEANINGS.values() if meanings else ():
        yield from in_marks(getattr(meaning, "text", meaning))


def of_constraints(name: str) -> Iterator[str]:
    for game in games_of(name):
        rules = game.rulebook.module("constraints")
        assert rules is not None
        p, move, q = fresh(game, "p"), rules.fresh_move(game, "m"), fresh(game, "q")
        for clause in rules.step(game, p, move, q):
            yield clause.sentence


def of_refusals(name: str) -> Iterator[str]:
    """What refusals quote: of moves that are legal elsewhere in random games, but not here."""
    dice = random.Random(name)
    for game in games_of(name):
        refusal = game.rulebook.words.refusal
        if refusal is None:
            continue
        states = []
        for _ in range(12):
            position = Position.start(game)
            while not position.over and len(position.before) < 30:
                states.append(position.state)
                position = position.after(dice.choice(position.legal_moves()))
        moves = sorted({move for state in states for move in game.moves(state)})
        for state in dice.sample(states, min(40, len(states))):
            legal = game.moves(state)
            illegal = [move for move in moves if move not in legal]
            for move in dice.sample(illegal, min(12, len(illegal))):
                yield from in_marks(refusal(game, state, move))


def of_acting(name: str) -> Iterator[str]:
    yield from rulebook(name).words.acting


KINDS = {
    "acting": of_acting,
    "settings": of_settings,
    "claims": of_claims,
    "constraints": of_constraints,
    "refusals": of_refusals,
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", NAMES)
def test_what_a_game_quotes_stands_in_its_rulebook(name: str, kind: str) -> None:
    quotations = {one for one in KINDS[kind](name) if one}
    assert [one for one in sorted(quotations) if quoted(one, text(name)) is None] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_rulebook_names_its_author_and_what_runs_it(name: str) -> None:
    book = rulebook(name)
    sentences = published(book)
    assert book.author.rpartition(",")[0] in sentences[0].heading
    known = {"boards", "players", *dir(book.rules)}
    assert {one for sentence in sentences for one in sentence.runs} <= known


@pytest.mark.parametrize(
    ("quotation", "numbers"),
    [
        ("A group is the largest set of connected stones of the same color.", None),
        ("A group is the maximal set of connected stones of the same color.", {3}),
        ("A group is the maximal set. A single stone is also a group.", None),
        ("of connected stones of the same color. A single stone", {3, 4}),
        ("On your turn … Place a stone of your color on an empty cell", {7, 8}),
        ("Place a stone of your color on an empty cell … On your turn", None),
        ("Place a stone of your color on an empty cell. Remove all smaller enemy groups", None),
        ("Black plays first, then turns alternate. [A full board is a draw.]", {6}),
        ("Black plays first [directory: a drawless annihilation game]", {6, 14}),
        ("Black plays first [directory: an endless annihilation game]", None),
    ],
)
def test_a_quotation_names_the_sentences_that_it_speaks_of(
    quotation: str, numbers: set[int] | None
) -> None:
    assert quoted(quotation, text("esgros")) == numbers
