"""The report of a perturbation table: whole, in both languages, self-contained, escaped, marked confidential."""

from __future__ import annotations

import datetime
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ckmcore.base.files import NotWritten
from ckmcore.base.texts import Texts
from ckmcore.lab.report.drawing import NOISE, ink_on, noise_color
from ckmcore.lab.report.ptable import ptable_report, write_ptable_report
from ckmcore.ptable import (
    Design,
    FixedProbability,
    OwnFile,
    PTable,
    RowConstraint,
    Shuffled,
    design_ptable,
    ptable_from_bytes,
    shuffle,
    to_ons,
)
from ckmcore.ptable.magnitudes import design_magnitudes, join_types
from ckmcore.ptable.open import OpenedPtable
from ckmcore.typesetting.page import Report

DATE = datetime.date(2026, 3, 9)
DESIGN = Design(
    D=4, V=2.5, js=1, pstay=0.25, own=(RowConstraint(3, 3, mono=False, V=2.25),), pins=(FixedProbability(5, 5, 0.3),)
)


def opened(table: PTable, design: Design | None = None) -> OpenedPtable:
    own = OwnFile(table, design, Shuffled(0.05, 3), Texts("for the census", "für den Zensus"))
    return OpenedPtable(table, "json", (), own if design else None)


def made(table: PTable, language: str = "en", design: Design | None = None) -> Report:
    return ptable_report(opened(table, design), title="Variant A", date=DATE, language=language)  # type: ignore[arg-type]


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)  # noqa: S314 - made by us just now


