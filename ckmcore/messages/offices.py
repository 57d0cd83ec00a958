"""Sentences on the settings of an office, their file and its picture. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    "office_topic_office": ("The office", "Das Amt"),
    "office_topic_files": ("Files", "Dateien"),
    "office_topic_workbooks": ("Excel workbooks", "Excel-Arbeitsmappen"),
    "office_topic_release": ("Release", "Freigabe"),
    "office_topic_desk": ("Program", "Programm"),
    # --- the office ----------------------------------------------------------------------------------------------------
    "office_name": ("Name", "Name"),
    "office_name_help": (
        "Stands below every table: the office that publishes it.",
        "Steht unter jeder Tabelle als Herausgeber.",
    ),
    "office_logo": ("Logo", "Logo"),
    "office_logo_help": (
        "A picture (PNG) that stands beside the title of a workbook with one table, else on its contents or notes sheet, and at the top of web pages and PDF. Only the picture is kept, without texts about who made it.",
        "Ein Bild (PNG), das in Arbeitsmappen mit einer Tabelle neben dem Titel, sonst auf dem Inhalts- oder Hinweisblatt, und oben auf Webseiten und PDF steht. Übernommen wird nur das Bild, ohne Angaben dazu, wer es erstellt hat.",
    ),
    "office_note": ("Standard note", "Standardhinweis"),
    "office_note_help": (
        "Stands below every table, for example who may be asked, or how to cite it.",
        "Steht unter jeder Tabelle, zum Beispiel eine Stelle für Rückfragen oder die Zitierweise.",
    ),
    "office_corrections": ("Address of corrections", "Adresse der Berichtigungen"),
    "office_corrections_help": (
        "The page on which readers find corrected figures. It stands below every table.",
        "Die Seite, auf der Berichtigungen stehen. Sie wird unter jeder Tabelle genannt.",
    ),
    # --- files ---------------------------------------------------------------------------------------------------------
    "office_signs": ("Signs", "Zeichen"),
    "office_signs_help": (
        "What stands in the place of a figure. The legend below the table explains the signs that it holds.",
        "Was anstelle einer Zahl steht. Die Zeichenerklärung unter der Tabelle erläutert die Zeichen, die in ihr vorkommen.",
    ),
    "office_signs_german": ("German offices: - . x / ( )", "deutsche Ämter: - . x / ( )"),
    "office_signs_british": ("British: [z] [c] [x] [u] ( )", "britisch: [z] [c] [x] [u] ( )"),
    "office_signs_dots": ("Berlin-Brandenburg: – • x / ( )", "Berlin-Brandenburg: – • x / ( )"),
    "office_zero": ("A published 0", "Eine veröffentlichte 0"),
    "office_zero_help": (
        "How a count or a sum of 0 is written in tables for people. Formats for programs always have the figure.",
        "Wie eine Anzahl oder Summe von 0 in Tabellen für Menschen geschrieben wird. Formate für Programme haben immer die Zahl.",
    ),
    "office_zero_digit": ("0", "0"),
    "office_zero_dash": ("– nothing, or changed to 0", "– nichts vorhanden oder auf 0 verändert"),
    "office_empty_sum": ("A sum without contributors", "Eine Wertsumme ohne Fälle mit Betrag"),
    "office_empty_sum_help": (
        "What stands for a sum where the published number of contributors is 0 and shown beside it in the same table. It follows from that number alone. Where the number is not shown, the sign stays.",
        "Was für eine Wertsumme steht, wenn die ausgewiesene Zahl der Fälle mit Betrag 0 ist und in derselben Tabelle daneben steht. Es folgt allein aus dieser Zahl. Wo sie nicht gezeigt wird, bleibt das Zeichen.",
    ),
    "office_empty_sum_sign": ("the sign for a figure that is not known", "das Zeichen für eine unbekannte Zahl"),
    "office_empty_sum_zero": ("like a published 0: 0 or –", "wie eine veröffentlichte 0: 0 oder –"),
    "office_block_total": ("Total of stacked blocks", "Insgesamt bei gestapelten Blöcken"),
    "office_block_total_help": (
        "In new tables with blocks under one another. Tables that are laid out already keep theirs; each table can have its own (Presentation).",
        "In neuen Tabellen mit Blöcken untereinander. Schon aufgebaute Tabellen behalten ihres; jede Tabelle kann ihr eigenes haben (Darstellung).",
    ),
    "office_block_total_first": ("once, in the first block", "einmal, im ersten Block"),
    "office_block_total_last": ("once, in the last block", "einmal, im letzten Block"),
    "office_block_total_each": ("in each block", "in jedem Block"),
    "office_note_length": ("Note on the method", "Hinweis zum Verfahren"),
    "office_note_length_help": (
        "How much a reader is told about the method below a table.",
        "Wie ausführlich das Verfahren unter einer Tabelle erläutert wird.",
    ),
    "office_note_length_long": ("long", "ausführlich"),
    "office_note_length_short": ("short", "kurz"),
    "office_forms": ("Formats", "Formate"),
    "office_forms_help": (
        "The formats that an export proposes.",
        "Die Formate, die bei einer Ausgabe vorgeschlagen werden.",
    ),
    "office_forms_xlsx": ("Excel workbook", "Excel-Arbeitsmappe"),
    "office_forms_xlsx-accessible": ("Excel workbook, accessible", "Excel-Arbeitsmappe, barrierefrei"),
    "office_forms_csv": ("CSV as laid out", "CSV im Aufbau der Tabelle"),
    "office_forms_csv-long": ("CSV, one line per cell", "CSV, eine Zeile je Tabellenfeld"),
    "office_forms_genesis": ("GENESIS flat CSV", "GENESIS-Flat-CSV"),
    "office_forms_px": ("PC-Axis", "PC-Axis"),
    "office_forms_sdmx-csv-1": ("SDMX-CSV 1.0", "SDMX-CSV 1.0"),
    "office_forms_sdmx-csv-2": ("SDMX-CSV 2.0", "SDMX-CSV 2.0"),
    "office_forms_json-stat": ("JSON-stat 2.0", "JSON-stat 2.0"),
    "office_forms_parquet": ("Parquet", "Parquet"),
    "office_forms_html": ("Web page (HTML)", "Webseite (HTML)"),
    "office_forms_html-fragment": ("Part of a web page (HTML)", "Teil einer Webseite (HTML)"),
    "office_forms_html-cube": ("Web page to choose from (HTML)", "Webseite mit Auswahl (HTML)"),
    "office_forms_pdf": ("PDF", "PDF"),
    "office_file_names": ("Names of files", "Dateinamen"),
    "office_file_names_help": (
        "How files are called: words and {{table}}, {{period}}, {{number}} (of the release), {{date}}, {{statistic}}.",
        "Wie Dateien heißen: Wörter und {{table}} (Tabelle), {{period}} (Berichtszeitraum), {{number}} (Nummer der Freigabe), {{date}} (Datum), {{statistic}} (Statistik).",
    ),
    "office_one_workbook": ("Several tables in one workbook", "Mehrere Tabellen in einer Arbeitsmappe"),
    "office_one_workbook_help": (
        "Several tables that are exported to Excel at once stand in one workbook with a contents sheet, not in a file each.",
        "Mehrere Tabellen, die zusammen nach Excel ausgegeben werden, stehen in einer Arbeitsmappe mit Inhaltsblatt statt in je einer Datei.",
    ),
    "office_apostrophe": ("Apostrophe in CSV", "Apostroph in CSV"),
    "office_apostrophe_help": (
        "In CSV files, labels and notes that a spreadsheet would take for formulas (they begin with =, +, - or @) get an apostrophe in front, and the notes say so. Codes stay as they are.",
        "In CSV-Dateien erhalten Bezeichnungen und Hinweise, die eine Tabellenkalkulation für Formeln hielte (sie beginnen mit =, +, - oder @), vorn einen Apostroph; die Hinweise nennen das. Codes bleiben, wie sie sind.",
    ),
    # --- workbooks -----------------------------------------------------------------------------------------------------
    "office_pdf_figures": ("Figures in PDF as CSV", "Zahlen im PDF als CSV"),
    "office_pdf_figures_help": (
        "PDF files carry the published figures as an attached CSV file, one line per cell, for those who compute with them. They are then PDF/A-3a, else PDF/A-2a.",
        "PDF-Dateien enthalten die ausgewiesenen Zahlen als angehängte CSV-Datei, eine Zeile je Tabellenfeld, zum Weiterrechnen. Sie sind dann PDF/A-3a, sonst PDF/A-2a.",
    ),
    "office_pdf_facing": ("Facing pages in PDF", "Doppelseiten im PDF"),
    "office_pdf_facing_help": (
        "Pages are bound as a book: the inner margin is wider, numbers and header stand at the outer edge. Wide tables begin on a left page, row beside row.",
        "Seiten werden wie ein Buch gebunden: Der innere Rand ist breiter, Seitenzahl und Kopfzeile stehen außen. Breite Tabellen beginnen links, Zeile neben Zeile.",
    ),
    "office_pdf_font": ("Font of PDF", "Schrift für PDF"),
    "office_pdf_font_help": (
        "Folder with the files of one font (.ttf, .otf). A release keeps their hash. Empty: Carlito.",
        "Ordner mit den Dateien einer Schrift (.ttf, .otf). Eine Freigabe hält ihren Hashwert fest. Leer: Carlito.",
    ),
    "office_flat_sheets": ("Flat sheet as well", "Zusätzlich ein flaches Blatt"),
    "office_flat_sheets_help": (
        "Beside the table as laid out, a sheet with a single header row and one line per cell, for filtering and sorting.",
        "Neben der Tabelle, wie sie aufgebaut ist, ein Blatt mit einer einzigen Kopfzeile und einer Zeile je Tabellenfeld, zum Filtern und Sortieren.",
    ),
    "office_header": ("Header of pages", "Kopfzeile der Seiten"),
    "office_header_help": ("Stands at the top of printed pages.", "Steht oben auf gedruckten Seiten."),
    "office_footer": ("Footer of pages", "Fußzeile der Seiten"),
    "office_footer_help": (
        "Stands at the bottom of printed pages, beside the page number.",
        "Steht unten auf gedruckten Seiten, neben der Seitenzahl.",
    ),
    "office_font": ("Font", "Schriftart"),
    "office_font_help": ("Of all sheets.", "Auf allen Blättern."),
    "office_font_size": ("Size of font", "Schriftgröße"),
    "office_font_size_help": (
        "In points; the title is three points larger.",
        "In Punkt; der Titel ist drei Punkt größer.",
    ),
    "office_page_columns": ("Columns on a page", "Spalten je Seite"),
    "office_page_columns_help": (
        "Columns of figures beside one another on a printed page; the rest follows on further pages with the labels. 0: as many as can be read.",
        "Zahlenspalten nebeneinander auf einer Druckseite; die übrigen folgen auf weiteren Seiten mit der Vorspalte. 0: so viele, wie lesbar sind.",
    ),
    "office_head_colour": ("Colour of the head", "Farbe des Tabellenkopfs"),
    "office_head_colour_help": (
        "Behind head and stub head; the words on it are black or white, whichever can be read better.",
        "Hinter Tabellenkopf und Kopf der Vorspalte; die Schrift darauf ist schwarz oder weiß, je nachdem, was besser lesbar ist.",
    ),
    "office_line_colour": ("Colour of the lines", "Farbe der Linien"),
    "office_line_colour_help": ("Between cells.", "Zwischen den Zellen."),
    "office_paper": ("Paper", "Papier"),
    "office_paper_help": ("Of printed pages.", "Der gedruckten Seiten."),
    "office_paper_a4": ("A4", "A4"),
    "office_paper_a3": ("A3", "A3"),
    "office_paper_letter": ("Letter", "Letter"),
    "office_orientation": ("Orientation", "Ausrichtung"),
    "office_orientation_help": ("Of printed pages.", "Der gedruckten Seiten."),
    "office_orientation_landscape": ("landscape", "Querformat"),
    "office_orientation_portrait": ("portrait", "Hochformat"),
    # --- release -------------------------------------------------------------------------------------------------------
    "office_four_eyes": ("Two-person rule", "Vier-Augen-Prinzip"),
    "office_four_eyes_help": (
        "New statistics require that another person releases a table than the one who submitted it.",
        "In neuen Statistiken gibt eine andere Person die Tabelle frei als die, die sie eingereicht hat.",
    ),
    "office_grid_cells": ("Smallest grid cells", "Kleinste Gitterzellen"),
    "office_grid_cells_help": (
        "Tables with finer cells are not submitted, and there is no map of them.",
        "Tabellen mit feineren Zellen werden nicht eingereicht; es gibt keine Karte von ihnen.",
    ),
    "office_grid_cells_100m": ("100 m", "100 m"),
    "office_grid_cells_1km": ("1 km", "1 km"),
    "office_grid_cells_10km": ("10 km", "10 km"),
    "office_grid_cells_100km": ("100 km", "100 km"),
    "office_register_folder": ("Folder of the register", "Ordner des Registers"),
    "office_register_folder_help": (
        "Where the registers of releases lie, shared by all desks. Empty: beside the statistic.",
        "Wo die Register der Freigaben liegen, für alle Arbeitsplätze gemeinsam. Leer: neben der Statistik.",
    ),
    # --- program -------------------------------------------------------------------------------------------------------
    "office_language": ("Language", "Sprache"),
    "office_language_help": (
        "Of program and files, unless another is chosen for a person or a table.",
        "Sprache von Programm und Dateien, soweit nicht für eine Person oder eine Tabelle eine andere gewählt ist.",
    ),
    "office_language_system": ("as the system", "wie das System"),
    "office_language_de": ("German", "Deutsch"),
    "office_language_en": ("English", "Englisch"),
    "office_theme": ("Theme", "Erscheinungsbild"),
    "office_theme_help": (
        "Of the program, unless a person chooses another.",
        "Gilt für das Programm, soweit nicht eine Person ein anderes wählt.",
    ),
    "office_theme_system": ("as the system", "wie das System"),
    "office_theme_light": ("light", "hell"),
    "office_theme_dark": ("dark", "dunkel"),
    # --- what is wrong with a value ------------------------------------------------------------------------------------
    "office_fault_long": ("at most {limit} characters fit", "höchstens {limit} Zeichen sind möglich"),
    "office_fault_control": (
        "a tab, line end or other control character cannot stand here",
        "Tabulator, Zeilenende und andere Steuerzeichen sind hier nicht möglich",
    ),
    "office_fault_choice": ("“{value}” is not among the choices", "„{value}“ gehört nicht zur Auswahl"),
    "office_fault_colour": (
        "a colour is written with small letters, such as #1f5fa8",
        "eine Farbe schreibt man mit kleinen Buchstaben, etwa #1f5fa8",
    ),
    "office_fault_font": (
        "a font is named with 1 to {limit} characters",
        "eine Schriftart hat einen Namen von 1 bis {limit} Zeichen",
    ),
    "office_fault_between": ("from {least} to {most} is possible", "möglich ist {least} bis {most}"),
    "office_fault_size": (
        "a size from {least} to {most} points is possible",
        "möglich sind {least} bis {most} Punkt",
    ),
    "office_fault_pattern_braces": (
        "each opening brace needs a closing one",
        "zu jeder öffnenden geschweiften Klammer gehört eine schließende",
    ),
    "office_fault_pattern_part": (
        "{part} is not known; possible are {known}",
        "{part} ist nicht bekannt; möglich sind {known}",
    ),
    "office_fault_pattern_table": (
        "{{table}} is missing: all tables would be called the same",
        "{{table}} fehlt: Alle Tabellen würden gleich heißen",
    ),
    "office_fault_no_form": ("at least one format is needed", "mindestens ein Format ist nötig"),
    "office_fault_form_twice": ("a format stands here twice", "ein Format steht hier doppelt"),
    # --- the picture ---------------------------------------------------------------------------------------------------
    "picture_faulty": (
        "{name} cannot be used as the logo: {what}. Choose another picture.",
        "{name} ist als Logo nicht verwendbar: {what}. Wählen Sie ein anderes Bild.",
    ),
    "picture_large": (
        "it is larger than {kilobytes} KB",
        "das Bild ist größer als {kilobytes} KB",
    ),
    "picture_broken": ("it is not an intact PNG file", "das ist keine unversehrte PNG-Datei"),
    "picture_more": (
        "it holds more than a picture, for example who made it; choose the picture anew in the settings of the office",
        "außer dem Bild sind Angaben enthalten, zum Beispiel dazu, wer es erstellt hat; wählen Sie das Bild in den Einstellungen des Amtes neu",
    ),
    "picture_wide": (
        "it is wider or higher than {pixels} pixels",
        "das Bild ist breiter oder höher als {pixels} Bildpunkte",
    ),
    # --- the file ------------------------------------------------------------------------------------------------------
    "office_file_other": (
        "“{name}” is no file of an office's settings: {detail}. Choose a file to which the settings of an office were saved (.ckmoffice).",
        "„{name}“ ist keine Datei mit Einstellungen eines Amtes: {detail}. Wählen Sie eine Datei, in der Einstellungen eines Amtes gespeichert wurden (.ckmoffice).",
    ),
    "office_file_no_json": ("it is damaged or no JSON", "sie ist beschädigt oder kein JSON"),
    "office_file_other_form": ("its format is not “{form}”", "ihr Format ist nicht „{form}“"),
    "office_file_too_large": (
        "“{name}” is too large for an office's settings: more than {megabytes} MB. Choose another file.",
        "„{name}“ ist für die Einstellungen eines Amtes zu groß: mehr als {megabytes} MB. Wählen Sie eine andere Datei.",
    ),
    "office_file_newer": (
        "“{name}” was written by a newer program (version {version} of the file, {known} is known here). Update the program.",
        "„{name}“ wurde von einem neueren Programm geschrieben (Version {version} der Datei, hier ist {known} bekannt). Aktualisieren Sie das Programm.",
    ),
    "office_file_faulty": (
        "The settings in “{name}” have faults: {count}. {faults}. Correct the file, or have it sent again; nothing was taken over.",
        "Die Einstellungen in „{name}“ haben Fehler: {count}. {faults}. Berichtigen Sie die Datei oder fordern Sie sie neu an; übernommen wurde nichts.",
    ),
    "office_file_fault": ("{place}: {fault}", "{place}: {fault}"),
}
