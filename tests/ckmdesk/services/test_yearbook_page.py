"""Printed files beside a page of a yearbook (docs/yearbook-page.md), part by part, by programs not ours."""

from __future__ import annotations

import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

import ckmcore as ckm
from ckmcore.formats.export import export
from ckmcore.sample import sample_microdata
from ckmcore.statistic.sample import sample_statistic
from tests.kit.dash_for_zero import OFFICE
from tests.kit.libreoffice import converted

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed"),
    pytest.mark.skipif(shutil.which("pdftohtml") is None, reason="poppler is not installed"),
]
YEARBOOK = 6  # of the tables of the sample
FIGURE = re.compile(r"\d{1,3}(\s\d{3})*")
NEAR = 3  # dots


@dataclass(frozen=True)
class Words:
    """What stands on a page at one place."""

    text: str
    top: int
    left: int
    right: int
    size: int
    bold: bool


Pages = list[list[Words]]


def pages_of(printed: Path) -> Pages:
    """The words of each page as poppler finds them; what a workbook keeps beyond the page is not printed."""
    made = printed.with_suffix(".xml")
    subprocess.run(["pdftohtml", "-xml", "-i", str(printed), str(made)], check=True, capture_output=True, timeout=120)
    sizes: dict[str, int] = {}
    found: Pages = []
    for page in ElementTree.parse(made).getroot().iter("page"):  # noqa: S314 - made by poppler of our file
        sizes |= {font.attrib["id"]: int(font.attrib["size"]) for font in page.iter("fontspec")}
        found.append([])
        for one in page.iter("text"):
            text, left, width = "".join(one.itertext()), int(one.attrib["left"]), int(one.attrib["width"])
            if 0 <= left < int(page.attrib["width"]) and text.strip():
                set_in = round(width * (len(text) - len(text.lstrip())) / len(text))
                place = (int(one.attrib["top"]), left + set_in, left + width, sizes[one.attrib["font"]])
                found[-1].append(Words(" ".join(text.split()), *place, one.find("b") is not None))
    return found


