"""What of a saved table does not fit a period: every part is listed, what can be adapted is adapted."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.dictionary.changes import with_new_codes
from ckmcore.microdata.data import MISSING, Category, Microdata
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.references import ReferenceTable
from ckmcore.microdata.variable import CodeGroup, Derivation, VariableEntry
from ckmcore.statistic.period import ColumnOf, Period
from ckmcore.statistic.periods import with_code_change, with_new_period
from ckmcore.statistic.table_compatibility import adapted, dimensions_on, faults, fit, told
from ckmcore.tabulate.spec import PERIOD, Footnote, Order, OwnRow
from ckmcore.tabulate.tabulate import plan_blocks

TREE = Hierarchy.from_depths([("A", 0), ("01", 1), ("02", 1), ("03", 1), ("B", 0), ("04", 1), ("05", 1)])
# 01 is renamed to 11; 02 and 03 are joined to 12; 04 is split into 13 and 14; 06 is new.
PAIRS = (("01", "11"), ("02", "12"), ("03", "12"), ("04", "13"), ("04", "14"))


def statistic() -> ckm.Statistic:
    """Three periods; the codes of `area` change in the second."""
    labels = {"01": ckm.Texts("North", "Nord"), "05": ckm.Texts("South", "Süd")}
    categories = tuple(Category(code, labels.get(code, ckm.Texts.same(code))) for code in TREE.leaves)
    area = VariableEntry("area", "dimension", ckm.Texts("Area", "Gebiet"), categories).with_hierarchy(TREE)
    area = with_new_codes(area, ["06"], PAIRS, "2026-01-01")
    sex = VariableEntry("sex", "dimension", ckm.Texts("Sex", "Geschlecht"), tuple(map(Category.plain, "mw")))
    same = VariableEntry("area2", "dimension", ckm.Texts.same("Area 2"), derived=Derivation("same", "area"))
    first = VariableEntry("first", "dimension", ckm.Texts.same("First"), derived=Derivation("prefix", "area", digits=1))
    made = ckm.Statistic(
        ckm.Texts.same("S"), (area, sex, same, first), (Period(ckm.Texts.same("2025"), "2025-12-31"),)
    ).put_in_force(ckm.Rounding(10))
    made = with_new_period(made, ckm.Texts.same("2026"), "2026-12-31")
    return made.with_period(with_code_change(made.period, "area", PAIRS, is_break=True))


def records(made: ckm.Statistic) -> Microdata:
    frame = pd.DataFrame({"area": ["11", "12", "13", "14", "05", "06"], "sex": list("mwmwmw")})
    return made.describe(Microdata.from_pandas(frame, ["area", "sex"]))


def said(spec: ckm.TableSpec, made: ckm.Statistic | None = None) -> list[str]:
    """With and without records the dictionary says the same."""
    made = made or statistic()
    with_records = [one.said.text("en") for one in fit(spec, made, records(made))]
    assert [one.said.text("en") for one in fit(spec, made)] == with_records
    assert all(one.said.text("de") for one in fit(spec, made))
    return with_records


def test_a_table_that_names_no_code_fits() -> None:
    assert said(ckm.TableSpec(rows=["area", "first"], columns=["sex"])) == []


def test_what_became_of_a_code_is_said_with_its_period() -> None:
    level = ckm.Level("area", nodes=("01", "02", "04", "05", "99"))
    assert said(ckm.TableSpec(rows=[level])) == [
        "Rows: “01 North” of “Area” became “11 North” in 2026. Adapt the table.",
        "Rows: “02” of “Area” was joined in 2026 with others to “12”. Choose that in its place.",
        "Rows: “04” of “Area” was split in 2026: 13, 14. Choose what belongs here.",
        "Rows: “Area” has no 99. Choose the categories anew.",
        "Rows: new in 2026 at “Area” and not contained here: 06. Add what belongs here.",
    ]
    kinds = [(one.kind, one.fault, one.replacement) for one in fit(ckm.TableSpec(rows=[level]), statistic())]
    assert kinds == [("code", True, "11"), *[("code", True, "")] * 3, ("new", False, "")]


def test_every_part_that_names_codes_is_looked_at() -> None:
    area = ckm.Condition("area", ("01",))
    spec = ckm.TableSpec(
        rows=[
            ckm.Level(
                "area",
                expanded=("98",),
                groups=(ckm.Group(ckm.Texts("G", "G"), ("01", "97")),),
                order=Order("hand", codes=("01", "05", "96")),
            ),
            ckm.Level("::rows", rows=(OwnRow(ckm.Texts.same("R"), (ckm.Condition("area", ("95",)),)),)),
        ],
        columns=[ckm.Level("area2", nodes=("01", "05"))],
        filters=[area],
        values=[
            ckm.Value(conditions=(ckm.Condition("sex", ("d",)),)),
            ckm.Value("ratio", base_conditions=(area,), label=ckm.Texts("per head", "je Kopf")),
            ckm.Value("change", variable="sex", against="x"),
        ],
        footnotes=[Footnote(ckm.Texts.same("*"), "line", (("area", "01"), ("::rows", "row:1")))],
    )
    parts = [text.partition(":")[0] for text in said(spec)]
    assert parts == [
        "Unfolded categories", "Own group “G”", "Own group “G”", "Own row “R”", "Columns",
        "Filter", "Value 1", "Value “per head”", "Value 3", "Own groups", "Columns", "Filter", "Value “per head”",
        "Own rows", "Order by hand", "Footnote “*”",
    ]  # fmt: skip


def test_a_line_by_which_a_table_is_sorted_is_told_when_it_is_gone_and_follows_its_new_code() -> None:
    order = Order("value", descending=True, line={"area": "01", "::rows": "row:1"})
    level = ckm.Level("sex", order=order, hidden=("m",), labels={"m": "Men"})
    spec = ckm.TableSpec(rows=[level], columns=["area"])
    (misfit,) = fit(spec, statistic())
    assert misfit.said.text("en") == (
        "Sorted: “Area” has no 01 North, by which the table is sorted; it is in the order of the list."
    )
    assert (misfit.kind, misfit.fault, misfit.replacement) == ("order", False, "11")
    now = adapted(spec, statistic()).rows[0].levels[0]
    assert now.order.line == (("area", "11"), ("::rows", "row:1"))
    area = ckm.Level("area", hidden=("01", "06"), labels={"01": "Up there"})
    found = adapted(ckm.TableSpec(rows=[area]), statistic()).rows[0].levels[0]
    assert (found.hidden, found.labels) == (("11", "06"), (("11", ckm.Texts.same("Up there")),))


def test_variables_values_depths_and_reference_figures_that_are_not_there_are_named() -> None:
    spec = ckm.TableSpec(
        rows=[ckm.Level("area", depths=(0, 2)), "job"],
        columns=[ckm.Level("sex", depths=(1,))],
        filters=[ckm.Condition("year", ("1",))],
        values=[
            ckm.Value("weighted_count"),
            ckm.Value("sum", magnitude="income"),
            ckm.Value("rate", reference="people"),
        ],
    )
    assert [text.partition(".")[0] for text in said(spec)] == [
        "Rows: there is no variable “job”",
        "Filter: there is no variable “year”",
        "Value 1: the records have no weight",
        "Value 2: there is no magnitude “income”",
        "Value 3: it divides by “people”, reference figures that the statistic does not have",
        "Rows: level 3 of “Area” is shown, it has 2",
        "Columns: level 2 of “Sex” is shown, it has 1",
    ]
    assert len(faults(fit(spec, statistic()))) == 7
    people = replace(statistic(), references=(ReferenceTable("people"),))
    assert not any("people" in text for text in said(spec, people))


def test_a_variable_that_the_file_of_the_period_lacks_is_named() -> None:
    made = statistic()
    made = made.with_period(replace(made.period, columns=(ColumnOf("sex", ""),)))
    (misfit,) = fit(ckm.TableSpec(rows=["sex"]), made)
    assert (misfit.kind, misfit.variable) == ("variable", "sex")


def test_a_new_category_is_covered_by_the_node_above_it_unless_others_beside_it_are_chosen() -> None:
    def new(*nodes: str) -> list[str]:
        found = fit(ckm.TableSpec(rows=[ckm.Level("area", nodes=nodes)]), statistic())
        return [code for one in found if one.kind == "new" for code in one.codes]

    tree = dimensions_on(statistic(), 1)["area"].hierarchy
    assert tree is not None
    above = tree.nodes[tree.nodes[tree.index["06"]].parent].code
    assert "06" in tree.leaves_below(above)
    assert "06" not in new(above)
    beside = next(node.code for node in tree.nodes if node.parent == tree.index[above] and node.code != "06")
    assert "06" in new(above, beside)
    assert "06" in new("05")
    assert new() == []


def test_the_dictionary_alone_knows_the_code_lists_that_described_records_have() -> None:
    """Derived dimensions of every kind, with and without a code list of their own, in each period."""
    made = statistic()
    groups = (CodeGroup("G", ("01", "11", "05")), CodeGroup("H", ("12",)))
    own = (Category("0", ckm.Texts.same("zero")), Category("1", ckm.Texts.same("one")), Category("9", ckm.Texts()))
    tree = Hierarchy.from_depths([("x", 0), ("0", 1), ("1", 1), ("9", 1)])
    title = ckm.Texts.same
    more = (
        VariableEntry("income", "magnitude", title("Income")),
        VariableEntry("kept", "dimension", title("K"), derived=Derivation("groups", "area", groups=groups)),
        VariableEntry(
            "others", "dimension", title("O"), derived=Derivation("groups", "area", groups=groups, others="missing")
        ),
        VariableEntry("classes", "dimension", title("C"), derived=Derivation("classes", "income", bounds=("10",))),
        VariableEntry(
            "listed", "dimension", title("L"), own, derived=Derivation("prefix", "area", digits=1)
        ).with_hierarchy(tree),
        VariableEntry("of derived", "dimension", title("D"), derived=Derivation("same", "kept")),
    )
    made = replace(made, dictionary=(*made.dictionary, *more))
    for place, codes in enumerate((["01", "02", "03", "04", "05"], ["11", "12", "13", "14", "05", "06"])):
        now = replace(made, current=place)
        frame = pd.DataFrame({"area": codes, "sex": ["m"] * len(codes), "income": range(len(codes))})
        data = now.describe(Microdata.from_pandas(frame, ["area", "sex"], magnitudes=["income"]))
        known = dimensions_on(now, place)
        assert known.keys() == data.dimensions.keys()
        spec = ckm.TableSpec([ckm.Level(name, nodes=found.codes) for name, found in data.dimensions.items()])
        assert faults(fit(spec, now)) == faults(fit(spec, now, data)) == ()
        assert known["classes"].codes == data.dimensions["classes"].codes
        for name, found in known.items():
            assert set(found.codes) | {MISSING} == set(data.dimensions[name].codes) | {MISSING}, name


def test_of_an_open_code_list_nothing_is_said_before_the_records_are_there() -> None:
    made = statistic()
    job = VariableEntry("job", "dimension", ckm.Texts.same("Job"))
    group = Derivation("groups", "job", groups=(CodeGroup("G", ("1",)),))
    made = replace(made, dictionary=(job, VariableEntry("sector", "dimension", ckm.Texts.same("S"), derived=group)))
    spec = ckm.TableSpec([ckm.Level("job", nodes=("1",)), ckm.Level("sector", nodes=("2",))])
    assert fit(spec, made) == ()
    data = made.describe(Microdata.from_pandas(pd.DataFrame({"job": ["2", "3"]}), ["job"]))
    assert [one.codes for one in faults(fit(spec, made, data))] == [("1",)]


def test_a_rule_that_cannot_be_followed_does_not_keep_the_rest_from_being_compared() -> None:
    made = statistic()
    wrong = VariableEntry("wrong", "dimension", ckm.Texts(), derived=Derivation("classes", "area", bounds=("x",)))
    made = replace(made, dictionary=(*made.dictionary, wrong))
    (misfit,) = fit(ckm.TableSpec([ckm.Level("sex", nodes=("d",))]), made)
    assert misfit.codes == ("d",)


def test_reporting_periods_that_are_gone_and_the_current_one_that_is_not_chosen_are_named() -> None:
    level = ckm.Level(PERIOD, nodes=("2024-12-31", "2025-12-31"))
    assert said(ckm.TableSpec(["sex"], [level])) == [
        "Columns: the statistic has no reporting period 2024-12-31. Choose the periods anew.",
        "Columns: the table shows reporting periods, 2026 is not among them. Add it if it belongs there.",
    ]
    assert said(ckm.TableSpec(["sex"], [ckm.Level(PERIOD)])) == []


def test_in_the_first_period_nothing_is_new() -> None:
    made = replace(statistic(), current=0)
    assert fit(ckm.TableSpec(rows=[ckm.Level("area", nodes=("01",))]), made) == ()


def test_codes_that_changed_one_to_one_are_adapted_everywhere() -> None:
    area = (ckm.Condition("area", ("01", "05")),)
    spec = ckm.TableSpec(
        rows=[
            ckm.Level(
                "area2",
                nodes=("01", "04"),
                expanded=("01",),
                groups=(ckm.Group(ckm.Texts(), ("05", "01")),),
                order=Order("hand", codes=("01",)),
            ),
            ckm.Level("::rows", rows=(OwnRow(conditions=area),)),
        ],
        filters=area,
        values=[
            ckm.Value(conditions=area, base_conditions=area),
            ckm.Value("change", variable="area", against="01"),
        ],
        footnotes=[Footnote(ckm.Texts(), "line", (("area", "01"),))],
    )
    now = adapted(spec, statistic())
    text = repr(now)
    assert "'01'" not in text
    assert "'04'" in text  # it was split: nobody can choose but the clerk
    assert now.rows[0].levels[0].nodes == ("11", "04")
    assert [one.replacement for one in fit(now, statistic())] == [""] * len(fit(now, statistic()))
    assert adapted(now, statistic()) == now
    assert now.title == spec.title


def test_a_code_that_was_renamed_twice_is_followed_to_its_last_name() -> None:
    made = statistic()
    area = with_new_codes(made.dictionary[0], [], (("11", "21"),), "2027-01-01")
    made = replace(made, dictionary=(area, *made.dictionary[1:]))
    made = with_new_period(made, ckm.Texts.same("2027"), "2027-12-31")
    made = made.with_period(with_code_change(made.period, "area", (("11", "21"),), is_break=False))
    (misfit, *_) = fit(ckm.TableSpec(rows=[ckm.Level("area", nodes=("01",))]), made)
    assert (misfit.replacement, misfit.said.text("en")) == (
        "21",
        "Rows: “01 North” of “Area” became “21 North” in 2027. Adapt the table.",
    )


def test_many_misfits_are_told_in_one_sentence() -> None:
    level = ckm.Level("area", nodes=("01", "02", "04", "05", "99"))
    misfits = fit(ckm.TableSpec(rows=[level]), statistic())
    assert told(misfits).text("en").endswith("Choose what belongs here. And 2 more.")
    assert told(misfits[:1]).text("de") == (
        "Zeilen: „01 Nord“ bei „Gebiet“ heißt seit 2026 „11 Nord“. Passen Sie die Tabelle an."
    )


CODES = ("01", "02", "03", "04", "05", "06", "11", "12", "13", "14", "A", "B", "99")


@given(st.lists(st.sampled_from(CODES), max_size=4), st.lists(st.sampled_from(CODES), max_size=3))
def test_a_table_without_faults_is_computed_and_one_with_unknown_codes_is_refused(
    nodes: list[str], grouped: list[str]
) -> None:
    made = statistic()
    data = records(made)
    groups = (ckm.Group(ckm.Texts.same("g"), tuple(grouped)),) if grouped else ()
    spec = ckm.TableSpec(rows=[ckm.Level("area", nodes=tuple(nodes), groups=groups)])
    found = faults(fit(spec, made, data))
    if found:
        with pytest.raises(ckm.CkmError):
            plan_blocks(data, spec)
    else:
        plan_blocks(data, spec)
