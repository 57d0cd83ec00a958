"""The state of the table at its title: icon, word, and the buttons that save and discard what was changed."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QWidget

from ckmcore.base.numbers import Language
from ckmcore.release.actions import state_name
from ckmdesk.look.theme import Theme, set_kind
from ckmdesk.models.releases_model import STATE_ICONS
from ckmdesk.state.table_status import TableStanding
from ckmdesk.widgets.basic import ElidedLabel, IconButton, IconLabel
from ckmdesk.widgets.layouts import fill, row_of


def state_words(standing: TableStanding, language: Language) -> str:
    """The state in a word or two."""
    release = standing.release
    if standing.kind == "modified":
        return QCoreApplication.translate("TitleState", "modified, not saved")
    if standing.kind == "register" and release is not None:
        if release.state == "submitted":
            return QCoreApplication.translate("TitleState", "submitted, waiting")
        return state_name(release).text(language)
    if standing.differs is not None:
        number = str(standing.differs.release.number)
        return QCoreApplication.translate("TitleState", "saved, other than no. %1").replace("%1", number)
    if standing.kind == "read_only":
        return QCoreApplication.translate("TitleState", "read-only")
    return QCoreApplication.translate("TitleState", "saved") if standing.kind == "saved" else ""


def state_icon(standing: TableStanding) -> tuple[str, str]:
    """Icon and colour of the state."""
    if standing.kind == "modified":
        return "modified", "warning"
    if standing.kind == "register" and standing.release is not None:
        return STATE_ICONS[standing.release.state]
    if standing.differs is not None:
        return "warning", "warning"
    return ("lock", "secondary") if standing.kind == "read_only" else ("check", "secondary")


def state_story(standing: TableStanding, language: Language) -> str:
    """Return the state with the number of the release, and how the table differs from it, for tool tips."""
    words, release = state_words(standing, language), standing.release
    if release is not None:
        number = QCoreApplication.translate("TitleState", "no. %1").replace("%1", str(release.number))
        words = f"{words}, {number}"
    return words if standing.differs is None else f"{words}\n{standing.differs.sentence().text(language)}"


class TitleState(QWidget):
    """State beside the title, as wide as its longest word, so that nothing moves.

    Emits `save_asked()` and `discard_asked()` for the buttons of a changed table.
    """

    save_asked = Signal()
    discard_asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("title-state")
        line = row_of(within=self, margins=0, spacing=4)
        self.icon = IconLabel(theme, "check", "secondary")
        self.words = ElidedLabel("", "secondary")
        self.words.setObjectName("title-state-words")
        self.save, self.discard = IconButton(theme, "save", paint="accent"), IconButton(theme, "discard")
        self.save.setObjectName("title-save")
        self.discard.setObjectName("title-discard")
        self.save.clicked.connect(self.save_asked)
        self.discard.clicked.connect(self.discard_asked)
        for widget in (self.icon, self.save, self.discard):
            policy = widget.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            widget.setSizePolicy(policy)
        fill(line, self.icon, self.words, self.save, self.discard)
        self.save.set_tip(self.tr("Save table and statistic (Ctrl+S)"))
        self.discard.set_tip(self.tr("Discard changes"))
        longest = (self.tr("modified, not saved"), self.tr("saved, other than no. %1").replace("%1", "99"))
        metrics = QFontMetrics(self.words.font())
        self.words.setFixedWidth(max(metrics.horizontalAdvance(words) for words in longest) + 4)

    def show_standing(self, standing: TableStanding, language: Language) -> None:
        """Show a state, in full as tool tip and accessible name."""
        words, story = state_words(standing, language), state_story(standing, language)
        self.icon.set_icon(*state_icon(standing))
        self.icon.setVisible(bool(words))
        set_kind(self.words, "warning" if standing.kind == "modified" else "secondary")
        self.words.set_text(words)
        self.words.setToolTip(story)
        self.words.setAccessibleName(self.tr("State of the table: %1").replace("%1", story.replace("\n", ". ")))
        changed = standing.kind == "modified"
        self.save.setVisible(changed)
        self.discard.setVisible(changed)
