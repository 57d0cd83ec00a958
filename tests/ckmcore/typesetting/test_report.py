"""Reports as PDF: every text of the page, its tables with heads, its pictures with words; whole or not at all."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from ckmcore.base.files import NotWritten
from ckmcore.ports import needed_lab
from ckmcore.ptable import Design, OpenedPtable, shuffle
from ckmcore.typesetting.report import report_pdf
from ckmcore.typesetting.tagged_pages import TaggedPages
from tests.kit.fails import fails

PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100" width="200" height="100">'
    '<rect x="0" y="0" width="200" height="100" fill="#b35806"/><text x="10" y="50">p</text></svg>'
)


def page(body: str, language: str = "en") -> str:
    return f'<!doctype html><html lang="{language}"><head><title>Report</title></head><body>{body}</body></html>'


def blocks(content: bytes) -> list[tuple[str, str]]:
    with pikepdf.open(io.BytesIO(content)) as pdf:
        return [(tag, text or words) for tag, words, text in TaggedPages(pdf).blocks()]


def elements(element: Any) -> Iterator[Any]:
    yield element
    kids = element.get("/K")
    for kid in kids if isinstance(kids, pikepdf.Array) else [] if kids is None else [kids]:
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield from elements(kid)


def test_headings_paragraphs_lists_and_tables_come_out_as_what_they_are() -> None:
    table = '<thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>'
    table += '<tbody><tr><th scope="row">r</th><td>1 &lt; 2</td></tr></tbody>'
    content = report_pdf(page(f"<h1>T</h1><h2>H</h2><p>$x$ #let y = 1</p><ul><li>i</li></ul><table>{table}</table>"))
    found = blocks(content)
    assert found[:3] == [("/H1", "T"), ("/H2", "H"), ("/P", "$x$ #let y = 1")]
    assert any(tag == "/L" and "i" in text for tag, text in found)
    with pikepdf.open(io.BytesIO(content)) as pdf:
        (made,) = TaggedPages(pdf).tables()
    assert [[cell.text for cell in line] for line in (*made.head, *made.body)] == [["a", "b"], ["r", "1 < 2"]]
    assert [cell.scope for cell in (*made.head[0], made.body[0][0])] == ["/Column", "/Column", "/Row"]
    assert made.body[0][1].heads == (made.body[0][0].name, made.head[0][1].name)


def test_a_picture_has_its_caption_as_words_in_its_place() -> None:
    content = report_pdf(page(f"<h1>T</h1><figure>{PICTURE}<figcaption>One bar</figcaption></figure>"))
    with pikepdf.open(io.BytesIO(content)) as pdf:
        figures = [one for one in elements(pdf.Root.StructTreeRoot.K[0]) if one.S == "/Figure"]
        assert [str(one.Alt) for one in figures] == ["One bar"]


@pytest.mark.daily(1)
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_report_of_a_perturbation_table_is_whole(language: Any) -> None:
    opened = OpenedPtable(shuffle(Design(D=5, V=3.0, js=2).table(), 0.05, 1), "json", ())
    report = needed_lab().ptable_report(opened, title="Variant A", date=date(2026, 1, 16), language=language)
    html = report.html()
    content = report.content(".pdf")
    assert content == report_pdf(html)  # the same bytes again
    with pikepdf.open(io.BytesIO(content)) as pdf:
        kinds = [str(one.S) for one in elements(pdf.Root.StructTreeRoot.K[0])]
        said = "".join(text for _, _, text in TaggedPages(pdf).blocks())
        cells = [
            cell.text for table in TaggedPages(pdf).tables() for line in (*table.head, *table.body) for cell in line
        ]
        assert str(pdf.Root.Lang) == language
    assert kinds.count("/Figure") == html.count("<svg") > 0
    assert kinds.count("/Table") == html.count("<table")
    assert kinds.count("/H2") == html.count("<h2") + html.count("<summary")
    assert "".join(said.split()).count("".join(report.band.split())) >= 1
    shown = [re.sub(r"<[^>]*>", "", cell) for cell in re.findall(r"<t[hd]\b[^>]*>(.*?)</t[hd]>", html, re.DOTALL)]
    assert len(cells) == len(shown)


def test_letters_that_the_font_lacks_are_named() -> None:
    with fails("letters_without_glyph", match="漢"):
        report_pdf(page("<h1>漢字</h1>"))


@pytest.mark.thorough
def test_a_report_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = OpenedPtable(Design(D=2, V=1.0).table(), "json", ())
    report = needed_lab().ptable_report(opened, title="A", date=date(2026, 1, 16))
    for ending in (".html", ".pdf"):
        path = tmp_path / f"r{ending}"
        with pytest.raises(NotWritten, match=f"r{ending}"):
            report.write(tmp_path / "nowhere" / path.name)
        path.write_text("former")
        content = report.content(ending)

        def full(self: Path, *_: object) -> int:
            self.touch()
            raise OSError(28, "no room left on the disk on device")

        with monkeypatch.context() as patch:
            patch.setattr(type(report), "content", lambda _, __, content=content: content)
            patch.setattr(Path, "write_bytes", full)
            with pytest.raises(NotWritten, match="no room left on the disk"):
                report.write(path)
        assert path.read_text() == "former"
        report.write(path)
        assert path.read_bytes() == content
    assert sorted(one.name for one in tmp_path.iterdir()) == ["r.html", "r.pdf"]
