"""Publishable content of a file: figures, labels, codes, titles and notes of published tables, built from tables only.

Formats of cubes make others of them: codes out of words, several texts in one, names cut to a length.
"""

from __future__ import annotations

import contextlib
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.numbers import MINUS
from ckmcore.base.version import FORMER, VERSION
from ckmcore.errors import InputError
from ckmcore.formats.codes import NO_LETTERS, ascii_code
from ckmcore.formats.cube import CubeNeedsPeriods, bare_title, cubes, unhidden
from ckmcore.formats.drawn_picture import dpi_of, drawn, picture_beside, picture_png
from ckmcore.formats.flat_lines import FLAT_AXES, apart, code_columns, flat_heads, one_line_heads
from ckmcore.formats.formulas import FORMULA_SIGNS
from ckmcore.messages import say
from ckmcore.methods.protected import Sign
from ckmcore.office.settings import OFFICE_SETTINGS
from ckmcore.pictures.maps import borders_text
from ckmcore.pictures.model import TablePicture
from ckmcore.presentation.present import TablePresentation, program_note, program_text
from ckmcore.tabulate.axis import Node
from ckmcore.tabulate.layout import AxisName
from ckmcore.tabulate.spec import TOTAL


def plain(text: str) -> str:
    """A text without what only divides its words: a file may break a line where it likes."""
    return " ".join(text.split())


_LONG_LABEL, _SHORTEST_CUT = 50, 14
_CUBE_WORDS = ("cube_rows", "cube_unit_none", "cube_measure", "word_period", "genesis_year", "genesis_day")
_NUMBERED = re.compile(r"_\d+$")
_PREFIX = re.compile(r"^(DF_|V_)")
_DIVIDERS_ALONE = ("#", "|")
_DIVIDERS = re.compile(r"#| \| ")
_BEHIND = re.compile(r"(.+) \((.+)\)$")


class CubeWords:
    """The words of the cubes of some documents; made when a file of cubes is looked at."""

    def __init__(
        self, documents: tuple[TablePresentation, ...], texts: frozenset[str], more: tuple[str, ...] = ()
    ) -> None:
        self.documents, self._texts, self._more = documents, texts, more
        self._composed: dict[str, bool] = {}

    @cached_property
    def texts(self) -> frozenset[str]:
        """Titles, codes, labels, notes and units of the cubes, and all texts without quotation marks."""
        found = set(map(plain, {text for page in self.documents for text in _texts_of(page)})) | self._texts
        return frozenset(found | {text.replace('"', "'") for text in found if '"' in text})

    @cached_property
    def codes(self) -> list[str]:
        """Texts as codes of any length, without regard to capitals, sorted."""
        return sorted({(ascii_code(text, 3 * len(text)) or NO_LETTERS).casefold() for text in self.texts})

    @cached_property
    def _sentences(self) -> dict[str, list[tuple[str, ...]]]:
        """Notes and other whole sentences as words, by their first word, the longest first."""
        found: dict[str, set[tuple[str, ...]]] = {}
        for several in (self._more, *(_sentences_of(page) for page in self.documents)):
            for text in several:
                words = tuple(_divided(text))
                if words:
                    found.setdefault(words[0], set()).add(words)
        return {first: sorted(words, key=len, reverse=True) for first, words in found.items()}

    def knows(self, text: str) -> bool:
        """Whether a text is one of the cubes', alone, with its code behind it, numbered or cut."""
        bare = _unguarded(plain(text))
        if bare in self.texts or _NUMBERED.sub("", bare) in self.texts:
            return True
        if bare.endswith("…"):
            return any(one.startswith(bare[:-1]) for one in self.texts)
        pair = _BEHIND.match(_NUMBERED.sub("", bare))
        return pair is not None and pair[1] in self.texts and pair[2] in self.texts

    def knows_code(self, text: str) -> bool:
        """Whether a text is a code of the cubes, or made of one of their texts."""
        whole = _PREFIX.sub("", text).casefold()
        return self.knows(text) or self._begins_code(whole) or self._begins_code(_NUMBERED.sub("", whole))

    def _begins_code(self, text: str) -> bool:
        """Whether a text is a known code, or the beginning of one that was cut to a length."""
        place = bisect_left(self.codes, text)
        found = self.codes[place] if place < len(self.codes) else ""
        return found == text or (found.startswith(text) and len(text) >= _SHORTEST_CUT)

    def composed(self, text: str) -> bool:
        """Whether a text consists of notes, meanings of signs and long labels, one after another."""
        if text not in self._composed:
            self._composed[text] = self._is_composed(_divided(text)) or self._is_composed(_divided(_unguarded(text)))
        return self._composed[text]

    def _is_composed(self, words: list[str]) -> bool:
        reached = [True, *[False] * len(words)]
        for place, word in enumerate(words):
            if not reached[place]:
                continue
            if word in _DIVIDERS_ALONE:
                reached[place + 1] = True
            for sentence in self._sentences.get(word, ()):
                end = place + len(sentence)
                if end <= len(words) and tuple(words[place:end]) == sentence:
                    reached[end] = True
        return reached[-1]


