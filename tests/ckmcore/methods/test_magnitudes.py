"""The cell-key method for magnitudes against an implementation in plain Python, and its worked examples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as trying
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.base.texts import Texts
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.methods.magnitude_noise import Parts, noised, rotated
from ckmcore.methods.magnitude_settings import Contribution, MagnitudeSettings, Scaling, magnitude_settings
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.protected import Sign
from ckmcore.methods.sums import PEERS_METHOD as FORMER
from ckmcore.microdata.data import Category, Dimension, NumberColumn, compact_codes
from ckmcore.ptable import parse_ptable
from ckmcore.ptable.magnitudes import MagnitudePart, MagnitudePTable, design_magnitudes, permute
from ckmcore.ptable.magnitudes.part import MAGNITUDE_TYPES, MagnitudeType, part_from_rows
from ckmcore.tabulate.spec import Condition, CountKind, Level, Measure, OwnRow, TableSpec, Value
from tests.ckmcore.methods.slow_magnitudes import Record, Rows, Slow
from tests.kit.examples import FEW
from tests.kit.fails import fails

M = 10**5
COUNTS = parse_ptable(
    b"i;j;p;v;p_int_ub\n0;0;1;0;1\n1;0;0.3;-1;0.3\n1;1;0.4;0;0.7\n1;2;0.3;1;1\n"
    b"2;1;0.3;-1;0.3\n2;2;0.4;0;0.7\n2;3;0.3;1;1\n",
    "counts.csv",
)
ROWS = {"row": ("a", "b"), "column": ("x", "y", "z")}
SUM, WEIGHTED = Value("sum", magnitude="m", decimals=2), Value("sum", magnitude="m", of="weighted_count", decimals=2)


def part(type: MagnitudeType, seed: int, ratios: Sequence[float] = (0, 1, 2.5, 4)) -> MagnitudePart:
    """A table of one type with some noise, other for each seed; row 0 is the identity."""
    rows: list[tuple[float, list[tuple[float, float, Fraction]]]] = []
    for ratio in ratios:
        if ratio == 0:
            rows.append((0.0, [(0.0, 1.0, Fraction(1))]))
            continue
        ups = [Fraction(one, 100) for one in (18 + seed, 31 + 2 * seed, 66 + seed, 85, 100)]
        vs = [-min(ratio, 2.0), -0.5, 0.0, 0.5 + seed / 4, 1.5]
        lows = [Fraction(0), *ups[:-1]]
        rows.append((ratio, [(v, float(up - low), up) for v, low, up in zip(vs, lows, ups, strict=True)]))
    return part_from_rows(type, rows)


LARGE = MagnitudePTable(tuple(part(type, seed) for seed, type in enumerate(MAGNITUDE_TYPES[:3])))
SMALL = MagnitudePTable((part("all", 5, (0, 1, 3)),))


def plain(found: MagnitudePart) -> Rows:
    rows: Rows = {}
    for ratio, bound, v in zip(found.row_ratios.tolist(), found.exact_bounds, found.noise.tolist(), strict=True):
        rows.setdefault(Fraction(ratio), []).append((bound, Fraction(v)))
    return rows


TABLES: dict[str, Rows] = {one.type: plain(one) for one in LARGE.parts} | {"small": plain(SMALL.parts[0])}
PERMUTED = permute(LARGE, 20, seed=5)
PERMUTED_TABLES = TABLES | {one.type: plain(one) for one in PERMUTED.parts}
Line = tuple[int, int, int, int, int]


def microdata(lines: Sequence[Line], modulus: int = M) -> ckm.Microdata:
    """Records of (row, column, hundredths of the magnitude, tenths of the weight, key)."""
    table = np.array(lines, dtype=np.int64).reshape(-1, 5)
    dimensions = {
        name: Dimension(name, Texts.same(name), tuple(Category.plain(code) for code in codes))
        for name, codes in ROWS.items()
    }
    return ckm.Microdata(
        len(table),
        dimensions,
        {name: compact_codes(table[:, at].copy(), 3) for at, name in enumerate(ROWS)},
        RecordKeys(table[:, 4].astype(np.uint64), modulus, 5, "decimal"),
        weight=NumberColumn("w", table[:, 3].copy(), 1),
        magnitudes={"m": NumberColumn("m", table[:, 2].copy(), 2, Texts("Turnover", "Umsatz"))},
    )


def method(settings: MagnitudeSettings | None, **others: Any) -> MagnitudeCellKeyMethod:
    small = SMALL if settings is not None and settings.separation else None
    return MagnitudeCellKeyMethod(**{"ptable": COUNTS, "large": LARGE, "small": small, "settings": settings, **others})


line = st.tuples(
    st.integers(0, 1),
    st.integers(0, 2),
    st.sampled_from([0, 0, 1, -1, 50, 100, -100, 250, 400, 1000, -1000, 5000, 123_456]) | st.integers(-2000, 2000),
    st.integers(1, 30),
    st.integers(0, M - 1),
)


@st.composite
def asked(draw: st.DrawFn) -> MagnitudeSettings:
    contribution = cast(Contribution, draw(st.sampled_from("TMDV")))
    k = draw(st.integers(1, 4)) if contribution == "T" else 1
    flex = draw(st.booleans())
    scaling = Scaling(0.3, 0.04, draw(st.sampled_from([2.0, 10.0, 50.0])), 3.0) if flex else Scaling(0.3)
    extra = draw(st.sampled_from([0.0, 0.25, 1.0]))
    least = 0.0 if extra else draw(st.sampled_from([0.0, 0.2, 0.5]))
    return MagnitudeSettings(
        scaling,
        contribution,
        k,
        (1.0, 0.5, 0.5, 0.2)[:k],
        separation=draw(st.booleans()),
        parity=draw(st.booleans()),
        include_zeros=draw(st.booleans()),
        extra_noise=extra,
        primary=PrimaryRules(minimum_frequency=3) if extra or least else None,
        least_noise=least,
        zero_sign="key" if least or draw(st.booleans()) else "plus",
    )


@given(
    lines=st.lists(line, max_size=25),
    settings=asked(),
    of=st.sampled_from(["count", "weighted_count"]),
    own=st.sampled_from(["", "ab" * 32]),
    permuted=st.booleans(),
)
@trying(max_examples=40 if FEW else 200)
def test_every_cell_is_that_of_the_method_in_plain_python(
    lines: list[Line], settings: MagnitudeSettings, of: CountKind, own: str, permuted: bool
) -> None:
    spec = TableSpec(rows=["row"], columns=["column"], values=[replace(SUM, of=of)])
    raw = ckm.tabulate(microdata(lines), spec, contributors=settings.contributors)
    asked_of = method(settings, own_key=own, large=PERMUTED if permuted else LARGE)
    sums = ckm.examine(raw, asked_of).blocks[0].magnitudes[Measure(of, "m")]
    flex = settings.scaling
    slow = Slow(
        flex.small,
        None if flex.large is None or flex.bend is None or flex.q is None else (flex.large, flex.bend, flex.q),
        settings.contribution,
        settings.epsilon,
        settings.separation,
        settings.parity,
        settings.include_zeros,
        settings.extra_noise,
        of == "weighted_count",
        PERMUTED_TABLES if permuted else TABLES,
        settings.least_noise,
        settings.zero_sign == "key",
        asked_of.multiplier("m", "", M),
    )
    for row in range(3):
        for column in range(4):
            mine = [one for one in lines if row in (0, one[0] + 1) and column in (0, one[1] + 1)]
            records = [Record(one[2] / 100, one[3] / 10, one[4]) for one in mine]
            sensitive = 0 < sum(one.x != 0 for one in records) < 3
            if not records:
                assert sums.published[row, column] == 0
                continue
            wanted = slow.published(records, M, sensitive)
            assert sums.published[row, column] == pytest.approx(wanted, rel=1e-9, abs=1e-9)


@given(lines=st.lists(line, min_size=1, max_size=25), settings=asked())
def test_a_cell_has_the_same_figure_in_every_table_and_layout(lines: list[Line], settings: MagnitudeSettings) -> None:
    data, own = microdata(lines), method(settings)

    def table(spec: TableSpec) -> ckm.ProtectedTable:
        return ckm.protect(ckm.tabulate(data, spec, contributors=settings.contributors), own)

    wide = table(TableSpec(rows=["row"], columns=["column"], values=[SUM]))
    turned = table(TableSpec(rows=["column", "row"], values=[Value(), SUM]))
    rows = (OwnRow(Texts.same("own"), (Condition("row", ("a",)), Condition("column", ("y",)))),)
    listed = table(TableSpec(rows=[Level("::rows", rows=rows)], values=[SUM]))
    filtered = table(TableSpec(rows=["row"], filters=[Condition("column", ("y",))], values=[SUM]))
    owned = table(TableSpec(rows=["row"], values=[replace(SUM, conditions=(Condition("column", ("y",)),))]))
    for address in ({}, {"row": "a"}, {"column": "y"}, {"row": "a", "column": "y"}):
        assert wide.value(address) == turned.value(address, 1)
        assert wide.sign(address) == turned.sign(address, 1)
    code = str(listed.blocks[0].dimensions[0].nodes[1].code)
    for other, address in ((listed, {"::rows": code}), (filtered, {"row": "a"}), (owned, {"row": "a"})):
        assert other.value(address) == wide.value({"row": "a", "column": "y"})


@given(lines=st.lists(line, max_size=25), settings=asked(), decimals=st.sampled_from([None, 0, 1, 2, 4]))
def test_published_sums_are_rounded_and_gone_where_the_published_count_is_0(
    lines: list[Line], settings: MagnitudeSettings, decimals: int | None
) -> None:
    settings = replace(settings, decimals=decimals, **FORMER)
    raw = ckm.tabulate(
        microdata(lines),
        TableSpec(rows=["row"], columns=["column"], values=[SUM, Value(), Value("mean", magnitude="m", decimals=3)]),
        contributors=settings.contributors,
    )
    shown, examined = ckm.protect(raw, method(settings)).blocks[0], ckm.examine(raw, method(settings)).blocks[0]
    sums = examined.magnitudes[Measure("count", "m")]
    places = 2 if decimals is None else min(2, decimals)
    for cell in np.ndindex(shown.shape):
        count = int(shown.figures[1][cell])
        signs = [Sign.NONE if shown.signs is None else Sign(int(of[cell])) for of in shown.signs or (0, 0, 0)]
        if count == 0:
            assert (signs[0], signs[2]) == (Sign.UNKNOWN, Sign.UNKNOWN)
            assert shown.figures[0][cell] == shown.figures[2][cell] == 0
            continue
        figure = int(shown.figures[0][cell])
        assert figure % 10 ** (2 - places) == 0
        assert abs(figure / 100 - sums.published[cell]) <= 0.5 / 10**places + 1e-9
        assert abs(int(shown.figures[2][cell]) / 1000 - figure / 100 / count) <= 0.0005 + 1e-9
        if sums.values[cell] == 0:
            assert figure == 0


def test_the_worked_example_of_the_handbook() -> None:
    """x = 300, x_1 = 200, m = .6: x_δ = 120, a = 2.5; v(row 2) = 0, v(row 3) = 1, so v = .5 and x' = 360."""
    rows = [(0.0, [(0.0, 1.0, Fraction(1))]), (1.0, [(0.0, 1.0, Fraction(1))]), (2.0, [(0.0, 1.0, Fraction(1))])]
    table = MagnitudePTable((part_from_rows("all", [*rows, (3.0, [(1.0, 1.0, Fraction(1))])]),))
    data = microdata([(0, 0, 20_000, 10, 5), (0, 0, 10_000, 10, 7)])
    own = method(MagnitudeSettings(Scaling(0.6)), large=table)
    raw = ckm.tabulate(data, TableSpec(values=[SUM]))
    story = ckm.explain(raw, own, {}).magnitudes[0]
    assert (story.value, story.published, story.contributors, story.cell_key) == (300.0, 360.0, 2, "0.00012")
    step = story.steps[0]
    assert (step.unit, step.ratio, step.rows, step.v, step.amount) == (120.0, 2.5, (2.0, 3.0), 0.5, 60.0)
    assert step.key == "0.00120"
    assert "300" not in repr(story) + repr(ckm.examine(raw, own).blocks[0].magnitudes)


