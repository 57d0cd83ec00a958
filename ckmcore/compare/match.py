"""Matching of the lines of a published table with the lines of the current table, and of its figures with the table's
values.

Lines are matched by labels and codes, in any order. First a whole line is compared with the lines of an export of the
table; else each label is looked up among the categories. A label of two nodes is resolved by the labels around it and
by the order of lines; otherwise the line is ambiguous, never guessed. Heads in one line, as in our accessible workbook,
are split before. Values are recognised by the names in their heads.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

from ckmcore.base.numbers import LANGUAGES
from ckmcore.compare.published import Labels, Part, PublishedFile, PublishedTable, plain
from ckmcore.compare.shown import AXES, Address, Lines, ShownLine, ShownTable, Texts
from ckmcore.errors import DataError
from ckmcore.messages import Sentence, say, sentence

# All that a line may be: one address is it, several are unclear, none is unknown to the table.
Found = frozenset[Address]
UNKNOWN: Found = frozenset()
NO_LABELS: Address = frozenset()
# A category outside the table's selection: the table knows no other than the selected ones.
OTHER = "::other"

TOTALS = frozenset(
    ["insgesamt", "zusammen", "summe", "gesamt", "alle", "total", "subtotal", "sum", "all", "together", "overall"]
) | {
    "zusammen (auswahl)",
    "total (selection)",
    "insgesamt (auswahl)",
    "∑",
    "σ",
    "gesamtsumme",
    "grand total",
    "zwischensumme",
}
_MOST_OPTIONS = 200
_MOST_LINES = 1_000_000
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def is_total(text: str) -> bool:
    """Whether a text is a word for a total in either language."""
    return text.casefold() in TOTALS


@dataclass(frozen=True, eq=False)
class Matched:
    """Rows and columns of a published table, matched with the lines of the current table. skipped: indices of rows of
    other periods."""

    rows: list[Found]
    columns: list[Found]
    skipped: frozenset[int]


def match(table: PublishedTable, columns: Sequence[Labels], shown: ShownTable, file: str) -> Matched:
    """Match the rows and columns of a published table with the current table. columns: labels without the names of
    values; file: name for errors. Raises published_level_unknown."""
    rows = table.rows
    own_orientation = _orientation(rows, columns, shown)
    down = _Levels(rows, shown, frozenset())
    skipped: frozenset[int] = frozenset()
    found_rows = [UNKNOWN] * len(rows) if _has_codes(rows) else aligned(rows, own_orientation[0])
    if not all(found_rows):
        skipped = down.other_periods(file)
    found_rows = down.better(found_rows)
    used_variables = frozenset(name for found_row in found_rows for address in found_row for name, _ in address)
    across = _Levels(columns, shown, used_variables)
    found_columns = aligned(columns, own_orientation[1])
    if not all(found_columns):
        across.other_periods(file)
    found_columns = across.better(found_columns)
    return Matched(found_rows, found_columns, skipped)


def _has_codes(lines: Sequence[Labels]) -> bool:
    """Whether lines of the file give codes beside labels; codes are more specific than the labels of whole lines."""
    return any(label_part.code is not None for line in lines[:1] for label_part in line)


def aligned(lines: Sequence[Labels], own: Sequence[ShownLine]) -> list[Found]:
    """Match each line with the table's lines by all its labels. Lines with the same labels are matched by position
    where the common lines have the same order in both."""
    texts = [texts_of(line) for line in lines]
    asked_texts = set(texts)
    by_texts: dict[Texts, list[Address]] = {}
    for line in own:
        if line.texts in asked_texts:
            by_texts.setdefault(line.texts, []).append(line.address)
    if [text for text in texts if text in by_texts] == [line.texts for line in own if line.texts in asked_texts]:
        following = {text: iter(addresses) for text, addresses in by_texts.items()}
        return [frozenset({next(following[text])}) if text in following else UNKNOWN for text in texts]
    return [frozenset(by_texts.get(text, ())) for text in texts]


def texts_of(line: Labels) -> Texts:
    """The labels of a line as they are compared."""
    return tuple(text for text in (plain(label.text) for label in line) if text)


def _orientation(
    rows: Sequence[Labels], columns: Sequence[Labels], shown_table: ShownTable
) -> tuple[Sequence[ShownLine], Sequence[ShownLine]]:
    """Axes of the current table from which rows and columns of the file were most likely written."""
    titled = {
        shown_table.titles[plain(label_part.title)]
        for line in rows[:1]
        for label_part in line
        if plain(label_part.title) in shown_table.titles
    }
    asked_rows, asked_columns = [texts_of(line) for line in rows], [texts_of(line) for line in columns]
    is_long = all(not path for path in columns)
    best: tuple[float, Sequence[ShownLine], Sequence[ShownLine]] = (0.0, (), ())
    for lines in shown_table.lines:
        options: list[tuple[Sequence[ShownLine], Sequence[ShownLine]]]
        options = [(lines["rows"], lines["columns"]), (lines["columns"], lines["rows"])]
        if is_long and len(lines["layers"]) * len(lines["rows"]) * len(lines["columns"]) <= _MOST_LINES:
            options.append((_all_lines(lines), (ShownLine((), NO_LABELS),)))
        for down, across in options:
            if titled - {name for line in down for name, _ in line.address}:
                continue
            fit = _likeness(asked_rows, down)
            score = fit + _likeness(asked_columns, across)
            if fit and score > best[0]:
                best = (score, down, across)
    return best[1], best[2]


def _likeness(asked_texts: Sequence[Texts], own_lines: Sequence[ShownLine]) -> float:
    """Similarity of two axes, 0 where they share no line. The score rises with the share of lines found in the other
    axis, and where both have the same order."""
    known_texts, theirs = {line.texts for line in own_lines}, set(asked_texts)
    if not theirs & known_texts:
        return 0.0
    same = [text for text in asked_texts if text in known_texts] == [
        line.texts for line in own_lines if line.texts in theirs
    ]
    share_found = sum(text in known_texts for text in asked_texts) / len(asked_texts)
    return 10 * share_found + same + 2 * sum(line.texts in theirs for line in own_lines) / len(own_lines)


def _all_lines(lines: Lines) -> list[ShownLine]:
    """The cells of the table as the lines of its long form."""
    line_products = product(*(lines[axis] for axis in AXES))
    return [
        ShownLine(outer.texts + down.texts + across.texts, outer.address | down.address | across.address)
        for outer, down, across in line_products
    ]


class _Levels:
    """Levels of an axis of the file, each with its most likely variable."""

    def __init__(self, lines: Sequence[Labels], shown: ShownTable, used: Collection[str]) -> None:
        self._lines, self._shown = lines, shown
        plain_lines = [tuple(label_part for label_part in line if not label_part.heading) for line in lines]
        depth = max(map(len, plain_lines), default=0)
        self._parts = [
            list(dict.fromkeys(line[level] for line in plain_lines if level < len(line))) for level in range(depth)
        ]
        self._of: list[str] = [""] * depth
        for level, level_parts in enumerate(self._parts):
            titled = {shown.titles.get(plain(label_part.title), "") for label_part in level_parts} - {""}
            votes = Counter(
                name for label_part in level_parts for name in {name for name, _ in self._nodes(label_part)}
            )
            if len(titled) == 1 and votes[next(iter(titled))]:
                self._of[level] = next(iter(titled))
        for level, level_parts in enumerate(self._parts):
            if not self._of[level]:
                taken_names = {*used, *self._of}
                votes = Counter(
                    name
                    for label_part in level_parts
                    for name in {name for name, _ in self._nodes(label_part)} - taken_names
                )
                votes = votes or Counter(
                    name for label_part in level_parts for name in {name for name, _ in self._nodes(label_part)}
                )
                best = votes.most_common(2)
                if best and (len(best) == 1 or best[0][1] > best[1][1]):
                    self._of[level] = best[0][0]
        # A level that says the same of every line and is none of the table's says where all this is from.
        self._constant = [
            len(parts) == 1 and depth > 1 and bool(parts[0].title) and not self._of[level] and not self._nodes(parts[0])
            for level, parts in enumerate(self._parts)
        ]
        self._selected = {name for name, _ in shown.filters}
        self._known: dict[Labels, Found] = {}

    def other_periods(self, file: str) -> frozenset[int]:
        """Indices of lines of other periods, where a level of the file is time and the table does not know this level.

        Raises published_level_unknown for a level with no code known to the table and no total.
        """
        skipped: set[int] = set()
        for level, level_parts in enumerate(self._parts):
            if len(level_parts) < 2 or any(
                self._nodes(label_part) or _says_total(label_part) for label_part in level_parts
            ):
                continue
            if any(len(line) <= level or line[level].heading for line in self._lines) or len(self._parts) < 2:
                continue
            years = set(_YEAR.findall(self._shown.period))
            same = {
                label_part
                for label_part in level_parts
                if plain(label_part.text) and years & set(_YEAR.findall(label_part.text))
            }
            if len(same) != 1:
                labels = tuple(label_part.text for label_part in level_parts[:4])
                raise DataError(
                    "published_level_unknown", file=file, title=level_parts[0].title or str(level + 1), labels=labels
                )
            self._constant[level] = True
            skipped.update(line_index for line_index, line in enumerate(self._lines) if line[level] not in same)
        return frozenset(skipped)

    def _nodes(self, label_part: Part) -> frozenset[tuple[str, str]]:
        """Nodes (variable, code) that a label may mean; none where the label is a total."""
        if label_part.code == "":
            return frozenset()
        named_label = self._shown.labels.get(plain(label_part.text), set())
        if not label_part.code:
            return frozenset(named_label)
        coded = {node for node in self._shown.labels.get(plain(label_part.code), set()) if node[1] == label_part.code}
        return frozenset(named_label & coded or named_label or coded)

    def better(self, found: Sequence[Found]) -> list[Found]:
        """Resolve lines that are unknown or ambiguous as a whole by their single labels. found: matches so far, one for
        each line."""
        return [
            resolution if len(resolution) == 1 else self._clearer(resolution, self.find(line))
            for resolution, line in zip(found, self._lines, strict=True)
        ]

    def _clearer(self, whole: Found, single: Found) -> Found:
        return single if len(single) == 1 or not whole else whole

    def find(self, line: Labels) -> Found:
        """Find all addresses that a line may mean."""
        if line not in self._known:
            self._known[line] = self._find(line)
        return self._known[line]

    def _find(self, line: Labels) -> Found:
        options: list[list[tuple[str, str] | None]] = []
        for level, label in enumerate(line):
            if label.heading:
                break
            if self._constant[level] or not plain(label.text):
                continue
            nodes = self._nodes(label)
            own_nodes = [node for node in nodes if node[0] == self._of[level]] or list(nodes)
            may_be_total: list[tuple[str, str] | None] = [None] if _says_total(label) else []
            if not own_nodes and not may_be_total:
                if self._of[level] not in self._selected:
                    return UNKNOWN
                own_nodes = [(self._of[level], OTHER)]
            options.append([*own_nodes, *may_be_total])
        options += self._under_headings([part_label for part_label in line if part_label.heading], options)
        count = 1
        for choices in options:
            count *= len(choices)
        if count > _MOST_OPTIONS:
            return UNKNOWN
        chosen_addresses = (
            self._address([node for node in choice if node is not None]) for choice in product(*options)
        )
        return frozenset(address for address in chosen_addresses if address is not None)

    def _under_headings(
        self, headings: Sequence[Part], options: Sequence[Sequence[tuple[str, str] | None]]
    ) -> list[list[tuple[str, str] | None]]:
        """Nodes given by headings above a line, the nearest first, for variables that the line's own labels do not
        name.

        Words that are no category are ignored. After a total it is open which variable it closes, so the line is
        ambiguous.
        """
        node_names = {node[0] for choices in options for node in choices if node is not None}
        found_nodes: list[list[tuple[str, str] | None]] = []
        ended = False
        for heading in headings:
            nodes = [node for node in self._nodes(heading) if node[0] not in node_names]
            if nodes:
                node_names |= {name for name, _ in nodes}
                found_nodes.append([*nodes, None] if ended else [*nodes])
            ended = ended or _says_total(heading)
        return found_nodes

    def _address(self, nodes: Iterable[tuple[str, str]]) -> Address | None:
        """Address of several nodes; among nodes of one variable they must be ancestors of one another, and the deepest
        counts."""
        deepest: dict[str, tuple[str, str]] = {}
        for node in nodes:
            former = deepest.get(node[0])
            if former is None or former == node or former in self._shown.above.get(node, ()):
                deepest[node[0]] = node
            elif node not in self._shown.above.get(former, ()):
                return None
        return frozenset(deepest.values())


def _says_total(label_part: Part) -> bool:
    return label_part.code == "" or (label_part.code is None and is_total(plain(label_part.text)))


def match_layers(tables: Sequence[PublishedTable], shown: ShownTable, file: str) -> list[Found]:
    """Match each table of a file with a layer of the current table. Raises published_level_unknown."""
    if all(not table.above and not table.name for table in tables):
        return [frozenset({NO_LABELS})] * len(tables)
    texts = [plain(table.above[-1]) if table.above else plain(table.name) for table in tables]
    lines: list[Labels] = [(Part(text),) for text in texts]
    options = [[ShownLine((", ".join(line.texts),), line.address) for line in by["layers"]] for by in shown.lines]
    best = aligned(lines, max(options, key=lambda own_option: _likeness([(text,) for text in texts], own_option)))
    layers = [layer_match or _resolved(text, shown) for layer_match, text in zip(best, texts, strict=True)]
    if not any(layers):
        layers = [_resolved(plain(table.name), shown) for table in tables]
    if any(layers):
        return layers
    sheets = {(table.name, table.above): table for table in tables}
    if len({(table.rows, table.columns) for table in sheets.values()}) < len(sheets):
        labels = tuple(table.name or text for table, text in zip(tables, texts, strict=True))[:4]
        raise DataError("published_level_unknown", file=file, title=labels[0], labels=labels)
    return [frozenset({NO_LABELS})] * len(tables)


def _resolved(text: str, shown_table: ShownTable) -> Found:
    """Layer that a text means, by its labels one by one."""
    for text_parts in ([text], text.split(", ")):
        line = tuple(Part(label_part) for label_part in text_parts)
        result = _Levels([line], shown_table, ()).find(line)
        if result:
            return result
    return UNKNOWN


# What the export puts between the labels of a column, and behind a head that would occur twice.
_BETWEEN = ", "
_NUMBERED = re.compile(r" \(\d+\)$")
# What only that workbook says above a table, what heads a stub without variables, and headings over rows.
_NOTES = tuple(say("export_notes_on_sheet", language, sheet="{").partition("{")[0] for language in LANGUAGES)
_NO_TITLE = {say("word_label", language) for language in LANGUAGES}
_HEADINGS = {say("export_heading", language) for language in LANGUAGES}


def with_labels_apart(table: PublishedTable, shown: ShownTable) -> PublishedTable:
    """Split the heads of a table that this program wrote with heads in one line into their labels; other tables are
    returned unchanged.

    A head of the current table has that table's labels. In other heads, such as those of a category that is gone, known
    labels are found again, the longest first.
    """
    if not any(text.startswith(_NOTES) for text in table.above) or any(len(path) != 1 for path in table.columns):
        return table
    values = sorted(shown.values, key=len, reverse=True)
    own_texts = _own_heads(shown)
    met: dict[str, int] = {}
    columns: list[Labels] = []
    for (label_part,) in table.columns:
        for head in (plain(label_part.text), _NUMBERED.sub("", plain(label_part.text))):
            value = next(
                (value_name for value_name in values if head == value_name or head.endswith(_BETWEEN + value_name)),
                None,
            )
            if value is not None:
                break
        else:
            return table
        remaining_head = head.removesuffix(value).removesuffix(_BETWEEN)
        lines = own_texts.get(remaining_head, [])
        met[head] = met.get(head, 0) + 1
        texts = lines[min(met[head], len(lines)) - 1] if lines else _known_labels(remaining_head, shown)
        columns.append((*map(Part, texts), Part(value)))
    above = tuple(text for text in table.above if not text.startswith(_NOTES))
    # A stub without variables says "Total" of every row.
    empty = _HEADINGS if any(not is_total(plain(path[-1].text)) for path in table.rows) else _HEADINGS | _NO_TITLE
    rows = tuple(tuple(path_part for path_part in path if path_part.title not in empty) for path in table.rows)
    return replace(table, above=above, rows=rows, columns=tuple(columns))


def _own_heads(shown_table: ShownTable) -> dict[str, list[Texts]]:
    """Labels of the current table's columns by their joined text; several for the same text."""
    found_texts: dict[str, list[Texts]] = {}
    for lines in shown_table.lines:
        heads: dict[str, list[Texts]] = {}
        for line in lines["columns"]:
            heads.setdefault(_BETWEEN.join(line.texts), []).append(line.texts)
        for head, texts in heads.items():
            found_texts.setdefault(head, texts)
    return found_texts


