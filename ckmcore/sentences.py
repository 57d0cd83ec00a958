"""Every sentence of engine and command line: code -> (English, German), with named fields.

A sentence says what, where and what to do. Fields are typed values (`{rows}`), formatted by `numbers.field_text` in
the language of the sentence; they never hold text that would need a translation of its own. A field may be given a
sentence (`Sentence`), which is rendered in the same language.
"""

from __future__ import annotations

import locale
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ckmcore.numbers import Language, field_text

SENTENCES: dict[str, tuple[str, str]] = {
    # --- files -----------------------------------------------------------------------------------------------------
    "file_missing": (
        "There is no file “{file}”. Check the name and the folder.",
        "Es gibt keine Datei „{file}“. Prüfen Sie Namen und Ordner.",
    ),
    "file_is_folder": (
        "“{file}” is a folder. Choose a file in it.",
        "„{file}“ ist ein Ordner. Wählen Sie eine Datei darin.",
    ),
    "file_not_readable": (
        "The file “{file}” cannot be read: {reason}. Check your rights to it, and whether another program holds it open.",
        "Die Datei „{file}“ lässt sich nicht lesen: {reason}. Prüfen Sie Ihre Rechte und ob ein anderes Programm sie geöffnet hält.",
    ),
    "file_empty": (
        "The file “{file}” is empty. Choose another one or export it anew.",
        "Die Datei „{file}“ ist leer. Wählen Sie eine andere oder erzeugen Sie sie neu.",
    ),
    "file_without_records": (
        "The file “{file}” holds names of columns and no records. Choose another one or export it anew.",
        "Die Datei „{file}“ enthält Spaltennamen, aber keine Datensätze. Wählen Sie eine andere oder erzeugen Sie sie neu.",
    ),
    "file_binary": (
        "The file “{file}” is not a table of text: it is {kind}. Export the data as CSV or Parquet.",
        "Die Datei „{file}“ ist keine Texttabelle, sondern {kind}. Geben Sie die Daten als CSV oder Parquet aus.",
    ),
    "kind_xlsx": ("an Excel workbook", "eine Excel-Arbeitsmappe"),
    "kind_xls": ("an old Excel workbook or another Office file", "eine alte Excel-Arbeitsmappe oder andere Office-Datei"),
    "kind_ods": ("an OpenDocument file", "eine OpenDocument-Datei"),
    "kind_zip": ("a ZIP archive", "ein ZIP-Archiv"),
    "kind_archive": ("a compressed archive", "ein komprimiertes Archiv"),
    "kind_image": ("a picture", "ein Bild"),
    "kind_pdf": ("a PDF document", "ein PDF-Dokument"),
    "kind_sqlite": ("a database or a statistic of this program", "eine Datenbank oder eine Statistik dieses Programms"),
    "kind_spss": ("an SPSS file", "eine SPSS-Datei"),
    "kind_sas": ("a SAS file", "eine SAS-Datei"),
    "kind_stata": ("a Stata file", "eine Stata-Datei"),
    "kind_program": ("a program", "ein Programm"),
    "kind_binary": ("a binary file (it holds zero bytes)", "eine Binärdatei (sie enthält Nullbytes)"),
    "file_damaged": (
        "The file “{file}” is damaged or incomplete ({detail}). Copy or export it anew.",
        "Die Datei „{file}“ ist beschädigt oder unvollständig ({detail}). Kopieren oder erzeugen Sie sie neu.",
    ),
    "file_not_understood": (
        "The file “{file}” cannot be read as rows and columns ({detail}). Check separator and quotes in the preview.",
        "Die Datei „{file}“ lässt sich nicht als Zeilen und Spalten lesen ({detail}). Prüfen Sie Trennzeichen und Anführungszeichen in der Vorschau.",
    ),
    "ragged_row": (
        "File “{file}”, line {line}: {found} fields instead of {expected}. Correct the line, or choose another separator or quote.",
        "Datei „{file}“, Zeile {line}: {found} Felder statt {expected}. Berichtigen Sie die Zeile oder wählen Sie ein anderes Trenn- oder Anführungszeichen.",
    ),
    "unclosed_quote": (
        "File “{file}”, line {line}: a quoted field begins here and never ends. Close the quote, or read the file without quotes.",
        "Datei „{file}“, Zeile {line}: Hier beginnt ein Feld in Anführungszeichen, das nirgends endet. Schließen Sie es oder lesen Sie die Datei ohne Anführungszeichen.",
    ),
    "column_name_twice": (
        "File “{file}”: columns {first} and {second} are both called “{column}”. Rename one of them.",
        "Datei „{file}“: Die Spalten {first} und {second} heißen beide „{column}“. Benennen Sie eine davon um.",
    ),
    "undecodable_byte": (
        "File “{file}”, line {line}, column {column}: the byte {byte} is not valid in {encoding}. Choose another encoding or correct the file.",
        "Datei „{file}“, Zeile {line}, Spalte {column}: Das Byte {byte} ist in {encoding} nicht gültig. Wählen Sie eine andere Kodierung oder berichtigen Sie die Datei.",
    ),
    "unknown_column": (
        "The file “{file}” has no column “{variable}”. Its columns, the closest name first: {known}.",
        "Die Datei „{file}“ hat keine Spalte „{variable}“. Ihre Spalten, der ähnlichste Name zuerst: {known}.",
    ),
    "cancelled": (
        "Cancelled. Nothing was changed.",
        "Abgebrochen. Es wurde nichts geändert.",
    ),
    # --- microdata -------------------------------------------------------------------------------------------------
    "unknown_variable": (
        "There is no variable “{variable}”. Known are: {known}.",
        "Es gibt kein Merkmal „{variable}“. Bekannt sind: {known}.",
    ),
    "variable_twice": (
        "The variable “{variable}” stands twice in the table. Remove one of the two.",
        "Das Merkmal „{variable}“ steht zweimal in der Tabelle. Entfernen Sie eines der beiden.",
    ),
    "rows_differ": (
        "The column “{column}” has {rows} rows, the data have {expected}. Give one value for each record.",
        "Die Spalte „{column}“ hat {rows} Zeilen, die Daten haben {expected}. Nötig ist ein Wert je Datensatz.",
    ),
    "not_a_number": (
        "Column “{column}”, record {row} (counted from 1): “{value}” is not a number ({count} such values). Choose another decimal sign or another role.",
        "Spalte „{column}“, Datensatz {row} (ab 1 gezählt): „{value}“ ist keine Zahl ({count} solche Werte). Wählen Sie ein anderes Dezimalzeichen oder eine andere Rolle.",
    ),
    "column_nested": (
        "File “{file}”: the column “{column}” holds lists or records, not single values. Choose another column or export it flat.",
        "Datei „{file}“: Die Spalte „{column}“ enthält Listen oder Datensätze statt einzelner Werte. Wählen Sie eine andere Spalte oder geben Sie sie flach aus.",
    ),
    "column_two_roles": (
        "The column “{column}” was given two roles. Choose one of them.",
        "Die Spalte „{column}“ hat zwei Rollen erhalten. Wählen Sie eine davon.",
    ),
    "weight_missing": (
        "Weight “{column}”: {count} records have no weight, the first is record {row} (counted from 1). Complete the weights or choose another column.",
        "Gewicht „{column}“: {count} Datensätze haben kein Gewicht, der erste ist Datensatz {row} (ab 1 gezählt). Ergänzen Sie die Gewichte oder wählen Sie eine andere Spalte.",
    ),
    "magnitude_missing": (
        "Magnitude “{column}”: {count} records have no value and count as 0, the first is record {row} (counted from 1).",
        "Wertmerkmal „{column}“: {count} Datensätze haben keinen Wert und zählen als 0, der erste ist Datensatz {row} (ab 1 gezählt).",
    ),
    "ragged_rows_seen": (
        "{count} of the first records have another number of fields, the first is record {row} with {found} instead of {expected}. Check separator and quotes.",
        "{count} der ersten Datensätze haben eine andere Anzahl von Feldern, der erste ist Datensatz {row} mit {found} statt {expected}. Prüfen Sie Trennzeichen und Anführungszeichen.",
    ),
    "leading_zeros": (
        "Stays text: as a number it would lose its leading zero in {count} of the {rows} rows looked at.",
        "Bleibt Text: Als Zahl ginge in {count} der {rows} betrachteten Zeilen die führende Null verloren.",
    ),
    "other_decimal_sign": (
        "{count} of the {rows} rows looked at hold a number with another decimal sign than “{decimal}”. Check the decimal sign.",
        "In {count} der {rows} betrachteten Zeilen steht eine Zahl mit einem anderen Dezimalzeichen als „{decimal}“. Prüfen Sie das Dezimalzeichen.",
    ),
    "blanks_trimmed": (
        "Blanks at the ends are removed in {count} of the {rows} rows looked at.",
        "In {count} der {rows} betrachteten Zeilen werden Leerzeichen am Rand entfernt.",
    ),
    "key_like_column": (
        "Looks like a second column of record keys; only one can be used.",
        "Sieht nach einer zweiten Spalte mit Record-Keys aus; nur eine kann verwendet werden.",
    ),
    # --- record keys -----------------------------------------------------------------------------------------------
    "key_column_exists": (
        "{file} has a column “{column}” already. Choose another name for the new keys; existing keys are never replaced.",
        "{file} hat schon eine Spalte „{column}“. Wählen Sie einen anderen Namen für die neuen Keys; vorhandene Keys werden nie ersetzt.",
    ),
    "record_key_outside": (
        "Record key “{column}”, record {row} (counted from 1): {value} is not in the interval from 0 to below {limit} ({count} such values). Choose the right column, give the modulus if the keys are integers, or correct the file.",
        "Record-Key „{column}“, Datensatz {row} (ab 1 gezählt): {value} liegt nicht im Bereich von 0 bis unter {limit} ({count} solche Werte). Wählen Sie die richtige Spalte, geben Sie bei ganzzahligen Keys den Modul an oder berichtigen Sie die Datei.",
    ),
    "record_key_missing": (
        "Record key “{column}”: {count} records have no key, the first is record {row} (counted from 1). Complete the keys or generate new ones.",
        "Record-Key „{column}“: {count} Datensätze haben keinen Key, der erste ist Datensatz {row} (ab 1 gezählt). Ergänzen Sie die Keys oder erzeugen Sie neue.",
    ),
    "record_key_not_a_number": (
        "Record key “{column}”, record {row} (counted from 1): “{value}” is not a number ({count} such values). Choose the right column or correct the file.",
        "Record-Key „{column}“, Datensatz {row} (ab 1 gezählt): „{value}“ ist keine Zahl ({count} solche Werte). Wählen Sie die richtige Spalte oder berichtigen Sie die Datei.",
    ),
    "record_key_too_long": (
        "Record key “{column}”, record {row} (counted from 1): {value} has {digits} decimals ({count} such values); at most 17 can be kept. Shorten the keys in the file.",
        "Record-Key „{column}“, Datensatz {row} (ab 1 gezählt): {value} hat {digits} Nachkommastellen ({count} solche Werte); höchstens 17 sind möglich. Kürzen Sie die Keys in der Datei.",
    ),
    "record_key_modulus": (
        "The modulus {modulus} of the record keys is not between 2 and {limit}. Give the number of different keys.",
        "Der Modul {modulus} der Record-Keys liegt nicht zwischen 2 und {limit}. Geben Sie die Anzahl der möglichen Keys an.",
    ),
    "record_key_doubles": (
        "Record key “{column}”: the keys are doubles; they were read as their shortest decimal form with {digits} digits.",
        "Record-Key „{column}“: Die Keys liegen als Gleitkommazahlen vor; gelesen wurde ihre kürzeste Dezimalform mit {digits} Stellen.",
    ),
    "record_key_shortened": (
        "Record key “{column}”: {count} keys had more than 15 significant digits and were read as the shortest form of the double, the first is {value} in record {row} (counted from 1).",
        "Record-Key „{column}“: {count} Keys hatten mehr als 15 gültige Stellen und wurden als kürzeste Form der Gleitkommazahl gelesen, der erste ist {value} in Datensatz {row} (ab 1 gezählt).",
    ),
    "record_key_digits": (
        "Record key “{column}”: the keys are decimals with {digits} digits; the modulus {modulus} does not hold them. Give a power of ten of at least {proposed} and at most 17 digits.",
        "Record-Key „{column}“: Die Keys sind Dezimalzahlen mit {digits} Stellen; der Modul {modulus} fasst sie nicht. Geben Sie eine Zehnerpotenz von mindestens {proposed} mit höchstens 17 Nullen an.",
    ),
    # --- hierarchies -----------------------------------------------------------------------------------------------
    "hierarchy_unknown_codes": (
        "The hierarchy of “{variable}” lacks {count} codes that occur in the data: {codes}. Add them to the hierarchy file.",
        "In der Hierarchie von „{variable}“ fehlen {count} Codes, die in den Daten vorkommen: {codes}. Ergänzen Sie die Hierarchiedatei.",
    ),
    "hierarchy_level_skipped": (
        "Hierarchy file “{file}”, line {line}: the code “{node}” stands at depth {depth}; after the line before, at most {allowed} is possible. Add the missing level or remove a lead string.",
        "Hierarchiedatei „{file}“, Zeile {line}: Der Code „{node}“ steht in Tiefe {depth}; nach der Zeile davor ist höchstens {allowed} möglich. Ergänzen Sie die fehlende Ebene oder entfernen Sie ein Tiefenzeichen.",
    ),
    "hierarchy_code_twice": (
        "Hierarchy file “{file}”, line {line}: the code “{node}” stands already in line {first}. Each code may occur once; rename or remove one.",
        "Hierarchiedatei „{file}“, Zeile {line}: Der Code „{node}“ steht schon in Zeile {first}. Jeder Code darf nur einmal vorkommen; benennen Sie einen um oder entfernen Sie ihn.",
    ),
    "hierarchy_code_missing": (
        "Hierarchy file “{file}”, line {line}: there is no code. Write one behind the lead string or remove the line.",
        "Hierarchiedatei „{file}“, Zeile {line}: Es fehlt der Code. Schreiben Sie einen hinter das Tiefenzeichen oder entfernen Sie die Zeile.",
    ),
    # --- tables ----------------------------------------------------------------------------------------------------
    "word_total": ("Total", "Insgesamt"),
    "word_subtotal": ("Subtotal", "Zusammen"),
    "word_selected": ("Total (selection)", "Zusammen (Auswahl)"),
    "word_count": ("Number", "Anzahl"),
    "word_weighted_count": ("Weighted number", "Anzahl, gewichtet"),
    "title_by": ("{what} by {variables}", "{what} nach {variables}"),
    "title_and": ("{first} and {last}", "{first} und {last}"),
    "table_too_large": (
        "The table would have {cells} cells; at most {limit} can be computed. Take out a variable, choose fewer levels or add a filter.",
        "Die Tabelle hätte {cells} Felder; höchstens {limit} können berechnet werden. Nehmen Sie ein Merkmal heraus, wählen Sie weniger Ebenen oder filtern Sie.",
    ),
    "spec_unreadable": (
        "The saved table cannot be read: {detail}. Lay the table out anew or open a copy of the file.",
        "Die gespeicherte Tabelle ist nicht lesbar: {detail}. Bauen Sie die Tabelle neu auf oder öffnen Sie eine Kopie der Datei.",
    ),
    "spec_part_not_computed": (
        "This version cannot compute “{part}” yet. The saved table keeps it; take it out to see the rest.",
        "Diese Version kann „{part}“ noch nicht berechnen. Die gespeicherte Tabelle behält es; nehmen Sie es heraus, um den Rest zu sehen.",
    ),
    "filter_unknown_codes": (
        "The filter on “{variable}” names codes that do not exist: {codes}. Choose among the categories of the variable.",
        "Der Filter auf „{variable}“ nennt Codes, die es nicht gibt: {codes}. Wählen Sie unter den Ausprägungen des Merkmals.",
    ),
    "no_weight": (
        "The data have no weight, so weighted counts cannot be computed. Give a column the role weight.",
        "Die Daten haben kein Gewicht, gewichtete Häufigkeiten sind nicht möglich. Geben Sie einer Spalte die Rolle Gewicht.",
    ),
    "address_unknown": (
        "There is no cell {variable} = “{code}” in this table.",
        "Ein Tabellenfeld {variable} = „{code}“ gibt es in dieser Tabelle nicht.",
    ),
    # --- perturbation tables ---------------------------------------------------------------------------------------
    "ptable_parameter": (
        "The perturbation table cannot be designed with {parameter} = {value}. Allowed is {allowed}.",
        "Die Überlagerungstabelle lässt sich mit {parameter} = {value} nicht berechnen. Zulässig ist {allowed}.",
    ),
    "ptable_infeasible": (
        "Row i = {row} of the perturbation table cannot have the variance V = {wanted}; possible is {low} to {high}. Choose V = {nearest}, or change D, js, pstay or the monotony.",
        "Zeile i = {row} der Überlagerungstabelle kann die Varianz V = {wanted} nicht haben; möglich ist {low} bis {high}. Wählen Sie V = {nearest} oder ändern Sie D, js, pstay oder die Monotonie.",
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
        "The threshold {threshold} for shuffling the perturbation table is not between 0 and 1. Choose .05 or less.",
        "Der Schwellenwert {threshold} für das Mischen der Überlagerungstabelle liegt nicht zwischen 0 und 1. Wählen Sie höchstens 0,05.",
    ),
    "ptable_missing": (
        "The perturbation table “{name}” is not there. Check name and folder.",
        "Die Überlagerungstabelle „{name}“ ist nicht vorhanden. Prüfen Sie Namen und Ordner.",
    ),
    "ptable_unreadable": (
        "The perturbation table “{name}” cannot be opened: {reason}. Check the rights to the file and whether another program holds it.",
        "Die Überlagerungstabelle „{name}“ lässt sich nicht öffnen: {reason}. Prüfen Sie die Rechte an der Datei und ob ein anderes Programm sie geöffnet hat.",
    ),
    "ptable_empty": (
        "The perturbation table “{name}” is empty. Choose another file.",
        "Die Überlagerungstabelle „{name}“ ist leer. Wählen Sie eine andere Datei.",
    ),
    "ptable_binary": (
        "“{name}” is not a text file and cannot be read as a perturbation table. Save the table as CSV.",
        "„{name}“ ist keine Textdatei und lässt sich nicht als Überlagerungstabelle lesen. Speichern Sie die Tabelle als CSV.",
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
        "“{name}” is not a perturbation table that is known here: line {line} has {columns} columns. Known are τ-ARGUS (i;j;p;v;p_int_ub), R (i,j,p,v,p_int_lb,p_int_ub,type), SAS (i;j;p;v;p_int_lb;p_int_ub), ONS (pcv,ckey,pvalue) and a matrix with one column for each j.",
        "„{name}“ ist keine hier bekannte Überlagerungstabelle: Zeile {line} hat {columns} Spalten. Bekannt sind τ-ARGUS (i;j;p;v;p_int_ub), R (i,j,p,v,p_int_lb,p_int_ub,type), SAS (i;j;p;v;p_int_lb;p_int_ub), ONS (pcv,ckey,pvalue) und eine Matrix mit einer Spalte je j.",
    ),
    "ptable_for_magnitudes": (
        "The perturbation table “{name}” is made for magnitudes (line {line}), not for counts. Choose a table for counts.",
        "Die Überlagerungstabelle „{name}“ gilt für Wertmerkmale (Zeile {line}), nicht für Häufigkeiten. Wählen Sie eine Tabelle für Häufigkeiten.",
    ),
    "ptable_faulty": (
        "The perturbation table “{name}” cannot be used; faults: {count}. {faults} Correct the file.",
        "Die Überlagerungstabelle „{name}“ ist nicht verwendbar; Fehler: {count}. {faults} Berichtigen Sie die Datei.",
    ),
    "ptable_faults": ("{first} {rest}", "{first} {rest}"),
    "ptable_fault_number": (
        "Line {line}: “{text}” is not a number.",
        "Zeile {line} der Datei: „{text}“ ist keine Zahl.",
    ),
    "ptable_fault_integer": (
        "Line {line}: {name} = “{text}” is not an integer of at least {least}.",
        "Zeile {line} der Datei: {name} = „{text}“ ist keine ganze Zahl ab {least}.",
    ),
    "ptable_fault_columns": (
        "Line {line}: {columns} columns instead of {expected}.",
        "Zeile {line} der Datei: {columns} Spalten statt {expected}.",
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
        "Zeile {line} der Datei, i = {row}: Das Intervall ist {width} breit, aber p = {p}.",
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
        "Biased rows: {count}, most of all row i = {row}, where the noise is {bias} on average.",
        "Verzerrte Zeilen: {count}, am stärksten Zeile i = {row}, wo der Überlagerungswert im Mittel {bias} beträgt.",
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
        "The form “{form}” cannot hold this perturbation table: {why} Choose another form.",
        "Das Format „{form}“ kann diese Überlagerungstabelle nicht aufnehmen: {why} Wählen Sie ein anderes Format.",
    ),
    "ptable_why_shuffled": (
        "a matrix has one place for each target, and the table is shuffled.",
        "Eine Matrix hat je Zielhäufigkeit nur einen Platz, und die Tabelle ist gemischt.",
    ),
    "ptable_why_recycled": (
        "the table returns to its last {rows} rows for larger counts.",
        "Die Tabelle kehrt für größere Häufigkeiten zu ihren letzten {rows} Zeilen zurück.",
    ),
    "ptable_why_fraction": (
        "the bound {bound} is not a finite decimal.",
        "Die Grenze {bound} ist keine endliche Dezimalzahl.",
    ),
    # --- methods ---------------------------------------------------------------------------------------------------
    "method_cell_key": ("Cell-key method", "Cell-Key-Methode"),
    "method_rounding": ("Rounding to base {base}", "Rundung auf {base}"),
    "note_cell_key": (
        "All figures are protected by the cell-key method: small random noise is added to each figure, totals included, on its own. Sums of figures can therefore differ from the totals shown.",
        "Alle Zahlen sind mit der Cell-Key-Methode geheim gehalten: Jede Zahl, auch jede Summe, wird für sich um einen kleinen zufälligen Wert verändert. Die Summe der Einzelwerte kann daher von der ausgewiesenen Summe abweichen.",
    ),
    "note_rounding": (
        "All figures are rounded to multiples of {base}, totals included, each on its own. Sums of figures can therefore differ from the totals shown.",
        "Alle Zahlen sind auf Vielfache von {base} gerundet, auch die Summen, jede für sich. Die Summe der Einzelwerte kann daher von der ausgewiesenen Summe abweichen.",
    ),
    "no_record_keys": (
        "The data have no record keys, so the cell-key method cannot be used. Choose the column with the keys or generate keys.",
        "Die Daten haben keine Record-Keys, die Cell-Key-Methode ist damit nicht möglich. Wählen Sie die Spalte mit den Keys oder erzeugen Sie Keys.",
    ),
    "keys_too_coarse": (
        "The record keys are too coarse for this perturbation table: they take {modulus} values, {needed} are needed.",
        "Die Record-Keys sind zu grob für diese Überlagerungstabelle: Sie haben {modulus} mögliche Werte, nötig sind {needed}.",
    ),
    "rounding_base": (
        "{base} is not a base for rounding. Choose a whole number from 2, for example 10.",
        "{base} ist keine Basis für die Rundung. Wählen Sie eine ganze Zahl ab 2, zum Beispiel 10.",
    ),
    # --- export ----------------------------------------------------------------------------------------------------
    "export_state_draft": ("Draft – not released", "Entwurf – nicht freigegeben"),
    "export_trial": (
        "Made without a statistic: not a release.",
        "Ohne Statistik erstellt: keine Freigabe.",
    ),
    "export_statistic": ("Statistic: {statistic}", "Statistik: {statistic}"),
    "export_period": ("Reporting period: {period}", "Berichtszeitraum: {period}"),
    "export_source": ("Source: {source}", "Quelle: {source}"),
    "export_as_of": ("State of the data: {date}", "Stand der Daten: {date}"),
    "export_filter": ("Selection: {selection}", "Auswahl: {selection}"),
    "export_note_heading": ("Note on the method", "Hinweis zum Verfahren"),
    "export_sign_zero": (
        "0: nothing, or a figure that the method made 0",
        "0: nichts vorhanden, oder eine Zahl, die das Verfahren zu 0 gemacht hat",
    ),
    "export_signs_heading": ("Legend of signs", "Zeichenerklärung"),
    "export_apostrophe": (
        "Labels that begin with =, +, - or @ carry an apostrophe in front, so that a spreadsheet does not compute them.",
        "Bezeichnungen, die mit =, +, - oder @ beginnen, tragen einen Apostroph, damit eine Tabellenkalkulation sie nicht ausrechnet.",
    ),
    "export_sheet_table": ("Table", "Tabelle"),
    "export_sheet_notes": ("Notes", "Hinweise"),
    "export_unknown_form": (
        "“{name}” is not a format for tables. Choose a name that ends in {known}.",
        "„{name}“ ist kein Format für Tabellen. Wählen Sie einen Namen mit der Endung {known}.",
    ),
    "export_not_written": (
        "{name} could not be written: {reason}. Close the file in other programs or choose another folder.",
        "{name} konnte nicht geschrieben werden: {reason}. Schließen Sie die Datei in anderen Programmen oder wählen Sie einen anderen Ordner.",
    ),
    "export_too_wide": (
        "The table has {rows} rows and {columns} columns; a sheet holds at most {row_limit} and {column_limit}. Export it as CSV or choose fewer categories.",
        "Die Tabelle hat {rows} Zeilen und {columns} Spalten; ein Tabellenblatt fasst höchstens {row_limit} und {column_limit}. Geben Sie sie als CSV aus oder wählen Sie weniger Ausprägungen.",
    ),
    # --- statistic -------------------------------------------------------------------------------------------------
    "no_method_in_force": (
        "No method is in force for this period, so nothing can be exported. Ask the methodologist to put one in force.",
        "Für diesen Berichtszeitraum ist kein Verfahren in Kraft, daher ist keine Ausgabe möglich. Die Methodik muss eines in Kraft setzen.",
    ),
    "ptable_zeros_not_kept": (
        "Row 0 of this perturbation table changes zeros. Only a table that leaves zeros unchanged can be put in force.",
        "Zeile 0 dieser Überlagerungstabelle verändert Nullen. In Kraft gesetzt werden kann nur eine Tabelle, die Nullen unverändert lässt.",
    ),
    "ckm_missing": (
        "The statistic {name} cannot be opened: {reason}. Check the drive and the name.",
        "Die Statistik {name} lässt sich nicht öffnen: {reason}. Prüfen Sie Laufwerk und Namen.",
    ),
    "ckm_not_a_statistic": (
        "{name} is not a statistic of this program. Choose a file that ends in .ckm.",
        "{name} ist keine Statistik dieses Programms. Wählen Sie eine Datei mit der Endung .ckm.",
    ),
    "ckm_newer": (
        "{name} was saved by a newer program (format {version}, this program reads up to {known}). Update the program.",
        "{name} wurde mit einem neueren Programm gespeichert (Format {version}, dieses Programm liest bis {known}). Aktualisieren Sie das Programm.",
    ),
    "ckm_damaged": (
        "The statistic {name} is damaged: {detail}. Open the last good copy.",
        "Die Statistik {name} ist beschädigt: {detail}. Öffnen Sie die letzte gute Kopie.",
    ),
    "ckm_changed_meanwhile": (
        "{name} was changed by somebody else since you opened it. Save your work under another name.",
        "{name} wurde seit dem Öffnen von anderer Seite geändert. Speichern Sie Ihre Arbeit unter einem anderen Namen.",
    ),
    "ckm_not_saved": (
        "{name} could not be saved: {reason}. The former file is unchanged; save under another name or in another folder.",
        "{name} konnte nicht gespeichert werden: {reason}. Die bisherige Datei ist unverändert; speichern Sie unter einem anderen Namen oder in einem anderen Ordner.",
    ),
    "ckm_locked": (
        "{name} is open on {host} since {time}. It was opened read-only.",
        "{name} ist auf {host} seit {time} geöffnet. Die Datei ist nur lesend geöffnet.",
    ),
    "source_unreachable": (
        "The data of this period cannot be reached: {name}. Connect the drive or choose the file again.",
        "Die Daten dieses Berichtszeitraums sind nicht erreichbar: {name}. Verbinden Sie das Laufwerk oder wählen Sie die Datei neu.",
    ),
    "source_changed": (
        "The data file {name} changed since it was taken over. Take it over again on the page Data.",
        "Die Datendatei {name} hat sich seit der Übernahme geändert. Übernehmen Sie sie auf der Seite Daten neu.",
    ),
    "keys_file_missing": (
        "The generated record keys ({name}) are missing or do not fit the data. Restore the file beside the statistic; new keys would change every published figure.",
        "Die erzeugten Record-Keys ({name}) fehlen oder passen nicht zu den Daten. Stellen Sie die Datei neben der Statistik wieder her; neue Keys würden jede ausgewiesene Zahl ändern.",
    ),
    # --- command line ----------------------------------------------------------------------------------------------
    "cli_usage": ("{detail}. “ckm --help” shows what is possible.", "{detail}. „ckm --help“ zeigt, was möglich ist."),
    "cli_option_needed": ("{reason} needs {option} as well.", "{reason} braucht auch {option}."),
    "cli_option_value": (
        "{option}: “{value}” cannot be read. Write it like this: {example}.",
        "{option}: „{value}“ ist nicht lesbar. Schreiben Sie es so: {example}.",
    ),
    "cli_progress": ("{rows} records read, {percent} %", "{rows} Datensätze gelesen, {percent} %"),
    "cli_written": ("{name} was written.", "{name} wurde geschrieben."),
    "cli_keys_added": (
        "{name}: {rows} records with keys in column “{column}”.",
        "{name}: {rows} Datensätze mit Keys in der Spalte „{column}“.",
    ),
    "cli_table_written": (
        "{name}: {cells} protected cells.",
        "{name}: {cells} geheim gehaltene Tabellenfelder.",
    ),
    "cli_internal_written": (
        "{name}: internal and confidential, never a release.",
        "{name}: intern und vertraulich, keine Freigabe.",
    ),
    "cli_ptable_heading": (
        "   i          bias      variance        stay",
        "   i    Verzerrung       Varianz      bleibt",
    ),
    "cli_ptable_row_missed": (
        "variance {wanted} is not possible, only {low} to {high}",
        "Varianz {wanted} ist nicht möglich, nur {low} bis {high}",
    ),
    "cli_ptable_good": (
        "{rows} rows, every one a valid distribution within D = {D}.",
        "{rows} Zeilen, jede eine gültige Verteilung innerhalb von D = {D}.",
    ),
    "cli_help_ckm": (
        "Protected tables from confidential microdata.",
        "Geheim gehaltene Tabellen aus vertraulichen Mikrodaten.",
    ),
    "cli_help_language": (
        "language of all messages",
        "Sprache aller Meldungen",
    ),
    "cli_help_ptable": (
        "Design, check and convert perturbation tables.",
        "Überlagerungstabellen entwerfen, prüfen und umwandeln.",
    ),
    "cli_help_design": (
        "Design a perturbation table of maximum entropy.",
        "Eine Überlagerungstabelle mit maximaler Entropie entwerfen.",
    ),
    "cli_help_D": (
        "maximum deviation",
        "Maximalabweichung",
    ),
    "cli_help_V": (
        "variance of the noise",
        "Varianz der Überlagerungswerte",
    ),
    "cli_help_js": (
        "small counts 1..js that never appear",
        "ausgeschlossene kleine Fallzahlen 1..js",
    ),
    "cli_help_pstay": (
        "stay probability, at least",
        "Bleibewahrscheinlichkeit, mindestens",
    ),
    "cli_help_mono": (
        "monotone: true, false, or one per row such as t,t,f,t",
        "monoton: true, false, oder je Zeile wie t,t,f,t",
    ),
    "cli_help_shuffle": (
        "shuffle the intervals in pieces of width T, for example 0.05",
        "Abschnitte in Stücken der Breite T mischen, zum Beispiel 0.05",
    ),
    "cli_help_seed": (
        "seed of the shuffle",
        "Startwert des Mischens",
    ),
    "cli_help_strict": (
        "stop where a row cannot have variance V",
        "abbrechen, wenn eine Zeile die Varianz V nicht haben kann",
    ),
    "cli_help_output": (
        "file to write",
        "Datei, die geschrieben wird",
    ),
    "cli_help_check": (
        "Check a perturbation table; exit code 0 if every row is a valid distribution.",
        "Eine Überlagerungstabelle prüfen; Rückgabewert 0, wenn jede Zeile eine gültige Verteilung ist.",
    ),
    "cli_help_ptable_file": (
        "file with a perturbation table (recognised by its content)",
        "Datei mit einer Überlagerungstabelle (am Inhalt erkannt)",
    ),
    "cli_help_convert": (
        "Write a perturbation table in another format.",
        "Eine Überlagerungstabelle in einem anderen Format schreiben.",
    ),
    "cli_help_to": (
        "format to write",
        "Format, das geschrieben wird",
    ),
    "cli_help_keys": (
        "Record keys.",
        "Record-Keys.",
    ),
    "cli_help_keys_add": (
        "Copy a data file and add a column with record keys.",
        "Eine Datendatei kopieren und eine Spalte mit Record-Keys ergänzen.",
    ),
    "cli_help_data": (
        "file with microdata (CSV or Parquet)",
        "Datei mit Mikrodaten (CSV oder Parquet)",
    ),
    "cli_help_key_column": (
        "name of the new column",
        "Name der neuen Spalte",
    ),
    "cli_help_random": (
        "draw the keys from the operating system's randomness",
        "Keys aus dem Zufall des Betriebssystems ziehen",
    ),
    "cli_help_table": (
        "Tabulate microdata and protect every cell.",
        "Mikrodaten auszählen und jedes Tabellenfeld geheim halten.",
    ),
    "cli_help_separator": (
        "separator of the CSV file (else recognised)",
        "Trennzeichen der CSV-Datei (sonst erkannt)",
    ),
    "cli_help_encoding": (
        "encoding of the CSV file (else recognised)",
        "Zeichensatz der CSV-Datei (sonst erkannt)",
    ),
    "cli_help_decimal": (
        "decimal sign of the CSV file (else recognised)",
        "Dezimalzeichen der CSV-Datei (sonst erkannt)",
    ),
    "cli_help_rows": (
        "variables of the rows, outermost first: A,B",
        "Merkmale der Zeilen, äußerstes zuerst: A,B",
    ),
    "cli_help_columns": (
        "variables of the columns, outermost first: C",
        "Merkmale der Spalten, äußerstes zuerst: C",
    ),
    "cli_help_layers": (
        "variables of the layers",
        "Merkmale der Blätter",
    ),
    "cli_help_filter": (
        "only records with these codes of A",
        "nur Datensätze mit diesen Codes von A",
    ),
    "cli_help_hierarchy": (
        "hierarchy of variable A from a .hrc file",
        "Hierarchie des Merkmals A aus einer .hrc-Datei",
    ),
    "cli_help_record_key": (
        "column with the record keys",
        "Spalte mit den Record-Keys",
    ),
    "cli_help_modulus": (
        "modulus of integer record keys (256, 4096)",
        "Modul ganzzahliger Record-Keys (256, 4096)",
    ),
    "cli_help_weight": (
        "column with the weight; makes the table weighted",
        "Spalte mit dem Gewicht; die Tabelle wird gewichtet",
    ),
    "cli_help_method": (
        "cell-key method or rounding",
        "Cell-Key-Methode oder Rundung",
    ),
    "cli_help_boundary": (
        "a key belongs to the interval where key < upper, or key <= upper",
        "ein Key gehört zum Abschnitt mit Key < Obergrenze, oder Key <= Obergrenze",
    ),
    "cli_help_base": (
        "base of the rounding",
        "Basis der Rundung",
    ),
    "cli_help_internal": (
        "write count, cell key, noise and published figure of each cell: confidential, never a release",
        "je Tabellenfeld Originalhäufigkeit, Cell-Key, Überlagerungswert und ausgewiesenen Wert schreiben: vertraulich, keine Freigabe",
    ),
    "cli_help_form": (
        "CSV with one line per cell, or as laid out",
        "CSV mit einer Zeile je Tabellenfeld oder wie die Tabelle aufgebaut ist",
    ),
    # --- desk ------------------------------------------------------------------------------------------------------
    "desk_force_shortfall": (
        "Row {row} does not have the wanted variance. The table can be put in force, but is not what the parameters say.",
        "Zeile {row} hat nicht die gewünschte Varianz. Die Tabelle kann in Kraft gesetzt werden, entspricht aber nicht den Parametern.",
    ),
    "desk_force_ordered": (
        "This table is ordered: near a total's key of 0 its parts add up to it exactly, which lets originals be inferred. Shuffle it before it is put in force.",
        "Diese Tabelle ist geordnet: Liegt der Key einer Summe nahe 0, ergeben ihre Teile sie genau, und Originale lassen sich erschließen. Mischen Sie sie vor dem Inkraftsetzen.",
    ),
    "desk_in_force": (
        "The method is in force. All figures of this period are protected by it from now on.",
        "Das Verfahren ist in Kraft. Alle Zahlen dieses Berichtszeitraums werden ab jetzt damit geheim gehalten.",
    ),
    "unexpected_fault": (
        "Unexpected fault in the program. Nothing was lost. Try again; if it returns, tell the makers what you did.",
        "Unerwarteter Fehler im Programm. Es ging nichts verloren. Versuchen Sie es noch einmal; kehrt er wieder, melden Sie, was Sie taten.",
    ),
    "desk_read_only": (
        "“{name}” is open read-only: {host} has been working on it since {time}. Use “Save as” to keep your changes.",
        "„{name}“ ist schreibgeschützt geöffnet: {host} arbeitet seit {time} daran. Mit „Speichern unter“ bleiben Ihre Änderungen erhalten.",
    ),
    "desk_stale_lock": (
        "“{name}” is open read-only: a lock of this computer since {time} was left behind, the program that made it no longer runs. Take the lock over if nobody works on the file.",
        "„{name}“ ist schreibgeschützt geöffnet: Seit {time} blieb eine Sperre dieses Rechners zurück, das Programm dazu läuft nicht mehr. Übernehmen Sie die Sperre, wenn niemand an der Datei arbeitet.",
    ),
    "desk_no_lock": (
        "“{name}” is open read-only: no lock can be made in its folder. Use “Save as” to keep your changes elsewhere.",
        "„{name}“ ist schreibgeschützt geöffnet: In seinem Ordner lässt sich keine Sperre anlegen. Mit „Speichern unter“ bleiben Ihre Änderungen anderswo erhalten.",
    ),
    "desk_file_in_use": (
        "“{name}” cannot be replaced: {host} has been working on it since {time}. Choose another name.",
        "„{name}“ lässt sich nicht ersetzen: {host} arbeitet seit {time} daran. Wählen Sie einen anderen Namen.",
    ),
    "desk_saved": ("Saved as “{name}”.", "Gespeichert als „{name}“."),
    "desk_exported": ("Draft written to “{name}”.", "Entwurf ausgegeben nach „{name}“."),
    "desk_about": (
        "From confidential microdata to tables that may be published.",
        "Von vertraulichen Einzeldaten zu Tabellen, die veröffentlicht werden dürfen.",
    ),
    "desk_arg_path": (
        "statistic (.ckm) or file of microdata to open",
        "Statistik (.ckm) oder Datei mit Einzeldaten, die geöffnet werden soll",
    ),
    "desk_arg_sample": ("open the sample statistic", "die Beispielstatistik öffnen"),
    "desk_arg_language": ("language of the window", "Sprache des Fensters"),
    "desk_arg_theme": ("light or dark", "hell oder dunkel"),
    "desk_arg_demo": (
        "write the sample's table and a picture of the window into FOLDER, without a screen",
        "Tabelle des Beispiels und ein Bild des Fensters nach FOLDER schreiben, ohne Bildschirm",
    ),
    "desk_arg_help": ("show this help", "diese Hilfe zeigen"),
    "desk_not_for_role": (
        "“{name}” was not opened: new data are read in by the methodologist. Choose another role in the menu “View”, or hand the file on.",
        "„{name}“ wurde nicht geöffnet: Neue Daten liest die Methodik ein. Wählen Sie im Menü „Ansicht“ eine andere Rolle oder geben Sie die Datei weiter.",
    ),
    "desk_one_file": (
        "{count} files were dropped. Drop one file.",
        "Es wurden {count} Dateien abgelegt. Legen Sie eine Datei ab.",
    ),
}


@dataclass(frozen=True)
class Sentence:
    """A sentence with its fields, not yet in a language."""

    code: str
    fields: Mapping[str, Any]

    def text(self, language: Language) -> str:
        return say(self.code, language, **self.fields)


def sentence(code: str, **fields: object) -> Sentence:
    """A sentence to be rendered later, in the reader's language."""
    return Sentence(code, fields)


def say(code: str, language: Language, **fields: object) -> str:
    """The sentence `code` in `language`; raises KeyError for an unknown code or a missing field (a bug)."""
    template = SENTENCES[code][0 if language == "en" else 1]
    texts = {
        name: value.text(language) if isinstance(value, Sentence) else field_text(value, language)
        for name, value in fields.items()
    }
    return template.format(**texts)


def system_language() -> Language:
    """German where the system is German, English elsewhere. `CKM_LANGUAGE` (`de`, `en`) overrules."""
    asked = os.environ.get("CKM_LANGUAGE", "")
    if asked in ("de", "en"):
        return "de" if asked == "de" else "en"
    name = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    if not name:
        name = locale.getlocale()[0] or ""
    return "de" if name.lower().startswith(("de", "german")) else "en"