def test_m_falls_from_one_share_to_the_other() -> None:
    scaling = Scaling(0.30, 0.03, 1000, 3)
    sizes = np.array([10.0, 999.0, 1000.0, 1500.0, 2000.0, 5000.0, 10_000.0])
    wanted = [0.3, 0.3, 0.3, 0.24504, 0.198889, 0.084444, 0.047851]
    assert scaling.m(sizes).tolist() == pytest.approx(wanted, abs=5e-7)
    assert scaling.m(np.array([1e12])).tolist() == pytest.approx([0.03], rel=1e-6)
    assert Scaling(0.05).m(sizes).tolist() == [0.05] * 7


def test_small_values_begin_where_the_manual_says() -> None:
    settings = MagnitudeSettings(Scaling(0.3), "T", 3, (1.0, 0.5, 0.2), separation=True)
    assert settings.small_from(1.0) == pytest.approx(2.934836, abs=5e-7)
    assert replace(settings, separation=False).small_from(1.0) == 0


def test_keys_are_rotated_by_their_first_decimal() -> None:
    keys = np.array([12_345, 1, 90_000, 99_999, 0], dtype=np.uint64)
    assert rotated(keys, 10**5).tolist() == [23_451, 10, 9, 99_999, 0]
    wide = np.array([10**17 - 1, 5 * 10**16 + 3], dtype=np.uint64)
    assert rotated(wide, 10**17).tolist() == [10**17 - 1, 35]


