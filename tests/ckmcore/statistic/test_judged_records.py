"""Rules for records are judged when these are taken over, also on identifiers and against the former period."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.base.verdict import Verdict
from ckmcore.errors import DataError
from ckmcore.statistic.import_period import CodeDecision
from tests.kit.fails import fails

HEAD = "id,SEX,AGE,INCOME\n"
FIRST = HEAD + "1,m,30,100\n2,w,12,0\n3,w,40,50\n"
SECOND = HEAD + "1,m,31,100\n1,w,13,-1\n3,m,41,50\n4,m,17,0\n"


def people(folder: Path, *rules: ckm.RecordRule) -> Path:
    """A statistic with rules and a first period, whose keys lie beside it."""
    path = folder / "people.ckm"
    (folder / "first.csv").write_text(FIRST, encoding="utf-8")
    with ckm.create_statistic(path, "People") as work:
        work.add_period("2024", "2024-12-31")
        work.add_records(folder / "first.csv", ["SEX", "AGE"], magnitudes="INCOME", identifiers="id", keys="generate")
        work.add_period("2025", "2025-12-31")
        work.set_rules(rules)
    return path


UNIQUE = ckm.RecordRule("unique", "id")
INCOME = ckm.RecordRule("range", "INCOME", low="0")
FORMER = ckm.RecordRule("former", "SEX", low="0.6", high="2")


pytestmark = pytest.mark.filterwarnings("ignore::ckmcore.CkmWarning")


def test_what_is_broken_is_said_without_a_number_of_records_and_taken_over(tmp_path: Path) -> None:
    path = people(tmp_path, UNIQUE, INCOME, FORMER, ckm.RecordRule("required", "SEX"))
    (tmp_path / "second.csv").write_text(SECOND, encoding="utf-8")
    with ckm.work_on_statistic(path) as work:
        work.add_records(tmp_path / "second.csv", keys="generate", new_codes="begin")
        said = [notice for notice in work.notices if notice.code == "rules_broken"]
        assert len(said) == 1
        assert (said[0].fields["rule"].text("en"), said[0].fields["count"]) == (UNIQUE.text.text("en"), 3)
        findings = work.judge_records()
    assert [(finding.broken, finding.rows) for finding in findings[:2]] == [(2, (1, 2)), (1, (2,))]
    assert findings[2].counts == (("m", 1, 3), ("w", 2, 1))
    assert findings[3].verdict is Verdict.HELD
    kept, _ = ckm.open_statistic(path)
    assert kept.rules[0] == UNIQUE
    assert kept.periods[1].source is not None


def test_records_that_break_a_rule_that_refuses_are_not_taken_over(tmp_path: Path) -> None:
    path = people(tmp_path, replace(INCOME, severity="refuse"))
    (tmp_path / "second.csv").write_text(SECOND, encoding="utf-8")
    with ckm.work_on_statistic(path) as work:
        with fails("rules_refuse", count=1) as caught:
            work.add_records(tmp_path / "second.csv", keys="generate", new_codes="begin")
        fault = caught.value
        assert isinstance(fault, DataError)
        assert fault.fields["checked"].findings[0].rows == (2,)
        assert work.period.source is None
        assert "INCOME" in fault.text("de")


def test_a_corrected_delivery_is_judged_too(tmp_path: Path) -> None:
    path = people(tmp_path, replace(INCOME, severity="refuse"))
    (tmp_path / "again.csv").write_text(FIRST.replace(",50", ",-50"), encoding="utf-8")
    with ckm.work_on_statistic(path) as work:
        work.choose_period("2024")
        with fails("rules_refuse"):
            work.replace_records(tmp_path / "again.csv", "id")
        work.set_rules([INCOME])
        work.replace_records(tmp_path / "again.csv", "id")
        assert "rules_broken" in [notice.code for notice in work.notices]


def test_decisions_on_codes_come_first(tmp_path: Path) -> None:
    path = people(tmp_path, ckm.RecordRule("set", "SEX", codes=("m", "w"), severity="refuse"))
    (tmp_path / "second.csv").write_text(SECOND.replace("3,m", "3,male"), encoding="utf-8")
    with ckm.work_on_statistic(path) as work:
        with fails("rules_refuse"):
            work.add_records(tmp_path / "second.csv", keys="generate", new_codes="begin")
        spelled = CodeDecision("SEX", spelled=(("male", "m"),))
        ages = CodeDecision("AGE", new=("13", "17", "31", "41"))
        work.add_records(tmp_path / "second.csv", keys="generate", codes=(spelled, ages))


def test_what_cannot_be_tested_is_said(tmp_path: Path) -> None:
    path = people(tmp_path, FORMER, ckm.RecordRule("unique", "number"))
    (tmp_path / "first.csv").unlink()
    (tmp_path / "second.csv").write_text(SECOND, encoding="utf-8")
    with ckm.work_on_statistic(path) as work:
        work.add_records(tmp_path / "second.csv", keys="generate", new_codes="begin")
        said = [notice for notice in work.notices if notice.code == "rule_not_tested"]
        assert [notice.fields["reason"].code for notice in said] == ["rule_no_former", "rule_no_column"]
        assert {finding.verdict for finding in work.judge_records()} == {Verdict.NOT_TESTED}
