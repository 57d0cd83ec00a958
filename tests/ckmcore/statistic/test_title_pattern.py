"""Titles that are made: by values and variables, block by block, or by the pattern of the statistic."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.presentation.present import present_draft
from ckmcore.release.run import resolved_title
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.period import Period, PeriodSource
from ckmcore.statistic.series import draft_of
from ckmcore.tabulate.spec import PERIOD, Presentation

PATTERN = ckm.Texts("Students in {period} {breakdown}", "Studierende im {Zeitraum} {Gliederung}")
HEADED = Presentation(headed=True)


def data() -> ckm.Microdata:
    frame = pd.DataFrame({"land": list("aabb"), "sex": list("mwmw"), "age": list("1212")})
    made = ckm.Microdata.from_pandas(frame, ["land", "sex", "age"])
    titles = {"land": "Land", "sex": "Geschlecht", "age": "Alter"}
    for name, title in titles.items():
        made = made.with_categories(replace(made.dimension(name), title=ckm.Texts(name, title)))
    return made


def statistic(pattern: ckm.Texts = PATTERN) -> Statistic:
    periods = tuple(
        Period(ckm.Texts.same(f"WS {year}"), f"{year}-12-01", PeriodSource("file")) for year in (2024, 2025)
    )
    made = Statistic(ckm.Texts.same("S"), periods=periods, current=1, title_pattern=pattern)
    first = replace(made.put_in_force(ckm.Rounding(5)), current=0).put_in_force(ckm.Rounding(5))
    return replace(first, current=1)


LAND, SEX, AGE = (ckm.Block(ckm.Level(name)) for name in ("land", "sex", "age"))


@pytest.mark.parametrize(
    ("spec", "title"),
    [
        (ckm.TableSpec(["land", "sex"], "age"), "nach Land, Geschlecht und Alter"),
        (ckm.TableSpec([LAND, SEX]), "nach Land sowie nach Geschlecht"),
        (ckm.TableSpec([LAND, SEX, AGE]), "nach Land, nach Geschlecht sowie nach Alter"),
        (ckm.TableSpec([LAND, SEX], "age"), "nach Land und Alter sowie nach Geschlecht und Alter"),
        (ckm.TableSpec([LAND, ckm.Block(ckm.Level("land", nodes=("a",)))]), "nach Land"),
        (ckm.TableSpec(), ""),
    ],
)
def test_variables_that_are_crossed_are_told_apart_from_blocks(spec: ckm.TableSpec, title: str) -> None:
    spec = spec.with_changes(presentation=HEADED)
    plain = present_draft(statistic(ckm.Texts()).draft(spec, data()), "de").title
    assert plain == f"Anzahl {title}".strip()
    assert present_draft(statistic().draft(spec, data()), "de").title == f"Studierende im WS 2025 {title}".strip()


def test_a_table_of_before_is_called_as_before() -> None:
    spec = ckm.TableSpec([LAND, SEX], "age")
    draft = statistic(ckm.Texts()).draft(spec, data())
    assert present_draft(draft, "de").title == "Anzahl nach Land, Geschlecht und Alter"


def test_a_title_that_somebody_wrote_is_never_replaced() -> None:
    spec = ckm.TableSpec("land", title=ckm.Texts("Mine {period}", "Meine {Zeitraum} {Gliederung}"))
    assert statistic().draft(spec, data()).title == ckm.Texts("Mine WS 2025", "Meine WS 2025 {Gliederung}")


def test_a_pattern_can_name_what_is_counted_and_each_language_has_its_own_words() -> None:
    pattern = ckm.Texts("{values} of students ({period}) {breakdown}", "{Werte} Studierende ({Zeitraum}) {gliederung}")
    found = statistic(pattern).draft(ckm.TableSpec("land", presentation=HEADED), data()).title
    assert found == ckm.Texts("Number of students (WS 2025) by land", "Anzahl Studierende (WS 2025) nach Land")


def test_over_periods_the_pattern_names_them_and_a_run_names_the_same_title() -> None:
    made = statistic()
    spec = ckm.TableSpec("land", ckm.Level(PERIOD, total="off"), presentation=HEADED)
    draft = draft_of(made, spec, lambda _of: data())
    assert draft.title.text("de") == "Studierende im WS 2024, WS 2025 nach Land und Berichtszeitraum"
    plain = ckm.TableSpec("land", presentation=HEADED)
    assert resolved_title(made, data(), SavedTable("T", plain), "de") == "Studierende im WS 2025 nach Land"


def test_the_pattern_is_kept_and_a_statistic_without_one_is_kept_as_before() -> None:
    made = statistic()
    assert from_bytes(to_bytes(made), "s.ckm") == made
    plain = replace(made, title_pattern=ckm.Texts())
    assert b"title_pattern" in to_bytes(made)
    assert b"title_pattern" not in to_bytes(plain)
    assert from_bytes(to_bytes(plain), "s.ckm") == plain


def test_the_pattern_is_given_by_code(tmp_path: Path) -> None:
    with ckm.create_statistic(tmp_path / "s.ckm", "Persons") as work:
        work.describe(title_pattern="Persons {breakdown}")
        work.describe(title="Others")  # the rest stays
    kept, _ = ckm.open_statistic(tmp_path / "s.ckm")
    assert kept.title.en == "Others"
    assert kept.title_pattern == ckm.Texts.same("Persons {breakdown}")