def test_a_sum_never_crosses_0_in_the_first_step_and_extra_noise_is_for_sensitive_cells_only() -> None:
    down = part_from_rows("all", [(0.0, [(0.0, 1.0, Fraction(1))]), (1.0, [(-1.0, 1.0, Fraction(1))])])
    settings = MagnitudeSettings(Scaling(0.5), extra_noise=9.0, primary=PrimaryRules(minimum_frequency=3))
    x, sizes = np.array([10.0, -10.0, 10.0]), np.array([[8.0], [8.0], [8.0]])
    sensitive, keys = np.array([True, True, False]), np.zeros(3, dtype=np.uint64)
    found = noised(x, sizes, np.array([1, 1, 5]), sensitive, keys, M, settings, Parts(all=down))
    assert found.published.tolist() == [0.0, 0.0, 6.0]
    stays = part_from_rows("all", [(0.0, [(0.0, 1.0, Fraction(1))]), (1.0, [(0.0, 1.0, Fraction(1))])])
    found = noised(x, sizes, np.array([1, 1, 5]), sensitive, keys, M, settings, Parts(all=stays))
    assert found.published.tolist() == [10 + 4 * 9, -10 - 4 * 9, 10.0]  # sign(0) = +1


@pytest.mark.parametrize(
    ("made", "english", "german"),
    [
        (lambda: Scaling(0.3, 0.03, 1000, 1), "q = 1; choose a number above 1", "q = 1; wählen Sie eine Zahl über 1"),
        (lambda: Scaling(0), "σ1 = 0; choose", "σ1 = 0; wählen"),
        (lambda: Scaling(1.5), "σ1 = 1.5", "σ1 = 1,5"),
        (lambda: Scaling(0.3, 0.4, 1000, 3), "below σ1 = 0.3", "unter σ1 = 0,3"),
        (lambda: Scaling(0.3, 0.03, 0, 3), "z_f = 0", "z_f = 0"),
        (lambda: Scaling(0.3, 0.03), "needs σ0, z_f and q together", "braucht σ0, z_f und q zusammen"),
        (lambda: MagnitudeSettings(Scaling(0.3), "T", 3, (1, 0.2, 0.5)), "must descend", "müssen absteigen"),
        (lambda: MagnitudeSettings(Scaling(0.3), "T", 2, (0.9, 0.5)), "first factor must be 1", "erste Faktor muss 1"),
        (lambda: MagnitudeSettings(Scaling(0.3), "T", 2, (1,)), "factors ε: 1, of", "Faktoren ε: 1, der"),
        (lambda: MagnitudeSettings(Scaling(0.3), k=0), "from 1 to 100", "von 1 bis 100"),
        (lambda: MagnitudeSettings(Scaling(0.3), "M", 2, (1, 0.5)), "choose T or k = 1", "wählen Sie T oder k = 1"),
        (lambda: MagnitudeSettings(Scaling(0.3), cast(Contribution, "X")), "cannot be “X”", "kann nicht „X“ sein"),
        (lambda: MagnitudeSettings(Scaling(0.3), extra_noise=-1), "choose 0 or more", "wählen Sie 0 oder mehr"),
        (lambda: MagnitudeSettings(Scaling(0.3), extra_noise=1), "no primary rule says", "keine Primärregel"),
        (lambda: MagnitudeSettings(Scaling(0.3), primary=PrimaryRules(3)), "μ_c, which is 0", "μ_c, der 0 ist"),
        (lambda: MagnitudeSettings(Scaling(0.3), decimals=7), "decimals cannot be 7", "Nachkommastellen kann nicht 7"),
        (lambda: magnitude_settings("T(0)", "N(0.1)"), "from 1 to 100", "von 1 bis 100"),
        (lambda: magnitude_settings("Q", "N(0.1)"), "“Q” is no setting", "„Q“ ist keine Einstellung"),
        (lambda: magnitude_settings("M", "F(0.03,0.3)"), "Write it like this: F", "Schreiben Sie sie so: F"),
        (lambda: magnitude_settings("M", "N(nan)"), "“N(nan)” is no setting", "„N(nan)“ ist keine"),
        (lambda: magnitude_settings("M", "whatever"), "“whatever”", "„whatever“"),
        (lambda: magnitude_settings("V", "N(0.3,0.5)"), "factors ε: 2, of", "Faktoren ε: 2, der"),
        (
            lambda: method(MagnitudeSettings(Scaling(0.3), separation=True), small=None),
            "no perturbation table for",
            "es gibt aber keine",
        ),
        (lambda: method(MagnitudeSettings(Scaling(0.3)), small=SMALL), "switch the separation on", "Trennung ein"),
        (
            lambda: method(MagnitudeSettings(Scaling(0.3), parity=True), large=SMALL),
            "rows of the type “even” in the perturbation table for magnitudes; it has all",
            "Zeilen vom Typ „even“; vorhanden: all",
        ),
        (
            lambda: method(MagnitudeSettings(Scaling(0.3)), large=MagnitudePTable((part("even", 1), part("odd", 1)))),
            "rows of the type “all”",
            "vom Typ „all“",
        ),
        (
            lambda: method(MagnitudeSettings(Scaling(0.3)), large=MagnitudePTable((part("all", 1, (0,)),))),
            "do not reach i = 1",
            "reichen nicht bis i = 1",
        ),
        (
            lambda: method(
                MagnitudeSettings(Scaling(0.3)), own=(("m", MagnitudeSettings(Scaling(0.2))),) * 2
            ),
            "“m” has settings twice",
            "„m“ gibt es zweimal Einstellungen",
        ),
    ],
)  # fmt: skip
def test_impossible_and_contradictory_settings_are_refused_when_made(made: Any, english: str, german: str) -> None:
    kinds = (
        "magnitude_setting_faulty",
        "magnitude_setting_unreadable",
        "magnitude_part_needed",
        "magnitude_part_rowless",
        "settings_contradict",
        "setting_range",
        "setting_unknown",
    )
    with fails(kinds) as caught:
        made()
    assert english in caught.value.text("en")
    assert german in caught.value.text("de").replace("\u00a0", " ")


