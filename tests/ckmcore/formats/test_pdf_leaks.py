"""Each kind of leak planted once into a PDF is found with its place; files of the former writer are still searched."""

from __future__ import annotations

import functools
import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pytest
from pikepdf import Dictionary, Name, String

import ckmcore as ckm
from ckmcore.base.numbers import Language
from ckmcore.formats import write_pdf as writer
from ckmcore.formats.leak_findings import Hit, Kind
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.read_pdf import check_pdf
from ckmcore.formats.scan import scan_content
from ckmcore.formats.write_csv import write_csv
from ckmcore.formats.write_pdf import pdf_bytes
from ckmcore.office.settings import PLAIN, Office
from ckmcore.presentation.present import TablePresentation, present_draft
from ckmcore.tabulate.spec import Level, TableSpec
from ckmcore.typesetting.worker import saved
from tests.kit.leak_tables import OFFICE, UNPUBLISHED, page
from tests.kit.logos import picture
from tests.kit.statistics import SPEC as SMALL
from tests.kit.statistics import small_data, small_statistic
from tests.kit.sums import METHODS, data_of, draft_of, no_contributors


@functools.cache
def printed(language: Language = "de") -> bytes:
    return pdf_bytes(page(language))


def hits(whole: bytes) -> tuple[Hit, ...]:
    return scan_content(whole, "table.pdf", PublishableContent.of([page("de")]))


def changed(change: Callable[[pikepdf.Pdf], None]) -> Callable[[], bytes]:
    """A file whose objects were changed, saved as ours are."""

    def make() -> bytes:
        with pikepdf.open(io.BytesIO(printed())) as pdf:
            change(pdf)
            return saved(pdf)

    return make


def told(change: Callable[[dict[str, Any]], None]) -> Callable[[], bytes]:
    """A file of other words or figures."""

    def make() -> bytes:
        right = writer.sheets_of
        with pytest.MonkeyPatch.context() as patch:

            def wrong(*arguments: Any) -> dict[str, Any]:
                made = right(*arguments)
                change(made)
                return made

            patch.setattr(writer, "sheets_of", wrong)
            return pdf_bytes(page("de"))

    return make


def original(made: dict[str, Any]) -> None:
    row = next(row for row in made["tables"][0]["rows"] if row[2])
    row[2][0] = str(UNPUBLISHED)


def xmp(pdf: pikepdf.Pdf, old: bytes, new: bytes) -> None:
    content = pdf.Root.Metadata.read_bytes()
    assert old in content
    pdf.Root.Metadata.write(content.replace(old, new, 1))


def attached(pdf: pikepdf.Pdf) -> None:
    pdf.attachments["n17.csv"] = b"n = 17"


def hidden_text(pdf: pikepdf.Pdf) -> None:
    content = pdf.pages[0].Contents.read_bytes()
    pdf.pages[0].Contents.write(content + b" BT /f0 9 Tf (\\000\\001\\000\\002) Tj ET")


def artifact_text(pdf: pikepdf.Pdf) -> None:
    content = pdf.pages[0].Contents.read_bytes()
    pdf.pages[0].Contents.write(
        content + b" /Artifact <</Type/Layout>> BDC BT /f0 9 Tf (\\000\\001\\000\\002) Tj ET EMC"
    )


