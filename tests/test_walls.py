"""Walls that no linter holds: the engine without Qt, and what must never be committed."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.trees import ROOT, statements, trees

INDEX_URL = re.compile(r"https?://[^\s\"'<>]*(?:pypi|pythonhosted|/simple\b)", re.IGNORECASE)
HOME_PATH = re.compile(r"(?:/home/|/Users/|/root/|[A-Z]:\\Users\\)\w")

IMPORT_ALL = """
import importlib, pkgutil, sys

WINDOW = {"PySide6", "shiboken6", "pyqtgraph", "qtawesome", "qtpy", "ckmdesk"}

class Wall:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in WINDOW:
            raise ModuleNotFoundError("behind the wall: " + name, name=name)

sys.meta_path.insert(0, Wall())
import ckmcore
for module in pkgutil.walk_packages(ckmcore.__path__, "ckmcore."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
        print(module.name)
assert not WINDOW & {name.partition(".")[0] for name in sys.modules}
"""


def committed_files() -> list[Path]:
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("no git, or not a git checkout: what is committed is not known here")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    paths = [ROOT / name for name in listed.decode().split("\0") if name]
    return [path for path in paths if path.is_file()]


def lines_that_match(pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{number}"
        for path in committed_files()
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="ignore").splitlines(), 1)
        if pattern.search(line)
    ]


def test_every_module_of_the_engine_imports_where_qt_is_blocked() -> None:
    done = subprocess.run([sys.executable, "-c", IMPORT_ALL], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.split(), "no module of the engine was found"


@pytest.mark.parametrize("name", ["requirements.lock", "installer/spark.lock", "benchmarks/requirements.lock"])
def test_a_lock_file_pins_by_name_version_and_hash_only(name: str) -> None:
    if not (ROOT / name).exists():
        pytest.skip(f"there is no {name}")
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in text
    assert "--index-url" not in text
    packages = re.split(r"^(?=[A-Za-z0-9])", text, flags=re.MULTILINE)[1:]
    assert packages
    assert [package for package in packages if "==" not in package or "--hash=sha256:" not in package] == []


def test_no_committed_file_names_a_package_index() -> None:
    assert lines_that_match(INDEX_URL) == []


def test_no_committed_file_holds_the_path_of_somebodys_home() -> None:
    assert lines_that_match(HOME_PATH) == []


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (INDEX_URL, "-i https" + "://pypi.example/simple"),
        (INDEX_URL, "file at http" + "://mirror.example/simple/numpy"),
        (HOME_PATH, "cd /home" + "/anna/ckmdesk"),
        (HOME_PATH, "C:" + "\\Users\\anna"),
    ],
)
def test_the_search_finds_what_must_not_be_committed(pattern: re.Pattern[str], text: str) -> None:
    assert pattern.search(text)


def test_no_python_file_is_longer_than_800_lines() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in committed_files()
        if path.suffix == ".py"
    }
    assert {name: length for name, length in lengths.items() if length > 800} == {}


def test_types_are_read_in_one_place_only_since_threads_that_make_them_known_at_once_crash() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in committed_files()
        if path.suffix == ".py" and path.parts[len(ROOT.parts)] in ("ckmcore", "ckmdesk") and path.name != "typed.py"
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"msgspec\.convert\(|Decoder\(|msgspec\.\w+\.decode\(.*type=", line)
    ]
    assert found == []


def test_programs_begin_without_a_black_window_on_windows_and_no_name_of_a_file_is_tried_for_ever() -> None:
    """`tempfile` tries two milliards of names in a folder of Windows that takes none: never in one somebody chose."""
    asked = re.compile(r"subprocess\.\w+\((?!.*creationflags=)|tempfile\.\w+\(.*dir=|os\.system\(|os\.popen\(")
    files = [path for room in ("ckmcore", "ckmdesk") for path in sorted((ROOT / room).rglob("*.py"))]
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in files
        for line in path.read_text(encoding="utf-8").splitlines()
        if asked.search(line)
    ]
    assert found == []


def test_text_ends_its_lines_alike_on_every_system() -> None:
    asked = re.compile(r"\.write_text\((?!.*newline=)|open\([^)]*\"[wax]\"(?!.*newline=)")
    others = {"output.py", "crash_report.py"}  # the log and the reports of crashes are read beside the system's own
    files = [path for room in ("ckmcore", "ckmdesk") for path in sorted((ROOT / room).rglob("*.py"))]
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in files
        for line in path.read_text(encoding="utf-8").splitlines()
        if path.name not in others and asked.search(line)
    ]
    assert found == []


def test_nobody_asks_a_layout_for_its_items_which_python_remembers_when_qt_has_deleted_them() -> None:
    asked = re.compile(r"(?<!self)\.itemAt(Position)?\(")  # trees and lists have one of their own
    files = sorted((ROOT / "ckmdesk").rglob("*.py"))
    found = [path.relative_to(ROOT).as_posix() for path in files if asked.search(path.read_text(encoding="utf-8"))]
    assert found == []


def test_no_text_document_is_laid_out_by_hand_for_on_threads_of_ours_pyside_could_stop_the_window() -> None:
    asked = re.compile(r"\.documentLayout\(|document\.setHtml\(")
    files = sorted((ROOT / "ckmdesk").rglob("*.py"))
    found = [path.relative_to(ROOT).as_posix() for path in files if asked.search(path.read_text(encoding="utf-8"))]
    assert found == []


def test_tests_import_from_their_own_folder_those_around_it_and_the_kit() -> None:
    found = []
    for path, tree in trees("tests", r"\btests\b"):
        for node in statements(tree):
            if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith("tests"):
                continue
            module = ROOT / str(node.module).replace(".", "/")
            files = (
                [module.with_suffix(".py")]
                if not module.is_dir()
                else [module / f"{one.name}.py" for one in node.names]
            )
            around = {ROOT / "tests" / "kit", path.parent, *path.parent.parents}
            if any(file.parent not in around or file.name.startswith("test_") for file in files):
                found.append(f"{path.relative_to(ROOT).as_posix()}: {node.module}")
    assert found == []


DRIVERS = {"duckdb", "adbc_driver_manager", "adbc_driver_postgresql", "pyspark", "psycopg", "grpc"}


def test_only_what_connects_to_databases_names_their_drivers() -> None:
    found = set()
    for package in ("ckmcore", "ckmdesk"):
        for path, tree in trees(package, rf"\b({'|'.join(DRIVERS)})\b"):
            for node in ast.walk(tree):
                imported = [one.name for one in node.names] if isinstance(node, ast.Import) else []
                if isinstance(node, ast.ImportFrom):
                    imported = [node.module or ""]
                # By a text, too: `import_module("duckdb")`.
                if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in (
                    "import_module", "_driver", "__import__",
                ):  # fmt: skip
                    imported += [one.value for one in node.args if isinstance(one, ast.Constant)]
                if any(str(one).partition(".")[0] in DRIVERS for one in imported):
                    found.add(path.relative_to(ROOT).as_posix())
    assert found == {"ckmcore/scale/database/connect.py"}


def test_the_test_that_noticed_a_planted_fault_runs_in_every_run() -> None:
    table = (ROOT / "tests/mutations.md").read_text(encoding="utf-8")
    noticed = {tuple(test.split("::")) for test in re.findall(r"tests/[\w/]+\.py::\w+", table)}
    later = []
    for file, name in sorted(noticed):
        functions = ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8")))
        (function,) = (one for one in functions if isinstance(one, ast.FunctionDef) and one.name == name)
        marks = [ast.unparse(mark).partition("(")[0] for mark in function.decorator_list]
        later += [f"{file}::{name}"] if {"pytest.mark.thorough", "pytest.mark.daily"} & {*marks} else []
    assert (len(noticed) > 40, later) == (True, [])
