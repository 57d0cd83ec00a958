"""A small project of somebody else: it sees the installed library only, and says what types it takes them for."""

from __future__ import annotations

from pathlib import Path
from typing import assert_type

import numpy as np
import pandas as pd

import ckmcore as ckm


def records(folder: Path) -> ckm.Microdata:
    draw = np.random.default_rng(1)
    frame = pd.DataFrame({"land": draw.choice(["a1", "a2", "b"], 900), "sex": draw.choice(["m", "w"], 900)})
    frame["income"] = draw.integers(0, 5000, 900)
    frame["rkey"] = [f"0.{key:09d}" for key in draw.integers(0, 10**9, 900)]
    frame.to_csv(folder / "people.csv", index=False)
    (folder / "land.hrc").write_text("a\n@a1\n@a2\nb\n", encoding="utf-8")
    data = ckm.read_microdata(folder / "people.csv", ["land", "sex"], "rkey", magnitudes=["income"])
    assert_type(data, ckm.Microdata)
    assert_type(ckm.microdata_of(frame, ["land"], magnitudes="income"), ckm.Microdata)
    return data.with_hierarchy("land", ckm.read_hrc(folder / "land.hrc"))


def layout() -> ckm.TableSpec:
    women = ckm.Condition("sex", ("w",))
    groups = (ckm.Group(ckm.Texts("a2 and b", "a2 und b"), ("a2", "b")),)
    land = ckm.Level("land", depths=(0,), groups=groups, total="before")
    share: ckm.Value = ckm.share("row")
    spec = ckm.TableSpec([ckm.Block((land,))], "sex", values=["count", share], title="People", filters=women)
    assert_type(spec.with_changes(filters=()), ckm.TableSpec)
    return spec.with_changes(filters=())


def methods(folder: Path) -> list[ckm.CellKeyMethod | ckm.Rounding | ckm.KeyedRounding]:
    ptable = ckm.design_ptable(D=4, V=2.0, js=1)
    assert_type(ptable, ckm.PTable)
    assert_type(ptable.row_distribution(1), dict[int, float])
    ckm.write_ptable(ptable, folder / "p.csv")
    read = ckm.read_ptable(folder / "p.csv")
    assert ckm.compare(ptable, read).look_up == "same"
    return [ckm.CellKeyMethod(read, boundary="less_equal", threshold=3), ckm.Rounding(10), ckm.KeyedRounding(5)]


def main(folder: Path) -> list[Path]:
    data, spec, written = records(folder), layout(), list[Path]()
    raw = ckm.tabulate(data, spec)
    assert_type(raw, ckm.RawTable)
    for number, method in enumerate(methods(folder)):
        table = ckm.protect(raw, method)
        assert_type(table, ckm.ProtectedTable)
        assert_type(table.value({"land": "a", "sex": ckm.TOTAL}), int)
        assert_type(table.to_pandas(labels=True, language="de"), pd.DataFrame)
        assert_type(ckm.explain(raw, method, {"sex": "m"}), ckm.Explanation)
        written.append(ckm.export(table, folder / f"table{number}.xlsx", language="en", form="xlsx-accessible"))
    sums = ckm.TableSpec("land", values=[ckm.sum_of("income"), ckm.mean("income", weighted=False)])
    settings = ckm.magnitude_settings("T(1)", "N(0.1)")
    assert_type(settings, ckm.MagnitudeSettings)
    noisy = ckm.MagnitudeCellKeyMethod(
        ckm.design_ptable(4, 2.0), large=ckm.design_magnitudes(5, 2.0), settings=settings
    )
    shown = ckm.protect(ckm.tabulate(data, sums, contributors=noisy.contributors), noisy)
    assert_type(ckm.export(shown, folder / "sums.csv"), Path)
    statistic = ckm.Statistic(ckm.Texts("People", "Personen")).put_in_force(ckm.Rounding(10))
    assert_type(statistic, ckm.Statistic)
    assert_type(statistic.draft(spec, data), ckm.Draft)
    assert_type(ckm.__version__, str)
    try:
        ckm.read_microdata(folder / "none.csv")
    except ckm.CkmError as error:
        assert_type(error.text("de"), str)
    return written


if __name__ == "__main__":
    assert len(main(Path())) == 3
