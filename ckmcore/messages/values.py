"""Words and sentences of the values of a table and of reference figures. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    "desk_value_share": ("Share in %", "Anteil in %"),
    "desk_value_change": ("Change in %", "Veränderung in %"),
    "desk_value_difference": ("Change", "Veränderung"),
    "desk_value_ratio": ("Ratio", "Verhältnis"),
    "desk_value_rate": ("Per 1,000 ...", "Je 1\u00a0000 ..."),
    "desk_quantile": ("{percent} % quantile", "{percent}-%-Quantil"),
    "word_sum": ("Sum", "Summe"),
    "word_mean": ("Mean", "Mittelwert"),
    "value_sum": ("Sum of {magnitude}", "Summe {magnitude}"),
    "value_sum_weighted": ("Sum of {magnitude}, weighted", "Summe {magnitude}, gewichtet"),
    "value_mean": ("Mean of {magnitude}", "Mittelwert {magnitude}"),
    "value_mean_weighted": ("Mean of {magnitude}, weighted", "Mittelwert {magnitude}, gewichtet"),
    "word_valid": ("Records with a value", "Fälle mit Angabe"),
    "word_contributors": ("Contributors", "Fälle mit Betrag"),
    "word_missing": ("Records without a value", "Fälle ohne Angabe"),
    "word_distribution": ("Distribution", "Verteilung"),
    "word_median": ("Median", "Median"),
    "word_quantile": ("Quantile", "Quantil"),
    "value_valid": ("Records with a value of {magnitude}", "Fälle mit Angabe zu {magnitude}"),
    "value_valid_weighted": (
        "Records with a value of {magnitude}, weighted",
        "Fälle mit Angabe zu {magnitude}, gewichtet",
    ),
    "value_contributors": ("Contributors to {magnitude} (not 0)", "Fälle mit Betrag bei {magnitude} (nicht 0)"),
    "value_contributors_weighted": (
        "Contributors to {magnitude} (not 0), weighted",
        "Fälle mit Betrag bei {magnitude} (nicht 0), gewichtet",
    ),
    "value_missing": ("Records without a value of {magnitude}", "Fälle ohne Angabe zu {magnitude}"),
    "value_missing_weighted": (
        "Records without a value of {magnitude}, weighted",
        "Fälle ohne Angabe zu {magnitude}, gewichtet",
    ),
    "title_distribution": ("Distribution of {magnitude}", "Verteilung {magnitude}"),
    "value_in_class": ("{magnitude}: {words}", "{magnitude}: {words}"),
    "value_in_class_weighted": ("{magnitude}: {words}, weighted", "{magnitude}: {words}, gewichtet"),
    "value_median": ("Median of {magnitude}", "Median {magnitude}"),
    "value_median_weighted": ("Median of {magnitude}, weighted", "Median {magnitude}, gewichtet"),
    "value_quantile": ("{percent} % quantile of {magnitude}", "{percent}-%-Quantil {magnitude}"),
    "value_quantile_weighted": (
        "{percent} % quantile of {magnitude}, weighted",
        "{percent}-%-Quantil {magnitude}, gewichtet",
    ),
    "class_closed": ("{low} to below {high}", "{low} bis unter {high}"),
    "class_open": ("{low} and more", "{low} und mehr"),
    "value_of_sum": ("{value} ({sum})", "{value} ({sum})"),
    "value_part_magnitude": (
        "nothing says of which magnitude it is the sum or the mean",
        "Es fehlt, von welchem Wertmerkmal er die Summe oder der Mittelwert ist",
    ),
    "magnitude_unknown": (
        "The data have no magnitude “{magnitude}” (there are: {known}). Choose another one in the value, or give the column the role magnitude.",
        "Die Daten haben kein Wertmerkmal „{magnitude}“ (vorhanden: {known}). Wählen Sie im Wert ein anderes, oder geben Sie der Spalte die Rolle Wertmerkmal.",
    ),
    "word_none": ("none", "keine"),
    "value_part_decimals": (
        "it has {found} {found:decimal|decimals}, 0 to {limit} are possible",
        "Er hat {found} {found:Nachkommastelle|Nachkommastellen}, möglich sind 0 bis {limit}",
    ),
    "value_part_factor": (
        "its factor is {found}, whole numbers from 1 to {limit} are possible",
        "Sein Faktor ist {found}, möglich sind ganze Zahlen von 1 bis {limit}",
    ),
    "value_part_base": ("nothing says of what it is the share", "Es fehlt, woran er der Anteil ist"),
    "change_against_unknown": (
        "The change compares with “{found}”, which “{variable}” does not have (any more). Choose another category in the value.",
        "Die Veränderung vergleicht mit „{found}“, das es bei „{variable}“ nicht (mehr) gibt. Wählen Sie im Wert eine andere Ausprägung.",
    ),
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
    "desk_reference_unnamed": (
        "The figures need a title and a source: both stand with the tables that divide by them. Fill in both lines.",
        "Die Zahlen brauchen Titel und Quelle: Beide stehen bei den Tabellen, die durch sie teilen. Füllen Sie beide Zeilen aus.",
    ),
    "desk_reference_replaced": (
        "“{title}” was replaced by the figures of the file.",
        "„{title}“ wurde durch die Zahlen der Datei ersetzt.",
    ),
    "reference_source": ("Reference figures “{title}”: {source}", "Bezugszahlen „{title}“: {source}"),
    # --- files of reference figures ----------------------------------------------------------------------------------
    "reference_columns": (
        "File “{file}”: no heading ({headings}) is a dimension of the dictionary. Call the columns of codes as these are called: {variables}.",
        "Datei „{file}“: Keine Überschrift ({headings}) ist ein Gliederungsmerkmal des Merkmalsverzeichnisses. Nennen Sie die Spalten mit Codes wie diese: {variables}.",
    ),
    "reference_without_figures": (
        "File “{file}”: besides the codes there is no column with figures ({headings}). Add one with a heading.",
        "Datei „{file}“: Neben den Codes gibt es keine Spalte mit Zahlen ({headings}). Ergänzen Sie eine mit Überschrift.",
    ),
    "reference_column_twice": (
        "File “{file}”: two columns are called as the variable {variable}. Rename or remove one.",
        "Datei „{file}“: Zwei Spalten heißen wie das Merkmal {variable}. Benennen Sie eine um oder entfernen Sie sie.",
    ),
    "reference_empty": (
        "File “{file}”: there are no figures below the headings. Choose the file of the figures.",
        "Datei „{file}“: Unter den Überschriften stehen keine Zahlen. Wählen Sie die Datei mit den Zahlen.",
    ),
    "reference_unknown_codes": (
        "File “{file}”: codes of {variable} that the code list does not have ({count}): {codes}. Correct them, or add them to it first.",
        "Datei „{file}“: Codes von {variable}, die nicht im Schlüsselverzeichnis stehen ({count}): {codes}. Berichtigen Sie sie oder ergänzen Sie zuerst das Schlüsselverzeichnis.",
    ),
    "reference_zeros_lost": (
        "File “{file}”: codes of {variable} have lost their leading zeros: “{found}” is {meant} in the code list. Save the column as text.",
        "Datei „{file}“: Codes von {variable} haben führende Nullen verloren: „{found}“ ist {meant} im Schlüsselverzeichnis. Speichern Sie die Spalte als Text.",
    ),
    "reference_twice": (
        "File “{file}”, line {line}: {codes} has a figure already in line {first}. Remove one of the lines.",
        "Datei „{file}“, Zeile {line}: {codes} hat schon in Zeile {first} eine Zahl. Entfernen Sie eine der Zeilen.",
    ),
    "reference_no_number": (
        "File “{file}”, line {line}: “{text}” is no number from 0 to 999 999 999 999 with at most 6 decimals. Correct it, or choose another column.",
        "Datei „{file}“, Zeile {line}: „{text}“ ist keine Zahl von 0 bis 999 999 999 999 mit höchstens 6 Nachkommastellen. Berichtigen Sie sie oder wählen Sie eine andere Spalte.",
    ),
    "reference_ambiguous": (
        "File “{file}”, line {line}: “{text}” may have thousands or decimals. Write the figures without marks of thousands.",
        "Datei „{file}“, Zeile {line}: „{text}“ kann Tausender oder Nachkommastellen haben. Schreiben Sie die Zahlen ohne Tausendertrennzeichen.",
    ),
}