@pytest.fixture(scope="module", params=["workbook", "window"])
def printed(qapp: QApplication, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the sample's yearbook as a workbook that LibreOffice prints, and as the window does."""
    folder = tmp_path_factory.mktemp(request.param)
    statistic = sample_statistic("de")
    header, footer = ckm.Texts("Yearbook", "Jahrbuch 2025"), ckm.Texts("© Office", "© Amt")
    office = replace(OFFICE, font="Noto Sans", header=header, footer=footer)
    draft = statistic.draft(statistic.tables[YEARBOOK].spec, sample_microdata("2025"))
    if request.param == "window":
        return export(draft, folder / "page.pdf", language="de", office=office)
    path = export(draft, folder / "page.xlsx", language="de", office=office)
    return next(one for one in converted(path, "pdf", folder) if one.suffix == ".pdf")


@pytest.fixture(scope="module")
def pages(printed: Path) -> Pages:
    return pages_of(printed)


def at(page: list[Words], text: str) -> Words:
    """The first words on a page that begin so."""
    return next(one for one in sorted(page, key=lambda one: one.top) if one.text.startswith(text))


def row_of(page: list[Words], label: Words) -> list[Words]:
    """The figures beside a label, from left to right."""
    beside = [one for one in page if abs(one.top - label.top) <= NEAR and FIGURE.fullmatch(one.text)]
    return sorted(beside, key=lambda one: one.left)


def test_each_page_has_its_head_and_its_number(pages: Pages) -> None:
    for number, page in enumerate(pages, 1):
        assert min(page, key=lambda one: one.top).text == "Jahrbuch 2025"
        lowest = {one.text for one in page if one.top >= max(other.top for other in page) - NEAR}
        assert lowest == {"© Amt", f"Seite {number} von {len(pages)}"}


def test_the_title_is_the_first_and_largest_and_names_subject_period_and_breakdown(pages: Pages) -> None:
    first = sorted(pages[0], key=lambda one: one.top)[1:]
    largest = max(one.size for one in first)
    title = [one for one in first if one.size == largest and one.bold]
    assert first[0] in title
    assert max(one.size for one in first if one not in title and not one.text.startswith(("©", "Seite"))) < largest
    whole = "Studierende im WS 2025/26 nach Kontinent, Fächergruppe und Studienbereich sowie nach Land, Hochschule,"
    assert " ".join(one.text for one in title).startswith(whole)


def test_the_unit_stands_once_above_the_figures(pages: Pages) -> None:
    (unit,) = [one for one in pages[0] if one.text == "Anzahl"]
    assert at(pages[0], "Studierende im").top < unit.top < at(pages[0], "Europa").top


def test_a_group_of_the_head_stands_over_its_parts_and_the_stub_has_its_head_in_the_lowest_line(pages: Pages) -> None:
    page = pages[0]
    group, below = at(page, "Naturwissenschaften"), at(page, "Chemie")
    assert group.top < below.top
    part = at(page, "Zusammen")
    assert part.left < group.left
    assert group.right < max(one.right for one in page if abs(one.top - below.top) <= NEAR)
    stub = at(page, "Kontinent")
    assert below.top - NEAR <= stub.top < row_of(page, at(page, "Europa"))[0].top
    assert stub.left == min(one.left for one in page if one.text in ("Kontinent", "Europa", "Bergland"))


def test_parts_are_set_in_below_what_they_are_part_of(pages: Pages) -> None:
    page = pages[0]
    land, university = at(page, "Bergland"), at(page, "Universität Kranichhafen")
    assert land.top < university.top
    assert land.left + NEAR < university.left


def test_figures_are_right_aligned_in_their_columns_with_thousands_set_apart(pages: Pages) -> None:
    page = pages[0]
    first = row_of(page, at(page, "Europa"))
    assert first[0].text.split() == ["1", "011", "712"]
    edges = [one.right for one in first]
    for label in ("Afrika", "ohne Angabe", "Bergland", "Universität Kranichhafen", "Nordmark"):
        row = row_of(page, at(page, label))
        assert [abs(one.right - edge) <= NEAR for one, edge in zip(row, edges, strict=True)] == [True] * len(edges)


def test_totals_are_heavier_than_their_parts(pages: Pages) -> None:
    page = pages[0]
    for label in ("Europa", "Bergland"):
        assert at(page, label).bold
        assert all(one.bold for one in row_of(page, at(page, label)))
    part = at(page, "Universität Kranichhafen")
    total, *others = row_of(page, part)
    assert (part.bold, total.bold, any(one.bold for one in others)) == (False, True, False)


def test_a_block_has_a_heading_space_before_it_and_no_second_total(pages: Pages) -> None:
    page = pages[0]
    last, heading, following = at(page, "ohne Angabe"), at(page, "nach Land und Hochschule"), at(page, "Bergland")
    assert heading.bold
    assert heading.top - last.top > 1.4 * (following.top - heading.top) - NEAR
    rows = [one for one in page if one.text == "Insgesamt" and row_of(page, one)]
    assert len(rows) == 1


def test_rules_part_the_head_from_the_figures(printed: Path, pages: Pages) -> None:
    stem = printed.with_suffix("")
    command = ["pdftoppm", "-png", "-gray", "-f", "1", "-l", "1", "-r", "108", str(printed), str(stem)]
    subprocess.run(command, check=True, timeout=120)
    image = QImage(str(next(printed.parent.glob(f"{stem.name}-*.png")))).convertToFormat(
        QImage.Format.Format_Grayscale8
    )
    dots = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)[:, : image.width()]
    page = pages[0]
    first = row_of(page, at(page, "Europa"))
    left, right = first[0].left, first[-1].right
    ruled = np.flatnonzero((dots[:, left:right] < 245).mean(axis=1) > 0.95)  # a page of pdftohtml has 108 dots an inch
    head = at(page, "Chemie").top
    between = [line for line in ruled.tolist() if head < line < at(page, "Europa").top]
    assert between
    assert [line for line in ruled.tolist() if line < at(page, "Naturwissenschaften").top + NEAR]


def test_notes_and_source_stand_once_below_the_figures(pages: Pages) -> None:
    for begin in ("Hinweis zum Verfahren: ", "Quelle: "):
        found = [(number, one) for number, page in enumerate(pages) for one in page if one.text.startswith(begin)]
        assert len(found) == 1
        number, note = found[0]
        figures = [one.top for one in pages[number] if FIGURE.fullmatch(one.text)]
        assert all(top < note.top for top in figures)
