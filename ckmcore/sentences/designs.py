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
        "V = {V} is not possible in row {row}. The nearest targets lie at v = {below} and v = {above}, which demands V >= {low}.",
        "V = {V} ist in Zeile {row} nicht möglich. Die nächsten Zielhäufigkeiten liegen bei v = {below} und v = {above}, das verlangt V >= {low}.",
    ),
    "design_reason_moved": (
        "V = {V} is not possible in row {row}. No value is to stay as it is, and the nearest targets at v = {below} and v = {above} demand V >= {low}.",
        "V = {V} ist in Zeile {row} nicht möglich. Kein Wert soll unverändert bleiben, und die nächsten Zielhäufigkeiten bei v = {below} und v = {above} verlangen V >= {low}.",
    ),
    "design_reason_far": (
        "V = {V} is not possible in row {row}. The outermost targets lie at v = {below} and v = {above}, which allows V <= {high}.",
        "V = {V} ist in Zeile {row} nicht möglich. Die äußersten Zielhäufigkeiten liegen bei v = {below} und v = {above}, das lässt V <= {high} zu.",
    ),
    "design_reason_still": (
        "V = {V} is not possible in row {row}. Without bias the count {row} can only stay as it is, because no target below it or none above it is allowed; V is 0 there.",
        "V = {V} ist in Zeile {row} nicht möglich. Unverzerrt kann die Häufigkeit {row} nur bleiben, wie sie ist, weil unter ihr oder über ihr keine Zielhäufigkeit zulässig ist; V ist dort 0.",
    ),
    "design_reason_demands": (
        "V = {V} is not possible in row {row}. Limited by: {rule}. This demands V >= {low}.",
        "V = {V} ist in Zeile {row} nicht möglich. Begrenzt durch: {rule}. Das verlangt V >= {low}.",
    ),
    "design_reason_allows": (
        "V = {V} is not possible in row {row}. Limited by: {rule}. This allows V <= {high}.",
        "V = {V} ist in Zeile {row} nicht möglich. Begrenzt durch: {rule}. Das lässt V <= {high} zu.",
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
        "Ask for a stay probability of at least pstay.",
        "Die Bleibewahrscheinlichkeit nur mindestens verlangen.",
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
    "remedy_in_row": ("row {rows}", "Zeile {rows}"),
    "remedy_in_rows": ("the rows {rows}", "den Zeilen {rows}"),
    "remedy_without_r": ("Design without compat R.", "Ohne compat R entwerfen."),
    "remedy_and": ("{first} {second}", "{first} {second}"),
}
