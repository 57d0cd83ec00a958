"""The saved tables at the left of the table page: each wish of the hand ends in one command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from html import escape

from PySide6.QtCore import QEvent, QObject, QPoint, QSize
from PySide6.QtGui import QAction, QHelpEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QToolTip, QTreeWidgetItem, QWidget

from ckmcore.errors import CkmError, InputError
from ckmcore.microdata.data import Microdata
from ckmcore.pictures.describe import describe
from ckmcore.pictures.model import SMALLEST, TablePicture
from ckmcore.presentation.present import present_draft
from ckmcore.release.saved import current_releases
from ckmcore.statistic.areas_beside import areas_of
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.period import Period
from ckmcore.statistic.releases import Release
from ckmcore.statistic.series import draft_of, needs_periods
from ckmcore.statistic.table_compatibility import Misfit, faults, told
from ckmcore.statistic.tables import folders, in_order
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.base.clock import local_time, now_text
from ckmdesk.base.frame import Remedy
from ckmdesk.base.jobs import JobContext
from ckmdesk.base.unexpected import guarded
from ckmdesk.commands import saved_tables as commands
from ckmdesk.commands.desk import Changes, Command
from ckmdesk.commands.tables import delete_table, discard_changes, open_table, open_untitled, save_untitled
from ckmdesk.look.small_picture import in_words, small_image
from ckmdesk.look.text_size import px
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.tables.document import untitled_words
from ckmdesk.pages.tables.side_pane import LeftPane
from ckmdesk.pages.tables.title_state import state_icon, state_story, state_words
from ckmdesk.state.fitting import Fitting, fitting, fitting_of_all
from ckmdesk.state.table_drafts import working_states
from ckmdesk.state.table_status import TableStanding, standing_of
from ckmdesk.state.table_view import refuse_large
from ckmdesk.widgets.ask_name import ask_name
from ckmdesk.widgets.searched_menu import searchable
from ckmdesk.widgets.table_tree import Listed, TableTree, TreeEntry

SLOT_ALL, SLOT_ONE, SLOT_PICTURE = "fits", "fit", "thumbnail"
SMALL = QSize(176, 96)


@dataclass(frozen=True, eq=False)
class _Made:
    """The small picture of a table, None where it has none, and what it was made of."""

    spec: TableSpec
    period: Period
    data: Microdata
    picture: TablePicture | None

    def is_of(self, spec: TableSpec, period: Period, data: Microdata) -> bool:
        """Whether it shows the figures of now."""
        return self.period is period and self.data is data and self.spec == spec


class TableThumbnails(QObject):
    """The pictures, by the name of the table; a table that is too large to be computed at once has none."""

    def __init__(self, context: PageContext, tree: TableTree) -> None:
        super().__init__(tree)
        self.context, self.tree = context, tree
        self._made: dict[str, _Made] = {}
        tree.viewport().installEventFilter(self)

    def tip(self, table: SavedTable, words: str) -> str:
        """The tip of a table: its small picture, where there is one, above the words."""
        statistic, data = self.context.desk.state.statistic, self.context.desk.session.data
        made = self._made.get(table.name)
        if made is None or made.picture is None or statistic is None or data is None:
            return words
        if not made.is_of(table.spec, statistic.period, data):
            return words
        dark = self.context.theme.dark
        size = QSize(px(SMALL.width()), px(SMALL.height()))
        image = small_image(made.picture, size, self.tree.devicePixelRatioF(), dark=dark)
        lines = "<br>".join(escape(line) for line in words.splitlines())
        return f"<p>{in_words(image)}</p><p>{lines}</p>"

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            item = self.tree.itemFromIndex(self.tree.indexAt(event.pos()))
            if item is not None:
                self.ask(item, event.pos())
        return False

    def ask(self, item: QTreeWidgetItem, at: QPoint) -> None:
        """Make the picture of a table in a job, unless it is there; its tip then has it."""
        desk, entry = self.context.desk, self.tree.entry_of(item)
        statistic, data, where = desk.state.statistic, desk.session.data, desk.session.path
        if entry is None or entry.is_folder or entry.untitled or statistic is None or data is None:
            return
        table = next((table for table in statistic.tables if table.name == entry.name), None)
        made = self._made.get(entry.name)
        if table is None or needs_periods(table.spec) or statistic.period.in_force is None:
            return
        if made is not None and made.is_of(table.spec, statistic.period, data):
            return
        language, office, spec = self.context.language, self.context.settings.office, table.spec

        def work(context: JobContext) -> TablePicture:
            refuse_large(data, spec, statistic.period.in_force)
            load = desk.session.others.loader(statistic, data, where, context.cancelled)
            document = present_draft(draft_of(statistic, spec, load, context.cancelled), language, office)
            small = replace(spec.presentation.picture, width=SMALLEST[0], height=SMALLEST[1], numbers=False, grid=False)
            return describe(document, small, areas_of(statistic, spec.variables, where))

        def done(picture: TablePicture) -> None:
            self._made[table.name] = _Made(spec, statistic.period, data, picture)
            self._show(table, at)

        def failed(_error: CkmError) -> None:  # it has words alone
            self._made[table.name] = _Made(spec, statistic.period, data, None)

        self.context.jobs.start(SLOT_PICTURE, work, done, failed)

    def _show(self, table: SavedTable, at: QPoint) -> None:
        """Give the entry its tip, and show it where the mouse still is."""
        item = self.tree.itemFromIndex(self.tree.indexAt(at))
        entry = self.tree.entry_of(item)
        if item is None or entry is None or entry.name != table.name:
            return
        words = self.tree.words_of(item)
        item.setToolTip(0, self.tip(table, words))
        if QToolTip.isVisible() and QToolTip.text() == words:
            viewport = self.tree.viewport()
            QToolTip.showText(viewport.mapToGlobal(at), item.toolTip(0), viewport)


class KeptTables(QObject):
    """Connects the tree of saved tables with the commands, and shows which tables do not fit the period."""

    def __init__(self, context: PageContext, left: LeftPane, page: QWidget) -> None:
        super().__init__(page)
        self.context, self.left, self.page = context, left, page
        self._misfits: dict[str, tuple[Misfit, ...]] = {}
        self._told_of = ""
        tree = left.tables
        self.thumbnails = TableThumbnails(context, tree)
        tree.opened.connect(self.open)
        tree.untitled_opened.connect(lambda number: self._run(open_untitled(number, untitled_words(number))))
        tree.renamed.connect(self.rename)
        tree.asked.connect(self.act)
        tree.dropped.connect(lambda name, folder, next_name: self._run(commands.move_table(name, folder, next_name)))
        tree.menu_asked.connect(self._show_menu)
        left.menu_asked.connect(self._menu_of_button)
        left.run_asked.connect(context.frame.run_tables)

    # --- showing -------------------------------------------------------------------------------------------------

    def refresh(self, changes: Changes) -> None:
        """Show the tables; if dictionary, tables or records changed, determine again which fit."""
        state, language = self.context.desk.state, self.context.language
        statistic = state.statistic
        if self._told_of and (state.table.name != self._told_of or "statistic" in changes):
            self._told_of = ""
            self.context.frame.clear_message()
        period = "" if statistic is None else statistic.period.label.text(language)
        tables = () if statistic is None else in_order(statistic.tables)
        current_period = () if statistic is None else current_releases(statistic)
        listed = [self._listed(table, period, current_period) for table in tables]
        current = state.table.name or untitled_words(state.table.untitled) * bool(state.table.untitled)
        self.left.show_tables([*listed, *self._untitled()], current, period)
        if changes.parts & {"statistic", "data"}:
            self._look_what_fits()

    def _listed(self, table: SavedTable, period: str, current: Sequence[Release]) -> Listed:
        misfits = self._misfits.get(table.name, ())
        language = self.context.language
        standing = standing_of(self.context.desk.state, table.name, current, read_only=self.context.services.read_only)
        story, *more = state_story(standing, language).splitlines()
        icon = ("tables", "secondary") if standing == TableStanding("saved") else state_icon(standing)
        lines = [table.name, " · ".join(text for text in (story, period) if text), *more]
        if table.changed:
            lines.append(self.tr("saved %1").replace("%1", local_time(table.changed, self.context.language)))
        if misfits:
            lines.append(told(misfits).text(self.context.language))
        words = state_words(standing, language)
        tip = "\n".join(lines)
        rich = self.thumbnails.tip(table, tip)
        return Listed(table.name, table.folder, tip, bool(faults(misfits)), icon, words, rich=rich)

    def _untitled(self) -> list[Listed]:
        """List the tables without a name, until they are saved or discarded."""
        state, standing, language = self.context.desk.state, TableStanding("modified"), self.context.language
        numbers = sorted({table_state.untitled for table_state in (*state.drafts, state.table)} - {0})
        tip, words, icon = state_story(standing, language), state_words(standing, language), state_icon(standing)
        return [Listed(untitled_words(number), "", tip, icon=icon, state=words, untitled=number) for number in numbers]

    def _look_what_fits(self) -> None:
        statistic, data = self.context.desk.state.statistic, self.context.desk.session.data
        if statistic is None or not statistic.tables:
            self.context.jobs.cancel(SLOT_ALL)
            self._misfits = {}
            return

        def work(context: JobContext) -> dict[str, tuple[Misfit, ...]]:
            return fitting_of_all(statistic, data, context.cancelled)

        def done(misfits: dict[str, tuple[Misfit, ...]]) -> None:
            self._misfits = misfits
            self.refresh(Changes(frozenset()))

        self.context.jobs.start(SLOT_ALL, work, done)

    # --- what does not fit ---------------------------------------------------------------------------------------

    def tell(self, error: CkmError) -> None:
        """Show which parts of the current table do not fit, after it could not be computed, and offer to adapt them."""
        state, data = self.context.desk.state, self.context.desk.session.data
        statistic, table = state.statistic, state.table
        if statistic is None:
            self.context.show_message(error)
            return

        def done(found_fitting: Fitting) -> None:
            if self.context.desk.state.table.spec != table.spec:
                return
            if not found_fitting.is_fault:
                self.context.show_message(error)
                return
            remedy, spec = None, found_fitting.adapted
            if spec is not None:
                remedy = Remedy(self.tr("Adapt"), lambda: self._run(commands.adapt_table(spec)))
            self.context.show_message(found_fitting.message(table.name, statistic), "error", remedy)

        self.context.jobs.start(SLOT_ONE, lambda _: fitting(table.spec, statistic, data), done)

    # --- commands ------------------------------------------------------------------------------------------------

    @property
    def _statistic(self) -> Statistic | None:
        return self.context.desk.state.statistic

    def _run(self, command: Command) -> None:
        self.context.desk.run(command)

    def open(self, name: str) -> None:
        """Open a saved table, and show what is new in the period and missing in it."""
        statistic, table = self._statistic, self.context.desk.state.table
        found_table = next((table for table in statistic.tables if table.name == name), None) if statistic else None
        if found_table is None or table.name == name:
            return
        self._run(open_table(found_table))
        misfits = self._misfits.get(name, ())
        if misfits and not faults(misfits):
            self.context.show_message(told(misfits), "info")
            self._told_of = name

    def rename(self, entry: TreeEntry, new: str) -> None:
        """Rename the table or folder that was edited in the tree."""
        statistic = self._statistic
        if statistic is None:
            return
        if entry.is_folder:
            self._run(commands.rename_folder(entry.name, new))
        elif any(table.name == new for table in statistic.tables):
            self.context.show_message(InputError("table_name_taken", name=new), "warning")
        elif entry.untitled:
            self._run(save_untitled(entry.untitled, new, now_text()))
        else:
            self._run(commands.rename_table(entry.name, new))
        self.left.tables.choose(new)

    def act(self, what: str, entry: TreeEntry) -> None:
        """Act on the key that was pressed on a table or a folder; `what` names the action."""
        steps = {"up": -1, "down": 1}
        if entry.untitled:
            if what == "delete":
                self.discard(entry)
        elif what in steps and entry.is_folder:
            self._run(commands.step_folder(entry.name, steps[what]))
        elif what in steps:
            self._run(commands.step_table(entry.name, steps[what]))
        elif what == "delete":
            self._run(commands.dissolve_folder(entry.name) if entry.is_folder else delete_table(entry.name))
        elif what == "duplicate" and not entry.is_folder:
            self._run(commands.duplicate_table(entry.name, now_text()))

    def discard(self, entry: TreeEntry) -> None:
        """Discard the changes of a table; one that was never saved is removed."""
        self._run(discard_changes("" if entry.untitled else entry.name, entry.name, entry.untitled))

    def into_new_folder(self, name: str) -> None:
        """Ask for the name of a folder and move the table into it."""
        folder = ask_name(self.page, "kept-tables", self.tr("New folder"), self.tr("Name of the folder"))
        if folder:
            self._run(commands.move_table(name, folder))

    # --- menu ----------------------------------------------------------------------------------------------------

    def _menu_of_button(self) -> None:
        entry, tree = self.left.tables.chosen(), self.left.tables
        if entry is not None:
            tree.setFocus()
            self._show_menu(entry, tree.visualItemRect(tree.currentItem()).bottomLeft())

    def _show_menu(self, entry: TreeEntry, point: QPoint) -> None:
        menu = self.menu(entry)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.left.tables.viewport().mapToGlobal(point))

    def menu(self, entry: TreeEntry) -> QMenu:
        """Make the menu of a table or folder, with the shortcuts."""
        menu, theme = QMenu(self.page), self.context.theme

        def add(text: str, act: Callable[[], None], icon: str = "", key: str = "") -> QAction:
            action = menu.addAction(text)
            action.triggered.connect(lambda _checked=False: act())
            if icon:
                action.setIcon(theme.icon(icon))
            if key:
                action.setShortcut(QKeySequence(key))
                action.setShortcutVisibleInContextMenu(True)
            return action

        tree = self.left.tables
        if entry.untitled:
            add(self.tr("Open"), lambda: tree.untitled_opened.emit(entry.untitled), "tables", "Return")
            add(self.tr("Give a name and save"), tree.edit_name, "save", "F2")
            add(self.tr("Discard changes"), lambda: self.discard(entry), "discard", "Del")
            return menu
        if not entry.is_folder:
            add(self.tr("Open"), lambda: self.open(entry.name), "tables", "Return")
        if any(draft.name == entry.name for draft in working_states(self.context.desk.state)) and not entry.is_folder:
            add(self.tr("Discard changes"), lambda: self.discard(entry), "discard")
        add(self.tr("Rename"), tree.edit_name, "draft", "F2")
        if not entry.is_folder:
            add(self.tr("Duplicate"), lambda: self.act("duplicate", entry), "copy", "Ctrl+D")
        menu.addSeparator()
        add(self.tr("Move up"), lambda: self.act("up", entry), "arrow-up", "Alt+Up")
        add(self.tr("Move down"), lambda: self.act("down", entry), "arrow-down", "Alt+Down")
        if entry.is_folder:
            menu.addSeparator()
            add(self.tr("Dissolve folder, keep its tables"), lambda: self.act("delete", entry), "close", "Del")
            return menu
        self._add_folders(menu, entry)
        menu.addSeparator()
        files = self.context.services.table_files
        add(self.tr("Save as file ..."), lambda: files.save_dialog(entry.name), "export")
        menu.addSeparator()
        add(self.tr("Delete"), lambda: self.act("delete", entry), "delete", "Del")
        return menu

    def _add_folders(self, menu: QMenu, entry: TreeEntry) -> None:
        inner = QMenu(self.tr("Move to folder"), menu, icon=self.context.theme.icon("folder"))
        menu.addMenu(searchable(inner))
        statistic = self._statistic
        known_folders = () if statistic is None else folders(statistic.tables)
        for folder in ("", *known_folders):
            action = inner.addAction(folder or self.tr("No folder"))
            action.setCheckable(True)
            action.setChecked(folder == entry.folder)
            action.triggered.connect(lambda _checked=False, to=folder: self._run(commands.move_table(entry.name, to)))
        inner.addSeparator()
        action = inner.addAction(self.tr("New folder ..."))
        action.setIcon(self.context.theme.icon("add"))
        action.triggered.connect(lambda _checked=False: self.into_new_folder(entry.name))
