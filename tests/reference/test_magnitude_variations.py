"""Solved cases of sums with other parameters than those of the file: `solved_magnitude` against a count of all keys."""

from __future__ import annotations

import itertools
import json
import math
import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from ckmcore.lab.conformance.magnitude_tables import tables_of
from ckmcore.lab.conformance.magnitudes import solved_magnitude
from tests.reference.slow_sums import KEYS, M, Tables, best_guess, law, m, published

pytestmark = pytest.mark.reference
SUMS = ("L5", "L10", "F5", "S3")


class Asking:
    """A source of parameters, and what the engine says of them."""

    def __init__(self, content: dict[str, Any], seed: int) -> None:
        self.slow, self.tables = Tables(content), tables_of(content)
        self.random = random.Random(seed)

    def solved(self, given: dict[str, Any], wanted: Any) -> Any:
        blank = wanted if isinstance(wanted, dict) else dict.fromkeys(wanted)
        return solved_magnitude({"id": "drawn", "given": given, "wanted": blank}, self.tables)

    def choice(self, *those: Any) -> Any:
        return self.random.choice(those)

    def scaling(self) -> dict[str, float]:
        small = self.choice(0.05, 0.1, 0.2, 0.3, 0.45)
        if self.choice(True, False):
            return {"small": small}
        return {
            "large": self.choice(0.02, 0.03, 0.05),
            "small": self.choice(0.2, 0.3),
            "bend": self.choice(100, 1000, 5000),
            "q": self.choice(2.5, 3, 4),
        }

    def sizes(self, many: int) -> list[float]:
        scales = (1, 5, 10, 37, 150, 700, 2500, 10000)
        return sorted((self.choice(*scales) * self.random.randint(1, 9) for _ in range(many)), reverse=True)


def near(values: Any, target: float, distance: float) -> float:
    return float((np.abs(values - target) < distance * (1 - 1e-9)).mean())


def noise(ask: Asking) -> None:
    name, rules, sensitive = ask.choice(*SUMS), {"scaling": ask.scaling()}, ask.choice(True, False)
    sizes = ask.sizes(ask.random.randint(2, 4))
    x = (sum(sizes) + ask.choice(0, 17)) * ask.choice(1, 1, -1)
    contributions = [math.copysign(one, x) for one in sizes]
    kind = ask.choice("plain", "mu", "least", "steps")
    if kind == "mu":
        rules["mu"] = ask.choice(0.5, 2)
    elif kind == "least":
        rules |= {"least_noise": ask.choice(0.1, 0.2), "zero_sign": "key"}
    elif kind == "steps":
        rules["epsilon"], sensitive = ask.choice([1, 0.5], [1, 0.5, 0.2]), False
    values = published(ask.slow, name, x, contributions, rules, sensitive=sensitive)
    given = {"x": x, "contributions": contributions, "table": name, "settings": rules, "sensitive": sensitive}
    wanted = {
        "mean": values.mean(),
        "sd": values.std(),
        "mean_abs": np.abs(values - x).mean(),
        "p_unchanged": (np.abs(values - x) < 1e-9 * abs(x)).mean(),
        "p_zero": (np.abs(values) < 1e-9).mean(),
        "p_within_10_percent_of_x1": near(values, x, 0.1 * sizes[0]),
        "p_second_within_10_percent": near(values, contributions[0] + contributions[1], 0.1 * sizes[1]),
        "published_max": values.max(),
        "published_min": values.min(),
    }
    assert ask.solved(given, wanted) == pytest.approx(wanted, rel=2e-8, abs=2e-8), given
    if kind != "steps":
        found = ask.solved(given, ["published"])["published"]
        assert np.allclose(sorted(map(tuple, found)), np.stack(law(values), axis=1), atol=1e-8)


def types(ask: Asking) -> None:
    name, small, sizes = ask.choice(*SUMS), ask.choice(0.1, 0.3), ask.sizes(ask.random.randint(2, 8))
    x, kind, valid = float(sum(sizes)), ask.choice("M", "D", "V"), len(sizes) + ask.choice(0, 0, 2)
    size = {"M": x / len(sizes), "D": sizes[0] - (0 if valid > len(sizes) else sizes[-1]), "V": x}[kind]
    given = {"x": x, "contributions": sizes, "contributors": len(sizes), "valid_records": valid, "type": kind}
    given |= {"table": name, "settings": {"scaling": {"small": small}}}
    values = published(ask.slow, name, x, [size], given["settings"])
    wanted = {"mean": values.mean(), "sd": values.std(), "unit": min(size * small, x)}
    assert ask.solved(given, wanted) == pytest.approx(wanted, rel=2e-8, abs=2e-8), given


