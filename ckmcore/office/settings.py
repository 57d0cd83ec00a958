"""Office: what an office has decided once for all that leaves it - name, signs, notes, forms of files. Plain data.

Every setting is declared once, as a field of `Office` (`setting(...)`): `OFFICE_SETTINGS` is read off it, and page,
search, checks and file of the settings follow from that table. Titles and helps are the sentences `office_<name>` and
`office_<name>_help`, those of choices `office_<name>_<choice>`, those of topics `office_topic_<topic>`.
"""

from __future__ import annotations

import hashlib
import re
import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from ckmcore.base.picture import picture_fault
from ckmcore.base.texts import Texts
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.protected import Sign

SignSet = Literal["german", "british", "dots"]
SIGN_SETS: tuple[SignSet, ...] = get_args(SignSet)
Zero = Literal["digit", "dash"]
EmptySum = Literal["sign", "zero"]
DASH = "–"
BlockTotalChoice = Literal["first", "last", "each"]
NoteLength = Literal["long", "short"]
FormName = Literal[
    "xlsx",
    "xlsx-accessible",
    "csv",
    "csv-long",
    "genesis",
    "px",
    "sdmx-csv-1",
    "sdmx-csv-2",
    "json-stat",
    "parquet",
    "html",
    "html-fragment",
    "html-cube",
    "pdf",
]
LanguageChoice = Literal["system", "de", "en"]
ThemeChoice = Literal["system", "light", "dark"]
Paper = Literal["a4", "a3", "letter"]
LeastCell = Literal["100m", "1km", "10km", "100km"]
Orientation = Literal["landscape", "portrait"]

Kind = Literal["texts", "long_texts", "text", "switch", "choice", "choices", "number", "colour", "picture", "folder"]
"""What a person edits: a text in both languages (one line, several), a text, yes or no, one or some of `choices`, a
whole number, a colour `#rrggbb`, a picture (PNG), a folder."""
Topic = Literal["office", "files", "workbooks", "release", "desk"]
TOPICS: tuple[Topic, ...] = get_args(Topic)

_PLAIN_SIGNS = {sign: sign.text for sign in Sign}
SIGNS: Mapping[SignSet, Mapping[Sign, str]] = {
    "german": _PLAIN_SIGNS,
    "british": _PLAIN_SIGNS | {Sign.NOTHING: "[z]", Sign.UNKNOWN: "[c]", Sign.BLOCKED: "[x]", Sign.UNRELIABLE: "[u]"},
    "dots": _PLAIN_SIGNS | {Sign.NOTHING: "–", Sign.UNKNOWN: "•"},
}
"""What stands in the place of a figure, per set: German offices, the British analysis function, Berlin-Brandenburg
(formats.md, section "Out"). A figure of limited reliability stands in brackets in every set."""

NAME_PARTS = ("table", "period", "number", "date", "statistic")
LONGEST_LINE, LONGEST_NOTE, LONGEST_FONT, LONGEST_PATTERN, LONGEST_FOLDER = 120, 2000, 31, 120, 1000
SMALLEST_FONT, LARGEST_FONT = 6, 24
MOST_PAGE_COLUMNS = 200
_COLOUR = re.compile(r"#[0-9a-f]{6}")

Check = Callable[[Any], Sentence | None]


def _line_fault(value: Texts) -> Sentence | None:
    if max(len(value.en), len(value.de)) > LONGEST_LINE:
        return sentence("office_fault_long", limit=LONGEST_LINE)
    return sentence("office_fault_control") if _has_controls(value.en + value.de) else None


def _note_fault(value: Texts) -> Sentence | None:
    if max(len(value.en), len(value.de)) > LONGEST_NOTE:
        return sentence("office_fault_long", limit=LONGEST_NOTE)
    return sentence("office_fault_control") if _has_controls(value.en + value.de, "\n") else None


def _has_controls(text: str, allowed: str = "") -> bool:
    return any((letter < " " and letter not in allowed) or letter == "\x7f" for letter in text)


def _colour_fault(value: str) -> Sentence | None:
    return None if _COLOUR.fullmatch(value) else sentence("office_fault_colour")


def _font_fault(value: str) -> Sentence | None:
    is_font_name = 0 < len(value.strip()) <= LONGEST_FONT and not _has_controls(value)
    return None if is_font_name else sentence("office_fault_font", limit=LONGEST_FONT)


def _size_fault(value: int) -> Sentence | None:
    if SMALLEST_FONT <= value <= LARGEST_FONT:
        return None
    return sentence("office_fault_size", least=SMALLEST_FONT, most=LARGEST_FONT)