def test_an_m_that_rises_is_warned_of() -> None:
    """q < 2 σ1 / (σ1 - σ0) = 2.222."""
    raw = ckm.tabulate(microdata([(0, 0, 100, 1, 1)]), TableSpec(values=[SUM]))
    low, high = (method(MagnitudeSettings(Scaling(0.3, 0.03, 1000, q))) for q in (2.2, 2.3))
    rises = [one.text("de") for one in low.warnings(raw) if one.code == "scaling_rises"]
    assert rises == [
        "Mit q = 2,2 werden Werte kurz über z_f stärker überlagert als mit σ1 = 0,3. "
        "Wenn das nicht gewollt ist, wählen Sie mindestens q = 2,222."
    ]
    assert not [one for one in high.warnings(raw) if one.code == "scaling_rises"]
    just_above = np.array([1001.0])
    assert Scaling(0.3, 0.03, 1000, 2.2).m(just_above)[0] > 0.3 > Scaling(0.3, 0.03, 1000, 2.3).m(just_above)[0]


def test_data_that_the_method_cannot_use_are_refused_in_words() -> None:
    data = microdata([(0, 0, 100, 1, 1), (0, 1, 0, 1, 2)])
    spec = TableSpec(rows=["row"], values=[SUM])
    settings = MagnitudeSettings(Scaling(0.3), "T", 2, (1.0, 0.5))
    own = method(settings)
    for modulus, digits in ((256, None), (4096, None), (10**4, 4), (2 * 10**5, None)):
        assert data.record_keys is not None
        keys = RecordKeys(data.record_keys.values, modulus, digits, "integer" if digits is None else "decimal")
        raw = ckm.tabulate(data.with_record_keys(keys), spec)
        with fails("magnitude_keys_modulus", match="at least 5 decimals"):
            ckm.protect(raw, own)
    with fails("no_record_keys"):
        ckm.protect(ckm.tabulate(replace(data, record_keys=None, cache={}), spec), own)
    with fails("method_without_magnitudes", match="sums of “Turnover”"):
        ckm.protect(ckm.tabulate(data, spec), ckm.CellKeyMethod(COUNTS))
    many = method(MagnitudeSettings(Scaling(0.3), "T", 4, (1.0, 0.5, 0.5, 0.5)))
    with fails("contributors_not_kept", match="4 largest contributions"):
        ckm.protect(ckm.tabulate(data, spec), many)
    assert many.contributors == 4
    ckm.protect(ckm.tabulate(data, spec, contributors=4), many)
    only = method(None, own=(("staff", settings),))
    with fails("magnitude_settings_lacking", match="“Turnover”"):
        ckm.protect(ckm.tabulate(data, spec), only)
    column = replace(data.magnitudes["m"], missing=np.array([False, True]))
    lacking = ckm.tabulate(replace(data, magnitudes={"m": column}, cache={}), spec)
    with pytest.warns(ckm.CkmWarning, match="“Turnover”: 1 record without a value is left out"):
        ckm.protect(lacking, own)
    with fails("magnitude_values_missing", match=r"^Records have no value of “Turnover”"):
        ckm.protect(lacking, method(replace(settings, missing="refuse")))


