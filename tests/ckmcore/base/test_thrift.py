"""Structures of Thrift's compact protocol: read as they are written, refused where the bytes make no sense."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.base.thrift import Structure, Values, decode_structure, encode_structure
from tests.kit.examples import examples

WHOLE = st.integers(-(2**63), 2**63 - 1)
PLAIN = {3: st.integers(0, 255), 6: WHOLE, 7: st.binary(min_size=8, max_size=8), 8: st.binary(max_size=300)}


def structures(depth: int) -> st.SearchStrategy[Structure]:
    kinds: dict[int, st.SearchStrategy[Any]] = {1: st.booleans(), **PLAIN}
    if depth:
        inner = {**PLAIN, 12: structures(depth - 1)}
        kinds[12] = inner[12]
        kinds[9] = st.sampled_from(sorted(inner)).flatmap(
            lambda kind: st.lists(inner[kind], max_size=20).map(lambda values: Values(kind, values))
        )
    field = st.sampled_from(sorted(kinds)).flatmap(lambda kind: st.tuples(st.just(kind), kinds[kind]))
    return st.dictionaries(st.integers(1, 40), field, max_size=8).map(structure_of)


def structure_of(fields: dict[int, tuple[int, Any]]) -> Structure:
    structure = Structure()
    for number, (kind, value) in fields.items():
        structure.types[number], structure[number] = kind, value
    return structure


@pytest.mark.thorough
@settings(max_examples=examples(200), deadline=None)
@given(structures(2), st.binary(max_size=5))
def test_a_structure_is_read_as_it_was_written(structure: Structure, behind: bytes) -> None:
    content = encode_structure(structure)
    read, length = decode_structure(content + behind)
    assert read == structure
    assert length == len(content)
    assert encode_structure(read) == content


@pytest.mark.parametrize("content", [b"", b"\x15", b"\x1d\x00", b"\x1b\x01", b"\x18\x05ab\x00"])
def test_what_is_no_structure_is_refused(content: bytes) -> None:
    with pytest.raises(IndexError):
        decode_structure(content)


def test_any_bytes_are_a_structure_or_an_index_error() -> None:
    chance, read = random.Random(7), 0
    for _ in range(5000):
        content = chance.randbytes(chance.randrange(1, 60))
        try:
            decode_structure(content)
        except IndexError:
            continue
        read += 1
    assert read
