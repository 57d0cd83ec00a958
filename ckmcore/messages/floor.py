"""Sentences of the floor under protection, rules F1 to F18. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    # --- a rule and what it asks for -----------------------------------------------------------------------------------
    "floor_refused": ("{rule}, refused: {told}", "{rule}, abgelehnt: {told}"),
    "floor_reason": (
        "{rule}, needs a recorded reason: {told}",
        "{rule}, braucht eine festgehaltene Begründung: {told}",
    ),
    "cli_floor_held": ("The floor under protection holds.", "Der Mindestschutz ist eingehalten."),
    "cli_floor_reason": (
        "Below the floor under protection: before it is put in force, a reason, a second person and an end date have to be recorded.",
        "Unter dem Mindestschutz: Vor der Inkraftsetzung sind Begründung, zweite Person und Ende der Gültigkeit festzuhalten.",
    ),
    "cli_floor_refused": (
        "Below the floor under protection: it cannot be put in force.",
        "Unter dem Mindestschutz: So lässt sie sich nicht in Kraft setzen.",
    ),
    "cli_table_below_floor": (
        "No table was written: the method is below the floor under protection ({rules}). {told} For a trial add --trial.",
        "Es wurde keine Tabelle geschrieben: Das Verfahren liegt unter dem Mindestschutz ({rules}). {told} Für eine Probe ergänzen Sie --trial.",
    ),
    "trial_below_floor": (
        "Trial: the method is below the floor under protection ({rules}). These figures are not protected and must not be published.",
        "Probe: Das Verfahren liegt unter dem Mindestschutz ({rules}). Diese Zahlen sind nicht geschützt und dürfen nicht veröffentlicht werden.",
    ),
    "word_trial_file": ("trial", "Probe"),
    "cli_help_strict_floor": (
        "exit with 3 where a rule of the floor under protection asks for a reason, too",
        "auch dann mit 3 enden, wenn eine Regel des Mindestschutzes eine Begründung verlangt",
    ),
    "cli_help_trial": (
        "write a table also where the method is below the floor under protection, marked as a trial",
        "eine Tabelle auch unter dem Mindestschutz schreiben, gekennzeichnet als Probe",
    ),
    "method_below_floor": (
        "The method cannot be put in force: it is below the floor under protection ({rules}). {told}",
        "Das Verfahren kann nicht in Kraft gesetzt werden: Es liegt unter dem Mindestschutz ({rules}). {told}",
    ),
    "floor_needs_decision": (
        "Rules of the floor under protection are open ({rules}). {told} Give a reason, a second person and an end date (valid to).",
        "Regeln des Mindestschutzes sind offen ({rules}). {told} Nennen Sie Begründung, zweite Person und ein Ende der Gültigkeit.",
    ),
    # --- perturbation tables and rounding, F1 to F9 --------------------------------------------------------------------
    "floor_variance": (
        "Row {row}: the variance of the noise about its mean is {found}; the floor is {limit}.",
        "Zeile {row}: Die Varianz der Überlagerungswerte um ihren Mittelwert ist {found}; das Mindestmaß ist {limit}.",
    ),
    "floor_stay_small": (
        "A count of {row} stays as it is with a probability of {found_share} %; at most {limit_share} % may.",
        "Die Fallzahl {row} bleibt mit einer Wahrscheinlichkeit von {found_share} % unverändert; höchstens {limit_share} % sind zulässig.",
    ),
    "floor_changed_small": (
        "Of the counts 1 and 2 on average {found_share} % are changed; at least {limit_share} % have to be.",
        "Von den Fallzahlen 1 und 2 werden im Mittel {found_share} % verändert; mindestens {limit_share} % müssen es sein.",
    ),
    "floor_stay_large": (
        "Row {row}: a count stays as it is with a probability of {found_share} %; at most {limit_share} % may.",
        "Zeile {row}: Eine Fallzahl bleibt mit einer Wahrscheinlichkeit von {found_share} % unverändert; höchstens {limit_share} % sind zulässig.",
    ),
    "floor_originals": (
        "Original counts that can stand behind the published figure {figure}: {found}; at least {limit} have to.",
        "Originalhäufigkeiten, die hinter dem ausgewiesenen Wert {figure} stehen können: {found}; mindestens {limit} müssen es sein.",
    ),
    "floor_posterior": (
        "Whoever sees {figure} and takes every count for as likely is right with the original {original} in {found_share} %; at most {limit_share} % may be.",
        "Wer {figure} sieht und jede Häufigkeit für gleich wahrscheinlich hält, liegt mit dem Original {original} zu {found_share} % richtig; höchstens {limit_share} % sind zulässig.",
    ),
    "floor_bias": (
        "Row {row}: published figures lie {found} off on average; at most {limit} may be.",
        "Zeile {row}: Ausgewiesene Werte liegen im Mittel um {found} daneben; höchstens {limit} sind zulässig.",
    ),
    "floor_split_zero_rule": (
        "A total of {first} and {second} discloses an original in {found_share} % of all cases to readers who know the largest deviation; at most {limit_share} % may.",
        "Eine Summe aus {first} und {second} lässt in {found_share} % der Fälle ein Original rückrechnen, wenn die Maximalabweichung bekannt ist; höchstens {limit_share} % sind zulässig.",
    ),
    "floor_split_tableau": (
        "A total of {first} and {second} discloses an original in {found_share} % of all cases to readers who have the tableau; at most {limit_share} % may. A shuffled table may hold the rule.",
        "Eine Summe aus {first} und {second} lässt in {found_share} % der Fälle ein Original rückrechnen, wenn das Überlagerungstableau bekannt ist; höchstens {limit_share} % sind zulässig. Eine gemischte Tabelle hält die Regel unter Umständen ein.",
    ),
    "floor_split_unknown": (
        "How often small totals disclose cannot be computed: a row has {found} intervals, at most {limit} can be judged. Shuffle in wider pieces.",
        "Wie oft kleine Summen rückrechenbar sind, lässt sich nicht berechnen: Eine Zeile hat {found} Intervalle, höchstens {limit} lassen sich beurteilen. Mischen Sie in breiteren Stücken.",
    ),
    "floor_base": (
        "Figures are rounded to multiples of {found}; the floor is {limit}.",
        "Gerundet wird auf Vielfache von {found}; das Mindestmaß ist {limit}.",
    ),
    "floor_type_all": ("all cells", "alle Felder"),
    "floor_type_even": ("even numbers of contributors", "gerade Zahl von Beitragenden"),
    "floor_type_odd": ("odd numbers of contributors", "ungerade Zahl von Beitragenden"),
    "floor_type_small_cells": ("small cells", "kleine Felder"),
    "floor_sum_variance": (
        "Table for sums ({type}), row {row}: the variance of the noise about its mean is {found}; the floor is {limit}.",
        "Tabelle für Summen ({type}), Zeile {row}: Die Varianz der Überlagerungswerte um ihren Mittelwert ist {found}; das Mindestmaß ist {limit}.",
    ),
    "floor_sum_originals": (
        "Table for sums ({type}), row {row}: originals that can stand behind a published sum: {found}; at least {limit} have to.",
        "Tabelle für Summen ({type}), Zeile {row}: Originale, die hinter einer ausgewiesenen Summe stehen können: {found}; mindestens {limit} müssen es sein.",
    ),
    "floor_keys_few": (
        "F12 to F14 were not tested: {records} record {records:key is|keys are} too few, {least} are needed.",
        "F12 bis F14 wurden nicht geprüft: {records} Record-{records:Key ist|Keys sind} zu wenig, nötig sind {least}.",
    ),
    "keys_below_floor": (
        "These record keys cannot be taken over: they are below the floor under protection ({rules}). {told} Where units have several records, give the variable that names them the role identifier; else take other keys or generate them.",
        "Diese Record-Keys können nicht übernommen werden: Sie liegen unter dem Mindestschutz ({rules}). {told} Haben Merkmalsträger mehrere Datensätze, geben Sie dem Merkmal, das sie benennt, die Rolle Identifikator; sonst nehmen Sie andere Keys, oder erzeugen Sie welche.",
    ),
    # --- record keys, F10 to F14 ---------------------------------------------------------------------------------------
    "floor_modulus": (
        "Values that a record key can have: {found}; the floor is {limit}.",
        "Werte, die ein Record-Key haben kann: {found}; das Mindestmaß ist {limit}.",
    ),
    "floor_key_few": (
        "{found} of {records} {records:record|records} have the same key; so few records must not all have one, nor may more than {limit}.",
        "{found} von {records} {records:Datensatz|Datensätzen} haben denselben Key; von so wenigen dürfen nicht alle und nicht mehr als {limit} denselben haben.",
    ),
    "floor_key_frequent": (
        "{found} {found:record has|records have} the same key, that is {share} % of {records}; at most 5 records or {limit_share} % may.",
        "{found} {found:Datensatz hat|Datensätze haben} denselben Key, das sind {share} % von {records}; höchstens 5 Datensätze oder {limit_share} % sind zulässig.",
    ),
    "floor_key_distinct": (
        "Different keys: {distinct}; to be expected: {expected}. That is {found_share} %, at least {limit_share} % have to be.",
        "Verschiedene Keys: {distinct}; zu erwarten: {expected}. Das sind {found_share} %, mindestens {limit_share} % müssen es sein.",
    ),
    "floor_key_spread": (
        "The keys are spread unevenly over 100 classes: χ² = {found}, at most {limit} may be.",
        "Die Keys verteilen sich ungleich auf 100 Klassen: χ² = {found}, höchstens {limit} sind zulässig.",
    ),
    "floor_key_step": (
        "From one record to the next the key grows by the same amount {found} times, that is {share} % of {records}; at most 5 times or {limit_share} % may.",
        "Von einem Datensatz zum nächsten wächst der Key {found}-mal um denselben Betrag, das sind {share} % von {records}; höchstens 5-mal oder {limit_share} % sind zulässig.",
    ),
    # --- measured on data, F15 to F18 -----------------------------------------------------------------------------------
    "floor_exempt_discloses": (
        "Exempt figures disclose others: with them {found} {found:cell|cells} that {found:is|are} not exempt, without them {without}.",
        "Ausgenommene Felder machen andere rückrechenbar: mit ihnen {found} {found:Feld, das nicht ausgenommen ist|Felder, die nicht ausgenommen sind}, ohne sie {without}.",
    ),
    "floor_exempt_few": (
        "Exempt figures inside the tables rest on few records. The smallest number is {found}, at least {limit} are needed; cells concerned: {cells}.",
        "Ausgenommene Felder innerhalb der Tabellen beruhen auf wenigen Datensätzen. Die kleinste Anzahl ist {found}, nötig sind mindestens {limit}; betroffene Felder: {cells}.",
    ),
    "floor_weights": (
        "Weighted counts beside counts disclose {disclosed} {disclosed:cell|cells} of {cells}, the counts alone {without}; {limit_share} % more are the limit.",
        "Gewichtete Häufigkeiten neben Fallzahlen machen {disclosed} von {cells} {cells:Feld|Feldern} rückrechenbar, die Fallzahlen allein {without}; {limit_share} % mehr sind die Grenze.",
    ),
    "floor_weights_equal": (
        "In {told} of {cells} {cells:cell|cells} of a table all weights are equal, the same throughout the table or a category, or fixed by its variables: weighted counts with noise of their own are a second draw of these counts. The guess of counts 1 and 2 is right in {twice} %, by the count alone in {once} %. Choose the noise of the count.",
        "In {told} von {cells} {cells:Feld|Feldern} einer Tabelle sind alle Gewichte gleich, in der ganzen Tabelle, in einer Ausprägung oder durch ihre Merkmale: Gewichtete Häufigkeiten mit eigener Überlagerung sind ein zweiter Wurf dieser Fallzahlen. Wer Fallzahlen 1 und 2 rät, liegt zu {twice} % richtig, aus der Fallzahl allein zu {once} %. Wählen Sie die Überlagerung der Fallzahl.",
    ),
    "floor_weights_elsewhere": (
        "Not tested: whether the weights of each cell are equal. The records are not at hand, or the table has weighted counts by the value of a magnitude.",
        "Nicht geprüft: ob die Gewichte eines Feldes gleich sind. Die Einzelangaben liegen nicht vor, oder die Tabelle hat gewichtete Häufigkeiten nach dem Wert eines Wertmerkmals.",
    ),
    "floor_weights_alone": (
        "Remedy: weighted counts alone, rounded to {step}. Not attacked: no count is shown, and a reader who does not know the weights finds none.",
        "Abhilfe: gewichtete Häufigkeiten allein, auf {step} gerundet. Nicht angegriffen: Keine Fallzahl steht da, und ohne Kenntnis der Gewichte folgt keine.",
    ),
    "floor_weights_alone_beside": (
        "Remedy: weighted counts alone, rounded to {step}, beside the tables of counts: {disclosed} of {cells} {cells:cell|cells} disclosed, {undecided} undecided.",
        "Abhilfe: gewichtete Häufigkeiten allein, auf {step} gerundet, neben den Tabellen mit Fallzahlen: {disclosed} von {cells} {cells:Feld|Feldern} rückrechenbar, {undecided} unentschieden.",
    ),
    "floor_weights_step": (
        "Remedy: weighted counts rounded to {step}: {disclosed} of {cells} {cells:cell|cells} disclosed, {undecided} undecided.",
        "Abhilfe: gewichtete Häufigkeiten auf {step} gerundet: {disclosed} von {cells} {cells:Feld|Feldern} rückrechenbar, {undecided} unentschieden.",
    ),
    "floor_weights_own": (
        "Remedy: weighted counts with noise of their own: disclosed as by counts alone, {without}. Where all weights of a cell are equal, they are a second draw: the guess of counts 1 and 2 is right in {two_share} %, by the count alone in {one_share} %.",
        "Abhilfe: gewichtete Häufigkeiten mit eigener Überlagerung: rückrechenbar wie aus den Fallzahlen allein, {without}. Wo alle Gewichte eines Feldes gleich sind, sind sie ein zweiter Wurf: Wer Fallzahlen 1 und 2 rät, liegt zu {two_share} % richtig, aus der Fallzahl allein zu {one_share} %.",
    ),
    "floor_weights_untried": (
        "Remedy: weighted counts rounded to {step}: not tested.",
        "Abhilfe: gewichtete Häufigkeiten auf {step} gerundet: nicht geprüft.",
    ),
    "floor_measured": (
        "Of the cells with 1 or 2 records {found_share} % are changed, at least {limit_share} % have to be; cells looked at: {cells}.",
        "Von den Feldern mit 1 oder 2 Datensätzen sind {found_share} % verändert, mindestens {limit_share} % müssen es sein; betrachtete Felder: {cells}.",
    ),
    "floor_attack": (
        "Attack by a reader who knows the largest deviation, that empty cells stay 0 and that the same records show the same figure. Tables: {tables}. {decided} decided, {disclosed} disclosed, {undecided} open. Disclosed counts of 1 or 2: {small}.",
        "Angriff mit Kenntnis der Maximalabweichung, dass leere Felder 0 bleiben und dass dieselben Datensätze denselben Wert zeigen. Tabellen: {tables}. {decided} entschieden, {disclosed} rückrechenbar, {undecided} offen. Rückrechenbare Fallzahlen 1 oder 2: {small}.",
    ),
    "floor_attack_none": ("No table could be attacked.", "Keine Tabelle ließ sich angreifen."),
    "floor_table_not_measured": (
        "“{table}” was not measured: {reason}",
        "„{table}“ wurde nicht gemessen: {reason}",
    ),
    "floor_table_not_attacked": (
        "“{table}” was not attacked: {reason}",
        "„{table}“ wurde nicht angegriffen: {reason}",
    ),
    "floor_table_by_counts": (
        "“{table}” was attacked by its counts alone: {reason}",
        "„{table}“ wurde nur mit ihren Häufigkeiten angegriffen: {reason}",
    ),
    "floor_no_counts": ("it shows no counts.", "Sie weist keine Häufigkeiten aus."),
    "floor_no_table": ("no table was measured.", "Keine Tabelle wurde gemessen."),
    "floor_not_tested": ("{rule}, not tested: {reason}", "{rule}, nicht geprüft: {reason}"),
    "floor_few_small": (
        "cells with 1 or 2 records: {found}; the share needs at least {limit}.",
        "Felder mit 1 oder 2 Datensätzen: {found}; für den Anteil sind mindestens {limit} nötig.",
    ),
    "floor_attack_undecided": (
        "the attack left {undecided} {undecided:cell|cells} undecided.",
        "Der Angriff ließ {undecided} {undecided:Feld|Felder} unentschieden.",
    ),
    "floor_attack_in_part": (
        "not all tables could be attacked.",
        "Nicht alle Tabellen ließen sich angreifen.",
    ),
    # --- the report that a decision is made on -------------------------------------------------------------------------
    "floor_report_title": ("Floor under protection", "Mindestschutz"),
    "floor_report_lead": ("{title}: {method}, {date}", "{title}: {method}, {date}"),
    "floor_report_criteria": ("Quality criteria (WISTA 6/2019)", "Qualitätskriterien (WISTA 6/2019)"),
    "floor_report_rules": ("Rules of the floor", "Regeln des Mindestschutzes"),
    "floor_report_measured": ("Measured", "Gemessen"),
    "floor_report_tables": ("Tables", "Tabellen"),
    "floor_report_mark": ("Holds for method, keys and data", "Gilt für Verfahren, Keys und Daten"),
    "floor_no_criteria": (
        "The criteria are those of perturbation tables; this method has none.",
        "Die Kriterien gelten für Überlagerungstabellen; dieses Verfahren hat keine.",
    ),
    "floor_criterion_held": ("Held in every row: {criterion}.", "In jeder Zeile eingehalten: {criterion}."),
    "floor_missed_mean": (
        "Mean deviation is 0.5 or more in {count:row|rows} {rows}.",
        "Mittlere Abweichung ab 0,5 in {count:der Zeile|den Zeilen} {rows}.",
    ),
    "floor_missed_within_one": (
        "Fewer than 90 % change by 1 at most in {count:row|rows} {rows}.",
        "Weniger als 90 % ändern sich höchstens um 1 in {count:der Zeile|den Zeilen} {rows}.",
    ),
    "floor_missed_from_three": (
        "More than 5 % change by 3 or more in {count:row|rows} {rows}.",
        "Mehr als 5 % ändern sich um 3 oder mehr in {count:der Zeile|den Zeilen} {rows}.",
    ),
    "floor_missed_from_four": (
        "More than 0.5 % change by 4 or more in {count:row|rows} {rows}.",
        "Mehr als 0,5 % ändern sich um 4 oder mehr in {count:der Zeile|den Zeilen} {rows}.",
    ),
    "floor_rows_one": ("{first}", "{first}"),
    "floor_rows_range": ("{first}-{last}", "{first} bis {last}"),
    "floor_criteria_by_rows": (
        "An extension of our own, V and stay by row: all four criteria hold on average over the rows, and no rule of the floor is open. D = {D}, js = {js}; rows {first}-{last}: V up to {V_small}, stay {stay_small}; further rows: V up to {V}, stay {stay}. It gives up property (2), constant variance, of WISTA 6/2019. The most probable original behind a figure is right in up to {after} %.",
        "Eigene Erweiterung, V und Bleibewahrscheinlichkeit je Zeile: Im Mittel der Zeilen sind alle vier Kriterien eingehalten, und keine Regel des Mindestschutzes ist offen. D = {D}, js = {js}; Zeilen {first} bis {last}: V bis {V_small}, Bleiben {stay_small}; weitere Zeilen: V bis {V}, Bleiben {stay}. Aufgegeben ist Eigenschaft (2), Konstante Varianz, der WISTA 6/2019. Das wahrscheinlichste Original hinter einem Wert trifft bis zu {after} % zu.",
    ),
    "floor_criteria_cost": (
        "With one V for all rows all four criteria hold on average over the rows with D = {D} from V = {V} down, js = {js}. It costs protection: the most probable original behind a figure is then right in up to {after} %, now in up to {before} %.",
        "Mit einem V für alle Zeilen sind alle vier Kriterien im Mittel der Zeilen mit D = {D} ab V = {V} abwärts eingehalten, js = {js}. Das kostet Schutz: Das wahrscheinlichste Original hinter einem Wert trifft dann bis zu {after} % zu, jetzt bis zu {before} %.",
    ),
    "floor_criteria_cost_rules": (
        "With one V for all rows all four criteria hold on average over the rows with D = {D} from V = {V} down, js = {js}. It costs protection: the most probable original behind a figure is then right in up to {after} %, now in up to {before} %, and rules of the floor are open ({rules}).",
        "Mit einem V für alle Zeilen sind alle vier Kriterien im Mittel der Zeilen mit D = {D} ab V = {V} abwärts eingehalten, js = {js}. Das kostet Schutz: Das wahrscheinlichste Original hinter einem Wert trifft dann bis zu {after} % zu, jetzt bis zu {before} %, und Regeln des Mindestschutzes sind offen ({rules}).",
    ),
    "floor_criteria_never": (
        "With D = {D} no single V holds all four criteria on average over the rows.",
        "Mit D = {D} hält kein einzelnes V alle vier Kriterien im Mittel der Zeilen ein.",
    ),
    "floor_all_held": (
        "No rule is open (F1 to F9, F15 to F18).",
        "Keine Regel ist offen (F1 bis F9, F15 bis F18).",
    ),
    "floor_small_cells": (
        "Shown cells with 1 or 2 records: {small}, of these changed: {changed}.",
        "Gezeigte Felder mit 1 oder 2 Datensätzen: {small}, davon verändert: {changed}.",
    ),
    "desk_check_floor": (
        "The method holds the floor under protection (F1 to F9).",
        "Das Verfahren hält den Mindestschutz ein (F1 bis F9).",
    ),
    "desk_floor_not_measured": (
        "Not yet tested on tables (F15 to F18).",
        "Noch nicht an Tabellen geprüft (F15 bis F18).",
    ),
    "desk_floor_measured": (
        "Measured on the tables: no rule is open (F15 to F18).",
        "An den Tabellen gemessen: Keine Regel ist offen (F15 bis F18).",
    ),
    "desk_floor_report_saved": (
        "“{name}” was saved. The decision records its hash.",
        "„{name}“ wurde gespeichert. Der Hashwert wird mit der Entscheidung festgehalten.",
    ),
    "floor_not_carried": (
        "The new period has no method in force: that of the period before is below the floor under protection. Put another one in force, or this one with a reason, a second person and an end date where no rule refuses it.",
        "Im neuen Berichtszeitraum ist kein Verfahren in Kraft: Das bisherige liegt unter dem Mindestschutz. Setzen Sie ein anderes in Kraft, oder dieses mit Begründung, zweiter Person und Ende der Gültigkeit, wenn keine Regel es ablehnt.",
    ),
    "check_method_measured_before": (
        "This table, or its records, record keys, exempt cells or code lists, are others than those on which the method was measured (F15 to F18). Have it measured again.",
        "Diese Tabelle oder ihre Datensätze, Record-Keys, ausgenommenen Felder oder Codes sind andere als die, an denen das Verfahren gemessen wurde (F15 bis F18). Lassen Sie es neu messen.",
    ),
    "check_method_not_measured": (
        "Not tested: the method was not measured on tables (F15 to F18) for the decision. Have it measured.",
        "Nicht geprüft: Das Verfahren wurde für die Entscheidung nicht an Tabellen gemessen (F15 bis F18). Lassen Sie es messen.",
    ),
    "check_method_not_tested": (
        "Not tested when the method was decided on: {rules}. Have it measured on tables with which these rules can be tested.",
        "Bei der Entscheidung über das Verfahren nicht geprüft: {rules}. Lassen Sie es an Tabellen messen, mit denen sich diese Regeln prüfen lassen.",
    ),
    "check_method_cube": (
        "Not tested: the cube is too large for the attack. Cells: {cells}; the most are {limit}.",
        "Nicht geprüft: Der Würfel ist zu groß für den Angriff. Felder: {cells}; höchstens {limit}.",
    ),
    "check_method_floor": (
        "The method in force is below the floor under protection; its open rules are to be given a reason, or a method above the floor is to be put in force.",
        "Das Verfahren in Kraft liegt unter dem Mindestschutz; seine offenen Regeln sind zu begründen, oder ein Verfahren über dem Mindestschutz ist in Kraft zu setzen.",
    ),
}
