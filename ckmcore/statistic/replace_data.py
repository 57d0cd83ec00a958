"""Replace the data of a period by a corrected delivery: each unit keeps its key, only new units get new ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from ckmcore.errors import DataError, InputError, PermissionRefused
from ckmcore.keys.derivation import derive_keys, read_secret
from ckmcore.keys.draw import Rows, draw_keys
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.messages import Sentence
from ckmcore.microdata import Microdata, sniff
from ckmcore.microdata.data import with_judged_keys
from ckmcore.microdata.dialect import DECIDED
from ckmcore.microdata.identifiers import read_identifiers
from ckmcore.microdata.key_join import CarriedKeys, Fresh, carry_over
from ckmcore.ptable.floor.key_floor import check_keys
from ckmcore.statistic.changed_units import changed_units
from ckmcore.statistic.judged_records import check_period, refuse_broken
from ckmcore.statistic.key_choice import period_name
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Decision, KeySet, PeriodSource
from ckmcore.statistic.period_files import unchanged_files
from ckmcore.statistic.personal_key import PersonalKey
from ckmcore.statistic.source import describe_source, dialect_of, read_period
from ckmcore.tabulate.scan import never

Progress = Callable[[int, float], None]


@dataclass(frozen=True, eq=False)
class Replaced:
    """A new delivery with its keys, before it replaces the old one (confidential).

    kept, new, gone: numbers of units; of records where the period has no keys and no identifier was chosen, in which
    case all are new. notices: those on few changed units in cells of releases come first. fresh: all records have new
    keys, a second draw of what was released.
    """

    statistic: Statistic
    data: Microdata
    read: Microdata
    kept: int
    new: int
    gone: int
    notices: tuple[Sentence, ...] = ()
    fresh: bool = False

    def __repr__(self) -> str:
        return f"Replaced({self.kept} kept, {self.new} new, {self.gone} gone)"


def replace_data(
    statistic: Statistic,
    data: Microdata | None,
    ckm_path: Path | None,
    paths: Sequence[Path],
    identifier: str,
    *,
    secret: Path | None = None,
    reason: str = "",
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = never,
) -> Replaced:
    """Load a new delivery of the current period: same columns, units found again by the column `identifier`.

    Without an identifier ("") no unit is found again, and all records get new keys (those of a column: the column's).
    Where the period has keys, that needs a reason, which is kept with them; where its figures were released, it is a
    second draw of the same cells, which needs a decision (`with_fresh_keys`).

    `data` are the records so far, with their keys. `secret` makes the keys of new units where those of the period are
    derived; without it they are random. Units are households where the keys are summed over households: then the
    household's column names them, and `identifier` is not used. Keys of a column come from the column: a unit whose key
    changed there is refused. Nothing is changed; the desk takes the result over.
    Raises replace_without_source, replace_not_loaded, keys_need_reason, source_changed, keys_secret_other,
    keys_column_changed, key_identifier_twice and key_identifier_none (with the delivery and its rows),
    keys_below_floor, rules_refuse and the errors of reading.
    """
    period = statistic.period
    source, keys = period.source, period.keys
    if source is None or source.kind != "file":
        raise InputError("replace_without_source")
    former = None if data is None else data.record_keys
    if keys is not None and former is None:
        raise DataError("replace_not_loaded")
    if keys is not None and not identifier and not keys.household and not reason.strip():
        raise InputError("keys_need_reason")
    old_files = unchanged_files(source, ckm_path, cancelled)
    new_source = _new_source(source, paths, cancelled)
    in_column = keys is not None and keys.origin in ("column", "prepared") and not keys.household
    bare = statistic.with_period(replace(period, source=new_source, keys=keys if in_column else None))
    read = read_period(bare, ckm_path, progress, cancelled)
    if read is None:
        raise InputError("replace_without_source")
    new_source = replace(new_source, rows=read.rows)
    unit = keys.household if keys is not None and keys.household else identifier
    if not unit:
        return _with_fresh_keys(statistic, read, new_source, reason, ckm_path, cancelled)
    old_ids = read_identifiers(old_files, unit, dialect=dialect_of(source), progress=progress, cancelled=cancelled)
    new_ids = read_identifiers(paths, unit, dialect=dialect_of(new_source), progress=progress, cancelled=cancelled)
    carried = _carried(keys, former, old_ids, new_ids, secret, period_name(period.label))
    key_set = None if keys is None else replace(keys, file="")
    notices = read.notices
    if in_column and key_set is not None:
        found = _same_keys(read.record_keys, former, carried, new_ids, old_ids, paths[0].name)
        key_set = replace(key_set, modulus=found.modulus, digits=found.digits)
        notices = (*notices, *check_keys(found, units=new_ids.to_pylist, cancelled=cancelled))
    elif keys is not None:
        read = with_judged_keys(read, carried.keys)
    made = statistic.with_period(replace(period, source=new_source, keys=key_set))
    described = made.describe(read)
    checked = check_period(made, described, ckm_path=ckm_path, cancelled=cancelled)
    notices = (*notices, *refuse_broken(checked, made))
    if data is not None:
        changed, sentences = changed_units(statistic, data, described, old_ids, new_ids, cancelled)
        made = made.with_period(replace(made.period, changed_units=(*period.changed_units, *changed)))
        notices = (*sentences, *notices)
    return Replaced(made, described, read, carried.kept, carried.new, carried.gone, notices)


def _with_fresh_keys(
    statistic: Statistic,
    read: Microdata,
    source: PeriodSource,
    reason: str,
    ckm_path: Path | None,
    cancelled: Callable[[], bool],
) -> Replaced:
    """Records of which no unit is found again, with new keys where the column has none."""
    period, keys, notices = statistic.period, statistic.period.keys, read.notices
    if keys is not None:
        if read.record_keys is None:
            fresh = draw_keys(read.rows, keys.modulus, keys.digits)
            read = with_judged_keys(read, fresh)
            keys = replace(keys, origin="generated", file="", column="")
        else:
            fresh = read.record_keys
        keys = replace(keys, modulus=fresh.modulus, digits=fresh.digits, reason=reason.strip())
        notices = (*notices, *check_keys(fresh, cancelled=cancelled))
    made = statistic.with_period(replace(period, source=source, keys=keys))
    described = made.describe(read)
    checked = check_period(made, described, ckm_path=ckm_path, cancelled=cancelled)
    notices = (*notices, *refuse_broken(checked, made))
    gone = period.source.rows if period.source is not None else 0
    return Replaced(made, described, read, 0, read.rows, gone, notices, fresh=keys is not None)


def with_fresh_keys(
    made: Statistic, before: Statistic, decision: Decision, signers: Sequence[PersonalKey] = ()
) -> Statistic:
    """The statistic of `Replaced.fresh` with the decision on its new keys: in the register where figures of the period
    were released, and with the decision on the method in force, which it repeats.

    Raises method_needs_reason, register_same_person, person_step_refused, register_person_missing.
    """
    changed = before.method_changed(decision, decision.recorded, signers)
    return replace(with_decision_again(made, decision), register=changed.register)


def with_decision_again(made: Statistic, decision: Decision) -> Statistic:
    """The statistic whose period repeats the decision on its method, with the remark of another decision."""
    period = made.period
    if not period.decisions:
        return made
    again = replace(period.decisions[-1], remark=decision.remark, recorded=decision.recorded)
    return made.with_period(replace(period, decisions=(*period.decisions, again)))


def _new_source(source: PeriodSource, paths: Sequence[Path], cancelled: Callable[[], bool]) -> PeriodSource:
    """The new files, read by the rules of the old ones, and written as these where they had to be described, else as
    their beginning shows."""
    known = dialect_of(source)
    dialect = known
    if known is not None and known.encoding and not known.columns and not known.sheet:
        kept = {name: getattr(known, name) for name in DECIDED if name not in ("head_row", "left_out")}
        dialect = replace(sniff(paths[0], known.answers), **kept)
    return describe_source(paths[0], dialect, 0, cancelled, paths[1:])


def _carried(
    keys: KeySet | None, former_keys: RecordKeys | None, old: Any, new: Any, secret: Path | None, period: str
) -> CarriedKeys:
    if former_keys is None:  # no keys, only what is told of the units
        former_keys = RecordKeys(np.zeros(len(old), dtype=np.uint32), 10**9, 9, "generated")
    fresh_keys: Fresh | None = None
    if keys is not None and keys.origin == "derived" and secret is not None and not keys.household:
        content, message = read_secret(secret), _message(old, former_keys, secret, period)
        fresh_keys = _deriving(content, message)
    return carry_over(old, former_keys, new, fresh=fresh_keys, repeated=bool(keys is not None and keys.household))


def _deriving(secret: bytes, message: str) -> Fresh:
    return lambda units: derive_keys(units, secret, message)


def _message(old: Any, former_keys: RecordKeys, secret: Path, period: str) -> str:
    """Message by which the current keys were derived: "" for stocks, else the period; found by trying the first
    records."""
    content = read_secret(secret)
    some_slice = old.slice(0, 20)
    for message in ("", period):
        if derive_keys(some_slice, content, message).values.tolist() == former_keys.values[: len(some_slice)].tolist():
            return message
    raise PermissionRefused("keys_secret_other", name=secret.name)


def _same_keys(
    record_keys: RecordKeys | None, former_keys: RecordKeys | None, carried: CarriedKeys, new: Any, old: Any, name: str
) -> RecordKeys:
    """Keys of the column, after checking that each known unit has its former key, with any number of digits."""
    import pyarrow.compute as pc

    if record_keys is None or former_keys is None:
        raise DataError("replace_not_loaded")
    is_known = pc.is_in(new, value_set=old.combine_chunks()).to_numpy()
    common = max(record_keys.modulus, former_keys.modulus)
    if common % record_keys.modulus or common % former_keys.modulus:
        changed = Rows.of(np.flatnonzero(is_known))
    else:
        ours = record_keys.values.astype(np.uint64) * np.uint64(common // record_keys.modulus)
        theirs = carried.keys.values.astype(np.uint64) * np.uint64(common // former_keys.modulus)
        changed = Rows.of(np.flatnonzero(is_known & (ours != theirs)))
    if changed:
        raise DataError("keys_column_changed", name=name, count=changed.count, rows=changed.first)
    return record_keys