def test_magnitudes_may_have_settings_of_their_own() -> None:
    data = microdata([(0, 0, 10_000, 1, 90_000)])
    data = replace(data, magnitudes={**data.magnitudes, "n": replace(data.magnitudes["m"], name="n")})
    raw = ckm.tabulate(data, TableSpec(values=[SUM, replace(SUM, magnitude="n")]))
    own = method(MagnitudeSettings(Scaling(0.3)), own=(("n", MagnitudeSettings(Scaling(0.1))),))
    sums = ckm.examine(raw, own).blocks[0].magnitudes
    assert [one.steps[0].unit.item() for one in sums.values()] == [30.0, 10.0]


def test_derived_values_come_from_published_sums() -> None:
    lines = [
        (row, column, 3000 + 700 * row + 100 * column, 10, 7919 * (row + 3 * column) % M)
        for row in range(2)
        for column in range(3)
        for _ in range(4)
    ]
    values = [
        SUM,
        Value(),
        Value("share", magnitude="m", base="column", decimals=1),
        Value("ratio", magnitude="m", of_base="count", decimals=2),
        Value("change", magnitude="m", variable="column", against="x", decimals=1),
        Value("change", magnitude="m", variable="column", against="x", absolute=True, decimals=2),
    ]
    raw = ckm.tabulate(microdata(lines), TableSpec(rows=["row"], columns=["column"], values=values))
    shown = ckm.protect(raw, method(MagnitudeSettings(Scaling(0.3))))
    figure, total, first = (
        shown.value(address) / 100
        for address in ({"row": "a", "column": "y"}, {"column": "y"}, {"row": "a", "column": "x"})
    )
    here = {"row": "a", "column": "y"}
    assert shown.value(here, 2) / 10 == pytest.approx(100 * figure / total, abs=0.0501)
    assert shown.value(here, 3) / 100 == pytest.approx(figure / shown.value(here, 1), abs=0.00501)
    assert shown.value(here, 4) / 10 == pytest.approx(100 * (figure - first) / first, abs=0.0501)
    assert shown.value(here, 5) / 100 == pytest.approx(figure - first, abs=1e-9)
    assert shown.labels[4].de == "Veränderung gegenüber x in % (Summe Umsatz)"


