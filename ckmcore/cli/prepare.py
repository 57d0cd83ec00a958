"""`ckm data prepare` and `ckm data dictionary`; records for `ckm table`, prepared or not."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ckmcore.cli.common import CommandReport, check_output, names_of
from ckmcore.cli.data_options import asked_dialect, files_of, period_asked, refuse_database_options
from ckmcore.cli.floor import open_of_keys
from ckmcore.errors import DataError, InputError
from ckmcore.microdata.database_address import Address, address_of
from ckmcore.ports import needed_scale
from ckmcore.statistic.relation import Held

if TYPE_CHECKING:
    from ckmcore.microdata import Microdata
    from ckmcore.microdata.variable import VariableEntry


def run_dictionary(options: argparse.Namespace, report: CommandReport) -> int:
    """Write a guessed data dictionary with the labels and hierarchies that the data file or its description
    contains."""
    from ckmcore.dictionary.json_file import write_dictionary

    check_output(options.output, [*options.file, options.meta])
    entries = guessed_dictionary(files_of(options), options)
    write_dictionary(options.output, entries)
    report.written(options.output, "data_dictionary_written", count=len(entries))
    return 0


def guessed_dictionary(files: str | list[str], options: argparse.Namespace) -> tuple[VariableEntry, ...]:
    """Guess a dictionary entry for each column: role, title, labels and hierarchy from the file or its description."""
    from ckmcore.microdata.open import open_source
    from ckmcore.microdata.preview import ROWS_LOOKED_AT, preview_of
    from ckmcore.microdata.tauproject import described_entry, settings_of

    source = open_source(files, asked_dialect(options, options.file[0]), ROWS_LOOKED_AT, options.meta)
    shown_preview = preview_of(source)
    settings = {} if options.meta is None else settings_of(options.meta)
    return tuple(
        replace(
            described_entry(column.name, column.role, source.of(column.name)), settings=settings.get(column.name, ())
        )
        for column in shown_preview.columns
    )


def run_prepare(options: argparse.Namespace, report: CommandReport) -> int:
    """Read files, describe them by a dictionary, and write prepared data or a store in pieces."""
    from ckmcore.dictionary.json_file import read_dictionary
    from ckmcore.microdata import read_with_report
    from ckmcore.microdata.open import open_source
    from ckmcore.microdata.prepared import write_prepared
    from ckmcore.microdata.store import bytes_on_disk, check_name, spool_beside, write_store

    if options.store:
        check_name(options.output)
    check_output(options.output, [*options.file, options.dictionary, options.meta])
    file = read_dictionary(options.dictionary)
    own_entries = [entry for entry in file.variables if entry.derived is None]
    files, dialect = files_of(options), asked_dialect(options, options.file[0])
    known_names = open_source(files, dialect, 1, options.meta).names
    for entry in own_entries:
        if entry.name not in known_names and entry.role not in ("identifier", "household", "ignored"):
            raise DataError(
                "dictionary_column_missing", file=Path(options.file[0]).name, variable=entry.name, known=known_names
            )
    names = {role: [entry.name for entry in own_entries if entry.role == role] for role in ("dimension", "magnitude")}
    name_of = {role: next((e.name for e in own_entries if e.role == role), None) for role in ("record_key", "weight")}
    with spool_beside(options.output) if options.store else nullcontext() as spool:
        data, _ = read_with_report(
            files,
            names["dimension"],
            name_of["record_key"],
            name_of["weight"],
            names["magnitude"],
            dialect=dialect,
            meta=options.meta,
            modulus=options.modulus,
            progress=report.progress,
            spool=spool,
        )
        report.end_progress()
        report.notice(*data.notices)
        for rule in open_of_keys(data):  # told, not refused: keys of households are judged where these are named
            report.notice(rule.told)
        data, dictionary = described(data, file.variables)
        if options.store:
            write_store(data, dictionary, options.output, file.structural_zeros, report.progress)
            report.end_progress()
        else:
            write_prepared(data, dictionary, options.output, file.structural_zeros)
    size = round(bytes_on_disk(Path(options.output)) / 1e6, 1)
    report.wrote(options.output)
    report.out("data_prepared", rows=data.rows, name=Path(options.output).name, megabytes=size)
    return 0


def described(data: Microdata, dictionary: Sequence[VariableEntry]) -> tuple[Microdata, tuple[VariableEntry, ...]]:
    """Describe records by a dictionary. Returns the data, and the dictionary completed by code lists taken from the
    records.

    Derived dimensions are computed once, so that a wrong rule is refused now. Raises hierarchy_unknown_codes and the
    errors of `derive`.
    """
    from ckmcore.dictionary.derive import derive, in_order, with_codes, with_titles
    from ckmcore.microdata.variable import VariableEntry

    entries: list[VariableEntry] = []
    for entry in dictionary:
        if entry.derived is None and entry.role == "dimension" and entry.name in data.dimensions:
            former_dimension = data.dimensions[entry.name]
            if entry.categories and not entry.codes_from:
                entry = replace(entry, codes_from="list")
            described_entry = entry.describe(former_dimension)
            if not entry.hierarchy and former_dimension.hierarchy is not None:
                described_entry = replace(
                    described_entry,
                    hierarchy=former_dimension.hierarchy,
                    node_labels={**former_dimension.node_labels, **described_entry.node_labels},
                )
            data = data.with_categories(described_entry)
            described_variable = VariableEntry.of(data.dimensions[entry.name])
            fields = ("categories", "hierarchy", "level_names", "node_labels")
            entry = replace(entry, **{name: getattr(described_variable, name) for name in fields})
        entries.append(entry)
    data = with_titles(with_codes(data, entries)[0], entries)
    for entry in in_order(entries):
        if entry.derived is not None and entry.derived.kind == "grid":  # the cells are kept, and no coordinates
            data = derive(data, entry)
    tried = data
    for entry in in_order(entries):
        rule = entry.derived
        # Ages are computed where there is a period.
        if rule is not None and not rule.needs_day and rule.kind != "grid":
            tried = derive(tried, entry)
    return data, tuple(entries)


def has_keys(path: str) -> bool:
    """Whether a file is prepared data, or a store, with record keys."""
    from ckmcore.microdata.store import head_of

    head = head_of(path)
    return head is not None and head.keys is not None


def derived_names(path: str) -> list[str]:
    """Names of the derived dimensions of prepared data; empty for other files."""
    from ckmcore.microdata.store import head_of

    head = head_of(path)
    return [] if head is None else [entry.name for entry in head.dictionary if entry.derived is not None]


def read_for_table(
    options: argparse.Namespace,
    dimensions: Sequence[str],
    record_key: str | None,
    report: CommandReport,
    wanted: Sequence[str] = (),
) -> Microdata:
    """Read the records that a table needs. Prepared data come with labels, hierarchies, derived dimensions and keys.

    dimensions: names of variables; record_key: column or None; wanted: names of magnitudes.
    """
    from ckmcore.dictionary.derive import derive, in_order
    from ckmcore.microdata.read import read_with_report
    from ckmcore.microdata.store import head_of

    address = address_of(options.data)
    if address is not None:
        return _of_database(options, address, dimensions, record_key, wanted, report)
    refuse_database_options(options)
    head = head_of(options.data)
    derived: list[VariableEntry] = []
    names, magnitudes = list(dimensions), list(wanted)
    if head is not None:
        numbers = {number.name for number in head.numbers if not number.weight}
        for entry in reversed(in_order(head.dictionary)):
            if entry.derived is not None and entry.name in names:
                derived.insert(0, entry)
                for source in entry.derived.sources:
                    (magnitudes if source in numbers else names).append(source)
        made = {entry.name for entry in derived}
        names = list(dict.fromkeys(name for name in names if name not in made | numbers))
    data, _ = read_with_report(
        options.data,
        names,
        record_key,
        getattr(options, "weight", None),  # `ckm safe` has none
        list(dict.fromkeys(magnitudes)),
        dialect=asked_dialect(options, options.data),
        meta=options.meta,
        modulus=options.modulus,
        progress=report.progress,
    )
    for entry in derived:
        data = derive(data, entry)
    return data


def _of_database(
    options: argparse.Namespace,
    address: Address,
    dimensions: Sequence[str],
    record_key: str | None,
    magnitudes: Sequence[str],
    report: CommandReport,
) -> Microdata:
    """Records of a database relation for a table; the records stay in the database or are read into memory. Parameters
    as of `read_for_table`."""
    household = getattr(options, "household", None) or ""  # `ckm compare` has none
    asked_names = tuple(names_of(options.any_member)) if household else ()
    period, code = period_asked(options)
    roles = {
        "dimensions": tuple(dimensions),
        "key": record_key or "",
        "modulus": options.modulus if record_key else None,
        "weight": getattr(options, "weight", None) or "",
        "magnitudes": tuple(magnitudes),
        "household": household,
        "any_member": asked_names,
        "period": period,
        "period_code": code,
    }
    held_in: Held = "memory" if options.into_memory else "database"
    return needed_scale().open_address(address, roles, held_in, report.progress)


def relation_columns(address: Address) -> list[str]:
    """Columns of a database relation, without reading records."""
    return needed_scale().relation_columns(address)


def of_households(data: Microdata, options: argparse.Namespace) -> Microdata:
    """Prepare data to count households where --household names the column of households; otherwise the data
    unchanged."""
    from ckmcore.microdata.households import counting_households
    from ckmcore.microdata.identifiers import read_identifiers

    if options.household is None:
        if options.any_member:
            raise InputError("cli_option_needed", option="--household", reason="--any-member")
        return data
    if data.counter is not None or data.households is not None:
        return data
    dialect = asked_dialect(options, options.data)
    households = read_identifiers(options.data, options.household, dialect=dialect, meta=options.meta)
    # Of what the table does not ask nothing was read.
    return counting_households(
        data, households, [name for name in names_of(options.any_member) if name in data.dimensions]
    )