PLANTED: dict[str, tuple[Callable[[], bytes], Kind, str]] = {
    "an original": (told(original), "figure", "table 1"),
    "a text": (told(lambda made: made.update(lines=[*made["lines"], "n = 17"])), "text", "P"),
    "a title": (told(lambda made: made.update(title="/srv/me/t.html")), "path", "H1"),
    "a footer": (told(lambda made: made.update(footer="pc17")), "text", "page 1"),
    "an author": (changed(lambda pdf: pdf.docinfo.update({"/Author": String("me")})), "property", "object"),
    "another program": (changed(lambda pdf: setattr(pdf.docinfo, "Creator", String("pc17"))), "property", "object"),
    "another version": (
        changed(lambda pdf: setattr(pdf.docinfo, "Creator", String("ckmdesk 1.7.17"))), "property", "object",
    ),
    "a time": (
        changed(lambda pdf: setattr(pdf.docinfo, "ModDate", String("D:20261128171717Z"))), "property", "object",
    ),
    "another version in XML": (
        changed(lambda pdf: xmp(pdf, b"CreatorTool>ckmdesk ", b"CreatorTool>ckmdesk 1.7.17")), "property", "xmp",
    ),
    "a property in XML": (changed(lambda pdf: xmp(pdf, b"</rdf:li>", b"me</rdf:li>")), "property", "rdf:li"),
    "an attached file": (changed(attached), "part", "object"),
    "a program": (
        changed(lambda pdf: setattr(pdf.Root, "OpenAction", Dictionary(S=Name.JavaScript, JS=String("app")))),
        "part", "object",
    ),
    "a text outside the structure": (changed(hidden_text), "hidden", "page 1"),
    "a text as an artifact": (changed(artifact_text), "text", "page 1"),
    "a comment": (lambda: printed().replace(b"\nstartxref", b"\n% n = 17\nstartxref", 1), "bytes", "PDF"),
    "more behind the end": (lambda: printed() + b"n17", "bytes", "PDF"),
    "an older state": (lambda: printed() + printed(), "bytes", "PDF"),
    "another picture": (
        lambda: pdf_bytes(replace(page("de"), office=replace(OFFICE, logo=picture(width=40)))), "picture", "object",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_a_leak_planted_into_a_pdf_is_found_with_its_place(name: str) -> None:
    make, kind, place = PLANTED[name]
    found = hits(make())
    assert any(hit.kind == kind and place in hit.place for hit in found), found


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_table_as_it_is_printed_holds_nothing_else(language: Language) -> None:
    assert scan_content(printed(language), "table.pdf", PublishableContent.of([page(language)])) == ()
    assert scan_content(printed(language), "table.pdf", PublishableContent(anything=True)) == ()


SPEC = TableSpec(Level("region", total="off"), values=(ckm.sum_of("m"), ckm.mean("m")))


@pytest.mark.daily(1)
@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("office", [PLAIN, Office(empty_sum="zero")], ids=["sign", "zero"])
def test_all_zero_nobody_answered_and_few_are_printed_alike(name: str, office: Office) -> None:
    others, regions, keys = no_contributors(METHODS[name], np.random.default_rng(9))

    def content(data: ckm.Microdata) -> bytes:
        return pdf_bytes(present_draft(draft_of(data, METHODS[name], SPEC), "de", office))

    found = [content(data_of(others, region)) for region in regions]
    assert all(one == found[0] for one in found)
    assert content(data_of([(5, key) for key in keys], regions[0])) != found[0]


FORMER = Path(__file__).parents[1] / "kept/0.1.0/printed.pdf"


def test_a_file_that_a_former_version_printed_is_searched_as_it_was() -> None:
    content, draft = FORMER.read_bytes(), small_statistic().draft(SMALL, small_data())
    allowed = PublishableContent.of([present_draft(draft, "de")])

    def found(whole: bytes, of: PublishableContent = allowed) -> list[Hit]:
        return list(scan_content(whole, "table.pdf", of))

    assert found(content) == []
    assert {hit.kind for hit in found(content, PublishableContent.of([page("en")]))} >= {"figure", "text"}
    assert [hit.kind for hit in found(content + b"n17")] == ["bytes"]
    title = content.replace(b"/Author (", b"/Author (n17", 1)
    assert any(hit.shown == "n17" and hit.kind == "property" for hit in found(title))


def with_figures() -> TablePresentation:
    return replace(page("de"), office=replace(OFFICE, pdf_figures=True))


def attached_figures(content: bytes) -> bytes:
    with pikepdf.open(io.BytesIO(content)) as pdf:
        return bytes(pdf.attachments["figures.csv"].get_file().read_bytes())


def test_the_figures_are_attached_as_csv_where_the_office_wants_it(tmp_path: Path) -> None:
    shown = with_figures()
    content = pdf_bytes(shown)
    (tmp_path / "t.pdf").write_bytes(content)
    check_pdf(shown, tmp_path / "t.pdf")
    write_csv(shown, tmp_path / "t.csv", form="long")
    assert attached_figures(content) == (tmp_path / "t.csv").read_bytes()
    allowed = PublishableContent.of([shown])
    assert scan_content(content, "t.pdf", allowed) == ()
    assert scan_content(content, "t.pdf", PublishableContent(anything=True)) == ()
    with pikepdf.open(io.BytesIO(content)) as pdf:
        assert b"<pdfaid:part>3<" in pdf.Root.Metadata.read_bytes()
        (stream,) = (one for one in pdf.objects if isinstance(one, pikepdf.Stream) and "/Params" in one)
        first = next(figure for figure in allowed.figures if figure > 100)
        stream.write(stream.read_bytes().replace(f";{first}".encode(), f";{UNPUBLISHED}".encode(), 1))
        changed_content = saved(pdf)
    found = scan_content(changed_content, "t.pdf", allowed)
    assert [hit.kind for hit in found if "figures.csv" in hit.place] == ["figure"]
    assert {hit.kind for hit in hits(content)} == {"part"}  # another office attaches nothing