def test_notes_are_there_in_two_lengths_and_say_nothing_of_parameters() -> None:
    own = method(MagnitudeSettings(Scaling(0.31, 0.07, 4711, 3)))
    for language in ("de", "en"):
        note, short = own.note.text(language), own.short_note.text(language)  # type: ignore[arg-type]
        assert len(short) < len(note)
        for secret in ("0,31", "0.31", "4711", "σ", "T("):
            assert secret not in note + short
    assert "addieren Sie nicht" in own.note.text("de")
    assert own.legend[Sign.UNKNOWN].text("de") == "Zahl unbekannt oder geheim zu halten"


def test_a_designed_table_serves() -> None:
    table = design_magnitudes(D=5, V=2, icat=(1, 3, 5), step=2)
    raw = ckm.tabulate(microdata([(0, 0, 10_000, 1, 12_345)]), TableSpec(values=[SUM]))
    assert ckm.protect(raw, method(MagnitudeSettings(Scaling(0.3)), large=table)).cells == 1


def test_a_sum_of_0_stays_0_whatever_row_0_says() -> None:
    shifts = part_from_rows("all", [(0.0, [(1.0, 1.0, Fraction(1))]), (1.0, [(1.0, 1.0, Fraction(1))])])
    settings = MagnitudeSettings(Scaling(0.5), "T", 2, (1.0, 0.5), separation=True)
    x, sizes = np.array([0.0, 0.0, 0.5]), np.array([[8.0, 8.0], [0.0, 0.0], [0.5, 0.0]])
    keys, some = np.zeros(3, dtype=np.uint64), np.zeros(3, dtype=np.bool_)
    found = noised(x, sizes, np.array([2, 0, 1]), some, keys, M, settings, Parts(all=shifts, small=shifts))
    assert found.published.tolist() == [0.0, 0.0, 1.5]


