"""Builds the wheel `ruleproof_kernels`: compiled code that depends on no game, for any processor of
this machine's kind. Where it is installed beside the same Ruleproof, first answers wait for the
rules of their game alone.

    python -m lab.kernels dist
"""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import ruleproof
from ruleproof.models.compiled.cache_folder import BASELINE
from ruleproof.models.compiled.compiling import compile_all, source_hash, sources_of

COMMANDS = (
    "tour",
    "solve esgros --board hex:3 --certificate {folder}/proof.json",
    "solve gro --board dish:1,1 --set tokens=4",
    "solve sow --board square:2x4",
    "solve incrowd --board square:3x3",
    "solve grow --board square:2x3",
    "table build gro --board dish:1,1 --set tokens=4 -o {folder}/gro.rpt",
    "table build esgros --board hex:2 -o {folder}/esgros.rpt",
    "table build sow --board square:2x3 -o {folder}/sow.rpt",
    "verify {folder}/gro.rpt",
    "puzzles make esgros --board hex:3 -n 3 -t 120 -o {folder}/esgros.jsonl",
    "check esgros --board hex:2",
)
"""What is run besides, for kernels that are made when they are asked for."""

SETUP = """[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"
[project]
name = "ruleproof-kernels"
version = "{version}"
description = "Compiled code for ruleproof {version}"
license = "MIT"
[tool.setuptools]
packages = ["ruleproof_kernels"]
[tool.setuptools.package-data]
ruleproof_kernels = ["code/*/*.code"]
[tool.distutils.bdist_wheel]
python_tag = "{python}"
plat_name = "{system}"
"""


def modules() -> Iterator[ModuleType]:
    """All modules that kernels may stand in."""
    for top in ("models.compiled", "solvers", "puzzles"):
        package = importlib.import_module(f"ruleproof.{top}")
        for one in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield importlib.import_module(one.name)


def compiled(folder: Path) -> None:
    """Compiles all that can be into the cache, and runs the commands."""
    compile_all(*modules())
    for line in COMMANDS:
        words = line.format(folder=folder).split()
        subprocess.run([sys.executable, "-m", "ruleproof", *words], check=True, stdout=sys.stderr)


def independent() -> set[str]:
    """The names of folders whose code comes from no game's sources."""
    games = tuple(f"ruleproof.models.{name}." for name in (*ruleproof.names(), "template"))
    return {
        source_hash(one)
        for one in modules()
        if not any(f"{name}.".startswith(games) for name in sources_of(one))
    }


def wheel(code: Path, target: Path, work: Path) -> None:
    """Packs the folders of compiled code as a wheel for this Python and this kind of machine."""
    package = work / "ruleproof_kernels"
    for name in sorted(independent() & {one.name for one in code.iterdir()}):
        shutil.copytree(code / name, package / "code" / name)
    (package / "__init__.py").write_text('"""Compiled code for ruleproof."""\n')
    found = SETUP.format(
        version=ruleproof.__version__,
        python=f"cp{sys.version_info.major}{sys.version_info.minor}",
        system=sysconfig.get_platform(),
    )
    (work / "pyproject.toml").write_text(found)
    command = [
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(target),
        str(work),
    ]
    subprocess.run([sys.executable, "-m", *command], check=True)


def main() -> None:
    """Builds the wheel into a folder."""
    parser = argparse.ArgumentParser(description="Build the wheel ruleproof_kernels.")
    parser.add_argument("target", type=Path, metavar="FOLDER")
    target = parser.parse_args().target
    if platform.machine() not in BASELINE:
        parser.error(f"no processor is known for {platform.machine()}: {', '.join(BASELINE)}")
    if "NUMBA_CPU_NAME" not in os.environ:  # numba reads them once, when it is imported
        with tempfile.TemporaryDirectory() as cache:
            told = {"NUMBA_CPU_NAME": BASELINE[platform.machine()][0], "NUMBA_CPU_FEATURES": ""}
            told |= {"RULEPROOF_CACHE": cache}
            words = [sys.executable, "-m", "lab.kernels", str(target.absolute())]
            raise SystemExit(subprocess.run(words, env={**os.environ, **told}).returncode)
    with tempfile.TemporaryDirectory() as work:
        compiled(Path(work))
        wheel(Path(os.environ["RULEPROOF_CACHE"]) / "code", target, Path(work) / "wheel")


if __name__ == "__main__":
    main()
