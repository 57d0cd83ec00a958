"""No circle of files: what imports one another is one thing, or one of them lies in the wrong place."""

from __future__ import annotations

import ast

import pytest
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from tests.kit.trees import ROOT, statements


def imports(package: str) -> dict[str, set[str]]:
    """The modules of a package, each with those of it that it names in any import, also a late one."""
    files = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in (ROOT / package).rglob("*.py")
    }
    found: dict[str, set[str]] = {}
    for name, path in files.items():
        named = set()
        for node in statements(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                parts = {f"{node.module}.{alias.name}" for alias in node.names}
                named |= {one if one in files else node.module for one in parts}
            elif isinstance(node, ast.Import):
                named |= {alias.name for alias in node.names}
        found[name] = (named & files.keys()) - {name}
    return found


def circles(arrows: dict[str, set[str]]) -> list[set[str]]:
    """Modules that reach one another."""
    names = sorted(arrows)
    place = {name: number for number, name in enumerate(names)}
    pairs = [(place[name], place[other]) for name in names for other in arrows[name]]
    matrix = coo_array(([1] * len(pairs), tuple(zip(*pairs, strict=True))), (len(names), len(names)))
    _, labels = connected_components(matrix, connection="strong")
    found: dict[int, set[str]] = {}
    for name, label in zip(names, labels.tolist(), strict=True):
        found.setdefault(label, set()).add(name)
    return [circle for circle in found.values() if len(circle) > 1]


def test_a_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [{"a", "b", "c"}]


@pytest.mark.parametrize("package", ["ckmcore", "ckmdesk"])
def test_files_import_one_another_in_no_circle(package: str) -> None:
    # The face of a package hands names on; it is no file of its own.
    arrows = {name: found for name, found in imports(package).items() if not (ROOT / name.replace(".", "/")).is_dir()}
    arrows = {name: found & arrows.keys() for name, found in arrows.items()}
    assert [sorted(circle) for circle in circles(arrows)] == []
