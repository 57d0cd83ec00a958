"""`--picture STATISTIC TABLE -o FILE`: the picture of a saved table as a file, without a window. PNG and all forms of
`ckm picture`."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from ckmcore.base.numbers import Language
from ckmcore.errors import CkmError, FileError, InputError
from ckmcore.messages import say
from ckmcore.office.settings import Office
from ckmdesk.look.table_picture import USUAL_DPI, load_fonts, png_bytes


def write_picture_file(
    statistic: Path, table: str, target: Path | None, language: Language, office: Office, dpi: int | None = None
) -> int:
    """Write the picture of a saved table, or of a table file (.ckmtable), by the method in force; return the exit code.

    A statistic with roles is opened by `ckm picture` alone, which asks for the secret.
    """
    load_fonts()
    try:
        if target is None:
            raise InputError("cli_option_needed", option="-o", reason="--picture")
        kind = _write(statistic, table, target, language, office, dpi or USUAL_DPI)
    except CkmError as error:
        sys.stderr.write(error.text(language) + "\n")
        return 1
    sys.stdout.write(say("picture_written", language, kind=kind, name=target.name) + "\n")
    return 0


def _write(statistic: Path, table: str, target: Path, language: Language, office: Office, dpi: int) -> str:
    from ckmcore.formats.write_picture import picture_ending, write_picture
    from ckmcore.pictures.kinds import KINDS
    from ckmcore.presentation.present import present_draft
    from ckmcore.statistic.source import files_of
    from ckmcore.statistic.table_file import read_table
    from ckmcore.statistic.tables import find_table
    from ckmcore.working.statistic import work_on_statistic

    picture_ending(target, has_painter=True)
    is_file = table.lower().endswith(".ckmtable")
    with work_on_statistic(statistic, office=office, read_only=True) as work:
        needed = [*files_of(work.statistic, statistic), *([Path(table)] if is_file else [])]
        if target.exists() and any(target.samefile(file) for file in needed if file.exists()):
            raise FileError("desk_file_is_needed", name=target.name)
        spec = read_table(table).spec if is_file else find_table(work.statistic, table).spec
        document = present_draft(work.draft(spec), spec.presentation.language or language, work.office)
        picture = write_picture(document, target, png=partial(png_bytes, dpi=dpi))
    return KINDS[picture.kind].title.text(language)
