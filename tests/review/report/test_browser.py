"""The page in a real browser: with script and without, on a narrow screen; it runs nothing of a project's."""

import re
from pathlib import Path

import pytest

from chaindsl.review.project import view_project
from chaindsl.review.report.document import report_page
from tests.browser import CHROMIUM, NO_BROWSER, opened
from tests.review.report.project import written

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=NO_BROWSER)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = written(tmp_path_factory.mktemp("project"))
    path = folder / "report.html"
    path.write_text(report_page(view_project((), str(folder)), str(folder), "Report", "0"), encoding="utf-8")
    return path


def with_test(page: Path, name: str, script: str) -> Path:
    """The page without its policy and with a script of a test's at its end."""
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page.read_text(encoding="utf-8"))
    made = page.with_name(name)
    made.write_text(text.replace("</body>", f"<script>{script}</script></body>"), encoding="utf-8")
    return made


def test_its_own_script_runs_under_its_policy(page: Path) -> None:
    found = opened(page)
    assert found.count('class="zoom"') == 2
    assert 'class="zoom" hidden' not in found
    assert found.count('class="picture ready"') == 2


def test_everything_is_there_without_script(page: Path) -> None:
    text, changed = re.subn(
        "script-src &#x27;sha256-[^&]*&#x27;;", "script-src &#x27;none&#x27;;", page.read_text(encoding="utf-8")
    )
    assert changed == 1
    without = page.with_name("without.html")
    without.write_text(text, encoding="utf-8")
    found = opened(without)
    assert found.count('class="zoom" hidden=""') == 2
    assert found.count("<svg") == 2
    assert "CD109" in found


def test_another_script_is_stopped(page: Path) -> None:
    hostile = page.with_name("hostile.html")
    text = page.read_text(encoding="utf-8").replace("</body>", "<script>document.title = 'ran'</script></body>")
    hostile.write_text(text, encoding="utf-8")
    assert "<title>Report</title>" in opened(hostile)


def test_zooming_and_going_back(page: Path) -> None:
    script = """
const width = () => Math.round(document.querySelector(".picture svg").getBoundingClientRect().width);
const press = value => document.querySelector(`.zoom button[value="${value}"]`).click();
const seen = [width()];
for (const value of ["in", "out", "out", "reset"]) { press(value); seen.push(width()); }
document.title = seen.join(" ");
"""
    found = re.search(r"<title>([\d ]+)</title>", opened(with_test(page, "zoom.html", script)))
    assert found is not None
    start, larger, same, smaller, back = map(int, found[1].split())
    assert larger > start > smaller
    assert abs(same - start) <= 1
    assert back == start


def test_a_link_to_source_opens_it(page: Path) -> None:
    script = 'location.hash = "s0-10"; setTimeout(() => { document.title = "later"; }, 50);'
    found = opened(with_test(page, "link.html", script), "--virtual-time-budget=2000")
    assert re.search(r'<details open=""><summary><code>flows.py</code>', found)


def test_nothing_is_wider_than_a_phone(page: Path) -> None:
    # The browser's own window is never narrower than 500; a frame is as narrow as a phone.
    frame = page.with_name("phone.html")
    inner = with_test(page, "inner.html", "parent.postMessage(document.documentElement.scrollWidth, '*')")
    frame.write_text(
        f'<iframe src="{inner.name}" width="390" height="844"></iframe>'
        "<script>onmessage = event => { document.title = event.data; }</script>",
        encoding="utf-8",
    )
    found = opened(frame, "--virtual-time-budget=3000", "--allow-file-access-from-files")
    assert "<title>390</title>" in found
