"""Files of former writers: written again by the version of their submission, or compared figure by figure.

`kept/0.1.0/printed.pdf` was printed by the window, as every PDF until writers of version 2; it is never made anew.
"""

from __future__ import annotations

import itertools
import re
import zlib
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.base.version import WRITERS
from ckmcore.formats.forms import FORMS
from ckmcore.formats.scan import changed_figures
from ckmcore.presentation.present import present_draft
from ckmcore.release import actions
from ckmcore.release.actions import release, submit, written
from ckmcore.release.files import former_files, repeat, write_files
from ckmcore.release.files_found import files_by_name
from ckmcore.release.provenance import prepare
from ckmcore.statistic.entry import Request, WrittenFile
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.releases import find_release
from ckmcore.statistic.source import file_hash
from ckmcore.tabulate.spec import PRINTED
from tests.kit.released_people import LATER, NOON, load, people, released, statistic
from tests.kit.statistics import SPEC, small_data, small_statistic

KEPT = Path(__file__).parents[1] / "kept/0.1.0/printed.pdf"
NAME = "First_Jahr_2025_1.pdf"
PDF = FORMS["pdf"]
_STREAM = re.compile(rb"(stream\n)(.*?)(\nendstream)", re.DOTALL)
_CELL = re.compile(rb"BT\n.*?\nET", re.DOTALL)
_GLYPH = re.compile(rb"<([0-9A-F]+)> Tj")


@cache
def data() -> ckm.Microdata:
    return small_data()  # whose keys are drawn


@cache
def printed() -> Statistic:
    """A statistic with a release of which the window printed a PDF."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(actions, "WRITERS", 1)
        made = small_statistic()
        ready = prepare(made, made.tables[0], load(data()), Request(forms=("pdf",), language="de"))
        made = release(submit(made, ready, "Anna", NOON), 1, "Bernd", NOON)
    file = WrittenFile(NAME, "pdf", KEPT.stat().st_size, file_hash(KEPT))
    return from_bytes(to_bytes(written(made, 1, [file], "Bernd", LATER)), "s.ckm")


def with_page(content: bytes, change: Callable[[bytes], bytes]) -> bytes:
    """The file with its page changed, which is the longest of its streams with words."""

    def changed(found: re.Match[bytes]) -> bytes:
        try:
            page = zlib.decompress(found[2])
        except zlib.error:
            return found[0]
        return found[1] + zlib.compress(change(page)) + found[3] if b" Tj" in page else found[0]

    return _STREAM.sub(changed, content)


def figures_swapped(page: bytes) -> bytes:
    """Two figures of a row in each other's place, rounded to 10 and of three digits: each is published as often."""
    shown = [(found, _GLYPH.findall(found[0])) for found in _CELL.finditer(page)]
    three = [(found, glyphs) for found, glyphs in shown if len(glyphs) == 3]
    pairs = ((a, b) for a, b in itertools.pairwise(three) if a[1][2] == b[1][2] and a[1] != b[1])
    (one, first), (other, second) = next(pairs)
    for found, own, new in ((other, second, first), (one, first, second)):
        cell = found[0]
        for glyph, instead in zip(own, new, strict=True):
            cell = cell.replace(b"<%s> Tj" % glyph, b"<+%s> Tj" % instead, 1)
        page = page[: found.start()] + cell.replace(b"<+", b"<") + page[found.end() :]
    return page


def state_of(folder: Path, content: bytes | None) -> tuple[str, str]:
    if content is not None:
        (folder / NAME).write_bytes(content)
    again = repeat(printed(), 1, load(data()), folder / "again", LATER, find=files_by_name(folder))
    assert (again.same, again.differing, again.new) == ((), (), ())
    assert (folder / "again" / NAME).read_bytes().startswith(b"%PDF-1.7")
    (former,) = again.former
    assert NAME in former.sentence().text("de")
    return former.state, former.figure


