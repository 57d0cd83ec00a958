"""Derived keys: test vectors computed by openssl, the same unit the same key, other periods other keys."""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ckmcore.cli import main
from ckmcore.errors import Cancelled
from ckmcore.keys.derivation import derive_keys, read_secret, write_secret
from tests.kit.fails import fails

SECRET = b"0123456789abcdef0123456789abcdef"


def hmac_by_its_definition(secret: bytes, message: bytes) -> bytes:
    """RFC 2104, written out: H((K ^ opad) || H((K ^ ipad) || message))."""
    key = secret.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def test_keys_are_those_of_the_definition() -> None:
    keys = derive_keys(["A1", " A2 ", "Ä"], SECRET)
    wanted = [
        int.from_bytes(hmac_by_its_definition(SECRET, text.encode())[:8], "big") % 10**9 for text in ("A1", "A2", "Ä")
    ]
    assert keys.values.tolist() == wanted
    assert (keys.modulus, keys.digits, keys.origin) == (10**9, 9, "derived")


def test_rfc_4231_test_case_1_in_its_first_64_bits() -> None:
    # Key 20 x 0x0b, data "Hi There": b0344c61d8db38535ca8afceaf0bf12b...
    assert derive_keys(["Hi There"], b"\x0b" * 20).values[0] == int("b0344c61d8db3853", 16) % 10**9


def test_a_unit_keeps_its_key_and_flows_have_another_each_period() -> None:
    assert derive_keys(["7", "8", "7"], SECRET).values[0] == derive_keys(["7"], SECRET).values[0]
    first, second = (derive_keys(["7"], SECRET, period).values[0] for period in ("2025", "2026"))
    assert len({int(first), int(second), int(derive_keys(["7"], SECRET).values[0])}) == 3


@given(
    st.lists(st.text(min_size=1, max_size=20).filter(lambda text: text.strip()), max_size=20), st.binary(min_size=16)
)
def test_keys_are_those_of_hmac_also_from_arrow_and_of_long_secrets(identifiers: list[str], secret: bytes) -> None:
    texts = [text.strip() for text in identifiers]
    wanted = [int.from_bytes(hmac.digest(secret, text.encode(), "sha256")[:8], "big") % 10**9 for text in texts]
    assert derive_keys(texts, secret).values.tolist() == wanted
    chunks = pa.chunked_array([pa.array(texts[:5], pa.string()), pa.array(texts[5:], pa.string())])
    assert derive_keys(chunks, secret).values.tolist() == wanted


def test_deriving_tells_its_progress_and_can_be_cancelled() -> None:
    seen: list[float] = []
    derive_keys(["a", "b"], SECRET, progress=lambda _, part: seen.append(part))
    assert seen == [1.0]
    with pytest.raises(Cancelled):
        derive_keys(["a"], SECRET, cancelled=lambda: True)


def test_a_record_without_identifier_is_named() -> None:
    with fails("key_identifier_missing") as caught:
        derive_keys(["1", "", "  "], SECRET, first_row=11)
    assert (caught.value.fields["count"], caught.value.fields["row"]) == (2, 12)


def test_a_short_secret_is_refused(tmp_path: Path) -> None:
    (tmp_path / "s").write_bytes(b"short\n")
    with fails("key_secret_too_short"):
        read_secret(tmp_path / "s")
    (tmp_path / "s").write_bytes(SECRET + b"\r\n")
    assert read_secret(tmp_path / "s") == SECRET


def test_what_is_no_file_of_a_secret_is_said_in_both_languages(tmp_path: Path) -> None:
    (tmp_path / "data.csv").write_bytes(b"1;2;3\n" * 20_000)
    with fails("key_secret_too_long") as caught:
        read_secret(tmp_path / "data.csv")
    assert "65,536" in caught.value.text("en")
    with fails("key_secret_unreadable") as folder:
        read_secret(tmp_path)
    assert "Is a directory" not in folder.value.text("de")


def test_a_new_secret_is_random_and_never_replaces_one(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write_secret(tmp_path / name)
    assert len(read_secret(tmp_path / "a")) == 64
    assert read_secret(tmp_path / "a") != read_secret(tmp_path / "b")
    with fails("key_secret_exists"):
        write_secret(tmp_path / "a")


def test_two_offices_with_the_same_secret_give_the_same_unit_the_same_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "secret").write_bytes(SECRET)
    for name, lines in (("north", ["1;a", "2;b"]), ("south", ["3;a", "2;c"])):
        (tmp_path / f"{name}.csv").write_text("id;x\n" + "\n".join(lines) + "\n")
        arguments = ["keys", "add", str(tmp_path / f"{name}.csv"), "-o", str(tmp_path / f"{name}_keys.csv")]
        assert main([*arguments, "--secret", str(tmp_path / "secret"), "--id", "id"]) == 0
    rows = [(tmp_path / f"{name}_keys.csv").read_text().splitlines()[1:] for name in ("north", "south")]
    assert rows[0][1].split(";")[2] == rows[1][1].split(";")[2]
    assert rows[0][0].split(";")[2] != rows[1][0].split(";")[2]
    assert main(["keys", "add", str(tmp_path / "north.csv"), "-o", str(tmp_path / "x.csv"), "--secret", "s"]) == 1
    assert "--id" in capsys.readouterr().err


@pytest.mark.thorough
def test_keys_are_checked_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.csv", tmp_path / "bad.csv"
    good.write_text(
        "x,rkey\n"
        + "".join(
            f"a,{key / 10**9:.9f}\n"
            for key in derive_keys([str(number) for number in range(5000)], SECRET).values.tolist()
        )
    )
    bad.write_text("x,rkey\n" + "".join(f"a,{number / 5000:.4f}\n" for number in range(5000)))
    assert main(["--language", "en", "keys", "check", str(good)]) == 0
    assert "The keys are usable." in capsys.readouterr().out
    assert main(["--language", "de", "keys", "check", str(bad)]) == 3
    said = capsys.readouterr().out
    assert "Ein Key verrät etwas über den nächsten" in said
    assert "gleichmäßig" not in said
