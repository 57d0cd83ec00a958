"""What a table is called that has no title of its own: what it shows, by what it breaks that down."""

from __future__ import annotations

from itertools import product

from ckmcore.base.numbers import Language
from ckmcore.messages import say
from ckmcore.methods.protected import ProtectedTable
from ckmcore.tabulate.layout import Layout, shown_level
from ckmcore.tabulate.shown_level import ShownLevel
from ckmcore.tabulate.spec import Level
from ckmcore.tabulate.titles import by_blocks, level_names


def made_title(table: ProtectedTable, layout: Layout, language: Language) -> str:
    """Title of a table made of its values and variables: `Number by land, sex and age`."""
    what = values_shown(table, language)
    if table.spec.presentation.headed:
        return " ".join(text for text in (what, breakdown(table, language)) if text)
    titles: list[str] = []
    for axis in (layout.rows, layout.columns, layout.layers):
        for segment in axis.segments:
            for shown in segment.levels:
                text = "" if shown.level.rows else shown.title(language)
                if text and text not in titles:
                    titles.append(text)
    if not titles:
        return what
    names = titles[0]
    if len(titles) > 1:
        names = say("title_and", language, first=", ".join(titles[:-1]), last=titles[-1])
    return say("title_by", language, what=what, variables=names)


def values_shown(table: ProtectedTable, language: Language) -> str:
    """Text of all values of a table, each once: counts, sums, means, quantiles, shares, changes. Tables of former
    versions, without headings of blocks, name only counts, sums and quantiles."""
    values = table.spec.values
    numbers = list(range(len(values)))
    if not table.spec.presentation.headed:
        numbers = [
            n for n, value in enumerate(values) if (not value.is_derived or value.is_quantile) and not value.conditions
        ]
    labels = (_called(table, number, language) for number in numbers or range(len(values)))
    return ", ".join(dict.fromkeys(labels))


def _called(table: ProtectedTable, number: int, language: Language) -> str:
    """Name of a value in a title; the counts of all classes of a magnitude are called its distribution. number:
    index."""
    value, label = table.spec.values[number], table.label(number).text(language)
    if value.kind != "distribution" or value.label.text(language):
        return label
    return say("title_distribution", language, magnitude=label.rpartition(": ")[0] or value.magnitude)


def breakdown(table: ProtectedTable, language: Language) -> str:
    """Text of the breakdown: *by A, B and C* for crossed variables, *by A and C as well as by B and C* for stacked
    blocks."""
    spec, found_level_names = table.spec, list[tuple[str, ...]]()
    for blocks_index, blocks in enumerate(product(spec.rows, spec.columns, spec.layers)):
        dimensions = {dimension.name: dimension for dimension in table.blocks[blocks_index].dimensions}

        def of(level: Level, known_dimensions: dict = dimensions) -> ShownLevel:  # type: ignore[type-arg]  # of this block
            return shown_level(level, known_dimensions[level.variable], language, valid=spec.presentation.valid_codes)

        found_level_names.append(level_names([of(level) for block in blocks for level in block.levels], language))
    return by_blocks(found_level_names, language)
