"""A correction says in every form what it replaces and which figures it changed; every form says what the table is."""

from __future__ import annotations

import io
import json
import re
import zipfile
from dataclasses import replace
from functools import cache
from pathlib import Path

import openpyxl
import pikepdf
import pyarrow.parquet as parquet
import pytest

import ckmcore as ckm
from ckmcore.cli.leaks import _of_corrections, _of_releases
from ckmcore.compare.comparison import compare
from ckmcore.formats.forms import FORMS
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.scan import scan
from ckmcore.office.settings import PLAIN
from ckmcore.presentation.present import present_draft
from ckmcore.release import actions
from ckmcore.release.actions import correct, release, submit, withdraw, written
from ckmcore.release.files import computed_again, repeat, write_files
from ckmcore.release.provenance import prepare
from ckmcore.statistic.entry import Request
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.releases import find_release
from ckmcore.tabulate.spec import Presentation
from ckmcore.typesetting.tagged_pages import TaggedPages
from tests.kit.released_people import LATER, NOON, TABLE, load, people, prepared, released, statistic

FIRST, SECOND = people(), people(seed=2)
NUMBER = Presentation(number=ckm.Texts("Table 1.1", "Tabelle 1.1"))
BLOCKS = [ckm.Block(ckm.Level("sex")), ckm.Block(ckm.Level("area"))]
SPEC = ckm.TableSpec(BLOCKS, values=["count", ckm.share("column")], presentation=NUMBER)
SAVED = SavedTable("Blocks", SPEC)
STATE = "Berichtigte Fassung vom 22.11.2026, ersetzt Nr. 1"
PEOPLE = ("xlsx", "xlsx-accessible", "html", "html-fragment", "pdf")


@cache
def corrected() -> Statistic:
    """The table of the first records, and its correction by others."""
    request = Request(forms=tuple(FORMS), language="de")
    made = statistic(ckm.Rounding(10))  # type: ignore[call-arg]
    made = release(submit(made, prepare(made, SAVED, load(FIRST), request), "Anna", NOON), 1, "Bernd", NOON)
    made = correct(made, 1, prepare(made, SAVED, load(SECOND), request), "Anna", NOON, remark="wrong")
    return release(made, 2, "Bernd", NOON)


@cache
def files(folder: Path) -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    for file in write_files(corrected(), 2, load(SECOND), folder, LATER):
        found.setdefault(file.form, []).append(folder / file.name)
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("corrected")


def text(file: Path) -> str:
    """What a reader finds in a file, blanks and divided texts aside."""
    content = file.read_bytes()
    if file.suffix == ".xlsx":
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            words = " ".join(archive.read(name).decode("utf-8", "replace") for name in archive.namelist())
    elif file.suffix == ".pdf":
        with pikepdf.open(file) as pdf:
            pages = TaggedPages(pdf)
            cells = [cell.text for table in pages.tables() for line in (*table.head, *table.body) for cell in line]
            words = " ".join([*(block for _, _, block in pages.blocks()), *cells])
    elif file.suffix == ".parquet":
        metadata = parquet.read_metadata(file).metadata or {}
        words = " ".join(value.decode("utf-8", "replace") for value in metadata.values())
    elif file.suffix == ".json":
        words = json.dumps(json.loads(content), ensure_ascii=False)
    else:
        words = content.decode("utf-8-sig", "replace")
    return " ".join(words.split()).replace('" "', "").replace('"', "")


@pytest.mark.parametrize("form", [*FORMS])
def test_every_form_has_title_source_method_legend_state_of_the_data_and_the_release(form: str, folder: Path) -> None:
    page = present_draft(computed_again(corrected(), find_release(corrected().register, 2), load(SECOND)), "de")
    words = " ".join(map(text, files(folder)[form]))
    wanted = {
        "title": page.title.split(" nach ")[0],
        "number of the table": "Tabelle 1.1",
        "source": "Office",
        "method": page.table.note.text("de")[:50],
        "legend": "nichts vorhanden",
        "state of the data": ("31.12.2025", "2025-12-31"),
        "release": "Freigegeben am 22.11.2026, Nr. 2",
        "correction": STATE,
        "mark": "gegenüber Nr. 1 berichtigter Wert",
        "witness": "Registereintrag",
    }
    several = {name: (said,) if isinstance(said, str) else said for name, said in wanted.items()}
    assert [name for name, said in several.items() if not any(one in words for one in said)] == []


def changed() -> set[tuple[int, int, int, int]]:
    page = present_draft(computed_again(corrected(), find_release(corrected().register, 2), load(SECOND)), "de")
    return set(page.marks.revised)


