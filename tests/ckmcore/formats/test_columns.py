"""Files written, read and searched text by text: the same bytes, figures, hits and refusals as line by line, also of
files that somebody changed."""

from __future__ import annotations

import csv
import io
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.formats import read_csv
from ckmcore.formats import read_jsonstat as read_jsonstat_file
from ckmcore.formats.check import FormatViolation
from ckmcore.formats.columns import Column, first_line, read_lines, write_lines
from ckmcore.formats.cube import unhidden
from ckmcore.formats.export import export_files
from ckmcore.formats.flat_lines import flat_heads, flat_lines
from ckmcore.formats.formulas import FormulaGuard
from ckmcore.formats.leak_findings import LeakScan
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.read_csv import read_sdmx, search_csv
from ckmcore.formats.read_jsonstat import read_jsonstat, search_jsonstat
from ckmcore.formats.write_csv import written
from ckmcore.methods.method import Method
from ckmcore.presentation.present import present_draft
from tests.kit.examples import examples
from tests.kit.listed_tables import LISTED_METHODS, as_list, records

SPECS = [
    ckm.TableSpec("land", ["sex", "age"]),
    ckm.TableSpec(["land", "sex"], "age", values=[ckm.Value(), ckm.Value("share", base="total", decimals=1)]),
    ckm.TableSpec(
        [
            ckm.Block(ckm.Level("land"), label=ckm.Texts("=by land", "nach Land")),
            ckm.Block(ckm.Level("age"), label=ckm.Texts.same("+ages")),
        ],
        "sex",
    ),
]


def table(spec: ckm.TableSpec, method: Method) -> ckm.ProtectedTable:
    return ckm.protect(as_list(records(), spec), method)


TEXTS = st.text(alphabet='ab,;"\n\r =+äß–\u2028', max_size=6)


@settings(max_examples=examples(60))
@given(rows=st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=12), delimiter=st.sampled_from(",;"))
def test_lines_are_written_as_the_csv_writer_does_and_read_as_its_reader(
    rows: list[tuple[str, str, str]], delimiter: str
) -> None:
    columns = []
    for at in range(3):
        texts = sorted({row[at] for row in rows})
        columns.append(Column(texts, np.array([texts.index(row[at]) for row in rows])))
    found, expected = io.BytesIO(), io.StringIO(newline="")
    write_lines(found, columns, delimiter)
    csv.writer(expected, delimiter=delimiter).writerows(rows)
    content = found.getvalue()
    assert content.decode() == expected.getvalue()
    again = read_lines(content, delimiter, 3)
    assert again is not None
    assert list(zip(*again, strict=True)) == rows
    assert [tuple(column) for column in again] == [tuple(column[:]) for column in again]
    for column, of in zip(again, zip(*rows, strict=True), strict=True):
        assert list(column.texts) == list(dict.fromkeys(of))
        assert dict(column.counts()) == Counter(of)


@settings(max_examples=examples(300))
@given(content=st.binary(max_size=40).map(lambda found: found.translate(None, b"\xff")), width=st.integers(2, 4))
def test_whatever_is_read_as_columns_is_what_a_strict_reader_sees(content: bytes, width: int) -> None:
    for text in (content, content.replace(b"\x01", b",").replace(b"\x02", b"\r\n") + b"\r\n"):
        found = read_lines(text, ",", width)
        if found is not None:
            rows = list(csv.reader(io.StringIO(text.decode(), newline=""), strict=True))
            assert [list(row) for row in zip(*found, strict=True)] == rows


@pytest.mark.parametrize(
    "content",
    [
        b'a,b\r\n"c,d\r\n', b'a,"b"\r\n', b"a,b\n", b"a,b\r\nc\r\n", b"a,b\r\n\r\nc,d\r\n", b'a"b,c\r\n', b"a,\0\r\n",
        b"a,\xff\r\n", b"a,\xed\xa0\x80\r\n", b"", b"\r\n", b"a,b", b"a,b\rc,d\r\n", b"a," + b"x" * 200_000 + b"\r\n",
    ],
)  # fmt: skip
def test_what_is_no_plain_table_is_left_to_the_reader_of_lines(content: bytes) -> None:
    assert read_lines(content, ",", 2) is None


def test_a_first_line_is_taken_where_it_is_plain_to_see() -> None:
    assert first_line(b"a,b\r\nc,d\r\n", ",") == (["a", "b"], 5)
    for content in (b"a,b\n", b'"a",b\r\n', b"a\nb\r\nc", b"", b"\xff,b\r\n"):
        assert first_line(content, ",") is None


