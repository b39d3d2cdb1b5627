"""Executors for the workers of a dask.distributed cluster (extra `cluster`).

Each is an `Executor` for one worker of the cluster. Dask gives the task of a worker that died to
another one, and gives up one that it no longer hears (its setting `scheduler.worker-ttl`).
"""

# dask.distributed is untyped
# pyright: basic, reportMissingImports=false

from __future__ import annotations

import uuid
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, InvalidStateError
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

from ruleproof.models.errors import TextError
from ruleproof.models.files.sources import sources_hash
from ruleproof.solvers.work.executors import TRIES, Gone, Lost, Worker, now_and_then, tell_to
from ruleproof.solvers.work.progress import Progress

_SECONDS = 10
"""Seconds that a scheduler may take to answer."""


class Remote(Executor):
    """Does tasks in one worker of a cluster. `together`: the executors of one connection."""

    def __init__(self, client: Any, address: str, topic: str, together: set[str]) -> None:
        self.step: Progress | None = None
        self._client, self._address, self._open = client, address, together
        self._topic = f"{topic}-{address}"
        together.add(self._topic)
        self._inner: Any = None
        client.subscribe_topic(self._topic, self._hear)

    def _hear(self, event: tuple[Any, Any]) -> None:
        self.step = Progress(*event[1])

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future result of a call that pickles. The future's exception is `Lost` where workers
        died over it, `Gone` where the scheduler did.
        """
        self.step = None
        outer: Future[Any] = Future()
        here = {"workers": [self._address], "allow_other_workers": True, "pure": False}
        self._inner = self._client.submit(
            *(_called, self._topic, fn, args, kwargs), retries=TRIES - 1, **here
        )
        self._inner.add_done_callback(lambda done: _pass_on(done, outer))
        return outer

    def close(self) -> None:
        """Gives up what is at work; the last of a cluster's executors closes the connection."""
        if self._topic not in self._open:
            return
        self._open.remove(self._topic)
        self._client.unsubscribe_topic(self._topic)
        if self._inner is not None:
            self._inner.cancel()
        if not self._open:
            self._client.close()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        """Gives up what is at work, as `close` does."""
        self.close()


def cluster_workers(address: str) -> list[Worker]:
    """An executor for each worker of the cluster whose scheduler has that address.

    Raises `TextError` where dask.distributed is not installed, where no scheduler or no worker
    answers, and where a worker has other sources of the rules.
    """
    if find_spec("distributed") is None:
        raise TextError("--cluster needs dask.distributed: pip install 'ruleproof[cluster]'")
    from distributed import Client

    try:
        client = Client(address, timeout=_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        said = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise TextError(f"no scheduler answers ({said}): {address!r}") from None
    found: dict[str, Any] = client.run(sources_hash, on_error="return")  # pyright: ignore[reportAssignmentType]
    if not found:
        client.close()
        raise TextError(f"the cluster has no workers: {address!r}")
    for worker, theirs in sorted(found.items()):
        if theirs != sources_hash():
            client.close()
            raise TextError(
                f"a worker of the cluster has other sources of the rules, or none: {worker!r}"
            )
    topic = f"ruleproof-{uuid.uuid4().hex}"
    together: set[str] = set()
    return [Remote(client, worker, topic, together) for worker in sorted(found)]


def _pass_on(done: Any, to: Future[Any]) -> None:
    """Passes the end of a task on, whatever it is; Dask's own executor says nothing where a result
    is lost together with the scheduler.
    """
    try:
        error = done.exception() if done.status == "error" else None
        result = done.result() if error is None else None
    except (Exception, CancelledError) as lost:
        error, result = Gone(f"its scheduler is gone: {type(lost).__name__}"), None
    if type(error).__name__ == "KilledWorker":
        error = Lost(f"workers of the cluster died {TRIES} times over one task")
    with suppress(InvalidStateError):  # the waiting process may have given it up
        to.set_exception(error) if error else to.set_result(result)


def _called(
    topic: str, fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Does a task in a worker, and passes its steps on to the waiting process."""
    from distributed import get_worker

    worker = get_worker()
    before = tell_to(now_and_then(lambda step: worker.log_event(topic, tuple(step))))
    try:
        return fn(*args, **kwargs)
    finally:
        tell_to(before)