def _known_labels(head: str, shown_table: ShownTable) -> Iterable[str]:
    """Split a head into labels: the longest known label first; unknown text up to the next comma."""
    while head:
        ends = [index for index in range(len(head)) if head.startswith(_BETWEEN, index)]
        known_ends = [
            end for end in (len(head), *reversed(ends)) if head[:end] in shown_table.labels or is_total(head[:end])
        ]
        end = known_ends[0] if known_ends else min(ends, default=len(head))
        yield head[:end]
        head = head[end:].removeprefix(_BETWEEN)


_EXAMPLES = 4


@dataclass(frozen=True, eq=False)
class ValuedColumns:
    """Columns of a published table. labels: without the name of the value; names: name of each column's value, ""
    without one; numbers: index of the value in the current table, None where it has no such value."""

    labels: list[Labels]
    names: list[str]
    numbers: list[int | None]


def valued_columns(published: PublishedFile, shown: ShownTable) -> tuple[list[ValuedColumns], list[Sentence]]:
    """Columns of each table of a file with their values, and notices. Raises published_value_unknown."""
    split = [_split(table, shown) for table in published.tables]
    names = list(dict.fromkeys(name for _, split_values in split for name in split_values))
    known_values = {name: shown.values[plain(name)] for name in names if plain(name) in shown.values}
    # A name of two values, one of which the file calls by a name of its own, is the other one's.
    taken_numbers = {numbers[0] for numbers in known_values.values() if len(numbers) == 1}
    known_values = {
        name: tuple(n for n in numbers if n not in taken_numbers) or numbers for name, numbers in known_values.items()
    }
    sentences: list[Sentence] = []
    if not known_values and len(names) == 1 and len(shown.value_words) == 1:
        if names[0]:
            words = shown.value_words[0]
            sentences.append(sentence("published_value_assumed", file=published.name, theirs=names[0], ours=words))
        known_values = {names[0]: (0,)}
    if not known_values:
        theirs = tuple(names[:_EXAMPLES]) if any(names) else sentence("published_value_unsaid")
        raise DataError("published_value_unknown", file=published.name, theirs=theirs, ours=shown.value_words)
    found_valued_columns = [
        ValuedColumns(labels, names, _numbers(labels, names, known_values)) for labels, names in split
    ]
    other_names = [
        name
        for valued_column in found_valued_columns
        for name, number in zip(valued_column.names, valued_column.numbers, strict=True)
        if number is None
    ]
    if other_names:
        listed = tuple(dict.fromkeys(other_names))[:_EXAMPLES]
        sentences.append(sentence("published_value_left", file=published.name, names=listed))
    missing = set(range(len(shown.value_words))) - {
        number for valued_column in found_valued_columns for number in valued_column.numbers
    }
    if missing:
        listed = tuple(shown.value_words[number] for number in sorted(missing))
        sentences.append(sentence("published_value_missing", file=published.name, names=listed))
    return found_valued_columns, sentences


