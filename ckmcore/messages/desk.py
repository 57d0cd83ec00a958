"""Sentences of the desk that the engine renders: messages of its services. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    "table_large": (
        "The table would have {cells} cells. Leave something out, or have it computed all the same.",
        "Die Tabelle hätte {cells} Felder. Lassen Sie etwas weg, oder lassen Sie sie trotzdem berechnen.",
    ),
    "table_larger": (
        "The table would have {cells} cells, more than can be computed. Leave something out, or choose fewer levels.",
        "Die Tabelle hätte {cells} Felder, mehr als berechnet werden können. Lassen Sie etwas weg, oder wählen Sie weniger Ebenen.",
    ),
    "originals_of_one_period": (
        "Original figures are shown for one reporting period at a time. Take the reporting period out of the table.",
        "Originalzahlen werden je Berichtszeitraum gezeigt. Nehmen Sie den Berichtszeitraum aus der Tabelle heraus.",
    ),
    # --- desk ----------------------------------------------------------------------------------------------------------
    "desk_file_is_needed": (
        "“{name}” belongs to this statistic (its file, its records or their keys) and is never overwritten. Choose another name.",
        "„{name}“ gehört zu dieser Statistik (ihre Datei, ihre Datensätze oder deren Keys) und wird nie überschrieben. Wählen Sie einen anderen Namen.",
    ),
    "desk_ptable_saved": (
        "Perturbation table saved as “{name}”. It is confidential: never publish it.",
        "Überlagerungstabelle gespeichert als „{name}“. Sie ist vertraulich: nie veröffentlichen.",
    ),
    "desk_force_shortfall": (
        "Row {row} does not have the wanted variance: the table is not what the parameters say.",
        "Zeile {row} hat nicht die gewünschte Varianz: Die Tabelle entspricht nicht den Vorgaben.",
    ),
    "desk_row_missed": (
        "V = {wanted} is not possible in row {row}: only {low} to {high}. The row is shown with the nearest value.",
        "V = {wanted} ist in Zeile {row} nicht möglich: nur {low} bis {high}. Die Zeile ist mit dem nächsten Wert gezeigt.",
    ),
    "ptable_row_sum_off": (
        "Row i = {row} was changed by hand: its probabilities add up to {total} instead of 1 (bias {bias}). Change another one, solve the rest of the row again, or undo the change.",
        "Zeile i = {row} wurde von Hand geändert: Ihre Wahrscheinlichkeiten ergeben {total} statt 1 (Verzerrung {bias}). Ändern Sie eine weitere, berechnen Sie den Rest der Zeile neu, oder verwerfen Sie die Änderung.",
    ),
    "ptable_row_pins_impossible": (
        "Row i = {row} has no distribution without bias that holds what was set by hand. Choose other probabilities.",
        "Zeile i = {row} hat keine Verteilung ohne Verzerrung mit dem, was von Hand gesetzt wurde. Wählen Sie andere Wahrscheinlichkeiten.",
    ),
    "ptable_row_whole_keys": (
        "The perturbation table is made for {keys} whole keys: in row i = {row} p({target}) = {p} is no whole number of them. The nearest are {below} and {above}.",
        "Die Überlagerungstabelle gilt für {keys} ganzzahlige Keys: In Zeile i = {row} ist p({target}) = {p} keine ganze Zahl davon. Am nächsten liegen {below} und {above}.",
    ),
    "desk_number_refused": (
        "“{text}” is no number from {low} to {high}. The former value stays.",
        "„{text}“ ist keine Zahl von {low} bis {high}. Der bisherige Wert bleibt.",
    ),
    "desk_name_taken": (
        "There is a variant called “{name}” already. Choose another name.",
        "Es gibt schon eine Variante namens „{name}“. Wählen Sie einen anderen Namen.",
    ),
    "desk_name_empty": (
        "A variant needs a name. The former one stays.",
        "Eine Variante braucht einen Namen. Der bisherige bleibt.",
    ),
    "desk_fix_solve": ("Solve the rest of the row again", "Rest der Zeile neu berechnen"),
    "desk_fix_drop": ("Undo the changes by hand", "Änderungen von Hand verwerfen"),
    "desk_numbers_unreadable": (
        "“{found}” cannot be read as numbers. Write for example {example}.",
        "„{found}“ lässt sich nicht als Zahlen lesen. Schreiben Sie zum Beispiel {example}.",
    ),
    "desk_number_two_ways": (
        "“{found}” can be read in two ways. Write {whole}, or with decimals {decimal}.",
        "„{found}“ lässt sich auf zwei Arten lesen. Schreiben Sie {whole} oder mit Nachkommastellen {decimal}.",
    ),
    "desk_number_or_numbers": (
        "“{found}” may be one number or several. Write {one}, or {several} for several numbers.",
        "„{found}“ kann eine Zahl sein oder mehrere. Schreiben Sie {one} oder für mehrere Zahlen {several}.",
    ),
    "desk_settings_refused": (
        "A field holds a value that is not possible. Correct it as said below the fields; then put the method in force.",
        "In einem Feld steht ein Wert, der nicht möglich ist. Ändern Sie ihn, wie unter den Feldern steht; setzen Sie das Verfahren dann in Kraft.",
    ),
    "desk_check_rounding": (
        "Rounding to base {base} can disclose cells by the sums of a table. Compare the methods on your tables first.",
        "Eine Rundung auf {base} kann über die Summen einer Tabelle Felder aufdecken. Vergleichen Sie zuerst die Verfahren an Ihren Tabellen.",
    ),
    "desk_check_zeros": ("Zeros stay zeros.", "Nullen bleiben Nullen."),
    "desk_check_shuffled": (
        "Shuffled: whatever the key of a total, the noise of two equal parts has at least the variance {least} (row {row}).",
        "Gemischt: Bei jedem Key einer Summe hat die Überlagerung zweier gleicher Teile mindestens die Varianz {least} (Zeile {row}).",
    ),
    "desk_check_tied": (
        "At some key of a total two equal parts of row {row} add up to it (variance {least}). Originals can be inferred. Shuffle anew or take a smaller threshold.",
        "Bei einem Key der Summe gehen zwei gleiche Teile der Zeile {row} auf (Varianz {least}), und Originale lassen sich zurückrechnen. Mischen Sie neu, oder nehmen Sie eine kleinere Schwelle.",
    ),
    "desk_check_ordered": (
        "Ordered: near a total's key of 0 its parts add up to it exactly, which lets originals be inferred.",
        "Geordnet: Liegt der Key einer Summe nahe 0, ergeben ihre Teile sie genau, und Originale lassen sich zurückrechnen.",
    ),
    "desk_check_unbiased": ("No row is biased.", "Keine Zeile ist verzerrt."),
    "desk_check_biased": (
        "Rows are biased, by up to {bias}: published figures are off on average.",
        "Zeilen sind verzerrt, um bis zu {bias}: Ausgewiesene Werte liegen im Mittel daneben.",
    ),
    "desk_check_kept": ("All rows match the parameters.", "Jede Zeile entspricht den Vorgaben."),
    "desk_picture_saved": (
        "Picture saved as “{name}”. It shows the perturbation table and is confidential.",
        "Bild gespeichert als „{name}“. Es zeigt die Überlagerungstabelle und ist vertraulich.",
    ),
    "desk_picture_not_saved": (
        "The picture “{name}” could not be written. Choose another folder or name.",
        "Das Bild „{name}“ ließ sich nicht schreiben. Wählen Sie einen anderen Ordner oder Namen.",
    ),
    "desk_nothing_to_paste": (
        "The clipboard holds no text. Copy the matrix first: rows i, one column for each target j, with a head.",
        "Die Zwischenablage enthält keinen Text. Kopieren Sie zuerst die Matrix: Zeilen i, eine Spalte je Zielhäufigkeit j, mit Kopfzeile.",
    ),
    "desk_report_saved": (
        "Report written to “{name}”. It holds D and V and is confidential.",
        "Bericht geschrieben nach „{name}“. Er enthält D und V und ist vertraulich.",
    ),
    "desk_evaluation_saved": (
        "Report written to “{name}”. It holds deviations from originals and is confidential.",
        "Bericht geschrieben nach „{name}“. Er enthält Abweichungen von Originalhäufigkeiten und ist vertraulich.",
    ),
    "desk_report_attached": (
        "Report written to “{name}”, and attached to the last decision of the period by its hash. It is confidential.",
        "Bericht geschrieben nach „{name}“ und mit seiner Prüfsumme der letzten Entscheidung des Berichtszeitraums beigefügt. Er ist vertraulich.",
    ),
    "desk_package_saved": (
        "Method package saved as “{name}”. It holds the perturbation table and is confidential.",
        "Verfahrenspaket gespeichert als „{name}“. Es enthält die Überlagerungstabelle und ist vertraulich.",
    ),
    "desk_package_read": (
        "Method package “{name}” read: its own test gives the expected figures.",
        "Verfahrenspaket „{name}“ gelesen: Seine Selbstprüfung ergibt die erwarteten Werte.",
    ),
    "desk_magnitudes_only_shown": (
        "“{name}” is a perturbation table for sums of magnitudes. Choose it on the tab “Sums”; it does nothing to counts.",
        "„{name}“ ist eine Überlagerungstabelle für Wertsummen. Wählen Sie sie auf der Karte „Wertsummen“; für Häufigkeiten gilt sie nicht.",
    ),
    "desk_decided_again": (
        "The decision is on record. The method in force stays, and with it all figures.",
        "Die Entscheidung ist festgehalten. Das Verfahren in Kraft bleibt, und mit ihm alle Zahlen.",
    ),
    "desk_in_force": (
        "The method is in force. All figures of this period are protected by it from now on.",
        "Das Verfahren ist in Kraft. Alle Zahlen dieses Berichtszeitraums werden ab jetzt damit geheim gehalten.",
    ),
    "desk_no_screen": (
        "The window cannot be shown: there is no screen here. Start ckmdesk in a session with a desktop. The command “ckm” works without one.",
        "Das Fenster lässt sich nicht anzeigen: Hier gibt es keinen Bildschirm. Starten Sie ckmdesk in einer Sitzung mit Arbeitsoberfläche. Der Befehl „ckm“ kommt ohne sie aus.",
    ),
    "desk_library_missing": (
        "The window cannot be shown: this computer lacks the library {library}, or it is damaged. Have an administrator install it. The command “ckm” works without it.",
        "Das Fenster lässt sich nicht anzeigen: Auf diesem Rechner fehlt die Bibliothek {library}, oder sie ist beschädigt. Lassen Sie sie von der Verwaltung installieren. Der Befehl „ckm“ kommt ohne sie aus.",
    ),
    "desk_crashed_before": (
        "The program ended unexpectedly the last time. What was saved is whole. A report without any data was kept on this computer.",
        "Das Programm endete beim letzten Mal unerwartet. Was gespeichert war, ist unversehrt. Ein Bericht ohne Daten liegt auf diesem Rechner.",
    ),
    "unexpected_fault": (
        "Unexpected fault in the program. Nothing was lost. Try again; if it returns, tell the makers what you did.",
        "Unerwarteter Fehler im Programm. Es ging nichts verloren. Versuchen Sie es noch einmal; kehrt er wieder, melden Sie, was Sie taten.",
    ),
    "desk_read_only": (
        "“{name}” is open read-only: {host} has been working on it since {time}. Use “Save as” to keep your changes.",
        "„{name}“ ist schreibgeschützt geöffnet: {host} arbeitet seit {time} daran. Mit „Speichern unter“ bleiben Ihre Änderungen erhalten.",
    ),
    "desk_stale_lock": (
        "“{name}” is open read-only: a lock of this computer since {time} was left behind, the program that made it no longer runs. Take the lock over if nobody works on the file.",
        "„{name}“ ist schreibgeschützt geöffnet: Seit {time} blieb eine Sperre dieses Rechners zurück, das Programm dazu läuft nicht mehr. Übernehmen Sie die Sperre, wenn niemand an der Datei arbeitet.",
    ),
    "desk_unreadable_lock": (
        "“{name}” is open read-only: who holds its lock cannot be read. Take the lock over if nobody works on the file.",
        "„{name}“ ist schreibgeschützt geöffnet: Wer seine Sperre hält, ist nicht zu lesen. Übernehmen Sie die Sperre, wenn niemand an der Datei arbeitet.",
    ),
    "desk_take_lock": (
        "Does nobody work on “{name}” on {host} any more? Ask there first. Whoever saves second is refused and saves under another name.",
        "Arbeitet auf {host} niemand mehr an „{name}“? Fragen Sie dort zuerst nach. Wer als Zweiter speichert, wird abgewiesen und speichert unter anderem Namen.",
    ),
    "desk_no_lock": (
        "“{name}” is open read-only: no lock can be made in its folder. Use “Save as” to keep your changes elsewhere.",
        "„{name}“ ist schreibgeschützt geöffnet: In seinem Ordner lässt sich keine Sperre anlegen. Mit „Speichern unter“ bleiben Ihre Änderungen anderswo erhalten.",
    ),
    "desk_file_in_use": (
        "“{name}” cannot be replaced: {host} has been working on it since {time}. Choose another name.",
        "„{name}“ lässt sich nicht ersetzen: {host} arbeitet seit {time} daran. Wählen Sie einen anderen Namen.",
    ),
    "desk_saved": ("Saved as “{name}”.", "Gespeichert als „{name}“."),
    "desk_release_read_only": (
        "This statistic is open read-only here: its register can be read, not added to. Open it again when nobody else has it open and you may write where it lies.",
        "Diese Statistik ist hier schreibgeschützt geöffnet: Das Register lässt sich ansehen, aber nicht ergänzen. Öffnen Sie die Statistik wieder, wenn niemand sonst sie geöffnet hat und Sie an ihrem Ort schreiben dürfen.",
    ),
    "desk_records_not_loaded": (
        "The records of this reporting period are not loaded, and this has to be computed from them. Load them on the page Tables, then try again.",
        "Die Datensätze dieses Berichtszeitraums sind nicht geladen, und dies muss aus ihnen berechnet werden. Laden Sie sie auf der Seite Tabellen, dann versuchen Sie es noch einmal.",
    ),
    "desk_submitted": (
        "No. {number} submitted. It is waiting for release.",
        "Nr. {number} eingereicht. Sie wartet auf die Freigabe.",
    ),
    "desk_saved_and_submitted": (
        "“{table}” saved and submitted as no. {number}. It is waiting for release.",
        "„{table}“ gespeichert und als Nr. {number} eingereicht. Sie wartet auf die Freigabe.",
    ),
    "desk_released": (
        "No. {number} is released. “Write final files” gives the files for publication.",
        "Nr. {number} ist freigegeben. „Endgültige Dateien ausgeben“ erstellt die Dateien zur Veröffentlichung.",
    ),
    "desk_package_released": (
        "Released by one entry: nos. {numbers}.",
        "Mit einem Eintrag freigegeben: Nr. {numbers}.",
    ),
    "desk_deputy_named": (
        "{deputy} is on record as deputy of {person}.",
        "{deputy} ist als Vertretung von {person} eingetragen.",
    ),
    "desk_released_hidden": (
        "No. {number} is released. Its figures go on record when the embargo is over.",
        "Nr. {number} ist freigegeben. Ihre Zahlen kommen nach Ende der Sperrfrist ins Register.",
    ),
    "desk_returned": (
        "No. {number} was returned to whoever submitted it.",
        "Nr. {number} ist zurückgegeben.",
    ),
    "desk_given_early": (
        "Early access to no. {number} is recorded.",
        "Vorab-Weitergabe von Nr. {number} festgehalten.",
    ),
    "desk_figures_opened": (
        "The figures of no. {number} are on record. “Write final files” gives the files for publication.",
        "Die Zahlen von Nr. {number} stehen im Register. „Endgültige Dateien ausgeben“ erstellt die Dateien zur Veröffentlichung.",
    ),
    "desk_withdrawn": (
        "No. {number} is withdrawn; it stays in the register.",
        "Nr. {number} ist zurückgezogen; sie bleibt im Register.",
    ),
    "desk_many_files_written": (
        "Final files of no. {number} in “{folder}”: {count}. Their names stand beside it under “Final files”.",
        "Endgültige Dateien von Nr. {number} in „{folder}“: {count}. Ihre Namen stehen daneben unter „Endgültige Dateien“.",
    ),
    "desk_files_written": (
        "Final files of no. {number} in “{folder}”: {names}.",
        "Endgültige Dateien von Nr. {number} in „{folder}“: {names}.",
    ),
    "desk_compare_choose": (
        "This table has not been released. Choose a release in the list, then “Compare with table at hand”.",
        "Diese Tabelle wurde noch nicht freigegeben. Wählen Sie in der Liste eine Freigabe und dann „Mit vorliegender Tabelle vergleichen“.",
    ),
    "desk_compare_none": (
        "Nothing has been released yet that this table could be compared with.",
        "Es ist noch nichts freigegeben, womit sich diese Tabelle vergleichen ließe.",
    ),
    "desk_releases_compared": (
        "Changed: {changed}, new: {new}, gone: {gone}, unchanged: {same} {same:cell|cells}.",
        "Geändert: {changed}, neu: {new}, weggefallen: {gone}, unverändert: {same} {same:Tabellenfeld|Tabellenfelder}.",
    ),
    "desk_releases_other_selection": (
        "They show different selections.",
        "Sie zeigen verschiedene Auswahlen.",
    ),
    "desk_reconciled": (
        "Statistic and register say the same again.",
        "Statistik und Register stimmen wieder überein.",
    ),
    "desk_files_not_noted": (
        "The files of release {number} were written, but its statistic was closed meanwhile: the register does not know of them. Open the statistic and write them once more.",
        "Die Dateien der Freigabe {number} wurden geschrieben, aber ihre Statistik wurde inzwischen geschlossen: Das Register weiß nichts davon. Öffnen Sie die Statistik und geben Sie die Dateien noch einmal aus.",
    ),
    "desk_register_written": (
        "The register was written to “{name}”.",
        "Das Register steht in „{name}“.",
    ),
    "desk_roles_set": (
        "The roles are set up. Save the statistic: from then on it opens with a passphrase or key file only.",
        "Die Rollen sind eingerichtet. Speichern Sie die Statistik: Danach öffnet sie sich nur noch mit Passphrase oder Schlüsseldatei.",
    ),
    "desk_unsaved_found": (
        "Changes of {time} were not saved before the program ended.",
        "Änderungen vom {time} wurden nicht gespeichert, bevor das Programm endete.",
    ),
    "desk_unsaved_other": (
        "Changes of {time} were not saved before the program ended, and the file was saved by somebody since: open them as a copy, and compare.",
        "Änderungen vom {time} wurden nicht gespeichert, bevor das Programm endete, und die Datei hat seither jemand gespeichert: Öffnen Sie sie als Kopie, und vergleichen Sie.",
    ),
    "desk_unsaved_new": (
        '"{title}" of {time} was never saved before the program ended.',
        "„{title}“ vom {time} wurde nie gespeichert, bevor das Programm endete.",
    ),
    "desk_unsaved_taken": (
        "The changes of {time} are back. Save them, or discard them when you close.",
        "Die Änderungen vom {time} sind wieder da. Speichern Sie sie, oder verwerfen Sie sie beim Schließen.",
    ),
    "desk_unsaved_taken_keyless": (
        "The work of {time} is back, but for its record keys, which are never kept outside of the statistic: make or join them anew (Data, Record keys). Figures then differ from those before. Save the statistic.",
        "Die Arbeit vom {time} ist wieder da, bis auf ihre Record-Keys, die nie außerhalb der Statistik aufbewahrt werden: Erzeugen oder verknüpfen Sie sie neu (Daten, Record-Keys). Die Zahlen weichen dann von den früheren ab. Speichern Sie die Statistik.",
    ),
    "desk_unsaved_keys": (
        "The new record keys are not saved yet.",
        "Die neuen Record-Keys sind noch nicht gespeichert.",
    ),
    "desk_unsaved_not_kept": (
        "Unsaved work cannot be kept for the case of a crash: {reason}",
        "Nicht gespeicherte Arbeit kann nicht für den Fall eines Absturzes aufbewahrt werden: {reason}",
    ),
    "desk_person_key_needed": (
        "Steps in this statistic are signed. Choose the file of your personal key, or make one in the settings.",
        "Schritte in dieser Statistik werden unterschrieben. Wählen Sie die Datei Ihres persönlichen Schlüssels, oder legen Sie in den Einstellungen einen an.",
    ),
    "desk_person_made": (
        "Your personal key is made. Give the card to whoever enrols you.",
        "Ihr persönlicher Schlüssel ist angelegt. Geben Sie die Karte an die Stelle, die Sie aufnimmt.",
    ),
    "desk_person_enrolled": (
        "{person} is enrolled and waits for confirmation by another person.",
        "{person} ist aufgenommen und wartet auf die Bestätigung durch eine andere Person.",
    ),
    "desk_person_first": (
        "You are enrolled as the first person. As soon as a second one is, every step is signed.",
        "Sie sind als erste Person aufgenommen. Sobald eine zweite aufgenommen ist, wird jeder Schritt unterschrieben.",
    ),
    "desk_person_compare": (
        "{fingerprint}: does {person}, or the paper in the office, say the same fingerprint?",
        "{fingerprint}: Nennt {person} oder das Blatt im Amt denselben Fingerabdruck?",
    ),
    "desk_person_compare_replaces": (
        "{fingerprint}: does {person}, or the paper in the office, say the same fingerprint? Confirming revokes the former key of {person}.",
        "{fingerprint}: Nennt {person} oder das Blatt im Amt denselben Fingerabdruck? Die Bestätigung sperrt den bisherigen Schlüssel von {person}.",
    ),
    "desk_person_confirmed": ("{person} is enrolled.", "{person} ist aufgenommen."),
    "desk_person_revoked": ("The key of {person} is revoked.", "Der Schlüssel von {person} ist gesperrt."),
    "desk_person_card_written": (
        "{name} is your card. Fingerprint: {fingerprint}",
        "{name} ist Ihre Karte. Fingerabdruck: {fingerprint}",
    ),
    "desk_person_rewrapped": (
        "Your personal key opens by the new passphrase only.",
        "Ihr persönlicher Schlüssel öffnet sich nur noch mit der neuen Passphrase.",
    ),
    "desk_roles_remove_ask": (
        "Without roles the perturbation table, settings and decisions can be read in the file by anybody who has it.",
        "Ohne Rollen sind Überlagerungstabelle, Einstellungen und Festlegungen in der Datei für alle lesbar, die sie haben.",
    ),
    "desk_roles_removed": (
        "The roles are removed. Once it is saved, the statistic opens without a passphrase.",
        "Die Rollen sind entfernt. Nach dem Speichern öffnet sich die Statistik ohne Passphrase.",
    ),
    "desk_office_taken": (
        "The office's settings of “{name}” hold on this desk from now on.",
        "Die Einstellungen des Amtes aus „{name}“ gelten jetzt an diesem Arbeitsplatz.",
    ),
    "desk_office_handed_on": (
        "The office's settings were saved as “{name}”. On other desks: Settings, Load office settings.",
        "Die Einstellungen des Amtes stehen in „{name}“. An anderen Arbeitsplätzen: Einstellungen, Amtseinstellungen laden.",
    ),
    "office_file_stem": ("Settings_of_the_office", "Einstellungen_des_Amtes"),
    "desk_exported_several": (
        "Draft written to {count} files: {names}.",
        "Entwurf in {count} Dateien ausgegeben: {names}.",
    ),
    "desk_nothing_to_print": (
        "There is no table to print: no records of this period are loaded.",
        "Es gibt keine Tabelle zu drucken: Von diesem Berichtszeitraum sind keine Datensätze geladen.",
    ),
    "desk_sheets": ("{count} {count:sheet|sheets}", "{count} {count:Blatt|Blätter}"),
    "desk_more_sheets": (
        "{count} more {count:sheet is|sheets are} not shown here.",
        "{count} {count:weiteres Blatt wird|weitere Blätter werden} hier nicht gezeigt.",
    ),
    "desk_printed": ("Sent to “{name}”.", "An „{name}“ übergeben."),
    "desk_not_printed": (
        "The printer “{name}” did not take the sheets. Check whether it is switched on and connected, or choose another one.",
        "Der Drucker „{name}“ hat die Blätter nicht angenommen. Prüfen Sie, ob er eingeschaltet und verbunden ist, oder wählen Sie einen anderen.",
    ),
    "desk_clipboard_empty": (
        "No cells of a code list were copied. Copy codes and labels in Excel, with their heads, and paste again.",
        "Es sind keine Zellen eines Schlüsselverzeichnisses kopiert. Kopieren Sie Codes und Bezeichnungen in Excel, mit ihren Köpfen, und fügen Sie noch einmal ein.",
    ),
    "desk_periods": ("{count} {count:period|periods}", "{count} {count:Berichtszeitraum|Berichtszeiträume}"),
    "desk_period_empty": (
        "{period} has no records yet. They come in on the page Data.",
        "{period} hat noch keine Datensätze. Sie werden auf der Seite Daten übernommen.",
    ),
    "desk_nothing_opens": (
        "This computer has no program that opens “{name}”. It lies in {folder}.",
        "Auf diesem Computer öffnet kein Programm „{name}“. Der Ort ist {folder}.",
    ),
    "desk_nothing_to_open": (
        "“{name}” is no longer in {folder}: it was moved, renamed or deleted. Write it once more.",
        "„{name}“ liegt nicht mehr in {folder}: verschoben, umbenannt oder gelöscht. Geben Sie die Datei noch einmal aus.",
    ),
    "desk_picture_undescribed": (
        "Draft written to “{name}”. Its description is the program's: write one in the options of the picture.",
        "Entwurf ausgegeben nach „{name}“. Die Beschreibung ist die des Programms: Schreiben Sie eine in den Bildoptionen.",
    ),
    "desk_exported": ("Draft written to “{name}”.", "Entwurf ausgegeben nach „{name}“."),
    "desk_derivation_moves": (
        "“{variable}” cuts years at fixed points: in the new reporting period they are another age. Shall the age be computed for each period, or shall these years stay in all periods?",
        "„{variable}“ teilt Jahre an festen Grenzen: Im neuen Berichtszeitraum sind sie ein anderes Alter. Soll das Alter je Zeitraum berechnet werden, oder sollen diese Jahre in allen Zeiträumen bleiben?",
    ),
    "desk_taken_over_rules": (
        "{rows} {rows:record|records} of “{name}” {rows:was|were} imported; {count:one rule for records is|# rules for records are} broken.",
        "{rows} {rows:Datensatz|Datensätze} aus „{name}“ {rows:wurde|wurden} übernommen; {count:eine Regel für Datensätze ist|# Regeln für Datensätze sind} verletzt.",
    ),
    "desk_taken_over": (
        "{rows} {rows:record|records} of “{name}” {rows:was|were} imported.",
        "{rows} {rows:Datensatz|Datensätze} aus „{name}“ {rows:wurde|wurden} übernommen.",
    ),
    "desk_taken_over_no_method": (
        "{rows} {rows:record|records} of “{name}” {rows:was|were} imported. No method is in force yet.",
        "{rows} {rows:Datensatz|Datensätze} aus „{name}“ {rows:wurde|wurden} übernommen. Noch ist kein Verfahren in Kraft.",
    ),
    "desk_no_dimension": (
        "No column has the role “dimension”: nothing could be laid out in a table. Give the role to at least one column.",
        "Keine Spalte hat die Rolle „Gliederungsmerkmal“: Es gäbe nichts, wonach sich gliedern ließe. Geben Sie mindestens einer Spalte diese Rolle.",
    ),
    "desk_about": (
        "ckmdesk makes tables with disclosure control from microdata. The office decides what is published.",
        "ckmdesk erstellt aus Einzeldaten Tabellen mit Geheimhaltungsverfahren. Über die Veröffentlichung entscheidet das Amt.",
    ),
    "desk_arg_path": (
        "statistic (.ckm) or file of microdata to open",
        "Statistik (.ckm) oder Datei mit Einzeldaten, die geöffnet werden soll",
    ),
    "desk_arg_sample": ("open the sample statistic", "die Beispielstatistik öffnen"),
    "desk_arg_language": ("language of the window", "Sprache des Fensters"),
    "desk_arg_theme": ("light or dark", "hell oder dunkel"),
    "desk_arg_demo": (
        "write the sample's table and a picture of the window into FOLDER, without a screen",
        "Tabelle des Beispiels und ein Bild des Fensters nach FOLDER schreiben, ohne Bildschirm",
    ),
    "desk_arg_picture": (
        "write the picture of a saved table or table file, without a window",
        "das Bild einer gespeicherten Tabelle oder Tabellendatei schreiben, ohne Fenster",
    ),
    "desk_arg_output": (
        "file of the picture: .png, .svg, .pdf, .html or .vl.json",
        "Datei des Bildes: .png, .svg, .pdf, .html oder .vl.json",
    ),
    "desk_arg_dpi": ("resolution of PNG, 96 to 600 (default: 192)", "Auflösung von PNG, 96 bis 600 (sonst 192)"),
    "desk_arg_version": ("show the version", "die Version zeigen"),
    "desk_arg_help": ("show this help", "diese Hilfe zeigen"),
    "desk_not_for_role": (
        "“{name}” was not opened: new data are read in by the methodologist. Choose another role in the menu “View”, or hand the file on.",
        "„{name}“ wurde nicht geöffnet: Neue Daten liest die Methodik ein. Wählen Sie im Menü „Ansicht“ eine andere Rolle oder geben Sie die Datei weiter.",
    ),
    "desk_taking_over": (
        "“{name}” was not opened: another file is being imported. Wait until it is done, or cancel it.",
        "„{name}“ wurde nicht geöffnet: Eine andere Datei wird gerade übernommen. Warten Sie, bis das fertig ist, oder brechen Sie es ab.",
    ),
    "desk_one_file": (
        "{count} files were dropped. Drop one file.",
        "Es wurden {count} Dateien abgelegt. Legen Sie eine Datei ab.",
    ),
    "desk_save_before_role": (
        "The records have to be read again for another role, and their keys are not saved yet. Save the statistic first.",
        "Für eine andere Rolle müssen die Datensätze neu gelesen werden, und ihre Record-Keys sind noch nicht gespeichert. Speichern Sie zuerst die Statistik.",
    ),
    "desk_areas_need_file": (
        "Save the statistic first: boundaries are kept in a file beside it.",
        "Speichern Sie zuerst die Statistik: Grenzen werden in einer Datei neben ihr aufbewahrt.",
    ),
    "desk_kept_needs_file": (
        "Save the statistic first: what this method applies lies in a file beside it.",
        "Speichern Sie zuerst die Statistik: Was dieses Verfahren anwendet, liegt in einer Datei neben ihr.",
    ),
    "desk_save_before_period": (
        "The record keys of this reporting period are not saved yet and would be lost. Save the statistic first.",
        "Die Record-Keys dieses Berichtszeitraums sind noch nicht gespeichert und würden verloren gehen. Speichern Sie zuerst die Statistik.",
    ),
    "desk_reading_asked": (
        "Answer {count} {count:question|questions} beside the preview: {questions}.",
        "Beantworten Sie {count} {count:Frage|Fragen} neben der Vorschau: {questions}.",
    ),
    "desk_no_day": (
        "“{value}” is not a date. Write it as 2026-12-31.",
        "„{value}“ ist kein Datum. Schreiben Sie es wie 31.12.2026.",
    ),
    "desk_remove_period": (
        "{period} is taken out of the statistic, with its method in force and its decisions. Its files stay where they are.",
        "{period} wird aus der Statistik genommen, samt Verfahren in Kraft und Festlegungen. Die Dateien bleiben, wo sie sind.",
    ),
    "desk_replaced": (
        "The data are replaced: {kept} {kept:unit kept its|units kept their} record key, {new} {new:is|are} new, {gone} {gone:is|are} gone. Save the statistic to keep it so.",
        "Die Daten sind ersetzt: {kept} Merkmalsträger {kept:behielt seinen|behielten ihren} Record-Key, {new} {new:ist|sind} neu, {gone} {gone:ist|sind} weggefallen. Speichern Sie die Statistik, damit es so bleibt.",
    ),
    "desk_replace_without_secret": (
        "New units without the secret: {count}. They would get random keys, though the keys of this period are derived; offices with the same secret would publish other figures. Choose the secret and compare again.",
        "Neue Merkmalsträger ohne Geheimnis: {count}. Sie bekämen zufällige Keys, obwohl die Keys dieses Berichtszeitraums abgeleitet sind; Ämter mit demselben Geheimnis wiesen andere Werte aus. Wählen Sie das Geheimnis und vergleichen Sie noch einmal.",
    ),
    "desk_source_other": (
        "“{name}” is not the file “{other}” that was imported: its content differs. Choose the file as it was imported; a corrected one is read with “Replace data” under Reporting periods, once the former one is loaded.",
        "„{name}“ ist nicht die Datei „{other}“, die übernommen wurde: Der Inhalt ist ein anderer. Wählen Sie die Datei, wie sie übernommen wurde; eine berichtigte lesen Sie unter Berichtszeiträume mit „Daten ersetzen“ ein, sobald die frühere geladen ist.",
    ),
    "desk_hierarchy_of_another": (
        "None of the codes of “{variable}” ({codes}) is in this hierarchy ({others}). Choose the variable that it is meant for, or another file.",
        "Kein Code von „{variable}“ ({codes}) steht in dieser Hierarchie ({others}). Wählen Sie das Merkmal, für das sie gedacht ist, oder eine andere Datei.",
    ),
    "desk_prepared": (
        "{rows} {rows:record was|records were} saved as “{name}”, with dictionary, hierarchies and record keys. The file is as confidential as the data.",
        "{rows} {rows:Datensatz wurde|Datensätze wurden} als „{name}“ gespeichert, mit Merkmalsverzeichnis, Hierarchien und Record-Keys. Die Datei ist so vertraulich wie die Daten.",
    ),
    "desk_taken_over_project": (
        "{rows} {rows:record|records} of “{name}” {rows:was|were} imported. Their perturbation tables are variants on the page Method: {ptables}. Look at one and put it in force.",
        "{rows} {rows:Datensatz|Datensätze} aus „{name}“ {rows:wurde|wurden} übernommen. Ihre Überlagerungstabellen stehen als Varianten auf der Seite Verfahren: {ptables}. Sehen Sie sich eine an und setzen Sie sie in Kraft.",
    ),
    "desk_script_needs_file": (
        "A script reads the statistic from its file, which does not hold what was changed. Save the statistic first.",
        "Ein Skript liest die Statistik aus ihrer Datei, und die enthält die Änderungen noch nicht. Speichern Sie die Statistik zuerst.",
    ),
    "desk_script_copied": ("Script copied.", "Skript kopiert."),
    "desk_copied": (
        "Copied as a draft, cells: {cells}.",
        "Als Entwurf kopiert, Felder: {cells}.",
    ),
    "desk_picture_copied": ("Picture copied as a draft.", "Bild als Entwurf kopiert."),
    "desk_copy_confidential": (
        "These figures are confidential: they can be read here, but not copied. Only published figures leave the program.",
        "Diese Werte sind vertraulich: Sie können sie hier lesen, aber nicht kopieren. Nur veröffentlichte Werte verlassen das Programm.",
    ),
    "desk_copy_in_force_only": (
        "A trial view is not copied: only figures of the method in force leave the program. Choose “in force” above the table.",
        "Eine Probeansicht wird nicht kopiert: Nur Werte des Verfahrens in Kraft verlassen das Programm. Wählen Sie „in Kraft“ über der Tabelle.",
    ),
    # --- settings of a person ------------------------------------------------------------------------------------------
    "own_language": ("Language", "Sprache"),
    "own_language_help": (
        "For this program. “Automatic” uses the office's choice, otherwise the system's.",
        "Gilt für das Programm. „Automatisch“: Vorgabe des Amtes, sonst des Systems.",
    ),
    "own_language_system": ("Automatic", "Automatisch"),
    "own_language_de": ("Deutsch", "Deutsch"),
    "own_language_en": ("English", "English"),
    "own_theme": ("Theme", "Erscheinungsbild"),
    "own_theme_help": (
        "For this program. “Automatic” uses the office's choice, otherwise the system's.",
        "Gilt für das Programm. „Automatisch“: Vorgabe des Amtes, sonst des Systems.",
    ),
    "own_theme_system": ("Automatic", "Automatisch"),
    "own_theme_light": ("Light", "Hell"),
    "own_theme_dark": ("Dark", "Dunkel"),
    "own_text_size": ("Text size", "Schriftgröße"),
    "own_text_size_help": (
        "100% matches your system's text size.",
        "100 % entspricht der Schriftgröße des Systems.",
    ),
    **{f"own_text_size_{percent}": (f"{percent}%", f"{percent} %") for percent in (100, 125, 150, 175, 200)},
    "own_role": ("Role", "Rolle"),
    "own_person": ("Name in the register", "Name im Register"),
    "own_person_help": (
        "Who submits and releases tables on this desk.",
        "Wer an diesem Arbeitsplatz Tabellen einreicht und freigibt.",
    ),
    "own_person_key": ("Personal key", "Persönlicher Schlüssel"),
    "own_unsaved_folder": ("Folder for work that was not saved", "Ordner für nicht gespeicherte Arbeit"),
    "own_threads": ("Threads at most", "Threads höchstens"),
    "own_threads_help": (
        "Maximum processor cores; does not affect figures.",
        "Höchstens so viele Prozessorkerne; auf die Zahlen ohne Einfluss.",
    ),
    "own_threads_none": ("one for each processor", "einer je Prozessor"),
    "own_memory": ("Memory for results (MB)", "Speicher für Ergebnisse (MB)"),
    "own_memory_help": (
        "For computed cells and for periods that are kept to be quick. The records come on top. With less, more is computed anew, and very large tables are refused.",
        "Für berechnete Felder und für Berichtszeiträume, die behalten werden, damit es schnell geht. Die Datensätze kommen hinzu. Mit weniger wird mehr neu berechnet, und sehr große Tabellen werden abgelehnt.",
    ),
    "own_memory_none": ("usual: {usual}", "üblich: {usual}"),
    "own_recent": ("Recent statistics", "Zuletzt geöffnete Statistiken"),
    "own_tables_pane": ("Width of the list beside the tables", "Breite der Liste neben den Tabellen"),
    "own_freeze_total": ("Keep the column of the total in sight", "Spalte Insgesamt im Blick behalten"),
    "own_geometry": ("Size and place of the window", "Größe und Ort des Fensters"),
}
