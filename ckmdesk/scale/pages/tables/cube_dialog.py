"""All margins of some variables as one file: which variables, which levels, which form, and what that may take."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QSize
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QDialogButtonBox, QPushButton, QVBoxLayout, QWidget

from ckmcore.errors import CkmError
from ckmcore.formats.forms import FORMS, streamed_form
from ckmcore.messages import Sentence
from ckmcore.methods.top import published_records
from ckmcore.microdata.data import Dimension, Microdata
from ckmcore.office.settings import FormName
from ckmcore.scale.hypercube.draft import estimated, hyper_draft, written_sentence
from ckmcore.scale.hypercube.forms import STREAMS
from ckmcore.scale.hypercube.tabulate import plan_hypercube
from ckmcore.statistic.model import NoMethodInForce
from ckmcore.tabulate.axis import plan_nodes
from ckmcore.tabulate.hyper_spec import HyperSpec
from ckmcore.tabulate.spec import Level, Value
from ckmdesk.base.announcer import announce
from ckmdesk.base.jobs import JobContext
from ckmdesk.look.theme import STEP, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.services.exports import file_name
from ckmdesk.widgets.basic import label
from ckmdesk.widgets.help_key import set_subject
from ckmdesk.widgets.layouts import STRETCH, column_of, row_of, scrolling
from ckmdesk.widgets.message_bar import MessageBar
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.scrolled import grown

WIDTH, HEIGHT = 640, 600


class CubeAction(QObject):
    """The entry "Data cube ..." of the page's menu."""

    def __init__(self, context: PageContext, page: QWidget) -> None:
        super().__init__(page)
        self.context, self._page = context, page
        self.action = QAction(self.tr("Data cube ..."), self, objectName="data-cube")
        self.action.triggered.connect(self.show_choice)

    def show_choice(self) -> None:
        """Open the dialog for a data cube; shows a message if there are no records or no method is in force."""
        statistic, data = self.context.desk.state.statistic, self.context.desk.session.data
        if statistic is None or data is None:
            return
        if statistic.period.in_force is None:
            self.context.show_message(NoMethodInForce())
            return
        self.context.frame.clear_message()
        CubeDialog(self.context, data, self._page).open()


