"""The records of the open statistic: source, one dimension with its hierarchy, record keys."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QTabWidget, QVBoxLayout, QWidget

from ckmcore.errors import CkmError
from ckmcore.keyreport import KeyReport, key_report
from ckmcore.microdata import Dimension, Hierarchy, read_hrc
from ckmdesk.commands import data as commands
from ckmdesk.commands.desk import Changes, Command
from ckmdesk.jobs import JobContext
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.data.hierarchy_card import HierarchyCard
from ckmdesk.pages.data.keys_card import KeysCard
from ckmdesk.pages.data.source_card import SourceCard
from ckmdesk.pages.data.variables_tab import VariablesTab
from ckmdesk.state.data_figures import NodeCounts, node_counts
from ckmdesk.state.items import dimensions_of, level_names
from ckmdesk.theme import MARGIN, STEP

JOBS = ("hierarchy", "key-report", "node-counts")


class LoadedView(QScrollArea):
    """Views of the open statistic; every change of it is a command."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self.chosen = ""
        self._report: tuple[object, object, KeyReport] | None = None
        self._counts: tuple[object, NodeCounts] | None = None
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(MARGIN, STEP, MARGIN, MARGIN)
        column.setSpacing(STEP)
        self.source_card = SourceCard(context.theme)
        self.source_card.load_asked.connect(context.services.load_source)
        self.source_card.titled.connect(self._title_statistic)
        self.source_card.period_named.connect(self._name_period)
        column.addWidget(self.source_card)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.hierarchy_card = HierarchyCard(context.theme, context.language)
        self.hierarchy_card.setMinimumHeight(260)
        self.hierarchy_card.dimension_chosen.connect(self.choose)
        self.hierarchy_card.read_asked.connect(self.ask_for_hierarchy)
        self.hierarchy_card.remove_asked.connect(self._remove)
        self.hierarchy_card.titled.connect(self._title_dimension)
        self.hierarchy_card.level_named.connect(self._name_level)
        self.keys_card = KeysCard(context.theme)
        self.variables_tab = VariablesTab(context)
        for part in (self.variables_tab, self.hierarchy_card, self.keys_card):
            self.tabs.addTab(part, "")
        column.addWidget(self.tabs, 1)
        self.setWidget(inside)

    def retranslate(self) -> None:
        """All words anew; `refresh` follows."""
        self.source_card.retranslate()
        self.hierarchy_card.retranslate(self.context.language)
        self.keys_card.retranslate()
        self.variables_tab.retranslate()
        words = {
            self.variables_tab: self.tr("Variables"),
            self.hierarchy_card: self.tr("Hierarchies"),
            self.keys_card: self.tr("Record keys"),
        }
        for part, word in words.items():
            self.tabs.setTabText(self.tabs.indexOf(part), word)

    # --- showing -------------------------------------------------------------------------------------------------

    def refresh(self, changes: Changes) -> None:
        """Show the open statistic."""
        statistic, data = self.context.desk.state.statistic, self.context.desk.session.data
        if statistic is None:
            return
        loading = self.context.services.loading
        self.source_card.show_statistic(statistic, data, self.context.language, loading=loading)
        dimensions = list(dimensions_of(statistic, data))
        names = [dimension.name for dimension in dimensions]
        if self.chosen not in names:
            with_tree = [dimension.name for dimension in dimensions if dimension.hierarchy is not None]
            self.chosen = (with_tree or names or [""])[0]
        self.hierarchy_card.show_dimensions(dimensions, self.chosen)
        # Without the records nobody could tell whether a hierarchy holds all their codes.
        self.hierarchy_card.read.setEnabled(data is not None and bool(names))
        if "statistic" in changes and not self.context.jobs.running("hierarchy"):
            self.hierarchy_card.message.clear()
        self._show_dimension()
        self._show_keys()
        self.variables_tab.refresh(changes)

    @property
    def dimension(self) -> Dimension | None:
        """The dimension chosen."""
        desk = self.context.desk
        found = dimensions_of(desk.state.statistic, desk.session.data)
        return next((dimension for dimension in found if dimension.name == self.chosen), None)

    def choose(self, name: str) -> None:
        """Show another dimension."""
        self.chosen = name
        self.hierarchy_card.message.clear()
        self.hierarchy_card.chosen.choose(name)
        self._show_dimension()

    def _show_dimension(self) -> None:
        data, dimension = self.context.desk.session.data, self.dimension
        if data is None or dimension is None or self.chosen not in data.dimensions:
            self.hierarchy_card.show_dimension(dimension, None)
            return
        name, key = self.chosen, (data.columns[self.chosen].__array_interface__["data"], dimension)
        known = self._counts
        if known is not None and known[0] == key:
            self.hierarchy_card.show_dimension(dimension, known[1])
            return

        def done(counts: NodeCounts) -> None:
            self._counts = (key, counts)
            if self.chosen == name:
                self.hierarchy_card.show_dimension(dimension, counts)

        self.hierarchy_card.show_dimension(dimension, None)
        self.context.jobs.start("node-counts", lambda _: node_counts(data, name), done, self._failed)

    def _show_keys(self) -> None:
        statistic, data = self.context.desk.state.statistic, self.context.desk.session.data
        if statistic is None:
            return
        period, language = statistic.period, self.context.language
        keys = None if data is None else data.record_keys
        if keys is None:
            self.keys_card.show_report(None, period.keys, language)
            return
        known = self._report
        if known is not None and known[0] is keys and known[1] is period.in_force:
            self.keys_card.show_report(known[2], period.keys, language)
            return

        def done(report: KeyReport) -> None:
            self._report = (keys, period.in_force, report)
            self.keys_card.show_report(report, period.keys, self.context.language)

        ptable = None if period.in_force is None else period.in_force.ptable
        self.keys_card.show_report(None, period.keys, language, examined=True)
        self.context.jobs.start("key-report", lambda _: key_report(keys, ptable), done, self._failed)

    def _failed(self, error: CkmError) -> None:
        self.context.show_message(error)

    # --- changing ------------------------------------------------------------------------------------------------

    def ask_for_hierarchy(self) -> None:
        """Ask for a hierarchy file for the dimension chosen."""
        words = self.tr("Hierarchies (*.hrc)") + ";;" + self.tr("All files (*)")
        path = self.context.frame.choose_open_file(self.tr("Read hierarchy"), words)
        if path is not None:
            self.read_hierarchy(path)

    def read_hierarchy(self, file: Path) -> None:
        """Read a hierarchy, check it against the data, attach it."""
        desk, name, dimension = self.context.desk, self.chosen, self.dimension
        data, session = desk.session.data, desk.session
        if dimension is None:
            return
        title = dimension.title.text(self.context.language) or name

        def work(_context: JobContext) -> Hierarchy:
            hierarchy = read_hrc(file)
            if data is not None:
                data.with_hierarchy(name, hierarchy)
            return hierarchy

        def done(hierarchy: Hierarchy) -> None:
            if desk.session is session:
                self._run(commands.attach_hierarchy(name, hierarchy, title))

        self.tabs.setCurrentWidget(self.hierarchy_card)
        self.hierarchy_card.message.clear()
        self.context.jobs.start("hierarchy", work, done, self.hierarchy_card.show_message)

    def _run(self, command: Command) -> None:
        self.context.desk.run(command)

    def _remove(self) -> None:
        dimension = self.dimension
        if dimension is not None:
            self._run(commands.remove_hierarchy(dimension.name, dimension.title.text(self.context.language)))

    def _title_dimension(self, words: str) -> None:
        dimension, language = self.dimension, self.context.language
        if dimension is not None:
            old = dimension.title
            title = commands.renamed(old, words or dimension.name, language, dimension.name)
            self._run(commands.set_variable_title(dimension.name, title, old.text(language) or dimension.name))

    def _name_level(self, place: int, words: str) -> None:
        dimension, language = self.dimension, self.context.language
        if dimension is None or dimension.hierarchy is None:
            return
        names = list(level_names(dimension, "en"))
        german = list(level_names(dimension, "de"))
        if place >= len(names) or not words.strip() or words.strip() == (german if language == "de" else names)[place]:
            self.hierarchy_card.show_dimension(dimension, None if self._counts is None else self._counts[1])
            return
        word = words.strip().replace("|", "/")
        plain = names[place] == german[place] == str(place + 1)
        english = word if language == "en" or plain else names[place]
        other = word if language == "de" or plain else german[place]
        both = [name if name == own else f"{name}|{own}" for name, own in zip(names, german, strict=True)]
        both[place] = english if english == other else f"{english}|{other}"
        self._run(commands.set_level_names(dimension.name, tuple(both), dimension.title.text(language)))

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
