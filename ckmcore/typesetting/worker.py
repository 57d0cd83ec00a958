"""The process that sets pages: a request by its input, the PDF by its output; a failure goes out as JSON."""

from __future__ import annotations

import base64
import ctypes
import importlib
import importlib.util
import io
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, String

HERE = Path(__file__).parent
FONTS = HERE / "fonts"
FONTS_OF_PICTURES = HERE.parent / "pictures" / "fonts"
MOST_BYTES = 4 << 30
_EXTENDED_LIMITS, _PROCESS_MEMORY = 9, 0x100  # JobObjectExtendedLimitInformation, JOB_OBJECT_LIMIT_PROCESS_MEMORY
_STANDARDS: Any = ["a-2a", "ua-1"]  # PDF/A-2a and PDF/UA-1
_WITH_FILES: Any = ["a-3a", "ua-1"]
_NO_GLYPH = re.compile(r"the text `\"(.*?)\"` could not be displayed")


def main() -> int:
    """Set the pages of the request at the input; the exit code."""
    _limit_memory()
    request = json.loads(sys.stdin.buffer.read())
    if "read" in request:
        for line in _reader().records(base64.b64decode(request["read"]), saved):
            sys.stdout.buffer.write(line + b"\n")
        return 0
    pieces = [base64.b64decode(piece) for piece in request.get("join", ())]
    content = joined(pieces) if pieces else set_pages(request)
    if isinstance(content, list):
        content = json.dumps({"families": content}).encode()
    if isinstance(content, str):
        lacking = _NO_GLYPH.search(content)
        content = json.dumps({"letters": lacking[1]} if lacking else {"detail": content}).encode()
    sys.stdout.buffer.write(content)
    return 0


def _reader() -> Any:
    """The module that takes a PDF apart: in a bundle of its package, else the file beside this one."""
    if __name__ != "__main__":
        return importlib.import_module("ckmcore.typesetting.tagged_pages")
    spec = importlib.util.spec_from_file_location("tagged_pages", HERE / "tagged_pages.py")
    if spec is None or spec.loader is None:
        raise ImportError("tagged_pages")
    module = sys.modules["tagged_pages"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _limit_memory() -> None:
    """What takes more memory ends this process, and not the machine."""
    if sys.platform == "win32":
        try:
            kernel = ctypes.WinDLL("kernel32")
        except OSError:
            return
        limit_by_job(kernel)
        return
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))


class JobLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION of Windows, with the basic limits and the counters of input and output."""

    _fields_ = (
        ("user_times", ctypes.c_int64 * 2),
        ("flags", ctypes.c_uint32),
        ("working_set", ctypes.c_size_t * 2),
        ("processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority", ctypes.c_uint32 * 2),
        ("counters", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("further_memory", ctypes.c_size_t * 3),
    )


def limit_by_job(kernel: Any) -> bool:
    """Limit the memory of this process by a job object of its own, which lasts as long as the process; whether Windows
    let us. kernel: kernel32.dll."""
    handle = ctypes.c_void_p
    kernel.CreateJobObjectW.restype = kernel.GetCurrentProcess.restype = handle
    kernel.CreateJobObjectW.argtypes = [handle, handle]
    kernel.SetInformationJobObject.argtypes = [handle, ctypes.c_int, handle, ctypes.c_uint32]
    kernel.AssignProcessToJobObject.argtypes = [handle, handle]
    kernel.CloseHandle.argtypes = [handle]
    job = kernel.CreateJobObjectW(None, None)
    if not job:
        return False
    wanted = JobLimits(flags=_PROCESS_MEMORY, process_memory=min(MOST_BYTES, sys.maxsize))
    is_set = kernel.SetInformationJobObject(job, _EXTENDED_LIMITS, ctypes.byref(wanted), ctypes.sizeof(wanted))
    is_limited = bool(is_set and kernel.AssignProcessToJobObject(job, kernel.GetCurrentProcess()))
    if not is_limited:
        kernel.CloseHandle(job)
    return is_limited


def set_pages(request: dict[str, Any]) -> bytes | str | list[str]:
    """The PDF or PNG of a request, or what Typst says against it; the families of its fonts where they are not one."""
    import typst

    data = json.loads(request["data"])
    with tempfile.TemporaryDirectory() as empty, tempfile.TemporaryDirectory() as own:
        places = [str(FONTS)]
        if request.get("fonts"):
            for file in request["fonts"]:
                shutil.copy(file, own)
            families = list(_fonts([own]).families())
            if len(families) != 1:
                return families
            places, data["font"] = [own, str(FONTS)], families[0]
        if data.get("picture"):
            places.append(str(FONTS_OF_PICTURES))
        files: Any = {
            "main.typ": (HERE / f"{request['template']}.typ").read_bytes(),
            "data.json": json.dumps(data).encode(),
        }
        fonts = _fonts(places)
        compiler = typst.Compiler(files, root=empty, font_paths=fonts, package_path=empty, package_cache_path=empty)
        try:
            # A later piece has no title of its own, which PDF/UA demands of a whole file.
            standards = _WITH_FILES if data.get("figures") else _STANDARDS
            standards = standards[:1] if request.get("piece") or request.get("count") else standards
            if data.get("measure"):
                return str(compiler.query("<measured>", field="value")).encode()
            if request.get("dpi"):
                content, warnings = compiler.compile_with_warnings(format="png", ppi=request["dpi"])
            else:
                content, warnings = compiler.compile_with_warnings(format="pdf", pdf_standards=standards, timestamp=0)
        except typst.TypstError as error:
            return " ".join([error.message, *error.hints])
    if not isinstance(content, bytes) or warnings:
        return "; ".join(warning.message for warning in warnings)
    if request.get("dpi"):
        return content
    if request.get("count"):
        with pikepdf.open(io.BytesIO(content)) as pdf:
            return str(len(pdf.pages)).encode()
    heads, piece = data.get("tables", ()), request.get("piece", 0)
    return with_row_heads(content, request["program"], heads, parted=request["template"] == "table", piece=piece)


def _fonts(places: list[str]) -> Any:
    import typst

    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=places)


# --- heads of rows, which Typst leaves as cells of figures ------------------------------------------------------------


def with_row_heads(
    content: bytes, program: str, tables: Sequence[Mapping[str, Any]], *, parted: bool, piece: int = 0
) -> bytes:
    """A PDF by Typst with heads of rows, and with the program that made it.

    tables: as in the data of a template. In `parted` files each may have several parts, which have all of its columns
    together. piece: number of the piece, which names of heads begin with.
    """
    with pikepdf.open(io.BytesIO(content)) as pdf:
        root = pdf.Root.StructTreeRoot
        names = pikepdf.NameTree(root.IDTree) if tables else {}
        number, part, left = -1, 0, 0
        for element in root.K[0].K:
            if element.S == "/Table":
                part += 1
                if left == 0:  # the columns of the table before are all there
                    number += 1
                    left = len(tables[number]["widest"]) if parted else 1
                left -= _columns_of(element) - len(tables[number]["stub"]) if parted else 1
                for name, cell in _mark(element, tables[number], f"p{piece}r{part}" if piece else f"r{part}"):
                    names[name] = cell
        # By hand: what pikepdf has for this needs another library.
        _replace_property(pdf, "xmp:CreatorTool", program)
        if program:
            pdf.docinfo.Creator = program
        else:  # of releases from before files named their program
            del pdf.docinfo.Creator
        return saved(pdf)


def _columns_of(table: Any) -> int:
    """How many columns a table has, by the first line of its body, into which nothing reaches down."""
    lines = next((part.K for part in table.K if part.S == "/TBody"), table.K)
    return sum(int(_attributes(cell).get(Name.ColSpan, 1)) for cell in lines[0].K)


def _replace_property(pdf: pikepdf.Pdf, name: str, text: str) -> None:
    """Write a property of a file as XML, which Typst has written there."""
    properties = pdf.Root.Metadata.read_bytes().decode()
    pattern = rf"(?<=<{name}>)[^<]*(?=</{name}>)"
    pdf.Root.Metadata.write(re.sub(pattern, lambda _: escape(text), properties).encode())


def saved(pdf: pikepdf.Pdf) -> bytes:
    """A PDF as our files are saved: the same bytes for the same objects."""
    made = io.BytesIO()
    pdf.save(
        made,
        deterministic_id=True,
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
        recompress_flate=False,
        fix_metadata_version=False,
    )
    return made.getvalue()


def _mark(element: Any, table: Mapping[str, Any], name: str) -> Iterator[tuple[str, Any]]:
    """Make the heads of the rows of a table; gives the name of each, with its element."""
    for part in element.K:
        if part.S == "/THead":
            _leave_empty(part)
    lines = next((part.K for part in element.K if part.S == "/TBody"), element.K)
    depth = len(table["stub"])
    above: list[tuple[str, int]] = [("", 0)] * depth  # the head at each level, and the row at which it ends
    block = ""
    for row, (line, (kind, labels, figures, *_)) in enumerate(zip(lines, table["rows"], strict=True)):
        cells = list(line.K)
        if kind == "block":
            block = f"{name}-{row}"
            _make_head(cells[0], block, Name.Column, [])
            yield block, cells[0]
            continue
        outer = [String(block)] if block else []
        for cell, (level, text, _, rows, _) in zip(cells, labels, strict=False):
            above[level] = ("", 0)
            if text:
                own = f"{name}-{row}-{level}"
                beside = [String(head) for head, end in above[:level] if end > row]
                _make_head(cell, own, Name.Row, [*outer, *beside])
                above[level] = (own, row + rows)
                yield own, cell
        if figures is None:
            continue
        heads = [*outer, *(String(head) for head, end in above if end > row)]
        for cell in cells[len(labels) :]:
            attributes = _attributes(cell)
            attributes.Headers = Array([*heads, *attributes.get(Name.Headers, Array())])


def _leave_empty(head: Any) -> None:
    """Make cells of figures of the cells of a head that have no text: they are heads of nothing."""
    for line in head.K:
        for cell in line.K:
            if not cell.get(Name.K):
                cell.S = Name.TD
                del _attributes(cell).Scope


def _make_head(cell: Any, name: str, scope: Name, heads: Sequence[String]) -> None:
    attributes = _attributes(cell)
    attributes.Scope, attributes.Headers = scope, Array([*heads, *attributes.get(Name.Headers, Array())])
    cell.S, cell.ID = Name.TH, String(name)


def _attributes(cell: Any) -> Any:
    """What a cell says of itself as a part of a table."""
    if Name.A not in cell:
        cell.A = Array([Dictionary(O=Name.Table)])
    return cell.A[0]


# --- pieces ----------------------------------------------------------------------------------------------------------


def joined(pieces: Sequence[bytes]) -> bytes:
    """One PDF of several pieces: pages, structure and names of all, under the properties of the first one."""
    with pikepdf.open(io.BytesIO(pieces[0])) as pdf:
        root = pdf.Root.StructTreeRoot
        document, names, parents = root.K[0], pikepdf.NameTree(root.IDTree), pikepdf.NumberTree(root.ParentTree)
        for number, piece in enumerate(pieces[1:], 1):
            with pikepdf.open(io.BytesIO(piece)) as other:
                _rename(other.Root.StructTreeRoot.K[0], f"p{number}")
                first, offset = len(pdf.pages), int(root.ParentTreeNextKey)
                pdf.pages.extend(other.pages)
                added = pdf.copy_foreign(other.Root.StructTreeRoot)
                for page in [page for page in list(pdf.pages)[first:] if Name.StructParents in page.obj]:  # not empty
                    page.obj.StructParents = int(page.obj.StructParents) + offset
                for key, parent in pikepdf.NumberTree(added.ParentTree).items():
                    parents[int(key) + offset] = parent
                for element in added.K[0].K:
                    element.P = document
                    document.K.append(element)
                for cell in _named(added.K[0]):
                    names[str(cell.ID)] = cell
                root.ParentTreeNextKey = offset + int(added.ParentTreeNextKey)
        _replace_property(pdf, "xmpTPg:NPages", str(len(pdf.pages)))
        return saved(pdf)


def _named(element: Any) -> Iterator[Any]:
    """The elements of a structure that have a name: heads of tables."""
    for table in element.K:
        if table.S == "/Table":
            for part in table.K:
                for line in part.K:
                    yield from (cell for cell in line.K if Name.ID in cell)


def _rename(document: Any, piece: str) -> None:
    """Give heads that Typst named by their place the name of their piece, too."""

    def of_piece(name: String) -> String:
        return String(piece + str(name)) if str(name).startswith("U") else name

    for table in document.K:
        if table.S != "/Table":
            continue
        for part in table.K:
            for line in part.K:
                for cell in line.K:
                    if Name.ID in cell:
                        cell.ID = of_piece(cell.ID)
                    attributes = _attributes(cell)
                    if Name.Headers in attributes:
                        attributes.Headers = Array([of_piece(name) for name in attributes.Headers])


if __name__ == "__main__":
    sys.exit(main())
