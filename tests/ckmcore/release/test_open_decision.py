"""What methodologists have to decide first is not released: by no step of the library, and by no role."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.messages import sentence
from ckmcore.ptable.floor.floor import OpenRule
from ckmcore.release import checklist
from ckmcore.release.actions import release, return_, submit
from ckmcore.release.checklist import open_decision
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Decision, Period
from ckmcore.statistic.releases import find_release, releases
from ckmcore.statistic.seal import Seal
from tests.kit.fails import fails
from tests.kit.released_people import LATER, NOON, decided, prepared, statistic
from tests.kit.statistic_files import TABLES, write_statistic

ROLES = Seal((), b"x" * 32, "releaser")
RULE = OpenRule("F1", "R", 0.0, 1.0, sentence("check_method_floor"))


def handed_in(made: Statistic) -> Statistic:
    return submit(made, prepared(made), "Anna", NOON)


def test_with_roles_a_method_without_a_decision_is_not_released_but_returned() -> None:
    made = replace(handed_in(statistic()), seal=ROLES)
    with fails("release_undecided", match="Return no. 1 to the methodologists.*no decision is on record"):
        release(made, 1, "Bernd", LATER)
    assert releases(return_(made, 1, "Bernd", LATER, "to be decided").register)[0].state == "returned"
    assert releases(release(decided(made), 1, "Bernd", LATER).register)[0].state == "released"


def test_a_decision_that_has_ended_is_open_again() -> None:
    made = replace(handed_in(statistic()), seal=ROLES)
    in_force = made.period.in_force
    assert in_force is not None
    ended = Decision("Board", "2024-01-01", valid_to="2025-06-30")
    with fails("release_undecided", match="valid until 2025-06-30"):
        release(made.put_in_force(in_force.method, in_force.since, ended), 1, "Bernd", LATER)


def test_a_rule_that_refuses_is_open_without_roles_too_and_in_every_period(monkeypatch: pytest.MonkeyPatch) -> None:
    made = handed_in(statistic())
    assert open_decision(made, find_release(made.register, 1)) is None
    refused = made.periods[0]

    def rules(period: Period) -> tuple[OpenRule, ...]:
        return (RULE,) if period is refused else ()

    monkeypatch.setattr(checklist, "open_rules", rules)
    with fails("release_undecided"):
        release(made, 1, "Bernd", LATER)
    other = Period(ckm.Texts.same("2026"), "2026-12-31", in_force=refused.in_force)
    with fails("release_undecided"):  # whichever period is the current one
        release(replace(made, periods=(*made.periods, other), current=1), 1, "Bernd", LATER)


def test_work_on_a_statistic_is_refused_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_statistic(tmp_path)
    with ckm.work_on_statistic(path, person="Anna") as work:
        work.submit(TABLES[0].name)
    monkeypatch.setattr(checklist, "open_rules", lambda _period: (RULE,))
    with fails("release_undecided"), ckm.work_on_statistic(path, person="Bernd") as work:
        partial(work.approve, 1)()
    assert [one.state for one in releases(ckm.open_statistic(path)[0].register)] == ["submitted"]
