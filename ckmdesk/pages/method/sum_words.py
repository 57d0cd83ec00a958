"""What the fields for records without a value are called, in rounding and in the cell-key method for sums."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from ckmdesk.pages.method.settings_form import SettingsForm


def set_sum_words(form: SettingsForm) -> None:
    """Words of the choices `missing` and `mean_of`."""
    form.set_words(
        "missing",
        QCoreApplication.translate("SumWords", "Value missing"),
        QCoreApplication.translate("SumWords", "Records whose magnitude is blank, or a code for no answer."),
    )
    form.set_choice_words(
        "missing",
        [
            QCoreApplication.translate("SumWords", "does not count"),
            QCoreApplication.translate("SumWords", "counts as 0"),
            QCoreApplication.translate("SumWords", "is refused"),
        ],
    )
    form.set_words(
        "mean_of",
        QCoreApplication.translate("SumWords", "Mean per"),
        QCoreApplication.translate("SumWords", "The published sum divided by this published number."),
    )
    form.set_choice_words(
        "mean_of",
        [
            QCoreApplication.translate("SumWords", "record with a value"),
            QCoreApplication.translate("SumWords", "record with an amount (not 0)"),
            QCoreApplication.translate("SumWords", "record, with or without a value"),
        ],
    )
