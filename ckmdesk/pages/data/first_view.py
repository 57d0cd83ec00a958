"""The first table of new records on one page: the data, a protection as a trial, a table of the variables."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QButtonGroup, QPushButton, QRadioButton, QWidget

from ckmcore.base.numbers import decimal_text, integer_text
from ckmcore.errors import CkmError
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.accessibility.interfaces import Role, shape
from ckmdesk.base.jobs import JobContext
from ckmdesk.base.translation import counted
from ckmdesk.base.unexpected import guarded
from ckmdesk.commands.data import try_first
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, STEP, Theme, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.state.first_table import Protection, first_tables, protections
from ckmdesk.widgets.basic import Card, IconLabel, WrapLabel, label
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, lead_through, row_of
from ckmdesk.widgets.scrolled import Scrolled, folds

PROPOSALS = "first-table"
PICTURE = QSize(240, 64)
GAP, WIDEST = 3, 1400


class ChangesPicture(QWidget):
    """Bars of the share of cells by deviation from the original, the unchanged ones in the middle."""

    def __init__(self, theme: Theme, protection: Protection) -> None:
        super().__init__()
        self.theme, self.protection = theme, protection
        self.setFixedHeight(px(PICTURE.height()))
        self.setMinimumWidth(px(PICTURE.width()) // 2)
        shape(self, Role.Graphic)
        theme.changed.connect(self.update)

    @guarded()
    def paintEvent(self, event: QPaintEvent) -> None:
        changes = self.protection.changes
        largest = max((abs(deviation) for deviation in changes), default=1) or 1
        painter = QPainter(self)
        width = min(self.width() / (2 * largest + 1), px(PICTURE.width()) / (2 * largest + 1))
        highest = max(changes.values(), default=1.0)
        for deviation, share in changes.items():
            height = max(share / highest * (self.height() - 2), 1.0)
            bar = QRectF((deviation + largest) * width, self.height() - height, max(width - GAP, 1.0), height)
            painter.fillRect(bar, self.theme.noise_color(deviation, largest))
            painter.setPen(self.theme.color("frame"))
            painter.drawRect(bar.adjusted(0, 0, -1, -1))
        painter.end()


class ProtectionCard(Card):
    """A protection to choose: what it does to the proposed tables, and whether the floor is met."""

    def __init__(self, theme: Theme, protection: Protection, name: str, sentence: str, floor: tuple[str, str]) -> None:
        super().__init__()
        self.protection = protection
        self.choice = QRadioButton(name, objectName=f"protection:{name}")
        self.choice.setAccessibleDescription(f"{sentence} {floor[1]}")
        self.picture = ChangesPicture(theme, protection)
        self.picture.setAccessibleName(sentence)
        tick = row_of(IconLabel(theme, floor[0], floor[0]), (WrapLabel(floor[1]), 1), margins=0, spacing=STEP)
        fill(self.body, self.choice, self.picture, WrapLabel(sentence, "secondary"), tick, STRETCH)

    @guarded()
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.choice.setChecked(True)
        self.choice.setFocus()


class FirstView(Scrolled):
    """Page after an import: three steps to a table *as a trial*; nothing is put in force here.

    Emits `all_asked()` for the views of variables and hierarchies.
    """

    all_asked = Signal()

    def __init__(self, context: PageContext) -> None:
        inner_widget = QWidget()
        super().__init__(inner_widget)
        self.context = context
        self._wanted = False
        self.cards: list[ProtectionCard] = []
        self.tables: list[QPushButton] = []
        self._group = QButtonGroup(self)
        theme = context.theme
        self.data_text = WrapLabel("")
        self.all_button = QPushButton(self.tr("See everything (variables, hierarchies ...)"), objectName="see-all")
        self.all_button.clicked.connect(self.close_view)
        first, second, third = Card(), Card(), Card()
        heading = row_of(
            label(self.tr("1 · Data"), "heading"), IconLabel(theme, "check", "ok"), (self.data_text, 1), spacing=STEP
        )
        first_row = row_of((heading, 1), self.all_button, margins=0, spacing=STEP)
        folds(first_row)
        first.body.addLayout(first_row)
        self._choices = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._choices.setSpacing(STEP)
        folds(self._choices)
        self.waiting = WrapLabel(self.tr("Proposals are being computed on your tables ..."), "secondary")
        self.force_button = QPushButton(self.tr("Put in force ..."), objectName="first:put-in-force")
        self.force_button.clicked.connect(self._to_method)
        trial = WrapLabel(
            self.tr("Trial – not for publication. The body in charge decides on the method, for all tables."),
            "secondary",
        )
        fill(
            second.body,
            label(self.tr("2 · How shall the figures be protected?"), "heading"),
            self.waiting,
            self._choices,
            row_of((trial, 1), self.force_button, margins=0, spacing=STEP),
        )
        self._table_row = row_of(STRETCH, margins=0, spacing=STEP)
        self._table_row.insertWidget(0, label(self.tr("Proposed from your variables:"), "secondary"))
        fill(third.body, label(self.tr("3 · First table"), "heading"), self._table_row)
        inner_widget.setMaximumWidth(px(WIDEST))
        column_of(
            first, second, third, STRETCH, within=inner_widget, margins=(MARGIN, STEP, MARGIN, MARGIN), spacing=STEP
        )

    @property
    def is_open(self) -> bool:
        """Whether it is shown in place of the views of the data, until a method is in force."""
        statistic = self.context.desk.state.statistic
        return self._wanted and statistic is not None and statistic.period.in_force is None

    @property
    def wanted(self) -> bool:
        """Return whether the way to a first table was neither gone nor left."""
        return self._wanted

    @wanted.setter
    def wanted(self, wanted: bool) -> None:
        self._wanted = wanted
        if wanted:
            self._begin()

    def close_view(self) -> None:
        """Leave the way to a first table for the views of the data."""
        if self._wanted:
            self.wanted = False
            self.all_asked.emit()

    def _begin(self) -> None:
        """Show the records that are open, and compute what is proposed for them."""
        statistic, data = self.context.desk.state.statistic, self.context.desk.session.data
        if statistic is None or data is None:
            return
        language = self.context.language
        magnitudes = sum(entry.role == "magnitude" for entry in statistic.dictionary)
        parts = (
            counted(self.tr("1 record"), self.tr("%1 records"), data.rows, language),
            counted(self.tr("1 dimension"), self.tr("%1 dimensions"), len(data.dimensions), language),
            counted(self.tr("1 magnitude"), self.tr("%1 magnitudes"), magnitudes, language),
        )
        self.data_text.setText(", ".join(parts[: 3 if magnitudes else 2]) + ".")
        proposed = first_tables(data.dimensions)
        self._offer_tables(proposed)
        method = self.context.desk.state.method
        self._offer(())
        self.waiting.show()

        def work(context: JobContext) -> tuple[Protection, ...]:
            return protections(method, data, proposed, context.cancelled)

        self.context.jobs.start(PROPOSALS, work, self._offer, self._failed)

    def _failed(self, error: CkmError) -> None:
        self.waiting.setText(error.text(self.context.language))

    def _offer(self, proposed: tuple[Protection, ...]) -> None:
        for card in self.cards:
            self._group.removeButton(card.choice)
            card.hide()
            card.deleteLater()
        self.cards = [self._card(number, protection) for number, protection in enumerate(proposed)]
        for card in self.cards:
            self._choices.addWidget(card, 1)
            self._group.addButton(card.choice)
        self.waiting.setVisible(not self.cards)
        for button in (*self.tables, self.force_button):
            button.setEnabled(bool(self.cards))
        if self.cards:
            self.cards[0].choice.setChecked(True)
            lead_through(self.cards[-1].choice, self.force_button, *self.tables)  # made before the cards

    def _card(self, number: int, protection: Protection) -> ProtectionCard:
        language = self.context.language
        words = self.tr("In %1 cells of the tables below: mean deviation %2; %3 % change by at most 1.")
        words = words.replace("%1", integer_text(protection.cells, language))
        words = words.replace("%2", decimal_text(protection.mean, 1, language))
        words = words.replace("%3", integer_text(round(100 * protection.within_one), language))
        if protection.design is None:
            name = self.tr("Rounding to %1").replace("%1", str(protection.method.count_noise.largest * 2))
            words += " " + self.tr("What readers can work out from several tables was not tested.")
        elif number == 0:
            name = self.tr("Proposal of the program: cell-key, close to the originals")
        else:
            name = self.tr("Cell-key, more noise")
        rules = ", ".join(dict.fromkeys(rule.rule for rule in protection.rules))
        if not protection.mean:
            floor = "warning", self.tr("No cell of these tables is changed.")
        elif not rules:
            floor = "warning" if protection.design is None else "ok", self.tr("F1 to F9 held; not tested on tables.")
        else:
            floor = "warning", self.tr("%1 ask for a reason; not tested on tables.").replace("%1", rules)
        return ProtectionCard(self.context.theme, protection, name, words, floor)

    def _offer_tables(self, proposed: tuple[TableSpec, ...]) -> None:
        data = self.context.desk.session.data
        for button in self.tables:
            button.hide()
            button.deleteLater()
        self.tables = []
        for spec in proposed:
            titles = [] if data is None else [data.dimensions[name].title for name in spec.variables]
            names = [title.text(self.context.language) for title in titles]
            words = " × ".join(name or code for name, code in zip(names, spec.variables, strict=True))
            button = QPushButton(words, objectName=f"first-table:{len(self.tables)}", autoDefault=True)
            button.clicked.connect(lambda _=False, spec=spec: self._try(spec))
            self._table_row.insertWidget(1 + len(self.tables), button)
            self.tables.append(button)
        if self.tables:
            set_kind(self.tables[0], "primary")

    @property
    def chosen(self) -> Protection | None:
        """Return the protection that is chosen; None before any is proposed."""
        return next((card.protection for card in self.cards if card.choice.isChecked()), None)

    def _try(self, spec: TableSpec) -> None:
        protection = self.chosen
        if protection is not None:
            self.context.desk.run(try_first(protection, spec))

    def _to_method(self) -> None:
        protection = self.chosen
        if protection is not None:
            self.context.desk.run(try_first(protection, None))

    def focus_first(self) -> None:
        """Give the keyboard to the chosen protection, else to the first button."""
        chosen = next((card.choice for card in self.cards if card.choice.isChecked()), None)
        (chosen or self.all_button).setFocus(Qt.FocusReason.TabFocusReason)
