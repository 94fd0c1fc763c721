"""A built page: what it is called, what it asks for, where it leads, and which places it has. It knows no generator."""

import os
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# What a browser fetches by itself, and where it is said.
FETCHED = {
    "script": ("src",),
    "link": ("href",),
    "img": ("src", "srcset"),
    "iframe": ("src",),
    "source": ("src", "srcset"),
    "video": ("src", "poster"),
    "audio": ("src",),
    "object": ("data",),
    "embed": ("src",),
    "use": ("href",),
    "form": ("action",),
}
# Links of a head that name something and fetch nothing.
NAMING = {"canonical", "alternate", "prev", "next", "author", "license"}


@dataclass
class Page:
    """`fetched` is what the page asks for by itself, `links` where it leads, `ids` what a link may end at."""

    path: Path
    title: str = ""
    fetched: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    classes: set[str] = field(default_factory=set)


class Reader(HTMLParser):
    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page
        self.in_title = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        self.in_title = tag == "title" and not self.page.title
        self.page.ids |= {said[name] for name in ("id", "name") if name in said}
        self.page.classes |= set(said.get("class", "").split())
        if tag == "a" and "href" in said:
            self.page.links.append(said["href"])
        if tag == "link" and NAMING & set(said.get("rel", "").split()):
            return
        self.page.fetched += [said[name] for name in FETCHED.get(tag, ()) if said.get(name)]

    def handle_data(self, data: str) -> None:
        if self.in_title:
            self.page.title += data

    def handle_endtag(self, tag: str) -> None:
        self.in_title = self.in_title and tag != "title"


def read(path: Path) -> Page:
    """The page in a file."""
    page = Page(path)
    Reader(page).feed(path.read_text(encoding="utf-8"))
    return page


def is_outside(address: str) -> bool:
    """Whether an address leaves the site: it has a host, or a scheme other than that of data in place."""
    parts = urlsplit(address)
    return bool(parts.netloc) or parts.scheme not in {"", "data"}


def aim(page: Path, address: str) -> tuple[Path, str]:
    """The file and the place in it that an inner address leads to."""
    parts = urlsplit(address)
    file = os.path.normpath(f"{page.parent}/{unquote(parts.path)}") if parts.path else page
    return Path(file), unquote(parts.fragment)
