"""Files of hypercubes: the lines of a table's file, margin by margin; whole or not at all; a zero is a zero in them."""

from __future__ import annotations

import csv
import importlib
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.base.files import NotWritten
from ckmcore.base.numbers import Language
from ckmcore.errors import Cancelled
from ckmcore.formats.check import FormatViolation
from ckmcore.formats.export import export_files
from ckmcore.formats.forms import FORMS, streamed_form
from ckmcore.formats.scan import LeakFound
from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedBlock
from ckmcore.microdata.data import Category, StructuralZero
from ckmcore.office.settings import PLAIN, FormName
from ckmcore.scale.hypercube import forms, stream, stream_csv, stream_parquet
from ckmcore.scale.hypercube.forms import STREAMS
from ckmcore.scale.hypercube.protect import protected_margins
from ckmcore.scale.hypercube.stream import HyperPage, read_margins
from ckmcore.tabulate.raw import Conditions, RawBlock
from tests.ckmcore.faults import faults
from tests.kit.examples import crossed, examples
from tests.kit.fails import fails
from tests.kit.hypercube_files import FORM_NAMES, PLAIN_SPEC, SIGNS, SPEC, page_of, small_parts, written
from tests.kit.listed_tables import LISTED_METHODS, as_list, microdata, records
from tests.kit.long_lines import lines_of

hypercubes: Any = importlib.import_module("ckmcore.scale.hypercube.protect")


def odd_records() -> ckm.Microdata:
    """Records with labels that a CSV has to quote, that a spreadsheet would compute, that are the same."""
    data = records()
    words = {"m": ckm.Texts('=men; "all", or not'), "w": ckm.Texts('=men; "all", or not'), "y3": ckm.Texts("Total")}
    for name in ("sex", "age"):
        dimension = data.dimensions[name]
        categories = tuple(
            Category(one.code, words.get(one.code, one.label), note=ckm.Texts("A note", "Eine Fußnote"))
            for one in dimension.categories
        )
        data = replace(data, dimensions={**data.dimensions, name: replace(dimension, categories=categories)})
    return replace(data, structural_zeros=(StructuralZero((("age", ("y4",)), ("sex", ("w",)))),))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    small_parts(monkeypatch)


@pytest.mark.daily(10)
@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("form", FORM_NAMES)
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(
    "method",
    [
        pytest.param(LISTED_METHODS[0], id="plain", marks=pytest.mark.thorough),
        pytest.param(SIGNS, id="signs"),
        pytest.param(ckm.Rounding(5), id="rounding", marks=pytest.mark.thorough),
    ],
)
@pytest.mark.parametrize(
    "spec",
    [SPEC, PLAIN_SPEC, replace(SPEC, csv_codes="hierarchies"), replace(PLAIN_SPEC, csv_codes="all")],
    ids=["values", "filter", "levels", "codes"],
)
def test_the_lines_are_those_of_a_table(
    form: FormName, language: Language, method: Method, spec: ckm.HyperSpec, tmp_path: Path
) -> None:
    ending, office = FORMS[form].ending, replace(PLAIN, apostrophe=True)
    for number, data in enumerate((records(), odd_records())):
        path = tmp_path / f"{number}{ending}"
        _, made = written(data, spec, method, form, path, language=language, office=office)
        table = ckm.protect(as_list(data, spec.table), method)
        (whole,) = export_files(table, tmp_path / f"t{ending}", form=form, language=language, office=office)
        mine, other = lines_of(path, form), lines_of(whole, form)
        assert made.cells == table.cells
        if number and form == "csv-long":
            # Two categories are called alike: lines are told apart by their order alone.
            assert sorted(_table_lines(path)) == sorted(_table_lines(whole))
        else:
            assert mine == other


@pytest.mark.parametrize(
    ("codes", "heads"),
    [
        ("none", ["land", "sex"]),
        ("hierarchies", ["land", "sex", "land, level"]),
        ("all", ["land", "sex", "land, code", "land, level", "sex, code"]),
    ],
)
def test_long_csv_has_codes_and_levels_as_a_table_has_them(codes: Any, heads: list[str], tmp_path: Path) -> None:
    spec = ckm.HyperSpec(["land", "sex"], csv_codes=codes)
    page, made = written(odd_records(), spec, ckm.Rounding(5), "csv-long", tmp_path / "h.csv")
    table = ckm.protect(as_list(odd_records(), spec.table), ckm.Rounding(5))
    (whole,) = export_files(table, tmp_path / "t.csv", form="csv-long", language="en")
    assert sorted(_table_lines(tmp_path / "h.csv")) == sorted(_table_lines(whole))
    rows = list(csv.reader(io.StringIO((tmp_path / "h.csv").read_text("utf-8"), newline="")))
    assert [one.casefold() for one in next(row for row in rows if len(row) > 2)] == [*heads, "number"]
    assert read_margins(page, STREAMS["csv-long"], tmp_path / "h.csv", made.margins).wrong == ()
    # Two categories that are called alike are told apart by their codes.
    nodes = STREAMS["csv-long"].nodes
    assert nodes is not None
    assert [len(set(own.tolist())) == len(own) for own in nodes(page)] == [True, codes == "all"]


