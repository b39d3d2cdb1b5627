"""Attacks Ruleproof with altered files and made-up inputs: see `lab/attack/README.md`.

python -m lab.attack                        100,000 altered files, 1,000,000 inputs
python -m lab.attack --only tables          what names contain the word
python -m lab.attack --files 500 --inputs 5000 --seconds 60
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from lab.attack.declarations import install
from lab.attack.driver import Chunk, Driver, page
from lab.attack.making import sources
from lab.attack.plan import chunks, targets, with_seeds


def main() -> int:
    """The exit status: 1 if there were findings."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    usual = Path(tempfile.gettempdir()) / "ruleproof-attack"
    parser.add_argument("--folder", type=Path, default=usual, help=f"for findings  [{usual}]")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=86_400.0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", help="a part of the names of what is attacked")
    parser.add_argument("--trial", type=int, help="one number of the job that --only names")
    parser.add_argument("--page", type=Path, help="where the table is written")
    options = parser.parse_args()
    folder: Path = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    install(folder.resolve() / "mistaken")
    driver = Driver(folder, options.seed, sources(), say)
    seeds = with_seeds(targets(options.only), folder)
    found: list[Chunk] = chunks(seeds, options.files, options.inputs, options.only)
    if options.trial is not None:
        named = {chunk.job.name: chunk.job for chunk in found}[options.only]
        found = [Chunk(named, options.trial, options.trial + 1)]
        driver = Driver(folder / "one", options.seed, "", say)
    driver.run(found, options.jobs, options.seconds)
    told = page(driver.rows)
    say(told)
    if options.page:
        options.page.write_text(told)
    return 1 if any(row.counts["finding"] for row in driver.rows.values()) else 0


def say(text: str) -> None:
    """Prints a line."""
    sys.stdout.write(f"{text}\n".encode("utf-8", "backslashreplace").decode())
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
