"""Deputies: named and dated in the register; who was deputy of the submitter does not release."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ckmcore.cli import main
from ckmcore.release.actions import confirm, enrol, name_deputy, release, submit
from ckmcore.release.verify import verify_persons
from ckmcore.statistic.deputies import deputies_of
from ckmcore.statistic.entry import Deputy, Event, appended
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.personal_key import PersonalKey, make_personal_key
from ckmcore.statistic.persons import followed
from ckmcore.statistic.releases import find_release
from tests.kit.fails import fails
from tests.kit.released_people import LATER, NOON, decided, prepared, statistic
from tests.kit.statistic_files import TABLES, write_statistic

ANNA, BERND, CLARA = (make_personal_key(name) for name in ("Anna", "Bernd", "Clara"))


def typed(start: str, end: str) -> Statistic:
    """Bernd is Anna's deputy; Anna submits on 22 November, and it is released on the 23rd."""
    made = name_deputy(replace(statistic(), four_eyes=True), "Anna", "Bernd", start, end, "Dora", NOON)
    return submit(made, prepared(made), "Anna", NOON)


@pytest.mark.parametrize(
    ("start", "end", "barred"),
    [
        ("2026-11-01", "2026-11-21", False),
        ("2026-11-01", "2026-11-22", True),
        ("2026-11-22", "2026-11-22", True),
        ("2026-11-23", "2026-12-31", True),
        ("2026-11-24", "2026-12-31", False),
        ("2026-11-01", "2026-12-31", True),
    ],
)
def test_a_deputy_of_the_submitter_does_not_release_on_days_between_submission_and_release(
    start: str, end: str, *, barred: bool
) -> None:
    made = typed(start, end)
    assert from_bytes(to_bytes(made), "s.ckm") == made
    if barred:
        with fails("release_by_deputy", match="Bernd is deputy of Anna"):
            release(made, 1, " bernd ", LATER)
    else:
        assert find_release(release(made, 1, "Bernd", LATER).register, 1).state == "released"
    assert find_release(release(made, 1, "Clara", LATER).register, 1).state == "released"


def test_without_four_eyes_a_deputy_releases_as_anybody_does() -> None:
    made = name_deputy(statistic(), "Anna", "Bernd", "2026-11-01", "2026-12-31", "Dora", NOON)
    made = release(submit(made, prepared(made), "Anna", NOON), 1, "Bernd", LATER)
    assert find_release(made.register, 1).state == "released"


def test_a_deputy_is_another_person_for_days_in_their_order() -> None:
    made = statistic()
    for name, deputy, start, end in (
        ("Anna", " ", "2026-11-01", "2026-12-31"),
        ("Anna", "ANNA ", "2026-11-01", "2026-12-31"),
        ("Anna", "Bernd", "2026-12-31", "2026-11-01"),
        ("Anna", "Bernd", "1.11.2026", "2026-12-31"),
        ("Anna", "Bernd", "", ""),
    ):
        with fails("deputy_refused"):
            name_deputy(made, name, deputy, start, end, "Dora", NOON)
    assert made.register == ()


def with_keys() -> Statistic:
    made = enrol(decided(statistic(four_eyes=True)), ANNA.card, "methodologist", ANNA, NOON)
    made = confirm(enrol(made, BERND.card, "releaser", ANNA, NOON), BERND.key, BERND, NOON)
    return confirm(enrol(made, CLARA.card, "releaser", ANNA, NOON), CLARA.key, BERND, NOON)


def test_once_keys_count_deputies_are_enrolled_and_recognised_by_their_keys() -> None:
    made = with_keys()
    with fails("person_unknown"):
        name_deputy(made, "Anna", "Somebody", "2026-11-01", "2026-12-31", ANNA, NOON)
    made = name_deputy(made, "anna", "Bernd", "2026-11-01", "2026-12-31", ANNA, NOON)
    assert deputies_of(made.register) == (Deputy("Anna", "Bernd", "2026-11-01", "2026-12-31", ANNA.key, BERND.key),)
    made = submit(made, prepared(made), ANNA, NOON)
    with fails("person_step_refused", match="Bernd is deputy of Anna"):
        release(made, 1, BERND, LATER)
    assert find_release(release(made, 1, CLARA, LATER).register, 1).state == "released"
    assert all(one.good for one in verify_persons(made))


@pytest.mark.parametrize("who", [BERND, CLARA])
def test_an_entry_that_slips_past_is_found_by_verification(who: PersonalKey) -> None:
    made = name_deputy(with_keys(), "Anna", "Bernd", "2026-11-01", "2026-12-31", ANNA, NOON)
    made = submit(made, prepared(made), ANNA, NOON)
    event = Event(0, 1, "released", LATER, who.name, "")
    register = appended(made.register, made.identity, event, who)
    assert [fault.place for fault in followed(register)[1]] == ([] if who is CLARA else [len(register)])


def test_the_command_names_a_deputy_who_then_does_not_release(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_statistic(tmp_path)

    def run(*words: object) -> int:
        return main(["--language", "en", *map(str, words)])

    days = ("--start", "2026-11-01", "--end", "2999-12-31")
    assert run("person", "four-eyes", path, "on", "--person", "Dora") == 0
    assert run("release", "deputy", path, "--of", "Anna", "--deputy", "Bernd", *days, "--person", "Dora") == 0
    assert "Bernd is deputy of Anna from 2026-11-01 to 2999-12-31." in capsys.readouterr().out
    assert run("release", "submit", path, TABLES[0].name, "--person", "Anna") == 0
    assert run("release", "approve", path, 1, "--person", "Bernd") == 1
    assert "Another person releases no. 1. Bernd is deputy of Anna" in capsys.readouterr().err
    assert run("release", "approve", path, 1, "--person", "Clara") == 0
    assert run("register", path, "-o", tmp_path / "register.csv") == 0
    assert "Bernd is deputy of Anna" in (tmp_path / "register.csv").read_text(encoding="utf-8")
