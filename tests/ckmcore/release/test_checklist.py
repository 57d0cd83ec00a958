"""The checklist before a release says what was found, and where somebody has to look."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.base.numbers import Language
from ckmcore.lab.risk.floor import measure_floor
from ckmcore.messages import sentence
from ckmcore.microdata.data import Category, Dimension
from ckmcore.ptable.floor.floor import OpenRule
from ckmcore.release.checklist import checklist
from ckmcore.release.provenance import prepare
from ckmcore.statistic.entry import Check, Request
from ckmcore.statistic.floor import mark_of, table_marks
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.tabulate.spec import Block, Footnote, Order
from tests.kit.before_the_floor import put_in_force
from tests.kit.released_people import AREAS, REQUEST, TABLE, load, people, prepared, released, statistic

DECISION = ckm.Decision("Board", "2026-01-05", reference="M-4")


def checks(made: Statistic, table: SavedTable = TABLE, language: Language = "en") -> dict[str, Check]:
    ready = prepare(made, table, load(people()), replace(REQUEST, language=language))
    return {check.name: check for check in checklist(made, ready)}


def with_lists(made: Statistic) -> Statistic:
    """The statistic, whose code lists somebody loaded."""
    return replace(made, dictionary=tuple(replace(entry, codes_from="list") for entry in made.dictionary))


def test_a_complete_table_has_nothing_to_be_looked_at() -> None:
    made = with_lists(statistic())
    decision = replace(DECISION, judged=mark_of(ckm.Rounding(10), made.describe(people())))
    found = checks(made.put_in_force(ckm.Rounding(10), "2026-01-06", decision))
    assert {name: check.state for name, check in found.items()} == dict.fromkeys(found, "good")
    assert {name: check.found.en for name, check in found.items()} == {
        "title": "“People by sex”",
        "period": "2025, state of data 2025-12-31",
        "source": "Office",
        "signs": "The table shows figures only, no signs in their place.",
        "footnotes": "no footnotes",
        "codes": "The code lists were loaded, stated as a range, or are taken from the records for a reason on record.",
        "method": "Rounding to base 10; decided by: Board; file number: M-4",
        "former": "This table has not been released before.",
    }
    assert found["period"].found.de == "2025, Stand 31.12.2025"


def test_what_is_missing_is_to_be_looked_at() -> None:
    made = replace(with_lists(statistic()), source_note=ckm.Texts())
    undated = made.with_period(replace(made.period, date=""))
    nameless = made.with_period(replace(made.period, label=ckm.Texts()))
    table = replace(TABLE, spec=TABLE.spec.with_changes(title=ckm.Texts(), footnotes=(Footnote(ckm.Texts()),)))
    found = checks(made, table)
    assert {name for name, check in found.items() if check.state == "look"} == {
        "title",
        "source",
        "footnotes",
        "method",
    }
    assert found["title"].found.en == "made by the program: “Number by sex”. Give the table a title of its own."
    assert found["footnotes"].found.en == "Footnotes: 1; without a text: 1."
    assert checks(undated)["period"].found.en == "2025, without a state of data"
    assert checks(nameless)["period"].found.de == "Der Berichtszeitraum hat keine Bezeichnung."


def test_footnotes_are_asked_for_in_the_language_of_the_files() -> None:
    note = Footnote(ckm.Texts(en="Only main homes.", de=""))
    table = replace(TABLE, spec=TABLE.spec.with_changes(footnotes=(note, note)))
    assert checks(statistic(), table)["footnotes"].found.en == "footnotes: 2, empty: 0"


def test_signs_are_listed_with_what_they_mean() -> None:
    # Fewer than 250 people in an area: rounding shows no share of them.
    share = ckm.Value("share", base="row")
    table = SavedTable("Shares", ckm.TableSpec(["area"], ["sex"], values=[share]))
    found = checks(statistic(ckm.Rounding(10)), table)["signs"]
    assert found.state == "good"
    assert found.found.en.startswith("x = ")


def test_kept_figures_that_are_gone_are_said_in_the_checklist() -> None:
    made = replace(released(statistic()), snapshots=())
    found = checks(made)["former"]
    assert (found.state, found.found.en) == (
        "look",
        "The figures of no. 1 are not kept in this file. Repeat the release to see them.",
    )


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_heading_is_the_title_that_the_files_will_have(language: Language) -> None:
    ready = prepared(statistic(), TABLE, Request(language=language))
    assert ready.submission.heading == ("Personen nach Geschlecht" if language == "de" else "People by sex")


def test_the_checklist_follows_from_published_figures_alone() -> None:
    made = statistic(ckm.Rounding(10))

    def of(men: int, women: int) -> tuple[Check, ...]:
        frame = pd.DataFrame([("m", "01")] * men + [("w", "02")] * women, columns=["sex", "area"])
        ready = prepare(made, AREAS, load(ckm.Microdata.from_pandas(frame, ["sex", "area"])))
        return checklist(made, ready)

    assert of(22, 29) == of(24, 26)


def test_code_lists_of_the_records_are_to_be_looked_at_until_a_reason_is_on_record() -> None:
    made = statistic()
    found = checks(made)["codes"]
    assert found.state == "look"
    assert "a row of only zeros reveals that its category occurs in the data (0 in this table)" in found.found.en
    reasons = {"codes_from": "observed", "observed_reason": "all codes are published every year"}
    said = replace(made, dictionary=tuple(replace(one, **reasons) for one in made.dictionary))
    assert checks(said)["codes"].state == "good"


def test_a_share_above_100_percent_has_no_tick() -> None:
    share = ckm.Value("share", base="column")
    table = replace(TABLE, spec=TABLE.spec.with_changes(values=(share,)))
    whole = checks(statistic(), table)["shares"]
    assert whole.state == "good"
    assert whole.found.en == "No share is above 100 %."
    assert "shares" not in checks(statistic())


def test_a_method_below_the_floor_is_to_be_looked_at_and_no_rule_or_figure_is_said() -> None:
    weak = ckm.Rounding(2)
    made = put_in_force(with_lists(statistic()), weak, "2026-01-06", DECISION)
    method = checks(made)["method"]
    assert method.state == "look"
    assert method.found.en == (
        "The method in force is below the floor under protection; its open rules are to be given a "
        "reason, or a method above the floor is to be put in force."
    )
    assert not set("0123456789") & set(method.found.de)


def test_a_method_that_was_measured_on_other_records_is_to_be_looked_at_until_it_is_measured_again() -> None:
    made = with_lists(statistic())
    method = ckm.Rounding(10)

    def judged(data: ckm.Microdata) -> Statistic:
        decision = replace(DECISION, judged=mark_of(method, made.describe(data)))
        return made.put_in_force(method, "2026-01-06", decision)

    now = judged(people())
    assert checks(now)["method"].state == "good"
    for other in (people(seed=2), people(keys=8)):
        before = judged(other)
        found = checks(before)["method"]
        assert found.state == "not_tested"
        assert "andere als die, an denen das Verfahren gemessen wurde" in found.found.de
        again = replace(DECISION, judged=mark_of(method, made.describe(people())))
        assert checks(before.put_in_force(method, "2026-02-01", again))["method"].state == "good"


def test_a_measured_method_is_asked_for_again_for_what_changed_and_only_then() -> None:
    made = with_lists(statistic())
    method = ckm.Rounding(10)
    tables = [SavedTable("T", ckm.TableSpec(["sex"], ["area"])), SavedTable("U", ckm.TableSpec(["area"]))]

    def looks(data: ckm.Microdata, table: SavedTable, asked: Statistic) -> bool:
        prepared = prepare(asked, table, lambda one: one.describe(data))
        return "was measured" in next(one for one in checklist(asked, prepared) if one.name == "method").found.en

    def now(data: ckm.Microdata) -> ckm.Microdata:
        return made.describe(data)

    measured = measure_floor(now(people()), [table.spec for table in tables], method)
    decision = replace(DECISION, judged=measured.mark, judged_tables=measured.tables)
    decided = made.put_in_force(method, "2026-01-06", decision)
    assert not any(looks(people(), table, decided) for table in tables)

    spec = tables[0].spec
    words = spec.with_changes(title=ckm.Texts("New", "Neu"), footnotes=(), rows=(reordered(spec.rows[0]),))
    assert not looks(people(), SavedTable("T", words), decided)
    swapped = spec.with_changes(rows=spec.columns, columns=spec.rows)
    nested = ckm.TableSpec(["area", "sex"])
    for same in (swapped, nested):  # the same cells elsewhere
        assert not looks(people(), SavedTable("T", same), decided)
    fewer = spec.with_changes(rows=(Block((ckm.Level("sex", nodes=("m",)),)),))
    stacked = ckm.TableSpec([Block((ckm.Level("sex"),)), Block((ckm.Level("area"),))])
    for other in (fewer, stacked):
        assert looks(people(), SavedTable("T", other), decided)
    filtered = spec.with_changes(filters=(ckm.Condition("sex", ("m",)),))
    assert looks(people(), SavedTable("T", filtered), decided)

    for data in (people(seed=2), people(keys=8)):
        assert looks(data, tables[0], decided)
    # Words of own groups are words; their codes are cells.
    grouped = [
        spec.with_changes(rows=(Block((ckm.Level("sex", groups=(ckm.Group(ckm.Texts.same(words), codes),)),)),))
        for words, codes in (("Men", ("m",)), ("Males", ("m",)), ("Men", ("w",)))
    ]
    one, renamed, others = table_marks(method, now(people()), grouped)
    assert one == renamed != others
    # Without record keys a mark of few codes could be guessed: there is only that of all data.
    assert table_marks(method, replace(now(people()), record_keys=None), [spec]) == ()
    # A variable that another table shows says nothing of this one.
    wider = now(people())
    codes = np.zeros(wider.rows, np.uint8)
    more = wider.with_column(Dimension("more", ckm.Texts.same("more"), (Category.plain("a"),)), codes)
    assert table_marks(method, more, [spec]) == table_marks(method, wider, [spec])
    assert mark_of(method, more) != mark_of(method, wider)


def reordered(block: Block) -> Block:
    return replace(
        block, levels=tuple(replace(one, order=Order(by="label"), subtotals="after") for one in block.levels)
    )


def test_a_measured_rule_for_which_a_decision_gives_reasons_is_to_be_looked_at() -> None:
    decision = replace(DECISION, remark="few", second_person="Carla", valid_to="2027-01-01")
    rule = OpenRule("F16", "W", 5, 10, sentence("floor_exempt_few", cells=1, found=5, limit=10))
    made = with_lists(statistic()).put_in_force(ckm.Rounding(10), "2026-01-06", decision, measured=(rule,))
    assert made.period.decisions[-1].floor == ("F16",)
    assert "below the floor" in checks(made)["method"].found.en
