"""Sentences: roles, passphrases, key files."""

from __future__ import annotations

SENTENCES: dict[str, tuple[str, str]] = {
    "role_clerk": ("clerk", "Sachbearbeitung"),
    "role_methodologist": ("methodologist", "Methodik"),
    "role_releaser": ("releaser", "Freigabe"),
    "role_recovery": ("recovery", "Wiederherstellung"),
    "seal_secret_needed": (
        "{name} is sealed. Give the passphrase or the key file of your role.",
        "{name} ist versiegelt. Geben Sie die Passphrase oder die Schlüsseldatei Ihrer Rolle an.",
    ),
    "seal_secret_wrong": (
        "This passphrase or key file opens no role of {name}. Nothing was changed: try again, or ask the methodologist for the recovery passphrase.",
        "Diese Passphrase oder Schlüsseldatei öffnet keine Rolle von {name}. Es wurde nichts geändert: Versuchen Sie es noch einmal oder fragen Sie die Methodik nach der Passphrase zur Wiederherstellung.",
    ),
    "seal_secret_short": (
        "The passphrase or key file for {role} is too short: a passphrase has at least 12 characters, a key file at least 32 bytes.",
        "Passphrase oder Schlüsseldatei ({role}) ist zu kurz: Eine Passphrase hat mindestens 12 Zeichen, eine Schlüsseldatei mindestens 32 Byte.",
    ),
    "role_person": ("your personal key", "Ihr persönlicher Schlüssel"),
    "seal_secret_weak": (
        "The passphrase for {role} is easily guessed: a pattern, a row of keys or a word that everybody tries. Take four or five words that do not belong together.",
        "Die Passphrase ({role}) ist leicht zu erraten: ein Muster, eine Tastenreihe oder ein Wort, das alle probieren. Nehmen Sie vier oder fünf Wörter, die nicht zusammengehören.",
    ),
    "seal_secret_twice": (
        "{first} and {second} have the same passphrase; it could not say who opens the statistic. Choose another for one of them.",
        "{first} und {second} haben dieselbe Passphrase; so ginge aus ihr nicht hervor, wer die Statistik öffnet. Wählen Sie für eine der Rollen eine andere.",
    ),
    "seal_broken": (
        "What is sealed in this statistic was changed or comes from another one. Take the last good copy.",
        "Versiegelte Angaben dieser Statistik wurden verändert oder stammen aus einer anderen. Nehmen Sie die letzte gute Kopie.",
    ),
    "seal_key_file_unreadable": (
        "The key file {name} cannot be read: {reason}. Check its name and your rights.",
        "Die Schlüsseldatei {name} ist nicht lesbar: {reason}. Prüfen Sie den Namen und Ihre Rechte.",
    ),
    "seal_key_file_large": (
        "{name} is larger than a key file: it may have 1 MB at most. Choose the key file of your role.",
        "{name} ist größer als eine Schlüsseldatei: Diese darf höchstens 1 MB haben. Wählen Sie die Schlüsseldatei Ihrer Rolle.",
    ),
}
