"""What is wrong with records is told to the methodologist; other roles are told that something is."""

from __future__ import annotations

import functools
import os
import string
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import ckmcore as ckm
from ckmcore.errors import CkmError, DataError, FileError
from ckmcore.messages import SENTENCES
from ckmcore.microdata.store import write_store
from ckmcore.microdata.variable import Role as VariableRole
from ckmcore.microdata.variable import VariableEntry
from ckmcore.office.settings import PLAIN
from ckmcore.release.provenance import period_facts
from ckmcore.scale.hypercube.draft import hyper_draft
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import KeySet, Period
from ckmcore.statistic.seal import Role, Seal, Secret, make_seal
from ckmcore.statistic.series import over_periods
from ckmcore.statistic.source import describe_source, load_period
from ckmcore.statistic.untold import told_by_role
from ckmcore.tabulate.hyper_spec import HyperSpec
from ckmcore.tabulate.spec import PERIOD
from tests.kit.fails import fails
from tests.kit.raised import errors_made

# Fields that name a place in the records, what stands there, how much there is, or what a driver wrote.
OF_RECORDS = {
    *("row", "rows", "line", "lines", "byte", "first", "second", "value", "found", "expected", "digits", "keys"),
    *("text", "count", "records", "shared", "memory", "free", "detail", "reason", "fault", "what", "codes", "item"),
    "known",
}
UNTOLD: tuple[Role, ...] = ("clerk", "releaser")


def errors() -> dict[str, type[CkmError]]:
    """The codes of all errors of the engine whose sentence has such a field, and their families."""
    made = [one for one in errors_made() if one.place.startswith("ckmcore")]
    return {code: one.family for one in made for code in one.codes if fields(code) & OF_RECORDS}


def fields(code: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(SENTENCES[code][0]) if name is not None}


@functools.cache
def seal() -> Seal:
    return make_seal({one: Secret.key_file(f"{one:>40}".encode()) for one in (*UNTOLD, "methodologist")})[0]


def opened_as(role: Role, statistic: Statistic | None = None) -> Statistic:
    made = statistic or Statistic(ckm.Texts.same("Persons"), periods=(Period(ckm.Texts.same("2025")),))
    return replace(made, seal=replace(seal(), role=role))


@pytest.mark.thorough
@pytest.mark.parametrize("asked", [False, True], ids=["read", "counted"])
def test_t07_no_error_of_reading_or_counting_says_a_row_a_value_or_a_number_of_records(asked: bool) -> None:
    seen = set()
    for code, family in errors().items():
        given = dict.fromkeys(fields(code), 4711)
        if issubclass(family, FileError) and given.keys() & OF_RECORDS == {"reason"}:
            continue  # why the system does not hand a file over
        if asked and not issubclass(family, DataError | FileError):
            continue  # what is wrong is what somebody asks for
        for role in UNTOLD:
            with fails("records_unusable") as caught, told_by_role(opened_as(role), asked=asked):
                raise family(code, **given)
            assert caught.value.__suppress_context__
            assert caught.value.fields == {"period": ckm.Texts.same("2025")}
        with fails(code, **given), told_by_role(opened_as("methodologist"), asked=asked):
            raise family(code, **given)
        seen.add(code)
    assert {"not_a_number", "weight_missing", "ragged_rows", "database_records_many", "units_recur"} <= seen
    assert "record_key_outside" in seen


def test_t07_where_a_file_lies_and_that_it_changed_is_told_to_every_role(tmp_path: Path) -> None:
    file = tmp_path / "records.csv"
    file.write_text("A,B\na,x\n")
    source = describe_source(file, None, 1)
    made = opened_as("clerk")
    made = made.with_period(replace(made.period, source=source))
    file.write_text("A,B\na,xx\n")
    for code in ("source_changed", "source_unreachable"):
        with pytest.raises(FileError) as caught:
            load_period(made)
        assert caught.value.code == code
        assert "records.csv" in str(caught.value)
        file.unlink(missing_ok=True)


PLACES: dict[str, Callable[[Statistic, ckm.Microdata], object]] = {
    "draft": lambda statistic, data: statistic.draft(ckm.TableSpec("A"), data),
    "over periods": lambda statistic, data: over_periods(statistic, ckm.TableSpec("A", PERIOD), lambda _: data),
    "cube": lambda statistic, data: list(hyper_draft(statistic, HyperSpec(["A", "B"]), data, "en", PLAIN).blocks()),
    "facts": period_facts,
}


@pytest.mark.parametrize("place", PLACES)
def test_t07_damage_that_is_found_when_records_are_counted_is_told_by_role(place: str, tmp_path: Path) -> None:
    """A store's values are compared when they are asked for, long after it was opened."""
    keys = Random(1).sample(range(10**9), 200)
    (tmp_path / "records.csv").write_text("A,B,rkey\n" + "".join(f"{'ab'[one % 2]},x,0.{one:09}\n" for one in keys))
    read = ckm.read_microdata(tmp_path / "records.csv", ["A", "B"], record_key="rkey")
    entries = tuple(
        VariableEntry(name, "dimension", ckm.Texts.same(name), read.dimension(name).categories) for name in ("A", "B")
    )
    write_store(read, entries, tmp_path / "records.ckmstore")
    source = describe_source(tmp_path / "records.ckmstore", None, 200)
    period = Period(ckm.Texts.same("2025"), "2025-12-31", source, KeySet("prepared"))
    made = Statistic(ckm.Texts.same("Persons"), entries, (period,))
    made = made.put_in_force(ckm.Rounding(10), "2025-01-01")
    wrong: dict[Role, str] = {"clerk": "records_unusable", "methodologist": "store_damaged"}
    loaded = {role: load_period(opened_as(role, made)) for role in wrong}
    for column in (tmp_path / "records.ckmstore").glob("*.bin"):
        with column.open("r+b") as stream:  # Windows shortens no file that is in use
            stream.seek(-1, os.SEEK_END)
            last = stream.read(1)[0]
            stream.seek(-1, os.SEEK_END)
            stream.write(bytes([last ^ 1]))
    for role, error in wrong.items():
        data = loaded[role]
        assert data is not None
        with fails(error):
            PLACES[place](opened_as(role, made), data)


def test_t07_a_role_without_originals_is_not_told_what_was_noticed_of_records(tmp_path: Path) -> None:
    (tmp_path / "records.csv").write_text("A,m\na,1\na,\n")
    source = describe_source(tmp_path / "records.csv", None, 2)
    roles: dict[str, VariableRole] = {"A": "dimension", "m": "magnitude"}
    entries = tuple(VariableEntry(name, role, ckm.Texts.same(name)) for name, role in roles.items())
    made = Statistic(ckm.Texts.same("P"), entries, (Period(ckm.Texts.same("2025"), "2025-12-31", source),))
    noticed = {}
    for role in (*UNTOLD, "methodologist"):
        data = load_period(opened_as(role, made))
        assert data is not None
        noticed[role] = len(data.notices)
    assert noticed == {"clerk": 0, "releaser": 0, "methodologist": 1}
