"""Where record keys come from: the choices with their files, columns and notes; used for an import and for new keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLabel,
    QPushButton,
    QRadioButton,
    QWidget,
)

from ckmcore.base.numbers import Language
from ckmcore.keys.record_keys import MAX_MODULUS
from ckmcore.messages import sentence
from ckmcore.statistic.key_choice import PROPOSED_MODULI, How, KeyChoice, with_column, with_identifier
from ckmdesk.base.announcer import announce
from ckmdesk.base.translation import spoken_language
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP, Theme
from ckmdesk.widgets.basic import ElidedLabel, IconLabel, WrapLabel, label
from ckmdesk.widgets.fault import mark_faulty
from ckmdesk.widgets.layouts import column_of, fill, row_of
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.view_state import settled

HOWS: tuple[How, ...] = ("column", "former", "generate", "file", "derived", "none")


class ModulusBox(QComboBox):
    """Field for the modulus of integer keys, with usual ones; emits `modulus_chosen(modulus)` for a possible one."""

    modulus_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setEditable(True)
        self.setMinimumWidth(px(140))
        self.addItems([str(modulus) for modulus in PROPOSED_MODULI])
        self.setValidator(QRegularExpressionValidator("[0-9]{1,19}", self))
        self.currentTextChanged.connect(self._typed)

    def show_modulus(self, modulus: int) -> None:
        """Show a modulus without telling anybody."""
        if self.currentText() != str(modulus):
            self.blockSignals(True)
            self.setCurrentText(str(modulus))
            self.blockSignals(False)
        mark_faulty(self, "")

    def _typed(self, text: str) -> None:
        valid = text.isdecimal() and 2 <= int(text) <= MAX_MODULUS
        wrong = sentence("desk_number_refused", text=text, low=2, high=MAX_MODULUS).text(spoken_language())
        mark_faulty(self, "" if valid else wrong)
        if valid:
            self.modulus_chosen.emit(int(text))


class KeySourceForm(QWidget):
    """Form for the source of keys.

    Emits `changed(KeyChoice)`, and `file_asked()`, `secret_asked()` or `new_secret_asked()` to choose a file.
    """

    changed = Signal(object)
    file_asked = Signal()
    secret_asked = Signal()
    new_secret_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.choice = KeyChoice()
        self._columns: tuple[str, ...] = ()
        self._identifiers: tuple[str, ...] = ()
        column = column_of(within=self, margins=0, spacing=4)
        self._group = QButtonGroup(self)
        texts = {
            "column": self.tr("Column of the data"),
            "former": self.tr("As in the period before"),
            "generate": self.tr("Generate keys"),
            "file": self.tr("From another file"),
            "derived": self.tr("Derive from an identifier"),
            "none": self.tr("Without keys"),
        }
        notes = {
            "column": "",
            "former": self.tr("Units that were there keep their key and their noise; new units get new keys."),
            "generate": self.tr(
                "One of 10⁹ possible keys per record, from the operating system's randomness. The keys are saved "
                "beside the statistic; the same keys give the same figures every time."
            ),
            "file": self.tr("The keys are in a separate file and are matched by an identifier."),
            "derived": self.tr(
                "The same unit has the same key in every period and every office that knows the secret. The identifier "
                "is read once and not kept."
            ),
            "none": self.tr("Rounding works without keys, the cell-key method does not."),
        }
        self.buttons: dict[How, QRadioButton] = {how: QRadioButton(texts[how]) for how in HOWS}
        self.notes: dict[How, WrapLabel] = {how: WrapLabel(notes[how], "secondary") for how in HOWS}
        self.parts: dict[How, QWidget] = {
            "column": self._make_column(),
            "former": self._make_former(),
            "file": self._make_file(),
            "derived": self._make_derived(),
        }
        for how in HOWS:
            self.buttons[how].setObjectName(f"keys:{how}")
            self._group.addButton(self.buttons[how])
            self.notes[how].setContentsMargins(24, 0, 0, 4)
            fill(column, self.buttons[how], self.notes[how])
            if how in self.parts:
                column.addWidget(self.parts[how])
        self._group.buttonClicked.connect(self._how_chosen)
        self._warning_icon, self.warning = IconLabel(theme, "warning", "warning"), WrapLabel("", "warning")
        self._warning_row = QWidget()
        row_of(self._warning_icon, (self.warning, 1), within=self._warning_row, margins=0)
        column.addWidget(self._warning_row)
        self.household = PlainCombo()
        self.household.setObjectName("keys:household")
        self.household.activated.connect(lambda: self._pick(household=str(self.household.currentData())))
        self._household_word = label(self.tr("Household"))
        self._household_word.setBuddy(self.household)
        self.household.setAccessibleName(self.tr("Household"))
        fill(column, 4, row_of(self._household_word, (self.household, 1)))
        self._household_note = WrapLabel(
            self.tr("The key of a record is the sum of the keys of all members of its household."), "secondary"
        )
        column.addWidget(self._household_note)
        settled(*self.findChildren(QComboBox), *self.findChildren(QAbstractButton))
        theme.changed.connect(self._draw)
        self._draw()

    # --- making --------------------------------------------------------------------------------------------------

    def _make_column(self) -> QWidget:
        holder, grid = self._grid()
        self.column, self.modulus = PlainCombo(), ModulusBox()
        self.column.setObjectName("keys:column-name")
        self.column.activated.connect(lambda: self._pick(column=str(self.column.currentData())))
        self.modulus.modulus_chosen.connect(lambda modulus: self._pick(modulus=modulus))
        self._column_words = [
            self._row(grid, self.column, self.tr("Column")),
            self._row(grid, self.modulus, self.tr("Modulus M")),
        ]
        self.modulus.setAccessibleName(self.tr("Modulus of the record keys"))
        return holder

    def _make_former(self) -> QWidget:
        holder, grid = self._grid()
        self.former_identifier = PlainCombo()
        self.former_identifier.setObjectName("keys:former-identifier")
        self.former_identifier.activated.connect(
            lambda: self._pick(identifier=str(self.former_identifier.currentData()))
        )
        self._former_word = self._row(grid, self.former_identifier, self.tr("Identifier"))
        return holder

    def _make_file(self) -> QWidget:
        holder, grid = self._grid()
        self.file_button, self.file_name = QPushButton(self.tr("Choose file ...")), ElidedLabel()
        self.file_button.setObjectName("keys:choose-file")
        self.file_button.clicked.connect(self.file_asked)
        self.file_identifier, self.file_id, self.file_column = PlainCombo(), PlainCombo(), PlainCombo()
        self.file_modulus = ModulusBox()
        for combo, name, field in (
            (self.file_identifier, "identifier", "identifier"),
            (self.file_id, "file-id", "file_id"),
            (self.file_column, "file-column", "file_column"),
        ):
            combo.setObjectName(f"keys:{name}")
            combo.activated.connect(lambda _, combo=combo, what=field: self._pick(**{what: str(combo.currentData())}))
        self.file_modulus.modulus_chosen.connect(lambda modulus: self._pick(file_modulus=modulus))
        grid.addWidget(self.file_button, 0, 0)
        grid.addWidget(self.file_name, 0, 1)
        self._file_words = [
            self._row(grid, self.file_id, self.tr("Identifier there")),
            self._row(grid, self.file_column, self.tr("Key there")),
            self._row(grid, self.file_modulus, self.tr("Modulus M")),
            self._row(grid, self.file_identifier, self.tr("Identifier here")),
        ]
        self.file_modulus.setAccessibleName(self.tr("Modulus of the record keys"))
        self.others = QCheckBox(self.tr("Generate keys for records without one"), objectName="keys:others")
        self.others.clicked.connect(lambda on: self._pick(others="generate" if on else "refuse"))
        grid.addWidget(self.others, grid.rowCount(), 0, 1, 2)
        self._join_icon, self.join_words = IconLabel(self.theme, "ok", "ok"), WrapLabel()
        self._join_row = QWidget()
        row_of(self._join_icon, (self.join_words, 1), within=self._join_row, margins=0)
        grid.addWidget(self._join_row, grid.rowCount(), 0, 1, 2)
        self._join_row.hide()
        return holder

    def _make_derived(self) -> QWidget:
        holder, grid = self._grid()
        self.derived_identifier, self.flow = PlainCombo(), PlainCombo()
        self.derived_identifier.setObjectName("keys:derived-identifier")
        self.flow.setObjectName("keys:flow")
        self.secret_button, self.secret_name = QPushButton(self.tr("Choose secret ...")), ElidedLabel()
        self.secret_button.setObjectName("keys:choose-secret")
        self.secret_button.clicked.connect(self.secret_asked)
        self.derived_identifier.activated.connect(
            lambda: self._pick(identifier=str(self.derived_identifier.currentData()))
        )
        self.flow.activated.connect(lambda: self._pick(flow=bool(self.flow.currentData())))
        self.new_secret = QPushButton(
            self.tr("New secret ..."),
            objectName="keys:new-secret",
            toolTip=self.tr(
                "Makes a file with a random secret. Keep it apart from the data: who has it can derive every key."
            ),
        )
        self.new_secret.clicked.connect(self.new_secret_asked)
        line = row_of((self.secret_name, 1), self.new_secret)
        grid.addWidget(self.secret_button, 0, 0)
        grid.addLayout(line, 0, 1)
        self._row(grid, self.derived_identifier, self.tr("Identifier"))
        self._row(grid, self.flow, self.tr("Units"))
        self.flow.addItem(self.tr("Stock: a unit keeps its key from period to period"), False)
        self.flow.addItem(self.tr("Flow: other keys in each period"), True)
        return holder

    def _grid(self) -> tuple[QWidget, QGridLayout]:
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(24, 0, 0, 4)
        grid.setHorizontalSpacing(STEP)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        return holder, grid

    @staticmethod
    def _row(grid: QGridLayout, widget: QWidget, text: str) -> QLabel:
        word = label(text, "secondary")
        word.setBuddy(widget)
        widget.setAccessibleName(text)
        grid_row = grid.rowCount()
        grid.addWidget(word, grid_row, 0)
        grid.addWidget(widget, grid_row, 1)
        return word

    def _draw(self) -> None:
        for button in (self.file_button, self.secret_button):
            button.setIcon(self.theme.icon("folder"))

    # --- showing -------------------------------------------------------------------------------------------------

    def show_choice(
        self,
        choice: KeyChoice,
        columns: Sequence[str],
        language: Language,
        *,
        identifiers: Sequence[str] = (),
        key_columns: Sequence[str] | None = None,
        hows: Sequence[How] = HOWS,
    ) -> None:
        """Show a choice; `columns` are those of the data, `identifiers` the ones with that role."""
        self.choice, self._columns, self._identifiers = choice, tuple(columns), tuple(identifiers)
        keys = self._columns if key_columns is None else tuple(key_columns)
        for how in HOWS:
            chosen = how == choice.how
            self.buttons[how].setVisible(how in hows and (how != "former" or choice.former is not None))
            self.buttons[how].setChecked(chosen)
            # Tab reaches the one that is chosen, arrow keys the others.
            self.buttons[how].setFocusPolicy(Qt.FocusPolicy.StrongFocus if chosen else Qt.FocusPolicy.ClickFocus)
            self.notes[how].setVisible(chosen and bool(self.notes[how].text()))
            if how in self.parts:
                self.parts[how].setVisible(chosen)
        self._fill(self.column, keys, choice.column)
        for widget in (self._column_words[1], self.modulus):
            widget.setVisible(choice.modulus is not None)
        if choice.modulus is not None:
            self.modulus.show_modulus(choice.modulus)
        file = choice.file
        self.file_name.set_text("" if file is None else file.path.name)
        known_columns = () if file is None else file.columns
        self._fill(self.file_id, known_columns, choice.file_id)
        self._fill(self.file_column, known_columns, choice.file_column)
        for widget in (*self._file_words, self.file_id, self.file_column, self.file_identifier, self.others):
            widget.setVisible(file is not None)
        for widget in (self._file_words[2], self.file_modulus):
            widget.setVisible(file is not None and choice.file_modulus is not None)
        if choice.file_modulus is not None:
            self.file_modulus.show_modulus(choice.file_modulus)
        self.others.setChecked(choice.others == "generate")
        for combo in (self.file_identifier, self.derived_identifier, self.former_identifier):
            self._fill(combo, self._columns, choice.identifier)
        by_household = choice.former is not None and bool(choice.former.household)
        for widget in (self._former_word, self.former_identifier):
            widget.setVisible(not by_household)
        self.secret_name.set_text("" if choice.secret is None else choice.secret.name)
        self.new_secret.setVisible(choice.secret is None)
        self.flow.choose(choice.flow)
        self._fill(self.household, self._columns, choice.household, self.tr("none"))
        for widget in (self._household_word, self.household):
            widget.setVisible(choice.how != "none")
        self._household_note.setVisible(choice.how != "none" and bool(choice.household))
        if choice.how != "file" or choice.missing is not None:
            self.show_join("", "")
        self._warning_row.setVisible(choice.warns_of_fresh_noise)
        self.warning.setText(
            self.tr(
                "Units that were there in another period get new noise: after some periods the average gives unchanged "
                "figures away. Derive the keys, or take those of the period before."
            )
        )

    def show_join(self, words: str, sign: str) -> None:
        """Show the result of joining keys; `sign` is "ok", "warning", "error", "info", or "" for nothing."""
        self._join_row.setVisible(bool(words))
        if words and words != self.join_words.text() and sign not in ("", "info"):
            announce(words, urgent=sign == "error", about="join")
        self.join_words.setText(words)
        if words and sign:
            self._join_icon.set_icon(sign, "secondary" if sign == "info" else sign)

    @staticmethod
    def _fill(combo: PlainCombo, names: Sequence[str], chosen: str, nothing: str = "") -> None:
        wanted_names = [*([("", nothing)] if nothing or chosen not in names else []), *((name, name) for name in names)]
        if [(combo.itemData(index), combo.itemText(index)) for index in range(combo.count())] != wanted_names:
            combo.blockSignals(True)
            combo.clear()
            for data, text in wanted_names:
                combo.addItem(text, data)
            combo.blockSignals(False)
        combo.choose(chosen)

    # --- choosing ------------------------------------------------------------------------------------------------

    def _how_chosen(self) -> None:
        how = next(how for how in HOWS if self.buttons[how].isChecked())
        choice = replace(self.choice, how=how)
        if how == "column":
            choice = with_column(choice, self._columns)
        if how in ("file", "derived", "former"):
            choice = with_identifier(choice, self._columns, self._identifiers)
        self._tell(choice)

    def _pick(self, **fields: object) -> None:
        choice = replace(self.choice, **fields)  # type: ignore[arg-type]
        if "file_column" in fields and choice.file is not None:
            choice = replace(choice, file_modulus=choice.file.modulus_of(choice.file_column))
        self._tell(choice)

    def _tell(self, choice: KeyChoice) -> None:
        if choice != self.choice:
            self.choice = choice
            self.changed.emit(choice)
