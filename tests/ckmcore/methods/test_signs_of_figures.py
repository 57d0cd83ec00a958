"""Signs that a method sets by published counts: the threshold, `/`, brackets, the minimum base; weighted steps."""

from __future__ import annotations

import csv
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import openpyxl
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.formats.clipboard_content import copied
from ckmcore.methods.protected import Sign
from ckmcore.methods.signs import strongest
from ckmcore.ptable import parse_ptable
from ckmcore.statistic.period import Period
from ckmcore.tabulate.spec import PREVIOUS, TOTAL, Code, Condition
from tests.kit.before_the_floor import put_in_force
from tests.kit.examples import examples
from tests.kit.fails import fails

# Nothing changes: what is published is what was counted, so that the signs can be read off.
STILL = parse_ptable(b"i;j;p;v;p_int_ub\n0;0;1;0;1\n1;1;1;0;1\n", "still.csv")
NOISY = ckm.design_ptable(D=3, V=2.0, js=1)
VALUES = [
    ckm.Value(),
    ckm.Value("share", base="column"),
    ckm.Value("change", variable="c", against=PREVIOUS),
    ckm.Value("change", variable="c", against=PREVIOUS, absolute=True),
    ckm.Value("ratio", base_conditions=(Condition("c", ("a",)),), factor=100),
]


def counted(**counts: int) -> ckm.Microdata:
    """Records in which category `name` of variable `c` occurs so often, each of weight 7.5."""
    names = [name for name, count in counts.items() for _ in range(count)]
    frame = pd.DataFrame({"c": names, "w": "7.5", "key": [f"0.{7919 * n % 10**9:09d}" for n in range(len(names))]})
    return ckm.Microdata.from_pandas(frame, ["c"], record_key="key", weight="w")


def shown(data: ckm.Microdata, method: ckm.CellKeyMethod, *values: ckm.Value) -> ckm.ProtectedTable:
    return ckm.protect(ckm.tabulate(data, ckm.TableSpec(rows=["c"], values=values or [ckm.Value()])), method)


def texts(table: ckm.ProtectedTable, codes: str, value: int = 0) -> list[str]:
    """What stands in the cells of some categories."""
    return [table.sign({"c": code}, value).around(str(table.value({"c": code}, value))) for code in codes]


def test_a_count_below_the_threshold_is_not_shown_and_zero_is_below_it() -> None:
    data = counted(a=12, b=9, d=1, e=10)
    table = shown(data, ckm.CellKeyMethod(STILL, threshold=10))
    assert texts(table, "abde") == ["12", ".", ".", "10"]
    filtered = ckm.TableSpec(rows=["c"], filters=[Condition("c", ("a",))])
    alone = ckm.protect(ckm.tabulate(data, filtered), ckm.CellKeyMethod(STILL, threshold=10))
    assert texts(alone, "ab") == ["12", "."]
    assert [figure for figures in table.blocks[0].figures for figure in figures.tolist()] == [32, 12, 0, 0, 10]


def test_what_derives_from_a_hidden_count_is_hidden_above_and_below_the_line() -> None:
    table = shown(counted(a=12, b=9, d=30), ckm.CellKeyMethod(STILL, threshold=10), *VALUES)
    assert texts(table, "abd", 1) == ["24", ".", "59"]  # the share of a in 51
    assert texts(table, "abd", 2) == ["x", ".", "."]  # no category before a; d against the hidden b
    assert texts(table, "abd", 3) == ["x", ".", "."]
    hidden_base = shown(counted(a=4, b=40), ckm.CellKeyMethod(STILL, threshold=10), VALUES[4])
    assert texts(hidden_base, "ab") == [".", "."]


def test_unreliable_and_uncertain_counts_carry_their_signs_and_brackets_keep_the_figure() -> None:
    method = ckm.CellKeyMethod(STILL, unreliable_below=5, uncertain_below=20)
    table = shown(counted(a=4, b=5, d=19, e=20), method)
    assert texts(table, "abde") == ["/", "(5)", "(19)", "20"]
    assert table.value({"c": "a"}) == 0
    nothing = ckm.TableSpec(rows=["c"], filters=[Condition("c", ("a",))])
    assert texts(ckm.protect(ckm.tabulate(counted(a=4, b=5), nothing), method), "ab") == ["/", "0"]


def test_a_figure_is_as_good_as_the_worst_that_it_is_made_of() -> None:
    method = ckm.CellKeyMethod(STILL, unreliable_below=5, uncertain_below=20)
    table = shown(counted(a=40, b=10, d=4, e=40), method, *VALUES)
    assert texts(table, "abde", 1) == ["43", "(11)", "/", "43"]
    assert texts(table, "abde", 3) == ["x", "(-30)", "/", "/"]
    assert texts(table, "abde", 2) == ["x", "(-75)", "/", "/"]


