"""The attack on what was released: figures of the register, methods then, tables at hand, and what is left out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.base.texts import Texts
from ckmcore.errors import Cancelled
from ckmcore.lab.release.differences import left_open
from ckmcore.lab.release.register_attack import RegisterAttack, attack_register, register_tables
from ckmcore.lab.risk.attack import Attack
from ckmcore.lab.risk.linked_tables import attack_tables
from ckmcore.lab.risk.publication import Publication
from ckmcore.microdata.households import counting_households
from ckmcore.microdata.variable import VariableEntry
from ckmcore.release.actions import release, submit, withdraw
from ckmcore.release.provenance import counts_other_unit, period_facts, prepare
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.period import Decision, KeySet, Period, PeriodSource
from ckmcore.statistic.releases import releases
from ckmcore.statistic.snapshot import Snapshot
from ckmcore.tabulate.spec import PERIOD, PREVIOUS, Level, TableSpec, Value
from tests.kit.brute_force import two_way
from tests.kit.fails import fails
from tests.kit.released_people import AREAS, LATER, METHOD, NOON, REQUEST, TABLE, load, people, released, statistic
from tests.kit.weighted_records import weighted_data

BASE_10 = [(9, 5), (4, 20), (4, 31), (4, 17), (4, 44)]
ROUNDING = ckm.Rounding(10)


def of_base_10(method: ckm.Rounding = ROUNDING) -> tuple[Statistic, ckm.Microdata]:
    """The counterexample to base 10 as a statistic."""
    rows = [codes for codes, count in two_way(BASE_10).items() for _ in range(count)]
    data = ckm.Microdata.from_pandas(pd.DataFrame(rows, columns=["R", "C"]), ["R", "C"])
    entries = tuple(VariableEntry.of(dimension) for dimension in data.dimensions.values())
    source = PeriodSource("file", "a.csv", sha256="cd" * 32, rows=len(rows))
    made = Statistic(Texts.same("People"), entries, (Period(Texts.same("2025"), "2025-12-31", source),))
    return made.put_in_force(method), made.describe(data)


def out(made: Statistic, data: ckm.Microdata, name: str, spec: TableSpec) -> Statistic:
    """The statistic with one more table that was handed in and released."""
    prepared = prepare(made, SavedTable(name, spec), load(data))
    handed_in = submit(made, prepared, "Anna", NOON)
    return release(handed_in, handed_in.register[-1].number, "Bernd", NOON)


INNER = TableSpec(
    rows=[Level("R", total="off")], columns=[Level("C", total="off")], title=Texts("Inner cells", "Innere Felder")
)
ROWS, COLUMNS = TableSpec(rows=["R"], title=Texts.same("Rows")), TableSpec(rows=["C"], title=Texts.same("Columns"))


def test_what_each_release_keeps_their_union_gives_away() -> None:
    made, data = of_base_10()
    made = out(made, data, "Inner", INNER)
    alone = attack_register(register_tables(made, data), data)
    assert alone.attack.disclosed == ()
    made = out(out(made, data, "Rows", ROWS), data, "Columns", COLUMNS)
    found = attack_register(register_tables(made, data), data)
    assert [found.number(one.table) for one in found.attack.disclosed] == [1] * 6 + [2, 3]
    assert found.attack.complete
    assert found.sentences == ()


def test_t01_counts_of_one_release_and_weighted_counts_of_another_are_a_pair() -> None:
    data = weighted_data(10, (2, 2), 3, 1000, 0.3)
    entries = tuple(VariableEntry.of(dimension) for dimension in data.dimensions.values())
    entries += (VariableEntry("w", "weight", Texts.same("w")),)
    source = PeriodSource("file", "a.csv", sha256="cd" * 32, rows=data.rows)
    made = Statistic(Texts.same("People"), entries, (Period(Texts.same("2025"), "2025-12-31", source),))
    made = made.put_in_force(METHOD)
    data = made.describe(data)
    weighted = TableSpec("A", "B", values=["weighted_count"], title=Texts.same("Weights"))
    made = out(made, data, "Weights", weighted)
    nothing = register_tables(made, data)
    assert (nothing.tables, [one.number for one in nothing.left_out]) == ((), [1])
    made = out(made, data, "Counts", TableSpec("A", "B", title=Texts.same("Counts")))
    found = attack_register(register_tables(made, data), data).attack
    both = ckm.tabulate(data, TableSpec("A", "B", values=["count", "weighted_count"]))
    whole = attack_tables([both], data, METHOD)
    assert whole.disclosed
    assert sorted(one.cell.low for one in found.disclosed) == sorted(one.cell.low for one in whole.disclosed)


@pytest.mark.parametrize("first", ["records", "households"])
def test_t02_people_and_households_of_one_period_are_not_taken_for_the_same_count(first: str) -> None:
    made, people = of_base_10()
    # Two or three members of one place each: 60 of one place are 24 households.
    names = [f"{code}{at // 5 * 2 + at % 5 // 3}" for at, code in enumerate(people.columns["R"].tolist())]
    counted = {"records": people, "households": counting_households(people, names, ["C"])}
    second = "households" if first == "records" else "records"

    def of(unit: str) -> Statistic:
        keys = KeySet("column", "key", household="hid", counted=unit, any_member=("C",))  # type: ignore[arg-type]
        return made.with_period(replace(made.period, keys=keys))

    made = out(of(first), counted[first], "First", TableSpec(rows=["R"], title=Texts.same("First")))
    made = out(of(second), counted[second], "Second", TableSpec(rows=["R"], title=Texts.same("Second")))
    register = register_tables(made, counted[second])
    assert [one.other_unit for one in register.tables] == [True, False]
    assert [one.raw is None for one in register.tables] == [True, False]
    found = attack_register(register, counted[second]).attack
    assert found.contradiction is None
    for table, unit in zip(found.tables, (first, second), strict=True):
        originals = ckm.tabulate(counted[unit], TableSpec(rows=["R"])).blocks[0].counts
        figures = table.table.places[()][0]
        assert (found.known.low[figures] <= originals).all()
        assert (originals <= found.known.high[figures]).all()
    assert found.bounds_only
    assert not found.complete
    # Of a release of before it was kept what it counts the hash tells.
    then, now = (period_facts(of(unit), counted[unit]) for unit in ("households", "records"))
    assert counts_other_unit(of("records"), replace(then, counted=""), now)
    assert not counts_other_unit(of("records"), now, now)


def test_a_table_at_hand_is_attacked_with_what_was_released() -> None:
    made, data = of_base_10()
    made = out(out(made, data, "Inner", INNER), data, "Rows", ROWS)
    before = register_tables(made, data)
    assert attack_register(before, data).attack.disclosed == ()
    raw = ckm.tabulate(data, COLUMNS)
    at_hand = Publication(Texts.same("New"), ROUNDING.protect(raw), ROUNDING, raw=raw)
    found = attack_register(before, data, at_hand=[at_hand])
    assert len(found.attack.disclosed) == 8
    assert found.number(2) == 0
    assert found.attack.names[2].text("de") == "New"


def test_from_a_copy_without_originals_the_same_is_found() -> None:
    made, data = of_base_10()
    for name, spec in (("Inner", INNER), ("Rows", ROWS), ("Columns", COLUMNS)):
        made = out(made, data, name, spec)
    tables = register_tables(made, data, with_originals=False)
    assert all(one.raw is None for one in tables.tables)
    found = attack_register(
        tables, replace(data, rows=0, columns={name: one[:0] for name, one in data.columns.items()})
    )
    assert [one.cell.low for one in found.attack.disclosed] == [
        one.cell.low for one in attack_register(register_tables(made, data), data).attack.disclosed
    ]
    assert found.attack.complete


def over_two_years() -> tuple[Statistic, ckm.Microdata]:
    """The counterexample to base 10 in 2025, and in 2024 records that disclose nothing."""
    made, data = of_base_10()
    before = replace(made.period, label=Texts.same("2024"), date="2024-12-31")
    before = replace(before, source=PeriodSource("file", "b.csv", sha256="ef" * 32, rows=5))
    return replace(made, periods=(before, made.period), current=1, units="once"), data


def load_of(data: ckm.Microdata) -> Callable[[Statistic], ckm.Microdata]:
    earlier = ckm.Microdata.from_pandas(pd.DataFrame({"R": ["r0"] * 5, "C": ["c0"] * 5}), ["R", "C"])
    return lambda then: data if then.current == 1 else then.describe(earlier)


@pytest.mark.parametrize("total", ["off", "after"])
@pytest.mark.parametrize("values", [(Value(),), (Value("change", variable=PERIOD, against=PREVIOUS), Value())])
def test_of_a_table_over_periods_the_figures_of_the_period_are_attacked(total: Any, values: tuple[Value, ...]) -> None:
    made, data = over_two_years()
    period = Level(PERIOD, total=total)
    spec = TableSpec(rows=["R"], columns=["C", period], values=values, title=Texts.same("Years"))
    prepared = prepare(made, SavedTable("Years", spec), load_of(data))
    made = release(submit(made, prepared, "Anna", NOON), 1, "Bernd", NOON)
    register = register_tables(made, data)
    assert register.left_out == ()
    found = attack_register(register, data).attack
    raw = ckm.tabulate(data, TableSpec(rows=["R"], columns=["C"]))
    assert register.tables[0].table.blocks[0].figures[0].tolist() == ROUNDING.protect(raw).blocks[0].figures[0].tolist()
    assert [one.cell.low for one in found.disclosed] == [
        one.cell.low for one in attack_tables([raw], data, ROUNDING).disclosed
    ]
    assert found.disclosed
    left = [] if total == "off" and len(values) == 1 else ["attack_periods_left"]
    assert [one.code for one in found.untested] == left
    # In 2024 nothing follows from the same release: its figures of 2024 are others.
    then = replace(made, current=0)
    earlier = load_of(data)(then)
    assert attack_register(register_tables(then, earlier), earlier).attack.cells == raw.blocks[0].counts.size
    # Before it is released the same is looked for, and what is not looked at is said.
    kinds = {one.kind: one.said.text("en") for one in left_open(made, prepared.submission, data)}
    assert "pattern" in kinds
    assert kinds["unchecked"].startswith("Of this table over several periods only the figures of 2025 were attacked")


def test_a_table_that_shows_only_changes_over_periods_says_that_it_was_not_attacked() -> None:
    made, data = over_two_years()
    spec = TableSpec(rows=["R"], values=[Value("change", variable=PERIOD, against=PREVIOUS)])
    prepared = prepare(made, SavedTable("Changes", spec), load_of(data))
    made = release(submit(made, prepared, "Anna", NOON), 1, "Bernd", NOON)
    assert [one.number for one in register_tables(made, data).left_out] == [1]
    ((kind, said),) = [(one.kind, one.said.text("en")) for one in left_open(made, prepared.submission, data)]
    assert kind == "unchecked"
    assert "no counts of 2025" in said


def same(first: RegisterAttack, second: tuple[Attack, ...]) -> bool:
    known, other = first.attack.known, second[0].known
    return known.low.tolist() == other.low.tolist() and known.high.tolist() == other.high.tolist()


def test_the_register_is_attacked_as_its_tables_would_be() -> None:
    made = released(released(statistic()), AREAS)
    data = made.describe(people())
    found = attack_register(register_tables(made, data), data)
    raws = [ckm.tabulate(data, table.spec) for table in (TABLE, AREAS)]
    assert same(found, attack_tables(raws, data, METHOD).tables)


def test_withdrawn_tables_are_known_outside_and_those_only_handed_in_are_not() -> None:
    made = withdraw(released(statistic()), 1, "Carla", LATER, "wrong")
    data = made.describe(people())
    assert register_tables(made, data).numbers == (1,)
    handed_in = submit(statistic(), prepare(statistic(), TABLE, load(people())), "Anna", NOON)
    tables = register_tables(handed_in, data)
    assert tables.tables == ()
    with fails("register_attack_nothing"):
        attack_register(tables, data)


def changed(made: Statistic, method: ckm.CellKeyMethod | ckm.Rounding) -> Statistic:
    decision = Decision(remark="better", second_person="Doris", body="Board", date="2026-02-01")
    return made.put_in_force(method, "2026-02-01", decision)


def forgotten(made: Statistic) -> Statistic:
    """As a former program kept it: no former methods, and decisions without settings."""
    decisions = tuple(replace(one, settings="") for one in made.period.decisions)
    return made.with_period(replace(made.period, decisions=decisions, former=()))


def test_each_release_is_read_by_its_method_then() -> None:
    made, data = of_base_10(ckm.Rounding(5))
    made = out(made, data, "Inner", INNER)
    kept = changed(made, ROUNDING)
    assert register_tables(kept, data).tables[0].method == ckm.Rounding(5)
    later = forgotten(kept)
    # Nobody kept the former method: it has to be given.
    assert register_tables(later, data).guessed == (1,)
    given = register_tables(later, data, methods=[ckm.Rounding(5)])
    assert given.guessed == ()
    assert given.tables[0].method == ckm.Rounding(5)


def test_a_former_method_is_found_among_the_decisions() -> None:
    made, data = of_base_10()
    made = changed(made, ckm.Rounding(5))
    made = out(made, data, "Inner", INNER)
    later = changed(made, ROUNDING)
    tables = register_tables(later, data)
    assert tables.tables[0].method == ckm.Rounding(5)
    assert tables.guessed == ()


def test_of_a_method_that_is_not_known_only_the_zero_rule_is_used_and_that_is_said() -> None:
    made, data = of_base_10(ckm.Rounding(5))
    made = out(made, data, "Inner", INNER)
    later = forgotten(changed(made, ROUNDING))
    found = attack_register(register_tables(later, data), data)
    assert found.attack.disclosed == ()
    assert "releases 1 is not known" in found.sentences[0].text("en")
    assert "leere Felder 0" in found.sentences[0].text("de")


def test_releases_that_cannot_be_read_are_left_out_with_the_reason() -> None:
    made = released(released(statistic()), AREAS)
    data = made.describe(people())
    damaged = replace(made, snapshots=(Snapshot("00", b""), *made.snapshots[1:]))
    tables = register_tables(damaged, data)
    assert tables.numbers == (2,)
    found = attack_register(tables, data)
    assert "Release 1" in found.sentences[0].text("en")
    other = people()
    fewer = replace(
        other,
        dimensions={
            **other.dimensions,
            "area": replace(other.dimensions["area"], categories=other.dimensions["area"].categories[:2]),
        },
    )
    left = register_tables(made, fewer, with_originals=False).left_out
    assert [one.number for one in left] == [2]
    assert "heute andere" in left[0].reason.text("de")


def test_tables_of_shares_alone_and_of_other_periods_are_left_out() -> None:
    made, data = of_base_10()
    share = TableSpec(rows=["R"], values=[ckm.Value("share", base="total")], title=Texts.same("Shares"))
    made = out(made, data, "Shares", share)
    assert [one.number for one in register_tables(made, data).left_out] == [1]
    moved = Period(Texts.same("2026"), "2026-12-31", PeriodSource("file", "b.csv", sha256="ef" * 32))
    later = replace(made, periods=(*made.periods, moved), current=1)
    assert register_tables(later, data).left_out == ()
    assert register_tables(later, data).tables == ()


def test_a_cancelled_job_ends_and_the_words_say_nothing_of_figures() -> None:
    made = released(statistic())
    data = made.describe(people())
    with pytest.raises(Cancelled):
        register_tables(made, data, cancelled=lambda: True)
    tables = register_tables(made, data)
    assert repr(tables) == "RegisterTables(1 tables, confidential)"
    assert repr(attack_register(tables, data)).endswith("confidential))")


def test_what_is_under_embargo_is_attacked_with_its_figures_computed_again() -> None:
    made, data = of_base_10()
    plain = out(out(made, data, "Inner", INNER), data, "Rows", ROWS)
    request = replace(REQUEST, embargo="2099-01-01T10:00:00+01:00")
    handed_in = submit(made, prepare(made, SavedTable("Inner", INNER), load(data), request), "Anna", NOON)
    hidden = out(release(handed_in, 1, "Bernd", NOON), data, "Rows", ROWS)
    assert [one.submission.hidden for one in releases(hidden.register)] == [True, False]
    tables, others = register_tables(hidden, data), register_tables(plain, data)
    assert tables.left_out == others.left_out == ()
    for one, other in zip(tables.tables, others.tables, strict=True):
        assert [block.figures[0].tolist() for block in one.table.blocks] == [
            block.figures[0].tolist() for block in other.table.blocks
        ]
