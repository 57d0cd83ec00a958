"""Packages whose names are imported on first use."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

PACKAGES = ["ckmcore", "ckmcore.microdata", "ckmcore.ptable"]


@pytest.mark.parametrize("package", PACKAGES)
def test_a_name_comes_from_the_module_from_which_the_checker_of_types_takes_it(package: str) -> None:
    module = import_module(package)
    block = next(
        node for node in ast.parse(Path(module.__file__ or "").read_text("utf-8")).body if type(node) is ast.If
    )
    imports = {
        alias.asname or alias.name: node.module
        for node in block.body
        if isinstance(node, ast.ImportFrom) and node.module is not None
        for alias in node.names
    }
    assert set(module.__all__) - set(imports) <= {"__version__"}
    for name, place in imports.items():
        assert getattr(module, name) is getattr(import_module(place), name), name


@pytest.mark.thorough
def test_a_name_stays_itself_after_a_submodule_of_that_name_was_imported() -> None:
    program = """
import ckmcore, ckmcore.compare.match, ckmcore.tabulate.scan, ckmcore.microdata.sniff, ckmcore.microdata.preview
from ckmcore.microdata import preview, sniff
assert callable(ckmcore.compare) and callable(ckmcore.tabulate) and callable(preview) and callable(sniff)
assert {"read_microdata", "tabulate"} <= set(dir(ckmcore))
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_importing_the_library_imports_nothing_large() -> None:
    program = "import sys, ckmcore; print(*sorted({'numpy', 'pandas', 'pyarrow', 'numba'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.PIPE, text=True)
    assert done.stdout.strip() == ""


@pytest.mark.thorough
def test_a_protected_frame_of_a_file_is_made_without_the_compiler(tmp_path: Path) -> None:
    program = """
import sys, numpy as np, pyarrow as pa, pyarrow.parquet as parquet
import ckmcore as ckm
rows = 2_500_000
keys = (np.arange(rows, dtype=np.int64) * 7_654_321) % 10**9
parquet.write_table(pa.table({"a": np.arange(rows) % 7, "key": keys}), sys.argv[1])
data = ckm.read_microdata(sys.argv[1], ["a"], "key", modulus=10**9)
method = ckm.CellKeyMethod(ckm.design_ptable(D=5, V=3, js=2))
assert len(ckm.protect(ckm.tabulate(data, ckm.TableSpec("a")), method).to_pandas()) == 8
print(*sorted({'numba', 'scipy', 'xlsxwriter'} & set(sys.modules)))
"""
    command = [sys.executable, "-W", "ignore", "-c", program, str(tmp_path / "people.parquet")]
    assert subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip() == ""
