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
    "audit_assumed_percent": (
        "Readers also know each suppressed figure to within {percent} %.",
        "Leser kennen außerdem jede gesperrte Zahl auf {percent} % genau.",
    ),
    "audit_narrow": (
        "{cells} {cells:cell misses its|cells miss their} protection levels:",
        "{cells} {cells:Feld erreicht seine|Felder erreichen ihre} Schutzabstände nicht:",
    ),
    "audit_interval": ("    {cell}: {low} to {high}", "    {cell}: {low} bis {high}"),
    # --- ckm audit -----------------------------------------------------------------------------------------------------
    "cli_help_audit": (
        "Find which suppressed cells of published tables can be recomputed.",
        "Finden, welche gesperrten Felder veröffentlichter Tabellen sich zurückrechnen lassen.",
    ),
    "cli_help_audit_files": (
        "tables with a row for each cell: a column for each variable, the figure or sign in the last one; ckm audit also reads them as published",
        "Tabellen mit einer Zeile je Feld: je Merkmal eine Spalte, die Zahl oder das Zeichen in der letzten; ckm audit liest sie auch wie veröffentlicht",
    ),
    "cli_help_audit_value": (
        "value that is audited, as the head of the table names it",
        "Wert, der geprüft wird, wie ihn der Tabellenkopf nennt",
    ),
    "cli_help_audit_across": (
        "variables of the head of a published table, from above",
        "Merkmale im Kopf einer veröffentlichten Tabelle, von oben",
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
    "cli_help_audit_levels": (
        "file with the protection levels of the primary cells: a column for each variable, then lower and upper",
        "Datei mit den Schutzabständen der primären Felder: je Merkmal eine Spalte, dann unten und oben",
    ),
    "cli_help_audit_percent": (
        "readers know each figure beforehand to within Q %",
        "Leser kennen jede Zahl vorher auf Q % genau",
    ),
    # --- ckm suppress --------------------------------------------------------------------------------------------------
    "cli_help_suppress": (
        "Find further cells to suppress, so that nobody can recompute the primary ones.",
        "Weitere Felder zum Sperren finden, damit niemand die primären zurückrechnen kann.",
    ),
    "cli_help_suppress_groups": (
        "variable whose category no small or uniform group may reveal",
        "Merkmal, dessen Ausprägung keine kleine oder einheitliche Gruppe verraten darf",
    ),
    "cli_help_suppress_sole": (
        "file with the contributor of each cell that has only one, in the last column",
        "Datei mit den Auskunftgebenden der Felder, die nur einen haben, in der letzten Spalte",
    ),
    "cli_help_suppress_insiders": (
        "protect as much against such contributors as against others",
        "vor solchen Auskunftgebenden so weit schützen wie vor anderen",
    ),
    "cli_help_suppress_keep": ("file with cells that stay published", "Datei mit Feldern, die veröffentlicht bleiben"),
    "cli_help_suppress_zeros": ("zeros may be suppressed, too", "auch Nullen dürfen gesperrt werden"),
    "cli_help_suppress_cost_kind": ("what a suppressed cell costs", "was ein gesperrtes Feld kostet"),
    "cli_help_suppress_output": ("folder for the tables with signs", "Ordner für die Tabellen mit Zeichen"),
    "cli_help_suppress_report": (
        "JSON with the pattern, its intervals and its proofs; confidential",
        "JSON mit dem Muster, seinen Intervallen und Beweisen; vertraulich",
    ),
    "cli_help_pattern": (
        "Find which cells of saved tables cell suppression would hide; internal.",
        "Ermitteln, welche Felder gespeicherter Tabellen die Zellsperrung verdecken würde; intern.",
    ),
    "cli_help_pattern_tables": ("saved tables; default: all", "gespeicherte Tabellen; sonst alle"),
    "cli_help_pattern_sums": (
        "sums of this magnitude; default: counts",
        "Summen dieses Wertmerkmals; sonst Fallzahlen",
    ),
    "suppress_unseen": ("a figure that no table shows", "eine Zahl, die keine Tabelle zeigt"),
    "suppress_found": (
        "{primary} primary {primary:cell|cells}, {secondary} further {secondary:cell|cells} suppressed.",
        "{primary} {primary:primäres Feld|primäre Felder}, {secondary} {secondary:weiteres Feld|weitere Felder} gesperrt.",
    ),
    "suppress_least": (
        "The further cells cost {cost}. No pattern costs less.",
        "Die weiteren Felder kosten {cost}. Kein Muster kostet weniger.",
    ),
    "suppress_bound": (
        "The further cells cost {cost}. No pattern costs less than {bound}.",
        "Die weiteren Felder kosten {cost}. Kein Muster kostet weniger als {bound}.",
    ),
    "suppress_cost_is": ("The further cells cost {cost}.", "Die weiteren Felder kosten {cost}."),
    "suppress_proven": (
        "Proven in whole numbers: {proven} of {demands} protection levels.",
        "In ganzen Zahlen bewiesen: {proven} von {demands} Schutzabständen.",
    ),
    "suppress_unprotectable": (
        "Not protected: {cell}. Use coarser codes, or leave its table out.",
        "Nicht geschützt: {cell}. Verwenden Sie gröbere Schlüssel, oder lassen Sie die Tabelle weg.",
    ),
    "suppress_blocked": (
        "    {cell} would have to be suppressed, too, but stays published.",
        "    Auch {cell} müsste gesperrt werden, bleibt aber veröffentlicht.",
    ),
    "suppress_undecided": (
        "Not decided: {cell}. Use coarser codes, or leave its table out.",
        "Nicht entschieden: {cell}. Verwenden Sie gröbere Schlüssel, oder lassen Sie die Tabelle weg.",
    ),
    "suppress_seen": (
        "A contributor alone in another cell can compute {cell} too closely.",
        "Wer in einem anderen Feld allein ist, kann {cell} zu genau berechnen.",
    ),
    "suppress_group": (
        "Readers can see the category of the group {cell}.",
        "Leser erkennen die Ausprägung der Gruppe {cell}.",
    ),
    "suppress_sample": (
        "Intervals were computed for {audited} primary cells. The proofs of all were checked.",
        "Intervalle wurden für {audited} primäre Felder berechnet, die Beweise aller geprüft.",
    ),
    "suppress_not_written": (
        "No table was written, since cells are not protected.",
        "Keine Tabelle wurde geschrieben, da Felder nicht geschützt sind.",
    ),
    "suppress_written": ("Written: {name}.", "Geschrieben: {name}."),
    # --- suppression in force ----------------------------------------------------------------------------------------
    "method_kind_suppression": ("Cell suppression", "Zellsperrung"),
    "note_suppression": (
        "Counts below {least} are kept secret, and with them further counts from which they could be computed.",
        "Fallzahlen unter {least} sind geheim gehalten, dazu weitere, aus denen sie sich berechnen ließen.",
    ),
    "note_suppression_sums": (
        "Sums that would reveal too much of a single contribution are kept secret, and with them further sums.",
        "Wertsummen, die zu viel über einen einzelnen Beitrag verrieten, sind geheim gehalten, dazu weitere.",
    ),
    "note_suppression_signs": (
        "All have the same sign. All other figures are published as they are.",
        "Alle haben dasselbe Zeichen. Alle anderen Zahlen sind unverändert veröffentlicht.",
    ),
    "note_suppression_short": (
        "Small counts, and those that protect them, have a sign. All others are published as they are.",
        "Kleine Fallzahlen und solche, die sie schützen, haben ein Zeichen. Alle anderen sind unverändert.",
    ),
    "suppression_counts": ("Counts:", "Fallzahlen:"),
    "suppression_sums": ("Sums of {of}:", "Summen von {of}:"),
    "suppression_least": (
        "The minimum frequency is 0 or at least 2, not {least}. Choose another number.",
        "Die Mindestfallzahl ist 0 oder mindestens 2, nicht {least}. Wählen Sie eine andere Zahl.",
    ),
    "suppression_values": (
        "Cell suppression publishes counts and sums of all records, and what is computed from them. Take weights, filters of values, counts by answer and quantiles out.",
        "Die Zellsperrung veröffentlicht Fallzahlen und Summen aller Datensätze und daraus Berechnetes. Nehmen Sie Gewichte, Filter von Werten, Zahlen nach Angaben und Quantile heraus.",
    ),
    "suppression_blanks": (
        "{count} {count:record has|records have} no value of {magnitude}. Show a ratio to all records instead of the mean.",
        "{count} {count:Datensatz hat|Datensätze haben} keinen Wert von {magnitude}. Zeigen Sie statt des Mittelwerts ein Verhältnis zu allen Datensätzen.",
    ),
    "suppress_derived": (
        "Means, shares, changes and ratios are computed from figures without a sign alone. They tell nothing more.",
        "Mittelwerte, Anteile, Veränderungen und Verhältnisse sind nur aus Zahlen ohne Zeichen berechnet. Sie sagen nichts darüber hinaus.",
    ),
    "remark_suppression_derived": (
        "Means, shares, changes and ratios have the sign where a figure they are computed from has it.",
        "Mittelwerte, Anteile, Veränderungen und Verhältnisse haben das Zeichen, wo es eine Zahl hat, aus der sie berechnet sind.",
    ),
    "suppression_exempt": (
        "The table has cells that are published unchanged. They would reveal suppressed ones.",
        "Die Tabelle hat Felder, die unverändert veröffentlicht werden. Sie würden gesperrte verraten.",
    ),
    "suppression_no_pattern": (
        "The table was not protected with the others, so it shows no figures. Compute its pattern: ckm statistic pattern.",
        "Die Tabelle wurde nicht mit den anderen geschützt und zeigt keine Zahlen. Rechnen Sie ihr Muster: ckm statistic pattern.",
    ),
    "suppression_stale": (
        "The records have changed since the pattern was computed. Compute it again: ckm statistic pattern.",
        "Die Datensätze haben sich geändert, seit das Muster gerechnet wurde. Rechnen Sie es neu: ckm statistic pattern.",
    ),
    "suppression_none": (
        "The period {period} has no pattern. Compute it first: ckm statistic pattern.",
        "Der Zeitraum {period} hat kein Muster. Rechnen Sie es zuerst: ckm statistic pattern.",
    ),
    "suppression_former": (
        "The pattern of released tables is missing or contradicts itself. Restore the file of the pattern.",
        "Das Muster freigegebener Tabellen fehlt oder widerspricht sich. Stellen Sie die Datei des Musters wieder her.",
    ),
    "suppression_needs_statistic": (
        "Cell suppression needs a pattern beside a statistic. Use ckm statistic pattern.",
        "Die Zellsperrung braucht ein Muster neben einer Statistik. Verwenden Sie ckm statistic pattern.",
    ),
    "suppression_kept": ("The pattern is kept beside the statistic.", "Das Muster liegt neben der Statistik."),
    "suppression_check": (
        "{of}: primary cells {primary}, secondary {secondary}, proven protection levels {proven} of {demands}.",
        "{of}: primäre Felder {primary}, sekundäre {secondary}, bewiesene Schutzabstände {proven} von {demands}.",
    ),
    "suppression_insiders": (
        "Choose what contributors alone in a cell may conclude, and find the pattern again.",
        "Wählen Sie, was einzelne Beitragende rückrechnen dürfen, und suchen Sie das Muster neu.",
    ),
    "suppression_not_kept": (
        "The pattern was not kept, since cells are not protected.",
        "Das Muster wurde nicht abgelegt, da Felder nicht geschützt sind.",
    ),
    "cli_help_statistic_pattern": (
        "Compute which cells of saved tables are suppressed, and keep the pattern beside the statistic.",
        "Rechnen, welche Felder gespeicherter Tabellen gesperrt werden, und das Muster neben der Statistik ablegen.",
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
    "audit_across": (
        "Name the variables in the head of {file} by --across, {levels} of them.",
        "Nennen Sie die Merkmale im Kopf von {file} mit --across, und zwar {levels}.",
    ),
    "audit_values": (
        "{file} shows these values: {values}. Choose one of them by --value-shown.",
        "{file} zeigt diese Werte: {values}. Wählen Sie einen davon mit --value-shown.",
    ),
    "audit_tables": (
        "{file} has {tables} {tables:table|tables}. Give a file with one row for each cell.",
        "{file} hat {tables} {tables:Tabelle|Tabellen}. Geben Sie eine Datei mit einer Zeile je Feld an.",
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
    "suppress_other_cells": (
        "The values have other cells. Give the same tables for each value.",
        "Die Werte haben andere Felder. Geben Sie für jeden Wert dieselben Tabellen an.",
    ),
    "suppress_groups_unseen": (
        "Groups by {variable} need all combinations of the tables. Choose fewer tables.",
        "Gruppen nach {variable} brauchen alle Kombinationen der Tabellen. Wählen Sie weniger Tabellen.",
    ),
    "suppress_groups_counts": (
        "Groups are protected in counts alone. Leave out the magnitude.",
        "Gruppen werden nur in Fallzahlen geschützt. Lassen Sie das Wertmerkmal weg.",
    ),
    "suppress_cost": (
        "A cell costs nothing or no number. Give each cell a cost above 0.",
        "Ein Feld kostet nichts oder keine Zahl. Geben Sie jedem Feld Kosten über 0.",
    ),
    "suppress_households": (
        "Tables of households are not searched for patterns. Choose tables of persons.",
        "Für Tabellen von Haushalten werden keine Muster gesucht. Wählen Sie Tabellen von Personen.",
    ),
    "suppress_no_magnitude": (
        "No table shows sums of {magnitude}. Choose another magnitude or other tables.",
        "Keine Tabelle zeigt Summen von {magnitude}. Wählen Sie ein anderes Wertmerkmal oder andere Tabellen.",
    ),
    "suppress_filters": (
        "Each value of a table has a filter of its own. Choose tables with a value of all records.",
        "Jeder Wert einer Tabelle hat einen eigenen Filter. Wählen Sie Tabellen mit einem Wert aller Datensätze.",
    ),
    "suppress_listed": (
        "A table has too many cells for a pattern. Choose fewer variables.",
        "Eine Tabelle hat zu viele Felder für ein Muster. Wählen Sie weniger Merkmale.",
    ),
    "suppress_fractions": (
        "The values of {magnitude} have no fixed decimals. Prepare the data with decimals.",
        "Die Werte von {magnitude} haben keine festen Nachkommastellen. Bereiten Sie die Daten mit Nachkommastellen auf.",
    ),
    "suppress_cell_unknown": (
        "{file} names a cell that no table has: {codes}. Correct its codes.",
        "{file} nennt ein Feld, das keine Tabelle hat: {codes}. Berichtigen Sie seine Schlüssel.",
    ),
    "suppress_level": (
        "{file} has no protection levels for {cell}: {text}. Give two numbers, lower and upper.",
        "{file} hat keine Schutzabstände für {cell}: {text}. Geben Sie zwei Zahlen an, unten und oben.",
    ),
    "suppress_names": (
        "Two files have the same name. Rename one: each table is written under its name.",
        "Zwei Dateien heißen gleich. Benennen Sie eine um: Jede Tabelle wird unter ihrem Namen geschrieben.",
    ),
    # --- methods side by side --------------------------------------------------------------------------------------------
    "rivals_suppression": ("cell suppression of counts below {least}", "Zellsperrung von Fallzahlen unter {least}"),
    "rivals_suppression_of_sums": ("cell suppression of sensitive sums", "Zellsperrung sensibler Wertsummen"),
    "rivals_rules": (
        "Sums of {magnitude} need a rule that says which are sensitive. Give one, such as a p % rule.",
        "Summen von {magnitude} brauchen eine Regel, welche sensibel sind. Geben Sie eine an, etwa eine p-%-Regel.",
    ),
    "rivals_no_sums": ("The method publishes no sums.", "Das Verfahren veröffentlicht keine Wertsummen."),
    "rivals_safe_counts": (
        "The SAFE principle protects counts alone.",
        "Das SAFE-Prinzip schützt nur Fallzahlen.",
    ),
    "rivals_sums_attack": (
        "Not measured: attacks on these sums, since readers know no bound of their noise. ckm sums judges them.",
        "Nicht gemessen: Angriffe auf diese Wertsummen, da Leser keine Grenze ihrer Überlagerung kennen. ckm sums beurteilt sie.",
    ),
    "rivals_sums_rounded": (
        "Assumed: readers know how sums are rounded, and all these tables.",
        "Angenommen: Leser wissen, wie Wertsummen gerundet sind, und kennen alle diese Tabellen.",
    ),
    "rivals_fact_magnitude": ("Sums of", "Summen von"),
    "rivals_fact_sensitive": ("Sensitive sums", "Sensible Wertsummen"),
    "rivals_sensitive_near": (
        "sensitive sums shown closer than their level, %",
        "sensible Wertsummen näher als ihr Schutzabstand gezeigt, %",
    ),
    "rivals_relative_gap": ("mean gap of sums, % of the total", "mittlere Lücke der Summen, % der Gesamtsumme"),
    "rivals_relative_deviation": ("mean relative deviation, %", "mittlere relative Abweichung, %"),
    "rivals_largest_relative": ("largest relative deviation, %", "größte relative Abweichung, %"),
    "rivals_unplanned_relative": (
        "mean relative deviation of unplanned tables, %",
        "mittlere relative Abweichung ungeplanter Tabellen, %",
    ),
    "rivals_no_tables": (
        "There is no table to compare methods on. Save a table of counts first.",
        "Es gibt keine Tabelle für den Vergleich. Speichern Sie zuerst eine Tabelle mit Fallzahlen.",
    ),
    "rivals_table_plain": (
        "Table “{table}” cannot be compared. Choose a table of counts with one block and without filter, periods or own rows.",
        "Die Tabelle „{table}“ lässt sich nicht vergleichen. Wählen Sie eine Tabelle mit Fallzahlen, einem Block und ohne Filter, Zeiträume und eigene Zeilen.",
    ),
    "rivals_too_large": (
        "The tables have {cells} cells, more than {limit}. Choose fewer or coarser tables.",
        "Die Tabellen haben {cells} Felder, mehr als {limit}. Wählen Sie weniger oder gröbere Tabellen.",
    ),
    "rivals_head": (
        "Tables: {tables}, unplanned {unplanned}. Cells: {cells}, of these {small} below {least}.",
        "Tabellen: {tables}, ungeplante {unplanned}. Felder: {cells}, davon {small} unter {least}.",
    ),
    "rivals_head_sums": (
        "Tables: {tables}, unplanned {unplanned}. Cells: {cells}, of these {small} sensitive.",
        "Tabellen: {tables}, ungeplante {unplanned}. Felder: {cells}, davon {small} sensibel.",
    ),
    "rivals_fault": ("    not possible: {reason}", "    nicht möglich: {reason}"),
    "rivals_measure": ("    {measure}: {value}", "    {measure}: {value}"),
    "rivals_not_measured": ("not measured", "nicht gemessen"),
    "rivals_assumed": (
        "Measured on these tables and records alone.",
        "Gemessen nur an diesen Tabellen und Datensätzen.",
    ),
    "rivals_fault_is": ("not possible: {reason}", "nicht möglich: {reason}"),
    "rivals_no_measure": ("no figure of this method decides it", "keine Zahl dieses Verfahrens entscheidet das"),
    "rivals_no_lab": (
        "Not measured: the attack on perturbed tables needs ckmcore.lab.",
        "Nicht gemessen: Der Angriff auf überlagerte Tabellen braucht ckmcore.lab.",
    ),
    "rivals_attack_short": (
        "Not measured: the attack did not end within {seconds} s.",
        "Nicht gemessen: Der Angriff war nach {seconds} s nicht fertig.",
    ),
    "rivals_safe_additive": (
        "Attacks on sums find nothing: the figures are counts of changed records.",
        "Angriffe über Summen finden nichts: Die Zahlen sind Auszählungen veränderter Datensätze.",
    ),
    "rivals_parts_fault": ("Parts were not protected: {reason}", "Teile wurden nicht geschützt: {reason}"),
    # --- the board, and its report
    "rivals_title": ("Methods side by side", "Verfahren nebeneinander"),
    "rivals_form": (
        "The board is written as HTML, as PDF, as a workbook or as CSV, not as “{name}”. Give it a name such as {stem}.html, {stem}.pdf, {stem}.xlsx or {stem}.csv.",
        "Der Vergleich wird als HTML, als PDF, als Arbeitsmappe oder als CSV geschrieben, nicht als „{name}“. Nennen Sie die Datei etwa {stem}.html, {stem}.pdf, {stem}.xlsx oder {stem}.csv.",
    ),
    "rivals_lead": (
        "{title}: rows of Übersicht 1 (WISTA 6/2019), measured on {tables} {tables:table|tables}, as of {date}",
        "{title}: Zeilen der Übersicht 1 (WISTA 6/2019), gemessen an {tables} {tables:Tabelle|Tabellen}, Stand {date}",
    ),
    "rivals_board_head": ("Board", "Tafel"),
    "rivals_measures_head": ("Measures with the boundaries of grades", "Maße mit den Grenzen der Noten"),
    "rivals_data_head": ("Data and choices", "Daten und Festlegungen"),
    "rivals_limits_head": ("Limits of the attacks", "Grenzen der Angriffe"),
    "rivals_sheet_board": ("Board", "Tafel"),
    "rivals_sheet_data": ("Data and limits", "Daten und Grenzen"),
    "rivals_criterion": ("Criterion", "Kriterium"),
    "rivals_measured": ("Measure", "Maß"),
    "rivals_boundaries": ("Boundaries", "Grenzen"),
    "rivals_grade": ("grade", "Note"),
    "rivals_to": ("good up to {good}, fair up to {fair}", "gut bis {good}, mittel bis {fair}"),
    "rivals_to_good": ("good up to {good}", "gut bis {good}"),
    "rivals_from": ("good from {good}, fair from {fair}", "gut ab {good}, mittel ab {fair}"),
    "rivals_from_good": ("good from {good}", "gut ab {good}"),
    "rivals_row_loss": ("Information loss, planned tables", "Informationsverlust, geplante Tabellen"),
    "rivals_row_unplanned": ("Information loss, unplanned tables", "Informationsverlust, ungeplante Tabellen"),
    "rivals_fact_data": ("Data", "Daten"),
    "rivals_fact_records": ("Records", "Datensätze"),
    "rivals_fact_tables": ("Tables", "Tabellen"),
    "rivals_fact_cells": ("Cells", "Felder"),
    "rivals_fact_small": ("Small counts", "Kleine Fallzahlen"),
    "rivals_fact_unplanned": ("Unplanned tables tried", "Versuchte ungeplante Tabellen"),
    "rivals_fact_groups": ("Category of groups", "Ausprägung von Gruppen"),
    "rivals_fact_parts": ("Parts protected apart by", "Teile einzeln geschützt nach"),
    "rivals_fact_seed": ("Seed", "Startwert"),
    "rivals_fact_date": ("Date", "Datum"),
    "rivals_small_cells": ("{count} from 1 to below {least}", "{count} von 1 bis unter {least}"),
    "rivals_every_variable": ("each variable", "jedes Merkmal"),
    "rivals_board_alone": (
        "All figures hold for these tables and records alone.",
        "Alle Zahlen gelten nur für diese Tabellen und Datensätze.",
    ),
    "rivals_board_grades": (
        "Grades are our own. Each follows from the measures with boundaries; the worst one counts.",
        "Die Noten sind eigene. Jede folgt aus den Maßen mit Grenzen; das schlechteste zählt.",
    ),
    "rivals_board_signs": (
        "A cell with a sign has no deviation. It is never taken as 0.",
        "Ein Feld mit Zeichen hat keine Abweichung. Sie zählt nie als 0.",
    ),
    "rivals_board_safe": (
        "The SAFE principle is our own program, not the program SAFE of the statistical offices. Their results differ.",
        "Das SAFE-Prinzip ist eine eigene Umsetzung, nicht das Programm SAFE der statistischen Ämter. Ergebnisse weichen ab.",
    ),
    "reason_explain_safe": (
        "Figures add up and look exact; that records were changed has to be explained.",
        "Zahlen summieren sich und wirken genau; dass Datensätze verändert wurden, ist zu erklären.",
    ),
    "reason_introduction_safe": (
        "Keys and control tables have to be chosen, and the changed records kept secret.",
        "Schlüsselmerkmale und Kontrolltabellen sind zu wählen, die veränderten Datensätze geheim zu halten.",
    ),
    # --- measures
    "rivals_small_true": ("small counts shown as they are, %", "kleine Fallzahlen unverändert gezeigt, %"),
    "rivals_small_shown_true": (
        "published small counts that are true, %",
        "veröffentlichte kleine Fallzahlen, die stimmen, %",
    ),
    "rivals_groups_shown": (
        "groups shown in one category, truly",
        "Gruppen in einer Ausprägung gezeigt, zu Recht",
    ),
    "rivals_groups_shown_true": (
        "groups shown in one category that are, %",
        "Gruppen in einer Ausprägung gezeigt, die es sind, %",
    ),
    "rivals_disclosed": ("cells with one possible value", "Felder mit nur einem möglichen Wert"),
    "rivals_undecided": ("cells not decided", "nicht entschiedene Felder"),
    "rivals_least_true": (
        "published counts of the least size that are true, %",
        "veröffentlichte Fallzahlen der Mindestgröße, die stimmen, %",
    ),
    "rivals_small_posterior": (
        "small counts behind the published figure that gives most of them away, 20 seeds, %",
        "kleine Fallzahlen hinter der veröffentlichten Zahl, die am meisten davon verrät, 20 Startwerte, %",
    ),
    "rivals_least_from_small": (
        "published counts of the least size from fewer records, %",
        "veröffentlichte Fallzahlen der Mindestgröße aus weniger Datensätzen, %",
    ),
    "rivals_below_level": ("primary cells below their level", "primäre Felder unter ihrem Schutzabstand"),
    "rivals_differing": (
        "cells with different figures in two tables",
        "Felder mit verschiedenen Zahlen in zwei Tabellen",
    ),
    "rivals_gaps": ("sums that differ from their parts", "Summen, die von ihren Teilen abweichen"),
    "rivals_mean_gap": ("mean gap of sums", "mittlere Lücke der Summen"),
    "rivals_largest_gap": ("largest gap of a sum", "größte Lücke einer Summe"),
    "rivals_not_computable": ("sums with a sign, %", "Summen mit einem Zeichen, %"),
    "rivals_not_shown": ("cells with a sign, %", "Felder mit einem Zeichen, %"),
    "rivals_value_not_shown": ("value of cells with a sign, %", "Wert der Felder mit einem Zeichen, %"),
    "rivals_changed": ("changed figures, %", "veränderte Zahlen, %"),
    "rivals_mean_deviation": ("mean deviation", "mittlere Abweichung"),
    "rivals_mean_deviation_filled": (
        "mean deviation of cells that are not 0",
        "mittlere Abweichung der Felder, die nicht 0 sind",
    ),
    "rivals_mean_width": (
        "mean width of intervals of signs, % of the figure",
        "mittlere Breite der Intervalle von Zeichen, % der Zahl",
    ),
    "rivals_unplanned_largest": ("largest deviation of unplanned tables", "größte Abweichung ungeplanter Tabellen"),
    "rivals_unplanned_ratio": (
        "deviation of unplanned tables by that of planned ones",
        "Abweichung ungeplanter Tabellen im Verhältnis zu geplanten",
    ),
    "rivals_parts_differing": (
        "cells that differ where parts are protected apart",
        "Felder, die abweichen, wenn Teile einzeln geschützt werden",
    ),
    "rivals_parts_below_level": (
        "primary cells below their level where parts are put together",
        "primäre Felder unter ihrem Schutzabstand, wenn Teile zusammenkommen",
    ),
    "rivals_programs": ("linear programs", "lineare Programme"),
    "rivals_new_run": ("a new table needs a new run (1: yes)", "eine neue Tabelle braucht einen neuen Lauf (1: ja)"),
    "rivals_largest_deviation": ("largest deviation", "größte Abweichung"),
    "rivals_unplanned_possible": (
        "unplanned tables that can be published, %",
        "ungeplante Tabellen, die veröffentlicht werden können, %",
    ),
    "rivals_unplanned_deviation": ("mean deviation of unplanned tables", "mittlere Abweichung ungeplanter Tabellen"),
    "rivals_unplanned_not_shown": (
        "new cells of unplanned tables with a sign, %",
        "neue Felder ungeplanter Tabellen mit Zeichen, %",
    ),
    "rivals_seconds": ("seconds, once for a period", "Sekunden, einmal je Berichtszeitraum"),
    "rivals_seconds_table": ("seconds per table", "Sekunden je Tabelle"),
    "rivals_memory": ("memory at the peak, MB", "Arbeitsspeicher in der Spitze, MB"),
    "cli_help_rivals": (
        "Compare rounding, cell-key method, cell suppression and SAFE principle on saved tables of counts.",
        "Rundung, Cell-Key-Methode, Zellsperrung und SAFE-Prinzip an gespeicherten Tabellen mit Fallzahlen vergleichen.",
    ),
    "cli_help_rivals_tables": ("saved tables; default: all", "gespeicherte Tabellen; sonst alle"),
    "cli_help_rivals_base": ("base of the rounding; default: 10", "Basis der Rundung; sonst 10"),
    "cli_help_rivals_output": (
        "the board, as .html, .pdf, .xlsx or .csv; confidential",
        "die Tafel, als .html, .pdf, .xlsx oder .csv; vertraulich",
    ),
    "cli_help_rivals_groups": (
        "variable whose category suppression protects for groups; default: measured for each, protected for none",
        "Merkmal, dessen Ausprägung die Sperrung für Gruppen schützt; sonst für jedes gemessen, für keines geschützt",
    ),
    "rivals_measure_head": ("{method}", "{method}"),
}