class CubeDialog(QDialog):
    """Dialog beside the table that writes a data cube; the variables of the current table are selected at first."""

    def __init__(self, context: PageContext, data: Microdata, parent: QWidget) -> None:
        super().__init__(parent)
        set_subject(self, "tables")
        self.setObjectName("cube")
        self.setWindowTitle(self.tr("Data cube"))
        self.resize(grown(QSize(WIDTH, HEIGHT), self.screen().availableSize()))
        self.context, self._data = context, data
        self._table = context.desk.state.table.spec
        text = self.tr(
            "All margins of up to ten variables go into one file, each protected on its own. The first variable varies "
            "slowest."
        )
        self.variables: dict[str, QCheckBox] = {}
        self.levels: dict[str, QComboBox] = {}
        rows = QVBoxLayout()
        rows.setContentsMargins(0, 0, 0, 0)
        of_table = [name for name in self._table.variables if name in data.dimensions]
        for name in dict.fromkeys((*of_table, *data.dimensions)):
            rows.addLayout(self._row(data.dimensions[name], chosen=name in of_table))
        rows.addStretch(1)
        holder = QWidget()
        holder.setLayout(rows)
        self.filtered = QCheckBox(self.tr("Only the records of the table's filter"), objectName="cube-filter")
        self.filtered.setVisible(any(each_filter.restricts for each_filter in self._table.filters))
        self.filtered.setChecked(self.filtered.isVisibleTo(self))
        self.weighted = QCheckBox(self.tr("Weighted number, too"), objectName="cube-weighted")
        self.weighted.setVisible(data.weight is not None and data.weight.decimals is not None)
        self.form = _combo("cube-form", self.tr("Form of the file"))
        self.form.setSizeAdjustPolicy(PlainCombo.SizeAdjustPolicy.AdjustToContents)
        for form in STREAMS:
            self.form.addItem(FORMS[form].title.text(context.language), form)
        form_word = label(self.tr("Form of the file"), "secondary")
        form_word.setBuddy(self.form)
        self.estimate = label("", "secondary", wrap=True)
        self.estimate.setObjectName("cube-estimate")
        self.message = MessageBar(context.theme, lambda: context.language)
        buttons = QDialogButtonBox()
        self.write = QPushButton(self.tr("Write as ..."), objectName="cube-write")
        set_kind(self.write, "primary")
        self.write.clicked.connect(self._write)
        close = QPushButton(self.tr("Close"))
        close.clicked.connect(self.reject)
        buttons.addButton(self.write, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(close, QDialogButtonBox.ButtonRole.RejectRole)
        for box in (self.filtered, self.weighted):
            box.toggled.connect(lambda _on: self._show())
        self.form.currentIndexChanged.connect(lambda _place: self._show())
        column_of(
            label(text, "secondary", wrap=True),
            (scrolling(holder), 1),
            self.filtered,
            self.weighted,
            row_of(form_word, self.form, STRETCH, spacing=STEP),
            self.estimate,
            self.message,
            buttons,
            within=self,
            spacing=STEP,
        )
        self.finished.connect(lambda _result: self.deleteLater())
        self._show()
        self.write.setFocus()

    def _row(self, dimension: Dimension, *, chosen: bool) -> QVBoxLayout:
        """Make the row of a variable, with the choice of levels if it has a hierarchy."""
        language, name = self.context.language, dimension.name
        title = dimension.title.text(language) or name
        box = self.variables[name] = QCheckBox(title.replace("&", "&&"), objectName=f"cube:{name}")
        box.setChecked(chosen)
        box.toggled.connect(lambda _on: self._show())
        if dimension.hierarchy is None:
            return column_of(box)
        depths = sorted({node.depth for node in dimension.hierarchy.nodes})
        names = [level_name.text(language) for level_name in plan_nodes(dimension).axis.level_names]
        levels = self.levels[name] = _combo(f"cube-levels:{name}", self.tr("Levels of %1").replace("%1", title))
        levels.addItem(self.tr("All levels"), ())
        for depth in depths:
            depth_name = names[depth] if depth < len(names) else ""
            levels.addItem(depth_name or self.tr("Only level %1").replace("%1", str(depth + 1)), (depth,))
        levels.setEnabled(chosen)
        box.toggled.connect(levels.setEnabled)
        levels.currentIndexChanged.connect(lambda _place: self._show())
        return column_of(row_of(box, STRETCH, levels, spacing=STEP))

    @property
    def spec(self) -> HyperSpec:
        """Return the selected cube."""
        names = tuple(name for name, box in self.variables.items() if box.isChecked())
        levels = tuple(
            Level(name, depths=tuple(box.currentData()))
            for name, box in self.levels.items()
            if name in names and box.currentData()
        )
        values = (Value(), *((Value("weighted_count"),) if self.weighted.isChecked() else ()))
        return HyperSpec(names, levels, self._table.filters if self.filtered.isChecked() else (), values)

    def _show(self) -> None:
        """Show the memory that the cube may take, or why it cannot be made."""
        try:
            statistic = self.context.desk.state.statistic
            in_force = None if statistic is None else statistic.period.in_force
            published_limit = None if in_force is None else published_records(self._data, in_force.method)
            plan = plan_hypercube(self._data, self.spec, published_limit)
            known_methodologist = self.context.settings.is_methodologist and (
                statistic is None or statistic.shows_records
            )
            estimate_text = estimated(plan, self.form.currentData(), by_records=known_methodologist).said
        except CkmError as error:
            self.estimate.setText("")
            self.message.show_message(error, "info")
            self.write.setEnabled(False)
            return
        self.message.clear()
        self.estimate.setText(estimate_text.text(self.context.language))
        announce(self.estimate.text(), about="cube")
        self.write.setEnabled(True)

    def _write(self) -> None:
        """Ask for a file name and write the cube; the window shows progress and the button to cancel."""
        form, path = self.form.currentData(), self.context.desk.session.path
        ending = FORMS[form].ending
        folder = Path.home() if path is None else path.parent
        name = file_name(self.tr("Data cube") + " " + " ".join(self.spec.names)) + ending
        filters = f"{FORMS[form].title.text(self.context.language)} (*{ending})"
        chosen_path = self.context.frame.choose_save_file(self.tr("Write data cube"), folder / name, filters)
        if chosen_path is None:
            return
        chosen_path = (
            chosen_path if chosen_path.suffix.lower() == ending else chosen_path.with_name(chosen_path.name + ending)
        )
        self._write_to(chosen_path, form)
        self.accept()

    def _write_to(self, path: Path, form: FormName) -> None:
        """Write all margins of the variables of this period, under the method in force."""
        statistic, data, spec = self.context.desk.state.statistic, self._data, self.spec
        if statistic is None:
            return
        language, office = self.context.language, self.context.settings.office

        def write(job: JobContext) -> Sentence:
            draft = hyper_draft(statistic, spec, data, language, office)
            file = draft.write(
                streamed_form(form, path),
                path,
                told=lambda fraction: job.progress(0, fraction),
                cancelled=job.cancelled,
            )
            return written_sentence(path.name, file)

        self.context.services.exports.run(path, self.tr("Writing the data cube ..."), write)


def _combo(name: str, accessible_name: str) -> PlainCombo:
    """Make a drop-down; `accessible_name` is its accessible name."""
    plain_combo = PlainCombo()
    plain_combo.setObjectName(name)
    plain_combo.setAccessibleName(accessible_name)
    return plain_combo
