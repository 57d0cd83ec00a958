"""Sentences of the measures of risk: linked tables, register, differences, guesses, averages. Code -> (English,
German).
"""

SENTENCES: dict[str, tuple[str, str]] = {
    # --- what is refused -----------------------------------------------------------------------------------------------
    "prior_unusable": (
        "No guess can be judged by these weights of the original counts: {found}. Give at least one count of 0 or more a weight above 0, and none a negative one.",
        "Mit diesen Gewichten der Originalhäufigkeiten lässt sich kein Rückschluss beurteilen: {found}. Geben Sie mindestens einer Häufigkeit ab 0 ein Gewicht über 0 und keiner ein negatives.",
    ),
    "chance_unknown": (
        "Chances “{found}” are not computed here.",
        "Wahrscheinlichkeiten „{found}“ werden hier nicht berechnet.",
    ),
    # --- what is left of a cell without a part of it -------------------------------------------------------------------
    "rest_between": ("{low} to {high} left", "{low} bis {high} übrig"),
    "rest_open": ("at least {low} left", "mindestens {low} übrig"),
    "rest_unknown": ("how many are left stays open", "wie viele übrig sind, bleibt offen"),
    "rest_somebody": ("{found}, somebody for certain", "{found}, sicher jemand"),
    "rest_chance": (
        "{found}, nobody with {chance} % (before: 50 %, else 1 to 10 alike)",
        "{found}, niemand mit {chance} % (vorher: 50 %, sonst 1 bis 10 gleich wahrscheinlich)",
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
    "attack_sample_size": (
        "A sample of {found} {found:cell|cells} says nothing. Draw at least 1 cell.",
        "Eine Stichprobe von {found} {found:Feld|Feldern} sagt nichts aus. Ziehen Sie mindestens 1 Feld.",
    ),
    "published_does_not_fit": (
        "The figures are not those of the table “{table}”: its lines and columns are others today. It can be attacked with the code lists that it was made with.",
        "Die Zahlen gehören nicht zur Tabelle „{table}“: Ihre Zeilen und Spalten sind heute andere. Angreifen lässt sie sich mit den Schlüsselverzeichnissen von damals.",
    ),
    "published_elsewhere": ("published figures", "ausgewiesene Zahlen"),
    # --- the attack on several tables ----------------------------------------------------------------------------------
    "linked_table": ("Table {number}", "Tabelle {number}"),
    "linked_cell": ("{table}: {cell}", "{table}: {cell}"),
    "linked_discloses": (
        "{tables:1 table discloses|# tables together disclose} {count} {count:cell|cells} of {cells}.",
        "{tables:1 Tabelle deckt|# Tabellen zusammen decken} {count} von {cells} {cells:Feld|Feldern} auf.",
    ),
    "linked_discloses_one": (
        "{tables:1 table discloses|# tables together disclose} 1 cell of {cells}.",
        "{tables:1 Tabelle deckt|# Tabellen zusammen decken} 1 von {cells} {cells:Feld|Feldern} auf.",
    ),
    "linked_discloses_none": (
        "{tables:1 table discloses|# tables together disclose} no cell of {cells}.",
        "{tables:1 Tabelle deckt|# Tabellen zusammen decken} keines von {cells} {cells:Feld|Feldern} auf.",
    ),
    "linked_discloses_none_so_far": (
        "No cell of {cells} is shown to be disclosed by {tables:1 table|# tables together} so far.",
        "Bisher ist für keines von {cells} {cells:Feld|Feldern} gezeigt, dass {tables:1 Tabelle es aufdeckt|# Tabellen zusammen es aufdecken}.",
    ),
    "linked_open": (
        "{tables:1 table|# tables together}: {decided} {decided:cell|cells} decided, {count} disclosed, {undecided} open.",
        "{tables:1 Tabelle|# Tabellen zusammen}: {decided} {decided:Feld|Felder} entschieden, {count} rückrechenbar, {undecided} offen.",
    ),
    "linked_sampled": (
        "Exact intervals were searched for a sample of {sample} {sample:cell|cells}: {found} of them {found:is|are} disclosed, with 95 % confidence {low} to {high} % of all cells. Bounds are known for the others.",
        "Exakte Intervalle wurden für eine Stichprobe von {sample} {sample:Feld|Feldern} gesucht: {found} davon {found:ist|sind} aufgedeckt, mit 95 % Sicherheit {low} bis {high} % aller Felder. Für die übrigen sind Grenzen bekannt.",
    ),
    "linked_in_part": (
        "The tables are linked by the cells that they share and by their sums; what ties them beyond that is too large to be looked at.",
        "Die Tabellen sind über ihre gemeinsamen Felder und deren Summen verknüpft; was sie darüber hinaus verbindet, ist zu groß, um es zu betrachten.",
    ),
    "linked_offer_sample": (
        "The tables have {cells} cells; exact intervals of all of them take long. Bounds are computed for all, exact intervals for a sample of {sample} {sample:cell|cells} if you choose it.",
        "Die Tabellen haben {cells} Felder; exakte Intervalle für alle dauern lange. Grenzen werden für alle gerechnet, exakte Intervalle auf Wunsch für eine Stichprobe von {sample} {sample:Feld|Feldern}.",
    ),
    # --- figures that cannot be ----------------------------------------------------------------------------------------
    "linked_contradiction": (
        "The published figures were not made by the stated method: {detail} Check the method, its parameters and whether all figures are of the same records.",
        "Die ausgewiesenen Zahlen sind nicht mit dem genannten Verfahren entstanden: {detail} Prüfen Sie das Verfahren, seine Parameter und ob alle Zahlen aus denselben Datensätzen stammen.",
    ),
    "contradiction_cell": (
        "{cell} is published as {figures}; no original can be behind all of them.",
        "{cell} ist ausgewiesen als {figures}; kein Originalwert passt zu allen.",
    ),
    "contradiction_same_records": (
        "{cell} shows different figures although they concern the same records: {figures}.",
        "{cell} zeigt verschiedene Zahlen, obwohl sie dieselben Datensätze betreffen: {figures}.",
    ),
    "contradiction_figure": ("{figure} in “{table}”", "{figure} in „{table}“"),
    "contradiction_sums": ("{lines} cannot be true together.", "{lines} – das kann nicht zugleich gelten."),
    "contradiction_nearby": (
        "somewhere near {lines} figures contradict each other; the sums that do were not found in time.",
        "in der Nähe von {lines} widersprechen sich Zahlen; die Summen, die es zeigen, wurden nicht rechtzeitig gefunden.",
    ),
    "contradiction_line": (
        "{line} (originals: the parts {parts}, the total {total})",
        "{line} (Originalwerte: die Teile {parts}, die Summe {total})",
    ),
    "range_to": ("{low} to {high}", "{low} bis {high}"),
    "range_from": ("{low} or more", "ab {low}"),
    # --- the register --------------------------------------------------------------------------------------------------
    "register_attack_nothing": (
        "No table of this period was released so far. Choose a table at hand, or release one first.",
        "Aus diesem Berichtszeitraum wurde noch keine Tabelle freigegeben. Wählen Sie eine vorliegende Tabelle, oder geben Sie zuerst eine frei.",
    ),
    "register_attack_left_out": (
        "Release {number} “{title}” is left out: {reason}",
        "Freigabe {number} „{title}“ bleibt außen vor: {reason}",
    ),
    "register_attack_guessed": (
        "The method of releases {releases} is not known any more; of it only is used that empty cells publish 0.",
        "Das Verfahren der Freigaben {releases} ist nicht mehr bekannt; verwendet wird davon nur, dass leere Felder 0 ausweisen.",
    ),
    # --- what has already left the house -------------------------------------------------------------------------------
    "recheck_found": (
        "{releases} of {attacked} released tables {releases:discloses|disclose} cells by what a reader is taken to know today: {cells} {cells:cell|cells} in all.",
        "{releases} von {attacked} freigegebenen Tabellen {releases:legt|legen} nach dem, was ein Leser nach heutigem Stand weiß, Felder offen: zusammen {cells} {cells:Feld|Felder}.",
    ),
    "recheck_nothing": (
        "{attacked} released {attacked:table|tables} attacked: no cell is shown to be disclosed by what a reader is taken to know today.",
        "{attacked} freigegebene {attacked:Tabelle|Tabellen} angegriffen: Für kein Feld ist gezeigt, dass ein Leser es nach heutigem Stand zurückrechnen kann.",
    ),
    "recheck_not_tested": (
        "Not tested: no released table could be attacked.",
        "Nicht geprüft: Keine freigegebene Tabelle ließ sich angreifen.",
    ),
    "recheck_assumes": (
        "Assumed of the reader: the code lists, the largest deviation, that empty cells stay 0, and that the same records show the same figure in every table of one method. Each release was attacked with all others of its period, withdrawn and corrected ones included.",
        "Vom Leser angenommen: Er kennt die Schlüsselverzeichnisse und die Maximalabweichung, er weiß, dass leere Felder 0 bleiben und dass dieselben Datensätze in jeder Tabelle eines Verfahrens dieselbe Zahl zeigen. Jede Freigabe wurde mit allen anderen ihres Berichtszeitraums angegriffen, auch mit zurückgezogenen und berichtigten.",
    ),
    "recheck_release": ("Release {number}: {title}", "Freigabe {number}: {title}"),
    "recheck_state": (
        "Released on {day}, {state}; {count} disclosed {count:cell|cells}:",
        "Freigegeben am {day}, {state}; {count} {count:rückrechenbares Feld|rückrechenbare Felder}:",
    ),
    "recheck_what_now": (
        "What can be done: withdraw the release and tell its recipients, release a correction under a method that holds the floor under protection, or report the case to whoever decides on statistical confidentiality. What left the house stays known outside.",
        "Was getan werden kann: die Freigabe zurückziehen und die Empfänger unterrichten, eine Berichtigung unter einem Verfahren freigeben, das den Mindestschutz hält, oder den Fall der für die Geheimhaltung zuständigen Stelle melden. Was das Haus verlassen hat, bleibt draußen bekannt.",
    ),
    "recheck_open_head": ("Still open", "Noch offen"),
    "recheck_period_left_out": (
        "The releases of {period} were not attacked: {reason}",
        "Die Freigaben aus {period} wurden nicht angegriffen: {reason}",
    ),
    "recheck_period_without_records": (
        "The releases of {period} were not attacked: its records are not there.",
        "Die Freigaben aus {period} wurden nicht angegriffen: Die Datensätze fehlen.",
    ),
    "recheck_title": ("Released tables, attacked anew", "Freigegebene Tabellen, neu angegriffen"),
    "recheck_band": (
        "Internal and confidential: disclosed values. Never a release.",
        "Intern und vertraulich: rückrechenbare Werte. Keine Freigabe.",
    ),
    "recheck_written": ("Report written: “{name}”.", "Bericht geschrieben: „{name}“."),
    "cli_help_release_files": (
        "a file of a released data cube or of a former writer, or a folder with such files; also looked for beside the statistic",
        "Datei eines freigegebenen Datenquaders oder eines früheren Schreibers, oder Ordner mit solchen; gesucht wird auch neben der Statistik",
    ),
    "cli_help_register_attack": (
        "attack all releases by what a reader is taken to know today, and write an internal report (.html, .pdf); for methodologists and releasers",
        "alles Freigegebene nach dem angreifen, was ein Leser nach heutigem Stand weiß, und einen internen Bericht schreiben (.html, .pdf); für Methodik und Freigabe",
    ),
    # --- units over periods --------------------------------------------------------------------------------------------
    "units_undeclared": (
        "A sum or an average over periods needs to know whether the same units come again in other periods. Declare it in the statistic (library: Statistic.units): units recur, or no unit stands in two periods.",
        "Eine Summe oder ein Durchschnitt über Berichtszeiträume setzt voraus, dass bekannt ist, ob dieselben Einheiten in anderen Berichtszeiträumen wiederkommen. Legen Sie es in der Statistik fest (Bibliothek: Statistic.units): Einheiten kommen wieder, oder keine steht in zweien.",
    ),
    "units_recur": (
        "It is declared that no unit stands in two periods, but {first} and {second} share {shared} record keys, where chance brings about {expected}. Declare that units recur, or check the keys of both periods.",
        "Festgelegt ist, dass keine Einheit in zwei Berichtszeiträumen steht, aber {first} und {second} haben {shared} Record-Keys gemeinsam, wo der Zufall etwa {expected} bringt. Legen Sie fest, dass Einheiten wiederkommen, oder prüfen Sie die Keys beider Berichtszeiträume.",
    ),
    "units_need_keys": (
        "Different units over periods are told by their record keys: all periods need keys of one modulus of {least} or more, of records. Choose such keys, or leave out sum and average over periods.",
        "Verschiedene Einheiten über Berichtszeiträume werden an ihren Record-Keys erkannt: Alle Berichtszeiträume brauchen Keys von Datensätzen mit demselben Modulus von mindestens {least}. Wählen Sie solche Keys, oder lassen Sie Summe und Durchschnitt über Berichtszeiträume weg.",
    ),
    "differencing_least_units": (
        "No difference concerns fewer than {found} {found:unit|units}. Choose at least 2.",
        "Keine Differenz betrifft weniger als {found} Merkmalsträger. Wählen Sie mindestens 2.",
    ),
    "periods_need_tables": (
        "A risk over periods needs the table of at least 2 periods. Choose another period.",
        "Ein Risiko über Berichtszeiträume braucht die Tabelle aus mindestens 2 davon. Wählen Sie einen weiteren Berichtszeitraum.",
    ),
    "periods_differ": (
        "The tables {first} and {second} have other lines or columns; compared can only be the same table of several periods.",
        "Die Tabellen {first} und {second} haben andere Zeilen oder Spalten; vergleichen lässt sich nur dieselbe Tabelle aus mehreren Berichtszeiträumen.",
    ),
    # --- the command `ckm evaluate` ------------------------------------------------------------------------------------
    "cli_help_evaluate_published": (
        "attack the tables together with a saved table as a file has published it; may be repeated",
        "die Tabellen zusammen mit einer gespeicherten Tabelle angreifen, wie eine Datei sie ausweist; mehrfach möglich",
    ),
}
