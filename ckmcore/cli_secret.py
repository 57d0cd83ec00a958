"""How a command opens a statistic that has roles: by a key file, or by a passphrase on standard input.

Never by an argument or an environment variable: others see both.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ckmcore.sentences import say

if TYPE_CHECKING:
    from ckmcore.cli_common import Report
    from ckmcore.statistic.file import Stamp
    from ckmcore.statistic.model import Statistic


def add_secret_option(parser: Any, text: Callable[[str], str]) -> None:
    """`--key-file F`."""
    parser.add_argument("--key-file", metavar="F", help=text("key_file"))


def open_asked(options: argparse.Namespace, path: Path, report: Report) -> tuple[Statistic, Stamp]:
    """The statistic of a file. One that has roles opens by `--key-file`, else by the passphrase that is asked for, or
    that is the first line of standard input. Raises the errors of `open_statistic` and of reading a key file."""
    from ckmcore.statistic.file import open_statistic
    from ckmcore.statistic.key_file import read_key_file
    from ckmcore.statistic.seal import Secret, SecretNeeded

    secret = None if options.key_file is None else read_key_file(Path(options.key_file))
    try:
        return open_statistic(path, secret)
    except SecretNeeded:
        given = _passphrase(path.name, report)
        if not given:
            raise
        return open_statistic(path, Secret.passphrase(given))


def _passphrase(name: str, report: Report) -> str:
    if sys.stdin.isatty():
        from getpass import getpass

        return getpass(say("cli_passphrase", report.language, name=name))
    return sys.stdin.readline().rstrip("\r\n")
