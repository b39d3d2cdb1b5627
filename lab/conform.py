"""Compares the two encodings of the games' rules on a million positions of random games, or more.

Every line below is a game, a board, settings, and a number of different positions. Each is compared
in all that the rules to run and the constraints say of it: whether it is well-formed and over, the
scores and the payoff, the moves, and where each leads (`reasoning/formulas/conformance.py`). What
is done is kept in a file, a JSON line for each line below, good for as long as the sources of the
games and of what compares them are the same; run it again to go on, with Ctrl-C in between:

    python -m lab.conform [-o conformance.jsonl] [--share 0.1] [--page FILE.md] [GAME …]
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, cast

from ruleproof.models.compiled.compiling import source_hash
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.rulebooks.rulebook import Rulebook, rulebook
from ruleproof.solvers.reasoning.formulas import conformance
from ruleproof.solvers.work.progress import Progress
from tests.long_run import long_run, varied

USUAL = {
    "gro": {"dish:3,2": 60_000, "dish:2,2": 30_000, "dish:4,2": 10_000},
    "sow": {"square:4x8": 50_000, "square:3x5": 30_000, "square:5x5": 10_000},
    "esgros": {"hex:4": 60_000, "hex:5": 10_000, "square:6x6": 20_000},
    "grow": {"square:5x5": 50_000, "path:20": 20_000},
    "incrowd": {"square:6x6": 50_000, "square:4x8": 20_000},
}
"""Boards under the usual settings, with numbers of positions; the full boards among them."""
SLOW = {"grow": {"square:9x9": 20_000}, "incrowd": {"square:9x9": 20_000}}
"""Boards that take long before the first position is compared, and come last."""
VARIED = {
    "gro": ("dish:2,1", 110_000),
    "sow": ("square:2x5", 110_000),
    "esgros": ("hex:3", 120_000),
    "grow": ("square:4x4", 110_000),
    "incrowd": ("square:5x5", 110_000),
}
"""For each game the board on which each setting is varied alone, and the positions for them all."""
SEED = 2026
HEAD = """# Conformance

`python -m lab.conform --page` compared the rules to run with the constraints, and wrote this
page. A row holds one board: the usual settings and, with more than one setting, each value of each
varied alone. Positions are from random games, and all are different. Of each position the
comparison covers whether it is well-formed and over, the scores and the payoff, all moves, and
where each leads. `sources` is a hash of the code that was run.

| game | board | settings | positions | steps | differences | CPU s | sources |
| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |"""


class Job(NamedTuple):
    """A game under its settings, and how many positions of it are to be compared."""

    game: Game
    positions: int

    @property
    def name(self) -> dict[str, Any]:
        """What tells it from the others."""
        usual = {setting.name: setting.default for setting in self.game.rulebook.settings}
        chosen = {key: v for key, v in self.game.settings.items() if v != usual[key]}
        return {"game": self.game.name, "board": self.game.board.text, "settings": chosen}


def jobs(names: list[str], share: float) -> list[Job]:
    """All there is to do for those games; settings that leave few positions have fewer."""
    found: list[Job] = []
    for name in names:
        book = rulebook(name)
        for board, positions in USUAL[name].items():
            found.append(Job(make_game(book, board, {}), max(1, round(positions * share))))
        board, positions = VARIED[name]
        games = list(varied(book, board))
        found += [Job(one, max(1, round(positions * share / len(games)))) for one in games]
    for name in names:
        for board, positions in SLOW.get(name, {}).items():
            found.append(
                Job(make_game(rulebook(name), board, {}), max(1, round(positions * share)))
            )
    return found


def sources(book: Rulebook) -> str:
    """A hash of the sources of the game and of what compares its encodings."""
    return source_hash(book.rules, cast("ModuleType", book.module("constraints")), conformance)


def page(finished: list[dict[str, Any]]) -> str:
    """What was run, as a page: for each game its boards, and for each board all its settings."""
    lines = [HEAD]
    rows: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for line in finished:
        rows.setdefault((line["game"], line["board"]), []).append(line)
    for (name, board), alike in [*sorted(rows.items()), (("all", ""), finished)]:
        differences = sum(len(line["differences"]) for line in alike)
        positions, steps, seconds = (
            sum(line[key] for line in alike) for key in ("positions", "steps", "seconds")
        )
        many = len({json.dumps(line["settings"]) for line in alike}) if board else ""
        lines.append(
            f"| {name} | {board} | {many} | {positions:,} | {steps:,} | {differences} | "
            f"{seconds:,.0f} | {alike[0]['sources'][:8] if board else ''} |"
        )
    return "\n".join(lines) + "\n"


def told(progress: Progress) -> None:
    """How far the run has come, on standard error."""
    sys.stderr.write(f"\r  {progress.done} of {progress.total} positions, {progress.note} ")
    sys.stderr.flush()


def main() -> int:
    """Exit status 0 if nothing differs, 1 if something does, 3 if stopped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=sorted(USUAL), metavar="GAME")
    parser.add_argument("-o", "--output", type=Path, default=Path("conformance.jsonl"))
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--page", type=Path, help="also write what was run as a page")
    options = parser.parse_args()
    done = options.output.read_text().splitlines() if options.output.exists() else []
    here = {name: sources(rulebook(name)) for name in USUAL}
    finished = [one for one in map(json.loads, done) if one["sources"] == here[one["game"]]]
    names = [{key: line[key] for key in ("game", "board", "settings")} for line in finished]
    status = 0
    try:
        for job in jobs(options.games, options.share):
            if job.name in names:
                continue
            begun = time.process_time()
            sys.stderr.write(f"{json.dumps(job.name)}\n")
            tally = long_run(job.game, job.positions, SEED, told)
            sys.stderr.write("\n")
            line = {
                **job.name,
                "positions": tally.positions,
                "steps": tally.steps,
                "differences": [str(one) for one in tally.disagreements],
                "seconds": round(time.process_time() - begun, 1),
                "sources": here[job.game.name],
            }
            with options.output.open("a") as file:
                file.write(json.dumps(line) + "\n")
            finished.append(line)
    except KeyboardInterrupt:
        sys.stderr.write("\nstopped; what is finished is kept\n")
        status = 3
    positions, steps = Counter[str](), Counter[str]()
    for line in finished:
        positions[line["game"]] += line["positions"]
        steps[line["game"]] += line["steps"]
    for name, many in sorted(positions.items()):
        sys.stdout.write(f"{name}: {many} positions, {steps[name]} steps\n")
    if options.page and finished:
        options.page.write_text(page(finished))
    differences = [text for line in finished for text in line["differences"]]
    sys.stdout.write(
        f"all: {positions.total()} positions, {steps.total()} steps, "
        f"{len(differences)} differences\n"
    )
    for text in differences[:20]:
        sys.stdout.write(f"{text}\n")
    return status or int(bool(differences))


if __name__ == "__main__":
    sys.exit(main())
