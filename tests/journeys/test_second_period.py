"""A second reporting period whose code list changed: mapped, reviewed, taken over, shown beside the first one.

Units that were there before keep their record keys.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import openpyxl
import pandas as pd
import pytest

import ckmcore as ckm
from tests.journeys.conftest import Start
from tests.journeys.figures import by_command_line, on_screen
from tests.journeys.screen import Program
from tests.journeys.steps import (
    choose,
    fill,
    from_bar,
    go_to_row,
    go_to_tab,
    lay_out,
    look,
    new_data,
    press,
    put_in_force,
    save,
    take_over,
    wait_message,
    wait_page,
    wait_said,
    wait_words,
)

KREISE = {2015: ["03152", "03156", "03157", "09162"], 2016: ["03159", "03157", "09162", "09163"]}
BECAME = {"03152": "03159", "03156": "03159"}
PEOPLE, MOVED = 400, 60
NEW = "09163"


@pytest.fixture
def years(tmp_path: Path) -> dict[int, Path]:
    """Two years; in the second one two Kreise are one, a third is new, and the sex stands in another column."""
    found, random = {}, np.random.default_rng(7)
    for year, kreise in KREISE.items():
        lines = ["person;kreis;geschlecht" if year == 2015 else "person;kreis;sex"]
        first = MOVED * (year - 2015)  # so many left, and as many came
        people = random.permutation(range(first, first + PEOPLE))
        lines += [f"P{one:05d};{kreise[random.integers(4)]};{'mw'[random.integers(2)]}" for one in people]
        found[year] = tmp_path / f"einwohner_{year}.csv"
        found[year].write_text("\n".join(lines) + "\n", encoding="utf-8")
    lines = ["alt;neu", *(f"{old};{new}" for old, new in BECAME.items())]
    found[0] = tmp_path / "umsteiger.csv"
    found[0].write_text("\n".join(lines) + "\n", encoding="utf-8")
    return found


def walk(program: Program, years: dict[int, Path], folder: Path, *, keys: bool) -> None:
    """The whole story, by mouse or by keyboard alone."""
    new_data(program, years[2015], keys=keys)
    wait_words(program, "Berichtszeitraum", "2015")
    assert program.ask("widget", "keys:generate")["checked"]
    take_over(program, keys=keys)
    wait_message(program, "Datensätze aus „einwohner_2015.csv“ wurden übernommen.")
    put_in_force(program, keys=keys)
    first = lay_out(program, "kreis", "geschlecht", keys=keys)
    save(program, folder / "einwohner.ckm")

    add_year(program, years, keys=keys)
    assert program.ask("texts", "Berichtszeiträume")["texts"][1][-1] == "| kreis"
    program.screen.keys("ctrl+s")
    wait_message(program, "Gespeichert als „einwohner.ckm“.")

    go_to_row(program, "Berichtszeiträume", "2015", keys=keys)
    press(program, "Diesen Berichtszeitraum zeigen", keys=keys)
    wait_said(program, "einwohner_2015.csv")
    program.idle()
    again = to_tables(program, keys=keys)
    assert on_screen(again) == on_screen(first)
    look(program, "period-tables")
    series = "Entwurf über alle Berichtszeiträume ausgeben ..."
    from_bar(program, "Datei", "alt+d", series, keys=keys, below="Ausgabe")
    program.type_path(folder / "reihe.xlsx")
    wait_message(program, "Entwurf ausgegeben nach „reihe.xlsx“.")
    program.screen.keys("ctrl+s")
    wait_message(program, "Gespeichert als „einwohner.ckm“.")
    program.quit()
    check(years, folder)


def to_tables(program: Program, *, keys: bool) -> dict[str, object]:
    if keys:
        program.screen.keys("alt+1")
    else:
        program.click("rail:tables")
    wait_page(program, "tables")
    return program.table()


def add_year(program: Program, years: dict[int, Path], *, keys: bool) -> None:
    if keys:
        program.screen.keys("alt+3")
    else:
        program.click("rail:data")
    wait_page(program, "data")
    go_to_tab(program, "Berichtszeiträume", keys=keys)
    fill(program, "period:day", "31.12.2015", keys=keys)
    wait_words(program, "new-period:day", "31.12.2016")
    assert program.words("new-period:label") == "2016"
    press(program, "add-period", keys=keys)
    program.type_path(years[2016])
    choose(program, "geschlecht", "sex", keys=keys)
    assert program.ask("widget", "keys:former")["checked"]
    wait_words(program, "keys:former-identifier", "person")
    look(program, "period-mapping")
    take_over(program, keys=keys)
    program.widget("review")
    go_to_row(program, "review", NEW, keys=keys)
    look(program, "period-review")
    press(program, "Umsteigetabelle lesen ...", keys=keys)
    program.type_path(years[0], then="CodesDialog")
    look(program, "period-conversion")
    press(program, "Übernehmen", keys=keys)
    program.wait(lambda: program.ask("window")["kind"] == "MainWindow", "the view of the table closes")
    program.settle()
    program.wait(lambda: program.ask("row", "review", "03152, 03156 → 03159", 0), "the codes are merged")
    new = program.ask("row", "review", NEW, 0)["texts"]
    assert new[2:] == ["neu", "ist eine neue Ausprägung"]
    look(program, "period-mapped")
    take_over(program, keys=keys)
    wait_message(program, "Datensätze aus „einwohner_2016.csv“ wurden übernommen.")
    program.wait(lambda: program.ask("row", "Berichtszeiträume", "2016", 0), "the new year stands in the list")
    look(program, "period-list")


def check(years: dict[int, Path], folder: Path) -> None:
    """The draft holds, year by year, what `ckm table` makes of the records with the codes of the second year."""
    saved, _ = ckm.open_statistic(folder / "einwohner.ckm")
    assert [period.label.de for period in saved.periods] == ["2015", "2016"]
    expected, frames = {}, {}
    for place, year in enumerate(KREISE):
        frame = pd.read_csv(years[year], sep=";", dtype=str).replace({"kreis": BECAME})
        keys = saved.periods[place].keys
        assert keys is not None
        frame["key"] = [f"0.{key:09d}" for key in pd.read_parquet(folder / keys.file)["record_key"]]
        frames[year] = frame.set_index("person")["key"]
        sex = "geschlecht" if year == 2015 else "sex"
        records = frame.drop(columns="person")
        expected[year] = by_command_line(records, "key", saved.periods[place].in_force, "kreis", sex, folder)
    stayed = frames[2015].index.intersection(frames[2016].index)
    assert len(stayed) == PEOPLE - MOVED
    assert frames[2015][stayed].tolist() == frames[2016][stayed].tolist()
    heads, found, notes = of_series(folder / "reihe.xlsx")
    assert heads == ["2015", "| 2016"]
    assert list(found) == ["Insgesamt", *KREISE[2016]]
    for kreis, line in found.items():
        code = "Total" if kreis == "Insgesamt" else kreis
        wanted = [expected[year].get((code, sex), ".") for year in KREISE for sex in ("m", "w", "Total")]
        assert line == wanted, kreis
    assert found[NEW][:3] == [".", ".", "."]
    assert any(note.startswith("| 2016: Die Ausprägungen von kreis haben sich geändert") for note in notes)


def of_series(path: Path) -> tuple[list[str], dict[str, list[object]], list[str]]:
    """A draft over periods: what stands over the columns, the figures of each row, and the notes below."""
    book = openpyxl.load_workbook(path)
    lines = [list(line) for line in book.worksheets[0].iter_rows(values_only=True)]
    book.close()
    head = next(place for place, line in enumerate(lines) if line[0] == "kreis")
    end = next(place for place, line in enumerate(lines) if place > head and not any(line))
    heads = [str(value) for value in lines[head][1:] if value]
    figures = {str(line[0]): line[1:] for line in lines[head:end] if line[0] and line[0] != "kreis"}
    return heads, figures, [str(line[0]) for line in lines[end:] if line[0]]


@pytest.mark.thorough
def test_with_the_mouse_a_second_period_is_mapped_reviewed_and_shown_beside_the_first(
    start: Start, years: dict[int, Path], tmp_path: Path
) -> None:
    walk(start(), years, tmp_path, keys=False)


@pytest.mark.thorough
def test_by_keyboard_alone_a_second_period_is_mapped_reviewed_and_shown_beside_the_first(
    start: Start, years: dict[int, Path], tmp_path: Path
) -> None:
    walk(start(), years, tmp_path, keys=True)
