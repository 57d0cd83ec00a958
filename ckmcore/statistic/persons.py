"""Persons with their own keys, as recorded in the register, and what each may do.

An enrolment is an entry signed by a methodologist and takes effect when a second enrolled person confirms it. The first
person enrols herself, the second confirms herself; both compare fingerprints. From then on every step is signed, and
four eyes are two keys, not two names. A person whose key is replaced stays the same person.

An entry that breaks these rules has no effect and is reported by `verify_register`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from ckmcore.errors import InputError, PermissionRefused
from ckmcore.messages import Sentence, sentence
from ckmcore.statistic.deputies import deputy_fault, deputy_of_submitter, deputy_sentence
from ckmcore.statistic.entry import Deputy, Entry, Event, Kind, appended, same_person, signatures_hold
from ckmcore.statistic.personal_key import PersonalKey, is_public_key
from ckmcore.statistic.seal import Role

Who = str | PersonalKey
"""Who takes a step: a name that was typed, or a person's own key."""

PersonState = Literal["waiting", "active", "revoked"]

_ROLES: dict[Kind, tuple[Role, ...]] = {
    "released": ("releaser",),
    "returned": ("releaser",),
    "withdrawn": ("releaser",),
    "given_early": ("releaser",),
    "figures_opened": ("releaser",),
    "deputy_named": ("releaser", "methodologist"),
    "corrected": ("releaser",),
    "written": ("releaser",),
    "method_changed": ("methodologist",),
    "sums_accepted": ("methodologist",),
    "four_eyes": ("methodologist",),
    "person_enrolled": ("methodologist",),
    "person_revoked": ("methodologist",),
}
_OF_PERSONS: tuple[Kind, ...] = ("person_enrolled", "person_confirmed", "person_revoked")


@dataclass(frozen=True)
class Person:
    """A person of the register. place: of the enrolment; enrolled_by, confirmed_by: public keys; origin: the person's
    first key, which identifies her after replacements; witnessed: two witnessed persons vouched for her, or she is one
    of the first two."""

    name: str
    role: Role
    key: str
    state: PersonState
    place: int
    enrolled_by: str
    origin: str
    replaces: str = ""
    confirmed_by: str = ""
    witnessed: bool = False


@dataclass(frozen=True)
class Persons:
    """Enrolled persons. keys_count: at least two persons are or were enrolled, so that typed names are no longer
    accepted; four_eyes: by the last entry on it, None without one; submitted: entries of submissions by number;
    deputies: all that were named."""

    people: tuple[Person, ...] = ()
    keys_count: bool = False
    four_eyes: bool | None = None
    submitted: Mapping[int, Entry] = field(default_factory=dict)
    deputies: tuple[Deputy, ...] = ()

    @property
    def active(self) -> tuple[Person, ...]:
        return tuple(person for person in self.people if person.state == "active")

    def find(self, key: str, *states: PersonState) -> Person | None:
        """Person with a key in one of the states (any state if none is given), or None."""
        return next(
            (person for person in self.people if person.key == key and (not states or person.state in states)), None
        )

    def same(self, one: str, other: str) -> bool:
        """Whether two keys are one person's."""
        first, second = self.find(one), self.find(other)
        return one == other or (first is not None and second is not None and first.origin == second.origin)

    def with_person(self, person: Person) -> Persons:
        """Persons with the one of the same key replaced."""
        other_people = [each_person for each_person in self.people if each_person.key != person.key]
        return replace(self, people=tuple(sorted([*other_people, person], key=lambda person: person.place)))


@dataclass(frozen=True)
class PersonFault:
    """An entry that breaks the rules. place: of the entry."""

    place: int
    said: Sentence


def persons_of(register: Iterable[Entry]) -> Persons:
    """Enrolled persons after all entries."""
    return followed(register)[0]


def followed(register: Iterable[Entry]) -> tuple[Persons, tuple[PersonFault, ...]]:
    """Enrolled persons after all entries, and the entries that break the rules."""
    persons, faults = Persons(), list[PersonFault]()
    for entry in register:
        detail = _fault(persons, entry)
        if detail is None:
            persons = _after(persons, entry)
        else:
            faults.append(PersonFault(entry.place, detail))
    return persons, tuple(faults)


def signed(
    register: Sequence[Entry], identity: str, event: Event, who: Who, second: Who | None = None
) -> tuple[Entry, ...]:
    """Append a person's step to the register: signed where she is enrolled, otherwise under her name.

    Raises person_step_refused where she may not take the step or must sign, ChainBroken, register_person_missing.
    """
    persons = persons_of(register)
    event = replace(event, person=name_of(who), second_person=event.second_person or name_of(second or ""))
    signs = event.kind in _OF_PERSONS or persons.keys_count
    signer = who if isinstance(who, PersonalKey) and (signs or persons.find(who.key, "active")) else None
    agreed = second if isinstance(second, PersonalKey) and (signs or persons.find(second.key, "active")) else None
    entries = appended(register, identity, event, signer, agreed)
    detail = _fault(persons, entries[-1])
    if detail is not None:
        raise PermissionRefused("person_step_refused", detail=detail)
    return entries


