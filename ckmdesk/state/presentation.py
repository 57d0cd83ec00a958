"""How a table is shown: labels or codes, language, zeros hidden, widths of columns. Pure functions on TableSpec."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from ckmcore.tabulate.picture_choice import PictureChoice
from ckmcore.tabulate.spec import PRINTED, BlockTotal, Presentation, TableSpec, Width

NARROWEST_COLUMN, WIDEST_COLUMN = 40, 800


def new_spec(block_total: BlockTotal = "first") -> TableSpec:
    """Make an empty table in the office's printed style; `block_total` is the office's."""
    return TableSpec(presentation=replace(PRINTED, block_total=block_total))


def begun_anew(shown: Presentation, block_total: BlockTotal) -> Presentation:
    """Return the presentation of a table that is emptied: as for a new one, with the chosen language and labels."""
    begun = {field.name: getattr(PRINTED, field.name) for field in fields(PRINTED)}
    printed = {name: value for name, value in begun.items() if value != getattr(Presentation(), name)}
    return replace(shown, **{**printed, "block_total": block_total})


def is_blank(spec: TableSpec) -> bool:
    """Return whether nothing was laid out: an empty table with the present or a former default."""
    if spec.variables:  # soonest said, and asked at every step
        return False
    shown_presentation = replace(spec.presentation, block_total="each")
    begun = shown_presentation in (Presentation(), replace(PRINTED, block_total="each"))
    return begun and spec == TableSpec(presentation=spec.presentation)


def changed(spec: TableSpec, **fields: Any) -> TableSpec:
    """Return the table with other fields of its Presentation."""
    return spec.with_changes(presentation=replace(spec.presentation, **fields))


def with_width(spec: TableSpec, path: tuple[str, ...], pixels: int) -> TableSpec:
    """A column as wide as somebody made it."""
    kept_widths = tuple(width for width in spec.presentation.widths if width.path != path)
    pixels = max(NARROWEST_COLUMN, min(pixels, WIDEST_COLUMN))
    return changed(spec, widths=(*kept_widths, Width(path, pixels)))


def without_width(spec: TableSpec, path: tuple[str, ...]) -> TableSpec:
    """A column as wide as its figures need again."""
    return changed(spec, widths=tuple(width for width in spec.presentation.widths if width.path != path))


def same_figures_asked(one: TableSpec, other: TableSpec) -> bool:
    """Return whether two tables differ only in widths and in their picture, so that nothing needs to be computed."""
    plain: dict[str, Any] = {"widths": (), "picture": PictureChoice()}
    return one != other and changed(one, **plain) == changed(other, **plain)
