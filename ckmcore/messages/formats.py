"""Sentences on the machine formats of tables and what may be wrong with their files. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    # --- words of files ------------------------------------------------------------------------------------------------
    "cube_measure": ("Value", "Wert"),
    "cube_rows": ("Own rows", "Eigene Zeilen"),
    "cube_part": ("part {number} of {count}", "Teil {number} von {count}"),
    "genesis_year": ("Year", "Jahr"),
    "genesis_day": ("Reference date", "Stichtag"),
    "html_logo": ("Logo of the office", "Logo des Amtes"),
    "cube_unit_none": ("unit not stated", "Einheit nicht angegeben"),
    # --- what a format cannot hold -------------------------------------------------------------------------------------
    "cube_needs_periods": (
        "Part {block} of the {count} parts of this table does not show the reporting period, other parts do: its file could not say to which period its figures belong. Put the reporting period into every part, or choose Excel, CSV or HTML.",
        "Teil {block} der {count} Teile dieser Tabelle zeigt den Berichtszeitraum nicht, andere Teile zeigen ihn: Seine Datei könnte nicht sagen, zu welchem Berichtszeitraum die Zahlen gehören. Nehmen Sie den Berichtszeitraum in jeden Teil auf, oder wählen Sie Excel, CSV oder HTML.",
    ),
    "cube_empty": (
        "Part {block} of the {count} parts of this table shows no line with figures (“{variable}”), so there is nothing to write for it. Add a line or remove the part, or choose Excel, CSV or HTML.",
        "Teil {block} der {count} Teile dieser Tabelle zeigt keine Zeile mit Zahlen („{variable}“); für ihn gibt es nichts zu schreiben. Nehmen Sie eine Zeile auf oder entfernen Sie den Teil, oder wählen Sie Excel, CSV oder HTML.",
    ),
    "sdmx_no_time": (
        "SDMX needs a time that it knows, and the reporting period “{period}” is none: it has no date, or the date of another period. Enter its date in the statistic (periods), or choose another format.",
        "SDMX braucht eine Zeitangabe, die es kennt, und der Berichtszeitraum „{period}“ ist keine: Er hat kein Datum, oder das eines anderen Berichtszeitraums. Tragen Sie sein Datum in der Statistik ein (Berichtszeiträume), oder wählen Sie ein anderes Format.",
    ),
    "sdmx_total_of_periods": (
        "SDMX has no total over reporting periods. Switch off the total of the reporting period in this table, or choose another format.",
        "SDMX kennt kein „Insgesamt“ über Berichtszeiträume. Zeigen Sie den Berichtszeitraum in dieser Tabelle ohne „Insgesamt“, oder wählen Sie ein anderes Format.",
    ),
    "export_other_ending": (
        "“{name}” is to be written as {form}, but such files end in {ending}. Change the name or choose another format.",
        "„{name}“ soll als {form} geschrieben werden, solche Dateien enden aber auf {ending}. Ändern Sie den Namen oder wählen Sie ein anderes Format.",
    ),
    "export_page_too_large": (
        "The table has {cells} cells; a web page or PDF holds at most {limit}. Export it as CSV or Parquet, or choose fewer categories.",
        "Die Tabelle hat {cells} Tabellenfelder; eine Webseite oder ein PDF fasst höchstens {limit}. Geben Sie sie als CSV oder Parquet aus oder wählen Sie weniger Ausprägungen.",
    ),
    "export_pdf_figures": ("Published figures of the table as CSV", "Ausgewiesene Zahlen der Tabelle als CSV"),
    "letters_without_glyph": (
        "PDF has no letters for “{text}”: the font Carlito lacks some of them. Change the text, or choose another format.",
        "Für „{text}“ hat das PDF keine Buchstaben: Der Schrift Carlito fehlen welche. Ändern Sie den Text, oder wählen Sie ein anderes Format.",
    ),
    "typesetting_failed": (
        "The pages of the PDF could not be set: {detail}. Choose another format, or fewer categories.",
        "Die Seiten des PDF konnten nicht gesetzt werden: {detail}. Wählen Sie ein anderes Format oder weniger Ausprägungen.",
    ),
    # --- checks after writing ------------------------------------------------------------------------------------------
    "export_file_faulty": (
        "{name} was not handed over: read back as {form}, it is not right ({reason}). The fault is in this program; please report it and choose another format until it is mended.",
        "{name} wurde nicht ausgegeben: Als {form} zurückgelesen, stimmt die Datei nicht ({reason}). Der Fehler liegt im Programm; bitte melden Sie ihn und wählen Sie bis zur Behebung ein anderes Format.",
    ),
    "check_categories": (
        "the categories are not those of the table",
        "die Ausprägungen sind nicht die der Tabelle",
    ),
    "check_cells": (
        "{found} {found:cell|cells} in the place of {wanted}",
        "{found} statt {wanted} {wanted:Tabellenfeld|Tabellenfelder}",
    ),
    "check_figure": (
        "cell {number} does not hold the figure of the table",
        "Tabellenfeld {number} enthält nicht die Zahl der Tabelle",
    ),
    "check_number": (
        "“{text}” is no number of the format",
        "„{text}“ ist keine Zahl des Formats",
    ),
    "check_margin": (
        "the margin {margin} does not hold what was written",
        "der Rand {margin} enthält nicht, was geschrieben wurde",
    ),
    "check_encoding": ("the file is not UTF-8", "die Datei ist kein UTF-8"),
    "check_px_missing": (
        "the keyword {keyword} is missing or empty",
        "das Schlüsselwort {keyword} fehlt oder ist leer",
    ),
    "check_px_unknown": ("the keyword {keyword} is unknown", "das Schlüsselwort {keyword} ist unbekannt"),
    "check_px_twice": ("the keyword {keyword} stands twice", "das Schlüsselwort {keyword} steht doppelt"),
    "check_px_syntax": ("line {line} is not PC-Axis", "Zeile {line} ist kein PC-Axis"),
    "check_px_long": (
        "a piece of text of {keyword} is longer than {limit} characters",
        "ein Textstück von {keyword} ist länger als {limit} Zeichen",
    ),
    "check_px_value": ("what stands behind {keyword} is not allowed", "was hinter {keyword} steht, ist nicht erlaubt"),
    "check_px_variables": (
        "stub and heading name no variable, or one twice",
        "Vorspalte und Tabellenkopf nennen kein Merkmal, oder eines doppelt",
    ),
    "check_px_values": (
        "the values of “{variable}” are missing, empty or not told apart",
        "die Ausprägungen von „{variable}“ fehlen, sind leer oder nicht zu unterscheiden",
    ),
    "check_px_codes": (
        "the codes of “{variable}” are missing or not one for each value",
        "die Codes von „{variable}“ fehlen oder sind nicht je Ausprägung einer",
    ),
    "check_px_reference": (
        "{keyword} names a variable or value that does not exist",
        "{keyword} nennt ein Merkmal oder eine Ausprägung, die es nicht gibt",
    ),
    "check_px_symbol": (
        "cell {number} holds a sign that is not explained",
        "Tabellenfeld {number} enthält ein Zeichen, das nicht erklärt ist",
    ),
    "check_json": ("the file is not JSON", "die Datei ist kein JSON"),
    "check_json_twice": ("“{place}” stands twice", "„{place}“ steht doppelt"),
    "check_json_place": (
        "“{place}” is not as JSON-stat demands",
        "„{place}“ ist nicht so, wie JSON-stat es verlangt",
    ),
    "check_json_status": (
        "cell {number} has no figure and no sign that is explained",
        "Tabellenfeld {number} hat weder eine Zahl noch ein erklärtes Zeichen",
    ),
    "check_csv": ("line {line} is not CSV of the format", "Zeile {line} ist kein CSV des Formats"),
    "check_csv_head": ("the columns are not those of the format", "die Spalten sind nicht die des Formats"),
    "check_csv_value": (
        "“{text}” in line {line}, column {column}, is not allowed",
        "„{text}“ in Zeile {line}, Spalte {column}, ist nicht erlaubt",
    ),
    "check_csv_key": ("line {line} repeats a cell", "Zeile {line} wiederholt ein Tabellenfeld"),
    "check_csv_gap": ("a combination of categories is missing", "eine Kombination von Ausprägungen fehlt"),
    "check_parquet": ("the file is not Parquet", "die Datei ist kein Parquet"),
    "check_parquet_metadata": ("the metadata are not those of the table", "die Metadaten sind nicht die der Tabelle"),
    "check_html_tag": (
        "“{tag}” is not as the page should have it",
        "„{tag}“ ist nicht so, wie die Seite es haben soll",
    ),
    "check_html_names": (
        "header cells are not told apart, or one that is named does not exist",
        "Kopffelder sind nicht zu unterscheiden, oder ein genanntes gibt es nicht",
    ),
    "check_pdf_structure": (
        "the pages have no structure that a screen reader could follow, or texts outside it",
        "die Seiten haben keine Gliederung, der ein Vorleseprogramm folgen kann, oder Texte außerhalb davon",
    ),
    "check_pdf_damaged": ("it is damaged: {detail}", "sie ist beschädigt: {detail}"),
    "check_html_table": (
        "table {number} has no caption or head, or lines of different width",
        "Tabelle {number} hat keine Überschrift, keinen Tabellenkopf oder ungleich breite Zeilen",
    ),
}