@pytest.mark.daily(2)
@pytest.mark.parametrize("state", ["same", "touched", "missing"])
def test_a_pdf_of_the_former_writer_is_compared_figure_by_figure_and_no_longer_differs(
    tmp_path: Path, state: str
) -> None:
    content = {"same": KEPT.read_bytes(), "touched": KEPT.read_bytes() + b"\n", "missing": None}[state]
    assert state_of(tmp_path, content) == (state, "")


def test_figures_that_were_changed_by_hand_in_a_former_file_are_found(tmp_path: Path) -> None:
    draft = small_statistic().draft(SPEC, data())
    page = present_draft(replace(draft, writers=1), "de")
    path = tmp_path / NAME

    def hits(content: bytes) -> int:
        path.write_bytes(content)
        return len(changed_figures(path, PDF, page))

    whole = KEPT.read_bytes()
    assert hits(whole) == 0
    assert hits(with_page(whole, figures_swapped)) == 1
    other = present_draft(replace(small_statistic().draft(SPEC, small_data(999)), writers=1), "de")
    path.write_bytes(whole)
    assert changed_figures(path, PDF, other) != ()


@pytest.mark.daily(2)
@pytest.mark.parametrize("form", ["csv", "csv-long", "html", "html-fragment", "xlsx", "xlsx-accessible", "pdf"])
def test_figures_of_every_form_for_people_are_compared_in_their_order(form: str, tmp_path: Path) -> None:
    presentation = replace(PRINTED, hide_rows=True)
    spec = ckm.TableSpec([ckm.Level("sex", total="before")], ["area"], values=["count", ckm.share("row")])
    made = statistic()
    draft = made.draft(spec.with_changes(presentation=presentation), made.describe(people()))
    path = ckm.export(draft, tmp_path / f"t{FORMS[form].ending}", form=form, language="de")  # type: ignore[index, arg-type]
    assert changed_figures(path, FORMS[form], present_draft(draft, "de")) == ()  # type: ignore[index]
    other = made.draft(draft.table.spec, made.describe(people(keys=8)))
    assert changed_figures(path, FORMS[form], present_draft(other, "de")) != ()  # type: ignore[index]


def test_a_release_keeps_the_version_of_its_writers_and_nothing_is_said_of_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = released(statistic())
    assert f'"writers":{WRITERS}' in made.register[0].line
    assert find_release(made.register, 1).submission.request.writers == WRITERS
    assert '"note"' not in made.register[1].line  # the note is that of the writers
    monkeypatch.setattr(actions, "WRITERS", 1)
    former = released(statistic())
    assert "writers" not in former.register[0].line
    assert '"note":2' in former.register[1].line
    for one in (made, former):
        files = write_files(one, 1, load(people()), tmp_path / str(len(one.register[0].line)), LATER)
        noted = written(one, 1, files, "Bernd", LATER)
        again = repeat(noted, 1, load(people()), tmp_path / "again", LATER, replaces=True)
        assert again.same == (files[0].name,)
        assert b"register" in (tmp_path / "again" / files[0].name).read_bytes()


def test_every_form_names_versions_of_the_writers_that_there_are() -> None:
    for form in FORMS.values():
        assert list(form.versions) == sorted(set(form.versions))
        assert form.versions[-1] <= WRITERS
        assert form.version(WRITERS) == form.versions[-1]
    assert [name for name, form in FORMS.items() if form.version(1) is None] == ["pdf"]
    assert max(form.versions[-1] for form in FORMS.values()) == WRITERS


def test_what_was_written_anew_by_another_writer_is_named_after_writing(tmp_path: Path) -> None:
    made = printed()
    assert former_files(find_release(made.register, 1)) == ()
    files = write_files(made, 1, load(data()), tmp_path, LATER)
    noted = written(made, 1, files, "Bernd", LATER)
    assert former_files(find_release(noted.register, 1)) == (NAME,)
    again = repeat(noted, 1, load(data()), tmp_path / "again", LATER)
    assert (again.same, again.former) == ((NAME,), ())
