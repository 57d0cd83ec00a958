"""`ckm areas`: boundaries for the codes of a statistic, imported once, listed, compared with the codes."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ckmcore.base.exit_codes import Exit
from ckmcore.base.texts import Texts
from ckmcore.cli.common import CommandReport
from ckmcore.cli.options import option, override
from ckmcore.cli.registry import CliCommand
from ckmcore.cli.secret import SECRET
from ckmcore.cli.statistic_session import worked_on
from ckmcore.errors import InputError

if TYPE_CHECKING:
    from ckmcore.areas.model import AreaMatch

_NAMED = 20


def _import(options: argparse.Namespace, report: CommandReport) -> int:
    """Keep areas beside the statistic. Raises as `WorkingStatistic.import_areas`."""
    with worked_on(options, report) as work:
        match = work.import_areas(
            options.variable,
            options.file,
            options.code,
            options.area_name,
            layer=options.layer,
            title=_both(options.title, options.title_de),
            source=_both(options.source, options.source_de),
            state=options.state,
            tolerance=options.tolerance,
        )
        kept = next(
            each for each in work.statistic.areas if (each.variable, each.state) == (options.variable, options.state)
        )
    report.wrote(Path(options.statistic))
    report.out("areas_imported", variable=options.variable, count=kept.count, file=kept.file)
    return _tell(options.variable, match, report)


def _both(en: str | None, de: str | None) -> Texts:
    return Texts(en or "", de or "")


def _tell(variable: str, match: AreaMatch, report: CommandReport) -> int:
    """Print what codes and areas lack of each other; DIFFERS where there is any."""
    report.out("areas_matched", variable=variable, count=match.matched)
    for code, lacking in (("areas_without_area", match.without_area), ("areas_without_code", match.without_code)):
        if lacking:
            named = [*lacking[:_NAMED], *(["…"] if len(lacking) > _NAMED else [])]
            report.out(code, count=len(lacking), codes=named)
    return Exit.DIFFERS if match.without_area or match.without_code else Exit.DONE


def _list(options: argparse.Namespace, report: CommandReport) -> int:
    with worked_on(options, report, read_only=True) as work:
        areas = work.statistic.areas
    for each in areas:
        report.out(
            "areas_line",
            variable=each.variable,
            count=each.count,
            state=each.state or "–",
            source=each.source if each.source.text(report.language) else each.title,
            file=each.file or "–",
        )
    if not areas:
        report.out("areas_list_empty")
    return Exit.DONE


def _check(options: argparse.Namespace, report: CommandReport) -> int:
    """Compare codes and areas; DIFFERS where one lacks the other. Raises areas_none, areas_file_missing."""
    from ckmcore.statistic.areas_beside import load_areas, match_areas

    with worked_on(options, report, read_only=True) as work:
        chosen = [each for each in work.statistic.areas if options.variable in (None, each.variable)]
        if not chosen:
            raise InputError("areas_none", variable=options.variable or "–")
        matches = [
            (each.variable, match_areas(work.statistic, each.variable, load_areas(each, work.path))) for each in chosen
        ]
    return max(_tell(variable, match, report) for variable, match in matches)


def _remove(options: argparse.Namespace, report: CommandReport) -> int:
    with worked_on(options, report) as work:
        work.remove_areas(options.variable, options.state)
    report.wrote(Path(options.statistic))
    report.out("areas_removed", variable=options.variable)
    return Exit.DONE


_STATISTIC = (override("statistic", help="run_statistic"),)
_VARIABLE = option("--variable", metavar="VARIABLE", help="areas_variable")
_STATE = option("--state", default="", metavar="DAY", help="areas_state")
_IMPORT = (
    *_STATISTIC,
    override("file", help="areas_file"),
    override(_VARIABLE, required=True),
    option("--code", required=True, metavar="COLUMN", help="areas_code"),
    option("--area-name", default="", metavar="COLUMN", help="areas_name"),
    option("--layer", default="", metavar="LAYER", help="areas_layer"),
    _STATE,
    "--title",
    "--title-de",
    override("--source", help="areas_source"),
    "--source-de",
    option("--tolerance", type=float, metavar="M", help="areas_tolerance"),
    *SECRET,
)
COMMANDS = (
    CliCommand("areas"),
    CliCommand("areas import", _IMPORT, _import),
    CliCommand("areas list", (*_STATISTIC, *SECRET), _list),
    CliCommand("areas check", (*_STATISTIC, _VARIABLE, *SECRET), _check),
    CliCommand("areas remove", (*_STATISTIC, override(_VARIABLE, required=True), _STATE, *SECRET), _remove),
)
