"""Files of ours that notice a change: JSON whose last entry is a SHA-256 over everything before it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ckmcore.errors import DataError

_BLANK = re.compile(rb'("(?:[^"\\]|\\.)*")|\s+')


def seal(record: Mapping[str, object], by_line: Sequence[str] = ()) -> str:
    """JSON of a record with a SHA-256 over its content as the last entry, one line for each entry.

    by_line: lists with one line for each element. Blanks and line breaks between entries do not affect the hash.
    """
    entries = []
    for key, value in record.items():
        if key in by_line and isinstance(value, list | tuple) and value:
            text = "[\n" + ",\n".join(_json(member) for member in value) + "\n]"
        else:
            text = _json(value)
        entries.append(f"{_json(key)}: {text}")
    content = "{\n" + ",\n".join(entries)
    return f'{content},\n"sha256": "{_sum(_compact(content.encode()))}"\n}}\n'


def unseal(content: bytes, name: str, form: str, version: int) -> tuple[dict[str, Any], bool]:
    """Record of a file, and whether its checksum is right. form, version: expected format and newest known version.
    Raises own_file_broken, own_file_foreign, own_file_newer."""
    if content[:3] == b"\xef\xbb\xbf":
        content = content[3:]
    try:
        result = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise _broken(content, name) from None
    if not isinstance(result, dict) or result.get("form") != form:
        raise DataError("own_file_foreign", name=name, form=form)
    made_version = result.get("version")
    if not isinstance(made_version, int) or isinstance(made_version, bool):
        raise DataError("own_file_foreign", name=name, form=form)
    if made_version > version:
        raise DataError("own_file_newer", name=name, version=made_version, known=version)
    unsealed, sign, stored = _compact(content).rpartition(b',"sha256":')
    return result, bool(sign) and stored == f'"{_sum(unsealed)}"}}'.encode()


def _broken(content: bytes, name: str) -> DataError:
    try:
        json.loads(content)
    except json.JSONDecodeError as fault:
        return DataError("own_file_broken", name=name, line=fault.lineno, column=fault.colno)
    except UnicodeDecodeError as fault:
        former_content = content[: fault.start]
        return DataError(
            "own_file_broken",
            name=name,
            line=former_content.count(b"\n") + 1,
            column=len(former_content) - former_content.rfind(b"\n"),
        )
    except RecursionError:
        pass
    return DataError("own_file_broken", name=name, line=1, column=1)


def _compact(content: bytes) -> bytes:
    """JSON without the blanks and line ends between its entries."""
    return _BLANK.sub(lambda match: match[1] or b"", content)


def _sum(remaining_content: bytes) -> str:
    """The sum over everything before the entry `sha256`, which is the last."""
    return hashlib.sha256(remaining_content).hexdigest()


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
