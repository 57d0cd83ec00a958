"""What a button can do about an error of a file that is being taken over, and what to do after that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import QCoreApplication

from ckmcore.base.verdict import Verdict
from ckmcore.errors import CkmError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata import Dialect
from ckmcore.microdata.multi_file import FaultInFile
from ckmdesk.base.frame import MessageKind, Remedy
from ckmdesk.pages.context import PageContext
from ckmdesk.state.data_import import Import, Loaded, with_role

Mending = Literal["encoding", "quotes", "generate", "modulus", "dimension", "ignore", "again", "other", "none"]

_FILE = {"file_missing", "file_is_folder", "file_empty", "file_without_records", "file_binary"}
_AGAIN = {"file_not_readable", "file_damaged", "source_changed"}
_KEYS = {"record_key_missing", "record_key_not_a_number", "record_key_outside", "record_key_too_long"}


@dataclass(frozen=True)
class Mended:
    """The import, or the dialect to look at the file with, after a remedy."""

    state: Import | None = None
    dialect: Dialect | None = None


def mending_of(error: CkmError, state: Import | None) -> Mending:
    """Return the remedy that fits an error."""
    code = error.code
    if isinstance(error, FaultInFile) and error.fault is not None:
        code = error.fault.code
    if code == "undecodable_byte":
        return "none" if error.fields.get("encoding") in ("cp1252", "latin-1") else "encoding"
    if code in _KEYS:
        integer = state is not None and state.integer_keys and code == "record_key_outside"
        return "modulus" if integer else "generate"
    simple: dict[str, Mending] = {
        "unclosed_quote": "quotes",
        "record_key_modulus": "modulus",
        "record_key_digits": "generate",
        "not_a_number": "dimension",
        "weight_missing": "ignore",
        "column_nested": "ignore",
    }
    if code in simple:
        return simple[code]
    return "other" if code in _FILE else "again" if code in _AGAIN else "none"


def mend(mending: Mending, error: CkmError, state: Import) -> Mended:
    """Return the import after applying a remedy."""
    column = str(error.fields.get("column", ""))
    dialect = state.preview.dialect or Dialect()
    if mending == "encoding":
        return Mended(dialect=replace(dialect, encoding="cp1252", encoding_guessed=False))
    if mending == "quotes":
        return Mended(dialect=replace(dialect, quote=""))
    if mending == "generate":
        without = with_role(state, column, "identifier")
        return Mended(replace(without, keys=replace(without.keys, how="generate")))
    if mending == "dimension":
        return Mended(with_role(state, column, "dimension"))
    if mending == "ignore":
        return Mended(with_role(state, column, "ignored"))
    return Mended(state)


def taken_over(
    loaded: Loaded, name: str, context: PageContext, show_rules: Callable[[], None]
) -> tuple[Sentence, MessageKind, Remedy]:
    """Return the message on a file that was taken over, and the button that leads on."""
    fields = {"rows": loaded.data.rows, "name": name}
    to_method = QCoreApplication.translate("DataPage", "Go to page Method")
    broken = sum(finding.verdict is Verdict.OPEN for finding in loaded.findings)
    if broken:
        remedy = Remedy(QCoreApplication.translate("DataPage", "Show rules"), show_rules)
        return sentence("desk_taken_over_rules", count=broken, **fields), "warning", remedy
    if loaded.ptables:
        names = tuple(table.name for table in loaded.ptables)
        remedy = Remedy(to_method, lambda: context.frame.go_to("method"))
        return sentence("desk_taken_over_project", ptables=names, **fields), "ok", remedy
    if loaded.statistic.period.in_force is None:
        remedy = Remedy(to_method, lambda: context.frame.go_to("method"))
        return sentence("desk_taken_over_no_method", **fields), "ok", remedy
    remedy = Remedy(QCoreApplication.translate("DataPage", "Go to page Tables"), lambda: context.frame.go_to("tables"))
    return sentence("desk_taken_over", **fields), "ok", remedy
