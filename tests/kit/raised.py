"""All places of both packages where an error is made, read from the sources."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

import ckmcore.errors
from ckmcore.errors import CkmError
from tests.kit.trees import ROOT, trees

FAMILIES = ("InputError", "FileError", "DataError", "ProtectionError", "PermissionRefused", "CkmError")


@dataclass(frozen=True)
class Made:
    """A place where an error is made. codes: those that it can have; none where they are not written out."""

    place: str
    call: ast.Call
    codes: tuple[str, ...]
    family: type[CkmError]


def classes_of_errors() -> dict[str, tuple[str, str]]:
    """Errors with a class of their own that only has its code: class -> code, base."""
    classes = {}
    for package in ("ckmcore", "ckmdesk"):
        for _, tree in trees(package, "    code = "):
            for node in tree.body:
                if isinstance(node, ast.ClassDef) and not any(isinstance(part, ast.FunctionDef) for part in node.body):
                    for part in node.body:
                        if isinstance(part, ast.Assign) and ast.unparse(part.targets[0]) == "code":
                            classes[node.name] = (str(ast.literal_eval(part.value)), ast.unparse(node.bases[0]))
    return classes


def codes_in(node: ast.expr) -> tuple[str, ...]:
    """The codes that an argument can be, of which each is written out; none where one is not."""
    if isinstance(node, ast.IfExp):
        first, second = codes_in(node.body), codes_in(node.orelse)
        return (*first, *second) if first and second else ()
    return (str(node.value),) if isinstance(node, ast.Constant) else ()


def errors_made() -> Iterator[Made]:
    classes = classes_of_errors()
    for package in ("ckmcore", "ckmdesk"):
        for path, tree in trees(package, "|".join([*FAMILIES, *classes])):
            for node in ast.walk(tree):
                name = getattr(node.func, "id", None) if isinstance(node, ast.Call) else None
                if not isinstance(node, ast.Call) or name is None or name not in {*FAMILIES, *classes}:
                    continue
                codes = (classes[name][0],) if name in classes else codes_in(node.args[0]) if node.args else ()
                family = name
                while family in classes:
                    family = classes[family][1]
                kind = getattr(ckmcore.errors, family, CkmError) if family in FAMILIES else CkmError
                yield Made(f"{path.relative_to(ROOT)}:{node.lineno}", node, codes, kind)
