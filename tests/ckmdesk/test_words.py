"""Words of window and handbook: sentences that readers stumbled over, how long and how plain all others are."""

from __future__ import annotations

import re

import pytest

from ckmcore.messages import SENTENCES
from ckmdesk.base.paths import resources
from tests.kit import update_translations

# Source string of the window and its German.
WINDOW = [
    ("Trial – not for publication:", "Probe – nicht zur Veröffentlichung:"),
    ("Quality criteria", "Qualitätskriterien"),
    ("Settings by original count", "Vorgaben je Originalhäufigkeit"),
    ("Also measure with the ordered table", "Auch mit geordneter Überlagerungstabelle messen"),
    ("Randomly built tables", "Zufällig gebildete Auswertungstabellen"),
    ("Treat interval as narrow up to", "Intervall gilt als eng bis"),
    ("Flag differences of fewer than (units)", "Differenzen melden unter (Merkmalsträger)"),
    ("Attacker also has the released tables", "Angreifer kennt auch die freigegebenen Tabellen"),
    ("Enter the deciding body and date.", "Entscheidendes Gremium und Datum angeben."),
    (
        "A row of only zeros reveals that the category occurs in the data. Load a complete code list or give "
        "the range (0-120).",
        "Eine Zeile nur mit Nullen verrät, dass die Ausprägung in den Daten vorkommt. Laden Sie ein "
        "vollständiges Schlüsselverzeichnis oder geben Sie den Wertebereich an (0 bis 120).",
    ),
    (
        "Check before publishing. Totals may not add up –",
        "Vor der Veröffentlichung prüfen. Summen können abweichen –",
    ),
    (
        "Figures by the method in force. Publish only after release. Totals may not add up –",
        "Zahlen nach dem Verfahren in Kraft. Veröffentlichung erst nach Freigabe. Summen können abweichen –",
    ),
    ("No key yet: your name is recorded unverified.", "Noch kein Schlüssel: Ihr Name steht ungeprüft im Register."),
    ("Load office settings ...", "Amtseinstellungen laden ..."),
    ("Load office settings", "Amtseinstellungen laden"),
    ("Save as office settings (all desks) ...", "Als Amtseinstellungen speichern (alle Arbeitsplätze) ..."),
    ("Save as office settings (all desks)", "Als Amtseinstellungen speichern (alle Arbeitsplätze)"),
    ("Automatic", "Automatisch"),
    ("Reset text size", "Schriftgröße zurücksetzen"),
    ("Compute anyway", "Trotzdem berechnen"),
    ("No cells flagged by this measure.", "Nach diesem Maß keine auffälligen Felder."),
    (
        "Each square is a design with that D and V. Enter applies it.",
        "Jedes Kästchen ist ein Entwurf mit diesem D und V. Eingabe übernimmt ihn.",
    ),
    (
        "Knowing the perturbation table narrows it to %1 values (%2-%3).",
        "Wer die Überlagerungstabelle kennt, kann auf %1 Werte eingrenzen (%2 bis %3).",
    ),
    (
        "A percentage of unrounded figures can reveal what a 0 hides (2 % of 260 beside 0: only 4). Reason required.",
        "Ein Anteil aus ungerundeten Zahlen kann verraten, was hinter einer 0 steht (2 % von 260 neben 0: "
        "nur 4). Begründung nötig.",
    ),
    (
        "Rounded to multiples of this number; halves away from zero.",
        "Kaufmännisch auf Vielfache dieser Zahl gerundet.",
    ),
    ("Random rounding by cell key to", "Stochastische Rundung mit Cell-Key auf"),
    ("Move column left", "Spalte nach links"),
    ("Move column right", "Spalte nach rechts"),
    ("Type to jump to an entry", "Zum Eintrag springen: tippen"),
    ("Drag to resize, double-click to reset", "Ziehen ändert die Breite, Doppelklick setzt zurück"),
    ("Hidden only, not protected; totals unchanged.", "Nur ausgeblendet, nicht geschützt; Summen bleiben."),
    ("Include", "Einschließen"),
    ("No settings found.", "Keine Einstellung gefunden."),
    ("“Valid to” is before “Valid from”.", "„Gültig bis“ liegt vor „Gültig ab“."),
    ("Ask a methodologist to fix this.", "Das klärt die Methodik."),
    ("Title. Placeholders: %1", "Titel. Platzhalter: %1"),
    ("Left locked on %1", "Sperre zurückgelassen auf %1"),
    ("side by side", "nebeneinander"),
    ("Look-up", "Ablesen (Lookup)"),
    (
        "ckmdesk makes tables with disclosure control from microdata. The office decides what is published.",
        "ckmdesk erstellt aus Einzeldaten Tabellen mit Geheimhaltungsverfahren. Über die Veröffentlichung "
        "entscheidet das Amt.",
    ),
    ("Keyboard shortcuts", "Tastenkürzel"),
    ("Updating; grey figures are from the previous table", "Wird neu berechnet; graue Zahlen sind noch die alten"),
    (
        "Grey figures are from the previous table or view.",
        "Graue Zahlen sind die der vorigen Tabelle oder Ansicht.",
    ),
    ("Unchanged: %1 %.", "Unverändert: %1 %."),
    ("Unchanged: never.", "Unverändert: nie."),
    (
        "Best guess of the only contribution within %2 %: in %3 % of cases.",
        "Beste Schätzung des einzigen Beitrags auf %2 % genau: in %3 % der Fälle.",
    ),
    ("Two-person rule", "Vier-Augen-Prinzip"),
    (
        "You sign submissions, releases and decisions with it. Keep the file; share only the card. Nobody "
        "can restore it.",
        "Mit dem Schlüssel signieren Sie Einreichungen, Freigaben, Entscheidungen. Behalten Sie die Datei; "
        "geben Sie nur die Karte weiter. Niemand kann ihn wiederherstellen.",
    ),
    (
        "Nothing submitted yet. Submit a table; a second person releases it here.",
        "Noch nichts eingereicht. Reichen Sie eine Tabelle ein; eine zweite Person gibt sie hier frei.",
    ),
    ("Choose tables and variants, then “Evaluate”.", "Tabellen und Varianten wählen, dann „Bewerten“."),
    (
        "Drop a file with microdata here or open one: CSV, Excel, SPSS, Stata, SAS, Parquet. Your file is not changed.",
        "Legen Sie eine Datei mit Einzeldaten hier ab oder öffnen Sie eine: CSV, Excel, SPSS, Stata, SAS, "
        "Parquet. Nichts wird geändert.",
    ),
    (
        "Published counts below this value (including 0), and anything derived from them, show as “.”.",
        "Ausgewiesene Fallzahlen unter diesem Wert (auch 0) und alles daraus Berechnete erscheinen als „.“.",
    ),
    (
        "Published counts below this value, but not 0, show as “/”.",
        "Ausgewiesene Fallzahlen unter diesem Wert, aber nicht 0, erscheinen als „/“.",
    ),
    (
        "Published counts below this value, but not 0, show in brackets.",
        "Ausgewiesene Fallzahlen unter diesem Wert, aber nicht 0, stehen in Klammern.",
    ),
    ("Select; sort (second press); unhide", "Markieren; sortieren (zweites Mal); einblenden"),
]

