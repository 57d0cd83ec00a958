"""The documentation as a static site that is read offline: `python3 dev.py docs` writes it to build/docs.

Pages are Markdown and notebooks of this folder; the reference is made by pdoc from the docstrings of the public names;
the help of `ckm` is what its own parser says. A link to nothing and a public name without words are faults.
"""

from __future__ import annotations

import argparse
import html
import json
import os
import re
import shutil
import sys
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = ROOT / "docs" / "templates"
PAGES = ("library/*.md", "library/notebooks/*.ipynb", "install.md", "policy.md", "databases.md", "security.md",
         "method.md", "release-notes.md", "contributing.md", "yearbook-page.md", "rooms.md", "adr/*.md")  # fmt: skip
COMMANDS, REFERENCE, STYLE = "commands.html", "reference/ckmcore.html", "style.css"
NAVIGATION = (
    ("The library", "library/README.html"),
    ("Reference", REFERENCE),
    ("The command ckm", COMMANDS),
    ("Installing", "install.html"),
    ("Policy", "policy.html"),
    ("Databases", "databases.html"),
    ("Security", "security.html"),
    ("Release notes", "release-notes.html"),
    ("Decisions", "adr/README.html"),
)
COLUMNS = "100"  # of the help of a command

SENTENCES = {  # English, German
    "link": ("{page}: the link to {target} leads nowhere.", "{page}: Der Verweis auf {target} führt ins Leere."),
    "words": ("Public names without a docstring: {names}.", "Öffentliche Namen ohne Docstring: {names}."),
    "made": ("{pages} pages are in {folder}.", "{pages} Seiten liegen in {folder}."),
}

CSS = """
:root { color-scheme: light dark; }
body { font: 16px/1.55 system-ui, sans-serif; margin: 0 auto; padding: 0 1.5rem 4rem; max-width: 56rem; }
nav { border-bottom: 1px solid #8886; display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; padding: .8rem 0; }
h1 { font-size: 1.8rem; } h2 { font-size: 1.3rem; margin-top: 2.2rem; }
pre { background: #8881; border-radius: 4px; overflow-x: auto; padding: .8rem 1rem; }
code, pre { font: 14px/1.5 ui-monospace, monospace; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
td, th { border-bottom: 1px solid #8884; padding: .35rem .7rem; text-align: left; vertical-align: top; }
.k, .kn, .ow { color: #8250df; } .s1, .s2, .sd, .sa { color: #116329; } .c1 { color: #767676; }
.mi, .mf { color: #0550ae; }
"""


class Broken(Exception):
    """What keeps the site from being made, in a sentence."""


def sentence(code: str, **fields: object) -> str:
    from ckmcore.messages import system_language

    return SENTENCES[code][system_language() == "de"].format(**fields)


@dataclass(frozen=True)
class Page:
    """A source, where it lands in the site, its text as Markdown."""

    source: Path
    place: str
    text: str


def found_pages(root: Path) -> list[Page]:
    """The pages of the folder docs of a checkout."""
    docs = root / "docs"
    sources = [source for pattern in PAGES for source in sorted(docs.glob(pattern))]
    return [Page(one, one.relative_to(docs).with_suffix(".html").as_posix(), _text(one)) for one in sources]


def _text(source: Path) -> str:
    text = source.read_text(encoding="utf-8")
    if source.suffix != ".ipynb":
        return text
    cells = [(cell["cell_type"], "".join(cell["source"])) for cell in json.loads(text)["cells"]]
    kept = f"The notebook itself: [{source.name}]({source.name})."
    return "\n\n".join([text if kind == "markdown" else f"```python\n{text}\n```" for kind, text in cells] + [kept])


# --- pages -----------------------------------------------------------------------------------------------------------


def _code(text: str, language: str, _attributes: str) -> str:
    try:
        lexer = get_lexer_by_name(language)
    except ClassNotFound:
        return html.escape(text)
    coloured: str = highlight(text, lexer, HtmlFormatter(nowrap=True))
    return coloured


MARKDOWN = MarkdownIt("commonmark", {"html": False, "highlight": _code}).enable("table")


