"""Every sentence of engine and command line: code -> (English, German), with named fields; one module per topic.

A sentence says what, where and what to do. Fields are typed values (`{rows}`), formatted by `numbers.field_text` in
the language of the sentence; they never hold text that would need a translation of its own. A field may be given a
sentence (`Sentence`) or a text in both languages (`Texts`), which is rendered in the same language.

A word that follows a number is given in both its forms, `{rows} {rows:record|records}`: the first one where the number
is 1. `#` in a form is the number itself. Where the whole sentence differs, there is another one, its code with "_one".
"""

from __future__ import annotations

import locale
import os
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from string import Formatter
from typing import Any

from ckmcore.base.numbers import Language, field_text
from ckmcore.messages import (
    areas,
    arguments,
    code_files,
    commands,
    conformance,
    data,
    databases,
    designs,
    desk,
    dictionary,
    evaluation,
    floor,
    formats,
    guards,
    kept_tables,
    key_files,
    leaks,
    looks,
    magnitudes,
    methods,
    offices,
    persons,
    pictures,
    policies,
    prepared,
    ptable_files,
    ptables,
    published,
    quality,
    reading,
    releases,
    risk,
    rivals,
    safe_principle,
    seals,
    sums,
    tables,
    utility,
    values,
    working,
)

SENTENCES: dict[str, tuple[str, str]] = {
    code: pair
    for topic in (
        areas,
        arguments,
        conformance,
        data,
        databases,
        dictionary,
        code_files,
        key_files,
        prepared,
        tables,
        formats,
        values,
        kept_tables,
        leaks,
        looks,
        ptables,
        designs,
        evaluation,
        floor,
        guards,
        magnitudes,
        methods,
        offices,
        persons,
        pictures,
        policies,
        ptable_files,
        published,
        quality,
        reading,
        releases,
        risk,
        rivals,
        safe_principle,
        seals,
        sums,
        commands,
        desk,
        utility,
        working,
    )
    for code, pair in topic.SENTENCES.items()
}


class Bilingual(ABC):
    """Protocol of values with a text in either language, which may be fields of a sentence."""

    @abstractmethod
    def text(self, language: Language) -> str:
        """The words in a language."""


@dataclass(frozen=True)
class Sentence(Bilingual):
    """A sentence with its fields, not yet in a language."""

    code: str
    fields: Mapping[str, Any]

    def text(self, language: Language) -> str:
        return say(self.code, language, **self.fields)

    def __str__(self) -> str:
        return self.text("en")


def sentence(code: str, **fields: object) -> Sentence:
    """A sentence to be rendered later, in the reader's language."""
    return Sentence(code, fields)


def joined(sentences: Sequence[Sentence], how: str) -> Sentence:
    """Chain sentences into one. how: code of the sentence that joins two, with the fields `first` and `rest`."""
    found_sentence = sentences[-1]
    for each_sentence in reversed(sentences[:-1]):
        found_sentence = sentence(how, first=each_sentence, rest=found_sentence)
    return found_sentence


@cache
def _counted(code: str) -> frozenset[str]:
    """Fields that the singular form of a sentence leaves out; empty without such a form."""
    each_sentence = SENTENCES.get(code + "_one")
    return frozenset() if each_sentence is None else _fields(SENTENCES[code][0]) - _fields(each_sentence[0])


def _fields(template: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name)


def fields_of(code: str) -> frozenset[str]:
    """The names of the fields that a sentence shows."""
    return frozenset[str]().union(*map(_fields, SENTENCES[code]))


class _Said(str):
    """A field with its formatted text; a template may choose between two forms of a word by the field's number."""

    one: bool

    def __format__(self, forms: str) -> str:
        if not forms:
            return str(self)
        singular, plural = forms.split("|")
        return (singular if self.one else plural).replace("#", self)


def _value_texts(value: object, language: Language) -> _Said:
    if isinstance(value, list | tuple):
        field: object = [_in(member, language) for member in value]
    else:
        field = _in(value, language)
    result = _Said(field_text(field, language))
    result.one = value == 1
    return result


def _in(value: object, language: Language) -> object:
    """Text of a sentence or bilingual value in one language; other values unchanged."""
    return value.text(language) if isinstance(value, Bilingual) else value


def say(code: str, language: Language, **fields: object) -> str:
    """Text of the sentence `code` in `language`. Raises KeyError for an unknown code or a missing field, which is a
    bug.

    The sentence `code` + "_one" is used instead, where it exists and every field that it leaves out is 1.
    """
    left_out = _counted(code)
    if left_out and all(fields.get(name) == 1 for name in left_out):
        code += "_one"
    template = SENTENCES[code][0 if language == "en" else 1]
    return template.format(**{name: _value_texts(value, language) for name, value in fields.items()})


def system_language() -> Language:
    """German where the system is German, English elsewhere. `CKM_LANGUAGE` (`de`, `en`) overrules."""
    environment = os.environ.get("CKM_LANGUAGE", "")
    if environment in ("de", "en"):
        return "de" if environment == "de" else "en"
    name = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    if not name:
        name = locale.getlocale()[0] or ""
    return "de" if name.lower().startswith(("de", "german")) else "en"