def test_sums_of_values_that_are_no_exact_decimals_are_published_with_two_decimals_unless_set() -> None:
    data = microdata([(0, 0, 0, 10, 90_000)] * 3)
    values = np.array([1 / 3, 2 / 3, 1e5 / 7])
    data = replace(data, magnitudes={"m": NumberColumn("m", values, None)}, cache={})
    raw = ckm.tabulate(data, TableSpec(values=[replace(SUM, decimals=6), replace(WEIGHTED, decimals=6)]))
    for decimals, places in ((None, 2), (4, 4), (0, 0)):
        own = method(MagnitudeSettings(Scaling(0.3), decimals=decimals))
        exact = ckm.examine(raw, own).blocks[0].magnitudes
        for number, measure in enumerate((Measure("count", "m"), Measure("weighted_count", "m"))):
            assert ckm.protect(raw, own).value({}, number) == round(
                exact[measure].published.item() * 10**places
            ) * 10 ** (6 - places)


def test_a_sum_that_64_bits_cannot_hold_is_refused() -> None:
    up = part_from_rows("all", [(0.0, [(0.0, 1.0, Fraction(1))]), (1.0, [(1.0, 1.0, Fraction(1))])])
    data = microdata([(0, 0, 2**62, 10, 5), (0, 0, 0, 10, 7)])
    raw = ckm.tabulate(data, TableSpec(values=[SUM]))
    with fails("figure_too_large"):
        ckm.protect(raw, method(MagnitudeSettings(Scaling(1.0)), large=MagnitudePTable((up,))))
