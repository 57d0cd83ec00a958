"""The small files that examples of docstrings, pages and notebooks may read: they lie in the folder where these run."""

from __future__ import annotations

import random
from pathlib import Path

import ckmcore as ckm
from ckmcore.ptable import magnitude_text

HEAD = "NUTS,SEX,AGE,INCOME,HID,WEIGHT,rkey"
NUTS = "AT1\n@AT11\n@AT12\nAT2\n@AT21\n"
REGIONS = (
    "code;parent;label\nAT1;;Eastern Austria\nAT11;AT1;Burgenland\nAT12;AT1;Lower Austria\nAT2;;Southern Austria\n"
    "AT21;AT2;Carinthia\n"
)
RECORDS = 600


def persons() -> str:
    """Records as CSV, the same on every machine: `Random.random` is the one stream that Python promises to keep."""
    drawn = random.Random(3)
    lines = [HEAD]
    for number in range(RECORDS):
        nuts = ("AT11", "AT11", "AT12", "AT21")[int(4 * drawn.random())]
        sex, age = 1 + int(2 * drawn.random()), int(5 * drawn.random())
        income, weight = 10 * int(10 + 400 * drawn.random() ** 2), 1 + int(3 * drawn.random())
        lines.append(f"{nuts},{sex},{age},{income},{number // 3},{weight},{drawn.random():.9f}")
    return "\n".join(lines) + "\n"


def lay_out(folder: Path) -> None:
    """Puts the files into a folder: persons.csv, turnover.csv, nuts.hrc, regions.csv, conversion.csv, ptable.csv,
    large.csv, statistic.ckm."""
    (folder / "persons.csv").write_text(persons(), encoding="utf-8")
    (folder / "turnover.csv").write_text("KREIS;TURNOVER\n01001;1.500\n01002;12.750\n01003;3.000\n", encoding="utf-8")
    (folder / "nuts.hrc").write_text(NUTS, encoding="utf-8")
    (folder / "regions.csv").write_text(REGIONS, encoding="utf-8")
    (folder / "conversion.csv").write_text("old;new\nAT11;AT11\nAT12;AT13\nAT12;AT14\n", encoding="utf-8")
    ptable = ckm.shuffle(ckm.design_ptable(D=5, V=3, js=2))
    ckm.write_ptable(ptable, folder / "ptable.csv", "r")
    (folder / "large.csv").write_text(magnitude_text(ckm.design_magnitudes(5, 1.0)), encoding="utf-8")
    title = ckm.Texts("Persons", "Personen")
    with ckm.create_statistic(folder / "statistic.ckm", title, source_note="Register") as work:
        work.add_period("2025", "2025-12-31")
        work.add_records(folder / "persons.csv", ["NUTS", "SEX", "AGE"], magnitudes="INCOME", record_key="rkey")
        work.put_in_force(ckm.CellKeyMethod(ptable))
        work.save_table("1.1", ckm.TableSpec("NUTS", "SEX"))