def _pattern_fault(value: str) -> Sentence | None:
    if len(value) > LONGEST_PATTERN:
        return sentence("office_fault_long", limit=LONGEST_PATTERN)
    try:
        pattern_parts = [
            pattern_part for pattern_part in string.Formatter().parse(value) if pattern_part[1] is not None
        ]
    except ValueError:
        return sentence("office_fault_pattern_braces")
    wrong = [name for _, name, form, turn in pattern_parts if name not in NAME_PARTS or form or turn]
    if wrong:
        known_placeholders = tuple(f"{{{name}}}" for name in NAME_PARTS)
        return sentence("office_fault_pattern_part", part=f"{{{wrong[0]}}}", known=known_placeholders)
    if "table" not in [name for _, name, _, _ in pattern_parts]:
        return sentence("office_fault_pattern_table")
    return None


def _folder_fault(value: str) -> Sentence | None:
    if len(value) > LONGEST_FOLDER:
        return sentence("office_fault_long", limit=LONGEST_FOLDER)
    return sentence("office_fault_control") if _has_controls(value) else None


def _forms_fault(value: tuple[str, ...]) -> Sentence | None:
    if not value:
        return sentence("office_fault_no_form")
    return sentence("office_fault_form_twice") if len(set(value)) < len(value) else None


def _logo_fault(value: bytes) -> Sentence | None:
    return picture_fault(value) if value else None


def setting(
    topic: Topic,
    kind: Kind,
    default: Any,
    *,
    seen: bool,
    check: Check | None = None,
    between: tuple[int, int] | None = None,
    later: bool = True,
) -> Any:
    """Declare a field of `Office` with what its page, check and file need. Parameters as fields of `SettingField`."""
    facts = {"topic": topic, "kind": kind, "check": check, "between": between, "seen": seen, "later": later}
    return field(default=default, metadata=facts)


@dataclass(frozen=True)
class Office:
    """Settings of an office. Each is explained by its sentence `office_<name>_help`."""

    name: Texts = setting("office", "texts", Texts(), check=_line_fault, seen=True, later=False)
    logo: bytes = setting("office", "picture", b"", check=_logo_fault, seen=True, later=False)
    note: Texts = setting("office", "long_texts", Texts(), check=_note_fault, seen=True, later=False)
    corrections: Texts = setting("office", "texts", Texts(), check=_line_fault, seen=True)
    signs: SignSet = setting("files", "choice", "german", seen=True, later=False)
    zero: Zero = setting("files", "choice", "digit", seen=True)
    empty_sum: EmptySum = setting("files", "choice", "sign", seen=True)
    block_total: BlockTotalChoice = setting("files", "choice", "first", seen=False)
    note_length: NoteLength = setting("files", "choice", "long", seen=True, later=False)
    forms: tuple[FormName, ...] = setting("files", "choices", ("xlsx",), check=_forms_fault, seen=False)
    file_names: str = setting("files", "text", "{table} {period}", check=_pattern_fault, seen=False)
    one_workbook: bool = setting("files", "switch", False, seen=False)
    apostrophe: bool = setting("files", "switch", True, seen=True, later=False)
    pdf_figures: bool = setting("files", "switch", False, seen=True)
    pdf_facing: bool = setting("files", "switch", False, seen=True)
    pdf_font: str = setting("files", "folder", "", check=_folder_fault, seen=False)
    flat_sheets: bool = setting("workbooks", "switch", False, seen=True, later=False)
    header: Texts = setting("workbooks", "texts", Texts(), check=_line_fault, seen=True, later=False)
    footer: Texts = setting("workbooks", "texts", Texts(), check=_line_fault, seen=True, later=False)
    font: str = setting("workbooks", "text", "Calibri", check=_font_fault, seen=True, later=False)
    font_size: int = setting(
        "workbooks", "number", 11, check=_size_fault, between=(SMALLEST_FONT, LARGEST_FONT), seen=True, later=False
    )
    head_colour: str = setting("workbooks", "colour", "#f4f5f7", check=_colour_fault, seen=True, later=False)
    line_colour: str = setting("workbooks", "colour", "#d0d7de", check=_colour_fault, seen=True, later=False)
    page_columns: int = setting("workbooks", "number", 0, between=(0, MOST_PAGE_COLUMNS), seen=True)
    paper: Paper = setting("workbooks", "choice", "a4", seen=True, later=False)
    orientation: Orientation = setting("workbooks", "choice", "landscape", seen=True, later=False)
    four_eyes: bool = setting("release", "switch", False, seen=False)
    grid_cells: LeastCell = setting("release", "choice", "100m", seen=False)
    register_folder: str = setting("release", "folder", "", check=_folder_fault, seen=False)
    language: LanguageChoice = setting("desk", "choice", "system", seen=False)
    theme: ThemeChoice = setting("desk", "choice", "system", seen=False)

    def sign(self, sign: Sign) -> str:
        """Text of a table sign in this office; where a 0 is written as a dash, so is a structural zero."""
        sign_text = SIGNS[self.signs][sign]
        return DASH if sign_text == "-" and self.zero == "dash" else sign_text

    @property
    def zero_text(self) -> str:
        """Text for a published 0, "" where the figure itself is shown."""
        return DASH if self.zero == "dash" else ""

    def around(self, sign: Sign, figure: str) -> str:
        """Text of a cell with a sign: the figure, the figure in brackets, or the sign alone. figure: text of the
        figure."""
        return sign.around(figure, self.sign(sign))

    @property
    def content_hash(self) -> str:
        """SHA-256 over the settings that affect the bytes of files; a repeated release must have the same hash."""
        seen_settings = (office_setting for office_setting in OFFICE_SETTINGS if office_setting.seen)
        hashed_record = {
            office_setting.name: getattr(self, office_setting.name)
            for office_setting in seen_settings
            if not office_setting.is_former(self)
        }
        return hashlib.sha256(msgspec.json.encode(hashed_record, order="deterministic")).hexdigest()


