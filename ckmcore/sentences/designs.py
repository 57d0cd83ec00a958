"""Sentences on designing perturbation tables: wishes, own values of rows, remedies, search. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    # --- rows that cannot be ------------------------------------------------------------------------------------------
    "ptable_row_impossible": (
        "Row i = {row} of the perturbation table cannot be unbiased. {reason} Block fewer targets or choose a larger D.",
        "Zeile i = {row} der Überlagerungstabelle kann nicht unverzerrt sein. {reason} Schließen Sie weniger Zielhäufigkeiten aus oder wählen Sie ein größeres D.",
    ),
    "ptable_row_no_target": (
        "The count {row} has no target that is allowed.",
        "Die Häufigkeit {row} hat keine zulässige Zielhäufigkeit.",
    ),
    "ptable_row_none_below": (
        "There is no target below {row} that is allowed, and {row} itself is not allowed.",
        "Unter {row} liegt keine zulässige Zielhäufigkeit, und {row} selbst ist nicht zulässig.",
    ),
    "ptable_row_none_above": (
        "There is no target above {row} within D that is allowed, and {row} itself is not allowed.",
        "Über {row} liegt innerhalb von D keine zulässige Zielhäufigkeit, und {row} selbst ist nicht zulässig.",
    ),
    "ptable_pin_impossible": (
        "In row i = {row} of the perturbation table p({target}) = {p} is not possible under the constraints that are switched on; possible is {low} to {high}. The nearest is {nearest}.",
        "In Zeile i = {row} der Überlagerungstabelle ist p({target}) = {p} unter den eingeschalteten Bedingungen nicht möglich; möglich ist {low} bis {high}. Am nächsten liegt {nearest}.",
    ),
}
