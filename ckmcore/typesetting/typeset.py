"""Pages set by Typst in a process of their own, which has a limit of memory and can be ended at any time."""

from __future__ import annotations

import base64
import contextlib
import json
import re
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Thread
from typing import IO, Any

from ckmcore.errors import Cancelled, InputError

UNDATED = "2000-01-01"  # PDF/A demands a date, and a file may not tell when it was written
# Signs that turn the direction of writing, as JSON has them: what is read would not be what is there.
_TURNS = re.compile(r"(?<!\\)(?:\\\\)*\\u(202[a-e]|206[6-9])")
Progress = Callable[[int, float], None]
# Windows would open a black window for each process of a program that has none.
_UNSEEN: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)
_ASK_AGAIN = 0.05  # seconds between two looks at whether somebody cancelled


def typeset(
    template: str,
    data: Mapping[str, Any],
    pictures: Mapping[str, bytes],
    program: str,
    cancelled: Callable[[], bool] | None = None,
    fonts: Sequence[Path] = (),
    dpi: int = 0,
) -> bytes:
    """A PDF of data by a template of this package (its name without ending).

    pictures: files that the template names; program: by which the file says that it was made; fonts: files of one font
    that is taken before Carlito; dpi: pixels an inch, of the first page as PNG in place of the PDF. Raises
    letters_without_glyph (letters, at most ten), font_families, typesetting_failed, Cancelled.
    """
    return _asked({**_request(template, data, pictures, program, fonts), "dpi": dpi}, cancelled)


def typeset_pieces(
    template: str,
    pieces: Sequence[Mapping[str, Any]],
    pictures: Mapping[str, bytes],
    program: str,
    cancelled: Callable[[], bool] | None = None,
    progress: Progress | None = None,
    fonts: Sequence[Path] = (),
) -> bytes:
    """A PDF of several pieces of data, each of which begins a page, so that one alone is in memory at a time.

    They are set twice, since the first page names the number of the last one. progress: is given the number of pages
    that are set, and the finished part, 0 to 1. Raises as `typeset`.
    """
    counts: list[int] = []
    for number, piece in enumerate(pieces, start=1):
        # How many pages a piece has may depend on those before it: it may begin on a left one.
        request = _request(template, {**piece, "before": sum(counts)}, pictures, program, fonts)
        counts.append(int(_asked({**request, "count": True}, cancelled)))
        if progress is not None:
            progress(0, number / (2 * len(pieces)))
    before, set_pieces = 0, []
    for number, (piece, count) in enumerate(zip(pieces, counts, strict=True)):
        placed = {**piece, "before": before, "pages": sum(counts)}
        request = {**_request(template, placed, pictures, program, fonts), "piece": number}
        set_pieces.append(base64.b64encode(_asked(request, cancelled)).decode("ascii"))
        before += count
        if progress is not None:
            progress(before, 0.5 + (number + 1) / (2 * len(pieces)))
    return _asked({"join": set_pieces}, cancelled)


def measured(
    template: str,
    data: Mapping[str, Any],
    cancelled: Callable[[], bool] | None = None,
    fonts: Sequence[Path] = (),
) -> Any:
    """What a template measures of data in place of setting its pages. Raises as `typeset`."""
    return json.loads(_asked(_request(template, {**data, "measure": True}, {}, "", fonts), cancelled))


def taken_apart(content: bytes) -> bytes:
    """The records of a PDF (`tagged_pages.records`), one a line. Raises typesetting_failed."""
    return _asked({"read": base64.b64encode(content).decode("ascii")}, None)


def _request(
    template: str,
    data: Mapping[str, Any],
    pictures: Mapping[str, bytes],
    program: str,
    fonts: Sequence[Path],
) -> dict[str, Any]:
    named = {name: list(content) for name, content in pictures.items()}
    text = json.dumps({**data, "pictures": named})
    if turning := _TURNS.search(text):
        raise InputError("letters_without_glyph", text=f"\\u{{{turning[1]}}}")
    return {"template": template, "data": text, "program": program, "fonts": [str(file) for file in fonts]}


def _asked(request: Mapping[str, Any], cancelled: Callable[[], bool] | None) -> bytes:
    """What a process answers to a request; by pipes, so that what a report says is in no file."""
    pipe = subprocess.PIPE
    with subprocess.Popen(_python(), stdin=pipe, stdout=pipe, stderr=pipe, creationflags=_UNSEEN) as process:
        try:
            content, fault_text = _wait(process, json.dumps(request).encode(), cancelled)
        finally:
            with contextlib.suppress(OSError):
                process.kill()
    if content.startswith(b"{"):
        fault = json.loads(content)
        if "letters" in fault:
            raise InputError("letters_without_glyph", text=fault["letters"])
        if "families" in fault:
            raise InputError("font_families", names=fault["families"] or ["–"])
        raise InputError("typesetting_failed", detail=fault["detail"])
    if process.returncode or not content:
        detail = fault_text.decode(errors="replace").strip().rpartition("\n")[2][:200]
        raise InputError("typesetting_failed", detail=detail or str(process.returncode))
    return content


def _wait(
    process: subprocess.Popen[bytes], request: bytes, cancelled: Callable[[], bool] | None
) -> tuple[bytes, bytes]:
    """Hand a request to a process, and wait for its output and its errors; raises Cancelled."""
    pipe, process.stdin = process.stdin, None
    # In a thread: `communicate` sends nothing more once it has waited too long for the first time.
    giving = Thread(target=_give, args=(pipe, request), daemon=True)
    giving.start()
    while True:
        try:
            answer = process.communicate(timeout=None if cancelled is None else _ASK_AGAIN)
        except subprocess.TimeoutExpired:
            if cancelled is not None and cancelled():
                process.kill()
                giving.join()
                raise Cancelled from None
        else:
            giving.join()
            return answer


def _give(pipe: IO[bytes] | None, request: bytes) -> None:
    """Write a request to the process, which may have ended."""
    if pipe is not None:
        with contextlib.suppress(OSError), pipe:
            pipe.write(request)


def _python() -> list[str]:
    """The command that starts the worker: this Python, or in a bundle the command line program beside the window's."""
    if getattr(sys, "frozen", False):
        beside = Path(sys.executable)
        return [str(beside.with_name("ckm" + beside.suffix)), "--typeset"]
    return [sys.executable, "-P", str(Path(__file__).with_name("worker.py"))]