def _unguarded(text: str) -> str:
    """A text without the apostrophe that keeps a spreadsheet from computing."""
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA_SIGNS) else text


def _divided(text: str) -> list[str]:
    """The words of a text, what divides notes from one another too, without quotation marks."""
    return _DIVIDERS.sub(r" \g<0> ", text.replace('"', "'")).split()


def _texts_of(page: TablePresentation) -> Iterable[str]:
    yield from _sentences_of(page)
    yield from (say(code, page.language) for code in _CUBE_WORDS)
    yield from (say("word_count", page.language), "%", page.language)
    yield from (page.office.sign(sign) for sign in Sign)
    yield from ("JAHR", "STAG", "ZEIT", "()")
    try:
        found = cubes(page)
    except CubeNeedsPeriods:  # then there are no files of cubes either
        return
    for cube in found:
        yield from (cube.title, *cube.measure)
        measures = cube.measures
        yield ", ".join(measure.label for measure in measures)
        yield ", ".join(dict.fromkeys(measure.unit for measure in measures))
        for measure in measures:
            yield from (measure.code, measure.label, measure.unit, measure.note)
        for dimension in (*cube.dimensions, *([cube.period] if cube.period else [])):
            yield from (dimension.code, dimension.title, dimension.note)
            for category in dimension.categories:
                yield from (category.code, category.label, category.note, category.time)
                yield "".join(sign for sign in category.time if sign.isdigit())


def _sentences_of(page: TablePresentation) -> Iterable[str]:
    yield from (say(code, page.language) for code in ("export_labels_apostrophe", "export_codes_like_formulas"))
    yield from (*page.lines, *page.notes, *page.cell_notes(), *page.marks.texts)
    yield from (meaning.text(page.language) for meaning in page.table.legend.values())
    for block in page.table.blocks:
        for dimension in block.dimensions:
            yield dimension.note.text(page.language)
            for node in dimension.nodes:
                yield node.note.text(page.language)
                label = node.label.text(page.language)
                if len(label) > _LONG_LABEL or label.endswith("…"):
                    yield label


# What a register says of versions is a text from a file.
_VERSION = re.compile(r"\d{1,3}(\.\d{1,3}){1,3}((a|b|rc|\.dev|\.post)\d{1,3})?")
_AXES: tuple[AxisName, ...] = ("rows", "columns", "layers")
_MARKS = re.compile(r"(?:[ \u00a0][⁰¹²³⁴⁵⁶⁷⁸⁹]+⁾)+$")
_FIGURE_MARKS = re.compile(r"(?:[ \u00a0](?:[⁰¹²³⁴⁵⁶⁷⁸⁹]+⁾|r))+$")
_BLANKS = "\u00a0\u202f\u2009"
_WORDS = (
    "word_total",
    "word_subtotal",
    "word_selected",
    "word_average",
    "word_label",
    "export_apostrophe",
    "export_labels_apostrophe",
    "export_codes_like_formulas",
    "export_sheet",
    "export_sheet_table",
    "export_sheet_contents",
    "export_sheet_notes",
    "export_heading",
    "export_no_heading",
    "export_logo",
)
"""What formats for people say beside the words of a table."""
_CONTINUED = tuple(say("export_continued", language, label="\0").split("\0") for language in ("de", "en"))
_KEEPS_FIGURE = np.array([sign.keeps_figure for sign in Sign])


def number_of(text: str, comma: bool) -> Decimal | None:
    """A figure as it is written, with separators, minus sign, brackets, marks of footnotes; None: it is no number.

    comma: the decimal sign is a comma, else a point.
    """
    bare = _FIGURE_MARKS.sub("", text.strip()).removeprefix("'")
    if bare.startswith("(") and bare.endswith(")"):
        bare = bare[1:-1]
    for blank in _BLANKS:
        bare = bare.replace(blank, "")
    bare = bare.replace(MINUS, "-")
    if comma and "." in bare:
        return None
    bare = bare.replace(",", ".") if comma else bare.replace(",", "")
    if not re.fullmatch(r"[+-]?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?", bare):
        return None
    try:
        return Decimal(bare)
    except InvalidOperation:
        return None


