"""Workers for long work: processes of this machine, or those of a cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleproof.cli.errors import InputError, at

if TYPE_CHECKING:
    from ruleproof.solvers.work.executors import Worker

MOST_WORKERS = 1 << 10
"""Workers of this machine, at most."""


def hired(cluster: str | None) -> list[Worker]:
    """A worker for each processor, so many of this machine for `local:N`, or those of the cluster.
    Raises `InputError` where the cluster cannot be used.
    """
    kind, _, many = (cluster or "local:").partition(":")
    if cluster is None or kind == "local":
        from ruleproof.models.systems import cores
        from ruleproof.solvers.work.side_by_side import local_workers

        if cluster and not (many.isdecimal() and 0 < int(many) <= MOST_WORKERS):
            what = f"local:N takes from 1 to {MOST_WORKERS} workers"
            raise InputError(f"--cluster: {what}: {cluster!r}")
        return local_workers(int(many or cores()))
    from ruleproof.solvers.work.cluster import cluster_workers

    with at("--cluster"):
        return cluster_workers(cluster)
