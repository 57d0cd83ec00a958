"""The workbook as it leaves a printer: LibreOffice makes pages of it, poppler pictures, beside what was planned.

The pictures are kept where CKM_JOURNEY_PICTURES names a folder: look at them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import openpyxl
import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

import ckmcore as ckm
from ckmcore.base.numbers import Language
from ckmcore.formats.export import export
from ckmcore.presentation.present import present_draft
from ckmcore.sample import sample_microdata
from ckmcore.statistic.sample import sample_statistic
from ckmcore.tabulate.labels import AxisLabels
from tests.kit.dash_for_zero import OFFICE
from tests.kit.libreoffice import converted
from tests.kit.logos import picture

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed"),
]
MARGIN = 0.6  # inches, where nothing is printed; that of the pages is 0.7
A4_WIDE = 11.69


@pytest.fixture(scope="module")
def students() -> ckm.Microdata:
    return sample_microdata("2025")


def pictures(printed: Path) -> list[QImage]:
    """The pages, by another program that we did not write."""
    stem = printed.with_suffix("")
    subprocess.run(["pdftoppm", "-png", "-r", "90", str(printed), str(stem)], check=True, timeout=120)
    found = sorted(printed.parent.glob(f"{stem.name}-*.png"))
    if folder := os.environ.get("CKM_JOURNEY_PICTURES"):
        for one in found:
            shutil.copy(one, folder)
    return [QImage(str(one)) for one in found]


def ink(image: QImage) -> tuple[float, float]:
    """Where what is darker than paper begins and ends across a picture, in parts of its width."""
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    dots = np.frombuffer(grey.constBits(), np.uint8).reshape(grey.height(), -1)[:, : grey.width()]
    found = np.flatnonzero((dots < 200).any(axis=0))
    return float(found[0] / grey.width()), float(found[-1] / grey.width())


def words_on_paper(printed: Path) -> Counter[str]:
    """What is printed, word by word, and how often."""
    done = subprocess.run(["pdftotext", "-layout", str(printed), "-"], check=True, capture_output=True, timeout=120)
    return Counter(done.stdout.decode().replace("\N{NO-BREAK SPACE}", " ").split())


@pytest.mark.parametrize("number", [0, 4, 6])
@pytest.mark.parametrize("language", ["de", "en"])
def test_pages_hold_what_was_planned_for_them(
    qapp: QApplication, students: ckm.Microdata, tmp_path: Path, language: Language, number: int
) -> None:
    """No column runs on to a page that was not asked for, nothing stands in the margins, no word of the head is cut."""
    statistic = sample_statistic(language)
    office = replace(OFFICE, font="Noto Sans", logo=picture(), header=ckm.Texts("Yearbook", "Jahrbuch"))
    draft = statistic.draft(statistic.tables[number].spec, students)
    path = export(draft, tmp_path / f"printed-{number}-{language}.xlsx", language=language, office=office)
    sheet = openpyxl.load_workbook(path).worksheets[0]
    across = int(sheet.page_setup.fitToWidth or 1)
    (printed,) = [one for one in converted(path, "pdf", tmp_path) if one.suffix == ".pdf"]
    pages = len(re.findall(rb"/Type\s*/Page\b(?!s)", printed.read_bytes()))
    assert pages % across == 0
    if shutil.which("pdftoppm") is None:
        pytest.skip("pages are made pictures of by pdftoppm of poppler")
    shown = pictures(printed)
    assert len(shown) == pages
    for image in shown:
        left, right = ink(image)
        assert MARGIN / A4_WIDE < left < right < 1 - MARGIN / A4_WIDE
    assert ink(shown[0])[1] > 0.8
    found = words_on_paper(printed)
    page = present_draft(draft, language, office)
    labels = AxisLabels(page.layout, "columns", language)
    head = {word for line in range(len(labels)) for text in labels.texts(line) for word in text.split()}
    assert head <= set(found)
