"""A code list that changes from one period to the next: what is new, gone, renamed, split, merged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta

from ckmcore.base.texts import Texts
from ckmcore.errors import InputError
from ckmcore.microdata.data import MISSING, Category, sort_codes
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.variable import VariableEntry

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class CodeListChanges:
    """Changes of a variable's codes between the dictionary and a new period.

    new: codes of the records that neither the dictionary nor the mapping table knows. gone: valid codes without a
    record (confidential, since it reveals empty categories). renamed: old and new code; split: an old code and its new
    ones; merged: several old codes and their new one.
    """

    variable: str
    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    renamed: Pairs = ()
    split: tuple[tuple[str, tuple[str, ...]], ...] = ()
    merged: tuple[tuple[tuple[str, ...], str], ...] = ()

    @property
    def any(self) -> bool:
        return bool(self.new or self.gone or self.renamed or self.split or self.merged)


def classify(pairs: Iterable[tuple[str, str]]) -> CodeListChanges:
    """Classify the changes in a mapping table's `(old, new)` pairs; a code that maps only to itself is no change."""
    new_of: dict[str, dict[str, None]] = defaultdict(dict)
    old_of: dict[str, dict[str, None]] = defaultdict(dict)
    for old, new in pairs:
        new_of[old][new] = None
        old_of[new][old] = None
    renamed, split, merged = [], [], []
    for old, new_codes in new_of.items():
        if len(new_codes) > 1:
            split.append((old, tuple(new_codes)))
        elif len(old_of[next(iter(new_codes))]) == 1 and next(iter(new_codes)) != old:
            renamed.append((old, next(iter(new_codes))))
    for new, olds in old_of.items():
        if len(olds) > 1:
            merged.append((tuple(olds), new))
    return CodeListChanges("", renamed=tuple(renamed), split=tuple(split), merged=tuple(merged))


def content_differs(before: VariableEntry, after: VariableEntry, pairs: Iterable[tuple[str, str]] = ()) -> bool:
    """Whether a change of a variable is one of content: a code, group or number counts something else than before.

    pairs: mapping table from the codes before to those after. Changes of content are: split or merged codes; new codes
    without an origin (in a variable's own list such codes, in a range only codes of the records); a group with other
    members among the codes that are in both; another role, derivation rule, classes, or codes of values that are no
    numbers. Changes of words, notes, units, order or level names, renamed codes, codes that end without a successor,
    and added or removed groups are none.
    """
    if _counted(before) != _counted(after):
        return True
    list_changes = classify(known_pairs(before, pairs))
    if list_changes.split or list_changes.merged:
        return True
    called = dict(list_changes.renamed)
    known_codes = {category.code: category.valid_to for category in before.categories} | dict.fromkeys(
        (*called.values(), MISSING), ""
    )
    begins = any(
        category.code not in known_codes or (known_codes[category.code] and not category.valid_to)
        for category in after.categories
    )
    if before.categories and begins and after.codes_from not in ("observed", "range"):
        return True
    old_tree, new_tree = before.tree, after.tree
    if old_tree is None or new_tree is None:
        return False
    leaves = set(old_tree.leaves)
    both = {called.get(code, code) for code in leaves} & set(new_tree.leaves)
    for group in (node.code for node in old_tree.nodes if node.code in new_tree.index and node.code not in leaves):
        was = {called.get(code, code) for code in old_tree.leaves_below(group)} & both
        if was != both.intersection(new_tree.leaves_below(group)):
            return True
    return False


def _counted(entry: VariableEntry) -> tuple[object, ...]:
    """Properties of a variable that decide what is counted, except its codes and groups."""
    rule = entry.derived
    groups = () if rule is None else rule.groups
    no_numbers = entry.missing_codes, entry.not_applicable_codes, entry.zero_codes
    return (
        entry.role,
        None if rule is None else replace(rule, groups=()),
        {(group.code, frozenset(group.codes)) for group in groups},
        entry.classes,
        *map(frozenset, no_numbers),
    )


def known_pairs(entry: VariableEntry, pairs: Iterable[tuple[str, str]]) -> Pairs:
    """Pairs of a mapping table whose old code is in the code list of `entry`; official tables cover a whole country."""
    known_codes = {category.code for category in entry.categories}
    return tuple((old, new) for old, new in pairs if old in known_codes)


def compare_codes(
    entry: VariableEntry, codes: Collection[str], day: str = "", pairs: Iterable[tuple[str, str]] = ()
) -> CodeListChanges:
    """Compare the codes of a new period's records with the code list of `entry` that is valid on `day` (ISO).

    pairs: mapping table from old to new codes; pairs with unknown old codes are ignored.
    """
    pairs = known_pairs(entry, pairs)
    list_changes = classify(pairs)
    known_codes = {category.code for category in entry.categories if entry.is_valid(category, day)} | {MISSING}
    mapped_old, mapped_new = {old for old, _ in pairs}, {new for _, new in pairs}
    said_new, lacking = known_codes | mapped_new, known_codes - set(codes) - mapped_old - mapped_new - {MISSING}
    new_codes = [code for code in codes if code not in said_new]
    gone_codes = [category.code for category in entry.categories if category.code in lacking]
    return replace(list_changes, variable=entry.name, new=tuple(sort_codes(new_codes)), gone=tuple(gone_codes))


def day_before(day: str) -> str:
    """The ISO day before an ISO day."""
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def _gaps(entry: VariableEntry, begins: Collection[str], since: str) -> tuple[tuple[str, str, str], ...]:
    """Gaps of validity of an entry whose codes `begins` become valid on `since` (ISO), with new gaps for codes that had
    ended before."""
    known_categories = [
        (code, first, min(last, day_before(since)) if code in begins and first <= since else last)
        for code, first, last in entry.gaps
    ]
    for category in entry.categories:
        if category.code in begins and category.valid_to and category.valid_to < since:
            after = date.fromisoformat(category.valid_to) + timedelta(days=1)
            known_categories.append((category.code, after.isoformat(), day_before(since)))
    return tuple(gap for gap in known_categories if gap[1] <= gap[2])


