"""`ckm conformance`: solved cases of other people, recomputed by the engine that the window uses."""

from __future__ import annotations

import argparse
from pathlib import Path

from ckmcore.base.exit_codes import Exit
from ckmcore.cli.common import CommandReport, check_output
from ckmcore.cli.options import option
from ckmcore.cli.registry import CliCommand

# Differences of a file that the screen names.
_SCREEN = 50


def run_conformance(options: argparse.Namespace, report: CommandReport) -> int:
    """Run `ckm conformance`: compute the values of all files. Returns DIFFERS where they differ from the expected ones,
    INPUT where something could not be computed or compared."""
    from ckmcore.lab.conformance.run import conform, write_values

    check_output(options.solve, options.files)
    solve = options.solve is not None
    results = []
    for file in options.files:
        conformance = conform(file, options.ptables, solve=solve)
        results.append(conformance)
        name = Path(file).name
        for mismatch in conformance.mismatches[:_SCREEN]:
            report.out("cli_conformance_line", text=mismatch.sentence)
        if len(conformance.mismatches) > _SCREEN:
            report.out("cli_conformance_more", count=len(conformance.mismatches) - _SCREEN)
        for path, reason in conformance.left_out:
            report.out("cli_conformance_left_out", path=path, reason=reason)
        if not conformance.values:
            report.out("cli_conformance_nothing", name=name)
        elif not solve:
            counts = {"compared": conformance.compared, "different": len(conformance.mismatches)}
            report.out("cli_conformance_result", name=name, **counts)
    if solve and any(result.values for result in results):
        write_values(results, options.solve)
        report.written(options.solve, "cli_conformance_written")
    if not solve and any(result.mismatches for result in results):
        return Exit.DIFFERS
    all_done = all(result.values and (solve or (result.passed and result.compared)) for result in results)
    return Exit.DONE if all_done else Exit.INPUT


_OPTIONS = (
    option("files", nargs="+", metavar="FILE", help="conformance_files"),
    option("--ptables", metavar="FOLDER", help="conformance_ptables"),
    option("--solve", metavar="OUT.json", help="conformance_solve", writes=True),
)
COMMANDS = (CliCommand("conformance", _OPTIONS, run_conformance, reads=("files",), prints={"solve": ".json"}),)
