"""The pages of the window, by name. They are imported on first show, so that the window is up at once."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP

from ckmdesk.ports import filled, is_filled

if TYPE_CHECKING:
    from ckmdesk.pages.context import Page


@dataclass(frozen=True)
class PageEntry:
    """The entry of a page: its module ("" for a slot that a wing fills), its names in rail and menu, and who sees it.

    The names are sources for translation in the context "Pages".
    """

    name: str
    module: str
    class_name: str
    title: str = ""
    menu: str = ""
    icon: str = ""
    methodologist_only: bool = False

    @property
    def exists(self) -> bool:
        """Return whether the page is installed; otherwise the rail has no entry for it."""
        return bool(self.module) or is_filled(self.class_name)

    def load(self) -> type[Page]:
        page: type[Page] = (
            getattr(importlib.import_module(self.module), self.class_name) if self.module else filled(self.class_name)
        )
        return page


START = PageEntry("start", "ckmdesk.pages.start.page", "StartPage")
RAIL = (
    PageEntry(
        "tables",
        "ckmdesk.pages.tables.page",
        "TablesPage",
        str(QT_TRANSLATE_NOOP("Pages", "Tables")),
        str(QT_TRANSLATE_NOOP("Pages", "&Table")),
        "tables",
    ),
    PageEntry(
        "release",
        "ckmdesk.pages.release.page",
        "ReleasePage",
        str(QT_TRANSLATE_NOOP("Pages", "Release")),
        str(QT_TRANSLATE_NOOP("Pages", "&Release")),
        "release",
    ),
    PageEntry(
        "data",
        "ckmdesk.pages.data.page",
        "DataPage",
        str(QT_TRANSLATE_NOOP("Pages", "Data")),
        str(QT_TRANSLATE_NOOP("Pages", "&Data")),
        "data",
        methodologist_only=True,
    ),
    PageEntry(
        "method",
        "ckmdesk.pages.method.page",
        "MethodPage",
        str(QT_TRANSLATE_NOOP("Pages", "Method")),
        str(QT_TRANSLATE_NOOP("Pages", "&Method")),
        "method",
        methodologist_only=True,
    ),
    PageEntry(
        "quality",
        "",
        "QualityPage",
        str(QT_TRANSLATE_NOOP("Pages", "Quality & risk")),
        str(QT_TRANSLATE_NOOP("Pages", "&Quality and risk")),
        "quality",
        methodologist_only=True,
    ),
)
SETTINGS = PageEntry(
    "settings",
    "ckmdesk.pages.settings.page",
    "SettingsPage",
    str(QT_TRANSLATE_NOOP("Pages", "Settings")),
    icon="settings",
)
PAGES = (START, *RAIL, SETTINGS)
