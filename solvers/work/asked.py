"""Checks of plain arguments that users of Python give: numbers, seconds, files.

>>> must_be_whole("depth", 3, 0, 100)
>>> must_be_seconds("time", None)
>>> path_of("certificate", "a.proof")
PosixPath('a.proof')
"""

from __future__ import annotations

from pathlib import Path

from ruleproof.models.errors import TextError


def must_be_whole(name: str, value: object, least: int, most: int | None = None) -> None:
    """Raises `TypeError` for anything but a whole number, and `ValueError` for one below the least
    or above the most.
    """
    bounds = f"{least} or more" if most is None else f"from {least} to {most}"
    told = f"{name} is a whole number, {bounds}: {value!r}"
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(told)
    if value < least or (most is not None and value > most):
        raise ValueError(told)


def must_be_seconds(name: str, value: object) -> None:
    """Raises `TypeError` for anything but a number or None, and `ValueError` for no number of
    seconds, such as one below 0.
    """
    told = f"{name} is a number of seconds, 0 or more, or None: {value!r}"
    if value is None:
        return
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise TypeError(told)
    if not value >= 0:  # which NaN is not, either
        raise ValueError(told)


def path_of(name: str, value: object) -> Path | None:
    """The path; None for None. Raises `TypeError` for what is no path, `TextError` for no name."""
    if value is None:
        return None
    if not isinstance(value, str | Path):
        raise TypeError(f"{name} is a file's name: {value!r}")
    if not str(value):
        raise TextError(f"{name} is a file's name, which is empty: {value!r}")
    return Path(value)
