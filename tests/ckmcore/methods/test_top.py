"""The largest of a level and its others: a rule that ranks by published figures, and is kept as what came of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.methods.method import Method
from ckmcore.microdata.data import MISSING
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.table_file import parse_table, table_json
from ckmcore.tabulate.labels import AxisLabels
from ckmcore.tabulate.layout import lay_out
from ckmcore.tabulate.spec import Order, spec_from_json, spec_to_json
from ckmcore.tabulate.top import expanded, unresolved
from tests.kit.examples import examples
from tests.kit.fails import fails
from tests.kit.layouts import microdata, records
from tests.kit.people import made, people

METHOD = ckm.CellKeyMethod(ckm.design_ptable(D=3, V=2.0, js=1))
DATA = microdata(records(9), 9)


def draft(spec: ckm.TableSpec, data: ckm.Microdata = DATA, method: Method = METHOD) -> ckm.Draft:
    return Statistic(ckm.Texts.same("S")).put_in_force(method).draft(spec, data)


def ranked(spec: ckm.TableSpec, variable: str, **at: str) -> list[str]:
    """The codes of a variable by their published figures, largest first, by pandas."""
    frame = draft(spec).table.to_pandas()
    others = [name for name in frame.columns if name not in (variable, "published")]
    for name in others:
        frame = frame[frame[name] == at.get(name, "Total")]
    frame = frame[(frame[variable] != "Total") & (frame[variable] != MISSING)]
    return frame.sort_values("published", ascending=False, kind="stable")[variable].tolist()


def top_of(spec: ckm.TableSpec) -> ckm.Top:
    return next(level.top for block in (*spec.rows, *spec.columns) for level in block.levels if level.top.most)


@pytest.mark.parametrize("most", [1, 2, 3, 9])
def test_the_largest_are_those_of_the_published_figures_and_the_others_are_counted_from_the_records(most: int) -> None:
    plain = ckm.Level("land", depths=[2])
    order = ranked(ckm.TableSpec(plain, "sex"), "land")
    order = [code for code in order if len(code) == 3]
    shown = draft(ckm.TableSpec(replace(plain, top=ckm.Top(most)), "sex")).table
    top = top_of(shown.spec)
    assert top.codes == tuple(order[:most])
    assert set(top.others) == set(order[most:])
    groups = [ckm.Group("x", top.others)] if top.others else []
    by_hand = draft(ckm.TableSpec(ckm.Level("land", nodes=top.codes, groups=groups), "sex")).table
    for mine, other in zip(shown.blocks, by_hand.blocks, strict=True):
        assert [str(node.code) for node in mine.dimensions[0].nodes] == [
            str(node.code) for node in other.dimensions[0].nodes
        ]
        np.testing.assert_equal(mine.figures, other.figures)


@pytest.mark.parametrize(("most", "descending"), [(1, True), (3, False)])
def test_all_others_stand_last_however_the_level_is_sorted(most: int, descending: bool) -> None:
    order = Order("value", descending=descending)
    shown = draft(ckm.TableSpec(ckm.Level("land", depths=[2], top=ckm.Top(most), order=order, total="off"))).table
    layout = lay_out(shown.spec, shown.blocks)
    labels = [AxisLabels(layout, "rows", "en").texts(line)[0] for line in range(len(layout.rows))]
    figures = layout.matrix([block.figures[0] for block in shown.blocks])[:, 0].tolist()
    assert labels[-1] == "Others"
    assert figures[:-1] == sorted(figures[:-1], reverse=descending)
    assert figures != sorted(figures, reverse=descending)  # by its figure it would stand elsewhere


def test_one_column_may_rank_and_each_block_has_its_own_largest() -> None:
    level = ckm.Level("age", top=ckm.Top(2, line={"sex": "w"}))
    blocks = [ckm.Block(level), ckm.Block([ckm.Level("term", top=ckm.Top(1)), ckm.Level("age")])]
    spec = draft(ckm.TableSpec(blocks, "sex")).table.spec
    first, second = (block.levels[0].top for block in spec.rows)
    assert first.codes == tuple(ranked(ckm.TableSpec("age", "sex"), "age", sex="w")[:2])
    assert second.codes == tuple(ranked(ckm.TableSpec("term", "sex"), "term")[:1])


def test_what_is_not_stated_is_never_one_of_the_largest() -> None:
    top = top_of(draft(ckm.TableSpec(ckm.Level("sex", top=ckm.Top(3)))).table.spec)
    assert MISSING in top.others
    assert len(top.codes) == 3


def codes_of(counts: list[int]) -> tuple[str, ...]:
    """The two largest of four categories that have so many records."""
    names = [name for name, count in zip("abcd", counts, strict=True) for _ in range(count)]
    frame = pd.DataFrame({"v": pd.Categorical(names, categories=list("abcd"))})
    spec = ckm.TableSpec(ckm.Level("v", top=ckm.Top(2)))
    return top_of(draft(spec, ckm.microdata_of(frame, ["v"]), ckm.Rounding(10)).table.spec).codes


@settings(max_examples=examples(60))
@given(st.lists(st.integers(0, 4), min_size=4, max_size=4), st.lists(st.integers(-5, 4), min_size=8, max_size=8))
def test_the_choice_depends_on_published_figures_only(tens: list[int], off: list[int]) -> None:
    first = [max(10 * ten + one, 5 * (ten > 0)) if ten else 0 for ten, one in zip(tens, off[:4], strict=True)]
    second = [10 * ten + one if ten else max(one, 0) for ten, one in zip(tens, off[4:], strict=True)]
    if not any(first) or not any(second):
        return
    assert codes_of(first) == codes_of(second)


def test_equal_figures_go_by_the_list_whatever_the_records_say() -> None:
    def of(counts: dict[str, int]) -> ckm.Microdata:
        frame = pd.DataFrame({"v": [code for code, count in counts.items() for _ in range(count)]})
        frame["v"] = pd.Categorical(frame["v"], categories=["a", "b", "c", "d"])
        return ckm.microdata_of(frame, ["v"])

    spec = ckm.TableSpec(ckm.Level("v", top=ckm.Top(2)))
    method = ckm.Rounding(10)
    chosen = [
        top_of(draft(spec, of(counts), method).table.spec)
        for counts in ({"a": 6, "b": 14, "c": 13, "d": 31}, {"a": 13, "b": 7, "c": 14, "d": 34})
    ]
    assert [(top.codes, top.others) for top in chosen] == [(("d", "a"), ("b", "c"))] * 2


def test_ranking_by_what_the_table_does_not_show_is_refused_in_words() -> None:
    for top in (
        ckm.Top(2, value=1),
        ckm.Top(2, line={"term": "s"}),
        ckm.Top(2, line={"sex": "q"}),
    ):
        with fails("top_not_ranked") as refused:
            draft(ckm.TableSpec(ckm.Level("age", top=top), "sex"))
        assert "Rank them by another one" in refused.value.text("en")


def test_a_table_file_does_not_say_which_are_the_largest() -> None:
    told = ckm.Top(1, codes=("s",), others=("q",))
    table = SavedTable("t", ckm.TableSpec(ckm.Level("age", top=told), "sex"))
    assert top_of(parse_table(table_json(table), "t.ckmtable").spec).codes == ()


def test_a_rule_is_in_what_is_kept_only_where_there_is_one_and_what_came_of_it_is_no_part_of_it() -> None:
    plain = ckm.TableSpec(["age", "sex"], "term")
    assert '"top"' not in spec_to_json(plain)
    spec = ckm.TableSpec(ckm.Level("age", top=ckm.Top(2, label=ckm.Texts("Rest", "Rest"))))
    shown = draft(spec).table.spec
    kept = unresolved(spec.with_changes(rows=[ckm.Level("age", top=top_of(shown))]))
    assert top_of(kept) == top_of(spec) == top_of(shown)
    assert (top_of(kept).codes, top_of(shown).others != ()) == ((), True)
    back = spec_from_json(spec_to_json(shown))
    assert top_of(back).codes == top_of(shown).codes
    assert expanded(back) is back


@pytest.mark.thorough
def test_a_chosen_number_is_ranked_anew_in_each_period_but_released_as_it_was(tmp_path: Path) -> None:
    path = made(tmp_path)
    spec = ckm.TableSpec(ckm.Level("area", top=ckm.Top(1)), "sex")
    with ckm.work_on_statistic(path, person="Anna") as work:
        work.save_table("2.1", spec)
        number = work.submit("2.1", forms=["csv"])
        submitted = work.releases[-1].submission.spec
        assert submitted == spec
        assert len(top_of(submitted).codes) == 1
        assert len(top_of(submitted).others) == 1
        work.save_table("2.1", submitted)
        assert top_of(work.statistic.tables[-1].spec).codes == ()
        work.approve(number, person="Bert")
        files = work.write(number, tmp_path / "out", person="Bert")
    with ckm.work_on_statistic(path, person="Bert") as work:
        assert all(point.good for point in work.verify([tmp_path / "out" / one.name for one in files]))
        again = work.write(number, tmp_path / "again")
        assert [one.sha256 for one in again] == [one.sha256 for one in files]
    code = top_of(submitted).codes[0]
    other = "01" if code == "02" else "02"
    frame = pd.read_csv(people(tmp_path, 2026), dtype=str)
    frame.loc[: len(frame) * 3 // 4, "area"] = other
    frame.to_csv(tmp_path / "people_2026.csv", index=False)
    with ckm.work_on_statistic(path) as work:
        work.add_period("2026", "2026-12-31")
        work.add_records(tmp_path / "people_2026.csv")
        assert top_of(work.draft("2.1").table.spec).codes == (other,)
        over = work.draft(ckm.TableSpec(ckm.Level("area", top=ckm.Top(1)), ckm.Level("::period", total="off")))
        shown = [node.label.text("en") for node in over.table.blocks[0].dimensions[0].nodes]
        assert shown[-1] == "Others"


def test_a_draft_that_is_saved_again_keeps_its_rule() -> None:
    spec = ckm.TableSpec(ckm.Level("age", top=ckm.Top(2)))
    statistic = Statistic(ckm.Texts.same("S")).with_table(SavedTable("T", draft(spec).table.spec))
    assert top_of(statistic.tables[0].spec).codes == ()