def texts(page: str) -> list[list[str]]:
    """The fields of all rows of the page's tables."""
    root = parsed(page[page.index("<html") :].replace('<meta charset="utf-8">', ""))
    return [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")]


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_page_needs_nothing_from_outside_and_is_well_formed(language: str) -> None:
    page = made(shuffle(DESIGN.table(), 0.05, 3), language, DESIGN).html()
    assert texts(page)
    outside = page.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?://|url\(|@import|<script|<link|<img", outside)
    assert f'<html lang="{language}">' in page
    assert ("Vertraulich" if language == "de" else "Confidential") in page


def test_parameters_date_note_and_hash_are_on_it() -> None:
    table = shuffle(DESIGN.table(), 0.05, 3)
    rows = dict(row for row in texts(made(table, "de", DESIGN).html()) if len(row) == 2)
    assert rows["Maximalabweichung D"] == "4"
    assert rows["Varianz V"] == "2,5 (gleich)"
    assert rows["Bleibewahrscheinlichkeit"] == "0,25 (mindestens)"
    assert rows["Ausgeschlossene Zielhäufigkeiten"] == "1"
    assert rows["Eigene Werte, Zeilen 3"] == "V: 2,25; Monoton: nein"
    assert rows["Von Hand gesetzt"] == "p(5 → 5) = 0,3"
    assert rows["Reihenfolge der Abschnitte"] == "gemischt, Schwellenwert 0,05, Startwert 3"
    assert rows["Notiz"] == "für den Zensus"
    assert rows["SHA-256 des Inhalts"] == table.content_hash
    page = made(table, "de", DESIGN).html()
    assert "09.03.2026" in page
    assert "2026-03-09" in made(table, "en", DESIGN).html()


def test_each_row_has_its_bias_variance_interval_stay_and_entropy() -> None:
    table = design_ptable(2, 1.08, 1, mono=[True, True, False, True])
    rows = [row for row in texts(made(table).html()) if len(row) == 10]
    assert rows[0][0] == "i"
    assert [row[0] for row in rows[1:]] == ["0", "1", "2", "3", "≥ 4"]
    assert rows[1 + 3][2] == "1.080000"
    assert rows[1 + 3][5] == "0.277646"
    # The row's interval of V under its constraints: row 1 of [W19] from 1 to 2.
    assert rows[2][4] == "1.0000 … 2.0000"
    # E|v| of the rows of [W19], as method.md has them.
    assert [row[7] for row in rows[2:]] == ["1.0267", "0.6624", "0.8416", "0.7842"]
    assert rows[2][8] == "97.33\u00a0%"


def test_a_row_that_could_not_have_its_variance_says_why() -> None:
    page = made(design_ptable(5, 1.5, 2)).html()
    rows = [row for row in texts(page) if len(row) == 10]
    assert rows[2][3] == "1.500000"
    assert rows[2][4] == "2.0000 … 5.0000"
    assert rows[2][9]


def test_the_criteria_are_judged_on_the_counts_given() -> None:
    table = design_ptable(2, 1)
    few = ptable_report(opened(table), title="t", date=DATE, frequencies={1: 3.0, 5: 1.0}).html()
    rows = {row[0]: row[1:] for row in texts(few) if len(row) == 4}
    one, last = table.row_distribution(1), table.row_distribution(2)
    mean = (3 * sum(abs(v) * p for v, p in one.items()) + sum(abs(v) * p for v, p in last.items())) / 4
    assert float(rows["E|v|"][0]) == pytest.approx(mean, abs=5e-5)
    assert rows["E|v|"][1:] == ["< 0.5", "missed"]
    assert rows["P(|v| ≥ 4)"] == ["0.00\u00a0%", "≤ 0.50\u00a0%", "held"]


def test_text_of_files_is_escaped_everywhere() -> None:
    evil = '<script>alert("x")</script>&'
    own = OwnFile(DESIGN.table(), DESIGN, None, Texts(evil, evil))
    page = ptable_report(OpenedPtable(own.table, "json", (), own), title=evil, date=DATE).html()
    assert "<script" not in page
    assert page.count("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;") == 3
    assert texts(page)


def test_warnings_of_the_file_are_among_the_checks() -> None:
    read = ptable_from_bytes(b"i,0,1,2\n0,1,0,0\n1,.25,.25,.5\n", "t.csv")
    page = ptable_report(read, title="t", date=DATE).html()
    assert "Row i = 1 (line 3) is biased: the noise is 0.25 on average." in page


def test_the_pictures_hold_each_probability_and_interval() -> None:
    table = shuffle(design_ptable(2, 1), 0.2, 1)
    pictures = {picture.name: picture for picture in made(table).pictures}
    assert set(pictures) == {"matrix.svg", "tableau.svg", "legend.svg", "mean.svg", "within.svg"}
    root = parsed(pictures["tableau.svg"].svg)
    bars = [one for one in root if one.tag.endswith("rect")]
    assert len(bars) == len(table.targets)
    assert float(bars[-1].attrib["x"]) + float(bars[-1].attrib["width"]) == pytest.approx(952, abs=0.02)
    words = [one.text for one in parsed(pictures["matrix.svg"].svg) if one.tag.endswith("text")]
    assert words.count(".383") == 1
    for picture in pictures.values():
        assert parsed(picture.svg).attrib["aria-label"] == picture.words
    outside = made(table).html(inline=False)
    assert "<svg" not in outside
    assert outside.count("<img") == len(pictures)


def test_a_table_of_750_rows_draws_the_first_and_lists_all() -> None:
    page = made(to_ons(design_ptable(3, 2, 1))[0]).html()
    assert "The pictures show the rows 0 to 59; the table has rows up to 750." in page
    assert len([row for row in texts(page) if len(row) == 10]) == 752


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_table_for_magnitudes_has_its_report(language: str, tmp_path: Path) -> None:
    table = join_types([design_magnitudes(2, 1, step=2, icat=[1, 1.5, 2], type=one) for one in ("even", "odd")])
    read = OpenedPtable(table, "magnitudes", ())
    write_ptable_report(read, tmp_path / "r.html", title="T", date=DATE, language=language)  # type: ignore[arg-type]
    page = (tmp_path / "r.html").read_text("utf-8")
    rows = [row for row in texts(page) if len(row) == 9]
    assert [row[1] for row in rows[1:]] == ["even"] * 4 + ["odd"] * 4
    assert table.content_hash in page
    names = {picture.name for picture in ptable_report(read, title="T", date=DATE).pictures}
    assert {"matrix_even.svg", "tableau_odd.svg"} <= names


@pytest.mark.reference
def test_every_reference_table_has_a_report(reference: Path) -> None:
    from ckmcore.ptable import open_ptable

    for path in sorted((reference / "ptables").iterdir()):
        assert texts(ptable_report(open_ptable(path), title=path.name, date=DATE, language="de").html())


def test_the_report_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    with pytest.raises(NotWritten):
        write_ptable_report(opened(DESIGN.table()), tmp_path / "no" / "r.html", title="t", date=DATE)
    write_ptable_report(opened(DESIGN.table()), tmp_path / "r.html", title="t", date=DATE)
    assert [path.name for path in tmp_path.iterdir()] == ["r.html"]


def test_noise_has_its_colour_and_text_on_it_contrasts() -> None:
    assert [noise_color(v, 3) for v in (-3, -2, -1, 0, 1, 2, 3)] == list(NOISE)
    assert [noise_color(v, 6) for v in (-6, -5, -4, -3, -2, -1)] == [
        NOISE[0],
        NOISE[0],
        NOISE[1],
        NOISE[1],
        NOISE[2],
        NOISE[2],
    ]
    assert ink_on(NOISE[0]) == "#ffffff"
    assert ink_on(NOISE[3]) == "#000000"
    assert replace(DESIGN, own=()).table().maximum_deviation == 4


def test_the_scale_names_the_whole_numbers_that_the_table_has() -> None:
    def boxes(table: PTable) -> list[str]:
        legend = next(one for one in made(table).pictures if one.name == "legend.svg")
        return [one.text or "" for one in parsed(legend.svg) if one.tag.endswith("text")]

    assert boxes(Design(D=5, V=3.0, js=2).table()) == ["−5 −4", "−3 −2", "−1", "0", "+1", "+2 +3", "+4 +5"]
    assert boxes(Design(D=2, V=1.0, js=0).table()) == ["−2", "−1", "0", "+1", "+2"]


def test_blocked_targets_are_hatched_and_the_last_row_stands_for_all_further() -> None:
    table = Design(D=5, V=3.0, js=2).table()
    matrix = next(one for one in made(table).pictures if one.name == "matrix.svg")
    # Two columns in each row from 0 to 8.
    assert len([one for one in parsed(matrix.svg) if one.tag.endswith("path")]) == 2 * 9
    assert [one.text for one in parsed(matrix.svg) if one.tag.endswith("text")].count("≥ 8") == 1
    assert "Hatched: blocked targets (1, 2), never published." in made(table).html()
    assert "Hatched" not in made(Design(D=2, V=1.0, js=0).table()).html()


def test_no_table_of_the_matrix_is_wider_than_a_page_and_none_of_it_is_lost() -> None:
    table = Design(D=20, V=12.0, js=2).table()
    page = made(table).html()
    shown: dict[tuple[int, int], float] = {}
    heads: list[int] = []
    for row in texts(page):
        if len(row) > 1 and row[1].startswith("j = "):
            heads = [int(one.removeprefix("j = ")) for one in row[1:]]
            assert len(heads) <= 12
        elif heads and len(row) == len(heads) + 1 and row[0].removeprefix("≥ ").isdecimal():
            shown |= {(int(row[0].removeprefix("≥ ")), j): float(p) for j, p in zip(heads, row[1:], strict=True) if p}
        else:
            heads = []
    dense = table.matrix()
    assert shown == {(i, j): pytest.approx(dense[i, j], abs=5e-7) for i, j in zip(*dense.nonzero(), strict=True)}


def test_statistic_and_period_are_in_the_head_where_they_are_given() -> None:
    table = design_ptable(2, 1)
    with_both = ptable_report(opened(table), title="t", date=DATE, language="de", statistic="Zensus <A>", period="2026")
    rows = [row for row in texts(with_both.html()) if len(row) == 2]
    assert rows[:2] == [["Statistik", "Zensus <A>"], ["Berichtszeitraum", "2026"]]
    assert not any(row[0] in ("Statistic", "Reporting period") for row in texts(made(table).html()))


def test_the_page_is_marked_confidential_at_its_head_and_at_its_foot() -> None:
    page = made(design_ptable(2, 1)).html()
    assert page.count("Confidential: this report holds D and V.") == 2
    assert page.index("Confidential") < page.index("<h1>")
    assert page.rindex("Confidential") > page.rindex("</table>")