def by_value(table: PublishedTable, shown: ShownTable) -> list[PublishedTable]:
    """Split a table whose rows name their value, first or last among their labels, into one table per value; other
    tables are returned unchanged."""
    if table.value or not table.rows:
        return [table]
    for path_index in (-1, 0):
        labels = [tuple(label_part for label_part in path if not label_part.heading) for path in table.rows]
        names = [plain(path[path_index].text) if path else "" for path in labels]
        if any(name not in shown.values or name in shown.labels for name in names):
            continue
        # What heads the figures is then no more than a word for figures.
        heads = any(_is_label(path[-1].text, shown) for path in table.columns)
        columns = table.columns if heads else tuple(path[:-1] for path in table.columns)
        tables = []
        for name in dict.fromkeys(names):
            kept_indices = [index for index, other_name in enumerate(names) if other_name == name]
            tables.append(
                replace(
                    table,
                    columns=columns,
                    rows=tuple(_without(table.rows[number], labels[number][path_index]) for number in kept_indices),
                    entries=tuple(table.entries[number] for number in kept_indices),
                    lines=tuple(table.lines[number] for number in kept_indices),
                    value=(name,),
                )
            )
        return tables
    return [table]


def _is_label(text: str, shown_table: ShownTable) -> bool:
    """Whether a text is what a category or total is called."""
    return plain(text) in shown_table.labels or is_total(plain(text))


