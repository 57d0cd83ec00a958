"""A cube as a page: what a reader is shown are the published cells, and the file holds nothing else."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.base.numbers import Language
from ckmcore.formats import read_html_cube, write_html_cube
from ckmcore.formats.check import FormatViolation
from ckmcore.formats.cube import Cube, cubes, unhidden
from ckmcore.formats.forms import FORMS
from ckmcore.formats.leak_findings import Kind
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.scan import scan_content
from ckmcore.methods.protected import Sign
from ckmcore.microdata.data import Category, Dimension
from ckmcore.presentation.present import TablePresentation, present_draft
from ckmcore.tabulate.spec import Presentation
from tests.kit.cube_pages import SCRIPT, Facts, PageScript, Planes, facts_and_planes, put_together, texts_by_choice
from tests.kit.cube_tables import STATISTIC, data
from tests.kit.examples import examples
from tests.kit.fails import fails
from tests.kit.leak_tables import UNPUBLISHED, content, hits, page
from tests.kit.listed_tables import LISTED_METHODS, as_list, records

FORM = FORMS["html-cube"]
NONE = {"en": "not published", "de": "nicht ausgewiesen"}
VALUES = ["count", ckm.Value("share", base="row", decimals=1)]
LISTED = ckm.TableSpec(rows=["land", "age"], columns=["sex"], values=VALUES)


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> None:
    """What Qt's engine for scripts needs; without Qt these tests are skipped."""
    pytest.importorskip("PySide6.QtQml")
    request.getfixturevalue("qapp")


def written(document: TablePresentation, folder: Path, cube: Cube | None = None) -> bytes:
    cube = cube or cubes(unhidden(document))[0]
    write_html_cube.write_html_cube(cube, unhidden(document), folder / "t.html")
    write_html_cube.check_html_cube(cube, unhidden(document), folder / "t.html")
    return (folder / "t.html").read_bytes()


