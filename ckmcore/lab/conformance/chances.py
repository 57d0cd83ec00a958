"""The groups of chances that solved cases have: each line's numbers, by the name of the group and of the line."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from ckmcore.errors import DataError, FileError, InputError
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.lab.risk.attack import attack
from ckmcore.lab.risk.chances import GROUPS, chances_of
from ckmcore.lab.risk.lattice import Law
from ckmcore.lab.risk.linked_keys import split
from ckmcore.methods.arithmetic import divide_half_away
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.ptable import PTable
from ckmcore.ptable.floor.floor import behind, split_disclosed
from ckmcore.ptable.floor.key_floor import key_spread
from ckmcore.ptable.model.table import from_rows
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import tabulate

Ptables = Mapping[str, PTable]
_SMALL_LEVELS: tuple[IntruderScenario, ...] = ("deviation", "zero_rule", "table")
# A table of a census is searched so long per level; what is open then is told.
_CENSUS_SECONDS = 60.0


def solved_line(group: str, name: str, ptables: Ptables, data: Path | None) -> Any:
    """Solve one line of the chances of a file. group, name: of the line; data: folder with the records that some lines
    need, or None.

    Raises chance_unknown, conformance_data_missing, conformance_left_open.
    """
    if group in GROUPS:
        return chances_of(group, name, ptables)
    if group in _LINES:
        return _LINES[group](name, ptables)
    if group == "keys":
        return _keys(name, data)
    if group == "census LAU2 x SEX":
        return _census(name, ptables, data)
    raise InputError("chance_unknown", found=f"{group}/{name}")


def _split(name: str, ptables: Ptables) -> dict[str, Any]:
    """Chances for a total of two parts: that any of the three cells has only one possible original, and that all
    have."""
    match = re.fullmatch(r"(.+) (\d+)\+(\d+)", name)
    if match is None or match[1] not in ptables:
        raise InputError("chance_unknown", found=f"split/{name}")
    found_split = split(CellKeyMethod(ptables[match[1]]), int(match[2]), int(match[3]))
    level_requests: list[tuple[str, IntruderScenario, bool]] = [("tableau+consistency", "tableau", True)]
    for level in _SMALL_LEVELS:
        level_requests += [(level, level, False), (f"{level}+consistency", level, True)]
    return {
        key: {
            "any": found_split.disclosed(level, consistency=consistency),
            "all": found_split.disclosed(level, consistency=consistency, every=True),
        }
        for key, level, consistency in level_requests
    }


def _periods(name: str, ptables: Ptables) -> dict[str, float]:
    """Chances for an unchanged count over several periods: of the average computed from the union's figure, and of the
    average published with its own noise."""
    match = re.fullmatch(r"(.+), (\d+) periods, count (\d+)", name)
    if match is None or match[1] not in ptables:
        raise InputError("chance_unknown", found=f"periods/{name}")
    ptable, periods, count = ptables[match[1]], int(match[2]), int(match[3])
    union, own_law = Law.of(ptable, periods * count), Law.of(ptable, count)
    right = sum(p for v, p in union.shares.items() if -periods <= 2 * v < periods)
    stay = own_law.shares.get(0, 0.0)
    return {"now_average_is_original": right, "single_figure_is_original": stay, "mended_average_is_original": stay}


# Counts that are gone through, and of how many of them the sum is asked whether it fixes them.
_COUNTS, _FIXED = 301, 290


def _periods_rounding(name: str, _ptables: Ptables) -> dict[str, float]:
    """Chances for unchanged counts over several periods under rounding: the rounded sum divided by the number of
    periods."""
    match = re.fullmatch(r"rounding (\d+), (\d+) periods", name)
    if match is None:
        raise InputError("chance_unknown", found=f"periods_rounding/{name}")
    base, periods = int(match[1]), int(match[2])
    counts = np.arange(_COUNTS + base)
    sums = base * divide_half_away(periods * counts, base)
    right = int((divide_half_away(sums[:_COUNTS], periods) == counts[:_COUNTS]).sum())
    values, value_counts = np.unique(sums, return_counts=True)
    is_fixed = np.isin(sums[:_FIXED], values[value_counts == 1])
    return {
        "of_counts_0_to_300_average_is_original": right,
        "share": round(right / _COUNTS, 6),
        "counts_fixed_by_the_sum": int(is_fixed.sum()),
    }


def _floor(name: str, ptables: Ptables) -> dict[str, float]:
    """The figures that the floor under protection judges (claims.md, section C)."""
    ptable = ptables[name] if name in ptables else _of_rows(name)
    reports = ptable.reports
    rows = ptable.lookup_row_used(np.arange(max(ptable.last_row, 3) + 1))
    stays = [reports[int(row)].stay for row in rows]
    many_behind = behind(ptable)
    return {
        "D": ptable.maximum_deviation,
        "stay1": stays[1],
        "stay2": stays[2],
        "max_stay_from_3": max(stays[3:]),
        "share_changed_1_2": 1 - (stays[1] + stays[2]) / 2,
        "least_variance": min(report.variance for report in reports[1:]),
        "largest_bias": max(abs(report.bias) for report in reports),
        "least_originals_per_figure": many_behind.fewest,
        "largest_flat_posterior": many_behind.posterior,
        "at": many_behind.figure,
        "posterior_of_0": _posterior_of_0(ptable),
        "zero_variance_rows": sum(report.variance == 0 for report in reports[1:]),
        "split_zero_rule": split_disclosed(ptable, "zero_rule")[0],
        "split_tableau": split_disclosed(ptable, "tableau")[0],
    }


def _posterior_of_0(ptable: PTable) -> float:
    """P(original 0 | published 0), every original as likely as any other."""
    others = (Law.of(ptable, count) for count in range(1, ptable.maximum_deviation + 1))
    hidden = sum(p for count, law in enumerate(others, start=1) for v, p in law.shares.items() if v == -count)
    return 1 / (1 + hidden)


def _of_rows(name: str) -> PTable:
    """Perturbation table with two equal rows for a name in `floor/`. Raises chance_unknown."""
    noise = {
        "identity": {0: Fraction(1)},
        "shift by one": {1: Fraction(1)},
        "stay .95": {-1: Fraction(1, 40), 0: Fraction(19, 20), 1: Fraction(1, 40)},
    }.get(name)
    if noise is None:
        raise InputError("chance_unknown", found=f"floor/{name}")
    rows = [[(0, 1.0, Fraction(1))]]
    for row in (1, 2):
        reached, line = Fraction(0), []
        for v, p in noise.items():
            reached += p
            line.append((row + v, float(p), reached))
        rows.append(line)
    return from_rows(rows)


def _keys(name: str, data: Path | None) -> dict[str, float]:
    """Statistics of the spread of record keys (rules F11 to F14)."""
    records, modulus = 2000, 10**8
    draw = np.random.default_rng(1)  # the golden values follow from these draws, one after the other
    results = {
        "constant .5": np.full(records, modulus // 2),
        "n x .6180339887 mod 1": np.arange(1, records + 1) * 61803398 % modulus,
        "two digits": draw.integers(0, 100, records) * 10**6,
        "six digits": draw.integers(0, 10**6, records) * 100,
        "all below .5": draw.integers(0, modulus // 2, records),
    }
    if name in results:
        keys = RecordKeys(results[name].astype(np.uint64), modulus, 8, "decimal")
    elif name in _KEY_FILES:
        keys = _record_keys(_file(data, name), *_KEY_FILES[name])
    else:
        raise InputError("chance_unknown", found=f"keys/{name}")
    spread = key_spread(keys)
    return {
        "records": spread.records,
        "modulus": spread.modulus,
        "distinct": spread.distinct,
        "expected_distinct": round(spread.expected_distinct, 1),
        "most_frequent": spread.most_frequent,
        "chi2_of_100_classes": round(spread.chi_square, 1),
        "most_frequent_step": spread.most_frequent_step,
    }


# A dimension, and the column of the keys.
_KEY_FILES = {"census_persons_10k_keys.csv": ("SEX", "RKEY"), "ihsn_persons_keys.csv": ("sex", "rkey")}
_CENSUS = "census_persons_10k_keys.csv"


def _record_keys(file: Path, dimension: str, column: str) -> RecordKeys:
    from ckmcore.microdata.read import read_with_report

    keys = read_with_report(file, [dimension], column)[0].record_keys
    if keys is None:
        raise FileError("conformance_data_missing", file=file.name)
    return keys


def _file(data: Path | None, name: str) -> Path:
    if data is None or not (data / name).is_file():
        raise FileError("conformance_data_missing", file=name)
    return data / name


def _census(name: str, ptables: Ptables, data: Path | None) -> dict[str, Any]:
    """Number of disclosed cells in a table of persons by municipality and sex, at each level of knowledge.

    At the level of the tableau the line over all municipalities, whose large totals nobody need guess, is not counted.
    """
    from ckmcore.microdata.read import read_with_report

    if name not in ptables:
        raise InputError("chance_unknown", found=f"census LAU2 x SEX/{name}")
    records = read_with_report(_file(data, _CENSUS), ["LAU2", "SEX"], "RKEY")[0]
    raw = tabulate(records, TableSpec(rows=["LAU2"], columns=["SEX"]))
    counts, method = raw.blocks[0].counts, CellKeyMethod(ptables[name])
    level_requests: list[tuple[str, IntruderScenario, bool]] = [("nothing", "nothing", True)]
    for level in _SMALL_LEVELS:
        level_requests += [(level, level, False), (f"{level}+consistency", level, True)]
    level_requests.append(("tableau+consistency", "tableau", True))
    census: dict[str, Any] = {}
    for key, level, consistency in level_requests:
        seen_attack = attack(raw, records, method, knowledge=level, consistency=consistency, seconds=_CENSUS_SECONDS)
        if seen_attack.undecided and level != "tableau":
            raise DataError("conformance_left_open", line=f"{name}/{key}", undecided=seen_attack.undecided)
        cells = [
            attacked_cell.position
            for attacked_cell in seen_attack.disclosed
            if level != "tableau" or attacked_cell.position[0]
        ]
        census[key] = {"cells": seen_attack.cells, "disclosed": len(cells)}
        if level != "nothing":
            census[key] |= {
                "rows_with_a_disclosed_cell": len({row for row, *_ in cells}),
                "disclosed_counts_1_or_2": sum(int(counts[cell]) in (1, 2) for cell in cells),
                "disclosed_zeros": sum(int(counts[cell]) == 0 for cell in cells),
            }
    return census


_LINES: Mapping[str, Callable[[str, Ptables], dict[str, Any]]] = {
    "split": _split,
    "periods": _periods,
    "periods_rounding": _periods_rounding,
    "floor": _floor,
}