# Sentences of the messages, English and German.
MESSAGES = [
    ("All rows match the parameters.", "Jede Zeile entspricht den Vorgaben."),
    (
        "For this program. “Automatic” uses the office's choice, otherwise the system's.",
        "Gilt für das Programm. „Automatisch“: Vorgabe des Amtes, sonst des Systems.",
    ),
    ("100% matches your system's text size.", "100 % entspricht der Schriftgröße des Systems."),
    ("The new record keys are not saved yet.", "Die neuen Record-Keys sind noch nicht gespeichert."),
    (
        "Cells whose original value can be worked out exactly from all tables together (assumed knowledge: as chosen).",
        "Felder, deren Originalwert sich aus allen Tabellen zusammen genau errechnen lässt (unterstelltes "
        "Wissen: wie gewählt).",
    ),
    (
        "Maximum processor cores; does not affect figures.",
        "Höchstens so viele Prozessorkerne; auf die Zahlen ohne Einfluss.",
    ),
    ("Print layout for files", "Dateien im Drucklayout"),
    (
        "Cannot read “{file}”: it is {kind}, not a table. Export it as CSV or Parquet.",
        "„{file}“ ist nicht lesbar: {kind}, keine Tabelle. Geben Sie die Daten als CSV oder Parquet aus.",
    ),
    (
        "{count} {count:category|categories} of “{variable}” {count:shows|show} only zeros, which reveals "
        "that {count:it occurs|they occur} in the data. Load a code list, or give a range.",
        "{count} {count:Ausprägung|Ausprägungen} von „{variable}“ {count:zeigt|zeigen} nur Nullen; das "
        "verrät, dass {count:sie in den Daten vorkommt|sie in den Daten vorkommen}. Laden Sie ein "
        "Schlüsselverzeichnis, oder geben Sie einen Bereich an.",
    ),
    (
        "No. {number} submitted. It is waiting for release.",
        "Nr. {number} eingereicht. Sie wartet auf die Freigabe.",
    ),
    (
        "“{table}” saved and submitted as no. {number}. It is waiting for release.",
        "„{table}“ gespeichert und als Nr. {number} eingereicht. Sie wartet auf die Freigabe.",
    ),
    (
        "Preset for “{magnitude}” entered as a draft (not in force). Undo removes it.",
        "Vorlage für „{magnitude}“ als Entwurf eingesetzt (nicht in Kraft). Rückgängig entfernt sie.",
    ),
]

