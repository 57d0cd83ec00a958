"""Sentences on a statistic that is worked on by code or command. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    "working_not_begun": (
        "{name} is worked on in a `with` block only: with work_on_statistic(...) as work: ...",
        "Mit {name} wird nur in einem `with`-Block gearbeitet: with work_on_statistic(...) as work: ...",
    ),
    "working_read_only": (
        "{name} was opened to be read only. Open it without read_only to change it.",
        "{name} ist schreibgeschützt geöffnet. Öffnen Sie die Datei ohne read_only, um sie zu ändern.",
    ),
    "working_column_not_read": (
        "The column “{column}” is said to hold “{variable}”, but it is none of those that are read: {names}. Check its name.",
        "In der Spalte „{column}“ soll „{variable}“ stehen, aber sie gehört nicht zu denen, die gelesen werden: {names}. Prüfen Sie ihren Namen.",
    ),
    "working_codes_undecided": (
        'The records have codes that the code lists do not know: {variables}. Decide what becomes of them (codes), or let them begin with this period (new_codes="begin", --new-codes begin).',
        'Die Datensätze haben Codes, die in den Schlüsselverzeichnissen fehlen: {variables}. Entscheiden Sie, was aus ihnen wird (codes), oder lassen Sie sie mit diesem Berichtszeitraum beginnen (new_codes="begin", --new-codes begin).',
    ),
    "working_has_records": (
        "The reporting period {period} has its records already. A corrected delivery replaces them (replace_records, --replace): each unit keeps its key.",
        "Der Berichtszeitraum {period} hat schon Datensätze. Eine korrigierte Lieferung ersetzt sie (replace_records, --replace): Jeder Merkmalsträger behält seinen Key.",
    ),
    "working_variable_unknown": (
        "The dictionary has no variable {name}. It has {known}.",
        "Im Merkmalsverzeichnis gibt es kein Merkmal {name}. Es enthält {known}.",
    ),
    "working_day_unreadable": (
        "{text} is no day. Write it as 2025-12-31.",
        "{text} ist kein Tag. Schreiben Sie ihn als 2025-12-31.",
    ),
    # --- scripts -------------------------------------------------------------------------------------------------------
    "script_of_saved": (
        "Table {table} of {name} as a draft. Written by ckmdesk {version}.",
        "Tabelle {table} aus {name} als Entwurf. Geschrieben von ckmdesk {version}.",
    ),
    "script_of_table": (
        "A table of {name} as a draft. Written by ckmdesk {version}.",
        "Eine Tabelle aus {name} als Entwurf. Geschrieben von ckmdesk {version}.",
    ),
    "script_passphrase": (
        "{name} has roles: whoever runs this is asked for the passphrase, which stands in no script. Without a keyboard, give a key file (--key-file).",
        "{name} hat Rollen: Beim Ausführen wird nach der Passphrase gefragt, die in keinem Skript steht. Ohne Tastatur geben Sie eine Schlüsseldatei an (--key-file).",
    ),
    "script_key_file": (
        "{name} has roles: the key file opens it. Nothing of its content stands here.",
        "{name} hat Rollen: Die Schlüsseldatei öffnet die Statistik. Von ihrem Inhalt steht hier nichts.",
    ),
    "script_ask": ("Passphrase of {name}: ", "Passphrase von {name}: "),
    "script_failed": ("ckm ended with exit code ", "ckm endete mit dem Rückgabewert "),
    "script_period_not_named": (
        "The reporting period {period} has neither a label nor a date of its own by which a script could name it. Give it a label first.",
        "Der Berichtszeitraum {period} hat weder eine eigene Bezeichnung noch ein eigenes Datum, mit denen ein Skript ihn nennen könnte. Geben Sie ihm zuerst eine Bezeichnung.",
    ),
    "cli_help_draft": (
        "one table of a statistic as a draft under the method in force",
        "eine Tabelle einer Statistik als Entwurf nach dem Verfahren in Kraft",
    ),
    "cli_help_cube": (
        "a data cube of a statistic: all margins of up to ten variables, protected and written into one file as they are made",
        "ein Datenquader einer Statistik: alle Ränder von bis zu zehn Merkmalen, geheim gehalten und fortlaufend in eine Datei geschrieben",
    ),
    "cli_help_cube_output": (
        "file; it appears whole or not at all",
        "Datei; sie erscheint ganz oder gar nicht",
    ),
    "cli_help_cube_output_too": ("the same, without -o", "dasselbe, ohne -o"),
    "cube_output_missing": (
        "No file is named. Give one, such as -o cube.html.",
        "Es ist keine Datei genannt. Geben Sie eine an, etwa -o quader.html.",
    ),
    "cli_help_cube_variables": (
        "variables in their order, the first varies slowest",
        "Merkmale in ihrer Reihenfolge, das erste wechselt am langsamsten",
    ),
    "cli_help_cube_levels": (
        "levels of the hierarchy of A that are shown, from 0 (outermost); default: all",
        "Stufen der Hierarchie von A, die gezeigt werden, ab 0 (die äußerste); sonst alle",
    ),
    "cli_help_cube_values": (
        "values, divided by commas: count, weighted_count",
        "Werte, durch Kommas getrennt: count (Anzahl), weighted_count (gewichtete Häufigkeit)",
    ),
    "cli_help_cube_title": ("title of the file", "Titel der Datei"),
    "cli_help_cube_form": (
        "form of the file, where its ending does not say it: .parquet, .html (a page to choose from)",
        "Form der Datei, wenn sie nicht aus der Endung hervorgeht: .parquet, .html (Seite mit Auswahl)",
    ),
    "cli_help_cube_estimate": (
        "only say how large it may become and how long it may take",
        "nur sagen, wie groß er werden und wie lange er dauern kann",
    ),
    "cli_cube_estimate": (
        "{margins} {margins:margin|margins} with {possible} possible {possible:cell|cells}; at most {most} {most:of them is|of them are} listed. This takes about {minutes} {minutes:minute|minutes} at most, and {megabytes} MB of memory at most beside the records.",
        "{margins} {margins:Rand|Ränder} mit {possible} möglichen {possible:Feld|Feldern}; höchstens {most} davon {most:wird|werden} aufgezählt. Das dauert höchstens etwa {minutes} {minutes:Minute|Minuten} und braucht neben den Datensätzen höchstens {megabytes} MB Arbeitsspeicher.",
    ),
    "cli_cube_estimate_room": (
        "{margins} {margins:margin|margins} with {possible} possible cells; at most {most} of them are listed. A web page to choose from holds at most {room}; whether they fit shows when they are made. This takes about {minutes} {minutes:minute|minutes} at most, and {megabytes} MB of memory at most beside the records.",
        "{margins} {margins:Rand|Ränder} mit {possible} möglichen Feldern; höchstens {most} davon werden aufgezählt. Eine Webseite mit Auswahl fasst höchstens {room}; ob sie passen, zeigt sich beim Berechnen. Das dauert höchstens etwa {minutes} {minutes:Minute|Minuten} und braucht neben den Datensätzen höchstens {megabytes} MB Arbeitsspeicher.",
    ),
    "cli_cube_written": (
        "{name}: {cells} protected {cells:cell|cells} of {margins} {margins:margin|margins}.",
        "{name}: {cells} {cells:geschütztes Tabellenfeld|geschützte Tabellenfelder} aus {margins} {margins:Rand|Rändern}.",
    ),
    "cli_cube_continued": (
        "{name}: {cells} protected {cells:cell|cells} of {margins} {margins:margin|margins}. {kept} of them {kept:was|were} there from a run that did not come to its end.",
        "{name}: {cells} {cells:geschütztes Tabellenfeld|geschützte Tabellenfelder} aus {margins} {margins:Rand|Rändern}. {kept} davon {kept:lag|lagen} aus einem Lauf vor, der nicht zu Ende kam.",
    ),
    "cli_help_draft_name": ("name of a saved table", "Name einer gespeicherten Tabelle"),
    "cli_help_draft_table": (
        "a table file in the place of a saved table",
        "eine Tabellendatei statt einer gespeicherten Tabelle",
    ),
    "cli_help_draft_form": (
        "form of the file (default: as its ending says): xlsx, csv, csv-long, px, json-stat, ...",
        "Form der Datei (sonst nach ihrer Endung): xlsx, csv, csv-long, px, json-stat, ...",
    ),
    "cli_help_script": (
        "the script by which Python, ckm or R writes a table once more, byte by byte; it holds no passphrase",
        "das Skript, mit dem Python, ckm oder R eine Tabelle noch einmal schreibt, Byte für Byte; es enthält keine Passphrase",
    ),
    "cli_help_script_file": ("the file that the script is to write", "die Datei, die das Skript schreiben soll"),
    "cli_help_script_kind": ("what the script is written in", "worin das Skript geschrieben ist"),
    "cli_help_script_shell": (
        "the shell of --kind ckm (default: that of this computer)",
        "die Shell bei --kind ckm (sonst die dieses Rechners)",
    ),
    "cli_help_script_output": (
        "file for the script (default: standard output)",
        "Datei für das Skript (sonst Standardausgabe)",
    ),
    # --- ckm statistic -------------------------------------------------------------------------------------------------
    "statistic_created": ("{name} created.", "{name} angelegt."),
    "statistic_shown": (
        "{title}: {periods} reporting {periods:period|periods}, {tables} saved {tables:table|tables}",
        "{title}: {periods} {periods:Berichtszeitraum|Berichtszeiträume}, {tables} gespeicherte {tables:Tabelle|Tabellen}",
    ),
    "statistic_period": ("  {period} ({date}): {method}", "  {period} ({date}): {method}"),
    "statistic_period_now": ("* {period} ({date}): {method}", "* {period} ({date}): {method}"),
    "statistic_no_method": ("no method in force", "kein Verfahren in Kraft"),
    "statistic_table": ("  {name}: {title}", "  {name}: {title}"),
    "statistic_table_untitled": ("  {name}", "  {name}"),
    "statistic_period_kept": ("{period}: records taken over.", "{period}: Datensätze übernommen."),
    "statistic_period_replaced": (
        "{period}: records replaced; units that stayed: {kept}, new: {new}, gone: {gone}.",
        "{period}: Datensätze ersetzt; gebliebene Merkmalsträger: {kept}, neue: {new}, entfallene: {gone}.",
    ),
    "cli_help_statistic_fresh_keys": (
        "with --replace and without --identifiers: why all records get new keys",
        "mit --replace und ohne --identifiers: warum alle Datensätze neue Keys bekommen",
    ),
    "cli_help_statistic_replace": (
        "a corrected delivery takes the place of the records; --identifiers names its units, which keep their keys",
        "eine korrigierte Lieferung ersetzt die Datensätze; --identifiers bezeichnet die Merkmalsträger, die ihren Key behalten",
    ),
    "statistic_period_day": ("{period}: reference day {date}.", "{period}: Stichtag {date}."),
    "statistic_period_waits": ("{period}: waits for its records.", "{period}: wartet auf Datensätze."),
    "statistic_variable_kept": ("Variable {name} described.", "Merkmal {name} beschrieben."),
    "statistic_method_kept": ("{method} is in force for {period}.", "In Kraft für {period}: {method}."),
    "statistic_table_kept": ("Table “{name}” saved.", "Tabelle „{name}“ gespeichert."),
    "statistic_table_removed": ("Table “{name}” removed.", "Tabelle „{name}“ entfernt."),
    "cli_help_statistic": (
        "make a statistic and keep it: periods with their records, dictionary, method in force, saved tables",
        "eine Statistik anlegen und pflegen: Berichtszeiträume mit Datensätzen, Merkmalsverzeichnis, Verfahren in Kraft, gespeicherte Tabellen",
    ),
    "cli_help_statistic_create": ("a new statistic", "eine neue Statistik"),
    "cli_help_statistic_show": (
        "periods, methods in force and saved tables",
        "Berichtszeiträume, Verfahren in Kraft und gespeicherte Tabellen",
    ),
    "cli_help_statistic_period": (
        "add a reporting period, or go to one, and take its records over",
        "einen Berichtszeitraum anfügen oder zu einem wechseln und seine Datensätze übernehmen",
    ),
    "cli_help_statistic_variable": (
        "give a variable of the dictionary words or a hierarchy",
        "einem Merkmal Wörter oder eine Hierarchie geben",
    ),
    "cli_help_statistic_moving": (
        "of a variable that is fixed classes of years, such as of birth: the age is computed for each period (age), or the years stay (codes)",
        "zu einem Merkmal aus festen Klassen von Jahren, etwa Geburtsjahren: Das Alter wird je Zeitraum berechnet (age), oder die Jahre bleiben (codes)",
    ),
    "cli_help_statistic_rules": (
        "list the rules for records, or declare those of a file",
        "die Regeln für Datensätze nennen oder die einer Datei erklären",
    ),
    "cli_help_statistic_rules_file": (
        "a dictionary file with rules, which take the place of those so far",
        "eine Datei des Merkmalsverzeichnisses mit Regeln, die an die Stelle der bisherigen treten",
    ),
    "cli_help_rules_output": ("write the rules into a file", "die Regeln in eine Datei schreiben"),
    "cli_help_statistic_method": ("put a method in force", "ein Verfahren in Kraft setzen"),
    "cli_help_statistic_table": ("save a table, or remove one", "eine Tabelle speichern oder entfernen"),
    "cli_help_statistic_name": ("variable of the dictionary", "Merkmal"),
    "cli_help_statistic_title": (
        "title, in English where --title-de is given",
        "Titel; englisch, wenn --title-de angegeben ist",
    ),
    "cli_help_statistic_title_de": ("the same in German", "dasselbe auf Deutsch"),
    "cli_help_statistic_table_title": (
        "title of the table (default: made of its variables)",
        "Titel der Tabelle (sonst aus ihren Merkmalen gebildet)",
    ),
    "cli_help_statistic_label": (
        "words of a category or node; may be repeated",
        "Wörter einer Ausprägung oder eines Knotens; mehrfach möglich",
    ),
    "cli_help_statistic_hierarchy": (
        "file with a hierarchy: .hrc, or a table (ckm data codes shows how it is read)",
        "Datei mit einer Hierarchie: .hrc oder eine Tabelle (ckm data codes zeigt, wie sie gelesen wird)",
    ),
    "cli_help_statistic_code_list": (
        "file with a code list: codes, labels, validity",
        "Datei mit einem Schlüsselverzeichnis: Schlüssel, Bezeichnungen, Gültigkeit",
    ),
    "cli_help_statistic_conversion": (
        "conversion table of variable A: old and new codes, with the labels of the new ones; may be repeated",
        "Umsteigetabelle des Merkmals A: alte und neue Schlüssel, mit den Bezeichnungen der neuen; mehrfach möglich",
    ),
    "cli_help_statistic_source": ("source, as files name it", "Quelle, wie Dateien sie nennen"),
    "cli_help_statistic_units": (
        "whether the same units come again in other periods (recur) or not (once)",
        "ob dieselben Merkmalsträger in anderen Zeiträumen wiederkehren (recur) oder nicht (once)",
    ),
    "cli_help_statistic_label_of_period": (
        "label of the reporting period, such as 2025",
        "Bezeichnung des Berichtszeitraums, etwa 2025",
    ),
    "cli_help_statistic_day": (
        "reference day of the period: 2025-12-31; also of one that is there",
        "Stichtag des Berichtszeitraums: 2025-12-31; auch eines vorhandenen",
    ),
    "cli_help_statistic_areas": ("state of areas", "Gebietsstand"),
    "cli_help_statistic_dimensions": (
        "columns that break tables down (default: as the dictionary says, for a new statistic as guessed)",
        "Spalten, die gliedern (sonst wie im Merkmalsverzeichnis, bei einer neuen Statistik wie vermutet)",
    ),
    "cli_help_statistic_magnitudes": ("columns whose values are added up", "Spalten mit Wertmerkmalen"),
    "cli_help_statistic_identifiers": ("columns that name each unit", "Spalten, die die Merkmalsträger bezeichnen"),
    "cli_help_statistic_weight": ("column with the weight", "Spalte mit dem Gewicht"),
    "cli_help_statistic_column": (
        "the column that holds a variable of the dictionary under another name; may be repeated",
        "die Spalte, die ein Merkmal unter anderem Namen enthält; mehrfach möglich",
    ),
    "cli_help_statistic_keys": (
        "record keys, where no column holds them: drawn at random, derived from --identifiers by --secret, or none. Default: those of the period before if its units are found again, else drawn",
        "Record-Keys, wenn keine Spalte sie enthält: zufällig gezogen, aus --identifiers mit --secret abgeleitet oder keine. Sonst die des Zeitraums davor, wenn seine Merkmalsträger wiederzufinden sind, sonst gezogen",
    ),
    "cli_help_statistic_secret": ("file with the secret of derived keys", "Datei mit dem Geheimnis abgeleiteter Keys"),
    "cli_help_statistic_new_codes": (
        "what becomes of codes that the code lists do not know (default: refuse)",
        "was aus Codes wird, die in den Schlüsselverzeichnissen fehlen (sonst refuse: ablehnen)",
    ),
    "cli_help_statistic_since": (
        "day from which new codes are valid (default: that of the period)",
        "Tag, ab dem neue Codes gelten (sonst der des Berichtszeitraums)",
    ),
    "cli_help_statistic_body": ("who decided", "wer entschieden hat"),
    "cli_help_statistic_date": ("day of the decision (default: today)", "Tag der Entscheidung (sonst heute)"),
    "cli_help_statistic_reference": ("file number", "Aktenzeichen"),
    "cli_help_statistic_valid_from": ("valid from this day on", "gilt ab diesem Tag"),
    "cli_help_statistic_valid_to": ("valid until this day", "gilt bis zu diesem Tag"),
    "cli_help_statistic_second_person": ("second person who agreed", "zweite Person, die zugestimmt hat"),
    "cli_help_statistic_remark": ("reason", "Begründung"),
    "cli_help_statistic_measured": (
        "measure the rules F15 to F18 on all saved tables first (may take minutes)",
        "die Regeln F15 bis F18 vorher an allen gespeicherten Tabellen messen (kann Minuten dauern)",
    ),
    "cli_help_statistic_table_name": ("name of the saved table", "Name der gespeicherten Tabelle"),
    "cli_help_statistic_weighted": (
        "weighted counts, sums and means",
        "gewichtete Häufigkeiten, Summen und Mittelwerte",
    ),
    "cli_help_statistic_folder": ("folder that it is shown in", "Ordner, in dem sie gezeigt wird"),
    "cli_help_statistic_remove": ("remove the table", "die Tabelle entfernen"),
}
