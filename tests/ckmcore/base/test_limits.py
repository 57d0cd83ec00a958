"""Limits of the process: they bound threads and what is kept, and change no figure."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pyarrow
import pytest

import ckmcore as ckm
from ckmcore.base import limits
from ckmcore.base.limits import LEAST_MEMORY, MOST_MEMORY, MOST_THREADS, Limits
from ckmcore.office.person_settings import BY_NAME
from ckmcore.tabulate import scan
from ckmcore.tabulate.tabulate import TableTooLarge


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    yield
    limits.use(Limits())


def people(rows: int) -> ckm.Microdata:
    frame = pd.DataFrame({"area": [str(row % 97) for row in range(rows)], "sex": [str(row % 2) for row in range(rows)]})
    return ckm.Microdata.from_pandas(frame, ["area", "sex"])


def test_without_a_choice_every_processor_counts_and_three_gigabytes_are_shared_out() -> None:
    usual = Limits()
    assert usual.workers == os.cpu_count()
    assert usual.thread_bytes == usual.cache_bytes == 512 * 2**20
    assert usual.period_bytes == 2 * 2**30
    assert usual.thread_bytes + usual.cache_bytes + usual.period_bytes == 3 * 2**30


def test_one_thread_means_that_no_other_is_made_and_the_figures_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = ckm.TableSpec(rows=["area"], columns=["sex"])
    several = ckm.tabulate(people(200_000), spec).to_frame_confidential()
    limits.use(Limits(threads=1))
    monkeypatch.setattr(scan, "ThreadPoolExecutor", None)  # whoever asks for a thread fails
    assert ckm.tabulate(people(200_000), spec).to_frame_confidential().equals(several)


def test_no_more_threads_work_than_there_are_processors() -> None:
    assert Limits(threads=MOST_THREADS).workers == os.cpu_count()


def test_cubes_beyond_the_memory_are_not_kept_and_a_table_beyond_it_is_refused_with_a_sentence() -> None:
    spec = ckm.TableSpec(rows=["area"], columns=["sex"])
    limits.use(Limits(memory=1))  # less than may be chosen: 16 384 cells
    figures = ckm.tabulate(people(1000), spec).to_frame_confidential()
    frame = pd.DataFrame({name: [str(row) for row in range(200)] for name in ("a", "b")})
    with pytest.raises(TableTooLarge) as caught:
        ckm.tabulate(ckm.Microdata.from_pandas(frame, ["a", "b"]), ckm.TableSpec(rows=["a"], columns=["b"]))
    assert caught.value.fields["limit"] == 2**20 // 64
    limits.use(Limits())
    assert ckm.tabulate(people(1000), spec).to_frame_confidential().equals(figures)


def test_what_may_be_chosen_has_bounds_and_nothing_is_a_choice() -> None:
    assert [BY_NAME["threads"].fault(value) is None for value in (-1, 0, 1, MOST_THREADS, MOST_THREADS + 1)] == [
        False,
        True,
        True,
        True,
        False,
    ]
    assert [
        BY_NAME["memory"].fault(value) is None for value in (-1, 0, 1, LEAST_MEMORY, MOST_MEMORY, MOST_MEMORY + 1)
    ] == [
        False,
        True,
        False,
        True,
        True,
        False,
    ]


def test_files_are_read_with_no_more_threads_than_that(tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    file.write_text("area;sex\n" + "1;m\n2;f\n" * 1000, encoding="utf-8")
    limits.use(Limits(threads=1))
    assert ckm.read_microdata(file, dimensions=["area", "sex"]).rows == 2000
    assert pyarrow.cpu_count() == 1
    limits.use(Limits())
    ckm.read_microdata(file, dimensions=["area", "sex"])
    assert pyarrow.cpu_count() == os.cpu_count()
