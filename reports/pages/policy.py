"""The content security policy of pages.

>>> hashed("")[:8]
"'sha256-"
"""

from __future__ import annotations

import base64
import hashlib


def hashed(text: str) -> str:
    """The text's hash as a content security policy writes it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