def with_new_codes(
    entry: VariableEntry,
    new: Collection[str],
    pairs: Iterable[tuple[str, str]],
    since: str,
    closed: Collection[str] = (),
    labels: Mapping[str, Texts] | None = None,
) -> VariableEntry:
    """Change the code list of an entry on the day `since` (ISO): old codes of the mapping table end, new ones begin.

    new: further codes that begin; closed: further codes that end; labels: of codes that begin. A code that the
    mapping also maps to itself does not end. A code that had ended becomes valid again, with a gap in between. A
    new code is placed in the hierarchy below the parent of its origin, else below the parent of the code with the
    longest common beginning. An entry without a code list (with the codes of another variable) gets the new codes
    in its hierarchy only. A recorded reason for codes taken from the records is removed, since the reason must be
    given again. Raises change_without_day.
    """
    said_pairs = tuple(pairs)
    pairs = tuple((old, to) for old, to in said_pairs if old != to)
    if not pairs and not new and not closed:
        return entry
    try:
        day_before_change = day_before(since)
    except ValueError:
        raise InputError("change_without_day", variable=entry.name) from None
    stays = {to for _, to in said_pairs}
    ends = ({old for old, _ in pairs} | set(closed)) - stays
    known_categories = {category.code: category for category in entry.categories}
    origin = {to: old for old, to in reversed(pairs)}
    begins = {*(to for _, to in pairs), *new}
    categories = []
    for category in entry.categories:
        if category.code in ends and entry.is_valid(category, since):
            category = replace(category, valid_to=day_before_change)
        elif category.code in begins and category.valid_to and category.valid_to < since:
            category = replace(category, valid_to="")
        categories.append(category)
    added = [code for code in dict.fromkeys([*(to for _, to in pairs), *new]) if code not in known_categories]
    renamed = {to for _, to in classify(said_pairs).renamed}
    behind: dict[str, list[Category]] = defaultdict(list)
    for code in added if categories else ():
        old = origin.get(code, "")
        label = known_categories[old].label if old in known_categories and code in renamed else Texts.same(code)
        label = (labels or {}).get(code, label)
        behind[old if old in known_categories else ""].append(Category(code, label, valid_from=since))
    gaps = _gaps(entry, begins, since)
    changed = replace(entry, categories=tuple(_inserted(categories, behind)), gaps=gaps)
    if added and entry.codes_from == "observed":
        changed = replace(changed, observed_reason="")  # it was given for the codes that were there
    tree = entry.tree
    if tree is None:
        return changed
    new_origins = {code: origin.get(code, "") for code in added if code not in tree.index}
    return changed.with_hierarchy(placed(tree, parents_for(tree, new_origins)))


def _inserted(categories: Iterable[Category], behind: Mapping[str, list[Category]]) -> list[Category]:
    """Insert new categories behind the categories of their origin; those without an origin come last, before missing.
    behind: new categories by code of the origin."""
    found_categories: list[Category] = []
    for category in categories:
        found_categories.append(category)
        found_categories += behind.get(category.code, []) if category.code != MISSING else []
    end_index = len(found_categories) - (bool(found_categories) and found_categories[-1].code == MISSING)
    return [*found_categories[:end_index], *behind.get("", []), *found_categories[end_index:]]


def parent_for(hierarchy: Hierarchy, code: str, origin: str = "") -> str:
    """Parent of a new code in a hierarchy: the parent of its origin, else of the leaf with the longest common
    beginning; "" for the first level."""
    return parents_for(hierarchy, {code: origin})[code]


def parents_for(hierarchy: Hierarchy, origins: Mapping[str, str]) -> dict[str, str]:
    """Parents of several new codes, as by `parent_for`. origins: origin of each new code, "" without one."""
    # Of each beginning the first leaf that has it: quick also where there are thousands of codes.
    first: dict[str, str] = {}
    if any(origin not in hierarchy.index for origin in origins.values()):
        for leaf in hierarchy.leaves:
            for end in range(1, len(leaf) + 1):
                first.setdefault(leaf[:end], leaf)
    parents: dict[str, str] = {}
    for code, origin in origins.items():
        like = origin
        if like not in hierarchy.index:
            like = next((first[code[:end]] for end in range(len(code), 0, -1) if code[:end] in first), "")
        node_index = hierarchy.nodes[hierarchy.index[like]].parent if like else -1
        parents[code] = hierarchy.nodes[node_index].code if node_index >= 0 else ""
    return parents


def placed(hierarchy: Hierarchy, parents: Mapping[str, str]) -> Hierarchy:
    """Add leaves to a hierarchy, each as the last child of its parent ("" for the first level), in the given order."""
    new: dict[str, list[str]] = defaultdict(list)
    for code, parent in parents.items():
        new[parent].append(code)
    entries: list[tuple[str, int]] = []
    open_nodes: list[tuple[str, int]] = []

    def close(depth: int) -> None:
        while open_nodes and open_nodes[-1][1] >= depth:
            parent, own_depth = open_nodes.pop()
            entries.extend((code, own_depth + 1) for code in new.get(parent, ()))

    for node in hierarchy.nodes:
        close(node.depth)
        entries.append((node.code, node.depth))
        open_nodes.append((node.code, node.depth))
    close(0)
    entries += [(code, 0) for code in new.get("", ())]
    return replace(Hierarchy.from_depths(entries), level_names=hierarchy.level_names)
