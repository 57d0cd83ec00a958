"""Each kind of leak planted once into CSV, PC-Axis, JSON-stat, Parquet and HTML is found with its place."""

from __future__ import annotations

import base64
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from ckmcore.base.numbers import Language
from ckmcore.formats.forms import FORMS, FormName
from ckmcore.formats.leak_findings import Kind
from tests.kit.leak_tables import UNPUBLISHED, content, hits
from tests.kit.logos import picture

Change = Callable[[bytes], bytes]


def put(old: str, new: str) -> Change:
    """Replaces a text once; it must be there."""

    def change(whole: bytes) -> bytes:
        text, times = re.subn(old, lambda found: found.expand(new), whole.decode("utf-8"), count=1, flags=re.MULTILINE)
        assert times == 1, old
        return text.encode("utf-8")

    return change


def more(text: str) -> Change:
    return lambda whole: whole + text.encode()


Planted = dict[str, tuple[FormName, Change, Kind, str]]

TEXTS: Planted = {
    "an original in a CSV": ("csv", put(r";(\d{3});", f";{UNPUBLISHED};"), "figure", ":"),
    "a figure in the place of a label": ("csv", put(r"^See[^;]*;1", f"{UNPUBLISHED};1"), "text", ":1"),
    "a label in the place of a figure": ("csv", put(r";(\d{3});", ";01;"), "figure", ":"),
    "a column of counts": ("csv", put(r"^(See[^\r]*)", r"\1;17"), "figure", ":"),
    "a note of its own": ("csv", more("n = 17\r\n"), "text", ":1"),
    "a path in a CSV": ("csv", more("C:\\Users\\me\\data.csv\r\n"), "path", ":1"),
    "bytes that are no text": ("csv", lambda whole: whole + b"\xff\xfe", "bytes", ""),
    "an original in a long CSV": ("csv-long", put(r";(\d{3});", f";{UNPUBLISHED};"), "figure", ":"),
    "a share with more digits": ("csv-long", put(r"(,\d)\r$", r"\g<1>37\r"), "figure", ":"),
    "a second table in a long CSV": ("csv-long", more("\r\na;b;17\r\n"), "text", ":3"),
    "an original in GENESIS": ("genesis", put(r";(\d{2,3});(?=[^;]*;COUNT)", f";{UNPUBLISHED};"), "figure", "2:"),
    "a column in GENESIS": ("genesis", put("statistics_code", "orig;statistics_code"), "text", "1:1"),
    "a code in GENESIS": ("genesis", put(";m;", ";m17;"), "text", ":"),
    "an original in SDMX": ("sdmx-csv-1", put(r",(\d{2,3}),A", f",{UNPUBLISHED},A"), "figure", "2:"),
    "a flow called otherwise": ("sdmx-csv-1", put(r"\(1\.0\)", "(n17)"), "text", "2:1"),
    "a comment in SDMX": ("sdmx-csv-2", put(r"(,[a-z]+ [^,]*|),", r"\1 n=17,"), "text", ":"),
    "a status in SDMX": ("sdmx-csv-2", put(",A,F,", ",K17,F,"), "text", ":"),
    "an original in PC-Axis": ("px", put(r"^(DATA=\r\n)\d+", rf"\g<1>{UNPUBLISHED}"), "figure", "DATA"),
    "a keyword": ("px", put("^STUB=", 'CONTACT="me@host.example";\r\nSTUB='), "part", "CONTACT"),
    "a date of making": ("px", put("^STUB=", 'CREATION-DATE="20261122 17:00";\r\nSTUB='), "part", "CREATION-DATE"),
    "a date of the last change": (
        "px",
        put("^STUB=", 'LAST-UPDATED="20261122 17:00";\r\nSTUB='),
        "part",
        "LAST-UPDATED",
    ),
    "a list of days": ("px", put("^VARIABLE-TYPE", 'TIMEVAL("age")=TLIST(D1);\r\nVARIABLE-TYPE'), "text", "TIMEVAL"),
    "another day in a list": (
        "px",
        put("^VARIABLE-TYPE", 'TIMEVAL("age")=TLIST(A1),"1987";\r\nVARIABLE-TYPE'),
        "text",
        "TIMEVAL",
    ),
    "a day in the place of a period": ("px", put('"2025-12-01"', '"2025-12-17"'), "text", "CODES"),
    "a figure with zeros before it": ("px", put(r"^(DATA=\r\n)", r"\g<1>000"), "figure", "DATA"),
    "a figure with zeros behind it": ("px", put(r"^(DATA=\r\n\d+)", r"\g<1>.000"), "figure", "DATA"),
    "blanks at the end of a line": ("px", put(r";\r\nSTUB=", "; \t \r\nSTUB="), "hidden", "PX"),
    "blanks between figures": ("px", put(r"^(DATA=\r\n\d+) ", r"\g<1>   "), "hidden", "DATA"),
    "blanks behind a label in PC-Axis": ("px", put('"See"', '"See  "'), "hidden", "VALUES"),
    "blanks behind a label in a CSV": ("csv", put("^(See[^;]*);", r"\1  ;"), "hidden", ":1"),
    "blanks behind a figure": ("csv", put(r";(\d{3});", r";\1 ;"), "hidden", ":"),
    "blanks behind a label in GENESIS": ("genesis", put(";See;", ";See ;"), "hidden", ":"),
    "blanks behind a label in SDMX": ("sdmx-csv-2", put(",See,", ",See ,"), "hidden", ":"),
    "a note in PC-Axis": ("px", put('^NOTEX="', 'NOTEX="D=2 '), "text", "NOTEX"),
    "a second note in PC-Axis": ("px", put("^NOTEX=", 'NOTE="n=17";\r\nNOTEX='), "text", "NOTE"),
    "a keyword twice": ("px", put("^STUB=", 'TITLE="Studierende nach Land";\r\nSTUB='), "hidden", "TITLE"),
    "a number behind a keyword": ("px", put("^DECIMALS=1", "DECIMALS=17"), "figure", "DECIMALS"),
    "a sign that says something": ("px", put(r"^(DATA=\r\n)\d+", r'\g<1>"17"'), "text", "DATA"),
    "what stands behind the data": ("px", more("n 17"), "bytes", "PX"),
    "a matrix called otherwise": ("px", put('^MATRIX="[^"]*"', 'MATRIX="PC17"'), "text", "MATRIX"),
    "an original in HTML": ("html", put(r"(<td[^>]*>)\d+", rf"\g<1>{UNPUBLISHED}"), "figure", ":"),
    "a comment in HTML": ("html", put("<main>", "<main><!-- n=17 -->"), "comment", ":"),
    "a script": ("html", put("</main>", "<script>n=17</script></main>"), "script", ":"),
    "an attribute": ("html", put("<td ", '<td data-n="17" '), "part", ":"),
    "an attribute that hides": ("html", put("<td ", "<td hidden "), "hidden", ":"),
    "what happens on a click": ("html", put("<td ", '<td onclick="x()" '), "script", ":"),
    "a name of a cell": ("html", put('id="t1', 'id="n17t1'), "text", ":"),
    "a tag": ("html", put("</main>", "<template>17</template></main>"), "part", ":"),
    "who made the page": ("html", put("<title>", '<meta name="author" content="me"><title>'), "part", ":"),
    "a program that is none of ours": ("html", put('content="ckmdesk', 'content="pc17'), "property", ":"),
    "a number behind the version": ("html", put('(content="ckmdesk [^"]*)"', r'\1 17"'), "property", ":"),
    "another version": ("html", put('content="ckmdesk [^"]*"', 'content="ckmdesk 1.7.17"'), "property", ":"),
    "a second sentence on the program": (
        "html",
        put('(<meta name="gen)', r'<meta name="generator" n="17">\1'),
        "part",
        ":",
    ),
    "what names a cell": ("html", put("<td ", '<td name="generator" '), "part", ":"),
    "a version in PC-Axis": ("px", put(r'^NOTE="([^"]*) [^"]*"', r'NOTE="\1 1.7.17"'), "text", "NOTE"),
    "the program as the note of a variable": (
        "px",
        put(r'^NOTE="([^"]*)"', r'NOTE("Land")="\1"'),
        "text",
        "NOTE",
    ),
    "a link": ("html", put("</main>", '<a href="file:///srv/x">x</a></main>'), "part", ":"),
    "a picture from elsewhere": ("html", put('src="[^"]*"', 'src="https://host.example/x.png"'), "link", ":"),
    "another picture": (
        "html",
        put('src="[^"]*"', f'src="data:image/png;base64,{base64.b64encode(picture(width=9)).decode()}"'),
        "picture",
        ":",
    ),
    "a style with words": ("html", put("</style>", 'td::after { content: "17"; }</style>'), "part", ":"),
    "a comment in the style": ("html", put("</style>", "/* D=2 */</style>"), "part", ":"),
    "an end with more": ("html", put("</main>", "</main n17>"), "hidden", "HTML"),
    "a text in the page": ("html", put("</main>", "n17</main>"), "text", ":"),
    "a processing instruction": ("html", put("<main>", "<?n 17?><main>"), "part", ":"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_leak_planted_into_a_text_is_found_with_its_place(name: str, tmp_path: Path) -> None:
    form, change, kind, place = TEXTS[name]
    found = hits(form, change(content(form, tmp_path)))
    assert any(hit.kind == kind and place in hit.place for hit in found), found


def in_json(*path: Any, value: Any) -> Change:
    def change(whole: bytes) -> bytes:
        raw = json.loads(whole)
        inner = raw
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
        return json.dumps(raw, ensure_ascii=False).encode()

    return change


JSON: dict[str, tuple[Change, Kind, str]] = {
    "an original": (in_json("value", 0, value=UNPUBLISHED), "figure", "$.value[0]"),
    "a text among figures": (in_json("value", 0, value="17"), "text", "$.value[0]"),
    "a key": (in_json("author", value="me"), "part", "$.author"),
    "a key within": (in_json("dimension", "land", "category", "orig", value=[1]), "part", "category.orig"),
    "a link": (in_json("href", value="https://host.example"), "part", "$.href"),
    "a moment": (in_json("updated", value="2026-11-22T17:00:00"), "text", "$.updated"),
    "a note": (in_json("note", value=["D = 2"]), "text", "$.note[0]"),
    "a label": (in_json("dimension", "land", "category", "label", "03", value="See (17)"), "text", "label.03"),
    "a code": (in_json("dimension", "land", "category", "index", 0, value="n17"), "text", "index[0]"),
    "a status": (in_json("status", value={"0": "17"}), "text", "$.status.0"),
    "a cell of a status": (in_json("status", value={"n=17": "x"}), "text", "$.status"),
    "a size": (in_json("size", 0, value=4.25), "figure", "$.size[0]"),
    "decimals": (in_json("dimension", "MEASURE", "category", "unit", "COUNT", "decimals", value=17), "figure", "decim"),
    "a version": (in_json("extension", "generator", value="ckmdesk 1.7.17"), "property", "$.extension.generator"),
    "a version that is a number": (in_json("extension", "generator", value=17), "figure", "$.extension.generator"),
    "an extension": (in_json("extension", "seed", value=17), "part", "$.extension.seed"),
    "a key twice": (put('"class"', '"label": "Studierende nach Land", "class"'), "hidden", ""),
    "more behind the end": (more("17"), "bytes", ""),
}


@pytest.mark.parametrize("name", JSON)
def test_a_leak_planted_into_json_is_found_with_its_place(name: str, tmp_path: Path) -> None:
    change, kind, place = JSON[name]
    found = hits("json-stat", change(content("json-stat", tmp_path)))
    assert any(hit.kind == kind and place in hit.place for hit in found), found


def repacked(table: pa.Table, said: dict[str, str] | None = None, **options: Any) -> bytes:
    target = io.BytesIO()
    with parquet.ParquetWriter(target, table.schema, **{"compression": "zstd", "store_schema": False, **options}) as to:
        to.write_table(table)
        to.add_key_value_metadata(said or {})
    return target.getvalue()


def read(whole: bytes) -> pa.Table:
    return parquet.read_table(io.BytesIO(whole)).replace_schema_metadata(None)


def with_column(table: pa.Table, name: str, values: list[Any]) -> pa.Table:
    return table.append_column(name, pa.array(values + [None] * (table.num_rows - len(values))))


def changed_first(table: pa.Table, name: str, value: Any) -> pa.Table:
    place = table.column_names.index(name)
    column = table.column(name)
    return table.set_column(place, name, pa.array([value, *column.to_pylist()[1:]], column.type))


def unused(table: pa.Table) -> pa.Table:
    place = table.column_names.index("sex")
    codes = table.column("sex").to_pylist()
    words = sorted(set(codes))
    indices = pa.array([words.index(code) for code in codes], pa.int32())
    return table.set_column(place, "sex", pa.DictionaryArray.from_arrays(indices, pa.array([*words, "orig 17"])))


PARQUET: dict[str, tuple[Change, Kind, str]] = {
    "an original": (lambda whole: repacked(changed_first(read(whole), "COUNT", UNPUBLISHED)), "figure", "COUNT"),
    "a code": (lambda whole: repacked(changed_first(read(whole), "sex", "n17")), "text", "sex"),
    "a column": (lambda whole: repacked(with_column(read(whole), "cell_key", [7998])), "text", "schema"),
    "a number with fractions": (lambda whole: repacked(with_column(read(whole), "COUNT_2", [0.7998])), "figure", ""),
    "a word that no line uses": (lambda whole: repacked(unused(read(whole))), "text", "sex"),
    "metadata": (lambda whole: repacked(read(whole), {"seed": "17"}), "property", "seed"),
    "a schema of Arrow": (lambda whole: repacked(read(whole), store_schema=True), "property", "ARROW:schema"),
    "a version": (lambda whole: repacked(read(whole), {"generator": "ckmdesk 1.7.17"}), "property", "generator"),
    "a note in metadata": (lambda whole: repacked(read(whole), {"notes": "D = 2"}), "text", "notes"),
    "words of columns": (lambda whole: repacked(read(whole), {"columns": '{"sex": {"n": 17}}'}), "text", "columns"),
    "the schema of pandas": (lambda whole: repacked(read(whole), {"pandas": "{}"}), "property", "pandas"),
    "bytes between": (lambda whole: whole[:4] + b"secret" + whole[4:], "bytes", ""),
    "bytes before the foot": (
        lambda whole: whole[: -8 - (n := int.from_bytes(whole[-8:-4], "little"))] + b"s17" + whole[-8 - n :],
        "bytes",
        "",
    ),
}


@pytest.mark.parametrize("name", PARQUET)
def test_a_leak_planted_into_parquet_is_found_with_its_place(name: str, tmp_path: Path) -> None:
    change, kind, place = PARQUET[name]
    found = hits("parquet", change(content("parquet", tmp_path)))
    assert any(hit.kind == kind and place in hit.place for hit in found), found


@pytest.mark.daily(12)
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("form", [*FORMS])
def test_a_file_as_it_is_written_holds_nothing_else(form: FormName, language: Language, tmp_path: Path) -> None:
    assert hits(form, content(form, tmp_path, language), language) == ()
