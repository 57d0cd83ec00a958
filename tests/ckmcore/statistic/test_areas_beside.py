"""Areas beside a statistic: kept by hash, chosen by day, copied with it."""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import replace
from pathlib import Path

import ckmcore as ckm
from ckmcore.release.verify import verify_kept
from ckmcore.sample.areas import sample_areas, sample_district
from ckmcore.statistic.areas_beside import (
    areas_folder,
    areas_of,
    copy_areas,
    kept_for,
    load_areas,
    match_areas,
    with_areas,
    without_areas,
)
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.sample import sample_statistic
from tests.kit.fails import fails


def with_districts() -> ckm.Statistic:
    sample = replace(sample_statistic("en"), areas=())
    return replace(sample, dictionary=(*sample.dictionary, sample_district()))


def test_areas_are_kept_by_their_hash_and_read_back_from_the_folder(tmp_path: Path) -> None:
    ckm_path = tmp_path / "students.ckm"
    statistic = with_areas(with_districts(), "district", sample_areas("districts"), ckm_path)
    (kept,) = statistic.areas
    assert [path.name for path in (tmp_path / "students.areas").iterdir()] == [kept.file]
    assert (kept.state, kept.count, kept.source.de[:15]) == ("2025-01-01", 67, "erfundenes Land")
    assert load_areas(kept, ckm_path).content_hash == kept.sha256
    read = from_bytes(to_bytes(statistic), "students.ckm")
    assert read.areas == statistic.areas
    assert [verified.good for verified in verify_kept(read, ckm_path)] == [True]


def test_a_statistic_without_areas_is_written_as_before() -> None:
    with contextlib.closing(sqlite3.connect(":memory:")) as base:
        base.deserialize(to_bytes(replace(sample_statistic("en"), areas=())))
        assert base.execute("SELECT key FROM statistic WHERE key = 'areas'").fetchall() == []


def test_a_changed_or_missing_file_of_areas_is_refused(tmp_path: Path) -> None:
    ckm_path = tmp_path / "students.ckm"
    statistic = with_areas(with_districts(), "district", sample_areas("districts"), ckm_path)
    (kept,) = statistic.areas
    (areas_folder(ckm_path) / kept.file).write_bytes(sample_areas("lands").content)
    with fails("areas_damaged"):
        load_areas(kept, ckm_path)
    assert [verified.good for verified in verify_kept(statistic, ckm_path)] == [False]
    for missing in (
        replace(kept, file="x.areas"),
        replace(kept, file="../students.areas/x"),
        replace(kept, file="", sha256="0"),
    ):
        with fails("areas_file_missing"):
            load_areas(missing, ckm_path)


def test_the_level_with_most_codes_is_compared_with_areas() -> None:
    lands = match_areas(with_districts(), "university", sample_areas("lands"))
    assert (lands.matched, lands.without_area, lands.without_code) == (16, (), ())
    with fails("areas_fit_nothing", like="17", other="01"):
        match_areas(with_districts(), "age", sample_areas("lands"))
    with fails("areas_fit_zeros", like="1", other="01"):
        match_areas(with_districts(), "subject", sample_areas("lands"))
    with fails("areas_variable"):
        match_areas(with_districts(), "income", sample_areas("lands"))


def test_a_day_has_the_latest_state_until_then(tmp_path: Path) -> None:
    ckm_path, districts = tmp_path / "a.ckm", sample_areas("districts")
    statistic = replace(with_districts(), areas=())
    for state in ("2025-01-01", "2021-01-01", "2023-01-01"):
        statistic = with_areas(statistic, "district", replace(districts, state=state), ckm_path)
    expected = {
        "2020-12-31": "2021-01-01", "2022-05-15": "2021-01-01", "2023-01-01": "2023-01-01", "2026-01-01": "2025-01-01",
        "": "2025-01-01",
    }  # fmt: skip
    for day, state in expected.items():
        kept = kept_for(statistic, "district", day)
        assert kept is not None
        assert kept.state == state
    assert kept_for(statistic, "sex") is None
    assert len(without_areas(statistic, "district", "2021-01-01").areas) == 2
    with fails("areas_none"):
        without_areas(statistic, "sex")


def test_areas_go_along_where_a_statistic_is_saved_under_another_name(tmp_path: Path) -> None:
    first, second = tmp_path / "a.ckm", tmp_path / "b.ckm"
    statistic = with_areas(with_districts(), "district", sample_areas("districts"), first)
    copy_areas(statistic, second, first)
    assert areas_of(statistic, ("district", "sex"), second).keys() == {"district"}


def test_the_sample_has_its_lands_without_a_file() -> None:
    statistic = sample_statistic("en")
    assert areas_of(statistic, ("university",), None)["university"].names[0] == "Bergland"
