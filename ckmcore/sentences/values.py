"""Words and sentences of the values of a table and of reference figures. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    "desk_value_share": ("Share in %", "Anteil in %"),
    "desk_value_change": ("Change in %", "Veränderung in %"),
    "desk_value_difference": ("Change", "Veränderung"),
    "desk_value_ratio": ("Ratio", "Verhältnis"),
    "desk_value_rate": ("Per 1,000 ...", "Je 1\u00a0000 ..."),
    "desk_value_sum": ("Sum", "Summe"),
    "desk_value_mean": ("Mean", "Mittelwert"),
    "desk_share_total": ("of the total", "an insgesamt"),
    "desk_share_row": ("of the row", "an der Zeile"),
    "desk_share_column": ("of the column", "an der Spalte"),
    "desk_share_row_parent": ("of the row above", "an der übergeordneten Zeile"),
    "desk_share_column_parent": ("of the column above", "an der übergeordneten Spalte"),
    "desk_against_previous": ("against the one before", "zum vorherigen"),
    "desk_against": ("against {what}", "gegenüber {what}"),
    "desk_ratio_of": ("{what} per {per}", "{what} je {per}"),
    "desk_per_many": ("Per {factor}", "Je {factor}"),
    "desk_no_references": (
        "The statistic has no reference figures, such as inhabitants, by which a rate could divide. They are read on the page Data, under Reference figures.",
        "Die Statistik hat keine Bezugszahlen, etwa Einwohner, durch die geteilt werden könnte. Sie werden auf der Seite Daten unter Bezugszahlen eingelesen.",
    ),
    "desk_change_no_variable": (
        "A change needs a variable along which it goes. Put one into rows, columns or sheets first.",
        "Eine Veränderung braucht ein Merkmal, entlang dessen sie berechnet wird. Ziehen Sie zuerst eines in Zeilen, Spalten oder Blätter.",
    ),
}
