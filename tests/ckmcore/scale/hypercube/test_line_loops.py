"""Lines are put together and taken apart by compiled loops as Arrow does it: the same bytes, figures and refusals."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.formats.check import FormatViolation
from ckmcore.formats.forms import FORMS
from ckmcore.methods.method import Method
from ckmcore.office.settings import PLAIN, FormName
from ckmcore.scale.hypercube import line_loops, text_lines
from ckmcore.scale.hypercube.forms import STREAMS
from ckmcore.scale.hypercube.read_stream import whole_figures
from ckmcore.scale.hypercube.stream import read_margins
from ckmcore.scale.hypercube.text_lines import LineColumn, LineTaker
from tests.kit.examples import examples
from tests.kit.hypercube_files import SIGNS, small_parts, written
from tests.kit.listed_tables import LISTED_METHODS, microdata

TEXTS = st.lists(
    st.text(st.characters(codec="utf-8", exclude_characters="\r\n"), max_size=20), min_size=1, max_size=40, unique=True
)


@pytest.mark.thorough
@settings(max_examples=examples(20), deadline=None)
@given(microdata(), st.sampled_from([*LISTED_METHODS, SIGNS]), st.sampled_from(["csv-long", "sdmx-csv-2"]))
def test_the_bytes_are_those_that_arrow_makes_and_each_reads_the_other(
    tmp_path_factory: pytest.TempPathFactory, data: ckm.Microdata, method: Method, form: FormName
) -> None:
    folder, office = tmp_path_factory.mktemp("h"), replace(PLAIN, apostrophe=True)
    made, spec = [], ckm.HyperSpec(["sex", "land", "age"], values=["count", "weighted_count"])
    for loops in (True, False):
        with pytest.MonkeyPatch.context() as patch:
            small_parts(patch)
            if not loops:
                patch.setattr(line_loops, "ready", lambda: None)
            path = folder / f"{loops}{FORMS[form].ending}"
            page, file = written(data, spec, method, form, path, office=office)
            made.append((path.read_bytes(), file))
            other = folder / f"True{FORMS[form].ending}"
            assert read_margins(page, STREAMS[form], other, file.margins).wrong == ()
    assert made[0] == made[1]


@settings(max_examples=examples(60), deadline=None)
@given(
    st.lists(
        st.one_of(
            st.integers(-(2**63) + 1, 2**63 - 1).map(str),
            st.from_regex(r"\A-?[0-9]{1,20}(\.[0-9]{0,4})?\Z"),
            st.text("0123456789-+. ", max_size=6),
        ),
        min_size=1,
        max_size=3,
    ),
    st.integers(0, 3),
)
def test_a_number_is_read_as_arrow_reads_it_or_refused_as_there(texts: list[str], places: int) -> None:
    loops = line_loops.ready()
    assert loops is not None
    lengths = np.array([0, *(len(text) for text in texts)], dtype=np.int64).cumsum()
    content = np.frombuffer("".join(texts).encode() or b"\0", dtype=np.uint8)
    found = np.zeros(len(texts), dtype=np.int64)
    taken = loops.numbers(content, lengths[:-1].copy(), lengths[1:].copy(), places, found)
    try:
        expected = whole_figures(pa.array(texts, pa.string()), places)
    except FormatViolation:
        assert taken < 0
        return
    assert taken == len(texts)
    assert found.tolist() == expected.tolist()


@settings(max_examples=examples(60), deadline=None)
@given(TEXTS, st.lists(st.tuples(st.integers(0, 39), st.integers(-9999, 9999)), min_size=1, max_size=60), st.data())
def test_lines_are_taken_apart_as_they_were_put_and_no_other_byte_is_taken(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], lines: list[tuple[int, int]], data: st.DataObject
) -> None:
    loops = line_loops.ready()
    assert loops is not None
    columns = [
        LineColumn(line_loops.PER_LINE, ["a;b", "c"]),
        LineColumn(line_loops.PER_LINE, [""]),
        LineColumn(line_loops.CODED, texts, 0),
        LineColumn(line_loops.FIGURE),
        LineColumn(line_loops.ALIKE, [text[::-1] for text in texts], 0),
        LineColumn(line_loops.PER_LINE, ["end"]),
    ]
    lines = [(place % len(texts), figure) for place, figure in lines]
    content = ""
    for number, (place, figure) in enumerate(lines):
        cells = [
            ("a;b", "c")[number % 2],
            "",
            texts[place],
            "" if figure % 7 == 0 else str(figure),
            texts[place][::-1],
            "end",
        ]
        content += ";".join(text_lines.csv_cell(cell, ";") for cell in cells) + "\r\n"
    path = tmp_path_factory.mktemp("l") / "l.csv"
    path.write_bytes(b"head" + content.encode())
    taker = LineTaker(columns, [0], ";", loops)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_lines, "_BLOCK_BYTES", data.draw(st.integers(1, 200)))
        found = list(taker.lines(path, 4, path.stat().st_size))
        assert np.concatenate([one.found for one in found], axis=1)[0].tolist() == [place for place, _ in lines]
        figures = [0 if figure % 7 == 0 else figure for _, figure in lines]
        assert np.concatenate([one.figures for one in found]).tolist() == figures
        assert np.concatenate([one.shown for one in found]).tolist() == [figure % 7 != 0 for _, figure in lines]
        at = data.draw(st.integers(4, path.stat().st_size - 1))
        changed = bytearray(path.read_bytes())
        changed[at] = data.draw(st.integers(0, 255).filter(lambda byte: byte != changed[at]))
        path.write_bytes(changed)
        try:
            again = list(taker.lines(path, 4, path.stat().st_size))
        except FormatViolation:
            return
        # Another text of the list, or another figure, stands there now.
        assert [[*one.found.tolist(), one.figures.tolist()] for one in again] != [
            [*one.found.tolist(), one.figures.tolist()] for one in found
        ]


@settings(max_examples=examples(60), deadline=None)
@given(
    st.lists(st.text("abcdefghij", max_size=11), min_size=1, max_size=12, unique=True),
    st.lists(st.tuples(st.integers(0, 11), st.integers(0, 2), st.integers(0, 11)), min_size=1, max_size=40),
    st.integers(1, 3),
    st.data(),
)
def test_a_line_that_is_partly_that_before_is_taken_as_if_it_were_read_from_its_beginning(
    texts: list[str], places: list[tuple[int, int, int]], turns: int, data: st.DataObject
) -> None:
    """Each line alone, in a buffer of its own, has no line before it."""
    loops = line_loops.ready()
    assert loops is not None
    units = [f"unit {number}"[: 5 + number] for number in range(turns)]
    columns = [
        *(LineColumn(line_loops.PER_LINE, one) for one in (["the same in each line"], units)),
        *(LineColumn(line_loops.CODED, texts, row) for row in range(3)),
        LineColumn(line_loops.FIGURE),
        LineColumn(line_loops.CODED, ["", "state", "states"], 3),
        LineColumn(line_loops.PER_LINE, ["", "as", "a"][:turns]),
        *(LineColumn(line_loops.ALIKE, [text * 2 for text in texts], row) for row in range(3)),
    ]
    lines = list[bytes]()
    for number, (one, state, other) in enumerate(sorted(places)):
        codes = [texts[place % len(texts)] for place in (one, one // 2, other)]
        cells = ["the same in each line", units[number % turns], *codes, str(other), ["", "state", "states"][state]]
        cells += [["", "as", "a"][number % turns], *(code * 2 for code in codes)]
        lines.append(",".join(cells).encode() + b"\r\n")
    if data.draw(st.booleans()):  # a byte of a line, or bytes of the one before in its place
        at, before = data.draw(st.integers(0, len(lines) - 1)), lines[data.draw(st.integers(0, len(lines) - 1))]
        cut = data.draw(st.integers(0, len(lines[at]) - 3))
        lines[at] = lines[at][:cut] + (before[cut:] if data.draw(st.booleans()) else b"a" + lines[at][cut + 1 :])
    taker = LineTaker(columns, [0] * turns, ",", loops)

    def taken(content: bytes, first: int, count: int) -> list[list[int]]:
        found = taker._taken(memoryview(content + bytes(text_lines.BEHIND)), first, count)
        return [*found.found.tolist(), found.figures.tolist(), found.shown.tolist()]

    try:
        alone = [taken(line, number, 1) for number, line in enumerate(lines)]
    except FormatViolation:
        with pytest.raises(FormatViolation):
            taken(b"".join(lines), 0, len(lines))
        return
    together = [[row for one in alone for row in one[kind]] for kind in range(len(alone[0]))]
    assert taken(b"".join(lines), 0, len(lines)) == together


def test_a_line_is_refused_that_has_the_label_or_the_turn_of_the_one_before() -> None:
    loops = line_loops.ready()
    assert loops is not None
    columns = [
        LineColumn(line_loops.PER_LINE, ["x", "y"]),
        LineColumn(line_loops.CODED, ["a", "b"], 0),
        LineColumn(line_loops.FIGURE),
        LineColumn(line_loops.ALIKE, ["A", "B"], 0),
    ]
    taker = LineTaker(columns, [0, 0], ",", loops)
    right = b"x,a,1,A\r\ny,b,1,B\r\n"
    assert taker._taken(memoryview(right + bytes(text_lines.BEHIND)), 0, 2).found.tolist() == [[0, 1]]
    for wrong in (b"x,a,1,A\r\ny,b,1,A\r\n", b"x,a,1,A\r\nx,b,1,B\r\n", b"x,a,1,A\r\nx,a,1,A\r\n"):
        with pytest.raises(FormatViolation):
            taker._taken(memoryview(wrong + bytes(text_lines.BEHIND)), 0, 2)


def test_what_lies_behind_the_last_line_belongs_to_none() -> None:
    loops = line_loops.ready()
    assert loops is not None
    columns = [LineColumn(line_loops.FIGURE), LineColumn(line_loops.PER_LINE, ["end"])]
    taker = LineTaker(columns, [0], ",", loops)
    line = b"1,end\r\n"
    for size in range(1, len(line)):
        with pytest.raises(FormatViolation):
            taker._taken(memoryview(line + bytes(text_lines.BEHIND))[: size + text_lines.BEHIND], 0, 1)
    assert taker._taken(memoryview(line + b"2,end\r\n9")[: len(line) + text_lines.BEHIND], 0, 1).figures.tolist() == [1]


def test_a_file_that_ends_in_the_middle_of_a_line_is_refused(tmp_path: Path) -> None:
    loops = line_loops.ready()
    assert loops is not None
    path = tmp_path / "l.csv"
    taker = LineTaker([LineColumn(line_loops.FIGURE), LineColumn(line_loops.CODED, ["a", "b"], 0)], [0], ",", loops)
    for content in (b"1,a\r\n2,b", b"1,a\n", b"1,a\r\n\r\n", b"1,a", b"\r\n", b"1\r\n", b"1,a\r\n2,c\r\n", b"1,a,\r\n"):
        path.write_bytes(content)
        with pytest.raises(FormatViolation):
            list(taker.lines(path, 0, len(content)))
    path.write_bytes(b"1,a\r\n2,b\r\n")
    assert [one.figures.tolist() for one in taker.lines(path, 0, 10)] == [[1, 2]]
