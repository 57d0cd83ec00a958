"""A table of codes before it is taken over: an answer on its code page reads its letters again."""

from __future__ import annotations

from pathlib import Path

from ckmdesk.state.code_import import CodeRequest, look_at_codes


def test_an_answer_on_the_code_page_reads_the_letters_of_the_table_again(tmp_path: Path) -> None:
    file = tmp_path / "list.csv"
    file.write_bytes("Code;Bezeichnung\n01;Hauptstraße\n02;Nord\n".encode("cp850"))
    request = CodeRequest(file, "list")
    asked = look_at_codes(request)
    assert not asked.is_ready
    answered = look_at_codes(request.with_answer("code_page", "", "cp850"), asked.columns.table)
    assert answered.is_ready
    assert answered.read is not None
    assert answered.read.labels["01"].de == "Hauptstraße"
