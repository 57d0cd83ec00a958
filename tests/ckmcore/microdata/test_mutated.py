"""Microdata in which bytes were changed end in a sentence or in a reading; never in anything else."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat
import pytest

from ckmcore.keys.record_keys import generate_keys
from ckmcore.microdata import Microdata
from ckmcore.microdata.prepared import write_prepared
from ckmcore.microdata.variable import VariableEntry
from tests.ckmcore.mutants import SAMPLE, THOROUGH, Campaign, Reader
from tests.kit.workbooks import parts_of, write_ods, write_parts, write_xlsx

ROWS = 60
RDA = "A 1 2 99\n<RECODEABLE>\n<CODELIST> a.cdl\n<HIERARCHICAL>\n<HIERCODELIST> a.hrc\nB 4 6\n<NUMERIC>\n"


def frame() -> pd.DataFrame:
    number = np.arange(ROWS)
    return pd.DataFrame(
        {"SEX": 1.0 + number % 2, "AGS": np.char.zfill((number % 16).astype(str), 2), "M": number * 7919 % 1000 / 10}
    )


def rows() -> list[list[object]]:
    return [["SEX", "AGS", "M"], *frame().to_numpy().tolist()]


def text() -> str:
    return "\n".join(";".join(map(str, row)) for row in rows())


def _statistical(write: Callable[..., None], **more: object) -> Callable[[Path], None]:
    return lambda path: write(frame(), path, **more)


def _prepared(path: Path) -> None:
    data = Microdata.from_pandas(frame().astype({"SEX": str, "AGS": str}), ["SEX", "AGS"], magnitudes=["M"])
    entries = tuple(VariableEntry.of(dimension) for dimension in data.dimensions.values())
    write_prepared(data.with_record_keys(generate_keys(ROWS)), entries, path)


def _arrow(path: Path) -> None:
    import pyarrow.feather as feather

    feather.write_feather(frame(), path, compression="uncompressed")


# The records as a workbook of Excel 97, which nothing here writes.
XLS = Path(__file__).with_name("small.xls")
LABELS = {"variable_value_labels": {"SEX": {1: "m", 2: "w"}}, "column_labels": {"SEX": "Geschlecht"}}
FORMATS: dict[str, Callable[[Path], object]] = {
    "sav": _statistical(pyreadstat.write_sav, missing_ranges={"SEX": [9]}, **LABELS),
    "packed sav": _statistical(pyreadstat.write_sav, row_compress=True, **LABELS),
    "zsav": _statistical(pyreadstat.write_sav, compress=True, **LABELS),
    "por": _statistical(pyreadstat.write_por),
    "dta": _statistical(pyreadstat.write_dta, **LABELS),
    "dta 10": _statistical(pyreadstat.write_dta, version=10, **LABELS),
    "xpt": _statistical(pyreadstat.write_xport),
    "xpt 5": _statistical(pyreadstat.write_xport, file_format_version=5),
    "xlsx": lambda path: write_xlsx(path, {"D": rows()}),
    "xls": lambda path: path.write_bytes(XLS.read_bytes()),
    "ods": lambda path: write_ods(path, {"D": rows()}),
    "csv": lambda path: path.write_text(text()),
    "parquet": lambda path: frame().to_parquet(path),
    "prepared": _prepared,
    "parquet of texts": lambda path: frame().astype(str).to_parquet(path, compression="zstd", row_group_size=20),
    "arrow": _arrow,
    "csv packed": lambda path: path.write_bytes(gzip.compress(text().encode())),
    "fixed": lambda path: path.write_text("".join(f"{row % 7:>2} {row * 7:>6}\n" for row in range(ROWS))),
}
# What a description of a text file consists of.
DESCRIBED = {
    "a.rda": RDA,
    "a.cdl": "1,eins\n2,zwei\n",
    "a.hrc": "\n".join(["G", *(f"@{code}" for code in range(7))]),
}
# Workbooks whose parts are changed before they are packed: what a checksum would not tell.
INSIDE = {
    "xlsx inside": ("xlsx", "xl/worksheets/sheet1.xml"),
    "xlsx strings": ("xlsx", "xl/sharedStrings.xml"),
    "xlsx sheets": ("xlsx", "xl/workbook.xml"),
    "ods inside": ("ods", "content.xml"),
}
FORMS = [*FORMATS, *DESCRIBED, *INSIDE]


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    started = Reader()
    yield started
    started.close()


def campaign(reader: Reader, folder: Path, form: str, count: int) -> None:
    """`count` mutated files of a format are read; the chance is that of the format's name."""
    original, target = folder / "original", folder / "mutated"
    if form in ("fixed", *DESCRIBED):
        for name, text in DESCRIBED.items():
            (folder / name).write_text(text)
        FORMATS["fixed"](target)
        changed = folder / form if form in DESCRIBED else target
        Campaign(reader, "data", changed, folder / "a.rda", target).run(changed.read_bytes(), count, form)
    elif form in INSIDE:
        whole, name = INSIDE[form]
        FORMATS[whole](original)
        parts = parts_of(original)

        def pack(changed: bytes) -> bytes:
            return write_parts(original, {**parts, name: changed}).read_bytes()

        Campaign(reader, "data", target).run(parts[name], count, form, pack)
    else:
        FORMATS[form](original)
        Campaign(reader, "data", target).run(original.read_bytes(), count, form)


@pytest.mark.daily(3)
@pytest.mark.parametrize("form", FORMS)
def test_mutated_files_of_a_format_end_in_a_sentence_or_a_reading(reader: Reader, tmp_path: Path, form: str) -> None:
    campaign(reader, tmp_path, form, SAMPLE)


@pytest.mark.thorough
@pytest.mark.parametrize("form", FORMS)
def test_ten_thousand_mutated_files_of_a_format_end_in_a_sentence_or_a_reading(
    reader: Reader, tmp_path: Path, form: str
) -> None:
    campaign(reader, tmp_path, form, THOROUGH)
