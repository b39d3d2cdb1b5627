"""Exit statuses, which are part of the contract."""

from __future__ import annotations

DONE = 0
"""The work is done."""
FAILED = 1
"""A verification failed, or a claim's verdict is not the expected one."""
BAD_INPUT = 2
"""Bad input: refused before work; or a file that cannot be written after it."""
STOPPED = 3
"""Stopped before an answer (time, memory, Ctrl-C), with what is known."""
