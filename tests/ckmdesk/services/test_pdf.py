"""Reports as files: HTML as the engine makes it, PDF of the same; whole or not at all."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication

from ckmcore.base.files import NotWritten
from ckmcore.lab.report.ptable import ptable_report
from ckmcore.office.settings import PLAIN
from ckmcore.ptable import Design, OpenedPtable, shuffle
from ckmcore.sample import sample_microdata
from ckmcore.statistic.sample import sample_statistic
from ckmcore.statistic.series import draft_of
from ckmcore.tabulate.spec import PRINTED
from ckmdesk.services import pdf
from ckmdesk.services.pdf import (
    TooWideForAPage,
    draft_page,
    pdf_bytes,
    set_html,
    write_draft_pdf,
    write_html,
    write_pdf,
)
from tests.kit.statistics import SPEC, small_data, small_statistic

PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100" width="200" height="100">'
    '<rect x="0" y="0" width="200" height="100" fill="#b35806"/><text x="10" y="50">p</text></svg>'
)


def page(body: str) -> str:
    return f"<!doctype html><html><head><title>Report</title></head><body>{body}</body></html>"


def pages(content: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", content))


def images(content: bytes) -> int:
    return len(re.findall(rb"/Subtype\s*/Image\b", content))


def sizes(content: bytes) -> set[tuple[int, int]]:
    found = re.findall(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)", content)
    return {(round(float(width)), round(float(height))) for width, height in found}


def test_a_page_of_html_is_a_page_of_pdf(qapp: QApplication) -> None:
    content = pdf_bytes(page("<h1>Überlagerungstabelle</h1><p>D = 5, V = 3</p>"))
    assert content.startswith(b"%PDF-")
    assert content.rstrip().endswith(b"%%EOF")
    assert pages(content) == 1
    assert images(content) == 0
    # A4 in points, lying.
    assert sizes(content) == {(842, 595)}


def test_a_long_report_goes_on_on_further_pages(qapp: QApplication) -> None:
    assert pages(pdf_bytes(page("<p>Row</p>" * 200))) > 2


def test_every_picture_of_the_text_is_an_image(qapp: QApplication) -> None:
    assert images(pdf_bytes(page(f"<p>{PICTURE}</p>"))) == 1
    other = PICTURE.replace("#b35806", "#542788")
    assert images(pdf_bytes(page(f"<figure>{PICTURE}<figcaption>One</figcaption></figure><p>and {other}</p>"))) == 2


def test_a_picture_wider_than_the_page_is_brought_to_its_width(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[str] = []

    def read(document: QTextDocument, html: str) -> None:
        held.append(html)
        set_html(document, html)

    monkeypatch.setattr(pdf, "set_html", read)
    wide = PICTURE.replace('width="200" height="100"', 'width="3040" height="1520"')
    content = pdf_bytes(page(PICTURE + wide))
    assert pages(content) >= 1
    assert "<svg" not in held[0]
    found = [
        (int(width), int(height)) for width, height in re.findall(r'<img [^>]*width="(\d+)" height="(\d+)"', held[0])
    ]
    assert found == [(200, 100), (pdf.WIDEST, pdf.WIDEST // 2)]


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_report_of_a_perturbation_table_is_printed_with_its_pictures(qapp: QApplication, language: str) -> None:
    table = shuffle(Design(D=5, V=3.0, js=2).table(), 0.05, 1)
    opened = OpenedPtable(table, "json", ())
    html = ptable_report(opened, title="Variant A", date=date(2026, 1, 16), language=language).html()  # type: ignore[arg-type]
    content = pdf_bytes(html)
    assert pages(content) >= 2
    assert images(content) == html.count("<svg") > 0
    assert len(content) < 3_000_000


def test_html_and_pdf_are_written_whole(qapp: QApplication, tmp_path: Path) -> None:
    html = page("<p>Müller</p>")
    write_html(html, tmp_path / "r.html")
    write_pdf(html, tmp_path / "r.pdf")
    assert (tmp_path / "r.html").read_text(encoding="utf-8") == html
    assert (tmp_path / "r.pdf").read_bytes().startswith(b"%PDF-")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["r.html", "r.pdf"]


@pytest.mark.parametrize("write", [write_html, write_pdf])
def test_a_report_that_cannot_be_written_is_told_and_leaves_the_former_one(
    qapp: QApplication,
    tmp_path: Path,
    write,  # type: ignore[no-untyped-def]
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(NotWritten, match=r"r\.file"):
        write(page(""), tmp_path / "nowhere" / "r.file")
    (tmp_path / "r.file").write_text("former")

    def full(self: Path, *_args: object, **_named: object) -> int:
        self.touch()
        raise OSError(28, "no room left on the disk on device")

    monkeypatch.setattr(Path, "write_text", full)
    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(NotWritten, match="no room left on the disk"):
        write(page(""), tmp_path / "r.file")
    monkeypatch.undo()
    assert (tmp_path / "r.file").read_text() == "former"
    assert [one.name for one in tmp_path.iterdir()] == ["r.file"]


def test_a_pdf_says_nothing_of_the_machine_that_made_it(qapp: QApplication) -> None:
    content = pdf_bytes(page("<p>x</p>"))
    for word in (str(Path.home()).encode(), str(Path.cwd()).encode()):
        assert word not in content


def test_a_table_that_nobody_could_read_on_a_page_is_refused_in_words(qapp: QApplication) -> None:
    cells = "".join("<td>1 234 567</td>" for _ in range(80))
    with pytest.raises(TooWideForAPage, match=r"percent of their size"):
        pdf_bytes(page(f"<table><tbody><tr>{cells}</tr></tbody></table>"))


@pytest.mark.thorough
def test_the_table_of_the_sample_is_printed_without_a_broken_word(qapp: QApplication, tmp_path: Path) -> None:
    statistic = sample_statistic("de")
    data = statistic.describe(sample_microdata("2025"))
    draft = draft_of(statistic, statistic.tables[0].spec, lambda _: data)
    # The search for leaks would find the halves of a word, which are no label.
    for language in ("de", "en"):
        (made,) = write_draft_pdf(draft, tmp_path / f"{language}.pdf", language, PLAIN)
        assert pages(made.read_bytes()) > 1


def test_a_printed_table_has_the_numbers_of_its_columns_where_it_is_asked_for_them(
    qapp: QApplication, tmp_path: Path
) -> None:
    printed = []
    for numbered in (False, True):
        spec = SPEC.with_changes(presentation=replace(PRINTED, numbered=numbered))
        draft = small_statistic().draft(spec, small_data())
        head = draft_page(draft, "de", PLAIN).html.partition("</thead>")[0].rpartition("<tr>")[2]
        assert (re.findall(r"<th scope=\"col\">(\d)</th>", head) == list("123456")) == numbered
        (path,) = write_draft_pdf(draft, tmp_path / f"{numbered}.pdf", "de", PLAIN)  # searched before it is there
        printed.append(path.read_bytes())
    assert pages(printed[0]) == pages(printed[1]) == 1
    assert printed[0] != printed[1]
