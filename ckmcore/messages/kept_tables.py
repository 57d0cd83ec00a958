"""Sentences on saved tables: their list and files, what does not fit a period, running them. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    # --- the list ------------------------------------------------------------------------------------------------------
    "table_name_taken": (
        "Another table of the statistic is called “{name}”. Choose another name.",
        "Eine andere Tabelle der Statistik heißt schon „{name}“. Wählen Sie einen anderen Namen.",
    ),
    "table_unknown": (
        "The statistic has no table “{name}”. Its tables: {known}.",
        "Die Statistik hat keine Tabelle „{name}“. Ihre Tabellen: {known}.",
    ),
    # --- their files ---------------------------------------------------------------------------------------------------
    "table_file_other": (
        "“{name}” is no file of a table: {detail}. Choose a file that holds a saved table (.ckmtable).",
        "„{name}“ ist keine Datei einer Tabelle: {detail}. Wählen Sie eine Datei mit einer gespeicherten Tabelle (.ckmtable).",
    ),
    "table_file_no_json": ("it is damaged or no JSON ({detail})", "sie ist beschädigt oder kein JSON ({detail})"),
    "table_file_other_form": ("its format is not “{form}”", "ihr Format ist nicht „{form}“"),
    "table_file_too_large": (
        "“{name}” is too large for the file of a table: more than {megabytes} MB. Choose another file.",
        "„{name}“ ist für die Datei einer Tabelle zu groß: mehr als {megabytes} MB. Wählen Sie eine andere Datei.",
    ),
    "table_file_newer": (
        "“{name}” was written by a newer program (version {version} of the file, {known} is known here). Update the program.",
        "„{name}“ wurde von einem neueren Programm geschrieben (Version {version} der Datei, hier ist {known} bekannt). Aktualisieren Sie das Programm.",
    ),
    "table_file_faulty": (
        "Table “{name}”, faults: {count}. {faults}. Correct the file, or have it sent again.",
        "Tabelle „{name}“, Fehler: {count}. {faults}. Berichtigen Sie die Datei oder lassen Sie sie sich neu schicken.",
    ),
    # --- what does not fit ---------------------------------------------------------------------------------------------
    "table_does_not_fit": (
        "{name} does not fit {period}. {misfits}",
        "{name} passt nicht zu {period}. {misfits}",
    ),
    "fit_named": ("“{name}”", "„{name}“"),
    "fit_this_table": ("This table", "Diese Tabelle"),
    "fit_and": ("{first} {rest}", "{first} {rest}"),
    "fit_more": ("And {count} more.", "Und {count} {count:weiteres|weitere}."),
    "fit_these_records": ("these records", "diesen Datensätzen"),
    "fit_part_rows": ("Rows", "Zeilen"),
    "fit_part_columns": ("Columns", "Spalten"),
    "fit_part_layers": ("Sheets", "Blätter"),
    "fit_part_filters": ("Filter", "Filter"),
    "fit_part_group": ("Own group “{label}”", "Eigene Gruppe „{label}“"),
    "fit_part_groups": ("Own groups", "Eigene Gruppen"),
    "fit_part_own_row": ("Own row “{label}”", "Eigene Zeile „{label}“"),
    "fit_part_own_rows": ("Own rows", "Eigene Zeilen"),
    "fit_part_value": ("Value {number}", "Wert {number}"),
    "fit_part_named_value": ("Value “{label}”", "Wert „{label}“"),
    "fit_part_order": ("Order by hand", "Reihenfolge von Hand"),
    "fit_part_expanded": ("Unfolded categories", "Aufgeklappte Ausprägungen"),
    "fit_part_footnote": ("Footnote “{label}”", "Fußnote „{label}“"),
    "fit_variable": (
        "{part}: there is no variable “{variable}”. Take it out of the table, or choose the column of the records for it.",
        "{part}: Das Merkmal „{variable}“ gibt es nicht. Nehmen Sie es aus der Tabelle, oder wählen Sie die Spalte der Datensätze dafür.",
    ),
    "fit_codes_gone": (
        "{part}: “{variable}” has no {codes}. Choose the categories anew.",
        "{part}: „{variable}“ hat nicht (mehr): {codes}. Wählen Sie die Ausprägungen neu.",
    ),
    "fit_code_renamed": (
        "{part}: “{codes}” of “{variable}” became “{new}” in {period}. Adapt the table.",
        "{part}: „{codes}“ bei „{variable}“ heißt seit {period} „{new}“. Passen Sie die Tabelle an.",
    ),
    "fit_code_merged": (
        "{part}: “{codes}” of “{variable}” was joined in {period} with others to “{new}”. Choose that in its place.",
        "{part}: „{codes}“ bei „{variable}“ gehört seit {period} mit anderen zu „{new}“. Wählen Sie dies an seiner Stelle.",
    ),
    "fit_code_split": (
        "{part}: “{codes}” of “{variable}” was split in {period}: {new}. Choose what belongs here.",
        "{part}: „{codes}“ bei „{variable}“ ist seit {period} aufgeteilt: {new}. Wählen Sie, was hierher gehört.",
    ),
    "fit_depth": (
        "{part}: level {number} of “{variable}” is shown, it has {count}. Choose its levels anew.",
        "{part}: Gezeigt wird Ebene {number} von „{variable}“, es gibt {count}. Wählen Sie die Ebenen neu.",
    ),
    "fit_no_weight": (
        "{part}: the records have no weight. Take the value out, or give a column of the records the role weight.",
        "{part}: Die Datensätze haben kein Gewicht. Nehmen Sie den Wert heraus, oder geben Sie einer Spalte der Datensätze die Rolle Gewicht.",
    ),
    "fit_no_magnitude": (
        "{part}: there is no magnitude “{variable}”. Take the value out, or choose the column of the records for it.",
        "{part}: Das Wertmerkmal „{variable}“ gibt es nicht. Nehmen Sie den Wert heraus, oder wählen Sie die Spalte der Datensätze dafür.",
    ),
    "fit_no_reference": (
        "{part}: it divides by “{reference}”, reference figures that the statistic does not have. Add them to the statistic, or take the value out.",
        "{part}: Er teilt durch „{reference}“; diese Bezugszahlen hat die Statistik nicht. Nehmen Sie sie in die Statistik auf, oder nehmen Sie den Wert heraus.",
    ),
    "fit_period_gone": (
        "{part}: the statistic has no reporting period {codes}. Choose the periods anew.",
        "{part}: Den Berichtszeitraum {codes} hat die Statistik nicht. Wählen Sie die Berichtszeiträume neu.",
    ),
    "fit_new_period": (
        "{part}: the table shows reporting periods, {period} is not among them. Add it if it belongs there.",
        "{part}: Die Tabelle zeigt Berichtszeiträume, {period} ist nicht dabei. Nehmen Sie ihn auf, wenn er dazugehört.",
    ),
    "fit_new_codes": (
        "{part}: new in {period} at “{variable}” and not contained here: {codes}. Add what belongs here.",
        "{part}: In {period} bei „{variable}“ neu und hier nicht enthalten: {codes}. Nehmen Sie auf, was dazugehört.",
    ),
    "fit_moving": (
        "“{variable}” cuts years at fixed points: in {period} they are another age than before. Decide whether the age is meant: when the next period is added, or by `ckm statistic period --moving`.",
        "„{variable}“ teilt Jahre an festen Grenzen: In {period} sind sie ein anderes Alter als zuvor. Entscheiden Sie, ob das Alter gemeint ist: beim Hinzufügen des nächsten Berichtszeitraums oder mit `ckm statistic period --moving`.",
    ),
    "fit_order_gone": (
        "{part}: “{variable}” has no {codes}; the other categories keep their order.",
        "{part}: „{variable}“ hat nicht (mehr): {codes}; die anderen Ausprägungen behalten ihre Reihenfolge.",
    ),
    "fit_line_gone": (
        "Sorted: “{variable}” has no {codes}, by which the table is sorted; it is in the order of the list.",
        "Sortiert: „{variable}“ hat nicht (mehr): {codes}; die Tabelle, danach sortiert, steht wie im Schlüsselverzeichnis.",
    ),
    "fit_footnote_gone": (
        "{part}: it belongs to {codes} of “{variable}”, which does not exist. It is not shown; delete it or put it elsewhere.",
        "{part}: Sie gehört zu {codes} bei „{variable}“; das gibt es nicht (mehr). Sie wird nicht gezeigt; löschen Sie sie oder setzen Sie sie an eine andere Stelle.",
    ),
    # --- running them --------------------------------------------------------------------------------------------------
    "run_period_unknown": (
        "The statistic has no reporting period “{period}”. Its periods: {known}.",
        "Die Statistik hat keinen Berichtszeitraum „{period}“. Ihre Berichtszeiträume: {known}.",
    ),
    "run_no_records": (
        "The reporting period {period} has no records yet. Import them into the statistic.",
        "Der Berichtszeitraum {period} hat noch keine Datensätze. Übernehmen Sie sie in die Statistik.",
    ),
    "run_no_tables": (
        "“{name}” has no saved tables. Lay some out and save them in the statistic.",
        "„{name}“ hat keine gespeicherten Tabellen. Bauen Sie welche auf und speichern Sie sie in der Statistik.",
    ),
    "run_heading": ("{statistic}, {period}: {count} tables", "{statistic}, {period}: {count} Tabellen"),
    "run_heading_one": (
        "{statistic}, {period}: 1 table",
        "{statistic}, {period}: 1 Tabelle",
    ),
    "run_planned": ("{name}: “{title}” -> {file}", "{name}: „{title}“ -> {file}"),
    "run_planned_not": ("{name}: “{title}” cannot be written", "{name}: „{title}“ kann nicht geschrieben werden"),
    "run_note": ("  - {note}", "  - {note}"),
    "run_done_written": (
        "{file}: {cells} protected {cells:cell|cells}",
        "{file}: {cells} {cells:geschütztes Tabellenfeld|geschützte Tabellenfelder}",
    ),
    "run_done_not": ("{name}: {state}", "{name}: {state}"),
    "run_all_written": ("All tables were written: {count}.", "Alle Tabellen wurden geschrieben: {count}."),
    "run_some_written": (
        "Tables written: {count}, not written: {left}.",
        "Tabellen geschrieben: {count}, nicht geschrieben: {left}.",
    ),
    "run_report": ("Report: {name}", "Bericht: {name}"),
    "run_old_file": (
        "“{file}” in the folder is from an earlier run.",
        "„{file}“ im Ordner stammt aus einem früheren Lauf.",
    ),
    "run_state_written": ("written", "geschrieben"),
    "run_state_does_not_fit": ("not written, does not fit", "nicht geschrieben, passt nicht"),
    "run_state_failed": ("not written, cannot be computed", "nicht geschrieben, nicht berechenbar"),
    "run_state_cancelled": ("not written, cancelled", "nicht geschrieben, abgebrochen"),
    "run_not_taken_over": (
        "This is the table as it was saved: changes that were not saved are not in it.",
        "Das ist die Tabelle, wie sie gespeichert ist: Änderungen, die nicht gespeichert sind, fehlen darin.",
    ),
    "run_column_table": ("Table", "Tabelle"),
    "run_column_folder": ("Folder", "Ordner"),
    "run_column_title": ("Title", "Titel"),
    "run_column_file": ("File", "Datei"),
    "run_column_cells": ("Cells", "Tabellenfelder"),
    "run_column_state": ("Result", "Ergebnis"),
    "run_column_notes": ("Notes", "Hinweise"),
    "cli_help_run": (
        "Write saved tables of a statistic for a reporting period as drafts, under the method in force, with one report. Exit code 4 where some were not written.",
        "Gespeicherte Tabellen einer Statistik für einen Berichtszeitraum als Entwürfe schreiben, mit dem Verfahren in Kraft und einem Bericht. Rückgabewert 4, wenn einige nicht geschrieben wurden.",
    ),
    "cli_help_run_statistic": ("the statistic, a .ckm file", "die Statistik, eine .ckm-Datei"),
    "cli_help_run_tables": (
        "names of saved tables, or “folder/” for all of a folder; without any: all",
        "Namen gespeicherter Tabellen, oder „Ordner/“ für alle eines Ordners; ohne Angabe: alle",
    ),
    "cli_help_run_output": ("folder for the files", "Ordner für die Dateien"),
    "cli_help_run_period": (
        "label or date of the reporting period; else the current one",
        "Bezeichnung oder Stichtag des Berichtszeitraums; sonst der aktuelle",
    ),
    "cli_help_run_periods": (
        "label or date of the reporting period; else the current one; may be repeated",
        "Bezeichnung oder Stichtag des Berichtszeitraums; sonst der aktuelle; mehrfach möglich",
    ),
    "cli_help_run_where": (
        "write each table for each of these codes of a variable; may be repeated, then for all combinations",
        "jede Tabelle für jeden dieser Codes eines Merkmals schreiben; mehrfach möglich, dann für alle Kombinationen",
    ),
    "run_tables_together": ("Tables", "Tabellen"),
    "run_number_draft": ("draft", "Entwurf"),
    "cli_help_run_workbook": (
        "all tables in one workbook (xlsx, xlsx-accessible)",
        "alle Tabellen in einer Arbeitsmappe (xlsx, xlsx-accessible)",
    ),
    "cli_help_run_format": (
        "file format: xlsx, xlsx-accessible, csv, csv-long, genesis, px, sdmx-csv-1, sdmx-csv-2, json-stat, parquet, html, html-cube or pdf (default: the office's first, else xlsx)",
        "Dateiformat: xlsx, xlsx-accessible, csv, csv-long, genesis, px, sdmx-csv-1, sdmx-csv-2, json-stat, parquet, html, html-cube oder pdf (Vorgabe: das erste des Amtes, sonst xlsx)",
    ),
    "cli_help_run_adapt": (
        "use the new codes where codes changed one to one; the statistic itself stays as it is",
        "neue Codes nehmen, wo sich Codes eins zu eins geändert haben; die Statistik selbst bleibt unverändert",
    ),
    "cli_help_run_check": (
        "only show titles, files and what does not fit",
        "nur Titel, Dateien und was nicht passt zeigen",
    ),
    "cli_help_table_file": (
        "a saved table (.ckmtable) instead of --rows, --columns, --layers and --filter",
        "eine gespeicherte Tabelle (.ckmtable) anstelle von --rows, --columns, --layers und --filter",
    ),
    "table_file_opened": (
        "“{name}” was taken over from {file} and stands among the tables of the statistic.",
        "„{name}“ wurde aus {file} übernommen und steht unter den Tabellen der Statistik.",
    ),
    "table_files_opened": (
        "Tables taken over from files: {count}. They stand among the tables of the statistic.",
        "Aus Dateien übernommene Tabellen: {count}. Sie stehen unter den Tabellen der Statistik.",
    ),
    "table_file_written": (
        "{name} was written. The file holds the layout of the table, no figures.",
        "{name} wurde geschrieben. Die Datei enthält den Aufbau der Tabelle, keine Zahlen.",
    ),
    "template_written": (
        "Template written to “{name}”: how the table is laid out, without any code or figure.",
        "Vorlage gespeichert in „{name}“: wie die Tabelle aufgebaut ist, ohne Codes und ohne Zahlen.",
    ),
    "template_part": (
        "Laid out by template “{name}”, as far as this statistic has its variables and values. Add what is missing.",
        "Tabelle nach der Vorlage „{name}“ aufgebaut, soweit die Statistik ihre Merkmale und Werte hat. Ergänzen Sie, was fehlt.",
    ),
    "table_file_needs_statistic": (
        "{file} holds a table. Open the statistic first to which it belongs.",
        "{file} enthält eine Tabelle. Öffnen Sie zuerst die Statistik, zu der sie gehört.",
    ),
    "run_check_fits": ("All tables fit.", "Alle Tabellen passen."),
    "run_check_not": ("Tables that do not fit: {count}.", "Tabellen, die nicht passen: {count}."),
    # --- test sets ---------------------------------------------------------------------------------------------------
    "test_set_unknown": (
        "The statistic has no test set “{name}”; there are: {known}. Choose one of these, or add it to the statistic.",
        "Die Statistik hat keinen Testsatz „{name}“; vorhanden sind: {known}. Wählen Sie einen davon, oder legen Sie ihn in der Statistik an.",
    ),
    "test_set_name_taken": (
        "There is a test set “{name}” already. Choose another name.",
        "Es gibt schon einen Testsatz „{name}“. Wählen Sie einen anderen Namen.",
    ),
    "test_set_without_name": ("The test set needs a name.", "Der Testsatz braucht einen Namen."),
    "test_set_without_tables": (
        "The test set “{name}” has no table. Choose at least one saved table.",
        "Der Testsatz „{name}“ enthält keine Tabelle. Wählen Sie mindestens eine gespeicherte Tabelle.",
    ),
    "no_decision": (
        "No decision is on record in this period, so there is nothing to attach the report to. Put a method in force first.",
        "In diesem Berichtszeitraum ist keine Entscheidung festgehalten, an die der Bericht angehängt werden könnte. Setzen Sie zuerst ein Verfahren in Kraft.",
    ),
}
