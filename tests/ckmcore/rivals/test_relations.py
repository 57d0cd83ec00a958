"""Relations of linked tables from codes, hierarchies and figures alone."""

from __future__ import annotations

import pytest

from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.rivals import relations
from ckmcore.rivals.relations import LinkedFigures, SuppressedCell, SuppressedTable, linked_figures
from tests.kit.fails import fails

REGIONS = Hierarchy.from_depths([("N", 0), ("N1", 1), ("N2", 1), ("S", 0)])


def made(name: str, variables: str, **values: int | None) -> SuppressedTable:
    """A table of cells like `N1_m=3`; None for a suppressed one, `T` for a total."""
    cells = [
        SuppressedCell(tuple("" if code == "T" else code for code in key.split("_")), value, value is None)
        for key, value in values.items()
    ]
    return SuppressedTable(name, tuple(variables.split()), tuple(cells))


def sums(figures: LinkedFigures) -> set[tuple[str, tuple[str, ...]]]:
    names = [str(name) for name in figures.names]
    of = figures.relations
    return {
        (names[of.totals[number]], tuple(sorted(names[part] for part in of.parts_of(number).tolist())))
        for number in range(len(of.totals))
    }


def test_a_total_is_the_sum_of_its_parts_along_each_variable_and_level() -> None:
    figures = linked_figures([made("t", "region sex", N1_m=3)], {"region": REGIONS})
    assert sums(figures) == {
        ("total", ("region=N", "region=S")),
        ("region=N", ("region=N1", "region=N2")),
        ("sex=m", ("region=N, sex=m", "region=S, sex=m")),
        ("region=N, sex=m", ("region=N1, sex=m", "region=N2, sex=m")),
        ("total", ("sex=m",)),
        *((f"region={code}", (f"region={code}, sex=m",)) for code in ("N", "N1", "N2", "S")),
    }


def test_a_level_that_no_table_shows_adds_no_figures() -> None:
    figures = linked_figures([made("t", "region", N=3, S=None)], {"region": REGIONS})
    assert sums(figures) == {("total", ("region=N", "region=S"))}


def test_one_logical_cell_is_one_figure_in_whatever_table_it_stands() -> None:
    tables = [made("one", "region", T=9, N=3, S=6), made("two", "sex", T=9, m=4, f=None)]
    figures = linked_figures(tables, {"region": REGIONS})
    assert len(figures.names) == len(set(map(str, figures.names))) == 5
    assert [str(name) for name, seen in zip(figures.names, figures.shown, strict=True) if not seen] == ["sex=f"]


@pytest.mark.parametrize(
    ("variables", "joint"),
    [
        (["a b", "b c"], False),
        (["a b", "b c", "c d", "a"], False),
        (["a b", "a c", "a d"], False),
        (["a b", "b c", "a c"], True),
        (["a b", "b c", "c d", "d a"], True),
        (["a b", "b c", "a c", "a b c"], False),
    ],
)
def test_a_table_of_all_variables_joins_where_tables_cannot_be_joined_one_after_another(
    variables: list[str], joint: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [made(of, of, **{"_".join(["x"] * len(of.split())): 1}) for of in variables]
    every = {name for of in variables for name in of.split()}
    shown = set(map(frozenset, (of.split() for of in variables)))
    figures = linked_figures(tables, {})
    widest = [frozenset(part.split("=")[0] for part in str(name).split(", ")) for name in figures.names]
    assert figures.whole
    assert (frozenset(every) in widest and frozenset(every) not in shown) == joint
    monkeypatch.setattr(relations, "JOINT_FIGURES", 1)
    assert linked_figures(tables, {}).whole != joint


def test_two_values_of_one_cell_are_refused() -> None:
    with fails("audit_two_values", cell="region=N", first=3, second=4):
        linked_figures([made("one", "region", N=3), made("two", "region", N=4)], {"region": REGIONS})


def test_a_code_that_the_hierarchy_lacks_is_refused_by_name() -> None:
    with fails("audit_code_unknown", table="one", variable="region", found="X"):
        linked_figures([made("one", "region", X=3)], {"region": REGIONS})


def test_cells_without_a_code_for_each_variable_and_tables_without_cells_are_refused() -> None:
    with fails("audit_codes", found=1, wanted=2):
        linked_figures([made("one", "region sex", N=3)], {"region": REGIONS})
    with fails("audit_no_cells"):
        linked_figures([SuppressedTable("one", ("region",), ())], {})


def test_more_figures_than_an_audit_takes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relations, "MOST_FIGURES", 4)
    with fails("audit_too_large", cells=5, limit=4):
        linked_figures([made("one", "region", N1=3)], {"region": REGIONS})
