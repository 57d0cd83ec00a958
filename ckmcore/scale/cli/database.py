"""`ckm database`: what the policy names, whether a relation can be counted, and texts for its administrator."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ckmcore.cli.common import CommandReport, names_of
from ckmcore.cli.data_options import PERIOD_CODE, PERIOD_COLUMN, period_asked
from ckmcore.cli.options import Options, option, override, required
from ckmcore.cli.registry import CliCommand
from ckmcore.errors import InputError

TEXTS = ("role", "keys", "function")


def _list(options: argparse.Namespace, report: CommandReport) -> int:  # noqa: ARG001 - as each step
    from ckmcore.scale.database.connect import named_databases

    database_entries = named_databases()
    if not database_entries:
        report.out("cli_database_none")
    for name, entry in database_entries.items():
        where = entry.path or f"{entry.database or 'spark'} ({entry.host})"
        report.out("cli_database_named", name=name, kind=entry.kind, where=where)
    return 0


def _check(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.scale.database.connect import link_to
    from ckmcore.scale.database.import_relation import check_relation_keys
    from ckmcore.scale.database.open import open_relation
    from ckmcore.statistic.relation import Roles

    link = link_to(options.name)
    with link.state() as connection:
        report.out("cli_database_answers", name=options.name, kind=link.kind)
        if options.relation is None:
            for relation in connection.relations():
                if not relation.readable:
                    report.out("cli_database_unreadable", relation=relation.name)
                elif relation.rows < 0:
                    report.out("cli_database_relation_only", relation=relation.name)
                else:
                    report.out("cli_database_relation", relation=relation.name, rows=relation.rows)
            return 0
        connection.refuse_writer(options.relation)
        for column in connection.columns(options.relation):
            code = "cli_database_column" if column.kind is not None else "cli_database_column_other"
            report.out(code, column=column.name, type=column.type)
    period, code = period_asked(options)
    roles = Roles(
        tuple(names_of(options.dimensions)),
        options.record_key,
        options.modulus,
        options.weight,
        tuple(names_of(options.magnitudes)),
        options.household,
        period=period,
        period_code=code,
    )
    data = open_relation(link, options.relation, roles)
    report.out("cli_database_counts", relation=options.relation, rows=data.rows)
    for name, dimension in data.dimensions.items():
        report.out("cli_database_codes", column=name, count=len(dimension.codes))
    keys = data.record_keys
    if keys is not None:
        report.out("cli_database_keys", column=options.record_key, modulus=keys.modulus)
        for notice in check_relation_keys(data):
            report.say(notice)
    if options.secret:
        if not options.id or not options.record_key:
            raise InputError("cli_option_needed", option="--id, --record-key", reason="--secret")
        _compare_keys(options, link, data, report)
    report.out("cli_database_mark", mark=data.counter.mark if data.counter is not None else "")
    return 0


def _compare_keys(options: argparse.Namespace, link: Any, data: Any, report: CommandReport) -> None:
    """Derive the keys of some identifiers again and compare them with those of the database."""
    from ckmcore.keys.derivation import read_secret
    from ckmcore.scale.database.open import derived_differently

    secret = read_secret(Path(options.secret))
    compared, other = derived_differently(
        link, options.relation, options.id, options.record_key, secret, options.period, part=data.counter.part
    )
    report.out("cli_database_keys_differ" if other else "cli_database_keys_same", count=compared, other=other)


def _sql(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.scale.database import admin
    from ckmcore.scale.database.postgres import relation_parts

    if options.what == "keys" and not options.id:
        raise InputError("cli_option_needed", option="--id", reason="sql keys")
    text = {
        "role": lambda: admin.reading_role(options.relation, options.user),
        "keys": lambda: admin.keys_table(options.relation, options.id, options.column, options.file),
        "function": lambda: admin.deriving_function(relation_parts(options.relation)[0], options.user),
    }[options.what]()
    report.out("cli_database_sql", text=text.rstrip("\n"))
    return 0


_CHECK: Options = (
    override("name", help="database_name"),
    "--relation",
    override("--dimensions", default=""),
    override("--magnitudes", default=""),
    override("--weight", default=""),
    override("--record-key", default=""),
    "--modulus",
    override("--household", default=""),
    *(PERIOD_COLUMN, PERIOD_CODE),
    override("--id", default=""),
    override("--secret", help="database_secret"),
    override("--period", default="", help="key_period"),
)
_SQL: Options = (
    option("what", choices=TEXTS, help="database_what"),
    *required("--relation"),
    option("--user", default="ckm_reader", help="database_user"),
    override("--id", default=""),
    "--column",
    override("--file", default="keys.csv", help="database_keys_file"),
)
COMMANDS = (
    CliCommand("database"),
    CliCommand("database list", (), _list),
    CliCommand("database check", _CHECK, _check),
    CliCommand("database sql", _SQL, _sql),
)