@pytest.mark.parametrize(("sign", "text"), [("unreliable", "/"), ("uncertain", "(20)")])
def test_the_minimum_base_holds_above_and_below_the_line(sign: str, text: str) -> None:
    method = ckm.CellKeyMethod(STILL, minimum_base=30, base_sign=sign)  # type: ignore[arg-type]
    table = shown(counted(a=60, b=20, d=20), method, *VALUES[:2])
    assert texts(table, "abd") == ["60", "20", "20"]
    assert texts(table, "abd", 1) == ["60", text, text]
    few = shown(counted(a=10, b=10), method, VALUES[1])
    assert texts(few, "ab") == ["/", "/"] if sign == "unreliable" else ["(50)", "(50)"]
    assert texts(
        shown(counted(a=60), method, ckm.Value("share", base="column", conditions=(Condition("c"),))), "a"
    ) == ["100"]


def test_a_base_of_zero_is_blocked_whatever_the_minimum_base() -> None:
    spec = ckm.TableSpec(rows=["c"], filters=[Condition("c", ("b",))], values=[VALUES[4]])
    method = ckm.CellKeyMethod(STILL, minimum_base=30)
    assert texts(ckm.protect(ckm.tabulate(counted(a=40, b=40), spec), method), "b") == ["x"]


@given(st.lists(st.integers(1, 40), min_size=1, max_size=4), st.sampled_from([1, 10, 100, 1000]))
@settings(max_examples=examples(40))
def test_weighted_counts_are_rounded_to_a_step_halves_away_from_zero(counts: list[int], step: int) -> None:
    data = counted(**dict(zip("abde", counts, strict=False)))
    raw = ckm.tabulate(data, ckm.TableSpec(rows=["c"], values=[ckm.Value("weighted_count"), ckm.Value()]))
    method = ckm.CellKeyMethod(NOISY, weighted_step=step)
    table = ckm.protect(raw, method)
    for name, count in zip("abde", counts, strict=False):
        exact = Fraction(15, 2) * count * table.value({"c": name}, 1) / count
        assert table.value({"c": name}) == step * int(exact / step + Fraction(1, 2))
        assert table.value({"c": name}) % step == 0


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"threshold": -1}, "The threshold cannot be -1"),
        ({"threshold": 10.5}, "The threshold cannot be 10"),
        ({"threshold": True}, "The threshold cannot be True"),
        ({"minimum_base": -5}, "The minimum base cannot be"),
        ({"weighted_step": 7}, "The rounding of weighted counts cannot be"),
        ({"base_sign": "blocked"}, "The sign of figures with a small base cannot be"),
        ({"unreliable_below": 20, "uncertain_below": 10}, "can never have an effect"),
        ({"threshold": 10, "unreliable_below": 10}, "can never have an effect"),
    ],
)
def test_settings_that_make_no_sense_are_one_sentence(changes: dict[str, object], words: str) -> None:
    with fails(("setting_range", "setting_unknown", "settings_contradict")) as found:
        replace(ckm.CellKeyMethod(STILL), **changes)  # type: ignore[arg-type]
    assert words in found.value.text("en").replace("−", "-")
    assert found.value.text("de").endswith(".")


@cache
def small_tables() -> list[ckm.RawTable]:
    found = []
    for seed in range(60):
        chance = np.random.default_rng(seed)
        frame = pd.DataFrame({"c": list("abd") + chance.choice(list("abd"), chance.integers(0, 4)).tolist()})
        frame["key"] = [f"0.{key:09d}" for key in chance.integers(0, 10**9, len(frame))]
        data = ckm.Microdata.from_pandas(frame, ["c"], record_key="key")
        found.append(ckm.tabulate(data, ckm.TableSpec(rows=["c"], values=VALUES)))
    return found


@pytest.mark.thorough
@given(st.data())
@settings(max_examples=examples(20))
def test_data_that_protect_to_the_same_figures_give_the_same_signs(draw: st.DataObject) -> None:
    """Of two data sets, one with other records, whose published counts agree, all signs agree."""
    method = ckm.CellKeyMethod(
        NOISY,
        threshold=draw.draw(st.integers(0, 3)),
        unreliable_below=draw.draw(st.sampled_from([0, 5])),
        uncertain_below=draw.draw(st.sampled_from([0, 9])),
        minimum_base=draw.draw(st.sampled_from([0, 6])),
        base_sign=draw.draw(st.sampled_from(["unreliable", "uncertain"])),
    )
    seen: dict[tuple[int, ...], str] = {}
    for raw in small_tables():
        # All that is derived comes from these: the counts, and those of the category a alone below the line.
        parts = [method.counted(raw.part(own)[0], weighted=False).published for own in raw.parts]
        published = tuple(n for part in parts for array in part.values() for n in array.ravel().tolist())
        block = ckm.protect(raw, method).blocks[0]
        told = str([array.tolist() for array in (*block.figures, *(block.signs or ()))])
        assert seen.setdefault(published, told) == told


