"""Sentences of the evaluation of variants: measures with their definitions, what cannot be judged, the report."""

SENTENCES: dict[str, tuple[str, str]] = {
    # --- what is claimed of a variant on the tables looked at ----------------------------------------------------------
    "verdict_disclosed": ("discloses", "deckt auf"),
    "verdict_disclosed_cells": (
        "{count} of {cells} {cells:cell|cells}, {small} of them {small:a count|counts} of 1 or 2",
        "{count} von {cells} {cells:Feld|Feldern}, davon {small} mit 1 oder 2",
    ),
    "verdict_none": (
        "0 disclosed ({knowledge}, {tables} {tables:table|tables})",
        "0 aufgedeckt ({knowledge}, {tables} {tables:Tabelle|Tabellen})",
    ),
    "verdict_narrow": (
        "{count} narrow {count:interval|intervals}",
        "{count} {count:enges Intervall|enge Intervalle}",
    ),
    "verdict_not_tested": ("not tested", "nicht geprüft"),
    "verdict_not_finished": ("not tested to the end", "nicht zu Ende geprüft"),
    "verdict_open_cells": (
        "0 disclosed so far, {count} {count:cell is|cells are} not decided",
        "bisher 0 aufgedeckt, {count} {count:Feld|Felder} nicht entschieden",
    ),
    "verdict_sample": (
        "0 disclosed in a sample of {count} {count:cell|cells}",
        "0 aufgedeckt in einer Stichprobe von {count} {count:Feld|Feldern}",
    ),
    "verdict_sums_open": ("sums below the floor", "Summen unter dem Mindestschutz"),
    "verdict_sums_held": ("floor of sums held", "Mindestschutz der Summen eingehalten"),
    "verdict_sums": ("{count} {count:sum|sums}", "{count} {count:Summe|Summen}"),
    "verdict_deviation": ("mean deviation {number}", "mittlere Abweichung {number}"),
    # --- what cannot be asked or judged ------------------------------------------------------------------------------
    "evaluation_without_tables": (
        "No table is chosen. Choose at least one by which the variants are judged.",
        "Es ist keine Tabelle gewählt. Wählen Sie mindestens eine, an der die Varianten beurteilt werden.",
    ),
    "evaluation_without_variants": (
        "No variant is chosen. Choose at least one that is judged.",
        "Es ist keine Variante gewählt. Wählen Sie mindestens eine, die beurteilt wird.",
    ),
    "evaluation_asked": (
        "{what} cannot be {value}. Possible: {allowed}.",
        "{what}: {value} ist nicht möglich. Erlaubt: {allowed}.",
    ),
    "evaluation_range": ("{least} to {most}", "{least} bis {most}"),
    "evaluation_repetitions": ("The number of repetitions", "Anzahl der Wiederholungen"),
    "evaluation_seed": ("The seed", "Startwert"),
    "evaluation_width": ("The width of a narrow interval", "Breite eines engen Intervalls"),
    "evaluation_sample": ("The number of cells of a sample", "Anzahl der Felder einer Stichprobe"),
    "evaluation_prior": ("The exponent of the prior of a guess", "Exponent der Vorannahme beim Rückschluss"),
    "evaluation_least_units": (
        "The least number of units of a difference",
        "Mindestzahl der Merkmalsträger einer Differenz",
    ),
    "evaluation_seconds": ("The time of the attack in seconds", "Zeit des Angriffs in Sekunden"),
    "evaluation_knowledge": ("What a reader knows", "Wissen des Lesers"),
    "evaluation_needs_counts": (
        "The table shows neither counts of records nor sums, and the evaluation judges by these. Add the value “Number” or a sum.",
        "Die Tabelle weist weder Fallzahlen noch Wertsummen aus, und an diesen wird beurteilt. Nehmen Sie den Wert „Anzahl“ oder eine Summe auf.",
    ),
    "evaluation_only_zeros": (
        "All counts and sums of the table are 0: empty cells stay as they are, and there is nothing to judge. Choose another table, or another filter.",
        "Alle Fallzahlen und Wertsummen der Tabelle sind 0: Leere Felder bleiben, wie sie sind, und es gibt nichts zu beurteilen. Wählen Sie eine andere Tabelle oder einen anderen Filter.",
    ),
    "evaluation_without_method": (
        "Primary suppression marks cells and publishes nothing by itself. Its cells are counted in the comparison of methods.",
        "Die Primärsperrung markiert Felder und veröffentlicht allein nichts. Ihre Felder zählt der Verfahrensvergleich.",
    ),
    # --- the frontier -------------------------------------------------------------------------------------------------
    "evaluation_measure_without_order": (
        "Of “{measure}” neither more nor less is better: there is no frontier by it. Choose another measure.",
        "Bei „{measure}“ ist weder mehr noch weniger besser: Danach gibt es keine Grenzlinie. Wählen Sie eine andere Kennzahl.",
    ),
    "frontier_not_measured": (
        "{variant}: not measured on these tables.",
        "{variant}: an diesen Tabellen nicht gemessen.",
    ),
    "frontier_alone": (
        "{variant}: the only variant that was measured.",
        "{variant}: die einzige Variante, die gemessen wurde.",
    ),
    "frontier_number": ("{measure} {number}", "{measure} {number}"),
    "frontier_against": ("{measure}: {other} against {own}", "{measure}: {other} gegenüber {own}"),
    "frontier_equal": ("{measure}: {own} in both", "{measure}: bei beiden {own}"),
    "frontier_both": (
        "{variant}: “{other}” is better in both. {first}; {second}.",
        "{variant}: „{other}“ ist in beidem besser. {first}; {second}.",
    ),
    "frontier_one": (
        "{variant}: “{other}” is better in one and not worse in the other. {first}; {second}.",
        "{variant}: „{other}“ ist in einem besser und im anderen nicht schlechter. {first}; {second}.",
    ),
    "frontier_best": (
        "{variant}: no variant is better in either. {first}; {second}.",
        "{variant}: Keine Variante ist in einem von beiden besser. {first}; {second}.",
    ),
    "frontier_least": (
        "{variant}: no variant is better in the first. {first}; {second}.",
        "{variant}: Im ersten ist keine Variante besser. {first}; {second}.",
    ),
    "frontier_between": (
        "{variant}: whatever is better in one is worse in the other. {first}; {second}.",
        "{variant}: Was in einem besser ist, ist im anderen schlechter. {first}; {second}.",
    ),
    # --- where measures come from ------------------------------------------------------------------------------------
    "measure_origin_w19": ("Enderle/Vollmar, WISTA 6/2019", "Enderle/Vollmar, WISTA 6/2019"),
    "measure_origin_w24": (
        "Setzer/Rohde/Güttgemanns/Rothe, WISTA 3/2024",
        "Setzer/Rohde/Güttgemanns/Rothe, WISTA 3/2024",
    ),
    "measure_origin_hb": (
        "ESS Handbook on Statistical Disclosure Control, 2nd ed. 2024",
        "ESS Handbook on Statistical Disclosure Control, 2. Aufl. 2024",
    ),
    "measure_origin_ak": ("Asghar/Kaafar 2020", "Asghar/Kaafar 2020"),
    "measure_origin_st": ("STACE D2.9/D2.11", "STACE D2.9/D2.11"),
    "measure_origin_cellkey": ("R package cellKey", "R-Paket cellKey"),
    "measure_origin_egt": (
        "Enderle/Gießing/Tent 2020; R package ckm, assess_risk",
        "Enderle/Gießing/Tent 2020; R-Paket ckm, assess_risk",
    ),
    "measure_origin_own": ("this program", "dieses Programm"),
    # --- loss --------------------------------------------------------------------------------------------------------
    "measure_mean_deviation": ("deviation, mean", "Abweichung, Mittel"),
    "measure_mean_deviation_is": (
        "Mean of |published − original| over the cells that are shown and not empty.",
        "Mittel von |ausgewiesen − original| über die gezeigten, nicht leeren Felder.",
    ),
    "measure_p95_deviation": ("deviation, 95th percentile", "Abweichung, 95. Perzentil"),
    "measure_p95_deviation_is": (
        "|published − original| that 95 % of the cells do not exceed (quantile of type 7).",
        "|ausgewiesen − original|, das 95 % der Felder nicht überschreiten (Quantil vom Typ 7).",
    ),
    "measure_largest_deviation": ("deviation, largest", "Abweichung, größte"),
    "measure_largest_deviation_is": (
        "Largest |published − original| of a cell that is shown.",
        "Größtes |ausgewiesen − original| eines gezeigten Feldes.",
    ),
    "measure_median_relative": ("relative deviation, median in %", "relative Abweichung, Median in %"),
    "measure_median_relative_is": (
        "Median of |published − original| / original over the cells that are shown and not empty.",
        "Median von |ausgewiesen − original| / original über die gezeigten, nicht leeren Felder.",
    ),
    "measure_within_one": ("changed by at most 1, in %", "um höchstens 1 verändert, in %"),
    "measure_within_one_is": (
        "Share of the cells whose published figure is at most 1 away from the original.",
        "Anteil der Felder, deren ausgewiesene Zahl höchstens um 1 vom Original abweicht.",
    ),
    "measure_false_zeros": ("false zeros", "falsche Nullen"),
    "measure_false_zeros_is": (
        "Cells that are not empty and publish 0.",
        "Felder, die nicht leer sind und 0 ausweisen.",
    ),
    "measure_hellinger": ("Hellinger distance", "Hellinger-Abstand"),
    "measure_hellinger_is": (
        "√(½ Σ (√published − √original)²) over the cells that are shown and not empty.",
        "√(½ Σ (√ausgewiesen − √original)²) über die gezeigten, nicht leeren Felder.",
    ),
    "measure_changed": ("cells changed, in %", "veränderte Felder, in %"),
    "measure_changed_is": (
        "Share of the cells that publish another figure than the original. Cells are those whose figure is shown and whose original is not 0, with empty cells if asked; this holds for all deviations.",
        "Anteil der Felder, die eine andere Zahl als das Original ausweisen. Felder sind die, deren Zahl gezeigt wird und deren Original nicht 0 ist, auf Wunsch auch leere; das gilt für alle Abweichungen.",
    ),
    "measure_share_small": (
        "error of shares of fewer than 100, in points",
        "Fehler von Anteilen an unter 100, in Prozentpunkten",
    ),
    "measure_share_small_is": (
        "Mean error of shares, in percentage points, where fewer than 100 records stand below the line: published as the method has it against exact. Shares that the table shows, else those that it could show in rows, columns and the whole.",
        "Mittlerer Fehler von Anteilen in Prozentpunkten, wo weniger als 100 Merkmalsträger im Nenner stehen: ausgewiesen nach dem Verfahren gegen genau. Anteile, die die Tabelle zeigt, sonst die, die sie an Zeile, Spalte und Gesamtheit zeigen könnte.",
    ),
    "measure_share_large": (
        "error of shares of 100 and more, in points",
        "Fehler von Anteilen an 100 und mehr, in Prozentpunkten",
    ),
    "measure_share_large_is": (
        "The same where 100 records or more stand below the line.",
        "Dasselbe, wo 100 Merkmalsträger oder mehr im Nenner stehen.",
    ),
    "measure_cramers_v": ("Cramér's V, change in ‰", "Cramérs V, Änderung in ‰"),
    "measure_cramers_v_is": (
        "Mean over all pairs of variables of the tables of |Cramér's V of the published − of the original figures|, in thousandths.",
        "Mittel über alle Merkmalspaare der Tabellen von |Cramérs V der ausgewiesenen − der originalen Zahlen|, in Tausendsteln.",
    ),
    "measure_rank_correlation": ("rank correlation, change in ‰", "Rangkorrelation, Änderung in ‰"),
    "measure_rank_correlation_is": (
        "The same for Spearman's rank correlation.",
        "Dasselbe für die Rangkorrelation nach Spearman.",
    ),
    "measure_not_shown": ("not shown, in %", "nicht gezeigt, in %"),
    "measure_not_shown_is": (
        "Share of the figures, derived ones included, in whose place a sign stands; structural zeros aside.",
        "Anteil der Zahlen, abgeleitete eingeschlossen, an deren Stelle ein Zeichen steht; ohne strukturelle Nullen.",
    ),
    "measure_gaps": ("sums that do not add, in %", "Summen mit Lücke, in %"),
    "measure_gaps_is": (
        "Share of the sums of the table whose published parts do not add to the published total.",
        "Anteil der Summen der Tabelle, deren ausgewiesene Teile nicht die ausgewiesene Summe ergeben.",
    ),
    "measure_mean_gap": ("gap, mean", "Summenlücke, Mittel"),
    "measure_mean_gap_is": (
        "Mean of |published total − sum of the published parts| over all sums of the table.",
        "Mittel von |ausgewiesene Summe − Summe der ausgewiesenen Teile| über alle Summen der Tabelle.",
    ),
    "measure_largest_gap": ("gap, largest", "Summenlücke, größte"),
    "measure_largest_gap_is": (
        "Largest |published total − sum of the published parts|.",
        "Größtes |ausgewiesene Summe − Summe der ausgewiesenen Teile|.",
    ),
    "measure_expected_mean": ("E|v|, expected", "E|v|, erwartet"),
    "measure_expected_mean_is": (
        "Mean |noise| that the method gives the counts of these tables, over all keys; as below, a cell counts as often as its figure is shown. Assumption: keys of cells are uniform. Criterion 1: below 0.5.",
        "Mittlerer Betrag des Überlagerungswerts, den das Verfahren den Fallzahlen dieser Tabellen gibt, über alle Keys; wie im Folgenden zählt ein Feld so oft, wie seine Zahl gezeigt wird. Annahme: Die Keys der Felder sind gleichverteilt. Gütekriterium 1: unter 0,5.",
    ),
    "measure_expected_changed": ("cells changed, expected, in %", "veränderte Felder, erwartet, in %"),
    "measure_expected_changed_is": (
        "Share of the cells of these tables that publish another figure than the original, over all keys; a cell counts as often as its figure is shown.",
        "Anteil der Felder dieser Tabellen, die eine andere Zahl als das Original ausweisen, über alle Keys; ein Feld zählt so oft, wie seine Zahl gezeigt wird.",
    ),
    "measure_expected_within_one": ("P(|v| ≤ 1), expected, in %", "P(|v| ≤ 1), erwartet, in %"),
    "measure_expected_within_one_is": (
        "Share of cells that change by at most 1, over all keys. Criterion 2: at least 90 %.",
        "Anteil der Felder, die sich um höchstens 1 ändern, über alle Keys. Gütekriterium 2: mindestens 90 %.",
    ),
    "measure_expected_from_three": ("P(|v| ≥ 3), expected, in %", "P(|v| ≥ 3), erwartet, in %"),
    "measure_expected_from_three_is": (
        "Share of cells that change by 3 or more, over all keys. Criterion 3: at most 5 %.",
        "Anteil der Felder, die sich um 3 oder mehr ändern, über alle Keys. Gütekriterium 3: höchstens 5 %.",
    ),
    "measure_expected_from_four": ("P(|v| ≥ 4), expected, in %", "P(|v| ≥ 4), erwartet, in %"),
    "measure_expected_from_four_is": (
        "Share of cells that change by 4 or more, over all keys. Criterion 4: at most 0.5 %.",
        "Anteil der Felder, die sich um 4 oder mehr ändern, über alle Keys. Gütekriterium 4: höchstens 0,5 %.",
    ),
    "measure_criteria": ("criteria held, of 4", "Gütekriterien erfüllt, von 4"),
    "measure_criteria_is": (
        "How many of the four quality criteria hold for the counts of these tables; several tables count as one.",
        "Wie viele der vier Gütekriterien für die Fallzahlen dieser Tabellen gelten; mehrere Tabellen zählen als eine.",
    ),
    # --- risk --------------------------------------------------------------------------------------------------------
    "measure_disclosed": ("disclosed cells", "aufgedeckte Felder"),
    "measure_disclosed_is": (
        "Cells whose original value can be worked out exactly from all tables together (assumed knowledge: as chosen).",
        "Felder, deren Originalwert sich aus allen Tabellen zusammen genau errechnen lässt (unterstelltes Wissen: wie gewählt).",
    ),
    "measure_disclosed_small": ("disclosed cells, counts 1 and 2", "aufgedeckte Felder, Fallzahlen 1 und 2"),
    "measure_disclosed_small_is": (
        "Those of the disclosed cells that are counts of 1 or 2.",
        "Diejenigen der aufgedeckten Felder, deren Fallzahl 1 oder 2 ist.",
    ),
    "measure_disclosed_drawn": ("disclosed cells, other keys, mean", "aufgedeckte Felder, andere Keys, Mittel"),
    "measure_disclosed_drawn_is": (
        "Mean number of cells that are disclosed with keys drawn anew, in up to 200 repetitions; a lower limit, as each is attacked by propagation alone; not tested where weighted counts stand beside counts. Assumption: what a reader knows, as chosen.",
        "Mittlere Zahl der Felder, die mit neu gezogenen Keys aufgedeckt werden, in bis zu 200 Wiederholungen; eine Untergrenze, da jede nur durch Fortpflanzung von Schranken angegriffen wird; nicht geprüft, wo gewichtete Häufigkeiten neben Fallzahlen stehen. Annahme: das Wissen des Lesers, wie gewählt.",
    ),
    "measure_undecided": ("cells not decided", "nicht entschiedene Felder"),
    "measure_undecided_is": (
        "Cells of which the attack did not find out whether they are disclosed: its time was over, or they are not of its sample.",
        "Felder, bei denen der Angriff nicht herausfand, ob sie aufgedeckt sind: Seine Zeit war um, oder sie gehören nicht zu seiner Stichprobe.",
    ),
    "measure_still_open": ("{text} ({count} open)", "{text} ({count} offen)"),
    "measure_narrow": ("cells with a narrow interval", "Felder mit engem Intervall"),
    "measure_narrow_is": (
        "Cells whose interval of possible originals is at most as wide as asked; disclosed cells count, too. Assumption: what a reader knows, as chosen.",
        "Felder, deren Intervall möglicher Originale höchstens so breit ist wie gefragt; aufgedeckte zählen mit. Annahme: das Wissen des Lesers, wie gewählt.",
    ),
    "measure_mean_width": ("width of intervals, mean", "Intervallbreite, Mittel"),
    "measure_mean_width_is": (
        "Mean over all attacked cells of the largest minus the smallest possible original. Assumption: what a reader knows, as chosen.",
        "Mittel über alle angegriffenen Felder von größtem minus kleinstem möglichem Original. Annahme: das Wissen des Lesers, wie gewählt.",
    ),
    "measure_small_unchanged": ("counts 1 and 2 unchanged, in %", "Fallzahlen 1 und 2 unverändert, in %"),
    "measure_small_unchanged_is": (
        "Share, of the cells with 1 or 2 records whose figure is shown, also in brackets, of those that publish their count as it is.",
        "Anteil, an den Feldern mit 1 oder 2 Merkmalsträgern, deren Zahl gezeigt wird, auch in Klammern, derjenigen, die ihre Fallzahl unverändert ausweisen.",
    ),
    "measure_small_cells": ("counts 1 and 2 shown", "gezeigte Fallzahlen 1 und 2"),
    "measure_small_cells_is": (
        "Cells with 1 or 2 records whose figure is shown, also in brackets.",
        "Felder mit 1 oder 2 Merkmalsträgern, deren Zahl gezeigt wird, auch in Klammern.",
    ),
    "measure_sensitive": ("sensitive cells", "sensible Tabellenfelder"),
    "measure_sensitive_is": (
        "Cells that the rules of primary suppression mark.",
        "Tabellenfelder, die die Regeln der Primärsperrung kennzeichnen.",
    ),
    "measure_time": ("time for the table, in ms", "Zeit für die Tabelle, in ms"),
    "measure_time_is": (
        "How long this machine took to protect the table once.",
        "Wie lange dieser Rechner brauchte, um die Tabelle einmal zu schützen.",
    ),
    "measure_guess_small": ("guess right, counts 1 and 2, in %", "Rückschluss richtig, Fallzahlen 1 und 2, in %"),
    "measure_guess_small_is": (
        "Mean over the cells with 1 or 2 records of the chance that the most probable original of their figure is the true one, over all keys; several that are equally probable share it. Assumption: a reader knows the method and, unless another prior is asked for, takes every count from 0 on for equally likely before; nothing of these tables enters the guess.",
        "Mittel über die Felder mit 1 oder 2 Merkmalsträgern der Wahrscheinlichkeit, dass das wahrscheinlichste Original ihrer Zahl das wahre ist, über alle Keys; mehrere gleich wahrscheinliche teilen sich das. Annahme: Ein Leser kennt das Verfahren und hält, wenn nichts anderes gefragt ist, vorher jede Fallzahl ab 0 für gleich wahrscheinlich; nichts aus diesen Tabellen geht in den Rückschluss ein.",
    ),
    "measure_q_small": ("a published 1 or 2 is one, in %", "1 oder 2 ausgewiesen und wahr, in %"),
    "measure_q_small_is": (
        "The larger of the two indicators below; no number where no figure can be 1 or 2.",
        "Der größere der beiden folgenden Indikatoren; ohne Zahl, wo keine 1 oder 2 ausgewiesen werden kann.",
    ),
    "measure_q_flat": ("the same, every count as likely", "ebenso, jede Fallzahl gleich wahrscheinlich"),
    "measure_q_flat_is": (
        "Chance that an original 1 or 2 stands behind a published 1 or 2: the sum of π(i)·p(i,j) over i and j in {{1, 2}}, divided by the sum over all i. Assumption: π is the same for every count.",
        "Wahrscheinlichkeit, dass hinter einer ausgewiesenen 1 oder 2 eine Fallzahl 1 oder 2 steht: Summe von π(i)·p(i,j) über i und j aus {{1, 2}}, geteilt durch die Summe über alle i. Annahme: π ist für jede Fallzahl gleich.",
    ),
    "measure_q_empirical": ("the same, by these tables", "ebenso, nach diesen Tabellen"),
    "measure_q_empirical_is": (
        "As before, with π(i) the share of the cells of these tables that have the count i, empty cells included.",
        "Wie zuvor, mit π(i) als Anteil der Felder dieser Tabellen mit der Fallzahl i, leere Felder eingeschlossen.",
    ),
    "measure_reveal_small": ("largest certainty of 1 or 2, in %", "größte Gewissheit von 1 oder 2, %"),
    "measure_reveal_small_is": (
        "The largest chance, over all published figures, that a count of 1 or 2 stands behind the figure. Assumption: the prior of the guess.",
        "Die größte Wahrscheinlichkeit, über alle ausgewiesenen Zahlen, dass hinter der Zahl eine Fallzahl 1 oder 2 steht. Annahme: die Vorannahme des Rückschlusses.",
    ),
    "measure_averaging_lower": ("averaging: lower bound, in %", "Mittelung: Untergrenze, in %"),
    "measure_averaging_lower_is": (
        "Mean over the cells of how often the best reader is right at least: by the sum of parts and total that says most about the cell, or by its figure alone. Assumption: the reader knows the perturbation table and which of its rows each count has, and takes every count for equally likely before.",
        "Mittel über die Felder, wie oft der beste Leser mindestens recht hat: durch die Summe aus Teilen und Insgesamt, die über das Feld am meisten sagt, oder durch seine Zahl allein. Annahme: Der Leser kennt die Überlagerungstabelle und weiß, welche ihrer Zeilen für jede Fallzahl gilt; vorher hält er jede Fallzahl für gleich wahrscheinlich.",
    ),
    "measure_averaging_upper": ("averaging: upper bound, in %", "Mittelung: Obergrenze, in %"),
    "measure_averaging_upper_is": (
        "Mean over the cells of how often the best reader is right at most: one who is told all groups of records but one of the cell, so that each shown cell that holds this group is a figure of it. Assumption: as for the lower bound, and the keys of the cells that contain one another are independent.",
        "Mittel über die Felder, wie oft der beste Leser höchstens recht hat: einer, dem alle Gruppen von Merkmalsträgern bis auf eine des Feldes verraten sind, sodass jedes gezeigte Feld, das diese Gruppe enthält, eine Zahl für sie ist. Annahme: wie bei der Untergrenze; außerdem sind die Keys der Felder, die einander enthalten, unabhängig.",
    ),
    "measure_averaging_largest": ("averaging: largest lower bound, %", "Mittelung: größte Untergrenze, %"),
    "measure_averaging_largest_is": (
        "The largest of the lower bounds: the cell that readers find out most often at least. Assumption: as for the mean of the lower bounds.",
        "Die größte der Untergrenzen: das Feld, das Leser mindestens am häufigsten herausfinden. Annahme: wie beim Mittel der Untergrenzen.",
    ),
    "measure_averaging_linear": ("averaging: linear estimate, in %", "Mittelung: lineare Schätzung, in %"),
    "measure_averaging_linear_is": (
        "Share of the cells that the best linear estimate from all figures of the tables, rounded, gives away with the keys of these records; halves count half. Assumption: the reader knows the variance of each row. It is one attack and no limit for others.",
        "Anteil der Felder, die die beste lineare Schätzung aus allen Zahlen der Tabellen, gerundet, mit den Keys dieser Datensätze verrät; Hälften zählen halb. Annahme: Der Leser kennt die Varianz jeder Zeile. Es ist ein Angriff und keine Grenze für andere.",
    ),
    "measure_periods_new": ("12 periods, new keys, right in %", "12 Berichtszeiträume, neue Keys, richtig in %"),
    "measure_periods_new_is": (
        "How often the most probable count behind 12 figures of an unchanged count is that count, if each period drew keys anew; mean over the cells. Assumption: the reader knows the perturbation table, which of its rows the count has, and that the count did not change. Where D is above 5 it is drawn, to within 0.3 points. With keys that recur the 12 figures are one.",
        "Wie oft die wahrscheinlichste Fallzahl hinter 12 Zahlen einer unveränderten Fallzahl diese ist, wenn jeder Berichtszeitraum Keys neu zöge; Mittel über die Felder. Annahme: Der Leser kennt die Überlagerungstabelle, weiß, welche ihrer Zeilen für die Fallzahl gilt und dass diese sich nicht geändert hat. Ab D = 6 wird gezogen, auf 0,3 Prozentpunkte genau. Mit Keys, die wiederkehren, sind die 12 Zahlen eine.",
    ),
    "measure_differences": ("differences of few units", "Differenzen weniger Merkmalsträger"),
    "measure_differences_is": (
        "Pairs of published cells, one within the other, where fewer units than asked are left over that are no cell of their own: the difference of the figures speaks of these. Assumption: cells of the same records show the same, as one method with the same keys made both figures.",
        "Paare ausgewiesener Felder, eines im anderen enthalten, bei denen weniger Merkmalsträger als gefragt übrig bleiben, die kein eigenes Feld sind: Die Differenz der Zahlen spricht von ihnen. Annahme: Felder mit denselben Merkmalsträgern zeigen dasselbe, da ein Verfahren mit denselben Keys beide Zahlen erzeugt hat.",
    ),
    "evaluation_difference": (
        "({larger}) − ({smaller}) = {published}: {rest}",
        "({larger}) − ({smaller}) = {published}: {rest}",
    ),
    "measure_least_pair": ("least variance of two parts", "kleinste Varianz zweier Teile"),
    "measure_least_pair_is": (
        "Smallest variance of the sum of the noise of two parts, given the cell key of their total, over all keys and rows. Assumption: the keys of the parts are uniform and add to that of the total. 0: for some key the parts add up exactly.",
        "Kleinste Varianz der Summe der Überlagerungswerte zweier Teile bei gegebenem Cell-Key der Summe, über alle Keys und Zeilen. Annahme: Die Keys der Teile sind gleichverteilt und ergeben den der Summe. 0: Bei einem Key ergeben die Teile genau die Summe.",
    ),
    "measure_ones_disclosed": ("1 + 1 = 2 disclosed, in %", "1 + 1 = 2 aufgedeckt, in %"),
    "measure_ones_disclosed_is": (
        "How often, over all keys, the three published figures of a total of 1 + 1 alone show one of the originals; keys of the parts add to that of the total.",
        "Wie oft, über alle Keys, die drei ausgewiesenen Zahlen einer Summe aus 1 + 1 allein eines der Originale zeigen; die Keys der Teile ergeben den der Summe.",
    ),
    # --- the map -------------------------------------------------------------------------------------------------------
    "map_without_values": (
        "The map needs at least one maximum deviation D and one variance V.",
        "Die Karte braucht mindestens eine Maximalabweichung D und eine Varianz V.",
    ),
    "map_unjudged": (
        "The map cannot be drawn: {reason}",
        "Die Karte lässt sich nicht zeichnen: {reason}",
    ),
    "map_infeasible": (
        "No table has these values. {reason}",
        "Keine Tabelle hat diese Werte. {reason}",
    ),
    "map_row_misses": ("A row misses the variance.", "Eine Zeile verfehlt die Varianz."),
    "map_not_measured": (
        "“{measure}” is not measured on these tables.",
        "„{measure}“ wird an diesen Tabellen nicht gemessen.",
    ),
    # --- the report ----------------------------------------------------------------------------------------------------
    "evaluation_form": (
        "An evaluation is written as HTML, as PDF, as a workbook or as CSV, not as “{name}”. Give it a name such as {stem}.html, {stem}.pdf, {stem}.xlsx or {stem}.csv.",
        "Eine Bewertung wird als HTML, als PDF, als Arbeitsmappe oder als CSV geschrieben, nicht als „{name}“. Nennen Sie die Datei etwa {stem}.html, {stem}.pdf, {stem}.xlsx oder {stem}.csv.",
    ),
    "evaluation_title": ("Quality and risk of variants", "Qualität und Risiko der Varianten"),
    "evaluation_band": (
        "Internal and confidential: deviations from originals and disclosed values. Never a release.",
        "Intern und vertraulich: Abweichungen von Originalwerten und aufgedeckte Werte. Keine Freigabe.",
    ),
    "evaluation_lead": (
        "{title}: {variants} {variants:variant|variants} on {tables} {tables:table|tables} with {cells} {cells:cell|cells}, as of {date}",
        "{title}: {variants} {variants:Variante|Varianten} an {tables} {tables:Tabelle|Tabellen} mit {cells} {cells:Feld|Feldern}, Stand {date}",
    ),
    "evaluation_how": (
        "Deviations and changes of the cells whose figure is shown and whose original is not 0.",
        "Abweichungen und Veränderungen der Felder, deren Zahl gezeigt wird und deren Original nicht 0 ist.",
    ),
    "evaluation_how_empty": (
        "Deviations and changes of all cells whose figure is shown, empty ones included.",
        "Abweichungen und Veränderungen aller Felder, deren Zahl gezeigt wird, auch der leeren.",
    ),
    "evaluation_how_attack": ("What a reader knows: {knowledge}.", "Wissen des Lesers: {knowledge}."),
    "evaluation_how_prior": (
        "Before a figure a reader takes a count i to be as likely as (i + 1)^-{prior}.",
        "Vor der Zahl hält ein Leser eine Fallzahl i für so wahrscheinlich wie (i + 1)^-{prior}.",
    ),
    "evaluation_how_drawn": (
        "In brackets the range of the middle 95 % of {repetitions} {repetitions:repetition|repetitions} with keys drawn anew (seed {seed}).",
        "In Klammern der Bereich der mittleren 95 % von {repetitions} {repetitions:Wiederholung|Wiederholungen} mit neu gezogenen Keys (Startwert {seed}).",
    ),
    "evaluation_measures_head": ("Measures over all tables", "Kennzahlen über alle Tabellen"),
    "evaluation_topic_loss": ("Quality", "Qualität"),
    "evaluation_topic_risk": ("Risk", "Risiko"),
    "evaluation_topic": ("Topic", "Bereich"),
    "evaluation_pictures_head": ("Variants in pictures", "Varianten im Bild"),
    "evaluation_picture_bars": ("{measure}, by variant", "{measure}, je Variante"),
    "evaluation_picture_ranges": (
        "{measure}, by variant; lines: the middle 95 % of the repetitions",
        "{measure}, je Variante; Linien: die mittleren 95 % der Wiederholungen",
    ),
    "evaluation_picture_plane": (
        "{loss} against {risk}; filled: on the frontier, ring: behind it",
        "{loss} gegen {risk}; gefüllt: auf der Grenzlinie, Ring: dahinter",
    ),
    "evaluation_frontier_head": ("Between loss and risk", "Zwischen Verlust und Risiko"),
    "evaluation_no_verdict": (
        "This is no verdict: which loss and which risk are borne is decided by the office.",
        "Das ist kein Urteil: Welcher Verlust und welches Risiko getragen wird, entscheidet das Amt.",
    ),
    "evaluation_tables_head": ("Each table", "Je Tabelle"),
    "evaluation_cells": ("{table}, {cells} {cells:cell|cells}", "{table}, {cells} {cells:Feld|Felder}"),
    "evaluation_nothing_measured": ("Nothing was measured on this table.", "An dieser Tabelle wurde nichts gemessen."),
    "evaluation_disclosed_head": (
        "Disclosed cells, and what forces them",
        "Aufgedeckte Felder, und woraus sie folgen",
    ),
    "evaluation_details_head": ("In full", "Im Einzelnen"),
    "evaluation_detail_distances": ("Deviations", "Abweichungen"),
    "evaluation_detail_distances_is": (
        "Mean and quantiles (type 7) of |p − o|, |p − o| / o and |√p − √o| over the cells that are measured; p published, o original.",
        "Mittel und Quantile (Typ 7) von |p − o|, |p − o| / o und |√p − √o| über die gemessenen Felder; p ausgewiesen, o original.",
    ),
    "evaluation_detail_within": ("Shares of cells", "Feldanteile"),
    "evaluation_detail_within_is": (
        "Share of the cells, in %, whose distance is at most the limit.",
        "Anteil der Felder in %, deren Abstand höchstens die Grenze erreicht.",
    ),
    "evaluation_detail_sizes": ("By size", "Nach Größe"),
    "evaluation_detail_sizes_is": (
        "Cells by the size of their original: share unchanged in %, mean |p − o|, mean |p − o| / o in %.",
        "Felder nach der Größe ihres Originals: Anteil unverändert in %, Mittel von |p − o|, Mittel von |p − o| / o in %.",
    ),
    "evaluation_detail_shares": ("Errors of shares", "Fehler von Anteilen"),
    "evaluation_detail_shares_is": (
        "Absolute errors of shares in percentage points, by what stands below the line and its size.",
        "Absolute Fehler von Anteilen in Prozentpunkten, nach der Bezugszahl und ihrer Größe.",
    ),
    "evaluation_detail_counts": ("Noise by count", "Überlagerung je Fallzahl"),
    "evaluation_detail_counts_is": (
        "What each count has to expect, over all keys; the last row of a perturbation table stands for all larger counts.",
        "Was jede Fallzahl zu erwarten hat, über alle Keys; die letzte Zeile einer Überlagerungstabelle steht für alle größeren.",
    ),
    "evaluation_detail_guesses": ("Guesses", "Rückschlüsse"),
    "evaluation_detail_guesses_is": (
        "Of small published counts the most probable original, for a reader who knows the method and how often each count stands in the tables.",
        "Zu kleinen ausgewiesenen Zahlen das wahrscheinlichste Original, für einen Leser, der das Verfahren kennt und weiß, wie oft jede Fallzahl in den Tabellen steht.",
    ),
    "evaluation_distance": ("Distance", "Abstand"),
    "evaluation_distance_absolute": ("|p − o|", "|p − o|"),
    "evaluation_distance_relative": ("|p − o| / o", "|p − o| / o"),
    "evaluation_distance_roots": ("|√p − √o|", "|√p − √o|"),
    "evaluation_cells_head": ("Cells", "Felder"),
    "evaluation_mean_head": ("Mean", "Mittel"),
    "evaluation_relative_head": ("Mean, relative in %", "Mittel, relativ in %"),
    "evaluation_size": ("Original", "Original"),
    "evaluation_unchanged_head": ("Unchanged in %", "Unverändert in %"),
    "evaluation_base_head": ("Share of", "Anteil an"),
    "evaluation_base_row": ("total of the row", "Summe der Zeile"),
    "evaluation_base_column": ("total of the column", "Summe der Spalte"),
    "evaluation_base_total": ("total of the table", "Summe der Tabelle"),
    "evaluation_base_other": ("base of its own", "eigene Bezugszahl"),
    "evaluation_figures_head": ("Figures", "Zahlen"),
    "evaluation_hidden_head": ("Not shown", "Nicht gezeigt"),
    "evaluation_count_head": ("Count", "Fallzahl"),
    "evaluation_v_mean": ("E|v|", "E|v|"),
    "evaluation_v_one": ("P(|v| ≤ 1) in %", "P(|v| ≤ 1) in %"),
    "evaluation_v_three": ("P(|v| ≥ 3) in %", "P(|v| ≥ 3) in %"),
    "evaluation_v_four": ("P(|v| ≥ 4) in %", "P(|v| ≥ 4) in %"),
    "evaluation_variance_head": ("Variance", "Varianz"),
    "evaluation_original_head": ("Most probable original", "Wahrscheinlichstes Original"),
    "evaluation_right_head": ("Right in %", "Richtig in %"),
    "evaluation_worst_head": ("Cells that stand worst", "Felder, die am schlechtesten stehen"),
    "evaluation_worst_of": ("{variant}, by: {measure}", "{variant}, nach: {measure}"),
    "evaluation_problems_head": ("What was not measured", "Was nicht gemessen wurde"),
    "evaluation_problem": ("{variant}, {table}: {problem}", "{variant}, {table}: {problem}"),
    "evaluation_every_variant": ("every variant", "jede Variante"),
    "evaluation_all_tables": ("All tables", "Alle Tabellen"),
    "evaluation_definitions_head": ("Definitions and sources", "Definitionen und Quellen"),
    "evaluation_defined": (
        "{measure}: {definition} Source: {source}.",
        "{measure}: {definition} Quelle: {source}.",
    ),
    "evaluation_measure": ("Measure", "Kennzahl"),
    "evaluation_definition": ("Definition", "Definition"),
    "evaluation_source": ("Source", "Quelle"),
    "evaluation_table": ("Table", "Tabelle"),
    "evaluation_variant": ("Variant", "Variante"),
    "evaluation_cell": ("Cell", "Feld"),
    "evaluation_published": ("Published", "Ausgewiesen"),
    "evaluation_number": ("Number", "Zahl"),
    "evaluation_mean": ("Mean of repetitions", "Mittel der Wiederholungen"),
    "evaluation_low": ("2.5 % of repetitions", "2,5 % der Wiederholungen"),
    "evaluation_open": ("cells left open", "offene Felder"),
    "evaluation_high": ("97.5 % of repetitions", "97,5 % der Wiederholungen"),
    "evaluation_reason": ("Reason", "Grund"),
    "evaluation_sheet_measures": ("Measures", "Kennzahlen"),
    "evaluation_sheet_numbers": ("Each table", "Je Tabelle"),
    "evaluation_sheet_worst": ("Worst cells", "Schlechteste Felder"),
    "evaluation_sheet_problems": ("Not measured", "Nicht gemessen"),
    "evaluation_sheet_definitions": ("Definitions", "Definitionen"),
    # --- the command `ckm evaluate` ------------------------------------------------------------------------------------
    "evaluation_drawn_table": ("Drawn {number}: {title}", "Gezogen {number}: {title}"),
    "cli_evaluate_attached": (
        "{name} is attached to the last decision of {period}.",
        "{name} ist an die letzte Entscheidung von {period} angehängt.",
    ),
    "cli_help_evaluate": (
        "judge variants of method by saved tables: quality, risk, a report; internal, never a release (exit code 3: a variant discloses cells)",
        "Varianten an gespeicherten Tabellen beurteilen: Qualität, Risiko, ein Bericht; intern, keine Freigabe (Rückgabewert 3: eine Variante deckt Felder auf)",
    ),
    "cli_help_evaluate_tables": (
        "names of saved tables, separated by commas, or “folder/”; may be repeated; without any choice: all",
        "Namen gespeicherter Tabellen, durch Kommas getrennt, oder „Ordner/“; mehrfach möglich; ohne Auswahl: alle",
    ),
    "cli_help_evaluate_test_set": ("the tables of a test set", "die Tabellen eines Testsatzes"),
    "cli_help_evaluate_random": (
        "so many tables drawn at random from the variables",
        "so viele Tabellen, zufällig aus den Merkmalen gezogen",
    ),
    "cli_help_evaluate_variants": (
        "variants, separated by commas: in-force, rounding:BASE, keyed:BASE, or files with perturbation tables (ordered ones are also judged shuffled)",
        "Varianten, durch Kommas getrennt: in-force, rounding:BASIS, keyed:BASIS oder Dateien mit Überlagerungstabellen (geordnete werden auch gemischt beurteilt)",
    ),
    "cli_help_evaluate_repetitions": (
        "how often keys are drawn anew",
        "wie oft Keys neu gezogen werden",
    ),
    "cli_help_evaluate_seed": (
        "seed of the draws of keys and of tables",
        "Startwert für das Ziehen von Keys und Tabellen",
    ),
    "cli_help_evaluate_width": (
        "also count cells whose interval is at most so wide",
        "auch Felder zählen, deren Intervall höchstens so breit ist",
    ),
    "cli_help_evaluate_prior": (
        "a reader who guesses takes a count i before to be as likely as (i + 1)^-S; 0: every count alike",
        "ein Leser hält beim Rückschluss eine Fallzahl i vorher für so wahrscheinlich wie (i + 1)^-S; 0: jede gleich",
    ),
    "cli_help_evaluate_least_units": (
        "list differences of figures that concern fewer units",
        "Differenzen von Zahlen nennen, die weniger Merkmalsträger betreffen",
    ),
    "cli_help_evaluate_sample": (
        "look for exact intervals in so many cells drawn at random; else in all",
        "exakte Intervalle in so vielen zufällig gezogenen Feldern suchen; sonst in allen",
    ),
    "cli_help_evaluate_no_draws": ("do not draw keys anew", "keine Keys neu ziehen"),
    "cli_help_evaluate_no_attack": ("do not attack the tables", "die Tabellen nicht angreifen"),
    "cli_help_evaluate_released": (
        "attack the tables together with all that was released of the period",
        "die Tabellen zusammen mit allem angreifen, was aus dem Berichtszeitraum freigegeben wurde",
    ),
    "cli_help_evaluate_attach": (
        "attach the report to the last decision of the period, by its hash",
        "den Bericht mit seinem Hashwert an die letzte Entscheidung des Berichtszeitraums anhängen",
    ),
    "cli_help_evaluate_output": (
        "folder for the report, its figures and the board; or one file: .html, .pdf, .xlsx, .csv",
        "Ordner für Bericht, Zahlen und Vergleichstafel; oder eine Datei: .html, .pdf, .xlsx, .csv",
    ),
}
