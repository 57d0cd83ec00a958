"""German as an office writes it: words that are not said, in every sentence, label and page of the handbook."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parents[1]

# What is not said, and what is said in its place.
NOT_SAID = {
    "schützt sie nicht": r"h(?:ä|a)lt (?:sie|es|diese \w+) nicht geheim",
    "geschützte Tabellenfelder": r"geheim ?gehalten\w* (?:Tabellenf|F)eld|[Gg]eheime\w* (?:Tabellenf|F)eld",
    "schreibgeschützt": r"nur (?:zum Lesen|lesend|lesbar) (?:geöffnet|offen)|\bnur lesen\b",
    "sortieren": r"nach (?:diesem|dem) (?:Wert|Spaltenwert) ordnen|\b(?:auf|ab)steigend (?:ordnen|geordnet)"
    r"|[Gg]eordnet nach|zu ordnen|Ordnen Sie sie|Ordnen:",
    "Datenquader": r"Daten(?:würfel|kub\w+)|Hyperwürfel",
    "Vorlage": r"\bTemplates?\b|Schablone",
    "Konsistenz und Additivität": r"Stimmigkeit",
    "rückrechenbar": r"\b[Ee]rschließ\w*",
    "keine Schreibberechtigung": r"[Ss]chreibrechte?\b",
    "Eingabe (Taste)": r"\bEnter\b|\bEntertaste\b",
    "Strg, Umschalt, Entf (Tasten)": r"\b(?:Ctrl|Shift|Del)\+|\bShift-",
    "Einlesen": r"\b(?:[Ii]mportier\w+|Import\b)",
    "Ausgabe": r"\b(?:[Ee]xportier\w+|Exports?\b)",
    "Merkmal": r"\bVariablen?\b",
    "Ausprägung": r"\bKategorien?\b",
    "Überlagerung": r"\bRauschen\b|verrauscht",
    "gewichtete Häufigkeiten": r"[Hh]ochgerechnet\w* (?:Anzahl|Häufigkeit|Fallzahl)"
    r"|[Gg]ewichtet\w* (?:Anzahl|Fallzahl)",
    "Überlagerungstabelle": r"\bPerturbation\w*",
}


def sentences() -> Iterator[tuple[str, str]]:
    """Where a German text stands, and the text."""
    translations = ElementTree.parse(ROOT / "resources/translations/ckmdesk_de.ts")  # noqa: S314 - our own file
    for message in translations.getroot().iter("message"):
        translation = message.find("translation")
        assert translation is not None
        for text in [translation.text, *(form.text for form in translation.iter("numerusform"))]:
            yield f"ckmdesk_de.ts: {message.findtext('source')}", text or ""
    for path in sorted((ROOT / "ckmcore/messages").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Tuple) and len(node.elts) == 2 and isinstance(node.elts[1], ast.Constant):
                yield path.name, str(node.elts[1].value)
    for path in sorted((ROOT / "resources/handbook/de").glob("*.md")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield path.name, re.sub(r"`[^`]*`", "", line)


@pytest.mark.parametrize("said", NOT_SAID)
def test_german_says_it_as_an_office_does(said: str) -> None:
    texts = list(sentences())
    assert len(texts) > 3_000
    assert [(place, text) for place, text in texts if re.search(NOT_SAID[said], text)] == []
