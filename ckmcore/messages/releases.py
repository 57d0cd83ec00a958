"""Sentences on releases: register, checklist, files, differences. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    # --- entries -------------------------------------------------------------------------------------------------------
    "register_person_missing": (
        "The register needs the name of who does this. Enter it.",
        "Das Register braucht den Namen der Person, die dies tut. Tragen Sie ihn ein.",
    ),
    "register_same_person": (
        "{person} cannot be the second person, too: two different persons are asked for. Have a colleague do it.",
        "{person} kann nicht auch die zweite Person sein: Verlangt sind zwei verschiedene Personen. Lassen Sie dies eine Kollegin oder einen Kollegen tun.",
    ),
    "register_broken": (
        "Entry {place} of the register is not as it was written: {detail}. Nothing can be released until the last good copy of the statistic is opened.",
        "Eintrag {place} des Registers ist nicht mehr so, wie er geschrieben wurde: {detail}. Es kann nichts freigegeben werden, bis die letzte gute Kopie der Statistik geöffnet ist.",
    ),
    "register_broken_shared": (
        "Entry {place} in the file of the register is not as it was written: {detail}. Nothing can be released until that file is restored from the last backup.",
        "Eintrag {place} in der Datei des Registers ist nicht mehr so, wie er geschrieben wurde: {detail}. Es kann nichts freigegeben werden, bis die Datei aus der letzten Sicherung wiederhergestellt ist.",
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
    # --- what is saved -------------------------------------------------------------------------------------------------
    "release_saved_differs_released": (
        "“{table}” as it is saved differs from what was released as no. {number}: {what}. The release stays as it is; submit the table again if the change is to be published.",
        "„{table}“, wie gespeichert, weicht von dem ab, was als Nr. {number} freigegeben ist: {what}. Die Freigabe bleibt, wie sie ist; reichen Sie die Tabelle neu ein, wenn die Änderung veröffentlicht werden soll.",
    ),
    "release_saved_differs_submitted": (
        "“{table}” as it is saved differs from what waits for release as no. {number}: {what}. Have no. {number} returned and submit the table again if the change is to be published.",
        "„{table}“, wie gespeichert, weicht von dem ab, was als Nr. {number} auf Freigabe wartet: {what}. Lassen Sie Nr. {number} zurückgeben und reichen Sie die Tabelle neu ein, wenn die Änderung veröffentlicht werden soll.",
    ),
    "release_part_title": ("title", "Titel"),
    "release_part_layout": ("rows, columns or values", "Zeilen, Spalten oder Werte"),
    "release_part_filters": ("filters", "Filter"),
    "release_part_footnotes": ("footnotes", "Fußnoten"),
    "release_part_presentation": ("presentation", "Darstellung"),
    "release_parts_joined": ("{first}; {rest}", "{first}; {rest}"),
    # --- steps ---------------------------------------------------------------------------------------------------------
    "release_unknown": (
        "The register has no number {number}. Choose one from the list of releases.",
        "Im Register gibt es keine Nr. {number}. Wählen Sie eine aus der Liste der Freigaben.",
    ),
    "release_wrong_state": (
        "No. {number} is {state}; this step needs one that is {needed}.",
        "Nr. {number} ist {state}; für diesen Schritt muss sie {needed} sein.",
    ),
    "release_undecided": (
        "Return no. {number} to the methodologists; they decide before it is released. Open: {detail}",
        "Geben Sie Nr. {number} an die Methodik zurück; sie entscheidet vor der Freigabe. Offen: {detail}",
    ),
    "release_by_deputy": (
        "Another person releases no. {number}. {line}",
        "Eine andere Person gibt Nr. {number} frei. {line}",
    ),
    "deputy_line": (
        "{deputy} is deputy of {person} from {start} to {end}.",
        "{deputy} vertritt {person} von {start} bis {end}.",
    ),
    "deputy_refused": ("The deputy is not named. {detail}", "Die Vertretung ist nicht eingetragen. {detail}"),
    "deputy_nobody": ("Name the person and her deputy.", "Nennen Sie die vertretene Person und die Vertretung."),
    "deputy_of_herself": (
        "{person} cannot be deputy of herself.",
        "{person} kann sich nicht selbst vertreten.",
    ),
    "deputy_days": (
        "Give the first and the last day, in this order: {start}, {end}.",
        "Geben Sie den ersten und den letzten Tag in dieser Reihenfolge an: {start}, {end}.",
    ),
    "package_needs_several": (
        "A package has at least two submissions.",
        "Ein Paket hat mindestens zwei Einreichungen.",
    ),
    "package_corrects_twice": (
        "Two submissions of the package correct no. {number}. Leave one of them out.",
        "Zwei Einreichungen des Pakets berichtigen Nr. {number}. Lassen Sie eine davon weg.",
    ),
    "check_together_held": (
        "Nos. {numbers} attacked together with all releases: nothing was found.",
        "Nr. {numbers} gemeinsam mit allen Freigaben angegriffen: nichts gefunden.",
    ),
    "check_together_open": (
        "Nos. {numbers} attacked together with all releases: {count} findings, which whoever released has seen.",
        "Nr. {numbers} gemeinsam mit allen Freigaben angegriffen: {count} Befunde; wer freigab, hat sie gesehen.",
    ),
    "check_together_not_tested": (
        "Nos. {numbers} attacked together with all releases: not all was tested, which whoever released has seen.",
        "Nr. {numbers} gemeinsam mit allen Freigaben angegriffen: nicht alles geprüft; wer freigab, hat das gesehen.",
    ),
    "release_state_submitted": ("submitted", "eingereicht"),
    "release_state_returned": ("returned", "zurückgegeben"),
    "release_state_released": ("released", "freigegeben"),
    "release_state_withdrawn": ("withdrawn", "zurückgezogen"),
    "release_state_corrected": ("corrected", "berichtigt"),
    "release_state_corrected_by": ("corrected by no. {number}", "berichtigt durch Nr. {number}"),
    "release_forms_missing": (
        "No file format is chosen. Choose at least one.",
        "Es ist kein Dateiformat gewählt. Wählen Sie mindestens eines.",
    ),
    "release_embargo_unreadable": (
        "“{text}” is no time for an embargo. Write it like 2026-12-01T10:00 or 2026-12-01 10:00 Europe/Berlin.",
        "„{text}“ ist kein Zeitpunkt für eine Sperrfrist. Schreiben Sie ihn wie 2026-12-01T10:00 oder 2026-12-01 10:00 Europe/Berlin.",
    ),
    "release_reason_missing": (
        "A reason is missing. Enter why, for those who read the register later.",
        "Es fehlt die Begründung. Tragen Sie ein, warum, für alle, die das Register später lesen.",
    ),
    "release_figures_missing": (
        "The figures of no. {number} are not kept in this file. Repeat the release to see them.",
        "Die Zahlen von Nr. {number} sind in dieser Datei nicht aufbewahrt. Wiederholen Sie die Freigabe, um sie zu sehen.",
    ),
    "release_figures_hidden": (
        "The register holds only a hash of the figures of no. {number}. Open them once the embargo is over.",
        "Das Register enthält von den Zahlen von Nr. {number} nur einen Hash. Öffnen Sie sie nach Ende der Sperrfrist.",
    ),
    "release_hidden_now": (
        "The register holds a keyed hash of its figures until {embargo}. Approve no. {number} again then.",
        "Das Register enthält bis {embargo} einen Hash der Zahlen mit Schlüssel. Geben Sie Nr. {number} danach erneut frei.",
    ),
    "release_figures_open": (
        "The figures of no. {number} are on record already.",
        "Die Zahlen von Nr. {number} stehen schon im Register.",
    ),
    "verify_figures_hidden": (
        "No. {number}: the register holds a keyed hash of the figures, under an embargo until {embargo}; they are not checked.",
        "Nr. {number}: Das Register enthält einen Hash der Zahlen mit Schlüssel, Sperrfrist bis {embargo}; sie sind nicht geprüft.",
    ),
    "verify_opened_differs": (
        "The figures opened for no. {number} are not those that were submitted.",
        "Die für Nr. {number} geöffneten Zahlen sind nicht die eingereichten.",
    ),
    "release_hypercube": (
        "No. {number} is a data cube: its figures stand in its files alone ({names}), not in this statistic.",
        "Nr. {number} ist ein Datenquader: Seine Zahlen stehen allein in seinen Dateien ({names}), nicht in dieser Statistik.",
    ),
    "hypercube_not_read": (
        "{name} is as it was released, and cannot be read here: {reason}",
        "{name} ist so, wie die Datei freigegeben wurde, lässt sich hier aber nicht lesen: {reason}",
    ),
    "register_attack_margins": (
        "No. {number} is a data cube; the margins that other tables share variables with were looked at: {title}.",
        "Nr. {number} ist ein Datenquader; angesehen wurden die Ränder, mit denen andere Tabellen Merkmale teilen: {title}.",
    ),
    "verify_hypercube": (
        "No. {number} is a data cube of {margins} {margins:margin|margins}: its figures stand in its files alone. Give these to be verified: {names}.",
        "Nr. {number} ist ein Datenquader aus {margins} {margins:Rand|Rändern}: Seine Zahlen stehen allein in seinen Dateien. Geben Sie diese zur Prüfung an: {names}.",
    ),
    "check_former_margins": (
        "Against no. {number}: {changed} of {margins} {margins:margin|margins} changed.",
        "Gegenüber Nr. {number}: {changed} von {margins} {margins:Rand|Rändern} geändert.",
    ),
    "cli_help_release_cube": (
        "hand in all margins of the table's variables as a data cube (parquet, csv-long, sdmx-csv-2, html-cube)",
        "alle Ränder der Merkmale der Tabelle als Datenquader einreichen (parquet, csv-long, sdmx-csv-2, html-cube)",
    ),
    "release_figures_damaged": (
        "The figures kept for no. {number} are not those that were handed in. Open the last good copy of the statistic.",
        "Die aufbewahrten Zahlen von Nr. {number} sind nicht die eingereichten. Öffnen Sie die letzte gute Kopie der Statistik.",
    ),
    "changed_units_codes": (
        "“{variable}” has other codes in the two deliveries; neither list contains the other.",
        "„{variable}“ hat in den beiden Lieferungen andere Schlüssel; keine Liste enthält die andere.",
    ),
    "changed_units_few": (
        "Release {number}: fewer than {least} {least:unit|units} changed in {few} of {cells} {cells:cell|cells} with changes.",
        "Freigabe {number}: In {few} von {cells} {cells:geändertem Feld|geänderten Feldern} änderten sich weniger als {least} Merkmalsträger.",
    ),
    "changed_units_not_tested": (
        "Release {number}: changed units are not counted. {reason}",
        "Freigabe {number}: Geänderte Merkmalsträger sind nicht gezählt. {reason}",
    ),
    "method_needs_reason": (
        "Figures of this period have been released already: no. {releases}. Another method or other record keys give the same cell a second figure, and the two give it away. Enter why under “Remark” (for new record keys under “Reason”), and a second person who agrees.",
        "Aus diesem Berichtszeitraum ist schon freigegeben: Nr. {releases}. Ein anderes Verfahren oder andere Record-Keys geben demselben Tabellenfeld eine zweite Zahl, und beide zusammen verraten es. Tragen Sie unter „Bemerkung“ (bei neuen Record-Keys unter „Begründung“) ein, warum, und eine zweite Person, die zustimmt.",
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
    "check_method_ended": (
        "{method}; the decision on it was valid until {date}.",
        "{method}; die Entscheidung darüber galt bis {date}.",
    ),
    "check_method_undecided": (
        "{method}; no decision is on record.",
        "{method}; es ist keine Entscheidung festgehalten.",
    ),
    "check_search": (
        "Released although the search for cells that a reader can compute was not finished, which whoever released has seen. {said}",
        "Freigegeben, obwohl die Suche nach rückrechenbaren Feldern nicht zu Ende war; wer freigab, hat das gesehen. {said}",
    ),
    "check_shares": (
        "No share is above 100 %.",
        "Kein Anteil liegt über 100 %.",
    ),
    "check_shares_above": (
        "Above 100 %: {count} {count:share|shares}. Part and whole are protected each on its own; say so in a note, or set a minimum base.",
        "Über 100 %: {count} {count:Anteil|Anteile}. Teil und Ganzes werden je für sich geschützt; sagen Sie es in einer Fußnote, oder legen Sie eine Mindestbasis fest.",
    ),
    "check_picture": ("{alt}", "{alt}"),
    "check_picture_none": ("Files have no picture. {reason}", "Dateien haben kein Bild. {reason}"),
    "check_beside": (
        "No sum and no weighted count stands beside a count of 0.",
        "Keine Wertsumme und keine gewichtete Häufigkeit steht neben einer Fallzahl von 0.",
    ),
    "check_beside_0": (
        "In {count} {count:cell a sum or a weighted count stands|cells sums or weighted counts stand} beside a count of 0: readers learn that somebody is there.",
        "In {count} {count:Feld steht eine Wertsumme oder gewichtete Häufigkeit|Feldern stehen Wertsummen oder gewichtete Häufigkeiten} neben einer Fallzahl von 0: Leser erfahren, dass es jemanden gibt.",
    ),
    "check_codes": (
        "The code lists were loaded, stated as a range, or are taken from the records for a reason on record.",
        "Die Schlüsselverzeichnisse wurden geladen, als Bereich angegeben oder mit festgehaltener Begründung aus den Daten übernommen.",
    ),
    "check_codes_observed": (
        "The codes of {variables} come from the records: a row of only zeros reveals that its category occurs in the data ({count} in this table). Load a list, or give a range.",
        "Die Codes von {variables} stammen aus den Daten: Eine Zeile nur mit Nullen verrät, dass ihre Ausprägung in den Daten vorkommt ({count} in dieser Tabelle). Laden Sie ein Schlüsselverzeichnis, oder geben Sie einen Bereich an.",
    ),
    "check_former_none": (
        "This table has not been released before.",
        "Diese Tabelle wurde noch nicht freigegeben.",
    ),
    "check_former_other_period": (
        "Not released for this period yet; last released as no. {number} for {period}.",
        "Für diesen Berichtszeitraum noch nicht freigegeben; zuletzt als Nr. {number} für {period}.",
    ),
    "check_former_same": (
        "The same figures as no. {number} ({cells} {cells:cell|cells}).",
        "Dieselben Zahlen wie Nr. {number} ({cells} {cells:Tabellenfeld|Tabellenfelder}).",
    ),
    "check_former": (
        "Against no. {number}: changed {changed}, new {new}, gone {gone}, unchanged {same} {same:cell|cells}.",
        "Gegenüber Nr. {number}: geändert {changed}, neu {new}, weggefallen {gone}, unverändert {same} {same:Tabellenfeld|Tabellenfelder}.",
    ),
    # --- files ---------------------------------------------------------------------------------------------------------
    "release_under_embargo": (
        "No. {number} is under embargo until {embargo}. Its final files can be written from then on.",
        "Für Nr. {number} gilt eine Sperrfrist bis {embargo}. Erst danach können die endgültigen Dateien geschrieben werden.",
    ),
    "release_not_embargoed": (
        "No. {number} is under no embargo. Early access is recorded only before an embargo ends.",
        "Für Nr. {number} gilt keine Sperrfrist. Vorab-Weitergaben hält nur das Register einer laufenden Sperrfrist fest.",
    ),
    "release_nobody_named": (
        "Nobody is named. Enter who has the figures early.",
        "Niemand ist genannt. Tragen Sie ein, wer die Zahlen vorab hat.",
    ),
    "release_given_early": (
        "No. {number}: early access is on record for {names}.",
        "Nr. {number}: Die Vorab-Weitergabe ist festgehalten: {names}.",
    ),
    "cli_help_release_early": (
        "Record who has figures before their embargo ends, and what for (--remark).",
        "Festhalten, wer Zahlen vor Ende der Sperrfrist hat und wofür (--remark).",
    ),
    "release_differs": (
        "No. {number} can no longer be made as it was handed in. Different now: {what}. Restore it, or hand the table in anew.",
        "Nr. {number} lässt sich nicht mehr so erstellen, wie sie eingereicht wurde. Jetzt anders: {what}. Stellen Sie es wieder her, oder reichen Sie die Tabelle neu ein.",
    ),
    "release_differs_periods": ("the reporting periods", "die Berichtszeiträume"),
    "release_differs_data": ("the records", "die Datensätze"),
    "release_differs_described": ("the dictionary", "das Merkmalsverzeichnis"),
    "release_differs_keys": ("the record keys", "die Record-Keys"),
    "release_differs_method": ("the method in force", "das Verfahren in Kraft"),
    "release_differs_font": ("the office's font for PDF", "die Schrift des Amtes für PDF"),
    "release_differs_areas": ("the boundaries of its map", "die Grenzen seiner Karte"),
    "release_differs_office": ("the settings of the office", "die Einstellungen des Amtes"),
    "release_figures_differ": (
        "The table, computed again, does not show what was handed in under no. {number}. Hand it in anew.",
        "Die neu berechnete Tabelle zeigt nicht, was unter Nr. {number} eingereicht wurde. Reichen Sie sie neu ein.",
    ),
    "release_form_not_written": (
        "“{form}” is no file format that can be written here. Choose: {known}.",
        "„{form}“ ist kein Dateiformat, das hier geschrieben werden kann. Wählen Sie: {known}.",
    ),
    # --- the shared register -------------------------------------------------------------------------------------------
    "register_broken_figures": (
        "the figures that belong to it are missing or changed",
        "die Zahlen dazu fehlen oder sind verändert",
    ),
    "register_not_reached": (
        "The register “{name}” cannot be reached: {reason}. Nothing can be released until it can. Look whether the drive is connected and whether the folder of the register is right.",
        "Das Register „{name}“ ist nicht erreichbar: {reason}. Bis es erreichbar ist, kann nichts freigegeben werden. Prüfen Sie, ob das Laufwerk verbunden ist und der Ordner des Registers stimmt.",
    ),
    "register_not_one": (
        "“{name}” is no register, or not that of this statistic. Restore the file from the last backup.",
        "„{name}“ ist kein Register oder nicht das dieser Statistik. Stellen Sie die Datei aus der letzten Sicherung wieder her.",
    ),
    "register_newer": (
        "The register “{name}” was written by a newer program (version {version}, {known} is known here). Update the program.",
        "Das Register „{name}“ wurde von einem neueren Programm geschrieben (Version {version}, hier ist {known} bekannt). Aktualisieren Sie das Programm.",
    ),
    "register_locked": (
        "The register “{name}” is held by {host}, process {pid}, since {time}. Try again in a moment. If that program no longer runs, take the lock over.",
        "Das Register „{name}“ ist belegt von {host}, Prozess {pid}, seit {time}. Versuchen Sie es gleich noch einmal. Läuft jenes Programm nicht mehr, übernehmen Sie die Sperre.",
    ),
    "register_left": (
        "The register “{name}” is locked by a program on this computer that no longer runs (process {pid}, since {time}). Take the lock over.",
        "Das Register „{name}“ ist von einem Programm auf diesem Rechner gesperrt, das nicht mehr läuft (Prozess {pid}, seit {time}). Übernehmen Sie die Sperre.",
    ),
    "register_not_reconciled": (
        "Statistic and register do not say the same. {detail}",
        "Statistik und Register stimmen nicht überein. {detail}",
    ),
    "register_same": ("Statistic and register say the same.", "Statistik und Register stimmen überein."),
    "register_statistic_older": (
        "The register has {count} {count:entry|entries} more: this is an older state or a copy of the statistic. Take {count:the entry|the entries} over before you release.",
        "Das Register hat {count} {count:Eintrag|Einträge} mehr: Dies ist ein älterer Stand oder eine Kopie der Statistik. Übernehmen Sie {count:den Eintrag|die Einträge}, bevor Sie freigeben.",
    ),
    "register_register_older": (
        "The register lacks {count} {count:entry|entries} of this statistic, which may be a copy. Make sure that it is the right register, and take {count:the entry|the entries} over into it.",
        "Im Register {count:fehlt|fehlen} {count} {count:Eintrag|Einträge} dieser Statistik; sie ist vielleicht eine Kopie. Vergewissern Sie sich, dass es das richtige Register ist, und übernehmen Sie {count:den Eintrag|die Einträge} dorthin.",
    ),
    "register_register_missing": (
        "There is no register for the {count:entry|# entries} of this statistic, which may be a copy. Look whether it lies in another folder; if not, have it made anew from the statistic.",
        "Zu {count:dem Eintrag|den # Einträgen} dieser Statistik gibt es kein Register; sie ist vielleicht eine Kopie. Sehen Sie nach, ob es in einem anderen Ordner liegt; wenn nicht, legen Sie es aus der Statistik neu an.",
    ),
    "register_forked": (
        "Two histories: from entry {place} on, statistic and register say different things. One of them was continued as a copy. Decide which is valid, and open that statistic.",
        "Zwei Geschichten: Ab Eintrag {place} sagen Statistik und Register Verschiedenes. Eine davon wurde als Kopie fortgeführt. Entscheiden Sie, welche gilt, und öffnen Sie diese Statistik.",
    ),
    # --- what the method leaves open -----------------------------------------------------------------------------------
    "left_open_other_period": (
        "Exempt figures and patterns of rounding were not looked at: the table is of {period}. Choose that reporting period first.",
        "Ausgenommene Zahlen und Rundungsmuster wurden nicht geprüft: Die Tabelle ist für {period}. Wählen Sie zuerst diesen Berichtszeitraum.",
    ),
    "left_open_periods": (
        "Of this table over several periods only the figures of {period} were attacked. Those of the others, sums over periods and changes between them were not: hand the table in for each of the others on its own to have it looked at.",
        "Von dieser Tabelle über mehrere Berichtszeiträume wurden nur die Zahlen von {period} angegriffen, die der anderen, Summen über Zeiträume und Veränderungen zwischen ihnen nicht: Reichen Sie die Tabelle für jeden der anderen einzeln ein, um sie zu prüfen.",
    ),
    "left_open_periods_only": (
        "What a reader can compute was not looked for: the table shows several periods, and no counts of {period}. Look at each period on its own.",
        "Was ein Leser berechnen kann, wurde nicht gesucht: Die Tabelle zeigt mehrere Berichtszeiträume und keine Fallzahlen von {period}. Prüfen Sie jeden für sich.",
    ),
    "left_open_unchecked": (
        "Patterns of rounding were not looked for: {reason}",
        "Rundungsmuster wurden nicht gesucht: {reason}",
    ),
    "left_open_cell": ("{cell}", "{cell}"),
    "left_open_and": ("{first}; {rest}", "{first}; {rest}"),
    "left_open_pattern": ("{found} They are: {cells}.", "{found} Es sind: {cells}."),
    "left_open_pattern_more": ("{found} The first are: {cells}.", "{found} Die ersten sind: {cells}."),
    "left_open_difference": ("{larger} less {smaller} ({rest})", "{larger} abzüglich {smaller} ({rest})"),
    "left_open_cell_here": ("{cell} of this table", "{cell} dieser Tabelle"),
    "left_open_cell_of": ("{cell} of “{table}”", "{cell} aus „{table}“"),
    "left_open_differences": (
        "Differences of published figures that concern fewer than {units} units: {count}. They are, the smallest first: {cells}. Who knows both figures learns about these few.",
        "Differenzen ausgewiesener Werte, die weniger als {units} Merkmalsträger betreffen: {count}. Die kleinsten zuerst: {cells}. Wer beide Werte kennt, erfährt etwas über diese wenigen.",
    ),
    "left_open_differences_unchecked": (
        "Differences of few units were not looked for. {reason}",
        "Differenzen weniger Merkmalsträger wurden nicht gesucht. {reason}",
    ),
    "left_open_overlap_method": (
        "No. {number} “{title}” shows the same period under another method. In common: {shared}. The same cell twice gives itself away.",
        "Nr. {number} „{title}“ zeigt denselben Berichtszeitraum unter einem anderen Verfahren. Gemeinsam: {shared}. Dasselbe Tabellenfeld zweimal verrät sich.",
    ),
    "left_open_overlap_keys": (
        "No. {number} “{title}” shows the same period with other record keys. In common: {shared}. The same cell twice gives itself away.",
        "Nr. {number} „{title}“ zeigt denselben Berichtszeitraum mit anderen Record-Keys. Gemeinsam: {shared}. Dasselbe Tabellenfeld zweimal verrät sich.",
    ),
    "left_open_overlap_both": (
        "No. {number} “{title}” shows the same period under another method and with other record keys. In common: {shared}. The same cell twice gives itself away.",
        "Nr. {number} „{title}“ zeigt denselben Berichtszeitraum unter einem anderen Verfahren und mit anderen Record-Keys. Gemeinsam: {shared}. Dasselbe Tabellenfeld zweimal verrät sich.",
    ),
    # --- ckm verify ----------------------------------------------------------------------------------------------------
    "verify_chain_whole": (
        "Register whole: entries {entries}, numbers {releases}, with their figures.",
        "Register unversehrt: Einträge {entries}, Nummern {releases}, mit ihren Zahlen.",
    ),
    "verify_chain_in_part": (
        "Register whole: entries {entries}, numbers {releases}. Checked are the figures of {kept}.",
        "Register unversehrt: Einträge {entries}, Nummern {releases}. Geprüft sind die Zahlen von {kept}.",
    ),
    "verify_same_person": (
        "No. {number} was released by the person who handed it in, though it had to be another one.",
        "Nr. {number} hat dieselbe Person eingereicht und freigegeben, obwohl es eine andere sein musste.",
    ),
    "verify_register_torn": (
        "The last line of the shared register was never finished ({bytes} {bytes:byte|bytes}). The next entry removes it.",
        "Die letzte Zeile des gemeinsamen Registers ist unvollendet ({bytes} Byte). Der nächste Eintrag entfernt sie.",
    ),
    "verify_file": ("{name}: no. {number}, {state}", "{name}: Nr. {number}, {state}"),
    "verify_margins": (
        "{name}: of its {count} {count:margin|margins}, not those of no. {number}: {margins}.",
        "{name}: von {count} {count:Rand|Rändern} nicht die von Nr. {number}: {margins}.",
    ),
    "verify_margins_same": (
        "{name}: the figures of all margins are those of no. {number}; something else in the file is not.",
        "{name}: Die Werte aller Ränder sind die von Nr. {number}; etwas anderes in der Datei ist es nicht.",
    ),
    "verify_margins_unknown": (
        "{name}: in which margins it differs cannot be told: {why}",
        "{name}: In welchen Rändern sie abweicht, ist nicht zu sagen: {why}",
    ),
    "margin_of": ("{names}", "{names}"),
    "margin_total": ("total", "Insgesamt"),
    "verify_file_changed": (
        "{name}: not the file of no. {number}; it was changed, or another one has its name.",
        "{name}: nicht die Datei von Nr. {number}; sie wurde verändert, oder eine andere trägt ihren Namen.",
    ),
    "verify_file_unknown": (
        "{name}: no file of this register, and attached to no decision",
        "{name}: keine Datei dieses Registers und an keine Entscheidung angehängt",
    ),
    "verify_file_unknown_sealed": (
        "{name}: no file of this register. Whether it is attached to a decision is known to roles only: name a key file by --key-file.",
        "{name}: keine Datei dieses Registers. Ob sie an eine Entscheidung angehängt ist, wissen nur Rollen: Nennen Sie mit --key-file eine Schlüsseldatei.",
    ),
    "verify_report": (
        "{name}: report on the decision of {date} ({body}), {period}",
        "{name}: Bericht zur Entscheidung vom {date} ({body}), {period}",
    ),
    "verify_report_changed": (
        "{name}: not the report that is attached to a decision; it was changed, or another one has its name.",
        "{name}: nicht der Bericht, der an eine Entscheidung angehängt ist; er wurde verändert, oder ein anderer trägt seinen Namen.",
    ),
    "verify_file_not_read": ("{name}: cannot be read: {reason}", "{name}: nicht lesbar: {reason}"),
    # --- the register as CSV -------------------------------------------------------------------------------------------
    "register_kind_submitted": ("submitted", "eingereicht"),
    "register_kind_returned": ("returned", "zurückgegeben"),
    "register_kind_released": ("released", "freigegeben"),
    "register_kind_written": ("files written", "Dateien geschrieben"),
    "register_kind_withdrawn": ("withdrawn", "zurückgezogen"),
    "register_kind_given_early": ("given before the embargo ended", "vor Ende der Sperrfrist weitergegeben"),
    "register_kind_deputy_named": ("deputy named", "Vertretung eingetragen"),
    "register_kind_figures_opened": ("figures put on record", "Zahlen ins Register aufgenommen"),
    "register_kind_corrected": ("corrected", "berichtigt"),
    "register_kind_revealed": ("originals looked at", "Originale eingesehen"),
    "register_kind_method_changed": ("method or record keys changed", "Verfahren oder Record-Keys geändert"),
    "register_kind_unreadable": ("unreadable", "nicht lesbar"),
    "register_column_place": ("Entry", "Eintrag"),
    "register_column_number": ("No.", "Nr."),
    "register_column_kind": ("Step", "Vorgang"),
    "register_column_time": ("Time", "Zeit"),
    "register_column_person": ("Person", "Person"),
    "register_column_second_person": ("Second person", "Zweite Person"),
    "register_column_table": ("Table", "Tabelle"),
    "register_column_title": ("Title", "Titel"),
    "register_column_period": ("Reporting period", "Berichtszeitraum"),
    "register_column_recipient": ("Recipient", "Empfänger"),
    "register_column_purpose": ("Purpose", "Zweck"),
    "register_column_order_number": ("Order number", "Auftragsnummer"),
    "register_column_embargo": ("Embargo until", "Sperrfrist bis"),
    "register_column_forms": ("File formats", "Dateiformate"),
    "register_column_language": ("Language", "Sprache"),
    "register_column_remark": ("Remark", "Bemerkung"),
    "register_column_corrects": ("Corrects no.", "Berichtigt Nr."),
    "register_column_by": ("No. concerned", "Betroffene Nr."),
    "register_column_checks": ("Checklist", "Prüfliste"),
    "register_column_files": ("Files, SHA-256", "Dateien, SHA-256"),
    "register_column_data": ("Records, SHA-256", "Datensätze, SHA-256"),
    "register_column_described": ("Hash of the dictionary", "Prüfsumme des Merkmalsverzeichnisses"),
    "register_column_keys": ("Hash of the record keys", "Prüfsumme der Record-Keys"),
    "register_column_method": ("Hash of the method", "Prüfsumme des Verfahrens"),
    "register_column_method_name": ("Method", "Verfahren"),
    "register_column_office": ("Hash of the office's settings", "Prüfsumme der Einstellungen des Amtes"),
    "register_column_figures": ("Hash of the figures", "Prüfsumme der Zahlen"),
    "register_column_engine": ("Version of the program", "Version des Programms"),
    "register_column_previous": ("Hash of the entry before", "Prüfsumme des Eintrags davor"),
    "register_column_hash": ("Hash", "Prüfsumme"),
    "register_column_signed": ("Signed by the key", "Unterschrieben mit dem Schlüssel"),
    # --- two releases compared -----------------------------------------------------------------------------------------
    "change_label": ("{label}", "{label}"),
    "change_changed": ("{place} ({value}): {before} -> {after}", "{place} ({value}): {before} -> {after}"),
    "change_new": ("{place} ({value}): new, {after}{before}", "{place} ({value}): neu, {after}{before}"),
    "change_gone": (
        "{place} ({value}): gone, was {before}{after}",
        "{place} ({value}): weggefallen, war {before}{after}",
    ),
    "left_open_nothing": (
        "Nothing was found that the method leaves open.",
        "Es wurde nichts gefunden, was das Verfahren offenlässt.",
    ),
    # --- ckm verify, register, release ---------------------------------------------------------------------------------
    "release_statistic_held": (
        "{name} is open on {host} since {time}. Try again when it is closed there; take the lock over (--take-over; in Python take_over=True) only if that program no longer runs.",
        "{name} ist seit {time} auf {host} geöffnet. Versuchen Sie es wieder, wenn die Datei dort geschlossen ist; übernehmen Sie die Sperre (--take-over; in Python take_over=True) nur, wenn jenes Programm nicht mehr läuft.",
    ),
    "release_role_not_allowed": (
        "The role {role} does not allow this. It takes: {needed}.",
        "Die Rolle {role} erlaubt dies nicht. Nötig ist: {needed}.",
    ),
    "register_written": (
        "{name} was written: entries {entries}.",
        "{name} wurde geschrieben: Einträge {entries}.",
    ),
    "register_empty": ("{name}: nothing has been handed in yet.", "{name}: Es wurde noch nichts eingereicht."),
    "register_line": ("no. {number}  {date}  {state}: {title}", "Nr. {number}  {date}  {state}: {title}"),
    "register_reconciled": (
        "Statistic and register say the same: entries {entries}, of these new in the statistic {new}.",
        "Statistik und Register stimmen überein: Einträge {entries}, davon neu in der Statistik {new}.",
    ),
    "release_submitted": ("No. {number} is submitted: {title}", "Nr. {number} ist eingereicht: {title}"),
    "release_now": ("No. {number} is {state}.", "Nr. {number} ist {state}."),
    "release_check_good": ("  {name}: {found}", "  {name}: {found}"),
    "release_check_look": ("! {name}: {found}", "! {name}: {found}"),
    "release_check_not_tested": ("? {name}: {found}", "? {name}: {found}"),
    "check_name_claims": ("Claims of the note", "Aussagen im Hinweis"),
    "check_name_title": ("Title", "Titel"),
    "check_name_period": ("Reporting period", "Berichtszeitraum"),
    "check_name_source": ("Source", "Quelle"),
    "check_name_signs": ("Signs", "Zeichen"),
    "check_name_footnotes": ("Footnotes", "Fußnoten"),
    "check_name_shares": ("Shares", "Anteile"),
    "check_name_beside": ("Sums and counts", "Summen und Fallzahlen"),
    "check_name_codes": ("Code lists", "Schlüsselverzeichnisse"),
    "check_name_method": ("Method in force", "Verfahren in Kraft"),
    "check_name_sums": ("Sums", "Wertsummen"),
    "check_name_picture": ("Picture", "Bild"),
    "check_name_former": ("Former release", "Frühere Freigabe"),
    "check_name_together": ("Joint attack", "Gemeinsamer Angriff"),
    "check_name_search": ("Search", "Suche"),
    "release_file_written": ("{name}: SHA-256 {sha256}", "{name}: SHA-256 {sha256}"),
    "release_repeated_same": ("{name}: the same bytes", "{name}: Byte für Byte gleich"),
    "release_repeated_differing": (
        "{name}: other bytes than on record",
        "{name}: nicht Byte für Byte wie im Register",
    ),
    "release_repeated_new": (
        "{name}: had not been written before",
        "{name}: war noch nicht geschrieben worden",
    ),
    "release_former_same": (
        "{name}: of a former writer; every figure is that of the release",
        "{name}: von einem früheren Schreiber; alle Zahlen sind die der Freigabe",
    ),
    "release_former_touched": (
        "{name}: of a former writer; every figure is that of the release, other bytes are not those on record",
        "{name}: von einem früheren Schreiber; alle Zahlen sind die der Freigabe, andere Bytes nicht wie im Register",
    ),
    "release_former_changed": (
        "{name}: of a former writer; not the figures of the release: {figure} at {place}",
        "{name}: von einem früheren Schreiber; andere Zahlen als die der Freigabe: {figure} bei {place}",
    ),
    "release_former_no_figure": ("figures are missing", "Zahlen fehlen"),
    "release_former_missing": (
        "{name}: of a former writer; not compared, the former file was not found (--files)",
        "{name}: von einem früheren Schreiber; nicht verglichen, die frühere Datei wurde nicht gefunden (--files)",
    ),
    "release_former_rewritten": (
        "Written otherwise than by the former writer, so with other bytes: {names}.",
        "Anders geschrieben als vom früheren Schreiber, daher mit anderen Bytes: {names}.",
    ),
    "release_repeated_engine": (
        "They were written by version {engine} of the program; this is version {now}.",
        "Sie wurden mit Version {engine} des Programms geschrieben; dies ist Version {now}.",
    ),
    "release_compared": (
        "Cells: changed {changed}, new {new}, gone {gone}, unchanged {same}.",
        "Tabellenfelder: geändert {changed}, neu {new}, weggefallen {gone}, unverändert {same}.",
    ),
    "cli_passphrase": ("Passphrase for {name}: ", "Passphrase für {name}: "),
    "cli_help_key_file": (
        "key file of a role that opens a sealed statistic; without it the passphrase is read from standard input",
        "Schlüsseldatei einer Rolle, die eine versiegelte Statistik öffnet; ohne sie wird die Passphrase von der Standardeingabe gelesen",
    ),
    "cli_help_verify": (
        "Check whether register, kept figures, shared register and files are as they were written. Exit code 5 where one is not, 8 where the seal of the file could not be checked.",
        "Prüfen, ob Register, aufbewahrte Zahlen, gemeinsames Register und Dateien sind, wie sie geschrieben wurden. Rückgabewert 5, wenn etwas abweicht, 8, wenn sich das Siegel der Datei nicht prüfen ließ.",
    ),
    "cli_help_verify_files": (
        "files that were released, or reports attached to decisions",
        "freigegebene Dateien oder an Entscheidungen angehängte Berichte",
    ),
    "cli_help_verify_register": (
        "folder of the shared register; else that of the statistic",
        "Ordner des gemeinsamen Registers; sonst der Ordner der Statistik",
    ),
    "cli_help_register": (
        "List the releases of a statistic, or write all entries of its register as CSV.",
        "Die Freigaben einer Statistik auflisten oder alle Einträge ihres Registers als CSV schreiben.",
    ),
    "cli_help_register_output": ("file for all entries, CSV", "Datei für alle Einträge, CSV"),
    "cli_help_release": (
        "Hand tables in, release and withdraw them, write and repeat their final files.",
        "Tabellen einreichen, freigeben und zurückziehen, endgültige Dateien schreiben und wiederholen.",
    ),
    "cli_help_release_submit": (
        "Hand a saved table in for release.",
        "Eine gespeicherte Tabelle zur Freigabe einreichen.",
    ),
    "cli_help_release_return": ("Give a submission back.", "Eine eingereichte Tabelle zurückgeben."),
    "cli_help_release_approve": (
        "Release a submission; after its embargo, put its figures on record.",
        "Eine eingereichte Tabelle freigeben; nach der Sperrfrist ihre Zahlen ins Register aufnehmen.",
    ),
    "cli_help_release_package": (
        "Attack several submissions together, and release them by one entry.",
        "Mehrere Einreichungen gemeinsam angreifen und mit einem Eintrag freigeben.",
    ),
    "cli_help_release_numbers": ("numbers of the submissions", "Nummern der Einreichungen"),
    "cli_help_release_attack_only": (
        "attack only: release nothing; the exit code tells the verdict",
        "nur angreifen, nichts freigeben; der Rückgabewert nennt das Ergebnis",
    ),
    "cli_help_release_deputy": (
        "Name a deputy of a person for some days, and list all deputies.",
        "Eine Vertretung für einige Tage eintragen und alle Vertretungen auflisten.",
    ),
    "cli_help_release_deputy_of": ("person who is represented", "Person, die vertreten wird"),
    "cli_help_release_deputy_name": ("person who acts for her", "Person, die sie vertritt"),
    "cli_help_release_deputy_start": ("first day, like 2026-12-01", "erster Tag, wie 2026-12-01"),
    "cli_help_release_deputy_end": ("last day, like 2026-12-15", "letzter Tag, wie 2026-12-15"),
    "cli_help_release_write": (
        "Write the final files of a release.",
        "Die endgültigen Dateien einer Freigabe schreiben.",
    ),
    "cli_help_release_withdraw": ("Withdraw a release.", "Eine Freigabe zurückziehen."),
    "cli_help_release_repeat": (
        "Write the files of a release again and compare them with those on record.",
        "Die Dateien einer Freigabe noch einmal schreiben und mit denen im Register vergleichen.",
    ),
    "cli_help_release_compare": (
        "Compare two releases cell by cell.",
        "Zwei Freigaben Tabellenfeld für Tabellenfeld vergleichen.",
    ),
    "cli_help_release_check": (
        "Say what the method leaves open if a submission is released.",
        "Sagen, was das Verfahren offenlässt, wenn eine eingereichte Tabelle freigegeben wird.",
    ),
    "cli_help_release_reconcile": (
        "Make statistic and shared register say the same.",
        "Statistik und gemeinsames Register abgleichen.",
    ),
    "cli_help_release_statistic": ("the statistic, a .ckm file", "die Statistik, eine .ckm-Datei"),
    "cli_help_release_register": (
        "folder of the shared register; else the one of the office's settings, or that of the statistic",
        "Ordner des gemeinsamen Registers; sonst der aus den Einstellungen des Amtes oder der Ordner der Statistik",
    ),
    "cli_help_release_take_over": (
        "take over the locks of a program that crashed; only if nobody works on statistic and register",
        "die Sperren eines abgestürzten Programms übernehmen; nur, wenn niemand an Statistik und Register arbeitet",
    ),
    "cli_help_release_office": ("settings of the office (.ckmoffice)", "Einstellungen des Amtes (.ckmoffice)"),
    "cli_help_release_table": ("name of the saved table", "Name der gespeicherten Tabelle"),
    "cli_help_release_number": ("number in the register", "Nummer im Register"),
    "cli_help_release_person": ("who does it, for the register", "wer dies tut, für das Register"),
    "cli_help_release_look": (
        "look first at what the method leaves open, as release check; a search that does not end is recorded as seen",
        "zuerst ansehen, was das Verfahren offen lässt, wie release check; eine Suche ohne Ende wird als gesehen vermerkt",
    ),
    "cli_help_release_remark": ("remark or reason, for the register", "Bemerkung oder Begründung, für das Register"),
    "cli_help_release_output": ("folder for the files", "Ordner für die Dateien"),
    "cli_help_release_recipient": ("for whom", "für wen"),
    "cli_help_release_informed": (
        "who is informed, or has the figures early (may be given several times)",
        "wer unterrichtet wird oder die Zahlen vorab hat (mehrmals möglich)",
    ),
    "register_early": ("For: {names}", "An: {names}"),
    "register_informed": ("Informed: {names}", "Unterrichtet: {names}"),
    "cli_help_release_purpose": ("what for", "wofür"),
    "cli_help_release_order_number": ("order number", "Auftragsnummer"),
    "cli_help_release_embargo": (
        'time before which no final files are written, like 2026-12-01T10:00 or "2026-12-01 10:00 Europe/Berlin"',
        "Zeitpunkt, vor dem keine endgültigen Dateien geschrieben werden, wie 2026-12-01T10:00 oder „2026-12-01 10:00 Europe/Berlin“",
    ),
    "cli_help_release_format": (
        "file format, several times for several; else those of the office's settings",
        "Dateiformat, für mehrere mehrmals; sonst die aus den Einstellungen des Amtes",
    ),
    "cli_help_release_corrects": ("number that this one shall replace", "Nummer, die diese ersetzen soll"),
    "release_cube_unmarked": (
        "The files will name the changed margins and mark no figure with r: no unchanged file of no. {number} was found (--files), or too many figures changed.",
        "Die Dateien nennen die geänderten Ränder und kennzeichnen keine Zahl mit r: Von Nr. {number} fand sich keine unveränderte Datei (--files), oder zu viele Zahlen änderten sich.",
    ),
}
