"""Entry points: the one package that offers a game, or a kind of board, by a name.

>>> offered_by("ruleproof.games", "esgros").value
'ruleproof.models.esgros:RULEBOOK'
"""

from __future__ import annotations

from importlib.metadata import EntryPoint

from ruleproof.models.installed import entries
from ruleproof.models.mistakes import Mistake, Place


def offered_by(group: str, name: str) -> EntryPoint | None:
    """The entry point of that name, None where there is none. Raises `Mistake` where several
    packages have one, which says nothing of other names, and where it names nothing.
    """
    points = sorted((point for point in entries(group) if point.name == name), key=_package)
    if len({_package(point) for point in points}) > 1:
        packages = " and ".join(f"{_package(point)} ({point.value})" for point in points)
        what = f"several packages offer {name!r} as one of {group}: {packages}"
        place = Place("the entry points of installed packages", 0)
        raise Mistake(place, what, "uninstall one of them, or rename its game")
    for point in points:
        if EntryPoint.pattern.match(point.value) is None:
            place = Place(f"the entry point `{point.name} = {point.value}`", 0)
            raise Mistake(place, "it names nothing", "write `name = module:NAME`")
        return point
    return None


def _package(point: EntryPoint) -> str:
    """The name of the package that has the entry point."""
    return point.dist.name if point.dist else point.value
