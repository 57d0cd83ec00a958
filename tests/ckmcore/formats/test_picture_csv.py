"""The figures of a picture as CSV."""

from __future__ import annotations

import csv
from io import StringIO

import numpy as np
import pytest

from ckmcore.base.numbers import Language
from ckmcore.formats.write_csv import picture_csv
from ckmcore.methods.protected import Sign
from ckmcore.pictures.describe import describe
from ckmcore.tabulate.picture_choice import PictureChoice
from tests.kit.picture_pages import page


@pytest.mark.parametrize(("language", "delimiter", "figure"), [("de", ";", "1234567"), ("en", ",", "1234567")])
def test_each_figure_has_a_line_as_a_spreadsheet_of_the_language_reads_it(
    language: Language, delimiter: str, figure: str
) -> None:
    figures = np.array([99, 1_234_567, 12, 7])
    signs = np.array([0, 0, Sign.UNCERTAIN, Sign.BLOCKED], dtype=np.uint8)
    document = page({"land": ["=North", "South", "East"]}, figures, signs, language=language)
    picture = describe(document, PictureChoice(kind="bars"))
    content = picture_csv(document, picture)
    assert content.startswith(b"\xef\xbb\xbf") == (language == "de")
    rows = list(csv.reader(StringIO(content.decode("utf-8-sig")), delimiter=delimiter))
    assert rows[0] == [picture.title]
    head = rows.index(list(picture.titles))
    assert rows[head + 1 : head + 4] == [["'=North", figure], ["South", "'(12)"], ["East", picture.cells[2].text]]
    assert picture.cells[2].whole is None
    assert [row[0] for row in rows[head + 5 : -1]] == list(picture.notes)
    assert "apostroph" in rows[-1][0].casefold()
