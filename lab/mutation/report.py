"""Writes `lab/results/mutants.md` from what `run.py` found:
`python -m lab.mutation.report FOLDER`.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

DOCUMENT = Path(__file__).parents[1] / "results" / "mutants.md"

REASONS = (
    (r"Eq_Is\b", "the same: small whole numbers are one object each in CPython"),
    (r"(Eq_LtE|Eq_GtE)\b", "the same: the number is compared with the end of its range"),
    (r"BitOr_(Add|BitXor)\b", "the same: the two sets have no cell in common"),
    (r"BitOr_Sub|p\.black - p\.white", "the same: it is asked whether both sets are empty"),
    (r"size = 0 -> size = -1", "the same: it is looked at only where there is a stone"),
    (
        r"esgros.*largest = 0 -> largest = 1",
        "the same: lone stones are the least there is to place",
    ),
    (r"if enemy \+ 1 <= own", "the same: what is as large as an own group may be placed anyway"),
    (
        r"small = .*candidates, enemy|return small if",
        "told apart by 1,696 of the 37,340 positions of square:3x3, but neither in random play nor "
        "on hex:2",
    ),
    (r"count\(group\) >= size", "the same: the size asked for is the largest there is"),
    (r"over\((None|board, None)|over\(None", "the same: the function does not use that argument"),
    (
        r"single\(None,",
        "caught by the compiler alone: plain Python needs no board to make a set of one cell",
    ),
    (
        r"^(return -1 if rules\.stuck|if rules\.pass_ == 1|if steps\(board, rules, p, cell|"
        r"if divisions|for cell in each\(own\.medium|before = found)|^gro.*: return False",
        "a player who may not pass and can do nothing, which takes two settings at once: the tests"
        " of GRO see it and were not run here",
    ),
    (r"^return False -> return True$", "not seen by perft and conformance: who plays on"),
    (r"^return 0 -> return (1|-1)$", "caught since by the number of moves of ended games"),
    (
        r"enemy|either if either",
        "not told apart on the small boards of these checks: needs groups of several sizes",
    ),
    (
        r"\b(to|of)_[a-h]\b|a \| b \| c",
        "a wrong number of heads on one space, where seven or more leave as many moves;"
        " `test_digits_count_heads` sees it and was not run here",
    ),
    (
        r"move >> 14 &|head \| _EXIT",
        "bits beyond a path's last step, which no position of these checks has; the test"
        " `test_a_move_holds_its_way_and_its_pieces` sees them and was not run here",
    ),
    (
        r"way <= 0|way < 1|way > 0|way >= 1",
        "the same: 0 is no way, as it would have neither a step nor an exit",
    ),
    (r"return -1 -> return -2|pieces, -1\) -> .*pieces, -2\)", "the same: any number below 0 does"),
    (r"deeper = None|False, route\) -> .*None, route", "the same: None is false as well"),
    (
        r"square, (None|1), 0\)|as_way\(0, True, 1\)",
        "the same: the steps of a path that has none are not looked at",
    ),
    (
        r"while steps >(= 0| 1) and|if steps < 1:",
        "the same: the first step of a path is forward and stays when steps are taken back",
    ),
    (r"room_behind", "the same: the room behind an exit is not looked at where there is none"),
    (r"range\(2 << steps\)", "the same: one own piece more than there are steps never fits better"),
    (r"range\(steps - 2\)", "the same: the square before is next to the target and so another one"),
    (
        r"if rules\.limit == 1:",
        "the same: the highest level of all is empty and blocks nothing",
    ),
    (r"^alike = first", "the same moves: heads of one group are taken one by one"),
    (r"^return LARGE if", "the same: it is asked only of points with a germ"),
    (r"^others = points\(own\) [&|] ~single", "the same: what is no own germ is not taken"),
    (r"size_at\(.*\) / 2", "caught by the compiler alone: a number is no index"),
    (
        r" is (not )?[A-Zr]|(player|PLAYERS) <= |turn != rules",
        "the same for the few values there are",
    ),
    (r"\(one & other\)", "the same: the carries exclude each other"),
    (r"p\.red|empty\(board, p\) \+", "the same: the sets have no cell in common"),
    (r"^if move > END", "the same: that move has been dealt with"),
    (r"sown_along\(board, None", "the same: the function does not use that argument"),
    (r"if run <= steps:", "the same: no step stands behind the last one"),
    (
        r"^return True -> return False$",
        "the same: it is reached only by somebody with a piece on every level there can be",
    ),
    (r"(SHIFT|1 >> p\.side|1 \^ p\.side)", "the same for a side, which is 0 or 1"),
)
"""Why a survivor is none that tests should have caught, or what would catch it, by a pattern of its
operator and its change; the first that fits.
"""


def reason(one: dict[str, Any]) -> str:
    """Why the mutant survives, as far as it has been looked into."""
    change = f"{one['before']} -> {one['after']}"
    for pattern, words in REASONS:
        said = one["operator"], change, f"{one['module']}: {change}"
        if any(re.search(pattern, text) for text in said):
            return words
    return "not looked into: these checks do not tell it from the rules"


def document(folder: Path) -> str:
    """The text of the document."""
    found = {
        path.stem: [json.loads(line) for line in path.read_text().splitlines()]
        for path in sorted(folder.glob("*.jsonl"))
    }
    lines = [_HEAD, "| game | tool | mutants | killed | survive | killed, in % |"]
    lines.append("| --- | --- | ---: | ---: | ---: | ---: |")
    for game, rows in found.items():
        for tool in sorted({one["tool"] for one in rows}):
            mine = [one for one in rows if one["tool"] == tool]
            alive = sum(one["outcome"] == "survived" for one in mine)
            share = 100 * (1 - alive / len(mine))
            part = PARTS.get((game, tool), "")
            name = f"{tool}{f' ({part})' if part else ''}"
            numbers = f"{len(mine)} | {len(mine) - alive} | {alive} | {share:.1f}"
            lines.append(f"| {game} | {name} | {numbers} |")
    for game, rows in found.items():
        lines += ["", f"## Survivors of {game}", ""]
        grouped: dict[str, list[str]] = {}
        for one in rows:
            if one["outcome"] == "survived":
                told = f"{one['module']}:{one['line']}  {one['before']}  →  {one['after']}"
                grouped.setdefault(reason(one), []).append(told)
        for words, told in sorted(grouped.items()):
            lines += [f"{words[:1].upper()}{words[1:]}:", "", "```", *told, "```", ""]
    return "\n".join(lines).rstrip() + "\n"


PARTS = {
    ("grow", "cosmic-ray"): "the first half, broken off; what mutmut makes too is counted there",
}
"""What of a run is there where it is not all."""

_HEAD = """\
# Mutants of the rules

Two tools make small changes in the modules that the rules come from. A change that the tests do not
notice shows something that they do not test. `lab/mutation/run.py` makes the changes, and
`lab/mutation/report.py` writes this text from its results.

    pip install -e ".[dev,mutation]"
    python -m lab.mutation.run esgros gro grow incrowd sow --into build/mutants
    python -m lab.mutation.report build/mutants

A mutant dies when rules run as plain Python no longer give the perft counts of the data, when they
differ from the constraints on small boards under any setting, when they count moves otherwise than
they list them, or when they run for ever. Nothing else of the test suite is run against it.
cosmic-ray puts every operator in the place of every other, so that many of its mutants are the same
program (`|` and `+` of sets that have no cell in common); mutmut makes fewer of those. Lines are
those of the day of the run.

In Crowd was run before larger boards, the moves of ended games and who plays on were among the
checks; GRO, In Crowd and Sow? before the perft lines were drawn evenly from every board.
"""


if __name__ == "__main__":
    DOCUMENT.write_text(document(Path(sys.argv[1])))
