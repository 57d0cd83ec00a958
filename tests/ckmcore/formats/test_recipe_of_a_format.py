"""The recipe of a cube format in docs/contributing.md is whole: a format that is added by it and by nothing else is
exported, read back, searched and handed over, by code and by command."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]

WRITER = '''
"""Toy: a cube as lines of words, divided by tabs."""

from pathlib import Path

from ckmcore.formats.check import compare
from ckmcore.formats.cube import Cube, notes_of
from ckmcore.presentation.present import TablePresentation
from ckmcore.formats.read_toy import read_toy


def write_toy(cube: Cube, document: TablePresentation, path: Path) -> None:
    axes = [(one.code, *one.codes) for one in cube.dimensions]
    measures = ("MEASURE", *(one.code for one in cube.measures))
    notes = [("note", text) for text in (cube.title, *notes_of(document))]
    lines = [("toy",), *notes, *(("axis", *one) for one in (*axes, measures)), ("cells", *cube.written())]
    path.write_text("".join("\\t".join(line) + "\\n" for line in lines), encoding="utf-8")


def check_toy(cube: Cube, _document: TablePresentation, path: Path) -> None:
    compare(read_toy(path), cube, [*(one.codes for one in cube.dimensions), [one.code for one in cube.measures]])
'''
READER = '''
"""Toy, read strictly."""

from decimal import Decimal
from pathlib import Path

from ckmcore.formats.check import Axis, FormatViolation, ParsedCube
from ckmcore.formats.leak_findings import LeakScan


def read_toy(path: Path) -> ParsedCube:
    lines = [line.split("\\t") for line in path.read_text(encoding="utf-8").splitlines()]
    if lines[0] != ["toy"]:
        raise FormatViolation("check_encoding")
    axes = tuple(Axis(line[1], tuple(line[2:])) for line in lines if line[0] == "axis")
    return ParsedCube(axes, [text or None for text in lines[-1][1:]])


def search_toy(content: bytes, search: LeakScan) -> None:
    for number, line in enumerate(content.decode("utf-8").splitlines(), start=1):
        kind, *words = line.split("\\t")
        for word in words:
            if kind == "note":
                search.composed(f"{number}", word)
            elif kind == "axis":
                search.code(f"{number}", word, "MEASURE")
            elif word:
                search.number(f"{number}", Decimal(word))
'''
# Of each file that makes a format known: behind which words what is added.
RECIPE = {
    "office/settings.py": {'    "html",\n': '    "toy",\n'},
    "formats/forms.py": {
        "from ckmcore.formats.leak_findings import LeakScan\n": (
            "from ckmcore.formats.read_toy import search_toy\n"
            "from ckmcore.formats.write_toy import check_toy, write_toy\n"
        ),
        "    for form in (\n": (
            '        Form("toy", ".toy", Kind(search_toy, (".toy",), (b"toy\\n",)), write_toy, check_toy, cube=True,\n'
            "             by_ending=True),\n"
        ),
    },
}
TEXTS = {
    "messages/offices.py": {
        '    "office_forms_json-stat": ("JSON-stat 2.0", "JSON-stat 2.0"),\n': (
            '    "office_forms_toy": ("Toy", "Toy"),\n'
        )
    }
}
OWN = {"formats/write_toy.py": WRITER, "formats/read_toy.py": READER}

SCRIPT = """
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.formats.forms import FORMS
from ckmcore.formats.scan import LeakFound
from ckmcore.office.settings import Office
from ckmcore.office.settings_file import write_office

frame = pd.DataFrame({"a": ["x", "y", "y", "z"] * 30, "b": ["1", "2"] * 60})
frame["key"] = [f"{key:.9f}" for key in np.random.default_rng(1).random(len(frame))]
frame.to_csv("data.csv", index=False)
ckm.write_ptable(ckm.design_ptable(D=2, V=1.0), "ptable.csv")
data = ckm.read_microdata("data.csv", ["a", "b"], record_key="key")
table = ckm.protect(ckm.tabulate(data, ckm.TableSpec("a", "b")), ckm.CellKeyMethod(ckm.read_ptable("ptable.csv")))

