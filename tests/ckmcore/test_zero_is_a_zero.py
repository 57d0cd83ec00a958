"""A zero is a zero: data that protect to the same figures give the same files and messages, byte for byte."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.statistic.period import Period, PeriodSource
from ckmcore.tabulate.labels import AxisLabels
from ckmcore.tabulate.layout import lay_out
from tests.ckmcore.same_counts import DASH, ELABORATE, PLAIN, PRINTED_BLOCKS, PTABLE, SORTED, with_counts
from tests.kit.examples import examples


def everything_shown(
    data: ckm.Microdata, spec: ckm.TableSpec, method: ckm.CellKeyMethod | ckm.Rounding
) -> tuple[object, ...]:
    """Figures in their layout, files in both languages, and the words around them."""
    statistic = ckm.Statistic(
        ckm.Texts.same("S"), periods=(Period(ckm.Texts.same("2025"), source=PeriodSource("file")),)
    )
    draft = statistic.put_in_force(method).draft(spec, data)
    layout = lay_out(draft.table.spec, draft.table.blocks, "de")
    labels = AxisLabels(layout, "rows", "de")
    seen: list[object] = [
        layout.matrix([block.figures[0] for block in draft.table.blocks]).tolist(),
        repr(draft.table),
        draft.table.cells,
        [labels.texts(line) for line in range(len(labels))],
        draft.table.note.text("de"),
        draft.table.to_pandas().to_csv(),
    ]
    with tempfile.TemporaryDirectory() as folder:
        for language in ("de", "en"):
            for name in ("t.csv", "t.xlsx"):
                file = ckm.export(draft, Path(folder) / f"{language}-{name}", language=language)  # type: ignore[arg-type]
                seen.append(file.read_bytes())
        if spec == PRINTED_BLOCKS:
            names = [Path(folder) / name for name in ("p.xlsx", "p.html")]
            seen += [ckm.export(draft, name, language="de", office=DASH).read_bytes() for name in names]
    return tuple(seen)


@pytest.mark.thorough
@settings(max_examples=examples(20), deadline=None)
@given(
    st.lists(st.integers(0, 4), min_size=3, max_size=3),
    st.lists(st.integers(0, 4), min_size=3, max_size=3),
    st.lists(st.integers(0, 10**9 - 1), min_size=3, max_size=3),
    st.lists(st.integers(0, 10**9 - 1), min_size=3, max_size=3),
)
def test_data_that_protect_to_the_same_figures_look_the_same(
    first: list[int], second: list[int], first_keys: list[int], second_keys: list[int]
) -> None:
    one, other = with_counts(first, first_keys), with_counts(second, second_keys)
    signs = ckm.CellKeyMethod(PTABLE, threshold=2, unreliable_below=3, uncertain_below=60, minimum_base=3)
    for method in (ckm.CellKeyMethod(PTABLE), ckm.Rounding(10), signs, ckm.KeyedRounding(5, minimum_base=20)):
        # What stands in the cells: figures, and signs in their place.
        blocks = [ckm.protect(ckm.tabulate(data, PLAIN), method).blocks[0] for data in (one, other)]
        first_block, second_block = (str([*block.figures, *(block.signs or ())]) for block in blocks)
        if first_block == second_block:
            # Order by value, hidden rows, shares, changes and rows of one's own follow from the published figures.
            for spec in (PLAIN, ELABORATE, SORTED, PRINTED_BLOCKS):
                assert everything_shown(one, spec, method) == everything_shown(other, spec, method)


def test_an_original_zero_and_a_protected_zero_are_the_same() -> None:
    # Count 1 with a key below p(0 | 1) is published as 0, like a cell without records.
    spec = ckm.TableSpec(rows=[ckm.Level("v", total="off")])
    method = ckm.CellKeyMethod(PTABLE)
    zero, one = with_counts([0, 40, 50], [0, 0, 0]), with_counts([1, 40, 50], [1000, 0, 0])
    assert ckm.tabulate(one, spec).blocks[0].counts[1] == 1
    shown = [ckm.protect(ckm.tabulate(data, spec), method) for data in (zero, one)]
    assert [table.value({"v": "a"}) for table in shown] == [0, 0]
    frames = [table.to_pandas().query("v != 'Total'").to_csv() for table in shown]
    assert frames[0] == frames[1]


@pytest.mark.thorough
def test_rounding_gives_the_same_bytes_for_many_originals() -> None:
    keys = [1, 2, 3]
    originals = ([0, 11, 20], [3, 10, 20], [4, 9, 18])
    for spec in (PLAIN, ELABORATE, SORTED, PRINTED_BLOCKS):
        shown = {str(everything_shown(with_counts(counts, keys), spec, ckm.Rounding(10))) for counts in originals}
        assert len(shown) == 1


def test_a_protected_table_holds_published_figures_only() -> None:
    data = with_counts([1, 40, 50], [1000, 5, 7])
    table = ckm.protect(ckm.tabulate(data, ckm.TableSpec(rows=["v"])), ckm.CellKeyMethod(PTABLE))
    arrays = [array for block in table.blocks for array in vars(block)["figures"]]
    assert len(arrays) == 1
    assert set(vars(table)) == {
        *("spec", "blocks", "method_name", "note", "short_note", "filters", "footnotes", "labels", "legend", "remarks")
    }
    assert set(vars(table.blocks[0])) <= {"dimensions", "figures", "signs", "listed", "unlisted"}
    assert isinstance(table.to_pandas(), pd.DataFrame)
