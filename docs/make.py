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
PAGES = (
    *("index.md", "library/*.md", "library/notebooks/*.ipynb", "install.md", "policy.md", "databases.md", "maps.md"),
    *("security.md", "method.md", "rivals.md", "release-notes.md", "contributing.md", "yearbook-page.md"),
    *("rooms.md", "adr/*.md"),
)
COMMANDS, REFERENCE = "commands.html", "reference/ckmcore.html"
STYLE, SEARCH, INDEX = "style.css", "search.js", "index.js"
NAVIGATION = (  # None: a line between
    ("Overview", "index.html"),
    ("Handbook", "handbook/en/index.html"),
    ("Handbuch (deutsch)", "handbook/de/index.html"),
    None,
    ("The library", "library/README.html"),
    ("Reference", REFERENCE),
    ("The command ckm", COMMANDS),
    None,
    ("Installing", "install.html"),
    ("Policy", "policy.html"),
    ("Databases", "databases.html"),
    ("Maps", "maps.html"),
    ("Security", "security.html"),
    None,
    ("Release notes", "release-notes.html"),
    ("Contributing", "contributing.html"),
    ("Decisions", "adr/README.html"),
)
Section = tuple[str, str, str, str]
"""What is searched: title of the page, heading, address, text."""
COLUMNS = "100"  # of the help of a command

SENTENCES = {  # English, German
    "link": ("{page}: the link to {target} leads nowhere.", "{page}: Der Verweis auf {target} führt ins Leere."),
    "words": ("Public names without a docstring: {names}.", "Öffentliche Namen ohne Docstring: {names}."),
    "made": ("{pages} pages are in {folder}.", "{pages} Seiten liegen in {folder}."),
}


class Broken(Exception):
    """What keeps the site from being made, in a sentence."""


def sentence(code: str, **fields: object) -> str:
    from ckmcore.messages import system_language

    return SENTENCES[code][system_language() == "de"].format(**fields)


@dataclass(frozen=True)
class Page:
    """A source, where it lands in the site, its text as Markdown, its language."""

    source: Path
    place: str
    text: str
    language: str = "en"


def found_pages(root: Path) -> list[Page]:
    """The pages of the folder docs of a checkout, and of the handbook in both languages."""
    docs = root / "docs"
    sources = [source for pattern in PAGES for source in sorted(docs.glob(pattern))]
    pages = [Page(one, one.relative_to(docs).with_suffix(".html").as_posix(), _text(one)) for one in sources]
    for language in ("en", "de"):
        pages += [
            Page(one, f"handbook/{language}/{one.stem}.html", _text(one), language)
            for one in handbook_pages(root, language)
        ]
    return pages


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
                place = _copied_to(target, root)
                (folder / place).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(target, folder / place)
                link.attrSet(attribute, _relative(page.place, place))
            elif target in places:
                anchor = f"#{parts.fragment}" if parts.fragment else ""
                link.attrSet(attribute, _relative(page.place, places[target]) + anchor)
            else:  # of the checkout, not of the site: the words stay
                link.tag, link.attrs, end.tag = "span", {}, "span"
        body = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
        made[page.place] = whole(page.place, _title(tokens), body, page.language)
    return made


def _copied_to(file: Path, root: Path) -> str:
    """Where a picture of the folder docs, or of the handbook, lands in the site."""
    docs = root / "docs"
    if file.is_relative_to(docs):
        return file.relative_to(docs).as_posix()
    return f"handbook/{file.relative_to(root / 'resources' / 'handbook').as_posix()}"


def _title(tokens: Sequence[Token]) -> str:
    heads = (inside for before, inside in pairwise(tokens) if before.type == "heading_open")
    return next(heads).content.replace("`", "")


def sections(pages: Sequence[Page]) -> list[Section]:
    """What is searched of pages: each heading with the text below it."""
    found: list[Section] = []
    for page in pages:
        tokens, names = _parsed(page)
        title, remaining = _title(tokens), iter(names)
        heading, address, texts = title, page.place, list[str]()
        for before, token in pairwise(tokens):
            if before.type == "heading_open":
                found += _section(title, heading, address, texts)
                heading, address, texts = token.content.replace("`", ""), f"{page.place}#{next(remaining)}", []
            elif token.type in ("inline", "fence"):
                words = (child.content for child in token.children or [] if child.type in ("text", "code_inline"))
                texts.append(" ".join(words) if token.children else token.content)
        found += _section(title, heading, address, texts)
    return found


