"""A table on its way out, step by step: every sequence of steps does what a simple model of it says."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.base.version import WRITERS
from ckmcore.release.actions import correct, release, return_, revealed, submit, withdraw, written
from ckmcore.statistic.entry import ChainBroken, Entry, WrittenFile, check_chain, same_person
from ckmcore.statistic.file import open_register
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Period
from ckmcore.statistic.releases import find_release, held_by, releases
from ckmcore.statistic.seal import Secret, make_seal
from tests.kit.fails import fails
from tests.kit.released_people import LATER, METHOD, NOON, REQUEST, prepared, released, statistic

FILE = WrittenFile("sex_1.csv", "csv", 12, "cd" * 32)
FOUR_EYES = statistic(four_eyes=True)
PREPARED = prepared(FOUR_EYES)

STEPS = ("submit", "correct", "return", "release", "withdraw", "write")


@dataclass
class Model:
    """What the register should say: of each number its state and who handed it in."""

    states: dict[int, str] = field(default_factory=dict)
    by: dict[int, str] = field(default_factory=dict)
    corrects: dict[int, int] = field(default_factory=dict)
    corrected_by: dict[int, int] = field(default_factory=dict)
    files: dict[int, int] = field(default_factory=dict)

    def take(self, step: str, number: int, person: str) -> str:
        """Takes a step; the error that it must raise, "" where it must succeed."""
        if step == "submit":
            self._new(person, 0)
            return ""
        if number not in self.states:
            return "release_unknown"
        needed = "submitted" if step in ("return", "release") else "released"
        if self.states[number] != needed:
            return "release_wrong_state"
        if step == "correct":
            self._new(person, number)
        elif step == "return":
            self.states[number] = "returned"
        elif step == "withdraw":
            self.states[number] = "withdrawn"
        elif step == "write":
            self.files[number] += 1
        else:
            if person.strip().casefold() == self.by[number].strip().casefold():
                return "register_same_person"
            old = self.corrects[number]
            if old and self.states[old] != "released":
                return "release_wrong_state"
            self.states[number] = "released"
            if old:
                self.states[old], self.corrected_by[old] = "corrected", number
        return ""

    def _new(self, person: str, corrects: int) -> None:
        number = len(self.states) + 1
        self.states[number], self.by[number] = "submitted", person
        self.corrects[number], self.corrected_by[number], self.files[number] = corrects, 0, 0


def take(made: Statistic, step: str, number: int, person: str) -> Statistic:
    if step == "submit":
        return submit(made, PREPARED, person, NOON)
    if step == "correct":
        return correct(made, number, PREPARED, person, NOON)
    if step == "return":
        return return_(made, number, person, NOON, "a footnote is missing")
    if step == "release":
        return release(made, number, person, NOON)
    if step == "withdraw":
        return withdraw(made, number, person, NOON, "wrong area")
    return written(made, number, [FILE], person, NOON)


@given(
    st.lists(
        st.tuples(st.sampled_from(STEPS), st.integers(1, 5), st.sampled_from(["Anna", " anna ", "Bernd", "Çelik"])),
        max_size=25,
    )
)
def test_any_sequence_of_steps_does_what_a_simple_model_says(steps: list[tuple[str, int, str]]) -> None:
    made, model = FOUR_EYES, Model()
    for step, number, person in steps:
        before, said = made, ""
        expected = model.take(step, number, person)
        try:
            made = take(made, step, number, person)
        except ckm.CkmError as error:
            said = error.code
        assert said == expected
        assert made.register[: len(before.register)] == before.register
        assert (len(made.register) > len(before.register)) == (not said)
        found = releases(made.register)
        assert {one.number: one.state for one in found} == model.states
        assert {one.number: one.submitted_by for one in found} == model.by
        assert {one.number: one.corrects for one in found} == model.corrects
        assert {one.number: one.corrected_by for one in found} == model.corrected_by
        assert {one.number: len([e for e in one.entries if e.kind == "written"]) for one in found} == model.files
    check_chain(made.register, made.identity)
    again = from_bytes(to_bytes(made), "s.ckm")
    assert again.register == made.register
    assert releases(again.register) == releases(made.register)


def test_a_release_says_who_when_for_whom_and_what_of() -> None:
    made = released(statistic())
    one = find_release(made.register, 1)
    assert (one.state, one.submitted_by, one.submitted_at) == ("released", "Anna", NOON)
    assert (one.released_by, one.released_at) == ("Bernd", NOON)
    assert (one.title, one.submission.table) == ("People by sex", "Sex")
    assert one.submission.request == replace(REQUEST, writers=WRITERS)
    assert one.submission.spec == made.tables[0].spec
    assert one.submission.periods[0].data == ("ab" * 32,)
    assert len(one.submission.periods[0].keys) == len(one.submission.periods[0].method) == 64
    assert [check.name for check in one.checks] == [
        "title",
        "period",
        "source",
        "signs",
        "footnotes",
        "codes",
        "method",
        "former",
    ]


def test_a_correction_replaces_the_old_release_only_when_it_is_released_itself() -> None:
    made = released(statistic())
    made = correct(made, 1, prepared(made), "Anna", LATER, remark="an area was wrong")
    assert [one.state for one in releases(made.register)] == ["released", "submitted"]
    made = release(made, 2, "Bernd", LATER)
    old, new = releases(made.register)
    assert (old.state, old.corrected_by, old.ended_by) == ("corrected", 2, "Bernd")
    assert (new.state, new.corrects, new.remark) == ("released", 1, "an area was wrong")
    with fails("release_wrong_state", match=r"No\. 1 is corrected by no\. 2; this step needs one that is released"):
        withdraw(made, 1, "Bernd", LATER, "late")


def test_of_two_corrections_of_one_release_only_the_first_can_be_released() -> None:
    made = released(statistic())
    made = correct(made, 1, prepared(made), "Anna", LATER)
    made = correct(made, 1, prepared(made), "Anna", LATER)
    made = release(made, 3, "Bernd", LATER)
    with fails("release_wrong_state", match=r"corrected by no\. 3"):
        release(made, 2, "Bernd", LATER)


@pytest.mark.parametrize("name", ["Bernd", "bernd ", "BERND", " Bernd\t"])
def test_four_eyes_are_two_persons_however_the_name_is_written(name: str) -> None:
    made = submit(FOUR_EYES, PREPARED, "Bernd", NOON)
    with fails("register_same_person", match="two different persons"):
        release(made, 1, name, NOON)
    with fails("register_same_person"):
        release(replace(made, four_eyes=False), 1, name, NOON)  # too late: it was handed in under four eyes
    free = replace(FOUR_EYES, four_eyes=False)
    assert release(submit(free, PREPARED, "Bernd", NOON), 1, name, NOON).register[-1].kind == "released"


def test_names_with_composed_and_decomposed_letters_are_one() -> None:
    assert same_person("Jürgen  Groß", "ju\u0308rgen GROSS")
    assert not same_person("Anna", "Anne")


def test_what_a_step_lacks_is_said() -> None:
    made = statistic()
    ready = prepared(made)
    with fails("register_person_missing"):
        submit(made, ready, "  ", NOON)
    with fails("release_forms_missing"):
        submit(made, ready, "Anna", NOON, request=replace(REQUEST, forms=()))
    with fails("release_embargo_unreadable", match="“tomorrow” is no time"):
        submit(made, ready, "Anna", NOON, request=replace(REQUEST, embargo="tomorrow"))
    with fails("release_unknown", match="no number 4"):
        release(made, 4, "Anna", NOON)
    with fails("release_reason_missing"):
        return_(submit(made, ready, "Anna", NOON), 1, "Bernd", NOON, " ")
    with fails("release_reason_missing"):
        withdraw(released(made), 1, "Bernd", NOON, "")


def test_looking_at_originals_is_noted_without_a_figure() -> None:
    made = revealed(statistic(), "Carla", NOON, "Sex")
    entry = made.register[-1]
    assert (entry.kind, entry.number, entry.person, entry.table, entry.period) == (
        "revealed",
        0,
        "Carla",
        "Sex",
        ckm.Texts.same("2025"),
    )
    assert releases(made.register) == ()
    assert releases(released(made).register)[0].number == 1


def test_a_broken_chain_takes_no_further_entry() -> None:
    made = released(statistic())
    first = made.register[0]
    changed = replace(first, line=first.line.replace("Anna", "Anne"))
    broken = replace(made, register=(changed, *made.register[1:]))
    with pytest.raises(ChainBroken, match="Entry 1 of the register"):
        withdraw(broken, 1, "Bernd", NOON, "late")
    swapped = replace(made, register=made.register[::-1])
    with pytest.raises(ChainBroken, match="does not follow"):
        revealed(swapped, "Carla", NOON, "Sex")
    other = replace(made, identity="0" * 32)
    with pytest.raises(ChainBroken, match="Entry 1"):
        revealed(other, "Carla", NOON, "Sex")


def test_another_method_after_a_release_needs_a_reason_and_a_second_person_and_is_on_record() -> None:
    made = released(statistic())
    assert held_by(made.register, made.period) == (1,)
    with fails("method_needs_reason", match=r"no\. 1\."):
        made.put_in_force(ckm.Rounding(10), NOON)
    decision = ckm.Decision("Board", "2026-11-22", remark="too much noise")
    with fails("method_needs_reason"):
        made.put_in_force(ckm.Rounding(10), NOON, decision)
    with fails("register_same_person"):
        made.put_in_force(ckm.Rounding(10), NOON, replace(decision, second_person=" board"))
    changed = made.put_in_force(ckm.Rounding(10), NOON, replace(decision, second_person="Carla"))
    entry = changed.register[-1]
    assert (entry.kind, entry.person, entry.second_person, entry.remark, entry.releases) == (
        "method_changed",
        "Board",
        "Carla",
        "too much noise",
        (1,),
    )
    assert changed.period.in_force is not None
    assert changed.period.in_force.method == ckm.Rounding(10)


def test_what_was_handed_in_under_a_method_that_is_no_longer_in_force_is_not_released() -> None:
    made = statistic()
    ready = prepared(made)
    made = submit(submit(made, ready, "Anna", NOON), ready, "Anna", NOON)
    mine = release(made, 1, "Bernd", NOON)
    other = made.put_in_force(ckm.Rounding(10), NOON)
    with fails("release_differs", match=r"No\. 2 .* Different now: the method in force"):
        release(other, 2, "Bernd", NOON)
    source = made.period.source
    assert source is not None
    delivery = mine.with_period(replace(mine.period, source=replace(source, sha256="ef" * 32)))
    with fails("release_differs", match="Different now: the records"):
        release(delivery, 2, "Bernd", NOON)


def test_the_same_method_again_or_a_period_without_releases_needs_no_reason() -> None:
    made = released(statistic())
    assert made.put_in_force(METHOD, LATER).register == made.register
    further = replace(made, periods=(*made.periods, Period(ckm.Texts.same("2026"), "2026-12-31")), current=1)
    assert held_by(further.register, further.period) == ()
    assert further.put_in_force(ckm.Rounding(10), NOON).register == made.register
    submitted = submit(statistic(), PREPARED, "Anna", NOON)
    assert submitted.put_in_force(ckm.Rounding(10), NOON).register == submitted.register


def test_a_period_is_held_by_its_releases_also_when_it_was_renamed_or_they_were_withdrawn() -> None:
    made = withdraw(released(statistic()), 1, "Bernd", NOON, "wrong area")
    period = made.period
    assert held_by(made.register, replace(period, label=ckm.Texts.same("The year"))) == (1,)
    assert held_by(made.register, replace(period, date="")) == (1,)
    assert held_by(made.register, replace(period, label=ckm.Texts.same("The year"), date="")) == (1,)
    assert held_by(made.register, replace(period, label=ckm.Texts.same("The year"), date="", source=None)) == ()


def test_a_withdrawal_without_recipients_is_the_entry_of_former_versions() -> None:
    plain = withdraw(released(statistic()), 1, "Bernd", NOON, "wrong area")
    assert "recipients" not in plain.register[-1].line
    told = withdraw(released(statistic()), 1, "Bernd", NOON, "wrong area", recipients=("Ministry", " "))
    assert told.register[-1].recipients == ("Ministry",)
    assert Entry.read(told.register[-1].line, told.register[-1].hash, 3) == told.register[-1]


def test_the_register_does_not_tell_the_method_to_whoever_tries_methods() -> None:
    made = released(statistic())
    other = released(replace(statistic(), identity=made.identity))
    assert made.period.in_force == other.period.in_force
    mine, theirs = (one.register[0].submission for one in (made, other))
    assert mine is not None
    assert theirs is not None
    assert mine.periods[0].method != theirs.periods[0].method
    assert mine.periods[0].keys != theirs.periods[0].keys
    assert METHOD.ptable.content_hash not in made.register[0].line


def test_a_sealed_statistic_shows_its_register_but_not_the_secret_of_its_hashes(tmp_path: Path) -> None:
    seal, _ = make_seal({"methodologist": Secret.passphrase("the method's words")})
    made = replace(released(statistic()), seal=seal)
    path = tmp_path / "s.ckm"
    ckm.save_statistic(made, path)
    content = path.read_bytes()
    assert made.secret.encode() not in content
    assert METHOD.ptable.content_hash.encode() not in content
    seen, _ = open_register(path)
    assert (seen.register, seen.snapshots, seen.identity) == (made.register, made.snapshots, made.identity)
    assert seen.period.in_force is None
    assert ckm.open_statistic(path, Secret.passphrase("the method's words"))[0].secret == made.secret
