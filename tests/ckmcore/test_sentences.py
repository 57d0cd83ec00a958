"""Every sentence stands in both languages with the same fields; every error has one."""

from __future__ import annotations

import importlib
import pkgutil
import string

import pytest

import ckmcore
from ckmcore.errors import CkmError
from ckmcore.sentences import SENTENCES, say, sentence, system_language


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_a_sentence_stands_in_both_languages_with_the_same_fields(code: str) -> None:
    english, german = SENTENCES[code]
    assert english.strip()
    assert german.strip()
    assert fields(english) == fields(german)
    assert not {"code", "language"} & fields(english)


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
    assert [kind.__name__ for kind in errors if kind.code not in SENTENCES] == []


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