def test_a_code_beside_another_label_is_no_line_of_the_page(tmp_path: Path) -> None:
    path = tmp_path / "h.csv"
    page, made = written(records(), replace(PLAIN_SPEC, csv_codes="all"), ckm.Rounding(5), "csv-long", path)
    text = path.read_text("utf-8")
    line = next(one for one in text.splitlines() if one.startswith("11,"))
    path.write_bytes(text.replace(line, line.replace(",11,", ",12,"), 1).encode())
    with pytest.raises(FormatViolation):
        read_margins(page, STREAMS["csv-long"], path, made.margins)


def _table_lines(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8-sig")
    return text.split("\n\n")[1].splitlines()


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("form", FORM_NAMES)
def test_what_stands_around_the_lines_is_that_of_a_table(form: FormName, tmp_path: Path) -> None:
    ending = FORMS[form].ending
    written(records(), PLAIN_SPEC, LISTED_METHODS[0], form, tmp_path / f"h{ending}")
    table = ckm.protect(as_list(records(), PLAIN_SPEC.table), LISTED_METHODS[0])
    (whole,) = export_files(table, tmp_path / f"t{ending}", form=form, language="en")
    assert _around(tmp_path / f"h{ending}", form) == _around(whole, form)


def _around(path: Path, form: str) -> object:
    if form == "parquet":
        return parquet.read_metadata(path).metadata
    if form == "html-cube":
        return path.read_text(encoding="utf-8").partition('<script type="text/plain"')[0].replace("\u2028", "")
    rows = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline="")))
    if form == "csv-long":
        gaps = [at for at, row in enumerate(rows) if not row]
        return rows[: gaps[0] + 2], rows[gaps[1] :]
    at = rows[0].index("TITLE")
    return rows[0], rows[1][at : at + 3], rows[1][:3]


@pytest.mark.thorough
@settings(max_examples=examples(25), deadline=None)
@given(microdata(), st.sampled_from(LISTED_METHODS), st.sampled_from(FORM_NAMES), st.sampled_from(["de", "en"]))
def test_any_hypercube_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, data: ckm.Microdata, method: Method, form: FormName, language: Language
) -> None:
    path = tmp_path_factory.mktemp("h") / f"h{FORMS[form].ending}"
    spec = ckm.HyperSpec(["sex", "land", "age"], values=["count", "weighted_count"])
    page, made = written(data, spec, method, form, path, language=language)
    assert len(made.margins) == 8
    found = read_margins(page, STREAMS[form], path, made.margins)
    assert found.wrong == ()
    assert found.search.hits == []


