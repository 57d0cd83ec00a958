"""Sources read as trees. Walking one takes longer than making it: what cannot matter is left out by its text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]


def trees(folder: str, pattern: str) -> Iterator[tuple[Path, ast.Module]]:
    """The Python files below a folder of the checkout whose text has the pattern, in order."""
    wanted = re.compile(pattern)
    for path in sorted((ROOT / folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if wanted.search(text):
            yield path, ast.parse(text)


def statements(tree: ast.AST) -> Iterator[ast.stmt]:
    """All statements, also those within others; no expressions."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for one in getattr(tree, name, ()):
            if isinstance(one, ast.stmt):
                yield one
            yield from statements(one)
