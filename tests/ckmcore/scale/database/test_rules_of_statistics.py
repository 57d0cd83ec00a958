"""Rules of a statistic whose records stay in a database: judged at intake and by `ckm data check`, without a record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from tests.kit.database_engines import NAME, Put, random_records
from tests.kit.fails import fails

MONTHS = ckm.RecordRule("range", "months", low="1", high="12")
HOUSEHOLD = ckm.RecordRule("unique", ("household", "age"))


@pytest.mark.daily(1)
@pytest.mark.filterwarnings("ignore::ckmcore.CkmWarning")
def test_rules_are_judged_there_when_a_relation_is_taken_over_and_by_the_command(
    put: Put, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = random_records(3, 200, 10**9, decimals=True)
    relation, path = put(records), tmp_path / "s.ckm"
    refusing = ckm.RecordRule("required", "amount", severity="refuse")
    asked = {"record_key": "key", "magnitudes": ["amount", "months"], "weight": "weight"}
    with ckm.create_statistic(path, "S") as work:
        work.add_period("2025", "2025-12-31")
        work.set_rules([MONTHS, refusing])
        with fails("rules_refuse"):
            work.add_relation(NAME, relation, ["land", "age"], **asked)  # type: ignore[arg-type]
        assert work.period.source is None
        work.set_rules([MONTHS, HOUSEHOLD])
        work.add_relation(NAME, relation, ["land", "age"], **asked)  # type: ignore[arg-type]
        assert "rules_broken" in [notice.code for notice in work.notices]
        findings = work.judge_records()
    assert findings[0].broken == sum(month == 0 for month in records["months"].to_pylist()) > 0
    assert findings[0].rows == ()
    assert findings[1].broken > 0
    line = ["--language", "en", "data", "check", "--statistic", str(path), "--confidential", "-o"]
    assert main([*line, str(tmp_path / "r.json")]) == Exit.BREAKS_RULES
    assert "broken: Values of months: 1 to 12" in capsys.readouterr().out
    rules = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))["rules"]
    assert [(rule["broken"], rule["rows"]) for rule in rules] == [(finding.broken, []) for finding in findings]
    assert main([*line, str(tmp_path / "r.html")]) == Exit.BREAKS_RULES
