"""The page: figures under the heads that a screen reader says, notes, nothing from outside; what it cannot hold."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.base.numbers import Language
from ckmcore.formats import write_html as html
from ckmcore.formats.check import FormatViolation
from ckmcore.formats.export import write_form
from ckmcore.formats.forms import FORMS
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.read_html import check_fragment
from ckmcore.formats.scan import scan_content
from ckmcore.formats.write_html import html_text, part_name
from ckmcore.office.settings import Office
from ckmcore.presentation.present import TablePresentation, figure_text, present_draft
from ckmcore.tabulate.spec import Footnote, Level, Value
from tests.kit.cube_tables import STATISTIC, data, drafts
from tests.kit.fails import fails
from tests.kit.logos import picture


@dataclass
class Grid:
    """A table of a page as a browser lays it out: `cells[row][column]` are tag, text, names of the header cells."""

    caption: str = ""
    cells: list[list[tuple[str, str, tuple[str, ...]]]] = field(default_factory=list)
    head: int = 0


class Page(HTMLParser):
    """Reads pages as a browser does: cells that reach over several places stand in each of them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: list[Grid] = []
        self.names: dict[str, str] = {}
        self.text: dict[str, str] = {}
        self.open: list[str] = []
        self.down: dict[int, list[object]] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "table":
            self.tables.append(Grid())
        elif tag == "tr":
            self.tables[-1].cells.append([])
            self.fill()
        elif tag in ("th", "td"):
            self.cell = (tag, given, "")
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_data(self, text: str) -> None:
        where = self.open[-1] if self.open else ""
        if where in ("th", "td"):
            self.cell = (self.cell[0], self.cell[1], self.cell[2] + text)
        elif where == "caption":
            self.tables[-1].caption += text
        else:
            self.text[where] = self.text.get(where, "") + text + "\n"

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        if tag in ("th", "td"):
            kind, given, text = self.cell
            if "id" in given:
                self.names[given["id"]] = text.strip("\u2003")
            found = (kind, text, tuple(given.get("headers", "").split()))
            row = self.tables[-1].cells[-1]
            for _ in range(int(given.get("colspan", 1))):
                if int(given.get("rowspan", 1)) > 1:
                    self.down[len(row)] = [int(given["rowspan"]) - 1, found]
                row.append(found)
            self.fill()
        elif tag == "thead":
            self.tables[-1].head = len(self.tables[-1].cells)

    def fill(self) -> None:
        """What reaches down from the lines above."""
        row = self.tables[-1].cells[-1]
        while len(row) in self.down:
            left, found = self.down[len(row)]
            if left == 1:
                del self.down[len(row)]
            else:
                self.down[len(row)] = [left - 1, found]  # type: ignore[operator]
            row.append(found)  # type: ignore[arg-type]


def read(page: TablePresentation) -> Page:
    return Page(html_text(page))


