"""What every command of `ckm` takes for work in a pipeline: language, JSON, silence, a log."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

from ckmcore.base.guarded import FileNeeded, check_regular, check_target, need, same_file
from ckmcore.cli.common import LogIsUsed, OutputIsInput
from ckmcore.cli.streams import STANDARD


def add_pipeline_options(parser: argparse.ArgumentParser, text: Callable[[str], str], *, after: bool) -> None:
    """`--language`, `--json`, `--quiet`, `--log`: before the command, and after it, where they keep what was before."""

    def default(value: object) -> object:
        return argparse.SUPPRESS if after else value

    known = parser._option_string_actions
    if "--language" not in known:
        parser.add_argument("--language", choices=("de", "en"), default=default(None), help=text("language"))
    parser.add_argument("--json", action="store_true", default=default(False), help=text("json"))
    parser.add_argument("--quiet", action="store_true", default=default(False), help=text("quiet"))
    parser.add_argument("--log", metavar="FILE", default=default(None), help=text("log"))


# Options that name what is written, a file or a folder; of `ckm person new` it is the file of the new key, which
# replaces nothing. A test finds any that is not among them.
WRITES = ("output", "log", "solve", "differences", "attack", "notice")


def guard_paths(options: argparse.Namespace) -> None:
    """Before anything is written: what the options name to be read is needed until the command ends, and nothing that
    they name to be written is one of these files, a file that is kept, or named twice.

    Raises LogIsUsed, OutputIsInput, and as `check_target` does.
    """
    written = {name: text for name in WRITES if (text := getattr(options, name, None)) and isinstance(text, str)}
    log = written.get("log")
    if log == STANDARD:
        raise LogIsUsed(name=log)
    named = list(_read(options))
    for one in named:
        check_regular(one)
    need(named)
    for name, text in written.items():
        path = Path(text)
        if text == STANDARD or _is_folder(text):
            continue
        others = [one for other, one in written.items() if other != name and one != STANDARD]
        if any(same_file(path, Path(one)) for one in others):
            with_log = log is not None and same_file(path, Path(log))
            raise (LogIsUsed if with_log else OutputIsInput)(name=path.name)
        try:
            check_target(path)
        except FileNeeded as fault:
            raise (LogIsUsed if name == "log" else OutputIsInput)(name=path.name) from fault


def _read(options: argparse.Namespace) -> Iterator[Path]:
    """What the options name, whatever it is there for, but for what is written; also behind an `=`."""
    for name, value in vars(options).items():
        if name in (*WRITES, "command", "action"):
            continue
        for one in value if isinstance(value, list | tuple) else [value]:
            if isinstance(one, str) and one != STANDARD:
                yield from (Path(part) for part in {one, one.partition("=")[2]} if part and not _is_folder(part))


def _is_folder(text: str) -> bool:
    try:
        return Path(text).is_dir()
    except (OSError, ValueError):
        return False
