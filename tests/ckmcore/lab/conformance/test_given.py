"""Solved cases whose keys are all used, or refused: separation, shares of sums, the curve m(z), lists of q.

The expected values are built here with Fractions, by the definitions of magnitudes.md and nothing of the engine.
"""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from ckmcore.lab.conformance.given import NotedGiven
from ckmcore.lab.conformance.magnitude_tables import tables_of
from ckmcore.lab.conformance.magnitudes import solved_magnitude
from ckmcore.lab.conformance.run import conform
from tests.kit.fails import fails

M = 100_000
# Rows by ratio, of [v, upper bound in 1/100000]; variance of the last row of S: .5.
TABLES: dict[str, Any] = {
    "L": {"ask": {"D": 2, "V": 1}, "rows": {"1": [[-1, 25000], [0, 75000], [1, 100000]],
                                            "2": [[-2, 10000], [-1, 30000], [0, 70000], [1, 90000], [2, 100000]]}},
    "S": {"ask": {"D": 1, "V": 0.5}, "rows": {"1": [[-1, 25000], [0, 75000], [1, 100000]]}},
    "C": {"ask": {"D": 1, "V": 1, "js": 0}, "rows": {"1": [[-1, 20000], [0, 60000], [1, 100000]]}},
}  # fmt: skip
SOLVED = tables_of(TABLES)


