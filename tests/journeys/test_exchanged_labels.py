"""A second year whose labels changed places is marked beside the first one, and stopped until somebody has decided."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat
import pytest

import ckmcore as ckm
from ckmcore.base.numbers import Language
from ckmcore.messages import sentence
from ckmcore.statistic.source import read_period
from tests.journeys.conftest import Start
from tests.journeys.screen import Program
from tests.journeys.steps import (
    choose,
    fill,
    go_to_tab,
    look,
    new_data,
    press,
    save,
    see_all,
    take_over,
    wait_message,
    wait_page,
    wait_said,
    wait_words,
)

RECORDS, MEN = 300, 210
LABELS = {2023: {1: "männlich", 2: "weiblich"}, 2024: {1: "weiblich", 2: "männlich"}}
WORDS: dict[Language, dict[str, str]] = {
    "de": {
        "periods": "Berichtszeiträume", "day": "31.12.2023", "compare": "Vergleichen",
        "exchanged": "scheinen vertauscht", "recode": "nach Bezeichnung umschlüsseln",
    },
    "en": {
        "periods": "Reporting periods", "day": "2023-12-31", "compare": "Compare",
        "exchanged": "seem to be exchanged", "recode": "recode by label",
    },
}  # fmt: skip


@pytest.fixture
def years(tmp_path: Path) -> dict[int, Path]:
    """The same shares of men and women in both years; in the second one the codes have changed places."""
    found, chance = {}, np.random.default_rng(3)
    for year, labels in LABELS.items():
        code_of = {label: float(code) for code, label in labels.items()}
        sexes = [code_of["männlich"]] * MEN + [code_of["weiblich"]] * (RECORDS - MEN)
        frame = pd.DataFrame({"sex": sexes, "rkey": chance.integers(0, 10**6, RECORDS) / 10**6})
        found[year] = tmp_path / f"umfrage_{year}.sav"
        formats = {"rkey": "F8.6"}
        pyreadstat.write_sav(frame, found[year], variable_value_labels={"sex": labels}, variable_format=formats)
    return found


def walk(program: Program, years: dict[int, Path], folder: Path, language: Language, *, keys: bool) -> None:
    """The whole story, by mouse or by keyboard alone."""
    words = WORDS[language]
    new_data(program, years[2023], keys=keys)
    take_over(program, keys=keys)
    wait_message(program, _taken(years[2023], language))
    if keys:
        program.screen.keys("alt+3")
    else:
        program.click("rail:data")
    wait_page(program, "data")
    see_all(program, keys=keys)
    go_to_tab(program, words["periods"], keys=keys)
    fill(program, "period:day", words["day"], keys=keys)
    wait_words(program, "new-period:label", "2024")
    press(program, "add-period", keys=keys)
    program.type_path(years[2024])
    program.widget("take-over")
    press(program, words["compare"], keys=keys)
    wait_said(program, words["exchanged"])
    look(program, f"exchanged-compared-{language}")
    take_over(program, keys=keys)
    wait_words(program, "reading:labels:sex", "Auswählen ..." if language == "de" else "Choose ...")
    look(program, f"exchanged-stopped-{language}")
    choose(program, "reading:labels:sex", words["recode"], keys=keys)
    take_over(program, keys=keys)
    wait_message(program, _taken(years[2024], language))
    save(program, folder / "umfrage.ckm", sentence("desk_saved", name="umfrage.ckm").text(language))
    program.quit()
    statistic, _ = ckm.open_statistic(folder / "umfrage.ckm")
    data = read_period(statistic, folder / "umfrage.ckm")
    assert data is not None
    codes = data.dimensions["sex"].codes
    assert {codes[place]: int((data.columns["sex"] == place).sum()) for place in range(2)} == {
        "1": MEN,
        "2": RECORDS - MEN,
    }


def _taken(path: Path, language: Language) -> str:
    return sentence("desk_taken_over_no_method", rows=RECORDS, name=path.name).text(language)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_a_second_year_with_exchanged_labels_is_stopped_in_the_window(
    start: Start, years: dict[int, Path], tmp_path: Path, by: str, language: Language
) -> None:
    walk(start(language=language), years, tmp_path, language, keys=by == "keys")
