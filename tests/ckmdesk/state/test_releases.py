"""The release page without Qt: who may do what with a release in each state, what is listed, states of tables."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ckmcore.release.actions import release, return_, submit, withdraw
from ckmcore.release.provenance import prepare
from ckmcore.release.saved import current_releases
from ckmcore.statistic.entry import Request
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.releases import Release, releases
from ckmdesk.state.releases import (
    ReleaseReader,
    in_parts,
    needs_another_person,
    part_of,
    request_again,
    state_of_table,
    steps,
)
from tests.kit.statistics import small_data, small_statistic

TIME = "2026-11-22T12:00:00+01:00"


def handed_in(statistic: Statistic, recipient: str = "Press") -> Statistic:
    data = small_data()
    made = prepare(statistic, statistic.tables[0], lambda _: data, Request(recipient=recipient))
    return submit(statistic, made, "Anna", TIME)


@pytest.fixture(scope="module")
def in_states() -> dict[str, Release]:
    """One release per state."""
    statistic = small_statistic()
    for _ in range(5):
        statistic = handed_in(statistic)
    statistic = return_(statistic, 2, "Bert", TIME, "why")
    statistic = release(statistic, 3, "Bert", TIME)
    statistic = withdraw(release(statistic, 4, "Bert", TIME), 4, "Bert", TIME, "why")
    return {one.state: one for one in releases(statistic.register)}


CLERK, OTHER, RELEASER = (
    ReleaseReader("anna", False, "en"),
    ReleaseReader("Carl", False, "en"),
    ReleaseReader("Bert", True, "en"),
)


@pytest.mark.parametrize(
    ("reader", "state", "wanted"),
    [
        (CLERK, "submitted", ("return",)),
        (OTHER, "submitted", ()),
        (RELEASER, "submitted", ("release", "return")),
        (CLERK, "released", ("correct",)),
        (OTHER, "released", ("correct",)),
        (RELEASER, "released", ("write", "correct", "withdraw")),
        *((who, state, ()) for who in (CLERK, OTHER, RELEASER) for state in ("returned", "withdrawn")),
    ],
)
def test_each_may_do_what_their_role_and_the_state_allow(
    in_states: dict[str, Release], reader: ReleaseReader, state: str, wanted: tuple[str, ...]
) -> None:
    assert steps(in_states[state], reader, four_eyes=False) == wanted


def test_under_four_eyes_only_another_person_releases(in_states: dict[str, Release]) -> None:
    own = ReleaseReader(" ANNA ", True, "en")
    found = in_states["submitted"]
    assert "release" in steps(found, own, four_eyes=False)
    assert "release" not in steps(found, own, four_eyes=True)
    assert needs_another_person(found, own, four_eyes=True)
    assert "release" in steps(found, RELEASER, four_eyes=True)
    assert not needs_another_person(found, RELEASER, four_eyes=True)
    assert not needs_another_person(found, CLERK, four_eyes=True)  # whose role does not release at all


def numbers(every: list[Release], search: str, reader: ReleaseReader) -> dict[str, list[int]]:
    parts = in_parts(every, search, reader, four_eyes=False)
    return {name: [one.number for one in rows] for name, rows in parts.items()}


def test_every_release_is_in_one_part_and_only_what_this_person_may_release_waits(
    in_states: dict[str, Release],
) -> None:
    every = list(in_states.values())
    assert numbers(every, "", RELEASER) == {"waiting": [5], "submitted": [2], "released": [4, 3]}
    assert numbers(every, "", CLERK) == {"waiting": [], "submitted": [5, 2], "released": [4, 3]}
    own = ReleaseReader("Anna", True, "en")
    assert part_of(in_states["submitted"], own, four_eyes=True) == "submitted"
    assert part_of(in_states["submitted"], own, four_eyes=False) == "waiting"


def test_every_word_of_a_search_must_stand_in_a_release(in_states: dict[str, Release]) -> None:
    every = list(in_states.values())
    assert numbers(every, "press anna first", RELEASER) == numbers(every, "", RELEASER)
    assert numbers(every, "press berlin", RELEASER) == {"waiting": [], "submitted": [], "released": []}
    assert numbers(every, "bert", RELEASER) == {"waiting": [], "submitted": [2], "released": [4, 3]}


def test_a_submission_whose_method_is_undecided_can_only_be_returned(in_states: dict[str, Release]) -> None:
    assert steps(in_states["submitted"], RELEASER, four_eyes=False, blocked=True) == ("return",)
    assert part_of(in_states["submitted"], RELEASER, four_eyes=False) == "waiting"


def test_a_correction_is_asked_for_as_the_release_was_without_its_embargo(in_states: dict[str, Release]) -> None:
    found = in_states["released"]
    under = replace(found, submission=replace(found.submission, request=Request("Press", embargo=TIME)))
    assert request_again(under) == Request("Press")


def test_a_table_that_was_laid_out_anew_has_no_state_of_the_register_and_a_returned_one_says_so() -> None:
    statistic = handed_in(small_statistic())
    table = statistic.tables[0]
    found = state_of_table(current_releases(statistic), table)
    assert found is not None
    assert (found.number, found.state) == (1, "submitted")
    other = replace(table, spec=table.spec.with_changes(rows=["area"]))
    assert state_of_table(current_releases(statistic), other) is None
    returned = state_of_table(current_releases(return_(statistic, 1, "Bert", TIME, "why")), table)
    assert returned is not None
    assert returned.state == "returned"
