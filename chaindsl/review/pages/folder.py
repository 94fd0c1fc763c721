"""A folder of pages: which files it should hold, what is stale in it, and how it is brought up to date.

Only files that begin with the mark of made pages are ever replaced or removed.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from chaindsl.errors import ChainDslError
from chaindsl.graph.flow import Flow
from chaindsl.graph.unknown import Unknown
from chaindsl.review.pages.markdown import MARK, flow_page, index_page

INDEX = "README.md"
_LONGEST = 80


def pages_of(flows: Sequence[Flow]) -> dict[str, str]:
    """Return the text of each page by its file's name, the index included. Names are told apart by a number."""
    files: dict[str, Flow] = {}
    taken = {INDEX.casefold()}
    for flow in flows:
        name = "flow" if isinstance(flow.name, Unknown) else flow.name
        stem = re.sub(r"[^\w-]+", "_", name)[:_LONGEST].strip("_") or "flow"
        file, number = f"{stem}.md", 2
        while file.casefold() in taken:
            file, number = f"{stem}-{number}.md", number + 1
        taken.add(file.casefold())
        files[file] = flow
    return {INDEX: index_page(list(files.items())), **{file: flow_page(flow) for file, flow in files.items()}}


def stale(folder: Path, pages: dict[str, str]) -> list[str]:
    """Return what is not as it should be, a line each: pages that differ, are missing, or should not be there."""
    found = []
    for file, text in pages.items():
        path = folder / file
        if not path.is_file():
            found.append(f"{path}: missing")
        elif path.read_bytes() != text.encode():
            found.append(f"{path}: stale")
    return found + [f"{path}: there is no such flow any longer" for path in _left_over(folder, pages)]


def update(folder: Path, pages: dict[str, str]) -> int:
    """Write the pages that differ, remove those of flows that are gone, and return how many files changed.

    Raises ChainDslError (`not-ours`) before anything is written where a page would replace a file that was not made.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for file in pages:
        path = folder / file
        if path.exists() and not _made(path):
            hint = "move it away, or name another folder"
            raise ChainDslError("not-ours", f"{path} was not made by chaindsl docs, so it is not replaced", hint=hint)
    changed = 0
    for file, text in pages.items():
        path = folder / file
        if not path.is_file() or path.read_bytes() != text.encode():
            path.write_bytes(text.encode())
            changed += 1
    for path in _left_over(folder, pages):
        path.unlink()
        changed += 1
    return changed


def _left_over(folder: Path, pages: dict[str, str]) -> Iterator[Path]:
    """Made pages that are not among those that should be there."""
    for path in sorted(folder.glob("*.md")):
        if path.name not in pages and _made(path):
            yield path


def _made(path: Path) -> bool:
    with path.open("rb") as file:
        return file.readline().rstrip(b"\r\n") == MARK.encode()
