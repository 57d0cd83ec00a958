"""What the methodologist says of single cells from the table: that they are sensitive, or official."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from ckmcore.microdata.data import ExemptCells
from ckmdesk.commands import method as commands
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.state.cell_address import Address, logical_cell
from ckmdesk.state.table_view import TableView


class CellMarks(QObject):
    """Entries of the grid's menu; each is one command on the logical cell, whatever table shows it."""

    def __init__(self, context: PageContext, grid: TableGrid, view: Callable[[], TableView | None]) -> None:
        super().__init__(grid)
        self.context, self.grid, self._view = context, grid, view

    def address(self) -> Address | None:
        """The logical cell of the current one; None where it has none (own groups, filters of several codes)."""
        view, current, model = self._view(), self.grid.currentIndex(), self.grid.table_model()
        if view is None or model is None or not current.isValid() or model.is_empty(current.row(), current.column()):
            return None
        line, head_line, _ = model.place(current.row(), current.column())
        return logical_cell(view, line, head_line)

    def add_entries(self, menu: QMenu) -> None:
        """The entries for the current cell; a clerk has none."""
        address = self.address()
        if not self.context.settings.is_methodologist or address is None:
            return
        menu.addSeparator()
        cells = self.context.desk.state.method.settings.primary.cells
        marked = address in cells
        sensitive = menu.addAction(self.tr("Sensitive cell (own list of the primary rules)"))
        sensitive.setCheckable(True)
        sensitive.setChecked(marked)
        sensitive.triggered.connect(lambda _checked=False: self.mark_sensitive(address, marked=not marked))

        statistic = self.context.desk.state.statistic
        if statistic is None:
            return
        cells = ExemptCells(tuple((name, (code,)) for name, code in address))
        is_exempt = any(one.cells == cells.cells for one in statistic.exempt)
        official = menu.addAction(self.tr("Official count, published unchanged in every table"))
        official.setCheckable(True)
        official.setChecked(is_exempt)
        command = commands.declare_exempt(cells, exempt=not is_exempt)
        official.triggered.connect(lambda _checked=False: self.context.desk.run(command))

    def mark_sensitive(self, address: Address, *, marked: bool) -> None:
        """Put a cell on the own list of the primary rules, or take it off."""
        primary = self.context.desk.state.method.settings.primary
        kept = tuple(one for one in primary.cells if one != address)
        rules = replace(primary, cells=(*kept, address) if marked else kept)
        self.context.desk.run(commands.set_primary(rules, "cells"))