def test_exactly_the_figures_that_differ_are_marked() -> None:
    first = present_draft(computed_again(corrected(), find_release(corrected().register, 1), load(FIRST)), "de")
    second = present_draft(computed_again(corrected(), find_release(corrected().register, 2), load(SECOND)), "de")
    assert first.marks.revised == frozenset()
    other = set()
    for row in range(len(second.layout.rows)):
        for value, (was, now) in enumerate(zip(first.figures(0)(row, 0), second.figures(0)(row, 0), strict=True)):
            if was != now:
                other.add((row, 0, 0, value))
    assert changed() == other
    assert 0 < len(other) < 2 * len(second.layout.rows)


@pytest.mark.parametrize("form", PEOPLE)
def test_r_stands_at_the_changed_figures_of_files_for_people(form: str, folder: Path) -> None:
    (file,) = files(folder)[form]
    if file.suffix == ".xlsx":
        cells = [cell for sheet in openpyxl.load_workbook(file) for row in sheet.iter_rows() for cell in row]
        marked = [cell for cell in cells if isinstance(cell.value, int | float) and ' r"' in str(cell.number_format)]
        assert len(marked) == len(changed())
    elif file.suffix == ".pdf":
        with pikepdf.open(file) as pdf:
            shown = [cell.text for table in TaggedPages(pdf).tables() for line in table.body for cell in line]
        assert sum(words.endswith(" r") for words in shown) == len(changed())
    else:
        assert len(re.findall(r"\d r</td>", file.read_text("utf-8"))) == len(changed())


@pytest.mark.parametrize("form", ["csv", "csv-long"])
def test_csv_says_below_the_table_where_they_stand_and_its_figures_stay_numbers(form: str, folder: Path) -> None:
    (file,) = files(folder)[form]
    words = file.read_text("utf-8-sig")
    assert words.count("r gehört zu: ") == len(changed())
    draft = computed_again(corrected(), find_release(corrected().register, 2), load(SECOND))
    assert compare(draft, file, "de").same


@pytest.mark.parametrize("form", [*FORMS])
def test_a_search_by_the_statistic_knows_the_files_of_a_correction(form: str, folder: Path) -> None:
    made = corrected()
    page = present_draft(made.draft(SPEC, made.describe(SECOND)), "de")  # as a table of the statistic is now
    allowed = PublishableContent.of([page], [*_of_releases(made, "de", PLAIN), *_of_corrections(made, [page])])
    for file in files(folder)[form]:
        assert scan(file, allowed) == (), file.name


def test_workbooks_are_compared_with_their_marks(folder: Path) -> None:
    draft = computed_again(corrected(), find_release(corrected().register, 2), load(SECOND))
    assert compare(draft, files(folder)["xlsx"][0], "de").same


def test_a_correction_is_repeated_byte_by_byte(folder: Path, tmp_path: Path) -> None:
    noted = write_files(corrected(), 2, load(SECOND), folder, LATER)
    made = from_bytes(to_bytes(written(corrected(), 2, noted, "Bernd", LATER)), "s.ckm")
    again = repeat(made, 2, load(SECOND), tmp_path, LATER)
    assert (len(again.same), again.differing, again.new, again.former) == (len(noted), (), (), ())


def test_corrections_by_the_first_writers_say_nothing_of_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(actions, "WRITERS", 1)
    made = released(statistic())
    made = correct(made, 1, prepared(made), "Anna", NOON, remark="wrong")
    made = release(made, 2, "Bernd", NOON)
    (file,) = write_files(made, 2, load(people()), tmp_path, LATER)
    assert "replaces" not in (tmp_path / file.name).read_text("utf-8")


def test_numbers_of_what_was_withdrawn_or_returned_are_never_used_again() -> None:
    made = withdraw(released(statistic()), 1, "Bernd", LATER, "wrong")
    made = submit(made, prepared(made), "Anna", LATER)
    assert made.register[-1].number == 2
    made = actions.return_(made, 2, "Bernd", LATER, "no")
    made = submit(made, prepared(made, TABLE), "Anna", LATER)
    made = release(made, 3, "Bernd", LATER)
    made = from_bytes(to_bytes(withdraw(made, 3, "Bernd", LATER, "wrong")), "s.ckm")
    assert submit(made, prepared(made), "Anna", LATER).register[-1].number == 4
    assert [find_release(made.register, number).state for number in (1, 2, 3)] == ["withdrawn", "returned", "withdrawn"]


def test_a_draft_of_a_submitted_correction_marks_its_figures_and_names_no_day() -> None:
    request = Request(forms=("csv",), language="de")
    made = statistic(ckm.Rounding(10))  # type: ignore[call-arg]
    made = release(submit(made, prepare(made, SAVED, load(FIRST), request), "Anna", NOON), 1, "Bernd", NOON)
    made = correct(made, 1, prepare(made, SAVED, load(SECOND), request), "Anna", NOON, remark="wrong")
    page = present_draft(computed_again(made, find_release(made.register, 2), load(SECOND)), "de")
    assert len(page.marks.revised) == len(changed())
    assert "ersetzt" not in page.status
    assert replace(page.info, revised=()) == page.info  # type: ignore[type-var]