def coalitions(ask: Asking) -> None:
    name, rules, sensitive = ask.choice(*SUMS), {"scaling": ask.scaling()}, ask.choice(True, False)
    sizes, p = ask.sizes(ask.random.randint(2, 5)), ask.choice(5, 10, 20)
    if sensitive:
        rules |= {"least_noise": ask.choice(0.1, 0.2), "zero_sign": "key"}
    pooled = sorted(ask.random.sample(range(2, len(sizes) + 1), ask.random.randint(0, len(sizes) - 1)))
    known, x = sum(sizes[place - 1] for place in pooled), float(sum(sizes))
    values = published(ask.slow, name, x, sizes[:1], rules, sensitive=sensitive)
    given = {"contributions": sizes, "table": name, "settings": rules, "sensitive": sensitive}
    given |= {"p_percent": p, "coalition": pooled}
    rest = x - sizes[0] - known
    wanted = {
        "rest": rest,
        "classical_rule_marks": rest < p / 100 * sizes[0],
        "p_within": near(values, known + sizes[0], p / 100 * sizes[0]),
    }
    assert ask.solved(given, wanted) == pytest.approx(wanted, rel=2e-8, abs=2e-8), given


def guesses(ask: Asking) -> None:
    name, share, least = ask.choice(*SUMS), ask.choice(0.05, 0.1, 0.2, 0.3, 0.45), ask.choice(0, 0, 0.12, 0.3)
    p = ask.choice(5, 10, 15) / 100
    rules = {"scaling": {"small": share}, "least_noise": least}
    factors = published(ask.slow, name, 1.0, [1.0], rules, sensitive=least > 0)
    given = {"contributors": 1, "m": share, "table": name, "p_percent": 100 * p, "least_noise": least}
    wanted = {
        "p_naive": near(factors, 1, p),
        "p_best_guess": best_guess(factors, p),
        "p_published_zero": (factors == 0).mean(),
        "sd": factors.std(),
    }
    assert ask.solved(given, wanted) == pytest.approx(wanted, rel=2e-8, abs=2e-8), given
    draws, (values, often) = ask.choice(2, 3), law(factors)
    combined = [
        math.prod(often[list(places)])
        for places in itertools.product(range(len(values)), repeat=draws)
        if abs(values[list(places)].mean() - 1) < p * (1 - 1e-9)
    ]
    found = ask.solved({**given, "draws": draws}, ["p_mean_within"])["p_mean_within"]
    assert found == pytest.approx(sum(combined), abs=1e-7), given


def floors(ask: Asking) -> None:
    cells, name, p = {one: ask.sizes(ask.random.randint(1, 5)) for one in "ab"}, ask.choice(*SUMS), 10
    rules = {"scaling": ask.scaling(), "least_noise": ask.choice(0, 0.1, 0.2, 0.3), "zero_sign": "key"}
    given = {"cells": cells, "settings": {"one": rules}, "table": name, "p_percent": p}
    given |= {"limit": ask.choice(0.05, 0.1), "best_guess_limit": ask.choice(0.3, 0.5)}
    wanted: dict[str, Any] = {}
    for cell, sizes in cells.items():
        x = float(sum(sizes))
        sensitive = len(sizes) < 3 or x - sum(sizes[:2]) < p / 100 * sizes[0] * (1 - 1e-12)
        values = published(ask.slow, name, x, sizes[:1], rules, sensitive=sensitive)
        known = {"none": 0.0, **dict(zip(("2", "2,3"), (sizes[1:2], sizes[1:3]), strict=True))}
        within = {
            who: near(values, np.sum(those) + sizes[0], p / 100 * sizes[0])
            for who, those in known.items()
            if who == "none" or len(those) == who.count(",") + 1
        }
        judged = max([value for who, value in within.items() if who != "none"] or [within["none"]])
        guess = best_guess(values / x, p / 100) if len(sizes) == 1 else None
        wanted[cell] = {
            "sensitive": sensitive,
            "m": m(sizes[0], rules["scaling"]),
            "p_within": within,
            "best_guess": guess,
            "floor_p": not (sensitive and judged > given["limit"] + 1e-9),
            "floor_best_guess": guess is None or guess <= given["best_guess_limit"] + 1e-9,
        }
    holds = all(one["floor_p"] and one["floor_best_guess"] for one in wanted.values())
    found = ask.solved(given, {"one": {**wanted, "floor_holds": holds}})["one"]
    assert found["floor_holds"] == holds, given
    for cell, one in wanted.items():
        assert found[cell].pop("p_within") == pytest.approx(one.pop("p_within"), abs=1e-8), given
        assert found[cell] == pytest.approx(one, abs=1e-8), given


