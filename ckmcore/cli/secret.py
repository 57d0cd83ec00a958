"""How a command opens a statistic that has roles: by a key file, or by a passphrase on standard input.

Never by an argument or an environment variable: others see both.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ckmcore.base.files import folder_of
from ckmcore.base.guarded import need
from ckmcore.cli.options import Options, flag
from ckmcore.errors import InputError
from ckmcore.messages import say

if TYPE_CHECKING:
    from ckmcore.cli.common import CommandReport
    from ckmcore.office.settings import Office
    from ckmcore.statistic.file import Stamp
    from ckmcore.statistic.model import Statistic
    from ckmcore.statistic.seal import Secret


# How a statistic that has roles is opened.
SECRET: Options = ("--key-file", flag("--accept-older"))


def open_asked(
    options: argparse.Namespace, path: Path, report: CommandReport, shared: Path | None = None
) -> tuple[Statistic, Stamp]:
    """Open the statistic of a file and return it with its stamp. A statistic with roles is opened by `--key-file`, else
    by a passphrase that is typed or read from the first line of standard input.

    shared: folder of the register, by default `register_folder`. Raises the errors of `open_statistic` and of reading a
    key file. Raises StatisticDiffers where the file is not the remembered one and `--accept-older` was not given.
    """
    from ckmcore.statistic.source import needed_files
    from ckmcore.statistic.trusted_state import StatisticDiffers, opened_as_known

    statistic, stamp = _opened(options, path, report)
    need(needed_files(statistic, path))
    shared = register_folder(options, path) if shared is None else shared
    try:
        known_marks = opened_as_known(statistic, stamp, path.name, shared)
        _tell_unproven(*known_marks, shared, report)
        return known_marks
    except StatisticDiffers as differs:
        if not options.accept_older:
            raise
        report.out("known_accepted", what=differs.fields["what"])
    return opened_as_known(statistic, stamp, path.name, shared, accept_older=True)


def _tell_unproven(statistic: Statistic, stamp: Stamp, shared_folder: Path, report: CommandReport) -> None:
    """Report once that the statistic's mark is not proven."""
    from ckmcore.statistic.trusted_state import unproven_once

    sentence = unproven_once(statistic, stamp.guard, shared_folder)
    if sentence is not None:
        report.notice(sentence)


def register_folder(options: argparse.Namespace, path: Path, office: Office | None = None) -> Path:
    """Folder of a statistic's register: from `--register`, else from the office's settings and the computer's policy,
    else the statistic's own folder.

    office: settings of the office, by default read from the options. Raises the errors of reading both.
    """
    from ckmcore.cli.policy import office_asked

    office = office or office_asked(getattr(options, "office", None))
    return Path(getattr(options, "register", None) or office.register_folder or folder_of(path))


def read_secret(options: argparse.Namespace, path: Path, report: CommandReport, *, ask: bool) -> Secret | None:
    """Secret of `--key-file`; else, with `ask`, of a passphrase that is typed or the next line of standard input; None
    where nothing was given. Raises the errors of reading a key file."""
    from ckmcore.statistic.key_file import read_key_file
    from ckmcore.statistic.seal import Secret

    if options.key_file is not None:
        return read_key_file(Path(options.key_file))
    typed_text = _typed("cli_passphrase", path.name, report) if ask else ""
    return Secret.passphrase(typed_text) if typed_text else None


def typed_secret(key_file: str | None, name: str, report: CommandReport, *, new: bool = False) -> Secret:
    """Secret of a key file; else of a passphrase that is typed or the next line of standard input. new: the passphrase
    is a new one and typed twice.

    Raises the errors of reading a key file and cli_passphrases_differ.
    """
    from ckmcore.statistic.key_file import read_key_file
    from ckmcore.statistic.seal import Secret

    if key_file is not None:
        return read_key_file(Path(key_file))
    typed_text = _typed("cli_passphrase_new" if new else "cli_passphrase", name, report)
    if new and sys.stdin.isatty() and _typed("cli_passphrase_again", name, report) != typed_text:
        raise InputError("cli_passphrases_differ")
    return Secret.passphrase(typed_text)


def _opened(options: argparse.Namespace, path: Path, report: CommandReport) -> tuple[Statistic, Stamp]:
    from ckmcore.statistic.file import open_statistic
    from ckmcore.statistic.seal import SecretNeeded

    try:
        return open_statistic(path, read_secret(options, path, report, ask=False))
    except SecretNeeded:
        secret = read_secret(options, path, report, ask=True)
        if secret is None:
            raise
        return open_statistic(path, secret)


def _typed(code: str, name: str, report: CommandReport) -> str:
    if sys.stdin.isatty():
        from getpass import getpass

        return getpass(say(code, report.language, name=name))
    return sys.stdin.readline().rstrip("\r\n")
