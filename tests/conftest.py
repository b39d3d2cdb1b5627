"""The games that live only in the tests join as a third-party package does: by entry point."""

from __future__ import annotations

import os
import sys
from pathlib import Path

GAMES = str(Path(__file__).parent / "games")
if GAMES not in sys.path:
    sys.path.append(GAMES)
os.environ["PYTHONPATH"] = os.pathsep.join(
    [*filter(None, [os.environ.get("PYTHONPATH")]), GAMES]
)  # for the commands that tests start
