"""Rows of one's own while they are being made: what a row says, rows from categories, rows from several answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.microdata.data import MISSING, Dimension
from ckmcore.tabulate.spec import Condition, OwnRow, Relation


def condition_words(condition: Condition, dimensions: Mapping[str, Dimension], language: Language) -> str:
    """Return a condition as text: `sex: male, female`."""
    dimension = dimensions.get(condition.variable)
    title = condition.variable if dimension is None else dimension.title.text(language) or dimension.name
    labels = [code if dimension is None else dimension.label(code).text(language) for code in condition.codes]
    return f"{title}: {', '.join(labels)}"


def made_label(row: OwnRow, dimensions: Mapping[str, Dimension]) -> Texts:
    """A label from the categories of a row's conditions."""
    texts = []
    for language in ("en", "de"):
        labels = [
            dimensions[condition.variable].label(code).text("de" if language == "de" else "en")
            for condition in row.conditions
            for code in condition.codes
            if condition.variable in dimensions
        ]
        texts.append(", ".join(labels))
    return Texts(*texts)


def rows_of(dimension: Dimension, relation: Relation = "davon") -> tuple[OwnRow, ...]:
    """A row for each category of a variable."""
    return tuple(
        OwnRow(category.label, (Condition(dimension.name, (category.code,)),), relation)
        for category in dimension.categories
    )


def answer_rows(dimensions: Sequence[Dimension], code: str | None) -> tuple[OwnRow, ...]:
    """Make rows for variables that hold several answers of a unit; the rows may overlap.

    With `code` there is a row for each variable, for the units with this category in it. Without it there is a row for
    each category, for the units that have it in any of the variables; "not stated" has none.
    """
    if code is not None:
        return tuple(
            OwnRow(dimension.title, (Condition(dimension.name, (code,)),), "und zwar")
            for dimension in dimensions
            if code in dimension.codes
        )
    labels: dict[str, Texts] = {}
    for dimension in dimensions:
        for category in dimension.categories:
            if category.code != MISSING:
                labels.setdefault(category.code, category.label)
    return tuple(
        OwnRow(
            label,
            tuple(Condition(dimension.name, (answer,)) for dimension in dimensions if answer in dimension.codes),
            "und zwar",
            any_of=True,
        )
        for answer, label in labels.items()
    )