def name_of(who: Who) -> str:
    """The name of who takes a step."""
    return who.name if isinstance(who, PersonalKey) else who


def persons_sentence(persons: Persons) -> Sentence:
    """Sentence on how far names in a register are proven."""
    if persons.keys_count:
        return sentence("persons_count", count=len(persons.active))
    return sentence("persons_one" if persons.active else "persons_none")


def enrolled(persons: Persons, name: str) -> Person:
    """The active person with a name. Raises person_unknown."""
    people = [person for person in persons.active if same_person(person.name, name)]
    if len(people) != 1:
        raise InputError("person_unknown", text=name, known=[person.name for person in persons.active] or ["–"])
    return people[0]


def barred_by_four_eyes(persons: Persons, handed_in: Entry, name: str, key: str, time: str) -> Deputy | bool:
    """Whether four eyes keep a person from releasing a submission at a time: True for the submitter, the deputyship for
    her deputy, else False. handed_in: entry of the submission; key: public key, "" for a typed name; names are compared
    until keys count."""
    act = Event(0, handed_in.number, "released", time, name, "", key=key)
    if persons.keys_count and key:
        same = persons.same(key, handed_in.key)
        return same or deputy_of_submitter(persons.deputies, handed_in, act, persons.same) or False
    return same_person(name, handed_in.person) or deputy_of_submitter(persons.deputies, handed_in, act) or False


def why_refused(persons: Persons, kind: Kind, key: str, about: str = "") -> Sentence | None:
    """Sentence on why a person's step would be refused because of her role or of whom it is about; None where it would
    not, or where the key is not enrolled. about: public key that the step concerns."""
    event, signer = Event(0, 0, kind, "", "", "", key=key, about=about), persons.find(key, "active")
    if signer is None:
        return None
    return _role_fault(persons, event, signer) or (_about_fault(persons, event, signer) if about else None)


def _fault(persons: Persons, entry: Entry) -> Sentence | None:
    """Fault of an entry, given the persons before it; None without one."""
    if not entry.key and entry.kind == "deputy_named" and (fault := deputy_fault(entry.deputy)) is not None:
        return fault
    if not entry.key:
        free = entry.kind in ("revealed", "unreadable") or not persons.keys_count
        return None if free and entry.kind not in _OF_PERSONS else sentence("person_not_signed", person=entry.person)
    if not signatures_hold(entry):
        return sentence("person_signature_wrong", person=entry.person)
    signer = persons.find(entry.key, "active")
    if signer is None:
        return None if _begins(persons, entry) else sentence("person_not_enrolled", person=entry.person)
    if signer.name != entry.person:
        return sentence("person_other_name", person=entry.person, enrolled=signer.name)
    return (
        _role_fault(persons, entry, signer)
        or _second_fault(persons, entry)
        or _person_fault(persons, entry, signer)
        or _deputy_fault(persons, entry)
        or _four_eyes_fault(persons, entry)
    )


def _begins(persons: Persons, entry: Entry) -> bool:
    """Whether a person who is not yet enrolled may sign this entry: the first one enrols herself as methodologist;
    where only one is active, the next one confirms herself."""
    enrolled = entry.enrolled
    if entry.kind == "person_enrolled" and enrolled is not None:
        is_own = (enrolled.key, enrolled.name, enrolled.replaces) == (entry.key, entry.person, "")
        return not persons.people and is_own and enrolled.role == "methodologist" and is_public_key(enrolled.key)
    waiting = persons.find(entry.key, "waiting")
    is_alone = len(persons.active) == 1
    return (
        entry.kind == "person_confirmed"
        and waiting is not None
        and (entry.about, entry.person) == (entry.key, waiting.name)
        and is_alone
        and not waiting.replaces
    )


def _role_fault(persons: Persons, entry: Event, signer: Person) -> Sentence | None:
    from ckmcore.statistic.seal import role_name

    needed = _ROLES.get(entry.kind)
    is_own = entry.kind == "person_revoked" and persons.same(entry.about, entry.key)
    if entry.kind == "returned" and entry.number in persons.submitted:
        is_own = persons.same(persons.submitted[entry.number].key, entry.key)
    if needed is None or signer.role in needed or is_own:
        return None
    return sentence(
        "person_role_not_allowed", person=signer.name, role=role_name(signer.role), needed=role_name(needed[0])
    )


def _second_fault(persons: Persons, entry: Entry) -> Sentence | None:
    if entry.second_key:
        second = persons.find(entry.second_key, "active")
        if second is None or second.name != entry.second_person:
            return sentence("person_not_enrolled", person=entry.second_person)
        return sentence("person_same_key", person=entry.person) if persons.same(entry.key, second.key) else None
    if entry.kind in ("method_changed", "sums_accepted") and persons.keys_count:
        return sentence("person_not_signed", person=entry.second_person or "–")
    return None


