"""Fixed classes of years of birth are found when a period is added, and asked about; the age is right then."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from ckmcore.dictionary.moving import answered, decided, moving
from ckmcore.microdata.data import MISSING, Category
from ckmcore.microdata.variable import CodeGroup, Derivation, VariableEntry
from ckmcore.statistic.table_compatibility import fit
from tests.kit.fails import fails

YEARS = tuple(str(year) for year in range(1940, 2026))
BORN = VariableEntry("born", "dimension", ckm.Texts("Year of birth", "Geburtsjahr"), tuple(map(Category.plain, YEARS)))
CHILDREN = VariableEntry(
    "grown",
    "dimension",
    ckm.Texts("Of age", "Volljährig"),
    (Category("<2008", ckm.Texts("of age", "volljährig")), Category("2008+", ckm.Texts("under 18", "unter 18"))),
    derived=Derivation("classes", "born", bounds=("2008",)),
)


def test_what_cuts_or_groups_years_is_found_and_nothing_else() -> None:
    income = VariableEntry("income", "magnitude", ckm.Texts.same("Income"))
    year = VariableEntry("gebjahr", "magnitude", ckm.Texts.same("gebjahr"))
    groups = replace(CHILDREN, derived=Derivation("groups", "born", groups=(CodeGroup("young", YEARS[-18:]),)))
    of_income = replace(CHILDREN, derived=Derivation("classes", "income", bounds=("2000", "2100")))
    of_year = replace(CHILDREN, derived=Derivation("classes", "gebjahr", bounds=("2000", "2010")))
    ages = replace(BORN, categories=tuple(map(Category.plain, ("17", "18", "1990"))))
    assert moving((BORN, CHILDREN)) == (CHILDREN,)
    assert moving((BORN, groups)) == (groups,)
    assert moving((year, of_year)) == (of_year,)
    assert moving((income, of_income)) == ()
    assert moving((ages, CHILDREN)) == ()
    assert moving((BORN, replace(CHILDREN, derived=Derivation("age", "born", bounds=("18",))))) == ()
    assert moving((BORN, replace(CHILDREN, derived=Derivation("classes", "born", bounds=("18",))))) == ()
    assert moving((BORN, answered(CHILDREN, "codes", ""))) == ()


def test_as_an_age_the_classes_are_those_of_the_same_records_on_the_day_with_their_words() -> None:
    bounds = ("1961", "2008")
    before = replace(CHILDREN, derived=Derivation("classes", "born", bounds=bounds), categories=())
    after = answered(before, "age", "2025-12-31")
    born = ckm.Microdata.from_pandas(pd.DataFrame({"born": YEARS}), ["born"])
    made = ckm.Statistic("S", (BORN, before)).with_period(ckm.Statistic("S").period)
    dated = made.with_period(replace(made.period, date="2025-12-31"))
    classes = [replace(dated, dictionary=(BORN, entry)).describe(born) for entry in (before, after)]
    columns = [np.array(found.dimension("grown").codes)[found.columns["grown"]] for found in classes]
    words = dict(zip(("<1961", "1961-2008", "2008+"), ("65+", "18-65", "<18"), strict=True))
    assert [words[code] for code in columns[0].tolist()] == columns[1].tolist()
    labelled = answered(CHILDREN, "age", "2025-12-31")
    assert [(one.code, one.label.de) for one in labelled.categories] == [("<18", "unter 18"), ("18+", "volljährig")]
    with_missing = replace(CHILDREN, categories=(*CHILDREN.categories, Category.plain(MISSING)))
    assert answered(with_missing, "age", "2025-12-31").categories[-1].code == MISSING


def test_groups_and_periods_without_a_day_become_no_age() -> None:
    groups = replace(CHILDREN, derived=Derivation("groups", "born", groups=(CodeGroup("young", YEARS[-18:]),)))
    for entry, day in ((groups, "2025-12-31"), (CHILDREN, ""), (CHILDREN, "1990-12-31")):
        with fails("moving_no_age"):
            decided((BORN, entry), {"grown": "age"}, day)
    with fails("moving_unknown"):
        decided((BORN, CHILDREN), {"other": "age"}, "2025-12-31")
    with fails("derivation_moves", count=1):
        decided((BORN, CHILDREN), {}, "2025-12-31")


def people(folder: Path, year: int) -> Path:
    path = folder / f"people_{year}.csv"
    lines = [f"{year - age},{1 + age % 2}" for age in range(81) for _ in range(1 + age % 7)]
    path.write_text("born,sex\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


def under_18() -> int:
    return sum(1 + age % 7 for age in range(18))


@pytest.fixture
def statistic(tmp_path: Path) -> Path:
    path = tmp_path / "s.ckm"
    with ckm.create_statistic(path, "People") as work:
        work.add_period("2025", "2025-12-31")
        work.add_records(people(tmp_path, 2025), ["born", "sex"], keys="none")
        work.put_variable(CHILDREN)
    return path


def counted(work: ckm.WorkingStatistic) -> dict[str, int]:
    data = work.data()
    codes = data.dimension("grown").codes
    counts = np.bincount(data.columns["grown"], minlength=len(codes))
    return {data.dimension("grown").label(code).en: int(count) for code, count in zip(codes, counts, strict=True)}


@pytest.mark.filterwarnings("ignore::ckmcore.CkmWarning")
def test_the_next_year_counts_who_is_under_18_then(statistic: Path, tmp_path: Path) -> None:
    with ckm.work_on_statistic(statistic) as work:
        assert counted(work)["under 18"] == under_18()
        with fails("derivation_moves"):
            work.add_period("2026", "2026-12-31")
        work.add_period("2026", "2026-12-31", moving={"grown": "age"})
        work.add_records(people(tmp_path, 2026), new_codes="begin", keys="none")
        assert counted(work)["under 18"] == under_18()
        work.choose_period("2025")
        assert counted(work)["under 18"] == under_18()
        work.add_period("2027", "2027-12-31")  # asked once


@pytest.mark.filterwarnings("ignore::ckmcore.CkmWarning")
def test_years_that_shall_stay_do_and_the_command_asks_too(
    statistic: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["--language", "en", "statistic", "period", str(statistic), "2026", "--date", "2026-12-31"]
    line += ["--data", str(people(tmp_path, 2026)), "--new-codes", "begin", "--keys", "none"]
    assert main(line) == Exit.ASKED
    assert "age anew" in capsys.readouterr().err
    assert main([*line, "--moving", "grown=never"]) == Exit.INPUT
    assert main([*line, "--moving", "grown=codes"]) == Exit.DONE
    with ckm.work_on_statistic(statistic, read_only=True) as work:
        assert work.period.label.en == "2026"
        assert counted(work)["under 18"] == sum(1 + age % 7 for age in range(19))


@pytest.mark.filterwarnings("ignore::ckmcore.CkmWarning")
def test_tables_of_a_later_period_say_that_nobody_has_decided(statistic: Path, tmp_path: Path) -> None:
    spec = ckm.TableSpec("grown")
    with ckm.work_on_statistic(statistic) as work:
        assert fit(spec, work.statistic) == ()
        work.take(without_grown)
        work.add_period("2026", "2026-12-31")
        work.add_records(people(tmp_path, 2026), new_codes="begin", keys="none")
        work.put_variable(CHILDREN)
        misfits = fit(spec, work.statistic)
        assert [(misfit.kind, misfit.fault) for misfit in misfits] == [("moving", False)]
        assert "2026" in misfits[0].said.text("de")
        assert fit(ckm.TableSpec("sex"), work.statistic) == ()
    day = ["statistic", "period", str(statistic), "2025", "--moving", "grown=age"]
    assert main(day) == Exit.DONE
    with ckm.work_on_statistic(statistic, read_only=True) as work:
        assert counted(work)["under 18"] == under_18()
        work.choose_period("2026")
        assert counted(work)["under 18"] == under_18()
        assert fit(spec, work.statistic) == ()


def without_grown(made: ckm.Statistic) -> ckm.Statistic:
    return replace(made, dictionary=tuple(entry for entry in made.dictionary if entry.name != "grown"))
