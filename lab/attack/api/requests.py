"""Requests that attack the studio: right ones, edited in places, and ones drawn by schemathesis.

seed      a request that is right, for a small game
planted   a text that would show if it came back unescaped in a page, or if a file were read
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from lab.attack.api.asking import Asked
from lab.attack.edits import DEEP, NUMBERS, TEXTS, bytes_edit, json_edit, json_text, text_edit

MARK = "q7x"
"""Stands in everything planted, and in nothing else."""
PLANTED = (
    *(f"<{MARK} onload=x>", f'"><{MARK}>', f"' {MARK}=1 '", f"</desc><{MARK}/>", f"{{{{{MARK}}}}}"),
    *(f"javascript:{MARK}", f"</script><{MARK}>", f"&lt;{MARK}&gt;", f"<!--{MARK}", f"]]><{MARK}>"),
)
PATHS = (
    *("../../../../etc/passwd", "..%2f..%2fsecret", "....//secret", "/etc/passwd", "secret"),
    *("%2e%2e/secret", "secret.rpt", "../secret.rpt", "..\\secret", "secret%00.rpt", "~/secret"),
    *("file:///etc/passwd", "@secret", "@/etc/passwd", "secret.txt:RULEBOOK", "os:environ", "."),
    *("//etc/passwd", "%252e%252e%252fsecret", "\u2025/secret", "CON", "nul", "-", "/dev/zero"),
)
"""Texts that would lead to a file, a module or a device."""
WORDS: tuple[Any, ...] = (*PLANTED, *PATHS, *TEXTS, *NUMBERS, None, True, [], {})
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "QUERY", "get", "X")
TYPES = (
    *("application/json", "text/json", "text/plain", "application/x-www-form-urlencoded"),
    *("multipart/form-data; boundary=x", "multipart/form-data", "application/xml", "image/svg+xml"),
    *("application/json; charset=utf-7", "application/json; charset=\xff", "*/*", "", "a" * 9000),
    *("application/merge-patch+json", "application/octet-stream", "application/json;" * 300),
)
HEADERS = (
    *(("host", one) for one in ("evil.example", "localhost:x", "localhost/x", "[::1", "", "a@b")),
    *(("host", one) for one in ("localhost:99999", "LOCALHOST", "localhost#", "127.0.0.1\t", "[")),
    *(("origin", one) for one in ("null", "http://[", "http://localhost", "http://x", "\xff", "")),
    *(("sec-fetch-site", one) for one in ("cross-site", "same-site", "none", "\0")),
    *(("content-length", one) for one in ("-1", "0", "1e9", "9" * 30, "\xb2", "", "12, 12")),
    *(("content-encoding", one) for one in ("gzip", "br", "identity")),
    *(("x-tab", one) for one in ("", "a" * 36, "a" * 37, "\xff", "a b", PLANTED[0])),
    *(("range", one) for one in ("bytes=0-1", "bytes=-1", "bytes=9-1", "bytes=" + "0-1," * 2000)),
    *(("if-none-match", '"x"'), ("if-modified-since", "yesterday"), ("cookie", "a=" + "b" * 9000)),
    *(("accept", PLANTED[0]), ("x-forwarded-host", "evil.example"), ("x-forwarded-for", "\xff")),
    *(("x-http-method-override", "DELETE"), ("transfer-encoding", "chunked"), ("expect", "x")),
)
FULL = 1 << 18
"""Bytes of a body that is as long as the studio takes."""


def small(name: str) -> dict[str, Any]:
    """A small game of that name, as requests name it."""
    settings = {"gro": {"tokens": 2}, "sow": {"height": 2}}
    boards = {"esgros": "hex:2", "gro": "dish:1,1", "grow": "square:2x3"}
    boards |= {"incrowd": "square:3x3", "sow": "square:2x4"}
    return {"game": name, "board": boards[name], "settings": settings.get(name, {})}


def _positions() -> list[dict[str, Any]]:
    """Right positions: the starts of games, and some moves on."""
    from ruleproof.models.play.game import game
    from ruleproof.models.play.position import Position

    found: list[dict[str, Any]] = []
    for name in ("esgros", "gro", "grow", "incrowd", "sow"):
        asked, dice = small(name), Random(name)
        here = Position.start(game(name, asked["board"], **asked["settings"]))
        line: list[str] = []
        for _ in range(4):
            found += [asked | {"line": line}, asked | {"start": here.text}]
            if here.over:
                break
            line = [*line, dice.choice(here.moves())]
            here = here.play(line[-1:])
    return found


def bodies() -> dict[str, list[Any]]:
    """Right bodies of every operation that takes one, by its path."""
    from ruleproof.puzzles.starter import starter

    positions = _positions()
    cells = [one | {"cells": ["a1"]} for one in positions]
    diagrams = [one | {"goal": "win", "turns": 1, "seconds": 1} for one in positions]
    timed = [one | {"seconds": 0.5} for one in positions]
    record = {"game": "esgros", "board": "hex:2", "moves": ["b2"], "start": None, "version": ""}
    puzzles = [
        starter(name)[number].model_dump(mode="json")
        for name in ("esgros", "sow")
        for number in (0, 1)
    ]
    found: dict[str, list[Any]] = {
        "/api/record/open": [record | {"settings": {}, "result": None}],
        "/api/puzzle": puzzles,
        "/api/why": cells,
        "/api/turn": [one | {"typed": "a1", "listed": []} for one in positions],
        "/api/judge": diagrams,
        "/api/reply": [one | {"player": "greedy", "seed": 1} for one in timed],
    }
    for name in ("position", "setup", "drawing", "record", "goals"):
        found[f"/api/{name}"] = positions + [one | {"flip": True} for one in positions[:3]]
    found["/api/record"] = found["/api/goals"] = positions
    for name in ("values", "threats", "line", "hint", "claims"):
        found[f"/api/{name}"] = timed
    found["/api/report"] = [
        {key: one[key] for key in ("game", "board", "settings")} | {"seconds": 1}
        for one in positions[:2]
    ]
    found |= {f"/api/commands/{name}": some for name, some in _commands(puzzles[0]).items()}
    found["/api/tables/{name}"] = [one for one in positions if one["game"] == "esgros"]
    return found


def _commands(puzzle: Any) -> dict[str, list[Any]]:
    """Right bodies of the commands."""
    ground = {"game": "esgros", "board": "hex:2"}
    puzzles = json.dumps(puzzle)
    start = ground | {"position": ". . / . . . / . . ; white"}
    return {
        "check": [ground | {"claim": ["1"], "certificates": "files"}],
        "solve": [ground | {"output": "proof.html", "position": ". . / B . . / . . ; white"}],
        "verify": [{"file": puzzles}, {"file": {"base64": "UEsDBA=="}}],
        "puzzles-make": [ground | {"n": 1, "source": ["composed"], "turns": "2"}],
        "puzzles-check": [{"file": puzzles}, {"file": "starter:sow", "ratings": True}],
        "puzzles-judge": [start | {"goal": "win", "turns": 2, "time": 1}],
    }


PAGES = (
    "/",
    "/analyse",
    "/play",
    "/solve",
    "/read",
    "/read/{name}",
    "/reports/{name}",
)
FILES = ("/openapi.json", "/static/{name}")
NAMES = ("esgros", "sow", "starter-gro", "t", "half", "broken", "api.js", "page.css")
"""Names that stand in paths; `t` is a table, `half` the half of one, and `broken` is none."""


def edited(dice: Random, method: str, path: str, seeds: Sequence[Any]) -> Asked:
    """A request to the operation: right, or edited in one way or several."""
    headers: list[tuple[str, str]] = []
    if "{name}" in path:
        path = path.replace("{name}", _name(dice)).replace("{known}", _name(dice))
    body = b""
    if method == "POST":
        headers.append(("content-type", "application/json"))
        body = _body(dice, seeds)
    target = path + _query(dice, path)
    if dice.random() < 0.05:
        target = _other_target(dice, target)
    if dice.random() < 0.06:
        method = dice.choice(METHODS)
    if dice.random() < 0.06:
        headers = [("content-type", dice.choice(TYPES))]
    while dice.random() < 0.1:
        headers.append(dice.choice(HEADERS))
    written = tuple((name.encode(), value.encode("latin-1")) for name, value in headers)
    return Asked(method, target, written, body)


def _name(dice: Random) -> str:
    """A name in a path."""
    name = dice.choice(NAMES)
    what = dice.randrange(4)
    if what == 0:
        return name
    if what == 1:
        return dice.choice(PATHS)  # as it is: perhaps it is more than one part of the path
    text = dice.choice((*PATHS, *PLANTED, *TEXTS)) if what == 2 else text_edit(dice, name)
    return quote(text[:3000].encode("utf-8", "surrogatepass"), safe="")


def _query(dice: Random, path: str) -> str:
    """A query: what links hold, on pages; now and then one where none belongs."""
    if not path.startswith(("/analyse", "/play")) and dice.random() > 0.05:
        return ""
    words = small(dice.choice(("esgros", "gro", "grow", "incrowd", "sow")))
    pairs = [("game", words["game"]), ("board", words["board"])]
    pairs += [("set", f"{name}={value}") for name, value in words["settings"].items()]
    extra = [
        ("start", ". / . ; black"),
        ("line", "b2 a1"),
        ("at", "1"),
        ("flip", "1"),
        ("set.full", ""),
    ]
    pairs += dice.sample(extra, dice.randrange(4))
    while dice.random() < 0.6:
        at = dice.randrange(len(pairs))
        name, value = pairs[at]
        what = dice.randrange(4)
        if what == 0:
            pairs[at] = name, str(dice.choice(WORDS))
        elif what == 1:
            pairs[at] = name, text_edit(dice, value)
        elif what == 2:
            pairs.append((dice.choice((name, *PLANTED)), value))
        else:
            pairs[at] = name, (value * dice.choice((2, 100, 1000)))[:60_000]
    written = urlencode(
        [(n.encode("utf-8", "replace"), v.encode("utf-8", "replace")) for n, v in pairs]
    )
    return f"?{written[:60_000]}"


def _other_target(dice: Random, target: str) -> str:
    """The target with some of its signs changed."""
    raw = bytes_edit(dice, target.encode()[:2000])[:4000]
    return "/" + "".join(chr(one) for one in raw.lstrip(b"/") if 32 < one < 127)


def _body(dice: Random, seeds: Sequence[Any]) -> bytes:
    """A body: edited in its values most of the time, in its bytes or altogether wrong."""
    seed = dice.choice(seeds) if seeds else {}
    what = dice.randrange(20)
    if what < 5:
        return _written(dice, seed)
    if what < 13:
        return _written(dice, json_edit(dice, seed, WORDS))
    if what < 15:
        return bytes_edit(dice, _written(dice, seed))
    if what < 17 and isinstance(seed, dict) and seed:
        return _written(dice, seed | {dice.choice(list(seed)): dice.choice(WORDS)})
    if what == 17:
        return dice.choice((b"[" * DEEP * 30, b'{"game":' * DEEP * 10, _deep(dice, seed)))
    if what == 18:
        return _written(dice, seed) + b" " * dice.choice((FULL, FULL - 3000, 2 * FULL))
    return _long(dice, seed)


def _deep(dice: Random, seed: Any) -> bytes:
    """The body with a value inside that is nested deeply."""
    return _written(dice, seed)[:-1] + b',"line":' + b"[" * DEEP + b"]" * DEEP + b"}"


def _long(dice: Random, seed: Any) -> bytes:
    """The body with one field as long as it goes."""
    if not isinstance(seed, dict) or not seed:
        return b"{" + b" " * (FULL - 2) + b"}"
    many = dice.choice((300, 1000, 20_000))
    text = dice.choice((". ", "a1 ", "/", "9", "<", "\u202e"))
    value: Any = dice.choice((text * many, [text] * many, {text + str(n): n for n in range(many)}))
    key = dice.choice((*seed, "line", "start", "settings", "cells"))
    return _written(dice, seed | {key: value})[: FULL + 10]


def _written(dice: Random, value: Any) -> bytes:
    return json_text(dice, value).encode("utf-8", "surrogatepass")


def operations(document: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The methods and paths of the document, then the pages and files beside it."""
    told = [(method.upper(), path) for path, some in document["paths"].items() for method in some]
    return [*told, *(("GET", path) for path in (*PAGES, *FILES))]


