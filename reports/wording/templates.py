"""Templates that fill the pages of all rooms, with everything from outside escaped."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined


def environment(package: str, folder: str = "") -> Environment:
    """The templates in a folder of a package; a name that is not given is an error."""
    return Environment(
        loader=PackageLoader(package, folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
