"""An outcome that uses everything a finding can hold, and one of each plainer kind, for every format to render."""

from analyzer.coverage import Coverage
from analyzer.files import Skipped
from analyzer.finding import Confidence, Edit, Finding, Fix, Related, Severity
from analyzer.outcome import Outcome
from analyzer.report.page import Page
from chaindsl.graph.place import Place

RELEASE = '''\
"""Two states that hand over to each other."""

from chaindsl import transition, workflow


@transition(source="a", target="b", actor="deterministic")
def there() -> None:
\t"""Goes on; 日本 and a\x1b[31m."""


@transition(
    source="b",
    target="a",
    actor="deterministic",
)
def back() -> None: ...


loop = workflow("loop", there, back, initial="a", final=["done"], inputs={})
'''

CYCLE = Finding(
    "CD101",
    "deterministic-cycle",
    "nothing ends the cycle a → b → a",
    Severity.ERROR,
    Confidence.PROVED,
    Place("flows/release.py", 6, 1, 7, 10),
    "loop.there",
    related=(Related(Place("flows/release.py", 19, 1, 19, 77), "the workflow is put together here"),),
    witness=(
        Related(Place("flows/release.py", 6, 1, 7, 10), "there: a → b"),
        Related(Place("flows/release.py", 11, 1, 16, 9), "back: b → a"),
        "no guard, no limit",
    ),
    help="give one of them a `limit`, or a way out",
    fix=Fix("add limit=3", (Edit(Place("flows/release.py", 6, 58, 6, 58), ", limit=3"),), safe=False),
)
UNREAD = Finding(
    "CD202",
    "unread-key",
    "no path reads `note`",
    Severity.WARNING,
    Confidence.PROVED,
    Place("flows/release.py", 11, 1, 16, 9),
    "loop.back",
)
WIDE = Finding(
    "CD004",
    "misleading-source",
    "100% hidden, with a \x1b[31mcolour and a \u202eturn: here",
    Severity.WARNING,
    Confidence.JUDGED,
    Place("flows/release.py", 8, 15, 8, 17),
)
UNKNOWN = Finding(
    "CD002",
    "unknown-part",
    "<steps> & more can't be followed",
    Severity.INFO,
    Confidence.PROVED,
    Place("/elsewhere/sp ace.py", 3, 5),
    "qa",
    help="write them out",
)

OUTCOME = Outcome(
    findings=(UNKNOWN, CYCLE, WIDE, UNREAD),
    coverage=Coverage(
        files=12, parsed=3, flows=2, unknown=1, skipped=(Skipped("big.py", "larger than 67108864 bytes"),), excluded=1
    ),
    suppressed=2,
    baselined=1,
    stale=1,
    texts={"flows/release.py": RELEASE},
)
FAILED = Outcome(coverage=Coverage(files=1, parsed=1), failures=(Skipped("odd.py", "CD101 raised ValueError: x"),))
CLEAN = Outcome(coverage=Coverage(files=2, parsed=1, flows=1))
PAGE = Page(
    version="1.2.3",
    folder="/project",
    pages={"CD101": "A cycle of deterministic transitions.\n\nFinds: cycles.", "CD202": "An unread key."},
)
