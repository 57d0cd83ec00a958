"""T02: what figures say of one another that no table shows as a sum: filters and their complements, categories left
out, several answers of one record, declared impossible combinations, and variables made of one another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.dictionary.derive import derive
from ckmcore.lab.risk import attack as module
from ckmcore.lab.risk.attack import Attack, attack
from ckmcore.lab.risk.linked_tables import LinkedAttack, attack_published, attack_tables
from ckmcore.lab.risk.publication import Publication
from ckmcore.lab.risk.relations import AttackTooLarge, LinkedRelations, linked_relations
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.methods.method import Method
from ckmcore.methods.protected import Sign
from ckmcore.microdata.data import Microdata, NumberColumn
from ckmcore.microdata.references import ReferenceRow, ReferenceTable
from ckmcore.microdata.variable import CodeGroup, Derivation, VariableEntry
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.spec import Condition, Group, Level, OwnRow, TableSpec, Value
from tests.ckmcore.lab.risk.every_original import METHOD, Record, compared, data_of, drawn_records, outside, with_void
from tests.kit.examples import examples

CODES = {"A": ("a", "b", "c"), "B": ("x", "y")}
ANSWERS = {"P": ("0", "1"), "Q": ("0", "1"), "R": ("0", "1")}


def narrowed(found: Attack | LinkedAttack) -> int:
    """Cells of which less is left open than their figure alone does."""
    known, alone = found.known.bounds, found.open
    return int((((known.high - known.low) < (alone.high - alone.low)) & found.counted).sum())


def nothing_void(record: Record) -> bool:
    return False


def void_of(zeros: Sequence[Mapping[str, Sequence[str]]]) -> Callable[[Record], bool]:
    return lambda record: any(all(record[name] in codes for name, codes in zero.items()) for zero in zeros)


def filter_and_complement(seed: int) -> int:
    """A table with a filter, with what the filter leaves out, and without: the same records."""
    chance = np.random.default_rng(seed)
    data = data_of(CODES, drawn_records(CODES, seed, nothing_void), seed)
    inside = tuple(map(str, chance.choice(CODES["A"], int(chance.integers(1, 3)), replace=False)))
    kept = Condition("A", inside)
    left = Condition("A", tuple(one for one in CODES["A"] if one not in inside))
    if seed % 2:
        values = [Value("count"), Value("count", conditions=(kept,)), Value("count", conditions=(left,))]
        return narrowed(compared(data, [TableSpec("B", values=values)], CODES))
    specs = [TableSpec("B"), TableSpec("B", filters=[kept]), TableSpec("B", filters=[left])]
    return narrowed(compared(data, specs if seed % 4 else [*specs[1:], specs[0]], CODES))


def several_conditions(seed: int) -> int:
    """Conditions of one variable that all hold, of a table and of its values, and of own rows."""
    chance = np.random.default_rng(seed)
    data = data_of(CODES, drawn_records(CODES, seed, nothing_void), seed)
    wide, narrow = (Condition("A", tuple(map(str, chance.choice(CODES["A"], 2, replace=False)))) for _ in range(2))
    if seed % 2:
        both = TableSpec("B", filters=[wide], values=[Value("count"), Value("count", conditions=(narrow,))])
        return narrowed(compared(data, [both, TableSpec("B")], CODES))
    rows = (OwnRow(ckm.Texts.same("and"), (wide, narrow)), OwnRow(ckm.Texts.same("or"), (wide, narrow), any_of=True))
    return narrowed(compared(data, [TableSpec(Level("::rows 1", rows=rows)), TableSpec("A")], CODES))


def categories_left_out(seed: int) -> int:
    """Some categories are not shown, or own groups alone: the rest is one part of the total that nobody sees."""
    chance = np.random.default_rng(seed)
    data = data_of(CODES, drawn_records(CODES, seed, nothing_void), seed)
    some = tuple(map(str, chance.choice(CODES["A"], int(chance.integers(1, 3)), replace=False)))
    levels = (
        Level("A", nodes=some),
        Level("A", groups=[Group(ckm.Texts.same("some"), some)], groups_only=True),
        Level("A", hidden=some),
    )
    specs = [TableSpec(levels[seed % 3], "B")]
    return narrowed(compared(data, specs if seed % 2 else [*specs, TableSpec("A")], CODES))


def several_answers(seed: int) -> int:
    """Each answer is one of some units, and where it is declared that every unit has one, all answers make up all."""
    none = dict.fromkeys(ANSWERS, ("0",))
    zeros = [none] if seed % 2 else []
    data = with_void(data_of(ANSWERS, drawn_records(ANSWERS, seed, void_of(zeros)), seed), *zeros)
    rows = tuple(OwnRow(ckm.Texts.same(name), (Condition(name, ("1",)),), "und zwar") for name in ANSWERS)
    return narrowed(compared(data, [TableSpec(Level("::rows 1", rows=rows))], ANSWERS, void=void_of(zeros)))


def impossible_combinations(seed: int) -> int:
    """Tables of single variables, whose combinations the dictionary declares impossible in part."""
    chance = np.random.default_rng(seed)
    pairs = [(a, b) for a, b in product(*CODES.values()) if chance.random() < 0.4]
    zeros = [{"A": (a,), "B": (b,)} for a, b in pairs]
    if seed % 4 == 3:
        some = chance.choice(CODES["A"], 2, replace=False)
        zeros = [{"B": (str(chance.choice(CODES["B"])),), "A": tuple(map(str, some))}]
    void = void_of(zeros)
    data = with_void(data_of(CODES, drawn_records(CODES, seed, void), seed), *zeros)
    pair = Condition("A", ("a", "b"))
    specs = {
        0: [TableSpec("A"), TableSpec("B")],
        1: [TableSpec("A", values=[Value("count"), Value("count", conditions=(Condition("B", ("x",)),))])],
        2: [TableSpec("B", values=[Value("count"), Value("count", conditions=(pair,))])],
    }[seed % 3]
    return narrowed(compared(data, specs, CODES, void=void))


def impossible_with_what_is_not_shown(seed: int) -> int:
    """Declarations that name each category of a variable that no table shows, alone or beside others."""
    chance = np.random.default_rng(seed)
    zeros: list[dict[str, tuple[str, ...]]] = [
        {"A": (a,), "B": (b,)} for a, b in product(*CODES.values()) if chance.random() < 0.6
    ]
    zeros += [{"A": ("a",)}] if seed % 3 == 2 else []
    void = void_of(zeros)
    data = with_void(data_of(CODES, drawn_records(CODES, seed, void), seed), *zeros)
    pair = Value("count", conditions=(Condition("A", ("a", "b")),))
    specs = ([TableSpec("A")], [TableSpec("A", filters=[Condition("B", ("x",))])], [TableSpec(values=["count", pair])])
    return narrowed(compared(data, specs[seed % 3], CODES, void=void))


GROUPS = {"D": {"a": "g", "b": "g", "c": "h"}, "E": {"a": "k", "b": "l", "c": "l"}}
FURTHER = {name: lambda record, of=of: of[record["A"]] for name, of in GROUPS.items()}


def grouped(data: Microdata, *names: str) -> Microdata:
    """With groups of the categories of A as variables of the dictionary."""
    for name in names:
        of = GROUPS[name]
        codes = sorted(set(of.values()))
        groups = tuple(CodeGroup(one, tuple(code for code in of if of[code] == one)) for one in codes)
        rule = Derivation("groups", "A", groups=groups)
        data = derive(data, VariableEntry(name, "dimension", ckm.Texts.same(name), derived=rule))
    return data


def made_of_one_another(seed: int) -> int:
    """A variable and what the dictionary makes of it, in one table or in several, and two that are made of the same."""
    data = grouped(data_of(CODES, drawn_records(CODES, seed, nothing_void), seed), *GROUPS)
    specs = (
        [TableSpec("A"), TableSpec("D")],
        [TableSpec("D", "B"), TableSpec("E")],
        [TableSpec("D", "E")],
        [TableSpec("A", values=[Value("count"), Value("count", conditions=(Condition("D", ("g",)),))])],
        [TableSpec("B", filters=[Condition("D", ("g",))]), TableSpec("B", "A")],
    )[seed % 5]
    return narrowed(compared(data, specs, CODES, FURTHER))


def below_public_figures(seed: int) -> int:
    """A public table of the units of which the records are some: no count is larger than its figure."""
    chance = np.random.default_rng(seed)
    records = drawn_records(CODES, seed, nothing_void)
    known = {code: sum(a == code for a, _ in records) + int(chance.integers(0, 3)) for code in CODES["A"]}
    rows = [ReferenceRow((code,), f"{figure}.50") for code, figure in known.items()]
    total = len(records) + 1
    rows += [ReferenceRow(("",), str(total))] if seed % 2 else []
    table = ReferenceTable("people", variables=("A",), rows=tuple(rows), bounds=True)
    data = replace(data_of(CODES, records, seed), references=(table, replace(table, name="other", bounds=False)))

    below = [(lambda record, code=code: record["A"] == code, figure) for code, figure in known.items()]
    below += [(lambda record: True, total)] if seed % 2 else []
    one, some = Condition("A", ("a",)), Condition("A", ("a", "b"))
    data = grouped(data, "D")
    specs = (
        [TableSpec("A", "B")],
        [TableSpec("A"), TableSpec("B")],
        [TableSpec("B", filters=one), TableSpec("B")],
        [TableSpec("D", values=[Value("count"), Value("count", conditions=(some,))])],
        [TableSpec("B", filters=some)],
        [TableSpec("D", "B"), TableSpec("B")],
        [TableSpec("B")],
    )[seed % 7]
    return narrowed(compared(data, specs, CODES, FURTHER, below=below))


VALUES = {"V": ("", "0", "0.2", "0.5", "1", "5")}
BOUNDS = {"D": ("1", "5"), "E": ("0.5",)}


def class_of(bounds: Sequence[str]) -> Callable[[Record], str]:
    codes = (f"<{bounds[0]}", *(f"{low}-{high}" for low, high in pairwise(bounds)), f"{bounds[-1]}+")
    return lambda record: codes[sum(float(one) <= float(record["V"]) for one in bounds)] if record["V"] else ""


def of_one_magnitude(seed: int) -> int:
    """Classes that the dictionary makes of a magnitude, beside counts of its values and its declared classes."""
    records = drawn_records(VALUES, seed, nothing_void)
    data = data_of(VALUES, records, seed)
    tenths = np.array([int(10 * float(said or 0)) for (said,) in records], dtype=np.int64)
    blank = np.array([not said for (said,) in records], dtype=np.bool_)
    data = replace(data, magnitudes={"m": NumberColumn("m", tenths, 1, missing=blank)}).with_classes("m", "0; 1; 6")
    for name, bounds in BOUNDS.items():
        rule = Derivation("classes", "m", bounds=bounds)
        data = derive(data, VariableEntry(name, "dimension", ckm.Texts.same(name), derived=rule))
    count, valid = Value("count"), Value("valid", magnitude="m")
    missing, contributors = Value("missing", magnitude="m"), Value("contributors", magnitude="m")
    classes = [Value("distribution", magnitude="m", in_class=one) for one in ("0..1", "1..6")]
    specs = (
        [TableSpec("D"), TableSpec("E")],
        [TableSpec("D"), TableSpec(values=[count, valid, missing])],
        [TableSpec("E"), TableSpec(values=[count, contributors])],
        [TableSpec("D", values=[count, *classes])],
        [TableSpec("D", "E"), TableSpec(values=[missing, classes[0]])],
    )[seed % 5]
    return narrowed(compared(data, specs, VALUES, {name: class_of(bounds) for name, bounds in BOUNDS.items()}))


KINDS: dict[str, Callable[[int], int]] = {
    one.__name__.replace("_", " "): one
    for one in (
        filter_and_complement,
        several_conditions,
        categories_left_out,
        several_answers,
        impossible_combinations,
        impossible_with_what_is_not_shown,
        made_of_one_another,
        of_one_magnitude,
        below_public_figures,
    )
}


@pytest.mark.daily(4)
@pytest.mark.parametrize("kind", KINDS)
def test_t02_every_interval_is_that_of_all_originals_tried(kind: str) -> None:
    assert sum(KINDS[kind](seed) for seed in range(examples(20)))


@pytest.mark.thorough
@pytest.mark.parametrize("first", range(20, 100, 20))
@pytest.mark.parametrize("kind", KINDS)
def test_t02_every_interval_of_many_tables_is_that_of_all_originals_tried(kind: str, first: int) -> None:
    for seed in range(first, first + 20):
        KINDS[kind](seed)


@pytest.mark.thorough
def test_t02_all_answers_make_up_all_units_where_the_dictionary_says_that_each_has_one() -> None:
    asked = {name: ANSWERS[name] for name in ("P", "Q")}
    none = dict.fromkeys(asked, ("0",))
    rows = tuple(OwnRow(ckm.Texts.same(name), (Condition(name, ("1",)),), "und zwar") for name in asked)
    spec, closer = TableSpec(Level("::rows 1", rows=rows)), 0
    for seed in range(20):
        first, second = np.random.default_rng(seed).integers(1, 4, 2).tolist()
        plain = data_of(asked, [["1", "0"]] * first + [["0", "1"]] * second, seed)
        widths = []
        for data in (plain, with_void(plain, none)):
            found = attack(ckm.tabulate(data, spec), data, METHOD)
            widths.append((found.known.high - found.known.low)[found.table.places[()][0]])
        assert (widths[1] <= widths[0]).all()
        closer += int((widths[1] < widths[0]).sum())
    assert closer


def test_t02_fractions_of_public_figures_are_no_records_also_where_they_are_added_up() -> None:
    for seed in (34, 90):  # whole records below figures of ".50" over a variable that no table shows
        below_public_figures(seed)


def test_t02_public_figures_by_a_long_list_that_no_table_shows_bound_the_total_and_nothing_is_left_out() -> None:
    codes = {"A": tuple(f"{at:05d}" for at in range(8000)), "B": ("x", "y")}
    data = data_of(codes, [[codes["A"][at], "xy"[at % 2]] for at in range(4)], 1)
    rows = tuple(ReferenceRow((code,), "1" if at < 4 else "0") for at, code in enumerate(codes["A"]))
    data = replace(data, references=(ReferenceTable("people", variables=("A",), rows=rows, bounds=True),))
    found = attack(ckm.tabulate(data, TableSpec("B")), data, METHOD)
    assert found.complete
    assert found.known.high[found.table.places[()][0]].max() == 4


def test_t02_a_category_is_empty_whose_combinations_with_all_of_another_variable_are_declared_impossible() -> None:
    zeros = [{"A": ("a",), "B": (code,)} for code in CODES["B"]]
    data = with_void(data_of(CODES, drawn_records(CODES, 1, void_of(zeros)), 1), *zeros)
    for some, high in ((data, 0), (with_void(data, zeros[0]), 2)):
        found = attack(ckm.tabulate(some, TableSpec("A")), some, METHOD)
        assert found.known.high[found.table.places[()][0]].tolist()[1] == high


def test_t02_filters_that_contradict_one_another_leave_nobody_and_are_attacked() -> None:
    data = grouped(data_of(CODES, drawn_records(CODES, 1, nothing_void), 1), *GROUPS)
    none = [Condition("A", ("a",)), Condition("A", ("b",))]
    beside = [Value("count"), Value("count", conditions=(Condition("B", ("x",)),))]
    for specs in (
        [TableSpec("B", filters=none)],
        [TableSpec("A", filters=none, values=beside)],
        [TableSpec("E", filters=[Condition("D", ("g",)), Condition("A", ("c",))])],
        [TableSpec("B", filters=none), TableSpec("A")],
        [TableSpec("B", filters=none), TableSpec("B", filters=none)],
    ):
        assert not any(cell.cell.high > 0 for cell in compared(data, specs, CODES, FURTHER).disclosed)
        raw = ckm.tabulate(data, specs[0])
        assert attack(raw, data, METHOD).complete
    data = data_of(VALUES, [[one] for one in VALUES["V"]], 1)
    tenths = np.arange(6, dtype=np.int64)
    data = replace(data, magnitudes={"m": NumberColumn("m", tenths, 1)})
    for name, bounds in BOUNDS.items():
        rule = Derivation("classes", "m", bounds=bounds)
        data = derive(data, VariableEntry(name, "dimension", ckm.Texts.same(name), derived=rule))
    apart = TableSpec("D", "E", filters=[Condition("D", ("5+",)), Condition("E", ("<0.5",))])
    assert attack(ckm.tabulate(data, apart), data, METHOD).cells == 0


@pytest.mark.thorough
def test_t02_a_declaration_that_records_contradict_is_not_used() -> None:
    void = {"A": ("a",), "B": ("x",)}
    for seed in range(12):
        data = data_of(CODES, [*drawn_records(CODES, seed, nothing_void), *[["a", "x"]] * 3], seed)
        ends = []
        for one in (data, with_void(data, void)):
            found = attack(ckm.tabulate(one, TableSpec("A", "B")), one, METHOD)
            at = found.table.places[()][0]
            ends.append([found.known.low[at], found.known.high[at]])
        assert np.array_equal(*ends)


def attacks(
    raws: Sequence[RawTable], data: Microdata, method: Method, knowledge: IntruderScenario
) -> list[Attack | LinkedAttack]:
    """The same tables attacked alone, together, as published without originals, and with those of the first alone."""
    shown = [method.protect(raw) for raw in raws]

    def published(known: int) -> LinkedAttack:
        said = [
            Publication(ckm.Texts.same(f"{at}"), one, method, knowledge, raw if at < known else None, same="one")
            for at, (raw, one) in enumerate(zip(raws, shown, strict=True))
        ]
        return attack_published(said, data)

    both = attack_tables(raws, data, method, knowledge=knowledge)
    alone = [attack(raws[0], data, method, knowledge=knowledge)] if len(raws) == 1 else []
    return [*alone, both, published(0), published(1)]


def contradicted(seed: int, method: Method) -> int:
    """Tables of records of which some are declared impossible: how many stand behind signs that say so."""
    chance = np.random.default_rng(seed)
    zeros = [{"A": (a,), "B": (b,)} for a, b in product(*CODES.values()) if chance.random() < 0.4]
    data = with_void(data_of(CODES, drawn_records(CODES, seed, nothing_void), seed), *zeros)
    both, pair = TableSpec("A", "B"), Value("count", conditions=(Condition("A", ("a", "b")),))
    filtered = TableSpec("B", values=[Value("count"), pair])
    specs = ([both], [TableSpec("A"), TableSpec("B")], [both, TableSpec("B")], [filtered])[seed % 4]
    raws = [ckm.tabulate(data, spec) for spec in specs]
    knowledge: IntruderScenario = "deviation" if method is METHOD and seed // 4 % 2 else "zero_rule"
    for found in attacks(raws, data, method, knowledge):
        assert outside(found, raws) == []
        assert not isinstance(found, LinkedAttack) or found.contradiction is None
    dashes = [(raw.blocks[0].counts, method.protect(raw).blocks[0].signs) for raw in raws]
    return sum(int(counts[signs[0] == Sign.NOTHING].sum()) for counts, signs in dashes if signs is not None)


@pytest.mark.daily(1)
@pytest.mark.parametrize("method", [METHOD, ckm.Rounding(5)], ids=["cell key", "rounding"])
def test_t02_every_original_lies_within_the_bounds_also_where_records_contradict_a_declared_zero(
    method: Method,
) -> None:
    assert sum(contradicted(seed, method) for seed in range(examples(12)))


@pytest.mark.thorough
@pytest.mark.parametrize("method", [METHOD, ckm.Rounding(5)], ids=["cell key", "rounding"])
def test_t02_every_original_of_many_tables_lies_within_the_bounds(method: Method) -> None:
    assert sum(contradicted(seed, method) for seed in range(12, 300))


def test_t02_declared_zeros_are_used_where_originals_confirm_them_and_named_where_there_are_none() -> None:
    zeros = [{"A": ("a",), "B": ("x",)}]
    data = with_void(data_of(CODES, drawn_records(CODES, 1, void_of(zeros)), 1), *zeros)
    raws = [ckm.tabulate(data, TableSpec("A", "B"))]
    alone, together, published, known = attacks(raws, data, METHOD, "zero_rule")
    for found in (alone, together, known):
        assert found.complete
        assert found.untested == ()
        table = found.tables[0] if isinstance(found, LinkedAttack) else found
        assert found.known.high[table.table.places[()][0][1, 1]] == 0
    assert [one.code for one in published.untested] == ["attack_impossible_left"]
    assert not published.complete
    plain = attacks([ckm.tabulate(with_void(data), TableSpec("A"))], with_void(data), METHOD, "zero_rule")
    assert all(found.untested == () for found in plain)


def test_t02_a_variable_that_is_recoded_or_alone_is_no_longer_what_the_dictionary_made_of_another_one() -> None:
    data = grouped(data_of(CODES, drawn_records(CODES, 1, nothing_void), 1), "D")
    assert data.dimensions["D"].source == "A"
    assert data.renamed({"A": "Z"}).dimensions["D"].source == "Z"
    assert data.recoded("A", {"a": "c", "c": "a"}).dimensions["D"].source == ""
    assert data.recoded("D", {"g": "h"}).dimensions["D"].source == ""
    assert data.without(["A"]).dimensions["D"].source == ""
    assert attack(ckm.tabulate(data.without(["A"]), TableSpec("D")), data.without(["A"]), METHOD).complete


def test_t02_what_makes_tables_too_large_is_left_out_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    data = grouped(data_of(CODES, drawn_records(CODES, 1, nothing_void), 1), "D")
    raws = [ckm.tabulate(data, TableSpec(name)) for name in "AD"]
    assert attack_tables(raws, data, METHOD).complete
    made = module.linked_relations

    def too_large(known: Microdata, *asked: Any) -> LinkedRelations:
        if any(one.source for one in known.dimensions.values()):
            raise AttackTooLarge(cells=2, limit=1)
        return made(known, *asked)

    monkeypatch.setattr(module, "linked_relations", too_large)
    found = attack_tables(raws, data, METHOD)
    assert [one.code for one in found.untested] == ["attack_derived_left"]
    assert not found.complete
    assert found.linked.grid is not None


def test_t02_a_long_list_nested_in_what_is_derived_of_it_is_not_too_large() -> None:
    codes = {"A": tuple(f"{at:04d}" for at in range(2000))}
    data = data_of(codes, [[one] for one in codes["A"][::2]], 1)
    rule = Derivation("prefix", "A", digits=2)
    data = derive(data, VariableEntry("D", "dimension", ckm.Texts.same("D"), derived=rule))
    found = linked_relations(data, [(TableSpec(["D", "A"]), ((),))])
    # Each code stands once beside the total of the other variable, and once beside its own group.
    assert found.relations.count == 2000 + 20 + 1
    assert len(found.places[0][()][0][1]) == 2001
