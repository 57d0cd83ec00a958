"""The floor under protection on the command line: `ckm table` refuses what is below it, but for a trial."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from ckmcore.base.exit_codes import Exit
from ckmcore.base.wings import needed_wing
from ckmcore.cli.common import CommandReport
from ckmcore.errors import ProtectionError
from ckmcore.messages import Sentence, sentence

if TYPE_CHECKING:
    from ckmcore.methods.method import Method
    from ckmcore.methods.protected import ProtectedTable
    from ckmcore.microdata.data import Microdata
    from ckmcore.ptable import PTable
    from ckmcore.ptable.floor.floor import OpenRule


class TableBelowFloor(ProtectionError):
    """A table was requested under a method that the floor refuses. Fields: `rules` and those of the first open rule."""

    code = "cli_table_below_floor"
    exit_code = Exit.DISCLOSES


def below_floor(method: Method, options: argparse.Namespace, report: CommandReport) -> tuple[OpenRule, ...]:
    """Report the open rules of the floor for a method. Returns the refusing rules, which make the table a trial.

    An internal table, which is never published, only gets a warning. Raises TableBelowFloor.
    """
    return _unless_refused(method.floor, options, report)


def keys_below_floor(
    method: Method, data: Microdata, options: argparse.Namespace, report: CommandReport
) -> tuple[OpenRule, ...]:
    """Report the open rules of the floor for the record keys of the data (F10 to F14), where the method uses keys.
    Returns the refusing rules; a household counts once.

    Raises TableBelowFloor and the errors of the database.
    """
    if not method.needs_keys:
        return ()
    refused = _unless_refused(open_of_keys(data, getattr(method, "ptable", None)), options, report)
    report.notice(*_untested(data))
    return refused


def _unless_refused(
    open_rules: tuple[OpenRule, ...], options: argparse.Namespace, report: CommandReport
) -> tuple[OpenRule, ...]:
    from ckmcore.ptable.floor.floor import names, refusing

    refused = refusing(open_rules)
    if refused and not (options.trial or options.internal):
        raise TableBelowFloor(rules=names(refused), told=refused[0].sentence)
    report.notice(*(rule.told for rule in open_rules))
    return () if options.internal else refused


def refuse_keys(data: Microdata, ptable: PTable | None, report: CommandReport) -> None:
    """Report the open rules of the record keys with which a command judges a method; trials are not allowed here.
    Raises keys_below_floor."""
    from ckmcore.ptable.floor.key_floor import told_unless_refused

    report.notice(*told_unless_refused(open_of_keys(data, ptable)), *_untested(data))


def _untested(data: Microdata) -> tuple[Sentence, ...]:
    """Notices that there are too few records to test some rules of record keys."""
    from ckmcore.ptable.floor.key_floor import untested

    if data.record_keys is None:
        return ()
    return untested(data.rows if data.households is None else len(data.households.first))


def open_of_keys(data: Microdata, ptable: PTable | None = None) -> tuple[OpenRule, ...]:
    """Open rules of the floor for the record keys of data (F10 to F14); none without keys. A household counts once.

    Raises the errors of the database.
    """
    from ckmcore.ptable.floor.key_floor import key_floor, spread_floor

    keys = data.record_keys
    if keys is None:
        return ()
    if data.counter is not None:
        spread = needed_wing("scale").spread_of_keys(data.counter)
        return () if spread is None else spread_floor(spread, keys.form, ptable)
    if data.households is not None:
        keys = replace(keys, values=keys.values[data.households.first])
    return key_floor(keys, ptable)


def marked_as_trial(table: ProtectedTable, refused: tuple[OpenRule, ...]) -> ProtectedTable:
    """Replace the note that a table is protected by a note that it is a trial, and why. refused: rules of the floor
    that refuse the method."""
    from ckmcore.ptable.floor.floor import names

    mark = sentence("trial_below_floor", rules=names(refused))
    return replace(table, note=mark, short_note=mark)
