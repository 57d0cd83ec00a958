"""Sentences of the SAFE principle, a rival of the cell-key method. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
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
    "cli_help_safe_output": (
        "CSV with the deviations of each table; confidential",
        "CSV mit den Abweichungen jeder Tabelle; vertraulich",
    ),
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
