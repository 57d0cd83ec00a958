"""`ckm table ... --compare-with FILE`: the table beside figures that were published before."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ckmcore.base.exits import Exit
from ckmcore.cli.common import CommandReport, check_output
from ckmcore.cli.options import refuse_beside, require

if TYPE_CHECKING:
    from ckmcore.methods.protected import ProtectedTable

# Cells that are named of each kind; all are counted, and all stand in the list.
SHOWN = 50


def check_published_options(options: argparse.Namespace) -> None:
    """Before the work: options that go together, a list that overwrites nothing."""
    if not options.compare_with:
        require(options, "--compare-with", "--differences")
    if options.internal:
        refuse_beside(options, "--internal", "--compare-with")
    inputs = [options.data, options.meta, options.ptable, options.table, options.compare_with]
    check_output(options.output, [options.compare_with])
    check_output(options.differences, [*inputs, options.output])


def compare_table(table: ProtectedTable, options: argparse.Namespace, report: CommandReport) -> int:
    """Say what changed, is new, is gone; ends with DIFFERS where anything does."""
    from ckmcore.compare.changed import KINDS
    from ckmcore.compare.comparison import compare
    from ckmcore.compare.figures import entry_text, places_of
    from ckmcore.compare.write import write_list

    if not options.compare_with:
        return Exit.DONE
    found = compare(table, options.compare_with, report.language)
    report.notice(*found.notices)
    numbers = {kind: found.count(kind) for kind in KINDS}
    report.out("published_counts", file=found.file, unchanged=found.unchanged, **numbers)
    ordered = found.by_size()
    for kind in KINDS:
        listed = [one for one in ordered if one.kind == kind]
        for one in listed[:SHOWN]:
            where = " · ".join(text for text in (*one.path, one.value) if text)
            places = places_of(one.old, one.new)
            old, new, difference = (
                entry_text(entry, places, report.language) or "–" for entry in (one.old, one.new, one.difference)
            )
            report.out(f"cli_published_{kind}", cell=where, old=old, new=new, difference=difference)
        if len(listed) > SHOWN:
            report.out("cli_published_more", count=len(listed) - SHOWN)
    if options.differences:
        language = report.file_language(table.spec.presentation.language)
        listed_as = found if language == report.language else compare(table, options.compare_with, language)
        write_list(listed_as, Path(options.differences), language, listed_as.by_size())
        report.written(options.differences, "published_list_written")
    return Exit.DONE if found.same else Exit.DIFFERS
