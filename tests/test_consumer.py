"""A project of somebody else under `mypy --strict`: it has the wheel of this checkout installed and sees nothing else.

The project is `tests/consumer`: what is right passes and runs, what is wrong gives exactly the errors that it names.
The usual run types what is right together with the library itself (`dev.py: lint_steps`).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from ckmcore.base.version import VERSION

ROOT = Path(__file__).resolve().parents[1]
PROJECT = ROOT / "tests" / "consumer"
SOURCES = ("ckmcore", "ckmdesk", "resources", "pyproject.toml", "setup.py", "README.md")
BUILD = "from setuptools import build_meta; build_meta.build_wheel('dist')"
ERROR = re.compile(r"^misuse\.py:(\d+): error: .*  \[([a-z-]+)\]$", re.MULTILINE)


def run(folder: Path, *command: str | Path) -> subprocess.CompletedProcess[str]:
    """A command that knows nothing of the checkout: not by its folder, not by the environment."""
    free = {name: text for name, text in os.environ.items() if name not in ("PYTHONPATH", "MYPYPATH")}
    return subprocess.run(list(map(str, command)), cwd=folder, env=free, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without a network from a copy: building leaves its own files beside the sources."""
    folder = tmp_path_factory.mktemp("sources")
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / name)
    built = run(folder, sys.executable, "-c", BUILD)
    assert built.returncode == 0, built.stderr
    (made,) = (folder / "dist").glob("*.whl")
    return made


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the wheel, and the packages that it needs."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    names = {"base": str(folder), "platbase": str(folder)}
    packages = Path(sysconfig.get_path("purelib", "venv", names))
    with zipfile.ZipFile(wheel) as content:
        content.extractall(packages)
    # A line of a .pth file is a folder to look in; what .pth files lie there, as that of the checkout, is not read.
    (packages / "others.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return Path(sysconfig.get_path("scripts", "venv", names)) / ("python.exe" if os.name == "nt" else "python")


def typed(python: Path, folder: Path, *files: str) -> subprocess.CompletedProcess[str]:
    for file in PROJECT.glob("*.py"):
        shutil.copy(file, folder / file.name)
    cache = python.parents[1] / "mypy"
    options = ["--strict", "--config-file=", "--python-executable", python, "--cache-dir", cache]
    return run(folder, sys.executable, "-m", "mypy", *options, *files)


def test_the_wheel_says_that_both_packages_have_types(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {"ckmcore/py.typed", "ckmdesk/py.typed"} <= set(names)
    assert wheel.name == f"ckmdesk-{VERSION}-py3-none-any.whl"


@pytest.mark.thorough
def test_a_project_that_uses_the_library_widely_is_typed_and_runs(python: Path, tmp_path: Path) -> None:
    found = typed(python, tmp_path, "tables.py")
    assert found.returncode == 0, found.stdout + found.stderr
    ran = run(tmp_path, python, "-c", "import tables, ckmcore; tables.main(tables.Path()); print(ckmcore.__file__)")
    assert ran.returncode == 0, ran.stderr
    assert Path(ran.stdout.strip()).is_relative_to(python.parents[1])
    assert {"table0.xlsx", "table1.xlsx", "table2.xlsx", "sums.csv"} <= {file.name for file in tmp_path.iterdir()}


@pytest.mark.thorough
def test_what_is_used_wrongly_is_found_before_it_runs(python: Path, tmp_path: Path) -> None:
    found = typed(python, tmp_path, "misuse.py")
    lines = (PROJECT / "misuse.py").read_text(encoding="utf-8").splitlines()
    named = {(number, line.partition("  # ")[2]) for number, line in enumerate(lines, start=1) if "  # " in line}
    assert len(named) > 10
    assert {(int(number), code) for number, code in ERROR.findall(found.stdout)} == named, found.stdout
