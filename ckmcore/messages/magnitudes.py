"""Sentences on perturbation tables for magnitudes. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    # --- design ----------------------------------------------------------------------------------------------------
    "magnitude_row_missing": (
        "The rows icat = {rows} of the perturbation table for magnitudes lack i = {row}. Add it: icat must contain 1 and D = {D}.",
        "Den Zeilen icat = {rows} der Überlagerungstabelle für Wertmerkmale fehlt i = {row}. Ergänzen Sie diese Zeile: icat muss 1 und D = {D} enthalten.",
    ),
    "magnitude_rows_unsorted": (
        "The rows icat = {rows} of the perturbation table for magnitudes do not ascend. Put them in ascending order, each only once.",
        "Die Zeilen icat = {rows} der Überlagerungstabelle für Wertmerkmale steigen nicht an. Sortieren Sie sie aufsteigend, jede nur einmal.",
    ),
    "magnitude_row_between": (
        "The perturbation table for magnitudes cannot have the row icat = {row}. Allowed are numbers from 1 to D = {D} that are whole when multiplied by step = {step}.",
        "Die Überlagerungstabelle für Wertmerkmale kann die Zeile icat = {row} nicht haben. Zulässig sind Zahlen von 1 bis D = {D}, die mit step = {step} multipliziert eine ganze Zahl ergeben.",
    ),
    "magnitude_infeasible": (
        "Row i = {row} of the perturbation table for magnitudes cannot have the variance V = {wanted}; the highest is {high}. Choose V = {high} or less, or change D, step or the monotony.",
        "Zeile i = {row} der Überlagerungstabelle für Wertmerkmale kann die Varianz V = {wanted} nicht haben; die höchste ist {high}. Wählen Sie höchstens V = {high} oder ändern Sie D, step oder die Monotonie.",
    ),
    "magnitude_refused_by_r": (
        "Row i = {row} of the perturbation table for magnitudes has a single distribution left at V = {wanted}, its highest variance. R ptable refuses such a row. Choose a V below {high}, or design without compat R.",
        "Zeile i = {row} der Überlagerungstabelle für Wertmerkmale lässt bei V = {wanted}, ihrer höchsten Varianz, nur eine einzige Verteilung zu. R ptable lehnt eine solche Zeile ab. Wählen Sie V unter {high}, oder entwerfen Sie ohne compat R.",
    ),
    "magnitude_type_missing": (
        "The perturbation table for magnitudes has no rows of the type “{type}”; it has {types}. Choose another table or add these rows.",
        "Die Überlagerungstabelle für Wertmerkmale hat keine Zeilen vom Typ „{type}“, sondern {types}. Wählen Sie eine andere Tabelle oder ergänzen Sie diese Zeilen.",
    ),
    "ptable_for_counts": (
        "The perturbation table “{name}” is made for counts, not for magnitudes. Choose a table for magnitudes; it says “all”, “even”, “odd” or “small_cells” in its last column.",
        "Die Überlagerungstabelle „{name}“ gilt für Häufigkeiten, nicht für Wertmerkmale. Wählen Sie eine Tabelle für Wertmerkmale; in ihrer letzten Spalte steht „all“, „even“, „odd“ oder „small_cells“.",
    ),
    "magnitude_type_twice": (
        "Several parts of a perturbation table for magnitudes would be of the type “{type}”. Give each part a type of its own.",
        "Mehrere Teile einer Überlagerungstabelle für Wertmerkmale wären vom Typ „{type}“. Geben Sie jedem Teil einen eigenen Typ.",
    ),
    "magnitude_blocks": (
        "The keys of a perturbation table for magnitudes cannot be permuted in {found} blocks. Choose a number from {least} to {most} whose fractions are finite decimals, such as 20, 50 or 100.",
        "Die Schlüssel einer Überlagerungstabelle für Wertmerkmale lassen sich nicht in {found} Blöcken umordnen. Wählen Sie eine Zahl von {least} bis {most}, deren Bruchteile endliche Dezimalzahlen sind, etwa 20, 50 oder 100.",
    ),
    # --- faults of a file ------------------------------------------------------------------------------------------
    "magnitude_fault_type": (
        "Line {line}: the type “{text}” is unknown; known are all, even, odd, small_cells.",
        "Zeile {line} der Datei: Der Typ „{text}“ ist unbekannt; bekannt sind all, even, odd, small_cells.",
    ),
    "magnitude_place": ("type {type}, row i = {i}", "Typ {type}, i = {i}"),
    "magnitude_fault_range": (
        "Line {line}: {name} = “{text}” is beyond {limit}.",
        "Zeile {line} der Datei: {name} = „{text}“ überschreitet {limit}.",
    ),
    "magnitude_fault_ratio": (
        "Line {line}: i = {i} is below 0.",
        "Zeile {line} der Datei: i = {i} liegt unter 0.",
    ),
    "magnitude_fault_order": (
        "Line {line}, type {type}: row i = {i} follows i = {before}; the rows of a type must ascend, and the lines of a row must stand together.",
        "Zeile {line} der Datei, Typ {type}: i = {i} folgt auf i = {before}; innerhalb eines Typs muss i ansteigen, und was zu einem i gehört, muss beisammenstehen.",
    ),
    "magnitude_fault_noise": (
        "Line {line}, {place}: v = {v}, but j - i = {expected}.",
        "Zeile {line} der Datei, {place}: v = {v}, aber j - i = {expected}.",
    ),
    "magnitude_fault_target": (
        "Line {line}, {place}: j = {j} is below 0.",
        "Zeile {line} der Datei, {place}: j = {j} liegt unter 0.",
    ),
    "magnitude_fault_p": (
        "Line {line}, {place}: p = {p} is not between 0 and 1.",
        "Zeile {line} der Datei, {place}: p = {p} liegt nicht zwischen 0 und 1.",
    ),
    "magnitude_fault_sum": (
        "Line {line}, {place}: the probabilities sum to {total}, not to 1.",
        "Zeile {line} der Datei, {place}: Die Wahrscheinlichkeiten ergeben zusammen {total}, nicht 1.",
    ),
    "magnitude_fault_falls": (
        "Line {line}, {place}: the upper bound {bound} lies below the one before ({before}).",
        "Zeile {line} der Datei, {place}: Die Obergrenze {bound} liegt unter der vorigen ({before}).",
    ),
    "magnitude_fault_width": (
        "Line {line}, {place}: the interval is {width} wide, but p = {p}.",
        "Zeile {line} der Datei, {place}: Der Abschnitt ist {width} breit, aber p = {p}.",
    ),
    "magnitude_fault_last": (
        "Line {line}, {place}: the last upper bound is {bound}, not 1.",
        "Zeile {line} der Datei, {place}: Die letzte Obergrenze ist {bound}, nicht 1.",
    ),
    "magnitude_fault_deviation": (
        "Line {line}, {place}: v = {v} is beyond the maximum deviation D = {D}.",
        "Zeile {line} der Datei, {place}: v = {v} überschreitet die Maximalabweichung D = {D}.",
    ),
    # --- writing ---------------------------------------------------------------------------------------------------
    "magnitude_why_small_cells": (
        "τ-ARGUS reads rows for small cells from a file of their own, where their type is “all”.",
        "τ-ARGUS liest Zeilen für kleine Tabellenfelder aus einer eigenen Datei, in der ihr Typ „all“ ist.",
    ),
    # --- warnings --------------------------------------------------------------------------------------------------
    "magnitude_warning_parity": (
        "The perturbation table for magnitudes has rows of the type “{there}” and none of the type “{missing}”: where even and odd numbers of contributors are told apart (parity), cells of the missing type find no row.",
        "Die Überlagerungstabelle für Wertmerkmale hat Zeilen vom Typ „{there}“, aber keine vom Typ „{missing}“: Werden gerade und ungerade Zahlen von Beitragenden unterschieden (Parität), finden Tabellenfelder des fehlenden Typs keine Zeile.",
    ),
    "magnitude_warning_all_and_parity": (
        "The perturbation table for magnitudes has rows of the type “all” beside “even” or “odd”: with parity the rows “all” are not used, without it the others are not.",
        "Die Überlagerungstabelle für Wertmerkmale hat Zeilen vom Typ „all“ neben „even“ oder „odd“: Mit Parität werden die Zeilen „all“ nicht benutzt, ohne sie die anderen nicht.",
    ),
    "magnitude_warning_zero": (
        "Type {type}: row 0 is not the identity. Empty cells stay empty all the same.",
        "Typ {type}: Zeile 0 ist nicht die Identität. Leere Tabellenfelder bleiben dennoch leer.",
    ),
    "magnitude_warning_no_rows": (
        "Type {type}: there is no row above i = 0, so nothing is perturbed.",
        "Typ {type}: Es gibt keine Zeile über i = 0, es wird also nichts überlagert.",
    ),
    "magnitude_warning_first": (
        "Type {type}: the first row is i = {row}, not 1. Ratios below it take noise between that of row 0 and that of this row; without a row 0 they take that of this row.",
        "Typ {type}: Die erste Zeile ist i = {row}, nicht 1. Für kleinere Verhältnisse liegt die Überlagerung zwischen der von Zeile 0 und der dieser Zeile; fehlt Zeile 0, gilt die dieser Zeile.",
    ),
    "magnitude_warning_last": (
        "Type {type}: the last row i = {row} is below the maximum deviation D = {D} and stands for all larger ratios.",
        "Typ {type}: Die letzte Zeile i = {row} liegt unter der Maximalabweichung D = {D} und gilt für alle größeren Verhältnisse.",
    ),
    "magnitude_warning_bias": (
        "Type {type}: {count} rows are biased, most of all row i = {row}, where the noise is {bias} on average.",
        "Typ {type}: {count} Zeilen sind verzerrt, am stärksten i = {row}, wo der Überlagerungswert im Mittel {bias} beträgt.",
    ),
    "magnitude_warning_bias_one": (
        "Type {type}: row i = {row} is biased: the noise is {bias} on average.",
        "Typ {type}: Zeile i = {row} ist verzerrt: Der Überlagerungswert beträgt im Mittel {bias}.",
    ),
    # --- the method ------------------------------------------------------------------------------------------------
    "method_magnitude_cell_key": ("Cell-key method", "Cell-Key-Methode"),
    "note_magnitude_cell_key": (
        "All figures are protected by the cell-key method: random noise is added to each number, sum and total on its own; the same figure has the same noise in every table. The noise of a sum is the larger, the larger the values in it are. Means are protected sums divided by protected numbers. Sums of figures can therefore differ from the totals shown: use the published total, do not add. Shares and ratios that you compute yourself are made of changed figures, too, and say little where these are small. Nothing is shown of the sums of cells whose number is 0.",
        "Alle Zahlen sind mit der Cell-Key-Methode geheim gehalten: Jede Anzahl, jede Wertsumme und jede Gesamtsumme wird für sich um einen zufälligen Wert verändert; dieselbe Zahl wird in jeder Tabelle gleich verändert. Wertsummen werden umso stärker verändert, je größer die Werte darin sind. Mittelwerte sind geheim gehaltene Wertsummen geteilt durch geheim gehaltene Anzahlen. Die Summe der Einzelwerte kann daher von der ausgewiesenen Summe abweichen: Verwenden Sie die ausgewiesene Summe, addieren Sie nicht. Auch selbst berechnete Anteile und Verhältniszahlen beruhen auf veränderten Zahlen; sind diese klein, sagen sie wenig aus. Wo die ausgewiesene Anzahl 0 ist, steht keine Wertsumme.",
    ),
    "note_magnitude_cell_key_short": (
        "Numbers and sums protected by the cell-key method. Use the published totals, do not add.",
        "Anzahlen und Wertsummen mit der Cell-Key-Methode geheim gehalten. Verwenden Sie die ausgewiesenen Summen, addieren Sie nicht.",
    ),
    "method_without_magnitudes": (
        "The table has sums of “{magnitude}”, which this method does not protect. Take these values out, or choose a method that protects sums: the cell-key method with a perturbation table for sums, or rounding. In a statistic a methodologist puts such a method in force.",
        "Die Tabelle enthält Summen von „{magnitude}“; dieses Verfahren schützt sie nicht. Nehmen Sie diese Werte heraus, oder wählen Sie ein Verfahren, das Summen schützt: die Cell-Key-Methode mit einer Überlagerungstabelle für Wertsummen oder eine Rundung. In einer Statistik setzt die Methodik ein solches Verfahren in Kraft.",
    ),
    "magnitude_settings_lacking": (
        "The method has no settings for the magnitude “{magnitude}”. Its noise depends on the size of contributions: add settings for it.",
        "Das Verfahren hat keine Einstellungen für das Wertmerkmal „{magnitude}“. Die Überlagerung hängt von der Größe der Beiträge ab: Ergänzen Sie Einstellungen dafür.",
    ),
    "magnitude_keys_modulus": (
        "Magnitudes need record keys with at least {digits} decimals; these keys are whole numbers below {modulus}. Make new decimal keys for the data.",
        "Wertmerkmale brauchen Record-Keys mit mindestens {digits} Nachkommastellen; diese Keys sind ganze Zahlen unter {modulus}. Erzeugen Sie für die Daten neue Dezimal-Keys.",
    ),
    "magnitude_values_missing": (
        "Records have no value of “{magnitude}”. The method refuses missing values. Complete the data, or let missing values stand aside.",
        "Datensätze haben bei „{magnitude}“ keinen Wert. Das Verfahren lehnt fehlende Werte ab. Ergänzen Sie die Daten, oder lassen Sie Fälle ohne Angabe außen vor.",
    ),
    "magnitude_part_needed": (
        "The settings need rows of the type “{type}” in the perturbation table for {what}; it has {types}. Choose another table or change the settings.",
        "Die Einstellungen brauchen in der Überlagerungstabelle für {what} Zeilen vom Typ „{type}“; vorhanden: {types}. Wählen Sie eine andere Tabelle, oder ändern Sie die Einstellungen.",
    ),
    "magnitude_part_rowless": (
        "The rows of the type “{type}” in the perturbation table for {what} do not reach i = 1, from which on noise is drawn; the last is i = {row}. Choose another table.",
        "Die Zeilen vom Typ „{type}“ in der Überlagerungstabelle für {what} reichen nicht bis i = 1, ab dem überlagert wird; die letzte ist i = {row}. Wählen Sie eine andere Tabelle.",
    ),
    "magnitude_what_large": ("magnitudes", "Wertmerkmale"),
    "magnitude_what_small": ("small values", "kleine Werte"),
    "contributors_not_kept": (
        "The method looks at the {needed:largest contribution|# largest contributions} to each cell, of which only {kept} {kept:was|were} kept. Compute the table again with contributors={needed}.",
        "Das Verfahren betrachtet {needed:den größten Beitrag|die # größten Beiträge} zu jedem Tabellenfeld; behalten {kept:wurde|wurden} nur {kept}. Berechnen Sie die Tabelle neu mit contributors={needed}.",
    ),
    "weighted_ties": (
        "“{magnitude}”: in {count} {count:cell|cells} the largest contributions are of one size and have different weights. τ-ARGUS takes the first in the file, the heaviest is taken here, so that its sums may differ.",
        "„{magnitude}“: In {count} {count:Feld|Feldern} sind die größten Beiträge gleich groß und verschieden gewichtet. τ-ARGUS nimmt den ersten der Datei, hier gilt der mit dem größten Gewicht; dort können sich die Summen unterscheiden.",
    ),
    "flow_without_period": (
        "“{magnitude}” is a flow, whose key is another one in each period, but nothing says of which period the records are: records of other periods without one have the same key, and growth of single contributors is exact. Name the period (on the command line --period, in Python Microdata.period).",
        "„{magnitude}“ ist eine Stromgröße mit eigenem Schlüssel je Berichtszeitraum, aber nichts sagt, aus welchem Zeitraum die Datensätze sind: Andere Zeiträume ohne Angabe haben denselben Schlüssel, und Veränderungen einzelner Beitragender sind genau. Nennen Sie den Zeitraum (auf der Kommandozeile --period, in Python Microdata.period).",
    ),
    "blanks_count_as_zero": (
        "“{magnitude}”: {count} {count:record|records} without a value {count:counts|count} as 0 in sums and means, as in versions before. A new method leaves records without a value out.",
        "„{magnitude}“: {count} {count:Datensatz|Datensätze} ohne Angabe {count:zählt|zählen} in Summen und Mittelwerten als 0, wie in früheren Versionen. Ein neues Verfahren lässt Fälle ohne Angabe außen vor.",
    ),
    "blanks_left_out": (
        "“{magnitude}”: {count} {count:record|records} without a value {count:is|are} left out of sums and means.",
        "„{magnitude}“: {count} {count:Datensatz|Datensätze} ohne Angabe {count:bleibt|bleiben} in Summen und Mittelwerten außen vor.",
    ),
    "no_numbers": (
        "Magnitude “{magnitude}”: {missing} {missing:record is|records are} missing, to {not_applicable} it does not apply, {zero} {zero:value was|values were} read as 0.",
        "Wertmerkmal „{magnitude}“: {missing} {missing:Fall|Fälle} ohne Angabe, {not_applicable} trifft nicht zu, {zero} {zero:Wert|Werte} als 0 gelesen.",
    ),
    "value_looks_missing": (
        "{count} {count:record has|records have} {value} in “{magnitude}”. If it means “no answer”, enter it as missing.",
        "{count} {count:Datensatz hat|Datensätze haben} in „{magnitude}“ den Wert {value}. Falls er „keine Angabe“ bedeutet, tragen Sie ihn als fehlend ein.",
    ),
    "flex_total_tells": (
        "A contribution above {size} that stands alone in a cell can be estimated to {percent} % with up to P = {p}: by the total, which has no least noise, less the other cells (F5). Set σ0 to {large}, which is enough in tables of up to {count} {count:variable|variables} without levels, or choose simple scaling.",
        "Ein Beitrag über {size}, der allein in einem Feld steht, ist mit P bis {p} auf {percent} % genau zu schätzen: aus der Summe, die keine Mindestüberlagerung hat, abzüglich der anderen Felder (F5). Setzen Sie σ0 auf {large}, was in Tabellen mit bis zu {count} {count:Merkmal|Merkmalen} ohne Stufen reicht, oder wählen Sie einfache Skalierung.",
    ),
    "flex_total_tells_always": (
        "A contribution above {size} that stands alone in a cell can be estimated to {percent} % with up to P = {p}: by the total, which has no least noise, less the other cells (F5). In tables of up to {count} {count:variable|variables} no σ0 below σ1 is enough: choose simple scaling, or raise σ1.",
        "Ein Beitrag über {size}, der allein in einem Feld steht, ist mit P bis {p} auf {percent} % genau zu schätzen: aus der Summe, die keine Mindestüberlagerung hat, abzüglich der anderen Felder (F5). In Tabellen mit bis zu {count} {count:Merkmal|Merkmalen} reicht kein σ0 unter σ1: Wählen Sie einfache Skalierung, oder erhöhen Sie σ1.",
    ),
    "totals_tell_from": (
        "In tables of {count} {count:variable|variables} and more, all totals together, less the other cells, can tell a contribution that stands alone in a cell to {percent} % with P up to {p} (F5). It begins where a cell is a part of {totals} {totals:total|totals}; each level of a hierarchy and each group above it counts. Show fewer variables or levels in a table, or set simple scaling with σ1 = {small}; what holds for your tables the floor says.",
        "In Tabellen mit {count} {count:Merkmal|Merkmalen} und mehr können alle Summen zusammen, abzüglich der anderen Felder, einen Beitrag, der allein in einem Feld steht, mit P bis {p} auf {percent} % genau verraten (F5). Das beginnt, wo ein Feld Teil von {totals} {totals:Summe|Summen} ist; jede Stufe einer Hierarchie und jede Gruppe darüber zählt. Zeigen Sie weniger Merkmale oder Stufen in einer Tabelle, oder setzen Sie einfache Skalierung mit σ1 = {small}; was für Ihre Tabellen gilt, sagt der Mindestschutz.",
    ),
    "totals_tell_always": (
        "In tables of {count} {count:variable|variables} and more, all totals together, less the other cells, can tell a contribution that stands alone in a cell to {percent} % with P up to {p} (F5). It begins where a cell is a part of {totals} {totals:total|totals}; each level of a hierarchy and each group above it counts. No scaling is enough there: show fewer variables or levels in a table.",
        "In Tabellen mit {count} {count:Merkmal|Merkmalen} und mehr können alle Summen zusammen, abzüglich der anderen Felder, einen Beitrag, der allein in einem Feld steht, mit P bis {p} auf {percent} % genau verraten (F5). Das beginnt, wo ein Feld Teil von {totals} {totals:Summe|Summen} ist; jede Stufe einer Hierarchie und jede Gruppe darüber zählt. Keine Skalierung reicht dort: Zeigen Sie weniger Merkmale oder Stufen in einer Tabelle.",
    ),
    "totals_hold": (
        "Made for tables in which a cell is a part of up to {totals} {totals:total|totals}, as with {count} {count:variable|variables}: these, less the other cells, tell nobody who stands alone in it to {percent} % with more than P = {limit} (F5). Each level of a hierarchy and each group above a cell counts. Where there are more, judge the floor on the tables.",
        "Ausgelegt für Tabellen, in denen ein Feld Teil von bis zu {totals} {totals:Summe|Summen} ist, wie bei {count} {count:Merkmal|Merkmalen}: Abzüglich der anderen Felder verraten sie niemanden, der allein darin steht, mit mehr als P = {limit} auf {percent} % genau (F5). Jede Stufe einer Hierarchie und jede Gruppe über dem Feld zählt. Sind es mehr, lassen Sie den Mindestschutz an den Tabellen beurteilen.",
    ),
    "flex_without_least": (
        "Contributions above {size} could be estimated to {percent} % with P = {p}. Set the least noise to {least}.",
        "Große Beiträge über {size} wären mit P = {p} auf {percent} % genau zu schätzen. Setzen Sie die Mindestüberlagerung auf {least}.",
    ),
    "codes_twice": (
        "“{found}” cannot stand for two things, such as missing and 0. Remove it in one place.",
        "„{found}“ kann nicht zugleich zweierlei bedeuten, etwa fehlend und null. Streichen Sie es an einer Stelle.",
    ),
    "code_no_number": (
        "“{found}” is no number. Codes of a magnitude are numbers written with a point, or blank.",
        "„{found}“ ist keine Zahl. Codes eines Wertmerkmals sind Zahlen mit Dezimalpunkt oder leer.",
    ),
    # --- settings ----------------------------------------------------------------------------------------------------
    "magnitude_setting_faulty": (
        "A setting of the cell-key method for magnitudes is impossible: {reason}.",
        "Eine Einstellung der Cell-Key-Methode für Wertmerkmale ist nicht möglich: {reason}.",
    ),
    "magnitude_setting_unreadable": (
        "“{text}” is no setting of the cell-key method for magnitudes. Write it like this: {example}.",
        "„{text}“ ist keine Einstellung der Cell-Key-Methode für Wertmerkmale. Schreiben Sie sie so: {example}.",
    ),
    "setting_contribution": ("The contribution x_k", "Der Beitrag x_k"),
    "setting_share_of_zero": (
        "What a share of a figure that publishes 0 shows",
        "Der Anteil einer mit 0 ausgewiesenen Zahl",
    ),
    "contradict_share_reason": (
        "shares of figures that publish 0 come from originals only with a reason on record, and a reason is kept only with them; 0 beside 2 % of 260 proves 4",
        "Anteile von mit 0 ausgewiesenen Zahlen kommen nur mit festgehaltener Begründung aus ungerundeten Zahlen, und nur dann gibt es eine Begründung; 0 neben 2 % von 260 beweist 4",
    ),
    "setting_zero_sign": ("The sign of noise 0", "Das Vorzeichen der Überlagerung 0"),
    "setting_nature": ("The nature of a magnitude", "Die Wertart"),
    "setting_compat": ("Whose rules hold", "Wessen Regeln gelten"),
    "own_key_faulty": (
        "The secret for own keys per magnitude must be {digits} hexadecimal digits. Let the program make a new one.",
        "Das Geheimnis für eigene Schlüssel je Wertmerkmal muss aus {digits} hexadezimalen Ziffern bestehen. Lassen Sie das Programm ein neues erzeugen.",
    ),
    "one_contributor_rules": (
        "One contribution rules “{total}”; no setting keeps error and protection. Combine categories.",
        "„{total}“ wird von einem Beitrag dominiert; keine Einstellung hält Fehler und Schutz zugleich ein. Fassen Sie zusammen.",
    ),
    "sums_simple_does": (
        "Simple scaling does: σ1 alone keeps the expected error of 90 % of the totals within 2 %.",
        "Einfache Skalierung genügt: Mit σ1 allein bleibt der erwartete Fehler von 90 % der Summen unter 2 %.",
    ),
    "sums_bend_found": (
        "z_f = {bend}: the largest that keeps the expected error of 90 % of the totals within 2 %.",
        "z_f = {bend}: der größte Wert, mit dem der erwartete Fehler von 90 % der Summen unter 2 % bleibt.",
    ),
    "sum_floor_no_tables": (
        "No saved table shows sums, and neither does the table at hand. Put a sum into a table first.",
        "Keine gespeicherte Tabelle weist Wertsummen aus, auch die vorliegende nicht. Legen Sie zuerst eine Summe in eine Tabelle.",
    ),
    "percent_of_presets": (
        "No settings follow from p = {found} %. Choose a p above 0 and up to 33 %, or type the settings yourself.",
        "Aus p = {found} % folgen keine Einstellungen. Wählen Sie p über 0 bis 33 %, oder geben Sie sie selbst ein.",
    ),
    "least_noise_range": (
        "least noise λ = {found}; choose a share of the largest contribution, 0 or more and below 1",
        "Mindestüberlagerung λ = {found}; wählen Sie einen Anteil am größten Beitrag, mindestens 0 und unter 1",
    ),
    "small_unit_range": (
        "the unit of small values is {found}; choose a number above 0",
        "die Einheit kleiner Werte ist {found}; wählen Sie eine Zahl über 0",
    ),
    "least_and_mu": (
        "least noise and μ_c exclude each other; empty one of the fields",
        "Mindestüberlagerung und μ_c schließen sich aus; leeren Sie eines der Felder",
    ),
    "contradict_least_noise": (
        "the least noise {found} is for sensitive cells, but no primary rule says which these are; add a rule or set it to 0",
        "die Mindestüberlagerung {found} gilt für sensible Tabellenfelder, aber keine Primärregel sagt, welche das sind; ergänzen Sie eine Regel oder setzen Sie sie auf 0",
    ),
    "contradict_zero_sign": (
        "with a least noise the sign of noise 0 comes from the key, else sensitive sums would too often be published too high; choose zero_sign = “key”",
        "mit einer Mindestüberlagerung kommt das Vorzeichen der Überlagerung 0 aus dem Schlüssel, sonst würden sensible Summen zu oft zu hoch ausgewiesen; wählen Sie zero_sign = „key“",
    ),
    "contradict_compat": (
        "the rules of {compat} are to hold, which knows nothing of: {rule}; switch it off, or let our own rules hold",
        "es sollen die Regeln von {compat} gelten; dort gibt es nicht: {rule}; schalten Sie das ab, oder lassen Sie unsere eigenen Regeln gelten",
    ),
    "contradict_own_key": (
        "own keys per magnitude are no rule of {compat}; switch them off, or let our own rules hold",
        "eigene Schlüssel je Wertmerkmal kennen die Regeln von {compat} nicht; schalten Sie sie ab, oder lassen Sie unsere eigenen Regeln gelten",
    ),
    "not_for_tau_argus": (
        "The method cannot be written for τ-ARGUS, which does not know a rule that is on: {rule}. Switch it off, or write our own file.",
        "Das Verfahren lässt sich nicht für τ-ARGUS schreiben, das eine eingeschaltete Regel nicht kennt: {rule}. Schalten Sie sie ab, oder schreiben Sie unsere eigene Datei.",
    ),
    "rule_missing_out": ("records without a value stand aside", "Fälle ohne Angabe bleiben außen vor"),
    "rule_mean_of": ("means divide by records with a value", "Mittelwerte je Fall mit Angabe"),
    "rule_least_noise": ("least noise", "Mindestüberlagerung"),
    "rule_zero_sign": ("the sign of noise 0 by the key", "Vorzeichen der Überlagerung 0 aus dem Schlüssel"),
    "rule_small_unit": ("a unit of small values of its own", "eigene Einheit kleiner Werte"),
    "rule_own_key": ("own key per magnitude", "eigener Schlüssel je Wertmerkmal"),
    "least_too_small": (
        "The least noise {found} is below twice p = {p} %. Choose {least} or more.",
        "Die Mindestüberlagerung {found} liegt unter dem Doppelten von p = {p} %. Wählen Sie mindestens {least}.",
    ),
    "sums_interval_ends": (
        "Without a least noise the noise is at most {width} of a sum: whoever knows the settings concludes that the sum lies between {low} and {high} times the published figure. Set the least noise to {least}.",
        "Ohne Mindestüberlagerung beträgt die Überlagerung höchstens das {width}-Fache einer Wertsumme: Wer die Einstellungen kennt, grenzt sie auf das {low}- bis {high}-Fache der ausgewiesenen Zahl ein. Setzen Sie die Mindestüberlagerung auf {least}.",
    ),
    "sums_floor_decides": (
        "Type {type} does not measure noise by the largest contribution: whether cells that one contribution rules are protected, the floor decides. Judge all tables, or choose T(1).",
        "Typ {type} misst die Überlagerung nicht am größten Beitrag: Ob Felder, die ein Beitrag dominiert, geschützt sind, entscheidet der Mindestschutz. Lassen Sie alle Tabellen beurteilen oder wählen Sie T(1).",
    ),
    "sums_below_zero": (
        "“{magnitude}” has values below 0, which may cancel in sums. In the table at hand they cancel nowhere.",
        "„{magnitude}“ hat Werte unter 0, die sich in Wertsummen aufheben können. In der vorliegenden Tabelle heben sie sich nirgends auf.",
    ),
    "range_of_one": (
        "Type D leaves a single contribution unchanged. Choose T(1) or a minimum frequency of 3.",
        "Mit Typ D bleibt ein einzelner Beitrag unverändert. Wählen Sie T(1) oder eine Mindestfallzahl ab 3.",
    ),
    "same_key_two": (
        "“{one}” and “{other}” share a key: ratios of single contributors would become exact. Switch own keys on.",
        "„{one}“ und „{other}“ haben denselben Schlüssel: Verhältnisse einzelner Beitragender würden genau bekannt. Schalten Sie eigene Schlüssel ein.",
    ),
    "setting_mean_of": ("What means divide by", "Der Nenner von Mittelwerten"),
    "setting_shown_with": ("Beside which counts sums are shown", "Neben welchen Fallzahlen Wertsummen stehen"),
    "setting_zero_is": ("Whether zeros are public", "Ob Nullen öffentlich sind"),
    "setting_least_contributors": ("The smallest number of contributors", "Die kleinste Zahl von Beitragenden"),
    "setting_missing": ("What missing values count as", "Die Behandlung fehlender Werte"),
    "setting_k": ("The number k of contributions", "Die Zahl k der Beiträge"),
    "setting_decimals": ("The number of decimals", "Die Zahl der Nachkommastellen"),
    "setting_minimum_frequency": ("The minimum frequency", "Die Mindestfallzahl"),
    "scaling_small": (
        "σ1 = {found}; choose a number above 0 and up to 1",
        "σ1 = {found}; wählen Sie eine Zahl über 0 und bis 1",
    ),
    "scaling_incomplete": (
        "flexible scaling needs σ0, z_f and q together; give all three or none",
        "die flexible Skalierung braucht σ0, z_f und q zusammen; geben Sie alle drei Werte an oder keinen",
    ),
    "scaling_large": (
        "σ0 = {found}; choose a number above 0 and below σ1 = {small}",
        "σ0 = {found}; wählen Sie eine Zahl über 0 und unter σ1 = {small}",
    ),
    "scaling_bend": ("z_f = {found}; choose a number above 0", "z_f = {found}; wählen Sie eine Zahl über 0"),
    "scaling_q": (
        "q = {found}; choose a number above 1, else the noise of large values does not fall towards σ0",
        "q = {found}; wählen Sie eine Zahl über 1, sonst sinkt die Überlagerung großer Werte nicht in Richtung σ0",
    ),
    "scaling_rises": (
        "With q = {q} the noise of values just above z_f is larger than σ1 = {small} times their size. If that is not wanted, choose q = {wanted} or more.",
        "Mit q = {q} werden Werte kurz über z_f stärker überlagert als mit σ1 = {small}. Wenn das nicht gewollt ist, wählen Sie mindestens q = {wanted}.",
    ),
    "epsilon_count": (
        "number of factors ε: {found}, of contributions: k = {k}; give one factor for each, the first is 1",
        "Zahl der Faktoren ε: {found}, der Beiträge: k = {k}; geben Sie für jeden Beitrag einen Faktor an, der erste ist 1",
    ),
    "epsilon_order": (
        "ε = {found}; the first factor must be 1, the others must descend and stay above 0",
        "ε = {found}; der erste Faktor muss 1 sein, die weiteren müssen absteigen und über 0 bleiben",
    ),
    "extra_noise_range": ("μ_c = {found}; choose 0 or more", "μ_c = {found}; wählen Sie 0 oder mehr"),
    "contradict_k": (
        "k = {k} belongs to the largest contributions (T), but x_k is “{contribution}”; choose T or k = 1",
        "k = {k} gehört zu den größten Beiträgen (T), x_k ist aber „{contribution}“; wählen Sie T oder k = 1",
    ),
    "contradict_extra_noise": (
        "μ_c = {found} is for sensitive cells, but no primary rule says which these are; add a rule or set μ_c to 0",
        "μ_c = {found} gilt für sensible Tabellenfelder, aber keine Primärregel sagt, welche das sind; ergänzen Sie eine Regel oder setzen Sie μ_c auf 0",
    ),
    "contradict_primary": (
        "primary rules mark sensitive cells for the extra noise μ_c, which is 0, as is the least noise; give one of them or leave the rules out",
        "Primärregeln kennzeichnen sensible Tabellenfelder für den Zuschlag μ_c, der 0 ist, wie auch die Mindestüberlagerung; geben Sie eines davon an oder lassen Sie die Regeln weg",
    ),
    "contradict_separation": (
        "small values are to be separated, but there is no perturbation table for them; choose one or switch the separation off",
        "kleine Werte sollen getrennt werden, es gibt aber keine Überlagerungstabelle dafür; wählen Sie eine oder schalten Sie die Trennung aus",
    ),
    "contradict_small_table": (
        "there is a perturbation table for small values, but no magnitude separates them; switch the separation on or leave the table out",
        "es gibt eine Überlagerungstabelle für kleine Werte, sie werden aber bei keinem Wertmerkmal getrennt; schalten Sie die Trennung ein oder lassen Sie die Tabelle weg",
    ),
    "contradict_settings_twice": (
        "the magnitude “{magnitude}” has settings twice; keep one",
        "für das Wertmerkmal „{magnitude}“ gibt es zweimal Einstellungen; lassen Sie sie nur einmal stehen",
    ),
    # --- primary rules -----------------------------------------------------------------------------------------------
    "primary_rule_faulty": (
        "A primary rule is impossible: {reason}.",
        "Eine Primärregel ist nicht möglich: {reason}.",
    ),
    "primary_dominance_n": (
        "the (n, k) rule has n = {found}; choose a whole number from 1 to {limit}",
        "die (n, k)-Regel hat n = {found}; wählen Sie eine ganze Zahl von 1 bis {limit}",
    ),
    "primary_dominance_k": (
        "the (n, k) rule has k = {found} %; choose a number above 0 and below 100",
        "die (n, k)-Regel hat k = {found} %; wählen Sie eine Zahl über 0 und unter 100",
    ),
    "primary_dominance_order": (
        "one of the rules (n = {n}, k = {k}) and (n = {other}, k = {more}) marks every cell that the other marks; leave out the one that adds nothing, or change a k",
        "von den Regeln (n = {n}, k = {k}) und (n = {other}, k = {more}) trifft eine jedes Tabellenfeld, das die andere trifft; lassen Sie die überflüssige weg oder ändern Sie ein k",
    ),
    "primary_p": (
        "the p % rule has p = {found}; choose a number above 0 and up to 100",
        "die p-%-Regel hat p = {found}; wählen Sie eine Zahl über 0 und bis 100",
    ),
    "primary_pq": (
        "the pq rule has p = {p} and q = {q}; choose 0 < p < q up to 100",
        "die pq-Regel hat p = {p} und q = {q}; wählen Sie 0 < p < q bis 100",
    ),
    "primary_cell_twice": (
        "a cell of the own list names a variable twice ({names}); name each once",
        "ein Tabellenfeld der eigenen Liste nennt ein Merkmal zweimal ({names}); nennen Sie jedes einmal",
    ),
    "primary_is_frequency": (
        "fewer than {limit} {limit:contributor|contributors}",
        "weniger als {limit} {limit:Beitragender|Beitragende}",
    ),
    "primary_is_dominance": (
        "the {n} largest contributions are more than {k} % of the total",
        "die {n} größten Beiträge machen mehr als {k} % der Summe aus",
    ),
    "primary_is_dominance_one": (
        "the largest contribution is more than {k} % of the total",
        "der größte Beitrag macht mehr als {k} % der Summe aus",
    ),
    "primary_is_p": (
        "the total without the two largest contributions is less than {p} % of the largest",
        "die Summe ohne die zwei größten Beiträge ist kleiner als {p} % des größten",
    ),
    "primary_is_pq": (
        "{q} % of the total without the two largest contributions are less than {p} % of the largest",
        "{q} % der Summe ohne die zwei größten Beiträge sind weniger als {p} % des größten",
    ),
    "primary_is_list": ("cells of an own list: {count}", "Tabellenfelder einer eigenen Liste: {count}"),
    # --- options of the command line ---------------------------------------------------------------------------------
    "cli_help_value": (
        "magnitude whose sums the table shows (weighted with --weight)",
        "Wertmerkmal, dessen Summen die Tabelle zeigt (mit --weight gewichtet)",
    ),
    "cli_help_mean": ("with --value: means in place of sums", "mit --value: Mittelwerte statt Summen"),
    "cli_help_ckm_contribution": (
        "magnitudes: what sets the size of the noise: T(k) the k largest contributions, M the mean, D the largest minus the smallest, V the total",
        "Wertmerkmale: wovon die Überlagerung abhängt: T(k) von den k größten Beiträgen, M vom Mittelwert, D vom größten minus dem kleinsten Beitrag, V von der Summe",
    ),
    "cli_help_scaling": (
        "magnitudes: F(σ0,σ1,z_f,q,ε2..εk), or N(σ1,ε2..εk) for the same share at every size",
        "Wertmerkmale: F(σ0,σ1,z_f,q,ε2..εk), oder N(σ1,ε2..εk) für denselben Anteil bei jeder Größe",
    ),
    "cli_help_ptable_cont": (
        "magnitudes: file with the perturbation table for sums",
        "Wertmerkmale: Datei mit der Überlagerungstabelle für Summen",
    ),
    "cli_help_ptable_sep": (
        "magnitudes: file with the perturbation table for small values",
        "Wertmerkmale: Datei mit der Überlagerungstabelle für kleine Werte",
    ),
    "cli_help_separation": (
        "magnitudes: small values take their noise from a table of their own",
        "Wertmerkmale: kleine Werte nach einer eigenen Tabelle überlagern",
    ),
    "cli_help_parity": (
        "magnitudes: tables for even and odd numbers of contributors",
        "Wertmerkmale: Tabellen für gerade und ungerade Zahlen von Beitragenden",
    ),
    "cli_help_include_zeros": (
        "magnitudes: the cell key is made of all records, those with the value 0 included",
        "Wertmerkmale: der Cell-Key wird aus allen Datensätzen gebildet, auch aus denen mit dem Wert 0",
    ),
    "cli_help_extra_noise": (
        "magnitudes: μ_c, added to the noise of sensitive cells",
        "Wertmerkmale: μ_c, Zuschlag zur Überlagerung sensibler Tabellenfelder",
    ),
    "cli_help_minimum_frequency": (
        "sensitive are cells with fewer than N contributors",
        "sensibel sind Tabellenfelder mit weniger als N Beitragenden",
    ),
    "cli_help_dominance": (
        "sensitive are cells whose N largest contributions are more than K % of the total (may be repeated)",
        "sensibel sind Tabellenfelder, deren N größte Beiträge mehr als K % der Summe ausmachen (mehrfach möglich)",
    ),
    "cli_help_p_percent": (
        "sensitive are cells whose total without the two largest contributions is less than P % of the largest",
        "sensibel sind Tabellenfelder, deren Summe ohne die zwei größten Beiträge kleiner als P % des größten ist",
    ),
    "cli_help_pq": (
        "as --p-percent, where others know contributions to within Q %",
        "wie --p-percent, wenn andere die Beiträge auf Q % genau kennen",
    ),
    "cli_help_sum_decimals": (
        "magnitudes: decimals of published sums (default: as the data)",
        "Wertmerkmale: Nachkommastellen ausgewiesener Summen (Vorgabe: wie in den Daten)",
    ),
    "cli_help_refuse_missing": (
        "the same as --missing refuse",
        "dasselbe wie --missing refuse",
    ),
    "cli_help_missing": (
        "magnitudes: records without a value stand aside (out, the default), count as 0 (zero), or are refused (refuse)",
        "Wertmerkmale: Fälle ohne Angabe zählen nicht mit (out, Vorgabe), zählen als 0 (zero) oder werden abgewiesen (refuse)",
    ),
    "cli_help_mean_of": (
        "magnitudes: by which published number a mean is divided: records with a value (valid, the default), contributors, or all records",
        "Wertmerkmale: durch welche veröffentlichte Zahl ein Mittelwert geteilt wird: Fälle mit Angabe (valid, Vorgabe), mit Betrag (contributors) oder alle Fälle (records)",
    ),
    "cli_help_shown_with": (
        "magnitudes: which published numbers a sum needs, above 0 and not below the threshold: records and records with a value (records, the default), or contributors alone, as former versions did (contributors)",
        "Wertmerkmale: welche veröffentlichten Zahlen eine Summe braucht, über 0 und nicht unter der Schwelle: Fälle und Fälle mit Angabe (records, Vorgabe) oder nur Fälle mit Betrag wie in früheren Versionen (contributors)",
    ),
    "cli_help_missing_code": (
        "magnitudes: this number means that the value is missing (may be repeated); a blank always does",
        "Wertmerkmale: diese Zahl bedeutet „ohne Angabe“ (mehrfach möglich); leer bedeutet es immer",
    ),
    "cli_help_not_applicable_code": (
        "magnitudes: this number means that the magnitude does not apply (may be repeated)",
        "Wertmerkmale: diese Zahl bedeutet „trifft nicht zu“ (mehrfach möglich)",
    ),
    "cli_help_zero_code": (
        'magnitudes: this number, or "" for a blank, means 0 (may be repeated)',
        'Wertmerkmale: diese Zahl, oder "" für leer, bedeutet 0 (mehrfach möglich)',
    ),
}
