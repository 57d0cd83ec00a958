"""Sentences on the dictionary, derived dimensions, periods and their breaks. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    "range_unreadable": (
        "“{found}” is no range. Write it like this: 0-120.",
        "„{found}“ ist kein Bereich. Schreiben Sie ihn so: 0-120.",
    ),
    "range_faulty": (
        "{least} to {most} is no range of codes. It begins at 0 or later, ends no earlier, and has at most {limit} {limit:code|codes}.",
        "{least} bis {most} ist kein Bereich von Codes. Er beginnt frühestens bei 0, endet nicht davor und hat höchstens {limit} {limit:Code|Codes}.",
    ),
    "derived_name_taken": (
        "A derived dimension cannot be called “{variable}”: the data have a variable of that name. Choose another name.",
        "Ein abgeleitetes Gliederungsmerkmal kann nicht „{variable}“ heißen: Die Daten haben ein Merkmal dieses Namens. Wählen Sie einen anderen Namen.",
    ),
    "class_bounds": (
        "Bound {place} of the classes (“{value}”) is no number above the one before it. Write ascending numbers, for example 18 30 65.",
        "Grenze {place} der Klassen („{value}“) ist keine Zahl über der vorigen. Schreiben Sie aufsteigende Zahlen, zum Beispiel 18 30 65.",
    ),
    "group_code_twice": (
        "The code “{item}” is in the groups “{first}” and “{second}”. A code belongs to one group.",
        "Der Code „{item}“ steht in den Gruppen „{first}“ und „{second}“. Ein Code gehört zu einer Gruppe.",
    ),
    "mapping_table": (
        "Row {row} of the mapping table “{file}” has no old and new code. Enter both, or choose the columns of the old and the new codes.",
        "Zeile {row} der Umsteigetabelle „{file}“ hat keinen alten und neuen Code. Tragen Sie beide ein, oder wählen Sie die Spalten der alten und der neuen Codes.",
    ),
    "change_without_day": (
        "The code list of “{variable}” changes, but the day from which the new codes are valid is missing. Enter it, such as 2026-12-31.",
        "Das Schlüsselverzeichnis von „{variable}“ ändert sich, aber der Tag, ab dem die neuen Codes gelten, fehlt. Tragen Sie ihn ein, etwa 31.12.2026.",
    ),
    "break_of_codes": (
        "| {period}: the categories of {variable} changed; earlier figures cannot be compared without reserve.",
        "| {period}: Die Ausprägungen von {variable} haben sich geändert; frühere Zahlen sind nur eingeschränkt vergleichbar.",
    ),
    "break_of_method": (
        "| {period}: another method of protection is in force; changes against earlier figures may come from it.",
        "| {period}: Ein anderes Geheimhaltungsverfahren ist in Kraft; Veränderungen gegen frühere Zahlen können daher rühren.",
    ),
    "series_of_now": (
        "{variable}: earlier figures are computed for the categories of {period}.",
        "{variable}: Frühere Zahlen sind für die Ausprägungen von {period} berechnet.",
    ),
    "break_noted": ("| {period}: {note}", "| {period}: {note}"),
    "series_note": ("{period}: {note}", "{period}: {note}"),
    "series_needs_periods": (
        "A series needs at least two reporting periods with records and a method in force. Add a period first.",
        "Eine Zeitreihe braucht mindestens zwei Berichtszeiträume mit Datensätzen und einem Verfahren in Kraft. Legen Sie zuerst einen Berichtszeitraum an.",
    ),
    "series_variable_taken": (
        "The table breaks down by “{variable}”, which one of the reporting periods does not have. Take it out of the table.",
        "Die Tabelle gliedert nach „{variable}“; ein Berichtszeitraum hat dieses Merkmal nicht. Nehmen Sie es aus der Tabelle.",
    ),
    "periods_out_of_order": (
        "Codes cannot begin or end on {day}: {period} ({other}) is there already and lies later. Add periods in the order of time, or say that the codes are only written otherwise.",
        "Codes können nicht am {day} beginnen oder enden: {period} ({other}) ist schon da und liegt später. Legen Sie Berichtszeiträume in zeitlicher Folge an, oder geben Sie an, dass die Codes nur anders geschrieben sind.",
    ),
    "period_without_day": (
        "{period} has no reference day: codes that begin or end on {day} would do so in its tables, too. Enter its day first.",
        "{period} hat keinen Stichtag: Codes, die am {day} beginnen oder enden, täten das auch in den Tabellen dieses Zeitraums. Tragen Sie zuerst seinen Stichtag ein.",
    ),
    "period_shows_all_codes": (
        "{period} has no reference day and is shown with all codes of {variable}, also those that were not valid then. Give its day.",
        "{period} hat keinen Stichtag und wird mit allen Codes von {variable} ausgewiesen, auch mit damals nicht gültigen. Geben Sie den Stichtag an.",
    ),
    "mapping_near": (
        "Codes of the mapping table that are not known but for leading zeros or blanks: {count}; “{item}” is perhaps “{other}”. Check whether zeros were lost.",
        "Codes der Umsteigetabelle, die sich von bekannten nur durch führende Nullen oder Leerzeichen unterscheiden: {count}; „{item}“ ist vielleicht „{other}“. Prüfen Sie, ob Nullen verloren gingen.",
    ),
    "derived_without_day": (
        "What is computed from “{variable}” needs the reference day of the reporting period. Enter it.",
        "Was aus „{variable}“ berechnet wird, braucht den Stichtag des Berichtszeitraums. Tragen Sie ihn ein.",
    ),
    "derived_needs_classes": (
        "What is made of “{variable}” has up to {count} {count:value|different values}. Give cut points of classes, or another unit.",
        "Was aus „{variable}“ entsteht, hat bis zu {count} {count:Wert|verschiedene Werte}. Geben Sie Grenzen von Klassen oder eine andere Einheit an.",
    ),
    "derived_age_classes": (
        "{variable} is left out: where years of birth are numbers, ages are made in classes only. Give cut points, such as 18 65, or make the year a dimension.",
        "{variable} entfällt: Wo Geburtsjahre Zahlen sind, entstehen Alter nur in Klassen. Geben Sie Grenzen an, etwa 18 65, oder machen Sie das Jahr zum Gliederungsmerkmal.",
    ),
    "derived_left_out": (
        "{period} has no reference day: {variable} cannot be computed and is left out. Enter its day.",
        "{period} hat keinen Stichtag: {variable} lässt sich nicht berechnen und entfällt. Tragen Sie den Stichtag ein.",
    ),
    "derivation_moves": (
        "“{variable}” cuts years at fixed points: in another reporting period they are another age (variables like this: {count}). Decide for {name}: compute the age anew in each period (age), or keep these years in all periods (codes).",
        "„{variable}“ teilt Jahre an festen Grenzen: In einem anderen Berichtszeitraum sind sie ein anderes Alter (solche Merkmale: {count}). Entscheiden Sie für {name}: das Alter in jedem Zeitraum neu berechnen (age), oder diese Jahre in allen Zeiträumen behalten (codes).",
    ),
    "moving_no_age": (
        "“{variable}” cannot be turned into an age: it groups single years, or the reporting period has no day or is earlier than they are. Keep its years, or derive the age anew.",
        "Aus „{variable}“ lässt sich kein Alter machen: Es fasst einzelne Jahre zusammen, oder der Berichtszeitraum hat keinen Stichtag oder liegt vor ihnen. Behalten Sie die Jahre, oder leiten Sie das Alter neu ab.",
    ),
    "moving_unknown": (
        "“{variable}” needs no decision on years. Those that do: {known}.",
        "„{variable}“ braucht keine Entscheidung über Jahre. Eine brauchen: {known}.",
    ),
    # Rules for records.
    "rule_range": ("Values of {columns}: {low} to {high}", "Werte von {columns}: {low} bis {high}"),
    "rule_range_from": ("Values of {columns}: at least {low}", "Werte von {columns}: mindestens {low}"),
    "rule_range_to": ("Values of {columns}: at most {high}", "Werte von {columns}: höchstens {high}"),
    "rule_set": ("Codes of {columns}: {codes}", "Codes von {columns}: {codes}"),
    "rule_required": ("Stated: {columns}", "Angegeben: {columns}"),
    "rule_unique": (
        "No two records are the same in {columns}",
        "Keine zwei Datensätze sind gleich in {columns}",
    ),
    "rule_condition": ("If {when}, then {then}", "Wenn {when}, dann {then}"),
    "rule_and": ("{first} and {rest}", "{first} und {rest}"),
    "rule_test": ("{column} {sign} {values}", "{column} {sign} {values}"),
    "rule_test_in": ("{column} = {values} (any)", "{column} = {values} (eines davon)"),
    "rule_test_not_in": ("{column} <> {values} (none)", "{column} <> {values} (keines davon)"),
    "rule_test_missing": ("{column} missing", "{column} fehlt"),
    "rule_test_stated": ("{column} stated", "{column} angegeben"),
    "rule_sum": ("{total} is the sum of {parts}", "{total} ist die Summe von {parts}"),
    "rule_sum_about": (
        "{total} is the sum of {parts}, up to {tolerance}",
        "{total} ist die Summe von {parts}, bis auf {tolerance}",
    ),
    "rule_former": (
        "Records of each category of {columns}: {low} to {high} times those of the former period",
        "Datensätze je Ausprägung von {columns}: das {low}- bis {high}-Fache des vorigen Berichtszeitraums",
    ),
    "rule_former_from": (
        "Records of each category of {columns}: at least {low} times those of the former period",
        "Datensätze je Ausprägung von {columns}: mindestens das {low}-Fache des vorigen Berichtszeitraums",
    ),
    "rule_former_to": (
        "Records of each category of {columns}: at most {high} times those of the former period",
        "Datensätze je Ausprägung von {columns}: höchstens das {high}-Fache des vorigen Berichtszeitraums",
    ),
    "rule_former_all": (
        "Number of records: {low} to {high} times that of the former period",
        "Zahl der Datensätze: das {low}- bis {high}-Fache des vorigen Berichtszeitraums",
    ),
    "rule_former_all_from": (
        "Number of records: at least {low} times that of the former period",
        "Zahl der Datensätze: mindestens das {low}-Fache des vorigen Berichtszeitraums",
    ),
    "rule_former_all_to": (
        "Number of records: at most {high} times that of the former period",
        "Zahl der Datensätze: höchstens das {high}-Fache des vorigen Berichtszeitraums",
    ),
    "rule_kind_range": ("Range", "Bereich"),
    "rule_kind_set": ("List of codes", "Liste von Codes"),
    "rule_kind_required": ("Stated", "Angabe nötig"),
    "rule_kind_unique": ("Unique", "Einmalig"),
    "rule_kind_condition": ("Condition", "Bedingung"),
    "rule_kind_sum": ("Sum of parts", "Summe von Teilen"),
    "rule_kind_former": ("Against the former period", "Gegen den vorigen Berichtszeitraum"),
    "rule_lacks": ("A rule “{kind}” needs {what}.", "Eine Regel „{kind}“ braucht {what}."),
    "rule_needs_columns": (
        "the right number of columns: one, or of a sum the total and its parts",
        "die passende Zahl von Spalten: eine, oder bei einer Summe die Summe und ihre Teile",
    ),
    "rule_needs_different": ("columns that are different", "verschiedene Spalten"),
    "rule_needs_codes": ("the codes that are allowed", "die zulässigen Codes"),
    "rule_needs_tests": ("what is the case, and what follows then", "was vorliegt, und was dann gelten muss"),
    "rule_needs_bounds": ("a smallest or a largest value", "einen kleinsten oder einen größten Wert"),
    "rule_needs_value": (
        "for each test a column, and a value or another column",
        "je Prüfung eine Spalte und einen Wert oder eine andere Spalte",
    ),
    "rule_bound": (
        "“{value}” is no number and no day. Write a number, such as 16, or a day, such as 2026-12-31.",
        "„{value}“ ist keine Zahl und kein Tag. Schreiben Sie eine Zahl, etwa 16, oder einen Tag, etwa 2026-12-31.",
    ),
    "rule_bounds": (
        "The range {low} to {high} holds nothing. Enter two numbers or two days, the smaller one first.",
        "Der Bereich {low} bis {high} enthält nichts. Tragen Sie zwei Zahlen oder zwei Tage ein, den kleineren zuerst.",
    ),
    "rule_no_column": (
        "The records have no column “{column}” of this kind.",
        "Die Datensätze haben keine Spalte „{column}“ dieser Art.",
    ),
    "rule_no_number": (
        "“{column}” cannot be compared with “{value}” as a number.",
        "„{column}“ lässt sich nicht als Zahl mit „{value}“ vergleichen.",
    ),
    "rule_no_former": (
        "There is no former period whose records can be counted.",
        "Es gibt keinen vorigen Berichtszeitraum, dessen Datensätze gezählt werden können.",
    ),
    "rule_severity_report": ("reports", "meldet"),
    "rule_severity_refuse": ("refuses a delivery", "weist eine Lieferung ab"),
    "rule_verdict_held": ("held", "eingehalten"),
    "rule_verdict_open": ("broken", "verletzt"),
    "rule_verdict_not_tested": ("not tested", "nicht geprüft"),
    "rule_report_title": ("Rules for records", "Regeln für Datensätze"),
    "rule_report_confidential": (
        "Confidential: it holds values of single records. Do not hand it on.",
        "Vertraulich: enthält Werte einzelner Datensätze. Nicht weitergeben.",
    ),
    "rule_report_internal": ("For use within the office.", "Nur für den Dienstgebrauch."),
    "rule_report_rule": ("Rule", "Regel"),
    "rule_report_kind": ("Kind", "Art"),
    "rule_report_severity": ("If it is broken", "Bei Verletzung"),
    "rule_report_verdict": ("Result", "Ergebnis"),
    "rule_report_broken": ("Records that break it", "Datensätze, die sie verletzen"),
    "rule_report_record": ("Record", "Datensatz"),
    "rule_report_category": ("Category", "Ausprägung"),
    "rule_report_former": ("Records, former period", "Datensätze, voriger Zeitraum"),
    "rule_report_now": ("Records, this period", "Datensätze, dieser Zeitraum"),
    "rule_report_all": ("All", "Insgesamt"),
    "rule_report_more": (
        "Further records that break the rule: {count}.",
        "Weitere Datensätze, die die Regel verletzen: {count}.",
    ),
    "rule_report_ending": (
        "“{name}” has none of the endings {endings}. Choose one: it says how the report is written.",
        "„{name}“ hat keine der Endungen {endings}. Wählen Sie eine: Sie sagt, wie der Bericht geschrieben wird.",
    ),
    "rules_none": (
        "There are no rules for records. Declare some in the statistic (window: Data, Rules), or name a file of rules with --rules.",
        "Es gibt keine Regeln für Datensätze. Legen Sie welche in der Statistik an (Fenster: Daten, Regeln), oder nennen Sie mit --rules eine Datei mit Regeln.",
    ),
    "rule_checked": ("{verdict}: {rule}", "{verdict}: {rule}"),
    "rule_checked_not": ("{verdict}: {rule}. {reason}", "{verdict}: {rule}. {reason}"),
    "rules_checked": (
        "Rules held: {held}; broken: {broken}; not tested: {untested}.",
        "Regeln eingehalten: {held}; verletzt: {broken}; nicht geprüft: {untested}.",
    ),
    "rule_listed": ("{rule} ({severity})", "{rule} ({severity})"),
    "rules_kept": ("Rules of the statistic: {count}.", "Regeln der Statistik: {count}."),
    "rule_report_written": ("Report: {name}.", "Bericht: {name}."),
    "rules_refuse": (
        "Records break the rule “{rule}”, which refuses a delivery (such rules that are broken: {count}). Correct the delivery, or let the rule only report. `ckm data check` says which records.",
        "Datensätze verletzen die Regel „{rule}“, die eine Lieferung abweist (so verletzte Regeln: {count}). Berichtigen Sie die Lieferung, oder lassen Sie die Regel nur melden. `ckm data check` nennt die Datensätze.",
    ),
    "rules_broken": (
        "Records break the rule “{rule}” (rules that are broken: {count}). The list of rules says how many and which.",
        "Datensätze verletzen die Regel „{rule}“ (verletzte Regeln: {count}). Die Liste der Regeln nennt Zahl und Datensätze.",
    ),
    "rule_not_tested": ("Not tested: the rule “{rule}”. {reason}", "Nicht geprüft: die Regel „{rule}“. {reason}"),
    "word_level": ("Level {number}", "Ebene {number}"),
    "word_period": ("Reporting period", "Berichtszeitraum"),
}
