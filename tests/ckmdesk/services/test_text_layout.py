"""Texts are read and laid out as PySide does it, while Python goes on, and nothing waits for ever."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEventLoop
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication

from ckmdesk.services import pdf
from ckmdesk.services.pdf import layout_of, set_html

ROW = "<tr>" + "<td>1 234</td>" * 9 + "</tr>"
LONG = f"<table>{ROW * 400}</table>"

# The window deletes views with their connections, as pages and dialogs do, while a thread lays out texts. Under one
# of Qt's locks the window waits for Python; a thread that waits for that lock with Python's would never go on.
DELETING = """
import os, sys, threading, time
from PySide6.QtCore import QEventLoop, QStringListModel, QTimer
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication, QTableView, QWidget
from ckmdesk.services.pdf import layout_of, set_html
app, seconds = QApplication([]), float(sys.argv[1])

def lay_out():
    loop = QEventLoop()
    while True:
        document = QTextDocument()
        layout_of(document)
        set_html(document, "<p>1 234</p>")
        loop.processEvents()

threading.Thread(target=lay_out, daemon=True).start()
began = time.monotonic()
while time.monotonic() < began + seconds:
    top = QWidget()
    for _ in range(20):
        view = QTableView(top)
        view.setModel(QStringListModel(["a"], view))
    top.deleteLater()
    loop = QEventLoop()
    QTimer.singleShot(0, loop.quit)
    loop.exec()
os._exit(0)
"""


@pytest.fixture(params=["by name", "by PySide"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> str:
    if request.param == "by PySide":
        monkeypatch.setattr(pdf, "_calls", lambda: None)
    return str(request.param)


def test_qt_has_the_calls_under_these_names() -> None:
    assert pdf._calls() is not None


@pytest.mark.parametrize(
    "text", ["", "<p>Müller &amp; S\u00f6hne \u2003 \U0001f600</p>", "a\x00b", "<p>\ud800</p>", LONG], ids=len
)
def test_a_document_is_the_one_that_pyside_makes(way: str, text: str) -> None:
    document, other = QTextDocument(), QTextDocument()
    assert layout_of(document) is document.documentLayout()
    set_html(document, text)
    other.setHtml(text)
    assert document.toHtml() == other.toHtml()
    assert document.toRawText() == other.toRawText()
    assert document.size() == other.size()


@given(st.text())
def test_any_text_is_read_as_pyside_reads_it(qapp: QApplication, text: str) -> None:
    document, other = QTextDocument(), QTextDocument()
    set_html(document, text)
    other.setHtml(text)
    text = "gone"
    assert document.toHtml() == other.toHtml()


def test_python_goes_on_while_a_long_text_is_laid_out(qapp: QApplication) -> None:
    began, ended = threading.Event(), threading.Event()

    def work() -> None:
        loop, document = QEventLoop(), QTextDocument()
        began.set()
        set_html(document, LONG)
        ended.set()
        loop.processEvents()

    other = threading.Thread(target=work)
    other.start()
    began.wait()
    turns = 0
    while not ended.wait(0.0005):
        turns += 1
    other.join()
    assert turns > 20


@pytest.mark.thorough
def test_views_are_deleted_while_texts_are_laid_out_and_neither_waits_for_ever(qapp: QApplication) -> None:
    done = subprocess.run([sys.executable, "-c", DELETING, "60"], check=False, timeout=180)
    assert done.returncode == 0
