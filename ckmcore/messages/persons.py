"""Sentences: persons with keys of their own, and what they sign."""

from __future__ import annotations

SENTENCES: dict[str, tuple[str, str]] = {
    "person_file_not_one": (
        "{name} is no personal key and no card of this program, or it is damaged. Ask its owner for it once more.",
        "{name} ist kein persönlicher Schlüssel und keine Karte dieses Programms oder ist beschädigt. Lassen Sie sich die Datei noch einmal geben.",
    ),
    "person_file_unreadable": (
        "{name} cannot be read: {reason}. Choose the file of your personal key.",
        "{name} kann nicht gelesen werden: {reason}. Wählen Sie die Datei Ihres persönlichen Schlüssels.",
    ),
    "person_file_there": (
        "{name} is there already; a new personal key takes the place of no file. Choose another name.",
        "{name} gibt es schon; ein neuer persönlicher Schlüssel ersetzt keine Datei. Wählen Sie einen anderen Namen.",
    ),
    "person_unknown": (
        "“{text}” is no enrolled person, or several. Known are: {known}.",
        "„{text}“ ist keine aufgenommene Person oder nicht eindeutig. Bekannt sind: {known}.",
    ),
    "person_made": (
        "{name} holds the personal key of {person}. Fingerprint: {fingerprint}",
        "{name} enthält den persönlichen Schlüssel von {person}. Fingerabdruck: {fingerprint}",
    ),
    "person_wrapped": (
        "{name} opens by the new passphrase only.",
        "{name} öffnet sich nur noch mit der neuen Passphrase.",
    ),
    "person_shown": ("{person}. Fingerprint: {fingerprint}", "{person}. Fingerabdruck: {fingerprint}"),
    "person_card_written": (
        "{name} is the card of {person} for who enrols you. Fingerprint: {fingerprint}",
        "{name} ist die Karte von {person} für die Aufnahme in Statistiken. Fingerabdruck: {fingerprint}",
    ),
    "cli_passphrase_new": ("New passphrase for {name}: ", "Neue Passphrase für {name}: "),
    "cli_passphrase_again": ("Once more: ", "Noch einmal: "),
    "cli_passphrases_differ": (
        "The two passphrases differ. Nothing was changed; try again.",
        "Die beiden Passphrasen sind verschieden. Es wurde nichts geändert; versuchen Sie es noch einmal.",
    ),
    "cli_help_person": (
        "Keys of persons: make your own, enrol persons in a statistic, confirm and revoke them.",
        "Schlüssel von Personen: den eigenen anlegen, Personen in eine Statistik aufnehmen, bestätigen und sperren.",
    ),
    "cli_help_person_new": ("Make a personal key.", "Einen persönlichen Schlüssel anlegen."),
    "cli_help_person_card": (
        "Show the fingerprint of a personal key, or write the card for who enrols you.",
        "Den Fingerabdruck eines persönlichen Schlüssels zeigen oder die Karte für die Aufnahme schreiben.",
    ),
    "cli_help_person_passphrase": (
        "Give a personal key another passphrase.",
        "Einem persönlichen Schlüssel eine andere Passphrase geben.",
    ),
    "cli_help_person_list": ("List the persons of a statistic.", "Die Personen einer Statistik auflisten."),
    "cli_help_person_enrol": (
        "Enrol the person of a card; the first person enrols herself as methodologist.",
        "Die Person einer Karte aufnehmen; die erste Person nimmt sich selbst als Methodik auf.",
    ),
    "cli_help_person_confirm": (
        "Confirm an enrolment after comparing its fingerprint.",
        "Eine Aufnahme bestätigen, nachdem der Fingerabdruck verglichen wurde.",
    ),
    "cli_help_person_revoke": ("Revoke a person's key, at once.", "Den Schlüssel einer Person sperren, sofort."),
    "cli_help_person_four_eyes": (
        "Set whether who releases a table must be another person than who submitted it.",
        "Festlegen, ob eine andere Person freigibt, als eingereicht hat.",
    ),
    "cli_help_person_file": ("file of the personal key", "Datei des persönlichen Schlüssels"),
    "cli_help_person_key": (
        "personal key by which the step is signed; its passphrase is asked for, or the next line of standard input",
        "persönlicher Schlüssel, mit dem der Schritt unterschrieben wird; seine Passphrase wird erfragt oder ist die nächste Zeile der Standardeingabe",
    ),
    "cli_help_person_key_file": (
        "key file that opens the personal key in the place of a passphrase",
        "Schlüsseldatei, die den persönlichen Schlüssel statt einer Passphrase öffnet",
    ),
    "cli_help_person_name": ("name of the person, as the register has it", "Name der Person, wie er im Register steht"),
    "cli_help_person_output": ("card to write", "Karte, die geschrieben wird"),
    "cli_help_person_card_file": ("card of the person", "Karte der Person"),
    "cli_help_person_replaces": (
        "name or fingerprint of the lost key of the same person",
        "Name oder Fingerabdruck des verlorenen Schlüssels derselben Person",
    ),
    "cli_help_person_who": ("name, or beginning of the fingerprint", "Name oder Anfang des Fingerabdrucks"),
    "person_name_missing": (
        "A personal key needs the name of its person: one line of at most 120 characters.",
        "Ein persönlicher Schlüssel braucht den Namen der Person: eine Zeile mit höchstens 120 Zeichen.",
    ),
    "person_step_not_offered": (
        "Not possible for you: {detail}.",
        "Für Sie nicht möglich: {detail}.",
    ),
    "person_release_not_offered": (
        "Releasing is not possible for you: {detail}.",
        "Freigeben ist für Sie nicht möglich: {detail}.",
    ),
    "person_step_refused": (
        "This step is not possible: {detail}. Nothing was changed.",
        "Dieser Schritt ist nicht möglich: {detail}. Es wurde nichts geändert.",
    ),
    "person_not_signed": (
        "persons with keys of their own are enrolled, and {person} has not signed; open your personal key first",
        "in dieser Statistik sind Personen mit eigenem Schlüssel aufgenommen, und {person} hat nicht unterschrieben; öffnen Sie zuerst Ihren persönlichen Schlüssel",
    ),
    "person_signature_wrong": (
        "the signature of {person} does not hold",
        "die Unterschrift von {person} ist ungültig",
    ),
    "person_not_enrolled": (
        "the key of {person} is not enrolled in this statistic or no longer valid; a methodologist enrols it",
        "der Schlüssel von {person} ist in dieser Statistik nicht aufgenommen oder nicht mehr gültig; die Methodik nimmt ihn auf",
    ),
    "person_other_name": (
        "the key is enrolled for {enrolled}, not for {person}",
        "der Schlüssel ist für {enrolled} aufgenommen, nicht für {person}",
    ),
    "person_role_not_allowed": (
        "{person} is enrolled as {role}; this takes the role {needed}",
        "{person} ist mit der Rolle {role} aufgenommen; dafür braucht es die Rolle {needed}",
    ),
    "person_same_key": (
        "four eyes are asked for, and both keys are those of {person}",
        "es gilt das Vier-Augen-Prinzip, und beide Schlüssel gehören {person}",
    ),
    "person_was_deputy": (
        "four eyes are asked for, for no. {number}: {line}",
        "für Nr. {number} gilt das Vier-Augen-Prinzip: {line}",
    ),
    "person_submission_typed": (
        "no. {number} was submitted under the typed name {person}, before keys counted; it is to be submitted again",
        "Nr. {number} wurde unter dem eingetippten Namen {person} eingereicht, bevor Schlüssel galten; die Tabelle ist noch einmal einzureichen",
    ),
    "person_card_wrong": ("the card holds no name or no key", "die Karte enthält keinen Namen oder keinen Schlüssel"),
    "person_key_known": (
        "the key of {person} is known here already",
        "der Schlüssel von {person} ist hier schon bekannt",
    ),
    "person_name_known": (
        "{person} is enrolled already; say which key the new one replaces, or revoke that first",
        "{person} ist schon aufgenommen; geben Sie an, welchen Schlüssel der neue ersetzt, oder sperren Sie ihn zuerst",
    ),
    "person_not_waiting": (
        "no enrolment of this key waits for confirmation",
        "keine Aufnahme dieses Schlüssels wartet auf Bestätigung",
    ),
    "person_confirms_own": (
        "{person} made this enrolment or is concerned by it; another enrolled person confirms it",
        "{person} hat diese Aufnahme vorgenommen oder ist von ihr betroffen; eine andere aufgenommene Person bestätigt sie",
    ),
    "person_not_active": (
        "this key is enrolled no longer, or never was",
        "dieser Schlüssel ist nicht oder nicht mehr aufgenommen",
    ),
    "person_state_waiting": ("waits for confirmation", "wartet auf Bestätigung"),
    "person_waiting_replaces": (
        "confirming it revokes the former key",
        "die Bestätigung sperrt den bisherigen Schlüssel",
    ),
    "person_state_active": ("enrolled", "aufgenommen"),
    "person_state_revoked": ("revoked", "gesperrt"),
    "person_unwitnessed": (
        "vouched for by one person only",
        "nur von einer Person bestätigt",
    ),
    "persons_none": (
        "No person is enrolled: names in the register are typed.",
        "Keine Person ist aufgenommen: Namen im Register sind eingetippt.",
    ),
    "persons_one": (
        "One person is enrolled; until there are two, names are compared: four eyes not proven.",
        "Eine Person ist aufgenommen; bis es zwei sind, werden Namen verglichen: Vier Augen nicht nachgewiesen.",
    ),
    "persons_count": (
        "Persons with keys of their own: {count}. Every step is signed.",
        "Personen mit eigenem Schlüssel: {count}. Jeder Schritt wird unterschrieben.",
    ),
    "persons_line": (
        "{name} ({role}): {state}, fingerprint {fingerprint}",
        "{name} ({role}): {state}, Fingerabdruck {fingerprint}",
    ),
    "four_eyes_not_proven": ("Four eyes not proven", "Vier Augen nicht nachgewiesen"),
    "verify_four_eyes_not_proven": (
        "Four eyes not proven: no. {numbers}. The names were typed, or a key is vouched for by one person only.",
        "Vier Augen nicht nachgewiesen: Nr. {numbers}. Die Namen sind eingetippt, oder ein Schlüssel ist nur von einer Person bestätigt.",
    ),
    "verify_four_eyes_proven": (
        "Four eyes proven by signatures: {count:one release|# releases}.",
        "Vier Augen durch Unterschriften nachgewiesen: {count:eine Freigabe|# Freigaben}.",
    ),
    "verify_person_fault": (
        "Entry {place} of the register breaks the rules: {detail}.",
        "Eintrag {place} des Registers verletzt die Regeln: {detail}.",
    ),
    "verify_four_eyes_switched": (
        "The statistic says four eyes otherwise than its register: the switch was changed without an entry.",
        "Die Statistik sagt zum Vier-Augen-Prinzip etwas anderes als ihr Register: Der Schalter wurde ohne Eintrag geändert.",
    ),
    "register_head": (
        "Head of the register: entry {place}, {hash}",
        "Stand des Registers: Eintrag {place}, {hash}",
    ),
    "release_note_head": (
        "Release no. {number}, register entry {place}: {hash}",
        "Freigabe Nr. {number}, Registereintrag {place}: {hash}",
    ),
    "release_note_typed": (
        "Release no. {number}, register entry {place}: {hash}. Four eyes not proven.",
        "Freigabe Nr. {number}, Registereintrag {place}: {hash}. Vier Augen nicht nachgewiesen.",
    ),
    "register_kind_four_eyes": ("four eyes set", "Vier-Augen-Prinzip gesetzt"),
    "register_kind_person_enrolled": ("person enrolled", "Person aufgenommen"),
    "register_kind_person_confirmed": ("enrolment confirmed", "Aufnahme bestätigt"),
    "register_kind_person_revoked": ("key revoked", "Schlüssel gesperrt"),
    "register_signed_typed": ("name typed", "Name eingetippt"),
}
