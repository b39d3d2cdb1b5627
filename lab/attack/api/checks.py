"""What an answer of the studio must be, whatever was asked.

An answer is a finding if it is an error of the studio's own, if the OpenAPI document does not
declare it, if it lacks the headers that keep browsers safe, if a page or a drawing has an element
out of the request, if it tells where files of this machine lie, or if it took too long.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

from lab.attack.api.asking import EVENTS, Answer, Asked
from lab.attack.api.requests import MARK
from ruleproof.reports.studio.gate.guard import HEADERS
from ruleproof.reports.studio.gate.refusals import LONGEST

SLOWEST = 10.0
"""Seconds of the processor for one answer."""
TOLD_TO_WAIT = (429, 503)
_OURS = Path(__file__).parents[3]
_BROKE = "the search broke off"


def places(*more: Path) -> list[bytes]:
    """Texts that name folders of this machine, and what else no answer may hold."""
    folders = {_OURS, Path(sys.prefix), Path(sys.base_prefix), Path.home(), *more}
    named = {str(one.resolve()) for one in folders} | {str(one) for one in folders}
    return [one.encode() for one in sorted(named) if len(one) > 4] + [
        *(b"Traceback (most", b"site-packages", b'File "'),
    ]


class Document:
    """The OpenAPI document of the studio, for looking up what an operation may answer."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        schemathesis: Any = import_module("schemathesis")  # it is of an extra

        self._told = told
        self._schema = schemathesis.openapi.from_dict(dict(told))
        self._forms = [
            (path, re.compile(re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(path)) + r"\Z"))
            for path in told["paths"]
        ]

    def of(self, method: str, path: str) -> str:
        """The path of the operation that is asked for, empty where there is none."""
        for template, form in self._forms:
            if form.match(unquote(path)) and method.lower() in self._told["paths"][template]:
                return template if method.isupper() else ""
        return ""

    def why_not(self, template: str, method: str, answer: Answer) -> str:
        """Why the answer is none that is declared for the operation."""
        requests: Any = import_module("requests")
        response: Any = import_module("schemathesis").Response

        declared = self._told["paths"][template][method.lower()]["responses"]
        if str(answer.status) not in declared:
            return f"status {answer.status} is not declared"
        kinds = declared[str(answer.status)].get("content", {})
        if answer.kind not in kinds:
            return f"media type {answer.kind!r} is not declared for {answer.status}"
        if answer.kind != "application/json":
            return ""
        request = requests.Request(method, f"http://localhost{template}").prepare()
        headers = {name: [value] for name, value in answer.headers.items()}
        told = response(answer.status, headers, answer.body, request, answer.seconds, verify=False)
        try:
            self._schema[template][method].validate_response(told)
        except Exception as fault:  # a group of failures, each with its own words
            words = getattr(fault, "exceptions", [fault])
            return f"not as declared: {' '.join(str(words[0]).split())[:400]}"
        return ""


class _Elements(HTMLParser):
    """Notes the first element or attribute that came out of a request."""

    def __init__(self) -> None:
        super().__init__()
        self.strange = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Looks at an element."""
        acts = any(MARK in name or name.startswith("on") or _leads(name, v) for name, v in attrs)
        if not self.strange and (MARK in tag or acts):
            self.strange = self.get_starttag_text() or tag

    def handle_comment(self, data: str) -> None:
        """Looks at a comment."""
        self.strange = self.strange or (f"<!--{data}" if MARK in data else "")


def _leads(name: str, value: str | None) -> bool:
    """Whether a link leads to a script or elsewhere."""
    if name not in ("href", "src", "action", "formaction", "xlink:href"):
        return False
    return not (value or "").startswith(("/", "#", "http://localhost:8000/api")) or (
        (value or "").startswith("//")
    )


def wrong(
    asked: Asked, answer: Answer, document: Document | None, secret: Sequence[bytes]
) -> list[str]:
    """What is wrong with the answer, each fault in a line."""
    if answer.error:
        return [f"an error of the studio's own: {answer.error[:400]}"]
    found: list[str] = []
    if answer.status >= 500 and answer.status != 503:
        found.append(f"status {answer.status}: {answer.body[:200]!r}")
    lacking = [name for name, value in HEADERS.items() if answer.headers.get(name.lower()) != value]
    if lacking:
        found.append(f"without {', '.join(lacking)}")
    found += [f"it holds {text.decode()!r}" for text in secret if text in answer.body]
    if answer.seconds > SLOWEST:
        found.append(f"it took {answer.seconds:.1f} s")
    said = asked.path.startswith("/api/") or asked.method != "GET"
    if answer.status >= 400 and said and asked.method != "HEAD":
        found.append(wrong_refusal(answer))
    template = document.of(asked.method, asked.path) if document else ""
    if document and template:
        found.append(document.why_not(template, asked.method, answer))
    found.append(_WRONG.get(answer.kind, lambda body: "")(answer.body))
    return list(filter(None, found))


def wrong_refusal(answer: Answer) -> str:
    """Why the answer is no refusal in the words of `Refused`."""
    try:
        told = json.loads(answer.body)
    except ValueError:
        return f"a refusal that is no JSON: {answer.body[:200]!r}"
    if set(told) != {"kind", "place", "message", "faults"}:
        return f"a refusal of another shape: {answer.body[:200]!r}"
    words = [told["message"], told["place"], *told["faults"]]
    message = str(told["message"])
    if not message or "\n" in message or any(len(one) > 20 * LONGEST for one in words):
        return f"a refusal that is not a line: {answer.body[:200]!r}"
    return ""


def _wrong_page(body: bytes) -> str:
    found = _Elements()
    found.feed(body.decode())
    found.close()
    return f"an element out of the request: {found.strange[:200]!r}" if found.strange else ""


def _wrong_drawing(body: bytes) -> str:
    if not body:
        return ""
    for element in ElementTree.fromstring(body).iter():
        if MARK in element.tag or any(MARK in n or n.startswith("on") for n in element.attrib):
            return f"an element out of the request: {element.tag[:100]!r}"
    return ""


def _wrong_stream(body: bytes) -> str:
    """Why it is no stream of events, or tells that a worker broke."""
    for block in body.decode().split("\n\n")[:-1]:
        name, _, data = block.partition("\n")
        if not name.startswith("event: ") or not data.startswith("data: ") or "\n" in data:
            return f"no event: {block[:200]!r}"
        if _BROKE in data:
            return f"a worker broke: {data[:200]!r}"
    return ""


_WRONG = {"text/html": _wrong_page, "image/svg+xml": _wrong_drawing, EVENTS: _wrong_stream}
