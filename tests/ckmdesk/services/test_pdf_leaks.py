"""A printed table holds nothing but the table; each kind of leak planted once into the PDF is found."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from ckmcore.base.numbers import Language
from ckmcore.formats.leak_findings import Hit, Kind
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.scan import scan_content
from ckmcore.formats.write_html import html_text
from ckmcore.tabulate.spec import PRINTED
from ckmdesk.services.pdf import draft_page, pdf_bytes
from tests.kit.cube_tables import STATISTIC, data
from tests.kit.layouts import table
from tests.kit.leak_tables import OFFICE, UNPUBLISHED, page
from tests.kit.logos import picture
from tests.kit.random_pages import page as random_page


@functools.cache
def printed(language: Language = "de") -> bytes:
    shown = page(language)
    return pdf_bytes(html_text(shown), shown.program)


def hits(whole: bytes) -> tuple[Hit, ...]:
    return scan_content(whole, "table.pdf", PublishableContent.of([page("de")]))


def put(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    def change(whole: bytes) -> bytes:
        found, times = re.subn(old, lambda _: new, whole, count=1)
        assert times == 1, old
        return found

    return change


def in_page(old: str, new: str) -> Callable[[bytes], bytes]:
    """Prints the page with another text."""

    def change(_: bytes) -> bytes:
        found, times = re.subn(old, new, html_text(page("de")), count=1)
        assert times == 1, old
        return pdf_bytes(found)

    return change


def other_logo(_: bytes) -> bytes:
    return pdf_bytes(html_text(replace(page("de"), office=replace(OFFICE, logo=picture(width=40)))))


WIDEST = 8  # columns of figures that a page has room for
OBJECT = rb"\nxref\n"
PLANTED: dict[str, tuple[Callable[[bytes], bytes], Kind, str]] = {
    "an original": (in_page(r"(<td[^>]*>)\d+", rf"\g<1>{UNPUBLISHED}"), "figure", "page 1"),
    "a text": (in_page("</main>", "<p>n = 17</p></main>"), "text", "page"),
    "an author": (put(rb"/Author \(\)", b"/Author (me)"), "property", "object 1"),
    "a title": (put(rb"/Title \(\)", b"/Title (/srv/me/t.html)"), "path", "object 1"),
    "another program": (put(rb"/Creator \([^)]*\)", b"/Creator (pc17)"), "property", "object 1"),
    "another version": (put(rb"/Creator \([^)]*\)", b"/Creator (ckmdesk 1.7.17)"), "property", "object 1"),
    "another version in XML": (put(rb'CreatorTool="[^"]*"', b'CreatorTool="ckmdesk 1.7.17"'), "property", "Descr"),
    "the program in the place of the producer": (
        lambda whole: put(
            rb'Producer="[^"]*"', re.findall(rb'CreatorTool="([^"]*)"', whole)[0].join([b'Producer="', b'"'])
        )(whole),
        "property",
        "Descr",
    ),
    "a property in XML": (put(rb"</rdf:li>", b"me</rdf:li>"), "property", "rdf:li"),
    "an attached file": (put(OBJECT, b"\n99 0 obj\n<< /Type /EmbeddedFile >>\nendobj\nxref\n"), "part", "object 99"),
    "a program": (put(OBJECT, b"\n99 0 obj\n<< /S /JavaScript /JS (app) >>\nendobj\nxref\n"), "script", "object 99"),
    "a stream that no page shows": (
        put(OBJECT, b"\n99 0 obj\n<< /Length 3 >>\nstream\nn17\nendstream\nendobj\nxref\n"),
        "hidden",
        "object 99",
    ),
    "a comment": (put(OBJECT, b"\n% n = 17\nxref\n"), "bytes", "PDF"),
    "a comment in an object": (put(rb"/Trapped /False", b"/Trapped /False % n = 17"), "comment", "object 1"),
    "a second end": (lambda whole: whole + b"xref\n0 0\ntrailer\n<< >>\nstartxref\n0\n%%EOF\n", "bytes", "PDF"),
    "more behind the end": (lambda whole: whole + b"n17", "bytes", "PDF"),
    "another picture": (other_logo, "picture", "object"),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_leak_planted_into_a_pdf_is_found_with_its_place(name: str, qtbot: QtBot) -> None:
    change, kind, place = PLANTED[name]
    found = hits(change(printed()))
    assert any(hit.kind == kind and place in hit.place for hit in found), found


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_table_as_it_is_printed_holds_nothing_else(language: Language, qtbot: QtBot) -> None:
    assert scan_content(printed(language), "table.pdf", PublishableContent.of([page(language)])) == ()
    assert scan_content(printed(language), "table.pdf", PublishableContent(anything=True)) == ()


@pytest.mark.thorough
def test_random_tables_as_they_are_printed_hold_nothing_else(qtbot: QtBot) -> None:
    found = 0
    for seed in range(40):
        shown = random_page(seed)
        if shown.sheet(0).columns <= WIDEST:
            found += 1
            assert scan_content(pdf_bytes(html_text(shown)), "table.pdf", PublishableContent.of([shown])) == (), seed
    assert found > 5


@pytest.mark.parametrize("seed", [5, 10])
def test_negative_figures_in_brackets_are_read_as_one(qtbot: QtBot, seed: int) -> None:
    """Qt prints the bracket, the minus and the digits of some apart."""
    draft = STATISTIC.draft(table(seed).with_changes(presentation=PRINTED), data())
    assert any((figures < 0).any() for block in draft.table.blocks for figures in block.figures)
    draft_page(draft, "en", OFFICE)  # looked at as it is handed over
