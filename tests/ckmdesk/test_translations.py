"""Every word of the window in both languages."""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path

import pytest

from ckmdesk.shell.command_names import NAMES
from tests.kit import update_translations
from tests.kit.trees import trees
from tests.kit.update_translations import entries


def test_the_committed_translations_are_those_of_the_sources(tmp_path: Path) -> None:
    fresh = tmp_path / "ckmdesk_de.ts"
    shutil.copy(update_translations.TS, fresh)
    update_translations.lupdate(fresh)
    sources, committed = set(entries(fresh)), set(entries(update_translations.TS))
    assert sorted(sources - committed) == [], "run tests/kit/update_translations.py"
    assert sorted(committed - sources) == [], "run tests/kit/update_translations.py"


def test_no_context_is_empty() -> None:
    assert [source for context, source in entries(update_translations.TS) if not context.strip()] == []


def test_no_source_holds_a_brace() -> None:
    assert [key for key in entries(update_translations.TS) if "{" in key[1]] == []


def test_nothing_is_unfinished() -> None:
    assert update_translations.unfinished() == []
    empty = [
        key
        for key, message in entries(update_translations.TS).items()
        if not "".join(message.find("translation").itertext()).strip()  # type: ignore[union-attr]
    ]
    assert empty == []


def test_german_keeps_every_place_of_a_value() -> None:
    def places(text: str) -> list[str]:
        return sorted(set(re.findall(r"%(?:\d|n)", text)))

    wrong = []
    for key, message in entries(update_translations.TS).items():
        translation = message.find("translation")
        assert translation is not None
        forms = [form.text or "" for form in translation.iter("numerusform")] or [translation.text or ""]
        wrong += [key for form in forms if form and not set(places(key[1])) - {"%n"} <= set(places(form))]
    assert wrong == []


def test_words_are_given_to_tr_as_they_stand() -> None:
    folder = update_translations.ROOT / "ckmdesk"
    loose = re.compile(r"\.tr\(\s*(?:f[\"']|[^\"')\s])")
    found = [
        f"{path.relative_to(folder)}:{number}"
        for path in update_translations.sources()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if loose.search(line)
    ]
    assert found == []


@pytest.mark.thorough
def test_no_words_are_given_to_tr_within_an_f_string() -> None:
    # lupdate does not look there: they would stay English.
    lost = [
        f"{path.relative_to(update_translations.ROOT)}:{call.lineno}"
        for path, tree in trees("ckmdesk", r"(?s)[fF][rR]?['\"].*\btr\(")
        for text in ast.walk(tree)
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "tr"
    ]
    assert lost == []


def test_every_undoable_command_has_a_name_for_the_menu() -> None:
    folder = update_translations.ROOT / "ckmdesk" / "commands"
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py")))
    keys = set(re.findall(r"CommandName\(\s*\"(\w+)\"", text)) | {f"move_to_{zone}" for zone in ("rows", "columns")}
    assert sorted(keys - set(NAMES)) == []
