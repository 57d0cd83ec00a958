"""The register as CSV, a line for each entry, for whoever audits it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path

from ckmcore.base.files import write_whole
from ckmcore.base.numbers import Language
from ckmcore.formats.formulas import guarded
from ckmcore.messages import say
from ckmcore.statistic.deputies import deputy_sentence
from ckmcore.statistic.entry import Entry
from ckmcore.statistic.personal_key import fingerprint

COLUMNS = (
    "place",
    "number",
    "kind",
    "time",
    "person",
    "second_person",
    "table",
    "title",
    "period",
    "recipient",
    "purpose",
    "order_number",
    "embargo",
    "forms",
    "language",
    "remark",
    "corrects",
    "by",
    "checks",
    "files",
    "data",
    "described",
    "keys",
    "method",
    "method_name",
    "office",
    "figures",
    "engine",
    "previous",
    "hash",
    "signed",
)


def register_csv(register: Iterable[Entry], language: Language) -> str:
    """Register as CSV: in German with `;`, else with `,`. Texts that a spreadsheet would compute get an apostrophe."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=";" if language == "de" else ",")
    writer.writerow([say(f"register_column_{name}", language) for name in COLUMNS])
    for entry in register:
        facts = facts_of(entry, language)
        writer.writerow([guarded(facts.get(name, "")) for name in COLUMNS])
    return stream.getvalue()


def write_register_csv(register: Iterable[Entry], path: Path, language: Language) -> None:
    """Write the register as CSV, completely or not at all. Raises NotWritten."""
    encoding = "utf-8-sig" if language == "de" else "utf-8"
    content = register_csv(register, language).encode(encoding)

    def write(target: Path) -> None:
        target.write_bytes(content)

    write_whole(path, write)


def facts_of(entry: Entry, language: Language) -> dict[str, str]:
    """Texts of a register entry by column of the listing; empty fields are left out."""
    facts = {
        "place": str(entry.place),
        "number": str(entry.number or ""),
        "kind": say(f"register_kind_{entry.kind}", language),
        "time": entry.time,
        "person": entry.person,
        "second_person": entry.second_person,
        "table": entry.table,
        "period": entry.period.text(language),
        "recipient": "; ".join(entry.recipients),
        "remark": entry.remark,
        "by": str(entry.by or "") or ", ".join(str(number) for number in entry.releases),
        "checks": "; ".join(check.found.text(language) for check in entry.checks) or _accepted(entry, language),
        "files": "; ".join(f"{file.name} ({file.form}, {file.size}): {file.sha256}" for file in entry.files),
        "engine": entry.engine,
        "previous": entry.previous,
        "hash": entry.hash,
        "signed": fingerprint(entry.key) if entry.key else say("register_signed_typed", language),
    }
    submission = entry.submission
    if entry.deputy is not None:
        return facts | {"remark": deputy_sentence(entry.deputy).text(language)}
    if submission is None:
        return facts if entry.opened is None else facts | {"figures": entry.opened.figures}
    request, periods = submission.request, submission.periods
    return facts | {
        "table": submission.table,
        "title": submission.heading,
        "period": submission.period.text(language),
        "recipient": request.recipient,
        "purpose": request.purpose,
        "order_number": request.order_number,
        "embargo": request.embargo,
        "forms": ", ".join(request.forms),
        "language": request.language,
        "corrects": str(submission.corrects or ""),
        "checks": "; ".join(check.found.text(language) for check in submission.checks),
        "data": " ".join(period_data for period in periods for period_data in period.data),
        "described": " ".join(period.described for period in periods),
        "keys": " ".join(period.keys for period in periods),
        "method": " ".join(period.method for period in periods),
        "method_name": submission.method_name.text(language),
        "office": submission.office,
        "figures": submission.figures,
        "engine": submission.engine,
    }


def _accepted(entry: Entry, language: Language) -> str:
    """Rules of the floor of sums that an entry accepts, without their cells, which only methodologists may know."""
    return "; ".join(
        say("register_accepted", language, rule=accepted_sums.rule, magnitude=accepted_sums.magnitude or "–")
        for accepted_sums in entry.accepted
    )
