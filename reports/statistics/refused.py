"""Refused moves: the sentences of the rules that forbid moves legal at another time.

asked   moves that were legal at one of the positions looked at, tried at another of the same game
reason  why the rules refuse one there: the rulebook's words, with plain ones for cells and players
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from ruleproof.models.compiled.kernels import engine
from ruleproof.models.errors import listed
from ruleproof.models.play.game import Game
from ruleproof.solvers.playing.players.games import Played

POSITIONS, MOVES = 5, 16
"""So many positions of a game, and so many moves at each."""
_CELL = r"\b[a-z]{1,2}\d+\b"
_CELLS = re.compile(rf"{_CELL}(?:(?:,? and |, | ){_CELL})*")
_SHOWN = re.compile(rf": {_CELL} [^“]*$")
"""A part that only says what stands on a cell."""
_PIECES = re.compile(r"(?<=[a-z]) [A-Z]+\b")
"""The letters of a stack."""
_NUMBER = re.compile(r"\b\d+\b")
_FEW = 3
"""So many numbers are listed; of more, the least and the greatest are told."""


def reason(text: str) -> str:
    """A refusal without its cells and pieces.

    >>> reason("no head on d3, against “Place a stone”")
    'no head on that cell, against “Place a stone”'
    >>> reason("h3 is adjacent to g2 i2 h4")
    'that cell is adjacent to others'
    >>> reason("its owner moves a stack: a2 holds LLR"), reason("the stack LR is sown whole")
    ('its owner moves a stack', 'the stack is sown whole')
    """
    said, quote, clause = text.partition("“")
    if not quote:
        said = _SHOWN.sub("", said)
    first = _CELLS.search(said)
    if first:
        those = "those cells" if " " in first[0] else "that cell"
        before, rest = said[: first.start()], said[first.end() :]
        said = before + those + _CELLS.sub("others", rest)
    return _PIECES.sub("", said) + quote + clause


def with_numbers(counts: Mapping[str, int]) -> Counter[str]:
    """The counts of reasons that differ in numbers alone, put together: a number stays where it is
    always the same, and all there were stand where they vary.

    >>> with_numbers({"a germ needs 2 and has 0": 3, "a germ needs 2 and has 1": 4})
    Counter({'a germ needs 2 and has 0 or 1': 7})
    """
    alike: dict[str, list[str]] = {}
    for text in counts:
        said, quote, clause = text.partition("“")
        alike.setdefault(_NUMBER.sub("#", said) + quote + clause, []).append(text)
    found: Counter[str] = Counter()
    for texts in alike.values():
        found[_one(texts)] += sum(counts[text] for text in texts)
    return found


def _one(texts: Sequence[str]) -> str:
    """The text with all the numbers that these have in each place."""
    said, quote, clause = texts[0].partition("“")
    each = [[int(one) for one in _NUMBER.findall(text.partition("“")[0])] for text in texts]
    places = iter([sorted(set(values)) for values in zip(*each, strict=True)])
    return _NUMBER.sub(lambda _: _listed(next(places)), said) + quote + clause


def _listed(values: Sequence[int]) -> str:
    """The values in words: a few by themselves, of more the least and the greatest."""
    if len(values) > _FEW:
        return f"{values[0]} to {values[-1]}"
    return listed(values, "or")


def refused(played: Played) -> tuple[Counter[str], int]:
    """The number of moves that the rules refuse in the game, by reason, and the number asked. The
    same game gives the same counts. Nothing is asked where the rulebook gives no reasons. Takes
    some milliseconds, ten times a random game.
    """
    game, counts, asked = played.first.game, Counter[str](), 0
    why = game.rulebook.words.refusal
    if why is None:
        return counts, 0
    dice = random.Random(played.seed)
    plies = range(len(played.rows) - played.ended)
    read = engine(game).state
    chosen = [read(played.rows[ply]) for ply in dice.sample(plies, min(POSITIONS, len(plies)))]
    legal = [set(game.moves(state)) for state in chosen]
    known = sorted(set[int]().union(*legal))
    for state, here in zip(chosen, legal, strict=True):
        for move in dice.sample(known, min(MOVES, len(known))):
            asked += 1
            if move not in here:
                counts[reason(why(game, state, move) or "not legal here")] += 1
    return counts, asked


def by_player(game: Game, counts: Mapping[str, int]) -> Counter[str]:
    """The counts with "the player" for the players' names: who is refused is chance. A name may be
    an ordinary word, such as left, elsewhere in a sentence.
    """
    names = "|".join(re.escape(name) for name in game.players)
    found: Counter[str] = Counter()
    for text, many in counts.items():
        said, quote, clause = text.partition("“")
        said = re.sub(rf"(?:^|(?<= of )|(?<=: ))(?:{names})(?= |$|,)", "the player", said)
        found[said + quote + clause] += many
    return found
