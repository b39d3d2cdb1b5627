"""Settings: editions give defaults, explicit choices win, wrong ones are named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ruleproof.models.errors import TextError
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.models.rulebooks.settings import Setting, as_told, choose, pair, without_effect
from tests.strategies import REGISTERED

EXAMPLE = (
    Setting(
        "edition", "edition", {"old": "", "new": ""}, "new", "", bundle={"old": {"pass": "no"}}
    ),
    Setting("pass", "reading", {"yes": "", "no": ""}, "yes", ""),
    Setting("tokens", "option", range(1, 17), 16, ""),
)


def test_defaults() -> None:
    assert choose(EXAMPLE, {}) == {"edition": "new", "pass": "yes", "tokens": 16}


def test_an_edition_sets_defaults() -> None:
    assert choose(EXAMPLE, {"edition": "old"})["pass"] == "no"


@pytest.mark.parametrize("order", [("edition", "pass"), ("pass", "edition")])
def test_a_choice_wins_over_an_edition_in_any_order(order: tuple[str, str]) -> None:
    chosen = {"edition": "old", "pass": "yes"}
    assert choose(EXAMPLE, {name: chosen[name] for name in order})["pass"] == "yes"


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"passing": "no"}, r"no such setting .*edition, pass, tokens.*'passing'$"),
        ({"pass": "never"}, r"pass takes yes, no: 'never'$"),
        ({"tokens": "17"}, r"tokens takes a whole number from 1 to 16: '17'$"),
        ({"tokens": "0"}, r"from 1 to 16: '0'$"),
        ({"tokens": "x"}, r"from 1 to 16: 'x'$"),
        ({"tokens": "9" * 400}, r"from 1 to 16"),
    ],
)
def test_a_wrong_setting_is_named(chosen: dict[str, str], message: str) -> None:
    with pytest.raises(TextError, match=message):
        choose(EXAMPLE, chosen)


@pytest.mark.parametrize("text", ["pass", "=no", "pass=", ""])
def test_a_setting_is_a_pair(text: str) -> None:
    with pytest.raises(TextError, match="NAME=VALUE"):
        pair(text)


@pytest.mark.parametrize("name", REGISTERED)
def test_rulebooks_are_in_order(name: str) -> None:
    book = rulebook(name)
    assert book.name == name
    fields = [setting.name.replace("-", "_").rstrip("_") for setting in book.settings]
    assert sorted(field.rstrip("_") for field in book.rules.Rules._fields) == sorted(fields)
    for setting in book.settings:
        assert setting.sentence
        assert setting.default in setting.choices
        codes = [setting.code(value) for value in setting.choices]
        assert len(set(codes)) == len(codes)
        for value, bundle in setting.bundle.items():
            assert value in setting.choices
            choose(book.settings, bundle)


@pytest.mark.parametrize("name", REGISTERED)
def test_sentences_and_effects_name_values_that_are_there(name: str) -> None:
    book = rulebook(name)
    for setting in book.settings:
        assert set(setting.sentences) <= set(map(str, setting.choices))
        for other, value in setting.unless.items():
            assert value in book.setting(other).choices


def test_a_setting_without_effect_is_noted() -> None:
    settings = (EXAMPLE[1], replace(EXAMPLE[2], unless={"pass": "no"}))
    idle = {"pass": "no", "tokens": 3}
    note = ["tokens has no effect under pass=no"]
    assert without_effect(settings, ["pass", "tokens"], idle) == note
    assert without_effect(settings, ["pass"], idle) == []
    assert without_effect(settings, ["tokens"], idle | {"pass": "yes"}) == []


def test_what_a_file_leaves_out_has_its_default() -> None:
    effective = choose(EXAMPLE, {"edition": "old"})
    assert as_told({"edition": "old"}, effective)
    assert as_told({"edition": "old", "pass": "no", "tokens": 16}, effective)
    assert not as_told({"edition": "old", "pass": "yes"}, effective)
    assert not as_told({"edition": "old", "tokens": "16"}, effective)
    assert not as_told({"editions": "old"}, effective)