def _parsed(page: Page) -> tuple[list[Token], list[str]]:
    """The tokens of a page and the names of its headings, by which links name a place in it."""
    tokens, names, often = MARKDOWN.parse(page.text), [], Counter[str]()
    for token, inside in pairwise(tokens):
        if token.type == "heading_open":
            name = re.sub(r"[^\w\- ]", "", inside.content.lower()).replace(" ", "-")
            often[name] += 1
            names.append(name if often[name] == 1 else f"{name}-{often[name] - 1}")
            token.attrSet("id", names[-1])
    return tokens, names


def _links(tokens: Sequence[Token]) -> Iterator[tuple[Token, Token | None]]:
    """Links, with the token that ends each, and pictures."""
    for token in tokens:
        open_ = []
        for child in token.children or []:
            if child.type == "link_open":
                open_.append(child)
            elif child.type == "link_close":
                yield open_.pop(), child
            elif child.type == "image":
                yield child, None


def rendered(pages: Sequence[Page], root: Path, folder: Path) -> dict[str, str]:
    """Each page as HTML by its place; pictures and notebooks that they name are copied. Raises Broken."""
    parsed = {page.source: _parsed(page) for page in pages}
    places = {page.source: page.place for page in pages}
    made = {}
    for page in pages:
        tokens = parsed[page.source][0]
        for link, end in _links(tokens):
            attribute = "src" if end is None else "href"
            url = str(link.attrGet(attribute))
            parts = urlsplit(url)
            if parts.scheme or parts.netloc:
                continue
            target = (page.source.parent / unquote(parts.path)).resolve() if parts.path else page.source
            names = parsed[target][1] if target in parsed else []
            if not target.exists() or (parts.fragment and parts.fragment not in names):
                raise Broken(sentence("link", page=page.source.relative_to(root).as_posix(), target=url))
            # A picture, or the notebook that a page was made of.
            if end is None or (target == page.source and parts.path):
                place = target.relative_to(root / "docs").as_posix()
                (folder / place).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(target, folder / place)
                link.attrSet(attribute, _relative(page.place, place))
            elif target in places:
                anchor = f"#{parts.fragment}" if parts.fragment else ""
                link.attrSet(attribute, _relative(page.place, places[target]) + anchor)
            else:  # of the checkout, not of the site: the words stay
                link.tag, link.attrs, end.tag = "span", {}, "span"
        heads = (inside for before, inside in pairwise(tokens) if before.type == "heading_open")
        title = next(heads).content
        made[page.place] = whole(page.place, title, MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))
    return made


def _relative(source: str, target: str) -> str:
    return os.path.relpath(target, Path(source).parent).replace(os.sep, "/")


def whole(place: str, title: str, body: str) -> str:
    """A page with what all pages have."""
    links = "".join(f'<a href="{_relative(place, target)}">{text}</a>' for text, target in NAVIGATION)
    title = html.escape(title.replace("`", ""))
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<link rel="stylesheet" href="{_relative(place, STYLE)}"></head>\n'
        f'<body><nav><a href="{_relative(place, "index.html")}">ckmdesk</a>{links}</nav>\n'
        f"<main>{body}</main></body></html>\n"
    )


# --- the handbook ----------------------------------------------------------------------------------------------------


def handbook_pages(root: Path, language: str) -> list[Path]:
    """The pages of the handbook: the first one, and the others in the order in which it names them."""
    folder = root / "resources" / "handbook" / language
    first = folder / "index.md"
    named = re.findall(r"\]\(([\w-]+\.md)", first.read_text(encoding="utf-8"))
    others = sorted({page.name for page in folder.glob("*.md")} - {*named, first.name})
    return [first, *(folder / name for name in dict.fromkeys([*named, *others]))]


