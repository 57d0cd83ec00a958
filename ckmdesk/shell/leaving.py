"""The one question before a statistic is left: what was changed and not saved, of tables and of the statistic."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from ckmcore.base.numbers import Language
from ckmdesk.base.translation import counted
from ckmdesk.commands.desk import Desk
from ckmdesk.state.table_drafts import working_states

SHOWN = 8


def worth_asking(desk: Desk) -> bool:
    """Return whether closing would lose work.

    The sample without a file does not count, since it is for trying out, unless it was restored.
    """
    statistic = desk.state.statistic
    if statistic is None or not desk.unsaved:
        return False
    source = statistic.period.source
    session = desk.session
    return session.path is not None or session.restored or source is None or source.kind != "sample"


def changed_tables(desk: Desk, untitled: str) -> list[str]:
    """The tables with changes that are not saved, by name."""
    return [state.name or untitled for state in working_states(desk.state)]


def ask_to_save(
    parent: QWidget, names: Sequence[str], language: Language, *, new: bool = False
) -> QMessageBox.StandardButton:
    """Ask whether to save, with the names of changed tables; return the answer.

    Save applies and saves everything, Discard leaves the file as it is, Cancel returns. `new` says that there is no
    file.
    """
    buttons = QMessageBox.StandardButton
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle("ckmdesk")
    box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
    box.setDefaultButton(buttons.Save)
    box.setText(QCoreApplication.translate("Leaving", "The statistic has changes that are not saved."))
    question = QCoreApplication.translate("Leaving", "Save them before going on?")
    if names:
        singular = QCoreApplication.translate("Leaving", "1 table has changes that are not saved.")
        plural = QCoreApplication.translate("Leaving", "%1 tables have changes that are not saved.")
        box.setText(counted(singular, plural, len(names), language))
        question = QCoreApplication.translate("Leaving", "Take them over and save the statistic before going on?")
        if new:
            file = QCoreApplication.translate("Leaving", "If you discard them, nothing of this statistic is kept.")
        else:
            file = QCoreApplication.translate("Leaving", "If you discard them, the file stays as it was saved last.")
        listed = [f"• {name}" for name in names[:SHOWN]] + ["…"] * (len(names) > SHOWN)
        question = "\n".join((*listed, "", question, file))
        box.button(buttons.Save).setText(QCoreApplication.translate("Leaving", "Take over and save"))
        box.button(buttons.Cancel).setText(QCoreApplication.translate("Leaving", "Back"))
    box.setInformativeText(question)
    box.button(buttons.Discard).setText(QCoreApplication.translate("Leaving", "Discard"))
    answer = buttons(box.exec())
    box.deleteLater()
    return answer
