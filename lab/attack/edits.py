"""Edits of bytes, texts and JSON values: at random, to extremes, and with words of other files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

JSON: TypeAlias = Any
NUMBERS: tuple[int | float, ...] = (
    *(0, 1, -1, 2, 3, 5, 7, 9, 64, 127, 128, 255, 256, 384, 32767, 32768, 65535, 65536),
    *(1 << 31, (1 << 31) - 1, -(1 << 31), 1 << 32, 1 << 40, 1 << 53, (1 << 63) - 1, 1 << 63),
    *((1 << 64) - 1, 1 << 64, 10**30, 10**400, 0.5, -0.0, 1e308, float("inf"), float("nan")),
)
TEXTS = (
    *("", " ", "\n", "\t", "\0", "x" * 5000, "\x1b[2J\x1b[31mok:\x1b[0m", "a\nok: all is well"),
    *("win", "draw", "loss", "proved", "refuted", "witnessed", "vacuous", "every board", "null"),
    *("hex:2", "hex:3", "square:2x2", "square:2x3", "square:3x3", "path:4", "dish:1,1", "hex:99"),
    *("esgros", "gro", "grow", "incrowd", "sow", "chess", "../../etc/passwd", "/dev/zero", "-"),
    *("é", "\u202e", "\ud800", "١٢", "𝟙", "%s%n{}", "a1 a1 a1", ". . . ; black", "game.json"),
    *("again", "sweep", "formulas", "values", "game", "NaN", "1e999", "0x10", "1_000", "+1", "--"),
)
_TOKEN = re.compile(r"[A-Za-z0-9_]+|\s+|[^A-Za-z0-9_\s]")
DEEP = 3000
"""Levels of a value that is nested deeply."""


def bytes_edit(dice: Random, content: bytes, others: Sequence[bytes] = ()) -> bytes:
    """The bytes after one to three random edits."""
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        content = dice.choice(_OF_BYTES)(dice, content, others)
    return content


def _flip(dice: Random, content: bytes, others: Sequence[bytes]) -> bytes:
    if not content:
        return b"\0"
    found = bytearray(content)
    for _ in range(dice.choice((1, 1, 2, 8))):
        found[dice.randrange(len(found))] ^= 1 << dice.randrange(8)
    return bytes(found)


def _truncate(dice: Random, content: bytes, others: Sequence[bytes]) -> bytes:
    return content[: dice.randrange(len(content) + 1)]


def _span(dice: Random, content: bytes) -> tuple[int, int]:
    first = dice.randrange(len(content) + 1)
    return first, min(len(content), first + dice.choice((1, 2, 4, 8, 16, 64, 512)))


def _cut(dice: Random, content: bytes, others: Sequence[bytes]) -> bytes:
    first, last = _span(dice, content)
    return content[:first] + content[last:]


def _repeat(dice: Random, content: bytes, others: Sequence[bytes]) -> bytes:
    first, last = _span(dice, content)
    return content[:last] + content[first:last] * dice.choice((1, 1, 2, 100)) + content[last:]


def _overwrite(dice: Random, content: bytes, others: Sequence[bytes]) -> bytes:
    first, last = _span(dice, content)
    fill = dice.choice((b"\0", b"\xff", b"\n", b" ", b"9", dice.randbytes(1)))
    return content[:first] + fill * (last - first) + content[last:]


def _insert(dice: Random, content: bytes, others: Sequence[bytes]) -> bytes:
    at = dice.randrange(len(content) + 1)
    more = dice.choice(
        (
            dice.randbytes(dice.choice((1, 4, 64))),
            dice.choice(TEXTS).encode("utf-8", "surrogatepass"),
            b"[" * DEEP,
            b"\x1b]0;title\x07",
            str(dice.choice(NUMBERS)).encode(),
        )
    )
    return content[:at] + more + content[at:]


def _splice(dice: Random, content: bytes, others: Sequence[bytes]) -> bytes:
    other = dice.choice(others) if others else content
    first, last = _span(dice, other)
    at, _ = _span(dice, content)
    if dice.random() < 0.5:
        return content[:at] + other[first:]
    return content[:at] + other[first:last] + content[at + last - first :]


def _lines(dice: Random, content: bytes, others: Sequence[bytes]) -> bytes:
    lines = content.split(b"\n")
    at, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    what = dice.randrange(3)
    if what == 0:
        del lines[at]
    elif what == 1:
        lines.insert(other, lines[at])
    else:
        lines[at], lines[other] = lines[other], lines[at]
    return b"\n".join(lines)


def _number(dice: Random, content: bytes, others: Sequence[bytes]) -> bytes:
    found = list(re.finditer(rb"-?[0-9]+", content[:1_000_000]))
    if not found:
        return _insert(dice, content, others)
    one = dice.choice(found)
    return content[: one.start()] + str(dice.choice(NUMBERS)).encode() + content[one.end() :]


_Edit: TypeAlias = Callable[[Random, bytes, Sequence[bytes]], bytes]
_OF_BYTES: tuple[_Edit, ...] = (
    *(_flip, _flip, _truncate, _cut, _repeat, _overwrite, _insert, _splice, _lines, _number),
)


def text_edit(dice: Random, text: str, words: Sequence[str] = TEXTS) -> str:
    """The text with some of its words left out, repeated, exchanged or replaced."""
    parts: list[str] = _TOKEN.findall(text)
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        at = dice.randrange(len(parts) + 1)
        what = dice.randrange(7)
        if what == 0 or not parts:
            parts.insert(at, dice.choice((dice.choice(words), chr(dice.randrange(0xD800)))))
        elif what == 1:
            parts.insert(at, dice.choice(parts))
        elif what == 2:
            parts.insert(at, str(dice.choice(NUMBERS)))
        else:
            at = dice.randrange(len(parts))
            if what == 3:
                del parts[at]
            elif what == 4:
                parts[at] = dice.choice(words)
            elif what == 5:
                parts[at] = dice.choice(parts)
            elif what == 6:
                parts[at] *= dice.choice((2, 3, 400 if len(parts[at]) < 1000 else 2))
    return "".join(parts)


def json_edit(dice: Random, value: JSON, words: Sequence[JSON] = ()) -> JSON:
    """A copy of the JSON value with one or two places changed, by `words` of other files too."""
    found = json.loads(json.dumps(value))
    for _ in range(dice.choice((1, 1, 1, 2))):
        places = list(_places(found))
        if not places:
            return _other(dice, found, words)
        holder, key = dice.choice(places)
        what = dice.randrange(8)
        if what == 0:
            del holder[key]
        elif what == 1 and isinstance(holder, list):
            holder.insert(dice.randrange(len(holder) + 1), json.loads(json.dumps(holder[key])))
        elif what == 1:
            holder[dice.choice(TEXTS)] = holder[key]
        elif what == 2:
            other_holder, other_key = dice.choice(places)
            holder[key] = json.loads(json.dumps(other_holder[other_key]))
        else:
            holder[key] = _other(dice, holder[key], words)
    return found


def _places(value: JSON, most: int = 2000) -> list[tuple[Any, Any]]:
    """Every place inside the value: what holds it, and its key there."""
    found: list[tuple[Any, Any]] = []
    waiting: list[Any] = [value]
    while waiting and len(found) < most:
        one = waiting.pop()
        if isinstance(one, dict | list):
            keys: list[Any] = list(one) if isinstance(one, dict) else list(range(len(one)))
            for key in keys:
                found.append((one, key))
                waiting.append(one[key])
    return found


def _other(dice: Random, value: JSON, words: Sequence[JSON]) -> JSON:
    """Another value, often of the same type."""
    alike = [word for word in words if type(word) is type(value)]
    what = dice.random()
    if alike and what < 0.4:
        return dice.choice(alike)
    if what < 0.55:
        return _strange(dice)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return dice.choice((value + 1, value - 1, -value, value * 2, dice.choice(NUMBERS)))
    if isinstance(value, str):
        return dice.choice((dice.choice(TEXTS), text_edit(dice, value)))
    return _strange(dice)


def _strange(dice: Random) -> JSON:
    return dice.choice(
        (None, True, False, [], {}, [[]], {"": {}}, dice.choice(NUMBERS), dice.choice(TEXTS))
    )


def json_text(dice: Random, value: JSON) -> str:
    """The value as JSON, now and then with a key twice, a value nested deeply, or odd blanks."""
    text = json.dumps(value, ensure_ascii=dice.random() < 0.5)
    what = dice.random()
    if what < 0.03:
        return _ambiguous(dice, text)
    if what < 0.04:
        return text.replace(":", ":" + "[" * DEEP + "]" * DEEP + ",", 1)
    if what < 0.06:
        return text.replace(", ", dice.choice((" ,\t", ",", ",,", ", \x00")))
    return text


def _ambiguous(dice: Random, text: str) -> str:
    """The text with a key twice in any of its objects, or with a number that is none of JSON."""
    members = list(_MEMBER.finditer(text[:1_000_000]))
    if not members:
        return text
    one = dice.choice(members)
    key, rest, end = one["key"], text[one.end() :], one.end()
    if dice.random() < 0.3:
        return f"{text[: one.start()]}{key}: {dice.choice(NO_NUMBERS)}, {text[one.start() :]}"
    try:
        value, length = json.JSONDecoder().raw_decode(rest)
    except ValueError:  # the key stands inside a text
        return text
    end += length
    again = f"{key}: {dice.choice((rest[:length], json.dumps(_other(dice, value, ()))))}"
    if dice.random() < 0.5:
        return f"{text[: one.start()]}{again}, {text[one.start() :]}"
    return f"{text[:end]}, {again}{text[end:]}"


NO_NUMBERS = ("NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1" * 400 + ".0")
_MEMBER = re.compile(r'(?P<key>"[^"\\]*"): ')


def other_given(dice: Random, head: JSON) -> JSON:
    """The head of a certificate that takes facts as given, or no longer does."""
    if not isinstance(head, dict):
        return head
    given = dice.choice((not head.get("given"), not head.get("given"), 1, 0, "true", None, [True]))
    return head | {"given": given} if dice.random() < 0.9 else {**head, "assumes": given}


def vocabulary(values: Sequence[JSON], most: int = 3000) -> list[JSON]:
    """All words and numbers that stand in the values, each once."""
    found: dict[str, JSON] = {}
    for value in values:
        for holder, key in _places(value, most):
            one = holder[key]
            if isinstance(one, str | int | float) and len(found) < most:
                found.setdefault(json.dumps(one), one)
    return list(found.values())
