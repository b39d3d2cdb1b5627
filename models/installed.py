"""Entry points of installed packages, as far as they can be read.

>>> sorted(point.name for point in entries("ruleproof.games") if ".models." in point.value)
['esgros', 'gro', 'grow', 'incrowd', 'sow']
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from importlib.metadata import Distribution, EntryPoint, distributions, entry_points

_LOG = logging.getLogger("ruleproof")


def entries(group: str) -> list[EntryPoint]:
    """The entry points of a group. A package whose entry points cannot be read is named in the log
    and passed over.
    """
    try:
        return list(entry_points(group=group))
    except Exception:  # whatever some package has written there
        return list(dict.fromkeys(one for one in _readable() if one.group == group))


def _readable() -> Iterator[EntryPoint]:
    """The entry points of all packages that have readable ones."""
    for package in distributions():
        try:
            yield from package.entry_points
        except Exception as error:  # whatever the package has written there
            why = f"{type(error).__name__}: {error}"
            _LOG.warning(f"passed over: the entry points of {_name(package)} are broken ({why})")


def _name(package: Distribution) -> str:
    """The name of a package, or the folder it lies in where it has no readable name."""
    try:
        return repr(package.metadata["Name"])
    except Exception:  # whatever the package has written there
        return repr(str(package.locate_file("")))
