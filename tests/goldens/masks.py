"""Puts `…` for what changes from run to run and from machine to machine."""

from __future__ import annotations

import re
from typing import Any

MARK = "…"
"""What stands for a volatile fact."""

VOLATILE = {
    *("seconds", "compiling", "version", "rules", "disk", "bytes", "memory", "peak", "file_bytes"),
    *("rate", "hash", "sources", "cores"),
}
"""Fields of JSON objects whose values are volatile, where they are numbers or texts."""

_TEXTS = (
    (r"(?m), \d+\.\d s$", ""),  # shown only where it is no instant
    (r"\d[\d,]*(?:\.\d+)? s\b", f"{MARK} s"),
    (r"\b[0-9a-f]{16}\b", MARK),
    (r"(?i)\b\d[\d,]*(?:\.\d+)? (?:bytes|[KMG]B)\b", f"{MARK} bytes"),
    (r"[\d,]+ positions a second", f"{MARK} positions a second"),
    (r"\d+\.\d+ a position", f"{MARK} a position"),
    (r"\b([Rr]uleproof) \d+\.\d+\.\d+", rf"\1 {MARK}"),
)
"""Patterns of volatile facts in text."""


def masked(text: str, *folders: str) -> str:
    """The text with marks for volatile facts, and for the folders that a session ran in."""
    for folder in folders:
        text = text.replace(folder, "FOLDER")
    for pattern, mark in _TEXTS:
        text = re.sub(pattern, mark, text)
    return text


def masked_fields(value: Any) -> Any:
    """The JSON value with marks for volatile fields."""
    if isinstance(value, dict):
        return {
            name: MARK
            if name in VOLATILE and isinstance(one, (int, float, str))
            else masked_fields(one)
            for name, one in value.items()
        }
    if isinstance(value, list):
        return [masked_fields(one) for one in value]
    return round(value, 3) if isinstance(value, float) else value
