"""Builds and checks the tables of a list, and prints the results in Markdown.

    python -m lab.results lab/results/tables.txt -o tables
    python -m lab.results lab/results/tables.txt -o tables --memory 8 --time 600 --brief

Memory and time are for each table. Finished ones stay in the folder and are not built
again. Seconds are those of one core. Status 1: the check refuses a table; 2: bad input; 3: a table
is unfinished.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lab import results
from ruleproof.cli.asking.workers import hired
from ruleproof.cli.errors import InputError
from ruleproof.models.files.reading import LONGEST_LIST, text_within
from ruleproof.models.files.writing import WriteError, try_out_folder
from ruleproof.models.systems import cores
from ruleproof.solvers.work.progress import Stopped


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line, and returns its exit status."""
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("lab.results", description=__doc__, formatter_class=form)
    parser.add_argument("list", type=Path, metavar="FILE", help="lines GAME --board B --set K=V")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR")
    parser.add_argument("--memory", type=float, default=1, metavar="GB", help="of each  [1]")
    parser.add_argument("--time", type=float, metavar="SECONDS", help="for each  [no limit]")
    parser.add_argument("--brief", action="store_true", help="the first and largest of each board")
    parser.add_argument("--cluster", metavar="ADDRESS", help="of a dask.distributed scheduler")
    given = parser.parse_args(arguments)
    rows: list[dict[str, Any]] = []
    stopped = False
    try:
        for row in results.run(
            results.tasks(text_within(given.list, LONGEST_LIST)),
            try_out_folder(given.output),
            memory=int(given.memory * 2**30),
            seconds=given.time,
            threads=cores(),
            workers=hired(given.cluster) if given.cluster else [],
        ):
            rows.append(row)  # one by one: those before Ctrl-C are printed, too
    except (KeyboardInterrupt, Stopped):
        stopped = True
    except (InputError, OSError, ValueError, WriteError) as error:
        parser.error(str(error))
    sys.stdout.write(results.markdown(results.brief(rows) if given.brief else rows) + "\n")
    if any(row["faults"] for row in rows):
        return 1
    return 3 if stopped or any(row["reason"] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
