"""Characters that do more than show, and patterns of texts without them, for all that comes from
outside and is printed again.

hidden    control characters, line separators, and the characters that Unicode lets a reader ignore:
          marks that set the direction of reading, of no width, or that tag the text

Patterns mean the same to Python, to pydantic and to readers of a JSON schema.

>>> import re
>>> bool(re.fullmatch(ONE_LINE, "Zoë ○ 中")), bool(re.fullmatch(ONE_LINE, "a" + chr(0x202E)))
(True, False)
"""

from __future__ import annotations

_LONG = ((0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF))
"""Hidden characters that each pattern language writes otherwise: they stand in it themselves."""
_HIDDEN = (
    r"\x7f-\x9f\u00ad\u034f\u061c\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    r"\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    + "".join(f"{chr(first)}-{chr(last)}" for first, last in _LONG)
)
HIDDEN = rf"\x00-\x1f{_HIDDEN}"
"""The inside of a class of characters: all hidden ones, line breaks among them."""
HIDDEN_IN_LINES = rf"\x00-\x08\x0b-\x1f{_HIDDEN}"
"""The same without line feeds and tabs."""
ONE_LINE = f"^[^{HIDDEN}]*$"
LINES = f"^[^{HIDDEN_IN_LINES}]*$"
NAMED = rf"^[^{HIDDEN}\s]([^{HIDDEN}]*[^{HIDDEN}\s])?$"
"""A name as it is printed: it begins and ends with a character that can be seen."""
FILE_NAME = r"^[A-Za-z0-9_-]{1,100}$"
"""What names a file; nothing in it leads to another folder."""
HASH = r"^[0-9a-f]{16}$"
WORDS = {
    ONE_LINE: "takes one line of characters that show",
    LINES: "takes characters that show",
    NAMED: "takes one line of characters that show, without blanks around it",
    FILE_NAME: "takes at most 100 letters, digits, hyphens and underscores",
    HASH: "takes 16 hexadecimal digits",
}
"""What each pattern takes, in words."""
