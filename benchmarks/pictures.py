"""Another kind of picture for the same table, described and written as SVG: the made-up census, up to 250 bars."""

from __future__ import annotations

from time import perf_counter

import ckmcore as ckm
from benchmarks import data as census
from benchmarks.report import Goal, Result, Timing
from ckmcore.pictures.describe import describe
from ckmcore.pictures.kinds import offered
from ckmcore.pictures.model import PictureBox
from ckmcore.pictures.svg import svg_bytes
from ckmcore.presentation.present import TablePresentation, present_draft
from ckmcore.tabulate.picture_choice import PictureChoice

RECORDS, RUNS, LIMIT = 200_000, 7, 0.05
TABLES = (("district", "family"), ("district", "sex"), ("age", "sex"), ("age", "education"))


def page(rows: int, variables: tuple[str, str]) -> TablePresentation:
    """A table of two variables, rounded to 5."""
    data = census.make_microdata(rows)
    return present_draft(ckm.protect(ckm.tabulate(data, ckm.TableSpec(*variables)), ckm.Rounding(5)), "en")


def measure(rows: int = RECORDS, runs: int = RUNS) -> list[Result]:
    """Each kind that fits each table, once without measuring it."""
    results = []
    for variables in TABLES:
        document = page(rows, variables)
        for kind in [kind for kind, reason in offered(document).items() if reason is None]:
            seconds, choice = [], PictureChoice(kind=kind)
            picture = describe(document, choice)
            for _ in range(runs):
                began = perf_counter()
                svg_bytes(describe(document, choice))
                seconds.append(perf_counter() - began)
            boxes = sum(isinstance(mark, PictureBox) for mark in picture.marks)
            note = f"{len(picture.marks):,} marks, {boxes:,} of them boxes"
            name = f"picture of {' x '.join(variables)}: {kind}"
            results.append(Result(Timing(name, tuple(seconds), note), (Goal(limit=LIMIT),)))
    return results