def means(ask: Asking) -> None:
    name, scaling, records = ask.choice(*SUMS), ask.scaling(), ask.choice(1, 2, 3, 20, 300)
    largest = ask.choice(20, 60, 200)
    x = float(largest * (1 if records == 1 else ask.choice(1.5, 4, 9)))
    counts = ask.slow.count("C2", records, KEYS)
    values = published(ask.slow, name, x, [largest], {"scaling": scaling})[counts > 0] / counts[counts > 0]
    given = {"sum": x, "valid_records": records, "largest": largest, "table": name, "count_table": "C2"}
    given |= {"settings": {"scaling": scaling}}
    off = np.abs(values - x / records)
    wanted = {
        "mean": values.mean(),
        "sd": values.std(),
        "p_not_shown": (counts <= 0).mean(),
        "p_within_10_percent": (off <= 0.1 * x / records * (1 + 1e-9)).mean(),
    }
    assert ask.solved(given, wanted) == pytest.approx(wanted, rel=2e-8, abs=2e-8), given


def zeros(ask: Asking) -> None:
    name, sizes = ask.choice(*SUMS), ask.sizes(3)
    values = published(ask.slow, name, float(sum(sizes)), sizes, {"scaling": {"small": 0.3}})
    given = {"B": sizes, "more": [0], "table": name, "settings": {"scaling": {"small": 0.3}}}
    wanted = {"p_equal_nonzero_key": 1.0, "p_equal_all_key": float((law(values)[1] ** 2).sum())}
    assert ask.solved(given, wanted) == pytest.approx(wanted, abs=2e-8), given


def missing(ask: Asking) -> None:
    roles = ask.choice(
        {"": "missing", "99999": "missing", "-8": "not_applicable"},
        {"": "zero", "-1": "missing"},
        {"": "missing", "-8": "not_applicable", "77": "zero"},
    )
    texts = [ask.choice(*roles, "0", "450", "1200", "33") for _ in range(ask.random.randint(1, 7))]
    keys = [ask.random.randrange(M) for _ in texts]
    factor, scaling = ask.choice(1, 3, 31847), ask.scaling()
    role = [roles.get(text, "missing" if not text else "value") for text in texts]
    values = [float(text) if one == "value" else 0.0 for text, one in zip(texts, role, strict=True)]
    sets = {
        "records": [True] * len(texts),
        "valid": [one in ("value", "zero") for one in role],
        "contributors": [value != 0 for value in values],
        "missing": [one == "missing" for one in role],
    }
    sums = {name: sum(itertools.compress(keys, those)) % M for name, those in sets.items()}
    shown = {name: int(ask.slow.count("C2", sum(those), np.array([sums[name]]))[0]) for name, those in sets.items()}
    x, key = sum(values), np.array([factor * sums["contributors"] % M])
    total = 0
    if x:
        added = float(published(ask.slow, "L5", x, [max(values)], {"scaling": scaling}, keys=key)[0]) - x
        # The noise of a whole number is rounded, halves away from zero.
        total = int(x + math.copysign(math.floor(abs(added) + 0.5 + 1e-9), added))
    there = bool(x) and shown["valid"] > 0 and shown["contributors"] > 0
    given = {"records": list(map(list, zip(texts, keys, strict=True))), "roles": roles, "modulus": M, "table": "L5"}
    given |= {"count_table": "C2", "settings": {"scaling": scaling}, "own_multiplier": factor, "decimals": 0}
    wanted = {
        **{name: sum(those) for name, those in sets.items()},
        **{f"published_{name}": number for name, number in shown.items()},
        "key_valid": sums["valid"],
        "key_contributors": sums["contributors"],
        "sum_before_hiding": total,
        "published_sum": total if there else ".",
        "published_mean_2_decimals": math.floor(100 * total / shown["valid"] + 0.5 + 1e-9) / 100 if there else ".",
    }
    assert ask.solved(given, wanted) == wanted, given


