"""Official figures that are published unchanged: the list of the statistic, and what they would give away."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QListWidget, QPushButton, QWidget

from ckmcore.microdata.data import ExemptCells
from ckmcore.statistic.exempt import ExemptProblem, exempt_problems
from ckmdesk.base.jobs import JobContext
from ckmdesk.commands import method as commands
from ckmdesk.look.text_size import px
from ckmdesk.pages.context import PageContext
from ckmdesk.widgets.basic import Card, WrapLabel, label

LIST_HEIGHT = 96
MOST_TOLD = 20
JOB = "exempt"


class ExemptCard(Card):
    """The logical cells of the statistic that every table publishes as they are."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self._shown: tuple[ExemptCells, ...] = ()
        self.title, self.lead = label("", "heading"), WrapLabel("", "small")
        self.list = QListWidget()
        self.list.setObjectName("exempt-cells")
        self.list.setFixedHeight(px(LIST_HEIGHT))
        self.list.currentRowChanged.connect(lambda row: self.protect.setEnabled(row >= 0))
        self.protect, self.check = QPushButton(), QPushButton()
        self.protect.setEnabled(False)
        self.protect.clicked.connect(self._protect)
        self.check.clicked.connect(self.look)
        line = QHBoxLayout()
        line.addWidget(self.protect)
        line.addStretch(1)
        line.addWidget(self.check)
        self.found = WrapLabel()
        self.found.setObjectName("exempt-problems")
        self.found.hide()
        for part in (self.title, self.lead, self.list):
            self.body.addWidget(part)
        self.body.addLayout(line)
        self.body.addWidget(self.found)

    def retranslate(self) -> None:
        """All words."""
        self.title.setText(self.tr("Official counts, published unchanged"))
        self.lead.setText(
            self.tr(
                "Add a count in the table: context menu, “Official count”. It holds in every table; "
                "sums of magnitudes of the same cell stay protected."
            )
        )
        self.list.setAccessibleName(self.title.text())
        self.protect.setText(self.tr("Protect again"))
        self.check.setText(self.tr("What do they give away?"))

    def refresh(self) -> None:
        """Show the list; what was found on another list is found no longer."""
        statistic = self.context.desk.state.statistic
        now = () if statistic is None else statistic.exempt
        if now != self._shown:
            self.found.hide()
        self._shown = now
        row = self.list.currentRow()
        self.list.clear()
        self.list.addItems([self._words(one) for one in now])
        self.list.setCurrentRow(min(row, len(now) - 1))
        self.list.setVisible(bool(now))
        self.protect.setVisible(bool(now))
        self.check.setVisible(bool(now))
        self.check.setEnabled(bool(now) and self.context.desk.session.data is not None)

    def _words(self, cells: ExemptCells) -> str:
        data, language = self.context.desk.session.data, self.context.language
        known = {} if data is None else data.dimensions
        parts, every = [], self.tr("all categories")
        for name, codes in cells.cells:
            dimension = known.get(name)
            title = name if dimension is None else dimension.title.text(language) or name
            labels = [code if dimension is None else dimension.label(code).text(language) for code in codes]
            parts.append(f"{title}: {', '.join(labels) or every}")
        return "; ".join(parts) or self.tr("Total")

    def _protect(self) -> None:
        row = self.list.currentRow()
        if 0 <= row < len(self._shown):
            self.context.desk.run(commands.declare_exempt(self._shown[row], exempt=False))

    def look(self) -> None:
        """Find what the official figures tell of others, in the background."""
        data = self.context.desk.session.data
        if data is None:
            return

        def work(_context: JobContext) -> tuple[ExemptProblem, ...]:
            return exempt_problems(data)

        def done(problems: tuple[ExemptProblem, ...]) -> None:
            language = self.context.language
            told = [one.sentence(data).text(language) for one in problems[:MOST_TOLD]]
            if len(problems) > MOST_TOLD:
                told.append(self.tr("and %1 more").replace("%1", str(len(problems) - MOST_TOLD)))
            self.found.setText("\n".join(told) or self.tr("They give away no other figure."))
            self.found.show()

        self.context.jobs.start(JOB, work, done, self.context.show_message)