class _Tags(HTMLParser):
    def __init__(self, content: bytes) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, str] = {}
        self.feed(content.decode("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, text: str) -> None:
        tag, given = self.tags[-1] if self.tags else ("", {})
        self.inside.setdefault(f"{tag} {given.get('type', '')}".strip(), text)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)


def test_the_page_needs_nothing_else_and_lets_nothing_else_run(tmp_path: Path) -> None:
    tags = _Tags(content("html-cube", tmp_path))
    assert not {"img", "link", "iframe", "form", "object", "a", "base"} & {tag for tag, _ in tags.tags}
    assert not {"src", "href", "style", "onclick"} & {name for _, given in tags.tags for name in given}
    (policy,) = [given["content"] for _, given in tags.tags if given.get("http-equiv") == "Content-Security-Policy"]
    hashes = [
        base64.b64encode(hashlib.sha256(tags.inside[name].encode()).digest()).decode() for name in ("script", "style")
    ]
    assert policy == (
        "default-src 'none'; base-uri 'none'; form-action 'none'; "
        f"script-src 'sha256-{hashes[0]}'; style-src 'sha256-{hashes[1]}'"
    )
    script = tags.inside["script"]
    assert script == SCRIPT.read_text("utf-8")
    assert not re.search(
        r"\b(fetch|XMLHttpRequest|WebSocket|eval|Function|import|innerHTML|open)\s*\(|http|//\w", script
    )
    assert not re.search(r"\breduce\b|\bsum\b|[Tt]otal \+|/ [a-z]+\.total", script)


@pytest.mark.parametrize("language", ["de", "en"])
def test_state_source_method_legend_and_notes_are_there_without_the_script(language: Language, tmp_path: Path) -> None:
    text = content("html-cube", tmp_path, language).decode("utf-8")
    document = page(language)
    assert f'lang="{language}"' in text
    for line in (*document.lines, *document.notes):
        assert f'<p dir="auto">{line}</p>' in text
    assert "<noscript>" in text
    released = replace(document.info, number="2026-017", released="2026-02-01") if document.info else None
    again = written(replace(document, info=released), tmp_path).decode("utf-8")
    assert "2026-017" in again


def shown_and_wanted(document: TablePresentation, folder: Path, choices: int) -> None:
    """Compare what the script shows for drawn choices with the cube, cell by cell."""
    document = unhidden(document)
    cube, language, office = cubes(document)[0], document.language, document.office
    script = PageScript(written(document, folder))
    unlisted = document.table.blocks[0].unlisted
    rest = [NONE[language] if sign is None else office.sign(sign) if sign else "0" for sign in unlisted]
    wanted = texts_by_choice(cube, office.sign, language, rest)
    assert script.choose()
    assert script.cells().items() <= wanted.items()
    sizes = [*cube.shape, *([len(cube.measures)] if len(cube.measures) > 1 else [])]
    drawn = random.Random(7)
    seen = set(script.cells())
    for _ in range(choices):
        choice = [drawn.choice(["rows", "columns", drawn.randrange(size)]) for size in sizes]
        assert script.choose(choice)
        cells = script.cells()
        assert cells.items() <= wanted.items()
        assert len(cells) == np.prod([size for size, one in zip(sizes, choice, strict=True) if isinstance(one, str)])
        seen |= set(cells)
    assert script.choose(["rows"] * len(sizes))
    assert script.cells() == wanted
    assert seen


@pytest.mark.usefixtures("engine")
def test_what_is_shown_are_the_published_cells_also_where_they_do_not_add_up(tmp_path: Path) -> None:
    for language in ("de", "en"):
        shown_and_wanted(page(language), tmp_path, 4)
    values = [ckm.Value(), ckm.Value("share", base="column", decimals=1)]
    draft = STATISTIC.draft(ckm.TableSpec(rows=["land"], columns=["age"], values=values), data())
    shown_and_wanted(present_draft(draft, "de"), tmp_path, 4)


@pytest.mark.usefixtures("engine")
@pytest.mark.daily(1)
@pytest.mark.parametrize("method", LISTED_METHODS, ids=str)
def test_what_is_not_listed_is_shown_as_the_note_says_or_as_not_published(method: Any, tmp_path: Path) -> None:
    table = ckm.protect(as_list(records(), LISTED), method)
    for language in ("de", "en"):
        shown_and_wanted(present_draft(table, language), tmp_path, examples(9))


@pytest.mark.usefixtures("engine")
def test_a_picture_draws_published_cells_of_one_value_and_no_total(tmp_path: Path) -> None:
    document = page("en")
    cube = cubes(document)[0]
    script = PageScript(content("html-cube", tmp_path, "en"))
    sizes, draw = [*cube.shape, len(cube.measures)], random.Random(4)
    drawn = 0
    for _ in range(30):
        row, column = draw.sample(range(len(sizes) - 1), 2)
        choice: list[Any] = [draw.randrange(size) for size in sizes]
        choice[row], choice[column] = "rows", "columns"
        assert script.choose(choice)
        shown, picture = script.cells(), script.ask("drawnOf(cube, grid, rows)")
        totals = [next(at for at, each in enumerate(one.categories) if each.total) for one in cube.dimensions]
        for bar in (bar for bars in picture["bars"] for bar in bars):
            at = [*choice]
            at[row], at[column] = bar["row"], bar["column"]
            assert bar["text"] == shown[tuple(at)]
            assert bar["row"] != totals[row]
            assert bar["column"] != totals[column]
            drawn += 1
        assert (picture["rows"], picture["columns"]) == (sizes[row] - 1, sizes[column] - 1)
    assert drawn > 100
    assert script.choose(["rows", "columns", 0, "rows"])
    assert script.ask("drawnOf(cube, grid, rows)") is None


@pytest.mark.usefixtures("engine")
def test_figures_of_any_size_are_shown_digit_by_digit(tmp_path: Path) -> None:
    document = page("en")
    cube = cubes(document)[0]
    figures = cube.figures[0].copy()
    odd = [2**63 - 1, -(2**63 - 1), -1, 10, 100, 99, -100, 10**18, 0, 7]
    figures.ravel()[: len(odd)] = odd
    large = replace(cube, figures=(figures, figures.copy()))
    script = PageScript(written(document, tmp_path, large))
    script.choose(["rows"] * 4)
    assert script.cells() == texts_by_choice(large, document.office.sign, "en", [])
    assert "9,223,372,036,854,775,807" in script.cells().values()
    assert "−922,337,203,685,477,580.7" in script.cells().values()


@pytest.mark.usefixtures("engine")
def test_rows_are_sorted_found_and_hidden(tmp_path: Path) -> None:
    script = PageScript(content("html-cube", tmp_path, "en"))
    names = "rows.map(row => cube.axes[0].names[grid.on('rows', row)[0]])"
    script.choose()
    plain = script.ask(names)
    assert plain[-1] == "Total"
    script.choose(None, sort={"column": 2, "down": True})
    numbers = script.ask("rows.map(row => published(cube, grid, row, 2).number)")
    assert numbers == sorted(numbers, reverse=True)
    script.choose(None, sort={"column": -1, "down": True})  # upwards they may stand already, by rules for hyphens
    assert sorted(script.ask(names)) == sorted(plain)
    assert script.ask(names) != plain
    script.choose(None, find="  moun ")
    assert len(script.ask(names)) == 1
    script.choose(None, find="03")  # a code
    assert script.ask(names)[0].startswith("Sea & <b>")
    listed = ckm.protect(as_list(records(), LISTED), LISTED_METHODS[0])
    script = PageScript(written(present_draft(listed, "en"), tmp_path))
    script.choose(["rows", "rows", 0, 0])
    every = len(script.ask("rows"))
    script.choose(["rows", "rows", 0, 0], hides=True)
    assert 0 < len(script.ask("rows")) < every
    assert script.ask("rows.every(row => grid.ids[row])")


@pytest.mark.usefixtures("engine")
def test_a_copy_and_a_csv_carry_codes_guards_and_that_figures_are_not_added_up(tmp_path: Path) -> None:
    script = PageScript(content("html-cube", tmp_path, "de"))
    script.choose()
    lines = script.lines(";")
    assert lines[0] == "Title"
    assert "Bitte die Zahlen nicht addieren: Jede ist einzeln geschützt. Summen stehen in der Tabelle." in lines
    head = next(place for place, line in enumerate(lines) if line.startswith("Code Land;"))
    first = lines[head + 1].split(";")
    assert first[:2] == ["01", "'=Bergland ²⁾"]
    assert all(re.fullmatch(r"\d+", figure) for figure in first[2:])
    assert "Foot" in lines
    assert lines[-2].strip('"').startswith("Bezeichnungen, die mit =, +, - oder @ beginnen")
    script.choose(["rows", "rows", "columns", "columns"])
    both = script.lines("\t")
    head = next(place for place, line in enumerate(both) if line.startswith("Code Land\t"))
    assert both[head - 1].startswith("\t\t\t\t")
    assert any("," in figure for figure in both[head + 1].split("\t")[4:])


@pytest.mark.parametrize(("label", "unit"), [("Income, euro", ""), ("Income", "euro"), ("Persons in euro", "euro")])
def test_a_unit_that_the_label_of_a_value_says_is_not_said_again(label: str, unit: str, tmp_path: Path) -> None:
    document = page("en")
    cube = cubes(document)[0]
    measures = (replace(cube.measures[0], label=label, unit="euro"), *cube.measures[1:])
    facts, _ = facts_and_planes(written(document, tmp_path, replace(cube, measures=measures)))
    assert facts["values"][0]["unit"] == unit


@pytest.mark.usefixtures("engine")
def test_corrected_figures_and_footnotes_have_their_marks_on_screen_and_in_a_csv(tmp_path: Path) -> None:
    document = page("de")
    assert document.info is not None
    info = replace(document.info, number="2", released="2026-02-01", corrects="1")
    document = replace(document, info=info, marks=replace(document.marks, revised=frozenset({(0, 0, 0, 1)})))
    whole = written(document, tmp_path)
    assert "r: gegenüber Nr. 1 berichtigter Wert" in whole.decode("utf-8")
    script = PageScript(whole)
    script.choose(["rows", "rows", "columns", "columns"])
    marks = script.ask("rows.map(row => [0, 1, 2, 3].map(column => marksOf(cube, grid, choice, row, column)))")
    assert marks[0] == ["", "r", "", ""]
    assert [text for line in marks for text in line if text] == ["r", "³⁾", "³⁾"]
    noted = [line for line in script.lines("\t") if line.startswith(("r: ", "³⁾: "))]
    assert len(noted) == 3
    assert noted[0].startswith("r: =Bergland ²⁾ · 1 · m · ")
    script.choose([0, 0, "rows", 0])
    assert script.ask("rows.map(row => marksOf(cube, grid, choice, row, 0))") == ["", "", ""]
    assert scan_content(whole, "t.html", PublishableContent.of([document])) == ()


@pytest.mark.usefixtures("engine")
def test_a_choice_is_kept_in_the_address_and_only_one_of_this_cube_is_taken(tmp_path: Path) -> None:
    script = PageScript(content("html-cube", tmp_path))
    for choice in (["rows", 2, "columns", 1], ["rows", "rows", "columns", "rows"], [0, 0, 0, 0]):
        script.run(f"var address = addressOf({json.dumps(choice)})")
        assert script.ask("choiceOf(cube, address)") == choice
    for wrong in (
        "",
        "#",
        "#rows",
        "#rows.2.columns",
        "#rows.2.columns.9",
        "#rows.-1.columns.0",
        "#a.b.c.d",
        "#rows.2.columns.1.0",
    ):
        assert script.ask(f"choiceOf(cube, {json.dumps(wrong)})") is None


@pytest.mark.usefixtures("engine")
def test_a_table_of_too_many_places_is_not_made(tmp_path: Path) -> None:
    script = PageScript(content("html-cube", tmp_path, "de"))
    script.run("for (const axis of cube.axes) axis.codes.length = 70")
    assert not script.choose(["rows"] * 4)
    assert script.choose(["rows", "rows", "columns", 0])


@pytest.mark.usefixtures("engine")
def test_one_cell_and_no_dimension_are_a_page(tmp_path: Path) -> None:
    draft = STATISTIC.draft(ckm.TableSpec(rows=[], columns=[], title=ckm.Texts.same("All")), data())
    script = PageScript(written(present_draft(draft, "de"), tmp_path))
    assert script.choose()
    (text,) = script.cells().values()
    assert re.fullmatch(r"[\d\u00a0]+", text)
    assert script.lines(";")[0] == "Title"


@pytest.mark.usefixtures("engine")
def test_more_categories_than_a_byte_names_and_labels_that_are_alike_are_told_apart(tmp_path: Path) -> None:
    codes = [f"{code:03d}" for code in range(300)]
    frame = pd.DataFrame({"place": [*codes, "007"], "sex": ["m", "w", "w"] * 100 + ["m"]})
    made = ckm.Microdata.from_pandas(frame, ["place", "sex"]).with_record_keys(ckm.generate_keys(301))
    labels = tuple(Category(code, ckm.Texts.same("Kassel" if code in ("007", "299") else code)) for code in codes)
    made = made.with_dimension(Dimension("place", ckm.Texts.same("Place"), labels))
    document = present_draft(STATISTIC.draft(ckm.TableSpec("place", "sex"), made), "en")
    cube = cubes(document)[0]
    script = PageScript(written(document, tmp_path))
    assert script.choose(["rows", "rows"])
    assert script.cells() == texts_by_choice(cube, document.office.sign, "en", [])
    names = script.ask("cube.axes[0].names")
    assert names.count("Kassel (007)") == names.count("Kassel (299)") == 1
    assert "Kassel" not in names
    assert "008" in names


@pytest.mark.usefixtures("engine")
def test_rows_that_a_table_hides_are_on_the_page(tmp_path: Path) -> None:
    hides = Presentation(hide_rows=True)
    spec = ckm.TableSpec(rows=["age"], filters=[ckm.Condition("age", ("10",))], presentation=hides)
    document = present_draft(STATISTIC.draft(spec, data()), "en")
    script = PageScript(written(document, tmp_path))
    assert script.choose()
    assert len(script.cells()) == len(cubes(unhidden(document))[0].dimensions[0])


HOSTILE = {
    "a": "</script><script>alert(1)</script>",
    "b": "<!-- <b> -->",
    "c": "\"quoted\" & 'single' &amp; &lt;",
    "d": "line\u2028separator\u2029here",
    "e": "NUL\0 and \x07 bell",
    "f": "\u202eright to left\u202c שלום عربى",
    "g": "漢字とかな",
    "h": "",
    "i": "=1+1",
    "j": "]]> ${x} `y` \\u003c {title}",
    "k": "\ud800 half a letter",
}


def hostile() -> ckm.Draft:
    frame = pd.DataFrame({name: list(HOSTILE) * 30 for name in ("one", "two")})
    made = ckm.Microdata.from_pandas(frame, ["one", "two"]).with_record_keys(ckm.generate_keys(len(frame)))
    categories = tuple(Category(code, ckm.Texts.same(label)) for code, label in HOSTILE.items())
    for name in ("one", "two"):
        made = made.with_dimension(Dimension(name, ckm.Texts.same(HOSTILE["a"]), categories))
    return STATISTIC.draft(ckm.TableSpec("one", "two", title=ckm.Texts.same("</title><!--" + HOSTILE["c"])), made)


@pytest.mark.parametrize("language", ["de", "en"])
def test_labels_end_no_script_and_are_shown_as_they_are(language: Language, tmp_path: Path) -> None:
    path = ckm.export(hostile(), tmp_path / "t.html", form="html-cube", language=language)
    facts, _ = facts_and_planes(path.read_bytes())
    tags = [tag for tag, _ in _Tags(path.read_bytes()).tags]
    assert tags.count("script") == 3
    assert "b" not in tags
    labels = facts["axes"][0]["labels"]
    assert labels[:3] == [HOSTILE["a"], HOSTILE["b"], HOSTILE["c"]]
    assert labels[4] == "NUL and bell"
    assert labels[6:8] == ["漢字とかな", "h"]
    assert facts["words"]["title"] == " ".join(("</title><!--" + HOSTILE["c"]).split())


@pytest.mark.thorough
def test_pages_are_the_same_bytes_in_other_processes_languages_and_zones(tmp_path: Path) -> None:
    code = (
        "import sys; from tests.kit.cube_tables import STATISTIC, data; import ckmcore as ckm\n"
        "draft = STATISTIC.draft(ckm.TableSpec(rows=['land'], columns=['age']), data())\n"
        "ckm.export(draft, sys.argv[1], form='html-cube', language='de')"
    )
    root = Path(__file__).parents[3]
    made = []
    for number, zone in enumerate(("UTC", "Pacific/Kiritimati")):
        language = ("C", "tr_TR.UTF-8")[number]
        path = tmp_path / f"{number}.html"
        env = {**os.environ, "TZ": zone, "LC_ALL": language, "PYTHONHASHSEED": str(number), "PYTHONPATH": str(root)}
        subprocess.run([sys.executable, "-X", "utf8", "-c", code, path], env=env, cwd=root, check=True)
        made.append(path.read_bytes())
    assert made[0] == made[1]


def test_a_cube_too_large_is_refused_with_the_forms_that_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_html_cube, "CELL_LIMIT", 20)
    draft = STATISTIC.draft(ckm.TableSpec(rows=["land"], columns=["age"]), data())
    with fails("html_cube_too_large") as refused:
        ckm.export(draft, tmp_path / "t.html", form="html-cube")
    assert "Parquet" in refused.value.text("de")
    assert list(tmp_path.iterdir()) == []


