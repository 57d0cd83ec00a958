"""What every command of `ckm` takes for work in a pipeline: language, JSON, silence, a log."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

from ckmcore.cli.common import LogIsUsed


def add_pipeline_options(parser: argparse.ArgumentParser, text: Callable[[str], str]) -> None:
    """`--language`, `--json`, `--quiet`, `--log`: before the command and after it."""
    _add(parser, text, after=False)
    for command in _commands(parser):
        _add(command, text, after=True)


def _commands(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for one in action.choices.values():
                yield one
                yield from _commands(one)


def _add(parser: argparse.ArgumentParser, text: Callable[[str], str], *, after: bool) -> None:
    def default(value: object) -> object:
        return argparse.SUPPRESS if after else value

    known = parser._option_string_actions
    if "--language" not in known:
        parser.add_argument("--language", choices=("de", "en"), default=default(None), help=text("language"))
    parser.add_argument("--json", action="store_true", default=default(False), help=text("json"))
    parser.add_argument("--quiet", action="store_true", default=default(False), help=text("quiet"))
    parser.add_argument("--log", metavar="FILE", default=default(None), help=text("log"))


def check_log(options: argparse.Namespace) -> None:
    """Before anything is written: the log is none of the files that the other options name. Raises LogIsUsed."""
    if options.log is None:
        return
    log = Path(options.log)
    named = [value for name, value in vars(options).items() if name not in ("log", "command", "action", "step")]
    texts = [one for value in named for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)]
    if options.log == "-" or any(_same(log, Path(one)) for one in texts if one):
        raise LogIsUsed(name=log.name)


def _same(log: Path, other: Path) -> bool:
    try:
        return log.samefile(other) if log.exists() and other.exists() else log.absolute() == other.absolute()
    except (OSError, ValueError):
        return False
