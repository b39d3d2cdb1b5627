"""JSON from outside has one meaning, or none."""

from __future__ import annotations

import ast
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict
from starlette.testclient import TestClient

from ruleproof.models.files.strict import Misfit, json_as, json_value
from ruleproof.reports.studio.app import make_app
from tests.test_layers import SOURCES

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text("abc\u00e9"), inner),
)  # fmt: skip
REFUSED = {
    '{"a": 1, "a": 1}': "a key stands twice: 'a'",
    '[{"b": {"c": 1, "d": 2, "\\u0063": 1}}]': "a key stands twice: 'c'",
    "[NaN]": "no number of JSON: NaN",
    '{"a": -Infinity}': "no number of JSON: -Infinity",
    "1e999": "no number of JSON: 1e999",
    '"\\udc00"': "half of a character",
    "[" * 100_000: "nested too deeply",
    "1" * 5000: "a number that is too long",
    '"a\nb"': "invalid control character at line 1, column 3",
    "[1] 2": "extra data at column 5",
    "\ufeff1": "expecting value at column 1",
    b"\xff\xfe1\0": "no text in UTF-8",
    "": "expecting value at column 1",
}


class Pair(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    one: tuple[int, ...]
    other: str = ""


@given(VALUES)
def test_a_value_that_was_written_is_read_back(value: object):
    for text in (
        json.dumps(value),
        json.dumps(value, ensure_ascii=False),
        json.dumps(value, indent=1),
    ):
        assert json_value(text) == json_value(text.encode()) == value


@pytest.mark.parametrize("text", REFUSED)
def test_what_readers_may_take_differently_is_refused(text: str | bytes):
    with pytest.raises(Misfit) as refused:
        json_value(text)
    assert REFUSED[text] in str(refused.value)
    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)
    with pytest.raises(Misfit):
        json_as(Pair, text)


def test_a_model_names_the_field_that_does_not_fit():
    assert json_as(Pair, '{"one": [1, 2]}') == Pair(one=(1, 2))
    for text, place, what in (
        ('{"one": [1, "2"]}', "one.1", 'takes a whole number: "2"'),
        ('{"one": [], "three": 3}', "three", "there is no such field"),
        ("[]", "", "takes an object"),
    ):
        with pytest.raises(Misfit) as refused:
            json_as(Pair, text)
        assert (refused.value.place, refused.value.what) == (place, what)


def decoders(tree: ast.AST) -> set[str]:
    """The names in a module that decode JSON."""
    used = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    found = {one.attr for one in used} & {"model_validate_json", "validate_json", "JSONDecoder"}
    for one in used:
        if isinstance(one.value, ast.Name) and one.value.id == "json" and one.attr[:4] == "load":
            found.add(f"json.{one.attr}")
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return found | {one.module for one in imports if one.module in ("json", "json.decoder")}


def test_no_other_module_decodes_json():
    found = {name for name, path in SOURCES.items() if decoders(ast.parse(path.read_text()))}
    assert found == {"models.files.strict"}


def test_operations_of_the_studio_read_bodies_so():
    client = TestClient(make_app(), base_url="http://localhost")
    paths = client.get("/openapi.json").json()["paths"]
    posts = [path for path, ways in paths.items() if "requestBody" in ways.get("post", {})]
    assert len(posts) > 10
    for path in posts:
        twice, kind = '{"game": "gro", "game": "sow"}', {"Content-Type": "application/json"}
        answer = client.post(path, content=twice, headers=kind)
        assert (answer.status_code, answer.json()["place"]) == (422, "body"), path
        assert "a key stands twice: 'game'" in answer.json()["message"]
