"""Statistic: one protected body of data - dictionary, periods with source, keys and method in force, saved tables."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

from ckmcore.base.checked import checked
from ckmcore.base.numbers import Language, date_text
from ckmcore.base.texts import Texts
from ckmcore.dictionary.derive import derive, in_order, with_codes, with_titles, without_ended
from ckmcore.dictionary.record_rules import RecordRule
from ckmcore.errors import PermissionRefused, ProtectionError
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.draft import Draft, DraftInfo
from ckmcore.methods.magnitude_settings import Nature
from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedTable
from ckmcore.methods.serialization import method_text
from ckmcore.methods.titles import breakdown, values_shown
from ckmcore.methods.top import tabulated_under
from ckmcore.microdata.counter import elsewhere
from ckmcore.microdata.data import ExemptCells, Microdata, StructuralZero
from ckmcore.microdata.references import ReferenceTable
from ckmcore.microdata.variable import NOT_OF_THE_DATA, VariableEntry
from ckmcore.ptable.floor.floor import OpenRule
from ckmcore.statistic.claims import JudgedClaims, check_claims
from ckmcore.statistic.entry import Entry, Event, same_person
from ckmcore.statistic.floor import check_floor, floor_again
from ckmcore.statistic.looks import Look, PairDecision
from ckmcore.statistic.period import Attachment, Decision, KeptAreas, MethodInForce, Period
from ckmcore.statistic.personal_key import PersonalKey
from ckmcore.statistic.persons import signed
from ckmcore.statistic.releases import held_by
from ckmcore.statistic.seal import Seal
from ckmcore.statistic.snapshot import Snapshot
from ckmcore.statistic.titles import filled_title, moved_title, patterned_title
from ckmcore.statistic.untold import counts_records, reads_records
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import Condition, TableSpec
from ckmcore.tabulate.top import unresolved

_BOTH: tuple[Language, Language] = ("en", "de")


class NoMethodInForce(ProtectionError):
    code = "no_method_in_force"


@checked
@dataclass(frozen=True)
class SavedTable:
    """A table saved under a name that is unique in the statistic.

    changed: ISO time; folder: in which it is shown, "" for none. Folders exist only through their tables.
    """

    name: str
    spec: TableSpec
    changed: str = ""
    folder: str = ""


@dataclass(frozen=True)
class TestSet:
    """Named set of saved tables on which variants are judged in every period."""

    __test__: ClassVar[bool] = False  # not a test, for pytest

    name: str
    tables: tuple[str, ...]


def _drawn() -> str:
    """Random text of 128 bits, hexadecimal."""
    return secrets.token_hex(16)


Units = Literal["", "recur", "once"]
"""Whether units stand in several periods: they recur (a stock), no unit stands in two (a flow), not declared."""


@checked
@dataclass(frozen=True)
class Statistic:
    """One protected body of data; saved as one `.ckm` file. Immutable: every change gives a new statistic.

    `tables` are in the order in which they are shown. `references` are public figures by which rates divide,
    `exempt` the logical cells whose counts are published unchanged.
    `workspace` is what the desk wants to find again (the table laid out, the variants); the engine does not read it.
    `four_eyes`: who releases a table must not be who handed it in. `register`: all that was ever handed in or released,
    entry by entry; `snapshots`: the figures of it. `identity` is made once, at random, and kept by copies: the register
    is known by it; `secret`, too: it stands in hashes from which nobody outside may find what is hashed by trying. Both
    say nothing on whether two statistics hold the same. `seal`: who may open it (None: anybody). `test_sets`: named
    sets of saved tables, kept as tables are renamed and deleted. `units`: whether the same units come again in other
    periods; it is public, and not read off the data. `title_pattern`: what tables without a title of their own are
    called (`Students in {period} {breakdown}`; "": by their values and variables). `looks`, `pair_decisions`: looks at
    what has left the house, and what was decided of releases afterwards; confidential. `rules`: what records have to
    fulfil; they are judged when a delivery is taken over. `areas`: boundaries that are kept beside the file.

    >>> statistic = ckm.Statistic(ckm.Texts("Persons", "Personen"))
    >>> statistic = statistic.put_in_force(ckm.CellKeyMethod(ckm.shuffle(ptable)))
    >>> draft = statistic.draft(ckm.TableSpec("NUTS", "SEX"), data)
    >>> draft.table
    ProtectedTable((4, 3))
    """

    title: Texts
    dictionary: tuple[VariableEntry, ...] = ()
    periods: tuple[Period, ...] = (Period(Texts()),)
    tables: tuple[SavedTable, ...] = ()
    source_note: Texts = Texts()
    current: int = 0
    workspace: str = ""
    structural_zeros: tuple[StructuralZero, ...] = ()
    references: tuple[ReferenceTable, ...] = ()
    exempt: tuple[ExemptCells, ...] = ()
    four_eyes: bool = False
    register: tuple[Entry, ...] = ()
    snapshots: tuple[Snapshot, ...] = ()
    identity: str = field(default_factory=_drawn, compare=False)
    secret: str = field(default_factory=_drawn, compare=False, repr=False)
    seal: Seal | None = None
    test_sets: tuple[TestSet, ...] = ()
    units: Units = ""
    title_pattern: Texts = Texts()
    looks: tuple[Look, ...] = ()
    pair_decisions: tuple[PairDecision, ...] = ()
    rules: tuple[RecordRule, ...] = ()
    areas: tuple[KeptAreas, ...] = ()

    @property
    def period(self) -> Period:
        return self.periods[self.current]

    @property
    def shows_records(self) -> bool:
        """Whether the current role may know the number of records; not a clerk or releaser of a statistic with roles.

        For other roles, sizes, estimates, progress and logs are based on the dictionary and published figures.
        """
        return self.seal is None or self.seal.role == "methodologist"

    def with_period(self, period: Period) -> Statistic:
        """The statistic with another current period."""
        periods = (*self.periods[: self.current], period, *self.periods[self.current + 1 :])
        return replace(self, periods=periods)

    @property
    def nature(self) -> Nature | None:
        """Nature of magnitudes in new settings: level where units recur, flow where none is in two periods, None where
        this is not declared.

        >>> ckm.Statistic("Persons", units="recur").nature
        'level'
        """
        natures: dict[Units, Nature] = {"recur": "level", "once": "flow"}
        return natures.get(self.units)

    def put_in_force(
        self,
        method: Method,
        since: str = "",
        decision: Decision | None = None,
        design: str = "",
        measured: tuple[OpenRule, ...] = (),
        signers: Sequence[PersonalKey] = (),
        claims: JudgedClaims | None = None,
    ) -> Statistic:
        """Put a method in force in the current period.

        Every other method than the one in force is checked against the floor under protection (claims.md, section C): a
        refused method is not put in force, and where a reason is required the decision needs a reason, a second person
        and an end date. since: ISO day; design: text of the perturbation table's design; measured: open rules that were
        measured on data (F15 to F18); signers: keys of the persons; claims: verdicts on the claims of the method's note
        (`judge_claims`). Raises ptable_zeros_not_kept, MethodBelowFloor, floor_needs_decision, register_same_person,
        ClaimNotHeld, ClaimNotTested, safe_not_there, suppression_no_pattern, safe_one_method.

        For the method already in force this is a further decision: its open rules are recorded, nothing is refused, and
        it stays in force since its former day.

        The decision is added to the period's decisions, with the method's kind, settings and table hashes. Where tables
        of the period were released under another method, the decision must have a reason (`remark`) and a second person
        and is recorded in the register: raises method_needs_reason, register_same_person, ChainBroken.

        >>> statistic = ckm.Statistic("Persons").put_in_force(ckm.Rounding(10), "2026-03-02")
        >>> statistic.period.in_force.method == ckm.Rounding(10), statistic.period.in_force.since
        (True, '2026-03-02')
        """
        in_force = MethodInForce(method, since, design)
        ptable = in_force.ptable
        if ptable is not None and not ptable.zeros_stay:
            raise ProtectionError("ptable_zeros_not_kept")
        decisions, kept_methods = self.period.decisions, self.period.former
        former = self.period.in_force
        changed = former is None or method_text(former.method) != method_text(method)
        if changed:
            self._check_alone(method)
        floor = (check_floor if changed else floor_again)(method, decision, measured)
        if changed:
            check_claims(method, claims)
        if claims is not None and method.claims:
            decision = claims.noted(decision or Decision(), method)
        if former is not None and not changed:
            in_force = replace(former, design=design or former.design)
        statistic = self.method_changed(decision, since, signers) if changed else self
        if changed and former is not None and held_by(self.register, self.period):
            others = (
                kept_method
                for kept_method in kept_methods
                if method_text(kept_method.method) != method_text(former.method)
            )
            kept_methods = (*others, former)
        if decision is not None:
            decision = replace(
                decision,
                method=method.kind,
                ptable="" if ptable is None else ptable.content_hash,
                recorded=decision.recorded or since,
                settings=method_text(method),
                floor=floor or decision.floor,
            )
            decisions = (*decisions, decision)
        return statistic.with_period(replace(self.period, in_force=in_force, decisions=decisions, former=kept_methods))

    def _check_alone(self, method: Method) -> None:
        """Refuse a method of other changed records, or another pattern, than the period has, and a second kind of
        method for one population: published figures of both would be read together. Raises safe_not_there,
        suppression_no_pattern, safe_one_method."""
        if method.alone and method.made_from not in self.period.made:
            raise ProtectionError("safe_not_there" if method.changes_records else "suppression_no_pattern")
        for period in self.periods:
            others = [each for each in period.methods if each.alone != method.alone]
            if others and held_by(self.register, period):
                raise ProtectionError("safe_one_method", method=others[0].name)

    def method_changed(self, decision: Decision | None, time: str, signers: Sequence[PersonalKey] = ()) -> Statistic:
        """Record a change of method or keys in the register where tables of the current period were released. signers:
        keys of the decider and of the second person.

        Raises method_needs_reason, register_same_person, person_step_refused, register_person_missing, ChainBroken.
        """
        numbers = held_by(self.register, self.period)
        if not numbers:
            return self
        if decision is None or not decision.remark.strip() or not decision.second_person.strip():
            raise ProtectionError("method_needs_reason", releases=[str(number) for number in numbers])
        if same_person(decision.body, decision.second_person):
            raise PermissionRefused("register_same_person", person=decision.second_person.strip())
        event = Event(
            0,
            0,
            "method_changed",
            decision.recorded or time,
            "",
            "",
            remark=decision.remark,
            period=self.period.label,
            releases=numbers,
        )
        who, second = signers if len(signers) == 2 else (decision.body, decision.second_person)
        return replace(self, register=signed(self.register, self.identity, event, who, second))

    def with_table(self, table: SavedTable) -> Statistic:
        """Add a saved table; one with the same name is replaced at its position. The outcome of a rule (`Top`) is not
        saved."""
        table = replace(table, spec=unresolved(table.spec))
        names = [saved.name for saved in self.tables]
        if table.name in names:
            index = names.index(table.name)
            return replace(self, tables=(*self.tables[:index], table, *self.tables[index + 1 :]))
        return replace(self, tables=(*self.tables, table))

    def without_table(self, name: str) -> Statistic:
        """Remove a saved table, also from test sets; a set left empty is removed too."""
        sets = (
            replace(test_set, tables=tuple(kept_table for kept_table in test_set.tables if kept_table != name))
            for test_set in self.test_sets
        )
        return replace(
            self,
            tables=tuple(saved for saved in self.tables if saved.name != name),
            test_sets=tuple(each_set for each_set in sets if each_set.tables),
        )

    def with_attachment(self, attachment: Attachment) -> Statistic:
        """Attach a report to the last decision of the current period; equal content is attached once. Raises
        no_decision."""
        decisions = self.period.decisions
        if not decisions:
            raise ProtectionError("no_decision")
        other_attachments = (
            each_attachment
            for each_attachment in decisions[-1].attachments
            if each_attachment.sha256 != attachment.sha256
        )
        last_decision = replace(decisions[-1], attachments=(*other_attachments, attachment))
        return self.with_period(replace(self.period, decisions=(*decisions[:-1], last_decision)))

    @reads_records
    def describe(self, data: Microdata) -> Microdata:
        """The data, as `read_period` gives them, with what the dictionary says: titles, categories, labels,
        hierarchies, derived dimensions; without identifiers, keys and variables that it ignores.

        A derived dimension whose source a period does not have is left out, and so is, with a notice, an age in a
        period that has no day. Raises hierarchy_unknown_codes.
        """
        date = self.period.date
        data = data.without({entry.name for entry in self.dictionary if entry.role in NOT_OF_THE_DATA})
        for entry in self.dictionary:
            if entry.derived is None and entry.role == "dimension" and entry.name in data.dimensions:
                data = data.with_categories(entry.describe(data.dimensions[entry.name], date))
        data = with_titles(with_codes(data, self.dictionary)[0], self.dictionary)
        for entry in in_order(self.dictionary):
            rule = entry.derived
            if rule is None or not all(name in data.dimensions or name in data.magnitudes for name in rule.sources):
                continue
            left_out = self._left_out(entry, data)
            if left_out is not None:
                data = replace(data, notices=(*data.notices, left_out))
                continue
            data = derive(data, without_ended(entry, self.dictionary, data), date)
            if data.households is not None:
                data = replace(data, households=data.households.with_derived(entry.name, rule.source))
        return self._declared(data)

    def _left_out(self, entry: VariableEntry, data: Microdata) -> Sentence | None:
        """Why a derived dimension cannot be made in the current period; None where it can."""
        rule = entry.derived
        if rule is not None and rule.needs_day and not self.period.date:
            return sentence("derived_left_out", period=self.period.label, variable=entry.title)
        if rule is not None and rule.kind == "age" and not rule.bounds and rule.source in data.magnitudes:
            return sentence("derived_age_classes", variable=entry.title)
        if rule is not None and rule.second and data.counter is not None:
            return elsewhere(data.counter.name, sentence("records_for_durations")).sentence()
        return None

    def relabelled(self, data: Microdata, before: tuple[VariableEntry, ...]) -> Microdata | None:
        """Update data described by the dictionary `before` to this statistic's dictionary, where only labels, notes and
        hierarchies differ. None where codes, roles or derived dimensions differ, so that `describe` must start from the
        data as read.
        """
        former_entries = {entry.name: entry for entry in before}
        if [(entry.name, entry.role, entry.derived, entry.code_roles, entry.classes) for entry in before] != [
            (entry.name, entry.role, entry.derived, entry.code_roles, entry.classes) for entry in self.dictionary
        ]:
            return None
        # A derived dimension takes what its own code list does not say from its source.
        lenders = {entry.derived.source for entry in self.dictionary if entry.derived is not None}
        if any(entry != former_entries[entry.name] for entry in self.dictionary if entry.name in lenders):
            return None
        for entry in self.dictionary:
            dimension = data.dimensions.get(entry.name)
            if entry == former_entries[entry.name] or dimension is None:
                continue
            if _listed(entry) != _listed(former_entries[entry.name]):
                return None
            if entry.derived is None or entry.categories:
                now = entry.describe(dimension, self.period.date)
            else:
                tree = without_ended(entry, self.dictionary, data).tree
                now = replace(
                    dimension, title=entry.title, hierarchy=tree, node_labels=dict(entry.node_labels), note=entry.note
                )
            if now.codes != dimension.codes:
                return None
            data = data.with_categories(now)
        data = with_titles(data, self.dictionary)
        return self._declared(data)

    def _declared(self, data: Microdata) -> Microdata:
        """Data with the statistic's declarations: structural zeros, references, exempt cells, period."""
        period = self.period.date or self.period.label.text("en")
        return replace(
            data,
            structural_zeros=self.structural_zeros,
            references=self.references,
            exempt=self.exempt,
            period=period,
        )

    @counts_records
    def draft(self, spec: TableSpec, data: Microdata, cancelled: Callable[[], bool] = never) -> Draft:
        """Draft of the table `spec` under the method in force; the only way to a Draft. Raises NoMethodInForce."""
        period = self.period
        if period.in_force is None:
            raise NoMethodInForce()
        method = period.in_force.method
        table = method.protect(tabulated_under(data, spec, method, cancelled=cancelled))
        return Draft(table, **vars(self.draft_info(table)))

    def draft_info(self, table: ProtectedTable) -> DraftInfo:
        """Facts on the statistic for a table of the current period."""
        period = self.period
        return DraftInfo(self.title_shown(table), self.title, period.label, self.source_note, period.date)

    def title_of(self, spec: TableSpec) -> Texts:
        """Title of a table in the current period; "" where it is made of the table's variables."""
        title = moved_title(spec.title, [period.label for period in self.periods], self.current)
        return filled_title(title, self.facts(spec, self.period.label))

    def title_shown(self, table: ProtectedTable, periods: Texts | None = None) -> Texts:
        """Title shown for a table: its own, or one by the pattern, "" without both. periods: label of its periods,
        where it is over several."""
        spec = table.spec
        if periods is None:
            title, periods = self.title_of(spec), self.period.label
        else:
            title = filled_title(spec.title, self.facts(spec, periods))
        if title != Texts() or self.title_pattern == Texts():
            return title
        made_titles = {
            "breakdown": Texts(*(breakdown(table, language) for language in _BOTH)),
            "values": Texts(*(values_shown(table, language) for language in _BOTH)),
        }
        return patterned_title(self.title_pattern, {**self.facts(spec, periods), **made_titles})

    def facts(self, spec: TableSpec, periods: Texts) -> dict[str, Texts]:
        """Values of the placeholders of a title. periods: label of the periods that the table shows."""
        date = self.period.date
        return {
            "period": periods,
            "areas": self.period.areas,
            "filter": self.words_of(spec.filters),
            "as_of": Texts(date_text(date, "en"), date_text(date, "de")),
        }

    def words_of(self, conditions: Sequence[Condition]) -> Texts:
        """Text of filters."""
        return Texts(*("; ".join(self._words(condition, language) for condition in conditions) for language in _BOTH))

    def _words(self, condition: Condition, language: Language) -> str:
        """The categories that a filter lets in, in words."""
        entry = next((entry for entry in self.dictionary if entry.name == condition.variable), None)
        labels = (
            {}
            if entry is None
            else {category.code: category.label for category in entry.categories} | dict(entry.node_labels)
        )
        return ", ".join(labels.get(code, Texts.same(code)).text(language) for code in condition.codes)


def _listed(entry: VariableEntry) -> tuple[object, ...]:
    """Codes of an entry in their order, with their days of validity."""
    return *((category.code, category.valid_from, category.valid_to) for category in entry.categories), entry.gaps
