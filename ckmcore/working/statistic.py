"""A statistic worked on by code: `with work_on_statistic(path) as work: ...`, saved once at the end, or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

from ckmcore.base.blocks import blocks_of
from ckmcore.base.checked import checked
from ckmcore.base.deviations import tell
from ckmcore.base.files import refuse_others
from ckmcore.base.lazy_import import LazyModule
from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.errors import InputError
from ckmcore.formats.forms import FORMS, RELEASED, streamed_form
from ckmcore.methods.draft import Draft
from ckmcore.methods.method import Method
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.protected import ProtectedTable
from ckmcore.methods.sums import blanks_told
from ckmcore.microdata.kept_patterns import KeptPatterns
from ckmcore.office.policy import machine_policy
from ckmcore.office.settings import PLAIN, FormName, Office
from ckmcore.office.settings_file import read_office
from ckmcore.ports import (
    DeviationsByTable,
    LeftOpen,
    PatternsFound,
    RedrawnReview,
    ReleasesReview,
    lab,
    needed_lab,
    needed_rivals,
    needed_scale,
)
from ckmcore.ptable.floor.floor import OpenRule
from ckmcore.release import actions
from ckmcore.release.files import prepared_again, released_files
from ckmcore.release.files_found import files_near
from ckmcore.release.provenance import PLAIN_REQUEST, prepare
from ckmcore.release.register import read_register, register_path
from ckmcore.release.run import find_period, plan, run_planned
from ckmcore.release.verify import (
    Verified,
    verify_files,
    verify_guard,
    verify_kept,
    verify_persons,
    verify_register,
    verify_shared,
)
from ckmcore.statistic.entry import Check, Request, WrittenFile
from ckmcore.statistic.kept_beside import (
    Kept,
    former_patterns,
    patterns_salt,
    released_specs,
    with_changed_records,
    with_found_patterns,
)
from ckmcore.statistic.looks import PairKind
from ckmcore.statistic.model import SavedTable, Statistic, Units
from ckmcore.statistic.period import Decision
from ckmcore.statistic.personal_key import PersonalKey
from ckmcore.statistic.persons import Who
from ckmcore.statistic.releases import Release, find_release
from ckmcore.statistic.seal import Secret
from ckmcore.statistic.series import draft_of
from ckmcore.statistic.tables import chosen_tables, find_table, renamed
from ckmcore.tabulate.hyper_spec import HyperSpec
from ckmcore.tabulate.spec import TableSpec
from ckmcore.working.file import Staged
from ckmcore.working.records import WorkingRecords
from ckmcore.working.runs import Runs, Where, by_parts
from ckmcore.working.session import needs_role

if TYPE_CHECKING:
    import pandas as pd

    from ckmcore.release import pair_decisions
else:
    pd = LazyModule("pandas")
    pair_decisions = LazyModule("ckmcore.release.pair_decisions")


@checked
def create_statistic(
    path: str | os.PathLike[str],
    title: Texts,
    *,
    source_note: Texts = Texts(),
    units: Units = "",
    four_eyes: bool | None = None,
    person: Who = "",
    office: str | os.PathLike[str] | Office | None = None,
    register: str | os.PathLike[str] | None = None,
) -> WorkingStatistic:
    """Create a statistic for work in a `with` block; its file is written when the block ends without an error.

    units: whether units recur in other periods (`recur`, `once`, "" for not declared); four_eyes: whether the releaser
    of a table must be another person than the submitter, by default the office's setting; other parameters as of
    `work_on_statistic`. Entering raises ckm_in_the_way where the file exists.

    >>> with ckm.create_statistic("persons.ckm", "Persons", source_note="Register of persons") as work:
    ...     work.add_period("2025", "2025-12-31")
    ...     work.add_records("persons.csv", ["NUTS", "SEX"], record_key="rkey")
    ...     work.put_in_force(ckm.CellKeyMethod(ckm.design_ptable(D=5, V=3)), ckm.Decision(body="Methods"))
    ...     work.save_table("1.1", ckm.TableSpec("NUTS", "SEX"))
    """
    settings = _office(office)
    eyes = settings.four_eyes if four_eyes is None else four_eyes
    statistic = Statistic(title, source_note=source_note, units=units, four_eyes=eyes)
    return WorkingStatistic(Path(path), settings, person=person, register=register, new=statistic)


@checked
def work_on_statistic(
    path: str | os.PathLike[str],
    *,
    secret: Secret | None = None,
    person: Who = "",
    office: str | os.PathLike[str] | Office | None = None,
    register: str | os.PathLike[str] | None = None,
    accept_older: bool = False,
    take_over: bool = False,
    read_only: bool = False,
) -> WorkingStatistic:
    """Open a statistic for work in a `with` block: its lock is held, and all changes are saved once when the block ends
    without an error. Otherwise file, register, keys and final files are unchanged.

    secret: of a statistic with roles. person: who takes register steps, as a name or a personal key. office: settings
    or their file. register: folder of the shared register, by default the office's, else the statistic's. accept_older:
    the file may differ from the one known to this computer. take_over: replace a lock left by a crash. read_only: take
    no lock and refuse changes.

    If the disk fails during saving, there may be final files without a register entry, or register entries that the
    file lacks; `reconcile` resolves the latter. Entering raises the errors of `open_statistic`, StatisticDiffers,
    release_statistic_held, release_statistic_left; leaving raises those of `save_statistic`, of the register and of
    placing files.

    >>> with ckm.work_on_statistic("statistic.ckm", read_only=True) as work:
    ...     frame = work.table("1.1").to_pandas(labels=True)
    """
    return WorkingStatistic(
        Path(path),
        _office(office),
        secret=secret,
        person=person,
        register=register,
        accept_older=accept_older,
        take_over=take_over,
        read_only=read_only,
    )


def _office(given_office: str | os.PathLike[str] | Office | None) -> Office:
    own_office = (
        PLAIN
        if given_office is None
        else given_office
        if isinstance(given_office, Office)
        else read_office(given_office)
    )
    return machine_policy().office_with(own_office)


class WorkingStatistic(WorkingRecords):
    """A statistic under work, made by `create_statistic` or `work_on_statistic` and opened by a `with` block.

    Each operation gives a new `statistic`, which is written when the block ends. notices: sentences with
    `text(language)` on what was done (on records, on keys).

    >>> with ckm.work_on_statistic("statistic.ckm", person="Anna Amsel") as work:
    ...     number = work.submit("1.1", recipient="Press")
    ...     work.approve(number, person="Bert Buche")
    ...     files = work.write(number, "released")
    """

    # --- method and tables -------------------------------------------------------------------------------------------

    @checked
    def put_in_force(
        self,
        method: Method,
        decision: Decision | None = None,
        *,
        since: str = "",
        measured: bool = False,
        signers: Sequence[PersonalKey] = (),
    ) -> None:
        """Put a method in force in the current period.

        decision: who decided and why, by default dated today. measured: measure the rules F15 to F18 on all saved
        tables first, which may take minutes; they then count like other rules of the floor. since: ISO day, "" for
        today. signers: keys of the decider and the second person, where persons have keys and tables of the period were
        released under another method. The claims of the method's note (`criteria`) are judged on all saved tables too.

        Raises ptable_zeros_not_kept, MethodBelowFloor, floor_needs_decision, method_needs_reason,
        register_same_person, release_role_not_allowed, ClaimNotHeld, ClaimNotTested.
        """
        current_statistic = self.statistic
        needs_role(current_statistic, "methodologist")
        time = actions.now_text()
        rules: tuple[OpenRule, ...] = ()
        if decision is not None:
            decision = replace(decision, date=decision.date or time[:10], recorded=decision.recorded or time)
        if measured:
            names = [table.name for table in current_statistic.tables]
            specs = [table.spec for table in current_statistic.tables]
            floor = needed_lab().measure_floor(self.data(), specs, method, names=names)
            rules = floor.rules
            decision = floor.noted(decision or Decision())
        claims = None
        ports = lab() if method.claims and current_statistic.tables else None
        if ports is not None and (data := self.load(current_statistic)) is not None:
            claims = ports.judge_claims(data, [table.spec for table in current_statistic.tables], method)
        day = since or time[:10]
        self._become(
            current_statistic.put_in_force(method, day, decision, measured=rules, signers=signers, claims=claims)
        )

    def change_records(
        self,
        keys: Sequence[str],
        control: Sequence[Sequence[str]],
        *,
        least: int = 3,
        seed: int = 1,
        progress: Callable[[float], None] = lambda share: None,
    ) -> DeviationsByTable:
        """Change the records of the current period by the SAFE principle: every combination of keys occurs not at all,
        or at least `least` times. They are kept beside the statistic. Gives how control tables deviate.

        Raises wing_absent, release_role_not_allowed, safe_released, and the errors of `changed_by_safe`.
        """
        needs_role(self.statistic, "methodologist")
        data = self.data()
        changed, report = needed_rivals().changed_by_safe(data, keys, control, least, seed, progress)
        deviations = report.largest, report.mean
        self._become(with_changed_records(self.statistic, changed, control, seed, deviations))
        self._keep(changed)
        return report

    def find_patterns(
        self,
        tables: Sequence[str] = (),
        *,
        least: int = 3,
        groups: str = "",
        rules: PrimaryRules | None = None,
        cost: Literal["number", "value", "log"] = "value",
        progress: Callable[[float], None] = lambda share: None,
    ) -> PatternsFound:
        """Find the cells of saved tables that cell suppression hides, for all of them together. Cells of released
        tables stay as they are. The patterns are kept beside the statistic where they are held, and not otherwise.

        tables: names, by default all. rules: of sensitive sums. Raises wing_absent, release_role_not_allowed, and
        the errors of `patterns_for_tables`.
        """
        needs_role(self.statistic, "methodologist")
        chosen = chosen_tables(self.statistic, list(tables))
        released = released_specs(self.statistic)
        pending = [kept for kept in self._kept.get(self.statistic.current, ()) if isinstance(kept, KeptPatterns)]
        former = None
        if released:
            former = pending[-1] if pending else former_patterns(self.period, self.path)
        found_patterns = needed_rivals().patterns_for_tables(
            self.data(),
            [table.spec for table in chosen],
            least,
            groups=groups,
            rules=rules,
            cost=cost,
            salt=patterns_salt(self.statistic),
            former=former,
            released=released,
            progress=progress,
        )
        if (kept := found_patterns.kept) is not None:
            counts = found_patterns.primary, found_patterns.secondary, found_patterns.proven
            counts = found_patterns.primary, found_patterns.secondary, found_patterns.proven
            names = [table.name for table in chosen]
            self._become(with_found_patterns(self.statistic, kept, names, counts, rules))
            self._keep(kept)
        return found_patterns

    def _keep(self, kept: Kept) -> None:
        """Keep what a method of the current period applies until the end, when it is written."""
        place = self.statistic.current
        self._kept[place] = (*self._kept.get(place, ()), kept)

    @checked
    def save_table(self, name: str, spec: TableSpec, *, folder: str = "") -> None:
        """Save a table under a name; one with the same name is replaced. folder: in which it is shown, "" for none."""
        self._become(self.statistic.with_table(SavedTable(name, spec, actions.now_text(), folder)))

    @checked
    def rename_table(self, name: str, new: str) -> None:
        """Give a saved table another name. Raises table_unknown, table_name_taken."""
        self._become(renamed(self.statistic, name, new))

    @checked
    def remove_table(self, name: str) -> None:
        """Remove a saved table. Raises table_unknown."""
        find_table(self.statistic, name)
        self._become(self.statistic.without_table(name))

    # --- figures -----------------------------------------------------------------------------------------------------

    @checked
    def draft(self, table: str | TableSpec) -> Draft:
        """Draft of a saved table (by name) or of a specification under the method in force, for `ckm.export`.

        Raises table_unknown, NoMethodInForce, and the errors of computing.
        """
        spec = find_table(self.statistic, table).spec if isinstance(table, str) else table
        draft = draft_of(self.statistic, spec, self.load)
        self._tell_blanks(spec)
        return draft

    def _tell_blanks(self, spec: TableSpec) -> None:
        """Warn how records without a value are treated in the sums of a table of the current period."""
        in_force, data = self.statistic.period.in_force, self.load(self.statistic)
        if in_force is None or data is None or not self.statistic.shows_records:
            return
        columns = [data.magnitudes[name] for name in spec.magnitudes if name in data.magnitudes]
        blank_counts = [
            (
                column.name,
                column.called,
                0 if column.missing is None else sum(map(np.count_nonzero, blocks_of(column.missing))),
            )
            for column in columns
        ]
        tell(blanks_told(blank_counts, in_force.method.sum_rules))

    @checked
    def table(self, table: str | TableSpec) -> ProtectedTable:
        """Figures of a saved table (by name) or of a specification under the method in force; `to_pandas()` converts
        them to a data frame. Raises the errors of `draft`."""
        return self.draft(table).table

    @checked
    def write_hypercube(
        self, spec: HyperSpec, path: str | os.PathLike[str], *, form: FormName, language: Language = "en"
    ) -> int:
        """Write all margins of a hypercube under the method in force as a draft, completely or not at all. Returns the
        number of lines.

        form: parquet, csv-long, sdmx-csv-2 or html-cube. Raises hypercube_form, export_other_ending, run_no_records,
        NoMethodInForce, and the errors of making and writing.
        """
        streamed_form(form, Path(path))
        data = self.load(self.statistic)
        if data is None:
            raise InputError("run_no_records", period=self.statistic.period.label)
        return needed_scale().write_hypercube(self.statistic, spec, data, Path(path), form, language, self.office)

    @checked
    def run(
        self,
        folder: str | os.PathLike[str],
        tables: Sequence[str] = (),
        *,
        periods: Sequence[str] = (),
        where: Mapping[str, str | Sequence[str]] | None = None,
        form: FormName | None = None,
        language: Language = "en",
        workbook: bool = False,
        adapt: bool = False,
        replaces: bool = False,
    ) -> Runs:
        """Write saved tables as drafts to a folder, with a report for each period.

        tables: names, or `folder/` for all of a folder; empty for all. periods: labels or dates, empty for the current
        one. where: codes by variable; each table is written for each combination. form: by default the office's first.
        adapt: replace codes that changed one to one by their new names. replaces: overwrite other files of the same
        names.

        Raises table_unknown, run_period_unknown, NoMethodInForce, FilesInTheWay, NotWritten. Misfits and errors of
        single tables are in the result, and their files are not written.
        """
        current_statistic, target = self.statistic, Path(folder)
        period_indices = [find_period(current_statistic, period) for period in periods] or [current_statistic.current]
        parts_where: Where = (
            {}
            if where is None
            else {name: (codes,) if isinstance(codes, str) else tuple(codes) for name, codes in where.items()}
        )
        reports = []
        for index in period_indices:
            statistic_then = replace(current_statistic, current=index)
            data = self.load(statistic_then)
            if data is None:
                raise InputError("run_no_records", period=statistic_then.period.label)
            planned = plan(
                statistic_then,
                data,
                by_parts(statistic_then, chosen_tables(statistic_then, tables), parts_where),
                form or first_form(self.office),
                language,
                adapt=adapt,
                folder=target,
                ckm_path=self.path,
                office=self.office,
                workbook=workbook or self.office.one_workbook,
            )
            reports.append(
                run_planned(
                    statistic_then,
                    data,
                    planned,
                    target,
                    language,
                    ckm_path=self.path,
                    office=self.office,
                    load=self.load,
                    replaces=replaces,
                )
            )
        return Runs(tuple(reports), target)

    # --- release -----------------------------------------------------------------------------------------------------

    @checked
    def submit(
        self,
        table: str,
        *,
        recipient: str = "",
        purpose: str = "",
        order_number: str = "",
        embargo: str = "",
        forms: Sequence[str] = (),
        language: Language | None = None,
        remark: str = "",
        corrects: int = 0,
        period: str = "",
        person: Who | None = None,
        hypercube: bool = False,
        files: Sequence[str | os.PathLike[str]] = (),
    ) -> int:
        """Submit a saved table for release and return its number. hypercube: all margins of its variables, with figures
        only in files.

        period: label or date, "" for the current one. forms: of its final files, by default the office's. embargo: ISO
        time. language: of its files, by default the table's, else English. corrects: number of the release to be
        replaced. person: who takes the step, by default the person of the whole work. files: of the hypercube to be
        replaced, or folders with these, from which the changed figures are known; files beside the statistic are found.
        Points to be looked at are in `releases[-1].submission.checks`.

        Raises table_unknown, release_form_not_written, NoMethodInForce, register_person_missing, person_step_refused
        and the errors of computing.
        """
        current_statistic = self.statistic
        wanted_forms = tuple(dict.fromkeys(forms or self.office.forms))
        for form in wanted_forms:
            if form not in RELEASED:
                raise InputError("release_form_not_written", form=form, known=tuple(RELEASED))
        saved = find_table(current_statistic, table)
        own_language: Language = "de" if saved.spec.presentation.language == "de" else "en"
        request = Request(recipient, purpose, order_number, embargo, wanted_forms, language or own_language)
        statistic_then = (
            replace(current_statistic, current=find_period(current_statistic, period)) if period else current_statistic
        )
        for wanted_form in wanted_forms if hypercube else ():
            streamed_form(wanted_form)
        if hypercube:
            scale, near = needed_scale(), files_near(self.path, *map(Path, files), office=self.office)
            ready = scale.prepare_hypercube(statistic_then, saved, self.load, request, self.office)
            if corrects:
                ready = scale.with_revised_cells(statistic_then, ready, corrects, self.load, near, self.office)
        else:
            ready = prepare(statistic_then, saved, self.load, request, self.office, judge=True)
        who = self.person if person is None else person
        submitted = actions.submit(statistic_then, ready, who, actions.now_text(), remark=remark, corrects=corrects)
        self._become(replace(submitted, current=current_statistic.current))
        return self.statistic.register[-1].number

    @checked
    def accept_sums(
        self,
        table: str,
        *,
        reason: str,
        second_person: Who,
        rules: Sequence[str] = (),
        period: str = "",
        person: Who | None = None,
    ) -> tuple[str, ...]:
        """Accept open rules of the floor of a saved table's sums, with a reason and a second person. Returns the
        accepted rules. rules: only these, by default all open ones.

        Raises nothing_to_accept, release_reason_missing, register_person_missing, register_same_person, table_unknown,
        release_role_not_allowed, person_step_refused and the errors of computing.
        """
        current_statistic, port = self.statistic, needed_lab().RELEASE_CHECKS["sums"]
        needs_role(current_statistic, "methodologist")
        saved = find_table(current_statistic, table)
        statistic_then = (
            replace(current_statistic, current=find_period(current_statistic, period)) if period else current_statistic
        )
        ready = prepare(statistic_then, saved, self.load, PLAIN_REQUEST, self.office, judge=True)
        judged = ready.result_of("sums")
        accepted = () if judged is None else port.not_accepted(statistic_then, judged)
        wanted_sums = [accepted_sum for accepted_sum in accepted if not rules or accepted_sum.rule in rules]
        who = self.person if person is None else person
        accept_sums = actions.accept_sums(statistic_then, wanted_sums, who, second_person, actions.now_text(), reason)
        self._become(replace(accept_sums, current=current_statistic.current))
        return tuple(dict.fromkeys(accepted_sum.rule for accepted_sum in wanted_sums))

    @checked
    def approve(
        self, number: int, *, remark: str = "", checks: Sequence[Check] = (), person: Who | None = None
    ) -> None:
        """Release a submission, and put its figures on record where its embargo is over; of a release whose embargo has
        ended meanwhile do the latter alone. checks: what the releaser has seen beside the points of the submission.

        Raises release_undecided, register_same_person where four eyes are required, release_differs,
        release_wrong_state, release_role_not_allowed, person_step_refused.
        """
        needs_role(self.statistic, "releaser")
        who = self.person if person is None else person
        time = actions.now_text()
        if not self._can_be_opened(find_release(self.statistic.register, number), time):
            self._become(actions.release(self.statistic, number, who, time, remark=remark, checks=checks))
        self._open_figures(number, who, time)

    @checked
    def approve_package(
        self,
        numbers: Sequence[int],
        *,
        remark: str = "",
        person: Who | None = None,
        files: Sequence[str | os.PathLike[str]] = (),
    ) -> tuple[LeftOpen, ...]:
        """Release several submissions by one entry, after a joint attack over all of them; it records the verdict.
        Returns what the attack named, confidential. files: of released hypercubes, or folders with these.

        Raises package_needs_several and the errors of `approve`.
        """
        needs_role(self.statistic, "releaser")
        who = self.person if person is None else person
        time, listed = actions.now_text(), tuple(dict.fromkeys(numbers))
        actions.release_package(self.statistic, listed, who, time)  # what cannot be released is not attacked
        left = self.attack_package(listed, files=files)
        check = actions.joint_check(listed, needed_lab().left_verdict(left), len(left))
        checks = (check, *needed_lab().seen_undecided(left))
        self._become(actions.release_package(self.statistic, listed, who, time, remark=remark, checks=checks))
        for number in listed:
            self._open_figures(number, who, time)
        return left

    @checked
    def attack_package(
        self, numbers: Sequence[int], *, files: Sequence[str | os.PathLike[str]] = ()
    ) -> tuple[LeftOpen, ...]:
        """List what several submissions give away together with each other and with all releases. Confidential. Raises
        release_role_not_allowed."""
        needs_role(self.statistic, "methodologist", "releaser")
        file_paths = files_near(self.path, *map(Path, files), office=self.office)
        return needed_lab().left_open_together(self.statistic, numbers, self.load, files=file_paths)

    @checked
    def name_deputy(self, name: str, deputy: str, start: str, end: str, *, person: Who | None = None) -> None:
        """Name a deputy of a person from one ISO day to another; she does not release what that person submits. Raises
        deputy_refused, person_unknown, release_role_not_allowed, person_step_refused."""
        needs_role(self.statistic, "releaser", "methodologist")
        who = self.person if person is None else person
        time = actions.now_text()
        self._become(actions.name_deputy(self.statistic, name, deputy, start, end, who, time))

    @staticmethod
    def _can_be_opened(found: Release, time: str) -> bool:
        return found.state == "released" and found.submission.hidden and not actions.is_embargoed(found, time)

    def _open_figures(self, number: int, who: Who, time: str) -> None:
        """Put the figures of a release on record where its embargo is over."""
        release = find_release(self.statistic.register, number)
        if self._can_be_opened(release, time):
            made = prepared_again(self.statistic, release, self.load, self.office)
            self._become(actions.open_figures(self.statistic, number, made, who, time))

    @checked
    def return_(self, number: int, remark: str, *, person: Who | None = None) -> None:
        """Return a submission with a reason. Raises release_wrong_state, release_reason_missing,
        release_role_not_allowed."""
        needs_role(self.statistic, "releaser")
        who = self.person if person is None else person
        self._become(actions.return_(self.statistic, number, who, actions.now_text(), remark))

    @checked
    def withdraw(self, number: int, remark: str, *, recipients: Sequence[str] = (), person: Who | None = None) -> None:
        """Withdraw a release, with a reason. recipients: who is informed. Raises release_wrong_state,
        release_reason_missing, release_role_not_allowed."""
        needs_role(self.statistic, "releaser")
        who = self.person if person is None else person
        time = actions.now_text()
        self._become(actions.withdraw(self.statistic, number, who, time, remark, recipients=recipients))

    @checked
    def give_early(self, number: int, remark: str, *, recipients: Sequence[str], person: Who | None = None) -> None:
        """Record who has the figures of a release before its embargo is over. remark: what for. Raises
        release_not_embargoed, release_nobody_named, release_reason_missing, release_role_not_allowed."""
        needs_role(self.statistic, "releaser")
        who = self.person if person is None else person
        time = actions.now_text()
        self._become(actions.give_early(self.statistic, number, who, time, remark, recipients=recipients))

    # --- what has left the house, looked at once more ----------------------------------------------------------------

    @checked
    def look_again(self, *, seconds: float = 60.0, files: Sequence[str | os.PathLike[str]] = ()) -> ReleasesReview:
        """Attack all releases with today's methods: weighted counts beside counts, counts by the value of a magnitude,
        sums beside a published 0. The date is recorded; the result is confidential.

        seconds: for the attack on each period; files: of released hypercubes, or folders with these. Raises
        release_role_not_allowed.
        """
        needs_role(self.statistic, "methodologist", "releaser")
        file_paths = files_near(self.path, *map(Path, files), office=self.office)
        examined_recheck = needed_lab().recheck(self.statistic, self.load, seconds=seconds, files=file_paths)
        self._become(pair_decisions.with_look(self.statistic, examined_recheck.verdict.value, actions.now_text()[:10]))
        return examined_recheck

    @checked
    def accept_release(
        self, number: int, reason: str, *, kinds: Sequence[PairKind] = (), person: Who | None = None
    ) -> None:
        """Accept by decision what pairs of values disclose in a release. kinds: of pairs, by default all. Raises
        pair_not_looked_at, pair_none_shown, release_wrong_state, release_reason_missing, register_person_missing,
        release_role_not_allowed."""
        self._decide(pair_decisions.accept_release, number, reason, kinds, person)

    @checked
    def publish_no_further(
        self, number: int, reason: str, *, kinds: Sequence[PairKind] = (), person: Who | None = None
    ) -> None:
        """Forbid further values of a release's pairs for its records. Parameters and errors as of `accept_release`."""
        self._decide(pair_decisions.publish_no_further, number, reason, kinds, person)

    def _decide(
        self,
        decide: Callable[[Statistic, int, Who, str, str, Sequence[PairKind]], Statistic],
        number: int,
        reason: str,
        kinds: Sequence[PairKind],
        person: Who | None,
    ) -> None:
        needs_role(self.statistic, "methodologist")
        who = self.person if person is None else person
        self._become(decide(self.statistic, number, who, actions.now_text(), reason, kinds))

    @checked
    def take_back_decision(self, number: int, *, kinds: Sequence[PairKind] = ()) -> None:
        """Revoke decisions on a release. kinds: of pairs, by default all. Raises pair_nothing_decided,
        release_role_not_allowed."""
        needs_role(self.statistic, "methodologist")
        self._become(pair_decisions.take_back(self.statistic, number, kinds))

    @checked
    def attack_redrawn(
        self, number: int, *, seconds: float = 60.0, files: Sequence[str | os.PathLike[str]] = ()
    ) -> RedrawnReview:
        """Attack a withdrawn table as it would be published now, together with all releases; the second draw may be
        published only if the verdict is held. Raises release_wrong_state, release_unknown, release_role_not_allowed."""
        needs_role(self.statistic, "methodologist", "releaser")
        file_paths = files_near(self.path, *map(Path, files), office=self.office)
        return needed_lab().attack_redrawn(self.statistic, number, self.load, seconds=seconds, files=file_paths)

    @checked
    def write(
        self, number: int, folder: str | os.PathLike[str], *, replaces: bool = False, person: Who | None = None
    ) -> tuple[WrittenFile, ...]:
        """Write the final files of a release; they appear in the folder when the work ends without an error.

        Raises release_wrong_state, release_under_embargo, release_differs, FilesInTheWay, release_role_not_allowed and
        the errors of computing.
        """
        time, target = actions.now_text(), Path(folder)
        needs_role(self.statistic, "releaser")
        who = self.person if person is None else person
        self._open_figures(number, who, time)
        current_statistic = self.statistic
        actions.refuse_embargoed(find_release(current_statistic.register, number), time)
        actions.written(current_statistic, number, (), who, time)  # what cannot be noted is not written
        new_files = released_files(current_statistic, number, self.load, target, time, office=self.office)
        files = self._stack.enter_context(new_files)
        if not replaces:
            refuse_others([path for path, _ in files], target)
        noted = tuple(written_file for _, written_file in files)
        self._become(actions.written(current_statistic, number, noted, who, time))
        self._staged.append(Staged(files, target, replaces))
        return noted

    @checked
    def set_four_eyes(self, on: bool, *, person: Who | None = None) -> None:
        """Set and record whether the releaser of a table must be another person than the submitter. Raises
        person_step_refused, release_role_not_allowed."""
        needs_role(self.statistic, "methodologist")
        who = self.person if person is None else person
        self._become(actions.set_four_eyes(self.statistic, on, who, actions.now_text()))

    # --- the register ------------------------------------------------------------------------------------------------

    def register(self, language: Language = "en") -> pd.DataFrame:
        """Data frame with a line per register entry, as `ckm register -o` writes them."""
        from ckmcore.release.listing import COLUMNS, facts_of

        return pd.DataFrame(
            [facts_of(register_entry, language) for register_entry in self.statistic.register], columns=COLUMNS
        ).fillna("")

    @checked
    def verify(self, files: Sequence[str | os.PathLike[str]] = ()) -> tuple[Verified, ...]:
        """Verify that file, register, kept figures and released `files` are unchanged, point by point (`good`,
        `said.text(language)`). It examines the files on disk, not unsaved changes."""
        if self._opened is None or self._stamp is None:
            return ()
        current_opened = self._opened
        shared_register = read_register(register_path(self.folder, current_opened.identity), current_opened.identity)
        return (
            *verify_guard(current_opened, self._stamp.guard, self.folder),
            *verify_register(current_opened),
            *verify_persons(current_opened),
            *verify_shared(current_opened, shared_register),
            *verify_kept(current_opened, self.path),
            *verify_files(current_opened, [Path(file) for file in files], load=self.load, office=self.office),
        )


def first_form(office: Office) -> FormName:
    """First of the office's forms that the engine can write; PDF is printed by the window."""
    return next((form for form in office.forms if form in FORMS), "xlsx")
