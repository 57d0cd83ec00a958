"""Nothing is handed over that holds more than its table, and what is said of it holds no figure."""

from __future__ import annotations

import pickle
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest

import ckmcore as ckm
from ckmcore.formats.export import export
from ckmcore.formats.forms import FORMS
from ckmcore.formats.leak_findings import MOST_HITS, Hit, LeakScan, names_a_place
from ckmcore.formats.publishable import PublishableContent, number_of
from ckmcore.formats.scan import LeakFound, guard, scan, scan_content
from ckmcore.formats.write_csv import write_csv
from ckmcore.office.settings import FormName
from ckmcore.presentation.present import TablePresentation
from tests.kit.fails import fails
from tests.kit.leak_tables import UNPUBLISHED, content, hits, page


def draft() -> ckm.Draft:
    made = page("de")
    assert made.info is not None
    return ckm.Draft(made.table, **vars(made.info))


def test_a_writer_that_leaks_is_stopped_and_the_old_file_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(document: TablePresentation, path: Path) -> None:
        write_csv(document, path)
        path.write_text(path.read_text("utf-8-sig") + f"n = {UNPUBLISHED}\r\n", "utf-8-sig")

    target = tmp_path / "t.csv"
    target.write_text("before", "utf-8")
    monkeypatch.setitem(FORMS, "csv", replace(FORMS["csv"], write=leaking))  # type: ignore[arg-type]
    with pytest.raises(LeakFound) as fault:
        export(draft(), target, language="de")
    assert fault.value.fields["count"] == 1
    for language in ("de", "en"):
        said = fault.value.text(language)  # type: ignore[arg-type]
        assert "t.csv" in said
        assert str(UNPUBLISHED) not in said
    assert target.read_text("utf-8") == "before"
    assert [path.name for path in tmp_path.iterdir()] == ["t.csv"]
    assert pickle.loads(pickle.dumps(fault.value)).fields["count"] == 1  # noqa: S301 - our own error, as jobs hand it on


def test_one_file_of_several_that_leaks_keeps_all_of_them_back(tmp_path: Path) -> None:
    good = export(draft(), tmp_path / "good.csv", language="de")
    bad = tmp_path / "bad.csv"
    bad.write_bytes(good.read_bytes() + b"17\r\n")
    guard([good], [page("de")])
    with pytest.raises(LeakFound, match=r"bad\.csv"):
        guard([good, bad], [page("de")])


def test_a_figure_of_the_table_in_another_table_is_a_hit() -> None:
    search = LeakScan(PublishableContent(figures={Decimal(5): 2}))
    for place in "abc":
        search.number(place, Decimal(5))
    search.number("d", Decimal("5.0"))
    search.number("e", Decimal(6))
    assert [(hit.place, hit.kind) for hit in search.hits] == [("c", "often"), ("e", "figure")]


def test_hits_are_many_but_not_endless_and_their_texts_short() -> None:
    search = LeakScan(PublishableContent())
    for _ in range(3 * MOST_HITS):
        search.text("x", "secret\x00\n" * 50)
    assert len(search.hits) == MOST_HITS
    assert len(search.hits[0].shown) <= 40
    assert search.hits[0].shown.isprintable()


@pytest.mark.parametrize("anything", [False, True])
def test_codes_together_are_looked_up_as_each_alone(*, anything: bool) -> None:
    allowed = replace(PublishableContent.of([page("de")]), anything=anything)
    known = set(allowed.cubes.texts)
    texts = known | {"", "geheim", " AT1", "AT1 ", "'=1+1", "C:/geheim/y", "a@b.de"} | {f"'{text}" for text in known}
    together, alone = LeakScan(allowed), LeakScan(allowed)
    together.codes("x", texts)
    for text in texts:
        alone.code("x", text)
    assert {(hit.kind, hit.shown) for hit in together.hits} == {(hit.kind, hit.shown) for hit in alone.hits}
    assert len(together.hits) == len(alone.hits)
    assert together.hits