@pytest.mark.daily(17)
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("method", LISTED_METHODS)
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_list_for_people_has_the_lines_that_are_made_one_by_one(
    spec: ckm.TableSpec, method: Method, language: Any, tmp_path: Path
) -> None:
    shown = table(spec, method)
    path = ckm.export(shown, tmp_path / "a.csv", form="csv-long", language=language)
    text = path.read_bytes().decode("utf-8-sig")
    page = present_draft(shown, language)
    guard, delimiter = FormulaGuard(page.office.apostrophe), ";" if language == "de" else ","
    expected = io.StringIO(newline="")
    writer = csv.writer(expected, delimiter=delimiter)
    writer.writerow(guard.all(flat_heads(page)))
    for labels, figures, _ in flat_lines(page):
        writer.writerow([*guard.all(labels), *written(figures, page.language)])
    assert f"\r\n\r\n{expected.getvalue()}\r\n" in text


# --- the same refusals ---------------------------------------------------------------------------------------------


def by_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_csv, "read_lines", lambda *_: None)
    monkeypatch.setattr(read_jsonstat_file, "_are_figures", lambda _: False)


def hits(content: bytes, allowed: PublishableContent) -> tuple[Any, ...]:
    search = LeakScan(allowed)
    (search_jsonstat if content.lstrip().startswith(b"{") else search_csv)(content, search)
    return tuple(search.hits), search._taken


def found(path: Path, version: str, program: str) -> Any:
    try:
        read = read_jsonstat(path, program) if program else read_sdmx(path, version, listed=True)
    except FormatViolation as fault:
        return fault.reason.text("de")
    lines = None if read.lines is None else [list(one) for one in read.lines]
    return read.axes, list(read.figures), lines


def changed(content: bytes, chance: np.random.Generator) -> bytes:
    """A byte put in, taken out or replaced, a line twice or gone, two figures exchanged."""
    kind, at = int(chance.integers(0, 6)), int(chance.integers(0, len(content)))
    sign = [b",", b";", b'"', b"\r", b"\n", b"7", b" ", b"=", b"\xff", b"A", b"-"][int(chance.integers(0, 11))]
    if kind == 0:
        return content[:at] + sign + content[at:]
    if kind == 1:
        return content[:at] + content[at + 1 :]
    if kind == 2:
        return content[:at] + sign + content[at + 1 :]
    end = b"\r\n" if b"\r\n" in content else b"\n"
    lines = content.split(end)
    line = int(chance.integers(0, len(lines)))
    if kind == 3:
        return end.join([*lines[:line], lines[line], *lines[line:]])
    if kind == 4:
        return end.join([*lines[:line], *lines[line + 1 :]])
    cells = lines[line].split(b",")
    cells[int(chance.integers(0, len(cells)))] = [b"123456", b"", b"Q", b"Graz", b"1.5"][int(chance.integers(0, 5))]
    return end.join([*lines[:line], b",".join(cells), *lines[line + 1 :]])


@pytest.mark.daily(3)
@pytest.mark.parametrize("form", ["csv-long", "sdmx-csv-1", "sdmx-csv-2", "json-stat"])
@pytest.mark.parametrize("number", range(len(SPECS)))
def test_changed_files_are_refused_for_the_same_reasons(
    form: Any, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = table(SPECS[number], LISTED_METHODS[1])
    paths = sorted(export_files(shown, tmp_path / ("a.json" if form == "json-stat" else "a.csv"), form=form))
    page = present_draft(shown, "en")
    allowed = PublishableContent.of([unhidden(page)])
    chance = np.random.default_rng(number)
    version = "1.0" if form == "sdmx-csv-1" else "2.0"
    program = page.program if form == "json-stat" else ""
    contents = []
    for path in paths:
        original = path.read_bytes()
        contents += [original, *(changed(original, chance) for _ in range(examples(60)))]
    quick = []
    for at, content in enumerate(contents):
        file = tmp_path / f"{at}.csv"
        file.write_bytes(content)
        quick.append((hits(content, allowed), found(file, version, program)))
    assert not quick[0][0][0]
    by_lines(monkeypatch)
    refused = 0
    for at, content in enumerate(contents):
        slow = hits(content, allowed), found(tmp_path / f"{at}.csv", version, program)
        refused += bool(slow[0][0])
        assert quick[at] == slow, content
    assert refused > len(contents) // 4


def test_a_file_is_read_as_columns_where_it_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the other tests compare is not the same road twice."""
    shown, read = table(SPECS[0], LISTED_METHODS[0]), read_csv.read_lines
    done: list[bool] = []

    def lines(content: bytes, delimiter: str, width: int) -> Any:
        columns = read(content, delimiter, width)
        done.append(columns is not None)
        return columns

    monkeypatch.setattr(read_csv, "read_lines", lines)
    ckm.export(shown, tmp_path / "a.csv", form="sdmx-csv-2")
    assert done == [True, True]
    ckm.export(shown, tmp_path / "b.csv", form="csv-long")
    assert done[2:] == [True]
