"""τ-ARGUS metadata (`.rda`): names, places, roles, code lists and hierarchies of a text file."""

from __future__ import annotations

import re
import stat
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path

from ckmcore.base.files import reason_of
from ckmcore.errors import DataError, FileError
from ckmcore.messages import sentence
from ckmcore.microdata.codelist import decoded_lines, read_cdl
from ckmcore.microdata.described import Described
from ckmcore.microdata.dialect import Dialect, TextColumn
from ckmcore.microdata.errors import MetaFileMissing
from ckmcore.microdata.files import checked_path
from ckmcore.microdata.fixed import check_columns
from ckmcore.microdata.hrc import read_hrc
from ckmcore.microdata.reading_plan import ReadingAnswer
from ckmcore.microdata.roles import Role, closest_first
from ckmcore.microdata.source import check_names

_KEYWORD = re.compile(r"<\s*([A-Za-z_]+)\s*>")
_WORD = re.compile(r'"([^"]*)"|(\S+)')
_COMMENT = re.compile(r'("[^"]*")|//.*')
_WHOLE = re.compile(r"\d{1,9}")
_ROLES: dict[str, Role] = {
    "RECODEABLE": "dimension",
    "RECODABLE": "dimension",
    "NUMERIC": "magnitude",
    "WEIGHT": "weight",
    "RECORDKEY": "record_key",
    "HOLDING": "identifier",
    "REQUEST": "ignored",
}
_PTABLES = {"PFILE": "counts", "PFILE_FREQ": "counts", "PFILE_CONT": "magnitudes", "PFILE_SEP": "small"}
# What is read as it stands: keyword -> how its value is written.
_VALUES = {
    "TOTCODE": r".*",
    "CODELIST": r".+",
    "HIERCODELIST": r".+",
    "HIERLEADSTRING": r".+",
    "HIERLEVELS": r"\d+( \d+)*",
    "DECIMALS": r"\d+",
    "DISTANCE": r"\d+( \d+)*",
    "PFILE": r".+",
    "PFILE_FREQ": r".+",
    "PFILE_CONT": r".+",
    "PFILE_SEP": r".+",
    "CKM": r"N|M|D|V|T ?\( ?[1-9]\d* ?\)",
    "INCLUDEZEROS": r"Y|N",
    "PARITY": r"Y|N",
    "SEPARATION": r"Y|N",
    "SCALING": r"[FN] ?\([^()]*\)",
}
# No line of a description is longer; one that is comes from a file of another kind, and is cut in sentences.
_LONGEST_LINE = 500
_LINES_LOOKED_AT = 1000
_LONGEST_NAME = 80
_FLAGS = (*_ROLES, "HIERARCHICAL", "TRUNCABLE")
KEYWORDS = tuple(sorted({"SEPARATOR", *_FLAGS, *_VALUES}))


@dataclass(frozen=True)
class TauVariable:
    """A variable of the metadata. `start` and `length` are characters (from 1); `start` is 0 in free format.

    `settings` are the keywords with a value, as written, upper case: `CKM`, `SCALING`, `DECIMALS`, `PFILE_FREQ`, ...
    """

    name: str
    line: int
    start: int
    length: int
    missing: tuple[str, ...] = ()
    flags: frozenset[str] = frozenset()
    settings: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    @property
    def role(self) -> Role | None:
        """The role that its keywords give it."""
        return next((role for word, role in _ROLES.items() if word in self.flags), None)


