"""`python -m tests.goldens [--update] [NAME …]`: what has changed for users, or keeps it.

NAME is the beginning of a golden's name, as `json/` or `text/solve`; without any all are looked at.
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.goldens.golden import goldens, strays


def main() -> int:
    """Prints each difference; returns 1 if there is one that is not kept."""
    parser = argparse.ArgumentParser(prog="python -m tests.goldens", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--update", action="store_true", help="keep what is new")
    parser.add_argument("--seconds", action="store_true", help="print how long each one takes")
    given = parser.parse_args()
    changed = 0
    for one in goldens():
        if given.names and not one.name.startswith(tuple(given.names)):
            continue
        begun = time.process_time()
        text = one.make()
        if diff := one.diff(text):
            changed += 1
            sys.stdout.write(diff)
            if given.update:
                one.keep(text)
        if given.seconds:
            sys.stderr.write(f"{time.process_time() - begun:6.2f} {one.name}\n")
    for path in [] if given.names else strays():
        changed += 1
        sys.stdout.write(f"no golden has this file: {path}\n")
        if given.update:
            path.unlink()
    return int(changed > 0 and not given.update)


if __name__ == "__main__":
    sys.exit(main())
