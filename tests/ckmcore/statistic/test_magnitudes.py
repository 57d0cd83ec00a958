"""Sums of a magnitude in a statistic: over periods, in drafts and files, and their method in the `.ckm` file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import openpyxl
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.methods.protected import Sign
from ckmcore.microdata.data import Category, Microdata
from ckmcore.microdata.variable import VariableEntry
from ckmcore.ptable.magnitudes import design_magnitudes
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.period import Period
from ckmcore.statistic.periods import with_new_period
from ckmcore.statistic.series import draft_of, series
from ckmcore.tabulate.spec import PERIOD, PREVIOUS, TOTAL, Block, Code, Level, TableSpec, Value

SUM = Value("sum", magnitude="turnover", decimals=2)
WEIGHTED = replace(SUM, of="weighted_count")
MEAN = Value("mean", magnitude="turnover", decimals=1)
METHOD = ckm.MagnitudeCellKeyMethod(
    ptable=ckm.design_ptable(D=3, V=2.0, js=1),
    large=design_magnitudes(D=5, V=2, icat=(1, 3, 5), step=2),
    small=design_magnitudes(D=5, V=1.5, icat=(1, 3, 5), step=2),
    settings=ckm.magnitude_settings("T(4)", "F(0.03,0.30,50,3,0.5,0.5,0.2)", separation=True),
)


def frame_of(seed: int, codes: list[str], scale: float) -> pd.DataFrame:
    draw = np.random.default_rng(seed)
    rows = 60
    frame = pd.DataFrame({"branch": draw.choice(codes, rows), "size": draw.choice(["s", "l"], rows)})
    frame["turnover"] = np.round(draw.lognormal(2, 1.5, rows) * scale).astype(int) / scale
    frame["w"] = draw.integers(1, 9, rows)
    frame["key"] = [f"0.{key:09d}" for key in draw.integers(0, 10**9, rows)]
    return frame


def read(frame: pd.DataFrame) -> Microdata:
    return Microdata.from_pandas(frame, ["branch", "size"], record_key="key", weight="w", magnitudes=["turnover"])


FRAMES = {"2024": frame_of(1, ["A", "B", "C"], 100.0), "2025": frame_of(2, ["A", "C", "D"], 10.0)}
DATA = {year: read(frame) for year, frame in FRAMES.items()}


def two_years(method: ckm.CellKeyMethod = METHOD) -> ckm.Statistic:
    entries = (
        VariableEntry("branch", "dimension", ckm.Texts("Branch", "Branche"), tuple(map(Category.plain, "ABCD"))),
        VariableEntry("size", "dimension", ckm.Texts("Size", "Größe"), tuple(map(Category.plain, "sl"))),
        VariableEntry("turnover", "magnitude", ckm.Texts("Turnover", "Umsatz")),
    )
    first = Period(ckm.Texts.same("2024"), "2024-12-31")
    made = ckm.Statistic(ckm.Texts.same("Enterprises"), entries, (first,), units="once").put_in_force(method)
    return with_new_period(made, ckm.Texts.same("2025"), "2025-12-31")


def load(statistic: ckm.Statistic) -> Microdata:
    return statistic.describe(DATA[statistic.period.label.en])


@pytest.mark.thorough
def test_each_period_has_its_own_sums_and_the_total_those_of_all_records() -> None:
    level = Level(PERIOD, nodes=("2024-12-31", "2025-12-31"))
    spec = TableSpec(rows=[Level("branch")], columns=[Block((level, Level("size")))], values=[SUM, WEIGHTED, MEAN])
    table = draft_of(two_years(), spec, load).table
    alone = TableSpec(rows=["branch"], columns=["size"], values=[SUM, WEIGHTED, MEAN])

    def protected(data: Microdata) -> ckm.ProtectedTable:
        return ckm.protect(ckm.tabulate(data, alone, contributors=METHOD.contributors), METHOD)

    both = protected(read(pd.concat(FRAMES.values(), ignore_index=True)))
    for branch in ("A", "B", "C", "D", TOTAL):
        for size in ("s", "l", TOTAL):
            address: dict[str, Code] = {"branch": branch, "size": size}
            for value in range(3):
                assert table.value({**address, PERIOD: TOTAL}, value) == both.value(address, value)
                for year, code in (("2024", "2024-12-31"), ("2025", "2025-12-31")):
                    shown = protected(DATA[year])
                    if branch in (*DATA[year].dimension("branch").codes, TOTAL):
                        assert table.value({**address, PERIOD: code}, value) == shown.value(address, value)
                        assert table.sign({**address, PERIOD: code}, value) == shown.sign(address, value)
                    else:
                        assert table.sign({**address, PERIOD: code}, value) == Sign.UNKNOWN


def test_the_average_of_periods_is_their_published_sum_divided() -> None:
    level = Level(PERIOD, nodes=("2024-12-31", "2025-12-31"), mean=True)
    spec = TableSpec(rows=[Level("branch")], columns=[Block((level,))], values=[SUM])
    averaged = draft_of(two_years(), spec, load).table
    whole = draft_of(two_years(), spec.with_changes(columns=(Block((replace(level, mean=False),)),)), load).table
    for branch in ("A", "C", TOTAL):
        total = whole.value({"branch": branch, PERIOD: TOTAL})
        assert abs(averaged.value({"branch": branch, PERIOD: TOTAL}) - total / 2) <= 0.5


def test_sums_change_over_periods_by_what_is_published() -> None:
    change = Value("change", variable=PERIOD, against=PREVIOUS, magnitude="turnover", absolute=True, decimals=2)
    statistic = two_years()
    table = draft_of(replace(statistic, current=1), TableSpec(rows=["branch"], values=[change]), load).table
    sums = series(statistic, TableSpec(rows=["branch"], values=[SUM]), [0, 1], load).table
    for branch in ("A", "C", TOTAL):
        before, after = (sums.value({"branch": branch, PERIOD: code}) for code in ("2024-12-31", "2025-12-31"))
        shown = table.value({"branch": branch, PERIOD: "2025-12-31"})
        assert shown == after - before
    assert table.labels[0].de == "Differenz zum vorherigen Berichtszeitraum (Summe Umsatz)"


def test_a_statistic_keeps_the_method_and_its_tables() -> None:
    made = two_years()
    again = from_bytes(to_bytes(made), "s.ckm")
    assert again == made
    assert again.period.in_force is not None
    assert again.period.in_force.method == METHOD
    draft, other = (draft_of(one, TableSpec(rows=["branch"], values=[SUM]), load) for one in (made, again))
    assert draft.table.blocks[0].figures[0].tolist() == other.table.blocks[0].figures[0].tolist()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "de",
            (
                "Summe Umsatz",
                "Mittelwert Umsatz",
                "Jede Anzahl, jede Wertsumme",
                "verwenden sie die ausgewiesene summe, addieren sie nicht",
                "Auch selbst berechnete Anteile",
                ".: Zahl unbekannt oder geheim zu halten",
            ),
        ),
        (
            "en",
            (
                "Sum of Turnover",
                "Mean of Turnover",
                "random noise is added to each number, sum and total",
                "use the published total, do not add",
                "Shares and ratios that you compute yourself",
                ".: figure not known or kept secret",
            ),
        ),
    ],
)
def test_files_carry_values_note_and_legend(tmp_path: Path, language: str, words: tuple[str, ...]) -> None:
    spec = TableSpec(rows=["branch"], columns=["size"], values=[SUM, MEAN])
    statistic = two_years()
    frame = FRAMES["2025"]
    few = read(frame[(frame["branch"] != "A") | (frame["size"] != "s")])
    draft = statistic.draft(spec, statistic.describe(few))
    ckm.export(draft, tmp_path / "t.xlsx", language=language)  # type: ignore[arg-type]
    book = openpyxl.load_workbook(tmp_path / "t.xlsx")
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.value is not None]
    text = "\n".join(str(cell.value) for cell in cells).lower()
    for word in words:
        assert word.lower() in text
    formats = {cell.number_format for cell in cells if isinstance(cell.value, float)}
    assert {form.rpartition(".")[2] for form in formats} == {"0", "00"}
    ckm.export(draft, tmp_path / "t.csv", language=language)  # type: ignore[arg-type]
    lines = (tmp_path / "t.csv").read_text("utf-8-sig")
    total = draft.table.value({})
    mark = "," if language == "de" else "."
    assert words[0] in lines
    assert f"{total // 100}{mark}{total % 100:02d}" in lines
