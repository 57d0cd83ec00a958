"""Sentences on perturbation tables. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    # --- perturbation tables -------------------------------------------------------------------------------------------
    "ptable_parameter": (
        "The perturbation table cannot be designed with this value: {parameter} = {value}. Allowed is {allowed}.",
        "Die Überlagerungstabelle lässt sich mit diesem Wert nicht berechnen: {parameter} = {value}. Zulässig ist {allowed}.",
    ),
    "ptable_not_met": (
        "{count} {count:row|rows} of the perturbation table cannot have the variance asked for and have the nearest; the first is i = {row}: {reason} The reports of the table name all of them; strict=True refuses such a design.",
        "{count} {count:Zeile|Zeilen} der Überlagerungstabelle können die verlangte Varianz nicht haben und haben die nächste; die erste ist i = {row}: {reason} Die Berichte der Tabelle nennen alle; strict=True weist einen solchen Entwurf ab.",
    ),
    "ptable_infeasible_for_any_V": (
        "Row i = {row} of the perturbation table cannot have the variance V = {wanted}; possible is {low} to {high}. No V suits all rows at once: change D, js, pstay or the monotony.",
        "Zeile i = {row} der Überlagerungstabelle kann die Varianz V = {wanted} nicht haben; möglich ist {low} bis {high}. Kein V passt für alle Zeilen zugleich: D, js, pstay oder die Monotonie ändern.",
    ),
    "ptable_infeasible": (
        "Row i = {row} of the perturbation table cannot have the variance V = {wanted}; possible is {low} to {high}. Choose V = {nearest}, or change D, js, pstay or the monotony.",
        "Zeile i = {row} der Überlagerungstabelle kann die Varianz V = {wanted} nicht haben; möglich ist {low} bis {high}. Wählen Sie V = {nearest} oder ändern Sie D, js, pstay oder die Monotonie.",
    ),
    "ptable_refused_by_r": (
        "Row i = {row} of the perturbation table has a single distribution left at V = {wanted}; its variance can be {low} to {high}. R ptable refuses such a row. Choose V within these ends or a larger D, or design without compat R.",
        "Zeile i = {row} der Überlagerungstabelle lässt bei V = {wanted} nur eine einzige Verteilung zu; ihre Varianz kann {low} bis {high} sein. R ptable lehnt eine solche Zeile ab. Wählen Sie V innerhalb dieser Grenzen oder ein größeres D, oder entwerfen Sie ohne compat R.",
    ),
    "ptable_stay_impossible": (
        "Row i = {row} of the perturbation table cannot have a stay probability of exactly {stay}, whatever the variance. Choose “at least” or a larger value.",
        "Zeile i = {row} der Überlagerungstabelle kann die Bleibewahrscheinlichkeit von genau {stay} bei keiner Varianz haben. Wählen Sie „mindestens“ oder einen größeren Wert.",
    ),
    "ptable_needs_integer_keys": (
        "The perturbation table is made for integer keys with the modulus {wanted}; the record keys have the modulus {modulus}. Choose another perturbation table or other keys.",
        "Die Überlagerungstabelle gilt für ganzzahlige Keys mit dem Modul {wanted}; die Record-Keys haben den Modul {modulus}. Wählen Sie eine andere Überlagerungstabelle oder andere Keys.",
    ),
    "ptable_threshold": (
        "The threshold {threshold} for shuffling the perturbation table is not between 0.0001 and 1. Choose .05 or less.",
        "Der Schwellenwert {threshold} für das Mischen der Überlagerungstabelle liegt nicht zwischen 0,0001 und 1. Wählen Sie höchstens 0,05.",
    ),
    "ptable_missing": (
        "The perturbation table “{name}” is not there. Check name and folder.",
        "Die Überlagerungstabelle „{name}“ ist nicht vorhanden. Prüfen Sie Namen und Ordner.",
    ),
    "ptable_unreadable": (
        "The perturbation table “{name}” cannot be opened: {reason}. Check the rights to the file and whether another program holds it.",
        "Die Überlagerungstabelle „{name}“ lässt sich nicht öffnen: {reason}. Prüfen Sie die Rechte an der Datei und ob ein anderes Programm sie geöffnet hat.",
    ),
    "os_not_there": ("file or folder is not there", "Datei oder Ordner ist nicht vorhanden"),
    "os_is_file": ("a file has this name already", "eine Datei heißt schon so"),
    "os_is_folder": ("it is a folder", "es ist ein Ordner"),
    "os_not_a_file": (
        "it is no file but a pipe, a device or the like",
        "es ist keine Datei, sondern eine Pipe, ein Gerät oder Ähnliches",
    ),
    "os_too_large": ("it is larger than such a file can be", "sie ist größer, als eine solche Datei sein kann"),
    "os_no_rights": ("the right to do so is missing", "das Recht dazu fehlt"),
    "os_disk_full": ("there is no room left on the disk", "auf dem Datenträger ist kein Platz mehr"),
    "os_name_too_long": ("the name is too long", "der Name ist zu lang"),
    "os_in_use": (
        "it is open in another program; close it there",
        "sie ist in einem anderen Programm geöffnet; schließen Sie sie dort",
    ),
    "ptable_empty": (
        "The perturbation table “{name}” is empty. Choose another one.",
        "Die Überlagerungstabelle „{name}“ ist leer. Wählen Sie eine andere.",
    ),
    "ptable_binary": (
        "“{name}” is neither a text file nor an Excel workbook and cannot be read as a perturbation table. Save the table as CSV or .xlsx.",
        "„{name}“ ist weder eine Textdatei noch eine Excel-Arbeitsmappe und lässt sich nicht als Überlagerungstabelle lesen. Speichern Sie die Tabelle als CSV oder .xlsx.",
    ),
    "ptable_undecodable": (
        "The perturbation table “{name}” has an undecodable byte in line {line}, column {column}. Save the file as UTF-8.",
        "Die Überlagerungstabelle „{name}“ enthält in Zeile {line}, Spalte {column} ein nicht lesbares Byte. Speichern Sie die Datei als UTF-8.",
    ),
    "ptable_too_large": (
        "The perturbation table “{name}” is larger than {limit} MB. Check whether it is the right file.",
        "Die Überlagerungstabelle „{name}“ ist größer als {limit} MB. Prüfen Sie, ob es die richtige Datei ist.",
    ),
    "ptable_unknown_form": (
        "“{name}” is not a perturbation table that is known here: line {line} has {columns} {columns:column|columns}. Known are τ-ARGUS (i;j;p;v;p_int_ub), R (i,j,p,v,p_int_lb,p_int_ub,type), SAS (i;j;p;v;p_int_lb;p_int_ub), ONS (pcv,ckey,pvalue) and a matrix with one column for each j.",
        "„{name}“ ist keine hier bekannte Überlagerungstabelle: Zeile {line} hat {columns} {columns:Spalte|Spalten}. Bekannt sind τ-ARGUS (i;j;p;v;p_int_ub), R (i,j,p,v,p_int_lb,p_int_ub,type), SAS (i;j;p;v;p_int_lb;p_int_ub), ONS (pcv,ckey,pvalue) und eine Matrix mit einer Spalte je j.",
    ),
    "ptable_for_magnitudes": (
        "The perturbation table “{name}” is made for magnitudes (line {line}), not for counts. Choose a table for counts.",
        "Die Überlagerungstabelle „{name}“ gilt für Wertmerkmale (Zeile {line}), nicht für Häufigkeiten. Wählen Sie eine Tabelle für Häufigkeiten.",
    ),
    "ptable_faulty": (
        "The perturbation table “{name}” cannot be used; faults: {count}. {faults} Correct the content.",
        "Die Überlagerungstabelle „{name}“ ist nicht verwendbar; Fehler: {count}. {faults} Berichtigen Sie den Inhalt.",
    ),
    "ptable_faults": ("{first} {rest}", "{first} {rest}"),
    "ptable_fault_number": (
        "Line {line}: “{text}” is not a number that could stand here.",
        "Zeile {line} der Datei: „{text}“ ist keine Zahl, die hier stehen könnte.",
    ),
    "ptable_fault_integer": (
        "Line {line}: {name} = “{text}” is not an integer of at least {least}.",
        "Zeile {line} der Datei: {name} = „{text}“ ist keine ganze Zahl ab {least}.",
    ),
    "ptable_fault_columns": (
        "Line {line}: {columns} {columns:column|columns} instead of {expected}.",
        "Zeile {line} der Datei: {columns} {columns:Spalte|Spalten} statt {expected}.",
    ),
    "ptable_fault_gap": (
        "Line {line}: row i = {row} follows, expected was i = {expected}.",
        "Zeile {line} der Datei: Es folgt i = {row}, erwartet war i = {expected}.",
    ),
    "ptable_fault_contiguous": (
        "Line {line}: row i = {row} begins again; its lines must stand together.",
        "Zeile {line} der Datei: i = {row} beginnt erneut; die Zeilen eines i müssen zusammenstehen.",
    ),
    "ptable_fault_sum": (
        "Line {line}, row i = {row}: the probabilities sum to {total}, not to 1.",
        "Zeile {line} der Datei, i = {row}: Die Wahrscheinlichkeiten ergeben zusammen {total}, nicht 1.",
    ),
    "ptable_fault_negative": (
        "Line {line}, row i = {row}: p = {value} is not between 0 and 1.",
        "Zeile {line} der Datei, i = {row}: p = {value} liegt nicht zwischen 0 und 1.",
    ),
    "ptable_fault_noise": (
        "Line {line}, row i = {row}: v = {noise}, but j - i = {expected}.",
        "Zeile {line} der Datei, i = {row}: v = {noise}, aber j - i = {expected}.",
    ),
    "ptable_fault_deviation": (
        "Line {line}, row i = {row}: v = {noise} is beyond the maximum deviation D = {D}.",
        "Zeile {line} der Datei, i = {row}: v = {noise} überschreitet die Maximalabweichung D = {D}.",
    ),
    "ptable_fault_blocked": (
        "Line {line}, row i = {row}: j = {target} is a blocked small count (1 to {js}).",
        "Zeile {line} der Datei, i = {row}: j = {target} ist eine ausgeschlossene kleine Fallzahl (1 bis {js}).",
    ),
    "ptable_fault_falls": (
        "Line {line}, row i = {row}: the upper bound {bound} lies below the one before ({before}).",
        "Zeile {line} der Datei, i = {row}: Die Obergrenze {bound} liegt unter der vorigen ({before}).",
    ),
    "ptable_fault_width": (
        "Line {line}, row i = {row}: the interval is {width} wide, but p = {p}.",
        "Zeile {line} der Datei, i = {row}: Der Abschnitt ist {width} breit, aber p = {p}.",
    ),
    "ptable_fault_last": (
        "Line {line}, row i = {row}: the last upper bound is {bound}, not 1.",
        "Zeile {line} der Datei, i = {row}: Die letzte Obergrenze ist {bound}, nicht 1.",
    ),
    "ptable_fault_key_missing": (
        "Line {line}, pcv = {row}: ckey {key} is missing; every pcv needs 0 to {last}.",
        "Zeile {line} der Datei, pcv = {row}: ckey {key} fehlt; jedes pcv braucht 0 bis {last}.",
    ),
    "ptable_fault_key_twice": (
        "Line {line}, pcv = {row}: ckey {key} stands twice.",
        "Zeile {line} der Datei, pcv = {row}: ckey {key} steht zweimal.",
    ),
    "ptable_warning_bias": (
        "{count} rows are biased, most of all row i = {row}, where the noise is {bias} on average.",
        "{count} Zeilen sind verzerrt, am stärksten i = {row}, wo der Überlagerungswert im Mittel {bias} beträgt.",
    ),
    "ptable_warning_bias_one": (
        "Row i = {row} is biased: the noise is {bias} on average.",
        "Zeile i = {row} ist verzerrt: Der Überlagerungswert beträgt im Mittel {bias}.",
    ),
    "ptable_warning_zero": (
        "Row 0 is not the identity: empty cells stay 0 all the same, and the table is refused for release.",
        "Zeile 0 ist nicht die Identität: Leere Tabellenfelder bleiben dennoch 0, und die Tabelle wird zur Freigabe nicht angenommen.",
    ),
    "ptable_warning_ordered": (
        "The perturbation table is ordered: for keys near 0 the parts of a table can add up to the exact total. Shuffle it before it is put in force.",
        "Die Überlagerungstabelle ist geordnet: Bei Keys nahe 0 können sich Teile einer Tabelle genau zur Summe ergänzen. Mischen Sie sie, bevor sie in Kraft gesetzt wird.",
    ),
    "ptable_not_for_form": (
        "The format “{form}” cannot hold this perturbation table: {why} Choose another format.",
        "Das Format „{form}“ kann diese Überlagerungstabelle nicht aufnehmen: {why} Wählen Sie ein anderes Format.",
    ),
    "ptable_why_shuffled": (
        "a matrix has one place for each target, and the table is shuffled.",
        "Eine Matrix hat je Zielhäufigkeit nur einen Platz, und die Tabelle ist gemischt.",
    ),
    "ptable_why_recycled": (
        "the table returns to its last {rows:row|# rows} for larger counts.",
        "Die Tabelle kehrt für größere Häufigkeiten zu {rows:ihrer letzten Zeile|ihren letzten # Zeilen} zurück.",
    ),
    "ptable_why_fraction": (
        "the bound {bound} is not a finite decimal.",
        "Die Grenze {bound} ist keine endliche Dezimalzahl.",
    ),
}
