"""Templates that fill the pages of all rooms, with everything from outside escaped.

>>> codes("ask `solve`")
Markup('ask <code>solve</code>')
"""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from ruleproof.reports.wording.verdicts import plainly
from ruleproof.reports.wording.words import SIGNS, capital, counted

ALWAYS: dict[str, Any] = {"counted": counted, "signs": SIGNS, "p": "", "studio": None}
"""The names that every page may use: see `pages/macros.html.jinja`."""


def codes(text: str) -> Markup:
    """The text, with parts in backticks set as code."""
    parts = [escape(part) for part in text.split("`")]
    if len(parts) % 2 == 0:
        return escape(text)
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if number % 2 else part
        for number, part in enumerate(parts)
    )


def environment(package: str, folder: str = "") -> Environment:
    """The templates in a folder of a package; a name that is not given is an error."""
    found = Environment(
        loader=PackageLoader(package, folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters |= {"capital": capital, "codes": codes, "plainly": plainly}
    return found
