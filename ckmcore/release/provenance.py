"""What a table that is handed in was made of: its draft, and hashes of records, dictionary, keys and method.

Hashes of dictionary, keys and method are made with the statistic's secret: of a method there are so few that whoever
had its plain hash could find it by trying, and with it what is confidential of it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from ckmcore.areas.grid import size_text, too_fine
from ckmcore.base.blocks import feed, row_by_row
from ckmcore.base.texts import Texts
from ckmcore.base.typed import kept_record
from ckmcore.base.version import VERSION
from ckmcore.errors import InputError
from ckmcore.formats.forms import FORMS, PICTURES, RELEASED
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.draft import Draft
from ckmcore.methods.method import Method
from ckmcore.methods.protected import Sign
from ckmcore.methods.serialization import method_text
from ckmcore.microdata.data import Microdata
from ckmcore.office.settings import PLAIN, Office
from ckmcore.ports import ReleaseCheck
from ckmcore.presentation.footnotes import without_marks
from ckmcore.presentation.present import present_draft
from ckmcore.release.needed_checks import NEEDED_CHECKS
from ckmcore.statistic.across_periods import shows_all
from ckmcore.statistic.entry import CheckName, PeriodFacts, Request, Submission
from ckmcore.statistic.floor import measured_on_others, table_marks
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.one_period import counts_of_one_period, tells_of_counts, weighted_alone
from ckmcore.statistic.period import Decision, Period
from ckmcore.statistic.series import Load, draft_of, needs_periods, period_code, periods_of, with_period_level
from ckmcore.statistic.snapshot import Snapshot, content_hash, content_of
from ckmcore.statistic.untold import counts_records
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.top import is_open, with_choice
from ckmcore.typesetting.office_font import font_hash

PLAIN_REQUEST = Request()
"""Before anybody has said for whom, and how."""


@dataclass(frozen=True, eq=False)
class PreparedFacts:
    """A table prepared for submission. submission: without checklist and the person's statements (`Request`).

    not_measured: why the measured rules (F15 to F18) are not tested for these figures, or None. unclaimed: the note has
    claims that were not judged for these figures. judged: results of the wings' checks by name, None where a check had
    nothing to judge; missing ones were not performed; None as a whole where the table was prepared without checks.
    """

    draft: Draft
    submission: Submission
    snapshot: Snapshot | None
    not_measured: Sentence | None = None
    judged: Mapping[str, Any] | None = None
    signs: tuple[Sign, ...] | None = None
    silent: int | None = None
    unclaimed: bool = False

    def result_of(self, check: CheckName) -> Any | None:
        """Result of a wing's check; None where it was not performed or had nothing to judge."""
        return None if self.judged is None else self.judged.get(check)


def prepare(
    statistic: Statistic,
    table: SavedTable,
    load: Load,
    request: Request = PLAIN_REQUEST,
    office: Office = PLAIN,
    cancelled: Callable[[], bool] = never,
    *,
    judge: bool = False,
) -> PreparedFacts:
    """Compute the table of the current period under the method in force, with facts on what it was made of.

    load: reads the records of a period; judge: perform the wings' checks, as needed for a submission. Raises the errors
    of `draft_of`, and grid_too_fine where it is judged.
    """
    facts: dict[int, PeriodFacts] = {}
    lacking_sentences: list[Sentence] = []
    unclaimed: list[bool] = []
    checks: dict[str, ReleaseCheck] = {}
    if judge:
        checks = {need.name: port for need in NEEDED_CHECKS if (port := need.port) is not None}
    judged: dict[str, list[Any]] = {name: [] for name in checks}
    later: list[tuple[Statistic, Microdata]] = []
    over_periods: dict[int, Microdata] = {}
    together: list[int] = []
    if judge and table.spec.magnitudes and shows_all(table.spec):
        together = periods_of(statistic, with_period_level(statistic, table.spec))

    def noted(statistic: Statistic) -> Microdata | None:
        data = load(statistic)
        if data is not None:
            facts[statistic.current] = period_facts(statistic, data)
            if (reason := not_measured(statistic.period, data, table.spec)) is not None:
                lacking_sentences.append(reason)
            unclaimed.append(claims_not_judged(statistic.period, data, table.spec))
            if is_open(table.spec):
                later.append((statistic, data))
            else:
                for check, port in checks.items():
                    judged[check].append(port.judge(statistic, table.spec, data, cancelled))
            if statistic.current in together:
                over_periods[statistic.current] = data
        return data

    draft = draft_of(statistic, table.spec, noted, cancelled)
    if judge:
        _refuse_fine_cells(draft, office)
    # What is judged is the table with the codes that its rules chose, and with its row of others.
    chosen_spec = with_choice(table.spec, draft.table.spec)
    for check, port in checks.items():
        judged[check] += [port.judge(later_statistic, chosen_spec, data, cancelled) for later_statistic, data in later]
        judged[check].append(port.judge_over_periods(statistic, chosen_spec, tuple(over_periods.values()), cancelled))
    content = content_of(draft.table)
    snapshot = Snapshot.of(content)
    name = draft.table.method_name
    submission = Submission(
        table.name,
        chosen_spec,
        present_draft(draft, request.language, office).title,
        draft.title,
        draft.statistic,
        draft.period,
        draft.source,
        draft.as_of,
        tuple(facts[period_index] for period_index in sorted(facts)),
        request,
        office.content_hash,
        content_hash(content),
        snapshot.hash,
        VERSION,
        Texts(name.text("en"), name.text("de")),
        current=period_code(statistic, statistic.current),
        units=statistic.units if needs_periods(table.spec) else "",
        font=font_hash(office, needed=False),
        areas=areas_hashes(draft),
    )
    of_all = {
        check: port.together([period for period in judged[check] if period is not None])
        for check, port in checks.items()
    }
    reason = lacking_sentences[0] if lacking_sentences else None
    return PreparedFacts(draft, submission, snapshot, reason, of_all if judge else None, unclaimed=any(unclaimed))


