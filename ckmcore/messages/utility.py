"""Sentences of the measures of quality: utility, expectation, Monte-Carlo. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    "nothing_but_zeros": (
        "All figures of the table are 0, so there is nothing to measure: a 0 stays a 0. Choose a table with other figures or loosen its filter.",
        "Alle Zahlen der Tabelle sind 0; es gibt nichts zu messen, denn eine 0 bleibt eine 0. Wählen Sie eine Tabelle mit anderen Zahlen oder lockern Sie den Filter.",
    ),
    "nothing_shown": (
        "A sign stands in the place of every figure of the table, so there is nothing to measure. Choose a larger table or a lower threshold.",
        "In der Tabelle steht statt jeder Zahl ein Zeichen; es gibt nichts zu messen. Wählen Sie eine Tabelle mit größeren Zahlen oder eine niedrigere Schwelle.",
    ),
    "expectation_unknown_method": (
        "What “{method}” does to counts on average cannot be computed without drawing; measure it on a table.",
        "Was „{method}“ mit Fallzahlen im Mittel macht, lässt sich ohne Ziehung nicht berechnen; messen Sie es an einer Tabelle.",
    ),
    "atoms_of_households": (
        "Totals of this table are not the sums of their parts, because a household can count in several parts; keys cannot be drawn anew for it. Take variables of which any member counts out of the table.",
        "Summen dieser Tabelle sind nicht die Summen ihrer Teile, weil ein Haushalt in mehreren Teilen zählen kann; Keys lassen sich dafür nicht neu ziehen. Nehmen Sie Merkmale, bei denen ein beliebiges Mitglied zählt, aus der Tabelle.",
    ),
    "monte_carlo_repetitions": (
        "{found} {found:repetition is|repetitions are} asked for; choose a number from 1 to {most}.",
        "Verlangt {found:ist|sind} {found} {found:Wiederholung|Wiederholungen}; wählen Sie eine Zahl von 1 bis {most}.",
    ),
    "monte_carlo_seed": (
        "The seed is {found}; choose a whole number from 0 on.",
        "Der Startwert ist {found}; wählen Sie eine ganze Zahl ab 0.",
    ),
    "monte_carlo_without_tables": (
        "No table is chosen. Choose at least one whose keys are drawn anew.",
        "Es ist keine Tabelle gewählt. Wählen Sie mindestens eine, für die Keys neu gezogen werden.",
    ),
    "nothing_to_draw": (
        "“{method}” uses no keys, so there is nothing to draw: every repetition would be the same. Its measures on the table are exact as they are.",
        "„{method}“ verwendet keine Keys, es gibt also nichts zu ziehen: Jede Wiederholung wäre dieselbe. Die Maße an der Tabelle sind bereits genau.",
    ),
    "ratios_need_counts": (
        "The table has no counts of which shares could be measured. Add the value “Number”.",
        "Die Tabelle enthält keine Fallzahlen, deren Anteile sich messen ließen. Nehmen Sie den Wert „Anzahl“ auf.",
    ),
    "too_few_tables": (
        "{asked} different tables are asked for; of up to {variables} {variables:variable|variables} with at most {cells} {cells:cell|cells} only {found} {found:was|were} found. Allow more cells or more variables, or ask for fewer tables.",
        "Verlangt sind {asked} verschiedene Tabellen; aus bis zu {variables} {variables:Merkmal|Merkmalen} mit höchstens {cells} {cells:Feld|Feldern} {found:fand|fanden} sich nur {found}. Lassen Sie mehr Felder oder mehr Merkmale zu oder verlangen Sie weniger Tabellen.",
    ),
    "setting_random_tables": ("The number of tables", "Die Anzahl der Tabellen"),
    "setting_seed": ("The seed", "Der Startwert"),
    "setting_most_cells": ("The largest number of cells", "Die Höchstzahl der Felder"),
    "setting_widest": ("The largest number of variables", "Die Höchstzahl der Merkmale"),
}
