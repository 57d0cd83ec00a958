"""`ckm keys`: adding record keys to a file, and judging those that it has."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ckmcore.base.exits import Exit
from ckmcore.cli.common import CommandReport, check_output
from ckmcore.errors import DataError, InputError


def add_keys_commands(commands: Any, text: Callable[[str], str]) -> None:
    """`keys add` and `keys check` below the parser's commands; `text` gives a help text by its code."""
    keys = commands.add_parser("keys", help=text("keys"), description=text("keys"))
    actions = keys.add_subparsers(dest="action", required=True, metavar="add|derive|check")
    add = actions.add_parser("add", help=text("keys_add"), description=text("keys_add"))
    add.add_argument("file", help=text("data"))
    add.add_argument("-o", "--output", required=True, help=text("output"))
    add.add_argument("--column", default="rkey", help=text("key_column"))
    how = add.add_mutually_exclusive_group(required=True)
    how.add_argument("--random", action="store_true", help=text("random"))
    how.add_argument("--secret", metavar="FILE", help=text("key_secret"))
    how.add_argument("--from", metavar="FILE", dest="from_file", help=text("key_from"))
    add.add_argument("--id", metavar="COLUMN", help=text("key_id"))
    add.add_argument("--period", default="", help=text("key_period"))
    add.add_argument("--from-id", metavar="COLUMN", help=text("key_from_id"))
    add.add_argument("--from-column", metavar="COLUMN", default="rkey", help=text("key_from_column"))
    add.add_argument("--others", choices=("refuse", "generate"), default="refuse", help=text("key_others"))
    add.add_argument("--modulus", type=int, help=text("modulus"))
    add.add_argument("--household", metavar="COLUMN", default="", help=text("key_household"))
    derive = actions.add_parser("derive", help=text("keys_derive"), description=text("keys_derive"))
    derive.add_argument("file", help=text("data"))
    derive.add_argument("-o", "--out", dest="output", required=True, metavar="keys.parquet", help=text("keys_out"))
    derive.add_argument("--id", metavar="COLUMN", required=True, help=text("key_id"))
    derive.add_argument("--secret", metavar="FILE", required=True, help=text("key_secret"))
    derive.add_argument("--period", default="", help=text("key_period"))
    derive.add_argument("--column", default="rkey", help=text("key_column"))
    check = actions.add_parser("check", help=text("keys_check"), description=text("keys_check"))
    check.add_argument("file", help=text("data"))
    check.add_argument("--column", default="rkey", help=text("key_column_to_check"))
    check.add_argument("--modulus", type=int, help=text("modulus"))
    check.add_argument("--ptable", help=text("key_ptable"))


def run_keys(options: argparse.Namespace, report: CommandReport) -> int:
    """Run `ckm keys`; `check` ends with DISCLOSES where the floor under protection refuses the keys, with INPUT
    where they are conspicuous."""
    run: dict[str, Callable[[argparse.Namespace, CommandReport], int]] = {
        "check": _check,
        "derive": _derive,
        "add": _add,
    }
    return run[options.action](options, report)


def _derive(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.keys.derivation import read_secret
    from ckmcore.microdata.addkeys import write_derived_keys

    check_output(options.output, [options.file, options.secret])
    secret = read_secret(Path(options.secret))
    target = Path(options.output)
    rows = write_derived_keys(Path(options.file), target, options.column, options.id, secret, options.period)
    report.wrote(target)
    report.out("cli_keys_derived", rows=rows, name=target.name)
    return 0


def _add(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.keys.derivation import read_secret
    from ckmcore.microdata.addkeys import add_derived_keys, add_random_keys

    check_output(options.output, [options.file, options.secret, options.from_file])
    source, target = Path(options.file), Path(options.output)
    column, shown = options.column, {"household": options.household, "progress": report.progress}
    for option, value in (("--secret", options.secret), ("--from", options.from_file)):
        if value and not options.id:
            raise InputError("cli_option_needed", option="--id", reason=option)
    if options.secret:
        secret = read_secret(Path(options.secret))
        rows = add_derived_keys(source, target, column, options.id, secret, options.period, **shown)
    elif options.from_file:
        rows = _join(options, report)
    else:
        rows = add_random_keys(source, target, column, **shown)
    report.end_progress()
    report.wrote(target)
    report.out("cli_keys_added", rows=rows, column=options.column, name=target.name)
    return 0


def _join(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.keys.households import household_keys
    from ckmcore.microdata.addkeys import add_keys
    from ckmcore.microdata.identifiers import read_texts
    from ckmcore.microdata.key_join import join_keys
    from ckmcore.ptable.floor.key_floor import check_keys

    source, wanted = Path(options.file), (options.id, *((options.household,) if options.household else ()))
    texts = read_texts(source, wanted)
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
    for notice in (*joined.notices, *check_keys(keys, units=lambda: texts[0])):
        report.notice(notice)
    if options.household:
        keys = household_keys(keys, texts[1])
        for notice in check_keys(keys, units=lambda: texts[1]):
            report.notice(notice)
    rows = add_keys(source, Path(options.output), options.column, keys, progress=report.progress)
    report.end_progress()
    report.out("cli_keys_joined", matched=joined.matched, rows=rows, file=joined.file)
    return rows


def _check(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.microdata import read_with_report
    from ckmcore.ptable import read_ptable
    from ckmcore.ptable.floor.floor import refusing
    from ckmcore.ptable.floor.key_report import key_report

    ptable = read_ptable(options.ptable) if options.ptable else None
    data, read = read_with_report(options.file, [], options.column, modulus=options.modulus, progress=report.progress)
    report.end_progress()
    for notice in read.notices:
        report.notice(notice)
    if data.record_keys is None:
        raise DataError("no_record_keys")
    found = key_report(data.record_keys, ptable)
    report.out("cli_keys_are", keys=found.keys, modulus=found.modulus)
    report.out("cli_keys_uniform", chi=found.chi_square, p=found.p, ks=found.kolmogorov, ks_p=found.kolmogorov_p)
    report.out("cli_keys_serial", r=found.serial, p=found.serial_p)
    report.out("cli_keys_shared", shared=found.duplicates, expected=round(found.expected_duplicates))
    if found.needed is not None:
        report.out("cli_keys_needed", needed=found.needed)
    faults = (
        (found.uniform, "cli_keys_not_uniform"),
        (found.without_pattern, "cli_keys_pattern"),
        (found.as_distinct_as_chance, "cli_keys_doubles"),
        (found.fine_enough, "cli_keys_coarse"),
    )
    for held, code in faults:
        if not held:
            report.out(code)
    if found.usable:
        report.out("cli_keys_usable")
    for rule in found.floor:
        report.notice(rule.told)
    if refusing(found.floor):
        return Exit.DISCLOSES
    return Exit.DONE if found.usable else Exit.INPUT