# Private turns that no office writes.
HOUSE_WORDS = re.compile(
    r"\b(that which|goes on record|all the same|as of old|somebody is there|we included|jemanden gibt)\b", re.IGNORECASE
)

# Sentences of the window, its messages, of `ckm` and of the handbook with more words than a reader takes in at once.
MOST_WORDS = 20
LONG = {"en": 0, "de": 0}


def window_texts() -> dict[str, str]:
    """English source and German translation of all words of the window."""
    found = {}
    for (_, source), message in update_translations.entries(update_translations.TS).items():
        translation = message.find("translation")
        assert translation is not None
        found[source] = "".join(translation.itertext())
    return found


def long_ones(texts: list[str]) -> list[str]:
    parts = [one for text in texts for one in re.split(r"(?<=[.!?:;])\s+", text)]
    return [one for one in parts if len(one.split()) > MOST_WORDS]


def handbook_sentences(text: str) -> list[str]:
    """Sentences of a page; blocks of code, headings, rows of tables and pictures hold none, a link is its words."""
    found = []
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d\.)\s|\s*[|#])", text):
        if not block.strip().startswith(("|", "#", "![")):
            words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", " ".join(block.split()))
            found += re.split(r"(?<=[.!?:;])\s+(?=[\w„“*`(])", re.sub(r"^(?:[-*]|\d\.)\s", "", words))
    return found


def test_the_sentences_of_the_list_are_said_in_both_languages() -> None:
    said = window_texts()
    assert {source: said.get(source) for source, _ in WINDOW} == dict(WINDOW)
    known = set(SENTENCES.values())
    assert [pair for pair in MESSAGES if pair not in known] == []


def test_no_sentence_of_the_window_and_of_ckm_has_a_private_turn() -> None:
    texts = [text for pair in window_texts().items() for text in pair]
    texts += [text for code, pair in SENTENCES.items() if code.startswith(("desk_", "cli_")) for text in pair]
    assert [text for text in texts if HOUSE_WORDS.search(text)] == []


def test_no_sentence_of_the_window_and_of_ckm_is_long() -> None:
    said = window_texts()
    found = {"en": long_ones(list(said)), "de": long_ones(list(said.values()))}
    for place, language in enumerate(("en", "de")):
        found[language] += long_ones(
            [pair[place] for code, pair in SENTENCES.items() if code.startswith(("desk_", "cli_"))]
        )
    assert {language: len(texts) for language, texts in found.items()} == LONG, found


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_sentence_of_the_handbook_is_long_or_has_a_private_turn(language: str) -> None:
    texts = [
        (path.name, one)
        for path in sorted((resources() / "handbook" / language).glob("*.md"))
        for one in handbook_sentences(path.read_text(encoding="utf-8"))
    ]
    assert len(texts) > 1_000
    assert [(page, one) for page, one in texts if len(re.findall(r"\S*\w\S*", one)) > MOST_WORDS] == []
    assert [(page, one) for page, one in texts if HOUSE_WORDS.search(one)] == []


def test_items_of_a_list_are_sentences_of_their_own_and_code_rows_and_headings_are_none() -> None:
    page = (
        "# Head\n\nOne [link](a.md): two\nlines; “three”.\n\n1. First\n   item\n- second. Last\n\n```\nx\n```\n| row |"
    )
    assert handbook_sentences(page) == ["One link:", "two lines;", "“three”.", "First item", "second.", "Last"]
