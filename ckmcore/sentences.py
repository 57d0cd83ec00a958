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
    # --- record keys -----------------------------------------------------------------------------------------------
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
    # --- tables ----------------------------------------------------------------------------------------------------
    "word_total": ("Total", "Insgesamt"),
    "word_subtotal": ("Subtotal", "Zusammen"),
    "word_selected": ("Total (selection)", "Zusammen (Auswahl)"),
    "word_count": ("Number", "Anzahl"),
    "word_weighted_count": ("Weighted number", "Anzahl, gewichtet"),
    "title_by": ("{what} by {variables}", "{what} nach {variables}"),
    "title_and": ("{first} and {last}", "{first} und {last}"),
    "cancelled": (
        "Cancelled. Nothing was changed.",
        "Abgebrochen. Es wurde nichts geändert.",
    ),
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
    # --- command line ----------------------------------------------------------------------------------------------
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