def areas_hashes(draft: Draft) -> tuple[str, ...]:
    """SHA-256 of the boundaries that maps of a table are drawn with."""
    return tuple(sorted({areas.content_hash for areas in draft.areas.values()}))


def shows_picture(spec: TableSpec, forms: Iterable[str]) -> bool:
    """Whether files of these forms show the picture of a table."""
    carried = spec.presentation.picture.sight != "table"
    return any(form in PICTURES or (carried and FORMS[form].carries) for form in forms if form in RELEASED)  # type: ignore[index]


def _refuse_fine_cells(draft: Draft, office: Office) -> None:
    """Refuse a table of cells of a grid that are finer than the office shows. Raises grid_too_fine."""
    layout = present_draft(draft, "en", office).layout
    size = min((each for axis in (layout.rows, layout.columns, layout.layers) if (each := axis.finest_cell)), default=0)
    if too_fine(size, office.grid_cells) is not None:
        raise InputError("grid_too_fine", size=size_text(size), least=office.grid_cells)


def not_measured(period: Period, data: Microdata, spec: TableSpec) -> Sentence | None:
    """Sentence on why the measured rules (F15 to F18) are not tested for a table: they were not measured for the
    decision on the method in force, not all could be, or on other tables. None where they are tested or the table
    publishes no counts."""
    if period.in_force is None or not period.decisions or not tells_of_counts(spec):
        return None
    last_decision = period.decisions[-1]
    if not last_decision.judged or (
        last_decision.settings and last_decision.settings != method_text(period.in_force.method)
    ):
        return sentence("check_method_not_measured")
    counted = counts_of_one_period(data, [spec]) or weighted_alone(spec)
    if not counted or measured_on_others(period, data, counted):
        return sentence("check_method_measured_before")
    return (
        sentence("check_method_not_tested", rules=", ".join(last_decision.not_tested))
        if last_decision.not_tested
        else None
    )


def claims_not_judged(period: Period, data: Microdata, spec: TableSpec) -> bool:
    """Whether the note of the method in force has claims that were not judged for a table and these records."""
    if period.in_force is None or not period.in_force.method.claims:
        return False
    method, last_decision = period.in_force.method, period.decisions[-1] if period.decisions else Decision()
    if not set(method.claims) <= {*last_decision.claims, *last_decision.claims_missed}:
        return True
    counted = counts_of_one_period(data, [spec])
    if not counted:
        return tells_of_counts(spec)
    return not set(table_marks(method, data, counted)) <= set(last_decision.claims_tables)


def draft_again(submission: Submission, draft: Draft, number: int, released: str, witness: Texts) -> Draft:
    """Draft computed again, with the texts of the submission, its release number and note on the register. An automatic
    title is taken from the submission, since other versions may compose another one.
    """
    automatic_title = Texts.same(without_marks(submission.heading))
    return replace(
        draft,
        title=automatic_title if submission.title == Texts() else submission.title,
        statistic=submission.statistic,
        period=submission.period,
        source=submission.source,
        as_of=submission.as_of,
        number=str(number),
        released=released,
        witness=witness,
        writers=submission.request.writers,
        corrects=str(submission.corrects) if submission.corrects and submission.request.writers > 1 else "",
    )


