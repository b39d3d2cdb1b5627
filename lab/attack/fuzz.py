"""Fuzzes a parser with atheris, which looks for texts that make it run through code that is new.

    python -m lab.attack.fuzz positions --runs 100000 [--folder DIR]

Needs the extra `fuzz` (`pip install -e ".[fuzz]"`). What breaks the parser is printed and kept as
`crash-…` in the folder; texts that led somewhere new are kept in `corpus`, from which the next run
goes on. `--list` names the parsers.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any


def main() -> int:
    """Never returns once fuzzing has begun: libFuzzer ends the process."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    usual = Path(tempfile.gettempdir()) / "ruleproof-attack"
    parser.add_argument("parser", nargs="?", default="", help="the beginning of its name")
    parser.add_argument("--folder", type=Path, default=usual)
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=0, help="which of those of that name")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()

    name: str = options.parser
    atheris: Any = import_module("atheris")  # it is of an extra, and has no types

    with atheris.instrument_imports(include=["ruleproof"], enable_loader_override=False):
        from lab.attack.inputs import parsers
        from lab.attack.jobs import tried
        from lab.attack.plan import NEEDS, targets, with_seeds

        options.folder.mkdir(parents=True, exist_ok=True)
        seeds = with_seeds(targets(NEEDS.get(name, name)), options.folder)
        every = parsers({target.name: found for target, found in seeds.items()})
        alike = [one for one in every if one.name.startswith(options.parser) and one.samples]
    if options.list or not alike:
        sys.stdout.write("\n".join(sorted({one.name for one in every})) + "\n")
        return 0
    chosen = alike[options.number]
    corpus = options.folder / "corpus" / f"{chosen.name.replace(' ', '-')}-{options.number}"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, sample in enumerate(chosen.samples):
        (corpus / f"sample-{number}").write_text(sample)

    def look(raw: bytes) -> None:
        outcome, why = tried(chosen, raw.decode("utf-8", "surrogateescape"))
        if outcome == "finding":
            raise AssertionError(f"{chosen.name}: {why}")

    os.chdir(options.folder)
    arguments = [
        *("fuzz", f"-runs={options.runs}", f"-seed={options.seed}", "-timeout=10"),
        *("-rss_limit_mb=4096", "-max_len=4096", "-print_final_stats=1", str(corpus)),
    ]
    atheris.Setup(arguments, look)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
