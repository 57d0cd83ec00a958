"""Sentences on files of perturbation tables beyond reading: conversion, comparison, report, method package. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    # --- Excel workbooks -----------------------------------------------------------------------------------------------
    "ptable_sheet_matrix": ("Transition matrix", "Übergangsmatrix"),
    "ptable_sheet_intervals": ("Intervals", "Abschnitte"),
    "ptable_workbook_protected": (
        "The workbook “{name}” is protected by a password and cannot be read. Save it in Excel without a password.",
        "Die Arbeitsmappe „{name}“ ist durch ein Kennwort geschützt und lässt sich nicht lesen. Speichern Sie sie in Excel ohne Kennwort.",
    ),
    "ptable_workbook_old": (
        "“{name}” is a workbook or document in an old form that is not read here. Save it in Excel as .xlsx or as CSV.",
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
        "“{name}” is JSON, but no file of the form “{form}”. Choose another file.",
        "„{name}“ ist JSON, aber keine Datei der Form „{form}“. Wählen Sie eine andere Datei.",
    ),
    "own_file_newer": (
        "“{name}” was made by a newer version of this program (form {version}, known is {known}). Install the newer version.",
        "„{name}“ stammt aus einer neueren Version dieses Programms (Form {version}, bekannt ist {known}). Installieren Sie die neuere Version.",
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
        "die Zeilen der Überlagerungstabelle passen nicht zu ihrem Hash.",
    ),
    "own_file_what_content": ("the sum does not fit the content.", "die Prüfsumme passt nicht zum Inhalt."),
    "own_file_what_rest": (
        "the perturbation table itself fits its hash, but parameters, checks, notes or the sum itself do not.",
        "die Überlagerungstabelle selbst passt zu ihrem Hash, aber Parameter, Prüfungen, Notizen oder die Prüfsumme selbst nicht.",
    ),
    "own_file_faulty": (
        "“{name}” holds something that cannot stand there: {detail}. Take the file from its source once more.",
        "„{name}“ enthält etwas, das dort nicht stehen kann: {detail}. Holen Sie die Datei noch einmal von ihrer Quelle.",
    ),
    # --- forms that cannot hold a table --------------------------------------------------------------------------------
    "ptable_why_decimal_keys": (
        "it is made for integer keys, and the table is not. Convert it to 256 or 4096 keys first.",
        "Es gilt für ganzzahlige Keys, die Tabelle nicht. Wandeln Sie sie zuerst in 256 oder 4096 Keys um.",
    ),
    "ptable_why_zero": (
        "it has no row 0, and row 0 of the table is not the identity.",
        "Es hat keine Zeile 0, und Zeile 0 der Tabelle ist nicht die Identität.",
    ),
    # --- warnings with their lines -------------------------------------------------------------------------------------
    "ptable_warning_bias_line": (
        "Biased rows: {count}, most of all row i = {row} (line {line}), where the noise is {bias} on average.",
        "Verzerrte Zeilen: {count}, am stärksten i = {row} (Zeile {line} der Datei), wo der Überlagerungswert im Mittel {bias} beträgt.",
    ),
    "ptable_warning_blocked": (
        "Rows that lead to a small count which most rows avoid (1 to {js}): {count}, the first is row i = {row} (line {line}) with j = {target}.",
        "Zeilen, die zu einer kleinen Fallzahl führen, welche die meisten Zeilen auslassen (1 bis {js}): {count}, zuerst i = {row} (Zeile {line} der Datei) mit j = {target}.",
    ),
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
        "Counts above 750 return to the rows 501 to 750, and some of them get other noise than before.",
        "Häufigkeiten über 750 kehren zu den Zeilen 501 bis 750 zurück; manche erhalten andere Überlagerungswerte als zuvor.",
    ),
}
