"""The pages as a site: all are in its navigation, links and places resolve, and nothing is fetched from elsewhere."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pages.html import Page, aim, is_outside, read
from tests.pages.site import CONFIGURATION, ROOT, navigation, with_rules

pytestmark = pytest.mark.xdist_group("pages")
FETCHES = re.compile(r"@import|url\(\s*[\"']?(?:https?:)?//")
PARTS = ["how-to", "reference", "explanation"]


def built(folder: Path) -> tuple[int, str]:
    """Build the site in a folder; what it says, without colours."""
    environment = {"PATH": os.environ["PATH"], "NO_COLOR": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict"],
        cwd=folder,
        env=environment,
        capture_output=True,
        timeout=300,
        check=False,
    )
    return done.returncode, re.sub(r"\x1b\[[0-9;]*m", "", (done.stdout + done.stderr).decode())


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Page]:
    """All pages by their files."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copy(CONFIGURATION, folder)
    shutil.copytree(ROOT / "docs", folder / "docs")
    status, said = built(folder)
    assert (status, "No issues found" in said) == (0, True), said
    return {path.resolve(): read(path) for path in (folder / "build" / "docs").rglob("*.html")}


def top(site: dict[Path, Page]) -> Path:
    return next(path.parent for path in site if path.name == "404.html")


def test_every_page_is_in_the_navigation_once() -> None:
    pages = sorted(path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md"))
    assert sorted(navigation()) == pages
    assert [page for page in pages if page.split("/")[0] not in PARTS] == ["index.md", "tutorial.md"]


def test_the_navigation_has_all_rules(request: pytest.FixtureRequest) -> None:
    text = CONFIGURATION.read_text(encoding="utf-8")
    wanted = with_rules(text)
    if request.config.getoption("--accept-golden"):
        CONFIGURATION.write_text(wanted, encoding="utf-8")
        text = wanted
    assert text == wanted, "`make golden` accepts the navigation"


def test_each_page_becomes_one_of_the_site(site: dict[Path, Page]) -> None:
    wanted = {"404.html", *(page.removesuffix(".md") + ".html" for page in navigation())}
    assert {path.relative_to(top(site)).as_posix() for path in site} == wanted


def test_no_two_pages_have_one_title(site: dict[Path, Page]) -> None:
    titles = [page.title for path, page in site.items() if path.name != "404.html"]
    assert sorted(titles) == sorted(set(titles))
    assert all(titles)


def test_every_link_leads_to_a_place(site: dict[Path, Page]) -> None:
    wrong = []
    for path, page in site.items():
        for link in page.links:
            if is_outside(link) or path.name == "404.html":
                continue
            file, place = aim(path, link)
            known = file in site and (not place or place in site[file].ids)
            if not known and (place or not file.is_file()):
                wrong.append(f"{path.relative_to(top(site))}: {link}")
    assert wrong == []


def test_each_page_is_led_to_by_another(site: dict[Path, Page]) -> None:
    led = {aim(path, link)[0] for path, page in site.items() for link in page.links if not is_outside(link)}
    assert [path.name for path in sorted(set(site) - led) if path.name != "404.html"] == []


def test_nothing_is_fetched_from_elsewhere(site: dict[Path, Page]) -> None:
    asked = {(path.name, one) for path, page in site.items() for one in page.fetched if is_outside(one)}
    assert asked == set()
    styles = [path for path in top(site).rglob("*.css") if FETCHES.search(path.read_text(encoding="utf-8"))]
    assert styles == []
    # Where an element has one of these, the script of the site fetches another one.
    assert not {"mermaid", "arithmatex"} & {name for page in site.values() for name in page.classes}


def test_drawings_are_pictures(site: dict[Path, Page]) -> None:
    shown = [page for page in navigation() if "```mermaid" in (ROOT / "docs" / page).read_text(encoding="utf-8")]
    drawn = [path for path, page in site.items() if any(one.startswith("data:image/svg") for one in page.fetched)]
    assert sorted(path.relative_to(top(site)).with_suffix(".md").as_posix() for path in drawn) == sorted(shown)
    assert shown


def test_what_is_fetched_is_there(site: dict[Path, Page]) -> None:
    missing = {
        (path.name, one)
        for path, page in site.items()
        if path.name != "404.html"
        for one in page.fetched
        if not is_outside(one) and not one.startswith(("data:", "#")) and not aim(path, one)[0].is_file()
    }
    assert missing == set()


@pytest.mark.parametrize("link", ["missing.md", "tutorial.md#missing"])
def test_a_broken_link_fails_the_build(tmp_path: Path, link: str) -> None:
    shutil.copy(CONFIGURATION, tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text(f"# Start\n\n[There]({link})\n")
    (tmp_path / "docs" / "tutorial.md").write_text("# Tutorial\n")
    (tmp_path / "docs" / "site.css").write_text("")
    status, said = built(tmp_path)
    assert status != 0
    assert "index.md:3:" in said


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "README.md"])
def test_pages_beside_the_site_lead_to_what_is_there(page: str) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", (ROOT / page).read_text(encoding="utf-8"))
    assert [link for link in links if not is_outside(link) and not (ROOT / link).exists()] == []
