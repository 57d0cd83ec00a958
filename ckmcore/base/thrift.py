"""Reading and writing of structures in Thrift's compact protocol, of which footers and page headers of Parquet files
are made.

Values are kept by their field numbers, with the types needed for writing, and are not interpreted. Source: Apache
Thrift, "Thrift compact protocol encoding".
"""

from __future__ import annotations

from typing import Any

_TRUE, _FALSE, _BYTE, _I16, _I32, _I64, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT = range(1, 13)
_WHOLE_TYPES = (_I16, _I32, _I64)
_LONG_LIST = 15
_DEEPEST = 32


class Structure(dict[int, Any]):
    """Values of a Thrift structure by field number, in the order of the file. types: Thrift type of each field."""

    def __init__(self) -> None:
        super().__init__()
        self.types: dict[int, int] = {}


class Values(list[Any]):
    """Values of a list or set, all of type `inner`."""

    def __init__(self, inner: int, values: list[Any]) -> None:
        super().__init__(values)
        self.inner = inner


def decode_structure(content: bytes) -> tuple[Structure, int]:
    """Decode the structure at the beginning of `content`. Returns the structure and the number of bytes read.

    Raises IndexError where the bytes end early or are invalid.
    """
    reader = _Reader(content)
    return reader.structure(0), reader.end


class _Reader:
    def __init__(self, content: bytes) -> None:
        self._content, self.end = content, 0

    def structure(self, depth: int) -> Structure:
        structure, number, content = Structure(), 0, self._content
        types = structure.types
        while True:
            head = content[self.end]
            self.end += 1
            if not head:
                return structure
            number = number + (head >> 4) if head >> 4 else self._signed()
            types[number] = kind = head & 15
            if kind in _WHOLE_TYPES:  # most fields of a page are one
                whole = self._whole()
                structure[number] = (whole >> 1) ^ -(whole & 1)
            else:
                structure[number] = kind == _TRUE if kind in (_TRUE, _FALSE) else self._value(kind, depth)

    def _byte(self) -> int:
        self.end += 1
        return self._content[self.end - 1]

    def _whole(self) -> int:
        content, end = self._content, self.end
        byte, number, shift = content[end], 0, 0
        while byte > 127:
            number |= (byte & 127) << shift
            shift += 7
            end += 1
            if shift > 63:
                raise IndexError
            byte = content[end]
        self.end = end + 1
        return number | byte << shift

    def _signed(self) -> int:
        number = self._whole()
        return (number >> 1) ^ -(number & 1)

    def _bytes(self, length: int) -> bytes:
        self.end += length
        if self.end > len(self._content):
            raise IndexError
        return self._content[self.end - length : self.end]

    def _value(self, kind: int, depth: int) -> Any:
        if depth > _DEEPEST:
            raise IndexError
        if kind in (_TRUE, _FALSE, _BYTE):
            return self._byte()
        if kind in _WHOLE_TYPES:
            return self._signed()
        if kind == _DOUBLE:
            return self._bytes(8)
        if kind == _BINARY:
            return self._bytes(self._whole())
        if kind in (_LIST, _SET):
            head = self._byte()
            count = self._possible(head >> 4 if head >> 4 < _LONG_LIST else self._whole())
            return Values(head & 15, [self._value(head & 15, depth + 1) for _ in range(count)])
        if kind == _MAP:
            count = self._possible(self._whole())
            kinds = self._byte() if count else 0
            return [(self._value(kinds >> 4, depth + 1), self._value(kinds & 15, depth + 1)) for _ in range(count)]
        if kind == _STRUCT:
            return self.structure(depth + 1)
        raise IndexError

    def _possible(self, count: int) -> int:
        """Check that `count` values of at least one byte each fit into the remaining bytes, and return `count`."""
        if count > len(self._content) - self.end:
            raise IndexError
        return count


def encode_structure(structure: Structure) -> bytes:
    """Encode a structure in the form that `decode_structure` reads. Raises ValueError for maps, which Parquet does not
    use."""
    content, former_number = bytearray(), 0
    for number, value in structure.items():
        kind, step = structure.types[number], number - former_number
        if kind in (_TRUE, _FALSE):
            kind = _TRUE if value else _FALSE
        content += bytes([step << 4 | kind]) if 0 < step < 16 else bytes([kind]) + _encode_signed(number)
        former_number = number
        content += b"" if kind in (_TRUE, _FALSE) else _encode(kind, value)
    return bytes(content) + b"\0"


def _encode(kind: int, value: Any) -> bytes:
    if kind in (_TRUE, _FALSE, _BYTE):
        return bytes([value])
    if kind in _WHOLE_TYPES:
        return _encode_signed(value)
    if kind == _DOUBLE:
        return bytes(value)
    if kind == _BINARY:
        return _encode_whole(len(value)) + bytes(value)
    if kind == _STRUCT:
        return encode_structure(value)
    if kind == _MAP:
        raise ValueError("a map")
    count, inner = len(value), value.inner
    head = [count << 4 | inner] if count < _LONG_LIST else [_LONG_LIST << 4 | inner, *_encode_whole(count)]
    return bytes(head) + b"".join(_encode(inner, item) for item in value)


def _encode_signed(value: int) -> bytes:
    return _encode_whole(value << 1 if value >= 0 else (-value << 1) - 1)


def _encode_whole(value: int) -> bytes:
    content = bytearray()
    while value > 127:
        content.append(value & 127 | 128)
        value >>= 7
    content.append(value)
    return bytes(content)
