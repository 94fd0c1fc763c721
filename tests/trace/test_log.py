"""Records as log lines: silent until configured, one line a record, and no value in it."""

import logging
import subprocess
import sys

import pytest

from chaindsl.trace.log import log_record
from tests.runtime.world import World
from tests.view.runs import ANSWERS, PAGES, REPORT, timed


def test_each_record_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    world = World()
    with caplog.at_level(logging.INFO, logger="chaindsl"):
        world.bind(REPORT, complete=timed(world, ANSWERS)).run(PAGES, on_record=log_record)
    assert [(record.levelname, record.getMessage()) for record in caplog.records][:6] == [
        ("INFO", "report: extract[0]: ok (0.500 s, 1 call)"),
        ("WARNING", "report: extract[1]: OSError: line is busy (0.500 s, 1 call)"),
        ("INFO", "report: extract[1] attempt 2: ok (0.500 s, 1 call)"),
        ("INFO", "report: extract: ok, 2 items, 1 dropped (2.000 s)"),
        ("WARNING", "report: write: rejected: say something of moons (0.500 s, 1 call)"),
        ("INFO", "report: write attempt 2: ok (0.500 s, 1 call)"),
    ]
    assert vars(caplog.records[2])["chaindsl"] == {
        "flow": "report",
        "path": "report/extract",
        "item": 1,
        "attempt": 2,
        "ok": True,
        "rejected": False,
        "fallback": False,
        "seconds": 0.5,
        "calls": 1,
        "tokens": 13,
    }


def test_what_went_well_is_left_out_of_a_log_of_warnings(caplog: pytest.LogCaptureFixture) -> None:
    world = World()
    with caplog.at_level(logging.WARNING, logger="chaindsl"):
        world.bind(REPORT, complete=timed(world, ANSWERS)).run(PAGES, on_record=log_record)
    assert [record.getMessage().split(":")[1] for record in caplog.records] == [
        " extract[1]",
        " write",
        " publish/route",
    ]


def test_nothing_is_logged_where_nobody_asked_for_it() -> None:
    script = (
        "from chaindsl.trace.log import LOGGER\nLOGGER.warning('heard')\n"
        "import logging; logging.basicConfig()\nLOGGER.warning('configured')"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert (done.stdout, done.stderr) == ("", "WARNING:chaindsl:configured\n")
