"""Table templates: a layout saved without any value of its variables, and laid out with those of this statistic."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QPushButton, QWidget

from ckmcore.base.texts import Texts
from ckmcore.messages import Sentence, sentence
from ckmcore.statistic.table_file import SUFFIX, NamedVariable, TableFile
from ckmcore.statistic.template import Known, applied, proposed, template_of, variables_of
from ckmcore.tabulate.spec import PERIOD
from ckmdesk.base.jobs import JobContext
from ckmdesk.commands.saved_tables import apply_template
from ckmdesk.look.theme import STEP, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.services.exports import file_name
from ckmdesk.services.opening import opening
from ckmdesk.state.items import dimensions_of
from ckmdesk.widgets.basic import label
from ckmdesk.widgets.help_key import set_subject
from ckmdesk.widgets.layouts import column_of
from ckmdesk.widgets.plain_combo import PlainCombo

JOB = "template"


class Templates(QObject):
    """Two entries of the page's menu."""

    def __init__(self, context: PageContext, page: QWidget) -> None:
        super().__init__(page)
        self.context, self._page = context, page
        self.save = QAction(self.tr("Save layout as template ..."), self)
        self.apply = QAction(self.tr("Lay out by template ..."), self)
        self.save.setObjectName("save-template")
        self.apply.setObjectName("apply-template")
        self.save.triggered.connect(self.save_dialog)
        self.apply.triggered.connect(self.apply_dialog)

    @property
    def actions(self) -> list[QAction]:
        return [self.save, self.apply]

    def _titles(self) -> dict[str, Texts]:
        desk = self.context.desk
        return {dimension.name: dimension.title for dimension in dimensions_of(desk.state.statistic, desk.session.data)}

    def _folder(self) -> Path:
        path = self.context.desk.session.path
        return Path.home() if path is None else path.parent

    def save_dialog(self) -> None:
        """Ask for a file, and write how the table is laid out."""
        state, titles = self.context.desk.state, self._titles()
        if state.statistic is None:
            return
        word = self.tr("Template")
        name = state.table.name or word
        filters = self.tr("Templates (*.ckmtable)")
        suggestion = self._folder() / (file_name(f"{state.table.name} {word}".strip()) + SUFFIX)
        path = self.context.frame.choose_save_file(self.tr("Save layout as template"), suggestion, filters)
        if path is None:
            return
        target = path if path.suffix.lower() == SUFFIX else path.with_name(path.name + SUFFIX)
        spec = template_of(state.table.spec)
        variables = [
            NamedVariable(variable, titles.get(variable, Texts.same(variable))) for variable in variables_of(spec)
        ]

        def work(_context: JobContext) -> Sentence:
            from ckmcore.statistic.table_file import write_template

            write_template(target, name, spec, variables)
            return sentence("template_written", name=target.name)

        self.context.frame.clear_message()

        def done(saved_sentence: Sentence) -> None:
            self.context.show_message(saved_sentence, "ok", opening([target], self.context.show_message))

        self.context.jobs.start(JOB, work, done, self.context.show_message)

    def apply_dialog(self) -> None:
        """Ask for a file and lay out its template; ask for replacements of unknown variables."""
        if self.context.desk.state.statistic is None:
            return
        path = self.context.frame.choose_open_file(self.tr("Lay out by template"), self.tr("Templates (*.ckmtable)"))
        if path is None:
            return

        def work(_context: JobContext) -> TableFile:
            from ckmcore.statistic.table_file import read_table

            return read_table(path)

        self.context.frame.clear_message()
        self.context.jobs.start(JOB, work, self._read, self.context.show_message)

    def _read(self, file: TableFile) -> None:
        names = proposed(file, self._titles())
        if all(names.values()):
            self.lay_out(file, names)
            return
        dialog = TemplateDialog(self.context, file, names, self._titles(), self._page)
        dialog.chosen.connect(lambda chosen: self.lay_out(file, chosen))
        dialog.open()

    def lay_out(self, file: TableFile, names: dict[str, str]) -> None:
        """Lay out a table of this statistic by a template."""
        desk = self.context.desk
        statistic, data = desk.state.statistic, desk.session.data
        if statistic is None:
            return
        depths = {
            dimension.name: 1 if dimension.hierarchy is None else dimension.hierarchy.depth
            for dimension in dimensions_of(statistic, data)
        }
        known_variables = Known(
            depths,
            () if data is None else tuple(data.magnitudes),
            tuple(reference.name for reference in statistic.references),
            data is not None and data.weight is not None,
            len(statistic.periods) > 1,
        )
        spec = applied(file.spec, names, known_variables)
        desk.run(apply_template(spec, file.table.name))
        lacking_variables = [name for name in variables_of(file.spec) if not names.get(name)]
        lacking_variables += [PERIOD] * (PERIOD in file.spec.variables and not known_variables.periods)
        if lacking_variables or len(spec.values) < len(file.spec.values):
            self.context.show_message(sentence("template_part", name=file.table.name), "warning")


class TemplateDialog(QDialog):
    """Dialog that maps the variables of a template to this statistic; emits `chosen(names)`."""

    chosen = Signal(object)

    def __init__(
        self, context: PageContext, file: TableFile, names: dict[str, str], titles: dict[str, Texts], parent: QWidget
    ) -> None:
        super().__init__(parent)
        set_subject(self, "kept-tables")
        self.setObjectName("template")
        self.setWindowTitle(self.tr("Lay out by template"))
        language = context.language
        own_texts = {variable.name: variable.title.text(language) for variable in file.variables}
        form = QFormLayout()
        self.combos: dict[str, PlainCombo] = {}
        for name, proposal in names.items():
            combo = PlainCombo()
            combo.setObjectName(f"template:{name}")
            combo.addItem(self.tr("(leave out)"), "")
            for other, title in titles.items():
                combo.addItem(title.text(language) or other, other)
            combo.choose(proposal)
            combo.setMinimumContentsLength(24)
            combo.setAccessibleName(own_texts.get(name) or name)
            word = label(own_texts.get(name) or name)
            word.setBuddy(combo)
            form.addRow(word, combo)
            self.combos[name] = combo
        buttons = QDialogButtonBox()
        self.ok = QPushButton(self.tr("Lay out"), objectName="template-apply")
        set_kind(self.ok, "primary")
        buttons.addButton(self.ok, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(QPushButton(self.tr("Cancel")), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        text = self.tr("Variables of the template, and what takes their place in this statistic:")
        column_of(label(text, "secondary", wrap=True), form, buttons, within=self, spacing=STEP)
        self.finished.connect(lambda _result: self.deleteLater())

    def _accept(self) -> None:
        self.accept()
        self.chosen.emit({name: str(combo.currentData()) for name, combo in self.combos.items()})
