"""Pages that stand alone: one file each, with a policy that names the hashes of its script and
style.

The modules and style sheets of `web` serve these pages and the studio alike. Here a module and
those that it imports become one script; the studio serves them as they are. The data that the
script reads are compressed: a hundred puzzles take a tenth of their text.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Sequence
from importlib.metadata import version
from importlib.resources import files
from typing import Any

from markupsafe import Markup

from ruleproof.reports.drawing.palette import BOARD_CSS, LIGHT
from ruleproof.reports.wording.templates import environment

FOLDER = "web"
SHEETS = ("alone.css", "board.css", "solver.css")
MARKS = "".join(f".{name}{{stroke:{LIGHT[name][1]}}}" for name in ("rp-gone", "rp-last", "rp-mark"))
"""The colours of the marks that scripts draw on a light page."""
_IMPORTS = re.compile(r'^import [^;]*? from "\./([^"]+)";\n', re.M)
_EXPORT = re.compile(r"^export ", re.M)


def hashed(text: str) -> str:
    """The text's hash as a content security policy writes it.

    >>> hashed("")[:8]
    "'sha256-"
    """
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def alone(template: str, module: str, told: Any, **shown: Any) -> str:
    """Makes the page of a template of `web`, with the script of a module, which reads `told`."""
    text, style = script(module), "".join(map(asset, SHEETS)) + MARKS + BOARD_CSS
    policy = (
        f"default-src 'none'; script-src {hashed(text)}; style-src {hashed(style)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    found = environment("ruleproof.reports", FOLDER)
    return found.get_template(template).render(
        policy=policy,
        style=Markup(style),
        script=Markup(text),
        told=packed(told),
        version=version("ruleproof"),
        **shown,
    )


def packed(told: Any) -> str:
    """The data for a page's script, compressed and then as text: `held` in `dom.js` reads it."""
    content = json.dumps(told, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return base64.b64encode(gzip.compress(content.encode(), 9, mtime=0)).decode("ascii")


def script(module: str) -> str:
    """Joins the module and all that it imports into one script."""
    return "\n".join(_EXPORT.sub("", _IMPORTS.sub("", asset(name))) for name in order(module))


def order(module: str, known: Sequence[str] = ()) -> list[str]:
    """The names of the module and of all that it imports, each after those that it needs."""
    found = list(known)
    for name in _IMPORTS.findall(asset(module)):
        if name not in found:
            found = order(name, found)
    return [*found, module]


def asset(name: str) -> str:
    """The text of a file of `web`."""
    return files("ruleproof.reports").joinpath(FOLDER, name).read_text(encoding="utf-8")