def test_the_strongest_sign_stands() -> None:
    order = [Sign.NONE, Sign.UNCERTAIN, Sign.UNRELIABLE, Sign.BLOCKED, Sign.UNKNOWN, Sign.NOTHING]
    for weak, strong in pairwise(order):
        pair = (np.array([weak], np.uint8), np.array([strong], np.uint8))
        assert strongest(*pair).item() == strongest(*reversed(pair)).item() == strong


METHOD = ckm.CellKeyMethod(STILL, threshold=3, unreliable_below=5, uncertain_below=20)


def table_with_all_signs() -> ckm.ProtectedTable:
    return shown(counted(a=2, b=4, d=10, e=1234), METHOD, ckm.Value(), ckm.Value("share", base="column", decimals=1))


def test_csv_holds_the_signs_and_their_legend(tmp_path: Path) -> None:
    file = ckm.export(table_with_all_signs(), tmp_path / "t.csv", language="de")
    rows = list(csv.reader(file.read_text("utf-8-sig").splitlines(), delimiter=";"))
    body = {row[0]: row[1:] for row in rows if row}
    assert body["a"] == [".", "."]
    assert body["b"] == ["/", "/"]
    assert body["d"] == ["'(10)", "'(0,8)"]
    assert body["e"] == ["1234", "98,7"]
    legend = next(text for text in body if text.startswith("Zeichenerklärung"))
    for words in (".: Zahl unbekannt oder geheim zu halten", "/: keine Angabe", "( ): Aussagewert eingeschränkt"):
        assert words in legend
    assert any("Apostroph" in text for text in body)


def test_xlsx_holds_bracketed_figures_as_numbers(tmp_path: Path) -> None:
    for language in ("de", "en"):
        file = ckm.export(table_with_all_signs(), tmp_path / f"{language}.xlsx", language=language)  # type: ignore[arg-type]
        sheet = openpyxl.load_workbook(file).worksheets[0]
        rows = {row[0].value: row[1:3] for row in sheet.iter_rows()}
        assert [cell.value for cell in rows["a"]] == [".", "."]
        assert [cell.value for cell in rows["d"]] == [10, 0.8]
        for cell in rows["d"]:
            assert all('"("' in part and part.endswith('")"') for part in cell.number_format.split(";"))
            assert not any(part.startswith('"("[') for part in cell.number_format.split(";"))
        assert '"("' not in rows["e"][0].number_format


def test_what_is_copied_says_the_method_and_the_signs() -> None:
    statistic = put_in_force(ckm.Statistic(ckm.Texts.same("S"), periods=(Period(ckm.Texts.same("2025")),)), METHOD)
    spec = ckm.TableSpec(rows=["c"])
    made = copied(statistic.draft(spec, counted(a=2, b=4, d=10, e=40)), "en", range(5), range(1))
    assert "Use the published totals, do not add. .: figure not known or kept secret; /: no figure" in made.text
    assert "\nd\t'(10)\r" in made.text
    assert ">(10)<" in made.html
    assert made.text.rstrip().endswith("Total\t56")


def test_a_frame_holds_the_signs_and_no_figure_where_none_is_shown() -> None:
    frame = table_with_all_signs().to_pandas().set_index("c")
    assert frame["sign 1"].to_dict() == {"Total": "", "a": ".", "b": "/", "d": "( )", "e": ""}
    assert frame["count"].isna().to_dict() == {"Total": False, "a": True, "b": True, "d": False, "e": False}
    assert frame.loc["d", "count"] == 10


def test_a_bracketed_figure_is_read_back_as_the_same_figure(tmp_path: Path) -> None:
    from ckmcore.compare.comparison import compare

    table = table_with_all_signs()
    file = ckm.export(table, tmp_path / "t.csv", language="de")
    found = compare(table, file, "de")
    assert (found.found, found.unchanged) == ((), 10)


def test_signs_of_a_total_code_are_found_by_its_address() -> None:
    everything: Code = TOTAL
    table = shown(counted(a=2), METHOD)
    assert table.sign({"c": everything}) == Sign.UNKNOWN


def test_the_legend_tells_the_signs_that_the_settings_allow() -> None:
    assert set(ckm.CellKeyMethod(STILL).legend) == {Sign.NOTHING, Sign.UNKNOWN, Sign.BLOCKED}
    assert set(METHOD.legend) == set(Sign) - {Sign.NONE}
    assert ckm.CellKeyMethod(STILL).legend[Sign.UNKNOWN].text("en") == "figure not known"
    brackets = ckm.CellKeyMethod(STILL, minimum_base=10, base_sign="uncertain").legend
    assert Sign.UNCERTAIN in brackets
    assert Sign.UNRELIABLE not in brackets
