"""Sentences on a statistic that is worked on by code or command. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    "working_not_begun": (
        "{name} is worked on in a `with` block only: with work_on_statistic(...) as work: ...",
        "Mit {name} wird nur in einem `with`-Block gearbeitet: with work_on_statistic(...) as work: ...",
    ),
    "working_read_only": (
        "{name} was opened to be read only. Open it without read_only to change it.",
        "{name} ist nur zum Lesen geöffnet. Öffnen Sie die Datei ohne read_only, um sie zu ändern.",
    ),
    "working_codes_undecided": (
        "The records have codes that the code lists do not know: {variables}. Decide what becomes of them (codes), or let them begin with this period (new_codes=\"begin\", --new-codes begin).",
        "Die Datensätze haben Codes, die in den Schlüsselverzeichnissen fehlen: {variables}. Entscheiden Sie, was aus ihnen wird (codes), oder lassen Sie sie mit diesem Berichtszeitraum beginnen (new_codes=\"begin\", --new-codes begin).",
    ),
    "working_variable_unknown": (
        "The dictionary has no variable {name}. It has {known}.",
        "Im Merkmalsverzeichnis gibt es kein Merkmal {name}. Es enthält {known}.",
    ),
    "working_day_unreadable": (
        "{text} is no day. Write it as 2025-12-31.",
        "{text} ist kein Tag. Schreiben Sie ihn als 2025-12-31.",
    ),
}
