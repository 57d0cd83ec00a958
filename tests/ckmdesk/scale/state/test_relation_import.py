"""Roles of columns of a relation, as a statistic knows them."""

from __future__ import annotations

from typing import Any

import ckmcore as ckm
from ckmcore.microdata.variable import VariableEntry
from ckmcore.scale.database.sql import Column
from ckmcore.statistic.period import Period, PeriodSource
from ckmcore.statistic.relation import RelationReading, Roles
from ckmdesk.scale.state.relation_import import RelationColumn, RelationImport, known_roles, with_known_roles

SAME = ckm.Texts.same


def statistic(*readings: Roles) -> ckm.Statistic:
    entries = (VariableEntry("sex", "dimension", SAME("Sex")), VariableEntry("income", "magnitude", SAME("Income")))
    sources = [PeriodSource("database", reading=RelationReading("register", "people", one).text()) for one in readings]
    periods = tuple(Period(SAME(str(2020 + at)), source=one) for at, one in enumerate(sources))
    return ckm.Statistic(SAME("People"), entries, periods or (Period(SAME("2020")),))


def relation() -> RelationImport:
    kinds: dict[str, Any] = {"sex": "text", "income": "text", "hid": "text", "rkey": "integer", "note": "text"}
    columns = tuple(RelationColumn(Column(name, kind, kind), "dimension") for name, kind in kinds.items())
    return RelationImport("register", "people", columns, modulus=97)


def test_roles_are_those_of_the_latest_relation_and_else_of_the_dictionary() -> None:
    assert known_roles(statistic()) == ({"sex": "dimension", "income": "magnitude"}, None)
    former = Roles(("sex", "area"), "key", 10**6, "weight")
    latest = Roles(("sex",), "rkey", 10**9, household="hid")
    roles, modulus = known_roles(statistic(former, latest))
    assert roles == {"sex": "dimension", "income": "magnitude", "rkey": "record_key", "hid": "household"}
    assert modulus == 10**9


def test_a_column_takes_over_only_a_role_that_its_type_can_have() -> None:
    made = with_known_roles(relation(), statistic(Roles(("sex",), "rkey", 10**9, household="hid")))
    roles = {one.column.name: one.role for one in made.columns}
    assert roles == {
        "sex": "dimension", "income": "ignored", "hid": "household", "rkey": "record_key", "note": "ignored"
    }  # fmt: skip
    assert made.modulus == 10**9
    assert with_known_roles(relation(), statistic()).modulus == 97
