"""Solved cases of sums of magnitudes: every value recomputed by what tables, window and commands use.

A case has `given` and `wanted`; of `wanted` only the names are looked at. What a case is, is read off what it gives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ckmcore.errors import DataError
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.lab.conformance.given import NotedGiven
from ckmcore.lab.conformance.magnitude_intervals import interval_of_largest, interval_of_one, intervals_of_table
from ckmcore.lab.conformance.magnitude_tables import Given, MagnitudeTables
from ckmcore.lab.conformance.missing_values import solved_missing
from ckmcore.lab.conformance.quantile_cases import quantile_errors, quantile_refused, quantiles
from ckmcore.lab.quality import sums as quality
from ckmcore.lab.quality.sum_draws import drawn_sums
from ckmcore.lab.risk import sum_risk as risk
from ckmcore.lab.risk.sum_floor import SumLimits, judge_cells
from ckmcore.methods.magnitude_noise import Parts, SumCells, noised, rotated
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.own_keys import multiplied
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.sum_defaults import bend_from_totals, defaults_from_p, flex_limit, last_row, least_q
from ckmcore.methods.sum_law import ALL_KEYS, NoiseRules, SumLaws, law_by_key, sum_laws
from ckmcore.microdata.data import Microdata, NumberColumn, with_judged_keys
from ckmcore.microdata.dialect import AS_IT_STANDS
from ckmcore.ptable.magnitudes import (
    MagnitudePart,
    design_magnitudes,
    feasible_magnitudes,
    linked_noise,
)
from ckmcore.ptable.magnitudes.permute import in_order
from ckmcore.sample.amounts import incomes
from ckmcore.tabulate.spec import TableSpec, Value

Floats = NDArray[np.float64]
# What a file says in words beside values.
WORDS = ("reason", "refused_unless", "formula", "note", "candidates_rule")
_DRAWS = 60_000
# Sums are published as they are drawn, so far as figures of a file go; so many records with 0 are beside each cell.
_DRAWN_DECIMALS, _ZEROS = 4, 5
# So many digits have figures in a file that are no probabilities.
_FILE_DIGITS = 6


def solved_magnitude(case: Given, tables: MagnitudeTables) -> dict[str, Any]:
    """Compute the values listed in `wanted` of a case. Raises case_unknown, case_faulty, case_keys_unused, and the
    program's own errors."""
    name = str(case.get("id", "?"))
    try:
        inputs, wanted_names = case["given"], case["wanted"]
        for needed, solve in _KINDS:
            if all(key in inputs for key in needed):
                noted = NotedGiven(inputs)
                values = solve(noted, tables)
                unused = [key for key in noted.unread() if key not in needed and not _is_word(solve, key, inputs)]
                if unused:
                    raise DataError("case_keys_unused", case=name, keys=", ".join(unused))
                found_solved_magnitude: dict[str, Any] = _wanted_values(wanted_names, values)
                return found_solved_magnitude
    except (KeyError, IndexError, TypeError) as fault:
        raise DataError("case_faulty", case=name, reason=str(fault)) from fault
    raise DataError("case_unknown", case=name)


def _is_word(solve: _Solve, key: str, inputs: Given) -> bool:
    """Whether a key that a solver does not read is a description in words, or is only read for other cases of its
    kind."""
    if key in _OF_THE_KIND.get(solve, ()):
        return True
    return key in _IN_WORDS.get(solve, ()) and isinstance(inputs.get(key), str)


def _wanted_values(wanted_names: Any, result: Any) -> Any:
    """Restrict computed values to the names that are asked for."""
    if isinstance(wanted_names, Mapping) and isinstance(result, Mapping):
        names = {str(name): name for name in result}
        return {name: _wanted_values(wanted_names[name], result[names[name]]) for name in wanted_names if name in names}
    return result


# --- what a case gives ------------------------------------------------------------------------------------------------


def _magnitude_part(inputs: Given, tables: MagnitudeTables) -> MagnitudePart:
    return tables.sums[inputs["table"]].part("all")


def _case_tables(inputs: Given, tables: MagnitudeTables, rules: Given) -> Parts:
    """Perturbation tables of a case; with `separation` small values have a table of their own (`small_table`)."""
    if not _separated(inputs, rules):
        return Parts(all=_magnitude_part(inputs, tables))
    small = inputs["small_table"] if "small_table" in inputs else rules["small_table"]
    return Parts(all=_magnitude_part(inputs, tables), small=tables.sums[small].part("all"))


def _separated(inputs: Given, rules: Given) -> bool:
    """Whether small values are separated; the flag is among the settings or beside them."""
    return bool(rules["separation"] if "separation" in rules else inputs.get("separation", False))


