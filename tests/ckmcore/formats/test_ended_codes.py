"""Whether a record has a code that the dictionary ended is an original: no file of a table without such codes, no frame
of it and no choice of its largest nodes tells it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.formats.export import write_form
from ckmcore.formats.forms import FORMS
from ckmcore.microdata.columns import Category
from ckmcore.microdata.variable import VariableEntry
from ckmcore.office.settings import Office
from ckmcore.presentation.present import present_draft
from ckmcore.statistic.period import Period, PeriodSource
from ckmcore.statistic.series import draft_over_periods
from ckmcore.tabulate.spec import PERIOD, PRINTED, Order, spec_to_json

CATEGORIES = (
    Category.plain("m"),
    Category.plain("w"),
    Category("x", ckm.Texts("former", "früher"), valid_to="2019-12-31"),
    Category.plain("q"),
)
FLAT = VariableEntry("sex", "dimension", ckm.Texts("Sex", "Geschlecht"), CATEGORIES)
BESIDE = FLAT.with_hierarchy(ckm.Hierarchy.from_depths([("all", 0), ("m", 1), ("x", 1), ("w", 1), ("q", 1)]))
DEEPER = FLAT.with_hierarchy(
    ckm.Hierarchy.from_depths([("old", 0), ("older", 1), ("x", 2), ("new", 0), ("m", 1), ("w", 1), ("q", 1)])
)
CHANGE = (ckm.Value(), ckm.Value("change", variable="sex", against="::previous", absolute=True))
BARS = replace(PRINTED, bars=True, colours=True, hide_rows=True)
SPECS = {
    "plain": ckm.TableSpec("sex", presentation=PRINTED),
    "leaves": ckm.TableSpec(ckm.Level("sex", depths=[1]), presentation=PRINTED),
    "change": ckm.TableSpec("sex", values=CHANGE, presentation=BARS),
    "chosen": ckm.TableSpec(ckm.Level("sex", nodes=["m", "w"]), values=CHANGE, presentation=PRINTED),
    "head": ckm.TableSpec([], ckm.Level("sex", order=Order("value", descending=True)), presentation=PRINTED),
    **{
        f"largest {most}": ckm.TableSpec(ckm.Level("sex", top=ckm.Top(most)), values=CHANGE, presentation=BARS)
        for most in (1, 2, 3, 4)
    },
}


def records(entry: VariableEntry, ended: int) -> ckm.Microdata:
    """Forty records; all these data round to the same figures."""
    frame = pd.DataFrame({"sex": [*["m"] * 12, *["w"] * 18, *["q"] * (10 - ended), *["x"] * ended]})
    data = ckm.Microdata.from_pandas(frame, ["sex"])
    return data.with_categories(entry.describe(data.dimension("sex"), "2025-12-31"))


def statistic(entry: VariableEntry) -> ckm.Statistic:
    period = Period(ckm.Texts.same("2025"), "2025-12-31", source=PeriodSource("file"))
    return ckm.Statistic(ckm.Texts.same("S"), periods=(period,), dictionary=(entry,)).put_in_force(ckm.Rounding(10))


def everything(draft: ckm.Draft, folder: Path) -> list[object]:
    folder.mkdir()
    seen: list[object] = [draft.table.to_pandas().to_csv(), spec_to_json(draft.table.spec)]
    page = present_draft(draft, "de", Office(zero="dash"))
    for form in FORMS.values():
        files = write_form(page, form, folder / f"{form.name}{form.ending}")
        seen += [(file.name, file.read_bytes()) for file in files]
    return seen


@pytest.mark.daily(6)
@pytest.mark.parametrize("name", SPECS)
@pytest.mark.parametrize("entry", [FLAT, BESIDE, DEEPER])
def test_no_file_tells_whether_a_record_has_a_code_that_ended(entry: VariableEntry, name: str, tmp_path: Path) -> None:
    drafts = [statistic(entry).draft(SPECS[name], records(entry, ended)) for ended in (0, 4)]
    assert drafts[0].table.value({}) == drafts[1].table.value({}) == 40
    first, second = (everything(draft, tmp_path / str(place)) for place, draft in enumerate(drafts))
    assert first == second


@pytest.mark.thorough
def test_nor_does_a_table_over_periods(tmp_path: Path) -> None:
    spec = ckm.TableSpec("sex", ckm.Level(PERIOD, total="off"), presentation=PRINTED)
    drafts = [
        draft_over_periods(statistic(FLAT), spec, lambda _one, ended=ended: records(FLAT, ended))  # type: ignore[misc]
        for ended in (0, 4)
    ]
    first, second = (everything(draft, tmp_path / str(place)) for place, draft in enumerate(drafts))
    assert first == second


def test_of_the_largest_the_note_says_what_is_left_out() -> None:
    draft = statistic(FLAT).draft(SPECS["largest 2"], records(FLAT, 4))
    notes = present_draft(draft, "en").notes
    assert any("former" in note for note in notes)
    assert draft.table.spec.rows[0].levels[0].top.others == ("q",)
