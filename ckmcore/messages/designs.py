"""Sentences on designing perturbation tables: wishes, own values of rows, remedies, search. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    # --- rows that cannot be ------------------------------------------------------------------------------------------
    "ptable_row_impossible": (
        "Row i = {row} of the perturbation table cannot be unbiased. {reason} Block fewer targets or choose a larger D.",
        "Zeile i = {row} der Überlagerungstabelle kann nicht unverzerrt sein. {reason} Schließen Sie weniger Zielhäufigkeiten aus oder wählen Sie ein größeres D.",
    ),
    "ptable_row_no_target": (
        "The count {row} has no target that is allowed.",
        "Die Häufigkeit {row} hat keine zulässige Zielhäufigkeit.",
    ),
    "ptable_row_none_below": (
        "There is no target below {row} that is allowed, and {row} itself is not allowed.",
        "Unter {row} liegt keine zulässige Zielhäufigkeit, und {row} selbst ist nicht zulässig.",
    ),
    "ptable_row_none_above": (
        "There is no target above {row} within D that is allowed, and {row} itself is not allowed.",
        "Über {row} liegt innerhalb von D keine zulässige Zielhäufigkeit, und {row} selbst ist nicht zulässig.",
    ),
    "ptable_pin_impossible": (
        "In row i = {row} of the perturbation table p({target}) = {p} is not possible under the constraints that are switched on; possible is {low} to {high}. The nearest is {nearest}.",
        "In Zeile i = {row} der Überlagerungstabelle ist p({target}) = {p} unter den eingeschalteten Bedingungen nicht möglich; möglich ist {low} bis {high}. Am nächsten liegt {nearest}.",
    ),
    # --- why a row cannot have V --------------------------------------------------------------------------------------
    "design_reason_near": (
        "V = {V} is not possible in row {row}. The nearest targets lie at v = {below} and v = {above}, which demands V ≥ {low}.",
        "V = {V} ist in Zeile {row} nicht möglich. Die nächsten Zielhäufigkeiten liegen bei v = {below} und v = {above}, das verlangt V ≥ {low}.",
    ),
    "design_reason_moved": (
        "V = {V} is not possible in row {row}. No value is to stay as it is, and the nearest targets at v = {below} and v = {above} demand V ≥ {low}.",
        "V = {V} ist in Zeile {row} nicht möglich. Kein Wert soll unverändert bleiben, und die nächsten Zielhäufigkeiten bei v = {below} und v = {above} verlangen V ≥ {low}.",
    ),
    "design_reason_far": (
        "V = {V} is not possible in row {row}. The outermost targets lie at v = {below} and v = {above}, which allows V ≤ {high}.",
        "V = {V} ist in Zeile {row} nicht möglich. Die äußersten Zielhäufigkeiten liegen bei v = {below} und v = {above}, das lässt V ≤ {high} zu.",
    ),
    "design_reason_still": (
        "V = {V} is not possible in row {row}. Without bias the count {row} can only stay as it is, because no target below it or none above it is allowed; V is 0 there.",
        "V = {V} ist in Zeile {row} nicht möglich. Unverzerrt kann die Häufigkeit {row} nur bleiben, wie sie ist, weil unter ihr oder über ihr keine Zielhäufigkeit zulässig ist; V ist dort 0.",
    ),
    "design_reason_demands": (
        "V = {V} is not possible in row {row}. Limited by: {rule}. This demands V ≥ {low}.",
        "V = {V} ist in Zeile {row} nicht möglich. Begrenzt durch: {rule}. Das verlangt V ≥ {low}.",
    ),
    "design_reason_allows": (
        "V = {V} is not possible in row {row}. Limited by: {rule}. This allows V ≤ {high}.",
        "V = {V} ist in Zeile {row} nicht möglich. Begrenzt durch: {rule}. Das lässt V ≤ {high} zu.",
    ),
    "design_reason_missed": (
        "Row {row} could have the variance V = {V}, but its probabilities miss a constraint by more than their decimals explain. Design the table anew, or choose another V.",
        "Zeile {row} könnte die Varianz V = {V} haben, aber ihre Wahrscheinlichkeiten verfehlen eine Bedingung um mehr, als ihre Nachkommastellen erklären. Entwerfen Sie die Tabelle neu oder wählen Sie ein anderes V.",
    ),
    "design_rule_pin": ("probabilities set by hand", "von Hand gesetzte Wahrscheinlichkeiten"),
    "design_rule_stay": ("stay probability at least {stay}", "Bleibewahrscheinlichkeit mindestens {stay}"),
    "design_rule_stay_exact": ("stay probability exactly {stay}", "Bleibewahrscheinlichkeit genau {stay}"),
    "design_rule_monotony": ("monotony", "Monotonie"),
    "design_rule_rising": (
        "strong noise at least as likely as weak",
        "starke Überlagerung mindestens so wahrscheinlich wie schwache",
    ),
    "design_rule_symmetric": ("symmetry", "Symmetrie"),
    "design_rule_and": ("{first}, {second}", "{first}, {second}"),
    "design_rules_together": ("{rules} together", "{rules} zusammen"),
    # --- remedies -----------------------------------------------------------------------------------------------------
    "remedy_V": ("Take V = {V}.", "V = {V} nehmen."),
    "remedy_own_V": ("Take V = {V} in row {row}.", "In Zeile {row} V = {V} nehmen."),
    "remedy_own_still": ("Leave the count {row} as it is.", "Die Häufigkeit {row} unverändert lassen."),
    "remedy_own_V_rows": (
        "Take the nearest possible V in {where}.",
        "In {where} jeweils das nächste mögliche V nehmen.",
    ),
    "remedy_D": ("Take D = {D}.", "D = {D} nehmen."),
    "remedy_js": ("Take js = {js}.", "js = {js} nehmen."),
    "remedy_free_zero": ("Allow the target 0.", "Die Zielhäufigkeit 0 zulassen."),
    "remedy_pstay": ("Take pstay = {pstay}.", "pstay = {pstay} nehmen."),
    "remedy_no_pstay": ("Ask for no stay probability.", "Keine Bleibewahrscheinlichkeit verlangen."),
    "remedy_at_least": (
        "Ask for pstay as a lower bound only.",
        "Die Bleibewahrscheinlichkeit nur als Mindestwert verlangen.",
    ),
    "remedy_row_no_pstay": (
        "Ask for no stay probability in {where}.",
        "In {where} keine Bleibewahrscheinlichkeit verlangen.",
    ),
    "remedy_row_mono": ("Switch off monotony in {where}.", "Die Monotonie in {where} ausschalten."),
    "remedy_rising": (
        "Give up that strong noise is at least as likely as weak.",
        "Darauf verzichten, dass starke Überlagerung mindestens so wahrscheinlich ist wie schwache.",
    ),
    "remedy_symmetric": ("Give up the symmetry of the last row.", "Auf die Symmetrie der letzten Zeile verzichten."),
    "remedy_pin": ("Take p({target}) = {p} in row {row}.", "In Zeile {row} p({target}) = {p} nehmen."),
    "remedy_pin_removed": (
        "Let p({target}) in row {row} be computed again.",
        "p({target}) in Zeile {row} wieder berechnen lassen.",
    ),
    "remedy_pins_removed": (
        "Let the probabilities set by hand in {where} be computed again.",
        "Die von Hand gesetzten Wahrscheinlichkeiten in {where} wieder berechnen lassen.",
    ),
    "remedy_rows_needed": ("Have as many rows as are needed.", "So viele Zeilen wie nötig nehmen."),
    "remedy_own_removed": ("Remove the own values of {where}.", "Die eigenen Werte in {where} entfernen."),
    "remedy_own_from_to": (
        "Let the own values hold for {where}.",
        "Die eigenen Werte in {where} gelten lassen.",
    ),
    "remedy_own_D": ("Take D = {D} in {where}.", "In {where} D = {D} nehmen."),
    "remedy_in_rows_from": ("the rows from {first} on", "den Zeilen ab {first}"),
    # --- what a parameter is called ------------------------------------------------------------------------------------
    "parameter_last_row": ("last row i", "letzte Zeile i"),
    "parameter_own": ("own values of rows", "eigene Werte der Zeilen"),
    "parameter_own_rows_first": ("first row of own values", "erste Zeile der eigenen Werte"),
    "parameter_own_rows_last": ("last row of own values", "letzte Zeile der eigenen Werte"),
    "parameter_pins": ("probabilities set by hand", "von Hand gesetzte Wahrscheinlichkeiten"),
    "parameter_pin_i": ("row i of a probability set by hand", "Zeile i einer von Hand gesetzten Wahrscheinlichkeit"),
    "parameter_pin_j": (
        "target j of a probability set by hand",
        "Zielhäufigkeit j einer von Hand gesetzten Wahrscheinlichkeit",
    ),
    "parameter_pin_p": ("probability p set by hand", "von Hand gesetzte Wahrscheinlichkeit p"),
    "parameter_blocked": ("blocked targets", "ausgeschlossene Zielhäufigkeiten"),
    "parameter_mono": ("monotony", "Monotonie"),
    "parameter_stay": ("kind of the stay probability", "Art der Bleibewahrscheinlichkeit"),
    "parameter_variance": ("kind of the variance", "Art der Varianz"),
    "parameter_pstay": ("stay probability pstay", "Bleibewahrscheinlichkeit pstay"),
    "parameter_symmetric": ("symmetry of the last row", "Symmetrie der letzten Zeile"),
    "parameter_rising": (
        "strong noise at least as likely as weak",
        "starke Überlagerung mindestens so wahrscheinlich wie schwache",
    ),
    "parameter_optim": ("optim (variant of R ptable)", "optim (Spielart von R ptable)"),
    "parameter_limit": ("limit of the risk", "Risikogrenze"),
    "parameter_frequencies": ("number of cells by count", "Zahl der Tabellenfelder nach Häufigkeit"),
    "parameter_keys": ("number of integer keys", "Zahl der ganzzahligen Keys"),
    "parameter_seed": ("seed", "Startwert"),
    "remedy_in_row": ("row {rows}", "Zeile {rows}"),
    "remedy_in_rows": ("the rows {rows}", "den Zeilen {rows}"),
    "remedy_without_r": ("Design without compat R.", "Ohne compat R entwerfen."),
    "remedy_and": ("{first} {second}", "{first} {second}"),
    # --- presets: the wishes of WISTA 2024 ----------------------------------------------------------------------------
    "preset_zeros_true": ("True zeros stay zero", "Echte Nullen bleiben Null"),
    "preset_zeros_true_why": (
        "Always so: an empty cell has no record key and gets no noise.",
        "Immer so: Ein leeres Tabellenfeld hat keinen Record-Key und wird nicht überlagert.",
    ),
    "preset_no_1": ("No 1 is published", "Keine 1 wird ausgewiesen"),
    "preset_no_1_why": (
        "js = 1: a published 1 looks like a single person, even if it is not. Needs V ≥ 1.",
        "js = 1: Eine ausgewiesene 1 sieht nach einem Einzelfall aus, auch wenn sie keiner ist. Verlangt V ≥ 1.",
    ),
    "preset_no_1_2": ("No 1 and no 2 is published", "Keine 1 und keine 2 werden ausgewiesen"),
    "preset_no_1_2_why": (
        "js = 2: neither 1 nor 2 is published. Needs V ≥ 2.",
        "js = 2: Weder 1 noch 2 werden ausgewiesen. Verlangt V ≥ 2.",
    ),
    "preset_stay_rises": (
        "Higher stay probability for higher counts",
        "Höhere Bleibewahrscheinlichkeit für höhere Häufigkeiten",
    ),
    "preset_stay_rises_why": (
        "Own values of rows: pstay = 0.5 up to 9, pstay = 0.7 from 10 on; the table then has 10 rows or more. Small counts keep their protection, large ones are often published as they are.",
        "Eigene Werte der Zeilen: pstay = 0,5 bis 9, pstay = 0,7 ab 10; die Tabelle hat dann mindestens 10 Zeilen. Kleine Häufigkeiten bleiben geschützt, große werden oft unverändert ausgewiesen.",
    ),
    "preset_none_unchanged": ("No value stays unchanged", "Kein Wert bleibt unverändert"),
    "preset_none_unchanged_why": (
        "pstay exactly 0: v = 0 is no target, and monotony has no meaning. The nearest targets lie at v = -1 and v = +1, so V ≥ 1 is needed.",
        "pstay genau 0: v = 0 ist keine Zielhäufigkeit, und Monotonie hat keinen Sinn. Die nächsten Zielhäufigkeiten liegen bei v = -1 und v = +1, daher ist V ≥ 1 nötig.",
    ),
    "preset_published_zeros_true": ("All published zeros are true", "Alle ausgewiesenen Nullen sind echt"),
    "preset_published_zeros_true_why": (
        "The target 0 is blocked. Row 1 can then not have unbiased noise, as nothing lies below it: it can only stay as it is. Together with js ≥ 1 it is not possible: for the counts 1 to js no target is left below them.",
        "Die Zielhäufigkeit 0 ist ausgeschlossen. Zeile 1 kann dann nicht unverzerrt überlagert werden, weil nichts unter ihr liegt: Sie kann nur bleiben, wie sie ist. Zusammen mit js ≥ 1 ist das nicht möglich: Für die Häufigkeiten 1 bis js bleibt unter ihnen keine Zielhäufigkeit.",
    ),
    "preset_rising": (
        "Strong noise is at least as likely as weak",
        "Starke Überlagerung ist mindestens so wahrscheinlich wie schwache",
    ),
    "preset_rising_why": (
        "p does not fall as |v| grows on either side of 0; v = 0 is left aside. For small counts this needs a larger V; with monotony all p left of 0 are equal.",
        "Auf beiden Seiten der 0 wird p mit wachsendem |v| nicht kleiner; v = 0 bleibt dabei außer Betracht. Für kleine Häufigkeiten verlangt das ein größeres V; mit Monotonie sind alle p links der 0 gleich.",
    ),
    # --- search for V -------------------------------------------------------------------------------------------------
    "search_empty_criteria": (
        "There is no such V. Already at V = {V} missed: {criteria}.",
        "Ein solches V gibt es nicht. Schon bei V = {V} verfehlt: {criteria}.",
    ),
    "search_empty_limit": (
        "There is no such V: the largest probability of an original count given the published one stays above {limit}; it is {least} at best (V = {V}: original {original}, published {published}).",
        "Ein solches V gibt es nicht: Die größte Wahrscheinlichkeit einer Originalhäufigkeit bei gegebenem ausgewiesenem Wert bleibt über {limit}; günstigstenfalls ist sie {least} (V = {V}: Original {original}, ausgewiesen {published}).",
    ),
    "search_empty_both": (
        "There is no such V: the criteria hold only up to V = {high}, the limit {limit} of the risk only from V = {low} on.",
        "Ein solches V gibt es nicht: Die Gütekriterien sind nur bis V = {high} erfüllt, die Risikogrenze {limit} ist erst ab V = {low} eingehalten.",
    ),
    "search_empty_rows": (
        "There is no V that all rows can have. Change D, js, pstay or the monotony.",
        "Es gibt kein V, das alle Zeilen haben können. Ändern Sie D, js, pstay oder die Monotonie.",
    ),
    "search_end_row": (
        "The bound {V} is set by what is possible in row {row}.",
        "Die Grenze {V} ergibt sich aus dem, was in Zeile {row} möglich ist.",
    ),
    "search_end_limit": (
        "Below {V} the probability of an original count given the published one exceeds {limit}, first for the original {original} where {published} is published.",
        "Unter {V} übersteigt die Wahrscheinlichkeit einer Originalhäufigkeit bei gegebenem ausgewiesenem Wert {limit}, zuerst beim Original {original}, wo {published} ausgewiesen ist.",
    ),
    "search_end_limit_above": (
        "Above {V} the probability of an original count given the published one exceeds {limit}, first for the original {original} where {published} is published.",
        "Über {V} übersteigt die Wahrscheinlichkeit einer Originalhäufigkeit bei gegebenem ausgewiesenem Wert {limit}, zuerst beim Original {original}, wo {published} ausgewiesen ist.",
    ),
    "search_unjudged": (
        "The risk cannot be judged on this table, because it has no cells with the counts 1 to {last} (js + D). Choose a table with small counts, or search without a limit of the risk.",
        "Das Risiko ist an dieser Tabelle nicht zu beurteilen, weil sie keine Tabellenfelder mit den Häufigkeiten 1 bis {last} (js + D) hat. Wählen Sie eine Tabelle mit kleinen Häufigkeiten oder suchen Sie ohne Risikogrenze.",
    ),
    "search_end_criteria": ("Above {V} missed: {criteria}.", "Über {V} verfehlt: {criteria}."),
    "search_criterion_1": ("mean |v| below 0.5", "mittleres |v| unter 0,5"),
    "search_criterion_2": ("P(|v| ≤ 1) at least 90 %", "P(|v| ≤ 1) mindestens 90 %"),
    "search_criterion_3": ("P(|v| ≥ 3) at most 5 %", "P(|v| ≥ 3) höchstens 5 %"),
    "search_criterion_4": ("P(|v| ≥ 4) at most 0.5 %", "P(|v| ≥ 4) höchstens 0,5 %"),
}
