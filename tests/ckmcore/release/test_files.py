"""Final files are written from the entry of a release, and written again they are the same, byte by byte."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.base.files import FilesInTheWay, NotWritten
from ckmcore.base.numbers import Language
from ckmcore.formats.forms import FORMS
from ckmcore.office.settings import PLAIN, Office
from ckmcore.release.actions import open_figures, release, submit, withdraw, written
from ckmcore.release.files import prepared_again, repeat, write_files
from ckmcore.release.provenance import prepare
from ckmcore.statistic.entry import Request
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.model import SavedTable
from ckmcore.statistic.releases import find_release, held_by, releases
from ckmcore.statistic.source import load_period
from ckmcore.tabulate.spec import PERIOD
from tests.kit.fails import fails
from tests.kit.released_people import (
    AREAS,
    LATER,
    METHOD,
    NOON,
    REQUEST,
    TABLE,
    load,
    people,
    prepared,
    released,
    statistic,
)
from tests.kit.statistic_files import write_statistic

ROOT = Path(__file__).resolve().parents[3]
LOAD = load(people())
ENGINE_FORMS = tuple(FORMS)


def test_files_bear_number_and_day_of_the_release_and_their_hashes_are_noted(tmp_path: Path) -> None:
    made = released(statistic())
    (file,) = write_files(made, 1, LOAD, tmp_path, LATER)
    content = (tmp_path / file.name).read_bytes()
    assert file.name == "Sex_2025_1.csv"
    assert (file.form, file.size, file.sha256) == ("csv", len(content), hashlib.sha256(content).hexdigest())
    assert "Released on 2026-11-22, no. 1" in content.decode()
    made = written(made, 1, [file], "Bernd", LATER)
    assert find_release(made.register, 1).files == (file,)
    assert [path.name for path in tmp_path.iterdir()] == ["Sex_2025_1.csv"]


@pytest.mark.daily(1)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_form_written_again_from_an_opened_statistic_is_the_same(tmp_path: Path, language: Language) -> None:
    made = released(statistic(), AREAS, Request(forms=ENGINE_FORMS, language=language))
    files = write_files(made, 1, LOAD, tmp_path / "first", LATER)
    assert {one.form for one in files} == set(ENGINE_FORMS)
    assert len({one.name for one in files}) == len(files)
    made = from_bytes(to_bytes(written(made, 1, files, "Bernd", LATER)), "s.ckm")
    again = repeat(made, 1, LOAD, tmp_path / "again", "2031-01-01T00:00:00+01:00")
    assert (set(again.same), again.differing, again.new) == ({one.name for one in files}, (), ())
    for one in files:
        assert (tmp_path / "again" / one.name).read_bytes() == (tmp_path / "first" / one.name).read_bytes()


ELSEWHERE = """
import sys
from pathlib import Path
import ckmcore as ckm
from ckmcore.release.files import repeat
from tests.kit.released_people import LATER, load, people