@dataclass(frozen=True, eq=False)
class PublishableContent:
    """Content that a file may hold.

    texts: whole texts, their words divided by single blanks; figures: how often the tables publish each; signs: texts
    that replace figures; pictures: the offices'; documents: the tables. anything: nothing is known of the tables, only
    the format of a file can be checked. versions: of the program, those that a file may name. released: the tables as
    releases show them, whose pictures have other lines.
    """

    texts: frozenset[str] = frozenset()
    figures: Mapping[Decimal, int] = field(default_factory=dict)
    signs: frozenset[str] = frozenset()
    pictures: frozenset[bytes] = frozenset()
    documents: tuple[TablePresentation, ...] = ()
    more: tuple[str, ...] = ()
    anything: bool = False
    versions: frozenset[str] = frozenset((VERSION, *FORMER))
    released: tuple[TablePresentation, ...] = ()

    @classmethod
    def of(
        cls,
        documents: Iterable[TablePresentation],
        texts: Iterable[str] = (),
        versions: Iterable[str] = (),
        released: Iterable[TablePresentation] = (),
    ) -> PublishableContent:
        """What files of these documents may hold; `texts`: further ones, such as numbers and dates of releases;
        `versions`: further ones of the program than those that the documents name; `released`: the documents as
        releases show them."""
        pages, more = tuple(documents), tuple(plain(text) for text in texts)
        found: set[str] = set(more)
        figures: Counter[Decimal] = Counter()
        for page in pages:
            figures += figures_of(page)
        # Cubes show hidden lines, and a 0 where files for people may have a dash: their legends explain that, too.
        pages = (*pages, *(shown for page in pages if (shown := unhidden(page)) is not page))
        for page in pages:
            found.update(map(plain, set(texts_of(page))))
            found.update(plain(borders_text(areas, page.language)) for areas in page.areas.values())
            picture = picture_beside(page)
            found.update([] if picture is None else [plain(picture.alt)])
        offices = {page.office for page in pages}
        signs = frozenset(office.sign(sign) for office in offices for sign in Sign if sign)
        signs |= {office.zero_text for office in offices if office.zero_text}
        names = [each.name for each in OFFICE_SETTINGS if each.kind == "picture"]
        kept = (getattr(page.office, name) for page in pages for name in names)
        pictures = frozenset(picture for picture in kept if picture)
        named = {page.engine for page in pages} | set(versions)
        known = frozenset(version for version in named if _VERSION.fullmatch(version))
        return cls(
            frozenset(found | signs), figures, signs, pictures, pages, more, versions=known, released=tuple(released)
        )

    @cached_property
    def drawn(self) -> tuple[TablePicture, ...]:
        """The pictures that were chosen of the tables, as drafts and as released."""
        pictures = []
        for page in (*self.documents, *self.released):
            with contextlib.suppress(InputError):
                pictures.append(drawn(page))
        return tuple(pictures)

    def is_picture(self, content: bytes) -> bool:
        """Whether a PNG is one of the offices', or a picture of a table drawn again."""
        dpi = dpi_of(content)
        return content in self.pictures or (
            dpi > 0 and any(content == picture_png(picture, dpi) for picture in self.drawn)
        )

    @cached_property
    def by_float(self) -> dict[float, Decimal]:
        """The figures by the number that programs keep for them."""
        return {float(figure): figure for figure in self.figures}

    @cached_property
    def cubes(self) -> CubeWords:
        """The words that formats of cubes make of the tables'."""
        return CubeWords(self.documents, self.texts, self.more)

    def has_digits(self, digits: int) -> bool:
        """Whether a value of the tables is published with so many decimals."""
        return self.anything or any(
            value.places == digits for page in self.documents for value in page.table.spec.values
        )

    @property
    def comma(self) -> bool:
        """Whether figures are written with a decimal comma."""
        return any(page.language == "de" for page in self.documents)

    def knows(self, text: str) -> bool:
        """Whether a text is one of the tables', with or without marks of footnotes or a spreadsheet's apostrophe."""
        if self.anything:
            return True
        bare = plain(text)
        if bare in self.texts or _MARKS.sub("", bare) in self.texts:
            return True
        for before, after in _CONTINUED:
            if bare.startswith(before) and bare.endswith(after) and (before or after):
                inner = bare.removeprefix(before).removesuffix(after)
                if inner != bare and (inner in self.texts or _MARKS.sub("", inner) in self.texts):
                    return True
        return bare.startswith("'") and bare[1:].startswith(FORMULA_SIGNS) and self.knows(bare[1:])

    @cached_property
    def _padded(self) -> frozenset[str]:
        texts = (text for page in self.documents for text in texts_of(page))
        return frozenset(plain(text) for text in texts if text != text.strip() and text.strip())

    def is_program(self, text: str) -> bool:
        """Whether a text names the program with a version that it may have, alone or as a note."""
        return any(
            text in (program_text(version), program_note(version, "de"), program_note(version, "en"))
            for version in self.versions
        )

    def is_padded(self, text: str) -> bool:
        """Whether a text of the tables has blanks around it, as this one, which begins or ends with it."""
        bare = _MARKS.sub("", plain(text))
        return any(bare.startswith(padded) or bare.endswith(padded) for padded in self._padded)

    def is_sign(self, text: str) -> bool:
        """Whether a text is a sign that replaces a figure, with or without marks of footnotes."""
        return self.anything or _FIGURE_MARKS.sub("", text.strip()) in self.signs