def _without(path: Labels, left: Part) -> Labels:
    return tuple(label for label in path if label is not left)


def _split(table: PublishedTable, shown_table: ShownTable) -> tuple[list[Labels], list[str]]:
    """Labels of the columns without the name of their value, and these names. The name is the last label, or the first
    where it is the same in all columns."""
    columns = list(table.columns)
    if table.value:
        name = next((name for name in table.value if plain(name) in shown_table.values), table.value[0])
        return columns, [name] * len(columns)
    lasts = {plain(path[-1].text) for path in columns}
    has_values = lasts <= set(shown_table.values)
    if has_values or not any(_is_label(last_label, shown_table) for last_label in lasts):
        return [path[:-1] for path in columns], [path[-1].text for path in columns]
    firsts = {path[0].text if len(path) > 1 else "" for path in columns}
    name = firsts.pop() if len(firsts) == 1 else ""
    if not name or _is_label(name, shown_table):
        return columns, [""] * len(columns)
    return [path[1:] for path in columns], [name] * len(columns)


def _numbers(
    labels: Sequence[Labels], names: Sequence[str], known_values: dict[str, tuple[int, ...]]
) -> list[int | None]:
    """Index of each column's value in the current table. Values of the same name are matched in their order."""
    columns_by_path: dict[tuple[tuple[str, ...], str], list[int]] = {}
    for label_index, (path, name) in enumerate(zip(labels, names, strict=True)):
        columns_by_path.setdefault((texts_of(path), name), []).append(label_index)
    found_numbers: list[int | None] = [None] * len(names)
    for (_, name), columns in columns_by_path.items():
        numbers = known_values.get(name, ())
        if len(numbers) == 1:
            numbers *= len(columns)
        if len(numbers) == len(columns):
            for column, number in zip(columns, numbers, strict=True):
                found_numbers[column] = number
    return found_numbers
