"""Sentences of `ckm conformance`. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    "case_unknown": (
        "Case “{case}” is of a kind that this program does not solve.",
        "Der Fall „{case}“ ist von einer Art, die dieses Programm nicht löst.",
    ),
    "cli_help_conformance": (
        "compute solved cases anew and name every difference (exit code 5: there is one)",
        "gelöste Fälle neu berechnen und jeden Unterschied nennen (Rückgabewert 5: es gibt einen)",
    ),
    "cli_help_conformance_files": ("files of solved cases (JSON)", "Dateien mit gelösten Fällen (JSON)"),
    "cli_help_conformance_ptables": (
        "the folder of the perturbation tables that the files name; records that they name lie in “data” beside it",
        "der Ordner mit den Überlagerungstabellen, die die Dateien nennen; Datensätze, die sie nennen, liegen daneben in „data“",
    ),
    "cli_help_conformance_solve": (
        "write the computed values; what the files expect is not read",
        "die berechneten Werte schreiben; was die Dateien erwarten, wird nicht gelesen",
    ),
    "cli_conformance_line": ("{text}", "{text}"),
    "conformance_mismatch": (
        "{path}: expected {expected}, computed {found}",
        "{path}: erwartet {expected}, berechnet {found}",
    ),
    "cli_conformance_more": (
        "and {count} more {count:difference|differences}",
        "und {count} {count:weiterer Unterschied|weitere Unterschiede}",
    ),
    "cli_conformance_left_out": ("{path}: not computed. {reason}", "{path}: nicht berechnet. {reason}"),
    "cli_conformance_nothing": (
        "“{name}” holds nothing that could be computed.",
        "„{name}“ enthält nichts, was sich berechnen ließ.",
    ),
    "cli_conformance_result": (
        "“{name}”: {compared} {compared:value|values} compared, {different} different.",
        "„{name}“: {compared} {compared:Wert|Werte} verglichen, {different} {different:Unterschied|Unterschiede}.",
    ),
    "cli_conformance_written": ("Computed values written to “{name}”.", "Berechnete Werte geschrieben: „{name}“."),
    "conformance_unreadable": (
        "“{name}” is no file of solved cases ({reason}). It is JSON with “count_cases”, “chances”, or “cases” and “tables”; the handbook says how a case is written.",
        "„{name}“ ist keine Datei mit gelösten Fällen ({reason}). Sie ist JSON mit „count_cases“, „chances“ oder „cases“ und „tables“; wie ein Fall geschrieben wird, sagt das Handbuch.",
    ),
    "conformance_data_missing": (
        "The records “{file}” are not there. Put them into the folder “data” beside that of the perturbation tables.",
        "Die Datensätze „{file}“ fehlen. Legen Sie sie in den Ordner „data“ neben dem der Überlagerungstabellen.",
    ),
    "conformance_left_open": (
        "The search of “{line}” ended with {undecided} undecided {undecided:cell|cells}.",
        "Die Suche zu „{line}“ endete mit {undecided} offenen {undecided:Feld|Feldern}.",
    ),
    "case_keys_unused": (
        "The case {case} gives what this program does not use for it: {keys}. Correct the names, or leave them out.",
        "Der Fall {case} gibt an, was dieses Programm für ihn nicht verwendet: {keys}. Berichtigen Sie die Namen, oder lassen Sie sie weg.",
    ),
    "case_faulty": (
        "The case {case} lacks {reason}, or names something that is not there.",
        "Dem Fall {case} fehlt {reason}, oder er nennt etwas, was es nicht gibt.",
    ),
    "case_disagrees": (
        "The attack and the list of all possible originals do not agree on case {case} at level {level}: a fault of this program. Please report it.",
        "Der Angriff und die Liste aller möglichen Originalwerte stimmen im Fall {case} auf der Stufe {level} nicht überein: ein Fehler dieses Programms. Bitte melden Sie ihn.",
    ),
    "case_undecided": (
        "The case {case} is not decided for a reader of the tableau: an interval of its perturbation table is too short for the solver.",
        "Der Fall {case} ist für einen Leser des Tableaus nicht entschieden: Ein Intervall seiner Überlagerungstabelle ist zu kurz für den Löser.",
    ),
    "too_many_to_list": (
        "More than {limit} possible originals would have to be listed. Take a smaller case.",
        "Es wären mehr als {limit} mögliche Originalwerte aufzulisten. Nehmen Sie einen kleineren Fall.",
    ),
}
