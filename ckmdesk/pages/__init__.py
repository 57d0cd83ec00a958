"""The pages of the window, by name. They are imported on first show, so that the window is up at once."""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP

if TYPE_CHECKING:
    from ckmdesk.pages.context import Page


@dataclass(frozen=True)
class PageEntry:
    """Where a page is, how the rail and its menu call it (context "Pages"), and who sees it."""

    name: str
    module: str
    class_name: str
    title: str = ""
    menu: str = ""
    icon: str = ""
    methodologist_only: bool = False

    @cached_property
    def exists(self) -> bool:
        """Whether the page is part of this program; an entry appears in the rail only then."""
        try:
            return importlib.util.find_spec(self.module) is not None
        except ModuleNotFoundError:  # its folder
            return False

    def load(self) -> type[Page]:
        found: type[Page] = getattr(importlib.import_module(self.module), self.class_name)
        return found


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
        "ckmdesk.lab.pages.quality.page",
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
