"""Sentences of the rivals of the cell-key method: cell suppression and its audit. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    "audit_grand_total": ("total", "Gesamtsumme"),
    # --- what is found -------------------------------------------------------------------------------------------------
    "audit_found": (
        "{cells} suppressed {cells:cell|cells}: {disclosed} can be recomputed, {undecided} not decided.",
        "{cells} gesperrte {cells:Feld|Felder}: {disclosed} lassen sich zurückrechnen, {undecided} sind nicht entschieden.",
    ),
    "audit_disclosed": ("    {cell}: {value}", "    {cell}: {value}"),
    "audit_not_whole": (
        "Not tested: combinations that no table shows. Choose fewer tables for a whole audit.",
        "Nicht geprüft: Kombinationen, die keine Tabelle zeigt. Wählen Sie für eine ganze Prüfung weniger Tabellen.",
    ),
    "audit_assumed": (
        "Assumed: readers know these tables and that a suppressed figure is at least {least}. Contributors know more.",
        "Angenommen: Leser kennen diese Tabellen und wissen, dass eine gesperrte Zahl mindestens {least} ist. Auskunftgebende wissen mehr.",
    ),
    "audit_assumed_negative": (
        "Assumed: readers know these tables only, and figures may be negative. Contributors know more.",
        "Angenommen: Leser kennen nur diese Tabellen, und Zahlen können negativ sein. Auskunftgebende wissen mehr.",
    ),
    # --- ckm audit -----------------------------------------------------------------------------------------------------
    "cli_help_audit": (
        "Find which suppressed cells of published tables can be recomputed.",
        "Finden, welche gesperrten Felder veröffentlichter Tabellen sich zurückrechnen lassen.",
    ),
    "cli_help_audit_files": (
        "tables with a row for each cell: a column for each variable, the figure or sign in the last one",
        "Tabellen mit einer Zeile je Feld: je Merkmal eine Spalte, die Zahl oder das Zeichen in der letzten",
    ),
    "cli_help_audit_total": ("code of the total; default: an empty cell", "Schlüssel der Summe; sonst ein leeres Feld"),
    "cli_help_audit_sign": ("sign of suppressed cells", "Zeichen gesperrter Felder"),
    "cli_help_audit_counts": (
        "the figures are counts, whose zeros are published",
        "die Zahlen sind Fallzahlen, deren Nullen veröffentlicht sind",
    ),
    "cli_help_audit_negative": ("figures may be negative", "Zahlen können negativ sein"),
    "cli_help_audit_output": (
        "CSV with the interval of each suppressed cell; confidential",
        "CSV mit dem Intervall jedes gesperrten Feldes; vertraulich",
    ),
    # --- what is refused -----------------------------------------------------------------------------------------------
    "audit_no_cells": (
        "The tables have no cells. Give at least one table with figures.",
        "Die Tabellen haben keine Felder. Geben Sie mindestens eine Tabelle mit Zahlen an.",
    ),
    "audit_head": (
        "The first row of {file} does not name the variables. Give each column another name, the figures last.",
        "Die erste Zeile von {file} benennt die Merkmale nicht. Geben Sie jeder Spalte einen eigenen Namen, die Zahlen zuletzt.",
    ),
    "audit_counts_negative": (
        "Counts are not negative. Leave out --as-counts or --negative.",
        "Fallzahlen sind nicht negativ. Lassen Sie --as-counts oder --negative weg.",
    ),
    "audit_codes": (
        "Table “{table}” has a cell with {found} {found:code|codes} and {wanted} {wanted:variable|variables}. Give a code for each variable.",
        "Die Tabelle „{table}“ hat ein Feld mit {found} {found:Schlüssel|Schlüsseln} bei {wanted} {wanted:Merkmal|Merkmalen}. Geben Sie je Merkmal einen Schlüssel an.",
    ),
    "audit_code_unknown": (
        "The hierarchy of {variable} lacks the code “{found}” of table “{table}”. Complete the hierarchy or correct the table.",
        "In der Hierarchie von {variable} fehlt der Schlüssel „{found}“ der Tabelle „{table}“. Ergänzen Sie die Hierarchie oder berichtigen Sie die Tabelle.",
    ),
    "audit_two_values": (
        "The cell {cell} has two values: {first} and {second}. Correct the tables.",
        "Das Feld {cell} hat zwei Werte: {first} und {second}. Berichtigen Sie die Tabellen.",
    ),
    "audit_too_large": (
        "The tables have {cells} {cells:figure|figures}, an audit takes up to {limit}. Choose fewer tables or fewer variables.",
        "Die Tabellen haben {cells} {cells:Zahl|Zahlen}, eine Prüfung nimmt höchstens {limit}. Wählen Sie weniger Tabellen oder weniger Merkmale.",
    ),
    "audit_value_missing": (
        "The cell {cell} is published without a value. Give the value, or mark the cell as suppressed.",
        "Das Feld {cell} ist ohne Wert veröffentlicht. Geben Sie den Wert an oder kennzeichnen Sie das Feld als gesperrt.",
    ),
    "audit_value_too_large": (
        "The value {value} of the cell {cell} is beyond {limit}. Use a larger unit.",
        "Der Wert {value} des Feldes {cell} liegt jenseits von {limit}. Verwenden Sie eine größere Einheit.",
    ),
    "audit_not_additive": (
        "The parts of {cell} add up to {parts}, its total is {total}. Sums do not fit in {gaps} {gaps:place|places}; correct the tables.",
        "Die Teile von {cell} ergeben {parts}, die Summe ist {total}. An {gaps} {gaps:Stelle|Stellen} passen Summen nicht; berichtigen Sie die Tabellen.",
    ),
    "audit_contradiction": (
        "No figures agree with the published ones around {cell}. Correct the tables, or what a reader knows.",
        "Keine Zahlen passen zu den veröffentlichten um {cell}. Berichtigen Sie die Tabellen oder die Annahmen über Leser.",
    ),
    "audit_outside_room": (
        "The suppressed cell {cell} has the value {value}, but readers know at least {least}. Publish it, or change what readers know.",
        "Das gesperrte Feld {cell} hat den Wert {value}, Leser wissen aber mindestens {least}. Veröffentlichen Sie es oder ändern Sie die Annahmen über Leser.",
    ),
    "audit_level": (
        "The primary cell {cell} needs a value and protection levels from 0. Correct its levels.",
        "Das primäre Feld {cell} braucht einen Wert und Schutzabstände ab 0. Berichtigen Sie seine Abstände.",
    ),
    # --- SAFE principle ------------------------------------------------------------------------------------------------
    "safe_named": (
        "After the SAFE principle, by our own program. Results of the program SAFE differ.",
        "Nach dem SAFE-Prinzip, eigene Umsetzung. Ergebnisse des Programms SAFE weichen ab.",
    ),
    "safe_changed": (
        "{changed} of {records} {records:record|records} changed; combinations: {before} before, {after} after.",
        "{changed} von {records} {records:Datensatz|Datensätzen} geändert; Kombinationen: vorher {before}, nachher {after}.",
    ),
    "safe_table": (
        "    {table}: {cells} {cells:cell|cells}, largest deviation {largest}, mean {mean}, {within} % by at most 1",
        "    {table}: {cells} {cells:Feld|Felder}, größte Abweichung {largest}, im Mittel {mean}, {within} % um höchstens 1",
    ),
    "safe_optimal": (
        "No other counts deviate less in these tables.",
        "Keine anderen Fallzahlen weichen in diesen Tabellen weniger ab.",
    ),
    "safe_too_fine": (
        "{share} % of the records are in small combinations. Choose fewer keys or coarser codes.",
        "{share} % der Datensätze liegen in kleinen Kombinationen. Wählen Sie weniger Merkmale oder gröbere Schlüssel.",
    ),
    "safe_assumed": (
        "Protected are tables of these keys alone; households, other variables and values are not.",
        "Geschützt sind nur Tabellen dieser Merkmale, nicht Haushalte, andere Merkmale und Werte.",
    ),
    "cli_help_safe": (
        "Measure what the SAFE principle would change of records and of tables.",
        "Messen, was das SAFE-Prinzip an Datensätzen und Tabellen ändern würde.",
    ),
    "cli_help_safe_keys": ("variables that are changed", "Merkmale, die geändert werden"),
    "cli_help_safe_control": (
        "table of these variables that is to deviate little; can be given several times",
        "Tabelle dieser Merkmale, die wenig abweichen soll; mehrmals möglich",
    ),
    "cli_help_safe_ways": (
        "all tables of up to N variables are to deviate little; default: 2",
        "alle Tabellen aus bis zu N Merkmalen sollen wenig abweichen; sonst 2",
    ),
    "cli_help_safe_least": (
        "records of a combination that occurs; default: 3",
        "Datensätze einer vorkommenden Kombination; sonst 3",
    ),
    "cli_help_safe_output": ("CSV with the deviations of each table", "CSV mit den Abweichungen jeder Tabelle"),
    "safe_keys": (
        "Name each variable that is changed once, {limit} at most.",
        "Nennen Sie jedes Merkmal, das geändert wird, einmal, höchstens {limit}.",
    ),
    "safe_control": (
        "There is no control table. Name at least one table that is to deviate little.",
        "Es fehlt eine Kontrolltabelle. Nennen Sie mindestens eine Tabelle, die wenig abweichen soll.",
    ),
    "safe_control_unknown": (
        "A control table has the variable “{variable}”, which is not changed. Add it to the keys or leave it out.",
        "Eine Kontrolltabelle hat das Merkmal „{variable}“, das nicht geändert wird. Nehmen Sie es zu den Merkmalen oder lassen Sie es weg.",
    ),
    "safe_least": (
        "A combination that occurs has at least 2 records, not {least}. Choose a larger number.",
        "Eine vorkommende Kombination hat mindestens 2 Datensätze, nicht {least}. Wählen Sie eine größere Zahl.",
    ),
    "safe_households": (
        "Records of households cannot be changed one by one. Count persons instead.",
        "Datensätze von Haushalten lassen sich nicht einzeln ändern. Zählen Sie stattdessen Personen.",
    ),
    "safe_too_few_records": (
        "There {records:is|are} {records} {records:record|records}, fewer than {least}. Choose more records or a smaller number.",
        "Es gibt {records} {records:Datensatz|Datensätze}, weniger als {least}. Wählen Sie mehr Datensätze oder eine kleinere Zahl.",
    ),
}