def figures_of(page: TablePresentation) -> Counter[Decimal]:
    """Count each figure of a table, as laid out or as cubes, whichever is more."""
    laid_out: Counter[Decimal] = Counter()
    cubes: Counter[Decimal] = Counter()
    layout, table = page.layout, page.table
    for number, value in enumerate(table.spec.values):
        for block in table.blocks:
            kept = block.figures[number]
            if block.signs is not None:
                kept = kept[_KEEPS_FIGURE[block.signs[number]]]
            _count(cubes, kept, value.places)
    if table.is_listed:
        return cubes
    lines = ~layout.rows.empty[:, None] & ~layout.columns.empty[None, :]
    for layer in page.shown_layers:
        for shown in page.values(layer):
            keeps = lines if shown.signs is None else lines & _KEEPS_FIGURE[shown.signs[:, :]]
            _count(laid_out, shown.matrix[:, :][keeps], shown.places)
    return laid_out | cubes


def _count(into: Counter[Decimal], figures: NDArray[np.int64], places: int) -> None:
    values, times = np.unique(figures, return_counts=True)
    for value, count in zip(values.tolist(), times.tolist(), strict=True):
        into[Decimal(value).scaleb(-places)] += count


def texts_of(page: TablePresentation) -> Iterable[str]:
    """Every text that a table may bring into a file: around it, its heads and stubs, its codes."""
    yield from (page.title, bare_title(page), page.numbered_title)
    yield from page.lines
    yield from page.notes
    yield from page.cell_notes()
    yield page.short_note
    yield from (text for each in OFFICE_SETTINGS for text in each.words(page.office, page.language))
    if (draft := page.info) is not None:
        yield from (draft.statistic.text(page.language), draft.period.text(page.language))
        yield from (draft.source.text(page.language), draft.as_of, draft.number, draft.released)
    for number in range(len(page.table.spec.values)):
        yield page.value_text(number)
    if not page.table.is_listed:  # no form of one sheet takes it
        yield from one_line_heads(page)
        yield from page.sheet(0).printed
        yield from (page.full_caption(layer) for layer in page.shown_layers)
    yield from apart(flat_heads(page))
    for codes in code_columns(page, *FLAT_AXES):
        yield from (codes.title, *codes.texts)
    yield from (say(code, page.language) for code in _WORDS)
    yield say("export_notes_on_sheet", page.language, sheet=say("export_sheet_notes", page.language))
    for axis in _AXES:
        labels = page.labels[axis]
        yield from labels.titles
        for column in range(labels.depth):
            yield from (text for text, _, _ in labels.widest(column))
        yield from (segment.heading.text(page.language) for segment in getattr(page.layout, axis).segments)
    for layer in range(len(page.layout.layers)):
        yield ", ".join(page.line_texts("layers", layer))
        label = ", ".join(text for text in page.line_texts("layers", layer) if text)
        yield from (label, f"{page.title} – {label}", f"{page.numbered_title} – {label}")
    for block in page.table.blocks:
        for dimension in block.dimensions:
            yield dimension.name
            yield dimension.title.text(page.language)
            yield from (name.text(page.language) for name in dimension.level_names)
            yield from (text for node in dimension.nodes for text in _node_texts(node, page))


def _node_texts(node: Node, page: TablePresentation) -> Iterable[str]:
    if node.code is not TOTAL:
        yield str(node.code)
    yield node.label.text(page.language)
    yield node.note.text(page.language)
