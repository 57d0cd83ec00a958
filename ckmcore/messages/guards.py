"""Sentences: what guards the file of a statistic, and what is remembered of it."""

from __future__ import annotations

SENTENCES: dict[str, tuple[str, str]] = {
    "ckm_checksum": ("its checksum does not fit what it holds", "die Prüfsumme passt nicht zum Inhalt"),
    "ckm_tag_wrong": (
        "{name} was changed by somebody who did not open its seal: nothing in it can be trusted. Open the last good copy and tell whoever is responsible for the statistic.",
        "{name} wurde von jemandem geändert, der das Siegel nicht geöffnet hat: Nichts darin ist verlässlich. Öffnen Sie die letzte gute Kopie, und sagen Sie es der für die Statistik verantwortlichen Stelle.",
    ),
    "ckm_not_sealed": (
        "{name} has no seal, although a passphrase or key file was given for it. If it had one, another file stands in its place: do not use it. Otherwise open it without passphrase and key file.",
        "{name} hat kein Siegel, obwohl eine Passphrase oder Schlüsseldatei angegeben wurde. Hatte die Statistik eines, so liegt eine andere Datei an ihrer Stelle: Verwenden Sie sie nicht. Sonst öffnen Sie sie ohne Passphrase und Schlüsseldatei.",
    ),
    "ckm_too_large": (
        "{name} is larger than {most} MB, which no statistic is. Choose a .ckm file of this program.",
        "{name} ist größer als {most} MB; so groß ist keine Statistik. Wählen Sie eine .ckm-Datei dieses Programms.",
    ),
    "file_not_certain": (
        "{name} is written, but the disk did not confirm it ({reason}): it may not survive a power cut. Save once more, or in another place.",
        "{name} ist geschrieben, aber der Datenträger hat es nicht bestätigt ({reason}): Die Datei übersteht einen Stromausfall womöglich nicht. Speichern Sie noch einmal oder an anderer Stelle.",
    ),
    "ckm_locked": (
        "{name} is being changed on {host} since {time}. Nothing was saved; try again when it is closed there.",
        "{name} wird seit {time} auf {host} bearbeitet. Es wurde nichts gespeichert; versuchen Sie es noch einmal, wenn sie dort geschlossen ist.",
    ),
    "file_needed": (
        "“{name}” is needed: the statistic or the command reads it. Nothing was written; choose another name.",
        "„{name}“ wird gebraucht: Die Statistik oder der Befehl liest diese Datei. Es wurde nichts geschrieben; wählen Sie einen anderen Namen.",
    ),
    "file_kept": (
        "“{name}” is a statistic, a register, a file of keys, a mark or a lock, or is called like one: no result takes its place. Nothing was written; choose another name.",
        "„{name}“ ist eine Statistik, ein Register, eine Schlüsseldatei, ein Merkzeichen oder eine Sperre oder heißt so: Kein Ergebnis tritt an ihre Stelle. Es wurde nichts geschrieben; wählen Sie einen anderen Namen.",
    ),
    "not_a_file": (
        "“{name}” is no file but a pipe, a device or the like. Choose a file.",
        "„{name}“ ist keine Datei, sondern eine Pipe, ein Gerät oder Ähnliches. Wählen Sie eine Datei.",
    ),
    "files_in_the_way": (
        "“{folder}” holds {count:another file of the same name|# other files of the same names}: {names}. Nothing was written. Replace {count:it|them}, or choose another folder.",
        "In „{folder}“ {count:liegt eine andere Datei gleichen Namens|liegen # andere Dateien gleichen Namens}: {names}. Es wurde nichts geschrieben. Ersetzen Sie sie, oder wählen Sie einen anderen Ordner.",
    ),
    "files_replace": ("To replace: --replace.", "Zum Ersetzen: --replace."),
    "lock_take_over": ("To take a lock over: --take-over.", "Zum Übernehmen einer Sperre: --take-over."),
    "files_partly_written": (
        "Not all files could be written ({reason}). New are already: {names}; they could not be taken back. Write all once more when that is mended.",
        "Es konnten nicht alle Dateien geschrieben werden ({reason}). Neu sind bereits: {names}; das ließ sich nicht rückgängig machen. Schreiben Sie alle noch einmal, wenn das behoben ist.",
    ),
    "lock_not_made": (
        "The lock {name} cannot be made ({reason}); without it, the file beside it stays as it is. Remove what lies in the lock's place, or see to room and rights in its folder.",
        "Die Sperre {name} lässt sich nicht anlegen ({reason}); ohne sie bleibt die Datei daneben, wie sie ist. Entfernen Sie, was an der Stelle der Sperre liegt, oder prüfen Sie Platz und Rechte im Ordner.",
    ),
    "release_statistic_left": (
        "{name} is locked by a program on this computer that no longer runs (since {time}). If nobody works on it elsewhere, take the lock over (--take-over; in Python take_over=True).",
        "{name} ist von einem Programm auf diesem Rechner gesperrt, das nicht mehr läuft (seit {time}). Wenn niemand anders daran arbeitet, übernehmen Sie die Sperre (--take-over; in Python take_over=True).",
    ),
    "cli_help_replace": (
        "replace files of the same name and other content (without it: exit code 6, nothing is written)",
        "Dateien gleichen Namens und anderen Inhalts ersetzen (ohne: Rückgabewert 6, es wird nichts geschrieben)",
    ),
    "known_differs": (
        "{name} is not the statistic that is known here: {what}. It may be an old copy, or somebody may have put another file in its place. Ask who changed it; open it only if you know why.",
        "{name} ist nicht die hier bekannte Statistik: {what}. Es kann eine alte Kopie sein, oder jemand hat eine andere Datei an ihre Stelle gelegt. Fragen Sie nach, wer sie geändert hat; öffnen Sie sie nur, wenn Sie den Grund kennen.",
    ),
    "known_list": ("{first}; {rest}", "{first}; {rest}"),
    "known_unsealed": ("it had a seal and has none now", "sie war versiegelt und ist es nicht mehr"),
    "known_other_seal": (
        "its seal is another one (the roles were set up anew, or it is another file)",
        "ihr Siegel ist ein anderes (die Rollen wurden neu eingerichtet, oder es ist eine andere Datei)",
    ),
    "known_older": (
        "it is older: saved {own:once|# times}, known here is the state after {known:one save|# saves}",
        "sie ist älter: {own:einmal|#-mal} gespeichert, bekannt ist hier der Stand nach {known:einem Speichern|#-maligem Speichern}",
    ),
    "known_other": (
        "another file was saved as often ({generation:once|# times})",
        "es gibt eine andere Datei, die ebenso oft gespeichert wurde ({generation:einmal|#-mal})",
    ),
    "known_register_shorter": (
        "its register has {own:one entry|# entries}, known here are {known}",
        "ihr Register hat {own:einen Eintrag|# Einträge}, bekannt sind hier {known}",
    ),
    "known_register_other": (
        "entry {place} of its register is another one",
        "Eintrag {place} ihres Registers ist ein anderer",
    ),
    "known_mark_unproven": (
        "A mark beside the shared register says otherwise: {what}. Nobody proves that it is right: it may be a false alarm. Ask colleagues whether there is a newer file; if not, a methodologist removes the mark.",
        "Ein Merkzeichen neben dem gemeinsamen Register sagt etwas anderes: {what}. Nichts belegt, dass es stimmt: Es kann ein falscher Alarm sein. Fragen Sie, ob es eine neuere Datei gibt; wenn nicht, entfernt die Methodik das Merkzeichen.",
    ),
    "known_mark_unreadable": (
        "The mark {name} beside the shared register cannot be used: it was damaged, or written by another program or person. It holds nobody up; a methodologist removes it.",
        "Das Merkzeichen {name} neben dem gemeinsamen Register ist nicht verwendbar: Es ist beschädigt oder stammt von einem anderen Programm oder von jemand anderem. Es hält niemanden auf; die Methodik entfernt es.",
    ),
    "known_mark_removed": (
        "The mark is removed; the state of this file is noted.",
        "Das Merkzeichen ist entfernt, der Stand dieser Datei ist vermerkt.",
    ),
    "known_mark_none": ("There is no mark to remove.", "Es gibt kein Merkzeichen zu entfernen."),
    "cli_help_statistic_mark": (
        "Remove the mark beside the shared register that nobody proves and that says otherwise than the statistic; note the state of this file. For methodologists.",
        "Das Merkzeichen neben dem gemeinsamen Register entfernen, das nichts belegt und etwas anderes sagt als die Statistik; den Stand dieser Datei vermerken. Für die Methodik.",
    ),
    "known_accepted": (
        "Opened although it is not the statistic that is known here: {what}.",
        "Geöffnet, obwohl es nicht die hier bekannte Statistik ist: {what}.",
    ),
    "cli_help_accept_older": (
        "open a statistic that is older than the one known here, unsealed or of another seal. Read first what differs (without it: exit code 5)",
        "eine Statistik öffnen, die älter als die hier bekannte, unversiegelt oder anders versiegelt ist. Vorher den Unterschied lesen (ohne: Rückgabewert 5)",
    ),
    "cli_help_verify_ask": (
        "read the passphrase from standard input and check the seal's tag by it",
        "die Passphrase von der Standardeingabe lesen und damit das Siegel der Datei prüfen",
    ),
    "cli_help_verify_strict": (
        "exit code 8 also where nothing proves what was found: no seal, a former version, typed names, times that go backwards, a mark without proof",
        "Rückgabewert 8 auch dort, wo nichts das Gefundene belegt: kein Siegel, eine frühere Version, eingetippte Namen, rückwärts laufende Zeiten, ein Merkzeichen ohne Beleg",
    ),
    "verify_time_backwards": (
        "Entry {place} of the register says an earlier time ({time}) than the one before it ({before}): a clock was wrong, or set back.",
        "Eintrag {place} des Registers nennt eine frühere Zeit ({time}) als der Eintrag davor ({before}): Eine Uhr ging falsch oder wurde zurückgestellt.",
    ),
    "verify_tag_holds": (
        "The file is as it was saved under its seal (generation {generation}).",
        "Die Datei ist so, wie sie unter ihrem Siegel gespeichert wurde (Generation {generation}).",
    ),
    "verify_tag_unchecked": (
        "Not checked: whether the file is as it was saved under its seal (generation {generation}). That takes the passphrase (--ask) or --key-file. The checksum holds; anybody can make one anew.",
        "Nicht geprüft: ob die Datei so ist, wie sie unter ihrem Siegel gespeichert wurde (Generation {generation}). Dazu braucht es die Passphrase (--ask) oder --key-file. Die Prüfsumme stimmt; sie kann jeder neu bilden.",
    ),
    "verify_tag_none": (
        "Checksum holds (generation {generation}). The statistic has no seal: whoever may write the file can change it.",
        "Die Prüfsumme stimmt (Generation {generation}). Die Statistik hat kein Siegel: Wer die Datei schreiben darf, kann sie ändern.",
    ),
    "verify_tag_former": (
        "Unsigned: a former version of the program wrote the file, without checksum and tag. Open and save it to seal it anew.",
        "Ohne Signatur: Eine frühere Version des Programms hat die Datei geschrieben, ohne Prüfsumme und Siegel der Datei. Öffnen und speichern Sie sie, um sie neu zu versiegeln.",
    ),
    "verify_kept": (
        "{name}: whole, as the statistic names it.",
        "{name}: vollständig, wie die Statistik sie nennt.",
    ),
    "verify_known_same": (
        "It is the statistic that is known here, or a later state of it.",
        "Es ist die hier bekannte Statistik oder ein späterer Stand von ihr.",
    ),
    "verify_known_differs": (
        "It is not the statistic that is known here: {what}.",
        "Es ist nicht die hier bekannte Statistik: {what}.",
    ),
}
