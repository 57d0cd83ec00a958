"""The reference figures: what every version of the program computes of the same records, kept in `figures.json`.

    python -m tests.kit.reference_figures

writes them anew, for a version that changes figures on purpose; `docs/release-notes.md` then says which and why.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pandas as pd

import ckmcore as ckm
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.magnitude_settings import magnitude_settings
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedTable
from ckmcore.ptable import PTable, design_ptable, parse_ptable
from ckmcore.ptable.magnitudes import design_magnitudes
from ckmcore.sample import sample_microdata
from ckmcore.statistic.sample import sample_statistic

KEPT = Path(__file__).parents[1] / "figures" / "figures.json"

# Enderle/Vollmar 2019, and the designs of the method's description with a stay probability and without blocked counts.
DESIGNS: dict[str, dict[str, Any]] = {
    "D=2, V=1.08, js=1, monotone but row 3": {"D": 2, "V": 1.08, "js": 1, "mono": [True, True, False, True]},
    "D=2, V=1": {"D": 2, "V": 1},
    "D=5, V=3, js=2, pstay=0.5": {"D": 5, "V": 3, "js": 2, "pstay": 0.5},
    "D=4, V=1.8, js=1": {"D": 4, "V": 1.8, "js": 1},
    "as R, D=2, V=1": {"D": 2, "V": 1, "compat": "R"},
}

# Setzer/Rohde/Güttgemanns/Rothe 2024: the records of their example and the table that they publish, whose rows from 5
# to 9 and from 10 on are alike.
RECORDS = """1 young medium 0.54
2 young high 0.68
3 old low 0.14
4 old medium 0.93
5 young medium 0.51
6 old medium 0.37
7 old low 0.84
8 old high 0.19
9 old medium 0.26
10 young high 0.43
11 old medium 0.99
12 young medium 0.74
13 young medium 0.65
14 old low 0.79
15 old medium 0.25"""
SMALL_ROWS = """i;j;p;v;p_int_ub
0;0;1;0;1
1;0;0.7;-1;0.7
1;3;0.3;2;1
2;0;0.3;-2;0.3
2;3;0.7;1;1
3;3;0.5;0;0.5
3;4;0.35;1;0.85
3;5;0.15;2;1
4;3;0.25;-1;0.25
4;4;0.5;0;0.75
4;5;0.2;1;0.95
4;6;0.05;2;1
"""
LATER_ROWS = dict.fromkeys(range(5, 10), ((-2, 5), (-1, 20), (0, 50), (1, 20), (2, 5))) | {
    10: ((-2, 5), (-1, 10), (0, 70), (1, 10), (2, 5))
}


def published_in_2024() -> PTable:
    """Table 1 of the paper."""
    lines = []
    for row, parts in LATER_ROWS.items():
        bound = 0
        for noise, percent in parts:
            bound += percent
            lines.append(f"{row};{row + noise};{percent / 100};{noise};{bound / 100}\n")
    return parse_ptable((SMALL_ROWS + "".join(lines)).encode(), "2024.csv")


def records_of_2024() -> ckm.Microdata:
    """The records of its example."""
    frame = pd.DataFrame([line.split() for line in RECORDS.splitlines()], columns=["id", "age", "income", "key"])
    return ckm.Microdata.from_pandas(frame, ["age", "income"], record_key="key")


def example_of_2024(data: ckm.Microdata) -> dict[str, int]:
    """Published counts of age by income, with all margins."""
    spec = ckm.TableSpec(rows=["age"], columns=["income"])
    return _cells(ckm.protect(ckm.tabulate(data, spec), CellKeyMethod(published_in_2024(), boundary="less_equal")))


def sums() -> dict[str, float | None]:
    """Published counts and sums of 400 made-up enterprises by area and size, by both methods."""
    rows = range(400)
    frame = pd.DataFrame(
        {
            "area": [str(row * 7 % 5) for row in rows],
            "size": ["large" if row % 11 == 0 else "small" for row in rows],
            "turnover": [f"{row * row * 37 % 99_991 / 100 * (50 if row % 11 == 0 else 1):.2f}" for row in rows],
            "key": [f"{row * 61_927 % 100_000 / 100_000:.5f}" for row in rows],
        }
    )
    data = ckm.Microdata.from_pandas(frame, ["area", "size"], record_key="key", magnitudes=["turnover"])
    values = [ckm.Value(), ckm.Value("sum", magnitude="turnover", decimals=2), ckm.Value("mean", magnitude="turnover")]
    spec = ckm.TableSpec(rows=["area"], columns=["size"], values=values)
    noisy = MagnitudeCellKeyMethod(
        ptable=design_ptable(D=2, V=1),
        large=design_magnitudes(D=3, V=1.0, step=2, icat=[1, 2, 3]),
        settings=magnitude_settings("T(3)", "F(0.03,0.30,1000,3,0.5,0.2)"),
    )
    found: dict[str, float | None] = {}
    for name, method in (("cell key", noisy), ("rounded to 10", ckm.Rounding(base=10))):
        raw = ckm.tabulate(data, spec, contributors=method.contributors)
        frame = ckm.protect(raw, method).to_pandas()
        texts = frame.select_dtypes(exclude="number")
        for place, line in enumerate(texts.astype(str).agg(" | ".join, axis=1)):
            for column in frame.columns.difference(texts.columns, sort=False):
                figure = frame[column].iloc[place]
                found[f"{name}: {line} | {column}"] = None if pd.isna(figure) else round(float(figure), 2)
    return found


def designs() -> dict[str, dict[str, str]]:
    """Probabilities of each row by noise, eight decimals, as the papers and packages print them."""
    found = {}
    for name, asked in DESIGNS.items():
        table = design_ptable(**asked)
        found[name] = {
            str(row): " ".join(f"{noise:+d}: {p:.8f}" for noise, p in sorted(table.row_distribution(row).items()))
            for row in range(1, table.last_row + 1)
        }
    return found


def sample_tables() -> dict[str, Any]:
    """The first table of counts of the sample under the method in force, cell by cell; the others, and rounding, by
    hash."""
    statistic, data = sample_statistic("en"), sample_microdata("2025")
    in_force = statistic.period.in_force
    assert in_force is not None
    rounding: Method = ckm.Rounding(base=10)
    found: dict[str, Any] = {}
    for number, table in enumerate(statistic.tables[:4]):
        raw = ckm.tabulate(data, table.spec)
        shown = _cells(ckm.protect(raw, in_force.method))
        found[table.name] = shown if number == 0 else _hash(shown)
        found[f"{table.name}, rounded to 10"] = _hash(_cells(ckm.protect(raw, rounding)))
    return found


def _cells(table: ProtectedTable) -> dict[str, int]:
    frame = table.to_pandas()
    names, count = list(frame.columns[:-1]), frame.columns[-1]
    keys = frame[names].astype(str).agg(" | ".join, axis=1)
    return {key: int(figure) for key, figure in zip(keys, frame[count], strict=True)}


def _hash(cells: dict[str, int]) -> str:
    return f"{len(cells)} cells, SHA-256 {hashlib.sha256(json.dumps(cells).encode()).hexdigest()}"


def reference_figures() -> dict[str, Any]:
    """All of them, computed now."""
    return {
        "designs": designs(),
        "example of 2024": example_of_2024(records_of_2024()),
        "sums": sums(),
        "sample": sample_tables(),
    }


def text_of(figures: dict[str, Any]) -> str:
    return json.dumps(figures, ensure_ascii=False, indent=1) + "\n"


def mark(text: str) -> str:
    """What release notes call figures by."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


if __name__ == "__main__":
    KEPT.write_text(text_of(reference_figures()), encoding="utf-8")
