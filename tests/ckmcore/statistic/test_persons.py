"""Persons with keys of their own: who is enrolled, what only they may do, and that four eyes are two keys."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import ckmcore as ckm
from ckmcore.release.actions import (
    accept_sums,
    confirm,
    enrol,
    release,
    return_,
    revoke,
    set_four_eyes,
    submit,
    withdraw,
)
from ckmcore.release.verify import verify_persons, verify_register
from ckmcore.statistic.entry import AcceptedSums, Event, appended, hash_of
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Decision
from ckmcore.statistic.personal_key import PersonalKey, fingerprint, make_personal_key
from ckmcore.statistic.persons import Who, followed, persons_of
from ckmcore.statistic.releases import find_release, four_eyes_proven, head_of, releases, witness_of
from tests.kit.fails import fails
from tests.kit.released_people import METHOD, NOON, decided, prepared, statistic

ANNA, BERND, CLARA, DORA = (make_personal_key(name) for name in ("Anna Berg", "Bernd", "Clara", "Dora"))


def founded() -> Statistic:
    """Four eyes; Anna, methodologist, and Bernd, releaser, are enrolled."""
    made = enrol(decided(statistic(four_eyes=True)), ANNA.card, "methodologist", ANNA, NOON)
    return confirm(enrol(made, BERND.card, "releaser", ANNA, NOON), BERND.key, BERND, NOON)


def with_clara(made: Statistic, witness: PersonalKey = BERND) -> Statistic:
    return confirm(enrol(made, CLARA.card, "releaser", ANNA, NOON), CLARA.key, witness, NOON)


def handed_in(made: Statistic, who: Who = ANNA) -> Statistic:
    return submit(made, prepared(made), who, NOON)


def said(made: Statistic) -> list[str]:
    return [one.said.text("en") for one in (*verify_persons(made), *verify_register(made))]


def refused(text: str) -> object:
    return fails("person_step_refused", match=text)


def test_two_persons_enrol_one_another_and_release_by_their_keys() -> None:
    made = founded()
    persons = persons_of(made.register)
    assert [(one.name, one.role, one.state, one.witnessed) for one in persons.people] == [
        ("Anna Berg", "methodologist", "active", True),
        ("Bernd", "releaser", "active", True),
    ]
    made = release(handed_in(made), 1, BERND, NOON)
    assert four_eyes_proven(persons_of(made.register), find_release(made.register, 1))
    assert followed(made.register)[1] == ()
    assert said(made) == [
        "Persons with keys of their own: 2. Every step is signed.",
        "Four eyes proven by signatures: one release.",
        "Register whole: entries 5, numbers 1, with their figures.",
    ]
    assert from_bytes(to_bytes(made), "s.ckm") == made


def test_a_statistic_without_enrolled_persons_works_by_names_and_says_so() -> None:
    made = release(handed_in(statistic(four_eyes=True), "Anna"), 1, "Bernd", NOON)
    assert not four_eyes_proven(persons_of(made.register), find_release(made.register, 1))
    assert said(made)[:2] == [
        "No person is enrolled: names in the register are typed.",
        "Four eyes not proven: no. 1. The names were typed, or a key is vouched for by one person only.",
    ]


def test_until_two_persons_are_enrolled_names_are_compared_as_before() -> None:
    made = enrol(statistic(four_eyes=True), ANNA.card, "methodologist", ANNA, NOON)
    made = submit(made, prepared(made), ANNA, NOON)
    with fails("register_same_person"):
        release(made, 1, " anna  BERG", NOON)
    made = release(made, 1, "Bernd", NOON)
    assert "until there are two, names are compared: four eyes not proven" in said(made)[0]
    assert "Four eyes not proven: no. 1" in said(made)[1]


def test_a_name_and_the_same_name_with_a_full_stop_are_two_names_but_no_two_persons_once_keys_count() -> None:
    by_names = handed_in(statistic(four_eyes=True), "Anna")
    assert release(by_names, 1, "Anna.", NOON).register[-1].kind == "released"  # why names prove nothing
    made = handed_in(founded())
    for name in ("Anna Berg.", "Bernd", "Somebody"):
        with refused("has not signed"):
            release(made, 1, name, NOON)


def test_who_submitted_does_not_release_under_any_key_of_the_same_person() -> None:
    made = with_clara(founded())
    made = handed_in(made, CLARA)
    with refused("both keys are those of Clara"):
        release(made, 1, CLARA, NOON)
    new = make_personal_key("Clara")
    made = confirm(enrol(made, new.card, "releaser", ANNA, NOON, replaces=CLARA.key), new.key, BERND, NOON)
    with refused("not enrolled"):
        release(made, 1, CLARA, NOON)
    with refused("both keys are those of Clara"):
        release(made, 1, new, NOON)
    release(made, 1, BERND, NOON)


def test_each_role_takes_its_own_steps_only() -> None:
    made = handed_in(founded())
    for step in (
        lambda: release(made, 1, ANNA, NOON),
        lambda: enrol(made, CLARA.card, "releaser", BERND, NOON),
        lambda: set_four_eyes(made, False, BERND, NOON),
        lambda: revoke(made, ANNA.key, BERND, NOON, "why not"),
    ):
        with refused("this takes the role"):
            step()
    assert return_(made, 1, ANNA, NOON, "typing error").register[-1].kind == "returned"  # her own submission
    with refused("this takes the role"):
        withdraw(release(made, 1, BERND, NOON), 1, ANNA, NOON, "wrong")


def test_an_enrolment_counts_only_after_another_person_confirmed_it() -> None:
    made = enrol(founded(), CLARA.card, "releaser", ANNA, NOON)
    with refused("not enrolled"):
        submit(made, prepared(made), CLARA, NOON)
    with refused("another enrolled person confirms it"):
        confirm(made, CLARA.key, ANNA, NOON)
    with refused("not enrolled"):
        confirm(made, CLARA.key, CLARA, NOON)
    made = confirm(made, CLARA.key, BERND, NOON)
    assert persons_of(made.register).find(CLARA.key, "active")
    with refused("no enrolment of this key waits"):
        confirm(made, CLARA.key, BERND, NOON)


def test_the_first_person_enrols_only_herself_and_only_as_methodologist() -> None:
    made = statistic()
    with refused("not enrolled"):
        enrol(made, BERND.card, "methodologist", ANNA, NOON)
    with refused("not enrolled"):
        enrol(made, ANNA.card, "releaser", ANNA, NOON)
    with refused("has not signed"):
        from ckmcore.release.actions import _with

        _with(made, Event(0, 0, "person_revoked", NOON, "", "", about=ANNA.key), "Anna Berg")


def test_a_name_is_enrolled_once_and_a_key_once() -> None:
    made = with_clara(founded())
    other = make_personal_key("clara")
    with refused("Clara is enrolled already|clara is enrolled already"):
        enrol(made, other.card, "releaser", ANNA, NOON)
    with refused("known here already"):
        enrol(made, BERND.card, "releaser", ANNA, NOON)
    made = revoke(made, CLARA.key, ANNA, NOON, "left the office")
    assert enrol(made, other.card, "releaser", ANNA, NOON)
    with refused("known here already"):
        enrol(made, CLARA.card, "releaser", ANNA, NOON)


def test_a_person_is_revoked_at_once_and_may_revoke_herself() -> None:
    made = revoke(with_clara(founded()), CLARA.key, CLARA, NOON, "lost the file")
    with refused("not enrolled"):
        submit(made, prepared(made), CLARA, NOON)
    with pytest.raises(ckm.CkmError, match="reason"):
        revoke(made, BERND.key, ANNA, NOON, " ")


def test_keys_count_for_ever_and_who_is_left_alone_proves_nothing_with_a_second_key() -> None:
    made = revoke(founded(), BERND.key, ANNA, NOON, "lost the passphrase")
    with refused("has not signed"):
        submit(made, prepared(made), "Anna", NOON)
    puppet, more = make_personal_key("Bernd"), make_personal_key("Emil")
    made = confirm(enrol(made, puppet.card, "releaser", ANNA, NOON), puppet.key, puppet, NOON)
    made = confirm(enrol(made, more.card, "releaser", ANNA, NOON), more.key, puppet, NOON)
    for key in (puppet, more):
        let_out = release(handed_in(made), 1, key, NOON)
        assert "Four eyes not proven: no. 1" in " ".join(said(let_out))


def test_a_table_submitted_under_a_typed_name_is_submitted_again_once_keys_count() -> None:
    made = handed_in(decided(statistic(four_eyes=True)), "Anna")
    made = enrol(made, ANNA.card, "methodologist", ANNA, NOON)
    made = confirm(enrol(made, BERND.card, "releaser", ANNA, NOON), BERND.key, BERND, NOON)
    with refused("it is to be submitted again"):
        release(made, 1, BERND, NOON)


def test_four_eyes_are_set_by_an_entry_and_a_switch_without_one_is_found() -> None:
    made = set_four_eyes(founded(), True, ANNA, NOON)
    assert (made.register[-1].kind, made.four_eyes) == ("four_eyes", True)
    switched = replace(made, four_eyes=False)
    assert "changed without an entry" in " ".join(said(switched))
    with refused("both keys"):
        both = with_clara(switched)
        release(handed_in(both, CLARA), 1, CLARA, NOON)


def test_a_change_of_method_is_signed_by_two_persons_once_keys_count() -> None:
    made = release(handed_in(founded()), 1, BERND, NOON)
    decision = Decision("Board", "2026-12-01", remark="better", second_person="Bernd")
    other = ckm.CellKeyMethod(ckm.shuffle(ckm.design_ptable(D=4, V=2.0, js=1)))
    with fails("method_needs_reason"):
        made.put_in_force(other, NOON, signers=(ANNA, BERND))
    for signers in ((), (ANNA, ANNA), (BERND, ANNA), (ANNA, DORA)):
        with fails("person_step_refused"):
            made.put_in_force(other, NOON, decision, signers=signers)
    changed = made.put_in_force(other, NOON, decision, signers=(ANNA, BERND))
    entry = changed.register[-1]
    assert (entry.kind, entry.person, entry.second_person) == ("method_changed", "Anna Berg", "Bernd")
    assert followed(changed.register)[1] == ()
    assert other != METHOD


def test_sums_below_the_floor_are_accepted_by_a_methodologist_and_another_enrolled_person() -> None:
    made = with_clara(founded())
    accepted = [AcceptedSums("F7", "income")]
    # Bernd and Clara release; only Anna is a methodologist, and a name that is typed counts no more.
    for first, second in ((BERND, CLARA), (ANNA, ANNA), (ANNA, DORA), (ANNA, "Bernd"), ("Anna Berg", BERND)):
        with fails(("person_step_refused", "register_same_person")):
            accept_sums(made, accepted, first, second, NOON, "They agreed.")
    agreed = accept_sums(made, accepted, ANNA, BERND, NOON, "They agreed.")
    entry = agreed.register[-1]
    assert (entry.kind, entry.person, entry.second_person) == ("sums_accepted", "Anna Berg", "Bernd")
    assert entry.accepted == (AcceptedSums("F7", "income"),)
    assert followed(agreed.register)[1] == ()
    assert from_bytes(to_bytes(agreed), "s.ckm") == agreed


@pytest.mark.parametrize("change", ["person", "remark", "second", "signature", "key"])
def test_an_entry_that_was_written_by_hand_does_not_pass_for_a_persons(change: str) -> None:
    """The chain is made anew by whoever can write the file; the signature is not."""
    made = handed_in(founded())
    last = made.register[-1]
    event = Event(**{name: getattr(last, name) for name in Event.__dataclass_fields__})
    forged = {
        "person": replace(event, person="Bernd"),
        "remark": replace(event, remark="more"),
        "second": replace(event, second_person="Bernd"),
        "signature": replace(event, signature=BERND.sign(b"x")),
        "key": replace(event, key=BERND.key, person="Bernd"),
    }[change]
    entry = appended(made.register[:-1], made.identity, replace(forged))[-1]
    assert entry.hash == hash_of(entry.line)
    bad = replace(made, register=(*made.register[:-1], entry))
    assert any("breaks the rules" in text for text in said(bad))
    typed = replace(event, key="", signature="")
    bad = replace(made, register=appended(made.register[:-1], made.identity, typed))
    assert any("has not signed" in text for text in said(bad))


def test_the_note_of_a_release_names_the_registers_entry_and_former_ones_stay_as_they_were() -> None:
    made = release(handed_in(founded()), 1, BERND, NOON)
    found, entry = find_release(made.register, 1), made.register[-1]
    assert witness_of(made.register, found).en == f"Release no. 1, register entry 5: {head_of(entry)}"
    assert entry.hash.startswith(head_of(entry))
    typed = release(handed_in(statistic(four_eyes=True), "Anna"), 1, "Bernd", NOON)
    now = witness_of(typed.register, releases(typed.register)[0])
    assert re.fullmatch(r"Freigabe Nr\. 1, Registereintrag 2: [0-9a-f]+", now.de)  # nothing of the house's inner life
    handed, out = typed.register  # by the first writers
    assert handed.submission is not None
    submission = replace(handed.submission, request=replace(handed.submission.request, writers=1))
    handed = replace(handed, submission=submission)
    second, first = ([handed, replace(out, note=note)] for note in (1, 0))
    assert witness_of(second, releases(second)[0]).de == f"{now.de}. Vier Augen nicht nachgewiesen."
    assert witness_of(first, releases(first)[0]) == ckm.Texts()


def test_a_fingerprint_has_eight_groups_that_differ_between_keys() -> None:
    shown = {fingerprint(one.key) for one in (ANNA, BERND, CLARA, DORA)}
    assert len(shown) == 4
    assert all(len(one.split("-")) == 8 and all(len(part) == 4 for part in one.split("-")) for one in shown)
