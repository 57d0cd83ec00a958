"""The dictionary of the open statistic: its variables, how each is called and read, what its codes mean."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QPushButton, QTreeWidget, QTreeWidgetItem, QWidget

from ckmcore.base.texts import Texts
from ckmcore.dictionary.code_lists import applied, code_list_of_lines, list_notices
from ckmcore.dictionary.dates import are_dates
from ckmcore.dictionary.moving import may_hold_years
from ckmcore.errors import CkmError, InputError
from ckmcore.messages import sentence
from ckmcore.microdata.data import Category, Dimension
from ckmcore.microdata.reading_plan import ReadingAnswer
from ckmcore.microdata.variable import CodesFrom, Derivation, DerivationKind, VariableEntry
from ckmcore.statistic.model import Statistic
from ckmdesk.base.clock import as_day
from ckmdesk.base.unexpected import guarded
from ckmdesk.commands import dictionary as commands
from ckmdesk.commands.desk import Changes, Command
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, STEP
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.data.code_page_question import ask_code_page
from ckmdesk.pages.data.codes_dialog import read_codes_file
from ckmdesk.pages.data.variable_editor import VariableEditor
from ckmdesk.pages.data.words import ROLE_ICONS, role_word
from ckmdesk.state.code_import import CodeImport, CodeRequest
from ckmdesk.state.items import dimensions_of
from ckmdesk.widgets.basic import Card
from ckmdesk.widgets.layouts import fill, row_of
from ckmdesk.widgets.scrolled import folds

NAME = int(Qt.ItemDataRole.UserRole)
WIDE, NARROW, ROOMY = 280, 208, 1000  # widths of the list, and of the tab from which it is wide


class VariablesTab(QWidget):
    """Tab with the list of variables at the left and the selected one at the right; every change is a command."""

    kept = ("chosen",)

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self.context = context
        self.chosen = ""
        self._listed: tuple[object, ...] = ()
        line = row_of(within=self, margins=(0, STEP, 0, 0), spacing=STEP)
        left = Card(margin=STEP)
        self._left = left
        left.setFixedWidth(px(WIDE))
        self.search = QLineEdit(
            clearButtonEnabled=True,
            placeholderText=self.tr("Search variables"),
            accessibleName=self.tr("Search variables"),
            textChanged=self._filter,
        )
        self.list = QTreeWidget()
        self.list.setObjectName("dictionary")
        self.list.setHeaderHidden(True)
        self.list.setMinimumHeight(px(4 * ROW_HEIGHT))
        self.list.setColumnCount(2)
        self.list.setIndentation(16)
        self.list.setUniformRowHeights(True)
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(0, self.list.header().ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, self.list.header().ResizeMode.ResizeToContents)
        self.list.setFrameShape(QTreeWidget.Shape.NoFrame)
        self.list.currentItemChanged.connect(self._item_chosen)
        self.derive = QPushButton(self.tr("Derive a dimension"), objectName="derive")
        self._menu = QMenu(self.derive)
        kinds: tuple[DerivationKind, ...] = ("groups", "classes", "prefix", "age", "date_part", "duration")
        self._makers = {kind: self._menu.addAction("") for kind in kinds}
        for kind, action in self._makers.items():
            action.triggered.connect(lambda _=False, of=kind: self.add_derived(of))
        self.derive.setMenu(self._menu)
        fill(left.body, self.search, (self.list, 1), self.derive)
        self.editor = VariableEditor(context.theme, lambda: context.language)
        fill(line, left, (self.editor, 1))
        folds(line)
        self._connect()
        context.theme.changed.connect(self._relist)
        self.list.setAccessibleName(self.tr("Variables"))
        words = {
            "groups": self.tr("Groups of categories ..."),
            "classes": self.tr("Classes by cut points ..."),
            "prefix": self.tr("First digits of the code ..."),
            "age": self.tr("Age on the day of each period ..."),
            "date_part": self.tr("Year, quarter, month or week ..."),
            "duration": self.tr("Duration from this date ..."),
        }
        for kind, action in self._makers.items():
            action.setText(words[kind])

    def _connect(self) -> None:
        editor = self.editor
        editor.described.connect(self._described)
        editor.role_chosen.connect(self._role_chosen)
        editor.category_edited.connect(self._category_edited)
        editor.moved.connect(lambda codes, step: self._on_categories(commands.move_categories, codes, step))
        editor.added.connect(self._add_category)
        editor.removed.connect(self._remove_categories)
        editor.said.origin.connect(self._origin)
        editor.said.coded.connect(self._coded)
        editor.read_asked.connect(self.ask_for_code_list)
        editor.paste_asked.connect(self.paste_code_list)
        editor.rule.changed.connect(self._rule_changed)
        editor.rule.read_asked.connect(self.ask_for_recode)
        editor.remove_asked.connect(self._remove_derived)
        editor.zeros.declared.connect(lambda zero: self._run(commands.declare_zero(zero)))
        editor.zeros.taken_back.connect(lambda zero: self._run(commands.take_back_zero(zero)))

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._left.setFixedWidth(px(WIDE if self.width() >= px(ROOMY) else NARROW))

    # --- words and showing ---------------------------------------------------------------------------------------

    @property
    def entry(self) -> VariableEntry | None:
        """Return the selected variable."""
        statistic = self.context.desk.state.statistic
        entries = () if statistic is None else statistic.dictionary
        return next((entry for entry in entries if entry.name == self.chosen), None)

    @property
    def _title(self) -> str:
        entry = self.entry
        return self.chosen if entry is None else entry.title.text(self.context.language) or entry.name

    def dimension(self, name: str) -> Dimension | None:
        """Return a dimension of the loaded records, else of the dictionary."""
        desk = self.context.desk
        dimensions = dimensions_of(desk.state.statistic, desk.session.data)
        return next((dimension for dimension in dimensions if dimension.name == name), None)

    def refresh(self, changes: Changes) -> None:
        """Show the dictionary."""
        statistic = self.context.desk.state.statistic
        if statistic is None:
            return
        self._list(statistic)
        self._show_entry()

    def choose(self, name: str) -> None:
        """Show another variable."""
        self.chosen = name
        self._relist()
        self._show_entry()

    def _relist(self) -> None:
        self._listed = ()
        statistic = self.context.desk.state.statistic
        if statistic is not None:
            self._list(statistic)

    def _list(self, statistic: Statistic) -> None:
        language = self.context.language
        shown = tuple((entry.name, entry.role, entry.title, entry.derived) for entry in statistic.dictionary)
        if self._listed == (shown, language):
            return
        self._listed = (shown, language)
        names = [entry.name for entry in statistic.dictionary]
        if self.chosen not in names:
            self.chosen = names[0] if names else ""
        self.list.blockSignals(True)
        self.list.clear()
        items: dict[str, QTreeWidgetItem] = {}
        for entry in statistic.dictionary:
            title = entry.title.text(language) or entry.name
            item = QTreeWidgetItem([title, self._word(entry)])
            item.setData(0, NAME, entry.name)
            known_name = entry.name if title == entry.name else f"{title} ({entry.name})"
            item.setToolTip(0, f"{known_name}: {self._word(entry) or role_word(entry.role)}")
            item.setIcon(0, self.context.theme.icon("link" if entry.derived else ROLE_ICONS[entry.role]))
            item.setForeground(1, self.context.theme.color("secondary"))
            above = items.get(entry.derived.source) if entry.derived is not None else None
            if above is None:
                self.list.addTopLevelItem(item)
            else:
                above.addChild(item)
                above.setExpanded(True)
            items[entry.name] = item
        if self.chosen in items:
            self.list.setCurrentItem(items[self.chosen])
        self.list.blockSignals(False)
        self._filter(self.search.text())

    def _word(self, entry: VariableEntry) -> str:
        if entry.derived is not None:
            return self.tr("derived")
        return "" if entry.role == "dimension" else role_word(entry.role)  # most are: their icon says it

    def _filter(self, text: str) -> None:
        wanted_text = text.strip().casefold()
        for index in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(index)
            if item is None:
                continue
            below = [item.child(index) for index in range(item.childCount())]
            seen = False
            for child_item in below:
                child_item.setHidden(wanted_text not in child_item.text(0).casefold())
                seen |= not child_item.isHidden()
            item.setHidden(not seen and wanted_text not in f"{item.text(0)} {item.data(0, NAME)}".casefold())

    def _item_chosen(self, item: QTreeWidgetItem | None) -> None:
        if item is not None:
            self.chosen = str(item.data(0, NAME))
            self._show_entry()

    def _show_entry(self) -> None:
        entry, desk = self.entry, self.context.desk
        statistic = desk.state.statistic
        if entry is None or statistic is None:
            self.editor.setVisible(False)
            return
        self.editor.setVisible(True)
        source = None if entry.derived is None else entry.derived.source
        origin = next((one for one in statistic.dictionary if one.name == source), None)
        title = "" if origin is None else origin.title.text(self.context.language) or origin.name
        in_use = frozenset[str]()
        if desk.session.read is not None and entry.name in desk.session.read.dimensions:
            in_use = frozenset(desk.session.read.dimensions[entry.name].codes)
        language = self.context.language
        others = [(own, own.title.text(language) or own.name) for own in statistic.dictionary if own is not entry]
        dated = [(own.name, words) for own, words in others if self._has_dates(own)]
        self.editor.rule.offer_columns(dated, [(own.name, words) for own, words in others if self._has_months(own)])
        self.editor.show_entry(
            entry,
            self.dimension(entry.name),
            None if source is None else self.dimension(source),
            title,
            in_use,
            loaded=desk.session.data is not None,
            numbers=None if desk.session.read is None else desk.session.read.magnitudes.get(entry.name),
        )
        dimensions = dimensions_of(statistic, desk.session.data)
        self.editor.zeros.show_zeros(statistic.structural_zeros, dimensions, entry.name, self.context.language)
        self.editor.show_selected()
        made_from = origin if entry.derived is not None else entry
        for kind, action in self._makers.items():
            action.setEnabled(made_from is not None and self._may_become(made_from, kind))
        self.derive.setEnabled(any(action.isEnabled() for action in self._makers.values()))

    # --- changing ------------------------------------------------------------------------------------------------

    def _run(self, command: Command) -> None:
        self.context.desk.run(command)

    def _described(self, field: commands.TextField, words: str, language: str) -> None:
        if self.entry is not None:
            asked_words = commands.set_words(self.chosen, field, words, "de" if language == "de" else "en", self._title)
            self._run(asked_words)

    def _origin(self, kind: CodesFrom, text: str) -> None:
        """Set the origin of the code list; a range makes the codes."""
        entry = self.entry
        if entry is None:
            return
        self.editor.message.clear()
        try:
            changed = commands.with_origin(entry, kind, text, self._known())
        except CkmError as error:
            self.editor.message.show_message(error)
            return
        self._run(commands.set_code_list(entry.name, changed, self._title))

    def _coded(self, field: commands.CodesField, text: str) -> None:
        """Values of a magnitude that are no numbers."""
        self.editor.message.clear()
        try:
            self._run(commands.set_codes(self.chosen, field, text, self._title, self.entry))
        except CkmError as error:
            self.editor.message.show_message(error)

    def _known(self) -> tuple[Category, ...]:
        dimension = self.dimension(self.chosen)
        return () if dimension is None else dimension.categories

    def _category_edited(self, code: str, field: commands.CategoryField, words: str) -> None:
        language = self.context.language
        if field in ("valid_from", "valid_to"):
            day = as_day(words)
            if day is None:
                self.editor.message.show_message(sentence("desk_no_day", value=words.strip()))
                return
            self.editor.message.clear()
            words = day
        self._run(commands.set_category(self.chosen, code, field, words, language, self._title, self._known()))

    def _on_categories(self, command: object, codes: frozenset[str], step: int) -> None:
        if callable(command):
            self._run(command(self.chosen, codes, step, self._title, self._known()))

    def _add_category(self, code: str) -> None:
        self._run(commands.add_category(self.chosen, code, self._title))

    def _remove_categories(self, codes: frozenset[str]) -> None:
        self._run(commands.remove_categories(self.chosen, codes, self._title))

    def _role_chosen(self, role: str) -> None:
        entry, desk = self.entry, self.context.desk
        statistic = desk.state.statistic
        if entry is None or statistic is None or role == entry.role:
            return
        if desk.session.unsaved_keys:
            self.editor.message.show_message(sentence("desk_save_before_role"), "warning")
            self._show_entry()
            return
        read = desk.session.read
        self._run(commands.set_role(entry.name, role, self._title))  # type: ignore[arg-type]
        has = read is not None and (
            (role == "dimension" and entry.name in read.dimensions)
            or (role == "magnitude" and entry.name in read.magnitudes)
            or role in ("ignored", "identifier")
        )
        if not has:
            self.context.services.records.load()

    def add_derived(self, kind: DerivationKind) -> None:
        """Add a dimension derived from the selected variable, or from the source of the selected one."""
        entry, statistic = self.entry, self.context.desk.state.statistic
        if entry is not None and statistic is not None and entry.derived is not None:
            source = entry.derived.source
            entry = next((one for one in statistic.dictionary if one.name == source), None)
        if entry is None or statistic is None:
            return
        rule = {
            "groups": Derivation("groups", entry.name),
            "classes": Derivation("classes", entry.name, bounds=self._first_bounds(entry)),
            "prefix": Derivation("prefix", entry.name, digits=2),
            "age": Derivation("age", entry.name, bounds=("18", "65") if entry.role == "magnitude" else ()),
            "date_part": Derivation("date_part", entry.name, part="year"),
            "duration": Derivation("duration", entry.name, unit="years"),
        }[kind]
        ending = {"prefix": "digits", "date_part": "year"}.get(kind, kind)
        words = {
            "groups": Texts("groups", "Gruppen"),
            "classes": Texts("classes", "Klassen"),
            "prefix": Texts("first digits", "erste Stellen"),
            "age": Texts("age", "Alter"),
            "date_part": Texts("time", "Zeit"),
            "duration": Texts("duration", "Dauer"),
        }[kind]
        title = Texts(
            f"{entry.title.text('en') or entry.name} ({words.en})",
            f"{entry.title.text('de') or entry.name} ({words.de})",
        )
        name = commands.free_name(statistic, f"{entry.name}_{ending}")
        self.chosen = name
        made = VariableEntry(name, "dimension", title, derived=rule)
        self._run(commands.add_derived(made, title.text(self.context.language)))
        self.editor.rule.begin()

    def _may_become(self, entry: VariableEntry, kind: DerivationKind) -> bool:
        """Whether such a dimension can be made from a variable."""
        if entry.role == "magnitude":
            return kind == "classes" or (kind == "age" and may_hold_years(entry))
        dated = kind in ("age", "date_part", "duration")
        return entry.role == "dimension" and (not dated or self._has_dates(entry))

    def _has_months(self, entry: VariableEntry) -> bool:
        """Whether the codes of a variable are numbers from 1 to 12."""
        dimension = self.dimension(entry.name)
        codes = [] if dimension is None else [code for code in dimension.codes if code]
        return bool(codes) and all(code.isdecimal() and 1 <= int(code) <= 12 for code in codes)

    def _has_dates(self, entry: VariableEntry) -> bool:
        """Whether the codes of a variable are years, months or days."""
        dimension = self.dimension(entry.name)
        return dimension is not None and are_dates([code for code in dimension.codes if code])

    def _first_bounds(self, entry: VariableEntry) -> tuple[str, ...]:
        """Return default cut points: usual ones for ages if codes are integers up to 150, else 0."""
        dimension = self.dimension(entry.name)
        codes = [] if dimension is None else [code for code in dimension.codes if code]
        whole = bool(codes) and all(code.isascii() and code.isdecimal() and int(code) <= 150 for code in codes)
        return ("18", "30", "65") if whole else ("0",)

    def _rule_changed(self, rule: Derivation) -> None:
        self._run(commands.set_rule(self.chosen, rule, self._title))

    def _remove_derived(self) -> None:
        entry = self.entry
        if entry is not None and entry.derived is not None:
            name, title = entry.name, self._title
            self.chosen = entry.derived.source
            self._run(commands.remove_derived(name, title))

    # --- files ---------------------------------------------------------------------------------------------------

    def ask_for_code_list(self) -> None:
        """Ask for a file with the code list of the variable chosen."""
        words = self.tr("Code lists (*.cdl *.csv *.txt *.xlsx *.xls *.ods)") + ";;" + self.tr("All files (*)")
        path = self.context.frame.choose_open_file(self.tr("Read code list"), words)
        if path is not None:
            self.read_code_list(path, shown=True)

    def read_code_list(self, path: Path, *, shown: bool = False, page: tuple[ReadingAnswer, ...] = ()) -> None:
        """Read a code list for the variable; codes that it lacks are kept and reported. A table is shown before it is
        applied: always with `shown`, else where there is doubt how it is meant. page: the answer on the code page of a
        list without columns."""
        entry = self._entry_with_codes()
        if entry is None:
            return

        def done(categories: tuple[Category, ...] | None) -> None:
            if categories is None:
                self._look_at_code_list(entry, path, shown=shown)
            else:
                self._apply(entry, categories)

        again = partial(self.read_code_list, path, shown=shown)
        failed = partial(self._ask_or_say, lambda answers: again(page=answers))
        self.context.jobs.start("code-list", lambda _: code_list_of_lines(path, page), done, failed)

    def paste_code_list(self) -> None:
        """Apply codes and labels from the clipboard, as copied from Excel: columns by heading, in any order."""
        text, name = QGuiApplication.clipboard().text(), self.tr("Clipboard")
        if not text.strip():
            self._say(InputError("desk_clipboard_empty"))
            return
        entry = self._entry_with_codes()
        if entry is not None:
            self._look_at_code_list(entry, Path(name), text)

    def _entry_with_codes(self) -> VariableEntry | None:
        entry = self.entry
        if entry is None or entry.categories:
            return entry
        return VariableEntry(entry.name, entry.role, entry.title, self._known(), derived=entry.derived)

    def _look_at_code_list(self, entry: VariableEntry, file: Path, text: str = "", *, shown: bool = False) -> None:
        """Read the table of a file, or pasted cells of which `file` is the name."""
        session = self.context.desk.session
        known = (*(category.code for category in entry.categories), *(node.code for node in entry.hierarchy))
        called = (entry.name, entry.title.en, entry.title.de)
        request = CodeRequest(file, "list", known, called, text, answers=entry.code_answers)

        def taken(state: CodeImport) -> None:
            if self.context.desk.session is session and state.read is not None:
                self._apply(entry.with_code_answers(state.request.answers), state.read.categories)

        read_codes_file(self.context, self, request, taken, self._say, shown=shown)

    def _apply(self, entry: VariableEntry, categories: tuple[Category, ...]) -> None:
        """Give a variable the categories of a code list, and say what the list lacks."""
        self._run(commands.set_code_list(entry.name, applied(entry, categories), self._title))
        notices = list_notices(entry, categories)
        if notices:
            self.editor.message.show_message(notices[0], "warning")

    def ask_for_recode(self) -> None:
        """Ask for a file of recodes for the derived dimension chosen."""
        words = self.tr("Recodes (*.grc)") + ";;" + self.tr("All files (*)")
        path = self.context.frame.choose_open_file(self.tr("Read recode"), words)
        if path is not None:
            self.read_recode(path)

    def read_recode(self, path: Path, page: tuple[ReadingAnswer, ...] = ()) -> None:
        """Read the groups of a recode file. page: the answer on its code page."""
        from ckmcore.dictionary.recodes import Recode, read_recode

        entry = self.entry
        source = None if entry is None or entry.derived is None else self.dimension(entry.derived.source)
        if entry is None or source is None:
            return
        name, title = entry.name, self._title

        def done(recode: Recode) -> None:
            self._run(commands.set_rule(name, recode.derivation, title))
            if recode.notices:
                self.editor.message.show_message(recode.notices[0], "warning")

        failed = partial(self._ask_or_say, partial(self.read_recode, path))
        self.context.jobs.start("code-list", lambda _: read_recode(path, source, page), done, failed)

    def _ask_or_say(self, again: Callable[[tuple[ReadingAnswer, ...]], None], error: CkmError) -> None:
        if not ask_code_page(error, self.context.language, self.editor.message.show_message, again):
            self._say(error)

    def _say(self, error: CkmError) -> None:
        self.editor.message.show_message(error)
