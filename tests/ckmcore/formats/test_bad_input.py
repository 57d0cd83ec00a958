"""What no table should have and no computer should do, in the forms that people read: PDF, workbook, cube as a page.

Letters that the font of PDF lacks, 100 000 rows and 300 columns of PDF are looked at in test_pdf.py.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
import pikepdf
import pytest

import ckmcore as ckm
from ckmcore.errors import InputError
from ckmcore.formats.cube import clean
from ckmcore.methods.draft import Draft
from ckmcore.office.settings import FormName
from ckmcore.tabulate.spec import Level, TableSpec
from ckmcore.typesetting.tagged_pages import TaggedPages
from tests.kit.cube_pages import facts_and_planes
from tests.kit.statistics import small_data, small_statistic

ROOT = Path(__file__).parents[3]
SHOWN: tuple[FormName, ...] = ("pdf", "xlsx", "html-cube")
ENDINGS = {"pdf": ".pdf", "xlsx": ".xlsx", "html-cube": ".html"}
RIGHT_TO_LEFT, HAN = ("ישראל", "القاهرة"), ("東京都", "北京市")
CONTROLS = ("a\x07b", "a\tb\nc", "\x1b[31m", "a\u0000b", "\u202eabc")
MARKUP = ('#import "x.typ"', "$x^2$", "<label>", "*bold*", "= head", "// gone", "\\u{41}", "`raw`", "[a]", "#{1+1}",
          "</script><script>", "<!--", "&amp;", "]]>", "{{x}}", "%s")  # fmt: skip


def labelled(*labels: str) -> Draft:
    """A table whose rows have these labels."""
    groups = tuple(ckm.Group(ckm.Texts.same(label), ("0",)) for label in labels)
    return small_statistic().draft(TableSpec(rows=Level("area", groups=groups), columns=["sex"]), small_data())


def written(shown: Any, form: FormName, folder: Path) -> bytes:
    return ckm.export(shown, folder / f"t{ENDINGS[form]}", form=form, language="en").read_bytes()


def texts(content: bytes, form: FormName) -> set[str]:
    """All texts of cells and titles of a file, by a reader of others but for the cube."""
    return set(_texts(content, form))


def _texts(content: bytes, form: FormName) -> Iterator[str]:
    if form == "pdf":
        with pikepdf.open(BytesIO(content)) as pdf:
            pages = TaggedPages(pdf)
            yield from (cell.text for table in pages.tables() for line in (*table.head, *table.body) for cell in line)
            yield from (text for _, *several in pages.blocks() for text in several)
    elif form == "xlsx":
        for sheet in openpyxl.load_workbook(BytesIO(content)):
            yield from (cell for line in sheet.iter_rows(values_only=True) for cell in line if isinstance(cell, str))
    else:
        facts, _ = facts_and_planes(content)
        yield facts["words"]["title"]
        yield from (label for axis in facts["axes"] for label in axis["labels"])


@pytest.mark.daily(1)
@pytest.mark.parametrize("form", SHOWN)
def test_labels_that_are_markup_come_out_letter_by_letter(form: FormName, tmp_path: Path) -> None:
    assert set(MARKUP) <= texts(written(labelled(*MARKUP), form, tmp_path), form)


@pytest.mark.thorough
@pytest.mark.parametrize("labels", [RIGHT_TO_LEFT, HAN])
@pytest.mark.parametrize("form", SHOWN)
def test_words_from_right_to_left_and_of_han_are_whole_or_named(
    form: FormName, labels: tuple[str, ...], tmp_path: Path
) -> None:
    if form == "pdf":  # its font lacks them, and another one is the office's choice
        with pytest.raises(InputError) as fault:
            written(labelled(*labels), form, tmp_path)
        assert fault.value.code == "letters_without_glyph"
        assert list(tmp_path.iterdir()) == []
        return
    assert set(labels) <= texts(written(labelled(*labels), form, tmp_path), form)


@pytest.mark.daily(2)
@pytest.mark.parametrize("label", CONTROLS)
@pytest.mark.parametrize("form", SHOWN)
def test_signs_that_do_not_print_are_left_out_or_refused(form: FormName, label: str, tmp_path: Path) -> None:
    content = b""
    with suppress(InputError):
        content = written(labelled(label, "other"), form, tmp_path)
    if not content:
        assert form == "pdf"
        assert list(tmp_path.iterdir()) == []
        return
    # Workbooks have their own way to write such a sign, which programs do not show.
    found = {re.sub(r"_x00[01]\w_", "", text) for text in texts(content, form)}
    assert clean(label) in {clean(text) for text in found}
    assert not [text for text in found if any(sign in text for sign in "\x00\x07\x1b")]


@pytest.mark.daily(1)
@pytest.mark.parametrize("form", SHOWN)
def test_a_title_of_two_thousand_letters_is_whole(form: FormName, tmp_path: Path) -> None:
    title = " ".join(f"word{number:03}" for number in range(250))
    made = replace(labelled("one"), title=ckm.Texts.same(title))
    found = texts(written(made, form, tmp_path), form)
    assert any(title in " ".join(text.split()) for text in found)


def many(rows: int, columns: int) -> ckm.ProtectedTable:
    """A table of so many rows and columns, without totals."""
    count = max(rows, columns)
    frame = pd.DataFrame(
        {"place": [f"p{number % rows:06}" for number in range(count)], "kind": [n % columns for n in range(count)]}
    )
    frame["kind"] = frame["kind"].map("k{:03}".format)
    data = ckm.Microdata.from_pandas(frame, ["place", "kind"])
    return ckm.protect(ckm.tabulate(data, TableSpec("place", "kind")), ckm.Rounding(2))


@pytest.mark.thorough
@pytest.mark.parametrize("form", ["xlsx", "html-cube"])
@pytest.mark.parametrize(("rows", "columns"), [(3, 300), (100_000, 1)])
def test_300_columns_and_100_000_rows_are_all_there(form: FormName, rows: int, columns: int, tmp_path: Path) -> None:
    found = texts(written(many(rows, columns), form, tmp_path), form)
    assert {f"p{number:06}" for number in range(rows)} <= found
    assert {f"k{number:03}" for number in range(columns)} <= found


CHILD = """
import os, resource, signal, sys
import ckmcore as ckm
from ckmcore.base import files
from ckmcore.errors import CkmError
from tests.ckmcore.formats.test_bad_input import labelled

path, form, what = sys.argv[1:]
made = labelled("one", "two")
if what == "full":
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))
else:
    os.replace = files.os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
try:
    ckm.export(made, path, form=form, language="en")
except CkmError as fault:
    print(type(fault).__name__)
"""


@pytest.mark.thorough
@pytest.mark.skipif(os.name != "posix", reason="limits and signals of POSIX")
@pytest.mark.parametrize("what", ["full", "killed"])
@pytest.mark.parametrize("form", SHOWN)
def test_a_full_disk_or_a_kill_in_the_middle_leaves_the_file_of_before(
    form: FormName, what: str, tmp_path: Path
) -> None:
    path = tmp_path / f"t{ENDINGS[form]}"
    path.write_bytes(b"the file of before")
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(path), form, what], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.stdout.strip(), done.returncode) == (("NotWritten", 0) if what == "full" else ("", -9)), done.stderr
    assert path.read_bytes() == b"the file of before"
    if what == "full":
        assert list(tmp_path.iterdir()) == [path]
