"""What the chips of the shelves say: variables with their levels, breaks between stacked blocks, own rows, values."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from ckmcore.base.numbers import Language, integer_text
from ckmcore.messages import say
from ckmcore.microdata.data import Dimension
from ckmcore.tabulate.spec import OWN_ROWS, PERIOD, Level, TableSpec
from ckmdesk.state import shelves
from ckmdesk.state.items import VariableInfo, filter_words
from ckmdesk.state.shelves import Axis, Origin, Zone
from ckmdesk.widgets.chips import Item


def level_title(level: Level, info: VariableInfo | None, language: Language) -> str:
    """What a level is called on its chip."""
    if level.title.text(language):
        return level.title.text(language)
    if level.variable.startswith(OWN_ROWS):
        return QCoreApplication.translate("TableShelves", "Own rows")
    if level.variable == PERIOD:
        return say("word_period", language)
    if info is None:
        return level.variable
    shown = [text for depth, (text, _) in enumerate(info.levels) if not level.depths or depth in level.depths]
    return " ▸ ".join(shown) if info.named and shown else info.title


def axis_items(spec: TableSpec, zone: Axis, infos: Mapping[str, VariableInfo], language: Language) -> list[Item]:
    """The chips of rows, columns or sheets."""
    found = []
    blocks = shelves.blocks_of(spec, zone)
    for entry in shelves.entries(spec, zone):
        if entry.is_break:
            number = integer_text(entry.block + 1, language)
            title = " ".join(text for text in (number, blocks[entry.block].label.text(language)) if text)
            found.append(Item(entry.name, title, zone, "stack", block=entry.block, breaks=True))
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
            found.append(Item(entry.name, title, zone, _icon(level, info), detail=detail, block=entry.block))
    return found


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
    found = []
    for condition in spec.filters:
        info = infos.get(condition.variable)
        words = filter_words(dimensions.get(condition.variable), condition, language)
        words = words or QCoreApplication.translate("TableShelves", "all")
        title = condition.variable if info is None else info.title
        icon = "warning" if info is None else info.icon
        found.append(Item(condition.variable, title, "filters", icon, detail=words))
    return found


def zone_word(zone: Zone) -> str:
    """Where a variable of the list stands."""
    return {
        "rows": QCoreApplication.translate("TableShelves", "Rows"),
        "columns": QCoreApplication.translate("TableShelves", "Columns"),
        "layers": QCoreApplication.translate("TableShelves", "Sheets"),
        "filters": QCoreApplication.translate("TableShelves", "Filter"),
    }.get(zone, "")