def drawn(
    document: Mapping[str, Any], method: str, path: str, many: int, seed: int
) -> Iterator[Asked]:
    """Requests that schemathesis draws for the operation, half of them malformed."""
    schemathesis: Any = import_module("schemathesis")  # it is of an extra
    modes = schemathesis.GenerationMode
    operation = schemathesis.openapi.from_dict(dict(document))[path][method]
    for mode in (modes.POSITIVE, modes.NEGATIVE):
        strategy = operation.as_strategy(generation_mode=mode)
        yield from map(_as_asked, _cases(strategy, max(1, many // 2), seed))


def _cases(strategy: Any, many: int, seed: int) -> list[Any]:
    """So many cases; the same ones from the same seed."""
    import hypothesis
    from hypothesis.errors import Unsatisfiable

    found: list[Any] = []

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=many,
        database=None,
        deadline=None,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=[
            hypothesis.HealthCheck.too_slow,
            hypothesis.HealthCheck.filter_too_much,
        ],
    )
    @hypothesis.given(strategy)
    def collect(case: Any) -> None:
        found.append(case)

    with suppress(Unsatisfiable):  # nothing of this kind can be malformed
        collect()
    return found


_SENT = ("method", "url", "headers", "params", "json", "data", "cookies", "files")


def _as_asked(case: Any) -> Asked:
    """The case as it goes over the wire."""
    requests: Any = import_module("requests")

    told = case.as_transport_kwargs(base_url="http://localhost")
    ready = requests.Request(**{name: told[name] for name in _SENT if name in told}).prepare()
    body = ready.body or b""
    raw = body if isinstance(body, bytes) else str(body).encode("utf-8", "surrogatepass")
    heads = tuple((_bytes(name).lower(), _bytes(value)) for name, value in ready.headers.items())
    return Asked(str(ready.method), str(ready.path_url), heads, raw)


def _bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()
