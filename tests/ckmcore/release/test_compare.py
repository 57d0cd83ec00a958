"""Two releases compared cell by cell, against a comparison that pandas makes of the tables."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.release.actions import submit
from ckmcore.release.compare import (
    CellChange,
    ShownFigure,
    TablesCompared,
    compare_figures,
    compare_releases,
    compare_with,
)
from ckmcore.statistic.model import SavedTable
from ckmcore.statistic.period import PeriodSource
from ckmcore.statistic.releases import find_release
from ckmcore.statistic.snapshot import (
    Snapshot,
    SnapshotDamaged,
    SnapshotMissing,
    content_hash,
    content_of,
    kept_figures,
    read_content,
)
from tests.kit.examples import examples
from tests.kit.released_people import AREAS, NOON, TABLE, load, people, prepared, released, statistic

NAMES = ["sex", "area"]
ROUNDING = ckm.Rounding(10)


def table(rows: list[tuple[str, str]], spec: ckm.TableSpec) -> ckm.ProtectedTable:
    frame = pd.DataFrame(rows, columns=NAMES)
    return ckm.protect(ckm.tabulate(ckm.Microdata.from_pandas(frame, NAMES), spec), ROUNDING)


def by_pandas(before: ckm.ProtectedTable, after: ckm.ProtectedTable) -> tuple[int, int, int, int]:
    """same, changed, new, gone - by the codes of the cells."""
    frames = []
    for one in (before, after):
        frame = one.to_pandas()
        for name in NAMES:
            frame[name] = frame[name].fillna("Total") if name in frame else "Total"
        frames.append(frame.drop_duplicates(NAMES).set_index(NAMES)["published"])
    both = pd.concat(frames, axis=1, join="outer", keys=["before", "after"])
    known = both.dropna()
    same = int((known["before"] == known["after"]).sum())
    return same, len(known) - same, int(both["before"].isna().sum()), int(both["after"].isna().sum())


RECORDS = st.lists(
    st.tuples(st.sampled_from("mwx"), st.sampled_from(["01", "02", "03", "04"])), min_size=1, max_size=60
)
SPECS = st.sampled_from(
    [
        ckm.TableSpec(["sex"], ["area"]),
        ckm.TableSpec(["area", "sex"]),
        ckm.TableSpec([ckm.Level("area", total="before")], ["sex"]),
        ckm.TableSpec(["sex"]),
        ckm.TableSpec(rows=[ckm.Block((ckm.Level("sex"),)), ckm.Block((ckm.Level("area"),))]),
    ]
)


@pytest.mark.thorough
@given(RECORDS, RECORDS, SPECS, SPECS)
@settings(max_examples=examples(60))
def test_what_changed_is_new_or_gone_is_what_pandas_finds(
    first: list[tuple[str, str]], second: list[tuple[str, str]], one: ckm.TableSpec, other: ckm.TableSpec
) -> None:
    before, after = table(first, one), table(second, other)
    found = compare_figures(kept_figures(before), kept_figures(after))
    assert (found.same, found.changed, found.new, found.gone) == by_pandas(before, after)
    assert found.complete
    assert found.selection


def test_a_cell_that_changed_is_shown_with_its_categories_and_both_figures() -> None:
    spec = ckm.TableSpec(["sex"])
    before, after = table([("m", "01")] * 8 + [("w", "01")] * 2, spec), table([("m", "01")] * 18 + [("x", "02")], spec)
    found = compare_figures(kept_figures(before), kept_figures(after))
    sex, number = ckm.Texts.same("sex"), before.label(0)

    def place(code: str) -> tuple[tuple[ckm.Texts, ckm.Texts], ...]:
        return ((sex, ckm.Texts.same(code)),)

    ten, twenty, zero = (ShownFigure(Decimal(figure)) for figure in (10, 20, 0))
    assert found.cells == (
        CellChange("changed", (), number, ten, twenty),
        CellChange("changed", place("m"), number, ten, twenty),
        CellChange("new", place("x"), number, None, zero),
        CellChange("gone", place("w"), number, zero, None),
    )


def test_signs_and_decimals_count_as_what_is_shown() -> None:
    share = ckm.Value("share", base="total")
    rows = [("m", "01")] * 300 + [("w", "02")] * 100
    one = table(rows, ckm.TableSpec(["sex"], values=[share]))
    other = table(rows, ckm.TableSpec(["sex"], values=[replace(share, label=ckm.Texts.same("Part"))]))
    assert compare_figures(kept_figures(one), kept_figures(other)).differing == 0
    few = table([("m", "01")] * 30, ckm.TableSpec(["sex"], values=[share]))
    found = compare_figures(kept_figures(one), kept_figures(few))
    assert found.changed == 2  # a sign in the place of the share of men, and of all


def test_own_groups_and_rows_are_known_by_their_labels_not_by_their_place() -> None:
    def grouped(*labels: str) -> ckm.TableSpec:
        groups = tuple(ckm.Group(ckm.Texts.same(label), ("01", "02")) for label in labels)
        return ckm.TableSpec([ckm.Level("area", groups=groups)])

    rows = [("m", "01")] * 30 + [("w", "02")] * 20
    found = compare_figures(
        kept_figures(table(rows, grouped("South", "Old"))), kept_figures(table(rows, grouped("Old")))
    )
    assert (found.changed, found.new, found.gone) == (0, 0, 1)
    assert found.cells[0].place == ((ckm.Texts.same("area"), ckm.Texts.same("South")),)


def test_another_selection_of_records_is_said() -> None:
    rows = [("m", "01")] * 30 + [("w", "02")] * 20
    filtered = ckm.TableSpec(["area"], filters=[ckm.Condition("sex", ("m",))])
    found = compare_figures(kept_figures(table(rows, ckm.TableSpec(["area"]))), kept_figures(table(rows, filtered)))
    assert not found.selection


def test_figures_are_kept_as_they_are_published() -> None:
    made = statistic()
    draft = made.draft(AREAS.spec, load(people())(made) or people())
    content = content_of(draft.table)
    kept = read_content(content)
    for block, original in zip(kept.blocks, draft.table.blocks, strict=True):
        assert np.array_equal(block.figures[0], original.figures[0])
        assert [node.code for node in block.dimensions[0].nodes] == [
            node.code if isinstance(node.code, str) else None for node in original.dimensions[0].nodes
        ]
    assert content_of(draft.table) == content
    snapshot = Snapshot.of(content)
    assert snapshot.is_whole
    assert len(snapshot.packed) < len(content)
    assert "packed" not in repr(snapshot)


def test_two_releases_of_a_table_and_the_table_at_hand_are_compared_by_their_kept_figures() -> None:
    made = released(statistic())
    made = released(made, AREAS)
    before, after = find_release(made.register, 1), find_release(made.register, 2)
    found = compare_releases(made, before, after)
    assert (found.same, found.changed, found.gone) == (3, 0, 0)
    assert found.new == 9  # three areas, each by sex and in total
    assert compare_with(made, before, prepared(made).draft) == TablesCompared(3, 0, 0, 0, (), True)


def test_figures_that_are_not_kept_or_not_whole_are_said() -> None:
    made = released(statistic())
    one = find_release(made.register, 1)
    with pytest.raises(SnapshotMissing, match=r"no\. 1 are not kept"):
        compare_releases(replace(made, snapshots=()), one, one)
    kept = made.snapshots[0]
    damaged = replace(made, snapshots=(Snapshot(kept.hash, kept.packed[:-1]),))
    with pytest.raises(SnapshotDamaged, match=r"no\. 1"):
        compare_releases(damaged, one, one)
    other = Snapshot.of(b"{}\n")
    forged = replace(one, submission=replace(one.submission, packed=other.hash))
    with pytest.raises(SnapshotDamaged):
        compare_releases(replace(made, snapshots=(other,)), forged, one)
    assert content_hash(b"{}\n") != one.submission.figures


def test_the_checklist_tells_the_difference_to_the_former_release_of_the_table() -> None:
    made = released(statistic())

    def former(table: SavedTable, corrects: int = 0) -> tuple[str, str]:
        again = submit(made, prepared(made, table), "Anna", NOON, corrects=corrects)
        submission = again.register[-1].submission
        assert submission is not None
        check = submission.checks[-1]
        assert check.name == "former"
        return check.state, check.found.en

    assert former(TABLE) == ("good", "The same figures as no. 1 (3 cells).")
    assert former(replace(TABLE, spec=AREAS.spec)) == (
        "look",
        "Against no. 1: changed 0, new 9, gone 0, unchanged 3 cells.",
    )
    assert former(replace(TABLE, name="Renamed"))[1].startswith("The same figures")
    assert former(AREAS) == ("good", "This table has not been released before.")
    assert former(AREAS, corrects=1)[0] == "look"


def test_a_table_released_for_another_period_only_is_not_compared_with_that() -> None:
    made = released(statistic())
    source = PeriodSource("file", "b.csv", sha256="ef" * 32, rows=400)
    further = replace(made.period, label=ckm.Texts.same("2026"), date="2026-12-31", source=source)
    made = replace(made, periods=(*made.periods, further), current=1)
    made = released(made)
    submission = find_release(made.register, 2).submission
    check = submission.checks[-1]
    assert (check.state, check.found.en) == (
        "good",
        "Not released for this period yet; last released as no. 1 for 2025.",
    )
    again = released(replace(made, current=0))
    assert find_release(again.register, 3).checks[-1].found.en == "The same figures as no. 1 (3 cells)."
