"""The notebooks of `docs/notebooks` run as they stand.

The files hold no outputs: each is run anew here, and by whoever opens it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

HOME = Path(__file__).parents[1]
FOLDER = HOME / "docs" / "notebooks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.ipynb"))
QUICK = "solve"
SHOWN = {
    "check": ["full=loss", "every board", "The readings part after 2 moves", "Never differs"],
    "puzzles": ["3 puzzles", "4 puzzles", "Solution"],
    "solve": ["wins in 3 plies", "Wins", "27 positions up to symmetry"],
}
"""Words of each notebook's displays."""


def cells(name: str) -> list[Any]:
    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4).cells


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What Jupyter keeps lies in the test's own folder."""
    for name in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name == QUICK else pytest.mark.slow) for name in NAMES],
)
def test_a_notebook_runs_to_its_end(name: str, tmp_path: Path):
    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    NotebookClient(
        notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    ).execute()
    outputs = [one for cell in notebook.cells for one in cell.get("outputs", [])]
    assert {one.output_type for one in outputs} <= {"display_data", "execute_result", "stream"}
    assert not [one for one in outputs if one.get("name") == "stderr"]
    pages = "".join(one.data.get("text/html", "") for one in outputs if "data" in one)
    for words in SHOWN[name]:
        assert words in pages
    for one in outputs:
        if "Position.read" in one.get("data", {}).get("text/plain", ""):
            assert one.data["image/svg+xml"].startswith("<svg")


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_is_stored_without_outputs(name: str):
    for cell in cells(name):
        if cell.cell_type == "code":
            assert (cell.outputs, cell.execution_count) == ([], None)


def test_each_job_has_a_notebook_that_the_readme_names():
    assert set(NAMES) == set(SHOWN)
    named = set(re.findall(r"docs/notebooks/(\w+)\.ipynb", (HOME / "README.md").read_text()))
    assert named == set(NAMES)
