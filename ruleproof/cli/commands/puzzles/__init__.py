"""The commands `ruleproof puzzles …`, one module for each; `showing.py` has those that judge, check
and show.
"""

from __future__ import annotations

import typer

from ruleproof.cli.asking.command import group
from ruleproof.cli.commands.puzzles import export, goals, make, rate, select, showing, stats


def register(app: typer.Typer) -> None:
    """Adds the commands of puzzles, in the order of their help."""
    puzzles = group(app, "puzzles", "Make, judge, check and show puzzles.")
    for module in (make, goals, showing, stats, rate, select, export):
        module.register(puzzles)
