"""The window: menu bar, rail, page head, messages, pages, status bar. It shows the desk's state and owns no other."""

from __future__ import annotations

import gc
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale, Qt, QTimer
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QIcon, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QMainWindow,
    QMessageBox,
    QStackedWidget,
    QWidget,
)

from ckmcore.errors import limit_reached
from ckmcore.messages import sentence
from ckmcore.statistic.table_file import SUFFIX as TABLE_SUFFIX
from ckmdesk import pages
from ckmdesk.accessibility import interfaces
from ckmdesk.base import unexpected
from ckmdesk.base.announcer import announce
from ckmdesk.base.captions import key_text
from ckmdesk.base.clock import now_text
from ckmdesk.base.frame import Message, MessageKind, Remedy
from ckmdesk.base.jobs import Jobs, PageJobs
from ckmdesk.base.paths import resources
from ckmdesk.base.settings import Settings
from ckmdesk.base.translation import Translations
from ckmdesk.base.unexpected import UnexpectedFault, guarded
from ckmdesk.commands.desk import ALL_PARTS, Changes, Desk
from ckmdesk.commands.tables import go_to, take_over_all
from ckmdesk.look.theme import Theme
from ckmdesk.pages.context import Page, PageContext
from ckmdesk.services import clipboard
from ckmdesk.services.services import SUFFIX, Services
from ckmdesk.shell import leaving
from ckmdesk.shell.command_names import command_text
from ckmdesk.shell.dialogs import about, fault_report, keys
from ckmdesk.shell.handbook import Handbook
from ckmdesk.shell.menus import Menus
from ckmdesk.shell.print_table import PrintTable
from ckmdesk.shell.run_tables import RunTables
from ckmdesk.shell.short_events import ComingPage
from ckmdesk.shell.status import StatusBar
from ckmdesk.shell.unlock import Unlocking
from ckmdesk.state import desk_state
from ckmdesk.widgets.basic import Line
from ckmdesk.widgets.elsewhere_note import ElsewhereNote
from ckmdesk.widgets.focus_announcer import ToldFocus
from ckmdesk.widgets.focus_mark import FocusMarks
from ckmdesk.widgets.help_key import HelpKey, subject_of
from ckmdesk.widgets.layouts import column_of, row_of
from ckmdesk.widgets.no_copy import keep_from_clipboard
from ckmdesk.widgets.notifications import Notifications
from ckmdesk.widgets.page_head import PageHead
from ckmdesk.widgets.rail import Rail, RailItem
from ckmdesk.widgets.scrolled import Scrolled
from ckmdesk.widgets.view_state import ViewState

if TYPE_CHECKING:
    from ckmdesk.state.cell_persistence import Place
    from ckmdesk.state.table_view import TableView


# Jobs that nobody waits for, or that say themselves how far they are.
ASKS_QUIETLY = {"prepare", "relation-count", "floor-ahead"}


