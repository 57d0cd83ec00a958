"""The records of the open statistic: source, one dimension with its hierarchy, record keys."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QScrollArea, QTabWidget, QWidget

from ckmdesk.commands import data as commands
from ckmdesk.commands.desk import Changes, Command
from ckmdesk.look.theme import MARGIN, STEP
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.data.hierarchies_tab import HierarchiesTab
from ckmdesk.pages.data.keys_tab import KeysTab
from ckmdesk.pages.data.periods_tab import PeriodsTab
from ckmdesk.pages.data.profile_tab import ProfileTab
from ckmdesk.pages.data.references_tab import ReferencesTab
from ckmdesk.pages.data.source_card import SourceCard
from ckmdesk.pages.data.variables_tab import VariablesTab
from ckmdesk.widgets.layouts import column_of
from ckmdesk.widgets.scrolled import Scrolled

Tab = VariablesTab | HierarchiesTab | KeysTab | PeriodsTab | ProfileTab | ReferencesTab


class LoadedView(QWidget):
    """Views of the open statistic; every change of it is a command."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self.source_card = SourceCard(context.theme)
        self.source_card.load_asked.connect(context.services.records.load)
        self.source_card.titled.connect(self._title_statistic)
        self.source_card.period_named.connect(self._name_period)
        column = column_of(self.source_card, within=self, margins=(MARGIN, STEP, MARGIN, MARGIN), spacing=STEP)
        self.tabs = QTabWidget(documentMode=True)
        self.hierarchies_tab = HierarchiesTab(context)
        self.hierarchy_card = self.hierarchies_tab.card
        self.keys_tab = KeysTab(context)
        self.keys_card = self.keys_tab.card
        self.variables_tab = VariablesTab(context)
        self.periods_tab = PeriodsTab(context)
        self.profile_tab = ProfileTab(context)
        self.references_tab = ReferencesTab(context)
        self._parts: tuple[Tab, ...] = (
            self.variables_tab,
            self.hierarchies_tab,
            self.keys_tab,
            self.profile_tab,
            self.periods_tab,
            self.references_tab,
        )
        self._due: dict[Tab, frozenset[str]] = {}
        for part in self._parts:
            self.tabs.addTab(Scrolled(part), "")  # where the window is too low for it
        self.tabs.currentChanged.connect(lambda _: self._refresh_shown())
        column.addWidget(self.tabs, 1)

    def show_tab(self, part: QWidget) -> None:
        """Bring a tab to the front."""
        self.tabs.setCurrentIndex(self._place_of(part))

    def show_place(self, place: str) -> None:
        """`period`, `codes:variable`: the tab, with the keyboard where that is said."""
        what, _, name = place.partition(":")
        if what == "period":
            self.show_tab(self.periods_tab)
            (self.periods_tab.day if self.periods_tab.label.text() else self.periods_tab.label).setFocus()
        elif what == "codes":
            self.show_tab(self.variables_tab)
            if name:
                self.variables_tab.choose(name)
            self.variables_tab.editor.said.kind.setFocus()

    def _place_of(self, part: QWidget) -> int:
        areas = [self.tabs.widget(place) for place in range(self.tabs.count())]
        return next(at for at, area in enumerate(areas) if isinstance(area, QScrollArea) and area.widget() is part)

    def retranslate(self) -> None:
        """All words anew; `refresh` follows."""
        self.source_card.retranslate()
        for part in self._parts:
            part.retranslate()
        words = {
            self.variables_tab: self.tr("Variables"),
            self.hierarchies_tab: self.tr("Hierarchies"),
            self.keys_tab: self.tr("Record keys"),
            self.profile_tab: self.tr("Profile"),
            self.periods_tab: self.tr("Reporting periods"),
            self.references_tab: self.tr("Reference figures"),
        }
        self.tabs.tabBar().setAccessibleName(self.tr("Views of the data"))
        for tab, word in words.items():
            self.tabs.setTabText(self._place_of(tab), word)

    # --- showing -------------------------------------------------------------------------------------------------

    def refresh(self, changes: Changes) -> None:
        """Show the open statistic."""
        statistic, data = self.context.desk.state.statistic, self.context.desk.session.data
        if statistic is None:
            return
        loading = self.context.services.records.loading
        self.source_card.show_statistic(statistic, data, self.context.language, loading=loading)
        # A tab that nobody sees is brought up to date when it is shown: large code lists cost time.
        for part in self._parts:
            self._due[part] = self._due.get(part, frozenset()) | changes.parts
        self._refresh_shown(by_undo=changes.by_undo)

    def _refresh_shown(self, *, by_undo: bool = False) -> None:
        area = self.tabs.currentWidget()
        part = area.widget() if isinstance(area, QScrollArea) else None
        for one in self._parts:
            if one is part and one in self._due:
                one.refresh(Changes(self._due.pop(one), by_undo))

    # --- changing ------------------------------------------------------------------------------------------------

    def choose(self, name: str) -> None:
        """Show the hierarchy of another dimension."""
        self.show_tab(self.hierarchies_tab)
        self.hierarchies_tab.choose(name)

    def ask_for_hierarchy(self) -> None:
        """Ask for a hierarchy file for the dimension chosen."""
        self.show_tab(self.hierarchies_tab)
        self.hierarchies_tab.ask_for_hierarchy()

    def read_hierarchy(self, file: Path) -> None:
        """Read a hierarchy, check it against the data, attach it."""
        self.show_tab(self.hierarchies_tab)
        self.hierarchies_tab.read_hierarchy(file)

    def _run(self, command: Command) -> None:
        self.context.desk.run(command)

    def _title_statistic(self, words: str) -> None:
        statistic = self.context.desk.state.statistic
        if statistic is not None:
            old = statistic.title
            plain = old.en if old.en == old.de else ""
            title = commands.renamed(old, words, self.context.language, plain)
            self._run(commands.set_statistic_title(title))

    def _name_period(self, words: str) -> None:
        statistic = self.context.desk.state.statistic
        if statistic is not None:
            old = statistic.period.label
            plain = old.en if old.en == old.de else ""
            self._run(commands.set_period_label(commands.renamed(old, words, self.context.language, plain)))