@pytest.mark.parametrize(
    ("text", "comma", "number"),
    [
        ("1\u00a0234,5", True, "1234.5"),
        ("1,234.5", False, "1234.5"),
        ("\u221217", True, "-17"),
        ("'(4)", True, "4"),
        ("(4) ¹⁾ ²⁾", True, "4"),
        ("12E3", False, "12000"),
        ("1.234", True, None),
        ("x", True, None),
        ("", True, None),
        ("17 n", True, None),
        ("NaN", True, None),
        ("٣", True, None),
    ],
)
def test_figures_are_read_as_the_language_writes_them(text: str, comma: bool, number: str | None) -> None:
    assert number_of(text, comma) == (None if number is None else Decimal(number))


@pytest.mark.parametrize(
    "text",
    [
        "C:\\data\\x.csv",
        "see /srv/me/x",
        "\\\\server\\share",
        "~/data/x",
        "file:///x",
        "me@host.example",
        "https://x",
    ],
)
def test_paths_addresses_and_persons_are_told_as_such(text: str) -> None:
    assert names_a_place(text)
    (hit,) = scan_content(f'"{text}"\r\n'.encode(), "t.csv", PublishableContent(anything=True))
    assert hit.kind == "path"


@pytest.mark.parametrize(
    "text", ["männlich / weiblich", "1/2", "Land: Bayern", "a\\b", "und/oder", "x @ y", "B/C-Mitte"]
)
def test_labels_are_not_taken_for_paths(text: str) -> None:
    assert not names_a_place(text)


def test_a_file_of_an_unknown_form_is_said_not_passed(tmp_path: Path) -> None:
    path = tmp_path / "t.docx"
    path.write_bytes(b"words")
    with fails("leak_form_unknown", match=r"t\.docx"):
        scan(path, PublishableContent(anything=True))


@pytest.mark.parametrize("start", [b"PK\x03\x04", b"PAR1", b"%PDF-1.4", b"{", b"<!DOCTYPE html>"])
def test_a_file_that_breaks_off_or_is_made_up_is_a_hit_not_a_fault(start: bytes, tmp_path: Path) -> None:
    for rest in (b"", b"\x00" * 50, b"\xff\xfe<<", b"PK\x05\x06" + b"\xff" * 18, b"1 0 obj << /Kids [9 0 R] >>"):
        found = scan_content(start + rest, "t.x", PublishableContent.of([page("de")]))
        assert isinstance(found, tuple)
        assert all(isinstance(hit, Hit) for hit in found)
        if start not in (b"<!DOCTYPE html>",):
            assert found


@pytest.mark.daily(6)
@pytest.mark.parametrize("form", [*FORMS])
def test_a_file_with_random_faults_is_searched_without_a_fault_of_ours(form: FormName, tmp_path: Path) -> None:
    whole, draw = content(form, tmp_path), Random(form)
    for _ in range(60):
        changed = bytearray(whole)
        for _ in range(draw.randint(1, 4)):
            at = draw.randrange(len(changed))
            changed[at : at + draw.choice([0, 1, 1, 5])] = draw.randbytes(draw.choice([0, 1, 1, 5]))
        assert isinstance(hits(form, bytes(changed)), tuple)


@pytest.mark.thorough
def test_a_part_of_a_column_that_claims_another_type_is_a_hit_and_does_not_end_the_program(tmp_path: Path) -> None:
    whole = content("parquet", tmp_path)
    # In the foot each part of a column names its type: 6 (bytes) behind the head of a structure's first field.
    foot = whole.rindex(b"PAR1") - 4 - int.from_bytes(whole[-8:-4], "little")
    places = [at for at in range(foot, len(whole) - 8) if whole[at : at + 2] == b"\x15\x0c"]
    assert places
    for at in places:
        for named in (0, 2, 40):
            assert hits("parquet", whole[: at + 1] + bytes([named]) + whole[at + 2 :])
