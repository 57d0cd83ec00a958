"""Where the records of the open statistic come from, what the statistic and its period are called, what was noticed."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLineEdit, QPushButton, QSizePolicy, QWidget

from ckmcore.base.numbers import Language
from ckmcore.microdata import Microdata
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.relation import reading_of
from ckmdesk.base.translation import counted
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP, Theme
from ckmdesk.pages.data.file_card import ONE_ROW, size_text
from ckmdesk.widgets.basic import Card, ElidedLabel, IconLabel, label
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of

NOTICES = 3


class SourceCard(Card):
    """Card of the source.

    Emits `titled(words)` and `period_named(words)` when an entry is finished, and `load_asked`, or `file_asked` if the
    period has no source yet.
    """

    titled = Signal(str)
    period_named = Signal(str)
    load_asked = Signal()
    file_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = IconLabel(theme, "file-csv", "accent", 20)
        self.name = ElidedLabel("", "heading")
        self.name.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.facts = label("", "secondary")
        self.load = QPushButton(self.tr("Load records"))
        self.load.clicked.connect(self.load_asked)
        self.choose = QPushButton(self.tr("Choose file ..."))
        self.choose.clicked.connect(self.file_asked)
        self._title_word = label(self.tr("Title"), "secondary")
        self._period_word = label(self.tr("Reporting period"), "secondary")
        self.title = QLineEdit(accessibleName=self.tr("Title of the statistic"))
        self.period = QLineEdit(accessibleName=self.tr("Reporting period"), placeholderText=self.tr("e.g. 2025"))
        self._title_word.setBuddy(self.title)
        self._period_word.setBuddy(self.period)
        self.period.setMaximumWidth(px(230))
        line = row_of(self._icon, self.name, self.facts, self.load, self.choose, STRETCH, spacing=STEP)
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._box.addLayout(line, 1)
        line = row_of(spacing=STEP)
        self._box.addLayout(line, 1)
        fill(line, self._title_word, (self.title, 2), STEP, self._period_word, (self.period, 1))
        self.body.addLayout(self._box)
        self._notices: list[tuple[IconLabel, ElidedLabel, QWidget]] = []
        column = column_of(spacing=4)
        for _ in range(NOTICES):
            holder = QWidget()
            note = (IconLabel(theme, "info", "secondary"), ElidedLabel(""), holder)
            row_of(note[0], (note[1], 1), within=holder, margins=0)
            column.addWidget(holder)
            self._notices.append(note)
        self.body.addLayout(column)
        self._shown = ("", "")
        self.title.editingFinished.connect(lambda: self._done(self.title, 0))
        self.period.editingFinished.connect(lambda: self._done(self.period, 1))

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_wide = self.width() >= ONE_ROW
        self._box.setDirection(QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom)

    def show_statistic(
        self, statistic: Statistic, data: Microdata | None, language: Language, *, loading: bool
    ) -> None:
        """Source, title, period and the notices of reading."""
        source = statistic.period.source
        facts: list[str] = []
        if source is not None and source.kind == "file":
            path = Path(source.path_absolute)
            self._icon.set_icon("file-csv" if source.reading else "file", "accent")
            self.name.set_text(path.name)
            self.name.setToolTip(str(path))
            facts.append(size_text(source.size, language))
        elif source is not None and source.kind == "database":
            reading = reading_of(source)
            self._icon.set_icon("data", "accent")
            roles = reading.roles
            period_text = f", {roles.period} = {roles.period_code}" if roles.period else ""
            self.name.set_text(reading.relation + period_text)
            self.name.setToolTip("")
            present_text = self.tr("database “%1”, counted there")
            current_text = self.tr("database “%1”, read into memory")
            facts.append((current_text if reading.held == "memory" else present_text).replace("%1", reading.address))
        else:
            self._icon.set_icon("data", "accent")
            kinds = {"sample": self.tr("Synthetic sample"), "frame": self.tr("Data frame, handed in by code")}
            self.name.set_text(self.tr("Records") if source is None else kinds[source.kind])
        if data is not None:
            facts.append(counted(self.tr("1 record"), self.tr("%1 records"), data.rows, language))
        else:
            none_yet = self.tr("none yet for this period")
            away = none_yet if source is None else self.tr("records not loaded")
            facts.append(self.tr("being loaded ...") if loading else away)
        self.choose.setVisible(source is None)
        self.facts.setText("  ·  ".join(facts))
        self.load.setVisible(data is None and not loading and source is not None)
        self._shown = (statistic.title.text(language), statistic.period.label.text(language))
        for field, words in zip((self.title, self.period), self._shown, strict=True):
            if field.text() != words:
                field.setText(words)
                field.setCursorPosition(0)  # a long text shows its beginning
        notices = () if data is None else data.notices
        for notice_index, (_, text, holder) in enumerate(self._notices):
            holder.setVisible(notice_index < len(notices))
            if notice_index < len(notices):
                text.set_text(notices[notice_index].text(language))

    def notices(self) -> list[str]:
        """Notices of how the file was read."""
        return [text.text_whole() for _, text, holder in self._notices if holder.isVisibleTo(self)]

    def _done(self, field: QLineEdit, which: int) -> None:
        words = field.text().strip()
        if words == self._shown[which]:
            return
        if which == 0 and not words:
            field.setText(self._shown[0])  # a statistic has a title
        elif which == 0:
            self.titled.emit(words)
        else:
            self.period_named.emit(words)
