"""Files in which bytes were changed end in a sentence or in a reading; never in anything else.

They are read in a process of their own: what falls into a library of C would take the tests with it.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat
import pytest

from ckmcore.dictionary.entry import VariableEntry
from ckmcore.keys import generate_keys
from ckmcore.microdata import Microdata
from ckmcore.prepared import write_prepared
from tests.ckmcore.microdata.books import parts_of, write_ods, write_parts, write_xlsx

ROWS = 60
WORDS = [b"\xff\xff\xff\x7f", b"\x00\x00\x00\x00", b"\xff\xff\xff\xff", b"\x00\x00\x00\x10", b"\n", b"\x00", b'"', b";"]
RDA = "A 1 2 99\n<RECODEABLE>\n<CODELIST> a.cdl\n<HIERARCHICAL>\n<HIERCODELIST> a.hrc\nB 4 6\n<NUMERIC>\n"

# Reads each file it is told of; one line of answer each: the class of the sentence, or nothing.
READER = """
import resource, sys, time
resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
from ckmcore.errors import CkmError
from ckmcore.microdata import preview, read_microdata
for line in sys.stdin:
    path, meta = line.rstrip("\\n").split("\\t")
    meta = meta or None
    start = time.monotonic()
    try:
        shown = preview(path, meta=meta)
        asked = None if shown.format == "prepared" else shown.names[:20]
        read_microdata(path, asked, dialect=shown.dialect, meta=meta)
        answer = "read"
    except CkmError as error:
        texts = error.text("en"), error.text("de")
        answer = type(error).__name__ if all(texts) else "no sentence"
    slow = " slow" if time.monotonic() - start > 10 else ""
    heavy = " heavy" if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > 1_000_000 else ""
    print(answer + slow + heavy, flush=True)
"""


def mutated(content: bytes, chance: random.Random) -> bytes:
    """Cut off, changed in single bytes, bits or words, or with bytes left out; mostly where the description stands."""
    changed = bytearray(content)
    way = chance.randrange(5)
    if way == 0:
        return bytes(changed[: chance.randrange(len(changed))])
    for _ in range(chance.choice([1, 1, 2, 5, 20])):
        place = chance.randrange(min(len(changed), 2000)) if chance.random() < 0.6 else chance.randrange(len(changed))
        if way == 1:
            changed[place] = chance.randrange(256)
        elif way == 2:
            changed[place] ^= 1 << chance.randrange(8)
        elif way == 3:
            word = chance.choice(WORDS)
            changed[place : place + len(word)] = word
        elif len(changed) > 50:
            del changed[place : place + chance.randrange(1, 40)]
    return bytes(changed)


def frame() -> pd.DataFrame:
    number = np.arange(ROWS)
    return pd.DataFrame(
        {"SEX": 1.0 + number % 2, "AGS": np.char.zfill((number % 16).astype(str), 2), "M": number * 7919 % 1000 / 10}
    )


def rows() -> list[list[object]]:
    return [["SEX", "AGS", "M"], *frame().to_numpy().tolist()]


def _statistical(write: Callable[..., None], **more: object) -> Callable[[Path], None]:
    return lambda path: write(frame(), path, **more)


def _prepared(path: Path) -> None:
    data = Microdata.from_pandas(frame().astype({"SEX": str, "AGS": str}), ["SEX", "AGS"], magnitudes=["M"])
    entries = tuple(VariableEntry.of(dimension) for dimension in data.dimensions.values())
    write_prepared(data.with_record_keys(generate_keys(ROWS)), entries, path)


def _arrow(path: Path) -> None:
    import pyarrow.feather as feather

    feather.write_feather(frame(), path, compression="uncompressed")


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
    "ods": lambda path: write_ods(path, {"D": rows()}),
    "csv": lambda path: path.write_text("\n".join(";".join(map(str, row)) for row in rows())),
    "parquet": lambda path: frame().to_parquet(path),
    "prepared": _prepared,
    "arrow": _arrow,
    "fixed": lambda path: path.write_text("".join(f"{row % 7:>2} {row * 7:>6}\n" for row in range(ROWS))),
    "rda": lambda path: path.write_text(RDA),
}


# Workbooks whose parts are changed before they are packed: what a checksum would not tell.
INSIDE = {"xlsx inside": "xl/worksheets/sheet1.xml", "ods inside": "content.xml"}


class Reader:
    """A process that reads files; a new one where one has ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def answer(self, path: Path, meta: Path | None) -> str:
        """How reading ended; empty where the process did."""
        if self._process is None:
            pipe = subprocess.PIPE
            self._process = subprocess.Popen([sys.executable, "-c", READER], stdin=pipe, stdout=pipe, text=True)
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{path}\t{meta or ''}\n")
        process.stdin.flush()
        found = process.stdout.readline().strip()
        if not found:
            self.close()
        return found

    def close(self) -> None:
        if self._process is not None:
            with self._process as process:
                assert process.stdin is not None
                process.stdin.close()
            self._process = None


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    started = Reader()
    yield started
    started.close()


def run(reader: Reader, folder: Path, form: str, count: int) -> dict[str, int]:
    """How the reading of `count` mutated files ended; the chance is that of the format's name."""
    original, target, meta = folder / "original", folder / "mutated", None
    FORMATS[form.removesuffix(" inside")](original)
    parts = parts_of(original) if form in INSIDE else {}
    content = parts[INSIDE[form]] if form in INSIDE else original.read_bytes()
    data = target
    if form in ("fixed", "rda"):
        meta = folder / "a.rda"
        meta.write_text(RDA)
        (folder / "a.cdl").write_text("1,eins\n2,zwei\n")
        (folder / "a.hrc").write_text("\n".join(["G", *(f"@{code}" for code in range(7))]))
    if form == "rda":
        FORMATS["fixed"](data)
        target = folder / "a.rda"
    found: dict[str, int] = {}
    chance = random.Random(form)
    for number in range(count):
        changed = mutated(content, chance)
        if form in INSIDE:
            write_parts(target, {**parts, INSIDE[form]: changed})
        else:
            target.write_bytes(changed)
        answer = reader.answer(data, meta)
        if not answer:
            pytest.fail(f"mutation {number} of {form} ended the process; it lies in {target}")
        found[answer] = found.get(answer, 0) + 1
    return found


def check(found: dict[str, int], count: int) -> None:
    assert sum(found.values()) == count
    bad = {answer for answer in found if answer.endswith(("slow", "heavy", "no sentence"))}
    assert not bad, json.dumps(found)
    assert found.get("read", 0) < count


@pytest.mark.parametrize("form", [*FORMATS, *INSIDE])
def test_two_hundred_mutated_files_of_a_format_end_in_a_sentence_or_a_reading(
    reader: Reader, tmp_path: Path, form: str
) -> None:
    check(run(reader, tmp_path, form, 200), 200)


@pytest.mark.thorough
@pytest.mark.parametrize("form", [*FORMATS, *INSIDE])
def test_two_thousand_mutated_files_of_a_format_end_in_a_sentence_or_a_reading(
    reader: Reader, tmp_path: Path, form: str
) -> None:
    check(run(reader, tmp_path, form, 2000), 2000)