made, _ = ckm.open_statistic(Path(sys.argv[1]))
again = repeat(made, 1, load(people()), Path(sys.argv[2]), LATER)
print(len(again.same), len(again.differing), len(again.new))
"""


@pytest.mark.thorough
def test_another_user_in_another_time_zone_makes_the_same_bytes(tmp_path: Path) -> None:
    made = released(statistic(), AREAS, Request(forms=ENGINE_FORMS, language="de"))
    files = write_files(made, 1, LOAD, tmp_path / "first", LATER)
    made = written(made, 1, files, "Bernd", LATER)
    ckm.save_statistic(made, tmp_path / "s.ckm")
    elsewhere = {**os.environ, "TZ": "Asia/Tokyo", "USER": "someone", "LANG": "C", "PYTHONHASHSEED": "5"}
    arguments = [sys.executable, "-c", ELSEWHERE, str(tmp_path / "s.ckm"), str(tmp_path / "again")]
    done = subprocess.run(arguments, cwd=ROOT, env=elsewhere, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(len(files)), "0", "0"]


def test_a_release_is_repeated_though_dictionary_tables_and_other_periods_changed_meanwhile(tmp_path: Path) -> None:
    made = released(statistic())
    files = write_files(made, 1, LOAD, tmp_path, LATER)
    made = written(made, 1, files, "Bernd", LATER)
    further = replace(made.period, label=ckm.Texts.same("2026"), date="2026-12-31")
    area = next(entry for entry in made.dictionary if entry.name == "area")
    made = replace(
        made,
        title=ckm.Texts.same("Another title"),
        source_note=ckm.Texts.same("Another office"),
        tables=(),
        periods=(*made.periods, further),
        current=1,
        dictionary=tuple(
            replace(entry, title=ckm.Texts.same("Areas")) if entry == area else entry for entry in made.dictionary
        ),
    )
    assert repeat(made, 1, LOAD, tmp_path / "again", LATER).same == (files[0].name,)


def test_nothing_is_written_before_the_embargo_is_over(tmp_path: Path) -> None:
    made = released(statistic(), request=replace(REQUEST, embargo="2026-12-01T10:00+01:00"))
    with fails("release_under_embargo", match=r"until 2026-12-01, 10:00 \(UTC\+01:00\)") as caught:
        write_files(made, 1, LOAD, tmp_path, "2026-12-01T08:59:59+00:00")
    assert "bis 01.12.2026, 10:00 (UTC+01:00)" in caught.value.text("de")
    assert not list(tmp_path.iterdir())
    over = "2026-12-01T09:00:00+00:00"
    with fails("release_figures_hidden"):  # what is not on record is not written
        write_files(made, 1, LOAD, tmp_path, over)
    made = open_figures(made, 1, prepared_again(made, releases(made.register)[0], LOAD), "Bernd", over)
    assert write_files(made, 1, LOAD, tmp_path, over)


def test_only_a_release_has_final_files_but_one_that_was_withdrawn_can_be_repeated(tmp_path: Path) -> None:
    handed_in = submit(statistic(), prepared(statistic()), "Anna", NOON)
    with fails("release_wrong_state", match="is submitted"):
        write_files(handed_in, 1, LOAD, tmp_path, LATER)
    made = withdraw(released(statistic()), 1, "Bernd", LATER, "wrong")
    with fails("release_wrong_state", match="is withdrawn"):
        write_files(made, 1, LOAD, tmp_path, LATER)
    assert repeat(made, 1, LOAD, tmp_path, LATER).new == ("Sex_2025_1.csv",)


def test_what_differs_from_what_was_released_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    made = released(statistic())

    def refused(changed: ckm.Statistic, office: Office = PLAIN, data: ckm.Microdata | None = None) -> str:
        with fails("release_differs") as caught:
            write_files(changed, 1, load(data or people()), tmp_path, LATER, office=office)
        return caught.value.text("en")

    source = made.period.source
    assert source is not None
    delivery = made.with_period(replace(made.period, source=replace(source, sha256="cd" * 32)))
    assert "Different now: the records." in refused(delivery)
    other = ckm.Statistic(made.title).put_in_force(ckm.Rounding(10), NOON).period.in_force  # not by a decision
    assert "the method in force" in refused(made.with_period(replace(made.period, in_force=other)))
    assert "the record keys" in refused(made, data=people(keys=8))
    assert "the settings of the office" in refused(made, Office(signs="british"))
    assert "the reporting periods" in refused(made.with_period(replace(made.period, date="2024-12-31")))
    both = replace(delivery, periods=(replace(delivery.period, in_force=None),))
    assert "the records, the method in force" in refused(both)
    assert not list(tmp_path.iterdir())


def test_after_a_change_of_method_what_was_released_before_can_still_be_written_byte_by_byte(tmp_path: Path) -> None:
    made = released(statistic())
    (file,) = write_files(made, 1, LOAD, tmp_path / "before", LATER)
    made = written(made, 1, [file], "Bernd", LATER)
    decision = ckm.Decision("Board", remark="why not", second_person="Carla")
    changed = made
    for method in (ckm.Rounding(10), ckm.Rounding(5), METHOD, ckm.Rounding(10)):
        changed = changed.put_in_force(method, LATER, decision)
    assert [one.method.kind for one in changed.period.former] == ["rounding", "rounding", "cell_key"]
    ckm.save_statistic(changed, tmp_path / "s.ckm")
    opened, _ = ckm.open_statistic(tmp_path / "s.ckm")
    assert opened.period.former == changed.period.former
    again = repeat(opened, 1, LOAD, tmp_path / "again", LATER)
    assert (again.same, again.differing, again.new) == ((file.name,), (), ())
    assert (tmp_path / "again" / file.name).read_bytes() == (tmp_path / "before" / file.name).read_bytes()
    assert opened.draft(TABLE.spec, people()).table.method_name.text("en") == "Rounding to base 10"


def test_settings_that_files_do_not_show_may_change(tmp_path: Path) -> None:
    made = released(statistic())
    assert write_files(made, 1, LOAD, tmp_path, LATER, office=Office(four_eyes=True, file_names="{number} {table}"))
    assert [path.name for path in tmp_path.iterdir()] == ["1_Sex.csv"]


def test_other_records_behind_the_same_hash_do_not_pass(tmp_path: Path) -> None:
    made = released(statistic())
    other = people(seed=2)
    with fails("release_figures_differ", match=r"handed in under no\. 1"):
        write_files(made, 1, load(other), tmp_path, LATER)


def test_a_word_that_changed_in_a_table_is_no_longer_what_was_released(tmp_path: Path) -> None:
    made = released(statistic())
    renamed = tuple(
        replace(entry, title=ckm.Texts.same("Gender")) if entry.name == "sex" else entry for entry in made.dictionary
    )
    with fails("release_differs", match="Different now: the dictionary"):
        write_files(replace(made, dictionary=renamed), 1, LOAD, tmp_path, LATER)


def test_another_file_in_the_way_stays_and_the_same_file_may_be_written_again(tmp_path: Path) -> None:
    made = released(statistic())
    (file,) = write_files(made, 1, LOAD, tmp_path, LATER)
    assert write_files(made, 1, LOAD, tmp_path, LATER) == (file,)
    (tmp_path / file.name).write_text("mine")
    with pytest.raises(FilesInTheWay, match="Sex_2025_1"):
        write_files(made, 1, LOAD, tmp_path, LATER)
    assert (tmp_path / file.name).read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 1


def test_files_on_record_keep_the_names_that_they_had_before_names_carried_the_period(tmp_path: Path) -> None:
    made = released(statistic())
    former = replace(PLAIN, file_names="{table}")
    (file,) = write_files(made, 1, LOAD, tmp_path, LATER, office=former)
    assert file.name == "Sex_1.csv"
    noted = written(made, 1, (file,), "Bernd", LATER)
    assert write_files(noted, 1, LOAD, tmp_path, LATER) == (file,)
    assert repeat(noted, 1, LOAD, tmp_path / "again", LATER).same == ("Sex_1.csv",)
    asked = replace(PLAIN, file_names="{number} {table}")
    assert [one.name for one in write_files(made, 1, LOAD, tmp_path, LATER, office=asked)] == ["1_Sex.csv"]


def test_a_file_written_again_replaces_another_only_when_asked(tmp_path: Path) -> None:
    made = released(statistic())
    (file,) = write_files(made, 1, LOAD, tmp_path, LATER)
    noted = written(made, 1, (file,), "Bernd", LATER)
    (tmp_path / file.name).write_text("mine")
    with pytest.raises(FilesInTheWay):
        repeat(noted, 1, LOAD, tmp_path, LATER)
    assert (tmp_path / file.name).read_text() == "mine"
    assert repeat(noted, 1, LOAD, tmp_path, LATER, replaces=True).same == (file.name,)
    assert repeat(noted, 1, LOAD, tmp_path, LATER).same == (file.name,)


def test_a_form_of_another_program_is_refused(tmp_path: Path) -> None:
    made = released(statistic(), request=replace(REQUEST, forms=("csv", "poster")))
    with fails("release_form_not_written", match="poster"):
        write_files(made, 1, LOAD, tmp_path, LATER)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NotWritten):
        write_files(released(statistic()), 1, LOAD, tmp_path / "file" / "out", LATER)


def test_a_long_name_keeps_its_number(tmp_path: Path) -> None:
    made = released(statistic(), replace(TABLE, name="Population " * 20))
    (file,) = write_files(made, 1, LOAD, tmp_path, LATER)
    assert file.name.endswith("_1.csv")
    assert len(file.name) < 90


def test_files_that_another_version_wrote_otherwise_are_told_with_both_versions(tmp_path: Path) -> None:
    made = released(statistic())
    (file,) = write_files(made, 1, LOAD, tmp_path, LATER)
    made = written(made, 1, [replace(file, sha256="0" * 64)], "Bernd", LATER)
    again = repeat(made, 1, LOAD, tmp_path / "again", LATER)
    assert (again.same, again.differing, again.new) == ((), (file.name,), ())
    assert again.engine == again.now == made.register[-1].engine


def test_a_release_of_rounded_figures_needs_no_keys(tmp_path: Path) -> None:
    made = released(statistic(ckm.Rounding(10)))
    assert write_files(made, 1, LOAD, tmp_path, LATER)


@pytest.mark.thorough
def test_a_table_over_periods_is_released_with_the_records_of_each(tmp_path: Path) -> None:
    path = write_statistic(tmp_path)
    made, _ = ckm.open_statistic(path)
    spec = ckm.TableSpec(["sex"], [ckm.Level(PERIOD, total="off")])
    ready = prepare(made, SavedTable("Both", spec), lambda one: load_period(one, path), REQUEST)
    assert [facts.code for facts in ready.submission.periods] == ["2025-12-31", "2026-12-31"]
    assert len({facts.data for facts in ready.submission.periods}) == 2
    made = release(submit(made, ready, "Anna", NOON), 1, "Bernd", NOON)
    assert [held_by(made.register, period) for period in made.periods] == [(1,), (1,)]
    made = replace(made, current=0)
    (file,) = write_files(made, 1, lambda one: load_period(one, path), tmp_path / "out", LATER)
    assert "2025, 2026" in (tmp_path / "out" / file.name).read_text()
    decision = ckm.Decision("Board", remark="why not", second_person="Carla")
    earlier = made.put_in_force(ckm.Rounding(10), NOON, decision)
    (again,) = write_files(earlier, 1, lambda one: load_period(one, path), tmp_path / "again", LATER)
    assert again == file


def test_what_is_on_record_of_two_data_sets_that_protect_alike_is_the_same() -> None:
    made = statistic(ckm.Rounding(10))
    columns = ["sex", "area"]

    def data(men: int, women: int) -> ckm.Microdata:
        rows = [("m", "01")] * men + [("w", "02")] * women
        return ckm.Microdata.from_pandas(pd.DataFrame(rows, columns=columns), columns)

    one, other = (prepare(made, AREAS, load(data(*counts)), REQUEST) for counts in ((22, 29), (24, 26)))
    assert one.draft.table.blocks[0].figures[0].tolist() == other.draft.table.blocks[0].figures[0].tolist()
    assert one.submission == other.submission
    assert one.snapshot == other.snapshot
    first, second = (submit(made, ready, "Anna", NOON) for ready in (one, other))
    assert first.register == second.register
