"""No figure changes without the release notes saying so: reference figures are kept, computed anew and compared."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from ckmcore.base.version import VERSION
from tests.kit import reference_figures as reference

NOTES = Path(__file__).resolve().parents[2] / "docs" / "release-notes.md"
SAID = re.compile(r"^Figures: (?P<words>.+) Reference figures `(?P<mark>[0-9a-f]{16})`\.$", re.MULTILINE)
SAME, CHANGED = "no figure changes.", "figures change: "


def sections(notes: str) -> list[tuple[str, str, str]]:
    """(version, what is said of figures, mark of the reference figures), the newest first."""
    found = []
    for part in re.split(r"^## ", notes, flags=re.MULTILINE)[1:]:
        said = SAID.findall(part)
        assert len(said) == 1, f"{part.splitlines()[0]}: one line “Figures: … Reference figures `…`.”"
        found.append((part.split()[0], *said[0]))
    return found


def untrue(notes: str) -> list[str]:
    """The versions of which the notes say something else than the marks of their figures."""
    told = sections(notes)
    wrong = []
    for (version, words, mark), (_, _, before) in pairwise(told):
        fits = words == SAME if mark == before else words.startswith(CHANGED) and len(words) > len(CHANGED)
        wrong += [] if fits else [version]
    return wrong


def test_the_figures_are_those_that_are_kept() -> None:
    found, kept = reference.reference_figures(), json.loads(reference.KEPT.read_text(encoding="utf-8"))
    for part, figures in kept.items():
        assert found[part] == figures, f"{part}: if this is on purpose, see tests/kit/reference_figures.py"
    assert reference.text_of(found) == reference.KEPT.read_text(encoding="utf-8")


def test_the_notes_speak_of_this_version_first_and_of_the_figures_that_are_kept() -> None:
    version, _, mark = sections(NOTES.read_text(encoding="utf-8"))[0]
    assert version == VERSION
    assert mark == reference.mark(reference.KEPT.read_text(encoding="utf-8"))


def test_the_notes_say_of_every_version_truly_whether_figures_change() -> None:
    assert untrue(NOTES.read_text(encoding="utf-8")) == []


def test_notes_that_hide_a_change_are_found_out() -> None:
    def notes(words: str, mark: str) -> str:
        first = f"## 1.0\nFigures: first version. Reference figures `{'a' * 16}`.\n"
        return f"# Notes\n\n## 1.1\nText.\nFigures: {words} Reference figures `{mark * 16}`.\n\n{first}"

    assert untrue(notes(SAME, "a")) == []
    assert untrue(notes("figures change: sums of negative values.", "b")) == []
    assert untrue(notes(SAME, "b")) == ["1.1"]
    assert untrue(notes("figures change: sums.", "a")) == ["1.1"]
    assert untrue(notes(CHANGED, "b")) == ["1.1"]
    with pytest.raises(AssertionError, match=r"1\.1"):
        sections("## 1.1\nNothing.\n")


def test_the_printed_examples_are_among_the_figures() -> None:
    # The numbers of the papers themselves, so that what is kept is not only what was computed once.
    kept = json.loads(reference.KEPT.read_text(encoding="utf-8"))
    rows = kept["designs"]["D=2, V=1.08, js=1, monotone but row 3"]
    assert rows["1"] == "-1: 0.51333333 +1: 0.46000000 +2: 0.02666667"
    assert rows["2"] == "-2: 0.16560835 +0: 0.54634992 +1: 0.24486677 +2: 0.04317496"
    assert rows["3"] == "-1: 0.42078468 +0: 0.27764596 +1: 0.18235404 +2: 0.11921532"
    assert kept["example of 2024"]["young | medium"] == 4
    assert kept["example of 2024"]["Total | low"] == 4