@dataclass(frozen=True)
class SettingField:
    """Declaration of a setting. topic: card of its page; kind: kind of its value; choices: allowed values, empty for
    free values; check: function that returns a fault.

    between: least and largest number. seen: affects the bytes of written files. later: was added after the first
    releases, so that its default does not change `Office.content_hash`. family: owner of the setting, with which the
    codes of its sentences begin; none: sentence for the number 0.
    """

    name: str
    topic: str
    kind: Kind
    default: Any
    choices: tuple[str, ...] = ()
    check: Check | None = None
    between: tuple[int, int] | None = None
    seen: bool = False
    later: bool = False
    family: str = "office"
    none: Sentence | None = None

    @property
    def key(self) -> str:
        """Unique name among all settings; those of the office are prefixed with the family."""
        return f"office_{self.name}" if self.family == "office" else self.name

    def is_former(self, office: Office) -> bool:
        """Whether the setting was added later and the office has its default."""
        return self.later and getattr(office, self.name) == self.default

    @property
    def title(self) -> Sentence:
        return sentence(f"{self.family}_{self.name}")

    @property
    def help(self) -> Sentence:
        return sentence(f"{self.family}_{self.name}_help")

    def choice_title(self, choice: str) -> Sentence:
        """Sentence for an allowed value."""
        return sentence(f"{self.family}_{self.name}_{choice}")

    def fault(self, value: Any) -> Sentence | None:
        """Fault of a value of the right type, or None."""
        chosen = value if self.kind == "choices" else (value,)
        if self.choices:
            for choice in chosen:
                if choice not in self.choices:
                    return sentence("office_fault_choice", value=str(choice))
        if self.check is not None:
            return self.check(value)
        if self.between is None or self.between[0] <= value <= self.between[1]:
            return None
        return sentence("office_fault_between", least=self.between[0], most=self.between[1])

    def words(self, office: Office, language: Literal["de", "en"]) -> tuple[str, ...]:
        """Texts of the setting that may appear in files of a language."""
        value = getattr(office, self.name)
        return (value.text(language),) if self.seen and isinstance(value, Texts) else ()

    def matches(self, text: str) -> bool:
        """Whether title, help or choices contain the words of a search, in either language."""
        title_parts = [self.title, self.help, *(self.choice_title(choice) for choice in self.choices)]
        whole_text = " ".join(
            title_part.text(language) for title_part in title_parts for language in ("en", "de")
        ).casefold()
        return all(word in whole_text for word in text.casefold().split())


def _choices(kind: Any) -> tuple[str, ...]:
    """Words that a type allows, alone or in a tuple; () for free values."""
    inner = get_args(kind)[0] if get_origin(kind) is tuple else kind
    return get_args(inner) if get_origin(inner) is Literal else ()


OFFICE_SETTINGS: tuple[SettingField, ...] = tuple(
    SettingField(name=each_field.name, default=each_field.default, choices=_choices(kind), **each_field.metadata)
    for each_field, kind in zip(fields(Office), get_type_hints(Office).values(), strict=True)
)
"""All settings in the order of their page."""


def office_faults(office: Office) -> tuple[tuple[SettingField, Sentence], ...]:
    """Faulty settings of an office, each with its fault."""
    field_faults = [
        (office_setting, office_setting.fault(getattr(office, office_setting.name)))
        for office_setting in OFFICE_SETTINGS
    ]
    return tuple((setting_field, fault) for setting_field, fault in field_faults if fault is not None)


PLAIN = Office()
"""The settings where no office has decided anything."""
