"""What settings are called that several pages of methods have: of sums, and of primary rules."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from ckmdesk.pages.method.settings_form import SettingsForm


def set_primary_words(form: SettingsForm) -> None:
    """Set the labels of the four fields of primary rules."""
    form.set_words(
        "minimum_frequency",
        QCoreApplication.translate("PrimaryRules", "Minimum frequency"),
        QCoreApplication.translate("PrimaryRules", "Cells with fewer contributors are sensitive. Empty: no such rule."),
    )
    form.set_words(
        "dominance",
        QCoreApplication.translate("PrimaryRules", "Dominance (n, k)"),
        QCoreApplication.translate(
            "PrimaryRules", "The n largest contributions are more than k % of the total. For example 1: 60; 2: 85"
        ),
    )
    form.set_words(
        "p_percent",
        QCoreApplication.translate("PrimaryRules", "p % rule"),
        QCoreApplication.translate(
            "PrimaryRules", "The total without the two largest contributions is less than p % of the largest."
        ),
    )
    form.set_words(
        "pq",
        QCoreApplication.translate("PrimaryRules", "pq rule"),
        QCoreApplication.translate(
            "PrimaryRules", "The same where others know contributions to within q %. For example 10; 50"
        ),
    )


def set_sum_words(form: SettingsForm) -> None:
    """Set the labels of the choices `missing`, `mean_of` and `shown_with`."""
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
        QCoreApplication.translate(
            "SumWords", "The published sum divided by this published number; an amount is a value other than 0."
        ),
    )
    form.set_choice_words(
        "mean_of",
        [
            QCoreApplication.translate("SumWords", "record with a value"),
            QCoreApplication.translate("SumWords", "record with an amount"),
            QCoreApplication.translate("SumWords", "any record"),
        ],
    )
    form.set_words(
        "shown_with",
        QCoreApplication.translate("SumWords", "Sums are shown by"),
        QCoreApplication.translate(
            "SumWords",
            "Beside a published count of 0 or below the threshold stands no sum and no weighted count.",
        ),
    )
    form.set_choice_words(
        "shown_with",
        [
            QCoreApplication.translate("SumWords", "those with an amount"),
            QCoreApplication.translate("SumWords", "published counts"),
        ],
    )


def set_further_words(form: SettingsForm) -> None:
    """Set the texts of the settings that only sums of the cell-key method have."""
    form.set_words(
        "small_unit",
        QCoreApplication.translate("SumWords", "Unit of small values"),
        QCoreApplication.translate("SumWords", "Noise of small values is so many times this, in the unit of the data."),
    )
    form.set_words(
        "least_contributors",
        QCoreApplication.translate("SumWords", "Ratios from"),
        QCoreApplication.translate(
            "SumWords", "Ratios and changes of sums are shown from so many published contributors on; levels need 3."
        ),
    )
    form.set_words(
        "compat",
        QCoreApplication.translate("SumWords", "Rules of"),
        QCoreApplication.translate(
            "SumWords", "Rules of other programs switch ours off. How these treat blanks is not confirmed: here as 0."
        ),
    )
    form.set_choice_words("compat", [QCoreApplication.translate("SumWords", "our own"), "τ-ARGUS", "R cellKey"])