@pytest.mark.daily(1)
@pytest.mark.parametrize("language", ["de", "en"])
def test_each_figure_stands_under_the_heads_that_it_names(language: Language, tmp_path: Path) -> None:
    for draft in drafts(40, 15):
        page = present_draft(draft, language)
        write_form(page, FORMS["html"], tmp_path / "t.html")
        found = Page((tmp_path / "t.html").read_text("utf-8"))
        layers = [layer for layer in range(len(page.layout.layers)) if not page.layout.layers.empty[layer]]
        assert len(found.tables) == len(layers)
        for layer, table in zip(layers, found.tables, strict=True):
            sheet = page.sheet(layer)
            assert len({len(row) for row in table.cells}) == 1
            assert len(table.cells) - table.head == len(sheet)
            block: list[str] = []
            for row, cells in enumerate(table.cells[table.head :]):
                if sheet.stub.empty[row]:
                    if page.is_set_off and sheet.stub.is_heading(row):
                        block = [sheet.stub.texts(row)[0]]
                    continue
                stub = [*block, *(text for text in sheet.stub.texts(row) if text)]
                figures = sheet.figures(row)
                for column, (tag, text, names) in enumerate(cells[-len(figures) :]):
                    head = [text for text in page.line_texts("columns", column // sheet.beside) if text]
                    words = [sheet.head_words(column)] if table_says_values(page, sheet) else []
                    assert tag == "td"
                    assert [found.names[name] for name in names] == [*stub, *head, *filter(None, words)]
                    assert text == figure_text(figures[column], page.language)


def test_a_part_of_a_web_page_is_pasted_as_it_is_and_twice_on_one_page(tmp_path: Path) -> None:
    office = Office(name=ckm.Texts("Office", "Amt"), logo=picture())
    texts, names = list[str](), list[set[str]]()
    for number, draft in enumerate(drafts(5, 3)):
        page = present_draft(draft, "de", office)
        path = tmp_path / f"{number}.html"
        ckm.export(draft, path, form="html-fragment", language="de", office=office)
        text = path.read_text("utf-8")
        assert text.startswith(f'<div lang="{page.language}">')
        assert not re.search("<(html|head|body|style|script|img|link|h1|section)|class=.(?!stub|total|sub|block)", text)
        found, whole = Page(text), read(page)
        assert [table.cells for table in found.tables] != []
        for table, other in zip(found.tables, whole.tables, strict=True):
            assert table.caption.startswith(page.title)
            assert [[cell[:2] for cell in row] for row in table.cells] == [
                [cell[:2] for cell in row] for row in other.cells
            ]
        assert all(note in found.text["p"].replace("\n", " ") for note in page.notes if "\n" not in note)
        texts.append(text)
        names.append(set(found.names))
    assert not names[0] & names[1]
    assert Page("".join(texts)).names.keys() == set().union(*names)


def test_a_part_of_another_table_is_not_that_of_this_one(tmp_path: Path) -> None:
    first, second, *_ = drafts(2, 7)
    path = ckm.export(first, tmp_path / "t.html", form="html-fragment", language="de")
    page = present_draft(first, "de")
    allowed = PublishableContent.of([page])
    content = path.read_bytes()
    assert scan_content(content, "t.html", allowed) == ()
    other = part_name(present_draft(second, "de")).encode()
    hidden = content.replace(b'id="' + part_name(page).encode(), b'id="' + other, 1)
    assert "text" in {hit.kind for hit in scan_content(hidden, "t.html", allowed)}
    path.write_bytes(b"<!DOCTYPE html>" + content)
    with pytest.raises(FormatViolation):
        check_fragment(page, path)


@pytest.mark.thorough
def test_in_parts_each_figure_stands_once_and_under_the_heads_that_it_names() -> None:
    divided = 0
    for draft in drafts(40, 15):
        page = present_draft(draft, "en")
        lines = len(page.layout.columns)
        assert html_text(page, [range(lines)]) == html_text(page)
        parts = [range(lines // 3), range(lines // 3, lines // 2), range(lines // 2, lines)]
        parts = [part for part in parts if part]
        found, whole = Page(html_text(page, parts)), read(page)
        assert len(found.tables) == len(parts) * len(whole.tables)
        divided += len(parts) > 1
        for number, table in enumerate(whole.tables):
            beside = found.tables[number * len(parts) : (number + 1) * len(parts)]
            assert {(one.caption, one.head) for one in beside} == {(table.caption, table.head)}
            for row, cells in enumerate(table.cells):
                again = [cell for one in beside for cell in one.cells[row]]
                assert figures_of(found, again) == figures_of(whole, cells)
    assert divided > 10


def figures_of(page: Page, cells: list[tuple[str, str, tuple[str, ...]]]) -> list[tuple[str, list[str]]]:
    """The figures of a row, each with the heads that it names."""
    return [(text, [page.names[name] for name in names]) for tag, text, names in cells if tag == "td" and names]


def table_says_values(page: TablePresentation, sheet: object) -> bool:
    """Values stand in the head unless they stand in the rows, or there is one, which the caption says."""
    one = len(page.table.spec.values) == 1 and not page.depth("layers")
    return not page.depth("columns") or not (sheet.in_rows or one)  # type: ignore[attr-defined]


def test_numbers_are_written_for_people_and_signs_as_the_office_has_them() -> None:
    values = [Value(), Value("share", base="column", decimals=1)]
    draft = STATISTIC.draft(ckm.TableSpec(rows=["land"], columns=["age"], values=values), data())
    german, british = present_draft(draft, "de"), present_draft(draft, "en", Office(signs="british"))
    assert ">3\u00a0998<" in html_text(german)
    assert ">100,0<" in html_text(german)
    assert ">.</td>" in html_text(german)
    assert ">3,998<" in html_text(british)
    assert ">100.0<" in html_text(british)
    assert ">[c]</td>" in html_text(british)
    assert read(british).tables[0].caption == "Table"


def test_a_page_carries_logo_footnotes_and_no_link() -> None:
    notes = (
        Footnote(ckm.Texts.same("On the cell"), "cell", (("sex", "m"), ("age", "1"))),
        Footnote(ckm.Texts.same("On <b>all</b>")),
    )
    spec = ckm.TableSpec(rows=["sex"], columns=["age"], footnotes=notes, title=ckm.Texts.same("A < B & C"))
    office = Office(name=ckm.Texts("Office <1>", "Amt <1>"), logo=picture())
    text = html_text(present_draft(STATISTIC.draft(spec, data()), "de", office))
    page = Page(text)
    assert page.text["h1"].strip() == "A < B & C ¹⁾"
    assert page.text["title"].strip() == "A < B & C ¹⁾"
    assert re.search(r">[\d\u00a0]+ ²⁾</td>", text)
    assert "1) On <b>all</b>" in page.text["p"]
    assert 'alt="Amt &lt;1&gt;"' in text
    assert not re.search(r"https?:|<script|<link|<a |url\(|@import", text)
    assert re.findall(r'src="([^"]{22})', text) == ["data:image/png;base64,"]


def test_sheets_are_tables_with_their_label_as_caption() -> None:
    spec = ckm.TableSpec(rows=["age"], columns=["term"], layers=[Level("sex", nodes=("m", "w"), total="before")])
    page = read(present_draft(STATISTIC.draft(spec, data()), "de"))
    assert [table.caption for table in page.tables] == ["Insgesamt", "m auf Deutsch", "w auf Deutsch"]


def test_a_page_of_too_many_cells_is_refused_before_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(html, "CELL_LIMIT", 10)
    page = present_draft(STATISTIC.draft(ckm.TableSpec(rows=["land"], columns=["age"]), data()), "en")
    with fails("export_page_too_large", match="80 cells"):
        write_form(page, FORMS["html"], tmp_path / "t.html")
    with fails("export_page_too_large"):
        html_text(page)
    assert list(tmp_path.iterdir()) == []


TABLES = re.compile(r"<table>.*?</table>", re.DOTALL)
NAMED = re.compile(r'(id|headers)="([^"]*)"')


@pytest.mark.parametrize("shown", [draft.table for draft in drafts(0, 12)], ids=str)
def test_a_notebook_shows_the_tables_of_the_page_with_the_note(shown: ckm.ProtectedTable) -> None:
    part, page = shown._repr_html_(), html_text(present_draft(shown, "en"))
    tables = [NAMED.sub("", one) for one in TABLES.findall(part)]
    assert tables == [NAMED.sub("", one) for one in TABLES.findall(page)] != []
    names = [found for kind, found in NAMED.findall(part) if kind == "id"]
    assert len(names) == len(set(names))
    assert {one for kind, used in NAMED.findall(part) if kind == "headers" for one in used.split()} <= set(names)
    assert "Note on the method" in part or "Hinweis zum Verfahren" in part
    assert not any(word in part for word in ("<script", "<style", "http"))


def test_a_notebook_is_not_given_more_than_it_can_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html, "PART_LIMIT", 3)
    assert "here at most 3 are shown" in next(drafts(0, 1)).table._repr_html_()
