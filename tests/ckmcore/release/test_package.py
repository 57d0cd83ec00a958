"""A package: several submissions, attacked together and released by one entry that lists them; all or none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.base.verdict import Verdict
from ckmcore.cli import main
from ckmcore.release.actions import confirm, enrol, joint_check, release, release_package, submit, withdraw
from ckmcore.release.checklist import open_decision
from ckmcore.release.register import read_register, record, register_path
from ckmcore.release.verify import verify_persons, verify_register
from ckmcore.statistic.entry import check_chain
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.personal_key import make_personal_key
from ckmcore.statistic.persons import persons_of
from ckmcore.statistic.releases import find_release, four_eyes_proven, releases, witness_of
from ckmcore.statistic.seal import Seal
from tests.kit.fails import fails
from tests.kit.released_people import AREAS, LATER, NOON, TABLE, decided, prepared, released, statistic
from tests.kit.statistic_files import TABLES, write_statistic

CHECK = joint_check((1, 2), Verdict.HELD, 0)


def two(made: Statistic) -> Statistic:
    made = submit(made, prepared(made, TABLE), "Anna", NOON)
    return submit(made, prepared(made, AREAS), "Carl", NOON)


def test_one_entry_releases_all_and_each_has_its_own_checklist_beside_the_joint_attack(tmp_path: Path) -> None:
    made = release_package(two(statistic()), (1, 2, 1), "Bernd", LATER, remark="Yearbook", checks=[CHECK])
    entry = made.register[-1]
    assert (entry.kind, entry.number, entry.releases, entry.remark) == ("released", 0, (1, 2), "Yearbook")
    for found in releases(made.register):
        assert (found.state, found.released_by, found.released_at, found.remark) == (
            "released",
            "Bernd",
            LATER,
            "Yearbook",
        )
        assert found.checks == (*found.submission.checks, CHECK)
        assert f"entry {entry.place}" in witness_of(made.register, found).text("en") or str(entry.place)
    check_chain(made.register, made.identity)
    assert from_bytes(to_bytes(made), "s.ckm") == made
    record(replace(made, register=()), tmp_path, lambda _: made)
    shared = read_register(register_path(tmp_path, made.identity), made.identity)
    assert shared is not None
    assert shared.entries == made.register
    assert all(one.good for one in verify_register(made))
    assert find_release(withdraw(made, 2, "Bernd", LATER, "wrong").register, 1).state == "released"


def test_a_package_is_released_as_a_whole_or_not_at_all() -> None:
    made = two(replace(statistic(), four_eyes=True))
    with fails("register_same_person"):
        release_package(made, (1, 2), "Carl", LATER)
    with fails("package_needs_several"):
        release_package(made, (1, 1), "Bernd", LATER)
    with fails("release_wrong_state"):
        release_package(release(made, 1, "Bernd", LATER), (1, 2), "Bernd", LATER)
    sealed = replace(made, seal=Seal((), b"x" * 32, "releaser"))
    assert open_decision(sealed, find_release(sealed.register, 2)) is not None
    with fails("release_undecided"):
        release_package(sealed, (1, 2), "Bernd", LATER)
    assert releases(release_package(decided(sealed), (1, 2), "Bernd", LATER).register)[1].state == "released"


def test_a_package_may_hold_one_correction_of_a_release_and_no_second() -> None:
    made = released(statistic())
    made = submit(made, prepared(made, TABLE), "Anna", NOON, corrects=1)
    made = submit(made, prepared(made, AREAS), "Anna", NOON)
    package = release_package(made, (2, 3), "Bernd", LATER)
    states = [(one.number, one.state, one.corrected_by) for one in releases(package.register)]
    assert states == [(1, "corrected", 2), (2, "released", 0), (3, "released", 0)]
    twice = submit(made, prepared(made, TABLE), "Anna", NOON, corrects=1)
    with fails("package_corrects_twice"):
        release_package(twice, (2, 4), "Bernd", LATER)


def test_one_signature_covers_the_list_and_proves_four_eyes_for_each() -> None:
    anna, bernd = make_personal_key("Anna"), make_personal_key("Bernd")
    made = enrol(decided(statistic(four_eyes=True)), anna.card, "methodologist", anna, NOON)
    made = confirm(enrol(made, bernd.card, "releaser", anna, NOON), bernd.key, bernd, NOON)
    for table in (TABLE, AREAS):
        made = submit(made, prepared(made, table), anna, NOON)
    own = submit(made, prepared(made, TABLE), bernd, NOON)
    with fails("person_step_refused", match="both keys are those of Bernd"):
        release_package(own, (1, 2, 3), bernd, LATER)
    made = release_package(made, (1, 2), bernd, LATER)
    persons = persons_of(made.register)
    assert [four_eyes_proven(persons, one) for one in releases(made.register)] == [True, True]
    assert all(one.good for one in verify_persons(made))
    entry = made.register[-1]
    line = entry.line.replace('"releases":[1,2]', '"releases":[1]')
    assert line != entry.line
    shorter = replace(entry, line=line, releases=(1,))
    assert not all(one.good for one in verify_persons(replace(made, register=(*made.register[:-1], shorter))))


def test_the_command_attacks_the_package_and_releases_it_by_one_entry(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_statistic(tmp_path)

    def run(*words: object) -> int:
        return main(["--language", "en", "release", *map(str, words)])

    for table in TABLES[:2]:
        assert run("submit", path, table.name, "--person", "Anna", "--format", "csv") == 0
    verdict = run("package", path, 1, 2, "--person", "Bernd", "--attack-only")
    assert verdict in {0, 6, 8}
    assert [one.state for one in releases(ckm.open_statistic(path)[0].register)] == ["submitted", "submitted"]
    assert run("package", path, 1, 2, "--person", "Bernd") == 0
    assert "No. 2 is released" in capsys.readouterr().out
    (entry,) = (one for one in ckm.open_statistic(path)[0].register if one.kind == "released")
    assert entry.releases == (1, 2)
    assert entry.checks[0].name == "together"
    assert entry.checks[0].state == {0: "good", 6: "look", 8: "not_tested"}[verdict]
    assert run("package", path, 1, 2, "--person", "Bernd") == 1
