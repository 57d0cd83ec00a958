"""Sentences of looks at what has left the house: pairs of values, decisions, notices. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    # --- kinds of pairs, and what was found ----------------------------------------------------------------------------
    "pair_weights": ("Weighted counts beside counts", "Gewichtete Häufigkeiten neben Fallzahlen"),
    "pair_answers": ("Counts by the value of a magnitude", "Fallzahlen nach dem Wert eines Wertmerkmals"),
    "pair_sums": ("Sums beside a published 0", "Wertsummen neben einer ausgewiesenen 0"),
    "pair_open_weights": (
        "Weighted counts beside counts: {cells} {cells:cell|cells} disclosed that the counts alone do not disclose.",
        "Gewichtete Häufigkeiten neben Fallzahlen: {cells} {cells:Feld|Felder} rückrechenbar, die es aus den Fallzahlen allein nicht {cells:ist|sind}.",
    ),
    "pair_open_answers": (
        "Counts by the value of a magnitude: {cells} {cells:cell|cells} disclosed that the other counts do not disclose.",
        "Fallzahlen nach dem Wert eines Wertmerkmals: {cells} {cells:Feld|Felder} rückrechenbar, die es aus den übrigen Fallzahlen nicht {cells:ist|sind}.",
    ),
    "pair_open_sums": (
        "Sums beside a published 0: {cells} {cells:cell|cells}.",
        "Wertsummen neben einer ausgewiesenen 0: {cells} {cells:Feld|Felder}.",
    ),
    "pair_held": ("{kind}: no cell concerned.", "{kind}: kein Feld betroffen."),
    "pair_not_tested": ("{kind}. {reason}", "{kind}. {reason}"),
    "pair_line": ("{state}: {said}", "{state}: {said}"),
    "pair_state_held": ("held", "gehalten"),
    "pair_state_open": ("open", "offen"),
    "pair_state_not_tested": ("not tested", "nicht geprüft"),
    "pair_no_weights": (
        "Weighted counts beside counts: no weighted count of these records was released.",
        "Gewichtete Häufigkeiten neben Fallzahlen: Keine gewichtete Häufigkeit dieser Datensätze wurde freigegeben.",
    ),
    "pair_no_answers": (
        "Counts by the value of a magnitude: no such count of these records was released.",
        "Fallzahlen nach dem Wert eines Wertmerkmals: Keine solche Fallzahl dieser Datensätze wurde freigegeben.",
    ),
    "pair_no_sums": (
        "Sums beside a published 0: this release shows no sums.",
        "Wertsummen neben einer ausgewiesenen 0: Diese Freigabe zeigt keine Wertsummen.",
    ),
    "pair_no_counts": (
        "No count of these records was released beside it.",
        "Keine Fallzahl dieser Datensätze wurde daneben freigegeben.",
    ),
    "pair_no_figures": ("Its figures are not there.", "Die Zahlen fehlen."),
    "recheck_and_beside": (
        "{first} {releases} released {releases:table shows|tables show} sums beside a published 0.",
        "{first} {releases} freigegebene {releases:Tabelle zeigt|Tabellen zeigen} Wertsummen neben einer ausgewiesenen 0.",
    ),
    "recheck_period_gone": (
        "The reporting period of this release is no longer there.",
        "Den Berichtszeitraum dieser Freigabe gibt es nicht mehr.",
    ),
    # --- decisions -----------------------------------------------------------------------------------------------------
    "pair_accepted": (
        "{kind}: accepted by {person} on {day}. Reason: {reason}",
        "{kind}: hingenommen von {person} am {day}. Grund: {reason}",
    ),
    "pair_no_further": (
        "{kind}: no further values are published, decided by {person} on {day}. Reason: {reason}",
        "{kind}: keine weiteren Werte werden veröffentlicht, entschieden von {person} am {day}. Grund: {reason}",
    ),
    "pair_not_looked_at": (
        "Nobody has looked at the released tables yet. Look at them first (ckm release recheck), then decide.",
        "Noch hat niemand die freigegebenen Tabellen geprüft. Prüfen Sie sie zuerst (ckm release recheck), dann entscheiden Sie.",
    ),
    "pair_none_shown": (
        "Release {number} shows no values of such a pair. Choose another release.",
        "Freigabe {number} zeigt keine Werte eines solchen Paars. Wählen Sie eine andere Freigabe.",
    ),
    "pair_nothing_decided": (
        "Nothing was decided of release {number}. Choose another number.",
        "Zu Freigabe {number} wurde nichts entschieden. Wählen Sie eine andere Nummer.",
    ),
    "pair_values_weights": ("weighted counts", "gewichtete Häufigkeiten"),
    "pair_values_answers": ("counts by the value of a magnitude", "Fallzahlen nach dem Wert eines Wertmerkmals"),
    "pair_values_sums": ("sums", "Wertsummen"),
    "pair_closed": (
        "“{table}” shows {values}. By a decision on release {number} no further ones are published of {period}. Take these values out of the table, or ask a methodologist to take the decision back.",
        "„{table}“ zeigt {values}. Nach einer Entscheidung zu Freigabe {number} werden für {period} keine weiteren veröffentlicht. Nehmen Sie diese Werte aus der Tabelle heraus, oder lassen Sie die Methodik die Entscheidung zurücknehmen.",
    ),
    "check_name_pairs": ("Values no longer published", "Nicht mehr veröffentlichte Werte"),
    # --- the notice ----------------------------------------------------------------------------------------------------
    "notice_draft": ("Draft: the table is not withdrawn yet.", "Entwurf: Die Tabelle ist noch nicht zurückgezogen."),
    "notice_to": ("To: {recipients}", "An: {recipients}"),
    "notice_nobody": ("(the register names no recipient)", "(das Register nennt keinen Empfänger)"),
    "notice_head": ("Withdrawal of table no. {number}: {title}", "Zurückziehung der Tabelle Nr. {number}: {title}"),
    "notice_withdrawn": (
        "The table “{title}” ({statistic}, {period}), released on {released} under no. {number}, is withdrawn as of {day}.",
        "Die Tabelle „{title}“ ({statistic}, {period}), freigegeben am {released} unter der Nr. {number}, ist seit dem {day} zurückgezogen.",
    ),
    "notice_files": ("Files: {files}.", "Dateien: {files}."),
    "notice_asked": (
        "Please no longer use these figures, do not pass them on, and delete the files. Tell those to whom you passed them on.",
        "Bitte verwenden Sie diese Zahlen nicht mehr, geben Sie sie nicht weiter, und löschen Sie die Dateien. Unterrichten Sie alle, an die Sie sie weitergegeben haben.",
    ),
    "notice_written": ("Notice written: “{name}”.", "Mitteilung geschrieben: „{name}“."),
    "recheck_recipients": ("Recipients: {recipients}", "Empfänger: {recipients}"),
    # --- figures drawn anew --------------------------------------------------------------------------------------------
    "redrawn_held": (
        "The new figures disclose no cell by themselves, and with the old ones none more than those alone. The table can be submitted with them.",
        "Die neuen Zahlen legen allein kein Feld offen, und zusammen mit den alten keines mehr als diese. Die Tabelle kann mit ihnen eingereicht werden.",
    ),
    "redrawn_open": (
        "The new figures, by themselves or with the old ones, disclose {cells} {cells:cell|cells}. Do not publish the table with them.",
        "Die neuen Zahlen legen allein oder zusammen mit den alten {cells} {cells:Feld|Felder} offen. Veröffentlichen Sie die Tabelle nicht mit ihnen.",
    ),
    "redrawn_not_tested": (
        "Old and new figures could not be attacked together to the end. {reason}",
        "Alte und neue Zahlen ließen sich nicht bis zum Ende zusammen angreifen. {reason}",
    ),
    "redrawn_sums": (
        "Sums of this method have no attack on two draws together.",
        "Für Wertsummen dieses Verfahrens gibt es keinen Angriff auf zwei Überlagerungen zusammen.",
    ),
    # --- command and window --------------------------------------------------------------------------------------------
    "cli_help_release_recheck": (
        "check all that was released once more, or decide of one release; for methodologists and releasers. Checked are weighted counts beside counts, counts by magnitude, sums beside a published 0",
        "alles Freigegebene noch einmal prüfen oder über eine Freigabe entscheiden; für Methodik und Freigabe. Geprüft werden gewichtete Häufigkeiten neben Fallzahlen, Fallzahlen nach Wertmerkmalen, Wertsummen neben einer ausgewiesenen 0",
    ),
    "cli_help_recheck_number": ("release of which something is decided", "Freigabe, über die entschieden wird"),
    "cli_help_recheck_withdraw": (
        "withdraw the release, for this reason",
        "die Freigabe aus diesem Grund zurückziehen",
    ),
    "cli_help_recheck_no_further": (
        "publish no further values of the pair of these records, for this reason",
        "aus diesem Grund keine weiteren Werte des Paars für diese Datensätze veröffentlichen",
    ),
    "cli_help_recheck_accept": (
        "accept it by decision, for this reason",
        "es aus diesem Grund durch Entscheidung hinnehmen",
    ),
    "cli_help_recheck_take_back": ("take back what was decided", "zurücknehmen, was entschieden wurde"),
    "cli_help_recheck_redrawn": (
        "attack the withdrawn table, drawn anew, together with what was released",
        "die zurückgezogene Tabelle, neu überlagert, zusammen mit dem Freigegebenen angreifen",
    ),
    "cli_help_recheck_kind": (
        "of this kind of pair only; more often: of several",
        "nur für diese Art von Paar; mehrfach: für mehrere",
    ),
    "cli_help_recheck_notice": (
        "write the notice to the recipients of the release, without figures, in both languages",
        "die Mitteilung an die Empfänger der Freigabe schreiben, ohne Zahlen, in beiden Sprachen",
    ),
    "recheck_number_missing": (
        "Name the release of which something is to be decided: ckm release recheck STATISTIC NO {option} ...",
        "Nennen Sie die Freigabe, über die entschieden wird: ckm release recheck STATISTIK NR {option} ...",
    ),
    "recheck_noted": ("Decision noted for release {number}.", "Entscheidung zu Freigabe {number} festgehalten."),
    "recheck_taken_back": (
        "Decision on release {number} taken back.",
        "Entscheidung zu Freigabe {number} zurückgenommen.",
    ),
    "desk_look_offer": (
        "Look again at what has been published: more is known today of what readers can compute.",
        "Prüfen Sie das Veröffentlichte noch einmal: Heute ist mehr darüber bekannt, was Leser berechnen können.",
    ),
    "desk_looked_held": (
        "Nothing is open in {count} {count:release|releases}: weighted counts, counts by the value of a magnitude, sums beside 0.",
        "Nichts offen bei {count} {count:Freigabe|Freigaben}: gewichtete Häufigkeiten, Fallzahlen nach Wertmerkmalen, Wertsummen neben einer 0.",
    ),
    "desk_looked_more": (
        "In the internal report: {count} more {count:release|releases}.",
        "Im internen Bericht: {count} {count:Freigabe|Freigaben} mehr.",
    ),
    "desk_look_later": (
        "It is offered again when the statistic is opened on another day.",
        "Es wird wieder angeboten, wenn die Statistik an einem anderen Tag geöffnet wird.",
    ),
    "desk_look_never": (
        "It is not offered again. The menu of the register on the page Release still has it.",
        "Es wird nicht wieder angeboten. Im Menü des Registers auf der Seite Freigabe steht es weiterhin.",
    ),
    "desk_look_confidential": (
        "Internal and confidential. For methodologists and releasers.",
        "Intern und vertraulich. Für Methodik und Freigabe.",
    ),
    "desk_look_for_releaser": (
        "Who releases withdraws: open the statistic in that role.",
        "Wer freigibt, zieht zurück: Öffnen Sie die Statistik in dieser Rolle.",
    ),
    "desk_look_for_methodologist": (
        "A methodologist decides this: open the statistic in that role.",
        "Das entscheidet die Methodik: Öffnen Sie die Statistik in dieser Rolle.",
    ),
    "desk_notice_copied": ("Notice copied.", "Mitteilung kopiert."),
}