def _section(title: str, heading: str, address: str, texts: Sequence[str]) -> list[Section]:
    text = " ".join(" ".join(texts).split())
    return [(title, heading, address, text)] if text else []


def _relative(source: str, target: str) -> str:
    return os.path.relpath(target, Path(source).parent).replace(os.sep, "/")


def whole(place: str, title: str, body: str, language: str = "en") -> str:
    """A page with what all pages have: the name of the program, a search, the rail."""
    links = "".join("<hr>" if entry is None else _entry(place, *entry) for entry in NAVIGATION)
    title, front = html.escape(title), ' class="front"' if place == "index.html" else ""
    root = _relative(place, "index.html").removesuffix("index.html")
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<link rel="stylesheet" href="{root}{STYLE}">\n'
        f'<script defer src="{root}{INDEX}"></script><script defer src="{root}{SEARCH}"></script></head>\n'
        f'<body data-root="{root}"{front}><header><a href="{root}index.html" lang="en">ckmdesk</a><div lang="en">'
        f'<input id="search" type="search" placeholder="Search  ( / )" aria-label="Search" autocomplete="off">'
        f'<ul id="found" aria-label="Results"></ul></div><small id="state" role="status" lang="en"></small></header>\n'
        f'<nav aria-label="Pages" lang="en">{links}</nav>\n<main>{body}</main></body></html>\n'
    )


def _entry(place: str, text: str, target: str) -> str:
    current = ' aria-current="page"' if target == place else ""
    return f'<a href="{_relative(place, target)}"{current}>{text}</a>'


def style() -> str:
    """The style sheet, in the colours of the program."""
    from ckmdesk.look.theme import DARK, LIGHT

    def colours(tokens: object) -> str:
        named = {name: value for name, value in vars(tokens).items() if isinstance(value, str)}
        return " ".join(f"--{name}: {value};" for name, value in named.items())

    sheet = (TEMPLATES / "site.css").read_text(encoding="utf-8")
    dark = f"@media (prefers-color-scheme: dark) {{ :root {{ {colours(DARK)} }} }}"
    return f":root {{ {colours(LIGHT)} }}\n{dark}\n{sheet}"


# --- the handbook ----------------------------------------------------------------------------------------------------


def handbook_pages(root: Path, language: str) -> list[Path]:
    """The pages of the handbook: the first one, and the others in the order in which it names them."""
    folder = root / "resources" / "handbook" / language
    first = folder / "index.md"
    if not first.exists():
        return []
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


def command_sections() -> list[Section]:
    """What is searched of the commands: what each is for, in both languages."""
    from ckmcore.cli import build_parser

    german = {one.prog: one.description or "" for one in _commands(build_parser("de"))}
    english = {one.prog: one.description or "" for one in _commands(build_parser("en"))}
    return [
        ("The command ckm", name, f"{COMMANDS}#{name.replace(' ', '-')}", f"{text} {german[name]}".strip())
        for name, text in english.items()
    ]


def public_names(module: ModuleType) -> list[Section]:
    """What is searched of the reference: the first paragraph of each public name."""
    found: list[Section] = []
    for name in module.__all__:
        words = (getattr(module, name).__doc__ or "") if callable(getattr(module, name)) else ""
        found.append(("Reference", name, f"{REFERENCE}#{name}", " ".join(words.partition("\n\n")[0].split())))
    return found


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
        made |= {COMMANDS: commands(), STYLE: style(), **reference(ckmcore)}
        searched = [*sections(pages), *public_names(ckmcore), *command_sections()]
        made[INDEX] = f"var INDEX = {json.dumps(searched, ensure_ascii=False)};\n"
        made[SEARCH] = (TEMPLATES / SEARCH).read_text(encoding="utf-8")
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
