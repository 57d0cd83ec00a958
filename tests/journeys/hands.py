"""A window with records in it, laid out as by hand; what it shows and writes is compared with the oracle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

from PySide6.QtCore import QItemSelection
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

import ckmcore as ckm
from ckmcore.base.numbers import Language
from ckmcore.microdata.data import Dimension
from ckmcore.tabulate.spec import TableSpec, Value
from ckmdesk.commands import layout
from ckmdesk.commands import tables as commands
from ckmdesk.commands import values as value_commands
from ckmdesk.commands.desk import Command
from ckmdesk.pages.tables.own_rows import OwnRowsEditor
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.pages.tables.popup import CategoryPopup
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.session import Session
from ckmdesk.state.shelves import Zone
from ckmdesk.widgets.chips import Item
from ckmdesk.widgets.words_popup import WordsPopup
from tests.journeys import oracle
from tests.journeys.oracle import Figure, Line, Oracle
from tests.kit.hands import settle


class Hands:
    """A window with records in it, and what a hand does to lay out a table."""

    def __init__(self, window: MainWindow, statistic: ckm.Statistic, data: ckm.Microdata) -> None:
        self.window = window
        window.services.begin(statistic, Session(data=statistic.describe(data)))
        window.go_to("tables")
        found = window.page("tables")
        assert isinstance(found, TablesPage)
        self.page, self.data = found, data
        self.run(commands.new_table())

    @property
    def spec(self) -> TableSpec:
        return self.window.desk.state.table.spec

    def run(self, *steps: Command) -> None:
        for step in steps:
            self.window.desk.run(step)
        self.serve()

    def serve(self) -> None:
        QTest.qWait(1)
        settle(self.window)

    def put(self, zone: Zone, *names: str) -> None:
        """Drop variables behind what stands in a zone."""
        for name in names:
            self.page.editor.drop(Item(name, name, "list", "category"), zone, 99 if zone == "filters" else 0)
            self.serve()

    def under(self, zone: Zone, *names: str) -> None:
        """Variables nested within those of a zone."""
        for name in names:
            self.page.editor.move(Item(name, name, "list", "category"), zone)
            self.serve()

    def filter(self, name: str, *codes: str) -> None:
        self.page.editor.move(Item(name, name, "list", "category"), "filters")
        self.serve()
        self.tick(self.data.dimensions[name], codes)

    def tick(self, dimension: Dimension, codes: Sequence[str]) -> None:
        """The categories in the list that is open."""
        popup = next(
            one for one in QApplication.topLevelWidgets() if isinstance(one, CategoryPopup) and one.isVisible()
        )
        popup.tick_none()
        places = [place for place, entry in enumerate(popup.ticks.entries) if entry.code in codes]
        assert len(places) == len(codes), dimension.name
        popup.ticks.tick(places, ticked=True)
        popup.accept()
        self.serve()

    def level(self, name: str, **fields: object) -> None:
        self.run(layout.change_level("choose_levels", name, name, None, **fields))

    def values(self, *values: Value) -> None:
        self.run(*(value_commands.put_value(value, value.kind) for value in values))

    def own_rows(self, zone: Zone) -> OwnRowsEditor:
        self.page.editor.own_rows.add(zone)  # type: ignore[arg-type]
        editor = self.page.editor.own_rows.open
        assert editor is not None
        return editor

    def condition(self, editor: OwnRowsEditor, name: str, *codes: str) -> None:
        editor.choose(name)
        self.tick(self.data.dimensions[name], codes)

    def words(self, german: str, english: str) -> None:
        popup = next(one for one in QApplication.topLevelWidgets() if isinstance(one, WordsPopup) and one.isVisible())
        popup.german.setText(german)
        popup.english.setText(english)
        popup.accept()
        self.serve()

    def select(self, first: int, last: int) -> None:
        """Rows from the first to the last."""
        grid, index = self.page.grid, self.page.model.index
        grid.setCurrentIndex(index(first, 0))
        selection = grid.selectionModel()
        selection.select(QItemSelection(index(first, 0), index(last, 0)), selection.SelectionFlag.ClearAndSelect)

    # --- what is seen and written --------------------------------------------------------------------------------

    def check(
        self,
        rows: Sequence[Line],
        columns: Sequence[Line],
        figures: Sequence[list[list[Figure]]],
        folder: Path,
        language: Language = "de",
        marks: Mapping[tuple[int, int], str] = MappingProxyType({}),
    ) -> str:
        """The screen, the workbook and the CSV file hold these figures, sheet by sheet; the CSV as text.

        marks: of footnotes behind a figure on the screen, by row and column.
        """
        self.serve()
        model = self.page.model
        for layer, sheet in enumerate(figures):
            self.run(commands.show_layer(layer))
            assert model.rows is not None
            assert model.columns is not None
            assert [model.rows.texts(line) for line in range(model.rowCount())] == [row.labels for row in rows]
            assert [model.columns.texts(line) for line in range(len(model.columns))] == [one.labels for one in columns]
            assert model.columnCount() == len(sheet[0])
            shown = [[model.text(row, column) for column in range(model.columnCount())] for row in range(len(rows))]
            assert shown == [
                [oracle.printed(figure, language) + marks.get((row, column), "") for column, figure in enumerate(line)]
                for row, line in enumerate(sheet)
            ]
        exports = self.window.services.exports
        for name in ("table.xlsx", "table.csv"):
            exports.draft(folder / name)
            settle(self.window)
        sheets = oracle.of_workbook(folder / "table.xlsx")
        text = oracle.of_csv(folder / "table.csv")
        place = 0
        for layer, sheet in enumerate(figures):
            oracle.found_in(sheets[layer], rows, sheet)
            said = [[oracle.in_csv(figure, language) for figure in line] for line in sheet]
            place = oracle.found_in(text, rows, said, place)
        return (folder / "table.csv").read_text("utf-8-sig")

    def stories(
        self, expected: Oracle, rows: Sequence[Line], columns: Sequence[Line], cells: Sequence[tuple[int, int]]
    ) -> None:
        """What the look-up tells of some cells."""
        view = self.page.model.view
        assert view is not None
        assert view.insight is not None
        for row, column in cells:
            story = view.insight.explain(view.layout, row, column, view.layer)
            count, key, noise = expected.story(rows[row], columns[column])
            assert (story.count, story.noise, story.published) == (count, noise, count + noise)
            assert story.key_sum is not None
            assert Fraction(story.key_sum) == Fraction(key, expected.modulus)
