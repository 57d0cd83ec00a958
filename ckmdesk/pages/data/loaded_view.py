"""The records of the open statistic: source, one dimension with its hierarchy, record keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ckmdesk.commands import data as commands
from ckmdesk.commands.desk import Changes, Command
from ckmdesk.look.theme import MARGIN, STEP
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.data.hierarchies_tab import HierarchiesTab
from ckmdesk.pages.data.hierarchy_card import HierarchyCard
from ckmdesk.pages.data.keys_card import KeysCard
from ckmdesk.pages.data.keys_tab import KeysTab
from ckmdesk.pages.data.periods_tab import PeriodsTab
from ckmdesk.pages.data.profile_tab import ProfileTab
from ckmdesk.pages.data.references_tab import ReferencesTab
from ckmdesk.pages.data.rules_tab import RulesTab
from ckmdesk.pages.data.source_card import SourceCard
from ckmdesk.pages.data.variables_tab import VariablesTab
from ckmdesk.widgets.late_tabs import LateTabs
from ckmdesk.widgets.layouts import column_of
from ckmdesk.widgets.scrolled import Scrolled

Tab = VariablesTab | HierarchiesTab | KeysTab | PeriodsTab | ProfileTab | ReferencesTab | RulesTab


class LoadedView(QWidget):
    """Tabs of the open statistic; every change is a command. Emits `tab_asked()` when a tab is brought to the front."""

    file_asked = Signal()
    tab_asked = Signal()
    kept = ("opened",)

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self.source_card = SourceCard(context.theme)
        self.source_card.load_asked.connect(context.services.records.load)
        self.source_card.titled.connect(self._title_statistic)
        self.source_card.period_named.connect(self._name_period)
        column = column_of(self.source_card, within=self, margins=(MARGIN, STEP, MARGIN, MARGIN), spacing=STEP)
        self.tabs = LateTabs()
        self._variables = self.tabs.add(lambda: VariablesTab(context), Scrolled)  # where the window is too low for it
        self._hierarchies = self.tabs.add(lambda: HierarchiesTab(context), Scrolled)
        self._keys = self.tabs.add(lambda: KeysTab(context), Scrolled)
        self._profile = self.tabs.add(lambda: ProfileTab(context), Scrolled)
        self._periods = self.tabs.add(lambda: PeriodsTab(context), Scrolled)
        self._references = self.tabs.add(lambda: ReferencesTab(context), Scrolled)
        self._rules = self.tabs.add(lambda: RulesTab(context), Scrolled)
        self._due: dict[QWidget, frozenset[str]] = {}
        self._seen: frozenset[str] = frozenset()  # all that ever changed
        self.tabs.came.connect(self._tab_came)
        self.tabs.currentChanged.connect(lambda _: self._refresh_shown())
        column.addWidget(self.tabs, 1)
        words = [self.tr("Variables"), self.tr("Hierarchies"), self.tr("Record keys"), self.tr("Profile")]
        words += [self.tr("Reporting periods"), self.tr("Reference figures"), self.tr("Rules")]
        self.tabs.tabBar().setAccessibleName(self.tr("Views of the data"))
        for place, word in enumerate(words):
            self.tabs.setTabText(place, word)

    def made_in_steps(self) -> Iterator[None]:
        """Make the tab in front; a step for this view, which is there by then, and one for the tab."""
        yield
        self.tabs.shown  # noqa: B018 - made by being asked for
        yield

    @property
    def opened(self) -> tuple[tuple[int, ...], int]:
        """Return the tabs that were opened, after refreshing all of them, and the current one."""
        for tab_view in tuple(self._due):
            tab_view.refresh(Changes(self._due.pop(tab_view)))  # type: ignore[attr-defined]  # one of the tabs
        return self.tabs.opened, self.tabs.currentIndex()

    @opened.setter
    def opened(self, opened: tuple[tuple[int, ...], int]) -> None:
        self.tabs.open_again(*opened)

    @property
    def variables_tab(self) -> VariablesTab:
        return self._variables.view

    @property
    def hierarchies_tab(self) -> HierarchiesTab:
        return self._hierarchies.view

    @property
    def keys_tab(self) -> KeysTab:
        return self._keys.view

    @property
    def profile_tab(self) -> ProfileTab:
        return self._profile.view

    @property
    def periods_tab(self) -> PeriodsTab:
        return self._periods.view

    @property
    def references_tab(self) -> ReferencesTab:
        return self._references.view

    @property
    def rules_tab(self) -> RulesTab:
        return self._rules.view

    @property
    def hierarchy_card(self) -> HierarchyCard:
        return self.hierarchies_tab.card

    @property
    def keys_card(self) -> KeysCard:
        return self.keys_tab.card

    def _tab_came(self, tab: Tab) -> None:
        self._due[tab] = self._seen
        if isinstance(tab, PeriodsTab):
            tab.file_asked.connect(self.file_asked)
        self.context.frame.part_came(tab)

    def show_tab(self, part: QWidget) -> None:
        """Bring a tab to the front."""
        self.tab_asked.emit()
        self.tabs.show_view(part)

    def show_place(self, place: str) -> None:
        """Show a tab and give it the keyboard. place: `period`, `period:number`, `rules` or `codes:variable`."""
        what, _, name = place.partition(":")
        if what == "period":
            self.show_tab(self.periods_tab)
            if name:
                self.periods_tab.table.setCurrentCell(int(name), 0)
            (self.periods_tab.day if self.periods_tab.label.text() else self.periods_tab.label).setFocus()
        elif what == "rules":
            self.show_tab(self.rules_tab)
            self.rules_tab.table.setFocus()
        elif what == "codes":
            self.show_tab(self.variables_tab)
            if name:
                self.variables_tab.choose(name)
            self.variables_tab.editor.said.kind.setFocus()

    # --- showing -------------------------------------------------------------------------------------------------

    def refresh(self, changes: Changes) -> None:
        """Show the open statistic."""
        statistic, data = self.context.desk.state.statistic, self.context.desk.session.data
        if statistic is None:
            return
        loading = self.context.services.records.loading
        self.source_card.show_statistic(statistic, data, self.context.language, loading=loading)
        # A tab that nobody sees is brought up to date when it is shown: large code lists cost time.
        first, self._seen = not self._seen, self._seen | changes.parts
        for tab_view in self.tabs.made:
            self._due[tab_view] = self._due.get(tab_view, frozenset()) | changes.parts
            if first:  # built again: what its fields hold is given back next
                tab_view.refresh(Changes(self._due.pop(tab_view)))  # type: ignore[attr-defined]  # one of the tabs
        self._refresh_shown(by_undo=changes.by_undo)

    def _refresh_shown(self, *, by_undo: bool = False) -> None:
        tab_view = self.tabs.shown
        if tab_view in self._due:
            tab_view.refresh(Changes(self._due.pop(tab_view), by_undo))

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
        """Read a hierarchy, check it against the data and attach it."""
        self.show_tab(self.hierarchies_tab)
        self.hierarchies_tab.read_hierarchy(file)

    def _run(self, command: Command) -> None:
        self.context.desk.run(command)

    def _title_statistic(self, words: str) -> None:
        statistic = self.context.desk.state.statistic
        if statistic is not None:
            old_title = statistic.title
            plain = old_title.en if old_title.en == old_title.de else ""
            title = commands.renamed(old_title, words, self.context.language, plain)
            self._run(commands.set_statistic_title(title))

    def _name_period(self, words: str) -> None:
        statistic = self.context.desk.state.statistic
        if statistic is not None:
            old_label = statistic.period.label
            plain = old_label.en if old_label.en == old_label.de else ""
            self._run(commands.set_period_label(commands.renamed(old_label, words, self.context.language, plain)))
