"""What is attacked: valid files, how they are altered, and what may be said of the altered ones.

seed      a valid file, made once on a tiny board, and the command that works with it
target    seeds of one kind, a way to alter them, and an oracle
oracle    says why the words that a command accepted are false, by means of its own; nothing if they
          are true; raises `Unjudged` where it cannot know
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from lab.attack.texts import ambiguous, unsaid

if TYPE_CHECKING:
    from lab.attack.making import Maker

MEGABYTE = 1 << 20
MOST_GROWTH = 200 * MEGABYTE
"""How far a process may grow that was given no `--memory`."""
MOST_SECONDS = 10.0
LONGEST_REFUSAL = 20_000
LONGEST_OUTPUT = 100_000
"""Characters: what is accepted may be told as far as the file is long, and so much besides."""
STATUSES = (0, 1, 2, 3)


class Run(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def answer(self) -> dict[str, Any]:
        """The JSON object on standard output, empty if there is none."""
        try:
            found = json.loads(self.out)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}


class Seed(NamedTuple):
    """A valid file. `kind`: where it counts in the report. `command` is run in a folder where the
    file lies as `file`; `run` is what it says of the file as it is, after so many `seconds`.
    `memory`: the bytes that the command is allowed, if it is told. `beside`: other files that lie
    in the folder, with their texts.
    """

    kind: str
    name: str
    file: str
    content: bytes
    command: tuple[str, ...]
    run: Run
    seconds: float
    memory: int | None = None
    beside: tuple[tuple[str, str], ...] = ()


class Unjudged(Exception):
    """Says what an oracle does not know."""


Outcome = Literal["refused", "true", "open", "led astray", "unjudged", "finding"]
"""What became of a file. `led astray`: a checkpoint that was forged with all its checksums made
work come to another answer. No file claims that answer, and no checksum can keep it away.
"""
OUTCOMES: tuple[Outcome, ...] = ("refused", "true", "open", "led astray", "unjudged", "finding")


class Altered(NamedTuple):
    """An altered file, and whether its checksums were made right again."""

    content: bytes
    sealed: bool


class Judged(NamedTuple):
    """What became of a file or an input, and why that is a finding, if it is one."""

    outcome: Outcome
    why: str = ""


@dataclass(frozen=True)
class Target:
    """Files of one kind. `worst`: the worst that one can think of, tried before anything else."""

    name: str
    make: Callable[[Maker], list[Seed]]
    alter: Callable[[Random, Seed, Sequence[Seed]], Altered]
    false: Callable[[Seed, bytes, Run], str]
    worst: Callable[[Sequence[Seed]], Iterator[tuple[Seed, bytes]]] = lambda seeds: iter(())
    unsealed: Callable[[Seed, Run], str] | None = None
    """Why the answer is wrong where checksums were left as they were; None: `false` says it. Where
    this is there, `false` says of a wrong answer why even forged checksums do not excuse it.
    """
    left: Callable[[Seed, Run], str] | None = None
    """Why the files that the command left in its folder are wrong, whatever it says."""


def does_more_than_show(one: str) -> bool:
    """Whether the character moves the cursor, breaks the line or turns the direction of text."""
    directs = unicodedata.category(one) == "Cf" and unicodedata.bidirectional(one) not in _QUIET
    return directs or unicodedata.category(one) in ("Cc", "Cs", "Zl", "Zp")


_QUIET = ("BN", "AN", "ON")
"""Of format characters that leave the direction as it is."""


def broken(run: Run, as_json: bool, file: int = 0) -> str:
    """How a command broke the contract of statuses and output, empty if it kept it. `file`: the
    bytes of the file that it was given.
    """
    if run.status not in STATUSES:
        return f"exit status {run.status}"
    both = run.out + run.err
    if "Traceback" in both or "error of its own" in both:
        return f"an error of its own: {run.err[-300:]}"
    if len(both) > (LONGEST_OUTPUT + 4 * file if run.status == 0 else LONGEST_REFUSAL):
        return f"{len(both):,} characters of output"
    strange = {one for one in both if does_more_than_show(one) and one not in "\n\t"}
    if strange:
        return f"control characters in the output: {sorted(strange)[:5]!r}"
    if run.status == 2 and (run.out or run.err.count("\n") != 1 or not run.err.strip()):
        return f"bad input takes one line on standard error: {run.out[:200]!r} {run.err[:300]!r}"
    if run.status != 2 and as_json and not run.answer:
        return f"no JSON object on standard output: {run.out[:200]!r} {run.err[:200]!r}"
    return ""


def judged(target: Target, seed: Seed, altered: Altered, run: Run) -> Judged:
    """What became of an altered file, by what the command said of it."""
    fault = broken(run, "--json" in seed.command, len(altered.content))
    if fault:
        return Judged("finding", fault)
    if target.left and (why := target.left(seed, run)):
        return Judged("finding", why)
    if run.status == 2 or (run.status == 1 and seed.run.status == 0):
        return Judged("refused")
    if run.status == 3:
        return Judged("open")
    if run.status == 0 and (why := ambiguous(altered.content)):
        return Judged("finding", f"accepted, though {why}")
    if run.status == 0 and seed.command[0] == "verify" and (why := unsaid(altered.content, run)):
        return Judged("finding", f"accepted, and not a word of what is taken as given: {why}")
    try:
        if target.unsealed:
            why = target.unsealed(seed, run)
            hidden = target.false(seed, altered.content, run) if why else ""
            if hidden or not why:
                return Judged("finding", hidden) if hidden else Judged("true")
            return Judged("led astray" if altered.sealed else "finding", why)
        why = target.false(seed, altered.content, run)
    except Unjudged as error:
        return Judged("unjudged", str(error))
    return Judged("finding", why) if why else Judged("true")