@counts_records
def period_facts(statistic: Statistic, data: Microdata) -> PeriodFacts:
    """Facts on what figures of the current period are made of."""
    period = statistic.period
    in_force = period.in_force
    return PeriodFacts(
        period_code(statistic, statistic.current),
        period.label,
        period.date,
        data_hashes(period),
        described_hash(statistic),
        keys_hash(statistic.secret, data),
        "" if in_force is None else method_hash(statistic.secret, in_force.method),
        "" if in_force is None else in_force.method.kind,
        "" if in_force is None else in_force.since,
        "households" if period.keys is not None and period.keys.counts_households else "",
    )


def counts_other_unit(statistic: Statistic, then: PeriodFacts, now: PeriodFacts) -> bool:
    """Whether a release and tables of the current period count different units, households or records.

    For releases without this information, whose period now counts records, this is inferred from the hash of the
    dictionary, as long as that is unchanged.
    """
    if then.described == now.described:
        return False
    if then.counted or now.counted:
        return then.counted != now.counted
    keys = statistic.period.keys
    if keys is None or not keys.household:
        return False
    former_period = statistic.with_period(replace(statistic.period, keys=replace(keys, counted="households")))
    return then.described == described_hash(former_period)


def data_hashes(period: Period) -> tuple[str, ...]:
    """SHA-256 of the files of a period, in order; for the sample its name."""
    source = period.source
    if source is None:
        return ()
    if source.kind == "sample":
        return ("sample", source.reading) if source.reading else ("sample",)
    return (source.sha256, *(mark.sha256 for mark in source.more))


def described_hash(statistic: Statistic) -> str:
    """Hash of how the files of the current period are read, and of the dictionary."""
    period = statistic.period
    return keyed_hash(
        statistic.secret,
        [kept_record(entry.kept) for entry in statistic.dictionary],
        statistic.structural_zeros,
        [kept_record(reference) for reference in statistic.references],
        statistic.exempt,
        [period.columns, period.codes, period.changes, period.breaks],
        "" if period.source is None else period.source.reading,
        [] if period.keys is None else [period.keys.counted, period.keys.any_member],
    )


def keyed_hash(secret: str, *parts: Any) -> str:
    """Hash of records and texts, with a statistic's secret."""
    return hmac.new(secret.encode(), msgspec.json.encode(parts, order="sorted"), hashlib.sha256).hexdigest()


def keys_hash(secret: str, data: Microdata) -> str:
    """Hash of the record keys, for a database of their mark; "" without keys."""
    keys = data.record_keys
    if keys is None:
        return ""
    mime_data = hmac.new(secret.encode(), f"keys {keys.modulus} {keys.digits} ".encode(), hashlib.sha256)
    if data.counter is not None:
        mime_data.update(f"mark {data.counter.mark}".encode())
        return mime_data.hexdigest()
    feed(mime_data, row_by_row(lambda keys: keys, "<u8", keys.values))
    return mime_data.hexdigest()


def method_hash(secret: str, method: Method) -> str:
    """Hash of a method's kind, settings and perturbation tables."""
    return hmac.new(secret.encode(), f"method {method_text(method)}".encode(), hashlib.sha256).hexdigest()


def differing(then: Sequence[PeriodFacts], now: Sequence[PeriodFacts]) -> tuple[str, ...]:
    """Names of what has changed between facts on a table's periods: `periods`, `data`, `described`, `keys`,
    `method`."""
    if len(then) != len(now):
        return ("periods",)
    names = ("data", "described", "keys", "method")
    return tuple(
        name for name in names if any(getattr(a, name) != getattr(b, name) for a, b in zip(then, now, strict=True))
    )


def changed_since(statistic: Statistic, then: Sequence[PeriodFacts]) -> tuple[str, ...]:
    """As `differing`, restricted to what is known without records: `periods`, `data`, `method`."""
    index_of_code = {
        period_code(statistic, period_index): period_index for period_index in range(len(statistic.periods))
    }
    changed = []
    for facts in then:
        place = index_of_code.get(facts.code)
        if place is None:
            return ("periods",)
        period = statistic.periods[place]
        if data_hashes(period) != facts.data:
            changed.append("data")
        if period.in_force is None or method_hash(statistic.secret, period.in_force.method) != facts.method:
            changed.append("method")
    return tuple(dict.fromkeys(changed))
