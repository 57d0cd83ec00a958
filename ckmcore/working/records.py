"""Words, periods, records and dictionary of a statistic that is worked on."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date as Date
from pathlib import Path
from typing import Any, Literal

from ckmcore.areas.boundaries import read_with_notices
from ckmcore.areas.model import AreaMatch, AreaSet
from ckmcore.base.checked import checked
from ckmcore.base.deviations import tell
from ckmcore.base.texts import Texts
from ckmcore.dictionary.judge_rules import RuleFinding
from ckmcore.dictionary.moving import decided
from ckmcore.dictionary.record_rules import RecordRule
from ckmcore.errors import DataError, InputError
from ckmcore.messages import sentence
from ckmcore.microdata import Dialect, Hierarchy
from ckmcore.microdata.classes import MagnitudeClasses
from ckmcore.microdata.data import Category
from ckmcore.microdata.database_address import Address
from ckmcore.microdata.files import PREPARED
from ckmcore.microdata.frame import as_frame, source_of_frame
from ckmcore.microdata.reading_plan import ReadingAnswer, answers_kept
from ckmcore.microdata.variable import Role as VariableRole
from ckmcore.microdata.variable import VariableEntry
from ckmcore.ports import needed_scale
from ckmcore.release.actions import now_text
from ckmcore.release.run import find_period
from ckmcore.statistic.areas_beside import areas_of, match_areas, with_areas, without_areas
from ckmcore.statistic.frame_records import handed_again, take_frame
from ckmcore.statistic.import_period import CodeDecision, breaks_series
from ckmcore.statistic.import_records import Delivery, Looked, Taken, look_at, take_records
from ckmcore.statistic.judged_records import judged
from ckmcore.statistic.key_choice import KeyChoice, with_former, with_identifier
from ckmcore.statistic.model import Units
from ckmcore.statistic.period import ColumnOf, Decision, Period
from ckmcore.statistic.period_files import former_period
from ckmcore.statistic.periods import undated, with_new_period
from ckmcore.statistic.personal_key import PersonalKey
from ckmcore.statistic.relation import Held
from ckmcore.statistic.replace_data import replace_data, with_fresh_keys
from ckmcore.working.file import WorkingFile

_NAMED = 12  # codes of a sentence; a code list has thousands


def lacking_codes(variable: str, codes: Sequence[str]) -> str:
    """Text of a variable with codes that its list lacks: all codes, or the first ones and their number."""
    more = [] if len(codes) <= _NAMED else [f"... ({len(codes)})"]
    return f"{variable} ({', '.join([*codes[:_NAMED], *more])})"


def mapping_of(columns: Mapping[str, str] | None, names: Sequence[str]) -> tuple[ColumnOf, ...]:
    """Mapping of the dictionary's variables to columns with other names ("" for absent variables). Raises
    working_column_not_read where a column is not in `names`, since it would become a separate variable."""
    for variable, column in (columns or {}).items():
        if column and column not in names:
            raise InputError("working_column_not_read", variable=variable, column=column, names=list(names))
    return tuple(ColumnOf(variable, column) for variable, column in (columns or {}).items())


class WorkingRecords(WorkingFile):
    """Operations on the records of a statistic: its periods and the dictionary."""

    # --- words, periods, records -------------------------------------------------------------------------------------

    @checked
    def describe(
        self,
        *,
        title: Texts | None = None,
        source_note: Texts | None = None,
        units: Units | None = None,
        title_pattern: Texts | None = None,
    ) -> None:
        """Set the title, source, recurrence of units, or pattern of titles (`Students in {period} {breakdown}`); None
        keeps a value. Raises release_role_not_allowed."""
        self.needs("methodologist")
        current_statistic = self.statistic
        self._become(
            replace(
                current_statistic,
                title=current_statistic.title if title is None else title,
                source_note=current_statistic.source_note if source_note is None else source_note,
                units=current_statistic.units if units is None else units,
                title_pattern=current_statistic.title_pattern if title_pattern is None else title_pattern,
            )
        )

    @checked
    def set_rules(self, rules: Sequence[RecordRule]) -> None:
        """Declare the rules that records have to fulfil, in the place of those so far. They are judged whenever
        records are taken over; `judge_records` judges those that are there. Raises release_role_not_allowed.

        >>> with ckm.work_on_statistic("statistic.ckm") as work:
        ...     work.set_rules([ckm.RecordRule("required", "SEX"), ckm.RecordRule("range", "INCOME", low="0")])
        ...     [str(finding.verdict) for finding in work.judge_records()]
        ['held', 'held']
        """
        self.needs("methodologist")
        self._become(replace(self.statistic, rules=tuple(rules)))

    def judge_records(self) -> tuple[RuleFinding, ...]:
        """Judge the records of the current period by the rules of the statistic. Confidential.

        Raises release_role_not_allowed, run_no_records and the errors of reading.
        """
        return judged(self.statistic, self.data(), ckm_path=self.path, load=self.load)

    @checked
    def add_period(
        self,
        label: Texts,
        date: str = "",
        *,
        areas: Texts = Texts(),
        moving: Mapping[str, Literal["age", "codes"]] | None = None,
    ) -> None:
        """Add a reporting period, which becomes the current one; the method in force goes on where it may.

        date: ISO; without it the period is shown with all codes, also those that are valid at other times only, and
        no codes can begin or end in others (period_without_day). areas: state of areas. The first one of a new
        statistic takes the place of the one without a name.

        moving: of variables that are fixed classes or groups of years, such as of birth, whether each shall be an `age`
        that is computed for each period, or the same years in all (`codes`). It is asked once, and kept. Raises
        derivation_moves where one was not decided, moving_no_age, moving_unknown, release_role_not_allowed,
        working_day_unreadable.
        """
        self.needs("methodologist")
        now = self.statistic
        day = "" if not date else _day(date)
        if now.period == Period(Texts()):
            made = now.with_period(Period(label, day, areas=areas))
        else:
            former = now.period.date
            now = replace(now, dictionary=decided(now.dictionary, moving or {}, former))
            made = with_new_period(now, label, day, areas)
            if now.period.in_force is not None and made.period.in_force is None:
                self._notice(sentence("floor_not_carried"))
        self._become(made)
        self._tell_undated()

    @checked
    def decide_moving(self, answers: Mapping[str, Literal["age", "codes"]]) -> None:
        """Decide of variables that are fixed classes or groups of years, made for the current period, as `add_period`
        asks. Raises release_role_not_allowed, derivation_moves, moving_no_age, moving_unknown."""
        self.needs("methodologist")
        now = self.statistic
        self._become(replace(now, dictionary=decided(now.dictionary, answers, now.period.date)))

    @checked
    def describe_period(
        self, *, label: Texts | None = None, date: str | None = None, areas: Texts | None = None
    ) -> None:
        """Change label, day (ISO, "" for none) or territorial status of the current period; None keeps a value. Raises
        release_role_not_allowed, working_day_unreadable."""
        self.needs("methodologist")
        current_statistic, period = self.statistic, self.period
        new_period = replace(
            period,
            label=period.label if label is None else label,
            date=period.date if date is None else _day(date) if date else "",
            areas=period.areas if areas is None else areas,
        )
        self._become(current_statistic.with_period(new_period))
        self._tell_undated()

    def _tell_undated(self) -> None:
        said_sentence = undated(self.statistic)
        if said_sentence is not None and said_sentence not in self.notices:
            self._notice(said_sentence)

    @checked
    def choose_period(self, period: str) -> None:
        """Go on with the period of this label or date. Raises run_period_unknown."""
        current_statistic = self.statistic
        period_index = find_period(current_statistic, period)
        if self._read_only:
            self._statistic = replace(current_statistic, current=period_index)
        else:
            self._become(replace(current_statistic, current=period_index))

    @checked
    def add_records(
        self,
        source: Any,
        dimensions: Sequence[str] | None = None,
        *,
        record_key: str | None = None,
        weight: str | None = None,
        magnitudes: Sequence[str] | None = None,
        identifiers: Sequence[str] = (),
        columns: Mapping[str, str] | None = None,
        keys: KeyChoice | Literal["generate", "none"] | None = None,
        modulus: int | None = None,
        meta: str | os.PathLike[str] | None = None,
        dialect: Dialect | None = None,
        codes: Sequence[CodeDecision] = (),
        new_codes: Literal["refuse", "begin"] = "refuse",
        since: str = "",
    ) -> None:
        """Take files, or a frame, over as the records of the current period, as the data page does.

        source: a path, several paths, or a frame of pandas, polars, Arrow or DuckDB, or anything that has
        `__arrow_c_stream__`. Of a frame only the number of its records and a fingerprint are written: `give_frame`
        hands the same frame in again after the statistic was opened. meta: of files; dialect: of files, and answers to
        what can be read in several ways, of a frame too (`ckm.reading_plan`).

        Columns have the role that is said here, else that of the dictionary; without `dimensions`, and where the
        dictionary has none, that which is guessed of files. Others are ignored. columns: the columns that hold
        variables of the dictionary under other names. keys: where record keys come from, where no column holds them:
        those of the period before where its units can be found again by an identifier, else drawn at random. modulus:
        of keys that are integers. codes: what becomes of codes that the dictionary does not know, or
        `new_codes="begin"` for all variables: they are valid from `since` on (ISO; "": the day of the period). Codes
        without records stay.

        Raises release_role_not_allowed, working_has_records, working_codes_undecided, desk_no_dimension,
        UnknownColumn, working_column_not_read, change_without_day, periods_out_of_order, period_without_day,
        rules_refuse, frame_household, and the errors of reading and of keys.
        """
        self.needs("methodologist")
        now = self.statistic
        if now.period.source is not None:
            raise InputError("working_has_records", period=now.period.label)
        frame = None if isinstance(source, str | os.PathLike | list | tuple) else as_frame(source)
        looked, names = None, [] if frame is None else list(source_of_frame(frame, dialect).names)
        if frame is None:
            given = [source] if isinstance(source, str | os.PathLike) else list(source)
            looked = look_at([Path(one) for one in given], dialect, None if meta is None else Path(meta), now)
            names = list(looked.preview.names)
        asked: dict[str, VariableRole] = dict.fromkeys(dimensions or (), "dimension")
        asked.update(dict.fromkeys(magnitudes or (), "magnitude"))
        asked.update(dict.fromkeys(identifiers, "identifier"))
        asked |= {} if weight is None else {weight: "weight"}
        asked |= {} if record_key is None else {record_key: "record_key"}
        roles = self._roles(names, looked, asked, dimensions is None)
        mapping = mapping_of(columns, names)
        key_choice = self._key_choice(names, roles, keys, modulus)
        if looked is None:
            delivery = Delivery((), roles, key_choice, modulus, mapping, dialect)
            taken, self._handed[now.current] = take_frame(
                now, frame, delivery, ckm_path=self.path, load=self.without_keys
            )
            self._has_taken(taken, codes, new_codes, since)
            return
        delivery = Delivery(
            looked.preview.files or (looked.preview.file,),
            roles,
            key_choice,
            modulus,
            mapping,
            looked.dialect,
            looked.preview.meta,
            dictionary=looked.dictionary,
            structural_zeros=looked.structural_zeros,
            prepared=looked.preview.format in PREPARED,
        )
        self._has_taken(
            take_records(now, delivery, ckm_path=self.path, load=self.without_keys), codes, new_codes, since
        )

    @checked
    def give_frame(self, frame: Any) -> None:
        """Give the records of the current period once more, which came from a frame, since a statistic keeps none.

        frame: of any library, with the same records in the same order. Raises release_role_not_allowed,
        frame_not_asked, frame_differs, and the errors of reading.
        """
        self.needs("methodologist")
        self._handed[self.statistic.current] = handed_again(self.statistic, frame)

    @checked
    def add_relation(
        self,
        database: str,
        relation: str,
        dimensions: Sequence[str],
        *,
        record_key: str,
        modulus: int | None = None,
        weight: str = "",
        magnitudes: Sequence[str] = (),
        household: str = "",
        any_member: Sequence[str] = (),
        columns: Mapping[str, str] | None = None,
        held: Held = "database",
        period_column: str = "",
        period_code: str = "",
        codes: Sequence[CodeDecision] = (),
        new_codes: Literal["refuse", "begin"] = "refuse",
        since: str = "",
    ) -> None:
        """Use a table of a database named in the computer's policy as records of the current period; they are counted
        there.

        relation: table or view (`schema.table`; in a folder of Parquet files the name of a file or folder). household:
        column by which households are counted instead of records; any_member: variables for which one member's category
        suffices. held: `memory` reads the records each time the period is opened, if the policy allows it, so that
        operations needing records are possible. period_column: column of the period where the relation has several;
        only records with `period_code` are used and included in the mark. Other parameters as of `add_records`.

        Raises release_role_not_allowed, working_has_records, working_codes_undecided, desk_no_dimension,
        working_column_not_read, database_unknown, database_unreachable, database_records_stay, database_period,
        database_period_column and other errors of opening.
        """
        self.needs("methodologist")
        current_statistic = self.statistic
        if current_statistic.period.source is not None:
            raise InputError("working_has_records", period=current_statistic.period.label)
        roles = {
            "dimensions": tuple(dimensions),
            "key": record_key,
            "modulus": modulus,
            "weight": weight,
            "magnitudes": tuple(magnitudes),
            "household": household,
            "any_member": tuple(any_member),
            "period": period_column,
            "period_code": period_code,
        }
        named_columns = (*dimensions, *magnitudes, *(name for name in (record_key, weight, household) if name))
        mapping = mapping_of(columns, named_columns)
        taken_relation = needed_scale().add_relation(
            current_statistic, Address(database, relation), roles, held, mapping
        )
        self._has_taken(taken_relation, codes, new_codes, since)

    @checked
    def refresh_relation(
        self,
        *,
        codes: Sequence[CodeDecision] = (),
        new_codes: Literal["refuse", "begin"] = "refuse",
        since: str = "",
    ) -> None:
        """Update the records of the current period from the current data of their database relation.

        Raises the errors of `add_relation`, and replace_without_source where they have another source.
        """
        self.needs("methodologist")
        if not self.of_database:
            raise InputError("replace_without_source")
        self._has_taken(needed_scale().taken_again(self.statistic), codes, new_codes, since)

    @property
    def of_database(self) -> bool:
        """Whether the records of the current period lie in a database."""
        source = self.period.source
        return source is not None and source.kind == "database"

    def _has_taken(
        self, taken_records: Taken, codes: Sequence[CodeDecision], new_codes: Literal["refuse", "begin"], since: str
    ) -> None:
        if taken_records.changes:
            taken_records = taken_records.decided(self._decided(taken_records, codes, new_codes), since)
        self.notices += taken_records.notices
        tell(taken_records.read.deviations)
        self._has_read(taken_records.statistic, taken_records.read)
        self._tell_undated()

    @checked
    def replace_records(
        self,
        source: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
        identifier: str = "",
        *,
        secret: str | os.PathLike[str] | None = None,
        decision: Decision | None = None,
        signers: Sequence[PersonalKey] = (),
    ) -> tuple[int, int, int]:
        """Replace the records of the current period by a corrected delivery; units found by the column `identifier`
        keep their keys. Returns the numbers of kept, new and gone units.

        secret: file of the secret of derived keys, for new units. Without an identifier all records get new keys, which
        needs a decision with a remark, and after a release a second person. Raises keys_need_reason,
        method_needs_reason, register_same_person, release_role_not_allowed,
        replace_without_source, keys_column_changed, key_identifier_twice, key_identifier_none, keys_secret_other and
        the errors of reading.
        """
        current_statistic, data = self.statistic, self.data()
        paths = [Path(source) for source in ([source] if isinstance(source, str | os.PathLike) else source)]
        own_path = None if secret is None else Path(secret)
        reason = "" if decision is None else decision.remark
        found_replace_data = replace_data(
            current_statistic, data, self.path, paths, identifier, secret=own_path, reason=reason
        )
        if found_replace_data.fresh:
            made = replace(decision or Decision(), recorded=now_text())
            decided_statistic = with_fresh_keys(found_replace_data.statistic, current_statistic, made, signers)
            found_replace_data = replace(found_replace_data, statistic=decided_statistic)
        self.notices += found_replace_data.notices
        tell(found_replace_data.read.deviations)
        self._has_read(found_replace_data.statistic, found_replace_data.read)
        return found_replace_data.kept, found_replace_data.new, found_replace_data.gone

    def _roles(
        self, names: Sequence[str], looked: Looked | None, asked_roles: Mapping[str, VariableRole], guess: bool
    ) -> tuple[tuple[str, VariableRole], ...]:
        """Roles of the columns of files or of a frame; requested columns that do not exist come last, so that an error
        names them. looked: what files say of theirs."""
        known_roles = {entry.name: entry.role for entry in self.statistic.dictionary}
        roles = {} if looked is None else {entry.name: entry.role for entry in looked.dictionary}
        guessed: dict[str, VariableRole] = {}
        if looked is not None and guess and not known_roles:
            guessed = {column.name: column.role for column in looked.preview.columns}
        held_roles: dict[str, VariableRole] = {}
        for name in names:
            held_roles[name] = (
                asked_roles.get(name) or known_roles.get(name) or roles.get(name) or guessed.get(name) or "ignored"
            )
        return tuple({**held_roles, **asked_roles}.items())

    def _key_choice(
        self,
        names: Sequence[str],
        roles: Sequence[tuple[str, VariableRole]],
        keys: KeyChoice | Literal["generate", "none"] | None,
        modulus: int | None,
    ) -> KeyChoice:
        names_by_role: dict[str, list[str]] = {}
        for name, role in roles:
            names_by_role.setdefault(role, []).append(name)
        household = next(iter(names_by_role.get("household", ())), "")
        column = next(iter(names_by_role.get("record_key", ())), "")
        if isinstance(keys, KeyChoice):
            return replace(keys, household=keys.household or household)
        if column:
            return KeyChoice("column", column, modulus, household=household)
        recurring = any(period.source is not None for period in self.statistic.periods)
        choice = KeyChoice(keys or "generate", household=household, recurring=recurring)
        if keys is not None:
            return choice
        choice = with_identifier(choice, names, names_by_role.get("identifier", ()))
        return with_former(choice, former_period(self.statistic, self.path), names)

    def _decided(
        self, taken_records: Taken, codes: Sequence[CodeDecision], new_codes: Literal["refuse", "begin"]
    ) -> tuple[CodeDecision, ...]:
        """Decisions on differing codes: the given ones; other new codes begin or are refused."""
        said_codes = {code.variable: code for code in codes}
        undecided = []
        for change in taken_records.changes:
            decision = said_codes.setdefault(change.variable, CodeDecision(change.variable))
            explained = (*decision.spelled, *((new, old) for old, new in decision.pairs))
            decided = {*decision.new, *(code for code, _ in explained)}
            remaining_codes = tuple(code for code in change.new if code not in decided)
            if remaining_codes and new_codes == "begin":
                decision = replace(decision, new=(*decision.new, *remaining_codes))
                breaks = decision.is_break or breaks_series(self._entry(change.variable), decision)
                said_codes[change.variable] = replace(decision, is_break=breaks)
            elif remaining_codes:
                undecided.append(lacking_codes(change.variable, remaining_codes))
        if undecided:
            raise DataError("working_codes_undecided", variables=undecided)
        return tuple(said_codes.values())

    # --- the dictionary ----------------------------------------------------------------------------------------------

    @checked
    def describe_variable(
        self,
        name: str,
        *,
        title: Texts | None = None,
        labels: Mapping[str, str | Texts] | None = None,
        hierarchy: Hierarchy | str | os.PathLike[str] | None = None,
        code_list: Sequence[Category] | str | os.PathLike[str] | None = None,
        note: Texts | None = None,
        unit: Texts | None = None,
        classes: str | None = None,
        answers: Sequence[ReadingAnswer] = (),
    ) -> None:
        """Set labels, a hierarchy, a code list or classes of a variable of the dictionary; None keeps a value.

        labels: by code; unknown codes are added to the code list. hierarchy: a hierarchy, or the path of a file of
        any kind that `read_hierarchy` reads, with its labels; code_list: categories, or the path of a file for
        `read_code_list`. answers: to what is asked about such a file; they are kept with the variable and hold for its
        next files, but for those on single rows. classes: edges of a
        magnitude's classes ("0; 6; 12+", "" for none). Raises working_variable_unknown, hierarchy_unknown_codes,
        QuantileClasses and the errors of reading.
        """
        entry = self._entry(name).with_code_answers(answers)
        if classes is not None:
            magnitude_classes = MagnitudeClasses.parsed(classes)
            entry = replace(entry, classes=() if magnitude_classes is None else magnitude_classes.edges)
        if hierarchy is not None:
            if not isinstance(hierarchy, Hierarchy):
                hierarchy, read_labels = self._hierarchy_of(entry, hierarchy, answers)
                labels = {**read_labels, **(labels or {})}
            entry = entry.with_hierarchy(hierarchy)
        if code_list is not None:
            from ckmcore.dictionary.code_lists import applied, list_notices, read_code_list

            if isinstance(code_list, str | os.PathLike):
                code_list = read_code_list(code_list, entry, answers=answers)
            categories = code_list
            self.notices += list_notices(entry, categories)
            entry = applied(entry, categories)
        if labels is not None:
            words = {code: _texts(text) for code, text in labels.items()}
            known_categories = [
                replace(category, label=words.get(category.code, category.label)) for category in entry.categories
            ]
            present_codes = {category.code for category in known_categories}
            nodes = {node.code for node in entry.hierarchy} - present_codes
            new_categories = [Category(code, text) for code, text in words.items() if code not in present_codes | nodes]
            node_words = dict(entry.node_labels) | {code: text for code, text in words.items() if code in nodes}
            entry = replace(
                entry, categories=(*known_categories, *new_categories), node_labels=tuple(node_words.items())
            )
        self.put_variable(
            replace(
                entry,
                title=entry.title if title is None else title,
                note=entry.note if note is None else note,
                unit=entry.unit if unit is None else unit,
            )
        )

    def _hierarchy_of(
        self, entry: VariableEntry, file: str | os.PathLike[str], answers: Sequence[ReadingAnswer]
    ) -> tuple[Hierarchy, dict[str, str | Texts]]:
        """The hierarchy of a file, and the labels of its nodes."""
        from ckmcore.dictionary.hierarchy_files import read_hierarchy, tree_of_file

        if str(file).casefold().endswith(".hrc"):
            return tree_of_file(file, answers), {}
        codes = [category.code for category in entry.categories if category.code]
        read = read_hierarchy(file, codes, name=entry.name, answers=answers_kept(answers, entry.code_answers))
        self.notices += read.notices
        known = {*codes, *(node.code for node in read.hierarchy.nodes)}
        return read.hierarchy, {code: label for code, label in read.labels.items() if code in known}

    @checked
    def put_variable(self, entry: VariableEntry) -> None:
        """Replace the dictionary entry of the same name, or append the entry; it may be a derived variable.

        Raises release_role_not_allowed, hierarchy_unknown_codes and other errors of describing the records by it.
        """
        self.needs("methodologist")
        current_statistic = self.statistic
        names = [variable_entry.name for variable_entry in current_statistic.dictionary]
        index = names.index(entry.name) if entry.name in names else len(names)
        statistic = replace(
            current_statistic,
            dictionary=(*current_statistic.dictionary[:index], entry, *current_statistic.dictionary[index + 1 :]),
        )
        if current_statistic.current in self._read:
            self.load(statistic)  # what it raises is raised now, not when a table is computed
        self._become(statistic)

    # --- areas -------------------------------------------------------------------------------------------------------

    @checked
    def import_areas(
        self,
        variable: str,
        path: str | os.PathLike[str],
        code: str,
        name: str = "",
        *,
        layer: str = "",
        title: Texts = Texts(),
        source: Texts = Texts(),
        state: str = "",
        tolerance: float | None = None,
    ) -> AreaMatch:
        """Read boundaries for the codes of a variable, as `ckm.read_areas` does, and keep them in the folder of areas
        beside the file. Returns the codes without an area and the areas without a code.

        Areas of the same state are replaced. Raises release_role_not_allowed, areas_variable, areas_fit_nothing,
        areas_fit_zeros, NotWritten, and as `ckm.read_areas`.
        """
        self.needs("methodologist")
        areas, notices = read_with_notices(
            path, code, name, layer=layer, title=title, source=source, state=state, tolerance=tolerance
        )
        self._become(with_areas(self.statistic, variable, areas, self.path))
        self._notice(*notices)
        return match_areas(self.statistic, variable, areas)

    @checked
    def remove_areas(self, variable: str, state: str = "") -> None:
        """Take the areas of a variable out of the statistic, of one state where it is given. Raises areas_none."""
        self.needs("methodologist")
        self._become(without_areas(self.statistic, variable, state))

    @checked
    def areas(self, variable: str) -> AreaSet:
        """The areas of a variable for the current period. Raises areas_none, areas_file_missing, areas_damaged."""
        found_areas = areas_of(self.statistic, (variable,), self.path)
        if variable not in found_areas:
            raise InputError("areas_none", variable=variable)
        return found_areas[variable]

    def _entry(self, name: str) -> VariableEntry:
        known_entries = {variable_entry.name: variable_entry for variable_entry in self.statistic.dictionary}
        if name not in known_entries:
            raise InputError("working_variable_unknown", name=name, known=list(known_entries))
        return known_entries[name]


def _texts(words: str | Texts) -> Texts:
    return words if isinstance(words, Texts) else Texts.same(words)


def _day(text: str) -> str:
    """A day as ISO. Raises working_day_unreadable."""
    try:
        return Date.fromisoformat(text.strip()).isoformat()
    except ValueError:
        raise InputError("working_day_unreadable", text=text) from None
