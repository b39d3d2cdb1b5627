"""Long checks of tables have a kernel of their own, which answers as that for all tables does."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ruleproof.models.compiled.kernels import Engine
from ruleproof.models.play.game import game
from ruleproof.models.play.position import Position
from ruleproof.solvers.playing.tables.build import build
from ruleproof.solvers.verify.tables import check as sweep
from ruleproof.solvers.verify.tables import tailored as sweep_tailored
from ruleproof.solvers.verify.tables.check import check
from ruleproof.solvers.verify.tables.forms import Forms
from ruleproof.solvers.verify.tables.tailored import Checker, apart, tailored
from tests.ready import at_start
from tests.solvers.altering import altered

TABLES = [
    # each compiles a checker of its own, which takes half a minute
    pytest.param("gro dish:1,2 tokens=2", marks=pytest.mark.slow),  # letters as well
    pytest.param("grow square:2x2", marks=pytest.mark.slow),  # plies
    pytest.param("incrowd square:2x3", marks=pytest.mark.slow),  # scores, without plies
]


@pytest.mark.parametrize("said", TABLES)
def test_it_answers_as_the_kernel_for_all_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str
):
    path, new = tmp_path / "table.rpt", tmp_path / "new.rpt"
    build(at_start(said), path)
    made: dict[bytes, Callable[..., None]] = {}
    calls: list[int] = []

    class Own(Checker):
        def __init__(
            self, compiled: Engine, form: Forms, entries: int, *, may_compile: bool = True
        ) -> None:
            super().__init__(compiled, form, entries, may_compile=may_compile)
            own = made.setdefault(
                form.plan.tobytes(), tailored(compiled, form) if not made else _no
            )

            def counted(*arguments: Any) -> None:
                calls.append(1)
                own(*arguments)

            self._own = counted

    def faults() -> list[list[str]]:
        with monkeypatch.context() as patch:
            general = check(new)
            patch.setattr(sweep, "Checker", Own)
            return [general, check(new)]

    dice = np.random.default_rng(3)
    altered(path, new, lambda values: slice(None))
    assert faults() == [[], []]
    for at in dice.integers(1, 60, 6).tolist():

        def worse(values: Any, at: int = at) -> Any:
            values[at] += 1
            return slice(None)

        def fewer(values: Any, at: int = at) -> Any:
            return np.delete(np.arange(len(values)), at)

        for change in (worse, fewer):
            altered(path, new, change)
            general, own = faults()
            assert general == own != []
    assert len(calls) >= 7


def _no(*arguments: Any) -> None:
    raise AssertionError("the keys of an altered table have another form")


@pytest.fixture
def long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A table whose check seems to take long from the first look on."""
    path = tmp_path / "table.rpt"
    build(Position.start(game("incrowd", "square:3x3")), path)
    monkeypatch.setattr(sweep, "_CHUNK", 50)
    monkeypatch.setattr(sweep_tailored, "SOON", 0)
    monkeypatch.setattr(sweep_tailored, "LONG", 0)

    def at_once(work: Callable[[], Callable[..., None]]) -> Future[Callable[..., None]]:
        told: Future[Callable[..., None]] = Future()
        told.set_result(work())
        return told

    monkeypatch.setattr(sweep_tailored, "apart", at_once)
    return path


@pytest.mark.parametrize(("soon", "many"), [(0, 1 << 40), (1 << 40, 0)])
def test_a_long_check_compiles_its_own_kernel(
    monkeypatch: pytest.MonkeyPatch, long: Path, soon: int, many: int
):
    monkeypatch.setattr(sweep_tailored, "SOON", soon)
    monkeypatch.setattr(sweep_tailored, "MANY", many)
    used: list[int] = []

    def made(compiled: Engine, form: Forms) -> Callable[..., None]:
        general = Checker(compiled, form, -1)

        def own(images: Any, *arguments: Any) -> None:
            entries, (first, last), room = arguments[:3], arguments[3:5], arguments[5:]
            used.append(last - first)
            general.sweep(entries, first, last, room)

        return own

    monkeypatch.setattr(sweep_tailored, "tailored", made)
    assert check(long) == []
    assert sum(used) >= 1000


def test_what_goes_wrong_apart_is_told():
    def broken() -> Callable[..., None]:
        raise RuntimeError("no compiler")

    with pytest.raises(RuntimeError, match="no compiler"):
        apart(broken).result()
