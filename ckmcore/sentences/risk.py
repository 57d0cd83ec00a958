"""Sentences of the measures of risk: linked tables, register, differences, guesses, averages. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    # --- what is refused -----------------------------------------------------------------------------------------------
    "prior_unusable": (
        "No guess can be judged by these weights of the original counts: {found}. Give at least one count of 0 or more a weight above 0, and none a negative one.",
        "Mit diesen Gewichten der Originalhäufigkeiten lässt sich kein Rückschluss beurteilen: {found}. Geben Sie mindestens einer Häufigkeit ab 0 ein Gewicht über 0 und keiner ein negatives.",
    ),
    "parts_need_records": (
        "A total of the parts {found} cannot be looked at: each part needs at least 1 record.",
        "Eine Summe aus den Teilen {found} lässt sich nicht betrachten: Jeder Teil braucht mindestens 1 Datensatz.",
    ),
    "averaging_needs_noise": (
        "“{method}” has no noise that could average out: the same count is always published the same way. The interval attack is the test for it.",
        "„{method}“ hat keine Überlagerung, die sich herausmitteln ließe: Dieselbe Fallzahl wird immer gleich ausgewiesen. Die Probe darauf ist der Intervallangriff.",
    ),
    "averaging_too_large": (
        "The tables have {sums} sums, estimates are computed for up to {limit}. Choose fewer tables, or fewer variables in one.",
        "Die Tabellen haben {sums} Summen, Schätzungen werden für höchstens {limit} gerechnet. Wählen Sie weniger Tabellen oder weniger Merkmale in einer.",
    ),
}
