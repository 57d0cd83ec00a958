"""Variables in the list and on the shelves: what entries and chips say, with levels, breaks, own rows, values."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QWidget

from ckmcore.base.numbers import Language, integer_text
from ckmcore.messages import say
from ckmcore.microdata.data import Dimension
from ckmcore.statistic.series import periods_dimension
from ckmcore.tabulate.spec import OWN_ROWS, PERIOD, Level, TableSpec
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.tables.editing import TableEditor
from ckmdesk.pages.tables.shelf_panel import ShelfPanel
from ckmdesk.pages.tables.side_pane import LeftPane
from ckmdesk.services.exports import usable_periods
from ckmdesk.state import shelves
from ckmdesk.state.items import VariableInfo, dimensions_of, filter_words, variable_infos
from ckmdesk.state.shelves import Axis, Origin, Zone
from ckmdesk.widgets.chips import Item
from ckmdesk.widgets.variable_list import Section


def level_title(level: Level, info: VariableInfo | None, language: Language) -> str:
    """Return the title of a level on its chip."""
    if level.title.text(language):
        return level.title.text(language)
    if level.variable.startswith(OWN_ROWS):
        return QCoreApplication.translate("TableShelves", "Own rows")
    if level.variable == PERIOD:
        return say("word_period", language)
    if info is None:
        return level.variable
    shown_texts = [text for depth, (text, _) in enumerate(info.levels) if not level.depths or depth in level.depths]
    return " ▸ ".join(shown_texts) if info.named and shown_texts else info.title


def axis_items(spec: TableSpec, zone: Axis, infos: Mapping[str, VariableInfo], language: Language) -> list[Item]:
    """The chips of rows, columns or sheets."""
    items = []
    blocks = shelves.blocks_of(spec, zone)
    for entry in shelves.entries(spec, zone):
        if entry.is_break:
            number = integer_text(entry.block + 1, language)
            title = " ".join(text for text in (number, blocks[entry.block].label.text(language)) if text)
            items.append(Item(entry.name, title, zone, "stack", block=entry.block, breaks=True))
            continue
        level = shelves.find_level(spec, entry.name, Origin(zone, entry.block))
        if level is not None:
            info = infos.get(entry.name)
            title, detail = level_title(level, info, language), ""
            if level.rows:
                detail = str(sum(row.kind == "figures" for row in level.rows))
            elif level.top.most:
                detail = QCoreApplication.translate("TableShelves", "the %1 largest")
                detail = detail.replace("%1", integer_text(level.top.most, language))
            items.append(Item(entry.name, title, zone, _icon(level, info), detail=detail, block=entry.block))
    return items


def _icon(level: Level, info: VariableInfo | None) -> str:
    if level.rows:
        return "draft"
    if level.variable == PERIOD:
        return "calendar"
    return "warning" if info is None else info.icon


def filter_items(
    spec: TableSpec, infos: Mapping[str, VariableInfo], dimensions: Mapping[str, Dimension], language: Language
) -> list[Item]:
    """The chips of the filter."""
    items = []
    for condition in spec.filters:
        info = infos.get(condition.variable)
        words = filter_words(dimensions.get(condition.variable), condition, language)
        words = words or QCoreApplication.translate("TableShelves", "all")
        title = condition.variable if info is None else info.title
        icon = "warning" if info is None else info.icon
        items.append(Item(condition.variable, title, "filters", icon, detail=words))
    return items


def zone_word(zone: Zone) -> str:
    """Word for the zone of a variable of the list."""
    return {
        "rows": QCoreApplication.translate("TableShelves", "Rows"),
        "columns": QCoreApplication.translate("TableShelves", "Columns"),
        "layers": QCoreApplication.translate("TableShelves", "Sheets"),
        "filters": QCoreApplication.translate("TableShelves", "Filter"),
    }.get(zone, "")


class VariableViews(QObject):
    """The variables of the data in the list, and those of the table on the shelves; `dimensions` and `infos` by
    name."""

    def __init__(self, context: PageContext, panel: ShelfPanel, left: LeftPane, editor: TableEditor) -> None:
        super().__init__(panel)
        self.context, self.panel, self.left, self.editor = context, panel, left, editor
        self.dimensions: dict[str, Dimension] = {}
        self.infos: dict[str, VariableInfo] = {}

    def read(self) -> None:
        """Read the variables of the statistic, as the loaded records have them."""
        statistic, data = self.context.desk.state.statistic, self.context.desk.session.data
        self.dimensions = {dim.name: dim for dim in dimensions_of(statistic, data)}
        if statistic is not None and len(usable_periods(statistic)) > 1:
            self.dimensions = {PERIOD: periods_dimension(statistic), **self.dimensions}
        self.infos = variable_infos(tuple(self.dimensions.values()), self.context.language)
        self.editor.dimensions, self.editor.infos = self.dimensions, self.infos

    def first_to_drag(self, spec: TableSpec) -> str:
        """Return the title of a variable with which a new user of the sample may begin; "" if there is none."""
        statistic, sex = self.context.desk.state.statistic, self.infos.get("sex")
        source = None if statistic is None else statistic.period.source
        if source is None or source.kind != "sample" or sex is None or shelves.zone_of(spec, "sex") != "list":
            return ""
        return sex.title

    def show_table(self, spec: TableSpec) -> None:
        """Show the zones of the variables in a table."""
        language = self.context.language
        for zone in shelves.AXES:
            self.panel[zone].show_items(axis_items(spec, zone, self.infos, language))
        self.panel["filters"].show_items(filter_items(spec, self.infos, self.dimensions, language))
        self.panel["values"].show_items(self.editor.values.items())
        self.panel.fit()
        # Tab leads from the left to the chips, shelf by shelf; new widgets come last otherwise.
        QWidget.setTabOrder(self.left.menu_button, self.left.edge)
        former_widget: QWidget = self.left.edge
        for shelf in self.panel:
            for widget in (*shelf.chips, shelf.plus):
                QWidget.setTabOrder(former_widget, widget)
                former_widget = widget
        variables = []
        for name, info in self.infos.items():
            zone_name = zone_word(shelves.zone_of(spec, name))
            title = " ▸ ".join(text for text, _ in info.levels) if info.named else info.title
            variables.append((Item(name, title, "list", info.icon), zone_name, info.levels))
        word = self.tr("Values")
        values = tuple((item, word if shown else "", ()) for item, shown in self.editor.values.listed())
        sections = [Section(self.tr("Dimensions"), tuple(variables)), Section(word, values)]
        self.left.variables.show_sections(sections)
