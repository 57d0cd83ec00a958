"""Where a point of the checklist is mended: the link below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from ckmcore.methods.zero_rows import from_records
from ckmcore.release.checklist import former_release
from ckmcore.statistic.entry import Check, CheckName
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.releases import Release
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.base.frame import Remedy
from ckmdesk.pages.context import PageContext
from ckmdesk.state.desk_state import Page

# Page, its place, words of the link.
_PLACES: dict[CheckName, tuple[Page, str, str]] = {
    "title": ("tables", "title", str(QT_TRANSLATE_NOOP("Release", "Change the title"))),
    "footnotes": ("tables", "footnotes", str(QT_TRANSLATE_NOOP("Release", "Change the footnotes"))),
    "shares": ("tables", "", str(QT_TRANSLATE_NOOP("Release", "Open the table"))),
    "beside": ("method", "", str(QT_TRANSLATE_NOOP("Release", "Go to page Method"))),
    "pairs": ("tables", "", str(QT_TRANSLATE_NOOP("Release", "Open the table"))),
    "signs": ("method", "", str(QT_TRANSLATE_NOOP("Release", "Go to page Method"))),
    "method": ("method", "", str(QT_TRANSLATE_NOOP("Release", "Go to page Method"))),
    "picture": ("tables", "", str(QT_TRANSLATE_NOOP("Release", "Change the picture"))),
    "claims": ("method", "", str(QT_TRANSLATE_NOOP("Release", "Go to page Method"))),
    "sums": ("method", "", str(QT_TRANSLATE_NOOP("Release", "Go to page Method"))),
    "period": ("data", "period", str(QT_TRANSLATE_NOOP("Release", "Describe the reporting period"))),
    "codes": ("data", "codes", str(QT_TRANSLATE_NOOP("Release", "Say where the codes come from"))),
    "source": ("settings", "source", str(QT_TRANSLATE_NOOP("Release", "Enter the source"))),
}
_OF_METHODOLOGISTS = ("method", "data", "settings")
_OTHERS = str(QT_TRANSLATE_NOOP("Release", "Ask a methodologist to fix this."))
_COMPARE = str(QT_TRANSLATE_NOOP("Release", "Show the differences"))
_SEARCH = str(QT_TRANSLATE_NOOP("Release", "Search again"))


@dataclass(frozen=True)
class Mending:
    """Links of the checklist for a table.

    `open_table` lays the table out to change it; `compare` shows its differences from the former release; `search`
    looks again for what the method leaves open (None: nothing yet); `spec` is the layout of the table.
    """

    context: PageContext
    spec: TableSpec
    open_table: Callable[[], None]
    compare: Callable[[], None] | None = None
    search: Callable[[], None] | None = None

    def of(self, checks: Sequence[Check]) -> list[Remedy | str | None]:
        """Return, for each check, its link, or the role that can correct it, or None if it is good."""
        return [self._of(check.name) if check.state != "good" else None for check in checks]

    def _of(self, name: CheckName) -> Remedy | str | None:
        here = {
            "former": (_COMPARE, self.compare),
            "search": (_SEARCH, self.search),
            "together": (_SEARCH, self.search),
        }.get(name)
        if here is not None:
            words, act = here
            return None if act is None else Remedy(_translated(words), act)
        page, place_name, words = _PLACES[name]
        if page in _OF_METHODOLOGISTS and not self.context.settings.is_methodologist:
            return _translated(_OTHERS)

        def go() -> None:
            if page == "tables":
                self.open_table()
            self.context.frame.show_place(page, f"codes:{self._observed()}" if place_name == "codes" else place_name)

        return Remedy(_translated(words), go)

    def _observed(self) -> str:
        """Return the first variable of the table whose codes come from the records without a recorded reason."""
        statistic = self.context.desk.state.statistic
        entries = () if statistic is None else statistic.dictionary
        entry = next(iter(from_records(entries, self.spec.variables)), None)
        known_entries = {entry.name: entry for entry in entries}
        while entry is not None and entry.derived is not None:
            entry = known_entries.get(entry.derived.source)
        return "" if entry is None else entry.name


def release_before(statistic: Statistic, found: Release) -> Release | None:
    """Return the release with which the checklist of `found` compared it."""
    earlier_entries = takewhile(lambda entry: entry.number != found.number, statistic.register)
    return former_release(replace(statistic, register=tuple(earlier_entries)), found.submission)


def _translated(words: str) -> str:
    return QCoreApplication.translate("Release", words)
