"""The hierarchies of the open statistic: read, made of digits or columns, built by hand; several of one variable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from ckmcore.base.blocks import BlockColumn
from ckmcore.base.files import NotWritten
from ckmcore.base.numbers import integer_text
from ckmcore.base.texts import Texts
from ckmcore.dictionary.dates import are_dates, date_hierarchy
from ckmcore.dictionary.faults import HierarchySeveral
from ckmcore.dictionary.hierarchy_check import HierarchyReport, hierarchy_check
from ckmcore.dictionary.hierarchy_columns import hierarchy_of_columns
from ckmcore.dictionary.hierarchy_files import ReadHierarchy, hierarchy_of_hrc, hierarchy_of_table, write_hrc
from ckmcore.errors import CkmError, DataError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.data import MISSING, Category, Dimension, Microdata, sort_codes
from ckmcore.microdata.files import checked_path
from ckmcore.microdata.hierarchy import Hierarchy, digit_hierarchy
from ckmcore.microdata.reading_plan import ReadingAnswer
from ckmcore.microdata.variable import VariableEntry
from ckmdesk.base.jobs import JobContext
from ckmdesk.commands import data as data_commands
from ckmdesk.commands import hierarchy as commands
from ckmdesk.commands.desk import Changes, Command
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.data.code_page_question import ask_code_page
from ckmdesk.pages.data.codes_dialog import read_codes_file
from ckmdesk.pages.data.hierarchy_card import HierarchyCard
from ckmdesk.pages.data.tree_editor_steps import TreeSteps
from ckmdesk.state import tree_editing
from ckmdesk.state.code_import import CodeImport, CodeRequest
from ckmdesk.state.data_figures import leaf_counts, node_sums, nodes_per_level
from ckmdesk.state.items import level_names
from ckmdesk.widgets.layouts import column_of

NODE_COUNTS = "node-counts"


@dataclass(frozen=True)
class HierarchyPreview:
    """A hierarchy that is shown and not attached yet."""

    hierarchy: Hierarchy
    labels: Mapping[str, Texts]
    report: HierarchyReport
    notices: tuple[Sentence, ...] = ()


class HierarchiesTab(QWidget):
    """Tab of hierarchies; `chosen` is the name of a variable, or of another hierarchy of one."""

    kept = ("chosen", "_of", "_counts", "steps.begun", "begun")

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self.context = context
        self.chosen = ""
        self.preview: HierarchyPreview | None = None
        self._several: Path | None = None
        self._of = ""
        self._again = False
        self._counts: tuple[object, dict[str, int]] | None = None
        self.card = HierarchyCard(context.theme, context.language)
        self.card.setMinimumHeight(px(300))
        column_of(self.card, within=self, margins=(0, STEP, 0, 0))
        self.steps = TreeSteps(context, self.card, self)
        self._connect()

    def _connect(self) -> None:
        card = self.card
        card.dimension_chosen.connect(self.choose)
        card.hierarchy_chosen.connect(self.choose)
        card.tool_asked.connect(self._tool)
        card.titled.connect(self._title)
        card.level_named.connect(self._name_level)
        card.digits.typed.connect(self._preview_digits)
        card.digits.done.connect(self._take_preview)
        card.columns.changed.connect(self._preview_columns)
        card.columns.done.connect(self._take_preview)
        card.beside.done.connect(self._add_beside)
        card.unplaced.done.connect(self._add_unplaced)
        card.which.done.connect(self._read_which)
        for panel in card.panels:
            panel.closed.connect(self.close_panels)
        # After Qt has put the field away: what is called otherwise is laid out anew.
        card.model.edited.connect(self._node_edited, Qt.ConnectionType.QueuedConnection)

    @property
    def begun(self) -> tuple[Any, ...]:
        """Return the unfinished editing: tree in edit mode, open strip with its choices, and proposed hierarchy."""
        card = self.card
        at = next((panel_index for panel_index, panel in enumerate(card.panels) if not panel.isHidden()), None)
        which = [card.which.target.itemText(index) for index in range(card.which.target.count())]
        return card.tree.editing, at, card.columns.columns(), which, self._several, self.preview

    @begun.setter
    def begun(self, begun: tuple[Any, ...]) -> None:
        card, self._again = self.card, True
        editing, panel_index, columns, which, self._several, self.preview = begun
        if editing:
            card.set_editing(True)
        panel = None if panel_index is None else card.panels[panel_index]
        if panel is card.unplaced:
            self._ask_for_places(self.preview)
        elif panel is card.move_below:
            self.steps.ask_where()
        else:
            card.open_panel(panel)
        if panel is card.which:
            card.which.open_with([(name, name) for name in which])
        elif panel is card.columns:
            self._open_columns()
            card.columns.choose(columns)

    # --- what there is -------------------------------------------------------------------------------------------

    @property
    def entries(self) -> tuple[VariableEntry, ...]:
        statistic = self.context.desk.state.statistic
        return (
            ()
            if statistic is None
            else tuple(variable_entry for variable_entry in statistic.dictionary if variable_entry.role == "dimension")
        )

    @property
    def entry(self) -> VariableEntry | None:
        """The entry whose hierarchy is shown."""
        return next((entry for entry in self.entries if entry.name == self.chosen), None)

    @property
    def source(self) -> str:
        """Return the variable whose codes are shown: the selected one, unless that is another hierarchy of it."""
        entry = self.entry
        return entry.derived.source if entry is not None and _is_alternative(entry) and entry.derived else self.chosen

    @property
    def dimension(self) -> Dimension | None:
        """Return the selected dimension with the dictionary's hierarchy, over the codes of records and dictionary."""
        entry = self.entry
        if entry is None:
            return None
        data = self.context.desk.session.data
        dimension = None if data is None else data.dimensions.get(entry.name) or data.dimensions.get(self.source)
        owner = next((entry for entry in self.entries if entry.name == self.source), entry)
        held_categories = () if dimension is None else dimension.categories
        codes = {category.code for category in held_categories}
        # Those of other periods, too: the hierarchy is that of all.
        further = [category for category in owner.categories if category.code not in codes]
        categories = tuple(sorted((*held_categories, *further), key=lambda category: category.code == MISSING))
        dimension = Dimension(owner.name, owner.title, categories)
        labels = dict(entry.node_labels)
        return replace(dimension, name=entry.name, title=entry.title, hierarchy=entry.tree, node_labels=labels)

    @property
    def words(self) -> str:
        """Return the title of the selected entry for the undo menu."""
        entry = self.entry
        return self.chosen if entry is None else entry.title.text(self.context.language) or entry.name

    @property
    def _categories(self) -> tuple[Category, ...]:
        dimension = self.dimension
        return () if dimension is None else dimension.categories

    @property
    def _codes(self) -> list[str]:
        dimension = self.dimension
        return [] if dimension is None else [code for code in dimension.codes if code != MISSING]

    # --- showing -------------------------------------------------------------------------------------------------

    def refresh(self, changes: Changes) -> None:
        """Show the dictionary's hierarchies."""
        entries, language = self.entries, self.context.language
        if not entries:
            return
        names = [entry.name for entry in entries]
        if self.chosen not in names:
            with_tree = [entry.name for entry in entries if entry.hierarchy]
            self._choose(self._of if self._of in names else (with_tree or names)[0])
        self._of = self.source
        again, self._again = self._again, False
        if {"statistic", "data"} & changes.parts and not again:
            if self.preview is not None:
                self.close_panels()
            if not self.context.jobs.running("hierarchy"):
                self.card.message.clear()
        own_entries = [entry for entry in entries if not _is_alternative(entry)]
        self.card.show_dimensions([(entry.name, entry.title.text(language)) for entry in own_entries], self.source)
        other_entries = [
            entry
            for entry in entries
            if _is_alternative(entry) and entry.derived and entry.derived.source == self.source
        ]
        title = [(entry.name, entry.title.text(language) or entry.name) for entry in other_entries]
        self.card.show_hierarchies([(self.source, self.tr("its own")), *title], self.chosen)
        self._show()

    def choose(self, name: str) -> None:
        """Show another variable, or another hierarchy."""
        self._choose(name)
        self.refresh(Changes(frozenset()))

    def _choose(self, name: str) -> None:
        self.context.jobs.cancel("hierarchy")
        self.chosen = name
        self.preview = None
        self.steps.set_cut(())
        self.card.open_panel(None)
        self.card.message.clear()
        self.card.bar.search.clear()

    def _show(self) -> None:
        dimension, preview = self.dimension, self.preview
        data = self.context.desk.session.data
        tools = self.card.tools
        # Without the records nobody could tell whether a hierarchy holds all their codes.
        for which in ("file", "columns"):
            tools[which].setEnabled(data is not None and dimension is not None)
        for which in ("digits", "edit", "beside"):
            tools[which].setEnabled(dimension is not None)
        tools["dates"].setVisible(dimension is not None and are_dates(self._codes))
        has_tree = dimension is not None and dimension.hierarchy is not None
        tools["keep"].setEnabled(has_tree)
        tools["remove"].setEnabled(has_tree or self.source != self.chosen)
        if dimension is None:
            self.card.show_dimension(None, None)
            return
        notices: tuple[Sentence, ...] = ()
        if preview is not None:
            labels = {**dimension.node_labels, **preview.labels}
            dimension = replace(dimension, hierarchy=preview.hierarchy, node_labels=labels)
            # What differs in zeros only is told by the report, too.
            read = [notice for notice in preview.notices if notice.code != "hierarchy_near"]
            notices = (*read, *preview.report.notices())
        found = self._leaf_counts(data)
        counts = None if found is None or data is None else node_sums(dimension, found, data.rows)
        self.card.show_dimension(dimension, counts, notices=notices, preview=preview is not None)

    def _leaf_counts(self, data: Microdata | None) -> dict[str, int] | None:
        """Return the records per code, None until a job has counted them, once per column."""
        name = self.source
        if data is None or name not in data.dimensions:
            return None
        key = (name, _same_while(data, name), data.dimensions[name].codes)
        if self._counts is not None and self._counts[0] == key:
            return self._counts[1]

        def done(result: dict[str, int]) -> None:
            self._counts = (key, result)
            if self.source == name:
                self._show()

        self.context.jobs.start(NODE_COUNTS, lambda _: leaf_counts(data, name), done, self.card.show_message)
        return None

    # --- the buttons ---------------------------------------------------------------------------------------------

    def _tool(self, which: str) -> None:
        if which == "file":
            self.ask_for_hierarchy()
        elif which == "keep":
            self._keep()
        elif which == "remove":
            self._remove()
        elif which == "dates":
            self._attach_dates()
        elif which == "edit":
            self.edit(not self.card.tree.editing)
        else:
            self._open(which)

    def _open(self, which: str) -> None:
        card = self.card
        self.edit(False)
        self.close_panels()
        self.card.message.clear()
        if which == "digits":
            card.open_panel(card.digits)
            card.digits.open()
        elif which == "columns":
            self._open_columns()
        else:
            taken_names = {entry.name for entry in self.entries}
            name = next(
                free_name
                for free_name in (f"{self.source}_{index}" for index in range(2, 1000))
                if free_name not in taken_names
            )
            card.open_panel(card.beside)
            card.beside.open_with(name, "")

    def _open_columns(self) -> None:
        known_columns = [(name, title) for name, title in self._titles() if name != self.source]
        self.card.open_panel(self.card.columns)
        self.card.columns.open_with(known_columns, dict(self._titles()).get(self.source, self.source))

    def _titles(self) -> list[tuple[str, str]]:
        language = self.context.language
        data = self.context.desk.session.data
        held_dimensions = () if data is None else tuple(data.dimensions)
        entries = [entry for entry in self.entries if entry.name in held_dimensions and not _is_alternative(entry)]
        return [(entry.name, entry.title.text(language) or entry.name) for entry in entries]

    def close_panels(self) -> None:
        """Close strip and preview, and show the hierarchy itself."""
        self.context.jobs.cancel("hierarchy-columns")
        shown, self.preview = self.preview is not None, None
        self.card.open_panel(None)
        if shown:
            self._show()
        if self.card.tree.editing:
            self.card.tree.setFocus()

    def edit(self, editing: bool) -> None:
        """Begin or end building by hand."""
        if editing:
            self.close_panels()
            self.card.message.clear()
        self.steps.set_cut(())
        self.card.set_editing(editing)

    # --- from a file ---------------------------------------------------------------------------------------------

    def ask_for_hierarchy(self) -> None:
        """Ask for a file with a hierarchy for the variable chosen."""
        words = self.tr("Hierarchies (*.hrc *.csv *.txt *.xlsx *.xls *.ods)") + ";;" + self.tr("All files (*)")
        path = self.context.frame.choose_open_file(self.tr("Read hierarchy"), words)
        if path is not None:
            self.read_hierarchy(path, shown=True)

    def read_hierarchy(
        self, file: Path, which: str = "", *, shown: bool = False, page: tuple[ReadingAnswer, ...] = ()
    ) -> None:
        """Read a hierarchy of any format, check it against the codes and attach it; codes without a parent are asked
        for.

        `which` names the hierarchy in a file with several; the user is asked if it is needed. A table is shown before
        it is attached: always with `shown`, else where there is doubt how it is meant. page: the answer on the code
        page of a `.hrc` file.
        """
        desk, name, dimension = self.context.desk, self.chosen, self.dimension
        session, source = desk.session, self.source
        if dimension is None:
            return

        codes = tuple(code for code in dimension.codes if code != MISSING)

        def work(_context: JobContext) -> ReadHierarchy | None:
            return hierarchy_of_hrc(checked_path(file), codes, page)

        statistic = desk.state.statistic
        entries = () if statistic is None else statistic.dictionary
        known = next((entry.code_answers for entry in entries if entry.name == name), ())

        def done(read: ReadHierarchy | None, answers: tuple[ReadingAnswer, ...] = ()) -> None:
            if desk.session is not session or self.chosen != name:
                return
            if read is None:
                request = CodeRequest(file, "tree", codes, hierarchy=which or source, answers=known)
                read_codes_file(self.context, self, request, taken, failed, shown=shown)
                return
            report = hierarchy_check(read.hierarchy, dimension)
            if report.fits:
                self._attach(read.hierarchy, read.labels, answers)
                if read.notices:
                    texts = (notice.text(self.context.language) for notice in read.notices)
                    self.card.show_message(" ".join(texts), "info")
            else:
                self._ask_for_places(HierarchyPreview(read.hierarchy, read.labels, report, read.notices))

        def taken(state: CodeImport) -> None:
            if state.read is not None:
                done(hierarchy_of_table(state.read, codes), state.request.answers)

        def failed(error: CkmError) -> None:
            if isinstance(error, HierarchySeveral):
                self._several = file
                self.card.open_panel(self.card.which)
                self.card.which.open_with(
                    [(hierarchy_name, hierarchy_name) for hierarchy_name in error.fields["known"]]
                )
            elif not ask_code_page(error, self.context.language, self.card.show_message, with_page):
                self.card.show_message(error)

        def with_page(answers: tuple[ReadingAnswer, ...]) -> None:
            self.read_hierarchy(file, which, shown=shown, page=answers)

        self.edit(False)
        self.close_panels()
        self.card.message.clear()
        self.context.jobs.start("hierarchy", work, done, failed)

    def _read_which(self) -> None:
        code = self.card.which.code()
        if code is not None and self._several is not None:
            self.read_hierarchy(self._several, code)

    def _ask_for_places(self, preview: HierarchyPreview) -> None:
        report, language = preview.report, self.context.language
        lacking = (*report.unknown, *report.inner)
        if len(report.unknown) == len(self._codes) and not report.near:  # the file is meant for something else
            self.card.show_message(
                sentence(
                    "desk_hierarchy_of_another",
                    variable=self.words,
                    codes=report.unknown[:3],
                    others=preview.hierarchy.leaves[:3],
                )
            )
            return
        self.preview = preview
        if report.unknown:
            self.card.show_message(
                DataError("hierarchy_unknown_codes", variable=self.words, codes=lacking[:5], count=len(lacking))
            )
        else:
            told_sentence = sentence("hierarchy_report_inner", codes=report.inner[:5], count=len(report.inner))
            self.card.show_message(told_sentence, "warning")
        number = integer_text(len(lacking), language)
        text = self.tr("Add 1 code below") if len(lacking) == 1 else self.tr("Add %1 codes below").replace("%1", number)
        self.card.unplaced.set_words(text, self.tr("Node above"), self.tr("Add and apply"))
        self.card.open_panel(self.card.unplaced)
        self.card.unplaced.open_with(self.steps.targets(preview.hierarchy, preview.labels))
        self._show()

    def _add_unplaced(self) -> None:
        preview, target = self.preview, self.card.unplaced.code()
        if preview is None or target is None:
            return
        codes = sort_codes([*preview.report.unknown, *preview.report.inner])
        hierarchy = tree_editing.completed(preview.hierarchy, codes, target)
        self.card.message.clear()
        self._attach(hierarchy, preview.labels)

    def _attach(
        self, hierarchy: Hierarchy, labels: Mapping[str, Texts], answers: tuple[ReadingAnswer, ...] = ()
    ) -> None:
        # Before the command: what it shows is the hierarchy, no preview of it.
        self.preview = None
        self.card.open_panel(None)
        given = (self.chosen, hierarchy, labels, self.words)
        self._run(commands.attach_labelled(*given, self.source, self._categories, answers))
        self._show()

    def _attach_dates(self) -> None:
        """Years, months and days over the codes, in order of time; words that somebody gave stay."""
        dimension = self.dimension
        if dimension is None:
            return
        hierarchy, labels = date_hierarchy(self._codes)
        given = {code for code in labels if dimension.label(code) != Texts.same(code)}
        self._attach(hierarchy, {code: label for code, label in labels.items() if code not in given})

    # --- from digits and columns ---------------------------------------------------------------------------------

    def _preview_digits(self, text: str) -> None:
        words = text.replace(",", " ").replace(";", " ").split()
        dimension = self.dimension
        if dimension is None or self.card.digits.isHidden():
            return
        if not words or not all(word.isdecimal() and word.isascii() and len(word) < 4 for word in words):
            self.preview = None
            hint = "" if not words else self.tr("Write numbers with blanks between them, for example 3 1 1.")
            self.card.digits.show_result(hint, possible=False)
            self._show()
            return
        hierarchy = digit_hierarchy(self._codes, [int(word) for word in words])
        self._show_preview(hierarchy)
        self.card.digits.show_result(self._sizes(hierarchy), possible=hierarchy.depth > 1)

    def _preview_columns(self) -> None:
        data, source, columns = self.context.desk.session.data, self.source, self.card.columns.columns()
        if data is None or not columns or self.card.columns.isHidden():
            return

        def done(hierarchy: Hierarchy) -> None:
            if self.card.columns.isHidden() or self.source != source:
                return
            self.card.message.clear()
            self._show_preview(hierarchy)
            self.card.columns.show_result(self._sizes(hierarchy), possible=hierarchy.depth > 1)

        def failed(error: CkmError) -> None:
            self.preview = None
            self.card.columns.show_result("", possible=False)
            self.card.show_message(error)
            self._show()

        self.card.columns.show_result("", possible=False)
        self.context.jobs.start(
            "hierarchy-columns", lambda _: hierarchy_of_columns(data, [*columns, source]), done, failed
        )

    def _show_preview(self, hierarchy: Hierarchy) -> None:
        dimension, data = self.dimension, self.context.desk.session.data
        if dimension is None:
            return
        labels = {}
        for column in self.card.columns.columns() if not self.card.columns.isHidden() and data is not None else ():
            found_dimension = data.dimensions[column] if data is not None else dimension
            labels.update({category.code: category.label for category in found_dimension.categories})
        inner = set(tree_editing.groups_of(hierarchy))
        kept_labels = {code: label for code, label in labels.items() if code in inner}
        self.preview = HierarchyPreview(hierarchy, kept_labels, hierarchy_check(hierarchy, dimension))
        self._show()

    def _sizes(self, hierarchy: Hierarchy) -> str:
        """Return the sizes of the levels: `16 › 38 › 400 nodes`."""
        dimension = self.dimension
        if dimension is None:
            return ""
        numbers = nodes_per_level(replace(dimension, hierarchy=hierarchy))
        sizes = " › ".join(integer_text(number, self.context.language) for number in numbers)
        return self.tr("%1 nodes").replace("%1", sizes)

    def _take_preview(self) -> None:
        preview = self.preview
        if preview is not None and preview.report.fits:
            self._attach(preview.hierarchy, preview.labels)

    # --- another one, kept, removed ------------------------------------------------------------------------------

    def _add_beside(self) -> None:
        entry, name = self.entry, self.card.beside.first.text().strip()
        statistic = self.context.desk.state.statistic
        if entry is None or statistic is None or not name:
            return
        data = self.context.desk.session.data
        taken_names = {variable_entry.name for variable_entry in statistic.dictionary} | set(
            () if data is None else data.dimensions
        )
        if name in taken_names:
            self.card.show_message(
                self.tr("There is a variable “%1” already. Choose another name.").replace("%1", name), "warning"
            )
            return
        title = Texts.same(self.card.beside.second.text().strip() or name)
        words = title.text(self.context.language)
        command = commands.add_alternative(self.source, name, title, entry.tree, words)
        self.card.open_panel(None)
        # Chosen before it is there: shown as soon as it is.
        before, self.chosen = self.chosen, name
        if not self._run(command).parts:
            self.chosen = before
        self.refresh(Changes(frozenset()))

    def _keep(self) -> None:
        entry = self.entry
        if entry is None or entry.tree is None:
            return
        suggestion = Path(f"{entry.name}.hrc")
        path = self.context.frame.choose_save_file(
            self.tr("Save hierarchy"), suggestion, self.tr("Hierarchies (*.hrc)")
        )
        if path is not None:
            self.keep(path)

    def keep(self, path: Path) -> None:
        """Write the hierarchy as `.hrc`."""
        entry = self.entry
        if entry is None or entry.tree is None:
            return
        try:
            write_hrc(entry.tree, path)
        except (CkmError, NotWritten) as error:
            self.card.show_message(error)
            return
        text = self.tr("Saved as %1. Names of nodes and levels have no place in such a file.")
        self.card.show_message(text.replace("%1", path.name), "ok")

    def _remove(self) -> None:
        self.edit(False)
        name, source, words = self.chosen, self.source, self.words
        if name != source:
            self._choose(source)
            self._run(commands.remove_alternative(name, words))
        else:
            self._run(data_commands.remove_hierarchy(name, words))

    # --- words ---------------------------------------------------------------------------------------------------

    def _node_edited(self, code: str, column: int, text: str) -> None:
        dimension, language = self.dimension, self.context.language
        if dimension is None:
            return
        if column == 1:
            self.steps.rename(code, text)
            return
        label = data_commands.renamed(dimension.label(code), text or code, language, code)
        self._run(commands.label_node(self.chosen, code, label, self.words, self.source, self._categories))

    def _title(self, words: str) -> None:
        entry, language = self.entry, self.context.language
        if entry is not None:
            old_title = entry.title
            title = data_commands.renamed(old_title, words or entry.name, language, entry.name)
            self._run(data_commands.set_variable_title(entry.name, title, old_title.text(language) or entry.name))

    def _name_level(self, index: int, words: str) -> None:
        dimension, language = self.dimension, self.context.language
        if dimension is None or dimension.hierarchy is None or self.preview is not None:
            return
        names = list(level_names(dimension, "en"))
        german = list(level_names(dimension, "de"))
        if index >= len(names) or not words.strip() or words.strip() == (german if language == "de" else names)[index]:
            self._show()
            return
        word = words.strip().replace("|", "/")
        plain = names[index] == german[index] == str(index + 1)
        english = word if language == "en" or plain else names[index]
        other_word = word if language == "de" or plain else german[index]
        both_names = [
            name if name == own_name else f"{name}|{own_name}" for name, own_name in zip(names, german, strict=True)
        ]
        both_names[index] = english if english == other_word else f"{english}|{other_word}"
        self._run(data_commands.set_level_names(dimension.name, tuple(both_names), dimension.title.text(language)))

    def _run(self, command: Command) -> Changes:
        return self.context.desk.run(command)


def _is_alternative(entry: VariableEntry) -> bool:
    return entry.derived is not None and entry.derived.kind == "same"


def _same_while(data: Microdata, name: str) -> object:
    """Return a mark that is the same as long as a column holds the same codes."""
    if data.counter is not None:
        return data.counter.mark
    column = data.columns[name]
    return column.serial if isinstance(column, BlockColumn) else column.__array_interface__["data"]
