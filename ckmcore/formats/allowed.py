"""What may stand in a file: figures, labels, codes, titles and notes of published tables. Built from tables only."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.numbers import MINUS
from ckmcore.base.version import FORMER, VERSION
from ckmcore.formats.cube import bare_title
from ckmcore.formats.cube_words import CubeWords
from ckmcore.formats.document import (
    Document,
    apart,
    flat_heads,
    one_line_heads,
    program_note,
    program_text,
    sign_matrix,
)
from ckmcore.formats.formulas import FORMULA_SIGNS
from ckmcore.formats.words import plain
from ckmcore.messages import say
from ckmcore.methods.protected import Sign
from ckmcore.tabulate.axis import Node
from ckmcore.tabulate.layout import AxisName
from ckmcore.tabulate.spec import TOTAL

# What a register says of versions is a text from a file.
_VERSION = re.compile(r"\d{1,3}(\.\d{1,3}){1,3}((a|b|rc|\.dev|\.post)\d{1,3})?")
_AXES: tuple[AxisName, ...] = ("rows", "columns", "layers")
_MARKS = re.compile(r"(?:[ \u00a0][⁰¹²³⁴⁵⁶⁷⁸⁹]+⁾)+$")
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
    bare = _MARKS.sub("", text.strip()).removeprefix("'")
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
class Allowed:
    """What a file may hold.

    texts: whole texts, their words divided by single blanks; figures: how often the tables publish each; signs: what
    stands in the place of figures; pictures: the offices'; documents: the tables. anything: nothing is known of the
    tables, only how a file is built can be looked at. versions: of the program, those that a file may name.
    """

    texts: frozenset[str] = frozenset()
    figures: Mapping[Decimal, int] = field(default_factory=dict)
    signs: frozenset[str] = frozenset()
    pictures: frozenset[bytes] = frozenset()
    documents: tuple[Document, ...] = ()
    more: tuple[str, ...] = ()
    anything: bool = False
    versions: frozenset[str] = frozenset((VERSION, *FORMER))

    @classmethod
    def of(cls, documents: Iterable[Document], texts: Iterable[str] = (), versions: Iterable[str] = ()) -> Allowed:
        """What files of these documents may hold; `texts`: further ones, such as numbers and dates of releases;
        `versions`: further ones of the program than those that the documents name."""
        pages, more = tuple(documents), tuple(plain(text) for text in texts)
        found: set[str] = set(more)
        figures: Counter[Decimal] = Counter()
        for page in pages:
            found.update(plain(text) for text in texts_of(page))
            figures += figures_of(page)
        signs = frozenset(page.office.sign(sign) for page in pages for sign in Sign if sign)
        pictures = frozenset(page.office.logo for page in pages if page.office.logo)
        named = {page.engine for page in pages} | set(versions)
        known = frozenset(one for one in named if _VERSION.fullmatch(one))
        return cls(frozenset(found | signs), figures, signs, pictures, pages, more, versions=known)

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
            text in (program_text(one), program_note(one, "de"), program_note(one, "en")) for one in self.versions
        )

    def is_padded(self, text: str) -> bool:
        """Whether a text of the tables has blanks around it, as this one, which begins or ends with it."""
        bare = _MARKS.sub("", plain(text))
        return any(bare.startswith(one) or bare.endswith(one) for one in self._padded)

    def is_sign(self, text: str) -> bool:
        """Whether a text stands in the place of a figure, with or without marks of footnotes."""
        return self.anything or _MARKS.sub("", text.strip()) in self.signs


def figures_of(page: Document) -> Counter[Decimal]:
    """How often each figure stands in a table, as laid out or as cubes, whichever is more."""
    laid_out: Counter[Decimal] = Counter()
    cubes: Counter[Decimal] = Counter()
    layout, table = page.layout, page.table
    lines = ~layout.rows.empty[:, None] & ~layout.columns.empty[None, :]
    for number, value in enumerate(table.spec.values):
        for layer in page.shown_layers:
            matrix = layout.matrix([block.figures[number] for block in table.blocks], layer)
            signs = sign_matrix(table, layout, number, layer)
            shown = lines if signs is None else lines & _KEEPS_FIGURE[signs]
            _count(laid_out, matrix[shown], value.places)
        for block in table.blocks:
            kept = block.figures[number]
            if block.signs is not None:
                kept = kept[_KEEPS_FIGURE[block.signs[number]]]
            _count(cubes, kept, value.places)
    return laid_out | cubes


def _count(into: Counter[Decimal], figures: NDArray[np.int64], places: int) -> None:
    values, times = np.unique(figures, return_counts=True)
    for value, count in zip(values.tolist(), times.tolist(), strict=True):
        into[Decimal(value).scaleb(-places)] += count


def texts_of(page: Document) -> Iterable[str]:
    """Every text that a table may bring into a file: around it, its heads and stubs, its codes."""
    yield from (page.title, bare_title(page))
    yield from page.lines
    yield from page.notes
    yield from page.cell_notes()
    yield page.short_note
    yield from (page.office.name.text(page.language), page.office.note.text(page.language))
    yield from (page.office.header.text(page.language), page.office.footer.text(page.language))
    if (draft := page.draft) is not None:
        yield from (draft.statistic.text(page.language), draft.period.text(page.language))
        yield from (draft.source.text(page.language), draft.as_of, draft.number, draft.released)
    for number in range(len(page.table.spec.values)):
        yield page.value_text(number)
    yield from one_line_heads(page)
    yield from apart(flat_heads(page))
    yield from (say(code, page.language) for code in _WORDS)
    yield say("export_notes_on_sheet", page.language, sheet=say("export_sheet_notes", page.language))
    for axis in _AXES:
        labels = page.labels[axis]
        yield from labels.titles
        for column in range(labels.depth):
            yield from (text for text, _, _ in labels.widest(column))
        yield from (segment.block.label.text(page.language) for segment in getattr(page.layout, axis).segments)
    for layer in range(len(page.layout.layers)):
        yield ", ".join(page.line_texts("layers", layer))
        label = ", ".join(text for text in page.line_texts("layers", layer) if text)
        yield from (label, f"{page.title} – {label}")
    for block in page.table.blocks:
        for dimension in block.dimensions:
            yield dimension.name
            yield dimension.title.text(page.language)
            yield from (name.text(page.language) for name in dimension.level_names)
            yield from (text for node in dimension.nodes for text in _node_texts(node, page))


def _node_texts(node: Node, page: Document) -> Iterable[str]:
    if node.code is not TOTAL:
        yield str(node.code)
    yield node.label.text(page.language)
    yield node.note.text(page.language)
