"""Refusals of the studio, for people and programs alike.

kind      what was wrong: `text` that cannot be read, a `position` that breaks the rules, a `move`
          that is not legal, a `request` of the wrong shape, a `limit`, something not `found`, a
          `mistake` in a game's own files, or a `caller` who may not ask
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Literal, TypeAlias

from pydantic import BaseModel

from ruleproof.models.errors import MoveError, PositionError, TextError

Kind: TypeAlias = Literal[
    "text", "position", "move", "request", "limit", "found", "mistake", "caller"
]
LONGEST = 600
"""Characters of a message; what is cut off is input that came back."""


class Refused(BaseModel):
    """A refusal in words: where it stands, one line, and all faults of a position at once."""

    kind: Kind
    place: str
    message: str
    faults: list[str] = []


class Refusal(Exception):
    """A request that is not answered."""

    def __init__(self, status: int, told: Refused) -> None:
        super().__init__(told.message)
        self.status, self.told = status, told


def refusal(status: int, kind: Kind, place: str, message: str) -> Refusal:
    """A refusal with one line to say."""
    line = " ".join(message.split())
    return Refusal(status, Refused(kind=kind, place=place, message=line[:LONGEST]))


@contextmanager
def at(place: str) -> Generator[None]:
    """Turns errors of the input inside into refusals that stand at `place`."""
    try:
        yield
    except PositionError as error:
        faults = [fault[:LONGEST] for fault in error.faults]
        told = Refused(kind="position", place=place, message="; ".join(faults), faults=faults)
        raise Refusal(400, told) from error
    except MoveError as error:
        raise refusal(400, "move", place, str(error)) from error
    except TextError as error:
        raise refusal(400, "text", place, str(error)) from error
