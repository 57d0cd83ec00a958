"""Deputies, named in the register with their days: who submitted a table, or was deputy of that person, does not
release it.

A deputy acts under her own name or key and has no other role than before. A deputyship counts for a table where one of
its days lies between the days of submission and release, both included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date

from ckmcore.errors import InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.statistic.entry import Deputy, Entry, Event, same_person

SameKey = Callable[[str, str], bool]
"""Whether two public keys are one person's."""


def deputies_of(register: Iterable[Entry]) -> tuple[Deputy, ...]:
    """All deputyships of a register, in order."""
    return tuple(entry.deputy for entry in register if entry.kind == "deputy_named" and entry.deputy is not None)


def deputy_of_submitter(
    deputies: Iterable[Deputy], handed_in: Event, released: Event, same_key: SameKey | None = None
) -> Deputy | None:
    """Deputyship that keeps the person of `released` from releasing what `handed_in` submitted; None without one.

    same_key: whether two keys are one person's, where keys count; otherwise names are compared.
    """
    first, last = handed_in.time[:10], released.time[:10]
    for deputy in deputies:
        if same_key is None:
            people = same_person(deputy.deputy, released.person) and same_person(deputy.person, handed_in.person)
        else:
            people = same_key(deputy.deputy_key, released.key) and same_key(deputy.person_key, handed_in.key)
        if people and deputy.start <= last and first <= deputy.end:
            return deputy
    return None


def deputy_fault(deputy: Deputy | None) -> Sentence | None:
    """Sentence on what is wrong with a deputyship, by names and days alone; None where nothing is."""
    if deputy is None or not deputy.person.strip() or not deputy.deputy.strip():
        return sentence("deputy_nobody")
    if same_person(deputy.person, deputy.deputy):
        return sentence("deputy_of_herself", person=deputy.person)
    try:
        days = [date.fromisoformat(day) for day in (deputy.start, deputy.end)]
    except ValueError:
        days = []
    if len(days) < len((deputy.start, deputy.end)) or days[1] < days[0]:
        return sentence("deputy_days", start=deputy.start, end=deputy.end)
    return None


def refuse_deputy(deputy: Deputy) -> None:
    """Raise deputy_refused where names or days of a deputyship are wrong."""
    fault = deputy_fault(deputy)
    if fault is not None:
        raise InputError("deputy_refused", detail=fault)


def deputy_sentence(deputy: Deputy) -> Sentence:
    """Sentence that names a deputyship and its days."""
    return sentence("deputy_line", deputy=deputy.deputy, person=deputy.person, start=deputy.start, end=deputy.end)
