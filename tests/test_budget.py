"""The size of the house and of its bad habits: numbers that may only fall (docs/contributing.md, Meters).

`python -m tests.test_budget` prints the numbers of now in the form of the tables below.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter

import pytest

from tests.kit.trees import ROOT

# Lines of Python by room. Who must raise one says in the commit what was removed for it, or why nothing was.
ROOMS: dict[str, int] = {
    "ckmcore": 884,
    "ckmcore/areas": 908,
    "ckmcore/base": 2725,
    "ckmcore/cli": 6052,
    "ckmcore/compare": 2023,
    "ckmcore/dictionary": 5468,
    "ckmcore/formats": 9886,
    "ckmcore/internal": 287,
    "ckmcore/keys": 823,
    "ckmcore/lab": 38,
    "ckmcore/lab/cli": 1227,
    "ckmcore/lab/conformance": 2659,
    "ckmcore/lab/quality": 5293,
    "ckmcore/lab/release": 2367,
    "ckmcore/lab/report": 1762,
    "ckmcore/lab/risk": 13486,
    "ckmcore/messages": 12102,
    "ckmcore/methods": 6738,
    "ckmcore/microdata": 15383,
    "ckmcore/office": 794,
    "ckmcore/pictures": 4721,
    "ckmcore/presentation": 891,
    "ckmcore/ptable": 9684,
    "ckmcore/release": 3497,
    "ckmcore/rivals": 6701,
    "ckmcore/sample": 1390,
    "ckmcore/scale": 28,
    "ckmcore/scale/cli": 232,
    "ckmcore/scale/database": 3291,
    "ckmcore/scale/hypercube": 3344,
    "ckmcore/statistic": 10893,
    "ckmcore/tabulate": 7944,
    "ckmcore/typesetting": 1208,
    "ckmcore/working": 2241,
    "ckmdesk": 81,
    "ckmdesk/accessibility": 592,
    "ckmdesk/base": 1408,
    "ckmdesk/commands": 1834,
    "ckmdesk/lab": 20,
    "ckmdesk/lab/commands": 74,
    "ckmdesk/lab/models": 347,
    "ckmdesk/lab/pages": 3992,
    "ckmdesk/lab/plots": 672,
    "ckmdesk/lab/services": 267,
    "ckmdesk/lab/state": 857,
    "ckmdesk/look": 1453,
    "ckmdesk/models": 1083,
    "ckmdesk/pages": 36549,
    "ckmdesk/plots": 2132,
    "ckmdesk/rivals": 2686,
    "ckmdesk/scale": 13,
    "ckmdesk/scale/pages": 1294,
    "ckmdesk/scale/state": 368,
    "ckmdesk/services": 2942,
    "ckmdesk/shell": 3344,
    "ckmdesk/state": 7902,
    "ckmdesk/widgets": 5130,
}

# What may only fall: who lowers one writes the new number; BEGAN has those of 2026-11-28, before the redraw.
METERS: dict[str, int] = {
    "class names used twice": 31,
    "classes of errors": 77,
    "docstrings with house words": 35,
    "functions that define retranslate": 9,
    "functions that store found or one": 178,
    "short modules with one importer": 66,
}
BEGAN: dict[str, int] = {
    "class names used twice": 32,
    "classes of errors": 487,
    "docstrings with house words": 1177,
    "functions that define retranslate": 117,
    "functions that store found or one": 2315,
    "short modules with one importer": 98,
}

# Words of a private language: a docstring says what its object is in the words of the field.
HOUSE_WORDS = re.compile(
    r"\b(told|tells|said|stands?|at hand|anew|goes on record|leaves? the house|that of|as of old|all the same)\b", re.I
)
SPLINTER = 130  # lines below which a module that only one other imports belongs into that one


def sources() -> dict[str, str]:
    """The modules of both packages: dotted name -> text."""
    paths = [path for package in ("ckmcore", "ckmdesk") for path in sorted((ROOT / package).rglob("*.py"))]
    return {".".join(path.relative_to(ROOT).with_suffix("").parts): path.read_text(encoding="utf-8") for path in paths}


def measure() -> tuple[dict[str, int], dict[str, int]]:
    """Lines by room, and the meters, of the checkout."""
    rooms: Counter[str] = Counter()
    meters: Counter[str] = Counter()
    classes: Counter[str] = Counter()
    importers: Counter[str] = Counter()
    modules = sources()
    for name, text in modules.items():
        parts = name.split(".")
        depth = 3 if parts[1:2] in (["lab"], ["scale"]) else 2
        rooms["/".join(parts[: min(depth, len(parts) - 1)])] += text.count("\n")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                meters["functions that define retranslate"] += node.name == "retranslate"
                meters["functions that store found or one"] += any(
                    isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store) and part.id in ("found", "one")
                    for part in ast.walk(node)
                )
            elif isinstance(node, ast.ClassDef):
                classes[node.name] += 1
                meters["classes of errors"] += any(is_error(base) for base in node.bases)
            elif isinstance(node, ast.ImportFrom) and node.module:
                importers[node.module] += 1
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
                meters["docstrings with house words"] += bool(HOUSE_WORDS.search(ast.get_docstring(node) or ""))
    short = [name for name, text in modules.items() if text.count("\n") < SPLINTER]
    meters["short modules with one importer"] = sum(importers[name] == 1 for name in short)
    meters["class names used twice"] = sum(number > 1 for number in classes.values())
    return dict(sorted(rooms.items())), dict(sorted(meters.items()))


def is_error(base: ast.expr) -> bool:
    return (getattr(base, "id", None) or getattr(base, "attr", "")).endswith(("Error", "PermissionRefused"))


@pytest.fixture(scope="module")
def measured() -> tuple[dict[str, int], dict[str, int]]:
    return measure()


def test_no_room_has_grown_without_a_word(measured: tuple[dict[str, int], dict[str, int]]) -> None:
    grown = {room: lines for room, lines in measured[0].items() if lines > ROOMS.get(room, 0)}
    assert grown == {}, "say in the commit what was removed for it, or why not, and raise the number of this room alone"


def test_bad_habits_have_only_become_fewer(measured: tuple[dict[str, int], dict[str, int]]) -> None:
    assert measured[1] == METERS, "these may only fall: write the lower number, or mend what raised it"
    assert {name: number for name, number in METERS.items() if number > BEGAN[name]} == {}


def main() -> None:
    for title, table in zip(("ROOMS", "METERS"), measure(), strict=True):
        lines = [f'    "{name}": {number},' for name, number in table.items()]
        sys.stdout.write("\n".join([f"{title}: dict[str, int] = {{", *lines, "}", ""]))


if __name__ == "__main__":
    main()
