"""A draft as a script that writes it once more, byte for byte: Python, commands of `ckm`, R. Texts, nothing is run.

No script holds a passphrase or a key: it says how the one who runs it hands it over.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Literal, get_args

from ckmcore.base.checked import checked
from ckmcore.base.files import file_stem
from ckmcore.base.numbers import Language
from ckmcore.base.version import VERSION
from ckmcore.errors import InputError
from ckmcore.formats.forms import chosen_form
from ckmcore.messages import say
from ckmcore.office.settings import FormName
from ckmcore.release.run import find_period
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.table_file import SUFFIX, table_json
from ckmcore.statistic.tables import find_table
from ckmcore.tabulate.spec import TableSpec
from ckmcore.working.python_text import MODULE, json_text, python_of, quoted

ScriptKind = Literal["python", "ckm", "r"]
KINDS: tuple[ScriptKind, ...] = get_args(ScriptKind)
ENDINGS: dict[ScriptKind, str] = {"python": ".py", "ckm": ".sh", "r": ".R"}
Shell = Literal["sh", "powershell"]
_OF_SCRIPT = ".of-script"
_END, _LINE = "END_OF_TABLE", "\n"
_ENCODING, _UTF_8 = re.compile(r"#.*?coding[:=][ \t]*[-\w.]"), "# -*- coding: utf-8 -*-"


@dataclass(frozen=True)
class _Asked:
    """Content of a script: which table of which statistic to write to which file, and how."""

    statistic: str
    table: SavedTable
    by_name: bool  # a saved table that `ckm` is told by its name
    named: str
    layout: str
    output: str
    form: FormName
    language: Language
    period: str
    office: str
    sealed: bool
    key_file: str

    def says(self, code: str) -> str:
        return say(code, self.language, name=Path(self.statistic).name)


@checked
def table_script(
    statistic: Statistic,
    table: str | TableSpec,
    path: str | PathLike[str],
    output: str | PathLike[str],
    *,
    kind: ScriptKind = "python",
    form: FormName | None = None,
    language: Language = "en",
    office: str | PathLike[str] | None = None,
    key_file: str | PathLike[str] | None = None,
    of_shell: Shell | None = None,
) -> str:
    """Script that writes a table of the statistic as a draft, with the same bytes as `export`.

    table: name of a saved table, or a specification, which the script then contains. The draft is of the current
    period. path: of the statistic; output: file to be written in `form`, by default by its ending. office: file of the
    office's settings. key_file: key file of a statistic with roles; without it the script asks for the passphrase.
    of_shell: shell of the lines of `ckm`, by default this computer's.

    Raises table_unknown, export_unknown_form, export_other_ending, script_period_not_named.

    >>> statistic, stamp = ckm.open_statistic("statistic.ckm")
    >>> print(ckm.table_script(statistic, "1.1", "statistic.ckm", "table.xlsx", kind="ckm", of_shell="sh"))
    # Table 1.1 of statistic.ckm as a draft. Written by ckmdesk ...
    ckm draft statistic.ckm 1.1 --period 2025 --language en --form xlsx --output table.xlsx
    <BLANKLINE>
    """
    saved = find_table(statistic, table) if isinstance(table, str) else SavedTable("table", table)
    chosen = chosen_form(Path(output), form)
    request = _Asked(
        statistic=_plain(path),
        table=saved,
        by_name=isinstance(table, str) and not _hard_to_say(table),
        named=table if isinstance(table, str) else "",
        layout=json_text(table_json(saved, statistic.references)),
        output=_plain(output),
        form=chosen.name,
        language=language,
        period=_period(statistic),
        office="" if office is None else _plain(office),
        sealed=statistic.seal is not None,
        key_file="" if key_file is None or statistic.seal is None else _plain(key_file),
    )
    if kind == "python":
        return _python(request)
    if kind == "r":
        return _r(request)
    return _commands(request, of_shell or ("powershell" if os.name == "nt" else "sh"))


def _plain(path: str | PathLike[str]) -> str:
    """A path as an argument, which no program takes for an option."""
    text = os.fspath(path)
    return f"./{text}" if text.startswith("-") else text


def _hard_to_say(name: str) -> bool:
    """Whether a name looks like an option, or some shell would alter it."""
    return name.startswith("-") or not name.isprintable() or '"' in name


def _period(statistic: Statistic) -> str:
    """Label or date by which a script names the current period; "" for a single unnamed period."""
    period = statistic.period
    for text in (period.label.en, period.label.de, period.date):
        if text.strip() and text.isprintable() and find_period(statistic, text) == statistic.current:
            return text
    if len(statistic.periods) == 1:
        return ""
    raise InputError("script_period_not_named", period=period.label)


def _heading(request: _Asked) -> list[str]:
    """Comments on what the script does, and on how to supply its secret."""
    code = "script_of_saved" if request.named else "script_of_table"
    lines = [say(code, request.language, table=request.named, name=Path(request.statistic).name, version=VERSION)]
    if request.sealed:
        lines.append(request.says("script_key_file" if request.key_file else "script_passphrase"))
    return [f"# {' '.join(line.split())}" for line in lines]


# --- Python -----------------------------------------------------------------------------------------------------------


def _python(request: _Asked) -> str:
    spec = python_of(request.table.spec, before=len("spec = "))
    imports, own_arguments = ["import ckmcore as ckm"], ["read_only=True"]
    if request.office:
        own_arguments.append(f"office={quoted(request.office)}")
    secret = []
    if request.key_file:
        imports = ["from pathlib import Path", "", *imports, "from ckmcore.statistic.key_file import read_key_file"]
        secret = [f"secret = read_key_file(Path({quoted(request.key_file)}))"]
        own_arguments.append("secret=secret")
    elif request.sealed:
        imports = ["from getpass import getpass", "", *imports, "from ckmcore.statistic.seal import Secret"]
        secret = [f"secret = Secret.passphrase(getpass({quoted(request.says('script_ask'))}))"]
        own_arguments.append("secret=secret")
    if spec.imports:
        imports.append(f"from {MODULE} import {', '.join(spec.imports)}")
    how = f"form={quoted(request.form)}, language={quoted(request.language)}"
    period = [f"    work.choose_period({quoted(request.period)})"] if request.period else []
    heading = _heading(request)
    # A comment such as "Geocoding: Berlin" on one of the first two lines names the encoding of the file to Python.
    own_encoding = [_UTF_8] if any(map(_ENCODING.match, heading)) else []
    lines = [
        *own_encoding,
        *heading,
        *imports,
        "",
        f"spec = {spec.text}",
        *secret,
        f"with ckm.work_on_statistic({quoted(request.statistic)}, {', '.join(own_arguments)}) as work:",
        *period,
        "    ckm.export(",
        f"        work.draft(spec), {quoted(request.output)},",
        f"        {how}, office=work.office,",
        "    )",
    ]
    return "\n".join(lines) + "\n"


# --- commands ---------------------------------------------------------------------------------------------------------


def _arguments(request: _Asked, table_file: str) -> list[tuple[str, ...]]:
    """Arguments of `ckm`, each option with its value. table_file: file with the table, "" for a saved table."""
    arguments: list[tuple[str, ...]] = [("draft", request.statistic)]
    arguments.append(("--table", table_file) if table_file else (request.table.name,))
    given_options = [
        ("period", request.period),
        ("language", request.language),
        ("form", request.form),
        ("office", request.office),
    ]
    given_options += [("key-file", request.key_file), ("output", request.output)]
    for name, value in given_options:
        if value:
            arguments.append((f"--{name}={value}",) if value.startswith("-") else (f"--{name}", value))
    return arguments


def _table_file(request: _Asked) -> str:
    """File to which a script writes its table, with a name that users would not choose; "" for a saved table."""
    if request.by_name:
        return ""
    return (file_stem(Path(request.output).stem) or "table") + _OF_SCRIPT + SUFFIX


def _commands(request: _Asked, shell: Shell) -> str:
    file, lines = _table_file(request), _heading(request)
    quoting = _powershell if shell == "powershell" else shlex.quote
    if file and shell == "powershell":
        # Each backslash stands for itself, and no line of JSON begins with what ends the text.
        lines += ["@'", request.layout, f"'@ | Set-Content -Encoding utf8 {quoting(_plain(file))}"]
    elif file:
        lines += [f"cat > {quoting(_plain(file))} <<'{_END}'", request.layout, _END]
    arguments = [word for argument in _arguments(request, _plain(file) if file else "") for word in argument]
    lines.append(" ".join(["ckm", *map(quoting, arguments)]))
    return "\n".join(lines) + "\n"


def _powershell(text: str) -> str:
    """Quote an argument for PowerShell: plain text is unchanged, other text in single quotes."""
    if text and all(letter.isalnum() or letter in "-_./\\:=" for letter in text):
        return text
    doubled = "".join(letter * 2 if letter in "'‘’‚‛" else letter for letter in text)
    return f"'{doubled}'"


# --- R ----------------------------------------------------------------------------------------------------------------


def _r(request: _Asked) -> str:
    file, lines = _table_file(request), _heading(request)
    if file:
        lines.append(f"table <- {_r_vector([(line,) for line in request.layout.split(_LINE)])}")
        lines.append(f"writeLines(enc2utf8(table), {_r_text(_plain(file))}, useBytes = TRUE)")
    lines.append(f"arguments <- {_r_vector(_arguments(request, _plain(file) if file else ''))}")
    # R's folders of libraries, which it hands on to what it starts: the Python of `ckm` has its own.
    lines.append('Sys.unsetenv("LD_LIBRARY_PATH")')
    lines.append('done <- system2("ckm", shQuote(arguments))')
    lines.append(f"if (done != 0) stop({_r_text(request.says('script_failed'))}, done)")
    return "\n".join(lines) + "\n"


def _r_vector(vectors: Sequence[tuple[str, ...]]) -> str:
    """Texts as a vector, each part on a line."""
    return "c(\n" + ",\n".join("  " + ", ".join(map(_r_text, vector)) for vector in vectors) + "\n)"


def _r_text(text: str) -> str:
    """A text as R reads it."""
    said_text = (
        text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
    )
    return f'"{said_text}"'


def script_ending(kind: ScriptKind, shell: Shell | None = None) -> str:
    """The ending of the name of a script."""
    powershell = shell == "powershell" or (shell is None and os.name == "nt")
    return ".ps1" if kind == "ckm" and powershell else ENDINGS[kind]
