"""What the tests of pages share: the page of methods (`tests/kit/method_page.py`)."""

from tests.kit.method_page import page

__all__ = ["page"]
