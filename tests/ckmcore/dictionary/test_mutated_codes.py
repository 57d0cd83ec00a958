"""Files of codes in which bytes were changed end in a sentence or in a reading; never in anything else."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ckmcore.base.texts import Texts
from ckmcore.dictionary.code_lists import applied, list_notices, read_code_list
from ckmcore.dictionary.derive import derived_codes
from ckmcore.dictionary.hierarchy_check import hierarchy_check
from ckmcore.dictionary.hierarchy_files import read_hierarchy
from ckmcore.dictionary.recodes import read_recode
from ckmcore.errors import CkmError
from ckmcore.microdata.data import Category, Dimension
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.variable import VariableEntry
from tests.ckmcore.mutants import mutated
from tests.kit.workbooks import parts_of, write_ods, write_parts, write_xlsx

CODES = tuple(f"{number:02d}" for number in range(40))
GROUPED = Hierarchy.from_depths([("N", 0), *((code, 1) for code in CODES)])
VARIABLE = Dimension("v", Texts.same("V"), tuple(map(Category.plain, CODES)), GROUPED)
LIST = [["code", "label", "gültig ab"], *([code, f"Wert {code}", "2020"] for code in CODES)]
PARENTS = [["code", "parent", "label"], *([code, f"G{int(code) % 5}", f"Wert {code}"] for code in CODES)]
LEVELS = [["land", "land_label", "kreis"], *([f"G{int(code) // 9}", "Gruppe", code] for code in CODES)]


def text_of(rows: list[list[str]]) -> bytes:
    return "\n".join(";".join(row) for row in rows).encode()


def _list(path: Path) -> None:
    found = read_code_list(path)
    entry = VariableEntry.of(VARIABLE)
    after = applied(entry, found)
    assert {one.code for one in after.categories} >= set(CODES)
    list_notices(entry, found)


def _recode(path: Path) -> None:
    derived_codes(CODES, read_recode(path, VARIABLE).derivation)


def _tree(path: Path) -> None:
    found = read_hierarchy(path, CODES)
    assert set(found.labels) <= set(found.hierarchy.index)
    assert len(found.hierarchy.index) == len(found.hierarchy.nodes)
    hierarchy_check(found.hierarchy, VARIABLE)


TEXTS: dict[str, tuple[Callable[[Path], None], bytes, str]] = {
    "cdl": (_list, "".join(f"{code},Wert {code}\n" for code in CODES).encode(), ".cdl"),
    "code list": (_list, text_of(LIST), ".csv"),
    "recode": (_recode, b'1:00-05\n2:6,7,9-12\n3:30-\n4:-00\n<MISSING> 4\n<CODELIST> "a.cdl"\n', ".grc"),
    "tree recode": (_recode, b"<TREERECODE>\nN\n", ".grc"),
    "hrc": (_tree, "\n".join(("@" * (number % 3)) + code for number, code in enumerate(CODES)).encode(), ".hrc"),
    "hrc by content": (_tree, ("N\n" + "".join(f"..{code}\n" for code in CODES)).encode(), ".txt"),
    "parents": (_tree, text_of(PARENTS), ".csv"),
    "levels": (_tree, text_of(LEVELS), ".csv"),
    "depths": (_tree, b"hier,level,name\n" + b"".join(b"a,@@,%d\n" % number for number in range(30)), ".csv"),
}
BOOKS = {
    "code list xlsx": (_list, write_xlsx, LIST, "xl/worksheets/sheet1.xml"),
    "parents xlsx": (_tree, write_xlsx, PARENTS, "xl/worksheets/sheet1.xml"),
    "levels ods": (_tree, write_ods, LEVELS, "content.xml"),
}


def run(folder: Path, form: str, count: int) -> dict[str, int]:
    """How the reading of `count` mutated files ended."""
    chance = random.Random(form)
    parts: dict[str, bytes] = {}
    inside = ""
    if form in TEXTS:
        read, content, ending = TEXTS[form]
    else:
        read, write, rows, inside = BOOKS[form]
        parts, ending = parts_of(write(folder / "original", {"A": rows})), ".book"  # type: ignore[operator]
        content = parts[inside]
    target = folder / f"mutated{ending}"
    found: dict[str, int] = {}
    for number in range(count):
        changed = mutated(content, chance)
        if inside:
            write_parts(target, {**parts, inside: changed})
        else:
            target.write_bytes(changed)
        start = time.monotonic()
        try:
            read(target)
            answer = "read"
        except CkmError as error:
            answer = error.code if error.text("en") and error.text("de") else "no sentence"
        if time.monotonic() - start > 10:
            pytest.fail(f"mutation {number} of {form} was slow")
        found[answer] = found.get(answer, 0) + 1
    return found


@pytest.mark.daily(2)
@pytest.mark.filterwarnings("ignore:.*other labels of the same codes:ckmcore.CkmWarning")
@pytest.mark.parametrize("form", [*TEXTS, *BOOKS])
def test_many_mutated_files_end_in_a_sentence_or_a_reading(tmp_path: Path, form: str) -> None:
    number = 120 if form in TEXTS else 30
    found = run(tmp_path, form, number)
    assert found.get("read", 0) < sum(found.values()) == number
    assert "no sentence" not in found


@pytest.mark.thorough
@pytest.mark.parametrize("form", [*TEXTS, *BOOKS])
def test_two_thousand_mutated_files_end_in_a_sentence_or_a_reading(tmp_path: Path, form: str) -> None:
    found = run(tmp_path, form, 2000)
    assert found.get("read", 0) < sum(found.values()) == 2000
    assert "no sentence" not in found
