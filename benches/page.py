"""How long a real browser takes to open the page of a run of 1,000 steps with 10 MB of values, and how big it is.

Run `python -m benches.page`; it needs chromium. The time is the browser's own, from the beginning of the navigation
until the whole page is read and laid out, so its start is not in it. A page that holds nothing is opened beside it.
"""

import re
import statistics
import tempfile
import time
from pathlib import Path

from benches.table import table
from chaindsl.view.page.run import run_page
from tests.browser import CHROMIUM, NO_BROWSER, opened
from tests.view.big import big

ROUNDS = 5
# Has the whole page laid out, says when, and empties it: to write it all out takes longer than to open it.
STOPWATCH = """<script>
const height = document.documentElement.scrollHeight;
document.body.textContent = `ms ${Math.round(performance.now())} for ${height} pixels`;
</script>"""


def seconds_to_open(page: str, folder: Path) -> float:
    """Return how long the browser took, the median of its rounds."""
    timed = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page).replace(
        "</body>", f"{STOPWATCH}</body>"
    )
    file = folder / "page.html"
    file.write_text(timed, encoding="utf-8")
    found = []
    for _ in range(ROUNDS):
        told = re.search(r"ms (\d+)", opened(file))
        found.append(int(told[1]) / 1000 if told else float("nan"))
    return statistics.median(found)


def main() -> None:
    if CHROMIUM is None:
        print(NO_BROWSER)
        return
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        trace = big(folder / "big.jsonl", steps=1_000, characters=10_001)
        began = time.process_time()
        page = run_page(trace)
        took = time.process_time() - began
        empty = "<!doctype html>\n<html><body><p>nothing</p></body></html>\n"
        rows = [
            [
                "1,000 steps, 10 MB of values",
                f"{len(page.encode()):,}",
                f"{took:.2f}",
                f"{seconds_to_open(page, folder):.2f}",
            ],
            ["nothing", f"{len(empty):,}", "", f"{seconds_to_open(empty, folder):.2f}"],
        ]
    print(table(("page", "bytes", "CPU s to make", "s to open"), rows))


if __name__ == "__main__":
    main()