@dataclass(frozen=True)
class TauMetadata:
    """What a `.rda` file says. `separator` is empty where the data have a fixed width."""

    file: Path
    separator: str
    variables: tuple[TauVariable, ...]

    def dialect(self, encoding: str = "utf-8", decimal: str = ".") -> Dialect:
        """How the data are to be read."""
        columns = tuple(TextColumn(one.name, one.start, one.length, one.missing) for one in self.variables)
        shared = () if self.separator else check_columns(columns)
        answers = tuple(ReadingAnswer("columns_overlap", other, "read") for _, other, _, _ in shared)
        return Dialect(self.separator or ",", encoding, decimal, header=False, columns=columns, answers=answers)

    def described(self, beside: Path) -> dict[str, Described]:
        """Roles, labels and hierarchies; the files that they lie in are looked for beside the metadata and `beside`.

        Raises MetaFileMissing, meta_file_unreachable, meta_line_wrong and the errors of hierarchies and code lists.
        """
        return {one.name: self._described(one, beside) for one in self.variables}

    def ptables(self) -> dict[str, str]:
        """The perturbation tables that are named: `counts`, `magnitudes`, `small` (of small values)."""
        return {
            kind: one.settings[word]
            for one in self.variables
            for word, kind in _PTABLES.items()
            if word in one.settings
        }

    def find(self, name: str, line: int, beside: Path) -> Path:
        """A file that the metadata name: as given, else beside them or the data, whatever its case."""
        given = Path(name)
        last = re.split(r"[\\/]", name)[-1]
        try:
            if given.is_absolute() and _is_file(given):
                return given
            for folder in dict.fromkeys((self.file.parent, beside.parent)):
                for candidate in (folder / name.replace("\\", "/"), folder / last):
                    if _is_file(candidate):
                        return candidate
                for found in sorted(folder.iterdir()):
                    if found.name.lower() == last.lower() and _is_file(found):
                        return found
        except OSError as fault:
            # A name longer than any file's, or a folder that may not be looked into.
            shown = name if len(name) <= _LONGEST_NAME else name[:_LONGEST_NAME] + "…"
            reason = reason_of(fault)
            raise FileError(
                "meta_file_unreachable", file=str(self.file), line=line, name=shown, reason=reason
            ) from None
        raise MetaFileMissing(file=str(self.file), line=line, name=name, folder=str(self.file.parent))

    def _described(self, one: TauVariable, beside: Path) -> Described:
        found = Described(missing=frozenset(one.missing), role=one.role)
        settings, lines = one.settings, one.lines
        if "CODELIST" in settings:
            found = replace(found, labels=read_cdl(self.find(settings["CODELIST"], lines["CODELIST"], beside)))
        if "HIERCODELIST" in settings:
            lead = settings.get("HIERLEADSTRING", "@")
            path = self.find(settings["HIERCODELIST"], lines["HIERCODELIST"], beside)
            found = replace(found, hierarchy=read_hrc(path, lead, encoding=decoded_lines(path)[1]))
        elif "HIERLEVELS" in settings:
            digits = tuple(map(int, settings["HIERLEVELS"].split()))
            if sum(digits) != one.length:
                expected = sentence("rda_levels", length=one.length, sum=sum(digits))
                line = lines["HIERLEVELS"]
                raise DataError(
                    "meta_line_wrong", file=str(self.file), line=line, text=settings["HIERLEVELS"], expected=expected
                )
            found = replace(found, digits=digits)
        return found


def find_rda(data: Path) -> Path | None:
    """The metadata of the same name beside a data file, whatever the case of its letters."""
    try:
        beside = sorted(data.parent.iterdir())
    except OSError:
        return None
    wanted = f"{data.stem}.rda".lower()
    return next((path for path in beside if path.name.lower() == wanted and path != data), None)


def read_rda(path: str | PathLike[str]) -> TauMetadata:
    """Metadata of τ-ARGUS. Keywords in any case, several on a line, `//` begins a comment, blank lines are skipped.

    Raises FileMissing, file_is_folder, file_empty, file_binary, meta_keyword_unknown, meta_line_wrong,
    column_name_twice, column_place.
    """
    file = checked_path(path)
    separator = ""
    variables: list[TauVariable] = []
    lines, _ = decoded_lines(file)
    if any("\0" in line for line in lines[:_LINES_LOOKED_AT]):
        raise DataError("file_binary", file=str(file), kind=sentence("kind_binary"))
    for number, line in enumerate(lines, start=1):
        text = _COMMENT.sub(lambda match: match[1] or "", line).strip()[:_LONGEST_LINE]
        if not text:
            continue
        if not text.startswith("<"):
            variables.append(_variable(file, number, text, free=bool(separator)))
            continue
        for keyword, value in _keywords(file, number, text):
            if keyword == "SEPARATOR":
                separator = _separator(file, number, value, first=not variables)
            elif not variables:
                raise DataError(
                    "meta_line_wrong", file=str(file), line=number, text=text, expected=sentence("rda_variable_first")
                )
            else:
                _take(file, number, keyword, value, variables[-1])
                if keyword in _FLAGS:
                    variables[-1] = replace(variables[-1], flags=variables[-1].flags | {keyword})
    if not variables:
        raise DataError("file_empty", file=str(file))
    check_names(file, [one.name for one in variables])
    if not separator:
        check_columns(tuple(TextColumn(one.name, one.start, one.length) for one in variables))
    _refuse_second_key(file, variables)
    return TauMetadata(file, separator, tuple(variables))


