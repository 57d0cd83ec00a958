"""Sentences on files of perturbation tables beyond reading: conversion, comparison, report, method package. Code ->
(English, German).
"""

SENTENCES: dict[str, tuple[str, str]] = {
    # --- Excel workbooks -----------------------------------------------------------------------------------------------
    "ptable_sheet_matrix": ("Transition matrix", "Übergangsmatrix"),
    "ptable_sheet_intervals": ("Intervals", "Abschnitte"),
    "ptable_workbook_protected": (
        "The workbook “{name}” is protected by a password and cannot be read. Save it in Excel without a password.",
        "Die Arbeitsmappe „{name}“ ist durch ein Kennwort geschützt und lässt sich nicht lesen. Speichern Sie sie in Excel ohne Kennwort.",
    ),
    "ptable_workbook_old": (
        "“{name}” is a workbook or document in an old format that is not read here. Save it in Excel as .xlsx or as CSV.",
        "„{name}“ ist eine Arbeitsmappe oder ein Dokument in einem alten Format, das hier nicht gelesen wird. Speichern Sie die Datei in Excel als .xlsx oder als CSV.",
    ),
    "ptable_workbook_broken": (
        "“{name}” is packed like an Excel workbook, but none can be read from it. Open it in Excel and save it as .xlsx or as CSV.",
        "„{name}“ ist gepackt wie eine Excel-Arbeitsmappe, lässt sich aber nicht als solche lesen. Öffnen Sie die Datei in Excel und speichern Sie sie als .xlsx oder als CSV.",
    ),
    "ptable_workbook_too_large": (
        "The workbook “{name}” is larger than a perturbation table can be (more than {limit} MB unpacked, or cells far apart). Check whether it is the right file, or copy the matrix to an empty workbook.",
        "Die Arbeitsmappe „{name}“ ist größer, als eine Überlagerungstabelle sein kann (ausgepackt mehr als {limit} MB, oder Zellen weit auseinander). Prüfen Sie, ob es die richtige Datei ist, oder kopieren Sie die Matrix in eine leere Arbeitsmappe.",
    ),
    "ptable_warning_matrix_changed": (
        "“{name}”: the matrix no longer fits the sheet of exact intervals; the matrix was taken, its targets in ascending order.",
        "„{name}“: Die Matrix passt nicht mehr zum Blatt mit den genauen Abschnitten; gelesen wurde die Matrix, ihre Zielhäufigkeiten aufsteigend.",
    ),
    "ptable_too_many_lines": (
        "The perturbation table “{name}” has {lines} lines, more than {limit}. Check whether it is the right file.",
        "Die Überlagerungstabelle „{name}“ hat {lines} Zeilen, mehr als {limit}. Prüfen Sie, ob es die richtige Datei ist.",
    ),
    "ptable_fault_targets": (
        "Line {line}: the targets j of the columns do not rise.",
        "Zeile {line} der Datei: Die Zielhäufigkeiten j der Spalten steigen nicht an.",
    ),
    # --- our own file --------------------------------------------------------------------------------------------------
    "own_file_broken": (
        "“{name}” breaks off or is damaged at line {line}, column {column}. Take the file from its source once more.",
        "„{name}“ bricht ab oder ist beschädigt: Zeile {line}, Spalte {column}. Holen Sie die Datei noch einmal von ihrer Quelle.",
    ),
    "own_file_foreign": (
        "“{name}” is JSON, but not in the format “{form}”. Choose another file.",
        "„{name}“ ist JSON, aber nicht im Format „{form}“. Wählen Sie eine andere Datei.",
    ),
    "own_file_newer": (
        "“{name}” was written by a newer program (version {version} of the file, {known} is known here). Update the program.",
        "„{name}“ wurde von einem neueren Programm geschrieben (Version {version} der Datei, hier ist {known} bekannt). Aktualisieren Sie das Programm.",
    ),
    "own_file_changed": (
        "“{name}” was changed after it was written: {what} Take the file from its source once more.",
        "„{name}“ wurde nach dem Schreiben verändert: {what} Holen Sie die Datei noch einmal von ihrer Quelle.",
    ),
    "own_file_what_row": (
        "row i = {row} of the perturbation table does not fit its check.",
        "Zeile i = {row} der Überlagerungstabelle passt nicht zu ihrer Prüfung.",
    ),
    "own_file_what_rows": (
        "the rows of the perturbation table do not fit its hash.",
        "Die Zeilen der Überlagerungstabelle passen nicht zu ihrem Hash.",
    ),
    "own_file_what_content": ("the checksum does not fit the content.", "Die Prüfsumme passt nicht zum Inhalt."),
    "own_file_what_rest": (
        "the perturbation table itself fits its hash, but parameters, checks, notes or the checksum do not.",
        "Die Überlagerungstabelle selbst passt zu ihrem Hash, aber Parameter, Prüfungen, Notizen oder die Prüfsumme passen nicht.",
    ),
    "own_file_faulty": (
        "“{name}” holds something that cannot stand there: {detail} Take the file from its source once more.",
        "„{name}“ enthält etwas, das dort nicht stehen kann: {detail} Holen Sie die Datei noch einmal von ihrer Quelle.",
    ),
    # --- forms that cannot hold a table --------------------------------------------------------------------------------
    "ptable_why_decimal_keys": (
        "it is made for integer keys, and the table is not. Convert it to 256 or 4096 keys first.",
        "Es gilt für ganzzahlige Keys, die Tabelle nicht. Wandeln Sie sie zuerst in 256 oder 4096 Keys um.",
    ),
    "ptable_why_magnitudes": (
        "it is made for counts, and the table for magnitudes.",
        "Es gilt für Häufigkeiten, die Tabelle für Wertmerkmale.",
    ),
    "ptable_why_zero": (
        "it has no row 0, and row 0 of the table is not the identity.",
        "Es hat keine Zeile 0, und Zeile 0 der Tabelle ist nicht die Identität.",
    ),
    # --- warnings with their lines -------------------------------------------------------------------------------------
    "ptable_warning_bias_line": (
        "{count} rows are biased, most of all row i = {row} (line {line}), where the noise is {bias} on average.",
        "{count} Zeilen sind verzerrt, am stärksten i = {row} (Zeile {line} der Datei), wo der Überlagerungswert im Mittel {bias} beträgt.",
    ),
    "ptable_warning_bias_line_one": (
        "Row i = {row} (line {line}) is biased: the noise is {bias} on average.",
        "Zeile i = {row} (Zeile {line} der Datei) ist verzerrt: Der Überlagerungswert beträgt im Mittel {bias}.",
    ),
    "ptable_warning_blocked": (
        "Most rows never lead to {small}, but {count} rows do; the first is row i = {row} (line {line}) with the target j = {target}.",
        "Die meisten Zeilen führen nie zu {small}, {count} Zeilen aber doch; die erste ist i = {row} (Zeile {line} der Datei) mit der Zielhäufigkeit j = {target}.",
    ),
    "ptable_warning_blocked_one": (
        "Most rows never lead to {small}, but row i = {row} (line {line}) does: target j = {target}.",
        "Die meisten Zeilen führen nie zu {small}, Zeile i = {row} (Zeile {line} der Datei) aber doch: Zielhäufigkeit j = {target}.",
    ),
    "ptable_small_count": ("the small count 1", "der kleinen Fallzahl 1"),
    "ptable_small_counts": ("the small counts 1 to {js}", "den kleinen Fallzahlen 1 bis {js}"),
    "ptable_warning_variance": (
        "The variance differs from row to row: from {low} in row i = {low_row} (line {low_line}) to {high} in row i = {high_row} (line {high_line}).",
        "Die Varianz ist nicht in allen Zeilen gleich: von {low} bei i = {low_row} (Zeile {low_line} der Datei) bis {high} bei i = {high_row} (Zeile {high_line} der Datei).",
    ),
    # --- conversion to integer keys ------------------------------------------------------------------------------------
    "ptable_conversion_loss": (
        "Converted to {keys} integer keys: largest change of a probability {largest}, largest total variation {total_variation} (row i = {row}), largest bias {bias}, largest change of a variance {variance}.",
        "Umgewandelt in {keys} ganzzahlige Keys: größte Änderung einer Wahrscheinlichkeit {largest}, größte Totalvariation {total_variation} (Zeile i = {row}), größte Verzerrung {bias}, größte Änderung einer Varianz {variance}.",
    ),
    "ptable_conversion_beyond": (
        "Counts above 750 use the rows 501 to 750 again, and some of them get other noise than before.",
        "Für Häufigkeiten über 750 gelten wieder die Zeilen 501 bis 750; manche erhalten andere Überlagerungswerte als zuvor.",
    ),
    # --- method package ------------------------------------------------------------------------------------------------
    "package_differs": (
        "The method package “{name}” does not publish here what it says: in the cell {row}, {column} (count {count}, cell key {cell_key}) {what} is {found} instead of {expected}. Do not use it; ask the office that made it.",
        "Das Verfahrenspaket „{name}“ liefert hier nicht, was es angibt: Im Tabellenfeld {row}, {column} (Häufigkeit {count}, Cell-Key {cell_key}) ist {what} {found} statt {expected}. Verwenden Sie es nicht; fragen Sie das Amt, von dem es stammt.",
    ),
    "package_what_count": ("the original count", "die Originalhäufigkeit"),
    "package_what_cell_key": ("the cell key", "der Cell-Key"),
    "package_what_published": ("the published figure", "der ausgewiesene Wert"),
    "package_method": (
        "A method package carries the cell-key method for counts and no other method. Choose a variant with a perturbation table for counts.",
        "Ein Verfahrenspaket nimmt nur die Cell-Key-Methode für Häufigkeiten auf. Wählen Sie eine Variante mit einer Überlagerungstabelle für Häufigkeiten.",
    ),
    "package_unreadable": (
        "The method package “{name}” cannot be opened: {reason}. Check name, folder and rights.",
        "Das Verfahrenspaket „{name}“ lässt sich nicht öffnen: {reason}. Prüfen Sie Namen, Ordner und Rechte.",
    ),
    # --- report ------------------------------------------------------------------------------------------------------
    "report_confidential": (
        "Confidential: this report holds D and V. It never belongs in a release.",
        "Vertraulich: Dieser Bericht enthält D und V. Er gehört in keine Freigabe.",
    ),
    "report_ptable_lead": (
        "Report on a perturbation table, {date}",
        "Bericht über eine Überlagerungstabelle, {date}",
    ),
    "report_statistic": ("Statistic", "Statistik"),
    "report_period": ("Reporting period", "Berichtszeitraum"),
    "report_hatched": (
        "Hatched: blocked targets ({targets}), never published.",
        "Schraffiert: ausgeschlossene Zielhäufigkeiten ({targets}), sie werden nie ausgewiesen.",
    ),
    "report_parameters": (
        "Parameters",
        "Parameter",
    ),
    "report_pictures": (
        "Pictures",
        "Bilder",
    ),
    "report_rows": (
        "Rows",
        "Zeilen",
    ),
    "report_criteria": (
        "Quality criteria",
        "Gütekriterien",
    ),
    "report_checks": (
        "Checks",
        "Prüfungen",
    ),
    "report_deviation": (
        "Maximum deviation D",
        "Maximalabweichung D",
    ),
    "report_variance": (
        "Variance V",
        "Varianz V",
    ),
    "report_blocked": (
        "Blocked targets",
        "Ausgeschlossene Zielhäufigkeiten",
    ),
    "report_stay": (
        "Stay probability",
        "Bleibewahrscheinlichkeit",
    ),
    "report_mono": (
        "Monotone",
        "Monoton",
    ),
    "report_symmetric": (
        "Last row symmetric",
        "Letzte Zeile symmetrisch",
    ),
    "report_rising": (
        "Strong noise at least as likely as weak",
        "Starke Überlagerung mindestens so wahrscheinlich wie schwache",
    ),
    "report_optim": (
        "As R ptable with optim",
        "Wie R ptable mit optim",
    ),
    "report_own_rows": (
        "Own values, rows {rows}",
        "Eigene Werte, Zeilen {rows}",
    ),
    "report_pin": (
        "Set by hand",
        "Von Hand gesetzt",
    ),
    "report_last_row": (
        "Last row i",
        "Letzte Zeile i",
    ),
    "report_integer_keys": (
        "Integer keys",
        "Ganzzahlige Keys",
    ),
    "report_order": (
        "Order of the intervals",
        "Reihenfolge der Abschnitte",
    ),
    "report_shuffled_by": (
        "shuffled, threshold {threshold}, seed {seed}",
        "gemischt, Schwellenwert {threshold}, Startwert {seed}",
    ),
    "report_note": (
        "Note",
        "Notiz",
    ),
    "report_hash": (
        "SHA-256 of the content",
        "SHA-256 des Inhalts",
    ),
    "report_magnitude_rows": (
        "Rows of the type {type}",
        "Zeilen vom Typ {type}",
    ),
    "report_magnitude_parameters": (
        "Parameters of the type {type}",
        "Parameter des Typs {type}",
    ),
    "report_magnitude_asked": (
        "D = {D}, V = {V}, steps of 1/{step}",
        "D = {D}, V = {V}, Schritte von 1/{step}",
    ),
    "report_mode_equal": (
        "equal",
        "gleich",
    ),
    "report_mode_at_most": (
        "at most",
        "höchstens",
    ),
    "report_mode_at_least": (
        "at least",
        "mindestens",
    ),
    "report_mode_exact": (
        "exact",
        "genau",
    ),
    "report_yes": (
        "yes",
        "ja",
    ),
    "report_no": (
        "no",
        "nein",
    ),
    "report_none": (
        "none",
        "keine",
    ),
    "report_drawn": (
        "The pictures show the rows 0 to {rows}; the table has rows up to {last}.",
        "Die Bilder zeigen die Zeilen 0 bis {rows}; die Tabelle hat Zeilen bis {last}.",
    ),
    "report_matrix": (
        "Transition matrix: p by original count (rows) and target count (columns), the darker the likelier",
        "Übergangsmatrix: p nach Originalhäufigkeit (Zeilen) und Zielhäufigkeit (Spalten), je dunkler, desto wahrscheinlicher",
    ),
    "report_matrix_table": ("The transition matrix in figures", "Die Übergangsmatrix in Zahlen"),
    "report_tableau": (
        "Perturbation tableau: intervals of the cell key in the order of the look-up, coloured by noise",
        "Überlagerungstableau: Abschnitte des Cell-Keys in der Reihenfolge des Nachschlagens, gefärbt nach Überlagerungswert",
    ),
    "report_legend": (
        "Scale of the noise v",
        "Skala der Überlagerungswerte v",
    ),
    "report_mean": (
        "E|v| by row; dashed the limit of the first criterion",
        "E|v| nach Zeilen; gestrichelt die Grenze des ersten Gütekriteriums",
    ),
    "report_within": (
        "P(|v| ≤ 1) by row; dashed the limit of the second criterion",
        "P(|v| ≤ 1) nach Zeilen; gestrichelt die Grenze des zweiten Gütekriteriums",
    ),
    "report_head_type": (
        "type",
        "Typ",
    ),
    "report_head_bias": (
        "bias",
        "Verzerrung",
    ),
    "report_head_attained": (
        "variance",
        "Varianz",
    ),
    "report_head_wanted": (
        "V wanted",
        "V gewünscht",
    ),
    "report_head_interval": (
        "V possible",
        "V möglich",
    ),
    "report_head_p0": (
        "p(0)",
        "p(0)",
    ),
    "report_head_entropy": (
        "entropy (bit)",
        "Entropie (Bit)",
    ),
    "report_head_mean": (
        "E|v|",
        "E|v|",
    ),
    "report_head_within": (
        "P(|v| ≤ 1)",
        "P(|v| ≤ 1)",
    ),
    "report_head_binds": (
        "limited by",
        "begrenzt durch",
    ),
    "report_head_criterion": (
        "criterion",
        "Gütekriterium",
    ),
    "report_head_figure": (
        "figure",
        "Wert",
    ),
    "report_head_limit": (
        "limit",
        "Grenze",
    ),
    "report_head_judgement": (
        "judgement",
        "Urteil",
    ),
    "report_held": (
        "held",
        "erfüllt",
    ),
    "report_not_held": (
        "missed",
        "verfehlt",
    ),
    "report_binding_monotony": (
        "monotony",
        "Monotonie",
    ),
    "report_binding_stay": (
        "stay probability",
        "Bleibewahrscheinlichkeit",
    ),
    "report_binding_rising": (
        "strong noise likelier",
        "starke Überlagerung wahrscheinlicher",
    ),
    "report_binding_pin": (
        "probabilities set by hand",
        "von Hand gesetzte Wahrscheinlichkeiten",
    ),
    "report_binding_end": (
        "variance at the end of what is possible",
        "Varianz am Ende des Möglichen",
    ),
    "report_criteria_cells": (
        "Judged on the distribution of counts of the table at hand, without empty cells.",
        "Beurteilt an der Verteilung der Häufigkeiten der vorliegenden Tabelle, ohne leere Tabellenfelder.",
    ),
    "report_criteria_rows": (
        "Every row i ≥ 1 counts alike.",
        "Jede Zeile i ≥ 1 zählt gleich.",
    ),
    "report_checked": (
        "Every row is a distribution: probabilities from 0 to 1 that sum to 1, bounds that do not fall, the last one 1.",
        "Jede Zeile ist eine Verteilung: Wahrscheinlichkeiten von 0 bis 1 mit der Summe 1, Grenzen, die nicht fallen, die letzte 1.",
    ),
}
