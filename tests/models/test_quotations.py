"""Every sentence that a game quotes stands in its rulebook, whose words `tests/rulebooks` has.

A quotation may leave words out, which it marks with `…`, and it may add words in square brackets:
a reading, or what the text leaves open. A bracket that names a source, as `[card: 3]`, quotes too.
"""

# pyright: basic

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from ruleproof.models.claims.claims import table
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.position import Position
from ruleproof.models.play.variants import varied
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.models.symbolic.states import fresh

HERE = Path(__file__).parent
TEXTS = HERE.parent / "rulebooks"
NAMES = sorted(file.stem for file in TEXTS.glob("*.txt"))
MISQUOTED: dict[str, tuple[str, ...]] = {}
"""How the sentences begin that are known to be misquoted: to be mended, and taken off this list."""


def plain(text: str) -> str:
    """The words of a text: no emphasis, no marks of lists, one kind of blank and of quote."""
    text = re.sub(r"(?m)^\s*(#.*|- )", " ", text).replace("*", "").replace("’", "'")
    return re.sub(r"\s+", " ", text).casefold().strip()


@cache
def words(name: str) -> str:
    """The words of a game's rulebook and of its other wordings."""
    return plain((TEXTS / f"{name}.txt").read_text("utf-8"))


def parts(quotation: str) -> tuple[list[str], list[str]]:
    """What a quotation says of the rulebook, in order, and what of the sources that it names."""
    others = re.findall(r"\[(?:card|games page|computer version|directory): ([^\]]*)\]", quotation)
    ours = re.split(r"\[[^\]]*\]|…", quotation)
    return (
        [part for part in (plain(one).strip(" .,:;") for one in ours) if part],
        [part for part in (plain(one).strip(" .,:;") for one in others) if part],
    )


def is_in(quotation: str, text: str) -> bool:
    """Whether all that the quotation says stands in the text, its parts in order."""
    ours, others = parts(quotation)
    at = 0
    for part in ours:
        found = text.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return all(part in text for part in others)


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
    quoted = {one for one in KINDS[kind](name) if one}
    missing = {one for one in quoted if not is_in(one, words(name))}
    known = MISQUOTED.get(name, ())
    assert sorted(one for one in missing if not one.startswith(known)) == []


@pytest.mark.parametrize("name", MISQUOTED)
def test_nothing_is_called_misquoted_that_is_not(name: str) -> None:
    quoted = {one for kind in KINDS.values() for one in kind(name)}
    missing = [one for one in quoted if not is_in(one, words(name))]
    assert [one for one in MISQUOTED[name] if not any(m.startswith(one) for m in missing)] == []


def test_every_game_has_its_rulebook_quoted_and_its_author_named() -> None:
    assert {file.parent.name for file in HERE.glob("*/perft.jsonl")} == set(NAMES)
    for name in NAMES:
        author = rulebook(name).author.rpartition(",")[0]
        assert author in (TEXTS / f"{name}.txt").read_text("utf-8").splitlines()[0]


@pytest.mark.parametrize(
    ("quotation", "stands"),
    [
        ("A group is the largest set of connected stones of the same color.", False),
        ("A group is the maximal set of connected stones of the same color.", True),
        ("On your turn … Place a stone of your color on an empty cell", True),
        ("Place a stone of your color on an empty cell … On your turn", False),
        ("Place a stone of your color on an empty cell. Remove all smaller enemy groups", False),
        ("Black plays first, then turns alternate. [A full board is a draw.]", True),
        ("Black plays first [directory: a drawless annihilation game]", True),
        ("Black plays first [directory: an endless annihilation game]", False),
    ],
)
def test_misquoting_is_found_out(quotation: str, stands: bool) -> None:
    assert is_in(quotation, words("esgros")) == stands