def interpolated(edges: list[Any], counts: Any, q: float) -> float | None:
    wanted, before = Fraction(q).limit_denominator(1000) * int(sum(counts)), 0
    for place, count in enumerate(counts):
        if count > 0 and before + count >= wanted:
            low, high = edges[place : place + 2]
            return None if high is None else float(low + (high - low) * (wanted - before) / int(count))
        before += int(count)
    return None


def quantiles(ask: Asking) -> None:
    edges: list[Any] = sorted(ask.random.sample(range(60), ask.random.randint(3, 7)))
    edges = [*edges, None] if ask.choice(True, False) else edges
    counts = [ask.choice(0, 0, 3, 10, 25, 80) for _ in edges[1:]]
    q = ask.random.sample([0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95], 3)
    wanted = {f"{one:g}": interpolated(edges, counts, one) for one in q}
    assert ask.solved({"edges": edges, "counts": counts, "q": q}, wanted) == pytest.approx(wanted, abs=1e-9)
    closed, few = [0, 2, 6, 16, 20], [ask.random.randint(0, 9) for _ in range(4)]
    if sum(few):
        laws = [law(ask.slow.count("C2", count, KEYS).astype(np.float64)) for count in few]
        drawn = [
            (math.prod(p[place] for (_, p), place in zip(laws, places, strict=True)), interpolated(closed, those, 0.5))
            for places in itertools.product(*(range(len(one)) for one, _ in laws))
            if any(those := [one[place] for (one, _), place in zip(laws, places, strict=True)])
        ]
        weight = np.array([p for p, _ in drawn])
        found = np.array([value for _, value in drawn], dtype=np.float64)
        mean = weight @ found / weight.sum()
        exact = {"sd": math.sqrt(max(weight @ found**2 / weight.sum() - mean**2, 0.0))}
        given = {"edges": closed, "counts": few, "q": 0.5, "count_table": "C2"}
        assert ask.solved(given, exact) == pytest.approx(exact, abs=1e-6), given


def designs(ask: Asking) -> None:
    """The highest variance of a row, by a linear program."""
    D, step, mono = ask.choice(2, 3, 5, 8), ask.choice(1, 2, 4), ask.choice(True, True, False)
    i = ask.choice(*(one for one in (1, 2, 3, D) if one <= D))
    symmetric = i == D and ask.choice(True, True, False)
    v = np.arange(-i * step, D * step + 1) / step
    lines = []
    for place in range(len(v) - 1 if mono else 0):
        if v[place] < 0 or symmetric:
            line = np.zeros(len(v))
            line[place], line[place + 1] = (1, -1) if v[place] < 0 else (-1, 1)
            lines.append(line)
    limits = {"A_ub": lines, "b_ub": np.zeros(len(lines))} if lines else {}
    best = linprog(-(v**2), A_eq=[np.ones(len(v)), v], b_eq=[1, 0], **limits)
    found = ask.solved({"D": D, "i": i, "step": step, "mono": mono, "symmetric": symmetric}, ["highest"])
    assert found["highest"] == pytest.approx(-best.fun, abs=1e-6), (D, i, step, mono, symmetric)


KINDS: tuple[Callable[[Asking], None], ...] = (
    noise, types, coalitions, guesses, floors, means, zeros, missing, quantiles, designs,
)  # fmt: skip


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 40), marks=pytest.mark.thorough)], ids=str)
@pytest.mark.parametrize("kind", KINDS, ids=lambda one: one.__name__)
def test_cases_with_other_parameters_are_solved_as_a_count_of_all_keys_solves_them(
    sum_cases: Path, kind: Callable[[Asking], None], seeds: range
) -> None:
    content = json.loads(sum_cases.read_text(encoding="utf-8"))["tables"]
    for seed in seeds:
        kind(Asking(content, seed))