@pytest.mark.daily(6)
@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(("form", "method"), crossed(FORM_NAMES, LISTED_METHODS))
def test_a_file_does_not_tell_occupied_cells_from_empty_ones(
    form: FormName, method: Method, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, ending, left_out = [], FORMS[form].ending, 0
    real = hypercubes.raw_margins
    for spec in (SPEC, PLAIN_SPEC):
        monkeypatch.setattr(hypercubes, "raw_margins", real)
        listed = list(ckm.hypercube(records(), spec, method))

        def emptied(*given: Any, listed: list[ProtectedBlock] = listed, **named: Any) -> Iterator[Any]:
            """The margins of data that have nobody in the cells that publish nothing."""
            nonlocal left_out
            for margin, block in zip(real(*given, **named), listed, strict=True):
                assert block.listed is not None
                found: dict[Conditions, RawBlock] = {}
                for own, raw in margin.items():
                    assert raw.listed is not None
                    keep = np.isin(raw.listed.numbers, block.listed.numbers)
                    left_out += int((~keep).sum())
                    found[own] = replace(
                        raw,
                        listed=raw.listed.only(keep),
                        counts=raw.counts[keep],
                        key_sums=None if raw.key_sums is None else raw.key_sums[keep],
                    )
                yield found

        for number, margins in enumerate((real, emptied)):
            monkeypatch.setattr(hypercubes, "raw_margins", margins)
            path = tmp_path / f"{number}{ending}"
            told: list[float] = []
            written(records(), spec, method, form, path, told=told.append)
            files.append((path.read_bytes(), told))
        assert files[-1] == files[-2]
    assert left_out > 0


@pytest.mark.usefixtures("small")
def test_dictionaries_are_the_whole_code_lists_and_row_groups_are_cut_by_lines_alone(tmp_path: Path) -> None:
    path = tmp_path / "h.parquet"
    page, made = written(records(), PLAIN_SPEC, LISTED_METHODS[0], "parquet", path)
    file = parquet.ParquetFile(path, read_dictionary=["land", "age"])
    rows = [file.metadata.row_group(group).num_rows for group in range(file.metadata.num_row_groups)]
    assert rows == [13] * (made.cells // 13) + [made.cells % 13] * bool(made.cells % 13)
    for group in range(len(rows)):
        table = file.read_row_group(group)
        for axis, name in enumerate(("land", "age")):
            for chunk in table.column(name).chunks:
                assert chunk.dictionary.to_pylist() == list(page.cube.dimensions[axis].codes)


@pytest.mark.parametrize("form", FORM_NAMES)
def test_a_changed_margin_is_named(form: FormName, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / f"h{FORMS[form].ending}"
    page, made = written(records(), PLAIN_SPEC, LISTED_METHODS[0], form, path)
    assert [one.lines for one in made.margins][-1] == 1
    changed = tmp_path / f"c{FORMS[form].ending}"
    real = HyperPage.lines

    def other(own: HyperPage, block: ProtectedBlock, margin: int) -> stream.Lines:
        lines = real(own, block, margin)
        if margin == 3:
            figures = lines.figures[0].copy()
            figures[-1] += 1
            return replace(lines, figures=(figures,))
        return lines

    monkeypatch.setattr(HyperPage, "lines", other)
    written(records(), PLAIN_SPEC, LISTED_METHODS[0], form, changed)
    assert read_margins(page, STREAMS[form], changed, made.margins).wrong == (3,)
    assert page.name(3) == "land"
    fewer = [replace(one, lines=one.lines - 1) if at == 2 else one for at, one in enumerate(made.margins)]
    with pytest.raises(FormatViolation):
        read_margins(page, STREAMS[form], path, fewer)


@pytest.mark.parametrize("form", FORM_NAMES)
def test_a_file_that_is_not_what_was_made_is_not_handed_over(
    form: FormName, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = {"parquet": stream_parquet.ParquetStream, "html-cube": forms.PageStream}
    kind: Any = own.get(form, stream_csv.TextStream)
    real = kind.add

    def other(own: Any, lines: stream.Lines, margin: int) -> Any:
        return real(own, replace(lines, figures=(lines.figures[0] + (margin == 1),)), margin)

    monkeypatch.setattr(kind, "add", other)
    with fails("export_file_faulty") as refused:
        written(records(), PLAIN_SPEC, LISTED_METHODS[0], form, tmp_path / f"h{FORMS[form].ending}")
    assert "land × age" in str(refused.value)
    assert list(tmp_path.iterdir()) == []


def _damaged(path: Path, form: str) -> Iterator[bytes]:
    """Contents that are no longer the file's."""
    content = path.read_bytes()
    yield content[:-1]
    yield content + b"\r\n"
    if form == "html-cube":
        yield content.replace(b'"11"', b'"99"', 1)
        yield content.replace(b"<main", b"<main class='n17'", 1)
        packed = re.findall(rb'id="bytes">([^<]*)<', content)[0]
        for changed in (packed[:-8], packed[4:], packed + b"AAAA", packed.swapcase()):
            yield content.replace(packed, changed)
    elif form != "parquet":
        yield content.replace(b"11,", b"99,", 1)
        yield content.replace(b"\r\n", b"\n", 3)
        yield content + b"1,2,3,4\r\n"
        lines = content.split(b"\r\n")
        yield b"\r\n".join([*lines[:9], lines[9].replace(b",", b",,", 1), *lines[10:]])
        yield b"\r\n".join([*lines[:9], lines[9] + b" ", *lines[10:]])
    else:
        yield content.replace(b"PAR1", b"PAR2")
        table = parquet.read_table(path)
        for changed in (
            table.slice(1),
            table.set_column(0, "land", pa.array(["nowhere"] * len(table))),
            table.append_column("more", pa.array(range(len(table)))),
        ):
            parquet.write_table(changed, path.with_suffix(".other"), store_schema=False)
            yield path.with_suffix(".other").read_bytes()


@pytest.mark.parametrize("form", FORM_NAMES)
def test_a_damaged_file_is_not_read_as_it_was(form: FormName, tmp_path: Path) -> None:
    path = tmp_path / f"h{FORMS[form].ending}"
    page, made = written(records(), PLAIN_SPEC, LISTED_METHODS[0], form, path)
    damaged = tmp_path / f"d{FORMS[form].ending}"
    for content in _damaged(path, form):
        assert content != path.read_bytes()
        damaged.write_bytes(content)
        try:
            found = read_margins(page, STREAMS[form], damaged, made.margins)
        except FormatViolation:
            continue
        assert found.wrong or found.search.hits


def test_what_no_page_says_is_found_beside_the_columns(tmp_path: Path) -> None:
    path = tmp_path / "h.parquet"
    page, made = written(records(), PLAIN_SPEC, LISTED_METHODS[0], "parquet", path)
    assert read_margins(page, STREAMS["parquet"], path, made.margins).search.hits == []
    document = page.document
    office = replace(document.office, note=ckm.Texts.same("4711 persons"))
    other = replace(page, document=replace(document, office=office))
    blocks = protected_margins(records(), PLAIN_SPEC, page.plan, LISTED_METHODS[0])
    with STREAMS["parquet"].open(other, tmp_path / "p.parquet", ()) as made_stream:
        for margin, block in enumerate(blocks):
            made_stream.add(other.lines(block, margin), margin)
        made_stream.close()
    hits = read_margins(page, STREAMS["parquet"], tmp_path / "p.parquet", made.margins).search.hits
    assert hits
    assert issubclass(LeakFound, ckm.ProtectionError)


@pytest.mark.daily(1)
@pytest.mark.parametrize("form", FORM_NAMES)
def test_a_full_disk_is_a_sentence_and_leaves_the_former_file(form: FormName, tmp_path: Path) -> None:
    path = tmp_path / f"h{FORMS[form].ending}"
    written(records(), PLAIN_SPEC, ckm.Rounding(3), form, path)
    before = path.read_bytes()
    with faults(tmp_path) as counted:
        written(records(), SPEC, ckm.Rounding(3), form, path)
    every = len(counted.calls)
    said, uncertain = 0, list[str]()
    path.write_bytes(before)
    for failing in range(1, every + 1):
        with faults(tmp_path, failing) as found:
            try:
                written(records(), SPEC, ckm.Rounding(3), form, path)
            except NotWritten:
                said += 1
            except ckm.CkmError as fault:
                uncertain.append(fault.code)  # the new file is there, and the disk did not confirm it
        assert found.happened
        assert [one for one in tmp_path.iterdir() if one != path] == []
        path.write_bytes(before)
    assert said >= 3
    assert set(uncertain) <= {"file_not_certain"}


@pytest.mark.parametrize("form", FORM_NAMES)
def test_who_cancels_leaves_the_former_file(form: FormName, tmp_path: Path) -> None:
    path = tmp_path / f"h{FORMS[form].ending}"
    path.write_bytes(b"former")
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    for stop in (Cancelled, KeyboardInterrupt):

        def told(_: float, stop: type[BaseException] = stop) -> None:
            if stop is KeyboardInterrupt:
                raise stop

        with fails(stop):
            written(
                records(),
                PLAIN_SPEC,
                LISTED_METHODS[0],
                form,
                path,
                told=told,
                **({"cancelled": cancelled} if stop is Cancelled else {}),
            )
        assert [one.name for one in tmp_path.iterdir()] == [path.name]
        assert path.read_bytes() == b"former"


def test_the_hash_of_all_figures_is_the_same_in_each_form(tmp_path: Path) -> None:
    made = [written(records(), SPEC, SIGNS, form, tmp_path / f"{form}{FORMS[form].ending}")[1] for form in FORM_NAMES]
    assert len({one.figures for one in made}) == 1
    page = page_of(records(), SPEC, SIGNS)
    told: list[float] = []
    blocks = protected_margins(records(), SPEC, page.plan, SIGNS)
    assert stream.hashed(page, blocks, told.append).figures == made[0].figures
    assert told[-1] == 1
    _, other = written(records(), SPEC, LISTED_METHODS[0], "parquet", tmp_path / "o.parquet")
    assert other.figures != made[0].figures


def test_other_forms_are_refused_with_those_there_are() -> None:
    for name in ("xlsx", "px", "nothing"):
        with fails("hypercube_form") as refused:
            streamed_form(name)
        assert "SDMX" in str(refused.value)
    assert streamed_form("parquet", Path("a.PARQUET")).name == "parquet"
    with pytest.raises(ckm.InputError):
        streamed_form("csv-long", Path("a.parquet"))


FIRST_FORM = [FORM_NAMES[0], *(pytest.param(name, marks=pytest.mark.thorough) for name in FORM_NAMES[1:])]


@pytest.mark.parametrize("form", FIRST_FORM)
def test_the_page_is_that_of_any_records_with_the_same_dictionary(tmp_path: Path, form: str) -> None:
    files: Mapping[int, Path] = {rows: tmp_path / f"{rows}{FORMS[form].ending}" for rows in (0, 1)}
    # Whether a sex is missing is part of the dictionary.
    spec = replace(PLAIN_SPEC, names=("land", "age"))
    for rows, path in files.items():
        written(records(rows), spec, SIGNS, form, path)
    # Of one record nothing is published, as of none.
    assert files[0].read_bytes() == files[1].read_bytes()
