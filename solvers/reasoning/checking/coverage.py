"""Coverage: what became of each sentence of a rulebook.

A sentence is linked to what quotes it: clauses of the constraints, settings, claims. What no clause
quotes may be run all the same; the rulebook's text names what runs it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from ruleproof.models.claims.claims import Claim, Same, SameValue, Verdict, table
from ruleproof.models.claims.meanings import problem
from ruleproof.models.play.game import Game
from ruleproof.models.play.variants import elsewhere
from ruleproof.models.rulebooks.sentences import Sentence, published, quoted
from ruleproof.models.symbolic.states import fresh

State: TypeAlias = Literal["proved", "refuted", "setting", "untested", "unread"]
STATES: dict[State, str] = {
    "proved": "a claim about it holds",
    "refuted": "a claim about it is refuted",
    "setting": "a setting reads it, no claim tests it",
    "untested": "it is run or claimed, and no verdict tests it",
    "unread": "nothing reads it",
}
"""What became of a sentence, in words."""


class Covered(NamedTuple):
    """A sentence of a rulebook: whether it is a `rule` or `flavour` (what the author says of play),
    the ids of what reads or tests it, and what became of it.

    An id is that of a claim, `clause:` and the name of a clause, `setting:` and the name of a
    setting, or `rules:` and what runs it.
    """

    text: str
    heading: str
    kind: Literal["rule", "flavour"]
    by: tuple[str, ...]
    state: State


def coverage(game: Game, verdicts: Iterable[Verdict]) -> tuple[Covered, ...]:
    """What became of each sentence of the game's rulebook by the verdicts, in the order of its
    text; a game without a text has the sentences that its settings, clauses and claims quote.

    A claim that was not looked at, is undecided, or only compares two readings of a sentence, tests
    nothing. A refuted claim refutes what the author says of play; it refutes a rule if it shows a
    problem of the rulebook, or if no other claim about the rule holds.
    """
    linked = [(name, quotation) for name, quotation in _links(game) if quotation]
    whole = published(game.rulebook)
    text = whole or tuple(Sentence(one) for one in dict.fromkeys(one for _, one in linked))
    sentences = [sentence.text for sentence in text]
    by: list[dict[str, None]] = [
        dict.fromkeys(f"rules:{one}" for one in sentence.runs) for sentence in text
    ]
    for name, quotation in linked:
        own = [] if whole else [sentences.index(quotation)]
        for number in own or quoted(quotation, sentences) or ():
            by[number][name] = None
    comparing = {claim.id for claim in table(game) if compares(claim)}
    words = {one.id: one for one in verdicts if one.id not in comparing}
    harmless = {name for name, one in words.items() if not problem(game, name, one.verdict)}
    return tuple(
        Covered(
            sentence.text,
            sentence.heading,
            "rule" if sentence.rule else "flavour",
            tuple(sorted(names, key=_order)),
            _state(
                {name: one.verdict for name in names if (one := words.get(name))},
                names,
                harmless if sentence.rule else (),
            ),
        )
        for sentence, names in zip(text, by, strict=True)
    )


def compares(claim: Claim) -> bool:
    """Whether the claim only compares readings."""
    return all(isinstance(one, Same | SameValue) for one in claim.obligations)


def _state(words: Mapping[str, str], names: Collection[str], harmless: Collection[str]) -> State:
    refuted = [name for name, word in words.items() if word == "refuted"]
    holds = {"proved", "witnessed"} & set(words.values())
    if refuted and not (holds and harmless and all(name in harmless for name in refuted)):
        return "refuted"
    if holds:
        return "proved"
    if any(name.startswith("setting:") for name in names):
        return "setting"
    return "untested" if names else "unread"


def _order(name: str) -> int:
    """Claims come first, then settings, clauses and functions."""
    return ("", "setting", "clause", "rules").index(name.partition(":")[0] if ":" in name else "")


def _links(game: Game) -> Iterator[tuple[str, str]]:
    """What quotes the rulebook: an id and the quotation."""
    for setting in game.rulebook.settings:
        for quotation in (setting.sentence, *setting.sentences.values()):
            yield f"setting:{setting.name}", quotation
    rules: Any = game.rulebook.module("constraints")
    grounds = (elsewhere(game, text) for text in game.rulebook.small_boards)
    if rules and (ground := next(filter(None, grounds), None)):
        p, move, q = fresh(ground, "p"), rules.fresh_move(ground, "m"), fresh(ground, "q")
        for clause in rules.step(ground, p, move, q):
            yield f"clause:{clause.name}", clause.sentence
    for claim in table(game):
        if claim.speaks_of(game):
            yield claim.id, claim.sentence
