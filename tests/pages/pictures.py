"""Extends Markdown: where a page has what `chaindsl draw` prints as Mermaid, the site has the same as a picture.

Mermaid is drawn by whoever shows the page, which a site does with a script from elsewhere.
"""

import re
import shlex
import tempfile
from base64 import b64encode
from pathlib import Path

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

from tests.prose.page import blocks
from tests.prose.playground import Playground

DRAWN = re.compile(
    r"^<!-- output: (chaindsl draw .+) -o - --format mmd -->\n```mermaid\n.*?^```$", re.MULTILINE | re.DOTALL
)
# Behind what makes lines of one kind, before what looks for fences.
PRIORITY = 28


class Drawer(Preprocessor):
    """Puts pictures in the place of Mermaid."""

    def run(self, lines: list[str]) -> list[str]:
        text = "\n".join(lines)
        return with_pictures(text).split("\n") if DRAWN.search(text) else lines


class Pictures(Extension):
    def extendMarkdown(self, md: Markdown) -> None:
        md.preprocessors.register(Drawer(md), "pictures", PRIORITY)


def with_pictures(text: str) -> str:
    """The page with a picture for each of its drawings; it is drawn anew from the files that the page shows."""
    with tempfile.TemporaryDirectory() as made:
        page = Path(made, "page.md")
        page.write_text(f"{text}\n", encoding="utf-8")
        playground = Playground(Path(made), page.name)
        playground.prepare(blocks(page))
        return DRAWN.sub(lambda found: picture(playground, found[1]), text)


def picture(playground: Playground, command: str) -> str:
    """The image that a command draws; a RuntimeError with what it says where it draws none."""
    status, said = playground.run(*shlex.split(command), "--theme", "auto", "-o", "picture.svg")
    if status:
        raise RuntimeError(f"{command}: {said}")
    data = b64encode((playground.folder / "picture.svg").read_bytes()).decode()
    return f'<img alt="What {command} draws" src="data:image/svg+xml;base64,{data}">'


def makeExtension() -> Pictures:
    """What Markdown asks a module for."""
    return Pictures()
