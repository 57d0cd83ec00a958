"""Sentences on perturbation tables for magnitudes. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    # --- design ----------------------------------------------------------------------------------------------------
    "magnitude_row_missing": (
        "The rows icat = {rows} of the perturbation table for magnitudes lack i = {row}. Add it: icat must contain 1 and D = {D}.",
        "Den Zeilen icat = {rows} der Überlagerungstabelle für Wertmerkmale fehlt i = {row}. Ergänzen Sie sie: icat muss 1 und D = {D} enthalten.",
    ),
    "magnitude_rows_unsorted": (
        "The rows icat = {rows} of the perturbation table for magnitudes do not ascend. Put them in order, each once.",
        "Die Zeilen icat = {rows} der Überlagerungstabelle für Wertmerkmale steigen nicht an. Ordnen Sie sie, jede einmal.",
    ),
    "magnitude_row_between": (
        "The perturbation table for magnitudes cannot have the row icat = {row}. Allowed are numbers from 1 to D = {D} that are whole when multiplied by step = {step}.",
        "Die Überlagerungstabelle für Wertmerkmale kann die Zeile icat = {row} nicht haben. Zulässig sind Zahlen von 1 bis D = {D}, die mit step = {step} multipliziert ganz sind.",
    ),
    "magnitude_infeasible": (
        "Row i = {row} of the perturbation table for magnitudes cannot have the variance V = {wanted}; the highest is {high}. Choose V = {high} or less, or change D, step or the monotony.",
        "Zeile i = {row} der Überlagerungstabelle für Wertmerkmale kann die Varianz V = {wanted} nicht haben; die höchste ist {high}. Wählen Sie höchstens V = {high} oder ändern Sie D, step oder die Monotonie.",
    ),
    "magnitude_refused_by_r": (
        "Row i = {row} of the perturbation table for magnitudes has a single distribution left at V = {wanted}, its highest variance. R ptable refuses such a row. Choose a V below {high}, or design without compat R.",
        "Zeile i = {row} der Überlagerungstabelle für Wertmerkmale lässt bei V = {wanted}, ihrer höchsten Varianz, nur eine einzige Verteilung zu. R ptable lehnt eine solche Zeile ab. Wählen Sie V unter {high}, oder entwerfen Sie ohne compat R.",
    ),
    "magnitude_type_missing": (
        "The perturbation table for magnitudes has no rows of the type “{type}”; it has {types}. Choose another table or add these rows.",
        "Die Überlagerungstabelle für Wertmerkmale hat keine Zeilen vom Typ „{type}“, sondern {types}. Wählen Sie eine andere Tabelle oder ergänzen Sie diese Zeilen.",
    ),
    "magnitude_type_twice": (
        "Several parts of a perturbation table for magnitudes would be of the type “{type}”. Give each part a type of its own.",
        "Mehrere Teile einer Überlagerungstabelle für Wertmerkmale wären vom Typ „{type}“. Geben Sie jedem Teil einen eigenen Typ.",
    ),
    # --- faults of a file ------------------------------------------------------------------------------------------
    "magnitude_fault_type": (
        "Line {line}: the type “{text}” is unknown; known are all, even, odd, small_cells.",
        "Zeile {line} der Datei: Der Typ „{text}“ ist unbekannt; bekannt sind all, even, odd, small_cells.",
    ),
    "magnitude_place": ("type {type}, row i = {i}", "Typ {type}, i = {i}"),
    "magnitude_fault_range": (
        "Line {line}: {name} = “{text}” is beyond {limit}.",
        "Zeile {line} der Datei: {name} = „{text}“ überschreitet {limit}.",
    ),
    "magnitude_fault_ratio": (
        "Line {line}: i = {i} is below 0.",
        "Zeile {line} der Datei: i = {i} liegt unter 0.",
    ),
    "magnitude_fault_order": (
        "Line {line}, type {type}: row i = {i} follows i = {before}; the rows of a type must ascend and each must stand together.",
        "Zeile {line} der Datei, Typ {type}: i = {i} folgt auf i = {before}; die Zeilen eines Typs müssen ansteigen und jede muss zusammenstehen.",
    ),
    "magnitude_fault_noise": (
        "Line {line}, {place}: v = {v}, but j - i = {expected}.",
        "Zeile {line} der Datei, {place}: v = {v}, aber j - i = {expected}.",
    ),
    "magnitude_fault_target": (
        "Line {line}, {place}: j = {j} is below 0.",
        "Zeile {line} der Datei, {place}: j = {j} liegt unter 0.",
    ),
    "magnitude_fault_p": (
        "Line {line}, {place}: p = {p} is not between 0 and 1.",
        "Zeile {line} der Datei, {place}: p = {p} liegt nicht zwischen 0 und 1.",
    ),
    "magnitude_fault_sum": (
        "Line {line}, {place}: the probabilities sum to {total}, not to 1.",
        "Zeile {line} der Datei, {place}: Die Wahrscheinlichkeiten ergeben zusammen {total}, nicht 1.",
    ),
    "magnitude_fault_falls": (
        "Line {line}, {place}: the upper bound {bound} lies below the one before ({before}).",
        "Zeile {line} der Datei, {place}: Die Obergrenze {bound} liegt unter der vorigen ({before}).",
    ),
    "magnitude_fault_width": (
        "Line {line}, {place}: the interval is {width} wide, but p = {p}.",
        "Zeile {line} der Datei, {place}: Das Intervall ist {width} breit, aber p = {p}.",
    ),
    "magnitude_fault_last": (
        "Line {line}, {place}: the last upper bound is {bound}, not 1.",
        "Zeile {line} der Datei, {place}: Die letzte Obergrenze ist {bound}, nicht 1.",
    ),
    "magnitude_fault_deviation": (
        "Line {line}, {place}: v = {v} is beyond the maximum deviation D = {D}.",
        "Zeile {line} der Datei, {place}: v = {v} überschreitet die Maximalabweichung D = {D}.",
    ),
    # --- writing ---------------------------------------------------------------------------------------------------
    "magnitude_why_small_cells": (
        "τ-ARGUS reads rows for small cells from a file of their own, where their type is “all”.",
        "τ-ARGUS liest Zeilen für kleine Tabellenfelder aus einer eigenen Datei, in der ihr Typ „all“ ist.",
    ),
    # --- warnings --------------------------------------------------------------------------------------------------
    "magnitude_warning_parity": (
        "The perturbation table for magnitudes has rows of the type “{there}” and none of the type “{missing}”: with parity, cells of the other number of contributors find no row.",
        "Die Überlagerungstabelle für Wertmerkmale hat Zeilen vom Typ „{there}“, aber keine vom Typ „{missing}“: Mit Parität finden Tabellenfelder mit der anderen Zahl von Beitragenden keine Zeile.",
    ),
    "magnitude_warning_all_and_parity": (
        "The perturbation table for magnitudes has rows of the type “all” beside “even” or “odd”: with parity the rows “all” are not used, without it the others are not.",
        "Die Überlagerungstabelle für Wertmerkmale hat Zeilen vom Typ „all“ neben „even“ oder „odd“: Mit Parität werden die Zeilen „all“ nicht benutzt, ohne sie die anderen nicht.",
    ),
    "magnitude_warning_zero": (
        "Type {type}: row 0 is not the identity. Empty cells stay empty all the same.",
        "Typ {type}: Zeile 0 ist nicht die Identität. Leere Tabellenfelder bleiben dennoch leer.",
    ),
    "magnitude_warning_no_rows": (
        "Type {type}: there is no row above i = 0, so nothing is perturbed.",
        "Typ {type}: Es gibt keine Zeile über i = 0, es wird also nichts überlagert.",
    ),
    "magnitude_warning_first": (
        "Type {type}: the first row is i = {row}, not 1. Ratios from 1 on lie between it and row 0, or take it as it is.",
        "Typ {type}: Die erste Zeile ist i = {row}, nicht 1. Verhältnisse ab 1 liegen zwischen ihr und Zeile 0 oder nehmen sie, wie sie ist.",
    ),
    "magnitude_warning_last": (
        "Type {type}: the last row i = {row} is below the maximum deviation D = {D} and stands for all larger ratios.",
        "Typ {type}: Die letzte Zeile i = {row} liegt unter der Maximalabweichung D = {D} und gilt für alle größeren Verhältnisse.",
    ),
    "magnitude_warning_bias": (
        "Type {type}: {count} rows are biased, most of all row i = {row}, where the noise is {bias} on average.",
        "Typ {type}: {count} Zeilen sind verzerrt, am stärksten i = {row}, wo der Überlagerungswert im Mittel {bias} beträgt.",
    ),
    "magnitude_warning_bias_one": (
        "Type {type}: row i = {row} is biased: the noise is {bias} on average.",
        "Typ {type}: Zeile i = {row} ist verzerrt: Der Überlagerungswert beträgt im Mittel {bias}.",
    ),
}
