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
    "html_cube_too_large": (
        "The data cube has {cells} figures; a web page to choose from holds at most {limit}. Choose Parquet or CSV with one line per cell, fewer variables or fewer levels.",
        "Der Datenquader hat {cells} Zahlen; eine Webseite mit Auswahl fasst höchstens {limit}. Wählen Sie Parquet oder CSV mit einer Zeile je Tabellenfeld, weniger Merkmale oder weniger Ebenen.",
    ),
    "html_cube_choose": ("What is shown", "Was gezeigt wird"),
    "html_cube_shows": ("Show all", "Alle zeigen"),
    "html_cube_rows": ("all, in the rows", "alle, in den Zeilen"),
    "html_cube_columns": ("all, in the columns", "alle, in den Spalten"),
    "html_cube_only": ("Show only", "Nur zeigen"),
    "html_cube_find": ("Find in the rows", "In den Zeilen suchen"),
    "html_cube_hides": ("Hide empty rows", "Leere Zeilen ausblenden"),
    "html_cube_swap": ("Swap rows and columns", "Zeilen und Spalten tauschen"),
    "html_cube_copy": ("Copy table", "Tabelle kopieren"),
    "html_cube_save": ("Save as CSV", "Als CSV speichern"),
    "html_cube_draw": ("Picture", "Bild"),
    "html_cube_drawn": (
        "Bars of [0] of [1] rows and [2] of [3] columns. Totals are not drawn; the table below has all figures.",
        "Balken von [0] der [1] Zeilen und [2] der [3] Spalten. Summen sind nicht gezeichnet; die Tabelle darunter hat alle Zahlen.",
    ),
    "html_cube_draw_one": (
        "A picture needs one kind of figures, and rows that are no totals.",
        "Ein Bild braucht eine Art von Zahlen und Zeilen, die keine Summen sind.",
    ),
    "html_cube_up": ("Previous rows", "Vorige Zeilen"),
    "html_cube_down": ("Next rows", "Nächste Zeilen"),
    "html_cube_left": ("Previous columns", "Vorige Spalten"),
    "html_cube_right": ("Next columns", "Nächste Spalten"),
    "html_cube_rows_shown": ("Rows [0] to [1] of [2].", "Zeilen [0] bis [1] von [2]."),
    "html_cube_columns_shown": ("Columns [0] to [1] of [2].", "Spalten [0] bis [1] von [2]."),
    "html_cube_sorted_down": ("Sorted by [0], descending.", "Sortiert nach [0], absteigend."),
    "html_cube_sorted_up": ("Sorted by [0], ascending.", "Sortiert nach [0], aufsteigend."),
    "html_cube_nothing": ("No row is called so.", "Keine Zeile heißt so."),
    "html_cube_none": ("not published", "nicht ausgewiesen"),
    "html_cube_too_many": (
        "That would be too many cells. Choose a single value for one more variable.",
        "Das wären zu viele Tabellenfelder. Wählen Sie für ein weiteres Merkmal einen einzelnen Wert.",
    ),
    "html_cube_copied": ("The table was copied with its notes.", "Die Tabelle wurde mit ihren Hinweisen kopiert."),
    "html_cube_not_copied": (
        "The browser does not allow copying. Save the table as CSV.",
        "Der Browser erlaubt das Kopieren nicht. Speichern Sie die Tabelle als CSV.",
    ),
    "html_cube_saved": ("The browser saves the CSV file.", "Der Browser speichert die CSV-Datei."),
    "html_cube_table": ("Table, can be scrolled", "Tabelle, lässt sich verschieben"),
    "html_cube_code": ("Code", "Code"),
    "html_cube_figure": ("Figure", "Zahl"),
    "html_cube_adding": (
        "Please do not add these figures up: each is protected on its own. Totals stand in the table.",
        "Bitte die Zahlen nicht addieren: Jede ist einzeln geschützt. Summen stehen in der Tabelle.",
    ),
    "html_cube_old": (
        "This browser is too old for this page. Open it with a newer one.",
        "Dieser Browser ist zu alt für diese Seite. Öffnen Sie sie mit einem neueren.",
    ),
    "html_cube_broken": (
        "The data of this page are damaged. Get the page once more.",
        "Die Daten dieser Seite sind beschädigt. Holen Sie die Seite noch einmal.",
    ),
    "html_cube_noscript": (
        "This page shows its tables by JavaScript. Switch it on, or ask the publisher for the figures in another form.",
        "Diese Seite zeigt ihre Tabellen mit JavaScript. Schalten Sie es ein, oder bitten Sie den Herausgeber um die Zahlen in anderer Form.",
    ),
    "export_pdf_figures": ("Published figures of the table as CSV", "Ausgewiesene Zahlen der Tabelle als CSV"),
    "letters_without_glyph": (
        "PDF has no letters for “{text}”: the font Carlito lacks some of them. Change the text, or choose another format.",
        "Für „{text}“ hat das PDF keine Buchstaben: Der Schrift Carlito fehlen welche. Ändern Sie den Text, oder wählen Sie ein anderes Format.",
    ),
    "font_missing": (
        "The font of the office for PDF is not there: no .ttf or .otf file in {folder}. Put it there, or change the setting.",
        "Die Schrift des Amtes für PDF fehlt: keine .ttf- oder .otf-Datei in {folder}. Legen Sie sie dorthin, oder ändern Sie die Einstellung.",
    ),
    "font_families": (
        "The folder of the font for PDF must hold one font. It holds: {names}.",
        "Im Ordner der Schrift für PDF darf nur eine Schrift liegen. Dort liegen: {names}.",
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
