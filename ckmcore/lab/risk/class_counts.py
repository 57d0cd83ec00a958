"""Medians and quantiles come from published counts of classes: whoever attacks a table has these counts, too, whether
the table shows them or not; magnitudes.md 3.1."""

from __future__ import annotations

from dataclasses import replace

from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedBlock, ProtectedTable
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.derived_indicators import with_class_counts
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.values import value_label


def told_counts(raw: RawTable, data: Microdata) -> RawTable:
    """Table with the class counts of its medians and quantiles added as values."""
    spec = with_class_counts(data, raw.spec)
    more_values = spec.values[len(raw.spec.values) :]
    if not more_values:
        return raw
    labels = (*raw.labels, *(value_label(data, value) for value in more_values)) if raw.labels else ()
    return replace(raw, spec=spec, labels=labels)


def told_table(
    raw: RawTable, data: Microdata, method: Method, shown: ProtectedTable | None = None
) -> tuple[RawTable, ProtectedTable]:
    """Table with class counts as of `told_counts`, and its published figures. shown: figures of its own values if
    already published."""
    wider = told_counts(raw, data)
    if shown is not None and wider is raw:
        return raw, shown
    protected = method.protect(wider)
    if shown is None:
        return wider, protected
    blocks = tuple(map(_joined_block, shown.blocks, protected.blocks))
    return wider, replace(protected, blocks=blocks)


def _joined_block(shown_block: ProtectedBlock, wider: ProtectedBlock) -> ProtectedBlock:
    """Published figures followed by those of the class counts."""
    figure_count = len(shown_block.figures)
    signs = None
    if shown_block.signs is not None or wider.signs is not None:
        none = tuple(figures.astype("u1") * 0 for figures in wider.figures)
        signs = (*(shown_block.signs or none[:figure_count]), *(wider.signs or none)[figure_count:])
    return replace(wider, figures=(*shown_block.figures, *wider.figures[figure_count:]), signs=signs)
