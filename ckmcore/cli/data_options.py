"""How a command reads a file of microdata, as far as it is not to be recognised."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ckmcore.base.typed import converted
from ckmcore.cli.common import pairs_of
from ckmcore.cli.options import Options, flag, option, several
from ckmcore.errors import InputError
from ckmcore.microdata.reading_plan import ReadingAnswer, answers_kept

if TYPE_CHECKING:
    from ckmcore.microdata import Dialect


# How a file is written, as far as it is not to be recognised.
DATA: Options = (
    "--meta",
    option("--separator"),
    option("--encoding"),
    option("--decimal", choices=(".", ",")),
    option("--sheet"),
    option("--range", metavar="B3:F200"),
    option("--head-row", type=int, metavar="ROW"),
    option("--skip-rows", metavar="3,7-9"),
    option("--first-row", type=int, metavar="ROW"),
    option("--last-row", type=int, metavar="ROW"),
    several("--missing-words", metavar="COLUMN=WORD,WORD"),
    several("--rename", metavar="COLUMN=NAME", help="rename_column"),
    several("--answer", metavar="KIND[:COLUMN]=CHOICE", help="reading_answer"),
    option("--answers", metavar="A.json", help="reading_answers"),
)
# How a table of codes is read, as far as it is not to be recognised.
CODE_TABLE: Options = (
    option("--sheet"),
    option("--head-row", type=int, metavar="ROW"),
    several("--meaning", metavar="COLUMN=MEANING", help="column_meaning"),
    several("--answer", metavar="KIND[:COLUMN]=CHOICE", help="reading_answer"),
)
# One period of a relation that holds several; and how the records of a database are taken.
PERIOD_COLUMN = option("--period-column", default="", metavar="COLUMN", help="database_period_column")
PERIOD_CODE = option("--period-code", default="", metavar="CODE", help="database_period_code")
DATABASE: Options = (flag("--into-memory", help="database_into_memory"), PERIOD_COLUMN, PERIOD_CODE)


def asked_dialect(options: argparse.Namespace, path: str) -> Dialect | None:
    """Dialect requested by the options; None where everything is to be detected."""
    from ckmcore.microdata import sniff
    from ckmcore.microdata.files import format_of_path

    names = {"separator": "separator", "encoding": "encoding", "decimal": "decimal", "sheet": "sheet", "range": "cells"}
    asked_fields = {field: getattr(options, name) for name, field in names.items() if getattr(options, name)}
    if asked_fields.get("separator") in ("tab", "\\t"):
        asked_fields["separator"] = "\t"
    if options.sheet:
        asked_fields["sheet_guessed"] = False
    if options.encoding:
        asked_fields["encoding_guessed"] = False
    decided = _decided(options)
    if not asked_fields and not decided:
        return None
    written = sniff(path, decided.get("answers", ()))
    if not options.encoding and format_of_path(path) != "csv":
        written = replace(written, encoding="")  # as the file says
    return replace(written, **asked_fields, **decided)


def _decided(options: argparse.Namespace) -> dict[str, Any]:
    """What the options say of rows, words and questions: fields of a dialect. Raises cli_option_value,
    answer_kind_unknown, answer_unknown."""
    from ckmcore.microdata.dialect import LAST_ROW, MissingWords

    fields: dict[str, Any] = {}
    if options.head_row:
        fields["head_row"] = options.head_row
    left_out = [*_ranges(options.skip_rows, "--skip-rows")] if options.skip_rows else []
    if options.first_row:
        # Without the row of names they are recognised right above the records.
        left_out.append(
            (options.head_row + 1 if options.head_row else 1, options.first_row - (1 if options.head_row else 2))
        )
    if options.last_row:
        left_out.append((options.last_row + 1, LAST_ROW))
    words = pairs_of(options.missing_words, "--missing-words", "COLUMN=k.A.,NA")
    if words:
        fields["words"] = tuple(MissingWords(name, tuple(text.split(","))) for name, text in words)
    if options.rename:
        fields["renamed"] = tuple(pairs_of(options.rename, "--rename", "COLUMN=NAME"))
    given, struck = _answers_in(options.answers) if options.answers else ([], [])
    if left_out or struck:
        fields["left_out"] = (*left_out, *struck)
    answers = [*answers_of(options.answer), *given]
    if options.decimal:
        # Who says the decimal sign has answered what the other sign is.
        point, comma = ("decimal", "thousands") if options.decimal == "." else ("thousands", "decimal")
        answers += [ReadingAnswer("point", "", point), ReadingAnswer("comma", "", comma)]
    if answers:
        fields["answers"] = answers_kept(answers, ())
    return fields


def code_table_of(options: argparse.Namespace) -> dict[str, Any]:
    """Sheet, row of names, meanings of columns and answers for a table of codes. Raises cli_option_value,
    answer_kind_unknown, answer_unknown."""
    return {
        "sheet": options.sheet or "",
        "head_row": options.head_row,
        "meanings": dict(pairs_of(options.meaning, "--meaning", "KREIS=code")),
        "answers": tuple(answers_of(options.answer)),
    }


def _ranges(text: str, name: str) -> list[tuple[int, int]]:
    """Rows as `3,7-9` says them. Raises cli_option_value."""
    ranges = []
    for range_text in text.split(","):
        first, dash, last_text = range_text.strip().partition("-")
        if not first.isdecimal() or (dash and not last_text.isdecimal()) or int(first) < 1:
            raise InputError("cli_option_value", option=name, value=range_text.strip(), example="3,7-9")
        ranges.append((int(first), int(last_text) if dash else int(first)))
    return ranges


def answers_of(answer_texts: list[str]) -> list[ReadingAnswer]:
    """Answers as `point:INCOME=thousands` says them. Raises cli_option_value, answer_kind_unknown, answer_unknown."""
    answers = []
    for text in answer_texts:
        answered_point, equals, choice = text.rpartition("=")
        if not equals:
            raise InputError("cli_option_value", option="--answer", value=text, example="point:INCOME=thousands")
        kind, _, column = answered_point.partition(":")
        answers.append(ReadingAnswer(kind, column, choice))
    return answers


def _answers_in(name: str) -> tuple[list[ReadingAnswer], list[tuple[int, int]]]:
    """Answers of a file, and rows that are left out by hand: a list of objects with kind, column and decision, as `ckm
    data plan --json` gives them; the rows are examples of the kind `rows_by_hand`, which are confidential.

    Raises cli_answers_file, answer_kind_unknown, answer_unknown.
    """
    from ckmcore.microdata.files import checked_path, read_bytes

    try:
        entries = converted(msgspec.json.decode(read_bytes(checked_path(name))), list[dict[str, Any]])
        decided = [entry for entry in entries if entry.get("decision")]
        by_hand = [entry for entry in entries if entry.get("kind") == "rows_by_hand"]
        rows = [str(text) for entry in by_hand for text in entry.get("examples", ())]
        answers = [
            ReadingAnswer(str(entry["kind"]), str(entry.get("column", "")), str(entry["decision"])) for entry in decided
        ]
        return answers, _ranges(",".join(rows), "--answers") if rows else []
    except (msgspec.MsgspecError, UnicodeDecodeError, KeyError) as fault:
        raise InputError("cli_answers_file", name=Path(name).name, detail=str(fault)[:200]) from None


def files_of(options: argparse.Namespace) -> Any:
    """The file, or the files to be read as one."""
    return options.file[0] if len(options.file) == 1 else options.file


def period_asked(options: argparse.Namespace) -> tuple[str, str]:
    """Column of periods and code of the period from the options. Raises cli_option_needed where one is given without
    the other."""
    column, code = options.period_column, options.period_code
    if column and not code:
        raise InputError("cli_option_needed", option="--period-code", reason="--period-column")
    if code and not column:
        raise InputError("cli_option_needed", option="--period-column", reason="--period-code")
    return column, code


def refuse_database_options(options: argparse.Namespace, *more: str) -> None:
    """Raise cli_option_needed where an option that only a database has is given for files. more: names of further such
    options."""
    for name in (*more, "--into-memory", "--period-column", "--period-code"):
        if vars(options)[name[2:].replace("-", "_")]:
            raise InputError("cli_option_needed", option="--data database:NAME/RELATION", reason=name)
