"""Seals: a hash at the end of a JSON object, which shows that a file was damaged or edited by hand.

A seal guards against accidents only: anyone can make it right again.

>>> unsealed(sealed(b'{"claim":"win"}'))
b'{"claim":"win"}'
"""

from __future__ import annotations

import hashlib

from ruleproof.models.errors import TextError

_NAME = b',"seal":"'
_LENGTH = len(_NAME) + 2 * hashlib.sha256().digest_size + len(b'"}')


def sealed(content: bytes) -> bytes:
    """The text of a JSON object with its SHA-256 as one more field, the last."""
    return content[:-1] + _seal(content)


def unsealed(content: bytes) -> bytes:
    """The text of a JSON object as it was before it was sealed.

    Raises `TextError` where the seal is missing, or belongs to another text.
    """
    whole = content[:-_LENGTH] + b"}"
    if content[-_LENGTH:] != _seal(whole):
        raise TextError("altered, or not sealed by this program")
    return whole


def _seal(content: bytes) -> bytes:
    return _NAME + hashlib.sha256(content).hexdigest().encode() + b'"}'
