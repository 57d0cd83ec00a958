"""The line above the table: what its figures are, what is to be looked at, and that a view is confidential."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QWidget

from ckmcore.base.numbers import integer_text
from ckmcore.messages import say
from ckmcore.methods.primary import PrimaryRules
from ckmcore.tabulate.layout import ListedMatrix
from ckmdesk.base.announcer import announce
from ckmdesk.base.translation import counted
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.state.table_drafts import title_is_of_another_breakdown
from ckmdesk.state.table_view import TableView
from ckmdesk.widgets.basic import Band, ElidedLabel, IconLabel, TitleLine, WrapLabel
from ckmdesk.widgets.layouts import row_of

WHY_WIDTH, NOTE_HEIGHT, NOTE_LINE = 640, 24, 20
WAITING_MS = 500  # from then on a computation is shown, with its seconds and a button that stops it


class TableNotice(QFrame):
    """Line of fixed height with notices; `view` returns the shown view, `table` is the widget under explanations.

    Emits `stopped()` when the user stops a computation, and `wanted()` to start a stopped one again.
    """

    stopped = Signal()
    wanted = Signal()

    def __init__(self, context: PageContext, view: Callable[[], TableView | None], table: QWidget) -> None:
        super().__init__()
        self.context, self._view, self._table = context, view, table
        self._failing = self._is_narrow = False
        self._hint = ""
        self.band = Band(context.theme)
        self.band.setObjectName("band")
        self._icon = IconLabel(context.theme, "ok", "ok")
        self.note = TitleLine("")
        self.note.setObjectName("note")
        self._waiting = QTimer(self, interval=WAITING_MS)
        self._waiting.timeout.connect(self._show_waiting)
        self._since, self._cells = QElapsedTimer(), 0
        self.why_link = QPushButton()
        set_kind(self.why_link, "link")
        self.why_link.clicked.connect(self._show_why)
        self.stop_link = QPushButton(objectName="stop-computing")
        self.again_link = QPushButton(objectName="compute-again")
        for link, signal in ((self.stop_link, self.stopped), (self.again_link, self.wanted)):
            set_kind(link, "link")
            link.clicked.connect(signal)
            link.hide()
        self.signs_link = QPushButton(objectName="signs")
        set_kind(self.signs_link, "link")
        self.signs_link.clicked.connect(self._show_signs)
        self.why = ElidedLabel("", "secondary")
        for words, policy in ((self.note, QSizePolicy.Policy.Preferred), (self.why, QSizePolicy.Policy.Ignored)):
            words.setSizePolicy(policy, QSizePolicy.Policy.Preferred)  # what is said has the room that is left
        row_of(
            (self.band, 1),
            self._icon,
            self.note,
            self.stop_link,
            self.again_link,
            self.why_link,
            (self.why, 1),
            self.signs_link,
            within=self,
            margins=(12, 0, 12, 0),
            spacing=STEP,
        )
        context.theme.changed.connect(self._fit)
        self.set_narrow(False)

    def set_narrow(self, narrow: bool) -> None:
        """Room for two lines of words, or for one."""
        self._is_narrow = narrow
        self.note.set_lines(2 if narrow else 1)
        self._fit()

    def _fit(self) -> None:
        """Set the height again, also after a change of the text size."""
        self.band.setFixedHeight(px(NOTE_HEIGHT))
        self.setFixedHeight(px(NOTE_HEIGHT) + (px(NOTE_LINE) if self._is_narrow else 0))

    def _share(self) -> None:
        """Show the confidential band in place of the note, because these figures are not for publication."""
        banded = not self.band.isHidden()
        self.note.setHidden(banded and not self._failing)
        self.why.setHidden(banded and not self.why.text_whole())
        self.why_link.setText(self.tr("Why sums may differ") if banded else self.tr("why?"))
        shades = self.context.desk.state.table.shading == "noise" and self.context.settings.is_methodologist
        self.signs_link.setHidden(self.signs_link.isHidden() or (banded and shades))  # the legend of noise has its room

    def clear(self) -> None:
        """Clear the notices: there is no table."""
        self._waiting.stop()
        self._hide_links()
        self.note.setText("")
        self._icon.hide()

    def show_failed(self) -> None:
        """Say that the former table stays, since the new one cannot be computed."""
        self._waiting.stop()
        self._failing = self._view() is not None
        if self._failing:
            self.note.setText(self.tr("Grey figures are from the previous table or view."))
        self._hide_links()
        self._share()

    def begin_waiting(self) -> None:
        """Show from now on how long the table has been computed, unless it is there soon."""
        self._cells = 0
        self._since.start()
        self._waiting.start()

    def planned(self, cells: int) -> None:
        """Take the number of cells of the table that is being computed."""
        self._cells = cells

    def _show_waiting(self) -> None:
        language, seconds = self.context.language, self._since.elapsed() // 1000
        begins = self.stop_link.isHidden()
        if self._view() is None:
            words = self.tr("Being computed")
        else:
            words = self.tr("Updating; grey figures are from the previous table")
        size = [counted(self.tr("1 cell"), self.tr("%1 cells"), self._cells, language)] if self._cells else []
        size += [self.tr("%1 s").replace("%1", str(seconds))] if seconds else []
        self._failing = True
        self._hide_links()
        self._icon.show()
        self.note.setText(words + (f" ({', '.join(size)})" if size else ""))
        self.stop_link.setText(self.tr("Stop"))
        self.stop_link.show()
        self._share()
        if begins:
            announce(self.note.text())

    def show_stopped(self) -> None:
        """Say that the table was not computed to its end, with a button that computes it."""
        self.show_failed()
        self.again_link.setText(self.tr("Compute now"))
        self.again_link.show()

    @property
    def links(self) -> tuple[QWidget, ...]:
        """The links of the notices, from the left."""
        return self.stop_link, self.again_link, self.why_link, self.signs_link

    def _hide_links(self) -> None:
        """Hide what belongs to figures that are up to date."""
        self._icon.set_icon("info", "accent")
        for link in self.links:
            link.hide()
        self.why.set_text("")

    def show_view(self, view: TableView, hint: str) -> bool:
        """Show the notices of a view; return whether the hint is shown.

        `hint` is the title of a variable to drag; "" for none.
        """
        self._waiting.stop()
        self._failing, self._hint = False, hint
        self._hide_links()
        self.signs_link.setText(say("export_signs_heading", self.context.language))
        trial = view.trial.is_trial or any(value.side != "published" for value in view.shown)
        notices = "" if trial or hint else " ".join(self._notices(view))
        self._icon.setVisible(not trial)
        self._icon.set_icon(*(("info", "accent") if hint else ("warning", "warning") if notices else ("ok", "ok")))
        self.why_link.setVisible(not trial and not hint)
        self.signs_link.setVisible(not trial and not hint)
        if trial:
            self.note.setText(self.tr("Trial view of the methodologist: these figures may not be published."))
        elif hint:
            self.note.setText(self.tr("Drag %1 into the columns.").replace("%1", hint))
        elif notices:
            self.note.setText(self.tr("Check before publishing. Totals may not add up –"))
        else:
            self.note.setText(
                self.tr("Figures by the method in force. Publish only after release. Totals may not add up –")
            )
        self.why.set_text(notices)
        return bool(hint) and not trial

    def _notices(self, view: TableView) -> list[str]:
        """Return what to check before the figures are published."""
        notices = [notice.text(self.context.language) for notice in view.told]
        if title_is_of_another_breakdown(self.context.desk.state):
            title = self.tr("The title was written when the table had other variables or filters.")
            notices.append(title + " " + self.tr("Ctrl+Shift+H changes it; without words it is made again."))
        return notices

    def show_band(self, *, looking: bool) -> None:
        """Show whether the view is confidential, and why; `looking` says that the explanation pane is open."""
        state, view = self.context.desk.state, self._view()
        methodologist = self.context.settings.is_methodologist
        trial, shading = state.table.trial, state.table.shading
        stale = view is not None and any(value.side != "published" for value in view.shown)
        beside = trial.kind != "original" and (state.table.beside or stale)
        self.band.setVisible(methodologist and (trial.is_trial or shading != "none" or looking or beside))
        if methodologist and (looking or trial.kind == "original" or beside):
            self.context.services.releases.note_reveal()
        if trial.kind == "original" or beside:
            self.band.set_text(self.tr("Original figures, not protected. Exports hold only the figures in force."))
        elif trial.is_trial:
            self.band.set_text(
                self.tr(
                    "Trial view: not the method in force, not to be published. Exports hold only the figures in force."
                )
            )
        elif shading == "sensitive":
            self.band.set_text(self._sensitive_words(view))
        else:
            self.band.set_text(self.tr("Shading and look-up show noise. Exports hold only the published figures."))
        self._share()

    def _sensitive_words(self, view: TableView | None) -> str:
        """Return a text on how many cells the primary rules mark."""
        insight = None if view is None else view.insight
        sensitive = () if insight is None or insight.sensitive is None else insight.sensitive
        marked = [cells for cells in sensitive if not isinstance(cells, ListedMatrix)]
        if self.context.desk.state.method.settings.primary == PrimaryRules():
            return self.tr("No primary rules are set: set them on page Method.")
        language = self.context.language
        count = sum(int(cells.sum()) for cells in marked)
        whole = sum(cells.size for cells in marked)
        words = self.tr("The primary rules mark %1 of %2 cells. Alone they protect nothing.")
        return words.replace("%1", integer_text(count, language)).replace("%2", integer_text(whole, language))

    def announce_table(self, rows: int, columns: int) -> None:
        """Announce the size of the computed table, and that it may hold other figures than those in force."""
        language = self.context.language
        height = counted(self.tr("1 row"), self.tr("%1 rows"), rows, language)
        width = counted(self.tr("1 column"), self.tr("%1 columns"), columns, language)
        announce(self.tr("Table: %1, %2.").replace("%1", height).replace("%2", width), about="table")
        if self._hint:
            keys = self.tr("F6 leads to the list of variables; %1 is at hand there, and S puts it into the columns.")
            announce(keys.replace("%1", self._hint))
        elif not self.why_link.isVisibleTo(self) or self.why.text_whole():
            announce(f"{self.note.text()} {self.why.text_whole()}".rstrip())

    def _show_why(self) -> None:
        """Show, over the table, why sums may differ, and the full text of the notices."""
        statistic = self.context.desk.state.statistic
        in_force = None if statistic is None else statistic.period.in_force
        note = "" if in_force is None else in_force.method.note.text(self.context.language)
        cut = self.note.text() if self.note.isVisible() and self.note.is_cut else ""
        words = " ".join(text for text in (cut, self.why.text_whole(), note) if text)
        _show_bubble(self, words, min(px(WHY_WIDTH), self._table.width()))
        announce(words)

    def _show_signs(self) -> None:
        """Show, over the table, the meaning of a 0 and of each sign on the sheet, as the files explain them."""
        view = self._view()
        if view is not None:
            meanings = view.presented.meanings(view.signs, self.context.language)
            _show_bubble(self, "\n".join(meanings), min(px(WHY_WIDTH), self._table.width()))
            announce(" ".join(meanings))


def _show_bubble(below: QWidget, words: str, width: int) -> None:
    """Show words over the page, below what they belong to, until something else is clicked or Escape is pressed."""
    bubble = QFrame(below, Qt.WindowType.Popup)
    bubble.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    set_kind(bubble, "card")
    text = WrapLabel(words)
    text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    row_of(text, within=bubble)
    bubble.setFixedWidth(width)
    bubble.setFixedHeight(bubble.layout().totalHeightForWidth(width))  # few words need no more room than they take
    bubble.setAccessibleName(words)
    bubble.move(below.mapToGlobal(QPoint(0, below.height())))
    bubble.show()
