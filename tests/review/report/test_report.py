"""The page says everything about a project, escapes what it shows, and links pictures and source both ways."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from chaindsl.review.project import view_project
from chaindsl.review.report.document import report_page
from tests.review.report.project import written

VOID = {"meta", "link", "br"}


class Read(HTMLParser):
    """Reads a page: its texts, identifiers, links, and whether every element is closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[str] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append(tag)
        self.ids += [str(found["id"])] if "id" in found else []
        self.links += [str(found[name]) for name in ("href", "xlink:href") if name in found]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = written(tmp_path_factory.mktemp("project"))
    return report_page(view_project((), str(folder)), str(folder), "A <title>", "0")


def test_every_element_is_closed_and_every_identifier_is_there_once(page: str) -> None:
    read = Read(page)
    assert read.open == []
    assert len(read.ids) == len(set(read.ids))


def test_links_lead_into_the_page_only_and_to_something(page: str) -> None:
    read = Read(page)
    inner = {link for link in read.links if link != "data:,"}
    assert inner
    assert {link.removeprefix("#") for link in inner} <= set(read.ids)


def test_the_picture_leads_to_the_source_and_the_source_to_the_flow(page: str) -> None:
    classify = next(n for n, line in enumerate(written_lines(), 1) if "def classify" in line) - 1
    flow = next(n for n, line in enumerate(written_lines(), 1) if line.startswith("qa = chain"))
    assert f'<a xlink:href="#s0-{classify}"' in page
    assert re.search(rf'id="s0-{flow}"[^>]*>[^\n]*<a href="#flow-1">', page)
    # The step that stands in another file leads there.
    assert '<a xlink:href="#s1-3"' in page


def written_lines() -> list[str]:
    from tests.review.report.project import FLOWS

    return FLOWS.split("\n")


def test_nothing_shown_is_markup(page: str) -> None:
    read = Read(page)
    assert read.tags.count("script") == 1
    assert read.tags.count("title") == 1
    assert "A <title>" in read.texts
    assert any("Classify </pre><script>alert(1)</script>" in text for text in read.texts)
    assert not re.search(r"<[^>]* (style|on\w+)=", page)


def test_it_fetches_nothing(page: str) -> None:
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    rules = dict(rule.split(" ", 1) for rule in policy[1].replace("&#x27;", "'").split("; "))
    assert rules["default-src"] == "'none'"
    assert all(value.startswith("'sha256-") for name, value in rules.items() if name in ("style-src", "script-src"))
    outside = set(re.findall(r'https?://[^"\s<]+', page)) - {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }
    assert outside == set()


def test_what_it_says(page: str) -> None:
    texts = " ".join(Read(page).texts)
    for said in (
        "2 flows in 1 of 3 files",
        "classify 1×2 + max(draft 1×2, draft 1×2) = 4",
        "always approve before done",
        "always approve before done – broken",
        "CD109",
        "ask, version 3 – used by classify",
        "⚠ CD202 unread-key",
        "Paths: 2",
    ):
        assert said in texts, said


def test_the_same_project_gives_the_same_bytes(page: str, tmp_path: Path) -> None:
    folder = written(tmp_path)
    assert report_page(view_project((), str(folder)), str(folder), "A <title>", "0") == page


def test_without_flows_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    assert "There is no flow in these files." in report_page(view_project((), str(tmp_path)), str(tmp_path), "t", "0")


def test_without_a_layout_program_the_picture_is_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chaindsl.draw.render.programs", tuple)
    folder = written(tmp_path)
    made = report_page(view_project((), str(folder)), str(folder), "t", "0")
    assert "this is it as Mermaid text" in made
    assert "flowchart TB" in made
