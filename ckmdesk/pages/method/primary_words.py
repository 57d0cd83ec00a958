"""What primary rules are called, wherever they are set."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from ckmdesk.pages.method.settings_form import SettingsForm


def set_primary_words(form: SettingsForm) -> None:
    """The words of the four fields of primary rules."""
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
