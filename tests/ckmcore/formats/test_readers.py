"""What takes a file apart loses nothing of it, whatever the file is: the check and the search see all of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from ckmcore.formats.leak_findings import LeakScan
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.read_jsonstat import _DATASET, _loaded, _parts
from ckmcore.formats.read_px import _entries, _tokens, search_px
from tests.kit.leak_tables import content, hits


@given(st.text(alphabet='TITLEDATA=;"(),. \r\n17-äx', max_size=60))
def test_keywords_of_pc_axis_are_together_the_whole_file(text: str) -> None:
    entries = list(_entries(text))
    assert "".join(one.head + "=" * one.given + one.body + ";" * one.ended for one in entries) == text
    for one in entries:
        for part in (one.head, one.body):
            rejoined = (f'"{token}"' if kind == "quoted" else token for kind, token in _tokens(part))
            assert "".join(rejoined) == part
    search_px(text.encode(), LeakScan(PublishableContent(anything=True)))


# Keys that the format has: over an empty object or list they say nothing.
_EMPTY = ("label", "value", "dimension", "status", "extension")
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 99) | st.text("ab", max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*_EMPTY, "x"]), inner, max_size=3),
    max_leaves=8,
)


def words(value: object) -> Iterator[str]:
    """All keys and single values of a JSON file."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield key
            yield from words(one)
    elif isinstance(value, list):
        for one in value:
            yield from words(one)
    else:
        yield str(value)


@given(VALUES)
def test_every_key_and_value_of_a_json_file_stands_in_a_part_or_its_place(value: object) -> None:
    whole, twice = _loaded(json.dumps(value).encode())
    assert not twice
    parts = [f"{part.place} {part.value}" for part in _parts(_DATASET, whole)]
    for word in words(whole):
        assert any(word in part for part in parts) or word in _EMPTY


def test_a_json_text_in_the_place_of_a_figure_is_faulty_and_a_hit(tmp_path: Path) -> None:
    whole = json.loads(content("json-stat", tmp_path))
    whole["value"][0] = str(whole["value"][0])
    parts = _parts(_DATASET, _loaded(json.dumps(whole).encode())[0])
    assert [part.place for part in parts if not part.fits] == ["$.value[0]"]
    assert hits("json-stat", json.dumps(whole, ensure_ascii=False).encode())
