"""What a draft says of its statistic is declared twice, for its order of arguments is public: both are the same."""

from __future__ import annotations

from dataclasses import fields

from ckmcore.methods.draft import Draft, DraftInfo


def test_a_draft_is_a_table_and_all_that_it_says_of_its_statistic() -> None:
    table, *others = fields(Draft)
    assert table.name == "table"
    assert [(one.name, one.type, one.default) for one in others] == [
        (one.name, one.type, one.default) for one in fields(DraftInfo)
    ]
