"""The decision on a method goes with it from period to period, and into the register of each."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.methods.rounding import Rounding
from ckmcore.release.verify import verify_files
from ckmcore.statistic.file import open_statistic, save_statistic
from ckmcore.statistic.floor import decision_carried
from ckmcore.statistic.period import Attachment, Decision
from ckmcore.statistic.periods import decision_of, with_new_period
from ckmcore.statistic.source import file_hash
from tests.kit.statistic_files import METHOD, period_of, write_statistic

BOARD = Decision("Board of methods", "2025-03-02", "4711")


def of_periods(count: int, decision: Decision | None = BOARD) -> ckm.Statistic:
    made = ckm.Statistic(ckm.Texts.same("People")).put_in_force(Rounding(5), "2025-03-02", decision)
    for year in range(2026, 2026 + count):
        made = with_new_period(made, ckm.Texts.same(str(year)), f"{year}-12-31")
    return made


def test_t20_the_decision_goes_on_with_its_method_through_all_periods_and_ends_with_it() -> None:
    made = of_periods(3)
    assert [[one.body for one in period.decisions] for period in made.periods] == [["Board of methods"]] * 4
    other = made.put_in_force(Rounding(10), "2029-01-01")  # nobody decided that
    assert decision_of(other) is None
    later = with_new_period(other, ckm.Texts.same("2030"))
    assert later.period.decisions == ()
    assert decision_of(later) is None
    decided = other.put_in_force(Rounding(10), "2029-01-02", Decision("Other board"))
    (carried,) = with_new_period(decided, ckm.Texts.same("2030")).period.decisions
    assert carried.body == "Other board"


def test_t20_of_a_file_whose_periods_did_not_carry_it_the_decision_is_found_where_it_was_made() -> None:
    made = of_periods(2)
    former = replace(made, periods=(made.periods[0], *(replace(one, decisions=()) for one in made.periods[1:])))
    found = decision_of(former)
    assert found is not None
    assert found.body == "Board of methods"
    assert decision_of(of_periods(2, None)) is None


def test_t20_a_decision_of_a_former_version_is_known_by_kind_and_table() -> None:
    made = of_periods(0)
    (decision,) = made.period.decisions
    assert decision_carried(replace(made.period, decisions=(replace(decision, settings=""),)))
    assert not decision_carried(replace(made.period, decisions=(replace(decision, settings="", method="cell_key"),)))


@pytest.mark.parametrize(
    ("decision", "said"),
    [
        (BOARD, "decided by: Board of methods; file number: 4711"),
        (replace(BOARD, valid_to="2027-06-30"), "the decision on it was valid until 2027-06-30"),
        (None, "no decision is on record"),
    ],
    ids=["valid", "ended", "none"],
)
def test_t20_the_register_of_a_later_period_says_who_decided(
    tmp_path: Path, decision: Decision | None, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_statistic(tmp_path)
    statistic, stamp = open_statistic(path)
    if decision is not None:
        statistic = statistic.put_in_force(METHOD, "2026-03-02", decision)
    later = with_new_period(statistic, ckm.Texts.same("2027"), "2027-12-31")
    records = period_of(tmp_path, "2027", ["01", "12", "03"], 3)
    later = later.with_period(replace(later.period, source=records.source, keys=records.keys))
    save_statistic(later, path, stamp)
    assert main(["--language", "en", "release", "submit", str(path), "Area and sex", "--person", "Anna"]) == 0
    assert said in capsys.readouterr().out
    submission = open_statistic(path)[0].register[-1].submission
    assert submission is not None
    assert [one for one in submission.checks if one.name == "method" and said in one.found.text("en")]


def test_t20_a_report_is_of_the_period_in_which_the_decision_was_made(tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    report.write_text("measured", encoding="utf-8")
    attached = replace(BOARD, attachments=(Attachment("report.html", file_hash(report), "2025-03-01"),))
    made = of_periods(2, attached)
    made = replace(made, periods=(replace(made.periods[0], label=ckm.Texts.same("2025")), *made.periods[1:]))
    (found,) = verify_files(made, [report])
    assert found.good
    assert "2025" in found.said.text("en")
    assert "2027" not in found.said.text("en")
