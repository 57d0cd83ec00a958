"""Sentences on the policy of a computer and the limits of a process. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    "policy_folder_fault": (
        "it has to be the whole path of a folder, or off",
        "es muss der ganze Pfad eines Ordners sein oder off",
    ),
    "policy_not_readable": (
        "The policy “{path}” cannot be used: {detail}. With it the program does not start until an administrator has corrected the file.",
        "Die Richtlinie „{path}“ ist nicht verwendbar: {detail}. Mit ihr startet das Programm erst, wenn die Verwaltung die Datei berichtigt hat.",
    ),
    "policy_newer": (
        "The policy “{path}” is for a newer program (version {version} of the file, {known} is known here). Have the program updated; until then it does not start with this policy.",
        "Die Richtlinie „{path}“ ist für ein neueres Programm geschrieben (Version {version} der Datei, hier ist {known} bekannt). Lassen Sie das Programm aktualisieren; bis dahin startet es mit dieser Richtlinie nicht.",
    ),
    "policy_faulty": (
        "The policy “{path}” has faults: {count}. {faults}. With it the program does not start until an administrator has corrected the file.",
        "Die Richtlinie „{path}“ hat Fehler: {count}. {faults}. Mit ihr startet das Programm erst, wenn die Verwaltung die Datei berichtigt hat.",
    ),
    "policy_locked": (
        "Set by the policy of this computer; only its administrator can change it.",
        "Durch die Richtlinie dieses Rechners festgelegt; ändern kann es nur die Verwaltung.",
    ),
    "policy_locked_because": (
        "Set by the policy of this computer; only its administrator can change it. Reason: {reason}",
        "Durch die Richtlinie dieses Rechners festgelegt; ändern kann es nur die Verwaltung. Grund: {reason}",
    ),
    "policy_stays": (
        "The file was taken over, but what the policy of this computer decides stays as it is: {names}.",
        "Die Datei wurde übernommen; was die Richtlinie dieses Rechners festlegt, bleibt aber, wie es ist: {names}.",
    ),
    "process_threads_fault": (
        "a number from 1 to {most} is possible, or 0: one thread for each processor",
        "möglich ist eine Zahl von 1 bis {most} oder 0: ein Thread je Prozessor",
    ),
    "process_memory_fault": (
        "{least} to {most} MB are possible, or 0: what is usual",
        "möglich sind {least} bis {most} MB oder 0: wie üblich",
    ),
    # --- command line --------------------------------------------------------------------------------------------------
    "cli_limit_value": ("{option} {value}: {fault}.", "{option} {value}: {fault}."),
    "cli_limit_locked": (
        "{option} {value}: the policy of this computer allows {most} at most. Leave the option out, or give less.",
        "{option} {value}: Die Richtlinie dieses Rechners erlaubt höchstens {most}. Lassen Sie die Angabe weg oder geben Sie weniger an.",
    ),
    "cli_help_threads": (
        "threads that count records at once, 0: one for each processor (default: the policy of the computer, else 0)",
        "Threads, die zugleich Datensätze zählen, 0: einer je Prozessor (sonst gilt die Richtlinie des Rechners, ohne sie 0)",
    ),
    "cli_help_memory": (
        "MB for computed cells and for periods kept in memory, 0: 3072 (default: the policy of the computer, else 0)",
        "MB für berechnete Tabellenfelder und im Speicher behaltene Berichtszeiträume, 0: 3072 (sonst gilt die Richtlinie des Rechners, ohne sie 0)",
    ),
    "cli_help_policy": (
        "check a policy file, or tell what the policy of this computer decides",
        "eine Richtlinie prüfen oder sagen, was die Richtlinie dieses Rechners festlegt",
    ),
    "cli_help_policy_file": (
        "the file to be checked; without it the policy of this computer",
        "die zu prüfende Datei; ohne sie die Richtlinie dieses Rechners",
    ),
    "cli_policy_none": (
        "There is no policy at “{path}”: every setting is free.",
        "Unter „{path}“ liegt keine Richtlinie: Jede Einstellung ist frei.",
    ),
    "cli_policy_decides": (
        "“{path}” is in order. Settings that it decides: {count}",
        "„{path}“ ist in Ordnung. Einstellungen, die sie festlegt: {count}",
    ),
    "cli_policy_reason": ("Reason: {reason}", "Grund: {reason}"),
    "cli_policy_setting": ("  {name} = {value}", "  {name} = {value}"),
}