def _keywords(file: Path, number: int, text: str) -> list[tuple[str, str]]:
    """Keywords of a line with what follows each: words without quotes, one blank between them."""
    found = list(_KEYWORD.finditer(text))
    if not found:
        raise DataError("meta_line_wrong", file=str(file), line=number, text=text, expected=sentence("rda_keyword"))
    pairs = []
    for place, match in enumerate(found):
        keyword = match[1].upper()
        if keyword not in KEYWORDS:
            known = closest_first(keyword, KEYWORDS, limit=5)
            raise DataError("meta_keyword_unknown", file=str(file), line=number, keyword=match[0], known=known)
        end = found[place + 1].start() if place + 1 < len(found) else len(text)
        pairs.append((keyword, _unquoted(text[match.end() : end])))
    return pairs


def _unquoted(text: str) -> str:
    return " ".join(quoted if mark is None else mark for quoted, mark in _words(text))


def _words(text: str) -> list[tuple[str, str | None]]:
    return [(match[1], match[2]) for match in _WORD.finditer(text)]


def _separator(file: Path, number: int, value: str, first: bool) -> str:
    value = {"TAB": "\t", "\\T": "\t", "": " "}.get(value.upper(), value)
    if len(value) != 1 or not first:
        raise DataError("meta_line_wrong", file=str(file), line=number, text=value, expected=sentence("rda_separator"))
    return value


def _variable(file: Path, number: int, text: str, free: bool) -> TauVariable:
    words = [quoted if mark is None else mark for quoted, mark in _words(text)]
    numbers = 1 if free else 2
    places = words[1 : 1 + numbers]
    if len(places) < numbers or not all(_WHOLE.fullmatch(place) for place in places):
        expected = sentence("rda_variable_free" if free else "rda_variable_fixed")
        raise DataError("meta_line_wrong", file=str(file), line=number, text=text, expected=expected)
    start, length = (0, int(places[0])) if free else (int(places[0]), int(places[1]))
    return TauVariable(words[0], number, start, length, tuple(word for word in words[1 + numbers :] if word))


def _take(file: Path, number: int, keyword: str, value: str, variable: TauVariable) -> None:
    pattern = _VALUES.get(keyword)
    if pattern is None:
        return
    if re.fullmatch(pattern, value, re.IGNORECASE) is None:
        expected = sentence("rda_value", keyword=f"<{keyword}>")
        raise DataError("meta_line_wrong", file=str(file), line=number, text=value or f"<{keyword}>", expected=expected)
    variable.settings[keyword] = value
    variable.lines[keyword] = number


def _refuse_second_key(file: Path, variables: list[TauVariable]) -> None:
    keys = [one for one in variables if "RECORDKEY" in one.flags]
    if len(keys) > 1:
        expected = sentence("rda_one_key", name=keys[0].name)
        raise DataError("meta_line_wrong", file=str(file), line=keys[1].line, text=keys[1].name, expected=expected)
    if keys and not {"PFILE", "PFILE_FREQ"} & set(keys[0].settings):
        expected = sentence("rda_needs_ptable")
        raise DataError("meta_line_wrong", file=str(file), line=keys[0].line, text=keys[0].name, expected=expected)


def _is_file(path: Path) -> bool:
    """Whether there is a file. Raises OSError where the system does not answer; `Path.is_file` is False there from
    Python 3.14 on."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False