def handbook(root: Path, language: str) -> bytes:
    """The handbook as one tagged PDF, page after page."""
    from ckmcore.base.picture import picture_size
    from ckmcore.typesetting.report import report_pdf

    pictures, body = {}, []
    for page in handbook_pages(root, language):
        # The font of the pages has no triangle for the steps of a menu.
        tokens = MARKDOWN.parse(page.read_text(encoding="utf-8").replace("\u25b8", "\u203a"))
        for picture, end in _links(tokens):
            if end is None:
                file = (page.parent / str(picture.attrGet("src"))).resolve()
                pictures[file.name] = file.read_bytes()
                width, _ = picture_size(pictures[file.name]) or (600, 0)
                picture.attrs = {"src": file.name, "alt": "", "width": str(width // 2)}
        body.append(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))
    title = "ckmdesk: Handbuch" if language == "de" else "ckmdesk: Handbook"
    whole_text = f'<html lang="{language}"><head><title>{title}</title></head><body>{"".join(body)}</body></html>'
    whole_text = re.sub(r"<(t[hd])>", r'<\1 class="text">', whole_text)
    return report_pdf(whole_text, pictures, upright=True)


# --- commands and reference ------------------------------------------------------------------------------------------


def _commands(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """A command and all below it."""
    yield parser
    for action in parser._actions:  # argparse has no public way down
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from _commands(below)


def commands() -> str:
    """The help of `ckm` and of each of its commands, in both languages."""
    from ckmcore.cli import build_parser

    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = COLUMNS
    try:
        # A parser takes argparse's own words where it is asked for its help: one language after the other.
        english = {one.prog: one.format_help() for one in _commands(build_parser("en"))}
        german = {one.prog: one.format_help() for one in _commands(build_parser("de"))}
        build_parser("en")
    finally:
        os.environ.pop("COLUMNS")
        if before is not None:
            os.environ["COLUMNS"] = before
    names = [(name, name.replace(" ", "-")) for name in english]
    body = "<h1>The command <code>ckm</code></h1>\n<p>"
    body += " · ".join(f'<a href="#{anchor}"><code>{name}</code></a>' for name, anchor in names) + "</p>\n"
    for name, anchor in names:
        body += f'<h2 id="{anchor}"><code>{name}</code></h2>\n<pre>{html.escape(english[name])}</pre>\n'
        body += f'<details lang="de"><summary>Deutsch</summary><pre>{html.escape(german[name])}</pre></details>\n'
    return whole(COMMANDS, "The command ckm", body)


def without_words(module: ModuleType) -> list[str]:
    """Public names of a module that have no docstring of their own."""
    found = []
    for name in module.__all__:
        public = getattr(module, name)
        words = public.__doc__ if callable(public) else "a value"
        # A dataclass without words gets its own signature.
        if not (words or "").strip() or str(words).startswith(f"{name}("):
            found.append(name)
    return found


def reference(module: ModuleType) -> dict[str, str]:
    """The page of all public names, made by pdoc, and its index for searching. Raises Broken."""
    if missing := without_words(module):
        raise Broken(sentence("words", names=", ".join(missing)))
    import pdoc.doc
    import pdoc.render

    pdoc.render.configure(docformat="markdown", show_source=False, template_directory=TEMPLATES)
    for name in module.__all__:  # some are imported when they are asked for
        setattr(module, name, getattr(module, name))
    documented = pdoc.doc.Module(module)
    modules = {module.__name__: documented}
    with warnings.catch_warnings():
        # Annotations of inherited fields stand there as they are written.
        warnings.filterwarnings("ignore", "Error parsing type annotation", UserWarning)
        page = pdoc.render.html_module(documented, modules)
        index = pdoc.render.search_index(modules)
    return {REFERENCE: page, "reference/search.js": index}


# --- the site --------------------------------------------------------------------------------------------------------


def build(folder: Path, root: Path = ROOT) -> int:
    """Makes the site anew in a folder, and says of how many pages. Raises Broken; then nothing is left."""
    import ckmcore

    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    try:
        pages = found_pages(root)
        made = rendered(pages, root, folder)
        made |= {COMMANDS: commands(), STYLE: CSS, **reference(ckmcore)}
        items = "".join(f'<li><a href="{target}">{text}</a></li>' for text, target in NAVIGATION)
        title = f"ckmdesk {ckmcore.__version__}"
        made["index.html"] = whole("index.html", title, f"<h1>{title}</h1>\n<ul>{items}</ul>")
        for place, text in made.items():
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            (folder / place).write_text(text, encoding="utf-8", newline="\n")
        for language in ("de", "en"):
            (folder / f"handbook-{language}.pdf").write_bytes(handbook(root, language))
    except Broken:
        shutil.rmtree(folder)
        raise
    return sum(place.endswith(".html") for place in made)


def main(arguments: Sequence[str]) -> int:
    folder = Path(arguments[0])
    try:
        pages = build(folder)
    except Broken as broken:
        print(broken, file=sys.stderr)
        return 1
    print(sentence("made", pages=pages, folder=folder / "index.html"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
