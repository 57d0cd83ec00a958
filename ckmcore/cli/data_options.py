"""How a command reads a file of microdata, as far as it is not to be recognised."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ckmcore.cli.options import Options, flag, option
from ckmcore.errors import InputError

if TYPE_CHECKING:
    from ckmcore.microdata import Dialect


# How a file is written, as far as it is not to be recognised.
DATA: Options = (
    "--meta",
    option("--separator"),
    option("--encoding"),
    option("--decimal", choices=(".", ",")),
    option("--sheet"),
    option("--range", metavar="B3:F200"),
)
# One period of a relation that holds several; and how the records of a database are taken.
PERIOD_COLUMN = option("--period-column", default="", metavar="COLUMN", help="database_period_column")
PERIOD_CODE = option("--period-code", default="", metavar="CODE", help="database_period_code")
DATABASE: Options = (flag("--into-memory", help="database_into_memory"), PERIOD_COLUMN, PERIOD_CODE)


def asked_dialect(options: argparse.Namespace, path: str) -> Dialect | None:
    """The dialect that the options ask for; None where everything is to be recognised."""
    from ckmcore.microdata import sniff

    names = {"separator": "separator", "encoding": "encoding", "decimal": "decimal", "sheet": "sheet", "range": "cells"}
    asked = {field: getattr(options, name) for name, field in names.items() if getattr(options, name)}
    if not asked:
        return None
    if asked.get("separator") in ("tab", "\\t"):
        asked["separator"] = "\t"
    return replace(sniff(path), **asked)


def files_of(options: argparse.Namespace) -> Any:
    """The file, or the files to be read as one."""
    return options.file[0] if len(options.file) == 1 else options.file


def period_asked(options: argparse.Namespace) -> tuple[str, str]:
    """The column of periods and the code of a period. Raises cli_option_needed where one is given without the other."""
    column, code = options.period_column, options.period_code
    if column and not code:
        raise InputError("cli_option_needed", option="--period-code", reason="--period-column")
    if code and not column:
        raise InputError("cli_option_needed", option="--period-column", reason="--period-code")
    return column, code


def refuse_database_options(options: argparse.Namespace, *more: str) -> None:
    """Raise cli_option_needed where an option that only a database has is given for files."""
    for name in (*more, "--into-memory", "--period-column", "--period-code"):
        if vars(options)[name[2:].replace("-", "_")]:
            raise InputError("cli_option_needed", option="--data database:NAME/RELATION", reason=name)
