"""The page in a real browser: it opens, with script and without, on a narrow screen, and runs nothing of a trace's."""

import re
from pathlib import Path

import pytest

from chaindsl.view.page.run import LIMIT, run_page
from tests.browser import CHROMIUM, NO_BROWSER, opened, screenshot
from tests.view.big import big
from tests.view.runs import ANSWERS, PAGES, REPORT, report, written

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=NO_BROWSER)
NARROW = "--window-size=390,844"
COUNT = """<script>
const steps = document.querySelectorAll("#steps > .step"), text = document.body.textContent;
document.body.textContent = `${steps.length} ${text.length}`;
</script>"""
MEASURE = "<script>document.title = `${innerWidth} ${document.documentElement.scrollWidth}`</script>"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("browser")
    path = folder / "report.html"
    path.write_text(run_page(report(folder)), encoding="utf-8")
    return path


def test_its_own_script_runs_and_shows_the_search(page: Path) -> None:
    assert 'id="tools" hidden' in page.read_text(encoding="utf-8")
    found = opened(page)
    assert '<div id="tools">' in found
    assert '<details class="step is-ok" id="a1">' in found
    assert found.count('class="step is-') == 11


def test_everything_is_there_without_script(page: Path, tmp_path: Path) -> None:
    text, changed = re.subn(
        "script-src &#x27;sha256-[^&]*&#x27;;", "script-src &#x27;none&#x27;;", page.read_text(encoding="utf-8")
    )
    assert changed == 1
    (tmp_path / "p.html").write_text(text, encoding="utf-8")
    found = opened(tmp_path / "p.html")
    assert '<div id="tools" hidden="">' in found
    assert found.count('class="step is-') == 11


def test_a_link_opens_its_step(page: Path, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8").replace("open();\n})", 'location.hash = "a1";\n})')
    (tmp_path / "p.html").write_text(without_policy(text), encoding="utf-8")
    assert re.search(r'<details class="step is-ok" id="a1" open="">', opened(tmp_path / "p.html"))


def without_policy(page: str) -> str:
    """The page so that a test's own script may run in it."""
    return re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page)


def test_the_policy_stops_a_script_that_is_not_its_own(page: Path, tmp_path: Path) -> None:
    evil = "<script>document.title = 'pwned'</script><img src=x onerror=\"document.title = 'pwned'\">"
    (tmp_path / "p.html").write_text(
        page.read_text(encoding="utf-8").replace("<main>", f"{evil}<main>"), encoding="utf-8"
    )
    assert "<title>report: completed</title>" in opened(tmp_path / "p.html")
    (tmp_path / "q.html").write_text(
        without_policy((tmp_path / "p.html").read_text(encoding="utf-8")), encoding="utf-8"
    )
    assert "<title>pwned</title>" in opened(tmp_path / "q.html")


def test_nothing_in_a_trace_runs_even_without_the_policy(tmp_path: Path) -> None:
    evil = "</pre></script><script>document.title='pwned'</script><img src=x onerror=\"document.title='pwned'\">"
    answers = {**ANSWERS, "extract": [evil, OSError(evil), evil], "draft": [evil, f"moons {evil}"]}
    trace = written(tmp_path / "t.jsonl", REPORT, {**PAGES, "pages": [evil, evil, evil]}, answers)
    (tmp_path / "p.html").write_text(without_policy(run_page(trace)), encoding="utf-8")
    assert "<title>report: completed</title>" in opened(tmp_path / "p.html")


def test_nothing_reaches_beyond_a_narrow_screen(page: Path, tmp_path: Path) -> None:
    text = without_policy(page.read_text(encoding="utf-8")).replace('<details class="step', '<details open class="step')
    (tmp_path / "p.html").write_text(text.replace("</body>", f"{MEASURE}</body>"), encoding="utf-8")
    width, needed = re.findall(r"<title>(\d+) (\d+)</title>", opened(tmp_path / "p.html", NARROW))[0]
    assert int(needed) <= int(width) <= 500


def test_it_is_another_picture_in_the_dark_and_on_a_phone(page: Path, tmp_path: Path) -> None:
    light = screenshot(page, tmp_path / "light.png", 1280, 900)
    dark = screenshot(page, tmp_path / "dark.png", 1280, 900, "--blink-settings=preferredColorScheme=0")
    phone = screenshot(page, tmp_path / "phone.png", 390, 844)
    assert len({light, dark, phone}) == 3
    assert all(picture.startswith(b"\x89PNG") for picture in (light, dark, phone))


def test_a_run_of_1000_steps_with_10_mb_of_values_opens(tmp_path: Path) -> None:
    trace = big(tmp_path / "big.jsonl", steps=1_000, characters=10_001)
    assert sum(len(attempt.output) for attempt in trace.attempts) > 10_000_000
    page = run_page(trace)
    assert len(page.encode()) <= LIMIT < 12_000_000
    # The browser counts, since writing out what stands in so long a page takes it longer than opening it.
    text = without_policy(page).replace("</body>", f"{COUNT}</body>")
    (tmp_path / "big.html").write_text(text, encoding="utf-8")
    (told,) = re.findall(r"<body>(\d+) (\d+)\s*</body>", opened(tmp_path / "big.html"))
    assert int(told[0]) == 1_000
    assert int(told[1]) > 10_000_000
