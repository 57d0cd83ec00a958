"""`ckm table`: one table of records, protected, written and, if asked for, set beside what was published before."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ckmcore.base.exit_codes import Exit
from ckmcore.cli.common import CommandReport, check_output
from ckmcore.cli.floor import below_floor, keys_below_floor, marked_as_trial
from ckmcore.cli.layout import (
    LAYOUT,
    data_of_table,
    layout_files,
    table_asked,
    table_warnings,
    with_least_in_class,
)
from ckmcore.cli.magnitudes import NUMBER_CODES, ordered_tables, ptables_of, with_codes_asked
from ckmcore.cli.method import key_of_meta, method_of, method_options, methods
from ckmcore.cli.options import flag, option, override, refuse_beside, require
from ckmcore.cli.registry import CliCommand
from ckmcore.cli.streams import table_ending
from ckmcore.formats.forms import FORMS, FormName, chosen_form, paths_of
from ckmcore.messages import say

if TYPE_CHECKING:
    from ckmcore.methods.protected import ProtectedTable

# Cells that are named of each kind of difference; all are counted, and all are in the list.
_SHOWN = 50
# CSV for people by two words of old, every other form by its name.
TABLE_FORMS = ("long", "layout", *(name for name in FORMS if not name.startswith("csv")))


def _form_name(options: argparse.Namespace) -> FormName | None:
    """Name of the requested form; None where the file's ending decides, with CSV as `long` or `layout`."""
    if options.form not in ("long", "layout"):
        return next(name for name in FORMS if name == options.form)
    return "csv-long" if options.form == "long" and Path(options.output).suffix.lower() == ".csv" else None


def run_table(options: argparse.Namespace, report: CommandReport) -> int:
    """Ends with DIFFERS where a published figure is another one."""
    from ckmcore.formats.export import export_files
    from ckmcore.internal.cells import write_internal
    from ckmcore.methods.notices import quantile_notes
    from ckmcore.methods.share_base import means_on_few, share_advice
    from ckmcore.methods.top import tabulated_under

    inputs = [*layout_files(options), options.ptable, *ptables_of(options)]
    check_output(options.output, inputs)
    if not options.internal:
        form = chosen_form(Path(options.output), _form_name(options))
    _check_published(options)
    laid_out = table_asked(options)
    if not options.internal:
        for file in paths_of(laid_out.spec, form, Path(options.output)):
            check_output(str(file), inputs)
    method = method_of(options, laid_out.spec.magnitudes)
    trial = below_floor(method, options, report)
    key = options.record_key or (key_of_meta(options) if methods()[options.method].needs_keys else None)
    data, spec = data_of_table(options, laid_out, key, report)
    trial = (*trial, *keys_below_floor(method, data, options, report))
    data = with_codes_asked(data, options, report)
    if not options.table:
        classes = {name: column.classes for name, column in data.magnitudes.items()}
        spec = with_least_in_class(spec, classes, method.count_noise, options.least_in_class)
    raw = tabulated_under(data, spec, method)
    advice, few = share_advice(raw, method), means_on_few(raw, method)
    advice_sentences = [*([] if advice is None else [advice.sentence]), *([] if few is None else [few])]
    report.notice(*method.warnings(raw), *ordered_tables(method), *advice_sentences)
    target, language = Path(options.output), report.file_language(spec.presentation.language)
    if trial:
        target = target.with_stem(f"{target.stem}_{say('word_trial_file', language)}")
        check_output(str(target), inputs)
    if options.internal:
        write_internal(method.examine(raw), target, method.count_noise.signs)
        report.written(target, "cli_internal_written")
    else:
        shown = method.protect(raw)
        report.notice(*table_warnings(shown, data, options), *quantile_notes(shown, data))
        if trial:
            shown = marked_as_trial(shown, trial)
        files = export_files(shown, target, language=language, form=form.name)
        report.wrote(*files)
        report.out("cli_table_written", cells=shown.cells, name=target.name)
        return _compare(shown, options, report)
    return 0


def _check_published(options: argparse.Namespace) -> None:
    """Check before the work that the comparison options fit together and the list of differences overwrites no
    input."""
    if not options.compare_with:
        require(options, "--compare-with", "--differences")
    if options.internal:
        refuse_beside(options, "--internal", "--compare-with")
    inputs = [options.data, options.meta, options.ptable, options.table, options.compare_with]
    check_output(options.output, [options.compare_with])
    check_output(options.differences, [*inputs, options.output])


def _compare(table: ProtectedTable, options: argparse.Namespace, report: CommandReport) -> int:
    """Report which cells changed, are new, or are gone. Returns DIFFERS where there are any."""
    from ckmcore.compare.changed import KINDS
    from ckmcore.compare.comparison import compare
    from ckmcore.compare.figures import entry_text, places_of
    from ckmcore.compare.write import write_list

    if not options.compare_with:
        return Exit.DONE
    comparison = compare(table, options.compare_with, report.language)
    report.notice(*comparison.notices)
    numbers = {kind: comparison.count(kind) for kind in KINDS}
    report.out("published_counts", file=comparison.file, unchanged=comparison.unchanged, **numbers)
    ordered = comparison.by_size()
    for kind in KINDS:
        listed = [difference for difference in ordered if difference.kind == kind]
        for listed_difference in listed[:_SHOWN]:
            where = " · ".join(text for text in (*listed_difference.path, listed_difference.value) if text)
            column_of = places_of(listed_difference.old, listed_difference.new)
            old, new, difference = (
                entry_text(entry, column_of, report.language) or "–"
                for entry in (listed_difference.old, listed_difference.new, listed_difference.difference)
            )
            report.out(f"cli_published_{kind}", cell=where, old=old, new=new, difference=difference)
        if len(listed) > _SHOWN:
            report.out("cli_published_more", count=len(listed) - _SHOWN)
    if options.differences:
        language = report.file_language(table.spec.presentation.language)
        listed_as = comparison if language == report.language else compare(table, options.compare_with, language)
        write_list(listed_as, Path(options.differences), language, listed_as.by_size())
        report.written(options.differences, "published_list_written")
    return Exit.DONE if comparison.same else Exit.DIFFERS


_OPTIONS = (
    *LAYOUT,
    method_options,
    *NUMBER_CODES,
    flag("--internal"),
    flag("--trial"),
    override("--form", choices=TABLE_FORMS, default="long"),
    "--output",
    option("--compare-with", metavar="FILE", help="published_with"),
    option("--differences", metavar="LIST.csv", help="published_list", writes=True),
)
COMMANDS = (
    CliCommand(
        "table",
        _OPTIONS,
        run_table,
        reads=("data", "table", "ptable", "ptable_cont", "ptable_sep", "compare_with"),
        prints={"output": table_ending},
    ),
)
