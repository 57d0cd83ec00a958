"""The menu *Only the largest* of a level: how many, and by which figures. Every entry is one undoable step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from ckmcore.base.numbers import Language, integer_text
from ckmcore.tabulate.layout import AxisLayout
from ckmcore.tabulate.spec import PERIOD, TOTAL, Level, TableSpec, Top
from ckmdesk.models.table_model import TableModel
from ckmdesk.pages.tables.menus import Change, entry
from ckmdesk.state.shelves import Axis
from ckmdesk.widgets.searched_menu import searchable

NUMBERS = (3, 5, 10, 20, 50, 100)
USUAL = 10
MOST_ALONE = 10_000


class Ranking(NamedTuple):
    """A ranking: the figures of a value, over all lines of the other axis or in one of them, with its name."""

    value: int
    line: tuple[tuple[str, str], ...]
    words: str


def rankings(spec: TableSpec, words: Sequence[str], at_hand: Ranking | None) -> list[Ranking]:
    """List the rankings of a level: each value over all lines, and the current line."""
    found_rankings = [Ranking(index, (), words[index]) for index in range(len(spec.values))]
    return [*found_rankings, at_hand] if at_hand is not None and at_hand.line else found_rankings


def ranking_at(model: TableModel, row: int, column: int, zone: Axis) -> Ranking | None:
    """Return the ranking by a cell: line of the other axis, and value; None if it has none."""
    view = model.view
    if view is None or zone == "layers" or not (0 <= row < model.rowCount() and 0 <= column < model.columnCount()):
        return None
    line, head_line, value = model.place(row, column)
    layout, number = view.layout, view.shown[value].number
    codes = _codes(layout.columns, head_line) if zone == "rows" else _codes(layout.rows, line)
    path = model.path("columns", column) if zone == "rows" else model.path("rows", row)
    if codes is None or number >= len(view.spec.values):
        return None
    return Ranking(number, (*(_codes(layout.layers, view.layer) or ()), *codes), path)


def _codes(axis: AxisLayout, line: int) -> tuple[tuple[str, str], ...] | None:
    """Return variable and code of each node of a line except totals; None for a line without figures."""
    number, line_index = axis.locate(line)
    segment = axis.segments[number]
    if segment.empty[line_index]:
        return None
    codes = []
    for level, node_index in zip(segment.levels, segment.positions[line_index].tolist(), strict=True):
        code = level.dimension.nodes[node_index].code
        if code is not TOTAL:
            codes.append((level.level.variable, str(code)))
    return tuple(codes)


def add_top_entries(
    menu: QMenu,
    level: Level,
    choices: Sequence[Ranking],
    language: Language,
    change: Change,
    ask: Callable[[int], int] = int,
) -> QMenu | None:
    """Add the menu of a level's rule "only the largest".

    None if no rule applies (custom rows, periods). `ask` asks for another number, with a default, and returns 0 if
    cancelled.
    """
    if level.rows or level.variable == PERIOD:
        return None

    under = searchable(menu.addMenu(QCoreApplication.translate("TopMenu", "Only the largest")))
    rule = replace(level.top, codes=(), others=(), within=())
    numbers = QActionGroup(under)

    def offer(text: str, top: Top, *, checked: bool, group: QActionGroup) -> None:
        action = entry(under, text, lambda: change("choose_top", top=top))
        action.setCheckable(True)
        action.setChecked(checked)
        group.addAction(action)

    offer(QCoreApplication.translate("TopMenu", "All"), Top(), checked=not rule.most, group=numbers)
    for row_count in sorted({*NUMBERS, *([rule.most] if rule.most else [])}):
        text = QCoreApplication.translate("TopMenu", "The %1 largest, and all others together")
        text = text.replace("%1", integer_text(row_count, language))
        offer(text, replace(rule, most=row_count), checked=rule.most == row_count, group=numbers)

    def other() -> None:
        if asked_count := ask(rule.most or USUAL):
            change("choose_top", top=replace(rule, most=asked_count))

    entry(under, QCoreApplication.translate("TopMenu", "Another number ..."), other)
    under.addSeparator()
    by = QActionGroup(under)
    for choice in choices:
        text = QCoreApplication.translate("TopMenu", "Largest by: %1").replace("%1", choice.words)
        top = replace(rule, most=rule.most or USUAL, value=choice.value, line=choice.line)
        same = (rule.value, rule.line) == (choice.value, choice.line)
        offer(text, top, checked=bool(rule.most) and same, group=by)
    return under
