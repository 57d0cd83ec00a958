"""One line on a page whose records lie in a database: what on that page needs the records, and is not there."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QWidget

from ckmcore.microdata.data import Microdata
from ckmdesk.look.theme import MARGIN, STEP, Theme
from ckmdesk.state.desk_state import Page
from ckmdesk.widgets.basic import ElidedLabel, IconLabel
from ckmdesk.widgets.layouts import row_of


class ElsewhereNote(QFrame):
    """Hidden where the records are here, and on pages that need none."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = ElidedLabel("", "secondary")
        self._shown_for: tuple[Page, Microdata | None, bool] = ("data", None, False)
        self._others = False
        row_of(
            IconLabel(theme, "data", "secondary"),
            (self.text, 1),
            within=self,
            margins=(MARGIN + 4, 4, MARGIN + 4, 4),
            spacing=STEP,
        )
        self.hide()

    def of_others(self, *, on: bool) -> None:
        """Set whether the data page shows records other than the open ones, which need no note there."""
        if on != self._others:
            self._others = on
            page, data, has_several = self._shown_for
            self.show_for(page, data, several_periods=has_several)

    def show_for(self, page: Page, data: Microdata | None, *, several_periods: bool) -> None:
        """Show the note for a page."""
        self._shown_for = (page, data, several_periods)
        of_periods = self.tr("Totals over several periods whose units recur need the records.")
        words = {
            "data": self.tr(
                "Profiles, examining keys, new keys, codes for no answer, durations between variables and saving"
                " prepared data need the records."
            ),
            "tables": of_periods if several_periods else "",
            "release": of_periods if several_periods else "",
            "method": self.tr("The floor under sums and the least noise that keeps it need the records."),
            "quality": self.tr("Drawing the keys of sums anew and the floor under sums need the records."),
        }.get(page, "")
        counter = None if data is None else data.counter
        silent = self._others and page == "data"
        self.setVisible(counter is not None and bool(words) and not silent)
        if counter is not None and words:
            where = self.tr("Counted in the database “%1”.").replace("%1", counter.name)
            self.text.set_text(f"{where} {words}")
            self.text.setToolTip(self.text.text_whole())
            self.setAccessibleName(self.text.text_whole())
