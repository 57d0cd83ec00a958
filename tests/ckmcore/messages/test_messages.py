"""Every sentence stands in both languages with the same fields; every error has one."""

from __future__ import annotations

import importlib
import pkgutil
import re
import string

import pytest

import ckmcore
from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.errors import CkmError, DataError, FileError, InputError, PermissionRefused, ProtectionError
from ckmcore.messages import SENTENCES, say, sentence, system_language


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def test_a_sentence_stands_in_both_languages_with_the_same_fields() -> None:
    wrong = [
        code
        for code, (english, german) in SENTENCES.items()
        if not (english.strip() and german.strip())
        or fields(english) != fields(german)
        or {"code", "language"} & fields(english)
    ]
    assert wrong == []
    assert len(SENTENCES) > 1000


# What errors have in common; none is ever raised itself.
FAMILIES = {InputError, FileError, DataError, ProtectionError, PermissionRefused}


def all_errors() -> list[type[CkmError]]:
    for module in pkgutil.walk_packages(ckmcore.__path__, "ckmcore."):
        importlib.import_module(module.name)
    found: list[type[CkmError]] = []
    waiting = [CkmError]
    while waiting:
        kinds = waiting.pop().__subclasses__()
        found += kinds
        waiting += kinds
    return [kind for kind in found if kind.__module__.startswith("ckmcore")]


def test_every_error_has_a_sentence() -> None:
    errors = all_errors()
    assert len(errors) > 30
    assert [kind.__name__ for kind in errors if kind not in FAMILIES and kind.code not in SENTENCES] == []


def test_fields_are_formatted_in_the_language_of_the_sentence() -> None:
    said = sentence("table_too_large", cells=1234567, limit=50_000_000, variable="age", fewer=12)
    assert "1\u00a0234\u00a0567" in said.text("de")
    assert "1,234,567" in said.text("en")


def test_a_sentence_within_a_sentence_is_in_the_same_language() -> None:
    inner = sentence("word_total")
    assert "Insgesamt" in say("cli_usage", "de", detail=inner)
    assert "Total" in say("cli_usage", "en", detail=inner)


def test_the_system_language_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CKM_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert system_language() == "de"
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert system_language() == "en"
    monkeypatch.setenv("CKM_LANGUAGE", "de")
    assert system_language() == "de"


def test_one_thing_is_said_in_the_singular_and_several_in_the_plural() -> None:
    assert (
        say("hierarchy_report_unknown", "en", count=1, codes="7") == "One code of the data is not in the hierarchy: 7."
    )
    assert say("hierarchy_report_unknown", "de", count=1, codes="7").startswith("Ein Code der Daten steht nicht")
    assert say("hierarchy_report_unknown", "en", count=2, codes="7, 8").startswith("2 codes of the data are not")


def test_the_form_for_one_needs_no_field_that_the_other_has_not() -> None:
    for code in SENTENCES:
        if code + "_one" in SENTENCES:
            assert fields(SENTENCES[code + "_one"][0]) <= fields(SENTENCES[code][0]), code


PLURALS = {
    "en": "bytes|categories|cells|codes|columns|combinations|contributions|contributors|decimals|digits|entries|fields"
    "|figures|files|households|keys|labels|levels|lines|nodes|parents|parts|records|repetitions|rows|sums|tables|units"
    "|values|variables|variants",
    "de": "Ausprägungen|Beitragende|Beiträge|Bezeichnungen|Codes|Dateien|Datensätzen?|Ebenen|Einträgen?|Feldern?"
    "|Haushalten?|Keys|Kombinationen|Merkmalen?|Nachkommastellen|Spalten|Stellen|Summen|Tabellen|Tabellenfeldern?|Teile"
    "|Varianten|Werten?|Wiederholungen|Zahlen|Zeilen|Zellen|weitere",
}
# Read by a person: the number is a limit or above one, more than one by what the sentence says, or no number of these.
NEVER_ONE = {
    "attack_too_large",
    "averaging_too_large",
    "cli_cube_estimate_room",
    "cli_keys_shared",
    "columns_too_many",
    "contradiction_nearby",
    "copy_too_large",
    "cube_empty",
    "cube_needs_periods",
    "davon_too_large",
    "desk_exported_several",
    "desk_one_file",
    "export_flat_left_out",
    "export_page_too_large",
    "export_revised_many",
    "export_too_many_cells",
    "html_cube_too_large",
    "key_secret_too_long",
    "left_open_differences",
    "limit_cells",
    "limit_entries",
    "limit_values",
    "linked_offer_sample",
    "magnitude_keys_modulus",
    "magnitude_part_needed",
    "profile_many",
    "ptable_conversion_loss",
    "ptable_row_whole_keys",
    "ptable_too_many_lines",
    "published_too_large",
    "published_unclear_number",
    "reason_primary_rounding",
    "rivals_too_large",
    "suppress_no_intervals",
    "suppress_sample",
    "table_large",
    "table_larger",
    "table_too_large",
    "too_few_tables",
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_sentence_says_the_plural_of_one_thing(language: Language) -> None:
    wrong = re.compile(rf"\b1 (?:[a-zäöü]+e |such |different )?(?:{PLURALS[language]})\b")
    said = {code: say(code, language, **dict.fromkeys(fields(pair[0]), 1)) for code, pair in SENTENCES.items()}
    found = {code for code, text in said.items() if wrong.search(text)}
    assert found - NEVER_ONE == set()


def test_a_word_that_follows_a_number_has_two_forms_in_one_place() -> None:
    for code, pair in SENTENCES.items():
        for template in pair:
            for _, name, forms, _ in string.Formatter().parse(template):
                if name and forms:
                    one, several = forms.split("|")
                    assert one != several, code
                    assert "#" not in one, code


def test_two_numbers_of_a_sentence_have_each_its_word() -> None:
    fields = {"title": "", "variants": 1, "tables": 2, "cells": 1000, "date": ""}
    assert "1 Variante an 2 Tabellen mit 1\u00a0000 Feldern" in say("evaluation_lead", "de", **fields)
    assert "2 variants on 1 table with 1 cell" in say(
        "evaluation_lead", "en", **fields | {"variants": 2, "tables": 1, "cells": 1}
    )
    assert say("reason_additivity_kept", "de", sums=1).startswith("Die einzige Summe geht")
    assert say("reason_additivity_kept", "de", sums=2).startswith("Alle 2 Summen gehen")


def test_texts_in_a_list_are_said_in_the_language_of_the_sentence() -> None:
    said = sentence("check_codes_observed", variables=[Texts("Area", "Gebiet"), Texts("Sex", "Geschlecht")], count=0)
    assert "Area" in said.text("en")
    assert "Gebiet, Geschlecht" in said.text("de")
    assert "Texts(" not in said.text("de")


def test_no_sentence_of_the_library_speaks_of_pages_or_buttons_of_the_window() -> None:
    places = r"\b(on|in) (the )?page [A-Z]|settings page|\bin the window\b|\bbutton\b"
    orte = r"auf der Seite [A-Z]|\bim Fenster\b|Schaltfläche|\bReiter\b"
    of_library = {code: pair for code, pair in SENTENCES.items() if not code.startswith(("desk_", "office_"))}
    wrong = [code for code, (en, de) in of_library.items() if re.search(places, en) or re.search(orte, de)]
    assert wrong == []
    assert len(of_library) > 1000
