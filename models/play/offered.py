"""The games that packages offer: rulebooks that can be played, and the mistakes in the others.

One game with a mistake must not take the others down: whoever shows or asks about all games takes
them from here.

>>> "esgros" in [book.name for book in offered().books]
True
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ruleproof.models.endless import NoReturn
from ruleproof.models.mistakes import Mistake, Place, files_of, mistake, place_of
from ruleproof.models.play.game import make_game
from ruleproof.models.rulebooks.rulebook import Rulebook, entry, names, rulebook

BROKEN: dict[str, Mistake] = {}
"""The mistakes that another process has found in games, which are not loaded here."""


class Offered(NamedTuple):
    """The rulebooks of the games that begin, and the mistake in each of the others."""

    books: tuple[Rulebook, ...]
    broken: Mapping[str, Mistake]


def offered() -> Offered:
    """All games that packages offer; broken ones are tried anew each time."""
    books: list[Rulebook] = []
    broken: dict[str, Mistake] = {}
    for name in names():
        try:
            books.append(playable(name))
        except Mistake as error:
            broken[name] = error
    return Offered(tuple(books), broken)


@lru_cache(maxsize=64)
def playable(name: str) -> Rulebook:
    """The rulebook of that name, whose game has a start. Raises `TextError` where no package offers
    it, and `Mistake` for any error in it, one that another process has found among them.
    """
    if name in BROKEN:
        raise BROKEN[name]
    place = Place(entry(name), 0)
    try:
        book = rulebook(name)
        place = place_of(str(files_of(book)[-1]))
        make_game(book, "", {}).start()
    except (Exception, NoReturn) as error:
        known = mistake(error) or Mistake(place, f"{type(error).__name__}: {error}")
        raise known from error
    return book
