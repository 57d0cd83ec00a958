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
        "Row {row} of the mapping table “{file}” has no old and new code. The first two columns are the old and the new code.",
        "Zeile {row} der Umsteigetabelle „{file}“ hat keinen alten und neuen Code. Die ersten beiden Spalten sind der alte und der neue Code.",
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
    "word_level": ("Level {number}", "Ebene {number}"),
    "word_period": ("Reporting period", "Berichtszeitraum"),
}
