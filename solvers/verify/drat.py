"""Replays DRAT proofs: checks that each step follows and that the last one is a contradiction.

The text is cut into numbers, and these are checked step by step by `drat_kernel.py`. Nothing here
knows where the clauses come from. The format is that of drat-trim: numbers, 0 behind each clause,
`d` before one that is forgotten. As there, a clause that has fixed a literal is never forgotten.

>>> replay(1, [[1], [-1]], "0")
1
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from typing import IO

import numpy as np

from ruleproof.solvers.verify import drat_kernel as kernel


class BadProof(Exception):
    """A text that is not a proof, or a proof with a step that does not follow."""


def replay(variables: int, clauses: Sequence[Sequence[int]], proof: str | IO[bytes]) -> int:
    """The number of steps of a proof that the clauses over that many variables contradict. A proof
    that is a file is read as a stream.

    Raises `BadProof` where the proof fails, and names the first step that does not follow.
    """
    tokens = _tokens(io.BytesIO(proof.encode()) if isinstance(proof, str) else proof)
    steps = _steps(tokens)
    largest = max(int(tokens.max(initial=0)), -int(tokens[tokens != kernel.FORGET].min(initial=0)))
    if largest > 4 * variables + 1_000:
        raise BadProof(f"the proof speaks of a variable {largest}; the clauses have {variables}")
    flat = np.array([one for clause in clauses for one in (*clause, 0)], np.int64)
    added = len(clauses) + int(steps.size)
    answer = int(kernel.replay(flat, tokens, added, max(variables, largest)))
    if answer == kernel.UNFINISHED:
        raise BadProof("the proof comes to no contradiction")
    if answer >= 0:
        begin = int(steps[answer])
        first = tokens[begin : begin + 12].tolist()
        words = ("d" if one == kernel.FORGET else str(one) for one in first)
        raise BadProof(f"step {answer + 1} does not follow: {' '.join(words)!r}")
    return int(steps.size)


_BLOCK = 1 << 20
"""Bytes of a proof that are taken apart at a time."""
_LONGEST_WORD = 1000
_WORD = re.compile(rb"d|0|-?[1-9][0-9]{0,8}")


def _words(file: IO[bytes]) -> Iterator[list[bytes]]:
    """The words of a file, block by block."""
    rest = b""
    while block := file.read(_BLOCK):
        begun = rest + block
        end = max(begun.rfind(b" "), begun.rfind(b"\n")) + 1
        rest = begun[end:]
        if len(rest) > _LONGEST_WORD:
            raise BadProof(f"no number of a proof: {rest[:40].decode(errors='replace')!r}")
        yield begun[:end].split()
    yield rest.split()


def _tokens(file: IO[bytes]) -> np.ndarray:
    """The numbers of a proof, `FORGET` for each d."""
    blocks = [np.zeros(0, np.int64)]
    for words in _words(file):
        for word in set(words):
            if not _WORD.fullmatch(word):
                raise BadProof(f"no number of a proof: {word[:40].decode(errors='replace')!r}")
        numbers = (kernel.FORGET if word == b"d" else int(word) for word in words)
        blocks.append(np.fromiter(numbers, np.int64, len(words)))
    tokens = np.concatenate(blocks)
    if tokens.size and tokens[-1] != 0:
        raise BadProof("the proof is cut short: its last clause does not end in 0")
    inner = np.flatnonzero(tokens == kernel.FORGET)
    if (tokens[inner[inner > 0] - 1] != 0).any():
        raise BadProof("a d stands within a clause")
    return tokens


def _steps(tokens: np.ndarray) -> np.ndarray:
    """The place at which each step begins."""
    ends = np.flatnonzero(tokens == 0)
    return np.concatenate([np.zeros(min(1, ends.size), np.int64), ends[:-1] + 1])
