"""Perturbation tables, statistics, registers and files to be searched for leaks in which bytes were changed end in a
sentence or in a reading; never in anything else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ckmcore.formats.forms import FORMS, FormName
from ckmcore.ptable import design_magnitudes, design_ptable, magnitude_text, ptable_bytes, to_ons
from ckmcore.release.actions import release, submit
from ckmcore.release.register import record, register_path
from ckmcore.statistic.image import to_bytes
from tests.ckmcore.mutants import SAMPLE, THOROUGH, Campaign, Reader
from tests.kit.leak_tables import content
from tests.kit.released_people import NOON, prepared, released, statistic
from tests.kit.workbooks import parts_of, write_parts

PTABLES: dict[str, Callable[[], bytes]] = {
    "tau-argus": lambda: ptable_bytes(design_ptable(D=3, V=2.0, js=1), "tau-argus"),
    "r": lambda: ptable_bytes(design_ptable(D=3, V=2.0, js=1), "r"),
    "sas": lambda: ptable_bytes(design_ptable(D=3, V=2.0, js=1), "sas"),
    "matrix": lambda: ptable_bytes(design_ptable(D=3, V=2.0, js=1), "matrix"),
    "workbook": lambda: ptable_bytes(design_ptable(D=3, V=2.0, js=1), "xlsx"),
    "json": lambda: ptable_bytes(design_ptable(D=3, V=2.0, js=1), "json"),
    "ons": lambda: ptable_bytes(to_ons(design_ptable(D=2, V=1.0, js=1))[0], "ons"),
    "magnitudes": lambda: magnitude_text(design_magnitudes(3, 2.0), "tau-argus").encode(),
}
LEAKS: tuple[FormName, ...] = ("xlsx", "csv", "px", "json-stat", "parquet", "html", "html-cube")


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    started = Reader()
    yield started
    started.close()


def ptable(reader: Reader, folder: Path, form: str, count: int) -> None:
    Campaign(reader, "ptable", folder / "mutated").run(PTABLES[form](), count, form)


def ckm(reader: Reader, folder: Path, count: int) -> None:
    Campaign(reader, "statistic", folder / "mutated.ckm").run(to_bytes(released(statistic())), count, "ckm")


def register(reader: Reader, folder: Path, count: int) -> None:
    made = statistic()
    ready = prepared(made)
    made = record(made, folder, lambda one: submit(one, ready, "Änne", NOON))
    record(made, folder, lambda one: release(one, 1, "Bernd", NOON))
    file = register_path(folder, made.identity)
    Campaign(reader, "register", file, made.identity).run(file.read_bytes(), count, "register")


def leaks(reader: Reader, folder: Path, form: FormName, count: int) -> None:
    whole = content(form, folder)
    target = folder / f"mutated{FORMS[form].ending}"
    Campaign(reader, "leaks", target).run(whole, count, form)


def workbook(reader: Reader, folder: Path, name: str, count: int) -> None:
    """A part is changed before it is packed: what a checksum would not tell."""
    book = folder / "book.xlsx"
    book.write_bytes(content("xlsx", folder))
    parts = parts_of(book)

    def pack(changed: bytes) -> bytes:
        return write_parts(book, {**parts, name: changed}).read_bytes()

    Campaign(reader, "leaks", folder / "mutated.xlsx").run(parts[name], count, name, pack)


PARTS = ("xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/workbook.xml", "xl/styles.xml", "docProps/core.xml")


@pytest.mark.parametrize("form", PTABLES)
def test_mutated_perturbation_tables_end_in_a_sentence_or_a_reading(reader: Reader, tmp_path: Path, form: str) -> None:
    ptable(reader, tmp_path, form, SAMPLE // 10 if form == "ons" else SAMPLE)  # 192 000 lines


def test_mutated_statistics_end_in_a_sentence_or_a_reading(reader: Reader, tmp_path: Path) -> None:
    ckm(reader, tmp_path, SAMPLE)


def test_mutated_registers_end_in_a_sentence_or_a_reading(reader: Reader, tmp_path: Path) -> None:
    register(reader, tmp_path, SAMPLE)


@pytest.mark.parametrize("form", LEAKS)
def test_mutated_files_are_searched_for_leaks(reader: Reader, tmp_path: Path, form: FormName) -> None:
    leaks(reader, tmp_path, form, SAMPLE)


@pytest.mark.thorough
@pytest.mark.parametrize("form", PTABLES)
def test_ten_thousand_mutated_perturbation_tables_end_in_a_sentence_or_a_reading(
    reader: Reader, tmp_path: Path, form: str
) -> None:
    ptable(reader, tmp_path, form, THOROUGH)


@pytest.mark.thorough
def test_ten_thousand_mutated_statistics_end_in_a_sentence_or_a_reading(reader: Reader, tmp_path: Path) -> None:
    ckm(reader, tmp_path, THOROUGH)


@pytest.mark.thorough
def test_ten_thousand_mutated_registers_end_in_a_sentence_or_a_reading(reader: Reader, tmp_path: Path) -> None:
    register(reader, tmp_path, THOROUGH)


@pytest.mark.thorough
@pytest.mark.parametrize("form", LEAKS)
def test_ten_thousand_mutated_files_are_searched_for_leaks(reader: Reader, tmp_path: Path, form: FormName) -> None:
    leaks(reader, tmp_path, form, THOROUGH)


@pytest.mark.thorough
@pytest.mark.parametrize("name", PARTS)
def test_ten_thousand_workbooks_with_a_mutated_part_are_searched_for_leaks(
    reader: Reader, tmp_path: Path, name: str
) -> None:
    workbook(reader, tmp_path, name, THOROUGH)
