"""Settings: readings, options, variants and editions of a rulebook, all by one mechanism.

reading   the meaning given to an unclear sentence
option    a number or choice that the players agree on before the game
variant   a change of the rules that the rulebook itself offers
edition   one published wording; it sets the defaults of other settings and nothing else

An explicit choice wins over an edition's default, in whatever order they are given.

>>> pair("exceed=void"), whole_number("12"), whole_number("twelve")
(('exceed', 'void'), 12, None)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from keyword import iskeyword
from typing import Literal, TypeAlias

from ruleproof.models.errors import TextError, meant, offer

Value: TypeAlias = str | int
"""A setting's value: a word, or a whole number."""

Kind: TypeAlias = Literal["reading", "option", "variant", "edition"]
"""The kind of a setting."""


@dataclass(frozen=True)
class Setting:
    """One thing that the rules leave open.

    `values` maps each word to its short meaning, or is a range of whole numbers. Rules see a
    number: the number itself, the word's entry in `codes`, or its place in `values`. `bundle` is
    for editions: the defaults of other settings under each value. `sentences`: the sentence of a
    value, where each has its own. `unless`: other settings under whose values this one has no
    effect. `bounds` says in a few words why a range of numbers begins and ends where it does.
    """

    name: str
    kind: Kind
    values: Mapping[str, str] | range
    default: Value
    sentence: str
    codes: Mapping[str, int] = field(default_factory=dict[str, int])
    bundle: Mapping[str, Mapping[str, Value]] = field(
        default_factory=dict[str, Mapping[str, Value]]
    )
    bounds: str = ""
    sentences: Mapping[str, str] = field(default_factory=dict[str, str])
    unless: Mapping[str, Value] = field(default_factory=dict[str, Value])

    def quoted(self, value: Value) -> str:
        """The sentence behind a value."""
        return self.sentences.get(str(value), self.sentence)

    def read(self, text: str) -> Value:
        """The value that the text names; `TextError` when it names none."""
        if isinstance(self.values, range):
            number = whole_number(text)
            if number is not None and number in self.values:
                return number
            low, high = self.values[0], self.values[-1]
            why = f" ({self.bounds})" if self.bounds else ""
            raise TextError(f"{self.name} takes a whole number from {low} to {high}{why}: {text!r}")
        if text not in self.values:
            raise TextError(f"{self.name} takes {offer(self.values)}: {text!r}")
        return text

    def code(self, value: Value) -> int:
        """The number that rules see for the value."""
        if isinstance(value, int):
            return value
        return self.codes[value] if self.codes else list(self.values).index(value)

    @property
    def choices(self) -> list[Value]:
        """Every value, words or numbers."""
        return list(self.values)


def whole_number(text: str) -> int | None:
    """The number of up to nine digits that the text denotes, None if it denotes none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def choose(settings: Iterable[Setting], chosen: Mapping[str, object]) -> dict[str, Value]:
    """Every setting's effective value: chosen, else by the chosen edition, else its default.

    Raises `TextError` for a name that is no setting and for a value it does not take.
    """
    known = {setting.name: setting for setting in settings}
    for name in chosen:
        if name not in known:
            near = meant(name, known)
            raise TextError(f"no such setting (settings: {offer(known, 30)}{near}): {name!r}")
    said = {name: known[name].read(str(value)) for name, value in chosen.items()}
    effective: dict[str, Value] = {name: setting.default for name, setting in known.items()}
    for name, setting in known.items():
        effective |= setting.bundle.get(str(said.get(name, setting.default)), {})
    return effective | said


def as_told(told: Mapping[str, object], effective: Mapping[str, Value]) -> bool:
    """Whether the effective values are those in a file. A setting that the file omits, because it
    is older than the setting, for example, has its default.
    """
    return all(effective.get(name) == value for name, value in told.items())


def without_effect(
    settings: Iterable[Setting], chosen: Iterable[str], effective: Mapping[str, Value]
) -> list[str]:
    """A note for each chosen setting that has no effect under the values of the others."""
    return [
        f"{setting.name} has no effect under {other}={value}"
        for setting in settings
        if setting.name in set(chosen)
        for other, value in setting.unless.items()
        if effective[other] == value
    ]


def field_name(setting: str) -> str:
    """A setting's name as Python writes it: `full-board` is `full_board` and `pass` is `pass_`."""
    name = setting.replace("-", "_")
    return f"{name}_" if iskeyword(name) else name


def pair(text: str) -> tuple[str, str]:
    """The name and value of a `NAME=VALUE` text; `TextError` without an equals sign."""
    name, equals, value = text.partition("=")
    if not equals or not name or not value:
        raise TextError(f"a setting is written NAME=VALUE: {text!r}")
    return name, value
