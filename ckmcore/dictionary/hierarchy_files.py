"""Hierarchies from files of every kind, recognised by content, also with the microdata that they belong to; and written
as `.hrc`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import Any

from ckmcore.base.checked import checked, shown
from ckmcore.base.deviations import tell
from ckmcore.base.files import write_whole
from ckmcore.base.texts import Texts
from ckmcore.dictionary.code_columns import columns_of, holds_labels
from ckmcore.dictionary.code_groups import Entries
from ckmcore.dictionary.code_lists import near_misses
from ckmcore.dictionary.code_tables import CodeTable, HierarchyKind, read_codes
from ckmcore.dictionary.small_tables import SIZE_LIMIT, read_table, words
from ckmcore.errors import ArgumentNotTaken, DataError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.data import Microdata, with_recodes
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.files import checked_path, decode_head, format_of, is_packed, read_head
from ckmcore.microdata.frame import columns_of_frame
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.hrc import read_hrc
from ckmcore.microdata.read import read_with_report
from ckmcore.microdata.reading_plan import ReadingAnswer, ReadingPlan
from ckmcore.microdata.sniff import encoding_asked, guess_encoding, page_answered
from ckmcore.ptable.floor.key_floor import check_keys

TOTAL_WORDS = words("total insgesamt gesamt zusammen summe alle all _t")
LEADS = ("@", "~", "^", "§", "%")
_SIGNS = re.compile(r"[^\w]*")
_DIVIDED = re.compile(r"[;,|\t]")


@dataclass(frozen=True)
class ReadHierarchy:
    """A hierarchy read from a file. labels: of leaves and inner nodes; kind: of the file; notices: remarks for the
    user; plan: deviations from the cells of a table."""

    hierarchy: Hierarchy
    labels: Mapping[str, Texts] = field(default_factory=dict)
    kind: HierarchyKind = "hrc"
    notices: tuple[Sentence, ...] = ()
    plan: ReadingPlan = field(default_factory=ReadingPlan)


@checked
def read_hierarchy(
    path: str | PathLike[str],
    codes: Sequence[str] | None = None,
    *,
    name: str = "",
    sheet: str = "",
    head_row: int | None = None,
    meanings: Mapping[str | int, str] | None = None,
    answers: Sequence[ReadingAnswer] = (),
) -> ReadHierarchy:
    """Read the hierarchy of a file of any supported kind.

    - `.hrc` with any lead string (`@`, `.`, tab, blanks, ...), codes padded with blanks;
    - a table (CSV in every dialect, workbook) with one column per level, outermost first or last, with labels where the
      headings or the cells say so (`land;land_label;kreis;kreis_label`);
    - a table of codes and their parents (`code;parent[;label]`), in any order of lines;
    - a table of codes and their depths (`level;code`), also of several hierarchies, of which `name` or `codes` chooses;
    - a list of codes that are indented, or that begin with the code of their group.

    codes: codes of the data, which help to choose among several hierarchies but are not checked; name: name of the
    chosen hierarchy. sheet, head_row: of a table, where it lies (`columns_of`); meanings: of columns, where they are
    not what is proposed (`code`, `label_de`, `level2`, ...); answers: to what is asked about. A single top node called
    a total is left out, since the total is implicit. Further labels that are not read are a CkmWarning.

    Raises the errors of files and of `read_hrc`, hierarchy_not_in_file, HierarchySeveral, ReadingAsked, and where
    nothing else is asked the first row that does not fit: hierarchy_two_parents, hierarchy_cycle, hierarchy_gap,
    hierarchy_level_skipped, hierarchy_code_twice, code_missing.

    >>> read = ckm.read_hierarchy("regions.csv")
    >>> read.hierarchy == ckm.read_hrc("nuts.hrc"), read.labels["AT11"].en
    (True, 'Burgenland')
    """
    wanted_codes = tuple(codes or ())
    hrc = hierarchy_of_hrc(checked_path(path), wanted_codes, answers)
    if hrc is not None:
        return hrc
    columns = columns_of(read_table(path, sheet, answers), "tree", wanted_codes, head_row=head_row, answers=answers)
    read = read_codes(columns.with_meanings(meanings or {}), "tree", wanted_codes, name, answers)
    read.check()
    chosen = {columns.names[name] if isinstance(name, int) else name for name in meanings or ()}
    tell(entry.told for entry in read.plan.entries if entry.kind == "labels_unread" and entry.column not in chosen)
    return hierarchy_of_table(read, wanted_codes)


def tree_of_file(path: str | PathLike[str], answers: Sequence[ReadingAnswer] = ()) -> Hierarchy:
    """The hierarchy of a file: of `.hrc` with the lead string `@`, else as by `read_hierarchy`. answers: to what is
    asked about. Raises ReadingAsked and the errors of both."""
    file = checked_path(path)
    if file.suffix.casefold() != ".hrc":
        return read_hierarchy(file, answers=answers).hierarchy
    head, complete = read_head(file, SIZE_LIMIT)
    return read_hrc(file, encoding=encoding_asked(file, head, answers) if complete else "")


def hierarchy_of_table(read: CodeTable, codes: Sequence[str] = ()) -> ReadHierarchy:
    """The hierarchy of a table of codes, without a total above all others. Raises hierarchy_not_in_file."""
    if read.hierarchy is None or (read.kind == "columns" and not read.hierarchy.nodes):
        raise DataError("hierarchy_not_in_file", file=str(read.columns.table.file))
    entries = [(node.code, node.depth) for node in read.hierarchy.nodes]
    finished = _finished(read.kind, entries, read.labels, read.hierarchy.level_names, list(read.notices), codes)
    return replace(finished, plan=read.plan)


def hierarchy_of_hrc(file: Path, codes: Sequence[str], answers: Sequence[ReadingAnswer] = ()) -> ReadHierarchy | None:
    """The hierarchy of a `.hrc` file, by its name or by its content; None for other files. answers: to the question
    about its code page. Raises ReadingAsked and the errors of `read_hrc`."""
    head, complete = read_head(file, SIZE_LIMIT)
    if format_of(file, head) != "csv":
        return None
    if not complete:
        raise DataError("code_file_too_large", file=str(file), limit=SIZE_LIMIT >> 20)
    guessed = guess_encoding(head, True)
    text = decode_head(file, head, True, page_answered(guessed, Dialect(answers=tuple(answers))))
    lines = [line for line in re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")) if line.strip()]
    if file.suffix.casefold() != ".hrc" and (not _is_hrc(lines) or (not guess_lead(lines) and _is_grouped(file))):
        return None
    if is_packed(file):
        raise DataError("file_packed", file=str(file))
    hierarchy = read_hrc(file, guess_lead(lines), encoding=encoding_asked(file, head, answers))
    return _finished("hrc", [(node.code, node.depth) for node in hierarchy.nodes], {}, (), [], codes)


def _is_grouped(file: Path) -> bool:
    """Whether a list of codes says by its codes what is above them."""
    return read_codes(columns_of(read_table(file), "tree"), "tree").kind != "none"


def _finished(
    kind: HierarchyKind,
    entries: Entries,
    labels: Mapping[str, Texts],
    level_names: tuple[str, ...],
    notices: list[Sentence],
    codes: Sequence[str],
) -> ReadHierarchy:
    top = [code for code, depth in entries if depth == 0]
    if len(top) == 1 and len(entries) > 1 and _is_total(top[0], labels):
        entries = [(code, depth - 1) for code, depth in entries if depth]
        level_names = level_names[1:]
        notices = [*notices, sentence("hierarchy_total_left_out", node=top[0])]
    hierarchy = replace(Hierarchy.from_depths(entries), level_names=level_names)
    leaves = hierarchy.leaves
    near_codes = near_misses([code for code in codes if code not in hierarchy.index], leaves)
    if near_codes:
        notices = [
            *notices,
            sentence("hierarchy_near", count=len(near_codes), item=near_codes[0][0], other=near_codes[0][1]),
        ]
    known_labels = {code: label for code, label in labels.items() if code in hierarchy.index}
    return ReadHierarchy(hierarchy, known_labels, kind, tuple(notices))


def _is_total(code: str, labels: Mapping[str, Texts]) -> bool:
    label = labels.get(code, Texts())
    return any(word.casefold() in TOTAL_WORDS for word in (code, label.en, label.de))


def _is_hrc(lines: Sequence[str]) -> bool:
    """Whether most lines hold a single code behind lead signs, as in a `.hrc` file."""
    divided = sum(1 for line in lines if _DIVIDED.search(line[_end_of_signs(line) :]))
    # Codes with their labels in one cell are a table.
    return 2 * divided < len(lines) and not holds_labels([line[_end_of_signs(line) :].strip() for line in lines])


def _end_of_signs(line: str) -> int:
    match = _SIGNS.match(line)
    return 0 if match is None else match.end()


def guess_lead(lines: Sequence[str]) -> str:
    """Guess the lead string in the lines of a `.hrc` file; "" where no line has one.

    Blanks count as a lead string only where they cannot be padding: the first line has none, and lines have different
    widths.
    """
    lines = [line.rstrip() for line in lines if line.strip()]
    if any(line.startswith("@") for line in lines):
        return "@"
    first = lines[0][0] if lines else ""
    signs = [line[0] for line in lines if not line[0].isalnum() and line[0] not in ' "' and line[0] != first]
    if signs:
        sign = max(dict.fromkeys(signs), key=signs.count)
        runs = [len(line) - len(line.lstrip(sign)) for line in lines if line.startswith(sign)]
        return sign if sign == "\t" else sign * min(runs)
    blanks = [len(line) - len(line.lstrip(" ")) for line in lines]
    used_counts = [count for count in blanks if count]
    if not used_counts or blanks[0] or len({len(line) for line in lines}) == 1:
        return ""
    unit = min(used_counts)
    return " " * unit if all(count % unit == 0 for count in used_counts) else ""


def write_hrc(hierarchy: Hierarchy, path: str | PathLike[str]) -> str:
    """Write a hierarchy as `.hrc` (UTF-8, one code a line) and return the lead string: `@`, or another sign where a
    code begins with `@`.

    Labels and level names are lost in this format. Raises hierarchy_unwritable for a code that is empty, begins or ends
    with a blank, or holds a line break.
    """
    for node in hierarchy.nodes:
        if node.code != node.code.strip() or not node.code or len(node.code.splitlines()) != 1:
            raise DataError("hierarchy_unwritable", node=node.code)
    begun = {node.code[0] for node in hierarchy.nodes}
    lead = next((sign for sign in LEADS if sign not in begun), "")
    if not lead:
        # Every sign begins a code: one that is longer than any of their runs begins none.
        lead = "@" * (1 + max(len(node.code) for node in hierarchy.nodes))
    text = "".join(f"{lead * node.depth}{node.code}\n" for node in hierarchy.nodes)

    def write(target: Path) -> None:
        target.write_text(text, encoding="utf-8", newline="\n")

    write_whole(Path(path), write)
    return lead


@checked
def microdata_of(
    source: Any,
    dimensions: Sequence[str],
    *,
    record_key: str | None = None,
    weight: str | None = None,
    magnitudes: Sequence[str] = (),
    hierarchies: Mapping[str, Hierarchy | str | PathLike[str]] | None = None,
    modulus: int | None = None,
    dialect: Dialect | None = None,
) -> Microdata:
    """Microdata of one or several files (paths), or a frame: of pandas, polars, Arrow, DuckDB (a relation), or
    anything that has `__arrow_c_stream__`.

    dialect: answers to what can be read in several ways (`ckm.reading_plan`), of files also how they are written.
    hierarchies: for each variable a hierarchy, or the path of one in τ-ARGUS's format (.hrc). The other arguments and
    the errors are those of `read_microdata` and `Microdata.from_pandas`. Raises ArgumentNotTaken for other sources, and
    keys_below_floor where record keys are too few or too often equal (F10 to F14); other open rules are a CkmWarning.

    >>> import pandas as pd
    >>> frame = pd.read_csv("persons.csv", dtype={"rkey": str})
    >>> ckm.microdata_of(frame, ["NUTS", "SEX"], record_key="rkey", hierarchies={"NUTS": "nuts.hrc"})
    Microdata(600 records, 2 dimensions)
    """
    if isinstance(source, str | PathLike | list | tuple):
        data, _ = read_with_report(source, dimensions, record_key, weight, magnitudes, modulus=modulus, dialect=dialect)
    else:
        data = Microdata(**columns_of_frame(source, dimensions, record_key, weight, magnitudes, modulus, dialect))
        data = with_recodes(data, dialect)
    tell(data.deviations)
    if data.record_keys is not None:
        tell(check_keys(data.record_keys))
    for name, hierarchy in (hierarchies or {}).items():
        data = data.with_hierarchy(
            name, hierarchy if isinstance(hierarchy, Hierarchy) else _read_hierarchy(name, hierarchy, dialect)
        )
    return data


def _read_hierarchy(name: str, hierarchy: Any, dialect: Dialect | None) -> Hierarchy:
    if isinstance(hierarchy, str | PathLike):
        return tree_of_file(hierarchy, () if dialect is None else dialect.answers)
    takes = sentence("argument_hierarchy")
    raise ArgumentNotTaken(name=f"microdata_of(hierarchies[{name!r}])", takes=takes, given=shown(hierarchy), nearest="")