# By code: by its ending, and by its name.
whole = ckm.export(table, "ending.toy", language="en").read_text("utf-8")
assert whole.startswith("toy"), whole
assert ckm.export(table, "name.toy", form="toy", language="en").read_text("utf-8") == whole

# By command: a table, the tables of a statistic, as the office proposes them; files are searched on demand, too.
files = ["--data", "data.csv", "--ptable", "ptable.csv", "--record-key", "key", "--rows", "a", "--columns", "b"]
assert main(["--language", "en", "table", *files, "--form", "toy", "-o", "command.toy"]) == 0
assert Path("command.toy").read_text("utf-8") == whole
write_office("office.ckmoffice", Office(forms=("toy", "csv")))
with ckm.create_statistic("s.ckm", "People", office="office.ckmoffice", person="A") as work:
    work.add_period("2025", "2025-12-31")
    work.add_records("data.csv", ["a", "b"], record_key="key")
    work.put_in_force(ckm.CellKeyMethod(ckm.read_ptable("ptable.csv")), ckm.Decision(body="Methods"))
    work.save_table("t", ckm.TableSpec("a", "b"))
assert main(["--language", "en", "run", "s.ckm", "--office", "office.ckmoffice", "-o", "run"]) == 0
assert main(["--language", "en", "run", "s.ckm", "--format", "toy", "-o", "named"]) == 0
for folder in ("run", "named"):
    assert sorted(file.suffix for file in Path(folder).iterdir()) == [".csv", ".toy"]  # the report, and the table
assert main(["leak-check", "--statistic", "s.ckm", *map(str, Path("run").glob("*.toy"))]) == 0

# Released: the final files are of the form.
with ckm.work_on_statistic("s.ckm", office="office.ckmoffice", person="A") as work:
    number = work.submit("t", forms=["toy"], language="en")
    work.approve(number)
    work.write(number, "final")
assert [file.suffix for file in Path("final").iterdir()] == [".toy"]
assert main(["leak-check", "command.toy"]) == 0

# What is written is read back and searched.
form = FORMS["toy"]


def written(old, new):
    def write(cube, document, path):
        form.write(cube, document, path)
        path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")

    return write


for old, new, code in (
    ("cells\\t", "cells\\t1", "export_file_faulty"),
    ("note\\t", "note\\tn = 17\\nnote\\t", LeakFound.code),
):
    FORMS["toy"] = replace(form, write=written(old, new))
    try:
        ckm.export(table, "bad.toy", language="en")
    except ckm.CkmError as fault:
        assert fault.code == code
        assert "bad.toy" in fault.text("en")
    else:
        raise AssertionError(code)
    assert not Path("bad.toy").exists()
print("done")
"""


def put(engine: Path, places: dict[str, dict[str, str]]) -> None:
    """Add what the recipe adds to files that there are."""
    for name, more in places.items():
        text = (engine / name).read_text("utf-8")
        for before, added in more.items():
            assert text.count(before) == 1, (name, before)
            text = text.replace(before, before + added)
        (engine / name).write_text(text, "utf-8")


def test_a_format_that_is_added_by_the_recipe_is_exported_checked_searched_and_handed_over(tmp_path: Path) -> None:
    engine = tmp_path / "ckmcore"
    shutil.copytree(ROOT / "ckmcore", engine)
    for name, content in OWN.items():
        (engine / name).write_text(content.lstrip(), "utf-8")
    put(engine, RECIPE)
    put(engine, TEXTS)
    assert len({*OWN, *RECIPE}) <= 4
    ran = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", SCRIPT],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.stdout.endswith("done\n"), ran.stderr


def test_the_recipe_in_the_documents_names_the_same_files() -> None:
    text = (ROOT / "docs" / "contributing.md").read_text("utf-8")
    recipe = text.partition("### A cube format")[2].partition("\n#")[0]
    named = set(re.findall(r"`(\w+/\w+\.py)`", recipe))
    assert named == {name.replace("_toy", "_x") for name in (*OWN, *RECIPE, *TEXTS)}
