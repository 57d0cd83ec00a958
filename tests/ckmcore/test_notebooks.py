"""The notebooks of the library: valid, without outputs, and every cell runs. No Jupyter is needed for that."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "library" / "notebooks").glob("*.ipynb"))
KEYS = {
    "markdown": {"cell_type", "id", "metadata", "source"},
    "code": {"cell_type", "execution_count", "id", "metadata", "outputs", "source"},
}


def _cells(notebook: Path) -> list[tuple[str, str]]:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return [(cell["cell_type"], "".join(cell["source"])) for cell in cells]


def _shown(found: object) -> str:
    """What a notebook would show of the value of a cell."""
    html = getattr(found, "_repr_html_", None)
    return str(html() if html is not None else repr(found))


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) >= 3


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_of_form_4_and_holds_no_outputs(notebook: Path) -> None:
    book = json.loads(notebook.read_text(encoding="utf-8"))
    assert set(book) == {"cells", "metadata", "nbformat", "nbformat_minor"}
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    assert book["metadata"]["kernelspec"] == {"display_name": "Python 3", "language": "python", "name": "python3"}
    assert book["cells"][0]["cell_type"] == "markdown"
    assert len({cell["id"] for cell in book["cells"]}) == len(book["cells"])
    for cell in book["cells"]:
        assert set(cell) == KEYS[cell["cell_type"]]
        assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", cell["id"])
        assert not cell["metadata"]
        assert cell["source"]
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
    assert notebook.stat().st_size < 20_000


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_cells_of_a_notebook_run_one_after_the_other(
    notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for number, (kind, source) in enumerate(_cells(notebook), start=1):
        if kind != "code":
            continue
        where, body = f"{notebook.name}, cell {number}", ast.parse(source).body
        last = ast.Expression(body.pop().value) if isinstance(body[-1], ast.Expr) else None  # type: ignore[attr-defined]
        exec(compile(ast.Module(body, []), where, "exec"), names)  # noqa: S102 - our own notebook
        if last is not None:
            assert _shown(eval(compile(last, where, "eval"), names))  # noqa: S307


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_uses_public_names_only(notebook: Path) -> None:
    import ckmcore as ckm

    for kind, source in _cells(notebook):
        if kind != "code":
            continue
        assert set(re.findall(r"\bckm\.(\w+)", source)) <= set(ckm.__all__)
        assert set(re.findall(r"^(?:import|from) (\w[\w.]*)", source, re.MULTILINE)) <= {"ckmcore", "numpy", "pandas"}
