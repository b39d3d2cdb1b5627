"""Log messages of models and solvers on standard error, each once."""

from __future__ import annotations

import logging
from collections.abc import Generator
from contextlib import contextmanager

from ruleproof.cli.telling.answers import remark


class _Teller(logging.Handler):
    """Tells each message once."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self._told: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        """Tells the message."""
        message = record.getMessage()
        if message not in self._told:
            self._told.add(message)
            remark(message)


@contextmanager
def telling() -> Generator[None]:
    """Print what is logged inside."""
    log, teller = logging.getLogger("ruleproof"), _Teller()
    level, propagate = log.level, log.propagate
    log.addHandler(teller)
    log.setLevel(logging.INFO)
    log.propagate = False
    try:
        yield
    finally:
        log.removeHandler(teller)
        log.setLevel(level)
        log.propagate = propagate