def test_the_fixed_text_of_now_is_the_last_one_known(tmp_path: Path) -> None:
    """Who changes tags, style or script adds its hash; pages of former versions are known by theirs."""
    assert read_html_cube.fixed_hash(content("html-cube", tmp_path)) == read_html_cube.FIXED_TEXTS[-1]


# --- what is planted is found --------------------------------------------------------------------------------------


def planted(change: Callable[[Facts, Planes], Planes | None]) -> Callable[[bytes], bytes]:
    return lambda whole: put_together(whole, change)


def put(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    def change(whole: bytes) -> bytes:
        assert old in whole, old
        return whole.replace(old, new, 1)

    return change


def fact(*path: Any, value: Any) -> Callable[[bytes], bytes]:
    def change(facts: Facts, _: Planes) -> None:
        inner: Any = facts
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value

    return planted(change)


def byte(plane: int, cell: int, value: int) -> Callable[[bytes], bytes]:
    def change(_: Facts, planes: Planes) -> None:
        assert planes[plane, cell] != value
        planes[plane, cell] = value

    return planted(change)


def more_planes(facts: Facts, planes: Planes) -> Planes:
    facts["values"][0]["planes"] += 1
    return np.insert(planes, 3 + facts["values"][0]["planes"] - 1, 0, axis=0)


def packed(change: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    """Changes what is packed, as base64."""

    def whole(content: bytes) -> bytes:
        (inside,) = re.findall(rb'id="bytes">([^<]*)<', content)
        return content.replace(inside, change(inside))

    return whole


def stored_otherwise(inside: bytes) -> bytes:
    """The same bytes, packed by another program that puts an empty block before them."""
    return base64.b64encode(b"\0\0\0\xff\xff" + base64.b64decode(inside))


PLANTED: dict[str, tuple[Callable[[bytes], bytes], Kind]] = {
    "an original among the counts": (byte(4, 3, 47), "figure"),
    "a figure more often than it is published": (planted(lambda _, planes: np.put(planes[3], [0, 1], 99)), "figure"),
    "a figure of another value": (byte(6, 5, 99), "figure"),
    "a byte that is no two digits": (byte(3, 2, 100), "bytes"),
    "a category that there is not": (byte(0, 2, 200), "bytes"),
    "two cells for one": (byte(2, 1, 0), "bytes"),
    "a column that is not needed": (planted(more_planes), "bytes"),
    "a column of minus signs without any": (fact("values", 0, "negative", value=True), "bytes"),
    "a cell more": (fact("cells", value=7), "bytes"),
    "a label": (fact("axes", 0, "labels", 0, value=f"Bergland ({UNPUBLISHED})"), "text"),
    "a label with a path": (fact("axes", 0, "labels", 0, value="C:\\Users\\me"), "path"),
    "a code": (fact("axes", 0, "codes", 0, value="n17"), "text"),
    "a title": (fact("axes", 0, "title", value="n = 17"), "text"),
    "a footnote mark": (fact("axes", 0, "note", value="¹⁷⁾"), "text"),
    "a footnote mark of a cell": (fact("notes", 0, 1, value="⁹⁾"), "text"),
    "a text in the place of a mark": (fact("notes", 0, 1, value="17"), "bytes"),
    "a parent": (fact("axes", 0, "parents", 0, value=1), "hidden"),
    "a total": (fact("axes", 0, "total", value=0), "hidden"),
    "a name of a value": (fact("values", 0, "label", value="Original"), "text"),
    "a unit": (fact("values", 0, "unit", value="D=2"), "text"),
    "a code of a value": (fact("values", 0, "code", value="SEED17"), "text"),
    "decimals": (fact("values", 0, "places", value=3), "figure"),
    "a sign": (fact("signs", 2, 0, value="17"), "text"),
    "a word of the page": (fact("words", "copy", value="n = 17"), "text"),
    "another word": (fact("words", "seed", value="17"), "part"),
    "a thousands separator": (fact("words", "group", value="17"), "text"),
    "a key": (fact("seed", value=17), "bytes"),
    "a key within": (fact("axes", 0, "keys", value=[1, 2]), "bytes"),
    "blanks in what is said of the cube": (put(b'{"language"', b'{ "language"'), "bytes"),
    "a key twice": (put(b'{"language":"de"', b'{"language":"de","language":"de"'), "bytes"),
    "letters written otherwise": (put(b'"cells":', b'"c\\u0065lls":'), "bytes"),
    "a note": (put(b"Bitte zitieren.", b"n = 17"), "text"),
    "a title of the page": (put(b"<title>", b"<title>n = 17 "), "text"),
    "a paragraph": (put(b"<footer>\n", b'<footer>\n<p dir="auto">D = 2</p>\n'), "text"),
    "a paragraph that hides": (put(b"<footer>\n", b'<footer>\n<p hidden dir="auto">D = 2</p>\n'), "bytes"),
    "a letter written as a number": (put(b"Amt f", b"&#65;mt f"), "bytes"),
    "who made the page": (put(b'content="ckmdesk', b'content="pc17'), "property"),
    "a comment": (put(b"<main ", b"<!-- n = 17 --><main "), "comment"),
    "an attribute": (put(b"<main ", b'<main data-n="17" '), "script"),
    "a comment in the script": (put(b"function start() {", b"function start() { // n = 17"), "script"),
    "a figure in the script": (put(b"1 << 22", b"4194304"), "script"),
    "a word in the style": (put(b".total th,", b".n17 th,"), "script"),
    "another script": (put(b"</body>", b"<script>n=17</script></body>"), "script"),
    "a link": (put(b"</body>", b'<link href="https://host.example/17"></body>'), "link"),
    "another policy": (put(b"default-src 'none'", b"default-src *"), "script"),
    "bytes behind the end": (lambda whole: whole + b"17", "script"),
    "bytes before the script": (put(b"</footer>\n", b"</footer>\n17"), "script"),
    "another sentence without script": (put(b"<noscript>\n<p>", b"<noscript>\n<p>17 "), "text"),
    "bytes behind what is packed": (
        packed(lambda inside: base64.b64encode(base64.b64decode(inside) + b"n17")),
        "bytes",
    ),
    "an empty block in what is packed": (packed(stored_otherwise), "bytes"),
    "letters between what is packed": (packed(lambda inside: inside[:40] + b"\n" + inside[40:]), "bytes"),
    "what is packed is cut": (packed(lambda inside: inside[:-4]), "bytes"),
    "bytes that are no text": (lambda whole: whole.replace(b"<footer>\n", b"<footer>\n\xff", 1), "bytes"),
}


@pytest.mark.parametrize("name", PLANTED)
def test_what_is_planted_into_a_page_is_found(name: str, tmp_path: Path) -> None:
    change, kind = PLANTED[name]
    whole = content("html-cube", tmp_path)
    changed = change(whole)
    assert changed != whole
    found = hits("html-cube", changed)
    assert kind in {hit.kind for hit in found}, found
    assert all(hit.place for hit in found)


def test_what_is_planted_into_any_column_is_found_or_is_another_published_figure(tmp_path: Path) -> None:
    whole = content("html-cube", tmp_path)
    _, planes = facts_and_planes(whole)
    for plane in range(len(planes)):
        assert hits("html-cube", byte(plane, 1, 99 - int(planes[plane, 1]) // 2)(whole)), plane


@pytest.mark.daily(1)
@pytest.mark.parametrize("seed", range(6))
def test_no_change_of_a_single_byte_goes_unseen(seed: int, tmp_path: Path) -> None:
    whole, drawn = content("html-cube", tmp_path), random.Random(seed)
    begin, end = whole.index(b'id="cube"'), whole.index(b"</script>", whole.index(b'id="bytes"'))
    for number in range(examples(240)):
        at = drawn.randrange(len(whole)) if number % 2 else drawn.randrange(begin, end)
        others = (bytes([whole[at] ^ 1 << drawn.randrange(8)]), b"", bytes([whole[at], drawn.randrange(256)]))
        assert hits("html-cube", whole[:at] + others[number % 3] + whole[at + 1 :]), (number, at)


def test_a_page_with_another_figure_sign_or_order_is_not_handed_over(tmp_path: Path) -> None:
    document = unhidden(page("de"))
    cube = cubes(document)[0]
    path = tmp_path / "t.html"
    figures = cube.figures[0].copy()
    figures.ravel()[:2] = figures.ravel()[1::-1]
    signs = cube.signs[0].copy()
    signs.ravel()[0] = Sign.UNCERTAIN
    others = [replace(cube, figures=(figures, *cube.figures[1:])), replace(cube, signs=(signs, *cube.signs[1:]))]
    others += [replace(cube, title="T"), replace(cube, notes=()), replace(cube, measure=("M", "Other"))]
    for other in others:
        write_html_cube.write_html_cube(other, document, path)
        with pytest.raises(FormatViolation):
            write_html_cube.check_html_cube(cube, document, path)
