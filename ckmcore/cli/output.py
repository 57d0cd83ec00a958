"""What `ckm` says as a JSON document and as lines of a log."""

from __future__ import annotations

import errno
import json
import math
import re
from collections.abc import Mapping
from datetime import date, datetime
from numbers import Integral, Real
from pathlib import Path
from typing import Any, TextIO

from ckmcore.base.exit_codes import Exit
from ckmcore.base.files import NotWritten, reason_of
from ckmcore.base.guarded import check_target
from ckmcore.base.numbers import Language, field_text
from ckmcore.base.reading import open_file
from ckmcore.base.texts import Texts
from ckmcore.base.version import VERSION
from ckmcore.errors import CkmError, FileError
from ckmcore.messages import Sentence, fields_of

# As many digits of a number as a sentence shows.
_DIGITS = 6


def jsonable(value: object) -> Any:
    """Convert a field of a sentence to JSON; numbers keep the precision that the sentence shows, other types become
    text."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        number = float(value)
        return float(f"{number:.{_DIGITS}g}") if math.isfinite(number) else str(number)
    if isinstance(value, Sentence):
        return said(value)
    if isinstance(value, Texts):
        return _both(value)
    if isinstance(value, Mapping):
        return {str(key): jsonable(member) for key, member in value.items()}
    if isinstance(value, tuple | list):
        return [jsonable(member) for member in value]
    if isinstance(value, date):
        return value.isoformat()
    return value.name if isinstance(value, Path) else field_text(value, "en")


def _both(text: Sentence | Texts) -> dict[str, str]:
    languages: tuple[Language, ...] = ("en", "de")
    return {language: text.text(language) for language in languages}


def said(sentence: Sentence) -> dict[str, Any]:
    """JSON object of a sentence: its code, its text in both languages, and the fields that the text shows."""
    shown_fields = fields_of(sentence.code)
    record: dict[str, Any] = {"code": sentence.code, "text": _both(sentence)}
    fields = {name: jsonable(value) for name, value in sentence.fields.items() if name in shown_fields}
    return {**record, "fields": fields} if fields else record


def line_said(code: str, text: str, language: Language, fields: Mapping[str, object]) -> dict[str, Any]:
    """JSON object of a line of a table of results: its code, text and figures."""
    return {"code": code, "text": {language: text}, "fields": jsonable(fields)}


def document(
    command: str,
    ended: int,
    *,
    said: list[dict[str, Any]],
    notices: list[dict[str, Any]],
    files: list[str],
    fault: Mapping[str, Any],
) -> bytes:
    """JSON document, in UTF-8, of all results, notices, written files and the error of a command. ended: exit code."""
    found_fault: dict[str, Any] = {"command": command, "version": VERSION, "ok": ended == Exit.DONE, "exit": int(ended)}
    found_fault |= fault
    found_fault |= {"said": said, "notices": notices, "files": files}
    return (json.dumps(found_fault, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace")


# The first line of a log, in either language.
_BEGINS = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d) INFO ckm .*, [vV]ersion ")


def _is_log(target: Path) -> bool:
    """Whether a file is a log, or holds nothing yet. Raises OSError."""
    if not target.exists():
        return True
    with open_file(target) as stream:
        start = stream.read(1 << 12)
    return not start or _BEGINS.match(start.decode("utf-8", "replace")) is not None


class Log:
    """Log file to which lines with time, kind and text are appended."""

    def __init__(self, path: str) -> None:
        """Raises NotWritten, cli_log_is_other, and as `check_target` does."""
        target = Path(path)
        try:
            if target.is_dir():
                raise IsADirectoryError(errno.EISDIR, path)
            check_target(target)
            if not _is_log(target):
                raise FileError("cli_log_is_other", name=target.name)
            self._stream: TextIO | None = target.open("a", encoding="utf-8", errors="replace", buffering=1)
        except CkmError:
            raise
        except OSError as fault:
            raise NotWritten(name=target.name, reason=reason_of(fault)) from fault

    def line(self, kind: str, text: str) -> None:
        """Append a line. A full disk ends the log, but not the work."""
        if self._stream is None:
            return
        time = datetime.now().astimezone().isoformat(timespec="seconds")
        try:
            self._stream.write(f"{time} {kind} {' '.join(text.split())}\n")
        except OSError:
            self._stream = None

    def close(self) -> None:
        """Close the log."""
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()
