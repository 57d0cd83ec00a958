"""Sentences of the SAFE principle, a rival of the cell-key method. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    # --- the method in force -------------------------------------------------------------------------------------------
    "method_safe": ("SAFE principle (own program)", "SAFE-Prinzip (eigene Umsetzung)"),
    "method_kind_safe": ("SAFE principle", "SAFE-Prinzip"),
    "note_safe": (
        "Figures are protected after the SAFE principle, by a program of our own, not the program SAFE of the statistical offices. Records were changed once, so that every combination of their keys occurs at least {least} times or not at all. Figures add up, and agree between tables; each can differ a little from its original.",
        "Die Zahlen sind nach dem SAFE-Prinzip geheim gehalten, mit eigener Umsetzung, nicht mit dem Programm SAFE der statistischen Ämter. Datensätze wurden einmal so verändert, dass jede Kombination ihrer Merkmale mindestens {least}-mal oder gar nicht vorkommt. Die Zahlen summieren sich und stimmen zwischen Tabellen überein; jede kann von ihrem Originalwert etwas abweichen.",
    ),
    "note_safe_short": (
        "Protected after the SAFE principle (own program). Figures can differ a little from originals.",
        "Nach dem SAFE-Prinzip geheim gehalten (eigene Umsetzung). Zahlen können von Originalwerten etwas abweichen.",
    ),
    "reason_consistency_safe": (
        "All tables are counted from the same changed records.",
        "Alle Tabellen werden aus denselben veränderten Datensätzen gezählt.",
    ),
    "reason_flexibility_safe": (
        "Any table of the keys at any time; tables that were not planned deviate more.",
        "Jede Tabelle der Schlüsselmerkmale jederzeit; nicht geplante Tabellen weichen stärker ab.",
    ),
    "reason_decentral_safe": (
        "Every office needs the same changed records.",
        "Jedes Amt braucht dieselben veränderten Datensätze.",
    ),
    "safe_weights": (
        "The SAFE principle protects counts of records, not weighted figures. Take the weighted values out.",
        "Das SAFE-Prinzip schützt Fallzahlen, keine gewichteten Zahlen. Nehmen Sie die gewichteten Werte heraus.",
    ),
    "safe_magnitudes": (
        "The SAFE principle protects counts, not values of {magnitude}. Take them out of the table.",
        "Das SAFE-Prinzip schützt Fallzahlen, keine Werte von {magnitude}. Nehmen Sie sie aus der Tabelle.",
    ),
    "safe_exempt": (
        "The table has cells that are published unchanged. The SAFE principle does not protect the others beside them.",
        "Die Tabelle hat Felder, die unverändert veröffentlicht werden. Daneben schützt das SAFE-Prinzip die übrigen nicht.",
    ),
    "safe_variables": (
        "Not protected by the SAFE principle: {variables}. Show and filter by these variables only: {keys}.",
        "Vom SAFE-Prinzip nicht geschützt: {variables}. Zeigen und filtern Sie nur nach diesen Merkmalen: {keys}.",
    ),
    "safe_list": (
        "The table has too many cells for the SAFE principle. Choose fewer variables.",
        "Die Tabelle hat für das SAFE-Prinzip zu viele Felder. Wählen Sie weniger Merkmale.",
    ),
    "safe_not_there": (
        "The changed records of the SAFE principle do not belong to these records. Make them again: ckm statistic safe.",
        "Die veränderten Datensätze des SAFE-Prinzips gehören nicht zu diesen Datensätzen. Erzeugen Sie sie neu: ckm statistic safe.",
    ),
    "kept_file_missing": (
        "The file {name} with what the method applies is missing, or was changed. Put it back beside the statistic.",
        "Die Datei {name}, die das Verfahren anwendet, fehlt oder wurde verändert. Legen Sie sie wieder neben die Statistik.",
    ),
    "safe_none": (
        "The period {period} has no changed records. Make them first: ckm statistic safe.",
        "Der Zeitraum {period} hat keine veränderten Datensätze. Erzeugen Sie sie zuerst: ckm statistic safe.",
    ),
    "safe_released": (
        "Tables of the period were released from other changed records ({releases}). Both together would disclose.",
        "Tabellen des Zeitraums wurden aus anderen veränderten Datensätzen freigegeben ({releases}). Beide zusammen decken auf.",
    ),
    "safe_one_method": (
        "Releases of this population have another method: {method}. One population has one method; keep it, or begin another statistic.",
        "Freigaben dieser Gesamtheit haben ein anderes Verfahren: {method}. Eine Gesamtheit hat ein Verfahren; behalten Sie es, oder beginnen Sie eine andere Statistik.",
    ),
    "safe_needs_statistic": (
        "The SAFE principle needs changed records beside a statistic. Use ckm statistic safe.",
        "Das SAFE-Prinzip braucht veränderte Datensätze neben einer Statistik. Verwenden Sie ckm statistic safe.",
    ),
    "safe_kept": (
        "The changed records are kept beside the statistic.",
        "Die veränderten Datensätze liegen neben der Statistik.",
    ),
    "cli_help_statistic_safe": (
        "Change the records of a period once by the SAFE principle, and keep them beside the statistic.",
        "Die Datensätze eines Zeitraums einmal nach dem SAFE-Prinzip ändern und neben der Statistik ablegen.",
    ),
    # --- what is measured ----------------------------------------------------------------------------------------------
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
    "safe_deviations": (
        "Figures of the control tables deviate by at most {largest}, on average by {mean}.",
        "Zahlen der Kontrolltabellen weichen höchstens um {largest} ab, im Mittel um {mean}.",
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