def case(given: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    return {"id": "built", "given": given, "wanted": wanted}


def last_row(table: str) -> list[tuple[Fraction, Fraction]]:
    """(v, p) of the last row."""
    rows = TABLES[table]["rows"]
    line, before, found = rows[max(rows, key=float)], 0, []
    for v, bound in line:
        found.append((Fraction(v), Fraction(bound - before, M)))
        before = bound
    return found


def law(x: Fraction, unit: Fraction, table: str) -> list[tuple[Fraction, Fraction]]:
    """(published, p) of one step on a sum of which a unit is small: beyond the last row, and never beyond 0."""
    assert x / unit >= 2
    return [(max(x + unit * v, Fraction(0)), p) for v, p in last_row(table)]


def moments(values: list[tuple[Fraction, Fraction]], about: Fraction) -> dict[str, float]:
    mean = sum(y * p for y, p in values)
    second = sum((y - mean) ** 2 * p for y, p in values)
    return {
        "mean": float(mean),
        "bias": float(mean - about),
        "sd": float(second) ** 0.5,
        "mean_abs": float(sum(abs(y - about) * p for y, p in values)),
        "p_unchanged": float(sum(p for y, p in values if y == about)),
        "p_zero": float(sum(p for y, p in values if y == 0)),
    }


def separated(x1: Fraction, small: Fraction, unit: Fraction) -> tuple[str, Fraction]:
    """Table and unit of the first step, by z_s = √V_S / σ1: at most z_s is small, and has the unit that is set."""
    is_large = x1 * x1 * small * small > Fraction(1, 2)  # the variance of the last row of S
    return ("L", x1 * small) if is_large else ("S", unit)


@pytest.mark.parametrize("beside", [True, False])
@pytest.mark.parametrize(
    ("x", "contributions", "unit"), [(40, [20, 20], 1), (40, [1, 1], 1), (12, [2, 1], 3), (900, [3], 2)]
)
def test_t25_small_values_take_their_noise_from_the_small_table(
    x: int, contributions: list[int], unit: int, beside: bool
) -> None:
    small = Fraction(3, 10)
    table, size = separated(Fraction(contributions[0]), small, Fraction(unit))
    wanted = moments(law(Fraction(x), size, table), Fraction(x))
    own = {"separation": True, "small_unit": unit}
    settings: dict[str, Any] = {"scaling": {"small": 0.3}, **({} if beside else own)}
    given = {"x": x, "contributions": contributions, "table": "L", "small_table": "S", "settings": settings}
    found = solved_magnitude(case(given | (own if beside else {}), wanted), SOLVED)
    assert found == pytest.approx(wanted, abs=1e-9)


def test_t25_both_tables_are_met_by_the_cases_and_differ_from_a_solution_without_separation() -> None:
    assert {separated(Fraction(one), Fraction(3, 10), Fraction(1))[0] for one in (20, 1, 2, 3)} == {"L", "S"}
    given = {"x": 40, "contributions": [1, 1], "table": "L", "settings": {"scaling": {"small": 0.3}}}
    plain = solved_magnitude(case(given, {"sd": 0}), SOLVED)["sd"]
    apart = solved_magnitude(case(given | {"small_table": "S", "separation": True}, {"sd": 0}), SOLVED)["sd"]
    assert apart != pytest.approx(plain)


def test_t25_the_share_of_a_sum_in_a_sum_is_that_of_two_published_sums() -> None:
    part, whole, x1, total = Fraction(60), Fraction(200), Fraction(20), Fraction(50)
    first, second = law(part, x1 * Fraction(3, 10), "L"), law(whole, total * Fraction(3, 10), "L")
    pairs = [(a / b, p * q) for (a, p), (b, q) in product(first, second)]
    share = part / whole
    found = moments(pairs, share)
    wanted = {
        "share": float(100 * share),
        "mean": 100 * found["mean"],
        "sd": 100 * found["sd"],
        "mean_abs_error_points": 100 * found["mean_abs"],
        "p_not_shown": 0.0,
        **{
            f"p_within_{one}_points": float(sum(p for y, p in pairs if abs(y - share) <= Fraction(one, 100)))
            for one in (1, 3, 7, 20)
        },
    }
    given = {
        "part": 60, "largest_part": 20, "whole": 200, "largest_whole": 50,
        "table": "L", "settings": {"scaling": {"small": 0.3}},
    }  # fmt: skip
    assert solved_magnitude(case(given, wanted), SOLVED) == pytest.approx(wanted, abs=1e-9)


def test_t25_the_curve_m_of_z_is_solved_for_a_list_and_for_one_size() -> None:
    low, high, bend, q = Fraction(3, 100), Fraction(3, 10), Fraction(1000), 3

    def m(z: Fraction, least: Fraction) -> Fraction:
        if z < bend:
            return high if z > least else Fraction(0)
        return low * (1 + (high * z - low * bend) / (low * bend) * (2 * bend / (bend + z)) ** q)

    sizes, least = [5, 10, 11, 999, 1000, 2000, 7500], Fraction(10)
    wanted = [float(m(Fraction(one), least)) for one in sizes]
    scaling = {"large": 0.03, "small": 0.3, "bend": 1000, "q": 3}
    given = {"scaling": scaling, "z": sizes, "least": 10}
    found = solved_magnitude(case(given, {"m": wanted, "2000": 0}), SOLVED)
    assert found["m"] == pytest.approx(wanted, abs=1e-12)
    assert found["2000"] == pytest.approx(wanted[5], abs=1e-12)
    one = solved_magnitude(case({"scaling": scaling, "z": 7500}, {"m": 0}), SOLVED)
    assert one["m"] == pytest.approx(float(m(Fraction(7500), Fraction(0))), abs=1e-12)
    simple = solved_magnitude(case({"scaling": {"small": 0.3}, "z": [1, 10**6]}, {"m": []}), SOLVED)
    assert simple == {"m": [0.3, 0.3]}


def interpolated(counts: list[int], edges: list[int], q: Fraction) -> Fraction:
    """The value below which q of the records lie, evenly within classes."""
    wanted, reached = q * sum(counts), Fraction(0)
    for count, low, high in zip(counts, edges, edges[1:], strict=False):
        if count and reached + count >= wanted:
            return low + (wanted - reached) / count * (high - low)
        reached += count
    raise AssertionError


def test_t25_a_list_of_q_is_solved_quantile_by_quantile() -> None:
    counts, edges = [30, 80, 120, 60], [0, 4, 8, 12, 16]
    asked = [Fraction(1, 10), Fraction(1, 4), Fraction(1, 2), Fraction(9, 10)]
    wanted = {f"{float(q):g}": float(interpolated(counts, edges, q)) for q in asked}
    given: dict[str, Any] = {"edges": edges, "counts": counts, "q": [float(q) for q in asked]}
    assert solved_magnitude(case(given, wanted), SOLVED) == pytest.approx(wanted, abs=1e-9)
    alone = solved_magnitude(case(given | {"q": 0.5}, {"0.5": 0}), SOLVED)
    assert alone == pytest.approx({"0.5": wanted["0.5"]})
    errors = {"0.25": {"quantile": 0}, "0.5": {"quantile": 0}}
    found = solved_magnitude(case(given | {"q": [0.25, 0.5], "count_table": "C"}, errors), SOLVED)
    for q in errors:
        assert found[q]["quantile"] == pytest.approx(wanted[q])
    refused = solved_magnitude(
        case({"q": [0.01, 0.5, 0.99]}, {q: {"refused": 0} for q in ("0.01", "0.5", "0.99")}), SOLVED
    )
    assert [refused[q]["refused"] for q in ("0.01", "0.5", "0.99")] == ["quantile_extreme", None, "quantile_extreme"]
    few = solved_magnitude(
        case({"q": [0.1, 0.5], "N_published": 20}, {q: {"refused": 0} for q in ("0.1", "0.5")}), SOLVED
    )
    assert few["0.1"]["refused"] == "quantile_few_beyond"


NOISE = {"x": 40, "contributions": [20, 20], "table": "L", "settings": {"scaling": {"small": 0.3}}}
SHARE = {"part": 60, "largest_part": 20, "whole": 200, "largest_whole": 50, "table": "L",
         "settings": {"scaling": {"small": 0.3}}}  # fmt: skip
KINDS: list[dict[str, Any]] = [
    NOISE,
    SHARE,
    {"scaling": {"small": 0.3}, "z": [1, 2]},
    {"edges": [0, 4, 8], "counts": [3, 4], "q": [0.5]},
    {"contributions": [20, 10], "p_percent": 10, "settings": {"scaling": {"small": 0.3}}, "table": "L"},
    {"m": 0.3, "contributors": 1, "p_percent": 10, "table": "L"},
    {"largest_of_parts": [20, 20], "settings": {"scaling": {"small": 0.3}}, "table": "L"},
    {
        "sums": [100, 200],
        "largest": [30, 30],
        "same_keys": False,
        "table": "L",
        "settings": {"scaling": {"small": 0.3}},
    },
    {"record": 10, "largest_of_rest": 10, "settings": {"scaling": {"small": 0.3}}, "p_percent": 10, "table": "L"},
    {"sigma1": 0.3, "sigma0": 0.03},
    {"D": 5, "i": 1, "step": 1, "mono": True},
    {"p_percent": [5, 10]},
]


@pytest.mark.parametrize("given", KINDS, ids=" ".join)
def test_t25_a_key_that_is_unknown_or_unused_is_an_error_in_every_kind_of_case(given: dict[str, Any]) -> None:
    assert solved_magnitude(case(given, {}), SOLVED) == {}
    for wrong in ("seperation", "unknown"):
        with fails("case_keys_unused") as error:
            solved_magnitude(case({**given, wrong: True}, {}), SOLVED)
        assert error.value.fields["keys"] == wrong
    if "settings" in given:
        inner = {**given, "settings": {**given["settings"], "lambda": 0.2}}
        with fails("case_keys_unused") as error:
            solved_magnitude(case(inner, {}), SOLVED)
        assert error.value.fields["keys"] == "settings/lambda"


def test_t25_a_small_table_without_separation_is_unused_and_separation_without_one_is_faulty(tmp_path: Path) -> None:
    with fails("case_keys_unused", match="small_table"):
        solved_magnitude(case({**NOISE, "small_table": "S"}, {}), SOLVED)
    cases = [
        {**case({**NOISE, "small_table": "S"}, {"sd": 1}), "id": "unused"},
        {**case({**NOISE, "separation": True}, {"sd": 1}), "id": "lacks"},
        {**case(NOISE, {"sd": 1}), "id": "right"},
    ]
    file = tmp_path / "cases.json"
    file.write_text(json.dumps({"tables": TABLES, "cases": cases}), encoding="utf-8")
    found = conform(file, solve=True)
    assert [(name, said.code) for name, said in found.left_out] == [
        ("unused", "case_keys_unused"),
        ("lacks", "case_faulty"),
    ]
    assert list(found.values) == ["right"]


def test_t25_the_command_names_unused_keys_and_does_not_end_with_0(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cases.json"
    wrong = {**case({**NOISE, "seperation": True}, {"sd": 1}), "id": "typo"}
    file.write_text(json.dumps({"tables": TABLES, "cases": [wrong]}), encoding="utf-8")
    assert main(["--language", "en", "conformance", str(file)]) == Exit.INPUT
    assert "does not use for it: seperation" in capsys.readouterr().out


def test_t25_what_is_asked_after_is_not_read_and_what_is_unpacked_is() -> None:
    given = NotedGiven({"a": 1, "b": {"c": 2, "d": 3}, "e": {"f": 4}, "g": [5]})
    assert "a" in given
    assert given.unread() == ["a", "b", "e", "g"]
    assert given["b"]["c"] == 2
    assert given.unread() == ["a", "b/d", "e", "g"]
    assert {**given["e"]} == {"f": 4}
    assert given.get("h") is None
    assert given.unread() == ["a", "b/d", "g"]
