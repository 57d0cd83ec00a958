"""`ckm picture`: one table of a statistic as a picture, or which kinds of pictures fit it."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

from ckmcore.base.exit_codes import Exit
from ckmcore.base.texts import Texts
from ckmcore.cli.common import CommandReport, check_output
from ckmcore.cli.draft import NAMED_TABLE, table_named
from ckmcore.cli.options import OneOf, flag, given, option, override, several
from ckmcore.cli.registry import CliCommand
from ckmcore.cli.secret import SECRET
from ckmcore.cli.statistic_session import records_of, worked_on
from ckmcore.errors import InputError
from ckmcore.tabulate.picture_choice import ClassMethod, KindName, PictureChoice, PictureOrder


def run_picture(options: argparse.Namespace, report: CommandReport) -> int:
    """Write the picture of a table. With `--kinds` print which kinds fit it instead; DIFFERS where none does."""
    from ckmcore.formats.write_picture import picture_ending, write_picture
    from ckmcore.pictures.kinds import KINDS, offered
    from ckmcore.presentation.present import present_draft
    from ckmcore.statistic.areas_beside import areas_of
    from ckmcore.statistic.source import files_of

    if not options.kinds:
        picture_ending(Path(options.output))
    with worked_on(options, report, read_only=True) as work:
        spec = table_named(options, work)
        choice = _choice(options, spec.presentation.picture)
        if options.period:
            work.choose_period(options.period)
        inputs = [options.statistic, options.table, options.office, options.key_file]
        inputs += [str(file) for file in files_of(work.statistic, Path(options.statistic))]
        check_output(options.output, inputs)
        records_of(work, work.statistic, report)
        language = report.file_language(spec.presentation.language)
        document = present_draft(work.draft(spec), language, work.office)
        areas = areas_of(work.statistic, (*spec.variables, choice.borders), work.path)
        if not options.kinds:
            path = Path(options.output)
            picture = write_picture(
                document, path, choice, with_figures=options.with_figures, areas=areas, dpi=options.dpi
            )
        else:
            reasons = offered(document, choice, areas)
    if not options.kinds:
        report.written(options.output, "picture_written", kind=KINDS[picture.kind].title)
        return Exit.DONE
    for name, reason in reasons.items():
        if reason is None:
            report.out("picture_fits", name=name, kind=KINDS[name].title)
        else:
            report.out("picture_fits_not", name=name, kind=KINDS[name].title, reason=reason)
    return Exit.DONE if None in reasons.values() else Exit.DIFFERS


def _choice(options: argparse.Namespace, kept: PictureChoice) -> PictureChoice:
    """What is kept with the table, changed by the options that are given. Raises picture_counted_from,
    ArgumentNotTaken."""
    for name, number in (("--shown-value", options.shown_value), ("--block", options.block)):
        if number < 1:
            raise InputError("picture_counted_from", option=name)
    asked: dict[str, Any] = {
        "--kind": {"kind": options.kind, "sight": "picture"},
        "--categories": {"categories": options.categories},
        "--colours": {"colours": options.colours},
        "--shown-value": {"value": options.shown_value - 1},
        "--block": {"block": options.block - 1},
        "--without": {"without": tuple(options.without)},
        "--order": {"order": options.order},
        "--wide": {"width": options.wide},
        "--high": {"height": options.high},
        "--no-numbers": {"numbers": False},
        "--no-zero": {"zero": False},
        "--patterns": {"patterns": True},
        "--upright": {"upright": True},
        "--no-excess": {"excess": False},
        "--alt": {"alt": Texts.same(options.alt)},
        "--class-method": {"classes": options.class_method},
        "--class-count": {"class_count": options.class_count},
        "--limits": {"limits": tuple(options.limits.replace("|", " ").split()), "classes": "own"},
        "--reversed": {"reversed": True},
        "--borders": {"borders": options.borders},
        "--around": {"around": options.around},
    }
    changed: dict[str, Any] = {}
    for name in given(options, *asked):
        changed |= asked[name]
    return replace(kept, **changed)


_PLAIN = PictureChoice()
_OPTIONS = (
    *NAMED_TABLE,
    OneOf(
        (
            override("--output", required=None, metavar="FILE", help="picture_output"),
            flag("--kinds", help="picture_kinds"),
        ),
        required=True,
    ),
    override("--kind", choices=get_args(KindName), default=None, help="picture_kind"),
    option("--categories", metavar="VARIABLE", default="", help="picture_categories"),
    option("--colours", metavar="VARIABLE", default="", help="picture_colours"),
    several("--without", metavar="CODE", help="picture_without"),
    option("--order", choices=get_args(PictureOrder), default="table", help="picture_order"),
    option("--shown-value", type=int, default=1, metavar="N", help="picture_value"),
    option("--block", type=int, default=1, metavar="N", help="picture_block"),
    option("--wide", type=int, default=_PLAIN.width, metavar="MM", help="picture_width"),
    option("--high", type=int, default=_PLAIN.height, metavar="MM", help="picture_height"),
    option("--dpi", type=int, default=192, metavar="N", help="picture_dpi"),
    flag("--upright", help="picture_upright"),
    flag("--patterns", help="picture_patterns"),
    flag("--no-numbers", help="picture_no_numbers"),
    flag("--no-zero", help="picture_no_zero"),
    flag("--no-excess", help="picture_no_excess"),
    flag("--with-figures", help="picture_with_figures"),
    option("--alt", default="", metavar="TEXT", help="picture_alt"),
    option("--class-method", choices=get_args(ClassMethod), default="quantiles", help="picture_classes"),
    option("--class-count", type=int, default=_PLAIN.class_count, metavar="N", help="picture_class_count"),
    option("--limits", default="", metavar="N|N|N", help="picture_limits"),
    flag("--reversed", help="picture_reversed"),
    option("--around", metavar="N", default="", help="picture_around"),
    option("--borders", metavar="VARIABLE", default="", help="picture_borders"),
    "--office",
    *SECRET,
)
COMMANDS = (CliCommand("picture", _OPTIONS, run_picture, reads=("table",), prints={"output": ".svg"}),)
