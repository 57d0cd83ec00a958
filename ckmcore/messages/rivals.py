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
    # --- secondary suppression -------------------------------------------------------------------------------------------
    "suppress_variable": (
        "No table has the variable “{variable}”. Name a variable of the tables.",
        "Keine Tabelle hat das Merkmal „{variable}“. Nennen Sie ein Merkmal der Tabellen.",
    ),
    "suppress_published": (
        "The primary cell {cell} is published already. Nobody can withdraw it: leave out its table, or decide on it yourself.",
        "Das primäre Feld {cell} ist schon veröffentlicht. Niemand kann es zurückholen: Lassen Sie seine Tabelle weg, oder entscheiden Sie selbst.",
    ),
    "suppress_cost": (
        "A cell costs nothing or no number. Give each cell a cost above 0.",
        "Ein Feld kostet nichts oder keine Zahl. Geben Sie jedem Feld Kosten über 0.",
    ),
}
