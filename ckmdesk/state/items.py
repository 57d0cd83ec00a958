"""The variables and values of an open statistic as items for list and shelves; no Qt."""

from __future__ import annotations

from dataclasses import dataclass

from ckmcore.base.numbers import Language
from ckmcore.messages import say
from ckmcore.microdata.data import Dimension, Microdata
from ckmcore.microdata.hierarchy import Hierarchy, level_text
from ckmcore.statistic.model import Statistic
from ckmcore.tabulate.spec import PERIOD, Condition


@dataclass(frozen=True)
class VariableInfo:
    """A variable on the table page: title, its levels with their numbers of nodes, and whether these have names."""

    name: str
    title: str
    levels: tuple[tuple[str, int], ...] = ()
    period: bool = False
    named: bool = False

    @property
    def icon(self) -> str:
        if self.period:
            return "calendar"
        return "hierarchy" if self.levels else "category"


def dimensions_of(statistic: Statistic | None, data: Microdata | None) -> tuple[Dimension, ...]:
    """Return the dimensions of the loaded records, else those of the dictionary."""
    if data is not None:
        return tuple(data.dimensions.values())
    if statistic is None:
        return ()
    return tuple(
        Dimension(
            entry.name,
            entry.title,
            entry.categories,
            Hierarchy(entry.hierarchy, entry.level_names) if entry.hierarchy else None,
            dict(entry.node_labels),
        )
        for entry in statistic.dictionary
        if entry.role == "dimension"
    )


def variable_infos(dimensions: tuple[Dimension, ...], language: Language) -> dict[str, VariableInfo]:
    """Return what the list and chips show of each dimension, by name."""
    found_variable_infos = {}
    for dimension in dimensions:
        levels: tuple[tuple[str, int], ...] = ()
        hierarchy = dimension.hierarchy
        if hierarchy is not None and hierarchy.depth > 1:
            counts = [sum(1 for node in hierarchy.nodes if node.depth == depth) for depth in range(hierarchy.depth)]
            names = level_names(dimension, language)
            if not hierarchy.is_named:
                names = tuple(say("word_level", language, number=depth + 1) for depth in range(hierarchy.depth))
            levels = tuple(zip(names, counts, strict=True))
        title = dimension.title.text(language) or dimension.name
        has_named_levels = hierarchy is not None and hierarchy.is_named and hierarchy.depth > 1
        period = dimension.name.lower() in PERIOD_NAMES
        found_variable_infos[dimension.name] = VariableInfo(dimension.name, title, levels, period, has_named_levels)
    return found_variable_infos


PERIOD_NAMES = frozenset({PERIOD, "period", "semester_period", "berichtszeitraum", "year", "jahr"})


def level_names(dimension: Dimension, language: Language) -> tuple[str, ...]:
    """Return the names of a hierarchy's levels; `1`, `2`, ... if it has none."""
    hierarchy = dimension.hierarchy
    if hierarchy is None:
        return ()
    if not hierarchy.is_named:
        return tuple(str(depth + 1) for depth in range(hierarchy.depth))
    return tuple(level_text(name).text(language) for name in hierarchy.level_names)


def filter_words(dimension: Dimension | None, condition: Condition, language: Language) -> str:
    """Describe the selected categories of a filter briefly; "" if all are selected."""
    if not condition.codes:
        return ""
    first = condition.codes[0] if dimension is None else dimension.label(condition.codes[0]).text(language)
    return first if len(condition.codes) == 1 else f"{first} +{len(condition.codes) - 1}"
