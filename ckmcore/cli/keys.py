"""`ckm keys`: adding record keys to a file, and judging those that it has."""

from __future__ import annotations

import argparse
from pathlib import Path

from ckmcore.base.exit_codes import Exit
from ckmcore.cli.common import CommandReport, check_output
from ckmcore.cli.options import OneOf, option, override, require, required
from ckmcore.cli.registry import CliCommand
from ckmcore.errors import DataError
from ckmcore.messages import sentence


def _derive(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.keys.derivation import read_secret
    from ckmcore.microdata.addkeys import write_derived_keys

    check_output(options.output, [options.file, options.secret])
    secret = read_secret(Path(options.secret))
    target = Path(options.output)
    rows = write_derived_keys(Path(options.file), target, options.column, options.id, secret, options.period)
    report.written(target, "cli_keys_derived", rows=rows)
    return 0


def _add(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.keys.derivation import read_secret
    from ckmcore.microdata import reading_plan
    from ckmcore.microdata.addkeys import add_derived_keys, add_random_keys

    check_output(options.output, [options.file, options.secret, options.from_file])
    source, target = Path(options.file), Path(options.output)
    column, shown = options.column, {"household": options.household, "progress": report.progress}
    if not options.id:
        require(options, "--id", "--secret", "--from")
    if options.secret:
        secret = read_secret(Path(options.secret))
        rows = add_derived_keys(source, target, column, options.id, secret, options.period, **shown)
    elif options.from_file:
        rows = _join(options, report)
    else:
        rows = add_random_keys(source, target, column, **shown)
    report.end_progress()
    for entry in reading_plan(source, []).entries:
        report.notice(sentence("reading_without_keys", found=entry.sentence) if entry.is_asked else entry.told)
    report.written(target, "cli_keys_added", rows=rows, column=options.column)
    return 0


def _join(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.keys.households import household_keys
    from ckmcore.microdata.addkeys import add_keys
    from ckmcore.microdata.identifiers import read_texts
    from ckmcore.microdata.key_join import join_keys
    from ckmcore.ptable.floor.key_floor import check_keys

    source, id_columns = Path(options.file), (options.id, *((options.household,) if options.household else ()))
    texts = read_texts(source, id_columns)
    joined = join_keys(
        texts[0],
        options.from_file,
        options.from_id or options.id,
        options.from_column,
        others=options.others,
        modulus=options.modulus,
        progress=report.progress,
    )
    keys = joined.record_keys()
    report.notice(*joined.notices, *check_keys(keys, units=lambda: texts[0]))
    if options.household:
        keys = household_keys(keys, texts[1])
        report.notice(*check_keys(keys, units=lambda: texts[1]))
    rows = add_keys(source, Path(options.output), options.column, keys, progress=report.progress)
    report.end_progress()
    report.out("cli_keys_joined", matched=joined.matched, rows=rows, file=joined.file)
    return rows


def _check(options: argparse.Namespace, report: CommandReport) -> int:
    """Check record keys. Returns DISCLOSES where the floor under protection refuses the keys, INPUT where they look
    irregular, else 0."""
    from ckmcore.microdata import read_with_report
    from ckmcore.ptable import read_ptable
    from ckmcore.ptable.floor.floor import refusing
    from ckmcore.ptable.floor.key_report import key_report

    ptable = read_ptable(options.ptable) if options.ptable else None
    data, read = read_with_report(options.file, [], options.column, modulus=options.modulus, progress=report.progress)
    report.end_progress()
    report.notice(*read.notices)
    if data.record_keys is None:
        raise DataError("no_record_keys")
    found_key_report = key_report(data.record_keys, ptable)
    report.out("cli_keys_are", keys=found_key_report.keys, modulus=found_key_report.modulus)
    report.out(
        "cli_keys_uniform",
        chi=found_key_report.chi_square,
        p=found_key_report.p,
        ks=found_key_report.kolmogorov,
        ks_p=found_key_report.kolmogorov_p,
    )
    report.out("cli_keys_serial", r=found_key_report.serial, p=found_key_report.serial_p)
    report.out(
        "cli_keys_shared", shared=found_key_report.duplicates, expected=round(found_key_report.expected_duplicates)
    )
    if found_key_report.needed is not None:
        report.out("cli_keys_needed", needed=found_key_report.needed)
    faults = (
        (found_key_report.uniform, "cli_keys_not_uniform"),
        (found_key_report.without_pattern, "cli_keys_pattern"),
        (found_key_report.as_distinct_as_chance, "cli_keys_doubles"),
        (found_key_report.fine_enough, "cli_keys_coarse"),
    )
    for passed, code in faults:
        if not passed:
            report.out(code)
    if found_key_report.usable:
        report.out("cli_keys_usable")
    report.notice(*(rule.told for rule in found_key_report.floor))
    if refusing(found_key_report.floor):
        return Exit.DISCLOSES
    return Exit.DONE if found_key_report.usable else Exit.INPUT


_PERIOD = override("--period", default="", help="key_period")
_FROM = option("--from", metavar="FILE", dest="from_file", help="key_from")
_ADD = (
    "file",
    "--output",
    "--column",
    OneOf(("--random", "--secret", _FROM), required=True),
    "--id",
    _PERIOD,
    option("--from-id", metavar="COLUMN", help="key_from_id"),
    option("--from-column", metavar="COLUMN", default="rkey", help="key_from_column"),
    option("--others", choices=("refuse", "generate"), default="refuse", help="key_others"),
    "--modulus",
    override("--household", default="", help="key_household"),
)
_OUT = option("-o", "--out", dest="output", required=True, writes=True, metavar="keys.parquet", help="keys_out")
_CHECK = (
    "file",
    override("--column", help="key_column_to_check"),
    "--modulus",
    override("--ptable", help="key_ptable"),
)
COMMANDS = (
    CliCommand("keys"),
    CliCommand("keys add", _ADD, _add, reads=("file", "from_file"), prints={"output": ".csv"}),
    CliCommand(
        "keys derive", ("file", _OUT, *required("--id", "--secret"), _PERIOD, "--column"), _derive, reads=("file",)
    ),
    CliCommand("keys check", _CHECK, _check, reads=("file", "ptable")),
)
