"""Which value of the table at hand the figures of a file are: by the names that head them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ckmcore.compare.faults import PublishedValueUnknown
from ckmcore.compare.match import is_total, texts_of
from ckmcore.compare.parts import Labels, Part, PublishedTable, plain
from ckmcore.compare.published import PublishedFile
from ckmcore.compare.shown import Shown
from ckmcore.messages import Sentence, sentence

_EXAMPLES = 4


@dataclass(frozen=True, eq=False)
class ValuedColumns:
    """The columns of a published table: their labels without the value's name, that name ("" where none is said), and
    the number of the value in the table at hand, None where it has no such value."""

    labels: list[Labels]
    names: list[str]
    numbers: list[int | None]


def valued_columns(published: PublishedFile, shown: Shown) -> tuple[list[ValuedColumns], list[Sentence]]:
    """The columns of each table of a file, and what is to be said of them; raises PublishedValueUnknown."""
    split = [_split(table, shown) for table in published.tables]
    names = list(dict.fromkeys(name for _, found in split for name in found))
    known = {name: shown.values[plain(name)] for name in names if plain(name) in shown.values}
    # A name of two values, one of which the file calls by a name of its own, is the other one's.
    taken = {numbers[0] for numbers in known.values() if len(numbers) == 1}
    known = {name: tuple(n for n in numbers if n not in taken) or numbers for name, numbers in known.items()}
    said: list[Sentence] = []
    if not known and len(names) == 1 and len(shown.value_words) == 1:
        if names[0]:
            words = shown.value_words[0]
            said.append(sentence("published_value_assumed", file=published.name, theirs=names[0], ours=words))
        known = {names[0]: (0,)}
    if not known:
        theirs = tuple(names[:_EXAMPLES]) if any(names) else sentence("published_value_unsaid")
        raise PublishedValueUnknown(file=published.name, theirs=theirs, ours=shown.value_words)
    found = [ValuedColumns(labels, names, _numbers(labels, names, known)) for labels, names in split]
    others = [name for one in found for name, number in zip(one.names, one.numbers, strict=True) if number is None]
    if others:
        listed = tuple(dict.fromkeys(others))[:_EXAMPLES]
        said.append(sentence("published_value_left", file=published.name, names=listed))
    missing = set(range(len(shown.value_words))) - {number for one in found for number in one.numbers}
    if missing:
        listed = tuple(shown.value_words[number] for number in sorted(missing))
        said.append(sentence("published_value_missing", file=published.name, names=listed))
    return found, said


def by_value(table: PublishedTable, shown: Shown) -> list[PublishedTable]:
    """A table whose rows name their value, first or last among their labels, as one table per value; else itself."""
    if table.value or not table.rows:
        return [table]
    for place in (-1, 0):
        labels = [tuple(part for part in path if not part.heading) for path in table.rows]
        names = [plain(path[place].text) if path else "" for path in labels]
        if any(name not in shown.values or name in shown.labels for name in names):
            continue
        # What heads the figures is then no more than a word for figures.
        heads = any(_is_label(path[-1].text, shown) for path in table.columns)
        columns = table.columns if heads else tuple(path[:-1] for path in table.columns)
        found = []
        for name in dict.fromkeys(names):
            kept = [number for number, one in enumerate(names) if one == name]
            found.append(
                replace(
                    table,
                    columns=columns,
                    rows=tuple(_without(table.rows[number], labels[number][place]) for number in kept),
                    entries=tuple(table.entries[number] for number in kept),
                    lines=tuple(table.lines[number] for number in kept),
                    value=(name,),
                )
            )
        return found
    return [table]


def _is_label(text: str, shown: Shown) -> bool:
    """Whether a text is what a category or total is called."""
    return plain(text) in shown.labels or is_total(plain(text))


def _without(path: Labels, left: Part) -> Labels:
    return tuple(part for part in path if part is not left)


def _split(table: PublishedTable, shown: Shown) -> tuple[list[Labels], list[str]]:
    """Columns without the name of their value, and that name: the last label, or the first where all have the same."""
    columns = list(table.columns)
    if table.value:
        name = next((name for name in table.value if plain(name) in shown.values), table.value[0])
        return columns, [name] * len(columns)
    lasts = {plain(path[-1].text) for path in columns}
    named = lasts <= set(shown.values)
    if named or not any(_is_label(last, shown) for last in lasts):
        return [path[:-1] for path in columns], [path[-1].text for path in columns]
    firsts = {path[0].text if len(path) > 1 else "" for path in columns}
    name = firsts.pop() if len(firsts) == 1 else ""
    if not name or _is_label(name, shown):
        return columns, [""] * len(columns)
    return [path[1:] for path in columns], [name] * len(columns)


def _numbers(labels: Sequence[Labels], names: Sequence[str], known: dict[str, tuple[int, ...]]) -> list[int | None]:
    """The number of each column's value. Values of one name follow one another as they do in the table."""
    places: dict[tuple[tuple[str, ...], str], list[int]] = {}
    for place, (path, name) in enumerate(zip(labels, names, strict=True)):
        places.setdefault((texts_of(path), name), []).append(place)
    found: list[int | None] = [None] * len(names)
    for (_, name), columns in places.items():
        numbers = known.get(name, ())
        if len(numbers) == 1:
            numbers *= len(columns)
        if len(numbers) == len(columns):
            for place, number in zip(columns, numbers, strict=True):
                found[place] = number
    return found