def _settings(inputs: Given, rules: Given, steps: int = 1) -> MagnitudeSettings:
    """Settings of a case. A least noise goes with the sign of 0 by the key."""
    least, extra = float(rules.get("least_noise", 0)), float(rules.get("mu", 0))
    type, zero_sign = inputs.get("type", "T"), rules.get("zero_sign", "key" if least else "plus")
    if least and zero_sign != "key":
        raise KeyError("zero_sign")
    epsilon = tuple(rules.get("epsilon", (1.0,)))[:steps] if type == "T" else (1.0,)
    return MagnitudeSettings(
        Scaling(**rules["scaling"]),
        type,
        len(epsilon),
        epsilon,
        extra_noise=extra,
        least_noise=least,
        zero_sign=zero_sign,
        primary=PrimaryRules(minimum_frequency=3) if least or extra else None,
        separation=_separated(inputs, rules),
        small_unit=float(rules["small_unit"] if "small_unit" in rules else inputs.get("small_unit", 1)),
    )


def _cells(inputs: Given, settings: MagnitudeSettings, x: float, contributions: Sequence[float]) -> SumCells:
    """One cell of sums. x: its original; contributions: sizes of its largest ones. The contribution type of the
    settings decides what else is read from the case."""
    sizes = np.abs(np.array(contributions, dtype=np.float64))
    contributor_count = int(inputs.get("contributors", len(sizes)))
    valid = int(inputs.get("valid_records", contributor_count))  # only the smallest of type D depends on it
    if settings.contribution == "M":
        step = np.array([abs(x) / contributor_count])
    elif settings.contribution == "D":
        smallest = 0.0 if valid > contributor_count else float(sizes.min())
        step = np.array([sizes[0] - smallest])
    elif settings.contribution == "V":
        step = np.array([abs(x)])
    else:
        step = np.resize(np.concatenate([sizes, np.zeros(settings.k)]), settings.k)
    return SumCells(
        np.array([float(x)]),
        step[np.newaxis, :],
        np.array([contributor_count]),
        np.array([bool(inputs.get("sensitive", settings.least_noise > 0))]),
        sizes[:1],
    )


def _laws(inputs: Given, tables: MagnitudeTables, rules: Given, x: float, contributions: Sequence[float]) -> SumLaws:
    steps = len(rules.get("epsilon", (1.0,)))
    settings = _settings(inputs, rules, steps)
    return sum_laws(
        _cells(inputs, settings, x, contributions), NoiseRules(settings, _case_tables(inputs, tables, rules))
    )


def _unit(rules: Given, x1: float) -> float:
    return abs(x1) * float(Scaling(**rules["scaling"]).m(np.array([abs(float(x1))]))[0])


def _chance_within(laws: SumLaws, scale: float) -> Callable[[float], float]:
    """Function of a percentage: probability that the published sum differs from the original by less than this share of
    `scale`."""
    return lambda percent: float(laws.near(laws.x, np.array([percent / 100 * scale]))[0])


# --- noise ------------------------------------------------------------------------------------------------------------


