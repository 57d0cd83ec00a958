"""How a command reads a file of microdata, as far as it is not to be recognised."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

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
