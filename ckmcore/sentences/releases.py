"""Sentences on releases: register, checklist, files, differences. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    # --- entries -------------------------------------------------------------------------------------------------------
    "register_person_missing": (
        "The register needs the name of who does this. Enter it.",
        "Das Register braucht den Namen der Person, die dies tut. Tragen Sie ihn ein.",
    ),
    "register_same_person": (
        "{person} is also the other person. This statistic asks for two different persons: have a colleague do it.",
        "{person} ist auch die andere Person. Diese Statistik verlangt zwei verschiedene Personen: Lassen Sie dies eine Kollegin oder einen Kollegen tun.",
    ),
    "register_broken": (
        "Entry {place} of the register is not as it was written: {detail}. Nothing can be released until the last good copy of the statistic is opened.",
        "Eintrag {place} des Registers ist nicht mehr so, wie er geschrieben wurde: {detail}. Es kann nichts freigegeben werden, bis die letzte gute Kopie der Statistik geöffnet ist.",
    ),
    "register_broken_content": (
        "its content does not fit its check sum",
        "sein Inhalt passt nicht zu seiner Prüfsumme",
    ),
    "register_broken_unreadable": ("it cannot be read", "er ist nicht lesbar"),
    "register_broken_order": (
        "it does not follow the entry before it",
        "er folgt nicht auf den Eintrag davor",
    ),
    # --- steps ---------------------------------------------------------------------------------------------------------
    "release_unknown": (
        "The register has no number {number}. Choose one from the list of releases.",
        "Im Register gibt es keine Nr. {number}. Wählen Sie eine aus der Liste der Freigaben.",
    ),
    "release_wrong_state": (
        "No. {number} is {state}; this step needs one that is {needed}.",
        "Nr. {number} ist {state}; für diesen Schritt muss sie {needed} sein.",
    ),
    "release_state_submitted": ("submitted", "eingereicht"),
    "release_state_returned": ("returned", "zurückgegeben"),
    "release_state_released": ("released", "freigegeben"),
    "release_state_withdrawn": ("withdrawn", "zurückgezogen"),
    "release_state_corrected": ("corrected", "berichtigt"),
    "release_state_corrected_by": ("corrected by no. {number}", "berichtigt durch Nr. {number}"),
    "release_forms_missing": (
        "No file form is chosen. Choose at least one.",
        "Es ist keine Dateiform gewählt. Wählen Sie mindestens eine.",
    ),
    "release_embargo_unreadable": (
        "“{text}” is no time for an embargo. Write it like 2026-12-01T10:00.",
        "„{text}“ ist kein Zeitpunkt für eine Sperrfrist. Schreiben Sie ihn wie 2026-12-01T10:00.",
    ),
    "release_reason_missing": (
        "A reason is missing. Enter why, for those who read the register later.",
        "Es fehlt die Begründung. Tragen Sie ein, warum, für alle, die das Register später lesen.",
    ),
    "release_figures_missing": (
        "The figures of no. {number} are not kept in this file. Repeat the release to see them.",
        "Die Zahlen von Nr. {number} sind in dieser Datei nicht aufbewahrt. Wiederholen Sie die Freigabe, um sie zu sehen.",
    ),
    "release_figures_damaged": (
        "The figures kept for no. {number} are not those that were handed in. Open the last good copy of the statistic.",
        "Die aufbewahrten Zahlen von Nr. {number} sind nicht die eingereichten. Öffnen Sie die letzte gute Kopie der Statistik.",
    ),
    "method_needs_reason": (
        "Figures of this period have been released already: no. {releases}. Another method or other keys give the same cell a second figure, and the two give it away. Enter a reason and a second person who agrees.",
        "Aus diesem Berichtszeitraum ist schon freigegeben: Nr. {releases}. Ein anderes Verfahren oder andere Schlüssel geben demselben Tabellenfeld eine zweite Zahl, und beide zusammen verraten es. Tragen Sie eine Begründung ein und eine zweite Person, die zustimmt.",
    ),
    # --- checklist -----------------------------------------------------------------------------------------------------
    "check_title": ("“{title}”", "„{title}“"),
    "check_title_made": (
        "made by the program: “{title}”. Give the table a title of its own.",
        "vom Programm gebildet: „{title}“. Geben Sie der Tabelle einen eigenen Titel.",
    ),
    "check_period": ("{period}, state of data {date}", "{period}, Stand {date}"),
    "check_period_missing": (
        "The reporting period has no name.",
        "Der Berichtszeitraum hat keine Bezeichnung.",
    ),
    "check_period_undated": (
        "{period}, without a state of data",
        "{period}, ohne Stand der Daten",
    ),
    "check_source": ("{source}", "{source}"),
    "check_source_missing": ("The source is missing.", "Die Quelle fehlt."),
    "check_signs_none": (
        "The table shows figures only, no signs in their place.",
        "Die Tabelle zeigt nur Zahlen, keine Zeichen an ihrer Stelle.",
    ),
    "check_sign": ("{sign} = {meaning}", "{sign} = {meaning}"),
    "check_signs_unexplained": (
        "The legend does not explain: {signs}",
        "Die Legende erklärt nicht: {signs}",
    ),
    "check_footnotes_none": ("no footnotes", "keine Fußnoten"),
    "check_footnotes": ("footnotes: {count}, empty: {empty}", "Fußnoten: {count}, leer: {empty}"),
    "check_footnotes_empty": (
        "Footnotes: {count}; without a text: {empty}.",
        "Fußnoten: {count}; ohne Text: {empty}.",
    ),
    "check_method": (
        "{method}; decided by: {body}; file number: {reference}",
        "{method}; entschieden von: {body}; Aktenzeichen: {reference}",
    ),
    "check_method_undecided": (
        "{method}; no decision is on record.",
        "{method}; es ist keine Entscheidung festgehalten.",
    ),
    "check_former_none": (
        "This table has not been released before.",
        "Diese Tabelle wurde noch nicht freigegeben.",
    ),
    "check_former_same": (
        "The same figures as no. {number} ({cells} cells).",
        "Dieselben Zahlen wie Nr. {number} ({cells} Tabellenfelder).",
    ),
    "check_former": (
        "Against no. {number}: changed {changed}, new {new}, gone {gone}, unchanged {same} cells.",
        "Gegenüber Nr. {number}: geändert {changed}, neu {new}, weggefallen {gone}, unverändert {same} Tabellenfelder.",
    ),
}
