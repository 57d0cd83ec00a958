"""Where long German words of a head may be broken: between the parts of a compound, never within one (ADR 0065)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from ckmcore.base.numbers import Language

SOFT_HYPHEN = "\u00ad"
SHORTEST = 10  # letters of a word that is broken
LEAST = 3  # letters of a part
LEAST_KNOWN = 6  # letters of a word of the table that is taken for the end of another
_VOWELS = frozenset("aeiouyäöü")
_WORD = re.compile(r"[^\W\d_]+")

# What compounds in tables of statistics end with. Each has been looked at: no other German word that is likely in a
# table ends with these letters by chance, with three letters or more before them.
_COMMON = """
abfälle abgaben abschluss abschlüsse abschnitt abschnitte angehörigkeit anlagen anteil anteile arbeitslose
aufwendungen ausbildung ausgaben behinderung behörden bereich bereiche beruf berufe beschäftigte beschäftigten
beschäftigung betrieb betriebe betrieben bevölkerung bezirk bezirke bildung dienste dienstleistung dienstleistungen
einkommen einnahmen einrichtung einrichtungen empfänger energie entwicklung erwerb erwerbstätige erwerbstätigen
erzeugnisse erzeugung erziehung fahrzeuge fakultät fläche flächen forschung frauen fächer förderung gebiet gebiete
gebäude gemeinde gemeinden gemeinschaft gesellschaft gesellschaften gewerbe gruppe gruppen größe größen größenklasse
größenklassen güter handel handwerk haushalt haushalte haushalten herstellung hochschule hochschulen industrie
informatik ingenieurwesen ingenieurwissenschaften jahrgang jahrgänge kinder klasse klassen kosten kreis kreise
krankheiten leistung leistungen länder medizin menge mengen männer pflege personal personen planung politik preise
produkte produktion prüfung prüfungen qualifikation quote quoten region regionen rechnung schule schulen schüler
schülerinnen semester staaten stadt statistik steuer steuern struktur studierende studierenden studium städte stätte
stätten systeme tätigkeit tätigkeiten technik therapie umsatz umsätze unternehmen unterricht verbrauch verfahren
verkehr verletzungen vermögen versicherung versicherungen versorgung verwaltung verwaltungen vorhaben wasser wesen
wirtschaft wissenschaft wissenschaften wohnung wohnungen zeitraum zugehörigkeit
"""
_ENDS = frozenset(_COMMON.split())
_LINKS = ("", "s", "es", "n", "en", "er")  # what stands between two parts


class Hyphens:
    """Hyphenates German compound words at the boundaries of their parts. known: texts whose words are accepted as last
    parts of compounds."""

    def __init__(self, language: Language, known: Iterable[str] = ()) -> None:
        self.breaks = language == "de"
        self._known: frozenset[str] = frozenset()
        if self.breaks:
            words = {word for text in known if len(text) >= LEAST_KNOWN for word in _words_of(text)}
            self._known = frozenset(words - _ENDS)

    def text(self, text: str) -> str:
        """Insert soft hyphens into the long words of a text; existing soft hyphens stay."""
        if not self.breaks or len(text) < SHORTEST:
            return text
        return _broken(text, self._known)

    def parts(self, word: str) -> list[str]:
        """Split a word at the boundaries where it may be hyphenated."""
        return self.text(word).split(SOFT_HYPHEN)


@lru_cache(maxsize=4096)
def _words_of(text: str) -> tuple[str, ...]:
    """Words of a text that are long enough to be the last part of a compound."""
    words = (word.casefold() for word in _WORD.findall(text))
    return tuple(word for word in words if len(word) >= LEAST_KNOWN and set(word) & _VOWELS)


@lru_cache(maxsize=4096)
def _broken(text: str, known_words: frozenset[str]) -> str:
    return _WORD.sub(lambda word: _broken_word(word[0], known_words), text)


@lru_cache(maxsize=16)
def _ends(known_words: frozenset[str]) -> tuple[str, ...]:
    """Known last parts of compounds, the longest first."""
    return tuple(sorted(_ENDS | known_words, key=lambda end: (-len(end), end)))


def _broken_word(word: str, known_words: frozenset[str]) -> str:
    if len(word) < SHORTEST or word.isupper():
        return word
    indices: list[int] = []
    begin, folded = len(word), word.lower()
    while (part_begin := _last_part(folded[:begin], _ends(known_words), inner=bool(indices))) > 0:
        indices.insert(0, part_begin)
        begin = part_begin
    edges = [0, *indices, len(word)]
    return SOFT_HYPHEN.join(word[first:last_edge] for first, last_edge in pairwise(edges))


def _last_part(word: str, ends: Iterable[str], *, inner: bool) -> int:
    """Index at which the last part of a compound begins; 0 where the word is no compound. ends: known last parts;
    inner: linking letters may precede the part."""
    for end in ends:
        for link in _LINKS if inner else ("",):
            part_begin = len(word) - len(end) - len(link)
            if (
                part_begin >= LEAST
                and word.startswith(end, part_begin)
                and word.endswith(link)
                and set(word[:part_begin]) & _VOWELS
            ):
                return part_begin
    return 0
