"""Names of roles and types of columns in the window's language."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QCoreApplication

from ckmcore.microdata.preview import Kind, PreviewColumn
from ckmcore.microdata.variable import Role
from ckmdesk.state.data_import import ColumnChoice

ROLE_ICONS: dict[Role, str] = {
    "dimension": "category",
    "magnitude": "number",
    "weight": "weight",
    "record_key": "key",
    "identifier": "identifier",
    "household": "home",
    "ignored": "close",
}


def role_word(role: Role | Literal["period"]) -> str:
    """The name of a role."""
    translate = QCoreApplication.translate
    return {
        "period": translate("DataPage", "Reporting period"),
        "dimension": translate("DataPage", "Dimension"),
        "magnitude": translate("DataPage", "Magnitude"),
        "weight": translate("DataPage", "Weight"),
        "record_key": translate("DataPage", "Record key"),
        "identifier": translate("DataPage", "Identifier"),
        "household": translate("DataPage", "Household"),
        "ignored": translate("DataPage", "Ignored"),
    }[role]


def role_plural(role: Role) -> str:
    """The name of the columns with a role."""
    translate = QCoreApplication.translate
    return {
        "dimension": translate("DataPage", "Dimensions"),
        "magnitude": translate("DataPage", "Magnitudes"),
        "weight": translate("DataPage", "Weight"),
        "record_key": translate("DataPage", "Record key"),
        "identifier": translate("DataPage", "Identifiers"),
        "household": translate("DataPage", "Household"),
        "ignored": translate("DataPage", "Ignored"),
    }[role]


def role_explained(role: Role) -> str:
    """Explain a role in one sentence."""
    translate = QCoreApplication.translate
    return {
        "dimension": translate("DataPage", "Breaks tables down. Codes stay text, leading zeros too."),
        "magnitude": translate("DataPage", "A quantity that is summed up."),
        "weight": translate("DataPage", "How many statistical units a record stands for; one column at most."),
        "record_key": translate("DataPage", "The random number of a record; one column at most."),
        "identifier": translate("DataPage", "Identifies a statistical unit; not loaded."),
        "household": translate(
            "DataPage", "Identifies the household; its members share the sum of their keys. Not loaded."
        ),
        "ignored": translate("DataPage", "Is not loaded."),
    }[role]


LABELS_SHOWN = 12


def described_text(column: PreviewColumn, limit: int = LABELS_SHOWN) -> str:
    """Return the file's own description of a column on one line: title, labels of codes, levels of its hierarchy."""
    translate = QCoreApplication.translate
    titles = [column.title] if column.title and column.title != column.name else []
    if column.labels:
        labels = [f"{code} = {text}" for code, text in list(column.labels.items())[:limit]]
        more = len(column.labels) - len(labels)
        if more > 0:
            labels.append(translate("DataPage", "and %1 more").replace("%1", str(more)))
        titles.append(", ".join(labels))
    if column.levels > 1:
        titles.append(translate("DataPage", "hierarchy of %1 levels").replace("%1", str(column.levels)))
    return f"{column.name}:  " + "  ·  ".join(titles) if titles else ""


def kind_word(kind: Kind, column: ColumnChoice) -> str:
    """Return the name of a type for a column, with the number of decimals if known."""
    translate = QCoreApplication.translate
    if kind == "text":
        coded = column.role == "dimension"
        return translate("DataPage", "Code (text)") if coded else translate("DataPage", "Text")
    if kind == "whole":
        return translate("DataPage", "Whole number")
    if column.guess.kind == "decimal" and column.guess.digits == 1:
        return translate("DataPage", "Decimal, 1 place")
    if column.guess.kind == "decimal":
        return translate("DataPage", "Decimal, %1 places").replace("%1", str(column.guess.digits))
    return translate("DataPage", "Decimal")
