"""Lines of an icon and a text, and their contents: the checklist, forms of files."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, zip_longest

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt
from PySide6.QtWidgets import QPushButton, QWidget

from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.statistic.entry import Check
from ckmdesk.base.announcer import announce
from ckmdesk.base.frame import Remedy
from ckmdesk.look.theme import SMALL_STEP, STEP, Theme, set_kind
from ckmdesk.widgets.basic import IconLabel, WrapLabel, label
from ckmdesk.widgets.layouts import column_of, row_of

LineOf = tuple[str, str, str, str]
"""Icon, its colour, what it says to a screen reader, text."""


class Lines(QWidget):
    """Lines of an icon and a text, some with a link, all replaced at once."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.before: QWidget | None = None  # before what Tab leads to the links, which are made later
        self._column = column_of(within=self, margins=0, spacing=SMALL_STEP)

    def show_lines(self, lines: Sequence[LineOf], remedies: Sequence[Remedy | str | None] = ()) -> None:
        """Replace the lines; `remedies` gives, for each line, a link below it, a text, or None."""
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        links: list[QWidget] = []
        for (icon, paint, means, text), remedy in zip_longest(lines, remedies):
            line = QWidget()
            row = row_of(within=line, margins=0, spacing=STEP)
            if icon:
                picture = IconLabel(self._theme, icon, paint)
                picture.setAccessibleName(means)
                picture.setToolTip(means)
                row.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
            words = WrapLabel(text)
            words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            words.setAccessibleName(f"{means}: {text}" if means else text)
            column = column_of(words, spacing=0)
            if isinstance(remedy, str):
                column.addWidget(label(remedy, "secondary"))
            elif remedy is not None:
                link = QPushButton(remedy.text)
                set_kind(link, "link")
                link.setAccessibleDescription(text)
                link.clicked.connect(remedy.act)
                links.append(link)
                column.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)
            row.addLayout(column, 1)
            self._column.addWidget(line)
        if self.before is not None and links:
            # The order is not read: PySide makes what it gives of it a child of what it was asked of.
            for each_link, link in pairwise([self.before, *links]):
                QWidget.setTabOrder(each_link, link)
            QWidget.setTabOrder(links[-1], self.before)


CHECK_TITLES = {
    "title": str(QT_TRANSLATE_NOOP("Release", "Title")),
    "period": str(QT_TRANSLATE_NOOP("Release", "Period")),
    "source": str(QT_TRANSLATE_NOOP("Release", "Source")),
    "picture": str(QT_TRANSLATE_NOOP("Release", "Picture")),
    "signs": str(QT_TRANSLATE_NOOP("Release", "Signs")),
    "footnotes": str(QT_TRANSLATE_NOOP("Release", "Footnotes")),
    "shares": str(QT_TRANSLATE_NOOP("Release", "Shares")),
    "beside": str(QT_TRANSLATE_NOOP("Release", "Sums and counts")),
    "pairs": str(QT_TRANSLATE_NOOP("Release", "Values no longer published")),
    "codes": str(QT_TRANSLATE_NOOP("Release", "Code lists")),
    "method": str(QT_TRANSLATE_NOOP("Release", "Method in force")),
    "claims": str(QT_TRANSLATE_NOOP("Release", "Claims of the note")),
    "sums": str(QT_TRANSLATE_NOOP("Release", "Floor of sums")),
    "former": str(QT_TRANSLATE_NOOP("Release", "Former release")),
    "search": str(QT_TRANSLATE_NOOP("Release", "Search")),
    "together": str(QT_TRANSLATE_NOOP("Release", "Joint attack")),
}


def check_line(check: Check, language: Language) -> LineOf:
    """A point of the checklist."""
    text = f"{QCoreApplication.translate('Release', CHECK_TITLES[check.name])}: {check.found.text(language)}"
    if check.state == "good":
        return ("ok", "ok", QCoreApplication.translate("Release", "good"), text)
    if check.state == "not_tested":
        return ("not-tested", "warning", QCoreApplication.translate("Release", "not tested"), text)
    return ("warning", "warning", QCoreApplication.translate("Release", "look at this"), text)


def by_state(checks: Sequence[Check]) -> tuple[list[Check], list[Check]]:
    """Return the points of a checklist that are open, then those not tested, and apart from them those that hold."""
    open_checks = [check for check in checks if check.state not in ("good", "not_tested")]
    untested = [check for check in checks if check.state == "not_tested"]
    return [*open_checks, *untested], [check for check in checks if check.state == "good"]


def counted_checks(checks: Sequence[Check]) -> str:
    """Count the points of a checklist by their three states."""
    rest, held = by_state(checks)
    untested = sum(check.state == "not_tested" for check in rest)
    words = QCoreApplication.translate("Release", "%1 held · %2 open · %3 not tested")
    counts = (len(held), len(rest) - untested, untested)
    for place, count in enumerate(counts, start=1):
        words = words.replace(f"%{place}", str(count))
    return words


def say_checks(checks: Sequence[Check], language: Language) -> None:
    """Announce the checklist: the points to look at, or that there are none."""
    lines = [check_line(check, language) for check in checks]
    texts = [text for _, sign, _, text in lines if sign != "ok"]
    good = QCoreApplication.translate("Release", "Checklist: all %1 points are good.")
    some = QCoreApplication.translate("Release", "Checklist: look at %1 of %2 points.")
    summary = (some if texts else good).replace("%1", str(len(texts or lines))).replace("%2", str(len(lines)))
    announce(" ".join([summary, *texts]))


def form_title(name: str) -> Texts:
    """Return the title of a file format; an unknown one is called by its name."""
    from ckmcore.formats.forms import RELEASED

    known_form = RELEASED.get(name)
    return Texts.same(name.upper()) if known_form is None else known_form.title
