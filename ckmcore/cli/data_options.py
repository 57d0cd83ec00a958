"""How a command reads a file of microdata, as far as it is not to be recognised."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ckmcore.errors import InputError

if TYPE_CHECKING:
    from ckmcore.microdata import Dialect


def add_data_options(parser: argparse.ArgumentParser, text: Callable[[str], str]) -> None:
    """How the file is written, as far as it is not to be recognised."""
    parser.add_argument("--meta", metavar="F.rda", help=text("meta"))
    parser.add_argument("--separator", help=text("separator"))
    parser.add_argument("--encoding", help=text("encoding"))
    parser.add_argument("--decimal", choices=(".", ","), help=text("decimal"))
    parser.add_argument("--sheet", help=text("sheet"))
    parser.add_argument("--range", metavar="B3:F200", help=text("range"))


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


def add_database_options(
    parser: argparse.ArgumentParser, text: Callable[[str], str], code: str = "database_period_code"
) -> None:
    """How the records of a database are taken; `code`: what is said of the option for the period."""
    parser.add_argument("--into-memory", action="store_true", help=text("database_into_memory"))
    add_period_options(parser, text, code)


def add_period_options(
    parser: argparse.ArgumentParser, text: Callable[[str], str], code: str = "database_period_code"
) -> None:
    """One period of a relation that holds several."""
    parser.add_argument("--period-column", default="", metavar="COLUMN", help=text("database_period_column"))
    parser.add_argument("--period-code", default="", metavar="CODE", help=text(code))


def period_asked(options: argparse.Namespace) -> tuple[str, str]:
    """The column of periods and the code of one. Raises cli_option_needed where one is said without the other."""
    column, code = options.period_column, options.period_code
    if column and not code:
        raise InputError("cli_option_needed", option="--period-code", reason="--period-column")
    if code and not column:
        raise InputError("cli_option_needed", option="--period-column", reason="--period-code")
    return column, code


def refuse_database_options(options: argparse.Namespace, *more: str) -> None:
    """Raises cli_option_needed where an option that only a database has is said of files."""
    for option in (*more, "--into-memory", "--period-column", "--period-code"):
        if vars(options)[option[2:].replace("-", "_")]:
            raise InputError("cli_option_needed", option="--data database:NAME/RELATION", reason=option)