def _noise(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    x, contributions = float(inputs["x"]), inputs["contributions"]
    rules = inputs.get("settings", {"scaling": {"small": 0.3}})
    laws = _laws(inputs, tables, rules, x, contributions)
    settings = _settings(inputs, rules, len(rules.get("epsilon", (1.0,))))
    cell = _cells(inputs, settings, x, contributions)
    magnitude_part, table_parts = _magnitude_part(inputs, tables), _case_tables(inputs, tables, rules)
    values, p = laws.values(0)
    step = noised(
        cell.x,
        cell.contributions,
        cell.contributors,
        cell.sensitive,
        np.zeros(1, dtype=np.uint64),
        ALL_KEYS,
        settings,
        table_parts,
        largest=cell.largest,
    ).steps[0]
    by_key: list[list[float]] = []
    if len(settings.epsilon) > 1:
        all_laws = law_by_key(cell, NoiseRules(settings, table_parts))
        by_key = [[key, float(x + all_laws[key])] for key in _KEYS_SHOWN]
    moments = quality.RowMoments.of(magnitude_part)
    units = cell.contributions[0] * settings.scaling.m(cell.contributions[0]) * np.array(settings.epsilon)
    near_within, of_sum = _chance_within(laws, abs(contributions[0])), _chance_within(laws, abs(x))
    second = {}
    if len(contributions) > 1:
        x1, x2 = (np.array([float(contribution)]) for contribution in contributions[:2])
        second = {percent: risk.near_second(laws, x1, x2, percent / 100)[0] for percent in range(1, 51)}
    return {
        "mean": float(x + laws.bias[0]),
        "bias": float(laws.bias[0]),
        "sd": float(laws.sd[0]),
        "mean_abs": float(laws.mean_abs[0]),
        "p_unchanged": float(laws.unchanged[0]),
        "p_zero": float(laws.zero[0]),
        **{f"p_within_{percent}_percent_of_x1": near_within(percent) for percent in range(1, 51)},
        **{f"p_within_{percent}_percent_of_x": of_sum(percent) for percent in range(1, 51)},
        "ratio": float(step.ratio[0]),
        "unit": float(step.unit[0]),
        "published": [[float(v), float(weight)] for v, weight in zip(values, p, strict=True)] if x else 0,
        "published_min": float(values[0]),
        "published_max": float(values[-1]),
        "published_by_key": by_key,
        "sd_if_steps_were_independent": float(np.sqrt(moments.second * (units * units).sum())),
        "largest_error_of_second": float(np.abs(values - x).max()),
        **{f"p_second_within_{percent}_percent": float(contribution) for percent, contribution in second.items()},
        "shown": "." if not x and len(contributions) else float(x),
    }


# Keys of which the file says what they publish.
_KEYS_SHOWN = (0, 12345, 54321, 77777, 90909, 99999)


def _tie(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    del tables
    values, weights, rules = inputs["values"], inputs["weights"], inputs["settings"]
    heavy = [value * weight for value, weight in zip(values, weights, strict=True)]
    ranked = sorted(
        zip(values, weights, strict=True),
        key=lambda value_weight: (abs(value_weight[0]), value_weight[0], value_weight[1]),
        reverse=True,
    )
    return {
        "unit_heavier_first": _unit(rules, ranked[0][0] * ranked[0][1]),
        "unit_file_order": _unit(rules, heavy[max(range(len(values)), key=lambda index: abs(values[index]))]),
        "weighted_sum": sum(heavy),
        "unit_unweighted": _unit(rules, ranked[0][0]),
    }


# --- risk -------------------------------------------------------------------------------------------------------------


def _coalition(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    contributions, p = inputs["contributions"], inputs["p_percent"] / 100
    x = float(inputs.get("x", sum(contributions)))
    laws = _laws(inputs, tables, inputs["settings"], x, contributions)
    known_sum = float(sum(contributions[contributor_number - 1] for contributor_number in inputs["coalition"]))
    remainder, marked = risk.classical(x, contributions, inputs["coalition"], p)
    near_largest = risk.near_largest(laws, np.array([float(contributions[0])]), np.array([known_sum]), p)
    return {"rest": remainder, "classical_rule_marks": marked, "p_within": float(near_largest[0])}


def _steps_cancel(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    contributions, p = inputs["contributions"], inputs["p_percent"] / 100
    x, x1, x2 = float(sum(contributions)), float(contributions[0]), float(contributions[1])
    single_laws = _laws(inputs, tables, inputs["settings"], x, contributions)
    both = {**inputs["settings"], "epsilon": inputs["epsilon_of_both"]}
    # What would be, if a second step drew beside the least noise.
    settings = _settings(inputs, both, 2)
    cell = _cells(inputs, settings, x, contributions)
    single = _settings(inputs, inputs["settings"])
    rules = NoiseRules(single, _case_tables(inputs, tables, inputs["settings"]))
    first = law_by_key(_cells(inputs, single, x, contributions), rules)
    magnitude_part, keys = _magnitude_part(inputs, tables), np.arange(ALL_KEYS, dtype=np.uint64)
    plain_settings = MagnitudeSettings(settings.scaling, k=2, epsilon=settings.epsilon)
    second = _second_step(cell, x + first, keys, plain_settings, magnitude_part)
    chances = {
        "step_1_alone": risk.near_largest(single_laws, np.array([x1]), np.array([x2]), p)[0],
        "steps_1_and_2": (np.abs(x + first + second - x1 - x2) < p * x1 * (1 - 1e-9)).mean(),
    }
    return {name: float(chance) for name, chance in chances.items()}


def _second_step(
    cell: SumCells,
    current: Floats,
    keys: NDArray[np.uint64],
    settings: MagnitudeSettings,
    magnitude_part: MagnitudePart,
) -> Floats:
    """Noise that step 2 would add after step 1: computed as in step 1 for the second contribution, with its key rotated
    once more. current: sums after step 1."""
    size = cell.contributions[0, 1]
    unit = size * settings.epsilon[1] * float(settings.scaling.m(np.array([size]))[0])
    units = np.minimum(np.abs(current), unit)
    key = rotated(rotated(keys, ALL_KEYS), ALL_KEYS)
    has_unit = units > 0
    v = np.zeros(len(keys))
    v[has_unit] = magnitude_part.lookup(np.abs(current[has_unit]) / units[has_unit], key[has_unit], ALL_KEYS)
    second_step: Floats = units * v
    return second_step


def _second(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    contributions, p = inputs["contributions"], inputs["p_percent"] / 100
    x, x1, x2 = float(sum(contributions)), float(contributions[0]), float(contributions[1])
    laws, magnitude_part = _laws(inputs, tables, inputs["settings"], x, contributions), _magnitude_part(inputs, tables)
    unit = _unit(inputs["settings"], x1)
    noise = risk.possible_noise(magnitude_part, unit, float(inputs["settings"].get("least_noise", 0)) * x1)
    return {
        "p_within": float(risk.near_second(laws, np.array([x1]), np.array([x2]), p)[0]),
        "noise_step": unit / (magnitude_part.step or 1),
        "candidates_with_parameters_known": risk.candidates_of_second(laws, 0, x1, noise),
    }


def _single(inputs: Given, tables: MagnitudeTables) -> tuple[Floats, Floats, SumLaws]:
    """A single contributor of size 1: possible factors of the published value, their probabilities, and the laws."""
    rules = {"scaling": {"small": inputs["m"]}, "least_noise": inputs.get("least_noise", 0)}
    laws = _laws(inputs, tables, rules, 1.0, [1.0])
    values, p = laws.values(0)
    return values, p, laws


def _guess(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    values, p, laws = _single(inputs, tables)
    guess = risk.best_guess(values, p, inputs["p_percent"] / 100)
    return {
        "p_naive": guess.naive,
        "p_naive_within": guess.naive,
        "p_best_guess": guess.p,
        "factor_published_to_guess": round(guess.factor, 4),
        "p_published_zero": guess.zero,
        "mean_abs": float(laws.mean_abs[0]),
        "bias": float(laws.bias[0]),
        "sd": float(laws.sd[0]),
    }


def _average(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    values, p, _ = _single(inputs, tables)
    average = risk.average(values, p, inputs["draws"], inputs["p_percent"] / 100)
    return {"p_mean_within": average.p, "normal_approximation": round(average.normal, _FILE_DIGITS)}


def _worst_rest(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    """Worst probability over all rests beyond the last row, for several least noises."""
    v, p = last_row(_magnitude_part(inputs, tables))
    worst_rests = {}
    for steps in range(1, 201):
        least = steps / 200
        size = least + inputs["m"] * np.abs(v)
        # Noise 0 goes up and down alike.
        added = np.concatenate([np.sign(v) * size, size[v == 0], -size[v == 0]])
        weight = np.concatenate([np.where(v == 0, 0.0, p), p[v == 0] / 2, p[v == 0] / 2])
        worst_rests[f"{least:g}"] = risk.worst_rest(added, weight, inputs["p_percent"] / 100)
    return {"worst": worst_rests}


def _flex_limit(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    scaling = Scaling(**inputs["scaling"])
    found_flex_limit = flex_limit(scaling, _magnitude_part(inputs, tables), inputs["p_percent"] / 100, inputs["limit"])
    return {} if found_flex_limit is None else {"size": found_flex_limit[0], "m": found_flex_limit[1]}


def _difference(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    record = float(inputs["record"])
    larger = float(inputs.get("largest_of_both", record))
    smaller = float(inputs.get("largest_of_both", inputs.get("largest_of_rest", 0)))
    units = _unit(inputs["settings"], larger), _unit(inputs["settings"], smaller)
    difference = risk.difference(_magnitude_part(inputs, tables), units, record, inputs["p_percent"] / 100)
    return {"p_within": difference.p, "sd_of_difference": round(difference.sd, _FILE_DIGITS)}


def _ratio_exact(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    laws = _laws(inputs, tables, inputs["settings"], float(inputs["turnover"]), [inputs["turnover"]])
    return {"p_ratio_exact": float(risk.unbroken(laws)[0]), "ratio": inputs["wages"] / inputs["turnover"]}


def _growth_exact(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    laws = _laws(inputs, tables, inputs["settings"], float(inputs["first"]), [inputs["first"]])
    return {"growth": inputs["second"] / inputs["first"] - 1, "p_exact": float(risk.unbroken(laws)[0])}


def _own_key(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    magnitude_part, factor, modulus = _magnitude_part(inputs, tables), int(inputs["multiplier"]), int(inputs["modulus"])
    keys = np.arange(modulus, dtype=np.uint64)
    row_indices = np.full(modulus, magnitude_part.rows.index(float(inputs["row"])), dtype=np.int64)
    # As the file has it, keys are looked up as they are; to rotate both changes the third digit.
    first, second = (
        magnitude_part.row_noise(row_indices, cell_keys, modulus)
        for cell_keys in (keys, multiplied(keys, factor, modulus))
    )
    return {
        "correlation": float(np.corrcoef(first, second)[0, 1]),
        "p_same_v": float((first == second).mean()),
    }


def _zeros(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    laws = _laws(inputs, tables, inputs["settings"], float(sum(inputs["B"])), inputs["B"])
    return {
        "p_equal_nonzero_key": risk.equal_sums(laws, one_key=True),
        "p_equal_all_key": risk.equal_sums(laws, one_key=False),
    }


def _floor(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    """The first two rules over some cells, under several settings."""
    limits = SumLimits(p=inputs["p_percent"], near=inputs["limit"], guess=inputs["best_guess_limit"])
    names = list(inputs["cells"])
    top = np.zeros((len(names), limits.coalition + 1))
    for row, name in enumerate(names):
        contributions = inputs["cells"][name][: limits.coalition + 1]
        top[row, : len(contributions)] = contributions
    contributor_counts = np.array([len(inputs["cells"][name]) for name in names])
    x = np.array([float(sum(inputs["cells"][name])) for name in names])
    remainder = x - top[:, :2].sum(axis=1)
    sensitive = (contributor_counts < limits.minimum_frequency) | (remainder < limits.share * top[:, 0])
    floor = {}
    for kind, rules in inputs["settings"].items():
        settings = _settings(inputs, rules)
        cells = SumCells(x, top[:, :1], contributor_counts, sensitive, top[:, 0])
        laws = sum_laws(cells, NoiseRules(settings, _case_tables(inputs, tables, rules)))
        judged = judge_cells(laws, top, contributor_counts, sensitive, limits)
        results: dict[str, Any] = {}
        for row, name in enumerate(names):
            chances_by_coalition = {"none": judged.alone, "2": judged.second, "2,3": judged.pooled}
            guess = float(judged.guess[row])
            results[name] = {
                "sensitive": bool(sensitive[row]),
                "m": float(settings.scaling.m(top[row, :1])[0]),
                "p_within": {
                    key: float(chances[row])
                    for key, chances in chances_by_coalition.items()
                    if not np.isnan(chances[row])
                },
                "best_guess": None if np.isnan(guess) else guess,
                "floor_p": not (sensitive[row] and judged.near[row] > limits.near),
                "floor_best_guess": not guess > limits.guess + 1e-9,
            }
        holds = all(
            result_of_cell["floor_p"] and result_of_cell["floor_best_guess"] for result_of_cell in results.values()
        )
        floor[kind] = {**results, "floor_holds": holds}
    return floor


# --- quality ----------------------------------------------------------------------------------------------------------


def _gap(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    sizes, rules = inputs["largest_of_parts"], inputs["settings"]
    last = max(_magnitude_part(inputs, tables).rows)
    if any(abs(float(x)) < last * _unit(rules, x1) for x, x1 in zip(inputs.get("sums", ()), sizes, strict=False)):
        raise KeyError("sums")  # the gap is that of sums beyond the last row
    units = _unit(rules, sizes[0]), _unit(rules, sizes[1])
    total = _unit(rules, max(sizes))
    law = quality.gap_of_two(_magnitude_part(inputs, tables), units, total)
    return {
        "mean_abs_gap": law.mean_abs,
        "sd": law.sd,
        "p_gap_0": law.none,
        "mean_abs_if_keys_were_drawn_per_cell": law.apart,
    }


def _shuffled(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    table = tables.sums[inputs["table"]]
    if inputs["blocks"] is not None:
        table = in_order(table, inputs["blocks"])
    noise = linked_noise(table.part("all"), float(inputs["row"]))
    return {"least": noise.least, "most": noise.most}


def _between(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    """Variance between two rows: where both use the same order of keys, and where they draw independently."""
    magnitude_part, ratio = _magnitude_part(inputs, tables), float(inputs["ratio"])
    keys = np.arange(ALL_KEYS, dtype=np.uint64)
    together = magnitude_part.lookup(np.full(ALL_KEYS, ratio), keys, ALL_KEYS)
    lower, upper, share = magnitude_part.neighbours(np.array([ratio]))
    rows = [magnitude_part.row_distribution(int(neighbour[0])) for neighbour in (lower, upper)]
    second = [sum(p * v * v for v, p in row.items()) for row in rows]
    first = [sum(p * v for v, p in row.items()) for row in rows]
    weight = float(share[0])
    apart = (1 - weight) ** 2 * second[0] + weight**2 * second[1] + 2 * weight * (1 - weight) * first[0] * first[1]
    return {
        "second_moment_ordered": float((together * together).mean()),
        "second_moment_rows_shuffled_one_by_one": apart,
        "V": round(second[1], 3),
    }


def _relative(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    x = float(inputs["x"])
    laws = _laws(inputs, tables, inputs["settings"], x, [inputs["largest"]])
    within = {
        f"p_within_{percent}_percent": float(laws.near(laws.x, np.array([percent / 100 * x]), strictly=False)[0])
        for percent in range(1, 51)
    }
    mean = float(laws.mean_abs[0])
    return {"mean_abs": mean, "mean_relative_percent": 100 * mean / abs(x), **within}


def _mean(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    settings = _settings(inputs, inputs["settings"])
    counts, magnitude_part = tables.counts[inputs["count_table"]], _magnitude_part(inputs, tables)
    records, x = int(inputs["valid_records"]), float(inputs["sum"])
    cell = _cells(inputs, settings, x, [inputs["largest"]])
    distances = [percent / 100 for percent in range(1, 51)]
    noise_rules = NoiseRules(settings, _case_tables(inputs, tables, inputs["settings"]))
    law = quality.mean_law(cell, records, noise_rules, counts, distances)
    variance = counts.reports[int(counts.lookup_row_used(np.array([records]))[0])].variance
    deviation = quality.mean_deviation(
        x, _unit(inputs["settings"], inputs["largest"]), records, quality.RowMoments.of(magnitude_part), variance
    )
    return {
        "mean": law.mean,
        "sd": law.sd,
        "mean_abs_error": law.mean_abs,
        "p_not_shown": law.not_shown,
        **{f"p_within_{round(100 * share)}_percent": p for share, p in law.within.items()},
        "sd_delta": deviation,
    }


def _ratio(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    rules, moments = inputs["settings"], quality.RowMoments.of(_magnitude_part(inputs, tables))
    # The formula takes the variance that the table was asked for.
    moments = replace(moments, second=float(tables.asked[inputs["table"]]["V"]))
    above, below = (
        _laws(inputs, tables, rules, float(inputs[name]), [inputs[f"largest_{name}"]]) for name in ("above", "below")
    )
    law = quality.ratio_law(above, below, [percent / 100 for percent in range(1, 51)])
    sizes = [(float(inputs[name]), _unit(rules, inputs[f"largest_{name}"])) for name in ("above", "below")]
    return {
        "mean": law.mean,
        "sd": law.sd,
        "mean_abs_error": law.mean_abs,
        "p_not_shown": law.not_shown,
        **{f"p_within_{round(100 * share)}_percent": p for share, p in law.within.items()},
        "sd_delta": quality.ratio_deviation(sizes[0], sizes[1], (moments, moments)),
    }


def _share(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    """Share of one sum in another, in percent of the published sums; part and whole have keys of their own."""
    rules = inputs["settings"]
    part_law, whole = (
        _laws(inputs, tables, rules, float(inputs[name]), [inputs[f"largest_{name}"]]) for name in _SHARED
    )
    original = float(inputs["part"]) / float(inputs["whole"])
    points = {f"p_within_{percent}_points": percent / 100 / abs(original) for percent in range(1, 51)}
    law = quality.ratio_law(part_law, whole, list(points.values()))
    return {
        "share": 100 * original,
        "mean": 100 * law.mean,
        "sd": 100 * law.sd,
        "mean_abs_error_points": 100 * law.mean_abs,
        "p_not_shown": law.not_shown,
        **{name: law.within[distance] for name, distance in points.items()},
    }


_SHARED = ("part", "whole")


def _curve(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    """Share m(z) of a contribution of size z that is one unit of noise; 0 below `least` (z_s)."""
    del tables
    sizes = inputs["z"] if isinstance(inputs["z"], list) else [inputs["z"]]
    curve = Scaling(**inputs["scaling"]).m(np.array(sizes, dtype=np.float64), float(inputs.get("least", 0))).tolist()
    return {
        "m": curve if isinstance(inputs["z"], list) else curve[0],
        **{f"{z:g}": m for z, m in zip(sizes, curve, strict=True)},
    }


def _change(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    laws = [
        _laws(inputs, tables, inputs["settings"], float(x), [x1])
        for x, x1 in zip(inputs["sums"], inputs["largest"], strict=True)
    ]
    law = quality.change_law(laws[0], laws[1], same_key=inputs["same_keys"])
    return {
        "mean": law.mean,
        "sd": law.sd,
        "mean_abs_error_points": 100 * law.mean_abs,
        "p_not_shown": law.not_shown,
    }


def _simulated(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    """Simulate a table with margins under new keys, by the simulation of sums that evaluations use."""
    data = _records_of(inputs["cells"])
    method = MagnitudeCellKeyMethod(
        next(iter(tables.counts.values())),
        large=tables.sums[inputs["table"]],
        settings=replace(_settings(inputs, inputs["settings"]), decimals=_DRAWN_DECIMALS),
    )
    value = Value("sum", magnitude="m", decimals=_DRAWN_DECIMALS)
    draws = drawn_sums(data, TableSpec(rows=["row"], columns=["column"], values=(value,)), method, _DRAWS)
    shape = (len(data.dimension("row").codes) + 1, len(data.dimension("column").codes) + 1)
    noise = (draws.published - draws.original).reshape(-1, *shape)
    magnitude_part, x, x1 = _magnitude_part(inputs, tables), np.abs(draws.original), np.abs(draws.largest)
    units = x1 * method.settings_of("m").scaling.m(x1)
    inner = noise[:, 1:, 1:]
    return {
        "mean_abs_all": float(np.abs(noise).mean()),
        "mean_abs_gap_rows": float(np.abs(noise[:, 1:, 0] - inner.sum(axis=2)).mean()),
        "mean_abs_gap_total": float(np.abs(noise[:, 0, 0] - inner.sum(axis=(1, 2))).mean()),
        "mean_relative_percent": float(100 * (np.abs(noise).mean(axis=0).ravel() / x.ravel()).mean()),
        "mean_abs_all_exact": float(units.mean() * quality.RowMoments.of(magnitude_part).mean_abs),
    }


def _records_of(cells: Sequence[Sequence[Mapping[str, float]]]) -> Microdata:
    """Records that make cells with given sums and largest contributions: the largest one, and further ones up to its
    size.

    Records with value 0 are added, so that the published number of records hides no cell.
    """
    lines, all_values = [], []
    for row, line in enumerate(cells):
        for column, cell in enumerate(line):
            total, largest = (round(float(cell[name]) * 10**_DRAWN_DECIMALS) for name in ("sum", "largest"))
            whole, remainder = divmod(total - largest, largest)
            values = [*[largest] * (1 + whole), remainder, *[0] * _ZEROS]
            lines += [(f"{row:03d}", f"{column:03d}")] * len(values)
            all_values += values
    frame = pd.DataFrame(lines, columns=["row", "column"])
    data = Microdata.from_pandas(frame, ["row", "column"], dialect=AS_IT_STANDS)
    keys = RecordKeys(np.arange(len(all_values), dtype=np.uint64), ALL_KEYS, 5, "generated")
    amounts = NumberColumn("m", np.array(all_values, dtype=np.int64), _DRAWN_DECIMALS)
    return replace(with_judged_keys(data, keys), magnitudes={"m": amounts}, cache={})


# --- design -----------------------------------------------------------------------------------------------------------


def _highest(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    del tables
    D, i = int(inputs["D"]), float(inputs["i"])
    icat = tuple(sorted({1.0, i, float(D)}))
    compat: Literal["R"] | None = None if inputs.get("symmetric", True) or i < D else "R"
    highest = feasible_magnitudes(D, step=int(inputs["step"]), icat=icat, mono=bool(inputs["mono"]), compat=compat)
    return {"highest": highest[icat.index(i)]}


def _rows(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    del tables
    designed = design_magnitudes(
        int(inputs["D"]), float(inputs["V"]), step=int(inputs["step"]), icat=inputs["icat"]
    ).part("all")
    rows = {}
    for row_index, row in enumerate(designed.rows):
        law = designed.row_distribution(row_index)
        rows[f"{row:g}"] = {"stay": law.get(0.0, 0.0), "mean_abs": sum(p * abs(v) for v, p in law.items())}
    return rows


# --- the sample -------------------------------------------------------------------------------------------------------


def _income(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    del tables
    every = incomes(np.arange(2**16, dtype=np.uint64) << np.uint64(16))
    return {
        "values": incomes(np.array(inputs["h"], dtype=np.uint64)).tolist(),
        "median": int(np.sort(every)[len(every) // 2]),
        "sum": int(every.sum()),
        "largest": int(every.max()),
    }


def _grant(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    del tables
    weights, amounts = np.array(inputs["weights"]), np.array(inputs["amounts"])
    reached = np.cumsum(weights)
    total = int(reached[-1])
    return {
        "mean_of_recipients": float(weights @ amounts) / total,
        "median_step": int(amounts[int(np.searchsorted(reached, total / 2))]),
        "weight_sum": total,
    }


# --- derived settings -------------------------------------------------------------------------------------------------


def _from_p(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    del tables
    percents = inputs["p_percent"]
    from_p = {}
    for p in percents if isinstance(percents, list) else [percents]:
        sum_defaults = defaults_from_p(float(p))
        from_p[f"{p:g}"] = {
            "sigma1": sum_defaults.small,
            "sigma0": sum_defaults.large,
            "least_noise": sum_defaults.least_noise,
            "icat": list(sum_defaults.icat),
        }
    return from_p


def _least_q(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    del tables
    return {"q": least_q(float(inputs["sigma1"]), float(inputs["sigma0"]))}


def _bend(inputs: Given, tables: MagnitudeTables) -> dict[str, Any]:
    del tables
    numbers = [float(inputs[name]) for name in ("sigma1", "sigma0", "q", "mean_abs_v")]
    limits = {"target": float(inputs["target_percent"]) / 100, "kept": float(inputs["share"])}
    return {
        name: bend_from_totals([(float(x), float(x1)) for x, x1 in totals], *numbers, **limits)
        for name, totals in inputs["totals_and_largest"].items()
    }


_Solve = Callable[[Given, MagnitudeTables], dict[str, Any]]
# What a case gives, and what solves it; the first that fits.
_KINDS: tuple[tuple[tuple[str, ...], _Solve], ...] = (
    (("values", "weights", "settings"), _tie),
    (("contributions", "coalition", "p_percent"), _coalition),
    (("contributions", "epsilon_of_both", "p_percent"), _steps_cancel),
    (("x", "contributions", "table"), _noise),
    (("contributions", "p_percent", "settings"), _second),
    (("m", "rest", "p_percent"), _worst_rest),
    (("m", "draws", "p_percent"), _average),
    (("m", "contributors", "p_percent"), _guess),
    (("scaling", "limit", "p_percent"), _flex_limit),
    (("published", "own", "contributors", "sigma"), interval_of_largest),
    (("published_parts", "published_total", "sigma"), intervals_of_table),
    (("published", "sigma", "D"), interval_of_one),
    (("record", "settings", "p_percent"), _difference),
    (("turnover", "wages", "settings"), _ratio_exact),
    (("first", "second", "settings"), _growth_exact),
    (("multiplier", "modulus", "table"), _own_key),
    (("B", "more", "table"), _zeros),
    (("cells", "limit", "best_guess_limit"), _floor),
    (("cells", "table", "settings"), _simulated),
    (("largest_of_parts", "settings"), _gap),
    (("table", "row", "blocks"), _shuffled),
    (("table", "ratio"), _between),
    (("x", "largest", "settings"), _relative),
    (("sum", "valid_records", "count_table"), _mean),
    (("above", "below", "settings"), _ratio),
    (("part", "whole", "settings"), _share),
    (("scaling", "z"), _curve),
    (("sums", "largest", "same_keys"), _change),
    (("records", "roles", "modulus"), solved_missing),
    (("edges", "counts", "count_table"), quantile_errors),
    (("edges", "counts", "q"), quantiles),
    (("N_published", "q"), quantile_refused),
    (("totals_and_largest", "sigma1"), _bend),
    (("sigma1", "sigma0"), _least_q),
    (("h",), _income),
    (("weights", "amounts"), _grant),
    (("p_percent",), _from_p),
    (("q",), quantile_refused),
    (("D", "i", "step", "mono"), _highest),
    (("D", "V", "icat", "step"), _rows),
)

# What a case of a kind says in words of what its solver takes for granted.
_IN_WORDS: Mapping[_Solve, tuple[str, ...]] = {
    _noise: ("keys",),
    _coalition: ("estimate_of_largest",),
    _guess: ("prior",),
    _worst_rest: ("ratio",),
    _difference: ("ratio_of_both",),
    _ratio_exact: ("keys",),
    _gap: ("keys",),
    _mean: ("key",),
    _ratio: ("keys",),
    _share: ("keys",),
    quantile_errors: ("keys",),
    _income: ("h_of_sum",),
    _bend: ("table",),
    interval_of_one: ("scaling",),
}
# What some cases of a kind do not need: a reader who knows nothing of the method has no use for its table.
_OF_INTERVALS = ("table", "contributors", "least_noise", "sensitive", "sigma", "D", "knowledge")
_OF_THE_KIND: Mapping[_Solve, tuple[str, ...]] = dict.fromkeys(
    (interval_of_one, interval_of_largest, intervals_of_table), _OF_INTERVALS
)
