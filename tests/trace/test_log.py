"""Records as log lines: silent until configured, one line a record, and no value in it."""

import logging
import re
import subprocess
import sys
from collections.abc import Callable

import pytest

from chaindsl import Complete, StepFailed, Text, chain, step
from chaindsl.trace.log import log_events, log_record
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


@step(writes="answer", max_attempts=2, backoff=0)
def ask(question: Text, *, complete: Complete) -> Text:
    return complete(question)


ASKING = chain("asking", ask, inputs={"question": Text})
QUESTION = {"question": "the secret question"}


def answering(failures: int) -> Callable[[str], str]:
    left = [OSError("busy")] * failures

    def complete(prompt: str, /) -> str:
        if left:
            raise left.pop()
        return "an answer"

    return complete


def test_a_run_is_logged_where_an_application_wants_it(caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("tests.asking")
    with caplog.at_level(logging.DEBUG, logger=logger.name):
        run = World().bind(ASKING, complete=answering(1)).run(QUESTION, on_event=log_events(logger))
    assert {record.name for record in caplog.records} == {"tests.asking"}
    assert [(record.levelname, re.sub(r"\d\.\d{3} s", "S", record.getMessage())) for record in caplog.records] == [
        ("INFO", f"asking: run {run.id} begins"),
        ("DEBUG", "asking: ask: begins"),
        ("DEBUG", "asking: ask: asks complete (19 characters)"),
        ("DEBUG", "asking: ask: complete failed with OSError (S)"),
        ("WARNING", "asking: ask: OSError: busy (S, 1 call)"),
        ("DEBUG", "asking: ask attempt 2: begins"),
        ("DEBUG", "asking: ask attempt 2: asks complete (19 characters)"),
        ("DEBUG", "asking: ask attempt 2: complete answered (S)"),
        ("INFO", "asking: ask attempt 2: ok (S, 1 call)"),
        ("INFO", f"run {run.id}: completed, end of chain"),
    ]
    assert "secret question" not in caplog.text
    assert "an answer" not in caplog.text


def test_a_log_of_warnings_has_what_went_wrong_alone(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="chaindsl"), pytest.raises(StepFailed) as caught:
        World().bind(ASKING, complete=answering(2)).run(QUESTION, on_event=log_events())
    assert caught.value.run is not None
    assert [record.getMessage().partition(" (")[0] for record in caplog.records] == [
        "asking: ask: OSError: busy",
        "asking: ask attempt 2: OSError: busy",
        f"run {caught.value.run.id}: failed, failure",
    ]
