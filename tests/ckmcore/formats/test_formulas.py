"""Labels that a spreadsheet would compute carry an apostrophe in files of cubes, too; codes and figures stay."""

from __future__ import annotations

import ast
import csv
import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.compare.published import read_published
from ckmcore.formats.export import export_files
from ckmcore.formats.forms import FormName
from ckmcore.formats.formulas import FORMULA_SIGNS
from ckmcore.messages import say
from ckmcore.microdata.data import Category, Dimension
from ckmcore.office.settings import PLAIN
from ckmcore.statistic.period import Period, PeriodSource
from tests.kit.cube_readers import sdmx_cells
from tests.kit.trees import ROOT, trees

LABELS = {"-5": "-5 to 0", "@b": "=1+1", "+c": "+c", "d": "@SUM(1)"}
FORMS: tuple[FormName, ...] = ("genesis", "sdmx-csv-1", "sdmx-csv-2")


def draft(labels: dict[str, str] = LABELS) -> ckm.Draft:
    words = ckm.Texts.same
    codes = np.random.default_rng(1).choice(list(labels), 400)
    data = ckm.Microdata.from_pandas(pd.DataFrame({"a": codes}), ["a"]).with_record_keys(ckm.generate_keys(400))
    categories = tuple(Category(code, words(label)) for code, label in labels.items())
    data = data.with_dimension(Dimension("a", words("=A"), categories))
    statistic = ckm.Statistic(
        words("-People"),
        periods=(Period(words("2025"), "2025-12-31", PeriodSource("file")),),
        source_note=words("@Office"),
    )
    spec = ckm.TableSpec(["a"], title=words("=Table"))
    return statistic.put_in_force(ckm.CellKeyMethod(ckm.design_ptable(D=2, V=1.0))).draft(spec, data)


def cells(path: Path) -> list[list[str]]:
    text = path.read_text("utf-8-sig")
    return list(csv.reader(io.StringIO(text), delimiter=";" if text.startswith("statistics_code") else ","))


@pytest.mark.parametrize("form", FORMS)
def test_labels_like_formulas_carry_an_apostrophe_and_codes_do_not(form: FormName, tmp_path: Path) -> None:
    files = export_files(draft(), tmp_path / "t.csv", form=form, language="en")
    found = {cell for row in cells(files[0]) for cell in row}
    assert {"'=1+1", "'-5 to 0", "'+c", "'@SUM(1)", "'=Table" if form != "genesis" else "'=A"} <= found
    like = {cell for cell in found if cell.startswith(FORMULA_SIGNS)}
    assert like <= {"-5", "@b", "+c"}
    assert "@b" in like
    notes = " ".join(file.read_text("utf-8-sig") for file in files)
    assert say("export_labels_apostrophe", "en") in notes
    assert say("export_codes_like_formulas", "en") in notes


@pytest.mark.parametrize("form", FORMS)
def test_an_office_that_wants_no_apostrophe_has_none_but_the_note_on_codes(form: FormName, tmp_path: Path) -> None:
    office = replace(PLAIN, apostrophe=False)
    files = export_files(draft(), tmp_path / "t.csv", form=form, language="de", office=office)
    found = {cell for row in cells(files[0]) for cell in row}
    assert "=1+1" in found
    assert not [cell for cell in found if cell.startswith("'")]
    notes = " ".join(file.read_text("utf-8-sig") for file in files)
    assert say("export_labels_apostrophe", "de") not in notes
    assert say("export_codes_like_formulas", "de") in notes


@pytest.mark.parametrize("form", FORMS)
def test_usual_labels_and_codes_that_are_numbers_need_no_note(form: FormName, tmp_path: Path) -> None:
    made = draft({"-5": "below", "01": "a", "07": "b"})
    made = replace(made, statistic=ckm.Texts.same("P"), source=ckm.Texts.same("O"), title=ckm.Texts.same("T"))
    files = export_files(made, tmp_path / "t.csv", form=form, language="en")
    notes = " ".join(file.read_text("utf-8-sig") for file in files)
    assert say("export_codes_like_formulas", "en") not in notes


def test_other_programs_find_the_codes_as_they_are(tmp_path: Path) -> None:
    for form in ("sdmx-csv-1", "sdmx-csv-2"):
        (path,) = export_files(draft(), tmp_path / f"{form}.csv", form=form, language="en")  # type: ignore[arg-type]
        codes = {code for key in sdmx_cells(path) for code in key}
        assert {"-5", "@b", "d"} <= codes


def test_the_comparison_with_published_tables_knows_the_apostrophe(tmp_path: Path) -> None:
    path = export_files(draft(), tmp_path / "t.csv", form="genesis", language="en")[0]
    found = read_published(path)
    texts = {part.text for table in found.tables for row in table.rows for part in row}
    assert {"=1+1", "+c"} <= {text.removeprefix("'") for text in texts}


# Modules that write separated lines and take texts as they are, and why.
AS_THEY_ARE = {
    "microdata/addkeys.py": "microdata stay what they were",
    "ptable/files/write.py": "numbers alone, as other programs read them",
    "ptable/magnitudes/write.py": "numbers alone, as other programs read them",
    "scale/database/connect.py": "the address of a server",
    "formats/sheet_formats.py": "the parts of a number format",
}
WRITERS = {"csv.writer", "csv.DictWriter", "write_lines", "';'.join", "'\\t'.join"}
GUARDS = {"guarded", "FormulaGuard", "notes_with_formulas", "FORMULA_SIGNS"}


def test_every_module_that_writes_separated_lines_guards_its_texts_or_is_listed_with_a_reason() -> None:
    found = {}
    for path, tree in trees("ckmcore", r"csv|write_lines|\.join\("):
        calls = {ast.unparse(one.func) for one in ast.walk(tree) if isinstance(one, ast.Call)}
        if calls & WRITERS:
            names = {one.id for one in ast.walk(tree) if isinstance(one, ast.Name)}
            found[path.relative_to(ROOT / "ckmcore").as_posix()] = bool(names & GUARDS)
    assert len(found) > 10
    assert {name for name, guards in found.items() if not guards} == set(AS_THEY_ARE)
