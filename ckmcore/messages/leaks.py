"""Sentences on the search for leaks in files. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    "leak_hit": ("{place}: {what}: “{shown}”", "{place}: {what}: „{shown}“"),
    "leak_hit_place": ("{place}: {what}", "{place}: {what}"),
    "leak_figure": ("a figure that no table publishes", "eine Zahl, die keine Tabelle ausweist"),
    "leak_often": (
        "a figure that stands here more often than tables publish it",
        "eine Zahl, die hier öfter steht, als Tabellen sie ausweisen",
    ),
    "leak_text": (
        "a text that is no label, title or note of a table",
        "ein Text, der weder Bezeichnung noch Titel noch Hinweis einer Tabelle ist",
    ),
    "leak_path": (
        "a folder, an address, a person or a machine",
        "ein Ordner, eine Adresse, eine Person oder ein Rechner",
    ),
    "leak_part": ("a part that the format does not need", "ein Bestandteil, den das Format nicht braucht"),
    "leak_hidden": ("something hidden", "etwas Ausgeblendetes"),
    "leak_formula": ("a formula or rule", "eine Formel oder Regel"),
    "leak_comment": ("a comment", "ein Kommentar"),
    "leak_property": ("a property of the file", "eine Eigenschaft der Datei"),
    "leak_script": ("a program", "ein Programm"),
    "leak_link": ("a link to something else", "eine Verknüpfung mit etwas anderem"),
    "leak_picture": ("a picture that is not the office's logo", "ein Bild, das nicht das Logo des Amtes ist"),
    "leak_bytes": ("content that cannot be read", "nicht lesbarer Inhalt"),
    "leak_found": (
        "{name} is not handed over: it holds what no published table does ({count}). {hits}. Nothing was written; report this to whoever looks after the program.",
        "{name} wird nicht ausgegeben: Die Datei enthält, was in keiner ausgewiesenen Tabelle steht ({count}). {hits}. Es wurde nichts geschrieben; melden Sie dies der Betreuung des Programms.",
    ),
    "leak_form_unknown": (
        "“{name}” cannot be searched for leaks: its format is not known here. Known are Excel, CSV, PC-Axis, JSON-stat, Parquet, HTML and PDF.",
        "„{name}“ lässt sich nicht prüfen: Das Format ist hier nicht bekannt. Bekannt sind Excel, CSV, PC-Axis, JSON-stat, Parquet, HTML und PDF.",
    ),
    # --- ckm leak-check ------------------------------------------------------------------------------------------------
    "cli_help_leak_check": (
        "search files for what no published table holds (exit code 3: something was found)",
        "Dateien auf Inhalte durchsuchen, die in keiner ausgewiesenen Tabelle stehen (Rückgabewert 3: etwas wurde gefunden)",
    ),
    "cli_help_leak_files": ("files that are to leave the house", "Dateien, die das Haus verlassen sollen"),
    "cli_help_leak_statistic": (
        "the statistic of the tables; without it only how a file is built is looked at",
        "Statistik, aus der die Tabellen stammen; ohne sie wird nur der Aufbau der Dateien geprüft",
    ),
    "cli_help_leak_table": (
        "a saved table that the files hold (default: all of the statistic)",
        "eine gespeicherte Tabelle, die die Dateien enthalten (Vorgabe: alle der Statistik)",
    ),
    "cli_help_leak_office": (
        "settings of the office that the files follow",
        "Einstellungen des Amtes, nach denen die Dateien erstellt sind",
    ),
    "leak_structure_only": (
        "Without a statistic only how the files are built was looked at: hidden parts, properties, comments, paths. Whether their figures are published ones was not checked; name the statistic with --statistic.",
        "Ohne Statistik wurde nur der Aufbau der Dateien geprüft: Ausgeblendetes, Eigenschaften, Kommentare, Pfade. Ob die Zahlen ausgewiesene Werte sind, wurde nicht geprüft; nennen Sie die Statistik mit --statistic.",
    ),
    "leak_file_clean": ("{name}: nothing found", "{name}: nichts gefunden"),
    "leak_file_hits": ("{name}: {count} found", "{name}: {count} {count:Fundstelle|Fundstellen}"),
    "leak_file_hit": ("  {hit}", "  {hit}"),
    "leak_table_not_drawn": (
        "Table “{name}” could not be computed; its figures are not known to the search: {reason}",
        "Die Tabelle „{name}“ konnte nicht berechnet werden; ihre Zahlen sind der Prüfung nicht bekannt: {reason}",
    ),
}
