"""Words in the heads of tables of codes, as offices and downloads of Destatis and Eurostat write them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ckmcore.dictionary.small_tables import normal, words

CODE_WORDS = words(
    "code codes schluessel schluesselnummer key value wert auspraegung kategorie category signatur nummer nr id "
    "kennziffer"
)
LABEL_WORDS = words("label labels bezeichnung name text titel title beschreibung description klartext")
_ENGLISH = ("en", "eng", "english", "englisch")
_GERMAN = ("de", "deu", "ger", "german", "deutsch")


def in_language(headings: Iterable[str], marks: tuple[str, ...]) -> frozenset[str]:
    """Headings of one language: `label_en`, `en_label`. headings: plain words; marks: abbreviations of the language."""
    compound_names = {f"{word}_{mark}" for word in headings for mark in marks}
    return frozenset(compound_names | {f"{mark}_{word}" for word in headings for mark in marks})


_NOTE_WORDS = words("note notes erlaeuterung erlaeuterungen anmerkung hinweis bemerkung fussnote remark")
HEADINGS = {
    "code": CODE_WORDS,
    "label": LABEL_WORDS,
    "label_en": in_language(LABEL_WORDS, _ENGLISH) | {"english", "englisch"},
    "label_de": in_language(LABEL_WORDS, _GERMAN) | {"german", "deutsch"},
    "note": _NOTE_WORDS,
    "note_en": in_language(_NOTE_WORDS, _ENGLISH),
    "note_de": in_language(_NOTE_WORDS, _GERMAN),
    "valid_from": frozenset({"valid_from", "gueltig_ab", "gueltig_von", "from", "von", "start"}),
    "valid_to": frozenset({"valid_to", "valid_until", "gueltig_bis", "until", "to", "bis", "end", "ende"}),
}
_PARENT_WORDS = words(
    "parent parents parent_id parentid parent_code parent_key parentcode uebergeordnet uebergeordneter_code "
    "uebergeordneter_schluessel uebergeordnete_auspraegung uebergeordneter_knoten oberschluessel obercode oberbegriff "
    "vater eltern elternknoten elternelement gehoert_zu broader mutter"
)
_LEVEL_WORDS = words("level ebene stufe depth tiefe hierarchieebene gliederungsebene lvl levl levl_code level_code")
_NAME_WORDS = words("hier hierarchy hierarchie variable merkmal dimension")
TREE_WORDS = {**HEADINGS, "parent": _PARENT_WORDS, "depth": _LEVEL_WORDS, "hierarchy": _NAME_WORDS}
LABEL_HEADS = {
    "label": LABEL_WORDS | {"lab", "bez", "txt"},
    "label_en": in_language(LABEL_WORDS, ("en", "english", "englisch")),
    "label_de": in_language(LABEL_WORDS, ("de", "german", "deutsch")),
}
ASIDE = ("note", "note_en", "note_de", "valid_from", "valid_to")
# Heads of the downloads of Destatis and Eurostat, each with what stands below; the first that fits counts.
_DOWNLOADS: tuple[tuple[str, str], ...] = (
    (r"nuts_level_\d|country", "label"),
    (r"nuts_level|(.*_)?(ebene|stufe|level|hierarchieebene)(_nr)?", "depth"),
    (r"nuts_3_code|nuts_code_nuts_3", "parent"),
    (r"lau_name_latin|.*(order|reihenfolge|sortierung)|change.*|satz_?art|text_?kenn_?zeichen", "ignored"),
    (
        r"(.*_)?(flaeche|bevoelkerung\w*|einwohner|population|total_area|area|insgesamt|maennlich|weiblich|total|male"
        r"|female|je_km2?|plz|postleitzahl|laengengrad|breitengrad|degurba|coastal|greater_city|fua_id|city_id"
        r"|verstaedterung|reisegebiete?)(_.*)?",
        "ignored",
    ),
    (r"this_item_(includes|excludes|also_includes)|rulings|reference_to_.*|isic_.*", "note"),
    (
        r"(.*_)?(kode?|codes?|schluessel\w*|\w*schluessel|schluesselnummer|notation|ags|ars|notationen|nuts_id)(_.*)?",
        "code",
    ),
    (
        r"(.*_)?(bezeichnung\w*|\w*bezeichnung|\w*name|name_.*|titel\w*|title|label\w*|description|beschreibung)(_.*)?",
        "label",
    ),
)
_DOWNLOAD_HEADS = tuple((re.compile(pattern), meaning) for pattern, meaning in _DOWNLOADS)
PARTS_OF_KEYS = words("land rb regbez regierungsbezirk kreis vb verband gemeindeverband gem gemeinde")


def meaning_of_head(heading: str) -> str:
    """What a column means by its head, as headings and downloads of Destatis and Eurostat have them; "" where no word
    is known."""
    name = normal(heading)
    for meaning, known in TREE_WORDS.items():
        if name in known:
            return meaning
    return next((meaning for head, meaning in _DOWNLOAD_HEADS if name and head.fullmatch(name)), "")


def label_of_head(name: str, code: str) -> str | None:
    """Meaning of a label column by its heading: `kreis_label`, `kreis_name_de`, `name_kreis`, `kreisname` hold labels
    of `kreis` and `kreis_code`; None for other headings."""
    stems = {code, *(code.removesuffix(f"_{word}") for word in CODE_WORDS)}
    for meaning, known_label in LABEL_HEADS.items():
        for stem in stems:
            if name.startswith(stem) and name.removeprefix(stem).removeprefix("_") in known_label:
                return meaning
            if name.endswith(f"_{stem}") and name.removesuffix(f"_{stem}") in known_label:
                return meaning
    for meaning, marks in (("label_en", _ENGLISH), ("label_de", _GERMAN)):
        if any(name in (f"{stem}_{mark}", f"{mark}_{stem}") for stem in stems for mark in marks):
            return meaning
    return None
