"""What is written is read back first: planted faults of every kind are found, and nothing faulty is handed over."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from random import Random

import pytest

import ckmcore as ckm
from ckmcore.formats.check import FormatViolation
from ckmcore.formats.cube import Cube, cubes
from ckmcore.formats.export import write_checked, write_form
from ckmcore.formats.forms import FORMS, FormName
from ckmcore.presentation.present import TablePresentation, present_draft
from ckmcore.tabulate.spec import Value
from tests.kit.cube_tables import STATISTIC, data
from tests.kit.fails import fails

Change = tuple[str, str]
TEXTS: list[FormName] = ["px", "json-stat", "sdmx-csv-1", "sdmx-csv-2", "genesis", "html"]


@cache
def page() -> TablePresentation:
    """A table with a hierarchy, two values, hidden figures and decimals."""
    values = [Value(), Value("share", base="column", decimals=1)]
    spec = ckm.TableSpec(rows=["land"], columns=["age"], values=values, title=ckm.Texts.same("T"))
    return present_draft(STATISTIC.draft(spec, data()), "en")


@cache
def cube() -> Cube:
    return cubes(page())[0]


def checked(form: FormName) -> Callable[[Path], None]:
    """What reads a file of a form back and compares it with the table."""
    check = FORMS[form].check
    assert check is not None
    return partial(check, cube(), page()) if FORMS[form].cube else partial(check, page())


def whole(form: FormName, folder: Path) -> Path:
    return write_form(page(), FORMS[form], folder / f"t{FORMS[form].ending}")[0]


CHANGES: dict[FormName, list[Change]] = {
    "px": [
        (r'^CHARSET="ANSI";\r\n', ""),
        (r"DECIMALS=1", "DECIMALS=0"),
        (r"AGGREGALLOWED=NO", "AGGREGALLOWED=YES"),
        (r'MATRIX="T";\r\n', ""),
        (r'TITLE="T"', 'TITLE=""'),
        (r'TITLE="T"', f'TITLE="{"T" * 151}"'),
        (r'TITLE="T"', "TITLE=T"),
        (r'TITLE="T";', 'TITLE="T";TITLE="T";'),
        (r'TITLE="T";', 'TITLE="T";SECRET="x";'),
        (r'TITLE="T";', 'TITLE="T"'),
        (r'TITLE="T"', 'TITLE="T'),
        (r'STUB="land"', 'STUB="other"'),
        (r'STUB="land"', 'STUB="age"'),
        (r'VALUES\("age"\)="1 in English"', 'VALUES("age")="2 in English"'),
        (r'VALUES\("age"\)="1 in English",', 'VALUES("age")='),
        (r'CODES\("age"\)="1"', 'CODES("age")="2"'),
        (r'CODES\("age"\)=[^;]*;\r\n', ""),
        (r'ELIMINATION\("age"\)="Total"', 'ELIMINATION("age")="All"'),
        (r'PRECISION\("Value","Number"\)', 'PRECISION("Value","Other")'),
        (r'HIERARCHIES\("land"\)="_T"', 'HIERARCHIES("land")="other"'),
        (r'VARIABLE-TYPE\("Reporting period"\)', 'VARIABLE-TYPE("other")'),
        (r'DATASYMBOL1=".";\r\n', ""),
        (r'(DATA=\r\n)(\d+) ', r"\1"),
        (r'(DATA=\r\n)(\d+) ', r"\1\2 \2 "),
        (r'(DATA=\r\n)(\d+) ', r'\1"." '),
        (r'(DATA=\r\n)(\d+) ', r"\1x "),
        (r'(DATA=\r\n)(\d+) ', r"\1-\2 "),
        (r'"\." ', "0 "),
        (r" \r\n;\r\n$", " \r\n"),
    ],
    "json-stat": [
        (r'"2\.0"', '"1.0"'),
        (r'"class": "dataset"', '"class": "bundle"'),
        (r'"label": "T"', '"label": "T", "secret": 1'),
        (r'"label": "T"', '"label": "T", "label": "T"'),
        (r'"metric": \[\s*"MEASURE"', '"metric": ["other"'),
        (r'"size": \[\s*\d+', '"size": [1'),
        (r'"id": \[\s*"land"', '"id": ["other"'),
        (r'"index": \[\s*"A"', '"index": ["B"'),
        (r'"A": "[^"]*"', '"Z": "A"'),
        (r'"child": \{\s*"_T"', '"child": {"Z"'),
        (r'"decimals": 0', '"digits": 0'),
        (r'"value": \[\n(\d+),', '"value": ['),
        (r'"value": \[\n(\d+),', '"value": [null,'),
        (r'"value": \[\n(\d+),', '"value": ["x",'),
        (r'"value": \[\n(\d+),', r'"value": [\1.5,'),
        (r'"value": \[\n(\d+),', r'"value": [NaN,'),
        (r'"status": \{"(\d+)": "[^"]*"', r'"status": {"\1": "?"'),
        (r'"status": \{"(\d+)"', '"status": {"999999"'),
        (r"null", "0"),
        (r"\}\n$", ""),
    ],
    "sdmx-csv-1": [
        (r"^DATAFLOW", "STRUCTURE"),
        (r"OBS_STATUS,CONF_STATUS", "CONF_STATUS,OBS_STATUS"),
        (r"CKM:DF_T\(1\.0\)", "DF_T"),
        (r"(\r\n[^\r]*)\r\n", r"\1,more\r\n"),
        (r"\r\n[^\r]*\r\n", "\r\n"),
        (r"(\r\n[^\r]*)(\r\n)", r"\1\1\2"),
        (r",A,F,", ",Q,C,"),
        (r",A,F,", ",A,C,"),
        (r",,Q,C,", ",0,Q,C,"),
        (r",,Q,C,", ",0,A,F,"),
        (r",2025-12-31,", ",2025-13-31,"),
        (r",2025-12-31,(\d)", r",2025-12-31,1\1"),
    ],
    "sdmx-csv-2": [
        (r"^STRUCTURE,STRUCTURE_ID,ACTION", "STRUCTURE_ID,STRUCTURE,ACTION"),
        (r"dataflow,", "flow,"),
        (r"\(1\.0\.0\),I,", "(1.0),I,"),
        (r"\(1\.0\.0\),I,", "(1.0.0),D,"),
    ],
    "genesis": [
        (r"^\ufeff", ""),
        (r"statistics_code", "code"),
        (r"1_variable_code", "2_variable_code"),
        (r"\nPEOPLE", "\nPERSONS"),
        (r"(\n[^\n]*)\n", r"\1;more\n"),
        (r"\n[^\n]*\n", "\n"),
        (r"(\n[^\n]*)(\n)", r"\1\1\2"),
        (r";A11;A11 in English;", ";A11;Another;"),
        (r";(\d+);Number;COUNT", r";1\1;Number;COUNT"),
        (r";(\d+);Number;COUNT", r";secret;Number;COUNT"),
        (r";\.;", ";0;"),
        (r";(\d+);Number;COUNT", r";.;Number;COUNT"),
        (r"\(\)\n", "?\n"),
    ],
    "html": [
        (r"^<!DOCTYPE html>\n", ""),
        (r'lang="en"', 'lang="de"'),
        (r"<h1>T</h1>", "<h1></h1>"),
        (r"<h1>T</h1>", "<h1>T</h1><script></script>"),
        (r"<h1>T</h1>", '<h1 onclick="x">T</h1>'),
        (r"<h1>T</h1>", '<h1>T</h1><p><img alt="x" src="x.png"></p>'),
        (r"<h1>T</h1>", '<h1>T</h1><p><img src="data:image/png;base64,eA=="></p>'),
        (r"<h1>T</h1>", "<h1>T</h1><!-- x -->"),
        (r"<h1>T</h1>", "<h1>T<p></h1></p>"),
        (r"<caption>[^<]*</caption>", ""),
        (r"<caption>[^<]*</caption>", "<caption> </caption>"),
        (r"<thead>.*</thead>", ""),
        (r' scope="col"', ""),
        (r' id="t1v0"', ' id="t1v1"'),
        (r' headers="', ' headers="other '),
        (r"<td headers[^>]*>[^<]*</td>", ""),
        (r"(<td headers[^>]*>)[^<]*</td>", r"\g<1>1</td>"),
        (r"(<td headers[^>]*>)[^<]*</td>", r"\g<1>?</td>"),
        (r"(<td headers[^>]*>)\.</td>", r"\g<1>0</td>"),
        (r"<tbody>\n<tr>.*?</tr>\n", "<tbody>\n"),
        (r"</html>", ""),
    ],
}  # fmt: skip
CASES = [(form, *change) for form, changes in CHANGES.items() for change in changes]


@pytest.mark.parametrize("form", [name for name, form in FORMS.items() if form.check])
def test_what_we_write_is_right(form: FormName, tmp_path: Path) -> None:
    checked(form)(whole(form, tmp_path))


@pytest.mark.parametrize(("form", "found", "put"), CASES)
def test_a_planted_fault_is_found(form: FormName, found: str, put: str, tmp_path: Path) -> None:
    path = whole(form, tmp_path)
    before = path.read_bytes().decode("utf-8")
    after, count = re.subn(found, put, before, count=1, flags=re.DOTALL if form == "html" else 0)
    assert count == 1, "the fault was not planted"
    assert after != before
    path.write_bytes(after.encode("utf-8"))
    with pytest.raises(FormatViolation) as fault:
        checked(form)(path)
    for language in ("de", "en"):
        assert fault.value.reason.text(language)  # type: ignore[arg-type]


def test_a_fault_of_parquet_is_found(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as parquet

    path = whole("parquet", tmp_path)
    table, metadata = parquet.read_table(path), dict(parquet.read_metadata(path).metadata)
    count = table.column("COUNT").to_pylist()
    place = table.schema.get_field_index("COUNT")

    def with_counts(figures: list[int | None]) -> pa.Table:
        return table.set_column(place, "COUNT", pa.array(figures, pa.int64()))

    shown = next(number for number, figure in enumerate(count) if figure is not None)
    hidden = next(number for number, figure in enumerate(count) if figure is None)
    faulty = {
        "another figure": (with_counts([*count[:shown], count[shown] + 1, *count[shown + 1 :]]), metadata),
        "a hidden figure": (with_counts([*count[:hidden], 1, *count[hidden + 1 :]]), metadata),
        "a figure less": (with_counts([*count[:shown], None, *count[shown + 1 :]]), metadata),
        "a line less": (table.slice(1), metadata),
        "a line twice": (pa.concat_tables([table, table.slice(0, 1)]), metadata),
        "a column more": (table.append_column("secret", table.column("COUNT")), metadata),
        "metadata more": (table, {**metadata, b"pandas": b"{}"}),
        "metadata less": (table, {b"title": b"T"}),
    }
    for content, said in faulty.values():
        with parquet.ParquetWriter(path, content.schema, store_schema=False) as writer:
            writer.write_table(content)
            writer.add_key_value_metadata(said)
        with pytest.raises(FormatViolation):
            checked("parquet")(path)
    path.write_bytes(b"PAR1 and nothing else")
    with pytest.raises(FormatViolation):
        checked("parquet")(path)


FIGURES: dict[FormName, str] = {
    "px": r"(?<=[ \n])\d+(?:\.\d)? ",
    "json-stat": r"(?<=[,\n])\d+(?:\.\d)?(?=[,\n])",
    "sdmx-csv-1": r"(?<=2025-12-31,)[\d.]+",
    "sdmx-csv-2": r"(?<=2025-12-31,)[\d.]+",
    "genesis": r"(?<=;)\d+(?:\.\d)?(?=;Number;COUNT)|(?<=;)\d+\.\d(?=;%;)",
    "html": r'(?<=">)[\d,.]*\d(?=</td>)',
}


@pytest.mark.daily(3)
@pytest.mark.parametrize("form", TEXTS)
def test_any_changed_digit_of_a_figure_is_found(form: FormName, tmp_path: Path) -> None:
    path = whole(form, tmp_path)
    text, chance = path.read_bytes().decode("utf-8"), Random(3)
    start = text.index("DATA=") if form == "px" else text.index('"value"') if form == "json-stat" else 0
    figures = [found.span() for found in re.finditer(FIGURES[form], text) if found.start() > start]
    assert len(figures) > 80
    for begin, end in chance.sample(figures, 40):
        at = chance.choice([place for place in range(begin, end) if text[place].isdigit()])
        digit = str((int(text[at]) + chance.randint(1, 9)) % 10)
        path.write_bytes((text[:at] + digit + text[at + 1 :]).encode("utf-8"))
        with pytest.raises(FormatViolation):
            checked(form)(path)


@pytest.mark.parametrize("form", TEXTS)
def test_bytes_that_are_no_utf_8_are_found(form: FormName, tmp_path: Path) -> None:
    path = whole(form, tmp_path)
    path.write_bytes(path.read_bytes().replace(b"English", b"Engl\xfcsh", 1))
    with pytest.raises(FormatViolation):
        checked(form)(path)


def test_a_faulty_file_is_not_handed_over_and_the_old_one_stays(tmp_path: Path) -> None:
    path = tmp_path / "t.px"
    path.write_text("the old one")
    with fails("export_file_faulty") as fault:
        write_checked(FORMS["px"], path, lambda target: target.write_text("no px") and None, checked("px"))
    assert "t.px" in fault.value.text("de")
    assert "PC-Axis" in fault.value.text("de")
    assert path.read_text() == "the old one"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("form", ["px", "json-stat", "parquet", "html"])
@pytest.mark.parametrize("version", ["", "1.7.17"])
def test_a_file_that_names_another_version_than_its_table_or_none_is_faulty(
    form: FormName, version: str, tmp_path: Path
) -> None:
    checked(form)(whole(form, tmp_path))
    info = page().info
    assert info is not None
    changed = replace(page(), info=replace(info, engine=version))
    other = write_form(changed, FORMS[form], tmp_path / f"o{FORMS[form].ending}")[0]
    with pytest.raises(FormatViolation):
        checked(form)(other)