def _person_fault(persons: Persons, entry: Entry, signer: Person) -> Sentence | None:
    if entry.kind == "person_enrolled":
        enrolled = entry.enrolled
        if enrolled is None or not is_public_key(enrolled.key) or not enrolled.name.strip():
            return sentence("person_card_wrong")
        if persons.find(enrolled.key) is not None:
            return sentence("person_key_known", person=enrolled.name)
        named_people = [
            person for person in persons.people if person.state != "revoked" and same_person(person.name, enrolled.name)
        ]
        if [person.key for person in named_people if person.state == "active"] != (
            [enrolled.replaces] if enrolled.replaces else []
        ):
            return sentence("person_name_known", person=enrolled.name)
        return None
    return _about_fault(persons, entry, signer)


def _about_fault(persons: Persons, entry: Event, signer: Person) -> Sentence | None:
    if entry.kind == "person_confirmed":
        waiting = persons.find(entry.about, "waiting")
        if waiting is None:
            return sentence("person_not_waiting")
        if persons.same(waiting.enrolled_by, signer.key) or waiting.replaces == signer.key:
            return sentence("person_confirms_own", person=signer.name)
    if entry.kind == "person_revoked" and persons.find(entry.about, "active", "waiting") is None:
        return sentence("person_not_active")
    return None


def _four_eyes_fault(persons: Persons, entry: Entry) -> Sentence | None:
    if entry.kind != "released" or not persons.keys_count:
        return None
    faults = (_same_person_fault(persons, entry, number) for number in entry.numbers)
    return next((fault for fault in faults if fault is not None), None)


def _same_person_fault(persons: Persons, entry: Entry, number: int) -> Sentence | None:
    handed_in = persons.submitted.get(number)
    if handed_in is None or handed_in.submission is None:
        return None
    if not (handed_in.submission.four_eyes or persons.four_eyes):
        return None
    if not handed_in.key:
        return sentence("person_submission_typed", number=str(number), person=handed_in.person)
    if persons.same(entry.key, handed_in.key):
        return sentence("person_same_key", person=entry.person)
    deputy = deputy_of_submitter(persons.deputies, handed_in, entry, persons.same)
    return None if deputy is None else sentence("person_was_deputy", number=str(number), line=deputy_sentence(deputy))


def _deputy_fault(persons: Persons, entry: Entry) -> Sentence | None:
    """Fault of naming a deputy: once keys count, both are enrolled under their names."""
    if entry.kind != "deputy_named":
        return None
    fault = deputy_fault(entry.deputy)
    if fault is not None or entry.deputy is None or not persons.keys_count:
        return fault
    deputy = entry.deputy
    for name, key in ((deputy.person, deputy.person_key), (deputy.deputy, deputy.deputy_key)):
        person = persons.find(key, "active")
        if person is None or person.name != name:
            return sentence("person_not_enrolled", person=name)
    return (
        sentence("deputy_of_herself", person=deputy.person)
        if persons.same(deputy.person_key, deputy.deputy_key)
        else None
    )


def _after(persons: Persons, entry: Entry) -> Persons:
    if entry.kind == "submitted" and entry.number not in persons.submitted:
        return replace(persons, submitted={**persons.submitted, entry.number: entry})
    if entry.kind == "four_eyes":
        return replace(persons, four_eyes=entry.on)
    if entry.kind == "deputy_named" and entry.deputy is not None:
        return replace(persons, deputies=(*persons.deputies, entry.deputy))
    enrolled = entry.enrolled
    if entry.kind == "person_enrolled" and enrolled is not None:
        first = not persons.people
        former = persons.find(enrolled.replaces)
        person = Person(
            enrolled.name,
            enrolled.role,
            enrolled.key,
            "active" if first else "waiting",
            entry.place,
            entry.key,
            enrolled.key if former is None else former.origin,
            enrolled.replaces,
            witnessed=first,
        )
        return persons.with_person(person)
    if entry.kind == "person_confirmed":
        return _confirmed(persons, entry)
    if entry.kind == "person_revoked":
        found = persons.find(entry.about)
        return persons if found is None else persons.with_person(replace(found, state="revoked"))
    return persons


def _confirmed(persons: Persons, entry: Entry) -> Persons:
    person = persons.find(entry.about)
    if person is None:
        return persons
    vouching = [persons.find(key) for key in (person.enrolled_by, entry.key)]
    vouched = entry.key != person.key and all(voucher is not None and voucher.witnessed for voucher in vouching)
    witnessed = vouched or not persons.keys_count
    new_persons = persons.with_person(replace(person, state="active", confirmed_by=entry.key, witnessed=witnessed))
    former = persons.find(person.replaces)
    if former is not None:
        new_persons = new_persons.with_person(replace(former, state="revoked"))
    return replace(new_persons, keys_count=new_persons.keys_count or len(new_persons.active) > 1)
