"""Packages of games in folders of their own, and commands that see them as installed."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path


def installed(folder: Path) -> dict[str, str]:
    """The environment in which the package in the folder is installed, by a path entry."""
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    sources = folder / "src" if (folder / "src").is_dir() else folder
    info = sources / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    ((group, points),) = project["entry-points"].items()
    lines = [f"[{group}]", *(f"{name} = {value}" for name, value in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    path = os.pathsep.join(filter(None, [str(sources), os.environ.get("PYTHONPATH")]))
    return os.environ | {"PYTHONPATH": path}


def run(
    environment: dict[str, str], *words: str, background: bool = False
) -> subprocess.CompletedProcess[str]:
    """What `python -m` with these words says in that environment; in the background of a shell,
    where Ctrl-C is ignored, if asked for.
    """
    shell = ["sh", "-c", 'trap "" INT; exec "$@"', "sh"] if background else []
    return subprocess.run(
        [*shell, sys.executable, "-m", *words], env=environment, capture_output=True, text=True
    )
