"""Municipality by nationality by age of three million people: 226 million possible cells, from the file to its release.

What stands in the window, in the files and in the register is what the method makes of the list; the window without a
screen.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.formats.forms import FORMS
from ckmcore.microdata.variable import VariableEntry
from ckmcore.release.compare import figures_of
from ckmcore.statistic.file import save_statistic
from ckmcore.statistic.model import SavedTable
from ckmcore.statistic.period import KeySet, Period
from ckmcore.statistic.releases import find_release
from ckmcore.statistic.source import describe_source, load_period
from ckmdesk.commands.desk import Session
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.desk_state import DeskState, TableState
from tests.journeys.offscreen import part, ready

pytestmark = pytest.mark.thorough
ROWS, SIZES = 3_000_000, {"lau": 11_000, "nationality": 200, "age": 101}
SPEC = ckm.TableSpec(["lau", "nationality"], ["age"], title=ckm.Texts("Municipalities", "Gemeinden"))
METHOD = ckm.CellKeyMethod(ckm.design_ptable(D=5, V=3, js=2))


def write_people(path: Path) -> None:
    """Persons of many nationalities in small places, and a key of nine digits."""
    draw, columns = np.random.default_rng(26), {}
    for name, skew in (("lau", 0.7), ("nationality", 1.5), ("age", 0.0)):
        weights = 1 / np.arange(1, SIZES[name] + 1) ** skew
        codes = np.minimum(np.searchsorted(np.cumsum(weights / weights.sum()), draw.random(ROWS)), SIZES[name] - 1)
        texts = [f"{code:05d}" for code in range(SIZES[name])]
        columns[name] = pa.DictionaryArray.from_arrays(codes.astype(np.int16), texts).cast(pa.string())
    # A decimal(18, 9) is two words of 64 bits, the lower one first.
    words = np.zeros((ROWS, 2), dtype=np.int64)
    words[:, 0] = draw.integers(0, 10**9, ROWS)
    columns["rkey"] = pa.Array.from_buffers(pa.decimal128(18, 9), ROWS, [None, pa.py_buffer(words)])
    pq.write_table(pa.table(columns), path)


def statistic_of(folder: Path) -> Path:
    people = folder / "people.parquet"
    write_people(people)
    data = ckm.read_microdata(people, list(SIZES), "rkey")
    entries = tuple(VariableEntry.of(one) for one in data.dimensions.values())
    key = VariableEntry("rkey", "record_key", ckm.Texts.same("rkey"))
    period = Period(ckm.Texts.same("2026"), "2026-12-31", describe_source(people, None, ROWS), KeySet("column", "rkey"))
    made = ckm.Statistic(ckm.Texts("People", "Personen"), (*entries, key), (period,), (SavedTable("LAU", SPEC),))
    save_statistic(made.put_in_force(METHOD), folder / "people.ckm", None)
    return folder / "people.ckm"


def run(*arguments: object) -> int:
    return main(["--language", "en", *map(str, arguments)])


def test_it_is_released_in_every_long_form_verified_and_shown(
    window: MainWindow, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = statistic_of(tmp_path)
    forms = [name for name, form in FORMS.items() if form.lists]
    assert run("release", "submit", path, "LAU", "--person", "Anna", *(f"--format={form}" for form in forms)) == 0
    assert run("release", "approve", path, 1, "--person", "Bernd") == 0
    assert run("release", "write", path, 1, "-o", tmp_path / "out", "--person", "Bernd") == 0
    files = sorted((tmp_path / "out").iterdir())
    assert len(files) == len(forms) == 6
    capsys.readouterr()
    assert run("verify", path, *files) == 0
    assert capsys.readouterr().out.count("no. 1, released") == 6

    statistic, _ = ckm.open_statistic(path)
    data = load_period(statistic, path)
    assert data is not None
    table = ckm.protect(ckm.tabulate(data, SPEC, listed=True), METHOD)
    block = table.blocks[0]
    assert block.listed is not None
    assert np.prod(block.shape) == 11_001 * 201 * 102
    kept = figures_of(statistic, find_release(statistic.register, 1)).blocks[0]
    assert kept.listed is not None
    assert np.array_equal(kept.listed.numbers, block.listed.numbers)
    assert np.array_equal(kept.figures[0], block.figures[0])
    found = pq.read_table(next(file for file in files if file.suffix == ".parquet"), columns=["COUNT"])
    # In the order of the lines, with totals last.
    assert np.array_equal(np.sort(found.column("COUNT").to_numpy()), np.sort(block.figures[0]))

    window.desk.reset(
        DeskState(page="tables", statistic=statistic, table=TableState(SPEC)), Session(data=data, path=path)
    )
    ready(window)
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    QTest.mouseClick(part(window, QPushButton, "large-table-anyway"), Qt.MouseButton.LeftButton)
    ready(window)
    shown_as_listed(window, page, block.listed.numbers, block.figures[0])


def shown_as_listed(window: MainWindow, page: TablesPage, numbers: np.ndarray, figures: np.ndarray) -> None:
    """Cells anywhere in the grid, before and after it is sorted; what is not listed reads 0; words are found."""
    model = page.model
    assert model.view is not None
    known = dict(zip(numbers.tolist(), figures.tolist(), strict=True))

    def agree() -> None:
        draw, zeros, other = np.random.default_rng(1), 0, 0
        assert model.view is not None
        layout = model.view.layout
        rows, columns = layout.rows.segments[0].positions, layout.columns.segments[0].positions
        (total,) = np.flatnonzero(columns[:, 0] == 0).tolist()
        for number in range(300):
            row, column = int(draw.integers(model.rowCount())), int(draw.integers(model.columnCount()))
            column = column if number % 3 else total
            place = (*rows[row].tolist(), *columns[column].tolist())
            figure = known.get(int(np.ravel_multi_index(place, (11_001, 201, 102))), 0)
            assert model.figure(row, column) == figure
            zeros, other = zeros + (figure == 0), other + (figure != 0)
        assert zeros > 20
        assert other > 20

    agree()
    bar = page.grid.verticalScrollBar()
    for place in (0, bar.maximum() // 2, bar.maximum()):
        bar.setValue(place)
        page.grid.viewport().repaint()
    assert bar.value() == bar.maximum() > 1000
    page.grid.setFocus()
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(page.find_bar, "10999")
    ready(window)
    assert page.find_bar.count.text() not in ("", "not found")
    QTest.keyClick(page.find_bar, Qt.Key.Key_Escape)
    chosen = page.grid.headings.maps["columns"].at(0, 2)
    assert chosen is not None
    page.grid.headings.choose(chosen)
    page.page_actions.in_grid.sort_as(descending=True)
    ready(window)
    anyway = window.findChild(QPushButton, "large-table-anyway")
    if anyway is not None and anyway.isVisible():
        QTest.mouseClick(anyway, Qt.MouseButton.LeftButton)
        ready(window)
    assert model.sorted_along("columns") is not None
    agree()
