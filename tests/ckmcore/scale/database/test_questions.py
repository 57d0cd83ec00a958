"""What is shown beforehand is what a database is asked, and no value stands in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ckmcore.scale.database.connect import link_to
from ckmcore.scale.database.counter import DatabaseCounter
from ckmcore.scale.database.key_spread import spread_of_keys
from ckmcore.scale.database.link import Link
from ckmcore.scale.database.open import open_relation
from ckmcore.scale.database.questions import rows_of, texts_of
from ckmcore.scale.database.records import read_relation_records
from tests.kit.database_engines import NAME, Put, random_records, roles_for


def without_numbers(text: str) -> str:
    """The text without scales: they follow the values."""
    return re.sub(r"\d+", "#", text)


@pytest.mark.parametrize(
    ("kind", "records"),
    [
        ("plain", False),
        *(
            pytest.param(kind, records, marks=pytest.mark.thorough)
            for kind, records in [("plain", True), ("household", False), ("household", True)]
            + [(kind, records) for kind in ("whole keys", "no key") for records in (False, True)]
        ),
    ],
)
def test_the_questions_shown_are_those_that_are_asked(
    put: Put, monkeypatch: pytest.MonkeyPatch, kind: str, records: bool
) -> None:
    roles = roles_for(10**9, decimals=kind != "whole keys")
    if kind == "household":
        roles = replace(roles, weight="", magnitudes=(), household="household")
    if kind == "no key":
        roles = replace(roles, key="", weight="", magnitudes=())
    relation = put(random_records(3, 200, 10**9, decimals=kind != "whole keys"))
    link = replace(link_to(NAME), read_records=True)
    shown = texts_of(link, relation).questions(roles, records=records)
    sent: list[str] = []

    def spied(name: str) -> Callable[..., Any]:
        asked = getattr(Link, name)

        def ask(self: Link, text: str, values: Sequence[Any], *rest: Any) -> Any:
            sent.append(text)
            return asked(self, text, values, *rest)

        return ask

    for name in ("ask", "batches"):
        monkeypatch.setattr(Link, name, spied(name))
    if records:
        read_relation_records(link, relation, roles)
    else:
        data = open_relation(link, relation, roles)
        assert isinstance(data.counter, DatabaseCounter)
        spread_of_keys(data.counter)
    assert [without_numbers(one) for one in shown] == [without_numbers(one) for one in sent]
    assert shown[0] == sent[0]


def test_records_are_counted_before_they_are_taken_over_and_other_values_show_the_same_questions(
    put: Put, tmp_path: Path
) -> None:
    roles = roles_for(10**9, decimals=True)
    relation = put(random_records(3, 137, 10**9, decimals=True))
    link = link_to(NAME)
    assert rows_of(link, relation) == 137
    before = texts_of(link, relation).questions(roles, records=True)
    again = put(random_records(8, 40, 10**9, decimals=True))
    other = texts_of(link, again).questions(roles, records=True)
    plain = [one.replace(again.rpartition(".")[2], relation.rpartition(".")[2]) for one in other]
    assert plain == list(before)
