"""What every command of `ckm` takes for work in a pipeline: language, JSON, silence, a log."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path

from ckmcore.base.guarded import FileNeeded, check_regular, check_target, need, same_file
from ckmcore.cli.common import OutputIsInput
from ckmcore.cli.options import flag, option, override, written
from ckmcore.cli.streams import STANDARD
from ckmcore.errors import FileError

# Before the command; and after it, where what stands before holds unless they say it again.
PIPELINE = (
    option("--language", choices=("de", "en")),
    flag("--json"),
    flag("--quiet"),
    option("--log", metavar="FILE", writes=True),
)
AFTER = tuple(override(shared, default=argparse.SUPPRESS) for shared in PIPELINE)


def _is_used(path: Path, *, log: bool) -> FileError:
    return FileError("cli_log_is_used", name=path.name) if log else OutputIsInput(name=path.name)


def guard_paths(options: argparse.Namespace) -> None:
    """Before anything is written: what the options name to be read is needed until the command ends, and nothing that
    they name to be written is one of these files, a file that is kept, or named twice.

    Raises cli_log_is_used, OutputIsInput, and as `check_target` does.
    """
    targets = written(options, (*PIPELINE, *options.cli.options))
    log = targets.get("log")
    if log == STANDARD:
        raise FileError("cli_log_is_used", name=log)
    named_paths = list(_input_paths(options, targets))
    for named_path in named_paths:
        check_regular(named_path)
    need(named_paths)
    for name, text in targets.items():
        path = Path(text)
        if text == STANDARD or _is_folder(text):
            continue
        others = [other_path for other, other_path in targets.items() if other != name and other_path != STANDARD]
        if any(same_file(path, Path(other_path)) for other_path in others):
            with_log = log is not None and same_file(path, Path(log))
            raise _is_used(path, log=with_log)
        try:
            check_target(path)
        except FileNeeded as fault:
            raise _is_used(path, log=name == "log") from fault


def _input_paths(options: argparse.Namespace, targets: Mapping[str, str]) -> Iterator[Path]:
    """Paths that the options name, except output paths; of `NAME=PATH` both the whole text and the part behind `=`."""
    for name, value in vars(options).items():
        if name in (*targets, "command", "action"):
            continue
        for entry in value if isinstance(value, list | tuple) else [value]:
            if isinstance(entry, str) and entry != STANDARD:
                yield from (
                    Path(text_part)
                    for text_part in {entry, entry.partition("=")[2]}
                    if text_part and not _is_folder(text_part)
                )


def _is_folder(text: str) -> bool:
    try:
        return Path(text).is_dir()
    except (OSError, ValueError):
        return False
