"""`-` for standard input and standard output, and SIGTERM, which ends a command as Ctrl+C does."""

from __future__ import annotations

import argparse
import os
import select
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import BinaryIO

from ckmcore.base.files import temporary_folder
from ckmcore.cli.common import CommandReport
from ckmcore.cli.options import written
from ckmcore.errors import DataError, InputError

STANDARD = "-"

# What begins a text of each kind; everything else is taken for CSV.
_BEGINNINGS = ((b"{", ".json"), (b"[", ".json"), (b"<", ".html"))
_TEXT_MARKS = (b"\xff\xfe", b"\xfe\xff")
_START = 1 << 16
# Seconds after which a signal is heard at the latest.
_MOMENT = 0.2


class Terminated(KeyboardInterrupt):
    """The process received SIGTERM."""


@contextmanager
def ended_by_sigterm() -> Iterator[None]:
    """Raise Terminated at SIGTERM within the block, so that the same is cleaned up as after Ctrl+C; then restore the
    former handler. In other threads than the main one nothing changes."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    former = signal.getsignal(signal.SIGTERM)
    if former is signal.SIG_IGN or former is None:
        yield
        return
    signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, former)


def _terminate(number: int, _frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)  # what is put in order now is not to be interrupted
    raise Terminated


def to_standard_output(options: argparse.Namespace) -> bool:
    """Whether the command is to write its file to standard output."""
    return STANDARD in written(options, options.cli.options).values()


@contextmanager
def standard_streams(options: argparse.Namespace, report: CommandReport) -> Iterator[None]:
    """Replace each `-` in the options by a temporary file: inputs are filled from standard input, outputs are copied to
    standard output at the end. Messages go to standard error then. The files are private and always removed.

    Raises cli_input_twice, cli_input_no_text, cli_output_no_text.
    """
    ending = _ending(options) if to_standard_output(options) else ""
    count = sum(_option_values(options, name).count(STANDARD) for name in options.cli.reads)
    if count > 1:
        raise InputError("cli_input_twice", count=count)
    if not (ending or count):
        yield
        return
    with temporary_folder(Path(tempfile.gettempdir())) as folder:
        if count:
            _put(options, _spooled(folder))
        pipe_folder = folder / "out"
        if ending:
            pipe_folder.mkdir(mode=0o700)
            report.standard = pipe_folder
            setattr(options, _output(options), str(pipe_folder / f"stdout{ending}"))
        yield
        if ending:
            _copy(pipe_folder)


def _option_values(options: argparse.Namespace, name: str) -> list[str]:
    option_value = getattr(options, name, None)
    return option_value if isinstance(option_value, list) else [option_value] if isinstance(option_value, str) else []


def _put(options: argparse.Namespace, path: str) -> None:
    for name in options.cli.reads:
        option_value = getattr(options, name, None)
        if isinstance(option_value, list):
            setattr(options, name, [path if path_text == STANDARD else path_text for path_text in option_value])
        elif option_value == STANDARD:
            setattr(options, name, path)


def _spooled(folder: Path) -> str:
    """Store standard input in a file whose ending follows from its first bytes."""
    whole = folder / "stdin"
    handle = os.open(whole, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    start = b""
    with os.fdopen(handle, "wb") as target:
        for chunk in _chunks(sys.stdin.buffer):
            if len(start) < _START:
                start += chunk
                if b"\0" in start and not start.startswith(_TEXT_MARKS):
                    raise DataError("cli_input_no_text")
            target.write(chunk)
    bare = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    ending = next((ending for mark, ending in _BEGINNINGS if bare.startswith(mark)), ".csv")
    return str(whole.rename(whole.with_suffix(ending)))


def _chunks(stream: BinaryIO) -> Iterator[bytes]:
    """Read a stream in chunks. The stream is polled first, since Python would handle a signal only after a blocking
    read."""
    try:
        number = stream.fileno() if os.name == "posix" else -1  # elsewhere there is no SIGTERM to hear
    except OSError:
        number = -1
    while True:
        while number >= 0 and not select.select([number], [], [], _MOMENT)[0]:
            pass
        chunk = stream.read1(_START)  # type: ignore[attr-defined]
        if not chunk:
            return
        yield chunk


def _output(options: argparse.Namespace) -> str:
    return next(name for name, text in written(options, options.cli.options).items() if text == STANDARD)


def _ending(options: argparse.Namespace) -> str:
    """Ending of the file that the command writes to standard output. Raises cli_output_no_text."""
    name = _output(options)
    ending = options.cli.prints.get(name, "")
    if callable(ending):
        ending = ending(options)
    if not ending:
        raise InputError("cli_output_no_text", option="-o -" if name == "output" else f"--{name} -")
    return str(ending)


def table_ending(options: argparse.Namespace) -> str:
    """Ending of a table file of the form `--form`; "" where the form is no text."""
    from ckmcore.formats.forms import FORMS

    form = next((form for name, form in FORMS.items() if name == options.form), None)
    if form is None:
        return ".csv"
    return form.ending if form.kind.is_text and not form.notes else ""


def _copy(folder: Path) -> None:
    """Copy the written file to standard output. Raises cli_output_no_text where there are several."""
    files = sorted(folder.iterdir())
    if len(files) > 1:
        raise InputError("cli_output_no_text", option="-o -")
    for file in files:
        sys.stdout.flush()
        with file.open("rb") as stream:
            shutil.copyfileobj(stream, sys.stdout.buffer)
        sys.stdout.flush()
