"""Runs the mutants of games' rules: `python -m lab.mutation.run esgros gro … --into FOLDER`.

For each game the folder gets `GAME.jsonl`: a line for every mutant, with the tool that made it, the
change, and what became of it. They are tried in an order drawn by lot, always the same one, so that
what a run that was broken off has tried is a fair sample; started again, it goes on where it was.
`--survivors` tries again those that survived, after tests have been strengthened. Takes ten to
forty minutes a game.
"""

# pyright: basic

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from lab.mutation.checks import prepare
from lab.mutation.mutants import TOOLS, Mutant
from lab.mutation.trial import SURVIVED, rule_modules, timed, trial

OUTCOMES = ("survived", "killed", "looped")
LOT = 1
"""The seed of the order in which mutants are tried."""


def source_of(module: str) -> str:
    """The text of a module."""
    spec = importlib.util.find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).read_text()


def digest(text: str) -> str:
    """A short hash of a source."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def mutants_of(modules: list[str], tools: Sequence[str]) -> Iterator[tuple[str, Mutant]]:
    """Every mutant of the modules by each tool, one of each text."""
    for tool in tools:
        for module in modules:
            seen: set[str] = set()
            for mutant in TOOLS[tool](source_of(module)):
                if mutant.text not in seen:
                    seen.add(mutant.text)
                    yield module, mutant


def run(
    name: str, folder: Path, tools: Sequence[str], again: bool, medium: bool, every: int
) -> None:
    """Tries every mutant of the game that the folder's file does not know."""
    checks = prepare(name, medium=medium)
    modules = rule_modules(name)
    _, usual = timed(checks.run, sys.modules[modules[-1]], [])
    path = folder / f"{name}.jsonl"
    known: dict[str, dict[str, Any]] = {}
    if path.exists():
        for line in map(json.loads, path.read_text().splitlines()):
            known[line["hash"]] = line
    fresh: list[dict[str, Any]] = []
    with path.open("a") as file:
        chosen = list(mutants_of(modules, tools))
        random.Random(LOT).shuffle(chosen)
        for done, (module, mutant) in enumerate(chosen[::every]):
            mark = digest(module + mutant.text)
            before = known.get(mark)
            if before is None or (again and before["outcome"] == "survived"):
                status, told = trial(checks, modules, module, mutant.text, usual)
                before = {
                    "hash": mark,
                    "tool": mutant.tool,
                    "operator": mutant.operator,
                    "module": module.removeprefix("ruleproof.models."),
                    "line": mutant.line,
                    "before": mutant.before,
                    "after": mutant.after,
                    "outcome": OUTCOMES[status],
                    "told": told[:160],
                }
                file.write(json.dumps(before) + "\n")
                file.flush()
                if status == SURVIVED:
                    told = f"{module}:{mutant.line} {mutant.before} -> {mutant.after}\n"
                    sys.stdout.write(told)
                    sys.stdout.flush()
                known[mark] = before
            before = {**before, "tool": mutant.tool, "operator": mutant.operator}
            fresh.append(before)
            if done % 100 == 99:
                alive = sum(one["outcome"] == "survived" for one in fresh)
                sys.stderr.write(f"{name}: {len(fresh)} tried, {alive} survive\n")
    others = [one for one in known.values() if one.get("tool") not in {None, *tools}]
    path.write_text("".join(json.dumps(one) + "\n" for one in [*others, *fresh]))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m lab.mutation.run")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--into", type=Path, default=Path("build/mutants"))
    parser.add_argument("--tool", choices=list(TOOLS), action="append", help="one tool only")
    parser.add_argument("--small", action="store_true", help="conformance on small boards only")
    parser.add_argument("--every", type=int, default=1, help="one of so many mutants")
    parser.add_argument("--survivors", action="store_true", help="try survivors again")
    given = parser.parse_args()
    given.into.mkdir(parents=True, exist_ok=True)
    for name in given.games:
        run(
            name,
            given.into,
            given.tool or list(TOOLS),
            given.survivors,
            not given.small,
            given.every,
        )


if __name__ == "__main__":
    main()