class MainWindow(QMainWindow):
    """The window for one statistic; implements `frame.Frame`."""

    def __init__(self, desk: Desk, settings: Settings, theme: Theme, translations: Translations) -> None:
        super().__init__()
        self.desk, self.settings, self.theme, self.translations = desk, settings, theme, translations
        theme.dress_windows_above(self)
        self.jobs = Jobs(self)
        self.services = Services(desk, self.jobs, settings, self, self)
        self.unlocking = Unlocking(self.services, theme, settings, self, self)
        self.menus = Menus(self.menuBar(), theme, settings)
        interfaces.install()
        self._focus_marks = FocusMarks(theme, self)
        self._told_focus = ToldFocus(self)
        self._help_key = HelpKey(self, self.show_handbook)
        self._pages: dict[str, Page] = {}
        self._page_jobs: dict[str, PageJobs] = {}
        self._heads: dict[str, PageHead] = {}
        self._left: list[Page] = []  # closed, and in sight until the next one is there
        self._outdated: set[str] = set()
        self._coming = ComingPage(self.jobs, self)
        self._session = desk.session
        self._in_force: object = None
        self._closing = False
        self._period = ""
        self._changing = False
        self._shown = ""
        self._run_dialog: RunTables | None = None
        self._print_dialog: PrintTable | None = None
        self._handbook: Handbook | None = None
        self._body()
        self._connect()
        self.setWindowIcon(QIcon(str(resources() / "icons" / "ckmdesk.svg")))
        self.setAcceptDrops(True)
        self.setMinimumSize(900, 520)
        self.resize(1280, 800)
        if not settings.geometry.isEmpty():
            self.restoreGeometry(settings.geometry)
        desk.listeners.append(self._on_changes)
        settings.listeners.append(self._on_setting)
        unexpected.handlers.append(self._on_fault)
        self.jobs.unheard.connect(self.show_message)
        self.retranslate()
        self._show_page()

    # --- building ------------------------------------------------------------------------------------------------

    def _body(self) -> None:
        self.rail = Rail(self.theme)
        for entry in pages.RAIL:
            if entry.exists:
                self.rail.add(entry.name, entry.icon, after_line=entry.methodologist_only)
        self._settings_item = RailItem(self.theme, "settings")
        self._settings_item.setObjectName("rail:settings")
        self._settings_item.setAutoExclusive(False)  # it stands apart from the pages of the statistic
        self._settings_item.clicked.connect(lambda: self.go_to("settings"))
        self.rail.add_foot(self._settings_item)
        self._help_item = RailItem(self.theme, "help", checkable=False)
        self._help_item.clicked.connect(self.show_handbook)
        self.rail.add_foot(self._help_item)
        self.jobs.asking.connect(self._asking)
        self.jobs.ended.connect(self._job_ended)
        self._asks = ""
        self._head_stack = QStackedWidget()
        self._head_line = Line()
        self._page_stack = QStackedWidget()
        self.elsewhere = ElsewhereNote(self.theme)
        parts = (self._head_stack, self._head_line, self.elsewhere, (self._page_stack, 1))
        column = column_of(*parts, margins=0, spacing=0)
        body = QWidget()
        self._rail_room = Scrolled(self.rail, sideways=False)
        row_of(self._rail_room, (column, 1), within=body, margins=0, spacing=0)
        self.message_bar = Notifications(self.theme, lambda: self.settings.language, body, self._page_stack)
        self.progress = self.message_bar.progress
        self.setCentralWidget(body)
        self.status = StatusBar(self.theme, self.settings, self.message_bar.count)
        self.status.language_clicked.connect(self._switch_language)
        self.setStatusBar(self.status)
        for part in (self.menuBar(), self._rail_room, self._head_stack, self._head_line, self.elsewhere, self.status):
            self.theme.dress(part)

    def _connect(self) -> None:
        run: dict[str, Callable[[], object]] = {
            "sample": self.open_sample,
            "open": self.choose_statistic,
            "new_data": self.choose_data,
            "save": self.save,
            "save_as": self.services.save_as,
            "export": self.services.exports.dialog,
            "export_series": self.services.exports.series_dialog,
            "run_tables": self.run_tables,
            "print": self.print_table,
            "open_table_file": self.services.table_files.open_dialog,
            "save_table_file": self.services.table_files.save_dialog,
            "save_prepared": self.services.exports.prepared_dialog,
            "settings": lambda: self.go_to("settings"),
            "close_statistic": lambda: self.confirm_leaving(self.services.close_statistic),
            "quit": self.close,
            "undo": self.desk.undo,
            "redo": self.desk.redo,
            "full_screen": self._full_screen,
            "messages": self.message_bar.focus_or_list,
            "handbook": self.show_handbook,
            "keys": self._show_keys,
            "about": lambda: about(self, self.settings.language),
        }
        for name, act in run.items():
            self.menus.actions[name].triggered.connect(lambda _=False, what=act: what())
        self.rail.chosen.connect(self._rail_chosen)
        for entry_number, entry in enumerate(pages.RAIL, 1):
            action = QAction(self, shortcut=QKeySequence(f"Alt+{entry_number}"))
            action.triggered.connect(lambda _=False, name=entry.name: self._rail_chosen(name))
            self.addAction(action)

    # --- pages ---------------------------------------------------------------------------------------------------

    def visible_pages(self) -> set[str]:
        """The names of the rail's entries that this role sees now."""
        state = self.desk.state
        if state.statistic is None:
            return {"data"} if state.page == "data" else set()
        return {
            entry.name
            for entry in pages.RAIL
            if entry.exists and (self.settings.is_methodologist or not entry.methodologist_only)
        }

    def page(self, name: str) -> Page | None:
        """Return a page by name, made on first use; None if it is not installed."""
        if name not in self._pages:  # it may be the one that comes
            self._coming.finish()
        if name in self._pages:
            if name in self._outdated and not self._is_busy(name):
                self._rebuild(name)
            return self._pages[name]
        entry = next(page_entry for page_entry in pages.PAGES if page_entry.name == name)
        if not entry.exists:
            return None
        return self._build(name, entry.load())

    def _build(self, name: str, page_class: type[Page]) -> Page:
        for _ in self._building(name, page_class):
            pass
        return self._pages[name]

    def _building(self, name: str, page_class: type[Page]) -> Iterator[None]:
        """Make a page in its steps."""
        page = page_class()
        context = self._context()
        self._page_jobs[name] = context.jobs
        steps = page.build(context)
        if steps is not None:
            next(steps, None)  # makes its head
        if page.head is not None:  # before the page: so does Tab lead
            self._heads[name] = page.head
            self._head_stack.addWidget(page.head)
            page.head.height_changed.connect(self._fit_head)
        room = Scrolled(page, within=self._page_stack)
        self._page_stack.addWidget(room)
        for part in (room.verticalScrollBar(), room.horizontalScrollBar()) if page.in_parts else (room,):
            self.theme.dress(part)
        for _ in steps or ():
            yield
        self._pages[name] = page
        self.part_came(page)

    def _comes_later(self, name: str) -> bool:
        """Begin to make a page in steps, or make it again so, if it has steps; until it is there the former one stays
        in sight."""
        if name in self._pages and (name not in self._outdated or self._is_busy(name)):
            return False
        if self._coming.running:
            return True
        entry = next(page_entry for page_entry in pages.PAGES if page_entry.name == name)
        if not self.isVisible() or not entry.exists or not inspect.isgeneratorfunction(entry.load().build):
            return False
        if name in self._pages:
            steps = self._rebuilding(name)
            next(steps, None)  # closes the former one, before something else drops it
            self._coming.begin(steps, lambda: self._show_page(rebuilt=name))
        else:
            self._coming.begin(self._make_pages(), self._page_came)
        return True

    def _make_pages(self) -> Iterator[None]:
        """Make the page of the state, which may have become another one meanwhile."""
        while (name := self.desk.state.page) not in self._pages:
            entry = next(page_entry for page_entry in pages.PAGES if page_entry.name == name)
            yield
            yield from self._building(name, entry.load())

    def _page_came(self) -> None:
        page = self._pages[self.desk.state.page]
        if self._page_stack.currentWidget() is not self._room_of(page):  # else it was there before the one that came
            self._show_page()

    def _is_busy(self, name: str) -> bool:
        """Whether a job answers to a page."""
        page = self._pages[name]
        return self._page_jobs[name].busy(page.refreshing) or any(map(self.jobs.running, page.waits_for))

    def _rebuild(self, name: str) -> None:
        for _ in self._rebuilding(name):
            pass

    def _rebuilding(self, name: str) -> Iterator[None]:
        """Make a page again in another language or text size, in its steps; its selection and typed text are kept."""
        self._outdated.discard(name)
        former_page, is_shown = self._pages[name], name == self._shown == self.desk.state.page
        if not is_shown:
            former_page.refresh(ALL_PARTS)
        page_widgets = [page_widget for page_widget in (former_page, former_page.head) if page_widget is not None]
        views = [ViewState(page_widget) for page_widget in page_widgets]
        if (focus := QApplication.focusWidget()) is not None and any(part.isAncestorOf(focus) for part in page_widgets):
            focus.blockSignals(True)  # it goes, and its entry is not finished by that
        self._close_page(name)
        yield from self._building(name, type(former_page))
        page = self._pages[name]
        page_widgets = [page_widget for page_widget in (page, page.head) if page_widget is not None]
        for view, page_widget in zip(views, page_widgets, strict=True):
            view.give_attributes(page_widget)
        page.refresh(ALL_PARTS)
        if is_shown and name == self.desk.state.page:
            self._page_stack.setCurrentWidget(self._room_of(page))
            if page.head is not None:
                self._head_stack.setCurrentWidget(page.head)
        for view, page_widget in zip(views, page_widgets, strict=True):
            view.restore(page_widget)
        self._remove_page(former_page)
        for view, page_widget in zip(views, page_widgets, strict=True):
            view.give_focus(page_widget)

    def part_came(self, part: QWidget) -> None:
        keep_from_clipboard(part, self._refuse_copy)
        self.message_bar.come_last()
        self.status.come_last()

    def _refuse_copy(self) -> None:
        self.show_message(sentence("desk_copy_confidential"), "warning")

    def _context(self) -> PageContext:
        """Return the context with which the pages of this window are made."""
        actions = self.menus.actions
        jobs, undo, redo = PageJobs(self.jobs), actions["undo"], actions["redo"]
        return PageContext(self.desk, jobs, self.theme, self.settings, self.services, self, undo, redo, self)

    def _show_page(self, *, rebuilt: str = "") -> None:
        """Show the page of the state. rebuilt: the one that was just made again, and refreshed by that."""
        name = self.desk.state.page
        if name not in ("start", "settings") and name not in self.visible_pages():
            self.go_to("tables" if self.desk.state.statistic is not None else "start")
            return
        former_page = self._pages.get(name)
        if self._comes_later(name):
            self._refresh_frame()
            return
        page = self.page(name)
        if page is None:
            return
        if name != rebuilt and (former_page is None or page is former_page):  # else making it again refreshed it
            page.refresh(ALL_PARTS)
        self._page_stack.setCurrentWidget(self._room_of(page))
        while self._left:
            self._remove_page(self._left.pop())
        self._name_page(page)
        if self._shown != name:
            self._shown = name
            page.first_focus().setFocus(Qt.FocusReason.OtherFocusReason)
        head = self._heads.get(name)
        self._head_stack.setVisible(head is not None)
        self._head_line.setVisible(head is not None)
        if head is not None:
            self._head_stack.setCurrentWidget(head)
            self._fit_head()
        self._rail_room.setVisible(name != "start")
        entry = next(page_entry for page_entry in pages.PAGES if page_entry.name == name)
        menu = QCoreApplication.translate("Pages", entry.menu) if entry.menu else ""
        self.menus.show_page(menu, page.menu_actions())
        self._refresh_frame()

    def _name_page(self, page: Page) -> None:
        """Set the accessible name of a page, which screen readers read when the focus enters it."""
        entry = next(page_entry for page_entry in pages.PAGES if page_entry.name == page.page_name)
        title = QCoreApplication.translate("Pages", entry.title)
        name = self.tr("Page %1").replace("%1", title) if title else self.tr("Start")
        for page_widget in (page, page.head):
            if page_widget is not None:
                page_widget.setAccessibleName(name)
        head = "" if page.head is None else page.head.title.text_whole()
        page.setAccessibleDescription("" if head == title else head)

    def _fit_head(self) -> None:
        self._head_stack.setFixedHeight(self._head_stack.currentWidget().maximumHeight())

    @staticmethod
    def _room_of(page: Page) -> QWidget:
        """Return the scroll area of a page."""
        viewport = page.parentWidget()
        return viewport.parentWidget()

    def _refresh_frame(self) -> None:
        self.rail.show_only(self.visible_pages(), self.desk.state.page)
        self._settings_item.setChecked(self.desk.state.page == "settings")
        self.menus.refresh(self.desk)
        self.status.refresh(self.desk)
        statistic, path = self.desk.state.statistic, self.desk.session.path
        has_several = statistic is not None and len(statistic.periods) > 1
        self.elsewhere.show_for(self.desk.state.page, self.desk.session.data, several_periods=has_several)
        title = "" if statistic is None else statistic.title.text(self.settings.language)
        if path is not None:
            title += f" ({path.name})"
        self.setWindowTitle((title + "[*] – " if title else "") + "ckmdesk")
        self.setWindowModified(statistic is not None and self.desk.unsaved)

    def _rail_chosen(self, name: str) -> None:
        if name in self.visible_pages():
            self.go_to(name)  # type: ignore[arg-type]
            if self.message_bar.is_done:
                self.clear_message()  # it was said of the page that was left
        self.rail.show_only(self.visible_pages(), self.desk.state.page)

    # --- changes -------------------------------------------------------------------------------------------------

    def _on_changes(self, changes: Changes) -> None:
        self._say_step(changes)
        if changes.parts & {"table", "method", "statistic"}:
            self.clear_message()
            self.set_hint("")  # it was said of the step before, too
            for page in self._pages.values():
                page.action_taken()
        if self.desk.session is not self._session:
            self._session = self.desk.session
            self.message_bar.settle()
            self._drop_other_pages()
        self._judge_ahead()
        if "page" in changes or self.desk.state.page not in self._pages:
            self._show_page()
            return
        self._changing = True  # the status bar says all of it once
        try:
            self._pages[self.desk.state.page].refresh(changes)
        finally:
            self._changing = False
        self._refresh_frame()

    def _judge_ahead(self) -> None:
        """Judge the method in force by the floor, which the release page asks for: that takes a tenth of a second."""
        statistic = self.desk.state.statistic
        in_force = None if statistic is None else statistic.period.in_force
        if in_force is not self._in_force:
            self._in_force = in_force
            if in_force is not None:
                self.jobs.start("floor-ahead", lambda _job: in_force.method.floor)

    def _say_step(self, changes: Changes) -> None:
        """Announce what was done, undone or redone."""
        statistic = self.desk.state.statistic
        period = "" if statistic is None else statistic.period.label.text(self.settings.language)
        if period != self._period and self.desk.session is self._session:
            announce(self.tr("Reporting period %1").replace("%1", period))
        self._period = period
        if changes.step is not None:
            words = {"done": "%1", "undone": self.tr("Undone: %1"), "redone": self.tr("Done again: %1")}
            announce(words[changes.way].replace("%1", command_text(changes.step)))

    def _on_setting(self, name: str) -> None:
        if name in ("language", "text_size", "role"):
            self._coming.finish()
        if name == "language":
            self.translations.use(self.settings.language)
            self.retranslate()
        elif name == "theme":
            self.theme.choose(self.settings.theme)
            self.menus.refresh(self.desk)
        elif name == "text_size":
            self.theme.choose_text_size(self.settings.text_percent)
            self.menus.refresh(self.desk)
            QTimer.singleShot(0, self, self.retranslate)  # places and sizes of words are measured anew
            announce(self.tr("Text size %1 %").replace("%1", str(self.settings.text_percent)))
        elif name == "role":
            self._remake_pages()
        elif name == "office" and self.desk.state.page in self._pages:
            self._pages[self.desk.state.page].refresh(Changes(frozenset({"office"})))
        elif name == "recent" and self.desk.state.page in self._pages:
            self._pages[self.desk.state.page].refresh(Changes(frozenset({"recent"})))

    def _on_fault(self, fault: BaseException) -> None:
        self.show_message(limit_reached(fault) or UnexpectedFault())

    def retranslate(self) -> None:
        """Set all words of the frame and the pages."""
        self.setLocale(QLocale())  # fields for numbers and days take it from here
        self.menus.retranslate(self.desk)
        for entry_number, entry in enumerate(pages.RAIL, 1):
            if entry.exists:
                word = QCoreApplication.translate("Pages", entry.title)
                self.rail.item(entry.name).set_word(word, f"{word} ({key_text(f'Alt+{entry_number}')})")
        self._settings_item.set_word(self.tr("Settings"), self.tr("Settings") + f" ({key_text('Ctrl+,')})")
        self._help_item.set_word(self.tr("Help"), self.tr("Handbook") + " (F1)")
        self.message_bar.retranslate()
        self._outdated = set(self._pages)
        self._show_page()

    def _job_ended(self, slot: str) -> None:
        if slot == self._asks:
            self.progress.end_question()
        if self.desk.state.page in self._outdated:
            QTimer.singleShot(0, self, self._show_page)

    def _remake_pages(self) -> None:
        for name in list(self._pages):
            self._drop_page(name)
        self.message_bar.settle()  # it may name numbers of records, which are not for every role
        if not self.settings.is_methodologist:
            self.desk.forget_steps()  # a clerk takes back no step of the methodologist
        self._show_page()

    def _drop_other_pages(self) -> None:
        """Delete the other pages, which hold results computed from the records of the former statistic."""
        former_pages = [name for name in self._pages if name != self.desk.state.page]
        for name in former_pages:
            self._drop_page(name)
        if former_pages != ["start"]:
            QTimer.singleShot(0, self, gc.collect)

    def _drop_page(self, name: str) -> None:
        page = self._pages[name]
        self._close_page(name)
        self._left.append(page)
        if name != self._shown:
            self._remove_page(self._left.pop())

    def _close_page(self, name: str) -> None:
        """Close a page: remove its menus and cancel its jobs."""
        page = self._pages.pop(name)
        self._heads.pop(name, None)
        self._outdated.discard(name)
        self.menus.show_page("", {})
        page.close_page()
        if self._page_jobs.pop(name).close() and not self.services.records.loading:
            self.hide_progress()

    def _remove_page(self, page: Page) -> None:
        for widget, stack in ((self._room_of(page), self._page_stack), (page.head, self._head_stack)):
            if widget is not None:
                stack.removeWidget(widget)
                widget.setParent(None)
                widget.deleteLater()

    # --- Frame ---------------------------------------------------------------------------------------------------

    def show_message(
        self, message: Message, kind: MessageKind = "error", remedy: Remedy | None = None, cause: str = ""
    ) -> None:
        if remedy is None and isinstance(message, UnexpectedFault):
            remedy = self.report_remedy()
        self.message_bar.show_message(message, kind, remedy, cause)

    def report_remedy(self) -> Remedy | None:
        """Return the button that shows the report of the last fault; None without a report."""
        path = unexpected.kept[-1].last if unexpected.kept else None
        return None if path is None else Remedy(self.tr("Show report"), lambda: fault_report(self, path))

    def clear_message(self) -> None:
        self.message_bar.action_taken()

    def settle_message(self, cause: str) -> None:
        self.message_bar.settle(cause)

    def show_progress(self, text: str, fraction: float | None, cancel: Callable[[], None] | None) -> None:
        self.progress.show_progress(text, fraction, cancel)

    def _asking(self, slot: str, seconds: float, fraction: float) -> None:
        """Show how long a database query has run, its finished part, and a button that stops it."""
        if slot not in ASKS_QUIETLY:
            self._asks = slot
            self.progress.show_question(seconds, fraction, lambda: self.jobs.stop(slot))

    def show_progress_soon(self, text: str, cancel: Callable[[], None] | None) -> None:
        self.progress.show_soon(text, cancel)

    def hide_progress(self) -> None:
        self.progress.end()

    def set_figures(self, cells: int | None, seconds: float | None = None) -> None:
        self.status.set_figures(cells, seconds)
        if not self._changing:
            self.status.refresh(self.desk)

    def shows_other_data(self, on: bool) -> None:
        self.elsewhere.of_others(on=on)

    def set_hint(self, text: str) -> None:
        self.status.set_hint(text)

    def go_to(self, page: desk_state.Page) -> None:
        self.desk.run(go_to(page))

    def show_place(self, page: desk_state.Page, place: str) -> None:
        self.go_to(page)
        self._coming.then(lambda: self._pages[page].show_place(place))

    def go_to_cell(self, place_in: Callable[[TableView], Place | None]) -> None:
        tables = self.page("tables")
        if tables is not None:
            tables.choose_cell(place_in)
        self.go_to("tables")

    def choose_open_file(self, title: str, filters: str) -> Path | None:
        name, _ = QFileDialog.getOpenFileName(self, title, str(self._folder()), filters)
        return Path(name) if name else None

    def choose_save_file(self, title: str, suggestion: Path, filters: str) -> Path | None:
        name, _ = QFileDialog.getSaveFileName(self, title, str(suggestion), filters)
        return Path(name) if name else None

    def choose_save_form(self, title: str, suggestion: Path, filters: str) -> tuple[Path, str] | None:
        name, form = QFileDialog.getSaveFileName(self, title, str(suggestion), filters)
        return (Path(name), form) if name else None

    def open_path(self, path: Path) -> None:
        if path.suffix.lower() == SUFFIX:
            self.confirm_leaving(lambda: self.services.open_statistic(path))
            return
        if path.suffix.lower() == TABLE_SUFFIX:
            self.services.table_files.open([path])
            return
        if not self.settings.is_methodologist:
            self.show_message(sentence("desk_not_for_role", name=path.name), "warning")
            return
        if self.desk.state.page == "method":
            # A perturbation table: data are dropped on the other pages.
            self._pages["method"].open_file(path)
            return
        self.go_to("data")
        self._coming.then(lambda: self._pages["data"].open_file(path))

    def open_paths(self, paths: list[Path]) -> None:
        """Open one file, several table files, or several data files, which are read as one."""
        if all(path.suffix.lower() == TABLE_SUFFIX for path in paths):
            self.services.table_files.open(paths)
            return
        if len(paths) == 1 or not self.settings.is_methodologist:
            self.open_path(paths[0])
        elif self.desk.state.page == "method" or any(path.suffix.lower() in (SUFFIX, TABLE_SUFFIX) for path in paths):
            self.show_message(sentence("desk_one_file", count=len(paths)), "warning")
        else:
            self.go_to("data")
            self._coming.then(lambda: self._pages["data"].open_files(paths))

    def _folder(self) -> Path:
        path = self.desk.session.path
        return Path.home() if path is None else path.parent

    # --- doors ---------------------------------------------------------------------------------------------------

    def open_sample(self) -> None:
        """Open the synthetic sample statistic (first door)."""
        self.confirm_leaving(self.services.open_sample)

    def choose_statistic(self) -> None:
        """Ask for a `.ckm` file and open it (second door)."""
        path = self.services.choose_statistic()
        if path is not None:
            self.open_path(path)

    def choose_data(self) -> None:
        """Ask for a file of microdata and open it (third door)."""
        path = self.services.choose_data_file()
        if path is not None:
            self.open_path(path)

    def save(self) -> None:
        page = self._pages.get(self.desk.state.page)
        if page is None or page.before_saving():
            self.services.save()

    def run_tables(self) -> None:
        """Open the single window in which saved tables are run."""
        if self._run_dialog is None:
            self._run_dialog = RunTables(self.desk, self.jobs, self.settings, self.theme, self)
            self._run_dialog.finished.connect(self._run_closed)
        self._run_dialog.show()
        self._run_dialog.raise_()
        self._run_dialog.activateWindow()

    def _run_closed(self) -> None:
        self._run_dialog = None

    def print_table(self) -> None:
        """Open the single window with the sheets of the current table."""
        if self._print_dialog is None:
            self._print_dialog = PrintTable(self.desk, self.jobs, self.settings, self.theme, self)
            self._print_dialog.finished.connect(self._print_closed)
        self._print_dialog.show()
        self._print_dialog.raise_()
        self._print_dialog.activateWindow()

    def _print_closed(self) -> None:
        self._print_dialog = None

    # --- leaving -------------------------------------------------------------------------------------------------

    def worth_asking(self) -> bool:
        """Whether closing would lose work."""
        return leaving.worth_asking(self.desk)

    def confirm_leaving(self, then: Callable[[], None]) -> None:
        """Run `then` when nothing would be lost by it: after saving, or if the user discards the changes."""
        if not self.worth_asking():
            then()
            return
        answer = self.ask_to_save()
        if answer == QMessageBox.StandardButton.Save:
            self.desk.run(take_over_all(now_text(), self.tr("Untitled table")))
            self.services.save(then)
        elif answer == QMessageBox.StandardButton.Discard:
            then()

    def ask_to_save(self) -> QMessageBox.StandardButton:
        """Ask in a modal dialog whether to save; return the answer."""
        names = leaving.changed_tables(self.desk, self.tr("Untitled table"))
        return leaving.ask_to_save(self, names, self.settings.language, new=self.desk.session.path is None)

    @guarded()
    def closeEvent(self, event: QCloseEvent) -> None:
        if self._closing or not self.worth_asking():
            self._shut_down()
            event.accept()
            return
        event.ignore()
        self.confirm_leaving(self._close_now)

    def _close_now(self) -> None:
        self._closing = True
        QTimer.singleShot(0, self, self.close)

    def _shut_down(self) -> None:
        self.settings.geometry = self.saveGeometry()
        self._coming.finish()
        for dialog in (self._run_dialog, self._print_dialog):
            if dialog is not None:
                dialog.close()
        if self._handbook is not None:
            self._handbook.close()
        self.hide()  # a job may need a moment to hear that it is cancelled
        for page in self._pages.values():
            page.close_page()
        self.jobs.close()
        self.services.close()
        clipboard.let_go()
        self.settings.sync()
        for listeners, own_listener in (
            (self.desk.listeners, self._on_changes),
            (self.settings.listeners, self._on_setting),
            (unexpected.handlers, self._on_fault),
        ):
            if own_listener in listeners:
                listeners.remove(own_listener)  # type: ignore[arg-type]

    # --- small things --------------------------------------------------------------------------------------------

    def show_handbook(self) -> None:
        """Open the single handbook window at the page about the focused widget, else about the current page."""
        page = subject_of(QApplication.focusWidget()) or self.desk.state.page
        while (popup := QApplication.activePopupWidget()) is not None:
            popup.close()
        modal = QApplication.activeModalWidget()
        if self._handbook is not None and modal is not None and self._handbook.parent() is not modal:
            self._handbook.close()  # a modal dialog would keep it from being read
        if self._handbook is None:
            self._handbook = Handbook(self.settings, self.theme, modal or self, page)
            self._handbook.finished.connect(self._handbook_closed)
            if isinstance(modal, QDialog):
                modal.finished.connect(self._handbook.close)
        self._handbook.show_page(page)
        self._handbook.show()
        self._handbook.raise_()
        self._handbook.activateWindow()
        self._handbook.view.setFocus()

    def _handbook_closed(self) -> None:
        self._handbook = None

    def _show_keys(self) -> None:
        page = self.page(self.desk.state.page)
        keys(self, self.menus.keyed(), [] if page is None else page.keys())

    def _full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _switch_language(self) -> None:
        self.settings.set("language", "en" if self.settings.language == "de" else "de")

    def _dropped(self, event: QDropEvent | QDragEnterEvent) -> list[Path]:
        return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]

    def _mark_drop(self, active: bool) -> None:
        page = self._pages.get(self.desk.state.page)
        if page is not None:
            page.mark_drop(active)

    @guarded()
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() and self._dropped(event):
            event.acceptProposedAction()
            self._mark_drop(True)

    @guarded()
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._mark_drop(False)
        super().dragLeaveEvent(event)

    @guarded()
    def dropEvent(self, event: QDropEvent) -> None:
        self._mark_drop(False)
        paths = self._dropped(event)
        event.acceptProposedAction()
        if paths:
            # After the drop has ended: a question asked inside would hold the file manager.
            QTimer.singleShot(0, self, lambda: self.open_paths(paths))
